/* The long journal bearing (lubrication/long_bearing.c): reference values, a quadrature of Reynolds' equation
   that shares nothing with the closed forms, limits, tangents by complex step, objectivity, power. */
#include "complex_step.h"

#include "lubrication/film.h"

enum { N = GUD_FILM_INPUTS, M = GUD_FILM_FORCES };

extern const GudFilmModel gud_film_long, gud_film_pinkus;

static const long double turn = 6.283185307179586476925L;

/* a model and a film; case LA of the slider-crank */
typedef struct {
  const GudFilmModel *model;
  GudFilm             film;
} Bearing;

static Bearing bearing(const GudFilmModel *model, int cavitation)
{
  return (Bearing){
    model,
    {.radius = 9.8e-3, .clearance = 0.2e-3, .length = 40e-3, .viscosity = 0.4, .cavitation = cavitation}};
}

static GudStatus kernel(const void *b, const GudScalar *u, GudScalar *f, GudScalar *J)
{
  const Bearing *bearing = b;
  return bearing->model->force(bearing->model, &bearing->film, u, 0, 0, f, J);
}

static double force_unit(const GudFilm *o)
{
  return o->viscosity * o->length * pow(o->radius, 3) / pow(o->clearance, 2);
}

/* The journal at polar place (eps, gamma) of the clearance circle, moving with (deps/dt, dgamma/dt): both
   ends alike, but for a tilt that the model must not notice. */
static void place(double c, double eps, double gamma, double s, double gamma_t, double w, double u[N])
{
  double co = cos(gamma), si = sin(gamma), tilt[4];
  for (int i = 0; i < 4; i++) tilt[i] = uniform(-0.1, 0.1);
  for (int k = 0; k < 2; k++) {
    double *x = u + 2 * k, *xt = x + GUD_FILM_RATES, sign = k ? 1 : -1;
    x[0]  = c * (eps * co + sign * tilt[0]);
    x[1]  = c * (eps * si + sign * tilt[1]);
    xt[0] = c * (s * co - eps * gamma_t * si + sign * tilt[2]);
    xt[1] = c * (s * si + eps * gamma_t * co + sign * tilt[3]);
  }
  u[GUD_FILM_W] = w;
}

/* Radial and tangential force at effective speed w - 2 gamma' = wbar, divided by mu B R^3/c^2. */
static void polar_force(const Bearing *b, double eps, double s, double wbar, double F[2])
{
  double gamma = uniform(-4, 4), gamma_t = uniform(-1, 1), u[N], f[M];
  place(b->film.clearance, eps, gamma, s, gamma_t, wbar + 2 * gamma_t, u);
  evaluate(kernel, b, N, M, u, f);
  F[0] = (f[0] * cos(gamma) + f[1] * sin(gamma)) / force_unit(&b->film);
  F[1] = (f[1] * cos(gamma) - f[0] * sin(gamma)) / force_unit(&b->film);
  for (int i = 2; i < M; i++) near("moment", f[i], 0, 0);
}

/* ---- reference values: printed with 12 digits, i.e. rounded by at most 5e-12 of themselves; and where a
   receding journal leaves little of the full film's force, the quadrature behind them has noise of 1e-13 of
   that force (at eps 0.98, s -1 the closed form in 40 digits is 8.063116783535508, 4.206449801105995) ---- */

