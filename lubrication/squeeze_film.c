/* Film between a ball and its spherical socket [flores2009], and its wedge action, in closed form.

   In units of c: e (ball minus socket), H = h/c = 1 - e.d in direction d, n = |e|^2, q = 2 e' - w x e,
   p = e.q, m = q + p e/4. Forces in units of C = mu R^4/c^2, pressures of 6 mu (R/c)^2.
     (Q1) Reynolds on the unit sphere      div(H^3 grad P) = -q.d
     (Q2) its solution on a closed sphere  P = W(e.d) (m.d)/(4 + n),   W(x) = (2 - x)/(1 - x)^2
          It holds the axisymmetric part about the line of centres, i.e. the paper's squeeze film, and the
          harmonic cos phi, i.e. tangential motion and spin. P = 0 on a great circle, P > 0 on the side of m.
     (Q3) squeeze film, d|e|/dt = p/(2 |e|):  F = -3 pi G p e/n, the paper's 6 pi mu (R^4/c^3) G(|e|) d|e|/dt
          G(x) = ln(1-x)/x^3 + 1/(x^2 (1-x)) - 1/(2x) = sum_k x^k (k+2)/(k+3)
          signed: G(|e|); seat: G(|e|) approaching, 0 receding; guembel: G(|e|) approaching, G(-|e|) receding;
          full: G(|e|) + G(-|e|)
     (Q4) full film with wedge: F = -6 pi [I q + B p e],  I = (L + M)/(4 + n),  B = (1/(1 - n) - M/2 - I)/n,
          L = int dx/(1 - |e| x) over (-1, 1) = 2 sum n^k/(2k+1),  M = (L - 2)/n
     (Q5) guembel with wedge, exact: F = -6/(4 + n) [k1 m + k2 (|m| e - z m)],  z = e.m/|m|: integral of P d
          over the half sphere, by hand around m, by Gauss in t = cos(angle from m) from 0 to 1:
          k1 = 2 pi int t^2 (s^2 + a)/s^3 dt,  k2 = 2 pi int t (1 - t^2) [1/s^3 + 1/(s (a + s))] dt,
          a = 1 - z t,  s^2 = 1 - n + z^2 - 2 z t + n t^2
     (Q6) signed and seat with wedge: (Q3) along the line of centres and half of (Q4) across it. Our choice:
          the paper has no tangential force, and these two have no consistent field of pressure.
     (Q7) torque, with wedge: T = -2 pi mu R^4/c [Z w + N (e.w) e] - c (e x F)/2: shear of the whole sphere
          and the pressure's part;  Z = (L + M)/2,  N = (L - 3 M)/(2n)
     (Q8) power lost, with wedge: 2 pi mu R^4/c [Z |w|^2 + N (e.w)^2] - c F.q/2 = -F.(c e') - T.w >= 0
     (Q9) largest P of (Q2): d = cos(b) Q/|Q| - 3 ((e x Q) x Q)/((2 + n) |Q|^2),  Q = m - (e.m) e/(2 + n).
   Derivation of (Q2, Q5, Q9): docs/theory_closed_films.md. Small |e|: differences over n are summed as
   series, so nothing cancels. The nodes of (Q5) crowd where s is small (t0 = z/n): t = t0 + delta sinh y; 32
   points give 13 digits up to |e| = 0.9, 12 up to 0.995, 10 at 0.999.

   Limits. Without wedge the force has the direction of e only: at e = 0 it is its mean, -2 pi q
   (full: -4 pi q), and it jumps if the ball passes beside the centre. J there: by q that of the mean; by e it
   is 0, the mean of opposite sides, but for guembel -9 pi/4 q q^T/|q|, right for a passage through the
   centre. With wedge, guembel and full are smooth there; signed keeps a cusp (G is a function of |e|), seat
   its jump.
   Kinks. Seat and guembel without wedge take the approaching side at p = 0. Guembel with wedge has degree one
   in q: at q = 0 off the centre J is the mean of opposite sides, half of the full film.
   verified by: t402 (reference values, grid solution of (Q1), integrals of (Q2), complex step, power). */
