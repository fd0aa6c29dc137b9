/* Guide: a straight, round or bent surface, or two of them with clearance between, that a point of a body (a node of a mesh,
   a corner of a rigid part) touches with friction. The guide moves with its body; a model file names a node set or a list of
   points and gets one force for each of them.

   a: frame of the guide at x_a, axes e1 (along), e3; b: the point x_b.
   (U1) r = x_b - x_a;  straight: t = e1/|e1|, n = e3 x e1/|e3 x e1|, s = r.n (across), x = r.t (along)
        round: d = r - (r.e3) e3, n = d/|d|, t = e3 x n, s = |d|
        polyline, polygon: X = r.t, Y = r.n of the straight guide; s and n of the path at (X, Y), contact/path.h
        the surfaces are at s = lower and s = upper
   (U2) penetration  delta = s - upper (outward normal n), delta = lower - s (outward normal -n)
   (U3) v = x_b' - x_a' - w x r, w the spin of frame a; F of contact/point.h acts on b at x_b, -F on a at the same place:
        moment -r x F about x_a. Momentum and angular momentum are kept.
   (U4) a guide with ends: beyond from ... to there is no contact; a point that comes back inside the material is pushed out.
        straight: ends by x; round: by the angle of d from e1, times s; polyline: at its first and last point
   (U5) per_node: K and damping as given; per_length: times the length of edge that belongs to the node (`share`).
   Friction along t is positive when it pushes the point towards +t.
   verified by: battery, t352, tests/studies: guide, bent_guide, zheng_oscillator, zheng_slider_crank, translational_clearance */
#include "contact/guide.h"

#include "base/frame.h"
#include "contract/columns.h"

#include <stdio.h>
#include <string.h>

enum { WHY = 200 };
static const double pi = 3.14159265358979323846;
enum { NUM_VEC = 5 };
enum { H_SIDE = GUD_POINT_HISTORY, NUM_HISTORY }; /* 1: upper, -1: lower surface */

