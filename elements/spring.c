/* Spring and damper between two points.

   (S1) d = x_b - x_a, l = |d|, n = d/l, l' = n . d'
   (S2) tension T = k (l - l0) + c l' + T0 + table(l - l0) + f;   force on b: -T n, on a: +T n
   (S3) V = k/2 (l - l0)^2 + T0 (l - l0) + int table,  power of the damper -c l'^2, of f: -f l' (a load)
   f is a function of time or of probes: an actuator
   At l = 0 the direction is undefined: n = 0 there, and the tangent is its limit k 1 for l0 = 0.
   history: [l0], the natural length (as drawn when not given).   verified by: battery, t320, t710 (mass on spring) */
#include "contract/columns.h"
#include "table.h"

#include "base/vec3.h"

typedef struct {
  double   stiffness, damping, length, preload;
  GudTable table;
  int      force;
} SpringParams;

/* clang-format off */
#define AT(field) offsetof(SpringParams, field)
static const GudParam params[] = {
  {"stiffness", GUD_REAL,  GUD_STIFFNESS, GUD_NONNEGATIVE, "0",        AT(stiffness), NULL, "stiffness k"},
  {"damping",   GUD_REAL,  GUD_DAMPING,   GUD_NONNEGATIVE, "0",        AT(damping),   NULL, "damping c"},
  {"length",    GUD_REAL,  GUD_LENGTH,    GUD_NONNEGATIVE, GUD_ABSENT, AT(length),    NULL, "natural length (default: as drawn)"},
  {"preload",   GUD_REAL,  GUD_FORCE,     GUD_ANY,         "0",        AT(preload),   NULL, "tension at the natural length"},
  {"table",     GUD_TABLE, GUD_FORCE,     GUD_ANY,         GUD_ABSENT, AT(table),     "m",  "tension against elongation [[m, N], ...], added to the linear part"},
  {"force",     GUD_FUNCTION, GUD_FORCE,  GUD_ANY,         GUD_ABSENT, AT(force),     NULL, "tension added, a function of time or of probes: an actuator"},
};
static const GudMarkerSlot slots[] = {{"a", GUD_POINT, 0, "first end"}, {"b", GUD_POINT, 0, "second end"}};
static const GudOutput outputs[] = {
  {"tension",    "N", "force that draws the ends together"},
  {"length",     "m", "distance of the ends"},
  {"elongation", "m", "length beyond the natural length"},
};
/* clang-format on */

typedef struct {
  GudScalar n[3], w[3], l, lt, T, T_l; /* direction, relative velocity, length and rate, tension, dT/dl */
} Kin;

static void symbol(const GudForceType *self, const void *params_, GudSymbol *out)
{
  (void)self;
  const SpringParams *p       = params_;
  int                 elastic = p->stiffness > 0 || p->table.n > 1;
  out->kind                   = elastic && p->damping > 0 ? GUD_SYMBOL_STRUT
                                : p->damping > 0          ? GUD_SYMBOL_DAMPER
                                                          : GUD_SYMBOL_SPRING;
}

static size_t size(const GudForceType *self, const void *params_)
{
  (void)self, (void)params_;
  return sizeof(Kin);
}

static GudStatus evaluate(const GudForceArgs *s, GudLevel level)
{
  const SpringParams *p = s->params;
  Kin                *k = s->work;
  GudScalar           d[3], slope = 0;
  (void)level;
  if (s->level != GUD_LEVEL_NONE) return GUD_OK;
  gud_sub(s->x[1], s->x[0], d);
  gud_sub(s->v[1], s->v[0], k->w);
  k->l = gud_sqrt(gud_dot(d, d));
  for (int i = 0; i < 3; i++) k->n[i] = gud_re(k->l) > 0 ? d[i] / k->l : 0;
  k->lt  = gud_dot(k->n, k->w);
  k->T   = p->stiffness * (k->l - s->history[0]) + p->damping * k->lt + p->preload; /* (S2) */
  k->T_l = p->stiffness;
  if (p->table.n > 1) {
    k->T += gud_table_value(&p->table, k->l - s->history[0], &slope);
    k->T_l += slope;
  }
  if (p->force >= 0) k->T += s->fn[p->force];
  return GUD_OK;
}

