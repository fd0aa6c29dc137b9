/* The forces that are films on an edge (edge_film.c): their tables, outputs and films for ParaView. */
#include "contact/edge_film.h"

#include <stdio.h>
#include <string.h>

static const double turn = 6.283185307179586476925286766559;

/* clang-format off */
#define AT(field) offsetof(EdgeFilm, field)
static const GudParam bearing_params[] = {
  {"clearance", GUD_REAL,  GUD_LENGTH, GUD_POSITIVE, NULL,       AT(clearance), NULL,  "radial clearance: radius of the bore, which is that of the mesh, minus radius of the journal"},
  {"length",    GUD_REAL,  GUD_LENGTH, GUD_POSITIVE, NULL,       AT(length),    NULL,  "length of the bearing"},
  {"speed",     GUD_REAL,  GUD_ANG_VELOCITY, GUD_ANY, "0",      AT(speed),     NULL,  "spin of the shaft that the journal `a` does not show: added to that of its frame. With it a bearing has a static equilibrium; what drives the shaft is no part of the model"},
  {"profile",   GUD_TABLE, GUD_LENGTH, GUD_ANY,      GUD_ABSENT, AT(profile),   "rad", "the bore is not round: [[angle from the body's first axis, what its radius is larger by], ...], straight between, over one turn"},
  GUD_EDGE_FILM_ROWS(0, NULL, "120", "16"), GUD_EDGE_ROUGH_ROWS(0, "film.journal_share", "journal"),
  {"wear.a", GUD_REAL, {1, -1, 2}, GUD_NONNEGATIVE, "0", AT(wear[0]), NULL, "film.sigma, for `gudgeon wear`: wear of the journal, which is taken to turn and stays round, 1/Pa"},
  GUD_EDGE_WEAR_B(0)};
static const GudParam guide_params[] = {
  {"lower",     GUD_REAL,  GUD_LENGTH, GUD_ANY,      GUD_ABSENT, AT(lower),     NULL,  "surface below the edge: its place across the guide, seen from `a`; this or upper"},
  {"upper",     GUD_REAL,  GUD_LENGTH, GUD_ANY,      GUD_ABSENT, AT(upper),     NULL,  "surface above the edge, likewise"},
  {"width",     GUD_REAL,  GUD_LENGTH, GUD_POSITIVE, NULL,       AT(length),    NULL,  "width of the film, normal to the plane"},
  {"wide",      GUD_BOOL,  GUD_NUMBER, GUD_ANY,      "no",       AT(wide),      NULL,  "no oil leaves sideways: width is a part of an infinitely wide film"},
  {"speed",     GUD_REAL,  GUD_VELOCITY, GUD_ANY,    "0",        AT(speed),     NULL,  "velocity of the guide along `axis` that its frame `a` does not show (a belt, a slide at rest in a moving frame)"},
  {"profile",   GUD_TABLE, GUD_LENGTH, GUD_ANY,      GUD_ABSENT, AT(profile),   "m",   "the face is not straight: [[way along the edge from its first end, what the gap is larger by], ...]"},
  GUD_EDGE_FILM_ROWS(0, NULL, "64", "16"), GUD_EDGE_ROUGH_ROWS(0, "film.guide_share", "guide")};