#include "lubrication/squeeze_film.h"

#include "base/vec3.h"

static const double pi = 3.14159265358979323846;

enum { TERMS_X = 30, TERMS_N = 21 };  /* of the series in |e| and in n: 0.3^30 and 0.16^21 are round-off */
static const double tiny    = 1e-280; /* squares below this have no digits left */
static const double small_n = 0.16, small_x = 0.3;

typedef struct {
  GudScalar e[3], q[3], w[3], n, p, qq;
} State;

/* A function and its derivative. */
typedef struct {
  GudScalar v, d;
} Diff;

static GudStatus see(const GudSqueeze *film, const GudScalar e[3], const GudScalar et[3], const GudScalar *w,
                     State *s)
{
  GudScalar we[3];
  for (int i = 0; i < 3; i++) s->e[i] = e[i] / film->clearance, s->w[i] = w ? w[i] : 0;
  gud_cross(s->w, s->e, we);
  for (int i = 0; i < 3; i++) s->q[i] = 2 * et[i] / film->clearance - we[i];
  s->n  = gud_dot(s->e, s->e);
  s->p  = gud_dot(s->e, s->q);
  s->qq = gud_dot(s->q, s->q);
  return gud_re(s->n) < 1 ? GUD_OK : GUD_RETRY;
}

static double force_unit(const GudSqueeze *film)
{
  double r = film->radius / film->clearance;
  return film->viscosity * film->radius * film->radius * r * r;
}

/* ---- the functions of the header ---- */

/* (G(x) - 2/3)/x; its derivative by x */
static Diff squeeze_rest(GudScalar x)
{
  Diff      g = {0, 0};
  GudScalar y, z, l, G, G_x;
  if (fabs(gud_re(x)) < small_x) {
    for (int k = TERMS_X; k >= 1; k--) {
      g.d = g.d * x + g.v;
      g.v = g.v * x + (k + 2.0) / (k + 3.0);
    }
    return g;
  }
  y   = 1 / (1 - x);
  z   = 1 / x;
  l   = gud_log(1 - x) * z;
  G   = ((l + y) * z - 0.5) * z;
  G_x = ((y * y - 3 * (l + y) * z) + 0.5) * z * z;
  g.v = (G - 2.0 / 3) * z;
  g.d = (G_x - g.v) * z;
  return g;
}

/* Functions of n for the whole sphere; K = (I - 2/3)/n. */
enum { FN_L, FN_M, FN_N, FN_B, FN_K, NUM_FN };

static void sphere_series(GudScalar n, Diff f[NUM_FN])
{
  for (int i = 0; i < NUM_FN; i++) f[i] = (Diff){0, 0};
  for (int k = TERMS_N; k >= 0; k--) {
    double b         = 2.0 * k;
    double c[NUM_FN] = {2 / (b + 1), 2 / (b + 3), -2 * (b + 2) / ((b + 3) * (b + 5)),
                        (4 * b + 14) / (b + 5) + b / (b + 3), (k ? 2 / (b + 3) : 0) + 2 / (b + 5)};
    for (int i = 0; i < NUM_FN; i++) {
      f[i].d = f[i].d * n + f[i].v;
      f[i].v = f[i].v * n + c[i];
    }
  }
  for (int i = FN_B; i <= FN_K; i++) { /* these series are of (4 + n) B and (4 + n) K */
    f[i].v /= 4 + n;
    f[i].d = (f[i].d - f[i].v) / (4 + n);
  }
}

