/* The search (optimise.h). Variables are the parameters, or their logarithms, from 0 to 1 over their ranges. Objective and
   constraints are divided by their size at the first run. A run that fails counts as worse than all others.
   The points that a method takes first do not depend on results: the start and a step from it along each parameter (BOBYQA: in both
   directions). They are computed side by side, all others one after the other.
   verified by: tests/studies/optimise.py (closed forms) */
#include "study/optimise.h"

#include "base/interrupt.h"
#include "model/model.h"
#include "model/probe.h"
#include "output/summary.h"
#include "simulation.h"
#include "study/files.h"
#include "study/model.h"
#include "text/units.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#ifdef GUD_HAVE_NLOPT
#include <nlopt.h>
#endif

enum { RUNS = 200, MAX_RUNS = 100000 };
static const double same_point = 1e-11; /* points of the unit cube as near as that are one */
static const double allowed    = 1e-6;  /* a constraint relative to its size may be passed by that */

/* ---- expressions ---- */

static double value_at(const GudOptimise *op, int over, double x)
{
  const GudOver *o = &op->over[over];
  return o->kind == GUD_OVER_LOG ? o->a * pow(o->b / o->a, x) : o->a + x * (o->b - o->a);
}

static int add_argument(GudObjective *o, int *num, const char *name, GudDim dim)
{
  o->names           = gud_resize(o->names, sizeof *o->names * (size_t)(*num + 1));
  o->names[(*num)++] = (GudArgumentName){.name = name, .dim = dim};
  return 1;
}

static GudDim dim_of(const char *unit)
{
  GudUnit u = {.factor = 1};
  char    why[GUD_UNIT_WHY];
  if (!strcmp(unit, "-") || !gud_unit_parse(unit, &u, why)) return (GudDim)GUD_NUMBER;
  return u.dim;
}

/* Is there the name of a result: one with a point, of a mode, or, by mistake, of a probe (gud_result_parse says so)? */
static int is_result(const GudOptimise *op, const GudModel *m, const char *s)
{
  size_t n   = 0;
  int    end = 0;
  if (gud_mode_of_name(s, &end)) return 1;
  while (isalnum((unsigned char)s[n]) || s[n] == '_') n++;
  for (int j = 0; j < op->num_over; j++)
    if (strlen(op->over[j].name) == n && !strncmp(op->over[j].name, s, n)) return 0;
  for (int i = 0; i < m->num_probes; i++)
    if (strlen(m->probes[i].name) == n && !strncmp(m->probes[i].name, s, n)) return 1;
  return s[n] == '.' && isalpha((unsigned char)s[n + 1]);
}

/* The text with results called result_1, result_2, ... 0 after an error (said). */
static int take_results(GudOptimise *op, GudObjective *o, const GudModel *m, int *num, char *out, size_t size)
{
  const GudStudy *study = &op->w->study;
  size_t          n     = 0;
  char            why[GUD_RESULT_WHY], before = ' ';
  for (const char *s = o->text; *s;) {
    if (n + 40 > size) return gud_study_say(study, "error: an expression is too long: %s", o->text);
    if (isalnum((unsigned char)before) || before == '_' || before == '.' || !isalpha((unsigned char)*s) ||
        !is_result(op, m, s)) {
      before = out[n++] = *s++;
      continue;
    }
    const char *unit;
    if (o->num == GUD_MAX_ARGUMENTS)
      return gud_study_say(study, "error: more than %d results in %s", GUD_MAX_ARGUMENTS, o->text);
    if (!gud_result_parse(&s, m, &o->result[o->num], &unit, why))
      return gud_study_say(study, "error: %s", why);
    char name[40];
    snprintf(name, sizeof name, "result_%d", ++o->num);
    n += (size_t)snprintf(out + n, size - n, "%s", name);
    add_argument(o, num, gud_arena_text(&op->arena, name), dim_of(unit));
    before = ' ';
  }
  out[n] = '\0';
  return 1;
}

