/* Reading a body of a model file: its position, its type, its mesh, its named points. */
#include "model/input_internal.h"

#include "base/vec3.h"
#include "model/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHY = 200 };

typedef struct {
  double at[3], from[3], to[3], x_axis[3], y_axis[3], axis[3], angle, euler[3], velocity[3], spin[3];
} BodyParams;

/* clang-format off */
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
const GudTypeInfo gud_body_info = {"body", "keys of every body: its position and motion at the start", NULL, GUD_2D | GUD_3D, body_params, GUD_COUNT(body_params), sizeof(BodyParams)};
enum { P_AT, P_FROM, P_TO, P_X, P_Y, P_AXIS, P_ANGLE, P_EULER };
/* clang-format on */

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

/* `errors`: how many there were before this body. Numbers with errors are not checked. */
static int read_placement(Builder *b, const GudNode *entry, const BodyParams *p, unsigned long long given,
                          int errors, GudPlacement *pl)
{
  static const double eye[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  int    line = (given >> P_FROM & 1) || (given >> P_TO & 1), axes = (given >> P_X & 1) || (given >> P_Y & 1);
  int    about = (given >> P_ANGLE & 1) != 0, euler = (given >> P_EULER & 1) != 0;
  double x[3] = {1, 0, 0};
  if (line + axes + about + euler > 1) {
    gud_input_fail(b, entry->mark,
                   "the orientation is given twice: use one of from/to, x_axis/y_axis, axis/angle, euler");
    return 0;
  }
  if (line && (!(given >> P_FROM & 1) || !(given >> P_TO & 1) || (given >> P_AT & 1))) {
    gud_input_fail(b, entry->mark, "'from' and 'to' go together, and instead of 'at'");
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
      gud_input_fail(b, entry->mark, "'from' and 'to' are the same point");
      return 0;
    }
  } else if (axes) {
    if (!axes_from_x((given >> P_X & 1) ? p->x_axis : x, p->y_axis, pl->R)) {
      gud_input_fail(b, entry->mark, "'x_axis' and 'y_axis' are parallel");
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
    gud_input_fail(b, points->mark, "'points' are written as {name: [x, y, z], ...}");
    return;
  }
  for (int i = 0; i < points->num; i++) {
    double X[3];
    if (!gud_input_valid_name(points->key[i]))
      gud_input_fail(b, points->key_mark[i], "a point's name has letters, digits and _");
    b->in->reader.key = points->key[i];
    if (gud_node_get(entry, "from") && (!strcmp(points->key[i], "from") || !strcmp(points->key[i], "to")))
      gud_input_fail(b, points->key_mark[i], "with 'from' and 'to' the points from and to are there already");
    if (gud_read_vector(&b->in->reader, points->item[i], length, X) && body >= 0)
      gud_body_add_point(b->m, body, points->key[i], X);
  }
}

void gud_input_names_of(Builder *b, const GudParam *params, int n, const char **list, int *num, int max)
{
  for (int i = 0; i < n && *num < max - 1; i++) {
    size_t len = strcspn(params[i].name, ".");
    if (*num && !strncmp(list[*num - 1], params[i].name, len) && !list[*num - 1][len]) continue;
    char *name     = gud_arena_text(&b->m->arena, params[i].name);
    name[len]      = '\0';
    list[(*num)++] = name;
  }
  list[*num] = NULL;
}

void gud_input_read_body(Builder *b, const char *name, GudMark mark, const GudNode *entry)
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
  type = gud_input_element_type(b, entry);
  if (!type) {
    read_points(b, entry, -1);
    return;
  }
  gud_input_names_of(b, type->info.params, type->info.num_params, more, &num, GUD_COUNT(more));
  gud_input_names_of(b, body_params, GUD_COUNT(body_params), common, &num_common, GUD_COUNT(common));
  void *params = gud_arena_alloc(&b->m->arena, type->info.params_size + 1);
  gud_read_params(rd, entry, body_params, GUD_COUNT(body_params), more, &p, &given);
  gud_read_params(rd, entry, type->info.params, type->info.num_params, common, params, &given_type);
  if (!read_placement(b, entry, &p, given, errors, &place)) {
    read_points(b, entry, -1);
    return;
  }
  /* a rod or cylinder between two points is as long as their distance, unless the file says otherwise */
  int il = gud_param_of_role(type->info.params, type->info.num_params, GUD_ROLE_SPAN);
  if ((given >> P_FROM & 1) && il >= 0 && !(given_type >> il & 1)) {
    double d[3];
    for (int i = 0; i < 3; i++) d[i] = p.to[i] - p.from[i];
    *(double *)((char *)params + type->info.params[il].offset) = gud_norm_real(d);
  }
  GudMesh *mesh = NULL;
  if (type->cell) mesh = gud_read_mesh(rd, entry, type);
  else if (gud_node_get(entry, "mesh"))
    gud_input_fail(b, gud_node_get(entry, "mesh")->mark, "this type has no mesh");
  if (gud_diag_num_errors(b->in->diag) > errors) {
    if (mesh) gud_mesh_free(mesh), free(mesh);
    return;
  }
  int body = mesh ? gud_model_add_mesh_body(b->m, name, type, params, &place, mesh, why)
                  : gud_model_add_body(b->m, name, type, params, &place, why);
  if (body < 0) {
    gud_input_fail(b, entry->mark, why);
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
