/* The contract of a reference cell: what a mesh is made of. Elements, generators, the Gmsh reader, the search for points, probes and
   frames know a cell through this structure only; each cell is one file and one line in meshes/cells/.

   Natural coordinates: lines 0 ... 1, quadrilaterals [-1, 1]^2, triangles xi, eta >= 0 with xi + eta <= 1.
   Nodes, as in VTK and Gmsh: the corners, counter-clockwise; in order 2 one in the middle of each edge, edge k from corner k to
   corner k + 1; then others (of quad9 the one in the middle). */
#ifndef GUD_CELL_H
#define GUD_CELL_H

enum { GUD_CELL_MAX_NODES = 9, GUD_CELL_MAX_POINTS = 25 };

typedef struct {
  const char *name;
  int         dim;                           /* 1: line, 2: plane */
  int         num_nodes, num_corners, order; /* order of the edges, 1 or 2 */
  const double (*node)[3];                   /* natural coordinates of the nodes, third 0 */
  double centre[2];
  int    vtk, msh; /* number of this cell type in VTK, in Gmsh */

  /* Shape functions N_i and their derivatives dN_i/dxi. */
  void (*shape)(const double xi[2], double *N, double (*dN)[2]);
  /* Distance from the cell in natural coordinates; 0 inside. */
  double (*outside)(const double xi[2]);
  /* Integration points of strength n, at most GUD_CELL_MAX_POINTS of them; weights add up to the area of the reference cell. Lines and
     quadrilaterals: n Gauss points in each direction, n = 1 ... 5; triangles: degree 1, 2, 4 for n = 1, 2, 3. Returns their number. */
  int (*points)(int n, double (*xi)[2], double *w);
  /* Weights of the values at the points of strength n for the value at xi (Lagrange's polynomials through them). */
  void (*interpolate)(int n, const double xi[2], double *c);
  int recovery; /* strength of the points from which fields are extrapolated to the nodes */

  /* Structured grids: one square of the grid becomes `pieces` cells; their nodes, num_nodes each, at (0 ... order, 0 ... order) of
     the square. Lines: none. */
  int pieces;
  const signed char (*grid)[2];
} GudCell;

extern const GudCell *const gud_cells[]; /* all of them, NULL-terminated; model/registry.c */

#endif
