/* Mass-conserving film whose fill is transported from step to step (Y13 of lubrication/reynolds.c), against exact solutions:
   the squeezed film of Ausas, Jai and Buscaglia (2009), and steady long bearings with a line groove. References: tests/reference/squeeze_jfo_width1.csv,
   journal_groove.csv (closed forms). */
#include "random_films.h"

static FILE *reference(const char *name)
{
  char path[512];
  snprintf(path, sizeof path, "%s/tests/reference/%s", getenv("GUD_SOURCE") ? getenv("GUD_SOURCE") : ".",
           name);
  FILE *f = fopen(path, "r");
  if (!f) fail_msg("%s is missing", path);
  return f;
}

/* One accepted step to film->t. */
static void step(Solved *s, GudFilm *film, const GudScalar *u, double *memory)
{
  assert_int_equal(gud_reynolds_solve(&s->g, film, u, memory, s->work), GUD_OK);
  assert_int_equal(gud_reynolds_force(&s->g, s->f, NULL), GUD_OK);
  gud_reynolds_keep(&s->g, memory);
  assert_int_equal(gud_reynolds_advance(&s->g, memory), GUD_OK);
}

/* 2 d(h th)/dt = d/dx(h^3 dp/dx), 0 < x < 1, p = 0.025 at both ends: around a very long bearing, between the two sides of a groove one cell wide. In
   units of the kernel x is X times as long, so that pressures are X^2/2 times as large. */
enum { CELLS = 200 };

static GudFilm squeezed(void)
{
  double  X    = 2 * pi * CELLS / (CELLS + 1);
  GudFilm film = {.radius     = 1,
                  .clearance  = 1,
                  .length     = 1e7,
                  .viscosity  = 1. / 12,
                  .cavitation = GUD_CAVITATION_TRANSPORTED};
  film.nx = CELLS + 1, film.ny = 1, film.fill = 1;
  film.num_openings = 1;
  film.opening[0]   = (GudOpening){.width = 2 * pi / (CELLS + 1), .length = 2e7, .supply = 0.025 * X * X / 2};
  return film;
}

static void set_gap(GudFilm *film, double t)
{
  film->t = t, film->swell = 0.125 * cos(4 * pi * t) - 0.625, film->swell_rate = -0.5 * pi * sin(4 * pi * t);
}

static double mean_fill(const GudReynolds *g, const double *memory)
{
  double sum = 0;
  for (int k = 0; k < g->n; k++)
    if (g->kind[k] != GUD_CELL_FED) sum += memory[GUD_REYNOLDS_HEAD + g->n + GUD_REYNOLDS_FILL + k];
  return sum / CELLS;
}

static void squeeze(void **state)
{
  const double dt = 2.5e-4, t_ref = 0.732389878289;
  GudFilm      film               = squeezed();
  GudScalar    u[GUD_FILM_INPUTS] = {0};
  double      *memory = empty_memory(&film), t, place, p, fill, closed = 0, worst = 0,
         X2 = film.opening[0].supply / 0.025;
  FILE  *f  = reference("squeeze_jfo_width1.csv");
  char   line[512];
  Solved s = {.work = malloc(gud_reynolds_size(&film))};
  int    n = 0, num = 0;
  (void)state;
  assert_non_null(s.work);
  set_gap(&film, 0);
  gud_reynolds_begin(&film, u, memory);
  while (fgets(line, sizeof line, f)) {
    if (sscanf(line, "%lf,%lf,%lf,%lf", &t, &place, &p, &fill) != 4 || t > 0.74) continue;
    while ((n + 1) * dt <= t + 1e-9) {
      double before = mean_fill(&s.g, memory), lost;
      n++, set_gap(&film, n * dt);
      step(&s, &film, u, memory);
      double content = gud_reynolds_content(&s.g, memory, &lost);
      worst          = fmax(worst, fabs(lost) / content);
      if (before < 1 - 1e-9 && n > 1 && mean_fill(&s.g, memory) > 1 - 1e-9) closed = n * dt;
    }
    if (fabs(n * dt - t) > 1e-9) continue;
    num++;
    expect_near("mean fill", mean_fill(&s.g, memory), fill, 1e-3);
    if (p > 0)
      expect_near("pressure in the middle", gud_reynolds_pressure(&s.g, CELLS / 2) / X2 / p, 1, 1e-3);
  }
  while (!closed && n * dt < 0.75) {
    n++, set_gap(&film, n * dt);
    step(&s, &film, u, memory);
    if (mean_fill(&s.g, memory) > 1 - 1e-9) closed = n * dt;
  }
  assert_true(num >= 10);
  expect_near("the film is full again", closed, t_ref, 3e-4);
  expect_near("oil that no flow explains", worst, 0, 1e-10);
  free(memory), free(s.work), fclose(f);
}

