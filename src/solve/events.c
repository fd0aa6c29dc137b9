/* Events: where event functions change their signs within a step, and what happens then.

   Within a step modes are frozen, so that the trial is smooth. Event functions are sampled on its interpolant; the step is
   redone until it ends just behind the first sign change. verified by: t730, studies with contacts */
#include "solve/solver.h"

#include <string.h>

/* Has event e happened between values g0 and g1? A guard that starts a little below zero, by round-off, has not. */
static int changed(const GudSolver *so, int e, double g0, double g1)
{
  return so->sys->guard[e] ? g1 < fmin(g0, 0) : (g0 >= 0) != (g1 >= 0);
}

void gud_solver_renew_force(GudSolver *so, int force)
{
  GudEvaluated *points[] = {so->accepted, so->trial, so->end, so->sample};
  for (int k = 0; k < GUD_COUNT(points); k++) gud_evaluated_renew(points[k], force);
}

void gud_solver_accept_force(GudSolver *so, int force, int event)
{
  const GudModelForce *f    = &so->sys->model->forces[force];
  const GudForceArgs  *args = gud_evaluated_force(so->accepted, force, GUD_LEVEL_FORCE);
  if (!f->type->accept(args, event, so->s->history + f->history)) return;
  if (event >= 0) gud_solver_renew_force(so, force);
  else gud_evaluated_renew(so->accepted, force);
}

/* What must be remembered after the step: anchors of motions, history of forces. Every event whose sign has changed
   with the located one happens with it (symmetric mechanisms touch on both sides at once). */
void gud_solver_accept_history(GudSolver *so, int event)
{
  GudSystem *sys = so->sys;
  GudPoint   p   = gud_state_point(so->s);
  gud_system_time(sys, so->s->t, so->s->history);
  gud_evaluated_at(so->accepted, &p);
  if (event >= 0) gud_evaluated_events(so->accepted, so->g1);
  for (int n = 0; n < sys->model->num_forces; n++) {
    const GudModelForce *f   = &sys->model->forces[n];
    int                  any = 0;
    if (!f->type->accept) continue;
    for (int k = 0; k < f->type->num_events && event >= 0; k++) {
      int i = f->event + k;
      if (so->within[i]) continue;
      if (i != event && !changed(so, i, so->g0[i], so->g1[i])) continue;
      gud_solver_accept_force(so, n, k);
      any = 1;
    }
    if (!any) gud_solver_accept_force(so, n, -1);
  }
  gud_system_move_anchors(sys, so->s->t, so->s->history);
}

/* Event functions on the interpolant of the trial step, at fraction x of it. */
static void events_between(GudSolver *so, double x, double *g)
{
  GudSystem *sys = so->sys;
  so->method->between(so, x, so->q_at, so->v_at, so->lam_at, so->z_at, so->zt_at);
  GudPoint p = gud_trial_point(so);
  p.t = so->s->t + x * so->h, p.q = so->q_at, p.v = so->v_at, p.lam = so->lam_at, p.z = so->z_at,
  p.zt = so->zt_at;
  gud_system_time(sys, p.t, so->s->history);
  GudEvaluated *at = x < 1 ? so->sample : so->end;
  gud_evaluated_at(at, &p);
  gud_evaluated_events(at, g);
  so->stat.event_samples++;
}

/* Fractions of a step at which event functions are sampled; the outer ones give the slopes at the ends. */
enum { NUM_SAMPLES = 7, MIDDLE = 3 };
static const double samples[NUM_SAMPLES] = {0, 1e-3, 0.25, 0.5, 0.75, 1 - 1e-3, 1};

static double side_of(const GudSolver *so, int e)
{
  return so->g0[e] >= 0 || so->sys->guard[e] ? 1 : -1;
}

/* Where event function e, which dips towards zero between a and b, has changed its sign: golden section; 2 if nowhere. */
static double dip(GudSolver *so, int e, double a, double b)
{
  const double gold = 0.61803398874989485;
  double       side = side_of(so, e), x[2] = {b - gold * (b - a), a + gold * (b - a)}, g[2];
  for (int k = 0; k < 2; k++) events_between(so, x[k], so->g1), g[k] = side * so->g1[e];
  while (b - a > 1e-9) {
    for (int k = 0; k < 2; k++)
      if (changed(so, e, so->g0[e], side * g[k])) return x[k];
    int k = g[0] < g[1] ? 0 : 1; /* the interval loses its end beyond the higher point */
    if (k == 0) b = x[1], x[1] = x[0], g[1] = g[0], x[0] = b - gold * (b - a);
    else a = x[0], x[0] = x[1], g[0] = g[1], x[1] = a + gold * (b - a);
    events_between(so, x[k], so->g1), g[k] = side * so->g1[e];
  }
  return 2;
}

