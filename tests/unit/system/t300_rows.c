/* Constraint rows (contract/row.h R1-R5) through GudSystem. A row without time is a quadratic polynomial of q, so that
   central differences with a step of any size are exact: they are taken with step 1, and the bound is round-off. */
#include "model_text.h"

static const char *const model_3d =
  "space: 3d\n"
  "bodies:\n"
  "  a: {type: rigid_body, mass: 2, inertia: [1, 2, 2.5], centre: [0.1, 0.2, -0.1], at: [0.3, 0.1, 0.2], "
  "axis: [1, 2, 3], angle: 0.4}\n"
  "  b: {type: rigid_body, mass: 1, inertia: [1, 1.5, 2], at: [1, 0.5, -0.2], axis: [3, -1, 1], angle: 1.1}\n"
  "  p: {type: point_mass, mass: 3, at: [0.5, 2, 1]}\n"
  "joints:\n"
  "  j1: {type: fixed, a: ground, b: a}\n"
  "  j2: {type: revolute, a: a, b: b, axis: [1, 1, 0]}\n"
  "  j3: {type: spherical, a: {body: a, local: [0.3, 0.2, 0.1]}, b: p}\n"
  "  j4: {type: cylindrical, a: b, b: a, axis: [0, 1, 2]}\n"
  "  j5: {type: prismatic, a: b, b: a, axis: [1, -1, 2], reference: [1, 1, 0]}\n"
  "  j6: {type: universal, a: a, b: b, axis: [1, 0, 0], reference: [0, 1, 0]}\n"
  "  j7: {type: planar, a: ground, b: b, axis: [1, 2, 2]}\n"
  "  j8: {type: point_on_line, a: a, b: b, axis: [0, 0, 1]}\n"
  "  j9: {type: distance, a: {body: a, local: [0.1, 0.7, 0]}, b: b}\n"
  "drivers:\n"
  "  d1: {type: angle_driver, a: a, b: b, axis: [1, 0, 1], position: 0.7*sin(3*t) + 2*t}\n"
  "  d2: {type: displacement_driver, a: b, b: p, axis: [1, 1, 1], position: 0.3*cos(2*t)*(1 m)}\n"
  "  d3: {type: angle_driver, joint: j2, speed: 5 + t}\n";

static const char *const model_2d =
  "space: 2d\n"
  "bodies:\n"
  "  a: {type: rigid_body, mass: 2, inertia: 1, centre: [0.1, 0.2], at: [0.3, 0.1], angle: 0.4}\n"
  "  b: {type: rigid_body, mass: 1, inertia: 2, centre: [-0.2, 0.3], at: [1, 0.5], angle: -1.1}\n"
  "  p: {type: point_mass, mass: 3, at: [0.5, 2]}\n"
  "joints:\n"
  "  j1: {type: fixed, a: ground, b: {body: a, local: [0.2, 0.5]}}\n"
  "  j2: {type: revolute, a: {body: a, local: [0.2, 0.3]}, b: b}\n"
  "  j3: {type: prismatic, a: b, b: a, axis: [1, 2]}\n"
  "  j4: {type: point_on_line, a: {body: a, local: [0.4, 0.3]}, b: b, axis: [1, 1]}\n"
  "  j5: {type: distance, a: {body: a, local: [0.1, 0.7]}, b: {body: b, local: [0.3, 0.1]}}\n"
  "  j6: {type: point_on_line, a: a, b: p, axis: [0, 1]}\n"
  "drivers:\n"
  "  d1: {type: angle_driver, a: a, b: b, position: 0.7*sin(3*t) + 2*t}\n"
  "  d2: {type: displacement_driver, a: b, b: p, axis: [1, 1], acceleration: 0.3*cos(2*t)}\n";

typedef struct {
  GudSimulation sim;
  GudSystem    *sys;
  double       *q, *v, *x, *lam, *history, *phi[3], t;
} Case;

static Case make(const char *text)
{
  Case c    = {.sim = load(text), .t = 0.37};
  c.sys     = c.sim->sys;
  rng_state = 300;
  c.q       = random_array(c.sys->nq, 1);
  c.v       = random_array(c.sys->nq, 1);
  c.x       = random_array(c.sys->nq, 1);
  c.lam     = random_array(c.sys->nr, 1);
  c.history = random_array(c.sim->input.model->num_history, 0.5);
  for (int k = 0; k < 3; k++) c.phi[k] = zeros(c.sys->n);
  gud_system_time(c.sys, c.t, c.history);
  return c;
}

