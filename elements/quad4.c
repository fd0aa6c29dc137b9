/* Bilinear quadrilateral, 2 x 2 Gauss. Order: h^2 in displacement (L2). The plain one is too stiff in bending (parasitic
   shear) and nearly incompressible: take `enhanced`, which has four strain modes more, condensed in the element (Q4).
   limits: slender trapezoids stay stiff in bending. Under strong compression the modes let hourglasses grow: a cell with free
   sides compressed to 0.57 of its length (there the law itself fails, at 1/sqrt 3), held sides, nu = 0.3: 0.65 ... 0.68
   (plain: 0.57 ... 0.60); nearly incompressible and held on all sides: at a pressure of the order of mu.
   Equations: plane.h. verified by: battery, t223, tests/studies/plane.py */
#define GUD_STRAIN_VECTORS 4
#include "plane_kernel.h"

#define PLANE_CELL &gud_cell_quad4
enum { plane_nodes = 4 };
static const GudPlane plane = {
  .nodes = 4, .modes = 1, .cell = PLANE_CELL, .stiffness = 2, .mass = 2, GUD_PLANE_TABLES(4, 4)};
/* clang-format off */
static const GudParam params[] = {
  GUD_PLANE_PARAMS,
  {"formulation", GUD_CHOICE, GUD_NUMBER, GUD_ANY, "plain", GUD_PLANE_AT(enhanced), "plain|enhanced", "enhanced: four strain modes against locking in bending and for nu near 0.5"},
};
GUD_PLANE_ELEMENT(plane, "quad4", "quadrilateral with four nodes, plane stress or strain", gud_element_quad4);
/* clang-format on */
