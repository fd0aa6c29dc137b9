/* gudgeon converge: arguments, tables and pictures of study/converge.h. */
#include "cli/commands.h"
#include "cli/gnuplot.h"
#include "output/summary.h"
#include "study/converge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const GudArg args[] = {
  GUD_ARG_MODEL(GudConvergeArgs, study.model),
  {"--vary", "NAME=V1,V2,V3", "parameter and its values, from coarse to fine; may be repeated", GUD_ARG_TEXTS,
   offsetof(GudConvergeArgs, vary), "what shall vary? --vary is missing:"},
  {"--probe", "A,B", "probes to compare; all if left out", GUD_ARG_TEXT, offsetof(GudConvergeArgs, probes),
   NULL},
  {"--at", "T", "instant of the comparison; the end if left out", GUD_ARG_NUMBER,
   offsetof(GudConvergeArgs, at), NULL, GUD_TIME, 0},
  {"--max", NULL, "compare the largest values over all steps instead", GUD_ARG_FLAG,
   offsetof(GudConvergeArgs, max), NULL},
  {"--min", NULL, "the smallest values", GUD_ARG_FLAG, offsetof(GudConvergeArgs, min), NULL},
  {"--mean", NULL, "the means over time", GUD_ARG_FLAG, offsetof(GudConvergeArgs, mean), NULL},
  {"--rms", NULL, "the root mean squares", GUD_ARG_FLAG, offsetof(GudConvergeArgs, rms), NULL},
  {"--no-time", NULL, "leave out the run that is finer in time", GUD_ARG_FLAG,
   offsetof(GudConvergeArgs, no_time), NULL},
  GUD_ARG_SET(GudConvergeArgs, study.sets),
  GUD_ARG_OUT(GudConvergeArgs, study.out),
  GUD_ARG_JOBS(GudConvergeArgs, study.jobs),
  GUD_ARG_FOR_PETSC(GudConvergeArgs, study.petsc),
};

static const char *cell(double x, const char *format, char buf[40])
{
  if (isfinite(x)) snprintf(buf, 40, format, x);
  else snprintf(buf, 40, "-");
  return buf;
}

static void print_table(const GudConverge *st, int probe)
{
  const GudConvergeResult *res  = &st->res[probe];
  const char              *name = st->names[probe], *varied = st->vary[0].name;
  int                      width = (int)fmax(5, (double)strlen(varied));
  double                   t     = NAN;
  char                     b[4][40];
  for (int i = 0; i < st->num; i++) {
    width = (int)fmax(width, (double)strlen(st->runs[i].label));
    if (isfinite(st->runs[i].t)) t = st->runs[i].t;
  }
  int end = 0;
  if (gud_mode_of_name(name, &end)) printf("\n%s, frequency (Hz)\n", name);
  else if (st->of) printf("\n%s.%s, over all steps\n", name, st->of);
  else printf("\n%s, at t = %s s\n", name, cell(t, "%.9g", b[0]));
  printf("%*s %20s %14s %8s %12s %10s %9s\n", width, varied, "value", "to the next", "order", "error",
         "CPU (s)", "steps");
  for (int i = 0; i < st->num; i++) {
    const GudConvergeRun *r = &st->runs[i];
    if (!isfinite(r->u[probe])) {
      printf("%*s %20s\n", width, r->label, st->jobs[i].code == -1 ? "not run" : "failed");
      continue;
    }
    printf("%*s %20.12g %14s %8s %12s %10.3g %9s\n", width, r->label, r->u[probe],
           cell(res->difference[i], "%.4e", b[0]), cell(res->order[i], "%.3f", b[1]),
           cell(fabs(r->u[probe] - res->best), "%.2e", b[2]), st->jobs[i].cpu,
           cell(r->steps >= 0 ? (double)r->steps : NAN, "%.0f", b[3]));
  }
  if (isfinite(res->best))
    printf("%*s %20.12g +- %.2g  (Richardson, with order %.3f)\n", width, "limit", res->best,
           res->uncertainty, res->p);
  else if (st->ordered)
    printf("%*s %20s  no extrapolation: the last three values show no order (or only round-off)\n", width,
           "limit", "-");
  if (isfinite(res->resolution) && isfinite(res->time))
    printf("%*s %s: error of the last value %.2e by %s, %.2e by time (%s)\n", width, "leads",
           gud_converge_leads(st, res), res->resolution, varied, res->time,
           st->step > 0 ? "half the step" : "a tenth of the tolerance");
}

