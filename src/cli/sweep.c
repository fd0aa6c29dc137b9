/* gudgeon sweep: a model for many values of one parameter. Each value is a process of its own and a folder of its own.

   DIR/sweep.txt         what is swept: a second start with other words is refused
   DIR/points/0001/...   results of the first value; done when the last file of the run stands there, which is written
                         beside and renamed: summary.csv, or with --classify classification.csv
   DIR/points/N/failed   exit code and reason of a value that cannot be computed
   DIR/sweep.csv         one row per value; DIR/bifurcation.csv: the Poincare points of all values
   So a sweep that is killed goes on with the values that are not done. A process that was killed is tried again. */
#include "cli/commands.h"
#include "cli/jobs.h"

#include "base/clean.h"
#include "base/clock.h"
#include "text/units.h"
#include "output/label.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_POINTS = 100000 }; /* said in a message, too */

typedef struct {
  const char *model, *out, *over;
  GudTexts    sets, petsc;
  int         log, classify, jobs;
} Args;

static const GudArg args[] = {
  GUD_ARG_MODEL(Args, model),
  {"--over", "NAME=FROM:TO:COUNT", "parameter and its values, or NAME=V1,V2,...", GUD_ARG_TEXT,
   offsetof(Args, over), "over which values? --over is missing:"},
  {"--log", NULL, "values in geometric steps", GUD_ARG_FLAG, offsetof(Args, log), NULL},
  {"--classify", NULL, "classify each motion, too", GUD_ARG_FLAG, offsetof(Args, classify), NULL},
  GUD_ARG_SET(Args, sets),
  GUD_ARG_OUT(Args, out),
  GUD_ARG_JOBS(Args, jobs),
  GUD_ARG_FOR_PETSC(Args, petsc),
};

typedef struct {
  char folder[GUD_MAX_FOLDER + 100], log[GUD_MAX_FOLDER + 200];
  int  done, code; /* code of a value that failed; 0: not (yet) */
  char why[GUD_REASON_SIZE];
} Point;

typedef struct {
  const Args *w;
  char        name[80];       /* of the parameter */
  char      **value;          /* texts as for --set */
  int         num, processes; /* values; processes at the same time */
  GudArena    arena;          /* all texts */
  char        out[GUD_MAX_FOLDER + 1];
  Point      *points;
  GudJob     *jobs;
  int        *point_of; /* of a job */
  int         num_jobs, finished, failed;
  double      start, shown;
  const char *last;                  /* name of the file that ends a run */
  char        label[GUD_LABEL_SIZE]; /* of the parameter, in headers */

  unsigned long long sum; /* of the model file and all that it reads */
} Sweep;

/* ---- arguments ---- */

static int complain(const char *text, const char *about)
{
  fprintf(stderr, "error: %s %s\n", text, about);
  return 0;
}

static int add_value(Sweep *sw, const char *text)
{
  if (sw->num == MAX_POINTS) return complain("too many values in --over", sw->w->over);
  sw->value            = gud_resize(sw->value, sizeof(char *) * (size_t)(sw->num + 1));
  sw->value[sw->num++] = gud_arena_text(&sw->arena, text);
  return *text ? 1 : complain("an empty value in --over", sw->w->over);
}

