/* A model with growing resolution. Each value of a parameter is a run of its own; from the values of a
   probe follow differences, the observed order, and what they converge to.

   u_i: probe of run i, h_i: its step, or 1/value when the values rise (elements). With u = u* + c h^p:
   (C1) (u_1 - u_2)/(u_2 - u_3) = (h_1^p - h_2^p)/(h_2^p - h_3^p)          p from three runs, any ratios of h
   (C2) u* = u_3 + (u_3 - u_2)/((h_2/h_3)^p - 1)                            Richardson
   Uncertainty of u*: its change from one triple of runs to the next, or, with three runs only, u* - u_3.

   Which error leads: the last value is run once more with half the step, or a tenth of the tolerance (u'). Unless the values
   themselves change step or tolerance, the two errors of the last run are
   (C3) resolution: |u_n - u*|, or |u_n - u_{n-1}| where nothing can be extrapolated
   (C4) time:       |u_n - u'|, times 4/3 at a fixed step (second order: u' keeps a quarter of the error) */
#include "study/converge.h"

#include "model/probe.h"
#include "output/summary.h"
#include "study/files.h"
#include "study/model.h"
#include "study/results.h"
#include "study/run_record.h"
#include "text/units.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- arguments ---- */

static int read_vary(const char *text, GudConverge *st)
{
  const char *equal = strchr(text, '=');
  if (!equal || equal == text || equal - text >= 80 || !equal[1])
    return gud_study_say(&st->w->study, "error: --vary is written as name=v1,v2,v3, found %s", text);
  if (st->num_vary == GUD_MAX_VARY) return gud_study_say(&st->w->study, "error: too many --vary");
  GudVary *v = &st->vary[st->num_vary++];
  snprintf(v->name, sizeof v->name, "%.*s", (int)(equal - text), text);
  for (const char *s = equal + 1;;) {
    size_t n = strcspn(s, ",");
    if (v->num == GUD_MAX_RUNS)
      return gud_study_say(&st->w->study, "error: too many values in --vary %s", text);
    v->value[v->num]  = gud_arena_trimmed(&st->arena, s, n);
    v->number[v->num] = gud_number_of(v->value[v->num]);
    if (!*v->value[v->num++]) return gud_study_say(&st->w->study, "error: an empty value in --vary %s", text);
    if (!s[n]) break;
    s += n + 1;
  }
  if (v->num < 2)
    return gud_study_say(&st->w->study, "error: at least two values are needed in --vary %s", text);
  if (v->num != st->vary[0].num)
    return gud_study_say(&st->w->study,
                         "error: parameters that vary together need equally many values: --vary %s", text);
  return 1;
}

static int read_args(GudConverge *st)
{
  const GudConvergeArgs *w = st->w;
  for (int i = 0; i < w->vary.num; i++)
    if (!read_vary(w->vary.text[i], st)) return 0;
  const int given[] = {
    [GUD_VALUE_MIN] = w->min, [GUD_VALUE_MAX] = w->max, [GUD_VALUE_MEAN] = w->mean, [GUD_VALUE_RMS] = w->rms};
  for (int i = 0, num = 0; i < GUD_COUNT(given); i++) {
    if (given[i]) st->of = gud_value_words[i];
    num += given[i];
    if (num > 1)
      return gud_study_say(&w->study, "error: only one of --max, --min, --mean, --rms is possible");
  }
  if (st->of && !isnan(w->at))
    return gud_study_say(&w->study, "error: --at and --%s exclude each other", st->of);
  st->processes = gud_study_jobs(&w->study);
  return 1;
}

/* ---- probes ---- */

/* The model with the values of run i. 0: there are errors. */
static int load(const GudConverge *st, int run, GudStudyModel *m)
{
  char        text[GUD_MAX_VARY][300];
  const char *sets[GUD_MAX_VARY];
  for (int i = 0; i < st->num_vary; i++) {
    snprintf(text[i], sizeof text[i], "%s=%.200s", st->vary[i].name, st->vary[i].value[run]);
    sets[i] = text[i];
  }
  return gud_study_read(&st->w->study, sets, st->num_vary, m);
}

/* Do all values leave the resolution in time as it is? Then the last one is run once more, finer in time. */
static void choose_finer(GudConverge *st, const GudOptions *first)
{
  GudStudyModel m;
  if (st->w->no_time || !gud_analysis_is(first, GUD_ANALYSIS_INTEGRATES)) return;
  const GudOptions *last = &m.analysis;
  if (load(st, st->vary[0].num - 1, &m) && last->step == first->step && last->tolerance == first->tolerance) {
    st->finer     = 1;
    st->step      = last->step / 2;
    st->tolerance = last->tolerance / 10;
  }
  gud_study_model_free(&m);
}

