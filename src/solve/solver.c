/* The solver as an object: creation, what a resumed run factorises again, destruction. */
#include "solve/analysis.h"
#include "solve/modes.h"
#include "solve/orbit.h"
#include "solve/steady.h"

#include "system/schur.h"

#include <stdlib.h>

PetscErrorCode GudSolverCreate(GudSystem *sys, const GudOptions *opt, GudSolver **out)
{
  GudSolver *so = gud_alloc(sizeof *so);
  size_t     q = sizeof(double) * (size_t)(sys->nq + 1), n = sizeof(double) * (size_t)(sys->n + 1);
  PetscFunctionBeginUser;
  so->method   = &gud_generalized_alpha;
  so->analysis = gud_analyses[opt->type];
  so->sys = sys, so->opt = *opt, so->newton_floor = sys->nz ? 1e-7 : 1e-4;
  so->s             = gud_state_create(sys->nq, sys->nr, sys->nz, sys->model->num_history);
  so->before        = gud_state_create(sys->nq, sys->nr, sys->nz, sys->model->num_history);
  so->lin_J.at      = gud_state_create(sys->nq, sys->nr, sys->nz, sys->model->num_history);
  so->lin_K.at      = gud_state_create(sys->nq, sys->nr, sys->nz, sys->model->num_history);
  so->piv_J.at      = gud_state_create(sys->nq, sys->nr, sys->nz, sys->model->num_history);
  so->piv_K.at      = gud_state_create(sys->nq, sys->nr, sys->nz, sys->model->num_history);
  double **arrays[] = {&so->vg,         &so->ag,       &so->q1,     &so->v1,     &so->a1,
                       &so->now.v,      &so->now.a,    &so->last.v, &so->last.a, &so->drift1,
                       &so->drift_step, &so->q_longer, &so->q_at,   &so->v_at};
  for (int i = 0; i < GUD_COUNT(arrays); i++) *arrays[i] = gud_alloc(q);
  double **longer[] = {&so->qg,      &so->zg,      &so->lam1,  &so->z1,       &so->zt1,    &so->x,
                       &so->r,       &so->now.lam, &so->now.z, &so->last.lam, &so->last.z, &so->now.zt,
                       &so->last.zt, &so->error,   &so->whole, &so->z_at,     &so->zt_at};
  for (int i = 0; i < GUD_COUNT(longer); i++) *longer[i] = gud_alloc(n);
  double **rows[] = {&so->phi,        &so->rate,      &so->row_unit, &so->mu,     &so->rhs,
                     &so->lam_longer, &so->lam_guess, &so->eta1,     &so->lam_at, &so->kkt_lam};
  for (int i = 0; i < GUD_COUNT(rows); i++) *rows[i] = gud_alloc(sizeof(double) * (size_t)(sys->nr + 1));
  for (int k = 0; k < GUD_MAX_STEP_NODES; k++)
    so->gap_forces[k] = gud_alloc(sizeof(double) * (size_t)(6 * sys->model->num_forces + 1));
  so->settled = gud_alloc(sizeof(double) * (size_t)(sys->model->num_history + 1));
  so->lin_0   = gud_alloc(sizeof *so->lin_0 * (size_t)(sys->nr + 1));
  so->lin_1   = gud_alloc(sizeof *so->lin_1 * (size_t)(sys->nr + 1));
  so->g0      = gud_alloc(sizeof(double) * (size_t)(sys->model->num_events + 1));
  so->g1      = gud_alloc(sizeof(double) * (size_t)(8 * (sys->model->num_events + 1)));

  so->trial = gud_evaluated_create(sys), so->accepted = gud_evaluated_create(sys);
  so->sample = gud_evaluated_create(sys), so->end = gud_evaluated_create(sys);
  gud_transitions_create(so);
  gud_watch_create(so);

  PetscCall(gud_generalized_alpha.create(so)); /* statics and the linear solver are there, too */
  PetscCall(GudNewtonGet(so->snes, &so->newton));
  PetscCall(GudSolverCreateKkt(so));
  so->stat.h_min = INFINITY, so->coarse = 1;
  *out = so;
  PetscFunctionReturn(PETSC_SUCCESS);
}

int gud_solver_is(const GudSolver *so, unsigned trait)
{
  return !!(so->analysis->traits & trait);
}

