/* Linear systems (src/linear): every method against a dense solve with partial pivoting, real and complex. */
#define FIRST_STATE 750
#include "uniform.h"

#include "linear/linear.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define TEST_CALL(call) assert_int_equal((int)(call), 0)

enum { MOST = 1000000 };

static const GudLu methods[] = {GUD_LU_KLU, GUD_LU_BLOCKS, GUD_LU_BY_COST};
enum { NUM_METHODS = sizeof methods / sizeof *methods };

/* A matrix as a list of entries, real parts and imaginary parts */
typedef struct {
  int    n;
  char   late[20000];
  long   num;
  int    i[MOST], j[MOST];
  double re[MOST], im[MOST];
} Matrix;

static Matrix m; /* one at a time */

static void begin(int n, int num_first)
{
  m.n = n, m.num = 0;
  assert_true(n <= (int)sizeof m.late);
  for (int i = 0; i < n; i++) m.late[i] = i >= num_first ? GUD_LATE_ROW : 0;
}

static void put(int i, int j, double re, double im)
{
  assert_true(m.num < MOST);
  m.i[m.num] = i, m.j[m.num] = j, m.re[m.num] = re, m.im[m.num] = im;
  m.num++;
}

/* Dense block with both parts random; entry by entry in one go */
static void put_block(int i0, int ni, int j0, int nj)
{
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++) put(i0 + i, j0 + j, uniform(-1, 1), uniform(-1, 1));
}

static void put_diagonal(int i0, int n, double d)
{
  for (int i = 0; i < n; i++) put(i0 + i, i0 + i, d, 0.3 * d);
}

static GudLinear *create(GudLu method)
{
  GudPlaces  p = {m.n, m.num, m.i, m.j, m.late};
  GudLinear *A;
  TEST_CALL(GudLinearCreate(&p, method, &A));
  return A;
}

/* A x of the list */
static void times(int with_im, const double _Complex *x, double _Complex *y)
{
  for (int i = 0; i < m.n; i++) y[i] = 0;
  for (long e = 0; e < m.num; e++) y[m.i[e]] += (m.re[e] + (with_im ? I * m.im[e] : 0)) * x[m.j[e]];
}

/* Gauss with partial pivoting; 0: singular to round-off */
static int dense_solve(int with_im, const double _Complex *b, double _Complex *x)
{
  int              n = m.n, ok = 1;
  double _Complex *a    = calloc((size_t)(n * n), sizeof *a);
  double           most = 0;
  for (long e = 0; e < m.num; e++) a[m.i[e] * n + m.j[e]] += m.re[e] + (with_im ? I * m.im[e] : 0);
  for (int i = 0; i < n; i++) x[i] = b[i];
  for (int i = 0; i < n * n; i++) most = fmax(most, cabs(a[i]));
  for (int k = 0; k < n && ok; k++) {
    int p = k;
    for (int i = k + 1; i < n; i++)
      if (cabs(a[i * n + k]) > cabs(a[p * n + k])) p = i;
    ok = cabs(a[p * n + k]) > 1e-14 * most;
    for (int j = 0; j < n; j++) {
      double _Complex t = a[k * n + j];
      a[k * n + j] = a[p * n + j], a[p * n + j] = t;
    }
    double _Complex t = x[k];
    x[k] = x[p], x[p] = t;
    for (int i = k + 1; i < n && ok; i++) {
      double _Complex f = a[i * n + k] / a[k * n + k];
      for (int j = k; j < n && f != 0; j++) a[i * n + j] -= f * a[k * n + j];
      x[i] -= f * x[k];
    }
  }
  for (int i = n - 1; i >= 0 && ok; i--) {
    for (int j = i + 1; j < n; j++) x[i] -= a[i * n + j] * x[j];
    x[i] /= a[i * n + i];
  }
  free(a);
  return ok;
}

/* Solutions of A and of A_re + i A_im against the dense ones. Tolerance: round-off times the condition of these
   matrices, which is below 1e5. */
