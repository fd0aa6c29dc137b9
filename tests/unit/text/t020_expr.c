/* Expressions, jets, parameters, selections and conditions (src/text/expr.c, expr_parse.c, env.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/doc.h"
#include "text/expr.h"
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

static GudNode scalar(const char *text)
{
  GudNode n = {.kind = GUD_NODE_SCALAR, .mark = {"x", 1, 1}, .text = text, .text_column = 1};

  return n;
}

/* Value of a constant expression; fails the test with the messages on an error. */
static double value_in(GudEnv *env, const char *text, GudDim *dim)
{
  GudDiag *d     = gud_diag_create();
  GudArena arena = {0};
  GudNode  n     = scalar(text);
  GudExpr *e     = gud_expr_parse(env, &n, 0, d, &arena);
  double   x     = NAN;
  char    *messages;

  if (!e || !gud_expr_constant(e, &n, d, &x)) {
    messages = printed(d);
    print_error("%s", messages);
    free(messages);
    fail_msg("'%s' was refused", text);
  }
  if (dim) *dim = gud_expr_dim(e);
  gud_arena_free(&arena);
  gud_diag_free(d);
  return x;
}

static void check_value(const char *text, double x)
{
  double got = value_in(NULL, text, NULL);

  if (fabs(got - x) > 4e-15 * fabs(x)) fail_msg("'%s' = %.17g, expected %.17g", text, got, x);
}

static void check_dim(const char *text, double x, int m, int kg, int s)
{
  GudDim d;
  double got = value_in(NULL, text, &d);

  if (fabs(got - x) > 4e-15 * fabs(x)) fail_msg("'%s' = %.17g, expected %.17g", text, got, x);
  if (d.m != m || d.kg != kg || d.s != s) fail_msg("'%s': dimension m%d kg%d s%d", text, d.m, d.kg, d.s);
}

static void check_error_in(GudEnv *env, const char *text, const char *words)
{
  GudDiag *d     = gud_diag_create();
  GudArena arena = {0};
  GudNode  n     = scalar(text);
  GudExpr *e     = gud_expr_parse(env, &n, 0, d, &arena);
  double   x;
  char    *messages;

  if (e && gud_expr_constant(e, &n, d, &x)) fail_msg("'%.80s' accepted: %g", text, x);
  messages = printed(d);
  if (!strstr(messages, words)) fail_msg("'%.80s':\n  message '%s'\n  expected '%s'", text, messages, words);
  free(messages);
  gud_arena_free(&arena);
  gud_diag_free(d);
}

static void check_error(const char *text, const char *words)
{
  check_error_in(NULL, text, words);
}

/* ---- values ---- */

static void arithmetic(void **state)
{
  (void)state;
  check_value("1 + 2*3", 7);
  check_value("(1 + 2)*3", 9);
  check_value("7 - 2 - 1", 4);
  check_value("12/2/3", 2);
  check_value("1e-3", 1e-3);
  check_value(".5 + 5.", 5.5);
  check_value("-3", -3);
  check_value("+-+3", -3);
}

static void power_is_right_associative_and_binds_tighter_than_minus(void **state)
{
  (void)state;
  check_value("2^3^2", 512);
  check_value("2**3**2", 512);
  check_value("-2^2", -4);
  check_value("2^-1", 0.5);
  check_value("2*3^2", 18);
}

static void functions_have_their_values(void **state)
{
  (void)state;
  check_value("sin(pi/6)", 0.5);
  check_value("atan2(1, -1)", 3 * PI / 4);
  check_value("min(3, 1, 2)", 1);
  check_value("max(3, 1, 2, 7)", 7);
  check_value("step(0.5, 0, 10, 1, 20)", 15);
  check_value("step(-1, 0, 10, 1, 20)", 10);
  check_value("step(2, 0, 10, 1, 20)", 20);
  check_value("mod(-1, 3)", 2);
  check_value("floor(-1.5)", -2);
  check_value("sign(-4)", -1);
  check_value("if(2 > 1, 10, 20)", 10);
  check_value("if(2 <= 1, 10, 20)", 20);
  check_value("sqrt(2)^2", 2);
  check_value("exp(log(5))", 5);
  check_value("tanh(1)*cosh(1)/sinh(1)", 1);
}

