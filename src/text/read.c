/* Table-driven reading. See read.h. */
#include "text/read.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/hint.h"
#include "text/expr_internal.h"
#include "text/units.h"

static const double max_number =
  1e30; /* beyond any quantity of mechanics, and its square is still a number */

enum { PREFIX_SIZE = 500 };

/* "joint 'pin', 'length': ", which begins every message */
static const char *prefix_of(const GudReader *rd, char buf[PREFIX_SIZE])
{
  buf[0] = '\0';
  if (rd->what && rd->key) snprintf(buf, PREFIX_SIZE, "%s, '%s': ", rd->what, rd->key);
  else if (rd->what || rd->key) snprintf(buf, PREFIX_SIZE, "%s: ", rd->what ? rd->what : rd->key);
  return buf;
}

void gud_read_error(GudReader *rd, GudMark mark, const char *fmt, ...)
{
  char    text[1000], who[PREFIX_SIZE];
  va_list args;

  va_start(args, fmt);
  vsnprintf(text, sizeof(text), fmt, args);
  va_end(args);
  gud_diag_error(rd->diag, mark, "%s%s", prefix_of(rd, who), text);
}

/* ---- expressions, which do not know the reader: their messages begin as all others ---- */

GudExpr *gud_read_expr(GudReader *rd, const GudNode *node, int allow_time, GudArena *arena)
{
  char        who[PREFIX_SIZE];
  const char *old = gud_diag_set_prefix(rd->diag, prefix_of(rd, who));
  GudExpr    *e   = gud_expr_parse(rd->env, node, allow_time, rd->diag, arena);

  gud_diag_set_prefix(rd->diag, old);
  return e;
}

static int constant(GudReader *rd, const GudExpr *e, const GudNode *node, double *x)
{
  char        who[PREFIX_SIZE];
  const char *old = gud_diag_set_prefix(rd->diag, prefix_of(rd, who));
  int         ok  = gud_expr_constant(e, node, rd->diag, x);

  gud_diag_set_prefix(rd->diag, old);
  return ok;
}

static const char *word_of(GudReader *rd, const GudNode *node)
{
  char        who[PREFIX_SIZE];
  const char *old  = gud_diag_set_prefix(rd->diag, prefix_of(rd, who));
  const char *word = gud_env_word(rd->env, node, rd->diag);

  gud_diag_set_prefix(rd->diag, old);
  return word;
}

/* ---- scalars ---- */

void gud_read_wrong_dim(GudReader *rd, const GudNode *node, GudDim expected, GudDim found)
{
  char show[GUD_SHOW_SIZE], want[GUD_DIM_SIZE], got[GUD_DIM_SIZE];

  gud_read_error(rd, node->mark, "expected %s, found %s, %s", gud_dim_words(expected, want),
                 gud_node_show(node, show), gud_dim_words(found, got));
}

/* Only a filled scalar can hold what is expected. */
static int need_scalar(GudReader *rd, const GudNode *node, const char *expected)
{
  char show[GUD_SHOW_SIZE];

  if (node->kind == GUD_NODE_SCALAR && !gud_node_is_null(node)) return 1;
  gud_read_error(rd, node->mark, "expected %s, found %s", expected, gud_node_show(node, show));
  return 0;
}

int gud_read_real(GudReader *rd, const GudNode *node, GudDim dim, double *x)
{
  GudArena       arena = {0};
  char           want[GUD_DIM_SIZE];
  const GudExpr *e;
  double         value;
  int            ok = 0;

  *x = NAN;
  if (!need_scalar(rd, node, gud_dim_words(dim, want))) return 0;
  e = gud_read_expr(rd, node, 0, &arena);
  if (e && !gud_expr_agrees(e, dim)) {
    gud_read_wrong_dim(rd, node, dim, gud_expr_dim(e));
  } else if (e && constant(rd, e, node, &value)) {
    ok = fabs(value) <= max_number;
    if (ok) *x = value;
    else gud_read_error(rd, node->mark, "the number %g is too large", value);
  }
  gud_arena_free(&arena);
  return ok;
}

