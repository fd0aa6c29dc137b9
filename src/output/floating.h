/* The floating frame of a body for pictures: the rigid motion nearest to what its points have done.

   (Y1) min sum |x_i - c - R (X_i - C)|^2:   c, C are the means,   R is the rotation in the polar form R H of
        A = sum (x_i - c)(X_i - C)^T
   (Y2) R_0 = A/|A|,  R_(k+1) = (g R_k + R_k^-T/g)/2,  g^2 = |R_k^-1|/|R_k|   (Newton; Higham 1986)   in the plane: an angle
   (Y3) deflection u_i = x_i - c - R (X_i - C), in axes of space; of a rigid motion zero */
#ifndef GUD_FLOATING_H
#define GUD_FLOATING_H

#include <stdint.h>

/* n points as drawn (X) and now (x), 3 components each; u gets (Y3). dim 2: z is left out. Points on one line in space have
   no such frame: u is 0. */
void gud_floating_deflection(int dim, int64_t n, const double *X, const double *x, double *u);

/* A body whose points are on several processes: counts[k] = 0 for a point that another one counts; sum: over all processes, by all of them. */
typedef struct {
  const char *counts;
  void (*sum)(void *ctx, double *x, int num);
  void *ctx;
} GudFloatingParts;
void gud_floating_deflection_in_parts(int dim, int64_t n, const double *X, const double *x,
                                      const GudFloatingParts *parts, double *u);

#endif
