/* Expressions: from a text to postfix code. See expr.h for the grammar. */
#include "text/expr.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "text/expr_internal.h"
#include "text/units.h"

#define PI 3.14159265358979323846

enum { MAX_LENGTH = 10000 };

static Part parse_or(Parser *ps);
static Part parse_unary(Parser *ps);

/* ---- numbers, calls, names ---- */

static void skip(Parser *ps)
{
  while (isspace((unsigned char)*ps->p)) ++ps->p;
}

static int at_keyword(Parser *ps, const char *word)
{
  size_t n;

  skip(ps);
  n = gud_name_length(ps->p);
  return n == strlen(word) && !memcmp(ps->p, word, n);
}

static int is_param(void *env, const char *name, size_t length)
{
  return gud_param_find(env, name, length) != NULL;
}

static int claims_all(void *context, const char *name, size_t length)
{
  (void)context;
  (void)name;
  (void)length;
  return 1;
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
    if (gud_name_length(p)) gud_expr_unknown(ps, start, 1 + gud_name_length(p), "name", 1); /* .nan, .inf */
    else FAIL(ps, start, "'.' is not a number");
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
  n = gud_unit_name_length(ps->p);
  if (n > 0 && !at_keyword(ps, "and") && !at_keyword(ps, "or")) {
    const char *q = ps->p;

    if (!gud_unit_find(q, n, &unit)) {
      if (gud_param_find(ps->env, q, n) || q[n] == '(')
        FAIL(ps, q, "an operator is missing before '%.*s'", (int)n, q);
      else gud_expr_unknown(ps, q, n, "unit", 1);
      return r;
    }
    if (!gud_unit_scan(&q, is_param, ps->env, &unit, &claimed, why)) {
      FAIL(ps, q, "%s", why);
      return r;
    }
    if (claimed)
      gud_diag_warn(ps->diag, gud_node_mark_at(ps->node, (size_t)(claimed - ps->text)),
                    "'%.*s' is a parameter here, not the unit", (int)gud_name_length(claimed), claimed);
    ps->p = q;
  }
  gud_expr_emit(ps, OP_NUM, x * unit.factor, start);
  r.dim = unit.dim;
  return r;
}

static Part call(Parser *ps, size_t length)
{
  const char *at = ps->p;
  Part        a[5], r = {0};
  int         which = -1, n = 0;

  for (int i = 0; i < NUM_FUNCTIONS; ++i)
    if (strlen(gud_expr_functions[i].name) == length && !memcmp(gud_expr_functions[i].name, at, length))
      which = i;
  if (which < 0) {
    GudUnit unit;

    if (gud_param_find(ps->env, at, length) || gud_unit_find(at, length, &unit))
      FAIL(ps, at + length, "an operator is missing before '('");
    else gud_expr_unknown(ps, at, length, "function", 0);
    return r;
  }
  ps->p += length;
  skip(ps);
  do {
    int folds = gud_expr_functions[which].max_args > 5 && n == 2; /* min(a, b, c) = min(min(a, b), c) */

    ++ps->p; /* ( or , */
    if (folds) {
      a[0] = gud_expr_apply(ps, which, at, a, 2);
      n    = 1;
    }
    if (n == gud_expr_functions[which].max_args) {
      FAIL(ps, at, "%s() takes %d argument%s", gud_expr_functions[which].name, n, n == 1 ? "" : "s");
      return r;
    }
    a[n] = parse_or(ps);
    gud_expr_to_number(ps, &a[n++]);
    skip(ps);
  } while (!ps->failed && *ps->p == ',');
  if (ps->failed) return r;
  if (*ps->p != ')') {
    FAIL(ps, ps->p, "')' is missing%s",
         *ps->p || ps->node->quoted ? "" : "; a value with a comma inside { } or [ ] must be in quotes");
    return r;
  }
  ++ps->p;
  if (n < gud_expr_functions[which].min_args) {
    FAIL(ps, at, "%s() takes %s%d arguments, found %d", gud_expr_functions[which].name,
         gud_expr_functions[which].max_args > 5 ? "at least " : "", gud_expr_functions[which].min_args, n);
    return r;
  }
  return gud_expr_apply(ps, which, at, a, n);
}

