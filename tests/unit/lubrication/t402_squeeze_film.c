/* Ball in a socket (lubrication/squeeze_film.c): reference values, Reynolds' equation solved on a grid as a
   second way, pressures integrated over the sphere, tangents by complex step, objectivity, power, limits. */
#include "complex_step.h"

#include "base/vec3.h"
#include "lubrication/squeeze_film.h"

enum { NUM_MODES = 4 };

static const double radius = 9.8e-3, clearance = 0.2e-3;

static GudSqueeze film_of(int mode, int wedge)
{
  return (GudSqueeze){
    .radius = radius, .clearance = clearance, .viscosity = 0.4, .cavitation = mode, .wedge = wedge};
}

static double force_unit(void) /* of e' in 1/s: mu R^4/c^2 */
{
  return 0.4 * pow(radius, 4) / pow(clearance, 2);
}

static GudStatus squeeze(const void *film, const GudScalar *u, GudScalar *f, GudScalar *J)
{
  return gud_squeeze_force(film, u, u + 3, f, J);
}

static GudStatus wedge(const void *film, const GudScalar *u, GudScalar *f, GudScalar *J)
{
  return gud_squeeze_wedge_force(film, u, u + 3, u + 6, f, f + 3, J);
}

static void direction(double d[3])
{
  double r;
  do {
    for (int i = 0; i < 3; i++) d[i] = uniform(-1, 1);
    r = gud_norm_real(d);
  } while (r > 1 || r < 0.1);
  for (int i = 0; i < 3; i++) d[i] /= r;
}

/* u = {e, et, w}: eccentricity eps in a random direction, rates and spins of order 1/s */
static void random_state(double eps, double u[9])
{
  direction(u);
  for (int i = 0; i < 3; i++) {
    u[i] *= eps * clearance;
    u[3 + i] = clearance * uniform(-2, 2);
    u[6 + i] = uniform(-3, 3);
  }
}

static void scalars(const double u[9], GudScalar z[9])
{
  for (int i = 0; i < 9; i++) z[i] = u[i];
}

/* ---- reference values ---- */

static void test_reference(void **state)
{
  FILE  *file = open_reference("squeeze_film_force.csv");
  char   line[400];
  double x[8], worst = 0;
  int    rows = 0, skipped = 0;
  (void)state;
  while (fgets(line, sizeof line, file)) {
    if (sscanf(line, "%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf", x, x + 1, x + 2, x + 3, x + 4, x + 5, x + 6, x + 7) !=
        8)
      continue;
    rows++;
    for (int mode = GUD_SQUEEZE_SIGNED; mode <= GUD_SQUEEZE_SEAT; mode++) {
      GudSqueeze film = {.viscosity = x[0], .radius = x[1], .clearance = x[2], .cavitation = mode};
      double     d[3], t[3], u[9], F[3], r = 0;
      if (mode == GUD_SQUEEZE_SEAT && x[3] == 0 && x[4] < 0) { /* |e| = 0 cannot decrease */
        skipped++;
        continue;
      }
      direction(d), direction(t);
      for (int i = 0; i < 3; i++) {
        double across = x[3] ? t[i] - gud_dot_real(t, d) * d[i] : 0; /* motion that must not matter */
        u[i] = x[3] * x[2] * d[i], u[3 + i] = x[4] * (d[i] + across);
      }
      evaluate(squeeze, &film, 6, 3, u, F);
      for (int i = 0; i < 3; i++) r = fmax(r, fabs(F[i] + x[6 + mode] * d[i]));
      worst = fmax(worst, r / fabs(x[6]));
      /* round-off, and that of 1 - eps, formed from three coordinates */
      if (!(r <= (4e-15 + 2e-16 / (1 - x[3])) * fabs(x[6])))
        fail_msg("eps %g, rate %g, mode %d: wrong by %.2g of %.16g", x[3], x[4], mode, r, x[6]);
    }
  }
  fclose(file);
  assert_int_equal(rows, 17);
  assert_int_equal(skipped, 1);
  if (getenv("GUD_VERBOSE")) print_message("reference: worst %.2g\n", worst);
}

