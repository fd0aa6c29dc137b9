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
   (B6) tangent: dF = by geometry at fixed P, plus dP = J dy with J of (S5) and dy the changes of (B3).
   Shear on the edge acts along t, not along the slope of the edge: an effect of c/R.
   verified by: battery, t410 ... t413, tests/studies: elastic_bearing */
#include "contact/edge_film.h"

#include <stdio.h>
#include <string.h>

enum { WHY = 200 };
static const double turn = 6.283185307179586476925286766559;

/* clang-format off */
#define AT(field) offsetof(EdgeFilm, field)
#define FILM_ROWS(around, along) \
  {"film.viscosity",  GUD_REAL,   GUD_VISCOSITY, GUD_POSITIVE, NULL,       AT(viscosity),  NULL, "dynamic viscosity of the oil"}, \
  {"film.cavitation", GUD_CHOICE, GUD_NUMBER,    GUD_ANY,      "reynolds", AT(cavitation), "guembel|full|reynolds", "where the oil cavitates: pressures below 0 left out, kept, complementarity"}, \
  {"film.shear",      GUD_BOOL,   GUD_NUMBER,    GUD_ANY,      "no",       AT(shear),      NULL, "the sheared oil drags both surfaces"}, \
  {"film.nx",         GUD_INT,    GUD_NUMBER,    GUD_POSITIVE, around,     AT(nx),         NULL, "cells of the film along the edge, whatever the mesh"}, \
  {"film.ny",         GUD_INT,    GUD_NUMBER,    GUD_POSITIVE, along,      AT(ny),         NULL, "cells of the film across it; it is symmetric, so an odd number counts as the next even one"}
static const GudParam bearing_params[] = {
  {"clearance", GUD_REAL,  GUD_LENGTH, GUD_POSITIVE, NULL,       AT(clearance), NULL,  "radial clearance: radius of the bore, which is that of the mesh, minus radius of the journal"},
  {"length",    GUD_REAL,  GUD_LENGTH, GUD_POSITIVE, NULL,       AT(length),    NULL,  "length of the bearing"},
  {"speed",     GUD_REAL,  GUD_ANG_VELOCITY, GUD_ANY, "0",      AT(speed),     NULL,  "spin of the shaft that the journal `a` does not show: added to that of its frame. With it a bearing has a static equilibrium; what drives the shaft is no part of the model"},
  {"profile",   GUD_TABLE, GUD_LENGTH, GUD_ANY,      GUD_ABSENT, AT(profile),   "rad", "the bore is not round: [[angle from the body's first axis, what its radius is larger by], ...], straight between, over one turn"},
  FILM_ROWS("120", "16")};
static const GudParam guide_params[] = {
  {"lower",     GUD_REAL,  GUD_LENGTH, GUD_ANY,      GUD_ABSENT, AT(lower),     NULL,  "surface below the edge: its place across the guide, seen from `a`; this or upper"},
  {"upper",     GUD_REAL,  GUD_LENGTH, GUD_ANY,      GUD_ABSENT, AT(upper),     NULL,  "surface above the edge, likewise"},
  {"width",     GUD_REAL,  GUD_LENGTH, GUD_POSITIVE, NULL,       AT(length),    NULL,  "width of the film, normal to the plane"},
  {"wide",      GUD_BOOL,  GUD_NUMBER, GUD_ANY,      "no",       AT(wide),      NULL,  "no oil leaves sideways: width is a part of an infinitely wide film"},
  {"speed",     GUD_REAL,  GUD_VELOCITY, GUD_ANY,    "0",        AT(speed),     NULL,  "velocity of the guide along `axis` that its frame `a` does not show (a belt, a slide at rest in a moving frame)"},
  {"profile",   GUD_TABLE, GUD_LENGTH, GUD_ANY,      GUD_ABSENT, AT(profile),   "m",   "the face is not straight: [[way along the edge from its first end, what the gap is larger by], ...]"},
  FILM_ROWS("64", "16")};
static const GudMarkerSlot guide_slots[] = {{"a", GUD_FRAME, 0, "the guide, along `axis` (default: x)"}, {"b", GUD_EDGE, 0, "the face that slides: a node set along it, or a list of points of one body"}};
static const GudOutput guide_outputs[] = {
  {"normal_force", "N", "force of the film on the face, away from the surface"}, {"friction_force", "N", "force on the face along the guide"},
  {"film_min", "m", "least thickness of the film"}, {"film_min_distance", "m", "where that is, from the first end of the edge"},
  {"film_pressure_max", "Pa", "largest pressure"}, {"film_pressure_distance", "m", "where that is"},
  {"film_flow", "m^3/s", "oil that leaves at sides and ends"}, {"film_loss", "W", "power that the film dissipates"},
  {"moment", "N m", "moment of the film on the face about the middle between its ends"}};
