/* Freedoms that joints leave, dependent rows and the names in their report. */
#include "model_text.h"

#include "model/registry.h"

typedef struct {
  int mobility, redundant;
} Count;

static Count count(const char *text)
{
  GudSimulation sim = begin(text);
  Count         c   = {sim->solver->mobility, sim->solver->num_redundant};
  end(sim);
  return c;
}

/* joint, freedoms in space, in the plane (elements/joints.c); -1: does not exist there */
static const struct {
  const char *type;
  int         space, plane;
} freedoms[] = {{"fixed", 0, 0},        {"revolute", 1, 1},      {"spherical", 3, -1},
                {"cylindrical", 2, -1}, {"prismatic", 1, 1},     {"universal", 2, -1},
                {"planar", 3, -1},      {"point_on_line", 4, 2}, {"distance", 5, 2}};

static const char *keys(const char *type, int dim)
{
  int axis = strcmp(type, "fixed") && strcmp(type, "spherical") && strcmp(type, "distance") &&
             !(dim == 2 && !strcmp(type, "revolute"));
  if (!axis) return "";
  return dim == 2 ? ", axis: [3, 1]" : ", axis: [1, -2, 0.5]";
}

/* One joint between a turned body and the ground, and between two bodies: 6 (3) more. */
static void test_each_joint(void **state)
{
  (void)state;
  for (int k = 0; k < GUD_COUNT(freedoms); k++)
    for (int dim = 2; dim <= 3; dim++) {
      int left         = dim == 3 ? freedoms[k].space : freedoms[k].plane,
          far          = !strcmp(freedoms[k].type, "distance");
      const char *type = freedoms[k].type;
      char        text[1000];
      if (left < 0) continue;
      const char *at = dim == 2 ? "[0.7, 0.4]" : "[0.7, 0.4, 0.2]",
                 *a  = dim == 2 ? "[0.3, 0.2]" : "[0.3, 0.2, 0.1]";
      for (int moving = 0; moving < 2; moving++) {
        snprintf(text, sizeof text,
                 "space: %dd\n"
                 "bodies:\n"
                 "  b: {type: rigid_body, mass: 1, inertia: %s, at: %s, angle: 0.7%s}\n"
                 "%s%s"
                 "joints:\n"
                 "  j: {type: %s, a: {body: %s, at: %s}, b: {body: b, at: %s}%s}\n",
                 dim, dim == 2 ? "1" : "[1, 1.5, 2]", at, dim == 3 ? ", axis: [1, 2, -1]" : "",
                 moving ? "  a: {type: rigid_body, mass: 1, inertia: " : "",
                 moving ? (dim == 2 ? "1, angle: 2}\n" : "[1, 1.5, 2], axis: [0, 1, 1], angle: 2}\n") : "",
                 type, moving ? "a" : "ground", a, far ? at : a, keys(type, dim));
        Count c        = count(text);
        int   expected = left + (moving ? (dim == 2 ? 3 : 6) : 0);
        if (c.mobility != expected || c.redundant)
          fail_msg("%s in space: %dd: mobility %d, expected %d; redundant rows %d", type, dim, c.mobility,
                   expected, c.redundant);
      }
    }
}

static void test_drivers_take_one_each(void **state)
{
  (void)state;
  Count c = count("bodies: {b: {type: rigid_body, mass: 1, inertia: [1, 1, 1]}}\n"
                  "joints: {j: {type: cylindrical, a: ground, b: b, axis: [1, 1, 0]}}\n"
                  "drivers:\n"
                  "  turn: {type: angle_driver, joint: j, speed: 2}\n");
  assert_int_equal(c.mobility, 1);
  c = count("bodies: {b: {type: rigid_body, mass: 1, inertia: [1, 1, 1]}}\n"
            "joints: {j: {type: cylindrical, a: ground, b: b, axis: [1, 1, 0]}}\n"
            "drivers:\n"
            "  turn: {type: angle_driver, joint: j, speed: 2}\n"
            "  push: {type: displacement_driver, joint: j, speed: 2}\n");
  assert_int_equal(c.mobility, 0);
  assert_int_equal(c.redundant, 0);
  c = count("bodies: {b: {type: rigid_body, mass: 1, inertia: [1, 1, 1]}}\n"
            "joints: {j: {type: revolute, a: ground, b: b}}\n"
            "drivers:\n"
            "  turn: {type: angle_driver, joint: j, speed: 2}\n"
            "  again: {type: angle_driver, joint: j, speed: 2}\n");
  assert_int_equal(c.mobility, 0);
  assert_int_equal(c.redundant, 1);
}

