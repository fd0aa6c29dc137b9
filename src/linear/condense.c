/* Elimination of everything that is no plane mesh, exactly, before multigrid.

     [ P  F ] [x]   [r]      x: nodes of plane meshes      y: beams, cables, rigid bodies, averages of bores
     [ E  T ] [y] = [s]
   (E1) S = P - F T^-1 E        multigrid approximates S^-1
   (E2) x = S^-1 (r - F T^-1 s),   y = T^-1 (s - E x)
   T falls into components that touch each other through plane nodes only (a pinned beam, a rod with its pins), and a component touches
   few plane unknowns, its interface. So F T^-1 E is a small dense block per component. All components are done at once: the k-th solve
   has the k-th interface unknown of every component on its right-hand side, since their answers do not overlap.
   A component with more than MOST interface unknowns is left out of S (not of E2): it costs iterations.
   T, E, F and their factors (dense blocks or KLU, linear.h) are whole on every process; P is distributed.
   verified by: tests/cases/krylov.py */
#include "linear/condense.h"

#include "linear/apart.h"
#include "linear/linear.h"
#include "base/diag.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 400 };

struct GudCondensed {
  PC         G;
  IS         plane, others, all_others;
  Mat        S;         /* (E1) */
  Mat        E, F;      /* whole: all others x interface, and back */
  Vec        x[2];      /* plane parts of r and z, work */
  VecScatter to_plane;  /* from all unknowns */
  VecScatter to_others; /* all others onto every process */
  VecScatter to_interface;
  Vec        y, at; /* sequential: others; interface */
  GudLinear *T;
  int        num, num_plane; /* others, plane unknowns, on all processes */
  PetscInt  *other, *place;  /* numbers of all others, ascending; place: of own others in that list */
  PetscInt   num_own;
  double    *s, *v; /* num */
  int        num_interface;
  PetscInt  *interface; /* plane unknowns that others touch, ascending */
  /* the analysis is kept while the places stay */
  int *i, *j;
  long num_entries;
};

