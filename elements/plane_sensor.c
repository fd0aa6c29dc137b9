/* Sensor: notices the instant at which a point crosses a plane. It exerts no force.

   (P1) g = (x - x0) . n          event where g changes sign
   history: [number of crossings, instant of the last one, speed along n there].
   verified by: t730 (projectile: instant to 1e-10), battery */
#include "contract/force.h"

#include "base/vec3.h"

typedef struct {
  double point[3], normal[3];
} SensorParams;

/* clang-format off */
#define AT(field) offsetof(SensorParams, field)
static const GudParam params[] = {
  {"point",  GUD_VECTOR, GUD_LENGTH, GUD_ANY,     "[0,0,0]", AT(point),  NULL, "a point of the plane"},
  {"normal", GUD_VECTOR, GUD_NUMBER, GUD_NONZERO, NULL,      AT(normal), NULL, "normal of the plane"},
};
static const GudMarkerSlot slots[] = {{"a", GUD_POINT, 0, "the point that is watched"}};
static const GudOutput outputs[] = {
  {"crossings",  "-",   "passes through the plane so far", GUD_OUTPUT_STATE},
  {"last_time",  "s",   "time of the last pass"},
  {"last_speed", "m/s", "speed along the normal at the last pass"},
  {"distance",   "m",   "distance from the plane, along the normal"},
};
static const GudHistory history_rows[] = {
  {"crossings",  GUD_HISTORY_NUMBER, "-", 0},
  {"last time",  GUD_HISTORY_INSTANT, "s", 0},
  {"last speed", GUD_HISTORY_MEMORY, "m/s", 0},
};
static const GudEventKind event_kinds[] = {GUD_EVENT_STATE};
/* clang-format on */

static double along(const SensorParams *p, const double y[3])
{
  return gud_dot_real(y, p->normal) / gud_norm_real(p->normal);
}

static void events(const GudForceArgs *s, double *g)
{
  const SensorParams *p = s->params;
  double              d[3];
  for (int i = 0; i < 3; i++) d[i] = gud_re(s->x[0][i]) - p->point[i];
  g[0] = along(p, d); /* (P1) */
}

static int accept(const GudForceArgs *s, int event, double *history)
{
  double v[3] = {gud_re(s->v[0][0]), gud_re(s->v[0][1]), gud_re(s->v[0][2])};
  if (event != 0) return 0;
  history[0] += 1, history[1] = s->t, history[2] = along(s->params, v);
  return 0;
}

static void output(const GudForceArgs *s, double *out)
{
  for (int i = 0; i < 3; i++) out[i] = s->history[i];
  events(s, &out[3]);
}

static void residual(const GudForceArgs *s, GudScalar (*f)[3], GudScalar *rz)
{
  (void)s, (void)f, (void)rz;
}

static void tangent(const GudForceArgs *s, const double c[4], GudScalar *K)
{
  (void)s, (void)c, (void)K;
}

const GudForceType gud_force_plane_sensor = {
  .info  = {"plane_sensor", "notices when a point crosses a plane; exerts no force", NULL, GUD_2D | GUD_3D,
            params, GUD_COUNT(params), sizeof(SensorParams)},
  .slots = slots,
  .num_slots   = 1,
  .ledger      = GUD_LEDGER_LOAD,
  .num_events  = 1,
  .event_kinds = event_kinds,
  .num_history = GUD_COUNT(history_rows),
  .history     = history_rows,
  .num_outputs = 4,
  .outputs     = outputs,
  .residual    = residual,
  .tangent     = tangent,
  .events      = events,
  .accept      = accept,
  .output      = output,
};
