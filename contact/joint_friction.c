/* Friction in ideal joints: its bound comes from the reaction of the joint, that is from the multipliers lambda of its rows.

   (FJ1) reaction on body b at its point x_b:  F, M = sum over the rows of -lambda dphi/dx_b and e_k x (-lambda dphi/de_k)
   (FJ2) load of a pair of supports at +-L/2 along the unit axis u (a pin in two bearings, a slider in its guide):
        F_1,2 = F/2 +- (u x M)/L,   N = |F_1| + |F_2|.       Without L: N = |F|
        A guide in the plane: |F_1| + |F_2| = max(|F|, 2 |M|/L): it binds where |M| > |F| L/2.
        A guide in space whose half width R is given carries a moment along u at its flanks: N += |M.u|/R
   (FJ3) slip of the surfaces: v_i = R u_i.(w_b - w_a) of a tangent that turns, v_i = u_i.(x_b' - x_a' - w_a x (x_b - x_a)) of one
        that slides; u_i is carried by body a (the second axis of a universal joint by body b)
   (FJ4) on b at x_b act sum z_i u_i (sliding) and the moment sum R z_i u_i (turning), on a the opposite at the same place. The internals
        z_i are the friction forces at the surface; power sum z_i v_i
   (FJ5) laws (contact/friction.h) as residuals of z, with the load N(lambda) of the same instant:
        explicit  z + N m(v) v_i/v = 0,     lugre  z + N (s0 u + s1 u' + s2 v_i) = 0 with bristles u, further internals
        coulomb   slip  z + mu_k N d = 0, d = v/|v|;   stick  v_i + c z_i = 0 while |z| <= mu_s N
   (FJ6) c = 1e-12 m/s per bound: joints that stick one beside the other, or against a driver that holds them, share what is
        undetermined; the bodies creep by less than a micrometre in 10 days
   (FJ7) |F| is sqrt(F^2 + f^2) with f = 1e-9 N: an unloaded joint has no kink; the law itself is not smoothed
   mu is the coefficient of the moment, M = mu R N; a coefficient mu' of the surfaces of a loose pin gives mu = mu'/sqrt(1 + mu'^2).
   Modes: undecided (at the start, no friction; ends at once), stick, slip along d. A slip whose speed falls to zero sticks, a stick that
   leaves its bound slips against the friction that held it. All are located events; z and lambda are solved for together.
   A joint with redundant rows has no unique load: reported (simulation.c). Self-locking: solve/self_locking.c.
   verified by: battery, t353_joint_friction, tests/studies/joint_friction.py */
#include "contact/dry.h"
#include "contact/params.h"
#include "contract/columns.h"

#include <stdio.h>
#include <string.h>

enum { XA, A1, A2, A3, XB, B1, B2, B3 };
enum { MAX_TANGENTS = 3, MAX_RUBS = 2 };
enum { UNDECIDED, STICK, SLIP };
/* history of one rub */
enum {
  H_MODE,
  H_DIR,               /* direction of slip */
  H_HOLD  = H_DIR + 3, /* slip against it, by round-off, that it began with */
  H_BOUND = H_HOLD + 3,
  H_SINCE,
  H_STUCK,
  H_SLIPPED,
  H_LOAD,
  H_SIZE
};

static const double small_load = 1e-9;  /* N: (FJ7) */
static const double yielding   = 1e-12; /* m/s: (FJ6) */
static const double slack      = 1e-12; /* m/s, N: of guards, against round-off */
static const double turn_speed = 1e-7;  /* m/s: below it the direction of slip is that before */
static const double fast       = 1e-6;  /* m/s: a slip that has turned round so fast was not located */
static const double least_load = 1e-3;  /* N: of (FJ6), where nothing is known of the load */

/* How a joint rubs. The first tangent of a rub is the axis of its supports. */
typedef struct {
  int num_tangents, num_rubs;
  int axis[MAX_TANGENTS], slides[MAX_TANGENTS], rub[MAX_TANGENTS];
  int ball;  /* no supports: N = |F| */
  int twist; /* moments along the axis load flanks */
} Shape;

static const Shape pin_shape    = {1, 1, {A3}, {0}, {0}, 0, 0};
static const Shape guide2_shape = {1, 1, {A1}, {1}, {0}, 0, 0};
static const Shape guide_shape  = {1, 1, {A3}, {1}, {0}, 0, 1};
static const Shape sleeve_shape = {2, 1, {A3, A3}, {0, 1}, {0, 0}, 0, 0};
static const Shape ball_shape   = {3, 1, {A1, A2, A3}, {0}, {0}, 1, 0};
static const Shape cross_shape  = {2, 2, {A1, B2}, {0, 0}, {0, 1}, 0, 0};

