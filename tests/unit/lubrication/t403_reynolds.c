/* Full Reynolds film: tables of Butenschoen, short and long limits, order, energy, mass, warm start,
   groove, Barus. */
#include "random_films.h"

/* ---- the ring of bands ---- */

static void ring(void **state)
{
  static const int sizes[][2] = {{3, 1}, {3, 4}, {8, 3}, {11, 6}};
  (void)state;
  for (int s = 0; s < 4; s++) {
    int     nb = sizes[s][0], b = sizes[s][1], n = nb * b;
    double *A = calloc((size_t)(n * n), sizeof *A), *work = calloc(gud_ring_size(nb, b), sizeof *work);
    double  x[66], y[66], yt[66];
    GudRing r;
    gud_ring_clear(&r, nb, b, work);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        int d = (j / b - i / b + nb) % nb, near = d == 0 || ((d == 1 || d == nb - 1) && i % b == j % b);
        A[i * n + j] = near ? uniform(-1, 1) + (i == j) * 8 : 0;
        if (near) *gud_ring_at(&r, i, j) = A[i * n + j];
      }
    for (int i = 0; i < n; i++) x[i] = uniform(-1, 1), y[i] = yt[i] = 0;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) y[i] += A[i * n + j] * x[j], yt[j] += A[i * n + j] * x[i];
    assert_int_equal(gud_ring_factor(&r), GUD_OK);
    gud_ring_solve(&r, y);
    gud_ring_solve_transposed(&r, yt);
    for (int i = 0; i < n; i++) {
      expect_near("solution", y[i], x[i], 1e-13);
      expect_near("solution, transposed", yt[i], x[i], 1e-13);
    }
    free(A), free(work);
  }
}

/* ---- tables ---- */

enum { COLUMNS = 8, MAX_ROWS = 32 };

typedef struct {
  int    rows;
  double eps[MAX_ROWS], value[MAX_ROWS][COLUMNS];
} Table;

static const double ratio[COLUMNS] = {1, 1 / 2., 1 / 2.5, 1 / 3., 1 / 4., 1 / 5., 1 / 6., 1 / 8.};

static Table read_table(const char *name)
{
  char        path[1024], line[512];
  const char *source = getenv("GUD_SOURCE");
  Table       t      = {0};
  snprintf(path, sizeof path, "%s/tests/reference/butenschoen_%s.csv", source ? source : ".", name);
  FILE *f = fopen(path, "r");
  if (!f) fail_msg("%s: cannot be read", path);
  while (fgets(line, sizeof line, f)) {
    char *at = line;
    if (line[0] == '#' || line[0] == 'e') continue;
    assert_true(t.rows < MAX_ROWS);
    t.eps[t.rows] = strtod(at, &at);
    for (int k = 0; k < COLUMNS; k++) t.value[t.rows][k] = strtod(at + 1, &at);
    t.rows++;
  }
  fclose(f);
  return t;
}

/* So, attitude in degrees and side flow by R^3 psi w at the eccentricity eps, from two grids. The widest
   gap is at theta = pi, where a groove one cell wide without pressure stands for Butenschoen's condition. */
static void butenschoen(double BD, double eps, double spin, double approach, double out[3])
{
  const double R = 0.05, c = 1e-4, psi = c / R, mu = 0.01;
  double       x[2][3];
  for (int fine = 0; fine < 2; fine++) {
    Solved  s;
    GudFilm film = {.radius     = R,
                    .clearance  = c,
                    .length     = 2 * R * BD,
                    .viscosity  = mu,
                    .cavitation = GUD_CAVITATION_REYNOLDS,
                    .nx         = 80 << fine,
                    .ny         = 8 << fine};
    double  u[9] = {eps * c, 0, eps * c, 0, approach * c, 0, approach * c, 0, spin};
    if (spin != 0) add_line(&film, pi, 0);
    solve(&s, &film, u, NULL);
    x[fine][0] = hypot(s.f[0], s.f[1]) * psi * psi /
                 (2 * R * film.length * mu * (fabs(spin) + fabs(approach)));
    x[fine][1] = atan2(s.f[1], -s.f[0]) * 180 / pi;
    x[fine][2] = spin != 0 ? s.figures[GUD_FILM_FLOW] / (R * R * R * psi * spin) : 0;
    release(&s);
  }
  for (int k = 0; k < 3; k++) out[k] = x[1][k] + (x[1][k] - x[0][k]) / 3; /* Richardson */
}

static int is(double eps, int column, double e, int c)
{
  return fabs(eps - e) < 1e-9 && column == c;
}

/* Printed values that do not fit into their neighbourhood; listed in the heads of the tables. */
static int misprinted_attitude(double eps, int k)
{
  return is(eps, k, 0.2, 4) || is(eps, k, 0.3, 4);
}

