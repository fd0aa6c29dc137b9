/* Probes `joint_force`, `joint_moment`, `driver`: what joints transmit and drivers exert. */
#include "base/vec3.h"
#include "output/course.h"
#include "output/probe_value.h"
#include "output/reactions.h"

/* clang-format off */
static const GudParam params[] = {
  GUD_PROBE_NAME("joint or driver"),
  {"component", GUD_CHOICE, GUD_NUMBER, GUD_ANY, "magnitude", offsetof(GudProbeParams, component), "x|y|z|1|2|3|magnitude", "axis of space (x, y, z), axis of the joint (1, 2, 3: they turn with its body a), or the magnitude"},
  {"on",        GUD_CHOICE, GUD_NUMBER, GUD_ANY, "b", offsetof(GudProbeParams, side), "a|b", "on which of its bodies the force acts"}};
static const GudParam driver_params[] = {GUD_PROBE_NAME("driver")};
/* clang-format on */

/* What an ideal joint transmits by friction belongs to its force and moment. */
static void add_friction(GudEvaluated *at, const GudProbe *pr, double F[3], double M[3])
{
  const GudModel *m = at->sys->model;
  double          f[3], c[3];
  for (int k = 0; k < m->num_forces && pr->joint >= 0; k++) {
    if (!m->forces[k].num_rows || m->forces[k].first_row != m->joints[pr->joint].first_row) continue;
    gud_force_reaction(at, k, pr->params.side, f, c);
    for (int i = 0; i < 3; i++) F[i] += f[i], M[i] += c[i];
  }
}

static void reaction(GudEvaluated *at, const GudProbe *pr, double F[3], double M[3])
{
  if (pr->joint >= 0) gud_joint_reaction(at->sys, pr->joint, pr->params.side, &at->p, F, M);
  else gud_force_reaction(at, pr->force, pr->params.side, F, M);
  add_friction(at, pr, F, M);
}

static double force(const GudProbeType *self, GudEvaluated *at, const GudProbe *pr,
                    const GudProbeEnergy *energy)
{
  double F[3], M[3];
  (void)self, (void)energy;
  reaction(at, pr, F, M);
  return gud_probe_component(at->sys->model, pr, &at->p, F);
}

static double moment(const GudProbeType *self, GudEvaluated *at, const GudProbe *pr,
                     const GudProbeEnergy *energy)
{
  double F[3], M[3];
  (void)self, (void)energy;
  reaction(at, pr, F, M);
  return gud_probe_component(at->sys->model, pr, &at->p, M);
}

static double driver(const GudProbeType *self, GudEvaluated *at, const GudProbe *pr,
                     const GudProbeEnergy *energy)
{
  const GudModel *m = at->sys->model;
  const GudJoint *j = &m->joints[pr->joint];
  double          F[3], M[3], axis[3];
  int             turns = j->type->driver == 1,
      k                 = turns || m->dim == 3 ? 3 : 1; /* its axis: e3; of a displacement in the plane e1 */
  (void)self, (void)energy;
  gud_joint_reaction(at->sys, pr->joint, 1, &at->p, F, M);
  gud_vector_value(m, j->vector[k], at->p.q, axis);
  return gud_dot_real(turns ? M : F, axis) / gud_norm_real(axis);
}

static const char *unit_of_driver(const GudProbeType *self, const GudModel *m, const GudProbe *pr)
{
  (void)self;
  return m->joints[pr->joint].type->driver == 1 ? "N m" : "N";
}

/* Of a joint with a gap as its force; of an ideal joint smoothly. */
static int course(const GudProbeType *self, GudSolver *so, const GudProbe *pr)
{
  (void)self;
  if (pr->force < 0 || pr->joint >= 0) return 0;
  const GudModelForce *f = &so->sys->model->forces[pr->force];
  return gud_course_of_force(f->type, f->params) |
         (gud_solver_eventful(so, pr->force) ? gud_contact_course(so) : 0);
}

const GudProbeType gud_probe_joint_force = {
  .info    = GUD_PROBE_INFO("joint_force", "force in a joint", params),
  .reads   = GUD_READS_JOINT,
  .dynamic = 1,
  .unit    = "N",
  .value   = force,
  .course  = course,
};

const GudProbeType gud_probe_joint_moment = {
  .info    = GUD_PROBE_INFO("joint_moment", "moment in a joint, about its point on that body", params),
  .reads   = GUD_READS_JOINT,
  .dynamic = 1,
  .unit    = "N m",
  .value   = moment,
  .course  = course,
};

const GudProbeType gud_probe_driver = {
  .info    = GUD_PROBE_INFO("driver", "moment (or force) of a driver on body b about (along) its axis",
                            driver_params),
  .reads   = GUD_READS_DRIVER,
  .dynamic = 1,
  .unit_of = unit_of_driver,
  .value   = driver,
};
