/* Quadrilateral with nine nodes, biquadratic. */
#include "quad.h"

static void shape(const double at[2], double *N, double (*dN)[2])
{
  double xi = at[0], eta = at[1];
  double lx[3] = {0.5 * xi * (xi - 1), 1 - xi * xi, 0.5 * xi * (xi + 1)},
         dx[3] = {xi - 0.5, -2 * xi, xi + 0.5};
  double ly[3] = {0.5 * eta * (eta - 1), 1 - eta * eta, 0.5 * eta * (eta + 1)},
         dy[3] = {eta - 0.5, -2 * eta, eta + 0.5};
  for (int i = 0; i < 9; i++) {
    int a = gud_quad_grid2[i][0], b = gud_quad_grid2[i][1];
    N[i] = lx[a] * ly[b], dN[i][0] = dx[a] * ly[b], dN[i][1] = lx[a] * dy[b];
  }
}

const GudCell gud_cell_quad9 = {GUD_QUAD_CELL, .name = "quad9", .num_nodes = 9, .order = 2,
                                .vtk = 28,     .msh = 10,       .shape = shape, .grid = gud_quad_grid2};
