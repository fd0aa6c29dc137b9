/* A force that one entry of a model file spreads over many points: the nodes of an edge, the corners of a part. */
#include "model/input_internal.h"

#include "base/vec3.h"
#include "contact/friction.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHY = 200 };

/* Places that are there already, by their bytes: hashed, since a set may have any number of nodes. */
typedef struct {
  int *slot, size; /* 1 + number of the place; 0: empty */
} Seen;

static size_t hash_of(const GudPlace *at)
{
  unsigned char byte[sizeof at->X];
  uint64_t      h = 1469598103934665603u ^ (uint64_t)(unsigned)at->body; /* FNV-1a */
  memcpy(byte, at->X, sizeof byte);
  for (size_t i = 0; i < sizeof byte; i++) h = (h ^ byte[i]) * 1099511628211u;
  return (size_t)(h ^ h >> 32);
}

/* 1: it was there; else it is now, with this number. */
static int seen(Seen *s, const GudPlaceList *l, const GudPlace *at, int number)
{
  size_t k = hash_of(at) % (size_t)s->size;
  for (; s->slot[k]; k = (k + 1) % (size_t)s->size) {
    const GudPlace *other = &l->at[s->slot[k] - 1];
    if (other->body == at->body && !memcmp(other->X, at->X, sizeof at->X)) return 1;
  }
  s->slot[k] = number + 1;
  return 0;
}

static void append(GudPlaceList *l, const GudPlace *at, int number)
{
  int n = l->num, m = l->num;
  *GUD_GROW(l->at, n)         = *at;
  *GUD_GROW(l->number, m)     = number;
  *GUD_GROW(l->share, l->num) = 0;
}

static int by_value(const void *a, const void *b)
{
  const double *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

/* How many of n ascending numbers are below x, or with equal: not above it */
static int below(const double *sorted, int n, double x, int equal)
{
  int from = 0, to = n;
  while (from < to) {
    int half = from + (to - from) / 2;
    if (sorted[half] < x || (equal && sorted[half] == x)) from = half + 1;
    else to = half;
  }
  return from;
}

/* Each node of the set gets half of the distances to its neighbours along the edge: along the line between its ends, which
   are found as the node farthest from the first one, and the node farthest from that. */
static void share_edge(GudPlaceList *l, int first)
{
  int     n      = l->num - first;
  double *x      = gud_alloc(sizeof(double) * (size_t)(n + 1)),
         *sorted = gud_alloc(sizeof(double) * (size_t)(n + 1));
  double axis[3] = {0}, far = 0, d[3];
  for (int end = 0; end < 2; end++) {
    int from = 0;
    for (int i = 1; i < n && end; i++)
      if (x[i] > x[from]) from = i;
    far = 0;
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < 3; c++) d[c] = l->at[first + i].X[c] - l->at[first + from].X[c];
      x[i] = gud_norm_real(d);
      if (x[i] > far) far = x[i], memcpy(axis, d, sizeof axis);
    }
  }
  for (int i = 0; i < n; i++) x[i] = far > 0 ? gud_dot_real(l->at[first + i].X, axis) / far : 0;
  for (int i = 0; i < n; i++) sorted[i] = x[i];
  qsort(sorted, (size_t)n, sizeof *sorted, by_value);
  for (int i = 0; i < n; i++) {
    int first_same = below(sorted, n, x[i], 0), behind = below(sorted, n, x[i], 1);
    l->share[first + i] = 0.5 * ((first_same > 0 ? x[i] - sorted[first_same - 1] : 0) +
                                 (behind < n ? sorted[behind] - x[i] : 0));
  }
  free(x), free(sorted);
}