typedef struct {
  GudFriction  law;
  double       radius, length; /* R, L; NaN: not given */
  const Shape *shape;          /* by setup */
} FrictionParams;

typedef struct {
  GudScalar support[2][3], size[2], twist; /* F_1, F_2 and their lengths as in (FJ7); M.u */
  GudScalar N, speed;
  GudScalar d[MAX_TANGENTS], length; /* direction of slip and the length it was divided by */
} Rub;

typedef struct {
  GudPair   pair;
  GudScalar r[3], F[3], M[3], vr[3], w[3]; /* x_b - x_a; (FJ1); velocity and spin of b seen from a */
  GudScalar u[MAX_TANGENTS][3], l[MAX_TANGENTS], v[MAX_TANGENTS];
  GudScalar slide[3]; /* sum z_i u_i of what slides */
  GudWrench wrench;
  Rub       rub[MAX_RUBS];
} At;

static const Shape *shape_of(const GudForceArgs *s)
{
  return ((const FrictionParams *)s->params)->shape;
}

static const double *history_of(const GudForceArgs *s, int rub)
{
  return s->history + rub * H_SIZE;
}

/* ---- the load ---- */

/* Sum of those ends of a row's U or V that are there */
static void side(GudScalar (*x)[3], int plus, int minus, GudScalar y[3])
{
  for (int i = 0; i < 3; i++) y[i] = (plus >= 0 ? x[plus][i] : 0) - (minus >= 0 ? x[minus][i] : 0);
}

/* (FJ1) of one row, added: the gradient made of x, its lever arms being `arm`; constant: axes of space belong to it. F may be NULL. */
static void row_reaction(const GudRow *r, GudScalar (*x)[3], GudScalar (*arm)[3], int constant, GudScalar lam,
                         GudScalar F[3], GudScalar M[3])
{
  const int id[4] = {r->u0, r->u1, r->v0, r->v1};
  GudScalar U[3], V[3] = {0}, f[3], m[3];
  side(x, r->u0, r->u1, U);
  if (r->kind != GUD_ROW_POINT) side(x, r->v0, r->v1, V);
  else if (constant) V[r->axis] = 1;
  for (int k = 0; k < 4; k++) {
    if (id[k] < XB) continue;
    for (int i = 0; i < 3; i++) f[i] = (k % 2 ? lam : -lam) * (k < 2 ? V[i] : U[i]);
    if (id[k] == XB) {
      if (F) gud_axpy(1, f, F);
      continue;
    }
    gud_cross(arm[id[k]], f, m);
    gud_axpy(1, m, M);
  }
}

/* Change of (FJ1) */
static void reaction_diff(const GudForceArgs *s, GudScalar (*dx)[3], GudScalar dF[3], GudScalar dM[3])
{
  for (int i = 0; i < 3; i++) dF[i] = dM[i] = 0;
  for (int k = 0; k < s->num_rows; k++) {
    row_reaction(&s->rows[k], dx, s->x, 0, s->lam[k], dF, dM);
    row_reaction(&s->rows[k], s->x, dx, 1, s->lam[k], NULL, dM);
  }
}

static GudScalar size_of(const GudScalar F[3]) /* (FJ7) */
{
  return gud_sqrt(gud_dot(F, F) + small_load * small_load);
}

/* Lever arm 1/L of the supports, 0: they carry no moment */
static double over_length(const FrictionParams *p)
{
  return p->shape->ball || isnan(p->length) ? 0 : 1 / p->length;
}

static double over_width(const FrictionParams *p)
{
  return p->shape->twist && !isnan(p->radius) ? 1 / p->radius : 0;
}

static void load_of(const FrictionParams *p, const At *g, const GudScalar u[3], Rub *o) /* (FJ2) */
{
  GudScalar c[3];
  gud_cross(u, g->M, c);
  o->N = 0;
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < 3; i++) o->support[k][i] = 0.5 * g->F[i] + (k ? -1 : 1) * over_length(p) * c[i];
    o->size[k] = size_of(o->support[k]);
    o->N += o->size[k];
  }
  o->twist = gud_dot(u, g->M);
  o->N += over_width(p) * gud_sqrt(o->twist * o->twist + small_load * small_load);
}

