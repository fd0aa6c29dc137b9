/* gudgeon optimise: arguments and pictures of study/optimise.h. */
#include "cli/commands.h"
#include "cli/gnuplot.h"
#include "study/optimise.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const GudArg args[] = {
  GUD_ARG_MODEL(GudOptimiseArgs, study.model),
  {"--vary", "NAME=FROM:TO", "parameter and its range; may be repeated", GUD_ARG_TEXTS,
   offsetof(GudOptimiseArgs, vary), "what shall vary? --vary is missing:"},
  {"--minimise", "EXPRESSION", "of results (PROBE.max, .min, .mean, .rms, .last, .at(T)) and the parameters",
   GUD_ARG_TEXT, offsetof(GudOptimiseArgs, minimise), "what shall be least? --minimise is missing:"},
  {"--subject-to", "A<=B", "a constraint between two such expressions; may be repeated", GUD_ARG_TEXTS,
   offsetof(GudOptimiseArgs, subject), NULL},
  {"--log", NULL, "search in the logarithms of the parameters", GUD_ARG_FLAG, offsetof(GudOptimiseArgs, log),
   NULL},
  {"--tolerance", "X", "of the parameters, relative to their ranges; 1e-4 if left out", GUD_ARG_NUMBER,
   offsetof(GudOptimiseArgs, tolerance), NULL},
  {"--max-runs", "N", "200 if left out", GUD_ARG_COUNT, offsetof(GudOptimiseArgs, max_runs), NULL},
  GUD_ARG_SET(GudOptimiseArgs, study.sets),
  GUD_ARG_OUT(GudOptimiseArgs, study.out),
  GUD_ARG_JOBS(GudOptimiseArgs, study.jobs),
  GUD_ARG_FOR_PETSC(GudOptimiseArgs, study.petsc),
};

static void show(const GudOptimise *op, int i)
{
  const GudTrial *t = &op->trial[i];
  char            value[GUD_VALUE_SIZE];
  fprintf(stderr, "%4d:", i + 1);
  for (int j = 0; j < op->num_over; j++)
    fprintf(stderr, " %s = %s,", op->over[j].name, gud_optimise_value(op, i, j, value));
  if (op->points.state[i].code) fprintf(stderr, " failed: %s\n", op->points.state[i].why);
  else fprintf(stderr, " objective %.9g%s\n", t->f, t->best == i ? ", best so far" : "");
}

static void plot_column(FILE *g, const GudOptimise *op, const char *label, int column)
{
  fputs("set ylabel ", g);
  gud_gnuplot_text(g, label);
  fputs(" noenhanced\nplot ", g);
  gud_gnuplot_path(g, op->points.out, "history.csv");
  fprintf(g, " skip 1 using 1:%d with points pt 7 ps 0.6 lc rgb '#8fb4dc' notitle", column);
}

static void plot(const GudOptimise *op)
{
  static const char *const terminal[2] = {"pngcairo", "svg background rgb 'white'"};
  char                     path[GUD_PATH_SIZE];
  int                      best = op->num_over + 4 + op->num_subject; /* column of the best objective */
  snprintf(path, sizeof path, "%s/plots", op->points.out);
  int bad = mkdir(path, 0777) && errno != EEXIST;
  strcat(path, "/history.gp");
  FILE *g = bad ? NULL : fopen(path, "w");
  if (!g) return;
  fputs(
    "set datafile separator ','\nset datafile missing 'nan'\nset grid lc rgb '#dddddd'\nset border lc rgb "
    "'#666666'\nset format y '%.5g'\nset xlabel 'run'\nset key noenhanced\n",
    g);
  for (int format = 0; format < 2; format++) {
    fprintf(g, "set terminal %s size 900,%d\nset output ", terminal[format], 60 + 240 * (op->num_over + 1));
    gud_gnuplot_path(g, op->points.out, format ? "plots/history.svg" : "plots/history.png");
    fprintf(g, "\nset multiplot layout %d,1\n", op->num_over + 1);
    plot_column(g, op, "objective", op->num_over + 2);
    fputs(", ", g);
    gud_gnuplot_path(g, op->points.out, "history.csv");
    fprintf(g, " skip 1 using 1:%d with steps lw 2 lc rgb '#c0504d' title 'best so far", best);
    fprintf(g, "%s'\n", op->num_subject ? " that meets the constraints" : "");
    for (int j = 0; j < op->num_over; j++) plot_column(g, op, op->label[j], j + 2), fputc('\n', g);
    fputs("unset multiplot\n", g);
  }
  bad = ferror(g);
  bad |= fclose(g);
  if (bad || gud_gnuplot_run(op->points.out, "plots/history.gp"))
    fprintf(stderr, "warning: gnuplot failed on %s (is it installed?)\n", path);
  else printf("picture: %s/plots/history.png, .svg\n", op->points.out);
}

static PetscErrorCode run(const void *given, int *code)
{
  GudOptimise *op = gud_alloc(sizeof *op);
  char         value[GUD_VALUE_SIZE];
  PetscFunctionBeginUser;
  *code = GUD_BAD_INPUT;
  if (gud_optimise_prepare(op, given)) {
    *code    = gud_optimise_run(op, show);
    int best = op->num ? op->trial[op->num - 1].best : -1;
    if (best >= 0) {
      printf("%s, %d runs, %d of them now; %s: run %d\n", op->method, op->num, op->now,
             op->converged ? "least" : "best so far", best + 1);
      for (int j = 0; j < op->num_over; j++)
        printf("  --set %s=\"%s\"\n", op->over[j].name, gud_optimise_value(op, best, j, value));
      printf("  %s = %.9g\n", op->w->minimise, op->trial[best].f);
      for (int k = 0; k < op->num_subject; k++)
        printf("  %s: %s\n", op->w->subject.text[k],
               fabs(op->trial[best].g[k]) < 1e-3 * op->scale[1 + k] ? "active" : "met, not active");
    }
    if (op->num) printf("history: %s/history.csv\n", op->points.out), plot(op);
  }
  gud_optimise_free(op);
  free(op);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudCommand gud_command_optimise = {
  .name     = "optimise",
  .usage    = "optimise MODEL --vary name=from:to --minimise EXPR [--subject-to A<=B]",
  .summary  = "parameters for which an expression of results is least; resumable (NLopt)",
  .args     = args,
  .num_args = GUD_COUNT(args),
  .size     = sizeof(GudOptimiseArgs),
  .plain    = 1,
  .run      = run,
};