static void test_reference(void **state)
{
  FILE         *file = open_reference("long_bearing_force.csv");
  char          line[400];
  double        x[10], F[2], worst = 0;
  int           rows = 0, cases[3][3] = {{0}};
  const Bearing b[3] = {bearing(&gud_film_long, GUD_CAVITATION_GUEMBEL),
                        bearing(&gud_film_pinkus, GUD_CAVITATION_GUEMBEL),
                        bearing(&gud_film_long, GUD_CAVITATION_FULL)};
  (void)state;
  while (fgets(line, sizeof line, file)) {
    if (sscanf(line, "%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf", x, x + 1, x + 2, x + 3, x + 4, x + 5, x + 6,
               x + 7, x + 8, x + 9) != 10)
      continue;
    rows++;
    cases[1 + (x[1] > 0) - (x[1] < 0)][1 + (x[2] > 0) - (x[2] < 0)]++;
    for (int k = 0; k < 3; k++) {
      const double *ref  = x + 4 + 2 * k;
      double        size = hypot(ref[0], ref[1]), noise = 1e-13 * hypot(x[8], x[9]);
      polar_force(&b[k], x[0], x[1], x[2], F);
      worst = fmax(worst, hypot(F[0] - ref[0], F[1] - ref[1]) / size);
      if (!(hypot(F[0] - ref[0], F[1] - ref[1]) < 6e-12 * size + noise))
        fail_msg("%s cavitation %d, eps %g, s %g, wbar %g: (%.13g, %.13g) instead of (%.13g, %.13g)",
                 b[k].model->name, b[k].film.cavitation, x[0], x[1], x[2], F[0], F[1], ref[0], ref[1]);
    }
  }
  fclose(file);
  assert_int_equal(rows, 36);
  for (int i = 0; i < 9; i++) /* every pair of signs but rest and pure recession */
    if (i / 3 != 1 && i % 3 != 1 && !cases[i / 3][i % 3]) fail_msg("sign case %d is missing", i);
  if (getenv("GUD_VERBOSE")) print_message("reference: worst %.2g\n", worst);
}

/* ---- quadrature of d/dtheta (h^3 dp/dtheta) = 6 mu R^2 (w dh/dtheta + 2 dh/dt) ---- */

/* in long double: a constant and a root are found by subtracting */
typedef long double Real;

typedef struct {
  Real x[2], xt[2], w, c, A;
} Gap;

static Real gap(const Gap *g, Real a)
{
  return g->c - g->x[0] * cosl(a) - g->x[1] * sinl(a);
}

/* the right-hand side's integral without a constant: w h - 2 (xi' sin - eta' cos) */
static Real flow(const Gap *g, Real a)
{
  return g->w * gap(g, a) - 2 * (g->xt[0] * sinl(a) - g->xt[1] * cosl(a));
}

static Real slope(const Gap *g, Real a) /* dp/dtheta/(6 mu R^2) */
{
  Real h = gap(g, a);
  return (flow(g, a) + g->A) / (h * h * h);
}

/* Integrals of slope * {1, sin, cos} over half a turn from a: Gauss, 5 points in 200 pieces. */
static void half_turn(const Gap *g, Real a, Real I[3])
{
  static const Real t[3]   = {0, 0.538469310105683091036L, 0.906179845938663992798L};
  static const Real q[3]   = {0.568888888888888888889L, 0.478628670499366468041L, 0.236926885056189087514L};
  const int         pieces = 200;
  Real              half   = turn / 4 / pieces;
  I[0] = I[1] = I[2] = 0;
  for (int i = 0; i < pieces; i++)
    for (int k = -2; k <= 2; k++) {
      Real y = a + half * (2 * i + 1 + (k < 0 ? -t[-k] : t[k])), s = half * q[abs(k)] * slope(g, y);
      I[0] += s, I[1] += s * sinl(y), I[2] += s * cosl(y);
    }
}

/* Force on the journal: the constant from periodicity, the arc from p = 0 at both ends half a turn apart, and
   -int p (cos, sin) = int p' (sin, -cos) by parts. */
static void quadrature(const GudFilm *o, Gap *g, int full, double F[2])
{
  Real      a = 0, b = turn / 2, I[3], E[3], at_a, sum[2] = {0};
  double    unit = 6 * o->viscosity * pow(o->radius, 3) * o->length;
  const int num  = 2000; /* trapezoids on a period: spectral */
  for (int i = 0; i < num; i++) {
    Real y = turn * i / num, h = gap(g, y);
    sum[0] += 1 / (h * h * h), sum[1] += flow(g, y) / (h * h * h);
  }
  g->A = -sum[1] / sum[0];
  half_turn(g, a, I);
  half_turn(g, b, E);
  at_a = I[0];
  for (int i = 0; i < 60 && !full; i++) { /* the rise over half a turn has opposite signs at 0 and at pi */
    Real y = (a + b) / 2;
    half_turn(g, y, I);
    if ((I[0] > 0) == (at_a > 0)) a = y;
    else b = y;
  }
  if (!full) {
    half_turn(g, a, I);
    E[1] = E[2] = 0;
    if (slope(g, a) < 0) half_turn(g, a + turn / 2, I); /* the other half is the positive one */
  }
  F[0] = (double)(unit * (I[1] + E[1])), F[1] = (double)(-unit * (I[2] + E[2]));
}

