/* Short journal bearing whose journal may be tilted (Tian, Liu, Machado, Flores 2010, Eqs 28-42, corrected;
   Ocvirk 1952 when aligned), half Sommerfeld (Guembel) or full Sommerfeld.

   Notation of film.h; e = (cos theta, sin theta), s = 2 zeta/B in [-1, 1], r = (xi, eta)/c linear in s.
   (O1) H = h/c = 1 - r.e
   (O2) d/dzeta (h^3/(12 mu) dp/dzeta) = (w/2) dh/dtheta + dh/dt = -(G.e)/2,   p = 0 at zeta = -B/2 and B/2
        G = (w eta + 2 xi', -w xi + 2 eta'), linear in s
   (O3) p = 3 mu B^2 (1 - s^2) (G.e)/(4 c^3 H^3); as in the paper h is frozen in zeta when (O2) is integrated.
        Guembel: p > 0 on G.e > 0, exactly half a circle at each s. Full Sommerfeld: the whole circle.
   (O4) F = -int int p e R dtheta dzeta = -k int (1 - s^2) I ds,   k = 3 mu R B^3/(8 c^3)
        I = int (G.e) e/H^3 dtheta
   (O5) N = int zeta dF = -k B/2 int (1 - s^2) s I ds,   M_xi = -N_eta, M_eta = N_xi
        (zeta x F: the film opposes the tilting; the paper prints the opposite sign)
   (O6) T = -2 pi mu w R^3/c int dzeta/sqrt(1 - r.r) - 1/2 int (xi dF_eta - eta dF_xi)
        The first term, Petroff's, is taken over the whole circle also under Guembel (oil fills the gap where
        it has no pressure, too): T = -2 pi mu w R^3 B/c when centred. The second is -(R/2) int int h
        dp/dtheta by parts, with the p of (O4), which is 0 at its boundary. T = 0 unless film->shear.
   (O7) power F.v + M.(tilt rate) + T w = 1/2 int dF.G + (Petroff's term) w <= 0: the film never gives energy.
        Without T it may, because w drives it; not when w = 0. The loss in figures() is always that with T.

   The integral around. n = G/|G|, t = n turned by 90 degrees, alpha = r.n, beta = r.t, phi counted from n.
   (O8) L(alpha, beta) = int dphi/H over cos phi > 0 = v f(x),   v = (1 - beta^2)^(-1/2),   x = alpha v
        f(x) = (pi + 2 asin x)/sqrt(1 - x^2);   whole circle: f(x) = 2 pi/sqrt(1 - x^2)
        int ee/H^3 = 1/2 d2L/d(alpha, beta)^2,   int eee/H^4 = 1/6 d3L/d(alpha, beta)^3,   so that
        I = |G| (J_nn n + J_nt t),   dI/dG = int ee/H^3,   dI/dr = 3 |G| int (n.e) ee/H^4
        (the limits move with G, but the integrand is 0 there)
   (O9) q f' = x f + 2,  q f'' = 3 x f' + f,  q f''' = 5 x f'' + 4 f',  q = 1 - x^2   (whole circle: 0 for 2)
        For x > 0 all terms are positive: no cancellation up to x = 1, and none at r = 0, where nothing is
        divided by |r|. Towards x = -1 (the film opens) they cancel; there the recurrence runs down, with
        positive terms again: f'' = 8/15 y'^(-5/2) S_2(y), f''' = 24/35 y'^(-7/2) S_3(y), y = (1 + x)/2,
        y' = 1 - y, S_k = 2F1(1/2, 1/2; k + 3/2; y), a series that reaches round-off in 18 terms for y < 0.3.

   Along the axis. The integrand in s is analytic but for |r| = 1 (two real s outside), |G| = 0 (a pair of
   complex s_0 +- i d; a kink if d = 0) and beta^2 = 1 (near only if r is near the wall). Gauss panels are cut
   at s_0 and shrink geometrically towards what is near; the order of each comes from the Bernstein ellipse
   through the nearest of these points. The strength of the pair is d^2: the smaller d, the fewer digits are
   asked for. When r and G do not vary along s beyond 1e-10, one evaluation and its first derivative serve.
   Error of the force below 1e-10, of J 1e-9; of J only 1e-4 if the pair is near (d < 1e-3).

   Where G = 0 in the whole film the force is 0 and has a kink: the tangent given is the mean of two opposite
   sides, half of the whole circle's.
   limits: no pressure-dependent viscosity, openings: `barus` and the cavitation models of Reynolds
           and JFO belong to the numerical Reynolds film. fault() refuses them when the model is
           read, force() returns GUD_FATAL.
   cost:   with J 0.15 us aligned, 0.5 us at a small tilt, 3 ... 4 us at tilts as large as the clearance, up
           to 8 us when nearly touching or when |G| nearly vanishes inside
   verified by: t400 (independent quadrature, Ocvirk, whirl, Petroff, complex step, energy),
                bench.short_bearing (cost) */
#include "lubrication/film.h"

#include <stddef.h>

static const double pi = 3.14159265358979323846;

/* ---- the integral around, at one s ---- */

typedef struct {
  GudScalar I[2];             /* int (G.e) e/H^3 */
  GudScalar by_G[3], by_r[3]; /* dI/dG and dI/dr, both symmetric: xx, xy, yy */
  GudScalar thick;            /* 1/sqrt(1 - r.r) */
} Ring;

