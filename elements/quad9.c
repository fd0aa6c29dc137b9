/* Biquadratic quadrilateral with nine nodes, 3 x 3 Gauss. Order: h^3 in displacement (L2), on distorted cells too.
   Equations: plane.h. verified by: battery, tests/studies/plane.py */
#define GUD_STRAIN_VECTORS 9
#include "plane_kernel.h"

#define PLANE_CELL &gud_cell_quad9
enum { plane_nodes = 9 };
static const GudPlane plane = {
  .nodes = 9, .modes = 0, .cell = PLANE_CELL, .stiffness = 3, .mass = 4, GUD_PLANE_TABLES(9, 9)};
static const GudParam params[] = {GUD_PLANE_PARAMS};
/* clang-format off */
GUD_PLANE_ELEMENT(plane, "quad9", "quadrilateral with nine nodes, plane stress or strain", gud_element_quad9);
/* clang-format on */
