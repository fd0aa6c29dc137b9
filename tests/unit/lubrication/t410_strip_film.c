/* Film on an edge (lubrication/strip_film.c): bores of prescribed shape against spectral references, second order in the grid, two
   separate films, the rigid round film of reynolds.c, the balance of power, the derivative. */
#include "lubrication/reynolds.h"
#include "lubrication/strip_film.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const double pi = 3.14159265358979323846;
static const double R = 25e-3, B = 25e-3, C = 30e-6, MU = 0.015;

/* Gap c - e.n + delta and its rate */
typedef struct {
  double omega, e[2], v[2], a2, t2, a3, t3, b2, s2, b3, s3;
  int    shape; /* 0: harmonics; 1: lemon; 2: worn */
} Bore;

static double delta_of(const Bore *b, double th)
{
  double d = pi / 180;
  if (b->shape == 1) return 12e-6 * (1 - cos(2 * th)) / 2;
  if (b->shape == 2) {
    double x = remainder(th - 265 * d, 2 * pi), alpha = 38 * d, c = cos(pi * x / (2 * alpha));
    return fabs(x) < alpha ? 10e-6 * c * c : 0;
  }
  return b->a2 * cos(2 * (th - b->t2 * d)) + b->a3 * cos(3 * (th - b->t3 * d));
}

static double gap(const Bore *b, double th)
{
  return C * (1 - b->e[0] * cos(th) - b->e[1] * sin(th)) + delta_of(b, th);
}

static double rate(const Bore *b, double th)
{
  double d = pi / 180;
  return -b->v[0] * cos(th) - b->v[1] * sin(th) + b->b2 * cos(2 * (th - b->s2 * d)) +
         b->b3 * cos(3 * (th - b->s3 * d));
}

typedef struct {
  GudStrip   film;
  GudStripAt at;
  double    *work, F[2];
  GudStatus  status;
} Solved;

/* The film in a bore: cells centred at i dx, two Gauss points in each, as contact/edge_film.c has them */
static void fill(Solved *s, const Bore *b)
{
  int    nx = s->film.nx;
  double dx = 2 * pi / nx, g = 0.5 / sqrt(3.0);
  for (int i = 0; i < nx; i++) {
    double h                  = gap(b, (i - 0.5) * dx);
    s->at.in[GUD_STRIP_HF][i] = h, s->at.in[GUD_STRIP_QF][i] = b->omega * R / 2 * h;
    s->at.in[GUD_STRIP_HC][i] = gap(b, i * dx);
    s->at.in[GUD_STRIP_VT][i] = s->film.ds / 2 * (rate(b, (i - g) * dx) + rate(b, (i + g) * dx));
  }
}

static void solve(Solved *s, const Bore *b, int cavitation, int nx, int ny, const double *memory)
{
  double dx = 2 * pi / nx, g = 0.5 / sqrt(3.0);
  s->film = (GudStrip){
    .nx = nx, .ny = ny / 2, .closed = 1, .cavitation = cavitation, .ds = R * dx, .width = B, .viscosity = MU};
  assert_null(gud_strip_fault(&s->film));
  s->work = calloc(gud_strip_size(&s->film), sizeof *s->work);
  gud_strip_begin(&s->at, &s->film, s->work);
  fill(s, b);
  s->status = gud_strip_solve(&s->at, memory);
  s->F[0] = s->F[1] = 0;
  for (int i = 0; i < nx; i++)
    for (int k = -1; k < 2; k += 2) {
      double P = s->at.P[i] + k * gud_strip_lean(&s->at, s->at.P, i);
      s->F[0] -= s->film.ds / 2 * P * cos((i + k * g) * dx);
      s->F[1] -= s->film.ds / 2 * P * sin((i + k * g) * dx);
    }
}

static FILE *open_reference(const char *name)
{
  char        path[4096];
  const char *source = getenv("GUD_SOURCE");
  snprintf(path, sizeof path, "%s/tests/reference/%s", source ? source : ".", name);
  FILE *f = fopen(path, "r");
  if (!f) fail_msg("%s is not there", path);
  return f;
}

