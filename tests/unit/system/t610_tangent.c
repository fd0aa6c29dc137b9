/* The assembled matrix is the derivative of the assembled residual, with every registered kind of force and row in one
   model, for random coefficients (cq, cv, ca) and row scale. Extrapolated differences: error h^8, round-off 1e-13/h. */
#include "model_text.h"

static const char *const space =
  "gravity: [1, 2, -9.81]\n"
  "bodies:\n"
  "  a: {type: rigid_body, mass: 2, inertia: [1, 2, 2.5], centre: [0.1, 0.2, -0.1], at: [0.3, 0.1, 0.2], "
  "axis: [1, 2, 3], angle: 0.4}\n"
  "  b: {type: rigid_body, mass: 1, inertia: [1, 1.5, 2], at: [1, 0.5, -0.2], axis: [3, -1, 1], angle: 1.1}\n"
  "  p: {type: point_mass, mass: 3, at: [0.5, 2, 1]}\n"
  "  beam: {type: ancf_beam3d, mesh: {type: line, from: [0.3, 0.1, 0.2], to: [1.3, 0.1, 0.2], elements: 1}, "
  "E: 30, nu: 0.2, "
  "density: 10, section: square, width: 0.2}\n"
  "joints:\n"
  "  j2: {type: revolute, a: a, b: b, axis: [1, 1, 0]}\n"
  "  j3: {type: spherical, a: {body: a, local: [0.3, 0.2, 0.1]}, b: p}\n"
  "  j4: {type: prismatic, a: ground, b: a, axis: [0, 1, 2]}\n"
  "  j9: {type: distance, a: {body: a, local: [0.1, 0.7, 0]}, b: b}\n"
  "  j10: {type: revolute, a: beam.from, b: a, axis: [1, 2, 1]}\n"
  "drivers:\n"
  "  d1: {type: angle_driver, joint: j2, position: 2*t}\n"
  "  d2: {type: displacement_driver, a: b, b: p, axis: [1, 1, 1], position: 0.3*cos(2*t)*(1 m)}\n"
  "forces:\n"
  "  f1: {type: force, a: {body: b, local: [0.2, 0.3, 0.1]}, direction: [1, 2, 3], value: 5*cos(t)}\n"
  "  f2: {type: follower_force, a: {body: b, local: [0.2, 0.3, 0.1]}, direction: [1, 2, 3], value: 4}\n"
  "  f3: {type: moment, a: a, direction: [1, 2, 3], value: 3}\n"
  "  f4: {type: moment, a: b, direction: [1, -2, 3], value: 2, follow: yes}\n"
  "  f5: {type: spring, a: {body: a, local: [0.1, 0.3, 0.2]}, b: p, stiffness: 10, damping: 2, length: 1, "
  "preload: 3,"
  " table: [[-0.5, -3], [0, 0], [0.5, 5]]}\n"
  "  f6: {type: torsion_spring, a: a, b: b, axis: [1, 1, 1], stiffness: 5, damping: 1, preload: 2}\n"
  "  f7: {type: bushing, a: a, b: {body: b, local: [0.2, 0, 0.1]}, axis: [1, 0, 1], stiffness: [1, 2, 3], "
  "damping: [3, 2, 1],"
  " rot_stiffness: [4, 5, 6], rot_damping: [1, 1, 2]}\n"
  "  f8: {type: plane_sensor, a: p, normal: [0, 0, 1]}\n"
  "  f9: {type: spring, a: ground, b: {body: b, local: [0.4, 0.1, 0.1]}, stiffness: 8, damping: 1}\n"
  "  f10: {type: force, a: p, direction: [1, 2, 3], value: {type: table, over: turn, period: 360 deg, "
  "points: "
  "[[0 deg, 1 N], [90 deg, 3 N], [200 deg, -2 N]]}}\n"
  "  f11: {type: moment, a: b, direction: [1, 2, 3], follow: yes, value: (2 N*reach - 3 N "
  "s*speed*rate*t)*sin(turn)}\n"
  "  f12: {type: spring, a: a, b: p, force: {type: pi, of: rate, target: 1 + t, proportional: 3 N s, "
  "integral: "
  "7 N}}\n"
  "  f13: {type: torsion_spring, a: a, b: b, axis: [1, 1, 1], moment: 5 N*lift + 1 N s*speed}\n"
  "probes:\n"
  "  turn: {type: angle, of: b, axis: [1, 2, 3]}\n"
  "  rate: {type: angular_velocity, of: p, from: {body: beam, local: [0.3, 0, 0]}, axis: [1, 0, 2]}\n"
  "  speed: {type: velocity, of: p, from: a}\n"
  "  reach: {type: position, of: b, from: a}\n"
  "  lift: {type: position, of: beam.to, component: z}\n";

