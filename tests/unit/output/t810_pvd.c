/* PVD collection: whole at every moment, also after SIGKILL; resume drops what is later.

   usage: t810_pvd [DIR]   (else GUD_TEST_DIR, GUD_OUT, the current folder)
   Writes crank.pvd and its VTU files there (a moving 2-D slider crank), for vtk_check.py and gudgeon render. */
#include "output/pvd.h"

#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include "output/shapes.h"
#include "output/vtk.h"

static const char *dir = ".";

static void in_dir(char path[4096], const char *name)
{
  assert_in_range(snprintf(path, 4096, "%s/%s", dir, name), 1, 4095);
}

static void ok(GudPvd *pvd, int status)
{
  if (status) print_error("%s\n", gud_pvd_error(pvd));
  assert_int_equal(status, 0);
}

/* The file as a string, to be freed. */
static char *contents(const char *path)
{
  FILE  *file = fopen(path, "rb");
  char  *text;
  long   size;
  size_t got;

  assert_non_null(file);
  assert_int_equal(fseek(file, 0, SEEK_END), 0);
  size = ftell(file);
  assert_true(size >= 0);
  rewind(file);
  text = malloc((size_t)size + 1);
  assert_non_null(text);
  got       = fread(text, 1, (size_t)size, file);
  text[got] = 0;
  fclose(file);
  return text;
}

static int count_of(const char *text, const char *word)
{
  int n = 0;

  for (text = strstr(text, word); text; text = strstr(text + 1, word)) n++;
  return n;
}

/* Checks both ends, returns the number of entries. */
static int entries_of_whole_file(const char *path)
{
  static const char start[] = "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\"";
  static const char end[]   = "</Collection>\n</VTKFile>\n";
  char             *text    = contents(path);
  size_t            size    = strlen(text);
  int               entries = count_of(text, "<DataSet ");

  assert_int_equal(strncmp(text, start, sizeof start - 1), 0);
  assert_true(size > sizeof end);
  assert_string_equal(text + size - (sizeof end - 1), end);
  assert_int_equal(count_of(text, "\"/>\n"), entries);
  free(text);
  return entries;
}

static void write_text(const char *path, const char *text)
{
  FILE *file = fopen(path, "wb");

  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
}

/* Adds entries with a forced flush until it is killed. */
static void run_until_killed(const char *path)
{
  GudPvd *pvd;
  char    name[64];

  if (gud_pvd_create(&pvd) || gud_pvd_open(pvd, path)) _exit(1);
  for (int i = 0;; i++) {
    snprintf(name, sizeof name, "frame_%06d.vtu", i);
    if (gud_pvd_add(pvd, i * 1e-3, 0, name) || gud_pvd_flush(pvd, 1)) _exit(1);
  }
}

static double seconds(void)
{
  struct timespec t;

  assert_int_equal(clock_gettime(CLOCK_MONOTONIC, &t), 0);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void killed_run_leaves_a_whole_file(void **state)
{
  char path[4096];

  (void)state;
  in_dir(path, "killed.pvd");
  for (int round = 0; round < 20; round++) {
    struct timespec pause = {0, 2000000 + 1370000 * round}; /* a different moment each time */
    pid_t           child;
    int             status;
    GudPvd         *pvd;

    assert_int_equal(gud_pvd_create(&pvd), 0);
    ok(pvd, gud_pvd_open(pvd, path)); /* so that there is a file however early the child dies */
    gud_pvd_destroy(&pvd);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) run_until_killed(path);
    nanosleep(&pause, NULL);
    if (round == 19) /* on a slow machine the child may not have written yet */
      for (double start = seconds(); entries_of_whole_file(path) == 0 && seconds() < start + 10;)
        nanosleep(&pause, NULL);
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    entries_of_whole_file(path);
  }
  /* the last one can be resumed, whatever the kill left in the temporary */
  {
    int     entries = entries_of_whole_file(path);
    GudPvd *pvd;

    assert_true(entries > 0);
    assert_int_equal(gud_pvd_create(&pvd), 0);
    ok(pvd, gud_pvd_resume(pvd, path, 1e9));
    assert_int_equal(gud_pvd_num_entries(pvd), entries);
    ok(pvd, gud_pvd_close(pvd));
    gud_pvd_destroy(&pvd);
    assert_int_equal(entries_of_whole_file(path), entries);
  }
}

/* Times that are not short in decimal must come back exactly: the entry at the time itself is always kept,
   the next one never. */
