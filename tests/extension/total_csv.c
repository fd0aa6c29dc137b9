/* An output sink: total.csv with time, total energy (kinetic + potential + strain) and the number of steps so far, which is
   counted here and kept in checkpoints. Not for equilibria and modes. */
#include "output/sink.h"

#include "solve/analysis.h"

typedef struct {
  GudCsv csv; /* first, as GUD_CSV_ENTRIES want it */
  long   steps;
} Total;

static int in_time(const GudSink *self, const GudSinkView *v)
{
  (void)self;
  return gud_solver_is(v->so, GUD_ANALYSIS_IN_TIME);
}

static PetscErrorCode open(const GudSink *self, void *own, GudObserver *ob)
{
  GudSinkView v = gud_observer_view(ob);
  PetscFunctionBeginUser;
  (void)self;
  PetscCall(GudCsvOpen(own, &v, "total.csv", "t [s],total [J],steps [-]"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void look(const GudSink *self, void *own, GudObserver *ob)
{
  Total *t = own;
  (void)self, (void)ob;
  t->steps++;
}

static PetscErrorCode row(const GudSink *self, void *own, GudObserver *ob, const GudMoment *now)
{
  GudSinkView v = gud_observer_view(ob);
  Total      *t = own;
  double      e[GUD_NUM_ENERGIES];
  PetscFunctionBeginUser;
  (void)self;
  gud_observer_energies(ob, now, e);
  gud_csv_first(&t->csv, &v, now->t);
  gud_csv_next(&t->csv, &v, e[0] + e[1] + e[2]);
  gud_csv_next(&t->csv, &v, (double)t->steps);
  PetscCall(GudCsvEnd(&t->csv, &v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void archive(const GudSink *self, void *own, GudArchive *ar)
{
  Total *t = own;
  gud_csv_sink_archive(self, own, ar);
  gud_archive_long(ar, &t->steps, "a number of steps");
}

const GudSink gud_sink_total_csv = {.name    = "total.csv",
                                    .files   = {"total.csv"},
                                    .size    = sizeof(Total),
                                    .wanted  = in_time,
                                    .open    = open,
                                    .resume  = gud_csv_sink_resume,
                                    .row     = row,
                                    .look    = look,
                                    .flush   = gud_csv_sink_flush,
                                    .sync    = gud_csv_sink_sync,
                                    .archive = archive,
                                    .close   = gud_csv_sink_close};
