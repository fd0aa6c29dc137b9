/* Dense block elimination along the tree of tree.c (a multifrontal LU, Duff and Reid 1983).

   The front of a block with pivots 1 and later unknowns 2 is the sum of its entries and of what its children leave:
     [ A11 A12 ]      (B1) P A11 = L U       rows exchanged within the block; kept are L^-1 and U^-1
     [ A21  S  ]      (B2) V = L^-1 P A12,   R = A21 U^-1
                      (B3) S = S - R V       goes to the parent
   Solution of A x = b, forwards and backwards over the blocks:
     (B4) y1 = L^-1 P b1,   b2 = b2 - R y1         (B5) x1 = U^-1 (y1 - V x2)
   Products with inverse triangles have no chain of dependent operations: they are twice as fast as substitution on blocks of
   12, and as accurate unless the triangles are ill-conditioned beyond their scaling by rows (Du Croz and Higham 1992). A full inverse of
   A11 is not: with stiff beams it loses as many digits as A11 has condition.
   Pivots are searched within a block only. A pivot below `tiny` of the largest entry of its row ends the attempt. Every
   factorisation is tried: it solves A x = b for a known x, with b from the blocks before the elimination. An error below
   `close` is good enough for Newton and for refinement; else the backward error must be below `accurate`: the matrix is then as
   ill-conditioned as that, and no other method would do better. Otherwise the caller takes another method.
   Complex values: real and imaginary parts in two arrays (planes), products of matrices by four real ones. */
#include "linear/dense.h"
#include "linear/methods.h"
#include "linear/tree.h"
#include "base/diag.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const double tiny = 1e-15, close = 1e-6, accurate = 1e-10;

/* Arrays of a block, with padded columns, one behind the other from `at`: A11 and then U^-1; L^-1; A21 and then R; A12 and then
   V. */
typedef struct {
  int  ldp, ldr;
  int  before; /* how many of the later unknowns are pivots of the parent */
  long at, s;  /* s: place of S among those that wait */
} Arrays;

/* One factorisation: planes of numbers; [1] only in complex ones. */
typedef struct {
  double *f[2], *s[2]; /* arrays of all blocks; S of those whose parents wait */
  int    *order;       /* n: P of all blocks, row of A11 at each place */
} Planes;

struct GudBlocks {
  GudTree         tree;
  Arrays         *arrays;
  int            *child, *sibling; /* lists; -1 ends them */
  GudPlaces       places;          /* the caller's */
  int            *target;          /* of each entry in the arrays */
  long            size, size_s;
  const GudDense *dense;
  Planes          factor[2]; /* real, complex */
  /* work: a vector in the order of elimination; the right-hand side of the trial; a copy of A12 or a gathered vector; another */
  double *x[2], *y[2], *a[2], *b[2];
  double *row;     /* largest entry of each row of A11 and A12 */
  double *raw[16]; /* what to free */
  int     num_raw;
};

/* ---- storage ---- */

/* Zeros, at a multiple of 64 bytes. */
static double *aligned(GudBlocks *k, long num)
{
  double *raw          = gud_alloc(sizeof(double) * (size_t)num + 128);
  k->raw[k->num_raw++] = raw;
  return (double *)(((uintptr_t)raw + 63) / 64 * 64);
}

/* Where S of each block lies while its parent waits for it: first fit among those that wait. */
static long place_updates(GudBlocks *k)
{
  const GudTree *t       = &k->tree;
  int           *waiting = gud_alloc(sizeof(int) * (size_t)(t->num + 1)), num = 0; /* sorted by place */
  long           most = 0;
  for (int b = 0; b < t->num; b++) {
    long need = (long)k->arrays[b].ldr * t->blocks[b].r, at = 0;
    for (int l = 0; l < num; l++) {
      const Arrays *o = &k->arrays[waiting[l]];
      if (o->s - at >= need) break;
      at = o->s + (long)o->ldr * t->blocks[waiting[l]].r;
    }
    k->arrays[b].s = at;
    if (at + need > most) most = at + need;
    int kept = 0, slot = 0;
    for (int l = 0; l < num; l++)
      if (t->blocks[waiting[l]].parent != b) waiting[kept++] = waiting[l];
    num = kept;
    if (t->blocks[b].parent < 0) continue;
    while (slot < num && k->arrays[waiting[slot]].s < at) slot++;
    memmove(waiting + slot + 1, waiting + slot, sizeof(int) * (size_t)(num - slot));
    waiting[slot] = b, num++;
  }
  free(waiting);
  return most;
}

