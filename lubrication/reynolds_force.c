/* Forces, derivatives and diagnostics of a solved Reynolds film, and the contract film.h. Numbered equations are those of
   reynolds.c. */
#include "clip.h"
#include "reynolds_cells.h"

#include <string.h>

/* ---- flows (Y4), (Y6) ---- */

/* Flow through a face from cell[0] to cell[1] (-1: an end): wedge + sum slope z. cell[2] has a say only. */
typedef struct {
  int       along, i, j; /* which one: around, between columns i and i + 1; along, between rows j - 1 and j */
  int       cell[3];
  GudScalar slope[3], wedge, wedge_w; /* wedge_w = d wedge/dw */
  GudScalar outside;                  /* what the pressure at an end drives */
  GudScalar H;                        /* thickness there */
  GudScalar diffusion, fill;          /* flow() = diffusion + wedge fill, set by it */
} Face;

/* Pressure counts where there is oil only. */
static void add_pressure(const GudReynolds *g, Face *f, int e, int cell, GudScalar slope)
{
  f->cell[e] = cell;
  if (cell >= 0 && pressurised(g, cell)) f->slope[e] = slope;
}

/* between columns i and i + 1 in row j; void is carried downstream */
static Face face_around(const GudReynolds *g, int i, int j)
{
  int       a = i * g->ny + j, b = i + 1 == g->nx ? j : a + g->ny;
  Face      f = {.i = i, .j = j, .cell = {0, 0, -1}, .H = g->hx[a]};
  GudScalar w = g->u[GUD_FILM_W];
  f.wedge_w   = g->cx[a] * g->dz / 2;
  f.wedge     = w * f.wedge_w;
  add_pressure(g, &f, 0, a, g->kx[a]);
  add_pressure(g, &f, 1, b, -g->kx[a]);
  int up = gud_re(w) > 0 ? 0 : 1;
  if (gud_re(w) != 0 && !pressurised(g, f.cell[up])) f.slope[up] = f.wedge;
  return f;
}

/* between rows j - 1 and j of column i; j = 0 and ny are the ends, of which the second cell has a seventh of a say */
static Face face_along(const GudReynolds *g, int i, int j)
{
  int       ny = g->ny, first = i * ny, at = i * (ny + 1) + j;
  Face      f = {.along = 1, .i = i, .j = j, .cell = {-1, -1, -1}, .H = g->hz[at]};
  GudScalar k = g->kz[at];
  if (j > 0) add_pressure(g, &f, 0, first + j - 1, k);
  if (j < ny) add_pressure(g, &f, 1, first + j, -k);
  double share = j > 0 && j < ny ? 0 : end_share(g, first + (j ? ny - 1 : 0));
  if (j == 0 || j == ny) f.outside = (j ? -k : k) * ((1 - share) * end_pressure(g));
  if (share > 0) add_pressure(g, &f, 2, first + (j ? ny - 2 : 1), (j ? -k : k) * share);
  return f;
}

/* Every face of the film, one after the other, from (Face){.j = -1}. */
static int next_face(const GudReynolds *g, Face *f)
{
  int along = f->along, i = f->i, j = f->j + 1;
  if (j == g->ny + along) j = 0, i++;
  if (i == g->nx) {
    if (along) return 0;
    along = 1, i = 0;
  }
  *f = along ? face_along(g, i, j) : face_around(g, i, j);
  return 1;
}

/* Flow with its two parts: driven by pressure, which goes with the conductance, and dragged along, with w H. */
static GudScalar flow(const GudReynolds *g, Face *f)
{
  f->diffusion = f->outside, f->fill = 1;
  for (int e = 0; e < 3; e++) {
    if (f->cell[e] < 0 || f->slope[e] == 0) continue;
    if (pressurised(g, f->cell[e])) f->diffusion += f->slope[e] * g->z[f->cell[e]];
    else f->fill += g->z[f->cell[e]];
  }
  return f->diffusion + f->wedge * f->fill;
}

/* ---- force and derivative (Y2), (Y3), (Y7), (Y8) ---- */

static GudClip share_of(const GudReynolds *g, int i, int j)
{
  int k = i * g->ny + j, reach = g->film->cavitation == GUD_CAVITATION_GUEMBEL && !is_fed(g, k);
  if (!reach) return (GudClip){.mean = pressurised(g, k) ? g->z[k] : 0, .mean_z = {0, 1, 0}};
  GudScalar z[3] = {g->z[wrap(i - 1, g->nx) * g->ny + j], g->z[k], g->z[wrap(i + 1, g->nx) * g->ny + j]};
  return gud_clip(z);
}

