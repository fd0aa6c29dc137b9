/* Gmsh files: both formats give the same mesh; node numbers, order along curves, turned cells, copies; the examples of
   meshes/. What is refused: cases/bad_meshes.py. */
#include "meshes/gmsh.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "mesh_asserts.h"

static const double pi = 3.14159265358979323846;

static int read_path(const char *path, const char *group, const GudCell *cell, double unit, GudMesh *m,
                     FILE *messages)
{
  GudDiag *diag = gud_diag_create();
  GudGmsh  what = {.path = path, .group = group, .cell = cell, .unit = unit};
  int      ok;
  memset(m, 0, sizeof *m);
  ok = gud_mesh_gmsh(m, &what, diag);
  gud_diag_print(diag, messages);
  assert_int_equal(ok, gud_diag_num_errors(diag) == 0);
  gud_diag_free(diag);
  return ok;
}

/* A mesh from a text. */
static void read_text(const char *text, const char *group, const GudCell *cell, GudMesh *m)
{
  char        path[4096];
  const char *dir = getenv("GUD_OUT");
  snprintf(path, sizeof path, "%s/mesh_%ld.msh", dir ? dir : ".", (long)getpid());
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
  int ok = read_path(path, group, cell, 1, m, stderr);
  remove(path);
  assert_true(ok);
}

static void read_example(const char *name, const char *group, const GudCell *cell, double unit, GudMesh *m)
{
  char        path[4096];
  const char *source = getenv("GUD_SOURCE");
  if (!source) skip();
  snprintf(path, sizeof path, "%s/meshes/%s", source, name);
  assert_true(read_path(path, group, cell, unit, m, stderr));
}

static void assert_set(const GudMesh *m, const char *name, int num, const double (*x)[2])
{
  const GudNodeSet *s = set_of(m, name);
  assert_int_equal(s->num, num);
  for (int k = 0; k < num; k++)
    for (int c = 0; c < 2; c++) assert_close(m->x[s->node[k]][c], x[k][c]);
}

#define HEAD22 "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
/* clang-format off */
#define NAMES  "$PhysicalNames\n3\n0 5 \"foot\"\n1 1 \"left side\"\n2 3 \"plate\"\n$EndPhysicalNames\n"

/* three cells in a row, 3 x 1; the left side is cut by nothing, the bottom has no name */
static const char *const text22 = HEAD22 NAMES "$Nodes\n8\n1 0 0 0\n2 1 0 0\n3 2 0 0\n4 3 0 0\n5 0 1 0\n6 1 1 0\n7 2 1 0\n8 3 1 0\n$EndNodes\n"
                                               "$Elements\n8\n1 15 2 5 1 1\n2 1 2 1 4 5 1\n3 1 2 2 1 3 4\n4 1 2 2 1 1 2\n5 1 2 2 1 3 2\n"
                                               "6 3 2 3 1 1 2 6 5\n7 3 2 3 1 2 3 7 6\n8 3 2 3 1 3 4 8 7\n$EndElements\n";

static const char *const text41 = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n" NAMES "$Entities\n1 2 1 0\n1 0 0 0 1 5\n4 0 0 0 0 1 0 1 1 2 9 -1\n1 0 0 0 3 0 0 1 2 2 1 9\n"
                                  "1 0 0 0 3 1 0 1 3 4 1 2 3 4\n$EndEntities\n"
                                  "$Nodes\n2 8 1 8\n0 1 0 1\n1\n0 0 0\n2 1 1 7\n2\n3\n4\n5\n6\n7\n8\n1 0 0 1 0\n2 0 0 2 0\n3 0 0 3 0\n0 1 0 0 1\n1 1 0 1 1\n2 1 0 2 1\n"
                                  "3 1 0 3 1\n$EndNodes\n"
                                  "$Elements\n4 8 1 8\n0 1 15 1\n1 1\n1 4 1 1\n2 5 1\n1 1 1 3\n3 3 4\n4 1 2\n5 3 2\n2 1 3 3\n6 1 2 6 5\n7 2 3 7 6\n8 3 4 8 7\n$EndElements\n";

/* clang-format on */

