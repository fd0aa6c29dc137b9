/* Three-node ANCF beam: derivatives, rigid motion, modes without energy, patch, mass, Timoshenko with one element. */
#include "one_element.h"

static const GudBeamParams flat = {.E              = 2e6,
                                   .nu             = 0.3,
                                   .density        = 10,
                                   .section        = GUD_SECTION_RECTANGLE,
                                   .width          = 0.2,
                                   .height         = 0.05,
                                   .shear_factor   = NAN,
                                   .torsion_factor = NAN};

static void tangent_and_energy(void **state)
{
  GudBeamParams p = flat;
  (void)state;
  for (int k = 0; k < 4; k++) { /* straight and curved, without and with damping */
    OneElement o;
    double     Q[GUD_MAX_ELEMENT_VECTORS][3], Qt[GUD_MAX_ELEMENT_VECTORS][3] = {{0}}, e[2];
    uint64_t   seed = 7;
    p.beta = k & 1 ? 0.1 : 0, p.alpha = k & 1 ? 0.2 : 0;
    one_setup(&o, "ancf_beam3d3", &p, k & 2 ? 0.5 : 0);
    for (int v = 0; v < o.nv; v++)
      for (int c = 0; c < 3; c++) Q[v][c] = o.Q0[v][c] + 0.2 * one_noise(&seed), Qt[v][c] = one_noise(&seed);
    one_derivatives(&o, Q, Qt, 1e-3, e); /* step^4 and round-off; to round-off: the battery */
    assert_near(e[0], 0, 1e-9, "tangent");
    assert_near(e[1], 0, 1e-9, "gradient of the energy");
    one_free(&o);
  }
}

static void rigid_motion(void **state)
{
  GudBeamParams p = flat;
  (void)state;
  p.beta = 0.1;
  for (int k = 0; k < 2; k++) {
    OneElement o;
    one_setup(&o, "ancf_beam3d3", &p, 0.5 * k);
    assert_near(one_rigid_force(&o), 0, 1e-14, "force in a rigid motion");
    one_free(&o);
  }
}

static void six_modes_without_energy(void **state)
{
  (void)state;
  for (int k = 0; k < 3; k++) {
    OneElement o;
    one_setup(&o, "ancf_beam3d3", &flat, 0.4 * k);
    assert_int_equal(one_zero_modes(&o), 6);
    one_free(&o);
  }
}

/* Uniform stretch with the section free to contract: energy 1/2 E A e^2 L, forces at the two ends only. The section contracts
   by nu times Green's strain, g. */
static void patch(void **state)
{
  OneElement o;
  double     Q[GUD_MAX_ELEMENT_VECTORS][3], zero[GUD_MAX_ELEMENT_VECTORS][3] = {{0}},
                                        r[GUD_MAX_ELEMENT_VECTORS][3] = {{0}};
  const double A = flat.width * flat.height, e = 0.02, x = 1 + e, g = 0.5 * (x * x - 1),
               y = sqrt(1 - 2 * flat.nu * g);
  (void)state;
  one_setup(&o, "ancf_beam3d3", &flat, 0);
  for (int v = 0; v < 9; v++)
    for (int c = 0; c < 3; c++) Q[v][c] = o.Q0[v][c] * (v % 3 ? y : x);
  assert_near(one_energy(&o, Q), 0.5 * flat.E * A * e * e, 1e-12, "energy");
  o.type->residual(o.type, o.data, Q, zero, r, NULL);
  for (int v = 0; v < 9; v++)
    for (int c = 0; c < 3; c++) {
      double f = c == 0 && v == 0 ? -1 : c == 0 && v == 3 ? 1 : 0;
      assert_near(r[v][c], f * flat.E * A * e, 1e-9, "force");
    }
  one_free(&o);
}

