/* Expressions: what the operations do to values (jets) and to dimensions. See expr.h for the rules. */
#include "text/expr.h"

#include <math.h>
#include <string.h>

#include "base/hint.h"
#include "text/expr_internal.h"
#include "text/units.h"

enum { MAX_HEIGHT = 256, MAX_HINTS = 200 };

/* ---- jets ---- */

/* a b, where 0 wins over inf: a constant inside sqrt(0) has derivative 0 */
static double times(double a, double b)
{
  return a == 0 || b == 0 ? 0 : a * b;
}

/* g(x) from g, g', g'' at x */
static GudJet chain(GudJet x, double g, double g1, double g2)
{
  GudJet r = {g, times(g1, x.f1), times(g2, x.f1 * x.f1) + times(g1, x.f2)};

  return r;
}

static GudJet jet(double c)
{
  GudJet r = {c, 0, 0};

  return r;
}

static GudJet add(GudJet a, double s, GudJet b) /* a + s b */
{
  GudJet r = {a.f + s * b.f, a.f1 + s * b.f1, a.f2 + s * b.f2};

  return r;
}

static GudJet mul(GudJet a, GudJet b)
{
  GudJet r = {a.f * b.f, a.f1 * b.f + a.f * b.f1, a.f2 * b.f + 2 * a.f1 * b.f1 + a.f * b.f2};

  return r;
}

static GudJet divide(GudJet a, GudJet b)
{
  GudJet r;

  r.f  = a.f / b.f;
  r.f1 = (a.f1 - r.f * b.f1) / b.f;
  r.f2 = (a.f2 - 2 * r.f1 * b.f1 - r.f * b.f2) / b.f;
  return r;
}

static GudJet power(GudJet a, GudJet b, const char **why)
{
  double n = b.f;

  if (b.f1 == 0 && b.f2 == 0) {
    if (a.f == 0 && n < 0) *why = "division by zero";
    else if (a.f < 0 && n != floor(n)) *why = "a negative number has no fractional power";
    /* the factors n and n - 1 come first: x^1 at x = 0 must not meet 0 * inf */
    return chain(a, pow(a.f, n), n == 0 ? 0 : n * pow(a.f, n - 1),
                 n == 0 || n == 1 ? 0 : n * (n - 1) * pow(a.f, n - 2));
  }
  if (a.f <= 0) {
    *why = "only a positive number has a power that varies with time";
    return jet(NAN);
  }
  a = mul(b, chain(a, log(a.f), 1 / a.f, -1 / (a.f * a.f)));
  return chain(a, exp(a.f), exp(a.f), exp(a.f));
}

static GudJet angle(GudJet y, GudJet x, const char **why)
{
  double r2 = x.f * x.f + y.f * y.f;
  GudJet r  = {0, 0, 0};

  if (r2 == 0) {
    *why = "atan2(0, 0) has no value";
    return jet(NAN);
  }
  r.f  = atan2(y.f, x.f);
  r.f1 = (x.f * y.f1 - y.f * x.f1) / r2;
  r.f2 = (x.f * y.f2 - y.f * x.f2) / r2 - r.f1 * 2 * (x.f * x.f1 + y.f * y.f1) / r2;
  return r;
}

/* y0 + (y1 - y0) s^2 (3 - 2 s),  s = (x - x0)/(x1 - x0) cut to [0, 1] */
static GudJet smooth_step(const GudJet a[5], const char **why)
{
  GudJet width = add(a[3], -1, a[1]), s;

  if (width.f == 0) {
    *why = "a step of zero width";
    return jet(NAN);
  }
  s = divide(add(a[0], -1, a[1]), width);
  if (s.f <= 0) return a[2];
  if (s.f >= 1) return a[4];
  s = chain(s, s.f * s.f * (3 - 2 * s.f), 6 * s.f * (1 - s.f), 6 - 12 * s.f);
  return add(a[2], 1, mul(add(a[4], -1, a[2]), s));
}

static GudJet modulo(GudJet a, GudJet b, const char **why)
{
  double n = floor(a.f / b.f);
  GudJet r = add(a, -n, b);

  if (b.f == 0) *why = "mod by zero";
  return r;
}

