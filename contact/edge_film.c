/* Oil film between an edge of a body (a meshed bore, the face of a slider) and a journal or a straight guide. The edge may be
   elastic: the gap follows from the absolute positions of its points, and the pressure goes back to them as consistent loads.

   a: frame of the journal or guide at x_a, of which e1 tells the turn; b: the edge, x(s) by (E1) of contract/edge.h.
   Plane vectors; J = quarter turn; r = x - x_a, u = x' - x_a', w = e1 x e1'/|e1|^2 the spin of a.
   (B1) bearing: n = r/|r|, t = J n,   h = |r| - (|X - X_c| - c) + delta,   U = t.(x_a' + w J r - x')
        X: the edge at the start, a circle of radius R about X_c; c the clearance, delta(theta) the profile. So h is c - e.n + u_r + delta + O(c^2/R), and
        the sag of a coarse mesh of a circle is no part of it. The film's coordinate is s = R theta, theta from the body's first axis.
   (B2) guide: T = e1/|e1|, N = J T,   n = N, h = r.N - lower + delta on a lower surface,   n = -N, h = upper - r.N + delta on an upper one;
        t = T or -T, along the edge;   U as above. s along the chord of the edge at the start.
   `speed` is added to w in (B1), not in (B5).
   U is the velocity of the other surface seen from the edge, which the grid of the film is fixed to; a common rigid motion
   gives 0. Cells are integrated by two Gauss points g of weight ds/2; faces f lie between cells:
   (B3) V_i' = sum_g ds/2 h',  hc in the middle of cells,  hf and qf = U h/2 at faces: strip_film.h, which returns P_i
   (B4) on the edge at each Gauss point  F = ds/2 P_g n, P_g by (X2) of strip_film.h from P_i,   with shear also  F = (ds/2 B mu U/h) t, and at each face
        F = -(P_i-1 - P_i) h/2 t: Couette flow everywhere in the gap, and what the pressure drags. The frame a receives -F at the same place.
        With shear the power of all forces is minus what the film dissipates, to the accuracy of the extrapolated film (FULL, REYNOLDS).
   (B5) moment M about x_a on the frame: Q_1 = (M/|e1|) J e1/|e1| on e1, so that Q_1.e1' = M w.
   Forces come in pairs at one place: momentum and angular momentum are kept to round-off.
   (B7) rough surfaces (film.sigma; lubrication/asperity.h): h is the distance of the mean planes. The film conducts by phi h^3, whose cube root
        it sees in place of h; V = int h_T ds, qf = U (h_T + sigma phi_s)/2, sheared oil and drag with h_T for h. Asperities press with p_a(h) over the whole
        width and rub with mu_b p_a against U: on the edge at each Gauss point F = ds/2 B p_a (n + mu_b U/(U^2 + v_0^2)^(1/2) t),
        whether `shear` or not. The pattern is isotropic. h may be negative.
   (B8) wear of rough films: the sums of contact/wear_sums.h at the middles of cells, with the means of both Gauss points and |v| = |U|. The edge wears place by place; a
        journal keeps its form. Depths, straight between the middles, are larger gaps. What slides past the face of a slider does not wear.
   (B6) tangent: dF = by geometry at fixed P, plus dP = J dy with J of (S5) and dy the changes of (B3).
   Shear on the edge acts along t, not along the slope of the edge: an effect of c/R.
   verified by: battery, t410, tests/studies: elastic_bearing, rough_edges, mixed_wear */
#include "contact/edge_film.h"

#include "contact/wear_sums.h"

#include <stdio.h>
#include <string.h>

enum { WHY = 200 };
static const double turn = 6.283185307179586476925286766559;

/* ---- set-up ---- */

static GudStatus make_rough(EdgeFilm *p, char *why)
{
  p->rough = (GudRough){0};
  if (!(p->sigma > 0)) {
    if (!(p->boundary > 0) && isnan(p->modulus)) return GUD_OK;
    snprintf(why, WHY,
             "film.boundary_friction and film.asperity_modulus belong to film.sigma, which is not given");
    return GUD_FATAL;
  }
  if (isnan(p->modulus)) {
    snprintf(why, WHY, "film.asperity_modulus is missing: asperities (film.sigma) need E* of both surfaces");
    return GUD_FATAL;
  }
  p->rough = (GudRough){.sigma    = p->sigma,
                        .pattern  = gud_rough_isotropic(),
                        .share    = p->share,
                        .pressure = gud_asperity_factor(p->number, p->slope) * p->modulus,
                        .friction = p->boundary,
                        .slip     = p->slip};
  return GUD_OK;
}

