/* Which linear solver for which model (choose.c). */
#ifndef GUD_LINEAR_CHOOSE_H
#define GUD_LINEAR_CHOOSE_H

#include "linear/linear.h"
#include "system/evaluated.h"

/* `linear_solver:` of the analysis */
enum { GUD_LINEAR_AUTO, GUD_LINEAR_DIRECT, GUD_LINEAR_KRYLOV };
/* Not of the analysis: direct and with pivots over the whole matrix (redundant rows, whose loads are shared by tiny numbers) */
enum { GUD_LINEAR_PIVOTED = GUD_LINEAR_KRYLOV + 1 };

/* For matrices of the system with this pattern; values are sys->coo. PETSc options with the prefix (NULL: none) that name a KSP,
   a PC or a package are followed. */
PetscErrorCode GudLinearCreateFor(GudSystem *sys, int choice, GudPattern pattern, const char *prefix,
                                  GudLinear **A);
/* Factorises the tangent at an evaluated point, of that pattern. */
PetscErrorCode GudLinearFactorAt(GudLinear *A, GudEvaluated *e, GudCoef c, double sd, GudPattern pattern,
                                 GudFactored *how);
/* Late unknowns of the system (linear.h): multipliers, internals, coordinates without mass; n flags, to be freed. */
char *gud_linear_late(const GudSystem *sys);
/* The same for a KSP that is not ours (SNES types of PETSc). */
PetscErrorCode GudKspSet(GudSystem *sys, int choice, GudPattern pattern, KSP ksp);

#endif
