/* Building a model: bodies become elements with coordinate vectors, joints become rows, places become marker vectors.
   No numerics here: the model only knows maps. */
#include "model/model.h"

#include "base/vec3.h"
#include "model/probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHY = 200 };

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
  GudBody *g  = GUD_GROW(m->bodies, m->num_bodies);
  g->name     = "ground";
  g->element  = -1;
  g->place    = at_rest;
  for (int k = 0; k < 4; k++) {
    GudVector *u = GUD_GROW(m->vectors, m->num_vectors);
    g->frame[k]  = k;
    if (k) u->s0[k - 1] = 1;
  }
  return m;
}

void gud_model_destroy(GudModel *m)
{
  if (!m) return;
  for (int i = 0; i < m->num_bodies; i++) free(m->bodies[i].points);
  free(m->bodies), free(m->elements), free(m->joints), free(m->forces), free(m->rows), free(m->motions);
  free(m->vectors), free(m->terms), free(m->probes), free(m->start_q), free(m->start_v);
  gud_arena_free(&m->arena);
  free(m);
}

#define FIND(what, array, num)                                   \
  int gud_model_find_##what(const GudModel *m, const char *name) \
  {                                                              \
    for (int i = 0; i < m->num; i++)                             \
      if (!strcmp(m->array[i].name, name)) return i;             \
    return -1;                                                   \
  }
FIND(body, bodies, num_bodies)
FIND(joint, joints, num_joints)
FIND(force, forces, num_forces)
FIND(probe, probes, num_probes)

static void *copy_params(GudModel *m, const void *params, size_t size)
{
  void *p = gud_arena_alloc(&m->arena, size ? size : 1);
  if (size) memcpy(p, params, size);
  return p;
}

/* A marker vector that is coordinate vector `vec` itself. */
static int plain_vector(GudModel *m, int vec)
{
  GudVector *u = GUD_GROW(m->vectors, m->num_vectors);
  u->first = m->num_terms, u->num = 1;
  *GUD_GROW(m->terms, m->num_terms) = (GudTerm){vec, 1, 0};
  return m->num_vectors - 1;
}

/* The value that U.V - g must keep in a DOT row. */
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
  if (row->kind == GUD_ROW_TURN || row->kind == GUD_ROW_SHIFT) r.motion = motion;
  if (row->kind == GUD_ROW_DOT) r.g = right_hand_side(m, &r, row->rhs, p);
  *GUD_GROW(m->rows, m->num_rows) = r;
}

