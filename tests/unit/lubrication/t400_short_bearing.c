/* The short journal bearing (lubrication/short_bearing.c): reference values by independent quadrature,
   limits in closed form, tangents by complex step, objectivity, power, and what is shown of a film. */
#include "complex_step.h"

#include "lubrication/film.h"

enum { N = GUD_FILM_INPUTS, M = GUD_FILM_FORCES };

extern const GudFilmModel gud_film_short;

static GudFilm bearing(int cavitation, int shear)
{
  return (GudFilm){.radius     = 0.03,
                   .clearance  = 2e-4,
                   .length     = 0.04,
                   .viscosity  = 0.4,
                   .cavitation = cavitation,
                   .shear      = shear};
}

static void *work(const GudFilm *film)
{
  static GudScalar room[1024];
  assert_true(gud_film_short.size(&gud_film_short, film) <= sizeof room);
  return room;
}

/* Derivatives with the force, or afterwards of what it has left: the same. */
static GudStatus kernel(const void *film, const GudScalar *u, GudScalar *f, GudScalar *J)
{
  GudScalar g[M], K[M * N];
  GudStatus status = gud_film_short.force(&gud_film_short, film, u, 0, work(film), f, J);
  if (!J || status != GUD_OK) return status;
  assert_int_equal(gud_film_short.force(&gud_film_short, film, u, 0, work(film), g, NULL), GUD_OK);
  assert_int_equal(gud_film_short.jacobian(&gud_film_short, film, u, work(film), K), GUD_OK);
  assert_memory_equal(K, J, sizeof K);
  return status;
}

static void figures_of(const GudFilm *film, const GudScalar *u, double *out)
{
  GudScalar f[M];
  gud_film_short.force(&gud_film_short, film, u, 0, work(film), f, NULL);
  gud_film_short.figures(&gud_film_short, film, u, work(film), out);
}

static double pressure_of(const GudFilm *film, const GudScalar *u, double theta, double zeta)
{
  double p;
  gud_film_short.pressures(&gud_film_short, film, u, NULL, 1, &theta, &zeta, &p);
  return p;
}

static void force(const GudFilm *o, const double u[N], double f[M])
{
  evaluate(kernel, o, N, M, u, f);
}

/* |F| or |M|/B, whichever is larger */
static double size_of(const GudFilm *o, const double f[M])
{
  return fmax(hypot(f[0], f[1]), hypot(f[2], f[3]) / o->length);
}

/* Both ends at (x, y) c, moving with (x_t, y_t) c. */
static void aligned(double c, double x, double y, double x_t, double y_t, double w, double u[N])
{
  const double one[N] = {c * x, c * y, c * x, c * y, c * x_t, c * y_t, c * x_t, c * y_t, w};
  memcpy(u, one, sizeof one);
}

/* Each end anywhere within the part `most` of the clearance, with any velocity. */
static void anywhere(double c, double most, double u[N])
{
  for (int k = 0; k < 2; k++) {
    double e = most * c * sqrt(uniform(0, 1)), a = uniform(-3.2, 3.2);
    u[2 * k] = e * cos(a), u[2 * k + 1] = e * sin(a);
  }
  for (int i = 4; i < 8; i++) u[i] = c * uniform(-5, 5);
  u[8] = uniform(-9, 9);
}

/* ---- reference values ---- */

/* The numbers of a row after its name. */
static int read_row(FILE *file, char name[40], double *x, int most)
{
  char line[1000], *at, *next;
  int  n = 0;
  if (!fgets(line, sizeof line, file)) return -1;
  if (line[0] == '#' || !(at = strchr(line, ','))) return 0;
  snprintf(name, 40, "%.*s", (int)(at - line), line);
  while (*at == ',' && n < most) {
    x[n] = strtod(at + 1, &next);
    if (next == at + 1) return 0;
    at = next, n++;
  }
  return n;
}

