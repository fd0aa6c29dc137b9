/* gudgeon help: everything from the parameter tables, by the name of a thing, of a group of keys, of a word that a key takes.
   With --markdown: docs/model_reference.md. */
#include "cli/catalogue.h"
#include "cli/commands.h"

#include "contact/normal.h"

#include <ctype.h>

#include <string.h>

/* ---- one thing ---- */

static void print_slots(const GudThing *t, int markdown)
{
  for (int i = 0; i < t->num_slots; i++)
    printf(markdown ? "- `%s`: %s%s\n" : "  %-14s place: %s%s\n", t->slots[i].name, t->slots[i].doc,
           t->slots[i].optional ? " (may be left out)" : "");
  if (t->num_slots && markdown) printf("\n");
}

static void print_outputs(const GudThing *t)
{
  if (!t->num_outputs) return;
  printf("  %s\n",
         t->fields ? "fields, for frames and for the probe `field`" : "outputs, for the probe `output`");
  for (int i = 0; i < t->num_outputs; i++)
    printf("    %-18s %-7s %s\n", t->outputs[i].name, t->outputs[i].unit, t->outputs[i].doc);
}

static void print_thing(const GudThing *t)
{
  printf("%s: %s%s%s%s\n", t->info->name, t->info->summary,
         t->info->space == GUD_2D   ? " (space: 2d)"
         : t->info->space == GUD_3D ? " (space: 3d)"
                                    : "",
         t->info->cite ? ". Reference: " : "", t->info->cite ? t->info->cite : "");
  print_slots(t, 0);
  if (t->turned) gud_print_params(stdout, gud_frame_params, 2, 0);
  gud_print_params(stdout, t->info->params, t->info->num_params, 0);
  print_outputs(t);
}

/* Nominal against real restitution of the laws that have one: (N1) of contact/normal.h. */
static void print_restitution(void)
{
  const double steps[] = {0.99, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1};
  printf(
    "Restitution: what a law F = K d^n (1 + a v/v0) really gives, for a nominal e = `contact.restitution`.\n"
    "The ratio e' of the speeds after and before solves a (1 + e') = ln((1 + a)/(1 - a e')), whatever K, n "
    "and "
    "mass.\nA model that differs by more than 10 %% (marked *) gets a warning. hertz gives 1; johnson is "
    "damped as "
    "lankarani_nikravesh;\nfor kelvin_voigt and impact it depends on stiffness, damping, mass and speed.\n\n"
    "%-10s",
    "nominal");
  for (int k = 0; gud_normal_laws[k]; k++)
    if (gud_normal_laws[k]->loss_text) printf("%-22s", gud_normal_laws[k]->name);
  printf("\n%-10s", "e");
  for (int k = 0; gud_normal_laws[k]; k++)
    if (gud_normal_laws[k]->loss_text) printf("a = %-18s", gud_normal_laws[k]->loss_text);
  printf("\n");
  for (int i = 0; i < GUD_COUNT(steps); i++) {
    printf("%-10.2f", steps[i]);
    for (int k = 0; gud_normal_laws[k]; k++) {
      if (!gud_normal_laws[k]->loss_text) continue;
      double real = gud_normal_restitution(k, steps[i]);
      printf("%.6f%-14s", real, fabs(real - steps[i]) > 0.1 * steps[i] ? " *" : "");
    }
    printf("\n");
  }
}

/* ---- groups of keys (contact.law, contact.E, ...) and words that a key takes ---- */

/* The rows of a group, which follow each other in a table; their number. */
static int group_rows(const GudTypeInfo *info, const char *group, const GudParam **rows)
{
  size_t len = strlen(group);
  int    num = 0;
  for (int i = 0; i < info->num_params; i++) {
    const GudParam *p = &info->params[i];
    if (strncmp(p->name, group, len) || p->name[len] != '.') continue;
    if (!num++) *rows = p;
  }
  return num;
}

static int same_rows(const GudParam *a, int num_a, const GudParam *b, int num_b)
{
  if (num_a != num_b) return 0;
  for (int i = 0; i < num_a; i++)
    if (strcmp(a[i].name, b[i].name) || (a[i].choices && strcmp(a[i].choices, b[i].choices))) return 0;
  return 1;
}

