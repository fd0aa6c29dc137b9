#include "quad.h"

#include "base/quadrature.h"

#include <math.h>

const double gud_quad_node[9][3] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0},  {-1, 1, 0}, {0, -1, 0},
                                    {1, 0, 0},   {0, 1, 0},  {-1, 0, 0}, {0, 0, 0}};

const signed char gud_quad_grid1[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
const signed char gud_quad_grid2[9][2] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}, {1, 0},
                                          {2, 1}, {1, 2}, {0, 1}, {1, 1}};

double gud_quad_outside(const double xi[2])
{
  return fmax(fmax(fabs(xi[0]), fabs(xi[1])) - 1, 0);
}

/* Point a n + b is at (x_a, x_b). */
int gud_quad_points(int n, double (*xi)[2], double *w)
{
  double x[5], v[5];
  gud_gauss(n, x, v);
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++)
      xi[a * n + b][0] = 2 * x[a] - 1, xi[a * n + b][1] = 2 * x[b] - 1, w[a * n + b] = 4 * v[a] * v[b];
  return n * n;
}

void gud_quad_interpolate(int n, const double xi[2], double *c)
{
  double x[5], w[5], l[2][5];
  gud_gauss(n, x, w);
  for (int i = 0; i < n; i++) x[i] = 2 * x[i] - 1;
  gud_lagrange(n, x, xi[0], l[0]);
  gud_lagrange(n, x, xi[1], l[1]);
  for (int p = 0; p < n * n; p++) c[p] = l[0][p / n] * l[1][p % n];
}
