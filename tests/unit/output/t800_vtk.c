/* VTU writer: files that real VTK must read back, and what happens when something goes wrong.

   usage: t800_vtk [DIR]   (else GUD_TEST_DIR, GUD_OUT, the current folder)
   Beside each NAME.vtu a NAME.vtu.expect is written, verified by `vtk_check.py --expect DIR`. Its lines:
     points N | cells N | time T
     SECTION COMPONENTS TUPLES SUM WSUM NAME      SECTION: points cells point cell field
   SUM is the sum of all values in order, WSUM the same with weights 1 + (i mod 97): a permutation changes it.
   Both are plain double sums: the reader must get the same bits. */
#include "output/vtk.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

static const char *dir = ".";

/* ---- a file and its .expect, written side by side ---- */

typedef struct {
  GudVtk *vtk;
  FILE   *expect;
  char    path[4096];
  int64_t num_points, num_cells;
} Pair;

static void in_dir(char path[4096], const char *name)
{
  assert_in_range(snprintf(path, 4096, "%s/%s", dir, name), 1, 4095);
}

static int exists(const char *path)
{
  return access(path, F_OK) == 0;
}

static void expect_ok(GudVtk *vtk, int status)
{
  if (status) print_error("%s\n", gud_vtk_error(vtk));
  assert_int_equal(status, 0);
}

static void pair_open(Pair *p, const char *name, int64_t num_points, int64_t num_cells, double time)
{
  char expect_path[4096 + 8];

  in_dir(p->path, name);
  snprintf(expect_path, sizeof expect_path, "%s.expect", p->path);
  p->expect = fopen(expect_path, "w");
  assert_non_null(p->expect);
  p->num_points = num_points;
  p->num_cells  = num_cells;
  fprintf(p->expect, "points %" PRId64 "\ncells %" PRId64 "\ntime %.17g\n", num_points, num_cells, time);
  expect_ok(p->vtk, gud_vtk_open(p->vtk, p->path, num_points, num_cells, time));
}

static double value_at(GudVtkType type, const void *data, int64_t i)
{
  switch (type) {
  case GUD_VTK_FLOAT64: return ((const double *)data)[i];
  case GUD_VTK_FLOAT32: return (double)((const float *)data)[i];
  case GUD_VTK_INT32: return ((const int32_t *)data)[i];
  case GUD_VTK_INT64: return (double)((const int64_t *)data)[i];
  default: return ((const uint8_t *)data)[i];
  }
}

static void expect_array(Pair *p, const char *section, const char *name, GudVtkType type, int components,
                         int64_t tuples, const void *data)
{
  double sum = 0, weighted = 0;

  for (int64_t i = 0; i < tuples * components; i++) {
    double value = value_at(type, data, i);

    sum += value;
    weighted += (double)(1 + i % 97) * value;
  }
  fprintf(p->expect, "%s %d %" PRId64 " %.17g %.17g %s\n", section, components, tuples, sum, weighted, name);
}

static void put_points(Pair *p, GudVtkType type, const void *xyz)
{
  expect_array(p, "points", "Points", type, 3, p->num_points, xyz);
  expect_ok(p->vtk, gud_vtk_points(p->vtk, type, xyz));
}

static void put_cells(Pair *p, int64_t num_conn, const int64_t *conn, const int64_t *offsets,
                      const uint8_t *types)
{
  expect_array(p, "cells", "connectivity", GUD_VTK_INT64, 1, num_conn, conn);
  expect_array(p, "cells", "types", GUD_VTK_UINT8, 1, p->num_cells, types);
  expect_ok(p->vtk, gud_vtk_cells(p->vtk, num_conn, conn, offsets, types));
}

static void put_point_field(Pair *p, const char *name, GudVtkType type, int components, const void *data)
{
  expect_array(p, "point", name, type, components, p->num_points, data);
  expect_ok(p->vtk, gud_vtk_point_field(p->vtk, name, type, components, data, NULL));
}

