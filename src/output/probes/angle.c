/* Probes `angle`, `angular_velocity`, `angular_acceleration`: of a body or of the line between two points, in the plane of
   e1 and e2 (formulas (M3), (M4) of base/measure.h). An angle counts turns: it remembers its value. */
#include "base/measure.h"
#include "output/probe_value.h"
#include "system/functions.h"

/* clang-format off */
#define PLANE \
  {"axis",      GUD_VECTOR, GUD_NUMBER, GUD_NONZERO, "[0,0,1]", offsetof(GudProbeParams, axis), NULL, "the angle is counted about this axis of space"}, \
  {"reference", GUD_VECTOR, GUD_NUMBER, GUD_NONZERO, "[1,0,0]", offsetof(GudProbeParams, reference), NULL, "direction of angle zero"}
static const GudParam angle_params[] = {
  PLANE, {"offset", GUD_REAL, GUD_ANGLE, GUD_ANY, "0", offsetof(GudProbeParams, offset), NULL, "added to the angle"}};
static const GudParam rate_params[] = {PLANE};
static const GudMarkerSlot slots[] = {{"of", GUD_POINT, 0, "a body: its first axis, or its second where the first is along `axis` at the start; if flexible at this place (on a cable its tangent r_x); or with `from` a point"}, {"from", GUD_POINT, 1, "direction from this point to `of`"}};
/* clang-format on */
static const GudHistory history_of_angle[] = {{.name = "angle", .kind = GUD_HISTORY_ANGLE, .unit = "rad"}};

static void measure_angle(const GudProbeType *self, const GudModel *m, const GudProbe *pr, const double *q,
                          const double *v, const double *history, GudMeasure *out)
{
  double w[3];
  (void)self, (void)v;
  gud_probe_difference(m, pr, q, 0, w);
  out->value = gud_measure_angle(w, pr->e1, pr->e2, history[pr->history], out->by_w) + pr->params.offset;
}

static void measure_rate(const GudProbeType *self, const GudModel *m, const GudProbe *pr, const double *q,
                         const double *v, const double *history, GudMeasure *out)
{
  double w[3], wt[3];
  (void)self, (void)history;
  gud_probe_difference(m, pr, q, 0, w);
  gud_probe_difference(m, pr, v, 1, wt);
  out->value = gud_measure_angle_rate(w, wt, pr->e1, pr->e2, out->by_w, out->by_wt);
}

static void accept(const GudProbeType *self, const GudModel *m, const GudProbe *pr, const double *q,
                   double *history)
{
  GudMeasure angle = {0};
  measure_angle(self, m, pr, q, NULL, history, &angle);
  history[pr->history] = angle.value - pr->params.offset;
}

/* Angle and angular velocity */
static double measured(const GudProbeType *self, GudEvaluated *at, const GudProbe *pr,
                       const GudProbeEnergy *energy)
{
  GudMeasure out = {0};
  (void)energy;
  self->measure(self, at->sys->model, pr, at->p.q, at->p.v, at->p.history, &out);
  return out.value;
}

/* theta = atan2(y, x): theta' = (x y' - y x')/D, D = x^2 + y^2, theta'' = (x y'' - y x'' - 2 theta' (x x' + y y'))/D */
static double acceleration(const GudProbeType *self, GudEvaluated *at, const GudProbe *pr,
                           const GudProbeEnergy *energy)
{
  const double *const state[3] = {at->p.q, at->p.v, at->p.a};
  double              x[3], y[3]; /* with first and second rate */
  (void)self, (void)energy;
  for (int k = 0; k < 3; k++) {
    double w[3];
    gud_probe_difference(at->sys->model, pr, state[k], k > 0, w);
    x[k] = gud_dot_real(w, pr->e1), y[k] = gud_dot_real(w, pr->e2);
  }
  double D = x[0] * x[0] + y[0] * y[0], rate = (x[0] * y[1] - y[0] * x[1]) / D;
  return (x[0] * y[2] - y[0] * x[2] - 2 * rate * (x[0] * x[1] + y[0] * y[1])) / D;
}

const GudProbeType gud_probe_angle = {
  .info        = GUD_PROBE_INFO("angle", "angle of a body or of the line between two points; counts turns",
                                angle_params),
  .reads       = GUD_READS_DIRECTION,
  .unit        = "rad",
  .slots       = slots,
  .num_slots   = GUD_COUNT(slots),
  .history     = history_of_angle,
  .num_history = GUD_COUNT(history_of_angle),
  .value       = measured,
  .measure     = measure_angle,
  .accept      = accept,
};

const GudProbeType gud_probe_angular_velocity = {
  .info      = GUD_PROBE_INFO("angular_velocity", "rate of such an angle", rate_params),
  .reads     = GUD_READS_DIRECTION,
  .unit      = "rad/s",
  .slots     = slots,
  .num_slots = GUD_COUNT(slots),
  .value     = measured,
  .measure   = measure_rate,
};

const GudProbeType gud_probe_angular_acceleration = {
  .info      = GUD_PROBE_INFO("angular_acceleration", "second rate of such an angle", rate_params),
  .reads     = GUD_READS_DIRECTION,
  .dynamic   = 1,
  .unit      = "rad/s^2",
  .slots     = slots,
  .num_slots = GUD_COUNT(slots),
  .value     = acceleration,
};