/* from:to:count; the values get the unit of `from` */
static int spread(Sweep *sw, const char *range)
{
  const char *second = strchr(range, ':') + 1, *third = strchr(second, ':');
  if (!third) return complain("--over is written as name=from:to:count, found", sw->w->over);
  char  *from = gud_arena_trimmed(&sw->arena, range, (size_t)(second - 1 - range)), *unit, *end, text[120];
  char  *to   = gud_arena_trimmed(&sw->arena, second, (size_t)(third - second));
  double a = gud_number_of(from), b = gud_number_of(to), x = strtod(from, &unit), factor = x != 0 ? a / x : 1;
  long   num = strtol(third + 1, &end, 10);
  if (!isfinite(a) || !isfinite(b))
    return complain("--over: from and to must be numbers, found", sw->w->over);
  if (end == third + 1 || *end || num < 2)
    return complain("--over: count must be an integer of at least 2, found", sw->w->over);
  if (num > MAX_POINTS) return complain("--over: count is above 100000, found", sw->w->over);
  if (sw->w->log && !(a > 0 && b > 0)) return complain("--log needs positive values, found", sw->w->over);
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

static int read_over(Sweep *sw)
{
  const char *equal = strchr(sw->w->over, '=');
  if (!equal || equal == sw->w->over || equal - sw->w->over >= (long)sizeof sw->name || !equal[1])
    return complain("--over is written as name=from:to:count or name=v1,v2,..., found", sw->w->over);
  snprintf(sw->name, sizeof sw->name, "%.*s", (int)(equal - sw->w->over), sw->w->over);
  if (strchr(equal, ':')) return spread(sw, equal + 1);
  if (sw->w->log) return complain("--log needs name=from:to:count, found", sw->w->over);
  for (const char *s = equal + 1;; s++) {
    size_t n = strcspn(s, ",");
    if (!add_value(sw, gud_arena_trimmed(&sw->arena, s, n))) return 0;
    s += n;
    if (!*s) return 1;
  }
}

/* ---- the folder ---- */

/* The model is read with the first value, so that its errors come out once and not from every process. */
static int model_is_good(Sweep *sw)
{
  const Args        *w = sw->w;
  GudOptions         analysis;
  GudOutputOptions   output;
  GudPoincareOptions poincare;
  GudSection         sections[GUD_NUM_SECTIONS];
  GudInput           in;
  const char        *sets[GUD_MAX_TEXTS + 1];
  char               text[400];
  int                n = 0, good;
  for (int i = 0; i < w->sets.num; i++) sets[n++] = w->sets.text[i];
  snprintf(text, sizeof text, "%s=%.300s", sw->name, sw->value[0]);
  sets[n++] = text;
  gud_sections(&analysis, &output, &poincare, sections);
  gud_input_load(w->model, sets, n, sections, &in);
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
    fprintf(stderr, "%s: error: --classify needs a section 'poincare'\n", w->model);
    good = 0;
  }
  gud_input_free(&in);
  return good;
}

static int same_text(const char *a, const char *b)
{
  FILE *f = fopen(a, "r"), *g = fopen(b, "r");
  int   same = f && g, c = 0;
  while (same && c != EOF) c = getc(f), same = c == getc(g);
  if (f) fclose(f);
  if (g) fclose(g);
  return same;
}

/* sweep.txt: a folder belongs to one sweep of one text of the model and of the files that it reads. */
static int claim_folder(Sweep *sw)
{
  const Args *w = sw->w;
  char        tmp[GUD_PATH_SIZE], path[GUD_MAX_FOLDER + 100], points[GUD_MAX_FOLDER + 100];
  snprintf(path, sizeof path, "%s/sweep.txt", sw->out);
  snprintf(points, sizeof points, "%s/points", sw->out);
  int e = gud_make_folder(points);
  if (e) {
    fprintf(stderr, "error: cannot make the folder %s: %s\n", points, strerror(e));
    return 0;
  }
  FILE *f = gud_open_beside(sw->out, "sweep.txt", tmp);
  if (!f) return 0;
  fprintf(f, "gudgeon sweep%s of %s\nmodel %s, sum %016llx\n", w->classify ? " with classification" : "",
          sw->name, w->model, sw->sum);
  for (int i = 0; i < w->sets.num; i++) fprintf(f, "set %s\n", w->sets.text[i]);
  for (int i = 0; i < w->petsc.num; i++) fprintf(f, "option %s\n", w->petsc.text[i]);
  for (int i = 0; i < sw->num; i++) fprintf(f, "value %s\n", sw->value[i]);
  if (!access(path, F_OK)) {
    int same = !ferror(f) & !fclose(f) && same_text(tmp, path);
    remove(tmp);
    if (!same)
      fprintf(stderr,
              "error: %s holds another sweep, or the model or a file that it reads has changed since: choose "
              "another --out, or remove it\n",
              sw->out);
    return same;
  }
  return gud_close_beside(sw->out, "sweep.txt", tmp, f);
}

