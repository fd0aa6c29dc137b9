/* Rows of couplers (contract/row.h R6) through GudSystem: gradients, (R5) and second derivatives against differences of eighth order, at random
   coordinates that meet no constraint. And the rotating frame (system/rotation.c): force, energy, tangent. */
#include "model_text.h"

#define BODIES_3D                                                                                          \
  "bodies:\n"                                                                                              \
  "  a: {type: rigid_body, mass: 2, inertia: [1, 2, 2.5], centre: [0.1, 0.2, -0.1], at: [0.3, 0.1, 0.2], " \
  "axis: [1, 2, 3], angle: 0.4}\n"                                                                         \
  "  b: {type: rigid_body, mass: 1, inertia: [1, 1.5, 2], at: [1, 0.5, -0.2], axis: [3, -1, 1], angle: "   \
  "1.1}\n"                                                                                                 \
  "  c: {type: rigid_body, mass: 3, inertia: [1, 1.5, 2], at: [1, 2.5, -0.2]}\n"

static const char *const models[] = {
  BODIES_3D "joints:\n"
            "  j1: {type: revolute, a: a, b: b, axis: [1, 1, 0]}\n"
            "  j2: {type: cylindrical, a: b, b: c, axis: [0, 1, 2]}\n"
            "  j3: {type: prismatic, a: ground, b: c, axis: [1, -1, 2]}\n"
            "  k1: {type: gear, first: j1, second: j2, ratio: -1.7}\n"
            "  k2: {type: rack, first: j1, second: j3, radius: 0.3}\n"
            "  k3: {type: screw, first: j2, lead: 2}\n"
            "  k4: {type: belt, first: j2, second: j1, radius_1: 0.1, radius_2: 0.3, crossed: yes}\n",
  "space: 2d\n"
  "bodies:\n"
  "  a: {type: rigid_body, mass: 2, inertia: 1, centre: [0.1, 0.2], at: [0.3, 0.1], angle: 0.4}\n"
  "  b: {type: rigid_body, mass: 1, inertia: 2, centre: [-0.2, 0.3], at: [1, 0.5], angle: -1.1}\n"
  "  c: {type: rigid_body, mass: 1, inertia: 2, at: [1, 1.5]}\n"
  "joints:\n"
  "  j1: {type: revolute, a: a, b: b}\n"
  "  j2: {type: revolute, a: b, b: c}\n"
  "  j3: {type: prismatic, a: a, b: c, axis: [1, 2]}\n"
  "  k1: {type: gear, first: j1, second: j2, ratio: 0.6}\n"
  "  k2: {type: rack, first: j2, second: j3, radius: -0.2}\n"};

static const char *const turning =
  "rotation: {speed: 3, axis: [1, 2, 3], centre: [0.2, -0.1, 0.4]}\n" BODIES_3D
  "  p: {type: point_mass, mass: 3, at: [0.5, 2, 1]}\n"
  "  r: {type: ancf_beam3d, E: 1e4, density: 10, width: 0.1, mesh: {type: line, from: [0, 1, 0], to: [1, 1, "
  "1], elements: 2}}\n";

typedef struct {
  GudSimulation sim;
  GudSystem    *sys;
  double       *q, *v, *x, *lam, *history;
} Case;

static Case make(const char *text)
{
  Case c    = {.sim = load(text)};
  c.sys     = c.sim->sys;
  rng_state = 340;
  c.q       = random_array(c.sys->nq, 1);
  c.v       = random_array(c.sys->nq, 1);
  c.x       = random_array(c.sys->nq, 1);
  c.lam     = random_array(c.sys->nr, 1);
  c.history = random_array(c.sim->input.model->num_history, 0.5);
  gud_system_time(c.sys, 0, c.history);
  return c;
}

static void unmake(Case *c)
{
  free(c->q), free(c->v), free(c->x), free(c->lam), free(c->history);
  end(c->sim);
}

static double *moved(const Case *c, const double *by, double s)
{
  double *q = zeros(c->sys->nq);
  for (int i = 0; i < c->sys->nq; i++) q[i] = c->q[i] + s * by[i];
  return q;
}

static void phi_along_x(void *ctx, double s, double *out)
{
  Case   *c = ctx;
  double *q = moved(c, c->x, s);
  gud_system_phi(c->sys, q, out);
  free(q);
}

