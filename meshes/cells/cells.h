/* All reference cells by name: gud_cell_quad4, ... The list of them is gud_cells in contract/cell.h. */
#ifndef GUD_CELLS_H
#define GUD_CELLS_H

#include "contract/cell.h"

#define GUD_CELL(name) extern const GudCell gud_cell_##name;
#include "meshes/cells/cells.def"
#undef GUD_CELL

#endif