/* Ratios of consecutive terms of S_2 and S_3. */
#define RATIO(n, c) ((n + 0.5) * (n + 0.5) / ((n + c) * (n + 1.0)))
#define RATIOS(n)                \
  {                              \
    RATIO(n, 3.5), RATIO(n, 4.5) \
  }
enum { TERMS = 18 };
static const double ratio[TERMS][2] = {
  RATIOS(0), RATIOS(1),  RATIOS(2),  RATIOS(3),  RATIOS(4),  RATIOS(5),  RATIOS(6),  RATIOS(7),  RATIOS(8),
  RATIOS(9), RATIOS(10), RATIOS(11), RATIOS(12), RATIOS(13), RATIOS(14), RATIOS(15), RATIOS(16), RATIOS(17)};

/* f and its derivatives where x < -0.4 (O9) */
static void opening(GudScalar x, GudScalar q, GudScalar f[4])
{
  GudScalar y = 0.5 * (1 + x), S2 = 1, S3 = 1, z = 2 / (1 - x), z52 = z * z * gud_sqrt(z);
  for (int n = TERMS - 1; n >= 0; n--) {
    S2 = 1 + y * ratio[n][0] * S2;
    S3 = 1 + y * ratio[n][1] * S3;
  }
  f[2] = 8.0 / 15 * z52 * S2;
  f[3] = 24.0 / 35 * z52 * z * S3;
  f[1] = (q * f[3] - 5 * x * f[2]) / 4;
  f[0] = q * f[2] - 3 * x * f[1];
}

/* f(x), f', f'', f''' of (O8, O9); i_D = 1/sqrt(1 - r.r), u = 1 - beta^2 = 1/v^2, so that q = 1/(u i_D^2) */
static void profile(int full, GudScalar alpha, GudScalar i_D, GudScalar u, GudScalar v, GudScalar f[4])
{
  GudScalar x = alpha * v, i = u * i_D * i_D;
  if (!full && gud_re(x) < -0.4) {
    opening(x, 1 / i, f);
    return;
  }
  f[0] = (full ? 2 * pi : pi + 2 * gud_atan(alpha * i_D)) * i_D * u * v;
  f[1] = (x * f[0] + (full ? 0 : 2)) * i;
  f[2] = (3 * x * f[1] + f[0]) * i;
  f[3] = (5 * x * f[2] + 4 * f[1]) * i;
}

/* a nn + b (nt + tn) + c tt with t = (-n_2, n_1) */
static void turn(const GudScalar n[2], GudScalar a, GudScalar b, GudScalar c, GudScalar out[3])
{
  GudScalar xx = n[0] * n[0], xy = n[0] * n[1], yy = n[1] * n[1];
  out[0] = a * xx - 2 * b * xy + c * yy;
  out[1] = (a - c) * xy + b * (xx - yy);
  out[2] = a * yy + 2 * b * xy + c * xx;
}

static void around(int full, const GudScalar r[2], const GudScalar G[2], int derivatives, Ring *out)
{
  double    real  = gud_re(G[0]) * gud_re(G[0]) + gud_re(G[1]) * gud_re(G[1]);
  int       still = !(real > 1e-280);
  GudScalar size = 0, n[2] = {1, 0}, f[4];
  if (!still) {
    size        = gud_sqrt(G[0] * G[0] + G[1] * G[1]);
    GudScalar i = 1 / size;
    n[0] = G[0] * i, n[1] = G[1] * i;
  }
  GudScalar alpha = r[0] * n[0] + r[1] * n[1], beta = r[1] * n[0] - r[0] * n[1];
  GudScalar DD = 1 - r[0] * r[0] - r[1] * r[1], i_D = 1 / gud_sqrt(DD), uu = DD + alpha * alpha;
  GudScalar v = 1 / gud_sqrt(uu), v2 = v * v, v3 = v * v2, x = alpha * v, b2 = beta * beta * v2;
  double    half = still && !full ? 0.5 : 1; /* no direction: mean of coming and going */
  profile(full || still, alpha, i_D, uu, v, f);
  GudScalar xf2 = x * f[2], mixed = 2 * f[1] + xf2;
  GudScalar Jnn = 0.5 * half * v3 * f[2], Jnt = 0.5 * half * v2 * v2 * beta * mixed; /* (O8) */
  out->thick = i_D;
  out->I[0]  = size * (Jnn * n[0] - Jnt * n[1]);
  out->I[1]  = size * (Jnn * n[1] + Jnt * n[0]);
  if (!derivatives && !still) return;
  GudScalar Jtt = 0.5 * half * v3 * (f[0] + x * f[1] + b2 * (3 * f[0] + x * (5 * f[1] + xf2)));
  turn(n, Jnn, Jnt, Jtt, out->by_G);
  if (still) { /* I is 0, but let it follow an imaginary G */
    out->I[0] = out->by_G[0] * G[0] + out->by_G[1] * G[1];
    out->I[1] = out->by_G[1] * G[0] + out->by_G[2] * G[1];
  }
  GudScalar k = 0.5 * size * v2 * v2; /* 3 |G|/6 */
  turn(n, k * f[3], k * v * beta * (3 * f[2] + x * f[3]),
       k * (mixed + b2 * (8 * f[1] + x * (7 * f[2] + x * f[3]))), out->by_r);
}

/* ---- the integral along ---- */

typedef struct {
  GudScalar r[2], r_s[2], G[2], G_s[2]; /* in the middle, and slopes in s */
} Motion;

