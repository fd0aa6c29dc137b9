/* Rows C x = c beside a large symmetric H: projected conjugate gradients (Gould, Hribar, Nocedal 2001) for any number of rows.

   D: diagonal of H, at least its mean (a light body between two heavy ones must pass on what the rows demand),
   S = C D^-1 C^T (sparse: rows meet where they share coordinates), factorised directly.
   (A1) P = 1 - D^-1 C^T S^-1 C      projects onto C x = 0, orthogonally in the norm of D
   (A2) preconditioner  P G P^T:     what comes out meets C x = 0, and sees no C^T nu of the residual
   (A3) G ~ (H + C^T W C)^-1,        W = g/S_ii, g of order 1
   The weight is small: multigrid bears it, and it need not enforce the rows, which P does. Without it G would not know that the rows
   hold a body, and would let pass rigid motions that P then tears at the joints. With it, if W = g S^-1 and H <= c D,
   (A4) x.H x <= 2 max(1, c/g) y.(H + C^T W C) y   for x = P y,   and  y.(H + C^T W C) y = y.H y  for y = P y,
   so that the condition number with an exact G is at most 2 max(1, c/g), whatever mesh, rows and bodies.
   Rows that depend on others: S gets `trace` of its diagonal; what that misses is made up by Newton's next iteration.
   S is whole on every process.   verified by: tests/cases/krylov.py */
#include "linear/apart.h"

#include "linear/linear.h"
#include "base/diag.h"

#include <stdlib.h>
#include <string.h>

static const double weight = 1, trace = 1e-10;

struct GudApart {
  Mat        C, Ct;
  Vec        d;      /* 1/D */
  Vec        row, w; /* work; W */
  Vec        whole;  /* rows, all of them on every process */
  VecScatter to_all;
  GudLinear *S;
  double    *t; /* room for all rows */
  PetscInt   first, last;
  Vec        x; /* work: coordinates */
};

