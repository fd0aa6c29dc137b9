/* KLU called directly (Davis, Palamadai Natarajan, ACM TOMS 37, 2010).

   The order of columns comes from the pattern, once. The order of pivots is chosen by klu_factor, with row scaling and
   threshold pivoting, and kept: klu_refactor only fills in new numbers, at half the cost. It is chosen anew when it no
   longer serves. With
     r = min |u_kk| / max |u_kk|                                  (klu_rcond)
     g = min over columns of max |a_ij| / max |u_ij|              (klu_rgrowth, reciprocal pivot growth)
   both are compared with their values right after the choice: a loss by a factor `worse` in either is taken as a pivot
   order that has aged. A matrix that has itself become worse conditioned then costs one klu_factor more, nothing else. */
#include "linear/methods.h"
#include "base/diag.h"

#include <klu.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double worse = 1e3;

/* One factorisation, real or complex. */
typedef struct {
  klu_numeric *lu;
  double      *values; /* of the compressed columns; complex: pairs */
  double       rcond, growth;
} Factor;

struct GudKlu {
  GudColumns    a;
  klu_common    common;
  klu_symbolic *order;
  Factor        factor[2]; /* real, complex */
};

GudKlu *gud_klu_create(const GudPlaces *places)
{
  GudKlu *k = gud_alloc(sizeof *k);
  gud_columns_create(places, &k->a);
  klu_defaults(&k->common);
  k->order = klu_analyze(k->a.n, k->a.ptr, k->a.row, &k->common); /* NULL: structurally singular */
  return k;
}

double gud_klu_cost(const GudKlu *k)
{
  /* measured (bench linear), s: klu_factor per unknown and per operation, klu_solve per unknown and per entry of the factors,
     the sums per entry of the list */
  static const double column = 5e-8, flop = 1.3e-9, unknown = 1.2e-8, entry = 1e-9, sum = 1e-9;
  if (!k->order) return INFINITY;
  return column * k->a.n + flop * k->order->est_flops + sum * (double)k->a.num +
         GUD_SOLVES * (unknown * k->a.n + entry * (k->order->lnz + k->order->unz));
}

void gud_klu_forget(GudKlu *k)
{
  klu_free_numeric(&k->factor[0].lu, &k->common);
  klu_z_free_numeric(&k->factor[1].lu, &k->common);
}

void gud_klu_destroy(GudKlu *k)
{
  if (!k) return;
  gud_klu_forget(k);
  klu_free_symbolic(&k->order, &k->common);
  for (int i = 0; i < 2; i++) free(k->factor[i].values);
  gud_columns_destroy(&k->a);
  free(k);
}

/* reciprocal condition and growth into r, g; 0 if the numbers are useless */
static int quality(GudKlu *k, int twin, double *r, double *g)
{
  Factor *f = &k->factor[twin];
  int     ok;
  if (twin) {
    ok = klu_z_rcond(k->order, f->lu, &k->common);
    *r = k->common.rcond;
    ok &= klu_z_rgrowth(k->a.ptr, k->a.row, f->values, k->order, f->lu, &k->common);
  } else {
    ok = klu_rcond(k->order, f->lu, &k->common);
    *r = k->common.rcond;
    ok &= klu_rgrowth(k->a.ptr, k->a.row, f->values, k->order, f->lu, &k->common);
  }
  *g = k->common.rgrowth;
  return ok && *r > 0 && *g > 0;
}

static GudFactored factorise(GudKlu *k, int twin)
{
  Factor *f = &k->factor[twin];
  int    *p = k->a.ptr, *i = k->a.row, ok;
  double  r, g;
  if (!k->order && k->common.status == KLU_OUT_OF_MEMORY) gud_out_of_memory(k->common.memusage);
  if (!k->order) return GUD_FACTOR_SINGULAR;
  if (f->lu) { /* the old pivot order */
    ok = twin ? klu_z_refactor(p, i, f->values, k->order, f->lu, &k->common)
              : klu_refactor(p, i, f->values, k->order, f->lu, &k->common);
    if (ok && k->common.status == KLU_OK && quality(k, twin, &r, &g) && r * worse > f->rcond &&
        g * worse > f->growth)
      return GUD_FACTOR_OK;
    if (twin) klu_z_free_numeric(&f->lu, &k->common);
    else klu_free_numeric(&f->lu, &k->common);
  }
  f->lu = twin ? klu_z_factor(p, i, f->values, k->order, &k->common)
               : klu_factor(p, i, f->values, k->order, &k->common);
  if (k->common.status == KLU_OUT_OF_MEMORY) gud_out_of_memory(k->common.memusage);
  if (!f->lu) return GUD_FACTOR_SINGULAR;
  if (k->common.status == KLU_OK && quality(k, twin, &f->rcond, &f->growth)) return GUD_FACTOR_NEW_PIVOTS;
  if (twin) klu_z_free_numeric(&f->lu, &k->common);
  else klu_free_numeric(&f->lu, &k->common);
  return GUD_FACTOR_SINGULAR;
}

GudFactored gud_klu_factor(GudKlu *k, const double *values)
{
  size_t  size = sizeof(double) * (size_t)(k->a.ptr[k->a.n] + 1);
  double *a    = k->factor[0].values;
  if (!a) a = k->factor[0].values = gud_alloc(size);
  memset(a, 0, size);
  for (long e = 0; e < k->a.num; e++) a[k->a.map[e]] += values[e];
  return factorise(k, 0);
}

GudFactored gud_klu_factor_complex(GudKlu *k, const double _Complex *values)
{
  size_t  size = 2 * sizeof(double) * (size_t)(k->a.ptr[k->a.n] + 1);
  double *a    = k->factor[1].values;
  if (!a) a = k->factor[1].values = gud_alloc(size);
  memset(a, 0, size);
  for (long e = 0; e < k->a.num; e++)
    a[2 * k->a.map[e]] += creal(values[e]), a[2 * k->a.map[e] + 1] += cimag(values[e]);
  return factorise(k, 1);
}

void gud_klu_solve(GudKlu *k, const double *b, double *x)
{
  if (x != b) memcpy(x, b, sizeof(double) * (size_t)k->a.n);
  klu_solve(k->order, k->factor[0].lu, k->a.n, 1, x, &k->common);
}

void gud_klu_solve_complex(GudKlu *k, const double _Complex *b, double _Complex *x)
{
  if (x != b) memcpy(x, b, sizeof(double _Complex) * (size_t)k->a.n);
  klu_z_solve(k->order, k->factor[1].lu, k->a.n, 1, (double *)x, &k->common);
}
