/* gudgeon schema: a JSON schema (draft 7) of the model file, from the tables, for editors. It knows sections, types, keys and words; values may be
   expressions, so numbers are not checked. One entry for each name of a type: its keys are those of all variants (plane and space, ideal and
   with clearance), and a key is required where all variants require it. */
#include "cli/catalogue.h"
#include "cli/commands.h"
#include "text/read.h"
#include "text/units.h"

#include <string.h>

/* A key of an entry: a row of a table, or a place. */
enum { MAX_ROWS = 600 };
typedef struct {
  const char     *name;
  const GudParam *param; /* NULL: a place, or other keys by their definition */
  const char     *doc, *definition;
  int             required, variant;
} Row;
typedef struct {
  Row row[MAX_ROWS];
  int num, num_variants;
} Rows;

static void put_text(const char *s)
{
  putchar('"');
  for (; *s; s++) {
    if (*s == '"' || *s == '\\') putchar('\\');
    if ((unsigned char)*s >= ' ') putchar(*s);
  }
  putchar('"');
}

static void add_row(Rows *r, Row row)
{
  row.variant = r->num_variants;
  if (r->num < MAX_ROWS) r->row[r->num++] = row;
}

static void add_params(Rows *r, const GudParam *p, int n)
{
  for (int i = 0; i < n; i++) add_row(r, (Row){p[i].name, &p[i], p[i].doc, NULL, !p[i].fallback, 0});
}

static void add_thing(Rows *r, const GudThing *t, int places_required)
{
  for (int i = 0; i < t->num_slots; i++)
    add_row(r,
            (Row){t->slots[i].name, NULL, t->slots[i].doc, t->slots[i].kind == GUD_POINT ? "places" : "place",
                  places_required && !t->slots[i].optional, 0});
  if (t->turned) add_params(r, gud_frame_params, 2);
  add_params(r, t->info->params, t->info->num_params);
  r->num_variants++;
}

/* ---- values ---- */

static void put_choices(const char *choices)
{
  printf("{\"enum\": [");
  for (const char *w = choices; w; w = strchr(w, '|') ? strchr(w, '|') + 1 : NULL) {
    int n = (int)strcspn(w, "|"), digits = n > 0 && strspn(w, "0123456789") == (size_t)n;
    printf("%s\"%.*s\"", w == choices ? "" : ", ", n, w);
    if (digits) printf(", %.*s", n, w);
    if (n == 3 && !strncmp(w, "yes", 3)) printf(", true");
    if (n == 2 && !strncmp(w, "no", 2)) printf(", false");
  }
  printf("]}, {\"$ref\": \"#/definitions/word_of_parameter\"}, {\"$ref\": \"#/definitions/by\"}");
}

static const char *definition_of(GudKind kind)
{
  switch (kind) {
  case GUD_REAL:
  case GUD_INT: return "number";
  case GUD_BOOL: return "truth";
  case GUD_VECTOR: return "vector";
  case GUD_FUNCTION: return "function";
  case GUD_STRING: return "text";
  default: return "list";
  }
}

/* The value of a key: any of what its rows allow */
static void put_value(const Rows *r, const char *name)
{
  const GudParam *last = NULL;
  const Row      *one  = NULL;
  int             num  = 0;
  printf("{\"anyOf\": [");
  for (int i = 0; i < r->num; i++) {
    const Row *row = &r->row[i];
    if (strcmp(row->name, name)) continue;
    if (!one) one = row;
    int same = last && row->param && last->kind == row->param->kind &&
               (last->kind != GUD_CHOICE || !strcmp(last->choices, row->param->choices));
    if (num && (same || !row->param)) continue;
    if (num++) printf(", ");
    if (row->param && row->param->kind == GUD_CHOICE) put_choices(row->param->choices);
    else
      printf("{\"$ref\": \"#/definitions/%s\"}",
             row->param ? definition_of(row->param->kind) : row->definition);
    last = row->param;
  }
  char doc[1200], unit[GUD_DIM_SIZE];
  int  n = snprintf(doc, sizeof doc, "%s", one && one->doc ? one->doc : "");
  if (one && one->param && !gud_dim_none(one->param->dim) && n < 1000)
    n += snprintf(doc + n, sizeof doc - (size_t)n, " [%s]", gud_dim_unit(one->param->dim, unit));
  if (one && one->param && one->param->fallback && one->param->fallback[0] && n < 1000)
    snprintf(doc + n, sizeof doc - (size_t)n, " (default: %s)", one->param->fallback);
  printf("], \"description\": ");
  put_text(doc);
  printf("}");
}

