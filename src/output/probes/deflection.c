/* Probe `deflection`: of a flexible body, seen from its chord (model/deflection.h). */
#include "model/deflection.h"
#include "output/probe_value.h"

/* clang-format off */
static const GudParam params[] = {
  {"body",      GUD_STRING, GUD_NUMBER, GUD_ANY, NULL, offsetof(GudProbeParams, body), NULL, "flexible body"},
  {"component", GUD_CHOICE, GUD_NUMBER, GUD_ANY, "magnitude", offsetof(GudProbeParams, component), "x|y|z|1|2|3|magnitude", "along the chord (x), across it (y, z), or the magnitude; 1, 2, 3 are refused"}};
static const GudMarkerSlot slots[] = {
  {"of",   GUD_POINT, 1, "point of the body (default: the largest over its nodes and the middles of its elements, with its sign)"},
  {"from", GUD_POINT, 1, "beginning of the chord (default: BODY.from)"},
  {"to",   GUD_POINT, 1, "end of the chord (default: BODY.to)"}};
/* clang-format on */

static double value(const GudProbeType *self, GudEvaluated *at, const GudProbe *pr,
                    const GudProbeEnergy *energy)
{
  int c = pr->params.component == GUD_COMPONENT_MAGNITUDE ? -1 : pr->params.component;
  (void)self, (void)energy;
  return gud_deflection_extreme(at->sys->model, pr->deflection, at->p.q, c);
}

const GudProbeType gud_probe_deflection = {
  .info  = GUD_PROBE_INFO("deflection", "elastic deflection of a flexible body, seen from its chord", params),
  .reads = GUD_READS_DEFLECTION,
  .unit  = "m",
  .slots = slots,
  .num_slots = GUD_COUNT(slots),
  .value     = value,
};