static const GudMarkerSlot guide_slots[] = {{"a", GUD_FRAME, 0, "the guide, along `axis` (default: x)"}, {"b", GUD_EDGE, 0, "the face that slides: a node set along it, or a list of points of one body"}};
static const GudOutput guide_outputs[] = {
  [GUD_FACE_NORMAL] = {"normal_force", "N", "force of the film on the face, away from the surface"}, [GUD_FACE_FRICTION] = {"friction_force", "N", "force on the face along the guide"},
  [GUD_FACE_MIN] = {"film_min", "m", "least thickness of the film", GUD_OUTPUT_THIN}, [GUD_FACE_MIN_AT] = {"film_min_distance", "m", "where that is, from the first end of the edge"},
  [GUD_FACE_PRESSURE] = {"film_pressure_max", "Pa", "largest pressure", GUD_OUTPUT_PEAK}, [GUD_FACE_PRESSURE_AT] = {"film_pressure_distance", "m", "where that is"},
  [GUD_FACE_FLOW] = {"film_flow", "m^3/s", "oil that leaves at sides and ends", GUD_OUTPUT_FILM_FLOW}, [GUD_FACE_LOSS] = {"film_loss", "W", "power that the film dissipates", GUD_OUTPUT_FILM_LOSS},
  [GUD_FACE_MOMENT] = {"moment", "N m", "moment of the film on the face about the middle between its ends"},
  [GUD_FACE_ROUGH] = {"asperity_force", "N", "force of the asperities on the face, away from the surface (film.sigma), part of normal_force"}, {"asperity_pressure_max", "Pa", "largest pressure of the asperities"},
  {"film_loss_asperity", "W", "power lost by their friction, part of film_loss"}, {"lambda", "-", "least thickness by film.sigma; 0: smooth"},
  {"below_1", "-", "share of the time so far with lambda below 1"}, {"below_3", "-", "the same, below 3"}};
static const GudMarkerSlot bearing_slots[] = {{"a", GUD_FRAME, 0, "the journal"}, {"b", GUD_EDGE, 0, "the bore: a node set all round it"}};
enum { OUT_FX, OUT_FY, OUT_FORCE, OUT_MIN, OUT_MIN_AT, OUT_PRESSURE, OUT_PRESSURE_AT, OUT_FLOW, OUT_LOSS, OUT_TORQUE, OUT_BORE, OUT_ROUGH };
static const GudOutput bearing_outputs[] = {
  [OUT_FX] = {"fx", "N", "force on the journal, along x of space"}, [OUT_FY] = {"fy", "N", "along y"}, [OUT_FORCE] = {"film_force", "N", "its size", GUD_OUTPUT_FILM_FORCE},
  [OUT_MIN] = {"film_min", "m", "least thickness of the film", GUD_OUTPUT_THIN}, [OUT_MIN_AT] = {"film_min_angle", "rad", "where that is, from the first axis of the bearing's body", GUD_OUTPUT_THIN_ANGLE},
  [OUT_PRESSURE] = {"film_pressure_max", "Pa", "largest pressure", GUD_OUTPUT_PEAK}, [OUT_PRESSURE_AT] = {"film_pressure_angle", "rad", "where that is", GUD_OUTPUT_PEAK_ANGLE},
  [OUT_FLOW] = {"film_flow", "m^3/s", "oil that leaves at both sides", GUD_OUTPUT_FILM_FLOW}, [OUT_LOSS] = {"film_loss", "W", "power that the film dissipates", GUD_OUTPUT_FILM_LOSS},
  [OUT_TORQUE] = {"film_torque", "N m", "torque of the sheared oil on the journal, whether it acts or not", GUD_OUTPUT_FILM_TORQUE},
  [OUT_BORE] = {"bore_displacement_max", "m", "largest displacement of the bore away from its centre, from where it is drawn: of a bush that is held"},
  [OUT_ROUGH] = {"asperity_force", "N", "magnitude of the force of the asperities (film.sigma), part of film_force"}, {"asperity_pressure_max", "Pa", "largest pressure of the asperities"},
  {"film_loss_asperity", "W", "power lost by their friction, part of film_loss"}, {"lambda", "-", "least thickness by film.sigma; 0: smooth"},
  {"below_1", "-", "share of the time so far with lambda below 1"}, {"below_3", "-", "the same, below 3"}};
/* clang-format on */

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
    loss += st[n].weight * p->length * p->viscosity * U * U / gud_re(st[n].mean.v);
  }
  return loss;
}

/* Friction of asperities at a Gauss point, on the edge along t */
static double rubbing(const EdgeFilm *p, const Station *st)
{
  if (!is_rough(p)) return 0;
  return p->rough.friction * gud_re(st->weight * p->length * st->touch.v * gud_edge_slip(p, st->U, NULL));
}

