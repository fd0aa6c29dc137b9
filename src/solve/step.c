/* The accepted step: trials, their rejection, control of the step size, restarts. */
#include "solve/solver.h"

#include "base/fpmode.h"

#include <string.h>

static PetscErrorCode project(GudSolver *so)
{
  GudState *s = so->s;
  PetscFunctionBeginUser;
  PetscCall(GudSolverConsistent(so, GUD_FOR_RESTART));
  for (int i = 0; i < so->sys->nq; i++) {
    s->a[i] += so->now.a[i] - s->acc[i]; /* keeps a - q'', the shift of a by (am - af) h */
    s->v[i] = so->now.v[i], s->acc[i] = so->now.a[i];
  }
  memcpy(s->lam, so->now.lam, sizeof(double) * (size_t)so->sys->nr);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSolverRestart(GudSolver *so)
{
  GudState *s = so->s;
  PetscFunctionBeginUser;
  so->now_valid = 0;
  if (so->sys->nz) { /* with the modes the rows of internals change */
    so->kkt_valid = 0;
    if (so->newton) so->newton->fresh_wanted = 1;
  }
  PetscCall(GudSolverConsistent(so, GUD_FOR_RESTART));
  memcpy(s->v, so->now.v, sizeof(double) * (size_t)s->nq);
  memcpy(s->acc, so->now.a, sizeof(double) * (size_t)s->nq);
  memcpy(s->a, so->now.a, sizeof(double) * (size_t)s->nq);
  memcpy(s->lam, so->now.lam, sizeof(double) * (size_t)s->nr);
  memcpy(s->z, so->now.z, sizeof(double) * (size_t)s->nz);
  memcpy(s->zt, so->now.zt, sizeof(double) * (size_t)s->nz);
  memcpy(s->zaux, so->now.zt, sizeof(double) * (size_t)s->nz);
  memset(s->eta, 0, sizeof(double) * (size_t)s->nr);
  s->h_last = 0;
  s->damped = so->opt.restart == GUD_RESTART_DAMPED && so->method->damped_restart ? 2 : 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Pseudo-random number in [-1, 1] that depends on the step number only, so that a resumed run repeats it. */
static double jitter(long step)
{
  unsigned long long x = (unsigned long long)step * 6364136223846793005ull + 1442695040888963407ull;
  x ^= x >> 33, x *= 0xff51afd7ed558ccdull, x ^= x >> 33;
  return (double)(x >> 11) / 4503599627370496.0 - 1;
}

static double first_step(const GudSolver *so)
{
  const GudOptions *o = &so->opt;
  if (o->step > 0) return o->step;
  return !isnan(o->first_step) ? o->first_step : 1e-4 * o->end;
}

/* Factor for the next step; err: local error in units of the tolerance. A PI controller (exponents of Gustafsson), within the limits of the method. Changes by less
   than 20 % are not made: every change disturbs the accelerations of the index-3 method a little, and the kept
   factorisation. */
static double step_factor(const GudSolver *so, double err)
{
  const GudMethod *m    = so->method;
  double           last = so->s->err_last > 0 && so->s->h_last > 0 ? so->s->err_last : err;
  double           f    = 0.85 * pow(err, -0.7 / m->power) * pow(last, 0.4 / m->power);
  if (f > 0.85 && f < 1.2) f = 1;
  return fmax(m->least, fmin(m->most, f));
}

/* The trial becomes the state; `before` keeps the start of the step for interpolation. */
static void commit(GudSolver *so)
{
  GudState *s = so->s;
  size_t    q = sizeof(double) * (size_t)s->nq, z = sizeof(double) * (size_t)s->nz;
  gud_state_copy(so->before, s);
  memcpy(s->v_last, s->v, q), memcpy(s->lam_last, s->lam, sizeof(double) * (size_t)s->nr);
  so->method->commit(so);
  memcpy(s->q, so->q1, q), memcpy(s->v, so->v1, q), memcpy(s->acc, so->a1, q);
  memcpy(s->z, so->z1, z), memcpy(s->zt, so->zt1, z);
  memcpy(s->lam, so->lam1, sizeof(double) * (size_t)s->nr);
  for (int i = 0; i < s->nr; i++) s->peak[i] = fmax(s->peak[i], fabs(s->lam[i]));
  GudEvaluated *end = so->end;
  so->end = so->accepted, so->accepted = end;
  so->rough = so->num_within && gud_transitions_differ(so, s->history);
  if (so->num_within) {
    memcpy(s->history, so->history1, sizeof(double) * (size_t)s->nh);
    gud_evaluated_renew_all(so->accepted);
  }
  s->t = so->t1, s->h_last = so->h, s->step++;
  gud_consistent_swap(so);
}

void gud_solver_step_back(GudSolver *so)
{
  gud_state_copy(so->s, so->before);
  gud_consistent_swap(so);
}

static PetscErrorCode accepted_step(GudSolver *so, double t_end, int *ok, int *event)
{
  GudState *s     = so->s;
  int       fixed = so->opt.step > 0, converged;
  double    h_max = isnan(so->opt.max_step) ? so->opt.end / 50 : so->opt.max_step;
  PetscFunctionBeginUser;
  *ok = 0, *event = -1;
  if (so->opt.method == GUD_TRIAL_AND_ERROR) {
    PetscCall(GudSolverExplicitStep(so, t_end, ok));
    if (*ok) *ok = gud_evaluated_fault(so->accepted, so->why, sizeof so->why) == GUD_OK;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(GudSolverReleaseKkt(so));
  if (s->h <= 0) s->h = first_step(so);
  PetscCall(GudSolverBehind(so));
  double least = gud_least_step(so), longest = 0;
  double h = fixed ? s->h * (1 + so->opt.vary_step * jitter(s->step)) : fmin(s->h, h_max), asked = h;
  for (;;) {
    double left = t_end - s->t, try = asked;
    int    last = 0;
    if (try >= left * (1 - 1e-6)) try = left, last = 1; /* land exactly; no splinter step afterwards */
    else if (!fixed && try > 0.5 * left) try = 0.5 * left;
    longest = fmax(longest, try);
    PetscCall(GudSolverTry(so, try, &converged));
    if (converged) PetscCall(GudSolverLocate(so, event, &converged));
    if (!converged) {
      so->stat.rejected_newton++;
      asked = 0.5 * try;
      char      fault[200];
      GudStatus status = gud_evaluated_fault(so->trial, fault, sizeof fault);
      if (asked < least || status == GUD_FATAL) {
        if (status != GUD_OK) snprintf(so->why, sizeof so->why, "%s", fault);
        gud_solver_explain_step(so, longest);
        PetscCall(GudSelfLockingExplain(so));
        PetscFunctionReturn(PETSC_SUCCESS);
      }
      continue;
    }
    int    damped = s->damped;
    double err    = 0;
    if (!fixed) PetscCall(so->method->local_error(so, &err));
    err             = fixed ? 0 : gud_larger(gud_solver_digits(so, err), 1e-6);
    double factor   = damped > 1 ? 1 : step_factor(so, err);
    int    shortest = so->h <= least * (1 + 1e-9);
    /* steps below min_step (an event at once, the rest up to t_end) and event steps of min_step are not tested */
    if (!(err <= 1) && so->h >= least && !(*event >= 0 && shortest)) {
      so->stat.rejected_error++;
      if (shortest) {
        snprintf(so->why, sizeof so->why,
                 "the local error is %.3g times the tolerance at t = %.9g s with a step of %.3g s, and "
                 "min_step is %.3g s",
                 err, so->t1, so->h, so->opt.min_step);
        gud_solver_explain_step(so, longest);
        PetscCall(GudSelfLockingExplain(so));
        PetscFunctionReturn(PETSC_SUCCESS);
      }
      asked = so->h *
              fmax(damped ? 0.1 : 0.5, fmin(0.9, 0.85 * pow(err, -1 / (damped ? 2 : so->method->power))));
      asked  = fmax(asked, least);
      *event = -1;
      continue;
    }
    double done        = so->h,
           after_event = sqrt(2 * so->opt.tolerance / (gud_weighted_norm(so->sys, so->a1) + 1e-30));
    commit(so);
    if (so->newton) {
      so->stat.iterations     = so->newton->num_iterations;
      so->stat.factorisations = so->newton->num_factorisations;
    }
    if (last && *event < 0 && done >= try * (1 - 1e-9))
      s->t = t_end; /* an event search may leave a shorter step */
    so->stat.steps++;
    so->stat.h_min = fmin(so->stat.h_min, done), so->stat.h_max = fmax(so->stat.h_max, done);
    if (*event >= 0) { /* forces may jump there: the step is accounted for as it ended */
      so->stat.events++;
      PetscCall(GudLedgerStep(so));
      if (so->before_event) PetscCall(so->before_event(so->event_ctx));
    }
    gud_solver_accept_history(so, *event);
    if (fixed) { /* back to the fixed step after an event at once, after a cut within the allowed ratio */
      s->h = *event >= 0 || done >= 0.999 * h ? so->opt.step : fmin(so->opt.step, 1.5 * done);
    } else { /* a step shortened by an event or by the end says nothing about the error at full length */
      double next = done * factor;
      s->err_last = err;
      s->h        = fmax(done < asked ? fmax(next, asked) : next, least);
      if (*event >= 0 && so->opt.restart == GUD_RESTART_DAMPED) s->h = fmin(s->h, after_event);
    }
    if (*event >= 0) {
      PetscCall(GudSolverRestartValid(so));
      PetscCall(GudLedgerBegin(so));
    } else {
      if (so->opt.stabilisation == GUD_STABILISE_PROJECTION) PetscCall(project(so));
      PetscCall(GudLedgerStep(so));
    }
    gud_ledger_settle(so);
    *ok = gud_evaluated_fault(so->accepted, so->why, sizeof so->why) == GUD_OK;
    if (*ok) PetscCall(GudSelfLockingWatch(so, *event));
    if (*ok) PetscCall(GudWatchStep(so, *event, ok));
    else gud_solver_step_back(so);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
}

PetscErrorCode GudSolverStep(GudSolver *so, double t_end, int *ok, int *event)
{
  PetscFunctionBeginUser;
  unsigned       mode = gud_fp_flush();
  PetscErrorCode e    = accepted_step(so, t_end, ok, event);
  gud_fp_restore(mode);
  PetscCall(e);
  PetscFunctionReturn(PETSC_SUCCESS);
}