/* mu, R, B, c, w, u[8], (full,) F_xi, F_eta, M_xi, M_eta(, T, error) */
static int compare_file(const char *path, int columns, int hard, double tolerance)
{
  FILE  *file = open_reference(path);
  char   name[40], what[80];
  double x[24], worst = 0;
  int    n, rows      = 0;
  while ((n = read_row(file, name, x, 24)) >= 0) {
    if (n == 0) continue;
    assert_int_equal(n, columns);
    GudFilm       o   = {.viscosity = x[0], .radius = x[1], .length = x[2], .clearance = x[3], .shear = hard};
    const double *ref = x + 13 + hard;
    double        u[N], f[M], size = size_of(&o, ref);
    o.cavitation = hard && x[13] > 0 ? GUD_CAVITATION_FULL : GUD_CAVITATION_GUEMBEL;
    for (int i = 0; i < 8; i++) u[i] = x[5 + i];
    u[8] = x[4];
    force(&o, u, f);
    for (int i = 0; i < 4 + hard; i++) {
      double lever = i < 2 ? 1 : i < 4 ? o.length : o.clearance;
      double room  = tolerance * (i < 4 ? size * lever : fmax(size * lever, fabs(ref[4])));
      snprintf(what, sizeof what, "%s, component %d", name, i);
      near(what, f[i], ref[i], room);
      worst = fmax(worst, fabs(f[i] - ref[i]) / room * tolerance);
    }
    rows++;
  }
  fclose(file);
  if (getenv("GUD_VERBOSE")) print_message("%s: worst %.2g\n", path, worst);
  return rows;
}

/* the kernel chooses its panels for 1e-11 */
static void test_reference(void **state)
{
  (void)state;
  assert_int_equal(compare_file("short_bearing_force.csv", 17, 0, 1e-11), 10);
  assert_int_equal(compare_file("short_bearing_hard.csv", 20, 1, 1e-11), 38);
}

/* ---- limits in closed form, aligned ---- */

static void test_ocvirk(void **state)
{
  GudFilm o = bearing(GUD_CAVITATION_GUEMBEL, 0);
  double  c = o.clearance, u[N], f[M];
  (void)state;
  for (double e = 1e-8; e < 1; e = e < 0.1 ? 10 * e : e + 0.13) {
    double w = 7, k = o.viscosity * w * o.radius * pow(o.length, 3) / (c * c), q = 1 - e * e;
    aligned(c, e, 0, 0, 0, w, u);
    force(&o, u, f);
    near("radial", f[0], -k * e * e / (q * q), 1e-14 * k * e * e / (q * q));
    near("tangential", f[1], k * pi * e / (4 * pow(q, 1.5)), 1e-14 * k * e / pow(q, 1.5));
    near("attitude angle", atan2(f[1], -f[0]), atan(pi * sqrt(q) / (4 * e)), 1e-14);
    near("moment", f[2], 0, 0), near("moment", f[3], 0, 0), near("torque", f[4], 0, 0);
  }
  o.cavitation = GUD_CAVITATION_FULL; /* no radial force */
  aligned(c, 0.6, 0, 0, 0, 7, u);
  force(&o, u, f);
  near("full film, radial", f[0], 0, 1e-14 * f[1]);
}

/* Pure approach: -mu R B^3 v/c^3 [(1 + 2 e^2) arccos(-e)/(1 - e^2)^(5/2) + 3 e/(1 - e^2)^2], also while it
   recedes (e < 0) as far as doubles can say it; growth (1 - e)^(-5/2) at the wall. */
