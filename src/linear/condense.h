/* A preconditioner of a matrix whose unknowns are nodes of plane meshes and others: multigrid for the former, after exact elimination
   of the latter (condense.c). */
#ifndef GUD_CONDENSE_H
#define GUD_CONDENSE_H

#include "system/compat.h"

typedef struct GudCondensed GudCondensed;
/* plane, others: own unknowns, by their numbers in the matrix; together all of them. G: preconditioner for the plane ones, its type and
   options set; it still belongs to the caller. */
PetscErrorCode GudCondensedCreate(PC G, IS plane, IS others, GudCondensed **c);
PetscErrorCode GudCondensedDestroy(GudCondensed **c);
/* near: near-null space of the plane unknowns. The matrix must not change while it is used. */
PetscErrorCode GudCondensedSet(GudCondensed *c, Mat H, MatNullSpace near);
PetscErrorCode GudCondensedApply(GudCondensed *c, Vec r, Vec z);
/* Unknowns that are eliminated, on all processes. */
int gud_condensed_others(const GudCondensed *c);

#endif
