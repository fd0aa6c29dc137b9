/* Variations across a located event, where velocities or forces jump (equations in saltation.c). */
#ifndef GUD_SALTATION_H
#define GUD_SALTATION_H

#include "solve/solver.h"

typedef struct GudSaltation GudSaltation;

PetscErrorCode GudSaltationCreate(GudSolver *so, GudSaltation **sa);
PetscErrorCode GudSaltationDestroy(GudSaltation **sa);
/* num variations X of size gud_variation_size across the event (its number) that ended the last accepted step, after which the solver has
   begun again. end: the end of that step, before the event; algebraic: for each variation those of lambda over the mass scale (nr) and of
   all internals (nz) there, at the same time. *ok = 0 and so->why where this kind of event is not served. */
PetscErrorCode GudSaltationApply(GudSaltation *sa, int event, const GudPoint *end, int num, double *X,
                                 const double *algebraic, int *ok);

#endif
