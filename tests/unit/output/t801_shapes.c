/* Drawings as meshes: closed, oriented outwards, volume and area against closed form.

   usage: t801_shapes [DIR]   (else GUD_TEST_DIR, GUD_OUT, the current folder)
   Writes shapes3d.vtu and shapes2d.vtu there, for vtk_check.py and gudgeon render. */
#include "output/shapes.h"

#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "output/vtk.h"

static const char  *dir = ".";
static const double pi  = 3.14159265358979323846;

/* Volume (2-D: area) of an inscribed regular n-gon of radius 1. */
static double polygon_area(int n)
{
  return 0.5 * n * sin(2 * pi / n);
}

/* Sums of some hundred terms of order one. */
static const double round_off = 1e-13;

static void assert_close(double got, double expected)
{
  if (!(fabs(got - expected) <= round_off * (1 + fabs(expected)))) {
    print_error("expected %.17g, got %.17g\n", expected, got);
    fail();
  }
}

static GudDraw draw_of(GudDrawKind kind, double a, double b, double c)
{
  GudDraw d = {.kind = kind, .size = {a, b, c}};

  return d;
}

static void add(GudShapes *s, const GudDraw *d, int body, int dim)
{
  if (gud_shapes_add(s, d, body, dim)) fail_msg("%s", gud_shapes_error(s));
}

static int64_t cell_start(const GudShapes *s, int64_t cell)
{
  return cell ? s->offsets[cell - 1] : 0;
}

/* Volume inside the surface cells, by the divergence theorem over fans: negative if they look inwards. */
static double enclosed_volume(const GudShapes *s)
{
  double volume = 0;

  for (int64_t c = 0; c < s->num_cells; c++) {
    int64_t       start = cell_start(s, c);
    const double *p     = s->X + 3 * s->conn[start];

    for (int64_t i = start + 1; i + 1 < s->offsets[c]; i++) {
      const double *q = s->X + 3 * s->conn[i], *r = s->X + 3 * s->conn[i + 1];

      volume += p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2]) +
                p[2] * (q[0] * r[1] - q[1] * r[0]);
    }
  }
  return volume / 6;
}

/* Area of the cells seen from +z. */
static double flat_area(const GudShapes *s)
{
  double area = 0;

  for (int64_t c = 0; c < s->num_cells; c++) {
    int64_t start = cell_start(s, c), num = s->offsets[c] - start;

    for (int64_t i = 0; i < num; i++) {
      const double *q = s->X + 3 * s->conn[start + i], *r = s->X + 3 * s->conn[start + (i + 1) % num];

      area += 0.5 * (q[0] * r[1] - q[1] * r[0]);
    }
  }
  return area;
}

/* Every directed edge exactly once, and its reverse too: closed and consistently oriented. */
static int is_closed(const GudShapes *s)
{
  size_t n      = (size_t)s->num_points;
  int   *count  = calloc(n * n, sizeof *count);
  int    closed = 1;

  assert_non_null(count);
  for (int64_t c = 0; c < s->num_cells; c++) {
    int64_t start = cell_start(s, c), num = s->offsets[c] - start;

    for (int64_t i = 0; i < num; i++)
      count[(size_t)s->conn[start + i] * n + (size_t)s->conn[start + (i + 1) % num]]++;
  }
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      if (count[i * n + j] > 1 || count[i * n + j] != count[j * n + i]) closed = 0;
  free(count);
  return closed;
}

static void box_is_one_hexahedron(void **state)
{
  static const double first[3] = {9.5, 19, 28.5}, last[3] = {9.5, 21, 31.5}, seventh[3] = {10.5, 21, 31.5};
  GudShapes           s = {0};
  GudDraw             d = draw_of(GUD_DRAW_BOX, 1, 2, 3);

  (void)state;
  d.centre[0] = 10;
  d.centre[1] = 20;
  d.centre[2] = 30;
  add(&s, &d, 7, 3);
  assert_int_equal(s.num_points, 8);
  assert_int_equal(s.num_cells, 1);
  assert_int_equal(s.types[0], GUD_CELL_HEXAHEDRON);
  assert_int_equal(s.body[5], 7);
  assert_int_equal(s.cell_body[0], 7);
  assert_memory_equal(s.X, first, sizeof first);
  assert_memory_equal(s.X + 18, seventh, sizeof seventh);
  assert_memory_equal(s.X + 21, last, sizeof last);
  gud_shapes_free(&s);
}

static void cylinder_is_closed_and_looks_outwards(void **state)
{
  static const double axis[5][3] = {{0, 0, 0}, {0, 0, -2}, {1, 0, 0}, {0, 1, 0}, {0.3, -0.5, 0.7}};

  (void)state;
  for (int i = 0; i < 5; i++) {
    GudShapes s = {0};
    GudDraw   d = draw_of(GUD_DRAW_CYLINDER, 2, 0, 0.5);

    memcpy(d.axis, axis[i], sizeof d.axis);
    d.centre[1] = 1;
    add(&s, &d, 0, 3);
    assert_int_equal(s.num_cells, 34);
    assert_true(is_closed(&s));
    assert_close(enclosed_volume(&s), 4 * polygon_area(32) * 0.5);
    gud_shapes_free(&s);
  }
}

