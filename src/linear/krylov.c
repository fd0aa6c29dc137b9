/* Conjugate gradients for  A = [H B^T; B -eps],  H = s (b' M + K) of the coordinates, B = Phi_q.

   Rows of the first kind of the Newton matrix have one entry, b_j x_j = b_r (clamped nodes), and are eliminated:
   (W0) x_j = b_r/b_j,  H^ x = b_q - H_j x_j on the free coordinates (H^: H without row and column j),  mu = (b_q - H x - C^T nu)_j/b_j
   Where several clamp one coordinate, all of them are taken into H by the augmented Lagrangian:
   (W1) H^ = H + B^T W B,   w_i = g h_i/|B_i|^2,   h_i: mean of H_jj over the coordinates j of row i, weighted by B_ij^2
   (W2) x = H^^-1 (b_q + B^T W b_r),   mu = W (B x - b_r)
   This inverts A up to 1/g: with S = B H^^-1 B^T the product is [1 *; 0 W S], and W S = 1 + O(1/g). The residuals of Newton
   and of the consistent values are exact, so what is left goes by 1/g in each of their iterations. The multipliers are worse by
   sqrt(g) than x, which is why the Newton matrix has (W0): 3 iterations of Newton for 5 on a clamped plate.
   Rows of the second kind C, which couple coordinates (joints of bodies, averages of bores), would spoil the multigrid with such
   weights; they are met exactly by projection, any number of them (apart.c):
   (W3) H^ x = b - C^T nu,  C x = b_c   by conjugate gradients preconditioned by P G P^T, from an x that meets the rows
   Coordinates of other bodies (beams, rigid bodies, averages) are eliminated from G exactly (condense.c).
   Internals z of forces, one to a force, are eliminated before all this:
   (W5) [H F; E D] [x; z]:   H <- H - F D^-1 E,   b <- b - F D^-1 b_z,   z = D^-1 (b_z - E x),   D diagonal
   A sticking contact, v_t = 0, has D = 0 and is treated as a row of the first kind: 1/D = g h/(|f||e|), f and e its column of F
   and row of E, which again is exact up to 1/g. With friction H is not symmetric, and GMRES takes the place of CG.
   G is algebraic multigrid for the Newton matrix (nodes as blocks, rigid motions given), and ILU(0) for the mass matrix,
   which needs no more: scaled by its diagonal its condition number is below 10 on any mesh. GMRES replaces CG once that
   has met a matrix that is not positive definite.
   Options: -mesh_ksp_..., -mesh_pc_...; -consistent_mesh_...; -static_mesh_... .   verified by: tests/cases/krylov.py */
#include "linear/krylov.h"

#include "linear/apart.h"
#include "linear/condense.h"

#include <stdlib.h>

/* By pattern of the matrix, FULL and MASS: g of (W1), what is lost of 16 digits, and what is left of W S - 1; accuracy of
   the solve with H^, and of one with contacts, whose forces decide on modes. */
static const double row_weight[2] = {1e4, 1e6}, accuracy[2] = {1e-3, 1e-6}, accuracy_of_contacts = 1e-8;

typedef struct {
  GudSystem *sys;
  GudPattern pattern;
  IS         q;              /* own coordinates */
  IS         rows[2];        /* own rows of the first and of the second kind, */
  int       *place[2];       /* their places among own rows, */
  int        num[2], all[2]; /* how many, here and in all */
  IS         z;              /* own internals, */
  int       *which;          /* their numbers, */
  int        num_z, all_z;   /* how many, here and in all */
  Mat        H, B[2];        /* H^ of (W1), Phi_q by kind */
  int        eliminates;     /* rows of the first kind by (W0) */
  Mat Hr, Hk, C;   /* (W0): rows and columns j of H; rows of the second kind with their clamped columns */
  Vec loads;       /* (W0): b_q without what internals take */
  Vec free, fixed; /* (W0): 1 at free coordinates, 0 at clamped ones; x_j at clamped ones, 0 at free ones */
  double        pivot;       /* (W0): diagonal of H^ at clamped coordinates */
  Mat           E, F;        /* of (W5) */
  Vec           w, b[2];     /* weights of the first kind; parts of a right-hand side by kind */
  Vec           d, bz, xz;   /* 1/D; internals of right-hand side and solution */
  Vec           x[2];        /* b[], x[] : work, by kind */
  Vec           rhs, vq, xq; /* coordinates; the last two have no arrays of their own */
  Vec           work, nu;    /* (W3): coordinates; multipliers */
  GudApart     *apart;       /* rows of the second kind; NULL: none */
  GudCondensed *condensed;   /* FULL: G with its coordinates that are not nodes of plane meshes; they are */
  IS            plane, others;
  KSP           mesh;
  PC            G;
  int           all_others;    /* coordinates of others on all processes */
  int           num_plane;     /* own vectors of plane meshes, */
  int          *plane_vec;     /* their places among own vectors */
  int           keeps_pattern; /* H^ has the places of H: the matrices are filled again */
} Augmented;