int gud_input_read_places(Builder *b, const GudNode *node, GudPlaceList *l)
{
  int list = node->kind == GUD_NODE_SEQUENCE, num = list ? node->num : 1;
  for (int i = 0; i < num; i++) {
    const GudNode *item = list ? node->item[i] : node;
    GudPlace       at;
    int            first = l->num;
    if (list && item->kind == GUD_NODE_SEQUENCE) { /* an edge of points, written as such */
      if (!gud_input_read_places(b, item, l)) return 0;
      continue;
    }
    if (!gud_input_read_place(b, item, &at)) return 0;
    if (!at.set) {
      int nodes, *node_of = gud_place_nodes(b->m, &at, &nodes);
      append(l, &at, nodes ? gud_node_number(b->m, at.body, node_of[0]) : l->num + 1);
      free(node_of);
      continue;
    }
    int  nodes, *node_of = gud_place_nodes(b->m, &at, &nodes);
    Seen all = {.size = 2 * (l->num + nodes) + 1};
    all.slot = gud_alloc(sizeof *all.slot * (size_t)all.size);
    for (int k = 0; k < l->num; k++) seen(&all, l, &l->at[k], k);
    for (int k = 0; k < nodes; k++) {
      GudPlace one = {.body = at.body};
      memcpy(one.X, b->m->bodies[at.body].mesh->x[node_of[k]], sizeof one.X);
      if (!seen(&all, l, &one, l->num)) append(l, &one, gud_node_number(b->m, at.body, node_of[k]));
    }
    free(node_of), free(all.slot);
    share_edge(l, first);
  }
  if (!l->num) gud_input_fail(b, node->mark, "an empty list of points");
  return l->num > 0;
}

/* How far the guards of a force are violated in the start configuration. */
static double starts_inside(const GudModel *m, const GudModelForce *f)
{
  double x[GUD_MAX_SLOT_VECTORS][3], v[GUD_MAX_SLOT_VECTORS][3], z[GUD_MAX_INTERNALS] = {0},
                                                                 g[GUD_MAX_EVENTS];
  double      *history = gud_alloc(sizeof(double) * (size_t)(f->type->num_history + 1));
  void        *work    = f->type->size ? gud_alloc(f->type->size(f->type, f->params)) : NULL;
  GudForceArgs a       = {
          .self = f->type, .params = f->params, .x = x, .v = v, .z = z, .zt = z, .history = history, .work = work};
  for (int k = 0; k < f->num_vectors; k++) {
    gud_vector_value(m, f->vector[k], m->start_q, x[k]);
    gud_vector_rate(m, f->vector[k], m->start_v, v[k]);
  }
  if (f->type->evaluate) f->type->evaluate(&a, GUD_LEVEL_POSITION);
  f->type->events(&a, g);
  free(history), free(work);
  double depth = 0;
  for (int k = 0; k < f->type->num_events; k++)
    if (f->type->event_kinds[k] == GUD_EVENT_GAP) depth = fmax(depth, -g[k]);
  return depth;
}

/* The parameter of that role, of type double, in the struct of this force; NULL: there is none. */
static double *param_of(const GudForceType *type, GudRole role, void *params)
{
  int i = gud_param_of_role(type->info.params, type->info.num_params, role);
  return i < 0 ? NULL : (double *)(void *)((char *)params + type->info.params[i].offset);
}

/* Where two points of one rigid body stick, their rows v_t = 0 are nearly the same (contact/friction.h, T9). */
static int share_a_body(const GudModel *m, const GudPlaceList *l)
{
  int   twice = 0;
  char *there = gud_alloc((size_t)m->num_bodies + 1);
  for (int i = 0; i < l->num && !twice; i++) {
    int body    = l->at[i].body;
    twice       = there[body] && !m->bodies[body].mesh;
    there[body] = 1;
  }
  free(there);
  return twice;
}

