/* Node sets as places: the average of a bore or an edge as a marker, clamps; with coordinates of their own and without. */
#include "model_text.h"

#include "output/probe_value.h"

static void close_to(double got, double expected, double tol)
{
  if (!(fabs(got - expected) <= tol))
    fail_msg("expected %.15g, got %.15g (tolerance %g)", expected, got, tol);
}

static double probe(GudSimulation sim, const char *name)
{
  double x = NAN;
  TEST_CALL(GudSimulationGetProbe(sim, name, &x));
  return x;
}

#define PLATE(around)                                                                                        \
  "space: 2d\nbodies:\n  plate: {type: quad4, E: 1 GPa, density: 1000, thickness: 0.01, at: [1, 2], angle: " \
  "0.4, "                                                                                                    \
  "mesh: {type: rectangle_with_hole, size: [2, 1], radius: 0.2, nx: " around ", ny: 1, radial: 3}}\n"

/* A turned and stretched plate: the mean, and the turned and stretched direction, from few nodes (terms) and from many
   (coordinates of their own, here set by the ties). */
static void averages(void **state)
{
  static const char *const texts[2] = {PLATE("2") "joints: {j: {type: fixed, a: ground, b: plate.bore}}\n",
                                       PLATE("6") "joints: {j: {type: fixed, a: ground, b: plate.bore}}\n"};
  const double             turn = 0.7, s = 1.3;
  (void)state;
  for (int k = 0; k < 2; k++) {
    GudSimulation   sim = load(texts[k]);
    const GudModel *m   = sim->input.model;
    const GudJoint *j   = &m->joints[0];
    double         *q   = gud_alloc(sizeof(double) * (size_t)(2 * m->num_vec)), x[3], mean[3];
    assert_int_equal(m->num_averages, k);
    assert_int_equal(m->num_rows, k ? 7 : 3);
    gud_vector_value(m, j->vector[4], m->start_q, mean);
    close_to(mean[0], 1 + cos(0.4) - 0.5 * sin(0.4), 1e-13); /* the middle of the plate */
    close_to(mean[1], 2 + sin(0.4) + 0.5 * cos(0.4), 1e-13);
    for (int i = 0; i < m->num_vec; i++) {
      const double *X = m->start_q + 2 * i;
      q[2 * i]        = s * (cos(turn) * X[0] - sin(turn) * X[1]) + 5;
      q[2 * i + 1]    = s * (sin(turn) * X[0] + cos(turn) * X[1]) - 3;
    }
    for (int r = 0; r < m->num_rows; r++) { /* the ties give the coordinates of the average */
      const GudModelRow *row = &m->rows[r];
      if (row->joint >= 0) continue;
      gud_vector_value(m, row->u1, q, x);
      q[2 * m->terms[m->vectors[row->u0].first].vec + row->axis] = x[row->axis];
    }
    gud_vector_value(m, j->vector[4], q, x);
    close_to(x[0], s * (cos(turn) * mean[0] - sin(turn) * mean[1]) + 5, 1e-12);
    close_to(x[1], s * (sin(turn) * mean[0] + cos(turn) * mean[1]) - 3, 1e-12);
    for (int e = 0; e < 3; e++) {
      double d[3];
      gud_vector_value(m, j->vector[5 + e], m->start_q, d);
      gud_vector_value(m, j->vector[5 + e], q, x);
      for (int c = 0; c < 3; c++) close_to(d[c], e == c, 1e-13); /* axes of space at the start */
      if (e == 2) continue;
      close_to(x[0], s * (cos(turn) * d[0] - sin(turn) * d[1]), 1e-12);
      close_to(x[1], s * (sin(turn) * d[0] + cos(turn) * d[1]), 1e-12);
    }
    free(q);
    TEST_CALL(GudSimulationDestroy(&sim));
  }
}

/* An edge is a straight line of nodes: it has a turn all the same. */
static void edges(void **state)
{
  GudSimulation   sim = load(PLATE("6") "joints: {j: {type: fixed, a: ground, b: plate.right}}\n");
  const GudModel *m   = sim->input.model;
  double          x[3];
  (void)state;
  for (int e = 0; e < 3; e++) {
    gud_vector_value(m, m->joints[0].vector[5 + e], m->start_q, x);
    for (int c = 0; c < 3; c++) close_to(x[c], e == c, 1e-13);
  }
  TEST_CALL(GudSimulationDestroy(&sim));
}

/* A plate hangs on a bore that is off its middle, with unevenly spaced nodes: it is at the centre of the bore that it is
   pinned, so that nothing is deformed by the assembly; it then falls as a pendulum. */
static void pendulum(void **state)
{
  GudSimulation sim     = begin("space: 2d\ngravity: [0, -10]\nbodies:\n"
                                    "  plate: {type: quad4, E: 1 MPa, density: 1000, thickness: 0.01, mesh: {type: "
                                    "rectangle_with_hole, corner: [-0.5, -0.2], size: [2, 0.4], "
                                    "centre: [0, 0], radius: 0.1, nx: 8, ny: 4, radial: 2}}\n"
                                    "joints: {pin: {type: revolute, a: ground, b: plate.bore}}\n"
                                    "probes:\n  f: {type: joint_force, name: pin, component: y}\n  x: {type: "
                                    "position, of: plate.bore, component: x}\n"
                                    "  m: {type: joint_moment, name: pin, component: z}\n  e: {type: energy}\n  "
                                    "turn: {type: angle, of: plate.bore}\n"
                                    "analysis: {end: 0.2, step: 1 ms}\n");
  GudOutcome    outcome = GUD_RUNNING;
  double        e0      = probe(sim, "e");
  (void)state;
  assert_int_equal(sim->input.model->num_averages, 1);
  assert_int_equal(sim->solver->num_redundant, 0);
  close_to(sim->moved, 0, 1e-14);
  while (outcome == GUD_RUNNING) TEST_CALL(GudSimulationStep(sim, &outcome));
  assert_int_equal(outcome, GUD_DONE);
  close_to(probe(sim, "x"), 0, 1e-12);
  close_to(probe(sim, "m"), 0, 1e-9); /* a hinge transmits no moment */
  assert_true(probe(sim, "turn") < -0.1);
  close_to(probe(sim, "e") - e0, 0, 1e-4); /* of 6.7 J exchanged */
  TEST_CALL(GudSimulationDestroy(&sim));
}

