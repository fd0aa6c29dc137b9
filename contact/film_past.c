/* What the film of a joint keeps over a run: contact/film_past.h. */
#include "contact/film_past.h"

#include <string.h>

enum { MAX_NX = 480 }; /* lubrication/reynolds.h */
enum { HEAT_TIME, HEAT_POWER, HEAT_FLOW, HEAT_LOST, HEAT_OIL, HEAT_SIZE };
enum { MIXED_LAST, MIXED_LAMBDA, MIXED_TIME, MIXED_BELOW_1, MIXED_BELOW_3, MIXED_SIZE };
/* Then, with wear: time up to which sums are complete, steepest dp_a/dh so far, and arrays of nx ny numbers, ring by ring */
enum { SUMS_TIME, SUMS_STEEP, SUMS_HEAD };
enum { DEPTH_A, DEPTH_B, LOAD, SEVERITY_A, SEVERITY_B, SLIDING, LAST, ARRAYS = LAST + 4 };

static const double turn = 6.283185307179586476925286766559;

static int wears(const GudFilmPast *o)
{
  return o->rough && (o->wear[0] > 0 || o->wear[1] > 0);
}

static int mixed_at(const GudFilmPast *o)
{
  return o->heat ? HEAT_SIZE : 0;
}

static int sums_at(const GudFilmPast *o)
{
  return mixed_at(o) + (o->rough ? MIXED_SIZE : 0);
}

static int cells(const GudFilm *film)
{
  return film->nx * film->ny;
}

int gud_film_past_size(const GudFilmPast *o, const GudFilm *film)
{
  return sums_at(o) + (wears(o) ? SUMS_HEAD + ARRAYS * cells(film) : 0);
}

void gud_film_past_start(const GudFilmPast *o, const GudFilm *film, double t, double *h)
{
  memset(h, 0, sizeof(double) * (size_t)gud_film_past_size(o, film));
  if (o->heat) h[HEAT_TIME] = t;
  if (o->rough) h[mixed_at(o) + MIXED_LAST] = t;
  if (!wears(o)) return;
  double *sums    = h + sums_at(o);
  sums[SUMS_TIME] = t;
  for (int side = 0; side < 2; side++)
    if (film->shape.worn[side])
      memcpy(sums + SUMS_HEAD + side * cells(film), film->shape.worn[side],
             sizeof(double) * (size_t)cells(film));
}

/* ---- heat and lambda ---- */

static void keep_heat(double t, const double *now, double *h)
{
  double dt = t - h[HEAT_TIME];
  h[HEAT_LOST] += 0.5 * dt * (h[HEAT_POWER] + now[GUD_FILM_LOSS]);
  h[HEAT_OIL] += 0.5 * dt * (h[HEAT_FLOW] + now[GUD_FILM_FLOW]);
  h[HEAT_TIME] = t, h[HEAT_POWER] = now[GUD_FILM_LOSS], h[HEAT_FLOW] = now[GUD_FILM_FLOW];
}

double gud_film_past_temperature(const GudFilmParams *f, const double *h)
{
  int    any  = h[HEAT_OIL] > 0;
  double lost = any ? h[HEAT_LOST] : h[HEAT_POWER], oil = any ? h[HEAT_OIL] : h[HEAT_FLOW];
  return f->inlet + (oil > 0 ? (1 - f->convected) * lost / (f->capacity * oil) : 0);
}

double gud_film_lambda(const GudFilm *film, const GudWetAt *at)
{
  double theta, zeta;
  return gud_film_thinnest(film, at->u, &theta, &zeta) / film->rough.sigma;
}

static void keep_lambda(double t, double now, double *h)
{
  double dt = t - h[MIXED_LAST], before = h[MIXED_LAMBDA];
  h[MIXED_TIME] += dt;
  h[MIXED_BELOW_1] += 0.5 * dt * ((before < 1) + (now < 1));
  h[MIXED_BELOW_3] += 0.5 * dt * ((before < 3) + (now < 3));
  h[MIXED_LAST] = t, h[MIXED_LAMBDA] = now;
}

void gud_film_past_below(const GudFilmPast *o, const double *h, double *below_1, double *below_3)
{
  const double *m = h + mixed_at(o);
  if (!o->rough || !(m[MIXED_TIME] > 0)) return;
  *below_1 = m[MIXED_BELOW_1] / m[MIXED_TIME], *below_3 = m[MIXED_BELOW_3] / m[MIXED_TIME];
}