static void test_squeeze(void **state)
{
  GudFilm o = bearing(GUD_CAVITATION_GUEMBEL, 0);
  double  c = o.clearance, u[N], f[M], g[M], k = o.viscosity * o.radius * pow(o.length, 3) / pow(c, 3);
  (void)state;
  for (double e = -0.9; e < 1; e += 0.1) {
    double q = 1 - e * e, a = (1 + 2 * e * e) * acos(-e) / pow(q, 2.5), b = 3 * e / (q * q), v = 3 * c;
    aligned(c, 0, e, 0, 3, 0, u);
    force(&o, u, f);
    near("squeeze", f[1], -k * v * (a + b), 1e-14 * k * v * (fabs(a) + fabs(b)));
    near("across", f[0], 0, 1e-15 * fabs(f[1]));
  }
  aligned(c, 1 - 1e-6, 0, 1, 0, 0, u);
  force(&o, u, f);
  aligned(c, 1 - 1e-8, 0, 1, 0, 0, u);
  force(&o, u, g);
  near("growth at the wall", log10(g[0] / f[0]), 5, 1e-5);
  aligned(c, 1 - 1e-8, 0, -1, 0, 0, u); /* and none while it recedes: int cos^2/(1 + cos)^3 = 4/15 */
  force(&o, u, g);
  aligned(c, 1 - 1e-12, 0, -1, 0, 0, u);
  force(&o, u, f);
  near("receding from the wall", f[0], g[0], 1e-7 * g[0]);
  near("receding from the wall", f[0], k * c * 4.0 / 15, 1e-11 * f[0]);
}

/* The journal whirls at half its speed: each cross-section is carried along, G = 0. */
static void test_whirl(void **state)
{
  GudFilm o = bearing(GUD_CAVITATION_GUEMBEL, 0);
  double  c = o.clearance, u[N], f[M], g[M];
  (void)state;
  for (int k = 0; k < 40; k++) {
    anywhere(c, 0.9, u);
    if (k % 2) aligned(c, 0.3, -0.5, 0, 0, u[8], u);
    for (int i = 0; i < 4; i += 2) u[4 + i] = u[5 + i] = 0;
    force(&o, u, g);
    for (int i = 0; i < 4; i += 2) u[4 + i] = -u[8] * u[i + 1] / 2, u[5 + i] = u[8] * u[i] / 2;
    force(&o, u, f);
    for (int i = 0; i < 4; i++) near("half-speed whirl", f[i], 0, 1e-14 * size_of(&o, g));
  }
}

static void test_petroff(void **state)
{
  double u[N], f[M];
  (void)state;
  for (int full = 0; full < 2; full++) {
    GudFilm o = bearing(full, 1);
    double  w = 9, c = o.clearance, R = o.radius, T = 2 * pi * o.viscosity * w * R * R * R * o.length / c;
    aligned(c, 0, 0, 0.2, 0.1, w, u);
    force(&o, u, f);
    near("Petroff", f[4], -T, 1e-15 * T);
    aligned(c, 0.6, 0, 0, 0, w, u);
    force(&o, u, f);
    near("eccentric", f[4], -T / 0.8 - 0.3 * c * f[1], 1e-15 * T);
    o.shear = 0;
    force(&o, u, f);
    near("no shear", f[4], 0, 0);
  }
}

/* ---- tangents ---- */

/* Errors as parts of the largest entry of each row; places in units of the least thickness, rates of c/s. */
static void all_tangents(const GudFilm *o, const double u[N], double tolerance)
{
  GudScalar z[N], f[M], J[M * N];
  double    scale[M] = {0}, width[N], c = o->clearance, h = c - fmax(hypot(u[0], u[1]), hypot(u[2], u[3]));
  for (int j = 0; j < N; j++) z[j] = u[j], width[j] = j < 4 ? h : j < 8 ? c : 1;
  assert_int_equal(kernel(o, z, f, J), GUD_OK);
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++) scale[i] = fmax(scale[i], fabs(gud_re(J[i * N + j])) * width[j]);
  for (int i = 0; i < 4; i++) assert_true(scale[i] > 0);
  if (!o->shear) scale[4] = 1e-300; /* must be 0 */
  else assert_true(scale[4] > 0);
  near("tangent", tangent_error(kernel, o, N, M, u, scale, width), 0, tolerance);
}

