/* Samples of the unit cube (src/study/sample.c): uniformity of each kind, the polynomials behind Sobol's sequence, the normal
   quantile against its distribution. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study/sample.h"

enum { N = 256, D = GUD_MAX_SOBOL };
static double u[N * D];

/* Is there exactly one point in each of n equal intervals? */
static void one_in_each(int n, int d, int j, const char *what)
{
  char seen[N] = {0};
  for (int i = 0; i < n; i++) {
    double x = u[i * d + j];
    if (!(x > 0 && x < 1)) fail_msg("%s: %g is not in (0, 1)", what, x);
    if (seen[(int)(x * n)]++)
      fail_msg("%s: dimension %d has two points in interval %d", what, j, (int)(x * n));
  }
}

static void intervals(void **state)
{
  (void)state;
  gud_sample_lhs(100, 7, 3, u);
  for (int j = 0; j < 7; j++) one_in_each(100, 7, j, "Latin hypercube");
  for (int n = 1; n <= N; n *= 2) {
    gud_sample_sobol(n, D, 17, u);
    for (int j = 0; j < D; j++) one_in_each(n, D, j, "Sobol's sequence");
  }
}

/* The first two dimensions are a (0, m, 2)-net: one point in every box of 2^-k times 2^(k-8). */
static void boxes(void **state)
{
  (void)state;
  gud_sample_sobol(N, 2, 5, u);
  for (int k = 0; k <= 8; k++) {
    char seen[N] = {0};
    for (int i = 0; i < N; i++) {
      int box = (int)(u[2 * i] * (1 << k)) * (N >> k) + (int)(u[2 * i + 1] * (N >> k));
      if (seen[box]++) fail_msg("two points in box %d of 1/%d x 1/%d", box, 1 << k, N >> k);
    }
  }
}

/* A polynomial of degree s is primitive if x has order 2^s - 1 modulo it; no two are alike. */
static void polynomials(void **state)
{
  int seen[D] = {0};
  (void)state;
  for (int j = 1; j < D; j++) {
    int a, s = gud_sobol_polynomial(j, &a), p = 1 << s | a << 1 | 1, x = 1, order = 0;
    do {
      x <<= 1;
      if (x >> s & 1) x ^= p;
      order++;
    } while (x != 1 && order < 1 << s);
    if (order != (1 << s) - 1) fail_msg("dimension %d: order %d of degree %d", j + 1, order, s);
    for (int i = 1; i < j; i++)
      if (seen[i] == p) fail_msg("dimensions %d and %d have the same polynomial", i + 1, j + 1);
    seen[j] = p;
  }
}

static void seeds(void **state)
{
  static double v[N * D];
  void (*const kinds[])(int, int, uint64_t, double *) = {gud_sample_random, gud_sample_lhs, gud_sample_sobol};
  (void)state;
  for (int k = 0; k < 3; k++) {
    kinds[k](50, 4, 1, u), kinds[k](50, 4, 1, v);
    assert_memory_equal(u, v, sizeof(double) * 200);
    kinds[k](50, 4, 2, v);
    assert_true(memcmp(u, v, sizeof(double) * 200) != 0);
  }
}

/* a, b, and a with one coordinate of b */
static void blocks(void **state)
{
  enum { d = 3 };
  (void)state;
  gud_sample_saltelli(8, d, 9, u);
  for (int k = 0; k < 8; k++) {
    const double *a = u + k * (d + 2) * d, *b = a + d;
    for (int i = 0; i < d; i++)
      for (int j = 0; j < d; j++) {
        double x = a[(2 + i) * d + j];
        if (x != (i == j ? b[j] : a[j])) fail_msg("block %d, point %d, coordinate %d", k, i, j);
        if (a[j] == b[j]) fail_msg("block %d: a and b are alike", k);
      }
  }
}

static void normal(void **state)
{
  (void)state;
  for (double x = -8; x <= 8; x += 0.37) {
    double p = 0.5 * erfc(-x / sqrt(2)), slope = exp(-x * x / 2) / sqrt(2 * acos(-1));
    double error = fabs(gud_normal_quantile(p) - x), round = 4e-16 * (fabs(x) + p / slope + 1);
    if (!(error < 10 * round)) fail_msg("quantile of %g: error %g, round-off %g", p, error, round);
  }
  assert_true(gud_normal_quantile(0.5) == 0 || fabs(gud_normal_quantile(0.5)) < 1e-16);
  assert_true(fabs(gud_normal_quantile(0.975) - 1.959963984540054) < 1e-14);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(intervals),   cmocka_unit_test(boxes),
                                     cmocka_unit_test(polynomials), cmocka_unit_test(seeds),
                                     cmocka_unit_test(blocks),      cmocka_unit_test(normal)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
