/* Consistent values: positions, velocities, accelerations and multipliers that satisfy the equations of the instant. */
#include "model_text.h"

/* Slider-crank in the plane with gravity, a spring and a damper; driven unevenly. */
static const char *const plane =
  "space: 2d\n"
  "gravity: [0, -9.81]\n"
  "bodies:\n"
  "  crank: {type: rigid_body, from: [0, 0], to: [0.05, 0], centre: [0.02, 0.001], mass: 0.3, inertia: "
  "1e-3}\n"
  "  rod: {type: rigid_body, from: [0.05, 0], to: [0.17, 0], centre: [0.06, 0], mass: 0.21, inertia: "
  "2.5e-4}\n"
  "  slider: {type: rigid_body, at: [0.17, 0], mass: 0.14, inertia: 1e-4}\n"
  "joints:\n"
  "  pivot: {type: revolute, a: ground, b: crank.from}\n"
  "  crank_pin: {type: revolute, a: crank.to, b: rod.from}\n"
  "  pin: {type: revolute, a: rod.to, b: slider}\n"
  "  guide: {type: prismatic, a: ground, b: slider, axis: [1, 0]}\n"
  "drivers: {drive: {type: angle_driver, joint: pivot, position: 50*t + 0.3*sin(20*t)}}\n"
  "forces:\n"
  "  s: {type: spring, a: {body: ground, at: [0.3, 0.05]}, b: slider, stiffness: 500, damping: 3}\n";

/* Spatial slider-crank: crank about z, rod between a ball and a Cardan joint, slider along x. */
static const char *const space =
  "gravity: [0, 0, -9.81]\n"
  "bodies:\n"
  "  crank: {type: rigid_body, from: [0, 0, 0.1], to: [0, 0.08, 0.1], centre: [0.04, 0, 0], mass: 0.12, "
  "inertia: [1e-4, 1e-4, 1e-4]}\n"
  "  rod: {type: rigid_body, from: [0, 0.08, 0.1], to: [0.28, 0, 0], centre: [0.15, 0, 0], mass: 0.5, "
  "inertia: [4e-4, 4e-3, 4e-3]}\n"
  "  slider: {type: rigid_body, at: [0.28, 0, 0], mass: 2, inertia: [1e-4, 1e-4, 1e-4]}\n"
  "joints:\n"
  "  pivot: {type: revolute, a: {body: ground, at: [0, 0, 0.1]}, b: crank.from, axis: [0, 0, 1]}\n"
  "  ball: {type: spherical, a: crank.to, b: rod.from}\n"
  "  cardan: {type: universal, a: rod.to, b: slider, axis: [1, 0, 0], reference: [0, 1, 0]}\n"
  "  guide: {type: prismatic, a: ground, b: slider, axis: [1, 0, 0]}\n"
  "drivers: {drive: {type: angle_driver, joint: pivot, position: 6*t + 0.5*sin(4*t)}}\n"
  "forces:\n"
  "  s: {type: bushing, a: {body: ground, at: [0.28, 0, 0]}, b: slider, stiffness: [100, 100, 100], damping: "
  "[1, 2, 3]}\n"
  "  t: {type: torsion_spring, a: ground, b: crank, stiffness: 0.5, damping: 0.01}\n";

/* Redundant: a plane four-bar in space, with gravity across its plane and along it. */
static const char *const redundant = "gravity: [2, -9.81, 3]\n"
                                     "bodies:\n"
                                     "  ground: {points: {A: [0, 0, 0], D: [1, 0, 0]}}\n"
                                     "  crank: {type: rigid_body, from: [0, 0, 0], to: [0, 0.3, 0], centre: "
                                     "[0.15, 0, 0], mass: 1, inertia: [0.1, 0.1, 0.1]}\n"
                                     "  coupler: {type: rigid_body, from: [0, 0.3, 0], to: [1, 0.8, 0], "
                                     "centre: [0.5, 0, 0], mass: 2, inertia: [0.1, 0.1, 0.1]}\n"
                                     "  rocker: {type: rigid_body, from: [1, 0, 0], to: [1, 0.8, 0], centre: "
                                     "[0.4, 0, 0], mass: 1, inertia: [0.1, 0.1, 0.1]}\n"
                                     "joints:\n"
                                     "  A: {type: revolute, a: ground.A, b: crank.from}\n"
                                     "  B: {type: revolute, a: crank.to, b: coupler.from}\n"
                                     "  C: {type: revolute, a: coupler.to, b: rocker.to}\n"
                                     "  D: {type: revolute, a: ground.D, b: rocker.from}\n";

