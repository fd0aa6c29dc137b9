/* Modified Newton with a contractivity test.

   Iteration k: solve J_old dx_k = F(x_k), x_{k+1} = x_k - dx_k. With the observed contraction
     theta = |dx_k|/|dx_{k-1}|          (norm in units of the tolerance)
   the error left after iteration k is about theta/(1 - theta) |dx_k|: converged when that is below 1.
   J is factorised anew when theta > 0.5, when theta^k says that the iterations allowed will not do (both of them even
   if it was taken in this step: a long beam of short elements is that nonlinear at its first step), when there is no
   factorisation yet, or when the iterations beyond two per
   step have added up to the cost of a factorisation (an iteration, residual included, costs about 1/10 of it on small systems).
   A first iteration may be accepted alone with the theta of the last step, but only when dx is already ten times
   below the tolerance: theta may have changed. */
#include "solve/newton.h"

#include <petsc/private/kspimpl.h>
#include <petsc/private/snesimpl.h>

static PetscErrorCode SNESSetUp_Gudgeon(SNES snes)
{
  PetscFunctionBegin;
  PetscCall(SNESSetUpMatrices(snes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudFactorise(KSP ksp, int *singular)
{
  PetscFunctionBegin;
  PetscCall(PetscPushErrorHandler(PetscReturnErrorHandler, NULL)); /* KLU: an error; MUMPS: infinite values */
  PetscErrorCode e = KSPSetUp(ksp);
  PetscCall(PetscPopErrorHandler());
  *singular = e == PETSC_ERR_LIB || e == PETSC_ERR_MAT_LU_ZRPVT;
  if (!*singular) PetscCall(e);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode factorise(SNES snes, GudNewton *nw, Vec X)
{
  int singular;
  PetscFunctionBegin;
  PetscCall(SNESComputeJacobian(snes, X, snes->jacobian, snes->jacobian_pre));
  if (snes->domainerror || snes->jacobiandomainerror) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(KSPSetOperators(snes->ksp, snes->jacobian, snes->jacobian_pre));
  PetscCall(GudFactorise(snes->ksp, &singular));
  nw->have_factor = !singular, nw->fresh_wanted = 0, nw->excess = 0;
  nw->num_factorisations++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SNESSolve_Gudgeon(SNES snes)
{
  GudNewton *nw = (GudNewton *)snes->data;
  Vec        X = snes->vec_sol, F = snes->vec_func, Y = snes->vec_sol_update;
  double     before = 0, now = 0, forces = 0, theta = nw->theta;
  int        fresh = 0, since = 0; /* since: iteration that took the fresh matrix */
  PetscFunctionBegin;
  snes->reason = SNES_CONVERGED_ITERATING;
  snes->norm   = 0;
  nw->num_solves++;
  for (int k = 0;; k++) {
    snes->iter = k;
    PetscCall(SNESComputeFunction(snes, X, F));
    if (snes->domainerror) {
      snes->domainerror = PETSC_FALSE;
      snes->reason      = SNES_DIVERGED_FUNCTION_DOMAIN;
      break;
    }
    if (snes->numbermonitors) {
      PetscCall(VecNorm(F, NORM_2, &snes->norm));
      PetscCall(SNESMonitor(snes, k, snes->norm));
    }
    if (k == snes->max_its) {
      snes->reason = SNES_DIVERGED_MAX_IT;
      break;
    }
    if (nw->fresh_wanted || !nw->have_factor) {
      PetscCall(factorise(snes, nw, X));
      if (!nw->have_factor) {
        snes->reason = SNES_DIVERGED_FUNCTION_DOMAIN;
        break;
      }
      fresh = 1, theta = 0.1, since = k;
    }
    PetscCall(GudKspSolve(snes->ksp, F, Y));
    nw->num_iterations++;
    PetscCall(nw->norm(nw->ctx, Y, &now, &forces));
    if (!(now < 1e300)) { /* NaN or overflow: singular matrix or impossible state */
      snes->reason = SNES_DIVERGED_LINEAR_SOLVE;
      break;
    }
    PetscCall(VecAXPY(X, -1, Y));
    if (k > 0 && before > 0) theta = now / before;
    if (k > 0 && theta > 0.5 && now > 1 && now > nw->round_off) {
      if (fresh && theta > 2 && k > since) { /* increments of an old matrix say nothing about this one */
        snes->reason = SNES_DIVERGED_DTOL;
        break;
      }
      nw->fresh_wanted = 1; /* the matrix no longer fits: take a new one here, the iterate stays */
      before           = now;
      continue;
    }
    double left = theta /
                  (1 - PetscMin(theta, 0.9)); /* part of an increment that is still missing after it */
    int good = now < 1e-2 || (k > 0 && theta > 0.5 && now <= nw->round_off) ||
               (k > 0 ? left * now < 1 : now < 0.1 && theta * now < 0.1);
    if (good && (k > 0 ? left : 10 * theta) * forces < 1) {
      snes->reason = SNES_CONVERGED_SNORM_RELATIVE;
      snes->iter   = k + 1;
      break;
    }
    /* an old matrix that would use up the iterations: take a new one now rather than cut the step later */
    if (k > 0 && pow(theta, snes->max_its - 2 - k) * now > 1) nw->fresh_wanted = 1;
    before = now;
  }
  nw->theta = PetscMax(theta, 1e-4);
  if (snes->reason > 0) {
    nw->excess += PetscMax(0, (int)snes->iter - 2);
    if (nw->excess > nw->excess_allowed) nw->fresh_wanted = 1;
  } else {
    nw->fresh_wanted = 1;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SNESDestroy_Gudgeon(SNES snes)
{
  PetscFunctionBegin;
  PetscCall(PetscFree(snes->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SNESCreate_Gudgeon(SNES snes)
{
  GudNewton *nw;
  PetscFunctionBegin;
  snes->ops->setup                  = SNESSetUp_Gudgeon;
  snes->ops->solve                  = SNESSolve_Gudgeon;
  snes->ops->destroy                = SNESDestroy_Gudgeon;
  snes->usesksp                     = PETSC_TRUE;
  snes->usesnpc                     = PETSC_FALSE;
  snes->alwayscomputesfinalresidual = PETSC_FALSE;
  PetscCall(PetscNew(&nw));
  nw->theta = 0.1, nw->excess_allowed = 10;
  snes->data = nw;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudNewtonRegister(void)
{
  PetscFunctionBegin;
  PetscCall(SNESRegister(SNESGUDGEON, SNESCreate_Gudgeon));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudNewtonGet(SNES snes, GudNewton **nw)
{
  PetscBool ours;
  PetscFunctionBegin;
  PetscCall(PetscObjectTypeCompare((PetscObject)snes, SNESGUDGEON, &ours));
  *nw = ours ? (GudNewton *)snes->data : NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}
