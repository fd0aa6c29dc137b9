/* periodic.csv: one row, the motion at its section: period, closure, largest multiplier (without the trivial one), 1 if stable, probes;
   multipliers.csv: number, real, imag, modulus, meaning. Written at the start of a run that began on a periodic motion. */
#include "output/orbit_out.h"

#include "model/probe.h"
#include "output/folder.h"
#include "output/label.h"
#include "output/sink.h"

#include <errno.h>
#include <math.h>
#include <string.h>

void gud_orbit_print(const GudOrbit *o, FILE *f)
{
  if (o->by_map) {
    fprintf(f,
            "accelerated: begins on a motion that repeats after %.9g s within %.2g, found by simulating %d "
            "periods in "
            "%ld steps\n",
            o->period, o->closure, o->simulated, o->steps);
    return;
  }
  fprintf(f, "periodic motion: %s\n", gud_orbit_words(o));
  fprintf(
    f,
    "period %.12g s, closure %.2g, %d independent variables, %d Newton iterations, %d periods simulated "
    "before, %d events in a period\n",
    o->period, o->closure, o->n, o->iterations, o->simulated, o->num_events);
  for (int k = 0; k < o->n && k < 8; k++)
    fprintf(f, "multiplier %d: %.12g %+.12g i, modulus %.12g (%s)\n", k + 1, o->re[k], o->im[k],
            hypot(o->re[k], o->im[k]), gud_multiplier_words(o, k));
  if (o->n > 8) fprintf(f, "... %d more\n", o->n - 8);
}

typedef struct {
  FILE *f; /* periodic.csv until its row is written */
} Own;

static PetscErrorCode open_file(const char *folder, const char *name, FILE **f)
{
  char path[GUD_MAX_FOLDER + 100];
  PetscFunctionBeginUser;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  *f = fopen(path, "w");
  PetscCheck(*f, PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "cannot write %s: %s", path, strerror(errno));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode close_file(FILE *f, const char *name)
{
  PetscFunctionBeginUser;
  int bad = ferror(f);
  bad |= fclose(f);
  PetscCheck(!bad, PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "cannot write %s: %s", name, strerror(errno));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int wanted(const GudSink *self, const GudSinkView *v)
{
  (void)self;
  return v->so->orbit && !v->so->orbit->by_map && !v->resume;
}

static PetscErrorCode begin(const GudSink *self, void *own, GudObserver *ob)
{
  GudSinkView     v = gud_observer_view(ob);
  const GudOrbit *o = v.so->orbit;
  const GudModel *m = v.so->sys->model;
  Own            *w = own;
  char            label[GUD_LABEL_SIZE];
  FILE           *f;
  PetscFunctionBeginUser;
  (void)self;
  PetscCall(open_file(v.folder, "multipliers.csv", &f));
  fprintf(f, "number,real,imag,modulus,meaning\n");
  for (int k = 0; k < o->n; k++)
    fprintf(f, "%d,%.17g,%.17g,%.17g,\"%s\"\n", k + 1, o->re[k], o->im[k], hypot(o->re[k], o->im[k]),
            gud_multiplier_words(o, k));
  PetscCall(close_file(f, "multipliers.csv"));
  PetscCall(open_file(v.folder, "periodic.csv", &w->f));
  fprintf(w->f, "t [s],period [s],closure,multiplier_max,stable");
  for (int i = 0; i < m->num_probes; i++)
    fprintf(w->f, ",%s", gud_label(label, m->probes[i].name, gud_probe_unit(m, &m->probes[i]), 0));
  fputc('\n', w->f);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The first row of the run is the section. */
static PetscErrorCode row(const GudSink *self, void *own, GudObserver *ob, const GudMoment *now)
{
  GudSinkView     v = gud_observer_view(ob);
  const GudOrbit *o = v.so->orbit;
  Own            *w = own;
  PetscFunctionBeginUser;
  (void)self;
  if (!w->f) PetscFunctionReturn(PETSC_SUCCESS);
  fprintf(w->f, "%.17g,%.17g,%.3g,%.17g,%d", now->t, o->period, o->closure, gud_orbit_largest(o, NULL),
          o->kind == GUD_ORBIT_STABLE);
  for (int i = 0; i < v.num_probes; i++) fprintf(w->f, ",%.17g", gud_observer_value(ob, i, now));
  fputc('\n', w->f);
  PetscCall(close_file(w->f, "periodic.csv"));
  w->f = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode end(const GudSink *self, void *own, GudObserver *ob, int open)
{
  Own *w = own;
  PetscFunctionBeginUser;
  (void)self, (void)ob;
  if (open && w->f) PetscCall(close_file(w->f, "periodic.csv"));
  w->f = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudSink gud_sink_orbit = {.name   = "orbit",
                                .size   = sizeof(Own),
                                .files  = {"periodic.csv", "multipliers.csv"},
                                .wanted = wanted,
                                .open   = begin,
                                .row    = row,
                                .close  = end};
