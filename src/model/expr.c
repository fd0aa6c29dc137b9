/* Expressions: parser, dimensions, postfix code, jets; and the parameters. See expr.h for the rules. */
#include "model/expr.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/units.h"

#define PI 3.14159265358979323846

enum { MAX_NESTING = 200, MAX_HEIGHT = 256, MAX_LENGTH = 10000, MAX_NAME = 100, MAX_HINTS = 200 };

typedef enum {
  OP_NUM,
  OP_TIME,
  OP_NEG,
  OP_NOT,
  OP_ADD,
  OP_SUB,
  OP_MUL,
  OP_DIV,
  OP_POW,
  OP_LT,
  OP_LE,
  OP_GT,
  OP_GE,
  OP_EQ,
  OP_NE,
  OP_AND,
  OP_OR,
  OP_SIN,
  OP_COS,
  OP_TAN,
  OP_ASIN,
  OP_ACOS,
  OP_ATAN,
  OP_ATAN2,
  OP_SINH,
  OP_COSH,
  OP_TANH,
  OP_EXP,
  OP_LOG,
  OP_SQRT,
  OP_ABS,
  OP_MIN,
  OP_MAX,
  OP_STEP,
  OP_MOD,
  OP_FLOOR,
  OP_SIGN,
  OP_IF
} Op;

typedef struct {
  Op     op;
  int    at; /* byte offset in the text, for messages */
  double value;
} Ins;

struct GudExpr {
  Ins   *code;
  int    num;
  GudDim dim;
  int    has_time;
};

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
  case OP_TIME: return 0;
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

/* and, or, if look at NaN only where it matters: "x != 0 and 1/x > 2" is a good question for x = 0 */
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

/* Runs code[0..num). The first failed operation is told through why and at (both may be NULL). */
static GudJet run(const Ins *code, int num, double t, const char **why, int *at)
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
    else if (op == OP_TIME) r = (GudJet){t, 1, 0};
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

/* ---- parameters: what the parser needs of them ---- */

typedef enum { PARAM_NEW, PARAM_BUSY, PARAM_DONE, PARAM_FAILED } ParamState;

typedef struct {
  const char *word; /* or NULL: a number */
  double      number;
  GudDim      dim;
} Value;

typedef struct {
  const char    *name, *doc;
  GudMark        mark;
  const GudNode *node;     /* default */
  const GudNode *override; /* from --set, or NULL */
  const GudNode *choices;  /* or NULL */
  ParamState     state;
  Value          value;
} Param;

struct GudEnv {
  GudArena      arena;
  GudDiag      *diag;
  Param        *list;
  int           num, max;
  const Param **sorted; /* by name */
  const char  **names;  /* in file order, for hints */
  int           depth;  /* of nested parentheses and references together */
  Param        *busy[MAX_NESTING + 1];
  int           num_busy;
};

static int evaluate(GudEnv *env, Param *p);

static Param *find_param(const GudEnv *env, const char *name, size_t length)
{
  int low = 0, high = env && env->sorted ? env->num : 0;

  while (low < high) {
    int          mid = low + (high - low) / 2;
    const Param *p   = env->sorted[mid];
    int          c   = strncmp(p->name, name, length);

    if (c == 0 && p->name[length]) c = 1;
    if (c == 0) return (Param *)p;
    if (c < 0) low = mid + 1;
    else high = mid;
  }
  return NULL;
}

static int is_param(void *env, const char *name, size_t length)
{
  return find_param(env, name, length) != NULL;
}

static int claims_all(void *context, const char *name, size_t length)
{
  (void)context;
  (void)name;
  (void)length;
  return 1;
}

/* true, yes, on, false, no, off -> "true" | "false"; others NULL */
static const char *truth(const char *s, size_t n)
{
  static const char *const words[] = {"true", "yes", "on", "false", "no", "off"};

  for (int i = 0; i < 6; ++i) {
    size_t k = 0;

    if (strlen(words[i]) != n) continue;
    while (k < n && tolower((unsigned char)s[k]) == words[i][k]) ++k;
    if (k == n) return i < 3 ? "true" : "false";
  }
  return NULL;
}

/* ---- parser ---- */

static const struct {
  const char *name;
  Op          op;
  int         min_args, max_args;
} functions[] = {
  {"sin", OP_SIN, 1, 1},   {"cos", OP_COS, 1, 1},     {"tan", OP_TAN, 1, 1},     {"asin", OP_ASIN, 1, 1},
  {"acos", OP_ACOS, 1, 1}, {"atan", OP_ATAN, 1, 1},   {"sinh", OP_SINH, 1, 1},   {"cosh", OP_COSH, 1, 1},
  {"tanh", OP_TANH, 1, 1}, {"exp", OP_EXP, 1, 1},     {"log", OP_LOG, 1, 1},     {"sqrt", OP_SQRT, 1, 1},
  {"abs", OP_ABS, 1, 1},   {"atan2", OP_ATAN2, 2, 2}, {"min", OP_MIN, 2, 99},    {"max", OP_MAX, 2, 99},
  {"step", OP_STEP, 5, 5}, {"mod", OP_MOD, 2, 2},     {"floor", OP_FLOOR, 1, 1}, {"sign", OP_SIGN, 1, 1},
  {"if", OP_IF, 3, 3},
};

/* What an expression part is: a word, or a number whose code has been emitted. */
typedef struct {
  GudDim       dim;
  int          has_time;
  const char  *word;       /* not NULL: a word, nothing emitted */
  const Param *param;      /* word of this parameter; NULL: a literal */
  size_t       at, length; /* of a word in the text */
} Part;

typedef struct {
  GudEnv        *env;
  GudDiag       *diag;
  GudArena      *arena;
  const GudNode *node;
  const char    *text, *p;
  int            allow_time, failed, want_word;
  int           *depth, own_depth;
  Ins           *code;
  int            num, max, height;
} Parser;

static Part parse_or(Parser *ps);
static Part parse_unary(Parser *ps);

/* After a failure the parser sees the end of the text, so that every loop ends. */
static Part give_up(Parser *ps)
{
  Part none = {0};

  ps->failed = 1;
  ps->p      = ps->text + strlen(ps->text);
  return none;
}

