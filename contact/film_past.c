/* What the film of a joint keeps over a run: contact/film_past.h. */
#include "contact/film_past.h"

#include "contact/wear_sums.h"

#include <string.h>

enum { MAX_NX = 480 }; /* lubrication/reynolds.h */
enum { HEAT_TIME, HEAT_POWER, HEAT_FLOW, HEAT_LOST, HEAT_OIL, HEAT_SIZE };
enum { MIXED_LAST, MIXED_LAMBDA, MIXED_TIME, MIXED_BELOW_1, MIXED_BELOW_3, MIXED_SIZE };

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
  return sums_at(o) + (wears(o) ? gud_sums_size(cells(film)) : 0);
}

void gud_film_past_start(const GudFilmPast *o, const GudFilm *film, double t, double *h)
{
  memset(h, 0, sizeof(double) * (size_t)gud_film_past_size(o, film));
  if (o->heat) h[HEAT_TIME] = t;
  if (o->rough) h[mixed_at(o) + MIXED_LAST] = t;
  if (wears(o)) gud_sums_start(cells(film), t, film->shape.worn, h + sums_at(o));
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

/* The integrands of a ring */
static void integrate_ring(const GudWet *w, const GudWetAt *at, const void *work, int j, double *now,
                           double *sums)
{
  const GudFilm  *film  = &w->film;
  const GudRough *rough = &film->rough;
  int             nx = film->nx, n = cells(film);
  double          theta[MAX_NX] = {0}, zeta[MAX_NX] = {0}, p[MAX_NX], h[MAX_NX];
  double          v = film->radius * fabs(gud_re(at->u[GUD_FILM_W])), mean = 0;
  for (int i = 0; i < nx; i++)
    theta[i] = i * turn / nx, zeta[i] = ((j + 0.5) / film->ny - 0.5) * film->length;
  gud_wet_surface_at(w, at, NULL, work, nx, theta, zeta, p, h);
  for (int i = 0; i < nx; i++) {
    double    u = fmax(h[i] / rough->sigma, GUD_ASPERITY_LEAST), *of = now + j * nx + i;
    GudScalar slope;
    of[GUD_SUMS_LOAD * n] = p[i];
    if (u > GUD_ASPERITY_MOST) continue;
    double touch = rough->pressure * gud_re(gud_asperity_load(u, &slope));
    of[GUD_SUMS_LOAD * n] += touch, of[GUD_SUMS_SEVERITY_A * n] = touch * v, of[GUD_SUMS_SLIDING * n] = v;
    mean += touch * v / nx;
    gud_sums_steep(sums, -gud_re(slope) * rough->pressure / rough->sigma);
  }
  for (int i = 0; i < nx; i++) now[GUD_SUMS_SEVERITY_B * n + j * nx + i] = mean;
}

static void keep_sums(double t, const GudWet *w, const GudWetAt *at, int there, const void *work,
                      double *sums)
{
  double *now = gud_sums_open(cells(&w->film), t, sums);
  for (int j = 0; j < w->film.ny && there; j++) integrate_ring(w, at, work, j, now, sums);
  gud_sums_close(cells(&w->film), t, sums);
}

int gud_film_past_sums(const GudFilmPast *o, const GudFilm *film, int from, GudSurfaceSums *out)
{
  if (!wears(o)) return 0;
  *out = (GudSurfaceSums){.nx        = film->nx,
                          .ny        = film->ny,
                          .radius    = film->radius,
                          .length    = film->length,
                          .clearance = fmin(film->clearance, 10 * film->rough.sigma),
                          .wear      = {o->wear[0], o->wear[1]}};
  gud_sums_map(cells(film), from + sums_at(o), out);
  return 1;
}

void gud_film_past_worn(const GudFilmPast *o, const GudFilm *film, const double *h, double *a, double *b)
{
  if (wears(o)) gud_sums_worn(cells(film), h + sums_at(o), a, b);
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
