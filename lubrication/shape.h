/* Bearings that are not round: what the gap of a film is larger by than that of two cylinders.

   (G1) d(theta, zeta) = around(theta) + along(zeta) + worn(theta, zeta),   h = (L1) of film.h + d
        around: lemon bore, offset halves, crush relief, a worn arc; along: barrel, taper, relief of the edges. Both are given by points and straight
        between them; around is periodic, along keeps its last values. worn: what wear has taken from bearing and journal, at the middles of the cells of
        the film, ring by ring as in contract/force.h, bilinear between them.
   d does not depend on the state, so derivatives of (L1) stay as they are. It belongs to the bearing: films whose axes turn with the journal
   (film.h, L2) have none.
   verified by: t411 (spectral references of bores), battery */
#ifndef GUD_SHAPE_H
#define GUD_SHAPE_H

typedef struct {
  int           n;
  const double *x, *y; /* n points, x rising; no point: 0 */
} GudShapeCurve;

typedef struct {
  GudShapeCurve around, along;
  int           wears;   /* 1: it may have depths */
  const double *worn[2]; /* nx ny of them, of the bearing and of the journal, or NULL */
} GudShape;

static inline int gud_shape_any(const GudShape *s)
{
  return s->around.n > 0 || s->along.n > 0 || s->wears;
}

double gud_shape_around(const GudShape *s, double theta);
double gud_shape_along(const GudShape *s, double zeta);
/* Worn at column x and row y, both in cells: middles are at whole numbers */
double gud_shape_worn(const GudShape *s, int nx, int ny, double x, double y);
#endif
