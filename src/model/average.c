/* Places that are sets of nodes: the average of a bore, of an edge.

   Plane vectors as complex numbers, X_i the nodes at the start, Xm = 1/N sum X_i:
   (A1) direction  d = z dir,   z = sum conj(X_i - Xm) r_i / sum |X_i - Xm|^2
        z and rm minimise sum |r_i - rm - z (X_i - Xm)|^2: the angle of z is the rotation that fits the nodes best, its
        length their mean stretch; it is linear in q, and nodes on a straight line have one too.
   (A2) position   r = rm + z (X - Xm),   rm = 1/N sum r_i
        X is the centre of the circle where the nodes lie on one and surround its centre (a bore, whose mean of nodes
        is its centre only if they are evenly spaced), and Xm else (an edge).
   Both are constant affine maps of q: S = a 1 + b J, a + i b = conj(X_i - Xm) dir / sum |X_i - Xm|^2, and for (A2) the
   same with X - Xm in place of dir, plus 1/N. A force on the marker of a bore with evenly spaced nodes acts on all of
   them alike, a moment as tangential forces in proportion to the radius.

   With many nodes the marker would couple all of them with everything attached to it. So it gets two massless
   coordinate vectors of its own, r and z, tied by linear rows; joints and forces then see r and (dir_x + dir_y J) z.
   Limit: the plane. In space only points and single nodes are places. verified by: t120 */
#include "model/model.h"

#include "base/vec3.h"

#include <stdlib.h>
#include <string.h>

enum { FEW_NODES = 8 }; /* so many terms are cheaper than further unknowns */

static void no_mass(const GudElementType *self, const double *data, double *m)
{
  (void)self, (void)data;
  memset(m, 0, 4 * sizeof(double));
}

/* Not in the registry: nothing that a model file can name. */
static const int            translation[2]  = {1, 0};
static const GudElementType average_element = {
  .info        = {"average", "average of a node set", NULL, GUD_2D, NULL, 0, 0},
  .num_vec     = 2,
  .translation = translation,
  .mass        = no_mass};

static const GudNodeSet *set_of(const GudModel *m, const GudPlace *at)
{
  return &m->bodies[at->body].mesh->sets[at->set - 1];
}

