/* Strains of beams (rod.h): those of the geometrically exact rod for a section that keeps its shape; the same when the section
   stretches; changed by the square of its skew only, in bending. */
#include "one_element.h"

#include "elements/rod.h"

static void cross(const double a[3], const double b[3], double c[3])
{
  for (int i = 0; i < 3; i++) c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static double dot(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Strains m of a section with orthonormal axes d that turn with K (components on d) along the axis, whose slopes are
   r_y = y d_2, r_z = z (d_3 cos a + d_2 sin a), with dy/dx, dz/dx, and r_x = sum X_i d_i. */
static void strains(const double stretch[4], double skew, const double K[3], const double X[3], double *m)
{
  static const double none[ROD_STRAINS] = {0};
  double D[ROD_STRAINS * ROD_STRAINS] = {0}, d[3][3], t[3] = {0.36, 0.48, 0.8}, k[3] = {0.9, -0.3, 0.2},
                         s = 0;
  double     ry[3], rz[3], dy[3], dz[3], rx[3] = {0}, w[3] = {0}, n[3], e[ROD_STRAINS];
  GudMeasure o = {0};
  /* any orthonormal axes: t, k made perpendicular to it, their product */
  s = dot(t, k);
  for (int i = 0; i < 3; i++) d[0][i] = t[i], k[i] -= s * t[i];
  s = sqrt(dot(k, k));
  for (int i = 0; i < 3; i++) d[1][i] = k[i] / s;
  cross(d[0], d[1], d[2]);
  for (int i = 0; i < 3; i++)
    for (int c = 0; c < 3; c++) w[c] += K[i] * d[i][c], rx[c] += X[i] * d[i][c];
  for (int c = 0; c < 3; c++)
    ry[c] = stretch[0] * d[1][c], rz[c] = stretch[1] * (cos(skew) * d[2][c] + sin(skew) * d[1][c]);
  cross(w, ry, dy);
  cross(w, rz, dz);
  for (int c = 0; c < 3; c++)
    dy[c] += stretch[2] * ry[c] / stretch[0], dz[c] += stretch[3] * rz[c] / stretch[1];
  cross(ry, rz, n);
  e[ROD_YY] = 0.5 * dot(ry, ry), e[ROD_ZZ] = 0.5 * dot(rz, rz), e[ROD_YZ] = dot(ry, rz), e[ROD_XX] = 0;
  e[ROD_T] = 0.5 * (dot(dz, ry) - dot(dy, rz)), e[ROD_BY] = dot(n, dy), e[ROD_BZ] = dot(n, dz);
  e[ROD_V] = dot(n, rx), e[ROD_AY] = dot(rx, ry), e[ROD_AZ] = dot(rx, rz);
  assert_int_equal(rod_measure(ROD_AXIS | ROD_TURN, D, none, none, e, 0, &o), GUD_OK);
  memcpy(m, o.m, sizeof(double) * ROD_STRAINS);
}

static const double K[3] = {0.7, -1.1, 0.4}, X[3] = {1.02, 0.05, -0.03};

static void is_the_exact_rod(void **state)
{
  /* stretched sections, also with a stretch that varies along the beam: nothing changes */
  static const double stretch[3][4] = {{1, 1, 0, 0}, {0.8, 1.3, 0, 0}, {1.1, 0.9, 0.6, -0.7}};
  (void)state;
  for (int k = 0; k < 3; k++) {
    double m[ROD_STRAINS];
    strains(stretch[k], 0, K, X, m);
    assert_near(m[ROD_V], X[0], 1e-14, "stretch");
    assert_near(m[ROD_AY], X[1], 1e-14, "shear y");
    assert_near(m[ROD_AZ], X[2], 1e-14, "shear z");
    assert_near(m[ROD_T], -K[0], 1e-14, "twist");
    assert_near(m[ROD_BY], -K[2], 1e-14, "bending about z");
    assert_near(m[ROD_BZ], K[1], 1e-14, "bending about y");
  }
}

/* The axes of (R1) follow the skew by half of it: turned by -a/2 about d_1. What is left falls with a^2. */
static void skew_is_of_second_order(void **state)
{
  static const double same[4] = {1, 1, 0, 0};
  double              err[2];
  (void)state;
  for (int k = 0; k < 2; k++) {
    double m[ROD_STRAINS], a = k ? 0.01 : 0.02, c = cos(a / 2), s = sin(a / 2), by = -K[2], bz = K[1];
    strains(same, a, K, X, m);
    err[k] = fmax(fabs(m[ROD_BY] - (c * by - s * bz)), fabs(m[ROD_BZ] - (c * bz + s * by)));
  }
  assert_true(err[0] < 1e-3);
  assert_near(err[0] / err[1], 4, 0.1, "order of the skew");
}

/* (R7): with r_y linear between unit vectors D apart the rate at the Gauss points is 3 sin D/(2 + cos D)/l, with three nodes
   2/l sin h (4 - cos h)/3/((2 + cos h)^2/9 + sin^2 h/3), h = D/2. The strain is D/l up to the sixth power of D. Axes d
   bent about d_3 and about the diagonal of the section; in the plane. */
static void angle_between_the_nodes(void **state)
{
  static const double none[ROD_STRAINS] = {0}, D[ROD_STRAINS * ROD_STRAINS] = {0};
  (void)state;
  for (int three = 0; three < 2; three++)
    for (int plane = 0; plane < 2; plane++)
      for (int diagonal = 0; diagonal < 2 - plane; diagonal++) {
        double err[2];
        for (int k = 0; k < 2; k++) {
          double a = k ? 0.4 : 0.8, h = a / 2, e[ROD_STRAINS] = {0}, c[2] = {0, three ? -1. / 720 : 1. / 180};
          double x     = three ? 2 * sin(h) * (4 - cos(h)) / 3 / (pow(2 + cos(h), 2) / 9 + pow(sin(h), 2) / 3)
                               : 3 * sin(a) / (2 + cos(a));
          GudMeasure o = {0};
          if (plane) e[FLAT_YY] = 0.5, e[FLAT_B] = x;
          else
            e[ROD_YY] = e[ROD_ZZ] = 0.5, e[ROD_BY] = diagonal ? 0.6 * x : x,
            e[ROD_BZ] = diagonal ? 0.8 * x : 0;
          assert_int_equal(plane ? flat_measure(ROD_TURN, D, c, none, e, 0, &o)
                                 : rod_measure(ROD_TURN, D, c, none, e, 0, &o),
                           GUD_OK);
          err[k] = fabs((plane ? o.m[FLAT_B] : hypot(gud_re(o.m[ROD_BY]), gud_re(o.m[ROD_BZ]))) / a - 1);
        }
        assert_true(err[0] < 4e-4);
        assert_true(err[0] / err[1] > 50); /* sixth order: 64 */
      }
}

static void no_section_no_strain(void **state)
{
  static const double D[ROD_STRAINS * ROD_STRAINS] = {0}, none[ROD_STRAINS] = {0};
  double              e[ROD_STRAINS] = {0};
  GudMeasure          o;
  (void)state;
  assert_int_equal(rod_measure(ROD_AXIS, D, none, none, e, 0, &o), GUD_RETRY);
  assert_int_equal(flat_measure(ROD_AXIS, D, none, none, e, 0, &o), GUD_RETRY);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(is_the_exact_rod),
    cmocka_unit_test(skew_is_of_second_order),
    cmocka_unit_test(angle_between_the_nodes),
    cmocka_unit_test(no_section_no_strain),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
