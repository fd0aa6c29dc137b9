/* Loads along edges and axes, cut into one force per edge of a cell or per element (contract/force.h, GudPieces).

   An edge of a cell belongs to a node set when all its nodes do and no second cell has it. It runs counterclockwise around its cell,
   so that the body lies to the left; a beam runs as its mesh does. Shares of Gauss points: w_k |dX/ds| of the undeformed body. */
#include "model/model.h"

#include "base/vec3.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHY = 200 };

/* One edge: element, edge of its cell (-1: the axis of a beam), +1 if the body is to its left. */
typedef struct {
  int    lo, hi; /* its corner nodes, to find those that two cells share */
  int    element, side;
  double sense;
} Edge;

static int by_nodes(const void *a, const void *b)
{
  const Edge *x = a, *y = b;
  return x->lo != y->lo ? (x->lo > y->lo) - (x->lo < y->lo) : (x->hi > y->hi) - (x->hi < y->hi);
}

static int by_element(const void *a, const void *b)
{
  const Edge *x = a, *y = b;
  return x->element != y->element ? (x->element > y->element) - (x->element < y->element)
                                  : (x->side > y->side) - (x->side < y->side);
}

/* +1: the corners of the cell run counterclockwise */
static double sense_of(const GudMesh *mesh, const int *node)
{
  double twice = 0;
  int    n     = mesh->cell->num_corners;
  for (int k = 0; k < n; k++) {
    const double *a = mesh->x[node[k]], *b = mesh->x[node[(k + 1) % n]];
    twice += a[0] * b[1] - a[1] * b[0];
  }
  return twice < 0 ? -1 : 1;
}

/* Edges between the nodes of a set; the caller frees them. */
static Edge *edges_of(const GudModel *m, const GudPlace *at, int *num)
{
  const GudBody *b    = &m->bodies[at->body];
  const GudMesh *mesh = b->mesh;
  int            per = mesh->cell->num_nodes, corners = mesh->cell->num_corners, nodes,
      *list = gud_place_nodes(m, at, &nodes), n = 0;
  char *in   = gud_alloc((size_t)(mesh->num_nodes + 1));
  Edge *edge = NULL;
  for (int k = 0; k < nodes; k++) in[list[k]] = 1;
  for (int c = 0; c < mesh->num_cells; c++) {
    const int *node = mesh->cells + per * c;
    for (int side = 0; side < corners; side++) {
      int p = node[side], q = node[(side + 1) % corners];
      if (!in[p] || !in[q] || (mesh->cell->order > 1 && !in[node[corners + side]])) continue;
      *GUD_GROW(edge, n) = (Edge){p < q ? p : q, p < q ? q : p, b->element + c, side, sense_of(mesh, node)};
    }
  }
  free(in), free(list);
  if (n) qsort(edge, (size_t)n, sizeof *edge, by_nodes);
  *num = 0;
  for (int k = 0; k < n; k++) {
    int twice = (k && !by_nodes(&edge[k], &edge[k - 1])) || (k + 1 < n && !by_nodes(&edge[k], &edge[k + 1]));
    if (!twice) edge[(*num)++] = edge[k];
  }
  if (*num) qsort(edge, (size_t)*num, sizeof *edge, by_element);
  return edge;
}

/* Natural coordinates at s = 0 ... 1 of an edge, and their derivative */
static void along(const Edge *e, double s, double xi[3], double *length, const GudModel *m)
{
  const GudCell *cell = m->elements[e->element].type->cell;
  double         t[3], J[3][3], d[2] = {1, 0};
  xi[0] = s, xi[1] = xi[2] = 0;
  if (e->side >= 0)
    for (int c = 0; c < 2; c++) {
      d[c]  = cell->node[(e->side + 1) % cell->num_corners][c] - cell->node[e->side][c];
      xi[c] = cell->node[e->side][c] + s * d[c];
    }
  gud_element_axes(m, e->element, xi, J);
  for (int c = 0; c < 3; c++) t[c] = J[c][0] * d[0] + J[c][1] * d[1];
  *length = gud_norm_real(t);
}

static int point_at(GudModel *m, int element, const double xi[3])
{
  static const double zero[3]                    = {0};
  GudTerm             t[GUD_MAX_ELEMENT_VECTORS] = {{0}};
  return gud_model_vector(m, t, gud_element_point_terms(m, element, xi, t), zero);
}

