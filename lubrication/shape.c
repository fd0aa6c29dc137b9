/* Bearings that are not round: shape.h. */
#include "film.h"

#include <math.h>

static const double full_turn = 6.283185307179586476925286766559;

static double between(const GudShapeCurve *c, int k, double x)
{
  double t = (x - c->x[k - 1]) / (c->x[k] - c->x[k - 1]);
  return (1 - t) * c->y[k - 1] + t * c->y[k];
}

double gud_shape_around(const GudShape *s, double theta)
{
  const GudShapeCurve *c = &s->around;
  if (c->n < 1) return 0;
  double x = c->x[0] + fmod(fmod(theta - c->x[0], full_turn) + full_turn, full_turn);
  for (int k = 1; k < c->n; k++)
    if (x <= c->x[k]) return between(c, k, x);
  double left = c->x[0] + full_turn - c->x[c->n - 1], t = left > 0 ? (x - c->x[c->n - 1]) / left : 0;
  return (1 - t) * c->y[c->n - 1] + t * c->y[0];
}

double gud_shape_along(const GudShape *s, double zeta)
{
  const GudShapeCurve *c = &s->along;
  if (c->n < 1) return 0;
  if (zeta <= c->x[0]) return c->y[0];
  for (int k = 1; k < c->n; k++)
    if (zeta <= c->x[k]) return between(c, k, zeta);
  return c->y[c->n - 1];
}

double gud_shape_worn(const GudShape *s, int nx, int ny, double x, double y)
{
  double i = floor(x), j, sum = 0;
  y = fmax(0, fmin(ny - 1, y)), j = fmin(floor(y), fmax(ny - 2, 0));
  for (int k = 0; k < 4; k++) {
    int    col = (int)fmod(fmod(i + k % 2, nx) + nx, nx), row = (int)j + k / 2;
    double w = (k % 2 ? x - i : 1 - x + i) * (k / 2 ? y - j : 1 - y + j);
    for (int side = 0; side < 2 && w > 0; side++)
      if (s->worn[side]) sum += w * s->worn[side][row * nx + col];
  }
  return sum;
}

double gud_shape_at(const GudFilm *film, double theta, double zeta)
{
  const GudShape *s = &film->shape;
  double          y = zeta / film->length + 0.5;
  if (!gud_shape_any(s)) return 0;
  double d = gud_shape_around(s, theta) + gud_shape_along(s, zeta);
  if (s->worn[0] || s->worn[1])
    d += gud_shape_worn(s, film->nx, film->ny, theta / full_turn * film->nx, y * film->ny - 0.5);
  return d;
}

/* (L1) with (G1); y in 0 ... 1 along the axis */
static double gap(const GudFilm *film, const GudScalar *u, double theta, double y)
{
  double xi  = (1 - y) * gud_re(u[GUD_FILM_XI1]) + y * gud_re(u[GUD_FILM_XI2]);
  double eta = (1 - y) * gud_re(u[GUD_FILM_ETA1]) + y * gud_re(u[GUD_FILM_ETA2]);
  return film->clearance - xi * cos(theta) - eta * sin(theta) +
         gud_shape_at(film, theta, (y - 0.5) * film->length);
}

double gud_film_thinnest(const GudFilm *film, const GudScalar *u, double *theta, double *zeta)
{
  double a      = hypot(gud_re(u[GUD_FILM_XI1]), gud_re(u[GUD_FILM_ETA1]));
  double b      = hypot(gud_re(u[GUD_FILM_XI2]), gud_re(u[GUD_FILM_ETA2]));
  int    tilted = gud_re(u[GUD_FILM_XI1]) != gud_re(u[GUD_FILM_XI2]) ||
               gud_re(u[GUD_FILM_ETA1]) != gud_re(u[GUD_FILM_ETA2]);
  int end = b > a ? 2 : 0, around = 2 * (film->nx ? film->nx : 80), along = 2 * (film->ny ? film->ny : 8),
      best[2]  = {0};
  double least = INFINITY, step = full_turn / around;
  if (!gud_shape_any(&film->shape)) {
    *theta = atan2(gud_re(u[end + 1]), gud_re(u[end])),
    *zeta  = tilted ? (end ? 0.5 : -0.5) * film->length : 0;
    return film->clearance - fmax(a, b);
  }
  if (!tilted && !film->shape.along.n && !film->shape.worn[0] && !film->shape.worn[1]) along = 0;
  for (int j = 0; j <= along; j++)
    for (int i = 0; i < around; i++) {
      double h = gap(film, u, i * step, along ? (double)j / along : 0.5);
      if (h < least) least = h, best[0] = i, best[1] = j;
    }
  double y = along ? (double)best[1] / along : 0.5, before = gap(film, u, (best[0] - 1) * step, y);
  double after = gap(film, u, (best[0] + 1) * step, y), slope = (after - before) / 2;
  double bend = after - 2 * least + before, move = bend > 0 ? -slope / bend : 0;
  *theta = remainder((best[0] + move) * step, full_turn), *zeta = (y - 0.5) * film->length;
  return least + move * slope / 2;
}
