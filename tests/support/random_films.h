/* What the tests of the full Reynolds film share: a solution with its workspace, random films and motions. */
#ifndef GUD_RANDOM_FILMS_H
#define GUD_RANDOM_FILMS_H

#define FIRST_STATE 7
#include "uniform.h"

#include "lubrication/reynolds.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const double pi = 3.14159265358979323846;

/* A solution, its force, figures and work; memory for large grids. */
typedef struct {
  GudReynolds g;
  GudScalar  *work, f[GUD_FILM_FORCES], J[GUD_FILM_FORCES * GUD_FILM_INPUTS];
  double      figures[GUD_FILM_FIGURES];
} Solved;

static inline void solve(Solved *s, const GudFilm *film, const GudScalar *u, const double *memory)
{
  s->work = malloc(gud_reynolds_size(film));
  assert_non_null(s->work);
  assert_int_equal(gud_reynolds_solve(&s->g, film, u, memory, s->work), GUD_OK);
  gud_reynolds_figures(&s->g, s->figures);
  assert_int_equal(gud_reynolds_force(&s->g, s->f, s->J), GUD_OK);
}

/* Memory of a film, empty; the caller frees it. */
static inline double *empty_memory(const GudFilm *film)
{
  double *memory = calloc((size_t)gud_reynolds_memory(film), sizeof *memory);
  assert_non_null(memory);
  return memory;
}

static inline void release(Solved *s)
{
  free(s->work);
}

static inline void expect_near(const char *what, double got, double expected, double tolerance)
{
  if (fabs(got - expected) <= tolerance) return;
  fail_msg("%s: got %.15g, expected %.15g, allowed %.3g", what, got, expected, tolerance);
}

/* A film of 30 mm radius with a random length, and a random misaligned motion within 0.9 c. */
static inline GudFilm random_film(int cavitation)
{
  return (GudFilm){.radius     = 0.03,
                   .clearance  = 1e-4,
                   .length     = uniform(0.01, 0.08),
                   .viscosity  = 0.02,
                   .cavitation = cavitation,
                   .shear      = 1};
}

static inline void random_motion(const GudFilm *film, GudScalar *u)
{
  double a = uniform(0, 2 * pi), c = film->clearance;
  for (int e = 0; e < 4; e += 2) {
    double r = uniform(0.1, 0.9) * c;
    a += uniform(-1, 1);
    u[e] = r * cos(a), u[e + 1] = r * sin(a);
  }
  for (int k = GUD_FILM_RATES; k < GUD_FILM_W; k++) u[k] = uniform(-30, 30) * c;
  u[GUD_FILM_W] = uniform(-150, 150);
}

static inline void add_groove(GudFilm *film, double angle, double supply)
{
  film->opening[film->num_openings++] = (GudOpening){
    .angle = angle, .width = 0.3, .length = 0.6 * film->length, .supply = supply};
}

/* A line of that pressure along the whole film */
static inline void add_line(GudFilm *film, double angle, double supply)
{
  film->opening[film->num_openings++] = (GudOpening){
    .angle = angle, .width = 1e-9, .length = film->length, .supply = supply};
}

static inline void add_hole(GudFilm *film, double angle, double at, double diameter, double supply)
{
  film->opening[film->num_openings++] = (GudOpening){
    .angle = angle, .at = at, .diameter = diameter, .supply = supply};
}

#endif