/* The exponent of an error h^p over the number of cells: h = cells^(-1/dimension). */
static double slope_of_cells(const GudConvergeRun *runs, int last, double p)
{
  return p * log(runs[last].h) / log(runs[last].x);
}

/* Two panels: over the resolution, and over the cost. Errors where there is a limit, else the values themselves. */
static void plot_probe(FILE *g, const GudConverge *st, int probe)
{
  const GudConvergeResult *res    = &st->res[probe];
  const GudConvergeRun    *runs   = st->runs;
  int                      column = 6 + 5 * probe, errors = 0, numeric = 1, last = -1;
  double                   e_last = 0, lo = INFINITY, hi = 0;
  for (int i = 0; i < st->num; i++) {
    double e = fabs(runs[i].u[probe] - res->best);
    numeric &= isfinite(runs[i].x) && runs[i].x > 0;
    if (e > 0) errors++, last = i, e_last = e;
    lo = fmin(lo, runs[i].x), hi = fmax(hi, runs[i].x);
  }
  errors = errors >= 2 && numeric;
  if (errors) column += 4;
  fputs("set multiplot layout 1,2 title ", g);
  gud_gnuplot_text(g, st->names[probe]);
  fprintf(g, " noenhanced font ',14'\n%s logscale xy\nset format y '%%.%s'\nset xlabel ",
          errors ? "set" : "unset", errors ? "0e" : "6g");
  char name[120];
  snprintf(name, sizeof name, st->by_cells ? "cells (%s)" : "%s", st->vary[0].name);
  gud_gnuplot_text(g, name);
  fputs(" noenhanced\nset ylabel ", g);
  gud_gnuplot_text(g, errors ? "error (against the extrapolated value)" : st->names[probe]);
  fputs(" noenhanced\n", g);
  if (numeric) {
    fprintf(g, "set logscale x\nset xrange [%.6g:%.6g]\nset xtics (", lo / 1.3, hi * 1.3);
    for (int i = 0; i < st->num; i++) fprintf(g, "%s'%.4g' %.15g", i ? "," : "", runs[i].x, runs[i].x);
    fprintf(g, ")\n");
  } else {
    fprintf(g, "set xrange [-0.5:%g]\n", st->num - 0.5);
  }
  fputs("plot ", g);
  gud_gnuplot_path(g, st->out, "converge.csv");
  fprintf(g, " skip 1 using %d:%d%s ls 1 notitle", numeric, column,
          numeric ? " with linespoints" : ":xticlabels(1) with points");
  if (errors)
    fprintf(g, ", %.9g*(x/%.15g)**(%.6g) ls 2 title 'order %.2f'", e_last, runs[last].x,
            runs[last].h == runs[last].x ? res->p
            : st->by_cells               ? slope_of_cells(runs, last, res->p)
                                         : -res->p,
            res->p);
  lo = INFINITY, hi = 0;
  for (int i = 0; i < st->num; i++)
    if (isfinite(runs[i].u[probe])) lo = fmin(lo, st->jobs[i].cpu), hi = fmax(hi, st->jobs[i].cpu);
  int wide = lo > 0 && hi > 10 * lo;
  fprintf(g, "\nset xtics auto\nset xlabel 'CPU time (s)'\n%s logscale x\nset xrange [%.3g:%.3g]\n",
          wide ? "set" : "unset", wide ? lo / 2 : 0, wide ? hi * 2 : 1.1 * hi + 1e-3);
  fputs("plot ", g);
  gud_gnuplot_path(g, st->out, "converge.csv");
  fprintf(g, " skip 1 using 4:%d with %s ls 1 notitle\nunset multiplot\n", column,
          numeric ? "linespoints" : "points");
}