/* Film of these parameters: its extent is known. */
static GudStatus make_film(EdgeFilm *p, double extent, char *why)
{
  p->film           = (GudStrip){.nx         = p->nx,
                                 .ny         = p->wide ? 1 : (p->ny + 1) / 2,
                                 .closed     = p->edge->closed,
                                 .wide       = p->wide,
                                 .exact      = p->wide && !(p->sigma > 0),
                                 .cavitation = p->cavitation,
                                 .ds         = extent / p->nx,
                                 .width      = p->length,
                                 .viscosity  = p->viscosity};
  const char *fault = gud_strip_fault(&p->film);
  if (fault) snprintf(why, WHY, "film: %s", fault);
  return fault ? GUD_FATAL : make_rough(p, why);
}

GudStatus gud_edge_setup_bore(const GudForceType *self, void *params, char *why)
{
  (void)self;
  EdgeFilm *p = params;
  int       n = p->profile.n;
  if (!(p->clearance < 0.1 * p->radius)) {
    snprintf(why, WHY, "clearance %g m is no thin film in a bore of radius %g m", p->clearance, p->radius);
    return GUD_FATAL;
  }
  if (n && p->profile.x[n - 1] - p->profile.x[0] > turn * (1 + 1e-9)) {
    snprintf(why, WHY, "profile: the angles span %g rad, more than a turn",
             p->profile.x[n - 1] - p->profile.x[0]);
    return GUD_FATAL;
  }
  for (int k = 0; k < n; k++)
    if (!(p->profile.y[k] > -p->clearance)) {
      snprintf(why, WHY, "profile: %g m at %g rad takes away all of the clearance %g m", p->profile.y[k],
               p->profile.x[k], p->clearance);
      return GUD_FATAL;
    }
  return make_film(p, turn * p->radius, why);
}

GudStatus gud_edge_setup_face(const GudForceType *self, void *params, char *why)
{
  (void)self;
  EdgeFilm *p = params;
  if (isnan(p->lower) == isnan(p->upper)) {
    snprintf(why, WHY, "a film has one surface: give 'lower' or 'upper'; the other side is another film");
    return GUD_FATAL;
  }
  return make_film(p, p->extent, why);
}

/* ---- evaluation ---- */

/* (B8) */
static int wears(const EdgeFilm *p)
{
  return is_rough(p) && (p->wear[0] > 0 || p->wear[1] > 0);
}

static double worn_at(const EdgeFilm *p, double cells)
{
  double i = floor(cells - 0.5), x = cells - 0.5 - i, sum = 0;
  for (int k = 0; k < 2; k++) {
    int at = (int)i + k, nx = p->film.nx;
    at = p->film.closed ? ((at % nx) + nx) % nx : at < 0 ? 0 : at < nx ? at : nx - 1;
    for (int side = 0; side < 2; side++)
      if (p->worn[side]) sum += (k ? x : 1 - x) * p->worn[side][at];
  }
  return sum;
}

static void set_gaps(const GudForceArgs *s, Head *o)
{
  const EdgeFilm *p  = s->params;
  Station        *st = stations_of(s);
  int             nx = p->film.nx, faces = gud_strip_faces(&p->film), piece = 0;
  double          least = INFINITY;
  gud_edge_counter(s, p, &o->a);
  for (int i = 0; i < faces; i++) { /* in the order along the edge */
    const int at[4] = {face_station(p, i), 2 * i, middle_station(p, i), 2 * i + 1};
    for (int k = 0; k < (i < nx ? 4 : 1); k++) {
      int n = at[k];
      piece = gud_edge_place(p, gud_edge_cells(p, n), piece, &st[n]);
      st[n].rest += worn_at(p, gud_edge_cells(p, n));
      st[n].weight = is_gauss_point(p, n) ? 0.5 * p->film.ds : 0;
      st[n].alpha = st[n].beta = 0;
      gud_edge_gap(s, p, &o->a, &st[n]);
      least = fmin(least, gud_re(st[n].h));
    }
  }
  gud_strip_begin(&o->film, &p->film, (GudScalar *)(void *)((char *)s->work + HEAD_SIZE + stations_size(p)));
  o->F[0] = o->F[1] = o->M = 0;
  o->status                = least > gud_edge_least(p) ? GUD_OK : GUD_RETRY;
}

