/* Full Reynolds film in complex numbers: the analytic derivative of forces, moments and torque by all nine
   inputs is the one of the discrete film, to round-off, with the cavitated zone frozen. The kernel's
   sources are compiled here once more with GUD_COMPLEX, under names of their own. */
#define GUD_COMPLEX
#define gud_film_reynolds         complex_film_reynolds
#define gud_film_thinnest         complex_film_thinnest
#define gud_shape_at              complex_shape_at
#define gud_shape_around          complex_shape_around
#define gud_shape_along           complex_shape_along
#define gud_shape_worn            complex_shape_worn
#define gud_reynolds_fault        complex_reynolds_fault
#define gud_reynolds_size         complex_reynolds_size
#define gud_reynolds_memory       complex_reynolds_memory
#define gud_reynolds_solve        complex_reynolds_solve
#define gud_reynolds_factor       complex_reynolds_factor
#define gud_reynolds_force        complex_reynolds_force
#define gud_reynolds_figures      complex_reynolds_figures
#define gud_reynolds_pressure     complex_reynolds_pressure
#define gud_reynolds_keep         complex_reynolds_keep
#define gud_reynolds_begin        complex_reynolds_begin
#define gud_reynolds_advance      complex_reynolds_advance
#define gud_reynolds_content      complex_reynolds_content
#define gud_reynolds_inflow       complex_reynolds_inflow
#define gud_ring_size             complex_ring_size
#define gud_ring_clear            complex_ring_clear
#define gud_ring_at               complex_ring_at
#define gud_ring_factor           complex_ring_factor
#define gud_ring_solve            complex_ring_solve
#define gud_ring_solve_transposed complex_ring_solve_transposed
#define gud_asperity_factor       complex_asperity_factor
#define gud_asperity_load         complex_asperity_load
#define gud_rough_mean            complex_rough_mean
#define gud_rough_conductance     complex_rough_conductance
#define gud_rough_carried         complex_rough_carried
#define gud_flow_factor           complex_flow_factor
#define gud_shear_factor          complex_shear_factor
#include "../lubrication/asperity.c"
#include "../lubrication/ring_lu.c"
#include "../lubrication/reynolds.c"
#include "../lubrication/reynolds_force.c"
#include "../lubrication/shape.c"
#include "random_films.h"

enum { NF = GUD_FILM_FORCES, NU = GUD_FILM_INPUTS };

static int feeds; /* forces that depend on the supply pressure, so far */

/* Largest error of J, and of the derivatives by the supply pressures, against the complex step, each column and row by its own size. */
static double worst_error_from(const GudFilm *film, const GudScalar *u, const double *memory, int *cavitated)
{
  const double step = 1e-30;
  GudScalar    v[NU], J[NF * NU];
  Solved       s, d;
  GudScalar    by_supply[GUD_FILM_OPENINGS][NF];
  GudFilm      more     = *film;
  double       size[NF] = {0}, scale[NU], worst = 0, slope[NF * NU];
  solve(&s, film, u, memory);
  memcpy(J, s.J, sizeof J);
  memcpy(by_supply, s.g.by_supply, sizeof by_supply);
  for (int k = 0; k < s.g.n; k++) *cavitated += s.g.kind[k] == GUD_CELL_VOID || s.g.kind[k] == GUD_CELL_DRY;
  release(&s);
  for (int n = 0; n < NU; n++) { /* inputs by c, by 100 c/s, by 100/s */
    scale[n] = n < GUD_FILM_RATES ? film->clearance : n < GUD_FILM_W ? 100 * film->clearance : 100;
    memcpy(v, u, sizeof v);
    v[n] += step * scale[n] * _Complex_I;
    solve(&d, film, v, memory);
    for (int m = 0; m < NF; m++) {
      slope[m * NU + n] = cimag(d.f[m]) / step;
      size[m]           = fmax(size[m], fabs(slope[m * NU + n]));
    }
    release(&d);
  }
  for (int k = 0; k < film->num_openings; k++) {
    more.opening[k].supply += 1e5 * step * _Complex_I;
    solve(&d, &more, u, memory);
    double force = 1e5 * (fabs(creal(by_supply[k][0])) + fabs(creal(by_supply[k][1])));
    for (int m = 0; m < NF;
         m++) { /* moments about the middle of what is fed symmetrically are 0 but for round-off */
      double fed  = cimag(d.f[m]) / step,
             most = fmax(size[m], fmax(fabs(fed), m < 2 ? 0 : 1e-3 * film->length * force));
      feeds += fed != 0;
      if (most > 0) worst = fmax(worst, fabs(creal(by_supply[k][m]) * 1e5 - fed) / most);
    }
    release(&d);
    more.opening[k].supply = film->opening[k].supply;
  }
  for (int m = 0; m < NF; m++)
    for (int n = 0; n < NU; n++)
      if (size[m] > 0)
        worst = fmax(worst, fabs(creal(J[m * NU + n]) * scale[n] - slope[m * NU + n]) / size[m]);
  return worst;
}

