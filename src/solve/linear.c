/* Linear solvers: which one, and the preconditioner of the Krylov method.

   Direct (KLU, MUMPS) is best for chains of bodies and beams, whose factors grow like n, and for plane meshes up to some
   1e5 unknowns. Beyond, the factors of a plane mesh grow like n log n in memory and n^1.5 in time: GMRES takes over.
   The matrix is  A = [H B^T; B -eps],  H = s (b' M + K) of the coordinates, B = Phi_q. Its preconditioner is that of the
   augmented Lagrangian:
   (L1) H^ = H + B^T W B,   w_i = g h_i/|B_i|^2,   h_i: mean of H_jj over the coordinates j of row i, weighted by B_ij^2
   (L2) x = H^^-1 (b_q + B^T W b_r),   mu = W (B x - b_r)
   This inverts A up to 1/g: with S = B H^^-1 B^T the product is [1 *; 0 W S], and W S = 1 + O(1/g). The residuals of Newton
   and of the consistent values are exact, so what is left goes by 1/g in each of their iterations, which need the digits
   of the matrix no better. H may be singular where only rows hold (statics, massless coordinates of averages); H^ is not.
   A clamped coordinate gets a large diagonal entry, which is solved exactly.
   H^^-1 is by conjugate gradients (GMRES once they meet a matrix that is not positive definite), preconditioned by
   algebraic multigrid for the Newton matrix (nodes as blocks, rigid motions given), and by ILU(0) for the mass matrix of
   consistent values, which needs no more: scaled by its diagonal its condition number is below 10 on any mesh.
   Options: -mesh_ksp_..., -mesh_pc_...; -consistent_mesh_...; -static_mesh_... .
   verified by: t740, tests/cases/krylov.py */
#include "solve/solver.h"

#include <stdlib.h>

/* By pattern of the matrix, FULL and MASS: g of (L1), what is lost of 16 digits, and what is left of W S - 1; accuracy of
   the solve with H^. */
static const double row_weight[2] = {1e4, 1e6}, accuracy[2] = {1e-3, 1e-6};
static const int direct_limit[2] = {250000, 3000}; /* unknowns of a plane mesh up to which a factorisation is faster */
static const int klu_limit     = 20000;  /* the same, of KLU against MUMPS, unless the graph is thin */
static const int loops_of_thin = 100; /* closed loops of joints up to which a mechanism counts as a chain */

typedef struct {
  GudSystem *sys;
  IS         q, r;          /* coordinates and rows of this process */
  Mat        H, B;          /* H^ of (L1), Phi_q */
  Vec        w;             /* weights of the rows */
  Vec        bq, br;        /* work */
  Vec        vq, vr[2], xq; /* no arrays of their own: parts of the vectors at hand */
  KSP        mesh;
  GudPattern pattern;
} Augmented;

/* ---- the preconditioner ---- */

static PetscErrorCode augmented_destroy(PC pc)
{
  Augmented *c;
  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &c));
  Vec *vecs[] = {&c->w, &c->bq, &c->br, &c->vq, &c->vr[0], &c->vr[1], &c->xq};
  for (int i = 0; i < GUD_COUNT(vecs); i++) PetscCall(VecDestroy(vecs[i]));
  PetscCall(MatDestroy(&c->H));
  PetscCall(MatDestroy(&c->B));
  PetscCall(ISDestroy(&c->q));
  PetscCall(ISDestroy(&c->r));
  PetscCall(KSPDestroy(&c->mesh));
  free(c);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (L1): weights of the rows into c->w. *single: no row has more than one entry, and br holds the entries. */