enum { OUT_NORMAL, OUT_FRICTION, OUT_GUIDE_MIN, OUT_GUIDE_MIN_AT, OUT_GUIDE_PRESSURE, OUT_GUIDE_PRESSURE_AT, OUT_GUIDE_FLOW, OUT_GUIDE_LOSS, OUT_GUIDE_MOMENT };
static const GudMarkerSlot bearing_slots[] = {{"a", GUD_FRAME, 0, "the journal"}, {"b", GUD_EDGE, 0, "the bore: a node set all round it"}};
static const GudOutput bearing_outputs[] = {
  {"fx", "N", "force on the journal, along x of space"}, {"fy", "N", "along y"}, {"film_force", "N", "its size"},
  {"film_min", "m", "least thickness of the film"}, {"film_min_angle", "rad", "where that is, from the first axis of the bearing's body"},
  {"film_pressure_max", "Pa", "largest pressure"}, {"film_pressure_angle", "rad", "where that is"},
  {"film_flow", "m^3/s", "oil that leaves at both sides"}, {"film_loss", "W", "power that the film dissipates"},
  {"film_torque", "N m", "torque of the sheared oil on the journal, whether it acts or not"},
  {"bore_displacement_max", "m", "largest displacement of the bore away from its centre, from where it is drawn: of a bush that is held"}};
enum { OUT_FX, OUT_FY, OUT_FORCE, OUT_MIN, OUT_MIN_AT, OUT_PRESSURE, OUT_PRESSURE_AT, OUT_FLOW, OUT_LOSS, OUT_TORQUE, OUT_BORE };
/* clang-format on */

/* ---- set-up ---- */

/* Film of these parameters: its extent is known. */
static GudStatus make_film(EdgeFilm *p, double extent, char *why)
{
  p->film           = (GudStrip){.nx         = p->nx,
                                 .ny         = p->wide ? 1 : (p->ny + 1) / 2,
                                 .closed     = p->edge->closed,
                                 .wide       = p->wide,
                                 .cavitation = p->cavitation,
                                 .ds         = extent / p->nx,
                                 .width      = p->length,
                                 .viscosity  = p->viscosity};
  const char *fault = gud_strip_fault(&p->film);
  if (fault) snprintf(why, WHY, "film: %s", fault);
  return fault ? GUD_FATAL : GUD_OK;
}

static GudStatus setup_bearing(void *params, char *why)
{
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

static GudStatus setup_guide(void *params, char *why)
{
  EdgeFilm *p = params;
  if (isnan(p->lower) == isnan(p->upper)) {
    snprintf(why, WHY, "a film has one surface: give 'lower' or 'upper'; the other side is another film");
    return GUD_FATAL;
  }
  return make_film(p, p->extent, why);
}

/* ---- evaluation ---- */

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
      int n        = at[k];
      piece        = gud_edge_place(p, gud_edge_cells(p, n), piece, &st[n]);
      st[n].weight = is_gauss_point(p, n) ? 0.5 * p->film.ds : 0;
      st[n].alpha = st[n].beta = 0;
      gud_edge_gap(s, p, &o->a, &st[n]);
      least = fmin(least, gud_re(st[n].h));
    }
  }
  gud_strip_begin(&o->film, &p->film, (GudScalar *)(void *)((char *)s->work + HEAD_SIZE + stations_size(p)));
  o->F[0] = o->F[1] = o->M = 0;
  /* thinner than 1e-9 of the radius the digits of positions do not tell a film from none */
  double digits = 1e-12 * (is_bearing(p) ? p->radius : p->extent);
  o->status     = least > digits ? GUD_OK : GUD_RETRY;
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
    g->in[GUD_STRIP_HF][f] = a->h, g->in[GUD_STRIP_QF][f] = a->U * a->h / 2;
  }
  for (int n = 0; n < 2 * g->nx; n++) g->in[GUD_STRIP_VT][n / 2] += st[n].weight * st[n].ht;
  for (int i = 0; i < g->nx; i++) g->in[GUD_STRIP_HC][i] = st[middle_station(p, i)].h;
  return gud_strip_solve(g, s->history);
}

/* P before and after a face */
static GudScalar drop_at(const GudStripAt *g, int f)
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