static int by_size(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* X: from the mean of the nodes to the centre of their circle, where there is one that they surround. The circle of
   least squares in the equation (x - c)^2 = R^2, which is linear in c and R^2 - c^2; exact when the nodes lie on it. */
static void to_centre(const GudMesh *mesh, const GudNodeSet *set, double X[3])
{
  static const double pi = 3.14159265358979323846, on_circle = 1e-6;
  double              uu = 0, uv = 0, vv = 0, p = 0, q = 0, c[2], R = 0, gap;
  int                 round = 1;
  for (int k = 0; k < set->num; k++) {
    double u = mesh->x[set->node[k]][0] - X[0], v = mesh->x[set->node[k]][1] - X[1], w = u * u + v * v;
    uu += u * u, uv += u * v, vv += v * v, p += u * w / 2, q += v * w / 2;
  }
  double det = uu * vv - uv * uv;
  if (!(det > 1e-12 * (uu + vv) * (uu + vv))) return; /* a straight line */
  c[0] = X[0] + (vv * p - uv * q) / det, c[1] = X[1] + (uu * q - uv * p) / det;
  double *angle = gud_alloc(sizeof(double) * (size_t)(set->num + 1));
  for (int k = 0; k < set->num; k++) {
    double x = mesh->x[set->node[k]][0] - c[0], y = mesh->x[set->node[k]][1] - c[1];
    R += hypot(x, y) / set->num, angle[k]         = atan2(y, x);
  }
  for (int k = 0; k < set->num; k++)
    if (fabs(hypot(mesh->x[set->node[k]][0] - c[0], mesh->x[set->node[k]][1] - c[1]) - R) > on_circle * R)
      round = 0;
  qsort(angle, (size_t)set->num, sizeof(double), by_size);
  gap = angle[0] + 2 * pi - angle[set->num - 1];
  for (int k = 1; k < set->num; k++) gap = fmax(gap, angle[k] - angle[k - 1]);
  if (round && gap < pi) X[0] = c[0], X[1] = c[1];
  free(angle);
}

int gud_place_of_set(const GudModel *m, int body, const char *name, GudPlace *at)
{
  const GudMesh *mesh = m->bodies[body].mesh;
  for (int s = 0; mesh && s < mesh->num_sets; s++) {
    const GudNodeSet *set = &mesh->sets[s];
    if (strcmp(set->name, name)) continue;
    *at = (GudPlace){.body = body, .set = set->num > 1 ? s + 1 : 0}; /* one node is a point */
    for (int k = 0; k < set->num; k++)
      for (int c = 0; c < 3; c++) at->X[c] += mesh->x[set->node[k]][c] / set->num;
    if (m->dim == 2 && at->set) to_centre(mesh, set, at->X);
    return 1;
  }
  return 0;
}

int gud_node_vector(const GudModel *m, int body, int node)
{
  const GudBody    *b = &m->bodies[body];
  const GudElement *e = &m->elements[b->element]; /* vectors follow the nodes: see gud_model_add_mesh_body */
  return e->vec[0] + b->type->per_node * (node - b->mesh->cells[0]);
}

int *gud_place_nodes(const GudModel *m, const GudPlace *at, int *num)
{
  const GudMesh *mesh = m->bodies[at->body].mesh;
  int           *list = NULL, found = -1;
  double         best = INFINITY, size = 0;
  *num = 0;
  if (!mesh) return NULL;
  if (at->set) {
    const GudNodeSet *s = set_of(m, at);
    list                = gud_alloc(sizeof(int) * (size_t)s->num);
    memcpy(list, s->node, sizeof(int) * (size_t)s->num);
    *num = s->num;
    return list;
  }
  for (int n = 0; n < mesh->num_nodes; n++) {
    double d[3];
    for (int c = 0; c < 3; c++) d[c] = mesh->x[n][c] - at->X[c];
    double now = gud_norm_real(d);
    if (now < best) best = now, found = n;
    size = fmax(size, now);
  }
  if (best > 1e-9 * size) return NULL;
  list    = gud_alloc(sizeof(int));
  list[0] = found, *num = 1;
  return list;
}

/* Terms of (A1) for dir, or of (A2) for dir NULL. The caller frees them. */
static GudTerm *terms_of(const GudModel *m, const GudPlace *at, const double *dir)
{
  const GudNodeSet *s       = set_of(m, at);
  GudTerm          *t       = gud_alloc(sizeof *t * (size_t)s->num);
  double            mean[2] = {0}, sum = 0, d[3];
  for (int k = 0; k < s->num; k++) {
    t[k].vec = gud_node_vector(m, at->body, s->node[k]);
    for (int c = 0; c < 2; c++) mean[c] += m->start_q[2 * t[k].vec + c] / s->num;
  }
  if (dir) memcpy(d, dir, sizeof d);
  else gud_body_to_space(m, at->body, at->X, d), d[0] -= mean[0], d[1] -= mean[1];
  for (int k = 0; k < s->num; k++) {
    double x = m->start_q[2 * t[k].vec] - mean[0], y = m->start_q[2 * t[k].vec + 1] - mean[1];
    sum += x * x + y * y;
    t[k].a = x * d[0] + y * d[1], t[k].b = x * d[1] - y * d[0];
  }
  for (int k = 0; k < s->num; k++) t[k].a = t[k].a / sum + (dir ? 0 : 1. / s->num), t[k].b /= sum;
  return t;
}

static int direct(GudModel *m, const GudPlace *at, const double *dir)
{
  static const double zero[3] = {0};
  GudTerm            *t       = terms_of(m, at, dir);
  int                 v       = gud_model_vector(m, t, set_of(m, at)->num, zero);
  free(t);
  return v;
}

/* The coordinates of a set's average, made when first asked for. */
static const GudAverage *average_of(GudModel *m, const GudPlace *at)
{
  static const double x_axis[3] = {1, 0, 0};
  for (int i = 0; i < m->num_averages; i++)
    if (m->averages[i].body == at->body && m->averages[i].set == at->set) return &m->averages[i];
  int         first = gud_model_add_vectors(m, 2);
  GudElement *e     = gud_model_new_element(m, &average_element, at->body);
  GudAverage *a     = GUD_GROW(m->averages, m->num_averages);
  a->body = at->body, a->set = at->set, a->element = m->num_elements - 1;
  for (int k = 0; k < 2; k++) {
    double Q[3], Qt[3];
    int    source = direct(m, at, k ? x_axis : NULL);
    e->vec[k]     = first + k;
    gud_vector_value(m, source, m->start_q, Q);
    gud_vector_rate(m, source, m->start_v, Qt);
    gud_model_set_vector(m, first + k, Q, Qt);
    a->vector[k] = gud_model_plain_vector(m, first + k);
    gud_model_tie(m, a->vector[k], source, -1, at->body);
  }
  return a;
}

static int few(const GudModel *m, const GudPlace *at, int seen)
{
  return seen || set_of(m, at)->num <= FEW_NODES;
}

/* Weights of a body's momentum: sum_j w_j Q_j' / sum of masses, w_j = sum_i m_ij over the positions i (contract/element.h). */
static int centre_of_mass(GudModel *m, int body)
{
  static const double zero[3] = {0};
  const GudBody      *b       = &m->bodies[body];
  double             *w = gud_alloc(sizeof(double) * (size_t)(m->num_vec + 1)), total = 0;
  GudTerm            *t   = gud_alloc(sizeof *t * (size_t)(m->num_vec + 1));
  int                 num = 0;
  for (int e = b->element; e < b->element + b->num_elements; e++) {
    const GudElement *el = &m->elements[e];
    double            mass[GUD_MAX_ELEMENT_VECTORS * GUD_MAX_ELEMENT_VECTORS];
    int               n = el->type->num_vec;
    el->type->mass(el->type, el->data, mass);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n && el->type->translation[i]; j++) {
        w[el->vec[j]] += mass[n * i + j];
        if (el->type->translation[j]) total += mass[n * i + j];
      }
  }
  for (int v = 0; v < m->num_vec; v++)
    if (w[v] != 0) t[num++] = (GudTerm){v, w[v] / total, 0};
  int v = gud_model_vector(m, t, num, zero);
  free(w), free(t);
  return v;
}

