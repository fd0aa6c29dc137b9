/* Infinitely long journal bearing with wedge and squeeze, in closed form [alshaer2005; pinkus1961].

   The film sees two vectors: e = (xi, eta)/c of the journal's middle, and q = 2 e' - w k x e (k along zeta).
   With d = (cos theta, sin theta), H = h/c = 1 - e.d, n = |e|^2, p = e.q, C = mu B R^3/c^2:
     (B1) Reynolds      d/dtheta (H^3 dP/dtheta) = -q.d,        pressure = 6 mu (R/c)^2 P
     (B2) its solution  P = (2 - e.d)/((2 + n) H^2) [q.d + p (e.d)/2]: 0 on one diameter, positive on one half
     (B3) force on the journal  F = C (a q + b e),  a = -6 D/((2 + n) (1 - n)^(1/2)),
                                b = -9 D p/((2 + n) (1 - n)^(3/2)) - 12 Q/((2 + n) (1 - n))
     (B4) Guembel, exact   Q = (|q|^2 + (4 + n) p^2/4)^(1/2),  D = pi + 2 atan((1 + n/2) p/(Q (1 - n)^(1/2)))
     (B5) full Sommerfeld  Q = 0,  D = 2 pi
     (B6) Pinkus, Ott      Q = |q|,  D = pi [1 + 3 p/(2 K + 3 |p|)],  K = (1 - n)^(1/2) |q|
     (B7) torque on the journal, if film->shear   T = -2 pi mu B R^3 w/(c (1 - n)^(1/2)) - (e x F) c/2
     (B8) power lost  2 pi mu B R^3 w^2/(c (1 - n)^(1/2)) - F.q c/2 >= 0;  it is -F.(velocity) - T w if T acts
     (B9) largest P where q.d' = 3 (e x q)/(2 + n), q.d > 0 (there the flow is that of a parallel gap).
   In polar form (|e|, gamma), s = |e|': q = 2 s e_r - |e| (w - 2 gamma') e_t, which turns (B3, B4) into the
   radial and tangential forces of the paper. No polar angle is formed here: nothing happens at the centre,
   and no case is told apart by the signs of s and w - 2 gamma'.

   Kinks. (B4, B6) have degree one in q: at q = 0 off the centre the force is 0 and has no derivative; J is
   then the mean of any two opposite sides (half of the full film). (B6) at p = 0 (s = 0) has a continuous
   first derivative: only the second one jumps.
   limits: no side flow, so good for B/2R > 2 only; (B7) takes the whole circumference as filled with oil;
   (B6) is a fit of the half film, its pressure is that of (B2); misprints of the papers are corrected; other
   boundary conditions have no closed form: GUD_FATAL; openings and barus are ignored.
   verified by: t401 (reference values, quadrature of (B1), complex step, power). */
#include <stddef.h>
#include "lubrication/film.h"

/* what the film sees: middle and its rate, both divided by c; relative spin */
enum { X, Y, XT, YT, W, NUM_SEEN };

static const double pi = 3.14159265358979323846;

typedef struct {
  GudScalar e[2], et[2], q[2], w;
  GudScalar n, p, qq; /* |e|^2, e.q, |q|^2 */
} Middle;

/* A function of (n, p, qq) and its derivatives. */
typedef struct {
  GudScalar v, n, p, qq;
} Diff;

/* D and Q of one way to cavitate: (B4), (B5) or (B6). */
typedef void Arc(const Middle *m, Diff *D, Diff *Q);

static GudStatus middle(const GudFilm *film, const GudScalar *u, Middle *m)
{
  const GudScalar *ut = u + GUD_FILM_RATES;
  double           s  = 0.5 / film->clearance;
  for (int i = 0; i < 2; i++) {
    m->e[i]  = s * (u[GUD_FILM_XI1 + i] + u[GUD_FILM_XI2 + i]);
    m->et[i] = s * (ut[GUD_FILM_XI1 + i] + ut[GUD_FILM_XI2 + i]);
  }
  m->w    = u[GUD_FILM_W];
  m->q[0] = 2 * m->et[0] + m->w * m->e[1];
  m->q[1] = 2 * m->et[1] - m->w * m->e[0];
  m->n    = m->e[0] * m->e[0] + m->e[1] * m->e[1];
  m->p    = m->e[0] * m->q[0] + m->e[1] * m->q[1];
  m->qq   = m->q[0] * m->q[0] + m->q[1] * m->q[1];
  return gud_re(m->n) < 1 ? GUD_OK : GUD_RETRY;
}

/* q = 0 for every practical purpose: its square has no digits left. The mean of opposite sides. */
static int at_rest(GudScalar square, Diff *D, Diff *Q)
{
  if (gud_re(square) > 1e-280) return 0;
  *D = (Diff){.v = pi};
  *Q = (Diff){0};
  return 1;
}

