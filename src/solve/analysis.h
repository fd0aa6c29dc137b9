/* The contract of an analysis: what `analysis: type` chooses from. One file in src/solve/ that defines a constant
   GudAnalysis, and one line in src/solve/analyses.def.

   A run is: GudSolverStart (assembly, rank, consistent values; `ready` and `start` are asked there), then `advance` until
   `done`. Each point that `advance` reaches is the state so->s with so->now and so->energy beside it (GudLedgerStep, or
   GudLedgerBegin), as every reader expects. What it needs from one call to the next is in so->s, so that a resumed run has it. */
#ifndef GUD_ANALYSIS_H
#define GUD_ANALYSIS_H

#include "solve/solver.h"

#include <stdio.h>

/* What others need to know of an analysis whose name they do not know. */
enum {
  GUD_ANALYSIS_IN_TIME =
    1, /* its points are instants of a motion: samples are due at times, it can be advanced to one */
  GUD_ANALYSIS_INTEGRATES  = 2, /* by the equations of motion: methods, events, the energy balance */
  GUD_ANALYSIS_EQUILIBRIUM = 4, /* loads in parts, paths: load_steps, path */
  GUD_ANALYSIS_EIGENVALUES = 8, /* results are modes: num_modes, eigenvalues */
  GUD_ANALYSIS_ON_ORBIT = 16 /* it begins on its periodic motion (src/on_orbit.c) and ends a period later */
};

/* What a call of `advance` has done. */
typedef enum { GUD_REACHED_NOTHING, GUD_REACHED_STEP, GUD_REACHED_POINT } GudReached;
typedef struct {
  int        ok;      /* 0: it failed, the reason is in so->why */
  int        event;   /* number of the located event that ended the step; -1: none did */
  GudReached reached; /* the end of a step, or a point of its own, with a row and a frame */
} GudAdvance;

struct GudAnalysis {
  const char *name;
  unsigned    traits; /* GUD_ANALYSIS_x */
  /* Of an assembled model whose mobility is known: may it begin? 0 and so->why if not. Optional: it may. */
  int (*ready)(const GudAnalysis *self, GudSolver *so);
  /* From the assembled configuration to the first point. Optional: that is the first point. */
  PetscErrorCode (*start)(const GudAnalysis *self, GudSolver *so, int *ok);
  /* Nothing is left to be done? Optional: one call of `advance` does everything. */
  int (*done)(const GudAnalysis *self, const GudSolver *so);
  /* The next point, not beyond time t (of those in time). On entry *out is {1, -1, GUD_REACHED_STEP}. */
  PetscErrorCode (*advance)(const GudAnalysis *self, GudSolver *so, double t, GudAdvance *out);
  /* First line of the summary of a run that took so many seconds of wall time. Optional: time, steps. */
  void (*headline)(const GudAnalysis *self, const GudSolver *so, double seconds, FILE *f);
};

extern const GudAnalysis *const gud_analyses[];       /* NULL-terminated; solve/analyses.c */
extern const char               gud_analysis_names[]; /* "|name|name" */
extern const char               gud_analysis_texts[]; /* "; name: what it is; name: ..." */

/* Does the analysis that the options ask for have this trait? */
static inline int gud_analysis_is(const GudOptions *opt, unsigned trait)
{
  return !!(gud_analyses[opt->type]->traits & trait);
}

#endif