/* Where entry (i, j) is added. */
static long target_of(const GudBlocks *k, int i, int j)
{
  const GudTree *t  = &k->tree;
  int            pi = t->position[i], pj = t->position[j], b = t->block[pi < pj ? pi : pj];
  const Arrays  *a = &k->arrays[b];
  int            x = gud_tree_place(t, b, pi), y = gud_tree_place(t, b, pj), p = t->blocks[b].p;
  if (x >= p) return a->at + 2L * a->ldp * p + (x - p) + (long)y * a->ldr;
  if (y >= p) return a->at + (2L * a->ldp + a->ldr) * p + x + (long)(y - p) * a->ldp;
  return a->at + x + (long)y * a->ldp;
}

GudBlocks *gud_blocks_create(const GudPlaces *places)
{
  GudBlocks *k = gud_alloc(sizeof *k);
  GudTree   *t = &k->tree;
  gud_tree_create(places, t);
  k->places  = *places;
  k->dense   = gud_dense();
  k->arrays  = gud_alloc(sizeof *k->arrays * (size_t)(t->num + 1));
  k->child   = gud_alloc(sizeof(int) * (size_t)(t->num + 1));
  k->sibling = gud_alloc(sizeof(int) * (size_t)(t->num + 1));
  for (int b = 0; b < t->num; b++) k->child[b] = -1;
  for (int b = t->num - 1; b >= 0; b--) {
    const GudBlock *f = &t->blocks[b];
    if (f->parent >= 0) k->sibling[b] = k->child[f->parent], k->child[f->parent] = b;
  }
  for (int b = 0; b < t->num; b++) {
    const GudBlock *f = &t->blocks[b];
    Arrays         *a = &k->arrays[b];
    a->ldp = gud_padded(f->p), a->ldr = gud_padded(f->r), a->at = k->size;
    k->size += (2L * a->ldp + a->ldr) * f->p + (long)a->ldp * f->r;
    while (a->before < f->r && t->place[f->rows + a->before] < t->blocks[f->parent].p) a->before++;
  }
  k->size_s = place_updates(k);
  if (k->size > INT_MAX) return k;
  k->target = gud_alloc(sizeof(int) * (size_t)(places->num + 1));
  for (long e = 0; e < places->num; e++) k->target[e] = (int)target_of(k, places->i[e], places->j[e]);
  long room = (long)gud_padded(t->largest) * t->largest;
  for (int q = 0; q < 2; q++) {
    k->x[q] = aligned(k, t->n + GUD_LANES), k->y[q] = aligned(k, t->n + GUD_LANES);
    k->a[q] = aligned(k, room), k->b[q] = aligned(k, gud_padded(t->largest));
  }
  k->row = aligned(k, gud_padded(t->largest));
  return k;
}

void gud_blocks_destroy(GudBlocks *k)
{
  if (!k) return;
  for (int i = 0; i < k->num_raw; i++) free(k->raw[i]);
  free(k->arrays), free(k->child), free(k->sibling), free(k->target);
  free(k->factor[0].order), free(k->factor[1].order);
  gud_tree_destroy(&k->tree);
  free(k);
}

double gud_blocks_cost(const GudBlocks *k)
{
  return k->size > INT_MAX ? INFINITY : k->tree.cost + 1e-9 * (double)(k->places.num + k->size);
}

void gud_blocks_describe(const GudBlocks *k, int *num, int *largest)
{
  *num = k->tree.num, *largest = 0;
  for (int b = 0; b < k->tree.num; b++)
    if (k->tree.blocks[b].p > *largest) *largest = k->tree.blocks[b].p;
}

/* ---- factorisation ---- */