static void units_bind_to_their_number(void **state)
{
  (void)state;
  check_dim("50 mm", 0.05, 1, 0, 0);
  check_dim("50mm", 0.05, 1, 0, 0);
  check_dim("6 mm/2", 3e-3, 1, 0, 0);
  check_dim("6/2 mm", 3000, -1, 0, 0);
  check_dim("5 N/m", 5, 0, 1, -2);
  check_dim("10/5 N/m", 2, 0, -1, 2);
  check_dim("2.5 N m / rad", 2.5, 2, 1, -2);
  check_dim("400 cP", 0.4, -1, 1, -1);
  check_dim("50 mm^2", 5e-5, 2, 0, 0);
  check_dim("3 mm * 4 mm", 1.2e-5, 2, 0, 0);
  check_dim("5 N/(m/s)", 5, 0, 1, -1);
  check_dim("5 N/(mm s)", 5000, 0, 1, -3);
  check_dim("2*mm", 2e-3, 1, 0, 0);
  check_dim("1/s", 1, 0, 0, -1);
  check_dim("12/m/s", 12, -1, 0, -1);
  check_dim("2 min + 3 s", 123, 0, 0, 1);
  check_dim("sqrt(4 mm^2)", 2e-3, 1, 0, 0);
  check_dim("(2 m)^3", 8, 3, 0, 0);
  check_dim("(16 m^2)^0.5", 4, 1, 0, 0);
  check_dim("2 s*min(3, 5)", 6, 0, 0, 1);
}

static void bare_numbers_are_si(void **state)
{
  (void)state;
  check_dim("3 + 5 mm", 3.005, 1, 0, 0);
  check_dim("max(0, 5 mm)", 5e-3, 1, 0, 0);
  check_value("5 mm < 1", 1);
}

/* ---- errors ---- */

static void errors_tell_column_and_cause(void **state)
{
  (void)state;
  check_error("1 + 2 m + 3 kg", "x:1:9: error: cannot add a length (m) and a mass (kg)");
  check_error("2 mm < 3 s", "cannot compare a length (m) with a time (s)");
  check_error("sin(3 m)", "x:1:1: error: sin needs a number without unit, found a length (m)");
  check_error("2^(3 m)", "an exponent needs a number without unit");
  check_error("sqrt(2 m)", "a power 0.5 of a length (m) has no meaning");
  check_error("1 + foo", "x:1:5: error: unknown name 'foo'");
  check_error("sinn(2)", "unknown function 'sinn'; did you mean 'sin'?");
  check_error("5 mmm", "x:1:3: error: unknown unit 'mmm'; did you mean 'mm'?");
  check_error("2 pi", "unknown unit 'pi'");
  check_error("(1 + 2", "')' is missing");
  check_error("1 + 2)", "x:1:6: error: ')' without '('");
  check_error("1 +", "the expression ends too early");
  check_error("1 2", "unexpected '2'; is an operator missing?");
  check_error("2 (3)", "unexpected '(3)'");
  check_error("1 = 1", "a comparison is written '=='");
  check_error("1 < 2 < 3", "cannot be chained");
  check_error("sin(1, 2)", "sin() takes 1 argument");
  check_error("step(1, 2)", "step() takes 5 arguments, found 2");
  check_error("min(1)", "min() takes at least 2 arguments, found 1");
  check_error("2*t", "the time t cannot be used here");
  check_error("inf", "unknown name 'inf'");
  check_error("nan", "unknown name 'nan'");
  check_error("0x10", "unknown unit 'x10'");
  check_error("e", "unknown name 'e'");
  check_error(".", "'.' is not a number");
  check_error("3 N/m s", "two ways");
  check_error("\xC3\xA9 + 1", "a number or name is expected");
}

