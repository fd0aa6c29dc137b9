/* Building a model: bodies become elements with coordinate vectors, joints become rows, places become marker vectors.
   No numerics here: the model only knows maps. */
#include "model/model.h"

#include "base/vec3.h"
#include "model/build.h"
#include "model/names.h"
#include "model/near.h"
#include "model/probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHY = 200 };

/* Room that an array of `num` entries has where it grows by gud_grow. */
size_t gud_room_for(int num)
{
  size_t room = 1;
  while (room < (size_t)num) room *= 2;
  return room;
}

void *gud_grow(void *array, int *num, size_t size)
{
  int n = *num;
  if ((n & (n - 1)) == 0)
    array = gud_resize(array, size * (size_t)(n ? 2 * n : 1)); /* doubles at powers of two */
  memset((char *)array + size * (size_t)n, 0, size);
  *num = n + 1;
  return array;
}

static const GudPlacement at_rest = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}};

GudModel *gud_model_create(int dim)
{
  GudModel *m = gud_alloc(sizeof *m);
  m->dim      = dim;
  m->title    = "";
  m->path     = "";
  m->names    = gud_names_create();
  GudBody *g  = GUD_GROW(m->bodies, m->num_bodies);
  g->name     = "ground";
  g->element  = -1;
  g->place    = at_rest;
  for (int k = 0; k < 4; k++) {
    GudMap *u   = GUD_GROW(m->vectors, m->num_vectors);
    g->frame[k] = k;
    if (k) u->s0[k - 1] = 1;
  }
  return m;
}

void gud_model_destroy(GudModel *m)
{
  if (!m) return;
  for (int i = 0; i < m->num_bodies; i++) {
    free(m->bodies[i].points);
    gud_near_destroy(m->bodies[i].near);
    if (m->bodies[i].mesh) gud_mesh_free(m->bodies[i].mesh), free(m->bodies[i].mesh);
  }
  free(m->bodies), free(m->elements), free(m->joints), free(m->forces), free(m->rows), free(m->motions);
  free(m->vectors), free(m->terms), free(m->probes), free(m->limits), free(m->averages), free(m->sections),
    free(m->start_q), free(m->start_v), free(m->inputs), free(m->state_functions), free(m->history_kinds);
  gud_names_destroy(m->names);
  gud_arena_free(&m->arena);
  free(m);
}

int gud_model_find_body(const GudModel *m, const char *name)
{
  return gud_names_find(m, GUD_NAMED_BODY, name);
}

int gud_model_find_joint(const GudModel *m, const char *name)
{
  return gud_names_find(m, GUD_NAMED_JOINT, name);
}

int gud_model_find_force(const GudModel *m, const char *name)
{
  return gud_names_find(m, GUD_NAMED_FORCE, name);
}

int gud_model_find_probe(const GudModel *m, const char *name)
{
  return gud_names_find(m, GUD_NAMED_PROBE, name);
}

int gud_model_group_size(const GudModel *m, int force)
{
  int n = 1;
  while (m->forces[force].group && force + n < m->num_forces &&
         m->forces[force + n].group == m->forces[force].group)
    n++;
  return n;
}

void *gud_model_copy_params(GudModel *m, const void *params, size_t size)
{
  void *p = gud_arena_alloc(&m->arena, size ? size : 1);
  if (size) memcpy(p, params, size);
  return p;
}

/* A marker vector that is coordinate vector `vec` itself. */
int gud_model_plain_vector(GudModel *m, int vec)
{
  GudMap *u = GUD_GROW(m->vectors, m->num_vectors);
  u->first = m->num_terms, u->num = 1;
  *GUD_GROW(m->terms, m->num_terms) = (GudTerm){vec, 1, 0};
  return m->num_vectors - 1;
}

/* g of a DOT or SHIFT row (contract/row.h). */
static double right_hand_side(const GudModel *m, const GudModelRow *r, GudRhs rhs, const GudJointParams *p)
{
  double u[3], u1[3] = {0}, v[3], v1[3] = {0};
  switch (rhs) {
  case GUD_RHS_ZERO: return 0;
  case GUD_RHS_UNIT: return 1;
  case GUD_RHS_DISTANCE2:
    if (p && !isnan(p->distance)) return p->distance * p->distance;
    break;
  case GUD_RHS_START: break;
  }
  gud_vector_value(m, r->u0, m->start_q, u);
  gud_vector_value(m, r->v0, m->start_q, v);
  if (r->u1 >= 0) gud_vector_value(m, r->u1, m->start_q, u1);
  if (r->v1 >= 0) gud_vector_value(m, r->v1, m->start_q, v1);
  for (int i = 0; i < 3; i++) u[i] -= u1[i], v[i] -= v1[i];
  return gud_dot_real(u, v);
}