/* C += s A B in `planes` planes */
static void multiply(const GudDense *d, int planes, int m, int n, int k, double s, double *const A[2],
                     int lda, double *const B[2], int ldb, double *const C[2], int ldc)
{
  d->multiply(m, n, k, s, A[0], lda, B[0], ldb, C[0], ldc);
  if (planes == 1) return;
  d->multiply(m, n, k, -s, A[1], lda, B[1], ldb, C[0], ldc);
  d->multiply(m, n, k, s, A[0], lda, B[1], ldb, C[1], ldc);
  d->multiply(m, n, k, s, A[1], lda, B[0], ldb, C[1], ldc);
}

/* y += s A x in planes */
static void apply(const GudDense *d, int planes, int m, int n, double s, double *const A[2], int lda,
                  double *const x[2], double *const y[2])
{
  d->apply(m, n, s, A[0], lda, x[0], y[0]);
  if (planes == 1) return;
  d->apply(m, n, -s, A[1], lda, x[1], y[0]);
  d->apply(m, n, s, A[0], lda, x[1], y[1]);
  d->apply(m, n, s, A[1], lda, x[0], y[1]);
}

/* y += A x of an inverse triangle in planes */
static void triangle(const GudDense *d, int planes, int upper, int m, int n, double *const A[2], int lda,
                     double *const x[2], double *const y[2])
{
  void (*f)(int, int, double, const double *, int, const double *, double *) = upper ? d->apply_upper
                                                                                     : d->apply_lower;
  f(m, n, 1, A[0], lda, x[0], y[0]);
  if (planes == 1) return;
  f(m, n, -1, A[1], lda, x[1], y[0]);
  f(m, n, 1, A[0], lda, x[1], y[1]);
  f(m, n, 1, A[1], lda, x[0], y[1]);
}

/* What child c leaves, added to the front of block b. Places ascend: the first `before` are among the pivots of b. */
static void add_child(const GudBlocks *k, double *f, double *s, int b, int c)
{
  const GudBlock *front = &k->tree.blocks[b], *child = &k->tree.blocks[c];
  const Arrays   *a = &k->arrays[b], *from = &k->arrays[c];
  const int      *place = k->tree.place + child->rows;
  int             p = front->p, before = from->before, last = child->r - 1;
  int             whole = last >= 0 && place[last] - place[0] == last; /* places without gaps */
  for (int j = 0; j < child->r; j++) {
    const double *x = s + from->s + (long)j * from->ldr;
    double       *upper, *lower; /* column of the front, its pivots and its later rows */
    if (place[j] < p) {
      upper = f + a->at + (long)place[j] * a->ldp;
      lower = f + a->at + 2L * a->ldp * p + (long)place[j] * a->ldr;
    } else {
      upper = f + a->at + (2L * a->ldp + a->ldr) * p + (long)(place[j] - p) * a->ldp;
      lower = s + a->s + (long)(place[j] - p) * a->ldr;
    }
    if (whole) {
      double *u = upper + place[0], *l = before < child->r ? lower + place[before] - p : NULL;
      for (int i = 0; i < before; i++) u[i] += x[i];
      for (int i = before; i < child->r; i++) l[i - before] += x[i];
    } else {
      for (int i = 0; i < before; i++) upper[place[i]] += x[i];
      for (int i = before; i < child->r; i++) lower[place[i] - p] += x[i];
    }
  }
}

static double magnitude(int planes, double *const D[2], long at)
{
  return planes == 1 ? fabs(D[0][at]) : fabs(D[0][at]) + fabs(D[1][at]);
}

static void exchange(double *x, double *y)
{
  double t = *x;
  *x = *y, *y = t;
}

/* One step of (B1): column l of A, whose pivot is in row l. d: inverse of the pivot. Multiples of row l
   of A and of L^-1 so far are subtracted from the rows below. */
