/* What triangles share: xi, eta >= 0, xi + eta <= 1; rules with symmetric points. */
#ifndef GUD_CELLS_TRI_H
#define GUD_CELLS_TRI_H

#include "contract/cell.h"

extern const double gud_tri_node[6][3];

double gud_tri_outside(const double xi[2]);
int    gud_tri_points(int n, double (*xi)[2], double *w);
/* n = 1: the one value; n = 2: linear. */
void gud_tri_interpolate(int n, const double xi[2], double *c);

/* The fields that are the same for all of them. */
#define GUD_TRI_CELL                                                                                        \
  .dim = 2, .num_corners = 3, .node = gud_tri_node, .centre = {1. / 3, 1. / 3}, .outside = gud_tri_outside, \
  .points = gud_tri_points, .interpolate = gud_tri_interpolate, .pieces = 2

#endif
