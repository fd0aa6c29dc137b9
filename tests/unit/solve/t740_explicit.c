/* Explicit steps with constraints (solve/explicit.c): order, drift, energy; its parts against independent ways to the same. */
#include "model_text.h"

#include "system/frozen.h"
#include "system/schur.h"

static const double PI = 3.14159265358979324, GRAVITY = 9.81, START = 1.2;

/* A point mass on a rod of 1 m, and a rigid body in natural coordinates that is the same pendulum. */
static GudSimulation pendulum(int rigid, double h, double end_)
{
  char text[1000], body[300];
  if (rigid) /* 3 kg m^2 about the pivot, 3 kg m of static moment: as a point mass of 3 kg at 1 m */
    snprintf(
      body, sizeof body,
      "bodies: {p: {type: rigid_body, from: [0, 0], to: [%.17g, %.17g], centre: [0.5, 0], mass: 6, inertia: "
      "1.5}}\njoints: {pivot: {type: revolute, a: ground, b: p.from}}\n",
      sin(START), -cos(START));
  else
    snprintf(body, sizeof body,
             "bodies: {p: {type: point_mass, mass: 3, at: [%.17g, %.17g]}}\n"
             "joints: {rod: {type: distance, a: ground, b: p}}\n",
             sin(START), -cos(START));
  snprintf(text, sizeof text,
           "space: 2d\ngravity: [0, %.17g]\n%sanalysis: {end: %.17g, step: %.17g, method: "
           "trial_and_error}\n",
           -GRAVITY, body, end_, h);
  return begin(text);
}

/* 2 pi sqrt(l/g)/agm(1, cos(start/2)) */
static double period(void)
{
  double a = 1, b = cos(START / 2);
  for (int k = 0; k < 8; k++) {
    double m = 0.5 * (a + b);
    b = sqrt(a * b), a = m;
  }
  return 2 * PI / sqrt(GRAVITY) / a;
}

static double kinetic_and_potential(GudSimulation sim)
{
  GudEnergy e;
  GudPoint  p = gud_state_point(sim->solver->s);
  gud_evaluated_at(sim->solver->trial, &p);
  gud_evaluated_energy(sim->solver->trial, &e);
  return e.kinetic + e.potential;
}

/* At a quarter of the period it hangs, at the speed that energy says. */
static double quarter_error(int rigid, double h)
{
  double T = period(), x[3], X[3] = {rigid ? 1 : 0, 0, 0}, speed = sqrt(2 * GRAVITY * (1 - cos(START)));
  GudSimulation sim = pendulum(rigid, h, T / 4);
  advance_to(sim, T / 4);
  point_of(sim, "p", X, sim->solver->s->q, x);
  double e = fmax(fabs(x[0]), fabs(x[1] + 1)), v[3];
  point_of(sim, "p", X, sim->solver->s->v, v);
  e = fmax(e, fmax(fabs(v[0] + speed), fabs(v[1])));
  expect_near("drift", sim->solver->stat.drift, 0, 2e-15);
  expect_near("drift of rates", sim->solver->stat.drift_rate, 0, 1e-14);
  end(sim);
  return e;
}

/* Symplectic Euler is the leapfrog method whose velocities are half a step late: v = v(t - h/2), here by h/2 times the
   centripetal acceleration. */
static void test_first_order(void **state)
{
  double expected = 0.5 * 2.5e-4 * 2 * GRAVITY * (1 - cos(START));
  (void)state;
  for (int rigid = 0; rigid < 2; rigid++) {
    double e1 = quarter_error(rigid, 1e-3), e2 = quarter_error(rigid, 2.5e-4), order = log(e1 / e2) / log(4);
    if (!(order > 0.95 && order < 1.1) || !(fabs(e2 / expected - 1) < 0.01))
      fail_msg("rigid %d: errors %.3g and %.3g: order %.3f", rigid, e1, e2, order);
  }
}

/* Largest error of the energy until t_end. */
static double energy_error(GudSimulation sim, double E0, double t_end)
{
  double worst = 0;
  while (sim->solver->s->t < t_end) {
    advance(sim, t_end);
    worst = fmax(worst, fabs(kinetic_and_potential(sim) - E0));
  }
  return worst;
}

/* Symplectic: the error of the energy swings by O(h) and does not grow; rows hold to round-off, always. */
static void test_energy_does_not_drift(void **state)
{
  double T = period(), swing = 3 * GRAVITY * (1 - cos(START));
  (void)state;
  for (int rigid = 0; rigid < 2; rigid++) {
    GudSimulation sim = pendulum(rigid, 1e-3, 100 * T);
    double        E0 = kinetic_and_potential(sim), first = energy_error(sim, E0, 10 * T);
    advance_to(sim, 90 * T);
    double last = energy_error(sim, E0, 100 * T);
    if (!(first < 5e-3 * swing) || !(last < 1.05 * first))
      fail_msg("rigid %d: energy off by %.3g J in the first ten periods, by %.3g J in the last of 100 (swing "
               "%.3g J)",
               rigid, first, last, swing);
    expect_near("drift", sim->solver->stat.drift, 0, 2e-15);
    expect_near("drift of rates", sim->solver->stat.drift_rate, 0, 1e-14);
    end(sim);
  }
}