static void add_row(GudModel *m, const GudRow *row, const int *vector, int joint, int body, int motion,
                    const GudJointParams *p)
{
  GudModelRow r = {.kind = row->kind, .axis = row->axis, .motion = -1, .joint = joint, .body = body};
  r.u0          = row->u0 < 0 ? -1 : vector[row->u0];
  r.u1          = row->u1 < 0 ? -1 : vector[row->u1];
  r.v0          = row->v0 < 0 ? -1 : vector[row->v0];
  r.v1          = row->v1 < 0 ? -1 : vector[row->v1];
  r.x           = -1;
  if (row->kind == GUD_ROW_TURN || row->kind == GUD_ROW_SHIFT) r.motion = motion;
  if (row->kind == GUD_ROW_DOT || row->kind == GUD_ROW_SHIFT || row->kind == GUD_ROW_SLIDE)
    r.g = right_hand_side(m, &r, row->rhs, p);
  *GUD_GROW(m->rows, m->num_rows) = r;
}

void gud_model_add_row(GudModel *m, const GudRow *row, const int *vector, int body)
{
  add_row(m, row, vector, -1, body, -1, NULL);
}

void gud_model_tie(GudModel *m, int u0, int u1, int joint, int body)
{
  for (int c = 0; c < m->dim; c++)
    *GUD_GROW(m->rows, m->num_rows) = (GudModelRow){.kind   = GUD_ROW_POINT,
                                                    .u0     = u0,
                                                    .u1     = u1,
                                                    .v0     = -1,
                                                    .v1     = -1,
                                                    .axis   = c,
                                                    .motion = -1,
                                                    .x      = -1,
                                                    .joint  = joint,
                                                    .body   = body};
}

int gud_model_data_size(const GudElementType *type, const void *params)
{
  return type->data_size ? type->data_size(type, params) : type->num_data;
}

/* Room for n more coordinate vectors; returns the number of the first. */
int gud_model_add_vectors(GudModel *m, int n)
{
  int    first = m->num_vec;
  size_t size  = sizeof(double) * (size_t)(m->dim * (m->num_vec + n));
  m->start_q   = gud_resize(m->start_q, size);
  m->start_v   = gud_resize(m->start_v, size);
  m->num_vec += n;
  return first;
}

void gud_model_set_vector(GudModel *m, int vec, const double Q[3], const double Qt[3])
{
  for (int c = 0; c < m->dim; c++) m->start_q[m->dim * vec + c] = Q[c], m->start_v[m->dim * vec + c] = Qt[c];
}

int gud_model_exists_here(const GudModel *m, const GudTypeInfo *info, char *why)
{
  if (info->space & (m->dim == 2 ? GUD_2D : GUD_3D)) return 1;
  snprintf(why, WHY, "type '%s' does not exist in space: %dd", info->name, m->dim);
  return 0;
}

/* Marker vectors of the body's origin and axes. */
void gud_model_body_frame(GudModel *m, int body)
{
  const GudPlacement place   = m->bodies[body].place;
  double             zero[3] = {0};
  int                frame[4];
  frame[0] = gud_model_point(m, body, zero);
  for (int k = 0; k < 3; k++) {
    double dir[3] = {place.R[k], place.R[3 + k], place.R[6 + k]};
    frame[1 + k]  = gud_model_direction(m, body, zero, dir);
  }
  memcpy(m->bodies[body].frame, frame, sizeof frame);
}

GudElement *gud_model_new_element(GudModel *m, const GudElementType *type, int body)
{
  int        *vec = gud_arena_alloc(&m->arena, sizeof *vec * (size_t)type->num_vec);
  GudElement *e   = GUD_GROW(m->elements, m->num_elements);
  *e              = (GudElement){.type = type, .vec = vec, .body = body};
  return e;
}