static void put_cell_field(Pair *p, const char *name, GudVtkType type, int components, const void *data)
{
  expect_array(p, "cell", name, type, components, p->num_cells, data);
  expect_ok(p->vtk, gud_vtk_cell_field(p->vtk, name, type, components, data, NULL));
}

static void pair_close(Pair *p)
{
  char tmp[4096 + 8];

  expect_ok(p->vtk, gud_vtk_close(p->vtk));
  assert_int_equal(fclose(p->expect), 0);
  snprintf(tmp, sizeof tmp, "%s.tmp", p->path);
  assert_true(exists(p->path));
  assert_false(exists(tmp));
}

/* Random bits: zlib cannot make them smaller. */
static uint64_t random_state = 88172645463325252u;
static uint64_t random_bits(void)
{
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state;
}

static void *array_of(int64_t count, size_t size)
{
  void *data = calloc((size_t)count, size);

  assert_non_null(data);
  return data;
}

static double *random_doubles(int64_t count)
{
  double *data = array_of(count, sizeof *data);

  for (int64_t i = 0; i < count; i++) data[i] = (double)(random_bits() >> 11) * 0x1p-53 - 0.5;
  return data;
}

/* Every point a vertex. */
static void put_vertices(Pair *p)
{
  int64_t *conn    = array_of(p->num_cells, sizeof *conn);
  int64_t *offsets = array_of(p->num_cells, sizeof *offsets);
  uint8_t *types   = array_of(p->num_cells, 1);

  for (int64_t i = 0; i < p->num_cells; i++) {
    conn[i]    = p->num_cells - 1 - i;
    offsets[i] = i + 1;
    types[i]   = GUD_CELL_VERTEX;
  }
  put_cells(p, p->num_cells, conn, offsets, types);
  free(conn);
  free(offsets);
  free(types);
}

/* ---- files for VTK ---- */

/* Arrays of exactly 1, 2 and 3 blocks, which do not compress: the "size of the last block" is 0 there. */
static void write_exact_multiple(const char *name, int level)
{
  enum { N = 8192 };
  Pair     p;
  double  *x, *scalar;
  float   *single = array_of(N, sizeof *single);
  int32_t *whole  = array_of(3 * N, sizeof *whole);

  assert_int_equal(gud_vtk_create(&p.vtk), 0);
  expect_ok(p.vtk, gud_vtk_compression(p.vtk, level, 32768));
  x      = random_doubles(3 * N);
  scalar = random_doubles(N);
  for (int i = 0; i < N; i++) single[i] = (float)scalar[i];
  for (int i = 0; i < 3 * N; i++) whole[i] = (int32_t)(random_bits() & 0x7fffffff) - 0x40000000;
  pair_open(&p, name, N, N, 1.0 / 3);
  put_point_field(&p, "two blocks", GUD_VTK_FLOAT64, 1, scalar);
  put_point_field(&p, "one block", GUD_VTK_FLOAT32, 1, single);
  put_point_field(&p, "three blocks", GUD_VTK_INT32, 3, whole);
  put_points(&p, GUD_VTK_FLOAT64, x);
  put_vertices(&p);
  pair_close(&p);
  gud_vtk_destroy(&p.vtk);
  free(x);
  free(scalar);
  free(single);
  free(whole);
}

static void exact_multiple_of_the_block(void **state)
{
  (void)state;
  write_exact_multiple("multiple.vtu", 6);
}

static void without_compression(void **state)
{
  (void)state;
  write_exact_multiple("plain.vtu", 0);
}