/* Every table of a group once, with the names of all things that have it. */
static int print_group(const GudChapter *c, const char *group)
{
  const GudParam *shown[20], *rows = NULL, *other = NULL;
  int             num_shown = 0, counts[20], laws = 0;
  for (int i = 0; i < GUD_NUM_CHAPTERS; i++)
    for (int k = 0; k < c[i].num; k++) {
      int num = group_rows(c[i].things[k].info, group, &rows), known = 0;
      for (int s = 0; s < num_shown; s++) known |= same_rows(rows, num, shown[s], counts[s]);
      if (!num || known || num_shown == GUD_COUNT(shown)) continue;
      shown[num_shown] = rows, counts[num_shown++] = num;
      for (int r = 0; r < num; r++) laws |= rows[r].choices == GUD_NORMAL_LAWS;
      const char *last = "";
      printf("`%s:` of", group);
      for (int j = i; j < GUD_NUM_CHAPTERS; j++)
        for (int m = j == i ? k : 0; m < c[j].num; m++) {
          const char *name   = c[j].things[m].info->name; /* in the plane and in space: once */
          int         others = group_rows(c[j].things[m].info, group, &other);
          if (!others || !same_rows(rows, num, other, others) || !strcmp(name, last)) continue;
          printf("%s %s", last[0] ? "," : "", name);
          last = name;
        }
      printf("\n");
      gud_print_params(stdout, rows, num, 0);
      printf("\n");
    }
  if (laws) print_restitution();
  return num_shown > 0;
}

static int takes_word(const GudParam *p, const char *word)
{
  size_t len = strlen(word);
  if (p->kind != GUD_CHOICE) return 0;
  for (const char *w = p->choices; w; w = strchr(w, '|') ? strchr(w, '|') + 1 : NULL)
    if (!strncmp(w, word, len) && (w[len] == '|' || !w[len])) return 1;
  return 0;
}

/* A word such as `coulomb`: which keys of what take it, and the groups of these keys. */
static int print_word(const GudChapter *c, const char *word)
{
  const char *keys[20];
  int         num = 0;
  for (int i = 0; i < GUD_NUM_CHAPTERS; i++)
    for (int k = 0; k < c[i].num; k++)
      for (int n = 0; n < c[i].things[k].info->num_params; n++) {
        const GudParam *p     = &c[i].things[k].info->params[n];
        int             known = 0;
        if (!takes_word(p, word)) continue;
        const char *name = c[i].things[k].info->name; /* in the plane and in space: once */
        if (!k || strcmp(name, c[i].things[k - 1].info->name))
          printf("%s: a word for `%s` of %s: %s\n", word, p->name, name, p->doc);
        for (int s = 0; s < num; s++) known |= !strcmp(keys[s], p->name);
        if (!known && num < GUD_COUNT(keys)) keys[num++] = p->name;
      }
  for (int s = 0; s < num; s++) {
    char group[60];
    int  len = (int)strcspn(keys[s], "."), before = 0;
    snprintf(group, sizeof group, "%.*s", len, keys[s]);
    for (int o = 0; o < s; o++) before |= !strncmp(keys[o], keys[s], (size_t)len + 1);
    if (keys[s][len] && !before) printf("\n"), print_group(c, group);
  }
  return num > 0;
}

/* ---- the reference page: each table once ---- */

/* Tables that have been printed, and where: the heading that they are under. */
enum { MAX_SHOWN = 400, MAX_HEADING = 120 };
typedef struct {
  const void *table;
  int         num, keys; /* keys: a group of keys */
  char        heading[MAX_HEADING];
} Shown;
static Shown shown[MAX_SHOWN];
static int   num_shown;

static const char *heading_of(const void *table, int num, const char *new_heading)
{
  for (int i = 0; i < num_shown; i++)
    if (shown[i].table == table && shown[i].num == num) return shown[i].heading;
  if (num_shown < MAX_SHOWN) {
    shown[num_shown].table = table, shown[num_shown].num = num;
    snprintf(shown[num_shown++].heading, MAX_HEADING, "%s", new_heading);
  }
  return NULL;
}

/* The address that GitHub and Sphinx give a heading */
static void print_link(const char *heading)
{
  printf("[%s](#", heading);
  for (const char *p = heading; *p; p++)
    if (isalnum((unsigned char)*p) || *p == '_') putchar(tolower((unsigned char)*p));
    else if (*p == ' ' || *p == '-') putchar('-');
  printf(")");
}

