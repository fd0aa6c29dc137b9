/* Triangle with six nodes, three points (degree 2: exact for small strain on straight edges; nine strains for the nine modes of
   deformation, so that nothing is left without stiffness). Order: h^3 in displacement (L2).
   Equations: plane.h. verified by: battery, tests/studies/plane.py */
#define GUD_STRAIN_VECTORS 6
#include "plane_kernel.h"

#define PLANE_CELL &gud_cell_tri6
enum { plane_nodes = 6 };
static const GudPlane plane = {
  .nodes = 6, .cell = PLANE_CELL, .stiffness = 2, .mass = 3, GUD_PLANE_TABLES(6, 3)};
static const GudParam params[] = {GUD_PLANE_PARAMS};
/* clang-format off */
GUD_PLANE_ELEMENT(plane, "tri6", "triangle with six nodes, plane stress or strain", gud_element_tri6);
/* clang-format on */