/* ---- points ---- */

static void look_at_point(const Sweep *sw, Point *p)
{
  char path[GUD_PATH_SIZE];
  snprintf(path, sizeof path, "%s/%s", p->folder, sw->last);
  p->done = !access(path, F_OK), p->code = 0;
  snprintf(path, sizeof path, "%s/failed", p->folder);
  FILE *f = p->done ? NULL : fopen(path, "r");
  if (!f) return;
  if (fscanf(f, "%d ", &p->code) != 1 || !fgets(p->why, sizeof p->why, f))
    p->code = 0; /* cut off: not there */
  p->why[strcspn(p->why, "\n")] = '\0';
  gud_clean(p->why);
  fclose(f);
}

/* Failed for good: written beside and renamed, as everything that says that a point is over. */
static void mark_failed(const Point *p)
{
  char path[GUD_PATH_SIZE], tmp[GUD_PATH_SIZE];
  snprintf(path, sizeof path, "%s/failed", p->folder);
  snprintf(tmp, sizeof tmp, "%s/failed.tmp", p->folder);
  FILE *f = fopen(tmp, "w");
  if (!f) return;
  fprintf(f, "%d %s\n", p->code, p->why);
  if (!(ferror(f) | fclose(f))) rename(tmp, path);
}

static int prepare_point(Sweep *sw, int i)
{
  const Args *w = sw->w;
  Point      *p = &sw->points[i];
  snprintf(p->folder, sizeof p->folder, "%s/points/%04d", sw->out, i + 1);
  snprintf(p->log, sizeof p->log, "%s/terminal.log", p->folder);
  look_at_point(sw, p);
  if (p->done || p->code) return 1;
  static char program[1024];
  if (!program[0]) gud_jobs_program(program, sizeof program);
  char set[400], **argv = gud_arena_alloc(&sw->arena, sizeof(char *) * (3 * GUD_MAX_TEXTS + 20));
  int  n = 0, e;
  snprintf(set, sizeof set, "%s=%.300s", sw->name, sw->value[i]);
  argv[n++] = program, argv[n++] = w->classify ? "classify" : "run", argv[n++] = (char *)w->model;
  for (int k = 0; k < w->sets.num; k++) argv[n++] = "--set", argv[n++] = (char *)w->sets.text[k];
  argv[n++] = "--set", argv[n++] = gud_arena_text(&sw->arena, set);
  argv[n++] = "--out", argv[n++] = p->folder, argv[n++] = "--quiet";
  if (!w->classify) argv[n++] = "--force";
  argv[n++] = "-output_vtk", argv[n++] = "0";
  for (int k = 0; k < w->petsc.num; k++) argv[n++] = (char *)w->petsc.text[k];
  e = gud_make_folder(p->folder);
  if (e) {
    fprintf(stderr, "error: cannot make the folder %s: %s\n", p->folder, strerror(e));
    return 0;
  }
  sw->jobs[sw->num_jobs]       = (GudJob){.argv = argv, .log = p->log};
  sw->point_of[sw->num_jobs++] = i;
  return 1;
}

/* ---- tables ---- */

static int num_columns(const char *header)
{
  int n = 1;
  for (; *header; header++) n += *header == ',';
  return n;
}

static void put_value(FILE *f, const char *text)
{
  double x = gud_number_of(text);
  if (isfinite(x)) fprintf(f, "%.15g", x);
  else gud_csv_text(f, text);
}

/* The columns of one file of the points: those of the first point that is done. */
typedef struct {
  const char *file;
  char       *header;
} Columns;

static void put_columns(FILE *f, const Sweep *sw, int i, const Columns *c)
{
  const Point *p    = &sw->points[i];
  char        *head = p->done ? gud_csv_line(p->folder, c->file, 0) : NULL, *row = NULL;
  if (head && !strcmp(head, c->header)) row = gud_csv_line(p->folder, c->file, 1);
  if (row) fprintf(f, ",%s", row);
  else
    for (int k = num_columns(c->header); k > 0; k--) fputc(',', f);
  free(head), free(row);
}