/* Names of the probes to compare, from --probe or all of the model; a mode analysis offers mode_1, mode_2, ... (Hz).
   The model is read with the first values, so that its errors come out once and not from every run. */
static int choose_probes(GudConverge *st)
{
  const GudConvergeArgs *w   = st->w;
  int                   *num = &st->num_probes;
  GudStudyModel          m;
  const char            *known[2 * GUD_MAX_COMPARED];
  int                    num_known = 0, ok = 1;
  int                    good = load(st, 0, &m);
  gud_diag_print(m.in.diag, stderr);
  *num = 0;
  if (!good) {
    gud_study_model_free(&m);
    return 0;
  }
  static char mode[GUD_MAX_COMPARED][24];
  int         modes = gud_analysis_is(&m.analysis, GUD_ANALYSIS_EIGENVALUES) ? m.analysis.num_modes : 0;
  for (int i = 0; i < m.in.model->num_probes && num_known < GUD_MAX_COMPARED; i++)
    known[num_known++] = m.in.model->probes[i].name;
  int first = modes ? num_known : 0; /* by default: modes if there are any, else all probes */
  for (int i = 0; i < modes && i < GUD_MAX_COMPARED; i++) {
    snprintf(mode[i], sizeof mode[i], GUD_MODE_NAME, i + 1);
    known[num_known++] = mode[i];
  }
  if (!w->probes)
    for (int i = first; i < num_known && *num < GUD_MAX_COMPARED; i++)
      snprintf(st->names[(*num)++], 80, "%.79s", known[i]);
  char *list = w->probes ? gud_arena_text(&st->arena, w->probes) : NULL;
  for (char *s = list ? strtok(list, ", ") : NULL; s; s = strtok(NULL, ", ")) {
    char hint[GUD_HINT_SIZE];
    int  found = 0;
    for (int i = 0; i < num_known; i++) found |= !strcmp(known[i], s);
    if (!found)
      gud_study_say(&w->study, "error: the model has no probe '%s'%s", s,
                    gud_hint(hint, s, known, num_known));
    ok &= found;
    if (*num < GUD_MAX_COMPARED) snprintf(st->names[(*num)++], 80, "%.79s", s);
  }
  if (ok && !*num) gud_study_say(&w->study, "error: %s has no probes", w->study.model), ok = 0;
  if (ok) choose_finer(st, &m.analysis);
  gud_study_model_free(&m);
  return ok;
}

/* ---- runs ---- */

/* Folder and command line of run k with the values i; k = num: finer in time. */
static int prepare_run(GudConverge *st, char *program, int k, int i)
{
  const GudConvergeArgs *w = st->w;
  GudConvergeRun        *r = &st->runs[k];
  int                    n = 0, e, finer = k == st->num;
  char                   name[120];
  snprintf(name, sizeof name, "%02d_%.30s_%.40s%s", k + 1, st->vary[0].name, st->vary[0].value[i],
           finer ? "_finer_in_time" : "");
  for (char *c = name; *c; c++)
    if (*c == '/' || *c == ' ' || *c == '\'' || *c == '"' || *c == '\\') *c = '_';
  snprintf(r->folder, sizeof r->folder, "%s/%s", st->out, name);
  snprintf(r->log, sizeof r->log, "%s/terminal.log", r->folder);
  e = gud_make_folder(r->folder);
  if (e) {
    gud_study_say(&w->study, "error: cannot make the folder %s: %s", r->folder, strerror(e));
    return 0;
  }
  r->argv[n++] = program, r->argv[n++] = "run", r->argv[n++] = (char *)w->study.model;
  for (int j = 0; j < w->study.sets.num; j++)
    r->argv[n++] = "--set", r->argv[n++] = (char *)w->study.sets.text[j];
  for (int j = 0; j < st->num_vary; j++) {
    char   set[400];
    size_t len = strlen(r->label);
    snprintf(set, sizeof set, "%s=%.300s", st->vary[j].name, st->vary[j].value[i]);
    r->argv[n++] = "--set", r->argv[n++] = gud_arena_text(&st->arena, set);
    snprintf(r->label + len, sizeof r->label - len, "%s%.80s", j ? ", " : "", st->vary[j].value[i]);
  }
  r->argv[n++] = "--out", r->argv[n++] = r->folder, r->argv[n++] = "--quiet", r->argv[n++] = "--force";
  for (int j = 0; j < w->study.petsc.num; j++) r->argv[n++] = (char *)w->study.petsc.text[j];
  if (finer) {
    char   number[40];
    size_t len = strlen(r->label);
    snprintf(number, sizeof number, "%.17g", st->step > 0 ? st->step : st->tolerance);
    r->argv[n++] = st->step > 0 ? "-analysis_step" : "-analysis_tolerance";
    r->argv[n++] = gud_arena_text(&st->arena, number);
    snprintf(r->label + len, sizeof r->label - len, ", finer in time");
  }
  return 1;
}