static void resume_drops_later_entries(void **state)
{
  char    path[4096], name[64];
  char   *text;
  GudPvd *pvd;
  double  time[100];

  (void)state;
  in_dir(path, "resume.pvd");
  assert_int_equal(gud_pvd_create(&pvd), 0);
  ok(pvd, gud_pvd_open(pvd, path));
  for (int i = 0; i < 100; i++) {
    time[i] = i ? time[i - 1] + 1.0 / 30 : 0;
    for (int part = 0; part < 2; part++) {
      snprintf(name, sizeof name, "a&b_%d_%d.vtu", part, i);
      ok(pvd, gud_pvd_add(pvd, time[i], part, name));
    }
  }
  ok(pvd, gud_pvd_close(pvd));
  assert_int_equal(entries_of_whole_file(path), 200);

  for (int last = 98; last >= 37; last--) {
    ok(pvd, gud_pvd_resume(pvd, path, time[last]));
    assert_int_equal(gud_pvd_num_entries(pvd), 2 * (last + 1));
    assert_int_equal(entries_of_whole_file(path), 2 * (last + 1)); /* on disk at once */
    if (last == 37) ok(pvd, gud_pvd_add(pvd, time[40], 0, "next.vtu"));
    ok(pvd, gud_pvd_close(pvd));
  }
  gud_pvd_destroy(&pvd);
  text = contents(path);
  assert_non_null(strstr(text, "file=\"a&amp;b_1_37.vtu\""));
  assert_null(strstr(text, "b_0_38.vtu"));
  assert_non_null(strstr(text, "file=\"next.vtu\"/>\n</Collection>"));
  assert_int_equal(count_of(text, "<DataSet "), 77);
  free(text);
}

static void resume_to_before_the_start_is_empty(void **state)
{
  char    path[4096];
  GudPvd *pvd;

  (void)state;
  in_dir(path, "before.pvd");
  assert_int_equal(gud_pvd_create(&pvd), 0);
  ok(pvd, gud_pvd_open(pvd, path));
  ok(pvd, gud_pvd_add(pvd, 0, 0, "a.vtu"));
  ok(pvd, gud_pvd_close(pvd));
  ok(pvd, gud_pvd_resume(pvd, path, -1));
  ok(pvd, gud_pvd_close(pvd));
  gud_pvd_destroy(&pvd);
  assert_int_equal(entries_of_whole_file(path), 0);
  remove(path); /* an empty collection is not interesting to vtk_check.py */
}

static void foreign_or_damaged_file_is_not_touched(void **state)
{
  static const char header[] =
    "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n";
  static const char *const rest[5] = {"<DataSet timestep=\"0\" part=\"0\" file=\"a.vtu\"/>\n", /* cut off */
                                      "<DataSet timestep=\"0\" par",
                                      "<DataSet timestep=\"x\" part=\"0\" file=\"a\"/>\n", "hello\n",
                                      "</Collection>\n</VTKFile>\nmore"};
  char                     path[4096], before[512];
  GudPvd                  *pvd;

  (void)state;
  in_dir(path, "foreign.txt");
  assert_int_equal(gud_pvd_create(&pvd), 0);
  for (int i = 0; i < 6; i++) {
    char *after;

    snprintf(before, sizeof before, "%s%s", i < 5 ? header : "", i < 5 ? rest[i] : "<xml/>");
    write_text(path, before);
    assert_int_equal(gud_pvd_resume(pvd, path, 1), EINVAL);
    assert_non_null(strstr(gud_pvd_error(pvd), "foreign.txt"));
    after = contents(path);
    assert_string_equal(after, before);
    free(after);
  }
  in_dir(path, "missing.pvd");
  assert_int_equal(gud_pvd_resume(pvd, path, 1), ENOENT);
  gud_pvd_destroy(&pvd);
}