/* In space: a driven arm (rows of time), a ball joint, and a body whose second moments couple its unit vectors. */
static const char *const space =
  "gravity: [1, 2, -9.81]\n"
  "bodies:\n"
  "  arm: {type: rigid_body, from: [0, 0, 0], to: [0.3, 0, 0.1], centre: [0.1, 0, 0.02], mass: 0.7, inertia: "
  "[[0.02, 0.002, 0.001], [0.002, 0.03, 0.003], [0.001, 0.003, 0.025]]}\n"
  "  bob: {type: rigid_body, from: [0.3, 0, 0.1], to: [0.3, 0.2, -0.3], centre: [0.2, 0.03, 0.01], mass: "
  "1.1, "
  "inertia: [[0.02, 0.002, -0.001], [0.002, 0.03, 0.004], [-0.001, 0.004, 0.025]], spin: [1, -2, 3]}\n"
  "joints:\n"
  "  pivot: {type: revolute, a: ground, b: arm.from, axis: [0, 0.1, 1]}\n"
  "  ball: {type: spherical, a: arm.to, b: bob.from}\n"
  "drivers: {drive: {type: angle_driver, joint: pivot, position: 2*t + 0.3*sin(5*t)}}\n"
  "forces: {s: {type: spring, a: {body: ground, at: [0, 0, 1]}, b: bob.to, stiffness: 50, damping: 0.3}}\n";

static GudSimulation driven(const char *analysis)
{
  char text[2000];
  snprintf(text, sizeof text, "%sanalysis: {end: 0.5, %s}\n", space, analysis);
  return begin(text);
}

/* Accelerations and multipliers of the condensed rows: those of the sparse solve for consistent values. */
static void test_consistent(void **state)
{
  GudSimulation sim = driven("step: 1e-4, method: trial_and_error");
  GudSolver    *so  = sim->solver;
  GudState     *s   = so->s;
  (void)state;
  advance_to(sim, 0.1);
  double *a = zeros(s->nq), *lam = zeros(s->nr);
  memcpy(a, s->acc, sizeof(double) * (size_t)s->nq), memcpy(lam, s->lam, sizeof(double) * (size_t)s->nr);
  so->now_valid = 0;
  TEST_CALL(GudSolverConsistent(so, GUD_FOR_RESTART));
  for (int i = 0; i < s->nq; i++) expect_near("velocity", so->now.v[i], s->v[i], 1e-13);
  for (int i = 0; i < s->nq; i++) expect_near("acceleration", a[i], so->now.a[i], 1e-9);
  for (int i = 0; i < s->nr; i++) expect_near("multiplier", lam[i], so->now.lam[i], 1e-9);
  const char *why;
  GudSchur   *sc = gud_schur_create(sim->sys, GUD_METRIC_MASS, &why);
  double     *x = random_array(s->nq, 1), *y = zeros(s->nq);
  gud_schur_inverse_metric(sc, x, a);
  gud_system_mass_times(sim->sys, a, y);
  for (int i = 0; i < s->nq; i++) expect_near("M M^-1 x", y[i], x[i], 1e-13);
  gud_schur_destroy(sc);
  free(a), free(lam), free(x), free(y);
  end(sim);
}

/* The same motion as by the implicit method, with an error that falls with the step. */
static void test_driven_motion(void **state)
{
  double        error[2], h[2] = {2e-4, 5e-5};
  GudSimulation exact = driven("tolerance: 1e-11");
  int           nq    = exact->sys->nq;
  (void)state;
  advance_to(exact, 0.5);
  for (int k = 0; k < 2; k++) {
    char text[200];
    snprintf(text, sizeof text, "step: %g, method: trial_and_error", h[k]);
    GudSimulation sim = driven(text);
    advance_to(sim, 0.5);
    error[k] = 0;
    for (int i = 0; i < nq; i++)
      error[k] = fmax(error[k], fabs(sim->solver->s->q[i] - exact->solver->s->q[i]));
    expect_near("drift", sim->solver->stat.drift, 0, 4e-15);
    end(sim);
  }
  double order = log(error[0] / error[1]) / log(4);
  if (!(order > 0.9 && order < 1.1) || !(error[1] < 1e-3))
    fail_msg("errors %.3g and %.3g: order %.3f", error[0], error[1], order);
  end(exact);
}