/* The value of a parameter; errors in its own definition have been reported there. */
static Part use_param(Parser *ps, Param *p, const char *at, size_t length)
{
  Part r = {0};

  if (!gud_param_evaluate(ps->env, p)) {
    gud_diag_follow(ps->diag);
    return gud_expr_give_up(ps);
  }
  r.at     = (size_t)(at - ps->text);
  r.length = length;
  r.param  = p;
  r.word   = p->value.word;
  r.dim    = p->value.dim;
  if (!r.word) gud_expr_emit(ps, OP_NUM, p->value.number, at);
  return r;
}

/* A probe: the number of its argument, one for each name. */
static Part use_argument(Parser *ps, const GudArgumentName *a, const char *at)
{
  Part r = {.dim = a->dim};
  int  k = 0;

  if (a->why) {
    FAIL(ps, at, "%s", a->why);
    return r;
  }
  while (k < ps->num_arguments && ps->argument[k].name != a->name) ++k;
  if (k == GUD_MAX_ARGUMENTS) {
    FAIL(ps, at, "a function of more than %d probes", GUD_MAX_ARGUMENTS);
    return r;
  }
  if (k == ps->num_arguments) {
    ps->argument[k]      = *a;
    ps->argument[k].mark = gud_node_mark_at(ps->node, (size_t)(at - ps->text));
    ps->num_arguments++;
  }
  gud_expr_emit(ps, OP_ARGUMENT, k, at);
  return r;
}

static int has_argument(const Ins *code, int num)
{
  for (int i = 0; i < num; ++i)
    if (code[i].op == OP_ARGUMENT) return 1;
  return 0;
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
  size_t      n  = gud_name_length(at);
  Param      *p  = gud_param_find(ps->env, at, n);
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
  if (p && !(want_word && gud_param_evaluate(ps->env, p) && !p->value.word)) return use_param(ps, p, at, n);
  if (!want_word) {
    if (n == 1 && *at == 't') {
      if (!ps->allow_time) FAIL(ps, at, "the time t cannot be used here, the value must be constant");
      gud_expr_emit(ps, OP_TIME, 0, at);
      r.has_time = 1;
      r.dim      = (GudDim)GUD_TIME;
      return r;
    }
    if (n == 2 && !memcmp(at, "pi", 2)) {
      gud_expr_emit(ps, OP_NUM, PI, at);
      return r;
    }
    if (ps->allow_time && gud_env_argument(ps->env, at, n))
      return use_argument(ps, gud_env_argument(ps->env, at, n), at);
    if (gud_unit_find(at, n, &unit) && !before_equal(ps, ps->p)) {
      const char *q = at;
      char        why[GUD_UNIT_WHY];

      /* stops at * and /, so that x/m/s is (x/m)/s */
      if (!gud_unit_scan(&q, claims_all, NULL, &unit, NULL, why)) {
        FAIL(ps, q, "%s", why);
        return r;
      }
      ps->p = q;
      gud_expr_emit(ps, OP_NUM, unit.factor, at);
      r.dim = unit.dim;
      return r;
    }
  }
  if (want_word || before_equal(ps, ps->p) || gud_word_truth(at, n)) {
    r.word   = gud_word_truth(at, n) ? gud_word_truth(at, n) : gud_arena_copy(ps->arena, at, n);
    r.at     = (size_t)(at - ps->text);
    r.length = n;
    return r;
  }
  gud_expr_unknown(ps, at, n, "name", 1);
  return r;
}

static Part dollar_name(Parser *ps)
{
  const char *at    = ps->p + 1;
  int         brace = *at == '{';
  size_t      n     = gud_name_length(at += brace);
  char        text[MAX_NAME + 1], hint[GUD_HINT_SIZE];
  Param      *p = n ? gud_param_find(ps->env, at, n) : NULL;

  if (n == 0 || n > MAX_NAME || (brace && at[n] != '}')) {
    FAIL(ps, ps->p, "write $name or ${name} for a parameter");
    return gud_expr_give_up(ps);
  }
  if (!p) {
    snprintf(text, sizeof(text), "%.*s", (int)n, at);
    FAIL(ps, ps->p, "unknown parameter '%s'%s", text,
         gud_hint(hint, text, ps->env ? ps->env->names : NULL, ps->env ? ps->env->num : 0));
    return gud_expr_give_up(ps);
  }
  ps->p = at + n + brace;
  return use_param(ps, p, at, n);
}

