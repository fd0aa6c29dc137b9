/* Cost of the short bearing's force with its tangent, in CPU time of this process: random states of each
   kind, the best of some repeats, the mean over the states. Ends with code 1 when a limit is missed. */
#include "lubrication/film.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

extern const GudFilmModel gud_film_short;

enum { STATES = 2000, REPEATS = 5, N = GUD_FILM_INPUTS };

/* most: eccentricity of the ends; tilt: of the axis and of its motion, 1 = the ends have nothing in common */
static const struct {
  const char *name;
  double      most, tilt, limit_us;
} kinds[] = {
  {"aligned", 0.9, 0, 1},
  {"small tilt", 0.9, 1e-3, 1},
  {"any tilt", 0.9, 1, 5},
  {"any tilt, to the wall", 0.999, 1, 10},
};

static double uniform(double lo, double hi)
{
  return lo + (hi - lo) * (rand() / (RAND_MAX + 1.0));
}

static double cpu(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void draw(double c, double most, double tilt, double u[N])
{
  double x[8];
  for (int k = 0; k < 4; k += 2) {
    double e = c * most * sqrt(uniform(0, 1)), a = uniform(0, 6.283);
    x[k] = e * cos(a), x[k + 1] = e * sin(a);
    x[4 + k] = c * uniform(-5, 5), x[5 + k] = c * uniform(-5, 5);
  }
  for (int i = 0; i < 8; i++) u[i] = i & 2 ? (1 - tilt) * x[i ^ 2] + tilt * x[i] : x[i];
  u[GUD_FILM_W] = uniform(-20, 20);
}

int main(void)
{
  static double u[STATES][N];
  GudFilm       film   = {.radius = 0.03, .clearance = 2e-4, .length = 0.04, .viscosity = 0.4, .shear = 1};
  int           failed = 0;
  srand(1);
  printf("short bearing: force and tangent, microseconds\n");
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    double best = 1e9, work[1024], f[GUD_FILM_FORCES], J[GUD_FILM_FORCES * N];
    for (int i = 0; i < STATES; i++) draw(film.clearance, kinds[k].most, kinds[k].tilt, u[i]);
    for (int n = 0; n < REPEATS; n++) {
      double start = cpu();
      for (int i = 0; i < STATES; i++)
        if (gud_film_short.force(&gud_film_short, &film, u[i], NULL, work, f, J) != GUD_OK) return 1;
      best = fmin(best, (cpu() - start) / STATES * 1e6);
    }
    printf("  %-24s %6.2f   limit %g\n", kinds[k].name, best, kinds[k].limit_us);
    failed |= !(best < kinds[k].limit_us);
  }
  return failed;
}
