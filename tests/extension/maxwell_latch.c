/* A force that exists only in the test tree: spring and dashpot in series between two points (Maxwell), whose spring
   gets another stiffness when the distance exceeds `reach`, and its own again when it comes back.

   d = |b - a|, n = (b - a)/d; x = d - l is the elongation, y the part of it in the dashpot.
   (L1) z0 = y  differential:  y' - (k_m/c) (x - y) = 0
   (L2) z1 = F  algebraic:     F - k_m (x - y) = 0
   (L3) force on b: -F n, on a: F n;   power of the whole force -F d'
   (L4) event d - reach = 0; history [mode m, number of changes, instant of the last change]; k_0 = k, k_1 = k2
   (L5) event F - alarm = 0, an event of an unknown: its instant goes to history, nothing changes
   The algebraic unknown could be eliminated; it is here to be solved together with q and lambda.
   verified by: tests/cases/extension.py (exact solution of the driven element; independent integration) */
#include "contract/force.h"

#include "base/vec3.h"

typedef struct {
  double stiffness, stiffness2, damping, length, reach, alarm;
} LatchParams;

/* clang-format off */
#define AT(field) offsetof(LatchParams, field)
static const GudParam params[] = {
  {"stiffness",  GUD_REAL, GUD_STIFFNESS, GUD_POSITIVE, NULL,       AT(stiffness),  NULL, "stiffness within reach"},
  {"stiffness2", GUD_REAL, GUD_STIFFNESS, GUD_POSITIVE, NULL,       AT(stiffness2), NULL, "stiffness beyond reach"},
  {"damping",    GUD_REAL, GUD_DAMPING,   GUD_POSITIVE, NULL,       AT(damping),    NULL, "dashpot in series with the spring"},
  {"length",     GUD_REAL, GUD_LENGTH,    GUD_POSITIVE, GUD_ABSENT, AT(length),     NULL, "natural length (default: as drawn)"},
  {"reach",      GUD_REAL, GUD_LENGTH,    GUD_POSITIVE, NULL,       AT(reach),      NULL, "distance at which the stiffness changes"},
  {"alarm",      GUD_REAL, GUD_FORCE,     GUD_POSITIVE, "1e9 N",    AT(alarm),      NULL, "a force whose crossing is noticed"},
};
static const GudMarkerSlot slots[] = {{"a", GUD_POINT, 0, "one end"}, {"b", GUD_POINT, 0, "other end"}};
static const GudOutput outputs[] = {
  {"force",        "N",   "force of the latch"},
  {"dashpot",      "m",   "stretch of the dashpot"},
  {"mode",         "-",   "0 free, 1 latched"},
  {"changes",      "-",   "changes of the mode so far"},
  {"last_time",    "s",   "time of the last change"},
  {"alarm_time",   "s",   "time of the alarm"},
  {"dashpot_rate", "m/s", "rate of the dashpot"},
};
static const int           differential[] = {1, 0};
enum { H_MODE, H_CHANGES, H_TIME, H_ALARM, H_LENGTH, NUM_HISTORY };
static const GudHistory history_rows[] = {
  [H_MODE]    = {"mode",           GUD_HISTORY_MODE,   "-", 0},
  [H_CHANGES] = {"changes",        GUD_HISTORY_NUMBER, "-", 1},
  [H_TIME]    = {"last change",    GUD_HISTORY_INSTANT, "s", 0},
  [H_ALARM]   = {"last alarm",     GUD_HISTORY_INSTANT, "s", 0},
  [H_LENGTH]  = {"natural length", GUD_HISTORY_MEMORY, "m", 0},
};
static const GudEventKind event_kinds[] = {GUD_EVENT_STATE, GUD_EVENT_STATE};
enum { Z_DASHPOT, Z_FORCE };
/* clang-format on */

static GudScalar distance(const GudForceArgs *s, GudScalar n[3])
{
  GudScalar d;
  gud_sub(s->x[1], s->x[0], n);
  d = gud_sqrt(gud_dot(n, n));
  for (int i = 0; i < 3; i++) n[i] /= d;
  return d;
}

static double stiffness(const GudForceArgs *s)
{
  const LatchParams *p = s->params;
  return s->history[H_MODE] > 0.5 ? p->stiffness2 : p->stiffness;
}

static void start(const GudForceArgs *s, double *history, double *z)
{
  const LatchParams *p = s->params;
  GudScalar          n[3];
  double             d = gud_re(distance(s, n));
  history[H_LENGTH]    = isnan(p->length) ? d : p->length;
  history[H_MODE]      = d >= p->reach;
  z[Z_DASHPOT] = 0, z[Z_FORCE] = 0;
}

typedef struct {
  GudScalar n[3], d, pull;
} Latch;

static size_t size(const GudForceType *self, const void *params_)
{
  (void)self, (void)params_;
  return sizeof(Latch);
}