typedef struct {
  GudScalar I[2][2];                /* int (1 - s^2) s^k I ds, k = 0, 1 */
  GudScalar by_G[3][3], by_r[3][3]; /* the same of dI/dG, dI/dr, k = 0, 1, 2 */
  GudScalar thick, thick_r[2][2];   /* int ds/sqrt(1 - r.r); int s^k r (1 - r.r)^(-3/2) ds, k = 0, 1 */
} Sums;

static void add(const Ring *ring, const GudScalar r[2], double s, double weight, int derivatives, Sums *S)
{
  double wk = weight * (1 - s * s);
  S->thick += weight * ring->thick;
  for (int k = 0; k < 2; k++, wk *= s)
    for (int i = 0; i < 2; i++) S->I[k][i] += wk * ring->I[i];
  if (!derivatives) return;
  GudScalar cube = weight * ring->thick * ring->thick * ring->thick;
  for (int k = 0; k < 2; k++, cube *= s)
    for (int i = 0; i < 2; i++) S->thick_r[k][i] += cube * r[i];
  wk = weight * (1 - s * s);
  for (int k = 0; k < 3; k++, wk *= s)
    for (int i = 0; i < 3; i++) S->by_G[k][i] += wk * ring->by_G[i], S->by_r[k][i] += wk * ring->by_r[i];
}

/* Gauss rules of even order on [-1, 1]: the positive nodes and their weights. */
enum { MOST_POINTS = 16 };
typedef struct {
  int    points;
  double x[MOST_POINTS / 2], w[MOST_POINTS / 2];
} Rule;
static const Rule rules[] = {
  {4, {0.33998104358485626, 0.86113631159405257}, {0.65214515486254609, 0.34785484513745385}},
  {6,
   {0.2386191860831969, 0.66120938646626448, 0.93246951420315205},
   {0.46791393457269104, 0.36076157304813861, 0.17132449237917036}},
  {8,
   {0.18343464249564981, 0.52553240991632899, 0.79666647741362673, 0.96028985649753629},
   {0.36268378337836199, 0.31370664587788727, 0.22238103445337448, 0.10122853629037626}},
  {10,
   {0.14887433898163122, 0.43339539412924721, 0.67940956829902444, 0.86506336668898454, 0.97390652851717174},
   {0.29552422471475287, 0.26926671930999635, 0.21908636251598204, 0.14945134915058059,
    0.066671344308688138}},
  {12,
   {0.12523340851146891, 0.36783149899818018, 0.58731795428661748, 0.76990267419430469, 0.90411725637047491,
    0.98156063424671924},
   {0.24914704581340277, 0.23349253653835481, 0.20316742672306592, 0.16007832854334622, 0.10693932599531843,
    0.047175336386511828}},
  {16,
   {0.095012509837637441, 0.28160355077925892, 0.45801677765722737, 0.61787624440264377, 0.755404408355003,
    0.86563120238783176, 0.9445750230732326, 0.98940093499164994},
   {0.1894506104550685, 0.18260341504492358, 0.16915651939500254, 0.14959598881657674, 0.12462897125553388,
    0.095158511682492786, 0.062253523938647894, 0.027152459411754096}},
};

static void panel(const GudFilm *film, const Motion *m, double a, double b, int points, int derivatives,
                  Sums *S)
{
  const Rule *rule = rules;
  double      mid = 0.5 * (a + b), half = 0.5 * (b - a);
  int         full = film->cavitation == GUD_CAVITATION_FULL;
  while (rule->points < points) rule++;
  for (int i = 0; i < rule->points; i++) {
    double    s    = i & 1 ? mid - half * rule->x[i / 2] : mid + half * rule->x[i / 2];
    GudScalar r[2] = {m->r[0] + s * m->r_s[0], m->r[1] + s * m->r_s[1]};
    GudScalar G[2] = {m->G[0] + s * m->G_s[0], m->G[1] + s * m->G_s[1]};
    Ring      ring;
    around(full, r, G, derivatives, &ring);
    add(&ring, r, s, half * rule->w[i / 2], derivatives, S);
  }
}

/* Where the integrand is singular in s, and how many digits the pair is worth. */
typedef struct {
  const Motion *m;
  double        touch[2]; /* |r| = 1 */
  double        s0, d;    /* |G| = 0 at s0 +- i d; d < 0: nowhere */
  double        digits;
  int           wall; /* somewhere near the wall: beta = 1 may be near, too */
} Singular;

static const double digits = 12;

static double dot_re(const GudScalar a[2], const GudScalar b[2])
{
  return gud_re(a[0]) * gud_re(b[0]) + gud_re(a[1]) * gud_re(b[1]);
}

static Singular singular(const GudFilm *film, const Motion *m)
{
  Singular z = {.m = m, .touch = {-INFINITY, INFINITY}, .d = -1};
  double   a = dot_re(m->r_s, m->r_s), b = dot_re(m->r, m->r_s), c = 1 - dot_re(m->r, m->r);
  if (a > 0) { /* a s^2 + 2 b s - c = 0 */
    double q   = fabs(b) + sqrt(b * b + a * c);
    z.touch[0] = b < 0 ? -c / q : -q / a;
    z.touch[1] = b < 0 ? q / a : c / q;
  }
  a = dot_re(m->G_s, m->G_s);
  if (a > 0 && film->cavitation != GUD_CAVITATION_FULL) {
    double cross = gud_re(m->G[0]) * gud_re(m->G_s[1]) - gud_re(m->G[1]) * gud_re(m->G_s[0]);
    z.s0         = -dot_re(m->G, m->G_s) / a;
    z.d          = fabs(cross) / a;
    double reach = z.d / (z.d + 1 + fabs(z.s0));
    z.digits     = reach > 1e-7 ? digits + 2 * log10(reach) : 0;
    z.wall       = sqrt(dot_re(m->r, m->r)) + sqrt(dot_re(m->r_s, m->r_s)) > 0.8;
  }
  return z;
}

