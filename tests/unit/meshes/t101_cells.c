/* Every registered reference cell keeps its contract (contract/cell.h). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "model/registry.h"

static void close_to(const GudCell *cell, const char *what, double got, double expected)
{
  if (fabs(got - expected) <= 1e-13 * (1 + fabs(expected))) return;
  fail_msg("%s, %s: expected %.17g, got %.17g", cell->name, what, expected, got);
}

/* N_i is 1 at node i and 0 at the others, all add up to 1; derivatives against central differences, which are exact for polynomials of
   degree 2 along a coordinate. */
static void shapes(void **state)
{
  (void)state;
  for (int k = 0; gud_cells[k]; k++) {
    const GudCell *c = gud_cells[k];
    double         N[GUD_CELL_MAX_NODES], dN[GUD_CELL_MAX_NODES][2], low[GUD_CELL_MAX_NODES],
      high[GUD_CELL_MAX_NODES], other[GUD_CELL_MAX_NODES][2];
    assert_true(c->num_nodes <= GUD_CELL_MAX_NODES);
    for (int i = 0; i < c->num_nodes; i++) {
      c->shape(c->node[i], N, dN);
      for (int j = 0; j < c->num_nodes; j++) close_to(c, "shape function at a node", N[j], i == j);
    }
    const double at[2] = {0.31, c->dim > 1 ? 0.17 : 0};
    double       sum   = 0;
    c->shape(at, N, dN);
    for (int i = 0; i < c->num_nodes; i++) sum += N[i];
    close_to(c, "sum of shape functions", sum, 1);
    for (int d = 0; d < c->dim; d++) {
      double a[2] = {at[0], at[1]}, b[2] = {at[0], at[1]}, h = 0.25;
      a[d] -= h, b[d] += h;
      c->shape(a, low, other), c->shape(b, high, other);
      for (int i = 0; i < c->num_nodes; i++)
        close_to(c, "derivative of a shape function", dN[i][d], (high[i] - low[i]) / (2 * h));
    }
  }
}

/* Middle nodes are between their corners; nodes and centre are inside, what is beyond an edge is not. */
static void places(void **state)
{
  (void)state;
  for (int k = 0; gud_cells[k]; k++) {
    const GudCell *c = gud_cells[k];
    int            n = c->num_corners, edges = c->dim == 1 ? 1 : n;
    for (int i = 0; i < c->num_nodes; i++) close_to(c, "node outside", c->outside(c->node[i]), 0);
    close_to(c, "centre outside", c->outside(c->centre), 0);
    for (int i = 0; i < edges; i++) {
      const double *a = c->node[i], *b = c->node[(i + 1) % n];
      double        middle[2], beyond[2];
      for (int d = 0; d < 2; d++) {
        middle[d] = 0.5 * (a[d] + b[d]);
        if (c->order > 1) close_to(c, "middle of an edge", c->node[n + i][d], middle[d]);
        beyond[d] = (c->dim == 1 ? b[d] : middle[d]) + 0.1 * (middle[d] - c->centre[d]) +
                    (c->dim == 1 && d == 0 ? 0.1 : 0);
      }
      assert_true(c->outside(beyond) > 1e-3);
    }
    assert_true(c->vtk > 0 && c->msh > 0);
    for (int j = 0; j < k; j++)
      assert_true(gud_cells[j]->vtk != c->vtk && gud_cells[j]->msh != c->msh &&
                  strcmp(gud_cells[j]->name, c->name));
  }
}

static double factorial(int n)
{
  return n < 2 ? 1 : n * factorial(n - 1);
}

/* int xi^a eta^b over the reference cell */
static double moment(const GudCell *c, int a, int b)
{
  if (c->dim == 1) return b ? 0 : 1. / (a + 1);
  if (c->num_corners == 3) return factorial(a) * factorial(b) / factorial(a + b + 2);
  return a % 2 || b % 2 ? 0 : 4. / ((a + 1) * (b + 1));
}

static int degree_of(const GudCell *c, int n)
{
  static const int triangle[] = {0, 1, 2, 4};
  return c->num_corners == 3 ? triangle[n] : 2 * n - 1;
}

/* Rules integrate what they promise; interpolation reproduces values at the points and sums to 1. */
static void rules(void **state)
{
  (void)state;
  for (int k = 0; gud_cells[k]; k++) {
    const GudCell *c        = gud_cells[k];
    int            triangle = c->num_corners == 3;
    for (int n = 1; n <= (triangle ? 3 : 5); n++) {
      double xi[GUD_CELL_MAX_POINTS][2], w[GUD_CELL_MAX_POINTS];
      int    num = c->points(n, xi, w), degree = degree_of(c, n);
      assert_true(num <= GUD_CELL_MAX_POINTS);
      for (int a = 0; a <= degree; a++)
        for (int b = 0; b <= (c->dim == 1 ? 0 : triangle ? degree - a : degree); b++) {
          double sum = 0;
          for (int p = 0; p < num; p++) sum += w[p] * pow(xi[p][0], a) * pow(xi[p][1], b);
          close_to(c, "moment", sum, moment(c, a, b));
        }
      for (int p = 0; p < num; p++) close_to(c, "point outside", c->outside(xi[p]), 0);
      if (triangle && n > 2) continue; /* six points: no polynomial is offered through them */
      for (int p = 0; p < num; p++) {
        double l[GUD_CELL_MAX_POINTS];
        c->interpolate(n, xi[p], l);
        for (int q = 0; q < num; q++) close_to(c, "interpolation at a point", l[q], p == q);
      }
    }
    assert_true(c->recovery > 0);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(shapes), cmocka_unit_test(places),
                                     cmocka_unit_test(rules)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