const GudMethod *const gud_methods[]   = {&gud_generalized_alpha, &gud_radau};
const int              gud_num_methods = GUD_COUNT(gud_methods);

PetscErrorCode GudSolverSetMethod(GudSolver *so, const GudMethod *method)
{
  const GudMethod *now = so->method;
  PetscFunctionBeginUser;
  if (method == now) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k + 1 < now->num_nodes; k++) gud_evaluated_destroy(so->inner[k]), so->inner[k] = NULL;
  if (now != &gud_generalized_alpha) PetscCall(now->destroy(so));
  so->method = method;
  PetscCall(GudNewtonGet(so->snes, &so->newton));
  if (method != &gud_generalized_alpha) PetscCall(method->create(so));
  for (int k = 0; k + 1 < method->num_nodes; k++) so->inner[k] = gud_evaluated_create(so->sys);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void gud_solver_renew(GudSolver *so)
{
  gud_evaluated_renew_all(so->trial);
  gud_evaluated_renew_all(so->accepted);
  gud_evaluated_renew_all(so->sample);
  gud_evaluated_renew_all(so->end);
  for (int k = 0; k + 1 < so->method->num_nodes; k++) gud_evaluated_renew_all(so->inner[k]);
}

PetscErrorCode GudSolverRefactor(GudSolver *so)
{
  GudFactored how;
  PetscFunctionBeginUser;
  PetscCall(GudSolverKktFitsRows(so));
  PetscCall(so->method->refactor(so));
  if (so->lin_K.valid || so->piv_K.valid) PetscCall(GudSolverNeedKkt(so));
  if (so->kkt) PetscCall(GudFactorAgain(so, so->kkt, GUD_PATTERN_MASS, &so->lin_K, &so->piv_K, &how));
  if (so->away) so->gram_valid = 0; /* a pass keeps no factors (singular.c) */
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSolverDestroy(GudSolver **ps)
{
  GudSolver *so = *ps;
  PetscFunctionBeginUser;
  if (!so) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(GudSolverSetMethod(so, &gud_generalized_alpha));
  PetscCall(gud_generalized_alpha.destroy(so));
  PetscCall(GudLinearDestroy(&so->kkt));
  PetscCall(VecDestroy(&so->kb));
  PetscCall(VecDestroy(&so->kx));
  free(so->qg), free(so->vg), free(so->ag), free(so->zg), free(so->q1), free(so->v1), free(so->a1),
    free(so->lam1);
  free(so->z1), free(so->zt1), free(so->x), free(so->r), free(so->g0), free(so->g1);
  for (int k = 0; k < GUD_MAX_STEP_NODES; k++) free(so->gap_forces[k]);
  if (so->modes) gud_modes_free(so->modes);
  free(so->modes);
  gud_orbit_free(so->orbit);
  gud_watch_destroy(so);
  gud_schur_destroy(so->pivots);
  free(so->within), free(so->by_step), free(so->history1), free(so->drift1), free(so->drift_step),
    free(so->eta1), free(so->phi), free(so->rate), free(so->row_unit), free(so->mu), free(so->rhs),
    free(so->error), free(so->whole), free(so->q_at), free(so->v_at), free(so->z_at), free(so->zt_at),
    free(so->q_longer), free(so->lam_longer), free(so->lam_guess), free(so->lin_0), free(so->lin_1),
    free(so->settled), free(so->lam_at), free(so->kkt_lam);
  free(so->now.v), free(so->now.a), free(so->now.lam), free(so->now.z);
  free(so->last.v), free(so->last.a), free(so->last.lam), free(so->last.z);
  free(so->now.zt), free(so->last.zt);
  gud_state_destroy(so->s);
  gud_state_destroy(so->before);
  gud_state_destroy(so->lin_J.at);
  gud_state_destroy(so->lin_K.at);
  gud_state_destroy(so->piv_J.at);
  gud_state_destroy(so->piv_K.at);
  gud_schur_destroy(so->rows_of_mass);
  gud_explicit_destroy(so->explicit);
  gud_evaluated_destroy(so->trial);
  gud_evaluated_destroy(so->accepted);
  gud_evaluated_destroy(so->sample);
  gud_evaluated_destroy(so->end);
  if (so->spin) gud_spin_free(so->spin);
  free(so->spin);
  free(so);
  *ps = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}
