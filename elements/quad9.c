/* Biquadratic quadrilateral with nine nodes, 3 x 3 Gauss. Order: h^3 in displacement (L2), on distorted cells too.
   Equations: plane.h. verified by: battery, tests/studies/plane.py */
#define GUD_STRAIN_VECTORS 9
#include "plane_kernel.h"

static void biquadratic(double xi, double eta, double *N, double (*dN)[2])
{
  static const int place[9][2] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}, {1, 0}, {2, 1}, {1, 2}, {0, 1}, {1, 1}};
  double           lx[3]       = {0.5 * xi * (xi - 1), 1 - xi * xi, 0.5 * xi * (xi + 1)},
         dx[3]                 = {xi - 0.5, -2 * xi, xi + 0.5};
  double ly[3]                 = {0.5 * eta * (eta - 1), 1 - eta * eta, 0.5 * eta * (eta + 1)},
         dy[3]                 = {eta - 0.5, -2 * eta, eta + 0.5};
  for (int i = 0; i < 9; i++) {
    int a = place[i][0], b = place[i][1];
    N[i] = lx[a] * ly[b], dN[i][0] = dx[a] * ly[b], dN[i][1] = lx[a] * dy[b];
  }
}

enum { plane_nodes = 9 };
static const GudPlane plane    = {9, 3, 0, biquadratic, GUD_PLANE_TABLES(9, 3)};
static const GudParam params[] = {GUD_PLANE_PARAMS};
/* clang-format off */
GUD_PLANE_ELEMENT(plane, "quad9", "quadrilateral with nine nodes, plane stress or strain", GUD_CELL_QUAD9, gud_element_quad9);
/* clang-format on */
