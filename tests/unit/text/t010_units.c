/* Units and dimensions (src/text/units.c), and the messages' own services (src/base/diag.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "text/units.h"

#define PI 3.14159265358979323846

static void check_unit(const char *text, double factor, int m, int kg, int s)
{
  GudUnit u;
  char    why[GUD_UNIT_WHY] = "";

  if (!gud_unit_parse(text, &u, why)) fail_msg("'%s' refused: %s", text, why);
  if (fabs(u.factor - factor) > 4e-16 * factor)
    fail_msg("'%s': factor %.17g, expected %.17g", text, u.factor, factor);
  if (u.dim.m != m || u.dim.kg != kg || u.dim.s != s)
    fail_msg("'%s': m%d kg%d s%d", text, u.dim.m, u.dim.kg, u.dim.s);
}

static void check_refused(const char *text, const char *words)
{
  GudUnit u;
  char    why[GUD_UNIT_WHY] = "";

  if (gud_unit_parse(text, &u, why)) fail_msg("'%s' accepted", text);
  if (!strstr(why, words)) fail_msg("'%s': message '%s', expected '%s'", text, why, words);
}

static void simple_units(void **state)
{
  (void)state;
  check_unit("mm", 1e-3, 1, 0, 0);
  check_unit("um", 1e-6, 1, 0, 0);
  check_unit("g", 1e-3, 0, 1, 0);
  check_unit("min", 60, 0, 0, 1);
  check_unit("h", 3600, 0, 0, 1);
  check_unit("kN", 1e3, 1, 1, -2);
  check_unit("GPa", 1e9, -1, 1, -2);
  check_unit("deg", PI / 180, 0, 0, 0);
  check_unit("rev", 2 * PI, 0, 0, 0);
  check_unit("kW", 1e3, 2, 1, -3);
}

static void rpm_is_an_angular_velocity_and_hz_is_not_two_pi(void **state)
{
  (void)state;
  check_unit("rpm", 2 * PI / 60, 0, 0, -1);
  check_unit("Hz", 1, 0, 0, -1);
}

static void milli_and_mega_are_told_apart(void **state)
{
  (void)state;
  check_unit("mPa", 1e-3, -1, 1, -2);
  check_unit("MPa", 1e6, -1, 1, -2);
  check_unit("mN", 1e-3, 1, 1, -2);
  check_unit("MN", 1e6, 1, 1, -2);
}

static void other_systems(void **state)
{
  (void)state;
  check_unit("bar", 1e5, -1, 1, -2);
  check_unit("psi", 4.4482216152605 / (0.0254 * 0.0254), -1, 1, -2);
  check_unit("lbf", 4.4482216152605, 1, 1, -2);
  check_unit("in", 0.0254, 1, 0, 0);
  check_unit("t", 1e3, 0, 1, 0);
  check_unit("kHz", 1e3, 0, 0, -1);
  check_unit("degC", 1, 0, 0, 0);
  check_unit("\xc2\xb5m", 1e-6, 1, 0, 0);
  check_unit("\xce\xbcm", 1e-6, 1, 0, 0);
}

static void products_and_quotients(void **state)
{
  (void)state;
  check_unit("Pa s", 1, -1, 1, -1);
  check_unit("mPa s", 1e-3, -1, 1, -1);
  check_unit("cP", 1e-3, -1, 1, -1);
  check_unit("kg m^2", 1, 2, 1, 0);
  check_unit("kg*m^2/s", 1, 2, 1, -1);
  check_unit("N/m", 1, 0, 1, -2);
  check_unit("N m / rad", 1, 2, 1, -2);
  check_unit("m/s^2", 1, 1, 0, -2);
  check_unit("m s^-2", 1, 1, 0, -2);
  check_unit("mm**2", 1e-6, 2, 0, 0);
  check_unit("kN / mm / mm", 1e9, -1, 1, -2);
}

static void errors_of_units(void **state)
{
  (void)state;
  check_refused("mmm", "unknown unit 'mmm'; did you mean 'mm'?");
  check_refused("Nm", "unknown unit 'Nm'; did you mean 'N m'?");
  check_refused("kgg", "unknown unit 'kgg'; did you mean 'kg'?");
  check_refused("kg/t", "'/t' does not belong"); /* behind another unit t is the time */
  check_refused("", "a unit was expected");
  check_refused("N/m s", "two ways");
  check_refused("m^x", "whole number");
  check_refused("m^1.5", "whole number");
  check_refused("m^99999999999999999999", "at most 20");
  check_refused("m^20*m^20*m^20*m^20*m^20*m^20", "too large");
  check_refused("N m)", "does not belong");
}

