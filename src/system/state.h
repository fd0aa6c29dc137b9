/* Everything that changes during a run. A restart is a dump of this struct; a sweep can hold many.

   Every process holds the coordinates that it knows (all, or of a large model its part and what joints, forces and probes touch:
   model/part.h), and all multipliers, internals and history: decisions (events, step control, probes) are then the same everywhere
   with few messages. */
#ifndef GUD_STATE_H
#define GUD_STATE_H

#include "contract/force.h"

typedef struct {
  double  t, h;     /* time, size of the next step */
  double  h_last;   /* size of the last accepted step; 0 right after a (re)start */
  double  err_last; /* local error of the last step in units of the tolerance: memory of the step control */
  long    step;     /* accepted steps */
  int     long_q, long_lam; /* which predictions serve (solve/predict.h) */
  int     damped;           /* steps by backward Euler still to do after a restart */
  int     nq, nr, nz, nh;
  double *q, *v; /* coordinates and velocities (nq) */
  double *acc;   /* accelerations q'' of the method (nq) */
  double *v_last,
    *lam_last;     /* velocities and multipliers at the previous step end, for predictions (nq, nr) */
  double *a;       /* auxiliary accelerations of generalized-alpha (nq) */
  double *lam;     /* multipliers (nr) */
  double *peak;    /* largest |lambda| so far, by rows: Newton's measure for errors of multipliers (nr) */
  double *eta;     /* h eta of the last step (solve/generalized_alpha.c, G8) (nr) */
  double *z, *zt;  /* internals and their rates (nz) */
  double *zaux;    /* auxiliary rates of generalized-alpha for differential internals (nz) */
  double *history; /* modes, anchors, turn counts (nh) */
  /* ledger sums since the start */
  double work_drivers;
  double
    work[GUD_NUM_LEDGER]; /* loads; then what damping, contact, friction, films did ON the bodies (<= 0) */
  double work_elements;   /* damping inside elements (<= 0) */
  double energy_start;
  double exchanged; /* sum of the absolute changes of kinetic energy and of the drivers' work */
  double residue;   /* largest |numerical| so far */
  double most_kinetic, most_stored; /* largest kinetic energy, largest |strain| + |potential| so far */
  /* statics along a path (solve/path.c): load factor, its last increment (that of the coordinates is v_last), arc length of the next
     step, weight b of the load factor in it (0: no step was made) */
  struct {
    double load, rise, arc, weight;
  } path;
  double *block; /* one allocation behind all arrays, for dump and copy */
  int     num_block;
} GudState;

GudState *gud_state_create(int nq, int nr, int nz, int nh);
void      gud_state_copy(GudState *to, const GudState *from);
void      gud_state_destroy(GudState *s);

#endif