/* Cells of the meshes whose number differs from run to run, and their dimension; 0: there are none, or not in all models. */
static int count_cells(const GudConverge *st, double cells[GUD_MAX_RUNS])
{
  enum { MOST = 64 };
  int first[MOST], dim = 0, bodies = 0;
  for (int pass = 0; pass < 2; pass++) /* which bodies differ; then their cells */
    for (int i = 0; i < st->num; i++) {
      GudStudyModel m;
      int           good = load(st, i, &m);
      cells[i]           = 0;
      for (int b = 0; good && b < m.in.model->num_bodies && b < MOST; b++) {
        const GudBody *body = &m.in.model->bodies[b];
        int            n    = body->mesh ? body->num_elements : 0;
        if (!pass && !i) first[b] = n, bodies = b + 1;
        if (!pass && n && b < bodies && n != first[b]) first[b] = -1;
        if (!pass || b >= bodies || first[b] >= 0) continue;
        cells[i] += n, dim = body->type->cell->dim > dim ? body->type->cell->dim : dim;
      }
      gud_study_model_free(&m);
      if (!good) return 0;
    }
  return dim;
}

/* Values that are words, as names of mesh files: h is the size of a cell, relative to the body. */
static void size_by_cells(GudConverge *st)
{
  double cells[GUD_MAX_RUNS];
  int    words = 1, dim;
  for (int i = 0; i < st->num; i++) words &= isnan(st->vary[0].number[i]);
  if (!words || !(dim = count_cells(st, cells))) return;
  st->by_cells = st->ordered = 1;
  for (int i = 0; i < st->num; i++) {
    st->runs[i].x = cells[i], st->runs[i].h = pow(cells[i], -1. / dim);
    if (i && !(cells[i] > cells[i - 1])) st->ordered = 0;
  }
}

/* All runs, with the size h of each. Orders make sense when h falls from run to run. */
static int prepare(GudConverge *st)
{
  const GudVary *v      = &st->vary[0];
  int            rising = v->number[st->num - 1] > v->number[0];
  static char    program[1024];
  gud_study_program(&st->w->study, program, sizeof program);
  st->ordered = 1;
  for (int i = 0; i < st->num; i++) {
    GudConvergeRun *r = &st->runs[i];
    if (!prepare_run(st, program, i, i)) return 0;
    r->x = v->number[i];
    r->h = rising ? 1 / r->x : r->x;
    if (!(r->h > 0) || (i && !(r->h < st->runs[i - 1].h))) st->ordered = 0;
  }
  size_by_cells(st);
  return !st->finer || prepare_run(st, program, st->num, st->num - 1);
}

static long read_steps(const char *folder)
{
  static const char *const keys[] = {"statistics", "steps", NULL};
  GudRunRecord             r      = gud_run_record_open(folder);
  double                   steps  = gud_run_record_number(&r, keys);
  gud_run_record_close(&r);
  return steps >= 0 && steps < 1e15 ? (long)steps : -1;
}

static int read_results(GudConverge *st, int i)
{
  GudConvergeRun *r = &st->runs[i];
  char            why[GUD_RESULT_WHY];
  int             ok = 1;
  r->steps = -1, r->t = NAN;
  for (int k = 0; k < st->num_probes; k++) r->u[k] = NAN;
  if (st->jobs[i].code != 0) return 0;
  r->steps = read_steps(r->folder);
  for (int k = 0; k < st->num_probes && ok; k++) {
    GudResult what = {.kind = GUD_RESULT_MODE};
    int       end  = 0;
    if ((what.mode = gud_mode_of_name(st->names[k], &end)) && !st->names[k][end]) {
      snprintf(what.key, sizeof what.key, "%s", gud_mode_columns[GUD_MODE_FREQUENCY].name);
      r->u[k] = gud_result_read(&what, r->folder, why);
      if (isfinite(r->u[k])) continue;
    }
    what.kind = GUD_RESULT_COLUMN;
    snprintf(what.key, sizeof what.key, "%s.%s", st->names[k], st->of ? st->of : "");
    r->u[k] = st->of ? gud_result_read(&what, r->folder, why)
                     : gud_result_sample(r->folder, st->names[k], st->w->at, &r->t, why);
    ok      = isfinite(r->u[k]);
    if (!ok) gud_study_say(&st->w->study, "error: %s: %s", r->label, why);
  }
  return ok;
}

