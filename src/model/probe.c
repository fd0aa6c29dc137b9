/* What follows from the table of a probe: probe.h. */
#include "model/probe.h"

#include "model/model.h"

int gud_probe_in_body_axes(const GudProbeParams *p)
{
  return p->component >= GUD_COMPONENT_1 && p->component <= GUD_COMPONENT_3;
}

const char *gud_probe_unit(const GudModel *m, const GudProbe *pr)
{
  return pr->type->unit ? pr->type->unit : pr->type->unit_of(pr->type, m, pr);
}