static void sphere_is_closed_and_looks_outwards(void **state)
{
  GudShapes s      = {0};
  GudDraw   d      = draw_of(GUD_DRAW_SPHERE, 1, 0, 0);
  double    volume = 0;

  (void)state;
  add(&s, &d, 0, 3);
  assert_int_equal(s.num_points, 24 * 11 + 2);
  assert_int_equal(s.num_cells, 24 * 12);
  assert_true(is_closed(&s));
  /* a stack of frustums of a 24-gon: h/3 (A1 + A2 + sqrt(A1 A2)) */
  for (int j = 0; j < 12; j++) {
    double t1 = pi * j / 12, t2 = pi * (j + 1) / 12, r1 = sin(t1), r2 = sin(t2);

    volume += (cos(t1) - cos(t2)) / 3 * polygon_area(24) * (r1 * r1 + r2 * r2 + r1 * r2);
  }
  assert_close(enclosed_volume(&s), volume);
  gud_shapes_free(&s);
}

static void rod_lies_along_its_axis(void **state)
{
  GudShapes s      = {0};
  GudDraw   d      = draw_of(GUD_DRAW_ROD, 0.1, 0, 0);
  double    lowest = 0, highest = 0;

  (void)state;
  d.axis[0] = 1;
  d.axis[2] = 1; /* need not be of unit length */
  d.length  = 4;
  add(&s, &d, 0, 3);
  for (int64_t i = 0; i < s.num_points; i++) {
    double along = (s.X[3 * i] + s.X[3 * i + 2]) / sqrt(2.0);

    lowest  = fmin(lowest, along);
    highest = fmax(highest, along);
  }
  assert_close(lowest, -2);
  assert_close(highest, 2);
  assert_close(enclosed_volume(&s), 0.01 * polygon_area(32) * 4);
  gud_shapes_free(&s);
}

static void flat_shapes_have_area_and_no_height(void **state)
{
  GudDraw      d[4]    = {draw_of(GUD_DRAW_BOX, 2, 3, 0), draw_of(GUD_DRAW_CYLINDER, 2, 0, 0),
                          draw_of(GUD_DRAW_SPHERE, 2, 0, 0), draw_of(GUD_DRAW_ROD, 0.25, 0, 0)};
  const double area[4] = {6, 4 * polygon_area(32), 4 * polygon_area(32), 5 * 0.5};
  const int    type[4] = {GUD_CELL_QUAD, GUD_CELL_POLYGON, GUD_CELL_POLYGON, GUD_CELL_QUAD};

  (void)state;
  for (int i = 0; i < 4; i++) {
    GudShapes s = {0};

    d[i].centre[0] = 1;
    d[i].centre[1] = -2;
    d[i].centre[2] = 99; /* has no meaning in 2-D */
    d[i].axis[0]   = 3;
    d[i].axis[1]   = 4;
    d[i].length    = 5;
    add(&s, &d[i], 0, 2);
    assert_int_equal(s.num_cells, 1);
    assert_int_equal(s.types[0], type[i]);
    assert_close(flat_area(&s), area[i]);
    for (int64_t k = 0; k < s.num_points; k++) assert_true(s.X[3 * k + 2] == 0);
    gud_shapes_free(&s);
  }
}

static void line_may_join_two_bodies(void **state)
{
  const double Xa[3] = {1, 2, 3}, Xb[3] = {4, 5, 6};
  GudDraw      none = draw_of(GUD_DRAW_NONE, 0, 0, 0);
  GudShapes    s    = {0};

  (void)state;
  add(&s, &none, 3, 3);
  assert_int_equal(gud_shapes_add_line(&s, 1, Xa, 2, Xb), 0);
  assert_int_equal(gud_shapes_add_point(&s, 5, Xb), 0);
  assert_int_equal(s.num_cells, 3);
  assert_int_equal(s.types[0], GUD_CELL_VERTEX);
  assert_int_equal(s.types[1], GUD_CELL_LINE);
  assert_int_equal(s.types[2], GUD_CELL_VERTEX);
  assert_int_equal(s.body[1], 1);
  assert_int_equal(s.body[2], 2);
  assert_int_equal(s.cell_body[2], 5);
  assert_memory_equal(s.X + 6, Xb, sizeof Xb);
  gud_shapes_free(&s);
  assert_null(s.X);
}

