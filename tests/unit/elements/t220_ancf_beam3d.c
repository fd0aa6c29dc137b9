/* The 24-coordinate ANCF beam against independent numbers: elastic force and energy of one deformed element, nu = 0 and 0.3
   (tests/reference/ancf_beam3d_force.csv), mass matrix entries (theory of Tian et al. 2010), axial stretch; and section data. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "elements/rod.h"
#include "one_element.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NV = 8 };

static const GudElementType *beam(void)
{
  for (int i = 0; gud_elements[i]; i++)
    if (!strcmp(gud_elements[i]->info.name, "ancf_beam3d")) return gud_elements[i];
  fail_msg("ancf_beam3d is not registered");
  return NULL;
}

/* A straight element of length l along x. */
static double *make_axial(double l, double E, double nu, double density, int formulation, int axial)
{
  static double Q0[NV][3];
  GudBeamParams p     = {.E              = E,
                         .nu             = nu,
                         .density        = density,
                         .section        = GUD_SECTION_SQUARE,
                         .width          = 0.01,
                         .shear_factor   = NAN,
                         .torsion_factor = NAN,
                         .formulation    = formulation,
                         .axial          = axial};
  GudPlacement  place = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .Q0 = (const double(*)[3])Q0};
  char          why[200];
  memset(Q0, 0, sizeof Q0);
  for (int n = 0; n < 2; n++)
    Q0[4 * n][0] = n * l, Q0[4 * n + 1][0] = Q0[4 * n + 2][1] = Q0[4 * n + 3][2] = 1;
  double *data = calloc((size_t)beam()->data_size(beam(), &p), sizeof(double));
  assert_int_equal(beam()->setup(beam(), &p, &place, data, why), GUD_OK);
  return data;
}

static double *make(double l, double E, double nu, double density, int formulation)
{
  return make_axial(l, E, nu, density, formulation, GUD_AXIAL_STRETCH);
}

/* The oracle's coordinates and forces: 24 rows e, Q(nu = 0), Q(nu = 0.3). */
static void read_oracle(double e[24], double Q[2][24])
{
  char        path[1000], line[400];
  const char *source = getenv("GUD_SOURCE");
  snprintf(path, sizeof path, "%s/tests/reference/ancf_beam3d_force.csv", source ? source : ".");
  FILE *f = fopen(path, "r");
  int   n = 0;
  assert_non_null(f);
  while (n < 24 && fgets(line, sizeof line, f))
    if (sscanf(line, "%lf,%lf,%lf", &e[n], &Q[0][n], &Q[1][n]) == 3) n++;
  fclose(f);
  assert_int_equal(n, 24);
}

static void test_force_of_a_deformed_element(void **state)
{
  static const double energy[2] = {84.971083337941, 65.989721120580}; /* the oracle's, 14 digits */
  double              e[24], ref[2][24];
  (void)state;
  read_oracle(e, ref);
  for (int k = 0; k < 2; k++) {
    double *data     = make(0.125, 6.9e9, k ? 0.3 : 0, 2700, GUD_FORMULATION_CONTINUUM), Q[NV][3],
           Qt[NV][3] = {{0}}, r[NV][3] = {{0}}, big = 0;
    memcpy(Q, e, sizeof Q);
    beam()->residual(beam(), data, Q, Qt, r, NULL);
    for (int i = 0; i < 24; i++) big = fmax(big, fabs(ref[k][i]));
    for (int i = 0; i < 24; i++)
      if (!(fabs(r[i / 3][i % 3] - ref[k][i]) < 1e-12 * big))
        fail_msg("nu %d, component %d: %.16g instead of %.16g", k, i, r[i / 3][i % 3], ref[k][i]);
    double ledger[2] = {0}, V;
    beam()->residual(beam(), data, Q, Qt, NULL, ledger);
    V = ledger[0];
    if (!(fabs(V - energy[k]) < 1e-12 * energy[k])) fail_msg("energy %.15g instead of %.15g", V, energy[k]);
    free(data);
  }
}

