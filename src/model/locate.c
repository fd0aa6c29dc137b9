/* Where a point of the start configuration lies in a body: element and natural coordinates, and the marker weights there.

   A body of one element maps by its type's own point() and direction(). In a mesh the point is found by Newton on
   X(xi) = sum s_i(xi) Q0_i in the elements near it (near.h); a material direction dir follows the body as F dir, with weights
   grad s_i . dir = ds_i/dxi (dX/dxi)^-1 dir. A point outside of the mesh belongs to the nearest element.

   Elements that know their axis only (cables): in the plane the second axis is the tangent turned by a right angle, so
   r = s Q + y J s' Q/|X'|; in space there are no section axes, and any two normals of the tangent help to find the point. */
#include "model/near.h"

#include "base/vec3.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reference(const GudModel *m, const GudElement *e, double (*Q0)[3])
{
  for (int k = 0; k < e->type->num_vec; k++)
    for (int c = 0; c < 3; c++) Q0[k][c] = c < m->dim ? m->start_q[m->dim * e->vec[k] + c] : 0;
}

/* Unit normals of a cable's axis as columns 1 and 2 of dX/dxi. */
static void add_normals(int dim, const double xi[3], double X[3], double J[3][3])
{
  double t[3] = {J[0][0], J[1][0], J[2][0]}, any[3] = {0}, axes[9]; /* normals are axes[0..2], axes[3..5] */
  if (dim == 2) any[0] = -t[1], any[1] = t[0];
  if (!(gud_norm_real(t) > 0)) return;
  gud_axes_from(t, any, axes);
  for (int c = 0; c < 3; c++) {
    J[c][1] = axes[c], X[c] += xi[1] * J[c][1];
    if (dim == 3) J[c][2] = axes[3 + c], X[c] += xi[2] * J[c][2];
  }
}

/* X(xi) and dX/dxi; in the plane the third axis is that of space */
static void map(const GudModel *m, const GudElement *e, double (*Q0)[3], const double xi[3], double X[3],
                double J[3][3], double *s, double (*ds)[3])
{
  e->type->shape(e->type, e->data, xi, s, ds);
  memset(X, 0, 3 * sizeof(double));
  memset(J, 0, 9 * sizeof(double));
  for (int k = 0; k < e->type->num_vec; k++)
    for (int c = 0; c < 3; c++) {
      X[c] += s[k] * Q0[k][c];
      for (int d = 0; d < 3; d++) J[c][d] += ds[k][d] * Q0[k][c];
    }
  if (m->dim == 2) J[2][2] = 1;
  if (e->type->axis_only) add_normals(m->dim, xi, X, J);
}

/* x = J^-1 b by Cramer's rule; 0 if J is singular */
static int solve3(double J[3][3], const double b[3], double x[3])
{
  double c[3], det;
  for (int i = 0; i < 3; i++)
    c[i] = J[1][(i + 1) % 3] * J[2][(i + 2) % 3] - J[1][(i + 2) % 3] * J[2][(i + 1) % 3];
  det = J[0][0] * c[0] + J[0][1] * c[1] + J[0][2] * c[2];
  if (!(fabs(det) > 0)) return 0;
  for (int k = 0; k < 3; k++) {
    double A[3][3];
    memcpy(A, J, sizeof A);
    for (int i = 0; i < 3; i++) A[i][k] = b[i];
    x[k] = (A[0][0] * (A[1][1] * A[2][2] - A[1][2] * A[2][1]) -
            A[0][1] * (A[1][0] * A[2][2] - A[1][2] * A[2][0]) +
            A[0][2] * (A[1][0] * A[2][1] - A[1][1] * A[2][0])) /
           det;
  }
  return 1;
}

static int is_line(const GudElement *e)
{
  return e->type->cell->dim == 1;
}