/* clang-format off */
static const GudParam params[] = {GUD_GUIDE_ROWS(GUD_ABSENT)};
const GudOutput gud_guide_outputs[] = {
  [GUD_GUIDE_NORMAL] = {"normal",         "N",   "normal force of the surface on the point, >= 0", GUD_OUTPUT_NORMAL},
  [GUD_GUIDE_FRICTION] = {"friction",       "N",   "friction force on the point, along the guide", GUD_OUTPUT_FRICTION},
  [GUD_GUIDE_STICK] = {"stick",          "-",   "1 while it sticks", GUD_OUTPUT_STICK},
  [GUD_GUIDE_V] = {"v",              "m/s", "speed along the guide", GUD_OUTPUT_SLIP},
  [GUD_GUIDE_VY] = {"vy",             "m/s", "speed across the guide"},
  [GUD_GUIDE_LOWER] = {"normal_lower",   "N",   "normal force of the lower surface"},
  [GUD_GUIDE_UPPER] = {"normal_upper",   "N",   "normal force of the upper surface"},
  [GUD_GUIDE_FRICTION_LOWER] = {"friction_lower", "N",   "friction force of the lower surface"},
  [GUD_GUIDE_FRICTION_UPPER] = {"friction_upper", "N",   "friction force of the upper surface"},
  [GUD_GUIDE_DEPTH] = {"penetration",    "m",   "depth inside the nearer surface; negative: distance from it", GUD_OUTPUT_DEPTH},
  [GUD_GUIDE_ACROSS] = {"across",         "m",   "place across the guide"},
  [GUD_GUIDE_ALONG] = {"along",          "m",   "place along the guide"},
  [GUD_GUIDE_CONTACT] = {"contact",        "-",   "1 while it touches", GUD_OUTPUT_CONTACT},
  [GUD_GUIDE_IMPACTS] = {"impacts",        "-",   "impacts so far", GUD_OUTPUT_STATE},
  [GUD_GUIDE_IMPACT_TIME] = {"impact_time",    "s",   "time of the last impact"},
  [GUD_GUIDE_IMPACT_SPEED] = {"impact_speed",   "m/s", "speed of approach at the last impact"},
  [GUD_GUIDE_STICK_TIME] = {"stick_time",     "s",   "time that it has stuck so far"},
  [GUD_GUIDE_SLIP_TIME] = {"slip_time",      "s",   "time that it has slipped so far"},
  [GUD_GUIDE_FILM_MIN] = {"film_min",       "m",   "lubricated, mixed: least thickness of the film", GUD_OUTPUT_THIN, GUD_GROUP_LEAST},
  [GUD_GUIDE_FILM_MIN_LOWER] = {"film_min_lower", "m",   "on the lower surface", GUD_OUTPUT_VALUE, GUD_GROUP_LEAST},
  [GUD_GUIDE_FILM_MIN_UPPER] = {"film_min_upper", "m",   "on the upper surface", GUD_OUTPUT_VALUE, GUD_GROUP_LEAST},
  [GUD_GUIDE_FILM_PRESSURE] = {"film_pressure_max",       "Pa", "largest pressure of the oil", GUD_OUTPUT_PEAK, GUD_GROUP_LARGEST},
  [GUD_GUIDE_FILM_PRESSURE_LOWER] = {"film_pressure_max_lower", "Pa", "on the lower surface", GUD_OUTPUT_VALUE, GUD_GROUP_LARGEST},
  [GUD_GUIDE_FILM_PRESSURE_UPPER] = {"film_pressure_max_upper", "Pa", "on the upper surface", GUD_OUTPUT_VALUE, GUD_GROUP_LARGEST},
  [GUD_GUIDE_FILM_LOSS] = {"film_loss",       "W",  "power that the film dissipates, asperities included", GUD_OUTPUT_FILM_LOSS},
  [GUD_GUIDE_FILM_LOSS_LOWER] = {"film_loss_lower", "W",  "on the lower surface"},
  [GUD_GUIDE_FILM_LOSS_UPPER] = {"film_loss_upper", "W",  "on the upper surface"},
  [GUD_GUIDE_FILM_FLOW] = {"film_flow",       "m^3/s", "oil that leaves at sides and ends", GUD_OUTPUT_FILM_FLOW},
  [GUD_GUIDE_FILM_MOMENT] = {"moment",          "N m", "moment of the films on their edges, each about the middle of its own"},
  [GUD_GUIDE_ASPERITY_LOWER] = {"asperity_force_lower", "N", "mixed: force of the asperities of the lower surface, part of normal_lower"},
  [GUD_GUIDE_ASPERITY_UPPER] = {"asperity_force_upper", "N", "the same of the upper surface"},
  [GUD_GUIDE_ASPERITY_LOSS] = {"film_loss_asperity", "W", "mixed: power lost by friction of the asperities, part of film_loss"},
  [GUD_GUIDE_LAMBDA] = {"lambda",          "-",  "mixed: least thickness by film.sigma", GUD_OUTPUT_VALUE, GUD_GROUP_LEAST},
  [GUD_GUIDE_BELOW_1] = {"below_1",         "-",  "mixed: share of the time so far with lambda below 1, of the surface where it is larger", 0, GUD_GROUP_LARGEST},
  [GUD_GUIDE_BELOW_3] = {"below_3",         "-",  "the same, below 3", 0, GUD_GROUP_LARGEST},
};
_Static_assert(GUD_COUNT(gud_guide_outputs) == GUD_GUIDE_OUTPUTS, "gud_guide_outputs");
static const GudMarkerSlot slots[] = {{"a", GUD_FRAME, 0, "the guide"}, {"b", GUD_POINT, 0, "what it guides: a node set, a point, or a list of these"}};
static const GudHistory history_rows[] = {GUD_POINT_HISTORY_ROWS("", 0, 0), [H_SIDE] = {"surface", GUD_HISTORY_MODE, "-", 0}};
static const GudEventKind event_kinds[] = {GUD_POINT_EVENT_KINDS};
/* clang-format on */

/* No radii here: the stiffness is given. */
static GudContact make(const GuideParams *p)
{
  double     share = p->per_length ? p->share : 1; /* (U5) */
  GudContact c     = {gud_contact_normal(&p->contact, INFINITY, 0, 0), p->friction, 1};
  c.normal.stiffness *= share, c.normal.damping *= share;
  return c;
}

static const GudContact *contact_of(const void *params_)
{
  return &((const GuideParams *)params_)->made;
}

static int is_bent(const GuideParams *p)
{
  return p->shape == POLYLINE || p->shape == POLYGON;
}