static void sphere(GudScalar n, Diff f[NUM_FN])
{
  GudScalar x, y, I, I_n;
  Diff     *L = f + FN_L, *M = f + FN_M, *N = f + FN_N, *B = f + FN_B, *K = f + FN_K;
  if (gud_re(n) < small_n) {
    sphere_series(n, f);
    return;
  }
  x    = gud_sqrt(n);
  y    = 1 / (1 - n);
  L->v = gud_log((1 + x) / (1 - x)) / x;
  L->d = (2 * y - L->v) / (2 * n);
  M->v = (L->v - 2) / n;
  M->d = (L->d - M->v) / n;
  N->v = (L->v - 3 * M->v) / (2 * n);
  N->d = (L->d - 3 * M->d) / (2 * n) - N->v / n;
  I    = (L->v + M->v) / (4 + n);
  I_n  = (L->d + M->d - I) / (4 + n);
  B->v = (y - M->v / 2 - I) / n;
  B->d = (y * y - M->d / 2 - I_n - B->v) / n;
  K->v = (I - 2.0 / 3) / n;
  K->d = (I_n - K->v) / n;
}

/* ---- force in units of C and its gradients by e (at constant q) and by q ---- */

typedef struct {
  GudScalar F[3], e[9], q[9];
} Force;

/* F = alpha q + beta p e */
static void linear_force(const State *s, Diff alpha, Diff beta, Force *f)
{
  const GudScalar *e = s->e, *q = s->q;
  for (int i = 0; i < 3; i++) {
    f->F[i] = alpha.v * q[i] + beta.v * s->p * e[i];
    for (int j = 0; j < 3; j++) {
      f->q[3 * i + j] = (i == j) * alpha.v + beta.v * e[i] * e[j];
      f->e[3 * i + j] = 2 * (alpha.d * q[i] + beta.d * s->p * e[i]) * e[j] + beta.v * e[i] * q[j] +
                        (i == j) * beta.v * s->p;
    }
  }
}

/* Which of G(|e|), nothing, G(-|e|) acts along the line of centres: 1, 0, -1. */
static int acting_side(int cavitation, double p)
{
  if (p >= 0 || cavitation == GUD_SQUEEZE_SIGNED) return 1;
  return cavitation == GUD_SQUEEZE_SEAT ? 0 : -1;
}

/* The force of the formula without direction, at e = 0. */
static void centre_force(const GudSqueeze *film, const State *s, Force *f)
{
  GudScalar size;
  linear_force(s, (Diff){film->cavitation == GUD_SQUEEZE_FULL ? -4 * pi : -2 * pi, 0}, (Diff){0, 0}, f);
  if (film->cavitation != GUD_SQUEEZE_GUEMBEL || !(gud_re(s->qq) > tiny)) return;
  size = gud_sqrt(s->qq);
  for (int i = 0; i < 9; i++) f->e[i] -= 9 * pi / 4 * s->q[i / 3] * s->q[i % 3] / size;
}

/* (Q3) and (Q6): beta = -3 pi (G - I)/n, where I is what acts in every direction, 0 without wedge. */
static void line_force(const GudSqueeze *film, const State *s, int wedge, Force *f)
{
  GudScalar n = s->n, x, v, d;
  Diff      fn[NUM_FN], alpha = {0, 0}, base, rest;
  int       side = acting_side(film->cavitation, gud_re(s->p));
  if (!(gud_re(n) > tiny)) {
    centre_force(film, s, f);
    return;
  }
  base = side ? (Diff){2 / (3 * n), -2 / (3 * n * n)} : (Diff){0, 0};
  if (wedge) {
    sphere(n, fn);
    v     = 2.0 / 3 + n * fn[FN_K].v;
    d     = fn[FN_K].v + n * fn[FN_K].d;
    alpha = (Diff){-3 * pi * v, -3 * pi * d};
    base  = side ? (Diff){-fn[FN_K].v, -fn[FN_K].d} : (Diff){-v / n, v / (n * n) - d / n};
  }
  if (side) { /* G = 2/3 + side x rest(side x), over n */
    x    = gud_sqrt(n);
    rest = squeeze_rest(side * x);
    base.v += side * rest.v / x;
    base.d += (rest.d - side * rest.v / x) / (2 * n);
  }
  linear_force(s, alpha, (Diff){-3 * pi * base.v, -3 * pi * base.d}, f);
}