PetscErrorCode GudCondensedCreate(PC G, IS plane, IS others, GudCondensed **out)
{
  GudCondensed   *c = gud_alloc(sizeof *c);
  MPI_Comm        comm;
  PetscInt        n;
  const PetscInt *list, *own;
  PetscFunctionBeginUser;
  *out = c;
  c->G = G;
  PetscCall(PetscObjectReference((PetscObject)G));
  PetscCall(PetscObjectReference((PetscObject)plane));
  PetscCall(PetscObjectReference((PetscObject)others));
  c->plane = plane, c->others = others;
  PetscCall(PetscObjectGetComm((PetscObject)G, &comm));
  PetscCall(ISGetSize(others, &n));
  c->num = (int)n;
  PetscCall(ISGetSize(plane, &n));
  c->num_plane = (int)n;
  if (!c->num) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ISAllGather(others, &c->all_others));
  PetscCall(ISSort(c->all_others));
  PetscCall(PetscMalloc1(c->num, &c->other));
  PetscCall(ISGetIndices(c->all_others, &list));
  PetscCall(PetscArraycpy(c->other, list, c->num));
  PetscCall(ISRestoreIndices(c->all_others, &list));
  PetscCall(ISGetLocalSize(others, &c->num_own));
  PetscCall(PetscMalloc1(c->num_own + 1, &c->place));
  PetscCall(ISGetIndices(others, &own));
  for (PetscInt k = 0; k < c->num_own; k++) PetscCall(PetscFindInt(own[k], c->num, c->other, &c->place[k]));
  PetscCall(ISRestoreIndices(others, &own));
  c->s = gud_alloc(sizeof(double) * (size_t)(c->num + 1));
  c->v = gud_alloc(sizeof(double) * (size_t)(c->num + 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode forget(GudCondensed *c)
{
  PetscFunctionBeginUser;
  PetscCall(MatDestroy(&c->S));
  PetscCall(MatDestroy(&c->E));
  PetscCall(MatDestroy(&c->F));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudCondensedDestroy(GudCondensed **out)
{
  GudCondensed *c = *out;
  PetscFunctionBeginUser;
  if (!c) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(forget(c));
  PetscCall(PCDestroy(&c->G));
  PetscCall(ISDestroy(&c->plane));
  PetscCall(ISDestroy(&c->others));
  PetscCall(ISDestroy(&c->all_others));
  PetscCall(VecDestroy(&c->x[0]));
  PetscCall(VecDestroy(&c->x[1]));
  PetscCall(VecDestroy(&c->y));
  PetscCall(VecDestroy(&c->at));
  PetscCall(VecScatterDestroy(&c->to_plane));
  PetscCall(VecScatterDestroy(&c->to_others));
  PetscCall(VecScatterDestroy(&c->to_interface));
  PetscCall(GudLinearDestroy(&c->T));
  PetscCall(PetscFree(c->other));
  PetscCall(PetscFree(c->place));
  free(c->s), free(c->v), free(c->interface), free(c->i), free(c->j), free(c);
  *out = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

int gud_condensed_others(const GudCondensed *c)
{
  return c->num;
}

/* ---- set-up ---- */

/* Rows of a sequential matrix. */
typedef struct {
  Mat                A;
  PetscInt           n;
  const PetscInt    *ptr, *col;
  const PetscScalar *v;
} Rows;

static PetscErrorCode open_rows(Mat A, Rows *o)
{
  PetscBool done;
  PetscFunctionBeginUser;
  o->A = A;
  PetscCall(MatGetRowIJ(A, 0, PETSC_FALSE, PETSC_FALSE, &o->n, &o->ptr, &o->col, &done));
  PetscCall(MatSeqAIJGetArrayRead(A, &o->v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode close_rows(Rows *o)
{
  PetscBool done;
  PetscFunctionBeginUser;
  PetscCall(MatSeqAIJRestoreArrayRead(o->A, &o->v));
  PetscCall(MatRestoreRowIJ(o->A, 0, PETSC_FALSE, PETSC_FALSE, &o->n, &o->ptr, &o->col, &done));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Of every unknown: -1 - k if it is other k, else 0 */
static int *numbers(const GudCondensed *c, PetscInt n)
{
  int *number = gud_alloc(sizeof(int) * (size_t)(n + 1));
  for (int k = 0; k < c->num; k++) number[c->other[k]] = -1 - k;
  return number;
}

/* T from the rows E, factorised; the list of interface unknowns */
static PetscErrorCode factorise(GudCondensed *c, const Rows *e, PetscInt n)
{
  int        *number = numbers(c, n), *i, *j, same;
  long        num    = 0;
  double     *values = gud_alloc(sizeof(double) * (size_t)(e->ptr[e->n] + 1));
  GudFactored how;
  PetscFunctionBeginUser;
  i                = gud_alloc(sizeof(int) * (size_t)(e->ptr[e->n] + 1)),
  j                = gud_alloc(sizeof(int) * (size_t)(e->ptr[e->n] + 1));
  c->num_interface = 0;
  for (PetscInt r = 0; r < e->n; r++)
    for (PetscInt k = e->ptr[r]; k < e->ptr[r + 1]; k++) {
      int *to = &number[e->col[k]];
      if (*to < 0) i[num] = (int)r, j[num] = -1 - *to, values[num++] = e->v[k];
      else if (*to == 0) *to = 1, c->num_interface++;
    }
  free(c->interface);
  c->interface = gud_alloc(sizeof *c->interface * (size_t)(c->num_interface + 1));
  for (PetscInt k = 0, l = 0; k < n; k++)
    if (number[k] > 0) c->interface[l++] = k;
  free(number);
  same = c->T && num == c->num_entries && !memcmp(i, c->i, sizeof(int) * (size_t)num) &&
         !memcmp(j, c->j, sizeof(int) * (size_t)num);
  if (!same) {
    PetscCall(GudLinearDestroy(&c->T));
    PetscCall(GudLinearCreate(&(GudPlaces){c->num, num, i, j, NULL}, GUD_LU_BY_COST, &c->T));
    free(c->i), free(c->j);
    c->i = i, c->j = j, c->num_entries = num;
  } else {
    free(i), free(j);
  }
  PetscCall(GudLinearFactor(c->T, values, &how));
  free(values);
  PetscCheck(how != GUD_FACTOR_SINGULAR, PETSC_COMM_SELF, PETSC_ERR_MAT_LU_ZRPVT,
             "bodies beside plane meshes");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Interface unknowns of each component of T, as a list of pairs sorted by component. */
typedef struct {
  int  num;      /* components */
  int *of;       /* component of each other unknown */
  int *ptr, *at; /* of each component: places in c->interface */
} Components;

static int root(int *up, int k)
{
  while (up[k] != k) up[k] = up[up[k]], k = up[k];
  return k;
}

typedef struct {
  int component, at;
} Pair;

static int by_component(const void *x, const void *y)
{
  const Pair *a = x, *b = y;
  return a->component != b->component ? (a->component > b->component) - (a->component < b->component)
                                      : (a->at > b->at) - (a->at < b->at);
}

static PetscErrorCode find_components(const GudCondensed *c, const Rows *f, Components *o)
{
  int  *up = gud_alloc(sizeof(int) * (size_t)(c->num + 1)), num = 0;
  Pair *list = gud_alloc(sizeof *list * (size_t)(f->ptr[f->n] + 1));
  PetscFunctionBeginUser;
  for (int k = 0; k < c->num; k++) up[k] = k;
  for (long e = 0; e < c->num_entries; e++) {
    int a = root(up, c->i[e]), b = root(up, c->j[e]);
    if (a != b) up[a > b ? a : b] = a > b ? b : a;
  }
  o->of = gud_alloc(sizeof(int) * (size_t)(c->num + 1)), o->num = 0;
  for (int k = 0; k < c->num; k++) o->of[k] = root(up, k) == k ? o->num++ : o->of[root(up, k)];
  for (PetscInt r = 0; r < f->n; r++)
    for (PetscInt k = f->ptr[r]; k < f->ptr[r + 1]; k++) list[num++] = (Pair){o->of[f->col[k]], (int)r};
  qsort(list, (size_t)num, sizeof *list, by_component);
  o->ptr = gud_alloc(sizeof(int) * (size_t)(o->num + 2)), o->at = gud_alloc(sizeof(int) * (size_t)(num + 1));
  int kept = 0;
  for (int k = 0, next = 0; k < o->num; k++) {
    o->ptr[k] = kept;
    for (; next < num && list[next].component == k; next++)
      if (kept == o->ptr[k] || o->at[kept - 1] != list[next].at) o->at[kept++] = list[next].at;
    o->ptr[k + 1] = kept;
  }
  free(up), free(list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void free_components(Components *o)
{
  free(o->of), free(o->ptr), free(o->at);
}

/* Blocks -F T^-1 E of all components, one after the other, each square and row-major. size: how many numbers */
static PetscErrorCode blocks(GudCondensed *c, const Rows *f, const Rows *ft, const Components *o,
                             const long *first, double *value)
{
  int most = 0;
  PetscFunctionBeginUser;
  for (int k = 0; k < o->num; k++) {
    int n = o->ptr[k + 1] - o->ptr[k];
    if (n <= MOST && n > most) most = n;
  }
  for (int l = 0; l < most; l++) {
    memset(c->s, 0, sizeof(double) * (size_t)c->num);
    for (int k = 0; k < o->num; k++) {
      int n = o->ptr[k + 1] - o->ptr[k];
      if (n > MOST || l >= n) continue;
      int at = o->at[o->ptr[k] + l]; /* column of E: row of its transpose */
      for (PetscInt e = ft->ptr[at]; e < ft->ptr[at + 1]; e++)
        if (o->of[ft->col[e]] == k) c->s[ft->col[e]] = ft->v[e];
    }
    PetscCall(GudLinearSolve(c->T, c->s, c->v));
    for (int k = 0; k < o->num; k++) {
      int n = o->ptr[k + 1] - o->ptr[k];
      if (n > MOST || l >= n) continue;
      for (int m = 0; m < n; m++) {
        int    at = o->at[o->ptr[k] + m];
        double x  = 0;
        for (PetscInt e = f->ptr[at]; e < f->ptr[at + 1]; e++)
          if (o->of[f->col[e]] == k) x += f->v[e] * c->v[f->col[e]];
        value[first[k] + (long)m * n + l] = -x;
      }
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* S -= F T^-1 E (E1) */
static PetscErrorCode condense(GudCondensed *c)
{
  Rows       f, ft;
  Mat        Et, D;
  Components o;
  MPI_Comm   comm;
  PetscInt   own, first, last, *all;
  PetscFunctionBeginUser;
  PetscCall(PetscObjectGetComm((PetscObject)c->S, &comm));
  PetscCall(MatTranspose(c->E, MAT_INITIAL_MATRIX, &Et));
  PetscCall(open_rows(c->F, &f));
  PetscCall(open_rows(Et, &ft));
  PetscCall(find_components(c, &f, &o));
  long *begin = gud_alloc(sizeof(long) * (size_t)(o.num + 2)), num = 0;
  for (int k = 0; k < o.num; k++) {
    long n   = o.ptr[k + 1] - o.ptr[k];
    begin[k] = num, num += n > MOST ? 0 : n * n;
  }
  double *value = gud_alloc(sizeof(double) * (size_t)(num + 1));
  PetscCall(blocks(c, &f, &ft, &o, begin, value));
  /* numbers of interface unknowns among the plane ones: what is left without the others before them */
  PetscInt *row = gud_alloc(sizeof *row * (size_t)(c->num_interface + 1));
  for (int k = 0, before = 0; k < c->num_interface; k++) {
    while (before < c->num && c->other[before] < c->interface[k]) before++;
    row[k] = c->interface[k] - before;
  }
  PetscCall(MatGetLocalSize(c->S, &own, NULL));
  PetscCall(MatGetOwnershipRange(c->S, &first, &last));
  all          = gud_alloc(sizeof *all * (size_t)(2 * num + 1));
  double *mine = gud_alloc(sizeof(double) * (size_t)(num + 1));
  long    kept = 0;
  for (int k = 0; k < o.num; k++) {
    int n = o.ptr[k + 1] - o.ptr[k];
    for (int m = 0; m < n && n <= MOST; m++)
      for (int l = 0; l < n; l++) {
        PetscInt r = row[o.at[o.ptr[k] + m]];
        if (r < first || r >= last) continue;
        all[kept] = r, all[num + kept] = row[o.at[o.ptr[k] + l]],
        mine[kept++] = value[begin[k] + (long)m * n + l];
      }
  }
  PetscCall(MatCreate(comm, &D));
  PetscCall(MatSetSizes(D, own, own, PETSC_DETERMINE, PETSC_DETERMINE));
  PetscCall(MatSetType(D, MATAIJ));
  PetscCall(MatSetPreallocationCOO(D, kept, all, all + num));
  PetscCall(MatSetValuesCOO(D, mine, INSERT_VALUES));
  PetscCall(MatAXPY(c->S, 1, D, DIFFERENT_NONZERO_PATTERN));
  PetscCall(MatDestroy(&D));
  free(begin), free(value), free(row), free(all), free(mine);
  free_components(&o);
  PetscCall(close_rows(&f));
  PetscCall(close_rows(&ft));
  PetscCall(MatDestroy(&Et));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Vectors and scatters, once; the interface may change. */
static PetscErrorCode create_vectors(GudCondensed *c, Mat H)
{
  Vec all;
  IS  of;
  PetscFunctionBeginUser;
  PetscCall(MatCreateVecs(H, &all, NULL));
  if (!c->y) {
    PetscCall(VecCreateSeq(PETSC_COMM_SELF, c->num, &c->y));
    PetscCall(VecScatterCreate(all, c->all_others, c->y, NULL, &c->to_others));
    PetscCall(MatCreateVecs(c->S, &c->x[0], &c->x[1]));
    PetscCall(VecScatterCreate(all, c->plane, c->x[0], NULL, &c->to_plane));
  }
  PetscCall(VecDestroy(&c->at));
  PetscCall(VecScatterDestroy(&c->to_interface));
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, c->num_interface, &c->at));
  PetscCall(ISCreateGeneral(PETSC_COMM_SELF, c->num_interface, c->interface, PETSC_USE_POINTER, &of));
  PetscCall(VecScatterCreate(all, of, c->at, NULL, &c->to_interface));
  PetscCall(ISDestroy(&of));
  PetscCall(VecDestroy(&all));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* On several processes the products of multigrid, P^T A P, keep less beside their result than PETSc's own choice does: of 250 000
   quadrilaterals on two processes 469 MB for 552, most of it at the peak. The user's option is taken before that. */
static PetscErrorCode set_up(PC G)
{
  static const char name[] = "-matptap_via";
  PetscBool         given;
  PetscMPIInt       size;
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(PetscObjectComm((PetscObject)G), &size));
  PetscCall(PetscOptionsHasName(NULL, NULL, name, &given));
  if (size > 1 && !given) PetscCall(PetscOptionsSetValue(NULL, name, "allatonce"));
  PetscErrorCode e = PCSetUp(G);
  if (size > 1 && !given) PetscCall(PetscOptionsClearValue(NULL, name));
  PetscCall(e);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudCondensedSet(GudCondensed *c, Mat H, MatNullSpace near)
{
  PetscInt n, d;
  Mat      rows;
  Rows     e;
  IS       of;
  PetscFunctionBeginUser;
  PetscCall(MatGetSize(H, &n, NULL));
  PetscCall(MatGetBlockSize(H, &d));
  if (!c->num) {
    PetscCall(MatSetNearNullSpace(H, near));
    PetscCall(PCSetOperators(c->G, H, H));
    PetscCall(set_up(c->G));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(forget(c));
  PetscCall(GudMatWhole(H, c->all_others, NULL, &rows));
  PetscCall(open_rows(rows, &e));
  PetscCall(factorise(c, &e, n));
  PetscCall(close_rows(&e));
  PetscCall(MatDestroy(&rows));
  PetscCall(ISCreateGeneral(PETSC_COMM_SELF, c->num_interface, c->interface, PETSC_USE_POINTER, &of));
  PetscCall(GudMatWhole(H, of, c->all_others, &c->F));
  PetscCall(GudMatWhole(H, c->all_others, of, &c->E));
  PetscCall(ISDestroy(&of));
  PetscCall(MatCreateSubMatrix(H, c->plane, c->plane, MAT_INITIAL_MATRIX, &c->S));
  if (c->num_interface) PetscCall(condense(c));
  PetscCall(MatSetBlockSize(c->S, d));
  PetscCall(create_vectors(c, H));
  if (c->num_plane) {
    PetscCall(MatSetNearNullSpace(c->S, near));
    PetscCall(PCSetOperators(c->G, c->S, c->S));
    PetscCall(set_up(c->G));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- solution ---- */

PetscErrorCode GudCondensedApply(GudCondensed *c, Vec r, Vec z) /* (E2) */
{
  PetscScalar       *own, *y;
  const PetscScalar *at;
  PetscInt           first, last;
  PetscFunctionBeginUser;
  if (!c->num) {
    PetscCall(PCApply(c->G, r, z));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(VecScatterBegin(c->to_others, r, c->y, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecScatterEnd(c->to_others, r, c->y, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecGetArray(c->y, &y));
  memcpy(c->s, y, sizeof(double) * (size_t)c->num);
  PetscCall(GudLinearSolve(c->T, c->s, c->v)); /* T^-1 s */
  memcpy(y, c->v, sizeof(double) * (size_t)c->num);
  PetscCall(VecRestoreArray(c->y, &y));
  /* r - F T^-1 s, by the process that owns the unknown */
  PetscCall(VecCopy(r, z));
  PetscCall(VecGetOwnershipRange(z, &first, &last));
  PetscCall(MatMult(c->F, c->y, c->at));
  PetscCall(VecGetArrayRead(c->at, &at));
  PetscCall(VecGetArray(z, &own));
  for (int k = 0; k < c->num_interface; k++)
    if (c->interface[k] >= first && c->interface[k] < last) own[c->interface[k] - first] -= at[k];
  PetscCall(VecRestoreArray(z, &own));
  PetscCall(VecRestoreArrayRead(c->at, &at));
  PetscCall(VecScatterBegin(c->to_plane, z, c->x[0], INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecScatterEnd(c->to_plane, z, c->x[0], INSERT_VALUES, SCATTER_FORWARD));
  if (c->num_plane) PetscCall(PCApply(c->G, c->x[0], c->x[1]));
  PetscCall(VecScatterBegin(c->to_plane, c->x[1], z, INSERT_VALUES, SCATTER_REVERSE));
  PetscCall(VecScatterEnd(c->to_plane, c->x[1], z, INSERT_VALUES, SCATTER_REVERSE));
  /* y = T^-1 (s - E x) */
  PetscCall(VecScatterBegin(c->to_interface, z, c->at, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecScatterEnd(c->to_interface, z, c->at, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(MatMult(c->E, c->at, c->y));
  PetscCall(VecGetArrayRead(c->y, &at));
  for (int k = 0; k < c->num; k++) c->s[k] -= at[k];
  PetscCall(VecRestoreArrayRead(c->y, &at));
  PetscCall(GudLinearSolve(c->T, c->s, c->v));
  PetscCall(VecGetArray(z, &own));
  for (PetscInt k = 0; k < c->num_own; k++) own[c->other[c->place[k]] - first] = c->v[c->place[k]];
  PetscCall(VecRestoreArray(z, &own));
  PetscFunctionReturn(PETSC_SUCCESS);
}
