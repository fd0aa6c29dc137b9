/* Piecewise linear force-deflection table: value, slope, integral from 0; the end pieces are continued straight. */
#ifndef GUD_TABLE_EVAL_H
#define GUD_TABLE_EVAL_H

#include "base/scalar.h"
#include "contract/param.h"

static inline int gud_table_piece(const GudTable *T, double x)
{
  int i = 0;
  while (i < T->n - 2 && x > T->x[i + 1]) i++;
  return i;
}

static inline GudScalar gud_table_value(const GudTable *T, GudScalar x, GudScalar *slope)
{
  int    i = gud_table_piece(T, gud_re(x));
  double k = (T->y[i + 1] - T->y[i]) / (T->x[i + 1] - T->x[i]);
  *slope   = k;
  return T->y[i] + k * (x - T->x[i]);
}

/* Primitive that vanishes at the first table point. */
static inline GudScalar gud_table_primitive(const GudTable *T, GudScalar x)
{
  GudScalar s, sum = 0, y = gud_table_value(T, x, &s);
  int       i = gud_table_piece(T, gud_re(x));
  for (int k = 0; k < i; k++) sum += 0.5 * (T->y[k] + T->y[k + 1]) * (T->x[k + 1] - T->x[k]);
  return sum + 0.5 * (T->y[i] + y) * (x - T->x[i]);
}

static inline GudScalar gud_table_integral(const GudTable *T, GudScalar x)
{
  return gud_table_primitive(T, x) - gud_table_primitive(T, 0);
}

#endif
