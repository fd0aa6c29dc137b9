/* From a list of places to compressed columns, by two counting sorts: first by row, then by column. */
#include "linear/methods.h"
#include "base/diag.h"

#include <stdlib.h>

/* order[] sorted by key[], stable. `from` NULL: 0, 1, 2 ... */
static void counting_sort(int n, long num, const int *key, const int *from, int *order)
{
  long *next = gud_alloc(sizeof(long) * (size_t)(n + 1));
  for (long e = 0; e < num; e++) next[key[e] + 1]++;
  for (int k = 0; k < n; k++) next[k + 1] += next[k];
  for (long e = 0; e < num; e++) {
    int at                 = from ? from[e] : (int)e;
    order[next[key[at]]++] = at;
  }
  free(next);
}

void gud_columns_create(const GudPlaces *p, GudColumns *a)
{
  int *by_row = gud_alloc(sizeof(int) * (size_t)(p->num + 1)),
      *order  = gud_alloc(sizeof(int) * (size_t)(p->num + 1));
  counting_sort(p->n, p->num, p->i, NULL, by_row);
  counting_sort(p->n, p->num, p->j, by_row, order);
  free(by_row);
  a->n = p->n, a->num = p->num;
  a->ptr = gud_alloc(sizeof(int) * (size_t)(p->n + 1));
  a->row = gud_alloc(sizeof(int) * (size_t)(p->num + 1));
  a->map = gud_alloc(sizeof(int) * (size_t)(p->num + 1));
  int nz = 0, i = -1, j = -1;
  for (long k = 0; k < p->num; k++) {
    int e = order[k];
    if (p->i[e] != i || p->j[e] != j) {
      i = p->i[e], j = p->j[e];
      a->row[nz++]  = i;
      a->ptr[j + 1] = nz;
    }
    a->map[e] = nz - 1;
  }
  for (int k = 0; k < p->n; k++)
    if (a->ptr[k + 1] < a->ptr[k]) a->ptr[k + 1] = a->ptr[k]; /* an empty column */
  free(order);
}

void gud_columns_destroy(GudColumns *a)
{
  free(a->ptr), free(a->row), free(a->map);
}