static void both_formats(void **state)
{
  static const double left[2][2] = {{0, 1}, {0, 0}}, bottom[4][2] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}};
  GudMesh             m[3];
  char               *dos = gud_alloc(2 * strlen(text22) + 1);
  (void)state;
  for (size_t i = 0, k = 0; text22[i]; i++) { /* the line ends of Windows */
    if (text22[i] == '\n') dos[k++] = '\r';
    dos[k++] = text22[i];
  }
  read_text(text22, NULL, &gud_cell_quad4, &m[0]);
  read_text(text41, "plate", &gud_cell_quad4, &m[1]);
  read_text(dos, "3", &gud_cell_quad4, &m[2]);
  free(dos);
  for (int k = 0; k < 3; k++) {
    assert_int_equal(m[k].num_nodes, 8);
    assert_int_equal(m[k].num_cells, 3);
    assert_int_equal(m[k].num_sets, 3);
    assert_memory_equal(m[k].x, m[0].x, sizeof *m[0].x * 8);
    assert_memory_equal(m[k].cells, m[0].cells, sizeof(int) * 12);
    assert_close(area(&m[k]), 3);
    assert_int_equal(euler_number(&m[k]), 1);
    assert_set(&m[k], "foot", 1, &left[1]);
    assert_set(&m[k], "left_side", 2, left);
    assert_set(&m[k], "curve_2", 4,
               bottom); /* pieces (3,4), (1,2), (3,2): one curve, from the end where a piece begins */
  }
  for (int k = 0; k < 3; k++) gud_mesh_free(&m[k]);
}

/* Numbers that are neither dense nor in order, blank lines, unknown sections. */
static void any_numbers(void **state)
{
  GudMesh m;
  (void)state;
  read_text(HEAD22 "$Comments\n$ what is this\n$EndComments\n\n$Nodes\n  4\n\n900000000000 0 0 0\n7 1e0 0 "
                   "0\n-3 1 1 0\n12 0.0 1 0\n$EndNodes\n"
                   "$Elements\n1\n5 3 0 900000000000 7 -3 12\n$EndElements\n",
            NULL, &gud_cell_quad4, &m);
  assert_int_equal(m.num_nodes, 4);
  assert_int_equal(m.num_sets, 0);
  for (int k = 0; k < 4; k++) assert_int_equal(m.cells[k], k);
  assert_close(area(&m), 1);
  gud_mesh_free(&m);
}

/* A surface seen from behind is reversed, with its middle nodes. */
static void turned_over(void **state)
{
  GudMesh m;
  (void)state;
  read_text(HEAD22 "$Nodes\n9\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n5 .5 0 0\n6 1 .5 0\n7 .5 1 0\n8 0 .5 0\n9 "
                   ".5 .5 0\n$EndNodes\n"
                   "$Elements\n1\n1 10 0 1 4 3 2 8 7 6 5 9\n$EndElements\n",
            NULL, &gud_cell_quad9, &m);
  for (int k = 0; k < 9; k++) assert_int_equal(m.cells[k], k);
  assert_close(area(&m), 1);
  gud_mesh_free(&m);
}

/* Format 2.2 writes a surface in two groups twice. */
static void copies(void **state)
{
  static const char *const text = HEAD22
    "$PhysicalNames\n2\n2 1 \"all\"\n2 2 \"half\"\n$EndPhysicalNames\n"
    "$Nodes\n6\n1 0 0 0\n2 1 0 0\n3 2 0 0\n4 0 1 0\n5 1 1 0\n6 2 1 0\n$EndNodes\n"
    "$Elements\n3\n1 3 2 1 1 1 2 5 4\n2 3 2 1 2 2 3 6 5\n3 3 2 2 2 2 3 6 5\n$EndElements\n";
  GudMesh m;
  (void)state;
  read_text(text, NULL, &gud_cell_quad4, &m);
  assert_int_equal(m.num_cells, 2);
  gud_mesh_free(&m);
  read_text(text, "half", &gud_cell_quad4, &m);
  assert_int_equal(m.num_cells, 1);
  assert_int_equal(m.num_nodes, 4);
  gud_mesh_free(&m);
}

/* A slit: allowed when the model says so. */
static void slits(void **state)
{
  char        path[4096];
  const char *source = getenv("GUD_SOURCE");
  GudDiag    *diag   = gud_diag_create();
  GudMesh     m      = {0};
  GudGmsh     what   = {.path = path, .cell = &gud_cell_quad4, .unit = 1, .allow_coincident = 1};
  (void)state;
  if (!source) skip();
  snprintf(path, sizeof path, "%s/tests/input/meshes/017_nodes_coincide.msh", source);
  assert_true(gud_mesh_gmsh(&m, &what, diag));
  assert_int_equal(m.num_nodes, 8);
  gud_mesh_free(&m);
  gud_diag_free(diag);
}

/* Successive nodes of a set are neighbours. */
static void check_order(const GudMesh *m, const char *name, double most, int closed)
{
  const GudNodeSet *s = set_of(m, name);
  for (int k = closed ? 0 : 1; k < s->num; k++) {
    const double *a = m->x[s->node[k]], *b = m->x[s->node[(k + s->num - 1) % s->num]];
    assert_true(hypot(a[0] - b[0], a[1] - b[1]) < most);
  }
}

