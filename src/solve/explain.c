/* Words for a run that cannot start or go on: which body, joint or driver, and what was tried. */
#include "solve/solver.h"

#include <stdio.h>
#include <stdlib.h>
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
    if (gud_function_num_args(m->functions[i])) continue; /* not of time alone */
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

/* "joint 'C' between 'coupler' and 'rocker'"; "body 'rod'" for a row inside one. */
static void describe_row(const GudModel *m, int row, char *text, size_t size)
{
  const char *noun, *name = owner(m, row, &noun);
  int         joint = m->rows[row].joint;
  if (joint < 0) snprintf(text, size, "%s '%s'", noun, name);
  else
    snprintf(text, size, "%s '%s' between '%s' and '%s'", noun, name,
             m->bodies[m->joints[joint].body[0]].name, m->bodies[m->joints[joint].body[1]].name);
}

/* The largest of what rows violate; of those that do so equally the last, drivers come after joints. Rows of joints come first: those inside a body
   are violated because its joints pull at it. */
static int worst_row(const GudModel *m, const double *x, double least, double *worst)
{
  int row = -1;
  for (int inside = 0; inside < 2 && row < 0; inside++) {
    *worst = least;
    for (int i = 0; i < m->num_rows; i++)
      if ((m->rows[i].joint < 0) == inside && !(fabs(x[i]) <= (1 - 1e-6) * *worst))
        *worst = fabs(x[i]), row = i;
  }
  return row;
}

/* ", as are 'A', 'B'": other joints and drivers with a row that is violated by more than `least`, as many as there is room for. */
static void also_open(const GudModel *m, const double *x, int row, double least, char *text, size_t size)
{
  int last = m->rows[row].joint, num = 0;
  text[0] = '\0';
  for (int i = 0; i < m->num_rows; i++) {
    int joint = m->rows[i].joint;
    if (joint < 0 || joint == m->rows[row].joint || joint == last || !(fabs(x[i]) > least)) continue;
    size_t len = strlen(text);
    if (len + strlen(m->joints[joint].name) + 40 > size) return;
    snprintf(text + len, size - len, "%s '%s'", num++ ? "," : ", and nearly as much", m->joints[joint].name);
    last = joint;
  }
}