/* Everything is cheap here: whatever is asked for, it is there at once. */
static GudStatus evaluate(const GudForceArgs *s, GudLevel level)
{
  Latch *o = s->work;
  (void)level;
  if (s->level != GUD_LEVEL_NONE) return GUD_OK;
  o->d    = distance(s, o->n);
  o->pull = stiffness(s) * (o->d - s->history[H_LENGTH] - s->z[Z_DASHPOT]);
  if (gud_re(o->d) > 0) return GUD_OK;
  *o = (Latch){.d = 1};
  return GUD_RETRY;
}

static void residual(const GudForceArgs *s, GudScalar (*f)[3], GudScalar *rz)
{
  const LatchParams *p = s->params;
  const Latch       *o = s->work;
  gud_axpy(-s->z[Z_FORCE], o->n, f[1]); /* (L3) */
  gud_axpy(s->z[Z_FORCE], o->n, f[0]);
  rz[Z_DASHPOT] += s->zt[Z_DASHPOT] - o->pull / p->damping; /* (L1) */
  rz[Z_FORCE] += s->z[Z_FORCE] - o->pull;                   /* (L2) */
}

/* Rows and columns: a (0-2), b (3-5), dashpot (6), force (7). */
static void tangent(const GudForceArgs *s, const double c[4], GudScalar *K)
{
  enum { N = 8, ROW_Y = 6, ROW_F = 7 };
  const LatchParams *p = s->params;
  const Latch       *o = s->work;
  const GudScalar   *n = o->n;
  GudScalar          d = o->d, F = s->z[Z_FORCE], k = stiffness(s);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      GudScalar b = -c[0] * F * ((i == j) - n[i] * n[j]) / d; /* d(-F n)/db */
      K[(3 + i) * N + 3 + j] += b, K[i * N + j] += b;
      K[(3 + i) * N + j] -= b, K[i * N + 3 + j] -= b;
    }
    K[(3 + i) * N + ROW_F] -= n[i], K[i * N + ROW_F] += n[i];
    K[ROW_Y * N + 3 + i] -= c[0] * k / p->damping * n[i], K[ROW_Y * N + i] += c[0] * k / p->damping * n[i];
    K[ROW_F * N + 3 + i] -= c[0] * k * n[i], K[ROW_F * N + i] += c[0] * k * n[i];
  }
  K[ROW_Y * N + ROW_Y] += c[3] + c[2] * k / p->damping;
  K[ROW_F * N + ROW_Y] += c[2] * k;
  K[ROW_F * N + ROW_F] += 1;
}

static void power(const GudForceArgs *s, GudScalar *P) /* (L3) */
{
  const Latch *o = s->work;
  GudScalar    dv[3];
  gud_sub(s->v[1], s->v[0], dv);
  P[GUD_LEDGER_DAMPING] -= s->z[Z_FORCE] * gud_dot(o->n, dv);
}

static void events(const GudForceArgs *s, double *g) /* (L4) */
{
  const LatchParams *p = s->params;
  const Latch       *o = s->work;
  g[0]                 = gud_re(o->d) - p->reach;
  g[1]                 = gud_re(s->z[Z_FORCE]) - p->alarm; /* (L5) */
}

static int accept(const GudForceArgs *s, int event, double *history)
{
  const LatchParams *p = s->params;
  const Latch       *o = s->work;
  if (event == 1) history[H_ALARM] = s->t;
  if (event != 0) return 0;
  history[H_MODE] = gud_re(o->d) >= p->reach;
  history[H_CHANGES] += 1, history[H_TIME] = s->t;
  return 1; /* another stiffness */
}

static void output(const GudForceArgs *s, double *out)
{
  out[0] = gud_re(s->z[Z_FORCE]), out[1] = gud_re(s->z[Z_DASHPOT]);
  for (int i = 0; i < 4; i++) out[2 + i] = s->history[i];
  out[6] = gud_re(s->zt[Z_DASHPOT]);
}

const GudForceType gud_force_maxwell_latch = {
  .info          = {"maxwell_latch", "spring and dashpot in series; stiffness changes at a distance", NULL,
                    GUD_2D | GUD_3D, params, GUD_COUNT(params), sizeof(LatchParams)},
  .slots         = slots,
  .num_slots     = 2,
  .ledger        = GUD_LEDGER_DAMPING,
  .num_internals = 2,
  .differential  = differential,
  .num_events    = 2,
  .event_kinds   = event_kinds,
  .num_history   = NUM_HISTORY,
  .history       = history_rows,
  .num_outputs   = GUD_COUNT(outputs),
  .outputs       = outputs,
  .start         = start,
  .size          = size,
  .evaluate      = evaluate,
  .residual      = residual,
  .tangent       = tangent,
  .power         = power,
  .events        = events,
  .accept        = accept,
  .output        = output,
};