static void test_tangent(void **state)
{
  (void)state;
  for (int k = 0; k < 4; k++) {
    GudFilm o = bearing(k % 2, k / 2);
    double  c = o.clearance, u[N];
    for (int i = 0; i < 300; i++) {
      anywhere(c, i % 3 ? 0.95 : 0.999, u);
      if (i % 5 == 1) u[8] = 0;
      if (i % 5 == 2) u[4] = u[5] = u[6] = u[7] = 0;
      if (i % 5 == 3) u[2] = u[0], u[3] = u[1];                                    /* aligned, but it tilts */
      if (i % 5 == 4) aligned(c, u[0] / c, u[1] / c, u[4] / c, u[5] / c, u[8], u); /* aligned */
      all_tangents(&o, u, 1e-11);
    }
    aligned(c, 0, 0, 1.3, 0.4, 2, u), all_tangents(&o, u, 1e-14);        /* centre, moving */
    aligned(c, 0, 0, 0, 0, 2, u), all_tangents(&o, u, 1e-14);            /* centre, spinning */
    aligned(c, 0, 0, 1.3, 0.4, 0, u), all_tangents(&o, u, 1e-14);        /* centre, squeezed */
    aligned(c, 1e-12, 2e-12, 1e-9, 0, 2, u), all_tangents(&o, u, 1e-13); /* nearly */
    aligned(c, 0.6, 0.3, 0, 0, 2, u), all_tangents(&o, u, 1e-13);        /* rates 0 */
    aligned(c, 0.6, 0.3, -0.2, 0.1, 0, u), all_tangents(&o, u, 1e-13);   /* w = 0 */
    aligned(c, 0.6, 0.3, 0, 0, 0, u), u[6] = c, u[4] = -c,
                                      all_tangents(&o, u, 1e-13); /* G = 0 in the middle */
  }
}

/* At rest off the centre a half film has a kink. J is the mean of the two sides; the force has degree one in
   the velocities, so that a central difference of any width gives it. */
static void test_tangent_at_rest(void **state)
{
  GudFilm o = bearing(GUD_CAVITATION_GUEMBEL, 1);
  (void)state;
  for (int k = 0; k < 10; k++) {
    GudScalar z[N], f[M], J[M * N];
    double    u[N], up[N], down[N], fu[M], fd[M], c = o.clearance;
    anywhere(c, 0.8, u);
    if (k % 2) aligned(c, 0.5, 0.2, 0, 0, 0, u);
    for (int i = 4; i < N; i++) u[i] = 0;
    for (int i = 0; i < N; i++) z[i] = u[i];
    assert_int_equal(kernel(&o, z, f, J), GUD_OK);
    for (int i = 0; i < M; i++) near("force at rest", gud_re(f[i]), 0, 0);
    for (int j = 4; j < N; j++) {
      double h = j < GUD_FILM_W ? c : 1;
      memcpy(up, u, sizeof u), memcpy(down, u, sizeof u);
      up[j] += h, down[j] -= h;
      force(&o, up, fu);
      force(&o, down, fd);
      for (int i = 0; i < M; i++)
        near("tangent at rest", gud_re(J[i * N + j]) * h, (fu[i] - fd[i]) / 2,
             1e-11 * size_of(&o, fu) * (i < 2 ? 1 : o.length) + (i < 4 ? 0 : 1e-14 * fabs(fu[4])));
    }
  }
}

