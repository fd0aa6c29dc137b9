/* Joints that take hold of a beam: the section there becomes a rigid frame.

   A joint pulls on directions of a body. On a beam these are not free of strain: a row that turns r_z only shears the
   section, one that turns r_x shears the beam, both in the last element alone and the more the shorter it is. So the
   section that a joint takes hold of is made rigid, and its normal n stands for r_x, which stays free:
   (S1) r_y.r_y = r_z.r_z = start value, r_y.r_z = start value        3 rows; in the plane r_y.r_y = start value
   (S2) n.n = 1, n.r_y = n.r_z = 0                                    3 massless coordinates, 3 rows
   (S3) a direction of the body is dir = a n + b r_y + c r_z, a constant map of the coordinates like all others; in the
        plane dir = (b + c J) r_y and there is no need of n.
   Then a moment on any of the three acts on the section as on a rigid disc. (S1) come once for a section however many
   joints use it, (S2) when the first direction with a part along n is asked for. Where a clamp to a rigid body or to the
   ground holds r_y and r_z already, (S1) would say it twice and is left out. Like a clamp, (S1) hinders the section's
   contraction at the joint. Elements take part that have section axes at their nodes (node_vec 2, and 3 in space).
   verified by: t330, studies/beam_joints */
#include "model/model.h"

#include "base/vec3.h"

#include <stdlib.h>
#include <string.h>

enum { NORMAL, Y, Z, NONE = -1 };
#define KEEP(u, v, rhs)                   \
  {                                       \
    GUD_ROW_DOT, u, NONE, v, NONE, 0, rhs \
  }
static const GudRow in_plane[] = {KEEP(Y, Y, GUD_RHS_START)};
static const GudRow in_space[] = {KEEP(Y, Y, GUD_RHS_START), KEEP(Z, Z, GUD_RHS_START),
                                  KEEP(Y, Z, GUD_RHS_START)}; /* (S1) */
static const GudRow normal[]   = {KEEP(NORMAL, NORMAL, GUD_RHS_UNIT), KEEP(NORMAL, Y, GUD_RHS_ZERO),
                                  KEEP(NORMAL, Z, GUD_RHS_ZERO)}; /* (S2) */

static void no_mass(const double *data, double *m)
{
  (void)data;
  m[0] = 0;
}

/* Not in the registry: nothing that a model file can name. */
static const int            translation[1] = {0};
static const GudElementType normal_element = {
  .info        = {"section_normal", "normal of a beam's section", NULL, GUD_3D, NULL, 0, 0},
  .num_vec     = 1,
  .translation = translation,
  .mass        = no_mass};

static int has_section(const GudModel *m, const GudPlace *at)
{
  const GudElementType *type = m->bodies[at->body].type;
  int                   y = 0, z = 0;
  for (int k = 0; type && !at->set && type->shape && k < type->per_node; k++)
    y |= type->node_vec[k] == 2, z |= type->node_vec[k] == 3;
  return y && (z || m->dim == 2);
}

/* Marker vector of the section's axis k (1: r_y, 2: r_z) at a place. */
static int axis_vector(GudModel *m, const GudPlace *at, int k)
{
  static const double zero[3] = {0};
  double              xi[3], s[GUD_MAX_ELEMENT_VECTORS], ds[GUD_MAX_ELEMENT_VECTORS][3];
  GudTerm             t[GUD_MAX_ELEMENT_VECTORS];
  const GudElement   *e   = &m->elements[gud_body_locate(m, at->body, at->X, xi)];
  int                 num = 0;
  e->type->shape(e->data, xi, s, ds);
  for (int i = 0; i < e->type->num_vec; i++)
    if (fabs(ds[i][k]) > GUD_NEGLIGIBLE_WEIGHT) t[num++] = (GudTerm){e->vec[i], ds[i][k], 0};
  return gud_model_vector(m, t, num, zero);
}

static int same_vector(const GudModel *m, int u, int v)
{
  const GudVector *a = &m->vectors[u], *b = &m->vectors[v];
  if (a->num != b->num) return 0;
  for (int k = 0; k < a->num; k++) {
    const GudTerm *s = &m->terms[a->first + k], *t = &m->terms[b->first + k];
    if (s->vec != t->vec || fabs(s->a - t->a) > 1e-9) return 0;
  }
  return 1;
}

/* Is this row one of a clamp that ties coordinate vector `vec` to a body that does not deform? */
static int holds(const GudModel *m, const GudModelRow *r, int vec)
{
  if (r->kind != GUD_ROW_POINT || r->joint < 0) return 0;
  const GudJoint  *j = &m->joints[r->joint];
  const GudVector *u = &m->vectors[r->u0];
  return j->type->each_node && !m->bodies[j->body[0]].mesh && u->num == 1 && m->terms[u->first].vec == vec;
}

static int clamped(const GudModel *m, int vector)
{
  const GudVector *u = &m->vectors[vector];
  for (int i = 0; u->num == 1 && i < m->num_rows; i++)
    if (holds(m, &m->rows[i], m->terms[u->first].vec)) return 1;
  return 0;
}