static int misprinted_squeeze(double eps, int k)
{
  return is(eps, k, 0.1, 1) || is(eps, k, 0.8, 2) || is(eps, k, 0.99, 6) || is(eps, k, -0.95, 7);
}

static void rotation_table(void **state)
{
  Table so = read_table("rot_So"), beta = read_table("rot_beta_deg"), flow = read_table("rot_Q");
  int   checked = 0;
  (void)state;
  for (int r = 0; r < so.rows; r++)
    for (int k = 0; k < COLUMNS && so.eps[r] < 0.91; k++) {
      double x[3];
      butenschoen(ratio[k], so.eps[r], 200, 0, x);
      expect_near("Sommerfeld number", x[0], so.value[r][k], 0.01 * so.value[r][k] + 0.00006);
      if (!misprinted_attitude(so.eps[r], k)) expect_near("attitude", x[1], beta.value[r][k], 0.3);
      expect_near("side flow", x[2], flow.value[r][k], 0.01 * flow.value[r][k] + 0.00006);
      checked++;
    }
  assert_int_equal(checked, 9 * COLUMNS);
}

static void squeeze_table(void **state)
{
  Table so      = read_table("sqz_So");
  int   checked = 0;
  (void)state;
  for (int r = 0; r < so.rows; r++)
    for (int k = 0; k < COLUMNS && fabs(so.eps[r]) < 0.91; k++) {
      double x[3];
      if (misprinted_squeeze(so.eps[r], k)) continue;
      butenschoen(ratio[k], so.eps[r], 0, 3, x);
      expect_near("Sommerfeld number of squeeze", x[0], so.value[r][k], 0.01 * so.value[r][k] + 0.00006);
      checked++;
    }
  assert_int_equal(checked, 19 * COLUMNS - 2);
}

/* ---- limits ---- */

/* Flow along only: h^3 dp/dzeta = 12 mu (Q + K), Q' = (w/2) dh/dtheta + dh/dt, integrated twice for each
   theta. (The usual formula p = 3 mu (4 zeta^2 - B^2) g/(4 h^3) leaves dh/dzeta out: the same without
   tilt.) */
static void short_bearing(const GudFilm *film, const double *u, double f[4])
{
  enum { NX = 1600, NZ = 400 };
  const double B = film->length, d = B / NZ;
  memset(f, 0, 4 * sizeof *f);
  for (int i = 0; i < NX; i++) {
    double th = (i + 0.5) * 2 * pi / NX, cs = cos(th), sn = sin(th), h[2], r[2], slope[NZ], flux[NZ], p = 0,
           K[2] = {0, 0};
    for (int e = 0; e < 2; e++) {
      h[e] = film->clearance - u[2 * e] * cs - u[2 * e + 1] * sn;
      r[e] = u[8] / 2 * (u[2 * e] * sn - u[2 * e + 1] * cs) - u[4 + 2 * e] * cs - u[5 + 2 * e] * sn;
    }
    for (int j = 0; j < NZ; j++) {
      double t = (j + 0.5) / NZ, H = (1 - t) * h[0] + t * h[1];
      flux[j]  = B * (r[0] * t + (r[1] - r[0]) * t * t / 2);
      slope[j] = 12 * film->viscosity / (H * H * H);
      K[0] -= slope[j] * flux[j], K[1] += slope[j];
    }
    for (int j = 0; j < NZ; j++) { /* p at the face j + 1; 0 at the last one */
      double zeta = (j + 1) * d - B / 2, dA = film->radius * 2 * pi / NX * d;
      p += slope[j] * (flux[j] + K[0] / K[1]) * d;
      if (film->cavitation == GUD_CAVITATION_GUEMBEL && p < 0) continue;
      f[0] -= p * cs * dA, f[1] -= p * sn * dA;
      f[2] += p * sn * zeta * dA, f[3] -= p * cs * zeta * dA;
    }
  }
}

static void short_limit(void **state)
{
  (void)state;
  for (int cavitation = GUD_CAVITATION_GUEMBEL; cavitation <= GUD_CAVITATION_FULL; cavitation++)
    for (int tilted = 0; tilted < 2; tilted++) {
      const double c    = 2e-4;
      GudFilm      film = {.radius     = 8,
                           .clearance  = c,
                           .length     = 0.04,
                           .viscosity  = 0.4, /* B/D = 1/400 */
                           .cavitation = cavitation,
                           .nx         = tilted ? 200 : 400,
                           .ny         = tilted ? 80 : 1};
      double       u[9] = {0.3 * c, -0.4 * c, 0.3 * c, -0.4 * c, 2e-4, 5e-4, 2e-4, 5e-4, 7.5}, ref[4];
      double       v[9] = {0.2 * c, 0.3 * c, 0.6 * c, -0.1 * c, 3e-4, -2e-4, -1e-4, 1e-4, 5};
      Solved       s;
      solve(&s, &film, tilted ? v : u, NULL);
      short_bearing(&film, tilted ? v : u, ref);
      double F = hypot(ref[0], ref[1]), M = tilted ? hypot(ref[2], ref[3]) : F * film.length;
      for (int k = 0; k < 4; k++)
        expect_near("short bearing", s.f[k], ref[k], (tilted ? 5e-4 : 1e-4) * (k < 2 ? F : M));
      release(&s);
    }
}

