/* Serendipity quadrilateral with eight nodes, 3 x 3 Gauss or, reduced, 2 x 2 (Q7). Order: h^3 in displacement (L2) on parallelograms.
   Equations: plane.h. verified by: battery, tests/studies/plane.py */
#define GUD_STRAIN_VECTORS 8
#include "plane_kernel.h"

static void serendipity(double xi, double eta, double *N, double (*dN)[2])
{
  static const int x[4] = {-1, 1, 1, -1}, y[4] = {-1, -1, 1, 1};
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

enum { plane_nodes = 8 };
static const GudPlane plane = {8, 3, 0, serendipity, GUD_PLANE_TABLES(8, 3)};
/* clang-format off */
static const GudParam params[] = {
  GUD_PLANE_PARAMS,
  {"formulation", GUD_CHOICE, GUD_NUMBER, GUD_ANY, "plain", GUD_PLANE_AT(reduced), "plain|reduced", "reduced: 2 x 2 integration points, for nu near 0.5; not for a single cell"},
};
GUD_PLANE_ELEMENT(plane, "quad8", "quadrilateral with eight nodes, plane stress or strain", GUD_CELL_QUAD8, gud_element_quad8);
/* clang-format on */
