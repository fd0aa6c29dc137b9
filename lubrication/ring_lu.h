/* Linear equations on a ring: nb blocks of b unknowns, each coupled to itself and to its two neighbours,
   the last one to the first. The last block is kept as a border, so that the rest is a band of half width b:
     (R1)  [ T  C ] [x]   [r]     T = L U without pivoting: good for M-matrices, as those of a film are;
           [ E  D ] [y] = [s]     D becomes the Schur complement D - E T^-1 C.
   Structural zeros are skipped: decoupled unknowns (row and column of the identity) cost nothing.
   Work: (nb - 1) b^3 for T, up to three times that for the border, nothing for a decoupled last block. */
#ifndef GUD_RING_LU_H
#define GUD_RING_LU_H

#include "base/scalar.h"
#include "base/status.h"

#include <stddef.h>

typedef struct {
  int        nb, b;
  GudScalar *band;   /* [(nb-1) b][2 b + 1]: entry (r, c) at c - r + b */
  GudScalar *right;  /* [(nb-1) b][b]: C */
  GudScalar *below;  /* [(nb-1) b][b]: E transposed */
  GudScalar *corner; /* [b][b]: D */
} GudRing;

/* Numbers of work that a ring needs. nb >= 3. */
size_t gud_ring_size(int nb, int b);
/* Takes the work and sets all entries to 0. */
void gud_ring_clear(GudRing *ring, int nb, int b, GudScalar *work);
/* The place of an entry, unknowns numbered block by block; both in the same or in adjacent blocks. */
GudScalar *gud_ring_at(const GudRing *ring, int row, int col);
/* (R1) in place. GUD_RETRY: a pivot vanished. */
GudStatus gud_ring_factor(GudRing *ring);
/* x <- A^-1 x and x <- A^-T x. */
void gud_ring_solve(const GudRing *ring, GudScalar *x);
void gud_ring_solve_transposed(const GudRing *ring, GudScalar *x);

#endif