/* ---- Reynolds' equation on a grid: harmonic cos(m phi) about the line of centres, finite volumes in psi
   ---- (sin psi H^3 P')' - m^2 H^3 P/sin psi = -sin psi q_m(psi),  q_0 = cos psi (q along e), q_1 = sin psi
   (q across) Returns int P q_m sin psi dpsi, i.e. the force over 2 pi or pi. */
static double grid_force(double eps, int m, int num)
{
  static double lower[4001], diag[4001], upper[4001], P[4001];
  double        h = pi / num, sum = 0, mean = 0, weight = 0;
  assert_in_range(num, 2, 4000);
  for (int i = 0; i < num; i++) { /* cells; faces at i h */
    double psi = (i + 0.5) * h, H = 1 - eps * cos(psi), a = i * h, b = a + h;
    double fa = i ? sin(a) * pow(1 - eps * cos(a), 3) / h : 0;
    double fb = i < num - 1 ? sin(b) * pow(1 - eps * cos(b), 3) / h : 0;
    lower[i] = fa, upper[i] = fb;
    diag[i] = -fa - fb - m * m * h * H * H * H / sin(psi);
    P[i]    = -h * sin(psi) * (m ? sin(psi) : cos(psi));
  }
  if (!m) diag[0] *= 2; /* the level is free: this pins it at one pole */
  for (int i = 1; i < num; i++) {
    double k = lower[i] / diag[i - 1];
    diag[i] -= k * upper[i - 1];
    P[i] -= k * P[i - 1];
  }
  P[num - 1] /= diag[num - 1];
  for (int i = num - 2; i >= 0; i--) P[i] = (P[i] - upper[i] * P[i + 1]) / diag[i];
  for (int i = 0; i < num; i++) {
    double psi = (i + 0.5) * h;
    mean += P[i] * sin(psi), weight += sin(psi);
  }
  for (int i = 0; i < num; i++) {
    double psi = (i + 0.5) * h;
    sum += h * sin(psi) * (m ? sin(psi) : cos(psi)) * (P[i] - (m ? 0 : mean / weight));
  }
  return sum;
}

/* The grid's force falls into the closed form with order 2, for tangential motion, spin and approach. */
static void test_grid(void **state)
{
  static const double eps[] = {0.05, 0.3, 0.6, 0.8};
  GudSqueeze          film  = film_of(GUD_SQUEEZE_FULL, 1);
  (void)state;
  for (int k = 0; k < 4; k++)
    for (int motion = 0; motion < 3; motion++) {
      double u[9] = {eps[k] * clearance}, F[6], q = 1, error[2], exact, f[2];
      if (motion == 0) u[3] = 0.5 * clearance; /* approach: q = (1, 0, 0) */
      if (motion == 1) u[4] = 0.5 * clearance; /* tangential: q = (0, 1, 0) */
      if (motion == 2) u[8] = 1, q = -eps[k];  /* spin about z: q = -w x e = (0, -eps, 0) */
      evaluate(wedge, &film, 9, 6, u, F);
      exact = -F[motion > 0] / (force_unit() * q);
      near("other directions", fabs(F[motion == 0]) + fabs(F[2]), 0, 1e-14 * fabs(F[motion > 0]));
      for (int i = 0; i < 2; i++) {
        f[i]     = 6 * (motion ? pi : 2 * pi) * grid_force(eps[k], motion > 0, i ? 4000 : 2000);
        error[i] = fabs(f[i] - exact);
      }
      near("order of the grid", error[0] / error[1], 4, 0.05);
      near("extrapolated grid", (4 * f[1] - f[0]) / 3, exact, 2e-9 * exact);
    }
}

/* ---- pressures integrated over the sphere ---- */

/* Axes with the third along `axis`. */
static void axes_along(const double axis[3], double A[3][3])
{
  double t[3], r;
  do {
    direction(t);
    gud_cross_real(axis, t, A[0]);
    r = gud_norm_real(A[0]);
  } while (r < 0.1 * gud_norm_real(axis));
  for (int i = 0; i < 3; i++) A[2][i] = axis[i] / gud_norm_real(axis), A[0][i] /= r;
  gud_cross_real(A[2], A[0], A[1]);
}