static void test_quadrature(void **state)
{
  static const double eps[] = {1e-9, 0.01, 0.3, 0.7, 0.9, 0.97};
  (void)state;
  for (int k = 0; k < 24; k++)
    for (int full = 0; full < 2; full++) {
      Bearing b = bearing(&gud_film_long, full ? GUD_CAVITATION_FULL : GUD_CAVITATION_GUEMBEL);
      Gap     g = {.c = b.film.clearance};
      double  u[N], f[M], F[2], E[2];
      place(b.film.clearance, eps[k % 6], uniform(-3, 3), uniform(-3, 3), uniform(-3, 3), uniform(-5, 5), u);
      for (int i = 0; i < 2; i++) g.x[i] = (u[i] + u[2 + i]) / 2, g.xt[i] = (u[4 + i] + u[6 + i]) / 2;
      g.w = u[8];
      evaluate(kernel, &b, N, M, u, f);
      quadrature(&b.film, &g, full, F);
      quadrature(&b.film, &g, 1, E); /* the scale of what cancels while the journal recedes */
      for (int i = 0; i < 2; i++) near("force by quadrature", f[i], F[i], 1e-12 * hypot(E[0], E[1]));
    }
}

/* ---- limits ---- */

/* A receding journal near the wall: the digits of the note above. */
static void test_receding(void **state)
{
  Bearing b = bearing(&gud_film_long, GUD_CAVITATION_GUEMBEL);
  double  F[2];
  (void)state;
  for (int k = 0; k < 20; k++) {
    polar_force(&b, 0.98, -1, 1, F);
    near("receding, radial", F[0], 8.063116783535508, 4784 * 1e-14); /* of the full film: terms that cancel */
    near("receding, tangential", F[1], 4.206449801105995, 4784 * 1e-14);
  }
}

static void test_limits(void **state)
{
  Bearing b[2] = {bearing(&gud_film_long, 0), bearing(&gud_film_pinkus, 0)};
  double  F[2];
  (void)state;
  for (int k = 0; k < 2; k++) {
    double x = 1e-7;
    polar_force(&b[k], x, 0.3, 2, F); /* eps -> 0: F = -6 pi s e_r + 3 pi eps wbar e_t */
    near("centre, radial", F[0], -6 * pi * 0.3, 1e-5);
    near("centre, tangential", F[1], 3 * pi * x * 2, 1e-6 * x * 30);
    for (x = 0.1; x < 1; x += 0.17) { /* s = 0 */
      polar_force(&b[k], x, 0, -2, F);
      near("no squeeze, radial", F[0], -24 * x * x / ((2 + x * x) * (1 - x * x)), 1e-12 * fabs(F[0]));
      near("attitude", F[1] / F[0] * 2 * x, pi * sqrt(1 - x * x), 1e-12);
    }
  }
  for (double x = 0.1; x < 1; x += 0.17) { /* wbar = 0, s > 0 */
    double y = 1 - x * x;
    polar_force(&b[0], x, 0.7, 0, F);
    near("no wedge", F[0], -12 * 0.7 * (x / y + 2 * atan(sqrt((1 + x) / (1 - x))) / pow(y, 1.5)),
         1e-13 * fabs(F[0]));
    near("no wedge, tangential", F[1], 0, 1e-13 * fabs(F[0]));
  }
}

/* The fit of Pinkus and Ott misses the exact film by at most 9 % while the journal approaches. */
static void test_fit(void **state)
{
  Bearing b[2]  = {bearing(&gud_film_long, 0), bearing(&gud_film_pinkus, 0)};
  double  worst = 0;
  (void)state;
  for (int k = 0; k < 20000; k++) {
    double x = uniform(0, 0.999), s = exp(uniform(-6, 6)), F[2], E[2];
    polar_force(&b[0], x, s, 1, E);
    polar_force(&b[1], x, s, 1, F);
    worst = fmax(worst, hypot(F[0] - E[0], F[1] - E[1]) / hypot(E[0], E[1]));
  }
  near("largest miss of the fit", worst, 0.09, 0.005);
}

/* ---- tangents ---- */

