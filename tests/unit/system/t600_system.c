/* Assembly: mass, gravity and energies against closed forms. */
#include "model_text.h"

/* Two bodies and a point mass in motion; numbers of the first: m = 2, centre (0.1, 0.2, 0.3), turned by 90 deg about z. */
static const char *const text =
  "gravity: [1, -2, -10]\n"
  "bodies:\n"
  "  b: {type: rigid_body, mass: 2, inertia: [[2, 0.1, 0], [0.1, 2.5, 0.2], [0, 0.2, 3]], centre: [0.1, 0.2, "
  "0.3],"
  " at: [1, 2, 3], axis: [0, 0, 1], angle: 90 deg, velocity: [4, 5, 6], spin: [0.7, -0.8, 0.9]}\n"
  "  p: {type: point_mass, mass: 3, at: [-1, 0, 1], velocity: [1, 2, 3]}\n";

static void test_energy(void **state)
{
  GudSimulation sim = load(text);
  GudModel     *m   = sim->input.model;
  GudSystem    *sys = sim->sys;
  double       *z   = zeros(sys->n);
  GudPoint      p   = {0, m->start_q, m->start_v, z, z, z, z, z, 0};
  GudEnergy     e;
  (void)state;
  gud_system_time(sys, 0, z);
  gud_evaluated_at(sim->solver->trial, &p);
  gud_evaluated_energy(sim->solver->trial, &e);
  /* body: centre at (1, 2, 3) + (-0.2, 0.1, 0.3); spin in body axes: turned back by 90 deg = (-0.8, -0.7, 0.9) */
  double w[3] = {0.7, -0.8, 0.9}, arm[3] = {-0.2, 0.1, 0.3}, v[3], W[3] = {-0.8, -0.7, 0.9};
  double J[9] = {2, 0.1, 0, 0.1, 2.5, 0.2, 0, 0.2, 3}, JW[3];
  gud_cross_real(w, arm, v);
  v[0] += 4, v[1] += 5, v[2] += 6;
  gud_rotate(J, W, JW);
  expect_near("kinetic", e.kinetic, gud_dot_real(v, v) + 0.5 * gud_dot_real(W, JW) + 1.5 * 14, 1e-12);
  double g[3] = {1, -2, -10}, x[3] = {0.8, 2.1, 3.3}, y[3] = {-1, 0, 1};
  expect_near("potential", e.potential, -2 * gud_dot_real(g, x) - 3 * gud_dot_real(g, y), 1e-12);
  expect_near("strain", e.strain, 0, 0);
  free(z);
  end(sim);
}

/* Gravity acts on the positions alone and has the resultant m g. */
static void test_gravity(void **state)
{
  GudSimulation sim = load(text);
  GudSystem    *sys = sim->sys;
  double       *z = zeros(sys->n), *r = zeros(sys->n);
  const double  g[3] = {1, -2, -10};
  GudPoint      p    = {0, sim->input.model->start_q, z, z, z, z, z, z, 0};
  (void)state;
  gud_evaluated_at(sim->solver->trial, &p);
  gud_evaluated_forces(sim->solver->trial, GUD_FORCES_ALL, r);
  for (int i = 0; i < sys->nq; i++) {
    double mass = i < 3 ? 2 : i >= 12 ? 3 : 0;
    expect_near("gravity", r[i], -mass * g[i % 3], 1e-15);
  }
  free(z), free(r);
  end(sim);
}

/* M x by rows of vectors against the quadratic form of the elements; symmetric. */
static void test_mass(void **state)
{
  GudSimulation sim = load(text);
  GudModel     *m   = sim->input.model;
  GudSystem    *sys = sim->sys;
  rng_state         = 600;
  double *x = random_array(sys->nq, 1), *y = random_array(sys->nq, 1), *Mx = zeros(sys->nq), xMy = 0, yMx = 0,
         sum = 0;
  (void)state;
  gud_system_mass_times(sys, x, Mx);
  for (int i = 0; i < sys->nq; i++) yMx += y[i] * Mx[i];
  gud_system_mass_times(sys, y, Mx);
  for (int i = 0; i < sys->nq; i++) xMy += x[i] * Mx[i];
  expect_near("symmetry", xMy, yMx, 1e-14);
  for (int e = 0; e < m->num_elements; e++) {
    const GudElement *el = &m->elements[e];
    double            block[GUD_MAX_ELEMENT_VECTORS * GUD_MAX_ELEMENT_VECTORS];
    int               n = el->type->num_vec;
    el->type->mass(el->type, el->data, block);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        for (int c = 0; c < 3; c++) sum += block[n * i + j] * x[3 * el->vec[i] + c] * y[3 * el->vec[j] + c];
  }
  expect_near("quadratic form", xMy, sum, 1e-13);
  free(x), free(y), free(Mx);
  end(sim);
}

/* Power of a driver: -lambda . Phi_q v = lambda . Phi_t. A crank of 2 kg m^2 at acceleration 3: moment 6, speed 5. */
static void test_driver_power(void **state)
{
  GudSimulation sim = begin("space: 2d\n"
                            "bodies: {b: {type: rigid_body, mass: 1, inertia: 2}}\n"
                            "joints: {pivot: {type: revolute, a: ground, b: b}}\n"
                            "drivers: {d: {type: angle_driver, joint: pivot, position: 5*t + 1.5*t^2}}\n");
  GudPoint      p   = gud_state_point(sim->solver->s);
  GudEnergy     e;
  (void)state;
  gud_system_time(sim->sys, 0, p.history);
  gud_evaluated_at(sim->solver->trial, &p);
  gud_evaluated_energy(sim->solver->trial, &e);
  expect_near("kinetic", e.kinetic, 0.5 * 2 * 25, 1e-12);
  expect_near("power of the driver", e.power_drivers, 6 * 5, 1e-10);
  end(sim);
}

/* Power of loads f.v, of dampers -c l'^2 */
static void test_powers(void **state)
{
  GudSimulation sim = load("bodies: {p: {type: point_mass, mass: 1, at: [0, 2, 0], velocity: [1, 3, 0]}}\n"
                           "forces:\n"
                           "  f: {type: force, a: p, direction: [1, 1, 0], value: 2*sqrt(2)}\n"
                           "  s: {type: spring, a: ground, b: p, stiffness: 10, damping: 4, length: 2}\n");
  double       *z = zeros(sim->sys->n), l0[1] = {2};
  GudPoint      p = {0, sim->input.model->start_q, sim->input.model->start_v, z, z, z, z, l0, 0};
  GudEnergy     e;
  (void)state;
  gud_system_time(sim->sys, 0, l0);
  gud_evaluated_at(sim->solver->trial, &p);
  gud_evaluated_energy(sim->solver->trial, &e);
  expect_near("load", e.power[GUD_LEDGER_LOAD], 2 * (1 + 3), 1e-13);
  expect_near("damping", e.power[GUD_LEDGER_DAMPING], -4 * 9, 1e-13);
  free(z);
  end(sim);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_energy),       cmocka_unit_test(test_gravity), cmocka_unit_test(test_mass),
    cmocka_unit_test(test_driver_power), cmocka_unit_test(test_powers),
  };
  return cmocka_run_group_tests(tests, start_petsc, stop_petsc);
}