/* Pressure in Pa and viscosity by mu at the reduced pressure z, and their derivatives. */
typedef struct {
  GudScalar p, p_z, p_zz, mu, mu_z;
} Oil;

static GudStatus oil_at(const GudReynolds *g, GudScalar z, Oil *o)
{
  double alpha = g->film->barus;
  *o           = (Oil){.p = g->p0 * z, .p_z = g->p0, .mu = 1};
  if (!(alpha > 0)) return GUD_OK;
  GudScalar a = 1 - alpha * o->p; /* (Y7) */
  if (!(gud_re(a) > 0)) return GUD_RETRY;
  o->p = -gud_log(a) / alpha, o->p_z = g->p0 / a;
  o->mu = 1 / a, o->mu_z = alpha * g->p0 / (a * a), o->p_zz = g->p0 * o->mu_z;
  return GUD_OK;
}

/* In the middle of a cell. */
static GudStatus oil_of(const GudReynolds *g, int k, Oil *o)
{
  int none = !pressurised(g, k) || (g->film->cavitation == GUD_CAVITATION_GUEMBEL && gud_re(g->z[k]) < 0);
  return oil_at(g, none ? 0 : g->z[k], o);
}

/* Derivative of (L1) by the positions of the ends. */
static void slopes_of_h(double t, double c, double s, double dH[4])
{
  dH[0] = -(1 - t) * c, dH[1] = -(1 - t) * s;
  dH[2] = -t * c, dH[3] = -t * s;
}

/* What the pressure of a cell, 1 Pa, gives to forces and moments; and its first moment, with x in cells. */
static void weights(const GudReynolds *g, int i, int j, double wt[4], double wx[4])
{
  double R = g->film->radius, area = R * R * g->s * g->dz, zeta = (along(g, j) - 0.5) * g->film->length;
  wt[GUD_FILM_FXI] = -area * g->cos_c[i], wt[GUD_FILM_FETA] = -area * g->sin_c[i];
  wt[GUD_FILM_MXI] = area * zeta * g->sin_c[i], wt[GUD_FILM_META] = -area * zeta * g->cos_c[i];
  wx[GUD_FILM_FXI] = -wt[GUD_FILM_FETA] * g->dx, wx[GUD_FILM_FETA] = wt[GUD_FILM_FXI] * g->dx;
  wx[GUD_FILM_MXI] = -wt[GUD_FILM_META] * g->dx, wx[GUD_FILM_META] = wt[GUD_FILM_MXI] * g->dx;
}

/* By how much the mean gap grows across a cell, into step[4], and its derivatives by the positions of the ends. */
static void mean_step(const GudReynolds *g, int i, int j, GudScalar step[5])
{
  double t = along(g, j), d[2][4];
  if (!(g->sigma > 0)) {
    slopes_of_h(t, -g->sin_c[i], g->cos_c[i], d[0]);
    for (int n = 0; n < 4; n++) step[n] = g->s * d[0][n];
    step[4] = thickness_step(g, i, j);
    return;
  }
  int      before = i ? i - 1 : g->nx - 1;
  GudByGap a = mean_gap(g, g->hx[before * g->ny + j]), b = mean_gap(g, g->hx[i * g->ny + j]);
  slopes_of_h(t, g->cos_f[before], g->sin_f[before], d[0]);
  slopes_of_h(t, g->cos_f[i], g->sin_f[i], d[1]);
  for (int n = 0; n < 4; n++) step[n] = b.d1 * d[1][n] - a.d1 * d[0][n];
  step[4] = b.v - a.v;
}

static double couette_torque(const GudReynolds *g)
{
  double R2 = g->film->radius * g->film->radius;
  return g->film->viscosity * R2 * R2 / g->film->clearance * g->dx * g->dz;
}

/* (L2): of the spin of the journal seen from the bearing, by that in the film's axes */
static double sense(const GudReynolds *g)
{
  return g->film->inner ? -1 : 1;
}

