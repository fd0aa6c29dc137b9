/* Reading a model file: the keys at its top, and its sections entry by entry; what an entry says is read in input_body.c,
   input_joint.c, input_force.c, input_probe.c ... */
#include "model/input_internal.h"

#include "base/clean.h"
#include "base/hint.h"
#include "base/vec3.h"
#include "model/probe.h"
#include "model/registry.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- tables of the common keys ---- */

typedef struct {
  const char *title;
  int         space;
  double      gravity[3];
  double      speed, axis[3], centre[3];
} TopParams;

/* clang-format off */
#define TOP(field) offsetof(TopParams, field)
static const GudParam top_params[] = {
  {"title",   GUD_STRING, GUD_NUMBER,       GUD_ANY, GUD_ABSENT, TOP(title),   NULL, "a line for people"},
  {"space",   GUD_CHOICE, GUD_NUMBER,       GUD_ANY, "3d",       TOP(space),   "2d|3d", "plane or space"},
  {"gravity", GUD_VECTOR, GUD_ACCELERATION, GUD_ANY, "[0,0,0]",  TOP(gravity), NULL, "acceleration of gravity"},
  {"rotation.speed",  GUD_REAL,   GUD_ANG_VELOCITY, GUD_ANY, "0",       TOP(speed),  NULL, "everything is seen from a frame that turns at this constant speed: centrifugal and Coriolis forces act on all bodies, and `ground` turns with it"},
  {"rotation.axis",   GUD_VECTOR, GUD_NUMBER, GUD_NONZERO, "[0,0,1]",   TOP(axis),   NULL, "axis of that rotation"},
  {"rotation.centre", GUD_VECTOR, GUD_LENGTH, GUD_ANY,     "[0,0,0]",   TOP(centre), NULL, "a point of that axis"},
};
const GudTypeInfo gud_model_info = {"model", "keys at the top of a model file", NULL, GUD_2D | GUD_3D, top_params, GUD_COUNT(top_params), sizeof(TopParams)};
/* clang-format on */

/* ---- helpers ---- */

void gud_input_fail(Builder *b, GudMark mark, const char *text)
{
  gud_diag_error(b->in->diag, mark, "%s: %s", b->what, text);
}

static void speak_of(Builder *b, const char *noun, const char *name)
{
  snprintf(b->what, sizeof b->what, "%s '%.100s'", noun, name);
  b->in->reader.what = b->what;
  b->in->reader.key  = NULL;
}

int gud_input_valid_name(const char *s)
{
  if (!(isalpha((unsigned char)*s) || *s == '_')) return 0;
  for (; *s; s++)
    if (!(isalnum((unsigned char)*s) || *s == '_')) return 0;
  return 1;
}

/* Types of a registry as a plain list of names, for nearest-name hints. */
void gud_input_unknown_type(Builder *b, const GudNode *node, const char *word, const char *const *names,
                            int num)
{
  char hint[GUD_OFFER_SIZE];
  gud_diag_error(b->in->diag, node->mark, "%s: unknown type '%.60s'%s", b->what, word,
                 gud_offer(hint, word, names, num));
}

/* In the plane the type NAME2d may be called NAME. */
static int is_twin(const char *name, const char *name2d)
{
  size_t n = strlen(name);
  return !strncmp(name2d, name, n) && !strcmp(name2d + n, "2d");
}

