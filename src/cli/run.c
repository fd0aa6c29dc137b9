/* gudgeon run: simulate a model, or continue one. */
#include "cli/commands.h"

#include <string.h>

enum { LIMIT_PASSED = 4 }; /* exit code */

PetscErrorCode GudCommandRun(int argc, char **argv, int *code)
{
  GudWords      w;
  GudSimulation sim = NULL;
  GudOutcome    outcome;
  char          standard[300];
  const char   *folder = standard;
  PetscMPIInt   rank;
  PetscFunctionBeginUser;
  *code = GUD_BAD_INPUT;
  PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
  if (!gud_words_read(argc, argv, "set out resume quiet check-limits", &w))
    PetscFunctionReturn(PETSC_SUCCESS);
  if (!w.model == !w.resume) {
    if (rank == 0)
      fprintf(stderr, w.model ? "error: --resume takes the model from its folder: leave MODEL out\n"
                              : "error: which model? gudgeon run MODEL\n");
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (w.resume) {
    folder = w.resume;
    PetscCall(GudSimulationResume(folder, &sim));
  } else {
    gud_default_folder(w.model, standard, sizeof standard);
    if (w.out) folder = w.out;
    PetscCall(GudSimulationCreate(w.model, w.sets, w.num_sets, folder, &sim));
  }
  if (!sim) PetscFunctionReturn(PETSC_SUCCESS);
  if (rank == 0 && !w.quiet && sim->input.model->title[0]) fprintf(stderr, "%s\n", sim->input.model->title);
  PetscCall(GudSimulationRun(sim, !w.quiet, &outcome));
  if (rank == 0) {
    if (outcome == GUD_FAILED)
      fprintf(stderr, "run failed: %s\nthe results up to t = %.9g s are in %s\n", sim->solver->why,
              sim->solver->s->t, folder);
    if (outcome == GUD_INTERRUPTED && gud_observer_gave_up(sim->observer))
      fprintf(stderr, "interrupted at t = %.9g s, within the output of a step: no new checkpoint\n",
              sim->solver->s->t);
    else if (outcome == GUD_INTERRUPTED)
      fprintf(stderr, "interrupted at t = %.9g s; continue with: gudgeon run --resume %s\n",
              sim->solver->s->t, folder);
    if (!w.quiet) {
      PetscCall(GudSimulationSummary(sim, stdout));
      printf("results: %s/probes.csv, %s/energy.csv, %s/run.log\n", folder, folder, folder);
      if (sim->modes.num) printf("modes: %s/modes.csv, shapes for ParaView: %s/modes.pvd\n", folder, folder);
      if (gud_observer_num_frames(sim->observer))
        printf("ParaView: %s/run.pvd (%d frames)\n", folder, gud_observer_num_frames(sim->observer));
    }
  }
  *code = (int)outcome;
  if (outcome == GUD_DONE && w.check_limits && !gud_simulation_limits_passed(sim)) {
    *code = LIMIT_PASSED;
    if (rank == 0) fprintf(stderr, "a limit of the model is passed: see the summary in %s/run.log\n", folder);
  }
  PetscCall(GudSimulationDestroy(&sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}
