/* Points in the unit cube: Latin hypercubes, Sobol's sequence, random numbers; and the normal distribution. The same seed gives
   the same points on every machine. */
#ifndef GUD_SAMPLE_H
#define GUD_SAMPLE_H

#include <stdint.h>

/* Random numbers: splitmix64 (Steele, Lea and Flood 2014). */
typedef struct {
  uint64_t state;
} GudRandom;
uint64_t gud_random_bits(GudRandom *r);
double   gud_random_unit(GudRandom *r);         /* in (0, 1) */
int      gud_random_below(GudRandom *r, int n); /* 0 ... n - 1 */

/* u[n * d], point by point, in (0, 1). */
void gud_sample_random(int n, int d, uint64_t seed, double *u);
/* Latin hypercube: in every dimension one point in each of n equal intervals, at random within it. */
void gud_sample_lhs(int n, int d, uint64_t seed, double *u);
/* Sobol's sequence in Gray code order with the direction numbers of Joe and Kuo (2008), shifted digit by digit by the seed, which
   keeps its uniformity and leaves no coordinate at 0. d <= GUD_MAX_SOBOL. */
enum { GUD_MAX_SOBOL = 21 };
void gud_sample_sobol(int n, int d, uint64_t seed, double *u);
/* Points for Sobol indices (Saltelli): for each of n base points a block of d + 2: a, b, and a with coordinate i of b, i = 1 ... d.
   2 d <= GUD_MAX_SOBOL. */
void gud_sample_saltelli(int n, int d, uint64_t seed, double *u);

/* One row of the table of direction numbers, for tests: degree and coefficients of the polynomial. */
int gud_sobol_polynomial(int dimension, int *coefficients);

/* The x below which the standard normal distribution has probability p, to round-off. */
double gud_normal_quantile(double p);

#endif
