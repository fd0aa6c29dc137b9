/* Linear solvers: which one for which model.

   Direct (KLU, MUMPS) is best for chains of bodies and beams, whose factors grow like n, and for plane meshes up to some
   1e5 unknowns. Beyond, the factors of a plane mesh grow like n log n in memory and n^1.5 in time, and the Krylov solver of
   krylov.c takes over. For consistent values it does so much earlier: the mass matrix is easy, its factors are not; and with
   contacts, whose every change of mode is a new matrix. */
#include "solve/krylov.h"

static const int direct_limit[2] = {250000,
                                    3000}; /* FULL, MASS: unknowns up to which a factorisation is faster */
static const int contact_limit =
  10000; /* FULL, with contacts: 12000 unknowns take 10 s instead of 22 (docs/theory.md) */
static const int klu_limit     = 20000; /* the same, of KLU against MUMPS, unless the graph is thin */
static const int loops_of_thin = 100;   /* closed loops of joints up to which a mechanism counts as a chain */

static int is_plane(GudCell cell)
{
  return cell == GUD_CELL_QUAD4 || cell == GUD_CELL_QUAD8 || cell == GUD_CELL_QUAD9;
}

/* Cells of plane meshes: their matrices fill when factorised, those of all other bodies do not. */
static int num_plane_cells(const GudModel *m)
{
  int num = 0;
  for (int e = 0; e < m->num_elements; e++) num += is_plane(m->elements[e].type->cell);
  return num;
}

PetscErrorCode GudSolverSetFactorPackage(GudSystem *sys, KSP ksp)
{
  const GudModel *m = sys->model;
  PC              pc;
  int             thin = num_plane_cells(m) == 0 && m->num_joints - m->num_bodies < loops_of_thin;
  PetscFunctionBeginUser;
  PetscCall(KSPSetType(ksp, KSPPREONLY));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetType(pc, PCLU));
  /* always named: the default depends on how PETSc was built. A factorisation serves some 50 solves, and in those KLU is
     faster than MUMPS by a factor of three to ten on the thin graphs of mechanisms */
  PetscCall(PCFactorSetMatSolverType(pc, sys->size == 1 && (thin || sys->n < klu_limit) ? MATSOLVERKLU
                                                                                        : MATSOLVERMUMPS));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int krylov_wanted(const GudSystem *sys, int choice, GudPattern pattern)
{
  if (choice == GUD_LINEAR_DIRECT || !gud_krylov_can(sys, pattern)) return 0;
  int limit = sys->nz && pattern == GUD_PATTERN_FULL ? contact_limit : direct_limit[pattern];
  return choice == GUD_LINEAR_KRYLOV ||
         (sys->n > limit && 2 * num_plane_cells(sys->model) > sys->model->num_elements);
}

PetscErrorCode GudSolverSetLinear(GudSystem *sys, int choice, GudPattern pattern, KSP ksp)
{
  PetscFunctionBeginUser;
  if (krylov_wanted(sys, choice, pattern)) PetscCall(GudKrylovSet(sys, pattern, ksp));
  else PetscCall(GudSolverSetFactorPackage(sys, ksp));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudKspSolve(KSP ksp, Vec b, Vec x)
{
  PetscBool direct;
  PC        pc;
  PetscFunctionBeginUser;
  PetscCall(PetscObjectTypeCompare((PetscObject)ksp, KSPPREONLY, &direct));
  if (direct) { /* straight through the preconditioner: KSPSolve costs a microsecond on top */
    PetscCall(KSPGetPC(ksp, &pc));
    PetscCall(PCApply(pc, b, x));
  } else {
    PetscCall(KSPSolve(ksp, b, x));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudKspDescribe(KSP ksp, char *text, size_t size)
{
  PC            pc;
  MatSolverType package = NULL;
  PCType        type;
  PetscBool     shell;
  PetscFunctionBeginUser;
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCGetType(pc, &type));
  PetscCall(PetscObjectTypeCompare((PetscObject)pc, PCSHELL, &shell));
  if (shell) {
    PetscCall(GudKrylovDescribe(pc, text, size));
  } else {
    PetscCall(PCFactorGetMatSolverType(pc, &package));
    snprintf(text, size, "direct (%s%s%s)", type, package ? ", " : "", package ? package : "");
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