/* Steady forces, quasi-steady and as the end of a start from a full bearing. Fronts are resolved to a cell. */
static void groove(void **state)
{
  FILE *f = reference("journal_groove.csv");
  char  line[512];
  int   num = 0;
  (void)state;
  while (fgets(line, sizeof line, f)) {
    double row, e, at, p, rupture, refill, a, b, q, F0, F90;
    if (sscanf(line, "%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf", &row, &e, &at, &p, &rupture, &refill, &a,
               &b, &q, &F0, &F90) != 11)
      continue;
    GudFilm film = {.radius     = 0.025,
                    .clearance  = 50e-6,
                    .length     = 1000,
                    .viscosity  = 0.02,
                    .cavitation = GUD_CAVITATION_JFO};
    film.nx = 360, film.ny = 1;
    add_line(&film, at, p);
    GudScalar u[GUD_FILM_INPUTS] = {0};
    u[0] = u[2] = -e * film.clearance, u[GUD_FILM_W] = 300; /* thickest at theta = 0 */
    Solved s;
    double W = hypot(F0, F90), dt = 0.05 / 300;
    solve(&s, &film, u, NULL);
    expect_near("quasi-steady force along the widest gap", s.f[0] / film.length / W, F0 / W, 1e-3);
    expect_near("across", s.f[1] / film.length / W, F90 / W, 1e-3);
    release(&s);
    film.cavitation = GUD_CAVITATION_TRANSPORTED, film.fill = 1;
    double *memory = empty_memory(&film), lost;
    s.work         = malloc(gud_reynolds_size(&film));
    assert_non_null(s.work);
    gud_reynolds_begin(&film, u, memory);
    for (int n = 1; n <= 1000; n++) film.t = n * dt, step(&s, &film, u, memory);
    expect_near("force along the widest gap", s.f[0] / film.length / W, F0 / W, 1e-3);
    expect_near("across", s.f[1] / film.length / W, F90 / W, 1e-3);
    int wet = 0;
    for (int k = 0; k < film.nx; k++) wet += s.g.kind[k] != GUD_CELL_VOID;
    expect_near("length of the film", wet, (rupture + 2 * pi - refill) / (2 * pi) * film.nx, 2);
    double content = gud_reynolds_content(&s.g, memory, &lost);
    expect_near("oil that no flow explains", lost / content, 0, 1e-10);
    num++, free(memory), free(s.work);
  }
  fclose(f);
  assert_true(num >= 6);
}

/* A balance without a solution (here: of a fill that is no number) leaves a film that has no force, not the old fill. */
static void lost_balance(void **state)
{
  GudFilm   film               = squeezed();
  GudScalar u[GUD_FILM_INPUTS] = {0}, f[GUD_FILM_FORCES];
  double   *memory             = empty_memory(&film);
  void     *work               = calloc(1, gud_film_reynolds.size(&gud_film_reynolds, &film));
  (void)state;
  set_gap(&film, 0);
  gud_reynolds_begin(&film, u, memory);
  set_gap(&film, 0.001);
  assert_int_equal(gud_film_reynolds.force(&gud_film_reynolds, &film, u, memory, work, f, NULL), GUD_OK);
  memory[GUD_REYNOLDS_HEAD + film.nx * film.ny + GUD_REYNOLDS_FILL + 7] = NAN;
  assert_int_equal(gud_film_reynolds.remember(&gud_film_reynolds, &film, work, memory), 1);
  assert_int_equal(gud_film_reynolds.force(&gud_film_reynolds, &film, u, memory, work, f, NULL), GUD_FATAL);
  free(memory), free(work);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(squeeze), cmocka_unit_test(groove),
                                     cmocka_unit_test(lost_balance)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
