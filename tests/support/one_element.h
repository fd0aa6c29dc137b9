/* One free element of a beam mesh, for the tests of elements: set-up, derivatives, eigenvalues. Real numbers
   only; that tangents are exact to round-off is proven by the battery in complex numbers. */
#ifndef GUD_ONE_ELEMENT_H
#define GUD_ONE_ELEMENT_H

#include "elements/section.h"
#include "model/registry.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { ONE_MAX = 3 * GUD_MAX_ELEMENT_VECTORS };

typedef struct {
  const GudElementType *type;
  int                   dim, nv, n; /* n = dim nv */
  double                Q0[GUD_MAX_ELEMENT_VECTORS][3], *data;
} OneElement;

static inline void assert_near(double got, double expected, double tolerance, const char *what)
{
  if (fabs(got - expected) <= tolerance) return;
  print_error("%s: expected %.15g, got %.15g, tolerance %.3g\n", what, expected, got, tolerance);
  fail();
}

/* A circle of the given curvature (in the x, y plane, from the origin along x), length 1. */
static inline void one_setup(OneElement *o, const char *name, const GudBeamParams *p, double curvature)
{
  char why[200] = "";
  memset(o, 0, sizeof *o);
  for (int i = 0; gud_elements[i]; i++)
    if (!strcmp(gud_elements[i]->info.name, name)) o->type = gud_elements[i];
  assert_non_null(o->type);
  o->dim = o->type->info.space == GUD_2D ? 2 : 3, o->nv = o->type->num_vec, o->n = o->dim * o->nv;
  for (int v = 0; v < o->nv; v++) {
    static const double at[3] = {0, 1, 0.5};
    double             *q = o->Q0[v], x = at[v / o->type->per_node], a = curvature * x;
    switch (o->type->node_vec[v % o->type->per_node]) {
    case 0:
      q[0] = curvature != 0 ? sin(a) / curvature : x;
      q[1] = curvature != 0 ? (1 - cos(a)) / curvature : 0;
      break;
    case 1: q[0] = cos(a), q[1] = sin(a); break;
    case 2: q[0] = -sin(a), q[1] = cos(a); break;
    default: q[2] = 1;
    }
  }
  GudPlacement place = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .Q0 = (const double(*)[3])o->Q0};
  o->data            = test_calloc((size_t)o->type->data_size(o->type, p) + 1, sizeof(double));
  if (o->type->setup(o->type, p, &place, o->data, why) != GUD_OK) fail_msg("%s", why);
}

static inline void one_free(OneElement *o)
{
  test_free(o->data);
}

