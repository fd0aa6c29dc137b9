/* Dependent constraint rows, found by sparse elimination of Phi_q.

   Rows are taken one by one, scaled to length one, and reduced by the pivots found so far (pivot of a row: of its large remaining
   entries, those above 0.3 of the largest, the one whose column comes in the fewest later rows, or the fill of a chain of n joints
   would be n^2/2):  u_i = (row_i/|row_i| - sum_k s_ik u_k)/pivot_i.  A row whose remaining entries are all below `tol` is a combination of earlier rows. Its
   coefficients, from which the report names the joints involved, follow by going back through the s_ik; carried along they would be
   as many as there are earlier rows in a chain. Cost: the fill of a row echelon form, small for mechanisms.
   tol = 1e-8: between the round-off of the elimination (1e-14 times its growth) and the geometric accuracy of a
   hand-written model file (a joint axis misaligned by 1e-8 rad counts as aligned). */
#include "system/put.h"

#include <stdlib.h>
#include <string.h>

static const double tol = 1e-8;

typedef struct {
  int     n;
  int    *col;
  double *val;
} SparseRow;

static void sparse_add(SparseRow *r, int col, double val)
{
  int n  = r->n;
  r->col = gud_grow(r->col, &n, sizeof(int)), n = r->n;
  r->val       = gud_grow(r->val, &n, sizeof(double));
  r->col[r->n] = col, r->val[r->n++] = val;
}

/* Dense accumulator with the list of touched places. */
typedef struct {
  double *x;
  char   *touched;
  int    *list, num;
} Accumulator;

static void accumulate(Accumulator *a, int i, double v)
{
  if (!a->touched[i]) a->touched[i] = 1, a->list[a->num++] = i;
  a->x[i] += v;
}

static Accumulator accumulator_create(int n)
{
  size_t s = (size_t)(n + 1);
  return (Accumulator){gud_alloc(s * sizeof(double)), gud_alloc(s), gud_alloc(s * sizeof(int)), 0};
}

static void accumulator_clear(Accumulator *a)
{
  for (int k = 0; k < a->num; k++) a->x[a->list[k]] = 0, a->touched[a->list[k]] = 0;
  a->num = 0;
}

static void accumulator_free(Accumulator *a)
{
  free(a->x), free(a->touched), free(a->list);
}

/* Rows of Phi_q from the matrix traversal: entries (row >= nq, col < nq). */
static SparseRow *jacobian_rows(GudSystem *sys, const double *q)
{
  SparseRow *J    = gud_alloc(sizeof *J * (size_t)(sys->nr + 1));
  int       *keep = sys->my_rows, num = sys->num_my_rows;
  int       *all  = gud_alloc(sizeof(int) * (size_t)(sys->nr + 1));
  double    *zero = gud_alloc(sizeof(double) * (size_t)(sys->nr + 1));
  for (int i = 0; i < sys->nr; i++) all[i] = i;
  sys->my_rows = all, sys->num_my_rows = sys->nr; /* every process examines all rows */
  GudPut count = {0};
  gud_rows_tangent(sys, q, zero, 0, GUD_PATTERN_MASS, &count);
  PetscInt *pi        = gud_alloc(sizeof *pi * (size_t)(count.n + 1)),
           *pj        = gud_alloc(sizeof *pj * (size_t)(count.n + 1));
  PetscScalar *v      = gud_alloc(sizeof *v * (size_t)(count.n + 1));
  GudPut       places = {.i = pi, .j = pj}, values = {.v = v};
  gud_rows_tangent(sys, q, zero, 0, GUD_PATTERN_MASS, &places);
  gud_rows_tangent(sys, q, zero, 0, GUD_PATTERN_MASS, &values);
  for (PetscCount k = 0; k < count.n; k++)
    if (pi[k] >= sys->nq && pj[k] < sys->nq && v[k] != 0) sparse_add(&J[pi[k] - sys->nq], (int)pj[k], v[k]);
  sys->my_rows = keep, sys->num_my_rows = num;
  free(all), free(zero), free(pi), free(pj), free(v);
  return J;
}

/* Row i, reduced to nothing, as a combination c of the scaled rows: c_i = 1, and what of each u_k is taken away goes to row k and to the
   u_l that u_k was made with. */
static void combine(const SparseRow *steps, const double *pivot, int i, Accumulator *c)
{
  accumulate(c, i, 1);
  for (int l = 0; l < steps[i].n; l++) accumulate(c, steps[i].col[l], -steps[i].val[l]);
  for (int k = i - 1; k >= 0; k--) {
    if (c->x[k] == 0) continue;
    c->x[k] /= pivot[k];
    for (int l = 0; l < steps[k].n; l++) accumulate(c, steps[k].col[l], -c->x[k] * steps[k].val[l]);
  }
}

