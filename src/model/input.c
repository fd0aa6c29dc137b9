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
} TopParams;

typedef struct {
  double at[3], from[3], to[3], x_axis[3], y_axis[3], axis[3], angle, euler[3], velocity[3], spin[3];
} BodyParams;

/* clang-format off */
#define TOP(field) offsetof(TopParams, field)
static const GudParam top_params[] = {
  {"title",   GUD_STRING, GUD_NUMBER,       GUD_ANY, GUD_ABSENT, TOP(title),   NULL, "a line for people"},
  {"space",   GUD_CHOICE, GUD_NUMBER,       GUD_ANY, "3d",       TOP(space),   "2d|3d", "plane or space"},
  {"gravity", GUD_VECTOR, GUD_ACCELERATION, GUD_ANY, "[0,0,0]",  TOP(gravity), NULL, "acceleration of gravity"},
};
const GudTypeInfo gud_model_info = {"model", "keys at the top of a model file", NULL, GUD_2D | GUD_3D, top_params, GUD_COUNT(top_params), sizeof(TopParams)};

#define AT(field) offsetof(BodyParams, field)
static const GudParam body_params[] = {
  {"at",       GUD_VECTOR, GUD_LENGTH,       GUD_ANY,     "[0,0,0]",  AT(at),       NULL, "position of the body's origin in space"},
  {"from",     GUD_VECTOR, GUD_LENGTH,       GUD_ANY,     GUD_ABSENT, AT(from),     NULL, "with `to`: origin of the body; its x axis points to `to`. Both become named points of the body"},
  {"to",       GUD_VECTOR, GUD_LENGTH,       GUD_ANY,     GUD_ABSENT, AT(to),       NULL, "see `from`"},
  {"x_axis",   GUD_VECTOR, GUD_NUMBER,       GUD_NONZERO, GUD_ABSENT, AT(x_axis),   NULL, "direction of the body's x axis in space"},
  {"y_axis",   GUD_VECTOR, GUD_NUMBER,       GUD_NONZERO, GUD_ABSENT, AT(y_axis),   NULL, "direction of the body's y axis in space (made normal to x)"},
  {"axis",     GUD_VECTOR, GUD_NUMBER,       GUD_NONZERO, "[0,0,1]",  AT(axis),     NULL, "with `angle`: orientation by a turn about this axis of space"},
  {"angle",    GUD_REAL,   GUD_ANGLE,        GUD_ANY,     "0",        AT(angle),    NULL, "see `axis`"},
  {"euler",    GUD_VECTOR, GUD_ANGLE,        GUD_ANY,     GUD_ABSENT, AT(euler),    NULL, "orientation by turns about x, then the new y, then the new z"},
  {"velocity", GUD_VECTOR, GUD_VELOCITY,     GUD_ANY,     "[0,0,0]",  AT(velocity), NULL, "velocity of the body's origin at the start"},
  {"spin",     GUD_VECTOR, GUD_ANG_VELOCITY, GUD_ANY,     "[0,0,0]",  AT(spin),     NULL, "angular velocity at the start, axes of space (2d: a number)"},
};
const GudTypeInfo gud_body_info = {"body", "keys of every body: where it stands and how it moves at the start", NULL, GUD_2D | GUD_3D, body_params, GUD_COUNT(body_params), sizeof(BodyParams)};
enum { P_AT, P_FROM, P_TO, P_X, P_Y, P_AXIS, P_ANGLE, P_EULER };
/* clang-format on */

const char *const gud_marker_help =
  "A place on a body is written as BODY (its origin), BODY.POINT (a name from its `points:`, or from/to), "
  "BODY.SET (a node set of its mesh: the centre of a bore, the middle of an edge, carried by all its nodes), "
  "BODY.centre_of_mass (for probes), "
  "{body: BODY, at: [place in space at the start]} or {body: BODY, local: [body coordinates]}. `ground` is a "
  "body.";

/* ---- helpers ---- */