static int write_table(const Sweep *sw)
{
  static const char *const status[] = {"open", "done", "failed"};
  Columns                  c[2]     = {{"summary.csv", NULL}, {"classification.csv", NULL}};
  int                      num      = sw->w->classify ? 2 : 1;
  char                     tmp[GUD_PATH_SIZE];
  FILE                    *f = gud_open_beside(sw->out, "sweep.csv", tmp);
  if (!f) return 0;
  for (int k = 0; k < num; k++)
    for (int i = 0; i < sw->num && !c[k].header; i++)
      if (sw->points[i].done) c[k].header = gud_csv_line(sw->points[i].folder, c[k].file, 0);
  fprintf(f, "point,%s,status,code", sw->label);
  for (int k = 0; k < num; k++)
    if (c[k].header) fprintf(f, ",%s", c[k].header);
  fprintf(f, ",reason\n");
  for (int i = 0; i < sw->num; i++) {
    const Point *p = &sw->points[i];
    fprintf(f, "%d,", i + 1);
    put_value(f, sw->value[i]);
    fprintf(f, ",%s,%d", status[p->done ? 1 : p->code ? 2 : 0], p->code);
    for (int k = 0; k < num; k++)
      if (c[k].header) put_columns(f, sw, i, &c[k]);
    fputc(',', f);
    if (p->code) gud_csv_text(f, p->why);
    fputc('\n', f);
  }
  for (int k = 0; k < num; k++) free(c[k].header);
  return gud_close_beside(sw->out, "sweep.csv", tmp, f);
}

/* The rows of poincare.csv of all values; *rows: how many. */
static int write_bifurcation(const Sweep *sw, long *rows)
{
  char   tmp[GUD_PATH_SIZE], path[GUD_PATH_SIZE], *line = NULL, *header = NULL;
  size_t cap = 0;
  *rows      = 0;
  for (int i = 0; i < sw->num && !header; i++)
    if (sw->points[i].done) header = gud_csv_line(sw->points[i].folder, "poincare.csv", 0);
  if (!header) return 1;
  FILE *f = gud_open_beside(sw->out, "bifurcation.csv", tmp);
  if (!f) {
    free(header);
    return 0;
  }
  fprintf(f, "%s,%s\n", sw->label, header);
  for (int i = 0; i < sw->num; i++) {
    snprintf(path, sizeof path, "%s/poincare.csv", sw->points[i].folder);
    FILE *in = sw->points[i].done ? fopen(path, "r") : NULL;
    for (int k = 0; in && getline(&line, &cap, in) > 0; k++) {
      line[strcspn(line, "\r\n")] = '\0';
      if (k == 0 && strcmp(line, header)) break; /* other probes: another table */
      if (k == 0) continue;
      put_value(f, sw->value[i]);
      fprintf(f, ",%s\n", line);
      ++*rows;
    }
    if (in) fclose(in);
  }
  free(line), free(header);
  return gud_close_beside(sw->out, "bifurcation.csv", tmp, f);
}

/* ---- running ---- */

static void show_progress(Sweep *sw, int end)
{
  double now = gud_wall(), used = now - sw->start;
  if (!isatty(STDERR_FILENO) || (!end && now - sw->shown < 0.2)) return;
  sw->shown = now;
  fprintf(stderr, "\r%d of %d values", sw->num - sw->num_jobs + sw->finished, sw->num);
  if (sw->failed) fprintf(stderr, ", %d failed", sw->failed);
  if (sw->finished && !end)
    fprintf(stderr, ", %.0f s left ", used * (sw->num_jobs - sw->finished) / sw->finished);
  fprintf(stderr, "\033[K%s", end ? "\n" : "");
  fflush(stderr);
}

