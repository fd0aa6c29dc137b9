/* gudgeon bodies MODEL: the number of bodies of a model. A command of one file and one line (commands.def). */
#include "cli/commands.h"

typedef struct {
  const char *model;
  GudTexts    sets;
  int         factor;
} Args;

static const GudArg args[] = {
  GUD_ARG_MODEL(Args, model),
  GUD_ARG_SET(Args, sets),
  {"--times", "N", "the number times N", GUD_ARG_COUNT, offsetof(Args, factor), NULL},
};

static PetscErrorCode run(const void *given, int *code)
{
  const Args   *w   = given;
  GudSimulation sim = NULL;
  PetscMPIInt   rank;
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
  PetscCall(GudSimulationLoad(w->model, w->sets.text, w->sets.num, &sim));
  if (!sim) PetscFunctionReturn(PETSC_SUCCESS); /* the message is printed, the code is that of bad input */
  if (rank == 0) printf("bodies: %d\n", sim->input.model->num_bodies * (w->factor ? w->factor : 1));
  PetscCall(GudSimulationDestroy(&sim));
  *code = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudCommand gud_command_bodies = {
  .name     = "bodies",
  .usage    = "bodies MODEL [--times N]",
  .summary  = "the number of bodies of a model",
  .args     = args,
  .num_args = GUD_COUNT(args),
  .size     = sizeof(Args),
  .run      = run,
};
