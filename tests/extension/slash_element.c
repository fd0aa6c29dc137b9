/* Element of tests/extension on a mesh cell of tests/extension: constant strain (elements/plane.h). */
#define GUD_STRAIN_VECTORS 3
#include "elements/plane_kernel.h"

extern const GudCell gud_cell_slash;
#define PLANE_CELL &gud_cell_slash
enum { plane_nodes = 3 };
static const GudPlane plane = {
  .nodes = 3, .cell = PLANE_CELL, .stiffness = 1, .mass = 2, GUD_PLANE_TABLES(3, 1)};
static const GudParam params[] = {GUD_PLANE_PARAMS};
/* clang-format off */
GUD_PLANE_ELEMENT(plane, "slash", "triangle with three nodes, other diagonal", gud_element_slash);
/* clang-format on */
