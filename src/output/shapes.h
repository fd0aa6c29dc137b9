/* Drawings as meshes: boxes, cylinders, spheres, rods, points and lines collected into one growing buffer.

   The buffer holds reference points X in the axes of the body they belong to. It is filled once, before the
   run; in each frame the caller moves every point with its body, r = P + X[0] d1 + X[1] d2 + X[2] d3, and
   hands points, conn, offsets, types to the VTK writer as they are.

     3-D: box: 1 hexahedron; cylinder and rod: 32 quads and 2 polygons; sphere: 24 x 12 quads and triangles.
     2-D: everything at z = 0; box: 1 quad; cylinder and sphere: one 32-gon; rod: a quad of width 2 radius.
     none: one vertex at the centre.

   All surfaces are closed, share their points and are oriented outwards (2-D: counter-clockwise).
   Start with `GudShapes shapes = {0};`. Functions return 0, ENOMEM or EINVAL; on failure the buffer is
   unchanged and gud_shapes_error() gives the reason. */
#ifndef GUD_SHAPES_H
#define GUD_SHAPES_H

#include <stddef.h>
#include <stdint.h>

#include "contract/element.h"

typedef struct {
  int64_t  num_points, num_cells, num_conn;
  double  *X;         /* num_points x 3, in body axes */
  int     *body;      /* num_points */
  int64_t *conn;      /* num_conn: point numbers of the cells, one cell after the other */
  int64_t *offsets;   /* num_cells: end of each cell in conn */
  uint8_t *types;     /* num_cells: VTK cell types */
  int     *cell_body; /* num_cells: body of the cell's first point */

  int64_t cap_points, cap_cells, cap_conn;
  char    message[160];
} GudShapes;

/* dim is 2 or 3. The cylinder's axis is z if draw->axis is zero. */
int gud_shapes_add(GudShapes *shapes, const GudDraw *draw, int body, int dim);
/* A joint, a probe: one vertex. */
int gud_shapes_add_point(GudShapes *shapes, int body, const double X[3]);
/* A spring, a link: one line, its ends may belong to two bodies. */
int gud_shapes_add_line(GudShapes *shapes, int body_a, const double Xa[3], int body_b, const double Xb[3]);
/* A mesh: points of one body, and cells of any VTK type (faces, Bezier curves of a beam) between points that are there. */
int gud_shapes_add_points(GudShapes *shapes, int body, int num_points, const double (*X)[3]);
int gud_shapes_add_cell(GudShapes *shapes, int vtk_type, int num_points, const int64_t *point);

void        gud_shapes_free(GudShapes *shapes); /* back to {0} */
const char *gud_shapes_error(const GudShapes *shapes);

#endif
