/* Modified Newton with a contractivity test.

   Iteration k: solve J_old dx_k = F(x_k), x_{k+1} = x_k - dx_k. With the observed contraction
     theta = |dx_k|/|dx_{k-1}|          (norm in units of the tolerance)
   the error left after iteration k is about theta/(1 - theta) |dx_k|: converged when that is below 1.
   J is factorised anew when theta > 0.5, when theta^k says that the iterations allowed will not do (both of them even
   if it was taken in this step: a long beam of short elements is that nonlinear at its first step), when there is no
   factorisation yet, or when the iterations beyond two per
   step have added up to the cost of a factorisation (an iteration, residual included, costs about 1/10 of it on small systems).
   A first iteration may be accepted alone, with the theta of the last step: when it leaves a hundredth of the tolerance, since
   theta may have changed.
   The first increment is mostly what the prediction missed, and may shrink much faster than what an old matrix leaves: the ratio of the
   first two says little about the third. So the third is made, and the slow contraction measured, in the 1st, 2nd, 4th, 8th ... solve
   with a matrix; in between twice the last measured one is reckoned with.
   Multipliers must be converged, too; their increments do not count for the contraction. So must forces of films, which are no unknowns
   but change by K dq + C dv, with C dv = (C g'/h) dq by far the larger part: how much an increment of norm 1 changes them is seen in
   the residual after it. */
#include "solve/newton.h"

#include "base/diag.h"

#include <stdlib.h>

