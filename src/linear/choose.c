/* Linear solvers: which one for which model.

   Direct (blocks, KLU, MUMPS) is best for chains of bodies and beams, whose factors grow like n, and for plane meshes up to some
   1e5 unknowns. Beyond, the factors of a plane mesh grow like n log n in memory and n^1.5 in time, and the Krylov solver of
   krylov.c takes over, unless there is memory for the factors and they serve many steps. For consistent values it does so much earlier: the mass matrix is easy, its factors are not; and with
   contacts, whose every change of mode is a new matrix. */
#include "linear/choose.h"

#include "linear/krylov.h"
#include "linear/methods.h"
#include "base/diag.h"
#include "system/put.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const int direct_limit[2] = {250000,
                                    3000}; /* FULL, MASS: unknowns up to which a factorisation is faster */
static const int contact_limit =
  10000; /* FULL, with contacts: 12000 unknowns take 10 s instead of 22 (docs/theory.md) */
static const int klu_limit     = 20000; /* the same, of KLU against MUMPS, unless the graph is thin */
static const int loops_of_thin = 100;   /* closed loops of joints up to which a mechanism counts as a chain */

/* Small or thin: our own interface to KLU or blocks, else MUMPS. A factorisation serves some 50 solves, and in those KLU is faster
   than MUMPS by a factor of three to ten on the thin graphs of mechanisms. On several processes each of them factorises the whole
   matrix by KLU: of MUMPS no two runs had the same digits (measured, docs/reliability.md; presumably it adds contributions as their
   messages arrive). */
static int is_small(const GudSystem *sys)
{
  const GudModel *m    = sys->model;
  int             thin = sys->num_plane_cells == 0 && m->num_joints - m->num_bodies < loops_of_thin;
  return thin || sys->num_unknowns < klu_limit;
}

static int krylov_wanted(const GudSystem *sys, int choice, GudPattern pattern)
{
  if (choice == GUD_LINEAR_DIRECT || choice == GUD_LINEAR_PIVOTED || !gud_krylov_can(sys)) return 0;
  int limit = sys->nz && pattern == GUD_PATTERN_FULL ? contact_limit : direct_limit[pattern];
  return choice == GUD_LINEAR_KRYLOV ||
         (sys->num_unknowns > limit && 2 * sys->num_plane_cells > sys->num_elements);
}

/* Beyond direct_limit, on one process and without contacts. Measured on square plates of quad4 (docs/parallel.md): peak memory of a run with MUMPS
   in units of n log2 n bytes; a factorisation is worth it after a dozen steps, and one serves some ten to thirty. */
static const double factor_memory = 185, few_steps = 50;

int gud_linear_choose(const GudSystem *sys, int choice, double steps, double memory, char why[GUD_WHY_SOLVER])
{
  double n = sys->num_unknowns, bytes = factor_memory * n * log2(n);
  why[0] = 0;
  if (choice != GUD_LINEAR_AUTO || sys->nz || sys->size > 1 || !krylov_wanted(sys, choice, GUD_PATTERN_FULL))
    return choice;
  if (!(steps >= few_steps)) {
    snprintf(why, GUD_WHY_SOLVER, "less than %.0f steps of fixed length are expected", few_steps);
    return GUD_LINEAR_KRYLOV;
  }
  if (bytes > memory / 2) {
    snprintf(why, GUD_WHY_SOLVER, "factors would need %.1f GB, more than half of the memory", 1e-9 * bytes);
    return GUD_LINEAR_KRYLOV;
  }
  snprintf(why, GUD_WHY_SOLVER, "%.3g steps are expected, and factors need %.1f GB of %.1f GB", steps,
           1e-9 * bytes, 1e-9 * memory);
  return GUD_LINEAR_DIRECT;
}

/* Factors of a plane mesh cost n^1.5, a solution n log n: measured 20 iterations at 320 000 unknowns. */
int gud_linear_cost_of_matrix(const GudSystem *sys, int choice)
{
  enum { USUAL = 10 };
  static const double usual_up_to = 80000;
  int                 mumps       = !is_small(sys) && 2 * sys->num_plane_cells > sys->num_elements &&
              !krylov_wanted(sys, choice, GUD_PATTERN_FULL);
  return mumps ? (int)(USUAL * sqrt(fmax(1, sys->num_unknowns / usual_up_to))) : USUAL;
}

