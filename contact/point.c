/* One point of contact: contact/point.h. */
#include "contact/point.h"

#include "base/vec3.h"

#include <string.h>

static const double turn_speed =
  1e-7; /* m/s: below it the direction of a slip in two tangents is that of its start */
static const double round_off = 1e-12; /* of guards: m for gaps (P5), N for forces, m/s for slips */
static const double rest      = 1e-9;  /* m/s: below it a contact at its boundary is at rest (P5) */

static const double settling = 100; /* 1/s: k of (P6) */

static int is_pressed(const double *h)
{
  return h[GUD_H_MODE] == GUD_PRESSED;
}

int gud_contact_index_2(const GudContact *c, const double *h)
{
  return gud_friction_set_valued(&c->friction) && is_pressed(h) && h[GUD_H_STICK] > 0.5;
}

int gud_contact_index_2_normal(const GudContact *c, const double *h)
{
  return gud_contact_rigid(c) && is_pressed(h);
}

/* (T9): slip per friction force */
static double yielding(const GudFriction *p, const double *h)
{
  const double least_force = 1e-3; /* N: where a contact begins there is no force yet */
  return p->creep > 0 ? p->creep / (h[GUD_H_BOUND] + least_force) : 0;
}

int gud_contact_phase(const double *h)
{
  return h[GUD_H_MODE] == GUD_OPEN ? GUD_FLIGHT : h[GUD_H_PHASE] < 2 ? GUD_IMPACTING : GUD_FOLLOWING;
}

double gud_contact_slip(const GudContact *c, const GudContactForce *f)
{
  return c->num_tangents == 1 ? gud_re(f->v[0]) : gud_re(f->speed);
}

int gud_contact_mode(const GudForceType *self, const double *h)
{
  (void)self;
  int mode = (int)h[GUD_H_MODE], stick = h[GUD_H_STICK] > 0.5, back = h[GUD_H_DIR] < 0;
  return mode != GUD_PRESSED ? mode : stick ? 3 : back ? 4 : 5;
}

/* Direction of slip of (T7) and its derivative: (v + turn_speed d)/|...|; along one tangent it is fixed. */
static void direction(const GudContact *c, const double *h, const GudScalar *v, GudScalar *e,
                      GudScalar *length)
{
  GudScalar sum = 0;
  if (c->num_tangents == 1) {
    e[0] = h[GUD_H_DIR], *length = 1;
    return;
  }
  for (int i = 0; i < 2; i++) e[i] = v[i] + turn_speed * h[GUD_H_DIR + i], sum += e[i] * e[i];
  *length = gud_sqrt(sum);
  for (int i = 0; i < 2; i++) e[i] /= *length;
}

static GudScalar slip_speed(const GudContact *c, const GudScalar *v)
{
  GudScalar sum = 0;
  for (int i = 0; i < c->num_tangents; i++) sum += v[i] * v[i];
  return gud_re(sum) > 0 ? gud_sqrt(sum) : 0;
}

/* Friction force and residuals of internals. */
static void friction_force(const GudContact *c, const double *h, const GudScalar *z, const GudScalar *zt,
                           GudContactForce *o, GudScalar *rz)
{
  const GudFriction    *p   = &c->friction;
  const GudFrictionLaw *law = gud_friction_law(p);
  GudScalar             N   = gud_pos(o->N.F), q, slope, e[2], length; /* a pull does not rub */
  int                   m = c->num_tangents, pressed = is_pressed(h);
  if (!gud_friction_on(p)) return;
  if (law->form == GUD_FRICTION_EXPLICIT) {
    gud_friction_ratio(p, o->speed, &q, &slope);
    for (int i = 0; i < m; i++) o->lambda[i] = -N * q * o->v[i];
  } else if (law->form == GUD_FRICTION_BRISTLE) { /* (T6); out of contact the bristles relax */
    law->steady(law, p, o->speed, &q, &slope);
    for (int i = 0; i < m; i++) {
      rz[i] += pressed ? zt[i] - o->v[i] + p->bristle * o->speed * z[i] / q
                       : zt[i] + p->bristle * p->v1 * z[i];
      o->lambda[i] = -N * (p->bristle * z[i] + p->bristle_damping * zt[i] + p->viscous * o->v[i]);
    }
  } else { /* (T7), (T8) */
    direction(c, h, o->v, e, &length);
    for (int i = 0; i < m; i++) {
      if (!pressed) rz[i] += z[i];
      else if (h[GUD_H_STICK] > 0.5) rz[i] += o->v[i] - h[GUD_H_HOLD + i] + yielding(p, h) * z[i];
      else rz[i] += z[i] + h[GUD_H_MU] * N * e[i];
      o->lambda[i] = pressed ? z[i] : 0;
    }
  }
}

