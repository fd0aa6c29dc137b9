/* Torsion spring and damper about the axis e3 of frame a.

   (T1) s = b1 . a2, c = b1 . a1, theta = atan2(s, c) + turns        angle of b1 seen from a1 towards a2
   (T2) M = k (theta - theta0) + c theta' + M0 + table(theta - theta0) + f;   generalised force on a marker m:
        f_m = -M dtheta/dm,   dtheta = (c ds - s dc)/(s^2 + c^2)     (moment -M e3 on b, +M e3 on a)
   (T3) V = k/2 (theta - theta0)^2 + M0 (theta - theta0) + int table
   f is a function of time or of probes (a motor between two bodies), with the power -f theta' (a load).
   history: [theta at the last accepted step], from which turns are counted: |step of theta| < pi is assumed.
   verified by: battery, t320, t710 (torsion pendulum, several turns) */
#include "contract/columns.h"
#include "table.h"

#include "base/vec3.h"

typedef struct {
  double   stiffness, damping, angle, preload;
  GudTable table;
  int      moment;
} TorsionParams;

/* clang-format off */
#define AT(field) offsetof(TorsionParams, field)
static const GudParam params[] = {
  {"stiffness", GUD_REAL,  GUD_ROT_STIFFNESS, GUD_NONNEGATIVE, "0",        AT(stiffness), NULL, "stiffness k per radian"},
  {"damping",   GUD_REAL,  GUD_ROT_DAMPING,   GUD_NONNEGATIVE, "0",        AT(damping),   NULL, "damping c per rad/s"},
  {"angle",     GUD_REAL,  GUD_ANGLE,         GUD_ANY,         "0",        AT(angle),     NULL, "angle at rest, counted from the start position"},
  {"preload",   GUD_REAL,  GUD_MOMENT,        GUD_ANY,         "0",        AT(preload),   NULL, "moment at the angle at rest"},
  {"table",     GUD_TABLE, GUD_MOMENT,        GUD_ANY,         GUD_ABSENT, AT(table),     "rad", "moment against angle [[rad, N m], ...], added to the linear part"},
  {"moment",    GUD_FUNCTION, GUD_MOMENT,     GUD_ANY,         GUD_ABSENT, AT(moment),    NULL, "moment added (on a about the axis, on b against it), a function of time or of probes: a motor"},
};
static const GudMarkerSlot slots[] = {{"a", GUD_FRAME, 0, "first body; carries the axis"}, {"b", GUD_FRAME, 0, "second body"}};
static const GudOutput outputs[] = {
  {"moment", "N m", "moment on a about the axis, and the opposite on b"},
  {"angle",  "rad", "angle of b seen from a"},
};
enum { A1 = 1, A2 = 2, B1 = 5 };
/* clang-format on */

typedef struct {
  GudScalar s, c, D, s_t, c_t, theta, theta_t, M, M_theta;
} Kin;

static GudScalar arc(GudScalar s, GudScalar c) /* atan2 by branches of the analytic atan */
{
  const double half_pi = 1.57079632679489661923;
  double       sr = gud_re(s), cr = gud_re(c);
  if (fabs(cr) >= fabs(sr)) return gud_atan(s / c) + (cr < 0 ? (sr < 0 ? -2 * half_pi : 2 * half_pi) : 0);
  return (sr < 0 ? -half_pi : half_pi) - gud_atan(c / s);
}

static size_t size(const GudForceType *self, const void *params_)
{
  (void)self, (void)params_;
  return sizeof(Kin);
}

static GudStatus evaluate(const GudForceArgs *a, GudLevel level)
{
  const TorsionParams *p      = a->params;
  const double         two_pi = 6.28318530717958647692;
  Kin                 *k      = a->work;
  GudScalar            slope  = 0;
  (void)level;
  if (a->level != GUD_LEVEL_NONE) return GUD_OK;
  k->s = gud_dot(a->x[B1], a->x[A2]);
  k->c = gud_dot(a->x[B1], a->x[A1]);
  k->D = k->s * k->s + k->c * k->c;
  if (!(gud_re(k->D) > 1e-12)) { /* b1 is along the axis: the angle has no meaning there */
    *k = (Kin){.D = 1, .theta = a->history[0]};
    return GUD_RETRY;
  }
  k->s_t   = gud_dot(a->v[B1], a->x[A2]) + gud_dot(a->x[B1], a->v[A2]);
  k->c_t   = gud_dot(a->v[B1], a->x[A1]) + gud_dot(a->x[B1], a->v[A1]);
  k->theta = arc(k->s, k->c);
  k->theta += two_pi * round((a->history[0] - gud_re(k->theta)) / two_pi);
  k->theta_t = (k->c * k->s_t - k->s * k->c_t) / k->D;
  k->M       = p->stiffness * (k->theta - p->angle) + p->damping * k->theta_t + p->preload; /* (T2) */
  k->M_theta = p->stiffness;
  if (p->table.n > 1) {
    k->M += gud_table_value(&p->table, k->theta - p->angle, &slope);
    k->M_theta += slope;
  }
  if (p->moment >= 0) k->M += a->fn[p->moment];
  return GUD_OK;
}