static void plate(void **state)
{
  (void)state;
  for (int order = 1; order < 3; order++) {
    GudMesh m;
    read_example(order == 1 ? "plate_with_hole_1.msh" : "plate_with_hole_2.msh", "plate",
                 order == 1 ? &gud_cell_quad4 : &gud_cell_quad9, 1e-3, &m);
    assert_int_equal(m.num_cells, 64);
    assert_int_equal(m.num_nodes, order == 1 ? 80 : 288);
    assert_int_equal(euler_number(&m), 0);
    assert_int_equal(m.num_sets, 6);
    assert_int_equal(set_of(&m, "hole")->num, 16 * order);
    assert_int_equal(set_of(&m, "left")->num, 4 * order + 1);
    assert_int_equal(set_of(&m, "corner")->num, 1);
    check_order(&m, "hole", 0.0055 / order, 1);
    check_order(&m, "left", 0.026 / order, 0);
    assert_true(fabs(loop_area(&m, "hole")) < pi * 1e-4 &&
                fabs(loop_area(&m, "hole")) > (order == 1 ? 0.97 : 0.9999) * pi * 1e-4);
    assert_close(area(&m), 0.01 - fabs(loop_area(&m, "hole")));
    gud_mesh_free(&m);
  }
}

static void slider(void **state)
{
  (void)state;
  for (int order = 1; order < 3; order++) {
    const char    *name = order == 1 ? "slider_with_bore_1.msh" : "slider_with_bore_2.msh";
    const GudCell *cell = order == 1 ? &gud_cell_quad4 : &gud_cell_quad8;
    GudMesh        m, pin;
    read_example(name, "slider", cell, 1, &m);
    read_example(name, "pin", cell, 1, &pin);
    assert_int_equal(euler_number(&m), 0);
    assert_int_equal(euler_number(&pin), 1);
    assert_int_equal(m.num_sets, 6); /* without the journal, which is on the pin */
    assert_int_equal(pin.num_sets, 1);
    check_order(&m, "bore", 0.005 / order, 1);
    check_order(&pin, "journal", 0.005 / order, 1);
    check_order(&m, "top", 0.01 / order, 0);
    assert_close(area(&m), 0.06 * 0.04 - fabs(loop_area(&m, "bore")));
    assert_close(area(&pin), fabs(loop_area(&pin, "journal")));
    gud_mesh_free(&m);
    gud_mesh_free(&pin);
  }
}

/* A strip of n cells whose n + 1 lower nodes are groups of their own, with names and tags in a bad order: the steps of all
   searches, and the time with them, grow as n log n. */
static long work_of(int n)
{
  char        path[4096];
  const char *dir  = getenv("GUD_OUT");
  long        work = 0;
  GudDiag    *diag = gud_diag_create();
  GudGmsh     what = {.path = path, .cell = &gud_cell_quad4, .unit = 1, .work = &work};
  GudMesh     m    = {0};
  snprintf(path, sizeof path, "%s/groups_%ld.msh", dir ? dir : ".", (long)getpid());
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  fprintf(f, "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n%d\n", n + 1);
  for (int i = n; i >= 0; i--) fprintf(f, "0 %d \"p%d\"\n", 10 + i, i);
  fprintf(f, "$EndPhysicalNames\n$Nodes\n%d\n", 2 * (n + 1));
  for (int i = 0; i <= n; i++) fprintf(f, "%d %d 0 0\n%d %d 1 0\n", 2 * i + 1, i, 2 * i + 2, i);
  fprintf(f, "$EndNodes\n$Elements\n%d\n", 2 * n + 1);
  for (int i = 0; i < n; i++)
    fprintf(f, "%d 3 2 1 1 %d %d %d %d\n", i + 1, 2 * i + 1, 2 * i + 3, 2 * i + 4, 2 * i + 2);
  for (int i = n; i >= 0; i--) fprintf(f, "%d 15 2 %d 1 %d\n", n + 1 + i, 10 + i, 2 * i + 1);
  fprintf(f, "$EndElements\n");
  fclose(f);
  assert_true(gud_mesh_gmsh(&m, &what, diag));
  assert_int_equal(m.num_sets, n + 1);
  remove(path);
  gud_mesh_free(&m);
  gud_diag_free(diag);
  return work;
}

static void many_groups(void **state)
{
  long last = work_of(2000);
  (void)state;
  for (int n = 4000; n <= 16000; n *= 2) {
    long work = work_of(n);
    if (work > 2.4 * (double)last || work > 40L * n) /* n log n: 2.2 times */
      fail_msg("%d groups: %ld steps, half of them: %ld", n, work, last);
    last = work;
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(both_formats), cmocka_unit_test(any_numbers),
                                     cmocka_unit_test(turned_over),  cmocka_unit_test(copies),
                                     cmocka_unit_test(slits),        cmocka_unit_test(plate),
                                     cmocka_unit_test(slider),       cmocka_unit_test(many_groups)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