/* ---- the grammar, from the tightest to the loosest ---- */

static Part parse_primary(Parser *ps)
{
  Part r         = {0};
  int  want_word = ps->want_word;

  ps->want_word = 0;
  skip(ps);
  if (isdigit((unsigned char)*ps->p) || *ps->p == '.') return number(ps);
  if (gud_name_length(ps->p)) return name(ps, want_word);
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
  gud_expr_to_number(ps, &a);
  if (ps->failed) return a;
  ps->p += *at == '^' ? 1 : 2;
  start = ps->num;
  b     = parse_unary(ps);
  gud_expr_to_number(ps, &b);
  gud_expr_need_number(ps, b, at, "an exponent");
  if (ps->failed) return a;
  if (!gud_dim_none(a.dim)) {
    int varies = b.has_time || has_argument(ps->code + start, ps->num - start);

    if (!varies) {
      exponent = gud_expr_run(ps->code + start, ps->num - start, (Where){.by = -1}, NULL, NULL).f;
      if (isnan(exponent)) exponent = 1; /* the value is reported as not finite later */
      gud_expr_scale_dim(ps, &a, exponent, at);
    } else if (gud_expr_pure_time(a)) {
      a.dim = (GudDim)GUD_NUMBER;
    } else {
      FAIL(ps, at, "%s can only have a constant exponent", gud_expr_dim_words(a.dim));
    }
  }
  gud_expr_emit(ps, OP_POW, 0, at);
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
      gud_expr_to_number(ps, &a);
      if (*at == '-') gud_expr_emit(ps, OP_NEG, 0, at);
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
    gud_expr_to_number(ps, &a);
    if (ps->failed) return a;
    ++ps->p;
    b = parse_unary(ps);
    gud_expr_to_number(ps, &b);
    if (ps->failed) return a;
    if (!gud_dim_times(a.dim, b.dim, *at == '*' ? 1 : -1, &a.dim))
      FAIL(ps, at, "the exponents of the unit are too large");
    a.has_time = a.has_time || b.has_time;
    gud_expr_emit(ps, *at == '*' ? OP_MUL : OP_DIV, 0, at);
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
    gud_expr_to_number(ps, &a);
    if (ps->failed) return a;
    ++ps->p;
    b = parse_term(ps);
    gud_expr_to_number(ps, &b);
    if (ps->failed) return a;
    if (!gud_expr_sum_dim(a, b, &a.dim))
      FAIL(ps, at, "cannot %s %s and %s", *at == '+' ? "add" : "subtract", gud_expr_dim_words(a.dim),
           gud_expr_dim_words(b.dim));
    a.has_time = a.has_time || b.has_time;
    gud_expr_emit(ps, *at == '+' ? OP_ADD : OP_SUB, 0, at);
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
    const GudNode *c     = p->choices->item[i];
    const char    *truth = gud_word_truth(c->text, strlen(c->text));

    if (c->kind != GUD_NODE_SCALAR) continue;
    if (!strcmp(c->text, literal.word) || (truth && !strcmp(truth, literal.word))) return;
    if (n < GUD_COUNT(list)) list[n++] = c->text;
  }
  FAIL(ps, ps->text + literal.at, "'%s' is not a choice of parameter '%s'%s", literal.word, p->name,
       gud_hint(hint, literal.word, list, n));
}

