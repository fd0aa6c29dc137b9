#include "linear/linear.h"

#include "linear/methods.h"
#include "model/diag.h"

#include <stdio.h>
#include <stdlib.h>

struct GudLinear {
  int     n;
  GudKlu *klu;
};

PetscErrorCode GudLinearCreate(const GudPlaces *places, GudMethod method, GudLinear **out)
{
  GudLinear *A = gud_alloc(sizeof *A);
  PetscFunctionBeginUser;
  (void)method;
  A->n   = places->n;
  A->klu = gud_klu_create(places);
  *out   = A;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudLinearDestroy(GudLinear **A)
{
  PetscFunctionBeginUser;
  if (!*A) PetscFunctionReturn(PETSC_SUCCESS);
  gud_klu_destroy((*A)->klu);
  free(*A);
  *A = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudLinearFactor(GudLinear *A, const double *values, GudFactored *how)
{
  PetscFunctionBeginUser;
  *how = gud_klu_factor(A->klu, values);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudLinearSolve(GudLinear *A, const double *b, double *x)
{
  PetscFunctionBeginUser;
  gud_klu_solve(A->klu, b, x);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudLinearForget(GudLinear *A)
{
  PetscFunctionBeginUser;
  gud_klu_forget(A->klu);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudLinearFactorComplex(GudLinear *A, const double _Complex *values, GudFactored *how)
{
  PetscFunctionBeginUser;
  *how = gud_klu_factor_complex(A->klu, values);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudLinearSolveComplex(GudLinear *A, const double _Complex *b, double _Complex *x)
{
  PetscFunctionBeginUser;
  gud_klu_solve_complex(A->klu, b, x);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudLinearDescribe(GudLinear *A, char *text, size_t size)
{
  PetscFunctionBeginUser;
  (void)A;
  snprintf(text, size, "direct (klu)");
  PetscFunctionReturn(PETSC_SUCCESS);
}
