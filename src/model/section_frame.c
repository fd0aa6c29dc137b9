/* Joints and forces on the frame of a beam are attached to its section.

   A joint pulls on directions of a body. On a beam these are slopes that strain: a row that turns r_z only shears the
   section, one that turns r_x shears the beam, both in the last element alone and the more the shorter it is. A section
   made rigid would carry the moments, but also lock: in curved two-node elements the slopes at the nodes are longer
   than one. So the place gets orthonormal axes of its own, massless, that follow the section in the mean:
   (S1) d_i.d_j = delta_ij                                           9 coordinates, 6 rows
   (S2) d_1.r_y = d_1.r_z = 0,   d_2.r_z - d_3.r_y = 0               3 rows
   (S3) a direction of the body there is dir = sum a_i d_i, a constant map of the coordinates like all others
   In the plane one vector d is enough: d.d = 1, Jd.r_y = 0, dir = (a + b J) d.
   The forces of the rows (S2) on r_y and r_z are those of a moment and of nothing else: about d_1 they are d_2 on r_z and
   -d_3 on r_y, which neither shears nor stretches the section; about d_2 and d_3 they are along d_1. r_x stays free,
   and so do the shape of the section and the freedoms of the beam: as many rows as coordinates.
   The axes come once for a section, however many joints and forces use it. Elements take part that have section axes at
   their nodes (node_vec 2, and 3 in space).          verified by: t330, t610 (tangent), studies/beam_joints, elastica */
#include "model/model.h"

#include "base/frame.h"

#include <string.h>

enum { D1, D2, D3, Y, Z, NUM_OWN, NONE = -1 };
enum { D, JD, YP }; /* in the plane: d, Jd, r_y */
/* clang-format off */
#define ROW(kind, u0, u1, v0, v1, rhs) {GUD_ROW_##kind, u0, u1, v0, v1, 0, GUD_RHS_##rhs}
static const GudRow in_space[] = {
  ROW(DOT, D1, NONE, D1, NONE, UNIT), ROW(DOT, D2, NONE, D2, NONE, UNIT), ROW(DOT, D3, NONE, D3, NONE, UNIT),
  ROW(DOT, D2, NONE, D3, NONE, ZERO), ROW(DOT, D3, NONE, D1, NONE, ZERO), ROW(DOT, D1, NONE, D2, NONE, ZERO), /* (S1) */
  ROW(DOT, D1, NONE, Y, NONE, ZERO),  ROW(DOT, D1, NONE, Z, NONE, ZERO),  ROW(PAIR, D2, D3, Z, Y, ZERO)};     /* (S2) */
static const GudRow in_plane[] = {ROW(DOT, D, NONE, D, NONE, UNIT), ROW(DOT, JD, NONE, YP, NONE, ZERO)};
/* clang-format on */

static void no_mass(const GudElementType *self, const double *data, double *m)
{
  (void)self, (void)data;
  memset(m, 0, 9 * sizeof(double));
}

static void no_mass_plane(const GudElementType *self, const double *data, double *m)
{
  (void)self, (void)data;
  m[0] = 0;
}

/* Not in the registry: nothing that a model file can name. */
static const int            translation[3] = {0};
static const GudElementType axes_in_space  = {.info        = {"section_axes", "", NULL, GUD_3D, NULL, 0, 0},
                                              .num_vec     = 3,
                                              .translation = translation,
                                              .mass        = no_mass};
static const GudElementType axes_in_plane  = {.info        = {"section_axis", "", NULL, GUD_2D, NULL, 0, 0},
                                              .num_vec     = 1,
                                              .translation = translation,
                                              .mass        = no_mass_plane};

static int has_section(const GudModel *m, const GudPlace *at)
{
  const GudElementType *type = m->bodies[at->body].type;
  int                   y = 0, z = 0;
  for (int k = 0; type && !at->set && type->shape && k < type->per_node; k++)
    y |= type->node_vec[k] == 2, z |= type->node_vec[k] == 3;
  return y && (z || m->dim == 2);
}

/* Marker vector of the section's axis k (1: r_y, 2: r_z) at a place. */
static int slope(GudModel *m, const GudPlace *at, int k)
{
  static const double zero[3] = {0};
  double              xi[3], s[GUD_MAX_ELEMENT_VECTORS], ds[GUD_MAX_ELEMENT_VECTORS][3];
  GudTerm             t[GUD_MAX_ELEMENT_VECTORS];
  const GudElement   *e   = &m->elements[gud_body_locate(m, at->body, at->X, xi)];
  int                 num = 0;
  e->type->shape(e->type, e->data, xi, s, ds);
  for (int i = 0; i < e->type->num_vec; i++)
    if (fabs(ds[i][k]) > GUD_NEGLIGIBLE_WEIGHT) t[num++] = (GudTerm){e->vec[i], ds[i][k], 0};
  return gud_model_vector(m, t, num, zero);
}