static const char *const plane =
  "space: 2d\n"
  "gravity: [1, -9.81]\n"
  "bodies:\n"
  "  a: {type: rigid_body, mass: 2, inertia: 1.3, centre: [0.1, 0.2], at: [0.3, 0.1], angle: 0.4}\n"
  "  b: {type: rigid_body, mass: 1, inertia: 0.7, centre: [-0.1, 0.3], at: [1, 0.5], angle: 1.1}\n"
  "  p: {type: point_mass, mass: 3, at: [0.5, 2]}\n"
  "  beam: {type: ancf_beam2d, mesh: {type: line, from: [0.3, 0.1], to: [1.3, 0.1], elements: 1}, E: 30, nu: "
  "0.2, "
  "density: 10, section: square, width: 0.2}\n"
  "joints:\n"
  "  j2: {type: revolute, a: {body: a, local: [0.4, 0.2]}, b: b}\n"
  "  j3: {type: point_on_line, a: {body: a, local: [0.3, 0.2]}, b: p, axis: [1, 2]}\n"
  "  j4: {type: prismatic, a: b, b: a, axis: [1, 2]}\n"
  "  j9: {type: distance, a: {body: a, local: [0.1, 0.7]}, b: {body: b, local: [0.3, 0.1]}}\n"
  "  j10: {type: fixed, a: beam.from, b: a}\n"
  "drivers:\n"
  "  d1: {type: angle_driver, joint: j2, position: 2*t}\n"
  "  d2: {type: displacement_driver, a: b, b: p, axis: [1, 1], position: 0.3*cos(2*t)*(1 m)}\n"
  "forces:\n"
  "  f1: {type: force, a: {body: b, local: [0.2, 0.3]}, direction: [1, 2], value: 5*cos(t)}\n"
  "  f2: {type: follower_force, a: {body: b, local: [0.2, 0.3]}, direction: [1, 2], value: 4}\n"
  "  f3: {type: moment, a: a, value: 3}\n"
  "  f5: {type: spring, a: {body: a, local: [0.1, 0.3]}, b: {body: b, local: [0.6, 0.2]}, stiffness: 10, "
  "damping: 2, preload: 3}\n"
  "  f6: {type: torsion_spring, a: a, b: b, stiffness: 5, damping: 1, preload: 2}\n"
  "  f7: {type: bushing, a: {body: a, local: [0.1, 0.5]}, b: {body: b, local: [0.2, 0.1]}, stiffness: [1, "
  "2], damping: [3, 2],"
  " rot_stiffness: [4, 5, 6], rot_damping: [1, 1, 2]}\n"
  "  f10: {type: force, a: p, direction: [1, 2], value: {type: table, over: turn, points: "
  "[[-4, 1 N], [0, 3 N], [4, -2 N]]}}\n"
  "  f11: {type: moment, a: b, value: {type: pi, of: rate, target: 1 + t, proportional: 3 N m s, integral: 7 "
  "N m}}\n"
  "  f12: {type: integral, value: speed*lift}\n"
  "probes:\n"
  "  turn: {type: angle, of: b, offset: 1}\n"
  "  rate: {type: angular_velocity, of: p, from: {body: a, local: [0.3, 0.1]}}\n"
  "  speed: {type: velocity, of: p, from: a}\n"
  "  lift: {type: position, of: beam.to, component: y}\n";

typedef struct {
  GudSystem    *sys;
  GudEvaluated *at;
  double       *q, *v, *a, *lam, *z, *zt, *history, *dir; /* dir: of q, then of mu = sd lambda, then of z */
  GudCoef       c;
  double        sd;
} Case;

/* Residual along the direction, dynamic rows scaled by sd. */
static void residual_along(void *ctx, double s, double *out)
{
  Case      *c   = ctx;
  GudSystem *sys = c->sys;
  int        nq = sys->nq, nr = sys->nr, nz = sys->nz;
  double    *q = zeros(nq), *v = zeros(nq), *a = zeros(nq), *lam = zeros(nr), *z = zeros(nz), *zt = zeros(nz);
  for (int i = 0; i < nq; i++) {
    q[i] = c->q[i] + s * c->c.q * c->dir[i], v[i] = c->v[i] + s * c->c.v * c->dir[i];
    a[i] = c->a[i] + s * c->c.a * c->dir[i];
  }
  for (int i = 0; i < nr; i++) lam[i] = c->lam[i] + s * c->dir[nq + i] / c->sd;
  for (int i = 0; i < nz; i++) {
    z[i]  = c->z[i] + s * (sys->differential[i] ? c->c.z : 1) * c->dir[nq + nr + i];
    zt[i] = c->zt[i] + (sys->differential[i] ? s * c->c.zt * c->dir[nq + nr + i] : 0);
  }
  GudPoint p = {0.4, q, v, a, lam, z, zt, c->history, 0};
  gud_evaluated_at(c->at, &p);
  gud_evaluated_residual(c->at, out);
  for (int i = 0; i < nq; i++) out[i] *= c->sd;
  free(q), free(v), free(a), free(lam), free(z), free(zt);
}

