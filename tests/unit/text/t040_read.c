/* Table-driven reading and functions of time (src/text/read.c, function.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "text/read.h"
#include "text/units.h"

#define PI 3.14159265358979323846

static char *printed(const GudDiag *d)
{
  char  *text = NULL;
  size_t size;
  FILE  *f = open_memstream(&text, &size);

  gud_diag_print(d, f);
  fclose(f);
  return text;
}

/* A reader on a text, with the parameters in its `parameters` section. */
typedef struct {
  GudArena  arena;
  GudDiag  *d;
  GudDoc   *doc;
  GudEnv   *env;
  GudReader rd;
  char     *messages;
} Case;

static void begin(Case *c, const char *text, int space)
{
  memset(c, 0, sizeof(*c));
  c->d   = gud_diag_create();
  c->doc = gud_doc_parse_string(text, "m.yaml", c->d);
  assert_non_null(c->doc);
  c->env = gud_env_create(gud_node_get(c->doc->root, "parameters"), NULL, 0, c->d);
  c->rd = (GudReader){.diag = c->d, .env = c->env, .arena = &c->arena, .space = space, .what = "joint 'pin'"};
}

static void end(Case *c)
{
  free(c->messages);
  gud_env_free(c->env);
  gud_doc_free(c->doc);
  gud_diag_free(c->d);
  gud_arena_free(&c->arena);
}

typedef struct {
  double        length, gap, ratio;
  int           count, flag, law, load;
  double        axis[3], inertia[9];
  const char   *file;
  GudTable      curve;
  GudStringList names;
} Pin;

static const GudParam pin[] = {
  {"length", GUD_REAL, GUD_LENGTH, GUD_POSITIVE, NULL, offsetof(Pin, length), NULL, "length of the pin"},
  {"gap", GUD_REAL, GUD_LENGTH, GUD_NONNEGATIVE, "0.2*mm", offsetof(Pin, gap), NULL, "radial clearance"},
  {"ratio", GUD_REAL, GUD_NUMBER, GUD_UNIT_INTERVAL, GUD_ABSENT, offsetof(Pin, ratio), NULL, "restitution"},
  {"count", GUD_INT, GUD_NUMBER, GUD_POSITIVE, "4", offsetof(Pin, count), NULL, "pieces"},
  {"flag", GUD_BOOL, GUD_NUMBER, GUD_ANY, "no", offsetof(Pin, flag), NULL, "a switch"},
  {"law", GUD_CHOICE, GUD_NUMBER, GUD_ANY, "hertz", offsetof(Pin, law), "hertz|linear|flores", "contact law"},
  {"load", GUD_FUNCTION, GUD_FORCE, GUD_ANY, GUD_ABSENT, offsetof(Pin, load), NULL, "load"},
  {"axis", GUD_VECTOR, GUD_NUMBER, GUD_NONZERO, "[0, 0, 1]", offsetof(Pin, axis), NULL, "axis"},
  {"inertia", GUD_MATRIX, GUD_INERTIA, GUD_ANY, GUD_ABSENT, offsetof(Pin, inertia), NULL, "inertia"},
  {"file", GUD_STRING, GUD_NUMBER, GUD_ANY, GUD_ABSENT, offsetof(Pin, file), NULL, "a file"},
  {"curve", GUD_TABLE, GUD_FORCE, GUD_ANY, GUD_ABSENT, offsetof(Pin, curve), NULL, "a curve"},
  {"names", GUD_LIST, GUD_NUMBER, GUD_ANY, GUD_ABSENT, offsetof(Pin, names), NULL, "names"},
};

static const char *const also[] = {"type", "a", "b", NULL};

/* Reads `pin: {...}`. */
static unsigned long long read_pin(Case *c, Pin *p)
{
  unsigned long long given = 0;

  memset(p, 0x55, sizeof(*p));
  gud_read_params(&c->rd, gud_node_get(c->doc->root, "pin"), pin, GUD_COUNT(pin), also, p, &given);
  c->messages = printed(c->d);
  return given;
}

static void check_error_in(const char *text, int space, const char *words)
{
  Case c;
  Pin  p;

  begin(&c, text, space);
  read_pin(&c, &p);
  if (!strstr(c.messages, words)) fail_msg("%s\n  gives '%s'\n  expected '%s'", text, c.messages, words);
  end(&c);
}

