/* Full two-dimensional Reynolds equation for a journal bearing: finite length, misaligned, with grooves and holes.

   (Y1) d/(R^2 dtheta)(h^3/(12 mu) dp/dtheta) + d/dzeta(h^3/(12 mu) dp/dzeta) = (w/2) dh/dtheta + dh/dt
        h of film.h (L1), w = journal spin minus bearing spin, all seen from the bearing; p = 0 at the ends
        zeta = +-B/2 (ambient pressure is 0), periodic in theta, p = its supply in an opening.
   (Y2) F = -int p (cos, sin) R dtheta dzeta, M = int p R zeta (sin, -cos) dtheta dzeta on the journal.
   (Y3) T = -int (mu w R^3/h) dtheta dzeta + int (R/2) p dh/dtheta dtheta dzeta: Couette shear, and the
        pressure term -R h/2 dp/dtheta integrated by parts. Shear assumes that the gap is filled with oil,
        cavitated or not; under JFO the share 1 - eta of it is.

   Finite volumes, unknowns are cell averages, dimensionless as in reynolds.h:
   (Y4) flow out of a cell through its faces + s dz dH/dt = 0
        around:         k (z_L - z_R) + (w/2) H dz,   k = H^3 dz/dx
        along:          k (z_L - z_R),                k = H^3 dx/dz
        through an end: k (7 z_1 - z_2)/2, the flow of the parabola that is 0 there and has the averages
                        z_1, z_2 in the two cells next to it (6 k z_1 if ny = 1)
        So the loads of aligned short bearings are exact in ny, even with ny = 1. Wedge and squeeze are
        integrated exactly over the cell (s = 2 sin(dx/2)), and so are cos and sin in (Y2), (Y3): the power
        taken from the bodies is exactly the one that flows dissipate, -(F.v + M.omega + T w) = loss > 0
        (FULL and REYNOLDS, no opening, no Barus). Second order.
        What the walls draw out of a cell, s dz ((w/2) dH/dtheta + dH/dt) at its centre, is called its demand.
   Cavitation:
   (Y5) FULL: z free. GUEMBEL: the same, only what is positive counts in forces (Y11). REYNOLDS (Swift-Stieber): z >= 0,
        residual of (Y4) >= 0, one of them 0, with the edge of the oil resolved within its cell (Y10).
   (Y6) JFO (mass-conserving; eta = 1 - fill, complementary to z): the Couette flow is (w/2) H (1 - eta) dz
        with eta from upstream, the storage s dz (dH/dt - eta max(dH/dt, 0)). Quasi-steady: the fill follows
        the state at once, H d eta/dt is left out, because film.h knows no time. dH/dt > 0 draws void and
        not oil, dH/dt < 0 displaces oil as in a full gap. Without rotation this is REYNOLDS. Without squeeze
        mass is conserved: feed = side flow. So an opening is necessary: without one a steady
        mass-conserving bearing runs dry, and the film is refused. First order in the grid where there is
        void. For every set of void cells the matrix is an M-matrix (y^T K >= 0 with y = 1, smaller in the
        end rows), so the solution is unique, and factors need no pivoting.
   The dry set (Y5) and the edges in cells are found by Newton's method (the residual is a concave M-function: steps never pass the
   solution from below), the void set (Y6) by Newton steps, damped ones and pseudo-time if need be, both from what is in
   `memory` or from a full film.
   (Y7) Barus, mu exp(alpha p): z is the reduced pressure q = (1 - exp(-alpha p))/alpha, for which (Y1) keeps
        mu; results use p = -ln(1 - alpha q)/alpha. alpha q >= 1 has no solution: GUD_RETRY.
   (Y8) df/du = f_u - f_z K^-1 R_u by five adjoint solutions on factors at the solution: exact derivative of the discrete
        force with the sets frozen. Where sets change, forces are continuous; derivatives too, but for JFO.
   (Y9) Openings, grooves and round holes: openings.h. Those of the journal turn with it, and the grid with them (film.h, L2);
        JFO is not for them: what is steady in the bearing is not in these axes. "p = 0 at
        the widest gap" (tables of Butenschoen) is a groove of width 1e-9 there, as long as the bearing, with supply 0; the
        default, no such line, is the periodic problem.
   (Y10) REYNOLDS. With whole cells, wet or dry, the edge of the oil jumps from cell to cell when the journal moves: forces ripple
        by 1e-3 ... 1e-2 and stiffness by 5 ... 40 % (60 x 10, eps 0.5 ... 0.9). At the edge p = 0 and dp/dn = 0, so that the exact solution near it is
        known: front.h. A cell that contains the edge, or is next to one that does, gets the reaction r(z) of (F3) in its balance (Y4). That is exact for a
        straight edge along the axis; an oblique one crosses the rows at different places of their cells, which averages. r falls with z,
        so the problem stays monotone, with one solution. z is continuously differentiable when a cell opens (F2), and so are forces. Ripple
        1e-6 ... 6e-5, order 2, smooth; near an opening as without one. Power: the cell dissipates r p less than differences of averages do.
   (Y11) GUEMBEL. In forces and moments counts the integral over the positive part of the parabola around that has the averages of the cell and of its two
        neighbours, with the first moment of that part (third order at the cut); an opening counts as it is.
   (Y12) Rough surfaces: H^3 -> phi H^3 (A4), the dragged flow (w/2) H -> (w/2) (H_T + sigma phi_s) (A3, A5), dH/dt -> dH_T/dt, shear with H_T. Asperities
        press with p_a (A2) along the radius, which is summed over the middles of cells (spectral around), and rub with (A6):
        T -= int R mu_b p_a. Friction acts by its torque alone, as shear does; its resultant force is left out.
   (Y13) TRANSPORTED: the fill th of a cell is kept from step to step (memory, frozen within a step). At the time T after the step began, with the fill
        th_n there, the storage of (Y4) is s dz (th_n dH/dt + H (th - th_n)/T): implicit in the fill, exact in the squeeze of a full cell, so that a full film is as
        accurate as the integrator. It grows with th: one solution, M-matrix. T = 0 means 1e-6 of the time in which anything moves. When a step is
        accepted the fill is advanced by the conservative balance, with the storage s dz (H th - H_n th_n)/T: content and flows then agree to round-off, per step and
        over the run. First order in the step where there is void; forces in between are smooth functions of the state, so every implicit method
        serves, with rejected steps and resumed runs; its error control does not see the error of the fill: limit the step.
        The fill is carried with w/2, from upstream; a flooded end brings in full oil (ends), an opening too.
   (Y14) A bearing that is not round (shape.h): H of centres and faces gets d there, so that the wedge of a cell stays an exact difference. In (Y10) the
        demand varies with d' and d'' by differences of half a cell.
   limits: laminar, isothermal, rigid surfaces. Side flow is what leaves; what ends draw in is not subtracted.
   verified by: t403 (tables, limits, order, place on the grid, energy, mass), t404 (the discrete problems), t405 (tangent) */