static void dimensions_in_words(void **state)
{
  char   buf[GUD_DIM_SIZE];
  GudDim length = GUD_LENGTH, mass = GUD_MASS, stiffness = GUD_STIFFNESS, none = GUD_NUMBER, odd = {2, 1, 4};

  (void)state;
  assert_string_equal(gud_dim_words(length, buf), "a length (m)");
  assert_string_equal(gud_dim_words(mass, buf), "a mass (kg)");
  assert_string_equal(gud_dim_words(stiffness, buf), "a stiffness (N/m)");
  assert_string_equal(gud_dim_words(none, buf), "a number without unit");
  assert_string_equal(gud_dim_words(odd, buf), "kg m^2 s^4");
}

static void every_unit_name_is_found_again(void **state)
{
  int                n;
  const char *const *names = gud_unit_names(&n);

  (void)state;
  assert_true(n > 30);
  for (int i = 0; i < n; ++i) {
    GudUnit u;

    assert_true(gud_unit_find(names[i], strlen(names[i]), &u));
    assert_true(u.factor > 0);
  }
}

static void nearest_word(void **state)
{
  static const char *const list[] = {"length", "mass", "radius", "gap"};

  (void)state;
  assert_string_equal(gud_nearest("lenght", list, 4), "length");
  assert_string_equal(gud_nearest("Mass", list, 4), "mass");
  assert_string_equal(gud_nearest("rdius", list, 4), "radius");
  assert_null(gud_nearest("colour", list, 4));
  assert_null(gud_nearest("", list, 4));
}

static char *printed(const GudDiag *d)
{
  char  *text = NULL;
  size_t size;
  FILE  *f = open_memstream(&text, &size);

  gud_diag_print(d, f);
  fclose(f);
  return text;
}

static void messages_are_sorted_and_single(void **state)
{
  GudDiag *d = gud_diag_create();
  GudMark  a = {"a.yaml", 9, 2}, b = {"b.yaml", 1, 1}, c = {"a.yaml", 3, 7};
  char    *text;

  (void)state;
  gud_diag_file(d, "a.yaml");
  gud_diag_error(d, b, "third");
  gud_diag_error(d, a, "second");
  gud_diag_warn(d, c, "first %d", 1);
  gud_diag_error(d, a, "second");
  text = printed(d);
  assert_string_equal(text,
                      "a.yaml:3:7: warning: first 1\na.yaml:9:2: error: second\nb.yaml:1:1: error: third\n");
  assert_int_equal(gud_diag_num_errors(d), 3);
  free(text);
  gud_diag_free(d);
}

static void at_most_100_messages_and_errors_come_before_warnings(void **state)
{
  GudDiag *d = gud_diag_create();
  GudMark  m = {"a", 1, 1};
  char    *text;

  (void)state;
  for (int i = 0; i < 150; ++i) {
    m.line = i + 1;
    gud_diag_warn(d, m, "w");
  }
  m.line = 200;
  gud_diag_error(d, m, "the one error");
  text = printed(d);
  assert_non_null(strstr(text, "the one error"));
  assert_non_null(strstr(text, "... and 51 more\n"));
  free(text);
  gud_diag_free(d);
}

static void control_characters_do_not_reach_the_terminal(void **state)
{
  GudDiag *d = gud_diag_create();
  GudMark  m = {0};
  char    *text;

  (void)state;
  gud_diag_error(d, m, "a\033[31mb");
  text = printed(d);
  assert_string_equal(text, "error: a [31mb\n");
  free(text);
  gud_diag_free(d);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(simple_units),
    cmocka_unit_test(rpm_is_an_angular_velocity_and_hz_is_not_two_pi),
    cmocka_unit_test(milli_and_mega_are_told_apart),
    cmocka_unit_test(products_and_quotients),
    cmocka_unit_test(other_systems),
    cmocka_unit_test(errors_of_units),
    cmocka_unit_test(dimensions_in_words),
    cmocka_unit_test(every_unit_name_is_found_again),
    cmocka_unit_test(nearest_word),
    cmocka_unit_test(messages_are_sorted_and_single),
    cmocka_unit_test(at_most_100_messages_and_errors_come_before_warnings),
    cmocka_unit_test(control_characters_do_not_reach_the_terminal),
  };

  return cmocka_run_group_tests(tests, NULL, NULL);
}
