/* Dense block elimination along the tree of tree.c (a multifrontal LU, Duff and Reid 1983, with explicit inverses).

   The front of a block with pivots 1 and later unknowns 2 is the sum of its entries and of what its children leave:
     [ A11 A12 ]      (B1) D = A11^-1     Gauss-Jordan, rows exchanged within the block
     [ A21  S  ]      (B2) W = D A12
                      (B3) S = S - A21 W  goes to the parent
   Solution of A x = b, forwards and backwards over the blocks:
     (B4) x1 = D b1,   b2 = b2 - A21 x1         (B5) x1 = x1 - W x2
   The inverse costs a little more than triangular factors, and its products have no chain of dependent operations: on
   blocks of 12 that is twice as fast in the solve.
   Pivots are searched within a block only. A pivot below `tiny` of the largest entry of its row ends the attempt. Below
   `small`, the result is tried: the backward error of A x = A (1 ... 1) must be below `accurate`. Otherwise the caller takes
   another method.
   Complex values: real and imaginary parts in two arrays (planes), products of matrices by four real ones. */
#include "linear/dense.h"
#include "linear/methods.h"
#include "linear/tree.h"
#include "model/diag.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const double tiny = 1e-15, small = 1e-6, accurate = 1e-11;

/* Arrays of a block: D at `at`, A21 behind it, W behind that; padded columns. */
typedef struct {
  int  ldp, ldr;
  int  before; /* how many of the later unknowns are pivots of the parent */
  long at, s;  /* s: place of S among those that wait */
} Arrays;

/* One factorisation: planes of numbers; [1] only in complex ones. */
typedef struct {
  double *f[2], *s[2]; /* arrays of all blocks; S of those whose parents wait */
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
  double         *x[2], *a[2],
    *b[2];     /* vector in the order of elimination; a copy of A12, or a gathered vector; another */
  double *row; /* largest entry of each row of D and W */
  int    *pivot;
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
  if (x >= p) return a->at + (long)a->ldp * p + (x - p) + (long)y * a->ldr; /* A21 */
  if (y >= p) return a->at + (long)(a->ldp + a->ldr) * p + x + (long)(y - p) * a->ldp;
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
    k->size += (long)(a->ldp + a->ldr) * f->p + (long)a->ldp * f->r;
    while (a->before < f->r && t->place[f->rows + a->before] < t->blocks[f->parent].p) a->before++;
  }
  k->size_s = place_updates(k);
  if (k->size > INT_MAX) return k;
  k->target = gud_alloc(sizeof(int) * (size_t)(places->num + 1));
  for (long e = 0; e < places->num; e++) k->target[e] = (int)target_of(k, places->i[e], places->j[e]);
  long room = (long)gud_padded(t->largest) * t->largest;
  for (int q = 0; q < 2; q++) {
    k->x[q] = aligned(k, t->n + GUD_LANES);
    k->a[q] = aligned(k, room), k->b[q] = aligned(k, gud_padded(t->largest));
  }
  k->row   = aligned(k, gud_padded(t->largest));
  k->pivot = gud_alloc(sizeof(int) * (size_t)(t->largest + 1));
  return k;
}

