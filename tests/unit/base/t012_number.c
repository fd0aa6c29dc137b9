/* Numbers as text (src/base/number.c): the same characters as printf, for every kind of number and any number of digits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"

static void check(int digits, double x)
{
  char ours[GUD_NUMBER_SIZE], wanted[64];
  int  n = gud_number(ours, digits, x);
  snprintf(wanted, sizeof wanted, "%.*g", digits, x);
  if (strcmp(ours, wanted) || n != (int)strlen(wanted))
    fail_msg("%d digits of %a: '%s', expected '%s'", digits, x, ours, wanted);
}

static uint64_t next(uint64_t *s)
{
  *s ^= *s << 13, *s ^= *s >> 7, *s ^= *s << 17;
  return *s;
}

static void random_numbers(void **state)
{
  uint64_t s = 88172645463325252ull;
  (void)state;
  for (int i = 0; i < 400000; i++) {
    double m = (double)(next(&s) >> 11) / 9007199254740992.0 - 0.5;
    check(15, m * pow(10, (double)(int)(next(&s) % 50) - 25));
    check(1 + (int)(next(&s) % 18), m * pow(10, (double)(int)(next(&s) % 640) - 320));
    double   x;
    uint64_t bits = next(&s);
    memcpy(&x, &bits, sizeof x);
    if (!isnan(x)) check(15, x);
  }
}

/* Ties, carries, and the places where %g changes its form */
static void corners(void **state)
{
  static const double x[] = {0.0,    -0.0,       1,       -1,       0.5,      2.5,       0.1,
                             1e-4,   9.99999e-5, 1e-5,    999999,   1e6,      123456,    1234565,
                             1e15,   1e16,       1e22,    1e23,     9.5,      99.5,      999.5,
                             9999.5, 0.999995,   99999.5, 999999.5, INFINITY, -INFINITY, 5e-324,
                             1e-300, 1e300,      0.15625, 0.000123, 1e-30,    1e30,      4503599627370496.5};
  (void)state;
  for (int i = 0; i < (int)(sizeof x / sizeof *x); i++)
    for (int digits = 1; digits <= 18; digits++) check(digits, x[i]), check(digits, -x[i]);
  for (int i = 0; i < 100000; i++)
    for (int digits = 2; digits <= 6; digits++) check(digits, 0.5 * i), check(digits, i / 1024.0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_numbers), cmocka_unit_test(corners)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