/* (Y3): torque of one cell, its derivative by z and (added) by the nine dimensionless inputs. */
static GudScalar cell_torque(const GudReynolds *g, int i, int j, const Oil *o, GudScalar *T_z, GudScalar *T_u)
{
  int       k = i * g->ny + j, isvoid = g->kind[k] == GUD_CELL_VOID;
  double    t = along(g, j), lever = g->film->radius * g->film->radius * g->film->clearance / 2 * g->dz;
  GudByGap  H = mean_at(g, i, j);
  GudScalar w = g->u[GUD_FILM_W], cw = sense(g) * couette_torque(g) / H.v, fill = isvoid ? 1 + g->z[k] : 1,
            step[5];
  mean_step(g, i, j, step);
  *T_z = isvoid ? -cw * w : lever * step[4] * o->p_z - cw * w * o->mu_z;
  if (T_u) {
    double here[4];
    slopes_of_h(t, g->cos_c[i], g->sin_c[i], here);
    for (int n = 0; n < 4; n++)
      T_u[n] += lever * o->p * step[n] + cw * w * fill * o->mu / H.v * H.d1 * here[n];
    T_u[GUD_FILM_W] -= cw * fill * o->mu;
  }
  return lever * step[4] * o->p - cw * w * fill * o->mu;
}

/* By how much more is carried through the face after a cell than through the one before, into step[4], and its derivatives. */
static void carried_slopes(const GudReynolds *g, int i, int j, GudScalar step[5])
{
  if (!(g->sigma > 0)) {
    mean_step(g, i, j, step);
    return;
  }
  int      before = i ? i - 1 : g->nx - 1;
  double   d[2][4];
  GudByGap a = carried_gap(g, g->hx[before * g->ny + j]), b = carried_gap(g, g->hx[i * g->ny + j]);
  slopes_of_h(along(g, j), g->cos_f[before], g->sin_f[before], d[0]);
  slopes_of_h(along(g, j), g->cos_f[i], g->sin_f[i], d[1]);
  for (int n = 0; n < 4; n++) step[n] = b.d1 * d[1][n] - a.d1 * d[0][n];
  step[4] = b.v - a.v;
}

/* dr/du of the edge in a cell at its pressure, times its adjoints: added to J. With (F2), (F3) and dr = r_f df + r_a da
   - steep (z dk - p_f df - p_a da). */
static void add_reaction(const GudReynolds *g, int i, int j, GudScalar *J)
{
  int       k = i * g->ny + j;
  GudFront  e = edge_at(g, k, g->rho[k]);
  double    t = along(g, j), area = g->s * g->dz;
  GudScalar w = g->u[GUD_FILM_W] / 2, H = thickness_at(g, i, j), rate = thickness_rate(g, i, j);
  GudScalar bend = thickness_bend(g, i, j), slope = thickness_slope(g, i, j), carried[5];
  GudScalar turn_rate = sum_ends(g->u + GUD_FILM_RATES, t, -g->sin_c[i], g->cos_c[i]);
  GudByGap  mean = mean_gap(g, H), k_h = conductance(g, 0, H);
  GudScalar a    = mean.d1 * (turn_rate + w * bend) + mean.d2 * slope * (rate + w * slope);
  double    sign = gud_re(a) < 0 ? -1 : 1;
  GudScalar r_f = e.r_f + e.steep * e.p_f, r_a = (e.r_a + e.steep * e.p_a) * (sign * area * g->dx);
  GudScalar r_h = -e.steep * g->z[k] * g->k_cell[k] * k_h.d1 / k_h.v, r[GUD_FILM_INPUTS];
  GudScalar f_h = mean.d2 * rate * area, a_slope = mean.d2 * (rate + 2 * w * slope);
  GudScalar a_h = mean.d2 * (turn_rate + w * bend) + mean.d3 * slope * (rate + w * slope) - mean.d1 * w;
  double    at[4], next[4];
  slopes_of_h(t, g->cos_c[i], g->sin_c[i], at);
  slopes_of_h(t, -g->sin_c[i], g->cos_c[i], next);
  carried_slopes(g, i, j, carried);
  for (int n = 0; n < 4; n++) {
    r[n] = r_f * (w * g->dz * carried[n] + f_h * at[n]) + r_a * (a_h * at[n] + a_slope * next[n]) +
           r_h * at[n];
    r[GUD_FILM_RATES + n] = r_f * mean.d1 * area * at[n] +
                            r_a * (mean.d1 * next[n] + mean.d2 * slope * at[n]);
  }
  r[GUD_FILM_W] = (r_f * g->dz * carried[4] + r_a * (mean.d2 * slope * slope + mean.d1 * bend)) / 2;
  for (int m = 0; m < GUD_FILM_FORCES; m++)
    for (int n = 0; n < GUD_FILM_INPUTS; n++)
      J[m * GUD_FILM_INPUTS + n] += g->aux[(ptrdiff_t)m * g->n + ring_row(g, k)] * r[n];
}