/* Is a name, up to `len`, in a row before i? */
static int seen(const Rows *r, int i, size_t len)
{
  for (int k = 0; k < i; k++)
    if (!strncmp(r->row[k].name, r->row[i].name, len) && (!r->row[k].name[len] || r->row[k].name[len] == '.'))
      return 1;
  return 0;
}

/* The keys of the rows that begin with `head`, "group.", as an object; of a list in it (contract/param.h) the first item stands for all. */
static void put_group(const Rows *r, const char *head)
{
  size_t len = strlen(head);
  printf("{\"anyOf\": [{\"type\": \"object\", \"properties\": {\"by\": {}");
  for (int i = 0; i < r->num; i++) {
    const char *name = r->row[i].name;
    if (strncmp(name, head, len) != 0) continue;
    size_t end = len + strcspn(name + len, ".");
    char   word[100], inner[100];
    if (seen(r, i, end)) continue;
    snprintf(word, sizeof word, "%.*s", (int)(end - len), name + len);
    printf(", ");
    put_text(word);
    printf(": ");
    snprintf(inner, sizeof inner, "%.*s.1.", (int)end, name);
    if (!name[end]) {
      put_value(r, name);
    } else {
      printf("{\"anyOf\": [{\"type\": \"array\", \"items\": ");
      put_group(r, inner);
      printf("}, {\"$ref\": \"#/definitions/by\"}]}");
    }
  }
  printf("}, \"additionalProperties\": false}, {\"$ref\": \"#/definitions/by\"}]}");
}

static void put_properties(const Rows *r, const char *indent)
{
  int first = 1;
  for (int i = 0; i < r->num; i++) {
    const char *name = r->row[i].name;
    size_t      len  = strcspn(name, ".");
    char        key[100];
    if (seen(r, i, len)) continue;
    snprintf(key, sizeof key - 1, "%.*s", (int)len, name);
    printf("%s\n%s", first ? "" : ",", indent);
    put_text(key);
    printf(": ");
    if (name[len]) strcat(key, "."), put_group(r, key);
    else put_value(r, name);
    first = 0;
  }
}

/* Keys that every variant requires; `besides`: a first one, or NULL */
static void put_required(const Rows *r, const char *besides)
{
  int first = 1;
  printf("\"required\": [");
  if (besides) put_text(besides), first = 0;
  for (int i = 0; i < r->num; i++) {
    int in = 0, old = 0;
    if (!r->row[i].required || strchr(r->row[i].name, '.')) continue;
    for (int v = 0; v < r->num_variants; v++)
      for (int k = 0; k < r->num; k++)
        if (r->row[k].variant == v && r->row[k].required && !strcmp(r->row[k].name, r->row[i].name)) {
          in++;
          break;
        }
    for (int k = 0; k < i; k++) old |= !strcmp(r->row[k].name, r->row[i].name);
    if (in < r->num_variants || old) continue;
    printf("%s", first ? "" : ", ");
    put_text(r->row[i].name);
    first = 0;
  }
  printf("]");
}

/* ---- sections ---- */

typedef struct {
  const char *name;
  int         chapter[3], num_chapters;
  int         is_body, is_driver, named; /* named: a section of entries; else one value with a type */
} Section;

static const Section sections[] = {
  {"bodies", {GUD_CHAPTER_BODIES}, 1, 1, 0, 1},
  {"joints", {GUD_CHAPTER_JOINTS, GUD_CHAPTER_CLEARANCES, GUD_CHAPTER_FRICTION}, 3, 0, 0, 1},
  {"drivers", {GUD_CHAPTER_DRIVERS}, 1, 0, 1, 1},
  {"forces", {GUD_CHAPTER_FORCES}, 1, 0, 0, 1},
  {"probes", {GUD_CHAPTER_PROBES}, 1, 0, 0, 1},
  {"mesh", {GUD_CHAPTER_MESHES}, 1, 0, 0, 0},
  {"function_of_type", {GUD_CHAPTER_FUNCTIONS}, 1, 0, 0, 0},
};

/* In the plane the word `quad` also finds quad2d (src/model/input.c). */
static int answers_to(const char *thing, const char *word)
{
  size_t n = strlen(word);
  return !strncmp(thing, word, n) && (!thing[n] || !strcmp(thing + n, "2d"));
}

/* The different words for a type of a section, in order */
static int words_of(const GudChapter *c, const Section *s, const char **words, int max)
{
  int num = 0;
  for (int k = 0; k < s->num_chapters; k++)
    for (int i = 0; i < c[s->chapter[k]].num; i++) {
      const char *name = c[s->chapter[k]].things[i].info->name;
      int         old  = s->is_body && !strcmp(name, "body");
      for (int w = 0; w < num; w++) old |= !strcmp(words[w], name);
      if (!old && num < max) words[num++] = name;
    }
  return num;
}