static GudPath path_of(const GuideParams *p)
{
  return (GudPath){&p->points, p->shape == POLYGON, p->fillet};
}

/* Keys that belong to other shapes, and ends */
static GudStatus check_shape(const GuideParams *p, char *why)
{
  if (p->shape != STRAIGHT && (!isnan(p->from) || !isnan(p->to))) {
    snprintf(why, WHY, "'from' and 'to' belong to a straight guide");
    return GUD_FATAL;
  }
  if (p->shape != ROUND && (!isnan(p->from_angle) || !isnan(p->to_angle))) {
    snprintf(why, WHY, "'from_angle' and 'to_angle' belong to a round guide");
    return GUD_FATAL;
  }
  if (!is_bent(p) && (p->points.n || !isnan(p->fillet))) {
    snprintf(why, WHY, "'points' and 'fillet' belong to shape: polyline and polygon");
    return GUD_FATAL;
  }
  if (p->shape == ROUND && ((!isnan(p->lower) && !(p->lower > 0)) || (!isnan(p->upper) && !(p->upper > 0)))) {
    snprintf(why, WHY, "a round guide has radii above 0");
    return GUD_FATAL;
  }
  if (!isnan(p->from) && !isnan(p->to) && !(p->to > p->from)) {
    snprintf(why, WHY, "'to' must be above 'from'");
    return GUD_FATAL;
  }
  if (isnan(p->from_angle) != isnan(p->to_angle)) {
    snprintf(why, WHY, "'from_angle' and 'to_angle' go together");
    return GUD_FATAL;
  }
  if (!isnan(p->from_angle) && !(p->to_angle > p->from_angle && p->to_angle <= p->from_angle + 2 * pi)) {
    snprintf(why, WHY, "'to_angle' must be above 'from_angle', by at most a turn");
    return GUD_FATAL;
  }
  if (!is_bent(p)) return GUD_OK;
  const double offset[2] = {p->lower, p->upper};
  GudPath      path      = path_of(p);
  return gud_path_check(&path, offset, why);
}

static GudStatus setup(const GudForceType *self, void *params_, char *why)
{
  (void)self;
  GuideParams *p = params_;
  if (isnan(p->lower) && isnan(p->upper)) {
    snprintf(why, WHY, "a guide needs 'lower', 'upper' or both");
    return GUD_FATAL;
  }
  if (!isnan(p->lower) && !isnan(p->upper) && p->upper < p->lower) {
    snprintf(why, WHY, "'upper' %g m is below 'lower' %g m", p->upper, p->lower);
    return GUD_FATAL;
  }
  if (check_shape(p, why) != GUD_OK) return GUD_FATAL;
  const GudNormalLaw *law = gud_normal_laws[p->contact.law];
  if (!law->rigid && (law->line_contact || isnan(p->contact.stiffness))) {
    snprintf(why, WHY,
             "a guide has no radii to find a stiffness from: give contact.stiffness, and no law johnson");
    return GUD_FATAL;
  }
  if (gud_contact_check_compliant(&p->contact, &p->friction, why) != GUD_OK) return GUD_FATAL;
  p->made = make(p);
  return GUD_OK;
}

static int warn(const GudForceType *self, const void *params_, char *why)
{
  (void)self;
  return gud_contact_warn(&((const GuideParams *)params_)->contact, why);
}

/* ---- geometry ---- */

typedef struct {
  GudScalar r[3], w[3], v[3], s, x; /* arm, spin of the guide, relative velocity; place across and along */
  GudScalar Ji[9];                  /* inverse of (F1) in base/frame.h, where it turns or is touched */
  GudScalar n[3], t[3], e[3], ln, lt, le; /* axes (U1), unit e3; lengths that they were divided by */
  GudScalar t0[3], n0[3];                 /* polyline, polygon: axes of the straight guide */
  GudPathAt path;
  double    beyond; /* (U4): how far beyond its ends; below 0: within */
} Place;

static GudScalar unit(const GudScalar x[3], GudScalar e[3])
{
  GudScalar l = gud_sqrt(gud_dot(x, x));
  for (int i = 0; i < 3; i++) e[i] = gud_re(l) > 0 ? x[i] / l : 0;
  return l;
}