/* Points that n-point Gauss needs on an interval whose ellipse has the half axis A: error rho^(-2 n). */
static double needed(double A, double worth)
{
  return worth > 0 ? 2 + 1.1513 * worth / acosh(A > 1 ? A : 1) : 2;
}

static double dot2(const double a[2], const double b[2])
{
  return a[0] * b[0] + a[1] * b[1];
}

static double cross2(const double a[2], const double b[2])
{
  return a[0] * b[1] - a[1] * b[0];
}

/* Half widths from the middle of a panel to the nearest s with beta^2 = 1, from below: the quartic
   W = |G|^2 - (r x G)^2 = sum w_k (s - mid)^k/half^k, roots to the fourth power (Graeffe), then Fujiwara. */
static double wall_distance(const Motion *m, double mid, double half)
{
  double r[2][2], G[2][2], w[5], v[5];
  for (int i = 0; i < 2; i++) {
    r[1][i] = half * gud_re(m->r_s[i]), r[0][i] = gud_re(m->r[i]) + mid * gud_re(m->r_s[i]);
    G[1][i] = half * gud_re(m->G_s[i]), G[0][i] = gud_re(m->G[i]) + mid * gud_re(m->G_s[i]);
  }
  double x0 = cross2(r[0], G[0]), x1 = cross2(r[0], G[1]) + cross2(r[1], G[0]), x2 = cross2(r[1], G[1]);
  w[0] = dot2(G[0], G[0]) - x0 * x0;
  w[1] = 2 * (dot2(G[0], G[1]) - x0 * x1);
  w[2] = dot2(G[1], G[1]) - x1 * x1 - 2 * x0 * x2;
  w[3] = -2 * x1 * x2;
  w[4] = -x2 * x2;
  if (!(w[0] > 0)) return 1;
  for (int i = 4; i >= 0; i--) w[i] /= w[0];
  for (int k = 0; k < 2; k++) {
    v[0] = 1;
    v[1] = 2 * w[2] - w[1] * w[1];
    v[2] = w[2] * w[2] - 2 * w[1] * w[3] + 2 * w[4];
    v[3] = 2 * w[2] * w[4] - w[3] * w[3];
    v[4] = w[4] * w[4];
    for (int i = 0; i < 5; i++) w[i] = v[i];
  }
  double most = fmax(fmax(fabs(w[1]), sqrt(fabs(w[2]))), fmax(cbrt(fabs(w[3])), sqrt(sqrt(fabs(w[4])))));
  return most > 0 ? 1 / sqrt(sqrt(2 * most)) : INFINITY;
}

/* Points for the panel (a, b); if too many, *cut is where to cut it. */
static double points_for(const Singular *z, double a, double b, double *cut)
{
  double mid = 0.5 * (a + b), half = 0.5 * (b - a), quarter = 0.5 * half;
  double left = mid - z->touch[0], right = z->touch[1] - mid;
  double points = needed(fmin(left, right) / half, digits);
  *cut          = left < right ? a + quarter : b - quarter;
  if (z->d < 0) return points;
  int    inside = z->s0 > a + 1e-9 && z->s0 < b - 1e-9;
  double A      = 0.5 * (hypot(z->s0 - a, z->d) + hypot(z->s0 - b, z->d)) / half;
  double pair   = needed(A, inside ? digits : z->digits);
  if (pair > points) {
    points = pair;
    *cut   = inside ? z->s0 : z->s0 < mid ? a + quarter : b - quarter;
  }
  if (z->wall && points <= MOST_POINTS) {
    double far = wall_distance(z->m, mid, half), G = hypot(z->s0 - mid, z->d) / half;
    double wall = needed(far, far < 0.6 * G ? digits : z->digits);
    if (wall > points) points = wall, *cut = mid;
  }
  return points;
}

static void along(const GudFilm *film, const Motion *m, const Singular *z, int derivatives, Sums *S)
{
  enum { MOST = 40 };
  double end[MOST] = {1}, a = -1, cut;
  for (int top = 1; top > 0;) {
    double b = end[top - 1], points = points_for(z, a, b, &cut);
    if (points > MOST_POINTS && top < MOST && b - a > 1e-9) {
      end[top++] = cut;
      continue;
    }
    panel(film, m, a, b, points < MOST_POINTS ? (int)ceil(points) : MOST_POINTS, derivatives, S);
    a = b;
    top--;
  }
}

/* No variation along s: int (1 - s^2) s^k ds = 4/3, 0, 4/15; the first moment of I by its slope. */
static void aligned(const GudFilm *film, const Motion *m, Sums *S)
{
  static const double moment[3] = {4.0 / 3, 0, 4.0 / 15};
  Ring                ring;
  around(film->cavitation == GUD_CAVITATION_FULL, m->r, m->G, 1, &ring);
  for (int i = 0; i < 2; i++) {
    S->I[0][i]       = moment[0] * ring.I[i];
    S->I[1][i]       = moment[2] * (ring.by_r[i] * m->r_s[0] + ring.by_r[i + 1] * m->r_s[1] +
                              ring.by_G[i] * m->G_s[0] + ring.by_G[i + 1] * m->G_s[1]);
    S->thick_r[0][i] = 2 * m->r[i] * ring.thick * ring.thick * ring.thick;
  }
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++)
      S->by_G[k][i] = moment[k] * ring.by_G[i], S->by_r[k][i] = moment[k] * ring.by_r[i];
  S->thick = 2 * ring.thick;
}