#include "openings.h"
#include "reynolds_cells.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_ITERATIONS = 300, PATIENCE = 10 };

/* Factors are kept while no edge moves by more than this share of its rho and steps become that much shorter. */
static const double CHORD = 0.03, SHORTER = 0.2;

/* ---- grid ---- */

static int grid_nx(const GudFilm *film)
{
  return film->nx ? film->nx : GUD_REYNOLDS_NX;
}

static int grid_ny(const GudFilm *film)
{
  return film->ny ? film->ny : GUD_REYNOLDS_NY;
}

const char *gud_reynolds_fault(const GudFilm *film)
{
  int nx = grid_nx(film), ny = grid_ny(film);
  if (nx < GUD_REYNOLDS_MIN_NX || nx > GUD_REYNOLDS_MAX_NX) return "nx must be 8 ... 480";
  if (ny < 1 || ny > GUD_REYNOLDS_MAX_NY) return "ny must be 1 ... 160";
  if (nx * ny > GUD_REYNOLDS_CELLS) return "nx times ny must be at most 20000";
  if (film->cavitation == GUD_CAVITATION_JFO && !film->num_openings)
    return "a mass-conserving film needs an opening that feeds it (film.openings)";
  if (film->cavitation == GUD_CAVITATION_JFO && film->inner)
    return "openings in the journal turn, so a fill that follows at once (jfo) has no meaning: take "
           "transported";
  if (film->inner && gud_shape_any(&film->shape))
    return "openings in the journal turn, and the film with them: the bearing must be round then";
  return NULL;
}

size_t gud_reynolds_size(const GudFilm *film)
{
  int    nx = grid_nx(film), ny = grid_ny(film);
  size_t n = (size_t)nx * (size_t)ny, shape = gud_shape_any(&film->shape) ? 3 * n + (size_t)nx : 0;
  return sizeof(GudScalar) * (17 * n + 2 * (size_t)nx + gud_ring_size(nx, ny)) +
         sizeof(GudScalar) * (4 * (size_t)nx + shape + 2 * n / sizeof(GudScalar) + 1);
}

int gud_reynolds_memory(const GudFilm *film)
{
  int n = grid_nx(film) * grid_ny(film);
  return GUD_REYNOLDS_HEAD + n + (film->cavitation == GUD_CAVITATION_TRANSPORTED ? GUD_REYNOLDS_FILL + n : 0);
}

/* Column i (of centres), row j (centres at whole numbers) from the middle of an opening, by R. */
static void from_opening(const GudReynolds *g, const GudOpening *o, int i, double j, double xy[2])
{
  xy[0] = remainder(i * g->dx - o->angle, turn);
  xy[1] = (j + 0.5 - 0.5 * g->ny) * g->dz - o->at / g->film->radius;
}

/* (Y9) Opening of a cell; -1: none. */
static int opening_of(const GudReynolds *g, int i, int j)
{
  const GudOpeningGrid grid = {g->dx, g->dz};
  for (int n = 0; n < g->film->num_openings; n++) {
    double xy[2];
    from_opening(g, &g->film->opening[n], i, j, xy);
    if (gud_opening_has(&g->film->opening[n], g->film->radius, &grid, xy[0], xy[1])) return n;
  }
  return -1;
}

/* (Y9) Conductance between the fed cell and the place outside (i, j), in direction s from there; at_end: the place is an end. */
static double beside(const GudReynolds *g, int fed, int i, double j, const int s[2], int at_end)
{
  const GudOpening    *o    = &g->film->opening[g->fed[fed]];
  const GudOpeningGrid grid = {g->dx, g->dz};
  double               xy[2];
  from_opening(g, o, i, j, xy);
  return gud_opening_near(o, g->film->radius, &grid, xy, s, at_end);
}