static void all_tangents(const Bearing *b, const double u[N], double tolerance)
{
  double f[M], size, scale[M], width[N], c = b->film.clearance;
  evaluate(kernel, b, N, M, u, f);
  size = hypot(f[0], f[1]) + force_unit(&b->film);
  for (int i = 0; i < M; i++) scale[i] = size * (i < 2 ? 1 : b->film.radius);
  for (int i = 0; i < N; i++) width[i] = i == 8 ? 1 : c * (1 - hypot(u[0] + u[2], u[1] + u[3]) / 2 / c);
  near("tangent", tangent_error(kernel, b, N, M, u, scale, width), 0, tolerance);
}

static void test_tangent(void **state)
{
  (void)state;
  for (int k = 0; k < 6; k++) {
    Bearing b = bearing(k % 3 == 1 ? &gud_film_pinkus : &gud_film_long,
                        k % 3 == 2 ? GUD_CAVITATION_FULL : GUD_CAVITATION_GUEMBEL);
    double c     = b.film.clearance, u[N];
    b.film.shear = k >= 3;
    for (int i = 0; i < 400; i++) {
      place(c, i % 4 ? uniform(0, 0.95) : 1 - exp(uniform(-7, 0)), uniform(-3, 3), uniform(-3, 3),
            uniform(-3, 3), uniform(-3, 3), u);
      all_tangents(&b, u, 1e-11);
    }
    place(c, 0, 0, 1.3, 0, 2, u), all_tangents(&b, u, 1e-14); /* centre, moving */
    place(c, 0, 0, 0, 0, 2, u), all_tangents(&b, u, 1e-14);   /* centre, spinning */
    place(c, 0, 0, 0, 0, 0, u), all_tangents(&b, u, 1e-14);   /* centre, at rest */
    place(c, 1e-12, 1, 1e-9, 3, 2, u), all_tangents(&b, u, 1e-13);
    place(c, 0.6, 1, 0, 0.4, 2, u), all_tangents(&b, u, 1e-13);   /* s = 0 */
    place(c, 0.6, 1, 0.7, 0.4, 0, u), all_tangents(&b, u, 1e-13); /* w = 0 */
    place(c, 0.6, 1, 0, 0.4, 0, u), all_tangents(&b, u, 1e-13);
    place(c, 0.6, 1, -0.2, 0.5, 1, u), all_tangents(&b, u, 1e-13); /* w = 2 gamma' */
  }
}

/* At rest off the centre the half films have a kink: J is the mean of the two sides, so a central difference
   of any width gives it exactly (the force has degree one in the velocities). */
static void test_tangent_at_rest(void **state)
{
  (void)state;
  for (int k = 0; k < 2; k++) {
    Bearing   b = bearing(k ? &gud_film_pinkus : &gud_film_long, GUD_CAVITATION_GUEMBEL);
    GudScalar z[N], f[M], J[M * N];
    double    u[N] = {0.5, 0.2, 0.5, 0.2, 0, 0, 0, 0, 0}, up[N], dn[N], fu[M], fd[M];
    for (int i = 0; i < N; i++) z[i] = u[i] *= b.film.clearance;
    assert_int_equal(kernel(&b, z, f, J), GUD_OK);
    for (int i = 0; i < M; i++) near("force at rest", gud_re(f[i]), 0, 0);
    for (int j = 0; j < N; j++) {
      double h = j < GUD_FILM_W ? 0.1 * b.film.clearance : 1;
      memcpy(up, u, sizeof u), memcpy(dn, u, sizeof u);
      up[j] += h, dn[j] -= h;
      evaluate(kernel, &b, N, M, up, fu);
      evaluate(kernel, &b, N, M, dn, fd);
      for (int i = 0; i < M; i++)
        near("tangent at rest", gud_re(J[i * N + j]) * h, (fu[i] - fd[i]) / 2,
             1e-14 * force_unit(&b.film) * 10);
    }
  }
}

