/* Contact of a ball, or of a point, on one body with a plane or a ball of another one: the force `contact`.

   Body a carries the surface: frame at x_a. Body b carries the ball of radius R (0: a point), centre x_b. S = x_b - x_a.
   (O1) plane   m = unit vector of sum_k normal_k e_k (e_k: frame of a), delta = R - S.m, n = -m
   (O2) ball    of radius R_a about x_a: n = -S/|S|, delta = R_a + R - |S|
   (O3) the surfaces meet at x_b + R n = x_a + r_a with r_a = S + R n; slip and forces as (C3), (C4) of contact/clearance.h
   (O4) tangents as (C5) for a ball; in the plane a = e_3
   Laws, modes, events: contact/point.h.
   verified by: battery, t350_contact, t351_friction, tests/studies: impact, belt */
#include "contact/dry.h"
#include "contact/params.h"
#include "contract/columns.h"

#include <stdio.h>
#include <string.h>

enum { WHY = 200, XA = 0, XB = 4 };
enum { SURFACE_PLANE, SURFACE_BALL };

typedef struct {
  GudContact contact;
  int        surface;
  double     normal[3], radius, reach; /* reach: R, or R + R_a */
} Touch;

typedef struct {
  int              surface;
  double           normal[3], radius, radius_a;
  GudContactParams contact;
  GudFriction      friction;
  Touch            made; /* by setup */
} TouchParams;

/* clang-format off */
#define AT(field) offsetof(TouchParams, field)
static const GudParam rows[] = {
  {"surface",  GUD_CHOICE, GUD_NUMBER, GUD_ANY,         "plane",    AT(surface),  "plane|ball", "what body a carries at its place"},
  {"normal",   GUD_VECTOR, GUD_NUMBER, GUD_NONZERO,     "[0,1,0]",  AT(normal),   NULL, "plane: its normal, out of the material; axes of space at the start"},
  {"radius",   GUD_REAL,   GUD_LENGTH, GUD_NONNEGATIVE, "0",        AT(radius),   NULL, "radius of the ball on b; 0: a point"},
  {"radius_a", GUD_REAL,   GUD_LENGTH, GUD_POSITIVE,    GUD_ABSENT, AT(radius_a), NULL, "ball: its radius on a"},
  GUD_CONTACT_ROWS(AT(contact)), GUD_FRICTION_ROWS(AT(friction))};
static const GudMarkerSlot slots[] = {{"a", GUD_FRAME, 0, "plane, or centre of a ball"}, {"b", GUD_FRAME, 0, "the ball or point"}};
enum { OUT_FORCE, OUT_DEPTH, OUT_RATE, OUT_MODE, OUT_IMPACTS, OUT_FRICTION, OUT_STICK, OUT_SLIP, OUT_LAST_TIME, OUT_LAST_SPEED };
static const GudOutput outputs[] = {
  [OUT_FORCE] = {"force",             "N",   "normal force", GUD_OUTPUT_NORMAL},
  [OUT_DEPTH] = {"penetration",       "m",   "depth, 0 in flight", GUD_OUTPUT_DEPTH},
  [OUT_RATE] = {"penetration_rate",  "m/s", "rate of the depth"},
  [OUT_MODE] = {"contact_mode",      "-",   "0 free flight, 1 impact, 2 following", GUD_OUTPUT_CONTACT},
  [OUT_IMPACTS] = {"impacts",           "-",   "impacts so far", GUD_OUTPUT_STATE},
  [OUT_FRICTION] = {"friction",          "N",   "magnitude of the friction force", GUD_OUTPUT_FRICTION},
  [OUT_STICK] = {"stick",             "-",   "1 while it sticks", GUD_OUTPUT_STICK},
  [OUT_SLIP] = {"slip",              "m/s", "sliding speed", GUD_OUTPUT_SLIP},
  [OUT_LAST_TIME] = {"last_impact_time",  "s",   "time of the last impact"},
  [OUT_LAST_SPEED] = {"last_impact_speed", "m/s", "speed of approach at the last impact"},
};
static const GudHistory history_rows[] = {GUD_POINT_HISTORY_ROWS("", 0, 1)};
static const GudEventKind event_kinds[] = {GUD_POINT_EVENT_KINDS};
/* clang-format on */