/* Force per length far from the ends: the difference of two lengths with the same cells. */
static void per_length(GudFilm film, const double *u, double f[2])
{
  Solved s;
  f[0] = f[1] = 0;
  for (int k = 0; k < 2; k++) {
    film.length = (20 + 4 * k) * film.radius, film.ny = 20 + 4 * k;
    solve(&s, &film, u, NULL);
    for (int m = 0; m < 2; m++) f[m] += (k ? 1 : -1) * s.f[m] / (4 * film.radius);
    release(&s);
  }
}

/* Long bearing, closed form (Sommerfeld); journal on the xi axis: radial = xi, tangential = eta. */
static void long_limit(void **state)
{
  (void)state;
  for (int k = 0; k < 3; k++) {
    const double c = 1e-4, R = 0.01, mu = 0.1, x = k == 2 ? 0.8 : 0.5, w = 40, rate = k == 1 ? 5 : 0;
    const double C = mu * R * R * R / (c * c), root = sqrt(1 - x * x);
    GudFilm      film = {.radius = R, .clearance = c, .viscosity = mu, .nx = 240};
    double       u[9] = {x * c, 0, x * c, 0, rate * c, 0, rate * c, 0, w}, f[2];
    double full[2] = {-12 * pi * C * rate / (root * root * root), 12 * pi * C * x * w / ((2 + x * x) * root)};
    double half[2] = {-12 * C * x * x * w / ((2 + x * x) * (1 - x * x)), full[1] / 2};
    film.cavitation = GUD_CAVITATION_FULL;
    per_length(film, u, f);
    for (int m = 0; m < 2; m++) expect_near("long bearing", f[m], full[m], 2e-3 * hypot(full[0], full[1]));
    if (rate != 0)
      continue; /* with squeeze the level of p between the ends is not the one of the closed form */
    film.cavitation = GUD_CAVITATION_GUEMBEL;
    per_length(film, u, f);
    for (int m = 0; m < 2; m++)
      expect_near("long bearing, half", f[m], half[m], 2e-3 * hypot(half[0], half[1]));
  }
}

/* Order from three grids, each twice as fine in one direction, of force and torque. Moments converge faster
   along, to their error at ny = 40; around they do as forces, but for Reynolds' condition where the edge of
   the zone steps. */
static void order_in(int cavitation, int nx, int ny, int around)
{
  const double c = 1e-4;
  double u[9] = {0.5 * c, 0.2 * c, 0.3 * c, 0.3 * c, 20 * c, 10 * c, 15 * c, 12 * c, 100}, f[3][5], d[2][3];
  for (int k = 0; k < 3; k++) {
    Solved  s;
    GudFilm film = {.radius     = 0.03,
                    .clearance  = c,
                    .length     = 0.04,
                    .viscosity  = 0.02,
                    .cavitation = cavitation,
                    .nx         = around ? nx << k : nx,
                    .ny         = around ? ny : ny << k,
                    .shear      = 1};
    solve(&s, &film, u, NULL);
    memcpy(f[k], s.f, sizeof f[k]);
    release(&s);
  }
  for (int k = 0; k < 2; k++) {
    double *a = f[k], *b = f[k + 1];
    d[k][0] = hypot(b[0] - a[0], b[1] - a[1]), d[k][1] = fabs(b[4] - a[4]),
    d[k][2] = hypot(b[2] - a[2], b[3] - a[3]);
  }
  for (int m = 0; m < (around && cavitation == GUD_CAVITATION_FULL ? 3 : 2); m++) {
    double order = log2(d[0][m] / d[1][m]);
    if (!(order > 1.7))
      fail_msg("cavitation %d, around %d, result %d: order %.2f", cavitation, around, m, order);
  }
  if (!around) expect_near("moments, ny = 40 and 80", d[0][2], 0, 1e-4 * hypot(f[2][2], f[2][3]));
}

static void second_order(void **state)
{
  (void)state;
  order_in(GUD_CAVITATION_FULL, 40, 6, 1);
  order_in(GUD_CAVITATION_REYNOLDS, 40, 6, 1);
  order_in(GUD_CAVITATION_FULL, 24, 40, 0);
}

/* ---- where the journal is on the grid ---- */