/* The constraint that q violates most at time t, and what was tried to meet it. */
void gud_solver_explain_violation(GudSolver *so, double t, const double *q)
{
  GudSystem      *sys = so->sys;
  const GudTried *tr  = &so->tried;
  double          worst;
  char            name[200], others[160], more[120] = "";
  gud_system_time(sys, t, so->s->history);
  if (explain_functions(so, t, 0) || !sys->nr) return;
  gud_system_phi(sys, q, so->phi);
  int row = worst_row(sys->model, so->phi, 0, &worst);
  if (row < 0) return;
  describe_row(sys->model, row, name, sizeof name);
  also_open(sys->model, so->phi, row, 0.5 * worst, others, sizeof others);
  if (tr->damped)
    snprintf(more, sizeof more, ", and %d small ones that end where the constraints are met best",
             tr->damped);
  snprintf(
    so->why, sizeof so->why,
    "the constraints cannot be met at t = %.9g s: %s stays open by %.3g%s; tried: %d Newton iterations "
    "from %s, %d of them cut to half of the model's size%s",
    t, name, worst, others, tr->iterations, t > 0 ? "the last instant" : "the drawing", tr->cut, more);
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

static int is_direction(const GudSystem *sys, int i)
{
  for (int e = 0; e < sys->model->num_elements; e++) {
    const GudElement *el = &sys->model->elements[e];
    for (int k = 0; k < el->type->num_vec; k++)
      if (el->vec[k] == i / sys->dim) return !el->type->translation[k];
  }
  return 0;
}

/* The body that was moved most, and the joint that was open most as drawn: one of this body, if there is one. */
void gud_solver_explain_assembly(GudSolver *so)
{
  GudSystem      *sys   = so->sys;
  const GudModel *m     = sys->model;
  double          worst = 0, open = 0;
  int             most = 0, row = -1, body;
  char            name[200];
  so->moved[0] = '\0';
  for (int i = 0; i < sys->nq; i++) {
    double d = sys->weight[i] * fabs(so->s->q[i] - m->start_q[i]);
    if (d > worst) worst = d, most = i;
  }
  body = worst > 1e-3 ? body_of(m, most / sys->dim) : -1;
  if (body < 0) return;
  gud_system_phi(sys, m->start_q, so->phi);
  for (int pass = 0; pass < 2 && row < 0; pass++)
    for (int i = 0; i < sys->nr; i++) {
      int j     = m->rows[i].joint;
      int there = pass ? 1 : j >= 0 && (m->joints[j].body[0] == body || m->joints[j].body[1] == body);
      if (there && fabs(so->phi[i]) > fmax(open, so->opt.assembly)) open = fabs(so->phi[i]), row = i;
    }
  if (row < 0) return;
  describe_row(m, row, name, sizeof name);
  snprintf(so->moved, sizeof so->moved, "the assembly %s body '%s' by %.2g%s: as drawn, %s is open by %.3g",
           is_direction(sys, most) ? "turns or deforms" : "moves", m->bodies[body].name, worst,
           is_direction(sys, most) ? " (change of a direction of length 1)" : " of the model's size", name,
           open);
}

int gud_solver_explain_velocity(GudSolver *so)
{
  GudSystem *sys  = so->sys;
  double     size = 0, worst, *d = so->rhs, *rate = so->rate;
  char       name[200];
  gud_system_linearise(sys, so->s->q);
  gud_system_phi_q_times(sys, so->s->v, d);
  gud_system_phi_t(sys, so->s->q, rate);
  for (int i = 0; i < sys->nr; i++) size = fmax(size, fabs(rate[i])), d[i] += rate[i];
  int row = worst_row(sys->model, d, 1e-6 * size, &worst);
  if (row < 0) return 1;
  describe_row(sys->model, row, name, sizeof name);
  snprintf(so->why, sizeof so->why,
           "the velocities that the drivers ask for contradict the constraints: %s is off by %.3g", name,
           worst);
  return 0;
}

/* ---- which direction has no inertia ----
   (E1) B = W^-1 (M/m + Phi_q^T Phi_q) W^-1, in coordinates of order one. A motion x that no constraint holds and that has no mass is
        B x = 0. Inverse iteration, (B + delta 1) y = x with delta = 1e-10, by conjugate gradients */
static PetscErrorCode stiff_times(GudSystem *sys, const double *x, double *w, double *d, double *y)
{
  PetscFunctionBeginUser;
  for (int i = 0; i < sys->nq; i++) w[i] = x[i] / sys->weight[i], y[i] = 0;
  gud_system_mass_times(sys, w, y);
  if (sys->size > 1) PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, y, sys->nq, MPI_DOUBLE, MPI_SUM, sys->comm));
  for (int i = 0; i < sys->nq; i++) y[i] /= sys->mass_scale;
  gud_system_phi_q_times(sys, w, d);
  gud_system_phi_q_transpose(sys, sys->lin, d, y);
  for (int i = 0; i < sys->nq; i++) y[i] = y[i] / sys->weight[i] + 1e-10 * x[i];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (E1): the coordinate that moves most; -1: every motion has inertia */