static Touch make(const TouchParams *p, int num_tangents)
{
  GudContactParams c     = p->contact;
  int              plane = p->surface == SURFACE_PLANE;
  Touch            t     = {.surface = p->surface,
                            .normal  = {p->normal[0], p->normal[1], p->normal[2]},
                            .radius  = p->radius,
                            .reach   = p->radius + (plane ? 0 : p->radius_a)};
  c.curvature            = 1; /* external */
  t.contact = (GudContact){gud_contact_normal(&c, plane ? INFINITY : p->radius_a, p->radius, 0), p->friction,
                           num_tangents};
  /* several points may support one rigid body */
  if (gud_contact_rigid(&t.contact) && isnan(p->friction.creep)) t.contact.friction.creep = GUD_SHARED_CREEP;
  return t;
}

static GudStatus setup(TouchParams *p, int num_tangents, char *why)
{
  if (p->surface == SURFACE_BALL && isnan(p->radius_a)) {
    snprintf(why, WHY, "surface ball needs radius_a");
    return GUD_FATAL;
  }
  if (!gud_normal_laws[p->contact.law]->rigid && p->radius <= 0 && isnan(p->contact.stiffness)) {
    snprintf(why, WHY, "a point (radius 0) has no stiffness of its own: contact.stiffness is needed");
    return GUD_FATAL;
  }
  if (gud_normal_laws[p->contact.law]->line_contact) {
    snprintf(why, WHY, "law johnson is one of line contact: a ball has none");
    return GUD_FATAL;
  }
  if (gud_contact_check(&p->contact, &p->friction, why) != GUD_OK) return GUD_FATAL;
  p->made = make(p, num_tangents);
  return GUD_OK;
}

static GudStatus plane(const GudForceType *self, void *params, char *why)
{
  (void)self;
  return setup(params, 1, why);
}

static GudStatus space(const GudForceType *self, void *params, char *why)
{
  (void)self;
  return setup(params, 2, why);
}

static const Touch *touch_of(const void *params)
{
  return &((const TouchParams *)params)->made;
}

static int warn(const GudForceType *self, const void *params, char *why)
{
  (void)self;
  const TouchParams *p = params;
  return gud_contact_warn(&p->contact, why);
}

/* ---- geometry ---- */

typedef struct {
  GudPair         pair;
  GudContactAt    at;
  GudScalar       S[3], rb[3], ra[3], size; /* size: |S|, or length of the given normal */
  GudTangents     tangents;
  GudContactForce force;
  GudWrench       w;
  GudScalar       rz[GUD_POINT_TANGENTS + 1];
} At;

static const double *ref_of(const Touch *t, const double *h)
{
  return t->contact.num_tangents == 1 ? gud_tangent_axis : h + GUD_H_REF;
}

/* sum_k normal_k e_k of the frame at x */
static void plane_normal(const Touch *t, GudScalar (*x)[3], GudScalar m[3])
{
  m[0] = m[1] = m[2] = 0;
  for (int k = 0; k < 3; k++) gud_axpy(t->normal[k], x[XA + 1 + k], m);
}

static void geometry(const GudForceArgs *s, const Touch *t, const double ref[3], At *g)
{
  GudScalar m[3], c[3];
  gud_pair(s, &g->pair);
  gud_sub(s->x[XB], s->x[XA], g->S);
  if (t->surface == SURFACE_PLANE) { /* (O1) */
    plane_normal(t, s->x, m);
    g->size     = gud_unit(m, g->at.n);
    g->at.delta = t->reach - gud_dot(g->S, g->at.n);
  } else { /* (O2) */
    g->size     = gud_unit(g->S, g->at.n);
    g->at.delta = t->reach - g->size;
  }
  for (int i = 0; i < 3; i++) { /* (O3) */
    g->at.n[i] = -g->at.n[i];
    g->rb[i]   = t->radius * g->at.n[i];
    g->ra[i]   = g->S[i] + g->rb[i];
    g->at.v[i] = s->v[XB][i] - s->v[XA][i];
  }
  gud_cross(g->pair.wj, g->rb, c), gud_axpy(1, c, g->at.v);
  gud_cross(g->pair.wb, g->ra, c), gud_axpy(-1, c, g->at.v);
  gud_tangents(s, ref, &g->at, &g->tangents); /* (O4) */
}