static void lay_out(GudReynolds *g, GudScalar *work)
{
  size_t n = (size_t)g->n;
  g->z = work, g->hx = g->z + n, g->hz = g->hx + n;
  g->rest   = g->hz + n + g->nx;
  g->aux    = g->rest + n;
  g->before = g->aux + 4 * n;
  g->demand = g->aux + 5 * n, g->spread = g->demand + n, g->k_cell = g->spread + n, g->rho = g->k_cell + n;
  g->kx = g->rho + n, g->kz = g->kx + n;
  GudScalar *more = g->kz + n + g->nx; /* [n], for rough surfaces */
  g->cx           = g->sigma > 0 ? more : g->hx;
  g->old          = more + n;
  g->ring_work    = more + 2 * n;
  double *d       = (double *)(g->ring_work + gud_ring_size(g->nx, g->ny));
  g->cos_c = d, g->sin_c = d + g->nx, g->cos_f = d + 2 * (ptrdiff_t)g->nx,
  g->sin_f     = d + 3 * (ptrdiff_t)g->nx;
  size_t shape = g->shaped ? n : 0, shape_z = g->shaped ? n + (size_t)g->nx : 0;
  g->d_c = d + 4 * (ptrdiff_t)g->nx, g->d_x = g->d_c + shape, g->d_z = g->d_x + shape;
  g->kind = (unsigned char *)(g->d_z + shape_z), g->fed = g->kind + n;
}

/* d at centres and faces, in cells from (0, 0) */
static void set_shape(GudReynolds *g)
{
  const GudShape *s    = &g->film->shape;
  int             worn = s->worn[0] || s->worn[1];
  double          c = g->film->clearance, B = g->film->length;
  for (int i = 0; i < g->nx; i++)
    for (int half = 0; half < 2; half++) { /* centres, with the faces along there; faces around */
      double around = gud_shape_around(s, (i + 0.5 * half) * g->dx);
      for (int j = 0; j < 2 * g->ny + 1; j++) { /* faces are even */
        double y = 0.5 * (j - 1), x = i + 0.5 * half;
        if (half && j % 2 == 0) continue;
        double d = around + gud_shape_along(s, ((double)j / (2 * g->ny) - 0.5) * B) +
                   (worn ? gud_shape_worn(s, g->nx, g->ny, x, y) : 0);
        if (j % 2 == 0) g->d_z[i * (g->ny + 1) + j / 2] = d / c;
        else (half ? g->d_x : g->d_c)[i * g->ny + j / 2] = d / c;
      }
    }
}

static void set_geometry(GudReynolds *g)
{
  for (int i = 0; i < g->nx; i++) {
    g->cos_c[i] = cos(i * g->dx), g->sin_c[i] = sin(i * g->dx);
    g->cos_f[i] = cos((i + 0.5) * g->dx), g->sin_f[i] = sin((i + 0.5) * g->dx);
  }
  if (g->shaped) set_shape(g);
  for (int i = 0; i < g->nx; i++) {
    for (int j = 0; j < g->ny; j++)
      g->hx[i * g->ny + j] = thickness(g, along(g, j), g->cos_f[i], g->sin_f[i]) +
                             (g->shaped ? g->d_x[i * g->ny + j] : 0);
    for (int j = 0; j < g->ny && g->sigma > 0; j++)
      g->cx[i * g->ny + j] = carried_gap(g, g->hx[i * g->ny + j]).v;
    for (int j = 0; j <= g->ny; j++)
      g->hz[i * (g->ny + 1) + j] = thickness(g, along_face(g, j), g->cos_c[i], g->sin_c[i]) +
                                   (g->shaped ? g->d_z[i * (g->ny + 1) + j] : 0);
  }
}

/* What is carried through the face after a cell, less what comes in. Smooth: exact differences of (L1). */
static GudScalar carried_step(const GudReynolds *g, int i, int j)
{
  if (!(g->sigma > 0)) return thickness_step(g, i, j);
  return g->cx[i * g->ny + j] - g->cx[(i ? i - 1 : g->nx - 1) * g->ny + j];
}

/* (Y13): share of the squeeze in the demand of a cell, and rate of filling per thickness. */
static void set_transport(GudReynolds *g, const double *memory, int conservative)
{
  const double *kept = memory + GUD_REYNOLDS_HEAD + g->n, area = g->s * g->dz;
  double        T = fmax(g->film->t - kept[GUD_REYNOLDS_TIME], 0) /* stages read after their step: its end */,
         least    = g->pace > 0 ? 1e-6 / g->pace : 1;
  g->age          = conservative ? T : T + least;
  for (int i = 0, k = 0; i < g->nx; i++)
    for (int j = 0; j < g->ny; j++, k++) {
      GudByGap  H = mean_at(g, i, j);
      double    t = along(g, j), c = g->cos_c[i], s = g->sin_c[i];
      GudScalar rate = H.d1 * thickness_rate(g, i, j);
      g->old[k]      = kept[GUD_REYNOLDS_FILL + k];
      if (conservative) {
        const double *u = kept + GUD_REYNOLDS_PLACE;
        double        h = 1 + kept[GUD_REYNOLDS_SWELL] - ((1 - t) * u[0] + t * u[2]) * c -
                   ((1 - t) * u[1] + t * u[3]) * s + (g->shaped ? g->d_c[k] : 0);
        rate = (H.v - gud_rough_mean(g->sigma, h).v) / T;
      }
      g->demand[k] = g->u[GUD_FILM_W] / 2 * carried_step(g, i, j) * g->dz +
                     area * (g->old[k] * rate + H.v * (1 - g->old[k]) / g->age);
    }
}