/* (Q4) times `part`; without wedge only its radial half of the formula (Q3, full). */
static void full_force(const State *s, int wedge, double part, Force *f)
{
  GudScalar n = s->n, y = 1 / (1 - n), g, g_n;
  double    k = -6 * pi * part;
  Diff      fn[NUM_FN], *K = fn + FN_K, *B = fn + FN_B;
  sphere(n, fn);
  if (wedge) {
    linear_force(s, (Diff){k * (2.0 / 3 + n * K->v), k * (K->v + n * K->d)}, (Diff){k * B->v, k * B->d}, f);
    return;
  }
  g   = y - fn[FN_M].v / 2;
  g_n = y * y - fn[FN_M].d / 2;
  linear_force(s, (Diff){0, 0}, (Diff){k * g / n, k * (g_n - g / n) / n}, f);
}

/* ---- the hemisphere of positive pressure (Q5) ---- */

typedef struct {
  GudScalar v, z, n;
} Diff2;

/* Gauss's points and weights on (-1, 1), the positive half of 32 */
static const double gauss[16][2] = {
  {0.048307665687738316, 0.096540088514727801}, {0.14447196158279649, 0.095638720079274859},
  {0.23928736225213707, 0.093844399080804566},  {0.33186860228212765, 0.091173878695763885},
  {0.42135127613063535, 0.087652093004403811},  {0.50689990893222939, 0.083311924226946755},
  {0.58771575724076233, 0.078193895787070306},  {0.6630442669302152, 0.072345794108848506},
  {0.73218211874028968, 0.065822222776361847},  {0.79448379596794241, 0.058684093478535547},
  {0.84936761373256997, 0.050998059262376176},  {0.89632115576605212, 0.042835898022226681},
  {0.93490607593773969, 0.034273862913021433},  {0.96476225558750643, 0.025392065309262059},
  {0.98561151154526834, 0.016274394730905671},  {0.99726386184948156, 0.0070186100094700966},
};

/* Adds the integrands at t with weight dt. */
static void hemisphere_point(GudScalar z, GudScalar n, double t, double dt, Diff2 *k1, Diff2 *k2)
{
  GudScalar a = 1 - z * t, s2 = 1 - n + z * z - 2 * z * t + n * t * t, s = gud_sqrt(s2), r = 1 / (a + s);
  GudScalar s_z = (z - t) / s, s_n = (t * t - 1) / (2 * s), i2 = 1 / s2, i1 = s * i2, i3 = i1 * i2;
  double    w1 = 2 * pi * dt * t * t, w2 = 2 * pi * dt * t * (1 - t * t);
  GudScalar f_s = -i2 - 3 * a * i2 * i2;                          /* of 1/s + a/s^3 */
  GudScalar g_a = -r * r * i1, g_s = -3 * i2 * i2 - r * i2 + g_a; /* of 1/s^3 + 1/(s (a + s)) */
  k1->v += w1 * (i1 + a * i3);
  k1->z += w1 * (f_s * s_z - t * i3);
  k1->n += w1 * f_s * s_n;
  k2->v += w2 * (i3 + r * i1);
  k2->z += w2 * (g_s * s_z - t * g_a);
  k2->n += w2 * g_s * s_n;
}

static void hemisphere(GudScalar z, GudScalar n, Diff2 *k1, Diff2 *k2)
{
  double rz = gud_re(z), rn = gud_re(n), t0 = rz <= 0 ? 0 : rz < rn ? rz / rn : 1;
  double s2    = 1 - rn + rz * rz - 2 * rz * t0 + rn * t0 * t0; /* its roots are (s2/n)^(1/2) away from t0 */
  double delta = s2 < 100 * rn ? sqrt(s2 / rn) : 10, lo = asinh(-t0 / delta), hi = asinh((1 - t0) / delta);
  *k1 = *k2 = (Diff2){0, 0, 0};
  for (int i = 0; i < 32; i++) {
    double y = (hi + lo) / 2 + (hi - lo) / 2 * (i % 2 ? gauss[i / 2][0] : -gauss[i / 2][0]), x = exp(y);
    hemisphere_point(z, n, t0 + delta * (x - 1 / x) / 2,
                     gauss[i / 2][1] * (hi - lo) / 2 * delta * (x + 1 / x) / 2, k1, k2);
  }
}

