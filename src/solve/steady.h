/* Steady rotation: bodies of revolution that spin about axes of their own, everything else at rest (equations in steady.c). */
#ifndef GUD_STEADY_H
#define GUD_STEADY_H

#include "solve/solver.h"

/* W of (Y1): q' = W q, by entries */
typedef struct GudSpin {
  int     num;
  int    *row, *col; /* coordinates */
  double *value;     /* 1/s */
  double  speed;     /* largest |value| */
} GudSpin;

/* W of the velocities v at q. 0 and so->why where this motion is not a steady rotation of bodies of revolution. */
int  gud_spin_find(GudSolver *so, const double *q, const double *v, GudSpin *spin);
void gud_spin_free(GudSpin *spin);
/* y = W x; y is another array */
void gud_spin_times(const GudSpin *spin, int nq, const double *x, double *y);
/* |a - W^2 q| relative to the square of the largest speed: 0 where the motion goes on as it is. */
double gud_spin_unsteady(const GudSystem *sys, const GudSpin *spin, const double *q, const double *a);
/* The same once the bodies have turned by about a radian: 0 where no force depends on their angles. The state is as before. */
PetscErrorCode GudSpinTurned(GudSolver *so, const GudSpin *spin, double *unsteady);
/* Adds scale M W^2 to the Newton matrix of statics, where it has entries; takes the turning of each body about its axis out of an
   increment x. */
PetscErrorCode GudSpinAddInertia(GudSolver *so, const GudSpin *spin, double scale, Mat J);
void           gud_spin_without_turn(const GudSystem *sys, const GudSpin *spin, const double *q, double *x);
/* W as a matrix over all unknowns */
PetscErrorCode GudSpinMat(GudSystem *sys, const GudSpin *spin, Mat *W);
/* `start: steady`: W of the consistent start velocities into so->spin, for GudSolverStatic. */
PetscErrorCode GudSolverFindSpin(GudSolver *so, int *ok);

#endif