static void cells_share_points(void **state)
{
  const double  X[6][3] = {{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}, {2, 1}};
  const int64_t left[4] = {0, 1, 4, 3}, right[4] = {1, 2, 5, 4}, outside[4] = {0, 1, 6, 3};
  GudShapes     s = {0};

  (void)state;
  assert_int_equal(gud_shapes_add_points(&s, 7, 6, X), 0);
  assert_int_equal(gud_shapes_add_cell(&s, GUD_CELL_QUAD, 4, left), 0);
  assert_int_equal(gud_shapes_add_cell(&s, GUD_CELL_QUAD, 4, right), 0);
  assert_int_equal(gud_shapes_add_cell(&s, GUD_CELL_QUAD, 4, outside), EINVAL);
  assert_int_equal(s.num_points, 6);
  assert_int_equal(s.num_cells, 2);
  assert_int_equal(s.offsets[1], 8);
  assert_memory_equal(s.conn + 4, right, sizeof right);
  assert_int_equal(s.cell_body[1], 7);
  assert_memory_equal(s.X, X, sizeof X);
  gud_shapes_free(&s);
}

static void bad_drawings_are_refused_and_change_nothing(void **state)
{
  GudDraw   d[6] = {draw_of(GUD_DRAW_BOX, 1, 0, 1),      draw_of(GUD_DRAW_CYLINDER, 1, 0, -1),
                    draw_of(GUD_DRAW_SPHERE, NAN, 0, 0), draw_of(GUD_DRAW_ROD, 1, 0, 0),
                    draw_of(GUD_DRAW_ROD, 1, 0, 0),      draw_of((GudDrawKind)17, 1, 1, 1)};
  GudShapes s    = {0};

  (void)state;
  d[4].length = 1;
  for (int i = 0; i < 6; i++) {
    assert_int_equal(gud_shapes_add(&s, &d[i], 0, 3), EINVAL);
    assert_true(strlen(gud_shapes_error(&s)) > 0);
    assert_int_equal(s.num_points + s.num_cells + s.num_conn, 0);
  }
  assert_non_null(strstr(gud_shapes_error(&s), "17"));
  assert_int_equal(gud_shapes_add(&s, &d[0], 0, 4), EINVAL);
  gud_shapes_free(&s);
}

/* All shapes beside each other, moved to x = 3 body. */
static void write_all(const char *name, int dim)
{
  char         path[4096];
  const double Xa[3] = {0, 0.5, 0}, Xb[3] = {0, 0.5, 0};
  GudDraw      d[5] = {draw_of(GUD_DRAW_NONE, 0, 0, 0), draw_of(GUD_DRAW_BOX, 1, 1.5, 2),
                       draw_of(GUD_DRAW_CYLINDER, 1, 0, 0.5), draw_of(GUD_DRAW_SPHERE, 1, 0, 0),
                       draw_of(GUD_DRAW_ROD, 0.2, 0, 0)};
  GudShapes    s    = {0};
  GudVtk      *vtk;
  double      *r;

  d[4].axis[0] = d[4].axis[1] = 1;
  d[4].length                 = 3;
  for (int i = 0; i < 5; i++) add(&s, &d[i], i, dim);
  assert_int_equal(gud_shapes_add_line(&s, 0, Xa, 4, Xb), 0);
  r = malloc((size_t)(3 * s.num_points) * sizeof *r);
  assert_non_null(r);
  for (int64_t i = 0; i < s.num_points; i++)
    for (int k = 0; k < 3; k++) r[3 * i + k] = s.X[3 * i + k] + (k == 0 ? 3 * s.body[i] : 0);
  assert_in_range(snprintf(path, sizeof path, "%s/%s", dir, name), 1, sizeof path - 1);
  assert_int_equal(gud_vtk_create(&vtk), 0);
  gud_vtk_open(vtk, path, s.num_points, s.num_cells, 0);
  gud_vtk_points(vtk, GUD_VTK_FLOAT64, r);
  gud_vtk_cells(vtk, s.num_conn, s.conn, s.offsets, s.types);
  gud_vtk_cell_field(vtk, "body", GUD_VTK_INT32, 1, s.cell_body, NULL);
  gud_vtk_point_field(vtk, "position", GUD_VTK_FLOAT64, 3, r, NULL);
  if (gud_vtk_close(vtk)) fail_msg("%s", gud_vtk_error(vtk));
  gud_vtk_destroy(&vtk);
  gud_shapes_free(&s);
  free(r);
}

static void files_for_vtk(void **state)
{
  (void)state;
  write_all("shapes3d.vtu", 3);
  write_all("shapes2d.vtu", 2);
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(box_is_one_hexahedron),
    cmocka_unit_test(cylinder_is_closed_and_looks_outwards),
    cmocka_unit_test(sphere_is_closed_and_looks_outwards),
    cmocka_unit_test(rod_lies_along_its_axis),
    cmocka_unit_test(flat_shapes_have_area_and_no_height),
    cmocka_unit_test(line_may_join_two_bodies),
    cmocka_unit_test(cells_share_points),
    cmocka_unit_test(bad_drawings_are_refused_and_change_nothing),
    cmocka_unit_test(files_for_vtk),
  };

  if (argc > 1) dir = argv[1];
  else if (getenv("GUD_TEST_DIR")) dir = getenv("GUD_TEST_DIR");
  else if (getenv("GUD_OUT")) dir = getenv("GUD_OUT");
  return cmocka_run_group_tests(tests, NULL, NULL);
}
