/* Words for a run that cannot go on: which driver, which joint. */
#include "solve/solver.h"

#include <stdio.h>
#include <string.h>

/* Functions of time are set to t. A driver whose motion is not a number there explains everything else. */
static int explain_functions(GudSolver *so, double t)
{
  const GudModel *m = so->sys->model;
  for (int i = 0; i < m->num_joints; i++) {
    int k = m->joints[i].motion;
    if (k < 0) continue;
    const GudJet *f = &so->sys->motion[k];
    if (isfinite(f->f) && isfinite(f->f1) && isfinite(f->f2)) continue;
    snprintf(so->why, sizeof so->why, "the motion of driver '%s' or its rate is not a number at t = %.9g s",
             m->joints[i].name, t);
    return 1;
  }
  for (int i = 0; i < m->num_functions; i++)
    if (!isfinite(so->sys->fn[i].f)) {
      snprintf(so->why, sizeof so->why, "a function of time is not a number at t = %.9g s", t);
      return 1;
    }
  return 0;
}

static const char *owner(const GudModel *m, int row, const char **noun)
{
  const GudModelRow *r = &m->rows[row];
  *noun                = r->joint < 0 ? "body" : m->joints[r->joint].type->driver ? "driver" : "joint";
  return r->joint >= 0 ? m->joints[r->joint].name : m->bodies[r->body].name;
}

/* The constraint that q violates most at time t; of those that do so equally the last, drivers come after joints. */
void gud_solver_explain_violation(GudSolver *so, double t, const double *q)
{
  GudSystem  *sys   = so->sys;
  double      worst = 0;
  int         row   = 0;
  const char *noun, *name;
  gud_system_time(sys, t, so->s->history);
  if (explain_functions(so, t) || !sys->nr) return;
  gud_system_phi(sys, q, so->x);
  for (int i = 0; i < sys->nr; i++)
    if (fabs(so->x[i]) > (1 - 1e-6) * worst) worst = fabs(so->x[i]), row = i;
  name = owner(sys->model, row, &noun);
  snprintf(so->why, sizeof so->why, "the constraints cannot be met at t = %.9g s: %s '%s' stays open by %.3g",
           t, noun, name, worst);
}

/* A step that failed however small: what the solver said, and where the largest force was when the last one ended. */
void gud_solver_explain_step(GudSolver *so)
{
  GudSystem  *sys = so->sys;
  size_t      len = strlen(so->why);
  int         row = -1;
  const char *noun, *name;
  gud_system_time(sys, so->t1, so->s->history);
  if (explain_functions(so, so->t1)) return;
  for (int i = 0; i < sys->nr; i++)
    if (sys->model->rows[i].joint >= 0 && (row < 0 || fabs(so->s->lam[i]) > fabs(so->s->lam[row]))) row = i;
  if (row < 0) return;
  double most = fabs(so->s->lam[row]);
  for (int i = 0; i < sys->nr;
       i++) { /* along a stretched chain all forces are alike: the driver is who pulls */
    int joint = sys->model->rows[i].joint;
    if (joint >= 0 && sys->model->joints[joint].type->driver && fabs(so->s->lam[i]) > 0.1 * most) row = i;
  }
  name = owner(sys->model, row, &noun);
  snprintf(so->why + len, sizeof so->why - len, "; the largest constraint forces are at %s '%s'", noun, name);
}

/* Body that coordinate vector `vec` belongs to; -1: one of an average. */
static int body_of(const GudModel *m, int vec)
{
  for (int e = 0; e < m->num_elements; e++)
    for (int k = 0; k < m->elements[e].type->num_vec; k++)
      if (m->elements[e].vec[k] == vec) return m->elements[e].body;
  return -1;
}

/* The body that was moved most, and the joint that was open most as drawn: one of this body, if there is one. */
void gud_solver_explain_assembly(GudSolver *so)
{
  GudSystem      *sys   = so->sys;
  const GudModel *m     = sys->model;
  double          worst = 0, open = 0;
  int             most = 0, row = -1, body;
  const char     *noun, *name;
  so->moved[0] = '\0';
  for (int i = 0; i < sys->nq; i++) {
    double d = sys->weight[i] * fabs(so->s->q[i] - m->start_q[i]);
    if (d > worst) worst = d, most = i;
  }
  body = worst > 1e-3 ? body_of(m, most / sys->dim) : -1;
  if (body < 0) return;
  gud_system_phi(sys, m->start_q, so->x);
  for (int pass = 0; pass < 2 && row < 0; pass++)
    for (int i = 0; i < sys->nr; i++) {
      int j     = m->rows[i].joint;
      int there = pass ? 1 : j >= 0 && (m->joints[j].body[0] == body || m->joints[j].body[1] == body);
      if (there && fabs(so->x[i]) > fmax(open, so->opt.assembly)) open = fabs(so->x[i]), row = i;
    }
  if (row < 0) return;
  name = owner(m, row, &noun);
  snprintf(so->moved, sizeof so->moved,
           "the assembly moves body '%s' by %.2g of the model's size: as drawn, %s '%s' is open by %.3g",
           m->bodies[body].name, worst, noun, name, open);
}

int gud_solver_explain_forces(GudSolver *so)
{
  GudSystem *sys = so->sys;
  GudPoint   p   = gud_state_point(so->s);
  gud_system_time(sys, so->s->t, so->s->history);
  if (explain_functions(so, so->s->t)) return 1;
  memset(so->r, 0, sizeof(double) * (size_t)sys->n);
  gud_evaluated_at(so->trial, &p);
  gud_evaluated_forces(so->trial, GUD_FORCES_ALL, so->r);
  for (int i = 0; i < sys->nq; i++) {
    int body = fabs(so->r[i]) < 1e100 ? -1 : body_of(sys->model, i / sys->dim);
    if (body < 0) continue;
    snprintf(
      so->why, sizeof so->why,
      "the forces on body '%s' are not finite at t = %.9g s: look at the functions and laws that act on it",
      sys->model->bodies[body].name, so->s->t);
    return 1;
  }
  return 0;
}
