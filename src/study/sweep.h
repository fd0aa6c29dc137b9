/* A model for many values of its parameters: one table, DIR/sweep.csv. */
#ifndef GUD_SWEEP_H
#define GUD_SWEEP_H

#include "output/label.h"
#include "study/points.h"

typedef struct {
  GudStudy    study;
  const char *over;          /* "name=from:to:count" or "name=v1,v2,..." */
  int         log, classify; /* geometric steps; each motion is classified, too */
} GudSweepArgs;

typedef struct {
  const GudSweepArgs *w;
  GudPoints           points;
  char                name[80];              /* of the parameter */
  char              **value;                 /* texts as for --set */
  int                 num;                   /* values */
  GudArena            arena;                 /* all texts */
  char                label[GUD_LABEL_SIZE]; /* of the parameter, in headers */
  unsigned long long  sum;                   /* of the model file and all that it reads */
  int                 before, open; /* values that were done or failed before, that are not done now */
  long                rows;         /* of bifurcation.csv */
} GudSweep;

/* Reads the words and the model with its first values, makes the folder; 0 after an error (said). */
int gud_sweep_prepare(GudSweep *sw, const GudSweepArgs *args);
/* Computes what is not done and writes the tables; returns an exit code. sw->points.show may be set before. */
int  gud_sweep_run(GudSweep *sw);
void gud_sweep_free(GudSweep *sw);

#endif