/* Force and its derivatives by position and velocity in the journal's own directions, by W, W/c and W/(c w). */
static void polar(const GudFilm *film, double e, double angle, const double motion[3], double out[10])
{
  double c = film->clearance, R[2][2] = {{cos(angle), sin(angle)}, {-sin(angle), cos(angle)}}, u[9];
  Solved s;
  for (int k = 0; k < 4; k++) {
    u[k]     = e * c * R[0][k % 2];
    u[4 + k] = c * (motion[1] * R[0][k % 2] + motion[2] * R[1][k % 2]);
  }
  u[8] = motion[0];
  solve(&s, film, u, NULL);
  for (int i = 0; i < 2; i++) {
    out[i] = R[i][0] * s.f[0] + R[i][1] * s.f[1];
    for (int k = 0; k < 2; k++)
      for (int by = 0; by < 2; by++) {
        double *x = out + 2 + 4 * by + 2 * i + k, unit = by ? c * motion[0] : c;
        *x = 0;
        for (int m = 0; m < 2; m++)
          for (int n = 0; n < 4; n++) *x += R[i][m] * s.J[9 * m + 4 * by + n] * R[k][n % 2] * unit;
      }
  }
  release(&s);
}

/* Default grid: forces and the eight coefficients while the journal passes two cells, against grids three and four times as fine
   in both directions (extrapolated by the order 2). Before edges were resolved in cells: forces 5e-3, coefficients 10 %. */
static void position_on_grid(void **state)
{
  static const double motions[2][3] = {{200, 0, 0}, {200, -60, 20}};
  (void)state;
  for (int cavitation = GUD_CAVITATION_GUEMBEL; cavitation <= GUD_CAVITATION_REYNOLDS; cavitation += 2)
    for (int k = 0; k < 6; k++) {
      const double *motion = motions[k % 2];
      double        e = 0.3 + 0.25 * (k / 2), x[10], fine[2][10], low[10], high[10], size[3] = {0};
      double        ripple = cavitation == GUD_CAVITATION_GUEMBEL && e > 0.75 ? 4e-4
                                                                              : 1e-4; /* steep where it is cut */
      GudFilm       film   = {.radius     = 0.05,
                              .clearance  = 1e-4,
                              .length     = k % 3 ? 0.05 : 0.025,
                              .viscosity  = 0.01,
                              .cavitation = cavitation};
      for (int f = 0; f < 2; f++) {
        film.nx = 40 * (f + 3), film.ny = 4 * (f + 3);
        polar(&film, e, 0.3, motion, fine[f]);
      }
      film.nx = film.ny = 0;
      for (int n = 0; n < 24; n++) {
        polar(&film, e, 0.3 + 4 * pi / GUD_REYNOLDS_NX * n / 24, motion, x);
        for (int m = 0; m < 10; m++) {
          low[m]  = n ? fmin(low[m], x[m]) : x[m];
          high[m] = n ? fmax(high[m], x[m]) : x[m];
        }
      }
      for (int m = 0; m < 10; m++) {
        fine[0][m] = fine[1][m] + (fine[1][m] - fine[0][m]) * 9 / 7;
        int kind   = m < 2 ? 0 : m < 6 ? 1 : 2;
        size[kind] = fmax(size[kind], fabs(fine[0][m]));
      }
      for (int m = 0; m < 10; m++) {
        int kind = m < 2 ? 0 : m < 6 ? 1 : 2;
        if (!kind) expect_near("force over a cell", high[m], low[m], ripple * size[0]);
        expect_near(kind ? "coefficient, least" : "force, least", low[m], fine[0][m], 0.01 * size[kind]);
        expect_near(kind ? "coefficient, largest" : "force, largest", high[m], fine[0][m], 0.01 * size[kind]);
      }
    }
}

/* ---- balances ---- */

/* -(F.v + M.omega + T w) = what the film dissipates, >= 0, to round-off. */
static void energy(void **state)
{
  (void)state;
  for (int k = 0; k < 40; k++) {
    Solved  s;
    GudFilm film = random_film(k & 1 ? GUD_CAVITATION_FULL : GUD_CAVITATION_REYNOLDS);
    double  u[9], *v = u + GUD_FILM_RATES, power;
    random_motion(&film, u);
    film.nx = 30, film.ny = 1 + k % 7;
    solve(&s, &film, u, NULL);
    power = s.f[0] * (v[0] + v[2]) / 2 + s.f[1] * (v[1] + v[3]) / 2 + s.f[4] * u[8];
    power += (s.f[3] * (v[2] - v[0]) - s.f[2] * (v[3] - v[1])) / film.length;
    assert_true(s.figures[GUD_FILM_LOSS] > 0);
    expect_near("power", -power, s.figures[GUD_FILM_LOSS], 1e-11 * s.figures[GUD_FILM_LOSS]);
    release(&s);
  }
}