static void hemisphere_force(const State *s, Force *f)
{
  const GudScalar *e = s->e, *q = s->q;
  GudScalar        m[3], u[3], v[3], mm, size, z, k = -6 / (4 + s->n), by_m[9];
  Diff2            k1, k2;
  for (int i = 0; i < 3; i++) m[i] = q[i] + s->p * e[i] / 4;
  mm = gud_dot(m, m);
  if (!(gud_re(mm) > tiny)) {
    full_force(s, 1, 0.5, f);
    return;
  }
  size = gud_sqrt(mm);
  z    = gud_dot(e, m) / size;
  hemisphere(z, s->n, &k1, &k2);
  for (int i = 0; i < 3; i++) {
    u[i]    = m[i] / size;
    v[i]    = size * e[i] - z * m[i];
    f->F[i] = k * (k1.v * m[i] + k2.v * v[i]);
  }
  for (int i = 0; i < 3; i++) {
    GudScalar by_z = k1.z * m[i] + k2.z * v[i] - k2.v * m[i], by_n = k1.n * m[i] + k2.n * v[i];
    for (int j = 0; j < 3; j++) {
      by_m[3 * i + j] = k *
                        ((i == j) * (k1.v - k2.v * z) + k2.v * e[i] * u[j] + by_z * (e[j] - z * u[j]) / size);
      f->e[3 * i + j] = k * ((i == j) * k2.v * size + by_z * u[j] + 2 * by_n * e[j]) + f->F[i] * k / 3 * e[j];
    }
  }
  for (int i = 0; i < 3; i++) { /* m = q + (e.q) e/4 */
    GudScalar me = gud_dot(by_m + 3 * i, e) / 4;
    for (int j = 0; j < 3; j++) {
      f->q[3 * i + j] = by_m[3 * i + j] + me * e[j];
      f->e[3 * i + j] += me * q[j] + by_m[3 * i + j] * s->p / 4;
    }
  }
}

/* ---- the program's side: SI units, e, et, w ---- */

static void film_force(const GudSqueeze *film, const State *s, int wedge, Force *f)
{
  int full = film->cavitation == GUD_SQUEEZE_FULL;
  if (wedge && film->cavitation == GUD_SQUEEZE_GUEMBEL) hemisphere_force(s, f);
  else if (full && (wedge || gud_re(s->n) > tiny)) full_force(s, wedge, 1, f);
  else line_force(film, s, wedge, f);
}

/* A = by q, q = 2 e' - w x e: rows of J by e, et, w from gradients in units of C */
static void chain(const GudSqueeze *film, const State *s, const Force *f, int num_in, GudScalar *J)
{
  double unit = force_unit(film), by_length = unit / film->clearance;
  for (int i = 0; i < 3; i++) {
    const GudScalar *g   = f->q + 3 * i;
    GudScalar       *row = J + num_in * i, g_w[3], g_e[3];
    gud_cross(g, s->w, g_e); /* -g.(w x e) = -(g x w).e */
    gud_cross(g, s->e, g_w); /* -g.(w x e) = (g x e).w */
    for (int j = 0; j < 3; j++) {
      row[j]     = by_length * (f->e[3 * i + j] - g_e[j]);
      row[3 + j] = by_length * 2 * g[j];
      if (num_in == 9) row[6 + j] = unit * g_w[j];
    }
  }
}

GudStatus gud_squeeze_force(const GudSqueeze *film, const GudScalar e[3], const GudScalar et[3],
                            GudScalar F[3], GudScalar *J)
{
  State s;
  Force f;
  if (see(film, e, et, 0, &s)) return GUD_RETRY;
  film_force(film, &s, 0, &f);
  for (int i = 0; i < 3; i++) F[i] = force_unit(film) * f.F[i];
  if (J) chain(film, &s, &f, 6, J);
  return GUD_OK;
}