static GudScalar load_diff(const FrictionParams *p, const At *g, const GudScalar u[3], const Rub *o,
                           const GudScalar dF[3], const GudScalar dM[3], const GudScalar du[3])
{
  GudScalar c[3], e[3], dN = 0;
  gud_cross(u, dM, c), gud_cross(du, g->M, e);
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 3; i++)
      dN += o->support[k][i] / o->size[k] * (0.5 * dF[i] + (k ? -1 : 1) * over_length(p) * (c[i] + e[i]));
  GudScalar dt = gud_dot(u, dM) + gud_dot(du, g->M);
  return dN + over_width(p) * o->twist * dt / gud_sqrt(o->twist * o->twist + small_load * small_load);
}

/* ---- the point ---- */

static size_t size(const GudForceType *self, const void *params)
{
  (void)self, (void)params;
  return sizeof(At);
}

/* Tangents of a rub that turn carry the factor R of (FJ3), (FJ4). */
static double arm_of(const FrictionParams *p, int i)
{
  return p->shape->slides[i] ? 1 : p->radius;
}

/* Speed and direction of slip of each rub */
static void slip_of(const GudForceArgs *s, const Shape *sh, At *g)
{
  GudScalar sum[MAX_RUBS] = {0};
  int       num[MAX_RUBS] = {0};
  for (int i = 0; i < sh->num_tangents; i++) sum[sh->rub[i]] += g->v[i] * g->v[i], num[sh->rub[i]]++;
  for (int r = 0; r < sh->num_rubs; r++) {
    const double *h = history_of(s, r);
    Rub          *o = &g->rub[r];
    GudScalar     l = 0;
    o->speed        = gud_re(sum[r]) > 0 ? gud_sqrt(sum[r]) : 0;
    o->length       = 1;
    for (int i = 0, k = 0; i < sh->num_tangents; i++) {
      if (sh->rub[i] != r) continue;
      o->d[i] = num[r] == 1 ? h[H_DIR] : g->v[i] + turn_speed * h[H_DIR + k];
      l += o->d[i] * o->d[i], k++;
    }
    if (num[r] == 1 || !(gud_re(l) > 0)) continue;
    o->length = gud_sqrt(l);
    for (int i = 0; i < sh->num_tangents; i++)
      if (sh->rub[i] == r) o->d[i] /= o->length;
  }
}

static void kinematics(const GudForceArgs *s, At *g)
{
  const FrictionParams *p  = s->params;
  const Shape          *sh = p->shape;
  GudScalar             c[3];
  gud_pair(s, &g->pair);
  gud_sub(s->x[XB], s->x[XA], g->r);
  gud_sub(g->pair.wj, g->pair.wb, g->w);
  gud_sub(s->v[XB], s->v[XA], g->vr);
  gud_cross(g->pair.wb, g->r, c), gud_axpy(-1, c, g->vr);
  for (int i = 0; i < sh->num_tangents; i++) { /* (FJ3) */
    g->l[i] = gud_unit(s->x[sh->axis[i]], g->u[i]);
    g->v[i] = arm_of(p, i) * gud_dot(g->u[i], sh->slides[i] ? g->vr : g->w);
  }
}

static GudStatus evaluate(const GudForceArgs *s, GudLevel level)
{
  const FrictionParams  *p       = s->params;
  const Shape           *sh      = p->shape;
  At                    *g       = s->work;
  static const GudScalar zero[3] = {0};
  (void)level;
  if (s->level != GUD_LEVEL_NONE) return GUD_OK;
  memset(g, 0, sizeof *g);
  kinematics(s, g);
  for (int k = 0; k < s->num_rows; k++) row_reaction(&s->rows[k], s->x, s->x, 1, s->lam[k], g->F, g->M);
  for (int r = 0; r < sh->num_rubs; r++) load_of(p, g, g->u[r], &g->rub[r]);
  slip_of(s, sh, g);
  for (int i = 0; i < sh->num_tangents; i++) { /* (FJ4) */
    GudScalar z = s->z[i] * arm_of(p, i);
    if (sh->slides[i]) gud_axpy(z, g->u[i], g->slide);
    else gud_axpy(z, g->u[i], g->wrench.Mj), gud_axpy(-z, g->u[i], g->wrench.Mb);
  }
  gud_wrench_add(&g->wrench, g->slide, zero, g->r);
  return GUD_OK;
}

/* ---- the laws ---- */

static GudFrictionForm form_of(const FrictionParams *p)
{
  return gud_friction_law(&p->law)->form;
}