static int cavitation_of(const char *word)
{
  return !strcmp(word, "full")       ? GUD_CAVITATION_FULL
         : !strcmp(word, "reynolds") ? GUD_CAVITATION_REYNOLDS
                                     : GUD_CAVITATION_GUEMBEL;
}

/* Rows of a file: error of the force at 120 x 24 and 240 x 48 cells, second order at least. A worn arc, whose curvature jumps and which the
   extrapolated grid of 60 cells does not resolve, has bounds of its own. */
static int compare(const char *file, int profiles)
{
  FILE *f = open_reference(file);
  char  line[1000];
  int   rows = 0;
  while (fgets(line, sizeof line, f)) {
    Bore   b = {0};
    char   name[20], word[2][20];
    double F[2];
    for (char *q = line; *q; q++)
      if (*q == ',') *q = ' ';
    int n = profiles ? sscanf(line, "%19s %19s %19s %lf %lf %lf %lf %lf %lf %lf", name, word[1], word[0],
                              &b.omega, &b.e[0], &b.e[1], &b.v[0], &b.v[1], &F[0], &F[1])
                     : sscanf(line, "%19s %19s %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf",
                              name, word[0], &b.omega, &b.e[0], &b.e[1], &b.v[0], &b.v[1], &b.a2, &b.t2,
                              &b.a3, &b.t3, &b.b2, &b.s2, &b.b3, &b.s3, &F[0], &F[1]);
    if (n != (profiles ? 10 : 17)) continue;
    if (profiles) b.shape = strcmp(word[1], "lemon") ? 2 : 1;
    double error[2], coarse = b.shape == 2 ? 2e-3 : 1e-4, fine = b.shape == 2 ? 2e-4 : 1e-5;
    for (int k = 0; k < 2; k++) {
      Solved s;
      solve(&s, &b, cavitation_of(word[0]), k ? 240 : 120, k ? 48 : 24, NULL);
      assert_int_equal(s.status, GUD_OK);
      error[k] = hypot(s.F[0] - F[0], s.F[1] - F[1]) / hypot(F[0], F[1]);
      free(s.work);
    }
    if (getenv("GUD_VERBOSE")) print_message("%s %s: %.2e %.2e\n", name, word[0], error[0], error[1]);
    if (!(error[0] < coarse && error[1] < fine && error[1] < error[0] / (b.shape ? 3 : 4)))
      fail_msg("%s %s: errors %.3g at 120 x 24, %.3g at 240 x 48", name, word[0], error[0], error[1]);
    rows++;
  }
  fclose(f);
  return rows;
}

static void test_bores(void **state)
{
  (void)state;
  assert_int_equal(compare("strip_film_bores.csv", 0), 12);
}

static void test_profiles(void **state)
{
  (void)state;
  assert_int_equal(compare("strip_film_profiles.csv", 1), 8);
}

/* K3 of the references: two films with nothing between them. */
static void test_two_films(void **state)
{
  const Bore b = {.omega = 500,
                  .e     = {0.3, 0.5},
                  .v     = {-0.002, 0.003},
                  .a2    = 5e-6,
                  .t2    = 70,
                  .a3    = 3e-6,
                  .t3    = 10,
                  .b2    = 0.002,
                  .s2    = 30,
                  .b3    = -0.001,
                  .s3    = 80};
  Solved     s;
  int        films = 0;
  (void)state;
  solve(&s, &b, GUD_CAVITATION_REYNOLDS, 120, 24, NULL);
  for (int i = 0; i < 120; i++) films += s.at.P[i] > 0 && !(s.at.P[(i + 119) % 120] > 0);
  assert_int_equal(films, 2);
  free(s.work);
}

/* A round bore is the film of reynolds.c, another scheme of second order: extrapolated from two grids, it leaves an error of its rims
   of third order, here (12/48)^3 of 1e-4 and less. */
