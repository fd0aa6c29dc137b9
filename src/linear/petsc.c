/* Solvers of PETSc behind the interface: MUMPS on several processes, Krylov (krylov.c), or what the user's options say. */
#include "linear/krylov.h"
#include "linear/methods.h"
#include "base/diag.h"

#include <stdio.h>
#include <stdlib.h>

struct GudKsp {
  Mat       M;
  KSP       ksp;
  Vec       b, x;
  PetscBool direct;
};

PetscErrorCode GudKspCreate(Mat M, KSP ksp, GudKsp **out)
{
  GudKsp *k = gud_alloc(sizeof *k);
  PetscFunctionBeginUser;
  k->M = M, k->ksp = ksp;
  PetscCall(MatCreateVecs(M, &k->x, &k->b));
  PetscCall(PetscObjectTypeCompare((PetscObject)ksp, KSPPREONLY, &k->direct));
  *out = k;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudKspDestroy(GudKsp **k)
{
  PetscFunctionBeginUser;
  if (!*k) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatDestroy(&(*k)->M));
  PetscCall(KSPDestroy(&(*k)->ksp));
  PetscCall(VecDestroy(&(*k)->b));
  PetscCall(VecDestroy(&(*k)->x));
  free(*k);
  *k = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

Mat gud_ksp_matrix(const GudKsp *k)
{
  return k->M;
}

PetscErrorCode GudKspFactor(GudKsp *k, GudFactored *how)
{
  PetscFunctionBeginUser;
  PetscCall(KSPSetOperators(k->ksp, k->M, k->M));
  PetscCall(PetscPushErrorHandler(PetscReturnErrorHandler, NULL)); /* KLU: an error; MUMPS: infinite values */
  PetscErrorCode e = KSPSetUp(k->ksp);
  PetscCall(PetscPopErrorHandler());
  *how = e == PETSC_ERR_LIB || e == PETSC_ERR_MAT_LU_ZRPVT ? GUD_FACTOR_SINGULAR : GUD_FACTOR_OK;
  if (*how != GUD_FACTOR_SINGULAR) PetscCall(e);
  if (!k->direct) PetscFunctionReturn(PETSC_SUCCESS);
  PC             pc;
  PCFailedReason failed;
  PetscCall(KSPGetPC(k->ksp, &pc));
  PetscCall(
    PCGetFailedReason(pc, &failed)); /* MUMPS, structurally singular: it has no factors to solve with */
  if (failed) *how = GUD_FACTOR_SINGULAR;
  if (*how == GUD_FACTOR_SINGULAR) PetscCall(KSPReset(k->ksp)); /* MUMPS would not say so a second time */
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudKspSolve(GudKsp *k, const double *b, double *x)
{
  PetscScalar       *to;
  const PetscScalar *from;
  PetscInt           n;
  PC                 pc;
  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(k->b, &n));
  PetscCall(VecGetArrayWrite(k->b, &to));
  PetscCall(PetscArraycpy(to, b, n));
  PetscCall(VecRestoreArrayWrite(k->b, &to));
  if (k->direct) { /* straight through the preconditioner: KSPSolve costs a microsecond on top */
    PetscCall(KSPGetPC(k->ksp, &pc));
    PetscCall(PCApply(pc, k->b, k->x));
  } else {
    PetscCall(KSPSolve(k->ksp, k->b, k->x));
  }
  PetscCall(VecGetArrayRead(k->x, &from));
  PetscCall(PetscArraycpy(x, from, n));
  PetscCall(VecRestoreArrayRead(k->x, &from));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudKspAccuracy(GudKsp *k, double part)
{
  PC        pc;
  PetscBool shell;
  PetscFunctionBeginUser;
  PetscCall(KSPGetPC(k->ksp, &pc));
  PetscCall(PetscObjectTypeCompare((PetscObject)pc, PCSHELL, &shell));
  if (shell) PetscCall(GudKrylovAccuracy(pc, part));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudKspDescribe(GudKsp *k, char *text, size_t size)
{
  PC            pc;
  MatSolverType package = NULL;
  PCType        type;
  PetscBool     shell, whole;
  PetscFunctionBeginUser;
  PetscCall(KSPGetPC(k->ksp, &pc));
  PetscCall(PCGetType(pc, &type));
  PetscCall(PetscObjectTypeCompare((PetscObject)pc, PCSHELL, &shell));
  PetscCall(PetscObjectTypeCompare((PetscObject)pc, PCREDUNDANT, &whole));
  if (shell) {
    PetscCall(GudKrylovDescribe(pc, text, size));
  } else if (whole) {
    snprintf(text, size, "direct (klu, the whole matrix on every process)");
  } else {
    PetscCall(PCFactorGetMatSolverType(pc, &package));
    snprintf(text, size, "direct (%s%s%s)", type, package ? ", " : "", package ? package : "");
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