static void column_counts_characters_not_bytes(void **state)
{
  GudDiag *d     = gud_diag_create();
  GudArena arena = {0};
  GudDoc  *doc   = gud_doc_parse_value("key: \"\xC3\xA9\"", "x", d);
  char    *text;

  (void)state;
  assert_null(gud_expr_parse(NULL, doc->root->item[0], 0, d, &arena));
  text = printed(d);
  assert_non_null(strstr(text, "x:1:7: error")); /* behind the quote */
  free(text);
  gud_doc_free(doc);
  gud_diag_free(d);
}

static void values_that_are_not_finite_are_refused(void **state)
{
  (void)state;
  check_error("1/0", "x:1:2: error: the value is not a finite number: division by zero");
  check_error("1/(1/0)", "division by zero");
  check_error("log(-1)", "logarithm of a number that is not positive");
  check_error("log(0)", "logarithm");
  check_error("sqrt(-1)", "square root of a negative number");
  check_error("asin(2)", "need an argument in [-1, 1]");
  check_error("10^400", "too large");
  check_error("1e400", "the number 1e400 is too large");
  check_error("1e200*1e200", "too large");
  check_error("(1/0)^0", "division by zero");
  check_error("min(1, 1/0)", "division by zero");
  check_error("(1/0) < 2", "division by zero");
  check_error("if(1/0 > 1, 2, 3)", "division by zero");
  check_error("1/0 > 1 and 0 > 1", "division by zero");
  check_error("(-2)^0.5", "fractional power");
  check_error("mod(1, 0)", "mod by zero");
  check_error("atan2(0, 0)", "atan2(0, 0)");
  check_error("step(1, 2, 0, 2, 1)", "zero width");
}

static void the_branch_not_taken_may_fail(void **state)
{
  (void)state;
  check_value("if(0 == 0, 3, 1/0)", 3);
  check_value("1 == 2 and 1/0 > 1", 0);
  check_value("1 == 1 or 1/0 > 1", 1);
}

static void deep_nesting_is_an_error_not_a_crash(void **state)
{
  char text[9001];

  (void)state;
  memset(text, '(', 9000);
  text[9000] = '\0';
  check_error(text, "nested more than 200 deep");
  memset(text, '-', 9000);
  check_error(text, "nested more than 200 deep");
  for (int i = 0; i < 9000; i += 2) memcpy(text + i, "2^", 2);
  check_error(text, "nested more than 200 deep");
  for (int i = 0; i < 9000; i += 4) memcpy(text + i, "not ", 4);
  check_error(text, "nested more than 200 deep");
}

static void a_long_sum_is_no_deep_nesting(void **state)
{
  char text[8001];

  (void)state;
  for (int i = 0; i < 8000; i += 2) memcpy(text + i, "1+", 2);
  text[7999] = '\0';
  check_value(text, 4000);
}

/* ---- jets ---- */

static void check_jet(const char *text, double t, double f, double f1, double f2)
{
  GudDiag *d     = gud_diag_create();
  GudArena arena = {0};
  GudNode  n     = scalar(text);
  GudExpr *e     = gud_expr_parse(NULL, &n, 1, d, &arena);
  GudJet   j;

  if (!e) fail_msg("'%s' refused", text);
  gud_expr_eval(e, t, &j);
  /* a few roundings in each of at most ten operations */
  if (fabs(j.f - f) > 2e-15 * (1 + fabs(f)) || fabs(j.f1 - f1) > 4e-15 * (1 + fabs(f1)) ||
      fabs(j.f2 - f2) > 2e-14 * (1 + fabs(f2)))
    fail_msg("'%s' at %g: %.17g %.17g %.17g, expected %.17g %.17g %.17g", text, t, j.f, j.f1, j.f2, f, f1,
             f2);
  gud_arena_free(&arena);
  gud_diag_free(d);
}

