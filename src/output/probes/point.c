/* Probes `position`, `velocity`, `acceleration`: a point, seen from another or from the origin of space. */
#include "base/measure.h"
#include "output/probe_value.h"
#include "system/functions.h"

/* clang-format off */
static const GudParam params[] = {
  {"component", GUD_CHOICE, GUD_NUMBER, GUD_ANY, "magnitude", offsetof(GudProbeParams, component), "x|y|z|1|2|3|magnitude", "axis of space (x, y, z), present axis of the body of `from` (1, 2, 3), or the magnitude; velocities and accelerations are differences of those in space, resolved along these axes"}};
static const GudMarkerSlot slots[] = {{"of", GUD_POINT, 0, "the point"}, {"from", GUD_POINT, 1, "seen from this point (default: the origin of space)"}};
/* clang-format on */

/* A component along an axis of space, or the length, with its gradient: (M1), (M2) of base/measure.h */
static double component(const GudProbe *pr, const double w[3], double g[3])
{
  if (pr->params.component == GUD_COMPONENT_MAGNITUDE) return gud_measure_length(w, g);
  g[pr->params.component] = 1;
  return w[pr->params.component];
}

static void measure_position(const GudProbeType *self, const GudModel *m, const GudProbe *pr, const double *q,
                             const double *v, const double *history, GudMeasure *out)
{
  double w[3];
  (void)self, (void)v, (void)history;
  gud_probe_difference(m, pr, q, 0, w);
  out->value = component(pr, w, out->by_w);
}

static void measure_velocity(const GudProbeType *self, const GudModel *m, const GudProbe *pr, const double *q,
                             const double *v, const double *history, GudMeasure *out)
{
  double wt[3];
  (void)self, (void)q, (void)history;
  gud_probe_difference(m, pr, v, 1, wt);
  out->value = component(pr, wt, out->by_wt);
}

/* x: positions, or with `rate` velocities or accelerations */
static double along(GudEvaluated *at, const GudProbe *pr, const double *x, int rate)
{
  double w[3];
  gud_probe_difference(at->sys->model, pr, x, rate, w);
  return gud_probe_component(at->sys->model, pr, &at->p, w);
}

static double position(const GudProbeType *self, GudEvaluated *at, const GudProbe *pr,
                       const GudProbeEnergy *energy)
{
  (void)self, (void)energy;
  return along(at, pr, at->p.q, 0);
}

static double velocity(const GudProbeType *self, GudEvaluated *at, const GudProbe *pr,
                       const GudProbeEnergy *energy)
{
  (void)self, (void)energy;
  return along(at, pr, at->p.v, 1);
}

static double acceleration(const GudProbeType *self, GudEvaluated *at, const GudProbe *pr,
                           const GudProbeEnergy *energy)
{
  (void)self, (void)energy;
  return along(at, pr, at->p.a, 1);
}

const GudProbeType gud_probe_position = {
  .info      = GUD_PROBE_INFO("position", "position of a point", params),
  .reads     = GUD_READS_POINTS,
  .unit      = "m",
  .slots     = slots,
  .num_slots = GUD_COUNT(slots),
  .value     = position,
  .measure   = measure_position,
};

const GudProbeType gud_probe_velocity = {
  .info      = GUD_PROBE_INFO("velocity", "velocity of a point", params),
  .reads     = GUD_READS_POINTS,
  .unit      = "m/s",
  .slots     = slots,
  .num_slots = GUD_COUNT(slots),
  .value     = velocity,
  .measure   = measure_velocity,
};

const GudProbeType gud_probe_acceleration = {
  .info      = GUD_PROBE_INFO("acceleration", "acceleration of a point", params),
  .reads     = GUD_READS_POINTS,
  .dynamic   = 1,
  .unit      = "m/s^2",
  .slots     = slots,
  .num_slots = GUD_COUNT(slots),
  .value     = acceleration,
};