/* The fit's first derivative does not jump where s changes sign. */
static void test_fit_is_smooth_at_s_0(void **state)
{
  Bearing   b = bearing(&gud_film_pinkus, GUD_CAVITATION_GUEMBEL);
  GudScalar z[N], f[M], J[2][M * N];
  double    u[N], tilt = 0;
  (void)state;
  for (int k = 0; k < 2; k++) {
    rng_state = 99;
    place(b.film.clearance, 0.6, 1, k ? 1e-12 : -1e-12, 0.4, 2, u);
    for (int i = 0; i < N; i++) z[i] = u[i];
    assert_int_equal(kernel(&b, z, f, J[k]), GUD_OK);
  }
  for (int i = 0; i < M * N; i++) tilt = fmax(tilt, fabs(gud_re(J[1][i])));
  for (int i = 0; i < M * N; i++) near("J across s = 0", gud_re(J[1][i]), gud_re(J[0][i]), 1e-10 * tilt);
}

/* ---- objectivity, power, states without a film ---- */

static void test_objective(void **state)
{
  (void)state;
  for (int k = 0; k < 300; k++) {
    Bearing b = bearing(k % 3 == 1 ? &gud_film_pinkus : &gud_film_long, k % 3 == 2);
    double  u[N], v[N], f[M], g[M], a = uniform(-3, 3), co = cos(a), si = sin(a), size;
    b.film.shear = 1;
    place(b.film.clearance, uniform(0, 0.95), 1, uniform(-3, 3), uniform(-3, 3), uniform(-3, 3), u);
    evaluate(kernel, &b, N, M, u, f);
    size = hypot(f[0], f[1]) * 1e-12;
    for (int i = 0; i < 8; i += 2) v[i] = co * u[i] - si * u[i + 1], v[i + 1] = si * u[i] + co * u[i + 1];
    v[8] = u[8];
    evaluate(kernel, &b, N, M, v, g); /* axes turned */
    near("turned F_xi", g[0], co * f[0] - si * f[1], size);
    near("turned F_eta", g[1], si * f[0] + co * f[1], size);
    near("turned T", g[4], f[4], size * b.film.radius);
    for (int i = 0; i < 8; i += 2) v[i] = u[i], v[i + 1] = -u[i + 1];
    v[8] = -u[8];
    evaluate(kernel, &b, N, M, v, g); /* mirrored */
    near("mirrored F_xi", g[0], f[0], size);
    near("mirrored F_eta", g[1], -f[1], size);
    near("mirrored T", g[4], -f[4], size * b.film.radius);
  }
}

/* Power is taken out: always if the torque acts, without spin also if not. figures() gives that power. */
static void test_power(void **state)
{
  (void)state;
  for (int k = 0; k < 3000; k++) {
    Bearing   b = bearing(k % 3 == 1 ? &gud_film_pinkus : &gud_film_long, k % 3 == 2);
    GudScalar z[N];
    double    u[N], f[M], out[GUD_FILM_FIGURES], power, c = b.film.clearance, eps = uniform(0, 0.99);
    b.film.shear = k % 2;
    place(c, eps, uniform(-3, 3), uniform(-3, 3), uniform(-3, 3), b.film.shear ? uniform(-9, 9) : 0, u);
    evaluate(kernel, &b, N, M, u, f);
    power = f[0] * (u[4] + u[6]) / 2 + f[1] * (u[5] + u[7]) / 2 + f[4] * u[8];
    if (!(power < 0)) fail_msg("power %g W at eps %g", power, eps);
    for (int i = 0; i < N; i++) z[i] = u[i];
    b.model->figures(b.model, &b.film, z, 0, out);
    near("power lost", out[GUD_FILM_LOSS], -power, -1e-11 * power);
    near("least thickness", out[GUD_FILM_MIN], c * (1 - eps), 1e-15 * c);
    near("oil at the sides", out[GUD_FILM_FLOW], 0, 0);
  }
}