static GudJet unary(Op op, GudJet x, const char **why)
{
  double f = x.f, g, h;

  switch (op) {
  case OP_NEG: return chain(x, -f, -1, 0);
  case OP_NOT: return jet(f == 0);
  case OP_SIN: return chain(x, sin(f), cos(f), -sin(f));
  case OP_COS: return chain(x, cos(f), -sin(f), -cos(f));
  case OP_TAN: g = tan(f); return chain(x, g, 1 + g * g, 2 * g * (1 + g * g));
  case OP_ASIN:
  case OP_ACOS:
    if (f < -1 || f > 1) *why = "asin and acos need an argument in [-1, 1]";
    g = 1 / sqrt(1 - f * f);
    h = f * g * g * g;
    return op == OP_ASIN ? chain(x, asin(f), g, h) : chain(x, acos(f), -g, -h);
  case OP_ATAN: g = 1 / (1 + f * f); return chain(x, atan(f), g, -2 * f * g * g);
  case OP_SINH: return chain(x, sinh(f), cosh(f), sinh(f));
  case OP_COSH: return chain(x, cosh(f), sinh(f), cosh(f));
  case OP_TANH: g = tanh(f); return chain(x, g, 1 - g * g, -2 * g * (1 - g * g));
  case OP_EXP: g = exp(f); return chain(x, g, g, g);
  case OP_LOG:
    if (f <= 0) *why = "logarithm of a number that is not positive";
    return chain(x, log(f), 1 / f, -1 / (f * f));
  case OP_SQRT:
    if (f < 0) *why = "square root of a negative number";
    g = sqrt(f);
    return chain(x, g, 0.5 / g, -0.25 / (g * f));
  case OP_ABS: return f < 0 ? chain(x, -f, -1, 0) : x;
  case OP_FLOOR: return jet(floor(f));
  default: return jet((f > 0) - (f < 0)); /* OP_SIGN */
  }
}

static GudJet binary(Op op, GudJet a, GudJet b, const char **why)
{
  switch (op) {
  case OP_ADD: return add(a, 1, b);
  case OP_SUB: return add(a, -1, b);
  case OP_MUL: return mul(a, b);
  case OP_DIV:
    if (b.f == 0) *why = "division by zero";
    return divide(a, b);
  case OP_POW: return power(a, b, why);
  case OP_LT: return jet(a.f < b.f);
  case OP_LE: return jet(a.f <= b.f);
  case OP_GT: return jet(a.f > b.f);
  case OP_GE: return jet(a.f >= b.f);
  case OP_EQ: return jet(a.f == b.f);
  case OP_NE: return jet(a.f != b.f);
  case OP_ATAN2: return angle(a, b, why);
  case OP_MIN: return b.f < a.f ? b : a;
  case OP_MAX: return b.f > a.f ? b : a;
  default: return modulo(a, b, why); /* OP_MOD */
  }
}

static int num_operands(Op op)
{
  switch (op) {
  case OP_NUM:
  case OP_TIME:
  case OP_ARGUMENT: return 0;
  case OP_ADD:
  case OP_SUB:
  case OP_MUL:
  case OP_DIV:
  case OP_POW:
  case OP_LT:
  case OP_LE:
  case OP_GT:
  case OP_GE:
  case OP_EQ:
  case OP_NE:
  case OP_AND:
  case OP_OR:
  case OP_ATAN2:
  case OP_MIN:
  case OP_MAX:
  case OP_MOD: return 2;
  case OP_IF: return 3;
  case OP_STEP: return 5;
  default: return 1;
  }
}

/* and, or, if read NaN only where it matters: "x != 0 and 1/x > 2" is valid for x = 0 */
static int is_lazy(Op op)
{
  return op == OP_AND || op == OP_OR || op == OP_IF;
}

static GudJet lazy(Op op, const GudJet *a)
{
  if (isnan(a[0].f)) return a[0];
  if (op == OP_IF) return a[0].f != 0 ? a[1] : a[2];
  if (op == OP_AND && a[0].f == 0) return jet(0);
  if (op == OP_OR && a[0].f != 0) return jet(1);
  return isnan(a[1].f) ? a[1] : jet(a[1].f != 0);
}