/* -R^2 int p d over one half (or both) about `axis`: Gauss in the cosine, trapezoids around */
static void sphere_integral(const GudSqueeze *film, const double u[9], const double axis[3], int both,
                            double F[3])
{
  static const double t3[3] = {-0.7745966692414834, 0, 0.7745966692414834},
                      w3[3] = {5.0 / 9, 8.0 / 9, 5.0 / 9};
  const int pieces = 400, around = 160;
  double    A[3][3], d[3], lo = both ? -1 : 0, h = (1 - lo) / pieces;
  GudScalar z[9];
  scalars(u, z), axes_along(axis, A);
  F[0] = F[1] = F[2] = 0;
  for (int i = 0; i < 3 * pieces; i++) {
    double x = lo + h * (i / 3 + 0.5 + 0.5 * t3[i % 3]), s = sqrt(1 - x * x);
    for (int j = 0; j < around; j++) {
      double a = 2 * pi * j / around;
      for (int k = 0; k < 3; k++) d[k] = x * A[2][k] + s * (cos(a) * A[0][k] + sin(a) * A[1][k]);
      double p = gud_squeeze_wedge_pressure(film, z, z + 3, z + 6, d);
      for (int k = 0; k < 3; k++) F[k] -= p * d[k] * radius * radius * w3[i % 3] * h / 2 * 2 * pi / around;
    }
  }
}

/* where (Q2) is positive: about m = q + (e.q) e/4 */
static void hemisphere_axis(const double u[9], double m[3])
{
  double e[3], q[3], we[3];
  for (int i = 0; i < 3; i++) e[i] = u[i] / clearance;
  gud_cross_real(u + 6, e, we);
  for (int i = 0; i < 3; i++) q[i] = 2 * u[3 + i] / clearance - we[i];
  for (int i = 0; i < 3; i++) m[i] = q[i] + gud_dot_real(e, q) * e[i] / 4;
}

static void test_pressure_gives_the_force(void **state)
{
  static const double eps[] = {1e-6, 0.2, 0.41, 0.7, 0.9, 0.97};
  (void)state;
  for (int k = 0; k < 24; k++) {
    int        full = k / 6 % 2;
    GudSqueeze film = film_of(full ? GUD_SQUEEZE_FULL : GUD_SQUEEZE_GUEMBEL, 1);
    double     u[9], F[6], I[3], m[3], most = 0, out[GUD_SQUEEZE_FIGURES];
    GudScalar  z[9];
    random_state(eps[k % 6], u);
    hemisphere_axis(u, m);
    sphere_integral(&film, u, m, full, I);
    evaluate(wedge, &film, 9, 6, u, F);
    for (int i = 0; i < 3; i++) near("integral of the pressure", I[i], F[i], 1e-11 * gud_norm_real(F));
    scalars(u, z);
    gud_squeeze_figures(&film, z, z + 3, z + 6, out);
    double A[3][3], e[3], axis[3];
    memcpy(e, u, sizeof e), gud_cross_real(e, m, axis),
      axes_along(axis, A); /* the plane of e and m holds the peak */
    for (int i = 0; i < 20000; i++) {
      double a = 2 * pi * i / 20000, d[3];
      for (int j = 0; j < 3; j++) d[j] = cos(a) * A[0][j] + sin(a) * A[1][j];
      most = fmax(most, gud_squeeze_wedge_pressure(&film, z, z + 3, z + 6, d));
    }
    near("largest pressure", out[GUD_SQUEEZE_PRESSURE], most, 1e-5 * most);
    assert_true(out[GUD_SQUEEZE_PRESSURE] >= most * (1 - 1e-12));
    near("pressure where it is said to be largest",
         gud_squeeze_wedge_pressure(&film, z, z + 3, z + 6, out + GUD_SQUEEZE_AT), out[GUD_SQUEEZE_PRESSURE],
         1e-14 * most);
    near("a direction", gud_norm_real(out + GUD_SQUEEZE_AT), 1, 1e-14);
    for (int i = 0; i < 2000; i++) { /* nowhere on the sphere is there more */
      double d[3];
      direction(d);
      assert_true(gud_squeeze_wedge_pressure(&film, z, z + 3, z + 6, d) <=
                  out[GUD_SQUEEZE_PRESSURE] * (1 + 1e-12));
    }
  }
}