/* What the walls draw out of each cell, how much that varies across it, and the conductance of (Y10). */
static void set_demand(GudReynolds *g)
{
  double    area = g->s * g->dz;
  GudScalar w    = g->u[GUD_FILM_W] / 2;
  for (int i = 0, k = 0; i < g->nx; i++)
    for (int j = 0; j < g->ny; j++, k++) {
      double    t = along(g, j), c = g->cos_c[i], s = g->sin_c[i];
      GudScalar H = thickness_at(g, i, j), rate = thickness_rate(g, i, j), bend = thickness_bend(g, i, j);
      GudScalar turn_rate = sum_ends(g->u + GUD_FILM_RATES, t, -s, c), slope = thickness_slope(g, i, j);
      GudByGap  mean = mean_gap(g, H);
      g->demand[k]   = w * carried_step(g, i, j) * g->dz + mean.d1 * rate * area;
      g->spread[k]   = gud_abs(mean.d1 * (turn_rate + w * bend) + mean.d2 * slope * (rate + w * slope)) *
                     (area * g->dx);
      g->k_cell[k] = conductance(g, 0, H).v * (g->dz / g->dx);
    }
}

/* ---- edges within cells (Y10) ---- */

static int may_have_edge(const GudReynolds *g, int k)
{
  return gud_re(gud_front_end(g->demand[k], g->spread[k])) > 0;
}

static double edge_start(const GudReynolds *g, int k)
{
  return gud_front_start(gud_re(g->demand[k]), gud_re(g->spread[k]));
}

/* The pressure that belongs to rho. */
static void set_edge(GudReynolds *g, int k, GudScalar rho)
{
  GudFront e = edge_at(g, k, rho);
  g->kind[k] = GUD_CELL_EDGE, g->rho[k] = rho;
  g->z[k] = (g->demand[k] * e.p_f + g->spread[k] * e.p_a) / g->k_cell[k];
}

/* A cell of oil that has come to the pressure z is full, has an edge in it or is dry. Returns whether it is still full. */
static int settle(GudReynolds *g, int k)
{
  GudScalar p = g->z[k] * g->k_cell[k];
  if (may_have_edge(g, k) ? gud_re(p - gud_front_end(g->demand[k], g->spread[k])) >= 0
                          : gud_re(g->z[k]) >= -1e-13 * g->pace)
    return 1;
  if (may_have_edge(g, k) && gud_re(p) > 0) set_edge(g, k, gud_front_find(g->demand[k], g->spread[k], p));
  else g->kind[k] = GUD_CELL_DRY, g->z[k] = 0;
  return 0;
}

/* The last block of the ring: the column with the fewest unknowns, where factors cost least; among equals the first one downwards from
   the widest gap. */
static void set_seam(GudReynolds *g)
{
  double x = gud_re(g->u[0]) + gud_re(g->u[2]), y = gud_re(g->u[1]) + gud_re(g->u[3]);
  int    widest = wrap((int)lround(atan2(-y, -x) / g->dx), g->nx), fewest = g->ny + 1;
  for (int n = 0; n < g->nx && fewest > 0; n++) {
    int i = wrap(widest + n, g->nx), num = 0;
    for (int j = 0; j < g->ny; j++) num += unknown(g, i * g->ny + j);
    if (num < fewest) fewest = num, g->seam = i;
  }
}

/* Supply pressure of an opening, reduced (Y7). */
static GudScalar feed(const GudReynolds *g, int opening)
{
  GudScalar p = g->film->opening[opening].supply;
  double    a = g->film->barus;
  return (a > 0 ? -gud_expm1(-a * p) / a : p) / g->p0;
}

/* Starting set: openings; then the one remembered, else a full film. */
static void set_kinds(GudReynolds *g, const double *memory)
{
  int mode = g->film->cavitation;
  int warm = memory && memory[0] == g->nx && memory[1] == g->ny && mode >= GUD_CAVITATION_REYNOLDS;
  g->empty = with_void(g) ? GUD_CELL_VOID : GUD_CELL_DRY;
  for (int i = 0, k = 0; i < g->nx; i++)
    for (int j = 0; j < g->ny; j++, k++) {
      int    opening = opening_of(g, i, j), fed = opening >= 0;
      double z   = warm ? memory[GUD_REYNOLDS_HEAD + k] : 0;
      g->kind[k] = (unsigned char)(fed ? GUD_CELL_FED : z < 0 ? g->empty : GUD_CELL_OIL);
      g->fed[k]  = (unsigned char)(fed ? opening : 0);
      g->z[k]    = g->kind[k] == GUD_CELL_DRY ? 0 : z;
      if (fed) g->z[k] = feed(g, opening);
      if (warm && mode == GUD_CAVITATION_REYNOLDS && g->kind[k] == GUD_CELL_OIL) settle(g, k);
    }
}

