#include "line.h"

#include "base/quadrature.h"

#include <math.h>

const double gud_line_node[3][3] = {{0}, {1}, {0.5}};

double gud_line_outside(const double xi[2])
{
  return fmax(fmax(-xi[0], xi[0] - 1), 0);
}

int gud_line_points(int n, double (*xi)[2], double *w)
{
  double x[5];
  gud_gauss(n, x, w);
  for (int i = 0; i < n; i++) xi[i][0] = x[i], xi[i][1] = 0;
  return n;
}

void gud_line_interpolate(int n, const double xi[2], double *c)
{
  double x[5], w[5];
  gud_gauss(n, x, w);
  gud_lagrange(n, x, xi[0], c);
}