static double cell_fill(const GudReynolds *g, int k)
{
  return g->kind[k] == GUD_CELL_VOID ? 1 + g->z[k] : 1;
}

static double cell_p(const GudReynolds *g, int k)
{
  return g->kind[k] == GUD_CELL_VOID ? 0 : g->z[k];
}

/* Flow beside a groove: distance from its edge instead of the one between middles, 0.1 cell at least. */
static double beside_groove(const GudReynolds *g, int from, int to, int around)
{
  const GudFilm *film = g->film;
  if ((g->kind[from] == GUD_CELL_FED) == (g->kind[to] == GUD_CELL_FED)) return 1;
  int    cell = g->kind[from] == GUD_CELL_FED ? to : from, i = cell / g->ny, j = cell % g->ny;
  double angle = fabs(remainder(2 * pi * i / g->nx - film->opening[0].angle, 2 * pi)) -
                 film->opening[0].width / 2;
  double zeta  = fabs((j + 0.5) / g->ny - 0.5) * film->length - film->opening[0].length / 2;
  double cells = around ? angle / (2 * pi / g->nx) : zeta / (film->length / g->ny);
  return 1 / fmax(cells, 0.1);
}

/* Net oil out of cell (i, j) of a steady film, written out once more, and its part through the ends. */
static double oil_out(const GudReynolds *g, const double *u, int i, int j, double *side)
{
  const GudFilm *film = g->film;
  int            ny = g->ny, k = i * ny + j;
  double w = u[8], c = film->clearance, R = film->radius, dx = 2 * pi / g->nx, dz = film->length / R / ny,
         sum = 0;
  *side      = 0;
  for (int d = -1; d <= 1; d += 2) { /* around: face at i + d/2 */
    int    to = (i + d + g->nx) % g->nx * ny + j, up = w * d > 0 ? k : to;
    double t = (j + 0.5) / ny, th = (i + 0.5 * d) * dx;
    double h = 1 - ((1 - t) * u[0] + t * u[2]) / c * cos(th) - ((1 - t) * u[1] + t * u[3]) / c * sin(th);
    sum += h * h * h * dz / dx * (cell_p(g, k) - cell_p(g, to)) * beside_groove(g, k, to, 1) +
           d * w / 2 * h * dz * cell_fill(g, up);
  }
  for (int d = -1; d <= 1; d += 2) { /* along: face at j + d/2 */
    double t = (j + 0.5 + 0.5 * d) / ny, th = i * dx;
    double h   = 1 - ((1 - t) * u[0] + t * u[2]) / c * cos(th) - ((1 - t) * u[1] + t * u[3]) / c * sin(th);
    int    end = j + d < 0 || j + d >= ny;
    double q   = h * h * h * dx / dz;
    if (!end) q *= (cell_p(g, k) - cell_p(g, k + d)) * beside_groove(g, k, k + d, 0);
    else
      q *= ny == 1 ? 6 * cell_p(g, k)
                   : (7 * cell_p(g, k) - cell_p(g, k - d)) / 2; /* no groove at the ends here */
    sum += q;
    if (end) *side += q;
  }
  return sum;
}

/* Steady mass-conserving film: nothing is lost in any cell, what the groove feeds leaves through the ends. */
static void mass(void **state)
{
  int with_void = 0;
  (void)state;
  for (int n = 0; n < 20; n++) {
    Solved  s;
    GudFilm film = random_film(GUD_CAVITATION_JFO);
    double  u[9], feed = 0, leak = 0, side, worst = 0;
    random_motion(&film, u);
    memset(u + GUD_FILM_RATES, 0, 4 * sizeof *u);
    film.nx = 48, film.ny = 2 + n % 7;
    add_groove(&film, uniform(-pi, pi), uniform(0, 5e5));
    solve(&s, &film, u, NULL);
    for (int k = 0; k < s.g.n; k++) {
      double q = oil_out(&s.g, u, k / film.ny, k % film.ny, &side);
      leak += side;
      if (s.g.kind[k] == GUD_CELL_FED) feed += q;
      else worst = fmax(worst, fabs(q));
      with_void += s.g.kind[k] == GUD_CELL_VOID && s.g.z[k] < -0.01;
      assert_true(cell_p(&s.g, k) >= -1e-12 * s.figures[GUD_FILM_PRESSURE]);
      assert_true(cell_fill(&s.g, k) <= 1 + 1e-12 && cell_fill(&s.g, k) >= 0);
    }
    expect_near("oil fed and leaving", leak, feed, 1e-10 * fabs(feed));
    expect_near("oil lost in one cell", worst, 0, 1e-10 * fabs(feed));
    release(&s);
  }
  assert_true(with_void > 500); /* the test must see cavitation */
}

