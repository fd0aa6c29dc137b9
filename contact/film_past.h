/* What the film of a joint keeps over a run, in the history of the joint: heat, thickness by roughness, sums over the surface.

   (J3) heat balance of a film whose oil comes in at T_in: (1 - s) int P dt = rho cp (T - T_in) int Q dt with the power P lost in the film, the
        oil Q that leaves its sides, and the share s that convection takes, over the accepted steps so far (trapezoidal rule). It is
        reported (oil_temperature); the viscosity stays that of `temperature`
   (J4) rough (film.sigma): lambda = h_min/sigma; below_1, below_3: shares of the time of the accepted steps so far at whose ends lambda is below 1
        and 3 (trapezoidal rule)
   (J6) rough, with wear.a or wear.b: the sums of contact/wear_sums.h in the middle of each cell of the film, |v| = R |w|. The bearing wears place by
        place. The journal is taken to turn: what it loses is the mean around of each ring, and it stays round.
   verified by: tests/studies: stribeck, oil_heat, mixed_wear */
#ifndef GUD_FILM_PAST_H
#define GUD_FILM_PAST_H

#include "contact/joint_film.h"

typedef struct {
  int    heat, rough;
  double wear[2]; /* k_a, k_b; both 0: no sums */
} GudFilmPast;

int  gud_film_past_size(const GudFilmPast *o, const GudFilm *film);
void gud_film_past_start(const GudFilmPast *o, const GudFilm *film, double t, double *h);
/* After an accepted step; `there`: there is a film. */
void gud_film_past_keep(const GudForceArgs *s, const GudFilmPast *o, const GudWet *w, const GudPair *p,
                        const GudWetAt *at, int there, const void *work, double *h);
/* (J3); where nothing has flown yet, of this instant */
double gud_film_past_temperature(const GudFilmParams *f, const double *h);
/* (J4) */
void gud_film_past_below(const GudFilmPast *o, const double *h, double *below_1, double *below_3);
/* (J6): where the sums are, counted from the beginning of the history, of which h begins at `from`; 0: there are none. */
int gud_film_past_sums(const GudFilmPast *o, const GudFilm *film, int from, GudSurfaceSums *out);
/* (J6) */
void gud_film_past_worn(const GudFilmPast *o, const GudFilm *film, const double *h, double *a, double *b);
/* (J4) now */
double gud_film_lambda(const GudFilm *film, const GudWetAt *at);

#endif