int gud_read_int(GudReader *rd, const GudNode *node, int *x)
{
  static const GudDim none = GUD_NUMBER;
  double              value;

  *x = 0;
  if (!gud_read_real(rd, node, none, &value)) return 0;
  if (value != floor(value) || fabs(value) > 2147483647.) {
    gud_read_error(rd, node->mark, "expected a whole number, found %.12g", value);
    return 0;
  }
  *x = (int)value;
  return 1;
}

int gud_read_text(GudReader *rd, const GudNode *node, const char **text)
{
  const char *word;

  *text = NULL;
  if (node->kind == GUD_NODE_SCALAR && node->quoted && !node->text[0]) word = "";
  else if (!need_scalar(rd, node, "a text")) return 0;
  else word = word_of(rd, node);
  if (!word) return 0;
  *text = gud_arena_text(rd->arena, word);
  return 1;
}

int gud_read_word(GudReader *rd, const GudNode *node, const char **word)
{
  const char *s;

  *word = NULL;
  if (!need_scalar(rd, node, "a word")) return 0;
  s = word_of(rd, node);
  if (!s) return 0;
  for (const char *c = s; *c; ++c) {
    if (isalnum((unsigned char)*c) || strchr("_.-", *c)) continue;
    gud_read_error(rd, node->mark, "expected a word (letters, digits, _ . -), found '%.40s'", s);
    return 0;
  }
  if (!*s) {
    gud_read_error(rd, node->mark, "expected a word, found an empty text");
    return 0;
  }
  *word = gud_arena_text(rd->arena, s);
  return 1;
}

int gud_read_bool(GudReader *rd, const GudNode *node, int *x)
{
  static const char *const words[] = {"true", "yes", "on", "false", "no", "off"};
  const char              *s;

  *x = 0;
  if (!need_scalar(rd, node, "true or false")) return 0;
  s = word_of(rd, node);
  if (!s) return 0;
  for (int i = 0; i < 6; ++i) {
    size_t k = 0;

    while (s[k] && tolower((unsigned char)s[k]) == words[i][k]) ++k;
    if (s[k] || words[i][k]) continue;
    *x = i < 3;
    return 1;
  }
  gud_read_error(rd, node->mark, "expected true or false, found '%.40s'", s);
  return 0;
}

/* "a, b, c" */
static void join(char *buf, size_t size, const char *const *list, int n)
{
  size_t used = 0;

  buf[0] = '\0';
  for (int i = 0; i < n && used + 1 < size; ++i) {
    int k = snprintf(buf + used, size - used, "%s%s", i ? ", " : "", list[i]);

    used += k < 0 ? 0 : (size_t)k;
  }
}

/* Index of the word in a list, with an error that shows the list. */
static int find_word(GudReader *rd, const GudNode *node, const char *const *list, int n, const char *noun)
{
  char        hint[GUD_HINT_SIZE], all[500];
  const char *s;

  if (!need_scalar(rd, node, noun)) return -1;
  s = word_of(rd, node);
  if (!s) return -1;
  for (int i = 0; i < n; ++i)
    if (!strcmp(list[i], s)) return i;
  gud_hint(hint, s, list, n);
  join(all, sizeof(all), list, n);
  gud_read_error(rd, node->mark, "'%.40s' is not %s (%s)%s", s, noun, all, hint);
  return -1;
}

enum { MAX_CHOICES = 64 };

int gud_read_choice(GudReader *rd, const GudNode *node, const char *choices, int *index)
{
  GudArena    arena = {0};
  const char *list[MAX_CHOICES];
  int         n = 0;

  for (const char *s = choices; n < MAX_CHOICES;) {
    size_t k = strcspn(s, "|");

    list[n++] = gud_arena_copy(&arena, s, k);
    if (!s[k]) break;
    s += k + 1;
  }
  *index = find_word(rd, node, list, n, "one of the choices");
  gud_arena_free(&arena);
  if (*index >= 0) return 1;
  *index = 0;
  return 0;
}

int gud_read_type(GudReader *rd, const GudNode *node, const GudTypeInfo *types, int n, const char *noun)
{
  const char **list = gud_alloc(sizeof(*list) * (size_t)n);
  char         words[80];
  int          found;

  for (int i = 0; i < n; ++i) list[i] = types[i].name;
  snprintf(words, sizeof(words), "a type of %.60s", noun);
  found = find_word(rd, node, list, n, words);
  free(list);
  return found;
}

