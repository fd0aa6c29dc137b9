/* Probe of tests/extension: distance of two points beyond a natural length, |x_of - x_from| - l (model/probe.h). */
#include "base/vec3.h"
#include "model/probe.h"
#include "system/evaluated.h"

#include <stdio.h>

typedef struct {
  double length;
} StretchParams;

static const GudParam      params[] = {{"length", GUD_REAL, GUD_LENGTH, GUD_NONNEGATIVE, "0",
                                        offsetof(StretchParams, length), NULL, "natural length"}};
static const GudMarkerSlot slots[]  = {{"of", GUD_POINT, 0, "one end"},
                                       {"from", GUD_POINT, 0, "the other end"}};

static int check(const GudProbeType *self, const GudModel *m, GudProbe *probe, char *why)
{
  double length = ((const StretchParams *)probe->own)->length;
  (void)self, (void)m;
  if (length <= 1000) return 1;
  snprintf(why, 200, "a natural length of %g m is almost certainly a typing error", length);
  return 0;
}

static double value(const GudProbeType *self, GudEvaluated *at, const GudProbe *probe,
                    const GudProbeEnergy *energy)
{
  double a[3], b[3];
  (void)self, (void)energy;
  gud_vector_value(at->sys->model, probe->vector[0], at->p.q, a);
  gud_vector_value(at->sys->model, probe->vector[1], at->p.q, b);
  for (int i = 0; i < 3; i++) a[i] -= b[i];
  return gud_norm_real(a) - ((const StretchParams *)probe->own)->length;
}

const GudProbeType gud_probe_stretch = {.info  = {"stretch", "distance of two points beyond a natural length",
                                                  NULL, GUD_2D | GUD_3D, params, GUD_COUNT(params),
                                                  sizeof(StretchParams)},
                                        .reads = GUD_READS_OWN,
                                        .unit  = "m",
                                        .slots = slots,
                                        .num_slots = 2,
                                        .check     = check,
                                        .value     = value};
