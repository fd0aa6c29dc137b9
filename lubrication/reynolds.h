/* The full two-dimensional Reynolds equation of a journal bearing: what reynolds.c offers beyond the
   contract film.h, for tests that read the discrete problem. Numbered equations are in reynolds.c. Everything below is dimensionless unless it says
   otherwise: thickness by c, lengths by R, pressures by p0 = 12 mu (R/c)^2 1/s, flows by c R^2, rates and w
   in 1/s. */
#ifndef GUD_REYNOLDS_H
#define GUD_REYNOLDS_H

#include "film.h"
#include "ring_lu.h"

enum {
  GUD_REYNOLDS_NX     = 80, /* the grid if film->nx, film->ny are 0 */
  GUD_REYNOLDS_NY     = 8,
  GUD_REYNOLDS_MIN_NX = 8,
  GUD_REYNOLDS_MAX_NX = 480,
  GUD_REYNOLDS_MAX_NY = 160,
  GUD_REYNOLDS_CELLS  = 20000, /* most cells: with 125 x 160 the factors take 100 MB */
  GUD_REYNOLDS_HEAD   = 2,     /* memory: nx, ny, then one number per cell */
  /* TRANSPORTED, behind that: instant, place of the ends and swelling (dimensionless), oil that came in since the start and oil in the
     film then (m^3), then the fill of each cell */
  GUD_REYNOLDS_TIME    = 0,
  GUD_REYNOLDS_PLACE   = 1,
  GUD_REYNOLDS_SWELL   = 5,
  GUD_REYNOLDS_IN      = 6,
  GUD_REYNOLDS_CONTENT = 7,
  GUD_REYNOLDS_FILL    = 8,
  GUD_REYNOLDS_LOST =
    -1 /* memory[0]: the balance of a step had no solution; the film has no force any more (GUD_FATAL) */
};

/* What is unknown in a cell: its pressure, its pressure with the edge of the oil in it (front.h), its void fraction (JFO), or
   nothing: pressure 0 because it cavitates (Reynolds) or the one of an opening. */
enum { GUD_CELL_OIL, GUD_CELL_EDGE, GUD_CELL_VOID, GUD_CELL_DRY, GUD_CELL_FED };

/* A solved film. Cell (i, j) has number i ny + j; its centre: theta = i dx, zeta = ((j + 1/2)/ny - 1/2) B. */
typedef struct {
  const GudFilm *film;
  int            nx, ny, n, seam;    /* the last block of the ring is column `seam`, at the widest gap */
  int            iterations;         /* systems solved until pressures and cavitated zone agreed */
  double         dx, dz, s;          /* width and length of a cell; s = 2 sin(dx/2) */
  double         p0;                 /* Pa */
  double         sigma;              /* roughness by c */
  double         pace;               /* what moves the film: sum of rates and spin */
  double         drag;               /* keeps void cells regular: 1e-12 of a flow */
  double        *cos_c, *sin_c;      /* [nx] at centres */
  double        *cos_f, *sin_f;      /* [nx] at faces, i + 1/2 */
  int            shaped;             /* 1: the bearing is not round: d of shape.h by c, */
  double        *d_c, *d_x, *d_z;    /* [n] at centres, [n] as hx, [nx][ny + 1] as hz */
  GudScalar      u[GUD_FILM_INPUTS]; /* by c, by c, w */
  GudStatus      status;             /* of the solution */
  GudScalar *z;  /* [n] pressure (reduced, Y7) of oil and openings, minus the void fraction of a void cell */
  GudScalar *hx; /* [n] thickness at the face between columns i and i + 1 */
  GudScalar *hz; /* [nx][ny + 1] thickness at the faces along, the ends included */
  GudScalar *kx, *kz; /* conductances of these faces */
  GudScalar *cx;      /* [n] what is carried along at hx (A5); hx itself if smooth */
  GudScalar *rest;    /* [n] residual (Y4): what an opening feeds, by how much a dry cell would open */
  GudScalar *aux;     /* [5][n] right-hand sides */
  GudScalar *before;  /* [n] in aux: void in the pseudo-time before */
  GudScalar *demand;  /* [n] what the walls draw out of a cell: wedge and squeeze; its mean f of front.h */
  GudScalar *spread;  /* [n] a of front.h */
  GudScalar *k_cell;  /* [n] conductance around, with the thickness at the centre */
  GudScalar *rho;     /* [n] place of the edge in a GUD_CELL_EDGE */
  GudScalar *old;     /* [n] TRANSPORTED (Y13): fill at the start of the step */
  double     age;     /* TRANSPORTED: time since then */
  GudScalar  by_supply[GUD_FILM_OPENINGS]
                     [GUD_FILM_FORCES]; /* with J: derivative of the forces by the supply pressures, SI */
  int            factored;              /* 1: the ring has the factors of this solution */
  unsigned char *kind;                  /* [n] GUD_CELL_ */
  unsigned char *fed;                   /* [n] of a GUD_CELL_FED: by which opening */
  int            empty;                 /* the kind of cells without pressure */
  GudRing        ring;                  /* factors of the last system */
  GudScalar     *ring_work;
} GudReynolds;

/* NULL, or why this film cannot be computed. */
const char *gud_reynolds_fault(const GudFilm *film);
/* Bytes of work for a solution. */
size_t gud_reynolds_size(const GudFilm *film);
/* Doubles of memory. */
int gud_reynolds_memory(const GudFilm *film);
/* Solves for the pressure. `work` lives as long as g is used; `memory` as in the contract, or NULL. */
GudStatus gud_reynolds_solve(GudReynolds *g, const GudFilm *film, const GudScalar *u, const double *memory,
                             void *work);
/* Factors of the linear system at this solution, into g->ring. */
GudStatus gud_reynolds_factor(GudReynolds *g);
/* f[5] and, if J is not NULL, J[5*9], SI units. GUD_RETRY: beyond the pole of the reduced pressure (Y7). */
GudStatus gud_reynolds_force(GudReynolds *g, GudScalar *f, GudScalar *J);
/* As in the contract. */
void gud_reynolds_figures(const GudReynolds *g, double out[GUD_FILM_FIGURES]);
/* Pressure of a cell in Pa as it acts on the journal. */
double gud_reynolds_pressure(const GudReynolds *g, int cell);
/* Memory for the next evaluation. */
void gud_reynolds_keep(const GudReynolds *g, double *memory);
/* TRANSPORTED: memory at the start, and after a step, by the conservative balance (Y13). */
void      gud_reynolds_begin(const GudFilm *film, const GudScalar *u, double *memory);
GudStatus gud_reynolds_advance(GudReynolds *g, double *memory);
/* Oil in the film (m^3), and how much of it the balance since the start does not explain. */
double gud_reynolds_content(const GudReynolds *g, const double *memory, double *unexplained);
/* What faces at the ends and openings bring in, m^3/s. */
double gud_reynolds_inflow(const GudReynolds *g);

extern const GudFilmModel gud_film_reynolds;

#endif