static void steady_friction(const FrictionParams *p, GudScalar v, GudScalar *g, GudScalar *slope)
{
  const GudFrictionLaw *law = gud_friction_law(&p->law);
  law->steady(law, &p->law, v, g, slope);
}

static int set_valued(const FrictionParams *p)
{
  return gud_friction_set_valued(&p->law);
}

static double compliance(const double *h) /* (FJ6) */
{
  return yielding / (h[H_BOUND] + least_load);
}

static void residual(const GudForceArgs *s, GudScalar (*f)[3], GudScalar *rz)
{
  const FrictionParams *p  = s->params;
  const Shape          *sh = p->shape;
  const At             *g  = s->work;
  gud_wrench_apply(s, &g->pair, &g->wrench, f);
  for (int i = 0; i < sh->num_tangents; i++) { /* (FJ5) */
    const Rub    *o = &g->rub[sh->rub[i]];
    const double *h = history_of(s, sh->rub[i]);
    GudScalar     q, slope;
    int           b = sh->num_tangents + i;
    if (form_of(p) == GUD_FRICTION_EXPLICIT) {
      gud_friction_ratio(&p->law, o->speed, &q, &slope);
      rz[i] += s->z[i] + o->N * q * g->v[i];
    } else if (form_of(p) == GUD_FRICTION_BRISTLE) {
      steady_friction(p, o->speed, &q, &slope);
      rz[b] += s->zt[b] - g->v[i] + p->law.bristle * o->speed * s->z[b] / q;
      rz[i] += s->z[i] + o->N * (p->law.bristle * s->z[b] + p->law.bristle_damping * s->zt[b] +
                                 p->law.viscous * g->v[i]);
    } else if (h[H_MODE] == STICK) {
      rz[i] += g->v[i] + compliance(h) * s->z[i];
    } else {
      rz[i] += s->z[i] + (h[H_MODE] == SLIP ? p->law.kinetic * o->N * o->d[i] : 0);
    }
  }
}

/* d rz_i/dN */
static GudScalar by_load(const GudForceArgs *s, const At *g, int i)
{
  const FrictionParams *p = s->params;
  int                   r = p->shape->rub[i], b = p->shape->num_tangents + i;
  GudScalar             q, slope;
  if (form_of(p) == GUD_FRICTION_EXPLICIT) {
    gud_friction_ratio(&p->law, g->rub[r].speed, &q, &slope);
    return q * g->v[i];
  }
  if (form_of(p) == GUD_FRICTION_BRISTLE)
    return p->law.bristle * s->z[b] + p->law.bristle_damping * s->zt[b] + p->law.viscous * g->v[i];
  return history_of(s, r)[H_MODE] == SLIP ? p->law.kinetic * g->rub[r].d[i] : 0;
}