/* Reads an expression with the probes of the model. 0 after an error (said). */
static int compile(GudOptimise *op, GudObjective *o, const GudModel *m, const char *option, const char *text)
{
  char    plain[2000];
  int     num  = 0;
  GudNode node = {.kind = GUD_NODE_SCALAR};
  o->text      = gud_arena_trimmed(&op->arena, text, strlen(text));
  if (!*o->text)
    return gud_study_say(&op->w->study, "error: an expression is missing in %s %s", option, text);
  if (!take_results(op, o, m, &num, plain, sizeof plain)) return 0;
  for (int j = 0; j < op->num_over; j++) add_argument(o, &num, op->over[j].name, op->dim[j]);
  node.text = gud_arena_text(&op->arena, plain), node.mark = (GudMark){option, 0, 0};
  o->env = gud_env_create(NULL, NULL, 0, op->diag);
  gud_env_set_arguments(o->env, o->names, num);
  o->expr = gud_expr_parse(o->env, &node, 1, op->diag, &op->arena);
  if (o->expr && gud_expr_has_time(o->expr))
    return gud_study_say(&op->w->study, "error: %s: t has no meaning in '%s'", option, o->text);
  if (!o->expr) gud_diag_print(op->diag, stderr);
  return o->expr != NULL;
}

/* "left <= right", or >= with the sides exchanged */
static int compile_constraint(GudOptimise *op, const GudModel *m, const char *text)
{
  const char *sign = strstr(text, "<="), *other = strstr(text, ">=");
  int         k = op->num_subject++;
  if (!sign == !other)
    return gud_study_say(&op->w->study,
                         "error: --subject-to is written as EXPRESSION <= EXPRESSION or >=, found %s", text);
  const char   *at   = sign ? sign : other;
  char         *head = gud_arena_copy(&op->arena, text, (size_t)(at - text));
  GudObjective *a = sign ? &op->left[k] : &op->right[k], *b = sign ? &op->right[k] : &op->left[k];
  if (!compile(op, a, m, "--subject-to", head) || !compile(op, b, m, "--subject-to", at + 2)) return 0;
  if (gud_expr_agrees(a->expr, gud_expr_dim(b->expr)) || gud_expr_agrees(b->expr, gud_expr_dim(a->expr)))
    return 1;
  return gud_study_say(&op->w->study, "error: --subject-to: the two sides have different units: %s", text);
}

/* NaN, after a warning, where a result is missing. */
static double evaluate(const GudOptimise *op, const GudObjective *o, int trial)
{
  double argument[GUD_MAX_ARGUMENTS];
  char   folder[GUD_PATH_SIZE], why[GUD_RESULT_WHY];
  gud_point_folder(&op->points, trial, folder);
  for (int k = 0; k < gud_expr_num_arguments(o->expr); k++) {
    const char *name = gud_expr_argument(o->expr, k)->name;
    int         r    = 0;
    argument[k]      = NAN;
    if (sscanf(name, "result_%d", &r) == 1 && r >= 1 && r <= o->num) {
      argument[k] = gud_result_read(&o->result[r - 1], folder, why);
      if (isnan(argument[k])) gud_study_say(&op->w->study, "warning: run %d: %s", trial + 1, why);
    }
    for (int j = 0; j < op->num_over; j++)
      if (!strcmp(name, op->over[j].name)) argument[k] = value_at(op, j, op->trial[trial].x[j]);
  }
  return gud_expr_of(o->expr, 0, argument, NULL);
}

/* ---- preparation ---- */

static int read_range(GudOptimise *op, const char *text)
{
  const GudStudy *study = &op->w->study;
  if (op->num_over == GUD_MAX_OVER)
    return gud_study_say(study, "error: more than %d parameters in --vary", GUD_MAX_OVER);
  GudOver *o = &op->over[op->num_over++];
  if (!gud_over_read(o, study, "--vary", text, op->w->log, &op->arena)) return 0;
  if ((o->kind != GUD_OVER_UNIFORM && o->kind != GUD_OVER_LOG) || !(o->a < o->b))
    return gud_study_say(study, "error: --vary is written as name=from:to with from below to, found %s",
                         text);
  for (int j = 0; j + 1 < op->num_over; j++)
    if (!strcmp(op->over[j].name, o->name))
      return gud_study_say(study, "error: '%s' is given in two --vary", o->name);
  return 1;
}