/* lam[m] . dR/du for all five adjoints, subtracted from J (dimensionless columns). */
static void subtract_adjoint(const GudReynolds *g, GudScalar *J)
{
  const GudScalar *lam = g->aux;
  double           dH[4];
  for (Face f = {.j = -1}; next_face(g, &f);) {
    flow(g, &f);
    GudByGap  k   = conductance(g, f.along, f.H);
    GudScalar q_h = f.diffusion * k.d1 / k.v, q_w = f.wedge_w * f.fill;
    if (!f.along) q_h += g->u[GUD_FILM_W] * (g->dz / 2) * carried_gap(g, f.H).d1 * f.fill;
    int a = f.cell[0] >= 0 ? ring_row(g, f.cell[0]) : -1, b = f.cell[1] >= 0 ? ring_row(g, f.cell[1]) : -1;
    if (f.along) slopes_of_h(along_face(g, f.j), g->cos_c[f.i], g->sin_c[f.i], dH);
    else slopes_of_h(along(g, f.j), g->cos_f[f.i], g->sin_f[f.i], dH);
    for (int m = 0; m < GUD_FILM_FORCES; m++) {
      const GudScalar *l = lam + (ptrdiff_t)m * g->n;
      GudScalar d = (a >= 0 ? l[a] : 0) - (b >= 0 ? l[b] : 0), *row = J + (ptrdiff_t)m * GUD_FILM_INPUTS;
      if (d == 0) continue;
      for (int n = 0; n < 4; n++) row[n] -= d * q_h * dH[n];
      row[GUD_FILM_W] -= d * q_w;
    }
  }
  for (int i = 0, k = 0; i < g->nx; i++)
    for (int j = 0; j < g->ny; j++, k++) {
      GudScalar rate   = thickness_rate(g, i, j);
      GudByGap  mean   = mean_at(g, i, j);
      int       isvoid = g->kind[k] == GUD_CELL_VOID;
      double    open   = gud_re(rate) > 0;
      GudScalar full = isvoid ? 1 + open * g->z[k] : 1, filling = 0;
      if (transported(g)) full = g->old[k], filling = (1 - g->old[k] + (isvoid ? g->z[k] : 0)) / g->age;
      slopes_of_h(along(g, j), g->cos_c[i], g->sin_c[i], dH);
      for (int m = 0; m < GUD_FILM_FORCES; m++) {
        GudScalar l = lam[(ptrdiff_t)m * g->n + ring_row(g, k)] * (g->s * g->dz), d = l * full;
        for (int n = 0; n < 4; n++) {
          J[m * GUD_FILM_INPUTS + GUD_FILM_RATES + n] -= d * mean.d1 * dH[n];
          J[m * GUD_FILM_INPUTS + n] -= (d * mean.d2 * rate + l * filling * mean.d1) * dH[n];
        }
      }
      if (g->kind[k] == GUD_CELL_EDGE) add_reaction(g, i, j, J);
    }
}

/* Derivatives of the results by z of a cell and, through its share, of its neighbours, into the right-hand sides of (Y8). */
static void add_to_adjoint(GudReynolds *g, int i, int j, const GudClip *a, const Oil *o, GudScalar T_z)
{
  double wt[4], wx[4];
  weights(g, i, j, wt, wx);
  for (int e = 0; e < 3; e++) {
    int k = wrap(i + e - 1, g->nx) * g->ny + j;
    if ((!unknown(g, k) && !is_fed(g, k)) || (a->mean_z[e] == 0 && a->first_z[e] == 0)) continue;
    ptrdiff_t  next = is_fed(g, k) ? 1 : g->n;
    GudScalar *lam  = is_fed(g, k) ? g->by_supply[g->fed[k]] : g->aux + ring_row(g, k),
              p_z   = o->p_z * a->mean_z[e];
    GudScalar x_z   = o->p_z * a->first_z[e] + o->p_zz * a->mean_z[e] * a->first;
    if (!pressurised(g, k)) p_z = x_z = 0;
    for (int m = 0; m < 4; m++) lam[m * next] += wt[m] * p_z + wx[m] * x_z;
    lam[GUD_FILM_TORQUE * next] += T_z * a->mean_z[e];
  }
}

