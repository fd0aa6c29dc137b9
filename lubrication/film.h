/* The contract of an oil film between a journal and its bearing.

   A film sees the relative motion in the axes (xi, eta, zeta) of the bearing, zeta along its axis, theta from xi to
   eta, and returns what acts on the journal. End 1 of the journal's axis is at zeta = -B/2, end 2 at zeta = +B/2:
     u = {xi_1, eta_1, xi_2, eta_2, their rates seen in the bearing's axes, w}
     w = spin of the journal minus spin of the bearing about zeta. Nothing else matters: a film is objective, e.g.
         w_i + w_j - 2 gamma' (gamma' in space) = w - 2 gamma' (gamma' seen from the bearing).
     (L1) h(theta, zeta) = c - xi(zeta) cos theta - eta(zeta) sin theta,   xi(zeta) linear between the ends; plus d of shape.h
     f = {F_xi, F_eta, M_xi, M_eta, T}: force on the journal, moments about its middle (zeta = 0, on the journal's
         axis), T the shear torque about zeta. The bearing receives the opposite at the same point, so momentum and
         angular momentum are kept.
     (L2) `inner`: xi, eta turn about zeta with the journal. Rates are seen in these axes, w = spin of the bearing minus spin of the
         journal; f still acts on the journal. What the walls draw, (w/2) dh/dtheta + dh/dt, and so the film, is the same in both
         axes; only the torque of shear and friction goes with -w, and `rough.share` is the bearing's.
   Units are SI. A film of thickness <= 0 is GUD_RETRY. */
#ifndef GUD_FILM_H
#define GUD_FILM_H

#include <stddef.h>

#include "asperity.h"
#include "base/scalar.h"
#include "base/status.h"
#include "shape.h"

enum {
  GUD_FILM_XI1,
  GUD_FILM_ETA1,
  GUD_FILM_XI2,
  GUD_FILM_ETA2,
  GUD_FILM_RATES, /* the four rates follow, in the same order */
  GUD_FILM_W = 8,
  GUD_FILM_INPUTS
};
enum { GUD_FILM_FXI, GUD_FILM_FETA, GUD_FILM_MXI, GUD_FILM_META, GUD_FILM_TORQUE, GUD_FILM_FORCES };
enum { GUD_FILM_OPENINGS = 6 }; /* at most */
/* Figures of a solved film. Closed forms know the first six. */
enum {
  GUD_FILM_MIN,            /* least thickness, m */
  GUD_FILM_PRESSURE,       /* largest pressure of the oil, Pa */
  GUD_FILM_FLOW,           /* oil that leaves at the sides, m^3/s */
  GUD_FILM_LOSS,           /* power lost in the film, asperities included, W (>= 0) */
  GUD_FILM_PRESSURE_ANGLE, /* where the largest pressure is: theta, zeta */
  GUD_FILM_PRESSURE_AT,
  GUD_FILM_FLOW_1, /* oil that leaves at end 1 (zeta < 0) and at end 2; < 0: drawn in */
  GUD_FILM_FLOW_2,
  GUD_FILM_SUPPLIED,          /* oil that comes out of all openings, m^3/s */
  GUD_FILM_ASPERITY_FORCE,    /* N */
  GUD_FILM_ASPERITY_PRESSURE, /* largest, Pa */
  GUD_FILM_ASPERITY_LOSS,     /* W */
  GUD_FILM_FILL,              /* mean share of the gap that is filled with oil */
  GUD_FILM_OPENING,           /* oil that comes out of each opening, m^3/s */
  GUD_FILM_FIGURES = GUD_FILM_OPENING + GUD_FILM_OPENINGS
};

/* Where the oil cavitates: half Sommerfeld (pressures below 0 left out), full Sommerfeld (kept), Reynolds
   (Swift-Stieber, p >= 0 as complementarity), mass-conserving (Jakobsson-Floberg-Olsson) with a fill that follows at once
   (quasi-steady) or that is transported and kept from step to step. */
typedef enum {
  GUD_CAVITATION_GUEMBEL,
  GUD_CAVITATION_FULL,
  GUD_CAVITATION_REYNOLDS,
  GUD_CAVITATION_JFO,
  GUD_CAVITATION_TRANSPORTED
} GudCavitation;

/* Where oil is fed: a groove, width (rad; 2 pi: all round) by length (m) about its middle, or, with a diameter (m), a round hole. */
typedef struct {
  double    angle, at; /* of its middle: theta, zeta */
  double    width, length, diameter;
  GudScalar supply; /* pressure in it */
} GudOpening;