static void unmake(Case *c)
{
  free(c->q), free(c->v), free(c->x), free(c->lam), free(c->history);
  for (int k = 0; k < 3; k++) free(c->phi[k]);
  end(c->sim);
}

static int has_time(const Case *c, int row)
{
  return c->sys->rows[row].motion >= 0;
}

/* (R2) */
static void check_jacobian(const char *text)
{
  Case    c = make(text);
  double *y = zeros(c.sys->nr), *q = zeros(c.sys->nq), *r = zeros(c.sys->nq), left = 0, right = 0;
  gud_system_linearise(c.sys, c.q);
  gud_system_phi_q_times(c.sys, c.x, y);
  for (int s = 0; s < 2; s++) {
    for (int i = 0; i < c.sys->nq; i++) q[i] = c.q[i] + (s ? -1 : 1) * c.x[i];
    gud_system_phi(c.sys, q, c.phi[s]);
  }
  for (int i = 0; i < c.sys->nr; i++) expect_near("Phi_q x", y[i], 0.5 * (c.phi[0][i] - c.phi[1][i]), 2e-14);
  gud_system_phi_q_transpose(c.sys, c.sys->lin, c.lam, r);
  for (int i = 0; i < c.sys->nr; i++) left += c.lam[i] * y[i];
  for (int i = 0; i < c.sys->nq; i++) right += r[i] * c.x[i];
  expect_near("lambda . Phi_q x", left, right, 1e-13);
  free(y), free(q), free(r);
  unmake(&c);
}

static void test_jacobian(void **state)
{
  (void)state;
  check_jacobian(model_3d);
  check_jacobian(model_2d);
}

/* phi along q + v s at time t + s; anchors of the motions stay where they are */
static void phi_along(void *ctx, double s, double *out)
{
  Case   *c = ctx;
  double *q = zeros(c->sys->nq);
  for (int i = 0; i < c->sys->nq; i++) q[i] = c->q[i] + s * c->v[i];
  gud_system_time(c->sys, c->t + s, c->history);
  gud_system_phi(c->sys, q, out);
  free(q);
}

/* phi at fixed q and time t + s */
static void phi_in_time(void *ctx, double s, double *out)
{
  Case *c = ctx;
  gud_system_time(c->sys, c->t + s, c->history);
  gud_system_phi(c->sys, c->q, out);
}

/* (R4): zero without time; else differences, whose error with h^8 and round-off over h is below 1e-11 */
static void check_phi_t(const char *text)
{
  Case    c     = make(text);
  double *phi_t = zeros(c.sys->nr), *d = zeros(c.sys->nr);
  extrapolated(phi_in_time, &c, c.sys->nr, 0.04, 1, d);
  gud_system_time(c.sys, c.t, c.history);
  gud_system_phi_t(c.sys, c.q, phi_t);
  for (int i = 0; i < c.sys->nr; i++) expect_near("phi_t", phi_t[i], d[i], has_time(&c, i) ? 1e-10 : 0);
  free(phi_t), free(d);
  unmake(&c);
}

static void test_phi_t(void **state)
{
  (void)state;
  check_phi_t(model_3d);
  check_phi_t(model_2d);
}

/* (R5): second difference with step 1 for quadratic rows; extrapolated for drivers (round-off over h^2: 1e-8) */
static void check_gamma(const char *text)
{
  Case    c     = make(text);
  double *gamma = zeros(c.sys->nr), *d = zeros(c.sys->nr);
  extrapolated(phi_along, &c, c.sys->nr, 0.04, 2, d);
  for (int s = -1; s <= 1; s++) phi_along(&c, s, c.phi[s + 1]);
  gud_system_time(c.sys, c.t, c.history);
  gud_system_gamma(c.sys, c.q, c.v, gamma);
  for (int i = 0; i < c.sys->nr; i++) {
    double exact = c.phi[2][i] - 2 * c.phi[1][i] + c.phi[0][i];
    if (has_time(&c, i)) expect_near("gamma of a driver", gamma[i], -d[i], 1e-7);
    else expect_near("gamma", gamma[i], -exact, 5e-14);
  }
  free(gamma), free(d);
  unmake(&c);
}

