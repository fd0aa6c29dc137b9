/* Periodic motions by shooting: Newton on the map of one period in the independent state, with the derivative of the map from the
   variational equation (solve/variation.c); Floquet multipliers. Equations in periodic.c; docs/periodic.md. */
#ifndef GUD_PERIODIC_H
#define GUD_PERIODIC_H

#include "simulation.h"
#include "solve/orbit.h"
#include "solve/variation.h"

typedef struct {
  double period;         /* s: of a driven motion, or first guess of an unknown one */
  int    free;           /* 1: the period is unknown (nothing depends on time) */
  int    cycles;         /* simulated before the first Newton iteration */
  int    fallback;       /* simulated when Newton has failed, before it is tried once more; 0: it is not */
  int    max_iterations; /* of Newton */
  int    started;        /* 1: the solver has started already */
  int    by_map;         /* 1: GudPeriodicSettle only, which needs no derivatives: any method */
  int
         by_section; /* 1: `period` is not known yet: the time between two passes of the section `poincare:` is the guess */
  double tolerance; /* closure that counts as converged, (PE4) */
} GudPeriodicOptions;

typedef struct {
  GudSimulation      sim; /* without folder; the caller's */
  GudSolver         *so;
  GudPeriodicOptions opt;
  GudVariation      *va;
  GudState          *start;        /* at t = 0: everything but q, v, z of the orbit */
  int                nx;           /* q, v, z */
  int                n;            /* independent variables, */
  int                num_q;        /* of them positions */
  double            *y, *end;      /* nx: state at the section, and a period later */
  double            *flow, *flow1; /* nx: their rates (v, a, z') */
  double            *T;            /* nx x n: tangents of the constraints at y by columns */
  double            *M;            /* n x n by columns: monodromy */
  double             speed;
  double             autonomy; /* |M f - f(T)|/|f(T)|: 0 if nothing depends on time */
  GudOrbit          *orbit;    /* what is known of it so far */
  char               why[900];
} GudPeriodic;

/* Does a run begin on its periodic motion (on_orbit.c)? What that makes of options that are left open. */
int  gud_on_orbit(const GudOptions *analysis);
void gud_on_orbit_options(GudOptions *analysis);
/* What a model file says: the period, cycles, fallback ... 0 and why: which period? */
int gud_periodic_options(const GudOptions *analysis, const GudPoincareOptions *section, GudPeriodicOptions *o,
                         char why[300]);
/* sim: loaded (GudSimulationLoad), started only with opt->started. *ok = 0 and pe->why: cannot be done. */
PetscErrorCode GudPeriodicCreate(GudSimulation sim, const GudPeriodicOptions *opt, GudPeriodic **pe, int *ok);
PetscErrorCode GudPeriodicDestroy(GudPeriodic **pe);
/* The present state of the solver (of a checkpoint) as y, with its modes and memories. */
void gud_periodic_take(GudPeriodic *pe);
/* From the present y. *ok = 0 and pe->why: no periodic motion was found; y is the best there was. */
PetscErrorCode GudPeriodicSolve(GudPeriodic *pe, int *ok);
/* y after num periods of simulation. */
PetscErrorCode GudPeriodicSimulate(GudPeriodic *pe, int num, int *ok);
/* One period from y into end, with num variations X (nx each), NULL: none. y is put on its constraints. */
PetscErrorCode GudPeriodicMap(GudPeriodic *pe, int num, double *X, int *ok);
/* From the present y by Anderson's method on the map (PE7): no derivatives, no multipliers. *ok = 0 and pe->why; y is the best there was. */
PetscErrorCode GudPeriodicSettle(GudPeriodic *pe, int *ok);
/* With opt->by_section: the guess of the period, by simulating from the start. */
PetscErrorCode GudPeriodicGuess(GudPeriodic *pe, int *ok);
/* The solver is put at y. */
PetscErrorCode GudPeriodicPlace(GudPeriodic *pe, int *ok);
/* Makes sim, loaded from the same model but not begun, start at y; results go to folder. */
PetscErrorCode GudPeriodicBeginRun(const GudPeriodic *pe, GudSimulation sim, const char *folder, int *ok);
/* The start of a run that asks for it, from GudSimulationBegin: `type: periodic`, or `accelerate: yes`; nothing for all others. */
PetscErrorCode GudSimulationOnOrbit(GudSimulation sim, int *ok);
/* Parts of GudPeriodicSolve, for continuation: one period with all variations, the difference r = T+ (P(x) - x) (n); is it small enough,
   or noise, with the closure before; multipliers; (PE2) and its inverse; modes and memories of another state of the model. */
PetscErrorCode GudPeriodicShoot(GudPeriodic *pe, double *r, int *ok);
int            gud_periodic_converged(const GudPeriodic *pe, double before);
PetscErrorCode GudPeriodicMultipliers(GudPeriodic *pe);
void           gud_periodic_coordinates(const GudPeriodic *pe, const double *dx, double *xi);
void           gud_periodic_along(const GudPeriodic *pe, const double *xi, double *dx);
void           gud_periodic_modes(GudPeriodic *pe, const GudState *from);
/* (PE4) of a change dx of the state */
double gud_periodic_size(const GudPeriodic *pe, const double *dx);
/* Probes at the section (num_probes values). */
PetscErrorCode GudPeriodicProbes(const GudPeriodic *pe, double *values);
/* The same a part of the period later. */
PetscErrorCode GudPeriodicProbesAfter(const GudPeriodic *pe, double part, double *values, int *ok);

#endif