/* by_supply, which is by the reduced pressure of an opening at fixed pressures elsewhere, becomes the derivative by its supply pressure. */
static void finish_supply(GudReynolds *g)
{
  const GudFilm *film = g->film;
  for (Face f = {.j = -1}; film->num_openings && next_face(g, &f);) {
    int a = f.cell[0] >= 0 ? ring_row(g, f.cell[0]) : -1, b = f.cell[1] >= 0 ? ring_row(g, f.cell[1]) : -1;
    for (int e = 0; e < 3; e++) {
      if (f.cell[e] < 0 || !is_fed(g, f.cell[e])) continue;
      for (int m = 0; m < GUD_FILM_FORCES; m++) {
        const GudScalar *l = g->aux + (ptrdiff_t)m * g->n;
        g->by_supply[g->fed[f.cell[e]]][m] -= ((a >= 0 ? l[a] : 0) - (b >= 0 ? l[b] : 0)) * f.slope[e];
      }
    }
  }
  for (int k = 0; k < film->num_openings; k++) {
    GudScalar slope = film->barus > 0 ? gud_exp(-film->barus * film->opening[k].supply) : 1;
    for (int m = 0; m < GUD_FILM_FORCES; m++) g->by_supply[k][m] *= slope / g->p0;
  }
}

/* (A6): factor of mu_b p_a, and its derivative by w */
static GudScalar sliding(const GudReynolds *g, GudScalar *by_w)
{
  double    R = g->film->radius, v0 = g->film->rough.slip;
  GudScalar v = R * g->u[GUD_FILM_W], size = gud_sqrt(v * v + v0 * v0);
  *by_w = R * v0 * v0 / (size * size * size);
  return v / size;
}

/* (Y12): forces of the asperities, added to f and (dimensionless columns) J. */
static void add_asperities(const GudReynolds *g, GudScalar *f, GudScalar *J)
{
  const GudRough *rough = &g->film->rough;
  double          R = g->film->radius, area = R * R * g->dx * g->dz, wx[4];
  GudScalar       by_w, against             = -sense(g) * rough->friction * sliding(g, &by_w) * R * area;
  double          sum = g->dx / g->s; /* over middles: dx for the s of `weights` */
  for (int i = 0; i < g->nx; i++)
    for (int j = 0; j < g->ny; j++) {
      double    t = along(g, j), wt[GUD_FILM_FORCES], dH[4];
      GudScalar H = thickness_at(g, i, j), p_H, p;
      if (gud_re(H) > GUD_ASPERITY_MOST * g->sigma) continue;
      p = rough->pressure * gud_asperity_load(H / g->sigma, &p_H), p_H *= rough->pressure / g->sigma;
      weights(g, i, j, wt, wx);
      for (int m = 0; m < 4; m++) f[m] += sum * wt[m] * p;
      f[GUD_FILM_TORQUE] += against * p;
      if (!J) continue;
      slopes_of_h(t, g->cos_c[i], g->sin_c[i], dH);
      for (int n = 0; n < 4; n++) {
        for (int m = 0; m < 4; m++) J[m * GUD_FILM_INPUTS + n] += sum * wt[m] * p_H * dH[n];
        J[GUD_FILM_TORQUE * GUD_FILM_INPUTS + n] += against * p_H * dH[n];
      }
      J[GUD_FILM_TORQUE * GUD_FILM_INPUTS + GUD_FILM_W] -= sense(g) * rough->friction * R * area * p * by_w;
    }
}