static const char *const four_bar =
  "bodies:\n"
  "  ground: {points: {A: [0, 0, 0], D: [1, 0, 0]}}\n"
  "  crank: {type: rigid_body, from: [0, 0, 0], to: [0, 0.3, 0], mass: 1, inertia: [1, 1, 1]}\n"
  "  coupler: {type: rigid_body, from: [0, 0.3, 0], to: [1, 0.8, 0], mass: 1, inertia: [1, 1, 1]}\n"
  "  rocker: {type: rigid_body, from: [1, 0, 0], to: [1, 0.8, 0], mass: 1, inertia: [1, 1, 1]}\n"
  "joints:\n"
  "  A: {type: revolute, a: ground.A, b: crank.from}\n"
  "  B: {type: revolute, a: crank.to, b: coupler.from}\n"
  "  C: {type: revolute, a: coupler.to, b: rocker.to}\n"
  "  D: {type: revolute, a: ground.D, b: rocker.from}\n";

/* A plane four-bar in space: three rows follow from the others; all four joints have a part in it. */
static void test_redundant_four_bar(void **state)
{
  GudSimulation sim = begin(four_bar);
  GudModel     *m   = sim->input.model;
  GudRankReport r;
  char          text[4096] = {0};
  (void)state;
  assert_int_equal(sim->solver->mobility, 1);
  assert_int_equal(sim->solver->num_redundant, 3);
  TEST_CALL(GudSystemRank(sim->sys, sim->solver->s->q, &r));
  assert_int_equal(r.num_dependent, 3);
  assert_int_equal(r.rank, sim->sys->nr - 3);
  int seen[4] = {0};
  for (int i = 0; i < 3; i++) {
    assert_true(r.first[i + 1] - r.first[i] >= 2);
    for (int k = r.first[i]; k < r.first[i + 1]; k++) {
      int joint = m->rows[r.row[k]].joint;
      if (joint >= 0) seen[joint]++;
    }
  }
  for (int j = 0; j < 4; j++)
    if (!seen[j]) fail_msg("joint %s is not in the report", m->joints[j].name);
  gud_rank_report_free(&r);
  FILE *f = tmpfile();
  assert_non_null(f);
  TEST_CALL(GudSimulationReportRank(sim, f));
  rewind(f);
  assert_true(fread(text, 1, sizeof text - 1, f) > 0);
  fclose(f);
  for (int j = 0; j < 4; j++) {
    char name[8];
    snprintf(name, sizeof name, "'%s'", m->joints[j].name);
    if (!strstr(text, name)) fail_msg("the report does not name %s:\n%s", name, text);
  }
  end(sim);
}

/* The fill of a chain of n links grows like n, not like n^2. */
static void test_fill_of_a_chain(void **state)
{
  enum { LINK = 200, MOST = 300 };
  (void)state;
  for (int n = 100; n <= MOST; n += 200) {
    char *text = calloc(MOST + 1, LINK), *at = text;
    at += sprintf(at, "space: 2d\nbodies:\n");
    for (int i = 0; i < n; i++)
      at += sprintf(at, "  b%d: {type: rigid_body, from: [%d, 0], to: [%d, 0], mass: 1, shape: rod}\n", i, i,
                    i + 1);
    at += sprintf(at, "joints:\n  j0: {type: revolute, a: ground, b: b0.from}\n");
    for (int i = 1; i < n; i++)
      at += sprintf(at, "  j%d: {type: revolute, a: b%d.to, b: b%d.from}\n", i, i - 1, i);
    GudSimulation sim = begin(text);
    GudRankReport r;
    TEST_CALL(GudSystemRank(sim->sys, sim->solver->s->q, &r));
    assert_int_equal(r.num_dependent, 0);
    assert_in_range(r.fill, n, 8 * sim->sys->nr);
    gud_rank_report_free(&r);
    end(sim);
    free(text);
  }
}

