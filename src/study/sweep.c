/* A model for many values of its parameters: study/points.h, study/design.h.

   DIR/sweep.txt   what is swept: a second start with other words is refused
   DIR/sweep.csv   one row per point; DIR/bifurcation.csv: the Poincare points of all points
   and with chosen results the files of study/effects.h */
#include "study/sweep.h"

#include "base/interrupt.h"
#include "study/model.h"
#include "text/units.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the model ---- */

static void make_set(const GudSweep *sw, int point, int over, char out[GUD_SET_SIZE])
{
  char value[GUD_VALUE_SIZE];
  snprintf(out, GUD_SET_SIZE, "%s=%s", sw->design.over[over].name,
           gud_design_value(&sw->design, point, over, value));
}

/* What a parameter is called in headers. */
static void read_label(GudSweep *sw, GudEnv *env, int i, int plain)
{
  GudParameter p;
  char         unit[GUD_DIM_SIZE];
  if (!gud_env_get(env, i, &p)) return;
  for (int j = 0; j < sw->design.num_over; j++)
    if (!strcmp(p.name, sw->design.over[j].name))
      gud_label(sw->label[j], p.name, p.word ? "-" : gud_dim_unit(p.dim, unit), p.word || plain);
}

/* The model is read with the first value, so that its errors come out once and not from every process. */
static int model_is_good(GudSweep *sw)
{
  const GudSweepArgs *w = sw->w;
  GudStudyModel       m;
  const char         *sets[GUD_MAX_OVER];
  char                text[GUD_MAX_OVER][GUD_SET_SIZE];
  for (int j = 0; j < sw->design.num_over; j++) make_set(sw, 0, j, text[j]), sets[j] = text[j];
  int good = gud_study_read(&w->study, sets, sw->design.num_over, &m), plain = m.output.plain;
  gud_diag_print(m.in.diag, stderr);
  sw->sum = gud_diag_sum_all(m.in.diag);
  for (int i = 0; good && i < gud_env_num(m.in.env); i++) read_label(sw, m.in.env, i, plain);
  if (good && w->results) good = gud_effects_read(sw->effects, &w->study, w->results, m.in.model, plain);
  if (good && w->classify && !gud_poincare_wanted(&m.poincare)) {
    gud_study_say(&w->study, "%s: error: --classify needs a section 'poincare'", w->study.model);
    good = 0;
  }
  gud_study_model_free(&m);
  return good;
}

/* ---- the folder ---- */

/* sweep.txt: a folder belongs to one sweep of one text of the model and of the files that it reads. */
static int claim_folder(GudSweep *sw)
{
  const GudSweepArgs *w    = sw->w;
  char               *text = NULL;
  size_t              size;
  int                 other;
  char                value[GUD_VALUE_SIZE];
  FILE               *f = open_memstream(&text, &size);
  if (!f) return 0;
  fprintf(f, "gudgeon sweep%s of ", w->classify ? " with classification" : "");
  for (int j = 0; j < sw->design.num_over; j++) fprintf(f, "%s%s", j ? ", " : "", sw->design.over[j].name);
  fprintf(f, "\nmodel %s, sum %016llx\n", w->study.model, sw->sum);
  for (int i = 0; i < w->study.sets.num; i++) fprintf(f, "set %s\n", w->study.sets.text[i]);
  for (int i = 0; i < w->study.petsc.num; i++) fprintf(f, "option %s\n", w->study.petsc.text[i]);
  for (int i = 0; i < sw->num; i++) {
    fputs("value", f);
    for (int j = 0; j < sw->design.num_over; j++)
      fprintf(f, "%s %s", j ? "," : "", gud_design_value(&sw->design, i, j, value));
    fputc('\n', f);
  }
  fclose(f);
  int good = gud_points_begin(&sw->points) && gud_points_claim(&sw->points, "sweep.txt", text, &other);
  free(text);
  if (!good && other)
    gud_study_say(&w->study,
                  "error: %s contains another sweep, or the model or a file that it reads has changed since: "
                  "choose another --out, or remove it",
                  sw->points.out);
  return good;
}