/* Change of delta and n */
static void normal_diff(const Touch *t, const At *g, GudScalar (*dx)[3], GudScalar dS[3], GudContactAt *o)
{
  GudScalar m[3];
  gud_sub(dx[XB], dx[XA], dS);
  if (t->surface == SURFACE_PLANE) {
    plane_normal(t, dx, m);
    for (int i = 0; i < 3; i++) m[i] = -m[i];
  } else {
    for (int i = 0; i < 3; i++) m[i] = -dS[i];
  }
  gud_unit_diff(g->at.n, g->size, m, o->n);
  o->delta = gud_dot(g->at.n, dS) + (t->surface == SURFACE_PLANE ? gud_dot(g->S, o->n) : 0);
}

static void geometry_diff(const GudForceArgs *s, const Touch *t, const At *g, GudScalar (*dx)[3],
                          GudScalar (*dv)[3], At *o)
{
  GudScalar   c[3];
  GudPairDiff pd;
  gud_pair_diff(s, &g->pair, dx, dv, &pd);
  normal_diff(t, g, dx, o->S, &o->at);
  for (int i = 0; i < 3; i++) {
    o->rb[i]   = t->radius * o->at.n[i];
    o->ra[i]   = o->S[i] + o->rb[i];
    o->at.v[i] = dv[XB][i] - dv[XA][i];
  }
  gud_cross(pd.wj, g->rb, c), gud_axpy(1, c, o->at.v);
  gud_cross(g->pair.wj, o->rb, c), gud_axpy(1, c, o->at.v);
  gud_cross(pd.wb, g->ra, c), gud_axpy(-1, c, o->at.v);
  gud_cross(g->pair.wb, o->ra, c), gud_axpy(-1, c, o->at.v);
  gud_tangents_diff(&g->tangents, &g->at, dx, &o->at);
}

static size_t size(const GudForceType *self, const void *params)
{
  (void)self, (void)params;
  return sizeof(At);
}

static GudStatus evaluate(const GudForceArgs *s, GudLevel level)
{
  const Touch *t = touch_of(s->params);
  At          *g = s->work;
  (void)level;
  if (s->level != GUD_LEVEL_NONE) return GUD_OK;
  geometry(s, t, ref_of(t, s->history), g);
  memset(g->rz, 0, sizeof g->rz);
  gud_contact_force(&t->contact, &g->at, s->history, s->z, s->zt, &g->force, g->rz);
  memset(&g->w, 0, sizeof g->w);
  gud_wrench_add(&g->w, g->force.F, g->rb, g->ra);
  return GUD_OK;
}

/* ---- entries ---- */

static int layout(const void *params, int dim, int *differential)
{
  const Touch *t = touch_of(params);
  (void)dim;
  int num = gud_contact_internals(&t->contact);
  for (int i = 0; i < num; i++)
    differential[i] = !gud_contact_rigid(&t->contact) && gud_friction_is_bristle(&t->contact.friction);
  return num;
}

static void start(const GudForceArgs *s, double *h, double *z)
{
  const Touch *t = touch_of(s->params);
  (void)z;
  At     g;
  double ref[3];
  geometry(s, t, gud_tangent_axis, &g);
  gud_tangents_begin(s, g.at.n, ref);
  if (t->contact.num_tangents > 1) gud_tangents(s, ref, &g.at, &g.tangents);
  gud_contact_start(&t->contact, &g.at, s->t, h);
  memcpy(h + GUD_H_REF, ref, sizeof ref);
}

static void residual(const GudForceArgs *s, GudScalar (*f)[3], GudScalar *rz)
{
  const At *g = s->work;
  int       differential[GUD_MAX_INTERNALS], nz = layout(s->params, 0, differential);
  gud_wrench_apply(s, &g->pair, &g->w, f);
  for (int i = 0; i < nz; i++) rz[i] += g->rz[i];
}

