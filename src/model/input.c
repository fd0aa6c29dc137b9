/* Reading the sections of a model file: bodies, joints, drivers, forces, probes. */
#include "model/input_internal.h"

#include "base/clean.h"
#include "base/vec3.h"
#include "model/probe.h"
#include "model/registry.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHY = 200 };

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

/* clang-format off */
const GudParam gud_frame_params[2] = {
  {"axis",      GUD_VECTOR, GUD_NUMBER, GUD_NONZERO, "[0,0,1]",  0, NULL, "axis 3 of the frames of both places, in space at the start (in the plane, where axis 3 is z: axis 1)"},
  {"reference", GUD_VECTOR, GUD_NUMBER, GUD_ANY,     GUD_ABSENT, 0, NULL, "its part normal to `axis` is axis 1, in space at the start (default: x, or y where the axis is along x)"},
};
/* clang-format on */

const char *const gud_marker_help =
  "A place on a body is written as BODY (its origin), BODY.POINT (a name from its `points:`, or from/to), "
  "BODY.SET (a node set of its mesh: the centre of a bore, the middle of an edge, carried by all its nodes), "
  "BODY.centre_of_mass (for probes), "
  "{body: BODY, at: [place in space at the start]} or {body: BODY, local: [body coordinates]}. `ground` is a "
  "body.";

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
  char hint[GUD_HINT_SIZE];
  gud_diag_error(b->in->diag, node->mark, "%s: unknown type '%.60s'%s", b->what, word,
                 gud_hint(hint, word, names, num));
}

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
      if (b->m->dim == 2 && !strncmp(list[i]->info.name, word, strlen(word)) &&                              \
          !strcmp(list[i]->info.name + strlen(word), "2d"))                                                  \
        return list[i];                                                                                      \
      if (num < GUD_COUNT(names)) names[num++] = list[i]->info.name;                                         \
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
static FIND_TYPE(joint_type, GudJointType, gud_joints) static FIND_TYPE(force_type, GudForceType, gud_forces)

  /* Is `when` true, or absent? 0 after an error. */
  static int is_on(Builder *b, const GudNode *entry, int *yes)
{
  const GudNode *when = gud_node_get(entry, "when");
  char           who[GUD_WHAT_SIZE + 12];
  snprintf(who, sizeof who, "%s, 'when': ", b->what);
  const char *old = gud_diag_speaker(b->in->diag, who);
  int         ok  = 1;
  *yes            = 1;
  if (when) ok = gud_env_condition(b->in->env, when, b->in->diag, yes);
  gud_diag_speaker(b->in->diag, old);
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

/* ---- places ---- */

/* An entry that stands in the file but has errors of its own: those are enough. */
static int written_but_wrong(Builder *b, const char *section, const char *name)
{
  const GudNode *root = b->in->doc->root;
  int            gap  = !strcmp(section, "forces"); /* a joint with a gap is a force, too */
  return gud_diag_num_errors(b->in->diag) > 0 && (gud_node_get(gud_node_get(root, section), name) ||
                                                  (gap && gud_node_get(gud_node_get(root, "joints"), name)));
}

/* Says that a section has no such entry, with the nearest of those that stand there, right or wrong. */
void gud_input_not_found(Builder *b, GudMark mark, const char *section, const char *noun, const char *name)
{
  const GudNode *s     = gud_node_get(b->in->doc->root, section);
  const GudNode *entry = gud_node_get(s, name);
  char           hint[GUD_HINT_SIZE];
  const char    *near    = s && s->kind == GUD_NODE_MAPPING ? gud_nearest(name, s->key, s->num) : NULL;
  const char    *list[2] = {near, strcmp(section, "bodies") ? NULL : "ground"};
  const GudNode *when    = gud_node_get(entry, "when");
  int            yes     = 1;
  GudDiag       *quiet   = gud_diag_create(); /* errors of that `when` are reported where it is read */
  int            is_off  = when && gud_env_condition(b->in->env, when, quiet, &yes) && !yes;
  gud_diag_free(quiet);
  if (is_off)
    gud_diag_error(b->in->diag, mark, "%s: %s '%.60s' is left out here: its 'when' is false", b->what, noun,
                   name);
  else if (!written_but_wrong(b, section, name))
    gud_diag_error(b->in->diag, mark, "%s: there is no %s '%.60s'%s", b->what, noun, name,
                   gud_hint(hint, name, list, 2));
}

int gud_input_find_body(Builder *b, const GudNode *node, const char *name)
{
  int i = gud_model_find_body(b->m, name);
  if (i < 0) gud_input_not_found(b, node->mark, "bodies", "body", name);
  return i;
}

int gud_input_named_place(const Builder *b, int body, const char *name, GudPlace *place)
{
  const GudBody *bo = &b->m->bodies[body];
  for (int i = 0; i < bo->num_points; i++)
    if (!strcmp(bo->points[i].name, name)) {
      *place = (GudPlace){.body = body};
      memcpy(place->X, bo->points[i].X, sizeof place->X);
      return 1;
    }
  return gud_place_of_set(b->m, body, name, place);
}

static int find_point(Builder *b, const GudNode *node, int body, const char *name, GudPlace *place)
{
  const GudBody *bo = &b->m->bodies[body];
  const char    *names[200];
  char           hint[GUD_HINT_SIZE];
  int            num = 0;
  for (int i = 0; i < bo->num_points; i++) {
    if (!strcmp(bo->points[i].name, name)) {
      memcpy(place->X, bo->points[i].X, sizeof place->X);
      return 1;
    }
    if (num < GUD_COUNT(names)) names[num++] = bo->points[i].name;
  }
  if (!strcmp(name, "centre_of_mass") && body > 0) {
    place->set = GUD_CENTRE_OF_MASS;
    if (!b->looking)
      gud_input_fail(b, node->mark, "centre_of_mass can be probed, but nothing can be attached to it");
    return b->looking;
  }
  if (gud_place_of_set(b->m, body, name, place)) {
    if (b->m->dim == 2 || !place->set) return 1;
    gud_input_fail(b, node->mark, "a set of several nodes is a place in the plane only");
    return 0;
  }
  for (int i = 0; bo->mesh && i < bo->mesh->num_sets && num < GUD_COUNT(names); i++)
    if (bo->mesh->sets[i].num > 1) names[num++] = bo->mesh->sets[i].name;
  gud_diag_error(b->in->diag, node->mark, "%s: body '%s' has no point '%.60s'%s", b->what, bo->name, name,
                 gud_hint(hint, name, names, num));
  return 0;
}

int gud_input_read_place(Builder *b, const GudNode *node, GudPlace *place)
{
  static const char *const allowed[] = {"body", "at", "local", NULL};
  static const GudDim      length    = GUD_LENGTH;
  GudReader               *rd        = &b->in->reader;
  const char              *word;
  memset(place, 0, sizeof *place);
  if (node->kind == GUD_NODE_SCALAR) {
    char name[128];
    if (!gud_read_word(rd, node, &word)) return 0;
    const char *dot = strchr(word, '.');
    snprintf(name, sizeof name, "%.*s", dot ? (int)(dot - word) : (int)strlen(word), word);
    place->body = gud_input_find_body(b, node, name);
    if (place->body < 0) return 0;
    return !dot || find_point(b, node, place->body, dot + 1, place);
  }
  const GudNode *body = gud_node_get(node, "body"), *at = gud_node_get(node, "at"),
                *local = gud_node_get(node, "local");
  double r[3];
  if (at && local) {
    gud_input_fail(b, node->mark, "a place has 'at' or 'local', not both");
    return 0;
  }
  if (node->kind != GUD_NODE_MAPPING || !body) {
    gud_input_fail(
      b, node->mark,
      "expected a place: BODY, BODY.POINT, {body: BODY, at: [...]} or {body: BODY, local: [...]}");
    return 0;
  }
  char        what[GUD_WHAT_SIZE + 40];
  const char *old = rd->what;
  snprintf(what, sizeof what, "place '%.20s' of %s", rd->key, b->what);
  rd->what = what;
  gud_check_keys(rd, node, allowed, NULL);
  rd->what = old;
  if (!gud_read_word(rd, body, &word)) return 0;
  place->body = gud_input_find_body(b, body, word);
  if (place->body < 0) return 0;
  if (local) return gud_read_vector(rd, local, length, place->X);
  if (!at) return 1;
  if (!gud_read_vector(rd, at, length, r)) return 0;
  gud_body_to_local(b->m, place->body, r, place->X);
  return 1;
}

/* An edge: a node set, or the list of its points. */
static int read_edge(Builder *b, const GudNode *node, GudPlace *at)
{
  if (node->kind != GUD_NODE_SEQUENCE) return gud_input_read_place(b, node, at);
  GudPlace *chain = gud_arena_alloc(&b->m->arena, sizeof *chain * (size_t)(node->num + 1));
  for (int i = 0; i < node->num; i++)
    if (!gud_input_read_place(b, node->item[i], &chain[i])) return 0;
  *at       = chain[0];
  at->chain = chain, at->num_chain = node->num;
  return 1;
}

/* The places of all slots. An optional slot that is absent is ground at the place of slot 0. */
int gud_input_read_slots(Builder *b, const GudNode *entry, const GudMarkerSlot *slots, int num, GudPlace *at)
{
  int ok = 1;
  for (int s = 0; s < num; s++) {
    const GudNode *node = gud_node_get(entry, slots[s].name);
    b->in->reader.key   = slots[s].name;
    if (node) {
      ok &= slots[s].kind == GUD_EDGE ? read_edge(b, node, &at[s]) : gud_input_read_place(b, node, &at[s]);
    } else if (slots[s].optional) {
      at[s].body = -1;
    } else {
      char text[200];
      snprintf(text, sizeof text, "'%s' is missing: %s", slots[s].name, slots[s].doc);
      gud_input_fail(b, entry->mark, text);
      ok = 0;
    }
  }
  return ok;
}

/* ---- joints, drivers, forces ---- */

static const GudMarkerSlot joint_slots[] = {{"a", GUD_FRAME, 0, "place on the first body"},
                                            {"b", GUD_FRAME, 0, "place on the second body"}};

/* A motion must have the derivatives that are needed at the start: its speed and acceleration. */
static void check_motion(Builder *b, const GudNode *entry, const GudJointParams *p)
{
  static const char *const keys[] = {"position", "speed", "acceleration"};
  for (int by = 0; by < 3; by++) {
    GudJet j;
    if (p->motion[by] < 0) continue;
    if (gud_function_num_args(b->in->reader.functions[p->motion[by]])) {
      gud_diag_error(
        b->in->diag, gud_node_get(entry, keys[by])->mark,
        "%s, '%s': a driver follows a function of time alone; what depends on a probe would be a "
        "constraint on the state itself: use a force or a moment (with {type: pi} as its value)",
        b->what, keys[by]);
      continue;
    }
    gud_function_eval(b->in->reader.functions[p->motion[by]], 0, &j);
    if ((by < 2 && !isfinite(j.f1)) || (by < 1 && !isfinite(j.f2)))
      gud_diag_error(b->in->diag, gud_node_get(entry, keys[by])->mark,
                     "%s, '%s': the %s that follows from it is infinite at t = 0", b->what, keys[by],
                     by || isfinite(j.f1) ? "acceleration" : "speed");
  }
}

/* The joint of that name with a gap in it; NULL: there is none. */
static const GudForceType *clearance_of(const Builder *b, const GudJointType *type)
{
  for (int i = 0; gud_clearances[i]; i++)
    if (!strcmp(gud_clearances[i]->info.name, type->info.name) &&
        gud_clearances[i]->info.space & (b->m->dim == 2 ? GUD_2D : GUD_3D))
      return gud_clearances[i];
  return NULL;
}

/* The key of role JOINT_MODEL of a joint with clearance and what the file says there; NULL: nothing. */
static const GudNode *model_of(const GudNode *entry, const GudForceType *gap, const GudParam **row)
{
  int i = gap ? gud_param_of_role(gap->info.params, gap->info.num_params, GUD_ROLE_JOINT_MODEL) : -1;
  if (i < 0) return NULL;
  *row = &gap->info.params[i];
  return gud_node_get(entry, (*row)->name);
}

/* Does the file say that the joint is a force? */
static int has_gap(Builder *b, const GudNode *entry, const GudForceType *gap)
{
  const GudParam *row;
  const GudNode  *node  = model_of(entry, gap, &row);
  int             model = 0;
  if (!node) return 0;
  b->in->reader.key = row->name;
  return gud_read_choice(&b->in->reader, node, row->choices, &model) && gap->compliant(gap, model);
}

static void read_force_of(Builder *b, const char *name, GudMark mark, const GudNode *entry,
                          const GudForceType *type);

/* Friction in an ideal joint. With `model:` the group may belong to the gap that the joint has in another model: it is friction
   of the ideal joint if it names one of the sizes that only this one has. NULL: there is none. */
static const GudForceType *friction_of(Builder *b, const GudNode *entry, const GudJointType *type)
{
  const GudForceType *f     = gud_joint_friction_of(type, b->m->dim);
  const GudNode      *group = gud_node_get(entry, "friction");
  const GudParam     *row;
  if (!f || !group) return NULL;
  if (!model_of(entry, clearance_of(b, type), &row)) return f;
  for (int i = 0; i < f->info.num_params; i++) { /* friction.NAME */
    const char *key = strchr(f->info.params[i].name, '.');
    if (f->info.params[i].role == GUD_ROLE_JOINT_SIZE && key && gud_node_get(group, key + 1)) return f;
  }
  return NULL;
}

static void *read_friction(Builder *b, const GudNode *entry, const GudForceType *type)
{
  const char *also[20];
  int         num    = 0;
  void       *params = gud_arena_alloc(&b->m->arena, type->info.params_size + 1);
  for (int i = 0; i < entry->num && num < GUD_COUNT(also) - 1; i++)
    also[num++] = entry->key[i]; /* checked already */
  also[num] = NULL;
  gud_read_params(&b->in->reader, entry, type->info.params, type->info.num_params, also, params, NULL);
  return params;
}

static void read_joint(Builder *b, const char *name, GudMark mark, const GudNode *entry, int driver)
{
  static const char *const also[]        = {"type", "when", "a", "b", NULL};
  static const char *const also_driver[] = {"type", "when", "a", "b", "joint", NULL};
  GudReader               *rd            = &b->in->reader;
  const GudJointType      *type          = joint_type(b, entry);
  GudJointParams           p             = {.distance = NAN, .motion = {-1, -1, -1}};
  GudPlace                 at[2];
  char                     why[WHY] = "";
  int                      errors   = gud_diag_num_errors(b->in->diag), joint;
  if (!type) return;
  if (driver != (type->driver != 0)) {
    gud_input_fail(b, entry->mark,
                   driver ? "this is a joint: write it under 'joints'"
                          : "this is a driver: write it under 'drivers'");
    return;
  }
  if (gud_model_find_joint(b->m, name) >= 0 || gud_model_find_force(b->m, name) >= 0) {
    gud_input_fail(b, mark, "a joint has this name already");
    return;
  }
  if (type->part[0]) {
    gud_input_read_coupler(b, name, mark, entry, type);
    return;
  }
  const GudForceType *gap = driver ? NULL : clearance_of(b, type);
  if (has_gap(b, entry, gap)) {
    read_force_of(b, name, mark, entry, gap);
    return;
  }
  const char *allowed[100];
  int         num = 0;
  for (const char *const *k = driver ? also_driver : also; *k; k++) allowed[num++] = *k;
  allowed[num] = NULL;
  if (gap) gud_input_names_of(b, gap->info.params, gap->info.num_params, allowed, &num, GUD_COUNT(allowed));
  const GudForceType *rubs = driver ? NULL : friction_of(b, entry, type);
  if (rubs) allowed[num++] = "friction", allowed[num] = NULL;
  gud_read_params(rd, entry, type->info.params, type->info.num_params, allowed, &p, NULL);
  void          *friction = rubs ? read_friction(b, entry, rubs) : NULL;
  const GudNode *of       = gud_node_get(entry, "joint");
  if (driver) check_motion(b, entry, &p);
  if (driver && of) { /* the driver of a joint: same places, same axes */
    static const char *const own[] = {"a", "b", "axis", "reference"};
    for (int i = 0; i < GUD_COUNT(own); i++) {
      int k = gud_node_find(entry, own[i]);
      if (k >= 0)
        gud_diag_error(b->in->diag, entry->key_mark[k], "%s: with 'joint', '%s' is that of the joint",
                       b->what, own[i]);
    }
    int j = gud_input_named_joint(b, of, "driver");
    if (j < 0) return;
    if (gud_diag_num_errors(b->in->diag) > errors) return;
    memcpy(p.axis, b->m->joints[j].params.axis, sizeof p.axis);
    memcpy(p.reference, b->m->joints[j].params.reference, sizeof p.reference);
    int motion = gud_model_add_driver_of(b->m, name, type, &p, j, why);
    if (motion < 0) gud_input_fail(b, entry->mark, why);
    else b->m->joints[motion].mark = mark;
    return;
  }
  if (!gud_input_read_slots(b, entry, joint_slots, 2, at) || gud_diag_num_errors(b->in->diag) > errors)
    return;
  joint = gud_model_add_joint(b->m, name, type, &p, at, why);
  if (joint < 0) {
    gud_input_fail(b, entry->mark, why);
    return;
  }
  b->m->joints[joint].mark = mark;
  if (rubs && gud_model_add_force_of(b->m, rubs, friction, joint, why) < 0)
    gud_input_fail(b, gud_node_get(entry, "friction")->mark, why);
}

static void read_force_of(Builder *b, const char *name, GudMark mark, const GudNode *entry,
                          const GudForceType *type)
{
  static const GudDim number                  = GUD_NUMBER;
  GudReader          *rd                      = &b->in->reader;
  const char         *also[GUD_MAX_SLOTS + 5] = {"type", "when"};
  int                 num = 2, frames = 0, errors = gud_diag_num_errors(b->in->diag);
  GudPlace            at[GUD_MAX_SLOTS];
  double              axis[3] = {0, 0, 1}, reference[3] = {0}, axes[9];
  char                why[WHY] = "";
  if (!type) return;
  int num_named = type->pieces ? 1 : type->num_slots; /* slots that are written */
  for (int s = 0; s < num_named; s++)
    also[num++] = type->slots[s].name, frames |= type->slots[s].kind == GUD_FRAME;
  frames &= type->num_slots > 1; /* the frame of a load is that of space: its own `direction` says all */
  if (frames) also[num++] = gud_frame_params[0].name, also[num++] = gud_frame_params[1].name;
  also[num]    = NULL;
  void *params = gud_arena_alloc(&b->m->arena, type->info.params_size + 1);
  gud_read_params(rd, entry, type->info.params, type->info.num_params, also, params, NULL);
  int num_slots = type->spread ? type->spread : num_named;
  int ok        = gud_input_read_slots(b, entry, type->slots, num_slots, at);
  for (int s = 0; s < num_slots && ok; s++)
    if (at[s].body < 0) { /* optional and absent: ground, at the same place */
      double r[3];
      gud_body_to_space(b->m, at[0].body, at[0].X, r);
      at[s].body = 0, memcpy(at[s].X, r, sizeof r);
    }
  const GudNode *node;
  rd->key = "axis";
  if (frames && (node = gud_node_get(entry, "axis"))) ok &= gud_read_vector(rd, node, number, axis);
  rd->key = "reference";
  if (frames && (node = gud_node_get(entry, "reference"))) ok &= gud_read_vector(rd, node, number, reference);
  node = gud_node_get(entry, "axis");
  if (ok && node && !(gud_norm_real(axis) > 0)) {
    gud_diag_error(b->in->diag, node->mark, "%s, 'axis': must not be 0", b->what);
    return;
  }
  if (!ok || gud_diag_num_errors(b->in->diag) > errors) return;
  if (b->m->dim == 2 && hypot(axis[0], axis[1]) > 0) /* in the plane e3 is z: a direction there is e1 */
    memcpy(reference, axis, sizeof axis), axis[0] = axis[1] = 0, axis[2] = 1;
  gud_axes_from(axis, reference, axes);
  if (type->spread && type->slots[type->spread].kind == GUD_EDGE) {
    gud_input_add_edges(b, name, mark, entry, type, params, at, axes);
    return;
  }
  if (type->spread) {
    GudPlaceList list = {0};
    rd->key           = type->slots[type->spread].name;
    node              = gud_node_get(entry, rd->key);
    if (!node) gud_input_fail(b, entry->mark, "'b' is missing: what is guided");
    else if (gud_input_read_places(b, node, &list))
      gud_input_add_spread(b, name, mark, type, params, at, &list, axes);
    free(list.at), free(list.number), free(list.share);
    return;
  }
  if (type->pieces && !gud_input_whole_body(b, gud_node_get(entry, type->slots[0].name), at)) return;
  int f = type->pieces ? gud_model_add_pieces(b->m, name, type, params, at, why)
                       : gud_model_add_force(b->m, name, type, params, at, frames ? axes : NULL, why);
  if (f < 0)
    gud_input_fail(b, type->pieces ? gud_node_get(entry, type->slots[0].name)->mark : entry->mark, why);
  for (int i = f; f >= 0 && i < b->m->num_forces; i++) b->m->forces[i].mark = mark;
  if (f >= 0 && type->warn && type->warn(type, params, why))
    gud_diag_warn(b->in->diag, mark, "%s: %s", b->what, why);
}

/* The film that takes the place of a force when its `model` says so; else the force itself. */
static const GudForceType *oiled(Builder *b, const GudNode *entry, const GudForceType *type)
{
  for (int i = 0; type && gud_oiled[i]; i++)
    if (!strcmp(gud_oiled[i]->info.name, type->info.name) && has_gap(b, entry, gud_oiled[i]))
      return gud_oiled[i];
  return type;
}

static void read_force(Builder *b, const char *name, GudMark mark, const GudNode *entry)
{
  if (gud_model_find_force(b->m, name) >= 0)
    gud_input_fail(b, mark, "a joint or force has this name already");
  else read_force_of(b, name, mark, entry, oiled(b, entry, force_type(b, entry)));
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

/* One line without control characters, however it is written: it is shown on terminals and stands in run.log. */
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
  if (space && space->kind == GUD_NODE_SCALAR && !strcmp(space->text, "2d")) rd->space = 2;
  gud_read_params(rd, root, top_params, GUD_COUNT(top_params), also, &top, NULL);
  b->m->dim   = rd->space;
  b->m->title = title_of(b, top.title);
  b->m->path  = gud_arena_text(&b->m->arena, b->in->doc->path);
  memcpy(b->m->gravity, top.gravity, sizeof top.gravity);
  read_rotation(b, root, &top);
  gud_input_name_arguments(b, 0);
  EACH("bodies", "body", gud_input_read_body(b, ENTRY));
  EACH("joints", "joint", read_joint(b, ENTRY, 0));
  EACH("drivers", "driver", read_joint(b, ENTRY, 1));
  EACH("forces", "force", read_force(b, ENTRY));
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
