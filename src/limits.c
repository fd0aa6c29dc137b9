/* Limits of a model against what its probes have reached, over every accepted step from `settle` on. */
#include "simulation.h"

#include "model/probe.h"

/* Value, limit, margin; a negative margin is a limit that was passed. */
void gud_simulation_limits(const GudSimulation sim, FILE *f)
{
  const GudModel   *m = sim->input.model;
  const GudExtreme *x = gud_observer_extremes(sim->observer);
  if (m->num_limits) fprintf(f, "%-28s %-7s %16s %16s %16s\n", "limit", "unit", "value", "limit", "margin");
  for (int i = 0; i < m->num_limits; i++)
    for (int k = 0; k < 2; k++) {
      const GudLimit *l = &m->limits[i];
      double v = k ? x[l->probe].max : x[l->probe].min, margin = k ? l->bound[1] - v : v - l->bound[0];
      if (isinf(l->bound[k])) continue;
      fprintf(f, "%-28s %-7s %16.9g %s %13.9g %16.9g   %s\n", l->name,
              gud_probe_unit(m, &m->probes[l->probe]), v, k ? "<=" : ">=", l->bound[k], margin,
              margin >= 0 ? "passed" : "FAILED");
    }
}

int gud_simulation_limits_passed(const GudSimulation sim)
{
  const GudModel   *m  = sim->input.model;
  const GudExtreme *x  = gud_observer_extremes(sim->observer);
  int               ok = 1;
  for (int i = 0; i < m->num_limits; i++)
    ok &= x[m->limits[i].probe].min >= m->limits[i].bound[0] &&
          x[m->limits[i].probe].max <= m->limits[i].bound[1];
  return ok;
}
