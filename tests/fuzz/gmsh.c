/* Gmsh files; the last byte chooses cell and group. */
#include "fuzz.h"

#include "meshes/cells/cells.h"
#include "meshes/gmsh.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const GudCell *const cells[] = {&gud_cell_quad4, &gud_cell_quad8, &gud_cell_quad9, &gud_cell_tri3,
                                         &gud_cell_tri6};
  int                         last    = size ? data[size - 1] : 0;
  GudDiag                    *diag    = gud_diag_create();
  GudMesh                     m       = {0};
  GudGmsh                     what    = {.path             = fuzz_file("mesh.msh", data, size),
                                         .cell             = cells[last % 5],
                                         .unit             = 1,
                                         .allow_coincident = last & 4,
                                         .group            = last & 8    ? "slider"
                                                             : last & 16 ? "1"
                                                                         : NULL};
  if (gud_mesh_gmsh(&m, &what, diag)) gud_mesh_free(&m);
  gud_diag_free(diag);
  return 0;
}