GudStatus gud_reynolds_force(GudReynolds *g, GudScalar *f, GudScalar *J)
{
  GudScalar *lam = g->aux, T_z = 0;
  for (int m = 0; m < GUD_FILM_FORCES; m++) f[m] = 0;
  if (J) memset(J, 0, GUD_FILM_FORCES * GUD_FILM_INPUTS * sizeof *J);
  if (J)
    memset(lam, 0, (size_t)g->n * GUD_FILM_FORCES * sizeof *lam),
      memset(g->by_supply, 0, sizeof g->by_supply);
  for (int i = 0, k = 0; i < g->nx; i++)
    for (int j = 0; j < g->ny; j++, k++) {
      GudClip a = share_of(g, i, j);
      Oil     o;
      double  wt[4], wx[4];
      if (oil_at(g, a.mean, &o) != GUD_OK) return GUD_RETRY;
      weights(g, i, j, wt, wx);
      for (int m = 0; m < 4; m++) f[m] += wt[m] * o.p + wx[m] * o.p_z * a.first;
      if (g->film->shear)
        f[GUD_FILM_TORQUE] += cell_torque(g, i, j, &o, &T_z,
                                          J ? J + GUD_FILM_TORQUE * GUD_FILM_INPUTS : NULL);
      if (J) add_to_adjoint(g, i, j, &a, &o, T_z);
    }
  if (g->sigma > 0) add_asperities(g, f, J);
  if (!J) return GUD_OK;
  if (!g->factored && gud_reynolds_factor(g) != GUD_OK) return GUD_RETRY;
  for (int m = 0; m < (g->film->shear ? 5 : 4); m++)
    gud_ring_solve_transposed(&g->ring, lam + (ptrdiff_t)m * g->n);
  subtract_adjoint(g, J); /* (Y8) */
  finish_supply(g);
  for (int m = 0; m < GUD_FILM_FORCES; m++)
    for (int n = 0; n < GUD_FILM_W; n++) J[m * GUD_FILM_INPUTS + n] /= g->film->clearance;
  return GUD_OK;
}

/* ---- diagnostics ---- */

double gud_reynolds_pressure(const GudReynolds *g, int cell)
{
  Oil o;
  return oil_of(g, cell, &o) == GUD_OK ? gud_re(o.p) : NAN;
}

/* Flows driven by pressure: what they dissipate, what leaves at the ends. */
static void flow_figures(const GudReynolds *g, double *out)
{
  double unit = g->film->clearance * g->film->radius * g->film->radius;
  int    clip = g->film->cavitation == GUD_CAVITATION_GUEMBEL;
  for (Face f = {.j = -1}; next_face(g, &f);) {
    double q = gud_re(f.outside) * unit, p[3] = {0, 0, 0};
    if (f.cell[0] < 0) p[0] = g->film->ends;
    if (f.cell[1] < 0) p[1] = g->film->ends;
    for (int e = 0; e < 3; e++) {
      if (f.cell[e] < 0 || !pressurised(g, f.cell[e])) continue;
      double z = gud_re(g->z[f.cell[e]]);
      q += gud_re(f.slope[e]) * (clip ? fmax(z, 0) : z) * unit;
      p[e] = gud_reynolds_pressure(g, f.cell[e]);
    }
    out[GUD_FILM_LOSS] += q * (p[0] - p[1]);
    if (f.cell[0] < 0) out[GUD_FILM_FLOW_1] -= q, out[GUD_FILM_FLOW] += fmax(-q, 0);
    if (f.cell[1] < 0) out[GUD_FILM_FLOW_2] += q, out[GUD_FILM_FLOW] += fmax(q, 0);
  }
  for (int k = 0; k < g->n; k++)
    if (is_fed(g, k)) out[GUD_FILM_OPENING + g->fed[k]] += gud_re(g->rest[k]) * unit;
  for (int k = 0; k < g->film->num_openings; k++) out[GUD_FILM_SUPPLIED] += out[GUD_FILM_OPENING + k];
}

/* Pressure, power and fill of one cell. */
static void cell_figures(const GudReynolds *g, int i, int j, double *out)
{
  int    k = i * g->ny + j, isvoid = g->kind[k] == GUD_CELL_VOID;
  double unit = g->film->clearance * g->film->radius * g->film->radius, w = gud_re(g->u[GUD_FILM_W]);
  double H = gud_re(mean_at(g, i, j).v), fill = isvoid ? 1 + gud_re(g->z[k]) : 1;
  Oil    o;
  if (oil_of(g, k, &o) != GUD_OK) o.p = o.mu = NAN;
  if (g->kind[k] == GUD_CELL_EDGE) { /* differences of averages dissipate more than (F1) */
    GudFront e = edge_at(g, k, g->rho[k]);
    out[GUD_FILM_LOSS] -= gud_re(reaction(g, k, &e) * o.p) * unit;
  }
  if (k == 0 || gud_re(o.p) > out[GUD_FILM_PRESSURE]) {
    out[GUD_FILM_PRESSURE] = gud_re(o.p), out[GUD_FILM_PRESSURE_ANGLE] = remainder(i * g->dx, turn);
    out[GUD_FILM_PRESSURE_AT] = (along(g, j) - 0.5) * g->film->length;
  }
  out[GUD_FILM_LOSS] += couette_torque(g) * w * w * fill * gud_re(o.mu) / H;
  out[GUD_FILM_FILL] += fill / g->n;
}

