/* Loads along edges and axes, cut into one force per edge of a cell or per element (contract/force.h, GudPieces).

   An edge of a cell belongs to a node set when all its nodes do and no second cell has it. It runs counterclockwise around its cell,
   so that the body lies to the left; a beam runs as its mesh does. Shares of Gauss points: w_k |dX/ds| of the undeformed body.

   A part of a beam, from the way a to the way b along its undeformed axis, is the elements between, the first and the last of them cut:
   the points of a piece are those of the part of the element, s = s_0 + (s_1 - s_0) s', so the load is consistent wherever it ends.
   s_0, s_1 by Newton's method on the way l(s) = int_0^s |dX/ds| ds (Gauss; exact for straight beams). */
#include "model/model.h"

#include "base/vec3.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHY = 200 };

/* One edge: element, edge of its cell (-1: the axis of a beam), +1 if the body is to its left, the part of it that is loaded. */
typedef struct {
  int    lo, hi; /* its corner nodes, to find those that two cells share */
  int    element, side;
  double sense, begin, end; /* begin, end: 0 ... 1 */
} Edge;

/* Gauss points and weights on [0, 1] */
static const double gauss[3]  = {0.11270166537925831148, 0.5, 0.88729833462074168852};
static const double weight[3] = {5. / 18, 8. / 18, 5. / 18};

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
      *GUD_GROW(edge,
                n) = (Edge){p < q ? p : q, p < q ? q : p, b->element + c, side, sense_of(mesh, node), 0, 1};
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

/* Natural coordinates at s = 0 ... 1 of the loaded part of an edge, and the length of dX/ds there */
static void along(const Edge *e, double part, double xi[3], double *length, const GudModel *m)
{
  const GudCell *cell = m->elements[e->element].type->cell;
  double         t[3], J[3][3], d[2] = {1, 0}, s = e->begin + (e->end - e->begin) * part;
  xi[0] = s, xi[1] = xi[2] = 0;
  if (e->side >= 0)
    for (int c = 0; c < 2; c++) {
      d[c]  = cell->node[(e->side + 1) % cell->num_corners][c] - cell->node[e->side][c];
      xi[c] = cell->node[e->side][c] + s * d[c];
    }
  gud_element_axes(m, e->element, xi, J);
  for (int c = 0; c < 3; c++) t[c] = J[c][0] * d[0] + J[c][1] * d[1];
  *length = (e->end - e->begin) * gud_norm_real(t);
}

/* Length of the loaded part of an edge */
static double length_of(const GudModel *m, const Edge *e)
{
  double xi[3], l, sum = 0;
  for (int g = 0; g < 3; g++) {
    along(e, gauss[g], xi, &l, m);
    sum += weight[g] * l;
  }
  return sum;
}

/* Where the way along the axis of an element is `way`: 0 ... 1 */
static double place_of(const GudModel *m, int element, double way)
{
  Edge   e  = {.element = element, .side = -1, .end = 1};
  double to = way / length_of(m, &e), xi[3], l;
  for (int i = 0; i < 8; i++) {
    e.end       = to;
    double miss = length_of(m, &e) - way;
    Edge   all  = {.element = element, .side = -1, .end = 1};
    along(&all, to, xi, &l, m);
    to = fmin(fmax(to - miss / l, 0), 1);
  }
  return to;
}

/* The elements of a beam, or those of its part from p->from to p->to; NULL and a reason: there is no such part. */
static Edge *axis_of(const GudModel *m, const GudBody *b, const GudPieceParams *p, int *num, char *why)
{
  static const double round_off = 1e-9; /* of the length: an end of an element that is named is that end */
  Edge               *edge      = gud_alloc(sizeof *edge * (size_t)(b->num_elements + 1));
  double              total = 0, way = 0, from, to;
  for (int k = 0; k < b->num_elements; k++) {
    edge[k] = (Edge){.element = b->element + k, .side = -1, .sense = -1, .end = 1};
    total += length_of(m, &edge[k]);
  }
  from = isnan(p->from) ? 0 : p->from, to = isnan(p->to) ? total : p->to;
  if (!(to - from > round_off * total) || to > total * (1 + round_off)) {
    if (to > total) snprintf(why, WHY, "'to' is %.6g m, but the beam is %.6g m long", to, total);
    else
      snprintf(why, WHY,
               "the load must end behind its beginning: from %.6g m to %.6g m, the beam is %.6g m long", from,
               to, total);
    free(edge);
    return NULL;
  }
  *num = 0;
  for (int k = 0; k < b->num_elements; k++) {
    Edge   e = edge[k];
    double l = length_of(m, &e), first = from - way, last = to - way;
    way += l;
    if (first > l - round_off * total || last < round_off * total) continue;
    if (first > round_off * total) e.begin = place_of(m, e.element, first);
    if (last < l - round_off * total) e.end = place_of(m, e.element, last);
    edge[(*num)++] = e;
  }
  return edge;
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
  for (int s = 0, k = 0; s < type->num_slots; k += (int)type->slots[s].kind, s++) {
    double xi[3], l;
    along(e, type->pieces == GUD_PIECES_CURVE ? s / 3. : gauss[s], xi, &l, m);
    p->weight[s] = type->pieces == GUD_PIECES_CURVE ? thick : weight[s] * l * thick;
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
  if (type->pieces != GUD_PIECES_AREA && !(isnan(p->from) && isnan(p->to)))
    return "'from' and 'to' are for beams: a part of an edge is a node set of its own";
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
  int   num = 0, first = m->num_forces;
  Edge *edge = b->mesh->cell->dim == 1 ? axis_of(m, b, &p, &num, why) : edges_of(m, at, &num);
  if (b->mesh->cell->dim == 1 && !edge) return -1;
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