static int coupled(const GudSystem *sys, int row)
{
  const GudFlatRow *r = &sys->rows[row];
  const GudMap     *u = &r->part[GUD_ROW_U];
  return !(r->kind == GUD_ROW_POINT && u->num == 1 && sys->terms[u->first].b == 0);
}

int gud_krylov_can(const GudSystem *sys)
{
  for (int n = 0; n < sys->model->num_forces; n++)
    if (sys->model->forces[n].num_internals > 1) return 0; /* (W5) */
  return 1;
}

/* ---- set-up ---- */

static PetscErrorCode forget_matrices(Augmented *c)
{
  PetscFunctionBeginUser;
  PetscCall(MatDestroy(&c->H));
  PetscCall(MatDestroy(&c->B[0]));
  PetscCall(MatDestroy(&c->B[1]));
  PetscCall(MatDestroy(&c->Hr));
  PetscCall(MatDestroy(&c->Hk));
  PetscCall(MatDestroy(&c->C));
  PetscCall(MatDestroy(&c->E));
  PetscCall(MatDestroy(&c->F));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode augmented_destroy(PC pc)
{
  Augmented *c;
  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &c));
  Vec *vecs[] = {&c->w, &c->b[0], &c->b[1], &c->x[0], &c->x[1],  &c->rhs,   &c->vq,   &c->xq,
                 &c->d, &c->bz,   &c->xz,   &c->free, &c->fixed, &c->loads, &c->work, &c->nu};
  for (int i = 0; i < GUD_COUNT(vecs); i++) PetscCall(VecDestroy(vecs[i]));
  PetscCall(GudApartDestroy(&c->apart));
  PetscCall(GudCondensedDestroy(&c->condensed));
  PetscCall(ISDestroy(&c->plane));
  PetscCall(ISDestroy(&c->others));
  PetscCall(forget_matrices(c));
  PetscCall(ISDestroy(&c->q));
  PetscCall(ISDestroy(&c->z));
  free(c->which);
  for (int k = 0; k < 2; k++) {
    PetscCall(ISDestroy(&c->rows[k]));
    free(c->place[k]);
  }
  PetscCall(PCDestroy(&c->G));
  PetscCall(KSPDestroy(&c->mesh));
  free(c->plane_vec), free(c);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Of own row i of B: |B_i|^2, h_i of (W1), its entry if there is only one (else 0), arrays of own rows. *single: no row of
   any process has more than one entry. */
typedef struct {
  double *size, *h, *entry;
  int     single;
} RowMeans;

static PetscErrorCode row_means(Augmented *c, Mat B, RowMeans *o)
{
  Mat         S;
  Vec         d;
  PetscInt    first, last;
  PetscScalar mean;
  PetscFunctionBeginUser;
  PetscCall(MatCreateVecs(c->H, &d, NULL));
  PetscCall(MatGetDiagonal(c->H, d));
  PetscCall(VecAbs(d));
  PetscCall(VecSum(d, &mean));
  mean /= c->sys->num_q;
  PetscCall(VecSqrtAbs(d));
  PetscCall(MatDuplicate(B, MAT_COPY_VALUES, &S));
  PetscCall(MatDiagonalScale(S, NULL, d));
  PetscCall(MatGetOwnershipRange(S, &first, &last));
  int num = (int)(last - first);
  o->size = gud_alloc(sizeof(double) * (size_t)(3 * num + 1)), o->h = o->size + num, o->entry = o->h + num;
  o->single = 1;
  for (PetscInt i = first; i < last; i++) {
    const PetscScalar *v;
    PetscInt           n;
    double             size = 0, h = 0;
    PetscCall(MatGetRow(S, i, &n, NULL, &v));
    for (PetscInt k = 0; k < n; k++) h += v[k] * v[k];
    PetscCall(MatRestoreRow(S, i, &n, NULL, &v));
    PetscCall(MatGetRow(B, i, &n, NULL, &v));
    for (PetscInt k = 0; k < n; k++) size += v[k] * v[k];
    if (n > 1) o->single = 0;
    o->entry[i - first] = n == 1 ? v[0] : 0;
    PetscCall(MatRestoreRow(B, i, &n, NULL, &v));
    o->size[i - first] = size, o->h[i - first] = h > 1e-3 * mean * size ? h / size : mean;
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &o->single, 1, MPI_INT, MPI_MIN, c->sys->comm));
  PetscCall(MatDestroy(&S));
  PetscCall(VecDestroy(&d));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (W1): weights of the rows into c->w. *single: no row has more than one entry, and b[0] holds the entries. */