/* The full film's torque from the shear stress itself: T = -B R^2 int (mu R w/h + h p'/(2 R)) dtheta. */
static void test_torque(void **state)
{
  (void)state;
  for (int k = 0; k < 20; k++) {
    Bearing b = bearing(&gud_film_long, GUD_CAVITATION_FULL);
    Gap     g = {.c = b.film.clearance};
    double  u[N], f[M], F[2], T = 0, R = b.film.radius, mu = b.film.viscosity;
    int     num  = 4000;
    b.film.shear = 1;
    place(b.film.clearance, uniform(0, 0.9), uniform(-3, 3), uniform(-3, 3), uniform(-3, 3), uniform(-9, 9),
          u);
    evaluate(kernel, &b, N, M, u, f);
    for (int i = 0; i < 2; i++) g.x[i] = (u[i] + u[2 + i]) / 2, g.xt[i] = (u[4 + i] + u[6 + i]) / 2;
    g.w = u[8];
    quadrature(&b.film, &g, 1, F); /* leaves the constant A */
    for (int i = 0; i < num; i++) {
      Real a = turn * i / num, h = gap(&g, a);
      T -= 2 * pi / num * b.film.length * R * R * (double)(mu * R * g.w / h + 3 * mu * R * h * slope(&g, a));
    }
    near("torque", f[4], T, 1e-11 * fabs(T));
  }
}

static void test_pressure(void **state)
{
  (void)state;
  for (int k = 0; k < 60; k++) {
    Bearing   b = bearing(k % 3 == 1 ? &gud_film_pinkus : &gud_film_long, k % 3 == 2);
    GudScalar z[N];
    double    u[N], f[M], F[2] = {0}, out[GUD_FILM_FIGURES], most = 0, step;
    const int num = 200000;
    place(b.film.clearance, uniform(0, 0.9), uniform(-3, 3), uniform(-3, 3), uniform(-3, 3), uniform(-9, 9),
          u);
    evaluate(kernel, &b, N, M, u, f);
    for (int i = 0; i < N; i++) z[i] = u[i];
    b.model->figures(b.model, &b.film, z, 0, out);
    step = 2 * pi / num;
    for (int i = 0; i < num; i++) {
      double p, theta = i * step, zeta = 0;
      b.model->pressures(b.model, &b.film, z, 0, 1, &theta, &zeta, &p);
      most = fmax(most, p);
      F[0] -= p * cos(i * step) * step * b.film.radius * b.film.length;
      F[1] -= p * sin(i * step) * step * b.film.radius * b.film.length;
    }
    near("largest pressure", out[GUD_FILM_PRESSURE], most, 1e-7 * most);
    double there, middle = 0;
    b.model->pressures(b.model, &b.film, z, 0, 1, &out[GUD_FILM_PRESSURE_ANGLE], &middle, &there);
    near("pressure where it is said to be largest", there, out[GUD_FILM_PRESSURE], 1e-12 * most);
    if (k % 3 !=
        1) /* the fit's force is not that of its pressure; the rule has order 2 at the kinks of max(p, 0) */
      for (int i = 0; i < 2; i++) near("force of the pressure", F[i], f[i], 1e-7 * hypot(f[0], f[1]));
  }
}

static void test_no_film(void **state)
{
  Bearing   b = bearing(&gud_film_long, GUD_CAVITATION_GUEMBEL), r = b;
  GudScalar z[N] = {0}, f[M];
  (void)state;
  r.film.cavitation = GUD_CAVITATION_REYNOLDS;
  assert_int_equal(kernel(&r, z, f, 0), GUD_FATAL);
  r.model = &gud_film_pinkus, r.film.cavitation = GUD_CAVITATION_FULL;
  assert_int_equal(kernel(&r, z, f, 0), GUD_FATAL);
  for (int k = 0; k < 2; k++) {
    b.model = k ? &gud_film_pinkus : &gud_film_long;
    z[0] = z[2] = b.film.clearance;
    assert_int_equal(kernel(&b, z, f, 0), GUD_RETRY);
    z[0] = z[2] = 3 * b.film.clearance;
    assert_int_equal(kernel(&b, z, f, 0), GUD_RETRY);
    z[0] = z[2] = b.film.clearance * (1 - 1e-9);
    assert_int_equal(kernel(&b, z, f, 0), GUD_OK);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_reference),
    cmocka_unit_test(test_quadrature),
    cmocka_unit_test(test_receding),
    cmocka_unit_test(test_limits),
    cmocka_unit_test(test_fit),
    cmocka_unit_test(test_tangent),
    cmocka_unit_test(test_tangent_at_rest),
    cmocka_unit_test(test_fit_is_smooth_at_s_0),
    cmocka_unit_test(test_objective),
    cmocka_unit_test(test_power),
    cmocka_unit_test(test_torque),
    cmocka_unit_test(test_pressure),
    cmocka_unit_test(test_no_film),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