static void collect(const GudChapter *c, const Section *s, const char *word, Rows *r)
{
  memset(r, 0, sizeof *r);
  for (int k = 0; k < s->num_chapters; k++)
    for (int i = 0; i < c[s->chapter[k]].num; i++) {
      const GudThing *t = &c[s->chapter[k]].things[i];
      if (answers_to(t->info->name, word) && t != &c[GUD_CHAPTER_BODIES].things[0])
        add_thing(r, t, !s->is_driver);
    }
  int variants    = r->num_variants; /* keys that every entry has: required by none */
  r->num_variants = variants;
  add_row(r, (Row){"type", NULL, "what it is", "text", 0, 0});
  if (s->named)
    add_row(r, (Row){"when", NULL, "condition: the entry is left out where it is false", "truth", 0, 0});
  if (s->is_driver)
    add_row(r, (Row){"joint", NULL, "joint that is driven, instead of a and b", "text", 0, 0});
  if (!s->is_body) return;
  add_row(r, (Row){"points", NULL, "named points, {name: [x, y, z]} in body coordinates", "points", 0, 0});
  add_row(r, (Row){"mesh", NULL, "elements of a flexible body", "mesh", 0, 0});
  add_params(r, c[GUD_CHAPTER_BODIES].things[0].info->params,
             c[GUD_CHAPTER_BODIES].things[0].info->num_params);
}

/* An entry: by the word of its type its keys; or `by` */
static void put_entry(const GudChapter *c, const Section *s)
{
  static Rows rows;
  const char *words[200];
  int         num = words_of(c, s, words, GUD_COUNT(words));
  printf("{\"type\": \"object\",\n    \"anyOf\": [{\"required\": [\"type\"]}, {\"required\": [\"by\"]}],\n"
         "    \"properties\": {\"type\": {\"anyOf\": [{\"enum\": [");
  for (int i = 0; i < num; i++) {
    printf("%s", i ? ", " : "");
    put_text(words[i]);
    size_t n = strlen(words[i]);
    if (n > 2 && !strcmp(words[i] + n - 2, "2d")) printf(", \"%.*s\"", (int)n - 2, words[i]);
  }
  printf("]}, {\"$ref\": \"#/definitions/word_of_parameter\"}, {\"$ref\": \"#/definitions/by\"}]}},\n    "
         "\"allOf\": [");
  for (int i = 0, first = 1; i < num; i++) {
    char   word[100];
    size_t n = strlen(words[i]);
    for (int cut = 0; cut < 2; cut++) { /* quad2d is known as quad, too, unless there is another quad */
      snprintf(word, sizeof word, "%.*s", (int)n - 2 * cut, words[i]);
      int other = cut && strcmp(words[i] + n - 2, "2d");
      for (int k = 0; k < num && cut; k++) other |= !strcmp(words[k], word);
      if (other) continue;
      collect(c, s, word, &rows);
      printf("%s\n     {\"if\": {\"required\": [\"type\"], \"properties\": {\"type\": {\"const\": ",
             first ? "" : ",");
      put_text(word);
      printf("}}},\n      \"then\": {");
      put_required(&rows, NULL);
      printf(", \"additionalProperties\": false, \"properties\": {");
      put_properties(&rows, "       ");
      printf("}}}");
      first = 0;
    }
  }
  printf("]}");
}

/* Keys and values without a type: analysis, output, ... */
static void put_table(const GudTypeInfo *info, int entry)
{
  static Rows rows;
  memset(&rows, 0, sizeof rows);
  add_params(&rows, info->params, info->num_params);
  rows.num_variants = 1;
  if (entry)
    add_row(&rows, (Row){"when", NULL, "condition: the entry is left out where it is false", "truth", 0, 0});
  printf("{\"anyOf\": [{\"type\": \"null\"}, {\"$ref\": \"#/definitions/by\"}, {\"type\": \"object\", "
         "\"additionalProperties\": false, \"properties\": {");
  put_properties(&rows, "    ");
  printf("}}]}");
}