/* (Z1): the matrix is the elements of small strain; those of large strain stay elements. */
static void test_affine_elements(void **state)
{
  static const char *const text = "space: 2d\n"
                                  "bodies:\n"
                                  "  a: {type: quad4, mesh: {type: rectangle, size: [0.6, 0.5], nx: 3, ny: "
                                  "2}, E: 1000, nu: 0.3, density: 2, "
                                  "strain: linear, mass: lumped, alpha: 0.3, beta: 0.5}\n"
                                  "  b: {type: quad8, mesh: {type: rectangle, size: [0.6, 0.5], nx: 2, ny: "
                                  "2}, E: 1000, nu: 0.3, density: 2, "
                                  "mass: lumped, strain: linear, beta: 0.1}\n"
                                  "  c: {type: quad4, mesh: {type: rectangle, size: [0.6, 0.5], nx: 1, ny: "
                                  "1}, E: 1000, nu: 0.3, density: 2, "
                                  "mass: lumped}\n"
                                  "analysis: {end: 1, step: 1e-4}\n";
  GudSimulation            sim  = load(text);
  GudSystem               *sys  = sim->sys;
  GudFrozen               *z    = gud_frozen_create(sys);
  double *q = random_array(sys->nq, 3), *v = random_array(sys->nq, 3), *f = zeros(sys->n), *g = zeros(sys->n);
  GudPoint p = gud_state_point(sim->solver->s);
  (void)state;
  p.q = q, p.v = v;
  gud_evaluated_at(sim->solver->trial, &p);
  gud_evaluated_forces(sim->solver->trial, GUD_FORCES_ALL, f); /* no gravity */
  gud_frozen_forces(z, q, v, g);
  assert_int_equal(z->num_others, 1);
  gud_system_element_forces(sys, &p, z->others, z->num_others, g);
  for (int i = 0; i < sys->nq; i++) expect_near("force", g[i], f[i], 1e-10 * (1 + fabs(f[i])));
  gud_frozen_destroy(z);
  free(q), free(v), free(f), free(g);
  end(sim);
}

static void refused(const char *text, const char *reason)
{
  GudSimulation sim = load(text);
  int           ok;
  TEST_CALL(GudSolverStart(sim->solver, &ok, &sim->moved));
  if (ok || !strstr(sim->solver->why, reason))
    fail_msg("expected '%s', got '%s'", reason, ok ? "a start" : sim->solver->why);
  end(sim);
}

static void test_refusals(void **state)
{
#define SLIDER(mass)                                                                                       \
  "slider: {type: quad4, mesh: {type: rectangle, size: [1, 1], nx: 6, ny: 6}, E: 1000, nu: 0.3, density: " \
  "1, "                                                                                                    \
  "mass: " mass "}"
#define GUIDE(body, law)                                                                                  \
  "{type: guide, a: " body ", b: slider.bottom, lower: 0, contact: {law: kelvin_voigt, stiffness: 1e4}, " \
  "friction: {law: " law ", kinetic: 0.1}}"
#define RUN "analysis: {end: 1, step: 1e-5, method: trial_and_error}\n"
  (void)state;
  refused("space: 2d\nbodies: {" SLIDER("consistent") "}\n" RUN, "mass: lumped");
  refused("space: 2d\nbodies: {" SLIDER("lumped") "}\nforces: {g: " GUIDE("ground", "lugre") "}\n" RUN,
          "Coulomb friction of guides on nodes");
  refused(
    "space: 2d\nbodies: {" SLIDER("lumped") ", car: {type: rigid_body, at: [0, 0], mass: 1, inertia: 1}}\n"
                                            "forces: {g: " GUIDE("car", "coulomb") "}\n" RUN,
    "guides on the ground only");
  refused("space: 2d\nbodies: {" SLIDER(
            "lumped") "}\njoints: {pin: {type: revolute, a: ground, b: {body: slider, "
                      "at: [0, 0]}}}\nforces: {g: " GUIDE("ground", "coulomb") "}\n" RUN,
          "friction on a node constrained by a joint is not supported");
  refused("space: 2d\nbodies: {p: {type: point_mass, mass: 1, at: [1, 0]}}\n"
          "joints: {a: {type: distance, a: ground, b: p}, b: {type: distance, a: ground, b: p}}\n" RUN,
          "independent");
  refused("space: 2d\nbodies: {p: {type: point_mass, mass: 1, at: [1, 0]}}\n"
          "analysis: {end: 1, method: trial_and_error}\n",
          "fixed 'step'");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_first_order),     cmocka_unit_test(test_energy_does_not_drift),
    cmocka_unit_test(test_consistent),      cmocka_unit_test(test_driven_motion),
    cmocka_unit_test(test_affine_elements), cmocka_unit_test(test_refusals),
  };
  return cmocka_run_group_tests(tests, start_petsc, stop_petsc);
}