static double worst_error(const GudFilm *film, const GudScalar *u, int *cavitated)
{
  return worst_error_from(film, u, NULL, cavitated);
}

static void tangent(void **state)
{
  int cavitated = 0;
  (void)state;
  for (int k = 0; k < 48; k++) {
    GudFilm   film = random_film(k % 4);
    GudScalar u[NU];
    random_motion(&film, u);
    if (k % 5 == 1) u[GUD_FILM_W] = 0;
    if (k % 7 == 2) memset(u + GUD_FILM_RATES, 0, 4 * sizeof *u);
    if (k % 4 == GUD_CAVITATION_JFO || k % 3 == 0) add_groove(&film, uniform(-pi, pi), uniform(0, 3e5));
    if (k >= 24) film.barus = 1e-9;
    film.nx = 20 + k % 11, film.ny = 1 + k % 6;
    expect_near("tangent against complex step", worst_error(&film, u, &cavitated), 0, 1e-9);
  }
  assert_true(feeds > 20);
  assert_true(cavitated > 500);
}

/* Viscosity that rises by a third at the largest pressure: the pressure changes the answer, and the tangent
   follows. */
static void thickened(void **state)
{
  (void)state;
  for (int cavitation = GUD_CAVITATION_GUEMBEL; cavitation <= GUD_CAVITATION_JFO; cavitation++) {
    GudFilm   film = random_film(cavitation);
    GudScalar u[NU];
    int       cavitated = 0;
    Solved    s;
    random_motion(&film, u);
    film.nx = 30, film.ny = 5;
    add_groove(&film, 1, 1e5);
    solve(&s, &film, u, NULL);
    film.barus = 0.25 / s.figures[GUD_FILM_PRESSURE];
    release(&s);
    expect_near("tangent with Barus' law", worst_error(&film, u, &cavitated), 0, 1e-9);
  }
}

/* Rough surfaces of all patterns, thin enough that asperities carry, also below the mean planes; a share of 1/2 has no shear flow factor. */
static void rough(void **state)
{
  int    cavitated = 0;
  double least     = 1;
  (void)state;
  for (int k = 0; k < 56; k++) {
    GudFilm   film = random_film(k % 4);
    GudScalar u[NU];
    double    R = film.clearance * (k % 3 ? 1.001 : 0.97), a = uniform(-pi, pi);
    random_motion(&film, u);
    if (k % 2) u[0] = R * cos(a), u[1] = R * sin(a);
    if (k % 5 == 1) u[2] = u[0], u[3] = u[1];
    film.rough = (GudRough){.sigma    = uniform(0.005, 0.04) * film.clearance,
                            .pattern  = k % 7,
                            .share    = k % 3 == 1 ? 0.5 : uniform(0, 1),
                            .pressure = 1e8,
                            .friction = 0.1,
                            .slip     = 0.1};
    if (k % 4 == GUD_CAVITATION_JFO) add_groove(&film, uniform(-pi, pi), uniform(0, 3e5));
    film.nx = 30 + k % 11, film.ny = 1 + k % 6;
    expect_near("tangent of a rough film", worst_error(&film, u, &cavitated), 0, 1e-9);
    least = fmin(least, 1 - hypot(creal(u[0]), creal(u[1])) / film.clearance);
  }
  assert_true(cavitated > 500 && least < 0);
}

/* Bearings that are not round: over the angle, along the axis, worn. */
static void shaped(void **state)
{
  static double x[5], y[5], z[3] = {-1, 0, 1}, d[3], worn[40 * 6];
  int           cavitated = 0;
  (void)state;
  for (int k = 0; k < 24; k++) {
    GudFilm   film = random_film(k % 4);
    GudScalar u[NU];
    random_motion(&film, u);
    for (int i = 0; i < 5; i++) x[i] = i + uniform(-0.4, 0.4), y[i] = uniform(-0.03, 0.3) * film.clearance;
    for (int i = 0; i < 3; i++) d[i] = uniform(-0.03, 0.2) * film.clearance, z[i] = (i - 1) * film.length / 2;
    for (int i = 0; i < 40 * 6; i++) worn[i] = uniform(0, 0.01) * film.clearance;
    film.shape = (GudShape){.around = {k % 3 ? 5 : 0, x, y}, .along = {k % 3 != 1 ? 3 : 0, z, d}};
    if (k % 2) film.shape.wears = 1, film.shape.worn[k % 4 == 1] = worn;
    if (k % 4 == GUD_CAVITATION_JFO) add_groove(&film, uniform(-pi, pi), uniform(0, 3e5));
    film.nx = 30 + k % 11, film.ny = 1 + k % 6;
    expect_near("tangent, not round", worst_error(&film, u, &cavitated), 0, 1e-9);
  }
  assert_true(cavitated > 200);
}