/* The start is the model's own value, a step away from both bounds; without one that is a number: the middle. */
static void read_parameter(GudOptimise *op, GudEnv *env, int i, int plain)
{
  GudParameter p;
  char         unit[GUD_DIM_SIZE];
  if (!gud_env_get(env, i, &p)) return;
  for (int j = 0; j < op->num_over; j++) {
    const GudOver *o = &op->over[j];
    if (strcmp(p.name, o->name)) continue;
    gud_label(op->label[j], p.name, p.word ? "-" : gud_dim_unit(p.dim, unit), p.word || plain);
    double u     = o->kind == GUD_OVER_LOG ? log(p.number / o->a) / log(o->b / o->a)
                                           : (p.number - o->a) / (o->b - o->a);
    op->start[j] = p.word || !(u >= 0 && u <= 1) ? 0.5 : fmin(1 - op->step, fmax(op->step, u));
    op->dim[j]   = p.dim;
  }
}

/* The model as it is, for its values, and at the start of the search, for its errors and probes. */
static int read_model(GudOptimise *op)
{
  GudStudyModel m;
  const char   *sets[GUD_MAX_OVER];
  char          text[GUD_MAX_OVER][GUD_VALUE_SIZE + 100], value[GUD_VALUE_SIZE];
  int           good = 1;
  for (int j = 0; j < op->num_over; j++) op->start[j] = 0.5;
  for (int pass = 0; pass < 2 && good; pass++) {
    int n = 0;
    for (int j = 0; j < op->num_over && pass; j++) {
      gud_over_text(&op->over[j], value_at(op, j, op->start[j]), value, sizeof value);
      snprintf(text[j], sizeof text[j], "%s=%s", op->over[j].name, value);
      sets[n++] = text[j];
    }
    good = gud_study_read(&op->w->study, sets, n, &m);
    gud_diag_print(m.in.diag, stderr);
    op->sum = gud_diag_sum_all(m.in.diag);
    for (int i = 0; good && !pass && i < gud_env_num(m.in.env); i++)
      read_parameter(op, m.in.env, i, m.output.plain);
    if (good && pass) good = compile(op, &op->objective, m.in.model, "--minimise", op->w->minimise);
    for (int k = 0; good && pass && k < op->w->subject.num; k++)
      good = compile_constraint(op, m.in.model, op->w->subject.text[k]);
    gud_study_model_free(&m);
  }
  return good;
}

static int claim_folder(GudOptimise *op)
{
  const GudOptimiseArgs *w    = op->w;
  char                  *text = NULL;
  size_t                 size;
  int                    other;
  FILE                  *f = open_memstream(&text, &size);
  if (!f) return 0;
  fprintf(f, "gudgeon optimise\nmodel %s, sum %016llx\nminimise %s\n", w->study.model, op->sum, w->minimise);
  for (int i = 0; i < w->study.sets.num; i++) fprintf(f, "set %s\n", w->study.sets.text[i]);
  for (int i = 0; i < w->study.petsc.num; i++) fprintf(f, "option %s\n", w->study.petsc.text[i]);
  for (int i = 0; i < w->vary.num; i++)
    fprintf(f, "vary %s%s\n", w->vary.text[i], w->log ? ", logarithm" : "");
  for (int i = 0; i < w->subject.num; i++) fprintf(f, "subject to %s\n", w->subject.text[i]);
  fclose(f);
  int good = gud_points_begin(&op->points) && gud_points_claim(&op->points, "optimise.txt", text, &other);
  free(text);
  if (!good && other)
    gud_study_say(
      &w->study,
      "error: %s contains another search, or the model or a file that it reads has changed since: choose "
      "another --out, or remove it",
      op->points.out);
  return good;
}

