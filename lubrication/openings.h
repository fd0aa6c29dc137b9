/* Openings of a film on the grid of reynolds.c: which cells they feed, and the flow between a fed cell and the one beside it.

   (O1) An opening holds the cells whose centre is in it, at least those nearest to its middle (two rows or columns where both are equally
        near). Their pressure is that of the supply.
   (O2) groove: through a face goes the conductance of whole cells by the distance, in cells, from the edge of the groove to the middle of the
        cell outside, at least 1/10. A groove up to an end is open there.
   (O3) round hole of radius r: the pressure around a hole goes as the logarithm of the distance from its middle, and the flow through a face
        as the angle phi that this face is seen at from there: conductance k phi/ln(rho/r), rho the distance of the middle of the cell outside.
        The angles around a hole sum to 2 pi, so the flow of that field is exact wherever the hole is on the grid and however small it is
        (Peaceman's wells, where the hole is in the middle of its cell). ln(rho/r) is at least 1/10 of a cell by rho.
   Lengths by R; x around and y along from the middle of the opening. */
#ifndef GUD_OPENINGS_H
#define GUD_OPENINGS_H

#include "film.h"

/* Width and length of a cell, by R */
typedef struct {
  double dx, dz;
} GudOpeningGrid;

/* Nearest copy of an angle */
static inline double gud_opening_turn(double angle)
{
  return remainder(angle, 6.283185307179586476925286766559);
}

static inline int gud_opening_has(const GudOpening *o, double R, const GudOpeningGrid *g, double x, double y)
{
  double r      = 0.5 * o->diameter / R;
  int    near_x = x > -(0.5 - 1e-9) * g->dx && x <= (0.5 + 1e-9) * g->dx,
      near_y    = fabs(y) <= (0.5 + 1e-9) * g->dz;
  if (r > 0) return x * x + y * y <= r * r * (1 + 1e-9) || (near_x && near_y);
  return (near_x || fabs(x) <= 0.5 * o->width + 1e-12 * g->dx) &&
         (near_y || fabs(y) <= 0.5 * o->length / R + 1e-12 * g->dz);
}

/* (O2), (O3): conductance of the face between a cell in the opening and the one outside with its middle at (x, y), by that between whole cells.
   The face is towards the opening: sx, sy = -1, 0, 1; half: the cell outside is an end, half a cell behind the face. */
static inline double gud_opening_near(const GudOpening *o, double R, const GudOpeningGrid *g,
                                      const double xy[2], const int s[2], int half)
{
  double r = 0.5 * o->diameter / R, d[2] = {g->dx, g->dz}, x = xy[0], y = xy[1];
  if (!(r > 0)) {
    double out = s[0] ? (fabs(x) - o->width / 2) / g->dx : (fabs(y) - o->length / R / 2) / g->dz;
    return 1 / fmax(out, 0.1);
  }
  int    n = s[0]
               ? 0
               : 1; /* direction of flow; the face is half a cell further in, at an end it is the place itself */
  double a = fabs(xy[n] + (half ? 0 : 0.5 * s[n] * d[n])), b = xy[!n], rho = sqrt(x * x + y * y);
  double angle = atan2(b + 0.5 * d[!n], a) - atan2(b - 0.5 * d[!n], a);
  return angle / fmax(log(fmax(rho / r, 1)), 0.1 * d[n] / rho) * d[n] / d[!n];
}

#endif