/* The contract: a film solved once, with work of its size and not a byte more. */
typedef struct {
  const GudFilm *film;
  const double  *u;
  size_t         size;
  unsigned char *work;
  GudStatus      status;
  double         f[5];
} Contract;

static Contract through(const GudFilm *film, const double *u, const double *memory, double *J)
{
  Contract c = {film, u, gud_film_reynolds.size(&gud_film_reynolds, film), NULL, GUD_OK, {0}};
  c.work     = malloc(c.size + 8);
  assert_non_null(c.work);
  memset(c.work, 0x5a, c.size + 8);
  c.status = gud_film_reynolds.force(&gud_film_reynolds, film, u, memory, c.work, c.f, J);
  return c;
}

static void finish(Contract *c)
{
  for (size_t i = c->size; i < c->size + 8; i++) assert_int_equal(c->work[i], 0x5a);
  free(c->work);
}

static double pressure_at(const Contract *c, double theta, double zeta)
{
  double p;
  gud_film_reynolds.pressures(&gud_film_reynolds, c->film, c->u, c->work, 1, &theta, &zeta, &p);
  return p;
}

static GudStatus status_of(const GudFilm *film, const double *u, double *f)
{
  Contract c = through(film, u, NULL, NULL);
  memcpy(f, c.f, sizeof c.f);
  finish(&c);
  return c.status;
}

/* ---- memory ---- */

/* A journal on an orbit: systems solved per evaluation, at most and on average; forces as without memory. */
static void orbit(int cavitation, int steps, double pulse, int *most, double *mean)
{
  GudFilm film = {.radius     = 0.03,
                  .clearance  = 1e-4,
                  .length     = 0.03,
                  .viscosity  = 0.02,
                  .cavitation = cavitation,
                  .nx         = 60,
                  .ny         = 10,
                  .shear      = 1};
  int     sum  = 0;
  double *memory;
  add_groove(&film, 2, 1e5);
  memory = empty_memory(&film);
  *most  = 0;
  for (int k = 0; k <= steps; k++) {
    double c = film.clearance, t = 2 * pi * k / steps, w = 100, e = 0.6 + pulse * sin(3 * t), u[9], f[5];
    Solved s;
    for (int n = 0; n < 4; n += 2) {
      double a = t + 0.05 * n, e_t = 3 * pulse * cos(3 * t);
      u[n] = e * c * cos(a), u[n + 1] = e * c * sin(a);
      u[n + 4]       = 0.4 * w * c * (e_t * cos(a) - e * sin(a)),
            u[n + 5] = 0.4 * w * c * (e_t * sin(a) + e * cos(a));
    }
    u[8] = w;
    solve(&s, &film, u, memory);
    if (k > 0) sum += s.g.iterations, *most = s.g.iterations > *most ? s.g.iterations : *most;
    gud_reynolds_keep(&s.g, memory);
    release(&s);
    if (k % 50) continue;
    assert_int_equal(status_of(&film, u, f), GUD_OK);
    for (int m = 0; m < 5; m++)
      expect_near("force with memory", s.f[m], f[m], 1e-9 * (m < 2 ? hypot(f[0], f[1]) : 1));
  }
  *mean = (double)sum / steps;
  free(memory);
}

static void warm_start(void **state)
{
  (void)state;
  for (int cavitation = GUD_CAVITATION_REYNOLDS; cavitation <= GUD_CAVITATION_JFO; cavitation++) {
    int    most, edges = cavitation == GUD_CAVITATION_REYNOLDS; /* Newton's method: more systems */
    double mean;
    orbit(cavitation, 1600, 0, &most, &mean); /* whirl, 27 steps per cell */
    if (most > 3 + edges || mean > 1.6 + edges)
      fail_msg("whirl, cavitation %d: %d systems, %.2f on average", cavitation, most, mean);
    orbit(cavitation, 400, 0.2, &most, &mean); /* squeeze that changes its sign, coarse steps */
    if (most > 6 + 4 * edges || mean > 2.6 + 1.3 * edges)
      fail_msg("pulse, cavitation %d: %d systems, %.2f on average", cavitation, most, mean);
  }
}