static void start(const GudForceArgs *s, double *history, double *z)
{
  const SpringParams *p = s->params;
  GudScalar           d[3];
  (void)z;
  gud_sub(s->x[1], s->x[0], d);
  history[0] = isnan(p->length) ? gud_re(gud_sqrt(gud_dot(d, d))) : p->length;
}

static GudScalar energy(const GudForceArgs *s) /* (S3) */
{
  const SpringParams *p = s->params;
  const Kin          *k = s->work;
  GudScalar           x = k->l - s->history[0], V = 0.5 * p->stiffness * x * x + p->preload * x;
  return p->table.n > 1 ? V + gud_table_integral(&p->table, x) : V;
}

static void residual(const GudForceArgs *s, GudScalar (*f)[3], GudScalar *rz)
{
  const Kin *k = s->work;
  (void)rz;
  gud_axpy(k->T, k->n, f[0]);
  gud_axpy(-k->T, k->n, f[1]);
}

static void diff(const GudForceArgs *s, const void *at, GudChange *d, GudScalar (*df)[3], GudScalar *drz)
{
  const SpringParams *p = s->params;
  const Kin          *k = at;
  GudScalar           dd[3], dw[3], dn[3], dF[3], dl, dT;
  (void)drz;
  gud_sub(d->x[1], d->x[0], dd);
  gud_sub(d->v[1], d->v[0], dw);
  if (gud_re(k->l) > 0) {
    dl = gud_dot(k->n, dd);
    for (int i = 0; i < 3; i++) dn[i] = (dd[i] - k->n[i] * dl) / k->l;
    dT = k->T_l * dl + p->damping * (gud_dot(dn, k->w) + gud_dot(k->n, dw));
    for (int i = 0; i < 3; i++) dF[i] = dT * k->n[i] + k->T * dn[i];
  } else {
    for (int i = 0; i < 3; i++) dF[i] = k->T_l * dd[i];
  }
  gud_axpy(1, dF, df[0]);
  gud_axpy(-1, dF, df[1]);
}

static void tangent(const GudForceArgs *s, const double c[4], GudScalar *K)
{
  gud_tangent_by_columns(s, c, 0, 2, 0, NULL, diff, s->work, K);
}

static void by_function(const GudForceArgs *s, int function, GudScalar (*df)[3], GudScalar *drz)
{
  const Kin *k = s->work;
  (void)function, (void)drz;
  gud_axpy(1, k->n, df[0]);
  gud_axpy(-1, k->n, df[1]);
}

static void power(const GudForceArgs *s, GudScalar *P)
{
  const SpringParams *p = s->params;
  const Kin          *k = s->work;
  P[GUD_LEDGER_DAMPING] -= p->damping * k->lt * k->lt;
  if (p->force >= 0) P[GUD_LEDGER_LOAD] -= s->fn[p->force] * k->lt;
}

static void output(const GudForceArgs *s, double *out)
{
  const Kin *k = s->work;
  out[0] = gud_re(k->T), out[1] = gud_re(k->l), out[2] = gud_re(k->l) - s->history[0];
}

static const GudHistory history_rows[] = {{"natural length", GUD_HISTORY_MEMORY, "m", 0}};

const GudForceType gud_force_spring = {
  .info = {"spring", "spring and damper between two points", NULL, GUD_2D | GUD_3D, params, GUD_COUNT(params),
           sizeof(SpringParams)},
  .slots       = slots,
  .num_slots   = 2,
  .ledger      = GUD_LEDGER_DAMPING,
  .num_history = GUD_COUNT(history_rows),
  .history     = history_rows,
  .num_outputs = 3,
  .outputs     = outputs,
  .symbol      = symbol,
  .start       = start,
  .size        = size,
  .evaluate    = evaluate,
  .energy      = energy,
  .residual    = residual,
  .tangent     = tangent,
  .by_function = by_function,
  .power       = power,
  .output      = output,
};