/* Conductances of all faces (Y4), with those beside openings (Y9). */
static void set_conductances(GudReynolds *g)
{
  int    nx = g->nx, ny = g->ny;
  double around = g->dz / g->dx, along = g->dx / g->dz;
  for (int i = 0, k = 0; i < nx; i++)
    for (int j = 0; j < ny; j++, k++) {
      int next = i + 1 == nx ? 0 : i + 1, to = next * ny + j, s[2] = {is_fed(g, k) ? -1 : 1, 0};
      g->kx[k] = conductance(g, 0, g->hx[k]).v * around;
      if (is_fed(g, k) != is_fed(g, to))
        g->kx[k] *= is_fed(g, k) ? beside(g, k, next, j, s, 0) : beside(g, to, i, j, s, 0);
    }
  for (int i = 0, k = 0; i < nx; i++)
    for (int j = 0; j <= ny; j++, k++) {
      int    a = i * ny + j - 1, b = a + 1, end = j == 0 || j == ny, in = j ? a : b;
      double near = end ? ny == 1 ? 6 : 3.5 : 1;
      if (end && is_fed(g, in)) near = beside(g, in, i, j - 0.5, (int[2]){0, j ? -1 : 1}, 1);
      if (!end && is_fed(g, a) != is_fed(g, b))
        near = is_fed(g, a) ? beside(g, a, i, j, (int[2]){0, -1}, 0)
                            : beside(g, b, i, j - 1, (int[2]){0, 1}, 0);
      g->kz[k] = conductance(g, 1, g->hz[k]).v * (along * near);
    }
}

/* ---- the system for a given set ---- */

/* Storage of a void cell: s dz (dH/dt + z max(dH/dt, 0)) with z = -eta, plus drag (z - z_before); its slope by z.
   The drag of a solution is 1e-12 of the flow, lest a void cell that neither rotation nor squeeze reaches
   leave the system singular. */
static GudScalar void_storage(const GudReynolds *g, int i, int j)
{
  if (transported(g)) return mean_at(g, i, j).v * (g->s * g->dz / g->age);
  return gud_pos(mean_at(g, i, j).d1 * thickness_rate(g, i, j) * (g->s * g->dz)) + g->drag;
}

/* (Y6) What the void of a cell takes from the flow through the face after it and from its storage. */
static void add_void(GudReynolds *g)
{
  GudScalar w    = g->u[GUD_FILM_W] * (g->dz / 2);
  int       down = gud_re(w) > 0;
  for (int i = 0, k = 0; i < g->nx; i++)
    for (int j = 0; j < g->ny; j++, k++) {
      if (pressurised(g, k)) continue;
      int       face = down ? k : (i ? i - 1 : g->nx - 1) * g->ny + j;
      int       to   = down ? (i + 1 == g->nx ? 0 : i + 1) * g->ny + j : face;
      GudScalar q    = w * g->cx[face] * (down ? g->z[k] : -g->z[k]); /* with the flow away from the cell */
      if (gud_re(w) == 0) q = 0;
      g->rest[k] += q + void_storage(g, i, j) * g->z[k] - g->drag * g->before[k];
      g->rest[to] -= q;
    }
}

/* (Y4) in every cell, reactions of edges included. */
static void residual(GudReynolds *g)
{
  int        nx = g->nx, ny = g->ny;
  double     pe = end_pressure(g);
  GudScalar *p  = g->aux;
  for (int k = 0; k < g->n; k++) g->rest[k] = g->demand[k], p[k] = pressurised(g, k) ? g->z[k] : 0;
  for (int i = 0; i < nx; i++) {
    int k = i * ny, next = i + 1 == nx ? 0 : k + ny;
    for (int j = 0; j < ny; j++) {
      GudScalar q = g->kx[k + j] * (p[k + j] - p[next + j]);
      g->rest[k + j] += q, g->rest[next + j] -= q;
    }
    const GudScalar *kz = g->kz + i * (ny + 1);
    for (int j = 1; j < ny; j++) {
      GudScalar q = kz[j] * (p[k + j - 1] - p[k + j]);
      g->rest[k + j - 1] += q, g->rest[k + j] -= q;
    }
    for (int e = 0; e < 2; e++) {
      int    at    = e ? k + ny - 1 : k;
      double share = end_share(g, at);
      g->rest[at] += kz[e ? ny : 0] *
                     (p[at] - share * (share > 0 ? p[e ? at - 1 : at + 1] : 0) - (1 - share) * pe);
    }
  }
  if (with_void(g)) add_void(g);
  for (int k = 0; k < g->n; k++) {
    if (g->kind[k] != GUD_CELL_EDGE) continue;
    GudFront e = edge_at(g, k, g->rho[k]);
    g->rest[k] -= reaction(g, k, &e);
  }
}

/* Row r loses what the pressure of cell (i, j) drives into it. */
static void couple(GudReynolds *g, int r, int i, int j, GudScalar k)
{
  int cell = i * g->ny + j;
  if (unknown(g, cell) && pressurised(g, cell)) *gud_ring_at(&g->ring, r, ring_column(g, i) + j) -= k;
}

static void assemble_cell(GudReynolds *g, int i, int j)
{
  int nx = g->nx, ny = g->ny, k = i * ny + j, r = ring_column(g, i) + j, before = i ? i - 1 : nx - 1,
      next            = i + 1 == nx ? 0 : i + 1;
  const GudScalar *kz = g->kz + i * (ny + 1) + j, left = g->kx[before * ny + j];
  GudScalar        sum = left + g->kx[k] + kz[0] + kz[1];
  if (g->kind[k] == GUD_CELL_EDGE) sum += edge_at(g, k, g->rho[k]).steep * g->k_cell[k];
  if (!pressurised(g, k)) sum = void_storage(g, i, j);
  *gud_ring_at(&g->ring, r, r) += sum;
  couple(g, r, before, j, left), couple(g, r, next, j, g->kx[k]);
  if (j > 0) couple(g, r, i, j - 1, kz[0] + (j == ny - 1 ? kz[1] * end_share(g, k) : 0));
  if (j < ny - 1) couple(g, r, i, j + 1, kz[1] + (j == 0 ? kz[0] * end_share(g, k) : 0));
}