static int same_vector(const GudModel *m, int u, int v)
{
  const GudMap *a = &m->vectors[u], *b = &m->vectors[v];
  if (a->num != b->num) return 0;
  for (int k = 0; k < a->num; k++) {
    const GudTerm *s = &m->terms[a->first + k], *t = &m->terms[b->first + k];
    if (s->vec != t->vec || fabs(s->a - t->a) > 1e-9) return 0;
  }
  return 1;
}

/* Start values: axes that satisfy (S1), (S2), turning with the section (spin (F2) of base/frame.h). */
static void start_axes(const GudModel *m, int vy, int vz, double d[3][3], double dt[3][3])
{
  double r[3][3] = {{0}}, rt[3][3] = {{0}}, w[3], c[3], Ji[9], s;
  gud_vector_value(m, vy, m->start_q, r[1]);
  gud_vector_rate(m, vy, m->start_v, rt[1]);
  if (vz >= 0) gud_vector_value(m, vz, m->start_q, r[2]);
  if (vz >= 0) gud_vector_rate(m, vz, m->start_v, rt[2]);
  if (m->dim == 2) { /* d_1 = r_y, and the normal of the plane is r_z */
    for (int k = 0; k < 3; k++) r[0][k] = r[1][k], rt[0][k] = rt[1][k], r[1][k] = rt[1][k] = 0;
    r[2][2] = 1;
    memcpy(d[0], r[0], sizeof d[0]);
  } else {
    gud_cross_real(r[1], r[2], d[0]);
  }
  s = gud_norm_real(d[0]);
  for (int k = 0; k < 3; k++) d[0][k] /= s;
  if (m->dim == 3) { /* d_2 lies between r_y and r_z x d_1 */
    gud_cross_real(r[2], d[0], c);
    for (int k = 0; k < 3; k++) d[1][k] = r[1][k] + c[k];
    s = gud_norm_real(d[1]);
    for (int k = 0; k < 3; k++) d[1][k] /= s;
    gud_cross_real(d[0], d[1], d[2]);
  }
  gud_frame_inverse(r, Ji);
  gud_frame_spin(Ji, r, rt, w);
  for (int k = 0; k < 3; k++) gud_cross_real(w, d[k], dt[k]);
}

/* Marker vector J times coordinate vector `vec` (plane). */
static int turned(GudModel *m, int vec)
{
  static const double zero[3] = {0};
  GudTerm             t       = {vec, 0, 1};
  return gud_model_vector(m, &t, 1, zero);
}

/* The axes of the section at a place, made when first asked for. */
static const GudSectionAxes *axes_of(GudModel *m, const GudPlace *at)
{
  int    y = slope(m, at, 1), z = m->dim == 3 ? slope(m, at, 2) : -1, own[NUM_OWN];
  double d[3][3] = {{0}}, dt[3][3] = {{0}};
  for (int i = 0; i < m->num_sections; i++)
    if (same_vector(m, m->sections[i].y, y)) return &m->sections[i];
  const GudElementType *type = m->dim == 3 ? &axes_in_space : &axes_in_plane;
  GudElement           *e    = gud_model_new_element(m, type, at->body);
  GudSectionAxes       *a    = GUD_GROW(m->sections, m->num_sections);
  int                   vec  = gud_model_add_vectors(m, type->num_vec);
  *a                         = (GudSectionAxes){.y = y, .z = z, .vec = vec};
  start_axes(m, y, z, d, dt);
  for (int k = 0; k < type->num_vec; k++) {
    e->vec[k] = vec + k, own[k] = gud_model_plain_vector(m, vec + k);
    gud_model_set_vector(m, vec + k, d[k], dt[k]);
  }
  if (m->dim == 3) own[Y] = y, own[Z] = z;
  else own[JD] = turned(m, vec), own[YP] = y;
  const GudRow *rows = m->dim == 3 ? in_space : in_plane;
  for (int i = 0; i < (m->dim == 3 ? GUD_COUNT(in_space) : GUD_COUNT(in_plane)); i++)
    gud_model_add_row(m, &rows[i], own, at->body);
  return a;
}

int gud_section_direction(GudModel *m, const GudPlace *at, const double dir[3]) /* (S3) */
{
  static const double zero[3] = {0}, round_off = 1e-14; /* of a unit vector */
  double              d[3][3] = {{0}};
  GudTerm             t[3];
  int                 num = 0;
  if (!has_section(m, at) || (m->dim == 2 && dir[0] == 0 && dir[1] == 0)) return -1;
  int vec = axes_of(m, at)->vec;
  for (int k = 0; k < (m->dim == 3 ? 3 : 1); k++)
    for (int c = 0; c < m->dim; c++) d[k][c] = m->start_q[m->dim * (vec + k) + c];
  if (m->dim == 2) {
    t[num++] = (GudTerm){vec, gud_dot_real(dir, d[0]), dir[1] * d[0][0] - dir[0] * d[0][1]};
  } else {
    for (int k = 0; k < 3; k++)
      if (fabs(gud_dot_real(dir, d[k])) > round_off)
        t[num++] = (GudTerm){vec + k, gud_dot_real(dir, d[k]), 0};
  }
  return gud_model_vector(m, t, num, zero);
}