static void diff(const GudForceArgs *s, const void *ctx, GudChange *c, GudScalar (*df)[3], GudScalar *drz)
{
  const FrictionParams *p  = s->params;
  const Shape          *sh = p->shape;
  const At             *g  = ctx;
  GudPairDiff           pd;
  GudWrench             dw;
  GudScalar             dF[3], dM[3], dw_rel[3], dvr[3], dr[3], e[3], du[MAX_TANGENTS][3], dv[MAX_TANGENTS],
    slide[3] = {0};
  GudScalar              dN[MAX_RUBS], ds[MAX_RUBS] = {0}, along[MAX_RUBS] = {0};
  static const GudScalar zero[3] = {0};
  memset(&dw, 0, sizeof dw);
  gud_pair_diff(s, &g->pair, c->x, c->v, &pd);
  reaction_diff(s, c->x, dF, dM);
  gud_sub(c->x[XB], c->x[XA], dr);
  gud_sub(pd.wj, pd.wb, dw_rel);
  gud_sub(c->v[XB], c->v[XA], dvr);
  gud_cross(pd.wb, g->r, e), gud_axpy(-1, e, dvr);
  gud_cross(g->pair.wb, dr, e), gud_axpy(-1, e, dvr);
  for (int i = 0; i < sh->num_tangents; i++) {
    const Rub *o = &g->rub[sh->rub[i]];
    double     R = arm_of(p, i);
    gud_unit_diff(g->u[i], g->l[i], c->x[sh->axis[i]], du[i]);
    dv[i] = R *
            (gud_dot(du[i], sh->slides[i] ? g->vr : g->w) + gud_dot(g->u[i], sh->slides[i] ? dvr : dw_rel));
    if (gud_re(o->speed) > 0) ds[sh->rub[i]] += g->v[i] / o->speed * dv[i];
    along[sh->rub[i]] += o->d[i] * dv[i];
    for (int k = 0; k < 3; k++) {
      GudScalar m = R * (c->z[i] * g->u[i][k] + s->z[i] * du[i][k]);
      if (sh->slides[i]) slide[k] += m;
      else dw.Mj[k] += m, dw.Mb[k] -= m;
    }
  }
  gud_wrench_add_diff(&dw, g->slide, zero, g->r, slide, zero, dr);
  gud_wrench_apply_diff(s, &g->pair, &g->wrench, &dw, c->x, df);
  for (int r = 0; r < sh->num_rubs; r++) dN[r] = load_diff(p, g, g->u[r], &g->rub[r], dF, dM, du[r]);
  for (int i = 0; i < sh->num_tangents; i++) {
    int           r = sh->rub[i], b = sh->num_tangents + i;
    const Rub    *o = &g->rub[r];
    const double *h = history_of(s, r);
    GudScalar     q, slope, more = by_load(s, g, i) * dN[r];
    if (form_of(p) == GUD_FRICTION_EXPLICIT) {
      gud_friction_ratio(&p->law, o->speed, &q, &slope);
      drz[i] += c->z[i] + more + o->N * (slope * ds[r] * g->v[i] + q * dv[i]);
    } else if (form_of(p) == GUD_FRICTION_BRISTLE) {
      steady_friction(p, o->speed, &q, &slope);
      drz[b] += c->zt[b] - dv[i] +
                p->law.bristle / q * (o->speed * c->z[b] + s->z[b] * ds[r] * (1 - o->speed * slope / q));
      drz[i] += c->z[i] + more +
                o->N *
                  (p->law.bristle * c->z[b] + p->law.bristle_damping * c->zt[b] + p->law.viscous * dv[i]);
    } else if (h[H_MODE] == STICK) {
      drz[i] += dv[i] + compliance(h) * c->z[i];
    } else {
      drz[i] += c->z[i] + more;
      if (h[H_MODE] == SLIP && sh->num_tangents > sh->num_rubs)
        drz[i] += p->law.kinetic * o->N * (dv[i] - o->d[i] * along[r]) / o->length;
    }
  }
}

static int layout(const void *params, int dim, int *differential)
{
  const FrictionParams *p   = params;
  int                   num = p->shape->num_tangents;
  (void)dim;
  for (int i = 0; i < num; i++) differential[i] = 0, differential[num + i] = 1;
  return form_of(p) == GUD_FRICTION_BRISTLE ? 2 * num : num;
}

static void tangent(const GudForceArgs *s, const double c[4], GudScalar *K)
{
  int differential[GUD_MAX_INTERNALS], nz = layout(s->params, 0, differential);
  gud_tangent_by_columns(s, c, 0, 8, nz, differential, diff, s->work, K);
}

static void loads(const GudForceArgs *s, GudScalar *L)
{
  const FrictionParams  *p       = s->params;
  const At              *g       = s->work;
  static const GudScalar zero[3] = {0};
  for (int k = 0; k < s->num_rows; k++) {
    GudScalar dF[3] = {0}, dM[3] = {0};
    row_reaction(&s->rows[k], s->x, s->x, 1, 1, dF, dM);
    for (int i = 0; i < p->shape->num_tangents; i++) {
      int r = p->shape->rub[i];
      L[i * s->num_rows + k] += by_load(s, g, i) * load_diff(p, g, g->u[r], &g->rub[r], dF, dM, zero);
    }
  }
}

static int index_2(const GudForceArgs *s, int i)
{
  const FrictionParams *p = s->params;
  return set_valued(p) && history_of(s, p->shape->rub[i])[H_MODE] == STICK;
}

static void power(const GudForceArgs *s, GudScalar P[GUD_NUM_LEDGER])
{
  const At *g = s->work;
  for (int i = 0; i < shape_of(s)->num_tangents; i++) P[GUD_LEDGER_FRICTION] += s->z[i] * g->v[i];
}

/* ---- modes ---- */

/* Friction force, slip, and slip along the direction of a rub */
static void real_values(const GudForceArgs *s, int r, double z[3], double v[3], double *size_z, double *along)
{
  const Shape  *sh  = shape_of(s);
  const At     *g   = s->work;
  const double *h   = history_of(s, r);
  double        sum = 0;
  int           k   = 0;
  *along            = 0;
  z[0] = z[1] = z[2] = v[0] = v[1] = v[2] = 0;
  for (int i = 0; i < sh->num_tangents; i++) {
    if (sh->rub[i] != r) continue;
    z[k] = gud_re(s->z[i]), v[k] = gud_re(g->v[i]);
    sum += z[k] * z[k], *along += (v[k] - h[H_HOLD + k]) * h[H_DIR + k], k++;
  }
  *size_z = sqrt(sum);
}

