#include "system/assembly.h"

#include "system/put.h"

#include <stdlib.h>
#include <string.h>

/* ---- places ---- */

/* Rows of places: those of row r begin at start[r]; columns are global. */
typedef struct {
  PetscInt  num;
  size_t   *start;
  PetscInt *col;
} Rows;

static int by_number(const void *a, const void *b)
{
  PetscInt x = *(const PetscInt *)a, y = *(const PetscInt *)b;
  return (x > y) - (x < y);
}

/* Few numbers are mostly nearly in order. */
static void sort_few(PetscInt *x, size_t n)
{
  if (n > 200) {
    qsort(x, n, sizeof *x, by_number);
    return;
  }
  for (size_t i = 1; i < n; i++) {
    PetscInt y = x[i];
    size_t   k = i;
    for (; k && x[k - 1] > y; k--) x[k] = x[k - 1];
    x[k] = y;
  }
}

/* Each place once, in order. */
static void tidy(Rows *rows)
{
  size_t to = 0, from = 0;
  for (PetscInt r = 0; r < rows->num; r++) {
    size_t end = rows->start[r + 1], first = to;
    sort_few(rows->col + from, end - from);
    for (size_t k = from; k < end; k++)
      if (to == first || rows->col[to - 1] != rows->col[k]) rows->col[to++] = rows->col[k];
    from = end, rows->start[r + 1] = to;
  }
  rows->col = gud_resize(rows->col, sizeof *rows->col * (to + 1));
}

/* The places of this process by local rows. */
static Rows local_places(GudSystem *sys, GudPattern pattern)
{
  size_t *next = gud_alloc(sizeof *next * (size_t)(sys->n + 2));
  Rows    rows = {sys->n, next, NULL};
  GudPut  put  = {.count = next + 1};
  gud_system_places(sys, pattern, &put);
  for (int i = 0; i < sys->n; i++) next[i + 1] += next[i];
  rows.col   = gud_alloc(sizeof *rows.col * (next[sys->n] + 1));
  size_t *at = gud_alloc(sizeof *at * (size_t)(sys->n + 1));
  memcpy(at, next, sizeof *at * (size_t)sys->n);
  put = (GudPut){.at = at, .j = rows.col};
  gud_system_places(sys, pattern, &put);
  free(at);
  tidy(&rows);
  return rows;
}

/* ---- rows of others ---- */

static int owner_of(const GudSystem *sys, PetscInt position)
{
  int low = 0, high = sys->size;
  while (high - low > 1) {
    int mid = low + (high - low) / 2;
    if (sys->displs[mid] <= position) low = mid;
    else high = mid;
  }
  while (low + 1 < sys->size && sys->displs[low] + sys->counts[low] <= position) low++; /* empty ones */
  return low;
}

typedef struct {
  PetscInt position;
  int      local;
} Ghost;

static int by_position(const void *a, const void *b)
{
  const Ghost *x = a, *y = b;
  return (x->position > y->position) - (x->position < y->position);
}

/* What is sent to whom, {row, column} of every entry, and what comes. Rows of others are sorted by position, so that those of one
   process follow each other. */
typedef struct {
  Ghost    *ghost;
  int       num_ghosts;
  PetscInt *came; /* pairs */
  int       num_came;
} Exchange;

