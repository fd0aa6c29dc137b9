/* Mass and second moments of rigid bodies: closed forms of the shapes, and what is no real body is refused. */
#include "elements/rigid_body.h"

#include "base/vec3.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static const double pi = 3.14159265358979323846;

static GudRigidParams nothing(void)
{
  return (GudRigidParams){
    .mass = NAN, .inertia_z = NAN, .radius = NAN, .length = NAN, .density = NAN, .along = {1, 0, 0}};
}

static void expect(const char *what, double got, double expected)
{
  if (!(fabs(got - expected) <= 1e-14 * fabs(expected) + 1e-16))
    fail_msg("%s: got %.17g, expected %.17g", what, got, expected);
}

/* mass and inertia tensor I = tr(S) 1 - S of a body that must be possible */
static double inertia(const GudRigidParams *p, int planar, double I[9])
{
  double mass, S[9], tr;
  char   why[200] = "";
  if (gud_rigid_second_moments(p, planar, &mass, S, why) != GUD_OK) fail_msg("refused: %s", why);
  tr = S[0] + S[4] + S[8];
  for (int i = 0; i < 9; i++) I[i] = tr * (i % 4 == 0) - S[i];
  return mass;
}

static void refused(const GudRigidParams *p, int planar, const char *word)
{
  double mass, S[9];
  char   why[200] = "";
  assert_int_equal(gud_rigid_second_moments(p, planar, &mass, S, why), GUD_FATAL);
  if (!strstr(why, word)) fail_msg("message '%s' does not speak of '%s'", why, word);
}

static void test_box(void **state)
{
  GudRigidParams p = nothing();
  double         I[9];
  (void)state;
  p.shape = GUD_SHAPE_BOX, p.density = 1000;
  p.size[0] = 0.1, p.size[1] = 0.2, p.size[2] = 0.3;
  expect("mass", inertia(&p, 0, I), 6);
  expect("Ixx", I[0], 6 * (0.04 + 0.09) / 12);
  expect("Iyy", I[4], 6 * (0.01 + 0.09) / 12);
  expect("Izz", I[8], 6 * (0.01 + 0.04) / 12);
  for (int i = 0; i < 9; i++)
    if (i % 4) expect("product of inertia", I[i], 0);
}

static void test_sphere(void **state)
{
  GudRigidParams p = nothing();
  double         I[9];
  (void)state;
  p.shape = GUD_SHAPE_SPHERE, p.radius = 0.3, p.density = 7800;
  expect("mass", inertia(&p, 0, I), 7800 * 4.0 / 3 * pi * 0.027);
  p.density = NAN, p.mass = 5;
  inertia(&p, 0, I);
  for (int i = 0; i < 9; i++) expect("I", I[i], i % 4 ? 0 : 0.4 * 5 * 0.09);
}

/* axis (3, 0, 4)/5, written with another length */
static void test_cylinder_along_any_axis(void **state)
{
  GudRigidParams p = nothing();
  double         I[9], u[3] = {0.6, 0, 0.8}, r = 0.2, l = 0.7, m = 7800 * pi * r * r * l;
  (void)state;
  p.shape = GUD_SHAPE_CYLINDER, p.radius = r, p.length = l, p.density = 7800;
  p.along[0] = 3, p.along[2] = 4;
  expect("mass", inertia(&p, 0, I), m);
  double axial = m * r * r / 2, across = m * (3 * r * r + l * l) / 12;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) expect("I", I[3 * i + j], across * (i == j) + (axial - across) * u[i] * u[j]);
}

static void test_slender_rod(void **state)
{
  GudRigidParams p = nothing();
  double         I[9];
  (void)state;
  p.shape = GUD_SHAPE_ROD, p.length = 2, p.mass = 3;
  expect("mass", inertia(&p, 0, I), 3);
  expect("about itself", I[0], 0);
  expect("across", I[4], 1);
  expect("across", I[8], 1);
  p.mass = NAN, p.density = 1000, p.radius = 0.01;
  expect("mass from a radius", inertia(&p, 0, I), 1000 * pi * 1e-4 * 2);
}

static void test_plane_bodies(void **state)
{
  GudRigidParams p = nothing();
  double         I[9];
  (void)state;
  p.mass = 2, p.inertia_z = 0.35;
  inertia(&p, 1, I);
  expect("given", I[8], 0.35);
  p.inertia_z = NAN, p.shape = GUD_SHAPE_BOX, p.size[0] = 0.3, p.size[1] = 0.4;
  inertia(&p, 1, I);
  expect("box", I[8], 2 * 0.25 / 12);
  p.shape = GUD_SHAPE_ROD, p.length = 3;
  inertia(&p, 1, I);
  expect("rod", I[8], 2 * 9.0 / 12);
  p.shape = GUD_SHAPE_SPHERE, p.radius = 0.5;
  inertia(&p, 1, I);
  expect("sphere", I[8], 0.4 * 2 * 0.25);
  p.shape = GUD_SHAPE_CYLINDER, p.length = 0.1, p.along[0] = 0, p.along[2] = 1;
  inertia(&p, 1, I);
  expect("disc", I[8], 0.5 * 2 * 0.25);
}

