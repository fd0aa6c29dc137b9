/* Oil film whose thickness varies along one coordinate s only: on the edge of a plane body, a bore or a slider's face.

   (S1) d/ds(h^3/(12 mu) dp/ds) + h^3/(12 mu) d2p/dz2 = d/ds(U h/2) + dh/dt,   p = 0 at z = +-B/2, periodic in s (closed) or
        p = 0 at both ends. U: velocity along s of the other surface seen from this one, which the grid is fixed to.
   The kernel knows no geometry: it sees faces and cells of length ds. Face i is before cell i; an open film has one more at its
   end. All inputs are per width:
     hf [faces]  thickness             hc [cells]  thickness in the middle
     qf [faces]  U h/2                 Vt [cells]  rate of V = int h ds over the cell
   and it returns P [cells] = int p dz across the film, of what acts. Units are SI. Formulas: strip_film.c. */
#ifndef GUD_STRIP_GRID_H
#define GUD_STRIP_GRID_H

#include "film.h"
#include "ring_lu.h"

enum { GUD_STRIP_MIN_NX = 4, GUD_STRIP_MAX_NX = 720, GUD_STRIP_MAX_NY = 120 };

typedef struct {
  int nx, ny; /* cells along s; across half of the width, which is symmetric (the film is 2 ny cells wide) */
  int closed; /* 1: a ring */
  int wide;   /* 1: infinitely wide, nothing leaves sideways; width is then the part that counts. ny = 1 */
  int
         exact; /* wide only: by strip_wide.h, for surfaces that are smooth; else by finite volumes, which bear any ratio of thicknesses */
  int    cavitation; /* GUD_CAVITATION_GUEMBEL, _FULL or _REYNOLDS */
  double ds, width, viscosity;
} GudStrip;

/* Inputs that derivatives are taken by. */
enum { GUD_STRIP_HF, GUD_STRIP_QF, GUD_STRIP_HC, GUD_STRIP_VT, GUD_STRIP_INPUTS };

/* A film in its work. Cell (i, j) has number i ny + j, j counted from the middle. */
typedef struct {
  const GudStrip *film;
  int             nx, ny, n, faces, seam; /* seam: the last block of the ring */
  int             iterations;             /* systems factored until pressures and cavitated zone agreed */
  int             factored;               /* the ring has the factors of this solution */
  int             empty;                  /* there is no pressure */
  double          dz, pace;               /* width of a cell; a small pressure */
  GudScalar      *in[GUD_STRIP_INPUTS];   /* [faces]: to be filled before the solution */
  GudScalar      *P;                      /* [nx] */
  GudScalar      *J[GUD_STRIP_INPUTS]; /* [nx][faces]: dP_i / d in[.]_k, after gud_strip_grid_derivatives */
  GudScalar      *kx, *kz, *k_cell, *demand, *spread; /* [faces], [nx] ... */
  GudScalar      *z, *rest, *rho, *aux; /* [n] pressure, residual, place of an edge, right-hand side */
  GudScalar      *by_f, *by_a, *by_k;   /* [n] derivatives of the residual */
  unsigned char  *kind;
  GudRing         ring;
  GudScalar      *ring_work;
} GudStripGrid;

enum { GUD_STRIP_OIL, GUD_STRIP_EDGE, GUD_STRIP_DRY };

/* Faces of a film. */
static inline int gud_strip_faces(const GudStrip *film)
{
  return film->nx + !film->closed;
}

/* NULL, or why this film cannot be computed. */
const char *gud_strip_fault(const GudStrip *film);
/* Numbers of work, and of memory to start the next solution from. */
size_t gud_strip_grid_size(const GudStrip *film);
int    gud_strip_grid_memory(const GudStrip *film);
/* Lays out the work; the inputs may then be filled. */
void gud_strip_grid_begin(GudStripGrid *at, const GudStrip *film, GudScalar *work);
/* Solves for the pressure and fills P. memory: NULL or zeros: from a full film. GUD_RETRY: no thickness, no solution. */
GudStatus gud_strip_grid_solve(GudStripGrid *at, const double *memory);
/* Fills J. */
GudStatus gud_strip_grid_derivatives(GudStripGrid *at);
void      gud_strip_grid_keep(const GudStripGrid *at, double *memory);

/* Pressure at s (in cells, the first one begins at 0) and z = -1 ... 1 across, as it acts. */
double gud_strip_grid_pressure(const GudStripGrid *at, double s, double z);
/* Largest pressure, and where it is (in cells). */
double gud_strip_grid_largest(const GudStripGrid *at, double *s);
/* Oil that leaves (at the sides, at both ends of an open film), and power that flow driven by pressure dissipates. */
void gud_strip_grid_flows(const GudStripGrid *at, double *sides, double ends[2], double *loss);

#endif
