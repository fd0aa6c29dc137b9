/* ANCF cables: derivatives, rigid motion, modes without energy, Euler-Bernoulli with one element, pure
moment, mass. */
#include "one_element.h"

static const char *const   names[2] = {"ancf_cable2d", "ancf_cable3d"};
static const GudBeamParams thin     = {.E = 2e6, .density = 10, .section = GUD_SECTION_SQUARE, .width = 0.1};

static void tangent_and_energy(void **state)
{
  GudBeamParams p = thin;
  (void)state;
  for (int k = 0; k < 16;
       k++) { /* plane, space; straight, curved; without, with damping; at rest, deformed */
    OneElement o;
    double     Q[GUD_MAX_ELEMENT_VECTORS][3], Qt[GUD_MAX_ELEMENT_VECTORS][3] = {{0}}, e[2];
    uint64_t   seed     = 7;
    int        straight = !(k & 2) && !(k & 8);
    p.beta = k & 4 ? 0.1 : 0, p.alpha = k & 4 ? 0.2 : 0;
    if ((k & 1) && (k & 4) && straight) continue; /* damping in space has no derivative by K at K = 0 (C5) */
    one_setup(&o, names[k & 1], &p, k & 2 ? 0.5 : 0);
    for (int v = 0; v < o.nv; v++)
      for (int c = 0; c < o.dim; c++) {
        Q[v][c]  = o.Q0[v][c] + (k & 8 ? 0.2 * one_noise(&seed) : 0);
        Qt[v][c] = one_noise(&seed);
      }
    for (int v = 0; v < o.nv && o.dim == 2; v++) Q[v][2] = 0;
    one_derivatives(&o, Q, Qt, 1e-3, e);
    assert_near(e[0], 0, 1e-9, "tangent"); /* step^4 times some hundred: derivatives of 1/p */
    if (k & 8) assert_near(e[1], 0, 1e-9, "gradient of the energy");
    one_free(&o);
  }
}

static void rigid_motion(void **state)
{
  GudBeamParams p = thin;
  (void)state;
  p.beta = 0.1;
  for (int k = 0; k < 4; k++) {
    OneElement o;
    one_setup(&o, names[k & 1], &p, k & 2 ? 0.5 : 0);
    assert_near(one_rigid_force(&o), 0, 1e-14, "force in a rigid motion");
    one_free(&o);
  }
}

/* Rigid motions of a straight line: 3 in the plane, 5 in space (turning about itself moves nothing). A curved
   cable in space has 6, and one more: its plane of bending may change along it (C4). */
static void modes_without_energy(void **state)
{
  static const int expected[4] = {3, 5, 3, 7};
  (void)state;
  for (int k = 0; k < 4; k++) {
    OneElement o;
    one_setup(&o, names[k & 1], &thin, k & 2 ? 0.5 : 0);
    assert_int_equal(one_zero_modes(&o), expected[k]);
    one_free(&o);
  }
}

/* Tip force F: F L^3/(3 E I), slope F L^2/(2 E I): exact with one element. */
static void cantilever(void **state)
{
  const double EI = thin.E * pow(thin.width, 4) / 12, EA = thin.E * thin.width * thin.width;
  (void)state;
  for (int k = 0; k < 2; k++) {
    OneElement o;
    double     f[12] = {0}, u[12];
    one_setup(&o, names[k], &thin, 0);
    f[2 * o.dim] = 1, f[2 * o.dim + 1] = 1;                           /* r of the second node */
    one_solve(&o, k ? 0x7 | 1u << 4 | 1u << 5 : 0x3 | 1u << 3, f, u); /* r, and r_x up to its length */
    assert_near(u[2 * o.dim + 1], 1 / (3 * EI), 1e-10 / EI, "deflection");
    assert_near(u[3 * o.dim + 1], 1 / (2 * EI), 1e-10 / EI, "slope");
    assert_near(u[2 * o.dim], 1 / EA, 1e-10 / EA, "extension");
    one_free(&o);
  }
}

/* The material measure (C3): a stretched circle has the energy E A eps^2/2 + E I (angle per reference
length)^2/2. */
static void curvature_is_the_material_one(void **state)
{
  const double stretch = 1.5, angle = 0.02, EI = thin.E * pow(thin.width, 4) / 12,
               EA = thin.E * thin.width * thin.width;
  (void)state;
  for (int k = 0; k < 2; k++) {
    OneElement o, bent;
    double     Q[GUD_MAX_ELEMENT_VECTORS][3], eps = 0.5 * (stretch * stretch - 1);
    one_setup(&o, names[k], &thin, 0);
    one_setup(&bent, names[k], &thin, angle); /* its Q0: the circle */
    for (int v = 0; v < o.nv; v++)
      for (int c = 0; c < 3; c++) Q[v][c] = stretch * bent.Q0[v][c];
    double V = one_energy(&o, Q) - 0.5 * EA * eps * eps;
    assert_near(V, 0.5 * EI * angle * angle, 1e-3 * 0.5 * EI * angle * angle, "energy of bending");
    one_free(&o), one_free(&bent);
  }
}

static void mass(void **state)
{
  (void)state;
  for (int k = 0; k < 4; k++) {
    OneElement o;
    double     m[16];
    one_setup(&o, names[k & 1], &thin, k & 2 ? 0.3 : 0);
    o.type->mass(o.type, o.data, m);
    /* the cubic with unit r_x at the ends of an arc is shorter than it by (kappa L)^4/720 = 1.13e-5 */
    assert_near(m[0] + 2 * m[2] + m[10], 0.1, k & 2 ? 1.2e-6 : 1e-15, "mass");
    one_free(&o);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(tangent_and_energy),
    cmocka_unit_test(rigid_motion),
    cmocka_unit_test(modes_without_energy),
    cmocka_unit_test(cantilever),
    cmocka_unit_test(mass),
    cmocka_unit_test(curvature_is_the_material_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
