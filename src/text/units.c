/* Units of measure. See units.h for the grammar. */
#include "text/units.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"

#define PI 3.14159265358979323846

enum { MAX_EXPONENT = 20, MAX_DIM = 100 };

/* One list gives the table and the list of names. `t` is the tonne only right behind a number: in expressions it is the time. A temperature
   is a plain number of degrees Celsius: degC says so and changes nothing. */
/* clang-format off */
#define UNITS(U) \
  U("m",    1,        1, 0, 0)   U("mm",   1e-3,     1, 0, 0)   U("um",   1e-6,     1, 0, 0) \
  U("nm",   1e-9,     1, 0, 0)   U("cm",   1e-2,     1, 0, 0)   U("km",   1e3,      1, 0, 0) \
  U("\xc2\xb5m", 1e-6,  1, 0, 0)   U("\xce\xbcm", 1e-6,  1, 0, 0)   U("in",   0.0254,   1, 0, 0) \
  U("ft",   0.3048,   1, 0, 0)                                                              \
  U("kg",   1,        0, 1, 0)   U("g",    1e-3,     0, 1, 0)   U("mg",   1e-6,     0, 1, 0) \
  U("t",    1e3,      0, 1, 0)   U("lb",   0.45359237, 0, 1, 0)                             \
  U("s",    1,        0, 0, 1)   U("ms",   1e-3,     0, 0, 1)   U("us",   1e-6,     0, 0, 1) \
  U("min",  60,       0, 0, 1)   U("h",    3600,     0, 0, 1)                               \
  U("N",    1,        1, 1, -2)  U("kN",   1e3,      1, 1, -2)  U("MN",   1e6,      1, 1, -2) \
  U("mN",   1e-3,     1, 1, -2)  U("lbf",  4.4482216152605, 1, 1, -2)                       \
  U("Pa",   1,       -1, 1, -2)  U("kPa",  1e3,     -1, 1, -2)  U("MPa",  1e6,     -1, 1, -2) \
  U("GPa",  1e9,     -1, 1, -2)  U("mPa",  1e-3,    -1, 1, -2)  U("bar",  1e5,     -1, 1, -2) \
  U("psi",  6894.757293168362, -1, 1, -2)                                                   \
  U("rad",  1,        0, 0, 0)   U("mrad", 1e-3,     0, 0, 0)   U("deg",  PI / 180, 0, 0, 0) \
  U("rev",  2 * PI,   0, 0, 0)   U("rpm",  PI / 30,  0, 0, -1)  U("Hz",   1,        0, 0, -1) \
  U("kHz",  1e3,      0, 0, -1)  U("degC", 1,        0, 0, 0)                               \
  U("P",    0.1,     -1, 1, -1)  U("cP",   1e-3,    -1, 1, -1)                              \
  U("J",    1,        2, 1, -2)  U("kJ",   1e3,      2, 1, -2)  U("mJ",   1e-3,     2, 1, -2) \
  U("W",    1,        2, 1, -3)  U("kW",   1e3,      2, 1, -3)

#define ROW(name, factor, m, kg, s) {factor, {m, kg, s}},
#define NAME(name, factor, m, kg, s) name,
/* clang-format on */

static const GudUnit     table[] = {UNITS(ROW)};
static const char *const names[] = {UNITS(NAME)};

int gud_unit_find(const char *name, size_t length, GudUnit *unit)
{
  for (int i = 0; i < GUD_COUNT(names); ++i) {
    if (strlen(names[i]) == length && !memcmp(names[i], name, length)) {
      *unit = table[i];
      return 1;
    }
  }
  return 0;
}

const char *const *gud_unit_names(int *num)
{
  *num = GUD_COUNT(names);
  return names;
}

size_t gud_unit_split(const char *name)
{
  size_t  n = strlen(name);
  GudUnit a, b;

  for (size_t k = 1; k < n; ++k) /* "kgg" is a typing error, not kg g */
    if (gud_unit_find(name, k, &a) && gud_unit_find(name + k, n - k, &b) && !gud_dim_equal(a.dim, b.dim))
      return k;
  return 0;
}

const char *gud_unit_hint(const char *name, char hint[GUD_HINT_SIZE])
{
  size_t k = gud_unit_split(name);

  if (!k) return gud_hint(hint, name, names, GUD_COUNT(names));
  snprintf(hint, GUD_HINT_SIZE, "; did you mean '%.*s %.40s'?", (int)k, name, name + k);
  return hint;
}

int gud_dim_none(GudDim d)
{
  return d.m == 0 && d.kg == 0 && d.s == 0;
}

int gud_dim_equal(GudDim a, GudDim b)
{
  return a.m == b.m && a.kg == b.kg && a.s == b.s;
}