void gud_contact_force(const GudContact *c, const GudContactAt *at, const double *h, const GudScalar *z,
                       const GudScalar *zt, GudContactForce *o, GudScalar *rz)
{
  memset(o, 0, sizeof *o);
  if (h[GUD_H_MODE] != GUD_OPEN) {
    o->rate = gud_dot(at->n, at->v);
    for (int i = 0; i < c->num_tangents; i++) o->v[i] = gud_dot(at->t[i], at->v);
    o->speed = slip_speed(c, o->v);
    if (gud_contact_rigid(c)) o->N.F = z[gud_contact_internals(c) - 1];
    else gud_normal_force(&c->normal, at->delta, o->rate, h[GUD_H_V0], &o->N);
    if (h[GUD_H_MODE] == GUD_SLACK) o->N.F = o->N.F_d = o->N.F_v = 0;
  }
  if (gud_contact_rigid(c)) { /* (P6) */
    int last = gud_contact_internals(c) - 1;
    rz[last] += is_pressed(h) ? o->rate + settling * at->delta : z[last];
  }
  friction_force(c, h, z, zt, o, rz);
  gud_axpy(-o->N.F, at->n, o->F);
  for (int i = 0; i < c->num_tangents; i++) gud_axpy(o->lambda[i], at->t[i], o->F);
}

void gud_contact_diff(const GudContact *c, const GudContactAt *at, const double *h, const GudScalar *z,
                      const GudScalar *zt, const GudContactForce *f, const GudContactAt *d,
                      const GudScalar *dz, const GudScalar *dzt, GudScalar dF[3], GudScalar *drz)
{
  const GudFriction *p = &c->friction;
  int                m = c->num_tangents, pressed = is_pressed(h);
  GudScalar          dv[2] = {0}, dl[2] = {0}, ds = 0, N = gud_pos(f->N.F), q, slope, e[2], length;
  GudScalar          rate = gud_dot(d->n, at->v) + gud_dot(at->n, d->v);
  GudScalar          dN   = f->N.F_d * d->delta + f->N.F_v * rate;
  if (h[GUD_H_MODE] == GUD_OPEN) dN = 0;
  if (gud_contact_rigid(c)) {
    int last  = gud_contact_internals(c) - 1;
    drz[last] = pressed ? rate + settling * d->delta : dz[last];
    dN        = pressed ? dz[last] : 0;
  }
  for (int k = 0; k < 3; k++) dF[k] = -dN * at->n[k] - f->N.F * d->n[k];
  if (!(gud_re(f->N.F) > 0)) dN = 0; /* from here on: of what rubs */
  for (int i = 0; i < m && h[GUD_H_MODE] != GUD_OPEN; i++) {
    dv[i] = gud_dot(d->t[i], at->v) + gud_dot(at->t[i], d->v);
    if (gud_re(f->speed) > 0) ds += f->v[i] / f->speed * dv[i];
  }
  if (gud_friction_on(p)) {
    const GudFrictionLaw *law = gud_friction_law(p);
    if (law->form == GUD_FRICTION_EXPLICIT) {
      gud_friction_ratio(p, f->speed, &q, &slope);
      for (int i = 0; i < m; i++) dl[i] = -dN * q * f->v[i] - N * (slope * ds * f->v[i] + q * dv[i]);
    } else if (law->form == GUD_FRICTION_BRISTLE) {
      law->steady(law, p, f->speed, &q, &slope);
      for (int i = 0; i < m; i++) {
        drz[i] = pressed ? dzt[i] - dv[i] +
                             p->bristle / q * (f->speed * dz[i] + z[i] * ds * (1 - f->speed * slope / q))
                         : dzt[i] + p->bristle * p->v1 * dz[i];
        dl[i]  = -dN * (p->bristle * z[i] + p->bristle_damping * zt[i] + p->viscous * f->v[i]) -
                N * (p->bristle * dz[i] + p->bristle_damping * dzt[i] + p->viscous * dv[i]);
      }
    } else {
      GudScalar along = 0;
      direction(c, h, f->v, e, &length);
      for (int i = 0; i < m; i++) along += e[i] * dv[i];
      for (int i = 0; i < m; i++) {
        GudScalar de = m == 1 ? 0 : (dv[i] - e[i] * along) / length;
        if (!pressed) drz[i] = dz[i];
        else if (h[GUD_H_STICK] > 0.5) drz[i] = dv[i] + yielding(p, h) * dz[i];
        else drz[i] = dz[i] + h[GUD_H_MU] * (dN * e[i] + N * de);
        dl[i] = pressed ? dz[i] : 0;
      }
    }
  }
  for (int i = 0; i < m; i++) {
    gud_axpy(dl[i], at->t[i], dF);
    gud_axpy(f->lambda[i], d->t[i], dF);
  }
}