static void check_error(const char *text, const char *words)
{
  check_error_in(text, 3, words);
}

/* ---- tables ---- */

static void defaults_are_applied(void **state)
{
  Case c;
  Pin  p;

  (void)state;
  begin(&c, "pin: {type: x, length: 5 cm}", 3);
  assert_true(read_pin(&c, &p) == 1);
  assert_string_equal(c.messages, "");
  assert_true(p.length == 5 * 1e-2 && p.gap == 0.2 * 1e-3 && p.count == 4 && p.flag == 0 && p.law == 0);
  assert_true(p.axis[0] == 0 && p.axis[2] == 1);
  assert_true(isnan(p.ratio) && p.load == -1 && p.file == NULL && p.curve.n == 0 && p.names.n == 0 &&
              p.inertia[8] == 0);
  end(&c);
}

static void every_kind_is_read(void **state)
{
  Case c;
  Pin  p;

  (void)state;
  begin(
    &c,
    "parameters: {r: 3 mm, word: linear, n: 6}\n"
    "pin:\n  length: 2*r\n  gap: $r\n  ratio: 0.5\n  count: n/2\n  flag: yes\n  law: $word\n  load: 3 "
    "N*sin(t)\n"
    "  axis: [1, 2, 3]\n  inertia: [1, 2, 3 kg m^2]\n  file: a b.csv\n  curve: [[0 mm, 0], [1 mm, 5 kN]]\n"
    "  names: [u, v]\n",
    3);
  assert_true(read_pin(&c, &p) == (1ull << GUD_COUNT(pin)) - 1);
  assert_string_equal(c.messages, "");
  assert_true(p.length == 2 * (3 * 1e-3) && p.gap == 3 * 1e-3 && p.ratio == 0.5 && p.count == 3 &&
              p.flag == 1);
  assert_true(p.law == 1 && p.load == 0 && c.rd.num_functions == 1);
  assert_true(p.axis[1] == 2 && p.inertia[0] == 1 && p.inertia[4] == 2 && p.inertia[8] == 3 &&
              p.inertia[1] == 0);
  assert_string_equal(p.file, "a b.csv");
  assert_true(p.curve.n == 2 && p.curve.x[1] == 1e-3 && p.curve.y[1] == 5000);
  assert_true(p.names.n == 2);
  assert_string_equal(p.names.s[1], "v");
  end(&c);
}

static void errors_of_keys(void **state)
{
  (void)state;
  check_error("pin: {lenght: 1}",
              "m.yaml:1:7: error: unknown key 'lenght' in joint 'pin'; did you mean 'length'?");
  check_error("pin: {gap: 1}", "m.yaml:1:6: error: joint 'pin': 'length' is missing: a length (m)");
  check_error("pin: 3", "joint 'pin': expected a mapping of keys and values, found '3'");
}

static void errors_of_values(void **state)
{
  (void)state;
  check_error("pin: {length: 3 kg}",
              "m.yaml:1:15: error: joint 'pin', 'length': expected a length (m), found '3 kg', a mass (kg)");
  check_error("pin: {length: -1}", "joint 'pin', 'length': must be > 0, found '-1'");
  check_error("pin: {length: 0}", "must be > 0");
  check_error("pin: {length: }", "expected a length (m), found nothing");
  check_error("pin: {length: [1]}", "expected a length (m), found a list");
  check_error("pin: {length: 1e31}", "the number 1e+31 is too large");
  check_error("pin: {length: .nan}", "error");
  check_error("pin: {length: .inf}", "error");
  check_error("pin: {length: t}", "must be constant");
  check_error("pin: {length: 1, ratio: 1.5}", "must be in [0, 1]");
  check_error("pin: {length: 1, gap: -1 mm}", "must be >= 0, found '-1 mm'");
  check_error("pin: {length: 1, count: 2.5}", "expected a whole number, found 2.5");
  check_error("pin: {length: 1, count: 3e9}", "expected a whole number");
  check_error("pin: {length: 1, count: 0}", "must be > 0");
  check_error("pin: {length: 1, flag: maybe}", "expected true or false, found 'maybe'");
  check_error("pin: {length: 1, law: herz}",
              "'herz' is not one of the choices (hertz, linear, flores); did you mean 'hertz'?");
  check_error("pin: {length: 1, law: $none}", "unknown parameter 'none'");
  check_error("pin: {length: 1, file: [a]}", "expected a text, found a list");
  check_error("pin: {length: 1, names: {a: b}}", "expected a list of words");
  check_error("pin: {length: 1, names: [a b]}", "expected a word");
}