static void jets_of_polynomials(void **state)
{
  (void)state;
  check_jet("3", 2, 3, 0, 0);
  check_jet("t", 2, 2, 1, 0);
  check_jet("t^3 - 2*t", 2, 4, 10, 12);
  check_jet("t^2", 0, 0, 0, 2);
  check_jet("t^1", 0, 0, 1, 0);
  check_jet("t^0", 0, 1, 0, 0);
  check_jet("1/t", 2, 0.5, -0.25, 0.25);
  check_jet("t^-2", 2, 0.25, -0.25, 0.375);
  check_jet("(t - 3)^2", 3, 0, 0, 2);
}

static void jets_of_functions(void **state)
{
  double t = 0.7, c = cos(t), s = sin(t), q = 1 - t * t;

  (void)state;
  check_jet("sin(t)", t, s, c, -s);
  check_jet("cos(2*t)", t, cos(2 * t), -2 * sin(2 * t), -4 * cos(2 * t));
  check_jet("tan(t)", t, s / c, 1 / (c * c), 2 * s / (c * c * c));
  check_jet("asin(t)", t, asin(t), 1 / sqrt(q), t / (q * sqrt(q)));
  check_jet("acos(t)", t, acos(t), -1 / sqrt(q), -t / (q * sqrt(q)));
  check_jet("atan(t)", t, atan(t), 1 / (1 + t * t), -2 * t / ((1 + t * t) * (1 + t * t)));
  check_jet("sinh(t)", t, sinh(t), cosh(t), sinh(t));
  check_jet("cosh(t)", t, cosh(t), sinh(t), cosh(t));
  check_jet("tanh(t)", t, tanh(t), 1 / (cosh(t) * cosh(t)), -2 * tanh(t) / (cosh(t) * cosh(t)));
  check_jet("exp(-3*t)", t, exp(-3 * t), -3 * exp(-3 * t), 9 * exp(-3 * t));
  check_jet("log(t)", t, log(t), 1 / t, -1 / (t * t));
  check_jet("sqrt(t)", t, sqrt(t), 0.5 / sqrt(t), -0.25 / (t * sqrt(t)));
  check_jet("2^t", t, pow(2, t), log(2) * pow(2, t), log(2) * log(2) * pow(2, t));
  check_jet("t^t", t, pow(t, t), pow(t, t) * (log(t) + 1), pow(t, t) * ((log(t) + 1) * (log(t) + 1) + 1 / t));
  check_jet("atan2(sin(3*t), cos(3*t))", t, 3 * t, 3, 0);
  check_jet("atan2(t, 2)", t, atan(t / 2), 2 / (4 + t * t), -4 * t / ((4 + t * t) * (4 + t * t)));
  check_jet("abs(-t)", t, t, 1, 0);
  check_jet("min(t, t^2)", t, t * t, 2 * t, 2);
  check_jet("mod(5*t, 2)", t, 1.5, 5, 0);
  check_jet("step(t, 0, 0, 2, 8)", 1, 4, 6, 0);
  check_jet("if(t < 1, t^2, 0)", t, t * t, 2 * t, 2);
  check_jet("6*sin(pi/6*t)", t, 6 * sin(PI / 6 * t), PI * cos(PI / 6 * t), -PI * PI / 6 * sin(PI / 6 * t));
  check_jet("t*sin(t)", t, t * s, s + t * c, 2 * c - t * s);
}

static void jet_of_a_constant_root_at_zero_is_zero(void **state)
{
  (void)state;
  check_jet("sqrt(0) + t", 1, 1, 1, 0);
}