static void events(const GudForceArgs *s, double *e)
{
  const FrictionParams *p = s->params;
  const At             *g = s->work;
  for (int r = 0; r < p->shape->num_rubs; r++) {
    const double *h = history_of(s, r);
    double        z[3], v[3], hold, along;
    e[r] = 1;
    if (!set_valued(p)) continue;
    real_values(s, r, z, v, &hold, &along);
    if (h[H_MODE] == UNDECIDED) e[r] = -1;
    else if (h[H_MODE] == STICK)
      e[r] = gud_friction_static(&p->law) * gud_re(g->rub[r].N) * (1 + 1e-9) + slack - hold;
    else e[r] = along + slack;
  }
}

static void change_mode(const GudForceArgs *s, int r, double *h)
{
  const At *g     = s->work;
  double    speed = gud_re(g->rub[r].speed), z[3], v[3], hold, along = 0;
  int       decided = h[H_MODE] != UNDECIDED;
  real_values(s, r, z, v, &hold, &along);
  if (h[H_MODE] == STICK) {
    h[H_MODE] = SLIP, along = 0, h[H_SLIPPED] = s->t;
    for (int k = 0; k < 3; k++) h[H_DIR + k] = hold > 0 ? -z[k] / hold : k == 0, along += v[k] * h[H_DIR + k];
    for (int k = 0; k < 3; k++) h[H_HOLD + k] = fmin(along, 0) * h[H_DIR + k];
  } else if (speed > (decided ? fast : turn_speed)) {
    if (!decided) h[H_SLIPPED] = s->t;
    h[H_MODE] = SLIP;
    for (int k = 0; k < 3; k++) h[H_DIR + k] = v[k] / speed, h[H_HOLD + k] = 0;
  } else {
    h[H_MODE] = STICK;
  }
}

/* What the mode was at the last call has lasted until now. A stick that is left may have been none: the loads of joints that drivers
   move against it are then numbers without a meaning. */
static void keep_statistics(const GudForceArgs *s, int r, int event, double *h)
{
  const FrictionParams *p = s->params;
  const At             *g = s->work;
  double                N = gud_re(g->rub[r].N);
  if (h[H_MODE] == STICK) h[H_STUCK] += s->t - h[H_SINCE];
  h[H_SINCE] = s->t;
  if (event >= 0 && h[H_MODE] == STICK) return;
  h[H_LOAD]  = fmax(h[H_LOAD], N);
  h[H_BOUND] = gud_friction_static(&p->law) * N;
}

static int accept(const GudForceArgs *s, int event, double *history)
{
  const FrictionParams *p       = s->params;
  const At             *g       = s->work;
  int                   several = p->shape->num_tangents > p->shape->num_rubs, changed = 0;
  for (int r = 0; r < p->shape->num_rubs; r++) {
    double *h = history + r * H_SIZE, z[3], v[3], hold, along, speed = gud_re(g->rub[r].speed);
    if (event >= 0 && event != r) continue;
    keep_statistics(s, r, event, h);
    if (!set_valued(p)) continue;
    changed |= h[H_MODE] == STICK || event >= 0;
    if (event >= 0) change_mode(s, r, h);
    if (!several || h[H_MODE] != SLIP || !(speed > turn_speed) || event >= 0) continue;
    real_values(s, r, z, v, &hold, &along);
    for (int k = 0; k < 3; k++) h[H_DIR + k] = v[k] / speed, h[H_HOLD + k] = 0;
    changed = 1;
  }
  return changed;
}

static int modes(const GudForceArgs *s, GudStepMoment when, double *history, double *undetected)
{
  double g[MAX_RUBS];
  int    changed = 0;
  (void)undetected;
  if (when != GUD_STEP_TRIED) return 0;
  events(s, g);
  for (int r = 0; r < shape_of(s)->num_rubs; r++)
    if (g[r] < 0) change_mode(s, r, history + r * H_SIZE), changed = 1;
  return changed;
}

static int mode(const GudForceType *self, const double *h)
{
  (void)self;
  return (int)h[H_MODE] + 3 * (h[H_DIR] < 0);
}

static int mode_of_two(const GudForceType *self, const double *h)
{
  return mode(self, h) + 6 * mode(self, h + H_SIZE);
}

