/* Linear systems A x = b with one pattern and many values: analysed once, factorised seldom, solved often.

   A is given as a list of entries (i, j, value) whose places never change; entries at one place are summed. Three
   methods implement the interface:
     klu     sparse LU by KLU (Davis, Palamadai Natarajan 2010), called directly; the pivot order is kept (klu.c)
     blocks  dense block elimination along the elimination tree, for chains of beams and small mechanisms (blocks.c)
     petsc   any KSP of PETSc: MUMPS on several processes, Krylov with multigrid (petsc.c)
   The first two know neither Mat nor Vec, and factorise complex values as well. */
#ifndef GUD_LINEAR_H
#define GUD_LINEAR_H

#include "system/compat.h"

#include <complex.h>

/* Places of the entries. Some unknowns may have a zero on the diagonal: multipliers and internals are not eliminated before
   the coordinates that they touch, coordinates without mass not before anything that they touch. */
enum { GUD_LATE_ROW = 1, GUD_LATE_COORDINATE };
typedef struct {
  int         n;
  long        num;
  const int  *i, *j; /* num */
  const char *late;  /* n: 0 or GUD_LATE_x; NULL: none */
} GudPlaces;

/* Result of a factorisation. NEW_PIVOTS: as OK, with a pivot order chosen from these values; the order is kept for later
   values, so that a run that must be repeated to the last bit has to repeat this factorisation first. */
typedef enum { GUD_FACTOR_SINGULAR, GUD_FACTOR_OK, GUD_FACTOR_NEW_PIVOTS } GudFactored;

typedef enum { GUD_LU_BY_COST, GUD_LU_KLU, GUD_LU_BLOCKS } GudLu;

typedef struct GudLinear GudLinear;

/* KLU or blocks on one process; by estimated cost unless named. */
PetscErrorCode GudLinearCreate(const GudPlaces *places, GudLu method, GudLinear **A);
/* A solver of PETSc's for a matrix; both then belong to A. Vectors are the local parts. */
PetscErrorCode GudLinearCreateKsp(Mat M, KSP ksp, GudLinear **A);
PetscErrorCode GudLinearDestroy(GudLinear **A);

/* The matrix of a solver of PETSc's, which is filled from outside; NULL: another method. */
Mat gud_linear_matrix(const GudLinear *A);
/* values: num, in the order of the places; of a solver of PETSc's NULL. A singular matrix is an answer, not an error. */
PetscErrorCode GudLinearFactor(GudLinear *A, const double *values, GudFactored *how);
/* x may be b. */
PetscErrorCode GudLinearSolve(GudLinear *A, const double *b, double *x);
/* To which part of b the next solves are asked to reduce the residual, for methods that iterate; direct ones take no notice. */
PetscErrorCode GudLinearAccuracy(GudLinear *A, double part);
/* The pivot order is forgotten: the next factorisation chooses one. */
PetscErrorCode GudLinearForget(GudLinear *A);

/* Its complex twin: a second factorisation beside the real one, with the same pattern. Not behind PETSc's solvers, whose
   numbers are real: has_complex says so, the calls end in an error. */
int            gud_linear_has_complex(const GudLinear *A);
PetscErrorCode GudLinearFactorComplex(GudLinear *A, const double _Complex *values, GudFactored *how);
PetscErrorCode GudLinearSolveComplex(GudLinear *A, const double _Complex *b, double _Complex *x);

/* "direct (klu)", "direct (17 dense blocks of up to 18 unknowns)", for run.log; with how often KLU had to step in */
PetscErrorCode GudLinearDescribe(GudLinear *A, char *text, size_t size);

#endif