static GudStatus solve(const GudForceArgs *s, Head *o)
{
  const EdgeFilm *p     = s->params;
  Station        *st    = stations_of(s);
  GudStripAt     *g     = &o->film;
  int             faces = g->faces;
  memset(g->in[0], 0, sizeof *g->in[0] * (size_t)(GUD_STRIP_INPUTS * faces));
  for (int f = 0; f < faces; f++) { /* (B3) */
    const Station *a       = &st[face_station(p, f)];
    g->in[GUD_STRIP_HF][f] = a->through.v, g->in[GUD_STRIP_QF][f] = a->U * a->carried.v / 2;
  }
  for (int n = 0; n < 2 * g->nx; n++) {
    GudScalar rate = st[n].weight * st[n].mean.d1 * st[n].ht;
    g->in[GUD_STRIP_VT][n / 2] += rate;
    if (p->film.exact) g->in[GUD_WIDE_VS][n / 2] += n % 2 ? rate : -rate;
  }
  for (int i = 0; i < g->nx && !p->film.exact; i++)
    g->in[GUD_STRIP_HC][i] = st[middle_station(p, i)].through.v;
  return gud_strip_solve(g, s->history);
}

/* P before and after a face */
GudScalar gud_edge_drop(const GudStripAt *g, int f)
{
  int       closed = g->film->closed;
  GudScalar before = f > 0 ? g->P[f - 1] : closed ? g->P[g->nx - 1] : 0, after = f < g->nx ? g->P[f] : 0;
  return before - after;
}

/* (X2) of strip_film.h, of pressures or of their change */
static GudScalar at_gauss_point(const GudStripAt *g, const GudScalar *P, int n)
{
  return P[n / 2] + (n % 2 ? 1 : -1) * gud_strip_lean(g, P, n / 2);
}

/* (A6) of asperity.h: sliding speed by its regularised size, and its derivative */
GudScalar gud_edge_slip(const EdgeFilm *p, GudScalar U, GudScalar *by_U)
{
  double    v0   = p->rough.slip;
  GudScalar size = gud_sqrt(U * U + v0 * v0);
  if (by_U) *by_U = v0 * v0 / (size * size * size);
  return U / size;
}

/* (B4), (B7) */
static void set_forces(const GudForceArgs *s, Head *o)
{
  const EdgeFilm *p  = s->params;
  Station        *st = stations_of(s);
  GudStripAt     *g  = &o->film;
  for (int n = 0; n < 2 * g->nx; n++) {
    st[n].alpha = st[n].weight * at_gauss_point(g, g->P, n);
    if (p->shear) st[n].beta = st[n].weight * p->length * p->viscosity * st[n].U / st[n].mean.v;
    if (!is_rough(p)) continue;
    GudScalar press = st[n].weight * p->length * st[n].touch.v;
    st[n].alpha += press, st[n].beta += p->rough.friction * press * gud_edge_slip(p, st[n].U, NULL);
  }
  for (int f = 0; f < g->faces && p->shear; f++) {
    Station *a = &st[face_station(p, f)];
    a->beta    = -gud_edge_drop(g, f) * a->mean.v / 2;
  }
  for (int n = 0; n < num_stations(p); n++) {
    GudScalar F[2] = {st[n].alpha * st[n].n[0] + st[n].beta * st[n].t[0],
                      st[n].alpha * st[n].n[1] + st[n].beta * st[n].t[1]};
    o->F[0] += F[0], o->F[1] += F[1], o->M -= cross2(st[n].r, F);
  }
}

GudStatus gud_edge_evaluate(const GudForceArgs *s, GudLevel level)
{
  Head *o = s->work;
  if (s->level < GUD_LEVEL_POSITION) set_gaps(s, o);
  if (o->status != GUD_OK) return level >= GUD_LEVEL_FORCE ? o->status : GUD_OK;
  if (s->level < GUD_LEVEL_FORCE && level >= GUD_LEVEL_FORCE) {
    o->status = solve(s, o);
    if (o->status == GUD_OK) set_forces(s, o);
  }
  if (o->status == GUD_OK && level == GUD_LEVEL_TANGENT) o->status = gud_strip_derivatives(&o->film);
  return o->status;
}