int gud_optimise_prepare(GudOptimise *op, const GudOptimiseArgs *args)
{
  const GudStudy *study = &args->study;
  *op                   = (GudOptimise){.w      = args,
                                        .step   = 0.1,
                                        .diag   = gud_diag_create(),
                                        .points = {.study = study, .command = "run", .last = "summary.csv"}};
#ifndef GUD_HAVE_NLOPT
  return gud_study_say(study,
                       "error: this gudgeon was built without NLopt, which optimise needs (libnlopt-dev)");
#endif
  if (args->subject.num > GUD_MAX_SUBJECT)
    return gud_study_say(study, "error: more than %d constraints", GUD_MAX_SUBJECT);
  if (args->max_runs > MAX_RUNS) return gud_study_say(study, "error: --max-runs is above %d", MAX_RUNS);
  if (!isnan(args->tolerance) && !(args->tolerance > 0 && args->tolerance < 0.1))
    return gud_study_say(study, "error: --tolerance takes a number between 0 and 0.1, found %g",
                         args->tolerance);
  for (int i = 0; i < args->vary.num; i++)
    if (!read_range(op, args->vary.text[i])) return 0;
  return read_model(op) && gud_study_folder(study->model, "_optimise", study->out, op->points.out) &&
         claim_folder(op);
}

const char *gud_optimise_value(const GudOptimise *op, int trial, int over, char out[GUD_VALUE_SIZE])
{
  gud_over_text(&op->over[over], value_at(op, over, op->trial[trial].x[over]), out, GUD_VALUE_SIZE);
  return out;
}

/* ---- runs ---- */

static int find_trial(const GudOptimise *op, const double *x)
{
  for (int i = 0; i < op->num; i++) {
    double d = 0;
    for (int j = 0; j < op->num_over; j++) d = fmax(d, fabs(x[j] - op->trial[i].x[j]));
    if (d < same_point) return i;
  }
  return -1;
}

/* A run at x, which joins the next batch unless it is done. 0 after an error (said). */
static int add_trial(GudOptimise *op, const double *x)
{
  char        text[GUD_MAX_OVER][GUD_VALUE_SIZE + 100], value[GUD_VALUE_SIZE];
  const char *sets[GUD_MAX_OVER];
  int         i = op->num++;
  op->trial     = gud_resize(op->trial, sizeof *op->trial * (size_t)op->num);
  op->trial[i]  = (GudTrial){.f = NAN, .best = -1};
  for (int j = 0; j < op->num_over; j++) op->trial[i].x[j] = x[j];
  for (int j = 0; j < op->num_over; j++) {
    snprintf(text[j], sizeof text[j], "%s=%s", op->over[j].name, gud_optimise_value(op, i, j, value));
    sets[j] = text[j];
  }
  gud_points_grow(&op->points, op->num);
  return gud_point_want(&op->points, i, sets, op->num_over);
}

static int is_allowed(const GudOptimise *op, const GudTrial *t)
{
  int good = isfinite(t->f);
  for (int k = 0; k < op->num_subject; k++) good &= t->g[k] <= allowed * op->scale[1 + k];
  return good;
}

static double size_of(double a, double b)
{
  double s = fmax(fabs(a), fabs(b));
  return isfinite(s) && s > 0 ? s : 1;
}

/* What came out of run i. */
static void judge(GudOptimise *op, int i)
{
  GudTrial            *t      = &op->trial[i];
  const GudPointState *s      = &op->points.state[i];
  int                  before = i ? op->trial[i - 1].best : -1;
  if (s->done) t->f = evaluate(op, &op->objective, i);
  for (int k = 0; k < op->num_subject; k++) {
    double a = s->done ? evaluate(op, &op->left[k], i) : NAN,
           b = s->done ? evaluate(op, &op->right[k], i) : NAN;
    t->g[k]  = a - b;
    if (op->scale[1 + k] == 0) op->scale[1 + k] = size_of(a, b);
    if (!isfinite(t->g[k])) t->f = NAN;
  }
  if (op->scale[0] == 0) op->scale[0] = size_of(t->f, 0);
  t->best = is_allowed(op, t) && (before < 0 || t->f < op->trial[before].f) ? i : before;
}

