/* Generalized-alpha: exact where it must be, second order at constant and varying steps, through restarts. */
#include "model_text.h"

static const char *const projectile =
  "gravity: [1, 0, -10]\n"
  "bodies:\n"
  "  p: {type: point_mass, mass: 3, at: [1, 2, 3], velocity: [4, 5, 6]}\n"
  "  b: {type: rigid_body, mass: 2, inertia: [1, 2, 3], centre: [0.1, 0, 0.2], at: [0, 0, 9],"
  " velocity: [1, 0, 0], spin: [0, 0, 2]}\n"
  "analysis: {end: 2, ";

static void check_projectile(const char *analysis, double tolerance)
{
  char text[1000];
  snprintf(text, sizeof text, "%s%s}\n", projectile, analysis);
  GudSimulation sim = begin(text);
  double        t   = 2;
  advance_to(sim, t);
  const double *q = sim->solver->s->q, *v = sim->solver->s->v;
  expect_near("x", q[0], 1 + 4 * t + 0.5 * t * t, tolerance);
  expect_near("y", q[1], 2 + 5 * t, tolerance);
  expect_near("z", q[2], 3 + 6 * t - 5 * t * t, tolerance);
  expect_near("z'", v[2], 6 - 10 * t, tolerance);
  /* centre of mass of the body, at (0.1, 0, 9.2), velocity (1, 0.2, 0) */
  expect_near("centre, x", q[3], 0.1 + t + 0.5 * t * t, tolerance);
  expect_near("centre, y", q[4], 0.2 * t, tolerance);
  expect_near("centre, z", q[5], 9.2 - 5 * t * t, tolerance);
  expect_near("end", sim->solver->s->t, t, 0);
  end(sim);
}

/* A parabola is integrated without error, whatever the steps are: what is left is the sum of round-off and of the
   Newton tolerance, 1e-10 of h^2 a per step. */
static void test_projectile_is_exact(void **state)
{
  (void)state;
  check_projectile("step: 0.05", 1e-11);
  check_projectile("step: 0.03", 1e-11); /* the last step is shorter */
  check_projectile("step: 0.05, vary_step: 0.5", 1e-11);
  check_projectile("step: 0.05, rho: 0", 1e-11);
  check_projectile("step: 0.05, rho: 1, stabilisation: projection", 1e-11);
  check_projectile("tolerance: 1e-6", 1e-8);
}

static const double T_END = 1.3, GRAVITY = 9.81, START = 1.2;

/* theta'' = -g sin(theta) by the classical Runge-Kutta method with 20000 steps: error below 1e-14. */
static void pendulum_reference(double *theta, double *omega)
{
  enum { N = 20000 };
  double y[2] = {START, 0}, h = T_END / N;
  for (int n = 0; n < N; n++) {
    double k[4][2];
    for (int s = 0; s < 4; s++) {
      double c = s == 0   ? 0
                 : s == 3 ? h
                          : h / 2,
             a = s ? y[0] + c * k[s - 1][0] : y[0], b = s ? y[1] + c * k[s - 1][1] : y[1];
      k[s][0] = b, k[s][1] = -GRAVITY * sin(a);
    }
    for (int i = 0; i < 2; i++) y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
  }
  *theta = y[0], *omega = y[1];
}

/* Error of position and velocity at the end; restart_every > 0: the method is started anew after so many steps;
   restart_every < 0: steps alternate between 0.8 h and 1.2 h. */
static double pendulum_error(double h, const char *more, int restart_every)
{
  char   text[1000];
  double theta, omega;
  snprintf(text, sizeof text,
           "space: 2d\n"
           "gravity: [0, %.17g]\n"
           "bodies: {p: {type: point_mass, mass: 2, at: [%.17g, %.17g]}}\n"
           "joints: {rod: {type: distance, a: ground, b: p}}\n"
           "analysis: {end: %.17g, step: %.17g%s}\n",
           -GRAVITY, sin(START), -cos(START), T_END, h, more);
  GudSimulation sim = begin(text);
  while (sim->solver->s->t < T_END) {
    if (restart_every < 0) sim->solver->s->h = h * (sim->solver->s->step % 2 ? 1.2 : 0.8);
    advance(sim, T_END);
    if (restart_every > 0 && sim->solver->s->step % restart_every == 0)
      TEST_CALL(GudSolverRestart(sim->solver));
  }
  pendulum_reference(&theta, &omega);
  const double *q = sim->solver->s->q, *v = sim->solver->s->v;
  double        e = fmax(fmax(fabs(q[0] - sin(theta)), fabs(q[1] + cos(theta))),
                         fmax(fabs(v[0] - omega * cos(theta)), fabs(v[1] - omega * sin(theta))));
  expect_near("distance", hypot(q[0], q[1]), 1, 1e-10);
  end(sim);
  return e;
}

