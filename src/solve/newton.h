/* Modified Newton on PETSc's SNES (type shell), with a factorisation that is kept over iterations and steps. */
#ifndef GUD_NEWTON_H
#define GUD_NEWTON_H

#include "linear/linear.h"

enum { GUD_MAX_AGE = 1000000000 }; /* twice of it is an int, too */

/* What the solver needs besides PETSc's own settings; reached by GudNewtonGet on a SNES that was given one. */
typedef struct {
  /* size of an increment in units of its tolerance: converged below 1; of its multipliers, likewise */
  PetscErrorCode (*norm)(void *ctx, Vec dx, double *norm, double *norm_forces);
  /* factorise the matrix at the point of the last residual into lu */
  PetscErrorCode (*factorise)(void *ctx, GudFactored *how);
  /* dx = A^-1 f with the factors; NULL: by lu */
  PetscErrorCode (*solve)(void *ctx, const double *f, double *dx);
  void      *ctx;
  GudLinear *lu;        /* the caller's; not used with `solve` */
  int        retry;     /* set by the function: the last point was an impossible state */
  double     round_off; /* an increment of this norm that no longer shrinks is round-off: accepted */
  int
    own_pace; /* strict tests: some multipliers or internals contract by themselves (redundant rows, sticking), or steps are fixed */
  double
         evaluated; /* set by the function: change of film forces since the last iteration, in units of their tolerance; */
  double per_unit;          /* that over the norm of the increment that caused it, as last measured */
  int    fresh_wanted;      /* factorise before the next iteration */
  int    have_factor;       /* lu holds a factorisation */
  double theta;             /* contraction seen last: decides whether one iteration is enough; */
  double theta_forces;      /* the same of the multipliers */
  double slow, slow_forces; /* contraction of third and later iterations, as last measured with this matrix */
  double first;             /* size of the first increment of the last solve, multipliers included */
  int    age, look; /* solves with this matrix, at most GUD_MAX_AGE; the one in which to measure it next */
  int    excess;    /* iterations beyond the first two since the last factorisation */
  int    excess_allowed; /* cost of a factorisation in iterations */
  long   num_factorisations, num_iterations, num_solves;
  int    by_petsc; /* options ask for something that SNESSolve does around our own solve */
  Vec    dx;       /* work */
} GudNewton;

/* Makes it the solver of a SNES of type SNESSHELL, whose function and solution vector are set; the SNES does not own it. */
PetscErrorCode GudNewtonCreate(SNES snes, GudNewton **newton);
PetscErrorCode GudNewtonDestroy(GudNewton **newton);
/* Solves from X on. SNESSolve looks up some twenty options in every call, which costs as much as an iteration of a small
   mechanism: it is left out unless it is wanted. newton NULL: another type of SNES. */
PetscErrorCode GudNewtonSolve(SNES snes, GudNewton *newton, Vec X, SNESConvergedReason *why);
/* NULL if the user chose another type (-snes_type newtonls). */
PetscErrorCode GudNewtonGet(SNES snes, GudNewton **newton);

#endif