static void check_solutions(GudLinear *A)
{
  enum { N = 400 };
  static double _Complex b[N], x[N], y[N], c[MOST];
  double      br[N], xr[N];
  GudFactored how;
  assert_true(m.n <= N);
  for (int i = 0; i < m.n; i++) br[i] = uniform(-1, 1), b[i] = br[i];
  TEST_CALL(GudLinearFactor(A, m.re, &how));
  assert_int_not_equal(how, GUD_FACTOR_SINGULAR);
  TEST_CALL(GudLinearSolve(A, br, xr));
  assert_true(dense_solve(0, b, y));
  for (int i = 0; i < m.n; i++) assert_true(fabs(xr[i] - creal(y[i])) < 1e-10 * (1 + cabs(y[i])));
  TEST_CALL(GudLinearSolve(A, br, br)); /* in place */
  for (int i = 0; i < m.n; i++) assert_true(br[i] == xr[i]);

  for (long e = 0; e < m.num; e++) c[e] = m.re[e] + I * m.im[e];
  for (int i = 0; i < m.n; i++) b[i] = uniform(-1, 1) + I * uniform(-1, 1);
  TEST_CALL(GudLinearFactorComplex(A, c, &how));
  assert_int_not_equal(how, GUD_FACTOR_SINGULAR);
  TEST_CALL(GudLinearSolveComplex(A, b, x));
  assert_true(dense_solve(1, b, y));
  for (int i = 0; i < m.n; i++) assert_true(cabs(x[i] - y[i]) < 1e-10 * (1 + cabs(y[i])));
  double _Complex r[N];
  for (int i = 0; i < m.n; i++) b[i] = br[i] = uniform(-1, 1); /* the real factorisation is still there */
  TEST_CALL(GudLinearSolve(A, br, xr));
  for (int i = 0; i < m.n; i++) x[i] = xr[i];
  times(0, x, r);
  for (int i = 0; i < m.n; i++) assert_true(cabs(r[i] - b[i]) < 1e-10);
}

/* Backward error of a matrix of any condition: |A x - b| against |A| |x| + |b|. 1e-5: blocks vouch for 1e-6 of x. */
static void check_residuals(GudLinear *A)
{
  enum { N = 400 };
  double b[N], x[N], size = 0, a = 0;
  double _Complex z[N], y[N];
  GudFactored how;
  for (int i = 0; i < m.n; i++) b[i] = uniform(-1, 1);
  TEST_CALL(GudLinearFactor(A, m.re, &how));
  assert_int_not_equal(how, GUD_FACTOR_SINGULAR);
  TEST_CALL(GudLinearSolve(A, b, x));
  for (int i = 0; i < m.n; i++) z[i] = x[i], size = fmax(size, fabs(x[i]));
  for (long e = 0; e < m.num; e++) a = fmax(a, fabs(m.re[e]));
  times(0, z, y);
  for (int i = 0; i < m.n; i++) assert_true(cabs(y[i] - b[i]) < 1e-5 * (1 + a * size));
}

/* ---- matrices ---- */

/* Bodies of 1 to 7 coordinates with random couplings, multipliers with a zero diagonal, internals: a saddle point. */
static void random_saddle(void)
{
  int bodies = 1 + (int)uniform(0, 8), first[9] = {0};
  for (int k = 0; k < bodies; k++) first[k + 1] = first[k] + 1 + (int)uniform(0, 7);
  int nq = first[bodies], nr = (int)uniform(0, 0.4 * nq), nz = (int)uniform(0, 4);
  begin(nq + nr + nz, nq);
  for (int k = 0; k < bodies; k++) {
    int size = first[k + 1] - first[k];
    put_block(first[k], size, first[k], size);
    put_block(first[k], size, first[k], size); /* entries twice: they are summed */
    put_diagonal(first[k], size, 12);
    int other = (int)uniform(0, bodies);
    if (uniform(0, 1) < 0.5) put_block(first[k], size, first[other], first[other + 1] - first[other]);
  }
  for (int r = 0; r < nr; r++) {
    put(nq + r, nq + r, 0, 0);
    for (int c = 0; c < 4; c++) {
      int j = (int)uniform(0, nq);
      put(nq + r, j, uniform(0.5, 1), uniform(-1, 1)), put(j, nq + r, uniform(0.5, 1), uniform(-1, 1));
    }
    put(nq + r, r, 3, 0), put(r, nq + r, 3, 0); /* independent rows */
  }
  for (int k = 0; k < nz; k++) {
    int z = nq + nr + k, j = (int)uniform(0, nq);
    put(z, z, uniform(1, 2), 1), put(z, j, uniform(-1, 1), 1), put(j, z, uniform(-1, 1), 1);
  }
}

/* num nodes of `size` coordinates in a row, the first held by `held` multipliers, two nodes in the middle tied by as many. */
static void chain(int num, int size, int held)
{
  int nq = num * size, tied = num > 4 ? held : 0;
  begin(nq + held + tied, nq);
  for (int k = 0; k < num; k++) {
    put_block(k * size, size, k * size, size);
    put_diagonal(k * size, size, 2 * size);
    if (k + 1 < num && !(tied && k == num / 2)) {
      put_block(k * size, size, (k + 1) * size, size);
      put_block((k + 1) * size, size, k * size, size);
    }
  }
  for (int r = 0; r < held + tied; r++) {
    int a = r < held ? r : num / 2 * size + r - held, b = r < held ? -1 : a + size;
    put(nq + r, nq + r, 0, 0);
    put(nq + r, a, 1, 0.1), put(a, nq + r, 1, 0.2);
    if (b >= 0) put(nq + r, b, -1, 0), put(b, nq + r, -1, 0.1);
  }
}