static void phi_along_v(void *ctx, double s, double *out)
{
  Case   *c = ctx;
  double *q = moved(c, c->v, s);
  gud_system_phi(c->sys, q, out);
  free(q);
}

/* Phi_q^T lambda along x */
static void forces_along_x(void *ctx, double s, double *out)
{
  Case   *c = ctx;
  double *q = moved(c, c->x, s);
  memset(out, 0, sizeof(double) * (size_t)c->sys->nq);
  gud_system_linearise(c->sys, q);
  gud_system_phi_q_transpose(c->sys, c->sys->lin, c->lam, out);
  free(q);
}

static double *matrix_times(Case *c, GudCoef co, const double *x, const double *lam)
{
  int      n    = c->sys->n;
  double  *zero = zeros(n), *y = zeros(n);
  GudPoint p = {0, c->q, c->v, zero, lam, zero, zero, c->history, 0};
  Mat      A;
  Vec      X, Y;
  TEST_CALL(GudSystemCreateMat(c->sys, GUD_PATTERN_FULL, &A));
  TEST_CALL(GudSystemCreateVec(c->sys, &X));
  TEST_CALL(GudSystemCreateVec(c->sys, &Y));
  GudEvaluated *at = gud_evaluated_create(c->sys);
  gud_evaluated_at(at, &p);
  TEST_CALL(GudEvaluatedTangent(at, co, 1, GUD_PATTERN_FULL, A));
  gud_evaluated_destroy(at);
  memcpy(zero, x, sizeof(double) * (size_t)c->sys->nq);
  TEST_CALL(GudSystemStore(c->sys, zero, X));
  TEST_CALL(MatMult(A, X, Y));
  TEST_CALL(GudSystemGather(c->sys, Y, y));
  TEST_CALL(MatDestroy(&A));
  TEST_CALL(VecDestroy(&X));
  TEST_CALL(VecDestroy(&Y));
  free(zero);
  return y;
}

/* The error of the differences is h^8 of the angle's ninth derivative, k^9 (2 pi lead and ratio 1.7: 2e2) x 1e-16, and round-off over h. */
static void test_rows(void **state)
{
  (void)state;
  for (int k = 0; k < GUD_COUNT(models); k++) {
    Case    c  = make(models[k]);
    int     nr = c.sys->nr, nq = c.sys->nq, coupled = 0;
    double *d = zeros(nr), *y = zeros(nr), *f = zeros(nq);
    extrapolated(phi_along_x, &c, nr, 0.02, 1, d);
    gud_system_linearise(c.sys, c.q);
    gud_system_phi_q_times(c.sys, c.x, y);
    for (int i = 0; i < nr; i++) {
      coupled += c.sys->rows[i].kind == GUD_ROW_ROLL || c.sys->rows[i].kind == GUD_ROW_SLIDE;
      expect_near("Phi_q x", y[i], d[i], 1e-11);
    }
    assert_int_equal(coupled, k ? 4 : 8);
    extrapolated(phi_along_v, &c, nr, 0.02, 2, d);
    gud_system_gamma(c.sys, c.q, c.v, y);
    for (int i = 0; i < nr; i++) expect_near("gamma", y[i], -d[i], 1e-8);
    /* rate of gud_system_row_motion is that of the gradients; psi has no explicit time */
    double *phi = zeros(nr), *rate = zeros(nr);
    gud_system_row_motion(c.sys, c.q, c.v, phi, rate, c.sys->lin);
    gud_system_phi_q_times(c.sys, c.v, y);
    for (int i = 0; i < nr; i++) expect_near("rate", rate[i], y[i], 1e-14);
    extrapolated(forces_along_x, &c, nq, 0.02, 1, f);
    double *K = matrix_times(&c, (GudCoef){.q = 1}, c.x, c.lam);
    for (int i = 0; i < nq; i++) expect_near("second derivatives", K[i], f[i], 1e-10);
    free(d), free(y), free(f), free(K), free(phi), free(rate);
    unmake(&c);
  }
}