/* Compressible, several blocks, the last one partial; the same context then writes a second, smaller file. */
static void several_blocks_and_a_second_file(void **state)
{
  enum { N = 100003 };
  Pair    p;
  double *x = array_of(3 * N, sizeof *x);

  (void)state;
  for (int i = 0; i < N; i++) {
    x[3 * i]     = i * 1e-3;
    x[3 * i + 1] = sin(i * 1e-2);
    x[3 * i + 2] = cos(i * 1e-2);
  }
  assert_int_equal(gud_vtk_create(&p.vtk), 0);
  pair_open(&p, "large.vtu", N, N, 1e-9);
  put_points(&p, GUD_VTK_FLOAT64, x);
  put_vertices(&p);
  put_point_field(&p, "again", GUD_VTK_FLOAT64, 3, x);
  pair_close(&p);
  pair_open(&p, "second.vtu", 10, 10, 2e-9);
  put_points(&p, GUD_VTK_FLOAT64, x);
  put_vertices(&p);
  pair_close(&p);
  gud_vtk_destroy(&p.vtk);
  free(x);
}

static void expect_same_file(const char *a, const char *b)
{
  char  path[2][4096];
  FILE *f[2];
  int   x, y;

  in_dir(path[0], a);
  in_dir(path[1], b);
  for (int i = 0; i < 2; i++) assert_non_null(f[i] = fopen(path[i], "rb"));
  do {
    x = fgetc(f[0]);
    y = fgetc(f[1]);
    assert_int_equal(x, y);
  } while (x != EOF);
  for (int i = 0; i < 2; i++) fclose(f[i]);
}

/* One context keeps compressed arrays: files whose arrays come again, change in one place, were pushed out by others, or
   meet another compression are the files of a fresh context. */
static void kept_arrays_change_nothing(void **state)
{
  enum { N = 200, FRAMES = 6, FIELDS = 30 };
  Pair    p, fresh;
  double *x = random_doubles(3 * N), *v = random_doubles(N);

  (void)state;
  assert_int_equal(gud_vtk_create(&p.vtk), 0);
  for (int k = 0; k < FRAMES; k++) {
    char name[2][64];

    assert_int_equal(gud_vtk_create(&fresh.vtk), 0);
    expect_ok(fresh.vtk, gud_vtk_compression(fresh.vtk, k == 4 ? 9 : 1, 32768));
    expect_ok(p.vtk, gud_vtk_compression(p.vtk, k == 4 ? 9 : 1, 32768));
    snprintf(name[0], sizeof name[0], "kept_%d.vtu", k);
    snprintf(name[1], sizeof name[1], "fresh_%d.vtu", k);
    for (int w = 0; w < 2; w++) {
      Pair *o = w ? &fresh : &p;

      pair_open(o, name[w], N, N, k);
      put_points(o, GUD_VTK_FLOAT64, x);
      put_vertices(o);
      for (int i = 0; i < FIELDS; i++) {
        char   field[16];
        double keep = v[i];

        snprintf(field, sizeof field, "f%d", i);
        v[i] = i; /* the same bytes in every second frame */
        put_point_field(o, field, GUD_VTK_FLOAT64, 1, v);
        v[i] = keep;
      }
      pair_close(o);
    }
    expect_same_file(name[0], name[1]);
    gud_vtk_destroy(&fresh.vtk);
    if (k % 2) v[N - 1] += 0.5;
  }
  gud_vtk_destroy(&p.vtk);
  free(x);
  free(v);
}

static void no_points_no_cells(void **state)
{
  Pair p;

  (void)state;
  assert_int_equal(gud_vtk_create(&p.vtk), 0);
  for (int level = 0; level < 2; level++) {
    expect_ok(p.vtk, gud_vtk_compression(p.vtk, level, 32768));
    pair_open(&p, level ? "empty.vtu" : "empty_plain.vtu", 0, 0, 0);
    put_point_field(&p, "u", GUD_VTK_FLOAT64, 3, NULL);
    put_cell_field(&p, "stress", GUD_VTK_FLOAT32, 6, NULL);
    pair_close(&p);
  }
  gud_vtk_destroy(&p.vtk);
}

static void points_without_cells(void **state)
{
  Pair        p;
  const float xyz[6] = {0, 0, 0, 1, 2, 3};

  (void)state;
  assert_int_equal(gud_vtk_create(&p.vtk), 0);
  pair_open(&p, "points_only.vtu", 2, 0, -1.5);
  put_points(&p, GUD_VTK_FLOAT32, xyz);
  put_point_field(&p, "x", GUD_VTK_FLOAT32, 3, xyz);
  pair_close(&p);
  gud_vtk_destroy(&p.vtk);
}

