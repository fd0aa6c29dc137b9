/* Structured meshes: counts, orientation, areas (the mass of plane elements of density 1), closed topology, sets. */
#include "model/registry.h"

#include "meshes/mesh.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "mesh_asserts.h"

/* Plane cells have a node in the middle of a square of the grid, or not. */
static int has_middle(const GudCell *cell)
{
  int has = cell->order == 1;
  for (int n = 0; n < cell->num_nodes * cell->pieces; n++)
    has |= cell->grid[n][0] == 1 && cell->grid[n][1] == 1;
  return has;
}
static const double pi = 3.14159265358979323846;

static void lines(void **state)
{
  const double from[3] = {1, 2, 3}, to[3] = {3, 3, 5}, none[3] = {0};
  (void)state;
  for (int k = 0; k < 2; k++) {
    GudMesh m   = {0};
    int     per = k + 1;
    gud_mesh_line(&m, k ? &gud_cell_line3 : &gud_cell_line2, from, to, none, 6);
    assert_int_equal(m.num_cells, 6);
    assert_int_equal(m.num_nodes, 6 * per + 1);
    for (int i = 0; i < m.num_nodes; i++)
      for (int c = 0; c < 3; c++)
        assert_close(m.x[i][c], from[c] + (to[c] - from[c]) * i / (m.num_nodes - 1));
    for (int i = 0; i < m.num_nodes; i++) { /* right-handed axes, tangent first */
      const double *a = m.axes[i], t[3] = {2. / 3, 1. / 3, 2. / 3};
      for (int c = 0; c < 3; c++) assert_close(a[c], t[c]);
      for (int c = 0; c < 3; c++) {
        int d = (c + 1) % 3, e = (c + 2) % 3;
        assert_close(a[6 + c], a[d] * a[3 + e] - a[e] * a[3 + d]);
      }
    }
    assert_int_equal(set_of(&m, "from")->node[0], 0);
    assert_int_equal(set_of(&m, "to")->node[0], m.num_nodes - 1);
    gud_mesh_free(&m);
  }
}

static void arcs(void **state)
{
  const double centre[3] = {1, 0, 0}, axis[3] = {0, 0, 2}, from[3] = {3, 0, 0};
  GudMesh      m = {0};
  (void)state;
  gud_mesh_arc(&m, &gud_cell_line3, centre, axis, from, -pi / 2, 3);
  assert_int_equal(m.num_nodes, 7);
  for (int i = 0; i < 7; i++) {
    double a = -pi / 2 * i / 6;
    assert_close(m.x[i][0], 1 + 2 * cos(a));
    assert_close(m.x[i][1], 2 * sin(a));
    assert_close(m.axes[i][0], sin(a)); /* the tangent looks along the arc, y to the centre */
    assert_close(m.axes[i][1], -cos(a));
    assert_close(m.axes[i][3], -cos(a));
    assert_close(m.axes[i][4], -sin(a));
  }
  gud_mesh_free(&m);
}

/* Node `set` holds all nodes for which f(x) = 0, once, in the direction in which g grows. */
static void check_edge(const GudMesh *m, const char *name, int c, double at, double from, double to)
{
  const GudNodeSet *s   = set_of(m, name);
  int               num = 0;
  for (int i = 0; i < m->num_nodes; i++) num += fabs(m->x[i][c] - at) < 1e-12;
  assert_int_equal(s->num, num);
  for (int k = 0; k < num; k++) {
    assert_close(m->x[s->node[k]][c], at);
    if (k) assert_true(m->x[s->node[k]][1 - c] > m->x[s->node[k - 1]][1 - c]);
  }
  assert_close(m->x[s->node[0]][1 - c], from);
  assert_close(m->x[s->node[num - 1]][1 - c], to);
}

static void check_rectangle_sets(const GudMesh *m, const double corner[2], const double size[2])
{
  double x1 = corner[0] + size[0], y1 = corner[1] + size[1];
  check_edge(m, "left", 0, corner[0], corner[1], y1);
  check_edge(m, "right", 0, x1, corner[1], y1);
  check_edge(m, "bottom", 1, corner[1], corner[0], x1);
  check_edge(m, "top", 1, y1, corner[0], x1);
  assert_close(m->x[set_of(m, "bottom_left")->node[0]][0], corner[0]);
  assert_close(m->x[set_of(m, "bottom_right")->node[0]][0], x1);
  assert_close(m->x[set_of(m, "top_right")->node[0]][1], y1);
  assert_close(m->x[set_of(m, "top_left")->node[0]][1], y1);
  assert_close(m->x[set_of(m, "top_left")->node[0]][0], corner[0]);
}

