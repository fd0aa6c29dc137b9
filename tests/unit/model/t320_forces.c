/* Loads, springs and bushings against closed forms, as they arrive at the bodies: the resultant force on a body and the
   moment about its centre of mass are read off the generalised forces. */
#include "model_text.h"

static const double pi = 3.14159265358979323846;

typedef struct {
  GudSimulation sim;
  GudModel     *m;
  double       *q, *v, *r;
} Case;

static Case make(const char *text)
{
  Case c = {.sim = begin(text)};
  c.m    = c.sim->input.model;
  c.q    = zeros(c.sim->sys->nq);
  c.v    = zeros(c.sim->sys->nq);
  c.r    = zeros(c.sim->sys->n);
  memcpy(c.q, c.m->start_q, sizeof(double) * (size_t)c.sim->sys->nq);
  memcpy(c.v, c.m->start_v, sizeof(double) * (size_t)c.sim->sys->nq);
  return c;
}

static void unmake(Case *c)
{
  free(c->q), free(c->v), free(c->r);
  end(c->sim);
}

static GudPoint here(const Case *c)
{
  GudState *s = c->sim->solver->s;
  return (GudPoint){s->t, c->q, c->v, s->acc, s->lam, s->z, s->zt, s->history, 0};
}

/* Put a body somewhere else: turned by angle about axis from where it was drawn, its origin at x. */
static void put(Case *c, const char *name, const double x[3], const double axis[3], double angle,
                const double velocity[3], const double spin[3])
{
  const GudBody    *b = &c->m->bodies[gud_model_find_body(c->m, name)];
  const GudElement *e = &c->m->elements[b->element];
  GudPlacement      p = b->place;
  double T[9], u[3], n = gud_norm_real(axis), Q[GUD_MAX_ELEMENT_VECTORS][3], Qt[GUD_MAX_ELEMENT_VECTORS][3];
  for (int i = 0; i < 3; i++) u[i] = axis[i] / n;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) T[3 * i + j] = (i == j) * cos(angle) + (1 - cos(angle)) * u[i] * u[j];
  double s = sin(angle);
  T[1] -= s * u[2], T[2] += s * u[1], T[3] += s * u[2], T[5] -= s * u[0], T[6] -= s * u[1], T[7] += s * u[0];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      p.R[3 * i + j] = 0;
      for (int k = 0; k < 3; k++) p.R[3 * i + j] += T[3 * i + k] * b->place.R[3 * k + j];
    }
  memcpy(p.origin, x, sizeof p.origin);
  memcpy(p.velocity, velocity, sizeof p.velocity);
  memcpy(p.spin, spin, sizeof p.spin);
  e->type->start(e->type, e->data, &p, Q, Qt);
  for (int k = 0; k < e->type->num_vec; k++)
    for (int i = 0; i < c->m->dim; i++)
      c->q[c->m->dim * e->vec[k] + i] = Q[k][i], c->v[c->m->dim * e->vec[k] + i] = Qt[k][i];
}

/* Force on the body and moment about its centre of mass. */
static void resultant(Case *c, const char *name, double F[3], double M[3])
{
  const GudElement *e = &c->m->elements[c->m->bodies[gud_model_find_body(c->m, name)].element];
  GudPoint          p = here(c);
  double            x[3];
  int               d = c->m->dim;
  memset(c->r, 0, sizeof(double) * (size_t)c->sim->sys->n);
  gud_system_time(c->sim->sys, p.t, p.history);
  gud_evaluated_at(c->sim->solver->trial, &p);
  gud_evaluated_forces(c->sim->solver->trial, GUD_FORCES_ALL, c->r);
  for (int i = 0; i < 3; i++) F[i] = M[i] = 0;
  for (int k = 0; k < e->type->num_vec; k++) {
    double Q[3] = {0}, f[3] = {0};
    for (int i = 0; i < d; i++) Q[i] = c->q[d * e->vec[k] + i], f[i] = -c->r[d * e->vec[k] + i];
    if (e->type->translation[k]) {
      for (int i = 0; i < 3; i++) F[i] += f[i];
      continue;
    }
    gud_cross_real(Q, f, x);
    for (int i = 0; i < 3; i++) M[i] += x[i];
  }
}

static void expect_vector(const char *what, const double got[3], double x, double y, double z,
                          double tolerance)
{
  double e[3] = {x, y, z};
  for (int i = 0; i < 3; i++) expect_near(what, got[i], e[i], tolerance);
}

