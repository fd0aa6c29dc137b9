/* Oil film on an edge (equation and inputs: strip_grid.h), extrapolated from two grids.

   (X1) P_i = P_i(fine) + (mean of P(fine) over the two cells of the coarse cell - P(coarse))/3
   (X2) in a cell the pressure is straight, of the slope (P_i+1 - P_i-1)/2 per cell: at its two Gauss points P_i -+ that/(2 sqrt 3). Constant
        pressures would lose (cell)^2/12 of the force on a circle. Beyond the ends of an open film: the parabola that is 0 there.
   The scheme of strip_grid.c is of second order with an even expansion of its error inside the oil; the coarse grid has cells of twice
   the size. Its inputs are those of the fine one: faces 2m, middles at faces 2m + 1, rates of V of two cells together. So (X1) is a
   function of the same inputs, and its derivative is the same combination of derivatives.
   A grid with an odd nx, or nx < 8, is not extrapolated. An odd ny is the same on both grids: only the error along s is extrapolated. */
#ifndef GUD_STRIP_FILM_H
#define GUD_STRIP_FILM_H

#include "strip_wide.h"

typedef struct {
  const GudStrip *film;
  GudStrip        coarse_film;
  GudStripGrid    fine, coarse;
  GudWide         wide; /* instead of both: strip_wide.h, exact in one dimension */
  int             extrapolated;
  int             nx, faces, rows;      /* rows: of J */
  int             iterations;           /* systems of the fine grid that were factored */
  GudScalar      *in[GUD_STRIP_INPUTS]; /* [faces]: to be filled before the solution */
  GudScalar      *P;                    /* [rows]: [nx], of a wide film and its leans */
  GudScalar      *J[GUD_STRIP_INPUTS];  /* [rows][faces]: dP_i / d in[.]_k, after gud_strip_derivatives */
} GudStripAt;

/* Numbers of work, and of memory to start the next solution from. */
size_t gud_strip_size(const GudStrip *film);
int    gud_strip_memory(const GudStrip *film);
/* Lays out the work; the inputs may then be filled. */
void gud_strip_begin(GudStripAt *at, const GudStrip *film, GudScalar *work);
/* (X2): by what P (or a change of it) is larger at the second Gauss point of cell i, and smaller at the first. */
GudScalar gud_strip_lean(const GudStripAt *at, const GudScalar *P, int i);
/* Solves for the pressure and fills P. memory: NULL or zeros: from a full film. GUD_RETRY: no thickness, no solution. */
GudStatus gud_strip_solve(GudStripAt *at, const double *memory);
/* Fills J. */
GudStatus gud_strip_derivatives(GudStripAt *at);
void      gud_strip_keep(const GudStripAt *at, double *memory);

/* Pressure at s (in cells, the first one begins at 0) and z = -1 ... 1 across, as it acts, of the fine grid. */
double gud_strip_pressure(const GudStripAt *at, double s, double z);
/* Largest pressure, and where it is (in cells), extrapolated. */
double gud_strip_largest(const GudStripAt *at, double *s);
/* Oil that leaves (at the sides, at both ends of an open film), and power that the walls put in. */
void gud_strip_flows(const GudStripAt *at, double *sides, double ends[2], double *loss);

#endif
