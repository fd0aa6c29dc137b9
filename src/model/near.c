#include "model/near.h"

#include "base/vec3.h"

#include <stdlib.h>
#include <string.h>

static const double BESIDE = 0.5;

typedef struct {
  double low;
  int    element;
} Entry;

typedef struct {
  double away;
  int    element;
} Found;

static int by_low(const void *a, const void *b)
{
  const Entry *x = a, *y = b;
  return x->low != y->low ? (x->low > y->low) - (x->low < y->low)
                          : (x->element > y->element) - (x->element < y->element);
}

static int by_number(const void *a, const void *b)
{
  const int *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

/* Box around the nodes of an element at the start; of a beam: around its ends. */
static void box_of(const GudModel *m, const GudElement *e, double lo[3], double hi[3])
{
  int line = e->type->cell->dim == 1, step = line ? e->type->per_node : 1, num = line ? 2 : e->type->num_vec;
  for (int c = 0; c < 3; c++) lo[c] = INFINITY, hi[c] = -INFINITY;
  lo[2] = m->dim == 2 ? 0 : lo[2], hi[2] = m->dim == 2 ? 0 : hi[2];
  for (int k = 0; k < num; k++)
    for (int c = 0; c < m->dim; c++) {
      double x = m->start_q[m->dim * e->vec[step * k] + c];
      lo[c] = fmin(lo[c], x), hi[c] = fmax(hi[c], x);
    }
}

static double size_of(const GudElement *e, const double lo[3], const double hi[3])
{
  double d[3] = {hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2]};
  return e->type->cell->dim == 1 ? gud_norm_real(d) : fmax(d[0], d[1]);
}

/* Distance of r from the chord of a beam, by its length */
static double from_chord(const GudModel *m, const GudElement *e, const double r[3])
{
  double a[3] = {0}, t[3] = {0}, d[3], l, s;
  for (int c = 0; c < m->dim; c++) {
    a[c] = m->start_q[m->dim * e->vec[0] + c];
    t[c] = m->start_q[m->dim * e->vec[e->type->per_node] + c] - a[c];
  }
  for (int c = 0; c < 3; c++) d[c] = r[c] - a[c];
  l = gud_dot_real(t, t);
  s = fmin(fmax(gud_dot_real(d, t) / l, 0), 1);
  for (int c = 0; c < 3; c++) d[c] -= s * t[c];
  return gud_norm_real(d) / sqrt(l);
}

static double away(const GudModel *m, const GudElement *e, const double r[3])
{
  double lo[3], hi[3], out = 0;
  if (e->type->cell->dim == 1) return from_chord(m, e, r);
  box_of(m, e, lo, hi);
  for (int c = 0; c < 2; c++) out = fmax(out, fmax(lo[c] - r[c], r[c] - hi[c]));
  return out / size_of(e, lo, hi);
}

static GudNear *create(const GudModel *m, const GudBody *b)
{
  GudNear *n     = gud_alloc(sizeof *n);
  Entry   *entry = gud_alloc(sizeof *entry * (size_t)b->num_elements);
  double   lo[3], hi[3], all_lo[3] = {INFINITY, INFINITY, INFINITY},
                       all_hi[3] = {-INFINITY, -INFINITY, -INFINITY};
  n->num                         = b->num_elements;
  for (int e = 0; e < n->num; e++) {
    box_of(m, &m->elements[b->element + e], lo, hi);
    for (int c = 0; c < 3; c++) all_lo[c] = fmin(all_lo[c], lo[c]), all_hi[c] = fmax(all_hi[c], hi[c]);
  }
  for (int c = 1; c < m->dim; c++)
    if (all_hi[c] - all_lo[c] > all_hi[n->axis] - all_lo[n->axis]) n->axis = c;
  for (int e = 0; e < n->num; e++) {
    box_of(m, &m->elements[b->element + e], lo, hi);
    entry[e]  = (Entry){lo[n->axis], b->element + e};
    n->widest = fmax(n->widest, hi[n->axis] - lo[n->axis]);
    n->size   = fmax(n->size, size_of(&m->elements[b->element + e], lo, hi));
  }
  qsort(entry, (size_t)n->num, sizeof *entry, by_low);
  n->element = gud_alloc(sizeof *n->element * (size_t)n->num);
  n->low     = gud_alloc(sizeof *n->low * (size_t)n->num);
  for (int e = 0; e < n->num; e++) n->element[e] = entry[e].element, n->low[e] = entry[e].low;
  free(entry);
  return n;
}

void gud_near_destroy(GudNear *n)
{
  if (!n) return;
  free(n->element), free(n->low), free(n);
}

/* How many begin before x */
static int before(const GudNear *n, double x)
{
  int from = 0, to = n->num;
  while (from < to) {
    int half = from + (to - from) / 2;
    if (n->low[half] < x) from = half + 1;
    else to = half;
  }
  return from;
}

int *gud_near_elements(const GudModel *m, int body, const double r[3], int *num)
{
  GudBody *b    = &m->bodies[body];
  int     *list = NULL, count = 0;
  Found   *found   = NULL;
  double   nearest = INFINITY;
  *num             = 0;
  if (b->num_elements <= GUD_NEAR_FEW) {
    list = gud_alloc(sizeof *list * (size_t)(b->num_elements + 1));
    for (int e = 0; e < b->num_elements; e++) list[(*num)++] = b->element + e;
    return list;
  }
  if (!b->near) b->near = create(m, b);
  GudNear *n  = b->near;
  int      up = before(n, r[n->axis]), down = up - 1;
  /* outwards in both directions, as long as the gap along the axis alone leaves room for a nearer one */
  while (up < n->num || down >= 0) {
    double above = up < n->num ? (n->low[up] - r[n->axis]) / n->size : INFINITY;
    double below = down >= 0 ? (r[n->axis] - n->low[down] - n->widest) / n->size : INFINITY;
    if (fmin(above, below) > nearest + BESIDE) break;
    int    e = n->element[down < 0 || (up < n->num && above < below) ? up++ : down--];
    double d = away(m, &m->elements[e], r);
    nearest  = fmin(nearest, d);
    n->looked++;
    if (d <= nearest + BESIDE) *GUD_GROW(found, count) = (Found){d, e};
  }
  list = gud_alloc(sizeof *list * (size_t)(count + 1));
  for (int k = 0; k < count; k++)
    if (found[k].away <= nearest + BESIDE) list[(*num)++] = found[k].element;
  free(found);
  qsort(list, (size_t)*num, sizeof *list, by_number);
  return list;
}