void gud_blocks_destroy(GudBlocks *k)
{
  if (!k) return;
  for (int i = 0; i < k->num_raw; i++) free(k->raw[i]);
  free(k->arrays), free(k->child), free(k->sibling), free(k->target), free(k->pivot);
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
      lower = f + a->at + (long)a->ldp * p + (long)place[j] * a->ldr;
    } else {
      upper = f + a->at + (long)(a->ldp + a->ldr) * p + (long)(place[j] - p) * a->ldp;
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

/* (B1) in place; *ratio: the smallest pivot beside the largest entry of its row. 0: too small. */
static int invert(GudBlocks *k, int planes, int p, int ld, double *const D[2], double *ratio)
{
  double *const c[2] = {k->a[0], k->a[1]}, *const t[2] = {k->b[0], k->b[1]}; /* pivot column, pivot row */
  for (int l = 0; l < p; l++) {
    int    at   = l;
    double most = -1;
    for (int i = l; i < p; i++) {
      double size = magnitude(planes, D, i + (long)l * ld);
      if (size > most) most = size, at = i;
    }
    if (!(most > tiny * k->row[at])) return 0;
    if (most < *ratio * k->row[at]) *ratio = most / k->row[at];
    k->pivot[l] = at;
    if (at != l) {
      exchange(&k->row[l], &k->row[at]);
      for (int q = 0; q < planes; q++)
        for (int j = 0; j < p; j++) exchange(&D[q][l + (long)j * ld], &D[q][at + (long)j * ld]);
    }
    double re = D[0][l + (long)l * ld], im = planes == 2 ? D[1][l + (long)l * ld] : 0,
           size = re * re + im * im, d[2] = {planes == 2 ? re / size : 1 / re, planes == 2 ? -im / size : 0};
    for (int q = 0; q < planes; q++) {
      memcpy(c[q], D[q] + (long)l * ld, sizeof(double) * (size_t)ld);
      c[q][l] = 0;
    }
    for (int j = 0; j < p; j++) {
      double x = D[0][l + (long)j * ld], y = planes == 2 ? D[1][l + (long)j * ld] : 0;
      t[0][j] = d[0] * x - d[1] * y, t[1][j] = d[0] * y + d[1] * x;
    }
    t[0][l] = d[0], t[1][l] = d[1];
    for (int q = 0; q < planes; q++) memset(D[q] + (long)l * ld, 0, sizeof(double) * (size_t)ld);
    multiply(k->dense, planes, ld, p, 1, -1, c, ld, t, 1, D, ld);
    for (int q = 0; q < planes; q++)
      for (int j = 0; j < p; j++) D[q][l + (long)j * ld] = t[q][j];
  }
  for (int l = p - 1; l >= 0; l--) /* exchanged rows of A11 are exchanged columns of its inverse */
    if (k->pivot[l] != l)
      for (int q = 0; q < planes; q++)
        for (int i = 0; i < ld; i++) exchange(&D[q][i + (long)l * ld], &D[q][i + (long)k->pivot[l] * ld]);
  return 1;
}

/* Largest entry of each row of D and A12. */
static void row_sizes(GudBlocks *k, int planes, const GudBlock *f, int ld, double *const D[2],
                      double *const W[2])
{
  double *row = k->row;
  memset(row, 0, sizeof(double) * (size_t)ld);
  for (int q = 0; q < planes; q++)
    for (int part = 0; part < 2; part++)
      for (int j = 0; j < (part ? f->r : f->p); j++) {
        const double *x = (part ? W[q] : D[q]) + (long)j * ld;
        for (int i = 0; i < ld; i++) row[i] = fabs(x[i]) > row[i] ? fabs(x[i]) : row[i];
      }
}

/* The entries stand in the arrays. 0: a pivot was too small. */
static int eliminate(GudBlocks *k, int planes, double *ratio)
{
  Planes *x = &k->factor[planes - 1];
  *ratio    = 1;
  for (int b = 0; b < k->tree.num; b++) {
    const GudBlock *f = &k->tree.blocks[b];
    const Arrays   *a = &k->arrays[b];
    double         *D[2], *L[2], *W[2], *S[2];
    for (int q = 0; q < planes; q++) {
      D[q] = x->f[q] + a->at, L[q] = D[q] + (long)a->ldp * f->p, W[q] = L[q] + (long)a->ldr * f->p;
      S[q] = x->s[q] + a->s;
      memset(S[q], 0, sizeof(double) * (size_t)a->ldr * (size_t)f->r);
      for (int c = k->child[b]; c >= 0; c = k->sibling[c]) add_child(k, x->f[q], x->s[q], b, c);
    }
    row_sizes(k, planes, f, a->ldp, D, W);
    if (!invert(k, planes, f->p, a->ldp, D, ratio)) return 0;
    for (int q = 0; q < planes; q++) {
      memcpy(k->a[q], W[q], sizeof(double) * (size_t)a->ldp * (size_t)f->r);
      memset(W[q], 0, sizeof(double) * (size_t)a->ldp * (size_t)f->r);
    }
    multiply(k->dense, planes, a->ldp, f->r, f->p, 1, D, a->ldp, k->a, a->ldp, W, a->ldp); /* (B2) */
    multiply(k->dense, planes, a->ldr, f->r, f->p, -1, L, a->ldr, W, a->ldp, S, a->ldr);   /* (B3) */
  }
  return 1;
}

static void clear(GudBlocks *k, int planes)
{
  Planes *x = &k->factor[planes - 1];
  for (int q = 0; q < planes; q++) {
    if (!x->f[q]) x->f[q] = aligned(k, k->size), x->s[q] = aligned(k, k->size_s);
    else memset(x->f[q], 0, sizeof(double) * (size_t)k->size);
  }
}

/* ---- solution ---- */

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

/* k->x is replaced by the solution */
static void substitute(GudBlocks *k, int planes)
{
  const Planes *z = &k->factor[planes - 1];
  const int    *rows;
  for (int b = 0; b < k->tree.num; b++) { /* (B4) */
    const GudBlock *f = &k->tree.blocks[b];
    const Arrays   *a = &k->arrays[b];
    double         *D[2], *L[2], *x[2];
    rows = k->tree.rows + f->rows;
    for (int q = 0; q < planes; q++) {
      D[q] = z->f[q] + a->at, L[q] = D[q] + (long)a->ldp * f->p, x[q] = k->x[q] + f->first;
      memset(k->a[q], 0, sizeof(double) * (size_t)a->ldp);
      memset(k->b[q], 0, sizeof(double) * (size_t)a->ldr);
    }
    apply(k->dense, planes, a->ldp, f->p, 1, D, a->ldp, x, k->a);
    apply(k->dense, planes, a->ldr, f->p, -1, L, a->ldr, k->a, k->b);
    for (int q = 0; q < planes; q++) {
      memcpy(x[q], k->a[q], sizeof(double) * (size_t)f->p);
      for (int i = 0; i < f->r; i++) k->x[q][rows[i]] += k->b[q][i];
    }
  }
  for (int b = k->tree.num - 1; b >= 0; b--) { /* (B5) */
    const GudBlock *f = &k->tree.blocks[b];
    const Arrays   *a = &k->arrays[b];
    double         *W[2];
    if (!f->r) continue;
    rows = k->tree.rows + f->rows;
    for (int q = 0; q < planes; q++) {
      W[q] = z->f[q] + a->at + (long)(a->ldp + a->ldr) * f->p;
      for (int i = 0; i < f->r; i++) k->b[q][i] = k->x[q][rows[i]];
      memset(k->a[q], 0, sizeof(double) * (size_t)a->ldp);
    }
    apply(k->dense, planes, a->ldp, f->r, -1, W, a->ldp, k->b, k->a);
    for (int q = 0; q < planes; q++)
      for (int i = 0; i < f->p; i++) k->x[q][f->first + i] += k->a[q][i];
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

/* Backward error of A x = A (1 ... 1): |A x - b| against |A| |x| + |b|, the worst row. v: values, planes of them apart by
   `stride` doubles. */
static double backward_error(GudBlocks *k, int planes, const double *v, int stride)
{
  const GudPlaces *p = &k->places;
  int              n = p->n;
  double *left = gud_alloc(sizeof(double) * (size_t)(5 * n + 1)), *size = left + 2 * n, *x = size + n,
         worst  = 0;
  const int *at = k->tree.position;
  for (int pass = 0; pass < 2; pass++) { /* b = A 1; then b - A x */
    for (int i = 0; i < n; i++) {
      x[i]     = pass ? -k->x[0][at[i]] : 1;
      x[n + i] = pass && planes == 2 ? -k->x[1][at[i]] : 0;
    }
    for (long e = 0; e < p->num; e++) {
      double re = v[e * stride], im = planes == 2 ? v[e * stride + 1] : 0, xr = x[p->j[e]],
             xi = x[n + p->j[e]];
      left[p->i[e]] += re * xr - im * xi, left[n + p->i[e]] += re * xi + im * xr;
      size[p->i[e]] += (fabs(re) + fabs(im)) * (fabs(xr) + fabs(xi));
    }
    if (pass) break;
    for (int i = 0; i < n; i++) {
      k->x[0][at[i]] = left[i];
      if (planes == 2) k->x[1][at[i]] = left[n + i];
    }
    substitute(k, planes);
  }
  for (int i = 0; i < n; i++) {
    double e = (fabs(left[i]) + fabs(left[n + i])) / (size[i] > 0 ? size[i] : 1);
    if (!(e <= worst)) worst = e;
  }
  free(left);
  return worst;
}

int gud_blocks_factor(GudBlocks *k, const double *values)
{
  double ratio, *f;
  clear(k, 1);
  f = k->factor[0].f[0];
  for (long e = 0; e < k->places.num; e++) f[k->target[e]] += values[e];
  return eliminate(k, 1, &ratio) && (ratio > small || backward_error(k, 1, values, 1) < accurate);
}

int gud_blocks_factor_complex(GudBlocks *k, const double _Complex *values)
{
  double ratio, *re, *im;
  clear(k, 2);
  re = k->factor[1].f[0], im = k->factor[1].f[1];
  for (long e = 0; e < k->places.num; e++)
    re[k->target[e]] += creal(values[e]), im[k->target[e]] += cimag(values[e]);
  return eliminate(k, 2, &ratio) &&
         (ratio > small || backward_error(k, 2, (const double *)values, 2) < accurate);
}