/* clang-format off */
#define FIND_TYPE(function, Type, list)                                                                      \
  const Type *function(Builder *b, const GudNode *entry)                                                     \
  {                                                                                                          \
    const GudNode *node = gud_node_get(entry, "type");                                                       \
    const char    *word, *names[200];                                                                        \
    int            num = 0;                                                                                  \
    if (!node) {                                                                                             \
      gud_input_fail(b, entry->mark, "'type' is missing");                                                   \
      return NULL;                                                                                           \
    }                                                                                                        \
    b->in->reader.key = "type";                                                                              \
    if (!gud_read_word(&b->in->reader, node, &word)) return NULL;                                            \
    for (int i = 0; list[i]; i++) {                                                                          \
      if (!strcmp(list[i]->info.name, word) && (list[i]->info.space & (b->m->dim == 2 ? GUD_2D : GUD_3D)))   \
        return list[i];                                                                                      \
      if (b->m->dim == 2 && is_twin(word, list[i]->info.name)) return list[i];                               \
      int here = (list[i]->info.space & (b->m->dim == 2 ? GUD_2D : GUD_3D)) != 0;                            \
      for (int k = 0; list[k] && b->m->dim == 2 && !here; k++) /* rigid_body for rigid_body2d */             \
        here = is_twin(list[i]->info.name, list[k]->info.name);                                              \
      if (here && num < GUD_COUNT(names)) names[num++] = list[i]->info.name;                                 \
    }                                                                                                        \
    for (int i = 0; list[i]; i++)                                                                            \
      if (!strcmp(list[i]->info.name, word)) {                                                               \
        gud_diag_error(b->in->diag, node->mark, "%s: type '%s' does not exist in space: %dd", b->what, word, \
                       b->m->dim);                                                                           \
        return NULL;                                                                                         \
      }                                                                                                      \
    gud_input_unknown_type(b, node, word, names, num);                                                       \
    return NULL;                                                                                             \
  }
FIND_TYPE(gud_input_element_type, GudElementType, gud_elements)
FIND_TYPE(gud_input_joint_type, GudJointType, gud_joints)
FIND_TYPE(gud_input_force_type, GudForceType, gud_forces)
FIND_TYPE(gud_input_probe_type, GudProbeType, gud_probe_types)
/* clang-format on */

/* Is `when` true, or absent? 0 after an error. */
static int is_on(Builder *b, const GudNode *entry, int *yes)
{
  const GudNode *when = gud_node_get(entry, "when");
  char           who[GUD_WHAT_SIZE + 12];
  snprintf(who, sizeof who, "%s, 'when': ", b->what);
  const char *old = gud_diag_set_prefix(b->in->diag, who);
  int         ok  = 1;
  *yes            = 1;
  if (when) ok = gud_env_condition(b->in->env, when, b->in->diag, yes);
  gud_diag_set_prefix(b->in->diag, old);
  return ok;
}

/* Walks a section of named entries; skips those whose `when` is false. Returns the next index >= i or -1. */
static int next_entry(Builder *b, const GudNode *section, const char *noun, int i)
{
  for (; section && i < section->num; i++) {
    const GudNode *entry = section->item[i];
    int            yes;
    speak_of(b, noun, section->key[i]);
    if (!gud_input_valid_name(section->key[i])) {
      gud_diag_error(b->in->diag, section->key_mark[i],
                     "%s: a name has letters, digits and _ and does not begin with a digit", b->what);
      continue;
    }
    if (entry->kind != GUD_NODE_MAPPING) {
      char show[GUD_SHOW_SIZE];
      gud_diag_error(b->in->diag, entry->mark, "%s: expected keys and values, found %s", b->what,
                     gud_node_show(entry, show));
      continue;
    }
    if (is_on(b, entry, &yes) && yes) return i;
  }
  return -1;
}

/* An entry that is in the file but has errors of its own: those are enough. */
static int written_but_wrong(Builder *b, const char *section, const char *name)
{
  const GudNode *root = b->in->doc->root;
  int            gap  = !strcmp(section, "forces"); /* a joint with a gap is a force, too */
  return gud_diag_num_errors(b->in->diag) > 0 && (gud_node_get(gud_node_get(root, section), name) ||
                                                  (gap && gud_node_get(gud_node_get(root, "joints"), name)));
}