#define FAIL(ps, at, ...)                                                                                 \
  do {                                                                                                    \
    if (!(ps)->failed)                                                                                    \
      gud_diag_error((ps)->diag, gud_node_mark_at((ps)->node, (size_t)((at) - (ps)->text)), __VA_ARGS__); \
    give_up(ps);                                                                                          \
  } while (0)

static void skip(Parser *ps)
{
  while (isspace((unsigned char)*ps->p)) ++ps->p;
}

static int name_start(char c)
{
  return isalpha((unsigned char)c) || c == '_';
}

/* Length of a name with dots at s; a dot must be followed by a name. */
static size_t name_length(const char *s)
{
  size_t n = 0;

  if (!name_start(*s)) return 0;
  for (;;) {
    while (isalnum((unsigned char)s[n]) || s[n] == '_') ++n;
    if (s[n] != '.' || !name_start(s[n + 1])) return n;
    ++n;
  }
}

static int at_keyword(Parser *ps, const char *word)
{
  size_t n;

  skip(ps);
  n = name_length(ps->p);
  return n == strlen(word) && !memcmp(ps->p, word, n);
}

static void emit(Parser *ps, Op op, double value, const char *at)
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

static const char *dim_words(GudDim d)
{
  static _Thread_local char buf[2][GUD_DIM_SIZE]; /* two of them may stand in one message */
  static _Thread_local int  turn;

  turn = !turn;
  return gud_dim_words(d, buf[turn]);
}

static int pure_time(Part a)
{
  return a.has_time && a.dim.m == 0 && a.dim.kg == 0;
}

/* May the two be added, and what is the dimension of the sum? The rules on bare numbers and t: expr.h. */
static int agree(Part a, Part b, GudDim *dim)
{
  if (gud_dim_none(a.dim) || (pure_time(a) && !gud_dim_equal(a.dim, b.dim))) *dim = b.dim;
  else if (gud_dim_none(b.dim) || pure_time(b) || gud_dim_equal(a.dim, b.dim)) *dim = a.dim;
  else if ((a.has_time || b.has_time) && a.dim.m == b.dim.m && a.dim.kg == b.dim.kg)
    *dim = a.has_time ? b.dim : a.dim;
  else return 0;
  return 1;
}

/* All names an unknown name may have meant. */
static void unknown_name(Parser *ps, const char *at, size_t length, const char *what, int with_units)
{
  static const char *const constants[] = {"pi", "t"};
  const char              *list[4];
  char                     name[MAX_NAME + 1], hint[GUD_HINT_SIZE];
  const char *const       *units;
  const char              *fns[GUD_COUNT(functions)];
  int                      num_units, n = 0;

  snprintf(name, sizeof(name), "%.*s", (int)(length < MAX_NAME ? length : MAX_NAME), at);
  for (int i = 0; i < GUD_COUNT(functions); ++i) fns[i] = functions[i].name;
  units = gud_unit_names(&num_units);
  /* a file of nonsense with thousands of parameters shall not spend minutes on hints that nobody sees */
  if (ps->env && gud_diag_num_errors(ps->diag) < MAX_HINTS)
    list[n++] = gud_nearest(name, ps->env->names, ps->env->num);
  list[n++] = gud_nearest(name, constants, ps->allow_time ? 2 : 1);
  list[n++] = gud_nearest(name, fns, GUD_COUNT(fns));
  if (with_units) list[n++] = gud_nearest(name, units, num_units);
  FAIL(ps, at, "unknown %s '%s'%s", what, name, gud_hint(hint, name, list, n));
}

/* A word used as a number: true is 1, false 0, others are errors. */
static void to_number(Parser *ps, Part *a)
{
  const char *at = ps->text + a->at, *word = a->word;

  if (!word || ps->failed) return;
  a->word = NULL;
  if (truth(word, strlen(word))) {
    emit(ps, OP_NUM, !strcmp(truth(word, strlen(word)), "true"), at);
  } else if (a->param) {
    FAIL(ps, at, "parameter '%s' is the word '%.40s', not a number", a->param->name, word);
  } else {
    unknown_name(ps, at, a->length, "name", 1);
  }
}

static void need_number(Parser *ps, Part a, const char *at, const char *what)
{
  if (!ps->failed && !gud_dim_none(a.dim) && !pure_time(a))
    FAIL(ps, at, "%s needs a number without unit, found %s", what, dim_words(a.dim));
}

static Part number(Parser *ps)
{
  const char *start = ps->p, *p = start, *claimed = NULL;
  char        why[GUD_UNIT_WHY], digits[64];
  Part        r    = {0};
  GudUnit     unit = {1, GUD_NUMBER};
  double      x;
  size_t      n;

  while (isdigit((unsigned char)*p)) ++p;
  if (*p == '.') do
      ++p;
    while (isdigit((unsigned char)*p));
  if ((*p == 'e' || *p == 'E') && isdigit((unsigned char)p[1 + (p[1] == '+' || p[1] == '-')]))
    for (p += 2; isdigit((unsigned char)*p);) ++p;
  n = (size_t)(p - start);
  if (n == 1 && *start == '.') {
    FAIL(ps, start, "'.' is not a number");
    return r;
  }
  if (n >= sizeof(digits)) {
    FAIL(ps, start, "this number has too many digits");
    return r;
  }
  memcpy(digits, start, n);
  digits[n] = '\0';
  x         = strtod(digits, NULL);
  if (!isfinite(x)) {
    FAIL(ps, start, "the number %s is too large", digits);
    return r;
  }
  ps->p = p;
  skip(ps);
  n = name_length(ps->p);
  if (n > 0 && !at_keyword(ps, "and") && !at_keyword(ps, "or")) {
    const char *q = ps->p;

    if (!gud_unit_find(q, n, &unit)) {
      if (find_param(ps->env, q, n) || q[n] == '(')
        FAIL(ps, q, "an operator is missing before '%.*s'", (int)n, q);
      else unknown_name(ps, q, n, "unit", 1);
      return r;
    }
    if (!gud_unit_scan(&q, is_param, ps->env, &unit, &claimed, why)) {
      FAIL(ps, q, "%s", why);
      return r;
    }
    if (claimed)
      gud_diag_warn(ps->diag, gud_node_mark_at(ps->node, (size_t)(claimed - ps->text)),
                    "'%.*s' is a parameter here, not the unit", (int)name_length(claimed), claimed);
    ps->p = q;
  }
  emit(ps, OP_NUM, x * unit.factor, start);
  r.dim = unit.dim;
  return r;
}