/* A located change: stick is held by the static, slip resisted by the kinetic coefficient. */
static void set_coefficient(const GudContact *c, double *h)
{
  h[GUD_H_MU] = h[GUD_H_STICK] > 0.5 ? gud_friction_static(&c->friction) : c->friction.kinetic;
}

static void begin_contact(const GudContact *c, const GudContactAt *at, double t, double *h)
{
  GudScalar v[2] = {0};
  double    s;
  h[GUD_H_MODE] = GUD_PRESSED, h[GUD_H_PHASE] = 0;
  h[GUD_H_V0] = fmax(gud_re(gud_dot(at->n, at->v)), c->normal.slow);
  for (int i = 0; i < c->num_tangents; i++) v[i] = gud_dot(at->t[i], at->v);
  s              = gud_re(slip_speed(c, v));
  h[GUD_H_STICK] = s < round_off || s < gud_friction_band(&c->friction);
  for (int i = 0; i < 2; i++) {
    h[GUD_H_DIR + i]  = s > 0 ? gud_re(v[i]) / s : i == 0;
    h[GUD_H_HOLD + i] = gud_friction_law(&c->friction)->band ? gud_re(v[i]) : 0;
  }
  h[h[GUD_H_STICK] > 0.5 ? GUD_H_STUCK : GUD_H_SLIPPED] = t;
  set_coefficient(c, h);
}

void gud_contact_start(const GudContact *c, const GudContactAt *at, double t, double *h)
{
  memset(h, 0, sizeof(double) * GUD_POINT_HISTORY);
  h[GUD_H_SINCE] = t;
  if (!(gud_re(at->delta) > (gud_contact_rigid(c) ? -round_off : 0))) return;
  begin_contact(c, at, t, h), h[GUD_H_PHASE] = 2;
  /* closed at the start and at rest: no impact, no speed to damp by */
  if (gud_re(gud_dot(at->n, at->v)) <= c->normal.slow) h[GUD_H_V0] = 1e30;
}

static double magnitude(const GudContact *c, const GudScalar *x)
{
  double sum = 0;
  for (int i = 0; i < c->num_tangents; i++) sum += gud_re(x[i]) * gud_re(x[i]);
  return sqrt(sum);
}

/* Guards: see the modes in point.h. */
void gud_contact_events(const GudContact *c, const GudContactAt *at, const GudContactForce *f,
                        const double *h, double *g)
{
  double delta = gud_re(at->delta), rate = gud_re(gud_dot(at->n, at->v));
  int    open = h[GUD_H_MODE] == GUD_OPEN;
  g[0] = open ? -delta : delta, g[1] = 1, g[2] = 1;
  /* (P5): what has just parted is not hit again, what has just been hit does not part, and what is at rest stays,
     because of round-off */
  if (g[0] < 0 && g[0] > -round_off && (open ? rate < rest : rate > -rest)) g[0] = 0;
  if (gud_contact_rigid(c)) { /* (P6) */
    double gap = h[GUD_H_SHIFT] - delta;
    g[0]       = !open || (gap < 0 && gap > -round_off && rate < rest) ? fmax(gap, 0) : gap;
    if (!open) g[1] = gud_re(f->N.F) + round_off * (1 + h[GUD_H_FORCE]);
  }
  if (open) return;
  if (gud_normal_clamped(&c->normal)) {
    GudNormalForce N;
    gud_normal_force(&c->normal, at->delta, f->rate, h[GUD_H_V0], &N);
    double scale = round_off * fabs(gud_re(N.elastic));
    if (delta > round_off) g[1] = is_pressed(h) ? gud_re(N.F) + scale : -gud_re(N.F) + scale;
  }
  if (!gud_friction_set_valued(&c->friction) || !is_pressed(h)) return;
  double v[2] = {gud_re(f->v[0]), gud_re(f->v[1])}, N = gud_re(f->N.F);
  if (h[GUD_H_STICK] > 0.5)
    g[2] = h[GUD_H_MU] * fmax(N, 0) * (1 + 1e-9) + round_off - magnitude(c, f->lambda);
  else if (gud_friction_law(&c->friction)->band &&
           h[GUD_H_STICK] == 0) { /* a slip that has turned round was missed by |v| alone */
    double along = 0;
    for (int i = 0; i < c->num_tangents; i++) along += v[i] * h[GUD_H_DIR + i];
    g[2] = (along > 0 ? magnitude(c, f->v) : along) - c->friction.v0;
  } else
    for (int i = 0; i < c->num_tangents; i++)
      g[2] = (i ? g[2] : round_off) + (v[i] - h[GUD_H_HOLD + i]) * h[GUD_H_DIR + i];
}

