/* Inputs set between steps from C: a mass pushed by an input force moves as the closed form says, the reaction of a joint
   follows the input at once, the ledger has its work, and unknown names are errors. */
#include "model_text.h"

#include "gudgeon.h"

static const char text[] =
  "space: 2d\n"
  "bodies: {m: {type: rigid_body, mass: 2, inertia: 1}}\n"
  "joints: {line: {type: prismatic, a: ground, b: m, axis: [1, 0]}}\n"
  "forces:\n"
  "  push: {type: force, a: m, direction: [1, 0], value: {type: input, name: u, start: 1 N}}\n"
  "  side: {type: force, a: m, direction: [0, 1], value: {type: input, name: w}}\n"
  "probes:\n"
  "  x: {type: position, of: m, component: x}\n"
  "  v: {type: velocity, of: m, component: x}\n"
  "  a: {type: acceleration, of: m, component: x}\n"
  "  push: {type: output, name: push, output: force}\n"
  "  side: {type: joint_force, name: line, component: y, on: b}\n"
  "analysis: {end: 3, tolerance: 1e-8, max_step: 0.1, method: %s}\n"
  "output: {vtk: 0}\n";

static void assert_near(double got, double expected, double tolerance, const char *what)
{
  if (!(fabs(got - expected) <= tolerance))
    fail_msg("%s: expected %.15g, got %.15g, tolerance %.3g", what, expected, got, tolerance);
}

static double probe(GudSimulation sim, const char *name)
{
  double x = NAN;
  TEST_CALL(GudSimulationGetProbe(sim, name, &x));
  return x;
}

/* u(t) = 1 up to the first step end behind 1 s, then 5 up to that behind 2 s, then -3: v and x piece by piece */
static void push(const char *method, const char *folder)
{
  const char   *scratch = getenv("GUD_OUT");
  char          model[2000], out[2000];
  GudSimulation sim;
  GudOutcome    outcome = GUD_RUNNING;
  const double  force[] = {1, 5, -3};
  double        t = 0, t0 = 0, x = 0, v = 0, work = 0;
  int           phase = 0;
  snprintf(model, sizeof model, "%s/inputs.yaml", scratch ? scratch : ".");
  snprintf(out, sizeof out, "%s/%s_%ld", scratch ? scratch : ".", folder ? folder : "", (long)getpid());
  FILE *f = fopen(model, "w");
  assert_non_null(f);
  fprintf(f, text, method);
  fclose(f);
  TEST_CALL(GudSimulationCreate(model, NULL, 0, folder ? out : NULL, &sim));
  assert_non_null(sim);
  while (outcome == GUD_RUNNING) {
    TEST_CALL(GudSimulationStep(sim, &outcome));
    TEST_CALL(GudSimulationGetTime(sim, &t));
    double dt = t - t0, a = force[phase] / 2;
    /* 1e-8 tolerance per step, some thirty steps; forces and accelerations are exact */
    assert_near(probe(sim, "x"), x + v * dt + 0.5 * a * dt * dt, 1e-6, "x");
    assert_near(probe(sim, "v"), v + a * dt, 1e-6, "v");
    assert_near(probe(sim, "a"), a, 1e-9, "a");
    if (t < phase + 1 || phase == 2) continue;
    work += force[phase] * (v * dt + 0.5 * a * dt * dt);
    x += v * dt + 0.5 * a * dt * dt, v += a * dt, t0 = t, phase++;
    TEST_CALL(GudSimulationSetInput(sim, "u", force[phase]));
    TEST_CALL(GudSimulationSetInput(sim, "w", 10 * phase));
    assert_near(probe(sim, "push"), force[phase], 0, "the input");
    assert_near(probe(sim, "a"), force[phase] / 2, 1e-9, "acceleration behind the jump");
    assert_near(probe(sim, "side"), -10 * phase, 1e-9, "reaction behind the jump");
  }
  assert_int_equal(outcome, GUD_DONE);
  work += force[2] * (v * (3 - t0) + 0.5 * force[2] / 2 * (3 - t0) * (3 - t0));
  assert_near(sim->solver->s->work[GUD_LEDGER_LOAD], work, 1e-6, "work of the input in the ledger");
  PetscCallAbort(PETSC_COMM_SELF, PetscPushErrorHandler(PetscIgnoreErrorHandler, NULL));
  assert_true(GudSimulationSetInput(sim, "uu", 1) != 0);
  assert_true(GudSimulationSetInput(sim, "u", NAN) != 0);
  PetscCallAbort(PETSC_COMM_SELF, PetscPopErrorHandler());
  TEST_CALL(GudSimulationDestroy(&sim));
}

static void test_inputs(void **state)
{
  (void)state;
  push("generalized_alpha", NULL);
  push("radau", NULL);
  push("radau", "inputs");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_inputs)};
  return cmocka_run_group_tests(tests, start_petsc, stop_petsc);
}