static double output_of(Case *c, const char *force, int k)
{
  GudEvaluated *at = c->sim->solver->trial;
  GudPoint      p  = here(c);
  int           n  = gud_model_find_force(c->m, force);
  double        out[GUD_MAX_OUTPUTS];
  gud_system_time(c->sim->sys, p.t, p.history);
  gud_evaluated_at(at, &p);
  c->m->forces[n].type->output(gud_evaluated_force(at, n, GUD_LEVEL_FORCE), out);
  return out[k];
}

static const double still[3] = {0, 0, 0}, ez[3] = {0, 0, 1};
static const char  *masses = "bodies:\n"
                             "  a: {type: point_mass, mass: 1, at: [1, 0, 0]}\n"
                             "  b: {type: point_mass, mass: 1, at: [1, 3, 4]}\n";

static Case with(const char *bodies, const char *forces)
{
  char text[4000];
  snprintf(text, sizeof text, "%sforces:\n%s", bodies, forces);
  return make(text);
}

static double strain(Case *c)
{
  GudEnergy e;
  GudPoint  p = here(c);
  gud_evaluated_at(c->sim->solver->trial, &p);
  gud_evaluated_energy(c->sim->solver->trial, &e);
  return e.strain;
}

/* tension k (l - l0) + T0 + c l' along the line, opposite on the two ends; (0, 3, 4) has length 5 */
static void test_spring(void **state)
{
  Case   c = with(masses,
                  "  s: {type: spring, a: a, b: b, stiffness: 100, length: 4.5, preload: 7, damping: 2}\n");
  double F[3], M[3], T = 100 * 0.5 + 7 + 2 * (0.6 * 1 + 0.8 * 2);
  (void)state;
  put(&c, "b", (double[]){1, 3, 4}, ez, 0, (double[]){5, 1, 2}, still);
  resultant(&c, "a", F, M);
  expect_vector("force on a", F, 0, 0.6 * T, 0.8 * T, 1e-12);
  resultant(&c, "b", F, M);
  expect_vector("force on b", F, 0, -0.6 * T, -0.8 * T, 1e-12);
  expect_near("tension", output_of(&c, "s", 0), T, 1e-12);
  expect_near("length", output_of(&c, "s", 1), 5, 1e-14);
  expect_near("elongation", output_of(&c, "s", 2), 0.5, 1e-14);
  expect_near("energy", strain(&c), 50 * 0.25 + 7 * 0.5, 1e-12);
  unmake(&c);
}

static void test_spring_as_drawn_has_no_force(void **state)
{
  Case   c = with(masses, "  s: {type: spring, a: a, b: b, stiffness: 100}\n");
  double F[3], M[3];
  (void)state;
  resultant(&c, "b", F, M);
  expect_vector("force", F, 0, 0, 0, 1e-12);
  unmake(&c);
}

/* a spring of natural length zero and no length has no force, and a finite one as soon as it is pulled */
static void test_spring_of_no_length(void **state)
{
  Case   c = with("bodies: {b: {type: point_mass, mass: 1}}\n",
                  "  s: {type: spring, a: ground, b: b, stiffness: 100, length: 0}\n");
  double F[3], M[3];
  (void)state;
  resultant(&c, "b", F, M);
  expect_vector("force", F, 0, 0, 0, 0);
  put(&c, "b", (double[]){1e-9, 0, 0}, ez, 0, still, still);
  resultant(&c, "b", F, M);
  expect_vector("force", F, -1e-7, 0, 0, 1e-20);
  unmake(&c);
}

/* pieces of slope 50 and 200, continued straight beyond the ends */
static void test_spring_table(void **state)
{
  Case c = with(masses, "  s: {type: spring, a: a, b: b, length: 5, table: [[-1, -50], [0, 0], [1, 200]]}\n");
  static const double x[] = {-2, -0.5, 0.5, 3}, T[] = {-100, -25, 100, 600}, V[] = {100, 6.25, 25, 900};
  (void)state;
  for (int k = 0; k < 4; k++) {
    double l = (5 + x[k]) / 5, F[3], M[3];
    put(&c, "b", (double[]){1, 3 * l, 4 * l}, ez, 0, still, still);
    resultant(&c, "b", F, M);
    expect_vector("force", F, 0, -0.6 * T[k], -0.8 * T[k], 1e-11);
    expect_near("energy", strain(&c), V[k], 1e-11);
  }
  unmake(&c);
}