/* Headings are unique: names that occur more than once carry their chapter, and the space that they are for. */
static void make_heading(const GudChapter *c, int i, int k, char out[MAX_HEADING])
{
  const GudThing *t    = &c[i].things[k];
  int             same = 0, here = 0;
  for (int j = 0; j < GUD_NUM_CHAPTERS; j++) {
    same += !strcmp(c[j].title, t->info->name);
    for (int m = 0; m < c[j].num; m++) {
      int equal = !strcmp(c[j].things[m].info->name, t->info->name);
      same += equal, here += equal && j == i;
    }
  }
  int used = snprintf(out, MAX_HEADING, "%s", t->info->name);
  if (same > 1) used += snprintf(out + used, (size_t)(MAX_HEADING - used), " (%s", c[i].title);
  if (here > 1)
    used += snprintf(out + used, (size_t)(MAX_HEADING - used), ", %s",
                     t->info->space == GUD_2D ? "2d" : "3d");
  if (same > 1) snprintf(out + used, (size_t)(MAX_HEADING - used), ")");
}

static int equal_rows(const GudParam *a, const GudParam *b)
{
  const char *x = a->fallback ? a->fallback : "required", *y = b->fallback ? b->fallback : "required";
  return !strcmp(a->name, b->name) && a->kind == b->kind && a->bound == b->bound && !strcmp(x, y) &&
         !memcmp(&a->dim, &b->dim, sizeof a->dim) && !strcmp(a->doc, b->doc) &&
         !strcmp(a->choices ? a->choices : "", b->choices ? b->choices : "");
}

/* The first thing of the chapter before k that has this row; k: there is none */
static int first_with(const GudChapter *c, int k, const GudParam *row)
{
  for (int j = 0; j < k; j++)
    for (int i = 0; i < c->things[j].info->num_params; i++)
      if (equal_rows(&c->things[j].info->params[i], row)) return j;
  return k;
}

static int outputs_from(const GudChapter *c, int k, const GudOutput *o)
{
  for (int j = 0; j < k; j++)
    for (int i = 0; i < c->things[j].num_outputs; i++) {
      const GudOutput *x = &c->things[j].outputs[i];
      if (!strcmp(x->name, o->name) && !strcmp(x->unit, o->unit) && !strcmp(x->doc, o->doc)) return j;
    }
  return k;
}

/* Rows that are printed under an earlier heading of the chapter: their names and a link, for at least LEAST of them under one heading. from[i]: that
   heading's thing, -1 where the row is printed in full. */
enum { LEAST = 3, MAX_KEYS = 200 };
static void print_known(const GudChapter *c, int i, int k, const char *what, int n, const char *const *names,
                        int *from)
{
  for (int j = 0; j < k; j++) {
    char heading[MAX_HEADING];
    int  num = 0;
    for (int r = 0; r < n; r++) num += from[r] == j;
    if (!num) continue;
    make_heading(c, i, j, heading);
    if (num >= LEAST) printf("\n%s as under ", what), print_link(heading), printf(":");
    for (int r = 0, first = 1; r < n; r++) {
      if (from[r] != j) continue;
      if (num < LEAST) from[r] = -1;
      else printf("%s `%s`", first ? "" : ",", names[r]), first = 0;
    }
    if (num >= LEAST) printf(".\n");
  }
  for (int r = 0; r < n; r++)
    if (from[r] == k) from[r] = -1;
}

/* Keys without a dot in runs; each group of keys (contact.law ...) once, elsewhere a link. */
static void print_keys(const GudChapter *c, int ci, int k, const char *heading)
{
  const GudThing *t               = &c[ci].things[k];
  const GudParam *p               = t->info->params;
  const char     *names[MAX_KEYS] = {0};
  int             n = t->info->num_params < MAX_KEYS ? t->info->num_params : MAX_KEYS, i = 0, from[MAX_KEYS];
  for (int r = 0; r < n; r++)
    names[r] = p[r].name, from[r] = strchr(p[r].name, '.') ? k : first_with(&c[ci], k, &p[r]);
  print_known(c, ci, k, "Keys", n, names, from);
  while (i < n) {
    size_t      len    = strcspn(p[i].name, ".");
    int         last   = i;
    const char *before = NULL;
    if (from[i] >= 0) {
      i++;
      continue;
    }
    while (last < n && from[last] < 0 &&
           (p[i].name[len] ? !strncmp(p[last].name, p[i].name, len + 1) : !strchr(p[last].name, '.')))
      last++;
    if (p[i].name[len]) {
      for (int s = 0; s < num_shown && !before; s++)
        if (shown[s].num == last - i && shown[s].keys && same_rows(shown[s].table, last - i, p + i, last - i))
          before = shown[s].heading;
      if (!before) heading_of(p + i, last - i, heading), shown[num_shown - 1].keys = 1;
    }
    if (before) {
      printf("\nGroup `%.*s:` with the keys listed under ", (int)len, p[i].name);
      print_link(before);
      printf(".\n");
    } else {
      printf("\n");
      gud_print_params(stdout, p + i, last - i, 1);
    }
    i = last;
  }
}

