/* What lines share: 0 ... 1, Gauss rules. */
#ifndef GUD_CELLS_LINE_H
#define GUD_CELLS_LINE_H

#include "contract/cell.h"

extern const double gud_line_node[3][3];

double gud_line_outside(const double xi[2]);
int    gud_line_points(int n, double (*xi)[2], double *w);
void   gud_line_interpolate(int n, const double xi[2], double *c);

/* The fields that are the same for all of them. */
#define GUD_LINE_CELL                                                                              \
  .dim = 1, .num_corners = 2, .node = gud_line_node, .centre = {0.5}, .outside = gud_line_outside, \
  .points = gud_line_points, .interpolate = gud_line_interpolate

#endif
