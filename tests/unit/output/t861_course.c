/* Values between nodes (output/course.h): a count that no node changes is that count, to the last bit; smooth values are on the polynomial
   through the nodes, states on the line between two. */
#include "output/course.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>

static const double node[GUD_BLEND_NODES] = {1, 0.64494897427831781, 0.15505102572168219, 0};

/* Weights sum up to one but for round-off: without the rule 10 comes out as 9.999... or 10.000...2 at some of these places. */
static void counts_stay_whole(void **state)
{
  const double f[GUD_BLEND_NODES] = {10, 10, 10, 10};
  int          off                = 0;
  (void)state;
  for (int k = 0; k <= 1000; k++) {
    GudBlend b   = gud_blend(GUD_BLEND_NODES, node, k / 1000.0);
    double   sum = 0;
    for (int i = 0; i < b.num; i++) sum += b.all[i] * f[i];
    off += sum != 10;
    assert_true(gud_course(0, &b, f) == 10);
    assert_true(gud_course(GUD_COURSE_STRAIGHT, &b, f) == 10);
    assert_true(gud_course(GUD_COURSE_SIDE, &b, f) == 10);
  }
  assert_true(off > 0);
}

static void cubics_are_met(void **state)
{
  double f[GUD_BLEND_NODES];
  (void)state;
  for (int i = 0; i < GUD_BLEND_NODES; i++) f[i] = pow(node[i], 3) - 2 * node[i];
  for (int k = 0; k <= 10; k++) {
    double   x = k / 10.0;
    GudBlend b = gud_blend(GUD_BLEND_NODES, node, x);
    assert_true(fabs(gud_course(0, &b, f) - (x * x * x - 2 * x)) < 1e-14); /* four terms of size 1 */
  }
}

static void states_change_along_a_line(void **state)
{
  const double f[GUD_BLEND_NODES] = {2, 1, 1, 1};
  GudBlend     b                  = gud_blend(GUD_BLEND_NODES, node, 0.5 * (node[0] + node[1]));
  (void)state;
  assert_true(fabs(gud_course(GUD_COURSE_HELD, &b, f) - 1.5) < 1e-15);
  b = gud_blend(GUD_BLEND_NODES, node, 0.3);
  assert_true(gud_course(GUD_COURSE_HELD, &b, f) == 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(counts_stay_whole), cmocka_unit_test(cubics_are_met),
                                     cmocka_unit_test(states_change_along_a_line)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