static double largest(const double *x, int n)
{
  double m = 0;
  for (int i = 0; i < n; i++)
    if (!(fabs(x[i]) <= m)) m = fabs(x[i]);
  return m;
}

/* Phi = 0, Phi_q v + Phi_t = 0, Phi_q a = gamma, M a + f + Phi_q^T lambda = 0, each relative to its terms. */
static void check_equations(GudSimulation sim, double tol)
{
  GudSystem *sys = sim->sys;
  GudSolver *so  = sim->solver;
  TEST_CALL(GudSolverConsistent(so, GUD_FOR_RESTART));
  const double *q = so->s->q, *v = so->now.v, *a = so->now.a, *lam = so->now.lam;
  double       *x = zeros(sys->n), *y = zeros(sys->n), *w = zeros(sys->nq);
  gud_system_time(sys, so->s->t, so->s->history);
  gud_system_phi(sys, q, x);
  expect_near("Phi", largest(x, sys->nr), 0, 1e-10);
  gud_system_linearise(sys, q);
  gud_system_phi_q_times(sys, v, x);
  gud_system_phi_t(sys, q, y);
  double scale = largest(v, sys->nq) + largest(y, sys->nr);
  for (int i = 0; i < sys->nr; i++) x[i] += y[i];
  expect_near("Phi_q v + Phi_t", largest(x, sys->nr), 0, tol * scale);
  gud_system_phi_q_times(sys, a, x);
  gud_system_gamma(sys, q, v, y);
  scale = largest(a, sys->nq) + largest(y, sys->nr);
  for (int i = 0; i < sys->nr; i++) x[i] -= y[i];
  expect_near("Phi_q a - gamma", largest(x, sys->nr), 0, tol * scale);
  GudPoint p = gud_state_point(so->s);
  p.v        = v;
  memset(x, 0, sizeof(double) * (size_t)sys->n);
  memset(y, 0, sizeof(double) * (size_t)sys->n);
  gud_evaluated_at(so->trial, &p);
  gud_evaluated_forces(so->trial, GUD_FORCES_ALL, x);
  gud_system_mass_times(sys, a, w);
  gud_system_phi_q_transpose(sys, sys->lin, lam, y);
  scale = largest(x, sys->nq) + largest(w, sys->nq) + largest(y, sys->nq);
  for (int i = 0; i < sys->nq; i++) x[i] += w[i] + y[i];
  expect_near("M a + f + Phi_q^T lambda", largest(x, sys->nq), 0, tol * scale);
  free(x), free(y), free(w);
}

static void check_run(const char *model, const char *analysis, int steps)
{
  char text[4000];
  snprintf(text, sizeof text, "%sanalysis: {end: 1, %s}\n", model, analysis);
  GudSimulation sim = begin(text);
  check_equations(sim, 1e-10);
  for (int n = 0; n < steps; n++) {
    advance(sim, 1);
    check_equations(sim, 1e-10);
  }
  end(sim);
}

static void test_driven_in_the_plane(void **state)
{
  (void)state;
  check_run(plane, "step: 1e-4", 100);
  check_run(plane, "step: 1e-3, stabilisation: projection, rho: 1", 100);
  check_run(plane, "tolerance: 1e-7", 100);
}

static void test_driven_in_space(void **state)
{
  (void)state;
  check_run(space, "step: 1e-3", 100);
  check_run(space, "step: 4e-3, stabilisation: projection, rho: 0.9", 100);
}

static void test_kinematic_analysis(void **state)
{
  char text[4000];
  (void)state;
  snprintf(text, sizeof text, "%sanalysis: {type: kinematic, end: 1, step: 0.01}\n", space);
  GudSimulation sim = begin(text);
  for (int n = 1; n <= 100; n++) {
    GudAdvance a = {1, -1, GUD_REACHED_STEP};
    TEST_CALL(sim->solver->analysis->advance(sim->solver->analysis, sim->solver, 0.01 * n, &a));
    assert_true(a.ok);
    check_equations(sim, 1e-10);
  }
  end(sim);
}

