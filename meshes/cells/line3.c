/* Line with three nodes: ends first, then the middle. */
#include "line.h"

static void shape(const double xi[2], double *N, double (*dN)[2])
{
  double x = xi[0];
  N[0] = (1 - x) * (1 - 2 * x), N[1] = x * (2 * x - 1), N[2] = 4 * x * (1 - x);
  dN[0][0] = 4 * x - 3, dN[1][0] = 4 * x - 1, dN[2][0] = 4 - 8 * x;
  dN[0][1] = dN[1][1] = dN[2][1] = 0;
}

const GudCell gud_cell_line3 = {GUD_LINE_CELL, .name = "line3", .num_nodes = 3, .order = 2,
                                .vtk = 21,     .msh = 8,        .shape = shape, .recovery = 2};