static void test_axial_stretch(void **state)
{
  /* nu = 0, stretch lam = 1.01: end force E A (lam - 1) by the strains of the rod, E A lam (lam^2 - 1)/2 by Green's, of the
     volume or of the axis */
  const double green    = 6.9e9 * 1e-4 * 1.01 * (1.01 * 1.01 - 1) / 2,
               force[3] = {6.9e9 * 1e-4 * 0.01, green, green};
  (void)state;
  for (int form = 0; form < 3; form++) {
    double *data    = make_axial(0.125, 6.9e9, 0, 2700, form % 2,
                              form == 2 ? GUD_AXIAL_GREEN : GUD_AXIAL_STRETCH),
           Q[NV][3] = {{0}}, Qt[NV][3] = {{0}}, r[NV][3] = {{0}};
    for (int n = 0; n < 2; n++)
      Q[4 * n][0] = n * 0.125 * 1.01, Q[4 * n + 1][0] = 1.01, Q[4 * n + 2][1] = Q[4 * n + 3][2] = 1;
    beam()->residual(beam(), data, Q, Qt, r, NULL);
    if (!(fabs(r[4][0] - force[form]) < 1e-12 * force[form]))
      fail_msg("formulation %d: %.15g instead of %.15g", form, r[4][0], force[form]);
    free(data);
  }
}

static void test_mass(void **state)
{
  static const struct {
    int    i, j;
    double m;
  } entry[]    = {{0, 0, 1.25357142857143e-2},
                  {0, 1, 2.20982142857143e-4},
                  {0, 4, 4.33928571428572e-3},
                  {0, 5, -1.30580357142857e-4},
                  {1, 1, 5.02232142857143e-6},
                  {1, 5, -3.76674107142858e-6},
                  {2, 2, 9.375e-8},
                  {3, 3, 9.375e-8},
                  {2, 6, 4.6875e-8},
                  {3, 7, 4.6875e-8},
                  {0, 2, 0},
                  {2, 3, 0}};
  double *data = make(0.125, 6.9e9, 0, 2700, GUD_FORMULATION_LOCKING_FREE), m[NV * NV];
  (void)state;
  beam()->mass(beam(), data, m);
  for (int k = 0; k < GUD_COUNT(entry); k++) {
    double got = m[NV * entry[k].i + entry[k].j];
    if (!(fabs(got - entry[k].m) < 1e-14 * (1e-2 + fabs(entry[k].m))))
      fail_msg("M%d%d = %.15g instead of %.15g", entry[k].i + 1, entry[k].j + 1, got, entry[k].m);
  }
  free(data);
}

static void test_sections(void **state)
{
  GudBeamParams p = {.E = 1, .nu = 0.3, .section = GUD_SECTION_SQUARE, .width = 2};
  GudSection    s;
  char          why[200];
  (void)state;
  assert_int_equal(gud_section_properties(&p, &s, why), GUD_OK);
  assert_true(fabs(s.J - 0.1405770150 * 16) <
              1e-9 * 16); /* square: 0.1405770150 a^4 (Saint-Venant; Timoshenko & Goodier print 0.1406) */
  p.section = GUD_SECTION_RECTANGLE, p.width = 0.0123777,
  p.height = 0.0032024; /* Princeton beam; the literature's data use 0.198 */
  assert_int_equal(gud_section_properties(&p, &s, why), GUD_OK);
  assert_true(fabs(s.J / (s.Iy + s.Iz) - 0.21003) < 1e-4 * 0.21003);
  p.section = GUD_SECTION_TUBE, p.radius = 3, p.inner_radius = 1;
  assert_int_equal(gud_section_properties(&p, &s, why), GUD_FATAL); /* a tube has no width and no height */
  p.width = p.height = 0;
  assert_int_equal(gud_section_properties(&p, &s, why), GUD_OK);
  assert_true(fabs(s.A - 3.14159265358979323846 * 8) < 1e-13 && fabs(s.J - 2 * s.Iy) < 1e-13);
  double yz[36][2], w[36], A = 0, I = 0; /* the points integrate y^2 exactly */
  int    n = gud_section_points(&p, &s, 3, yz, w);
  for (int k = 0; k < n; k++) A += w[k], I += w[k] * yz[k][0] * yz[k][0];
  assert_true(fabs(A - s.A) < 1e-13 * s.A && fabs(I - s.Iz) < 1e-13 * s.Iz);
  p.inner_radius = 4;
  assert_int_equal(gud_section_properties(&p, &s, why), GUD_FATAL);
}

