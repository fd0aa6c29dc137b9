/* Entries of the system matrix: the same traversal lists the places once and the values ever after. */
#ifndef GUD_PUT_H
#define GUD_PUT_H

#include "system/assembly.h"

/* Values go into a list, v, or to their places in a matrix. Places go into a list, i and j, or are counted by rows, or their
   columns follow each other by rows, from at[] on; else they are counted only. */
typedef struct {
  PetscScalar *v;
  GudAssembly *to;
  PetscInt    *i, *j;
  size_t      *count, *at;
  const int   *pos;
  PetscCount   n;
} GudPut;

static inline int gud_put_values(const GudPut *p)
{
  return p->v || p->to;
}

static inline void gud_put_place(GudPut *p, int i, int j)
{
  PetscInt column = p->pos ? p->pos[j] : j;
  if (p->count) p->count[i]++;
  else if (p->at) p->j[p->at[i]++] = column;
  else if (p->i) p->i[p->n] = p->pos ? p->pos[i] : i, p->j[p->n] = column;
  p->n++;
}

static inline void gud_put(GudPut *p, int i, int j, double v)
{
  if (p->v) p->v[p->n++] = v;
  else if (p->to) gud_assembly_add(p->to, i, j, v);
  else gud_put_place(p, i, j);
}

/* For qsort: entries of a sparse matrix that begin with their row and column. */
static inline int gud_by_place(const void *a, const void *b)
{
  const int *x = a, *y = b;
  return x[0] != y[0] ? (x[0] > y[0]) - (x[0] < y[0]) : (x[1] > y[1]) - (x[1] < y[1]);
}

/* system/evaluated.c: all entries in their order. at: where values are taken; NULL: places only */
struct GudEvaluated;
void gud_system_traverse(GudSystem *sys, struct GudEvaluated *at, const GudPoint *p, GudCoef c, double sd,
                         GudPattern pattern, GudPut *put);
/* Lists the places of a pattern, or counts them. */
void gud_system_places(GudSystem *sys, GudPattern pattern, GudPut *put);

/* system/rotation.c */
void gud_rotation_tangent(GudSystem *sys, GudCoef c, double sd, GudPut *put);

/* system/rows.c */
void gud_rows_residual(const GudSystem *sys, const GudPoint *p, double *res);
/* Entries (row, coordinate) of Phi_q, or of its rate, from gradients in the form of sys->lin; of all rows */
void gud_rows_gradients(const GudSystem *sys, double (*lin)[12], GudPut *put);
/* cq_sd: factor of the second derivatives; they are left out of the MASS pattern */
void gud_rows_tangent(GudSystem *sys, const double *q, const double *lam, double cq_sd, GudPattern pattern,
                      GudPut *put);

#endif