static void arc_guembel(const Middle *m, Diff *D, Diff *Q) /* (B4) */
{
  GudScalar n = m->n, p = m->p, square = m->qq + (4 + n) * p * p / 4, v, T, D_T;
  if (at_rest(square, D, Q)) return;
  v     = gud_sqrt(square);
  *Q    = (Diff){v, p * p / (8 * v), (4 + n) * p / (4 * v), 1 / (2 * v)};
  T     = (2 + n) * p / (2 * v * gud_sqrt(1 - n));
  D_T   = 2 / (1 + T * T);
  D->v  = gud_re(T) < -1 ? -2 * gud_atan(1 / T)
                         : pi + 2 * gud_atan(T); /* small, not a difference, if receding */
  D->n  = D_T * T * (1 / (2 + n) + 1 / (2 * (1 - n)) - Q->n / v);
  D->p  = D_T * ((2 + n) / (2 * v * gud_sqrt(1 - n)) - T * Q->p / v);
  D->qq = -D_T * T * Q->qq / v;
}

static void arc_pinkus(const Middle *m, Diff *D, Diff *Q) /* (B6) */
{
  GudScalar v, r = gud_sqrt(1 - m->n), K, s, D_K;
  if (at_rest(m->qq, D, Q)) return;
  v   = gud_sqrt(m->qq);
  K   = r * v;
  s   = K + 1.5 * gud_abs(m->p);
  D_K = -1.5 * pi * m->p / (s * s);
  *Q  = (Diff){.v = v, .qq = 1 / (2 * v)};
  *D  = (Diff){pi + 1.5 * pi * m->p / s, -D_K * v / (2 * r), 1.5 * pi * K / (s * s), D_K * r / (2 * v)};
}

static void arc_full(const Middle *m, Diff *D, Diff *Q) /* (B5) */
{
  (void)m;
  *D = (Diff){.v = 2 * pi};
  *Q = (Diff){0};
}

/* (B3): a and b */
static void factors(const Middle *m, const Diff *D, const Diff *Q, Diff *a, Diff *b)
{
  GudScalar n = m->n, p = m->p, y = 1 / (1 - n), A = gud_sqrt(y) / (2 + n), B = A * gud_sqrt(y);
  GudScalar A_n = A * (y / 2 - 1 / (2 + n)), B_n = B * (y - 1 / (2 + n));
  GudScalar E = A * y, E_n = E * (1.5 * y - 1 / (2 + n));
  *a    = (Diff){-6 * A * D->v, -6 * (A_n * D->v + A * D->n), -6 * A * D->p, -6 * A * D->qq};
  b->v  = -9 * E * p * D->v - 12 * B * Q->v;
  b->n  = -9 * p * (E_n * D->v + E * D->n) - 12 * (B_n * Q->v + B * Q->n);
  b->p  = -9 * E * (D->v + p * D->p) - 12 * B * Q->p;
  b->qq = -9 * E * p * D->qq - 12 * B * Q->qq;
}

/* G[i][j] = d(a q + b e)_i / d(seen)_j */
static void force_gradient(const Middle *m, const Diff *a, const Diff *b, GudScalar G[2][NUM_SEEN])
{
  const GudScalar *e = m->e, *q = m->q, q_w[2] = {e[1], -e[0]};
  for (int i = 0; i < 2; i++) {
    GudScalar g_n = a->n * q[i] + b->n * e[i], g_p = a->p * q[i] + b->p * e[i];
    GudScalar g_qq = a->qq * q[i] + b->qq * e[i], g_e[2], g_q[2];
    for (int j = 0; j < 2; j++) {
      g_e[j] = (i == j) * b->v + 2 * g_n * e[j] + g_p * q[j];
      g_q[j] = (i == j) * a->v + 2 * g_qq * q[j] + g_p * e[j];
    }
    G[i][X] = g_e[0] - m->w * g_q[1], G[i][Y] = g_e[1] + m->w * g_q[0];
    G[i][XT] = 2 * g_q[0], G[i][YT] = 2 * g_q[1];
    G[i][W] = g_q[0] * q_w[0] + g_q[1] * q_w[1];
  }
}

static double force_unit(const GudFilm *film) /* C of (B3) */
{
  double r = film->radius / film->clearance;
  return film->viscosity * film->length * film->radius * r * r;
}

/* (B7): t = Petroff's factor. With f = F/C, T = -t w - (C c/2) (e x f). */
static double petroff(const GudFilm *film)
{
  return 2 * pi * force_unit(film) * film->clearance;
}

/* One row of J from derivatives by what the film sees: each end carries one half of the middle. */
static void scatter(const GudFilm *film, double unit, const GudScalar g[NUM_SEEN], GudScalar *row)
{
  double s = 0.5 * unit / film->clearance;
  for (int j = 0; j < 4; j++) {
    row[j]                  = s * g[X + j % 2];
    row[GUD_FILM_RATES + j] = s * g[XT + j % 2];
  }
  row[GUD_FILM_W] = unit * g[W];
}