int gud_model_add_body(GudModel *m, const char *name, const GudElementType *type, const void *params,
                       const GudPlacement *place, char *why)
{
  double Q[GUD_MAX_ELEMENT_VECTORS][3] = {{0}}, Qt[GUD_MAX_ELEMENT_VECTORS][3] = {{0}};
  int    own[GUD_MAX_ELEMENT_VECTORS];
  if (!gud_model_exists_here(m, &type->info, why)) return -1;
  double *data = gud_arena_alloc(&m->arena, sizeof(double) * (size_t)(gud_model_data_size(type, params) + 1));
  params       = gud_model_copy_params(m, params, type->info.params_size);
  if (type->setup(type, params, place, data, why) != GUD_OK) return -1;

  int         ie = m->num_elements, ib = m->num_bodies, first = gud_model_add_vectors(m, type->num_vec);
  GudElement *e = gud_model_new_element(m, type, ib);
  GudBody    *b = GUD_GROW(m->bodies, m->num_bodies);
  e->data       = data;
  b->name = gud_arena_text(&m->arena, name), b->type = type, b->params = params, b->place = *place,
  b->element      = ie;
  b->num_elements = 1;
  if (type->draw) type->draw(type, params, data, &b->draw);
  type->start(type, data, place, Q, Qt);
  for (int k = 0; k < type->num_vec; k++) {
    e->vec[k] = first + k;
    gud_model_set_vector(m, e->vec[k], Q[k], Qt[k]);
  }
  /* internal constraints, between the coordinate vectors themselves */
  if (type->num_rows)
    for (int k = 0; k < type->num_vec; k++) own[k] = gud_model_plain_vector(m, first + k);
  for (int i = 0; i < type->num_rows; i++) add_row(m, &type->rows[i], own, -1, ib, -1, NULL);
  gud_model_body_frame(m, ib);
  return ib;
}

void gud_body_add_point(GudModel *m, int body, const char *name, const double X[3])
{
  GudBody       *b = &m->bodies[body];
  GudNamedPoint *p = GUD_GROW(b->points, b->num_points);
  p->name          = gud_arena_text(&m->arena, name);
  memcpy(p->X, X, sizeof p->X);
}

void gud_body_to_local(const GudModel *m, int body, const double r[3], double X[3])
{
  const GudPlacement *p = &m->bodies[body].place;
  double              d[3];
  for (int i = 0; i < 3; i++) d[i] = r[i] - p->origin[i];
  gud_rotate_back(p->R, d, X);
}

void gud_body_to_space(const GudModel *m, int body, const double X[3], double r[3])
{
  const GudPlacement *p = &m->bodies[body].place;
  gud_rotate(p->R, X, r);
  for (int i = 0; i < 3; i++) r[i] += p->origin[i];
}

/* A marker vector with the given terms. */
int gud_model_vector(GudModel *m, const GudTerm *t, int num, const double s0[3])
{
  GudMap u = {{s0[0], s0[1], s0[2]}, m->num_terms, num};
  for (int k = 0; k < num; k++) *GUD_GROW(m->terms, m->num_terms) = t[k];
  *GUD_GROW(m->vectors, m->num_vectors) = u;
  return m->num_vectors - 1;
}

int gud_model_point(GudModel *m, int body, const double X[3])
{
  const GudBody *b                          = &m->bodies[body];
  GudTerm        t[GUD_MAX_ELEMENT_VECTORS] = {{0}};
  double         s0[3]                      = {0}, xi[3];
  if (!b->type) {
    gud_body_to_space(m, body, X, s0);
    return gud_model_vector(m, t, 0, s0);
  }
  if (b->type->fixed_frame) gud_rotate(b->place.R, X, s0);
  int e = gud_body_locate(m, body, X, xi);
  return gud_model_vector(m, t, gud_element_point_terms(m, e, xi, t), s0);
}

int gud_model_direction(GudModel *m, int body, const double X[3], const double dir[3])
{
  const GudBody *b                          = &m->bodies[body];
  GudTerm        t[GUD_MAX_ELEMENT_VECTORS] = {{0}};
  double         xi[3], zero[3] = {0};
  if (!b->type || b->type->fixed_frame) return gud_model_vector(m, t, 0, dir);
  if (m->dim == 2 && dir[0] == 0 && dir[1] == 0)
    return gud_model_vector(m, t, 0, dir); /* z stays z in the plane */
  int e = gud_body_locate(m, body, X, xi);
  return gud_model_vector(m, t, gud_element_direction_terms(m, e, xi, dir, t), zero);
}

