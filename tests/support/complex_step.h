/* Helpers of tests that link the kernels in complex numbers: derivatives by complex step, exact to round-off
   [martins2003], random numbers with a fixed seed, rows of a reference file. Including this header makes
   CMake link the complex kernels. */
#ifndef GUD_COMPLEX_STEP_H
#define GUD_COMPLEX_STEP_H

#define FIRST_STATE 1
#include "uniform.h"

#include "base/scalar.h"
#include "base/status.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { MAX_IN = 16, MAX_OUT = 16 };

static const double pi = 3.14159265358979323846;

/* f[m] of u[n] and, if J is not NULL, J[m*n] */
typedef GudStatus Kernel(const void *film, const GudScalar *u, GudScalar *f, GudScalar *J);

static inline void evaluate(Kernel *kernel, const void *film, int n, int m, const double *u, double *f)
{
  GudScalar z[MAX_IN] = {0}, g[MAX_OUT];
  for (int i = 0; i < n; i++) z[i] = u[i];
  assert_int_equal(kernel(film, z, g, 0), GUD_OK);
  for (int i = 0; i < m; i++) f[i] = gud_re(g[i]);
}

/* Largest error of J against the complex step, each entry as a part of scale[i]/width[j]. */
static inline double tangent_error(Kernel *kernel, const void *film, int n, int m, const double *u,
                                   const double *scale, const double *width)
{
  GudScalar z[MAX_IN] = {0}, g[MAX_OUT], J[MAX_IN * MAX_OUT];
  double    worst     = 0;
  for (int i = 0; i < n; i++) z[i] = u[i];
  assert_int_equal(kernel(film, z, g, J), GUD_OK);
  for (int j = 0; j < n; j++) {
    double h = 1e-30 * width[j];
    z[j]     = CMPLX(u[j], h);
    assert_int_equal(kernel(film, z, g, 0), GUD_OK);
    z[j] = u[j];
    for (int i = 0; i < m; i++) {
      double error = fabs(gud_re(J[i * n + j]) - cimag(g[i]) / h) * width[j] / scale[i];
      worst        = error <= worst ? worst : error; /* keeps NaN */
    }
  }
  return worst;
}

static inline void near(const char *what, double got, double expected, double tolerance)
{
  if (!(fabs(got - expected) <= tolerance))
    fail_msg("%s: got %.17g, expected %.17g, allowed difference %.3g", what, got, expected, tolerance);
}

static inline FILE *open_reference(const char *name)
{
  char        path[1000];
  const char *source = getenv("GUD_SOURCE");
  snprintf(path, sizeof path, "%s/tests/reference/%s", source ? source : ".", name);
  FILE *f = fopen(path, "r");
  if (!f) fail_msg("cannot open %s", path);
  return f;
}

#endif
