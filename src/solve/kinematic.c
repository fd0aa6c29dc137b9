/* Kinematics and inverse dynamics: `analysis: {type: kinematic}`. Drivers prescribe the whole motion: at each instant positions
   from the constraints, then velocities, accelerations and multipliers from consistent values. No integration. */
#include "model/motion.h"
#include "solve/analysis.h"

/* The state is taken to time t. */
static PetscErrorCode go_to(GudSolver *so, double t, int *ok)
{
  GudSystem *sys = so->sys;
  GudState  *s   = so->s;
  double     h   = t - s->t;
  PetscFunctionBeginUser;
  gud_state_copy(so->before, s);
  for (int i = 0; i < sys->nq;
       i++) { /* predicted from the exact velocities and accelerations of the last instant */
    s->q[i] += h * (s->v[i] + 0.5 * h * s->acc[i]);
    s->v[i] += h * s->acc[i];
  }
  s->t = t;
  PetscCall(GudSolverAssemble(so, ok, NULL));
  if (!*ok) {
    gud_state_copy(
      s, so->before); /* the last good state is what a checkpoint may keep; it names the joint, too: what
                                      diverged is open everywhere */
    gud_solver_explain_violation(so, t, s->q);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  gud_consistent_swap(so);
  PetscCall(GudSolverRestartValid(so)); /* directions of slip are those of this instant */
  *ok = gud_evaluated_fault(so->accepted, so->why, sizeof so->why) == GUD_OK;
  if (!*ok) {
    gud_solver_step_back(so);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  for (int i = 0; i < sys->model->num_motions && *ok; i++)
    *ok = isfinite(sys->motion[i].f1) && isfinite(sys->motion[i].f2);
  if (!*ok) { /* a motion whose rate is infinite here */
    gud_solver_step_back(so);
    gud_solver_explain_violation(so, t, s->q);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  gud_solver_accept_forces(so);
  gud_system_move_anchors(sys, t, s->history);
  s->step++, so->stat.steps++;
  PetscCall(GudLedgerStep(so));
  gud_ledger_settle(so);
  *ok = gud_evaluated_fault(so->accepted, so->why, sizeof so->why) ==
        GUD_OK; /* with forces that were renewed */
  if (!*ok) gud_solver_step_back(so);
  else PetscCall(GudSelfLockingWatch(so, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int ready(const GudAnalysis *self, GudSolver *so)
{
  (void)self;
  if (so->mobility > 0)
    snprintf(so->why, sizeof so->why,
             "a kinematic analysis needs a driver for every freedom: %d %s not driven", so->mobility,
             so->mobility == 1 ? "is" : "are");
  return !(so->mobility > 0);
}

static int done(const GudAnalysis *self, const GudSolver *so)
{
  (void)self;
  return so->s->t >= so->opt.end * (1 - 1e-14);
}

/* Instants k h, without the round-off of a sum, as long as it has been on them; the last step ends at t. */
static PetscErrorCode advance(const GudAnalysis *self, GudSolver *so, double t, GudAdvance *out)
{
  double h = so->opt.step > 0 ? so->opt.step : so->opt.end / 1000, grid = (double)(so->s->step + 1) * h;
  double next = so->s->t + h;
  PetscFunctionBeginUser;
  (void)self;
  if (fabs(grid - next) <= 1e-9 * h) next = grid;
  PetscCall(go_to(so, next > t - 1e-9 * h ? t : next, &out->ok));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudAnalysis gud_analysis_kinematic = {
  .name    = "kinematic",
  .traits  = GUD_ANALYSIS_IN_TIME,
  .ready   = ready,
  .done    = done,
  .advance = advance,
};