void gud_input_add_spread(Builder *b, const char *name, GudMark mark, const GudForceType *type, void *params,
                          GudPlace *at, const GudPlaceList *l, const double axes[9])
{
  GudModel   *m     = b->m;
  const char *group = gud_arena_text(&m->arena, name);
  char        text[GUD_WHAT_SIZE], why[WHY] = "";
  double      worst = 0, size = 0;
  int         deepest = 0, num = 0;
  double     *share = param_of(type, GUD_ROLE_SHARE, params);
  double     *creep = param_of(type, GUD_ROLE_SHARED_CREEP, params);
  for (int i = 0; i < l->num; i++) {
    if (share && l->share[i] > 0) *share = l->share[i];
    if (creep && i == 0 && isnan(*creep)) *creep = share_a_body(m, l) ? GUD_SHARED_CREEP : 0;
    at[type->spread] = l->at[i];
    snprintf(text, sizeof text, "%.100s.%d", name, l->number[i]);
    int f = gud_model_add_force(m, text, type, params, at, axes, why);
    if (f < 0) {
      gud_input_fail(b, mark, why);
      return;
    }
    m->forces[f].mark = mark, m->forces[f].group = group, m->forces[f].number = l->number[i];
    double depth = type->guards ? starts_inside(m, &m->forces[f]) : 0;
    for (int c = 0; c < 2; c++) size = fmax(size, fabs(l->at[i].X[c]));
    if (depth > 1e-12 * size) num++;
    if (depth > worst) worst = depth, deepest = l->number[i];
  }
  if (num)
    gud_diag_warn(b->in->diag, mark, "%s: %d of its points start inside the material, point %d by %.3g m",
                  b->what, num, deepest, worst);
  const GudModelForce *last = &m->forces[m->num_forces - 1];
  if (creep && *creep == 0 && last->num_internals && !last->differential[0] && share_a_body(m, l))
    gud_diag_warn(
      b->in->diag, mark,
      "%s: without friction.creep two points of a rigid body that stick at once leave their forces "
      "undetermined, and the run may crawl there",
      b->what);
  if (type->warn && type->warn(type, params, why)) gud_diag_warn(b->in->diag, mark, "%s: %s", b->what, why);
}

/* ---- edges ---- */

enum { MAX_EDGES = 16 };

typedef struct {
  GudPlace *at;
  int       num;
} Points;

/* A place seen from slot 0 at the start: along and across its axes */
static void seen_from(const GudModel *m, const GudPlace *a, const double axes[9], int body, const double X[3],
                      double out[2])
{
  double from[3], r[3];
  gud_body_to_space(m, a->body, a->X, from);
  gud_body_to_space(m, body, X, r);
  for (int i = 0; i < 3; i++) r[i] -= from[i];
  out[0] = gud_dot_real(r, axes), out[1] = gud_dot_real(r, axes + 3);
}

/* The middle of a node set or of a chain of points, across slot 0 */
static double middle_across(const GudModel *m, const GudPlace *a, const double axes[9], const GudPlace *edge)
{
  int    num = edge->num_chain, *node = edge->num_chain ? NULL : gud_place_nodes(m, edge, &num);
  double sum = 0, at[2];
  for (int k = 0; k < num; k++) {
    const GudPlace *one = edge->num_chain ? &edge->chain[k] : edge;
    seen_from(m, a, axes, one->body, node ? m->bodies[edge->body].mesh->x[node[k]] : one->X, at);
    sum += at[1] / num;
  }
  free(node);
  return sum;
}

/* Single points of a list: an edge of those of one surface, in their order along the guide */
static void add_to_edge(const GudModel *m, const GudPlace *a, const double axes[9], Points *edge,
                        const GudPlace *point)
{
  int k = edge->num++;
  double new[2], old[2];
  seen_from(m, a, axes, point->body, point->X, new);
  for (; k > 0; k--) {
    seen_from(m, a, axes, edge->at[k - 1].body, edge->at[k - 1].X, old);
    if (old[0] <= new[0]) break;
    edge->at[k] = edge->at[k - 1];
  }
  edge->at[k] = *point;
}

static GudPlace edge_of_points(const Points *p)
{
  GudPlace e = p->at[0];
  e.chain = p->at, e.num_chain = p->num;
  return e;
}

