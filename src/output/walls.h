/* Prisms, and walls of guides with the hatching of the ground, as shapes of a drawing (output/symbols.c). */
#ifndef GUD_WALLS_H
#define GUD_WALLS_H

#include "output/shapes.h"

/* A polygon of n corners (x, y), at most 2 GUD_MAX_CURVE, with thickness along the third axis. */
void gud_prism_add(GudShapes *s, int hold, int n, const double (*xy)[2], const double z[2]);

/* A wall along num points xy (at most GUD_MAX_CURVE), one piece however it is bent: its front on the points, its back `out` to the
   side, `thickness` wide; with hatching where it belongs to the ground. */
void gud_wall_add(GudShapes *s, int hold, double thickness, int num, const double (*xy)[2], double out,
                  int ground);

#endif
