/* How a value goes from node to node of accepted steps: polynomials, straight lines, angles, magnitudes. */
#ifndef GUD_COURSE_H
#define GUD_COURSE_H

#include "contract/force.h"

/* A value is smooth between events unless it says otherwise:
     STRAIGHT  it jumps within a step (the place of an extreme, a kink that is no event): straight lines between two nodes stay between both
     TURN      an angle on the branch (-pi, pi]
     HELD      a state (touching, sticking): it is kept where both nodes have it; a value between two states says that it changes
               within this step (located events fall on nodes)
     SIDE      a magnitude: where all nodes are on one side of zero, so is what lies between them */
enum { GUD_COURSE_STRAIGHT = 1, GUD_COURSE_TURN = 2, GUD_COURSE_SIDE = 4, GUD_COURSE_HELD = 8 };

/* Of forces and moments of this force */
int gud_course_of_force(const GudForceType *type, const void *params);
/* Of an output of it; contact: the force opens and closes. */
int gud_course_of_output(const GudForceType *type, const void *params, int output, int contact);

/* Weights of the nodes at one instant: of the polynomial through all of them, and of the straight line between the two around it. */
enum { GUD_BLEND_NODES = 4 };
typedef struct {
  int    num, first; /* nodes; the later one of the two */
  double all[GUD_BLEND_NODES], line[GUD_BLEND_NODES];
} GudBlend;
/* t: times of the nodes, the latest first; at: the instant, not after t[0]. */
GudBlend gud_blend(int num, const double *t, double at);
/* The value at that instant, f: values at the nodes. Where a node has none (NaN), by the line. */
double gud_course(int course, const GudBlend *b, const double *f);

#endif
