/* What the ANCF elements share. Two nodes: cubic Hermite functions along the axis, linear ones for the section's slopes. Three
   nodes (ends, middle): quadratic ones. */
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

/* (T1) three nodes */
static inline void ancf_lagrange(double xi, double N[3], double dN[3])
{
  N[0] = (1 - xi) * (1 - 2 * xi), N[1] = xi * (2 * xi - 1), N[2] = 4 * xi * (1 - xi);
  dN[0] = 4 * xi - 3, dN[1] = 4 * xi - 1, dN[2] = 4 - 8 * xi;
}

/* |dX/dxi| of the reference axis of three nodes with `per` vectors each, the first being r */
static inline double ancf_stretch(const double (*Q0)[3], int per, const double dN[3])
{
  double d[3] = {0};
  for (int n = 0; n < 3; n++)
    for (int c = 0; c < 3; c++) d[c] += dN[n] * Q0[per * n][c];
  return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

/* a of (R7) (rod.h) for three nodes */
static inline double ancf_arc3(const double (*Q0)[3], int per)
{
  double N[3], dN[3];
  ancf_lagrange(0.5, N, dN);
  return -pow(0.5 * ancf_stretch(Q0, per, dN), 4) / 45;
}

/* (T5) at node k: fields f, g, h (rows 0, 1, 2 of F, nv wide) whose 1/2(f.g + h.h) is c1 e(R1) + c2 e(R2), e(R) = 1/2 R.R,
   R1 and R2 being r_x at the two Gauss points: middle: f = g = R1/sqrt 2, h = R2/sqrt 2; ends (one c < 0):
   c2 (R2 - y R1) . (R2 + y R1), y = sqrt(-c1/c2) */
static inline void ancf_axial_fields(const double (*Q0)[3], int per, int nv, int k, double *F)
{
  const double near = 0.5 * (1 + sqrt(3)), far = 0.5 * (1 - sqrt(3)), y = sqrt(-far / near);
  double       x[2], w[2], N[3], dN[3], R[2][3];
  gud_gauss(2, x, w);
  for (int g = 0; g < 2; g++) {
    ancf_lagrange(x[g], N, dN);
    for (int n = 0; n < 3; n++) R[g][n] = dN[n] / ancf_stretch(Q0, per, dN);
  }
  const double *a = R[k == 0], *b = R[k == 1]; /* far and near Gauss point of an end */
  for (int n = 0; n < 3; n++) {
    F[per * n]          = k == 2 ? sqrt(0.5) * R[0][n] : near * (b[n] - y * a[n]);
    F[nv + per * n]     = k == 2 ? sqrt(0.5) * R[0][n] : b[n] + y * a[n];
    F[2 * nv + per * n] = k == 2 ? sqrt(0.5) * R[1][n] : 0;
  }
}

#endif