static void job_done(const GudJob *j, void *ctx)
{
  Sweep *sw = ctx;
  Point *p  = &sw->points[sw->point_of[j - sw->jobs]];
  look_at_point(sw, p);
  sw->finished++;
  if (!p->done && j->code != GUD_INTERRUPTED && !(gud_interrupted && j->code > 128)) {
    p->code = j->code ? j->code : GUD_FAILED;
    gud_job_reason(p->log, p->why);
    if (j->code > 128) snprintf(p->why, sizeof p->why, "killed by signal %d", j->code - 128);
    else mark_failed(p); /* a process that was killed is tried again */
    sw->failed++;
  }
  show_progress(sw, 0);
}

static int run_all(Sweep *sw)
{
  int    num = sw->num, open_points = 0, failed = 0, bad_input = 0, e, good;
  long   rows;
  double busy = 0;
  sw->start   = gud_wall();
  /* the jobs start with the last one: hand them over backwards */
  for (int i = num - 1; i >= 0; i--)
    if (!prepare_point(sw, i)) return GUD_FAILED;
  int before = num - sw->num_jobs;
  if (before) fprintf(stderr, "%d of %d values are done already\n", before, num);
  show_progress(sw, 0);
  e = gud_jobs_run(sw->jobs, sw->num_jobs, sw->processes, job_done, sw);
  if (e) fprintf(stderr, "error: cannot start a run: %s\n", strerror(e));
  if (sw->num_jobs) show_progress(sw, 1);
  for (int i = 0; i < sw->num_jobs; i++) busy += sw->jobs[i].cpu;
  good = write_table(sw) && write_bifurcation(sw, &rows);
  for (int i = 0; i < num; i++) {
    const Point *p = &sw->points[i];
    open_points += !p->done && !p->code;
    failed += p->code != 0, bad_input += p->code == GUD_BAD_INPUT;
    if (p->code && failed <= 5)
      fprintf(stderr, "%s = %s failed (exit code %d): %s\n", sw->name, sw->value[i], p->code, p->why);
  }
  if (failed > 5) fprintf(stderr, "... and %d more: see sweep.csv\n", failed - 5);
  if (open_points && gud_interrupted)
    fprintf(stderr, "interrupted: %d of %d values are done; the same command goes on\n", num - open_points,
            num);
  double wall = gud_wall() - sw->start;
  printf("%d values", num);
  if (sw->num_jobs)
    printf(", %d now, in %.3g s; processors busy %.0f %%", sw->finished, wall,
           100 * busy / wall / sw->processes);
  printf("\ntable: %s/sweep.csv\n", sw->out);
  if (good && rows) printf("Poincare points: %s/bifurcation.csv (%ld)\n", sw->out, rows);
  if (gud_interrupted && open_points) return GUD_INTERRUPTED;
  return bad_input == num ? GUD_BAD_INPUT : failed || open_points || e || !good ? GUD_FAILED : 0;
}

static PetscErrorCode run(const void *given, int *code)
{
  Sweep      *sw = gud_alloc(sizeof *sw);
  const Args *w  = given;
  PetscFunctionBeginUser;
  *code         = GUD_BAD_INPUT;
  sw->w         = w;
  sw->processes = w->jobs ? w->jobs : gud_jobs_processors();
  if (read_over(sw) && model_is_good(sw)) {
    size_t num   = (size_t)sw->num;
    sw->last     = w->classify ? "classification.csv" : "summary.csv";
    sw->points   = gud_alloc(sizeof *sw->points * num);
    sw->jobs     = gud_alloc(sizeof *sw->jobs * num);
    sw->point_of = gud_alloc(sizeof *sw->point_of * num);
    if (gud_study_folder(w->model, "_sweep", w->out, sw->out) && claim_folder(sw)) *code = run_all(sw);
  }
  gud_arena_free(&sw->arena);
  free(sw->value), free(sw->points), free(sw->jobs), free(sw->point_of), free(sw);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudCommand gud_command_sweep = {
  .name     = "sweep",
  .usage    = "sweep MODEL --over name=from:to:count [--log] [--classify]",
  .summary  = "one parameter over many values, on all cores; continues after an interruption",
  .args     = args,
  .num_args = GUD_COUNT(args),
  .size     = sizeof(Args),
  .plain    = 1,
  .run      = run,
};