/* Two ways to integrate along the axis meet: closed form below a tilt of 1e-10, Gauss above. */
static void test_small_tilt(void **state)
{
  GudFilm   o = bearing(GUD_CAVITATION_GUEMBEL, 1);
  double    c = o.clearance, u[N], v[N];
  GudScalar z[N], f[2][M], J[2][M * N];
  (void)state;
  for (int k = 0; k < 20; k++) {
    anywhere(c, 0.8, v);
    for (int t = 0; t < 2; t++) {
      double tilt = t ? 1e-6 : 1e-12;
      for (int i = 0; i < 2; i++) {
        u[i] = v[i] - tilt * v[2 + i], u[2 + i] = v[i] + tilt * v[2 + i];
        u[4 + i] = v[4 + i] - tilt * v[6 + i], u[6 + i] = v[4 + i] + tilt * v[6 + i];
      }
      u[8] = v[8];
      for (int i = 0; i < N; i++) z[i] = u[i];
      assert_int_equal(kernel(&o, z, f[t], J[t]), GUD_OK);
      f[t][2] /= tilt, f[t][3] /= tilt;
    }
    double F = hypot(gud_re(f[1][0]), gud_re(f[1][1])), m = hypot(gud_re(f[1][2]), gud_re(f[1][3]));
    for (int i = 0; i < 2; i++) near("force", gud_re(f[0][i]), gud_re(f[1][i]), 1e-9 * F);
    for (int i = 2; i < 4; i++) near("moment per tilt", gud_re(f[0][i]), gud_re(f[1][i]), 1e-3 * m);
    for (int i = 0; i < M; i++) {
      double most = 0;
      for (int j = 0; j < 4; j++) most = fmax(most, fabs(gud_re(J[1][i * N + j])));
      for (int j = 0; j < 4; j++)
        near("tangent", gud_re(J[0][i * N + j]), gud_re(J[1][i * N + j]), 1e-3 * most);
    }
  }
}

/* ---- objectivity, power ---- */

static void same(const GudFilm *o, const double got[M], const double expected[M])
{
  double size = 1e-11 * size_of(o, expected);
  for (int i = 0; i < M; i++)
    near("component", got[i], expected[i],
         size * (i < 2 ? 1 : o->length) + (i < 4 ? 0 : 1e-13 * fabs(expected[4])));
}

static void test_objective(void **state)
{
  (void)state;
  for (int k = 0; k < 300; k++) {
    GudFilm o = bearing(k % 2, 1);
    double  u[N], v[N], f[M], g[M], a = uniform(-3, 3), co = cos(a), si = sin(a);
    anywhere(o.clearance, 0.97, u);
    force(&o, u, f);
    for (int i = 0; i < 8; i += 2) v[i] = co * u[i] - si * u[i + 1], v[i + 1] = si * u[i] + co * u[i + 1];
    v[8] = u[8];
    force(&o, v, g); /* axes turned about zeta */
    same(&o, g,
         (double[M]){co * f[0] - si * f[1], si * f[0] + co * f[1], co * f[2] - si * f[3],
                     si * f[2] + co * f[3], f[4]});
    for (int i = 0; i < 8; i += 2) v[i] = u[i], v[i + 1] = -u[i + 1];
    v[8] = -u[8];
    force(&o, v, g); /* seen in a mirror across eta */
    same(&o, g, (double[M]){f[0], -f[1], -f[2], f[3], -f[4]});
    for (int i = 0; i < 8; i++) v[i] = u[i ^ 2];
    v[8] = u[8];
    force(&o, v, g); /* ends exchanged: a mirror across zeta */
    same(&o, g, (double[M]){f[0], f[1], -f[2], -f[3], f[4]});
  }
}

/* F.v + M.(tilt rate) + T w: taken out always when the torque acts, and without it when w = 0. Rate of tilt
   about xi: -(eta_2' - eta_1')/B, about eta (xi_2' - xi_1')/B. The loss of figures() is that power. */
static void test_power(void **state)
{
  (void)state;
  for (int k = 0; k < 2000; k++) {
    GudFilm   o = bearing(k % 2, k / 2 % 2);
    GudScalar z[N];
    double    u[N], f[M], out[GUD_FILM_FIGURES], power;
    anywhere(o.clearance, 0.99, u);
    if (!o.shear) u[8] = 0;
    if (k % 3 == 0) aligned(o.clearance, 0.7, 0.1, u[4] / o.clearance, u[5] / o.clearance, u[8], u);
    force(&o, u, f);
    power = (f[0] * (u[4] + u[6]) + f[1] * (u[5] + u[7])) / 2 +
            (f[3] * (u[6] - u[4]) - f[2] * (u[7] - u[5])) / o.length + f[4] * u[8];
    if (!(power < 0)) fail_msg("power %g W", power);
    if (k % 10) continue;
    for (int i = 0; i < N; i++) z[i] = u[i];
    figures_of(&o, z, out);
    near("power lost", out[GUD_FILM_LOSS], -power, -1e-10 * power);
  }
}