/* One item of `b`: a list of points, a node set, or a point, which joins those of its surface. 0 after an error. */
static int read_edge_item(Builder *b, const GudNode *item, const GudForceType *type, void *params,
                          const GudPlace *a, const double axes[9], GudPlace *edge, int *num, Points loose[2])
{
  double at[2];
  if (*num == MAX_EDGES) {
    gud_input_fail(b, item->mark, "at most 16 edges");
    return 0;
  }
  if (item->kind == GUD_NODE_SEQUENCE) {
    Points p = {gud_arena_alloc(&b->m->arena, sizeof *p.at * (size_t)(item->num + 1)), item->num};
    for (int k = 0; k < item->num; k++)
      if (!gud_input_read_place(b, item->item[k], &p.at[k])) return 0;
    edge[(*num)++] = edge_of_points(&p);
    return 1;
  }
  if (!gud_input_read_place(b, item, &edge[*num])) return 0;
  if (edge[*num].set > 0) {
    ++*num;
    return 1;
  }
  seen_from(b->m, a, axes, edge[*num].body, edge[*num].X, at);
  add_to_edge(b->m, a, axes, &loose[type->face(type, params, at[1])], &edge[*num]);
  return 1;
}

void gud_input_add_edges(Builder *b, const char *name, GudMark mark, const GudNode *entry,
                         const GudForceType *type, const void *params, GudPlace *at, const double axes[9])
{
  GudModel      *m   = b->m;
  const char    *key = type->slots[type->spread].name, *group = gud_arena_text(&m->arena, name);
  const GudNode *node = gud_node_get(entry, key);
  GudPlace       edge[MAX_EDGES + 2];
  Points         loose[2] = {{0}, {0}};
  int   num = 0, list = node && node->kind == GUD_NODE_SEQUENCE, items = list ? node->num : 1, of[2] = {0};
  char  text[GUD_WHAT_SIZE], why[WHY] = "";
  void *own = gud_arena_alloc(&m->arena, type->info.params_size);
  if (!node || (list && !items)) {
    gud_input_fail(b, entry->mark, "'b' is missing: what is guided");
    return;
  }
  memcpy(own, params, type->info.params_size);
  for (int k = 0; k < 2; k++) loose[k].at = gud_arena_alloc(&m->arena, sizeof *edge * (size_t)(items + 1));
  for (int i = 0; i < items; i++)
    if (!read_edge_item(b, list ? node->item[i] : node, type, own, &at[0], axes, edge, &num, loose)) return;
  for (int k = 0; k < 2; k++)
    if (loose[k].num) edge[num++] = edge_of_points(&loose[k]);
  for (int i = 0; i < num; i++) {
    memcpy(own, params, type->info.params_size);
    int face         = type->face(type, own, middle_across(m, &at[0], axes, &edge[i]));
    at[type->spread] = edge[i];
    if (of[face]++) snprintf(text, sizeof text, "%.90s.%.20s_%d", name, type->faces[face], of[face]);
    else snprintf(text, sizeof text, "%.90s.%.20s", name, type->faces[face]);
    int f = gud_model_add_force(m, text, type, own, at, axes, why);
    if (f < 0) {
      gud_input_fail(b, node->mark, why);
      return;
    }
    m->forces[f].mark = mark, m->forces[f].group = group, m->forces[f].number = i + 1;
  }
}

/* A load along a beam names the beam: a point of it would not say where it begins and ends. */
int gud_input_whole_body(Builder *b, const GudNode *node, const GudPlace *at)
{
  const GudMesh *mesh = b->m->bodies[at->body].mesh;
  if (!mesh || !mesh->axes || (node->kind == GUD_NODE_SCALAR && !strchr(node->text, '.'))) return 1;
  gud_input_fail(
    b, node->mark,
    "a load along a beam acts on its axis: write the name of the body alone, 'from' and 'to' for a "
    "part of it");
  return 0;
}