void input_fail(Builder *b, GudMark mark, const char *text)
{
  gud_diag_error(b->in->diag, mark, "%s: %s", b->what, text);
}

static void speak_of(Builder *b, const char *noun, const char *name)
{
  snprintf(b->what, sizeof b->what, "%s '%.100s'", noun, name);
  b->in->reader.what = b->what;
  b->in->reader.key  = NULL;
}

static int valid_name(const char *s)
{
  if (!(isalpha((unsigned char)*s) || *s == '_')) return 0;
  for (; *s; s++)
    if (!(isalnum((unsigned char)*s) || *s == '_')) return 0;
  return 1;
}

/* Types of a registry as a plain list of names, for nearest-name hints. */
void input_unknown_type(Builder *b, const GudNode *node, const char *word, const char *const *names, int num)
{
  char hint[GUD_HINT_SIZE];
  gud_diag_error(b->in->diag, node->mark, "%s: unknown type '%.60s'%s", b->what, word,
                 gud_hint(hint, word, names, num));
}

#define FIND_TYPE(function, Type, list)                                                                      \
  static const Type *function(Builder *b, const GudNode *entry)                                              \
  {                                                                                                          \
    const GudNode *node = gud_node_get(entry, "type");                                                       \
    const char    *word, *names[200];                                                                        \
    int            num = 0;                                                                                  \
    if (!node) {                                                                                             \
      input_fail(b, entry->mark, "'type' is missing");                                                       \
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
    input_unknown_type(b, node, word, names, num);                                                           \
    return NULL;                                                                                             \
  }
FIND_TYPE(element_type, GudElementType, gud_elements)
FIND_TYPE(joint_type, GudJointType, gud_joints)
FIND_TYPE(force_type, GudForceType, gud_forces)

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
    if (!valid_name(section->key[i])) {
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
void input_not_found(Builder *b, GudMark mark, const char *section, const char *noun, const char *name)
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

int input_find_body(Builder *b, const GudNode *node, const char *name)
{
  int i = gud_model_find_body(b->m, name);
  if (i < 0) input_not_found(b, node->mark, "bodies", "body", name);
  return i;
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
      input_fail(b, node->mark, "the centre of mass can be looked at by probes, not taken hold of");
    return b->looking;
  }
  if (gud_place_of_set(b->m, body, name, place)) {
    if (b->m->dim == 2 || !place->set) return 1;
    input_fail(b, node->mark, "a set of several nodes is a place in the plane only");
    return 0;
  }
  for (int i = 0; bo->mesh && i < bo->mesh->num_sets && num < GUD_COUNT(names); i++)
    if (bo->mesh->sets[i].num > 1) names[num++] = bo->mesh->sets[i].name;
  gud_diag_error(b->in->diag, node->mark, "%s: body '%s' has no point '%.60s'%s", b->what, bo->name, name,
                 gud_hint(hint, name, names, num));
  return 0;
}

int input_read_place(Builder *b, const GudNode *node, GudPlace *place)
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
    place->body = input_find_body(b, node, name);
    if (place->body < 0) return 0;
    return !dot || find_point(b, node, place->body, dot + 1, place);
  }
  const GudNode *body = gud_node_get(node, "body"), *at = gud_node_get(node, "at"),
                *local = gud_node_get(node, "local");
  double r[3];
  if (at && local) {
    input_fail(b, node->mark, "a place has 'at' or 'local', not both");
    return 0;
  }
  if (node->kind != GUD_NODE_MAPPING || !body) {
    input_fail(b, node->mark,
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
  place->body = input_find_body(b, body, word);
  if (place->body < 0) return 0;
  if (local) return gud_read_vector(rd, local, length, place->X);
  if (!at) return 1;
  if (!gud_read_vector(rd, at, length, r)) return 0;
  gud_body_to_local(b->m, place->body, r, place->X);
  return 1;
}

/* The places of all slots. An optional slot that is absent is ground at the place of slot 0. */
int input_read_slots(Builder *b, const GudNode *entry, const GudMarkerSlot *slots, int num, GudPlace *at)
{
  int ok = 1;
  for (int s = 0; s < num; s++) {
    const GudNode *node = gud_node_get(entry, slots[s].name);
    b->in->reader.key   = slots[s].name;
    if (node) {
      ok &= input_read_place(b, node, &at[s]);
    } else if (slots[s].optional) {
      at[s].body = -1;
    } else {
      char text[200];
      snprintf(text, sizeof text, "'%s' is missing: %s", slots[s].name, slots[s].doc);
      input_fail(b, entry->mark, text);
      ok = 0;
    }
  }
  return ok;
}

/* ---- bodies ---- */

static void turn(const double axis[3], double angle, double R[9])
{
  double n = gud_norm_real(axis), c = cos(angle), s = sin(angle),
         u[3] = {axis[0] / n, axis[1] / n, axis[2] / n};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) R[3 * i + j] = (i == j) * c + (1 - c) * u[i] * u[j];
  R[1] -= s * u[2], R[2] += s * u[1], R[3] += s * u[2], R[5] -= s * u[0], R[6] -= s * u[1], R[7] += s * u[0];
}

