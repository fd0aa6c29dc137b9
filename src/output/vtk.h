/* VTU writer: one unstructured grid per file, as a context. It knows points, cells and arrays, nothing of
   beams.

     GudVtk *vtk;
     gud_vtk_create(&vtk);                               once; its buffers are reused by every frame
     gud_vtk_open(vtk, "run_000.vtu", num_points, num_cells, t);
     gud_vtk_points(vtk, GUD_VTK_FLOAT64, xyz);
     gud_vtk_cells(vtk, num_conn, connectivity, offsets, types);
     gud_vtk_point_field(vtk, "velocity", GUD_VTK_FLOAT64, 3, v, NULL);       any number, in any order
     if (gud_vtk_close(vtk)) fprintf(stderr, "%s\n", gud_vtk_error(vtk));
     gud_vtk_destroy(&vtk);

   Every function returns 0 or an errno value. The first error of a file is kept: the later calls do nothing
   and return it again, so it is enough to check what gud_vtk_close() returns. Data are copied (compressed) at
   the call: the caller may reuse its arrays at once. The file appears under its name only when it is
   complete: it is written as `path.tmp` and renamed by gud_vtk_close(); after an error the temporary is
   removed and an older file of that name stays as it was. No array may be given twice; names are UTF-8. NaN
   and infinity are allowed in data.

   The format of the file is described in vtk.c. */
#ifndef GUD_VTK_H
#define GUD_VTK_H

#include <stddef.h>
#include <stdint.h>

typedef struct GudVtk GudVtk;

typedef enum {
  GUD_VTK_FLOAT64,
  GUD_VTK_FLOAT32,
  GUD_VTK_INT32,
  GUD_VTK_INT64,
  GUD_VTK_UINT8,
  GUD_VTK_TEXT
} GudVtkType; /* TEXT: of gud_vtk_field_texts */

/* VTK cell numbers used here. gud_vtk_cells() takes any number except 42: a polyhedron needs its faces. */
enum {
  GUD_CELL_VERTEX       = 1,
  GUD_CELL_LINE         = 3,
  GUD_CELL_POLY_LINE    = 4,
  GUD_CELL_TRIANGLE     = 5,
  GUD_CELL_POLYGON      = 7,
  GUD_CELL_QUAD         = 9,
  GUD_CELL_TETRA        = 10,
  GUD_CELL_HEXAHEDRON   = 12,
  GUD_CELL_WEDGE        = 13,
  GUD_CELL_BEZIER_CURVE = 75,
  GUD_CELL_BEZIER_QUAD  = 77
};

int  gud_vtk_create(GudVtk **vtk);  /* *vtk = NULL and ENOMEM on failure */
void gud_vtk_destroy(GudVtk **vtk); /* gives up a file that is still open, with its temporary */

/* zlib level 1 (fast) to 9 (small), 0: no compression, plain raw blocks. block_size in bytes: at least 32
   KiB, a multiple of 8. Between files only. The start values are level 1 and 256 KiB. */
int gud_vtk_compression(GudVtk *vtk, int level, size_t block_size);

int gud_vtk_open(GudVtk *vtk, const char *path, int64_t num_points, int64_t num_cells, double time);
/* xyz: num_points x 3, Float64 or Float32. May be left out when there are no points. */
int gud_vtk_points(GudVtk *vtk, GudVtkType type, const void *xyz);
/* connectivity: num_conn point numbers; offsets: num_cells, the END of each cell in connectivity; types:
   num_cells. May be left out when there are no cells. */
int gud_vtk_cells(GudVtk *vtk, int64_t num_conn, const int64_t *connectivity, const int64_t *offsets,
                  const uint8_t *types);
/* data: num_points (num_cells) x num_components. component_names: num_components strings, or NULL. */
int gud_vtk_point_field(GudVtk *vtk, const char *name, GudVtkType type, int num_components, const void *data,
                        const char *const *component_names);
int gud_vtk_cell_field(GudVtk *vtk, const char *name, GudVtkType type, int num_components, const void *data,
                       const char *const *component_names);
/* data: num_tuples x num_components, belongs to the file as a whole. The name TimeValue is taken. */
int gud_vtk_field_data(GudVtk *vtk, const char *name, GudVtkType type, int num_components, int64_t num_tuples,
                       const void *data);
/* Texts that belong to the file as a whole, as an array of type String. */
int gud_vtk_field_texts(GudVtk *vtk, const char *name, int num, const char *const *texts);
/* Give a field of this file a role: "Scalars", "Vectors", "Normals", "RationalWeights" (point),
   "HigherOrderDegrees" (cell: needed for Lagrange and Bezier cells whose degree differs by direction). At
   most 4 of each kind. */
int gud_vtk_point_role(GudVtk *vtk, const char *role, const char *name);
int gud_vtk_cell_role(GudVtk *vtk, const char *role, const char *name);
int gud_vtk_close(GudVtk *vtk);
/* A file that makes one grid of several (.pvtu): pieces[] beside it, which all have the arrays of the file that is open now, itself one of them.
   Before that is closed; the pieces need not be there yet. */
int gud_vtk_write_pieces(GudVtk *vtk, const char *path, int num, const char *const *pieces);

/* The message of the last error, "" if there was none; names the file. */
const char *gud_vtk_error(const GudVtk *vtk);

/* The text as the value of an XML attribute, into out (room for 6 bytes per byte of text), not terminated.
   Returns the length, -1 if the text has control characters or is not UTF-8: such a file would be rejected as
   a whole. */
ptrdiff_t gud_vtk_escape(const char *text, char *out);

#endif
