/* Numbers as text: number.h.

   |x| 10^s with s so that digits are before the point, in long double (64 bits of mantissa or more), rounded to a whole number.
   The powers of ten up to 27 are exact in 64 bits; of products and quotients with larger ones, three roundings, the relative error is
   below 4 2^-64 = 2.2e-19, that is 2.2e-4 of the last of 15 digits. Where the part behind the point is so close to one half that
   this could change the rounding, where more digits or other numbers than usual are asked for, printf writes. */
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_DIGITS = 16, EXACT = 27 };

static const long double powers[EXACT + 1] = {
  1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,  1e8L,  1e9L,  1e10L, 1e11L, 1e12L, 1e13L,
  1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L, 1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L};

/* x 10^s, |s| <= 54 */
static long double scaled(long double x, int s)
{
  int n = s < 0 ? -s : s, more = n > EXACT ? n - EXACT : 0;
  n -= more;
  return s < 0 ? x / powers[n] / powers[more] : x * powers[n] * powers[more];
}

/* The digits of n, `digits` of them, with a point after the first `before` and without zeros at the end */
static char *put_digits(char *p, unsigned long long n, int digits, int before)
{
  char buffer[24];
  for (int i = digits - 1; i >= 0; i--) buffer[i] = (char)('0' + n % 10), n /= 10;
  int last = digits;
  while (last > before && buffer[last - 1] == '0') last--;
  memcpy(p, buffer, (size_t)before), p += before;
  if (last > before) *p++ = '.', memcpy(p, buffer + before, (size_t)(last - before)), p += last - before;
  return p;
}

int gud_number(char text[GUD_NUMBER_SIZE], int digits, double x)
{
  char  *p = text;
  double a = fabs(x);
  if (x == 0 && !signbit(x)) return text[0] = '0', text[1] = 0, 1;
  if (digits < 2 || digits > MOST_DIGITS || !(a > 1e-30 && a < 1e30))
    return snprintf(text, GUD_NUMBER_SIZE, "%.*g", digits, x);
  int         e = (int)floor(log10(a)); /* of the first digit; may be one too small or too large */
  long double y = scaled(a, digits - 1 - e);
  if (y < powers[digits - 1]) e--, y = scaled(a, digits - 1 - e);
  else if (y >= powers[digits]) e++, y = scaled(a, digits - 1 - e);
  unsigned long long n    = (unsigned long long)y;
  long double        rest = y - (long double)n, doubt = 1e-18L * powers[digits];
  if (rest > 0.5L - doubt && rest < 0.5L + doubt) return snprintf(text, GUD_NUMBER_SIZE, "%.*g", digits, x);
  if (rest > 0.5L) n++;
  if (n == (unsigned long long)powers[digits]) n /= 10, e++;
  if (x < 0) *p++ = '-';
  if (e >= digits || e < -4) { /* as %g decides */
    p    = put_digits(p, n, digits, 1);
    *p++ = 'e', *p++ = e < 0 ? '-' : '+';
    int m = e < 0 ? -e : e;
    *p++ = (char)('0' + m / 10), *p++ = (char)('0' + m % 10);
  } else if (e < 0) {
    *p++ = '0', *p++ = '.';
    for (int i = -1; i > e; i--) *p++ = '0';
    while (n % 10 == 0) n /= 10, digits--;
    p = put_digits(p, n, digits, digits);
  } else {
    p = put_digits(p, n, digits, e + 1);
  }
  *p = 0;
  return (int)(p - text);
}