/* Velocities are the derivatives of positions, and accelerations those of velocities: no formula of the rows is used.
   Three instants of a kinematic analysis; central differences with 1e-4 s are good to 1e-8 times the third derivative. */
static void check_derivatives(const char *model, double T)
{
  char    text[4000];
  int     nq;
  double *q[3], *v[3], *a = NULL, d = 1e-4 * T;
  snprintf(text, sizeof text, "%sanalysis: {type: kinematic, end: 1, step: 0.01}\n", model);
  GudSimulation sim = begin(text);
  nq                = sim->sys->nq;
  for (int k = 0; k < 3; k++) {
    while (sim->solver->s->t < T + (k - 1) * d) {
      GudAdvance did = {1, -1, GUD_REACHED_STEP};
      TEST_CALL(sim->solver->analysis->advance(sim->solver->analysis, sim->solver, T + (k - 1) * d, &did));
      assert_true(did.ok);
    }
    q[k] = zeros(nq), v[k] = zeros(nq);
    memcpy(q[k], sim->solver->s->q, sizeof(double) * (size_t)nq);
    memcpy(v[k], sim->solver->s->v, sizeof(double) * (size_t)nq);
    if (k != 1) continue;
    a = zeros(nq);
    memcpy(a, sim->solver->s->acc, sizeof(double) * (size_t)nq);
  }
  double speed = largest(v[1], nq), most = largest(a, nq);
  for (int i = 0; i < nq; i++) {
    expect_near("v = q'", v[1][i], (q[2][i] - q[0][i]) / (2 * d), 1e-6 * speed);
    expect_near("a = v'", a[i], (v[2][i] - v[0][i]) / (2 * d), 1e-6 * most);
  }
  for (int k = 0; k < 3; k++) free(q[k]), free(v[k]);
  free(a);
  end(sim);
}

static void test_accelerations_are_derivatives(void **state)
{
  (void)state;
  check_derivatives(plane, 0.01);
  check_derivatives(space, 0.1);
}

/* Part of x outside the span of the columns of Phi_q, relative to x: zero for the multipliers of least norm. */
static double outside_range(GudSystem *sys, const double *q, const double *x)
{
  int     nr = sys->nr, nq = sys->nq, rank = 0;
  double *basis = zeros(nr * nq), *e = zeros(nq), *y = zeros(nr), before = 0, after = 0;
  gud_system_linearise(sys, q);
  for (int j = 0; j <= nq; j++) { /* Gram-Schmidt, twice; the last "column" is x itself */
    double n0 = 0, n1 = 0;
    memset(e, 0, sizeof(double) * (size_t)nq);
    if (j < nq) e[j] = 1, gud_system_phi_q_times(sys, e, y);
    else memcpy(y, x, sizeof(double) * (size_t)nr);
    for (int i = 0; i < nr; i++) n0 += y[i] * y[i];
    for (int pass = 0; pass < 2; pass++)
      for (int b = 0; b < rank; b++) {
        double s = 0;
        for (int i = 0; i < nr; i++) s += basis[b * nr + i] * y[i];
        for (int i = 0; i < nr; i++) y[i] -= s * basis[b * nr + i];
      }
    for (int i = 0; i < nr; i++) n1 += y[i] * y[i];
    before = n0, after = n1;
    if (j == nq || n1 < 1e-18 * (n0 + 1e-30)) continue;
    for (int i = 0; i < nr; i++) basis[rank * nr + i] = y[i] / sqrt(n1);
    rank++;
  }
  free(basis), free(e), free(y);
  return sqrt(after / before);
}

/* Redundant rows share the load with the least sum of squares, at the start and after many steps: reactions that
   depend on the past of the run would be worth nothing. The regularisation 1e-9 turns round-off 1e-16 into 1e-7. */