/* The pivot among the touched places; -1: all are small. */
static int choose_pivot(const Accumulator *a, const int *later)
{
  int    best = -1;
  double big  = 0;
  for (int k = 0; k < a->num; k++) big = fmax(big, fabs(a->x[a->list[k]]));
  for (int k = 0; k < a->num && big > tol; k++) {
    int j = a->list[k];
    if (fabs(a->x[j]) >= 0.3 * big && (best < 0 || later[j] < later[best])) best = j;
  }
  return best;
}

PetscErrorCode GudSystemRank(GudSystem *sys, const double *q, GudRankReport *rep)
{
  PetscFunctionBeginUser;
  memset(rep, 0, sizeof *rep);
  SparseRow *J     = jacobian_rows(sys, q);
  SparseRow *steps = gud_alloc(sizeof *steps * (size_t)(sys->nr + 1)); /* s_ik */
  double    *pivot = gud_alloc(sizeof *pivot * (size_t)(sys->nr + 1));
  int *owner     = gud_alloc(sizeof(int) * (size_t)(sys->nq + 1)); /* row whose pivot is this column, or -1 */
  int  num_first = 0, num_row = 0;
  Accumulator a = accumulator_create(sys->nq), c = accumulator_create(sys->nr);
  int        *later = gud_alloc(sizeof(int) * (size_t)(sys->nq + 1)); /* rows to come that have this column */
  for (int j = 0; j < sys->nq; j++) owner[j] = -1;
  for (int i = 0; i < sys->nr; i++)
    for (int k = 0; k < J[i].n; k++) later[J[i].col[k]]++;
  for (int i = 0; i < sys->nr; i++) {
    double norm = 0;
    for (int k = 0; k < J[i].n; k++) later[J[i].col[k]]--;
    for (int k = 0; k < J[i].n; k++)
      accumulate(&a, J[i].col[k], J[i].val[k]); /* a column may come several times */
    for (int k = 0; k < a.num; k++) norm += a.x[a.list[k]] * a.x[a.list[k]];
    norm = sqrt(norm);
    for (int k = 0; k < a.num; k++) a.x[a.list[k]] /= norm > 0 ? norm : 1;
    /* a pivot row may bring in further pivot columns: the list grows while it is walked, and each column of an
       earlier pivot is eliminated when met; columns met before their pivot row was subtracted come again */
    for (int k = 0; k < a.num; k++) {
      int p = owner[a.list[k]];
      if (p < 0 || a.x[a.list[k]] == 0) continue;
      double s = a.x[a.list[k]];
      for (int l = 0; l < J[p].n; l++) accumulate(&a, J[p].col[l], -s * J[p].val[l]);
      sparse_add(&steps[i], p, s);
      a.x[a.list[k]] = 0;
      k              = -1; /* start again: fill may have revived a pivot column that was passed */
    }
    int best = choose_pivot(&a, later);
    if (best < 0) {
      *GUD_GROW(rep->dependent, rep->num_dependent) = i;
      *GUD_GROW(rep->first, num_first)              = num_row;
      combine(steps, pivot, i, &c);
      for (int k = 0; k < c.num; k++)
        if (fabs(c.x[c.list[k]]) > 1e-6) *GUD_GROW(rep->row, num_row) = c.list[k];
      accumulator_clear(&c);
    } else {
      pivot[i] = a.x[best];
      J[i].n   = 0;
      for (int k = 0; k < a.num; k++)
        if (fabs(a.x[a.list[k]]) > 1e-14) sparse_add(&J[i], a.list[k], a.x[a.list[k]] / pivot[i]);
      owner[best] = i;
      rep->rank++;
    }
    accumulator_clear(&a);
  }
  *GUD_GROW(rep->first, num_first) = num_row;
  for (int i = 0; i < sys->nr; i++) rep->fill += J[i].n + steps[i].n;
  for (int i = 0; i < sys->nr; i++) free(J[i].col), free(J[i].val), free(steps[i].col), free(steps[i].val);
  free(J), free(steps), free(pivot), free(owner), free(later);
  accumulator_free(&a);
  accumulator_free(&c);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void gud_rank_report_free(GudRankReport *r)
{
  free(r->dependent), free(r->first), free(r->row);
  memset(r, 0, sizeof *r);
}
