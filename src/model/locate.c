/* Where a point of the start configuration lies in a body: element and natural coordinates, and the marker weights there.

   A body of one element maps by its type's own point() and direction(). In a mesh the point is found by Newton on
   X(xi) = sum s_i(xi) Q0_i in the elements near it; a material direction dir follows the body as F dir, with weights
   grad s_i . dir = ds_i/dxi (dX/dxi)^-1 dir. A point outside of the mesh belongs to the nearest element. */
#include "model/model.h"

#include "base/vec3.h"

#include <string.h>

static const double negligible = 1e-13; /* weights below are round-off of a node found by Newton */

static void reference(const GudModel *m, const GudElement *e, double (*Q0)[3])
{
  for (int k = 0; k < e->type->num_vec; k++)
    for (int c = 0; c < 3; c++) Q0[k][c] = c < m->dim ? m->start_q[m->dim * e->vec[k] + c] : 0;
}

/* X(xi) and dX/dxi; in the plane the third axis is that of space */
static void map(const GudModel *m, const GudElement *e, double (*Q0)[3], const double xi[3], double X[3], double J[3][3], double *s, double (*ds)[3])
{
  e->type->shape(e->data, xi, s, ds);
  memset(X, 0, 3 * sizeof(double));
  memset(J, 0, 9 * sizeof(double));
  for (int k = 0; k < e->type->num_vec; k++)
    for (int c = 0; c < 3; c++) {
      X[c] += s[k] * Q0[k][c];
      for (int d = 0; d < 3; d++) J[c][d] += ds[k][d] * Q0[k][c];
    }
  if (m->dim == 2) J[2][2] = 1;
}

/* x = J^-1 b by Cramer's rule; 0 if J is singular */
static int solve3(double J[3][3], const double b[3], double x[3])
{
  double c[3], det;
  for (int i = 0; i < 3; i++) c[i] = J[1][(i + 1) % 3] * J[2][(i + 2) % 3] - J[1][(i + 2) % 3] * J[2][(i + 1) % 3];
  det = J[0][0] * c[0] + J[0][1] * c[1] + J[0][2] * c[2];
  if (!(fabs(det) > 0)) return 0;
  for (int k = 0; k < 3; k++) {
    double A[3][3];
    memcpy(A, J, sizeof A);
    for (int i = 0; i < 3; i++) A[i][k] = b[i];
    x[k] = (A[0][0] * (A[1][1] * A[2][2] - A[1][2] * A[2][1]) - A[0][1] * (A[1][0] * A[2][2] - A[1][2] * A[2][0]) +
            A[0][2] * (A[1][0] * A[2][1] - A[1][1] * A[2][0])) / det;
  }
  return 1;
}

static int is_line(const GudElement *e)
{
  return e->type->cell == GUD_CELL_LINE2 || e->type->cell == GUD_CELL_LINE3;
}

/* Distance of xi from the element's own range, in natural coordinates. */
static double outside(const GudElement *e, const double xi[3])
{
  double lo = is_line(e) ? 0 : -1, out = fmax(fmax(lo - xi[0], xi[0] - 1), 0);
  if (!is_line(e)) out = fmax(out, fmax(fmax(-1 - xi[1], xi[1] - 1), 0));
  return out;
}

static double find_in(const GudModel *m, const GudElement *e, const double r[3], double xi[3])
{
  double Q0[GUD_MAX_ELEMENT_VECTORS][3], s[GUD_MAX_ELEMENT_VECTORS], ds[GUD_MAX_ELEMENT_VECTORS][3], X[3], J[3][3], d[3], step[3];
  reference(m, e, Q0);
  xi[0] = is_line(e) ? 0.5 : 0, xi[1] = xi[2] = 0;
  for (int it = 0; it < 50; it++) {
    map(m, e, Q0, xi, X, J, s, ds);
    for (int c = 0; c < 3; c++) d[c] = r[c] - X[c];
    if (!solve3(J, d, step)) return INFINITY;
    double big = 0, scale = 1;
    for (int c = 0; c < 3; c++) big = fmax(big, fabs(step[c]));
    if (fabs(step[0]) > 1) scale = 1 / fabs(step[0]);
    for (int c = 0; c < 3; c++) xi[c] += scale * step[c];
    if (big < 1e-15) break;
  }
  return outside(e, xi);
}

int gud_body_locate(const GudModel *m, int body, const double X[3], double xi[3])
{
  const GudBody *b = &m->bodies[body];
  double         r[3], best = INFINITY, near[3];
  int            found = b->element;
  memcpy(xi, X, 3 * sizeof(double));
  if (!b->mesh) return b->element;
  gud_body_to_space(m, body, X, r);
  if (m->dim == 2) r[2] = 0;
  for (int e = b->element; e < b->element + b->num_elements && best > 1e-9; e++) {
    double out = find_in(m, &m->elements[e], r, near);
    if (out < best) best = out, found = e, memcpy(xi, near, sizeof near);
  }
  return found;
}

static int keep(const GudElement *e, const GudWeight *w, GudTerm *terms)
{
  int num = 0;
  for (int k = 0; k < e->type->num_vec; k++)
    if (fabs(w[k].a) > negligible || fabs(w[k].b) > negligible) terms[num++] = (GudTerm){e->vec[k], w[k].a, w[k].b};
  return num;
}

int gud_element_point_terms(const GudModel *m, int element, const double xi[3], GudTerm *terms)
{
  const GudElement *e = &m->elements[element];
  GudWeight         w[GUD_MAX_ELEMENT_VECTORS] = {{0}};
  double            s[GUD_MAX_ELEMENT_VECTORS], ds[GUD_MAX_ELEMENT_VECTORS][3];
  if (!e->type->shape) {
    e->type->point(e->data, xi, w);
  } else {
    e->type->shape(e->data, xi, s, ds);
    for (int k = 0; k < e->type->num_vec; k++) w[k].a = s[k];
  }
  return keep(e, w, terms);
}

int gud_element_direction_terms(const GudModel *m, int element, const double xi[3], const double dir[3], GudTerm *terms)
{
  const GudElement *e = &m->elements[element];
  GudWeight         w[GUD_MAX_ELEMENT_VECTORS] = {{0}};
  double            Q0[GUD_MAX_ELEMENT_VECTORS][3], s[GUD_MAX_ELEMENT_VECTORS], ds[GUD_MAX_ELEMENT_VECTORS][3], X[3], J[3][3], n[3];
  if (!e->type->shape) {
    gud_rotate_back(m->bodies[e->body].place.R, dir, n);
    e->type->direction(e->data, xi, n, w);
  } else {
    reference(m, e, Q0);
    map(m, e, Q0, xi, X, J, s, ds);
    if (!solve3(J, dir, n)) return 0;
    for (int k = 0; k < e->type->num_vec; k++) w[k].a = ds[k][0] * n[0] + ds[k][1] * n[1] + ds[k][2] * n[2];
  }
  return keep(e, w, terms);
}