GudJet gud_expr_run(const Ins *code, int num, Where where, const char **why, int *at)
{
  GudJet stack[MAX_HEIGHT];
  int    top = 0;

  stack[0] = jet(NAN);
  for (int i = 0; i < num; ++i) {
    Op          op = code[i].op;
    int         n = num_operands(op), bad = 0;
    GudJet     *a   = &stack[top - n], r;
    const char *now = NULL;

    for (int k = 0; k < n; ++k) bad = bad || isnan(a[k].f);
    if (op == OP_NUM) r = jet(code[i].value);
    else if (op == OP_TIME) r = (GudJet){where.t, where.by < 0, 0};
    else if (op == OP_ARGUMENT) r = (GudJet){where.x[(int)code[i].value], where.by == (int)code[i].value, 0};
    else if (is_lazy(op)) r = lazy(op, a);
    else if (bad) r = jet(NAN);
    else if (n == 1) r = unary(op, a[0], &now);
    else if (n == 2) r = binary(op, a[0], a[1], &now);
    else r = smooth_step(a, &now);
    if (now || !isfinite(r.f)) {
      if (why && !*why && !bad) {
        *why = now ? now : "the result is too large for a number";
        *at  = code[i].at;
      }
      r = (GudJet){NAN, NAN, NAN};
    }
    top += 1 - n;
    stack[top - 1] = r;
  }
  return stack[0];
}

/* ---- code and dimensions ---- */

/* clang-format off */
const Function gud_expr_functions[NUM_FUNCTIONS] = {
  {"sin",   OP_SIN,   1, 1,  "x",           "sine of an angle (rad; sin(30 deg) works)"},
  {"cos",   OP_COS,   1, 1,  "x",           "cosine of an angle"},
  {"tan",   OP_TAN,   1, 1,  "x",           "tangent of an angle"},
  {"asin",  OP_ASIN,  1, 1,  "x",           "angle whose sine is x, in -pi/2 ... pi/2"},
  {"acos",  OP_ACOS,  1, 1,  "x",           "angle whose cosine is x, in 0 ... pi"},
  {"atan",  OP_ATAN,  1, 1,  "x",           "angle whose tangent is x, in -pi/2 ... pi/2"},
  {"sinh",  OP_SINH,  1, 1,  "x",           "hyperbolic sine"},
  {"cosh",  OP_COSH,  1, 1,  "x",           "hyperbolic cosine"},
  {"tanh",  OP_TANH,  1, 1,  "x",           "hyperbolic tangent"},
  {"exp",   OP_EXP,   1, 1,  "x",           "e to the power x"},
  {"log",   OP_LOG,   1, 1,  "x",           "natural logarithm"},
  {"sqrt",  OP_SQRT,  1, 1,  "x",           "square root; its unit is the root of that of x"},
  {"abs",   OP_ABS,   1, 1,  "x",           "magnitude; keeps the unit"},
  {"atan2", OP_ATAN2, 2, 2,  "y, x",        "angle of the vector (x, y), in -pi ... pi; x and y have one unit"},
  {"min",   OP_MIN,   2, 99, "a, b, ...",   "least of its arguments, which have one unit"},
  {"max",   OP_MAX,   2, 99, "a, b, ...",   "largest of its arguments"},
  {"step",  OP_STEP,  5, 5,  "x, x0, h0, x1, h1", "h0 below x0, h1 above x1, between them the cubic with zero slope at both ends"},
  {"mod",   OP_MOD,   2, 2,  "a, b",        "remainder of a / b, in 0 ... b; a and b have one unit"},
  {"floor", OP_FLOOR, 1, 1,  "x",           "largest whole number that is not above x"},
  {"sign",  OP_SIGN,  1, 1,  "x",           "-1, 0 or 1"},
  {"if",    OP_IF,    3, 3,  "c, a, b",     "a where the condition c holds, else b; a and b have one unit"},
};
/* clang-format on */

int gud_expr_function_row(int i, const char **name, const char **arguments, const char **doc)
{
  if (i < 0 || i >= NUM_FUNCTIONS) return 0;
  *name = gud_expr_functions[i].name, *arguments = gud_expr_functions[i].arguments;
  *doc = gud_expr_functions[i].doc;
  return 1;
}

Part gud_expr_give_up(Parser *ps)
{
  Part none = {0};

  ps->failed = 1;
  ps->p      = ps->text + strlen(ps->text);
  return none;
}

void gud_expr_emit(Parser *ps, Op op, double value, const char *at)
{
  if (ps->failed) return;
  if (ps->num == ps->max) {
    ps->max  = ps->max ? 2 * ps->max : 16;
    ps->code = gud_resize(ps->code, sizeof(*ps->code) * (size_t)ps->max);
  }
  ps->code[ps->num++] = (Ins){op, (int)(at - ps->text), value};
  ps->height += 1 - num_operands(op);
  if (ps->height > MAX_HEIGHT) FAIL(ps, at, "the expression is too complicated");
}