static int want_point(GudSweep *sw, int i)
{
  char        text[GUD_MAX_OVER][GUD_SET_SIZE];
  const char *sets[GUD_MAX_OVER];
  for (int j = 0; j < sw->design.num_over; j++) make_set(sw, i, j, text[j]), sets[j] = text[j];
  return gud_point_want(&sw->points, i, sets, sw->design.num_over);
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

/* Parameters as columns. */
static void put_labels(FILE *f, const GudSweep *sw)
{
  for (int j = 0; j < sw->design.num_over; j++) fprintf(f, "%s%s", j ? "," : "", sw->label[j]);
}

static void put_values(FILE *f, const GudSweep *sw, int i)
{
  char value[GUD_VALUE_SIZE];
  for (int j = 0; j < sw->design.num_over; j++) {
    if (j) fputc(',', f);
    gud_csv_value(f, gud_design_value(&sw->design, i, j, value));
  }
}

static int write_table(const GudSweep *sw)
{
  Columns c[2] = {{"summary.csv", NULL}, {"classification.csv", NULL}};
  int     num  = sw->w->classify ? 2 : 1;
  char    tmp[GUD_PATH_SIZE];
  FILE   *f = gud_open_beside(sw->points.out, "sweep.csv", tmp);
  if (!f) return 0;
  for (int k = 0; k < num; k++)
    for (int i = 0; i < sw->num && !c[k].header; i++) c[k].header = header_of(sw, i, c[k].file);
  fputs("point,", f);
  put_labels(f, sw);
  fputs("," GUD_POINT_STATUS ",code", f);
  for (int k = 0; k < num; k++)
    if (c[k].header) fprintf(f, ",%s", c[k].header);
  fprintf(f, ",reason\n");
  for (int i = 0; i < sw->num; i++) {
    const GudPointState *p = &sw->points.state[i];
    fprintf(f, "%d,", i + 1);
    put_values(f, sw, i);
    fprintf(f, ",%s,%d",
            gud_point_status[p->done   ? GUD_POINT_DONE
                             : p->code ? GUD_POINT_FAILED
                                       : GUD_POINT_OPEN],
            p->code);
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
  put_labels(f, sw);
  fprintf(f, ",%s\n", header);
  for (int i = 0; i < sw->num; i++) {
    gud_point_folder(&sw->points, i, path);
    strcat(path, "/poincare.csv");
    FILE *in = sw->points.state[i].done ? fopen(path, "r") : NULL;
    for (int k = 0; in && getline(&line, &cap, in) > 0; k++) {
      line[strcspn(line, "\r\n")] = '\0';
      if (k == 0 && strcmp(line, header)) break; /* other probes: another table */
      if (k == 0) continue;
      put_values(f, sw, i);
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
  if (!gud_design_read(&sw->design, &args->study, &args->design)) return 0;
  sw->num     = sw->design.num;
  sw->effects = gud_alloc(sizeof *sw->effects);
  return model_is_good(sw) &&
         gud_study_folder(args->study.model, "_sweep", args->study.out, sw->points.out) && claim_folder(sw);
}

static void say_failures(const GudSweep *sw, int *failed, int *bad_input)
{
  const GudStudy *study = &sw->w->study;
  for (int i = 0; i < sw->num; i++) {
    const GudPointState *p = &sw->points.state[i];
    *failed += p->code != 0, *bad_input += p->code == GUD_BAD_INPUT;
    if (!p->code || *failed > 5) continue;
    char   names[400] = "", value[GUD_VALUE_SIZE];
    size_t n          = 0;
    for (int j = 0; j < sw->design.num_over && n < sizeof names - 200; j++)
      n += (size_t)snprintf(names + n, sizeof names - n, "%s%s = %.100s", j ? ", " : "",
                            sw->design.over[j].name, gud_design_value(&sw->design, i, j, value));
    gud_study_say(study, "%s failed (exit code %d): %s", names, p->code, p->why);
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
  if (good && !sw->open && sw->effects->num && failed < num)
    good = sw->computed = gud_effects_write(sw->effects, &sw->design, &sw->points, sw->label);
  if (sw->open && gud_interrupted) {
    gud_study_say(study, "interrupted: %d of %d values are done; the same command continues", num - sw->open,
                  num);
    return GUD_INTERRUPTED;
  }
  return bad_input == num ? GUD_BAD_INPUT : failed || sw->open || e || !good ? GUD_FAILED : 0;
}

void gud_sweep_free(GudSweep *sw)
{
  gud_points_free(&sw->points);
  gud_design_free(&sw->design);
  if (sw->effects) gud_effects_free(sw->effects);
  free(sw->effects);
}