/* ---- sums over the surface (J6) ---- */

/* The four integrands of a ring */
static void integrate_ring(const GudWet *w, const GudWetAt *at, const void *work, int j, double *sums)
{
  const GudFilm  *film  = &w->film;
  const GudRough *rough = &film->rough;
  int             nx = film->nx, n = cells(film);
  double          theta[MAX_NX] = {0}, zeta[MAX_NX] = {0}, p[MAX_NX], h[MAX_NX];
  double         *last = sums + SUMS_HEAD + LAST * n + j * nx;
  double          v = film->radius * fabs(gud_re(at->u[GUD_FILM_W])), mean = 0;
  for (int i = 0; i < nx; i++)
    theta[i] = i * turn / nx, zeta[i] = ((j + 0.5) / film->ny - 0.5) * film->length;
  gud_wet_surface_at(w, at, NULL, work, nx, theta, zeta, p, h);
  for (int i = 0; i < nx; i++) {
    double    u = fmax(h[i] / rough->sigma, GUD_ASPERITY_LEAST);
    GudScalar slope;
    last[i] = p[i];
    if (u > GUD_ASPERITY_MOST) continue;
    double touch = rough->pressure * gud_re(gud_asperity_load(u, &slope));
    last[i] += touch, last[n + i] = touch * v, last[3 * n + i] = v, mean += touch * v / nx;
    sums[SUMS_STEEP] = fmax(sums[SUMS_STEEP], -gud_re(slope) * rough->pressure / rough->sigma);
  }
  for (int i = 0; i < nx; i++) last[2 * n + i] = mean;
}

static void keep_sums(double t, const GudWet *w, const GudWetAt *at, int there, const void *work,
                      double *sums)
{
  int    n  = cells(&w->film);
  double dt = t - sums[SUMS_TIME], *sum = sums + SUMS_HEAD + LOAD * n, *last = sums + SUMS_HEAD + LAST * n;
  for (int k = 0; k < 4 * n; k++) sum[k] += 0.5 * dt * last[k];
  memset(last, 0, sizeof(double) * 4 * (size_t)n);
  for (int j = 0; j < w->film.ny && there; j++) integrate_ring(w, at, work, j, sums);
  for (int k = 0; k < 4 * n; k++) sum[k] += 0.5 * dt * last[k];
  sums[SUMS_TIME] = t;
}

int gud_film_past_sums(const GudFilmPast *o, const GudFilm *film, int from, GudSurfaceSums *out)
{
  int n = cells(film), at = from + sums_at(o) + SUMS_HEAD;
  if (!wears(o)) return 0;
  *out = (GudSurfaceSums){.nx        = film->nx,
                          .ny        = film->ny,
                          .radius    = film->radius,
                          .length    = film->length,
                          .clearance = fmin(film->clearance, 10 * film->rough.sigma),
                          .wear      = {o->wear[0], o->wear[1]},
                          .steepest  = from + sums_at(o) + SUMS_STEEP,
                          .depth     = {at + DEPTH_A * n, at + DEPTH_B * n},
                          .load      = at + LOAD * n,
                          .severity  = {at + SEVERITY_A * n, at + SEVERITY_B * n},
                          .sliding   = at + SLIDING * n};
  return 1;
}

void gud_film_past_worn(const GudFilmPast *o, const GudFilm *film, const double *h, double *a, double *b)
{
  const double *depth = h + sums_at(o) + SUMS_HEAD;
  int           n     = cells(film);
  if (!wears(o)) return;
  *a = depth[DEPTH_A * n], *b = depth[DEPTH_B * n];
  for (int k = 1; k < n; k++) *a = fmax(*a, depth[DEPTH_A * n + k]), *b = fmax(*b, depth[DEPTH_B * n + k]);
}

void gud_film_past_keep(const GudForceArgs *s, const GudFilmPast *o, const GudWet *w, const GudPair *p,
                        const GudWetAt *at, int there, const void *work, double *h)
{
  double now[GUD_FILM_FIGURES] = {0};
  if (o->heat && there) gud_wet_figures(w, p, at, work, now);
  if (o->heat) keep_heat(s->t, now, h);
  if (o->rough && there) keep_lambda(s->t, gud_film_lambda(&w->film, at), h + mixed_at(o));
  if (wears(o)) keep_sums(s->t, w, at, there, work, h + sums_at(o));
}
