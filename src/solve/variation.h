/* The variational equation: derivatives of the motion by its start, advanced step by step beside the solver (equations in
   variation.c). */
#ifndef GUD_VARIATION_H
#define GUD_VARIATION_H

#include "solve/solver.h"

typedef struct GudVariation GudVariation;

/* 0 and so->why where this model cannot be served. */
PetscErrorCode GudVariationCreate(GudSolver *so, GudVariation **va, int *ok);
PetscErrorCode GudVariationDestroy(GudVariation **va);
/* Number of entries of a variation: q, v (nq each), z of all internals (nz; those of algebraic ones are not used) */
static inline int gud_variation_size(const GudSystem *sys)
{
  return 2 * sys->nq + sys->nz;
}
/* num variations X (each gud_variation_size long, one behind the other) over the last accepted step of the solver, and over the
   event that ended it (-1: none). *ok = 0 and so->why where that is not possible. */
PetscErrorCode GudVariationStep(GudVariation *va, int event, int num, double *X, int *ok);

/* Rows of d/dt (Phi_q v + Phi_t) by q at the present point: y = (d Phi_q/dt) x. After gud_system_time. */
void gud_variation_rate_times(GudSystem *sys, const double *q, const double *v, const double *x, double *y);

#endif
