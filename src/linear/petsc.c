/* Solvers of PETSc behind the interface: MUMPS on several processes, Krylov (krylov.c), or what the user's options say. */
#include "linear/krylov.h"
#include "linear/methods.h"
#include "base/diag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct GudKsp {
  Mat       M;
  KSP       ksp;
  Vec       b, x;
  PetscBool direct;
  int       room; /* MUMPS: memory beyond its estimate, per cent (ICNTL(14)); 0: its default */
};

enum { MOST_ROOM = 3200 };

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

/* MUMPS estimates its memory before it sees numbers. Pivots of constraint rows that have to wait for others need more: INFOG(1) = -9,
   which PETSc reports as MAT_FACTOR_OUTMEMORY. (4000 nodes of a strip of one row of cells clamped: that is no singular matrix.) After
   a failure MUMPS wants a new analysis: the solver begins anew, with more room each time. 0: this is not such a failure. */
static PetscErrorCode more_room(GudKsp *k, PC pc, PCFailedReason failed, int *more)
{
  MatSolverType package = NULL;
  PetscFunctionBeginUser;
  *more = 0;
#if defined(PETSC_HAVE_MUMPS)
  PetscCall(PCFactorGetMatSolverType(pc, &package));
  if (failed == PC_FACTOR_OUTMEMORY && package && !strcmp(package, MATSOLVERMUMPS) && k->room < MOST_ROOM)
    k->room = k->room ? 4 * k->room : 50, *more = 1;
#endif
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The factorisation that is to come gets that room. */
static PetscErrorCode make_room(GudKsp *k, PC pc)
{
  PetscFunctionBeginUser;
#if defined(PETSC_HAVE_MUMPS)
  Mat F;
  PetscCall(PCFactorSetUpMatSolverType(pc));
  PetscCall(PCFactorGetMatrix(pc, &F));
  PetscCall(MatMumpsSetIcntl(F, 14, k->room));
#endif
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudKspFactor(GudKsp *k, GudFactored *how)
{
  PC             pc;
  PCFailedReason failed;
  int            again = 0;
  PetscFunctionBeginUser;
  PetscCall(KSPGetPC(k->ksp, &pc));
  do {
    PetscCall(KSPSetOperators(k->ksp, k->M, k->M));
    if (again) PetscCall(make_room(k, pc));
    PetscCall(
      PetscPushErrorHandler(PetscReturnErrorHandler, NULL)); /* KLU: an error; MUMPS: infinite values */
    PetscErrorCode e = KSPSetUp(k->ksp);
    PetscCall(PetscPopErrorHandler());
    *how = e == PETSC_ERR_LIB || e == PETSC_ERR_MAT_LU_ZRPVT ? GUD_FACTOR_SINGULAR : GUD_FACTOR_OK;
    if (*how != GUD_FACTOR_SINGULAR) PetscCall(e);
    if (!k->direct) PetscFunctionReturn(PETSC_SUCCESS);
    again = 0;
    PetscCall(
      PCGetFailedReason(pc, &failed)); /* MUMPS, structurally singular: it has no factors to solve with */
    if (failed) {
      *how = GUD_FACTOR_SINGULAR;
      PetscCall(more_room(k, pc, failed, &again));
    }
    if (*how == GUD_FACTOR_SINGULAR) PetscCall(KSPReset(k->ksp)); /* MUMPS would not say so a second time */
  } while (again);
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