static void unit_diff(const GudScalar e[3], GudScalar l, const GudScalar dx[3], GudScalar de[3])
{
  GudScalar along = gud_dot(e, dx);
  for (int i = 0; i < 3; i++) de[i] = gud_re(l) > 0 ? (dx[i] - along * e[i]) / l : 0;
}

/* Most guides are fixed to the ground. */
static int turns(GudScalar (*v)[3])
{
  for (int i = 0; i < 9; i++)
    if (v[i / 3][i % 3] != 0) return 1;
  return 0;
}

static void place_of(const GudForceArgs *s, const GuideParams *p, int touched, Place *g)
{
  GudScalar c[3], d[3];
  int       turning = turns(s->v + XA + 1);
  gud_sub(s->x[XB], s->x[XA], g->r);
  gud_sub(s->v[XB], s->v[XA], g->v);
  if (turning || touched) gud_frame_inverse(s->x + XA + 1, g->Ji);
  if (turning) {
    gud_frame_spin(g->Ji, s->x + XA + 1, s->v + XA + 1, g->w);
    gud_cross(g->w, g->r, c), gud_axpy(-1, c, g->v); /* (U3) */
  } else {
    memset(g->w, 0, sizeof g->w);
  }
  g->le     = unit(s->x[XA + 3], g->e);
  g->beyond = -1e30;
  if (p->shape == ROUND) {
    GudScalar z = gud_dot(g->r, g->e);
    for (int i = 0; i < 3; i++) d[i] = g->r[i] - z * g->e[i];
    g->s = g->ln = unit(d, g->n);
    gud_cross(g->e, g->n, g->t);
    gud_cross(g->e, s->x[XA + 1], c);
    g->x = atan2(gud_re(gud_dot(d, c)), gud_re(gud_dot(d, s->x[XA + 1])));
    if (!isnan(p->from_angle)) {
      double middle = 0.5 * (p->from_angle + p->to_angle), off = remainder(gud_re(g->x) - middle, 2 * pi);
      g->beyond = (fabs(off) - 0.5 * (p->to_angle - p->from_angle)) * gud_re(g->s);
    }
    return;
  }
  gud_cross(g->e, s->x[XA + 1], d);
  g->ln = unit(d, g->n);
  g->lt = unit(s->x[XA + 1], g->t);
  g->s = gud_dot(g->r, g->n), g->x = gud_dot(g->r, g->t);
  if (!is_bent(p)) {
    if (!isnan(p->from)) g->beyond = fmax(g->beyond, p->from - gud_re(g->x));
    if (!isnan(p->to)) g->beyond = fmax(g->beyond, gud_re(g->x) - p->to);
    return;
  }
  GudScalar     at[2] = {g->x, g->s};
  const GudPath path  = path_of(p);
  gud_path_at(&path, at, &g->path);
  memcpy(g->t0, g->t, sizeof g->t), memcpy(g->n0, g->n, sizeof g->n);
  for (int i = 0; i < 3; i++) {
    g->n[i] = g->path.n[0] * g->t0[i] + g->path.n[1] * g->n0[i];
    g->t[i] = g->path.n[1] * g->t0[i] - g->path.n[0] * g->n0[i];
  }
  g->s = g->path.s, g->beyond = g->path.beyond;
}

