/* A model for many values of its parameters: one table, DIR/sweep.csv. */
#ifndef GUD_SWEEP_H
#define GUD_SWEEP_H

#include "output/label.h"
#include "study/design.h"
#include "study/effects.h"
#include "study/points.h"

typedef struct {
  GudStudy      study;
  GudDesignArgs design;
  const char   *results;  /* "x.max,force.rms": statistics and indices of these; NULL: none */
  int           classify; /* each motion is classified, too */
} GudSweepArgs;

enum { GUD_SET_SIZE = GUD_VALUE_SIZE + 100 };
typedef struct GudSweep {
  const GudSweepArgs *w;
  GudPoints           points;
  GudDesign           design;
  GudEffects         *effects;
  int                 num;                                 /* points */
  char                label[GUD_MAX_OVER][GUD_LABEL_SIZE]; /* of the parameters, in headers */
  unsigned long long  sum;                                 /* of the model file and all that it reads */
  int                 before, open; /* points that were done or failed before, that are not done now */
  int                 computed;     /* effects are there */
  long                rows;         /* of bifurcation.csv */
} GudSweep;

/* Reads the arguments and the model with its first values, makes the folder; 0 after an error (said). */
int gud_sweep_prepare(GudSweep *sw, const GudSweepArgs *args);
/* Computes what is not done and writes the tables; returns an exit code. sw->points.show may be set before. */
int  gud_sweep_run(GudSweep *sw);
void gud_sweep_free(GudSweep *sw);

#endif
