/* A run without a folder computes the same numbers: turns are counted, the ledger is kept, statistics begin at `settle`, and
   `until: periodic` ends the run, whether anybody looks or not. */
#include "model_text.h"

#include "gudgeon.h"

static const char text[] =
  "space: 2d\n"
  "gravity: [0, -9.81]\n"
  "bodies: {b: {type: rigid_body, mass: 1, inertia: 0.1, centre: [0.5, 0], spin: 12}}\n"
  "joints: {pivot: {type: revolute, a: ground, b: b}}\n"
  "forces:\n"
  "  drag: {type: torsion_spring, a: ground, b: b, stiffness: 0, damping: 0.02}\n"
  "  motor: {type: moment, a: b, value: 3*cos(2*t)}\n"
  "probes:\n"
  "  angle: {type: angle, of: b}\n"
  "  left: {type: energy, which: numerical}\n"
  "  force: {type: joint_force, name: pivot}\n"
  "poincare: {angle: angle, record: [angle]}\n"
  "analysis: {end: 3, settle: 1, tolerance: 1e-6, method: %s%s}\n"
  "output: {vtk: 0}\n";

enum { VALUES = 8 };

static void run(const char *model, const char *folder, double out[VALUES])
{
  GudSimulation sim;
  GudOutcome    outcome;
  TEST_CALL(GudSimulationCreate(model, NULL, 0, folder, &sim));
  assert_non_null(sim);
  TEST_CALL(GudSimulationRun(sim, 0, &outcome));
  assert_int_equal(outcome, GUD_DONE);
  TEST_CALL(GudSimulationGetTime(sim, &out[0]));
  TEST_CALL(GudSimulationGetProbe(sim, "angle", &out[1]));
  TEST_CALL(GudSimulationGetProbe(sim, "left", &out[2]));
  TEST_CALL(GudSimulationGetProbe(sim, "force", &out[3]));
  const GudState *s = sim->solver->s;
  out[4] = s->work[GUD_LEDGER_DAMPING], out[5] = s->work[GUD_LEDGER_LOAD], out[6] = s->exchanged,
  out[7] = s->residue;
  TEST_CALL(GudSimulationDestroy(&sim));
}

static void compare(const char *method, const char *more)
{
  const char *scratch = getenv("GUD_OUT");
  char        model[2000], folder[2000];
  double      with[VALUES], without[VALUES];
  snprintf(model, sizeof model, "%s/model.yaml", scratch ? scratch : ".");
  snprintf(folder, sizeof folder, "%s/results", scratch ? scratch : ".");
  FILE *f = fopen(model, "w");
  assert_non_null(f);
  fprintf(f, text, method, more);
  fclose(f);
  run(model, folder, with);
  run(model, NULL, without);
  for (int i = 0; i < VALUES; i++)
    if (!(with[i] == without[i]))
      fail_msg("%s: value %d is %.17g with a folder, %.17g without", method, i, with[i], without[i]);
  assert_true(fabs(with[1]) > 6.3); /* more than a turn */
  assert_true(with[4] < -0.1 && with[5] != 0);
}

static void test_same_numbers(void **state)
{
  (void)state;
  compare("radau", "");
  compare("generalized_alpha", "");
  compare("generalized_alpha", ", stabilisation: none");
  compare("radau", ", until: periodic, max_periods: 2");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_numbers)};
  return cmocka_run_group_tests(tests, start_petsc, stop_petsc);
}