/* Changes of r, w, v, s, n, t */
static void place_diff(const GudForceArgs *s, const GuideParams *p, const Place *g, GudScalar (*dx)[3],
                       GudScalar (*dv)[3], Place *d)
{
  GudScalar c[3], u[3];
  gud_sub(dx[XB], dx[XA], d->r);
  gud_sub(dv[XB], dv[XA], d->v);
  gud_frame_spin_diff(g->Ji, s->x + XA + 1, s->v + XA + 1, g->w, dx + XA + 1, dv + XA + 1, d->w);
  gud_cross(d->w, g->r, c), gud_axpy(-1, c, d->v);
  gud_cross(g->w, d->r, c), gud_axpy(-1, c, d->v);
  unit_diff(g->e, g->le, dx[XA + 3], d->e);
  if (p->shape == ROUND) {
    GudScalar z = gud_dot(g->r, g->e), dz = gud_dot(d->r, g->e) + gud_dot(g->r, d->e);
    for (int i = 0; i < 3; i++) u[i] = d->r[i] - dz * g->e[i] - z * d->e[i];
    d->s = gud_dot(g->n, u);
    unit_diff(g->n, g->ln, u, d->n);
    gud_cross(d->e, g->n, d->t);
    gud_cross(g->e, d->n, c), gud_axpy(1, c, d->t);
    return;
  }
  const GudScalar *n0 = is_bent(p) ? g->n0 : g->n, *t0 = is_bent(p) ? g->t0 : g->t;
  gud_cross(d->e, s->x[XA + 1], u);
  gud_cross(g->e, dx[XA + 1], c), gud_axpy(1, c, u);
  unit_diff(n0, g->ln, u, d->n);
  unit_diff(t0, g->lt, dx[XA + 1], d->t);
  d->s = gud_dot(d->r, n0) + gud_dot(g->r, d->n);
  if (!is_bent(p)) return;
  const GudScalar *n = g->path.n, at[2] = {gud_dot(d->r, t0) + gud_dot(g->r, d->t), d->s};
  GudScalar        dn[2];
  gud_path_diff(&g->path, at, &d->s, dn);
  for (int i = 0; i < 3; i++) {
    GudScalar dt0 = d->t[i], dn0 = d->n[i];
    d->n[i] = dn[0] * t0[i] + dn[1] * n0[i] + n[0] * dt0 + n[1] * dn0;
    d->t[i] = dn[1] * t0[i] - dn[0] * n0[i] + n[1] * dt0 - n[0] * dn0;
  }
}

/* (U2) at one surface */
static GudScalar depth(const GuideParams *p, const Place *g, double side)
{
  return side > 0 ? g->s - p->upper : p->lower - g->s;
}

static GudContactAt contact_at(const GuideParams *p, const Place *g, double side)
{
  GudContactAt at = {.delta = depth(p, g, side)};
  for (int i = 0; i < 3; i++) at.n[i] = side * g->n[i], at.t[0][i] = g->t[i], at.v[i] = g->v[i];
  return at;
}

static GudContactAt contact_diff(const Place *d, double side)
{
  GudContactAt at = {.delta = side * d->s};
  for (int i = 0; i < 3; i++) at.n[i] = side * d->n[i], at.t[0][i] = d->t[i], at.v[i] = d->v[i];
  return at;
}

/* The surface that is nearer, or deeper in */
static double nearest_side(const GuideParams *p, const Place *g)
{
  if (isnan(p->lower)) return 1;
  if (isnan(p->upper)) return -1;
  return gud_re(depth(p, g, 1)) >= gud_re(depth(p, g, -1)) ? 1 : -1;
}

/* What the guards see: beyond the ends every gap is open */
static GudContactAt guarded(const GuideParams *p, const Place *g, double side)
{
  GudContactAt at = contact_at(p, g, side);
  if (g->beyond > 0) at.delta = fmin(gud_re(at.delta), -g->beyond); /* (U4) */
  return at;
}

/* ---- the contract ---- */

typedef struct {
  Place           g;
  double          side;
  GudContactAt    at;
  GudContactForce f;
  GudScalar       M[3], rz[1]; /* moment on the guide */
} Guide;

static int is_open(const GudForceArgs *s)
{
  return s->history[GUD_H_MODE] == GUD_OPEN;
}

static size_t size(const GudForceType *self, const void *params_)
{
  (void)self, (void)params_;
  return sizeof(Guide);
}

static GudStatus evaluate(const GudForceArgs *s, GudLevel level)
{
  const GuideParams *p = s->params;
  Guide             *u = s->work;
  (void)level;
  if (s->level != GUD_LEVEL_NONE) return GUD_OK;
  place_of(s, p, !is_open(s), &u->g);
  u->side  = is_open(s) ? nearest_side(p, &u->g) : s->history[H_SIDE];
  u->at    = contact_at(p, &u->g, u->side);
  u->rz[0] = 0;
  gud_contact_force(contact_of(s->params), &u->at, s->history, s->z, s->zt, &u->f, u->rz);
  gud_cross(u->f.F, u->g.r, u->M); /* (U3) */
  return GUD_OK;
}

static int layout(const void *params_, int dim, int *differential)
{
  const GudFriction *f = &((const GuideParams *)params_)->friction;
  (void)dim;
  if (!gud_friction_internal(f)) return 0;
  differential[0] = gud_friction_is_bristle(f);
  return 1;
}

