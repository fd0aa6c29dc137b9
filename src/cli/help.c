/* gudgeon help: everything from the parameter tables, by the name of a thing, of a group of keys, of a word that a key takes.
   With --markdown: docs/model_reference.md. */
#include "cli/commands.h"

#include "contact/normal.h"
#include "model/probe.h"
#include "model/registry.h"

#include <string.h>

typedef struct {
  const GudTypeInfo   *info;
  const GudMarkerSlot *slots;
  int                  num_slots;
  const GudOutput     *outputs;
  int                  num_outputs, fields; /* outputs of a force, or fields of an element */
} Thing;

typedef struct {
  const char *title, *intro;
  Thing       things[100];
  int         num;
} Chapter;

static const GudMarkerSlot joint_slots[] = {{"a", GUD_FRAME, 0, "place on the first body"},
                                            {"b", GUD_FRAME, 0, "place on the second body"}};

static void add(Chapter *c, const GudTypeInfo *info, const GudMarkerSlot *slots, int num_slots)
{
  if (c->num < GUD_COUNT(c->things)) c->things[c->num++] = (Thing){info, slots, num_slots, NULL, 0, 0};
}

/* What the thing that was added last gives. */
static void gives(Chapter *c, const GudOutput *outputs, int num, int fields)
{
  Thing *t   = &c->things[c->num - 1];
  t->outputs = outputs, t->num_outputs = num, t->fields = fields;
}

enum { NUM_CHAPTERS = 11 };

static void collect(Chapter *c)
{
  memset(c, 0, sizeof *c * NUM_CHAPTERS);
  c[0].title = "Model file",
  c[0].intro = "Keys at the top, besides the sections below. `include: FILE` merges another file; "
               "`parameters:` are names for values, set with --set.";
  add(&c[0], &gud_model_info, NULL, 0);
  c[1].title = "bodies", c[1].intro = gud_marker_help;
  add(&c[1], &gud_body_info, NULL, 0);
  for (int i = 0; gud_elements[i]; i++) {
    add(&c[1], &gud_elements[i]->info, NULL, 0);
    gives(&c[1], gud_elements[i]->fields, gud_elements[i]->num_fields, 1);
  }
  c[2].title = "joints", c[2].intro = "Between place `a` and place `b`, which coincide at the start.";
  c[3].title = "drivers", c[3].intro = "Between `a` and `b`, or of a joint (`joint: NAME`).";
  for (int i = 0; gud_joints[i]; i++)
    add(&c[gud_joints[i]->driver ? 3 : 2], &gud_joints[i]->info, joint_slots, gud_joints[i]->part[0] ? 0 : 2);
  c[4].title = "forces",
  c[4].intro = "Loads, springs and sensors. Where a frame is asked for, `axis` and `reference` turn it.";
  for (int i = 0; gud_forces[i]; i++) {
    add(&c[4], &gud_forces[i]->info, gud_forces[i]->slots,
        gud_forces[i]->pieces ? 1 : gud_forces[i]->num_slots);
    gives(&c[4], gud_forces[i]->outputs, gud_forces[i]->num_outputs, 0);
  }
  c[5].title = "probes", c[5].intro = "Columns of probes.csv.";
  for (int i = 0; gud_probe_types[i]; i++)
    add(&c[5], &gud_probe_types[i]->info, gud_probe_types[i]->slots, gud_probe_types[i]->num_slots);
  c[6].title = "functions of time", c[6].intro = "Where a function of time is asked for: a number, an "
                                                 "expression in t such as 6*sin(pi/6*t), or one of these.";
  for (int i = 0; i < gud_num_function_types; i++) add(&c[6], &gud_function_types[i], NULL, 0);
  c[7].title = "analysis and output", c[7].intro = "What is computed and what is written.";
  add(&c[7], &gud_analysis_info, NULL, 0);
  add(&c[7], &gud_output_info, NULL, 0);
  add(&c[7], &gud_poincare_info, NULL, 0);
  add(&c[7], &gud_limit_info, NULL, 0);
  c[8].title = "meshes",
  c[8].intro = "Under `mesh:` of a body made of many elements; coordinates are those of the body.";
  for (int i = 0; i < gud_num_mesh_types; i++) add(&c[8], &gud_mesh_types[i], NULL, 0);
  c[9].title = "joints with clearance",
  c[9].intro = "Under `joints:`. A joint of these types becomes a force when its `model` is not ideal; with "
               "`model: ideal` the "
               "other keys are allowed and not used. Keys with a dot stand in a group: `contact: {law: "
               "hertz, E: 207 GPa}`.";
  for (int i = 0; gud_clearances[i]; i++) {
    add(&c[9], &gud_clearances[i]->info, gud_clearances[i]->slots, gud_clearances[i]->num_slots);
    gives(&c[9], gud_clearances[i]->outputs, gud_clearances[i]->num_outputs, 0);
  }
  c[10].title = "friction in ideal joints",
  c[10].intro =
    "Under `joints:`, group `friction:` of an ideal joint: `friction: {kinetic: 0.1, static: 0.12, "
    "pin_radius: "
    "10 mm}`. Its bound comes from the reaction of the joint at the same instant. In an entry with `model:` "
    "the group belongs to the joint with clearance unless it holds `pin_radius` or `length`.";
  for (int i = 0; gud_joint_frictions[i]; i++) {
    add(&c[10], &gud_joint_frictions[i]->info, gud_joint_frictions[i]->slots,
        gud_joint_frictions[i]->num_slots);
    c[10].things[c[10].num - 1].outputs     = gud_joint_frictions[i]->outputs;
    c[10].things[c[10].num - 1].num_outputs = gud_joint_frictions[i]->num_outputs;
  }
}