static Motion motion(const GudFilm *film, const GudScalar *u)
{
  const GudScalar *v = u + GUD_FILM_RATES, w = u[GUD_FILM_W];
  double           c = film->clearance;
  Motion           m;
  GudScalar        e[2], e_s[2];
  for (int i = 0; i < 2; i++) {
    e[i]     = 0.5 * (u[i] + u[2 + i]);
    e_s[i]   = 0.5 * (u[2 + i] - u[i]);
    m.r[i]   = e[i] / c;
    m.r_s[i] = e_s[i] / c;
    m.G[i]   = v[i] + v[2 + i];
    m.G_s[i] = v[2 + i] - v[i];
  }
  m.G[0] += w * e[1], m.G[1] -= w * e[0]; /* (O2) */
  m.G_s[0] += w * e_s[1], m.G_s[1] -= w * e_s[0];
  return m;
}

/* Sums over the whole film; thickness <= 0 at an end (it is least there): GUD_RETRY. */
static GudStatus integrate(const GudFilm *film, const Motion *m, int derivatives, Sums *S)
{
  double rr = dot_re(m->r, m->r), r_s = sqrt(dot_re(m->r_s, m->r_s)), cross = 2 * fabs(dot_re(m->r, m->r_s));
  double far = rr + cross + r_s * r_s;
  if (!(far < 1)) return GUD_RETRY;
  *S = (Sums){0};
  if (r_s <= 1e-10 * (1 - far) && dot_re(m->G_s, m->G_s) <= 1e-20 * dot_re(m->G, m->G)) {
    aligned(film, m, S);
  } else {
    Singular z = singular(film, m);
    along(film, m, &z, derivatives, S);
  }
  return GUD_OK;
}

/* ---- the contract ---- */

static double factor(const GudFilm *film) /* -k of (O4), Pa s m: Sums.I is in m/s, the force in N */
{
  double c = film->clearance, B = film->length;
  return -3 * film->viscosity * film->radius * B * B * B / (8 * c * c * c);
}

static double petroff(const GudFilm *film) /* the torque is this times w int ds/sqrt(1 - r.r) (O6) */
{
  double R = film->radius;
  return -pi * film->viscosity * R * R * R * film->length / film->clearance;
}

/* out = A x, A symmetric */
static void apply(const GudScalar A[3], GudScalar x, GudScalar y, GudScalar out[2])
{
  out[0] = A[0] * x + A[1] * y;
  out[1] = A[1] * x + A[2] * y;
}

/* Derivatives of P_k = int (1 - s^2) s^k I ds by u, P_u[2][9] */
static void moment_by_u(const GudFilm *film, const Motion *m, const Sums *S, GudScalar w, int k,
                        GudScalar P_u[2][GUD_FILM_INPUTS])
{
  GudScalar a[2], b[2];
  for (int end = 0; end < 2; end++) { /* weight of the end (1 -+ s)/2 */
    GudScalar G[3], r[3];
    double    sign = end ? 0.5 : -0.5;
    for (int i = 0; i < 3; i++) {
      G[i] = 0.5 * S->by_G[k][i] + sign * S->by_G[k + 1][i];
      r[i] = (0.5 * S->by_r[k][i] + sign * S->by_r[k + 1][i]) / film->clearance;
    }
    for (int i = 0; i < 2; i++) {
      P_u[i][2 * end]                      = r[i] - w * G[i + 1];
      P_u[i][2 * end + 1]                  = r[i + 1] + w * G[i];
      P_u[i][GUD_FILM_RATES + 2 * end]     = 2 * G[i];
      P_u[i][GUD_FILM_RATES + 2 * end + 1] = 2 * G[i + 1];
    }
  }
  apply(S->by_G[k], m->r[1], -m->r[0], a);
  apply(S->by_G[k + 1], m->r_s[1], -m->r_s[0], b);
  for (int i = 0; i < 2; i++) P_u[i][GUD_FILM_W] = film->clearance * (a[i] + b[i]);
}

/* Row T of J; P_u[k] as above, all of (O6) */
static void torque_by_u(const GudFilm *film, const Motion *m, const Sums *S, GudScalar w,
                        GudScalar P_u[2][2][GUD_FILM_INPUTS], GudScalar *row)
{
  double           c = film->clearance, lever = -0.5 * c * factor(film), drag = petroff(film);
  const GudScalar *arm[2] = {m->r, m->r_s};
  for (int j = 0; j < GUD_FILM_INPUTS; j++) {
    row[j] = 0;
    for (int k = 0; k < 2; k++) row[j] += lever * (arm[k][0] * P_u[k][1][j] - arm[k][1] * P_u[k][0][j]);
  }
  for (int end = 0; end < 2; end++) {
    double sign = end ? 0.5 : -0.5;
    row[2 * end] += lever / c * (0.5 * S->I[0][1] + sign * S->I[1][1]);
    row[2 * end + 1] -= lever / c * (0.5 * S->I[0][0] + sign * S->I[1][0]);
    for (int i = 0; i < 2; i++)
      row[2 * end + i] += drag * w / c * (0.5 * S->thick_r[0][i] + sign * S->thick_r[1][i]);
  }
  row[GUD_FILM_W] += drag * S->thick;
}