int gud_read_function(GudReader *rd, const GudNode *node, GudDim dim)
{
  return gud_function_read(rd, node, dim);
}

/* ---- lists ---- */

/* Vectors whose only component in the plane is z: spins, moments, rotational stiffness and damping, axes. */
static int is_axial(GudDim d)
{
  static const GudDim axial[] = {GUD_NUMBER, GUD_ANG_VELOCITY, GUD_ANG_ACCEL, GUD_MOMENT, GUD_ROT_DAMPING};

  for (int i = 0; i < GUD_COUNT(axial); ++i)
    if (gud_dim_equal(d, axial[i])) return 1;
  return 0;
}

/* Is [0, -9,81] probably meant as [0, -9.81]? */
static int decimal_comma(const GudNode *a, const GudNode *b)
{
  return a->kind == GUD_NODE_SCALAR && b->kind == GUD_NODE_SCALAR && isdigit((unsigned char)b->text[0]) &&
         a->mark.line == b->mark.line && a->mark.column + (int)strlen(a->text) + 1 == b->mark.column;
}

int gud_read_vector(GudReader *rd, const GudNode *node, GudDim dim, double x[3])
{
  int  n = node->kind == GUD_NODE_SEQUENCE ? node->num : 0, ok = 1;
  char show[GUD_SHOW_SIZE];

  x[0] = x[1] = x[2] = 0;
  if (node->kind == GUD_NODE_SCALAR && strlen(node->text) == 1 && strchr("xyz", node->text[0]) &&
      !(rd->env && gud_param_find(rd->env, node->text, 1))) {
    gud_read_error(rd, node->mark, "expected %s, found '%s'; the direction of x is %s",
                   rd->space == 2 ? "[x, y]" : "[x, y, z]", node->text,
                   rd->space == 2 ? "[1, 0]" : "[1, 0, 0]");
    return 0;
  }
  if (node->kind == GUD_NODE_SCALAR && !gud_node_is_null(node) && rd->space == 2 && is_axial(dim))
    return gud_read_real(rd, node, dim, &x[2]);
  if (node->kind != GUD_NODE_SEQUENCE) {
    gud_read_error(rd, node->mark, "expected %s, found %s", rd->space == 2 ? "[x, y]" : "[x, y, z]",
                   gud_node_show(node, show));
    return 0;
  }
  if (n != 3 && !(n == 2 && rd->space == 2)) {
    gud_read_error(rd, node->mark, "expected %s, found %d number%s%s",
                   rd->space == 2 ? "[x, y]" : "[x, y, z]", n, n == 1 ? "" : "s",
                   n == 2 ? "; a model in the plane has 'space: 2d' at its top" : "");
    return 0;
  }
  for (int i = 0; i < n; ++i) ok = gud_read_real(rd, node->item[i], dim, &x[i]) && ok;
  if (ok && rd->space == 2 && n == 3 && x[2] != 0 && !is_axial(dim)) {
    gud_read_error(
      rd, node->item[2]->mark, "the model is plane (space: 2d): the third component must be 0%s",
      decimal_comma(node->item[1], node->item[2]) ? "; is a decimal comma meant? Numbers have a point" : "");
    ok = 0;
  }
  return ok;
}

int gud_read_matrix(GudReader *rd, const GudNode *node, GudDim dim, double m[9])
{
  int    n = node->kind == GUD_NODE_SEQUENCE ? node->num : 0, nested = n == 3, ok = 1;
  double top = 0;

  memset(m, 0, 9 * sizeof(*m));
  for (int i = 0; nested && i < 3; ++i)
    nested = node->item[i]->kind == GUD_NODE_SEQUENCE && node->item[i]->num == 3;
  if (nested) {
    for (int i = 0; i < 9; ++i) ok = gud_read_real(rd, node->item[i / 3]->item[i % 3], dim, &m[i]) && ok;
  } else if ((n == 3 && node->item[0]->kind == GUD_NODE_SCALAR) || n == 9) {
    for (int i = 0; i < n; ++i) ok = gud_read_real(rd, node->item[i], dim, &m[n == 3 ? 4 * i : i]) && ok;
  } else {
    gud_read_error(rd, node->mark, "expected [a, b, c] (diagonal) or [[a, b, c], [b, d, e], [c, e, f]]");
    return 0;
  }
  for (int i = 0; i < 9; ++i) top = fmax(top, fabs(m[i]));
  for (int i = 0; ok && i < 9; ++i) {
    if (fabs(m[i] - m[3 * (i % 3) + i / 3]) > 1e-12 * top) {
      gud_read_error(rd, node->mark, "the matrix is not symmetric");
      ok = 0;
    }
  }
  return ok;
}