static void print_reference_outputs(const GudChapter *c, int i, int k)
{
  const GudThing *t               = &c[i].things[k];
  const char     *names[MAX_KEYS] = {0};
  int             from[MAX_KEYS], rest = 0, n = t->num_outputs < MAX_KEYS ? t->num_outputs : MAX_KEYS;
  for (int r = 0; r < n; r++) names[r] = t->outputs[r].name, from[r] = outputs_from(&c[i], k, &t->outputs[r]);
  print_known(c, i, k, t->fields ? "Fields" : "Outputs", n, names, from);
  for (int r = 0; r < n; r++) rest += from[r] < 0;
  if (rest) printf("\n| %s | unit | meaning |\n|---|---|---|\n", t->fields ? "field" : "output");
  for (int r = 0; r < n; r++)
    if (from[r] < 0)
      printf("| `%s` | %s | %s |\n", t->outputs[r].name, t->outputs[r].unit, t->outputs[r].doc);
}

static void print_reference_thing(const GudChapter *c, int i, int k)
{
  const GudThing *t = &c[i].things[k];
  char            heading[MAX_HEADING];
  const char     *before;
  make_heading(c, i, k, heading);
  printf("\n### %s\n\n%s.%s%s%s\n\n", heading, t->info->summary,
         t->info->space == GUD_2D   ? " (space: 2d)"
         : t->info->space == GUD_3D ? " (space: 3d)"
                                    : "",
         t->info->cite ? " Reference: " : "", t->info->cite ? t->info->cite : "");
  print_slots(t, 1);
  if (t->turned) printf("`axis` and `reference` turn its axes: see [axes of a frame](#axes-of-a-frame).\n\n");
  before = t->info->num_params ? heading_of(t->info->params, t->info->num_params, heading) : NULL;
  if (before) printf("Keys as under "), print_link(before), printf(".\n");
  else if (t->info->num_params) print_keys(c, i, k, heading);
  before = t->num_outputs ? heading_of(t->outputs, t->num_outputs, heading) : NULL;
  if (before) printf("\n%s as under ", t->fields ? "Fields" : "Outputs"), print_link(before), printf(".\n");
  else if (t->num_outputs) print_reference_outputs(c, i, k);
}

static void print_reference(const GudChapter *c)
{
  printf("# Model file reference\n\nGenerated by `gudgeon help --markdown` from the parameter tables of "
         "the program; a test fails when this page is stale. The rules of the language (units, expressions,\n"
         "parameters, places) are in [language.md](language.md).\n");
  for (int i = 0; i < GUD_NUM_CHAPTERS; i++) {
    printf("\n## %s\n\n%s\n", c[i].title, c[i].intro);
    if (i == GUD_CHAPTER_FORCES) {
      printf(
        "\n### axes of a frame\n\nKeys of forces and of joints with clearance whose places are frames.\n\n");
      gud_print_params(stdout, gud_frame_params, 2, 1);
    }
    for (int k = 0; k < c[i].num; k++) print_reference_thing(c, i, k);
  }
}

/* ---- the command ---- */

