/* Parameters, selection by them, conditions. See expr.h for the rules. */
#include "text/expr.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hint.h"
#include "text/expr_internal.h"
#include "text/units.h"

/* ---- names and words ---- */

static int name_start(char c)
{
  return isalpha((unsigned char)c) || c == '_';
}

size_t gud_name_length(const char *s)
{
  size_t n = 0;

  if (!name_start(*s)) return 0;
  for (;;) {
    while (isalnum((unsigned char)s[n]) || s[n] == '_') ++n;
    if (s[n] != '.' || !name_start(s[n + 1])) return n;
    ++n;
  }
}

const char *gud_word_truth(const char *s, size_t n)
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

Param *gud_param_find(const GudEnv *env, const char *name, size_t length)
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

static int is_word_text(const char *s)
{
  size_t n = gud_name_length(s);

  return n > 0 && !s[n] && !strchr(s, '.');
}

static int in_choices(const GudNode *choices, const char *text)
{
  for (int i = 0; choices && i < choices->num; ++i)
    if (choices->item[i]->kind == GUD_NODE_SCALAR && !strcmp(choices->item[i]->text, text)) return 1;
  return 0;
}

/* ---- values ---- */

/* A value as written: a word, or an expression. */
static int read_value(GudEnv *env, const GudNode *node, const GudNode *choices, Value *out)
{
  GudUnit     unit;
  const char *text = node->kind == GUD_NODE_SCALAR ? node->text : "";
  size_t      n    = strlen(text);

  memset(out, 0, sizeof(*out));
  out->word = gud_word_truth(text, n);
  if (out->word) return 1;
  if ((is_word_text(text) || in_choices(choices, text)) && !gud_node_is_null(node)) {
    int known = gud_param_find(env, text, n) || !strcmp(text, "pi") || !strcmp(text, "t") ||
                gud_unit_find(text, n, &unit);

    if (node->quoted || in_choices(choices, text) || !known) {
      out->word = gud_arena_text(&env->arena, text);
      return 1;
    }
  }
  return gud_expr_value(env, node, out);
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

/* A bare number for a parameter whose default has a unit other than SI, such as 80 for 60 deg, is probably meant in that unit: which
   one was assumed is said. */
static void warn_of_bare_number(GudEnv *env, const Param *p)
{
  char       *end, *set_end, why[GUD_UNIT_WHY], si[GUD_DIM_SIZE];
  const char *text = p->node->text;
  GudUnit     unit;

  if (strtod(text, &end) == 0 || end == text || !gud_unit_parse(end, &unit, why) || unit.factor == 1) return;
  while (isspace((unsigned char)*end)) ++end;
  if (strtod(p->override->text, &set_end) == 0 || *set_end) return;
  gud_dim_unit(unit.dim, si);
  gud_diag_warn(
    env->diag, p->override->mark,
    "a number without unit is SI: %s was assumed; the default, '%s', is in %s: to mean that write "
    "%s=\"%s %s\"",
    gud_dim_none(unit.dim) ? "rad" : si, text, end, p->name, p->override->text, end);
}

/* The value of --set: it must be of the same kind and dimension as the default. */
static int override_value(GudEnv *env, Param *p)
{
  Value       v;
  const char *has = p->value.word ? "a word" : gud_expr_dim_words(p->value.dim);

  if (!read_value(env, p->override, p->choices, &v)) return 0;
  if (!v.word != !p->value.word) {
    gud_diag_error(env->diag, p->override->mark, "the parameter is %s, this is %s", has,
                   v.word ? "a word" : "a number");
    return 0;
  }
  if (!v.word && gud_dim_none(v.dim)) v.dim = p->value.dim;
  if (!v.word && !gud_dim_none(p->value.dim) && !gud_dim_equal(v.dim, p->value.dim)) {
    gud_diag_error(env->diag, p->override->mark, "the parameter is %s, this is %s", has,
                   gud_expr_dim_words(v.dim));
    return 0;
  }
  if (!v.word) warn_of_bare_number(env, p);
  p->value = v;
  return check_choices(env, p, p->override);
}

static int apply_override(GudEnv *env, Param *p)
{
  char        who[MAX_NAME + 80];
  const char *old;
  int         ok;

  snprintf(who, sizeof(who), "--set %s=%.60s: ", p->name, p->override->text);
  old = gud_diag_set_prefix(env->diag, who);
  ok  = override_value(env, p);
  gud_diag_set_prefix(env->diag, old);
  return ok;
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

int gud_param_evaluate(GudEnv *env, Param *p)
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

/* ---- collecting ---- */

/* m, kg, s: the units that are written most and mistaken most; J, P or g are usual names for other things. */
static int is_base(const GudUnit *u)
{
  return u->factor == 1 && abs(u->dim.m) + abs(u->dim.kg) + abs(u->dim.s) == 1 &&
         u->dim.m + u->dim.kg + u->dim.s == 1;
}

static void add_param(GudEnv *env, const char *name, GudMark mark, const GudNode *value)
{
  Param   p = {.name = name, .mark = mark, .node = value};
  GudUnit unit;

  if (!strcmp(name, "t") || !strcmp(name, "pi") || !strcmp(name, "and") || !strcmp(name, "or") ||
      !strcmp(name, "not") || gud_word_truth(name, strlen(name))) {
    gud_diag_error(env->diag, mark, "'%s' has a meaning of its own and cannot be a parameter", name);
    return;
  }
  if (gud_unit_find(name, strlen(name), &unit) && is_base(&unit))
    gud_diag_warn(
      env->diag, mark,
      "parameter '%s' has the name of a unit and hides it: '2*%s' and '5 N/%s' mean the parameter "
      "(only right behind a number, '5 %s', it is the unit)",
      name, name, name, name);
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
    if (gud_name_length(key) != b || a + b + 1 > MAX_NAME) {
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
  char       *name, hint[GUD_OFFER_SIZE];
  GudNode    *node;
  Param      *p;

  if (!equal || equal == set) {
    gud_diag_error(env->diag, mark, "--set %.60s: expected name=value", set);
    return;
  }
  while (isspace((unsigned char)*set)) ++set;
  for (end = equal; end > set && isspace((unsigned char)end[-1]);) --end;
  name = gud_arena_copy(&env->arena, set, (size_t)(end - set));
  p    = gud_param_find(env, name, strlen(name));
  if (!p) {
    if (env->num == 0) gud_diag_error(env->diag, mark, "--set %.60s: the model has no parameters", name);
    else
      gud_diag_error(env->diag, mark, "--set %.60s: the model has no such parameter%s", name,
                     gud_offer(hint, name, env->names, env->num));
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
  char    show[GUD_SHOW_SIZE];

  env->diag = diag;
  if (parameters && parameters->kind == GUD_NODE_MAPPING) collect(env, parameters, "");
  else if (parameters && !gud_node_is_null(parameters))
    gud_diag_error(diag, parameters->mark, "parameters: expected a mapping of names and values, found %s",
                   gud_node_show(parameters, show));
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
  for (int i = 0; i < env->num; ++i) gud_param_evaluate(env, &env->list[i]);
  return env;
}

void gud_env_free(GudEnv *env)
{
  if (!env) return;
  gud_arena_free(&env->arena);
  free(env->list);
  free(env);
}

void gud_env_set_arguments(GudEnv *env, const GudArgumentName *list, int num)
{
  env->arguments     = list;
  env->num_arguments = num;
}

const GudArgumentName *gud_env_argument(const GudEnv *env, const char *name, size_t length)
{
  for (int i = 0; env && i < env->num_arguments; ++i)
    if (strlen(env->arguments[i].name) == length && !memcmp(env->arguments[i].name, name, length))
      return &env->arguments[i];
  return NULL;
}

const GudArgumentName *gud_env_argument_at(const GudEnv *env, int i)
{
  return env && i < env->num_arguments ? &env->arguments[i] : NULL;
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

/* ---- words, selections, conditions ---- */

/* The parameter meant by a text that begins with '$'; NULL after an error. */
static Param *dollar_param(GudEnv *env, const GudNode *node, GudDiag *diag)
{
  const char *s     = node->text + 1;
  int         brace = *s == '{';
  size_t      n     = gud_name_length(s += brace);
  char        text[MAX_NAME + 1], hint[GUD_HINT_SIZE];
  Param      *p = gud_param_find(env, s, n);

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
  if (gud_param_evaluate(env, p)) return p;
  gud_diag_follow(diag);
  return NULL;
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

/* A word in the one spelling that true and false have as values. */
static const char *plain(const char *word)
{
  const char *truth = gud_word_truth(word, strlen(word));

  return truth ? truth : word;
}

static int key_is(const char *key, const Value *v)
{
  char *end;

  if (v->word) return !strcmp(plain(key), v->word);
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
      Value word = {.word = plain(p->choices->item[k]->text)};

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

      if (!value) { /* there is no value, and that is reported once */
        value       = gud_arena_alloc(&env->arena, sizeof(*value));
        value->kind = GUD_NODE_SCALAR;
        value->mark = n->item[i]->mark;
        value->text = "";
        n->item[i]  = value;
        gud_diag_mute(diag, value->mark);
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
    gud_diag_error(diag, scalar->mark, "a condition is true or false; found %s", gud_expr_dim_words(e->dim));
    ok = 0;
  }
  ok = ok && gud_expr_constant(e, scalar, diag, &x);
  if (ok) *value = x != 0;
  gud_arena_free(&arena);
  return ok;
}