PetscErrorCode GudMatWhole(Mat A, IS rows, IS columns, Mat *whole)
{
  Mat     *list;
  IS       all = columns;
  PetscInt n;
  PetscFunctionBeginUser;
  if (!columns) {
    PetscCall(MatGetSize(A, NULL, &n));
    PetscCall(ISCreateStride(PETSC_COMM_SELF, n, 0, 1, &all));
  }
  PetscCall(MatCreateSubMatrices(A, 1, &rows, &all, MAT_INITIAL_MATRIX, &list));
  *whole = list[0];
  PetscCall(PetscObjectReference((PetscObject)*whole));
  PetscCall(MatDestroySubMatrices(1, &list));
  if (!columns) PetscCall(ISDestroy(&all));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudApartDestroy(GudApart **out)
{
  GudApart *a = *out;
  PetscFunctionBeginUser;
  if (!a) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatDestroy(&a->C));
  PetscCall(MatDestroy(&a->Ct));
  PetscCall(VecDestroy(&a->d));
  PetscCall(VecDestroy(&a->x));
  PetscCall(VecDestroy(&a->row));
  PetscCall(VecDestroy(&a->w));
  PetscCall(VecDestroy(&a->whole));
  PetscCall(VecScatterDestroy(&a->to_all));
  PetscCall(GudLinearDestroy(&a->S));
  free(a->t), free(a);
  *out = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* S = C D^-1 C^T with a trace more on its diagonal, factorised; W */
static PetscErrorCode factorise(GudApart *a)
{
  Mat         B, S, all;
  IS          rows;
  PetscInt    n, rows_of;
  GudFactored how;
  PetscFunctionBeginUser;
  PetscCall(MatDuplicate(a->C, MAT_COPY_VALUES, &B));
  PetscCall(MatDiagonalScale(B, NULL, a->d));
  PetscCall(MatMatMult(B, a->Ct, MAT_INITIAL_MATRIX, PETSC_DEFAULT, &S));
  PetscCall(MatDestroy(&B));
  PetscCall(MatGetDiagonal(S, a->w));
  PetscCall(MatGetSize(S, &n, NULL));
  PetscCall(ISCreateStride(PETSC_COMM_SELF, n, 0, 1, &rows));
  PetscCall(GudMatWhole(S, rows, NULL, &all));
  PetscCall(ISDestroy(&rows));
  PetscCall(MatDestroy(&S));
  const PetscInt    *ptr, *col;
  const PetscScalar *v;
  PetscBool          done;
  PetscCall(MatGetRowIJ(all, 0, PETSC_FALSE, PETSC_FALSE, &rows_of, &ptr, &col, &done));
  PetscCall(MatSeqAIJGetArrayRead(all, &v));
  long    num = ptr[n];
  int    *i = gud_alloc(sizeof(int) * (size_t)(2 * (num + n) + 1)), *j = i + num + n;
  double *values = gud_alloc(sizeof(double) * (size_t)(num + n + 1));
  for (PetscInt r = 0; r < n; r++) {
    double d = 0;
    for (PetscInt k = ptr[r]; k < ptr[r + 1]; k++) {
      i[k] = (int)r, j[k] = (int)col[k], values[k] = v[k];
      if (col[k] == r) d = v[k];
    }
    i[num + r] = j[num + r] = (int)r, values[num + r] = d > 0 ? trace * d : 1;
  }
  PetscCall(MatSeqAIJRestoreArrayRead(all, &v));
  PetscCall(MatRestoreRowIJ(all, 0, PETSC_FALSE, PETSC_FALSE, &rows_of, &ptr, &col, &done));
  PetscCall(MatDestroy(&all));
  PetscCall(GudLinearCreate(&(GudPlaces){(int)n, num + n, i, j, NULL}, GUD_LU_BY_COST, &a->S));
  PetscCall(GudLinearFactor(a->S, values, &how));
  free(i), free(values);
  PetscCheck(how != GUD_FACTOR_SINGULAR, PETSC_COMM_SELF, PETSC_ERR_MAT_LU_ZRPVT, "constraint rows");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* 1/D */
static PetscErrorCode diagonal(Mat H, Vec d)
{
  PetscScalar *x;
  PetscReal    mean;
  PetscInt     n;
  PetscFunctionBeginUser;
  PetscCall(MatGetDiagonal(H, d));
  PetscCall(VecNorm(d, NORM_1, &mean));
  PetscCall(VecGetSize(d, &n));
  mean /= n;
  PetscCall(VecGetLocalSize(d, &n));
  PetscCall(VecGetArray(d, &x));
  for (PetscInt k = 0; k < n; k++) x[k] = 1 / PetscMax(fabs(x[k]), mean);
  PetscCall(VecRestoreArray(d, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudApartSet(Mat H, Mat C, GudApart **out)
{
  PetscInt     n;
  PetscScalar *w;
  PetscFunctionBeginUser;
  PetscCall(GudApartDestroy(out));
  GudApart *a = *out = gud_alloc(sizeof *a);
  PetscCall(PetscObjectReference((PetscObject)C));
  a->C = C;
  PetscCall(MatTranspose(C, MAT_INITIAL_MATRIX, &a->Ct));
  PetscCall(MatCreateVecs(C, &a->d, &a->row));
  PetscCall(VecDuplicate(a->d, &a->x));
  PetscCall(VecDuplicate(a->row, &a->w));
  PetscCall(diagonal(H, a->d));
  PetscCall(VecGetSize(a->row, &n));
  PetscCall(VecGetOwnershipRange(a->row, &a->first, &a->last));
  a->t = gud_alloc(sizeof(double) * (size_t)(n + 1));
  PetscCall(VecScatterCreateToAll(a->row, &a->to_all, &a->whole));
  PetscCall(factorise(a));
  PetscCall(VecGetArray(a->w, &w));
  for (PetscInt k = 0; k < a->last - a->first; k++) w[k] = w[k] > 0 ? weight / w[k] : 0;
  PetscCall(VecRestoreArray(a->w, &w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudApartAugmented(GudApart *a, Mat H, Mat *out)
{
  Mat B, P;
  PetscFunctionBeginUser;
  PetscCall(MatDuplicate(a->C, MAT_COPY_VALUES, &B));
  PetscCall(MatDiagonalScale(B, a->w, NULL));
  PetscCall(MatMatMult(a->Ct, B, MAT_INITIAL_MATRIX, PETSC_DEFAULT, &P));
  PetscCall(MatDestroy(&B));
  PetscCall(MatDuplicate(H, MAT_COPY_VALUES, out));
  PetscCall(MatAXPY(*out, 1, P, DIFFERENT_NONZERO_PATTERN));
  PetscCall(MatDestroy(&P));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* y = S^-1 y */
static PetscErrorCode solve_rows(GudApart *a, Vec y)
{
  const PetscScalar *all;
  PetscScalar       *own;
  PetscFunctionBeginUser;
  PetscCall(VecScatterBegin(a->to_all, y, a->whole, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecScatterEnd(a->to_all, y, a->whole, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecGetArrayRead(a->whole, &all));
  PetscCall(GudLinearSolve(a->S, all, a->t));
  PetscCall(VecRestoreArrayRead(a->whole, &all));
  PetscCall(VecGetArrayWrite(y, &own));
  memcpy(own, a->t + a->first, sizeof(double) * (size_t)(a->last - a->first));
  PetscCall(VecRestoreArrayWrite(y, &own));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudApartParticular(GudApart *a, Vec c, Vec x)
{
  PetscFunctionBeginUser;
  PetscCall(VecCopy(c, a->row));
  PetscCall(solve_rows(a, a->row));
  PetscCall(MatMult(a->Ct, a->row, x));
  PetscCall(VecPointwiseMult(x, x, a->d));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudApartForces(GudApart *a, Vec r, Vec nu)
{
  PetscFunctionBeginUser;
  PetscCall(VecPointwiseMult(a->x, r, a->d));
  PetscCall(MatMult(a->C, a->x, nu));
  PetscCall(solve_rows(a, nu));
  PetscCall(MatMult(a->Ct, nu, a->x));
  PetscCall(VecAXPY(r, -1, a->x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudApartProject(GudApart *a, Vec x)
{
  PetscFunctionBeginUser;
  PetscCall(MatMult(a->C, x, a->row));
  PetscCall(solve_rows(a, a->row));
  PetscCall(MatMult(a->Ct, a->row, a->x));
  PetscCall(VecPointwiseMult(a->x, a->x, a->d));
  PetscCall(VecAXPY(x, -1, a->x));
  PetscFunctionReturn(PETSC_SUCCESS);
}