static void multiply(const double A[9], const double B[9], double C[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      C[3 * i + j] = A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j];
}

/* Columns x, y, z from a direction for x and a hint for y (zero: any). */
static int axes_from_x(const double x[3], const double y[3], double R[9])
{
  double e[9], n = gud_norm_real(x);
  if (!(n > 0)) return 0;
  if (gud_norm_real(y) > 0) { /* z = x cross y, y = z cross x */
    double z[3], yy[3];
    gud_cross_real(x, y, z);
    if (!(gud_norm_real(z) > 1e-12 * n * gud_norm_real(y))) return 0;
    gud_cross_real(z, x, yy);
    double nz = gud_norm_real(z), ny = gud_norm_real(yy);
    for (int i = 0; i < 3; i++) R[3 * i] = x[i] / n, R[3 * i + 1] = yy[i] / ny, R[3 * i + 2] = z[i] / nz;
    return 1;
  }
  const double z[3] = {0, 0, 1}, y0[3] = {0, 1, 0};
  double       zz[3];
  /* z of the body as near as possible to z of space (to y when x is along z) */
  const double *ref = fabs(x[0]) + fabs(x[1]) > 1e-9 * n ? z : y0;
  gud_axes_from(x, ref, e); /* e3 = x, e1 = nearest to ref */
  for (int i = 0; i < 3; i++) zz[i] = e[i];
  double yy[3], xu[3] = {e[6], e[7], e[8]};
  gud_cross_real(zz, xu, yy);
  for (int i = 0; i < 3; i++) R[3 * i] = xu[i], R[3 * i + 1] = yy[i], R[3 * i + 2] = zz[i];
  return 1;
}