/* What is read of a solution does not depend on where it began, and derivatives afterwards are those with the force. */
static void read_once_solved(void **state)
{
  (void)state;
  for (int cavitation = GUD_CAVITATION_GUEMBEL; cavitation <= GUD_CAVITATION_JFO; cavitation++) {
    GudFilm film = random_film(cavitation);
    double  u[9], a[GUD_FILM_FIGURES], b[GUD_FILM_FIGURES], J[2][45];
    random_motion(&film, u);
    add_groove(&film, -2, 2e5);
    double  *memory = empty_memory(&film);
    Contract cold   = through(&film, u, NULL, J[0]);
    assert_int_equal(cold.status, GUD_OK);
    gud_film_reynolds.remember(&gud_film_reynolds, &film, cold.work, memory);
    Contract warm = through(&film, u, memory, NULL);
    assert_int_equal(warm.status, GUD_OK);
    gud_film_reynolds.figures(&gud_film_reynolds, &film, u, cold.work, a);
    gud_film_reynolds.figures(&gud_film_reynolds, &film, u, warm.work, b);
    for (int k = 0; k < GUD_FILM_FIGURES; k++) expect_near("figure", b[k], a[k], 1e-12 * fabs(a[k]));
    for (int k = 0; k < 20; k++) {
      double th = uniform(-7, 7), zeta = uniform(-0.5, 0.5) * film.length;
      expect_near("pressure", pressure_at(&warm, th, zeta), pressure_at(&cold, th, zeta),
                  1e-12 * a[GUD_FILM_PRESSURE]);
    }
    assert_int_equal(gud_film_reynolds.jacobian(&gud_film_reynolds, &film, u, warm.work, J[1]), GUD_OK);
    for (int k = 0; k < 45; k++) expect_near("derivative", J[1][k], J[0][k], 1e-9 * fabs(J[0][k]) + 1e-12);
    finish(&cold), finish(&warm);
    free(memory);
  }
}

/* ---- groove, viscosity, torque, refusals ---- */

/* A journal at rest is pushed away from the groove; the pressure is the supply there and 0 at the ends. */
static void groove(void **state)
{
  GudFilm film = {.radius     = 0.03,
                  .clearance  = 1e-4,
                  .length     = 0.03,
                  .viscosity  = 0.02,
                  .cavitation = GUD_CAVITATION_REYNOLDS,
                  .nx         = 60, /* the groove is symmetric on this grid */
                  .ny         = 10};
  double  u[9] = {0}, out[GUD_FILM_FIGURES];
  (void)state;
  add_groove(&film, pi / 3, 4e5);
  Contract c = through(&film, u, NULL, NULL);
  assert_int_equal(c.status, GUD_OK);
  gud_film_reynolds.figures(&gud_film_reynolds, &film, u, c.work, out);
  expect_near("direction", atan2(c.f[1], c.f[0]), pi / 3 - pi, 1e-9);
  expect_near("pressure in the groove", pressure_at(&c, pi / 3, 0), 4e5, 1e-6);
  expect_near("pressure at the end", pressure_at(&c, pi / 3, 0.015), 0, 1e-6);
  expect_near("pressure beyond the end", pressure_at(&c, pi / 3, 0.0151), 0, 0);
  finish(&c);
  expect_near("largest pressure", out[GUD_FILM_PRESSURE], 4e5, 1e-6);
  expect_near("supply power", out[GUD_FILM_LOSS], 4e5 * out[GUD_FILM_FLOW], 1e-9 * out[GUD_FILM_LOSS]);
  assert_true(out[GUD_FILM_FLOW] > 0);
}

/* The edges of a groove need not be edges of cells: default grid against a fine one, odd sizes and places. */
static void groove_between_cells(void **state)
{
  (void)state;
  for (int k = 0; k < 8; k++) {
    Solved  s;
    GudFilm film    = {.radius = 0.03, .clearance = 1e-4, .length = 0.03, .viscosity = 0.02};
    double  u[9]    = {4e-5, -3e-5, 4e-5, -3e-5, 0, 0, 0, 0, 60}, f[2][3];
    film.cavitation = k & 1 ? GUD_CAVITATION_JFO : GUD_CAVITATION_REYNOLDS;
    add_groove(&film, 2 + 0.013 * k, 4e5);
    film.opening[0].width = 0.25 + 0.011 * k, film.opening[0].length = (0.5 + 0.013 * k) * film.length;
    for (int fine = 0; fine < 2; fine++) {
      if (fine) film.nx = 180, film.ny = 30;
      solve(&s, &film, u, NULL);
      f[fine][0] = s.f[0], f[fine][1] = s.f[1], f[fine][2] = s.figures[GUD_FILM_FLOW];
      release(&s);
    }
    for (int m = 0; m < 2; m++) expect_near("force", f[0][m], f[1][m], 0.05 * hypot(f[1][0], f[1][1]));
    expect_near("flow", f[0][2], f[1][2], 0.08 * f[1][2]);
  }
}