/* Computes what was added from run `first` on; 0: it was interrupted, or processes cannot be started. */
static int compute(GudOptimise *op, int first, void (*done)(const GudOptimise *op, int trial))
{
  op->now += op->points.num_jobs;
  int e = gud_points_run(&op->points);
  for (int i = first; i < op->num; i++) {
    if (!op->points.state[i].done && !op->points.state[i].code) {
      op->num = i; /* not computed */
      return 0;
    }
    judge(op, i);
    if (done) done(op, i);
  }
  return !e;
}

#ifdef GUD_HAVE_NLOPT

typedef struct {
  GudOptimise *op;
  nlopt_opt    opt;
  int          most, stopped;
  void (*done)(const GudOptimise *op, int trial);
} Search;

typedef struct {
  Search *search;
  int     number; /* of a constraint */
} Constraint;

/* The run at x, which is made if there is none; NULL: the search must stop. */
static const GudTrial *trial_at(Search *s, const double *x)
{
  GudOptimise *op = s->op;
  int          i  = find_trial(op, x);
  if (i >= 0) return &op->trial[i];
  s->stopped = s->stopped || gud_interrupted || op->num >= s->most || !add_trial(op, x) ||
               !compute(op, op->num - 1, s->done);
  if (!s->stopped) return &op->trial[op->num - 1];
  nlopt_force_stop(s->opt);
  return NULL;
}

static double objective(unsigned n, const double *x, double *slope, void *ctx)
{
  Search         *s     = ctx;
  const GudTrial *t     = trial_at(s, x);
  double          worst = 0;
  (void)n, (void)slope;
  if (t && isfinite(t->f)) return t->f / s->op->scale[0];
  for (int i = 0; i < s->op->num; i++)
    if (isfinite(s->op->trial[i].f)) worst = fmax(worst, s->op->trial[i].f / s->op->scale[0]);
  return worst + fabs(worst) + 1;
}

static double constraint(unsigned n, const double *x, double *slope, void *ctx)
{
  const Constraint *c = ctx;
  const GudTrial   *t = trial_at(c->search, x);
  (void)n, (void)slope;
  return t && isfinite(t->g[c->number]) ? t->g[c->number] / c->search->op->scale[1 + c->number] : 1;
}

/* The points that the method takes first, side by side. */
static int first_points(GudOptimise *op, int both, void (*done)(const GudOptimise *op, int trial))
{
  double x[GUD_MAX_OVER];
  memcpy(x, op->start, sizeof x);
  int good = add_trial(op, x);
  for (int j = 0; j < op->num_over && good; j++)
    for (int side = 0; side < 1 + both && good; side++) {
      x[j] = op->start[j] + (side ? -op->step : op->step);
      good = add_trial(op, x);
      x[j] = op->start[j];
    }
  return good && compute(op, 0, done);
}

static int search(GudOptimise *op, void (*done)(const GudOptimise *op, int trial))
{
  unsigned   n      = (unsigned)op->num_over;
  int        cobyla = op->num_subject > 0 || n < 2;
  double     x[GUD_MAX_OVER], f, zero[GUD_MAX_OVER] = {0}, one[GUD_MAX_OVER];
  Constraint c[GUD_MAX_SUBJECT];
  Search     s = {op, nlopt_create(cobyla ? NLOPT_LN_COBYLA : NLOPT_LN_BOBYQA, n),
              op->w->max_runs ? op->w->max_runs : RUNS, 0, done};
  op->method   = cobyla ? "COBYLA" : "BOBYQA";
  if (!s.opt) return 0;
  if (!first_points(op, !cobyla, done)) {
    nlopt_destroy(s.opt);
    return 0;
  }
  if (!isfinite(op->trial[0].f)) {
    nlopt_destroy(s.opt);
    return gud_study_say(&op->w->study, "error: the first run gives no value: %s",
                         op->points.state[0].code ? op->points.state[0].why : "see the warnings");
  }
  for (unsigned j = 0; j < n; j++) one[j] = 1, x[j] = op->start[j];
  nlopt_set_min_objective(s.opt, objective, &s);
  nlopt_set_lower_bounds(s.opt, zero), nlopt_set_upper_bounds(s.opt, one);
  nlopt_set_initial_step1(s.opt, op->step);
  nlopt_set_xtol_abs1(s.opt, isnan(op->w->tolerance) ? 1e-4 : op->w->tolerance);
  for (int k = 0; k < op->num_subject; k++) {
    c[k] = (Constraint){&s, k};
    nlopt_add_inequality_constraint(s.opt, constraint, &c[k], allowed);
  }
  nlopt_result r = nlopt_optimize(s.opt, x, &f);
  nlopt_destroy(s.opt);
  op->converged = !s.stopped && (r > 0 || r == NLOPT_ROUNDOFF_LIMITED);
  return 1;
}