static PetscErrorCode find_massless(GudSolver *so, int *most)
{
  GudSystem *sys  = so->sys;
  int        nq   = sys->nq;
  double    *work = gud_alloc(sizeof(double) * (size_t)(5 * nq + sys->nr + 1));
  double    *x = work, *y = x + nq, *r = y + nq, *p = r + nq, *Bp = p + nq, *d = Bp + nq, *w = so->r, rr = 0,
         yy = 0, yBy = 0;
  PetscFunctionBeginUser;
  *most = -1;
  gud_system_linearise(sys, so->s->q);
  for (int i = 0; i < nq; i++) x[i] = r[i] = p[i] = 1 + 0.5 * sin(1.7 * i), rr += r[i] * r[i];
  double first = rr;
  for (int k = 0; k < 2000 && k < 20 * nq && rr > 1e-12 * first; k++) {
    double pBp = 0, next = 0;
    PetscCall(stiff_times(sys, p, w, d, Bp));
    for (int i = 0; i < nq; i++) pBp += p[i] * Bp[i];
    double a = rr / pBp;
    for (int i = 0; i < nq; i++) y[i] += a * p[i], r[i] -= a * Bp[i], next += r[i] * r[i];
    for (int i = 0; i < nq; i++) p[i] = r[i] + next / rr * p[i];
    rr = next;
  }
  PetscCall(stiff_times(sys, y, w, d, Bp));
  for (int i = 0; i < nq; i++) {
    yy += y[i] * y[i], yBy += y[i] * Bp[i];
    if (*most < 0 || fabs(y[i]) > fabs(y[*most])) *most = i;
  }
  if (!(yBy < 1e-8 * yy)) *most = -1;
  free(work);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSolverExplainInitial(GudSolver *so)
{
  const GudModel *m    = so->sys->model;
  int             most = -1, body;
  char            tried[120];
  PetscFunctionBeginUser;
  if (!so->sys->parted) PetscCall(find_massless(so, &most)); /* in parts no process knows all coordinates */
  body = most < 0 ? -1 : body_of(m, most / so->sys->dim);
  if (so->stat.kkt_iterations)
    snprintf(tried, sizeof tried, "tried: %ld iterations from the velocities of the model file",
             so->stat.kkt_iterations);
  else
    snprintf(tried, sizeof tried, "the matrix of masses and joints is singular, so nothing could be tried");
  if (body >= 0)
    snprintf(so->why, sizeof so->why,
             "no consistent velocities and accelerations at the start: body '%s' can move in a way that has "
             "no inertia, and no joint constrains it (a slender rod free to spin?); %s",
             m->bodies[body].name, tried);
  else if (gud_solver_explain_velocity(so))
    snprintf(so->why, sizeof so->why, "no consistent velocities and accelerations at the start; %s", tried);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void gud_solver_explain_static(GudSolver *so, double done, double part, int most, int runs_away)
{
  GudSystem      *sys      = so->sys;
  const GudTried *tr       = &so->tried;
  double          top      = 0;
  char            from[40] = "the drawing";
  for (int i = 0; most < 0 && i < sys->nq; i++) /* no step: what accelerates most when it is let go */
    if (sys->weight[i] * fabs(so->now.a[i]) > top) top = sys->weight[i] * fabs(so->now.a[i]), most = i;
  int         body = most < 0 ? -1 : body_of(sys->model, most / sys->dim);
  const char *name = body < 0 ? "" : sys->model->bodies[body].name;
  if (done > 0) snprintf(from, sizeof from, "the equilibrium at %.4g", done);
  snprintf(so->why, sizeof so->why,
           "no static equilibrium beyond %.4g of the loads: %s%s%s%s; tried: load in %d %s, %d of them "
           "failed and were halved "
           "(the last one from %s, %.2g of the loads), %d Newton iterations in all; %s",
           done, body < 0 ? "a body" : "body '", name, body < 0 ? "" : "'",
           runs_away ? " moves without resistance there" : " moves on with every iteration", tr->parts,
           tr->parts == 1 ? "part" : "parts", tr->halved, from, part, tr->iterations,
           runs_away ? "hold it, or draw the model nearer to its equilibrium"
                     : "a limit load? Draw the model nearer to its equilibrium, or give more load_steps");
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
      "the forces on body '%s' are not finite at t = %.9g s: check the functions and laws that act on it",
      sys->model->bodies[body].name, so->s->t);
    return 1;
  }
  return 0;
}