/* Do the options select a solver of PETSc's? */
static PetscErrorCode petsc_wanted(const char *prefix, PetscBool *yes)
{
  static const char *const names[] = {"-ksp_type", "-pc_type", "-pc_factor_mat_solver_type"};
  PetscFunctionBeginUser;
  *yes = PETSC_FALSE;
  for (int k = 0; k < 3 && !*yes; k++) PetscCall(PetscOptionsHasName(NULL, prefix, names[k], yes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudKspSet(GudSystem *sys, int choice, GudPattern pattern, KSP ksp)
{
  PC          pc;
  const char *prefix;
  PetscBool   petsc;
  PetscFunctionBeginUser;
  if (krylov_wanted(sys, choice, pattern)) {
    PetscCall(GudKrylovSet(sys, pattern, ksp));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(KSPGetOptionsPrefix(ksp, &prefix));
  PetscCall(petsc_wanted(prefix, &petsc));
  PetscCall(KSPSetType(ksp, KSPPREONLY));
  PetscCall(KSPGetPC(ksp, &pc));
  int whole = sys->size > 1 && is_small(sys) && !petsc;
  if (whole) {
    PetscCall(PCSetType(pc, PCREDUNDANT));
    PetscCall(PCRedundantGetKSP(pc, &ksp));
    PetscCall(KSPGetPC(ksp, &pc));
  }
  PetscCall(PCSetType(pc, PCLU));
  /* always named: the default depends on how PETSc was built */
  PetscCall(
    PCFactorSetMatSolverType(pc, whole || (sys->size == 1 && is_small(sys)) ? MATSOLVERKLU : MATSOLVERMUMPS));
  PetscFunctionReturn(PETSC_SUCCESS);
}

char *gud_linear_late(const GudSystem *sys)
{
  char *late = gud_alloc((size_t)sys->n + 1);
  for (int i = sys->nq; i < sys->n; i++) late[i] = GUD_LATE_ROW;
  for (int v = 0; v < sys->model->num_vec; v++) {
    double mass = 0;
    for (int k = sys->mrow[v]; k < sys->mrow[v + 1]; k++)
      if (sys->mcol[k] == v) mass = sys->mval[k];
    for (int c = 0; c < sys->dim; c++) late[sys->dim * v + c] = mass > 0 ? 0 : GUD_LATE_COORDINATE;
  }
  return late;
}

PetscErrorCode GudLinearFactorAt(GudLinear *A, GudEvaluated *e, GudCoef c, double sd, GudPattern pattern,
                                 GudFactored *how)
{
  Mat M = gud_linear_matrix(A);
  PetscFunctionBeginUser;
  if (M) PetscCall(GudEvaluatedTangent(e, c, sd, pattern, M));
  else gud_evaluated_tangent_entries(e, c, sd, pattern);
  PetscCall(GudLinearFactor(A, M ? NULL : e->sys->coo, how));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudLinearCreateFor(GudSystem *sys, int choice, GudPattern pattern, const char *prefix,
                                  GudLinear **A)
{
  long      num = (long)sys->num_coo[pattern];
  PetscBool petsc;
  PetscFunctionBeginUser;
  PetscCall(petsc_wanted(prefix, &petsc));
  if (petsc || sys->size > 1 || !is_small(sys) || krylov_wanted(sys, choice, pattern)) {
    Mat M;
    KSP ksp;
    PetscCall(GudSystemCreateMat(sys, pattern, &M));
    PetscCall(KSPCreate(sys->comm, &ksp));
    PetscCall(KSPSetOptionsPrefix(ksp, prefix));
    PetscCall(GudKspSet(sys, choice, pattern, ksp));
    PetscCall(KSPSetFromOptions(ksp));
    PetscCall(GudLinearCreateKsp(M, ksp, A));
  } else {
    PetscInt *place = gud_alloc(sizeof *place * (size_t)(2 * num + 1));
    int      *ij    = gud_alloc(sizeof *ij * (size_t)(2 * num + 1));
    GudPut    put   = {.i = place, .j = place + num};
    gud_system_places(sys, pattern, &put);
    for (long e = 0; e < 2 * num; e++) ij[e] = (int)place[e];
    char *late = gud_linear_late(sys);
    PetscCall(GudLinearCreate(&(GudPlaces){sys->n, num, ij, ij + num, late},
                              choice == GUD_LINEAR_PIVOTED ? GUD_LU_KLU : GUD_LU_BY_COST, A));
    free(place), free(ij), free(late);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