static void time_may_carry_its_second_or_not(void **state)
{
  GudDim            length = GUD_LENGTH, mass = GUD_MASS;
  const char *const good[] = {"0.1*t",          "0.1 m/s*t",    "0.1 m*t", "5 mm*sin(50 Hz*2*pi*t)",
                              "5 mm + 2 m/s*t", "5 mm*sin(3*t)"};

  (void)state;
  for (int i = 0; i < GUD_COUNT(good); ++i) {
    GudDiag *d     = gud_diag_create();
    GudArena arena = {0};
    GudNode  n     = scalar(good[i]);
    GudExpr *e     = gud_expr_parse(NULL, &n, 1, d, &arena);

    if (!e || !gud_expr_agrees(e, length)) fail_msg("'%s' is no length", good[i]);
    if (i > 0 && gud_expr_agrees(e, mass)) fail_msg("'%s' is a mass", good[i]);
    gud_arena_free(&arena);
    gud_diag_free(d);
  }
}

/* ---- parameters ---- */

typedef struct {
  GudDiag *d;
  GudDoc  *doc;
  GudEnv  *env;
  char    *messages;
} Model;

static Model model(const char *text, const char *const *sets, int num_sets)
{
  Model m = {gud_diag_create(), NULL, NULL, NULL};

  m.doc = gud_doc_parse_string(text, "m.yaml", m.d);
  if (m.doc) m.env = gud_env_create(gud_node_get(m.doc->root, "parameters"), sets, num_sets, m.d);
  m.messages = printed(m.d);
  return m;
}

static void done(Model *m)
{
  free(m->messages);
  gud_env_free(m->env);
  gud_doc_free(m->doc);
  gud_diag_free(m->d);
}

static const char crank[] = "parameters:\n"
                            "  b: 2*a\n"
                            "  a: crank.length + 1 mm\n"
                            "  crank: {length: 50 mm, speed: 150 rpm}\n"
                            "  joint: {default: ideal, choices: [ideal, dry, film], doc: kind of joint}\n"
                            "  flag: yes\n"
                            "  word: joint\n";

static void check_messages(const char *text, const char *words)
{
  Model m = model(text, NULL, 0);

  if (!strstr(m.messages, words)) fail_msg("%s\n  gives '%s'\n  expected '%s'", text, m.messages, words);
  done(&m);
}

static void parameters_refer_to_each_other_in_any_order(void **state)
{
  Model m = model(crank, NULL, 0);

  (void)state;
  assert_string_equal(m.messages, "");
  assert_true(fabs(value_in(m.env, "b", NULL) - 0.102) < 1e-16);
  assert_true(fabs(value_in(m.env, "$b + ${crank.length}", NULL) - 0.152) < 1e-16);
  assert_true(value_in(m.env, "if(joint == ideal and flag, 1, 2)", NULL) == 1);
  assert_true(value_in(m.env, "if(word != dry, 1, 2)", NULL) == 1);
  check_error_in(m.env, "2*joint", "x:1:3: error: parameter 'joint' is the word 'ideal', not a number");
  check_error_in(m.env, "joint*2", "x:1:1: error: parameter 'joint' is the word 'ideal', not a number");
  check_error_in(m.env, "joint + 2", "is the word 'ideal', not a number");
  check_error_in(m.env, "joint^2", "is the word 'ideal', not a number");
  check_error_in(m.env, "joint and 1", "is the word 'ideal', not a number");
  check_error_in(m.env, "max(1, joint)", "is the word 'ideal', not a number");
  check_error_in(m.env, "2*crank.lenght", "unknown name 'crank.lenght'; did you mean 'crank.length'?");
  check_error_in(m.env, "joint == idael",
                 "'idael' is not a choice of parameter 'joint'; did you mean 'ideal'?");
  check_error_in(m.env, "joint == 3", "the word 'ideal' is compared with a number");
  check_error_in(m.env, "joint < ideal", "words can be compared with == and != only");
  check_error_in(m.env, "$nothing", "unknown parameter 'nothing'");
  done(&m);
}