static void start(const GudForceArgs *s, double *history, double *z)
{
  const GuideParams *p = s->params;
  Place              g;
  (void)z;
  place_of(s, p, 0, &g);
  GudContactAt at = guarded(p, &g, nearest_side(p, &g));
  gud_contact_start(contact_of(p), &at, s->t, history);
  history[H_SIDE] = nearest_side(p, &g);
}

static void residual(const GudForceArgs *s, GudScalar (*f)[3], GudScalar *rz)
{
  const Guide *u = s->work;
  if (gud_friction_internal(&((const GuideParams *)s->params)->friction)) rz[0] += u->rz[0];
  if (is_open(s)) return;
  gud_axpy(1, u->f.F, f[XB]);
  gud_axpy(-1, u->f.F, f[XA]);
  gud_frame_moment(u->g.Ji, s->x + XA + 1, u->M, f + XA + 1);
}

static void diff(const GudForceArgs *s, const void *ctx, GudChange *c, GudScalar (*df)[3], GudScalar *drz)
{
  const Guide *u = ctx;
  GudScalar    dF[3], dM[3], e[3];
  Place        d;
  if (is_open(s)) memset(&d, 0, sizeof d);
  else place_diff(s, s->params, &u->g, c->x, c->v, &d);
  GudContactAt da = contact_diff(&d, u->side);
  gud_contact_diff(contact_of(s->params), &u->at, s->history, s->z, s->zt, &u->f, &da, c->z, c->zt, dF, drz);
  if (is_open(s)) return;
  gud_axpy(1, dF, df[XB]);
  gud_axpy(-1, dF, df[XA]);
  gud_cross(dF, u->g.r, dM);
  gud_cross(u->f.F, d.r, e), gud_axpy(1, e, dM);
  gud_frame_moment_diff(u->g.Ji, s->x + XA + 1, u->M, c->x + XA + 1, dM, df + XA + 1);
}

static void tangent(const GudForceArgs *s, const double c[4], GudScalar *K)
{
  int differential[1] = {0}, nz = layout(s->params, 2, differential);
  gud_tangent_by_columns(s, c, is_open(s) ? 3 * NUM_VEC : 0, NUM_VEC, nz, differential, diff, s->work, K);
}

static GudScalar energy(const GudForceArgs *s)
{
  const Guide *u = s->work;
  return is_open(s) ? 0 : u->f.N.energy;
}

/* f.v = -N n.v + lambda.v_t, and V' = elastic * delta' with delta' from the rates of all marker vectors */
static void power(const GudForceArgs *s, GudScalar *P)
{
  const Guide *u = s->work;
  Place        d;
  GudScalar    zero[NUM_VEC][3] = {{0}};
  if (is_open(s)) return;
  place_diff(s, s->params, &u->g, s->v, zero, &d);
  P[GUD_LEDGER_CONTACT] += u->f.N.elastic * u->side * d.s - u->f.N.F * u->f.rate;
  P[GUD_LEDGER_FRICTION] += u->f.lambda[0] * u->f.v[0];
}

static int index_2(const GudForceArgs *s, int i)
{
  (void)i;
  return gud_contact_index_2(contact_of(s->params), s->history);
}

static void events(const GudForceArgs *s, double *g)
{
  const Guide *u  = s->work;
  GudContactAt at = guarded(s->params, &u->g, u->side);
  gud_contact_events(contact_of(s->params), &at, &u->f, s->history, g);
}

static int accept(const GudForceArgs *s, int event, double *history)
{
  const Guide *u = s->work;
  /* as the guards saw it: beyond an end the gap is open */
  GudContactAt at = guarded(s->params, &u->g, u->side);
  if (history[GUD_H_MODE] == GUD_OPEN) history[H_SIDE] = u->side;
  return gud_contact_accept(contact_of(s->params), &at, &u->f, s->t, event, history);
}

static int modes(const GudForceArgs *s, GudStepMoment when, double *history, double *undetected)
{
  const Guide *u  = s->work;
  GudContactAt at = guarded(s->params, &u->g, u->side);
  if (is_open(s)) history[H_SIDE] = u->side;
  return gud_contact_modes(contact_of(s->params), &at, &u->f, s->t, when, history, undetected);
}