/* Square root of a dimension, or any constant power of it. */
static void scale_dim(Parser *ps, Part *a, double exponent, const char *at)
{
  double m = a->dim.m * exponent, kg = a->dim.kg * exponent, s = a->dim.s * exponent;

  if (ps->failed || gud_dim_none(a->dim)) return;
  if (a->has_time && s != floor(s)) s = 0;
  if (m != floor(m) || kg != floor(kg) || s != floor(s))
    FAIL(ps, at, "a power %g of %s has no meaning", exponent, dim_words(a->dim));
  else if (fabs(m) > 100 || fabs(kg) > 100 || fabs(s) > 100)
    FAIL(ps, at, "the power %g of a unit is too large", exponent);
  else a->dim = (GudDim){(signed char)m, (signed char)kg, (signed char)s};
}

/* Dimension of a function's value from those of its arguments; emits the operation. */
static Part apply(Parser *ps, int which, const char *at, Part *a, int num)
{
  const char *name = functions[which].name;
  Op          op   = functions[which].op;
  Part        r    = {0};
  int         ok   = 1;

  for (int i = 0; i < num; ++i) r.has_time = r.has_time || a[i].has_time;
  switch (op) {
  case OP_SQRT:
    r.dim = a[0].dim;
    scale_dim(ps, &r, 0.5, at);
    break;
  case OP_ABS: r.dim = a[0].dim; break;
  case OP_SIGN: break;
  case OP_MIN:
  case OP_MAX:
  case OP_MOD:
  case OP_ATAN2:
    ok = agree(a[0], a[1], &r.dim);
    if (op == OP_ATAN2) r.dim = (GudDim)GUD_NUMBER;
    break;
  case OP_IF:
    need_number(ps, a[0], at, "a condition");
    ok = agree(a[1], a[2], &r.dim);
    break;
  case OP_STEP:
    ok = agree(a[0], a[1], &r.dim) && agree(a[0], a[3], &r.dim) && agree(a[1], a[3], &r.dim);
    ok = ok && agree(a[2], a[4], &r.dim);
    break;
  default: need_number(ps, a[0], at, name); break;
  }
  if (!ok) FAIL(ps, at, "the arguments of %s() differ in dimension", name);
  emit(ps, op, 0, at);
  return r;
}

static Part call(Parser *ps, size_t length)
{
  const char *at = ps->p;
  Part        a[5], r = {0};
  int         which = -1, n = 0;

  for (int i = 0; i < GUD_COUNT(functions); ++i)
    if (strlen(functions[i].name) == length && !memcmp(functions[i].name, at, length)) which = i;
  if (which < 0) {
    GudUnit unit;

    if (find_param(ps->env, at, length) || gud_unit_find(at, length, &unit))
      FAIL(ps, at + length, "an operator is missing before '('");
    else unknown_name(ps, at, length, "function", 0);
    return r;
  }
  ps->p += length;
  skip(ps);
  do {
    int folds = functions[which].max_args > 5 && n == 2; /* min(a, b, c) = min(min(a, b), c) */

    ++ps->p; /* ( or , */
    if (folds) {
      a[0] = apply(ps, which, at, a, 2);
      n    = 1;
    }
    if (n == functions[which].max_args) {
      FAIL(ps, at, "%s() takes %d argument%s", functions[which].name, n, n == 1 ? "" : "s");
      return r;
    }
    a[n] = parse_or(ps);
    to_number(ps, &a[n++]);
    skip(ps);
  } while (!ps->failed && *ps->p == ',');
  if (ps->failed) return r;
  if (*ps->p != ')') {
    FAIL(ps, ps->p, "')' is missing");
    return r;
  }
  ++ps->p;
  if (n < functions[which].min_args) {
    FAIL(ps, at, "%s() takes %s%d arguments, found %d", functions[which].name,
         functions[which].max_args > 5 ? "at least " : "", functions[which].min_args, n);
    return r;
  }
  return apply(ps, which, at, a, n);
}

/* The value of a parameter; errors in its own definition have been reported there. */
static Part use_param(Parser *ps, Param *p, const char *at, size_t length)
{
  Part r = {0};

  if (!evaluate(ps->env, p)) return give_up(ps);
  r.at     = (size_t)(at - ps->text);
  r.length = length;
  r.param  = p;
  r.word   = p->value.word;
  r.dim    = p->value.dim;
  if (!r.word) emit(ps, OP_NUM, p->value.number, at);
  return r;
}

static int before_equal(Parser *ps, const char *p)
{
  while (isspace((unsigned char)*p)) ++p;
  (void)ps;
  return (p[0] == '=' || p[0] == '!') && p[1] == '=';
}

static Part name(Parser *ps, int want_word)
{
  const char *at = ps->p;
  size_t      n  = name_length(at);
  Param      *p  = find_param(ps->env, at, n);
  Part        r  = {0};
  GudUnit     unit;
  const char *next = at + n;

  if (n > MAX_NAME) {
    FAIL(ps, at, "this name is too long");
    return r;
  }
  while (isspace((unsigned char)*next)) ++next;
  if (*next == '(') return call(ps, n);
  ps->p += n;
  if (p && !(want_word && evaluate(ps->env, p) && !p->value.word)) return use_param(ps, p, at, n);
  if (!want_word) {
    if (n == 1 && *at == 't') {
      if (!ps->allow_time) FAIL(ps, at, "the time t cannot be used here, the value must be constant");
      emit(ps, OP_TIME, 0, at);
      r.has_time = 1;
      r.dim      = (GudDim)GUD_TIME;
      return r;
    }
    if (n == 2 && !memcmp(at, "pi", 2)) {
      emit(ps, OP_NUM, PI, at);
      return r;
    }
    if (gud_unit_find(at, n, &unit) && !before_equal(ps, ps->p)) {
      const char *q = at;
      char        why[GUD_UNIT_WHY];

      /* stops at * and /, so that x/m/s is (x/m)/s */
      if (!gud_unit_scan(&q, claims_all, NULL, &unit, NULL, why)) {
        FAIL(ps, q, "%s", why);
        return r;
      }
      ps->p = q;
      emit(ps, OP_NUM, unit.factor, at);
      r.dim = unit.dim;
      return r;
    }
  }
  if (want_word || before_equal(ps, ps->p) || truth(at, n)) {
    r.word   = truth(at, n) ? truth(at, n) : gud_arena_copy(ps->arena, at, n);
    r.at     = (size_t)(at - ps->text);
    r.length = n;
    return r;
  }
  unknown_name(ps, at, n, "name", 1);
  return r;
}