static void errors_in_parameters(void **state)
{
  (void)state;
  check_messages("parameters: {a: b, b: 2*c, c: a + 1}",
                 "depend on each other in a circle: a -> b -> c -> a");
  check_messages("parameters: {a: a + 1}", "circle: a -> a");
  check_messages("parameters: {a: 1/0}",
                 "m.yaml:1:18: error: the value is not a finite number: division by zero");
  check_messages("parameters: {a: [1, 2]}", "parameter 'a' must be a number, an expression or a word");
  check_messages("parameters: {t: 1}", "'t' has a meaning of its own");
  check_messages("parameters: {a: {default: x, choices: [y, z]}}",
                 "parameter 'a' must be one of y, z; found 'x'");
  check_messages("parameters: {a: {default: 1, chioces: [1]}}",
                 "unknown key 'chioces' in parameter 'a'; did you mean 'choices'?");
  check_messages("parameters: {a: {doc: text}}", "parameter 'a' has no 'default'");
  check_messages("parameters: {a: 1, \"b c\": 2}", "'b c' cannot be the name of a parameter");
  check_messages("parameters: {a.b: 1, a: {b: 2}}", "parameter 'a.b' is defined twice");
  check_messages("parameters: 3", "expected a mapping of names and values");
  check_messages("parameters: {a: }", "expected a number or an expression, found nothing");
}

static void a_long_chain_of_parameters_is_no_crash(void **state)
{
  char  *text = NULL;
  size_t size;
  FILE  *f = open_memstream(&text, &size);

  (void)state;
  fputs("parameters:\n  p0: 1\n", f);
  for (int i = 20000; i > 0; --i) fprintf(f, "  p%d: p%d + 1\n", i, i - 1);
  fclose(f);
  check_messages(text, "more than 200 deep");
  free(text);
}

static void set_overrides(void **state)
{
  static const char *const sets[] = {"crank.length=60 mm", "joint=dry"};
  Model                    m      = model(crank, sets, 2);

  (void)state;
  assert_string_equal(m.messages, "");
  assert_true(fabs(value_in(m.env, "a", NULL) - 0.061) < 1e-16);
  assert_true(value_in(m.env, "joint == dry", NULL) == 1);
  done(&m);
}

static void set_of_a_bare_number_takes_the_dimension_of_the_default(void **state)
{
  static const char *const sets[] = {"crank.length=0.06"};
  Model                    m      = model(crank, sets, 1);
  GudDim                   dim;

  (void)state;
  assert_true(value_in(m.env, "crank.length", &dim) == 0.06);
  assert_int_equal(dim.m, 1);
  done(&m);
}

static void check_set(const char *set, const char *words)
{
  Model m = model(crank, &set, 1);

  if (!strstr(m.messages, words)) fail_msg("--set %s gives '%s', expected '%s'", set, m.messages, words);
  done(&m);
}

static void errors_of_set(void **state)
{
  (void)state;
  check_set("crank.lenght=1",
            "--set crank.lenght: the model has no such parameter; did you mean 'crank.length'?");
  check_set("crank.length=3 kg",
            "--set crank.length=3 kg: the parameter is a length (m), this is a mass (kg)");
  check_set("crank.length=ideal", "the parameter is a length (m), this is a word");
  check_set("joint=3", "the parameter is a word, this is a number");
  check_set("joint=drry", "must be one of ideal, dry, film; found 'drry'; did you mean 'dry'?");
  check_set("joint", "expected name=value");
  check_set("=3", "expected name=value");
  check_set("crank.length=", "found nothing");
}

static void parameter_that_hides_a_unit_is_warned_of(void **state)
{
  Model    m     = model("parameters: {m: 2}", NULL, 0);
  GudArena arena = {0};
  GudNode  n     = scalar("5 N/m");
  char    *text;

  (void)state;
  assert_non_null(gud_expr_parse(m.env, &n, 0, m.d, &arena));
  text = printed(m.d);
  assert_non_null(strstr(text, "warning: parameter 'm' has the name of a unit and hides it"));
  assert_non_null(strstr(text, "x:1:5: warning: 'm' is a parameter here, not the unit\n"));
  free(text);
  gud_arena_free(&arena);
  done(&m);
}