/* an oblique frame: everything about the axis (1, 2, 2)/3 */
static void test_torsion_spring(void **state)
{
  Case c = with("bodies: {b: {type: rigid_body, mass: 1, inertia: [1, 1, 1], at: [1, 2, 3], axis: [0, 1, 1], "
                "angle: 0.8}}\n",
                "  s: {type: torsion_spring, a: {body: ground, at: [1, 2, 3]}, b: b, axis: [1, 2, 2], "
                "stiffness: 10, damping: 3,"
                " preload: 2, angle: 0.25, table: [[0, 0], [1, 4]]}\n");
  double F[3], M[3], u[3] = {1 / 3., 2 / 3., 2 / 3.}, w = -0.7;
  (void)state;
  for (int k = -2; k <= 2; k++) {
    double angle = 0.6 * k, x = angle - 0.25, T = 14 * x + 2 + 3 * w,
           spin[3] = {w * u[0], w * u[1], w * u[2]};
    put(&c, "b", (double[]){1, 2, 3}, u, angle, still, spin);
    resultant(&c, "b", F, M);
    expect_vector("moment", M, -T * u[0], -T * u[1], -T * u[2], 2e-13);
    expect_vector("force", F, 0, 0, 0, 1e-14);
    expect_near("angle", output_of(&c, "s", 1), angle, 1e-14);
    expect_near("energy", strain(&c), 7 * x * x + 2 * x, 1e-13);
  }
  unmake(&c);
}

/* Counts turns as long as the steps between accepted states are below half a turn. */
static void test_torsion_spring_counts_turns(void **state)
{
  Case c = with("bodies: {b: {type: rigid_body, mass: 1, inertia: [1, 1, 1]}}\n",
                "  s: {type: torsion_spring, a: ground, b: b, stiffness: 10}\n");
  (void)state;
  for (int k = 1; k <= 40; k++) {
    double angle = (k <= 20 ? k : 40 - k) * 2.5, F[3], M[3];
    put(&c, "b", still, ez, angle, still, still);
    resultant(&c, "b", F, M);
    expect_near("moment", M[2], -10 * angle, 1e-11);
    GudPoint p = here(&c);
    gud_evaluated_at(c.sim->solver->accepted, &p);
    gud_solver_accept_force(c.sim->solver, 0, -1);
    gud_evaluated_renew_all(c.sim->solver->trial);
  }
  unmake(&c);
}

/* Displacements and a turn by the angle in each axis of the bushing: forces k x, moments k sin(angle). */
static void test_bushing(void **state)
{
  Case c = with(
    "bodies: {b: {type: rigid_body, mass: 1, inertia: [1, 1, 1], centre: [0, 0, 0], at: [1, 2, 3], angle: "
    "0.4}}\n",
    "  s: {type: bushing, a: {body: ground, at: [1, 2, 3]}, b: b, axis: [0, 1, 0], reference: [0, 0, 1],"
    " stiffness: [100, 200, 300], rot_stiffness: [10, 20, 30], damping: [1, 2, 3], rot_damping: [4, 5, "
    "6]}\n");
  double F[3], M[3];
  (void)state;
  /* e1 = z, e2 = x, e3 = y */
  put(&c, "b", (double[]){1.01, 2.02, 3.03}, ez, 0, (double[]){0.5, 0.7, 0.9}, still);
  resultant(&c, "b", F, M);
  expect_vector("force", F, -(200 * 0.01 + 2 * 0.5), -(300 * 0.02 + 3 * 0.7), -(100 * 0.03 + 1 * 0.9), 1e-12);
  expect_vector("moment", M, 0, 0, 0, 1e-13);
  for (int k = 0; k < 3; k++) {
    static const double stiff[3] = {20, 30, 10}, damp[3] = {5, 6, 4}; /* about x, y, z */
    double              u[3] = {0}, w[3] = {0}, expected[3] = {0}, a = 0.2;
    u[k] = 1, w[k] = 0.3;
    put(&c, "b", (double[]){1, 2, 3}, u, a, still, w);
    resultant(&c, "b", F, M);
    /* the measure is sin(angle), so that the moment about the axis is (k sin + c cos w) cos */
    expected[k] = -(stiff[k] * sin(a) + damp[k] * cos(a) * 0.3) * cos(a);
    expect_vector("moment", M, expected[0], expected[1], expected[2], 1e-13);
    expect_near("energy", strain(&c), 0.5 * stiff[k] * sin(a) * sin(a), 1e-13);
  }
  unmake(&c);
}