/* A slip that begins may have a velocity of the wrong sign, as small as round-off: it counts from there. */
static void hold_back(const GudContact *c, const GudContactForce *f, double *h)
{
  double along = 0;
  if (gud_friction_law(&c->friction)->band) return;
  for (int i = 0; i < c->num_tangents; i++) along += gud_re(f->v[i]) * h[GUD_H_DIR + i];
  for (int i = 0; i < 2; i++) h[GUD_H_HOLD + i] = fmin(along, 0) * h[GUD_H_DIR + i];
}

/* Times and largest values since the last call; what the state of the contact was then has lasted until now. */
static void keep_statistics(const GudContact *c, const GudContactAt *at, const GudContactForce *f, double t,
                            double *h)
{
  static const int sum[] = {GUD_H_FREE, GUD_H_IMPACT_TIME, GUD_H_FOLLOW_TIME};
  h[sum[gud_contact_phase(h)]] += t - h[GUD_H_SINCE];
  h[GUD_H_SINCE] = t;
  if (h[GUD_H_MODE] == GUD_OPEN) return;
  h[GUD_H_FORCE] = fmax(h[GUD_H_FORCE], gud_re(f->N.F));
  h[GUD_H_BOUND] = gud_friction_static(&c->friction) * fmax(gud_re(f->N.F), 0);
  h[GUD_H_DEPTH] = fmax(h[GUD_H_DEPTH], gud_re(at->delta));
  if (h[GUD_H_PHASE] == 0 && gud_re(f->rate) < 0) h[GUD_H_PHASE] = 1;
  if (h[GUD_H_PHASE] == 1 && gud_re(f->rate) > 0) h[GUD_H_PHASE] = 2;
}

int gud_contact_touches(const GudContactAt *at, const double *h)
{
  return h[GUD_H_MODE] == GUD_OPEN && h[GUD_H_SHIFT] - gud_re(at->delta) <= round_off;
}

static void leave_contact(const GudContactAt *at, double *h)
{
  h[GUD_H_MODE] = GUD_OPEN, h[GUD_H_SHIFT] = fmax(gud_re(at->delta), 0);
}

void gud_contact_set(const GudContact *c, const GudContactAt *at, GudRigidMode mode, const double slip[2],
                     double t, double *h)
{
  if (mode == GUD_RIGID_OPEN) {
    if (h[GUD_H_MODE] != GUD_OPEN) leave_contact(at, h);
    return;
  }
  int stick = mode == GUD_RIGID_STICK;
  if (h[GUD_H_STICK] != stick) h[stick ? GUD_H_STUCK : GUD_H_SLIPPED] = t;
  h[GUD_H_MODE] = GUD_PRESSED, h[GUD_H_PHASE] = 2, h[GUD_H_STICK] = stick;
  double along =
    0; /* a slip that begins may have a velocity of the wrong sign, as small as round-off: it counts from there */
  for (int i = 0; i < c->num_tangents && !stick; i++) along += gud_re(gud_dot(at->t[i], at->v)) * slip[i];
  for (int i = 0; i < 2; i++) {
    if (!stick) h[GUD_H_DIR + i] = slip[i];
    h[GUD_H_HOLD + i] = stick ? 0 : fmin(along, 0) * slip[i];
  }
  set_coefficient(c, h);
}

