/* A mesh of one body: nodes, cells of one kind, named nodes and node sets. Coordinates are those of the body.
   Beam meshes carry axes at each node: tangent, and the two axes of the section. */
#ifndef GUD_MESH_H
#define GUD_MESH_H

#include "contract/element.h"

typedef struct {
  const char *name;
  int        *node;
  int         num;
} GudNodeSet;

typedef struct {
  const GudCell *cell;
  int            num_nodes, num_cells;
  double (*x)[3];    /* num_nodes */
  double (*axes)[9]; /* num_nodes x (tangent, y axis, z axis); NULL for plane meshes */
  int        *cells; /* num_cells x nodes of the cell */
  GudNodeSet *sets;
  int         num_sets;
  double
    taper; /* line: sizes of the section at its end relative to those at its start; 0: the same section */
} GudMesh;

void gud_mesh_free(GudMesh *mesh);
/* Adds an empty set (the name is copied) and returns it. */
GudNodeSet *gud_mesh_add_set(GudMesh *mesh, const char *name);
void        gud_set_add(GudNodeSet *set, int node);

/* ---- structured generators; each fills a zeroed mesh ---- */

/* Straight line of n cells. y_hint: direction of the section's y axis (made normal to the line; zero: any). Sets: from, to. */
void gud_mesh_line(GudMesh *m, const GudCell *cell, const double from[3], const double to[3],
                   const double y_hint[3], int n);
/* Arc of a circle about `centre`, from `from`, turning by `angle` about `axis`. Sets: from, to. */
void gud_mesh_arc(GudMesh *m, const GudCell *cell, const double centre[3], const double axis[3],
                  const double from[3], double angle, int n);
/* Rectangle from corner (x0, y0), nx x ny cells, nodes row-wise from below. Sets: left, right, bottom, top, corners,
   and the single corners bottom_left, ... . */
void gud_mesh_rectangle(GudMesh *m, const GudCell *cell, const double corner[2], const double size[2], int nx,
                        int ny);
/* Ring or sector between radii, nr x nt cells over angle0 ... angle0 + angle (2 pi: closed). Sets: inner, outer, start, end. */
void gud_mesh_annulus(GudMesh *m, const GudCell *cell, double r0, double r1, double angle0, double angle,
                      int nr, int nt);
/* Rectangle with a circular hole: rings of 2 (nx + ny) cells, `radial` of them from the rectangle to the bore, on rays
   to its centre. Sets: left, right, bottom, top (directions as in a rectangle), bore, and the corners. */
typedef struct {
  double corner[2], size[2], centre[2], radius;
  int    nx, ny, radial;
} GudHoledRectangle;
void gud_mesh_rectangle_with_hole(GudMesh *m, const GudCell *cell, const GudHoledRectangle *h);

#endif