static Part compare_words(Parser *ps, Part a, Part b, Op op, const char *at)
{
  Part r = {0};

  if (!a.word || (!a.param && !b.param)) {
    /* "ideal == 3", "ideal == dry": the literal is an unknown name */
    gud_expr_to_number(ps, a.word ? &a : &b);
    if (!ps->failed && a.word == NULL) FAIL(ps, at, "a number is compared with a word");
  } else if (!b.word) {
    FAIL(ps, at, "the word '%.40s' is compared with a number", a.word);
  } else if (op != OP_EQ && op != OP_NE) {
    FAIL(ps, at, "words can be compared with == and != only");
  } else {
    if (a.param && !b.param) check_choice(ps, a.param, b);
    if (b.param && !a.param) check_choice(ps, b.param, a);
    gud_expr_emit(ps, OP_NUM, (strcmp(a.word, b.word) == 0) == (op == OP_EQ), at);
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
    if (!gud_expr_sum_dim(a, b, &dim))
      FAIL(ps, at, "cannot compare %s with %s", gud_expr_dim_words(a.dim), gud_expr_dim_words(b.dim));
    gud_expr_emit(ps, op, 0, at);
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
    gud_expr_to_number(ps, &a);
    gud_expr_need_number(ps, a, at, "'not'");
    gud_expr_emit(ps, OP_NOT, 0, at);
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

    gud_expr_to_number(ps, &a);
    gud_expr_need_number(ps, a, at, level ? "'and'" : "'or'");
    if (ps->failed) return a;
    ps->p += strlen(word);
    b = level ? parse_not(ps) : parse_logic(ps, 1);
    gud_expr_to_number(ps, &b);
    gud_expr_need_number(ps, b, at, level ? "'and'" : "'or'");
    gud_expr_emit(ps, level ? OP_AND : OP_OR, 0, at);
    a.dim      = (GudDim)GUD_NUMBER;
    a.has_time = a.has_time || b.has_time;
  }
  return a;
}

static Part parse_or(Parser *ps)
{
  return parse_logic(ps, 0);
}

/* ---- the doors ---- */

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
    else if (*ps->p == ',') FAIL(ps, ps->p, "unexpected ','; decimals are written with a point");
    else if (!strncmp(ps->p, "\xc2\xb0", 2))
      FAIL(ps, ps->p, "unexpected '\xc2\xb0'; degrees are written 'deg'");
    else FAIL(ps, ps->p, "unexpected '%.20s'; is an operator missing?", ps->p);
  }
  return !ps->failed;
}

GudExpr *gud_expr_parse(GudEnv *env, const GudNode *scalar, int allow_time, GudDiag *diag, GudArena *arena)
{
  Parser   ps = {.env = env, .diag = diag, .arena = arena, .node = scalar, .allow_time = allow_time};
  Part     part;
  GudExpr *e = NULL;

  if (parse_all(&ps, &part)) gud_expr_to_number(&ps, &part);
  else ps.failed = 1;
  if (!ps.failed) {
    e                = gud_arena_alloc(arena, sizeof(*e));
    e->code          = gud_arena_alloc(arena, sizeof(*e->code) * (size_t)ps.num);
    e->num           = ps.num;
    e->dim           = part.dim;
    e->has_time      = part.has_time;
    e->num_arguments = ps.num_arguments;
    memcpy(e->argument, ps.argument, sizeof(e->argument));
    memcpy(e->code, ps.code, sizeof(*e->code) * (size_t)ps.num);
  }
  free(ps.code);
  return e;
}

int gud_expr_value(GudEnv *env, const GudNode *scalar, Value *out)
{
  Parser      ps = {.env = env, .diag = env->diag, .arena = &env->arena, .node = scalar};
  Part        part;
  const char *why = NULL;
  int         at = 0, ok = parse_all(&ps, &part);

  if (ok && part.word && !part.param) gud_expr_to_number(&ps, &part); /* a literal true */
  ok = ok && !ps.failed;
  if (ok && part.word) out->word = part.word;
  if (ok && !part.word) {
    out->dim    = part.dim;
    out->number = gud_expr_run(ps.code, ps.num, (Where){.by = -1}, &why, &at).f;
    if (!isfinite(out->number)) {
      gud_diag_error(env->diag, gud_node_mark_at(scalar, (size_t)at), "the value is not a finite number: %s",
                     why ? why : "it has no value");
      ok = 0;
    }
  }
  free(ps.code);
  return ok;
}