void gud_axes_from(const double axis[3], const double reference[3], double axes[9])
{
  double *e1 = axes, *e2 = axes + 3, *e3 = axes + 6, n = gud_norm_real(axis), s;
  for (int i = 0; i < 3; i++) e3[i] = axis[i] / n, e1[i] = reference[i];
  s = gud_dot_real(e1, e3);
  for (int i = 0; i < 3; i++) e1[i] -= s * e3[i];
  if (gud_norm_real(e1) <= 1e-9 * gud_norm_real(reference) || gud_norm_real(reference) == 0) {
    /* any direction normal to the axis: start from x, or from y when the axis is x */
    double x[3] = {1, 0, 0};
    if (fabs(e3[0]) > 0.9) x[0] = 0, x[1] = 1;
    s = gud_dot_real(x, e3);
    for (int i = 0; i < 3; i++) e1[i] = x[i] - s * e3[i];
  }
  n = gud_norm_real(e1);
  for (int i = 0; i < 3; i++) e1[i] /= n;
  gud_cross_real(e3, e1, e2);
}

/* In the plane e3 = z and a sliding axis is e1. */
static void joint_axes(int dim, const double axis[3], const double reference[3], double axes[9])
{
  const double z[3] = {0, 0, 1}, x[3] = {1, 0, 0};
  if (dim == 3) gud_axes_from(gud_norm_real(axis) > 0 ? axis : z, reference, axes);
  else if (hypot(axis[0], axis[1]) > 0) gud_axes_from(z, axis, axes);
  else gud_axes_from(z, gud_norm_real(reference) > 0 ? reference : x, axes);
}

/* Axes of a beam's section at a place (tangent first), for joints attached to the section; 0: there is none. */
static int section_axes(const GudModel *m, const GudPlace *at, double axes[9])
{
  const GudBody *b    = &m->bodies[at->body];
  double         best = INFINITY;
  if (!b->mesh || !b->mesh->axes) return 0;
  for (int n = 0; n < b->mesh->num_nodes; n++) {
    double d[3] = {b->mesh->x[n][0] - at->X[0], b->mesh->x[n][1] - at->X[1], b->mesh->x[n][2] - at->X[2]};
    if (gud_norm_real(d) >= best) continue;
    best = gud_norm_real(d);
    for (int k = 0; k < 3; k++) gud_rotate(b->place.R, b->mesh->axes[n] + 3 * k, axes + 3 * k);
  }
  return 1;
}

static void frame_vectors(GudModel *m, const GudPlace *at, const double axes[9], int vector[4])
{
  vector[0] = gud_place_point(m, at, 0);
  for (int k = 0; k < 3; k++) vector[1 + k] = gud_place_direction(m, at, axes + 3 * k, 0);
}

/* The same for joints and forces: directions that they use (bits 0, 1, 2 of `used`) are those of the section of a beam. */
static void held_vectors(GudModel *m, const GudPlace *at, const double axes[9], unsigned used, int vector[4])
{
  frame_vectors(m, at, axes, vector);
  for (int k = 0; k < 3; k++) {
    int v = used >> k & 1 ? gud_section_direction(m, at, axes + 3 * k) : -1;
    if (v >= 0) vector[1 + k] = v;
  }
}

/* What is left when places, axes and frames (8 marker vectors) are there. by_table: its rows are those of its type's table. */
static int finish_joint(GudModel *m, const GudJoint *joint, int by_table)
{
  const GudJointType *type = joint->type;
  const GudRow       *rows = m->dim == 2 ? type->rows2d : type->rows3d;
  int                 num = m->dim == 2 ? type->num_rows2d : type->num_rows3d, ij = m->num_joints;
  GudJoint           *j = GUD_GROW(m->joints, m->num_joints);
  *j                    = *joint;
  j->motion = -1, j->first_row = m->num_rows;
  if (!by_table) return ij;
  if (type->driver) {
    const GudJointParams *p               = &j->params;
    int                   by              = p->motion[0] >= 0 ? 0 : p->motion[1] >= 0 ? 1 : 2;
    j->motion                             = m->num_motions;
    int anchor                            = gud_model_add_history(m, GUD_ANCHOR, GUD_HISTORY_MEMORY);
    *GUD_GROW(m->motions, m->num_motions) = (GudMotion){p->motion[by], by, p->start, p->start_speed, anchor};
  }
  j->num_rows = num;
  for (int i = 0; i < num; i++) add_row(m, &rows[i], j->vector, ij, -1, j->motion, &j->params);
  return ij;
}

/* Does this joint exist here, and is its driver complete? */
static int joint_is_possible(const GudModel *m, const GudJointType *type, const GudJointParams *params,
                             char *why)
{
  if (!(type->info.space & (m->dim == 2 ? GUD_2D : GUD_3D))) {
    snprintf(why, WHY, "type '%s' does not exist in space: %dd", type->info.name, m->dim);
    return 0;
  }
  if (type->driver && (params->motion[0] >= 0) + (params->motion[1] >= 0) + (params->motion[2] >= 0) != 1) {
    snprintf(why, WHY, "give exactly one of 'position', 'speed' and 'acceleration'");
    return 0;
  }
  return 1;
}