static void words_are_replaced(void **state)
{
  Model   m = model(crank, NULL, 0);
  GudNode a = scalar("$joint"), b = scalar("${joint}"), c = scalar("plain"), e = scalar("$b"),
          f = scalar("$flag");

  (void)state;
  assert_string_equal(gud_env_word(m.env, &a, m.d), "ideal");
  assert_string_equal(gud_env_word(m.env, &b, m.d), "ideal");
  assert_string_equal(gud_env_word(m.env, &c, m.d), "plain");
  assert_string_equal(gud_env_word(m.env, &f, m.d), "true");
  assert_null(gud_env_word(m.env, &e, m.d));
  done(&m);
}

static void selection_by_a_word(void **state)
{
  char  text[1000];
  Model m;

  (void)state;
  snprintf(text, sizeof(text), "%s%s", crank,
           "a: {by: $joint, ideal: 1, dry: 2}\n"
           "b: [{by: $joint, dry: 2, otherwise: {by: $flag, yes: [3], no: 4}}]\n"
           "c: {by: $joint, ideal: , otherwise: 2}\n"
           "d: {by: speed, motion: 1}\n");
  m = model(text, NULL, 0);
  assert_true(gud_env_select(m.env, m.doc->root, m.d));
  assert_string_equal(gud_node_get(m.doc->root, "a")->text, "1");
  assert_string_equal(gud_node_get(m.doc->root, "b")->item[0]->item[0]->text, "3");
  assert_null(gud_node_get(m.doc->root, "c"));
  assert_int_equal(gud_node_get(m.doc->root, "d")->num, 2);
  done(&m);
}

static void selection_without_a_fitting_key(void **state)
{
  char  text[1000], *messages;
  Model m;

  (void)state;
  snprintf(text, sizeof(text), "%s%s", crank,
           "a: {by: $joint, dry: 2, film: 3}\nb: {by: $joint, ideal: 1, foil: 2}\n");
  m = model(text, NULL, 0);
  assert_false(gud_env_select(m.env, m.doc->root, m.d));
  messages = printed(m.d);
  assert_non_null(strstr(messages, "nothing is written for joint = ideal, only for dry, film"));
  assert_non_null(strstr(messages, "'foil' is not a choice of parameter 'joint'"));
  free(messages);
  done(&m);
}

static void conditions(void **state)
{
  static const struct {
    const char *text;
    int         value;
  } cases[] = {{"joint == ideal", 1},
               {"ideal == joint", 1},
               {"joint != ideal", 0},
               {"joint == dry or b > 10 cm", 1},
               {"joint == ideal and b > 1", 0},
               {"not flag", 0},
               {"true", 1},
               {"flag == true", 1},
               {"not (joint == dry) and 1 < 2", 1}};
  Model   m = model(crank, NULL, 0);
  GudNode n;
  int     x;

  (void)state;
  for (int i = 0; i < GUD_COUNT(cases); ++i) {
    n = scalar(cases[i].text);
    x = -1;
    if (!gud_env_condition(m.env, &n, m.d, &x) || x != cases[i].value)
      fail_msg("'%s' gives %d", cases[i].text, x);
  }
  n = scalar("3 mm");
  assert_false(gud_env_condition(m.env, &n, m.d, &x));
  n = scalar("joint");
  assert_false(gud_env_condition(m.env, &n, m.d, &x));
  done(&m);
}

/* ---- nonsense ---- */

static unsigned next_random(unsigned *seed)
{
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 8;
}

static void try_text(GudEnv *env, const char *text)
{
  GudDiag *d     = gud_diag_create();
  GudArena arena = {0};
  GudNode  n     = scalar(text);
  GudExpr *e     = gud_expr_parse(env, &n, 1, d, &arena);
  GudJet   j;

  if (e) gud_expr_eval(e, 0.3, &j);
  else assert_true(gud_diag_num_errors(d) > 0);
  gud_arena_free(&arena);
  gud_diag_free(d);
}

