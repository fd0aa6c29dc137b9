/* The observer: reads accepted steps and writes probes.csv, energy.csv and the ParaView files. It changes neither steps nor
   state: values at output times are interpolated; forces are never evaluated on interpolated coordinates. */
#ifndef GUD_OBSERVE_H
#define GUD_OBSERVE_H

#include "output/poincare.h"
#include "solve/solver.h"

#include <stdio.h>

/* `output:` of the model file; the table is in output/observe.c. */
/* `header`: units; none in the columns of probes, energies and sections; none at all */
enum { GUD_HEADER_UNITS, GUD_HEADER_COLUMNS, GUD_HEADER_PLAIN };

typedef struct {
  double sample;     /* s; NaN: end/1000 */
  double vtk;        /* s between frames; NaN: end/100; 0: none */
  int    bezier;     /* beams are drawn as cubic Bezier cells */
  double exaggerate; /* relative motion inside joints is drawn enlarged by this */
  double checkpoint; /* s of wall time between checkpoints */
  int    precision;  /* digits in csv files */
  int    plain;      /* GUD_HEADER_x */
  int    shapes;     /* frames: shapes alone */
  int    no_joints;  /* no joints.csv */
  GudStringList
    envelope; /* flexible bodies: largest and smallest values of their fields (output/envelope.h) */
  GudStringList
      polar; /* joints with a gap and films on edges: what they bear over the angle (output/polar.c) */
  int raw;   /* probes show the method's own velocities, accelerations and multipliers */
} GudOutputOptions;

extern const GudTypeInfo gud_output_info;

typedef struct GudObserver GudObserver;

/* section: of poincare.csv, may be one that asks for nothing. folder NULL: nothing is written. resume: existing files are truncated to t <= solver's time and continued. Only process 0 writes. */
PetscErrorCode GudObserverCreate(GudSolver *so, const GudOutputOptions *opt,
                                 const GudPoincareOptions *section, const char *folder, int resume,
                                 GudObserver **ob);
/* The start (t = 0), then after every accepted step. */
PetscErrorCode GudObserverStart(GudObserver *ob);
PetscErrorCode GudObserverStep(GudObserver *ob);
/* Statics along a path: the present point, as a row and a frame of its own. */
PetscErrorCode GudObserverPoint(GudObserver *ob);
/* The analysis has found something that is no point (so->modes): for the sinks that show it. */
PetscErrorCode GudObserverResult(GudObserver *ob);
/* The run is done: a last row at its end. It belongs to no checkpoint: a run that goes on does not have it. */
PetscErrorCode GudObserverEnd(GudObserver *ob);
/* Everything written so far is on disk (before a checkpoint). */
PetscErrorCode GudObserverFlush(GudObserver *ob);
/* Is it a second of wall time since this said yes? A run may write a checkpoint after every step; the disk gets one a second. */
int gud_observer_due_on_disk(GudObserver *ob);
/* What has been flushed is brought to disk; errno, or 0. */
int gud_observer_sync(GudObserver *ob, const char *folder);
/* Output was given up in the middle of a step, because of gud_interrupted: there is no checkpoint here. */
int            gud_observer_gave_up(const GudObserver *ob);
PetscErrorCode GudObserverDestroy(GudObserver **ob);

/* A probe over the nodes of all accepted steps from `settle` on; mean and rms by the weights of the method. */
typedef struct {
  double min, max, t_min, t_max;
  double integral, square; /* of the value and its square over time */
  double last;
} GudExtreme;
const GudExtreme *gud_observer_extremes(const GudObserver *ob); /* one per probe */
double            gud_observer_mean(const GudObserver *ob, int probe);
double            gud_observer_rms(const GudObserver *ob, int probe);
/* Statistics of the crossings of the section; NULL without a section. */
const GudRepetition *gud_observer_repetition(const GudObserver *ob);
int    gud_observer_period(const GudObserver *ob, double tolerance, double *d); /* gud_poincare_period */
double gud_observer_speed(const GudObserver *ob);                               /* V of (R1) */
int    gud_observer_num_frames(const GudObserver *ob);
struct GudFrames *gud_observer_frames(const GudObserver *ob); /* NULL: this process draws nothing */
/* What a resumed run must know of the past. */
struct GudArchive;
void gud_observer_archive(GudObserver *ob, struct GudArchive *ar);
/* Processes that do not write, of a model in parts: their values for the archive of the one that does. */
void gud_observer_give(GudObserver *ob, struct GudArchive *ar);

#endif