int gud_model_add_body(GudModel *m, const char *name, const GudElementType *type, const void *params,
                       const GudPlacement *place, char *why)
{
  double Q[GUD_MAX_ELEMENT_VECTORS][3] = {{0}}, Qt[GUD_MAX_ELEMENT_VECTORS][3] = {{0}};
  int    own[GUD_MAX_ELEMENT_VECTORS], d                                       = m->dim;
  if (!(type->info.space & (d == 2 ? GUD_2D : GUD_3D))) {
    snprintf(why, WHY, "type '%s' does not exist in space: %dd", type->info.name, d);
    return -1;
  }
  double *data = gud_arena_alloc(&m->arena, sizeof(double) * (size_t)(type->num_data + 1));
  params       = copy_params(m, params, type->info.params_size);
  if (type->setup(params, place, data, why) != GUD_OK) return -1;

  int         ie = m->num_elements, ib = m->num_bodies;
  GudElement *e = GUD_GROW(m->elements, m->num_elements);
  GudBody    *b = GUD_GROW(m->bodies, m->num_bodies);
  e->type = type, e->body = ib, e->data = data;
  b->name = gud_arena_text(&m->arena, name), b->type = type, b->params = params, b->place = *place,
  b->element = ie;
  if (type->draw) type->draw(params, data, &b->draw);

  /* coordinate vectors with their start values */
  type->start(data, place, Q, Qt);
  size_t n   = (size_t)(d * (m->num_vec + type->num_vec));
  m->start_q = gud_resize(m->start_q, n * sizeof(double));
  m->start_v = gud_resize(m->start_v, n * sizeof(double));
  for (int k = 0; k < type->num_vec; k++) {
    e->vec[k] = m->num_vec + k;
    for (int c = 0; c < d; c++)
      m->start_q[d * e->vec[k] + c] = Q[k][c], m->start_v[d * e->vec[k] + c] = Qt[k][c];
  }
  m->num_vec += type->num_vec;

  /* internal constraints, between the coordinate vectors themselves */
  if (type->num_rows)
    for (int k = 0; k < type->num_vec; k++) own[k] = plain_vector(m, e->vec[k]);
  for (int i = 0; i < type->num_rows; i++) add_row(m, &type->rows[i], own, -1, ib, -1, NULL);

  double zero[3] = {0};
  int    frame[4];
  frame[0] = gud_model_point(m, ib, zero);
  for (int k = 0; k < 3; k++) {
    double dir[3] = {place->R[k], place->R[3 + k], place->R[6 + k]};
    frame[1 + k]  = gud_model_direction(m, ib, zero, dir);
  }
  memcpy(m->bodies[ib].frame, frame, sizeof frame);
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

/* A marker vector with the given weights on the element's coordinate vectors; zero weights are left out. */
static int weighted_vector(GudModel *m, int body, const GudWeight *w, const double s0[3])
{
  const GudElement *e = &m->elements[m->bodies[body].element];
  GudVector         u = {{s0[0], s0[1], s0[2]}, m->num_terms, 0};
  for (int k = 0; k < e->type->num_vec; k++) {
    if (w[k].a == 0 && w[k].b == 0) continue;
    *GUD_GROW(m->terms, m->num_terms) = (GudTerm){e->vec[k], w[k].a, w[k].b};
    u.num++;
  }
  *GUD_GROW(m->vectors, m->num_vectors) = u;
  return m->num_vectors - 1;
}

static int constant_vector(GudModel *m, const double s0[3])
{
  *GUD_GROW(m->vectors, m->num_vectors) = (GudVector){{s0[0], s0[1], s0[2]}, 0, 0};
  return m->num_vectors - 1;
}

int gud_model_point(GudModel *m, int body, const double X[3])
{
  const GudBody *b = &m->bodies[body];
  GudWeight      w[GUD_MAX_ELEMENT_VECTORS];
  double         s0[3] = {0};
  if (!b->type) {
    gud_body_to_space(m, body, X, s0);
    return constant_vector(m, s0);
  }
  if (b->type->fixed_frame) gud_rotate(b->place.R, X, s0);
  b->type->point(m->elements[b->element].data, X, w);
  return weighted_vector(m, body, w, s0);
}

int gud_model_direction(GudModel *m, int body, const double X[3], const double dir[3])
{
  const GudBody *b = &m->bodies[body];
  GudWeight      w[GUD_MAX_ELEMENT_VECTORS];
  double         local[3], zero[3] = {0};
  if (!b->type || b->type->fixed_frame) return constant_vector(m, dir);
  if (m->dim == 2 && dir[0] == 0 && dir[1] == 0) return constant_vector(m, dir); /* z stays z in the plane */
  gud_rotate_back(b->place.R, dir, local);
  b->type->direction(m->elements[b->element].data, X, local, w);
  return weighted_vector(m, body, w, zero);
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

static void frame_vectors(GudModel *m, const GudPlace *at, const double axes[9], int vector[4])
{
  vector[0] = gud_model_point(m, at->body, at->X);
  for (int k = 0; k < 3; k++) vector[1 + k] = gud_model_direction(m, at->body, at->X, axes + 3 * k);
}

/* What is left when the frames (8 marker vectors) are there. */
static int finish_joint(GudModel *m, const char *name, const GudJointType *type, const GudJointParams *params,
                        const int body[2], const int vector[8])
{
  const GudRow *rows = m->dim == 2 ? type->rows2d : type->rows3d;
  int           num = m->dim == 2 ? type->num_rows2d : type->num_rows3d, ij = m->num_joints;
  GudJoint     *j = GUD_GROW(m->joints, m->num_joints);
  j->name = gud_arena_text(&m->arena, name), j->type = type, j->params = *params, j->motion = -1;
  memcpy(j->body, body, sizeof j->body);
  memcpy(j->vector, vector, sizeof j->vector);
  if (type->driver) {
    int by                                = params->motion[0] >= 0 ? 0 : params->motion[1] >= 0 ? 1 : 2;
    j->motion                             = m->num_motions;
    *GUD_GROW(m->motions, m->num_motions) = (GudMotion){params->motion[by], by, params->start,
                                                        params->start_speed, m->num_history};
    m->num_history += 3;
  }
  j->first_row = m->num_rows, j->num_rows = num;
  for (int i = 0; i < num; i++)
    add_row(m, &rows[i], m->joints[ij].vector, ij, -1, m->joints[ij].motion, params);
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

/* A frame without coordinates takes no moment: rows between directions cannot hold a point mass. */
static int turns_point_mass(const GudModel *m, const GudJointType *type, const int body[2], char *why)
{
  const GudRow *rows = m->dim == 2 ? type->rows2d : type->rows3d;
  int           num  = m->dim == 2 ? type->num_rows2d : type->num_rows3d;
  for (int i = 0; i < num; i++) {
    int directions = rows[i].kind == GUD_ROW_TURN ||
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

int gud_model_add_joint(GudModel *m, const char *name, const GudJointType *type, const GudJointParams *params,
                        const GudPlace at[2], char *why)
{
  double axes[9], axes_b[9];
  int    body[2] = {at[0].body, at[1].body}, vector[8];
  if (!joint_is_possible(m, type, params, why)) return -1;
  if (body[0] == body[1]) {
    snprintf(why, WHY, "both ends are on '%s'", m->bodies[body[0]].name);
    return -1;
  }
  if (turns_point_mass(m, type, body, why)) return -1;
  joint_axes(m->dim, params->axis, params->reference, axes);
  memcpy(axes_b, axes, sizeof axes);
  if (gud_norm_real(params->axis_b) > 0) joint_axes(m->dim, params->axis_b, axes, axes_b);
  frame_vectors(m, &at[0], axes, vector);
  frame_vectors(m, &at[1], axes_b, vector + 4);
  return finish_joint(m, name, type, params, body, vector);
}

int gud_model_add_driver_of(GudModel *m, const char *name, const GudJointType *type,
                            const GudJointParams *params, int joint, char *why)
{
  int body[2], vector[8];
  if (!joint_is_possible(m, type, params, why)) return -1;
  memcpy(body, m->joints[joint].body, sizeof body);
  if (turns_point_mass(m, type, body, why)) return -1;
  memcpy(vector, m->joints[joint].vector, sizeof vector);
  return finish_joint(m, name, type, params, body, vector);
}

int gud_model_add_force(GudModel *m, const char *name, const GudForceType *type, const void *params,
                        const GudPlace *at, const double axes[9], char *why)
{
  static const double space[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  if (!(type->info.space & (m->dim == 2 ? GUD_2D : GUD_3D))) {
    snprintf(why, WHY, "type '%s' does not exist in space: %dd", type->info.name, m->dim);
    return -1;
  }
  params = copy_params(m, params, type->info.params_size);
  if (type->check && type->check(params, why) != GUD_OK) return -1;
  GudModelForce *f = GUD_GROW(m->forces, m->num_forces);
  f->name = gud_arena_text(&m->arena, name), f->type = type, f->params = params;
  f->internal = m->num_internals, f->history = m->num_history, f->event = m->num_events;
  m->num_internals += type->num_internals, m->num_history += type->num_history,
    m->num_events += type->num_events;
  for (int s = 0, k = 0; s < type->num_slots; k += (int)type->slots[s].kind, s++) {
    f->body[s] = at[s].body;
    f->num_vectors += (int)type->slots[s].kind;
    if (type->slots[s].kind == GUD_POINT) f->vector[k] = gud_model_point(m, at[s].body, at[s].X);
    else frame_vectors(m, &at[s], axes ? axes : space, f->vector + k);
  }
  return m->num_forces - 1;
}