static void start(const GudForceArgs *s, double *history, double *z)
{
  (void)z;
  memset(history, 0, sizeof(double) * (size_t)(H_SIZE * shape_of(s)->num_rubs));
  for (int r = 0; r < shape_of(s)->num_rubs; r++) history[r * H_SIZE + H_SINCE] = s->t;
}

/* ---- what people read ---- */

enum { OUT_LOAD, OUT_FRICTION, OUT_MOMENT, OUT_SLIP, OUT_STICK, OUT_POWER, NUM_OUT };
/* clang-format off */
#define OUTPUTS(at, which, of) \
  [OUT_LOAD + (at)] = {"load_force" which,      "N",   "load of the supports" of}, \
  [OUT_FRICTION + (at)] = {"friction_force" which,  "N",   "friction at the surface: of one tangent with the sign of what acts on b, of several its size" of}, \
  [OUT_MOMENT + (at)] = {"friction_moment" which, "N m", "moment of the friction" of}, \
  [OUT_SLIP + (at)] = {"slip_speed" which,      "m/s", "sliding speed at the surface" of}, \
  [OUT_STICK + (at)] = {"stick" which,           "-",   "1 while it sticks" of, GUD_OUTPUT_STATE}, \
  [OUT_POWER + (at)] = {"friction_power" which,  "W",   "power of the friction, negative" of}
static const GudOutput outputs[] = {OUTPUTS(0, "", ""), OUTPUTS(NUM_OUT, "_2", ", second axis")};
/* clang-format on */

/* Of one tangent with the sign of what acts on b, of several their size */
static void output(const GudForceArgs *s, double *out)
{
  const FrictionParams *p  = s->params;
  const Shape          *sh = p->shape;
  const At             *g  = s->work;
  for (int r = 0; r < sh->num_rubs; r++, out += NUM_OUT) {
    double F = 0, M = 0, P = 0, v = 0;
    int    num = 0;
    for (int i = 0; i < sh->num_tangents; i++) {
      if (sh->rub[i] != r) continue;
      double z = gud_re(s->z[i]), m = sh->slides[i] ? 0 : p->radius * z;
      P += z * gud_re(g->v[i]), F += z * z, M += m * m, num++;
      if (sh->num_tangents == sh->num_rubs) v = gud_re(g->v[i]), out[OUT_FRICTION] = z, out[OUT_MOMENT] = m;
    }
    if (num > 1) v = gud_re(g->rub[r].speed), out[OUT_FRICTION] = sqrt(F), out[OUT_MOMENT] = sqrt(M);
    out[OUT_LOAD] = gud_re(g->rub[r].N), out[OUT_SLIP] = v, out[OUT_POWER] = P;
    out[OUT_STICK] = set_valued(p) && history_of(s, r)[H_MODE] == STICK;
  }
}

static GudStatus setup(FrictionParams *p, const Shape *shape, char *why)
{
  enum { WHY = 200 };
  p->shape = shape;
  if (gud_friction_law(&p->law)->band) {
    snprintf(why, WHY, "friction.law %s: use coulomb, which sticks without a band of speeds",
             gud_friction_law(&p->law)->name);
    return GUD_FATAL;
  }
  if (form_of(p) == GUD_FRICTION_BRISTLE && !(p->law.kinetic > 0)) {
    snprintf(why, WHY, "law %s needs friction.kinetic above 0", gud_friction_law(&p->law)->name);
    return GUD_FATAL;
  }
  return gud_friction_check(&p->law, why);
}

