/* Triangle with three nodes: constant strain, one point. Order: h^2 in displacement (L2). Too stiff in bending, and it locks for nu
   near 0.5: take tri6 or a quadrilateral where stresses count.
   Equations: plane.h. verified by: battery, tests/studies/plane.py */
#define GUD_STRAIN_VECTORS 3
#include "plane_kernel.h"

#define PLANE_CELL &gud_cell_tri3
enum { plane_nodes = 3 };
static const GudPlane plane = {
  .nodes = 3, .cell = PLANE_CELL, .stiffness = 1, .mass = 2, GUD_PLANE_TABLES(3, 1)};
static const GudParam params[] = {GUD_PLANE_PARAMS};
/* clang-format off */
GUD_PLANE_ELEMENT(plane, "tri3", "triangle with three nodes, plane stress or strain", gud_element_tri3);
/* clang-format on */