static PetscErrorCode weigh_rows(Augmented *c, int *single)
{
  RowMeans     m;
  PetscScalar *w, *entry;
  PetscFunctionBeginUser;
  PetscCall(row_means(c, c->B[0], &m));
  PetscCall(VecGetArrayWrite(c->w, &w));
  PetscCall(VecGetArrayWrite(c->b[0], &entry));
  for (int i = 0; i < c->num[0]; i++) {
    entry[i] = m.entry[i];
    w[i]     = m.size[i] > 0 ? row_weight[c->pattern] * m.h[i] / m.size[i] : 0;
  }
  PetscCall(VecRestoreArrayWrite(c->b[0], &entry));
  PetscCall(VecRestoreArrayWrite(c->w, &w));
  *single = m.single;
  free(m.size);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (W5): 1/D into c->d */
static PetscErrorCode invert_internals(Augmented *c, Mat A)
{
  RowMeans     m;
  Mat          Z;
  PetscScalar *d;
  PetscReal   *column; /* |f| of all internals */
  PetscInt     first;
  PetscFunctionBeginUser;
  PetscCall(MatCreateSubMatrix(A, c->z, c->z, MAT_INITIAL_MATRIX, &Z));
  PetscCall(MatGetDiagonal(Z, c->d));
  PetscCall(MatDestroy(&Z));
  PetscCall(PetscMalloc1(c->all_z, &column));
  PetscCall(MatGetColumnNorms(c->F, NORM_2, column));
  PetscCall(row_means(c, c->E, &m));
  PetscCall(VecGetOwnershipRange(c->d, &first, NULL));
  PetscCall(VecGetArray(c->d, &d));
  for (int i = 0; i < c->num_z; i++) {
    double fe = sqrt(m.size[i]) * column[first + i];
    if (!c->sys->index_2[c->which[i]]) d[i] = 1 / d[i];
    else d[i] = fe > 0 ? row_weight[c->pattern] * m.h[i] / fe : 0;
  }
  PetscCall(VecRestoreArray(c->d, &d));
  free(m.size);
  PetscCall(PetscFree(column));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (W5): H <- H - F D^-1 E */
static PetscErrorCode eliminate_internals(Augmented *c, Mat A, MatReuse reuse)
{
  Mat S, P;
  PetscFunctionBeginUser;
  PetscCall(MatCreateSubMatrix(A, c->q, c->z, reuse, &c->F));
  PetscCall(MatCreateSubMatrix(A, c->z, c->q, reuse, &c->E));
  if (!c->d) {
    PetscCall(MatCreateVecs(c->E, NULL, &c->d));
    PetscCall(VecDuplicate(c->d, &c->bz));
    PetscCall(VecDuplicate(c->d, &c->xz));
  }
  PetscCall(invert_internals(c, A));
  PetscCall(MatDuplicate(c->F, MAT_COPY_VALUES, &S));
  PetscCall(MatDiagonalScale(S, NULL, c->d));
  PetscCall(MatMatMult(S, c->E, MAT_INITIAL_MATRIX, PETSC_DEFAULT, &P));
  PetscCall(
    MatAXPY(c->H, -1, P, SUBSET_NONZERO_PATTERN)); /* a force has entries for all pairs of its coordinates */
  PetscCall(MatDestroy(&P));
  PetscCall(MatDestroy(&S));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (W1): H <- H + B^T W B */
static PetscErrorCode add_rows(Augmented *c)
{
  Mat S, P;
  int single = 0;
  PetscFunctionBeginUser;
  PetscCall(weigh_rows(c, &single));
  PetscCall(MatDuplicate(c->B[0], MAT_COPY_VALUES, &S));
  c->keeps_pattern = single;
  if (single) { /* it goes to the diagonal */
    PetscCall(MatDiagonalScale(S, c->b[0], NULL));
    PetscCall(MatMultTranspose(S, c->w, c->rhs));
    PetscCall(MatDiagonalSet(c->H, c->rhs, ADD_VALUES));
  } else {
    PetscCall(VecCopy(c->w, c->b[0]));
    PetscCall(VecSqrtAbs(c->b[0]));
    PetscCall(MatDiagonalScale(S, c->b[0], NULL));
    PetscCall(MatTransposeMatMult(S, S, MAT_INITIAL_MATRIX, PETSC_DEFAULT, &P));
    PetscCall(MatAXPY(c->H, 1, P, UNKNOWN_NONZERO_PATTERN));
    PetscCall(MatDestroy(&P));
  }
  PetscCall(MatDestroy(&S));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (W0): H without rows and columns of clamped coordinates; what is taken away is kept. c->w: entries b_j. */
static PetscErrorCode eliminate_rows(Augmented *c, MatReuse reuse)
{
  IS           clamped, all;
  PetscInt    *column, first, last, from, to;
  PetscScalar *entry;
  PetscFunctionBeginUser;
  PetscCall(MatGetOwnershipRange(c->B[0], &first, &last));
  PetscCall(MatGetOwnershipRange(c->H, &from, &to));
  PetscCall(PetscMalloc1((size_t)(last - first), &column));
  PetscCall(VecGetArrayWrite(c->w, &entry));
  for (PetscInt i = first; i < last; i++) {
    const PetscInt    *j;
    const PetscScalar *v;
    PetscInt           n;
    PetscCall(MatGetRow(c->B[0], i, &n, &j, &v));
    column[i - first] = j[0], entry[i - first] = v[0];
    PetscCall(MatRestoreRow(c->B[0], i, &n, &j, &v));
  }
  PetscCall(VecRestoreArrayWrite(c->w, &entry));
  PetscCall(ISCreateGeneral(c->sys->comm, last - first, column, PETSC_OWN_POINTER, &clamped));
  PetscCall(ISCreateStride(c->sys->comm, to - from, from, 1, &all));
  PetscCall(MatCreateSubMatrix(c->H, clamped, all, reuse, &c->Hr));
  PetscCall(MatCreateSubMatrix(c->H, all, clamped, reuse, &c->Hk));
  if (!c->free) {
    PetscCall(VecDuplicate(c->rhs, &c->free));
    PetscCall(VecDuplicate(c->rhs, &c->fixed));
    PetscCall(VecDuplicate(c->rhs, &c->loads));
  }
  PetscCall(VecReciprocal(c->w));
  PetscCall(MatMultTranspose(c->B[0], c->w, c->free)); /* 1 at clamped ones */
  PetscCall(VecReciprocal(c->w));
  PetscCall(VecScale(c->free, -1));
  PetscCall(VecShift(c->free, 1));
  PetscCall(MatGetDiagonal(c->H, c->rhs));
  PetscCall(VecNorm(c->rhs, NORM_1, &c->pivot));
  c->pivot /= c->sys->num_q;
  PetscCall(MatSetOption(c->H, MAT_KEEP_NONZERO_PATTERN, PETSC_TRUE));
  PetscCall(MatZeroRowsColumnsIS(c->H, clamped, c->pivot, NULL, NULL));
  PetscCall(ISDestroy(&clamped));
  PetscCall(ISDestroy(&all));
  if (c->all[1]) {
    PetscCall(MatDestroy(&c->C));
    PetscCall(MatDuplicate(c->B[1], MAT_COPY_VALUES, &c->C));
    PetscCall(MatDiagonalScale(c->B[1], NULL, c->free));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (W0): right-hand sides of the free coordinates, in c->rhs and c->b[1]; c->fixed gets x_j */
static PetscErrorCode fix_clamped(Augmented *c)
{
  PetscFunctionBeginUser;
  PetscCall(VecPointwiseDivide(c->x[0], c->b[0], c->w)); /* x_j */
  PetscCall(MatMult(c->Hk, c->x[0], c->fixed));
  PetscCall(VecAXPY(c->rhs, -1, c->fixed));
  PetscCall(VecPointwiseMult(c->rhs, c->rhs, c->free));
  PetscCall(VecPointwiseDivide(c->x[0], c->x[0], c->w));
  PetscCall(MatMultTranspose(c->B[0], c->x[0], c->fixed));
  PetscCall(VecAXPY(c->rhs, c->pivot, c->fixed));
  if (c->all[1]) {
    PetscCall(MatMult(c->C, c->fixed, c->x[1]));
    PetscCall(VecAXPY(c->b[1], -1, c->x[1]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (W0): x_j into c->xq, mu into c->x[0] */
static PetscErrorCode reactions(Augmented *c)
{
  PetscFunctionBeginUser;
  PetscCall(VecPointwiseMult(c->xq, c->xq, c->free));
  PetscCall(VecAXPY(c->xq, 1, c->fixed));
  if (c->all[1]) { /* b_q - C^T nu */
    PetscCall(MatMultTranspose(c->C, c->x[1], c->rhs));
    PetscCall(VecAXPY(c->loads, -1, c->rhs));
  }
  PetscCall(MatMult(c->B[0], c->loads, c->x[0])); /* b_j times what there is at j */
  PetscCall(VecPointwiseDivide(c->x[0], c->x[0], c->w));
  PetscCall(MatMult(c->Hr, c->xq, c->b[0]));
  PetscCall(VecAXPY(c->x[0], -1, c->b[0]));
  PetscCall(VecPointwiseDivide(c->x[0], c->x[0], c->w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Coordinates without mass and stiffness (averages) get a trace of it: G must be regular, the rows C decide on them. */
static PetscErrorCode fill_diagonal(Augmented *c)
{
  PetscScalar *d, mean;
  int          any = 0;
  PetscFunctionBeginUser;
  PetscCall(MatGetDiagonal(c->H, c->rhs));
  PetscCall(VecNorm(c->rhs, NORM_1, &mean));
  mean /= c->sys->num_q;
  PetscCall(VecGetArray(c->rhs, &d));
  for (int i = 0; i < c->sys->dim * c->sys->num_my_vecs; i++) {
    int none = fabs(d[i]) < 1e-12 * mean;
    d[i]     = none ? 1e-6 * mean : 0;
    any |= none;
  }
  PetscCall(VecRestoreArray(c->rhs, &d));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_MAX, c->sys->comm));
  if (any) PetscCall(MatDiagonalSet(c->H, c->rhs, ADD_VALUES));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* What smoothers cannot see and coarse grids must keep: the rigid motions of the drawing. */
static PetscErrorCode rigid_motions(Augmented *c, MatNullSpace *rigid)
{
  GudSystem   *sys = c->sys;
  Vec          x;
  PetscScalar *a;
  int          d = sys->dim;
  PetscFunctionBeginUser;
  PetscCall(VecCreate(sys->comm, &x));
  PetscCall(VecSetSizes(x, d * c->num_plane, PETSC_DETERMINE));
  PetscCall(VecSetBlockSize(x, d));
  PetscCall(VecSetType(x, VECSTANDARD));
  PetscCall(VecGetArrayWrite(x, &a));
  for (int k = 0; k < c->num_plane; k++)
    for (int i = 0; i < d; i++) a[d * k + i] = sys->model->start_q[d * sys->my_vecs[c->plane_vec[k]] + i];
  PetscCall(VecRestoreArrayWrite(x, &a));
  PetscCall(MatNullSpaceCreateRigidBody(x, rigid));
  PetscCall(VecDestroy(&x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Vectors that fit the matrices, once. */
static PetscErrorCode create_vectors(Augmented *c)
{
  PetscFunctionBeginUser;
  PetscCall(MatCreateVecs(c->H, &c->rhs, NULL));
  for (int k = 0; k < 2; k++) {
    PetscCall(MatCreateVecs(c->B[k], NULL, &c->b[k]));
    PetscCall(VecDuplicate(c->b[k], &c->x[k]));
  }
  PetscCall(VecDuplicate(c->rhs, &c->work));
  PetscCall(VecDuplicate(c->b[1], &c->nu));
  PetscCall(VecDuplicate(c->b[0], &c->w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode mesh_apply(PC pc, Vec r, Vec z) /* P G P^T (W3) */
{
  Augmented *c;
  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &c));
  Vec from = r;
  if (c->apart) {
    PetscCall(VecCopy(r, c->work));
    PetscCall(GudApartForces(c->apart, c->work, c->x[1]));
    from = c->work;
  }
  PetscCall(GudCondensedApply(c->condensed, from, z));
  if (c->apart) PetscCall(GudApartProject(c->apart, z));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the preconditioner ---- */

static PetscErrorCode augmented_set_up(PC pc)
{
  Augmented *c;
  Mat        A;
  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &c));
  PetscCall(PCGetOperators(pc, NULL, &A));
  int      again = c->keeps_pattern && c->H;
  MatReuse reuse = again ? MAT_REUSE_MATRIX : MAT_INITIAL_MATRIX;
  if (!again) PetscCall(forget_matrices(c));
  PetscCall(MatCreateSubMatrix(A, c->q, c->q, reuse, &c->H));
  for (int k = 0; k < 2; k++) PetscCall(MatCreateSubMatrix(A, c->rows[k], c->q, reuse, &c->B[k]));
  if (!c->w) PetscCall(create_vectors(c));
  c->keeps_pattern = 1;
  if (c->all_z) PetscCall(eliminate_internals(c, A, reuse));
  if (c->eliminates) PetscCall(eliminate_rows(c, reuse));
  else if (c->all[0]) PetscCall(add_rows(c));
  PetscCall(MatSetBlockSize(c->H, c->sys->dim));
  MatNullSpace rigid;
  Mat          augmented = c->H;
  PetscCall(fill_diagonal(c));
  if (c->all[1]) {
    PetscCall(GudApartSet(c->H, c->B[1], &c->apart));
    PetscCall(GudApartAugmented(c->apart, c->H, &augmented));
    PetscCall(MatSetBlockSize(augmented, c->sys->dim));
  }
  PetscCall(rigid_motions(c, &rigid));
  PetscCall(GudCondensedSet(c->condensed, augmented, rigid));
  PetscCall(MatNullSpaceDestroy(&rigid));
  if (c->all[1]) PetscCall(MatDestroy(&augmented));
  PetscCall(KSPSetOperators(c->mesh, c->H, c->H));
  PetscCall(KSPSetUp(c->mesh));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A failure comes out as NaN, which Newton and the consistent values take as such. */
static PetscErrorCode solve(Augmented *c, Vec b, Vec x)
{
  KSPConvergedReason why;
  PetscBool          cg;
  PetscFunctionBeginUser;
  PetscCall(KSPSolve(c->mesh, b, x));
  PetscCall(KSPGetConvergedReason(c->mesh, &why));
  if (why > 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscObjectTypeCompare((PetscObject)c->mesh, KSPCG, &cg));
  if (cg) {
    PetscCall(KSPSetNormType(c->mesh, KSP_NORM_PRECONDITIONED));
    PetscCall(KSPSetType(c->mesh, KSPGMRES));
    PetscCall(KSPSolve(c->mesh, b, x));
    PetscCall(KSPGetConvergedReason(c->mesh, &why));
  }
  if (why < 0 && why != KSP_DIVERGED_ITS) PetscCall(VecSet(x, NAN));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (W3): x and the multipliers x[1], from b and b[1]; b is used up */
static PetscErrorCode solve_coupled(Augmented *c, Vec b, Vec x)
{
  PetscFunctionBeginUser;
  /* what the first guess of x and the multipliers leaves: conjugate gradients need not carry C^T nu along */
  PetscCall(GudApartParticular(c->apart, c->b[1], x));
  PetscCall(MatMult(c->H, x, c->work));
  PetscCall(VecAYPX(c->work, -1, b));
  PetscCall(GudApartForces(c->apart, c->work, c->nu));
  PetscCall(MatMultTranspose(c->B[1], c->nu, c->work));
  PetscCall(VecAXPY(b, -1, c->work));
  PetscCall(solve(c, b, x));
  PetscCall(MatMult(c->H, x, c->work));
  PetscCall(VecAYPX(c->work, -1, b));
  PetscCall(GudApartForces(c->apart, c->work, c->x[1]));
  PetscCall(VecAXPY(c->x[1], 1, c->nu));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Own rows and internals of an array <-> vectors by kind. */
static PetscErrorCode split_rows(Augmented *c, const PetscScalar *rows)
{
  PetscScalar *a;
  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++) {
    PetscCall(VecGetArrayWrite(c->b[k], &a));
    for (int i = 0; i < c->num[k]; i++) a[i] = rows[c->place[k][i]];
    PetscCall(VecRestoreArrayWrite(c->b[k], &a));
  }
  if (!c->all_z) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecGetArrayWrite(c->bz, &a));
  for (int i = 0; i < c->num_z; i++) a[i] = rows[c->sys->num_my_rows + i];
  PetscCall(VecRestoreArrayWrite(c->bz, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode join_rows(Augmented *c, PetscScalar *rows)
{
  const PetscScalar *a;
  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++) {
    PetscCall(VecGetArrayRead(c->x[k], &a));
    for (int i = 0; i < c->num[k]; i++) rows[c->place[k][i]] = a[i];
    PetscCall(VecRestoreArrayRead(c->x[k], &a));
  }
  if (!c->all_z) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecGetArrayRead(c->xz, &a));
  for (int i = 0; i < c->num_z; i++) rows[c->sys->num_my_rows + i] = a[i];
  PetscCall(VecRestoreArrayRead(c->xz, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode augmented_apply(PC pc, Vec b, Vec x) /* (W0), (W2), (W5) */
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
  PetscCall(VecPlaceArray(c->xq, ax));
  PetscCall(split_rows(c, ab + nq));
  PetscCall(VecCopy(c->vq, c->rhs));
  if (c->all_z) {
    PetscCall(VecPointwiseMult(c->xz, c->d, c->bz));
    PetscCall(VecScale(c->xz, -1));
    PetscCall(MatMultAdd(c->F, c->xz, c->rhs, c->rhs));
  }
  if (c->eliminates) {
    PetscCall(VecCopy(c->rhs, c->loads));
    PetscCall(fix_clamped(c));
  } else {
    PetscCall(VecPointwiseMult(c->x[0], c->w, c->b[0]));
    PetscCall(MatMultTransposeAdd(c->B[0], c->x[0], c->rhs, c->rhs));
  }
  if (c->all[1]) PetscCall(solve_coupled(c, c->rhs, c->xq));
  else PetscCall(solve(c, c->rhs, c->xq));
  if (c->eliminates) {
    PetscCall(reactions(c));
  } else {
    PetscCall(MatMult(c->B[0], c->xq, c->x[0]));
    PetscCall(VecAXPY(c->x[0], -1, c->b[0]));
    PetscCall(VecPointwiseMult(c->x[0], c->x[0], c->w));
  }
  if (c->all_z) {
    PetscCall(MatMult(c->E, c->xq, c->xz));
    PetscCall(VecAYPX(c->xz, -1, c->bz));
    PetscCall(VecPointwiseMult(c->xz, c->xz, c->d));
  }
  PetscCall(join_rows(c, ax + nq));
  PetscCall(VecResetArray(c->xq));
  PetscCall(VecResetArray(c->vq));
  PetscCall(VecRestoreArrayWrite(x, &ax));
  PetscCall(VecRestoreArrayRead(b, &ab));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- creation ---- */

/* (W0) serves where no coordinate is clamped by two rows. */
static int can_eliminate(const GudSystem *sys)
{
  char *taken = gud_alloc((size_t)sys->nq + 1);
  int   once  = 1;
  for (int i = 0; i < sys->nr && once; i++) {
    const GudFlatRow *r = &sys->rows[i];
    if (coupled(sys, i)) continue;
    char *t = &taken[sys->dim * sys->terms[r->part[GUD_ROW_U].first].vec + r->axis];
    if (*t) once = 0;
    *t = 1;
  }
  free(taken);
  return once;
}

/* Nodes of plane meshes, and the other vectors (condense.c). */
static PetscErrorCode sort_vectors(Augmented *c)
{
  GudSystem      *sys   = c->sys;
  const GudModel *m     = sys->model;
  char           *plane = gud_alloc((size_t)m->num_vec + 1);
  PetscInt       *list[2], num[2] = {0}, first = 0, own = sys->dim * sys->num_my_vecs;
  PetscFunctionBeginUser;
  for (int n = 0; n < sys->num_my_elements; n++) {
    const GudElement *e = &m->elements[sys->my_elements[n]];
    for (int k = 0; k < e->type->num_vec && e->type->cell && e->type->cell->dim == 2; k++)
      plane[e->vec[k]] = 1;
  }
  PetscCallMPI(MPI_Exscan(&own, &first, 1, MPIU_INT, MPI_SUM, sys->comm));
  c->plane_vec = gud_alloc(sizeof(int) * (size_t)(sys->num_my_vecs + 1));
  for (int k = 0; k < 2; k++) PetscCall(PetscMalloc1(own, &list[k]));
  for (int k = 0; k < sys->num_my_vecs; k++) {
    int other = !plane[sys->my_vecs[k]];
    if (!other) c->plane_vec[c->num_plane++] = k;
    for (int i = 0; i < sys->dim; i++) list[other][num[other]++] = first + sys->dim * k + i;
  }
  free(plane);
  PetscCall(ISCreateGeneral(sys->comm, num[0], list[0], PETSC_OWN_POINTER, &c->plane));
  PetscCall(ISCreateGeneral(sys->comm, num[1], list[1], PETSC_OWN_POINTER, &c->others));
  PetscCall(ISGetSize(c->others, &own));
  c->all_others = (int)own;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode sort_rows(Augmented *c)
{
  GudSystem *sys   = c->sys;
  PetscInt   first = sys->displs[sys->rank], nq = sys->dim * sys->num_my_vecs;
  PetscFunctionBeginUser;
  PetscCall(ISCreateStride(sys->comm, nq, first, 1, &c->q));
  PetscCall(ISSetBlockSize(c->q, sys->dim));
  for (int k = 0; k < 2; k++) c->place[k] = gud_alloc(sizeof(int) * (size_t)(sys->num_my_rows + 1));
  for (int i = 0; i < sys->num_my_rows; i++) {
    int k                    = coupled(sys, sys->my_rows[i]);
    c->place[k][c->num[k]++] = i;
  }
  for (int k = 0; k < 2; k++) {
    PetscInt *list;
    PetscCall(PetscMalloc1(c->num[k], &list));
    for (int i = 0; i < c->num[k]; i++) list[i] = first + nq + c->place[k][i];
    PetscCall(ISCreateGeneral(sys->comm, c->num[k], list, PETSC_OWN_POINTER, &c->rows[k]));
  }
  PetscCallMPI(MPI_Allreduce(c->num, c->all, 2, MPI_INT, MPI_SUM, sys->comm));
  c->eliminates = c->all[0] && can_eliminate(sys);
  c->which      = gud_alloc(sizeof(int) * (size_t)(sys->nz + 1));
  for (int n = 0; n < sys->num_my_forces; n++) {
    const GudModelForce *f = &sys->model->forces[sys->my_forces[n]];
    for (int i = 0; i < f->num_internals; i++) c->which[c->num_z++] = f->internal + i;
  }
  c->all_z = sys->nz;
  PetscCall(ISCreateStride(sys->comm, c->num_z, first + nq + sys->num_my_rows, 1, &c->z));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudKrylovSet(GudSystem *sys, GudPattern pattern, KSP ksp)
{
  Augmented  *c = gud_alloc(sizeof *c);
  PC          pc;
  const char *prefix;
  PetscInt    nq = sys->dim * sys->num_my_vecs;
  PetscFunctionBeginUser;
  c->sys = sys, c->pattern = pattern;
  PetscCall(sort_rows(c));
  PetscCall(sort_vectors(c));
  PetscCall(VecCreateMPIWithArray(sys->comm, 1, nq, sys->num_q, NULL, &c->vq));
  PetscCall(VecCreateMPIWithArray(sys->comm, 1, nq, sys->num_q, NULL, &c->xq));
  PetscCall(KSPGetOptionsPrefix(ksp, &prefix));
  PetscCall(KSPCreate(sys->comm, &c->mesh));
  PetscCall(KSPSetOptionsPrefix(c->mesh, prefix));
  PetscCall(KSPAppendOptionsPrefix(c->mesh, "mesh_"));
  PetscCall(KSPSetType(c->mesh, c->all_z ? KSPGMRES : KSPCG));
  PetscCall(KSPSetNormType(c->mesh, c->all_z ? KSP_NORM_PRECONDITIONED : KSP_NORM_NATURAL));
  PetscCall(
    KSPSetTolerances(c->mesh, c->all_z ? accuracy_of_contacts : accuracy[pattern], 0, PETSC_DEFAULT, 300));
  int inside = c->all[1] || c->all_others;
  if (inside) { /* G inside (W3) */
    PetscCall(PCCreate(sys->comm, &c->G));
    PetscCall(PCSetOptionsPrefix(c->G, prefix));
    PetscCall(PCAppendOptionsPrefix(c->G, "mesh_"));
    PetscCall(KSPGetPC(c->mesh, &pc));
    PetscCall(PCSetType(pc, PCSHELL));
    PetscCall(PCShellSetContext(pc, c));
    PetscCall(PCShellSetApply(pc, mesh_apply));
    if (c->all[1]) {
      PetscCall(KSPSetInitialGuessNonzero(c->mesh, PETSC_TRUE));
      PetscCall(KSPConvergedDefaultSetUIRNorm(c->mesh));
    }
  } else { /* G itself */
    PetscCall(KSPGetPC(c->mesh, &c->G));
    PetscCall(PetscObjectReference((PetscObject)c->G));
  }
  PetscCall(PCSetType(c->G, pattern == GUD_PATTERN_FULL ? PCGAMG : PCBJACOBI));
  if (pattern == GUD_PATTERN_FULL) {
    /* weak couplings do not aggregate: sticking nodes (15 iterations instead of 27), diagonals of a mesh (10 instead of 15) */
    PetscReal weak = 0.02;
    PetscCall(PCGAMGSetReuseInterpolation(c->G, PETSC_FALSE));
    PetscCall(PCGAMGSetThreshold(c->G, &weak, 1));
  }
  if (inside) PetscCall(PCSetFromOptions(c->G));
  PetscCall(KSPSetFromOptions(c->mesh));
  PetscCall(GudCondensedCreate(c->G, c->plane, c->others, &c->condensed));
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

PetscErrorCode GudKrylovAccuracy(PC pc, double part)
{
  Augmented *c;
  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &c));
  if (c->all_z || c->pattern != GUD_PATTERN_FULL) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(KSPSetTolerances(c->mesh, part, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudKrylovDescribe(PC pc, char *text, size_t size)
{
  Augmented *c;
  PCType     type;
  KSPType    method;
  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &c));
  PetscCall(PCGetType(c->G, &type));
  PetscCall(KSPGetType(c->mesh, &method));
  snprintf(text, size, "krylov (%s, %s, %d rows apart, %d other unknowns eliminated)", method, type,
           c->all[1], c->condensed ? gud_condensed_others(c->condensed) : 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}
