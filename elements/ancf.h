/* What the two-node ANCF elements share: cubic Hermite functions along the axis, linear ones for the section's slopes. */
#ifndef GUD_ANCF_H
#define GUD_ANCF_H

#include "section.h"

/* At x = l xi: a, ax for (r, r_x) of both nodes and their derivatives by x; b, bx for the slopes. */
static inline void ancf_axis_shape(double l, double xi, double a[4], double ax[4], double b[2], double bx[2])
{
  a[0] = 1 - 3 * xi * xi + 2 * xi * xi * xi, a[1] = l * (xi - 2 * xi * xi + xi * xi * xi);
  a[2] = 3 * xi * xi - 2 * xi * xi * xi, a[3] = l * (xi * xi * xi - xi * xi);
  ax[0] = (-6 * xi + 6 * xi * xi) / l, ax[1] = 1 - 4 * xi + 3 * xi * xi;
  ax[2] = (6 * xi - 6 * xi * xi) / l, ax[3] = 3 * xi * xi - 2 * xi;
  b[0] = 1 - xi, b[1] = xi, bx[0] = -1 / l, bx[1] = 1 / l;
}

/* Second derivatives by x of the functions of (r, r_x). */
static inline void ancf_axis_curvature(double l, double xi, double axx[4])
{
  axx[0] = (-6 + 12 * xi) / (l * l), axx[1] = (-4 + 6 * xi) / l;
  axx[2] = (6 - 12 * xi) / (l * l), axx[3] = (6 * xi - 2) / l;
}

/* Length of the reference axis, from r and r_x (the first two of `per` vectors of each node): fixed point of
   l = int |dX/dxi|, because the shape functions contain l. */
static inline double ancf_axis_length(const double (*Q0)[3], int per)
{
  double x[5], w[5], d[3], l = 0;
  for (int c = 0; c < 3; c++) l += (Q0[per][c] - Q0[0][c]) * (Q0[per][c] - Q0[0][c]);
  l = sqrt(l);
  gud_gauss(5, x, w);
  for (int it = 0; it < 30; it++) {
    double sum = 0, a[4], ax[4], b[2], bx[2];
    for (int g = 0; g < 5; g++) {
      ancf_axis_shape(l, x[g], a, ax, b, bx);
      for (int c = 0; c < 3; c++)
        d[c] = l * (ax[0] * Q0[0][c] + ax[1] * Q0[1][c] + ax[2] * Q0[per][c] + ax[3] * Q0[per + 1][c]);
      sum += w[g] * sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    }
    l = sum;
  }
  return l;
}

#endif