static void plot(const GudConverge *st)
{
  static const char *const terminal[2] = {"pngcairo", "svg background rgb 'white'"}, *const suffix[2] = {
                                                                                       "png", "svg"};
  char  path[GUD_PATH_SIZE], file[120];
  FILE *g;
  int   plots = 0;
  snprintf(path, sizeof path, "%s/converge.gp", st->out);
  g = fopen(path, "w");
  if (!g) {
    fprintf(stderr, "warning: no plots: %s cannot be written\n", path);
    return;
  }
  fprintf(
    g, "set datafile separator ','\nset datafile missing 'nan'\nset grid lc rgb '#cccccc'\nset border lc rgb "
       "'#666666'\nset format '%%.4g'\nset xtics noenhanced\nset key bottom\nset style line 1 lc rgb "
       "'#1f5fa8' lw 2 pt 7 ps 1.2\n"
       "set style line 2 lc rgb '#c0504d' lw 1.5 dt 2\n");
  for (int k = 0; k < st->num_probes; k++) {
    double lo = INFINITY,
           hi = -INFINITY; /* a probe that all runs give alike (a node that never touches) has no picture */
    for (int i = 0; i < st->num; i++)
      if (isfinite(st->runs[i].u[k])) lo = fmin(lo, st->runs[i].u[k]), hi = fmax(hi, st->runs[i].u[k]);
    for (int i = 0; i < 2 && lo < hi; i++, plots++) {
      fprintf(g, "set terminal %s size 1200,520\nset output ", terminal[i]);
      snprintf(file, sizeof file, "converge_%s.%s", st->names[k], suffix[i]);
      gud_gnuplot_path(g, st->out, file);
      fputc('\n', g);
      plot_probe(g, st, k);
    }
  }
  int bad = fclose(g);
  if (bad || (plots && gud_gnuplot_run(st->out, "converge.gp")))
    fprintf(stderr, "warning: gnuplot failed on %s (is it installed?)\n", path);
  else if (plots) printf("plots: %s/converge_*.png, .svg\n", st->out);
}

/* ---- the command ---- */

static void show(const GudJob *j, void *ctx)
{
  const GudConverge    *st = ctx;
  const GudConvergeRun *r  = &st->runs[j - st->jobs];
  char                  why[300];
  fprintf(stderr, "%s = %s: ", st->vary[0].name, r->label);
  if (j->code == 0) {
    fprintf(stderr, "done, %.3g s\n", j->wall);
  } else {
    gud_job_reason(r->log, why);
    fprintf(stderr, "failed (exit code %d): %s\n", j->code, why);
  }
}

static PetscErrorCode run(const void *given, int *code)
{
  GudConverge *st = gud_alloc(sizeof *st);
  int          written;
  PetscFunctionBeginUser;
  *code = GUD_BAD_INPUT;
  if (gud_converge_prepare(st, given)) {
    *code = gud_converge_run(st, show, &written);
    for (int k = 0; k < st->num_probes; k++) print_table(st, k);
    if (written) printf("\ntable: %s/converge.csv\n", st->out), plot(st);
  }
  gud_converge_free(st);
  free(st);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudCommand gud_command_converge = {
  .name     = "converge",
  .usage    = "converge MODEL --vary name=v1,v2,v3 [--probe a,b] [--at t]",
  .summary  = "refine step, elements or type: orders, extrapolation, cost; on all cores",
  .args     = args,
  .num_args = GUD_COUNT(args),
  .size     = sizeof(GudConvergeArgs),
  .plain    = 1,
  .run      = run,
};
