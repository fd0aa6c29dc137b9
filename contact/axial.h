/* Motion of a journal along the axis of its bearing.

   (J2) s = (x_j - x_b).b;  free: nothing;  fixed: -k s - c s' along b;  stop: the same beyond
        |s| > gap only, and it never pulls. It acts at x_j. */
#ifndef GUD_AXIAL_H
#define GUD_AXIAL_H

#include "contact/wet.h"

enum { GUD_AXIAL_FREE, GUD_AXIAL_FIXED, GUD_AXIAL_STOP };
typedef struct {
  int    kind;
  double gap, stiffness, damping;
} GudAxial;

/* Force -T along b at x_j and its derivatives; energy */
typedef struct {
  GudScalar r[3], s, rate, T, T_s, T_v, V, elastic; /* elastic: V' = elastic s' */
} GudAxialAt;

void      gud_axial_at(const GudForceArgs *s, const GudAxial *j, const GudPair *p, GudAxialAt *x);
void      gud_axial_force(const GudAxial *j, const GudPair *p, const GudAxialAt *x, GudWrench *w);
void      gud_axial_diff(const GudForceArgs *s, const GudAxial *j, const GudPair *p, const GudPairDiff *pd,
                         const GudAxialAt *x, const GudWetMove *d, GudWrench *dw);
GudScalar gud_axial_power(const GudForceArgs *s, const GudAxial *j, const GudPair *p, const GudAxialAt *x);

#endif
