/* Evaluation of a table of results over a sample of parameters: statistics, main effects, Sobol indices. Numbers only; NaN marks a
   point without a result. The formulas are in sensitivity.c. */
#ifndef GUD_SENSITIVITY_H
#define GUD_SENSITIVITY_H

#include <stdint.h>

enum { GUD_NUM_QUANTILES = 5 };
extern const double gud_quantiles[GUD_NUM_QUANTILES]; /* 0.05, 0.25, 0.5, 0.75, 0.95 */

typedef struct {
  int    num; /* points with a result */
  double mean, sd, error, min, max;
  double quantile[GUD_NUM_QUANTILES];
} GudSpread;
GudSpread gud_spread(int n, const double *y);

/* Mean of y over the points whose group is g, for g = 0 ... groups - 1; groups without a point have num 0. */
void gud_main_effect(int n, const int *group, int groups, const double *y, GudSpread *effect);

/* First order and total index of one parameter with their confidence (95 %), and how much of the variance is not explained. */
typedef struct {
  double first, first_low, first_high, total, total_low, total_high;
} GudSobol;

/* From the points of gud_sample_saltelli: y[n*(d+2)]. 0: too few blocks without a gap, or y does not vary. */
int gud_sobol_saltelli(int n, int d, const double *y, uint64_t seed, GudSobol *index);
/* From a complete grid: points in the order in which the last parameter runs fastest. Exact for these values, each as probable as
   the others. 0: y does not vary, or there is a gap. */
int gud_sobol_grid(int d, const int *levels, const double *y, GudSobol *index);
/* From any sample u[n*d] of the unit cube, by a polynomial chaos expansion; gaussian[j]: Hermite polynomials of the normal quantile
   of u_j instead of Legendre polynomials of u_j. *unexplained: share of the variance that the expansion does not predict at points
   left out of its fit; *terms: of the expansion. 0: too few points, or y does not vary. */
int gud_sobol_expansion(int n, int d, const double *u, const int *gaussian, const double *y, GudSobol *index,
                        double *unexplained, int *terms);

#endif