static PetscErrorCode exchange_places(GudSystem *sys, GudAssembly *a, const Rows *rows, Exchange *x)
{
  PetscInt first = sys->displs[sys->rank], *sent;
  int      size = sys->size, num = 0;
  PetscFunctionBeginUser;
  for (int i = 0; i < sys->n; i++) {
    int other = sys->pos[i] < first || sys->pos[i] >= first + a->num;
    if (other && rows->start[i + 1] > rows->start[i])
      *GUD_GROW(x->ghost, x->num_ghosts) = (Ghost){sys->pos[i], i};
  }
  if (x->num_ghosts) qsort(x->ghost, (size_t)x->num_ghosts, sizeof *x->ghost, by_position);
  a->to = gud_alloc(sizeof(int) * 4 * (size_t)size), a->from = a->to + size, a->to_at = a->from + size,
  a->from_at = a->to_at + size;
  for (int k = 0; k < x->num_ghosts; k++)
    num += (int)(rows->start[x->ghost[k].local + 1] - rows->start[x->ghost[k].local]);
  sent    = gud_alloc(sizeof *sent * 2 * (size_t)(num + 1));
  a->i[2] = gud_alloc(sizeof(PetscInt) * (size_t)(x->num_ghosts + 1));
  a->j[2] = gud_alloc(sizeof(PetscInt) * (size_t)(num + 1));
  num     = 0;
  for (int k = 0; k < x->num_ghosts; k++) {
    int local = x->ghost[k].local, owner = owner_of(sys, x->ghost[k].position);
    for (size_t e = rows->start[local]; e < rows->start[local + 1]; e++, num++)
      sent[2 * num] = x->ghost[k].position, sent[2 * num + 1] = a->j[2][num] = rows->col[e], a->to[owner]++;
    a->i[2][k + 1] = num;
  }
  a->num_sent = num;
  PetscCallMPI(MPI_Alltoall(a->to, 1, MPI_INT, a->from, 1, MPI_INT, sys->comm));
  for (int p = 0; p < size; p++) x->num_came += a->from[p];
  for (int p = 1; p < size; p++)
    a->to_at[p] = a->to_at[p - 1] + a->to[p - 1], a->from_at[p] = a->from_at[p - 1] + a->from[p - 1];
  x->came = gud_alloc(sizeof *x->came * 2 * (size_t)(x->num_came + 1));
  MPI_Datatype pair;
  PetscCallMPI(MPI_Type_contiguous(2, MPIU_INT, &pair));
  PetscCallMPI(MPI_Type_commit(&pair));
  PetscCallMPI(MPI_Alltoallv(sent, a->to, a->to_at, pair, x->came, a->from, a->from_at, pair, sys->comm));
  PetscCallMPI(MPI_Type_free(&pair));
  free(sent);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Own rows, with what the others add to them. */
static Rows own_places(const GudSystem *sys, const GudAssembly *a, const Rows *local, const Exchange *x)
{
  PetscInt first = sys->displs[sys->rank];
  Rows     own   = {a->num, gud_alloc(sizeof(size_t) * (size_t)(a->num + 2)), NULL};
  size_t  *next  = gud_alloc(sizeof *next * (size_t)(a->num + 2));
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < sys->n; i++) {
      PetscInt r = sys->pos[i] - first;
      if (r < 0 || r >= a->num) continue;
      for (size_t e = local->start[i]; e < local->start[i + 1]; e++)
        if (pass) own.col[next[r]++] = local->col[e];
        else next[r + 1]++;
    }
    for (int k = 0; k < x->num_came; k++) {
      PetscInt r = x->came[2 * k] - first;
      if (pass) own.col[next[r]++] = x->came[2 * k + 1];
      else next[r + 1]++;
    }
    if (pass) break;
    for (PetscInt r = 0; r < a->num; r++) next[r + 1] += next[r];
    memcpy(own.start, next, sizeof *next * (size_t)(a->num + 1));
    own.col = gud_alloc(sizeof *own.col * (next[a->num] + 1));
  }
  free(next);
  tidy(&own);
  return own;
}

static PetscInt find(const PetscInt *list, PetscInt low, PetscInt high, PetscInt x)
{
  while (high - low > 1) {
    PetscInt mid = low + (high - low) / 2;
    if (list[mid] <= x) low = mid;
    else high = mid;
  }
  return low;
}