/* Rows of a clamp at one node: every coordinate vector keeps its place, or direction, seen from body a. */
static void clamp_node(GudModel *m, int ij, int node)
{
  const GudJoint       *j  = &m->joints[ij];
  const GudElementType *el = m->bodies[j->body[1]].type;
  int                   a = j->body[0], vec = gud_node_vector(m, j->body[1], node);
  double                r[3], X[3];
  for (int k = 0; k < el->per_node; k++) {
    double Q[3] = {0};
    for (int c = 0; c < m->dim; c++) Q[c] = m->start_q[m->dim * (vec + k) + c];
    if (el->node_vec[k] == 0) memcpy(r, Q, sizeof r), gud_body_to_local(m, a, r, X);
    int u1 = el->node_vec[k] == 0 ? gud_model_point(m, a, X) : gud_model_direction(m, a, X, Q);
    gud_model_tie(m, gud_model_plain_vector(m, vec + k), u1, ij, -1);
  }
}

/* Rows of a roller or mirror at one node: (r - A) . n as at the start, n normal of the plane. In a mirror field the slope across the
   plane stays along n, the slopes within it stay within it. 0: a slope does neither. */
static int roll_node(GudModel *m, int ij, int node)
{
  const GudRow          keep    = {GUD_ROW_DOT, 8, 0, m->dim == 2 ? 1 : 3, -1, 0, GUD_RHS_START};
  const int             side[2] = {m->dim == 2 ? 2 : 1, 2}, normal = keep.v0;
  const GudElementType *el  = m->bodies[m->joints[ij].body[1]].type;
  int                   vec = gud_node_vector(m, m->joints[ij].body[1], node), vector[9];
  double                n[3];
  memcpy(vector, m->joints[ij].vector, sizeof m->joints[ij].vector);
  gud_vector_value(m, vector[normal], m->start_q, n);
  for (int k = 0; k < el->per_node; k++) {
    double Q[3] = {0};
    vector[8]   = gud_model_plain_vector(m, vec + k);
    if (el->node_vec[k] == 0) add_row(m, &keep, vector, ij, -1, -1, NULL);
    if (el->node_vec[k] == 0 || m->joints[ij].type->each_node != GUD_EACH_MIRROR) continue;
    for (int c = 0; c < m->dim; c++) Q[c] = m->start_q[m->dim * (vec + k) + c];
    double across = fabs(gud_dot_real(Q, n)) / (gud_norm_real(Q) * gud_norm_real(n));
    if (across > 1e-6 && across < 1 - 1e-9) return 0;
    for (int d = 0; d < (across > 0.5 ? m->dim - 1 : 1); d++) {
      GudRow row = {GUD_ROW_DOT, 8, -1, across > 0.5 ? side[d] : normal, -1, 0, GUD_RHS_ZERO};
      add_row(m, &row, vector, ij, -1, -1, NULL);
    }
  }
  return 1;
}

/* A joint that has rows for each node of a set. */
static int add_nodes(GudModel *m, GudJoint *j, const double axes[9], char *why)
{
  int num, ok = 1, *node = gud_place_nodes(m, &j->at[1], &num);
  if (num == 0) {
    free(node);
    snprintf(why, WHY, "'b' must be a node or a set of nodes of a mesh, BODY.SET");
    return -1;
  }
  frame_vectors(m, &j->at[0], axes, j->vector);
  j->vector[4] = gud_place_point(m, &j->at[1], 1);
  for (int k = 0; k < 3; k++) j->vector[5 + k] = gud_place_direction(m, &j->at[1], axes + 3 * k, 1);
  for (int s = 0; s < 2; s++) {
    memcpy(j->axes[s], axes, sizeof j->axes[s]);
    j->element[s] = gud_place_element(m, &j->at[s], s);
  }
  int ij = finish_joint(m, j, 0);
  for (int n = 0; n < num && ok; n++) {
    if (j->type->each_node == GUD_EACH_CLAMP) clamp_node(m, ij, node[n]);
    else ok = roll_node(m, ij, node[n]);
  }
  m->joints[ij].num_rows = m->num_rows - m->joints[ij].first_row;
  free(node);
  if (!ok)
    snprintf(why, WHY, "an axis of '%s' is neither normal to the plane of symmetry nor in it",
             m->bodies[j->body[1]].name);
  return ok ? ij : -1;
}