static PetscErrorCode factorise(GudNewton *nw)
{
  GudFactored how;
  PetscFunctionBeginUser;
  PetscCall(nw->factorise(nw->ctx, &how));
  nw->have_factor = how != GUD_FACTOR_SINGULAR, nw->fresh_wanted = 0, nw->excess = 0;
  nw->num_factorisations++;
  nw->age = 0, nw->look = 1, nw->slow = nw->slow_forces = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* How exactly a solver that iterates must solve, when an increment of the norm `expected` is awaited: what is left shall be a tenth of
   the tolerance, but is not better than what the matrix itself leaves, a hundredth of which is asked for. */
static double accuracy(const GudNewton *nw, double expected)
{
  double part = PetscMax(0.1 / PetscMax(expected, 1), 0.01 * PetscMax(nw->slow, nw->slow_forces));
  return PetscMin(PetscMax(part, 1e-8), 0.03);
}

/* nw->dx = A^-1 F */
static PetscErrorCode increment(GudNewton *nw, Vec F)
{
  const PetscScalar *f;
  PetscScalar       *y;
  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(F, &f));
  PetscCall(VecGetArrayWrite(nw->dx, &y));
  if (nw->solve) PetscCall(nw->solve(nw->ctx, f, y));
  else PetscCall(GudLinearSolve(nw->lu, f, y));
  PetscCall(VecRestoreArrayWrite(nw->dx, &y));
  PetscCall(VecRestoreArrayRead(F, &f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* X -= dx, without the overhead that VecAXPY has on short vectors */
static PetscErrorCode subtract(GudNewton *nw, Vec X)
{
  const PetscScalar *y;
  PetscScalar       *x;
  PetscInt           n;
  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(X, &n));
  PetscCall(VecGetArrayRead(nw->dx, &y));
  PetscCall(VecGetArray(X, &x));
  for (PetscInt i = 0; i < n; i++) x[i] -= y[i];
  PetscCall(VecRestoreArray(X, &x));
  PetscCall(VecRestoreArrayRead(nw->dx, &y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode solve(SNES snes, Vec X)
{
  GudNewton          *nw;
  Vec                 F;
  PetscInt            max_its, it = 0;
  PetscReal           size;
  SNESConvergedReason reason = SNES_CONVERGED_ITERATING;
  double              before = 0, now = 0, forces = 0, forces_before = 0, theta_forces, expected = 0;
  int                 fresh = 0, since = 0; /* since: iteration that took the fresh matrix */
  int                 for_films = 0;
  PetscFunctionBeginUser;
  PetscCall(SNESShellGetContext(snes, &nw));
  PetscCall(SNESGetFunction(snes, &F, NULL, NULL));
  PetscCall(SNESGetTolerances(snes, NULL, NULL, NULL, &max_its, NULL));
  double theta = nw->theta;
  theta_forces = nw->theta_forces;
  nw->num_solves++;
  nw->age += nw->age < GUD_MAX_AGE;
  for (int k = 0;; k++) {
    it        = k;
    nw->retry = 0;
    PetscCall(SNESComputeFunction(snes, X, F));
    if (nw->retry) {
      reason = SNES_DIVERGED_FUNCTION_DOMAIN;
      break;
    }
    if (nw->by_petsc) { /* a monitor may read it */
      PetscCall(VecNorm(F, NORM_2, &size));
      PetscCall(SNESMonitor(snes, k, size));
    }
    if (k > 0 && now > nw->round_off)
      nw->per_unit = nw->evaluated / now; /* `now` is still the increment before */
    if (k == max_its) {
      reason = SNES_DIVERGED_MAX_IT;
      break;
    }
    if (nw->fresh_wanted || !nw->have_factor) {
      PetscCall(factorise(nw));
      if (!nw->have_factor) {
        reason = SNES_DIVERGED_FUNCTION_DOMAIN;
        break;
      }
      fresh = 1, theta = theta_forces = 0.1, since = k;
    }
    double part = accuracy(nw, k ? expected : nw->first);
    if (nw->lu && !nw->solve) PetscCall(GudLinearAccuracy(nw->lu, part));
    PetscCall(increment(nw, F));
    nw->num_iterations++;
    PetscCall(nw->norm(nw->ctx, nw->dx, &now, &forces));
    expected = PetscMax(now, forces) * part;
    if (!k) nw->first = PetscMax(now, forces);
    if (!(now < 1e300)) { /* NaN or overflow: singular matrix or impossible state */
      reason = SNES_DIVERGED_LINEAR_SOLVE;
      break;
    }
    PetscCall(subtract(nw, X));
    /* increments at round-off do not contract: their ratio says nothing. But the shares of redundant rows still settle then, and
       a ratio near 1 keeps the iteration going until they have */
    int stalled = !nw->own_pace && k > 0 && before <= nw->round_off;
    if (k > 0 && before > 0 && !stalled) theta = now / before;
    if (k > 0 && forces_before > 0) theta_forces = forces / forces_before;
    forces_before = forces;
    if (k > 0 && theta > 0.5 && now > 1 && now > nw->round_off) {
      if (fresh && theta > 2 && k > since) { /* increments of an old matrix say nothing about this one */
        reason = SNES_DIVERGED_DTOL;
        break;
      }
      nw->fresh_wanted = 1; /* the matrix no longer fits: take a new one here, the iterate stays */
      before           = now;
      continue;
    }
    /* part of an increment that is still missing after it; multipliers contract by themselves, often more slowly. But their first
       increment is what the prediction missed, the second one follows the first of the positions: only from the third on, or where the
       second is smaller than the rate of the positions lets expect, does the ratio show how they contract. Not so with redundant rows,
       whose shares follow nothing else, and where sticking ends at a bound of such a force */
    if (k > 1 && !stalled) nw->slow = theta;
    if (k > 1) nw->slow_forces = theta_forces;
    double th          = k > 1 ? theta : PetscMax(theta, 2 * nw->slow);
    double own         = k == 1 && !nw->own_pace ? PetscMin(theta_forces, theta) : theta_forces;
    double th_forces   = k > 1 ? theta_forces : PetscMax(own, 2 * nw->slow_forces);
    double left        = th / (1 - PetscMin(th, 0.9));
    double most        = now <= nw->round_off ? th_forces : PetscMax(th, th_forces);
    double left_forces = most / (1 - PetscMin(most, 0.9));
    int    look        = k < 2 && nw->age >= nw->look && (now > 1e-2 || forces > 1e-2);
    int    good        = now < 1e-2 || (k > 0 && (stalled || theta > 0.5) && now <= nw->round_off) ||
               (k > 0 ? left * now < 1
                      : now < (nw->own_pace ? 0.1 : 10) && th * now < (nw->own_pace ? 0.1 : 1e-2));
    /* positions at their round-off and multipliers that hardly shrink: these have met that of the forces they balance */
    int enough = (k > 0 ? left_forces : 10 * most) * forces < 1 ||
                 (k > 1 && now <= nw->round_off && theta_forces > 0.3);
    int films = left * now * nw->per_unit < 1 || now <= nw->round_off;
    /* at most two iterations more for them: where they cannot be met to so many digits, no step is lost for it */
    if (good && enough && !look && (films || for_films++ == 2)) {
      reason = SNES_CONVERGED_SNORM_RELATIVE;
      it     = k + 1;
      break;
    }
    /* an old matrix that would use up the iterations: take a new one now rather than cut the step later */
    if (k > 0 && pow(theta, (double)(max_its - 2 - k)) * now > 1) nw->fresh_wanted = 1;
    before = now;
  }
  if (nw->age >= nw->look) nw->look = 2 * nw->age;
  nw->theta = PetscMax(theta, 1e-4), nw->theta_forces = PetscMax(theta_forces, 1e-4);
  if (reason > 0) {
    nw->excess += PetscMax(0, (int)it - 2);
    if (nw->excess > nw->excess_allowed) nw->fresh_wanted = 1;
  } else {
    nw->fresh_wanted = 1;
  }
  PetscCall(SNESSetIterationNumber(snes, it));
  PetscCall(SNESSetConvergedReason(snes, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudNewtonCreate(SNES snes, GudNewton **out)
{
  GudNewton *nw = gud_alloc(sizeof *nw);
  Vec        F;
  PetscFunctionBeginUser;
  nw->theta = nw->theta_forces = 0.1, nw->excess_allowed = 10;
  PetscCall(SNESGetFunction(snes, &F, NULL, NULL));
  PetscCall(VecDuplicate(F, &nw->dx));
  PetscCall(SNESShellSetSolve(snes, solve));
  PetscCall(SNESShellSetContext(snes, nw));
  static const char *const wanted[] = {"-snes_converged_reason", "-snes_view", "-snes_monitor", "-log_view"};
  const char              *prefix;
  PetscCall(SNESGetOptionsPrefix(snes, &prefix));
  for (int i = 0; i < (int)(sizeof wanted / sizeof *wanted); i++) {
    PetscBool given;
    PetscCall(PetscOptionsHasName(NULL, prefix, wanted[i], &given));
    nw->by_petsc |= given == PETSC_TRUE;
  }
  *out = nw;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudNewtonSolve(SNES snes, GudNewton *nw, Vec X, SNESConvergedReason *why)
{
  PetscFunctionBeginUser;
  if (nw && !nw->by_petsc) PetscCall(solve(snes, X));
  else PetscCall(SNESSolve(snes, NULL, X));
  PetscCall(SNESGetConvergedReason(snes, why));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudNewtonDestroy(GudNewton **nw)
{
  PetscFunctionBeginUser;
  if (!*nw) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDestroy(&(*nw)->dx));
  free(*nw);
  *nw = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudNewtonGet(SNES snes, GudNewton **nw)
{
  PetscBool ours;
  PetscFunctionBeginUser;
  PetscCall(PetscObjectTypeCompare((PetscObject)snes, SNESSHELL, &ours));
  *nw = NULL;
  if (ours) PetscCall(SNESShellGetContext(snes, nw));
  PetscFunctionReturn(PETSC_SUCCESS);
}