/* A journal that tilts more and more is held back. */
static void test_tilting_is_opposed(void **state)
{
  GudFilm o    = bearing(GUD_CAVITATION_GUEMBEL, 0);
  double  c    = o.clearance, f[M];
  double  u[N] = {-0.3 * c, 0, 0.3 * c, 0, -c, 0, c, 0, 0};
  (void)state;
  force(&o, u, f);
  near("no force", f[0], 0, 1e-12 * fabs(f[3]) / o.length);
  assert_true(f[3] < 0); /* the tilt about eta grows: xi_2 - xi_1 > 0 */
}

/* ---- pressure and figures ---- */

/* The force is that of pressure(): midpoint rule, order 2 at the edge of the half circle. */
static void test_pressure(void **state)
{
  enum { AROUND = 400, ALONG = 200 };
  (void)state;
  for (int k = 0; k < 12; k++) {
    GudFilm   o = bearing(k % 2, 0);
    GudScalar z[N];
    double    u[N], f[M], g[M] = {0}, most = 0, out[GUD_FILM_FIGURES], B = o.length, flow = 0;
    anywhere(o.clearance, 0.8, u);
    if (k % 3 == 0) aligned(o.clearance, 0.5, 0.3, 1, -1, 3, u);
    for (int i = 0; i < N; i++) z[i] = u[i];
    force(&o, u, f);
    for (int i = 0; i < AROUND; i++) {
      double th = 2 * pi * (i + 0.5) / AROUND, da = o.radius * 2 * pi / AROUND;
      for (int j = 0; j < ALONG; j++) {
        double zeta = B * ((j + 0.5) / ALONG - 0.5), p = pressure_of(&o, z, th, zeta);
        double dF = -p * da * B / ALONG;
        if (!o.cavitation) assert_true(p >= 0);
        most = fmax(most, p);
        g[0] += dF * cos(th), g[1] += dF * sin(th), g[2] -= zeta * dF * sin(th), g[3] += zeta * dF * cos(th);
      }
      for (int end = 0; end < 2; end++) { /* h^3/(12 mu) |dp/dzeta| at the ends, where it leaves */
        double h = o.clearance - u[2 * end] * cos(th) - u[2 * end + 1] * sin(th), d = 1e-6 * B;
        double p = pressure_of(&o, z, th, (end ? 1 : -1) * (B / 2 - d));
        if (p > 0) flow += h * h * h / (12 * o.viscosity) * p / d * da;
        near("pressure at the ends", pressure_of(&o, z, th, end ? B / 2 : -B / 2), 0, 0);
      }
    }
    for (int i = 0; i < 4; i++) near("of the pressure", g[i], f[i], 2e-3 * size_of(&o, f) * (i < 2 ? 1 : B));
    figures_of(&o, z, out);
    near("largest pressure", out[GUD_FILM_PRESSURE], most, 2e-3 * most);
    assert_true(out[GUD_FILM_PRESSURE] >= most * (1 - 1e-12));
    near("pressure where it is said to be largest",
         pressure_of(&o, z, out[GUD_FILM_PRESSURE_ANGLE], out[GUD_FILM_PRESSURE_AT]), out[GUD_FILM_PRESSURE],
         1e-12 * most); /* round-off, in (O3) and in (O10) */
    near("side flow", out[GUD_FILM_FLOW], flow, 2e-3 * flow);
    near("least thickness", out[GUD_FILM_MIN], o.clearance - fmax(hypot(u[0], u[1]), hypot(u[2], u[3])),
         1e-15 * o.clearance);
  }
}

