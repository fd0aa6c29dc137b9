/* Friction laws: pointwise, and a block of 1 kg on a plane under N = 10 N against closed forms. */
#include "model_text.h"

#include "contact/point.h"

/* ---- the explicit laws, written once more from (T1)-(T5) of contact/friction.h ---- */

static double smooth(double x) /* cubic STEP from 0 to 1 */
{
  return x <= 0 ? 0 : x >= 1 ? 1 : x * x * (3 - 2 * x);
}

static double coefficient(int law, double v, double mu, double ms, double v0, double v1)
{
  switch (law) {
  case GUD_AMBROSIO: return v <= v0 ? 0 : v >= v1 ? mu : mu * (v - v0) / (v1 - v0);
  case GUD_TANH: return mu * tanh(v / v0);
  case GUD_THRELFALL: return mu * (1 - exp(-3 * fmin(v / v0, 1)));
  case GUD_BENGISU_AKAY:
    return v < v0 ? ms * (1 - (v - v0) * (v - v0) / (v0 * v0)) : mu + (ms - mu) * exp(-(v - v0) / v1);
  default: return v < v0 ? ms * smooth(v / v0) : ms + (mu - ms) * smooth((v - v0) / (v1 - v0));
  }
}

static void test_explicit(void **state)
{
  static const double v[] = {1e-9, 1e-5, 3e-4, 9.99e-4, 1.001e-3, 2e-3, 7e-3, 9.99e-3, 1.001e-2, 0.1, 3};
  (void)state;
  for (int law = GUD_AMBROSIO; law < GUD_LUGRE; law++)
    for (int k = 0; k < GUD_COUNT(v); k++) {
      GudFriction p = {.law = law, .kinetic = 0.15, .stick = 0.25, .v0 = 1e-3, .v1 = 1e-2};
      double      ratio, slope, up, down, none;
      gud_friction_ratio(&p, v[k], &ratio, &slope);
      expect_near("coefficient", ratio * v[k], coefficient(law, v[k], 0.15, 0.25, 1e-3, 1e-2), 1e-14);
      if (v[k] < 1e-4) continue; /* 1 - exp(-x) of a small x leaves no digits for a difference */
      gud_friction_ratio(&p, v[k] * (1 + 1e-5), &up, &none);
      gud_friction_ratio(&p, v[k] * (1 - 1e-5), &down, &none);
      double size = fabs(ratio) / v[k] + fabs(slope) +
                    1e-30; /* central difference: 1e-10 and round-off 1e-11 */
      expect_near("slope", slope / size, (up - down) / (2e-5 * v[k]) / size, 1e-9);
    }
  for (int law = GUD_AMBROSIO; law < GUD_LUGRE; law++) { /* at rest: finite, and the limit */
    GudFriction p = {.law = law, .kinetic = 0.15, .stick = NAN, .v0 = 1e-3, .v1 = 1e-2};
    double      ratio, slope;
    gud_friction_ratio(&p, 0, &ratio, &slope);
    expect_near("at rest", ratio, coefficient(law, 1e-10, 0.15, 0.15, 1e-3, 1e-2) / 1e-10, 1e-4);
  }
}

/* One point of contact in one and in two tangents: the friction force opposes the slip and does not depend on which. */
static void test_direction(void **state)
{
  (void)state;
  for (int law = GUD_AMBROSIO; law < GUD_LUGRE; law++) {
    GudContact   c  = {.normal       = {.law = GUD_KELVIN_VOIGT, .stiffness = 1e6, .exponent = 1},
                       .friction     = {.law = law, .kinetic = 0.15, .stick = 0.25, .v0 = 1e-3, .v1 = 1e-2},
                       .num_tangents = 2};
    GudContactAt at = {.delta = 1e-5, .n = {0, 0, -1}, .t = {{1, 0, 0}, {0, 1, 0}}, .v = {3e-3, -4e-3, 0}};
    double       h[GUD_POINT_HISTORY] = {[GUD_H_MODE] = GUD_PRESSED, [GUD_H_V0] = 1}, rz[2] = {0}, z[2] = {0};
    GudContactForce f;
    gud_contact_force(&c, &at, h, z, z, &f, rz);
    double F = 10 * coefficient(law, 5e-3, 0.15, 0.25, 1e-3, 1e-2);
    expect_near("normal", f.F[2], 10, 1e-12);
    expect_near("first", f.F[0], -0.6 * F, 1e-13);
    expect_near("second", f.F[1], 0.8 * F, 1e-13);
  }
}

