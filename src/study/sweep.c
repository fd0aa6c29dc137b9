/* A model for many values of one parameter: study/points.h.

   DIR/sweep.txt   what is swept: a second start with other words is refused
   DIR/sweep.csv   one row per value; DIR/bifurcation.csv: the Poincare points of all values */
#include "study/sweep.h"

#include "base/interrupt.h"
#include "simulation.h"
#include "text/units.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_POINTS = 100000 }; /* said in a message, too */

/* ---- arguments ---- */

static int add_value(GudSweep *sw, const char *text)
{
  if (sw->num == MAX_POINTS)
    return gud_study_say(&sw->w->study, "error: too many values in --over %s", sw->w->over);
  sw->value            = gud_resize(sw->value, sizeof(char *) * (size_t)(sw->num + 1));
  sw->value[sw->num++] = gud_arena_text(&sw->arena, text);
  return *text ? 1 : gud_study_say(&sw->w->study, "error: an empty value in --over %s", sw->w->over);
}

/* from:to:count; the values get the unit of `from` */
static int spread(GudSweep *sw, const char *range)
{
  const char *second = strchr(range, ':') + 1, *third = strchr(second, ':');
  if (!third)
    return gud_study_say(&sw->w->study, "error: --over is written as name=from:to:count, found %s",
                         sw->w->over);
  char  *from = gud_arena_trimmed(&sw->arena, range, (size_t)(second - 1 - range)), *unit, *end, text[120];
  char  *to   = gud_arena_trimmed(&sw->arena, second, (size_t)(third - second));
  double a = gud_number_of(from), b = gud_number_of(to), x = strtod(from, &unit), factor = x != 0 ? a / x : 1;
  long   num = strtol(third + 1, &end, 10);
  if (!isfinite(a) || !isfinite(b))
    return gud_study_say(&sw->w->study, "error: --over: from and to must be numbers, found %s", sw->w->over);
  if (end == third + 1 || *end || num < 2)
    return gud_study_say(&sw->w->study, "error: --over: count must be an integer of at least 2, found %s",
                         sw->w->over);
  if (num > MAX_POINTS)
    return gud_study_say(&sw->w->study, "error: --over: count is above 100000, found %s", sw->w->over);
  if (sw->w->log && !(a > 0 && b > 0))
    return gud_study_say(&sw->w->study, "error: --log needs positive values, found %s", sw->w->over);
  if (x == 0 && *unit) {
    snprintf(text, sizeof text, "1%.80s", unit);
    factor = gud_number_of(text);
  }
  for (long i = 0; i < num; i++) {
    double f = (double)i / (double)(num - 1), v = sw->w->log ? a * pow(b / a, f) : a + f * (b - a);
    if (i == num - 1) v = b;
    snprintf(text, sizeof text, "%.15g%.80s", v / factor, unit);
    if (!add_value(sw, text)) return 0;
  }
  return 1;
}

static int read_over(GudSweep *sw)
{
  const char *equal = strchr(sw->w->over, '=');
  if (!equal || equal == sw->w->over || equal - sw->w->over >= (long)sizeof sw->name || !equal[1])
    return gud_study_say(&sw->w->study,
                         "error: --over is written as name=from:to:count or name=v1,v2,..., found %s",
                         sw->w->over);
  snprintf(sw->name, sizeof sw->name, "%.*s", (int)(equal - sw->w->over), sw->w->over);
  if (strchr(equal, ':')) return spread(sw, equal + 1);
  if (sw->w->log)
    return gud_study_say(&sw->w->study, "error: --log needs name=from:to:count, found %s", sw->w->over);
  for (const char *s = equal + 1;; s++) {
    size_t n = strcspn(s, ",");
    if (!add_value(sw, gud_arena_trimmed(&sw->arena, s, n))) return 0;
    s += n;
    if (!*s) return 1;
  }
}

/* ---- the folder ---- */

