/* Inverse metric and condensed constraint rows: schur.h. */
#include "system/schur.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_BLOCK = GUD_MAX_ELEMENT_VECTORS };

/* ---- (C1) ---- */

static int root_of(int *parent, int i)
{
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

/* Inverse of a symmetric positive matrix by Gauss and Jordan, in place. 0: it is not positive. */
static int invert(int n, double *A)
{
  for (int p = 0; p < n; p++) {
    double d = A[p * n + p];
    if (!(d > 0)) return 0;
    A[p * n + p] = 1;
    for (int j = 0; j < n; j++) A[p * n + j] /= d;
    for (int i = 0; i < n; i++) {
      double c = A[i * n + p];
      if (i == p) continue;
      A[i * n + p] = 0;
      for (int j = 0; j < n; j++) A[i * n + j] -= c * A[p * n + j];
    }
  }
  return 1;
}

static const char *invert_mass(GudSchur *s)
{
  const GudSystem *sys = s->sys;
  int              nv  = sys->model->num_vec, member[MAX_BLOCK], *root, *size, *next, *place;
  size_t           n   = sizeof(int) * (size_t)(nv + 1);
  const char      *why = NULL;
  double           A[MAX_BLOCK * MAX_BLOCK];
  root = gud_alloc(n), size = gud_alloc(n), next = gud_alloc(n), place = gud_alloc(n), s->irow = gud_alloc(n);
  for (int i = 0; i < nv; i++) root[i] = i, next[i] = -1;
  for (int i = 0; i < nv; i++)
    for (int k = sys->mrow[i]; k < sys->mrow[i + 1]; k++)
      if (sys->mval[k] != 0) root[root_of(root, i)] = root_of(root, sys->mcol[k]);
  for (int i = nv - 1; i >= 0; i--) { /* the members of a block are a list that begins at its root */
    int r = root_of(root, i);
    size[r]++;
    if (r != i) next[i] = next[r], next[r] = i;
  }
  for (int i = 0; i < nv; i++) {
    int num        = size[root_of(root, i)];
    s->irow[i + 1] = s->irow[i] + num;
    if (num > MAX_BLOCK)
      why = "trial_and_error needs masses that couple few coordinates (meshes: mass: lumped)";
  }
  s->icol = gud_alloc(sizeof(int) * (size_t)(s->irow[nv] + 1));
  s->ival = gud_alloc(sizeof(double) * (size_t)(s->irow[nv] + 1));
  for (int i = 0; i < nv && !why; i++) {
    int num = 0;
    if (root[i] != i) continue;
    for (int j = i; j >= 0; j = next[j]) place[j] = num, member[num++] = j;
    memset(A, 0, sizeof(double) * (size_t)(num * num));
    for (int a = 0; a < num; a++)
      for (int k = sys->mrow[member[a]]; k < sys->mrow[member[a] + 1]; k++)
        if (sys->mval[k] != 0) A[a * num + place[sys->mcol[k]]] = sys->mval[k];
    if (!invert(num, A)) why = "trial_and_error needs a mass at every coordinate";
    for (int a = 0; a < num; a++)
      for (int b = 0; b < num; b++) {
        s->icol[s->irow[member[a]] + b] = member[b];
        s->ival[s->irow[member[a]] + b] = A[a * num + b];
      }
  }
  free(root), free(size), free(next), free(place);
  return why;
}

static void invert_scales(GudSchur *s)
{
  const GudSystem *sys = s->sys;
  int              nv  = sys->model->num_vec;
  s->irow              = gud_alloc(sizeof(int) * (size_t)(nv + 1));
  s->icol              = gud_alloc(sizeof(int) * (size_t)(nv + 1));
  s->ival              = gud_alloc(sizeof(double) * (size_t)(nv + 1));
  for (int i = 0; i < nv; i++) {
    double w   = sys->weight[sys->dim * i];
    s->icol[i] = i, s->irow[i + 1] = i + 1, s->ival[i] = 1 / (w * w);
  }
}

/* Sizes that are constants let the compiler unroll: the functions named _in are for 2 and for 3 components. */
static inline void inverse_metric_in(const GudSchur *s, const int d, const double *f, double *a)
{
  int nv = s->sys->model->num_vec;
  for (int i = 0; i < nv; i++) {
    double x[3] = {0};
    for (int k = s->irow[i]; k < s->irow[i + 1]; k++)
      for (int c = 0; c < d; c++) x[c] += s->ival[k] * f[d * s->icol[k] + c];
    for (int c = 0; c < d; c++) a[d * i + c] = x[c];
  }
}

void gud_schur_inverse_metric(const GudSchur *s, const double *f, double *a)
{
  if (s->sys->dim == 2) inverse_metric_in(s, 2, f, a);
  else inverse_metric_in(s, 3, f, a);
}

/* ---- (C2), the pattern ---- */

/* Entry of `vec` among those from `from` on; a new one if there is none. */
static int entry(int **list, int *num, int from, int vec)
{
  for (int k = from; k < *num; k++)
    if ((*list)[k] == vec) return k;
  *GUD_GROW(*list, *num) = vec;
  return *num - 1;
}

static void list_entries(GudSchur *s)
{
  const GudSystem *sys = s->sys;
  for (int i = 0; i < sys->nr; i++) {
    const GudMap *map = sys->rows[i].part;
    for (int part = 0; part < GUD_ROW_PARTS; part++)
      for (int k = map[part].first; k < map[part].first + map[part].num; k++)
        s->slot[k] = entry(&s->gvec, &s->num_g, s->gfirst[i], sys->terms[k].vec);
    s->gfirst[i + 1] = s->num_g;
    for (int g = s->gfirst[i]; g < s->num_g; g++)
      for (int k = s->irow[s->gvec[g]]; k < s->irow[s->gvec[g] + 1]; k++) {
        int w                         = entry(&s->wvec, &s->num_w, s->wfirst[i], s->icol[k]);
        *GUD_GROW(s->mix, s->num_mix) = (GudMix){w, g, s->ival[k]};
      }
    s->wfirst[i + 1] = s->num_w;
  }
}

/* Rows that share a coordinate vector of W: for every vector the rows that have it in G (they have it in W, too). */
typedef struct {
  int *first, *row;
} RowsOfVectors;

static RowsOfVectors rows_of_vectors(const GudSchur *s)
{
  int           nv = s->sys->model->num_vec;
  RowsOfVectors o  = {gud_alloc(sizeof(int) * (size_t)(nv + 2)),
                      gud_alloc(sizeof(int) * (size_t)(s->num_g + 1))};
  for (int g = 0; g < s->num_g; g++) o.first[s->gvec[g] + 2]++;
  for (int i = 0; i < nv; i++) o.first[i + 2] += o.first[i + 1];
  for (int i = 0; i < s->sys->nr; i++)
    for (int g = s->gfirst[i]; g < s->gfirst[i + 1]; g++) o.row[o.first[s->gvec[g] + 1]++] = i;
  return o;
}

/* Neighbours follow each other: breadth first, every connected part from the first row of it. */
static void order_rows(GudSchur *s, const RowsOfVectors *of)
{
  int   nr = s->sys->nr, num = 0;
  char *seen = gud_alloc((size_t)(nr + 1));
  for (int i = 0; i < nr; i++) {
    if (seen[i]) continue;
    seen[i] = 1, s->order[num++] = i;
    for (int k = num - 1; k < num; k++)
      for (int w = s->wfirst[s->order[k]]; w < s->wfirst[s->order[k] + 1]; w++)
        for (int r = of->first[s->wvec[w]]; r < of->first[s->wvec[w] + 1]; r++)
          if (!seen[of->row[r]]) seen[of->row[r]] = 1, s->order[num++] = of->row[r];
  }
  free(seen);
}

static void list_pairs(GudSchur *s, const RowsOfVectors *of)
{
  int *place = gud_alloc(sizeof(int) * (size_t)(s->sys->nr + 1));
  for (int k = 0; k < s->sys->nr; k++) place[s->order[k]] = k;
  for (int k = 0; k < s->sys->nr; k++) {
    int i       = s->order[k];
    s->first[k] = k;
    for (int w = s->wfirst[i]; w < s->wfirst[i + 1]; w++)
      for (int r = of->first[s->wvec[w]]; r < of->first[s->wvec[w] + 1]; r++)
        if (place[of->row[r]] < s->first[k]) s->first[k] = place[of->row[r]];
    s->start[k + 1] = s->start[k] + k - s->first[k] + 1;
    for (int w = s->wfirst[i]; w < s->wfirst[i + 1]; w++)
      for (int r = of->first[s->wvec[w]]; r < of->first[s->wvec[w] + 1]; r++) {
        int j = of->row[r];
        if (place[j] > k) continue;
        for (int g = s->gfirst[j]; g < s->gfirst[j + 1]; g++)
          if (s->gvec[g] == s->wvec[w])
            *GUD_GROW(s->pair, s->num_pair) = (GudPair){s->start[k] + place[j] - s->first[k], g, w};
      }
  }
  free(place);
}

GudSchur *gud_schur_create(GudSystem *sys, GudMetric metric, const char **why)
{
  GudSchur *s = gud_alloc(sizeof *s);
  size_t    n = sizeof(int) * (size_t)(sys->nr + 1);
  s->sys      = sys;
  *why        = NULL;
  if (metric == GUD_METRIC_MASS) *why = invert_mass(s);
  else invert_scales(s);
  if (*why) {
    gud_schur_destroy(s);
    return NULL;
  }
  s->gfirst = gud_alloc(n), s->wfirst = gud_alloc(n), s->order = gud_alloc(n), s->first = gud_alloc(n);
  s->start = gud_alloc(n), s->slot = gud_alloc(sizeof(int) * (size_t)(sys->num_terms + 1));
  list_entries(s);
  RowsOfVectors of = rows_of_vectors(s);
  order_rows(s, &of);
  list_pairs(s, &of);
  free(of.first), free(of.row);
  s->G = gud_alloc(sizeof *s->G * (size_t)(s->num_g + 1));
  s->W = gud_alloc(sizeof *s->W * (size_t)(s->num_w + 1));
  s->L = gud_alloc(sizeof(double) * (size_t)(s->start[sys->nr] + 1));
  s->y = gud_alloc(sizeof(double) * (size_t)(sys->nr + 1));
  return s;
}

void gud_schur_destroy(GudSchur *s)
{
  if (!s) return;
  free(s->irow), free(s->icol), free(s->ival), free(s->gfirst), free(s->gvec), free(s->wfirst), free(s->wvec);
  free(s->G), free(s->W), free(s->slot), free(s->mix), free(s->pair), free(s->order), free(s->first);
  free(s->start), free(s->L), free(s->y), free(s);
}

/* ---- (C2), the values ---- */

/* L L^T in place; the diagonal of L is kept inverted. */
static int cholesky(GudSchur *s)
{
  s->least = 1;
  for (int i = 0; i < s->sys->nr; i++) {
    double *Li = s->L + s->start[i] - s->first[i], whole = Li[i], d = whole + s->soften * whole;
    for (int j = s->first[i]; j < i; j++) {
      const double *Lj = s->L + s->start[j] - s->first[j];
      double        x  = Li[j];
      for (int m = s->first[i] > s->first[j] ? s->first[i] : s->first[j]; m < j; m++) x -= Li[m] * Lj[m];
      Li[j] = x * Lj[j];
      d -= Li[j] * Li[j];
    }
    if (!(d > fmax(1e-14, 1e-2 * s->soften) * whole)) return 0;
    s->least = fmin(s->least, d / whole);
    Li[i]    = 1 / sqrt(d);
  }
  return 1;
}

int gud_schur_factor(GudSchur *s, const double *q)
{
  GudSystem *sys = s->sys;
  int        d   = sys->dim;
  gud_system_linearise(sys, q);
  memset(s->G, 0, sizeof *s->G * (size_t)s->num_g);
  memset(s->W, 0, sizeof *s->W * (size_t)s->num_w);
  memset(s->L, 0, sizeof(double) * (size_t)s->start[sys->nr]);
  for (int i = 0; i < sys->nr; i++) {
    const GudMap *map = sys->rows[i].part;
    for (int part = 0; part < GUD_ROW_PARTS; part++)
      for (int k = map[part].first; k < map[part].first + map[part].num; k++) {
        GudTerm t = sys->terms[k];
        t.vec     = 0; /* G is stored by entries, not by coordinates */
        gud_term_apply_back(d, &t, sys->lin[i] + 3 * part, s->G[s->slot[k]]);
      }
  }
  for (int k = 0; k < s->num_mix; k++)
    for (int c = 0; c < d; c++) s->W[s->mix[k].w][c] += s->mix[k].m * s->G[s->mix[k].g][c];
  for (int k = 0; k < s->num_pair; k++) {
    const double *g = s->G[s->pair[k].g], *w = s->W[s->pair[k].w];
    s->L[s->pair[k].at] += g[0] * w[0] + g[1] * w[1] + (d == 3 ? g[2] * w[2] : 0);
  }
  return cholesky(s);
}

static inline void rows_in(const GudSchur *s, const int d, const double *x, double *y)
{
  for (int i = 0; i < s->sys->nr; i++) {
    double sum = 0;
    for (int g = s->gfirst[i]; g < s->gfirst[i + 1]; g++)
      for (int c = 0; c < d; c++) sum += s->G[g][c] * x[d * s->gvec[g] + c];
    y[i] = sum;
  }
}

void gud_schur_rows(const GudSchur *s, const double *x, double *y)
{
  if (s->sys->dim == 2) rows_in(s, 2, x, y);
  else rows_in(s, 3, x, y);
}

void gud_schur_solve(GudSchur *s, double *b)
{
  int     nr = s->sys->nr;
  double *y  = s->y;
  for (int i = 0; i < nr; i++) {
    const double *Li = s->L + s->start[i] - s->first[i];
    double        x  = b[s->order[i]];
    for (int j = s->first[i]; j < i; j++) x -= Li[j] * y[j];
    y[i] = x * Li[i];
  }
  for (int i = nr - 1; i >= 0; i--) {
    const double *Li = s->L + s->start[i] - s->first[i];
    double        x  = y[i] * Li[i];
    for (int j = s->first[i]; j < i; j++) y[j] -= Li[j] * x;
    b[s->order[i]] = x;
  }
}

static inline void back_in(const GudSchur *s, const int d, double c, const double *l, double *x)
{
  for (int i = 0; i < s->sys->nr; i++) {
    double f = c * l[i];
    for (int w = s->wfirst[i]; w < s->wfirst[i + 1]; w++)
      for (int k = 0; k < d; k++) x[d * s->wvec[w] + k] += f * s->W[w][k];
  }
}

void gud_schur_back(const GudSchur *s, double c, const double *l, double *x)
{
  if (s->sys->dim == 2) back_in(s, 2, c, l, x);
  else back_in(s, 3, c, l, x);
}