/* Directions e1, e2, e3 of slot a (0) or b (1) that the rows of a joint use, as bits. */
static unsigned used_directions(const GudModel *m, const GudJointType *type, int slot)
{
  const GudRow *rows = m->dim == 2 ? type->rows2d : type->rows3d;
  int           num  = m->dim == 2 ? type->num_rows2d : type->num_rows3d;
  unsigned      used = 0;
  for (int i = 0; i < num; i++) {
    const int v[4] = {rows[i].u0, rows[i].u1, rows[i].v0, rows[i].v1};
    for (int k = 0; k < 4; k++)
      if (v[k] > 4 * slot && v[k] < 4 * slot + 4) used |= 1u << (v[k] - 4 * slot - 1);
  }
  return used;
}

/* A frame without coordinates takes no moment: rows between directions cannot constrain a point mass. */
static int turns_point_mass(const GudModel *m, const GudJointType *type, const int body[2], char *why)
{
  const GudRow *rows = m->dim == 2 ? type->rows2d : type->rows3d;
  int           num  = m->dim == 2 ? type->num_rows2d : type->num_rows3d;
  for (int i = 0; i < num; i++) {
    int directions = rows[i].kind == GUD_ROW_TURN || rows[i].kind == GUD_ROW_ROLL ||
                     (rows[i].kind == GUD_ROW_DOT && rows[i].u1 < 0 && rows[i].v1 < 0);
    for (int side = 0; side < 2 && directions; side++) {
      const GudBody *b = &m->bodies[body[side]];
      if (!b->type || !b->type->fixed_frame) continue;
      snprintf(why, WHY, "'%.60s' is a point and cannot turn: '%s' needs a body with axes", b->name,
               type->info.name);
      return 1;
    }
  }
  return 0;
}

/* A joint whose places and axes are known: its frames, its rows. */
static int add_between(GudModel *m, GudJoint *j, char *why)
{
  for (int s = 0; s < 2; s++)
    if (!gud_place_offers(m, &j->at[s], j->axes[s], used_directions(m, j->type, s), why)) return -1;
  for (int s = 0; s < 2; s++) {
    held_vectors(m, &j->at[s], j->axes[s], used_directions(m, j->type, s), j->vector + 4 * s);
    j->element[s] = gud_place_element(m, &j->at[s], 0);
  }
  return finish_joint(m, j, 1);
}