/* Expressions do not know who reads them; their messages must begin like all others, and once only. */
static void errors_in_expressions_say_who_speaks(void **state)
{
  static const char *const cases[][2] = {
    {"length: 2*foo", "m.yaml:1:17: error: joint 'pin', 'length': unknown name 'foo'"},
    {"length: 1/0", "joint 'pin', 'length': the value is not a finite number: division by zero"},
    {"length: 1, axis: [0, 0, 1 + ]", "joint 'pin', 'axis': the expression ends too early"},
    {"length: 1, law: $foo", "joint 'pin', 'law': unknown parameter 'foo'"},
    {"length: 1, load: 2*baz*t", "joint 'pin', 'load': unknown name 'baz'"},
    {"length: 1, curve: [[0, 0], [1 mmm, 2]]", "joint 'pin', 'curve': unknown unit 'mmm'"},
  };

  (void)state;
  for (int i = 0; i < GUD_COUNT(cases); ++i) {
    Case  c;
    Pin   p;
    char  text[200];
    char *first;

    snprintf(text, sizeof(text), "pin: {%s}\n", cases[i][0]);
    begin(&c, text, 3);
    read_pin(&c, &p);
    first = strstr(c.messages, "joint 'pin'");
    if (!strstr(c.messages, cases[i][1]) || strstr(first + 1, "joint 'pin'"))
      fail_msg("%s  gives '%s'\n  expected '%s'", text, c.messages, cases[i][1]);
    end(&c);
  }
}

static void errors_of_vectors_and_matrices(void **state)
{
  (void)state;
  check_error("pin: {length: 1, axis: [1, 2]}", "expected [x, y, z], found 2 numbers");
  check_error("pin: {length: 1, axis: 3}", "expected [x, y, z], found '3'");
  check_error("pin: {length: 1, axis: [0, 0, 0]}", "must not be 0");
  check_error("pin: {length: 1, axis: [0, 0, 1 m]}",
              "m.yaml:1:31: error: joint 'pin', 'axis': expected a number");
  check_error("pin: {length: 1, inertia: [1, 2]}", "expected [a, b, c] (diagonal)");
  check_error("pin: {length: 1, inertia: [[1, 2, 0], [3, 1, 0], [0, 0, 1]]}", "the matrix is not symmetric");
  check_error("pin: {length: 1, curve: [[0, 1]]}", "at least two points");
  check_error("pin: {length: 1, curve: [[0, 1], [0, 2]]}", "must increase: 0 comes after 0");
  check_error("pin: {length: 1, curve: [[0, 1], 3]}", "a point of a table is [x, y]");
  check_error("pin: {length: 1, curve: [[0, 1 m], [1, 2]]}",
              "expected a force (N), found '1 m', a length (m)");
}

static void plane_vectors(void **state)
{
  Case   c;
  double x[3];
  GudDim length = GUD_LENGTH, spin = GUD_ANG_VELOCITY;

  (void)state;
  begin(&c, "a: [1, 2]\nb: [1, 2, 0]\nc: [1, 2, 3]\nd: 30 rpm\ne: 3 m\n", 2);
  assert_true(gud_read_vector(&c.rd, gud_node_get(c.doc->root, "a"), length, x) && x[1] == 2 && x[2] == 0);
  assert_true(gud_read_vector(&c.rd, gud_node_get(c.doc->root, "b"), length, x));
  assert_false(gud_read_vector(&c.rd, gud_node_get(c.doc->root, "c"), length, x));
  assert_true(gud_read_vector(&c.rd, gud_node_get(c.doc->root, "d"), spin, x) && fabs(x[2] - PI) < 1e-15 &&
              x[0] == 0);
  assert_false(gud_read_vector(&c.rd, gud_node_get(c.doc->root, "e"), length, x));
  end(&c);
}

static void defaults_do_not_see_the_parameters(void **state)
{
  Case c;
  Pin  p;

  (void)state;
  begin(&c, "parameters: {mm: 7}\npin: {length: 1}", 3);
  read_pin(&c, &p);
  assert_true(p.gap == 0.2 * 1e-3);
  end(&c);
}