/* psi is the angle that the first joint has turned by, many times round: the rows hold there and nowhere near */
static void test_turns(void **state)
{
  static const char *const text = "space: 2d\n"
                                  "bodies:\n"
                                  "  a: {type: rigid_body, mass: 2, inertia: 1}\n"
                                  "  b: {type: rigid_body, mass: 1, inertia: 2, at: [1, 0]}\n"
                                  "joints:\n"
                                  "  j1: {type: revolute, a: ground, b: a}\n"
                                  "  j2: {type: revolute, a: {body: ground, at: [1, 0]}, b: b}\n"
                                  "  k1: {type: gear, first: j1, second: j2, ratio: 0.6}\n";
  GudSimulation            sim  = begin(text);
  GudSystem               *sys  = sim->sys;
  double                   phi[64], two_pi = 6.28318530717958647692;
  int                      psi = -1;
  (void)state;
  for (int i = 0; i < sys->nr; i++)
    if (sys->rows[i].kind == GUD_ROW_ROLL && sys->rows[i].factor == 1 && psi < 0)
      psi = sys->dim * sys->terms[sys->rows[i].part[GUD_ROW_X].first].vec;
  assert_true(psi >= 0);
  /* 5 turns of the first, ratio 0.6: 3 turns of the second */
  sim->solver->s->q[psi] += 5 * two_pi;
  gud_system_phi(sys, sim->solver->s->q, phi);
  for (int i = 0; i < sys->nr; i++) expect_near("after whole turns", phi[i], 0, 2e-14);
  sim->solver->s->q[psi] -= 4 * two_pi; /* one turn: 0.6 of a turn of the second, which has not turned */
  gud_system_phi(sys, sim->solver->s->q, phi);
  double worst = 0;
  for (int i = 0; i < sys->nr; i++) worst = fmax(worst, fabs(phi[i]));
  expect_near("a turn that does not fit", worst, fabs(sin(0.6 * two_pi)), 1e-13);
  end(sim);
}

/* (W1), (W2) by differences of the energy, which is quadratic: exact with step 1; (W3) skew, without power */
static void test_rotation(void **state)
{
  Case     c    = make(turning);
  int      nq   = c.sys->nq;
  double  *zero = zeros(c.sys->n), *f = zeros(nq), *g = zeros(nq), power = 0, K = 0, V[3];
  GudPoint p = {0, c.q, zero, zero, c.lam, zero, zero, c.history, 0};
  (void)state;
  gud_rotation_forces(c.sys, &p, f);
  for (int s = -1; s <= 1; s++) {
    double *q = moved(&c, c.x, s);
    V[s + 1]  = gud_rotation_energy(c.sys, q);
    free(q);
  }
  for (int i = 0; i < nq; i++) power += f[i] * c.x[i];
  expect_near("force = -dV/dq (r = f_int - f_ext)", power, 0.5 * (V[2] - V[0]), 1e-11 * fabs(V[1]));
  p.v = c.v;
  gud_rotation_forces(c.sys, &p, g);
  power = 0;
  for (int i = 0; i < nq; i++) power += (g[i] - f[i]) * c.v[i];
  expect_near("Coriolis forces have no power", power, 0, 1e-11 * fabs(V[1]));
  double *Kx = matrix_times(&c, (GudCoef){.q = 1}, c.x, zero),
         *Cx = matrix_times(&c, (GudCoef){.v = 1}, c.v, zero);
  /* of the beam's own stiffness: without the frame */
  double    spin[3];
  GudModel *m = c.sim->input.model;
  memcpy(spin, m->spin, sizeof spin);
  m->spin[0] = 1e-150, m->spin[1] = m->spin[2] = 0; /* not zero: the matrix keeps its places */
  Case    r = {.sim = c.sim, .sys = c.sys, .q = c.q, .v = c.v, .x = c.x, .lam = c.lam, .history = c.history};
  double *Kx0 = matrix_times(&r, (GudCoef){.q = 1}, c.x, zero);
  memcpy(m->spin, spin, sizeof spin);
  for (int i = 0; i < nq; i++) K += (Kx[i] - Kx0[i]) * c.x[i];
  expect_near("stiffness = d2V", K, V[2] - 2 * V[1] + V[0], 1e-10 * fabs(V[1]) + 1e-12 * fabs(Kx[0]));
  for (int i = 0; i < nq; i++) expect_near("Coriolis matrix", Cx[i], g[i] - f[i], 1e-11 * fabs(V[1]));
  free(zero), free(f), free(g), free(Kx), free(Kx0), free(Cx);
  unmake(&c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_rows),
    cmocka_unit_test(test_turns),
    cmocka_unit_test(test_rotation),
  };
  return cmocka_run_group_tests(tests, start_petsc, stop_petsc);
}