/* `errors`: how many there were before this body. Numbers with errors are not looked at. */
static int read_placement(Builder *b, const GudNode *entry, const BodyParams *p, unsigned long long given,
                          int errors, GudPlacement *pl)
{
  static const double eye[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  int    line = (given >> P_FROM & 1) || (given >> P_TO & 1), axes = (given >> P_X & 1) || (given >> P_Y & 1);
  int    about = (given >> P_ANGLE & 1) != 0, euler = (given >> P_EULER & 1) != 0;
  double x[3] = {1, 0, 0};
  if (line + axes + about + euler > 1) {
    input_fail(b, entry->mark,
               "the orientation is given twice: use one of from/to, x_axis/y_axis, axis/angle, euler");
    return 0;
  }
  if (line && (!(given >> P_FROM & 1) || !(given >> P_TO & 1) || (given >> P_AT & 1))) {
    input_fail(b, entry->mark, "'from' and 'to' go together, and instead of 'at'");
    return 0;
  }
  if (gud_diag_num_errors(b->in->diag) > errors) return 0;
  memcpy(pl->R, eye, sizeof eye);
  memcpy(pl->origin, p->at, sizeof p->at);
  memcpy(pl->velocity, p->velocity, sizeof p->velocity);
  memcpy(pl->spin, p->spin, sizeof p->spin);
  if (line) {
    memcpy(pl->origin, p->from, sizeof p->from);
    for (int i = 0; i < 3; i++) x[i] = p->to[i] - p->from[i];
    if (!axes_from_x(x, p->y_axis, pl->R)) {
      input_fail(b, entry->mark, "'from' and 'to' are the same point");
      return 0;
    }
  } else if (axes) {
    if (!axes_from_x((given >> P_X & 1) ? p->x_axis : x, p->y_axis, pl->R)) {
      input_fail(b, entry->mark, "'x_axis' and 'y_axis' are parallel");
      return 0;
    }
  } else if (about) {
    turn(p->axis, p->angle, pl->R);
  } else if (euler) {
    double A[9], B[9], C[9];
    turn((double[]){1, 0, 0}, p->euler[0], A);
    turn((double[]){0, 1, 0}, p->euler[1], B);
    multiply(A, B, C);
    turn((double[]){0, 0, 1}, p->euler[2], B);
    multiply(C, B, pl->R);
  }
  return 1;
}

/* Named points; body < 0: only to find their errors. */
static void read_points(Builder *b, const GudNode *entry, int body)
{
  static const GudDim length = GUD_LENGTH;
  const GudNode      *points = gud_node_get(entry, "points");
  if (!points) return;
  if (points->kind != GUD_NODE_MAPPING) {
    input_fail(b, points->mark, "'points' are written as {name: [x, y, z], ...}");
    return;
  }
  for (int i = 0; i < points->num; i++) {
    double X[3];
    if (!valid_name(points->key[i]))
      input_fail(b, points->key_mark[i], "a point's name has letters, digits and _");
    b->in->reader.key = points->key[i];
    if (gud_node_get(entry, "from") && (!strcmp(points->key[i], "from") || !strcmp(points->key[i], "to")))
      input_fail(b, points->key_mark[i], "with 'from' and 'to' the points from and to are there already");
    if (gud_read_vector(&b->in->reader, points->item[i], length, X) && body >= 0)
      gud_body_add_point(b->m, body, points->key[i], X);
  }
}

/* Drops the body's own table from the allowed keys of the type and vice versa. Of a group only its name. */
static void names_of(Builder *b, const GudParam *params, int n, const char **list, int *num, int max)
{
  for (int i = 0; i < n && *num < max - 1; i++) {
    char *name               = gud_arena_text(&b->m->arena, params[i].name);
    name[strcspn(name, ".")] = '\0';
    list[(*num)++]           = name;
  }
  list[*num] = NULL;
}

static int param_index(const GudTypeInfo *info, const char *name)
{
  for (int i = 0; i < info->num_params; i++)
    if (!strcmp(info->params[i].name, name)) return i;
  return -1;
}

static void read_body(Builder *b, const char *name, GudMark mark, const GudNode *entry)
{
  GudReader            *rd = &b->in->reader;
  const GudElementType *type;
  const char *more[80] = {"type", "points", "when", "mesh"}, *common[80] = {"type", "points", "when", "mesh"};
  int         num = 4, num_common = 4, errors = gud_diag_num_errors(b->in->diag);
  unsigned long long given, given_type;
  BodyParams         p;
  GudPlacement       place    = {0};
  char               why[WHY] = "";
  if (!strcmp(name, "ground")) {
    static const char *const only[] = {"points", NULL};
    gud_check_keys(rd, entry, only, NULL);
    read_points(b, entry, 0);
    return;
  }
  type = element_type(b, entry);
  if (!type) {
    read_points(b, entry, -1);
    return;
  }
  names_of(b, type->info.params, type->info.num_params, more, &num, GUD_COUNT(more));
  names_of(b, body_params, GUD_COUNT(body_params), common, &num_common, GUD_COUNT(common));
  void *params = gud_arena_alloc(&b->m->arena, type->info.params_size + 1);
  gud_read_params(rd, entry, body_params, GUD_COUNT(body_params), more, &p, &given);
  gud_read_params(rd, entry, type->info.params, type->info.num_params, common, params, &given_type);
  if (!read_placement(b, entry, &p, given, errors, &place)) {
    read_points(b, entry, -1);
    return;
  }
  /* a rod or cylinder between two points is as long as their distance, unless the file says otherwise */
  int il = param_index(&type->info, "length");
  if ((given >> P_FROM & 1) && il >= 0 && !(given_type >> il & 1)) {
    double d[3];
    for (int i = 0; i < 3; i++) d[i] = p.to[i] - p.from[i];
    *(double *)((char *)params + type->info.params[il].offset) = gud_norm_real(d);
  }
  GudMesh *mesh = NULL;
  if (type->cell != GUD_CELL_NONE) mesh = gud_read_mesh(rd, entry, type);
  else if (gud_node_get(entry, "mesh"))
    input_fail(b, gud_node_get(entry, "mesh")->mark, "this type has no mesh");
  if (gud_diag_num_errors(b->in->diag) > errors) {
    if (mesh) gud_mesh_free(mesh), free(mesh);
    return;
  }
  int body = mesh ? gud_model_add_mesh_body(b->m, name, type, params, &place, mesh, why)
                  : gud_model_add_body(b->m, name, type, params, &place, why);
  if (body < 0) {
    input_fail(b, entry->mark, why);
    read_points(b, entry, -1);
    return;
  }
  b->m->bodies[body].mark = mark;
  if (given >> P_FROM & 1) {
    double X[3] = {0}, d[3];
    gud_body_add_point(b->m, body, "from", X);
    for (int i = 0; i < 3; i++) d[i] = p.to[i] - p.from[i];
    X[0] = gud_norm_real(d);
    gud_body_add_point(b->m, body, "to", X);
  }
  read_points(b, entry, body);
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

/* Is `model` a word that makes the joint a force? Row 0 of its table; ideal and perfect stand first. */
static int has_gap(Builder *b, const GudNode *entry, const GudForceType *gap)
{
  const GudNode *node  = gud_node_get(entry, "model");
  int            model = 0;
  if (!gap || !node) return 0;
  b->in->reader.key = "model";
  return gud_read_choice(&b->in->reader, node, gap->info.params[0].choices, &model) && model > 1;
}

static void read_force_of(Builder *b, const char *name, GudMark mark, const GudNode *entry,
                          const GudForceType *type);

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
    input_fail(b, entry->mark,
               driver ? "this is a joint: write it under 'joints'"
                      : "this is a driver: write it under 'drivers'");
    return;
  }
  if (gud_model_find_joint(b->m, name) >= 0 || gud_model_find_force(b->m, name) >= 0) {
    input_fail(b, mark, "a joint has this name already");
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
  if (gap) names_of(b, gap->info.params, gap->info.num_params, allowed, &num, GUD_COUNT(allowed));
  gud_read_params(rd, entry, type->info.params, type->info.num_params, allowed, &p, NULL);
  const GudNode *of = gud_node_get(entry, "joint");
  if (driver) check_motion(b, entry, &p);
  if (driver && of) { /* the driver of a joint: same places, same axes */
    static const char *const own[] = {"a", "b", "axis", "reference"};
    const char              *word;
    for (int i = 0; i < GUD_COUNT(own); i++) {
      int k = gud_node_find(entry, own[i]);
      if (k >= 0)
        gud_diag_error(b->in->diag, entry->key_mark[k], "%s: with 'joint', '%s' is that of the joint",
                       b->what, own[i]);
    }
    if (!gud_read_word(rd, of, &word)) return;
    int j = gud_model_find_joint(b->m, word);
    if (j < 0) {
      if (gud_model_find_force(b->m, word) >= 0)
        gud_diag_error(b->in->diag, of->mark, "%s: joint '%s' has a gap; a driver needs an ideal joint",
                       b->what, word);
      else input_not_found(b, of->mark, "joints", "joint", word);
      return;
    }
    if (gud_diag_num_errors(b->in->diag) > errors) return;
    memcpy(p.axis, b->m->joints[j].params.axis, sizeof p.axis);
    memcpy(p.reference, b->m->joints[j].params.reference, sizeof p.reference);
    int motion = gud_model_add_driver_of(b->m, name, type, &p, j, why);
    if (motion < 0) input_fail(b, entry->mark, why);
    else b->m->joints[motion].mark = mark;
    return;
  }
  if (!input_read_slots(b, entry, joint_slots, 2, at) || gud_diag_num_errors(b->in->diag) > errors) return;
  joint = gud_model_add_joint(b->m, name, type, &p, at, why);
  if (joint < 0) input_fail(b, entry->mark, why);
  else b->m->joints[joint].mark = mark;
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
  for (int s = 0; s < type->num_slots; s++)
    also[num++] = type->slots[s].name, frames |= type->slots[s].kind == GUD_FRAME;
  frames &= type->num_slots > 1; /* the frame of a load is that of space: its own `direction` says all */
  if (frames) also[num++] = "axis", also[num++] = "reference";
  also[num]    = NULL;
  void *params = gud_arena_alloc(&b->m->arena, type->info.params_size + 1);
  gud_read_params(rd, entry, type->info.params, type->info.num_params, also, params, NULL);
  int num_slots = type->spread ? type->spread : type->num_slots;
  int ok        = input_read_slots(b, entry, type->slots, num_slots, at);
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
  if (type->spread) {
    GudPlaceList list = {0};
    rd->key           = type->slots[type->spread].name;
    node              = gud_node_get(entry, rd->key);
    if (!node) input_fail(b, entry->mark, "'b' is missing: what is guided");
    else if (input_read_places(b, node, &list))
      input_add_spread(b, name, mark, type, params, at, &list, axes);
    free(list.at), free(list.number), free(list.share);
    return;
  }
  int f = gud_model_add_force(b->m, name, type, params, at, frames ? axes : NULL, why);
  if (f < 0) input_fail(b, entry->mark, why);
  else b->m->forces[f].mark = mark;
  if (f >= 0 && type->warn && type->warn(params, why))
    gud_diag_warn(b->in->diag, mark, "%s: %s", b->what, why);
}

static void read_force(Builder *b, const char *name, GudMark mark, const GudNode *entry)
{
  if (gud_model_find_force(b->m, name) >= 0) input_fail(b, mark, "a joint or force has this name already");
  else read_force_of(b, name, mark, entry, force_type(b, entry));
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

static void read_all(Builder *b, const GudSection *sections)
{
  static const char *const own[] = {"parameters", "bodies", "joints", "drivers", "forces", "probes", NULL};
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
  EACH("bodies", "body", read_body(b, ENTRY));
  EACH("joints", "joint", read_joint(b, ENTRY, 0));
  EACH("drivers", "driver", read_joint(b, ENTRY, 1));
  EACH("forces", "force", read_force(b, ENTRY));
  EACH("probes", "probe", input_read_probe(b, ENTRY));
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

void gud_input_load(const char *path, const char *const *sets, int num_sets, const GudSection *sections,
                    GudInput *in)
{
  Builder b = {.in = in};
  memset(in, 0, sizeof *in);
  in->diag = gud_diag_create();
  in->doc  = gud_doc_load(path, in->diag);
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

void gud_input_free(GudInput *in)
{
  gud_model_destroy(in->model);
  gud_env_free(in->env);
  gud_doc_free(in->doc);
  gud_diag_free(in->diag);
  memset(in, 0, sizeof *in);
}