static void help_prints_every_row(void **state)
{
  char  *text = NULL;
  size_t size;
  FILE  *f = open_memstream(&text, &size);

  (void)state;
  gud_print_params(f, pin, GUD_COUNT(pin), 0);
  gud_print_params(f, pin, GUD_COUNT(pin), 1);
  fclose(f);
  for (int i = 0; i < GUD_COUNT(pin); ++i) assert_non_null(strstr(text, pin[i].doc));
  assert_non_null(strstr(text, "length of the pin (> 0)"));
  assert_non_null(strstr(text, "| `length` | number (m) | required | > 0 | length of the pin |"));
  assert_non_null(strstr(text, "| `law` | hertz \\| linear \\| flores | hertz |  | contact law |"));
  free(text);
}

/* ---- functions of time ---- */

/* The function under `f`, with values in metres. */
static const GudFunction *function(Case *c, const char *text)
{
  GudDim length = GUD_LENGTH;
  int    i;

  begin(c, text, 3);
  i           = gud_read_function(&c->rd, gud_node_get(c->doc->root, "f"), length);
  c->messages = printed(c->d);
  if (i < 0) fail_msg("%s\n  refused: %s", text, c->messages);
  return c->rd.functions[i];
}

static void check_function_error(const char *text, const char *words)
{
  Case   c;
  GudDim length = GUD_LENGTH;

  begin(&c, text, 3);
  if (gud_read_function(&c.rd, gud_node_get(c.doc->root, "f"), length) >= 0) fail_msg("%s accepted", text);
  c.messages = printed(c.d);
  if (!strstr(c.messages, words)) fail_msg("%s\n  gives '%s'\n  expected '%s'", text, c.messages, words);
  end(&c);
}

static void check_jet(const GudFunction *f, double t, double f0, double f1, double f2)
{
  GudJet j;

  gud_function_eval(f, t, &j);
  if (fabs(j.f - f0) > 1e-14 * (1 + fabs(f0)) || fabs(j.f1 - f1) > 1e-14 * (1 + fabs(f1)) ||
      fabs(j.f2 - f2) > 1e-13 * (1 + fabs(f2)))
    fail_msg("at %g: %.17g %.17g %.17g, expected %.17g %.17g %.17g", t, j.f, j.f1, j.f2, f0, f1, f2);
}

static void check_integral(const GudFunction *f, double t0, double t1, double expected)
{
  double got = gud_function_integral(f, t0, t1);

  if (fabs(got - expected) > 4e-15 * (1 + fabs(expected)))
    fail_msg("integral %g..%g: %.17g, expected %.17g", t0, t1, got, expected);
  if (fabs(gud_function_integral(f, t1, t0) + got) > 1e-15 * (1 + fabs(got))) fail_msg("not odd");
}

static void constants(void **state)
{
  static const char *const texts[] = {"f: 3 m", "f: {type: constant, value: 3}",
                                      "f: {type: expression, value: 1 m + 2}"};
  Case                     c;

  (void)state;
  for (int i = 0; i < 3; ++i) {
    const GudFunction *f = function(&c, texts[i]);

    check_jet(f, 7, 3, 0, 0);
    assert_true(gud_function_is_constant(f));
    assert_true(gud_function_integral(f, 1, 3) == 6);
    end(&c);
  }
}

static void expressions(void **state)
{
  Case               c;
  const GudFunction *f = function(&c, "f: {type: expression, value: \"t^3 + sin(2*t)\"}");

  (void)state;
  assert_int_equal(c.rd.num_functions, 1);
  assert_false(gud_function_is_constant(f));
  check_jet(f, 2, 8 + sin(4), 12 + 2 * cos(4), 12 - 4 * sin(4));
  check_integral(f, 0, 3, 81. / 4 + (1 - cos(6)) / 2);
  check_integral(f, 0, 40, 40. * 40 * 40 * 40 / 4 + (1 - cos(80)) / 2);
  end(&c);
  f = function(&c, "f: if(t < 0.3, 1, 2)"); /* a jump is closed in on to 2^-24 of the interval */
  assert_true(fabs(gud_function_integral(f, 0, 1) - 1.7) < 1e-7);
  end(&c);
  f = function(&c, "f: sin(1e9*t)"); /* far from resolved: ends, with a finite number */
  assert_true(isfinite(gud_function_integral(f, 0, 1000)));
  end(&c);
  f = function(&c, "f: abs(t - 1)");
  check_integral(f, 0, 3, 2.5);
  end(&c);
}

