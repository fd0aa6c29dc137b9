/* What all probes share: probe_value.h. Each probe is a file in output/probes. */
#include "output/probe_value.h"

#include "base/vec3.h"
#include "output/course.h"

int gud_probe_is_dynamic(const GudProbe *probe)
{
  return probe->type->dynamic;
}

double gud_probe_value(GudEvaluated *at, const GudProbe *probe, const GudProbeEnergy *energy)
{
  return probe->type->value(probe->type, at, probe, energy);
}

int gud_probe_course(GudSolver *so, const GudProbe *probe)
{
  return probe->type->course ? probe->type->course(probe->type, so, probe) : 0;
}

int gud_contact_course(const GudSolver *so)
{
  return so->method->num_nodes > 1 ? 0 : GUD_COURSE_STRAIGHT;
}

double gud_probe_component(const GudModel *m, const GudProbe *pr, const GudPoint *p, const double x[3])
{
  int    c = pr->params.component;
  double e[3];
  if (c <= GUD_COMPONENT_Z) return x[c];
  if (c == GUD_COMPONENT_MAGNITUDE) return gud_norm_real(x);
  const int *vector = pr->joint >= 0   ? m->joints[pr->joint].vector + 1
                      : pr->force >= 0 ? m->forces[pr->force].vector + 1
                                       : pr->axes;
  gud_vector_value(m, vector[c - GUD_COMPONENT_1], p->q, e);
  return gud_dot_real(x, e) / gud_norm_real(e);
}
