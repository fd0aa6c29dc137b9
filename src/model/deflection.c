/* Elastic deflection: deflection.h. */
#include "model/deflection.h"

#include "base/vec3.h"

#include <stdio.h>
#include <string.h>

/* e_k . (P - A) at q: (C1) */
static void in_chord(const GudModel *m, const GudDeflection *d, const double *q, int vector, double x[3])
{
  double A[3], B[3], P[3], e[3][3], n;
  gud_vector_value(m, d->chord[0], q, A);
  gud_vector_value(m, d->chord[1], q, B);
  gud_vector_value(m, vector, q, P);
  for (int i = 0; i < 3; i++) e[0][i] = B[i] - A[i], P[i] -= A[i];
  n = gud_norm_real(e[0]);
  for (int i = 0; i < 3; i++) e[0][i] /= n;
  if (d->chord[2] < 0) {
    e[1][0] = -e[0][1], e[1][1] = e[0][0], e[1][2] = 0;
  } else {
    gud_vector_value(m, d->chord[2], q, e[1]);
    double along = gud_dot_real(e[0], e[1]);
    for (int i = 0; i < 3; i++) e[1][i] -= along * e[0][i];
    n = gud_norm_real(e[1]);
    for (int i = 0; i < 3; i++) e[1][i] /= n;
  }
  gud_cross_real(e[0], e[1], e[2]);
  for (int k = 0; k < 3; k++) x[k] = gud_dot_real(e[k], P);
}

static void add_point(GudModel *m, GudDeflection *d, int vector)
{
  d->vector[d->num] = vector;
  in_chord(m, d, m->start_q, vector, d->X[d->num]);
  d->num++;
}

/* Direction for e2: the axis of the body that is most nearly across the chord as drawn */
static int roll_of(GudModel *m, const GudDeflection *d, const GudPlace *from, char *why)
{
  const double *R = m->bodies[from->body].place.R;
  double        A[3], B[3], c[3], axes[9] = {0}, best = INFINITY, dir[3] = {0};
  gud_vector_value(m, d->chord[0], m->start_q, A);
  gud_vector_value(m, d->chord[1], m->start_q, B);
  for (int i = 0; i < 3; i++) c[i] = B[i] - A[i];
  for (int k = 1; k <= 3; k++) { /* y first: of two that are equally good it is the one */
    double e[3] = {R[k % 3], R[3 + k % 3], R[6 + k % 3]}, along = fabs(gud_dot_real(e, c)) / gud_norm_real(c);
    if (along < best - 1e-9) best = along, memcpy(dir, e, sizeof dir);
  }
  memcpy(axes, dir, sizeof dir);
  if (!gud_place_offers(m, from, axes, 1, why)) return -1;
  return gud_place_direction(m, from, dir, 1);
}

GudDeflection *gud_deflection_create(GudModel *m, const GudPlace *at, const GudPlace *from,
                                     const GudPlace *to, char *why)
{
  GudDeflection *d = gud_arena_alloc(&m->arena, sizeof *d);
  const GudBody *b = &m->bodies[from->body];
  double         A[3], B[3], size = 0;
  int            most = at ? 1 : b->mesh->num_nodes + b->num_elements;
  d->vector           = gud_arena_alloc(&m->arena, sizeof *d->vector * (size_t)most);
  d->X                = gud_arena_alloc(&m->arena, sizeof *d->X * (size_t)most);
  d->chord[0] = gud_place_point(m, from, 1), d->chord[1] = gud_place_point(m, to, 1), d->chord[2] = -1;
  gud_vector_value(m, d->chord[0], m->start_q, A);
  gud_vector_value(m, d->chord[1], m->start_q, B);
  for (int i = 0; i < 3; i++) size += fabs(B[i] - A[i]);
  if (!(size > 0)) {
    snprintf(why, 200, "'from' and 'to' are the same point: there is no chord");
    return NULL;
  }
  if (m->dim == 3 && (d->chord[2] = roll_of(m, d, from, why)) < 0) return NULL;
  if (at) {
    add_point(m, d, gud_place_point(m, at, 1));
    return d;
  }
  for (int n = 0; n < b->mesh->num_nodes; n++)
    add_point(m, d, gud_model_plain_vector(m, gud_node_vector(m, from->body, n)));
  for (int n = b->element; n < b->element + m->bodies[from->body].num_elements; n++) {
    static const double zero[3] = {0};
    double              xi[3]   = {b->mesh->axes ? 0.5 : 0, 0, 0};
    GudTerm             t[GUD_MAX_ELEMENT_VECTORS];
    int                 num = gud_element_point_terms(m, n, xi, t);
    add_point(m, d, gud_model_vector(m, t, num, zero));
  }
  return d;
}

void gud_deflection_at(const GudModel *m, const GudDeflection *d, const double *q, int n, double u[3])
{
  in_chord(m, d, q, d->vector[n], u);
  for (int k = 0; k < 3; k++) u[k] -= d->X[n][k];
}

double gud_deflection_extreme(const GudModel *m, const GudDeflection *d, const double *q, int c)
{
  double best = 0, u[3];
  for (int n = 0; n < d->num; n++) {
    gud_deflection_at(m, d, q, n, u);
    double v = c < 0 ? gud_norm_real(u) : u[c];
    if (!(fabs(v) <= fabs(best))) best = v;
  }
  return best;
}