void gud_edge_residual(const GudForceArgs *s, GudScalar (*f)[3], GudScalar *rz)
{
  const EdgeFilm *p  = s->params;
  const Head     *o  = s->work;
  const Station  *st = stations_of(s);
  (void)rz;
  if (o->status != GUD_OK) return;
  for (int n = 0; n < num_stations(p); n++)
    for (int i = 0; i < 2; i++) {
      GudScalar F = st[n].alpha * st[n].n[i] + st[n].beta * st[n].t[i];
      for (int k = 0; k < 3; k++) f[XB + st[n].node[k]][i] += st[n].N[k] * F;
    }
  for (int i = 0; i < 2; i++) f[XA][i] -= o->F[i], f[E1][i] += o->M / o->a.l * o->a.N[i]; /* (B5) */
}

/* ---- tangent (B6) ---- */

static int touches(const Station *st, int node)
{
  return node < 0 || st->node[0] == node || st->node[1] == node || st->node[2] == node;
}

/* dP: changes of what the film sees, one after the other, each times a row of the derivatives. */
static void change_pressures(const GudForceArgs *s, const Change *d, GudScalar *dP)
{
  const EdgeFilm   *p  = s->params;
  const Head       *o  = s->work;
  const GudStripAt *g  = &o->film;
  const Station    *st = stations_of(s);
  StationChange     c;
  memset(dP, 0, sizeof *dP * (size_t)g->rows);
  for (int n = 0; n < num_stations(p); n++) {
    if (!touches(&st[n], d->node)) continue;
    gud_edge_gap_change(p, &o->a, &st[n], d, &c);
    int       face = n >= face_station(p, 0), gauss = is_gauss_point(p, n);
    int       at        = gauss ? n / 2 : n - (face ? face_station(p, 0) : middle_station(p, 0));
    GudScalar first     = gauss ? st[n].weight * (st[n].mean.d1 * c.ht + st[n].mean.d2 * st[n].ht * c.h)
                                : st[n].through.d1 * c.h,
              second    = (c.U * st[n].carried.v + st[n].U * st[n].carried.d1 * c.h) / 2;
    const GudScalar *J0 = g->J[gauss ? GUD_STRIP_VT : face ? GUD_STRIP_HF : GUD_STRIP_HC] + at;
    const GudScalar *J1 = g->J[gauss ? GUD_WIDE_VS : GUD_STRIP_QF] + at;
    if (gauss) second = n % 2 ? first : -first;
    if (p->film.exact && !face && !gauss) continue;
    for (int i = 0; i < g->rows; i++) dP[i] += J0[(ptrdiff_t)i * g->faces] * first;
    for (int i = 0; i < g->rows && (face || p->film.exact); i++)
      dP[i] += J1[(ptrdiff_t)i * g->faces] * second;
  }
}

/* Column of K for a change: forces on all points of the edge and on the frame */
static void change_forces(const GudForceArgs *s, const Change *d, const GudScalar *dP, int n, GudScalar *K)
{
  const EdgeFilm   *p      = s->params;
  const Head       *o      = s->work;
  const GudStripAt *g      = &o->film;
  const Station    *st     = stations_of(s);
  GudScalar         sum[2] = {0}, dM = 0;
  for (int m = 0; m < num_stations(p); m++) {
    const Station *a    = &st[m];
    StationChange  c    = {0};
    int            face = !is_gauss_point(p, m), f = m - face_station(p, 0);
    if (face && (!p->shear || f < 0)) continue;
    if (touches(a, d->node)) gud_edge_gap_change(p, &o->a, a, d, &c);
    GudScalar da = 0, db = 0, dF[2], F[2];
    if (!face) {
      da          = a->weight * at_gauss_point(g, dP, m);
      GudScalar h = a->mean.v, dh = a->mean.d1 * c.h, width = a->weight * p->length;
      if (p->shear) db = width * p->viscosity * (c.U - a->U * dh / h) / h;
      if (is_rough(p)) {
        GudScalar by_U, along = gud_edge_slip(p, a->U, &by_U), dp = a->touch.d1 * c.h;
        da += width * dp, db += p->rough.friction * width * (dp * along + a->touch.v * by_U * c.U);
      }
    } else {
      GudScalar before = f > 0            ? dP[f - 1]
                         : p->film.closed ? dP[g->nx - 1]
                                          : 0,
                after  = f < g->nx ? dP[f] : 0;
      db               = -((before - after) * a->mean.v + gud_edge_drop(g, f) * a->mean.d1 * c.h) / 2;
    }
    for (int i = 0; i < 2; i++) {
      F[i]  = a->alpha * a->n[i] + a->beta * a->t[i];
      dF[i] = da * a->n[i] + a->alpha * c.n[i] + db * a->t[i] + a->beta * c.t[i];
      sum[i] += dF[i];
      for (int k = 0; k < 3; k++) K[(ptrdiff_t)(3 * (XB + a->node[k]) + i) * n] += a->N[k] * dF[i];
    }
    dM -= cross2(c.r, F) + cross2(a->r, dF);
  }
  for (int i = 0; i < 2; i++) {
    K[(ptrdiff_t)(3 * XA + i) * n] -= sum[i];
    K[(ptrdiff_t)(3 * E1 + i) * n] +=
      (dM * o->a.N[i] - o->M * (o->a.T[i] * d->phi + o->a.N[i] * d->l / o->a.l)) / o->a.l;
  }
}

