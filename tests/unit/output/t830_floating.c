/* The floating frame of a body in pictures: a rigid motion leaves no deflection, an even stretch leaves itself, also
   for a slender body; points on one line in space have no frame. */
#include "output/floating.h"

#include "uniform.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

enum { N = 64 };

static void rotation(int dim, double R[9])
{
  double a = uniform(-3, 3), b = dim == 3 ? uniform(-3, 3) : 0;
  double A[9] = {cos(a), -sin(a), 0, sin(a), cos(a), 0, 0, 0, 1},
         B[9] = {1, 0, 0, 0, cos(b), -sin(b), 0, sin(b), cos(b)};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      R[3 * i + j] = 0;
      for (int k = 0; k < 3; k++) R[3 * i + j] += A[3 * i + k] * B[3 * k + j];
    }
}

/* A box of points, `thin` times as thick as long, with its middle at the origin, stretched by 1 + s_k, turned and shifted */
static void check(int dim, double thin, const double s[3])
{
  double X[3 * N], x[3 * N], u[3 * N], R[9], shift[3] = {uniform(-5, 5), uniform(-5, 5), dim == 3 ? 7 : 0};
  rotation(dim, R);
  for (int k = 0; k < N; k += 2)
    for (int i = 0; i < 3; i++) {
      X[3 * k + i]       = i < dim ? uniform(-1, 1) * (i ? thin : 1) : 0;
      X[3 * (k + 1) + i] = -X[3 * k + i];
    }
  for (int k = 0; k < N; k++)
    for (int i = 0; i < 3; i++) {
      x[3 * k + i] = shift[i];
      for (int j = 0; j < 3; j++) x[3 * k + i] += R[3 * i + j] * (1 + s[j]) * X[3 * k + j];
    }
  gud_floating_deflection(dim, N, X, x, u);
  for (int k = 0; k < N; k++)
    for (int i = 0; i < dim; i++) {
      double expected = 0;
      for (int j = 0; j < 3; j++) expected += R[3 * i + j] * s[j] * X[3 * k + j];
      if (!(fabs(u[3 * k + i] - expected) <= 2e-14)) /* numbers up to 10, some hundred of them summed */
        fail_msg("dim %d, thin %g: %.17g for %.17g", dim, thin, u[3 * k + i], expected);
    }
}

static void test_floating(void **state)
{
  const double none[3] = {0}, even[3] = {0.3, 0.3, 0.3};
  (void)state;
  rng_state = 830;
  for (int n = 0; n < 50; n++) {
    check(2, 0.01, none), check(3, 0.01, none), check(3, 1, none);
    check(2, 0.3, even), check(3, 0.3, even); /* a polar form R H with H = 1.3 sum X X^T: the rotation is R */
  }
}

static void test_line(void **state)
{
  double X[3 * N], u[3 * N];
  (void)state;
  for (int i = 0; i < 3 * N; i++) X[i] = (i / 3) * (1 + i % 3), u[i] = 1;
  gud_floating_deflection(3, N, X, X, u);
  for (int i = 0; i < 3 * N; i++) assert_true(u[i] == 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_floating), cmocka_unit_test(test_line)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