static void eliminate_column(GudBlocks *k, int planes, int p, int ld, int l, double *const A[2],
                             double *const N[2])
{
  double *const c[2] = {k->a[0], planes == 2 ? k->a[1] : NULL}, *const t[2] = {k->b[0],
                                                                               k->b[1]}; /* factors, a row */
  double re = A[0][l + (long)l * ld], im = planes == 2 ? A[1][l + (long)l * ld] : 0, size = re * re + im * im;
  double d[2] = {planes == 2 ? re / size : 1 / re, planes == 2 ? -im / size : 0};
  int    top = l / GUD_LANES * GUD_LANES, m = ld - top; /* rows above are finished */
  for (int q = 0; q < planes; q++) memset(c[q], 0, sizeof(double) * (size_t)m);
  for (int i = l + 1; i < p; i++) {
    double x = A[0][i + (long)l * ld], y = planes == 2 ? A[1][i + (long)l * ld] : 0;
    c[0][i - top] = d[0] * x - d[1] * y;
    if (planes == 2) c[1][i - top] = d[0] * y + d[1] * x;
  }
  double *to[2] = {A[0] + top + (long)(l + 1) * ld, planes == 2 ? A[1] + top + (long)(l + 1) * ld : NULL};
  for (int q = 0; q < planes; q++)
    for (int j = l + 1; j < p; j++) t[q][j - l - 1] = A[q][l + (long)j * ld];
  k->dense->rank_one(m, p - l - 1, (const double *const *)c, (const double *const *)t, to, ld);
  to[0] = N[0] + top, to[1] = planes == 2 ? N[1] + top : NULL;
  for (int q = 0; q < planes; q++)
    for (int j = 0; j <= l; j++) t[q][j] = N[q][l + (long)j * ld];
  k->dense->rank_one(m, l + 1, (const double *const *)c, (const double *const *)t, to, ld);
}

/* (B1): A becomes U, and what is below it is of no use; N, zero before, becomes L^-1; order P. 0: a pivot is too small beside the
   largest entry of its row. */
static int triangles(GudBlocks *k, int planes, int p, int ld, double *const A[2], double *const N[2],
                     int *order)
{
  for (int l = 0; l < p; l++) order[l] = l, N[0][l + (long)l * ld] = 1;
  for (int l = 0; l < p; l++) {
    int    at   = l;
    double most = -1;
    for (int i = l; i < p; i++) {
      double size = magnitude(planes, A, i + (long)l * ld);
      if (size > most) most = size, at = i;
    }
    if (!(most > tiny * k->row[at])) return 0;
    if (at != l) {
      int was   = order[l];
      order[l]  = order[at];
      order[at] = was;
      exchange(&k->row[l], &k->row[at]);
      for (int q = 0; q < planes; q++) {
        for (int j = l; j < p; j++) exchange(&A[q][l + (long)j * ld], &A[q][at + (long)j * ld]);
        for (int j = 0; j < l; j++) exchange(&N[q][l + (long)j * ld], &N[q][at + (long)j * ld]);
      }
    }
    eliminate_column(k, planes, p, ld, l, A, N);
  }
  return 1;
}

/* U of A is replaced by its inverse, column by column; what is below by zeros. */
static void invert_upper(GudBlocks *k, int planes, int p, int ld, double *const A[2])
{
  double *const u[2] = {k->a[0], k->a[1]};
  for (int j = 0; j < p; j++) {
    double *to[2] = {A[0] + (long)j * ld, planes == 2 ? A[1] + (long)j * ld : NULL};
    double  re = to[0][j], im = planes == 2 ? to[1][j] : 0, size = re * re + im * im;
    double  d[2] = {planes == 2 ? re / size : 1 / re, planes == 2 ? -im / size : 0};
    for (int i = 0; i < j; i++) { /* -u d: the column above the diagonal */
      double x = to[0][i], y = planes == 2 ? to[1][i] : 0;
      u[0][i] = -(d[0] * x - d[1] * y);
      if (planes == 2) u[1][i] = -(d[0] * y + d[1] * x);
    }
    for (int q = 0; q < planes; q++) memset(to[q], 0, sizeof(double) * (size_t)ld);
    triangle(k->dense, planes, 1, gud_padded(j), j, A, ld, u, to);
    for (int q = 0; q < planes; q++) to[q][j] = d[q];
  }
}