/* ---- tests ---- */

/* Blocks that were asked for have done it all. */
static void expect_no_klu(GudLinear *A, GudLu method)
{
  char text[100];
  TEST_CALL(GudLinearDescribe(A, text, sizeof text));
  if (method == GUD_LU_BLOCKS && strstr(text, "klu")) fail_msg("%s", text);
}

static void test_random_saddles(void **state)
{
  (void)state;
  for (int trial = 0; trial < 200; trial++) {
    random_saddle();
    for (int k = 0; k < NUM_METHODS; k++) {
      GudLinear *A = create(methods[k]);
      check_solutions(A);
      TEST_CALL(GudLinearDestroy(&A));
    }
  }
}

static void test_chains(void **state)
{
  static const int sizes[] = {2, 4, 6, 7, 12};
  (void)state;
  for (int s = 0; s < 5; s++)
    for (int num = 1; num <= 10; num += 3)
      for (int k = 0; k < NUM_METHODS; k++) {
        chain(num, sizes[s], sizes[s] / 2);
        GudLinear *A = create(methods[k]);
        check_solutions(A);
        expect_no_klu(A, methods[k]);
        TEST_CALL(GudLinearDestroy(&A));
      }
}

/* Too long for a dense solve: what A x leaves of b. The diagonal dominates, so a small residual is a small error. */
static void test_long_chains(void **state)
{
  enum { N = 15000 };
  static double b[N], x[N];
  static double _Complex bz[N], z[N], y[N], c[MOST];
  (void)state;
  for (int num = 10; num <= 1000; num *= 10)
    for (int k = 0; k < NUM_METHODS; k++) {
      GudFactored how;
      chain(num, 12, 6);
      GudLinear *A = create(methods[k]);
      TEST_CALL(GudLinearFactor(A, m.re, &how));
      assert_int_not_equal(how, GUD_FACTOR_SINGULAR);
      for (int i = 0; i < m.n; i++) b[i] = uniform(-1, 1);
      TEST_CALL(GudLinearSolve(A, b, x));
      for (int i = 0; i < m.n; i++) z[i] = x[i];
      times(0, z, y);
      for (int i = 0; i < m.n; i++) assert_true(cabs(y[i] - b[i]) < 1e-12);

      for (long e = 0; e < m.num; e++) c[e] = m.re[e] + I * m.im[e];
      for (int i = 0; i < m.n; i++) bz[i] = b[i] + I * uniform(-1, 1);
      TEST_CALL(GudLinearFactorComplex(A, c, &how));
      assert_int_not_equal(how, GUD_FACTOR_SINGULAR);
      TEST_CALL(GudLinearSolveComplex(A, bz, z));
      times(1, z, y);
      for (int i = 0; i < m.n; i++) assert_true(cabs(y[i] - bz[i]) < 1e-12);
      expect_no_klu(A, methods[k]);
      TEST_CALL(GudLinearDestroy(&A));
    }
}

/* A_re + i A_im in complex numbers and [A_re -A_im; A_im A_re] in real ones */
static void test_complex_is_a_real_system_of_twice_the_size(void **state)
{
  enum { N = 200 };
  static double _Complex c[MOST];
  double _Complex b[N], x[N];
  double br[2 * N], xr[2 * N];
  (void)state;
  for (int k = 0; k < NUM_METHODS; k++) {
    GudFactored how;
    chain(8, 6, 3);
    int n = m.n;
    for (long e = 0; e < m.num; e++) c[e] = m.re[e] + I * m.im[e];
    for (int i = 0; i < n; i++)
      br[i] = uniform(-1, 1), br[n + i] = uniform(-1, 1), b[i] = br[i] + I * br[n + i];
    GudLinear *A = create(methods[k]);
    TEST_CALL(GudLinearFactorComplex(A, c, &how));
    TEST_CALL(GudLinearSolveComplex(A, b, x));
    TEST_CALL(GudLinearDestroy(&A));
    long num = m.num;
    m.n      = 2 * n;
    memcpy(m.late + n, m.late, (size_t)n);
    for (long e = 0; e < num; e++) {
      put(n + m.i[e], n + m.j[e], m.re[e], 0);
      put(m.i[e], n + m.j[e], -m.im[e], 0);
      put(n + m.i[e], m.j[e], m.im[e], 0);
    }
    A = create(methods[k]);
    TEST_CALL(GudLinearFactor(A, m.re, &how));
    assert_int_not_equal(how, GUD_FACTOR_SINGULAR);
    TEST_CALL(GudLinearSolve(A, br, xr));
    TEST_CALL(GudLinearDestroy(&A));
    for (int i = 0; i < n; i++) assert_true(cabs(x[i] - (xr[i] + I * xr[n + i])) < 1e-11);
  }
}