static void torque(const GudFilm *film, const Middle *m, GudScalar G[2][NUM_SEEN], GudScalar *f, GudScalar *J)
{
  double    half = film->clearance / 2, t = petroff(film), unit = force_unit(film);
  GudScalar y = 1 / (1 - m->n), r = gud_sqrt(y), g[NUM_SEEN];
  f[GUD_FILM_TORQUE] = -t * r * m->w - half * (m->e[0] * f[GUD_FILM_FETA] - m->e[1] * f[GUD_FILM_FXI]);
  if (!J) return;
  for (int j = 0; j < NUM_SEEN; j++) g[j] = -half * unit * (m->e[0] * G[1][j] - m->e[1] * G[0][j]);
  g[X] -= half * f[GUD_FILM_FETA] + t * m->w * r * y * m->e[0];
  g[Y] += half * f[GUD_FILM_FXI] - t * m->w * r * y * m->e[1];
  g[W] -= t * r;
  scatter(film, 1, g, J + GUD_FILM_TORQUE * GUD_FILM_INPUTS);
}

static GudStatus force_of(Arc *arc, const GudFilm *film, const GudScalar *u, GudScalar *f, GudScalar *J)
{
  Middle    m;
  Diff      D, Q, a, b;
  GudScalar G[2][NUM_SEEN];
  double    unit = force_unit(film);
  if (!arc) return GUD_FATAL;
  if (middle(film, u, &m)) return GUD_RETRY;
  arc(&m, &D, &Q);
  factors(&m, &D, &Q, &a, &b);
  for (int i = 0; i < GUD_FILM_FORCES; i++) f[i] = 0;
  for (int i = 0; i < 2; i++) f[i] = unit * (a.v * m.q[i] + b.v * m.e[i]);
  if (J) {
    for (int i = 0; i < GUD_FILM_FORCES * GUD_FILM_INPUTS; i++) J[i] = 0;
    force_gradient(&m, &a, &b, G);
    for (int i = 0; i < 2; i++) scatter(film, unit, G[i], J + i * GUD_FILM_INPUTS);
  }
  if (film->shear) torque(film, &m, G, f, J);
  return GUD_OK;
}

static Arc *long_arc(const GudFilm *film)
{
  switch (film->cavitation) {
  case GUD_CAVITATION_GUEMBEL: return arc_guembel;
  case GUD_CAVITATION_FULL: return arc_full;
  default: return 0;
  }
}

static Arc *pinkus_arc(const GudFilm *film)
{
  return film->cavitation == GUD_CAVITATION_GUEMBEL ? arc_pinkus : 0;
}

/* Closed forms of a few lines: nothing is kept, derivatives and figures compute the force once more. */
static GudStatus force_long(const GudFilmModel *self, const GudFilm *film, const GudScalar *u,
                            const double *memory, void *work, GudScalar *f, GudScalar *J)
{
  (void)self, (void)memory, (void)work;
  return force_of(long_arc(film), film, u, f, J);
}

static GudStatus jacobian_long(const GudFilmModel *self, const GudFilm *film, const GudScalar *u, void *work,
                               GudScalar *J)
{
  GudScalar f[GUD_FILM_FORCES];
  (void)self, (void)work;
  return force_of(long_arc(film), film, u, f, J);
}

static GudStatus force_pinkus(const GudFilmModel *self, const GudFilm *film, const GudScalar *u,
                              const double *memory, void *work, GudScalar *f, GudScalar *J)
{
  (void)self, (void)memory, (void)work;
  return force_of(pinkus_arc(film), film, u, f, J);
}

static GudStatus jacobian_pinkus(const GudFilmModel *self, const GudFilm *film, const GudScalar *u,
                                 void *work, GudScalar *J)
{
  GudScalar f[GUD_FILM_FORCES];
  (void)self, (void)work;
  return force_of(pinkus_arc(film), film, u, f, J);
}

/* (B2) in direction d, in Pa */
static double pressure_at(const GudFilm *film, const Middle *m, const double d[2])
{
  double r  = film->radius / film->clearance;
  double ed = gud_re(m->e[0]) * d[0] + gud_re(m->e[1]) * d[1];
  double qd = gud_re(m->q[0]) * d[0] + gud_re(m->q[1]) * d[1];
  double P  = (2 - ed) / ((2 + gud_re(m->n)) * (1 - ed) * (1 - ed)) * (qd + gud_re(m->p) * ed / 2);
  return 6 * film->viscosity * r * r * (film->cavitation == GUD_CAVITATION_FULL || P > 0 ? P : 0);
}