static GudScalar energy(const GudForceArgs *a) /* (T3) */
{
  const TorsionParams *p = a->params;
  const Kin           *k = a->work;
  GudScalar            x = k->theta - p->angle, V = 0.5 * p->stiffness * x * x + p->preload * x;
  return p->table.n > 1 ? V + gud_table_integral(&p->table, x) : V;
}

/* f_m of (T2) for the moment M */
static void add_moment(const GudForceArgs *a, GudScalar M, GudScalar (*f)[3])
{
  const Kin *k = a->work;
  gud_axpy(-M * k->c / k->D, a->x[A2], f[B1]);
  gud_axpy(M * k->s / k->D, a->x[A1], f[B1]);
  gud_axpy(-M * k->c / k->D, a->x[B1], f[A2]);
  gud_axpy(M * k->s / k->D, a->x[B1], f[A1]);
}

static void residual(const GudForceArgs *a, GudScalar (*f)[3], GudScalar *rz)
{
  (void)rz;
  add_moment(a, ((const Kin *)a->work)->M, f);
}

static void by_function(const GudForceArgs *a, int function, GudScalar (*df)[3], GudScalar *drz)
{
  (void)function, (void)drz;
  add_moment(a, 1, df);
}

static void diff(const GudForceArgs *a, const void *at, GudChange *d, GudScalar (*df)[3], GudScalar *drz)
{
  const TorsionParams *p  = a->params;
  const Kin           *k  = at;
  GudScalar            ds = gud_dot(d->x[B1], a->x[A2]) + gud_dot(a->x[B1], d->x[A2]);
  GudScalar            dc = gud_dot(d->x[B1], a->x[A1]) + gud_dot(a->x[B1], d->x[A1]);
  GudScalar dst = gud_dot(d->v[B1], a->x[A2]) + gud_dot(a->v[B1], d->x[A2]) + gud_dot(d->x[B1], a->v[A2]) +
                  gud_dot(a->x[B1], d->v[A2]);
  GudScalar dct = gud_dot(d->v[B1], a->x[A1]) + gud_dot(a->v[B1], d->x[A1]) + gud_dot(d->x[B1], a->v[A1]) +
                  gud_dot(a->x[B1], d->v[A1]);
  GudScalar dD = 2 * (k->s * ds + k->c * dc), P = k->c / k->D, R = k->s / k->D; /* dtheta = P ds - R dc */
  GudScalar dP = (dc - P * dD) / k->D, dR = (ds - R * dD) / k->D;
  GudScalar dM = k->M_theta * (P * ds - R * dc) +
                 p->damping * (dP * k->s_t + P * dst - dR * k->c_t - R * dct);
  GudScalar g2 = -(dM * P + k->M * dP), g1 = dM * R + k->M * dR;
  (void)drz;
  gud_axpy(g2, a->x[A2], df[B1]);
  gud_axpy(g1, a->x[A1], df[B1]);
  gud_axpy(-k->M * P, d->x[A2], df[B1]);
  gud_axpy(k->M * R, d->x[A1], df[B1]);
  gud_axpy(g2, a->x[B1], df[A2]);
  gud_axpy(-k->M * P, d->x[B1], df[A2]);
  gud_axpy(g1, a->x[B1], df[A1]);
  gud_axpy(k->M * R, d->x[B1], df[A1]);
}

static void tangent(const GudForceArgs *a, const double c[4], GudScalar *K)
{
  gud_tangent_by_columns(a, c, 0, 8, 0, NULL, diff, a->work, K);
}

static void power(const GudForceArgs *a, GudScalar *P)
{
  const TorsionParams *p = a->params;
  const Kin           *k = a->work;
  P[GUD_LEDGER_DAMPING] -= p->damping * k->theta_t * k->theta_t;
  if (p->moment >= 0) P[GUD_LEDGER_LOAD] -= a->fn[p->moment] * k->theta_t;
}

static int accept(const GudForceArgs *a, int event, double *history)
{
  (void)event;
  history[0] = gud_re(((const Kin *)a->work)->theta);
  return 0;
}

static void output(const GudForceArgs *a, double *out)
{
  const Kin *k = a->work;
  out[0] = gud_re(k->M), out[1] = gud_re(k->theta);
}

static const GudHistory history_rows[] = {{"angle", GUD_HISTORY_ANGLE, "rad", 0}};

const GudForceType gud_force_torsion_spring = {
  .info        = {"torsion_spring", "torsion spring and damper about an axis", NULL, GUD_2D | GUD_3D, params,
                  GUD_COUNT(params), sizeof(TorsionParams)},
  .slots       = slots,
  .num_slots   = 2,
  .ledger      = GUD_LEDGER_DAMPING,
  .num_history = GUD_COUNT(history_rows),
  .history     = history_rows,
  .num_outputs = 2,
  .outputs     = outputs,
  .size        = size,
  .evaluate    = evaluate,
  .energy      = energy,
  .residual    = residual,
  .tangent     = tangent,
  .by_function = by_function,
  .power       = power,
  .accept      = accept,
  .output      = output,
};