static PetscErrorCode weigh_rows(Augmented *c, int *single)
{
  Mat          S;
  Vec          d;
  PetscInt     first, last;
  PetscScalar *w, *entry, mean;
  PetscFunctionBeginUser;
  PetscCall(MatCreateVecs(c->H, &d, NULL));
  PetscCall(MatGetDiagonal(c->H, d));
  PetscCall(VecAbs(d));
  PetscCall(VecSum(d, &mean));
  mean /= c->sys->nq;
  PetscCall(VecSqrtAbs(d));
  PetscCall(MatDuplicate(c->B, MAT_COPY_VALUES, &S));
  PetscCall(MatDiagonalScale(S, NULL, d));
  PetscCall(MatGetOwnershipRange(S, &first, &last));
  PetscCall(VecGetArrayWrite(c->w, &w));
  PetscCall(VecGetArrayWrite(c->br, &entry));
  *single = 1;
  for (PetscInt i = first; i < last; i++) {
    const PetscScalar *v;
    PetscInt           n;
    double             size = 0, h = 0;
    PetscCall(MatGetRow(S, i, &n, NULL, &v));
    for (PetscInt k = 0; k < n; k++) h += v[k] * v[k];
    PetscCall(MatRestoreRow(S, i, &n, NULL, &v));
    PetscCall(MatGetRow(c->B, i, &n, NULL, &v));
    for (PetscInt k = 0; k < n; k++) size += v[k] * v[k];
    if (n > 1) *single = 0;
    entry[i - first] = n == 1 ? v[0] : 0;
    PetscCall(MatRestoreRow(c->B, i, &n, NULL, &v));
    w[i - first] = size > 0
                     ? row_weight[c->pattern] * (h > 1e-3 * mean * size ? h / size : mean) / size
                     : 0;
  }
  PetscCall(VecRestoreArrayWrite(c->br, &entry));
  PetscCall(VecRestoreArrayWrite(c->w, &w));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, single, 1, MPI_INT, MPI_MIN, c->sys->comm));
  PetscCall(MatDestroy(&S));
  PetscCall(VecDestroy(&d));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (L1): H <- H + B^T W B */