int gud_dim_times(GudDim a, GudDim b, int power, GudDim *out)
{
  long m, kg, s;

  if (power > MAX_DIM || power < -MAX_DIM) {
    if (!gud_dim_none(b)) return 0;
    power = 0;
  }
  m  = a.m + (long)b.m * power;
  kg = a.kg + (long)b.kg * power;
  s  = a.s + (long)b.s * power;
  if (m > MAX_DIM || m < -MAX_DIM || kg > MAX_DIM || kg < -MAX_DIM || s > MAX_DIM || s < -MAX_DIM) return 0;
  out->m  = (signed char)m;
  out->kg = (signed char)kg;
  out->s  = (signed char)s;
  return 1;
}

static const char *skip(const char *p)
{
  while (*p == ' ' || *p == '\t' || *p == '\n') ++p;
  return p;
}

size_t gud_unit_name_length(const char *p)
{
  size_t n = 0;

  if (!strncmp(p, "\xc2\xb5", 2) || !strncmp(p, "\xce\xbc", 2)) n = 2; /* micro, mu */
  else if (!isalpha((unsigned char)*p) && *p != '_') return 0;
  while (isalnum((unsigned char)p[n]) || p[n] == '_' || p[n] == '.') ++n;
  return n;
}

/* Is a unit name written here? A name before '(' is a function ("5 * min(a, b)"). Returns its length or 0. */
static size_t unit_here(const char *p, GudUnit *unit)
{
  size_t n = gud_unit_name_length(p);

  if (n == 0 || *skip(p + n) == '(' || !gud_unit_find(p, n, unit)) return 0;
  return n;
}

/* The integer after ^ ; 0 on failure. */
static int scan_power(const char **text, int *power, char *why)
{
  const char *p       = skip(*text);
  int         bracket = *p == '(', minus, n = 0;

  if (bracket) p = skip(p + 1);
  minus = *p == '-';
  if (*p == '-' || *p == '+') ++p;
  if (!isdigit((unsigned char)*p)) goto bad;
  for (; isdigit((unsigned char)*p); ++p)
    if (n <= MAX_EXPONENT) n = 10 * n + (*p - '0');
  if (*p == '.') goto bad;
  if (bracket) {
    p = skip(p);
    if (*p != ')') goto bad;
    ++p;
  }
  if (n > MAX_EXPONENT) {
    snprintf(why, GUD_UNIT_WHY, "the exponent of a unit is at most %d", MAX_EXPONENT);
    return 0;
  }
  *power = minus ? -n : n;
  *text  = p;
  return 1;
bad:
  snprintf(why, GUD_UNIT_WHY, "the exponent of a unit must be a whole number");
  return 0;
}

/* Behind another unit `t` is the time: "2 rad/s*t". */
static int is_time(const char *p)
{
  return gud_unit_name_length(p) == 1 && *p == 't';
}

int gud_unit_scan(const char **text, GudIsName is_parameter, void *context, GudUnit *unit,
                  const char **claimed, char why[GUD_UNIT_WHY])
{
  const char *p    = *text;
  int         sign = 1;

  unit->factor = 1;
  unit->dim    = (GudDim)GUD_NUMBER;
  if (claimed) *claimed = NULL;
  for (;;) {
    GudUnit     one   = {1, GUD_NUMBER};
    int         power = 1;
    size_t      n     = unit_here(p, &one);
    const char *q;

    if (n == 0) {
      snprintf(why, GUD_UNIT_WHY, "a unit was expected");
      *text = p;
      return 0;
    }
    p += n;
    q = skip(p);
    if (*q == '^' || (q[0] == '*' && q[1] == '*')) {
      q += *q == '^' ? 1 : 2;
      if (!scan_power(&q, &power, why)) {
        *text = q;
        return 0;
      }
      p = q;
    }
    power *= sign;
    for (int i = 0; i < power; ++i) unit->factor *= one.factor;
    for (int i = 0; i > power; --i) unit->factor /= one.factor;
    if (!gud_dim_times(unit->dim, one.dim, power, &unit->dim)) {
      snprintf(why, GUD_UNIT_WHY, "the exponents of this unit are too large");
      *text = p;
      return 0;
    }

    /* does the unit go on? */
    q = skip(p);
    if (is_time(q) || ((*q == '*' || *q == '/') && is_time(skip(q + 1)))) break;
    if ((*q == '*' && q[1] != '*') || *q == '/') {
      int next = *q == '*' ? 1 : -1;

      q = skip(q + 1);
      n = unit_here(q, &one);
      if (n == 0) break;
      if (is_parameter && is_parameter(context, q, n)) {
        if (claimed) *claimed = q;
        break;
      }
      sign = next;
    } else {
      if (unit_here(q, &one) == 0) break;
      if (sign < 0) {
        snprintf(why, GUD_UNIT_WHY,
                 "a unit such as 'N/m s' can be read in two ways: write 'N/(m s)' or 'N s/m'");
        *text = q;
        return 0;
      }
    }
    p = q;
  }
  *text = p;
  return 1;
}