/* Largest entry of each row of A11 and A12. */
static void row_sizes(GudBlocks *k, int planes, const GudBlock *f, int ld, double *const A[2],
                      double *const W[2])
{
  double *row = k->row;
  memset(row, 0, sizeof(double) * (size_t)ld);
  for (int q = 0; q < planes; q++)
    for (int part = 0; part < 2; part++)
      for (int j = 0; j < (part ? f->r : f->p); j++) {
        const double *x = (part ? W[q] : A[q]) + (long)j * ld;
        for (int i = 0; i < ld; i++) row[i] = fabs(x[i]) > row[i] ? fabs(x[i]) : row[i];
      }
}

/* The entries are in the arrays. Returns 1; 0: a pivot was too small. */
static int eliminate(GudBlocks *k, int planes)
{
  Planes *x = &k->factor[planes - 1];
  for (int b = 0; b < k->tree.num; b++) {
    const GudBlock *f     = &k->tree.blocks[b];
    const Arrays   *a     = &k->arrays[b];
    int            *order = x->order + f->first;
    double         *A[2], *N[2], *R[2], *V[2], *S[2];
    for (int q = 0; q < planes; q++) {
      A[q] = x->f[q] + a->at, N[q] = A[q] + (long)a->ldp * f->p, R[q] = N[q] + (long)a->ldp * f->p;
      V[q] = R[q] + (long)a->ldr * f->p, S[q] = x->s[q] + a->s;
      memset(S[q], 0, sizeof(double) * (size_t)a->ldr * (size_t)f->r);
      for (int c = k->child[b]; c >= 0; c = k->sibling[c]) add_child(k, x->f[q], x->s[q], b, c);
    }
    row_sizes(k, planes, f, a->ldp, A, V);
    if (!triangles(k, planes, f->p, a->ldp, A, N, order)) return 0;
    invert_upper(k, planes, f->p, a->ldp, A);
    for (int q = 0; q < planes; q++) { /* P A12 */
      for (int j = 0; j < f->r; j++)
        for (int i = 0; i < f->p; i++) k->a[q][i + (long)j * a->ldp] = V[q][order[i] + (long)j * a->ldp];
      memset(V[q], 0, sizeof(double) * (size_t)a->ldp * (size_t)f->r);
    }
    multiply(k->dense, planes, a->ldp, f->r, f->p, 1, N, a->ldp, k->a, a->ldp, V, a->ldp); /* (B2) */
    for (int q = 0; q < planes; q++) {
      memcpy(k->a[q], R[q], sizeof(double) * (size_t)a->ldr * (size_t)f->p);
      memset(R[q], 0, sizeof(double) * (size_t)a->ldr * (size_t)f->p);
    }
    multiply(k->dense, planes, a->ldr, f->p, f->p, 1, k->a, a->ldr, A, a->ldp, R, a->ldr);
    multiply(k->dense, planes, a->ldr, f->r, f->p, -1, R, a->ldr, V, a->ldp, S, a->ldr); /* (B3) */
  }
  return 1;
}

static void clear(GudBlocks *k, int planes)
{
  Planes *x = &k->factor[planes - 1];
  if (!x->order) x->order = gud_alloc(sizeof(int) * (size_t)(k->tree.n + 1));
  for (int q = 0; q < planes; q++) {
    if (!x->f[q]) x->f[q] = aligned(k, k->size), x->s[q] = aligned(k, k->size_s);
    else memset(x->f[q], 0, sizeof(double) * (size_t)k->size);
  }
}

/* ---- solution ---- */