const char *gud_expr_dim_words(GudDim d)
{
  static _Thread_local char buf[2][GUD_DIM_SIZE]; /* two of them may be in one message */
  static _Thread_local int  turn;

  turn = !turn;
  return gud_dim_words(d, buf[turn]);
}

/* nan and inf as YAML and C write them */
static int not_finite(const char *name)
{
  static const char *const words[] = {"nan", "inf", "infinity"};
  char                     low[12] = "";

  name += *name == '.';
  for (size_t i = 0; name[i] && i + 1 < sizeof(low); ++i)
    low[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] - 'A' + 'a' : name[i]);
  for (int i = 0; i < GUD_COUNT(words); ++i)
    if (!strcmp(low, words[i])) return 1;
  return 0;
}

void gud_expr_unknown(Parser *ps, const char *at, size_t length, const char *what, int with_units)
{
  static const char *const constants[] = {"pi", "t"};
  const char              *list[5], *arguments[MAX_HINTS];
  char                     name[MAX_NAME + 1], hint[GUD_HINT_SIZE];
  const char *const       *units;
  const char              *fns[NUM_FUNCTIONS];
  int                      num_units, n = 0;

  snprintf(name, sizeof(name), "%.*s", (int)(length < MAX_NAME ? length : MAX_NAME), at);
  if (not_finite(name)) {
    FAIL(ps, at, "unknown %s '%s'; a value must be a finite number", what, name);
    return;
  }
  for (int i = 0; i < NUM_FUNCTIONS; ++i) fns[i] = gud_expr_functions[i].name;
  units = gud_unit_names(&num_units);
  /* a damaged file with thousands of parameters must not spend minutes on hints that are never shown */
  if (ps->env && gud_diag_num_errors(ps->diag) < MAX_HINTS)
    list[n++] = gud_nearest(name, ps->env->names, ps->env->num);
  list[n++] = gud_nearest(name, constants, ps->allow_time ? 2 : 1);
  list[n++] = gud_nearest(name, fns, NUM_FUNCTIONS);
  if (ps->env && ps->allow_time) {
    int num = 0;

    for (int i = 0; i < ps->env->num_arguments && num < MAX_HINTS; ++i)
      if (!ps->env->arguments[i].why) arguments[num++] = ps->env->arguments[i].name;
    list[n++] = gud_nearest(name, arguments, num);
  }
  if (with_units) {
    const char *other = gud_synonym(name, units, num_units);

    list[n++] = other ? other : gud_nearest(name, units, num_units);
  }
  gud_hint(hint, name, list, n);
  if (with_units && gud_unit_split(name)) gud_unit_hint(name, hint);
  FAIL(ps, at, "unknown %s '%s'%s", what, name, hint);
}

void gud_expr_to_number(Parser *ps, Part *a)
{
  const char *at = ps->text + a->at, *word = a->word;

  if (!word || ps->failed) return;
  a->word = NULL;
  if (gud_word_truth(word, strlen(word))) {
    gud_expr_emit(ps, OP_NUM, !strcmp(gud_word_truth(word, strlen(word)), "true"), at);
  } else if (a->param) {
    FAIL(ps, at, "parameter '%s' is the word '%.40s', not a number", a->param->name, word);
  } else {
    gud_expr_unknown(ps, at, a->length, "name", 1);
  }
}

int gud_expr_pure_time(Part a)
{
  return a.has_time && a.dim.m == 0 && a.dim.kg == 0;
}

int gud_expr_sum_dim(Part a, Part b, GudDim *dim)
{
  if (gud_dim_none(a.dim) || (gud_expr_pure_time(a) && !gud_dim_equal(a.dim, b.dim))) *dim = b.dim;
  else if (gud_dim_none(b.dim) || gud_expr_pure_time(b) || gud_dim_equal(a.dim, b.dim)) *dim = a.dim;
  else if ((a.has_time || b.has_time) && a.dim.m == b.dim.m && a.dim.kg == b.dim.kg)
    *dim = a.has_time ? b.dim : a.dim;
  else return 0;
  return 1;
}

void gud_expr_need_number(Parser *ps, Part a, const char *at, const char *what)
{
  if (!ps->failed && !gud_dim_none(a.dim) && !gud_expr_pure_time(a))
    FAIL(ps, at, "%s needs a number without unit, found %s", what, gud_expr_dim_words(a.dim));
}