/* Own rows split into own columns and those of others, which are then numbered in their order; the list of these. */
static PetscInt *split(GudAssembly *a, const Rows *own, PetscInt first, PetscInt *num_columns)
{
  size_t    num[2] = {0}, total = own->start[own->num];
  PetscInt *list, n             = 0;
  for (size_t e = 0; e < total; e++) num[own->col[e] < first || own->col[e] >= first + a->num]++;
  for (int k = 0; k < 2; k++) {
    a->i[k] = gud_alloc(sizeof(PetscInt) * (size_t)(a->num + 1));
    a->j[k] = gud_alloc(sizeof(PetscInt) * (num[k] + 1));
    a->v[k] = gud_alloc(sizeof(PetscScalar) * (num[k] + 1));
    num[k]  = 0;
  }
  for (PetscInt r = 0; r < a->num; r++) {
    for (size_t e = own->start[r]; e < own->start[r + 1]; e++) {
      int k             = own->col[e] < first || own->col[e] >= first + a->num;
      a->j[k][num[k]++] = own->col[e] - (k ? 0 : first);
    }
    a->i[0][r + 1] = (PetscInt)num[0], a->i[1][r + 1] = (PetscInt)num[1];
  }
  list = gud_alloc(sizeof *list * (num[1] + 1));
  memcpy(list, a->j[1], sizeof *list * num[1]);
  qsort(list, num[1], sizeof *list, by_number);
  for (size_t k = 0; k < num[1]; k++)
    if (!k || list[k] != list[k - 1]) list[n++] = list[k];
  *num_columns = n;
  return list;
}

/* Where this process's entries go, and those that come. */
static void map_places(GudSystem *sys, GudAssembly *a, const Exchange *x, const PetscInt *list,
                       PetscInt num_columns)
{
  PetscInt first = sys->displs[sys->rank];
  a->row         = gud_alloc(sizeof(PetscInt) * (size_t)(sys->n + 1));
  a->col         = gud_alloc(sizeof(PetscInt) * (size_t)(sys->n + 1));
  for (int i = 0; i < sys->n; i++) {
    PetscInt r    = sys->pos[i] - first;
    int      mine = r >= 0 && r < a->num;
    a->row[i]     = mine ? r : 0;
    a->col[i]     = mine ? r : -1 - (num_columns ? find(list, 0, num_columns, sys->pos[i]) : 0);
  }
  for (int k = 0; k < x->num_ghosts; k++) a->row[x->ghost[k].local] = -1 - k;
  a->target = gud_alloc(sizeof *a->target * (size_t)(x->num_came + 1));
  a->came   = gud_alloc(sizeof *a->came * (size_t)(x->num_came + 1));
  a->v[2]   = gud_alloc(sizeof *a->v[2] * (size_t)(a->num_sent + 1));
  for (int k = 0; k < x->num_came; k++) {
    PetscInt r = x->came[2 * k] - first, c = x->came[2 * k + 1];
    if (c >= first && c < first + a->num) a->target[k] = find(a->j[0], a->i[0][r], a->i[0][r + 1], c - first);
    else a->target[k] = -1 - find(a->j[1], a->i[1][r], a->i[1][r + 1], c);
  }
}

/* ---- the matrix ---- */

static PetscErrorCode destroy(void *p)
{
  GudAssembly *a = p;
  for (int k = 0; k < 3; k++) free(a->i[k]), free(a->j[k]), free(a->v[k]);
  free(a->row), free(a->col), free(a->to), free(a->target), free(a->came), free(a);
  return PETSC_SUCCESS;
}

