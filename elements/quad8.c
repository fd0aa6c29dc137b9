/* Serendipity quadrilateral with eight nodes, 3 x 3 Gauss or, reduced, 2 x 2 (Q7). Order: h^3 in displacement (L2) on parallelograms.
   Equations: plane.h. verified by: battery, tests/studies/plane.py */
#define GUD_STRAIN_VECTORS 8
#include "plane_kernel.h"

#define PLANE_CELL &gud_cell_quad8
enum { plane_nodes = 8 };
static const GudPlane plane = {
  .nodes = 8, .modes = 0, .cell = PLANE_CELL, .stiffness = 3, .mass = 4, GUD_PLANE_TABLES(8, 9)};
/* clang-format off */
static const GudParam params[] = {
  GUD_PLANE_PARAMS,
  {"formulation", GUD_CHOICE, GUD_NUMBER, GUD_ANY, "plain", GUD_PLANE_AT(reduced), "plain|reduced", "reduced: 2 x 2 integration points, for nu near 0.5; not for a single cell"},
};
GUD_PLANE_ELEMENT(plane, "quad8", "quadrilateral with eight nodes, plane stress or strain", gud_element_quad8);
/* clang-format on */
