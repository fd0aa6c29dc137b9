/* Full Reynolds film in complex numbers: the analytic derivative of forces, moments and torque by all nine
   inputs is the one of the discrete film, to round-off, with the cavitated zone frozen. The kernel's
   sources are compiled here once more with GUD_COMPLEX, under names of their own. */
#define GUD_COMPLEX
#define gud_film_reynolds         complex_film_reynolds
#define gud_reynolds_fault        complex_reynolds_fault
#define gud_reynolds_size         complex_reynolds_size
#define gud_reynolds_memory       complex_reynolds_memory
#define gud_reynolds_solve        complex_reynolds_solve
#define gud_reynolds_factor       complex_reynolds_factor
#define gud_reynolds_force        complex_reynolds_force
#define gud_reynolds_figures      complex_reynolds_figures
#define gud_reynolds_pressure     complex_reynolds_pressure
#define gud_reynolds_keep         complex_reynolds_keep
#define gud_ring_size             complex_ring_size
#define gud_ring_clear            complex_ring_clear
#define gud_ring_at               complex_ring_at
#define gud_ring_factor           complex_ring_factor
#define gud_ring_solve            complex_ring_solve
#define gud_ring_solve_transposed complex_ring_solve_transposed
#include "../lubrication/ring_lu.c"
#include "../lubrication/reynolds.c"
#include "../lubrication/reynolds_force.c"
#include "random_films.h"

enum { NF = GUD_FILM_FORCES, NU = GUD_FILM_INPUTS };

/* Largest error of J against the complex step, each column and row by its own size. */
static double worst_error(const GudFilm *film, const GudScalar *u, int *cavitated)
{
  const double step = 1e-30;
  GudScalar    v[NU], J[NF * NU];
  Solved       s, d;
  double       size[NF] = {0}, scale[NU], worst = 0, slope[NF * NU];
  solve(&s, film, u, NULL);
  memcpy(J, s.J, sizeof J);
  for (int k = 0; k < s.g.n; k++) *cavitated += s.g.kind[k] == GUD_CELL_VOID || s.g.kind[k] == GUD_CELL_DRY;
  release(&s);
  for (int n = 0; n < NU; n++) { /* inputs by c, by 100 c/s, by 100/s */
    scale[n] = n < GUD_FILM_RATES ? film->clearance : n < GUD_FILM_W ? 100 * film->clearance : 100;
    memcpy(v, u, sizeof v);
    v[n] += step * scale[n] * _Complex_I;
    solve(&d, film, v, NULL);
    for (int m = 0; m < NF; m++) {
      slope[m * NU + n] = cimag(d.f[m]) / step;
      size[m]           = fmax(size[m], fabs(slope[m * NU + n]));
    }
    release(&d);
  }
  for (int m = 0; m < NF; m++)
    for (int n = 0; n < NU; n++)
      if (size[m] > 0)
        worst = fmax(worst, fabs(creal(J[m * NU + n]) * scale[n] - slope[m * NU + n]) / size[m]);
  return worst;
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

/* The contract's own entry, default grid. */
static void through_the_contract(void **state)
{
  GudFilm   film   = random_film(GUD_CAVITATION_REYNOLDS);
  double   *memory = empty_memory(&film);
  void     *work   = malloc(gud_film_reynolds.size(&film));
  GudScalar u[NU], f[NF], g[NF], J[NF * NU];
  (void)state;
  assert_non_null(work);
  random_motion(&film, u);
  assert_int_equal(gud_film_reynolds.force(&film, u, memory, work, f, NULL), GUD_OK);
  gud_film_reynolds.remember(&film, work, memory);
  assert_int_equal(gud_film_reynolds.jacobian(&film, u, work, J), GUD_OK);
  for (int n = 0; n < NU; n++) {
    GudScalar v[NU];
    memcpy(v, u, sizeof v);
    v[n] += 1e-30 * _Complex_I;
    assert_int_equal(gud_film_reynolds.force(&film, v, memory, work, g, NULL), GUD_OK);
    for (int m = 0; m < NF; m++) {
      double expected = cimag(g[m]) / 1e-30;
      expect_near("column", creal(J[m * NU + n]), expected, 1e-9 * fabs(expected) + 1e-11);
    }
  }
  free(work), free(memory);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(tangent), cmocka_unit_test(thickened),
                                     cmocka_unit_test(through_the_contract)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
