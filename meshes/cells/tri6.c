/* Triangle with six nodes, quadratic: N = L (2 L - 1) at corners, 4 L L' on edges. */
#include "tri.h"

static void shape(const double xi[2], double *N, double (*dN)[2])
{
  const double L[3] = {1 - xi[0] - xi[1], xi[0], xi[1]}, d[3][2] = {{-1, -1}, {1, 0}, {0, 1}};
  for (int i = 0; i < 3; i++) {
    int j    = (i + 1) % 3;
    N[i]     = L[i] * (2 * L[i] - 1);
    N[3 + i] = 4 * L[i] * L[j];
    for (int c = 0; c < 2; c++) {
      dN[i][c]     = (4 * L[i] - 1) * d[i][c];
      dN[3 + i][c] = 4 * (d[i][c] * L[j] + L[i] * d[j][c]);
    }
  }
}

static const signed char grid[12][2] = {{0, 0}, {2, 0}, {2, 2}, {1, 0}, {2, 1}, {1, 1},
                                        {0, 0}, {2, 2}, {0, 2}, {1, 1}, {1, 2}, {0, 1}};

const GudCell gud_cell_tri6 = {GUD_TRI_CELL, .name = "tri6", .num_nodes = 6, .order = 2,  .vtk = 22,
                               .msh = 9,     .shape = shape, .recovery = 2,  .grid = grid};
