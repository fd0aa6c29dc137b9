/* Probe `expression`: computed from the time and from probes that are written before it. */
#include "output/course.h"
#include "output/probe_value.h"

static const GudParam params[] = {
  {"value", GUD_FUNCTION, GUD_DIM_OF_VALUE, GUD_ANY, NULL, offsetof(GudProbeParams, value), NULL,
   "expression in t and in probes of any kind that are defined before this one"}};

static double value(const GudProbeType *self, GudEvaluated *at, const GudProbe *pr,
                    const GudProbeEnergy *energy)
{
  const GudModel *m = at->sys->model;
  GudFunction    *f = m->functions[pr->params.value];
  double          arg[GUD_MAX_ARGUMENTS], slope[GUD_MAX_ARGUMENTS];
  (void)self;
  for (int k = 0; k < gud_function_num_args(f); k++)
    arg[k] = gud_probe_value(at, &m->probes[gud_function_arg(f, k)->index], energy);
  return gud_function_of(f, at->p.t, arg, slope);
}

static const char *unit_of(const GudProbeType *self, const GudModel *m, const GudProbe *pr)
{
  (void)self, (void)m;
  return pr->unit;
}

/* By straight lines as soon as one of its arguments goes so. */
static int course(const GudProbeType *self, GudSolver *so, const GudProbe *pr)
{
  const GudModel *m    = so->sys->model;
  GudFunction    *f    = m->functions[pr->params.value];
  int             some = 0;
  (void)self;
  for (int k = 0; k < gud_function_num_args(f); k++)
    some |= gud_probe_course(so, &m->probes[gud_function_arg(f, k)->index]);
  return some & (GUD_COURSE_STRAIGHT | GUD_COURSE_HELD) ? GUD_COURSE_STRAIGHT : 0;
}

const GudProbeType gud_probe_expression = {
  .info    = GUD_PROBE_INFO("expression", "computed from other probes", params),
  .reads   = GUD_READS_EXPRESSION,
  .dynamic = 1,
  .value   = value,
  .unit_of = unit_of,
  .course  = course,
};