/* ---- orders ---- */

/* (C1): the right-hand side rises with p; its limit for p = 0 is log(h1/h2)/log(h2/h3) */
static double ratio(const double h[3], double p)
{
  if (fabs(p) < 1e-9) return log(h[0] / h[1]) / log(h[1] / h[2]);
  return (pow(h[0] / h[2], p) - pow(h[1] / h[2], p)) / (pow(h[1] / h[2], p) - 1);
}

static double observed_order(const double h[3], const double u[3])
{
  double d1 = u[0] - u[1], d2 = u[1] - u[2], lo = -10, hi = 30;
  double noise = 1e-13 * (fabs(u[0]) + fabs(u[1]) + fabs(u[2]));
  if (fabs(d1) <= noise || fabs(d2) <= noise || d1 * d2 < 0) return NAN; /* round-off, or not monotonous */
  if (d1 / d2 <= ratio(h, lo) || d1 / d2 >= ratio(h, hi)) return NAN;
  for (int i = 0; i < 100; i++) {
    double p = 0.5 * (lo + hi);
    if (ratio(h, p) < d1 / d2) lo = p;
    else hi = p;
  }
  return 0.5 * (lo + hi);
}

static void analyse(GudConverge *st, int probe)
{
  const GudConvergeRun *runs = st->runs;
  GudConvergeResult    *res  = &st->res[probe];
  int                   good[GUD_MAX_RUNS], n = 0;
  res->best = res->uncertainty = res->p = res->resolution = res->time = NAN;
  for (int i = 0; i < st->num; i++) {
    res->difference[i] = res->order[i] = res->limit[i] = NAN;
    if (isfinite(runs[i].u[probe])) good[n++] = i;
  }
  for (int k = 0; k + 1 < n; k++)
    res->difference[good[k]] = runs[good[k + 1]].u[probe] - runs[good[k]].u[probe];
  for (int k = 2; k < n && st->ordered; k++) {
    double h[3], u[3];
    for (int i = 0; i < 3; i++) h[i] = runs[good[k - 2 + i]].h, u[i] = runs[good[k - 2 + i]].u[probe];
    double p            = observed_order(h, u);
    res->order[good[k]] = p;
    if (p > 0.3) res->limit[good[k]] = u[2] + (u[2] - u[1]) / (pow(h[1] / h[2], p) - 1); /* (C2) */
  }
  int last = n ? good[n - 1] : -1;
  if (n > 1) res->resolution = fabs(res->difference[good[n - 2]]);
  if (st->finer && last == st->num - 1)
    res->time = fabs(runs[last].u[probe] - runs[st->num].u[probe]) * (st->step > 0 ? 4. / 3 : 1); /* (C4) */
  if (n < 3) return;
  res->best = res->limit[last], res->p = res->order[last];
  res->uncertainty = fabs(
    res->best - (n > 3 && isfinite(res->limit[good[n - 2]]) ? res->limit[good[n - 2]] : runs[last].u[probe]));
  if (isfinite(res->best)) res->resolution = fabs(res->best - runs[last].u[probe]); /* (C3) */
}

/* ---- files ---- */

const char *gud_converge_leads(const GudConverge *st, const GudConvergeResult *res)
{
  if (res->resolution > 2 * res->time) return st->vary[0].name;
  return res->time > 2 * res->resolution ? "time" : "both";
}