/* A fill that is transported, after some steps of a random motion: of a step just begun, and late in it. */
static void with_transport(void **state)
{
  int cavitated = 0;
  (void)state;
  for (int k = 0; k < 24; k++) {
    GudFilm   film = random_film(GUD_CAVITATION_TRANSPORTED);
    GudScalar u[NU];
    random_motion(&film, u);
    film.nx = 20 + k % 11, film.ny = 1 + k % 6, film.fill = k % 3 ? 1 : 0.8, film.ends = k % 4 == 1 ? 1e5 : 0;
    if (k % 2) add_groove(&film, uniform(-pi, pi), uniform(0, 3e5));
    if (k % 5 == 4)
      film.rough = (GudRough){
        .sigma = 0.02 * film.clearance, .pattern = 2, .share = 0.8, .pressure = 1e8, .slip = 1};
    double *memory = empty_memory(&film);
    gud_reynolds_begin(&film, u, memory);
    for (int n = 1; n <= 5; n++) {
      Solved s;
      film.t = n * 1e-4;
      for (int m = 0; m < 4; m++) u[m] += 1e-4 * u[GUD_FILM_RATES + m];
      solve(&s, &film, u, memory);
      gud_reynolds_keep(&s.g, memory);
      assert_int_equal(gud_reynolds_advance(&s.g, memory), GUD_OK);
      release(&s);
    }
    film.t += k % 3 == 2 ? 0 : 2e-4;
    expect_near("tangent of a transported film", worst_error_from(&film, u, memory, &cavitated), 0, 1e-9);
    free(memory);
  }
  assert_true(cavitated > 500);
}

/* Several openings of all kinds and sizes, in the bearing and in the journal, smooth and rough. */
static void opened(void **state)
{
  int cavitated = 0, fed = feeds;
  (void)state;
  for (int k = 0; k < 40; k++) {
    GudFilm   film = random_film(k % 5);
    GudScalar u[NU];
    random_motion(&film, u);
    film.nx = 30 + k % 11, film.ny = 1 + k % 6, film.inner = k % 2 && k % 5 != GUD_CAVITATION_JFO,
    film.fill = 0.9, film.barus = k % 4 ? 0 : 1e-9;
    add_groove(&film, uniform(-pi, pi), uniform(0, 3e5));
    for (int n = 1; n < 2 + k % 5; n++)
      add_hole(&film, uniform(-pi, pi), uniform(-0.4, 0.4) * film.length, uniform(1e-5, 0.2) * film.length,
               uniform(0, 3e5));
    if (k % 3 == 1)
      film.rough = (GudRough){.sigma    = 0.03 * film.clearance,
                              .pattern  = 5,
                              .share    = 0.2,
                              .pressure = 1e8,
                              .friction = 0.1,
                              .slip     = 0.1};
    double *memory = empty_memory(&film);
    gud_reynolds_begin(&film, u, memory);
    film.t = 1e-4;
    expect_near("tangent with many openings", worst_error_from(&film, u, memory, &cavitated), 0, 1e-9);
    free(memory);
  }
  assert_true(cavitated > 500 && feeds > fed + 300);
}

/* The contract's own entry, default grid. */
static void through_the_contract(void **state)
{
  GudFilm   film   = random_film(GUD_CAVITATION_REYNOLDS);
  double   *memory = empty_memory(&film);
  void     *work   = malloc(gud_film_reynolds.size(&gud_film_reynolds, &film));
  GudScalar u[NU], f[NF], g[NF], J[NF * NU];
  (void)state;
  assert_non_null(work);
  random_motion(&film, u);
  assert_int_equal(gud_film_reynolds.force(&gud_film_reynolds, &film, u, memory, work, f, NULL), GUD_OK);
  gud_film_reynolds.remember(&gud_film_reynolds, &film, work, memory);
  assert_int_equal(gud_film_reynolds.jacobian(&gud_film_reynolds, &film, u, work, J), GUD_OK);
  for (int n = 0; n < NU; n++) {
    GudScalar v[NU];
    memcpy(v, u, sizeof v);
    v[n] += 1e-30 * _Complex_I;
    assert_int_equal(gud_film_reynolds.force(&gud_film_reynolds, &film, v, memory, work, g, NULL), GUD_OK);
    for (int m = 0; m < NF; m++) {
      double expected = cimag(g[m]) / 1e-30;
      expect_near("column", creal(J[m * NU + n]), expected, 1e-9 * fabs(expected) + 1e-11);
    }
  }
  free(work), free(memory);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(tangent),
                                     cmocka_unit_test(thickened),
                                     cmocka_unit_test(rough),
                                     cmocka_unit_test(shaped),
                                     cmocka_unit_test(with_transport),
                                     cmocka_unit_test(opened),
                                     cmocka_unit_test(through_the_contract)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