static void print_thing(const Thing *t, int markdown)
{
  printf(markdown ? "\n### %s\n\n%s.%s%s%s\n\n" : "%s: %s%s%s%s\n", t->info->name, t->info->summary,
         t->info->space == GUD_2D   ? " (space: 2d)"
         : t->info->space == GUD_3D ? " (space: 3d)"
                                    : "",
         t->info->cite ? markdown ? " Reference: " : ". Reference: " : "",
         t->info->cite ? t->info->cite : "");
  for (int s = 0; s < t->num_slots; s++)
    printf(markdown ? "- `%s`: %s%s\n" : "  %-14s place: %s%s\n", t->slots[s].name, t->slots[s].doc,
           t->slots[s].optional ? " (may be left out)" : "");
  if (t->num_slots && markdown) printf("\n");
  gud_print_params(stdout, t->info->params, t->info->num_params, markdown);
  if (t->num_outputs) {
    printf(markdown ? "\n| %s | unit | meaning |\n|---|---|---|\n" : "  %s\n",
           t->fields  ? markdown ? "field" : "fields, for frames and for the probe `field`"
           : markdown ? "output"
                      : "outputs, for the probe `output`");
    for (int i = 0; i < t->num_outputs; i++)
      printf(markdown ? "| `%s` | %s | %s |\n" : "    %-18s %-7s %s\n", t->outputs[i].name,
             t->outputs[i].unit, t->outputs[i].doc);
  }
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

/* The rows of a group, which stand together in a table; their number. */
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
static int print_group(const Chapter *c, const char *group)
{
  const GudParam *shown[20], *rows = NULL, *other = NULL;
  int             num_shown = 0, counts[20];
  for (int i = 0; i < NUM_CHAPTERS; i++)
    for (int k = 0; k < c[i].num; k++) {
      int num = group_rows(c[i].things[k].info, group, &rows), known = 0;
      for (int s = 0; s < num_shown; s++) known |= same_rows(rows, num, shown[s], counts[s]);
      if (!num || known || num_shown == GUD_COUNT(shown)) continue;
      shown[num_shown] = rows, counts[num_shown++] = num;
      const char *last = "";
      printf("`%s:` of", group);
      for (int j = i; j < NUM_CHAPTERS; j++)
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
  if (num_shown && !strcmp(group, "contact")) print_restitution();
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
static int print_word(const Chapter *c, const char *word)
{
  const char *keys[20];
  int         num = 0;
  for (int i = 0; i < NUM_CHAPTERS; i++)
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

PetscErrorCode GudCommandHelp(int argc, char **argv, int *code)
{
  static Chapter c[NUM_CHAPTERS];
  PetscFunctionBeginUser;
  *code = 0;
  collect(c);
  if (argc > 0 && !strcmp(argv[0], "--markdown")) {
    printf("# Model file reference\n\nGenerated by `gudgeon help --markdown` from the parameter tables of "
           "the program; a test fails when this page is stale.\n");
    for (int i = 0; i < NUM_CHAPTERS; i++) {
      printf("\n## %s\n\n%s\n", c[i].title, c[i].intro);
      for (int k = 0; k < c[i].num; k++) print_thing(&c[i].things[k], 1);
    }
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (argc > 0 && !strcmp(argv[0], "restitution")) {
    print_restitution();
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (argc > 0) {
    const char *names[300];
    char        hint[GUD_HINT_SIZE];
    int         num = 0, found = 0;
    names[num++] = "restitution", names[num++] = "contact", names[num++] = "friction", names[num++] = "film";
    for (int i = 0; i < NUM_CHAPTERS; i++) {
      if (!strcmp(c[i].title, argv[0])) {
        printf("%s\n\n", c[i].intro);
        for (int k = 0; k < c[i].num; k++) print_thing(&c[i].things[k], 0), printf("\n");
        PetscFunctionReturn(PETSC_SUCCESS);
      }
      if (num < GUD_COUNT(names)) names[num++] = c[i].title;
      for (int k = 0; k < c[i].num; k++) {
        if (num < GUD_COUNT(names)) names[num++] = c[i].things[k].info->name;
        if (strcmp(c[i].things[k].info->name, argv[0])) continue;
        printf("[%s] ", c[i].title);
        print_thing(&c[i].things[k], 0);
        found = 1;
      }
    }
    for (int i = 0; gud_commands[i].name; i++) {
      if (num < GUD_COUNT(names)) names[num++] = gud_commands[i].name;
      if (strcmp(gud_commands[i].name, argv[0])) continue;
      printf("[command] gudgeon %s\n%s\n", gud_commands[i].usage, gud_commands[i].summary);
      found = 1;
    }
    found |= print_group(c, argv[0]);
    if (found || print_word(c, argv[0])) PetscFunctionReturn(PETSC_SUCCESS);
    fprintf(stderr, "no help for '%s'%s\n", argv[0], gud_hint(hint, argv[0], names, num));
    *code = GUD_BAD_INPUT;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  printf("A model file is YAML with units (`clearance: 0.2 mm`, `speed: 5000 rpm`; a bare number is SI) and "
         "these sections.\n"
         "gudgeon help THING tells more.\n");
  for (int i = 0; i < NUM_CHAPTERS; i++) {
    printf("\n%s\n", c[i].title);
    for (int k = 0; k < c[i].num; k++)
      printf("  %-22s %s\n", c[i].things[k].info->name, c[i].things[k].info->summary);
  }
  printf("\nlaws\n");
  printf("  %-22s %s\n", "contact", "normal laws, their keys and real restitution");
  printf("  %-22s %s\n", "friction", "friction laws and their keys");
  printf("  %-22s %s\n", "film", "oil films and their keys");
  printf("  %-22s %s\n", "restitution", "nominal and real restitution of each law");
  printf("\ncommands\n");
  for (int i = 0; gud_commands[i].name; i++)
    printf("  %-60s %s\n", gud_commands[i].usage, gud_commands[i].summary);
  PetscFunctionReturn(PETSC_SUCCESS);
}