/* What is kept of an evaluation; derivatives: S has them, too. */
typedef struct {
  Motion    m;
  Sums      S;
  int       derivatives;
  GudStatus status;
} Kept;

static size_t size(const GudFilmModel *self, const GudFilm *film)
{
  (void)self, (void)film;
  return sizeof(Kept);
}

static void derivatives_by_u(const GudFilm *film, const Kept *o, const GudScalar *u, GudScalar *J)
{
  GudScalar w = u[GUD_FILM_W], P_u[2][2][GUD_FILM_INPUTS];
  double    k = factor(film), kN = 0.5 * film->length * k;
  for (int i = 0; i < 2; i++) moment_by_u(film, &o->m, &o->S, w, i, P_u[i]);
  for (int j = 0; j < GUD_FILM_INPUTS; j++) {
    J[GUD_FILM_FXI * GUD_FILM_INPUTS + j]    = k * P_u[0][0][j];
    J[GUD_FILM_FETA * GUD_FILM_INPUTS + j]   = k * P_u[0][1][j];
    J[GUD_FILM_MXI * GUD_FILM_INPUTS + j]    = -kN * P_u[1][1][j];
    J[GUD_FILM_META * GUD_FILM_INPUTS + j]   = kN * P_u[1][0][j];
    J[GUD_FILM_TORQUE * GUD_FILM_INPUTS + j] = 0;
  }
  if (film->shear) torque_by_u(film, &o->m, &o->S, w, P_u, J + GUD_FILM_TORQUE * GUD_FILM_INPUTS);
}

static GudStatus force(const GudFilmModel *self, const GudFilm *film, const GudScalar *u,
                       const double *memory, void *work, GudScalar *f, GudScalar *J)
{
  Kept     *o = work;
  GudScalar w = u[GUD_FILM_W];
  double    k = factor(film), kN = 0.5 * film->length * k, c = film->clearance;
  (void)self, (void)memory;
  if (film->barus > 0 || film->cavitation > GUD_CAVITATION_FULL) return o->status = GUD_FATAL;
  o->m           = motion(film, u);
  o->derivatives = J != NULL;
  o->status      = integrate(film, &o->m, o->derivatives, &o->S);
  if (o->status != GUD_OK) return o->status;
  f[GUD_FILM_FXI]    = k * o->S.I[0][0];
  f[GUD_FILM_FETA]   = k * o->S.I[0][1];
  f[GUD_FILM_MXI]    = -kN * o->S.I[1][1]; /* (O5) */
  f[GUD_FILM_META]   = kN * o->S.I[1][0];
  f[GUD_FILM_TORQUE] = 0;
  if (film->shear) { /* (O6) */
    const Motion *m    = &o->m;
    GudScalar(*I)[2]   = o->S.I,
    moment             = m->r[0] * I[0][1] - m->r[1] * I[0][0] + m->r_s[0] * I[1][1] - m->r_s[1] * I[1][0];
    f[GUD_FILM_TORQUE] = petroff(film) * w * o->S.thick - 0.5 * c * k * moment;
  }
  if (J) derivatives_by_u(film, o, u, J);
  return GUD_OK;
}

/* The derivatives have integrals of their own, which a residual does not pay for. */
static GudStatus jacobian(const GudFilmModel *self, const GudFilm *film, const GudScalar *u, void *work,
                          GudScalar *J)
{
  (void)self;
  Kept *o = work;
  if (o->status == GUD_OK && !o->derivatives) o->status = integrate(film, &o->m, o->derivatives = 1, &o->S);
  if (o->status == GUD_OK) derivatives_by_u(film, o, u, J);
  return o->status;
}

/* ---- what is shown of a film: plain numbers ---- */

typedef struct {
  double r[2], G[2], scale; /* at one s; scale = 3 mu B^2 (1 - s^2)/(4 c^3) */
} Section;

static Section section(const GudFilm *film, const Motion *m, double s)
{
  double  c = film->clearance, B = film->length;
  Section x;
  for (int i = 0; i < 2; i++) {
    x.r[i] = gud_re(m->r[i]) + s * gud_re(m->r_s[i]);
    x.G[i] = gud_re(m->G[i]) + s * gud_re(m->G_s[i]);
  }
  x.scale = 0.75 * film->viscosity * B * B * (1 - s * s) / (c * c * c);
  return x;
}

static double pressure(const GudFilm *film, const Motion *m, double ct, double st, double zeta)
{
  double  s = 2 * zeta / film->length;
  Section x = section(film, m, s);
  double  H = 1 - x.r[0] * ct - x.r[1] * st,
         p  = x.scale * (x.G[0] * ct + x.G[1] * st) / (H * H * H); /* (O3) */
  if (!(fabs(s) < 1)) return 0;
  return film->cavitation == GUD_CAVITATION_FULL || p > 0 ? p : 0;
}

static void pressures(const GudFilmModel *self, const GudFilm *film, const GudScalar *u, const void *work,
                      int n, const double *theta, const double *zeta, double *p)
{
  Motion m  = motion(film, u);
  double ct = 1, st = 0; /* grids come line by line: one angle for many places */
  (void)self, (void)work;
  for (int k = 0, last = -1; k < n; k++) {
    if (last < 0 || theta[k] != theta[last]) ct = cos(theta[k]), st = sin(theta[k]), last = k;
    p[k] = pressure(film, &m, ct, st, zeta[k]);
  }
}