static void random_bytes_do_not_crash(void **state)
{
  Model    m    = model(crank, NULL, 0);
  unsigned seed = 1;
  char     text[64];

  (void)state;
  for (int i = 0; i < 4000; ++i) {
    unsigned n = next_random(&seed) % 60;

    for (unsigned k = 0; k < n; ++k) text[k] = (char)(1 + next_random(&seed) % 255);
    text[n] = '\0';
    try_text(m.env, text);
  }
  done(&m);
}

static void mutated_expressions_do_not_crash(void **state)
{
  static const char *const good[]    = {"6*sin(pi/6*t) + 2 mm/3",
                                        "step(t, 0, 0 mm, 1 s, 5 mm)",
                                        "if(joint == ideal and flag, $b, ${crank.length})",
                                        "-2^-3^(1 + 2)/max(1, 2, t)",
                                        "5 N/(m/s) * 3 kg m^2 s^-1",
                                        "atan2(t, 1) >= mod(7, 3) or not flag != true",
                                        "joint*2 + word^3"};
  static const char        letters[] = "0123456789.eE+-*/^()<>=!, $_{}tmskgNPa\"";
  Model                    m         = model(crank, NULL, 0);
  unsigned                 seed      = 7;
  char                     text[200];

  (void)state;
  for (int i = 0; i < 12000; ++i) {
    size_t n;

    snprintf(text, sizeof(text), "%s", good[i % GUD_COUNT(good)]);
    n = strlen(text);
    for (unsigned k = 0; k <= next_random(&seed) % 4; ++k) {
      size_t at = next_random(&seed) % n;
      char   c  = letters[next_random(&seed) % (sizeof(letters) - 1)];

      if (next_random(&seed) % 3 == 0 && n > 2) {
        memmove(text + at, text + at + 1, n - at);
        --n;
      } else {
        text[at] = c;
      }
    }
    try_text(m.env, text);
  }
  done(&m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(arithmetic),
    cmocka_unit_test(power_is_right_associative_and_binds_tighter_than_minus),
    cmocka_unit_test(functions_have_their_values),
    cmocka_unit_test(units_bind_to_their_number),
    cmocka_unit_test(bare_numbers_are_si),
    cmocka_unit_test(errors_tell_column_and_cause),
    cmocka_unit_test(column_counts_characters_not_bytes),
    cmocka_unit_test(values_that_are_not_finite_are_refused),
    cmocka_unit_test(the_branch_not_taken_may_fail),
    cmocka_unit_test(deep_nesting_is_an_error_not_a_crash),
    cmocka_unit_test(a_long_sum_is_no_deep_nesting),
    cmocka_unit_test(jets_of_polynomials),
    cmocka_unit_test(jets_of_functions),
    cmocka_unit_test(jet_of_a_constant_root_at_zero_is_zero),
    cmocka_unit_test(time_may_carry_its_second_or_not),
    cmocka_unit_test(parameters_refer_to_each_other_in_any_order),
    cmocka_unit_test(errors_in_parameters),
    cmocka_unit_test(a_long_chain_of_parameters_is_no_crash),
    cmocka_unit_test(set_overrides),
    cmocka_unit_test(set_of_a_bare_number_takes_the_dimension_of_the_default),
    cmocka_unit_test(errors_of_set),
    cmocka_unit_test(parameter_that_hides_a_unit_is_warned_of),
    cmocka_unit_test(words_are_replaced),
    cmocka_unit_test(selection_by_a_word),
    cmocka_unit_test(selection_without_a_fitting_key),
    cmocka_unit_test(conditions),
    cmocka_unit_test(random_bytes_do_not_crash),
    cmocka_unit_test(mutated_expressions_do_not_crash),
  };

  return cmocka_run_group_tests(tests, NULL, NULL);
}