static int read_pairs(GudReader *rd, const GudNode *node, const GudDim *x_dim, GudDim y_dim, int increasing,
                      GudTable *table)
{
  int    n = node->kind == GUD_NODE_SEQUENCE ? node->num : 0, ok = 1;
  GudDim any = GUD_NUMBER; /* of the first x that has a unit */

  memset(table, 0, sizeof(*table));
  if (n < 2) {
    gud_read_error(rd, node->mark, "expected at least two points [[x, y], [x, y], ...]");
    return 0;
  }
  table->x = gud_arena_alloc(rd->arena, sizeof(double) * (size_t)n);
  table->y = gud_arena_alloc(rd->arena, sizeof(double) * (size_t)n);
  for (int i = 0; i < n; ++i) {
    const GudNode *p = node->item[i];

    if (p->kind != GUD_NODE_SEQUENCE || p->num != 2) {
      gud_read_error(rd, p->mark, "a point%s is [x, y]", increasing ? " of a table" : "");
      return 0;
    }
    if (x_dim) {
      ok = gud_read_real(rd, p->item[0], *x_dim, &table->x[i]) && ok;
    } else {
      /* any dimension: ask the expression for its own, so that units can be written */
      GudArena       arena = {0};
      const GudExpr *e     = gud_read_expr(rd, p->item[0], 0, &arena);

      if (e && gud_dim_none(any)) any = gud_expr_dim(e);
      ok = e && gud_read_real(rd, p->item[0], any, &table->x[i]) && ok;
      gud_arena_free(&arena);
    }
    ok = gud_read_real(rd, p->item[1], y_dim, &table->y[i]) && ok;
    if (ok && increasing && i > 0 && table->x[i] <= table->x[i - 1]) {
      gud_read_error(rd, p->mark, "the first numbers must increase: %g comes after %g", table->x[i],
                     table->x[i - 1]);
      ok = 0;
    }
  }
  table->n = ok ? n : 0;
  return ok;
}

int gud_read_table(GudReader *rd, const GudNode *node, const GudDim *x_dim, GudDim y_dim, GudTable *table)
{
  return read_pairs(rd, node, x_dim, y_dim, 1, table);
}

int gud_read_list(GudReader *rd, const GudNode *node, GudStringList *list)
{
  int single = node->kind == GUD_NODE_SCALAR, n = single ? 1 : node->num, ok = 1;

  list->n = 0;
  list->s = NULL;
  if (node->kind == GUD_NODE_MAPPING || gud_node_is_null(node)) {
    gud_read_error(rd, node->mark, "expected a list of words [a, b, ...]");
    return 0;
  }
  list->s = gud_arena_alloc(rd->arena, sizeof(*list->s) * (size_t)n);
  for (int i = 0; i < n; ++i) ok = gud_read_word(rd, single ? node : node->item[i], &list->s[i]) && ok;
  list->n = ok ? n : 0;
  return ok;
}

/* ---- tables ---- */

const char *gud_bound_words(GudBound b)
{
  switch (b) {
  case GUD_POSITIVE: return "> 0";
  case GUD_NONNEGATIVE: return ">= 0";
  case GUD_NONZERO: return "not 0";
  case GUD_UNIT_INTERVAL: return "in [0, 1]";
  default: return "";
  }
}

static int in_bound(GudBound b, double x)
{
  switch (b) {
  case GUD_POSITIVE: return x > 0;
  case GUD_NONNEGATIVE: return x >= 0;
  case GUD_NONZERO: return x != 0;
  case GUD_UNIT_INTERVAL: return x >= 0 && x <= 1;
  default: return 1;
  }
}

