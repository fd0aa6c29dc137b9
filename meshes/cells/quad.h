/* What quadrilaterals share: [-1, 1]^2, products of Gauss rules. Nodes as in contract/cell.h. */
#ifndef GUD_CELLS_QUAD_H
#define GUD_CELLS_QUAD_H

#include "contract/cell.h"

extern const double      gud_quad_node[9][3];
extern const signed char gud_quad_grid1[4][2], gud_quad_grid2[9][2];

double gud_quad_outside(const double xi[2]);
int    gud_quad_points(int n, double (*xi)[2], double *w);
void   gud_quad_interpolate(int n, const double xi[2], double *c);

/* The fields that are the same for all of them. */
#define GUD_QUAD_CELL                                                                                        \
  .dim = 2, .num_corners = 4, .node = gud_quad_node, .outside = gud_quad_outside, .points = gud_quad_points, \
  .interpolate = gud_quad_interpolate, .recovery = 2, .pieces = 1

#endif