static void sines(void **state)
{
  Case               c;
  const GudFunction *f = function(
    &c, "f: {type: sine, amplitude: 2 m, frequency: 3 Hz, phase: 90 deg, offset: 1}");
  double w = 6 * PI, t = 0.37;

  (void)state;
  check_jet(f, t, 1 + 2 * sin(w * t + PI / 2), 2 * w * cos(w * t + PI / 2), -2 * w * w * sin(w * t + PI / 2));
  check_integral(f, 0.1, 0.8, 0.7 + 2 / w * (sin(w * 0.8) - sin(w * 0.1)));
  end(&c);
  f = function(&c, "f: {type: sine, amplitude: 2 m, omega: 30 rpm}");
  check_jet(f, 0.5, 2, 0, -2 * PI * PI);
  end(&c);
}

static void ramps(void **state)
{
  Case               c;
  const GudFunction *f = function(
    &c, "f: {type: ramp, from: 1, to: 3 m, start: 1 s, duration: 2 s, shape: linear}");

  (void)state;
  check_jet(f, 0.5, 1, 0, 0);
  check_jet(f, 2, 2, 1, 0);
  check_jet(f, 5, 3, 0, 0);
  check_integral(f, 0, 4, 1 + 4 + 3);
  end(&c);
  f = function(&c, "f: {type: ramp, to: 1 m, duration: 1 s}");
  check_jet(f, 0, 0, 0, 0);
  check_jet(f, 0.5, 0.5, 1.875, 0);
  check_jet(f, 0.25, 0.103515625, 1.0546875, 5.625);
  check_jet(f, 1, 1, 0, 0);
  check_integral(f, -1, 2, 0.5 + 1);
  check_integral(f, 0, 0.5, 2.5 / 16 - 3. / 32 + 1. / 64);
  end(&c);
}

static void linear_tables(void **state)
{
  Case               c;
  const GudFunction *f = function(&c, "f: {type: table, points: [[0, 0], [1 s, 2 m], [3, 0]]}");

  (void)state;
  check_jet(f, 0.5, 1, 2, 0);
  check_jet(f, 1, 2, -1, 0);
  check_jet(f, -1, 0, 0, 0);
  check_jet(f, 9, 0, 0, 0);
  check_integral(f, -1, 5, 3);
  end(&c);
  f = function(&c, "f: {type: table, points: [[0, 0], [1 s, 2 m], [3, 0]], extend: periodic}");
  check_jet(f, 300.5, 1, 2, 0);
  check_jet(f, -2, 2, -1, 0);
  check_integral(f, -1.5, 301.5, 303);
  end(&c);
}

/* natural spline through 0, 1, 0 at 0, 1, 2: m_1 = -3, f(1/2) = 1/2 + 3/16 */
static void a_natural_spline(void **state)
{
  Case               c;
  const GudFunction *f = function(&c,
                                  "f: {type: table, points: [[0, 0], [1, 1], [2, 0]], interpolation: cubic}");

  (void)state;
  check_jet(f, 0.5, 0.6875, 1.5 - 3 * 0.125 + 0, -1.5);
  check_jet(f, 1, 1, 0, -3);
  check_integral(f, 0, 2, 1.25);
  end(&c);
}

/* A periodic spline through sin at n points agrees with it to O(h^4), and is C2 across the seam. */
static void a_periodic_spline(void **state)
{
  Case               c;
  char              *text = NULL;
  size_t             size;
  FILE              *out = open_memstream(&text, &size);
  const GudFunction *f;
  GudJet             a, b;

  (void)state;
  fputs("f: {type: table, interpolation: cubic, extend: periodic, points: [", out);
  for (int i = 0; i < 40; ++i) fprintf(out, "[%.17g, %.17g], ", 2 * PI * i / 40, sin(2 * PI * i / 40));
  fprintf(out, "[%.17g, 0]]}\n", 2 * PI);
  fclose(out);
  f = function(&c, text);
  for (int i = 0; i < 100; ++i) {
    gud_function_eval(f, -3 + 0.13 * i, &a);
    assert_true(fabs(a.f - sin(-3 + 0.13 * i)) < 5e-6); /* h^4/384 = 1.6e-6 */
    assert_true(fabs(a.f1 - cos(-3 + 0.13 * i)) < 2e-4);
  }
  gud_function_eval(f, -1e-12, &a);
  gud_function_eval(f, 1e-12, &b);
  assert_true(fabs(a.f1 - b.f1) < 1e-10 && fabs(a.f2 - b.f2) < 1e-10);
  free(text);
  end(&c);
}