/* Reports that a section has no such entry, with the nearest name of those in the file, valid or not. */
void gud_input_not_found(Builder *b, GudMark mark, const char *section, const char *noun, const char *name)
{
  const GudNode *s     = gud_node_get(b->in->doc->root, section);
  const GudNode *entry = gud_node_get(s, name);
  char           hint[GUD_OFFER_SIZE];
  const char    *list[60] = {NULL};
  int            num = 0, yes = 1;
  const GudNode *when   = gud_node_get(entry, "when");
  GudDiag       *quiet  = gud_diag_create(); /* errors of that `when` are reported where it is read */
  int            is_off = when && gud_env_condition(b->in->env, when, quiet, &yes) && !yes;
  if (s && s->kind == GUD_NODE_MAPPING) {
    list[num++] = gud_nearest(name, s->key, s->num); /* of all; the list is cut */
    for (int i = 0; i < s->num && num + 1 < GUD_COUNT(list); i++) list[num++] = s->key[i];
  }
  if (!strcmp(section, "bodies")) list[num++] = "ground";
  gud_diag_free(quiet);
  if (is_off)
    gud_diag_error(b->in->diag, mark, "%s: %s '%.60s' is left out here: its 'when' is false", b->what, noun,
                   name);
  else if (!written_but_wrong(b, section, name) && entry)
    gud_diag_error(b->in->diag, mark, "%s: %s '%.60s' must be written above what names it", b->what, noun,
                   name);
  else if (!entry)
    gud_diag_error(b->in->diag, mark, "%s: there is no %s '%.60s'%s", b->what, noun, name,
                   gud_offer(hint, name, list, num));
}

int gud_input_find_body(Builder *b, const GudNode *node, const char *name)
{
  int i = gud_model_find_body(b->m, name);
  if (i < 0) gud_input_not_found(b, node->mark, "bodies", "body", name);
  return i;
}

/* ---- the whole file ---- */

static const GudNode *section_of(Builder *b, const char *name)
{
  const GudNode *s = gud_node_get(b->in->doc->root, name);
  char           show[GUD_SHOW_SIZE];
  if (!s || s->kind == GUD_NODE_MAPPING) return s;
  if (!gud_node_is_null(s))
    gud_diag_error(b->in->diag, s->mark, "'%s' holds entries with names (NAME: {...}), found %s", name,
                   gud_node_show(s, show));
  return NULL;
}

#define EACH(section, noun, call)                                                                \
  do {                                                                                           \
    const GudNode *sec = section_of(b, section);                                                 \
    for (int i = next_entry(b, sec, noun, 0); i >= 0; i = next_entry(b, sec, noun, i + 1)) call; \
  } while (0)
#define ENTRY sec->key[i], sec->key_mark[i], sec->item[i]

/* One line without control characters, however it is written: it is shown on terminals and in run.log. */
static const char *title_of(Builder *b, const char *text)
{
  char *line = text ? gud_clean(gud_arena_text(&b->m->arena, text)) : NULL;
  return line ? gud_arena_trimmed(&b->m->arena, line, strlen(line)) : "";
}

/* rotation: {speed, axis, centre}. In a frame that turns, gravity would turn: only along the axis it stays. */
static void read_rotation(Builder *b, const GudNode *root, const TopParams *top)
{
  const GudNode *node = gud_node_get(root, "rotation"), *gravity = gud_node_get(root, "gravity");
  double         l = gud_norm_real(top->axis), side[3];
  if (!node || top->speed == 0 || !(l > 0)) return;
  for (int i = 0; i < 3; i++) b->m->spin[i] = top->speed * top->axis[i] / l;
  memcpy(b->m->spin_centre, top->centre, sizeof top->centre);
  if (b->m->dim == 2 && hypot(top->axis[0], top->axis[1]) > 0)
    gud_diag_error(b->in->diag, node->mark, "rotation, 'axis': in the plane it is z");
  gud_cross_real(top->axis, top->gravity, side);
  if (gravity && gud_norm_real(side) > 1e-12 * l * gud_norm_real(top->gravity))
    gud_diag_error(b->in->diag, gravity->mark,
                   "gravity: seen from the frame of 'rotation' it turns, unless it is along the axis");
}