static void check_order(const char *what, const char *more, int restart_every, double lowest)
{
  double e1 = pendulum_error(0.01, more, restart_every), e4 = pendulum_error(0.0025, more, 4 * restart_every);
  double order = log(e1 / e4) / log(4);
  if (!(order > lowest && order < 2.6) || e4 > 2e-3)
    fail_msg("%s: errors %.3g and %.3g at 0.01 and 0.0025 s: order %.2f", what, e1, e4, order);
}

static void test_second_order(void **state)
{
  (void)state;
  check_order("rho 0.8", "", 0, 1.9);
  check_order("rho 0.2", ", rho: 0.2", 0, 1.9);
  check_order("projection", ", rho: 1, stabilisation: projection", 0, 1.9);
}

/* With steps that vary, only (G4) keeps the order. */
static void test_second_order_at_varying_step(void **state)
{
  (void)state;
  check_order("varying", ", vary_step: 0.3", 0, 1.8);
  check_order("varying, projection", ", vary_step: 0.3, stabilisation: projection", 0, 1.8);
  check_order("alternating", "", -1, 1.9); /* at random most of the error of a missing (G4) averages out */
  check_order("alternating, rho 0", ", rho: 0", -1, 1.9);
}

static void test_restarts_keep_the_order(void **state)
{
  (void)state;
  check_order("restarts", "", 10, 1.8);
}

/* The adaptive method keeps what it promises, within the factor of an accumulated local error. */
static void test_tolerance(void **state)
{
  (void)state;
  double coarse = pendulum_error(0, ", tolerance: 1e-6", 0), fine = pendulum_error(0, ", tolerance: 1e-9", 0);
  if (!(coarse < 3e-3 && fine < 3e-5 && fine < 0.05 * coarse))
    fail_msg("errors %.3g and %.3g at tolerances 1e-6 and 1e-9", coarse, fine);
}

static void test_no_damping_without_stabilisation_is_refused(void **state)
{
  char text[1000];
  int  ok;
  (void)state;
  snprintf(text, sizeof text, "%sstep: 0.1, stabilisation: none}\n", projectile);
  GudSimulation sim    = load(text);
  sim->solver->opt.rho = 1; /* the reader refuses it, too */
  TEST_CALL(GudSolverStart(sim->solver, &ok, &sim->moved));
  assert_false(ok);
  assert_non_null(strstr(sim->solver->why, "stabilisation"));
  end(sim);
}

/* The step lands on the end exactly, and no splinter is left before it. */
static void test_lands_on_the_end(void **state)
{
  GudSimulation sim = begin("bodies: {p: {type: point_mass, mass: 1, velocity: [1, 0, 0]}}\n"
                            "analysis: {end: 1, step: 0.1}\n");
  int           n   = 0;
  (void)state;
  for (; sim->solver->s->t < 1; n++) advance(sim, 1);
  assert_int_equal(n, 10);
  expect_near("t", sim->solver->s->t, 1, 0);
  expect_near("smallest step", sim->solver->stat.h_min, 0.1, 1e-9);
  end(sim);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_projectile_is_exact),
    cmocka_unit_test(test_second_order),
    cmocka_unit_test(test_second_order_at_varying_step),
    cmocka_unit_test(test_restarts_keep_the_order),
    cmocka_unit_test(test_tolerance),
    cmocka_unit_test(test_no_damping_without_stabilisation_is_refused),
    cmocka_unit_test(test_lands_on_the_end),
  };
  return cmocka_run_group_tests(tests, start_petsc, stop_petsc);
}