/* (Q7); J: rows of the torque, JF those of the force */
static void torque(const GudSqueeze *film, const State *s, const GudScalar F[3], const GudScalar *JF,
                   GudScalar T[3], GudScalar *J)
{
  const GudScalar *e = s->e, *w = s->w;
  GudScalar        ew = gud_dot(e, w), c[3], Z, Z_n;
  double           k = 2 * pi * force_unit(film) * film->clearance, half = film->clearance / 2;
  Diff             fn[NUM_FN], *N                                        = fn + FN_N;
  sphere(s->n, fn);
  Z   = (fn[FN_L].v + fn[FN_M].v) / 2;
  Z_n = (fn[FN_L].d + fn[FN_M].d) / 2;
  gud_cross(e, F, c);
  for (int i = 0; i < 3; i++) T[i] = -k * (Z * w[i] + N->v * ew * e[i]) - half * c[i];
  if (!J) return;
  for (int j = 0; j < 9; j++) { /* -half e x dF */
    GudScalar dF[3] = {JF[j], JF[9 + j], JF[18 + j]};
    gud_cross(e, dF, c);
    for (int i = 0; i < 3; i++) J[9 * i + j] = -half * c[i];
  }
  for (int i = 0; i < 3; i++) {
    int a = (i + 1) % 3, b = (i + 2) % 3;
    J[9 * i + a] -= F[b] / 2, J[9 * i + b] += F[a] / 2; /* -half de x F, e in units of c */
    for (int j = 0; j < 3; j++) {
      J[9 * i + j] -= k / film->clearance *
                      (2 * Z_n * w[i] * e[j] + N->v * (w[j] * e[i] + (i == j) * ew) +
                       2 * N->d * ew * e[i] * e[j]);
      J[9 * i + 6 + j] -= k * ((i == j) * Z + N->v * e[i] * e[j]);
    }
  }
}

GudStatus gud_squeeze_wedge_force(const GudSqueeze *film, const GudScalar e[3], const GudScalar et[3],
                                  const GudScalar w[3], GudScalar F[3], GudScalar T[3], GudScalar *J)
{
  State s;
  Force f;
  if (see(film, e, et, film->wedge ? w : 0, &s)) return GUD_RETRY;
  film_force(film, &s, film->wedge, &f);
  for (int i = 0; i < 3; i++) F[i] = force_unit(film) * f.F[i], T[i] = 0;
  for (int i = 0; i < 54 && J; i++) J[i] = 0;
  if (J) chain(film, &s, &f, 9, J);
  for (int i = 0; i < 3 && J && !film->wedge; i++) /* the squeeze film does not see spin */
    for (int j = 6; j < 9; j++) J[9 * i + j] = 0;
  if (film->wedge) torque(film, &s, F, J, T, J ? J + 27 : 0);
  return GUD_OK;
}

/* ---- pressures and figures: real numbers ---- */

static double pressure_unit(const GudSqueeze *film)
{
  double r = film->radius / film->clearance;
  return 6 * film->viscosity * r * r;
}

static void real_part(const GudScalar x[3], double y[3])
{
  for (int i = 0; i < 3; i++) y[i] = gud_re(x[i]);
}

/* (Q2); parts below 0 count for the full film only */
static double reynolds_pressure(const GudSqueeze *film, const State *s, const double d[3])
{
  double e[3], q[3], x, P;
  real_part(s->e, e), real_part(s->q, q);
  x = gud_dot_real(e, d);
  P = (2 - x) / ((1 - x) * (1 - x) * (4 + gud_re(s->n))) * (gud_dot_real(q, d) + gud_re(s->p) * x / 4);
  return pressure_unit(film) * (P > 0 || film->cavitation == GUD_SQUEEZE_FULL ? P : 0);
}