/* Pressure at the Sommerfeld angle g, and its first two derivatives in d: e = E/(1 + r.e'), H = D^2/(1 + r.e'),
   e' = (cos g, sin g), E = r + D e' + r (r.e')/(1 + D), so that with L = G.E and u = 1 + r.e'
   (O10) p = scale L u^2/D^6,   L'' = G.r - L,   u'' = 1 - u
   It is a polynomial of degree 3 in e', however near r is to 1. */
static double pressure_at(const Section *x, double cg, double sg, double d[2])
{
  const double *r = x->r, *G = x->G;
  double        DD = 1 - r[0] * r[0] - r[1] * r[1], D = sqrt(DD), C = x->scale / (DD * DD * DD);
  double        Gr = G[0] * r[0] + G[1] * r[1], re = r[0] * cg + r[1] * sg, u = 1 + re;
  double        L = Gr * (1 + re / (1 + D)) + D * (G[0] * cg + G[1] * sg);
  if (d) {
    double u1 = r[1] * cg - r[0] * sg, L1 = Gr * u1 / (1 + D) + D * (G[1] * cg - G[0] * sg);
    d[0] = C * u * (L1 * u + 2 * L * u1);
    d[1] = C * ((Gr - L) * u * u + 4 * L1 * u * u1 + 2 * L * (u1 * u1 - u * re));
  }
  return C * L * u * u;
}

/* dp/ds at the Sommerfeld angle: r, G and the scale of (O10) go with s; r' = r_s, G' = G_s,
   (D^2)' = -2 r.r', D' = (D^2)'/(2 D), scale'/scale = -2 s/(1 - s^2). At a maximum around it is the slope of the maxima. */
static double slope_along(const Section *x, const Motion *m, double s, double cg, double sg)
{
  const double *r = x->r, *G = x->G, e[2] = {cg, sg};
  double        Gr = 0, Gr_s = 0, re = 0, re_s = 0, Ge = 0, Ge_s = 0, DD = 1, DD_s = 0;
  for (int i = 0; i < 2; i++) {
    double r_s = gud_re(m->r_s[i]), G_s = gud_re(m->G_s[i]);
    Gr += G[i] * r[i], Gr_s += G_s * r[i] + G[i] * r_s;
    re += r[i] * e[i], re_s += r_s * e[i];
    Ge += G[i] * e[i], Ge_s += G_s * e[i];
    DD -= r[i] * r[i], DD_s -= 2 * r[i] * r_s;
  }
  double D = sqrt(DD), D_s = DD_s / (2 * D), C = x->scale / (DD * DD * DD), u = 1 + re, v = 1 + D;
  double L   = Gr * (1 + re / v) + D * Ge;
  double L_s = Gr_s * (1 + re / v) + Gr * (re_s / v - re * D_s / (v * v)) + D_s * Ge + D * Ge_s;
  return C * u * (L_s * u + 2 * L * re_s + L * u * (-2 * s / (1 - s * s) - 3 * DD_s / DD));
}

enum { AROUND = 24, ALONG = 24 }; /* samples of a search: p has two maxima around at most */

/* A maximum around at one place along: s = sin a (places crowd at the ends, where a tilted journal is near the wall). */
typedef struct {
  double a, g, p, slope; /* Sommerfeld angle, pressure, dp/ds */
} Peak;

/* Newton's method for dp/dg = 0 from g, within a sample's distance. */
static Peak climb(const GudFilm *film, const Motion *m, double a, double g)
{
  const double step = 2 * pi / AROUND, from = g, s = sin(a);
  Section      x = section(film, m, s);
  Peak         o = {a, g, 0, 0};
  for (int k = 0; k < 12; k++) {
    double d[2], cg = cos(g), sg = sin(g), p = pressure_at(&x, cg, sg, d);
    double dg = d[1] < 0 ? -d[0] / d[1] : copysign(0.25 * step, d[0]);
    o.g = g, o.p = p;
    if (fabs(dg) < 1e-8 || k == 11) { /* p is flat there: its error is 1e-16 */
      o.slope = slope_along(&x, m, s, cg, sg);
      break;
    }
    g = fmin(fmax(g + dg, from - step), from + step);
  }
  return o;
}

/* Best sample around at a, and in *p its pressure with what Newton's next step would add: good to some 1e-3 of it. */
static double best_sample(const GudFilm *film, const Motion *m, double e[AROUND][2], double a, double *p)
{
  Section x    = section(film, m, sin(a));
  int     best = 0;
  double  d[2];
  *p = -INFINITY;
  for (int i = 0; i < AROUND; i++) {
    double y = pressure_at(&x, e[i][0], e[i][1], NULL);
    if (y > *p) *p = y, best = i;
  }
  pressure_at(&x, e[best][0], e[best][1], d);
  if (d[1] < 0) *p -= 0.5 * d[0] * d[0] / d[1];
  return best * 2 * pi / AROUND;
}

/* Largest pressure of all, and where it is. Along the axis: the best of samples, then the zero of the slope of the maxima around,
   which are followed from place to place. A journal that is not tilted has it in the middle. */