/* The arrays are PETSc's to read and ours to keep: they live as long as the matrix. */
static PetscErrorCode matrix_of(GudSystem *sys, GudAssembly *a, Mat *A)
{
  PetscContainer keep;
  PetscInt       n = a->num;
  PetscFunctionBeginUser;
  if (a->size == 1) PetscCall(MatCreateSeqAIJWithArrays(a->comm, n, n, a->i[0], a->j[0], a->v[0], A));
  else
    PetscCall(MatCreateMPIAIJWithSplitArrays(a->comm, n, n, sys->num_unknowns, sys->num_unknowns, a->i[0],
                                             a->j[0], a->v[0], a->i[1], a->j[1], a->v[1], A));
  PetscCall(PetscContainerCreate(a->comm, &keep));
  PetscCall(PetscContainerSetPointer(keep, a));
  PetscCall(PetscContainerSetUserDestroy(keep, destroy));
  PetscCall(PetscObjectCompose((PetscObject)*A, "gudgeon", (PetscObject)keep));
  PetscCall(PetscContainerDestroy(&keep));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSystemCreateMat(GudSystem *sys, GudPattern pattern, Mat *A)
{
  GudAssembly *a    = gud_alloc(sizeof *a);
  Rows         rows = local_places(sys, pattern);
  PetscFunctionBeginUser;
  a->comm = sys->comm, a->size = sys->size, a->num = sys->counts[sys->rank], a->pos = sys->pos;
  if (a->size == 1) { /* the places are the rows of the matrix already */
    a->i[0] = gud_alloc(sizeof(PetscInt) * (size_t)(a->num + 1));
    for (int r = 0; r < a->num; r++) a->i[0][r + 1] = (PetscInt)rows.start[r + 1];
    a->j[0] = rows.col, a->v[0] = gud_alloc(sizeof(PetscScalar) * (rows.start[a->num] + 1));
    free(rows.start);
  } else { /* places in rows of other processes go there; own rows are split into own columns and others */
    Exchange x = {0};
    PetscInt num_columns, first = sys->displs[sys->rank];
    PetscCall(exchange_places(sys, a, &rows, &x));
    Rows own = own_places(sys, a, &rows, &x);
    free(rows.start), free(rows.col);
    PetscInt *list = split(a, &own, first, &num_columns);
    free(own.start), free(own.col);
    map_places(sys, a, &x, list, num_columns);
    free(list), free(x.ghost), free(x.came);
  }
  PetscCall(matrix_of(sys, a, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudAssemblyBegin(Mat A, GudAssembly **to)
{
  PetscContainer keep;
  PetscFunctionBeginUser;
  PetscCall(PetscObjectQuery((PetscObject)A, "gudgeon", (PetscObject *)&keep));
  PetscCheck(keep, PETSC_COMM_SELF, PETSC_ERR_ARG_WRONG, "the matrix was not made for this");
  PetscCall(PetscContainerGetPointer(keep, (void **)to));
  for (int k = 0; k < ((*to)->size > 1 ? 3 : 1); k++) {
    GudAssembly *a = *to;
    PetscInt     n = k < 2 ? a->i[k][a->num] : a->num_sent;
    memset(a->v[k], 0, sizeof *a->v[k] * (size_t)n);
    a->last[k] = 0;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The values were written past PETSc: what it has derived from them is old. */
static PetscErrorCode touch(Mat A)
{
  PetscScalar *v;
  PetscFunctionBeginUser;
  PetscCall(MatSeqAIJGetArray(A, &v));
  PetscCall(MatSeqAIJRestoreArray(A, &v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudAssemblyEnd(Mat A, GudAssembly *a)
{
  Mat own, others;
  int num = 0;
  PetscFunctionBeginUser;
  a->absolute = 0;
  if (a->size == 1) {
    PetscCall(touch(A));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCallMPI(
    MPI_Alltoallv(a->v[2], a->to, a->to_at, MPIU_SCALAR, a->came, a->from, a->from_at, MPIU_SCALAR, a->comm));
  for (int p = 0; p < a->size; p++) num += a->from[p];
  for (int k = 0; k < num; k++) {
    PetscInt t = a->target[k];
    if (t >= 0) a->v[0][t] += a->came[k];
    else a->v[1][-1 - t] += a->came[k];
  }
  PetscCall(MatMPIAIJGetSeqAIJ(A, &own, &others, NULL));
  PetscCall(touch(own));
  PetscCall(touch(others));
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY)); /* nothing is left to send */
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}