/* Barus: the film of the reduced pressure, translated cell by cell; none if that pressure is too high. */
static void barus(void **state)
{
  GudFilm film = {.radius     = 0.03,
                  .clearance  = 2e-5,
                  .length     = 0.03,
                  .viscosity  = 0.05,
                  .cavitation = GUD_CAVITATION_REYNOLDS,
                  .nx         = 60,
                  .ny         = 10};
  double  u[9] = {0.8 * 2e-5, 0, 0.8 * 2e-5, 0, 0, 0, 0, 0, 200}, sum = 0, f[5];
  Solved  plain, thick;
  (void)state;
  solve(&plain, &film, u, NULL);
  const double alpha = 0.5 / plain.figures[GUD_FILM_PRESSURE];
  GudFilm      oil   = film;
  oil.barus          = alpha;
  solve(&thick, &oil, u, NULL);
  for (int k = 0; k < plain.g.n; k++) {
    double q = gud_reynolds_pressure(&plain.g, k), p = -log(1 - alpha * q) / alpha;
    expect_near("pressure", gud_reynolds_pressure(&thick.g, k), p, 1e-10 * p + 1e-6);
    sum += p * cos(2 * pi * (k / 10) / 60) * 2 * sin(pi / 60) * film.radius * film.length / 10;
  }
  expect_near("force", thick.f[0], -sum, 1e-10 * sum);
  assert_true(thick.f[0] < 1.05 * plain.f[0]);
  release(&plain), release(&thick);
  oil.barus = 1 / (0.9 * plain.figures[GUD_FILM_PRESSURE]);
  assert_int_equal(status_of(&oil, u, f), GUD_RETRY);
}

/* Petroff for a centred journal; Sommerfeld's journal torque for a long full film, far from the ends. */
static void torque(void **state)
{
  const double R = 0.03, c = 1e-4, mu = 0.02, w = -80, x = 0.6;
  GudFilm      film = {.radius     = R,
                       .clearance  = c,
                       .length     = 0.05,
                       .viscosity  = mu,
                       .cavitation = GUD_CAVITATION_FULL,
                       .shear      = 1};
  double       u[9] = {0, 0, 0, 0, 0, 0, 0, 0, w}, f[5], petroff = -2 * pi * mu * R * R * R * w / c, T = 0;
  (void)state;
  assert_int_equal(status_of(&film, u, f), GUD_OK);
  expect_near("Petroff", f[4], petroff * film.length, 1e-12 * fabs(f[4]));
  film.shear = 0;
  assert_int_equal(status_of(&film, u, f), GUD_OK);
  expect_near("no shear asked for", f[4], 0, 0);
  film.shear = 1, film.nx = 240, u[0] = u[2] = x * c;
  for (int k = 0; k < 2; k++) {
    Solved s;
    film.length = (20 + 4 * k) * R, film.ny = 20 + 4 * k;
    solve(&s, &film, u, NULL);
    T += (k ? 1 : -1) * s.f[4] / (4 * R);
    release(&s);
  }
  double sommerfeld = petroff * 2 * (1 + 2 * x * x) / ((2 + x * x) * sqrt(1 - x * x));
  expect_near("Sommerfeld's torque", T, sommerfeld, 1e-3 * fabs(sommerfeld));
}

static void refusals(void **state)
{
  GudFilm film = {.radius     = 0.03,
                  .clearance  = 1e-4,
                  .length     = 0.03,
                  .viscosity  = 0.02,
                  .cavitation = GUD_CAVITATION_REYNOLDS};
  double  u[9] = {0, 0, 1.01e-4, 0, 0, 0, 0, 0, 100}, centred[9] = {0}, f[5], out[GUD_FILM_FIGURES];
  (void)state;
  assert_int_equal(status_of(&film, u, f), GUD_RETRY);
  Contract gone = through(&film, u, NULL, NULL);
  gud_film_reynolds.figures(&gud_film_reynolds, &film, u, gone.work, out);
  assert_true(isnan(out[GUD_FILM_LOSS]));
  finish(&gone);
  film.cavitation = GUD_CAVITATION_JFO;
  assert_non_null(gud_reynolds_fault(&film));
  assert_int_equal(status_of(&film, centred, f), GUD_FATAL);
  film.cavitation = GUD_CAVITATION_FULL, film.nx = 240, film.ny = 84;
  assert_non_null(gud_reynolds_fault(&film)); /* more cells than are allowed */
  film.ny = 40;
  assert_null(gud_reynolds_fault(&film));
  assert_int_equal(status_of(&film, centred, f), GUD_OK);
  for (int m = 0; m < 5; m++) expect_near("nothing moves", f[m], 0, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(ring),
    cmocka_unit_test(rotation_table),
    cmocka_unit_test(squeeze_table),
    cmocka_unit_test(short_limit),
    cmocka_unit_test(long_limit),
    cmocka_unit_test(second_order),
    cmocka_unit_test(position_on_grid),
    cmocka_unit_test(energy),
    cmocka_unit_test(mass),
    cmocka_unit_test(warm_start),
    cmocka_unit_test(read_once_solved),
    cmocka_unit_test(groove),
    cmocka_unit_test(groove_between_cells),
    cmocka_unit_test(barus),
    cmocka_unit_test(torque),
    cmocka_unit_test(refusals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
