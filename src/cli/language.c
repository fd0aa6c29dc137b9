/* The language of model files, topic by topic: `gudgeon help units` and docs/language.md print the same texts. Lists of units, functions
   and fields come from the tables. */
#include "cli/catalogue.h"
#include "cli/commands.h"
#include "text/expr.h"
#include "text/function.h"
#include "model/registry.h"
#include "text/units.h"

#include <string.h>

typedef struct {
  const char *name, *summary, *text;
  void (*table)(int markdown); /* below the text; may be NULL */
} Topic;

/* ---- tables ---- */

static void print_units(int markdown)
{
  int                num;
  const char *const *names = gud_unit_names(&num);
  if (markdown) printf("| unit | in SI | quantity |\n|---|---|---|\n");
  for (int i = 0; i < num; i++) {
    GudUnit     u = {1, GUD_NUMBER};
    char        words[GUD_DIM_SIZE], si[GUD_DIM_SIZE];
    const char *what = words;
    gud_unit_find(names[i], strlen(names[i]), &u);
    gud_dim_words(u.dim, words), gud_dim_unit(u.dim, si);
    if (gud_dim_none(u.dim)) { /* an angle, or the temperature, which is a plain number */
      int angle = strcmp(names[i], "degC") != 0;
      what      = angle ? "an angle" : "a temperature, where degrees Celsius are asked for",
      strcpy(si, angle ? "rad" : "degC");
    }
    words[strcspn(words, "(")] = '\0';
    printf(markdown ? "| `%s` | %.10g %s | %s |\n" : "  %-5s = %-16.10g %-8s %s\n", names[i], u.factor, si,
           what);
  }
}

static void print_functions(int markdown)
{
  const char *name, *arguments, *doc;
  if (markdown) printf("| function | value |\n|---|---|\n");
  for (int i = 0; gud_expr_function_row(i, &name, &arguments, &doc); i++) {
    char call[80];
    snprintf(call, sizeof call, "%s(%s)", name, arguments);
    printf(markdown ? "| `%s` | %s |\n" : "  %-27s %s\n", call, doc);
  }
}

static void print_function_types(int markdown)
{
  for (int i = 0; i < gud_num_function_types; i++) {
    const GudTypeInfo *f = &gud_function_types[i];
    printf(markdown ? "\n`{type: %s, ...}`: %s.\n\n" : "\n  {type: %s, ...}: %s\n", f->name, f->summary);
    if (f->num_params) gud_print_params(stdout, f->params, f->num_params, markdown);
  }
}

/* A field of that name and meaning in an element before? */
static int field_before(int element, const GudOutput *f)
{
  for (int i = 0; i < element; i++) {
    int k = gud_output_find(gud_elements[i]->fields, gud_elements[i]->num_fields, f->name);
    if (k >= 0 && !strcmp(gud_elements[i]->fields[k].doc, f->doc)) return 1;
  }
  return 0;
}

static void print_fields(int markdown)
{
  if (markdown) printf("| field | unit | meaning | elements |\n|---|---|---|---|\n");
  for (int i = 0; gud_elements[i]; i++)
    for (int k = 0; k < gud_elements[i]->num_fields; k++) {
      const GudOutput *f = &gud_elements[i]->fields[k];
      if (field_before(i, f)) continue;
      printf(markdown ? "| `%s` | %s | %s |" : "  %-22s %-6s %s:", f->name, f->unit, f->doc);
      for (int j = i; gud_elements[j]; j++) {
        int n = gud_output_find(gud_elements[j]->fields, gud_elements[j]->num_fields, f->name);
        if (n >= 0 && !strcmp(gud_elements[j]->fields[n].doc, f->doc))
          printf(" %s", gud_elements[j]->info.name);
      }
      printf(markdown ? " |\n" : "\n");
    }
}

/* ---- topics ---- */

