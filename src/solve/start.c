/* The start of a run. */
#include "model/motion.h"
#include "solve/analysis.h"
#include "solve/steady.h"

#include <stdlib.h>
#include <string.h>

/* Regularisation of the constraint block (consistent.c): a trace of it always, for singular positions met on the way;
   more when rows are redundant, where it alone decides how the load is shared. Relative to the scaled matrix, whose
   entries are of order one. */
static const double trace_regularisation = 1e-13, redundant_regularisation = 1e-9;

/* Start values of history, internals and angle counters. */
static void start_history(GudSolver *so)
{
  const GudModel *m = so->sys->model;
  GudState       *s = so->s;
  gud_motion_start(m, s->history);
  gud_system_time(so->sys, s->t, s->history);
  GudPoint p = gud_state_point(s);
  gud_evaluated_at(so->accepted, &p);
  for (int i = 0; i < m->num_forces; i++) {
    const GudModelForce *f = &m->forces[i];
    if (!f->type->start) continue;
    f->type->start(gud_evaluated_force(so->accepted, i, GUD_LEVEL_NONE), s->history + f->history,
                   s->z + f->internal);
  }
  gud_evaluated_renew_all(so->accepted);
}

/* Does a force find the assembled configuration impossible? */
static int forces_ready(GudSolver *so)
{
  const GudModel *m = so->sys->model;
  GudPoint        p = gud_state_point(so->s);
  char            why[200];
  gud_evaluated_at(so->accepted, &p);
  for (int i = 0; i < m->num_forces; i++) {
    const GudModelForce *f = &m->forces[i];
    if (gud_solver_is_rigid(so, i) && (!gud_solver_is(so, GUD_ANALYSIS_INTEGRATES) || so->opt.start ||
                                       so->opt.method == GUD_TRIAL_AND_ERROR)) {
      snprintf(
        so->why, sizeof so->why,
        "force '%s': law rigid needs a dynamic analysis with located events (no static start, no method "
        "trial_and_error)",
        f->name);
      return 0;
    }
    if (!f->type->ready) continue;
    if (f->type->ready(gud_evaluated_force(so->accepted, i, GUD_LEVEL_NONE), why) == GUD_OK) continue;
    snprintf(so->why, sizeof so->why, "%s '%s': %s", f->type->joint ? "joint" : "force", f->name, why);
    return 0;
  }
  return 1;
}

/* History that follows the state without a step: angle counters of springs. */
void gud_solver_accept_forces(GudSolver *so)
{
  const GudModel *m = so->sys->model;
  GudPoint        p = gud_state_point(so->s);
  gud_evaluated_at(so->accepted, &p);
  for (int i = 0; i < m->num_forces; i++)
    if (m->forces[i].type->accept) gud_solver_accept_force(so, i, -1);
}

PetscErrorCode GudSolverStart(GudSolver *so, int *ok, double *moved)
{
  GudSystem      *sys = so->sys;
  const GudModel *m   = sys->model;
  GudState       *s   = so->s;
  GudRankReport   rank;

  const GudAnalysis *analysis = so->analysis;
  PetscFunctionBeginUser;
  *ok = 0, *moved = 0;
  if (sys->nq) memcpy(s->q, m->start_q, sizeof(double) * (size_t)sys->nq);
  if (sys->nq) memcpy(s->v, m->start_v, sizeof(double) * (size_t)sys->nq);
  if (so->opt.start == GUD_START_QUASI_STATIC && !gud_solver_is(so, GUD_ANALYSIS_INTEGRATES)) {
    snprintf(so->why, sizeof so->why, "start: quasi_static is for a dynamic analysis");
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  sys->regularise = trace_regularisation;
  start_history(so);                          /* natural lengths are those of the drawing */
  sys->regularise = redundant_regularisation; /* the assembly may pass through anything */
  PetscCall(GudSolverAssemble(so, ok, moved));
  if (!*ok) PetscCall(GudSolverAssembleAgain(so, ok, moved));
  if (!*ok) {
    gud_solver_explain_violation(so, s->t, s->q);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  gud_solver_explain_assembly(so);
  if (so->opt.initial == GUD_INITIAL_KINEMATIC) PetscCall(GudSolverIdealVelocities(so));
  *ok = forces_ready(so);
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(GudSystemRank(sys, s->q, &rank));
  sys->regularise   = rank.num_dependent ? redundant_regularisation : trace_regularisation;
  so->num_redundant = rank.num_dependent, so->mobility = sys->num_q - rank.rank;
  PetscCall(GudSolverKktFitsRows(so));
  gud_rank_report_free(&rank);
  if (so->num_redundant && so->opt.redundant == GUD_REDUNDANT_ERROR) {
    *ok = 0;
    snprintf(so->why, sizeof so->why,
             "%d constraint rows are redundant (see the warnings) and analysis has 'redundant: error'",
             so->num_redundant);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  *ok = !analysis->ready || analysis->ready(analysis, so);
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  so->kkt_valid = 0;
  if (so->opt.start == GUD_START_STEADY) PetscCall(GudSolverFindSpin(so, ok));
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  if (so->opt.start == GUD_START_QUASI_STATIC) PetscCall(GudSolverQuasiStatic(so, ok));
  else if (analysis->start) PetscCall(analysis->start(analysis, so, ok));
  else if (so->opt.start) PetscCall(GudSolverStatic(so, ok));
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  memcpy(so->before->v, s->v, sizeof(double) * (size_t)sys->nq);
  PetscCall(GudSolverRestartValid(so));
  so->velocity_change = 0;
  for (int i = 0; i < sys->nq; i++)
    so->velocity_change = fmax(so->velocity_change, fabs(s->v[i] - so->before->v[i]));
  so->velocity_change = gud_system_largest(sys, so->velocity_change);
  *ok                 = gud_evaluated_fault(so->accepted, so->why, sizeof so->why) == GUD_OK;
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  if (so->stat.singular_warnings) {
    *ok      = 0;
    int here = gud_solver_explain_forces(so); /* of a model in parts one process may know of it only */
    if (gud_system_largest(sys, here) > 0) {
      if (!here) snprintf(so->why, sizeof so->why, "the forces on a body are not finite at t = %.9g s", s->t);
      PetscFunctionReturn(PETSC_SUCCESS);
    }
    PetscCall(GudSolverExplainInitial(so));
    PetscCall(GudSelfLockingExplain(so));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (so->num_redundant && !gud_solver_explain_velocity(so)) {
    *ok = 0;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  gud_solver_accept_forces(so); /* anchors of motions stay at t = 0 */
  PetscCall(GudSelfLockingWatch(so, 0));
  PetscCall(GudSolverChoose(so, ok));
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(GudLedgerBegin(so));
  gud_state_copy(so->before, s);
  /* again: forces that `accept` renewed have been evaluated anew since */
  *ok = gud_evaluated_fault(so->accepted, so->why, sizeof so->why) == GUD_OK;
  PetscFunctionReturn(PETSC_SUCCESS);
}