/* The model is read with the first value, so that its errors come out once and not from every process. */
static int model_is_good(GudSweep *sw)
{
  const GudSweepArgs *w = sw->w;
  GudOptions          analysis;
  GudOutputOptions    output;
  GudPoincareOptions  poincare;
  GudSection          sections[GUD_NUM_SECTIONS];
  GudInput            in;
  const char         *sets[GUD_MAX_TEXTS + 1];
  char                text[400];
  int                 n = 0, good;
  for (int i = 0; i < w->study.sets.num; i++) sets[n++] = w->study.sets.text[i];
  snprintf(text, sizeof text, "%s=%.300s", sw->name, sw->value[0]);
  sets[n++] = text;
  gud_sections(&analysis, &output, &poincare, sections);
  gud_input_load(w->study.model, sets, n, sections, &in);
  gud_sections_check(&in, &analysis, &output, &poincare);
  gud_diag_print(in.diag, stderr);
  good    = in.model && !gud_diag_num_errors(in.diag);
  sw->sum = gud_diag_sum_all(in.diag);
  for (int i = 0; good && i < gud_env_num(in.env); i++) {
    GudParameter p;
    char         unit[GUD_DIM_SIZE];
    if (!gud_env_get(in.env, i, &p) || strcmp(p.name, sw->name)) continue;
    gud_label(sw->label, p.name, p.word ? "-" : gud_dim_unit(p.dim, unit), p.word || output.plain);
  }
  if (good && w->classify && !gud_poincare_wanted(&poincare)) {
    gud_study_say(&w->study, "%s: error: --classify needs a section 'poincare'", w->study.model);
    good = 0;
  }
  gud_input_free(&in);
  return good;
}

/* sweep.txt: a folder belongs to one sweep of one text of the model and of the files that it reads. */
static int claim_folder(GudSweep *sw)
{
  const GudSweepArgs *w    = sw->w;
  char               *text = NULL;
  size_t              size;
  int                 other;
  FILE               *f = open_memstream(&text, &size);
  if (!f) return 0;
  fprintf(f, "gudgeon sweep%s of %s\nmodel %s, sum %016llx\n", w->classify ? " with classification" : "",
          sw->name, w->study.model, sw->sum);
  for (int i = 0; i < w->study.sets.num; i++) fprintf(f, "set %s\n", w->study.sets.text[i]);
  for (int i = 0; i < w->study.petsc.num; i++) fprintf(f, "option %s\n", w->study.petsc.text[i]);
  for (int i = 0; i < sw->num; i++) fprintf(f, "value %s\n", sw->value[i]);
  fclose(f);
  int good = gud_points_begin(&sw->points) && gud_points_claim(&sw->points, "sweep.txt", text, &other);
  free(text);
  if (!good && other)
    gud_study_say(&w->study,
                  "error: %s holds another sweep, or the model or a file that it reads has changed since: "
                  "choose another --out, or remove it",
                  sw->points.out);
  return good;
}

static int want_point(GudSweep *sw, int i)
{
  char        text[400];
  const char *set = text;
  snprintf(text, sizeof text, "%s=%.300s", sw->name, sw->value[i]);
  return gud_point_want(&sw->points, i, &set, 1);
}

/* ---- tables ---- */

static int num_columns(const char *header)
{
  int n = 1;
  for (; *header; header++) n += *header == ',';
  return n;
}

/* The columns of one file of the points: those of the first point that is done. */
typedef struct {
  const char *file;
  char       *header;
} Columns;

static char *header_of(const GudSweep *sw, int i, const char *file)
{
  char folder[GUD_PATH_SIZE];
  gud_point_folder(&sw->points, i, folder);
  return sw->points.state[i].done ? gud_csv_line(folder, file, 0) : NULL;
}

static void put_columns(FILE *f, const GudSweep *sw, int i, const Columns *c)
{
  char folder[GUD_PATH_SIZE];
  gud_point_folder(&sw->points, i, folder);
  char *head = sw->points.state[i].done ? gud_csv_line(folder, c->file, 0) : NULL, *row = NULL;
  if (head && !strcmp(head, c->header)) row = gud_csv_line(folder, c->file, 1);
  if (row) fprintf(f, ",%s", row);
  else
    for (int k = num_columns(c->header); k > 0; k--) fputc(',', f);
  free(head), free(row);
}

static int write_table(const GudSweep *sw)
{
  static const char *const status[] = {"open", "done", "failed"};
  Columns                  c[2]     = {{"summary.csv", NULL}, {"classification.csv", NULL}};
  int                      num      = sw->w->classify ? 2 : 1;
  char                     tmp[GUD_PATH_SIZE];
  FILE                    *f = gud_open_beside(sw->points.out, "sweep.csv", tmp);
  if (!f) return 0;
  for (int k = 0; k < num; k++)
    for (int i = 0; i < sw->num && !c[k].header; i++) c[k].header = header_of(sw, i, c[k].file);
  fprintf(f, "point,%s,status,code", sw->label);
  for (int k = 0; k < num; k++)
    if (c[k].header) fprintf(f, ",%s", c[k].header);
  fprintf(f, ",reason\n");
  for (int i = 0; i < sw->num; i++) {
    const GudPointState *p = &sw->points.state[i];
    fprintf(f, "%d,", i + 1);
    gud_csv_value(f, sw->value[i]);
    fprintf(f, ",%s,%d", status[p->done ? 1 : p->code ? 2 : 0], p->code);
    for (int k = 0; k < num; k++)
      if (c[k].header) put_columns(f, sw, i, &c[k]);
    fputc(',', f);
    if (p->code) gud_csv_text(f, p->why);
    fputc('\n', f);
  }
  for (int k = 0; k < num; k++) free(c[k].header);
  return gud_close_beside(sw->points.out, "sweep.csv", tmp, f);
}

