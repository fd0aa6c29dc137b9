/* gudgeon sweep: the words of study/sweep.h. */
#include "cli/commands.h"
#include "study/sweep.h"

#include "base/clock.h"

#include <stdlib.h>
#include <unistd.h>

static const GudArg args[] = {
  GUD_ARG_MODEL(GudSweepArgs, study.model),
  {"--over", "NAME=FROM:TO:COUNT", "parameter and its values, or NAME=V1,V2,...", GUD_ARG_TEXT,
   offsetof(GudSweepArgs, over), "over which values? --over is missing:"},
  {"--log", NULL, "values in geometric steps", GUD_ARG_FLAG, offsetof(GudSweepArgs, log), NULL},
  {"--classify", NULL, "classify each motion, too", GUD_ARG_FLAG, offsetof(GudSweepArgs, classify), NULL},
  GUD_ARG_SET(GudSweepArgs, study.sets),
  GUD_ARG_OUT(GudSweepArgs, study.out),
  GUD_ARG_JOBS(GudSweepArgs, study.jobs),
  GUD_ARG_FOR_PETSC(GudSweepArgs, study.petsc),
};

static void show_progress(const GudPoints *p, int end)
{
  static double shown;
  double        now = gud_wall(), used = now - p->start;
  if (!isatty(STDERR_FILENO) || (!end && now - shown < 0.2)) return;
  shown = now;
  fprintf(stderr, "\r%d of %d values", p->num - p->num_jobs + p->finished, p->num);
  if (p->failed) fprintf(stderr, ", %d failed", p->failed);
  if (p->finished && !end)
    fprintf(stderr, ", %.0f s left ", used * (p->num_jobs - p->finished) / p->finished);
  fprintf(stderr, "\033[K%s", end ? "\n" : "");
  fflush(stderr);
}

static PetscErrorCode run(const void *given, int *code)
{
  GudSweep        *sw = gud_alloc(sizeof *sw);
  const GudPoints *p  = &sw->points;
  PetscFunctionBeginUser;
  *code = GUD_BAD_INPUT;
  if (gud_sweep_prepare(sw, given)) {
    sw->points.show = show_progress;
    *code           = gud_sweep_run(sw);
    printf("%d values", sw->num);
    if (sw->before < sw->num)
      printf(", %d now, in %.3g s; processors busy %.0f %%", p->finished, p->wall,
             100 * p->busy / p->wall / gud_study_jobs(p->study));
    printf("\ntable: %s/sweep.csv\n", p->out);
    if (sw->rows) printf("Poincare points: %s/bifurcation.csv (%ld)\n", p->out, sw->rows);
  }
  gud_sweep_free(sw);
  free(sw);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudCommand gud_command_sweep = {
  .name     = "sweep",
  .usage    = "sweep MODEL --over name=from:to:count [--log] [--classify]",
  .summary  = "one parameter over many values, on all cores; continues after an interruption",
  .args     = args,
  .num_args = GUD_COUNT(args),
  .size     = sizeof(GudSweepArgs),
  .plain    = 1,
  .run      = run,
};