static const char *const definitions =
  "  \"by\": {\"type\": \"object\", \"required\": [\"by\"], \"properties\": {\"by\": {\"type\": \"string\", "
  "\"pattern\": \"^\\\\$\"}}, "
  "\"description\": \"one of several values, chosen by a parameter\"},\n"
  "  \"word_of_parameter\": {\"type\": \"string\", \"pattern\": \"^\\\\$\"},\n"
  "  \"number\": {\"anyOf\": [{\"type\": [\"number\", \"string\"]}, {\"$ref\": \"#/definitions/by\"}]},\n"
  "  \"text\": {\"anyOf\": [{\"type\": [\"number\", \"string\", \"boolean\"]}, {\"$ref\": "
  "\"#/definitions/by\"}]},\n"
  "  \"truth\": {\"anyOf\": [{\"type\": [\"boolean\", \"string\", \"number\"]}, {\"$ref\": "
  "\"#/definitions/by\"}]},\n"
  "  \"vector\": {\"anyOf\": [{\"type\": \"array\", \"minItems\": 2, \"maxItems\": 3, \"items\": {\"$ref\": "
  "\"#/definitions/number\"}}, "
  "{\"type\": [\"number\", \"string\"]}, {\"$ref\": \"#/definitions/by\"}]},\n"
  "  \"list\": {\"anyOf\": [{\"type\": [\"array\", \"string\", \"number\", \"boolean\"]}, {\"$ref\": "
  "\"#/definitions/by\"}]},\n"
  "  \"function\": {\"anyOf\": [{\"type\": [\"number\", \"string\"]}, {\"$ref\": \"#/definitions/by\"}, "
  "{\"$ref\": \"#/definitions/function_of_type\"}]},\n"
  "  \"points\": {\"anyOf\": [{\"type\": \"object\", \"additionalProperties\": {\"$ref\": "
  "\"#/definitions/vector\"}}, "
  "{\"$ref\": \"#/definitions/by\"}]},\n"
  "  \"place\": {\"anyOf\": [{\"type\": \"string\"}, {\"$ref\": \"#/definitions/by\"}, "
  "{\"type\": \"array\", \"items\": {\"$ref\": \"#/definitions/place\"}}, "
  "{\"type\": \"object\", \"required\": [\"body\"], \"additionalProperties\": false, \"properties\": "
  "{\"body\": {\"$ref\": "
  "\"#/definitions/text\"}, \"at\": {\"$ref\": \"#/definitions/vector\"}, \"local\": {\"$ref\": "
  "\"#/definitions/vector\"}}}], "
  "\"description\": \"BODY, BODY.POINT, {body: BODY, at: [...]} or {body: BODY, local: [...]}\"},\n"
  "  \"places\": {\"$ref\": \"#/definitions/place\"}";

static void put_top(const GudChapter *c)
{
  static Rows       rows;
  const GudChapter *a = &c[GUD_CHAPTER_ANALYSIS];
  memset(&rows, 0, sizeof rows);
  add_params(&rows, c[GUD_CHAPTER_MODEL].things[0].info->params,
             c[GUD_CHAPTER_MODEL].things[0].info->num_params);
  put_properties(&rows, "  ");
  printf(",\n  \"include\": {\"type\": [\"string\", \"array\"]},\n  \"parameters\": {\"type\": [\"object\", "
         "\"null\"]}");
  for (int i = 0; i < GUD_COUNT(sections); i++)
    if (sections[i].named)
      printf(
        ",\n  \"%s\": {\"anyOf\": [{\"type\": \"null\"}, {\"type\": \"object\", %s\"propertyNames\": "
        "{\"pattern\": "
        "\"^[A-Za-z_][A-Za-z0-9_]*$\"}, \"additionalProperties\": {\"$ref\": \"#/definitions/%s\"}}]}",
        sections[i].name,
        sections[i].is_body
          ? "\"properties\": {\"ground\": {\"type\": \"object\", \"properties\": {\"points\": {\"$ref\": "
            "\"#/definitions/points\"}}, \"additionalProperties\": false}}, "
          : "",
        sections[i].name);
  for (int i = 0; i < a->num; i++) {
    int limits = a->things[i].info == &gud_limit_info;
    printf(",\n  \"%s\": ", limits ? "limits" : a->things[i].info->name);
    if (limits) printf("{\"type\": [\"object\", \"null\"], \"additionalProperties\": ");
    put_table(a->things[i].info, limits);
    if (limits) printf("}");
  }
}

static PetscErrorCode run(const void *given, int *code)
{
  static GudChapter c[GUD_NUM_CHAPTERS];
  PetscFunctionBeginUser;
  (void)given;
  gud_catalogue(c);
  printf("{\"$schema\": \"http://json-schema.org/draft-07/schema#\",\n \"title\": \"Gudgeon model file\",\n"
         " \"type\": \"object\", \"additionalProperties\": false,\n \"definitions\": {\n%s",
         definitions);
  for (int i = 0; i < GUD_COUNT(sections); i++) {
    printf(",\n  \"%s\": ", sections[i].name);
    put_entry(c, &sections[i]);
  }
  printf("\n },\n \"properties\": {");
  put_top(c);
  printf("\n }\n}\n");
  *code = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudCommand gud_command_schema = {
  .name    = "schema",
  .usage   = "schema",
  .summary = "JSON schema of the model file, for editors",
  .plain   = 1,
  .run     = run,
};
