/* Elements whose forces are affine in Q and Q', as one constant matrix: an explicit method evaluates them millions of times.

   (Z1) f = f_0 + K (q - q_0) + C v,   q_0: where the model starts, f_0 the forces there at rest
   In compressed rows over coordinate vectors; an entry is the d x 2d block [K C].
   verified by: t740 (against the elements themselves), battery (the claim `linear`) */
#ifndef GUD_FROZEN_H
#define GUD_FROZEN_H

#include "system/system.h"

typedef struct {
  int     dim, num_vec;
  int    *row, *col;
  double *A;                  /* d x 2d of every entry, by columns */
  double *f0, *q0;            /* nq */
  double *x;                  /* {q - q_0, v} by coordinate vectors */
  int    *others, num_others; /* elements with forces that are not affine */
} GudFrozen;

GudFrozen *gud_frozen_create(const GudSystem *sys);
void       gud_frozen_destroy(GudFrozen *z);
void       gud_frozen_forces(GudFrozen *z, const double *q, const double *v, double *r); /* r += (Z1) */

#endif
