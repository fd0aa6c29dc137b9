/* gudgeon check: everything wrong with a model file, and what it is made of. Nothing is written. */
#include "cli/commands.h"

typedef struct {
  const char *model;
  GudTexts    sets;
} Args;

static const GudArg args[] = {GUD_ARG_MODEL(Args, model), GUD_ARG_SET(Args, sets)};

static PetscErrorCode check(const void *given, int *code)
{
  const Args   *w   = given;
  GudSimulation sim = NULL;
  int           ok;
  PetscMPIInt   rank;
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
  *code = GUD_BAD_INPUT;
  PetscCall(GudSimulationLoad(w->model, w->sets.text, w->sets.num, &sim));
  if (rank == 0) gud_diag_print(sim->input.diag, stderr);
  if (sim->input.model) {
    const GudModel *m        = sim->input.model;
    GudSystem      *sys      = sim->sys;
    int             internal = 0;
    PetscCall(GudSolverStart(sim->solver, &ok, &sim->moved));
    if (rank) {
      *code = ok ? 0 : GUD_BAD_INPUT;
    } else if (!ok) {
      fprintf(stderr, "%s: error: %s\n", w->model, sim->solver->why);
      if (sim->solver->num_redundant) PetscCall(GudSimulationReportRank(sim, stderr));
    } else {
      *code = 0;
      for (int i = 0; i < m->num_rows; i++) internal += m->rows[i].joint < 0;
      printf("%s: ok\n", w->model);
      printf("bodies           %6d\ncoordinates      %6d\nconstraint rows  %6d (%d inside bodies, %d of "
             "joints and drivers)\n",
             m->num_bodies - 1, sys->nq, sys->nr, internal, sys->nr - internal);
      printf("joints           %6d\nforces           %6d\nprobes           %6d\n", m->num_joints,
             m->num_forces, m->num_probes);
      printf("mobility         %6d\nredundant rows   %6d\n", sim->solver->mobility,
             sim->solver->num_redundant);
      printf("the assembly moves a coordinate by at most %.3g and changes a given velocity by at most %.3g\n",
             sim->moved, sim->solver->velocity_change);
      PetscCall(GudSimulationReportRank(sim, stdout));
      if (sim->solver->moved[0]) printf("warning: %s\n", sim->solver->moved);
    }
  }
  PetscCall(GudSimulationDestroy(&sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudCommand gud_command_check = {
  .name     = "check",
  .usage    = "check MODEL [--set name=value]...",
  .summary  = "all errors of a model file, without running; mobility",
  .args     = args,
  .num_args = GUD_COUNT(args),
  .size     = sizeof(Args),
  .run      = check,
};
