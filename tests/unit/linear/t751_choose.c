/* Which linear solver `auto` takes for the steps of a large plane mesh (src/linear/choose.c): direct where there is memory for the factors and
   steps for them to serve, else krylov; what a new matrix counts. */
#include "linear/choose.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static const double GB = 1e9;

/* A square plate of side x side quad4 on one process */
static GudSystem plate(GudModel *m, int side)
{
  GudSystem sys = {.model = m, .size = 1, .dim = 2};
  memset(m, 0, sizeof *m);
  m->dim           = 2;
  sys.num_elements = sys.num_plane_cells = side * side;
  sys.num_unknowns                       = 2 * (side + 1) * (side + 1);
  return sys;
}

static int choose(int side, int choice, double steps, double memory, char *why)
{
  GudModel  m;
  GudSystem sys = plate(&m, side);
  return gud_linear_choose(&sys, choice, steps, memory, why);
}

static void by_memory_and_steps(void **state)
{
  char why[GUD_WHY_SOLVER];
  (void)state;
  assert_int_equal(choose(400, GUD_LINEAR_AUTO, 1000, 8 * GB, why), GUD_LINEAR_DIRECT);
  assert_non_null(strstr(why, "1e+03 steps are expected"));
  assert_int_equal(choose(400, GUD_LINEAR_AUTO, 10, 8 * GB, why), GUD_LINEAR_KRYLOV);
  assert_non_null(strstr(why, "less than 50 steps"));
  assert_int_equal(choose(400, GUD_LINEAR_AUTO, NAN, 8 * GB, why), GUD_LINEAR_KRYLOV);
  /* 1e6 cells: some 7.8 GB */
  assert_int_equal(choose(1000, GUD_LINEAR_AUTO, 1000, 8 * GB, why), GUD_LINEAR_KRYLOV);
  assert_non_null(strstr(why, "more than half of the memory"));
  assert_int_equal(choose(1000, GUD_LINEAR_AUTO, 1000, 16 * GB, why), GUD_LINEAR_DIRECT);
}

static void as_asked(void **state)
{
  char      why[GUD_WHY_SOLVER];
  GudModel  m;
  GudSystem sys = plate(&m, 400);
  (void)state;
  assert_int_equal(choose(400, GUD_LINEAR_KRYLOV, 1000, 8 * GB, why), GUD_LINEAR_KRYLOV);
  assert_int_equal(choose(400, GUD_LINEAR_DIRECT, 1, 8 * GB, why), GUD_LINEAR_DIRECT);
  assert_string_equal(why, "");
  assert_int_equal(choose(300, GUD_LINEAR_AUTO, 1, 8 * GB, why), GUD_LINEAR_AUTO); /* direct in any case */
  sys.nz = 1; /* contacts: each change of mode is a new matrix */
  assert_int_equal(gud_linear_choose(&sys, GUD_LINEAR_AUTO, 1000, 8 * GB, why), GUD_LINEAR_AUTO);
  sys.nz = 0, sys.size = 2;
  assert_int_equal(gud_linear_choose(&sys, GUD_LINEAR_AUTO, 1000, 8 * GB, why), GUD_LINEAR_AUTO);
}

/* MUMPS: as sqrt(n); all others: 10 */
static void cost_of_matrix(void **state)
{
  GudModel  m;
  GudSystem small = plate(&m, 50), large = plate(&m, 400);
  (void)state;
  assert_int_equal(gud_linear_cost_of_matrix(&small, GUD_LINEAR_DIRECT), 10);
  assert_int_equal(gud_linear_cost_of_matrix(&large, GUD_LINEAR_KRYLOV), 10);
  assert_int_equal(gud_linear_cost_of_matrix(&large, GUD_LINEAR_DIRECT), 20);
  large.num_plane_cells = 0; /* beams */
  assert_int_equal(gud_linear_cost_of_matrix(&large, GUD_LINEAR_DIRECT), 10);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(by_memory_and_steps), cmocka_unit_test(as_asked),
                                     cmocka_unit_test(cost_of_matrix)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
