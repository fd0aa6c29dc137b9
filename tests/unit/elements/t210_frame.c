/* Moments and spins on stretched and sheared frames (base/frame.h F1-F3). */
#define FIRST_STATE 7
#include "uniform.h"

#include "base/frame.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

static void random_vectors(double (*d)[3], int n, double size)
{
  for (int k = 0; k < n; k++)
    for (int i = 0; i < 3; i++) d[k][i] = uniform(-size, size);
}

/* unit axes, stretched and sheared by up to half their length */
static void random_frame(double (*d)[3])
{
  random_vectors(d, 3, 0.5);
  for (int k = 0; k < 3; k++) d[k][k] += 1;
}

static void expect_near(const char *what, double got, double expected, double tolerance)
{
  if (!(fabs(got - expected) <= tolerance))
    fail_msg("%s: got %.15g, expected %.15g, allowed %.3g", what, got, expected, tolerance);
}

/* The functions of frame.h with the inverse that they need */
static void moment(double (*d)[3], const double M[3], double (*f)[3])
{
  double Ji[9];
  gud_frame_inverse(d, Ji);
  gud_frame_moment(Ji, d, M, f);
}

static void spin(double (*d)[3], double (*dt)[3], double w[3])
{
  double Ji[9];
  gud_frame_inverse(d, Ji);
  gud_frame_spin(Ji, d, dt, w);
}

/* M . w = sum Q_k . d_k' for any frame and any rates */
static void test_power_is_exact(void **state)
{
  (void)state;
  for (int n = 0; n < 1000; n++) {
    double d[3][3], dt[3][3], M[1][3], Q[3][3] = {{0}}, w[3], P = 0;
    random_frame(d);
    random_vectors(dt, 3, 2);
    random_vectors(M, 1, 3);
    moment(d, M[0], Q);
    spin(d, dt, w);
    for (int k = 0; k < 3; k++) P += gud_dot(Q[k], dt[k]);
    expect_near("power", P, gud_dot(M[0], w), 2e-13); /* |J^-1| is below 10 on these frames */
  }
}

/* The generalised forces have the moment M and no resultant of their own: sum d_k x Q_k = M. */
static void test_moment_of_the_forces(void **state)
{
  (void)state;
  for (int n = 0; n < 1000; n++) {
    double d[3][3], M[1][3], Q[3][3] = {{0}}, sum[3] = {0}, c[3];
    random_frame(d);
    random_vectors(M, 1, 3);
    moment(d, M[0], Q);
    for (int k = 0; k < 3; k++) {
      gud_cross(d[k], Q[k], c);
      gud_axpy(1, c, sum);
    }
    for (int i = 0; i < 3; i++) expect_near("moment", sum[i], M[0][i], 2e-13);
  }
}

/* A frame that turns as a rigid body has its spin, however stretched it is. */
static void test_rigid_spin(void **state)
{
  (void)state;
  for (int n = 0; n < 1000; n++) {
    double d[3][3], dt[3][3], w[1][3], got[3];
    random_frame(d);
    random_vectors(w, 1, 2);
    for (int k = 0; k < 3; k++) gud_cross(w[0], d[k], dt[k]);
    spin(d, dt, got);
    for (int i = 0; i < 3; i++) expect_near("spin", got[i], w[0][i], 2e-13);
  }
}

/* Stretching alone is no spin. */
static void test_stretch_is_no_spin(void **state)
{
  double d[3][3], w[3];
  (void)state;
  random_frame(d);
  spin(d, d, w);
  for (int i = 0; i < 3; i++) expect_near("spin", w[i], 0, 1e-15);
}

static void test_orthonormal_frame(void **state)
{
  double d[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, M[3] = {1, 2, 3}, Q[3][3] = {{0}}, c[3];
  (void)state;
  moment(d, M, Q);
  for (int k = 0; k < 3; k++) {
    gud_cross(M, d[k], c);
    for (int i = 0; i < 3; i++) expect_near("Q = M x d/2", Q[k][i], c[i] / 2, 1e-16);
  }
}

/* The differential against central differences, extrapolated to h^6: 1e-10 is round-off over the smallest step. */
static void test_moment_diff(void **state)
{
  (void)state;
  for (int n = 0; n < 200; n++) {
    double d[3][3], dd[3][3], M[1][3], dM[1][3], df[3][3] = {{0}}, T[3][9], Ji[9];
    random_frame(d);
    random_vectors(dd, 3, 1);
    random_vectors(M, 1, 2);
    random_vectors(dM, 1, 2);
    gud_frame_inverse(d, Ji);
    gud_frame_moment_diff(Ji, d, M[0], dd, dM[0], df);
    for (int l = 0; l < 3; l++) {
      double h = 4e-3 / (1 << l), Q[2][3][3] = {{{0}}};
      for (int s = 0; s < 2; s++) {
        double e[3][3], N[3];
        for (int i = 0; i < 9; i++) e[i / 3][i % 3] = d[i / 3][i % 3] + (s ? -h : h) * dd[i / 3][i % 3];
        for (int i = 0; i < 3; i++) N[i] = M[0][i] + (s ? -h : h) * dM[0][i];
        moment(e, N, Q[s]);
      }
      for (int i = 0; i < 9; i++) T[l][i] = (Q[0][i / 3][i % 3] - Q[1][i / 3][i % 3]) / (2 * h);
    }
    for (int i = 0; i < 9; i++) {
      double a = (4 * T[1][i] - T[0][i]) / 3, b = (4 * T[2][i] - T[1][i]) / 3;
      expect_near("derivative", df[i / 3][i % 3], (16 * b - a) / 15, 1e-8 * (1 + fabs(df[i / 3][i % 3])));
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_power_is_exact),    cmocka_unit_test(test_moment_of_the_forces),
    cmocka_unit_test(test_rigid_spin),        cmocka_unit_test(test_stretch_is_no_spin),
    cmocka_unit_test(test_orthonormal_frame), cmocka_unit_test(test_moment_diff),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