static void diff(const GudForceArgs *s, const void *ctx, GudChange *c, GudScalar (*df)[3], GudScalar *drz)
{
  const Touch *t = touch_of(s->params);
  const At    *g = ctx;
  At           d;
  GudScalar    dF[3];
  GudWrench    dw;
  memset(&dw, 0, sizeof dw);
  geometry_diff(s, t, g, c->x, c->v, &d);
  gud_contact_diff(&t->contact, &g->at, s->history, s->z, s->zt, &g->force, &d.at, c->z, c->zt, dF, drz);
  gud_wrench_add_diff(&dw, g->force.F, g->rb, g->ra, dF, d.rb, d.ra);
  gud_wrench_apply_diff(s, &g->pair, &g->w, &dw, c->x, df);
}

static void tangent(const GudForceArgs *s, const double c[4], GudScalar *K)
{
  int differential[GUD_MAX_INTERNALS], nz = layout(s->params, 0, differential);
  gud_tangent_by_columns(s, c, 0, 8, nz, differential, diff, s->work, K);
}

static GudScalar energy(const GudForceArgs *s)
{
  const At *g = s->work;
  return s->history[GUD_H_MODE] == GUD_OPEN ? 0 : g->force.N.energy;
}

/* f.v = -N delta' + lambda.v_t and V' = elastic times the rate of delta from all marker vectors */
static void power(const GudForceArgs *s, GudScalar *P)
{
  const Touch *t = touch_of(s->params);
  const At    *g = s->work;
  GudContactAt rate;
  GudScalar    dS[3];
  if (s->history[GUD_H_MODE] == GUD_OPEN) return;
  normal_diff(t, g, s->v, dS, &rate);
  P[GUD_LEDGER_CONTACT] += g->force.N.elastic * rate.delta - g->force.N.F * g->force.rate;
  for (int i = 0; i < t->contact.num_tangents; i++)
    P[GUD_LEDGER_FRICTION] += g->force.lambda[i] * g->force.v[i];
}

static void events(const GudForceArgs *s, double *e)
{
  const At *g = s->work;
  gud_contact_events(&touch_of(s->params)->contact, &g->at, &g->force, s->history, e);
}

/* (O4): the tangents of a contact that may begin here */
static void choose_tangents(const GudForceArgs *s, const Touch *t, At *g, double *h)
{
  if (h[GUD_H_MODE] != GUD_OPEN || t->contact.num_tangents == 1) return;
  gud_tangents_begin(s, g->at.n, h + GUD_H_REF);
  gud_tangents(s, h + GUD_H_REF, &g->at, &g->tangents);
}

static int accept(const GudForceArgs *s, int event, double *h)
{
  const Touch *t = touch_of(s->params);
  At           g = *(const At *)s->work;
  choose_tangents(s, t, &g, h);
  int changed = gud_contact_accept(&t->contact, &g.at, &g.force, s->t, event, h);
  if (h[GUD_H_MODE] != GUD_OPEN && t->contact.num_tangents > 1) gud_tangents_carry(s, &g.at, h + GUD_H_REF);
  return changed;
}

static int modes(const GudForceArgs *s, GudStepMoment when, double *h, double *undetected)
{
  const Touch *t = touch_of(s->params);
  At           g = *(const At *)s->work;
  if (when == GUD_STEP_BEGINS) choose_tangents(s, t, &g, h);
  return gud_contact_modes(&t->contact, &g.at, &g.force, s->t, when, h, undetected);
}

static void output(const GudForceArgs *s, double *out)
{
  const Touch  *t = touch_of(s->params);
  const At     *g = s->work;
  const double *h = s->history;
  double        l = 0;
  for (int i = 0; i < t->contact.num_tangents; i++) l += gud_re(g->force.lambda[i] * g->force.lambda[i]);
  out[OUT_FORCE] = gud_re(g->force.N.F), out[OUT_DEPTH] = fmax(0, gud_re(g->at.delta));
  out[OUT_RATE] = gud_re(g->force.rate), out[OUT_MODE] = gud_contact_phase(h),
  out[OUT_IMPACTS]  = h[GUD_H_IMPACTS];
  out[OUT_FRICTION] = sqrt(l), out[OUT_STICK] = gud_contact_index_2(&t->contact, h);
  out[OUT_SLIP]      = gud_contact_slip(&t->contact, &g->force);
  out[OUT_LAST_TIME] = h[GUD_H_LAST], out[OUT_LAST_SPEED] = h[GUD_H_LAST_SPEED];
}

