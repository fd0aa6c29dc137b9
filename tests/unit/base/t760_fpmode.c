/* Subnormal numbers count as zero during a step, and the caller's mode is what it was afterwards. */
#include "model_text.h"

#include "base/fpmode.h"

#include <float.h>

/* Half the smallest normal number: 0 when results are flushed */
static double half_of_smallest(void)
{
  volatile double x = DBL_MIN;
  return x * 0.5;
}

static double seen = -1; /* by a located event, within a step */

static PetscErrorCode look(void *ctx)
{
  (void)ctx;
  seen = half_of_smallest();
  return 0;
}

static void test_the_mode_of_the_caller_returns(void **state)
{
  GudSimulation sim = begin("space: 2d\n"
                            "gravity: [0, -9.81]\n"
                            "bodies: {ball: {type: point_mass, at: [0, 1 mm], mass: 1}}\n"
                            "forces: {s: {type: plane_sensor, a: ball, normal: [0, 1]}}\n"
                            "analysis: {end: 1 s, step: 1e-2 s}\n");
  (void)state;
  sim->solver->before_event = look;
  unsigned mode             = gud_fp_flush(); /* nothing else has been set: subnormal numbers are there */
  gud_fp_restore(mode);
#if defined(__SSE2__)
  assert_true(half_of_smallest() > 0);
  while (seen < 0) advance(sim, 1);
  assert_true(seen == 0);
  assert_true(half_of_smallest() > 0);
  mode = gud_fp_flush(); /* a caller that flushes himself */
  assert_true(half_of_smallest() == 0);
  advance(sim, 1);
  assert_true(half_of_smallest() == 0);
  gud_fp_restore(mode);
  assert_true(half_of_smallest() > 0);
#endif
  end(sim);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_the_mode_of_the_caller_returns)};
  return cmocka_run_group_tests(tests, start_petsc, stop_petsc);
}
