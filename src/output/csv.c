/* csv files of a run, and the three sinks that write one row for each sample: probes.csv, joints.csv, energy.csv. */
#include "base/number.h"
#include "model/probe.h"
#include "output/folder.h"
#include "output/joint_values.h"
#include "output/label.h"
#include "output/sink.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

PetscErrorCode GudCsvOpen(GudCsv *c, const GudSinkView *v, const char *name, const char *header)
{
  char path[GUD_MAX_FOLDER + 100];
  PetscFunctionBeginUser;
  snprintf(c->name, sizeof c->name, "%s", name);
  snprintf(path, sizeof path, "%s/%s", v->folder, name);
  c->f = fopen(path, v->resume ? "r+" : "w");
  PetscCheck(c->f, PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "cannot write %s: %s", path, strerror(errno));
  if (!v->resume) fprintf(c->f, "%s\n", header);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudCsvCut(GudCsv *c, const GudSinkView *v)
{
  PetscFunctionBeginUser;
  PetscCheck(fseek(c->f, 0, SEEK_END) == 0 && ftell(c->f) >= c->bytes, PETSC_COMM_SELF,
             PETSC_ERR_FILE_UNEXPECTED, "the csv files in %s are shorter than at the checkpoint", v->folder);
  PetscCheck(ftruncate(fileno(c->f), c->bytes) == 0 && fseek(c->f, c->bytes, SEEK_SET) == 0, PETSC_COMM_SELF,
             PETSC_ERR_FILE_WRITE, "cannot truncate the csv files in %s: %s", v->folder, strerror(errno));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void gud_csv_first(GudCsv *c, const GudSinkView *v, double x)
{
  char text[GUD_NUMBER_SIZE];
  fwrite(text, 1, (size_t)gud_number(text, v->opt->precision, x), c->f);
}

void gud_csv_next(GudCsv *c, const GudSinkView *v, double x)
{
  fputc(',', c->f);
  gud_csv_first(c, v, x);
}

PetscErrorCode GudCsvEnd(GudCsv *c, const GudSinkView *v)
{
  PetscFunctionBeginUser;
  fputc('\n', c->f);
  PetscCheck(!ferror(c->f), PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "cannot write the results in %s: %s",
             v->folder, strerror(errno));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudCsvFlush(GudCsv *c)
{
  PetscFunctionBeginUser;
  PetscCheck(!c->f || !fflush(c->f), PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "cannot write %s: %s", c->name,
             strerror(errno));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int gud_csv_sync(GudCsv *c)
{
  return c->f && fsync(fileno(c->f)) && errno != EINVAL ? errno : 0;
}

void gud_csv_archive(GudCsv *c, GudArchive *ar)
{
  if (ar->write) c->bytes = c->f ? ftell(c->f) : 0;
  gud_archive_long(ar, &c->bytes, "the length of a csv file");
}

PetscErrorCode GudCsvClose(GudCsv *c)
{
  PetscFunctionBeginUser;
  int bad = c->f && fclose(c->f);
  c->f    = NULL;
  PetscCheck(!bad, PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "cannot write the results: %s", strerror(errno));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode gud_csv_sink_resume(const GudSink *self, void *own, GudObserver *ob)
{
  GudSinkView v = gud_observer_view(ob);
  PetscFunctionBeginUser;
  (void)self;
  PetscCall(GudCsvCut(own, &v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode gud_csv_sink_flush(const GudSink *self, void *own)
{
  PetscFunctionBeginUser;
  (void)self;
  PetscCall(GudCsvFlush(own));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int gud_csv_sink_sync(const GudSink *self, void *own)
{
  (void)self;
  return gud_csv_sync(own);
}

void gud_csv_sink_archive(const GudSink *self, void *own, GudArchive *ar)
{
  (void)self;
  gud_csv_archive(own, ar);
}

PetscErrorCode gud_csv_sink_close(const GudSink *self, void *own, GudObserver *ob, int open)
{
  PetscFunctionBeginUser;
  (void)self, (void)ob, (void)open;
  PetscCall(GudCsvClose(own));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the sinks ---- */

static int always(const GudSink *self, const GudSinkView *v)
{
  (void)self, (void)v;
  return 1;
}

static PetscErrorCode open_probes(const GudSink *self, void *own, GudObserver *ob)
{
  GudSinkView     v = gud_observer_view(ob);
  const GudModel *m = v.so->sys->model;
  char            label[GUD_LABEL_SIZE];
  size_t          len, max = 64;
  PetscFunctionBeginUser;
  (void)self;
  for (int i = 0; i < m->num_probes; i++) max += strlen(m->probes[i].name) + 24;
  char *header = gud_alloc(max);
  len          = (size_t)snprintf(header, max, "%s", gud_label(label, "t", "s", v.opt->plain));
  for (int i = 0; i < m->num_probes; i++)
    len += (size_t)snprintf(
      header + len, max - len, ",%s",
      gud_label(label, m->probes[i].name, gud_probe_unit(m, &m->probes[i]), v.opt->plain));
  PetscErrorCode e = GudCsvOpen(own, &v, "probes.csv", header);
  free(header);
  PetscCall(e);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A row of the values from `first` to `end`. */
static PetscErrorCode values(GudCsv *c, GudObserver *ob, const GudSinkView *v, int first, int end,
                             const GudMoment *now)
{
  PetscFunctionBeginUser;
  gud_csv_first(c, v, now->t);
  for (int i = first; i < end; i++) gud_csv_next(c, v, gud_observer_value(ob, i, now));
  PetscCall(GudCsvEnd(c, v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode row_of_probes(const GudSink *self, void *own, GudObserver *ob, const GudMoment *now)
{
  GudSinkView v = gud_observer_view(ob);
  PetscFunctionBeginUser;
  (void)self;
  PetscCall(values(own, ob, &v, 0, v.num_probes, now));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudSink gud_sink_probes_csv = {.name   = "probes.csv",
                                     .files  = {"probes.csv"},
                                     .size   = sizeof(GudCsv),
                                     .wanted = always,
                                     .open   = open_probes,
                                     .row    = row_of_probes,
                                     GUD_CSV_ENTRIES};

static int any_joints(const GudSink *self, const GudSinkView *v)
{
  (void)self;
  return v->num_values > v->num_probes;
}

static PetscErrorCode open_joints(const GudSink *self, void *own, GudObserver *ob)
{
  GudSinkView v      = gud_observer_view(ob);
  char       *header = gud_joint_values_header(v.so->sys->model, v.opt->plain == GUD_HEADER_PLAIN);
  PetscFunctionBeginUser;
  (void)self;
  PetscErrorCode e = GudCsvOpen(own, &v, "joints.csv", header);
  free(header);
  PetscCall(e);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode row_of_joints(const GudSink *self, void *own, GudObserver *ob, const GudMoment *now)
{
  GudSinkView v = gud_observer_view(ob);
  PetscFunctionBeginUser;
  (void)self;
  PetscCall(values(own, ob, &v, v.num_probes, v.num_values, now));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudSink gud_sink_joints_csv = {.name   = "joints.csv",
                                     .files  = {"joints.csv"},
                                     .size   = sizeof(GudCsv),
                                     .wanted = any_joints,
                                     .open   = open_joints,
                                     .row    = row_of_joints,
                                     GUD_CSV_ENTRIES};

static PetscErrorCode open_energy(const GudSink *self, void *own, GudObserver *ob)
{
  GudSinkView v = gud_observer_view(ob);
  char        line[600], label[GUD_LABEL_SIZE];
  PetscFunctionBeginUser;
  (void)self;
  size_t len = (size_t)snprintf(line, sizeof line, "%s", gud_label(label, "t", "s", v.opt->plain));
  for (int i = 0; i < GUD_NUM_ENERGIES; i++)
    len += (size_t)snprintf(line + len, sizeof line - len, ",%s",
                            gud_label(label, gud_energy_names[i], "J", v.opt->plain));
  PetscCall(GudCsvOpen(own, &v, "energy.csv", line));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode row_of_energies(const GudSink *self, void *own, GudObserver *ob, const GudMoment *now)
{
  GudSinkView v = gud_observer_view(ob);
  double      e[GUD_NUM_ENERGIES];
  PetscFunctionBeginUser;
  (void)self;
  gud_observer_energies(ob, now, e);
  gud_csv_first(own, &v, now->t);
  for (int i = 0; i < GUD_NUM_ENERGIES; i++) gud_csv_next(own, &v, e[i]);
  PetscCall(GudCsvEnd(own, &v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudSink gud_sink_energy_csv = {.name   = "energy.csv",
                                     .files  = {"energy.csv"},
                                     .size   = sizeof(GudCsv),
                                     .wanted = always,
                                     .open   = open_energy,
                                     .row    = row_of_energies,
                                     GUD_CSV_ENTRIES};
