/* Bearings that are not round (lubrication/shape.h) in the finite film of rigid journals: bores of prescribed shape, lemons and worn arcs against spectral
   references, second order in the grid; a shape along the axis is what a tilted or larger bearing is; least thickness and its place; what is worn is
   what is drawn. */
#include "lubrication/reynolds.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { POINTS = 1441 };
static const double pi = 3.14159265358979323846;
static const double R = 25e-3, B = 25e-3, C = 30e-6, MU = 0.015;

typedef struct {
  double omega, e[2], v[2], a2, t2, a3, t3;
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

/* The bore as a table of POINTS over one turn: between them it is straight, within 2e-10 m */
typedef struct {
  double x[POINTS], y[POINTS];
} Table;

static GudShapeCurve table_of(const Bore *b, Table *t)
{
  for (int k = 0; k < POINTS; k++) t->x[k] = 2 * pi * k / (POINTS - 1), t->y[k] = delta_of(b, t->x[k]);
  return (GudShapeCurve){POINTS, t->x, t->y};
}

static GudFilm film_of(int cavitation, int nx, int ny)
{
  return (GudFilm){
    .radius = R, .clearance = C, .length = B, .viscosity = MU, .cavitation = cavitation, .nx = nx, .ny = ny};
}

static void force_of(const GudFilm *film, const GudScalar *u, double f[GUD_FILM_FORCES])
{
  GudScalar F[GUD_FILM_FORCES];
  void     *work = calloc(1, gud_film_reynolds.size(&gud_film_reynolds, film));
  assert_int_equal(gud_film_reynolds.force(&gud_film_reynolds, film, u, NULL, work, F, NULL), GUD_OK);
  for (int k = 0; k < GUD_FILM_FORCES; k++) f[k] = gud_re(F[k]);
  free(work);
}

static void aligned(const Bore *b, GudScalar u[GUD_FILM_INPUTS])
{
  for (int k = 0; k < 4; k++) u[k] = b->e[k % 2] * C, u[GUD_FILM_RATES + k] = b->v[k % 2];
  u[GUD_FILM_W] = b->omega;
}

static double error_of(const Bore *b, int cavitation, int nx, int ny, const double F[2])
{
  Table     t;
  GudFilm   film = film_of(cavitation, nx, ny);
  GudScalar u[GUD_FILM_INPUTS];
  double    f[GUD_FILM_FORCES];
  film.shape.around = table_of(b, &t);
  aligned(b, u);
  force_of(&film, u, f);
  return hypot(f[0] - F[0], f[1] - F[1]) / hypot(F[0], F[1]);
}

static int cavitation_of(const char *word)
{
  return !strcmp(word, "full")       ? GUD_CAVITATION_FULL
         : !strcmp(word, "reynolds") ? GUD_CAVITATION_REYNOLDS
                                     : GUD_CAVITATION_GUEMBEL;
}

/* Rows of a file whose bores do not move: the scheme itself is of second order (no extrapolation), so 120 x 24 cells are within `most` and twice as
   many within 0.4 of that */
static int compare(const char *file, int profiles, double most)
{
  char        path[4096], line[1000];
  const char *source = getenv("GUD_SOURCE");
  int         rows   = 0;
  snprintf(path, sizeof path, "%s/tests/reference/%s", source ? source : ".", file);
  FILE *f = fopen(path, "r");
  if (!f) fail_msg("%s is not there", path);
  while (fgets(line, sizeof line, f)) {
    Bore   b = {0};
    char   name[20], word[2][20];
    double F[2], b2 = 0, s2, b3 = 0, s3;
    for (char *q = line; *q; q++)
      if (*q == ',') *q = ' ';
    int n = profiles ? sscanf(line, "%19s %19s %19s %lf %lf %lf %lf %lf %lf %lf", name, word[1], word[0],
                              &b.omega, &b.e[0], &b.e[1], &b.v[0], &b.v[1], &F[0], &F[1])
                     : sscanf(line, "%19s %19s %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf",
                              name, word[0], &b.omega, &b.e[0], &b.e[1], &b.v[0], &b.v[1], &b.a2, &b.t2,
                              &b.a3, &b.t3, &b2, &s2, &b3, &s3, &F[0], &F[1]);
    if (n != (profiles ? 10 : 17) || b2 != 0 || b3 != 0) continue;
    if (profiles) b.shape = strcmp(word[1], "lemon") ? 2 : 1;
    int    cavitation = cavitation_of(word[0]);
    double coarse = error_of(&b, cavitation, 120, 24, F), fine = error_of(&b, cavitation, 240, 48, F);
    if (!(coarse < most) || !(fine < 0.4 * most))
      fail_msg("%s %s: %.2e of the force at 120 x 24 cells, %.2e at 240 x 48", name, word[0], coarse, fine);
    printf("%s %s %.2e %.2e\n", name, word[0], coarse, fine);
    rows++;
  }
  fclose(f);
  return rows;
}

static void test_bores(void **state)
{
  (void)state;
  assert_int_equal(compare("strip_film_bores.csv", 0, 4e-3), 3);
}

static void test_profiles(void **state)
{
  (void)state;
  assert_int_equal(compare("strip_film_profiles.csv", 1, 4e-3), 8);
}

/* A constant shape is a larger clearance; one that is straight along the axis in every direction cannot be had by tilting, but end pressures and forces of
   a symmetric barrel have no moment. */
static void test_along(void **state)
{
  Bore      b    = {.omega = 300, .e = {0.2, -0.5}, .v = {1e-3, 2e-3}};
  double    x[2] = {-B / 2, B / 2}, y[2] = {6e-6, 6e-6}, z[3] = {-B / 2, 0, B / 2}, d[3] = {8e-6, 0, 8e-6};
  double    f[2][GUD_FILM_FORCES];
  GudScalar u[GUD_FILM_INPUTS];
  GudShapeCurve even = {2, x, y}, barrel = {3, z, d};
  GudFilm       film = film_of(GUD_CAVITATION_REYNOLDS, 60, 10);
  (void)state;
  aligned(&b, u);
  film.shape.along = even;
  force_of(&film, u, f[0]);
  film.shape.along = (GudShapeCurve){0}, film.clearance += y[0];
  force_of(&film, u, f[1]);
  for (int k = 0; k < 2; k++) assert_true(fabs(f[0][k] - f[1][k]) < 1e-9 * fabs(f[1][k]));
  film.clearance -= y[0], film.shape.along = barrel;
  force_of(&film, u, f[0]);
  film.shape.along = (GudShapeCurve){0};
  force_of(&film, u, f[1]);
  double load = hypot(f[0][0], f[0][1]);
  assert_true(hypot(f[0][2], f[0][3]) < 1e-9 * load * B && load < 0.9 * hypot(f[1][0], f[1][1]));
}

static void test_worn(void **state)
{
  enum { NX = 60, NY = 6 };
  Bore          b = {.omega = 300, .e = {0.3, -0.6}, .shape = 2};
  static Table  t;
  static double depth[NX * NY], x[NX + 1], y[NX + 1];
  double        f[2][GUD_FILM_FORCES], theta, zeta;
  GudScalar     u[GUD_FILM_INPUTS];
  GudFilm       film = film_of(GUD_CAVITATION_GUEMBEL, NX, NY);
  (void)state;
  aligned(&b, u);
  for (int k = 0; k < NX * NY; k++) depth[k] = delta_of(&b, k % NX * 2 * pi / NX);
  for (int k = 0; k <= NX; k++) x[k] = k * 2 * pi / NX, y[k] = delta_of(&b, x[k]);
  film.shape.wears = 1, film.shape.worn[0] = depth;
  force_of(&film, u, f[0]);
  film.shape = (GudShape){.around = {NX + 1, x, y}}; /* the same points, straight between them */
  force_of(&film, u, f[1]);
  for (int k = 0; k < 2; k++) assert_true(fabs(f[0][k] - f[1][k]) < 1e-9 * hypot(f[1][0], f[1][1]));
  film.shape.around = table_of(&b, &t);
  double h = gud_film_thinnest(&film, u, &theta, &zeta), least = INFINITY, at = 0;
  for (int k = 0; k < 100000; k++) {
    double th = 2 * pi * k / 1e5, now = C * (1 - b.e[0] * cos(th) - b.e[1] * sin(th)) + delta_of(&b, th);
    if (now < least) least = now, at = th;
  }
  assert_true(fabs(h - least) <
              1e-3 * C); /* curvature jumps by 5.6e-5 m: an eighth of that times the step squared is 6e-4 c */
  assert_true(fabs(remainder(theta - at, 2 * pi)) < 1e-2 && zeta == 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_bores), cmocka_unit_test(test_profiles),
                                     cmocka_unit_test(test_along), cmocka_unit_test(test_worn)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