/* The change that guard `event` asks for. */
static void change_mode(const GudContact *c, const GudContactAt *at, const GudContactForce *f, double t,
                        int event, double *h)
{
  double size, delta = gud_re(at->delta);
  switch (event) {
  case 0:
    if (gud_contact_rigid(c)) {
      if (!gud_contact_touches(at, h)) break; /* it only touched zero inside the step */
    } else if ((h[GUD_H_MODE] == GUD_OPEN ? -delta : delta) > round_off) {
      break; /* it only touched zero inside the step */
    }
    if (h[GUD_H_MODE] == GUD_OPEN) {
      begin_contact(c, at, t, h);
      h[GUD_H_IMPACTS] += 1, h[GUD_H_LAST] = t, h[GUD_H_LAST_SPEED] = gud_re(gud_dot(at->n, at->v));
    } else {
      h[GUD_H_MODE] = GUD_OPEN;
    }
    break;
  case 1:
    if (gud_contact_rigid(c)) {
      if (is_pressed(h)) leave_contact(at, h);
    } else if (h[GUD_H_MODE] != GUD_OPEN && gud_normal_clamped(&c->normal))
      h[GUD_H_MODE] = is_pressed(h) ? GUD_SLACK : GUD_PRESSED;
    break;
  case 2:
    if (h[GUD_H_STICK] > 0.5) { /* slides the way the friction resisted */
      size           = magnitude(c, f->lambda);
      h[GUD_H_STICK] = gud_friction_law(&c->friction)->band ? -1 : 0;
      for (int i = 0; i < 2; i++) h[GUD_H_DIR + i] = size > 0 ? -gud_re(f->lambda[i]) / size : i == 0;
      h[GUD_H_SLIPPED] = t;
      hold_back(c, f, h);
    } else {
      double v0 = gud_friction_band(&c->friction);
      size      = magnitude(c, f->v);
      if (c->num_tangents > 1 && v0 > 0 && size > 10 * v0 + turn_speed) { /* it turned, but did not stop */
        for (int i = 0; i < 2; i++) h[GUD_H_DIR + i] = gud_re(f->v[i]) / size;
        break;
      }
      h[GUD_H_STICK] = 1, h[GUD_H_STUCK] = t;
      for (int i = 0; i < 2; i++)
        h[GUD_H_HOLD + i] = size > v0 ? v0 * gud_re(f->v[i]) / size : v0 > 0 ? gud_re(f->v[i]) : 0;
    }
    break;
  default: break;
  }
}

int gud_contact_accept(const GudContact *c, const GudContactAt *at, const GudContactForce *f, double t,
                       int event, double *h)
{
  keep_statistics(c, at, f, t, h);
  if (event >= 0) {
    change_mode(c, at, f, t, event, h);
    set_coefficient(c, h);
    return 1;
  }
  if (h[GUD_H_MODE] == GUD_OPEN)
    h[GUD_H_SHIFT] = fmax(fmin(h[GUD_H_SHIFT], gud_re(at->delta)), 0); /* once parted it counts from zero */
  double size = magnitude(c, f->v);
  if (h[GUD_H_STICK] < 0 && size > c->friction.v0) h[GUD_H_STICK] = 0;
  if (c->num_tangents > 1 && h[GUD_H_STICK] < 0.5 && size > turn_speed)
    for (int i = 0; i < 2; i++) h[GUD_H_DIR + i] = gud_re(f->v[i]) / size;
  /* of a law with internals the bound and the direction of slip have changed; two tangents are carried on (C5) */
  return h[GUD_H_MODE] != GUD_OPEN && (c->num_tangents > 1 || gud_friction_internal(&c->friction));
}

int gud_contact_modes(const GudContact *c, const GudContactAt *at, const GudContactForce *f, double t,
                      GudStepMoment when, double *h, double *undetected)
{
  double g[GUD_POINT_EVENTS], delta = gud_re(at->delta);
  int    open = h[GUD_H_MODE] == GUD_OPEN, changed = 0;
  switch (when) {
  case GUD_STEP_BEGINS: /* (P2) */
    if (open ? delta > 0 : delta < 0) change_mode(c, at, f, t, 0, h);
    set_coefficient(c, h);
    break;
  case GUD_STEP_TRIED: /* (P3), (P4) */
    gud_contact_events(c, at, f, h, g);
    if (is_pressed(h) && delta < 0) h[GUD_H_MODE] = GUD_SLACK, changed = 1;
    else if (g[1] < 0) change_mode(c, at, f, t, 1, h), changed = 1;
    if (is_pressed(h) && g[2] < 0) change_mode(c, at, f, t, 2, h), changed = 1;
    break;
  case GUD_STEP_FOUND:
    if (open) *undetected = fmax(delta, 0);
    else if (gud_friction_set_valued(&c->friction) && h[GUD_H_STICK] < 0.5)
      changed = h[GUD_H_MU] != c->friction.kinetic, h[GUD_H_MU] = c->friction.kinetic;
    break;
  }
  return changed;
}