/* Numbers in [-1, 1], always the same. */
static inline double one_noise(uint64_t *seed)
{
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

/* Strain energy; NaN where the element asks for a smaller step. */
static inline double one_energy(const OneElement *o, double (*Q)[3])
{
  double zero[GUD_MAX_ELEMENT_VECTORS][3] = {{0}}, ledger[2] = {0};
  return o->type->residual(o->type, o->data, Q, zero, NULL, ledger) == GUD_OK ? ledger[0] : NAN;
}

/* Largest |tangent - difference| and |force - gradient of the energy|, relative to the largest entries. The
   4-point difference errs by step^4. */
static inline void one_derivatives(const OneElement *o, double (*Q)[3], double (*Qt)[3], double step,
                                   double out[2])
{
  static const double shift[4] = {-2, -1, 1, 2}, weight[4] = {1. / 12, -8. / 12, 8. / 12, -1. / 12};
  const double        cq = 0.7, cv = 0.3;
  static double       K[ONE_MAX * ONE_MAX];
  double zero[GUD_MAX_ELEMENT_VECTORS][3] = {{0}}, f[GUD_MAX_ELEMENT_VECTORS][3] = {{0}}, size[2] = {0};
  memset(K, 0, sizeof K);
  out[0] = out[1] = 0;
  assert_int_equal(o->type->tangent(o->type, o->data, Q, Qt, cq, cv, K), GUD_OK);
  assert_int_equal(o->type->residual(o->type, o->data, Q, zero, f, NULL), GUD_OK);
  for (int j = 0; j < o->nv; j++)
    for (int c = 0; c < o->dim; c++) {
      double q = Q[j][c], v = Qt[j][c], d[GUD_MAX_ELEMENT_VECTORS][3] = {{0}}, g = 0;
      for (int s = 0; s < 4; s++) {
        double r[GUD_MAX_ELEMENT_VECTORS][3] = {{0}};
        Q[j][c] = q + cq * shift[s] * step, Qt[j][c] = v + cv * shift[s] * step;
        o->type->residual(o->type, o->data, Q, Qt, r, NULL);
        for (int i = 0; i < o->nv; i++)
          for (int e = 0; e < o->dim; e++) d[i][e] += weight[s] * r[i][e] / step;
        Q[j][c] = q + shift[s] * step;
        g += weight[s] * one_energy(o, Q) / step;
      }
      Q[j][c] = q, Qt[j][c] = v;
      for (int i = 0; i < o->nv; i++)
        for (int e = 0; e < o->dim; e++) {
          double k = K[(o->dim * i + e) * o->n + o->dim * j + c];
          size[0] = fmax(size[0], fabs(k)), out[0] = fmax(out[0], fabs(k - d[i][e]));
        }
      size[1] = fmax(size[1], fabs(f[j][c])), out[1] = fmax(out[1], fabs(g - f[j][c]));
    }
  out[0] /= size[0], out[1] /= size[1];
}

/* Largest internal force in a rigid motion (turned, shifted, spinning), relative to the largest stiffness.
alpha = 0. */
static inline double one_rigid_force(const OneElement *o)
{
  static double K[ONE_MAX * ONE_MAX];
  double        u[3] = {0.3, -0.5, 0.8}, w[3] = {0.7, -1.1, 1.5}, Q[GUD_MAX_ELEMENT_VECTORS][3],
         Qt[GUD_MAX_ELEMENT_VECTORS][3];
  double r[GUD_MAX_ELEMENT_VECTORS][3] = {{0}}, size = 0, worst = 0, l;
  if (o->dim == 2) u[0] = u[1] = w[0] = w[1] = 0;
  l = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  for (int v = 0; v < o->nv; v++) {
    const double *q = o->Q0[v], a = 1.1;
    double        d    = (u[0] * q[0] + u[1] * q[1] + u[2] * q[2]) / l;
    double        x[3] = {u[1] * q[2] - u[2] * q[1], u[2] * q[0] - u[0] * q[2], u[0] * q[1] - u[1] * q[0]};
    for (int c = 0; c < 3; c++) Q[v][c] = q[c] * cos(a) + x[c] / l * sin(a) + u[c] / l * d * (1 - cos(a));
    Qt[v][0] = w[1] * Q[v][2] - w[2] * Q[v][1], Qt[v][1] = w[2] * Q[v][0] - w[0] * Q[v][2];
    Qt[v][2] = w[0] * Q[v][1] - w[1] * Q[v][0];
    for (int c = 0; c < o->dim && o->type->translation[v]; c++) Q[v][c] += 0.5, Qt[v][c] += 2;
  }
  memset(K, 0, sizeof K);
  o->type->residual(o->type, o->data, Q, Qt, r, NULL);
  o->type->tangent(o->type, o->data, Q, Qt, 1, 0, K);
  for (int i = 0; i < o->n * o->n; i++) size = fmax(size, fabs(K[i]));
  for (int v = 0; v < o->nv; v++)
    for (int c = 0; c < o->dim; c++) worst = fmax(worst, fabs(r[v][c]));
  return worst / size;
}

/* Eigenvalues of a symmetric n x n matrix A (destroyed) by Jacobi rotations. */
static inline void one_eigenvalues(int n, double *A, double *lambda)
{
  for (int sweep = 0; sweep < 60; sweep++)
    for (int p = 0; p < n; p++)
      for (int q = p + 1; q < n; q++) {
        double apq = A[p * n + q];
        if (apq == 0) continue;
        double th = (A[q * n + q] - A[p * n + p]) / (2 * apq),
               t  = (th < 0 ? -1 : 1) / (fabs(th) + sqrt(th * th + 1));
        double c = 1 / sqrt(t * t + 1), s = t * c;
        for (int k = 0; k < n; k++) {
          double x = A[k * n + p], y = A[k * n + q];
          A[k * n + p] = c * x - s * y, A[k * n + q] = s * x + c * y;
        }
        for (int k = 0; k < n; k++) {
          double x = A[p * n + k], y = A[q * n + k];
          A[p * n + k] = c * x - s * y, A[q * n + k] = s * x + c * y;
        }
      }
  for (int i = 0; i < n; i++) lambda[i] = A[i * n + i];
}

/* Stiffness at the reference; returns its size. */
static inline int one_stiffness(const OneElement *o, double *A)
{
  double Q[GUD_MAX_ELEMENT_VECTORS][3], zero[GUD_MAX_ELEMENT_VECTORS][3] = {{0}};
  memcpy(Q, o->Q0, sizeof Q);
  memset(A, 0, sizeof(double) * (size_t)(o->n * o->n));
  o->type->tangent(o->type, o->data, Q, zero, 1, 0, A);
  return o->n;
}

/* Number of modes without energy; a negative eigenvalue fails. Round-off is 1e-16 of the largest eigenvalue,
   the softest true mode of the elements used here 1e-6 of it. */
static inline int one_zero_modes(const OneElement *o)
{
  static double A[ONE_MAX * ONE_MAX], lambda[ONE_MAX];
  int           n = one_stiffness(o, A), zeros = 0;
  double        big = 0;
  one_eigenvalues(n, A, lambda);
  for (int i = 0; i < n; i++) big = fmax(big, lambda[i]);
  for (int i = 0; i < n; i++) {
    if (lambda[i] < -1e-12 * big) fail_msg("negative eigenvalue %g of %g", lambda[i], big);
    zeros += lambda[i] < 1e-10 * big;
  }
  return zeros;
}

/* Small displacement `out` under a force f; coordinates c with bit c of `held` are fixed. */
static inline void one_solve(const OneElement *o, unsigned held, const double *f, double *out)
{
  static double A[ONE_MAX * ONE_MAX];
  int           n = one_stiffness(o, A);
  memcpy(out, f, sizeof(double) * (size_t)n);
  for (int i = 0; i < n; i++) {
    if (!(held >> i & 1)) continue;
    for (int j = 0; j < n; j++) A[i * n + j] = A[j * n + i] = 0;
    A[i * n + i] = 1, out[i] = 0;
  }
  for (int p = 0; p < n; p++)
    for (int i = p + 1; i < n; i++) {
      double m = A[i * n + p] / A[p * n + p];
      for (int j = p; j < n; j++) A[i * n + j] -= m * A[p * n + j];
      out[i] -= m * out[p];
    }
  for (int p = n - 1; p >= 0; p--) {
    for (int j = p + 1; j < n; j++) out[p] -= A[p * n + j] * out[j];
    out[p] /= A[p * n + p];
  }
}

#endif
