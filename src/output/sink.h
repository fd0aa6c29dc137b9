/* The contract of an output sink: what gets the results of a run, to write or to show them. One file in src/output/ that
   defines a constant GudSink, and one line in src/output/sinks.def.

   The observer (observe.c) decides when a row or a frame is due and has the values there; sinks only write. A run resumed from
   a checkpoint goes on in the same files: `archive` keeps what a sink must know of them. Only one process writes; the others
   have the same sinks, closed, so that each reads its part of a checkpoint. */
#ifndef GUD_SINK_H
#define GUD_SINK_H

#include "output/checkpoint.h"
#include "output/course.h"
#include "output/observe.h"

#include <stdio.h>

/* An instant for which there is a row or a frame. */
typedef struct {
  double        t;  /* time; of statics along a path, its load factor */
  double        x;  /* fraction of the last step; 1: its end */
  GudEvaluated *at; /* the state there */
  GudBlend      blend;
} GudMoment;

/* What sinks may ask of the observer. */
typedef struct {
  GudSolver              *so;
  const GudOutputOptions *opt;
  const char             *folder;                 /* "": nothing is written */
  int                     resume;                 /* the files exist and are continued */
  int                     num_probes, num_values; /* values: probes, then what joints.csv shows */
} GudSinkView;
GudSinkView gud_observer_view(const GudObserver *ob);
double      gud_observer_value(GudObserver *ob, int value, const GudMoment *now);
/* Columns of energy.csv behind the time, J. */
enum { GUD_NUM_ENERGIES = GUD_NUM_LEDGER + 6 };
extern const char *const gud_energy_names[GUD_NUM_ENERGIES];
void                     gud_observer_energies(const GudObserver *ob, const GudMoment *now, double *out);
/* Time of the frame that was written last; where frames are drawn, modes are drawn, too. */
double gud_observer_last_frame(const GudObserver *ob);
void   gud_observer_set_frames(GudObserver *ob, struct GudFrames *frames);

typedef struct GudSink GudSink;
struct GudSink {
  const char *name;
  size_t      size; /* bytes of its own, `own` of all that follows; zero at first */
  /* 1: of a model in parts every process opens it, is shown all frames and closes it; rows, `flush` and `sync` are the first one's */
  int in_parts;
  /* Is it for this run? Asked on every process, with the same answer. */
  int (*wanted)(const GudSink *self, const GudSinkView *v);
  /* Memory of its own, on every process. Optional. */
  void (*create)(const GudSink *self, void *own, const GudSinkView *v);
  /* On the process that writes: files are opened; those of a resumed run are found. */
  PetscErrorCode (*open)(const GudSink *self, void *own, GudObserver *ob);
  /* A resumed run, after `archive` has read: what was written behind the checkpoint is taken away. Optional. */
  PetscErrorCode (*resume)(const GudSink *self, void *own, GudObserver *ob);
  /* A row, a frame is due. Optional. */
  PetscErrorCode (*row)(const GudSink *self, void *own, GudObserver *ob, const GudMoment *now);
  PetscErrorCode (*frame)(const GudSink *self, void *own, GudObserver *ob, const GudMoment *now);
  /* The end of every accepted step from `settle` on, on every process. Optional. */
  void (*look)(const GudSink *self, void *own, GudObserver *ob);
  /* The analysis has found something that is no point (modes). Optional. */
  PetscErrorCode (*result)(const GudSink *self, void *own, GudObserver *ob);
  /* What was written is given to the system; to the disk (errno, or 0). Optional. */
  PetscErrorCode (*flush)(const GudSink *self, void *own);
  int (*sync)(const GudSink *self, void *own);
  /* What a resumed run must know, on every process. Optional: nothing. */
  void (*archive)(const GudSink *self, void *own, GudArchive *ar);
  /* Files are closed (on the process that has opened them), memory is freed (`open` = 0: nothing else). Optional. */
  PetscErrorCode (*close)(const GudSink *self, void *own, GudObserver *ob, int open);
  /* Its files in the folder of the run, names or patterns of the shell: what an older run has left there is removed (frames:
     output/folder.c). Optional. */
  const char *files[4];
};

extern const GudSink *const gud_sinks[]; /* NULL-terminated; output/sinks.c */

/* ---- a csv file, for sinks that write one ---- */

typedef struct {
  FILE *f;
  long  bytes; /* its length at the checkpoint: what is behind is cut, since times in it are rounded */
  char  name[64];
} GudCsv;
PetscErrorCode GudCsvOpen(GudCsv *c, const GudSinkView *v, const char *name, const char *header);
PetscErrorCode GudCsvCut(GudCsv *c, const GudSinkView *v);
void           gud_csv_first(GudCsv *c, const GudSinkView *v, double x); /* first number of a row, */
void           gud_csv_next(GudCsv *c, const GudSinkView *v, double x);  /* the others, */
PetscErrorCode GudCsvEnd(GudCsv *c, const GudSinkView *v);               /* and its end */
PetscErrorCode GudCsvFlush(GudCsv *c);
int            gud_csv_sync(GudCsv *c);
void           gud_csv_archive(GudCsv *c, GudArchive *ar);
PetscErrorCode GudCsvClose(GudCsv *c);
/* The same as entries of a sink that begins with a GudCsv. */
PetscErrorCode gud_csv_sink_resume(const GudSink *self, void *own, GudObserver *ob);
PetscErrorCode gud_csv_sink_flush(const GudSink *self, void *own);
int            gud_csv_sink_sync(const GudSink *self, void *own);
void           gud_csv_sink_archive(const GudSink *self, void *own, GudArchive *ar);
PetscErrorCode gud_csv_sink_close(const GudSink *self, void *own, GudObserver *ob, int open);
#define GUD_CSV_ENTRIES                                                                  \
  .resume = gud_csv_sink_resume, .flush = gud_csv_sink_flush, .sync = gud_csv_sink_sync, \
  .archive = gud_csv_sink_archive, .close = gud_csv_sink_close

#endif