#else

static int search(GudOptimise *op, void (*done)(const GudOptimise *op, int trial))
{
  (void)done, (void)compute, (void)find_trial;
  return gud_study_say(&op->w->study, "error: built without NLopt");
}

#endif

static int write_history(const GudOptimise *op)
{
  char  tmp[GUD_PATH_SIZE], value[GUD_VALUE_SIZE];
  FILE *f = gud_open_beside(op->points.out, "history.csv", tmp);
  if (!f) return 0;
  fputs("run", f);
  for (int j = 0; j < op->num_over; j++) fprintf(f, ",%s", op->label[j]);
  fputs(",objective", f);
  for (int k = 0; k < op->num_subject; k++) fprintf(f, ",constraint_%d", k + 1);
  fputs(",best_run,best,code\n", f);
  for (int i = 0; i < op->num; i++) {
    const GudTrial *t = &op->trial[i];
    fprintf(f, "%d", i + 1);
    for (int j = 0; j < op->num_over; j++)
      fputc(',', f), gud_csv_value(f, gud_optimise_value(op, i, j, value));
    fprintf(f, ",%.15g", t->f);
    for (int k = 0; k < op->num_subject; k++) fprintf(f, ",%.9g", t->g[k]);
    if (t->best >= 0) fprintf(f, ",%d,%.15g", t->best + 1, op->trial[t->best].f);
    else fputs(",,", f);
    fprintf(f, ",%d\n", op->points.state[i].code);
  }
  return gud_close_beside(op->points.out, "history.csv", tmp, f);
}

int gud_optimise_run(GudOptimise *op, void (*done)(const GudOptimise *op, int trial))
{
  const GudStudy *study = &op->w->study;
  int             good = search(op, done), best = op->num ? op->trial[op->num - 1].best : -1;
  int             written = op->num ? write_history(op) : 1;
  if (gud_interrupted) {
    gud_study_say(study, "interrupted after %d runs; the same command continues", op->num);
    return GUD_INTERRUPTED;
  }
  if (!good) return op->num && op->points.state[0].code == GUD_BAD_INPUT ? GUD_BAD_INPUT : GUD_FAILED;
  if (best < 0) gud_study_say(study, "error: no run meets all constraints");
  else if (!op->converged)
    gud_study_say(
      study, "error: not converged after %d runs (--max-runs); the same command with more runs continues",
      op->num);
  return best >= 0 && op->converged && written ? 0 : GUD_FAILED;
}

static void free_objective(GudObjective *o)
{
  if (o->env) gud_env_free(o->env);
  free(o->names);
}

void gud_optimise_free(GudOptimise *op)
{
  free_objective(&op->objective);
  for (int k = 0; k < GUD_MAX_SUBJECT; k++) free_objective(&op->left[k]), free_objective(&op->right[k]);
  for (int j = 0; j < GUD_MAX_OVER; j++) free(op->over[j].value);
  gud_points_free(&op->points);
  gud_arena_free(&op->arena);
  gud_diag_free(op->diag);
  free(op->trial);
}
