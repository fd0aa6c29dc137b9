/* Modified Newton as a SNES type of its own ("gudgeon"), with a factorisation that is kept over iterations and steps. */
#ifndef GUD_NEWTON_H
#define GUD_NEWTON_H

#include "system/compat.h"

#define SNESGUDGEON "gudgeon"

/* What the solver needs besides PETSc's own settings; reached by GudNewtonGet on a SNES of our type. */
typedef struct {
  /* Size of an increment in units of its tolerance: converged below 1. `forces`: the same of multipliers, which count for
     convergence but not for the contraction. */
  PetscErrorCode (*norm)(void *ctx, Vec dx, double *norm, double *forces);
  void  *ctx;
  double round_off;      /* an increment of this norm that no longer shrinks is round-off: accepted */
  int    fresh_wanted;   /* factorise before the next iteration */
  int    have_factor;    /* the preconditioner holds a factorisation */
  double theta;          /* contraction seen last: decides whether one iteration is enough */
  int    excess;         /* iterations beyond the first two since the last factorisation */
  int    excess_allowed; /* cost of a factorisation in iterations */
  long   num_factorisations, num_iterations, num_solves;
} GudNewton;

PetscErrorCode GudNewtonRegister(void);
/* KSPSetUp, where a matrix that the package cannot factorise is an answer and not an error. */
PetscErrorCode GudFactorise(KSP ksp, int *singular);
/* One linear solve with the kept factorisation or preconditioner (solve/linear.c). */
PetscErrorCode GudKspSolve(KSP ksp, Vec b, Vec x);
/* NULL if the user chose another type (-snes_type newtonls). */
PetscErrorCode GudNewtonGet(SNES snes, GudNewton **newton);

#endif
