/* What t100 and t110 ask of a mesh. */
#ifndef GUD_MESH_ASSERTS_H
#define GUD_MESH_ASSERTS_H

#include "meshes/cells/cells.h"
#include "meshes/mesh.h"
#include "base/diag.h"
#include "model/registry.h"

/* Sums of some hundred terms of order one. */
static inline void assert_close(double got, double expected)
{
  if (fabs(got - expected) <= 1e-12 * (1 + fabs(expected))) return;
  fail_msg("expected %.17g, got %.17g", expected, got);
}

static inline const GudNodeSet *set_of(const GudMesh *m, const char *name)
{
  for (int i = 0; i < m->num_sets; i++)
    if (!strcmp(m->sets[i].name, name)) return &m->sets[i];
  fail_msg("no set '%s'", name);
  return NULL;
}

/* The element made of these cells, with parameters 1 (nu 0.3) and the first word of choices. */
static inline const GudElementType *element_of(const GudCell *cell, void *params)
{
  for (int i = 0; gud_elements[i]; i++) {
    const GudTypeInfo *info = &gud_elements[i]->info;
    if (gud_elements[i]->cell != cell) continue;
    memset(params, 0, info->params_size);
    for (int k = 0; k < info->num_params; k++) {
      const char *name = info->params[k].name;
      double      x    = !strcmp(name, "nu")                                                            ? 0.3
                         : !strcmp(name, "density") || !strcmp(name, "thickness") || !strcmp(name, "E") ? 1
                                                                                                        : 0;
      if (info->params[k].kind == GUD_REAL) *(double *)(void *)((char *)params + info->params[k].offset) = x;
    }
    return gud_elements[i];
  }
  fail_msg("no element of cell %s", cell->name);
  return NULL;
}

/* Total mass at density 1. Fails where an element refuses its cell: then it is inverted. */
static inline double area(const GudMesh *m)
{
  double                params[64], mass[81], sum = 0;
  const GudElementType *type  = element_of(m->cell, params);
  int                   per   = m->cell->num_nodes;
  double               *data  = gud_alloc(sizeof(double) *
                                          (size_t)((type->data_size ? type->data_size(type, params) : type->num_data) + 1));
  GudPlacement          place = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  assert_true(type->info.params_size <= sizeof params);
  for (int c = 0; c < m->num_cells; c++) {
    double Q0[9][3];
    char   why[200] = "";
    for (int k = 0; k < per; k++) memcpy(Q0[k], m->x[m->cells[per * c + k]], sizeof Q0[k]);
    place.Q0 = (const double(*)[3])Q0;
    if (type->setup(type, params, &place, data, why) != GUD_OK) fail_msg("cell %d: %s", c, why);
    type->mass(type, data, mass);
    for (int k = 0; k < per * per; k++) sum += mass[k];
  }
  free(data);
  return sum;
}

static inline double cross(const double *a, const double *b)
{
  return a[0] * b[1] - a[1] * b[0];
}

/* Area inside a closed set of edges, straight or parabolic: 1/2 int r x dr. Counter-clockwise: positive. */
static inline double loop_area(const GudMesh *m, const char *name)
{
  const GudNodeSet *s   = set_of(m, name);
  double            sum = 0;
  int               per = m->cell->order;
  for (int i = 0; i < s->num; i += per) {
    const double *a = m->x[s->node[i]], *b = m->x[s->node[(i + per) % s->num]],
                 *c = m->x[s->node[i + per - 1]];
    sum += per == 1 ? cross(a, b) : 4. / 3 * (cross(a, c) + cross(c, b)) - 1. / 3 * cross(a, b);
  }
  return sum / 2;
}

static inline int by_edge(const void *a, const void *b)
{
  const int *x = a, *y = b;
  return x[0] != y[0] ? x[0] - y[0] : x[1] - y[1];
}

/* Corners - edges + cells: 1 for a disc, 0 for a ring. Every node must belong to a cell, no edge to more than two. */
static inline int euler_number(const GudMesh *m)
{
  int n = m->cell->num_corners, per = m->cell->num_nodes, edges = 0, corners = 0, twice = 0;
  int(*e)[2] = gud_alloc(sizeof *e * (size_t)(n * m->num_cells));
  char *kind = gud_alloc((size_t)m->num_nodes + 1);
  for (int c = 0; c < m->num_cells; c++)
    for (int k = 0; k < per; k++) {
      int a = m->cells[per * c + k], b = m->cells[per * c + (k + 1) % n];
      assert_in_range(a, 0, m->num_nodes - 1);
      assert_true(kind[a] == 0 || kind[a] == (k < n ? 1 : 2));
      kind[a] = k < n ? 1 : 2;
      if (k < n) e[n * c + k][0] = a < b ? a : b, e[n * c + k][1] = a < b ? b : a;
    }
  qsort(e, (size_t)(n * m->num_cells), sizeof *e, by_edge);
  for (int i = 0; i < n * m->num_cells; i++) {
    int same = i && !by_edge(e[i], e[i - 1]);
    twice    = same ? twice + 1 : 0;
    assert_true(twice < 2);
    edges += !same;
  }
  for (int i = 0; i < m->num_nodes; i++) {
    assert_true(kind[i] != 0);
    corners += kind[i] == 1;
  }
  free(e), free(kind);
  return corners - edges + m->num_cells;
}

#endif