/* k->x is replaced by the solution */
static void substitute(GudBlocks *k, int planes)
{
  const Planes *z = &k->factor[planes - 1];
  const int    *rows;
  for (int b = 0; b < k->tree.num; b++) { /* (B4) */
    const GudBlock *f     = &k->tree.blocks[b];
    const Arrays   *a     = &k->arrays[b];
    const int      *order = z->order + f->first;
    double         *N[2], *R[2], *x[2];
    rows = k->tree.rows + f->rows;
    for (int q = 0; q < planes; q++) {
      N[q] = z->f[q] + a->at + (long)a->ldp * f->p, R[q] = N[q] + (long)a->ldp * f->p,
      x[q] = k->x[q] + f->first;
      for (int i = 0; i < f->p; i++) k->b[q][i] = x[q][order[i]];
      memset(k->a[q], 0, sizeof(double) * (size_t)a->ldp);
    }
    triangle(k->dense, planes, 0, a->ldp, f->p, N, a->ldp, k->b, k->a);
    for (int q = 0; q < planes; q++) {
      memcpy(x[q], k->a[q], sizeof(double) * (size_t)f->p);
      memset(k->b[q], 0, sizeof(double) * (size_t)a->ldr);
    }
    apply(k->dense, planes, a->ldr, f->p, -1, R, a->ldr, k->a, k->b);
    for (int q = 0; q < planes; q++)
      for (int i = 0; i < f->r; i++) k->x[q][rows[i]] += k->b[q][i];
  }
  for (int b = k->tree.num - 1; b >= 0; b--) { /* (B5) */
    const GudBlock *f = &k->tree.blocks[b];
    const Arrays   *a = &k->arrays[b];
    double         *M[2], *V[2], *x[2];
    rows = k->tree.rows + f->rows;
    for (int q = 0; q < planes; q++) {
      M[q] = z->f[q] + a->at, V[q] = M[q] + (2L * a->ldp + a->ldr) * f->p, x[q] = k->x[q] + f->first;
      for (int i = 0; i < f->r; i++) k->b[q][i] = k->x[q][rows[i]];
      for (int i = 0; i < f->p; i++) k->a[q][i] = x[q][i];
      for (int i = f->p; i < a->ldp; i++) k->a[q][i] = 0;
    }
    apply(k->dense, planes, a->ldp, f->r, -1, V, a->ldp, k->b, k->a);
    for (int q = 0; q < planes; q++) memset(k->b[q], 0, sizeof(double) * (size_t)a->ldp);
    triangle(k->dense, planes, 1, a->ldp, f->p, M, a->ldp, k->a, k->b);
    for (int q = 0; q < planes; q++) memcpy(x[q], k->b[q], sizeof(double) * (size_t)f->p);
  }
}

void gud_blocks_solve(GudBlocks *k, const double *b, double *x)
{
  const int *at = k->tree.position;
  for (int i = 0; i < k->tree.n; i++) k->x[0][at[i]] = b[i];
  substitute(k, 1);
  for (int i = 0; i < k->tree.n; i++) x[i] = k->x[0][at[i]];
}

void gud_blocks_solve_complex(GudBlocks *k, const double _Complex *b, double _Complex *x)
{
  const int *at = k->tree.position;
  for (int i = 0; i < k->tree.n; i++) k->x[0][at[i]] = creal(b[i]), k->x[1][at[i]] = cimag(b[i]);
  substitute(k, 2);
  for (int i = 0; i < k->tree.n; i++) x[i] = k->x[0][at[i]] + I * k->x[1][at[i]];
}

/* ---- the result, tried ---- */

/* x of the trial A x = b: numbers in [1, 2] without a pattern, so that rigid motions are not among them */
static double trial(int i)
{
  unsigned h = (unsigned)i * 2654435761u;
  return 1 + (double)(h >> 16) / 65536;
}

/* k->y = A x for the trial x, from the entries in the arrays before anything is eliminated. */
static void try_product(GudBlocks *k, int planes)
{
  const Planes *z = &k->factor[planes - 1];
  for (int i = 0; i < k->tree.n; i++) k->x[0][i] = trial(i);
  for (int q = 0; q < planes; q++) {
    memset(k->y[q], 0, sizeof(double) * (size_t)(k->tree.n + GUD_LANES));
    for (int b = 0; b < k->tree.num; b++) {
      const GudBlock *f    = &k->tree.blocks[b];
      const Arrays   *a    = &k->arrays[b];
      const int      *rows = k->tree.rows + f->rows;
      const double   *D = z->f[q] + a->at, *L = D + 2L * a->ldp * f->p, *W = L + (long)a->ldr * f->p;
      memset(k->a[0], 0, sizeof(double) * (size_t)a->ldp);
      memset(k->a[1], 0, sizeof(double) * (size_t)a->ldr);
      for (int i = 0; i < f->r; i++) k->b[0][i] = k->x[0][rows[i]];
      k->dense->apply(a->ldp, f->p, 1, D, a->ldp, k->x[0] + f->first, k->a[0]);
      k->dense->apply(a->ldp, f->r, 1, W, a->ldp, k->b[0], k->a[0]);
      k->dense->apply(a->ldr, f->p, 1, L, a->ldr, k->x[0] + f->first, k->a[1]);
      for (int i = 0; i < f->p; i++) k->y[q][f->first + i] += k->a[0][i];
      for (int i = 0; i < f->r; i++) k->y[q][rows[i]] += k->a[1][i];
    }
  }
}

