/* Oil in the gap of a joint: a film model of lubrication/ between two frames, gathered as a wrench.

   Journal: b, E1, E2 are unit axes of the bearing (b its axis, E1 its e1 made normal to b, E2 = b x E1). With film.inner E1 comes from e1 of the
   journal (L2): rates of u get w S x b in these axes, and the w of the film changes its sign.
   (W1) S_k = x_j + zeta_k c - x_b,  V_k = x_j' + w_j x zeta_k c - x_b' - w_b x S_k  (seen from the bearing), k = 1, 2
   (W2) u = {S_1.E1, S_1.E2, S_2.E1, S_2.E2, the same of V, (w_j - w_b).b} goes to the film, f = {F_xi, F_eta, M_xi, M_eta, T} comes back
   (W3) on the journal at x_j: F = f_1 E1 + f_2 E2 and M = c x N + f_5 b, N = f_4 E1 - f_3 E2 = int zeta dF: what presses on a
        section acts at the journal's axis there. c, not b: a moment b x N would work on the spin of a tilted journal. The bearing gets the opposite at x_j:
        power F.(x_j' - x_b' - w_b x (x_j - x_b)) + M.(w_j - w_b) = F.V + N.c' + f_5 w (c' seen from the bearing)
   Ball: e = S, its rate V and w_j - w_b go to the film as they are; it has no preferred axes.
   (W4) mixed: the film is taken thicker by the roughness s (clearance c + s), so that it is still s thick where the
        surfaces meet (eccentricity c, where dry contact begins). Beyond it the surfaces are flattened and the film hardly gets thinner:
        it sees the eccentricity g = c + a x/(1 + x^2)^(1/2), x = (|e| - c)/a, a = s/4, in the direction of e, with the
        rate of that, and stays 3/4 s thick or more. Dry contact is added: what both carry never falls while the journal sinks in. */
#ifndef GUD_WET_H
#define GUD_WET_H

#include "contact/dry.h"
#include "lubrication/film.h"
#include "lubrication/squeeze_film.h"

typedef struct {
  int                 on, ball;
  const GudFilmModel *model; /* of a journal */
  GudFilm             film;
  GudSqueeze          squeeze; /* of a ball */
  double              zeta[2];
  int    supply[GUD_FILM_OPENINGS]; /* functions: pressures in the openings; < 0: those of the film */
  double roughness, meet;           /* s and c of (W4); roughness 0: not mixed */
} GudWet;

typedef struct {
  GudScalar E1[3], E2[3], l1;
  GudScalar S[2][3], V[2][3], u[GUD_FILM_INPUTS], f[GUD_FILM_FORCES], J[GUD_FILM_FORCES * GUD_FILM_INPUTS];
  GudScalar w[3], JB[54];        /* ball: relative spin, derivatives */
  GudScalar own[8], e[3], et[3]; /* journal: u before (W4); ball: e and its rate after (W4) */
  GudScalar F[3], M[3], r[3];    /* force, moment; x_j - x_b */
  GudFilm   film;                /* at this instant; the solution in work refers to it */
} GudWetAt;

/* Changes of marker vectors and rates; of u and the axes with them. */
typedef struct {
  GudScalar (*x)[3], (*v)[3];
} GudWetMove;
typedef struct {
  GudScalar u[GUD_FILM_INPUTS], E1[3], E2[3];
} GudWetChange;

/* (W1), (W2) and their change; (W3) and its change: what else acts between journal and bearing uses them, too (contact/bed.h). */
void gud_wet_motion(const GudForceArgs *s, const GudWet *w, const GudPair *p, GudWetAt *at);
void gud_wet_motion_diff(const GudForceArgs *s, const GudWet *w, const GudPair *p, const GudPairDiff *pd,
                         const GudWetAt *at, const GudWetMove *d, GudWetChange *o);
void gud_wet_gather(const GudPair *p, GudWetAt *at);
void gud_wet_gather_diff(const GudPair *p, const GudPairDiff *pd, const GudWetAt *at, const GudWetChange *d,
                         const GudScalar df[GUD_FILM_FORCES], GudScalar dF[3], GudScalar dM[3]);

/* Bytes of work of the film model, doubles of its memory. */
size_t gud_wet_size(const GudWet *w);
int    gud_wet_memory(const GudWet *w);
/* Memory at the start of a run, from zeros. */
void gud_wet_begin(const GudForceArgs *s, const GudWet *w, double *memory);
/* Solves the film: fills `at`, derivatives too if `tangent`. GUD_RETRY: no film left, `at` is without force. memory: of the
   film model, may be NULL; work: its own, which the rest below reads. */
GudStatus gud_wet_at(const GudForceArgs *s, const GudWet *w, const GudPair *p, const double *memory,
                     int tangent, void *work, GudWetAt *at);
/* Adds the derivatives to what gud_wet_at has left. */
GudStatus gud_wet_derivatives(const GudWet *w, void *work, GudWetAt *at);
void      gud_wet_force(const GudWet *w, const GudWetAt *at, GudWrench *out);
void      gud_wet_diff(const GudForceArgs *s, const GudWet *w, const GudPair *p, const GudPairDiff *pd,
                       const GudWetAt *at, GudScalar (*dx)[3], GudScalar (*dv)[3], GudWrench *dw);
/* Adds the derivative of the force by a function that supply pressures are: a wrench, of a solution with derivatives. */
void gud_wet_by_function(const GudWet *w, const GudPair *p, const GudWetAt *at, const void *work,
                         int function, GudWrench *out);
/* An angle about the bearing's axis and that of the largest pressure in `figures`, from the film's first axis, become those from the
   bearing's: other ones with film.inner only. */
void      gud_wet_angles(const GudForceArgs *s, const GudWet *w, const GudPair *p, const GudWetAt *at,
                         double *angle, double *figures);
GudScalar gud_wet_power(const GudForceArgs *s, const GudPair *p, const GudWetAt *at);
/* Where the film is, and its pressure and thickness there (contract/force.h). */
void gud_wet_surface(const GudForceArgs *s, const GudWet *w, const GudPair *p, const GudWetAt *at,
                     GudFilmSurface *out);
void gud_wet_surface_at(const GudWet *w, const GudWetAt *at, const GudScalar (*axes)[3], const void *work,
                        int n, const double *theta, const double *zeta, double *pressure, double *thickness);
/* What else is known there (contract/force.h) */
int gud_wet_inside(const GudWet *w, const void *work, int n, const double *theta, const double *zeta,
                   const double *thickness, double *fill, double *asperity);
/* Least thickness, largest pressure, side flow, power lost (lubrication/film.h). */
void gud_wet_figures(const GudWet *w, const GudPair *p, const GudWetAt *at, const void *work,
                     double out[GUD_FILM_FIGURES]);
/* Least thickness of the film of a journal, without work. */
double gud_wet_thinnest_at(const GudForceArgs *s, const GudWet *w, const GudPair *p);
/* Of a ball: where the film is thinnest, angle from the socket's first axis and height along its third. */
void gud_wet_thinnest(const GudWet *w, const GudPair *p, const GudWetAt *at, double *angle, double *along);

#endif
