/* A simulation and its parts, for the commands. */
#ifndef GUD_SIMULATION_H
#define GUD_SIMULATION_H

#include "gudgeon.h"

#include "base/interrupt.h"
#include "context.h"
#include "model/input.h"
#include "output/checkpoint.h"
#include "output/folder.h"
#include "output/observe.h"
#include "solve/analysis.h"
#include "solve/modes.h"

struct GudSimulation_ {
  GudContext         ctx;
  GudInput           input;
  GudOptions         options;
  GudOutputOptions   output;
  GudPoincareOptions poincare;
  GudOrigin          origin;
  GudSystem         *sys;
  GudSolver         *solver;
  GudObserver       *observer;
  char              *folder; /* NULL: nothing is written */
  double             moved;  /* correction of the assembly, m */
  double             wall_start, last_checkpoint;
  FILE              *log;  /* run.log, process 0 */
  int                lock; /* of the folder, process 0; -1: none */
  char             **warnings;
  int                num_warnings;
  int    changed; /* a program has set positions or velocities: joints are to be closed (src/state.c) */
  int    event;   /* number of the last located event, -1: there was none; */
  double event_time;
  /* Called at the start, before anything is written: the state that the run begins from instead. Optional (study/periodic.c). */
  PetscErrorCode (*place)(void *ctx, GudSimulation sim, int *ok);
  void *place_ctx;
};

/* The sections of a model file that are no part of the model: analysis, output, poincare, and a last empty one. */
enum { GUD_NUM_SECTIONS = 4 };
void gud_sections(GudOptions *analysis, GudOutputOptions *output, GudPoincareOptions *poincare,
                  GudSection sections[GUD_NUM_SECTIONS]);

/* What their tables cannot say about single values: where they do not go together. Errors go to in->diag. */
void gud_sections_check(const GudInput *in, const GudOptions *analysis, const GudOutputOptions *output,
                        const GudPoincareOptions *poincare);

/* The next point of the analysis, not beyond time t, and what is to be said and written of it. */
PetscErrorCode GudSimulationNext(GudSimulation sim, double t, GudAdvance *out);
/* Reads and checks a model; system and solver are there, nothing has been solved or written. sim->input.model is NULL
   after errors (in sim->input.diag). */
PetscErrorCode GudSimulationLoad(const char *model, const char *const *sets, int num_sets,
                                 GudSimulation *sim);
/* Solver, start and observer of a model that has been read. *ok = 0 after a message. */
PetscErrorCode GudSimulationBegin(GudSimulation sim, const char *folder, int *ok);
/* Warnings about dependent rows, with the names of the joints, to a file or the terminal. */
PetscErrorCode GudSimulationReportRank(GudSimulation sim, FILE *out);
/* A warning, to a file (NULL: none) and, once, to the list that run.json keeps. */
void gud_simulation_warn(GudSimulation sim, FILE *f, const char *format, ...) GUD_PRINTF(3, 4);
/* The summary at the end of a run (src/summary.c). */
PetscErrorCode GudSimulationSummary(GudSimulation sim, FILE *out);
/* DIR/summary.csv of a run that is done: one row, written beside and renamed. */
PetscErrorCode GudSimulationWriteSummary(GudSimulation sim);
/* Messages of the watch over progress, to the message handler and the log. */
void           gud_simulation_say(GudSimulation sim);
PetscErrorCode GudSimulationCheckpoint(GudSimulation sim);
/* The table of limits: value, limit, margin. */
void gud_simulation_limits(const GudSimulation sim, FILE *f);
/* 1: no probe has passed a limit of the model. */
int gud_simulation_limits_passed(const GudSimulation sim);
/* DIR/run.json: what ran and what came out, for programs (src/record.c); at the start with outcome GUD_RUNNING. */
PetscErrorCode GudSimulationRecord(GudSimulation sim, GudOutcome outcome);

/* Is one of the arguments, or of PETSC_OPTIONS, an option that must not reach PETSc (start.c)? It is then in out. */
enum { GUD_REFUSED_SIZE = 80 };
int gud_petsc_refuses(int argc, char *const *argv, char out[GUD_REFUSED_SIZE]);
/* The first sentence of an error that a function has returned; "": there was none. */
const char *gud_petsc_error(void);

/* Estimated error of the stresses (Pa) of a beam by its mesh, relative to the largest (advice.c); NAN: too few elements for an estimate. *field: which,
   -1: there are none. */
double gud_stress_error(const GudModel *m, int body, const double *q, int *field);

#endif
