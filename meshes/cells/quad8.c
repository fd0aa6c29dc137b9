/* Quadrilateral with eight nodes: serendipity. */
#include "quad.h"

static void shape(const double at[2], double *N, double (*dN)[2])
{
  static const int x[4] = {-1, 1, 1, -1}, y[4] = {-1, -1, 1, 1};
  double           xi = at[0], eta = at[1];
  for (int i = 0; i < 4; i++) { /* corners */
    double a = 1 + x[i] * xi, b = 1 + y[i] * eta, c = x[i] * xi + y[i] * eta - 1;
    N[i]     = 0.25 * a * b * c;
    dN[i][0] = 0.25 * x[i] * b * (c + a);
    dN[i][1] = 0.25 * y[i] * a * (c + b);
  }
  for (int i = 4; i < 8; i += 2) { /* edges along xi: 4 below, 6 above */
    double s = i == 4 ? -1 : 1;
    N[i]     = 0.5 * (1 - xi * xi) * (1 + s * eta);
    dN[i][0] = -xi * (1 + s * eta);
    dN[i][1] = 0.5 * s * (1 - xi * xi);
  }
  for (int i = 5; i < 8; i += 2) { /* edges along eta: 5 right, 7 left */
    double s = i == 5 ? 1 : -1;
    N[i]     = 0.5 * (1 - eta * eta) * (1 + s * xi);
    dN[i][0] = 0.5 * s * (1 - eta * eta);
    dN[i][1] = -eta * (1 + s * xi);
  }
}

const GudCell gud_cell_quad8 = {GUD_QUAD_CELL, .name = "quad8", .num_nodes = 8, .order = 2,
                                .vtk = 23,     .msh = 16,       .shape = shape, .grid = gud_quad_grid2};