/* Squeeze film alone, all four modes: -2 pi R^2 int p cos sin dpsi is the force along the line of centres. */
static void test_squeeze_pressure(void **state)
{
  (void)state;
  for (int k = 0; k < 40; k++) {
    GudSqueeze film = film_of(k % NUM_MODES, 0);
    double    u[9], F[6], I = 0, most = 0, out[GUD_SQUEEZE_FIGURES], eps = k < 4 ? 0 : uniform(0, 0.9), along;
    GudScalar z[9];
    const int num = 4000;
    random_state(eps, u), scalars(u, z);
    evaluate(squeeze, &film, 6, 3, u, F);
    for (int i = 0; i < num; i++) { /* midpoints, order 2; psi = pi/2 is an edge */
      double psi = (i + 0.5) * pi / num, p = gud_squeeze_pressure(&film, z, z + 3, psi);
      most = fmax(most, p);
      I -= 2 * pi * radius * radius * p * cos(psi) * sin(psi) * pi / num;
    }
    along = eps > 0 ? gud_dot_real(F, u) / (eps * clearance) : -gud_norm_real(F);
    near("integral of the pressure", I, along, 1e-5 * fabs(along));
    gud_squeeze_figures(&film, z, z + 3, z + 6, out);
    near("largest pressure", out[GUD_SQUEEZE_PRESSURE], most, 1e-4 * most);
    if (eps > 0) {
      double x = gud_dot_real(out + GUD_SQUEEZE_AT, u) / (eps * clearance);
      near("pressure where it is said to be largest",
           gud_squeeze_pressure(&film, z, z + 3, acos(fmax(-1, fmin(1, x)))), out[GUD_SQUEEZE_PRESSURE],
           1e-12 * most);
    }
    near("least thickness", out[GUD_SQUEEZE_MIN], clearance * (1 - eps), 1e-15 * clearance);
    near("power lost", out[GUD_SQUEEZE_LOSS], -gud_dot_real(F, u + 3), 1e-15);
  }
}

/* ---- modes against each other ---- */

/* The hemisphere's integral (Q5) is the closed form (Q3) if the ball moves along the line of centres. */
static void test_hemisphere_on_the_line(void **state)
{
  (void)state;
  for (int k = 0; k < 400; k++) {
    GudSqueeze film = film_of(GUD_SQUEEZE_GUEMBEL, 1);
    double     u[9] = {0}, F[6], E[3], eps = k % 2 ? uniform(0, 0.9) : 1 - exp(uniform(-5, 0));
    random_state(eps, u);
    for (int i = 0; i < 3; i++) u[3 + i] = (k % 4 < 2 ? 1 : -1) * u[i], u[6 + i] = 0;
    evaluate(wedge, &film, 9, 6, u, F);
    evaluate(squeeze, &film, 6, 3, u, E);
    for (int i = 0; i < 3; i++) near("radial motion", F[i], E[i], 2e-12 * gud_norm_real(E));
  }
}

/* Motion across the line of centres: the half film's force across is half of the full film's, and it also
   pushes the ball off the wall. `signed` with wedge has the same force across. */
static void test_hemisphere_across(void **state)
{
  (void)state;
  for (int k = 0; k < 100; k++) {
    GudSqueeze film[3] = {film_of(GUD_SQUEEZE_GUEMBEL, 1), film_of(GUD_SQUEEZE_FULL, 1),
                          film_of(GUD_SQUEEZE_SIGNED, 1)};
    double     u[9]    = {0}, F[3][6];
    u[0] = uniform(0.01, 0.98) * clearance, u[4] = 0.3 * clearance, u[8] = uniform(-1, 1);
    for (int i = 0; i < 3; i++) evaluate(wedge, film + i, 9, 6, u, F[i]);
    near("across", F[0][1], F[1][1] / 2, 1e-11 * fabs(F[1][1]));
    near("signed across", F[2][1], F[1][1] / 2, 1e-13 * fabs(F[1][1]));
    near("full, radial", F[1][0], 0, 1e-13 * fabs(F[1][1]));
    assert_true(F[0][0] < 0);
  }
}