static void output(const GudForceArgs *s, double *out)
{
  const Guide *u = s->work;
  double       N = gud_re(u->f.N.F), T = gud_re(u->f.lambda[0]);
  memset(out, 0, sizeof(double) * GUD_GUIDE_OUTPUTS);
  out[GUD_GUIDE_NORMAL] = N, out[GUD_GUIDE_FRICTION] = T;
  out[u->side > 0 ? GUD_GUIDE_UPPER : GUD_GUIDE_LOWER]                   = N;
  out[u->side > 0 ? GUD_GUIDE_FRICTION_UPPER : GUD_GUIDE_FRICTION_LOWER] = T;
  out[GUD_GUIDE_STICK] = gud_contact_index_2(contact_of(s->params), s->history);
  out[GUD_GUIDE_V] = gud_re(gud_dot(u->g.t, u->g.v)), out[GUD_GUIDE_VY] = gud_re(gud_dot(u->g.n, u->g.v));
  out[GUD_GUIDE_DEPTH] = gud_re(u->at.delta), out[GUD_GUIDE_ACROSS] = gud_re(u->g.s),
  out[GUD_GUIDE_ALONG] = gud_re(u->g.x);
  if (is_bent(s->params)) {
    double  at[2]        = {gud_re(gud_dot(u->g.r, u->g.t0)), gud_re(gud_dot(u->g.r, u->g.n0))};
    GudPath path         = path_of(s->params);
    out[GUD_GUIDE_ALONG] = gud_path_along(&path, at, &u->g.path);
  }
  out[GUD_GUIDE_CONTACT]      = s->history[GUD_H_MODE] == GUD_PRESSED,
  out[GUD_GUIDE_IMPACTS]      = s->history[GUD_H_IMPACTS];
  out[GUD_GUIDE_IMPACT_TIME]  = s->history[GUD_H_LAST],
  out[GUD_GUIDE_IMPACT_SPEED] = s->history[GUD_H_LAST_SPEED];
  out[GUD_GUIDE_STICK_TIME] = s->history[GUD_H_STUCK], out[GUD_GUIDE_SLIP_TIME] = s->history[GUD_H_SLIPPED];
}

void gud_guide_symbol(const GudForceType *self, const void *params_, GudSymbol *out)
{
  (void)self, (void)params_;
  out->kind = GUD_SYMBOL_GUIDE;
}

/* Surface at distance `at` of a path around its corner p[1], with p[0] before and p[2] behind it: on the arc of the fillet in num + 1
   points (its middle for 0); without fillet one point, in the mean direction. Their number. */
static int corner(const double p[3][2], double fillet, double at, int num, double (*xy)[2])
{
  double d[2][2], sine, cosine;
  for (int k = 0; k < 2; k++) {
    double u[2] = {p[k + 1][0] - p[k][0], p[k + 1][1] - p[k][1]}, l = hypot(u[0], u[1]);
    d[k][0] = u[0] / l, d[k][1] = u[1] / l;
  }
  sine = d[0][0] * d[1][1] - d[0][1] * d[1][0], cosine = d[0][0] * d[1][0] + d[0][1] * d[1][1];
  if (isnan(fillet)) {
    double u[2] = {p[2][0] - p[0][0], p[2][1] - p[0][1]}, l = hypot(u[0], u[1]);
    xy[0][0] = p[1][0] - at * u[1] / l, xy[0][1] = p[1][1] + at * u[0] / l;
    return 1;
  }
  double turn = atan2(sine, cosine), tangent = fillet * tan(0.5 * fabs(turn)),
         r         = turn > 0 ? fillet : -fillet;
  double centre[2] = {p[1][0] - tangent * d[0][0] - r * d[0][1], p[1][1] - tangent * d[0][1] + r * d[0][0]};
  for (int k = 0; k <= num; k++) { /* normal of the path, turned from that before to that behind */
    double a    = turn * (num ? (double)k / num : 0.5),
           n[2] = {-d[0][1] * cos(a) - d[0][0] * sin(a), d[0][0] * cos(a) - d[0][1] * sin(a)};
    xy[k][0] = centre[0] - (r - at) * n[0], xy[k][1] = centre[1] - (r - at) * n[1];
  }
  return num + 1;
}

/* The end of an open path */
static void path_end(const double p[2], const double q[2], double at, double sign, double xy[2])
{
  double u[2] = {sign * (q[0] - p[0]), sign * (q[1] - p[1])}, l = hypot(u[0], u[1]);
  xy[0] = p[0] - at * u[1] / l, xy[1] = p[1] + at * u[0] / l;
}