static void test_rigid_film(void **state)
{
  static const int kind[] = {GUD_CAVITATION_FULL, GUD_CAVITATION_REYNOLDS};
  (void)state;
  for (int k = 0; k < 2; k++) {
    const Bore b                  = {.omega = 300, .e = {0.5, -0.4}, .v = {0.003, 0.001}};
    double     F[2]               = {0}, f[GUD_FILM_FORCES];
    double     u[GUD_FILM_INPUTS] = {0.5 * C, -0.4 * C, 0.5 * C, -0.4 * C, 0.003, 0.001, 0.003, 0.001, 300};
    for (int fine = 0; fine < 2; fine++) {
      GudFilm o    = {.radius     = R,
                      .clearance  = C,
                      .length     = B,
                      .viscosity  = MU,
                      .cavitation = kind[k],
                      .nx         = fine ? 240 : 120,
                      .ny         = fine ? 48 : 24};
      void   *work = calloc(1, gud_film_reynolds.size(&gud_film_reynolds, &o));
      assert_int_equal(gud_film_reynolds.force(&gud_film_reynolds, &o, u, NULL, work, f, NULL), GUD_OK);
      for (int i = 0; i < 2; i++) F[i] += (fine ? 4 : -1) * f[i] / 3;
      free(work);
    }
    Solved s;
    solve(&s, &b, kind[k], 240, 48, NULL);
    double error = hypot(s.F[0] - F[0], s.F[1] - F[1]) / hypot(F[0], F[1]);
    if (getenv("GUD_VERBOSE")) print_message("reynolds.c: %.2e\n", error);
    assert_true(error < 2e-5);
    free(s.work);
  }
}

/* ---- sliders: open films ---- */

/* Force on the slider and moment about its middle, by (B3), (B4) of contact/edge_film.c: gap h0 + s x, its travel U along x */
static void slider(const double x[8] /* L B mu h0 s w0 w1 U */, int cavitation, int wide, int nx, int ny,
                   double F[2])
{
  GudStrip   film = {.nx         = nx,
                     .ny         = wide ? 1 : ny / 2,
                     .wide       = wide,
                     .exact      = wide,
                     .cavitation = cavitation,
                     .ds         = x[0] / nx,
                     .width      = x[1],
                     .viscosity  = x[2]};
  double    *work = calloc(gud_strip_size(&film), sizeof *work), g = 0.5 / sqrt(3.0);
  GudStripAt at;
  gud_strip_begin(&at, &film, work);
  for (int i = 0; i <= nx; i++) {
    double s = i * film.ds - x[0] / 2, h = x[3] + x[4] * s;
    at.in[GUD_STRIP_HF][i] = h, at.in[GUD_STRIP_QF][i] = -x[7] * h / 2;
    if (wide) at.in[GUD_WIDE_VS][i] = film.ds / 2 * x[6] * film.ds / sqrt(3.0);
    else at.in[GUD_STRIP_HC][i] = h + x[4] * film.ds / 2;
    at.in[GUD_STRIP_VT][i] = film.ds * (x[5] + x[6] * (s + film.ds / 2));
  }
  assert_int_equal(gud_strip_solve(&at, NULL), GUD_OK);
  F[0] = F[1] = 0;
  for (int i = 0; i < nx; i++)
    for (int k = -1; k < 2; k += 2) {
      double P = at.P[i] + k * gud_strip_lean(&at, at.P, i);
      F[0] += film.ds / 2 * P;
      F[1] += film.ds / 2 * P * ((i + 0.5 + k * g) * film.ds - x[0] / 2);
    }
  free(work);
}

/* Rows of a file on a grid; errors as a part of the force, moments with half of the length */
static int compare_sliders(const char *file, int wide, int nx, int ny, double bound)
{
  FILE  *f = open_reference(file);
  char   line[1000];
  int    rows  = 0;
  double worst = 0;
  while (fgets(line, sizeof line, f)) {
    char   name[20], word[20];
    double x[8], ref[2], F[2];
    for (char *q = line; *q; q++)
      if (*q == ',') *q = ' ';
    if (sscanf(line, "%19s %19s %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf", name, word, &x[0], &x[1], &x[2],
               &x[3], &x[4], &x[5], &x[6], &x[7], &ref[0], &ref[1]) != 12)
      continue;
    slider(x, cavitation_of(word), wide, nx, ny, F);
    double size  = fmax(fabs(ref[0]), fabs(ref[1]) / (x[0] / 2));
    double error = hypot(F[0] - ref[0], (F[1] - ref[1]) / (x[0] / 2)) / (size > 0 ? size : 1);
    if (getenv("GUD_VERBOSE")) print_message("slider %s %s: %.2e\n", name, word, error);
    if (!(error < bound)) fail_msg("%s, row %s %s: error %.3g", file, name, word, error);
    worst = fmax(worst, error);
    rows++;
  }
  fclose(f);
  return rows;
}