void gud_expr_scale_dim(Parser *ps, Part *a, double exponent, const char *at)
{
  double m = a->dim.m * exponent, kg = a->dim.kg * exponent, s = a->dim.s * exponent;

  if (ps->failed || gud_dim_none(a->dim)) return;
  if (a->has_time && s != floor(s)) s = 0;
  if (m != floor(m) || kg != floor(kg) || s != floor(s))
    FAIL(ps, at, "a power %g of %s has no meaning", exponent, gud_expr_dim_words(a->dim));
  else if (fabs(m) > 100 || fabs(kg) > 100 || fabs(s) > 100)
    FAIL(ps, at, "the power %g of a unit is too large", exponent);
  else a->dim = (GudDim){(signed char)m, (signed char)kg, (signed char)s};
}

/* Dimension of a function's value from those of its arguments; emits the operation. */
Part gud_expr_apply(Parser *ps, int which, const char *at, Part *a, int num)
{
  const char *name = gud_expr_functions[which].name;
  Op          op   = gud_expr_functions[which].op;
  Part        r    = {0};
  int         ok   = 1;

  for (int i = 0; i < num; ++i) r.has_time = r.has_time || a[i].has_time;
  switch (op) {
  case OP_SQRT:
    r.dim = a[0].dim;
    gud_expr_scale_dim(ps, &r, 0.5, at);
    break;
  case OP_ABS: r.dim = a[0].dim; break;
  case OP_SIGN: break;
  case OP_MIN:
  case OP_MAX:
  case OP_MOD:
  case OP_ATAN2:
    ok = gud_expr_sum_dim(a[0], a[1], &r.dim);
    if (op == OP_ATAN2) r.dim = (GudDim)GUD_NUMBER;
    break;
  case OP_IF:
    gud_expr_need_number(ps, a[0], at, "a condition");
    ok = gud_expr_sum_dim(a[1], a[2], &r.dim);
    break;
  case OP_STEP:
    ok = gud_expr_sum_dim(a[0], a[1], &r.dim) && gud_expr_sum_dim(a[0], a[3], &r.dim) &&
         gud_expr_sum_dim(a[1], a[3], &r.dim);
    ok = ok && gud_expr_sum_dim(a[2], a[4], &r.dim);
    break;
  default: gud_expr_need_number(ps, a[0], at, name); break;
  }
  if (!ok) FAIL(ps, at, "the arguments of %s() differ in dimension", name);
  gud_expr_emit(ps, op, 0, at);
  return r;
}

/* ---- expressions ---- */

GudDim gud_expr_dim(const GudExpr *e)
{
  return e->dim;
}

int gud_expr_has_time(const GudExpr *e)
{
  return e->has_time;
}

int gud_expr_agrees(const GudExpr *e, GudDim dim)
{
  Part a = {.dim = e->dim, .has_time = e->has_time};

  return GUD_DIM_IS_OPEN(dim) || gud_dim_none(e->dim) || gud_dim_equal(e->dim, dim) ||
         gud_expr_pure_time(a) || (e->has_time && e->dim.m == dim.m && e->dim.kg == dim.kg);
}

void gud_expr_eval(const GudExpr *e, double t, GudJet *out)
{
  *out = gud_expr_run(e->code, e->num, (Where){t, NULL, -1}, NULL, NULL);
}

int gud_expr_num_arguments(const GudExpr *e)
{
  return e->num_arguments;
}

const GudArgumentName *gud_expr_argument(const GudExpr *e, int k)
{
  return &e->argument[k];
}

double gud_expr_of(const GudExpr *e, double t, const double *x, double *slope)
{
  if (!slope || !e->num_arguments) return gud_expr_run(e->code, e->num, (Where){t, x, 0}, NULL, NULL).f;
  GudJet j = {NAN, NAN, NAN};

  for (int k = 0; k < e->num_arguments; ++k) {
    j        = gud_expr_run(e->code, e->num, (Where){t, x, k}, NULL, NULL);
    slope[k] = j.f1;
  }
  return j.f;
}

int gud_expr_constant(const GudExpr *e, const GudNode *scalar, GudDiag *diag, double *x)
{
  const char *why = NULL;
  int         at  = 0;

  *x = gud_expr_run(e->code, e->num, (Where){.by = -1}, &why, &at).f;
  if (isfinite(*x)) return 1;
  gud_diag_error(diag, gud_node_mark_at(scalar, (size_t)at), "the value is not a finite number: %s",
                 why ? why : "it has no value");
  return 0;
}