static void check_least_norm(const char *analysis, int steps)
{
  char text[4000];
  snprintf(text, sizeof text, "%sanalysis: {end: 10, %s}\n", redundant, analysis);
  GudSimulation sim = begin(text);
  for (int n = 0; n <= steps; n++) {
    if (n) advance(sim, 10);
    if (n % 50) continue;
    check_equations(sim, 1e-9);
    double out = outside_range(sim->sys, sim->solver->s->q, sim->solver->now.lam);
    if (!(out < 1e-6)) fail_msg("step %d (%s): %.3g of the multipliers is self-stress", n, analysis, out);
  }
  end(sim);
}

static void test_redundant_multipliers_have_least_norm(void **state)
{
  (void)state;
  check_least_norm("step: 1e-3", 300);
  check_least_norm("step: 1e-5", 300);
  check_least_norm("step: 1e-3, stabilisation: projection", 300);
}

/* A given velocity is corrected onto the constraints with the least change in the mass norm: a bar of two point
   masses, one of which is pushed along the bar, shares the momentum. */
static void test_velocity_projection(void **state)
{
  GudSimulation sim = begin("bodies:\n"
                            "  a: {type: point_mass, mass: 1, at: [0, 0, 0], velocity: [4, 1, 0]}\n"
                            "  b: {type: point_mass, mass: 3, at: [1, 0, 0]}\n"
                            "joints: {bar: {type: distance, a: a, b: b}}\n");
  const double *v   = sim->solver->s->v;
  (void)state;
  expect_near("a along", v[0], 1, 1e-12);
  expect_near("b along", v[3], 1, 1e-12);
  expect_near("a across", v[1], 1, 1e-12);
  expect_near("b across", v[4], 0, 1e-12);
  expect_near("reported change", sim->solver->velocity_change, 3, 1e-12);
  end(sim);
}

/* A mechanism drawn open is closed, and the correction reported. */
static void test_assembly(void **state)
{
  GudSimulation sim = begin(
    "space: 2d\n"
    "bodies:\n"
    "  a: {type: rigid_body, mass: 1, inertia: 0.1, at: [0.02, -0.01], angle: 0.3}\n"
    "  b: {type: rigid_body, mass: 1, inertia: 0.1, at: [1.03, 0.2], angle: -0.2}\n"
    "joints:\n"
    "  p: {type: revolute, a: ground, b: a}\n"
    "  q: {type: revolute, a: {body: a, local: [1, 0]}, b: b}\n"
    "  r: {type: revolute, a: {body: ground, at: [1.8, 0.1]}, b: {body: b, local: [1, 0]}}\n");
  double *phi = zeros(sim->sys->nr);
  (void)state;
  gud_system_phi(sim->sys, sim->solver->s->q, phi);
  expect_near("Phi", largest(phi, sim->sys->nr), 0, 2e-12);
  assert_true(sim->moved > 0.02 && sim->moved < 0.5);
  free(phi);
  end(sim);
}

static void test_impossible_assembly_names_the_joint(void **state)
{
  GudSimulation sim = load(
    "space: 2d\n"
    "bodies: {a: {type: rigid_body, mass: 1, inertia: 0.1}}\n"
    "joints:\n"
    "  near: {type: revolute, a: ground, b: a}\n"
    "  far: {type: revolute, a: {body: ground, at: [5, 0]}, b: {body: a, local: [1, 0]}}\n");
  int ok;
  (void)state;
  TEST_CALL(GudSolverStart(sim->solver, &ok, &sim->moved));
  assert_false(ok);
  assert_non_null(strstr(sim->solver->why, "cannot be met"));
  assert_true(strstr(sim->solver->why, "'far'") || strstr(sim->solver->why, "'near'"));
  end(sim);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_driven_in_the_plane),
    cmocka_unit_test(test_driven_in_space),
    cmocka_unit_test(test_kinematic_analysis),
    cmocka_unit_test(test_accelerations_are_derivatives),
    cmocka_unit_test(test_redundant_multipliers_have_least_norm),
    cmocka_unit_test(test_velocity_projection),
    cmocka_unit_test(test_assembly),
    cmocka_unit_test(test_impossible_assembly_names_the_joint),
  };
  return cmocka_run_group_tests(tests, start_petsc, stop_petsc);
}
