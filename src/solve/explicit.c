/* Friction by trial and error (Zheng and Wang), to compare with the implicit method on the same model.

   (X1) M a = -f(q_n, v_n) + friction,  v_{n+1} = v_n + h a,  q_{n+1} = q_n + h v_{n+1}        symplectic Euler, M diagonal
   (X2) a point of a guide with |v_t| > eps slips; else the force that would hold it is tried and cut to the static bound
        (GudForceType.trial). Its own acceleration then vanishes only if M is diagonal: masses must be lumped.
   Gaps open and close at step ends, nothing is located. h must resolve the fastest mode: with viscous damping c of a mass
   m, h < 2 m/c (oscillator of the paper with 5 x 5 cells: 2e-6 s); a motion that grows without bound ends the run.
   Many steps are reported as one: output, energies and extremes see every 500th. Accelerations are those of (X1).
   verified by: tests/studies/zheng_trial_and_error */
#include "solve/solver.h"

#include <string.h>

enum { REPORT = 500 };

const char *gud_explicit_refuses(const GudSystem *sys, const GudOptions *opt)
{
  const GudModel *m = sys->model;
  if (!(opt->step > 0)) return "trial_and_error needs a fixed 'step'";
  if (sys->size > 1) return "trial_and_error runs on one process";
  if (sys->nr > 0)
    return "trial_and_error is for models without joints and rigid bodies: it has no constraints";
  for (int i = 0; i < m->num_vec; i++)
    if (sys->mrow[i + 1] != sys->mrow[i] + 1 || sys->mcol[sys->mrow[i]] != i ||
        !(sys->mval[sys->mrow[i]] > 0))
      return "trial_and_error needs lumped masses (mass: lumped)";
  for (int n = 0; n < m->num_forces; n++) {
    const GudModelForce *f = &m->forces[n];
    const GudVector     *u = &m->vectors[f->vector[f->num_vectors - 1]];
    if (f->num_internals && (!f->type->trial || u->num != 1))
      return "trial_and_error knows the friction of guides on nodes only";
  }
  return NULL;
}

/* Friction of all points at (q, v): z, sticking, and its force into r. r holds f without friction. */
static void try_friction(GudSolver *so, const GudPoint *p, double *r)
{
  GudSystem      *sys = so->sys;
  const GudModel *m   = sys->model;
  for (int n = 0; n < m->num_forces; n++) {
    const GudModelForce *f = &m->forces[n];
    GudForceBuffer       b;
    double               free[3] = {0}, F[3];
    if (!f->num_internals) continue;
    gud_system_force_args(sys, f, p, &b);
    int first = sys->dim * m->terms[m->vectors[f->vector[f->num_vectors - 1]].first].vec;
    for (int c = 0; c < sys->dim; c++) free[c] = -r[first + c];
    f->type->trial(&b.args, free, so->opt.eps, so->s->z + f->internal, F, so->s->history + f->history);
    for (int c = 0; c < sys->dim; c++) r[first + c] -= F[c];
  }
}

/* Gaps that have closed or opened, forces that would pull. */
static void follow_gaps(GudSolver *so, const GudPoint *p)
{
  const GudModel *m = so->sys->model;
  for (int n = 0; n < m->num_forces; n++) {
    const GudModelForce *f = &m->forces[n];
    GudForceBuffer       b;
    double               g[GUD_MAX_EVENTS];
    if (!f->type->trial) continue;
    gud_system_force_args(so->sys, f, p, &b);
    f->type->events(&b.args, g);
    for (int k = 0; k < 2; k++)
      if (g[k] < 0) {
        f->type->accept(&b.args, k, so->s->history + f->history);
        break;
      }
  }
}

/* Accelerations (X1) of the state into acc. */
static void accelerate(GudSolver *so)
{
  GudSystem *sys = so->sys;
  GudState  *s   = so->s;
  GudPoint   p   = gud_state_point(s);
  gud_system_time(sys, s->t, s->history);
  follow_gaps(so, &p);
  memset(s->z, 0, sizeof(double) * (size_t)s->nz);
  memset(so->r, 0, sizeof(double) * (size_t)sys->n);
  gud_system_forces(sys, &p, GUD_FORCES_ALL, so->r);
  try_friction(so, &p, so->r);
  for (int i = 0; i < sys->nq; i++) s->acc[i] = -so->r[i] / sys->mval[sys->mrow[i / sys->dim]];
}

PetscErrorCode GudSolverExplicitStep(GudSolver *so, double t_end, int *ok)
{
  GudState *s  = so->s;
  double    t0 = s->t, h = so->opt.step, size = 0;
  PetscFunctionBeginUser;
  *ok             = 0;
  const char *why = so->stat.steps ? NULL : gud_explicit_refuses(so->sys, &so->opt);
  if (why) {
    snprintf(so->why, sizeof so->why, "%s", why);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  gud_state_copy(so->before, s);
  GudConsistent swap = so->last;
  so->last = so->now, so->now = swap, so->now_valid = 0, so->linear = 1;
  if (s->step == 0) accelerate(so);
  for (int k = 0; k < REPORT && s->t < t_end; k++) {
    double left = t_end - s->t, dt = left < h * (1 + 1e-6) ? left : h;
    for (int i = 0; i < s->nq; i++) s->v[i] += dt * s->acc[i], s->q[i] += dt * s->v[i];
    s->t = dt == left ? t_end : s->t + dt;
    accelerate(so);
    s->step++, so->stat.steps++;
  }
  size = gud_weighted_norm(so->sys, s->q);
  if (!(size < 1e6)) {
    snprintf(so->why, sizeof so->why,
             "the explicit motion grew without bound up to t = %.6g s: take a smaller step than %.3g s", s->t,
             h);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  so->stat.h_min = fmin(so->stat.h_min, h), so->stat.h_max = fmax(so->stat.h_max, h);
  so->h = s->t - t0;
  *ok   = 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}