static const Topic topics[] = {
  {"units", "units of measure",
   "A number is written with its unit: `0.2 mm`, `5000 rpm`, `400 cP`, `7.8 g/cm^3`, `1e-4 kg m^2`.\n"
   "A number without unit is SI: metre, kilogram, second, radian, and what follows from them.\n"
   "A wrong dimension is an error that says what was expected and what was found.\n"
   "\n"
   "Units are multiplied by a space or `*`, divided by `/`, raised by `^`: `N m`, `kg*m^2/s`, `m/s^2`.\n"
   "`N/m s` is refused, since it can be read in two ways: write `N s/m` or `N/m/s`. So is `Nm`: write `N "
   "m`.\n"
   "A unit right behind a number binds tighter than `*` and `/`: `6 mm/2` is 3 mm and `5 N/m` is a "
   "stiffness.\n"
   "Elsewhere a unit is a factor: `r*mm`, `sqrt(2)*mm`.\n"
   "\n"
   "Angles have no dimension: `90 deg`, `pi/2` and `1.5708` are the same. A parameter hides the unit of the "
   "same\n"
   "name in expressions (`gudgeon help parameters`). `t` is the tonne right behind a number only (`2 t`);\n"
   "elsewhere it is the time.\n",
   print_units},
  {"expressions", "numbers that are computed",
   "Wherever a number is asked for, an expression may be written: `r + 2 mm`, `2*pi/speed`, `l*cos(30 "
   "deg)`.\n"
   "\n"
   "- operators: `+ - * /`, power `^` or `**`, comparisons `== != < <= > >=`, `and`, `or`, `not`, "
   "parentheses;\n"
   "- names: parameters, the constant `pi`, units. Where a function is asked for also the time `t` and the "
   "names of\n"
   "  probes (`gudgeon help time`);\n"
   "- functions: `gudgeon help functions`.\n"
   "\n"
   "Dimensions are checked: `1 m + 1 kg` is an error. A number without unit agrees with every dimension, so\n"
   "`r + 0.002` is allowed and means 2 mm. In an expression with `t` seconds are not checked, so that both\n"
   "`sin(pi/6*t)` and `sin(2*pi*50 Hz*t)` may be written; metres and kilograms are.\n"
   "\n"
   "An expression with a comma, a colon or a `#` inside `{ }` or `[ ]` must be in quotes: `\"max(a, b)\"`.\n",
   NULL},
  {"functions", "functions of expressions",
   "Functions that expressions may call. Angles are in radian unless they carry a unit: `sin(30 deg)`.\n",
   print_functions},
  {"time", "functions of time and of probes",
   "Drivers, loads and controllers take functions: a number, an expression in `t` and in the names of "
   "probes, or a\n"
   "mapping with a `type`.\n"
   "\n"
   "    value: 150 rpm\n"
   "    value: 6*sin(pi/6*t)\n"
   "    value: -40 N m s*crank_speed                       # crank_speed is a probe\n"
   "    value: {type: table, over: crank_angle, file: gas.csv}\n"
   "\n"
   "Probes of position, velocity, angle and angular_velocity can be arguments (x, y, z or magnitude): their "
   "exact\n"
   "derivatives are part of the tangent. Others depend on the forces of the same instant and are refused. A "
   "driver\n"
   "follows a function of time alone.\n",
   print_function_types},
  {"parameters", "names for values, and --set",
   "Names for values, under `parameters:`. Each can be set on the command line: `--set clearance=\"0.1 "
   "mm\"`.\n"
   "\n"
   "    parameters:\n"
   "      clearance: 0.2 mm\n"
   "      start: {default: 60 deg, doc: \"angle from the vertical\"}\n"
   "      joint: {default: dry, choices: [ideal, dry, lubricated], doc: \"model of the pin\"}\n"
   "      rod: {length: 120 mm, width: 15 mm}              # rod.length, rod.width\n"
   "      period: 2*pi/speed                               # may use other parameters, in any order\n"
   "\n"
   "- `default` is the value, `choices` a list of allowed values, `doc` a line for people.\n"
   "  A word in the list may have points: names of mesh files.\n"
   "- A value is a number, an expression or a word (`dry`). A number is used by its name: `clearance: "
   "clearance`.\n"
   "  A word is used by its name behind a dollar sign: `model: $joint`. `${joint}` is the same.\n"
   "- A value of --set has the dimension of the default. A number without unit is SI, also where the default "
   "is\n"
   "  written in another unit: for `start` above `--set start=80` means 80 rad. A warning says so; write\n"
   "  `--set start=\"80 deg\"`.\n"
   "- A parameter hides the unit of the same name: with a parameter `m`, `2*m` and `5 N/m` mean the "
   "parameter, while\n"
   "  `5 m` is still the unit. A warning is printed for parameters named `m`, `kg` or `s`. `t`, `pi`, `and`, "
   "`or`,\n"
   "  `not`, `true`, `false`, `yes`, `no`, `on`, `off` cannot be parameters.\n"
   "- `gudgeon check MODEL` lists the parameters of a model with their values.\n",
   NULL},
  {"by", "one of several values, chosen by a parameter",
   "Any value of a model file, also a whole entry, can be chosen by a parameter:\n"
   "\n"
   "    joints:\n"
   "      pin:\n"
   "        by: $joint\n"
   "        ideal: {type: revolute, a: rod.to, b: slider}\n"
   "        dry: {type: revolute, model: dry, a: rod.to, b: slider, clearance: 0.1 mm, journal_radius: 10 "
   "mm}\n"
   "        otherwise: {type: revolute, a: rod.to, b: slider}\n"
   "\n"
   "The first key is `by` with a parameter behind `$`; the other keys are its values. `otherwise` means "
   "all\n"
   "values that are not written. A chosen value that is empty leaves the key or entry out.\n",
   NULL},
  {"when", "entries that are there under a condition",
   "An entry of bodies, joints, drivers, forces, probes and limits with `when: CONDITION` is left out where "
   "the\n"
   "condition is false:\n"
   "\n"
   "    forces:\n"
   "      friction: {when: joint == dry and mu > 0, type: force, ...}\n"
   "\n"
   "A condition compares parameters: numbers by `== != < <= > >=`, words by `==` and `!=`; `and`, `or`, "
   "`not`,\n"
   "parentheses. A place or probe that names an entry that is left out is an error that says so.\n",
   NULL},
  {"include", "parts of a model in other files",
   "`include: FILE` or `include: [FILE, FILE]` at top level reads other model files; paths are relative to "
   "the file\n"
   "that includes. Sections are merged entry by entry. The same name twice is an error, except under\n"
   "`parameters:`, where the including file overrides the included one. A file that is reached twice is read "
   "once.\n"
   "`--resume` and `sweep` notice changes of included files, tables and meshes.\n",
   NULL},
  {"places", "points and axes of bodies",
   "Joints, forces and probes are attached to places on bodies. A place is written as\n"
   "\n"
   "    rod                                      # origin of the body\n"
   "    rod.from, rod.to                         # its ends, where the body or its mesh has from and to\n"
   "    rod.pin                                  # a name under `points:` of the body (body coordinates)\n"
   "    piston.bore                              # a node set of its mesh, in the plane: the centre of a "
   "bore or the\n"
   "                                             # middle of an edge, carried by all its nodes\n"
   "    rod.centre_of_mass                       # for probes only\n"
   "    {body: rod, at: [0.1 m, 0, 0]}           # a point of space at the start\n"
   "    {body: rod, local: [60 mm, 0, 0]}        # body coordinates\n"
   "    ground, {body: ground, at: [1 m, 0, 0]}  # ground is a body, at the origin of space\n"
   "\n"
   "The two places of a joint coincide at the start. If they do not, the start is assembled, and a warning "
   "names the\n"
   "bodies that moved. Where axes are needed, `axis` and `reference` are directions in space at the start; "
   "both\n"
   "bodies carry them from there on. Axis 3 is `axis`, axis 1 the part of `reference` normal to it. "
   "Components 1, 2, 3\n"
   "are along the axes that turn with body a.\n",
   NULL},
  {"fields", "stresses and section forces of flexible bodies",
   "Fields of flexible bodies: written to the frames for ParaView, and read by a probe, at a place or as the "
   "extreme\n"
   "over the body:\n"
   "\n"
   "    probes:\n"
   "      stress: {type: field, body: rod, field: von_mises}\n"
   "      moment: {type: field, of: rod.from, field: moment_z}\n"
   "\n"
   "An unknown name is answered with the list of the element's fields.\n",
   print_fields},
};

