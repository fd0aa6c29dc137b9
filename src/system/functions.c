/* Functions of the state: functions.h. */
#include "system/functions.h"

#include <stdlib.h>
#include <string.h>

void gud_probe_difference(const GudModel *m, const GudProbe *pr, const double *x, int rate, double w[3])
{
  double from[3] = {0};
  if (rate) gud_vector_rate(m, pr->vector[0], x, w);
  else gud_vector_value(m, pr->vector[0], x, w);
  if (pr->vector[1] < 0) return;
  if (rate) gud_vector_rate(m, pr->vector[1], x, from);
  else gud_vector_value(m, pr->vector[1], x, from);
  for (int i = 0; i < 3; i++) w[i] -= from[i];
}

void gud_measure_probe(const GudModel *m, const GudProbe *pr, const double *q, const double *v,
                       const double *history, GudMeasure *out)
{
  memset(out, 0, sizeof *out);
  pr->type->measure(pr->type, m, pr, q, v, history, out);
}

void gud_probes_accept(const GudModel *m, const double *q, double *history)
{
  for (int i = 0; i < m->num_probes; i++) {
    const GudProbe *pr = &m->probes[i];
    if (pr->type->accept) pr->type->accept(pr->type, m, pr, q, history);
  }
}

void gud_functions_evaluate(GudEvaluated *e)
{
  const GudModel *m = e->sys->model;
  for (int i = 0; i < m->num_functions; i++) e->fn[i] = e->sys->fn[i].f;
  for (int i = 0; i < m->num_state_functions; i++) {
    int          n = m->state_functions[i];
    GudFunction *f = m->functions[n];
    double       x[GUD_MAX_ARGUMENTS];
    GudMeasure   measure;
    for (int k = 0; k < gud_function_num_args(f); k++) {
      const GudArgument *a = gud_function_arg(f, k);
      switch (a->kind) {
      case GUD_ARGUMENT_PROBE:
        gud_measure_probe(m, &m->probes[a->index], e->p.q, e->p.v, e->p.history, &measure);
        x[k] = measure.value;
        break;
      case GUD_ARGUMENT_INTERNAL: x[k] = e->p.z[a->index]; break;
      case GUD_ARGUMENT_INPUT: x[k] = e->p.history[a->index]; break;
      }
    }
    e->fn[n] = gud_function_of(f, e->p.t, x, e->slope[n]);
  }
}

/* A sparse vector over the unknowns: the product of two of them is what one function adds to the tangent. */
typedef struct {
  int    at;
  double value;
} Entry;
typedef struct {
  Entry *entry;
  int    num;
} Sparse;

/* S^T g of a marker vector */
static void add_map(const GudModel *m, int vector, const double g[3], Sparse *s)
{
  const GudMap *map = &m->vectors[vector];
  for (int k = 0; k < map->num; k++) {
    const GudTerm *t = &m->terms[map->first + k];
    for (int c = 0; c < m->dim; c++) {
      double turned               = m->dim == 3 ? 0 : c == 0 ? t->b * g[1] : -t->b * g[0];
      *GUD_GROW(s->entry, s->num) = (Entry){m->dim * t->vec + c, t->a * g[c] + turned};
    }
  }
}

/* Derivative of an argument of a function by the unknowns */
static void add_argument(GudSystem *sys, const GudEvaluated *at, const GudArgument *a, GudCoef c, Sparse *s)
{
  const GudModel *m = sys->model;
  if (a->kind == GUD_ARGUMENT_INTERNAL)
    *GUD_GROW(s->entry, s->num) = (Entry){sys->nq + sys->nr + a->index, c.z};
  if (a->kind != GUD_ARGUMENT_PROBE) return;
  const GudProbe *pr    = &m->probes[a->index];
  double          g[3]  = {0};
  GudMeasure      value = {0};
  if (at) gud_measure_probe(m, pr, at->p.q, at->p.v, at->p.history, &value);
  for (int end = 0; end < 2; end++) { /* w = x_of - x_from */
    for (int i = 0; i < 3; i++) g[i] = (end ? -1 : 1) * (c.q * value.by_w[i] + c.v * value.by_wt[i]);
    if (pr->vector[end] >= 0) add_map(m, pr->vector[end], g, s);
  }
}

void gud_functions_put(GudSystem *sys, GudEvaluated *at, int n, GudCoef c, double sd, GudPut *put)
{
  const GudModel      *m    = sys->model;
  const GudModelForce *fo   = &m->forces[n];
  Sparse               rows = {0}, cols = {0};
  for (int i = 0; i < fo->num_functions; i++) {
    double       df[GUD_MAX_SLOT_VECTORS][3] = {{0}}, drz[GUD_MAX_INTERNALS] = {0};
    GudFunction *f = m->functions[fo->function[i]];
    if (at) fo->type->by_function(&at->args[n], fo->function[i], df, drz);
    rows.num = 0;
    for (int k = 0; k < fo->num_vectors; k++) {
      double minus[3] = {-sd * df[k][0], -sd * df[k][1], -sd * df[k][2]}; /* f_ext: right-hand side */
      add_map(m, fo->vector[k], minus, &rows);
    }
    for (int k = 0; k < fo->num_internals; k++)
      *GUD_GROW(rows.entry, rows.num) = (Entry){sys->nq + sys->nr + fo->internal + k, drz[k]};
    for (int k = 0; k < gud_function_num_args(f); k++) {
      double slope = at ? at->slope[fo->function[i]][k] : 0;
      cols.num     = 0;
      add_argument(sys, at, gud_function_arg(f, k), c, &cols);
      for (int r = 0; r < rows.num; r++)
        for (int j = 0; j < cols.num; j++)
          gud_put(put, rows.entry[r].at, cols.entry[j].at, rows.entry[r].value * slope * cols.entry[j].value);
    }
  }
  free(rows.entry), free(cols.entry);
}