/* Outputs of rough surfaces: force along `across` (0: its magnitude), largest pressure, loss, lambda, shares of time; returns the loss. */
static double rough_output(const GudForceArgs *s, int size, double out[6])
{
  const EdgeFilm *p    = s->params;
  const Station  *st   = stations_of(s);
  const double   *h    = gud_edge_mixed(s);
  double          F[2] = {0}, sum = 0;
  if (!is_rough(p)) return 0;
  for (int n = 0; n < 2 * p->film.nx; n++) {
    double press = gud_re(st[n].weight * p->length * st[n].touch.v);
    for (int i = 0; i < 2; i++) F[i] += press * gud_re(st[n].n[i]);
    sum += press, out[1] = fmax(out[1], gud_re(st[n].touch.v)),
                  out[2] += rubbing(p, &st[n]) * gud_re(st[n].U);
  }
  out[0] = size ? hypot(F[0], F[1]) : sum, out[3] = gud_edge_lambda(s);
  if (h[GUD_EDGE_MIXED_TIME] > 0)
    out[4] = h[GUD_EDGE_MIXED_BELOW_1] / h[GUD_EDGE_MIXED_TIME],
    out[5] = h[GUD_EDGE_MIXED_BELOW_3] / h[GUD_EDGE_MIXED_TIME];
  return out[2];
}

