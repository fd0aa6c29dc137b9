/* Small models from a text, for the tests t300 - t730. */
#ifndef GUD_MODEL_TEXT_H
#define GUD_MODEL_TEXT_H

#include "uniform.h"

#include "simulation.h"

#include "base/vec3.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#define TEST_CALL(call) assert_int_equal((int)(call), 0)

static inline int start_petsc(void **state)
{
  static char  name[]  = "test";
  static char *argv_[] = {name, NULL}, **argv = argv_;
  int          argc = 1;
  (void)state;
  return (int)GudInitialize(&argc, &argv);
}

static inline int stop_petsc(void **state)
{
  (void)state;
  return (int)GudFinalize();
}

/* System and solver of a model file given as text; nothing has been solved. */
static inline GudSimulation load(const char *text)
{
  GudSimulation sim;
  char          path[4096];
  const char   *dir = getenv("GUD_OUT");
  snprintf(path, sizeof path, "%s/model_%ld.yaml", dir ? dir : ".", (long)getpid());
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
  TEST_CALL(GudSimulationLoad(path, NULL, 0, &sim));
  remove(path);
  if (!sim->input.model) {
    gud_diag_print(sim->input.diag, stderr);
    fail_msg("the model of the test has errors");
  }
  return sim;
}

/* The same, assembled and with consistent start values. */
static inline GudSimulation begin(const char *text)
{
  GudSimulation sim = load(text);
  int           ok;
  TEST_CALL(GudSolverStart(sim->solver, &ok, &sim->moved));
  if (!ok) fail_msg("no start: %s", sim->solver->why);
  return sim;
}

static inline void end(GudSimulation sim)
{
  TEST_CALL(GudSimulationDestroy(&sim));
}

/* One step; the event that ended it, or -1. */
static inline int advance(GudSimulation sim, double t_end)
{
  int ok, event;
  TEST_CALL(GudSolverStep(sim->solver, t_end, &ok, &event));
  if (!ok) fail_msg("no step at t = %g: %s", sim->solver->s->t, sim->solver->why);
  return event;
}

static inline void advance_to(GudSimulation sim, double t_end)
{
  while (sim->solver->s->t < t_end) advance(sim, t_end);
}

/* Position, or rate, of a point of a body in a state. */
static inline void point_of(GudSimulation sim, const char *body, const double X[3], const double *q,
                            double x[3])
{
  GudModel *m = sim->input.model;
  gud_vector_value(m, gud_model_point(m, gud_model_find_body(m, body), X), q, x);
}

static inline double *random_array(int n, double size)
{
  double *x = gud_alloc(sizeof(double) * (size_t)(n + 1));
  for (int i = 0; i < n; i++) x[i] = uniform(-size, size);
  return x;
}

static inline double *zeros(int n)
{
  return gud_alloc(sizeof(double) * (size_t)(n + 1));
}

static inline void expect_near(const char *what, double got, double expected, double tolerance)
{
  if (!(fabs(got - expected) <= tolerance))
    fail_msg("%s: got %.15g, expected %.15g, off by %.3g, allowed %.3g", what, got, expected,
             fabs(got - expected), tolerance);
}

/* Derivative at 0 of a vector function of one number: central differences of 4 step sizes, extrapolated (error h^8). */
typedef void (*VectorFunction)(void *ctx, double s, double *out);
static inline void extrapolated(VectorFunction f, void *ctx, int n, double h, int order, double *out)
{
  enum { LEVELS = 4 };
  double *T[LEVELS], *zero = zeros(n), *plus = zeros(n), *minus = zeros(n);
  f(ctx, 0, zero);
  for (int k = 0; k < LEVELS; k++) {
    double s = h / (1 << k);
    T[k]     = zeros(n);
    f(ctx, s, plus);
    f(ctx, -s, minus);
    for (int i = 0; i < n; i++)
      T[k][i] = order == 1 ? (plus[i] - minus[i]) / (2 * s) : (plus[i] - 2 * zero[i] + minus[i]) / (s * s);
  }
  for (int l = 1; l < LEVELS; l++)
    for (int k = LEVELS - 1; k >= l; k--)
      for (int i = 0; i < n; i++) T[k][i] += (T[k][i] - T[k - 1][i]) / ((1 << 2 * l) - 1);
  memcpy(out, T[LEVELS - 1], sizeof(double) * (size_t)n);
  for (int k = 0; k < LEVELS; k++) free(T[k]);
  free(zero), free(plus), free(minus);
}

#endif