void gud_edge_tangent(const GudForceArgs *s, const double c[4], GudScalar *K)
{
  const EdgeFilm *p = s->params;
  const Head     *o = s->work;
  int             n = 3 * (XB + p->edge->num);
  GudScalar       dP[2 * GUD_STRIP_MAX_NX];
  if (o->status != GUD_OK || (c[0] == 0 && c[1] == 0)) return;
  for (int j = 0; j < n; j++) {
    int    vector = j / 3, i = j % 3;
    Change d = {.node = -1};
    if (i == 2 || (vector > E1 && vector < XB) || !gud_is_live(s->live, j)) continue;
    if (vector == XA) d.xa[i] = c[0], d.va[i] = c[1];
    else if (vector == E1) d.e[i] = c[0], d.et[i] = c[1];
    else d.x[i] = c[0], d.v[i] = c[1], d.node = vector - XB;
    gud_edge_frame_change(s, &o->a, &d);
    change_pressures(s, &d, dP);
    change_forces(s, &d, dP, n, K + j);
  }
}

/* ---- the rest of the contract ---- */

/* History: memory of the film, then shares of time of a rough one. */
static int mixed_at(const EdgeFilm *p)
{
  return gud_strip_memory(&p->film);
}

static int sums_at(const EdgeFilm *p)
{
  return mixed_at(p) + (is_rough(p) ? GUD_EDGE_MIXED_SIZE : 0);
}

int gud_edge_history_size(const GudForceType *self, const void *params)
{
  (void)self;
  const EdgeFilm *p = params;
  return sums_at(p) + (wears(p) ? gud_sums_size(p->film.nx) : 0);
}

void gud_edge_start(const GudForceArgs *s, double *history, double *z)
{
  const EdgeFilm *p = s->params;
  (void)z;
  memset(history, 0, sizeof(double) * (size_t)gud_edge_history_size(s->self, p));
  if (is_rough(p)) history[mixed_at(p) + GUD_EDGE_MIXED_LAST] = s->t;
  if (wears(p)) gud_sums_start(p->film.nx, s->t, p->worn, history + sums_at(p));
}

double gud_edge_lambda(const GudForceArgs *s)
{
  const EdgeFilm *p     = s->params;
  const Station  *st    = stations_of(s);
  double          least = INFINITY;
  for (int n = 0; n < num_stations(p); n++) least = fmin(least, gud_re(st[n].h));
  return least / p->rough.sigma;
}

const double *gud_edge_mixed(const GudForceArgs *s)
{
  return s->history + mixed_at(s->params);
}

static void keep_lambda(const GudForceArgs *s, double *h)
{
  double now = gud_edge_lambda(s), dt = s->t - h[GUD_EDGE_MIXED_LAST], before = h[GUD_EDGE_MIXED_LAMBDA];
  if (h[GUD_EDGE_MIXED_TIME] == 0) before = now;
  h[GUD_EDGE_MIXED_TIME] += dt;
  h[GUD_EDGE_MIXED_BELOW_1] += 0.5 * dt * ((before < 1) + (now < 1));
  h[GUD_EDGE_MIXED_BELOW_3] += 0.5 * dt * ((before < 3) + (now < 3));
  h[GUD_EDGE_MIXED_LAST] = s->t, h[GUD_EDGE_MIXED_LAMBDA] = now;
}

