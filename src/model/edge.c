/* Edges that forces act along (contract/edge.h): a node set of a plane mesh, whose nodes are put in order along the sides of
   the cells that they bound, or a list of points of one body, in the order in which they are written. verified by: t410 */
#include "model/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHY = 200 };

/* A side of a cell, the cell on its left; middle -1: it has none */
typedef struct {
  int from, middle, to, twice;
} Side;

/* Sides of the boundary all of whose nodes are in the set. */
static Side *sides_of(const GudMesh *mesh, const GudNodeSet *set, int *num)
{
  Side *side = NULL;
  int   per = mesh->cell->num_nodes, corners = mesh->cell->num_corners, all = 0, kept = 0;
  char *is_in = gud_alloc((size_t)mesh->num_nodes + 1);
  for (int k = 0; k < set->num; k++) is_in[set->node[k]] = 1;
  for (int c = 0; c < mesh->num_cells; c++)
    for (int e = 0; e < corners; e++) {
      const int *n = mesh->cells + c * per;
      Side       s = {n[e], mesh->cell->order > 1 ? n[corners + e] : -1, n[(e + 1) % corners], 0};
      if (!is_in[s.from] || !is_in[s.to] || (s.middle >= 0 && !is_in[s.middle])) continue;
      for (int i = 0; i < all; i++)
        if (side[i].from == s.to && side[i].to == s.from) side[i].twice = s.twice = 1;
      *GUD_GROW(side, all) = s;
    }
  for (int i = 0; i < all; i++)
    if (!side[i].twice) side[kept++] = side[i];
  free(is_in);
  *num = kept;
  return side;
}

/* The side that begins (end 0) or ends (end 1) at a node; -1: none */
static int side_at(const Side *side, int num, int node, int end)
{
  for (int i = 0; i < num; i++)
    if ((end ? side[i].to : side[i].from) == node) return i;
  return -1;
}

/* Nodes along the sides, into node[]; returns how many, *closed. */
static int follow(const Side *side, int num, int *node, int *closed)
{
  int first = 0, n = 0, k = 0;
  for (int i = 0; i < num; i++)
    if (side_at(side, num, side[i].from, 1) < 0) first = i;
  int now = first;
  for (; now >= 0 && k < num; k++) {
    node[n++] = side[now].from;
    if (side[now].middle >= 0) node[n++] = side[now].middle;
    int last = now;
    now      = side_at(side, num, side[now].to, 0);
    if (now < 0) node[n++] = side[last].to;
    if (now == first) {
      k++;
      break;
    }
  }
  *closed = now == first;
  return k == num ? n : 0;
}

/* Counter-clockwise, if it is closed. */
static void orient(const GudMesh *mesh, int *node, int num)
{
  double area = 0;
  for (int i = 0; i < num; i++) {
    const double *a = mesh->x[node[i]], *b = mesh->x[node[(i + 1) % num]];
    area += a[0] * b[1] - a[1] * b[0];
  }
  for (int i = 1; i < (num + 1) / 2 && area < 0; i++) { /* the first stays: it is a corner */
    int keep      = node[i];
    node[i]       = node[num - i];
    node[num - i] = keep;
  }
}

static int edge_of_set(GudModel *m, const GudPlace *at, GudEdge *e, int **vector, char *why)
{
  const GudMesh    *mesh = m->bodies[at->body].mesh;
  const GudNodeSet *set  = &mesh->sets[at->set - 1];
  int               num = 0, *node = gud_alloc(sizeof(int) * (size_t)(set->num + 2));
  Side             *side = sides_of(mesh, set, &num);
  if (num <= set->num) e->num = follow(side, num, node, &e->closed);
  free(side);
  if (e->num != set->num) {
    snprintf(why, WHY, "the nodes of '%.60s' are not one edge of the mesh of '%.60s'", set->name,
             m->bodies[at->body].name);
    free(node);
    return 0;
  }
  if (e->closed) orient(mesh, node, e->num);
  e->order = mesh->cell->order;
  e->X     = gud_arena_alloc(&m->arena, sizeof *e->X * (size_t)e->num);
  *vector  = gud_arena_alloc(&m->arena, sizeof(int) * (size_t)e->num);
  for (int i = 0; i < e->num; i++) {
    for (int c = 0; c < 2; c++) e->X[i][c] = mesh->x[node[i]][c];
    (*vector)[i] = gud_model_plain_vector(m, gud_node_vector(m, at->body, node[i]));
  }
  free(node);
  return 1;
}

static int edge_of_chain(GudModel *m, const GudPlace *at, GudEdge *e, int **vector, char *why)
{
  e->num = at->num_chain, e->order = 1;
  e->X    = gud_arena_alloc(&m->arena, sizeof *e->X * (size_t)e->num);
  *vector = gud_arena_alloc(&m->arena, sizeof(int) * (size_t)e->num);
  for (int i = 0; i < e->num; i++) {
    if (at->chain[i].body != at->body || at->chain[i].set) {
      snprintf(why, WHY, "an edge is a node set, or a list of points of one body");
      return 0;
    }
    for (int c = 0; c < 2; c++) e->X[i][c] = at->chain[i].X[c];
    (*vector)[i] = gud_model_point(m, at->body, at->chain[i].X);
  }
  return 1;
}

const GudEdge *gud_model_edge(GudModel *m, const GudPlace *at, int **vector, char *why)
{
  GudEdge *e  = gud_arena_alloc(&m->arena, sizeof *e);
  int      ok = 0;
  if (at->num_chain > 1) ok = edge_of_chain(m, at, e, vector, why);
  else if (at->set > 0) ok = edge_of_set(m, at, e, vector, why);
  else
    snprintf(why, WHY,
             "an edge is a node set of a mesh, BODY.SET, or a list of two or more points of one body");
  return ok ? e : NULL;
}