static Part dollar_name(Parser *ps)
{
  const char *at    = ps->p + 1;
  int         brace = *at == '{';
  size_t      n     = name_length(at += brace);
  char        text[MAX_NAME + 1], hint[GUD_HINT_SIZE];
  Param      *p = n ? find_param(ps->env, at, n) : NULL;

  if (n == 0 || n > MAX_NAME || (brace && at[n] != '}')) {
    FAIL(ps, ps->p, "write $name or ${name} for a parameter");
    return give_up(ps);
  }
  if (!p) {
    snprintf(text, sizeof(text), "%.*s", (int)n, at);
    FAIL(ps, ps->p, "unknown parameter '%s'%s", text,
         gud_hint(hint, text, ps->env ? ps->env->names : NULL, ps->env ? ps->env->num : 0));
    return give_up(ps);
  }
  ps->p = at + n + brace;
  return use_param(ps, p, at, n);
}

static Part parse_primary(Parser *ps)
{
  Part r         = {0};
  int  want_word = ps->want_word;

  ps->want_word = 0;
  skip(ps);
  if (isdigit((unsigned char)*ps->p) || *ps->p == '.') return number(ps);
  if (name_start(*ps->p)) return name(ps, want_word);
  if (*ps->p == '$') return dollar_name(ps);
  if (*ps->p == '(') {
    ++ps->p;
    r = parse_or(ps);
    skip(ps);
    if (ps->failed) return r;
    if (*ps->p == ')') ++ps->p;
    else FAIL(ps, ps->p, *ps->p ? "')' is missing before '%.10s'" : "')' is missing%.0s", ps->p);
    return r;
  }
  if (ps->failed) return r;
  if (*ps->p) FAIL(ps, ps->p, "a number or name is expected before '%.10s'", ps->p);
  else FAIL(ps, ps->p, "the expression ends too early");
  return r;
}

static int enter(Parser *ps)
{
  if (++*ps->depth <= MAX_NESTING) return 1;
  FAIL(ps, ps->p, "the expression is nested more than %d deep", MAX_NESTING);
  return 0;
}

static Part parse_power(Parser *ps)
{
  Part        a = parse_primary(ps), b;
  const char *at;
  int         start;
  double      exponent = 0;

  skip(ps);
  at = ps->p;
  if (*at != '^' && !(at[0] == '*' && at[1] == '*')) return a;
  to_number(ps, &a);
  if (ps->failed) return a;
  ps->p += *at == '^' ? 1 : 2;
  start = ps->num;
  b     = parse_unary(ps);
  to_number(ps, &b);
  need_number(ps, b, at, "an exponent");
  if (ps->failed) return a;
  if (!gud_dim_none(a.dim)) {
    if (!b.has_time) {
      exponent = run(ps->code + start, ps->num - start, 0, NULL, NULL).f;
      if (isnan(exponent)) exponent = 1; /* the value is reported as not finite later */
      scale_dim(ps, &a, exponent, at);
    } else if (pure_time(a)) {
      a.dim = (GudDim)GUD_NUMBER;
    } else {
      FAIL(ps, at, "%s can only have a constant exponent", dim_words(a.dim));
    }
  }
  emit(ps, OP_POW, 0, at);
  a.has_time = a.has_time || b.has_time;
  return a;
}

static Part parse_unary(Parser *ps)
{
  Part        a = {0};
  const char *at;

  skip(ps);
  at = ps->p;
  if (enter(ps)) {
    if (*at == '-' || *at == '+') {
      ++ps->p;
      a = parse_unary(ps);
      to_number(ps, &a);
      if (*at == '-') emit(ps, OP_NEG, 0, at);
    } else {
      a = parse_power(ps);
    }
  }
  --*ps->depth;
  return a;
}

static Part parse_term(Parser *ps)
{
  Part a = parse_unary(ps), b;

  for (;;) {
    const char *at;

    skip(ps);
    at = ps->p;
    if (*at != '*' && *at != '/') return a;
    to_number(ps, &a);
    if (ps->failed) return a;
    ++ps->p;
    b = parse_unary(ps);
    to_number(ps, &b);
    if (ps->failed) return a;
    if (!gud_dim_times(a.dim, b.dim, *at == '*' ? 1 : -1, &a.dim))
      FAIL(ps, at, "the exponents of the unit are too large");
    a.has_time = a.has_time || b.has_time;
    emit(ps, *at == '*' ? OP_MUL : OP_DIV, 0, at);
  }
}

static Part parse_sum(Parser *ps)
{
  Part a = parse_term(ps), b;

  for (;;) {
    const char *at;

    skip(ps);
    at = ps->p;
    if (*at != '+' && *at != '-') return a;
    to_number(ps, &a);
    if (ps->failed) return a;
    ++ps->p;
    b = parse_term(ps);
    to_number(ps, &b);
    if (ps->failed) return a;
    if (!agree(a, b, &a.dim))
      FAIL(ps, at, "cannot %s %s and %s", *at == '+' ? "add" : "subtract", dim_words(a.dim),
           dim_words(b.dim));
    a.has_time = a.has_time || b.has_time;
    emit(ps, *at == '+' ? OP_ADD : OP_SUB, 0, at);
  }
}

/* A literal word must be one of the parameter's choices, or the comparison could never be true. */
static void check_choice(Parser *ps, const Param *p, Part literal)
{
  const char *list[64];
  char        hint[GUD_HINT_SIZE];
  int         n = 0;

  if (!p->choices) return;
  for (int i = 0; i < p->choices->num; ++i) {
    const GudNode *c = p->choices->item[i];

    if (c->kind != GUD_NODE_SCALAR) continue;
    if (!strcmp(c->text, literal.word)) return;
    if (truth(c->text, strlen(c->text)) && !strcmp(truth(c->text, strlen(c->text)), literal.word)) return;
    if (n < GUD_COUNT(list)) list[n++] = c->text;
  }
  FAIL(ps, ps->text + literal.at, "'%s' is not a choice of parameter '%s'%s", literal.word, p->name,
       gud_hint(hint, literal.word, list, n));
}