static void names_nan_components_field_data(void **state)
{
  static const char *const axes[3] = {"x & y", "<\"r\">", "it's \xC3\xA9"};
  Pair                     p;
  const double             xyz[9]  = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  const double             odd[3]  = {NAN, INFINITY, -1};
  const double             row[6]  = {1, 2, 3, 4, 5, 6};
  const int64_t            conn[3] = {0, 1, 2}, end[1] = {3}, big[1] = {INT64_C(1) << 52};
  const uint8_t            type[1] = {GUD_CELL_TRIANGLE}, byte[3] = {0, 128, 255};

  (void)state;
  assert_int_equal(gud_vtk_create(&p.vtk), 0);
  pair_open(&p, "names.vtu", 3, 1, 12345.678);
  put_points(&p, GUD_VTK_FLOAT64, xyz);
  put_cells(&p, 3, conn, end, type);
  put_point_field(&p, "a & b < c > \"d\" 'e' &", GUD_VTK_UINT8, 1, byte);
  put_point_field(&p, "not a number", GUD_VTK_FLOAT64, 1, odd);
  put_cell_field(&p, "\xCF\x83", GUD_VTK_INT64, 1, big);
  expect_array(&p, "point", "named", GUD_VTK_FLOAT64, 3, 3, xyz);
  expect_ok(p.vtk, gud_vtk_point_field(p.vtk, "named", GUD_VTK_FLOAT64, 3, xyz, axes));
  expect_ok(p.vtk, gud_vtk_point_role(p.vtk, "Vectors", "named"));
  expect_array(&p, "field", "row", GUD_VTK_FLOAT64, 2, 3, row);
  expect_ok(p.vtk, gud_vtk_field_data(p.vtk, "row", GUD_VTK_FLOAT64, 2, 3, row));
  pair_close(&p);
  gud_vtk_destroy(&p.vtk);
}

/* A Bezier curve and a Lagrange hexahedron of degrees 2, 1, 1 (12 points), whose degrees are a cell field. */
static void higher_order_cells(void **state)
{
  Pair          p;
  double        xyz[16][3]   = {{0, 0, 0}, {3, 0, 0}, {1, 1, 0}, {2, -1, 0}};
  const int     corner[8][3] = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0},
                                {0, 0, 1}, {2, 0, 1}, {2, 1, 1}, {0, 1, 1}};
  const double  middle[4][3] = {{1, 0.2, 0}, {1, 1.2, 0}, {1, 0.2, 1}, {1, 1.2, 1}};
  int64_t       conn[16];
  const int64_t offsets[2] = {4, 16};
  const uint8_t types[2]   = {GUD_CELL_BEZIER_CURVE, 72};
  const double  degrees[6] = {3, 3, 3, 2, 1, 1};

  (void)state;
  for (int i = 0; i < 12; i++)
    for (int k = 0; k < 3; k++) xyz[4 + i][k] = (i < 8 ? corner[i][k] : middle[i - 8][k]) + (k == 1 ? 2 : 0);
  for (int i = 0; i < 16; i++) conn[i] = i;
  assert_int_equal(gud_vtk_create(&p.vtk), 0);
  pair_open(&p, "curved.vtu", 16, 2, 0);
  put_points(&p, GUD_VTK_FLOAT64, xyz);
  put_cells(&p, 16, conn, offsets, types);
  put_cell_field(&p, "degrees", GUD_VTK_FLOAT64, 3, degrees);
  expect_ok(p.vtk, gud_vtk_cell_role(p.vtk, "HigherOrderDegrees", "degrees"));
  put_point_field(&p, "position", GUD_VTK_FLOAT64, 3, xyz);
  pair_close(&p);
  gud_vtk_destroy(&p.vtk);
}

