/* gudgeon classify: arguments of study/classify.h. */
#include "cli/commands.h"
#include "study/classify.h"

typedef struct {
  const char *model, *out;
  GudTexts    sets;
  int         quiet;
} Args;

static const GudArg args[] = {GUD_ARG_MODEL(Args, model), GUD_ARG_SET(Args, sets), GUD_ARG_OUT(Args, out),
                              GUD_ARG_QUIET(Args, quiet)};

static PetscErrorCode run(const void *given, int *code)
{
  const Args       *w = given;
  GudClassification st;
  GudClassifyArgs   a = {w->model, w->out, w->sets.text, w->sets.num, !w->quiet};
  PetscFunctionBeginUser;
  PetscCall(GudClassify(&st, &a, code));
  if (!*code && !w->quiet && st.sim->sys->rank == 0) {
    const char *folder = st.sim->folder;
    gud_verdict_print(&st, stdout);
    printf("results: %s/classification.txt, %s/poincare.csv, %s/run.log\n", folder, folder, folder);
  }
  PetscCall(GudClassificationDestroy(&st));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudCommand gud_command_classify = {
  .name     = "classify",
  .usage    = "classify MODEL [--set name=value]... [--out DIR]",
  .summary  = "periodic, quasi-periodic or chaotic: period, largest Lyapunov exponent",
  .args     = args,
  .num_args = GUD_COUNT(args),
  .size     = sizeof(Args),
  .run      = run,
};
