#include "study/points.h"

#include "base/clean.h"
#include "base/clock.h"
#include "base/interrupt.h"
#include "gudgeon.h"
#include "text/units.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int make_folder(const GudPoints *p, const char *path)
{
  int e = gud_make_folder(path);
  return e ? gud_study_say(p->study, "error: cannot make the folder %s: %s", path, strerror(e)) : 1;
}

int gud_points_begin(GudPoints *p)
{
  char path[GUD_PATH_SIZE];
  snprintf(path, sizeof path, "%s/points", p->out);
  return make_folder(p, path);
}

void gud_points_grow(GudPoints *p, int num)
{
  p->state = gud_resize(p->state, sizeof *p->state * (size_t)num);
  for (; p->num < num; p->num++) p->state[p->num] = (GudPointState){0};
}

void gud_point_folder(const GudPoints *p, int i, char folder[GUD_PATH_SIZE])
{
  snprintf(folder, GUD_PATH_SIZE, "%s/points/%04d", p->out, i + 1);
}

/* What the folder of point i says: done, or failed with exit code and reason, or neither. */
static void read_state(const GudPoints *p, int i)
{
  GudPointState *s = &p->state[i];
  char           folder[GUD_PATH_SIZE], path[GUD_PATH_SIZE + 40];
  gud_point_folder(p, i, folder);
  snprintf(path, sizeof path, "%s/%s", folder, p->last);
  s->done = !access(path, F_OK), s->code = 0;
  snprintf(path, sizeof path, "%s/failed", folder);
  FILE *f = s->done ? NULL : fopen(path, "r");
  if (!f) return;
  if (fscanf(f, "%d ", &s->code) != 1 || !fgets(s->why, sizeof s->why, f))
    s->code = 0; /* cut off: as if it were not there */
  s->why[strcspn(s->why, "\n")] = '\0';
  gud_clean(s->why);
  fclose(f);
}

/* Failed for good: written beside and renamed, as everything that says that a point is over. */
static void mark_failed(const GudPoints *p, int i)
{
  char folder[GUD_PATH_SIZE], path[GUD_PATH_SIZE + 40], tmp[GUD_PATH_SIZE + 40];
  gud_point_folder(p, i, folder);
  snprintf(path, sizeof path, "%s/failed", folder);
  snprintf(tmp, sizeof tmp, "%s/failed.tmp", folder);
  FILE *f = fopen(tmp, "w");
  if (!f) return;
  fprintf(f, "%d %s\n", p->state[i].code, p->state[i].why);
  if (!(ferror(f) | fclose(f))) rename(tmp, path);
}

int gud_point_want(GudPoints *p, int i, const char *const *sets, int num)
{
  const GudStudy *study = p->study;
  char            program[1024], folder[GUD_PATH_SIZE], log[GUD_PATH_SIZE + 40];
  int             n = 0;
  read_state(p, i);
  if (p->state[i].done || p->state[i].code) return 1;
  gud_point_folder(p, i, folder);
  snprintf(log, sizeof log, "%s/terminal.log", folder);
  gud_study_program(study, program, sizeof program);
  size_t size = (size_t)(2 * study->sets.num + 2 * num + study->petsc.num + 12);
  char **argv = gud_arena_alloc(&p->arena, sizeof(char *) * size);
  argv[n++] = gud_arena_text(&p->arena, program), argv[n++] = (char *)p->command;
  argv[n++] = (char *)study->model;
  for (int k = 0; k < study->sets.num; k++) argv[n++] = "--set", argv[n++] = (char *)study->sets.text[k];
  for (int k = 0; k < num; k++) argv[n++] = "--set", argv[n++] = gud_arena_text(&p->arena, sets[k]);
  argv[n++] = "--out", argv[n++] = gud_arena_text(&p->arena, folder), argv[n++] = "--quiet";
  if (!strcmp(p->command, "run")) argv[n++] = "--force";
  argv[n++] = "-output_vtk", argv[n++] = "0";
  for (int k = 0; k < study->petsc.num; k++) argv[n++] = (char *)study->petsc.text[k];
  argv[n] = NULL;
  if (!make_folder(p, folder)) return 0;
  p->jobs                    = gud_resize(p->jobs, sizeof *p->jobs * (size_t)(p->num_jobs + 1));
  p->point_of                = gud_resize(p->point_of, sizeof(int) * (size_t)(p->num_jobs + 1));
  p->jobs[p->num_jobs]       = (GudJob){.argv = argv, .log = gud_arena_text(&p->arena, log)};
  p->point_of[p->num_jobs++] = i;
  return 1;
}

static void job_done(const GudJob *j, void *ctx)
{
  GudPoints     *p = ctx;
  int            i = p->point_of[j - p->jobs];
  GudPointState *s = &p->state[i];
  read_state(p, i);
  p->finished++;
  if (!s->done && j->code != GUD_INTERRUPTED && !(gud_interrupted && j->code > 128)) {
    s->code = j->code ? j->code : GUD_FAILED;
    gud_job_reason(j->log, s->why);
    if (j->code > 128) snprintf(s->why, sizeof s->why, "killed by signal %d", j->code - 128);
    else mark_failed(p, i); /* a process that was killed is tried again */
    p->failed++;
  }
  if (p->show) p->show(p, 0);
}

int gud_points_run(GudPoints *p)
{
  int e       = 0;
  p->start    = gud_wall();
  p->finished = p->failed = 0, p->busy = 0;
  if (p->num_jobs) {
    if (p->show) p->show(p, 0);
    e = gud_jobs_run(p->jobs, p->num_jobs, gud_study_jobs(p->study), job_done, p);
    if (e) gud_study_say(p->study, "error: cannot start a run: %s", strerror(e));
    if (p->show) p->show(p, 1);
  }
  p->wall = gud_wall() - p->start;
  for (int i = 0; i < p->num_jobs; i++) p->busy += p->jobs[i].cpu;
  p->num_jobs = 0;
  gud_arena_free(&p->arena);
  p->arena = (GudArena){0};
  return e;
}

void gud_points_free(GudPoints *p)
{
  gud_arena_free(&p->arena);
  free(p->state), free(p->jobs), free(p->point_of);
}

void gud_csv_value(FILE *f, const char *text)
{
  double x = gud_number_of(text);
  if (isfinite(x)) fprintf(f, "%.15g", x);
  else gud_csv_text(f, text);
}

int gud_points_claim(const GudPoints *p, const char *name, const char *what, int *other)
{
  char   tmp[GUD_PATH_SIZE], path[GUD_PATH_SIZE];
  size_t n = strlen(what), i = 0;
  *other = 0;
  snprintf(path, sizeof path, "%s/%s", p->out, name);
  FILE *f = fopen(path, "r");
  if (f) {
    for (int c; (c = getc(f)) != EOF && i < n && c == (unsigned char)what[i];) i++;
    *other = i < n || !feof(f);
    fclose(f);
    return !*other;
  }
  f = gud_open_beside(p->out, name, tmp);
  if (!f) return 0;
  fputs(what, f);
  return gud_close_beside(p->out, name, tmp, f);
}