static double find_in(const GudModel *m, const GudElement *e, const double r[3], double xi[3])
{
  double Q0[GUD_MAX_ELEMENT_VECTORS][3], s[GUD_MAX_ELEMENT_VECTORS], ds[GUD_MAX_ELEMENT_VECTORS][3], X[3],
    J[3][3], d[3], step[3], size = 0;
  reference(m, e, Q0);
  xi[0] = e->type->cell->centre[0], xi[1] = e->type->cell->centre[1], xi[2] = 0;
  for (int it = 0; it < 50; it++) {
    map(m, e, Q0, xi, X, J, s, ds);
    for (int c = 0; c < 3; c++) d[c] = r[c] - X[c];
    if (!solve3(J, d, step)) return INFINITY;
    /* natural coordinates (beams: the first; the others are metres) move by half a cell at the most */
    double big = 0, large = is_line(e) ? fabs(step[0]) : fmax(fabs(step[0]), fabs(step[1]));
    double scale = large > 0.5 ? 0.5 / large : 1;
    for (int c = 0; c < 3; c++) big = fmax(big, fabs(step[c]));
    for (int c = 0; c < 3; c++) xi[c] += scale * step[c];
    if (big < 1e-15) break;
  }
  map(m, e, Q0, xi, X, J, s, ds);
  for (int c = 0; c < 3; c++)
    d[c] = r[c] - X[c], size = fmax(size, fabs(Q0[0][c] - Q0[e->type->per_node][c]));
  /* an iteration that has not converged may be anywhere: such a cell is the last resort */
  return gud_norm_real(d) <= 1e-9 * size ? e->type->cell->outside(xi) : 1e3 + gud_norm_real(d) / size;
}

int gud_body_locate(const GudModel *m, int body, const double X[3], double xi[3])
{
  const GudBody *b = &m->bodies[body];
  double         r[3], best = INFINITY, near[3];
  int            found = b->element, num, *list;
  memcpy(xi, X, 3 * sizeof(double));
  if (!b->mesh) return b->element;
  gud_body_to_space(m, body, X, r);
  if (m->dim == 2) r[2] = 0;
  list = gud_near_elements(m, body, r, &num);
  for (int k = 0; k < num && best > 1e-9; k++) {
    double out = find_in(m, &m->elements[list[k]], r, near);
    if (out < best) best = out, found = list[k], memcpy(xi, near, sizeof near);
  }
  free(list);
  return found;
}

int gud_body_locate_all(const GudModel *m, int body, const double X[3], int max, int *element,
                        double (*xi)[3])
{
  const GudBody *b = &m->bodies[body];
  double         r[3], near[3];
  int            num = 1, some, *list;
  element[0]         = gud_body_locate(m, body, X, xi[0]);
  if (!b->mesh || find_in(m, &m->elements[element[0]], (gud_body_to_space(m, body, X, r), r), near) > 1e-9)
    return num; /* outside */
  list = gud_near_elements(m, body, r, &some);
  for (int k = 0; k < some && num < max; k++) {
    if (list[k] == element[0] || find_in(m, &m->elements[list[k]], r, near) > 1e-9) continue;
    element[num] = list[k];
    for (int c = 0; c < 3; c++) xi[num][c] = near[c];
    num++;
  }
  free(list);
  return num;
}

/* |dX/dxi| along the axis */
static double axis_speed(const GudModel *m, const GudElement *e, double (*ds)[3])
{
  double Q0[GUD_MAX_ELEMENT_VECTORS][3], t[3] = {0};
  reference(m, e, Q0);
  for (int k = 0; k < e->type->num_vec; k++)
    for (int c = 0; c < 3; c++) t[c] += ds[k][0] * Q0[k][c];
  return gud_norm_real(t);
}

static int keep(const GudElement *e, const GudWeight *w, GudTerm *terms)
{
  int num = 0;
  for (int k = 0; k < e->type->num_vec; k++)
    if (fabs(w[k].a) > GUD_NEGLIGIBLE_WEIGHT || fabs(w[k].b) > GUD_NEGLIGIBLE_WEIGHT)
      terms[num++] = (GudTerm){e->vec[k], w[k].a, w[k].b};
  return num;
}

