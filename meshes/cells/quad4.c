/* Quadrilateral with four nodes, bilinear. */
#include "quad.h"

static void shape(const double xi[2], double *N, double (*dN)[2])
{
  static const int x[4] = {-1, 1, 1, -1}, y[4] = {-1, -1, 1, 1};
  for (int i = 0; i < 4; i++) {
    N[i]     = 0.25 * (1 + x[i] * xi[0]) * (1 + y[i] * xi[1]);
    dN[i][0] = 0.25 * x[i] * (1 + y[i] * xi[1]);
    dN[i][1] = 0.25 * y[i] * (1 + x[i] * xi[0]);
  }
}

const GudCell gud_cell_quad4 = {GUD_QUAD_CELL, .name = "quad4", .num_nodes = 4, .order = 1,
                                .vtk = 9,      .msh = 3,        .shape = shape, .grid = gud_quad_grid1};