#define SETUP(name)                                                        \
  static GudStatus name(const GudForceType *self, void *params, char *why) \
  {                                                                        \
    (void)self;                                                            \
    return setup(params, &name##_shape, why);                              \
  }
SETUP(pin)
SETUP(guide2)
SETUP(guide)
SETUP(sleeve)
SETUP(ball)
SETUP(cross)

/* clang-format off */
#define AT(field) offsetof(FrictionParams, field)
#define LAW GUD_FRICTION_LAW_ROWS(AT(law), "coulomb")
#define RADIUS(needed, text) {"friction.pin_radius", GUD_REAL, GUD_LENGTH, GUD_POSITIVE, needed, AT(radius), NULL, text, GUD_ROLE_JOINT_SIZE}
#define LENGTH(needed, text) {"friction.length",     GUD_REAL, GUD_LENGTH, GUD_POSITIVE, needed, AT(length), NULL, text, GUD_ROLE_JOINT_SIZE}
static const GudParam pin_rows[]    = {LAW, RADIUS(NULL, "radius of the pin, at which friction acts"), LENGTH(GUD_ABSENT, "distance of the two bearings of the pin, which carry bending moments (default: these are not counted)")};
static const GudParam guide_rows[]  = {LAW, LENGTH(NULL, "length of the guide: its ends carry moments"), RADIUS(GUD_ABSENT, "half width of the guide, at which moments along its axis act (default: these are not counted)")};
static const GudParam guide2_rows[] = {LAW, LENGTH(NULL, "length of the guide: its ends carry moments")};
static const GudParam sleeve_rows[] = {LAW, RADIUS(NULL, "radius of the pin, at which friction acts"), LENGTH(NULL, "length of the sleeve: its ends carry bending moments")};
static const GudParam ball_rows[]   = {LAW, RADIUS(NULL, "radius of the ball, at which friction acts")};
static const GudParam cross_rows[]  = {LAW, RADIUS(NULL, "radius of the pins of the cross, at which friction acts"), LENGTH(GUD_ABSENT, "distance of the two bearings of each pin, which carry the torque (default: it is not counted)")};
static const GudMarkerSlot slots[]  = {{"a", GUD_FRAME, 0, "first body of the joint"}, {"b", GUD_FRAME, 0, "second body of the joint"}};
#define HISTORY(at, which)                                                                                                 \
  [(at) + H_MODE] = {"mode", GUD_HISTORY_MODE, "-", 0},                                                                    \
  [(at) + H_DIR] = {"slip direction 1", GUD_HISTORY_DIRECTION, "-", 0}, {"slip direction 2", GUD_HISTORY_DIRECTION, "-", 0}, \
  {"slip direction 3", GUD_HISTORY_DIRECTION, "-", 0},                                                                     \
  [(at) + H_HOLD] = {"slip held 1", GUD_HISTORY_MEMORY, "m/s", 0}, {"slip held 2", GUD_HISTORY_MEMORY, "m/s", 0},          \
  {"slip held 3", GUD_HISTORY_MEMORY, "m/s", 0},                                                                           \
  [(at) + H_BOUND] = {"friction bound", GUD_HISTORY_MEMORY, "N", 0},                                                       \
  [(at) + H_SINCE] = {"counted until", GUD_HISTORY_INSTANT, "s", 0},                                                        \
  [(at) + H_STUCK] = {"sticking" which, GUD_HISTORY_TIME, "s", 1},                                                         \
  [(at) + H_SLIPPED] = {"slipping" which, GUD_HISTORY_TIME, "s", 0},                                                       \
  [(at) + H_LOAD] = {"largest load" which, GUD_HISTORY_LARGEST, "N", 1}
static const GudHistory history_rows[] = {HISTORY(0, ""), HISTORY(H_SIZE, " of second axis")};
static const GudEventKind event_kinds[] = {GUD_EVENT_FRICTION, GUD_EVENT_FRICTION};

static const GudContactGroup one = {.modes = modes, .mode = mode}, two = {.modes = modes, .mode = mode_of_two};
#define TYPE(variable, name, where, kind, tangents, rubs, of_mode)                                                        \
  const GudForceType gud_joint_friction_##variable = {                                                                    \
    .info  = {name, "friction in an ideal joint", NULL, where, kind##_rows, GUD_COUNT(kind##_rows), sizeof(FrictionParams)}, \
    .slots = slots, .num_slots = 2, .ledger = GUD_LEDGER_FRICTION, .num_internals = 2 * (tangents), .layout = layout,      \
    .num_events = rubs, .event_kinds = event_kinds, .guards = 1, .num_history = (rubs) * H_SIZE, .history = history_rows, .num_outputs = (rubs) * NUM_OUT, .outputs = outputs, \
    .setup = kind, .start = start, .size = size, .evaluate = evaluate, .residual = residual, .tangent = tangent,          \
    .loads = loads, .index_2 = index_2, .power = power, .events = events, .accept = accept, .contact = &of_mode, .output = output}
/* clang-format on */
TYPE(revolute, "revolute", GUD_2D | GUD_3D, pin, 1, 1, one);
TYPE(prismatic2d, "prismatic", GUD_2D, guide2, 1, 1, one);
TYPE(prismatic, "prismatic", GUD_3D, guide, 1, 1, one);
TYPE(cylindrical, "cylindrical", GUD_3D, sleeve, 2, 1, one);
TYPE(spherical, "spherical", GUD_3D, ball, 3, 1, one);
TYPE(universal, "universal", GUD_3D, cross, 2, 2, two);