static Part compare_words(Parser *ps, Part a, Part b, Op op, const char *at)
{
  Part r = {0};

  if (!a.word || (!a.param && !b.param)) {
    to_number(ps, a.word ? &a : &b); /* "ideal == 3", "ideal == dry": the literal is an unknown name */
    if (!ps->failed && a.word == NULL) FAIL(ps, at, "a number is compared with a word");
  } else if (!b.word) {
    FAIL(ps, at, "the word '%.40s' is compared with a number", a.word);
  } else if (op != OP_EQ && op != OP_NE) {
    FAIL(ps, at, "words can be compared with == and != only");
  } else {
    if (a.param && !b.param) check_choice(ps, a.param, b);
    if (b.param && !a.param) check_choice(ps, b.param, a);
    emit(ps, OP_NUM, (strcmp(a.word, b.word) == 0) == (op == OP_EQ), at);
  }
  return r;
}

static int compare_op(Parser *ps, Op *op)
{
  const char *p;

  skip(ps);
  p = ps->p;
  if (p[0] == '=' && p[1] == '=') *op = OP_EQ;
  else if (p[0] == '!' && p[1] == '=') *op = OP_NE;
  else if (p[0] == '<') *op = p[1] == '=' ? OP_LE : OP_LT;
  else if (p[0] == '>') *op = p[1] == '=' ? OP_GE : OP_GT;
  else return 0;
  ps->p += p[1] == '=' ? 2 : 1;
  return 1;
}

static Part parse_compare(Parser *ps)
{
  Part        a = parse_sum(ps), b, r = {0};
  const char *at;
  Op          op;
  GudDim      dim;

  skip(ps);
  at = ps->p;
  if (!compare_op(ps, &op)) return a;
  ps->want_word = a.word != NULL;
  b             = parse_sum(ps);
  if (ps->failed) return r;
  if (a.word || b.word) {
    r = compare_words(ps, a, b, op, at);
  } else {
    if (!agree(a, b, &dim)) FAIL(ps, at, "cannot compare %s with %s", dim_words(a.dim), dim_words(b.dim));
    emit(ps, op, 0, at);
    r.has_time = a.has_time || b.has_time;
  }
  at = ps->p;
  if (compare_op(ps, &op)) FAIL(ps, at, "comparisons cannot be chained; use 'and'");
  return r;
}

static Part parse_not(Parser *ps)
{
  Part        a = {0};
  const char *at;

  if (!at_keyword(ps, "not")) return parse_compare(ps);
  at = ps->p;
  ps->p += 3;
  if (enter(ps)) {
    a = parse_not(ps);
    to_number(ps, &a);
    need_number(ps, a, at, "'not'");
    emit(ps, OP_NOT, 0, at);
    a.dim = (GudDim)GUD_NUMBER;
  }
  --*ps->depth;
  return a;
}

static Part parse_logic(Parser *ps, int level)
{
  const char *word = level ? "and" : "or";
  Part        a    = level ? parse_not(ps) : parse_logic(ps, 1), b;

  while (at_keyword(ps, word)) {
    const char *at = ps->p;

    to_number(ps, &a);
    need_number(ps, a, at, level ? "'and'" : "'or'");
    if (ps->failed) return a;
    ps->p += strlen(word);
    b = level ? parse_not(ps) : parse_logic(ps, 1);
    to_number(ps, &b);
    need_number(ps, b, at, level ? "'and'" : "'or'");
    emit(ps, level ? OP_AND : OP_OR, 0, at);
    a.dim      = (GudDim)GUD_NUMBER;
    a.has_time = a.has_time || b.has_time;
  }
  return a;
}

static Part parse_or(Parser *ps)
{
  return parse_logic(ps, 0);
}

/* The whole text. 0 after an error. The caller frees ps->code. */
static int parse_all(Parser *ps, Part *out)
{
  char buf[GUD_SHOW_SIZE];

  ps->depth = ps->env ? &ps->env->depth : &ps->own_depth;
  if (ps->node->kind != GUD_NODE_SCALAR || gud_node_is_null(ps->node)) {
    gud_diag_error(ps->diag, ps->node->mark, "expected a number or an expression, found %s",
                   gud_node_show(ps->node, buf));
    return 0;
  }
  ps->text = ps->p = ps->node->text;
  if (strlen(ps->text) > MAX_LENGTH) {
    gud_diag_error(ps->diag, ps->node->mark, "the expression is longer than %d characters", MAX_LENGTH);
    return 0;
  }
  *out = parse_or(ps);
  skip(ps);
  if (!ps->failed && *ps->p) {
    if (*ps->p == ')') FAIL(ps, ps->p, "')' without '('");
    else if (*ps->p == '=') FAIL(ps, ps->p, "'=' has no meaning here; a comparison is written '=='");
    else FAIL(ps, ps->p, "unexpected '%.20s'; is an operator missing?", ps->p);
  }
  return !ps->failed;
}

GudExpr *gud_expr_parse(GudEnv *env, const GudNode *scalar, int allow_time, GudDiag *diag, GudArena *arena)
{
  Parser   ps = {.env = env, .diag = diag, .arena = arena, .node = scalar, .allow_time = allow_time};
  Part     part;
  GudExpr *e = NULL;

  if (parse_all(&ps, &part)) to_number(&ps, &part);
  else ps.failed = 1;
  if (!ps.failed) {
    e           = gud_arena_alloc(arena, sizeof(*e));
    e->code     = gud_arena_alloc(arena, sizeof(*e->code) * (size_t)ps.num);
    e->num      = ps.num;
    e->dim      = part.dim;
    e->has_time = part.has_time;
    memcpy(e->code, ps.code, sizeof(*e->code) * (size_t)ps.num);
  }
  free(ps.code);
  return e;
}

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

  return gud_dim_none(e->dim) || gud_dim_equal(e->dim, dim) || pure_time(a) ||
         (e->has_time && e->dim.m == dim.m && e->dim.kg == dim.kg);
}

void gud_expr_eval(const GudExpr *e, double t, GudJet *out)
{
  *out = run(e->code, e->num, t, NULL, NULL);
}

