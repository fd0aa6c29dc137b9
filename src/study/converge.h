/* A model with growing resolution: orders, limits and which error leads (converge.c has the formulas). */
#ifndef GUD_CONVERGE_H
#define GUD_CONVERGE_H

#include "output/folder.h"
#include "study/jobs.h"
#include "study/study.h"
#include "text/doc.h"

#include <math.h>

enum { GUD_MAX_RUNS = 100, GUD_MAX_VARY = 8, GUD_MAX_COMPARED = 200 };

typedef struct {
  GudStudy    study;
  const char *probes;              /* "a,b"; NULL: all */
  GudTexts    vary;                /* "name=v1,v2,v3", from coarse to fine; several vary together */
  double      at;                  /* instant of the comparison; NaN: the end */
  int         max, min, mean, rms; /* one of these over all steps instead */
  int         no_time;             /* without the run that is finer in time */
} GudConvergeArgs;

typedef struct {
  char   name[80];
  char  *value[GUD_MAX_RUNS];
  double number[GUD_MAX_RUNS]; /* SI; NaN for a word */
  int    num;
} GudVary;

typedef struct {
  char   label[200];
  char   folder[GUD_MAX_FOLDER + 140], log[GUD_MAX_FOLDER + 200];
  char  *argv[3 * GUD_MAX_TEXTS + 2 * GUD_MAX_VARY + 20];
  double h, x;                /* size of the resolution, value for the plot; NaN for words */
  long   steps;               /* -1: unknown */
  double t;                   /* time of the values */
  double u[GUD_MAX_COMPARED]; /* NaN: none */
} GudConvergeRun;

/* What follows from the values of one probe. NaN: nothing. */
typedef struct {
  double difference[GUD_MAX_RUNS], order[GUD_MAX_RUNS], limit[GUD_MAX_RUNS];
  double best, uncertainty, p;
  double resolution, time; /* (C3), (C4) */
} GudConvergeResult;

typedef struct {
  const GudConvergeArgs *w;
  GudVary                vary[GUD_MAX_VARY];
  int                    num_vary, processes; /* processes: at the same time */
  GudArena               arena;               /* all texts */
  char                   out[GUD_MAX_FOLDER + 1];
  GudConvergeRun        *runs;
  GudJob                *jobs;
  int                    num, ordered; /* runs; orders make sense */
  int                    by_cells; /* the values are words: h follows from the number of cells of meshes */
  const char            *of;       /* "max", "min", "mean", "rms"; NULL: at an instant */
  int                    finer;    /* 1: runs[num] is the last value once more, finer in time */
  double                 step, tolerance; /* of that run; step 0: adaptive */
  char                   names[GUD_MAX_COMPARED][80];
  int                    num_probes;
  GudConvergeResult     *res; /* one per probe */
} GudConverge;

/* Reads the arguments, the model with its first values, and makes the folder; 0 after an error (said). */
int gud_converge_prepare(GudConverge *st, const GudConvergeArgs *args);
/* Makes the runs, done() after each with the study as ctx, and writes converge.csv and errors.csv. *written: both are there.
   Returns an exit code. */
int gud_converge_run(GudConverge *st, void (*done)(const GudJob *job, void *ctx), int *written);
/* "time", the name of the parameter, or "both": the larger of the two errors; within a factor of 2 both count. */
const char *gud_converge_leads(const GudConverge *st, const GudConvergeResult *res);
void        gud_converge_free(GudConverge *st);

#endif