/* ---- what goes wrong ---- */

/* A file of one point at x. Returns what close says. */
static int write_point(GudVtk *vtk, const char *path, double x)
{
  const double  xyz[3]  = {x, 0, 0};
  const int64_t zero[1] = {0}, one[1] = {1};
  const uint8_t type[1] = {GUD_CELL_VERTEX};

  gud_vtk_open(vtk, path, 1, 1, 0);
  gud_vtk_points(vtk, GUD_VTK_FLOAT64, xyz);
  gud_vtk_cells(vtk, 1, zero, one, type);
  return gud_vtk_close(vtk);
}

/* `path.tmp` leads to /dev/full: every write there fails with "no space left". */
static void full_disk_is_reported_and_the_old_file_stays(void **state)
{
  GudVtk *vtk;
  FILE   *file;
  char    path[4096], tmp[4096], before[2048], after[2048];
  size_t  num_before, num_after;

  (void)state;
  if (!exists("/dev/full")) skip();
  in_dir(path, "full.vtu");
  in_dir(tmp, "full.vtu.tmp");
  assert_int_equal(gud_vtk_create(&vtk), 0);
  expect_ok(vtk, write_point(vtk, path, 1));
  file = fopen(path, "rb");
  assert_non_null(file);
  num_before = fread(before, 1, sizeof before, file);
  fclose(file);

  remove(tmp); /* of a test that was killed */
  assert_int_equal(symlink("/dev/full", tmp), 0);
  assert_int_equal(write_point(vtk, path, 2), ENOSPC);
  assert_non_null(strstr(gud_vtk_error(vtk), "full.vtu"));
  assert_false(exists(tmp));
  file = fopen(path, "rb");
  assert_non_null(file);
  num_after = fread(after, 1, sizeof after, file);
  fclose(file);
  assert_int_equal(num_before, num_after);
  assert_memory_equal(before, after, num_before);

  expect_ok(vtk, write_point(vtk, path, 3)); /* and the context can be used again */
  gud_vtk_destroy(&vtk);
}

static void missing_folder_is_reported_at_open(void **state)
{
  GudVtk *vtk;
  char    path[4096];

  (void)state;
  in_dir(path, "no such folder/x.vtu");
  assert_int_equal(gud_vtk_create(&vtk), 0);
  assert_int_equal(gud_vtk_open(vtk, path, 0, 0, 0), ENOENT);
  assert_int_equal(gud_vtk_close(vtk), ENOENT);
  gud_vtk_destroy(&vtk);
}

static void given_up_file_leaves_nothing(void **state)
{
  GudVtk *vtk;
  char    path[4096], tmp[4096];

  (void)state;
  in_dir(path, "given_up.vtu");
  in_dir(tmp, "given_up.vtu.tmp");
  assert_int_equal(gud_vtk_create(&vtk), 0);
  expect_ok(vtk, gud_vtk_open(vtk, path, 0, 0, 0));
  assert_true(exists(tmp));
  gud_vtk_destroy(&vtk);
  assert_null(vtk);
  assert_false(exists(tmp));
  assert_false(exists(path));
}

static void first_error_is_kept_until_close(void **state)
{
  GudVtk       *vtk;
  char          path[4096];
  const double  xyz[3] = {0, 0, 0};
  const int64_t far[1] = {1}, one[1] = {1};
  const uint8_t type[1] = {GUD_CELL_VERTEX};

  (void)state;
  in_dir(path, "bad.vtu");
  assert_int_equal(gud_vtk_create(&vtk), 0);
  expect_ok(vtk, gud_vtk_open(vtk, path, 1, 1, 0));
  assert_int_equal(gud_vtk_cells(vtk, 1, far, one, type), EINVAL);
  assert_int_equal(gud_vtk_points(vtk, GUD_VTK_FLOAT64, xyz), EINVAL);
  assert_int_equal(gud_vtk_close(vtk), EINVAL);
  assert_non_null(strstr(gud_vtk_error(vtk), "connectivity[0] = 1, but there are 1 points"));
  assert_false(exists(path));
  gud_vtk_destroy(&vtk);
}

