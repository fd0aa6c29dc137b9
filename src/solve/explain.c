/* Words for a run that cannot go on: which driver, which joint. */
#include "solve/solver.h"

#include <stdio.h>
#include <string.h>

/* The force that function i belongs to; NULL: none (a driver's, or shared text). */
static const char *force_of_function(const GudModel *m, int i)
{
  for (int n = 0; n < m->num_forces; n++) {
    const GudModelForce *f = &m->forces[n];
    for (int k = 0; k < f->type->info.num_params; k++) {
      const GudParam *p = &f->type->info.params[k];
      if (p->kind == GUD_FUNCTION && *(const int *)(const void *)((const char *)f->params + p->offset) == i)
        return f->name;
    }
  }
  return NULL;
}

/* 1: no number. 2: it and its rate change by more than themselves within the time `soon`: near a pole. */
static int trouble(const GudJet *f, double soon)
{
  if (!isfinite(f->f) || !isfinite(f->f1) || !isfinite(f->f2)) return 1;
  return soon * fabs(f->f1) > fabs(f->f) && soon * fabs(f->f2) > fabs(f->f1) ? 2 : 0;
}

/* Functions of time are set to t. A driver or load that is not a number there, or at a pole, explains everything else. */
static int explain_functions(GudSolver *so, double t, double soon)
{
  static const char *const what[] = {"", "is not finite", "grows without bound"};
  const GudModel          *m      = so->sys->model;
  for (int i = 0; i < m->num_joints; i++) {
    int k = m->joints[i].motion, bad = k < 0 ? 0 : trouble(&so->sys->motion[k], soon);
    if (!bad) continue;
    snprintf(so->why, sizeof so->why, "the motion of driver '%s' or its rate %s at t = %.9g s",
             m->joints[i].name, what[bad], t);
    return 1;
  }
  for (int i = 0; i < m->num_functions; i++) {
    int         bad  = trouble(&so->sys->fn[i], soon);
    const char *name = bad ? force_of_function(m, i) : NULL;
    if (!bad || (bad > 1 && !name)) continue;
    snprintf(so->why, sizeof so->why, "%s%s%s %s at t = %.9g s",
             name ? "the value of force '" : "a function of time", name ? name : "", name ? "'" : "",
             what[bad], t);
    return 1;
  }
  return 0;
}

/* Size of a function, infinite where it has none */
static double size_at(const GudFunction *f, double t)
{
  GudJet j;
  gud_function_eval(f, t, &j);
  return isfinite(j.f) ? fabs(j.f) : INFINITY;
}

/* Where in (a, b) is |f| largest? By samples, then golden section about the largest one. */
static double largest_at(const GudFunction *f, double a, double b)
{
  enum { SAMPLES = 1000 };
  const double gold = 0.61803398874989485;
  double       d = (b - a) / SAMPLES, best = a, most = -1;
  for (int i = 1; i <= SAMPLES; i++) {
    double now = size_at(f, a + i * d);
    if (now > most) most = now, best = a + i * d;
    if (!isinf(now)) continue;
    double lo = best - d, hi = best; /* where it begins */
    for (int it = 0; it < 60; it++) {
      double x = 0.5 * (lo + hi);
      if (isinf(size_at(f, x))) hi = x;
      else lo = x;
    }
    return hi;
  }
  double lo = best - d, hi = fmin(best + d, b);
  for (int it = 0; it < 80; it++) {
    double x = hi - gold * (hi - lo), y = lo + gold * (hi - lo);
    if (size_at(f, x) > size_at(f, y)) hi = y;
    else lo = x;
  }
  return 0.5 * (lo + hi);
}

int gud_solver_explain_ahead(GudSolver *so)
{
  const GudModel *m = so->sys->model;
  for (int i = 0; i < m->num_functions; i++) {
    double      t    = largest_at(m->functions[i], so->s->t, so->opt.end);
    const char *name = force_of_function(m, i), *noun = "force";
    for (int k = 0; k < m->num_joints && !name; k++)
      if (m->joints[k].motion >= 0 && m->motions[m->joints[k].motion].function == i)
        name = m->joints[k].name, noun = "driver";
    if (!name || size_at(m->functions[i], t) < 1e12 * (1 + size_at(m->functions[i], 0))) continue;
    snprintf(
      so->why, sizeof so->why,
      "no progress at t = %.9g s: the function of time of %s '%s' grows without bound or is not a number at "
      "t = %.9g s",
      so->s->t, noun, name, t);
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
  if (explain_functions(so, t, 0) || !sys->nr) return;
  gud_system_phi(sys, q, so->x);
  for (int i = 0; i < sys->nr; i++)
    if (fabs(so->x[i]) > (1 - 1e-6) * worst) worst = fabs(so->x[i]), row = i;
  name = owner(sys->model, row, &noun);
  snprintf(so->why, sizeof so->why, "the constraints cannot be met at t = %.9g s: %s '%s' stays open by %.3g",
           t, noun, name, worst);
}

/* A step that failed however small: a function of time that has no value, or a pole, where trials went or a little ahead; else
   what the solver said, and where the largest force was when the last step ended. */
void gud_solver_explain_step(GudSolver *so, double longest)
{
  GudSystem  *sys = so->sys;
  size_t      len = strlen(so->why);
  int         row = -1;
  const char *noun, *name;
  double      least = gud_least_step(so), soon = fmin(1e6 * least, 1e-4 * so->opt.end);
  for (double h = least; h < 1e4 * longest; h *= 2) {
    gud_system_time(sys, so->s->t + h, so->s->history);
    if (explain_functions(so, so->s->t + h, h > least ? 0 : soon)) return;
  }
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
  if (explain_functions(so, so->s->t, 0)) return 1;
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
