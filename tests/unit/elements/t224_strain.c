/* The integrator of elastic forces with more vectors than any registered element has: 12 and the most of the contract, with
   two fields in the plane and in space. Forces against the closed form, tangents against differences of the forces. */
#include "one_element.h"

#define GUD_STRAIN_VECTORS GUD_MAX_ELEMENT_VECTORS
#include "elements/strain_kernel.h"

enum { MAX = GUD_MAX_ELEMENT_VECTORS };

/* strains 1/2 u.u, u.w of u = sum a_i Q_i, w = sum b_i Q_i */
static const GudStrainTerm  terms[] = {{0, 0, 0, .5}, {1, 0, 1, 1}};
static const GudStrainGroup group[] = {{1, 3, {1, 2}, NULL, 0}};
static const unsigned       touch[] = {~0u, ~0u};
static const GudStrainTable flat    = GUD_STRAIN_TABLE(2, 12, 2, 2, terms, 2, 1, 1, group, touch, NULL),
                            space   = GUD_STRAIN_TABLE(3, 12, 2, 2, terms, 2, 1, 1, group, touch, NULL),
                            most    = GUD_STRAIN_TABLE(3, MAX, 2, 2, terms, 2, 1, 1, group, touch, NULL);

static double weight(int f, int i)
{
  return sin(3 * i + 7 * f + 1);
}

GUD_ALWAYS void check(const GudStrainTable *t)
{
  int     nv = t->num_vec, d = t->dim, size = d * nv;
  double *data = test_calloc((size_t)gud_strain_data_size(t), sizeof(double)), D[2] = {3, 5}, w = 0.7;
  double  Q[MAX][3] = {{0}}, Qt[MAX][3] = {{0}}, zero[MAX][3] = {{0}}, r[MAX][3] = {{0}}, u[3] = {0},
         x[3] = {0};
  double *K = test_calloc((size_t)(size * size), sizeof(double)), e[2] = {0}, *M, *N;
  gud_strain_begin(t, 0, data);
  M = gud_strain_add_group(t, data), M[0] = D[0], M[3] = D[1];
  N = gud_strain_add_point(t, data, w, 0);
  for (int i = 0; i < nv; i++) {
    N[i] = weight(0, i), N[nv + i] = weight(1, i);
    for (int c = 0; c < d; c++) Q[i][c] = cos(5 * i + c), u[c] += N[i] * Q[i][c], x[c] += N[nv + i] * Q[i][c];
  }
  assert_int_equal(gud_strain_finish(t, data, (const double(*)[3])zero), GUD_OK);
  for (int c = 0; c < d; c++) e[0] += 0.5 * u[c] * u[c], e[1] += u[c] * x[c];
  double ledger[2] = {0};
  assert_int_equal(strain_forces(t, 0, 0, data, Q, Qt, r, ledger), GUD_OK);
  assert_near(ledger[0], 0.5 * w * (D[0] * e[0] * e[0] + D[1] * e[1] * e[1]), 1e-10, "energy");
  for (int i = 0; i < nv; i++)
    for (int c = 0; c < d; c++) {
      double f = w * (D[0] * e[0] * N[i] * u[c] + D[1] * e[1] * (N[i] * x[c] + N[nv + i] * u[c]));
      assert_near(r[i][c], f, 1e-11 * (1 + fabs(f)), "force");
    }
  assert_int_equal(strain_tangent(t, 0, 0, data, Q, Qt, (const double[]){1, 0}, K), GUD_OK);
  for (int j = 0; j < size; j++) { /* cubic in Q: the difference errs by h^2 of the coefficient */
    const double h            = 1e-4;
    double       p[2][MAX][3] = {{{0}}}, *q = &Q[j / d][j % d], keep = *q;
    for (int side = 0; side < 2; side++) {
      *q = keep + (side ? h : -h);
      strain_forces(t, 0, 0, data, Q, Qt, p[side], NULL);
    }
    *q = keep;
    for (int i = 0; i < size; i++)
      assert_near(K[i * size + j], (p[1][i / d][i % d] - p[0][i / d][i % d]) / (2 * h), 1e-4, "tangent");
  }
  test_free(data);
  test_free(K);
}

static void many_vectors(void **state)
{
  (void)state;
  check(&flat);
  check(&space);
  check(&most);
}

/* Data that are not zero where the table says so are refused: the kernels would leave them out. */
static void wrong_tables(void **state)
{
  static const GudStrainGroup few_strains[] = {{1, 3, {1, 0}, NULL, 0}},
                              few_fields[]  = {{1, 1, {1, 2}, NULL, 0}},
                              many_points[] = {{2, 3, {1, 2}, NULL, 0}};
  static const unsigned few_vectors[]       = {0xFFF, 0x7FF};
  const GudStrainTable  bad[] = {GUD_STRAIN_TABLE(3, 12, 2, 2, terms, 2, 2, 1, group, touch, NULL),
                                 GUD_STRAIN_TABLE(3, 12, 2, 2, terms, 2, 2, 1, few_strains, touch, NULL),
                                 GUD_STRAIN_TABLE(3, 12, 2, 2, terms, 2, 2, 1, few_fields, touch, NULL),
                                 GUD_STRAIN_TABLE(3, 12, 2, 2, terms, 2, 2, 1, many_points, touch, NULL),
                                 GUD_STRAIN_TABLE(3, 12, 2, 2, terms, 2, 2, 1, group, few_vectors, NULL)};
  (void)state;
  for (int n = 0; n < GUD_COUNT(bad); n++) {
    double *data = test_calloc((size_t)gud_strain_data_size(&bad[n]), sizeof(double)), zero[12][3] = {{0}},
           *D, *N;
    gud_strain_begin(&bad[n], 0, data);
    D = gud_strain_add_group(&bad[n], data), D[0] = D[3] = 1;
    N = gud_strain_add_point(&bad[n], data, 1, 0);
    for (int i = 0; i < 24; i++) N[i] = 1;
    assert_int_equal(gud_strain_finish(&bad[n], data, (const double(*)[3])zero), n ? GUD_FATAL : GUD_OK);
    test_free(data);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(many_vectors), cmocka_unit_test(wrong_tables)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