static const char *turned =
  "bodies:\n"
  "  b: {type: rigid_body, mass: 2, inertia: [1, 1, 1], centre: [0.1, 0, 0], at: [1, 2, 3]}\n";

/* A force at (0.5, 0, 0) of a body whose centre of mass is at (0.1, 0, 0), turned by a right angle about z. */
static void test_force_at_a_point(void **state)
{
  Case   c = with(turned,
                  "  f: {type: force, a: {body: b, local: [0.5, 0, 0]}, direction: [0, 3, 4], value: 10}\n");
  double F[3], M[3];
  (void)state;
  put(&c, "b", (double[]){1, 2, 3}, ez, pi / 2, still, still);
  resultant(&c, "b", F, M);
  expect_vector("force", F, 0, 6, 8, 1e-14);
  expect_vector("moment", M, 0.4 * 8, 0, 0, 1e-14); /* (0, 0.4, 0) x (0, 6, 8) */
  unmake(&c);
}

static void test_follower_force(void **state)
{
  Case c = with(
    turned,
    "  f: {type: follower_force, a: {body: b, local: [0.5, 0, 0]}, direction: [0, 3, 4], value: 10}\n");
  double F[3], M[3];
  (void)state;
  put(&c, "b", (double[]){1, 2, 3}, ez, pi / 2, still, still);
  resultant(&c, "b", F, M);
  expect_vector("force", F, -6, 0, 8, 1e-14);
  expect_vector("moment", M, 0.4 * 8, 0, 0.4 * 6, 1e-14); /* (0, 0.4, 0) x (-6, 0, 8) */
  unmake(&c);
}

static void test_moments(void **state)
{
  Case   c = with(turned,
                  "  f: {type: moment, a: {body: b, local: [0.5, 0, 0]}, direction: [0, 3, 4], value: 10}\n");
  double F[3], M[3];
  (void)state;
  put(&c, "b", (double[]){1, 2, 3}, ez, pi / 2, still, still);
  resultant(&c, "b", F, M);
  expect_vector("force", F, 0, 0, 0, 1e-14);
  expect_vector("moment", M, 0, 6, 8, 1e-14);
  unmake(&c);
  c = with(turned, "  f: {type: moment, a: b, direction: [0, 3, 4], value: 10, follow: yes}\n");
  put(&c, "b", (double[]){1, 2, 3}, ez, pi / 2, still, still);
  resultant(&c, "b", F, M);
  expect_vector("moment that follows", M, -6, 0, 8, 1e-14);
  unmake(&c);
}

/* In the plane: a moment of 6 N m on 2 kg m^2, and forces that vary in time. */
static void test_plane_loads(void **state)
{
  Case c = make(
    "space: 2d\n"
    "gravity: [0, -10]\n"
    "bodies: {b: {type: rigid_body, mass: 4, inertia: 2, centre: [0.3, 0.1], at: [1, 2], angle: 0.7}}\n"
    "forces:\n"
    "  m: {type: moment, a: b, value: 6}\n"
    "  f: {type: force, a: {body: b, local: [0.3, 0.1]}, direction: [1, 0], value: 8*cos(3*t)}\n");
  double F[3], M[3];
  (void)state;
  resultant(&c, "b", F, M);
  expect_vector("force", F, 8, -40, 0, 1e-13);
  expect_near("moment", M[2], 6, 1e-14);
  const double *a = c.sim->solver->now.a, *u = c.q + 2;
  expect_near("acceleration of the centre, x", a[0], 2, 1e-12);
  expect_near("acceleration of the centre, y", a[1], -10, 1e-12);
  expect_near("angular acceleration", u[0] * a[3] - u[1] * a[2], 3, 1e-12);
  c.sim->solver->s->t = 0.4;
  resultant(&c, "b", F, M);
  expect_near("force at another time", F[0], 8 * cos(1.2), 1e-14);
  unmake(&c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_spring),
    cmocka_unit_test(test_spring_as_drawn_has_no_force),
    cmocka_unit_test(test_spring_of_no_length),
    cmocka_unit_test(test_spring_table),
    cmocka_unit_test(test_torsion_spring),
    cmocka_unit_test(test_torsion_spring_counts_turns),
    cmocka_unit_test(test_bushing),
    cmocka_unit_test(test_force_at_a_point),
    cmocka_unit_test(test_follower_force),
    cmocka_unit_test(test_moments),
    cmocka_unit_test(test_plane_loads),
  };
  return cmocka_run_group_tests(tests, start_petsc, stop_petsc);
}