/* Ocvirk: flow R B w e; largest p at cos theta_0 = (1 - sqrt(1 + 24 e^2))/(4 e) from the widest gap. */
static void test_figures(void **state)
{
  GudFilm   o = bearing(GUD_CAVITATION_GUEMBEL, 0);
  GudScalar z[N];
  double    u[N], out[GUD_FILM_FIGURES], c = o.clearance, w = 8;
  (void)state;
  for (double e = 0.01; e < 1; e += 0.14) {
    double co = (1 - sqrt(1 + 24 * e * e)) / (4 * e), B = o.length;
    double p = 0.75 * o.viscosity * w * B * B * e * sqrt(1 - co * co) / (c * c * pow(1 + e * co, 3));
    aligned(c, 0, -e, 0, 0, w, u);
    for (int i = 0; i < N; i++) z[i] = u[i];
    figures_of(&o, z, out);
    near("flow", out[GUD_FILM_FLOW], o.radius * B * w * e * c, 1e-15 * o.radius * B * w * c);
    near("pressure", out[GUD_FILM_PRESSURE], p, 1e-11 * p);
    near("thickness", out[GUD_FILM_MIN], c * (1 - e), 1e-15 * c);
  }
}

/* One end nearly at the wall: the peak is narrow and close to that end. Here it is at theta = 0. */
static void test_peak_near_an_end(void **state)
{
  GudFilm   o = bearing(GUD_CAVITATION_GUEMBEL, 0);
  double    c = o.clearance, out[GUD_FILM_FIGURES], most = 0, at = 0;
  GudScalar z[N] = {0, 0, 0.999 * c, 0, c, 0, c, 0, 0};
  (void)state;
  for (int i = 0; i < 200000; i++) {
    double zeta = o.length * (i / 2e5 - 0.5), p = pressure_of(&o, z, 0, zeta);
    if (p > most) most = p, at = zeta;
  }
  assert_true(at > 0.49 * o.length);
  figures_of(&o, z, out);
  near("largest pressure", out[GUD_FILM_PRESSURE], most, 1e-5 * most);
}

/* ---- states without a film, data without a model ---- */

static void test_no_film(void **state)
{
  GudFilm   o    = bearing(GUD_CAVITATION_GUEMBEL, 1);
  double    c    = o.clearance, out[GUD_FILM_FIGURES];
  GudScalar z[N] = {0}, f[M], J[M * N];
  (void)state;
  for (int end = 0; end < 4; end += 2) {
    for (int i = 0; i < N; i++) z[i] = 0;
    z[end + 1] = c;
    assert_int_equal(kernel(&o, z, f, J), GUD_RETRY);
    z[end + 1] = -2 * c;
    assert_int_equal(kernel(&o, z, f, 0), GUD_RETRY);
    figures_of(&o, z, out);
    near("overlap", out[GUD_FILM_MIN], -c, 1e-15 * c);
    z[end + 1] = NAN;
    assert_int_equal(kernel(&o, z, f, J), GUD_RETRY);
    z[end + 1] = c * (1 - 1e-9), z[GUD_FILM_W] = 1;
    assert_int_equal(kernel(&o, z, f, J), GUD_OK);
    for (int i = 0; i < M; i++) assert_true(isfinite(gud_re(f[i])));
    for (int i = 0; i < M * N; i++) assert_true(isfinite(gud_re(J[i])));
  }
  for (int i = 0; i < N; i++) z[i] = 0;
  o.barus = 1e-8;
  assert_int_equal(kernel(&o, z, f, 0), GUD_FATAL);
  o = bearing(GUD_CAVITATION_REYNOLDS, 0);
  assert_int_equal(kernel(&o, z, f, 0), GUD_FATAL);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_reference),
    cmocka_unit_test(test_ocvirk),
    cmocka_unit_test(test_squeeze),
    cmocka_unit_test(test_whirl),
    cmocka_unit_test(test_petroff),
    cmocka_unit_test(test_tangent),
    cmocka_unit_test(test_tangent_at_rest),
    cmocka_unit_test(test_small_tilt),
    cmocka_unit_test(test_objective),
    cmocka_unit_test(test_power),
    cmocka_unit_test(test_tilting_is_opposed),
    cmocka_unit_test(test_pressure),
    cmocka_unit_test(test_figures),
    cmocka_unit_test(test_peak_near_an_end),
    cmocka_unit_test(test_no_film),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