typedef struct {
  double     radius;    /* of the journal, R */
  double     clearance; /* c = R_bearing - R */
  double     length;    /* B */
  double     viscosity; /* mu at the temperature given and pressure 0 */
  int        cavitation;
  int        shear;  /* 1: the torque of the sheared film acts too (Petroff and pressure term) */
  double     barus;  /* pressure coefficient of viscosity, 1/Pa; 0: none */
  int        nx, ny; /* grid of the numerical solution: around, along */
  double     ends;   /* pressure at both ends, which are flooded */
  double     fill;   /* TRANSPORTED: share of the gap that is filled at the start */
  double     t;      /* the instant, set for each evaluation: what is kept from step to step ages */
  double     swell, swell_rate; /* growth of the clearance, for tests with a uniform gap */
  int        num_openings;      /* where they overlap, the first one counts */
  GudOpening opening[GUD_FILM_OPENINGS];
  int        inner; /* 1: the axes of the film, its grid and its openings turn with the journal (L2) */
  GudRough   rough; /* surfaces; sigma 0: smooth. A rough film may be thinner than 0 (asperity.h) */
  GudShape   shape; /* the bearing is not round */
} GudFilm;

enum { GUD_FILM_EXCESS = 5 };

typedef struct GudFilmModel GudFilmModel;

/* `force` solves the film once, into `work` of the caller; everything that follows reads that solution. */
struct GudFilmModel {
  const char *name, *summary, *cite;
  const void *user; /* as in GudTypeInfo */
  /* Slenderness L/D of the bearing: `film.model: auto` takes the first model whose range from
     auto_from to auto_to holds it (both 0: never). */
  double auto_from, auto_to;
  /* Closed forms: between trusted_from and trusted_to no warning; load that the model carries too much at eccentricity 1/2,
     {L/D, percent of the load of the finite bearing}, five rows of rising L/D. NULL: the full equation. */
  double trusted_from, trusted_to;
  const double (*excess)[2];
  /* NULL, or why this film cannot be computed: asked before anything runs. */
  const char *(*fault)(const GudFilmModel *self, const GudFilm *film);
  /* Bytes of work (a multiple of sizeof(GudScalar), and aligned for it). Optional: none. */
  size_t (*size)(const GudFilmModel *self, const GudFilm *film);
  /* Doubles kept from step to step to start from. Optional: none. */
  int (*memory_size)(const GudFilmModel *self, const GudFilm *film);
  /* f[5] and, if J is not NULL, J[5*9] = df/du, row-major. `memory` is read only and may be NULL. */
  GudStatus (*force)(const GudFilmModel *self, const GudFilm *film, const GudScalar *u, const double *memory,
                     void *work, GudScalar *f, GudScalar *J);
  /* J of the solution in work. */
  GudStatus (*jacobian)(const GudFilmModel *self, const GudFilm *film, const GudScalar *u, void *work,
                        GudScalar *J);
  /* Derivative of f by the supply pressure of an opening, of a solution with J. Optional: none. */
  void (*by_supply)(const GudFilmModel *self, const GudFilm *film, const void *work, int opening,
                    GudScalar *f);
  /* Memory at the start of a run. Optional: zeros. */
  void (*begin)(const GudFilmModel *self, const GudFilm *film, const GudScalar *u, double *memory);
  /* Keeps what the next evaluation starts from, after an accepted step at film->t: 1 if the solution in work is out of date
     then. With memory_size. */
  int (*remember)(const GudFilmModel *self, const GudFilm *film, void *work, double *memory);
  /* Pressure at n places of the film. */
  void (*pressures)(const GudFilmModel *self, const GudFilm *film, const GudScalar *u, const void *work,
                    int n, const double *theta, const double *zeta, double *p);
  /* Share of the gap that is filled at n places, if the film has one; returns whether it has. n = 0: only that. Optional: it has none. */
  int (*fills)(const GudFilmModel *self, const GudFilm *film, const void *work, int n, const double *theta,
               const double *zeta, double *fill);
  /* out[GUD_FILM_FIGURES], which is 0 before. */
  void (*figures)(const GudFilmModel *self, const GudFilm *film, const GudScalar *u, const void *work,
                  double *out);
};

/* What closed forms refuse: kinds of cavitation beyond `most`, piezoviscosity, openings, rough surfaces and bearings that are not round; each in
   the model's own words. */
static inline const char *gud_film_refuse(const GudFilm *film, int most, const char *cavitation,
                                          const char *finite)
{
  int more = film->barus > 0 || film->num_openings > 0 || film->ends > 0 || film->rough.sigma > 0 ||
             gud_shape_any(&film->shape);
  return film->cavitation > most ? cavitation : more ? finite : NULL;
}

/* (G1) of shape.h at a place of the film */
double gud_shape_at(const GudFilm *film, double theta, double zeta);
/* Least thickness (m) over the whole film at u, and where it is: at an end of the axis where the bearing is round (in the middle if aligned), else
   the least among the middles and faces of cells, on the parabola around (shape.c). */
double gud_film_thinnest(const GudFilm *film, const GudScalar *u, double *theta, double *zeta);

extern const GudFilmModel *const gud_films[];      /* NULL-terminated; model/registry.c */
extern const char                gud_film_names[]; /* "auto|name|name": choices of `film.model` */

#endif
