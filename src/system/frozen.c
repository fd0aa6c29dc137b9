/* Affine element forces as a matrix: frozen.h. */
#include "system/frozen.h"

#include "system/put.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  int    i, j;
  double A[18]; /* [K C] by columns */
} Block;

/* Blocks of one element; its forces at the start go to f0. */
static void add_element(const GudSystem *sys, const GudElement *e, Block **list, int *num, double *f0)
{
  enum { N = 3 * GUD_MAX_ELEMENT_VECTORS };
  static const double co[2][2]                      = {{1, 0}, {0, 1}};
  double              Q[GUD_MAX_ELEMENT_VECTORS][3] = {{0}}, Qt[GUD_MAX_ELEMENT_VECTORS][3] = {{0}}, *K[2],
         f[GUD_MAX_ELEMENT_VECTORS][3] = {{0}};
  int d = sys->dim, nv = e->type->num_vec, kd = gud_element_dim(e->type);
  for (int k = 0; k < nv; k++)
    for (int c = 0; c < d; c++) Q[k][c] = sys->model->start_q[d * e->vec[k] + c];
  e->type->residual(e->type, e->data, Q, Qt, f, NULL);
  for (int m = 0; m < 2; m++) {
    K[m] = gud_alloc(sizeof(double) * N * N);
    e->type->tangent(e->type, e->data, Q, Qt, co[m][0], co[m][1], K[m]);
  }
  for (int i = 0; i < nv; i++) {
    for (int c = 0; c < d; c++) f0[d * e->vec[i] + c] += f[i][c];
    for (int j = 0; j < nv; j++) {
      Block *b = GUD_GROW(*list, *num);
      b->i = e->vec[i], b->j = e->vec[j];
      for (int m = 0; m < 2; m++)
        for (int c = 0; c < d; c++)
          for (int k = 0; k < d; k++) b->A[d * (d * m + k) + c] = K[m][(kd * i + c) * kd * nv + kd * j + k];
    }
  }
  free(K[0]), free(K[1]);
}

GudFrozen *gud_frozen_create(const GudSystem *sys)
{
  const GudModel *m    = sys->model;
  GudFrozen      *z    = gud_alloc(sizeof *z);
  Block          *list = NULL;
  int             num = 0, d = sys->dim, size = 2 * d * d, at = 0;
  z->dim = d, z->num_vec = m->num_vec;
  z->f0 = gud_alloc(sizeof(double) * (size_t)(sys->nq + 1)),
  z->q0 = gud_alloc(sizeof(double) * (size_t)(sys->nq + 1));
  z->x  = gud_alloc(sizeof(double) * (size_t)(2 * sys->nq + 1));
  memcpy(z->q0, m->start_q, sizeof(double) * (size_t)sys->nq);
  for (int n = 0; n < m->num_elements; n++) {
    const GudElement *e = &m->elements[n];
    if (!e->type->residual) continue;
    if (e->type->linear && e->type->linear(e->type, e->data)) add_element(sys, e, &list, &num, z->f0);
    else *GUD_GROW(z->others, z->num_others) = n;
  }
  if (num) qsort(list, (size_t)num, sizeof *list, gud_by_place);
  z->row = gud_alloc(sizeof(int) * (size_t)(m->num_vec + 1));
  z->col = gud_alloc(sizeof(int) * (size_t)(num + 1));
  z->A   = gud_alloc(sizeof(double) * (size_t)(size * num + 1));
  for (int k = 0; k < num; k++) {
    if (!k || list[k].i != list[k - 1].i || list[k].j != list[k - 1].j)
      z->col[at++] = list[k].j, z->row[list[k].i + 1]++;
    for (int c = 0; c < size; c++) z->A[size * (at - 1) + c] += list[k].A[c];
  }
  for (int i = 0; i < m->num_vec; i++) z->row[i + 1] += z->row[i];
  free(list);
  return z;
}

void gud_frozen_destroy(GudFrozen *z)
{
  if (!z) return;
  free(z->row), free(z->col), free(z->A), free(z->f0), free(z->q0), free(z->x), free(z->others), free(z);
}

/* Sizes that are constants let the compiler unroll; K and C are summed apart, for two shorter chains of additions. */
static inline void multiply(const GudFrozen *z, const int d, double *r)
{
  for (int i = 0; i < z->num_vec; i++) {
    double Kx[3] = {0}, Cv[3] = {0};
    for (int k = z->row[i]; k < z->row[i + 1]; k++) {
      const double *A = z->A + 2 * d * d * k, *x = z->x + 2 * d * z->col[k];
      for (int e = 0; e < d; e++)
        for (int c = 0; c < d; c++) Kx[c] += A[d * e + c] * x[e], Cv[c] += A[d * (d + e) + c] * x[d + e];
    }
    for (int c = 0; c < d; c++) r[d * i + c] += z->f0[d * i + c] + Kx[c] + Cv[c];
  }
}

void gud_frozen_forces(GudFrozen *z, const double *q, const double *v, double *r)
{
  int d = z->dim;
  if (!z->row[z->num_vec]) return;
  for (int i = 0; i < z->num_vec; i++)
    for (int c = 0; c < d; c++) {
      z->x[2 * d * i + c]     = q[d * i + c] - z->q0[d * i + c];
      z->x[2 * d * i + d + c] = v[d * i + c];
    }
  if (d == 2) multiply(z, 2, r);
  else multiply(z, 3, r);
}
