/* Statistics and Sobol indices (src/study/sensitivity.c) against closed forms: Ishigami's function (a = 7, b = 0.1), Sobol's g
   function, a linear function of normal variables, an exact grid. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "study/sample.h"
#include "study/sensitivity.h"

enum { MOST = 60000 };
static double       u[MOST], y[MOST];
static const double pi = 3.14159265358979323846;

/* Indices of Ishigami's function: V1, V2, V13 in closed form (Ishigami and Homma 1990). */
static void ishigami_exact(double S[3], double T[3])
{
  double a = 7, b = 0.1, p4 = pow(pi, 4), p8 = p4 * p4;
  double V1 = 0.5 * pow(1 + b * p4 / 5, 2), V2 = a * a / 8, V13 = b * b * p8 * 8 / 225, V = V1 + V2 + V13;
  S[0] = V1 / V, S[1] = V2 / V, S[2] = 0;
  T[0] = (V1 + V13) / V, T[1] = V2 / V, T[2] = V13 / V;
}

static void ishigami(int n)
{
  for (int i = 0; i < n; i++) {
    double x[3];
    for (int j = 0; j < 3; j++) x[j] = pi * (2 * u[3 * i + j] - 1);
    y[i] = sin(x[0]) * (1 + 0.1 * pow(x[2], 4)) + 7 * pow(sin(x[1]), 2);
  }
}

static void compare(const char *what, int d, const GudSobol *found, const double *S, const double *T,
                    double tolerance)
{
  for (int i = 0; i < d; i++) {
    const GudSobol *f = &found[i];
    if (!(fabs(f->first - S[i]) < tolerance && fabs(f->total - T[i]) < tolerance))
      fail_msg("%s, x%d: S = %.6f, T = %.6f, exact %.6f, %.6f", what, i + 1, f->first, f->total, S[i], T[i]);
    if (!(f->first_low <= f->first && f->first <= f->first_high && f->total_low <= f->total &&
          f->total <= f->total_high))
      fail_msg("%s, x%d: limits of confidence are on one side", what, i + 1);
  }
}

/* The bound is 1 % of the variance. */
static void saltelli(void **state)
{
  GudSobol found[3];
  double   S[3], T[3];
  (void)state;
  ishigami_exact(S, T);
  gud_sample_saltelli(4000, 3, 1, u);
  ishigami(20000);
  assert_true(gud_sobol_saltelli(4000, 3, y, 1, found));
  compare("blocks", 3, found, S, T, 0.01);
  /* gaps: a block that lacks a result is left out */
  for (int i = 3; i < 20000; i += 40) y[i] = NAN;
  assert_true(gud_sobol_saltelli(4000, 3, y, 1, found));
  compare("blocks with gaps", 3, found, S, T, 0.03);
}

/* Confidence: random blocks, so that the errors of 30 samples are independent; 95 % of the intervals hold the exact value. The
   count is binomial: 180 intervals, mean 171, sd 3; bound 5 sd. */
static void confidence(void **state)
{
  GudSobol found[3];
  double   S[3], T[3];
  int      inside = 0;
  (void)state;
  ishigami_exact(S, T);
  for (unsigned s = 1; s <= 30; s++) {
    static double base[6 * 300];
    gud_sample_random(300, 6, s, base);
    for (int k = 0; k < 300; k++)
      for (int i = 0; i < 5; i++)
        for (int j = 0; j < 3; j++) u[(k * 5 + i) * 3 + j] = base[6 * k + (i == 1 || i == j + 2 ? 3 + j : j)];
    ishigami(1500);
    assert_true(gud_sobol_saltelli(300, 3, y, s, found));
    for (int i = 0; i < 3; i++) {
      inside += found[i].first_low <= S[i] && S[i] <= found[i].first_high;
      inside += found[i].total_low <= T[i] && T[i] <= found[i].total_high;
    }
  }
  if (inside < 156 || inside > 180) fail_msg("%d of 180 intervals of 95 %% hold the exact index", inside);
}

static void expansion(void **state)
{
  static const int none[3] = {0, 0, 0};
  GudSobol         found[3];
  double           S[3], T[3], unexplained;
  int              terms;
  (void)state;
  ishigami_exact(S, T);
  gud_sample_sobol(400, 3, 1, u);
  ishigami(400);
  assert_true(gud_sobol_expansion(400, 3, u, none, y, found, &unexplained, &terms));
  compare("expansion", 3, found, S, T, 1e-3);
  assert_true(unexplained < 1e-3 && terms > 10 && terms < 130);
  /* noise is not explained: half of the variance */
  GudRandom r  = {7};
  double    sd = gud_spread(400, y).sd;
  for (int i = 0; i < 400; i++) y[i] += sd * gud_normal_quantile(gud_random_unit(&r));
  assert_true(gud_sobol_expansion(400, 3, u, none, y, found, &unexplained, &terms));
  if (!(unexplained > 0.4 && unexplained < 0.75))
    fail_msg("noise: %g unexplained, expected about 0.5", unexplained);
  assert_true(!gud_sobol_expansion(10, 3, u, none, y, found, &unexplained, &terms));
  for (int i = 0; i < 400; i++) y[i] = 5;
  assert_true(!gud_sobol_expansion(400, 3, u, none, y, found, &unexplained, &terms));
}

