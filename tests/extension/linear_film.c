/* Film model of tests/extension: a short bearing full of oil at small eccentricity, linear in the motion (lubrication/film.h).

   With h = c - x cos theta - y sin theta and dp/dz from Reynolds' equation of a short bearing, p is proportional to h' + (w/2) dh/dtheta, so
   that to first order in x, y and their rates
   (F1) F_xi = -C (x' + w y/2),  F_eta = -C (y' - w x/2),  C = pi mu R B^3/c^3,
        x, y: means of the two ends. No moments, no shear torque. */
#include "lubrication/film.h"

#include <string.h>

static double damping(const GudFilm *f) /* C of (F1) */
{
  double l = f->length / f->clearance;
  return 3.14159265358979323846 * f->viscosity * f->radius * l * l * l;
}

static void derivatives(const GudFilm *film, const GudScalar *u, GudScalar *J)
{
  double    C = damping(film);
  GudScalar x = 0.5 * (u[GUD_FILM_XI1] + u[GUD_FILM_XI2]), y = 0.5 * (u[GUD_FILM_ETA1] + u[GUD_FILM_ETA2]);
  GudScalar(*K)[GUD_FILM_INPUTS] = (GudScalar(*)[GUD_FILM_INPUTS])J;
  memset(J, 0, sizeof(GudScalar) * GUD_FILM_FORCES * GUD_FILM_INPUTS);
  for (int end = 0; end < 2; end++) {
    K[GUD_FILM_FXI][GUD_FILM_RATES + 2 * end] = K[GUD_FILM_FETA][GUD_FILM_RATES + 2 * end + 1] = -0.5 * C;
    K[GUD_FILM_FXI][2 * end + 1]                        = -0.25 * C * u[GUD_FILM_W],
                              K[GUD_FILM_FETA][2 * end] = 0.25 * C * u[GUD_FILM_W];
  }
  K[GUD_FILM_FXI][GUD_FILM_W] = -0.5 * C * y, K[GUD_FILM_FETA][GUD_FILM_W] = 0.5 * C * x;
}

static GudStatus force(const GudFilmModel *self, const GudFilm *film, const GudScalar *u,
                       const double *memory, void *work, GudScalar *f, GudScalar *J)
{
  double           C = damping(film);
  const GudScalar *r = u + GUD_FILM_RATES;
  (void)self, (void)memory, (void)work;
  memset(f, 0, sizeof(GudScalar) * GUD_FILM_FORCES);
  f[GUD_FILM_FXI]  = -C * 0.5 * (r[0] + r[2] + u[GUD_FILM_W] * 0.5 * (u[GUD_FILM_ETA1] + u[GUD_FILM_ETA2]));
  f[GUD_FILM_FETA] = -C * 0.5 * (r[1] + r[3] - u[GUD_FILM_W] * 0.5 * (u[GUD_FILM_XI1] + u[GUD_FILM_XI2]));
  if (J) derivatives(film, u, J);
  return GUD_OK;
}

static GudStatus jacobian(const GudFilmModel *self, const GudFilm *film, const GudScalar *u, void *work,
                          GudScalar *J)
{
  (void)self, (void)work;
  derivatives(film, u, J);
  return GUD_OK;
}

static void pressures(const GudFilmModel *self, const GudFilm *film, const GudScalar *u, const void *work,
                      int n, const double *theta, const double *zeta, double *p)
{
  (void)self, (void)film, (void)u, (void)work, (void)theta, (void)zeta;
  for (int i = 0; i < n; i++) p[i] = 0;
}

static void figures(const GudFilmModel *self, const GudFilm *film, const GudScalar *u, const void *work,
                    double *out)
{
  double x = 0.5 * gud_re(u[GUD_FILM_XI1] + u[GUD_FILM_XI2]),
         y = 0.5 * gud_re(u[GUD_FILM_ETA1] + u[GUD_FILM_ETA2]);
  (void)self, (void)work;
  memset(out, 0, sizeof(double) * GUD_FILM_FIGURES);
  out[GUD_FILM_MIN] = film->clearance - sqrt(x * x + y * y);
}

const GudFilmModel gud_film_linear = {.name      = "linear",
                                      .summary   = "short bearing at small eccentricity, linear",
                                      .force     = force,
                                      .jacobian  = jacobian,
                                      .pressures = pressures,
                                      .figures   = figures};