/* Total mass and moment of inertia about the middle: rho A L, rho (A L^3/12 + I L). Curved: length of arc. */
static void mass(void **state)
{
  (void)state;
  for (int k = 0; k < 2; k++) {
    OneElement   o;
    double       m[81], total = 0, moment = 0;
    const double A = flat.width * flat.height, Iz = flat.height * pow(flat.width, 3) / 12;
    one_setup(&o, "ancf_beam3d3", &flat, 0.3 * k);
    o.type->mass(o.type, o.data, m);
    for (int i = 0; i < 9; i++)
      for (int j = 0; j < 9; j++) {
        double xi[2] = {o.Q0[i][0] - (i % 3 ? 0 : 0.5), o.Q0[j][0] - (j % 3 ? 0 : 0.5)};
        double yi[2] = {o.Q0[i][1], o.Q0[j][1]};
        if (i % 3 == 0 && j % 3 == 0) total += m[9 * i + j];
        moment += m[9 * i + j] * (xi[0] * xi[1] + yi[0] * yi[1]);
      }
    /* the quadratic through three points of an arc is shorter than it by (kappa L)^4/2880 or so */
    assert_near(total, flat.density * A, k ? 1e-4 * flat.density * A : 1e-15, "mass");
    if (!k) assert_near(moment, flat.density * (A / 12 + Iz), 1e-15, "moment of inertia");
    one_free(&o);
  }
}

/* One element bends like Timoshenko's cantilever at its end, in both directions, stretches and twists exactly. */
static void timoshenko_with_one_element(void **state)
{
  OneElement   o;
  double       f[27] = {0}, u[27];
  const double A = flat.width * flat.height, G = flat.E / 2.6, k = 10 * 1.3 / (12 + 11 * 0.3);
  const double Iz = flat.height * pow(flat.width, 3) / 12, Iy = flat.width * pow(flat.height, 3) / 12;
  const double J = 0.28081 * flat.width *
                   pow(flat.height, 3); /* Timoshenko & Goodier, table, a/b = 4: 0.281 */
  const unsigned held = 0x7 | 1u << 3 | 1u << 5 |
                        1u << 6; /* r; the section keeps its direction, not its size */
  (void)state;
  one_setup(&o, "ancf_beam3d3", &flat, 0);
  for (int d = 1; d < 3; d++) { /* vectors: node at 0: 0 1 2, node at 1: 3 4 5, middle: 6 7 8 */
    memset(f, 0, sizeof f);
    f[3 * 3 + d] = 1;
    one_solve(&o, held, f, u);
    double w = 1 / (3 * flat.E * (d == 1 ? Iz : Iy)) + 1 / (k * G * A);
    assert_near(u[3 * 3 + d], w, 1e-9 * w, "deflection");
  }
  memset(f, 0, sizeof f);
  f[3 * 3] = 1;
  one_solve(&o, held, f, u);
  assert_near(u[9], 1 / (flat.E * A), 1e-10 / (flat.E * A), "extension");
  memset(f, 0, sizeof f);
  f[3 * 4 + 2] = 0.5, f[3 * 5 + 1] = -0.5; /* unit couple about x on r_y and r_z */
  one_solve(&o, held, f, u);
  double twist = 0.5 * (u[3 * 4 + 2] - u[3 * 5 + 1]) - 0.5 * (u[3 * 1 + 2] - u[3 * 2 + 1]);
  assert_near(twist, 1 / (G * J), 1e-4 / (G * J), "twist"); /* the table's digits */
  one_free(&o);
}

/* In the plane: no mode without energy but the three rigid ones, and Timoshenko's cantilever with one element. */
static void in_the_plane(void **state)
{
  OneElement   o;
  double       f[12] = {0}, u[12];
  const double A = flat.width * flat.height, Iz = flat.height * pow(flat.width, 3) / 12,
               w = 1 / (3 * flat.E * Iz) + (12 + 11 * 0.3) / 13 * 2.6 / (flat.E * A);
  (void)state;
  for (int k = 0; k < 3; k++) {
    one_setup(&o, "ancf_beam2d3", &flat, 0.4 * k);
    assert_int_equal(one_zero_modes(&o), 3);
    one_free(&o);
  }
  one_setup(&o, "ancf_beam2d3", &flat, 0); /* vectors: node at 0: 0 1, node at 1: 2 3, middle: 4 5 */
  f[2 * 2 + 1] = 1;
  one_solve(&o, 0x7, f, u); /* r, and the direction of r_y */
  assert_near(u[2 * 2 + 1], w, 1e-9 * w, "deflection");
  one_free(&o);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(tangent_and_energy),
    cmocka_unit_test(rigid_motion),
    cmocka_unit_test(six_modes_without_energy),
    cmocka_unit_test(patch),
    cmocka_unit_test(mass),
    cmocka_unit_test(timoshenko_with_one_element),
    cmocka_unit_test(in_the_plane),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