int gud_model_add_joint(GudModel *m, const char *name, const GudJointType *type, const GudJointParams *params,
                        const GudPlace at[2], char *why)
{
  static const double space[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  GudJoint j    = {.type = type, .params = *params, .body = {at[0].body, at[1].body}, .at = {at[0], at[1]}};
  double  *axes = j.axes[0];
  if (!joint_is_possible(m, type, params, why)) return -1;
  if (j.body[0] == j.body[1]) {
    snprintf(why, WHY, "both ends are on '%s'", m->bodies[j.body[0]].name);
    return -1;
  }
  if (turns_point_mass(m, type, j.body, why)) return -1;
  j.name = gud_arena_text(&m->arena, name);
  if (type->each_node == GUD_EACH_CLAMP) return add_nodes(m, &j, space, why);
  joint_axes(m->dim, params->axis, params->reference, axes);
  if (type->each_node == GUD_EACH_MIRROR || (type->each_node && at[1].set)) {
    double own[9];
    memcpy(own, axes, sizeof own);
    return add_nodes(m, &j, own, why);
  }
  if (!type->uses_axis && gud_norm_real(params->reference) == 0 && !section_axes(m, &at[1], axes))
    section_axes(m, &at[0], axes);
  memcpy(j.axes[1], axes, sizeof j.axes[1]);
  if (gud_norm_real(params->axis_b) > 0) joint_axes(m->dim, params->axis_b, axes, j.axes[1]);
  return add_between(m, &j, why);
}

/* The massless coordinate of a coupler: psi and, unused, dim - 1 zeros. Not in the registry: nothing that a file can name. */
static void no_mass(const GudElementType *self, const double *data, double *mass)
{
  (void)self, (void)data;
  mass[0] = 0;
}
static const int            no_translation[1] = {0};
static const GudElementType coupler_element   = {
    .info        = {"coupler", "angle or displacement of a coupler", NULL, GUD_2D | GUD_3D, NULL, 0, 0},
    .num_vec     = 1,
    .translation = no_translation,
    .mass        = no_mass};

/* 1: the rows of a joint leave the motion free that a coupler takes from it: a displacement along its axis, or a turn about it. */
static int leaves_free(const GudModel *m, const GudJointType *type, const GudJointType *part)
{
  const GudRow *rows = m->dim == 3 ? type->rows3d : type->rows2d,
               *own  = m->dim == 3 ? part->rows3d : part->rows2d;
  int num = m->dim == 3 ? type->num_rows3d : type->num_rows2d, turns = 0,
      slide = own[0].kind == GUD_ROW_SLIDE;
  for (int i = 0; i < num; i++) {
    int at_places = rows[i].u1 >= 0; /* the vector between the two places, or an axis of b */
    if (slide && (rows[i].kind == GUD_ROW_POINT ||
                  (rows[i].kind == GUD_ROW_DOT && at_places && rows[i].v0 == own[0].v0)))
      return 0;
    turns += rows[i].kind == GUD_ROW_DOT && !at_places;
  }
  return slide || turns < (m->dim == 3 ? 3 : 1);
}

int gud_model_add_coupler(GudModel *m, const char *name, const GudJointType *type,
                          const GudJointParams *params, const int joint[2], char *why)
{
  static const double zero[3] = {0};
  char                text[160];
  int                 first = -1;
  for (int k = 0; k < 2; k++) {
    const GudJoint *j = &m->joints[joint[k]];
    if (!joint_is_possible(m, type, params, why) || turns_point_mass(m, type->part[k], j->body, why))
      return -1;
    if (!j->type->uses_axis || j->type->driver || j->type->each_node ||
        j->type->rows3d[0].kind == GUD_ROW_ROLL) {
      snprintf(why, WHY, "joint '%.60s' (%s) has no axis that a coupler could turn about or slide along",
               j->name, j->type->info.name);
      return -1;
    }
    if (!leaves_free(m, j->type, type->part[k])) {
      snprintf(why, WHY, "joint '%.60s' (%s) does not let its bodies %s its axis", j->name,
               j->type->info.name,
               (m->dim == 3 ? type->part[k]->rows3d : type->part[k]->rows2d)[0].kind == GUD_ROW_SLIDE
                 ? "slide along"
                 : "turn about");
      return -1;
    }
  }
  int vec = gud_model_add_vectors(m, 1), psi = gud_model_plain_vector(m, vec);
  gud_model_new_element(m, &coupler_element, m->joints[joint[0]].body[1])->vec[0] = vec;
  gud_model_set_vector(m, vec, zero, zero);
  for (int k = 0; k < 2; k++) {
    GudJoint j = m->joints[joint[k]];
    snprintf(text, sizeof text, "%.100s%s", name, k ? ".second" : "");
    j.name = gud_arena_text(&m->arena, text), j.type = type->part[k], j.params = *params;
    int ij = add_between(m, &j, why);
    if (ij < 0) return -1;
    GudModelRow *row = &m->rows[m->joints[ij].first_row];
    row->x = psi, row->factor = k ? type->factor(type, params) : 1;
    if (k == 0) first = ij;
  }
  for (int c = 1; c < m->dim; c++) /* what is left of the vector */
    *GUD_GROW(m->rows, m->num_rows) = (GudModelRow){.kind   = GUD_ROW_POINT,
                                                    .u0     = psi,
                                                    .u1     = 0,
                                                    .v0     = -1,
                                                    .v1     = -1,
                                                    .axis   = c,
                                                    .motion = -1,
                                                    .x      = -1,
                                                    .joint  = first,
                                                    .body   = -1};
  return first;
}

int gud_model_add_driver_of(GudModel *m, const char *name, const GudJointType *type,
                            const GudJointParams *params, int joint, char *why)
{
  GudJoint j = m->joints[joint];
  if (!joint_is_possible(m, type, params, why) || turns_point_mass(m, type, j.body, why)) return -1;
  j.name = gud_arena_text(&m->arena, name), j.type = type, j.params = *params;
  return add_between(m, &j, why);
}

int gud_model_add_history(GudModel *m, int num, GudHistoryKind kind)
{
  int first = m->num_history;
  for (int i = 0; i < num; i++) *GUD_GROW(m->history_kinds, m->num_history) = kind;
  return first;
}

/* A force of num_vec marker vectors, which are still to be filled in */
static GudModelForce *new_force(GudModel *m, const char *name, const GudForceType *type, void *own,
                                int num_vec)
{
  GudModelForce *f = GUD_GROW(m->forces, m->num_forces);
  f->name = gud_arena_text(&m->arena, name), f->type = type, f->params = own;
  f->internal = m->num_internals, f->history = m->num_history, f->event = m->num_events;
  f->num_internals = type->num_internals;
  for (int i = 0; i < type->num_internals; i++)
    f->differential[i] = type->differential && type->differential[i];
  if (type->layout) f->num_internals = type->layout(own, m->dim, f->differential);
  m->num_internals += f->num_internals;
  int size = type->history_size ? type->history_size(type, own) : type->num_history;
  gud_model_add_history(m, size, GUD_HISTORY_MEMORY);
  for (int i = 0; i < type->num_history && i < size; i++)
    m->history_kinds[f->history + i] = type->history[i].kind;
  m->num_events += type->num_events;
  f->num_vectors = num_vec;
  f->vector      = gud_arena_alloc(&m->arena, sizeof(int) * (size_t)(num_vec + 1));
  return f;
}

int gud_model_add_force_of(GudModel *m, const GudForceType *type, const void *params, int joint, char *why)
{
  const GudJoint j   = m->joints[joint];
  void          *own = gud_model_copy_params(m, params, type->info.params_size);
  if (type->setup && type->setup(type, own, why) != GUD_OK) return -1;
  for (int s = 0; s < 2; s++) {
    const GudBody *b = &m->bodies[j.body[s]];
    if (!gud_place_offers(m, &j.at[s], j.axes[s], 7, why)) return -1;
    if (!b->type || !b->type->fixed_frame) continue;
    snprintf(why, WHY, "'%.60s' is a point and cannot turn: friction needs a body with axes", b->name);
    return -1;
  }
  GudModelForce *f = new_force(m, j.name, type, own, 8);
  f->first_row = j.first_row, f->num_rows = j.num_rows,
  f->rows = m->dim == 2 ? j.type->rows2d : j.type->rows3d;
  f->mark = j.mark;
  for (int s = 0; s < 2; s++) {
    f->body[s] = j.body[s], f->element[s] = j.element[s];
    held_vectors(m, &j.at[s], j.axes[s], 7, f->vector + 4 * s);
  }
  return m->num_forces - 1;
}

int gud_model_add_force_on(GudModel *m, const char *name, const GudForceType *type, const void *params,
                           const GudForceMarkers *on, char *why)
{
  int num_vec = 0;
  if (!gud_model_exists_here(m, &type->info, why)) return -1;
  void *own = gud_model_copy_params(m, params, type->info.params_size);
  if (type->setup && type->setup(type, own, why) != GUD_OK) return -1;
  for (int s = 0; s < type->num_slots; s++) num_vec += (int)type->slots[s].kind;
  GudModelForce *f = new_force(m, name, type, own, num_vec);
  memcpy(f->body, on->body, sizeof f->body), memcpy(f->element, on->element, sizeof f->element);
  memcpy(f->vector, on->vector, sizeof(int) * (size_t)num_vec);
  return m->num_forces - 1;
}

int gud_model_add_force(GudModel *m, const char *name, const GudForceType *type, const void *params,
                        const GudPlace *at, const double axes[9], char *why)
{
  static const double space[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  if (!gud_model_exists_here(m, &type->info, why)) return -1;
  void          *own     = gud_model_copy_params(m, params, type->info.params_size);
  const GudEdge *edge    = NULL;
  int            num_vec = 0, *along = NULL;
  for (int s = 0; s < type->num_slots; s++) {
    num_vec += (int)type->slots[s].kind;
    if (type->slots[s].kind != GUD_EDGE) continue;
    edge = gud_model_edge(m, &at[s], &along, why);
    if (!edge || type->attach(type, own, edge, why) != GUD_OK) return -1;
    num_vec += edge->num;
  }
  if (type->setup && type->setup(type, own, why) != GUD_OK) return -1;
  for (int s = 0; s < type->num_slots; s++)
    if (!gud_place_offers(m, &at[s], NULL, type->slots[s].kind == GUD_FRAME ? 7 : 0, why)) return -1;
  GudModelForce *f = new_force(m, name, type, own, num_vec);
  for (int s = 0, k = 0; s < type->num_slots; k += (int)type->slots[s].kind, s++) {
    GudMarkerKind kind = type->slots[s].kind;
    f->body[s] = at[s].body, f->element[s] = gud_place_element(m, &at[s], kind == GUD_EDGE);
    if (kind == GUD_EDGE) memcpy(f->vector + k, along, sizeof(int) * (size_t)edge->num);
    else if (kind == GUD_POINT) f->vector[k] = gud_place_point(m, &at[s], 0);
    else held_vectors(m, &at[s], axes ? axes : space, 7, f->vector + k);
  }
  return m->num_forces - 1;
}
