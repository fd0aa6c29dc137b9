/* Probes `output`, `each`: an output of a force, or of a group of forces as one number. */
#include "output/course.h"
#include "output/probe_value.h"
#include "output/reactions.h"

/* clang-format off */
static const GudParam params[] = {
  GUD_PROBE_NAME("force"),
  {"output", GUD_STRING, GUD_NUMBER, GUD_ANY, NULL, offsetof(GudProbeParams, output), NULL, "name of its output: see gudgeon help FORCE"}};
/* clang-format on */

/* Sum over the group, or the least or largest of those that are not 0 (GudOutputGroup). */
static double value(const GudProbeType *self, GudEvaluated *at, const GudProbe *pr,
                    const GudProbeEnergy *energy)
{
  GudOutputGroup group = pr->row->group;
  double         sum = 0, best = 0;
  (void)self, (void)energy;
  if (pr->force < 0) return 0; /* of an ideal joint */
  for (int i = pr->force; i < pr->force + pr->num_forces; i++) {
    double one    = gud_force_output(at, i, pr->output);
    int    better = best == 0 || (group == GUD_GROUP_LEAST ? one < best : one > best);
    sum += one;
    if (one != 0 && better) best = one;
  }
  return group == GUD_GROUP_SUM ? sum : best;
}

static const char *unit_of(const GudProbeType *self, const GudModel *m, const GudProbe *pr)
{
  (void)self, (void)m;
  return pr->row->unit;
}

static int course(const GudProbeType *self, GudSolver *so, const GudProbe *pr)
{
  (void)self;
  if (pr->force < 0) return 0;
  const GudModelForce *f       = &so->sys->model->forces[pr->force];
  int                  contact = gud_solver_eventful(so, pr->force);
  return gud_course_of_output(f->type, f->params, pr->output, contact) |
         (contact ? gud_contact_course(so) : 0);
}

const GudProbeType gud_probe_output = {
  .info = GUD_PROBE_INFO(
    "output", "output of a force; of a guide the sum over its points (NAME.number: one of them)", params),
  .reads   = GUD_READS_OUTPUT,
  .dynamic = 1,
  .value   = value,
  .unit_of = unit_of,
  .course  = course,
};

const GudProbeType gud_probe_each = {
  .info = GUD_PROBE_INFO(
    "each",
    "output of every point of a guide, one column each: the probe's name with _ and the point's number",
    params),
  .reads   = GUD_READS_OUTPUT,
  .dynamic = 1,
  .each    = 1,
  .value   = value,
  .unit_of = unit_of,
  .course  = course,
};