/* The combination in the report really is one: the named rows are dependent, and without any of them they are not. */
static void test_reported_rows_are_dependent(void **state)
{
  GudSimulation sim = begin(four_bar);
  GudRankReport r;
  int           nq = sim->sys->nq;
  (void)state;
  TEST_CALL(GudSystemRank(sim->sys, sim->solver->s->q, &r));
  gud_system_linearise(sim->sys, sim->solver->s->q);
  double *lam = zeros(sim->sys->nr), *row = zeros(nq), *basis = zeros(40 * nq);
  for (int i = 0; i < r.num_dependent; i++) {
    int n = r.first[i + 1] - r.first[i], rank = 0;
    assert_in_range(n, 2, 40);
    for (int k = 0; k < n; k++) { /* Gram-Schmidt on the rows of the report */
      memset(lam, 0, sizeof(double) * (size_t)sim->sys->nr);
      memset(row, 0, sizeof(double) * (size_t)nq);
      lam[r.row[r.first[i] + k]] = 1;
      gud_system_phi_q_transpose(sim->sys, sim->sys->lin, lam, row);
      double before = 0, after = 0;
      for (int c = 0; c < nq; c++) before += row[c] * row[c];
      for (int pass = 0; pass < 2; pass++)
        for (int b = 0; b < rank; b++) {
          double s = 0;
          for (int c = 0; c < nq; c++) s += row[c] * basis[b * nq + c];
          for (int c = 0; c < nq; c++) row[c] -= s * basis[b * nq + c];
        }
      for (int c = 0; c < nq; c++) after += row[c] * row[c];
      if (after < 1e-20 * before) continue;
      for (int c = 0; c < nq; c++) basis[rank * nq + c] = row[c] / sqrt(after);
      rank++;
    }
    assert_int_equal(rank, n - 1);
  }
  free(lam), free(row), free(basis);
  gud_rank_report_free(&r);
  end(sim);
}

/* A plane mechanism drawn slightly out of plane is no longer redundant but wrong; within 1e-8 it still counts. */
static void test_tolerance(void **state)
{
  char text[1000];
  (void)state;
  for (int k = 0; k < 2; k++) {
    snprintf(text, sizeof text,
             "bodies: {b: {type: rigid_body, mass: 1, inertia: [1, 1, 1]}}\n"
             "joints:\n"
             "  j: {type: revolute, a: ground, b: b, axis: [0, 0, 1]}\n"
             "  k: {type: revolute, a: {body: ground, at: [0, 0, 1]}, b: {body: b, at: [0, 0, 1]}, axis: "
             "[%s, 0, 1]}\n",
             k ? "1e-6" : "1e-10");
    Count c = count(text);
    assert_int_equal(c.mobility, k ? 0 : 1); /* two axes that differ lock the body */
    assert_int_equal(c.redundant, k ? 4 : 5);
  }
}

/* A point mass on a line slides; a joint that would have to turn it is refused. */
static void test_point_mass_in_a_guide(void **state)
{
  const char *text =
    "gravity: [0, 0, -10]\n"
    "bodies: {p: {type: point_mass, mass: 2, at: [1, 2, 3]}}\n"
    "joints: {guide: {type: point_on_line, a: {body: ground, at: [1, 2, 3]}, b: p, axis: [1, 0, -1]}}\n"
    "analysis: {end: 1, step: 0.05}\n";
  GudSimulation sim = begin(text);
  (void)state;
  assert_int_equal(sim->solver->mobility, 1);
  assert_int_equal(sim->solver->num_redundant, 0);
  advance_to(sim, 1); /* slides down 45 degrees with g/sqrt(2): 2.5 m along x and z in 1 s */
  const double *q = sim->solver->s->q;
  expect_near("x", q[0], 1 + 2.5, 1e-10);
  expect_near("y", q[1], 2, 1e-12);
  expect_near("z", q[2], 3 - 2.5, 1e-10);
  GudModel           *m        = sim->input.model;
  GudJointParams      params   = {.axis = {1, 0, 0}, .distance = NAN, .motion = {-1, -1, -1}};
  const GudPlace      at[2]    = {{.body = 0}, {.body = gud_model_find_body(m, "p")}};
  const GudJointType *type     = NULL;
  char                why[200] = "";
  for (int i = 0; gud_joints[i]; i++)
    if (!strcmp(gud_joints[i]->info.name, "prismatic")) type = gud_joints[i];
  assert_int_equal(gud_model_add_joint(m, "guide2", type, &params, at, why), -1);
  assert_non_null(strstr(why, "'p'"));
  end(sim);
}

static void test_redundant_error_is_refused(void **state)
{
  char          text[2000];
  int           ok;
  GudSimulation sim;
  (void)state;
  snprintf(text, sizeof text, "%sanalysis: {redundant: error}\n", four_bar);
  sim = load(text);
  TEST_CALL(GudSolverStart(sim->solver, &ok, &sim->moved));
  assert_false(ok);
  assert_non_null(strstr(sim->solver->why, "redundant"));
  end(sim);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_each_joint),
    cmocka_unit_test(test_drivers_take_one_each),
    cmocka_unit_test(test_redundant_four_bar),
    cmocka_unit_test(test_fill_of_a_chain),
    cmocka_unit_test(test_reported_rows_are_dependent),
    cmocka_unit_test(test_tolerance),
    cmocka_unit_test(test_point_mass_in_a_guide),
    cmocka_unit_test(test_redundant_error_is_refused),
  };
  return cmocka_run_group_tests(tests, start_petsc, stop_petsc);
}
