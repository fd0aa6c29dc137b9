/* Oil film on an edge (equation and inputs: strip_grid.h), extrapolated from two grids.

   (X1) P_i = (4 P_i(fine) - P(coarse))/3, both cells i of a coarse one alike
   Integrals of p times a smooth function (forces, moments, power) are then those of Richardson's extrapolation. Between the two cells of a
   pair P varies by 4/3 of what the pressure does: this is the first moment that constant pressures in cells would lose.
   The scheme of strip_grid.c is of second order with an even expansion of its error inside the oil; the coarse grid has cells of twice
   the size. Its inputs are those of the fine one: faces 2m, middles at faces 2m + 1, rates of V of two cells together. So (X1) is a
   function of the same inputs, its derivative is the same combination of derivatives, and what walls put in, sum of P_i times (qf_i+1 -
   qf_i + Vt_i), is the combination of what flow dissipates on both grids.
   A grid with an odd nx, or nx < 8, is not extrapolated. An odd ny is the same on both grids: only the error along s is extrapolated. */
#ifndef GUD_STRIP_FILM_H
#define GUD_STRIP_FILM_H

#include "strip_grid.h"

typedef struct {
  const GudStrip *film;
  GudStrip        coarse_film;
  GudStripGrid    fine, coarse;
  int             extrapolated;
  int             nx, faces;
  int             iterations; /* systems of the fine grid that were factored */
  GudScalar      *in[GUD_STRIP_INPUTS]; /* [faces]: to be filled before the solution */
  GudScalar      *P;                    /* [nx] */
  GudScalar      *J[GUD_STRIP_INPUTS];  /* [nx][faces]: dP_i / d in[.]_k, after gud_strip_derivatives */
} GudStripAt;

/* Numbers of work, and of memory to start the next solution from. */
size_t gud_strip_size(const GudStrip *film);
int    gud_strip_memory(const GudStrip *film);
/* Lays out the work; the inputs may then be filled. */
void gud_strip_begin(GudStripAt *at, const GudStrip *film, GudScalar *work);
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