/* Fraction of the step at which event function e first changes its sign on the interpolant, an excursion to the other
   side and back included; 2 if it does not. The samples are in g. */
static double crossing_of(GudSolver *so, int e, const double *g)
{
  int    num = so->sys->model->num_events;
  double g0 = so->g0[e], side = side_of(so, e), a = 0, b = 2;
  for (int k = 1; k < NUM_SAMPLES && b > 1; k++) {
    double here = side * g[num * k + e];
    a           = samples[k - 1];
    if (changed(so, e, g0, g[num * k + e])) b = samples[k];
    else if (k + 1 < NUM_SAMPLES && here < side * g[num * (k - 1) + e] && here < side * g[num * (k + 1) + e])
      b = dip(so, e, a, samples[k + 1]);
  }
  if (b > 1) return b;
  for (int it = 0; it < 60 && b - a > 1e-15; it++) {
    double m = 0.5 * (a + b);
    events_between(so, m, so->g1);
    if (changed(so, e, g0, so->g1[e])) b = m;
    else a = m;
  }
  return b;
}

/* Values at both ends and in the middle say that event function e keeps its side: it stays away from zero by more than it bends,
   and by a tenth of what it changes; so does the control point of the parabola through them. */
static int is_far(const GudSolver *so, int e, const double *g)
{
  int    num  = so->sys->model->num_events;
  double side = side_of(so, e), g0 = side * so->g0[e], g1 = side * g[num * (NUM_SAMPLES - 1) + e];
  double middle = side * g[num * MIDDLE + e], bend = fabs(g0 + g1 - 2 * middle);
  double least = fmin(fmin(g0, g1), fmin(middle, 2 * middle - 0.5 * (g0 + g1)));
  return least > bend + 0.1 * fabs(g1 - g0);
}

/* Values and slopes at both ends say it: the cubic through them lies in the hull of its control points. Only the outer samples are
   in g. */
static int keeps_side(const GudSolver *so, int e, const double *g)
{
  int    num = so->sys->model->num_events, last = NUM_SAMPLES - 1;
  double side = side_of(so, e), g0 = so->g0[e], g1 = g[num * last + e];
  double rise0 = (g[num + e] - g0) / samples[1],
         rise1 = (g1 - g[num * (last - 1) + e]) / (1 - samples[last - 1]);
  return side * g0 > 0 && side * g1 > 0 && side * (g0 + rise0 / 3) > 0 && side * (g1 - rise1 / 3) > 0;
}

/* First fraction in (0, 1] at which some event function has changed its sign on the interpolant; 2: none. */
static double first_crossing(GudSolver *so, int *event)
{
  int    num  = so->sys->model->num_events;
  double best = 2, *g = so->g1 + num;
  *event = -1;
  memcpy(g, so->g0, sizeof(double) * (size_t)num);
  static const int order[NUM_SAMPLES - 1] = {NUM_SAMPLES - 1, MIDDLE, 1, NUM_SAMPLES - 2, 2, 4};
  int              k = 0, quiet = 0;
  for (; k < 2; k++) events_between(so, samples[order[k]], g + num * order[k]);
  while (quiet < num && (so->within[quiet] || is_far(so, quiet, g))) quiet++;
  if (quiet == num) return best;
  for (; k < 4; k++) events_between(so, samples[order[k]], g + num * order[k]);
  while (quiet < num && (so->within[quiet] || is_far(so, quiet, g) || keeps_side(so, quiet, g))) quiet++;
  if (quiet == num) return best;
  for (; k < NUM_SAMPLES - 1; k++) events_between(so, samples[order[k]], g + num * order[k]);
  for (int e = 0; e < num; e++) {
    double x = so->within[e] ? 2 : crossing_of(so, e, g);
    if (x < best) best = x, *event = e;
  }
  return best;
}

/* Time from the end of the trial until event function e vanishes, going on with its last slope. */
static double time_to_go(GudSolver *so, int e)
{
  const double *last = so->g1 + so->sys->model->num_events * NUM_SAMPLES, *before = so->g1;
  events_between(so, samples[NUM_SAMPLES - 2], so->g1);
  double slope = (last[e] - before[e]) / ((1 - samples[NUM_SAMPLES - 2]) * so->h), dt = -last[e] / slope;
  return dt > 0 ? dt : INFINITY;
}

