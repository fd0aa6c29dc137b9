/* Rough surfaces in a film (lubrication/asperity.h): Greenwood and Tripp's integral, Patir and Cheng's flow factors, and the Stribeck curve of a
   journal bearing in equilibrium. References: tests/reference/{greenwood_tripp,patir_cheng,stribeck}.csv (provenance in their heads). */
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

/* F_n(u) = 1/sqrt(2 pi) int_0^inf t^n exp(-(t + u)^2/2) dt, with t = x^2 an even analytic function of x on the whole line: the trapezoidal rule
   converges faster than any power. n = 5/2, 3/2 */
static double by_quadrature(int twice_n, double u)
{
  const double step = 1. / 64;
  double       sum  = 0;
  for (int k = 1; k < 64 * 6; k++) {
    double x = k * step, t = x * x;
    sum += 2 * pow(x, twice_n + 1) * exp(-0.5 * (t + u) * (t + u));
  }
  return sum * step / sqrt(2 * pi);
}

static void load_integral(void **state)
{
  FILE  *f = reference("greenwood_tripp.csv");
  char   line[512];
  double u, F2, F;
  int    num = 0;
  (void)state;
  while (fgets(line, sizeof line, f)) {
    if (sscanf(line, "%lf,%lf,%lf", &u, &F2, &F) != 3) continue;
    num++;
    expect_near("F_5/2 of the file", gud_asperity_load(u, NULL) / F, 1, 1e-12);
  }
  fclose(f);
  assert_int_equal(num, 6);
  for (double x = -8; x < 10; x += 0.0371) {
    double slope, y = gud_asperity_load(x, &slope);
    expect_near("F_5/2 by quadrature", y / by_quadrature(5, x), 1, 1e-12);
    expect_near("its slope", slope / (-2.5 * by_quadrature(3, x)), 1, 1e-12);
  }
  expect_near("K'", gud_asperity_factor(0.05, 0.01), 16 * sqrt(2) * pi / 15 * 0.0025 * 0.1, 1e-17);
}

/* The mean gap is F_1(-u) sigma; its derivatives by differences of each other. */
static void mean_gap(void **state)
{
  (void)state;
  for (double h = -2; h < 5; h += 0.173) {
    const double d = 1e-4, sigma = 0.7;
    GudByGap m = gud_rough_mean(sigma, h), a = gud_rough_mean(sigma, h - d), b = gud_rough_mean(sigma, h + d);
    double   u = h / sigma, F1 = exp(-0.5 * u * u) / sqrt(2 * pi) + u * (1 - 0.5 * erfc(u / sqrt(2)));
    expect_near("h_T", m.v, sigma * F1, 1e-14);
    expect_near("its slope", m.d1, (b.v - a.v) / (2 * d), 1e-8);
    expect_near("its curvature", m.d2, (b.d1 - a.d1) / (2 * d), 1e-8);
    expect_near("its third derivative", m.d3, (b.d2 - a.d2) / (2 * d), 1e-7);
  }
}

static void flow_factors(void **state)
{
  static const char *const words[] = {"1/9", "1/6", "1/3", "1", "3", "6", "9"};
  static const double      least[] = {1, 1, 0.75, 0.5, 0.5, 0.5, 0.5};
  FILE                    *f       = reference("patir_cheng.csv");
  char                     line[512], word[16];
  double                   H, phi, shear;
  int                      num = 0;
  (void)state;
  while (fgets(line, sizeof line, f)) {
    if (sscanf(line, "%15[^,],%lf,%lf,%lf", word, &H, &phi, &shear) != 4) continue;
    int k = 0;
    while (strcmp(words[k], word) != 0) k++;
    num++;
    if (H >= least[k]) expect_near("pressure flow factor", gud_flow_factor(k, H).v, phi, 1e-9 * fabs(phi));
    expect_near("shear flow factor", gud_shear_factor(k, H).v, shear, 1e-9 * shear);
  }
  fclose(f);
  assert_true(num >= 28);
  for (int k = 0; k < 7; k++) /* the two branches of the shear factor meet */
    expect_near("branches at H = 5", gud_shear_factor(k, 5.0000001).v / gud_shear_factor(k, 5).v, 1, 1e-3);
}

/* ---- the Stribeck curve ---- */

