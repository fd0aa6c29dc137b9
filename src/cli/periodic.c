/* gudgeon periodic: the periodic motion of a model itself, by shooting, and its stability. */
#include "cli/commands.h"

#include "study/files.h"
#include "model/probe.h"
#include "output/label.h"
#include "study/branch.h"
#include "text/units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  const char *model, *out, *period, *from, *over;
  GudTexts    sets;
  double      guess, tolerance, step;
  int         cycles, fallback, quiet, points, times, force;
} Args;

static const GudArg args[] = {
  GUD_ARG_MODEL(Args, model),
  {"--period", "TIME",
   "period of the drive, or 'free': unknown, for models without time in their equations; left out: `period` "
   "of poincare",
   GUD_ARG_TEXT, offsetof(Args, period), NULL},
  {"--guess", "TIME", "with --period free: about how long a period is", GUD_ARG_NUMBER, offsetof(Args, guess),
   NULL, GUD_TIME, 0},
  {"--times", "N", "the motion repeats after N of these periods (2: beyond a flip)", GUD_ARG_COUNT,
   offsetof(Args, times), NULL},
  {"--cycles", "N", "periods simulated before the first Newton iteration (none)", GUD_ARG_COUNT,
   offsetof(Args, cycles), NULL},
  {"--fallback", "N", "periods simulated when Newton fails, before it is tried again (20)", GUD_ARG_COUNT,
   offsetof(Args, fallback), NULL},
  {"--from", "DIR", "start from the end of the run in this folder", GUD_ARG_TEXT, offsetof(Args, from), NULL},
  {"--tolerance", "X", "closure that counts as converged, relative (1e-10)", GUD_ARG_NUMBER,
   offsetof(Args, tolerance), NULL},
  {"--over", "NAME=FROM:TO",
   "the branch over a parameter, from the motion at FROM on, through folds: branch.csv", GUD_ARG_TEXT,
   offsetof(Args, over), NULL},
  {"--step", "X", "with --over: longest step, as a part of the way from FROM to TO (0.05)", GUD_ARG_NUMBER,
   offsetof(Args, step), NULL},
  {"--points", "N", "with --over: points at most (200)", GUD_ARG_COUNT, offsetof(Args, points), NULL},
  GUD_ARG_SET(Args, sets),
  GUD_ARG_OUT(Args, out),
  {"--force", NULL, "replace the results of a run in the folder", GUD_ARG_FLAG, offsetof(Args, force), NULL},
  GUD_ARG_QUIET(Args, quiet),
};

/* 0 after a message */
static int read_period(const Args *w, GudSimulation sim, GudPeriodicOptions *o)
{
  int bare;
  o->free = w->period && !strcmp(w->period, "free");
  if (o->free && isnan(w->guess))
    return fprintf(stderr, "error: --period free needs --guess TIME, about how long a period is\n"), 0;
  if (!o->free && !isnan(w->guess)) return fprintf(stderr, "error: --guess goes with --period free\n"), 0;
  o->period = o->free ? w->guess : sim->poincare.period;
  if (!o->free && w->period && !gud_quantity_of(w->period, (GudDim)GUD_TIME, &o->period, &bare))
    o->period = 0;
  if (!w->period && isnan(o->period))
    return fprintf(
             stderr,
             "error: which period? --period TIME, --period free, or poincare: {period: ...} in the model\n"),
           0;
  if (!(o->period > 0) || !isfinite(o->period))
    return fprintf(stderr, "error: --period %.60s: expected a time, such as \"0.2 s\", or free\n",
                   w->period ? w->period : ""),
           0;
  if (w->times && !o->free) o->period *= w->times;
  return 1;
}

/* A number that is given lies in (1e-15, most]. 0 after a message */
static int within(const char *option, double x, double most)
{
  if (isnan(x) || (x > 1e-15 && x <= most)) return 1;
  fprintf(stderr, "error: %s takes a number above 1e-15, at most %g, found %g\n", option, most, x);
  return 0;
}