int gud_unit_parse(const char *text, GudUnit *unit, char why[GUD_UNIT_WHY])
{
  const char *p = skip(text);
  size_t      n = gud_unit_name_length(p);
  char        hint[GUD_HINT_SIZE], name[41];

  if (n > 0 && !gud_unit_find(p, n, unit)) {
    snprintf(name, sizeof(name), "%.*s", (int)(n < 40 ? n : 40), p);
    snprintf(why, GUD_UNIT_WHY, "unknown unit '%s'%s", name, gud_unit_hint(name, hint));
    return 0;
  }
  if (!gud_unit_scan(&p, NULL, NULL, unit, NULL, why)) return 0;
  p = skip(p);
  if (*p) {
    snprintf(why, GUD_UNIT_WHY, "'%.40s' does not belong to a unit", p);
    return 0;
  }
  return 1;
}

/* Dimensions that have a name; where two quantities share a dimension both are named. */
static const struct {
  GudDim      dim;
  const char *words, *unit;
} known[] = {
  {GUD_NUMBER, "a number without unit", "-"},
  {GUD_LENGTH, "a length", "m"},
  {GUD_AREA, "an area", "m^2"},
  {{3, 0, 0}, "a volume", "m^3"},
  {{4, 0, 0}, "a second moment of area", "m^4"},
  {GUD_MASS, "a mass", "kg"},
  {GUD_TIME, "a time", "s"},
  {GUD_VELOCITY, "a velocity", "m/s"},
  {GUD_ACCELERATION, "an acceleration", "m/s^2"},
  {GUD_FREQUENCY, "a frequency or angular velocity", "1/s"},
  {GUD_ANG_ACCEL, "an angular acceleration", "1/s^2"},
  {GUD_INERTIA, "a moment of inertia", "kg m^2"},
  {GUD_DENSITY, "a density", "kg/m^3"},
  {GUD_FORCE, "a force", "N"},
  {GUD_MOMENT, "a moment or energy", "N m"},
  {GUD_STIFFNESS, "a stiffness", "N/m"},
  {GUD_DAMPING, "a damping", "N s/m"},
  {GUD_ROT_DAMPING, "a rotational damping", "N m s"},
  {GUD_PRESSURE, "a pressure", "Pa"},
  {GUD_VISCOSITY, "a viscosity", "Pa s"},
  {{2, 1, -3}, "a power", "W"},
  {{-1, 1, 0}, "a mass per length", "kg/m"},
  {GUD_DIM_OF_VALUE, "the dimension of the value", "as the value"},
  {GUD_DIM_OF_ARGUMENT, "the dimension of the argument", "as the argument"},
  {GUD_DIM_OF_GAIN, "the dimension value/argument", "value/argument"},
  {GUD_DIM_OF_RATE_GAIN, "the dimension value/(argument s)", "value/(argument s)"},
};

const char *gud_dim_unit(GudDim d, char buf[GUD_DIM_SIZE])
{
  static const char *const base[3] = {"kg", "m", "s"};
  int                      power[3];
  size_t                   used = 0;

  for (int i = 0; i < GUD_COUNT(known); ++i) {
    if (gud_dim_equal(known[i].dim, d)) {
      snprintf(buf, GUD_DIM_SIZE, "%s", known[i].unit);
      return buf;
    }
  }
  power[0] = d.kg;
  power[1] = d.m;
  power[2] = d.s;
  buf[0]   = '\0';
  for (int i = 0; i < 3; ++i) {
    int n;

    if (power[i] == 0) continue;
    if (power[i] == 1) n = snprintf(buf + used, GUD_DIM_SIZE - used, "%s%s", used ? " " : "", base[i]);
    else n = snprintf(buf + used, GUD_DIM_SIZE - used, "%s%s^%d", used ? " " : "", base[i], power[i]);
    used += (size_t)n; /* at most 3 x 9 characters */
  }
  return buf;
}

const char *gud_dim_words(GudDim d, char buf[GUD_DIM_SIZE])
{
  for (int i = 0; i < GUD_COUNT(known); ++i) {
    if (!gud_dim_equal(known[i].dim, d)) continue;
    if (gud_dim_none(d) || GUD_DIM_IS_OPEN(d)) snprintf(buf, GUD_DIM_SIZE, "%s", known[i].words);
    else snprintf(buf, GUD_DIM_SIZE, "%s (%s)", known[i].words, known[i].unit);
    return buf;
  }
  return gud_dim_unit(d, buf);
}

int gud_quantity_read(const char *text, double *x, GudUnit *unit, int *bare)
{
  char *end, why[GUD_UNIT_WHY];
  *x    = strtod(text, &end);
  *unit = (GudUnit){.factor = 1};
  if (end == text) return 0;
  while (*end == ' ') end++;
  *bare = !*end;
  if (*end && !gud_unit_parse(end, unit, why)) return 0;
  *x *= unit->factor;
  return 1;
}

double gud_number_of(const char *text)
{
  double  x;
  GudUnit unit;
  int     bare;
  return gud_quantity_read(text, &x, &unit, &bare) ? x : NAN;
}

int gud_quantity_of(const char *text, GudDim dim, double *x, int *bare)
{
  GudUnit unit;
  return gud_quantity_read(text, x, &unit, bare) && isfinite(*x) && (*bare || gud_dim_equal(unit.dim, dim));
}