static void tables_from_a_file(void **state)
{
  char               path[] = "/tmp/gud_t040_XXXXXX", text[200];
  int                fd     = mkstemp(path);
  FILE              *out    = fdopen(fd, "w");
  Case               c;
  const GudFunction *f;

  (void)state;
  fputs("# t, x\n0, 0\n1;2 # top\n\n 3\t0\r\n", out);
  fclose(out);
  snprintf(text, sizeof(text), "f: {type: table, file: %s}", path);
  f = function(&c, text);
  check_jet(f, 0.5, 1, 2, 0);
  check_integral(f, 0, 3, 3);
  end(&c);
  out = fopen(path, "w");
  fputs("0, 0\n1, nan\n", out);
  fclose(out);
  check_function_error(text, ":2:1: error: expected two numbers, found '1, nan'");
  out = fopen(path, "w");
  fputs("0, 0\n1, 1\n1, 2", out);
  fclose(out);
  check_function_error(text, ":3:1: error: the first column must increase");
  out = fopen(path, "w");
  fputs("# nothing\n", out);
  fclose(out);
  check_function_error(text, "has 0 points; a table needs two");
  unlink(path);
  check_function_error(text, "No such file");
}

static void errors_of_functions(void **state)
{
  (void)state;
  check_function_error("f: 3 kg", "joint 'pin': expected a length (m), found '3 kg', a mass (kg)");
  check_function_error("f: 3 kg*sin(t)", "expected a length (m)");
  check_function_error("f: [1, 2]",
                       "expected a number, an expression in t and in probes or {type: ...}, found a list");
  check_function_error("f: {value: 3}", "needs 'type'");
  check_function_error(
    "f: {type: sin}", "'sin' is not a type of function (constant, sine, ramp, table, expression, pi, input)");
  check_function_error("f: {type: sine, amplitude: 1}", "needs either 'frequency' or 'omega'");
  check_function_error("f: {type: sine, amplitude: 1, omega: 1, frequency: 1}", "not both");
  check_function_error("f: {type: sine, amplitude: 1, frequency: 30 rpm}", "use 'omega' for rpm");
  check_function_error("f: {type: sine, amplitude: 1, omega: 30 Hz}", "use 'frequency' for Hz");
  check_function_error("f: {type: sine, amplitude: 1 kg, omega: 1}", "expected a length (m), found '1 kg'");
  check_function_error("f: {type: ramp, to: 1, duration: 0 s}", "must be > 0");
  check_function_error("f: {type: ramp, to: 1, duration: 1 m}", "expected a time (s)");
  check_function_error("f: {type: table}", "needs either 'points' or 'file'");
  check_function_error("f: {type: table, points: [[0 m, 0], [1, 1]]}", "expected a time (s)");
  check_function_error("f: {type: table, points: [[0, 0], [1, 1]], extend: periodic}",
                       "must end with the value it begins");
  check_function_error("f: {type: table, file: .}", "it is a folder");
  check_function_error("f: {type: expression, value: 2*x}", "unknown name 'x'");
  check_function_error("f: {type: expression, valu: 2}", "did you mean 'value'?");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(defaults_are_applied),
    cmocka_unit_test(every_kind_is_read),
    cmocka_unit_test(errors_of_keys),
    cmocka_unit_test(errors_of_values),
    cmocka_unit_test(errors_in_expressions_say_who_speaks),
    cmocka_unit_test(errors_of_vectors_and_matrices),
    cmocka_unit_test(plane_vectors),
    cmocka_unit_test(defaults_do_not_see_the_parameters),
    cmocka_unit_test(help_prints_every_row),
    cmocka_unit_test(constants),
    cmocka_unit_test(expressions),
    cmocka_unit_test(sines),
    cmocka_unit_test(ramps),
    cmocka_unit_test(linear_tables),
    cmocka_unit_test(a_natural_spline),
    cmocka_unit_test(a_periodic_spline),
    cmocka_unit_test(tables_from_a_file),
    cmocka_unit_test(errors_of_functions),
  };

  return cmocka_run_group_tests(tests, NULL, NULL);
}