static void test_given_inertia_is_kept(void **state)
{
  GudRigidParams p         = nothing();
  const double   tensor[9] = {2, 0.1, -0.2, 0.1, 2.5, 0.3, -0.2, 0.3, 3};
  double         I[9];
  (void)state;
  p.mass = 4;
  memcpy(p.inertia, tensor, sizeof tensor);
  expect("mass", inertia(&p, 0, I), 4);
  for (int i = 0; i < 9; i++) expect("I", I[i], tensor[i]);
  p.shape = GUD_SHAPE_SPHERE, p.radius = 9; /* the shape is then only drawn */
  inertia(&p, 0, I);
  for (int i = 0; i < 9; i++) expect("I", I[i], tensor[i]);
}

/* the triangle inequality of the principal moments: 1 + 2 = 3 is a plate, 3.001 is nothing */
static void test_impossible_inertia(void **state)
{
  GudRigidParams p = nothing();
  double         I[9], c = 0.6, s = 0.8;
  (void)state;
  p.mass       = 1;
  p.inertia[0] = 1, p.inertia[4] = 2, p.inertia[8] = 3;
  inertia(&p, 0, I);
  p.inertia[8] = 3.001;
  refused(&p, 0, "inertia");
  /* the same turned about y: only the eigenvalues tell */
  double a = 1, b = 3.001;
  p.inertia[0] = c * c * a + s * s * b, p.inertia[8] = s * s * a + c * c * b;
  p.inertia[2] = p.inertia[6] = c * s * (b - a);
  refused(&p, 0, "inertia");
  /* S = 1 - 0.4 (ones): eigenvalues 1, 1, -0.2, and only the determinant is negative */
  for (int i = 0; i < 9; i++) p.inertia[i] = i % 4 ? 0.4 : 1.8 - 0.6;
  refused(&p, 0, "inertia");
  p.inertia[1] = p.inertia[3] = p.inertia[5] = p.inertia[7] = 0;
  b                                                         = 2.999;
  p.inertia[4]                                              = 2;
  p.inertia[0] = c * c * a + s * s * b, p.inertia[8] = s * s * a + c * c * b;
  p.inertia[2] = p.inertia[6] = c * s * (b - a);
  inertia(&p, 0, I);
}

static void test_incomplete_bodies(void **state)
{
  GudRigidParams p = nothing();
  (void)state;
  refused(&p, 0, "mass");
  p.mass = 1;
  refused(&p, 0, "inertia");
  p.density = 1;
  refused(&p, 0, "both");
  p.mass = NAN;
  refused(&p, 0, "shape");
  p.shape = GUD_SHAPE_SPHERE;
  refused(&p, 0, "radius");
  p.shape = GUD_SHAPE_CYLINDER, p.radius = 1;
  refused(&p, 0, "length");
  p.shape = GUD_SHAPE_BOX, p.size[0] = p.size[1] = 1;
  refused(&p, 0, "size");
  p.shape = GUD_SHAPE_ROD, p.length = 1, p.radius = NAN;
  refused(&p, 0, "radius"); /* a density needs a volume */
}

/* Without `along` a rod and a cylinder in space lie along x, a disc in the plane has its axis along z: m r^2/2. */
static void test_axes_not_given(void **state)
{
  GudRigidParams p = nothing();
  double         m, S[9];
  char           why[200];
  (void)state;
  p.along[0] = 0, p.mass = 2, p.radius = 0.5, p.length = 0.1, p.shape = GUD_SHAPE_CYLINDER;
  assert_int_equal(gud_rigid_second_moments(&p, 1, &m, S, why), GUD_OK);
  assert_true(fabs(S[0] + S[4] - 0.25) < 1e-15);
  assert_int_equal(gud_rigid_second_moments(&p, 0, &m, S, why), GUD_OK);
  assert_true(fabs(S[4] + S[8] - 0.25) < 1e-15);
  p.shape = GUD_SHAPE_ROD, p.length = 3;
  assert_int_equal(gud_rigid_second_moments(&p, 1, &m, S, why), GUD_OK);
  assert_true(fabs(S[0] - 1.5) < 1e-15 && S[4] == 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_box),
    cmocka_unit_test(test_sphere),
    cmocka_unit_test(test_cylinder_along_any_axis),
    cmocka_unit_test(test_axes_not_given),
    cmocka_unit_test(test_slender_rod),
    cmocka_unit_test(test_plane_bodies),
    cmocka_unit_test(test_given_inertia_is_kept),
    cmocka_unit_test(test_impossible_inertia),
    cmocka_unit_test(test_incomplete_bodies),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