/* Tolerances are those of the theory, 1e-3 of friction and share, on a uniform grid; a share of some 1e-3 is known to 1e-5. Order two in the grid:
   120 x 12 cells give 5e-3 ... 2e-2, 240 x 16 5e-4 ... 5e-3. */

static GudFilm bearing(int nx, int ny)
{
  GudFilm film = {.radius     = 0.02,
                  .clearance  = 30e-6,
                  .length     = 0.02,
                  .viscosity  = 0.01,
                  .cavitation = GUD_CAVITATION_REYNOLDS};
  film.shear = 1, film.nx = nx, film.ny = ny;
  film.rough = (GudRough){.sigma    = 0.5e-6,
                          .pattern  = 3,
                          .share    = 0.5,
                          .pressure = gud_asperity_factor(0.05, 0.01) * 115e9,
                          .friction = 0.1,
                          .slip     = 1e-6};
  return film;
}

/* Place of the journal at which the film carries 2000 N along x: Newton's method on the analytic derivative. */
static void equilibrium(const GudFilm *film, double speed, double e, double attitude, Solved *s)
{
  const double W = 2000, c = film->clearance;
  GudScalar    u[GUD_FILM_INPUTS] = {0};
  u[GUD_FILM_W] = speed, u[0] = u[2] = e * c * cos(attitude), u[1] = u[3] = e * c * sin(attitude);
  for (int i = 0; i < 30; i++) {
    solve(s, film, u, NULL);
    double r[2] = {s->f[0] + W, s->f[1]}, K[2][2], det, step[2];
    if (hypot(r[0], r[1]) < 1e-9 * W) return;
    for (int m = 0; m < 2; m++)
      for (int n = 0; n < 2; n++) K[m][n] = s->J[m * GUD_FILM_INPUTS + n] + s->J[m * GUD_FILM_INPUTS + n + 2];
    det     = K[0][0] * K[1][1] - K[0][1] * K[1][0];
    step[0] = -(r[0] * K[1][1] - r[1] * K[0][1]) / det, step[1] = -(r[1] * K[0][0] - r[0] * K[1][0]) / det;
    double limit = fmin(1, 0.3 * (c - hypot(u[0], u[1]) + film->rough.sigma) / hypot(step[0], step[1]));
    for (int n = 0; n < 2; n++) u[n] += limit * step[n], u[n + 2] = u[n];
    release(s);
  }
  fail_msg("no equilibrium at %g rad/s", speed);
}

static void stribeck(void **state)
{
  FILE  *f = reference("stribeck.csv");
  char   line[512];
  double speed, e, h, attitude, share, friction, viscous, p;
  int    num = 0;
  (void)state;
  while (fgets(line, sizeof line, f)) {
    if (sscanf(line, "%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf", &speed, &e, &h, &attitude, &share, &friction,
               &viscous, &p) != 8)
      continue;
    GudFilm film = bearing(480, 20);
    Solved  s;
    equilibrium(&film, speed, e, attitude, &s);
    double ecc = hypot(s.g.u[0], s.g.u[1]), got = s.figures[GUD_FILM_ASPERITY_FORCE] / 2000;
    expect_near("eccentricity", ecc, e, 5e-5);
    expect_near("least film", (1 - ecc) * film.clearance / h, 1, 1e-3);
    expect_near("attitude", atan2(s.g.u[1], s.g.u[0]), attitude, 5e-4);
    expect_near("share of the asperities", got, share, 1e-3 * share + 1e-3 * 0.01);
    expect_near("coefficient of friction", -s.f[GUD_FILM_TORQUE] / (film.radius * 2000) / friction, 1, 1e-3);
    expect_near("largest pressure", s.figures[GUD_FILM_PRESSURE] / p, 1, 5e-3);
    double loss = s.figures[GUD_FILM_ASPERITY_LOSS], power = -s.f[GUD_FILM_TORQUE] * speed;
    expect_near("power of boundary friction", loss / (2000 * speed * film.radius), friction - viscous,
                1e-3 * friction);
    assert_true(s.figures[GUD_FILM_LOSS] > loss && s.figures[GUD_FILM_LOSS] < 1.01 * power);
    num++;
    release(&s);
  }
  fclose(f);
  assert_int_equal(num, 4);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(load_integral), cmocka_unit_test(mean_gap),
                                     cmocka_unit_test(flow_factors), cmocka_unit_test(stribeck)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