static void read_all(Builder *b, const GudSection *sections)
{
  static const char *const own[] = {"parameters", "bodies", "joints", "drivers",
                                    "forces",     "probes", "limits", NULL};
  const char              *also[30];
  int                      num  = 0;
  GudReader               *rd   = &b->in->reader;
  const GudNode           *root = b->in->doc->root;
  TopParams                top;
  for (int i = 0; own[i]; i++) also[num++] = own[i];
  for (int i = 0; sections && sections[i].name; i++) also[num++] = sections[i].name;
  also[num]            = NULL;
  rd->what             = "model";
  rd->space            = 3;
  const GudNode *space = gud_node_get(root, "space");
  if (space && space->kind == GUD_NODE_SCALAR && space->text[0] == '2')
    rd->space = 2; /* "2D" has its own error */
  gud_read_params(rd, root, top_params, GUD_COUNT(top_params), also, &top, NULL);
  b->m->dim   = rd->space;
  b->m->title = title_of(b, top.title);
  b->m->path  = gud_arena_text(&b->m->arena, b->in->doc->path);
  memcpy(b->m->gravity, top.gravity, sizeof top.gravity);
  read_rotation(b, root, &top);
  gud_input_name_arguments(b, 0);
  EACH("bodies", "body", gud_input_read_body(b, ENTRY));
  EACH("joints", "joint", gud_input_read_joint(b, ENTRY, 0));
  EACH("drivers", "driver", gud_input_read_joint(b, ENTRY, 1));
  EACH("forces", "force", gud_input_read_force(b, ENTRY));
  gud_input_name_arguments(b, 1);
  EACH("probes", "probe", gud_input_read_probe(b, ENTRY));
  gud_input_bind_functions(b);
  EACH("limits", "limit", gud_input_read_limit(b, ENTRY));
  for (int i = 0; sections && sections[i].name; i++) {
    const GudNode *node = gud_node_get(root, sections[i].name);
    rd->what            = sections[i].name;
    rd->key             = NULL;
    if (node && gud_node_is_null(node)) node = NULL;
    if (node && node->kind != GUD_NODE_MAPPING) {
      char show[GUD_SHOW_SIZE];
      gud_diag_error(b->in->diag, node->mark, "'%s': expected keys and values, found %s", sections[i].name,
                     gud_node_show(node, show));
      continue;
    }
    gud_read_params(rd, node, sections[i].info->params, sections[i].info->num_params, NULL, sections[i].out,
                    NULL);
  }
  if (b->m->num_elements == 0 && gud_diag_num_errors(b->in->diag) == 0)
    gud_diag_error(b->in->diag, root->mark, "the model has no bodies");
}

void gud_input_build(GudInput *in, const char *const *sets, int num_sets, const GudSection *sections)
{
  Builder b = {.in = in};
  if (!in->doc) return;
  in->env = gud_env_create(gud_node_get(in->doc->root, "parameters"), sets, num_sets, in->diag);
  gud_env_select(in->env, in->doc->root, in->diag);
  b.m        = gud_model_create(3);
  in->reader = (GudReader){.diag = in->diag, .env = in->env, .arena = &b.m->arena, .base_dir = in->doc->dir};
  read_all(&b, sections);
  b.m->functions       = in->reader.functions;
  b.m->num_functions   = in->reader.num_functions;
  in->reader.functions = NULL;
  in->reader.arena     = NULL;
  if (gud_diag_num_errors(in->diag)) gud_model_destroy(b.m);
  else in->model = b.m;
}

void gud_input_load(const char *path, const char *const *sets, int num_sets, const GudSection *sections,
                    GudInput *in)
{
  memset(in, 0, sizeof *in);
  in->diag = gud_diag_create();
  in->doc  = gud_doc_load(path, in->diag);
  gud_input_build(in, sets, num_sets, sections);
}

void gud_input_free(GudInput *in)
{
  gud_model_destroy(in->model);
  gud_env_free(in->env);
  gud_doc_free(in->doc);
  gud_diag_free(in->diag);
  memset(in, 0, sizeof *in);
}
