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

enum { MAX_WORDS = 200, MAX_POINTS = 100000 }; /* said in a message, too */

typedef struct {
  const char *model, *out;
  const char *sets[MAX_WORDS], *petsc[MAX_WORDS];
  int         num_sets, num_petsc;
  const char *over; /* as given */
  char        name[80];
  char      **value; /* texts as for --set */
  int         num, log, classify, jobs;
  GudArena    arena; /* all texts */
} Words;

typedef struct {
  char folder[GUD_MAX_FOLDER + 100], log[GUD_MAX_FOLDER + 200];
  int  done, code; /* code of a value that failed; 0: not (yet) */
  char why[GUD_REASON_SIZE];
} Point;

typedef struct {
  Words       w;
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

/* ---- words ---- */

static int complain(const char *text, const char *word)
{
  fprintf(
    stderr,
    "error: %s%s%s\nusage: gudgeon sweep MODEL --over name=from:to:count | --over name=v1,v2,... [--log]\n"
    "       [--classify] [--set name=value]... [--out DIR] [--jobs N]\n",
    text, word ? " " : "", word ? word : "");
  return 0;
}

static int add_value(Words *w, const char *text)
{
  if (w->num == MAX_POINTS) return complain("too many values in --over", w->over);
  w->value           = gud_resize(w->value, sizeof(char *) * (size_t)(w->num + 1));
  w->value[w->num++] = gud_arena_text(&w->arena, text);
  return *text ? 1 : complain("an empty value in --over", w->over);
}

/* from:to:count; the values get the unit of `from` */
static int spread(Words *w, const char *range)
{
  const char *second = strchr(range, ':') + 1, *third = strchr(second, ':');
  if (!third) return complain("--over is written as name=from:to:count, found", w->over);
  char  *from = gud_arena_trimmed(&w->arena, range, (size_t)(second - 1 - range)), *unit, *end, text[120];
  char  *to   = gud_arena_trimmed(&w->arena, second, (size_t)(third - second));
  double a = gud_number_of(from), b = gud_number_of(to), x = strtod(from, &unit), factor = x != 0 ? a / x : 1;
  long   num = strtol(third + 1, &end, 10);
  if (!isfinite(a) || !isfinite(b)) return complain("--over: from and to must be numbers, found", w->over);
  if (end == third + 1 || *end || num < 2)
    return complain("--over: count must be an integer of at least 2, found", w->over);
  if (num > MAX_POINTS) return complain("--over: count is above 100000, found", w->over);
  if (w->log && !(a > 0 && b > 0)) return complain("--log needs positive values, found", w->over);
  if (x == 0 && *unit) {
    snprintf(text, sizeof text, "1%.80s", unit);
    factor = gud_number_of(text);
  }
  for (long i = 0; i < num; i++) {
    double f = (double)i / (double)(num - 1), v = w->log ? a * pow(b / a, f) : a + f * (b - a);
    if (i == num - 1) v = b;
    snprintf(text, sizeof text, "%.15g%.80s", v / factor, unit);
    if (!add_value(w, text)) return 0;
  }
  return 1;
}

static int read_over(Words *w)
{
  const char *equal = strchr(w->over, '=');
  if (!equal || equal == w->over || equal - w->over >= (long)sizeof w->name || !equal[1])
    return complain("--over is written as name=from:to:count or name=v1,v2,..., found", w->over);
  snprintf(w->name, sizeof w->name, "%.*s", (int)(equal - w->over), w->over);
  if (strchr(equal, ':')) return spread(w, equal + 1);
  if (w->log) return complain("--log needs name=from:to:count, found", w->over);
  for (const char *s = equal + 1;; s++) {
    size_t n = strcspn(s, ",");
    if (!add_value(w, gud_arena_trimmed(&w->arena, s, n))) return 0;
    s += n;
    if (!*s) return 1;
  }
}

static int read_words(int argc, char **argv, Words *w)
{
  static const char *const known[] = {"--over", "--set", "--out", "--jobs", "--log", "--classify"};
  enum { OVER, SET, OUT, JOBS, LOG, CLASSIFY };
  w->jobs = gud_jobs_processors();
  for (int i = 0; i < argc; i++) {
    const char *a = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
    int         k = 0;
    if (!strncmp(a, "--", 2)) {
      char hint[GUD_HINT_SIZE], text[200];
      while (k < GUD_COUNT(known) && strcmp(a, known[k])) k++;
      snprintf(text, sizeof text, "%.60s%s", a, gud_hint(hint, a, known, GUD_COUNT(known)));
      if (k == GUD_COUNT(known)) return complain("unknown option", text);
      if (k < LOG && !value) return complain("a value is missing behind", a);
      if (k < LOG) i++;
      switch (k) {
      case OVER:
        if (w->over) return complain("only one parameter can be swept, found a second --over", value);
        w->over = value;
        break;
      case SET:
        if (w->num_sets == MAX_WORDS / 2) return complain("too many --set", NULL);
        w->sets[w->num_sets++] = value;
        break;
      case OUT: w->out = value; break;
      case JOBS:
        if ((w->jobs = atoi(value)) < 1) return complain("--jobs takes a number above 0, found", value);
        break;
      case LOG: w->log = 1; break;
      default: w->classify = 1;
      }
    } else if (a[0] == '-' && a[1]) { /* a PETSc option and its value: handed on */
      if (w->num_petsc > MAX_WORDS - 2) return complain("too many PETSc options", NULL);
      w->petsc[w->num_petsc++] = a;
      if (value && value[0] != '-' && !strstr(value, ".yaml")) w->petsc[w->num_petsc++] = value, i++;
    } else if (!w->model) {
      w->model = a;
    } else {
      return complain("unexpected word", a);
    }
  }
  if (!w->model) return complain("which model?", NULL);
  if (!w->over) return complain("over which values? --over is missing", NULL);
  return read_over(w);
}

/* ---- the folder ---- */

/* The model is read with the first value, so that its errors come out once and not from every process. */
static int model_is_good(Sweep *sw)
{
  const Words       *w = &sw->w;
  GudOptions         analysis;
  GudOutputOptions   output;
  GudPoincareOptions poincare;
  GudSection         sections[GUD_NUM_SECTIONS];
  GudInput           in;
  const char        *sets[MAX_WORDS];
  char               text[400];
  int                n = 0, good;
  for (int i = 0; i < w->num_sets; i++) sets[n++] = w->sets[i];
  snprintf(text, sizeof text, "%s=%.300s", w->name, w->value[0]);
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
    if (!gud_env_get(in.env, i, &p) || strcmp(p.name, w->name)) continue;
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
  const Words *w = &sw->w;
  char         tmp[GUD_PATH_SIZE], path[GUD_MAX_FOLDER + 100], points[GUD_MAX_FOLDER + 100];
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
          w->name, w->model, sw->sum);
  for (int i = 0; i < w->num_sets; i++) fprintf(f, "set %s\n", w->sets[i]);
  for (int i = 0; i < w->num_petsc; i++) fprintf(f, "option %s\n", w->petsc[i]);
  for (int i = 0; i < w->num; i++) fprintf(f, "value %s\n", w->value[i]);
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
  Words *w = &sw->w;
  Point *p = &sw->points[i];
  snprintf(p->folder, sizeof p->folder, "%s/points/%04d", sw->out, i + 1);
  snprintf(p->log, sizeof p->log, "%s/terminal.log", p->folder);
  look_at_point(sw, p);
  if (p->done || p->code) return 1;
  static char program[1024];
  if (!program[0]) gud_jobs_program(program, sizeof program);
  char set[400], **argv = gud_arena_alloc(&w->arena, sizeof(char *) * (2 * MAX_WORDS + 20));
  int  n = 0, e;
  snprintf(set, sizeof set, "%s=%.300s", w->name, w->value[i]);
  argv[n++] = program, argv[n++] = w->classify ? "classify" : "run", argv[n++] = (char *)w->model;
  for (int k = 0; k < w->num_sets; k++) argv[n++] = "--set", argv[n++] = (char *)w->sets[k];
  argv[n++] = "--set", argv[n++] = gud_arena_text(&w->arena, set);
  argv[n++] = "--out", argv[n++] = p->folder, argv[n++] = "--quiet";
  if (!w->classify) argv[n++] = "--force";
  argv[n++] = "-output_vtk", argv[n++] = "0";
  for (int k = 0; k < w->num_petsc; k++) argv[n++] = (char *)w->petsc[k];
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
  int                      num      = sw->w.classify ? 2 : 1;
  char                     tmp[GUD_PATH_SIZE];
  FILE                    *f = gud_open_beside(sw->out, "sweep.csv", tmp);
  if (!f) return 0;
  for (int k = 0; k < num; k++)
    for (int i = 0; i < sw->w.num && !c[k].header; i++)
      if (sw->points[i].done) c[k].header = gud_csv_line(sw->points[i].folder, c[k].file, 0);
  fprintf(f, "point,%s,status,code", sw->label);
  for (int k = 0; k < num; k++)
    if (c[k].header) fprintf(f, ",%s", c[k].header);
  fprintf(f, ",reason\n");
  for (int i = 0; i < sw->w.num; i++) {
    const Point *p = &sw->points[i];
    fprintf(f, "%d,", i + 1);
    put_value(f, sw->w.value[i]);
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
  for (int i = 0; i < sw->w.num && !header; i++)
    if (sw->points[i].done) header = gud_csv_line(sw->points[i].folder, "poincare.csv", 0);
  if (!header) return 1;
  FILE *f = gud_open_beside(sw->out, "bifurcation.csv", tmp);
  if (!f) {
    free(header);
    return 0;
  }
  fprintf(f, "%s,%s\n", sw->label, header);
  for (int i = 0; i < sw->w.num; i++) {
    snprintf(path, sizeof path, "%s/poincare.csv", sw->points[i].folder);
    FILE *in = sw->points[i].done ? fopen(path, "r") : NULL;
    for (int k = 0; in && getline(&line, &cap, in) > 0; k++) {
      line[strcspn(line, "\r\n")] = '\0';
      if (k == 0 && strcmp(line, header)) break; /* other probes: another table */
      if (k == 0) continue;
      put_value(f, sw->w.value[i]);
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
  fprintf(stderr, "\r%d of %d values", sw->w.num - sw->num_jobs + sw->finished, sw->w.num);
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
  int    num = sw->w.num, open_points = 0, failed = 0, bad_input = 0, e, good;
  long   rows;
  double busy = 0;
  sw->start   = gud_wall();
  /* the jobs start with the last one: hand them over backwards */
  for (int i = num - 1; i >= 0; i--)
    if (!prepare_point(sw, i)) return GUD_FAILED;
  int before = num - sw->num_jobs;
  if (before) fprintf(stderr, "%d of %d values are done already\n", before, num);
  show_progress(sw, 0);
  e = gud_jobs_run(sw->jobs, sw->num_jobs, sw->w.jobs, job_done, sw);
  if (e) fprintf(stderr, "error: cannot start a run: %s\n", strerror(e));
  if (sw->num_jobs) show_progress(sw, 1);
  for (int i = 0; i < sw->num_jobs; i++) busy += sw->jobs[i].cpu;
  good = write_table(sw) && write_bifurcation(sw, &rows);
  for (int i = 0; i < num; i++) {
    const Point *p = &sw->points[i];
    open_points += !p->done && !p->code;
    failed += p->code != 0, bad_input += p->code == GUD_BAD_INPUT;
    if (p->code && failed <= 5)
      fprintf(stderr, "%s = %s failed (exit code %d): %s\n", sw->w.name, sw->w.value[i], p->code, p->why);
  }
  if (failed > 5) fprintf(stderr, "... and %d more: see sweep.csv\n", failed - 5);
  if (open_points && gud_interrupted)
    fprintf(stderr, "interrupted: %d of %d values are done; the same command goes on\n", num - open_points,
            num);
  double wall = gud_wall() - sw->start;
  printf("%d values", num);
  if (sw->num_jobs)
    printf(", %d now, in %.3g s; processors busy %.0f %%", sw->finished, wall,
           100 * busy / wall / sw->w.jobs);
  printf("\ntable: %s/sweep.csv\n", sw->out);
  if (good && rows) printf("Poincare points: %s/bifurcation.csv (%ld)\n", sw->out, rows);
  if (gud_interrupted && open_points) return GUD_INTERRUPTED;
  return bad_input == num ? GUD_BAD_INPUT : failed || open_points || e || !good ? GUD_FAILED : 0;
}

PetscErrorCode GudCommandSweep(int argc, char **argv, int *code)
{
  Sweep *sw = gud_alloc(sizeof *sw);
  Words *w  = &sw->w;
  PetscFunctionBeginUser;
  *code = GUD_BAD_INPUT;
  if (read_words(argc, argv, w) && model_is_good(sw)) {
    size_t num   = (size_t)w->num;
    sw->last     = w->classify ? "classification.csv" : "summary.csv";
    sw->points   = gud_alloc(sizeof *sw->points * num);
    sw->jobs     = gud_alloc(sizeof *sw->jobs * num);
    sw->point_of = gud_alloc(sizeof *sw->point_of * num);
    if (gud_study_folder(w->model, "_sweep", w->out, sw->out) && claim_folder(sw)) *code = run_all(sw);
  }
  gud_arena_free(&w->arena);
  free(w->value), free(sw->points), free(sw->jobs), free(sw->point_of), free(sw);
  PetscFunctionReturn(PETSC_SUCCESS);
}