static double largest_pressure(const GudFilm *film, const Motion *m, double *theta, double *zeta)
{
  const double step = pi / ALONG;
  double       e[AROUND][2], best = 0, at = 0, g = 0, tilt, size;
  for (int i = 0; i < AROUND; i++) e[i][0] = cos(2 * pi * i / AROUND), e[i][1] = sin(2 * pi * i / AROUND);
  size = hypot(gud_re(m->G[0]), gud_re(m->G[1]));
  tilt = hypot(gud_re(m->G_s[0]), gud_re(m->G_s[1])) + size * hypot(gud_re(m->r_s[0]), gud_re(m->r_s[1]));
  int tilted = tilt > 1e-13 * size; /* round-off else */
  for (int i = tilted ? 1 : ALONG / 2; i < (tilted ? ALONG : ALONG / 2 + 1); i++) {
    double p, k = best_sample(film, m, e, -pi / 2 + i * step, &p);
    if (p > best) best = p, at = -pi / 2 + i * step, g = k;
  }
  if (!(best > 0)) return 0; /* 0 at the ends of the bearing */
  Peak o = climb(film, m, at, g), lo = o, hi = o;
  if (tilted && o.slope != 0) {
    int up = o.slope > 0;
    for (int k = 0; k < ALONG;
         k++) { /* bracket: the neighbour may be the better one by the error of the samples */
      double a = (up ? hi.a : lo.a) + (up ? step : -step);
      if (fabs(a) > pi / 2 - 1e-9) a = copysign(pi / 2 - 1e-9, a);
      Peak next = climb(film, m, a, up ? hi.g : lo.g);
      if (up) lo = hi, hi = next;
      else hi = lo, lo = next;
      if ((next.slope > 0) != up) break;
    }
    for (int k = 0; k < 60 && hi.a - lo.a > 1e-9; k++) { /* false position, halved where it stalls */
      double w = lo.slope / (lo.slope - hi.slope), a = lo.a + w * (hi.a - lo.a);
      if (!(w > 0 && w < 1) || k % 3 == 2) a = 0.5 * (lo.a + hi.a);
      Peak next = climb(film, m, a, fabs(a - lo.a) < fabs(a - hi.a) ? lo.g : hi.g);
      if (next.p > o.p) o = next;
      double moved = fabs(next.slope) * (hi.a - lo.a); /* what is left to gain is below it */
      if (next.slope > 0) lo = next;
      else hi = next;
      if (moved < 1e-13 * o.p) break;
    }
  }
  Section x = section(film, m, sin(o.a));
  double  D = sqrt(1 - x.r[0] * x.r[0] - x.r[1] * x.r[1]), cg = cos(o.g), sg = sin(o.g);
  double  f = 1 + (x.r[0] * cg + x.r[1] * sg) / (1 + D); /* E of (O10) */
  *theta    = atan2(f * x.r[1] + D * sg, f * x.r[0] + D * cg);
  *zeta     = 0.5 * film->length * sin(o.a);
  return fmax(o.p, 0);
}

/* Flow out of the ends: -h^3/(12 mu) dp/dzeta = (B/4) G.e there, over the half circle where it leaves. */
static void figures(const GudFilmModel *self, const GudFilm *film, const GudScalar *u, const void *work,
                    double *out)
{
  (void)self;
  const Kept *o     = work;
  double      worst = 0, w = gud_re(u[GUD_FILM_W]);
  out[GUD_FILM_FLOW] = out[GUD_FILM_PRESSURE] = out[GUD_FILM_LOSS] = 0;
  for (int end = -1; end < 2; end += 2) {
    Section x = section(film, &o->m, end);
    worst     = fmax(worst, hypot(x.r[0], x.r[1]));
    out[GUD_FILM_FLOW] += 0.5 * film->radius * film->length * hypot(x.G[0], x.G[1]);
  }
  out[GUD_FILM_MIN] = film->clearance * (1 - worst);
  if (o->status != GUD_OK) return; /* they touch: no film, no pressure */
  out[GUD_FILM_PRESSURE] = largest_pressure(film, &o->m, &out[GUD_FILM_PRESSURE_ANGLE],
                                            &out[GUD_FILM_PRESSURE_AT]);
  out[GUD_FILM_LOSS]     = -petroff(film) * w * w * gud_re(o->S.thick); /* (O7) */
  for (int i = 0; i < 2; i++)
    out[GUD_FILM_LOSS] -= 0.5 * factor(film) * gud_re(o->S.I[0][i] * o->m.G[i] + o->S.I[1][i] * o->m.G_s[i]);
}

static const char *fault(const GudFilmModel *self, const GudFilm *film)
{
  (void)self;
  return gud_film_refuse(film, GUD_CAVITATION_FULL,
                         "film model short supports cavitation guembel and full only",
                         "film.barus, film.ends, film.sigma, film.profile, film.barrel and openings need "
                         "film.model reynolds, not short");
}

/* Load that it carries too much at eccentricity 1/2, in percent of the load of the finite bearing (Reynolds' condition), by L/D: up to
   L/D = 1 from Butenschoen's tables, beyond it from a difference solution that agrees with them. */
static const double excess[GUD_FILM_EXCESS][2] = {{0.125, 1.5}, {0.25, 5.6}, {0.5, 20}, {1, 69}, {2, 237}};

const GudFilmModel gud_film_short = {
  .name       = "short",
  .summary    = "short bearing, journal may be tilted; half or full Sommerfeld in closed form around",
  .cite       = "tian2010",
  .auto_to    = 0.25, /* Ocvirk */
  .trusted_to = 0.5,
  .excess     = excess,
  .fault      = fault,
  .size       = size,
  .force      = force,
  .jacobian   = jacobian,
  .pressures  = pressures,
  .figures    = figures,
};
