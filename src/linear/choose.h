/* Which linear solver for which model (choose.c). */
#ifndef GUD_LINEAR_CHOOSE_H
#define GUD_LINEAR_CHOOSE_H

#include "linear/linear.h"
#include "system/evaluated.h"

/* `linear_solver:` of the analysis */
enum { GUD_LINEAR_AUTO, GUD_LINEAR_DIRECT, GUD_LINEAR_KRYLOV };
/* Not of the analysis: direct and with pivots over the whole matrix (redundant rows, whose loads are shared by tiny numbers) */
enum { GUD_LINEAR_PIVOTED = GUD_LINEAR_KRYLOV + 1 };

/* Which solver for the matrix of the steps: the choice of the analysis, or, of large plane meshes, what auto takes, by memory (bytes) and by the
   number of steps that is expected (NaN: not known); why: for run.log, empty where there is nothing to say. */
enum { GUD_WHY_SOLVER = 120 };
int gud_linear_choose(const GudSystem *sys, int choice, double steps, double memory,
                      char why[GUD_WHY_SOLVER]);
/* What a new matrix of the steps costs, in iterations of Newton's method. */
int gud_linear_cost_of_matrix(const GudSystem *sys, int choice);

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