/* Torque of the oil on the journal about its centre, whether it acts or not: (B4) with shear */
static double torque_on(const GudForceArgs *s, const Head *o)
{
  const EdgeFilm *p   = s->params;
  const Station  *st  = stations_of(s);
  double          sum = 0;
  for (int n = 0; n < num_stations(p); n++) {
    int    face = n >= face_station(p, 0);
    double beta = face ? gud_re(-gud_edge_drop(&o->film, n - face_station(p, 0)) * st[n].mean.v / 2)
                       : gud_re(st[n].weight * p->length * p->viscosity * st[n].U / st[n].mean.v);
    if (!face && is_gauss_point(p, n)) beta += rubbing(p, &st[n]);
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
  out[OUT_LOSS] += shear_loss(s) + rough_output(s, 1, out + OUT_ROUGH);
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

/* Pressure of the asperities of rough surfaces */
static int inside(const GudForceArgs *s, int n, const double *theta, const double *zeta,
                  const double *thickness, double *fill, double *asperity)
{
  const EdgeFilm *p = s->params;
  (void)theta, (void)zeta, (void)fill;
  for (int k = 0; k < n && is_rough(p); k++) asperity[k] = gud_rough_press(&p->rough, thickness[k]);
  return is_rough(p) ? GUD_FILM_KNOWS_ASPERITIES : 0;
}

/* Of the Gauss point that is nearest: on a bore cell 0 is about theta = 0, on a face it begins there */
static int sliding(const GudForceArgs *s, int n, const double *theta, const double *zeta, double *speed)
{
  const EdgeFilm *p     = s->params;
  int             nx    = p->film.nx;
  double          shift = is_bearing(p) ? 0.5 : 0;
  (void)zeta;
  for (int k = 0; k < n; k++) {
    int at   = (int)floor(2 * (theta[k] / turn * nx + shift)) % (2 * nx);
    speed[k] = fabs(gud_re(stations_of(s)[at < 0 ? at + 2 * nx : at].U));
  }
  return 0;
}

static const GudFilmGroup film_group = {surface, surface_at, inside, NULL, sliding};

const GudForceType gud_force_bearing_film = {
  .info      = {"bearing_film", "oil film between a journal and a bore whose wall is elastic", NULL, GUD_2D,
                bearing_params, GUD_COUNT(bearing_params), sizeof(EdgeFilm)},
  .slots     = bearing_slots,
  .num_slots = 2,
  .ledger    = GUD_LEDGER_FILM,
  .history_size = gud_edge_history_size,
  .num_outputs  = GUD_COUNT(bearing_outputs),
  .outputs      = bearing_outputs,
  .attach       = gud_edge_attach_bore,
  .setup        = gud_edge_setup_bore,
  .start        = gud_edge_start,
  .ready        = gud_edge_ready,
  .size         = gud_edge_size,
  .evaluate     = gud_edge_evaluate,
  .residual     = gud_edge_residual,
  .tangent      = gud_edge_tangent,
  .accept       = gud_edge_accept,
  .output       = bearing_output,
  .film         = &film_group,
  .surface      = &gud_edge_surface_group,
};

void gud_edge_face_figures(const GudForceArgs *s, double *out)
{
  const EdgeFilm *p = s->params;
  const Head     *o = s->work;
  double          at, ends[2], sides;
  memset(out, 0, sizeof(double) * GUD_FACE_FIGURES);
  if (o->status != GUD_OK) return;
  out[GUD_FACE_NORMAL]   = o->a.side * gud_re(dot2(o->F, o->a.N));
  out[GUD_FACE_FRICTION] = gud_re(dot2(o->F, o->a.T));
  out[GUD_FACE_MIN]      = least_thickness(s, &at);
  out[GUD_FACE_MIN_AT]   = at * p->film.ds;
  out[GUD_FACE_PRESSURE] = gud_strip_largest(&o->film, &at), out[GUD_FACE_PRESSURE_AT] = at * p->film.ds;
  gud_strip_flows(&o->film, &sides, ends, &out[GUD_FACE_LOSS]);
  out[GUD_FACE_FLOW] = sides + fmax(ends[0], 0) + fmax(ends[1], 0);
  out[GUD_FACE_LOSS] += shear_loss(s) + rough_output(s, 0, out + GUD_FACE_ROUGH);
  GudScalar arm[2];
  for (int i = 0; i < 2; i++) arm[i] = (s->x[XB][i] + s->x[XB + p->edge->num - 1][i]) / 2 - s->x[XA][i];
  out[GUD_FACE_MOMENT] = -gud_re(o->M + cross2(arm, o->F));
}

/* The face as it is now: along the chord of its edge, theta = 0 ... a turn from one end to the other */
static int face_surface(const GudForceArgs *s, GudFilmSurface *out)
{
  const EdgeFilm *p = s->params;
  const Head     *o = s->work;
  if (o->status != GUD_OK) return 0;
  memset(out, 0, sizeof *out);
  double d[2], l;
  for (int i = 0; i < 2; i++)
    out->origin[i] = gud_re(s->x[XB][i]), d[i] = gud_re(s->x[XB + p->edge->num - 1][i] - s->x[XB][i]);
  l               = hypot(d[0], d[1]);
  out->axes[0][0] = d[0] / l, out->axes[0][1] = d[1] / l, out->axes[1][0] = -d[1] / l;
  out->axes[1][1] = d[0] / l, out->axes[2][2] = 1;
  out->flat = 1, out->radius = l / turn, out->length = p->length;
  return 1;
}

static void face_at(const GudForceArgs *s, int n, const double *theta, const double *zeta, double *pressure,
                    double *thickness)
{
  const EdgeFilm *p = s->params;
  const Head     *o = s->work;
  for (int k = 0; k < n; k++) {
    double cells = theta[k] / turn * p->film.nx;
    pressure[k]  = gud_strip_pressure(&o->film, cells, 2 * zeta[k] / p->length);
    thickness[k] = thickness_at(s, cells);
  }
}

const GudFilmGroup gud_edge_face_film = {face_surface, face_at, inside, NULL, sliding};

const GudForceType gud_force_guide_film = {
  .info  = {"guide_film", "oil film between the face of a slider, which may be elastic, and a straight guide",
            NULL, GUD_2D, guide_params, GUD_COUNT(guide_params), sizeof(EdgeFilm)},
  .slots = guide_slots,
  .num_slots    = 2,
  .ledger       = GUD_LEDGER_FILM,
  .history_size = gud_edge_history_size,
  .num_outputs  = GUD_COUNT(guide_outputs),
  .outputs      = guide_outputs,
  .attach       = gud_edge_attach_face,
  .setup        = gud_edge_setup_face,
  .start        = gud_edge_start,
  .ready        = gud_edge_ready,
  .size         = gud_edge_size,
  .evaluate     = gud_edge_evaluate,
  .residual     = gud_edge_residual,
  .tangent      = gud_edge_tangent,
  .accept       = gud_edge_accept,
  .output       = gud_edge_face_figures,
  .film         = &gud_edge_face_film,
  .surface      = &gud_edge_surface_group,
};
