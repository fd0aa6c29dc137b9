/* What rough films keep for Archard's law (src/study/wear.c) in the history of their force: n places, ring by ring (contract/force.h).

   (G2) int (p + p_a) dt, int p_a |v| dt and int |v| dt where asperities touch, over the accepted steps, trapezoidal rule. Asperities wear, oil does not.
   (G3) What turns or slides past the other surface as a whole wears by the mean of each ring and keeps its form: of a joint and a bearing_film the journal. */
#ifndef GUD_WEAR_SUMS_H
#define GUD_WEAR_SUMS_H

#include "contract/force.h"

/* Integrands of a place */
enum { GUD_SUMS_LOAD, GUD_SUMS_SEVERITY_A, GUD_SUMS_SEVERITY_B, GUD_SUMS_SLIDING, GUD_SUMS_KINDS };

int  gud_sums_size(int n);
void gud_sums_start(int n, double t, const double *const worn[2], double *sums);
/* An accepted step: now[GUD_SUMS_KINDS][n] are its integrands, zero at first, to be filled between the two calls. */
double *gud_sums_open(int n, double t, double *sums);
void    gud_sums_close(int n, double t, double *sums);
/* Keeps the steepest dp_a/dh */
void gud_sums_steep(double *sums, double slope);
/* Where they are in the history, in which sums begin at `from` */
void gud_sums_map(int n, int from, GudSurfaceSums *out);
/* Largest depths */
void gud_sums_worn(int n, const double *sums, double *a, double *b);
#endif
