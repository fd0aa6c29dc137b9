/* gudgeon run: simulate a model, or continue one. */
#include "cli/commands.h"
#include "study/jobs.h"

#include "text/units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LIMIT_PASSED = 4 }; /* exit code */

typedef struct {
  const char *model, *out, *resume;
  GudTexts    sets;
  int         quiet, check_limits, force;
} Args;

static const GudArg args[] = {
  {"MODEL", NULL, "the model file", GUD_ARG_TEXT, offsetof(Args, model), NULL},
  GUD_ARG_SET(Args, sets),
  {"--out", "DIR", "folder for the results; results/MODEL if left out", GUD_ARG_TEXT, offsetof(Args, out),
   NULL},
  {"--force", NULL, "remove the results of an earlier run that are in the folder", GUD_ARG_FLAG,
   offsetof(Args, force), NULL},
  {"--resume", "DIR", "continue the run of that folder; with --set end=VALUE beyond its end", GUD_ARG_TEXT,
   offsetof(Args, resume), NULL},
  {"--check-limits", NULL, "exit code 4 if a limit of the model is exceeded", GUD_ARG_FLAG,
   offsetof(Args, check_limits), NULL},
  GUD_ARG_QUIET(Args, quiet),
};

/* A continued run takes everything from its folder but, if given, a later end: --set end=VALUE. 0 after an error. */
static int read_end(const Args *w, PetscMPIInt rank, double *end)
{
  static const GudDim time = GUD_TIME;
  char               *rest, why[GUD_UNIT_WHY];
  GudUnit             unit = {1, GUD_NUMBER};
  *end                     = NAN;
  for (int i = 0; i < w->sets.num; i++) {
    if (strncmp(w->sets.text[i], "end=", 4)) {
      if (rank == 0)
        fprintf(stderr,
                "error: --set %.60s: a run is continued with the values it was begun with; only "
                "--set end=VALUE, a later end, goes with --resume\n",
                w->sets.text[i]);
      return 0;
    }
    *end = strtod(w->sets.text[i] + 4, &rest);
    while (*rest == ' ') rest++;
    int good = rest != w->sets.text[i] + 4 && (!*rest || gud_unit_parse(rest, &unit, why));
    if (!good || *end * unit.factor <= 0 || !isfinite(*end) || (*rest && !gud_dim_equal(unit.dim, time))) {
      if (rank == 0)
        fprintf(stderr, "error: --set %.60s: expected a time (s), such as end=\"0.2 s\"\n", w->sets.text[i]);
      return 0;
    }
    *end *= unit.factor;
  }
  if (w->out && rank == 0)
    fprintf(stderr, "error: --resume writes into the folder that it continues: leave --out out\n");
  return !w->out;
}

static PetscErrorCode run(const void *given, int *code)
{
  const Args   *w   = given;
  GudSimulation sim = NULL;
  GudOutcome    outcome;
  char          standard[300];
  const char   *folder = standard;
  PetscMPIInt   rank;
  PetscFunctionBeginUser;
  *code = GUD_BAD_INPUT;
  PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
  if (!w->model == !w->resume) {
    if (rank == 0)
      fprintf(stderr, w->model ? "error: --resume takes the model from its folder: leave MODEL out\n"
                               : "error: which model? gudgeon run MODEL\n");
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (w->resume) {
    double end;
    folder = w->resume;
    if (!read_end(w, rank, &end)) PetscFunctionReturn(PETSC_SUCCESS);
    PetscCall(GudSimulationResumeTo(folder, end, &sim));
  } else {
    gud_default_folder(w->model, standard, sizeof standard);
    if (w->out) folder = w->out;
    int used = !w->force && rank == 0 && !access(w->model, F_OK) && gud_holds_results(folder);
    PetscCallMPI(MPI_Bcast(&used, 1, MPI_INT, 0, PETSC_COMM_WORLD));
    if (used) {
      if (rank == 0)
        fprintf(stderr,
                "error: the folder %s holds the results of a run: take another (--out), continue it "
                "(--resume %s) or "
                "replace them (--force)\n",
                folder, folder);
      PetscFunctionReturn(PETSC_SUCCESS);
    }
    PetscCall(GudSimulationCreate(w->model, w->sets.text, w->sets.num, folder, &sim));
  }
  if (!sim) PetscFunctionReturn(PETSC_SUCCESS);
  if (rank == 0 && !w->quiet && sim->input.model->title[0]) fprintf(stderr, "%s\n", sim->input.model->title);
  PetscCall(GudSimulationRun(sim, !w->quiet, &outcome));
  if (rank == 0) {
    if (outcome == GUD_FAILED)
      fprintf(stderr, GUD_SAID_FAILED "%s\n" GUD_SAID_RESULTS "t = %.9g s are in %s\n", sim->solver->why,
              sim->solver->s->t, folder);
    if (outcome == GUD_INTERRUPTED && gud_observer_gave_up(sim->observer))
      fprintf(stderr, "interrupted at t = %.9g s, within the output of a step: no new checkpoint\n",
              sim->solver->s->t);
    else if (outcome == GUD_INTERRUPTED)
      fprintf(stderr, "interrupted at t = %.9g s; continue with: gudgeon run --resume %s\n",
              sim->solver->s->t, folder);
    if (!w->quiet) {
      PetscCall(GudSimulationSummary(sim, stdout));
      printf("results: %s/probes.csv, %s/energy.csv, %s/run.log\n", folder, folder, folder);
      if (sim->solver->modes && sim->solver->modes->num)
        printf("modes: %s/modes.csv, shapes for ParaView: %s/modes.pvd\n", folder, folder);
      if (gud_observer_num_frames(sim->observer))
        printf("ParaView: %s/run.pvd (%d frames)\n", folder, gud_observer_num_frames(sim->observer));
      if (outcome == GUD_DONE) printf("see it: gudgeon report %s   gudgeon plot %s\n", folder, folder);
    }
  }
  *code = (int)outcome;
  if (outcome == GUD_DONE && w->check_limits && !gud_simulation_limits_passed(sim)) {
    *code = LIMIT_PASSED;
    if (rank == 0)
      fprintf(stderr, "a limit of the model is not met: see the summary in %s/run.log\n", folder);
  }
  PetscCall(GudSimulationDestroy(&sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudCommand gud_command_run = {
  .name  = "run",
  .usage = "run MODEL [--set name=value]... [--out DIR] [--force] [--resume DIR] [--check-limits] [--quiet]",
  .summary  = "simulate; results in one folder",
  .args     = args,
  .num_args = GUD_COUNT(args),
  .size     = sizeof(Args),
  .run      = run,
};