/* Without force the file is rewritten at most once per second. */
static void flush_waits_for_a_second(void **state)
{
  struct timespec pause = {1, 20000000};
  char            path[4096];
  GudPvd         *pvd;
  double          start = seconds();
  int             entries;

  (void)state;
  in_dir(path, "pace.pvd");
  assert_int_equal(gud_pvd_create(&pvd), 0);
  ok(pvd, gud_pvd_open(pvd, path));
  ok(pvd, gud_pvd_add(pvd, 0, 0, "a.vtu"));
  entries = entries_of_whole_file(path);
  if (seconds() - start < 1) assert_int_equal(entries, 0); /* else this machine was stopped for a while */
  ok(pvd, gud_pvd_flush(pvd, 1));
  assert_int_equal(entries_of_whole_file(path), 1);
  ok(pvd, gud_pvd_add(pvd, 1, 0, "b.vtu"));
  entries = entries_of_whole_file(path);
  if (seconds() - start < 1) assert_int_equal(entries, 1);
  nanosleep(&pause, NULL);
  ok(pvd, gud_pvd_flush(pvd, 0));
  assert_int_equal(entries_of_whole_file(path), 2);
  ok(pvd, gud_pvd_close(pvd));
  gud_pvd_destroy(&pvd);
  remove(path); /* its VTU files do not exist */
}

static void full_disk_is_reported_and_the_old_file_stays(void **state)
{
  char    path[4096], tmp[4096];
  GudPvd *pvd;

  (void)state;
  if (access("/dev/full", F_OK)) skip();
  in_dir(path, "full.pvd");
  in_dir(tmp, "full.pvd.tmp");
  remove(tmp);
  assert_int_equal(gud_pvd_create(&pvd), 0);
  ok(pvd, gud_pvd_open(pvd, path));
  ok(pvd, gud_pvd_add(pvd, 0, 0, "a.vtu"));
  ok(pvd, gud_pvd_flush(pvd, 1));
  ok(pvd, gud_pvd_add(pvd, 1, 0, "b.vtu"));
  assert_int_equal(symlink("/dev/full", tmp), 0);
  assert_int_equal(gud_pvd_flush(pvd, 1), ENOSPC);
  assert_int_equal(access(tmp, F_OK), -1);
  assert_int_equal(entries_of_whole_file(path), 1);
  ok(pvd, gud_pvd_flush(pvd, 1)); /* there is room again: nothing was lost */
  assert_int_equal(entries_of_whole_file(path), 2);
  ok(pvd, gud_pvd_close(pvd));
  gud_pvd_destroy(&pvd);
  remove(path);
}

static void bad_entries_are_refused(void **state)
{
  char    path[4096];
  GudPvd *pvd;

  (void)state;
  in_dir(path, "refused.pvd");
  assert_int_equal(gud_pvd_create(&pvd), 0);
  assert_int_equal(gud_pvd_add(pvd, 0, 0, "a.vtu"), EINVAL); /* not open */
  ok(pvd, gud_pvd_open(pvd, path));
  assert_int_equal(gud_pvd_add(pvd, 0, 0, "/tmp/a.vtu"), EINVAL);
  assert_int_equal(gud_pvd_add(pvd, NAN, 0, "a.vtu"), EINVAL);
  assert_int_equal(gud_pvd_add(pvd, 0, -1, "a.vtu"), EINVAL);
  assert_int_equal(gud_pvd_add(pvd, 0, 0, ""), EINVAL);
  assert_int_equal(gud_pvd_add(pvd, 0, 0, "a\nb.vtu"), EINVAL);
  assert_int_equal(gud_pvd_num_entries(pvd), 0);
  assert_int_equal(gud_pvd_open(pvd, path), EBUSY);
  ok(pvd, gud_pvd_close(pvd));
  gud_pvd_destroy(&pvd);
  remove(path);
}

/* ---- a small animation ---- */

typedef struct {
  double P[2], angle;
} Pose;

/* Crank 1 m, rod 3 m, slider at y = 0; poses of crank, rod, slider, ground. */
static void crank_at(double phi, Pose pose[4])
{
  double a = 1, b = 3, psi = -asin(a * sin(phi) / b), x = a * cos(phi), y = a * sin(phi);

  pose[0] = (Pose){{0.5 * x, 0.5 * y}, phi};
  pose[1] = (Pose){{x + 0.5 * b * cos(psi), y + 0.5 * b * sin(psi)}, psi};
  pose[2] = (Pose){{x + b * cos(psi), 0}, 0};
  pose[3] = (Pose){{0, 0}, 0};
}

static void build_crank(GudShapes *s)
{
  const double left[3] = {1.5, -0.4, 0}, right[3] = {4.8, -0.4, 0};
  GudDraw      d[4] = {{.kind = GUD_DRAW_ROD, .size = {0.15}, .axis = {1}, .length = 1},
                       {.kind = GUD_DRAW_ROD, .size = {0.1}, .axis = {1}, .length = 3},
                       {.kind = GUD_DRAW_BOX, .size = {0.9, 0.7, 1}},
                       {.kind = GUD_DRAW_CYLINDER, .size = {0.25, 0, 1}}};

  for (int i = 0; i < 4; i++) assert_int_equal(gud_shapes_add(s, &d[i], i, 2), 0);
  assert_int_equal(gud_shapes_add_line(s, 3, left, 3, right), 0);
}

