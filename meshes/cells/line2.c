/* Line with two nodes. The shape of beams and cables is their own (Hermite); this is the one of their axis. */
#include "line.h"

static void shape(const double xi[2], double *N, double (*dN)[2])
{
  N[0] = 1 - xi[0], N[1] = xi[0];
  dN[0][0] = -1, dN[1][0] = 1, dN[0][1] = dN[1][1] = 0;
}

const GudCell gud_cell_line2 = {GUD_LINE_CELL, .name = "line2", .num_nodes = 2, .order = 1,
                                .vtk = 3,      .msh = 1,        .shape = shape, .recovery = 1};
