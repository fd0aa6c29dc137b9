/* Gmsh files (.msh, formats 2.2 and 4.1, ASCII) to plane meshes.

   Physical groups of curves become node sets in order along the curve, those of points sets of one node; names as in
   the file, characters other than letters, digits, _ and - replaced by _; groups without a name are called curve_TAG
   and point_TAG. The cells of the body are those of one physical surface, or all.
   Gmsh and VTK number the nodes of plane cells alike. A mesh whose cells are all clockwise
   (a surface seen from behind) is turned over; single clockwise cells are an error.
   Nodes of other bodies (other surfaces, arc centres) are left out; nodes that no element of the file uses at all are
   an error, for such a file was cut or edited. Limits: the plane z = 0, no binary files, no partitioned meshes. */
#ifndef GUD_GMSH_H
#define GUD_GMSH_H

#include "meshes/mesh.h"
#include "base/diag.h"

typedef struct {
  const char    *path;             /* for opening and for messages */
  const char    *group;            /* name or number of the physical surface; NULL: all cells */
  GudMark        mark, group_mark; /* where the model file speaks of them */
  const GudCell *cell;             /* of the element */
  double         unit;             /* length of one unit of the file, m */
  int            allow_coincident; /* 1: two nodes may have one place (a slit); 0: that is an error */
  long          *work;             /* NULL, or: steps of all searches, which grow as n (a test counts them) */
} GudGmsh;

/* Fills a zeroed mesh. Returns 1, or 0 after errors, which are in diag with their lines. */
int gud_mesh_gmsh(GudMesh *m, const GudGmsh *what, GudDiag *diag);

#endif