/* A row without entries, two equal rows of small integers, a zero matrix, a loose body: singular, and the object goes on. */
static void test_singular_is_an_answer(void **state)
{
  (void)state;
  for (int k = 0; k < NUM_METHODS; k++) {
    GudFactored how;
    begin(3, 3);
    put(0, 0, 1, 0), put(1, 1, 1, 0), put(0, 2, 1, 0);
    GudLinear *A = create(methods[k]);
    TEST_CALL(GudLinearFactor(A, m.re, &how));
    assert_int_equal(how, GUD_FACTOR_SINGULAR);
    TEST_CALL(GudLinearDestroy(&A));

    chain(6, 4, 2);
    A              = create(methods[k]);
    double *values = calloc((size_t)m.num, sizeof *values);
    TEST_CALL(GudLinearFactor(A, values, &how));
    assert_int_equal(how, GUD_FACTOR_SINGULAR);
    for (long e = 0; e < m.num; e++) /* unknown 9 is in no equation */
      values[e] = m.j[e] == 9 ? 0 : m.re[e];
    TEST_CALL(GudLinearFactor(A, values, &how));
    assert_int_equal(how, GUD_FACTOR_SINGULAR);
    check_solutions(A); /* and regular values after that */
    free(values);
    TEST_CALL(GudLinearDestroy(&A));

    begin(4, 2); /* the same constraint twice */
    put_diagonal(0, 2, 1), put_diagonal(2, 2, 0);
    for (int r = 2; r < 4; r++) put(r, 0, 1, 0), put(0, r, 1, 0);
    A = create(methods[k]);
    TEST_CALL(GudLinearFactor(A, m.re, &how));
    assert_int_equal(how, GUD_FACTOR_SINGULAR);
    TEST_CALL(GudLinearDestroy(&A));
  }
}

/* Values that change a little keep the pivot order; values for which it would lose all digits do not, and the solution
   is as good as ever. */
static void test_pivots_follow_the_values(void **state)
{
  (void)state;
  for (int k = 0; k < NUM_METHODS; k++)
    for (int trial = 0; trial < 50; trial++) {
      random_saddle();
      GudLinear *A = create(methods[k]);
      check_solutions(A);
      for (long e = 0; e < m.num; e++)
        m.re[e] *= 1 + uniform(-1e-3, 1e-3), m.im[e] *= 1 + uniform(-1e-3, 1e-3);
      GudFactored how;
      TEST_CALL(GudLinearFactor(A, m.re, &how));
      assert_int_equal(how, GUD_FACTOR_OK);
      check_solutions(A);
      TEST_CALL(GudLinearForget(A));
      TEST_CALL(GudLinearFactor(A, m.re, &how));
      if (methods[k] == GUD_LU_KLU) assert_int_equal(how, GUD_FACTOR_NEW_PIVOTS);
      for (long e = 0; e < m.num; e++) { /* what was large becomes small: other pivots are needed */
        int own = m.i[e] == m.j[e];
        m.re[e] = (own ? 1e-9 : 1) * uniform(0.5, 2), m.im[e] = (own ? 1e-9 : 1) * uniform(-1, 1);
      }
      double _Complex b[400] = {1}, y[400];
      if (dense_solve(0, b, y) && dense_solve(1, b, y)) check_residuals(A);
      TEST_CALL(GudLinearDestroy(&A));
    }
}

static int start_petsc(void **state)
{
  (void)state;
  return (int)PetscInitializeNoArguments();
}

static int stop_petsc(void **state)
{
  (void)state;
  return (int)PetscFinalize();
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_random_saddles),
    cmocka_unit_test(test_chains),
    cmocka_unit_test(test_long_chains),
    cmocka_unit_test(test_complex_is_a_real_system_of_twice_the_size),
    cmocka_unit_test(test_singular_is_an_answer),
    cmocka_unit_test(test_pivots_follow_the_values),
  };
  return cmocka_run_group_tests(tests, start_petsc, stop_petsc);
}