static void test_sliders(void **state)
{
  (void)state;
  assert_int_equal(compare_sliders("strip_film_sliders.csv", 0, 64, 32, 1.5e-4), 12);
  assert_int_equal(compare_sliders("strip_film_sliders.csv", 0, 128, 64, 1.5e-5), 12);
}

/* Closed form of the references, by strip_wide.c; also with few cells, and row 13, a gap that grows 49-fold. */
static void test_wide_sliders(void **state)
{
  (void)state;
  assert_int_equal(compare_sliders("strip_film_wide_sliders.csv", 1, 16, 1, 1e-12), 24);
  assert_int_equal(compare_sliders("strip_film_wide_sliders.csv", 1, 200, 1, 1e-12), 24);
}

/* (S4): what walls put in is what flow dissipates, on each grid. */
static void test_power(void **state)
{
  static const int kind[] = {GUD_CAVITATION_FULL, GUD_CAVITATION_REYNOLDS};
  const Bore       b      = {
               .omega = 500, .e = {0.2, -0.6}, .v = {0.001, -0.004}, .a2 = 3e-6, .t2 = 35, .b2 = 0.001, .s2 = 100};
  (void)state;
  for (int k = 0; k < 2; k++) {
    Solved s;
    double in = 0, loss, sides, ends[2];
    solve(&s, &b, kind[k], 60, 12, NULL);
    for (int i = 0; i < 60; i++)
      in -= s.at.fine.P[i] *
            (s.at.in[GUD_STRIP_QF][(i + 1) % 60] - s.at.in[GUD_STRIP_QF][i] + s.at.in[GUD_STRIP_VT][i]);
    gud_strip_grid_flows(&s.at.fine, &sides, ends, &loss);
    assert_true(loss > 0 && fabs(in / loss - 1) < 1e-11);
    free(s.work);
  }
}

/* The same solution from what was kept, in fewer systems; derivatives against differences (complex step: the battery). */
static void test_memory(void **state)
{
  const Bore b = {.omega = 500, .e = {0.5, -0.3}, .a2 = 4e-6, .t2 = 20};
  Solved     cold, warm;
  (void)state;
  solve(&cold, &b, GUD_CAVITATION_REYNOLDS, 60, 12, NULL);
  double *memory = calloc((size_t)gud_strip_memory(&cold.film), sizeof *memory);
  gud_strip_keep(&cold.at, memory);
  solve(&warm, &b, GUD_CAVITATION_REYNOLDS, 60, 12, memory);
  assert_true(warm.at.iterations < cold.at.iterations);
  assert_true(hypot(warm.F[0] - cold.F[0], warm.F[1] - cold.F[1]) < 1e-10 * hypot(cold.F[0], cold.F[1]));
  free(memory), free(cold.work), free(warm.work);
}

static void test_refuses(void **state)
{
  GudStrip s = {
    .nx = 60, .ny = 4, .closed = 1, .cavitation = GUD_CAVITATION_JFO, .ds = 1, .width = 1, .viscosity = 1};
  (void)state;
  assert_non_null(gud_strip_fault(&s));
  s.cavitation = GUD_CAVITATION_REYNOLDS;
  assert_null(gud_strip_fault(&s));
  s.nx = 3;
  assert_non_null(gud_strip_fault(&s));
  const Bore touching = {.omega = 500, .e = {1.1, 0}};
  Solved     o;
  solve(&o, &touching, GUD_CAVITATION_REYNOLDS, 60, 4, NULL);
  assert_int_equal(o.status, GUD_RETRY);
  free(o.work);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_bores),      cmocka_unit_test(test_profiles), cmocka_unit_test(test_two_films),
    cmocka_unit_test(test_rigid_film), cmocka_unit_test(test_sliders),  cmocka_unit_test(test_wide_sliders),
    cmocka_unit_test(test_power),      cmocka_unit_test(test_memory),   cmocka_unit_test(test_refuses)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