/* ---- LuGre: the kernel in steady sliding ---- */

static void test_lugre_steady(void **state)
{
  static const double v[] = {1e-4, 3e-3, 1e-2, 0.5};
  (void)state;
  for (int k = 0; k < GUD_COUNT(v); k++) {
    GudContact   c              = {.normal       = {.law = GUD_KELVIN_VOIGT, .stiffness = 1e6, .exponent = 1},
                                   .friction     = {.law             = GUD_LUGRE,
                                                    .kinetic         = 0.15,
                                                    .stick           = 0.25,
                                                    .v1              = 1e-2,
                                                    .bristle         = 1e5,
                                                    .bristle_damping = 10,
                                                    .viscous         = 0.02},
                                   .num_tangents = 1};
    GudContactAt at             = {.delta = 1e-5, .n = {0, -1, 0}, .t = {{-1, 0, 0}}, .v = {-v[k], 0, 0}};
    double h[GUD_POINT_HISTORY] = {[GUD_H_MODE] = GUD_PRESSED, [GUD_H_V0] = 1}, rz[2] = {0}, zt[2] = {0};
    double g = 0.15 + 0.1 * exp(-(v[k] / 1e-2) * (v[k] / 1e-2)), z[2] = {g / 1e5, 0};
    GudContactForce f;
    gud_contact_force(&c, &at, h, z, zt, &f, rz);
    expect_near("bristles at rest", rz[0], 0, 1e-15 * v[k] + 1e-18);
    expect_near("force", f.F[0], 10 * (g + 0.02 * v[k]), 1e-13);
  }
}

/* ---- a block on a plane ---- */

static GudSimulation block(const char *space, const char *velocity, const char *force, const char *friction,
                           double end)
{
  char text[2000];
  int  flat = space[0] == '2';
  snprintf(
    text, sizeof text,
    "space: %s\ngravity: [0, -10%s]\nbodies: {p: {type: point_mass, mass: 1, at: [0, -1e-5%s], velocity: "
    "%s}}\n"
    "forces:\n  pull: {type: force, a: p, direction: [1, 0%s], value: %s}\n"
    "  c: {type: contact, a: ground, b: p, normal: [0, 1%s], contact: {law: kelvin_voigt, stiffness: 1e6}, "
    "friction: {%s}}\nanalysis: {end: %.17g, tolerance: 1e-10}\n",
    space, flat ? "" : ", 0", flat ? "" : ", 0", velocity, flat ? "" : ", 0", force, flat ? "" : ", 0",
    friction, end);
  return begin(text);
}

static const double *q_of(GudSimulation sim)
{
  return sim->solver->s->q;
}

static const double *v_of(GudSimulation sim)
{
  return sim->solver->s->v;
}

/* A push of 0.3 m/s stops after v0/(mu g) on v0^2/(2 mu g), and stays: in one tangent and, slantwise, in two. */
static void test_coulomb_stops(void **state)
{
  (void)state;
  GudSimulation sim = block("2d", "[0.3, 0]", "0", "law: coulomb, kinetic: 0.2, static: 0.3", 1);
  while (advance(sim, 1) < 0) {
  }
  expect_near("stops at", sim->solver->s->t, 0.15, 1e-9);
  advance_to(sim, 1);
  expect_near("place", q_of(sim)[0], 0.3 * 0.3 / 4, 1e-9);
  expect_near("rest", v_of(sim)[0], 0, 1e-12);
  end(sim);
  sim = block("3d", "[0.3, 0, -0.4]", "0", "law: coulomb, kinetic: 0.2, static: 0.3", 1);
  while (advance(sim, 1) < 0) {
  }
  expect_near("stops at", sim->solver->s->t, 0.25,
              1e-6); /* slips slower than 1e-7 m/s keep their direction */
  advance_to(sim, 1);
  expect_near("x", q_of(sim)[0], 0.6 * 0.5 * 0.5 / 4, 1e-7);
  expect_near("z", q_of(sim)[2], -0.8 * 0.5 * 0.5 / 4, 1e-7);
  expect_near("rest", hypot(v_of(sim)[0], v_of(sim)[2]), 0, 1e-10);
  end(sim);
}