/* The long bearing's pressure does not depend on zeta; no pressure without a film. */
static void pressures(const GudFilmModel *self, const GudFilm *film, const GudScalar *u, const void *work,
                      int n, const double *theta, const double *zeta, double *p)
{
  Middle m;
  int    none = middle(film, u, &m) != GUD_OK;
  (void)self, (void)work, (void)zeta;
  for (int k = 0; k < n; k++)
    p[k] = none ? 0 : pressure_at(film, &m, (double[2]){cos(theta[k]), sin(theta[k])});
}

static double largest_pressure(const GudFilm *film, const Middle *m, double *angle) /* (B9) */
{
  double q[2] = {gud_re(m->q[0]), gud_re(m->q[1])}, size = sqrt(q[0] * q[0] + q[1] * q[1]), s, c;
  if (!(size > 0)) return 0;
  s           = -3 * (gud_re(m->e[0]) * q[1] - gud_re(m->e[1]) * q[0]) / ((2 + gud_re(m->n)) * size);
  c           = sqrt(fmax(1 - s * s, 0));
  double d[2] = {(c * q[0] - s * q[1]) / size, (c * q[1] + s * q[0]) / size};
  *angle      = atan2(d[1], d[0]);
  return pressure_at(film, m, d);
}

static void figures_of(Arc *arc, const GudFilm *film, const GudScalar *u, double *out)
{
  Middle    m;
  GudScalar f[GUD_FILM_FORCES];
  double    w, Fq = 0;
  int       none = middle(film, u, &m) != GUD_OK || force_of(arc, film, u, f, 0) != GUD_OK;
  for (int i = 0; i < GUD_FILM_FIGURES; i++) out[i] = 0;
  out[GUD_FILM_MIN] = film->clearance * (1 - sqrt(gud_re(m.n)));
  if (none) return;
  for (int i = 0; i < 2; i++) Fq += gud_re(f[i]) * gud_re(m.q[i]);
  w                      = gud_re(m.w);
  out[GUD_FILM_PRESSURE] = largest_pressure(film, &m, &out[GUD_FILM_PRESSURE_ANGLE]);
  out[GUD_FILM_LOSS] = petroff(film) * w * w / sqrt(1 - gud_re(m.n)) - film->clearance / 2 * Fq; /* (B8) */
}

static void figures_long(const GudFilmModel *self, const GudFilm *film, const GudScalar *u, const void *work,
                         double *out)
{
  (void)self, (void)work;
  figures_of(long_arc(film), film, u, out);
}

static void figures_pinkus(const GudFilmModel *self, const GudFilm *film, const GudScalar *u,
                           const void *work, double *out)
{
  (void)self, (void)work;
  figures_of(pinkus_arc(film), film, u, out);
}

static const char *fault(const GudFilmModel *self, const GudFilm *film)
{
  (void)self;
  return gud_film_refuse(film, GUD_CAVITATION_FULL,
                         "film model long supports cavitation guembel and full only",
                         "film.barus, film.ends, film.sigma, film.profile, film.barrel and openings need "
                         "film.model reynolds, not long");
}

/* Load that a long bearing carries too much at eccentricity 1/2, in percent of the load of the finite bearing (Reynolds' condition), by L/D: up to
   L/D = 1 from Butenschoen's tables, beyond it from a difference solution that agrees with them. */
static const double excess[GUD_FILM_EXCESS][2] = {{1, 189}, {1.5, 84}, {2, 45}, {3, 15}, {4, 4}};

const GudFilmModel gud_film_long = {
  .name         = "long",
  .summary      = "infinitely long bearing, exact half or full Sommerfeld film",
  .cite         = "alshaer2005",
  .auto_from    = 4,
  .auto_to      = INFINITY,
  .trusted_from = 2,
  .trusted_to   = INFINITY,
  .excess       = excess,
  .fault        = fault,
  .force        = force_long,
  .jacobian     = jacobian_long,
  .pressures    = pressures,
  .figures      = figures_long,
};

static const char *pinkus_fault(const GudFilmModel *self, const GudFilm *film)
{
  (void)self;
  return gud_film_refuse(film, GUD_CAVITATION_GUEMBEL, "film model pinkus supports cavitation guembel only",
                         "film.barus, film.ends, film.sigma, film.profile, film.barrel and openings need "
                         "film.model reynolds, not pinkus");
}

const GudFilmModel gud_film_pinkus = {
  .name         = "pinkus",
  .summary      = "infinitely long bearing, fitted half Sommerfeld film of Pinkus, Sternlicht and Ott",
  .cite         = "pinkus1961",
  .trusted_from = 2,
  .trusted_to   = INFINITY,
  .excess       = excess,
  .fault        = pinkus_fault,
  .force        = force_pinkus,
  .jacobian     = jacobian_pinkus,
  .pressures    = pressures,
  .figures      = figures_pinkus,
};