static int index_2(const GudForceArgs *s, int i)
{
  const GudContact *c = &touch_of(s->params)->contact;
  return gud_contact_rigid(c) && i == gud_contact_internals(c) - 1 ? gud_contact_index_2_normal(c, s->history)
                                                                   : gud_contact_index_2(c, s->history);
}

static int rigid(const GudForceType *self, const void *params, GudRigid *out)
{
  (void)self;
  const GudContact *c = &touch_of(params)->contact;
  if (!gud_contact_rigid(c)) return 0;
  int num = gud_contact_internals(c) - 1;
  *out    = (GudRigid){.normal       = num,
                       .num_tangents = num,
                       .restitution  = c->normal.restitution,
                       .slow         = c->normal.slow,
                       .kinetic      = c->friction.kinetic,
                       .stick        = gud_friction_static(&c->friction)};
  return 1;
}

static int rigid_closed(const GudForceArgs *s)
{
  const At *g = s->work;
  return s->history[GUD_H_MODE] != GUD_OPEN ? 2 : gud_contact_touches(&g->at, s->history);
}

static void rigid_set(const GudForceArgs *s, GudRigidMode mode, const double slip[2], double *history)
{
  const At *g = s->work;
  gud_contact_set(&touch_of(s->params)->contact, &g->at, mode, slip, s->t, history);
}

/* A rigid contact begins with a gap, or closed, but not with bodies one in another. */
static GudStatus ready(const GudForceArgs *s, char *why)
{
  const Touch *t = touch_of(s->params);
  At           g;
  if (!gud_contact_rigid(&t->contact)) return GUD_OK;
  geometry(s, t, gud_tangent_axis, &g);
  if (!(gud_re(g.at.delta) > 1e-9)) return GUD_OK;
  snprintf(why, WHY, "the bodies overlap by %.3g m at the start: law rigid allows no penetration",
           gud_re(g.at.delta));
  return GUD_FATAL;
}

static const GudContactGroup contact_group = {.modes        = modes,
                                              .mode         = gud_contact_mode,
                                              .rigid        = rigid,
                                              .rigid_closed = rigid_closed,
                                              .rigid_set    = rigid_set};

#define TYPE(variable, where, kind, tangents)                                                                \
  const GudForceType gud_force_##variable = {                                                                \
    .info  = {"contact", "ball or point against a plane or ball of another body", "flores2007", where, rows, \
              GUD_COUNT(rows), sizeof(TouchParams)},                                                         \
    .slots = slots,                                                                                          \
    .num_slots     = 2,                                                                                      \
    .ledger        = GUD_LEDGER_CONTACT,                                                                     \
    .num_internals = tangents + 1,                                                                           \
    .layout        = layout,                                                                                 \
    .num_events    = GUD_POINT_EVENTS,                                                                       \
    .event_kinds   = event_kinds,                                                                            \
    .guards        = 1,                                                                                      \
    .num_history   = GUD_POINT_HISTORY,                                                                      \
    .history       = history_rows,                                                                           \
    .num_outputs   = GUD_COUNT(outputs),                                                                     \
    .outputs       = outputs,                                                                                \
    .setup         = kind,                                                                                   \
    .warn          = warn,                                                                                   \
    .start         = start,                                                                                  \
    .ready         = ready,                                                                                  \
    .size          = size,                                                                                   \
    .evaluate      = evaluate,                                                                               \
    .energy        = energy,                                                                                 \
    .residual      = residual,                                                                               \
    .tangent       = tangent,                                                                                \
    .index_2       = index_2,                                                                                \
    .power         = power,                                                                                  \
    .events        = events,                                                                                 \
    .accept        = accept,                                                                                 \
    .contact       = &contact_group,                                                                         \
    .output        = output,                                                                                 \
  };
TYPE(contact2d, GUD_2D, plane, 1)
TYPE(contact, GUD_3D, space, 2)
