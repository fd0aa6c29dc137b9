/* Probes `stiffness`, `damping`: dynamic coefficients of a force between two bodies, -dF/dx and -dF/dv. */
#include "base/vec3.h"
#include "output/probe_value.h"

#include <string.h>

/* clang-format off */
static const GudParam params[] = {
  GUD_PROBE_NAME("joint with clearance, or force between two bodies"),
  {"component", GUD_CHOICE, GUD_NUMBER, GUD_ANY, NULL, offsetof(GudProbeParams, component), "x|y|z|1|2|3", "of the force on b: axis of space (x, y, z), or of the frame on a (1, 2, 3)"},
  {"along",     GUD_CHOICE, GUD_NUMBER, GUD_ANY, NULL, offsetof(GudProbeParams, along), "x|y|z|1|2|3", "direction in which b is displaced, or moves"}};
/* clang-format on */

/* A unit vector: axis of space, or of the frame of slot a */
static void direction(const GudForceArgs *a, int component, double e[3])
{
  for (int i = 0; i < 3; i++)
    e[i] = component <= GUD_COMPONENT_Z ? i == component : a->x[1 + component - GUD_COMPONENT_1][i];
  double l = gud_norm_real(e);
  for (int i = 0; i < 3; i++) e[i] /= l;
}

/* -(c0 dF/dx + c1 dF/dv) on the point of b by its own displacement: a translation of b moves this marker vector only. */
static double coefficient(GudEvaluated *at, const GudProbe *pr, const double c[4])
{
  const GudModelForce *f = &at->sys->model->forces[pr->force];
  GudForceArgs         a = *gud_evaluated_force(at, pr->force, GUD_LEVEL_TANGENT);
  double              *K = at->K, e[3], d[3], sum = 0;
  int                  n = 3 * f->num_vectors + f->num_internals, b = 3 * (int)f->type->slots[0].kind;
  memset(K, 0, sizeof(double) * (size_t)(n * n));
  a.live = NULL;
  f->type->tangent(&a, c, K);
  direction(&a, pr->params.component, e);
  direction(&a, pr->params.along, d);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) sum -= e[i] * K[(b + i) * n + b + k] * d[k];
  return sum;
}

static double stiffness(const GudProbeType *self, GudEvaluated *at, const GudProbe *pr,
                        const GudProbeEnergy *energy)
{
  (void)self, (void)energy;
  return coefficient(at, pr, (const double[4]){1, 0, 0, 0});
}

static double damping(const GudProbeType *self, GudEvaluated *at, const GudProbe *pr,
                      const GudProbeEnergy *energy)
{
  (void)self, (void)energy;
  return coefficient(at, pr, (const double[4]){0, 1, 0, 0});
}

const GudProbeType gud_probe_stiffness = {
  .info    = GUD_PROBE_INFO("stiffness",
                            "dynamic coefficient of a film or another force at its present state: -dF/dx by a "
                               "displacement of b, internals (friction forces) held",
                            params),
  .reads   = GUD_READS_FORCE,
  .dynamic = 1,
  .unit    = "N/m",
  .value   = stiffness,
};

const GudProbeType gud_probe_damping = {
  .info    = GUD_PROBE_INFO("damping", "the same for the velocity of b: -dF/dv", params),
  .reads   = GUD_READS_FORCE,
  .dynamic = 1,
  .unit    = "N s/m",
  .value   = damping,
};