static void keep_sums(const GudForceArgs *s, double *sums)
{
  const EdgeFilm *p   = s->params;
  const Head     *o   = s->work;
  const Station  *st  = stations_of(s);
  int             nx  = p->film.nx;
  double         *now = gud_sums_open(nx, s->t, sums), mean = 0;
  for (int n = 0; n < 2 * nx; n++) {
    double press = gud_re(st[n].touch.v) / 2, v = fabs(gud_re(st[n].U));
    now[GUD_SUMS_LOAD * nx + n / 2] += press + gud_re(o->film.P[n / 2]) / (2 * p->length);
    now[GUD_SUMS_SEVERITY_B * nx + n / 2] += press * v, mean += press * v / nx;
    if (press > 0) now[GUD_SUMS_SLIDING * nx + n / 2] = v;
    gud_sums_steep(sums, -gud_re(st[n].touch.d1));
  }
  for (int i = 0; i < nx; i++) now[GUD_SUMS_SEVERITY_A * nx + i] = mean;
  gud_sums_close(nx, s->t, sums);
}

void gud_edge_worn(const GudForceArgs *s, double *a, double *b)
{
  const EdgeFilm *p = s->params;
  if (wears(p)) gud_sums_worn(p->film.nx, s->history + sums_at(p), a, b);
}

static int surface_sums(const GudForceType *self, const void *params, GudSurfaceSums *out)
{
  const EdgeFilm *p  = params;
  int             nx = p->film.nx;
  (void)self;
  if (!wears(p)) return 0;
  *out = (GudSurfaceSums){.nx        = nx,
                          .ny        = 1,
                          .flat      = !is_bearing(p),
                          .radius    = nx * p->film.ds / turn,
                          .length    = p->length,
                          .clearance = 10 * p->rough.sigma,
                          .wear      = {p->wear[0], p->wear[1]}};
  gud_sums_map(nx, sums_at(p), out);
  return 1;
}

static void surface_worn(const GudForceType *self, void *params, const double *const depth[2])
{
  EdgeFilm *p = params;
  (void)self;
  p->worn[0] = depth[0], p->worn[1] = depth[1];
}

const GudSurfaceGroup gud_edge_surface_group = {surface_sums, surface_worn};

/* What the solution starts from is renewed when it has become poor: the film is then to be evaluated anew, since its last digits
   depend on that. */
int gud_edge_accept(const GudForceArgs *s, int event, double *history)
{
  enum { POOR = 4 };
  const EdgeFilm *p = s->params;
  const Head     *o = s->work;
  (void)event;
  if (o->status != GUD_OK) return 0;
  if (is_rough(p)) keep_lambda(s, history + mixed_at(p));
  if (wears(p)) keep_sums(s, history + sums_at(p));
  if (p->film.cavitation != GUD_CAVITATION_REYNOLDS) return 0;
  if (history[0] != 0 && o->film.iterations < POOR) return 0;
  gud_strip_keep(&o->film, history);
  return 1;
}

/* Without work: the least gap at the points of the edge themselves, of which each is a station of weight 1. */
GudStatus gud_edge_ready(const GudForceArgs *s, char *why)
{
  const EdgeFilm *p     = s->params;
  const GudEdge  *e     = p->edge;
  double          least = INFINITY;
  Counter         a;
  gud_edge_counter(s, p, &a);
  for (int k = 0; k < e->num; k++) {
    Station st = {.node = {k, k, k}, .N = {1, 0, 0}};
    double  X = e->X[k][0] - p->centre[0], Y = e->X[k][1] - p->centre[1];
    if (is_bearing(p)) st.rest = p->clearance - hypot(X, Y) + gud_edge_profile(p, atan2(Y, X));
    else st.rest = isnan(p->lower) ? p->upper : -p->lower;
    gud_edge_gap(s, p, &a, &st);
    least = fmin(least, gud_re(st.h));
  }
  if (least > fmin(0, gud_edge_least(p))) return GUD_OK;
  snprintf(why, WHY, "there is no film: the thinnest gap along the edge is %.6g m", least);
  return GUD_FATAL;
}