static void check(const char *text)
{
  GudSimulation sim = load(text);
  GudSystem    *sys = sim->sys;
  GudModel     *m   = sim->input.model;
  Case          c   = {.sys = sys, .at = sim->solver->trial};
  double       *y = zeros(sys->n), *d = zeros(sys->n);
  Mat           A;
  Vec           X, Y;
  TEST_CALL(GudSystemCreateMat(sys, GUD_PATTERN_FULL, &A));
  TEST_CALL(GudSystemCreateVec(sys, &X));
  TEST_CALL(GudSystemCreateVec(sys, &Y));
  rng_state = 610;
  c.q       = zeros(sys->nq);
  for (int i = 0; i < sys->nq; i++) c.q[i] = m->start_q[i] + uniform(-0.1, 0.1);
  c.v = random_array(sys->nq, 1), c.a = random_array(sys->nq, 1), c.lam = random_array(sys->nr, 1);
  c.z = random_array(sys->nz, 1), c.zt = random_array(sys->nz, 1), c.history = zeros(m->num_history);
  for (int i = 0; i < m->num_history; i++) c.history[i] = 0.3; /* natural lengths, angles, anchors */
  gud_system_time(sys, 0.4, c.history);
  for (int n = 0; n < 12; n++) {
    c.c = (GudCoef){uniform(-1, 1), uniform(-3, 3), uniform(-9, 9), uniform(-1, 1), uniform(-3, 3)};
    if (n == 0) c.c = (GudCoef){1, 0, 0, 1, 0};
    c.sd  = exp(uniform(-3, 1));
    c.dir = random_array(sys->n, 1);
    for (int i = 0; i < sys->nq; i++) c.dir[i] *= c.c.q == 0 ? 1 : 0.5; /* keeps away from kinks and poles */
    GudPoint p = {0.4, c.q, c.v, c.a, c.lam, c.z, c.zt, c.history, 0};
    gud_evaluated_at(c.at, &p);
    TEST_CALL(GudEvaluatedTangent(c.at, c.c, c.sd, GUD_PATTERN_FULL, A));
    TEST_CALL(GudSystemStore(sys, c.dir, X));
    TEST_CALL(MatMult(A, X, Y));
    TEST_CALL(GudSystemGather(sys, Y, y));
    for (int i = 0; i < sys->nr; i++) y[sys->nq + i] *= c.c.q; /* the matrix holds Phi_q itself */
    extrapolated(residual_along, &c, sys->n, 0.02, 1, d);
    double scale = 1;
    for (int i = 0; i < sys->n; i++) scale = fmax(scale, fabs(d[i]));
    for (int i = 0; i < sys->n; i++)
      expect_near(i < sys->nq ? "dynamic row" : "constraint row", y[i], d[i], 2e-11 * scale);
    free(c.dir);
  }
  TEST_CALL(MatDestroy(&A));
  TEST_CALL(VecDestroy(&X));
  TEST_CALL(VecDestroy(&Y));
  free(c.q), free(c.v), free(c.a), free(c.lam), free(c.z), free(c.zt), free(c.history), free(y), free(d);
  end(sim);
}

static void test_space(void **state)
{
  (void)state;
  check(space);
}

static void test_plane(void **state)
{
  (void)state;
  check(plane);
}

/* -regularise stands on the diagonal of the constraint rows and nowhere else. */
static void test_regularisation(void **state)
{
  GudSimulation sim = load(plane);
  GudSystem    *sys = sim->sys;
  double       *z = zeros(sys->n), *h = zeros(sim->input.model->num_history);
  Mat           A, B;
  PetscReal     norm;
  (void)state;
  GudPoint p = {0, sim->input.model->start_q, z, z, z, z, z, h, 0};
  GudCoef  c = {1, 1, 1, 1, 1};
  TEST_CALL(GudSystemCreateMat(sys, GUD_PATTERN_FULL, &A));
  TEST_CALL(GudSystemCreateMat(sys, GUD_PATTERN_FULL, &B));
  gud_system_time(sys, 0, h);
  gud_evaluated_at(sim->solver->trial, &p);
  TEST_CALL(GudEvaluatedTangent(sim->solver->trial, c, 1, GUD_PATTERN_FULL, A));
  sys->regularise = 0.125;
  TEST_CALL(GudEvaluatedTangent(sim->solver->trial, c, 1, GUD_PATTERN_FULL, B));
  TEST_CALL(MatAXPY(A, -1, B, SAME_NONZERO_PATTERN));
  for (int i = 0; i < sys->n; i++) {
    PetscScalar v;
    TEST_CALL(MatGetValue(A, i, i, &v));
    expect_near("diagonal", v, i >= sys->nq && i < sys->nq + sys->nr ? 0.125 : 0, 1e-15);
  }
  TEST_CALL(MatNorm(A, NORM_FROBENIUS, &norm));
  expect_near("nothing else", norm * norm, sys->nr / 64.0, 1e-14);
  TEST_CALL(MatDestroy(&A));
  TEST_CALL(MatDestroy(&B));
  free(z), free(h);
  end(sim);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_space), cmocka_unit_test(test_plane),
                                     cmocka_unit_test(test_regularisation)};
  return cmocka_run_group_tests(tests, start_petsc, stop_petsc);
}