static void test_limits(void **state)
{
  double unit = force_unit() / clearance;
  (void)state;
  for (int mode = 0; mode < NUM_MODES; mode++)
    for (int w = 0; w < 2; w++) {
      GudSqueeze film = film_of(mode, w);
      double     u[9], F[6], k = mode == GUD_SQUEEZE_FULL ? 8 * pi : 4 * pi;
      random_state(0, u);
      evaluate(wedge, &film, 9, 6, u, F);
      for (int i = 0; i < 3; i++) {
        near("centre", F[i], -k * unit * u[3 + i], 1e-13 * k * unit * clearance);
        near("Petroff", F[3 + i], -w * 2 * pi * force_unit() * clearance * 4 / 3 * u[6 + i], 1e-18);
      }
      if (!w || mode == GUD_SQUEEZE_SEAT) continue; /* the others do not jump beside the centre */
      double E[6], d[3];
      direction(d);
      for (int i = 0; i < 3; i++) u[i] = 1e-12 * clearance * d[i];
      evaluate(wedge, &film, 9, 6, u, E);
      for (int i = 0; i < 6; i++) near("beside the centre", E[i], F[i], 1e-10 * gud_norm_real(F));
    }
  for (int k = 0; k < 30;
       k++) { /* spin about the line of centres: no force; torque by quadrature of the shear */
    GudSqueeze film = film_of(GUD_SQUEEZE_FULL, 1);
    double     eps = uniform(0, 0.9), u[9] = {eps * clearance, 0, 0, 0, 0, 0, 1}, F[6], T = 0, S = 0, E[6];
    const int  num = 20000;
    evaluate(wedge, &film, 9, 6, u, F);
    for (int i = 0; i < 3; i++) near("no force", F[i], 0, 0);
    for (int i = 0; i < num; i++) {
      double x = -1 + (i + 0.5) * 2 / num, q = 2 * pi * force_unit() * clearance * 2 / num / (1 - eps * x);
      T -= q * (1 - x * x), S -= q * (1 + x * x) / 2;
    }
    near("torque about the line of centres", F[3], T, 1e-6 * fabs(T));
    u[6] = 0, u[7] = 1, u[5] = -0.5 * eps * clearance; /* across, with e' = w x e/2: q = 0, no pressure */
    evaluate(wedge, &film, 9, 6, u, E);
    near("rolling without pressure", gud_norm_real(E), 0, 1e-15 * force_unit());
    near("torque across", E[4], S, 1e-6 * fabs(S));
  }
}

/* ---- tangents ---- */

static void tangents(const GudSqueeze *film, const double u[9], double tolerance)
{
  double f[6], scale[6], width[9], eps = gud_norm_real(u) / clearance, room;
  room = film->wedge && film->cavitation != GUD_SQUEEZE_SEAT ? 1 - eps : fmin(1 - eps, eps > 0 ? eps : 1);
  evaluate(wedge, film, 9, 6, u, f);
  for (int i = 0; i < 6; i++)
    scale[i] = (gud_norm_real(f) + force_unit() / (1 - eps)) * (i < 3 ? 1 : clearance);
  for (int i = 0; i < 9; i++) width[i] = i < 3 ? room * clearance : i < 6 ? clearance * (1 - eps) : 1;
  near("tangent with wedge", tangent_error(wedge, film, 9, 6, u, scale, width), 0, tolerance);
  if (!film->wedge) near("tangent", tangent_error(squeeze, film, 6, 3, u, scale, width), 0, tolerance);
}