static GudSectionFrame *frame_of(GudModel *m, const GudPlace *at)
{
  GudSectionFrame f = {.body = at->body, .y = axis_vector(m, at, 1), .z = -1, .normal = -1};
  for (int i = 0; i < m->num_sections; i++)
    if (same_vector(m, m->sections[i].y, f.y)) return &m->sections[i];
  if (m->dim == 3) f.z = axis_vector(m, at, 2);
  const int own[3] = {-1, f.y, f.z};
  f.first_row = m->num_rows, f.num_rows = clamped(m, f.y) ? 0 : m->dim == 3 ? 3 : 1;
  for (int i = 0; i < f.num_rows; i++)
    gud_model_add_row(m, m->dim == 3 ? &in_space[i] : &in_plane[i], own, f.body);
  GudSectionFrame *new = GUD_GROW(m->sections, m->num_sections);
  *new                 = f;
  return new;
}

void gud_section_clamped(GudModel *m)
{
  for (int i = 0; i < m->num_sections; i++) {
    int first = m->sections[i].first_row, num = m->sections[i].num_rows;
    if (!num || !clamped(m, m->sections[i].y)) continue;
    memmove(m->rows + first, m->rows + first + num, sizeof *m->rows * (size_t)(m->num_rows - first - num));
    m->num_rows -= num, m->sections[i].num_rows = 0;
    for (int k = 0; k < m->num_sections; k++)
      if (m->sections[k].first_row > first) m->sections[k].first_row -= num;
    for (int k = 0; k < m->num_joints; k++)
      if (m->joints[k].first_row > first) m->joints[k].first_row -= num;
  }
}

/* Values and rates of the section's axes and of n = y x z/|y x z| at the start. */
static void start_axes(const GudModel *m, const GudSectionFrame *f, double d[3][3], double dt[3][3])
{
  double a[3], b[3], s;
  gud_vector_value(m, f->y, m->start_q, d[Y]);
  gud_vector_value(m, f->z, m->start_q, d[Z]);
  gud_vector_rate(m, f->y, m->start_v, dt[Y]);
  gud_vector_rate(m, f->z, m->start_v, dt[Z]);
  gud_cross_real(d[Y], d[Z], d[NORMAL]);
  gud_cross_real(dt[Y], d[Z], a);
  gud_cross_real(d[Y], dt[Z], b);
  s = gud_norm_real(d[NORMAL]);
  for (int i = 0; i < 3; i++) d[NORMAL][i] /= s, a[i] = (a[i] + b[i]) / s;
  s = gud_dot_real(d[NORMAL], a);
  for (int i = 0; i < 3; i++) dt[NORMAL][i] = a[i] - s * d[NORMAL][i];
}

static void add_normal(GudModel *m, GudSectionFrame *f, const double n[3], const double nt[3])
{
  GudElement *e = GUD_GROW(m->elements, m->num_elements);
  e->type = &normal_element, e->body = f->body, e->vec[0] = gud_model_add_vectors(m, 1);
  gud_model_set_vector(m, e->vec[0], n, nt);
  f->normal        = gud_model_plain_vector(m, e->vec[0]);
  const int own[3] = {f->normal, f->y, f->z};
  for (int i = 0; i < GUD_COUNT(normal); i++) gud_model_add_row(m, &normal[i], own, f->body);
}

/* sum of w_k times marker vector u_k, as a marker vector; b_k turns by a right angle (plane) */
static int combine(GudModel *m, int num, const int *u, const double *a, const double *b)
{
  static const double zero[3] = {0};
  GudTerm             t[2 * GUD_MAX_ELEMENT_VECTORS + 1];
  int                 n = 0;
  for (int k = 0; k < num; k++)
    for (int i = 0; (a[k] != 0 || b[k] != 0) && i < m->vectors[u[k]].num; i++) {
      const GudTerm *s = &m->terms[m->vectors[u[k]].first + i];
      t[n++]           = (GudTerm){s->vec, s->a * a[k], s->a * b[k]};
    }
  return gud_model_vector(m, t, n, zero);
}

int gud_section_direction(GudModel *m, const GudPlace *at, const double dir[3])
{
  static const double round_off = 1e-14; /* of a unit vector */
  double              d[3][3] = {{0}}, dt[3][3], a[3] = {0}, b[3] = {0};
  if (!has_section(m, at) || (m->dim == 2 && dir[0] == 0 && dir[1] == 0)) return -1;
  GudSectionFrame *f = frame_of(m, at);
  if (m->dim == 2) {
    gud_vector_value(m, f->y, m->start_q, d[Y]);
    double yy = gud_dot_real(d[Y], d[Y]);
    a[0] = gud_dot_real(dir, d[Y]) / yy, b[0] = (dir[1] * d[Y][0] - dir[0] * d[Y][1]) / yy;
    return combine(m, 1, &f->y, a, b);
  }
  start_axes(m, f, d, dt);
  double yy = gud_dot_real(d[Y], d[Y]), yz = gud_dot_real(d[Y], d[Z]), zz = gud_dot_real(d[Z], d[Z]),
         p = gud_dot_real(dir, d[Y]), q = gud_dot_real(dir, d[Z]), det = yy * zz - yz * yz;
  a[NORMAL] = gud_dot_real(dir, d[NORMAL]), a[Y] = (zz * p - yz * q) / det, a[Z] = (yy * q - yz * p) / det;
  for (int k = 0; k < 3; k++)
    if (fabs(a[k]) < round_off) a[k] = 0;
  if (a[NORMAL] != 0 && f->normal < 0) add_normal(m, f, d[NORMAL], dt[NORMAL]);
  const int own[3] = {f->normal, f->y, f->z};
  return combine(m, 3, own, a, b);
}
