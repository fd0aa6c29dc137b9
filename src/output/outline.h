/* Outlines of drawn bodies: the section of a beam, the edges of a plane mesh. */
#ifndef GUD_OUTLINE_H
#define GUD_OUTLINE_H

#include "output/shapes.h"

/* Points around the section of a beam, in its axes, at most GUD_MAX_ROUND; their number. flat: the section's height only;
   thickness above zero: a plate */
enum { GUD_MAX_ROUND = 16 };
int gud_outline_of_section(GudDraw d, int flat, double thickness, double (*x)[2]);

/* An edge of a cell of a plane mesh. */
typedef struct {
  int64_t a, b, mid; /* points, as the cell has them; mid -1: none */
  int     drawn;     /* of a cell that this process draws */
} GudDrawnEdge;

/* Walls between the two faces of a plate, at edges that belong to one cell only; the points of the second face follow `up` behind those
   of the first. Edges are sorted. 0, or as gud_shapes_add_cell. */
int gud_outline_walls(GudShapes *s, GudDrawnEdge *edge, int num, int64_t up);

#endif