/* Largest error of the trial; its solution is left in k->x. */
static double try_solution(GudBlocks *k, int planes)
{
  double worst = 0;
  for (int q = 0; q < planes; q++) memcpy(k->x[q], k->y[q], sizeof(double) * (size_t)k->tree.n);
  substitute(k, planes);
  for (int i = 0; i < k->tree.n; i++) {
    double e = fabs(k->x[0][i] - trial(i)) + (planes == 2 ? fabs(k->x[1][i]) : 0);
    if (!(e <= worst)) worst = e;
  }
  return worst;
}

/* Backward error of the trial: |A x - b| against |A| |x|, the worst row. v: values, complex ones in pairs. The error of x and the size
   of x are gathered first, in the order of the unknowns, and entries of one row are summed in registers: the loop over all entries took
   40 % of a factorisation without either. */
static double backward_error(const GudBlocks *k, int planes, const double *v)
{
  const GudPlaces *p    = &k->places;
  const int       *at   = k->tree.position;
  double          *left = gud_alloc(sizeof(double) * (size_t)(6 * p->n + 1)), *left_im = left + p->n,
         *size = left_im + p->n;
  double *re = size + p->n, *im = re + p->n, *x = im + p->n, worst = 0;
  for (int i = 0; i < p->n; i++) {
    re[i] = k->x[0][at[i]] - trial(at[i]), im[i] = planes == 2 ? k->x[1][at[i]] : 0;
    x[i] = fabs(k->x[0][at[i]]) + fabs(im[i]);
  }
  for (long e = 0; e < p->num;) { /* entries of a row follow each other within an element */
    int    row = p->i[e];
    double a = 0, b = 0, c = 0;
    for (; e < p->num && p->i[e] == row && planes == 1; e++) {
      int j = p->j[e];
      a += v[e] * re[j], c += fabs(v[e]) * x[j];
    }
    for (; e < p->num && p->i[e] == row; e++) {
      int    j = p->j[e];
      double y = v[2 * e], z = v[2 * e + 1];
      a += y * re[j] - z * im[j], b += y * im[j] + z * re[j];
      c += (fabs(y) + fabs(z)) * x[j];
    }
    left[row] += a, left_im[row] += b, size[row] += c;
  }
  for (int i = 0; i < p->n; i++) {
    double e = (fabs(left[i]) + fabs(left_im[i])) / (size[i] > 0 ? size[i] : 1);
    if (!(e <= worst)) worst = e;
  }
  free(left);
  return worst;
}

static int factorise(GudBlocks *k, int planes, const double *values)
{
  try_product(k, planes);
  return eliminate(k, planes) &&
         (try_solution(k, planes) < close || backward_error(k, planes, values) < accurate);
}

int gud_blocks_factor(GudBlocks *k, const double *values)
{
  clear(k, 1);
  double *f = k->factor[0].f[0];
  for (long e = 0; e < k->places.num; e++) f[k->target[e]] += values[e];
  return factorise(k, 1, values);
}

int gud_blocks_factor_complex(GudBlocks *k, const double _Complex *values)
{
  clear(k, 2);
  double *re = k->factor[1].f[0], *im = k->factor[1].f[1];
  for (long e = 0; e < k->places.num; e++)
    re[k->target[e]] += creal(values[e]), im[k->target[e]] += cimag(values[e]);
  return factorise(k, 2, (const double *)values);
}