/* Marker vector of the direction of a load that follows; -1 and a reason: there is none. */
static int direction_at(GudModel *m, int element, const double xi[3], const GudPieceParams *p, char *why)
{
  static const double zero[3]                    = {0};
  GudTerm             t[GUD_MAX_ELEMENT_VECTORS] = {{0}};
  double              J[3][3], dir[3] = {p->direction[0], p->direction[1], p->direction[2]};
  gud_element_axes(m, element, xi, J);
  if (p->axes == GUD_PIECE_SECTION)
    for (int c = 0; c < 3; c++) {
      dir[c] = 0;
      for (int k = 0; k < 3; k++) {
        double col[3] = {J[0][k], J[1][k], J[2][k]}, l = gud_norm_real(col);
        if (l > 0) dir[c] += p->direction[k] * col[c] / l;
      }
    }
  double tangent[3] = {J[0][0], J[1][0], J[2][0]}, l = gud_norm_real(tangent) * gud_norm_real(dir);
  if (m->elements[element].type->axis_only && m->dim == 3 &&
      !(fabs(gud_dot_real(tangent, dir)) > (1 - 1e-9) * l)) {
    snprintf(why, WHY,
             "a cable in space has no axes but its tangent: a load that turns with it acts along it");
    return -1;
  }
  return gud_model_vector(m, t, gud_element_direction_terms(m, element, xi, dir, t), zero);
}

/* The markers and weights of one piece */
static int cut_piece(GudModel *m, const GudForceType *type, const Edge *e, double thick, GudPieceParams *p,
                     GudForceMarkers *on, char *why)
{
  static const double gauss[3] = {0.11270166537925831148, 0.5, 0.88729833462074168852}, /* on [0, 1] */
    w[3]                       = {5. / 18, 8. / 18, 5. / 18};
  for (int s = 0, k = 0; s < type->num_slots; k += (int)type->slots[s].kind, s++) {
    double xi[3], l;
    along(e, type->pieces == GUD_PIECES_CURVE ? s / 3. : gauss[s], xi, &l, m);
    p->weight[s] = type->pieces == GUD_PIECES_CURVE ? thick : w[s] * l * thick;
    on->body[s] = m->elements[e->element].body, on->element[s] = e->element;
    on->vector[k] = point_at(m, e->element, xi);
    if (type->slots[s].kind != GUD_ARROW) continue;
    on->vector[k + 1] = direction_at(m, e->element, xi, p, why);
    if (on->vector[k + 1] < 0) return 0;
  }
  return 1;
}

/* What is wrong with the place of such a load, or NULL */
static const char *unfit(const GudModel *m, const GudForceType *type, const GudPieceParams *p,
                         const GudPlace *at)
{
  const GudBody *b = &m->bodies[at->body];
  if (!b->mesh) return "only flexible bodies have an axis or edges that a load can be spread over";
  if (b->mesh->cell->dim == 1) {
    if (type->pieces == GUD_PIECES_AREA) return "a beam has no edges: use line_load";
    return NULL;
  }
  if (!at->set) return "'a' must be an edge of the mesh: BODY.SET";
  if (type->slots[0].kind == GUD_ARROW && p->axes == GUD_PIECE_SECTION)
    return "'axes: section' is for beams: an edge has no section";
  return NULL;
}

int gud_model_add_pieces(GudModel *m, const char *name, const GudForceType *type,
                         const GudPieceParams *params, const GudPlace *at, char *why)
{
  const GudBody *b     = &m->bodies[at->body];
  GudPieceParams p     = *params;
  const char    *wrong = unfit(m, type, params, at);
  double         thick = 1;
  if (wrong) {
    snprintf(why, WHY, "%s", wrong);
    return -1;
  }
  int   line = b->mesh->cell->dim == 1, num = line ? b->num_elements : 0, first = m->num_forces;
  Edge *edge = line ? gud_alloc(sizeof *edge * (size_t)(num + 1)) : edges_of(m, at, &num);
  for (int k = 0; k < num && line; k++) edge[k] = (Edge){.element = b->element + k, .side = -1, .sense = -1};
  if (num == 0) {
    free(edge);
    snprintf(why, WHY, "no edge of a cell lies between the nodes of this set");
    return -1;
  }
  if (type->pieces != GUD_PIECES_LENGTH)
    thick = !isnan(p.width) ? p.width : b->type->thickness ? b->type->thickness(b->type, b->params) : NAN;
  const char *group = gud_arena_text(&m->arena, name), *body = b->name;
  int         ok = !isnan(thick);
  if (!ok) snprintf(why, WHY, "the size of '%.60s' across the plane is not known: give 'width'", body);
  for (int k = 0; k < num && ok; k++) {
    GudForceMarkers on = {{0}, {0}, {0}};
    char            text[160];
    snprintf(text, sizeof text, "%.100s.%d", name, k + 1);
    ok = cut_piece(m, type, &edge[k], type->pieces == GUD_PIECES_CURVE ? edge[k].sense * thick : thick, &p,
                   &on, why);
    if (!ok) break;
    int f = gud_model_add_force_on(m, text, type, &p, &on, why);
    ok    = f >= 0;
    if (ok) m->forces[f].group = group, m->forces[f].number = k + 1;
  }
  free(edge);
  return ok ? first : -1;
}