/* (B4) */
static void set_forces(const GudForceArgs *s, Head *o)
{
  const EdgeFilm *p  = s->params;
  Station        *st = stations_of(s);
  GudStripAt     *g  = &o->film;
  for (int n = 0; n < 2 * g->nx; n++) {
    st[n].alpha = st[n].weight * at_gauss_point(g, g->P, n);
    if (p->shear) st[n].beta = st[n].weight * p->length * p->viscosity * st[n].U / st[n].h;
  }
  for (int f = 0; f < g->faces && p->shear; f++) {
    Station *a = &st[face_station(p, f)];
    a->beta    = -drop_at(g, f) * a->h / 2;
  }
  for (int n = 0; n < num_stations(p); n++) {
    GudScalar F[2] = {st[n].alpha * st[n].n[0] + st[n].beta * st[n].t[0],
                      st[n].alpha * st[n].n[1] + st[n].beta * st[n].t[1]};
    o->F[0] += F[0], o->F[1] += F[1], o->M -= cross2(st[n].r, F);
  }
}

static GudStatus evaluate(const GudForceArgs *s, GudLevel level)
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

static void residual(const GudForceArgs *s, GudScalar (*f)[3], GudScalar *rz)
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
  memset(dP, 0, sizeof *dP * (size_t)g->nx);
  for (int n = 0; n < num_stations(p); n++) {
    if (!touches(&st[n], d->node)) continue;
    gud_edge_gap_change(p, &o->a, &st[n], d, &c);
    int              face = n >= face_station(p, 0), gauss = is_gauss_point(p, n);
    int              at    = gauss ? n / 2 : n - (face ? face_station(p, 0) : middle_station(p, 0));
    GudScalar        first = gauss ? st[n].weight * c.ht : c.h, second = (c.U * st[n].h + st[n].U * c.h) / 2;
    const GudScalar *J0 = g->J[gauss ? GUD_STRIP_VT : face ? GUD_STRIP_HF : GUD_STRIP_HC] + at;
    const GudScalar *J1 = g->J[GUD_STRIP_QF] + at;
    for (int i = 0; i < g->nx; i++) dP[i] += J0[(ptrdiff_t)i * g->faces] * first;
    for (int i = 0; i < g->nx && face; i++) dP[i] += J1[(ptrdiff_t)i * g->faces] * second;
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
      da = a->weight * at_gauss_point(g, dP, m);
      if (p->shear) db = a->weight * p->length * p->viscosity * (c.U - a->U * c.h / a->h) / a->h;
    } else {
      GudScalar before = f > 0            ? dP[f - 1]
                         : p->film.closed ? dP[g->nx - 1]
                                          : 0,
                after  = f < g->nx ? dP[f] : 0;
      db               = -((before - after) * a->h + drop_at(g, f) * c.h) / 2;
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

static void tangent(const GudForceArgs *s, const double c[4], GudScalar *K)
{
  const EdgeFilm *p = s->params;
  const Head     *o = s->work;
  int             n = 3 * (XB + p->edge->num);
  GudScalar       dP[GUD_STRIP_MAX_NX];
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

static int history_size(const void *params)
{
  return gud_strip_memory(&((const EdgeFilm *)params)->film);
}

static void start(const GudForceArgs *s, double *history, double *z)
{
  (void)z;
  memset(history, 0, sizeof(double) * (size_t)history_size(s->params));
}

/* What the solution starts from is renewed when it has become poor: the film is then to be evaluated anew, since its last digits
   depend on that. */
static int accept(const GudForceArgs *s, int event, double *history)
{
  enum { POOR = 4 };
  const EdgeFilm *p = s->params;
  const Head     *o = s->work;
  (void)event;
  if (o->status != GUD_OK || p->film.cavitation != GUD_CAVITATION_REYNOLDS) return 0;
  if (history[0] != 0 && o->film.iterations < POOR) return 0;
  gud_strip_keep(&o->film, history);
  return 1;
}

/* Without work: the least gap at the points of the edge themselves, of which each is a station of weight 1. */
static GudStatus ready(const GudForceArgs *s, char *why)
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
  if (least > 0) return GUD_OK;
  snprintf(why, WHY, "there is no film: the thinnest gap along the edge is %.6g m", least);
  return GUD_FATAL;
}

/* Thickness at a place between two faces: of the cubic through faces and Gauss points next to it, near enough: linear */
static double thickness_at(const GudForceArgs *s, double cells)
{
  const EdgeFilm *p     = s->params;
  const Station  *st    = stations_of(s);
  int             faces = gud_strip_faces(&p->film), f = (int)floor(cells);
  double          x = cells - f;
  f        = p->film.closed ? ((f % faces) + faces) % faces : f < 0 ? 0 : f > faces - 2 ? faces - 2 : f;
  int next = f + 1 < faces ? f + 1 : 0;
  return (1 - x) * gud_re(st[face_station(p, f)].h) + x * gud_re(st[face_station(p, next)].h);
}

/* Least thickness: of all stations, refined by the parabola through faces next to it; and where, in cells */
static double least_thickness(const GudForceArgs *s, double *cells)
{
  const EdgeFilm *p     = s->params;
  const Station  *st    = stations_of(s);
  int             faces = gud_strip_faces(&p->film), best = 0;
  for (int n = 0; n < num_stations(p); n++)
    if (gud_re(st[n].h) < gud_re(st[best].h)) best = n;
  *cells      = gud_edge_cells(p, best);
  double h    = gud_re(st[best].h);
  int    face = (int)lround(*cells), before = face - 1, after = face + 1;
  if (p->film.closed) face %= faces, before = (before + faces) % faces, after %= faces;
  if (before < 0 || after >= faces) return h;
  double l = gud_re(st[face_station(p, before)].h), m = gud_re(st[face_station(p, face)].h),
         r = gud_re(st[face_station(p, after)].h), b = (r - l) / 2, q = (r - 2 * m + l) / 2;
  if (!(q > 0) || fabs(b) > 2 * q) return h;
  *cells = face - b / (2 * q);
  return fmin(h, m - b * b / (4 * q));
}

static double shear_loss(const GudForceArgs *s)
{
  const EdgeFilm *p    = s->params;
  const Station  *st   = stations_of(s);
  double          loss = 0;
  for (int n = 0; n < 2 * p->film.nx; n++) {
    double U = gud_re(st[n].U);
    loss += st[n].weight * p->length * p->viscosity * U * U / gud_re(st[n].h);
  }
  return loss;
}

/* Torque of the oil on the journal about its centre, whether it acts or not: (B4) with shear */
static double torque_on(const GudForceArgs *s, const Head *o)
{
  const EdgeFilm *p   = s->params;
  const Station  *st  = stations_of(s);
  double          sum = 0;
  for (int n = 0; n < num_stations(p); n++) {
    int    face = n >= face_station(p, 0);
    double beta = face ? gud_re(-drop_at(&o->film, n - face_station(p, 0)) * st[n].h / 2)
                       : gud_re(st[n].weight * p->length * p->viscosity * st[n].U / st[n].h);
    sum -= beta * gud_re(st[n].l);
  }
  return sum;
}

static double angle_from_zero(double cells, const EdgeFilm *p)
{
  double a = fmod(gud_edge_angle(p, cells), turn);
  return a < 0 ? a + turn : a;
}

static double bore_displacement(const GudForceArgs *s)
{
  const EdgeFilm *p    = s->params;
  double          most = 0;
  for (int k = 0; k < p->edge->num; k++) {
    double u = 0;
    for (int i = 0; i < 2; i++) {
      double X = p->edge->X[k][i];
      u += (gud_re(s->x[XB + k][i]) - X) * (X - p->centre[i]) / p->radius;
    }
    most = fmax(most, u);
  }
  return most;
}

static void bearing_output(const GudForceArgs *s, double *out)
{
  const EdgeFilm *p = s->params;
  const Head     *o = s->work;
  double          at, ends[2];
  memset(out, 0, sizeof(double) * GUD_COUNT(bearing_outputs));
  if (o->status != GUD_OK) return;
  out[OUT_FX] = -gud_re(o->F[0]), out[OUT_FY] = -gud_re(o->F[1]);
  out[OUT_FORCE]       = hypot(out[OUT_FX], out[OUT_FY]);
  out[OUT_MIN]         = least_thickness(s, &at);
  out[OUT_MIN_AT]      = angle_from_zero(at, p);
  out[OUT_PRESSURE]    = gud_strip_largest(&o->film, &at);
  out[OUT_PRESSURE_AT] = angle_from_zero(at, p);
  gud_strip_flows(&o->film, &out[OUT_FLOW], ends, &out[OUT_LOSS]);
  out[OUT_LOSS] += shear_loss(s);
  out[OUT_TORQUE] = torque_on(s, o);
  out[OUT_BORE]   = bore_displacement(s);
}

/* The bore as it is now: about the mean of its points, turned with them */
static int surface(const GudForceArgs *s, GudFilmSurface *out)
{
  const EdgeFilm *p = s->params;
  const Head     *o = s->work;
  const GudEdge  *e = p->edge;
  double          c = 0, q = 0, l;
  if (o->status != GUD_OK || !is_bearing(p)) return 0;
  memset(out, 0, sizeof *out);
  for (int k = 0; k < e->num; k++)
    for (int i = 0; i < 2; i++) out->origin[i] += gud_re(s->x[XB + k][i]) / e->num;
  for (int k = 0; k < e->num; k++) {
    double X = e->X[k][0] - p->centre[0], Y = e->X[k][1] - p->centre[1];
    double x = gud_re(s->x[XB + k][0]) - out->origin[0], y = gud_re(s->x[XB + k][1]) - out->origin[1];
    c += X * x + Y * y, q += X * y - Y * x;
  }
  l               = hypot(c, q);
  out->axes[0][0] = c / l, out->axes[0][1] = q / l, out->axes[1][0] = -q / l, out->axes[1][1] = c / l;
  out->axes[2][2] = 1, out->radius = p->radius, out->length = p->length;
  return 1;
}

static void surface_at(const GudForceArgs *s, int n, const double *theta, const double *zeta,
                       double *pressure, double *thickness)
{
  const EdgeFilm *p = s->params;
  const Head     *o = s->work;
  for (int k = 0; k < n; k++) {
    double cells = theta[k] / turn * p->film.nx + 0.5;
    pressure[k]  = gud_strip_pressure(&o->film, cells, 2 * zeta[k] / p->length);
    thickness[k] = thickness_at(s, cells);
  }
}

static const GudFilmGroup film_group = {surface, surface_at};

const GudForceType gud_force_bearing_film = {
  .info      = {"bearing_film", "oil film between a journal and a bore whose wall is elastic", NULL, GUD_2D,
                bearing_params, GUD_COUNT(bearing_params), sizeof(EdgeFilm)},
  .slots     = bearing_slots,
  .num_slots = 2,
  .ledger    = GUD_LEDGER_FILM,
  .history_size = history_size,
  .num_outputs  = GUD_COUNT(bearing_outputs),
  .outputs      = bearing_outputs,
  .attach       = gud_edge_attach_bore,
  .setup        = setup_bearing,
  .start        = start,
  .ready        = ready,
  .size         = size,
  .evaluate     = evaluate,
  .residual     = residual,
  .tangent      = tangent,
  .accept       = accept,
  .output       = bearing_output,
  .film         = &film_group,
};

static void guide_output(const GudForceArgs *s, double *out)
{
  const EdgeFilm *p = s->params;
  const Head     *o = s->work;
  double          at, ends[2], sides;
  memset(out, 0, sizeof(double) * GUD_COUNT(guide_outputs));
  if (o->status != GUD_OK) return;
  out[OUT_NORMAL]         = o->a.side * gud_re(dot2(o->F, o->a.N));
  out[OUT_FRICTION]       = gud_re(dot2(o->F, o->a.T));
  out[OUT_GUIDE_MIN]      = least_thickness(s, &at);
  out[OUT_GUIDE_MIN_AT]   = at * p->film.ds;
  out[OUT_GUIDE_PRESSURE] = gud_strip_largest(&o->film, &at), out[OUT_GUIDE_PRESSURE_AT] = at * p->film.ds;
  gud_strip_flows(&o->film, &sides, ends, &out[OUT_GUIDE_LOSS]);
  out[OUT_GUIDE_FLOW] = sides + fmax(ends[0], 0) + fmax(ends[1], 0);
  out[OUT_GUIDE_LOSS] += shear_loss(s);
  GudScalar arm[2];
  for (int i = 0; i < 2; i++) arm[i] = (s->x[XB][i] + s->x[XB + p->edge->num - 1][i]) / 2 - s->x[XA][i];
  out[OUT_GUIDE_MOMENT] = -gud_re(o->M + cross2(arm, o->F));
}

const GudForceType gud_force_guide_film = {
  .info  = {"guide_film", "oil film between the face of a slider, which may be elastic, and a straight guide",
            NULL, GUD_2D, guide_params, GUD_COUNT(guide_params), sizeof(EdgeFilm)},
  .slots = guide_slots,
  .num_slots    = 2,
  .ledger       = GUD_LEDGER_FILM,
  .history_size = history_size,
  .num_outputs  = GUD_COUNT(guide_outputs),
  .outputs      = guide_outputs,
  .attach       = gud_edge_attach_face,
  .setup        = setup_guide,
  .start        = start,
  .ready        = ready,
  .size         = size,
  .evaluate     = evaluate,
  .residual     = residual,
  .tangent      = tangent,
  .accept       = accept,
  .output       = guide_output,
};