/* (Y6) Columns of the void carried downstream. */
static void assemble_void(GudReynolds *g)
{
  GudScalar w    = g->u[GUD_FILM_W] * (g->dz / 2);
  int       down = gud_re(w) > 0;
  for (int i = 0, k = 0; i < g->nx; i++)
    for (int j = 0; j < g->ny; j++, k++) {
      int before = i ? i - 1 : g->nx - 1, next = i + 1 == g->nx ? 0 : i + 1, to = down ? next : before;
      int col = ring_column(g, i) + j;
      if (pressurised(g, k) || gud_re(w) == 0) continue;
      GudScalar q = down ? w * g->cx[k] : -w * g->cx[before * g->ny + j];
      *gud_ring_at(&g->ring, col, col) += q;
      if (unknown(g, to * g->ny + j)) *gud_ring_at(&g->ring, ring_column(g, to) + j, col) -= q;
    }
}

/* Factors of the system for the present set; rows of other cells are those of the identity. */
GudStatus gud_reynolds_factor(GudReynolds *g)
{
  gud_ring_clear(&g->ring, g->nx, g->ny, g->ring_work);
  for (int i = 0, k = 0; i < g->nx; i++)
    for (int j = 0; j < g->ny; j++, k++) {
      if (unknown(g, k)) assemble_cell(g, i, j);
      else *gud_ring_at(&g->ring, ring_column(g, i) + j, ring_column(g, i) + j) = 1;
    }
  if (with_void(g)) assemble_void(g);
  g->factored = 1;
  return gud_ring_factor(&g->ring);
}

/* Newton's step of every cell, into aux, by ring_row. */
static void step_of_set(GudReynolds *g)
{
  for (int k = 0; k < g->n; k++) g->aux[ring_row(g, k)] = unknown(g, k) ? -g->rest[k] : 0;
  gud_ring_solve(&g->ring, g->aux);
}

/* Solves for the unknown cells, linear in z (no edges); z of the others stays. */
static GudStatus solve_set(GudReynolds *g)
{
  if (gud_reynolds_factor(g) != GUD_OK) return GUD_RETRY;
  residual(g);
  step_of_set(g);
  for (int k = 0; k < g->n; k++)
    if (unknown(g, k)) g->z[k] += g->aux[ring_row(g, k)];
  return GUD_OK;
}

/* ---- complementarity ---- */

/* Counts the cells whose sign is wrong. The bounds are round-off of the largest value. */
static int wrong_cells(const GudReynolds *g)
{
  double z_max = g->pace;
  int    wrong = 0;
  for (int k = 0; k < g->n; k++)
    if (pressurised(g, k)) z_max = fmax(z_max, fabs(gud_re(g->z[k])));
  for (int k = 0; k < g->n; k++)
    wrong += (g->kind[k] == GUD_CELL_OIL && gud_re(g->z[k]) < -1e-13 * z_max) ||
             (g->kind[k] == GUD_CELL_VOID && gud_re(g->z[k]) > 1e-12);
  return wrong;
}

/* Where the edge of a dry cell would be if all its neighbours stayed as they are: with the residual `rest` at P = 0 and the
   conductance of all its faces, by bisection. */
static double edge_alone(const GudReynolds *g, int k, double start)
{
  double low = start, high = 2, ratio = g->dx / g->dz, faces = 2 * (1 + ratio * ratio);
  for (int i = 0; i < 12; i++) {
    double    rho = 0.5 * (low + high);
    GudFront  e   = edge_at(g, k, rho);
    GudScalar p   = g->demand[k] * e.p_f + g->spread[k] * e.p_a;
    if (gud_re(g->rest[k] + faces * p - reaction(g, k, &e)) < 0) low = rho;
    else high = rho;
  }
  return 0.5 * (low + high);
}

/* Dry cells that pressure around them opens, at most `most` of them. */
static int open_dry(GudReynolds *g, int most)
{
  double flow_max = 0;
  int    opened   = 0;
  for (int k = 0; k < g->n; k++) flow_max = fmax(flow_max, fabs(gud_re(g->demand[k])));
  for (int k = 0; k < g->n && opened < most; k++) {
    if (g->kind[k] != GUD_CELL_DRY) continue;
    double   start = may_have_edge(g, k) ? edge_start(g, k) : 2;
    GudFront e     = edge_at(g, k, start);
    if (gud_re(g->rest[k]) >= (start < 2 ? gud_re(reaction(g, k, &e)) : 0) - 1e-13 * flow_max) continue;
    opened++;
    if (start < 2) set_edge(g, k, edge_alone(g, k, start));
    else g->kind[k] = GUD_CELL_OIL;
  }
  return opened;
}

/* Cell k moves by dz, an edge by not more than half a cell. Returns by which share of rho; 1 if its kind changes. */
static double move(GudReynolds *g, int k, GudScalar dz)
{
  if (g->kind[k] == GUD_CELL_OIL) {
    g->z[k] += dz;
    return settle(g, k) ? 0 : 1;
  }
  GudFront  e    = edge_at(g, k, g->rho[k]);
  GudScalar step = dz * g->k_cell[k] / e.p_rho, rho = g->rho[k];
  if (fabs(gud_re(step)) > 0.5) step = gud_re(step) > 0 ? 0.5 : -0.5;
  rho += step;
  if (gud_re(rho) > edge_start(g, k) && gud_re(rho) < 2) {
    set_edge(g, k, rho);
    return fabs(gud_re(step / rho));
  }
  if (gud_re(rho) >= 2)
    g->kind[k] = GUD_CELL_OIL, g->z[k] = gud_front_end(g->demand[k], g->spread[k]) / g->k_cell[k];
  else g->kind[k] = GUD_CELL_DRY, g->z[k] = 0;
  return 1;
}