static void test_tangent(void **state)
{
  (void)state;
  for (int k = 0; k < 2 * NUM_MODES; k++) {
    GudSqueeze film = film_of(k / 2, k % 2);
    double     u[9], e[3];
    for (int i = 0; i < 300; i++) {
      random_state(i % 3 ? uniform(0, 0.95) : i % 2 ? exp(uniform(-25, 0)) : 1 - exp(uniform(-6, 0)), u);
      tangents(&film, u, 1e-11);
    }
    random_state(0.5, u), memcpy(e, u, sizeof e);
    for (int i = 6; i < 9; i++) u[i] = 0; /* w = 0 */
    tangents(&film, u, 1e-12);
    gud_cross_real(e, (double[3]){1, 2, 3}, u + 3); /* tangential motion: p = 0 */
    tangents(&film, u, 1e-12);
    random_state(0, u);
    if (film.cavitation != GUD_SQUEEZE_GUEMBEL || film.wedge) tangents(&film, u, 1e-13); /* centre */
    memset(u, 0, sizeof u), tangents(&film, u, 1e-13);                                   /* centre, at rest */
    memcpy(u, e, sizeof e), tangents(&film, u, 1e-13); /* at rest off the centre: see also below */
  }
}

/* Half film with wedge at rest off the centre: J is the mean of the two sides of the kink. */
static void test_tangent_at_rest(void **state)
{
  GudSqueeze film = film_of(GUD_SQUEEZE_GUEMBEL, 1);
  GudScalar  z[9], f[6], J[54];
  double     u[9], up[9], dn[9], fu[6], fd[6];
  (void)state;
  random_state(0.6, u);
  for (int i = 3; i < 9; i++) u[i] = 0;
  scalars(u, z);
  assert_int_equal(wedge(&film, z, f, J), GUD_OK);
  for (int j = 3; j < 9; j++) {
    double h = j < 6 ? clearance : 1;
    memcpy(up, u, sizeof u), memcpy(dn, u, sizeof u);
    up[j] += h, dn[j] -= h;
    evaluate(wedge, &film, 9, 6, up, fu), evaluate(wedge, &film, 9, 6, dn, fd);
    for (int i = 0; i < 6; i++)
      near("J at rest", gud_re(J[9 * i + j]) * h, (fu[i] - fd[i]) / 2,
           1e-11 * force_unit() * (i < 3 ? 1 : clearance));
  }
}

/* Half film without wedge, through the centre: force and derivative go on without a jump. */
static void test_through_the_centre(void **state)
{
  GudSqueeze film = film_of(GUD_SQUEEZE_GUEMBEL, 0);
  GudScalar  z[9], f[3], J[18];
  double     u[9], up[9], dn[9], fu[3], fd[3], d[3], step = 1e-4;
  (void)state;
  random_state(0, u), scalars(u, z);
  for (int i = 0; i < 3; i++) d[i] = u[3 + i] / gud_norm_real(u + 3);
  assert_int_equal(squeeze(&film, z, f, J), GUD_OK);
  memcpy(up, u, sizeof u), memcpy(dn, u, sizeof u);
  for (int i = 0; i < 3; i++) up[i] = step * clearance * d[i], dn[i] = -up[i];
  evaluate(squeeze, &film, 6, 3, up, fu), evaluate(squeeze, &film, 6, 3, dn, fd);
  for (int i = 0; i < 3; i++) {
    double slope = gud_re(J[6 * i] * d[0] + J[6 * i + 1] * d[1] + J[6 * i + 2] * d[2]) * clearance;
    near("slope", slope, (fu[i] - fd[i]) / (2 * step), 10 * step * step * gud_norm_real(fu));
    near("value", gud_re(f[i]), (fu[i] + fd[i]) / 2, 10 * step * step * gud_norm_real(fu));
  }
}