static PetscErrorCode begin_from(GudPeriodic *pe, const char *folder, int *ok)
{
  char why[200] = "no checkpoint";
  PetscFunctionBeginUser;
  GudOrigin origin = {0};
  PetscCall(GudCheckpointReadOrigin(folder, &origin, ok));
  gud_origin_free(&origin);
  if (*ok == 1) PetscCall(GudCheckpointRead(pe->so, NULL, folder, ok, why));
  *ok = *ok == 1;
  if (*ok) gud_periodic_take(pe);
  else fprintf(stderr, "error: --from %s: %s\n", folder, why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int write_multipliers(const GudPeriodic *pe, const char *folder)
{
  char  tmp[GUD_PATH_SIZE];
  FILE *f = gud_open_beside(folder, "multipliers.csv", tmp);
  if (!f) return 0;
  fprintf(f, "number,real,imag,modulus,meaning\n");
  for (int k = 0; k < pe->n; k++)
    fprintf(f, "%d,%.17g,%.17g,%.17g,\"%s\"\n", k + 1, pe->re[k], pe->im[k], hypot(pe->re[k], pe->im[k]),
            gud_multiplier_words(pe, k));
  return gud_close_beside(folder, "multipliers.csv", tmp, f);
}

/* periodic.csv: the probes at the section, and what the orbit is */
static PetscErrorCode write_orbit(const GudPeriodic *pe, GudSimulation sim, const char *folder, int *ok)
{
  const GudModel *m = sim->input.model;
  char            tmp[GUD_PATH_SIZE], label[GUD_LABEL_SIZE];
  double         *x = gud_alloc(sizeof(double) * (size_t)(m->num_probes + 1));
  PetscFunctionBeginUser;
  PetscCall(GudSimulationGetProbes(sim, x));
  FILE *f = gud_open_beside(folder, "periodic.csv", tmp);
  *ok     = f != NULL;
  if (f) {
    fprintf(f, "t [s],period [s],closure,multiplier_max,stable");
    for (int i = 0; i < m->num_probes; i++)
      fprintf(f, ",%s", gud_label(label, m->probes[i].name, gud_probe_unit(m, &m->probes[i]), 0));
    double most = 0;
    for (int k = 0; k < pe->n; k++)
      if (k != pe->trivial) most = fmax(most, hypot(pe->re[k], pe->im[k]));
    fprintf(f, "\n0,%.17g,%.3g,%.17g,%d", pe->period, pe->closure, most, pe->kind == GUD_ORBIT_STABLE);
    for (int i = 0; i < m->num_probes; i++) fprintf(f, ",%.17g", x[i]);
    fputc('\n', f);
    *ok = gud_close_beside(folder, "periodic.csv", tmp, f);
  }
  free(x);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void tell(const GudPeriodic *pe, const char *folder)
{
  char words[200];
  gud_periodic_words(pe, words, sizeof words);
  printf("periodic motion: %s\n", words);
  printf("period %.12g s, closure %.2g, %d independent variables, %d Newton iterations, %d periods simulated "
         "before, %d events in a period\n",
         pe->period, pe->closure, pe->n, pe->iterations, pe->simulated, pe->num_events);
  for (int k = 0; k < pe->n && k < 8; k++)
    printf("multiplier %d: %.12g %+.12g i, modulus %.12g (%s)\n", k + 1, pe->re[k], pe->im[k],
           hypot(pe->re[k], pe->im[k]), gud_multiplier_words(pe, k));
  if (pe->n > 8) printf("... %d more\n", pe->n - 8);
  printf("results: %s/periodic.csv, multipliers.csv, probes.csv\n", folder);
}

/* One period as an ordinary run. */
static PetscErrorCode write_run(const Args *w, const GudPeriodic *pe, const char *folder, int *code)
{
  GudSimulation sim = NULL;
  GudOutcome    outcome;
  int           ok;
  PetscFunctionBeginUser;
  PetscCall(GudSimulationLoad(w->model, w->sets.text, w->sets.num, &sim));
  PetscCall(GudPeriodicBeginRun(pe, sim, folder, &ok));
  if (ok) PetscCall(write_orbit(pe, sim, folder, &ok));
  if (ok) ok = write_multipliers(pe, folder);
  if (ok) PetscCall(GudSimulationRun(sim, 0, &outcome));
  *code = ok ? (int)outcome : GUD_FAILED;
  PetscCall(GudSimulationDestroy(&sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A motion that was found before in the folder may be replaced, a run only if that is wished. 0 after a message */
static int may_write(const Args *w, const char *folder)
{
  char path[GUD_PATH_SIZE];
  snprintf(path, sizeof path, "%.*s/periodic.csv", GUD_MAX_FOLDER, folder);
  if (w->force || !gud_holds_results(folder) || !access(path, F_OK)) return 1;
  fprintf(
    stderr,
    "error: the folder %s holds the results of a run: take another (--out), or replace them (--force)\n",
    folder);
  return 0;
}

/* ---- a branch ---- */

typedef struct {
  const Args *w;
  FILE       *f;
  int         num, quiet, began;
  double      last; /* parameter of the last point */
} Course;

static int branch_point(void *ctx, const GudPeriodic *pe, double p, GudPointKind kind)
{
  Course         *c = ctx;
  const GudModel *m = pe->sim->input.model;
  char            label[GUD_LABEL_SIZE], name[100];
  double         *x = gud_alloc(sizeof(double) * (size_t)(m->num_probes + 1)), most = 0, angle = 0;
  snprintf(name, sizeof name, "%.*s", (int)strcspn(c->w->over, "="), c->w->over);
  if (!c->began++) {
    for (int k = 0; k < GUD_BRANCH_PROBES; k++)
      fprintf(c->f, "%s%s", k ? "," : "", k == GUD_BRANCH_PARAMETER ? name : gud_branch_columns[k]);
    for (int i = 0; i < m->num_probes; i++)
      fprintf(c->f, ",%s", gud_label(label, m->probes[i].name, gud_probe_unit(m, &m->probes[i]), 0));
    fputc('\n', c->f);
  }
  for (int k = 0; k < pe->n; k++)
    if (k != pe->trivial && hypot(pe->re[k], pe->im[k]) > most)
      most = hypot(pe->re[k], pe->im[k]), angle = fabs(atan2(pe->im[k], pe->re[k]));
  int ok = GudPeriodicProbes(pe, x) == PETSC_SUCCESS;
  /* in the order of the enum of study/branch.h */
  fprintf(c->f, "%.15g,%s,%.15g,%d,%d,%.15g,%.15g,%.3g", p, gud_point_words[kind], pe->period,
          pe->kind == GUD_ORBIT_STABLE, pe->num_unstable, most, angle, pe->closure);
  for (int i = 0; i < m->num_probes; i++) fprintf(c->f, ",%.15g", ok ? x[i] : NAN);
  fputc('\n', c->f), fflush(c->f);
  if (kind != GUD_POINT_REGULAR && !c->quiet)
    printf("%s at %s = %.12g%s\n", gud_point_words[kind], name, p,
           kind == GUD_POINT_TORUS ? " (of an equilibrium: a Hopf point)" : "");
  if (kind == GUD_POINT_TORUS && !c->quiet)
    printf("  angle %.12g rad: %.12g rad/s\n", angle, angle / pe->period);
  free(x);
  c->num += kind == GUD_POINT_REGULAR;
  return ok && !ferror(c->f);
}

/* "name=from:to"; first: "name=from". 0 after a message */
static int read_over(const char *text, char name[200], char first[300], double *from, double *to)
{
  const char *at = strchr(text, '='), *colon = at ? strchr(at, ':') : NULL;
  GudUnit     unit[2];
  int         bare, ok = 0;
  if (colon && at > text && at - text < 200 && colon - at < 100) {
    snprintf(name, 200, "%.*s", (int)(at - text), text);
    snprintf(first, 300, "%.*s", (int)(colon - text), text);
    ok = gud_quantity_read(first + (at + 1 - text), from, &unit[0], &bare) &&
         gud_quantity_read(colon + 1, to, &unit[1], &bare);
  }
  if (!ok || !isfinite(*from) || !isfinite(*to) || *from == *to)
    return fprintf(stderr, "error: --over %.80s: expected NAME=FROM:TO, such as w=0.8:1.2\n", text), 0;
  if (gud_dim_equal(unit[0].dim, unit[1].dim)) return 1;
  fprintf(stderr, "error: --over %.80s: FROM and TO have different units\n", text);
  return 0;
}

/* Can the model be built where the branch begins? 0 after a message */
static PetscErrorCode begins(const Args *w, const char *first, int *ok)
{
  const char  **sets = gud_alloc(sizeof *sets * (size_t)(w->sets.num + 1));
  GudSimulation sim  = NULL;
  PetscFunctionBeginUser;
  for (int i = 0; i < w->sets.num; i++) sets[i] = w->sets.text[i];
  sets[w->sets.num]   = first;
  PetscErrorCode made = GudSimulationLoad(w->model, sets, w->sets.num + 1, &sim);
  free(sets);
  PetscCall(made);
  *ok = sim->input.model != NULL;
  if (!*ok) gud_context_report(sim->ctx, sim->input.diag);
  PetscCall(GudSimulationDestroy(&sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode follow(const Args *w, const GudPeriodicOptions *o, int *code)
{
  char      name[200], first[300], why[900] = "", folder[GUD_MAX_FOLDER + 1], tmp[GUD_PATH_SIZE];
  GudBranch b = {
    .model = w->model, .name = name, .sets = w->sets.text, .num_sets = w->sets.num, .periodic = *o};
  Course c = {.w = w, .quiet = w->quiet};
  int    ok;
  PetscFunctionBeginUser;
  if (!read_over(w->over, name, first, &b.from, &b.to)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(begins(w, first, &ok));
  if (!ok) PetscFunctionReturn(PETSC_SUCCESS);
  if (!gud_study_folder(w->model, "_branch", w->out, folder)) PetscFunctionReturn(PETSC_SUCCESS);
  b.most = isnan(w->step) ? 0.05 : w->step, b.first = 0.2 * b.most,
  b.max_points = w->points ? w->points : 200;
  b.periods = w->period ? NAN : w->times ? (double)w->times : 1.0, b.point = branch_point, b.ctx = &c;
  c.f = gud_open_beside(folder, "branch.csv", tmp);
  if (!c.f) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(GudBranchFollow(&b, &ok, why));
  if (!gud_close_beside(folder, "branch.csv", tmp, c.f)) ok = 0;
  *code = gud_interrupted ? GUD_INTERRUPTED : ok ? GUD_DONE : GUD_FAILED;
  if (gud_interrupted) fprintf(stderr, "interrupted: %d points are in %s/branch.csv\n", c.num, folder);
  else if (!ok) fprintf(stderr, "no branch: %s\n", why);
  else if (!w->quiet) printf("%d points: %s/branch.csv\n", c.num, folder);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode run(const void *given, int *code)
{
  const Args        *w   = given;
  GudSimulation      sim = NULL;
  GudPeriodic       *pe  = NULL;
  GudPeriodicOptions o   = {0};
  char               standard[300];
  int                ok;
  PetscFunctionBeginUser;
  *code = GUD_BAD_INPUT;
  if (!within("--tolerance", w->tolerance, 1e-2) || !within("--step", w->step, 1))
    PetscFunctionReturn(PETSC_SUCCESS);
  gud_default_folder(w->model, standard, sizeof standard);
  const char *folder = w->out ? w->out : standard;
  if (!w->over && !may_write(w, folder)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(GudSimulationLoad(w->model, w->sets.text, w->sets.num, &sim));
  gud_context_report(sim->ctx, sim->input.diag);
  ok       = sim->input.model != NULL && read_period(w, sim, &o);
  o.cycles = w->cycles, o.fallback = w->fallback ? w->fallback : 20, o.max_iterations = 15;
  o.tolerance = isnan(w->tolerance) ? 1e-10 : w->tolerance;
  if (ok && w->over) {
    gud_interrupt_polled = 1;
    PetscCall(follow(w, &o, code));
    ok = 0;
  }
  if (ok) {
    gud_interrupt_polled = 1;
    PetscCall(GudPeriodicCreate(sim, &o, &pe, &ok));
    if (!ok) fprintf(stderr, "error: %s\n", pe->why);
  }
  if (ok && w->from) PetscCall(begin_from(pe, w->from, &ok));
  if (ok) {
    PetscCall(GudPeriodicSolve(pe, &ok));
    if (!ok) fprintf(stderr, "%s%s\n", gud_interrupted ? "" : "no periodic motion: ", pe->why);
    if (!ok) *code = gud_interrupted ? GUD_INTERRUPTED : GUD_FAILED;
  }
  if (ok) {
    PetscCall(write_run(w, pe, folder, code));
    if (!*code && !w->quiet) tell(pe, folder);
  }
  gud_interrupt_polled = 0;
  if (pe) PetscCall(GudPeriodicDestroy(&pe));
  PetscCall(GudSimulationDestroy(&sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudCommand gud_command_periodic = {
  .name     = "periodic",
  .usage    = "periodic MODEL [--period TIME|free] [--cycles N] [--over NAME=FROM:TO] [--set name=value]... "
              "[--out DIR]",
  .summary  = "the periodic motion itself, by Newton's method, and its stability (Floquet multipliers)",
  .args     = args,
  .num_args = GUD_COUNT(args),
  .size     = sizeof(Args),
  .run      = run,
};