static PetscErrorCode add_rows(Augmented *c)
{
  Mat S, P;
  int single;
  PetscFunctionBeginUser;
  PetscCall(weigh_rows(c, &single));
  PetscCall(MatDuplicate(c->B, MAT_COPY_VALUES, &S));
  if (single) { /* the usual case, clamped nodes: it goes to the diagonal */
    PetscCall(MatDiagonalScale(S, c->br, NULL));
    PetscCall(MatMultTranspose(S, c->w, c->bq));
    PetscCall(MatDiagonalSet(c->H, c->bq, ADD_VALUES));
  } else {
    PetscCall(VecCopy(c->w, c->br));
    PetscCall(VecSqrtAbs(c->br));
    PetscCall(MatDiagonalScale(S, c->br, NULL));
    PetscCall(MatTransposeMatMult(S, S, MAT_INITIAL_MATRIX, PETSC_DEFAULT, &P));
    PetscCall(MatAXPY(c->H, 1, P, UNKNOWN_NONZERO_PATTERN));
    PetscCall(MatDestroy(&P));
  }
  PetscCall(MatDestroy(&S));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* What smoothers cannot see and coarse grids must keep: the rigid motions of the drawing. */
static PetscErrorCode give_rigid_motions(Augmented *c)
{
  GudSystem   *sys = c->sys;
  MatNullSpace rigid;
  Vec          x;
  PetscScalar *a;
  int          d = sys->dim;
  PetscFunctionBeginUser;
  PetscCall(MatCreateVecs(c->H, &x, NULL));
  PetscCall(VecSetBlockSize(x, d));
  PetscCall(VecGetArrayWrite(x, &a));
  for (int k = 0; k < sys->num_my_vecs; k++)
    for (int i = 0; i < d; i++) a[d * k + i] = sys->model->start_q[d * sys->my_vecs[k] + i];
  PetscCall(VecRestoreArrayWrite(x, &a));
  PetscCall(MatNullSpaceCreateRigidBody(x, &rigid));
  PetscCall(MatSetNearNullSpace(c->H, rigid));
  PetscCall(MatNullSpaceDestroy(&rigid));
  PetscCall(VecDestroy(&x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode augmented_set_up(PC pc)
{
  Augmented *c;
  Mat        A;
  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &c));
  PetscCall(PCGetOperators(pc, NULL, &A));
  PetscCall(MatDestroy(&c->H));
  PetscCall(MatDestroy(&c->B));
  PetscCall(MatCreateSubMatrix(A, c->q, c->q, MAT_INITIAL_MATRIX, &c->H));
  PetscCall(MatCreateSubMatrix(A, c->r, c->q, MAT_INITIAL_MATRIX, &c->B));
  if (!c->w) {
    PetscCall(MatCreateVecs(c->B, &c->bq, &c->br));
    PetscCall(VecDuplicate(c->br, &c->w));
  }
  if (c->sys->nr) PetscCall(add_rows(c));
  PetscCall(MatSetBlockSize(c->H, c->sys->dim));
  if (c->pattern == GUD_PATTERN_FULL) PetscCall(give_rigid_motions(c));
  PetscCall(KSPSetOperators(c->mesh, c->H, c->H));
  PetscCall(KSPSetUp(c->mesh));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* x = H^^-1 b. A failure comes out as NaN, which Newton and the consistent values take as such. */
static PetscErrorCode solve_mesh(Augmented *c, Vec b, Vec x)
{
  KSPConvergedReason why;
  PetscBool          cg;
  PetscFunctionBeginUser;
  PetscCall(KSPSolve(c->mesh, b, x));
  PetscCall(KSPGetConvergedReason(c->mesh, &why));
  if (why > 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscObjectTypeCompare((PetscObject)c->mesh, KSPCG, &cg));
  if (cg) {
    PetscCall(KSPSetType(c->mesh, KSPGMRES));
    PetscCall(KSPSolve(c->mesh, b, x));
    PetscCall(KSPGetConvergedReason(c->mesh, &why));
  }
  if (why < 0 && why != KSP_DIVERGED_ITS) PetscCall(VecSet(x, NAN));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode augmented_apply(PC pc, Vec b, Vec x) /* (L2) */
{
  Augmented         *c;
  const PetscScalar *ab;
  PetscScalar       *ax;
  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &c));
  int nq = c->sys->dim * c->sys->num_my_vecs;
  PetscCall(VecGetArrayRead(b, &ab));
  PetscCall(VecGetArrayWrite(x, &ax));
  PetscCall(VecPlaceArray(c->vq, ab));
  PetscCall(VecPlaceArray(c->vr[0], ab + nq));
  PetscCall(VecPlaceArray(c->xq, ax));
  PetscCall(VecPlaceArray(c->vr[1], ax + nq));
  PetscCall(VecPointwiseMult(c->br, c->w, c->vr[0]));
  PetscCall(MatMultTransposeAdd(c->B, c->br, c->vq, c->bq));
  PetscCall(solve_mesh(c, c->bq, c->xq));
  PetscCall(MatMult(c->B, c->xq, c->br));
  PetscCall(VecAXPY(c->br, -1, c->vr[0]));
  PetscCall(VecPointwiseMult(c->vr[1], c->w, c->br));
  PetscCall(VecResetArray(c->vr[1]));
  PetscCall(VecResetArray(c->xq));
  PetscCall(VecResetArray(c->vr[0]));
  PetscCall(VecResetArray(c->vq));
  PetscCall(VecRestoreArrayWrite(x, &ax));
  PetscCall(VecRestoreArrayRead(b, &ab));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode set_krylov(GudSystem *sys, GudPattern pattern, KSP ksp)
{
  Augmented  *c = gud_alloc(sizeof *c);
  PC          pc;
  const char *prefix;
  PetscInt    first = sys->displs[sys->rank], nq = sys->dim * sys->num_my_vecs, nr = sys->num_my_rows;
  PetscFunctionBeginUser;
  c->sys = sys, c->pattern = pattern;
  PetscCall(ISCreateStride(sys->comm, nq, first, 1, &c->q));
  PetscCall(ISCreateStride(sys->comm, nr, first + nq, 1, &c->r));
  PetscCall(ISSetBlockSize(c->q, sys->dim));
  PetscCall(VecCreateMPIWithArray(sys->comm, 1, nq, sys->nq, NULL, &c->vq));
  PetscCall(VecCreateMPIWithArray(sys->comm, 1, nq, sys->nq, NULL, &c->xq));
  for (int k = 0; k < 2; k++) PetscCall(VecCreateMPIWithArray(sys->comm, 1, nr, sys->nr, NULL, &c->vr[k]));
  PetscCall(KSPGetOptionsPrefix(ksp, &prefix));
  PetscCall(KSPCreate(sys->comm, &c->mesh));
  PetscCall(KSPSetOptionsPrefix(c->mesh, prefix));
  PetscCall(KSPAppendOptionsPrefix(c->mesh, "mesh_"));
  PetscCall(KSPSetType(c->mesh, KSPCG));
  PetscCall(KSPSetTolerances(c->mesh, accuracy[pattern], 0, PETSC_DEFAULT, 300));
  PetscCall(KSPGetPC(c->mesh, &pc));
  PetscCall(PCSetType(pc, pattern == GUD_PATTERN_FULL ? PCGAMG : PCBJACOBI));
  PetscCall(KSPSetFromOptions(c->mesh));
  PetscCall(KSPSetType(ksp, KSPPREONLY));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetType(pc, PCSHELL));
  PetscCall(PCShellSetName(pc, "augmented"));
  PetscCall(PCShellSetContext(pc, c));
  PetscCall(PCShellSetSetUp(pc, augmented_set_up));
  PetscCall(PCShellSetApply(pc, augmented_apply));
  PetscCall(PCShellSetDestroy(pc, augmented_destroy));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the choice ---- */

static int is_plane(GudCell cell)
{
  return cell == GUD_CELL_QUAD4 || cell == GUD_CELL_QUAD8 || cell == GUD_CELL_QUAD9;
}

/* Cells of plane meshes: their matrices fill when factorised, those of all other bodies do not. */
static int num_plane_cells(const GudModel *m)
{
  int num = 0;
  for (int e = 0; e < m->num_elements; e++) num += is_plane(m->elements[e].type->cell);
  return num;
}

PetscErrorCode GudSolverSetFactorPackage(GudSystem *sys, KSP ksp)
{
  const GudModel *m = sys->model;
  PC              pc;
  int             thin = num_plane_cells(m) == 0 && m->num_joints - m->num_bodies < loops_of_thin;
  PetscFunctionBeginUser;
  PetscCall(KSPSetType(ksp, KSPPREONLY));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetType(pc, PCLU));
  /* always named: the default depends on how PETSc was built. A factorisation serves some 50 solves, and in those KLU is
     faster than MUMPS by a factor of three to ten on the thin graphs of mechanisms */
  PetscCall(PCFactorSetMatSolverType(pc, sys->size == 1 && (thin || sys->n < klu_limit) ? MATSOLVERKLU
                                                                                        : MATSOLVERMUMPS));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int krylov_wanted(const GudSystem *sys, int choice, GudPattern pattern)
{
  if (sys->nz || choice == GUD_LINEAR_DIRECT) return 0;
  return choice == GUD_LINEAR_KRYLOV ||
         (sys->n > direct_limit[pattern] && 2 * num_plane_cells(sys->model) > sys->model->num_elements);
}

PetscErrorCode GudSolverSetLinear(GudSystem *sys, int choice, GudPattern pattern, KSP ksp)
{
  PetscFunctionBeginUser;
  if (krylov_wanted(sys, choice, pattern)) PetscCall(set_krylov(sys, pattern, ksp));
  else PetscCall(GudSolverSetFactorPackage(sys, ksp));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudLinearSolve(KSP ksp, Vec b, Vec x)
{
  PetscBool direct;
  PC        pc;
  PetscFunctionBeginUser;
  PetscCall(PetscObjectTypeCompare((PetscObject)ksp, KSPPREONLY, &direct));
  if (direct) { /* straight through the preconditioner: KSPSolve costs a microsecond on top */
    PetscCall(KSPGetPC(ksp, &pc));
    PetscCall(PCApply(pc, b, x));
  } else {
    PetscCall(KSPSolve(ksp, b, x));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudLinearDescribe(KSP ksp, char *text, size_t size)
{
  Augmented    *c;
  PC            pc, mesh;
  MatSolverType package = NULL;
  PCType        type, inner;
  KSPType       method;
  PetscBool     shell;
  PetscFunctionBeginUser;
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCGetType(pc, &type));
  PetscCall(PetscObjectTypeCompare((PetscObject)pc, PCSHELL, &shell));
  if (shell) {
    PetscCall(PCShellGetContext(pc, &c));
    PetscCall(KSPGetPC(c->mesh, &mesh));
    PetscCall(PCGetType(mesh, &inner));
    PetscCall(KSPGetType(c->mesh, &method));
    snprintf(text, size, "krylov (%s, %s)", method, inner);
  } else {
    PetscCall(PCFactorGetMatSolverType(pc, &package));
    snprintf(text, size, "direct (%s%s%s)", type, package ? ", " : "", package ? package : "");
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