/* (Y5) by Newton's method on edges and kinds. The factors are kept while edges move by less than CHORD. */
static GudStatus solve_dry(GudReynolds *g)
{
  double moved = 1, last_step = 0;
  for (int i = 0; i < MAX_ITERATIONS; i++) {
    double step_max = 0, z_max = g->pace;
    residual(g);
    int opened = open_dry(g, i < MAX_ITERATIONS / 2 ? g->n : 1);
    if (opened) residual(g);
    if (opened || moved > CHORD || last_step < 0) {
      g->iterations++;
      if (gud_reynolds_factor(g) != GUD_OK) return GUD_RETRY;
    }
    step_of_set(g);
    moved = opened ? 1 : 0;
    for (int k = 0; k < g->n; k++) {
      if (!unknown(g, k)) continue;
      GudScalar dz = g->aux[ring_row(g, k)];
      step_max     = fmax(step_max, fabs(gud_re(dz)));
      moved        = fmax(moved, move(g, k, dz));
      z_max        = fmax(z_max, gud_re(g->z[k]));
    }
    last_step = step_max > SHORTER * fabs(last_step) ? -step_max : step_max; /* < 0: too slow, factor anew */
    if (moved < CHORD && step_max <= 1e-12 * z_max) {
      g->factored = 0;
      return GUD_OK;
    }
  }
  return GUD_RETRY;
}

/* z = from + t (to - from), kinds by its sign; returns the sum of the absolute residuals. */
static double try_step(GudReynolds *g, double t, const GudScalar *from, const GudScalar *to)
{
  double sum = 0;
  for (int k = 0; k < g->n; k++) {
    if (g->kind[k] == GUD_CELL_FED) continue;
    g->z[k]    = from[k] + t * (to[k] - from[k]);
    g->kind[k] = gud_re(g->z[k]) < 0 ? GUD_CELL_VOID : GUD_CELL_OIL;
  }
  residual(g);
  for (int k = 0; k < g->n; k++)
    if (unknown(g, k)) sum += fabs(gud_re(g->rest[k]));
  return sum;
}

/* (Y6) is piecewise linear in z: Newton's method; late steps are halved until the residual falls. */
static GudStatus newton(GudReynolds *g, int max_iterations)
{
  GudScalar *from = g->aux + g->n, *to = from + g->n;
  size_t     size = (size_t)g->n * sizeof *from;
  memcpy(from, g->z, size);
  double norm = try_step(g, 0, from, from);
  for (int i = 0; i < max_iterations; i++) {
    g->iterations++;
    if (solve_set(g) != GUD_OK) return GUD_RETRY;
    residual(g);
    if (!wrong_cells(g)) return GUD_OK;
    double t = 1, new_norm;
    memcpy(to, g->z, size);
    while ((new_norm = try_step(g, t, from, to)) > (1 - 0.01 * t) * norm && i > PATIENCE && t > 0.01) t /= 2;
    memcpy(from, g->z, size);
    norm = new_norm;
  }
  return GUD_RETRY;
}

/* Nearly starved films resist: there the void grows in implicit steps of pseudo-time, longer and longer. */
static GudStatus solve_void(GudReynolds *g)
{
  const double least_drag = g->drag;
  memset(g->before, 0, (size_t)g->n * sizeof *g->before);
  if (newton(g, (transported(g) ? 20 : 2) * PATIENCE) == GUD_OK) return GUD_OK;
  if (transported(g)) return GUD_RETRY;
  for (int k = 0; k < g->n; k++)
    if (g->kind[k] != GUD_CELL_FED) g->z[k] = 0;
  for (double drag = 1e11 * least_drag; drag > least_drag; drag /= drag > 1e7 * least_drag ? 3 : 100) {
    g->drag = drag;
    if (newton(g, 4 * PATIENCE) != GUD_OK) return GUD_RETRY;
    for (int k = 0; k < g->n; k++) g->before[k] = g->kind[k] == GUD_CELL_VOID ? g->z[k] : 0;
  }
  g->drag = least_drag;
  return newton(g, 4 * PATIENCE);
}

static GudStatus solve_film(GudReynolds *g)
{
  if (g->film->cavitation == GUD_CAVITATION_REYNOLDS) return solve_dry(g);
  if (with_void(g)) return solve_void(g);
  g->iterations    = 1;
  GudStatus status = solve_set(g);
  if (status == GUD_OK) residual(g);
  return status;
}

