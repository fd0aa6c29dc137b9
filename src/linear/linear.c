/* Which method, and what to do where it fails: blocks fall back on KLU, for one factorisation at a time, so that the result
   depends on the values alone and a resumed run repeats it. */
#include "linear/linear.h"

#include "linear/methods.h"
#include "base/diag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct GudLinear {
  GudPlaces  places; /* own copies */
  int       *i, *j;
  char      *late;
  GudKlu    *klu; /* NULL before it is needed */
  GudBlocks *blocks;
  GudKsp    *ksp;          /* if there is one, it is the only method */
  int        by_blocks[2]; /* the last factorisation, real and complex, is one by blocks */
  long       num_fallbacks;
};

/* For -log_view. */
static PetscLogEvent factor_event, solve_event;

static PetscErrorCode register_events(void)
{
  static int   done;
  PetscClassId id;
  PetscFunctionBeginUser;
  if (done) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscClassIdRegister("Linear systems", &id));
  PetscCall(PetscLogEventRegister("LinearFactor", id, &factor_event));
  PetscCall(PetscLogEventRegister("LinearSolve", id, &solve_event));
  done = 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int *copied(const int *from, long num)
{
  int *to = gud_alloc(sizeof(int) * (size_t)(num + 1));
  if (num) memcpy(to, from, sizeof(int) * (size_t)num);
  return to;
}

PetscErrorCode GudLinearCreate(const GudPlaces *places, GudLu method, GudLinear **out)
{
  GudLinear *A = gud_alloc(sizeof *A);
  PetscFunctionBeginUser;
  PetscCall(register_events());
  A->i = copied(places->i, places->num), A->j = copied(places->j, places->num);
  A->places   = *places;
  A->places.i = A->i, A->places.j = A->j;
  if (places->late) {
    A->places.late = A->late = gud_alloc((size_t)places->n + 1);
    memcpy(A->late, places->late, (size_t)places->n);
  }
  if (method != GUD_LU_KLU) A->blocks = gud_blocks_create(&A->places);
  if (method != GUD_LU_BLOCKS) {
    A->klu = gud_klu_create(&A->places);
    if (A->blocks && gud_klu_cost(A->klu) < gud_blocks_cost(A->blocks)) {
      gud_blocks_destroy(A->blocks);
      A->blocks = NULL;
    }
  }
  *out = A;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudLinearCreateKsp(Mat M, KSP ksp, GudLinear **out)
{
  GudLinear *A = gud_alloc(sizeof *A);
  PetscFunctionBeginUser;
  PetscCall(register_events());
  PetscCall(GudKspCreate(M, ksp, &A->ksp));
  *out = A;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudLinearDestroy(GudLinear **A)
{
  PetscFunctionBeginUser;
  if (!*A) PetscFunctionReturn(PETSC_SUCCESS);
  gud_klu_destroy((*A)->klu);
  gud_blocks_destroy((*A)->blocks);
  PetscCall(GudKspDestroy(&(*A)->ksp));
  free((*A)->i), free((*A)->j), free((*A)->late);
  free(*A);
  *A = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static GudKlu *klu_of(GudLinear *A)
{
  if (A->blocks) A->num_fallbacks++;
  if (!A->klu) A->klu = gud_klu_create(&A->places);
  return A->klu;
}

PetscErrorCode GudLinearFactor(GudLinear *A, const double *values, GudFactored *how)
{
  PetscFunctionBeginUser;
  PetscCall(PetscLogEventBegin(factor_event, 0, 0, 0, 0));
  A->by_blocks[0] = A->blocks && gud_blocks_factor(A->blocks, values);
  if (A->ksp) PetscCall(GudKspFactor(A->ksp, how));
  else *how = A->by_blocks[0] ? GUD_FACTOR_OK : gud_klu_factor(klu_of(A), values);
  PetscCall(PetscLogEventEnd(factor_event, 0, 0, 0, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudLinearSolve(GudLinear *A, const double *b, double *x)
{
  PetscFunctionBeginUser;
  PetscCall(PetscLogEventBegin(solve_event, 0, 0, 0, 0));
  if (A->ksp) PetscCall(GudKspSolve(A->ksp, b, x));
  else if (A->by_blocks[0]) gud_blocks_solve(A->blocks, b, x);
  else gud_klu_solve(A->klu, b, x);
  PetscCall(PetscLogEventEnd(solve_event, 0, 0, 0, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudLinearAccuracy(GudLinear *A, double part)
{
  PetscFunctionBeginUser;
  if (A->ksp) PetscCall(GudKspAccuracy(A->ksp, part));
  PetscFunctionReturn(PETSC_SUCCESS);
}

Mat gud_linear_matrix(const GudLinear *A)
{
  return A->ksp ? gud_ksp_matrix(A->ksp) : NULL;
}

int gud_linear_has_complex(const GudLinear *A)
{
  return !A->ksp;
}

PetscErrorCode GudLinearFactorComplex(GudLinear *A, const double _Complex *values, GudFactored *how)
{
  PetscFunctionBeginUser;
  PetscCheck(!A->ksp, PETSC_COMM_SELF, PETSC_ERR_SUP, "complex matrices need KLU or blocks on one process");
  PetscCall(PetscLogEventBegin(factor_event, 0, 0, 0, 0));
  A->by_blocks[1] = A->blocks && gud_blocks_factor_complex(A->blocks, values);
  *how            = A->by_blocks[1] ? GUD_FACTOR_OK : gud_klu_factor_complex(klu_of(A), values);
  PetscCall(PetscLogEventEnd(factor_event, 0, 0, 0, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudLinearSolveComplex(GudLinear *A, const double _Complex *b, double _Complex *x)
{
  PetscFunctionBeginUser;
  PetscCall(PetscLogEventBegin(solve_event, 0, 0, 0, 0));
  if (A->by_blocks[1]) gud_blocks_solve_complex(A->blocks, b, x);
  else gud_klu_solve_complex(A->klu, b, x);
  PetscCall(PetscLogEventEnd(solve_event, 0, 0, 0, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudLinearForget(GudLinear *A)
{
  PetscFunctionBeginUser;
  if (A->klu) gud_klu_forget(A->klu);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudLinearDescribe(GudLinear *A, char *text, size_t size)
{
  PetscFunctionBeginUser;
  if (A->ksp) {
    PetscCall(GudKspDescribe(A->ksp, text, size));
  } else if (A->blocks) {
    int num, largest;
    gud_blocks_describe(A->blocks, &num, &largest);
    int at = snprintf(text, size, "direct (%d dense blocks of up to %d unknowns", num, largest);
    if (at < (int)size && A->num_fallbacks)
      at += snprintf(text + at, size - (size_t)at, ", klu %ld times", A->num_fallbacks);
    if (at < (int)size) snprintf(text + at, size - (size_t)at, ")");
  } else {
    snprintf(text, size, "direct (klu)");
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