/* Is the value plain to see, as in "-1 kg"? */
static int is_literal(const GudNode *node)
{
  char *end;

  if (node->kind != GUD_NODE_SCALAR || !strchr("+-.0123456789", node->text[0])) return 0;
  strtod(node->text, &end);
  return end != node->text && !strpbrk(end, "*+-($");
}

static int check_bound(GudReader *rd, const GudNode *node, const GudParam *p, double x)
{
  char show[GUD_SHOW_SIZE], unit[GUD_DIM_SIZE];

  if (in_bound(p->bound, x)) return 1;
  if (p->bound == GUD_NONZERO) {
    gud_read_error(rd, node->mark, "must not be 0");
    return 0;
  }
  if (!is_literal(node)) {
    gud_read_error(rd, node->mark, "must be %s, found %s = %g%s%s", gud_bound_words(p->bound),
                   gud_node_show(node, show), x, gud_dim_none(p->dim) ? "" : " ", gud_dim_unit(p->dim, unit));
    return 0;
  }
  gud_read_error(rd, node->mark, "must be %s, found %s", gud_bound_words(p->bound),
                 gud_node_show(node, show));
  return 0;
}

/* The bound of a vector holds for each component, that of a matrix for its diagonal; not zero: for one of them. */
static int check_bounds(GudReader *rd, const GudNode *node, const GudParam *p, const double *x, int stride)
{
  if (p->bound == GUD_NONZERO)
    return check_bound(rd, node, p, fmax(fmax(fabs(x[0]), fabs(x[stride])), fabs(x[2 * stride])));
  for (int i = 0; i < 3; ++i) {
    int            k    = node->num == 9 ? 4 * i : i;
    const GudNode *item = node->kind == GUD_NODE_SEQUENCE && k < node->num ? node->item[k] : node;

    if (item->kind == GUD_NODE_SEQUENCE && i < item->num) item = item->item[i]; /* a row of a matrix */
    if (!check_bound(rd, item, p, x[i * stride])) return 0;
  }
  return 1;
}

int gud_read_param(GudReader *rd, const GudNode *node, const GudParam *p, void *out)
{
  char   *at = (char *)out + p->offset;
  double *x  = (double *)(void *)at;
  int    *k  = (int *)(void *)at;

  switch (p->kind) {
  case GUD_REAL: return gud_read_real(rd, node, p->dim, x) && check_bound(rd, node, p, *x);
  case GUD_INT: return gud_read_int(rd, node, k) && check_bound(rd, node, p, *k);
  case GUD_BOOL: return gud_read_bool(rd, node, k);
  case GUD_VECTOR: return gud_read_vector(rd, node, p->dim, x) && check_bounds(rd, node, p, x, 1);
  case GUD_MATRIX: return gud_read_matrix(rd, node, p->dim, x) && check_bounds(rd, node, p, x, 4);
  case GUD_CHOICE: return gud_read_choice(rd, node, p->choices, k);
  case GUD_STRING: return gud_read_text(rd, node, (const char **)(void *)at);
  case GUD_FUNCTION: {
    GudJet value = {0};
    *k           = gud_read_function(rd, node, p->dim);
    if (*k < 0 || !gud_function_is_constant(rd->functions[*k])) return *k >= 0;
    gud_function_eval(rd->functions[*k], 0, &value);
    return check_bound(rd, node, p, value.f);
  }
  case GUD_TABLE: {
    const GudDim *x_dim = rd->table_x;
    GudUnit       unit;

    if (!x_dim && p->choices && gud_unit_find(p->choices, strlen(p->choices), &unit)) x_dim = &unit.dim;
    return gud_read_table(rd, node, x_dim, p->dim, (GudTable *)(void *)at);
  }
  case GUD_LIST: return gud_read_list(rd, node, (GudStringList *)(void *)at);
  case GUD_POINTS: return read_pairs(rd, node, &p->dim, p->dim, 0, (GudTable *)(void *)at);
  }
  return 0;
}