int gud_node_number(const GudModel *m, int body, int node)
{
  const GudMesh *mesh = m->bodies[body].mesh;
  double         size = 0, *x = mesh->x[node];
  int            rank = 1;
  for (int n = 0; n < mesh->num_nodes; n++) size = fmax(size, fabs(mesh->x[n][1] - x[1]));
  for (int n = 0; n < mesh->num_nodes; n++) {
    double up = mesh->x[n][1] - x[1];
    rank += up > 1e-9 * size || (up > -1e-9 * size && mesh->x[n][0] < x[0]);
  }
  return rank;
}

int gud_place_point(GudModel *m, const GudPlace *at, int seen)
{
  if (at->set == GUD_CENTRE_OF_MASS) return centre_of_mass(m, at->body);
  if (!at->set) return gud_model_point(m, at->body, at->X);
  return few(m, at, seen) ? direct(m, at, NULL) : average_of(m, at)->vector[0];
}

int gud_place_direction(GudModel *m, const GudPlace *at, const double dir[3], int seen)
{
  static const double zero[3] = {0};
  if (!at->set || (dir[0] == 0 && dir[1] == 0))
    return gud_model_direction(m, at->body, at->X, dir); /* z stays z in the plane */
  if (few(m, at, seen)) return direct(m, at, dir);
  GudTerm t = {m->elements[average_of(m, at)->element].vec[1], dir[0], dir[1]};
  return gud_model_vector(m, &t, 1, zero);
}

int gud_place_element(GudModel *m, const GudPlace *at, int seen)
{
  double         xi[3];
  const GudBody *b = &m->bodies[at->body];
  if (!at->set) return gud_body_locate(m, at->body, at->X, xi);
  if (!few(m, at, seen)) return average_of(m, at)->element;
  int per = b->mesh->cell->num_nodes, node = set_of(m, at)->node[0];
  for (int k = 0; k < per * b->mesh->num_cells; k++)
    if (b->mesh->cells[k] == node) return b->element + k / per;
  return b->element;
}