/* Close to the centre nothing cancels: the tangent with wedge stays bounded and smooth down to 1e-12 of c. */
static void test_small_eccentricity(void **state)
{
  (void)state;
  for (int full = 0; full < 2; full++) {
    GudSqueeze film = film_of(full ? GUD_SQUEEZE_FULL : GUD_SQUEEZE_GUEMBEL, 1);
    double     u[9], d[3];
    GudScalar  z[9], f[6], J[54], J0[54];
    random_state(0, u), scalars(u, z), direction(d);
    assert_int_equal(wedge(&film, z, f, J0), GUD_OK);
    for (double eps = 1e-4; eps > 1e-13; eps /= 10) {
      for (int i = 0; i < 3; i++) z[i] = eps * clearance * d[i];
      assert_int_equal(wedge(&film, z, f, J), GUD_OK);
      for (int i = 0; i < 27; i++) {
        double width = i % 9 < 6 ? clearance : 1;
        near("J near the centre", gud_re(J[i]) * width, gud_re(J0[i]) * width,
             (1000 * eps + 1e-13) * force_unit());
      }
    }
  }
}

/* ---- objectivity, power, no film ---- */

static void test_objective(void **state)
{
  (void)state;
  for (int k = 0; k < 400; k++) {
    GudSqueeze film = film_of(k % NUM_MODES, k / NUM_MODES % 2);
    double     u[9], v[9], F[6], G[6], E[3], A[3][3], d[3];
    random_state(uniform(0, 0.95), u), direction(d), axes_along(d, A);
    for (int i = 0; i < 9; i++) v[i] = gud_dot_real(A[i % 3], u + i / 3 * 3);
    evaluate(wedge, &film, 9, 6, u, F), evaluate(wedge, &film, 9, 6, v, G);
    for (int i = 0; i < 6; i++)
      near("turned", G[i], gud_dot_real(A[i % 3], F + i / 3 * 3), 1e-13 * force_unit() * (i < 3 ? 1000 : 1));
    if (film.wedge) continue;
    evaluate(squeeze, &film, 6, 3, u, E); /* the two functions agree, and spin does not act */
    for (int i = 0; i < 3; i++) near("F", F[i], E[i], 0), near("T", F[3 + i], 0, 0);
  }
}

static void test_power(void **state)
{
  (void)state;
  for (int k = 0; k < 8000; k++) {
    GudSqueeze film = film_of(k % NUM_MODES, k / NUM_MODES % 2);
    double     u[9], F[6], power, out[GUD_SQUEEZE_FIGURES];
    GudScalar  z[9];
    random_state(uniform(0, 0.99), u), scalars(u, z);
    for (int i = 0; i < 9; i++)
      if (k % 16 == 7 && i > 5) u[i] = 0; /* no spin */
    evaluate(wedge, &film, 9, 6, u, F);
    power = gud_dot_real(F, u + 3) + gud_dot_real(F + 3, u + 6);
    if (!(film.wedge ? power < 0 : power <= 0))
      fail_msg("mode %d wedge %d: power %g W", k % 4, film.wedge, power);
    scalars(u, z);
    gud_squeeze_figures(&film, z, z + 3, z + 6, out);
    near("power lost", out[GUD_SQUEEZE_LOSS], -power, 1e-12 * fabs(power));
  }
}

static void test_no_film(void **state)
{
  (void)state;
  for (int k = 0; k < 2 * NUM_MODES; k++) {
    GudSqueeze film = film_of(k / 2, k % 2);
    GudScalar  z[9] = {clearance}, f[6];
    assert_int_equal(wedge(&film, z, f, 0), GUD_RETRY);
    assert_int_equal(squeeze(&film, z, f, 0), GUD_RETRY);
    z[0] = -2 * clearance;
    assert_int_equal(wedge(&film, z, f, 0), GUD_RETRY);
    z[0] = clearance * (1 - 1e-9);
    assert_int_equal(wedge(&film, z, f, 0), GUD_OK);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_reference),
    cmocka_unit_test(test_grid),
    cmocka_unit_test(test_pressure_gives_the_force),
    cmocka_unit_test(test_squeeze_pressure),
    cmocka_unit_test(test_hemisphere_on_the_line),
    cmocka_unit_test(test_hemisphere_across),
    cmocka_unit_test(test_limits),
    cmocka_unit_test(test_tangent),
    cmocka_unit_test(test_tangent_at_rest),
    cmocka_unit_test(test_through_the_centre),
    cmocka_unit_test(test_small_eccentricity),
    cmocka_unit_test(test_objective),
    cmocka_unit_test(test_power),
    cmocka_unit_test(test_no_film),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