/* An event right at the start of the trial: the step ends there, on the interpolant of the trial. A step so short would be
   nothing but round-off: velocities are displacements over h. */
static void end_at_once(GudSolver *so, double x)
{
  GudSystem *sys = so->sys;
  size_t     q = sizeof(double) * (size_t)sys->nq, z = sizeof(double) * (size_t)sys->nz;
  events_between(so, x, so->g1);
  memcpy(so->q1, so->q_at, q), memcpy(so->v1, so->v_at, q), memcpy(so->a1, so->s->acc, q);
  memcpy(so->z1, so->z_at, z), memcpy(so->zt1, so->zt_at, z);
  memcpy(so->lam1, so->s->lam, sizeof(double) * (size_t)sys->nr);
  so->h *= x, so->t1 = so->s->t + so->h;
}

/* After a converged trial: if an event lies inside the step, redo the step so that it ends just behind it. The trial
   solution of the shortened step has its own zero, so the length is corrected until zero and step end agree; lengths
   that were too short and too long bracket it. */
PetscErrorCode GudSolverLocate(GudSolver *so, int *event, int *converged)
{
  PetscFunctionBeginUser;
  *event = -1;
  if (!so->num_located) PetscFunctionReturn(PETSC_SUCCESS);
  GudPoint p0 = gud_state_point(so->s);
  gud_system_time(so->sys, so->s->t, so->s->history);
  gud_evaluated_at(so->accepted, &p0);
  gud_evaluated_events(so->accepted, so->g0);
  double shorter = 0, longer = INFINITY, at_once = fmax(1e-10, 1e-6 * so->h), least = gud_least_step(so);
  for (int it = 0; it < 100; it++) {
    int    e;
    double x = first_crossing(so, &e), h = so->h, slack = fmax(1e-10 * h, 2e-14 * fabs(so->s->t)), next;
    if (e < 0) {
      if (*event < 0) PetscFunctionReturn(PETSC_SUCCESS); /* nothing happens in this step */
      if (h >= longer) {                                  /* a touch that the shorter steps do not see */
        *event = -1;
        PetscFunctionReturn(PETSC_SUCCESS);
      }
      shorter = h, next = h + time_to_go(so, *event) + slack;
    } else {
      *event = e, longer = h, next = fmin(fmax(x * h + slack, least), h); /* events within min_step are one */
      if (next < at_once && next < 0.1 * h) {
        end_at_once(so, next / h);
        PetscFunctionReturn(PETSC_SUCCESS);
      }
      if (x * h < shorter - 0.01 * h) { /* a dip that a shorter trial passed without: that one is the step */
        *event = -1;
        PetscCall(GudSolverTry(so, shorter, converged));
        PetscFunctionReturn(PETSC_SUCCESS);
      }
      if ((1 - x) * h <= 2 * slack || h <= least) PetscFunctionReturn(PETSC_SUCCESS);
    }
    if (!(next > shorter && next < longer)) next = 0.5 * (shorter + longer);
    if (longer - shorter <= 2 * slack) next = longer;
    next = fmin(fmax(next, least), longer);
    PetscCall(GudSolverTry(so, next, converged));
    if (!*converged) PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Restart at the start or after an event; where the new mode turns out to be no mode at all (a contact that cannot stick), the next. */
PetscErrorCode GudSolverRestartValid(GudSolver *so)
{
  enum { MOST = 8 };
  GudSystem *sys = so->sys;
  PetscFunctionBeginUser;
  PetscCall(GudSolverImpact(so));
  PetscCall(GudSolverRestart(so));
  for (int it = 0, any = 1; any && it < MOST; it++) {
    GudPoint p = gud_state_point(so->s);
    any        = 0;
    gud_system_time(sys, so->s->t, so->s->history);
    gud_evaluated_at(so->accepted, &p);
    gud_evaluated_events(so->accepted, so->g1);
    for (int n = 0; n < sys->model->num_forces; n++) {
      const GudModelForce *f = &sys->model->forces[n];
      if (!f->type->guards) continue;
      for (int k = 0; k < f->type->num_events; k++)
        if (so->g1[f->event + k] < 0 && !so->within[f->event + k]) gud_solver_accept_force(so, n, k), any = 1;
    }
    if (any) PetscCall(GudSolverRestart(so));
    if (any && it == MOST - 1) so->stat.mode_cycles++;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