/* Each bad call in a file of its own: EINVAL, and a message with the given words. */
static void bad_calls_are_refused(void **state)
{
  static const char *const words[] = {
    "given twice", "control character", "not UTF-8", "no name",        "-1 components", "no data",
    "is no field", "polyhedra",         "offset 2",  "without points", "not finite",    "Float64 or Float32"};
  const double  one[3]  = {1, 0, 0};
  const int64_t conn[1] = {0}, end[1] = {1}, beyond[1] = {2};
  const uint8_t vertex[1] = {GUD_CELL_VERTEX}, polyhedron[1] = {42};
  const int32_t whole[3] = {0, 0, 0};
  char          path[4096];
  GudVtk       *vtk;

  (void)state;
  in_dir(path, "refused.vtu");
  assert_int_equal(gud_vtk_create(&vtk), 0);
  for (int i = 0; i < (int)(sizeof words / sizeof *words); i++) {
    gud_vtk_open(vtk, path, 1, 1, i == 10 ? NAN : 0);
    if (i < 9) gud_vtk_points(vtk, GUD_VTK_FLOAT64, one);
    gud_vtk_point_field(vtk, "u", GUD_VTK_FLOAT64, 1, one, NULL);
    if (i == 0) gud_vtk_point_field(vtk, "u", GUD_VTK_FLOAT32, 1, one, NULL);
    if (i == 1) gud_vtk_point_field(vtk, "a\nb", GUD_VTK_FLOAT64, 1, one, NULL);
    if (i == 2) gud_vtk_point_field(vtk, "\xFF", GUD_VTK_FLOAT64, 1, one, NULL);
    if (i == 3) gud_vtk_cell_field(vtk, "", GUD_VTK_FLOAT64, 1, one, NULL);
    if (i == 4) gud_vtk_cell_field(vtk, "n", GUD_VTK_FLOAT64, -1, one, NULL);
    if (i == 5) gud_vtk_cell_field(vtk, "n", GUD_VTK_FLOAT64, 1, NULL, NULL);
    if (i == 6) gud_vtk_point_role(vtk, "Scalars", "w");
    if (i == 7) gud_vtk_cells(vtk, 1, conn, end, polyhedron);
    if (i == 8) gud_vtk_cells(vtk, 1, conn, beyond, vertex);
    if (i == 11) gud_vtk_points(vtk, GUD_VTK_INT32, whole);
    if (i != 7 && i != 8) gud_vtk_cells(vtk, 1, conn, end, vertex);
    assert_int_equal(gud_vtk_close(vtk), EINVAL);
    if (!strstr(gud_vtk_error(vtk), words[i])) fail_msg("case %d: %s", i, gud_vtk_error(vtk));
    assert_false(exists(path));
  }
  gud_vtk_destroy(&vtk);
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(exact_multiple_of_the_block),
    cmocka_unit_test(without_compression),
    cmocka_unit_test(several_blocks_and_a_second_file),
    cmocka_unit_test(kept_arrays_change_nothing),
    cmocka_unit_test(no_points_no_cells),
    cmocka_unit_test(points_without_cells),
    cmocka_unit_test(names_nan_components_field_data),
    cmocka_unit_test(higher_order_cells),
    cmocka_unit_test(full_disk_is_reported_and_the_old_file_stays),
    cmocka_unit_test(missing_folder_is_reported_at_open),
    cmocka_unit_test(given_up_file_leaves_nothing),
    cmocka_unit_test(first_error_is_kept_until_close),
    cmocka_unit_test(bad_calls_are_refused),
  };

  if (argc > 1) dir = argv[1];
  else if (getenv("GUD_TEST_DIR")) dir = getenv("GUD_TEST_DIR");
  else if (getenv("GUD_OUT")) dir = getenv("GUD_OUT");
  return cmocka_run_group_tests(tests, NULL, NULL);
}