int gud_language_topic(const char *name)
{
  for (int i = 0; i < GUD_COUNT(topics); i++) {
    if (strcmp(topics[i].name, name)) continue;
    printf("%s: %s\n\n%s", topics[i].name, topics[i].summary, topics[i].text);
    if (topics[i].table) printf("\n"), topics[i].table(0);
    return 1;
  }
  return 0;
}

const char *gud_language_name(int i)
{
  return i < GUD_COUNT(topics) ? topics[i].name : NULL;
}

const char *gud_language_summary(int i)
{
  return topics[i].summary;
}

void gud_language_page(void)
{
  printf(
    "# The language of model files\n\n"
    "Generated by `gudgeon help --markdown language`; a test fails when this page is stale. Each chapter is\n"
    "also printed by `gudgeon help TOPIC`. The keys of every body, joint, force and probe are in\n"
    "[model_reference.md](model_reference.md); `gudgeon schema` gives editors the same.\n\n"
    "A model file is YAML. At top level it has `title`, `space` (`2d` or `3d`), `gravity`, `include`,\n"
    "`parameters`, and the sections `bodies`, `joints`, `drivers`, `forces`, `probes`, `limits`, `analysis`, "
    "`output`,\n"
    "`poincare`. Sections with names hold entries `NAME: {type: TYPE, KEY: VALUE, ...}`. Anchors and aliases "
    "of YAML\n"
    "are refused: parameters do their work.\n");
  for (int i = 0; i < GUD_COUNT(topics); i++) {
    printf("\n## %s: %s\n\n%s", topics[i].name, topics[i].summary, topics[i].text);
    if (topics[i].table) printf("\n"), topics[i].table(1);
  }
}
