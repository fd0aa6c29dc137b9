/* Deflection against the nearest rigid motion: floating.h. */
#include "output/floating.h"

#include <math.h>
#include <string.h>

/* Inverse transpose of A: its cofactors over the determinant, which is returned */
static double inverse_transpose(const double A[9], double B[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      int a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
      B[3 * i + j] = A[3 * a + c] * A[3 * b + d] - A[3 * a + d] * A[3 * b + c];
    }
  double det = A[0] * B[0] + A[1] * B[1] + A[2] * B[2];
  for (int i = 0; i < 9; i++) B[i] /= det;
  return det;
}

static double size_of(const double A[9])
{
  double s = 0;
  for (int i = 0; i < 9; i++) s += A[i] * A[i];
  return sqrt(s);
}

/* (Y2); 0: there is no rotation */
static int rotation_of(double R[9])
{
  double s = size_of(R), B[9];
  if (!(s > 0)) return 0;
  for (int i = 0; i < 9; i++) R[i] /= s;
  for (int it = 0; it < 60; it++) {
    double change = 0, det = inverse_transpose(R, B);
    if (!(det > 1e-14)) return 0;
    double g = sqrt(size_of(B) / size_of(R));
    for (int i = 0; i < 9; i++) {
      double next = 0.5 * (g * R[i] + B[i] / g);
      change      = fmax(change, fabs(next - R[i]));
      R[i]        = next;
    }
    if (change < 1e-15) return 1;
  }
  return 1;
}

void gud_floating_deflection(int dim, int64_t n, const double *X, const double *x, double *u)
{
  gud_floating_deflection_in_parts(dim, n, X, x, NULL, u);
}

void gud_floating_deflection_in_parts(int dim, int64_t n, const double *X, const double *x,
                                      const GudFloatingParts *parts, double *u)
{
  double mean[6] = {0}, *C = mean, *c = mean + 3, R[9] = {0}, num = 0;
  memset(u, 0, sizeof(double) * 3 * (size_t)n);
  for (int64_t k = 0; k < n; k++) num += !parts || parts->counts[k];
  if (parts) parts->sum(parts->ctx, &num, 1);
  for (int64_t k = 0; k < n; k++)
    for (int i = 0; i < dim && (!parts || parts->counts[k]); i++)
      C[i] += X[3 * k + i] / num, c[i] += x[3 * k + i] / num;
  if (parts) parts->sum(parts->ctx, mean, 6);
  for (int64_t k = 0; k < n; k++) /* (Y1) */
    for (int i = 0; i < dim && (!parts || parts->counts[k]); i++)
      for (int j = 0; j < dim; j++) R[3 * i + j] += (x[3 * k + i] - c[i]) * (X[3 * k + j] - C[j]);
  if (parts) parts->sum(parts->ctx, R, 9);
  if (dim == 2) {
    double a = atan2(R[3] - R[1], R[0] + R[4]);
    R[0] = R[4] = cos(a), R[3] = sin(a), R[1] = -R[3];
  } else if (!rotation_of(R)) {
    return;
  }
  for (int64_t k = 0; k < n; k++) /* (Y3) */
    for (int i = 0; i < dim; i++) {
      u[3 * k + i] = x[3 * k + i] - c[i];
      for (int j = 0; j < dim; j++) u[3 * k + i] -= R[3 * i + j] * (X[3 * k + j] - C[j]);
    }
}
