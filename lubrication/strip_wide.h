/* Infinitely wide film on an edge: one-dimensional, in closed form up to quadrature within cells.

   (W1) p' = w (D - K),  w = 12 mu/h^3,  D(s) = U h/2 + integral of dh/dt: K is the flow seen from where D begins, one number for each film
   (W2) with xi = integral of w, G = integral of D w:  p = G - (its lower convex hull over xi) is the film with p >= 0 (REYNOLDS): the hull is
        straight where there is oil, and is G where walls draw oil in. Any number of films, no iteration on sets.
   Within a cell h and U h/2 are straight and dh/dt is straight, so rigid plane faces are exact; integrals by five Gauss points.
   Inputs: h and U h/2 at faces, of dh/dt its integral over the cell (VT) and ds/2 (dh/dt at the second Gauss point - at the first) (VS). */
#ifndef GUD_STRIP_WIDE_H
#define GUD_STRIP_WIDE_H

#include "strip_grid.h"

enum { GUD_WIDE_VS = GUD_STRIP_HC };

/* One film: from the place r0 of cell c0 to r1 of cell c1, in parts of a cell */
typedef struct {
  int       c0, c1;
  GudScalar K, W, r0, r1; /* W: integral of w */
} GudWideFilm;

typedef struct {
  const GudStrip *film;
  int             nx, faces, num; /* num: films */
  int             tight;          /* the face where the film is thinnest */
  double          range;          /* of D */
  GudScalar      *in[GUD_STRIP_INPUTS];
  GudScalar
    *P; /* [2 nx]: means of cells, then what the second Gauss point has more than the mean; times the width */
  GudScalar *J[GUD_STRIP_INPUTS]; /* [2 nx][faces] */
  GudScalar *D0, *start, *u,
    *v; /* [nx] D without q and p where the cell begins; what counts of the cell: u ... v */
  GudScalar   *by, *column; /* [nx][3][8] derivatives of cells; [3 nx] */
  GudWideFilm *films;       /* [2 nx] */
  double      *xi, *G;      /* [4 nx + 1], and the hull, in hull */
  int         *hull;
} GudWide;

size_t    gud_wide_size(const GudStrip *film);
void      gud_wide_begin(GudWide *g, const GudStrip *film, GudScalar *work);
GudStatus gud_wide_solve(GudWide *g);
void      gud_wide_derivatives(GudWide *g);
/* Pressure as it acts at s, in cells; the largest, and where; oil that leaves through both ends. */
double gud_wide_pressure(const GudWide *g, double s);
double gud_wide_largest(const GudWide *g, double *s);
void   gud_wide_flows(const GudWide *g, double ends[2]);

#endif
