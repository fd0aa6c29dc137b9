/* Mesh cell of tests/extension: the triangle with three nodes, with the other diagonal in structured grids. */
#include "meshes/cells/tri.h"

static void shape(const double xi[2], double *N, double (*dN)[2])
{
  N[0] = 1 - xi[0] - xi[1], N[1] = xi[0], N[2] = xi[1];
  dN[0][0] = dN[0][1] = -1, dN[1][0] = dN[2][1] = 1, dN[1][1] = dN[2][0] = 0;
}

static const signed char grid[6][2] = {{0, 0}, {1, 0}, {0, 1}, {1, 0}, {1, 1}, {0, 1}};

const GudCell gud_cell_slash = {GUD_TRI_CELL, .name = "slash", .num_nodes = 3, .order = 1,  .vtk = 5,
                                .msh = 0,     .shape = shape,  .recovery = 1,  .grid = grid};
