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

/* The course follows from the role; a unit or a name says nothing. */
static void roles_say_how(void **state)
{
  static const GudOutput rows[]                       = {{"count", "-", "a count", GUD_OUTPUT_STATE},
                                                         {"angle", "rad", "an angle that counts turns", GUD_OUTPUT_VALUE},
                                                         {"attitude", "rad", "an angle that does not", GUD_OUTPUT_ANGLE},
                                                         {"where", "rad", "place of an extreme", GUD_OUTPUT_PEAK_ANGLE},
                                                         {"along", "m", "place of an extreme", GUD_OUTPUT_THIN_AT}};
  static const int       expected[2][GUD_COUNT(rows)] = {
          {GUD_COURSE_HELD, 0, GUD_COURSE_TURN, GUD_COURSE_STRAIGHT | GUD_COURSE_TURN, GUD_COURSE_STRAIGHT},
          {GUD_COURSE_HELD, GUD_COURSE_SIDE, GUD_COURSE_TURN, GUD_COURSE_STRAIGHT | GUD_COURSE_TURN,
           GUD_COURSE_STRAIGHT | GUD_COURSE_SIDE}};
  static const GudForceType type = {.outputs = rows, .num_outputs = GUD_COUNT(rows)};
  (void)state;
  for (int contact = 0; contact < 2; contact++)
    for (int k = 0; k < GUD_COUNT(rows); k++)
      assert_int_equal(gud_course_of_output(&type, NULL, k, contact), expected[contact][k]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(counts_stay_whole), cmocka_unit_test(cubics_are_met),
                                     cmocka_unit_test(states_change_along_a_line),
                                     cmocka_unit_test(roles_say_how)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