/* Clamped edge, load on the average of the other: reaction and moment are those of statics; no node of the edge moves. */
static void clamped(void **state)
{
  GudSimulation sim = begin("space: 2d\nbodies:\n  plate: {type: quad8, E: 1 GPa, density: 1000, thickness: "
                            "0.01, mesh: {type: rectangle, size: [2, 1], nx: 6, ny: 5}}\n"
                            "joints: {wall: {type: clamp, a: ground, b: plate.left}}\n"
                            "forces: {load: {type: force, a: plate.right, value: 50 N, direction: [3, 4]}}\n"
                            "probes:\n  fx: {type: joint_force, name: wall, component: x}\n  fy: {type: "
                            "joint_force, name: wall, component: y}\n"
                            "  m: {type: joint_moment, name: wall, component: z}\n  ga: {type: joint_force, "
                            "name: wall, component: y, on: a}\n"
                            "  x: {type: position, of: plate.right, component: x}\n  y: {type: position, of: "
                            "plate.right, component: y}\n"
                            "analysis: {type: static}\n");
  const GudModel *m = sim->input.model;
  (void)state;
  assert_int_equal(m->num_rows, 2 * 11 + 4); /* 11 nodes on each edge; those of the load have an average */
  close_to(probe(sim, "fx"), -30, 1e-6);
  close_to(probe(sim, "fy"), -40, 1e-6);
  close_to(probe(sim, "ga"), 40, 1e-6);
  close_to(probe(sim, "m"), -(probe(sim, "x") * 40 - (probe(sim, "y") - 0.5) * 30), 1e-6);
  assert_true(probe(sim, "y") > 0.5 && probe(sim, "y") < 0.51);
  for (int i = m->joints[0].first_row; i < m->joints[0].first_row + m->joints[0].num_rows; i++) {
    double x[3], x0[3];
    gud_vector_value(m, m->rows[i].u0, sim->solver->s->q, x);
    gud_vector_value(m, m->rows[i].u0, m->start_q, x0);
    close_to(x[m->rows[i].axis], x0[m->rows[i].axis], 1e-12);
  }
  TEST_CALL(GudSimulationDestroy(&sim));
}

/* Clamped to a driven crank, the nodes go round with it; and a beam keeps its slope. */
static void clamped_to_a_crank(void **state)
{
  GudSimulation sim = begin(
    "space: 2d\nbodies:\n  crank: {type: rigid_body, mass: 1, inertia: 1, from: [0, 0], to: [1, 0]}\n"
    "  plate: {type: quad4, E: 1 MPa, density: 10, thickness: 0.01, at: [1, 0], mesh: {type: rectangle, "
    "size: [0.5, 0.2], nx: 4, ny: 2}}\n"
    "  beam: {type: ancf_beam2d, E: 1 MPa, density: 10, section: rectangle, width: 0.01, height: 0.05, at: "
    "[0, 1], mesh: {type: line, from: [0, 0], to: [1, 0], elements: 2}}\n"
    "joints:\n  pin: {type: revolute, a: ground, b: crank.from}\n  weld: {type: clamp, a: crank, b: "
    "plate.left}\n  root: {type: clamp, a: crank, b: beam.from}\n"
    "drivers: {d: {type: angle_driver, joint: pin, speed: 10}}\n"
    "analysis: {end: 0.1, step: 1 ms}\n");
  const GudModel *m       = sim->input.model;
  GudOutcome      outcome = GUD_RUNNING;
  (void)state;
  assert_int_equal(m->joints[gud_model_find_joint(m, "weld")].num_rows, 6);
  assert_int_equal(m->joints[gud_model_find_joint(m, "root")].num_rows,
                   2 * m->bodies[gud_model_find_body(m, "beam")].type->per_node);
  assert_int_equal(sim->solver->num_redundant, 0);
  while (outcome == GUD_RUNNING) TEST_CALL(GudSimulationStep(sim, &outcome));
  assert_int_equal(outcome, GUD_DONE);
  for (int n = 1; n < 3; n++) {
    const GudJoint *j = &m->joints[n];
    for (int i = j->first_row; i < j->first_row + j->num_rows; i++) {
      const GudModelRow *r = &m->rows[i];
      double             x[3], x0[3], turned[2];
      gud_vector_value(m, r->u0, sim->solver->s->q, x);
      gud_vector_value(m, r->u0, m->start_q, x0);
      turned[0] = cos(1) * x0[0] - sin(1) * x0[1], turned[1] = sin(1) * x0[0] + cos(1) * x0[1];
      close_to(x[r->axis], turned[r->axis], 1e-9);
    }
  }
  TEST_CALL(GudSimulationDestroy(&sim));
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(averages), cmocka_unit_test(edges),
                                     cmocka_unit_test(pendulum), cmocka_unit_test(clamped),
                                     cmocka_unit_test(clamped_to_a_crank)};
  return cmocka_run_group_tests(tests, start_petsc, stop_petsc);
}