/* The rows of poincare.csv of all values; *rows: how many. */
static int write_bifurcation(const GudSweep *sw, long *rows)
{
  char   tmp[GUD_PATH_SIZE], path[GUD_PATH_SIZE], *line = NULL, *header = NULL;
  size_t cap = 0;
  *rows      = 0;
  for (int i = 0; i < sw->num && !header; i++) header = header_of(sw, i, "poincare.csv");
  if (!header) return 1;
  FILE *f = gud_open_beside(sw->points.out, "bifurcation.csv", tmp);
  if (!f) {
    free(header);
    return 0;
  }
  fprintf(f, "%s,%s\n", sw->label, header);
  for (int i = 0; i < sw->num; i++) {
    gud_point_folder(&sw->points, i, path);
    strcat(path, "/poincare.csv");
    FILE *in = sw->points.state[i].done ? fopen(path, "r") : NULL;
    for (int k = 0; in && getline(&line, &cap, in) > 0; k++) {
      line[strcspn(line, "\r\n")] = '\0';
      if (k == 0 && strcmp(line, header)) break; /* other probes: another table */
      if (k == 0) continue;
      gud_csv_value(f, sw->value[i]);
      fprintf(f, ",%s\n", line);
      ++*rows;
    }
    if (in) fclose(in);
  }
  free(line), free(header);
  return gud_close_beside(sw->points.out, "bifurcation.csv", tmp, f);
}

/* ---- the study ---- */

int gud_sweep_prepare(GudSweep *sw, const GudSweepArgs *args)
{
  *sw = (GudSweep){.w      = args,
                   .points = {.study   = &args->study,
                              .command = args->classify ? "classify" : "run",
                              .last    = args->classify ? "classification.csv" : "summary.csv"}};
  return read_over(sw) && model_is_good(sw) &&
         gud_study_folder(args->study.model, "_sweep", args->study.out, sw->points.out) && claim_folder(sw);
}

static void say_failures(const GudSweep *sw, int *failed, int *bad_input)
{
  const GudStudy *study = &sw->w->study;
  for (int i = 0; i < sw->num; i++) {
    const GudPointState *p = &sw->points.state[i];
    *failed += p->code != 0, *bad_input += p->code == GUD_BAD_INPUT;
    if (p->code && *failed <= 5)
      gud_study_say(study, "%s = %s failed (exit code %d): %s", sw->name, sw->value[i], p->code, p->why);
  }
  if (*failed > 5) gud_study_say(study, "... and %d more: see sweep.csv", *failed - 5);
}

int gud_sweep_run(GudSweep *sw)
{
  const GudStudy *study  = &sw->w->study;
  int             failed = 0, bad_input = 0, num = sw->num;
  gud_points_grow(&sw->points, num);
  /* the jobs start with the last one: hand them over backwards */
  for (int i = num - 1; i >= 0; i--)
    if (!want_point(sw, i)) return GUD_FAILED;
  sw->before = num - sw->points.num_jobs;
  if (sw->before) gud_study_say(study, "%d of %d values are done already", sw->before, num);
  int e    = gud_points_run(&sw->points);
  int good = write_table(sw) && write_bifurcation(sw, &sw->rows);
  for (int i = 0; i < num; i++) sw->open += !sw->points.state[i].done && !sw->points.state[i].code;
  say_failures(sw, &failed, &bad_input);
  if (sw->open && gud_interrupted) {
    gud_study_say(study, "interrupted: %d of %d values are done; the same command goes on", num - sw->open,
                  num);
    return GUD_INTERRUPTED;
  }
  return bad_input == num ? GUD_BAD_INPUT : failed || sw->open || e || !good ? GUD_FAILED : 0;
}

void gud_sweep_free(GudSweep *sw)
{
  gud_points_free(&sw->points);
  gud_arena_free(&sw->arena);
  free(sw->value);
}