static void test_gamma(void **state)
{
  (void)state;
  check_gamma(model_3d);
  check_gamma(model_2d);
}

/* (R3) and the places of Phi_q in the matrix: A = [d(Phi_q^T lam)/dq  Phi_q^T; Phi_q  -eps] without forces */
static void check_tangent(const char *text)
{
  Case    c = make(text);
  int     n = c.sys->n, nq = c.sys->nq;
  double *zero = zeros(n), *q = zeros(nq), *r[2] = {zeros(nq), zeros(nq)}, *y = zeros(n),
         *xl  = random_array(n, 1);
  GudCoef  co = {.q = 1};
  GudPoint p  = {c.t, c.q, c.v, zero, c.lam, zero, zero, c.history, 0};
  Mat      A;
  Vec      X, Y;
  TEST_CALL(GudSystemCreateMat(c.sys, GUD_PATTERN_FULL, &A));
  TEST_CALL(GudSystemCreateVec(c.sys, &X));
  TEST_CALL(GudSystemCreateVec(c.sys, &Y));
  memcpy(xl, c.x, sizeof(double) * (size_t)nq);
  GudEvaluated *at = gud_evaluated_create(c.sys);
  gud_evaluated_at(at, &p);
  TEST_CALL(GudEvaluatedTangent(at, co, 1, GUD_PATTERN_FULL, A));
  gud_evaluated_destroy(at);
  TEST_CALL(GudSystemStore(c.sys, xl, X));
  TEST_CALL(MatMult(A, X, Y));
  TEST_CALL(GudSystemGather(c.sys, Y, y));
  for (int s = 0; s < 2; s++) {
    for (int i = 0; i < nq; i++) q[i] = c.q[i] + (s ? -1 : 1) * c.x[i];
    gud_system_linearise(c.sys, q);
    gud_system_phi_q_transpose(c.sys, c.sys->lin, c.lam, r[s]);
    for (int i = 0; i < nq; i++) r[s][i] *= 0.5;
  }
  for (int i = 0; i < nq; i++) r[0][i] -= r[1][i]; /* Hessian times x, exact */
  gud_system_linearise(c.sys, c.q);
  gud_system_phi_q_transpose(c.sys, c.sys->lin, xl + nq, r[0]);
  gud_system_phi_q_times(c.sys, c.x, zero);
  for (int i = 0; i < nq; i++) expect_near("dynamic rows", y[i], r[0][i], 5e-14);
  for (int i = 0; i < c.sys->nr; i++) expect_near("constraint rows", y[nq + i], zero[i], 2e-14);
  TEST_CALL(MatDestroy(&A));
  TEST_CALL(VecDestroy(&X));
  TEST_CALL(VecDestroy(&Y));
  free(zero), free(q), free(r[0]), free(r[1]), free(y), free(xl);
  unmake(&c);
}

static void test_tangent(void **state)
{
  (void)state;
  check_tangent(model_3d);
  check_tangent(model_2d);
}

/* Rows hold as drawn, except the drivers whose functions do not start at zero. */
static void test_rows_hold_as_drawn(void **state)
{
  static const char *const text =
    "bodies:\n"
    "  a: {type: rigid_body, mass: 2, inertia: [1, 2, 2.5], at: [0.3, 0.1, 0.2], axis: [1, 2, 3], angle: "
    "0.4}\n"
    "joints:\n"
    "  j1: {type: fixed, a: ground, b: a}\n"
    "  j2: {type: revolute, a: {body: ground, at: [0.3, 0.1, 0.2]}, b: a, axis: [1, 1, 0]}\n"
    "  j3: {type: universal, a: {body: ground, at: [0.3, 0.1, 0.2]}, b: a}\n"
    "  j4: {type: distance, a: ground, b: a}\n"
    "  j5: {type: distance, a: ground, b: a, distance: 2}\n"
    "drivers:\n"
    "  d: {type: angle_driver, joint: j2, position: 0.3}\n";
  GudSimulation sim = load(text);
  GudModel     *m   = sim->input.model;
  double       *phi = zeros(sim->sys->nr), *h = zeros(m->num_history);
  (void)state;
  gud_system_time(sim->sys, 0, h);
  gud_system_phi(sim->sys, m->start_q, phi);
  for (int i = 0; i < sim->sys->nr; i++) {
    int    j        = m->rows[i].joint;
    double expected = 0;
    if (j == 0 && m->rows[i].kind == GUD_ROW_POINT) /* the origin of a is not at the ground's origin */
      expected = (double[]){0.3, 0.1, 0.2}[m->rows[i].axis];
    if (j == 4) expected = 0.14 - 4;
    if (j == 5) expected = -sin(0.3);
    expect_near(j < 0 ? "internal" : m->joints[j].name, phi[i], expected, 1e-15);
  }
  free(phi), free(h);
  end(sim);
}

