/* The ideal machine at one instant: bodies move rigidly, joints with a gap do not give (equations (I1) ... (I4) in ideal.c). */
#ifndef GUD_IDEAL_H
#define GUD_IDEAL_H

#include "solve/solver.h"

enum { GUD_GAP_ROWS = 5, GUD_IDEAL_UNKNOWNS = 600 };

typedef struct {
  GudSystem    *sys;
  const double *q;
  int           per_body, num; /* unknowns: of a body; in all */
  int          *loose;         /* coordinates that are unknown by themselves */
  int           num_loose;
  int           num_gaps, *gap; /* joints with a gap and points in channels: their forces */
  double       *rows;           /* GUD_GAP_ROWS * num_gaps x nq: (I3), rates are rows times velocity */
  int           hard;           /* rows (I2) and (I3) */
  double       *A, *b,
    *x; /* hard + num by columns: weights of (I4) are the last entries; right-hand side; solution */
  Mat qr;
} GudIdeal;

/* At positions q, after gud_system_time and gud_system_linearise there. NULL: no body, or more than GUD_IDEAL_UNKNOWNS. */
PetscErrorCode GudIdealCreate(GudSystem *sys, const double *q, GudIdeal **ideal);
PetscErrorCode GudIdealDestroy(GudIdeal **ideal);
/* Velocity of all coordinates for the unknowns x. */
void gud_ideal_motion(const GudIdeal *id, const double *x, double *v);
/* Least squares for the right-hand side id->b, which holds wanted values of the unknowns behind the hard rows: x, and v of it. */
PetscErrorCode GudIdealSolve(GudIdeal *id, double *v);
/* Velocities of the machine in id->x and v. */
PetscErrorCode GudIdealVelocities(GudIdeal *id, double *v);
/* Accelerations for velocities v of the unknowns x: least ones where no driver demands any. */
PetscErrorCode GudIdealAccelerations(GudIdeal *id, const double *x, const double *v, double *a);
/* The velocity that opens gap `gap` at unit rate, every other gap closed. `direction`: a unit vector, replaced by the direction in
   the machine's reach that is nearest to it. *ok = 0: that is more than 60 degrees away, or there is none. */
PetscErrorCode GudIdealOpen(GudIdeal *id, int gap, double direction[3], double *v, int *ok);
/* Velocities that drivers, joints and gaps leave free: at most `most`, independent, in v (nq each); their number. */
PetscErrorCode GudIdealFreedoms(GudIdeal *id, int most, double *v, int *num);

#endif