/* y = 2 x1 - x2 + x1 x2/2 of standard normal variables: V = 4 + 1 + 1/4. An expansion in Hermite polynomials is exact. */
static void normal(void **state)
{
  static const int yes[2] = {1, 1};
  GudSobol         found[2];
  double           V = 5.25, S[2] = {4 / V, 1 / V}, T[2] = {4.25 / V, 1.25 / V}, unexplained;
  int              terms;
  (void)state;
  gud_sample_lhs(60, 2, 4, u);
  for (int i = 0; i < 60; i++) {
    double a = gud_normal_quantile(u[2 * i]), b = gud_normal_quantile(u[2 * i + 1]);
    y[i] = 3 + 2 * a - b + 0.5 * a * b;
  }
  assert_true(gud_sobol_expansion(60, 2, u, yes, y, found, &unexplained, &terms));
  compare("normal", 2, found, S, T, 1e-10);
  assert_true(unexplained < 1e-15 && terms == 4);
}

/* Sobol's g function, a = (0, 1, 4.5, 9): kinks, so no expansion converges fast; V_i = 1/(3 (1 + a_i)^2). */
static void g_function(void **state)
{
  static const double a[4] = {0, 1, 4.5, 9};
  GudSobol            found[4];
  double              S[4], T[4], V = 1, P[4];
  (void)state;
  for (int i = 0; i < 4; i++) P[i] = 1 / (3 * (1 + a[i]) * (1 + a[i])), V *= 1 + P[i];
  for (int i = 0; i < 4; i++) S[i] = P[i] / (V - 1), T[i] = P[i] * V / (1 + P[i]) / (V - 1);
  gud_sample_saltelli(2000, 4, 3, u);
  for (int i = 0; i < 12000; i++) {
    y[i] = 1;
    for (int j = 0; j < 4; j++) y[i] *= (fabs(4 * u[4 * i + j] - 2) + a[j]) / (1 + a[j]);
  }
  assert_true(gud_sobol_saltelli(2000, 4, y, 1, found));
  compare("g function", 4, found, S, T, 0.01);
}

/* y = x1 + x1 x2 on x1 in {0, 1}, x2 in {0, 1, 2}, all six values known */
static void grid(void **state)
{
  static const int levels[2] = {2, 3};
  GudSobol         found[2];
  (void)state;
  for (int p = 0; p < 6; p++) y[p] = p / 3 + p / 3 * (p % 3);
  /* values 0 0 0 1 2 3: mean 1, V = 8/6; means over x1: 0, 2: V1 = 1; over x2: 1/2, 1, 3/2: V2 = 1/6; V12 = 1/6 */
  assert_true(gud_sobol_grid(2, levels, y, found));
  double S[2] = {0.75, 0.125}, T[2] = {0.875, 0.25};
  compare("grid", 2, found, S, T, 1e-14);
  y[4] = NAN;
  assert_true(!gud_sobol_grid(2, levels, y, found));
}

static void statistics(void **state)
{
  double x[6]     = {3, 1, NAN, 2, 5, 4};
  int    group[6] = {0, 0, 0, 1, 1, 1};
  (void)state;
  GudSpread s = gud_spread(6, x), part[2];
  assert_int_equal(s.num, 5);
  assert_true(s.mean == 3 && fabs(s.sd - sqrt(2.5)) < 1e-15 && s.min == 1 && s.max == 5);
  assert_true(fabs(s.quantile[0] - 1.2) < 1e-14 && s.quantile[2] == 3 && s.quantile[3] == 4);
  gud_main_effect(6, group, 2, x, part);
  assert_true(part[0].mean == 2 && part[0].num == 2 && fabs(part[1].mean - 11. / 3) < 1e-15);
  assert_true(isnan(gud_spread(0, x).mean));
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(saltelli),   cmocka_unit_test(confidence),
                                     cmocka_unit_test(expansion),  cmocka_unit_test(normal),
                                     cmocka_unit_test(g_function), cmocka_unit_test(grid),
                                     cmocka_unit_test(statistics)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