int gud_expr_constant(const GudExpr *e, const GudNode *scalar, GudDiag *diag, double *x)
{
  const char *why = NULL;
  int         at  = 0;

  *x = run(e->code, e->num, 0, &why, &at).f;
  if (isfinite(*x)) return 1;
  gud_diag_error(diag, gud_node_mark_at(scalar, (size_t)at), "the value is not a finite number: %s",
                 why ? why : "it has no value");
  return 0;
}

/* ---- parameters ---- */

static int is_word_text(const char *s)
{
  size_t n = name_length(s);

  return n > 0 && !s[n] && !strchr(s, '.');
}

static int in_choices(const GudNode *choices, const char *text)
{
  for (int i = 0; choices && i < choices->num; ++i)
    if (choices->item[i]->kind == GUD_NODE_SCALAR && !strcmp(choices->item[i]->text, text)) return 1;
  return 0;
}

/* A value as written: a word, or an expression. */
static int read_value(GudEnv *env, const GudNode *node, const GudNode *choices, Value *out)
{
  Parser      ps = {.env = env, .diag = env->diag, .arena = &env->arena, .node = node};
  Part        part;
  GudUnit     unit;
  const char *text = node->kind == GUD_NODE_SCALAR ? node->text : "", *why = NULL;
  size_t      n  = strlen(text);
  int         at = 0, ok;

  memset(out, 0, sizeof(*out));
  out->word = truth(text, n);
  if (out->word) return 1;
  if (is_word_text(text) && !gud_node_is_null(node)) {
    int known = find_param(env, text, n) || !strcmp(text, "pi") || !strcmp(text, "t") ||
                gud_unit_find(text, n, &unit);

    if (node->quoted || in_choices(choices, text) || !known) {
      out->word = gud_arena_text(&env->arena, text);
      return 1;
    }
  }
  ok = parse_all(&ps, &part);
  if (ok && part.word && !part.param) to_number(&ps, &part); /* a literal true */
  ok = ok && !ps.failed;
  if (ok && part.word) out->word = part.word;
  if (ok && !part.word) {
    out->dim    = part.dim;
    out->number = run(ps.code, ps.num, 0, &why, &at).f;
    if (!isfinite(out->number)) {
      gud_diag_error(env->diag, gud_node_mark_at(node, (size_t)at), "the value is not a finite number: %s",
                     why ? why : "it has no value");
      ok = 0;
    }
  }
  free(ps.code);
  return ok;
}

static int same_value(const Value *a, const Value *b)
{
  if (a->word || b->word) return a->word && b->word && !strcmp(a->word, b->word);
  return fabs(a->number - b->number) <= 1e-12 * fabs(b->number);
}

/* Writes "a, b, c" of a list of scalars or keys. */
static void join(char *buf, size_t size, const char *const *list, int n)
{
  size_t used = 0;

  buf[0] = '\0';
  for (int i = 0; i < n && used + 1 < size; ++i) {
    int k = snprintf(buf + used, size - used, "%s%s", i ? ", " : "", list[i]);

    used += k < 0 ? 0 : (size_t)k;
  }
}

static int check_choices(GudEnv *env, const Param *p, const GudNode *node)
{
  const char *list[64];
  char        hint[GUD_HINT_SIZE], all[400], show[GUD_SHOW_SIZE];
  int         n = 0;

  if (!p->choices) return 1;
  for (int i = 0; i < p->choices->num; ++i) {
    Value choice;

    if (!read_value(env, p->choices->item[i], p->choices, &choice)) return 0;
    if (same_value(&p->value, &choice)) return 1;
    if (n < GUD_COUNT(list)) list[n++] = p->choices->item[i]->text;
  }
  join(all, sizeof(all), list, n);
  gud_diag_error(env->diag, node->mark, "parameter '%s' must be one of %s; found %s%s", p->name, all,
                 gud_node_show(node, show), gud_hint(hint, node->text, list, n));
  return 0;
}

/* The value of --set: it must be of the same kind and dimension as the default. */
static int apply_override(GudEnv *env, Param *p)
{
  Value       v;
  const char *has = p->value.word ? "a word" : dim_words(p->value.dim);

  if (!read_value(env, p->override, p->choices, &v)) return 0;
  if (!v.word != !p->value.word) {
    gud_diag_error(env->diag, p->override->mark, "--set %s=%.60s: the parameter is %s, this is %s", p->name,
                   p->override->text, has, v.word ? "a word" : "a number");
    return 0;
  }
  if (!v.word && gud_dim_none(v.dim)) v.dim = p->value.dim;
  if (!v.word && !gud_dim_none(p->value.dim) && !gud_dim_equal(v.dim, p->value.dim)) {
    gud_diag_error(env->diag, p->override->mark, "--set %s=%.60s: the parameter is %s, this is %s", p->name,
                   p->override->text, has, dim_words(v.dim));
    return 0;
  }
  p->value = v;
  return check_choices(env, p, p->override);
}

static void report_cycle(GudEnv *env, const Param *p)
{
  char   text[800] = "";
  int    i         = env->num_busy - 1, k;
  size_t used      = 0;

  while (i > 0 && env->busy[i] != p) --i;
  for (; i < env->num_busy && used < sizeof(text) - 1; ++i) {
    k = snprintf(text + used, sizeof(text) - used, "%s -> ", env->busy[i]->name);
    used += k < 0 ? 0 : (size_t)k;
  }
  gud_diag_error(env->diag, p->mark, "parameters depend on each other in a circle: %.700s%s", text, p->name);
}

static int evaluate(GudEnv *env, Param *p)
{
  int ok = 0;

  if (p->state == PARAM_DONE || p->state == PARAM_FAILED) return p->state == PARAM_DONE;
  if (p->state == PARAM_BUSY) {
    report_cycle(env, p);
    return 0;
  }
  if (env->depth >= MAX_NESTING) {
    gud_diag_error(env->diag, p->mark, "parameters refer to each other more than %d deep", MAX_NESTING);
    p->state = PARAM_FAILED;
    return 0;
  }
  p->state                   = PARAM_BUSY;
  env->busy[env->num_busy++] = p;
  ++env->depth;
  ok = read_value(env, p->node, p->choices, &p->value) && check_choices(env, p, p->node);
  if (ok && p->override) ok = apply_override(env, p);
  --env->depth;
  --env->num_busy;
  p->state = ok ? PARAM_DONE : PARAM_FAILED;
  return ok;
}