static int write_csv(const GudConverge *st)
{
  char  path[GUD_PATH_SIZE];
  FILE *f;
  snprintf(path, sizeof path, "%s/converge.csv", st->out);
  f = fopen(path, "w");
  if (!f) {
    gud_study_say(&st->w->study, "error: cannot write %s: %s", path, strerror(errno));
    return 0;
  }
  fprintf(f, "value,code,steps,cpu,wall");
  for (int k = 0; k < st->num_probes; k++) {
    const char *n = st->names[k];
    fprintf(f, ",%s,%s.difference,%s.order,%s.limit,%s.error", n, n, n, n, n);
  }
  fputc('\n', f);
  for (int i = 0; i < st->num; i++) {
    const GudConvergeRun *r = &st->runs[i];
    if (isfinite(r->x)) fprintf(f, "%.15g", r->x);
    else gud_csv_text(f, r->label);
    fprintf(f, ",%d,%ld,%.6g,%.6g", st->jobs[i].code, r->steps, st->jobs[i].cpu, st->jobs[i].wall);
    for (int k = 0; k < st->num_probes; k++) {
      const GudConvergeResult *res = &st->res[k];
      fprintf(f, ",%.15g,%.9g,%.9g,%.15g,%.9g", r->u[k], res->difference[i], res->order[i], res->limit[i],
              fabs(r->u[k] - res->best));
    }
    fputc('\n', f);
  }
  int bad = ferror(f);
  bad |= fclose(f);
  if (bad) gud_study_say(&st->w->study, "error: cannot write %s", path);
  return !bad;
}

/* (C3), (C4) of every probe. */
static int write_errors(const GudConverge *st)
{
  char path[GUD_PATH_SIZE];
  snprintf(path, sizeof path, "%s/errors.csv", st->out);
  FILE *f = fopen(path, "w");
  if (!f) {
    gud_study_say(&st->w->study, "error: cannot write %s: %s", path, strerror(errno));
    return 0;
  }
  fprintf(f, "probe,resolution,time,leads\n");
  for (int k = 0; k < st->num_probes; k++)
    fprintf(f, "%s,%.9g,%.9g,%s\n", st->names[k], st->res[k].resolution, st->res[k].time,
            gud_converge_leads(st, &st->res[k]));
  int bad = ferror(f);
  bad |= fclose(f);
  if (bad) gud_study_say(&st->w->study, "error: cannot write %s", path);
  return !bad;
}

/* ---- the study ---- */

/* Exit code of a study whose runs are over: what went wrong with all of them, or with one. */
static int verdict(const GudConverge *st, int failed)
{
  int bad_input = 1;
  for (int i = 0; i < st->num; i++) bad_input &= st->jobs[i].code == GUD_BAD_INPUT;
  return gud_interrupted ? GUD_INTERRUPTED : bad_input ? GUD_BAD_INPUT : failed ? GUD_FAILED : 0;
}

int gud_converge_prepare(GudConverge *st, const GudConvergeArgs *args)
{
  *st = (GudConverge){.w = args};
  if (!read_args(st) || !choose_probes(st)) return 0;
  st->num  = st->vary[0].num;
  st->runs = gud_alloc(sizeof *st->runs * (size_t)(st->num + 1));
  st->jobs = gud_alloc(sizeof *st->jobs * (size_t)(st->num + 1));
  st->res  = gud_alloc(sizeof *st->res * (size_t)st->num_probes);
  return gud_study_folder(args->study.model, "_converge", args->study.out, st->out) && prepare(st);
}

int gud_converge_run(GudConverge *st, void (*done)(const GudJob *job, void *ctx), int *written)
{
  const GudStudy       *study  = &st->w->study;
  const GudConvergeRun *r      = st->runs;
  int                   failed = 0, num = st->num + st->finer;
  for (int i = 0; i < num; i++) st->jobs[i].argv = st->runs[i].argv, st->jobs[i].log = st->runs[i].log;
  int e = gud_jobs_run(st->jobs, num, st->processes, done, st);
  if (e) gud_study_say(study, "error: cannot start a run: %s", strerror(e));
  for (int i = 0; i < num; i++) failed += !read_results(st, i);
  for (int i = 1; i < st->num && !st->of; i++)
    if (fabs(r[i].t - r[i - 1].t) > 1e-9 * fabs(r[i].t)) /* false for NaN */
      gud_study_say(study, "warning: the values of %s and %s belong to different times", r[i - 1].label,
                    r[i].label);
  if (!st->ordered)
    gud_study_say(
      study, "note: orders need positive numbers that go from coarse to fine, all rising or all falling");
  for (int k = 0; k < st->num_probes; k++) analyse(st, k);
  *written = write_csv(st) && (!st->finer || write_errors(st));
  return verdict(st, failed || e);
}

void gud_converge_free(GudConverge *st)
{
  gud_arena_free(&st->arena);
  free(st->runs), free(st->jobs), free(st->res);
}