/* (X4): IPE 200 without its fillets, against sums of rectangles; shear factor of a web alone: that of a rectangle */
static void test_i_and_numbers(void **state)
{
  GudBeamParams p = {
    .E = 1, .nu = 0.3, .section = GUD_SECTION_I, .width = 100, .height = 200, .web = 5.6, .flange = 8.5};
  GudSection s;
  char       why[200];
  double     yz[32][2], w[32], A = 0, Iy = 0, Iz = 0;
  (void)state;
  assert_int_equal(gud_section_properties(&p, &s, why), GUD_OK);
  assert_near(s.A, 2 * 850 + 183 * 5.6, 1e-10, "area");
  assert_near(s.Iy, 2 * (100 * pow(8.5, 3) / 12 + 850 * 95.75 * 95.75) + 5.6 * pow(183, 3) / 12, 1e-6, "Iy");
  assert_near(s.Iz, 2 * 8.5 * 1e6 / 12 + 183 * pow(5.6, 3) / 12, 1e-8, "Iz");
  for (int k = 0, n = gud_section_points(&p, &s, 3, yz, w); k < n; k++)
    A += w[k], Iy += w[k] * yz[k][1] * yz[k][1], Iz += w[k] * yz[k][0] * yz[k][0];
  assert_near(A, s.A, 1e-10, "points: area");
  assert_near(Iy, s.Iy, 1e-6, "points: Iy");
  assert_near(Iz, s.Iz, 1e-6, "points: Iz");
  p.flange = 1e-9;
  assert_int_equal(gud_section_properties(&p, &s, why), GUD_OK);
  assert_near(s.kz, 13.0 / (12 + 3.3), 1e-6, "shear factor of a web");
  p.flange = 100;
  assert_int_equal(gud_section_properties(&p, &s, why), GUD_FATAL);
  p = (GudBeamParams){.E = 1, .section = GUD_SECTION_NUMBERS, .area = 2, .Iz = 3, .fibre_y = 4};
  assert_int_equal(gud_section_properties(&p, &s, why), GUD_OK); /* in the plane this will do */
  assert_true(s.A == 2 && s.Iz == 3 && s.mz == 3 && s.w == 8 && s.ky == 1);
  assert_int_equal(gud_section_in_space(&s, why), GUD_FATAL);
  p.Iy = 5, p.J = 6, p.fibre_z = 7, p.rotary_y = 8, p.shear_z = 0.5;
  assert_int_equal(gud_section_properties(&p, &s, why), GUD_OK);
  assert_int_equal(gud_section_in_space(&s, why), GUD_OK);
  assert_true(s.Iy == 5 && s.J == 6 && s.h == 14 && s.my == 8 && s.kz == 0.5);
  assert_int_equal(gud_section_points(&p, &s, 3, yz, w), 0);
  p.width = 1;
  assert_int_equal(gud_section_properties(&p, &s, why), GUD_FATAL);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_force_of_a_deformed_element),
    cmocka_unit_test(test_axial_stretch),
    cmocka_unit_test(test_mass),
    cmocka_unit_test(test_sections),
    cmocka_unit_test(test_i_and_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