static void add_param(GudEnv *env, const char *name, GudMark mark, const GudNode *value)
{
  Param p = {.name = name, .mark = mark, .node = value};

  if (!strcmp(name, "t") || !strcmp(name, "pi") || !strcmp(name, "and") || !strcmp(name, "or") ||
      !strcmp(name, "not") || truth(name, strlen(name))) {
    gud_diag_error(env->diag, mark, "'%s' has a meaning of its own and cannot be a parameter", name);
    return;
  }
  if (value->kind == GUD_NODE_MAPPING) {
    static const char *const keys[] = {"default", "choices", "doc"};
    char                     hint[GUD_HINT_SIZE];
    const GudNode           *doc = gud_node_get(value, "doc");

    for (int i = 0; i < value->num; ++i)
      if (strcmp(value->key[i], "default") && strcmp(value->key[i], "choices") &&
          strcmp(value->key[i], "doc"))
        gud_diag_error(env->diag, value->key_mark[i], "unknown key '%s' in parameter '%s'%s", value->key[i],
                       name, gud_hint(hint, value->key[i], keys, GUD_COUNT(keys)));
    p.node    = gud_node_get(value, "default");
    p.choices = gud_node_get(value, "choices");
    if (doc && doc->kind == GUD_NODE_SCALAR) p.doc = doc->text;
    if (doc && doc->kind != GUD_NODE_SCALAR) gud_diag_error(env->diag, doc->mark, "doc must be a text");
    if (p.choices && (p.choices->kind != GUD_NODE_SEQUENCE || p.choices->num == 0)) {
      gud_diag_error(env->diag, p.choices->mark, "choices must be a list of values");
      p.choices = NULL;
    }
  }
  if (p.node->kind != GUD_NODE_SCALAR) {
    gud_diag_error(env->diag, p.node->mark, "parameter '%s' must be a number, an expression or a word", name);
    return;
  }
  if (env->num == env->max) {
    env->max  = env->max ? 2 * env->max : 16;
    env->list = gud_resize(env->list, sizeof(*env->list) * (size_t)env->max);
  }
  env->list[env->num++] = p;
}

/* Nested mappings make dotted names; a mapping with `default` is one parameter. */
static void collect(GudEnv *env, const GudNode *map, const char *prefix)
{
  for (int i = 0; i < map->num; ++i) {
    const GudNode *v   = map->item[i];
    const char    *key = map->key[i];
    size_t         a = strlen(prefix), b = strlen(key);
    char          *full = gud_arena_alloc(&env->arena, a + b + 2);

    snprintf(full, a + b + 2, "%s%s%s", prefix, a ? "." : "", key);
    if (name_length(key) != b || a + b + 1 > MAX_NAME) {
      gud_diag_error(env->diag, map->key_mark[i],
                     "'%.60s' cannot be the name of a parameter (letters, digits, _)", key);
    } else if (v->kind == GUD_NODE_MAPPING && gud_node_find(v, "default") < 0) {
      if (v->num == 0 || gud_node_find(v, "choices") >= 0 || gud_node_find(v, "doc") >= 0)
        gud_diag_error(env->diag, map->key_mark[i], "parameter '%s' has no 'default'", full);
      else collect(env, v, full);
    } else {
      add_param(env, full, map->key_mark[i], v);
    }
  }
}

static int by_name(const void *pa, const void *pb)
{
  const Param *a = *(const Param *const *)pa, *b = *(const Param *const *)pb;
  int          c = strcmp(a->name, b->name);

  return c ? c : (a > b) - (a < b); /* the same array: file order */
}

static void set_param(GudEnv *env, const char *set)
{
  const char *equal = strchr(set, '='), *end;
  GudMark     mark  = {"command line", 0, 0};
  char       *name, hint[GUD_HINT_SIZE];
  GudNode    *node;
  Param      *p;

  if (!equal || equal == set) {
    gud_diag_error(env->diag, mark, "--set %.60s: expected name=value", set);
    return;
  }
  while (isspace((unsigned char)*set)) ++set;
  for (end = equal; end > set && isspace((unsigned char)end[-1]);) --end;
  name = gud_arena_copy(&env->arena, set, (size_t)(end - set));
  p    = find_param(env, name, strlen(name));
  if (!p) {
    if (env->num == 0) gud_diag_error(env->diag, mark, "--set %.60s: the model has no parameters", name);
    else
      gud_diag_error(env->diag, mark, "--set %.60s: the model has no such parameter%s", name,
                     gud_hint(hint, name, env->names, env->num));
    return;
  }
  for (++equal; isspace((unsigned char)*equal);) ++equal;
  node        = gud_arena_alloc(&env->arena, sizeof(*node));
  node->kind  = GUD_NODE_SCALAR;
  node->mark  = mark;
  node->text  = gud_arena_text(&env->arena, equal);
  p->override = node;
}

GudEnv *gud_env_create(const GudNode *parameters, const char *const *sets, int num_sets, GudDiag *diag)
{
  GudEnv *env = gud_alloc(sizeof(*env));

  env->diag = diag;
  if (parameters && parameters->kind == GUD_NODE_MAPPING) collect(env, parameters, "");
  else if (parameters && !gud_node_is_null(parameters))
    gud_diag_error(diag, parameters->mark, "parameters: expected a mapping of names and values");
  env->sorted = gud_arena_alloc(&env->arena, sizeof(*env->sorted) * (size_t)env->num);
  env->names  = gud_arena_alloc(&env->arena, sizeof(*env->names) * (size_t)env->num);
  for (int i = 0; i < env->num; ++i) {
    env->sorted[i] = &env->list[i];
    env->names[i]  = env->list[i].name;
  }
  qsort(env->sorted, (size_t)env->num, sizeof(*env->sorted), by_name);
  for (int i = 1; i < env->num; ++i) {
    const Param *a = env->sorted[i - 1], *b = env->sorted[i];

    if (!strcmp(a->name, b->name))
      gud_diag_error(diag, b->mark, "parameter '%s' is defined twice; the first is at %s:%d:%d", b->name,
                     a->mark.file, a->mark.line, a->mark.column);
  }
  for (int i = 0; i < num_sets; ++i) set_param(env, sets[i]);
  for (int i = 0; i < env->num; ++i) evaluate(env, &env->list[i]);
  return env;
}