int gud_guide_curve(const GudForceType *self, const void *params_, int k, double reach, double (*xy)[2])
{
  (void)self;
  const GuideParams *p  = params_;
  double             at = k ? p->upper : p->lower;
  int                n  = 2;
  if (isnan(at)) return 0;
  if (p->shape == STRAIGHT) {
    xy[0][0] = isnan(p->from) ? -reach : p->from, xy[1][0] = isnan(p->to) ? reach : p->to;
    xy[0][1] = xy[1][1] = at;
    return n;
  }
  if (p->shape == ROUND) {
    double a = isnan(p->from_angle) ? 0 : p->from_angle, b = isnan(p->to_angle) ? a + 2 * pi : p->to_angle;
    for (n = 0; n <= 64; n++)
      xy[n][0] = at * cos(a + (b - a) * n / 64), xy[n][1] = at * sin(a + (b - a) * n / 64);
    return n;
  }
  int m = p->points.n, closed = p->shape == POLYGON, num = (GUD_MAX_CURVE - 1) / m - 1;
  n = 0;
  for (int i = 0; i < m; i++) {
    double q[3][2];
    for (int j = 0; j < 3; j++) {
      int other = closed ? (i + j - 1 + m) % m : i + j - 1 < 0 ? 0 : i + j - 1 >= m ? m - 1 : i + j - 1;
      q[j][0] = p->points.x[other], q[j][1] = p->points.y[other];
    }
    if (closed || (i > 0 && i + 1 < m))
      n += corner((const double(*)[2])q, p->fillet, at, num < 16 ? num : 16, xy + n);
    else path_end(q[1], i ? q[0] : q[2], at, i ? -1 : 1, xy[n]), n++;
  }
  if (closed) xy[n][0] = xy[0][0], xy[n][1] = xy[0][1], n++;
  return n;
}

/* The paper's algorithm: slip |v| > eps: -mu N sgn v; else the force that holds the point, cut to the static bound. */
static void trial(const GudForceArgs *s, const double free[3], double eps, double *z, double F[3],
                  double *history)
{
  const GuideParams *p = s->params;
  const Guide       *u = s->work;
  z[0] = F[0] = F[1] = F[2] = 0, history[GUD_H_STICK] = 0;
  if (s->history[GUD_H_MODE] != GUD_PRESSED) return;
  double N = fmax(gud_re(u->f.N.F), 0), v = gud_re(u->f.v[0]), most = gud_friction_static(&p->friction) * N;
  if (fabs(v) > eps) {
    z[0] = v > 0 ? -p->friction.kinetic * N : p->friction.kinetic * N;
  } else {
    double hold = 0;
    for (int i = 0; i < 3; i++) hold -= free[i] * gud_re(u->g.t[i]);
    history[GUD_H_STICK] = fabs(hold) <= most;
    z[0]                 = fmin(fmax(hold, -most), most);
  }
  for (int i = 0; i < 3; i++) F[i] = z[0] * gud_re(u->g.t[i]);
}

static const GudContactGroup contact_group = {.modes = modes, .mode = gud_contact_mode, .trial = trial};

const GudForceType gud_force_guide = {
  .info  = {"guide", "surfaces with clearance and friction that points of a body touch", "zheng2018", GUD_2D,
            params, GUD_COUNT(params), sizeof(GuideParams)},
  .slots = slots,
  .num_slots     = 2,
  .ledger        = GUD_LEDGER_CONTACT,
  .spread        = 1,
  .num_internals = 1,
  .layout        = layout,
  .num_events    = GUD_POINT_EVENTS,
  .event_kinds   = event_kinds,
  .guards        = 1,
  .num_history   = NUM_HISTORY,
  .history       = history_rows,
  .num_outputs   = GUD_GUIDE_OUTPUTS,
  .outputs       = gud_guide_outputs,
  .setup         = setup,
  .warn          = warn,
  .start         = start,
  .size          = size,
  .evaluate      = evaluate,
  .energy        = energy,
  .residual      = residual,
  .tangent       = tangent,
  .index_2       = index_2,
  .power         = power,
  .events        = events,
  .accept        = accept,
  .output        = output,
  .contact       = &contact_group,
  .symbol        = gud_guide_symbol,
  .curve         = gud_guide_curve,
};