/* What a parameter holds that was not given and has no default (contract/param.h). */
static void clear(const GudParam *p, void *out)
{
  static const size_t size[] = {
    sizeof(double), sizeof(int), sizeof(int),      3 * sizeof(double),    9 * sizeof(double), sizeof(int),
    sizeof(char *), sizeof(int), sizeof(GudTable), sizeof(GudStringList), sizeof(GudTable)};
  char *at = (char *)out + p->offset;

  memset(at, 0, size[p->kind]);
  if (p->kind == GUD_REAL) *(double *)(void *)at = NAN;
  if (p->kind == GUD_STRING) *(const char **)(void *)at = NULL;
  if (p->kind == GUD_FUNCTION) *(int *)(void *)at = -1;
}

/* Defaults go through the same code as the file, but do not see the parameters of the model: a parameter
   called `m` must not change the meaning of "0.2 m". */
static void read_default(GudReader *rd, const GudParam *p, void *out)
{
  GudDoc *doc = gud_doc_parse_value(p->fallback, "default", rd->diag);
  GudEnv *env = rd->env;

  rd->env = NULL;
  if (doc) gud_read_param(rd, doc->root, p, out);
  rd->env = env;
  gud_doc_free(doc);
}

static int in_list(const char *const *list, const char *word)
{
  for (; list && *list; ++list)
    if (!strcmp(*list, word)) return 1;
  return 0;
}

static int length_of(const char *const *list)
{
  int n = 0;

  while (list && list[n]) ++n;
  return n;
}

