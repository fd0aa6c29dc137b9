/* gudgeon sweep: arguments of study/sweep.h. */
#include "cli/commands.h"
#include "study/sweep.h"

#include "base/clock.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static const GudArg args[] = {
  GUD_ARG_MODEL(GudSweepArgs, study.model),
  {"--over", "NAME=VALUES",
   "FROM:TO:COUNT, V1,V2,... or a distribution; several: all combinations, or a sample", GUD_ARG_TEXTS,
   offsetof(GudSweepArgs, design.over), "over which values? --over is missing:"},
  {"--sample", "KIND:N", "lhs, sobol, saltelli or random: N points of the distributions", GUD_ARG_TEXT,
   offsetof(GudSweepArgs, design.sample), NULL},
  {"--seed", "NUMBER", "of the sample; 1 if left out", GUD_ARG_NUMBER, offsetof(GudSweepArgs, design.seed),
   NULL},
  {"--log", NULL, "values in geometric steps", GUD_ARG_FLAG, offsetof(GudSweepArgs, design.log), NULL},
  {"--result", "A.max,B.rms", "statistics, main effects and Sobol indices of these results", GUD_ARG_TEXT,
   offsetof(GudSweepArgs, results), NULL},
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

/* "0.314 [0.301, 0.327]" */
static const char *index_text(double x, double low, double high, char out[60])
{
  if (low == x && high == x) snprintf(out, 60, "%.4f", x);
  else snprintf(out, 60, "%.4f [%.4f, %.4f]", x, low, high);
  return out;
}

static void print_effect(const GudSweep *sw, const GudEffect *e)
{
  const GudSpread *s = &e->stat;
  char             a[60], b[60];
  printf("\n%s: %d points, mean %.6g +- %.2g, sd %.4g\n  min %.6g", e->label, s->num, s->mean, s->error,
         s->sd, s->min);
  for (int q = 0; q < GUD_NUM_QUANTILES; q++)
    printf(", %.0f %% %.6g", 100 * gud_quantiles[q], s->quantile[q]);
  printf(", max %.6g\n", s->max);
  if (!e->indexed) {
    printf("  no Sobol indices: it does not vary, points are missing, or there are too few\n");
    return;
  }
  printf("  %-20s %-26s %-26s %s\n", "parameter", "first order index", "total index", "means between");
  for (int j = 0; j < sw->design.num_over; j++) {
    const GudSobol *x  = &e->index[j];
    double          lo = INFINITY, hi = -INFINITY;
    for (int k = 0; k < sw->effects->num_parts[j]; k++)
      lo = fmin(lo, e->part[j][k].y.mean), hi = fmax(hi, e->part[j][k].y.mean);
    printf("  %-20s %-26s %-26s %.5g, %.5g\n", sw->design.over[j].name,
           index_text(x->first, x->first_low, x->first_high, a),
           index_text(x->total, x->total_low, x->total_high, b), lo, hi);
  }
  if (sw->design.sampling != GUD_GRID && sw->design.sampling != GUD_SAMPLE_SALTELLI)
    printf("  by an expansion with %d terms that leaves %.2g %% of the variance unexplained%s\n", e->terms,
           100 * e->unexplained, e->unexplained > 0.1 ? ": more points, or --sample saltelli:N" : "");
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
    for (int k = 0; k < sw->effects->num && sw->computed; k++) print_effect(sw, &sw->effects->effect[k]);
    if (sw->computed) {
      printf("\nstatistics, effects, indices: %s/statistics.csv, effects.csv, indices.csv, results.csv\n",
             p->out);
      if (gud_plot_effects(sw)) printf("pictures: %s/plots/effects_*.png, .svg\n", p->out);
    }
    if (sw->rows) printf("Poincare points: %s/bifurcation.csv (%ld)\n", p->out, sw->rows);
  }
  gud_sweep_free(sw);
  free(sw);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudCommand gud_command_sweep = {
  .name     = "sweep",
  .usage    = "sweep MODEL --over name=from:to:count [--over ...] [--sample lhs:N]",
  .summary  = "parameters over many values, on all cores: tables, statistics, Sobol indices; resumable",
  .args     = args,
  .num_args = GUD_COUNT(args),
  .size     = sizeof(GudSweepArgs),
  .plain    = 1,
  .run      = run,
};