/* A driver at constant speed after a million turns: the row is closed by the angle modulo a turn. */
static void test_many_turns(void **state)
{
  static const char *const text = "space: 2d\n"
                                  "bodies: {a: {type: rigid_body, mass: 1, inertia: 1}}\n"
                                  "joints: {pivot: {type: revolute, a: ground, b: a}}\n"
                                  "drivers: {d: {type: angle_driver, joint: pivot, speed: 1000}}\n";
  GudSimulation            sim  = begin(text);
  GudSystem               *sys  = sim->sys;
  double                   t = 6283.1853, angle = fmod(1000 * t, 6.283185307179586), phi[8];
  (void)state;
  gud_system_time(sys, t, sim->solver->s->history);
  double q[4] = {0, 0, cos(angle), sin(angle)};
  gud_system_phi(sys, q, phi);
  /* 1e6 turns are 6e6 rad with a round-off of 1e-9, and 2 pi itself is off by 2e-16 a turn */
  for (int i = 0; i < sys->nr; i++) expect_near("phi", phi[i], 0, 3e-9);
  end(sim);
}

/* Drivers by speed and acceleration, integrated from anchors that move on: against the integrals. */
static void test_integrated_motions(void **state)
{
  static const char *const text =
    "space: 2d\n"
    "bodies: {a: {type: rigid_body, mass: 1, inertia: 1}, b: {type: point_mass, mass: 1}}\n"
    "drivers:\n"
    "  d1: {type: angle_driver, a: ground, b: a, speed: 10*sin(3*t), start: 0.4}\n"
    "  d2: {type: displacement_driver, a: ground, b: b, acceleration: 10*cos(3*t), start: 0.2, start_speed: "
    "0.3}\n"
    "  d3: {type: displacement_driver, a: ground, b: b, acceleration: 2, start: 0.1, start_speed: 0.5}\n";
  GudSimulation sim  = load(text);
  GudSystem    *sys  = sim->sys;
  double        h[9] = {0, 0.4, 0, 0, 0.2, 0.3, 0, 0.1, 0.5};
  (void)state;
  for (int k = 1; k <= 1000; k++) {
    double t = 0.01 * k;
    gud_system_time(sys, t, h);
    const GudJet *m = sys->motion;
    expect_near("angle", m[0].f, 0.4 + 10.0 / 3 * (1 - cos(3 * t)), 1e-12);
    expect_near("speed", m[0].f1, 10 * sin(3 * t), 1e-13);
    expect_near("acceleration", m[0].f2, 30 * cos(3 * t), 1e-12);
    expect_near("displacement", m[1].f, 0.2 + 0.3 * t + 10.0 / 9 * (1 - cos(3 * t)), 1e-11);
    expect_near("its speed", m[1].f1, 0.3 + 10.0 / 3 * sin(3 * t), 1e-12);
    expect_near("constant acceleration", m[2].f, 0.1 + 0.5 * t + t * t, 1e-13);
    gud_system_move_anchors(sys, t, h);
  }
  end(sim);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_jacobian),
    cmocka_unit_test(test_phi_t),
    cmocka_unit_test(test_gamma),
    cmocka_unit_test(test_tangent),
    cmocka_unit_test(test_rows_hold_as_drawn),
    cmocka_unit_test(test_many_turns),
    cmocka_unit_test(test_integrated_motions),
  };
  return cmocka_run_group_tests(tests, start_petsc, stop_petsc);
}
