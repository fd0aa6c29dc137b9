/* The evaluated point (system/evaluated.h): what is read at one point was computed once. */
#include "model_text.h"

#include "output/observe.h"

/* A pendulum that hangs in a bearing with clearance; the probes ask for everything that there is. */
#define PENDULUM(joint, more)                                                                                \
  "space: 2d\n"                                                                                              \
  "gravity: [0, -9.81]\n"                                                                                    \
  "bodies: {arm: {type: rigid_body, mass: 1, inertia: 0.01, centre: [0.1, 0], at: [0, -0.0004], spin: 2}}\n" \
  "joints: {pin: {type: revolute, a: ground, b: arm, bearing_radius: 10 mm, clearance: 0.5 mm, " joint       \
  "}}\n"                                                                                                     \
  "probes:\n"                                                                                                \
  "  F: {type: joint_force, name: pin}\n"                                                                    \
  "  e: {type: output, name: pin, output: eccentricity}\n"                                                   \
  "  n: {type: output, name: pin, output: force}\n"                                                          \
  "  s: {type: output, name: pin, output: slip}\n" more "analysis: {end: 0.2}\n"                             \
  "output: {sample: 1e-3, vtk: 0.02}\n"

static const char *const dry  = PENDULUM("model: dry, contact: {stiffness: 1e7, restitution: 0.6}, friction: "
                                          "{kinetic: 0.1, law: tanh, v0: 1e-2}",
                                         "");
static const char *const film = PENDULUM("model: lubricated, length: 20 mm, film: {viscosity: 0.4 Pa s, "
                                         "model: reynolds, cavitation: reynolds, nx: 24, ny: 4}",
                                         "  h: {type: output, name: pin, output: film_min}\n"
                                         "  p: {type: output, name: pin, output: film_pressure_max}\n");
static const char *const held = PENDULUM("model: dry, contact: {stiffness: 1e7, restitution: 0.6}, friction: "
                                         "{kinetic: 0.1, law: coulomb}",
                                         "");

static GudSimulation open_run(const char *text, const char *name)
{
  GudSimulation sim;
  char          path[4096], folder[4096];
  const char   *dir = getenv("GUD_OUT");
  snprintf(path, sizeof path, "%s/%s.yaml", dir ? dir : ".", name);
  snprintf(folder, sizeof folder, "%s/%s", dir ? dir : ".", name);
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
  TEST_CALL(GudSimulationCreate(path, NULL, 0, folder, &sim));
  return sim;
}

/* Evaluations of a step: one per residual, one per sample of events within the step, one of every node of the accepted step,
   however many read them; a frame between step ends is a point of its own. Films are solved for residuals, nodes and frames.
   anew: the state is evaluated once more, because accept() says that the force is another one then. Steps that end with an
   event restart the method in new modes and are not counted. */
static void count(const char *text, const char *name, int anew)
{
  GudSimulation sim = open_run(text, name);
  GudSolver    *so  = sim->solver;
  GudCounts    *c   = &so->sys->count;
  GudOutcome    outcome;
  long          quiet = 0;
  do {
    long frames = gud_observer_num_frames(sim->observer), events = so->stat.events,
         samples = so->stat.event_samples, residuals = c->residuals, evaluated = c->evaluated[0],
         solved = c->solved[0];
    TEST_CALL(GudSimulationStep(sim, &outcome));
    if (so->stat.events > events) continue;
    residuals = c->residuals - residuals, samples = so->stat.event_samples - samples;
    evaluated = c->evaluated[0] - evaluated, solved = c->solved[0] - solved;
    frames    = gud_observer_num_frames(sim->observer) - frames;
    int nodes = so->method->num_nodes;
    quiet++;
    if (evaluated > residuals + samples + frames + nodes + anew)
      fail_msg("%s: %ld evaluations of the joint for %ld residuals and %ld samples", name, evaluated,
               residuals, samples);
    if (solved > residuals + frames + nodes + anew)
      fail_msg("%s: %ld solutions for %ld residuals", name, solved, residuals);
  } while (outcome == GUD_RUNNING);
  assert_true(quiet > 100);
  TEST_CALL(GudSimulationDestroy(&sim));
}

static void test_dry_joint(void **state)
{
  (void)state;
  count(dry, "dry", 0);
}

static void test_film(void **state)
{
  (void)state;
  count(film, "film", 0);
}

static void test_set_valued_friction(void **state)
{
  (void)state;
  count(held, "held", 1);
}

/* The same point again costs nothing, a raise is no second evaluation, another point is one. */
static void test_levels(void **state)
{
  GudSimulation sim = begin(film);
  GudSystem    *sys = sim->sys;
  GudEvaluated *e   = sim->solver->sample;
  GudPoint      p   = gud_state_point(sim->solver->s);
  GudState     *s   = sim->solver->s;
  double       *r   = zeros(sys->n);
  (void)state;
  gud_evaluated_at(e, &p);
  gud_evaluated_renew_all(e);
  long evaluated = sys->count.evaluated[0], solved = sys->count.solved[0];
  gud_evaluated_force(e, 0, GUD_LEVEL_POSITION);
  assert_int_equal(sys->count.evaluated[0], evaluated + 1);
  assert_int_equal(sys->count.solved[0], solved); /* guards need no film */
  for (int k = 0; k < 3; k++) {
    gud_evaluated_at(e, &p);
    gud_evaluated_residual(e, r);
    gud_evaluated_tangent_entries(e, (GudCoef){1, 1, 1, 1, 1}, 1, GUD_PATTERN_FULL);
  }
  assert_int_equal(sys->count.evaluated[0], evaluated + 1);
  assert_int_equal(sys->count.solved[0], solved + 1);
  s->q[0] += 1e-9;
  gud_evaluated_at(e, &p);
  gud_evaluated_residual(e, r);
  assert_int_equal(sys->count.evaluated[0], evaluated + 2);
  gud_evaluated_renew(e, 0);
  gud_evaluated_residual(e, r);
  assert_int_equal(sys->count.evaluated[0], evaluated + 3);
  assert_int_equal(sys->count.solved[0], solved + 3);
  free(r);
  end(sim);
}

/* Only what can move is asked for: in the plane two components, of the ground nothing. */
static void test_live_components(void **state)
{
  GudSimulation sim = begin(dry);
  (void)state;
  const GudForceArgs *a = gud_evaluated_force(sim->solver->trial, 0, GUD_LEVEL_NONE);
  for (int k = 0; k < 8; k++)
    for (int c = 0; c < 3; c++) {
      int live = k >= 4 && k < 7 && c < 2; /* b: position, e1, e2; e3 is that of the plane */
      assert_int_equal(gud_is_live(a->live, 3 * k + c), live);
    }
  end(sim);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_dry_joint),           cmocka_unit_test(test_film),
    cmocka_unit_test(test_set_valued_friction), cmocka_unit_test(test_levels),
    cmocka_unit_test(test_live_components),
  };
  return cmocka_run_group_tests(tests, start_petsc, stop_petsc);
}