void gud_env_free(GudEnv *env)
{
  if (!env) return;
  gud_arena_free(&env->arena);
  free(env->list);
  free(env);
}

int gud_env_num(const GudEnv *env)
{
  return env->num;
}

int gud_env_get(const GudEnv *env, int i, GudParameter *out)
{
  const Param *p = &env->list[i];

  *out = (GudParameter){
    p->name, p->doc, p->mark, p->value.word, p->value.number, p->value.dim, p->override != NULL, p->choices};
  return p->state == PARAM_DONE;
}

/* The parameter meant by a text that begins with '$'; NULL after an error. */
static Param *dollar_param(GudEnv *env, const GudNode *node, GudDiag *diag)
{
  const char *s     = node->text + 1;
  int         brace = *s == '{';
  size_t      n     = name_length(s += brace);
  char        text[MAX_NAME + 1], hint[GUD_HINT_SIZE];
  Param      *p = find_param(env, s, n);

  if (n == 0 || n > MAX_NAME || (brace && s[n] != '}') || s[n + (size_t)brace]) {
    gud_diag_error(diag, node->mark, "write $name or ${name} for a parameter");
    return NULL;
  }
  if (!p) {
    snprintf(text, sizeof(text), "%.*s", (int)n, s);
    gud_diag_error(diag, node->mark, "unknown parameter '%s'%s", text,
                   gud_hint(hint, text, env ? env->names : NULL, env ? env->num : 0));
    return NULL;
  }
  return evaluate(env, p) ? p : NULL;
}

const char *gud_env_word(GudEnv *env, const GudNode *scalar, GudDiag *diag)
{
  char         buf[GUD_SHOW_SIZE];
  const Param *p;

  if (scalar->kind != GUD_NODE_SCALAR) {
    gud_diag_error(diag, scalar->mark, "expected a word, found %s", gud_node_show(scalar, buf));
    return NULL;
  }
  if (scalar->text[0] != '$') return scalar->text;
  p = dollar_param(env, scalar, diag);
  if (p && !p->value.word)
    gud_diag_error(diag, scalar->mark, "parameter '%s' is a number, not a word", p->name);
  return p ? p->value.word : NULL;
}

static int key_is(const char *key, const Value *v)
{
  char *end;

  if (v->word) return !strcmp(truth(key, strlen(key)) ? truth(key, strlen(key)) : key, v->word);
  return strtod(key, &end) == v->number && end != key && !*end;
}

/* The value chosen by one `by` mapping; NULL after an error. */
static GudNode *choose(GudEnv *env, const GudNode *map, GudDiag *diag)
{
  const Param *p = dollar_param(env, map->item[0], diag);
  char         all[400], hint[GUD_HINT_SIZE];
  int          found = -1, ok = 1;

  if (!p) return NULL;
  for (int i = 1; i < map->num; ++i) {
    int is_choice = !p->choices || !p->value.word;

    if (key_is(map->key[i], &p->value)) found = i;
    for (int k = 0; !is_choice && k < p->choices->num; ++k) {
      const GudNode *c = p->choices->item[k];
      Value word = {.word = truth(c->text, strlen(c->text)) ? truth(c->text, strlen(c->text)) : c->text};

      is_choice = key_is(map->key[i], &word);
    }
    if (is_choice || !strcmp(map->key[i], "otherwise")) continue;
    gud_diag_error(diag, map->key_mark[i], "'%s' is not a choice of parameter '%s'", map->key[i], p->name);
    ok = 0;
  }
  if (found < 0) found = gud_node_find(map, "otherwise");
  if (found >= 0) return ok ? map->item[found] : NULL;
  join(all, sizeof(all), map->key + 1, map->num - 1);
  if (p->value.word)
    gud_diag_error(diag, map->mark, "by: nothing is written for %s = %s, only for %s%s", p->name,
                   p->value.word, all, gud_hint(hint, p->value.word, map->key + 1, map->num - 1));
  else
    gud_diag_error(diag, map->mark, "by: nothing is written for %s = %g, only for %s", p->name,
                   p->value.number, all);
  return NULL;
}

static int is_selection(const GudNode *n)
{
  return n->kind == GUD_NODE_MAPPING && n->num > 0 && !strcmp(n->key[0], "by") &&
         n->item[0]->kind == GUD_NODE_SCALAR && n->item[0]->text[0] == '$';
}

static int select_below(GudEnv *env, GudNode *n, GudDiag *diag, int is_root)
{
  int ok = 1, dropped = 0;

  for (int i = 0; n->kind != GUD_NODE_SCALAR && i < n->num; ++i) {
    int chosen = 0;

    if (is_root && n->kind == GUD_NODE_MAPPING && !strcmp(n->key[i], "parameters")) continue;
    while (is_selection(n->item[i])) {
      GudNode *value = choose(env, n->item[i], diag);

      if (!value) {
        ok = 0;
        break;
      }
      n->item[i] = value;
      chosen     = 1;
    }
    if (chosen && gud_node_is_null(n->item[i])) {
      n->item[i] = NULL;
      dropped    = 1;
    } else if (!is_selection(n->item[i])) {
      ok = select_below(env, n->item[i], diag, 0) && ok;
    }
  }
  if (dropped) gud_node_compact(n);
  return ok;
}

int gud_env_select(GudEnv *env, GudNode *root, GudDiag *diag)
{
  return select_below(env, root, diag, 1);
}

int gud_env_condition(GudEnv *env, const GudNode *scalar, GudDiag *diag, int *value)
{
  GudArena       arena = {0};
  const GudExpr *e     = gud_expr_parse(env, scalar, 0, diag, &arena);
  double         x     = 0;
  int            ok    = e != NULL;

  if (ok && !gud_dim_none(e->dim)) {
    gud_diag_error(diag, scalar->mark, "a condition is true or false; found %s", dim_words(e->dim));
    ok = 0;
  }
  ok = ok && gud_expr_constant(e, scalar, diag, &x);
  if (ok) *value = x != 0;
  gud_arena_free(&arena);
  return ok;
}