/* The axisymmetric part of (Q2), x = cos(angle): P = (2 - |e| x) x d|e|/dt/(2 (1 - |e| x)^2). */
static double squeeze_pressure(const GudSqueeze *film, const State *s, double x)
{
  double eps = sqrt(gud_re(s->n)), h = 1 - eps * x;
  double rate = eps * eps > tiny ? gud_re(s->p) / (2 * eps) : sqrt(gud_re(s->qq)) / 2;
  double P    = rate * x * (2 - eps * x) / (2 * h * h);
  int    near = x > 0, mode = film->cavitation;
  if (!near && (mode == GUD_SQUEEZE_SIGNED || mode == GUD_SQUEEZE_SEAT)) return 0;
  if (P < 0 && (mode == GUD_SQUEEZE_SEAT || mode == GUD_SQUEEZE_GUEMBEL)) return 0;
  return pressure_unit(film) * P;
}

static double largest_pressure(const GudSqueeze *film, const State *s, double d[3]) /* (Q9) */
{
  double e[3], m[3], Q[3], c[3], cQ[3], n = gud_re(s->n), em, size, sine;
  real_part(s->e, e), real_part(s->q, m);
  for (int i = 0; i < 3; i++) m[i] += gud_re(s->p) * e[i] / 4;
  em = gud_dot_real(e, m);
  for (int i = 0; i < 3; i++) Q[i] = m[i] - em * e[i] / (2 + n);
  size = gud_norm_real(Q);
  if (!(size > 0)) return 0;
  gud_cross_real(e, Q, c);
  gud_cross_real(c, Q, cQ);
  sine = 3 * gud_norm_real(c) / ((2 + n) * size);
  for (int i = 0; i < 3; i++)
    d[i] = sqrt(fmax(1 - sine * sine, 0)) * Q[i] / size - 3 * cQ[i] / ((2 + n) * size * size);
  return reynolds_pressure(film, s, d);
}

double gud_squeeze_pressure(const GudSqueeze *film, const GudScalar e[3], const GudScalar et[3], double angle)
{
  State s;
  return see(film, e, et, 0, &s) ? 0 : squeeze_pressure(film, &s, cos(angle));
}

double gud_squeeze_wedge_pressure(const GudSqueeze *film, const GudScalar e[3], const GudScalar et[3],
                                  const GudScalar w[3], const double d[3])
{
  State s;
  return see(film, e, et, w, &s) ? 0 : reynolds_pressure(film, &s, d);
}

void gud_squeeze_figures(const GudSqueeze *film, const GudScalar e[3], const GudScalar et[3],
                         const GudScalar w[3], double *out)
{
  State     s;
  GudScalar F[3], T[3];
  int       none = see(film, e, et, film->wedge ? w : 0, &s) != GUD_OK;
  for (int i = 0; i < GUD_SQUEEZE_FIGURES; i++) out[i] = 0;
  out[GUD_SQUEEZE_MIN] = film->clearance * (1 - sqrt(gud_re(s.n)));
  if (none) return;
  gud_squeeze_wedge_force(film, e, et, w, F, T, 0);
  out[GUD_SQUEEZE_LOSS] = -gud_re(gud_dot(F, et)) - gud_re(gud_dot(T, w)); /* (Q8) */
  if (film->wedge) {
    out[GUD_SQUEEZE_PRESSURE] = largest_pressure(film, &s, out + GUD_SQUEEZE_AT);
    return;
  }
  double near = squeeze_pressure(film, &s, 1), far = squeeze_pressure(film, &s, -1), axis[3], size;
  real_part(gud_re(s.n) > tiny ? s.e : s.q, axis);
  size                      = gud_norm_real(axis);
  out[GUD_SQUEEZE_PRESSURE] = fmax(near, far);
  for (int i = 0; i < 3 && size > 0; i++) out[GUD_SQUEEZE_AT + i] = (near >= far ? 1 : -1) * axis[i] / size;
}