static int by_name(const void *a, const void *b)
{
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void gud_check_keys(GudReader *rd, const GudNode *map, const char *const *allowed,
                    const char *const *also_allowed)
{
  int          n = length_of(allowed), m = length_of(also_allowed);
  const char **all = gud_alloc(sizeof(*all) * (size_t)(n + m + 1));
  char         hint[GUD_OFFER_SIZE];

  if (n) memcpy(all, allowed, sizeof(*all) * (size_t)n);
  if (m) memcpy(all + n, also_allowed, sizeof(*all) * (size_t)m);
  qsort(all, (size_t)(n + m), sizeof(*all), by_name); /* an entry that is read twice has one message */
  for (int i = 0; map && map->kind == GUD_NODE_MAPPING && i < map->num; ++i) {
    if (in_list(all, map->key[i])) continue;
    gud_diag_error(rd->diag, map->key_mark[i], "unknown key '%s' in %s%s", map->key[i],
                   rd->what ? rd->what : "the model",
                   strchr(map->key[i], ':') ? "; is a space missing after ':'?"
                                            : gud_offer(hint, map->key[i], all, n + m));
  }
  free(all);
}

/* The node of a row (contract/param.h), and in *in the mapping that holds it, or would hold it; NULL: that is absent, too. */
static const GudNode *node_of(const GudNode *map, const char *name, const GudNode **in)
{
  for (;; name += strcspn(name, ".") + 1) {
    char word[64];
    int  len = (int)strcspn(name, "."), list = map && map->kind == GUD_NODE_SEQUENCE;
    *in = map;
    snprintf(word, sizeof word, "%.*s", len, name);
    if (list) map = name[0] >= '1' && name[0] - '1' < map->num ? map->item[name[0] - '1'] : NULL;
    else map = gud_node_get(map, word);
    if (!name[len]) return map;
  }
}

/* The next words of the rows that begin with `head`, each once; their number. */
static int next_words(GudReader *rd, const GudParam *params, int n, const char *head, const char **names)
{
  size_t len = strlen(head);
  int    num = 0;
  for (int i = 0; i < n; ++i) {
    const char *word = params[i].name + len;
    size_t      size;
    int         known = 0;
    if (strncmp(params[i].name, head, len) != 0) continue;
    size = strcspn(word, ".");
    for (int j = 0; j < num; ++j) known |= !strncmp(names[j], word, size) && !names[j][size];
    if (known) continue;
    char *copy   = gud_arena_alloc(rd->arena, size + 1);
    names[num++] = strncpy(copy, word, size);
  }
  names[num] = NULL;
  return num;
}

/* Checks the node of the group, list or item whose rows begin with `head`, "group." */
static void check_group(GudReader *rd, const GudNode *node, const GudParam *params, int n, const char *head)
{
  const char **names = gud_alloc(sizeof(*names) * (size_t)(n + 1));
  int          num = next_words(rd, params, n, head, names), len = (int)strlen(head) - 1, last = len;
  int          list = names[0][0] == '1', right = node->kind == (list ? GUD_NODE_SEQUENCE : GUD_NODE_MAPPING);
  char         show[GUD_SHOW_SIZE], key[80], inner[80];

  snprintf(key, sizeof key, "%.*s", len, head);
  rd->key = key;
  while (last > 0 && head[last - 1] != '.') --last;
  if (!right && !list && gud_param_item(head))
    gud_read_error(rd, node->mark, "expected keys and values ({%s: ...}), found %s", names[0],
                   gud_node_show(node, show));
  else if (!right)
    gud_read_error(rd, node->mark,
                   list ? "expected a list (%.*s: [{...}, {...}]), found %s"
                        : "expected keys and values (%.*s: {%s: ...}), found %s",
                   len - last, head + last, list ? gud_node_show(node, show) : names[0],
                   gud_node_show(node, show));
  else if (list && node->num > num) gud_read_error(rd, node->item[num]->mark, "at most %d items", num);
  rd->key = NULL;
  if (right && !list) gud_check_keys(rd, node, names, NULL);
  for (int i = 0; i < num && right; ++i) {
    const GudNode *in = list ? i < node->num ? node->item[i] : NULL : gud_node_get(node, names[i]);
    int            j = 0, size = snprintf(inner, sizeof inner, "%s%s.", head, names[i]);
    while (j < n && strncmp(params[j].name, inner, (size_t)size)) ++j;
    if (in && j < n) check_group(rd, in, params, n, inner);
  }
  free(names);
}

/* Checks the keys inside the groups of a table and gives the names that are allowed at its top. */
static const char **top_names(GudReader *rd, const GudNode *map, const GudParam *params, int n)
{
  const char **names = gud_alloc(sizeof(*names) * (size_t)(n + 1));
  int          num   = next_words(rd, params, n, "", names);
  for (int i = 0; i < num; ++i) {
    const GudNode *node = gud_node_get(map, names[i]);
    char           head[80];
    int            j = 0, size = snprintf(head, sizeof head, "%s.", names[i]);
    while (j < n && strncmp(params[j].name, head, (size_t)size)) ++j;
    if (node && j < n) check_group(rd, node, params, n, head);
  }
  return names;
}

void gud_read_params(GudReader *rd, const GudNode *map, const GudParam *params, int n,
                     const char *const *also_allowed, void *out, unsigned long long *given)
{
  const char       **names;
  const char        *old = rd->key;
  char               show[GUD_SHOW_SIZE], want[GUD_DIM_SIZE];
  unsigned long long mask = 0;
  GudMark            none = {0};

  rd->key = NULL;
  if (map && map->kind != GUD_NODE_MAPPING && !gud_node_is_null(map)) {
    gud_read_error(rd, map->mark, "expected a mapping of keys and values, found %s",
                   gud_node_show(map, show));
    none = map->mark;
    for (int i = 0; i < n; ++i) clear(&params[i], out);
    map = NULL, n = 0;
  }
  names = top_names(rd, map, params, n);
  gud_check_keys(rd, map, names, also_allowed); /* also for a table without rows */
  for (int i = 0; i < n; ++i) {
    const GudParam *p = &params[i];
    const GudNode  *in, *node = node_of(map, p->name, &in);

    clear(p, out);
    if ((!in || in->kind != GUD_NODE_MAPPING) && gud_param_item(p->name)) continue;
    rd->key = p->name;
    if (node) {
      gud_read_param(rd, node, p, out);
      mask |= 1ull << (i < 64 ? i : 63);
    } else if (!p->fallback) {
      rd->key = NULL;
      gud_read_error(rd,
                     in    ? in->mark
                     : map ? map->mark
                           : none,
                     "'%s' is missing: %s", p->name,
                     p->kind == GUD_CHOICE ? p->choices
                     : p->kind == GUD_REAL || p->kind == GUD_VECTOR || p->kind == GUD_FUNCTION
                       ? gud_dim_words(p->dim, want)
                     : p->doc ? p->doc
                              : "required");
    } else if (p->fallback[0]) {
      read_default(rd, p, out);
    }
  }
  rd->key = old;
  free(names);
  if (given) *given = mask;
}