/* Grid, thickness and the set to start from. */
static GudStatus prepare(GudReynolds *g, const GudFilm *film, const GudScalar *u, const double *memory,
                         void *work)
{
  double stretch = film->radius / film->clearance;
  if (gud_reynolds_fault(film)) return GUD_FATAL;
  for (int k = 0; k < film->num_openings; k++)
    if (gud_re(film->opening[k].supply) < 0) return GUD_RETRY;
  g->film = film, g->nx = grid_nx(film), g->ny = grid_ny(film), g->n = g->nx * g->ny;
  g->dx = turn / g->nx, g->dz = film->length / film->radius / g->ny, g->s = 2 * sin(g->dx / 2);
  g->p0 = 12 * film->viscosity * stretch * stretch, g->sigma = film->rough.sigma / film->clearance;
  for (int k = 0; k < GUD_FILM_INPUTS; k++) g->u[k] = k == GUD_FILM_W ? u[k] : u[k] / film->clearance;
  g->shaped = gud_shape_any(&film->shape);
  if (!g->shaped && !(least(g) > GUD_ASPERITY_LEAST * g->sigma)) return GUD_RETRY;
  g->iterations = 0, g->pace = fabs(film->swell_rate);
  for (int k = GUD_FILM_RATES; k < GUD_FILM_INPUTS; k++) g->pace += fabs(gud_re(g->u[k]));
  g->drag = 1e-12 * g->s * g->dz * g->pace;
  lay_out(g, work);
  set_geometry(g);
  if (g->shaped && !(least(g) > (g->sigma > 0 ? GUD_ASPERITY_LEAST * g->sigma : 1e-9))) return GUD_RETRY;
  set_demand(g);
  if (transported(g)) {
    if (!memory || memory[0] != g->nx || memory[1] != g->ny) return GUD_FATAL;
    set_transport(g, memory, 0);
  }
  set_kinds(g, memory);
  set_seam(g);
  set_conductances(g);
  return GUD_OK;
}

GudStatus gud_reynolds_solve(GudReynolds *g, const GudFilm *film, const GudScalar *u, const double *memory,
                             void *work)
{
  g->status = prepare(g, film, u, memory, work);
  if (g->status == GUD_OK) g->status = solve_film(g);
  return g->status;
}

/* ---- the fill from step to step (Y13) ---- */

void gud_reynolds_begin(const GudFilm *film, const GudScalar *u, double *memory)
{
  int     nx = grid_nx(film), ny = grid_ny(film), n = nx * ny;
  double *kept = memory + GUD_REYNOLDS_HEAD + n;
  if (film->cavitation != GUD_CAVITATION_TRANSPORTED) return;
  memory[0] = nx, memory[1] = ny;
  for (int k = 0; k < n; k++)
    memory[GUD_REYNOLDS_HEAD + k]                          = film->fill < 1 ? film->fill - 1 : 0,
                               kept[GUD_REYNOLDS_FILL + k] = film->fill;
  kept[GUD_REYNOLDS_TIME] = film->t, kept[GUD_REYNOLDS_SWELL] = film->swell, kept[GUD_REYNOLDS_IN] = 0;
  for (int k = 0; k < 4; k++) kept[GUD_REYNOLDS_PLACE + k] = gud_re(u[k]) / film->clearance;
  kept[GUD_REYNOLDS_CONTENT] = -1; /* known at the end of the first step */
}

/* Oil in the film with the place that memory has, dimensionless. */
static double content(const GudReynolds *g, const double *kept)
{
  const double *u   = kept + GUD_REYNOLDS_PLACE;
  double        sum = 0;
  for (int i = 0, k = 0; i < g->nx; i++)
    for (int j = 0; j < g->ny; j++, k++) {
      double t = along(g, j), c = g->cos_c[i], s = g->sin_c[i];
      double h = 1 + kept[GUD_REYNOLDS_SWELL] - ((1 - t) * u[0] + t * u[2]) * c -
                 ((1 - t) * u[1] + t * u[3]) * s + (g->shaped ? g->d_c[k] : 0);
      sum += gud_re(gud_rough_mean(g->sigma, h).v) * kept[GUD_REYNOLDS_FILL + k] * g->s * g->dz;
    }
  return sum;
}

double gud_reynolds_content(const GudReynolds *g, const double *memory, double *unexplained)
{
  const double *kept = memory + GUD_REYNOLDS_HEAD + g->n;
  double        unit = g->film->clearance * g->film->radius * g->film->radius, now = content(g, kept) * unit;
  if (unexplained) *unexplained = now - kept[GUD_REYNOLDS_CONTENT] - kept[GUD_REYNOLDS_IN];
  return now;
}

GudStatus gud_reynolds_advance(GudReynolds *g, double *memory)
{
  double *kept = memory + GUD_REYNOLDS_HEAD + g->n, T = g->film->t - kept[GUD_REYNOLDS_TIME];
  double  unit = g->film->clearance * g->film->radius * g->film->radius;
  if (kept[GUD_REYNOLDS_CONTENT] < 0) kept[GUD_REYNOLDS_CONTENT] = content(g, kept) * unit;
  if (!(T > 0)) return GUD_OK;
  set_transport(g, memory, 1);
  g->status = solve_void(g);
  for (int k = 0; k < g->n; k++)
    if (!isfinite(gud_re(g->z[k]))) g->status = GUD_RETRY;
  if (g->status != GUD_OK) return g->status;
  kept[GUD_REYNOLDS_IN] += T * gud_reynolds_inflow(g);
  for (int k = 0; k < g->n; k++)
    kept[GUD_REYNOLDS_FILL + k] = g->kind[k] == GUD_CELL_VOID ? 1 + gud_re(g->z[k]) : 1;
  for (int k = 0; k < 4; k++) kept[GUD_REYNOLDS_PLACE + k] = gud_re(g->u[k]);
  kept[GUD_REYNOLDS_TIME] = g->film->t, kept[GUD_REYNOLDS_SWELL] = g->film->swell;
  return GUD_OK;
}