static void print_overview(const GudChapter *c)
{
  printf("A model file is YAML with units (`clearance: 0.2 mm`, `speed: 5000 rpm`; a bare number is SI) and "
         "these sections.\n"
         "gudgeon help THING prints more.\n");
  for (int i = 0; i < GUD_NUM_CHAPTERS; i++) {
    printf("\n%s\n", c[i].title);
    for (int k = 0; k < c[i].num; k++) {
      const GudTypeInfo *info = c[i].things[k].info;
      if (k && !strcmp(info->name, c[i].things[k - 1].info->name))
        continue; /* in the plane and in space: once */
      printf("  %-22s %s\n", info->name, info->summary);
    }
  }
  printf("\nlanguage\n");
  for (int i = 0; gud_language_name(i); i++)
    printf("  %-22s %s\n", gud_language_name(i), gud_language_summary(i));
  printf("\nlaws\n");
  printf("  %-22s %s\n", "contact", "normal laws, their keys and real restitution");
  printf("  %-22s %s\n", "friction", "friction laws and their keys");
  printf("  %-22s %s\n", "film", "oil films and their keys");
  printf("  %-22s %s\n", "restitution", "nominal and real restitution of each law");
  printf("\ncommands\n");
  for (int i = 0; gud_commands[i]; i++)
    printf("  %-60s %s\n", gud_commands[i]->usage, gud_commands[i]->summary);
}

/* Everything of that name: chapters, things, commands, topics. 0: there is nothing. */
static int print_named(const GudChapter *c, const char *word)
{
  int found = gud_language_topic(word);
  for (int i = 0; i < GUD_NUM_CHAPTERS; i++) {
    if (!strcmp(c[i].title, word)) {
      printf("%s\n\n", c[i].intro);
      for (int k = 0; k < c[i].num; k++) print_thing(&c[i].things[k]), printf("\n");
      return 1;
    }
    for (int k = 0; k < c[i].num; k++) {
      if (strcmp(c[i].things[k].info->name, word)) continue;
      printf("%s[%s] ", found ? "\n" : "", c[i].title);
      print_thing(&c[i].things[k]);
      found = 1;
    }
  }
  for (int i = 0; gud_commands[i]; i++) {
    if (strcmp(gud_commands[i]->name, word)) continue;
    printf("%s[command] gudgeon %s\n%s\n", found ? "\n" : "", gud_commands[i]->usage,
           gud_commands[i]->summary);
    found = 1;
  }
  return print_group(c, word) | found;
}

static void print_unknown(const GudChapter *c, const char *word)
{
  const char *names[400] = {"restitution", "contact", "friction", "film"};
  char        hint[GUD_HINT_SIZE];
  int         num = 4;
  for (int i = 0; i < GUD_NUM_CHAPTERS; i++) {
    if (num < GUD_COUNT(names)) names[num++] = c[i].title;
    for (int k = 0; k < c[i].num && num < GUD_COUNT(names); k++) names[num++] = c[i].things[k].info->name;
  }
  for (int i = 0; gud_commands[i] && num < GUD_COUNT(names); i++) names[num++] = gud_commands[i]->name;
  for (int i = 0; gud_language_name(i) && num < GUD_COUNT(names); i++) names[num++] = gud_language_name(i);
  fprintf(stderr, "no help for '%s'%s\n", word, gud_hint(hint, word, names, num));
}

typedef struct {
  const char *thing;
  int         markdown;
} Args;

static const GudArg args[] = {
  {"THING", NULL, "an element, joint, force, section, probe, topic or command", GUD_ARG_TEXT,
   offsetof(Args, thing), NULL},
  {"--markdown", NULL, "the whole reference as a page; with `language`: that of the language", GUD_ARG_FLAG,
   offsetof(Args, markdown), NULL},
};

static PetscErrorCode run(const void *given, int *code)
{
  const Args       *w = given;
  static GudChapter c[GUD_NUM_CHAPTERS];
  PetscFunctionBeginUser;
  *code = 0;
  gud_catalogue(c);
  if (w->markdown && w->thing && !strcmp(w->thing, "language")) gud_language_page();
  else if (w->markdown) print_reference(c);
  else if (!w->thing) print_overview(c);
  else if (!strcmp(w->thing, "restitution")) print_restitution();
  else if (!print_named(c, w->thing) && !print_word(c, w->thing)) {
    print_unknown(c, w->thing);
    *code = GUD_BAD_INPUT;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudCommand gud_command_help = {
  .name     = "help",
  .usage    = "help [THING | --markdown [language]]",
  .summary  = "what a model file may contain",
  .args     = args,
  .num_args = GUD_COUNT(args),
  .size     = sizeof(Args),
  .run      = run,
};