static void asperity_figures(const GudReynolds *g, double *out)
{
  const GudRough *rough = &g->film->rough;
  double          R = g->film->radius, area = R * R * g->dx * g->dz, sum = 0, F[2] = {0};
  GudScalar       by_w, slide = sliding(g, &by_w);
  for (int i = 0; i < g->nx; i++)
    for (int j = 0; j < g->ny; j++) {
      GudScalar H = thickness_at(g, i, j);
      double    p = rough->pressure * gud_re(gud_asperity_load(H / g->sigma, NULL));
      F[0] += p * area * g->cos_c[i], F[1] += p * area * g->sin_c[i];
      sum += p * area, out[GUD_FILM_ASPERITY_PRESSURE] = fmax(out[GUD_FILM_ASPERITY_PRESSURE], p);
    }
  out[GUD_FILM_ASPERITY_LOSS]  = rough->friction * gud_re(slide * g->u[GUD_FILM_W]) * R * sum;
  out[GUD_FILM_ASPERITY_FORCE] = hypot(F[0], F[1]);
  out[GUD_FILM_LOSS] += out[GUD_FILM_ASPERITY_LOSS];
}

void gud_reynolds_figures(const GudReynolds *g, double out[GUD_FILM_FIGURES])
{
  memset(out, 0, sizeof(double) * GUD_FILM_FIGURES);
  double    at[2];
  GudScalar u[4];
  for (int k = 0; k < 4; k++) u[k] = g->u[k] * g->film->clearance;
  out[GUD_FILM_MIN] = gud_film_thinnest(g->film, u, &at[0], &at[1]);
  flow_figures(g, out);
  for (int i = 0; i < g->nx; i++)
    for (int j = 0; j < g->ny; j++) cell_figures(g, i, j, out);
  if (g->sigma > 0) asperity_figures(g, out);
}

double gud_reynolds_inflow(const GudReynolds *g)
{
  double unit = g->film->clearance * g->film->radius * g->film->radius, in = 0;
  for (int k = 0; k < g->n; k++)
    if (is_fed(g, k)) in += gud_re(g->rest[k]);
  for (int i = 0; i < g->nx; i++)
    for (int e = 0; e < 2; e++) {
      Face f = face_along(g, i, e ? g->ny : 0);
      in += (e ? -1 : 1) * gud_re(flow(g, &f));
    }
  return in * unit;
}

void gud_reynolds_keep(const GudReynolds *g, double *memory)
{
  memory[0] = g->nx, memory[1] = g->ny;
  for (int k = 0; k < g->n; k++)
    memory[GUD_REYNOLDS_HEAD + k] = g->kind[k] == GUD_CELL_DRY ? -1 : gud_re(g->z[k]);
}

/* ---- the contract: work is a GudReynolds and what it points to ---- */

static size_t head_size(void)
{
  return (sizeof(GudReynolds) + sizeof(GudScalar) - 1) / sizeof(GudScalar) * sizeof(GudScalar);
}

static size_t size(const GudFilmModel *self, const GudFilm *film)
{
  (void)self;
  return head_size() + gud_reynolds_size(film);
}

static GudStatus force(const GudFilmModel *self, const GudFilm *film, const GudScalar *u,
                       const double *memory, void *work, GudScalar *f, GudScalar *J)
{
  (void)self;
  GudReynolds *g = work;
  if (gud_reynolds_solve(g, film, u, memory, (char *)work + head_size()) == GUD_OK)
    g->status = gud_reynolds_force(g, f, J);
  return g->status;
}

static GudStatus jacobian(const GudFilmModel *self, const GudFilm *film, const GudScalar *u, void *work,
                          GudScalar *J)
{
  GudReynolds *g = work;
  GudScalar    f[GUD_FILM_FORCES];
  (void)self, (void)film, (void)u;
  return g->status == GUD_OK ? gud_reynolds_force(g, f, J) : g->status;
}

static void by_supply(const GudFilmModel *self, const GudFilm *film, const void *work, int opening,
                      GudScalar *f)
{
  const GudReynolds *g = work;
  (void)self, (void)film;
  memcpy(f, g->by_supply[opening], sizeof g->by_supply[0]);
}