static void write_frame(GudVtk *vtk, const char *path, const GudShapes *s, double t, double *work)
{
  const double h = 1e-6, omega = 6.283185307179586;
  Pose         pose[4], later[4];
  double      *r = work, *speed = work + 3 * s->num_points;

  crank_at(omega * t, pose);
  crank_at(omega * (t + h), later);
  for (int64_t i = 0; i < s->num_points; i++) {
    const double *X = s->X + 3 * i;
    const Pose   *p = &pose[s->body[i]], *q = &later[s->body[i]];
    double        x  = p->P[0] + X[0] * cos(p->angle) - X[1] * sin(p->angle);
    double        y  = p->P[1] + X[0] * sin(p->angle) + X[1] * cos(p->angle);
    double        x1 = q->P[0] + X[0] * cos(q->angle) - X[1] * sin(q->angle);
    double        y1 = q->P[1] + X[0] * sin(q->angle) + X[1] * cos(q->angle);

    r[3 * i]     = x;
    r[3 * i + 1] = y;
    r[3 * i + 2] = 0;
    speed[i]     = hypot(x1 - x, y1 - y) / h;
  }
  gud_vtk_open(vtk, path, s->num_points, s->num_cells, t);
  gud_vtk_points(vtk, GUD_VTK_FLOAT64, r);
  gud_vtk_cells(vtk, s->num_conn, s->conn, s->offsets, s->types);
  gud_vtk_point_field(vtk, "speed", GUD_VTK_FLOAT64, 1, speed, NULL);
  gud_vtk_cell_field(vtk, "body", GUD_VTK_INT32, 1, s->cell_body, NULL);
  if (gud_vtk_close(vtk)) fail_msg("%s", gud_vtk_error(vtk));
}

static void animation_for_vtk(void **state)
{
  enum { FRAMES = 24 };
  char      path[4096], name[64];
  GudShapes s = {0};
  GudVtk   *vtk;
  GudPvd   *pvd;
  double   *work;

  (void)state;
  build_crank(&s);
  work = malloc((size_t)(4 * s.num_points) * sizeof *work);
  assert_non_null(work);
  in_dir(path, "crank.pvd");
  assert_int_equal(gud_vtk_create(&vtk), 0);
  assert_int_equal(gud_pvd_create(&pvd), 0);
  ok(pvd, gud_pvd_open(pvd, path));
  for (int i = 0; i < FRAMES; i++) {
    double t = (double)i / FRAMES;

    snprintf(name, sizeof name, "crank_%03d.vtu", i);
    in_dir(path, name);
    write_frame(vtk, path, &s, t, work);
    ok(pvd, gud_pvd_add(pvd, t, 0, name));
  }
  ok(pvd, gud_pvd_close(pvd));
  in_dir(path, "crank.pvd");
  assert_int_equal(entries_of_whole_file(path), FRAMES);
  gud_pvd_destroy(&pvd);
  gud_vtk_destroy(&vtk);
  gud_shapes_free(&s);
  free(work);
}

static int remove_lists_without_files(void **state)
{
  static const char *const name[4] = {"killed.pvd", "killed.pvd.tmp", "resume.pvd", "foreign.txt"};
  char                     path[4096];

  (void)state;
  for (int i = 0; i < 4; i++) {
    in_dir(path, name[i]);
    remove(path);
  }
  return 0;
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(killed_run_leaves_a_whole_file),
    cmocka_unit_test(resume_drops_later_entries),
    cmocka_unit_test(resume_to_before_the_start_is_empty),
    cmocka_unit_test(foreign_or_damaged_file_is_not_touched),
    cmocka_unit_test(flush_waits_for_a_second),
    cmocka_unit_test(full_disk_is_reported_and_the_old_file_stays),
    cmocka_unit_test(bad_entries_are_refused),
    cmocka_unit_test(animation_for_vtk),
  };

  if (argc > 1) dir = argv[1];
  else if (getenv("GUD_TEST_DIR")) dir = getenv("GUD_TEST_DIR");
  else if (getenv("GUD_OUT")) dir = getenv("GUD_OUT");
  return cmocka_run_group_tests(tests, NULL, remove_lists_without_files);
}