/* A pull of 4 t newtons: rest until mu_s N = 3 N, then x'' = 4 t - mu_k N. */
static void test_coulomb_breaks_away(void **state)
{
  (void)state;
  GudSimulation sim = block("2d", "[0, 0]", "4*(1 N/s)*t", "law: coulomb, kinetic: 0.2, static: 0.3", 1);
  while (advance(sim, 1) < 0)
    if (fabs(v_of(sim)[0]) > 1e-12) fail_msg("moves at %g s with %g m/s", sim->solver->s->t, v_of(sim)[0]);
  double t0 = sim->solver->s->t, t = 1;
  expect_near("breaks away at", t0, 0.75, 1e-8);
  advance_to(sim, 1);
  expect_near("speed", v_of(sim)[0], 2 * (t * t - 0.5625) - 2 * (t - 0.75), 1e-7);
  expect_near("place", q_of(sim)[0],
              2.0 / 3 * (t * t * t - 0.421875) - 2 * 0.5625 * (t - 0.75) - (t - 0.75) * (t - 0.75), 1e-7);
  end(sim);
}

/* karnopp: 0.3 m/s falls to v0 = 0.01 m/s after 0.145 s; from there on the speed is held. */
static void test_karnopp(void **state)
{
  (void)state;
  GudSimulation sim = block("2d", "[0.3, 0]", "0", "law: karnopp, kinetic: 0.2, static: 0.3, v0: 10 mm/s",
                            0.5);
  while (advance(sim, 0.5) < 0) {
  }
  expect_near("held from", sim->solver->s->t, 0.145, 1e-9);
  advance_to(sim, 0.5);
  expect_near("held", v_of(sim)[0], 0.01, 1e-10);
  end(sim);
  sim = block("2d", "[0, 0]", "4*(1 N/s)*t", "law: karnopp, kinetic: 0.2, static: 0.3, v0: 10 mm/s", 1);
  while (advance(sim, 1) < 0) {
  }
  expect_near("breaks away at", sim->solver->s->t, 0.75, 1e-8);
  advance_to(sim, 1);
  expect_near("speed", v_of(sim)[0], 2 * (1 - 0.5625) - 0.5, 1e-7);
  end(sim);
}

/* LuGre below the limit: under a pull that grows slowly the bristles bend, s0 x = -g ln(1 - F/(g N)) with g = mu_s, and
   nothing creeps; far above it slides, u' = 0. */
static void test_lugre_presliding(void **state)
{
  const char   *law = "law: lugre, kinetic: 0.2, static: 0.3, bristle: 1e4, bristle_damping: 30, v1: 1 m/s";
  GudSimulation sim = block("2d", "[0, 0]", "2*(1 N/s)*t", law, 1);
  (void)state;
  advance_to(sim, 1);
  double x    = -0.3 / 1e4 * log(1 - 2 / 3.0),
         rate = 1 / (10 * 1e4) * 2 / (1 - 2 / 3.0); /* dx/dF = 1/(N s0 (1 - F/(gN))) */
  /* the damping of the bristles carries part of the load: N s1 u' = 300 * 2/(N s0) N, 0.3 % of 2 N */
  expect_near("bent by", q_of(sim)[0] / x, 1, 1e-2);
  expect_near("rate", v_of(sim)[0] / rate, 1, 2e-2);
  end(sim);
  /* sliding under a pull of mu_k N: v' = 2 - 10 g = -exp(-v^2), after the bristles have been bent: impulse N s1 u */
  double g = 0.2 + 0.1 * exp(-4), v = 2 - 10 * 30 * g / 1e4, h = 1e-4;
  for (int i = 0; i < 10000; i++) {
    double half = v - 0.5 * h * exp(-v * v);
    v -= h * exp(-half * half);
  }
  sim = block("2d", "[2, 0]", "2 N", law, 1);
  advance_to(sim, 1);
  expect_near("speed", v_of(sim)[0], v, 5e-5);
  g = 0.2 + 0.1 * exp(-v_of(sim)[0] * v_of(sim)[0]);
  expect_near("bristle", sim->solver->s->z[0] * 1e4 / g, 1, 1e-5);
  end(sim);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_explicit),         cmocka_unit_test(test_direction),
    cmocka_unit_test(test_lugre_steady),     cmocka_unit_test(test_coulomb_stops),
    cmocka_unit_test(test_karnopp),          cmocka_unit_test(test_coulomb_breaks_away),
    cmocka_unit_test(test_lugre_presliding),
  };
  return cmocka_run_group_tests_name("friction", tests, start_petsc, stop_petsc);
}