static int remember(const GudFilmModel *self, const GudFilm *film, void *work, double *memory)
{
  (void)self;
  GudReynolds *g = work;
  if (g->status != GUD_OK) return 0;
  gud_reynolds_keep(g, memory);
  if (film->cavitation != GUD_CAVITATION_TRANSPORTED) return 0;
  if (gud_reynolds_advance(g, memory) != GUD_OK) memory[0] = GUD_REYNOLDS_LOST;
  return 1;
}

/* Linear between the middles of the cells, down to 0 at the ends. */
static double interpolate(const GudReynolds *g, double theta, double zeta)
{
  double x = theta / g->dx, y = (zeta / g->film->length + 0.5) * g->ny - 0.5, p = 0;
  int    i = (int)floor(x), j = (int)floor(y);
  if (y < -0.5 || y > g->ny - 0.5) return 0;
  for (int a = 0; a < 2; a++)
    for (int b = 0; b < 2; b++) {
      double wx = a ? x - i : 1 - (x - i), wy = b ? y - j : 1 - (y - j);
      int    row = j + b;
      if (row < 0 || row >= g->ny) continue;
      if (row == 0 && j < 0) wy = 2 * y + 1; /* between the end and the first middle, half a cell apart */
      if (row == g->ny - 1 && j == row) wy = 2 * (row - y) + 1;
      p += wx * wy * gud_reynolds_pressure(g, wrap(i + a, g->nx) * g->ny + row);
    }
  return p;
}

static void pressures(const GudFilmModel *self, const GudFilm *film, const GudScalar *u, const void *work,
                      int n, const double *theta, const double *zeta, double *p)
{
  const GudReynolds *g = work;
  (void)self, (void)film, (void)u;
  for (int k = 0; k < n; k++) p[k] = g->status == GUD_OK ? interpolate(g, theta[k], zeta[k]) : NAN;
}

/* Of whole cells */
static int fills(const GudFilmModel *self, const GudFilm *film, const void *work, int n, const double *theta,
                 const double *zeta, double *fill)
{
  const GudReynolds *g = work;
  (void)self;
  if (film->cavitation != GUD_CAVITATION_JFO && film->cavitation != GUD_CAVITATION_TRANSPORTED) return 0;
  for (int k = 0; k < n && g->status == GUD_OK; k++) {
    int j    = (int)floor((zeta[k] / g->film->length + 0.5) * g->ny);
    int cell = wrap((int)floor(theta[k] / g->dx + 0.5), g->nx) * g->ny + (j < 0       ? 0
                                                                          : j < g->ny ? j
                                                                                      : g->ny - 1);
    fill[k]  = g->kind[cell] == GUD_CELL_VOID ? 1 + gud_re(g->z[cell]) : 1;
  }
  return 1;
}

static void figures(const GudFilmModel *self, const GudFilm *film, const GudScalar *u, const void *work,
                    double *out)
{
  const GudReynolds *g = work;
  (void)self, (void)film, (void)u;
  if (g->status == GUD_OK) gud_reynolds_figures(g, out);
  else
    for (int k = 0; k < GUD_FILM_FIGURES; k++) out[k] = NAN;
}

static const char *fault(const GudFilmModel *self, const GudFilm *film)
{
  (void)self;
  return gud_reynolds_fault(film);
}

static int memory_size(const GudFilmModel *self, const GudFilm *film)
{
  (void)self;
  return gud_reynolds_memory(film);
}

static void begin(const GudFilmModel *self, const GudFilm *film, const GudScalar *u, double *memory)
{
  (void)self;
  gud_reynolds_begin(film, u, memory);
}

const GudFilmModel gud_film_reynolds = {.name      = "reynolds",
                                        .summary   = "full two-dimensional Reynolds equation: finite length, "
                                                     "misaligned, grooves and holes, five kinds of cavitation",
                                        .auto_from = 0.25,
                                        .auto_to   = 4,
                                        .cite      = "butenschoen1976, giacopini2010, judice1994",
                                        .fault     = fault,
                                        .size      = size,
                                        .memory_size = memory_size,
                                        .force       = force,
                                        .jacobian    = jacobian,
                                        .begin       = begin,
                                        .remember    = remember,
                                        .pressures   = pressures,
                                        .fills       = fills,
                                        .by_supply   = by_supply,
                                        .figures     = figures};
