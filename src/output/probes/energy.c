/* Probe `energy`: of the whole model. */
#include "output/probe_value.h"

enum { TOTAL, KINETIC, POTENTIAL, STRAIN, NUMERICAL };

static const GudParam params[] = {
  {"which", GUD_CHOICE, GUD_NUMBER, GUD_ANY, "total", offsetof(GudProbeParams, which),
   "total|kinetic|potential|strain|numerical", "total: kinetic + potential + strain"}};

static double value(const GudProbeType *self, GudEvaluated *at, const GudProbe *pr,
                    const GudProbeEnergy *energy)
{
  const GudEnergy *e = energy->parts;
  (void)self, (void)at;
  switch (pr->params.which) {
  case KINETIC: return e->kinetic;
  case POTENTIAL: return e->potential;
  case STRAIN: return e->strain;
  case NUMERICAL: return energy->numerical;
  default: return e->kinetic + e->potential + e->strain;
  }
}

const GudProbeType gud_probe_energy = {
  .info    = GUD_PROBE_INFO("energy", "energy of the whole model", params),
  .reads   = GUD_READS_MODEL,
  .dynamic = 1,
  .unit    = "J",
  .value   = value,
};