static void rectangles(void **state)
{
  const double corner[2] = {-1, 2}, size[2] = {3, 0.5};
  (void)state;
  for (int k = 0; gud_cells[k]; k++) {
    const GudCell *cell = gud_cells[k];
    GudMesh        m    = {0};
    int            nx = 5, ny = 3, per = cell->order;
    if (cell->dim != 2) continue;
    gud_mesh_rectangle(&m, cell, corner, size, nx, ny);
    assert_int_equal(m.num_cells, cell->pieces * nx * ny);
    assert_int_equal(m.num_nodes, (per * nx + 1) * (per * ny + 1) - (has_middle(cell) ? 0 : nx * ny));
    assert_int_equal(euler_number(&m), 1); /* a disc */
    assert_close(area(&m), 1.5);
    check_rectangle_sets(&m, corner, size);
    gud_mesh_free(&m);
  }
}

static void annuli(void **state)
{
  (void)state;
  for (int k = 0; gud_cells[k]; k++) {
    const GudCell *cell = gud_cells[k];
    GudMesh        m    = {0};
    int            nr = 2, nt = 7, per = cell->order;
    if (cell->dim != 2) continue;
    gud_mesh_annulus(&m, cell, 1, 2, 0.3, 2 * pi, nr, nt);
    assert_int_equal(m.num_cells, cell->pieces * nr * nt);
    assert_int_equal(m.num_nodes, per * nt * (per * nr + 1) - (has_middle(cell) ? 0 : nr * nt));
    assert_int_equal(euler_number(&m), 0); /* a ring */
    assert_int_equal(set_of(&m, "inner")->num, per * nt);
    assert_int_equal(set_of(&m, "outer")->num, per * nt);
    assert_int_equal(m.num_sets, 2);
    for (int i = 0; i < per * nt; i++) {
      assert_close(hypot(m.x[set_of(&m, "inner")->node[i]][0], m.x[set_of(&m, "inner")->node[i]][1]), 1);
      assert_close(hypot(m.x[set_of(&m, "outer")->node[i]][0], m.x[set_of(&m, "outer")->node[i]][1]), 2);
    }
    /* the ring between the drawn rims, straight or parabolic */
    assert_close(area(&m), loop_area(&m, "outer") - loop_area(&m, "inner"));
    gud_mesh_free(&m);

    gud_mesh_annulus(&m, cell, 1, 2, 0, pi / 2, nr, nt);
    assert_int_equal(euler_number(&m), 1);
    assert_int_equal(set_of(&m, "start")->num, per * nr + 1);
    assert_int_equal(set_of(&m, "end")->num, per * nr + 1);
    assert_int_equal(set_of(&m, "outer")->num, per * nt + 1);
    /* parabolas: error of the area of order (angle of a cell)^4; the chord's own is of order 2 */
    assert_true(fabs(area(&m) - 0.75 * pi) < (per > 1 ? 1e-4 : 3e-2));
    gud_mesh_free(&m);
  }
}

static void holes(void **state)
{
  const GudHoledRectangle shapes[3] = {
    {{-1, -1}, {2, 2}, {0, 0}, 0.5, 2, 2, 1},
    {{0, 0}, {4, 1}, {2, 0.5}, 0.3, 8, 3, 4},
    {{0, 0}, {4, 1}, {0.4, 0.6}, 0.39, 5, 1, 2}}; /* off the middle, near the edges */
  (void)state;
  for (int s = 0; s < 3; s++)
    for (int k = 0; gud_cells[k]; k++) {
      const GudCell           *cell = gud_cells[k];
      const GudHoledRectangle *h    = &shapes[s];
      GudMesh                  m    = {0};
      int                      per = cell->order, around = 2 * (h->nx + h->ny);
      if (cell->dim != 2) continue;
      if (s == 2 && cell->pieces > 1 && per > 1)
        continue; /* so coarse: triangles with parabolic edges would overlap */
      gud_mesh_rectangle_with_hole(&m, cell, h);
      assert_int_equal(m.num_cells, cell->pieces * around * h->radial);
      assert_int_equal(m.num_nodes,
                       per * around * (per * h->radial + 1) - (has_middle(cell) ? 0 : around * h->radial));
      assert_int_equal(euler_number(&m), 0);
      check_rectangle_sets(&m, h->corner, h->size);
      const GudNodeSet *bore = set_of(&m, "bore");
      assert_int_equal(bore->num, per * around);
      for (int i = 0; i < bore->num; i++) {
        const double *x = m.x[bore->node[i]];
        assert_close(hypot(x[0] - h->centre[0], x[1] - h->centre[1]), h->radius);
      }
      assert_close(area(&m), h->size[0] * h->size[1] - loop_area(&m, "bore"));
      gud_mesh_free(&m);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(lines), cmocka_unit_test(arcs),
                                     cmocka_unit_test(rectangles), cmocka_unit_test(annuli),
                                     cmocka_unit_test(holes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