int gud_element_point_terms(const GudModel *m, int element, const double xi[3], GudTerm *terms)
{
  const GudElement *e                          = &m->elements[element];
  GudWeight         w[GUD_MAX_ELEMENT_VECTORS] = {{0}};
  double            s[GUD_MAX_ELEMENT_VECTORS], ds[GUD_MAX_ELEMENT_VECTORS][3];
  if (!e->type->shape) {
    e->type->point(e->type, e->data, xi, w);
  } else {
    e->type->shape(e->type, e->data, xi, s, ds);
    for (int k = 0; k < e->type->num_vec; k++) w[k].a = s[k];
    if (e->type->axis_only && m->dim == 2 && xi[1] != 0) {
      double l = axis_speed(m, e, ds);
      for (int k = 0; k < e->type->num_vec; k++) w[k].b = xi[1] * ds[k][0] / l;
    }
  }
  return keep(e, w, terms);
}

int gud_place_offers(const GudModel *m, const GudPlace *at, const double axes[9], unsigned used, char *why)
{
  const GudBody *b = &m->bodies[at->body];
  double         Q0[GUD_MAX_ELEMENT_VECTORS][3], s[GUD_MAX_ELEMENT_VECTORS], ds[GUD_MAX_ELEMENT_VECTORS][3];
  double         X[3], J[3][3], xi[3], off;
  if (!b->type || !b->type->axis_only || m->dim == 2) return 1;
  const GudElement *e = &m->elements[gud_body_locate(m, at->body, at->X, xi)];
  reference(m, e, Q0);
  map(m, e, Q0, xi, X, J, s, ds);
  double t[3] = {J[0][0], J[1][0], J[2][0]}, l = gud_norm_real(t); /* l: length of the element */
  off = hypot(xi[1], xi[2]);
  if (off > 1e-6 * l) {
    snprintf(why, 200, "the point lies %.3g m beside the cable '%s', which has only its axis", off, b->name);
    return 0;
  }
  for (int k = 0; k < 3; k++)
    if (used >> k & 1 && !(axes && fabs(gud_dot_real(t, axes + 3 * k)) > (1 - 1e-9) * l)) {
      snprintf(why, 200,
               "a cable has no frame: use a joint that needs points only (spherical, distance, "
               "point_on_line), a clamp, or a "
               "revolute with its axis along the cable");
      return 0;
    }
  return 1;
}

void gud_element_axes(const GudModel *m, int element, const double xi[3], double J[3][3])
{
  const GudElement *e = &m->elements[element];
  double Q0[GUD_MAX_ELEMENT_VECTORS][3], s[GUD_MAX_ELEMENT_VECTORS], ds[GUD_MAX_ELEMENT_VECTORS][3], X[3];
  reference(m, e, Q0);
  map(m, e, Q0, xi, X, J, s, ds);
}

int gud_element_direction_terms(const GudModel *m, int element, const double xi[3], const double dir[3],
                                GudTerm *terms)
{
  const GudElement *e                          = &m->elements[element];
  GudWeight         w[GUD_MAX_ELEMENT_VECTORS] = {{0}};
  double Q0[GUD_MAX_ELEMENT_VECTORS][3], s[GUD_MAX_ELEMENT_VECTORS], ds[GUD_MAX_ELEMENT_VECTORS][3], X[3],
    J[3][3], n[3];
  if (!e->type->shape) {
    gud_rotate_back(m->bodies[e->body].place.R, dir, n);
    e->type->direction(e->type, e->data, xi, n, w);
  } else {
    reference(m, e, Q0);
    map(m, e, Q0, xi, X, J, s, ds);
    if (!solve3(J, dir, n)) return 0;
    for (int k = 0; k < e->type->num_vec; k++) w[k].a = ds[k][0] * n[0] + ds[k][1] * n[1] + ds[k][2] * n[2];
    if (e->type->axis_only && m->dim == 2)
      for (int k = 0; k < e->type->num_vec; k++) w[k].b = ds[k][0] * n[1] / axis_speed(m, e, ds);
  }
  return keep(e, w, terms);
}
