/* Gudgeon: flexible multibody dynamics with real joints. The public header; docs/c_api.md explains it with examples.

     M a + f_int(q, v) + Phi_q(q, t)^T lambda = f_ext(t, q, v),      Phi(q, t) = 0,      M constant

   q: absolute coordinates (positions, slopes and directors), SI units. Phi_q^T lambda is on the left: the constraint
   force on a body is -Phi_q^T lambda. Angles are radians and count turns; moments are those on the driven body.

   Four objects:
     GudContext     communicator and message handler; several may exist side by side
     GudSpec        the description of a model, from a file, a text or piece by piece
     GudSimulation  a model that has been built, with its state
     GudSnapshot    a copy of the state of a simulation

     GudInitialize(&argc, &argv);
     GudContextCreate(PETSC_COMM_WORLD, &context);
     GudSpecCreateFromFile(context, "slider_crank.yaml", &spec);
     GudSpecSetParameter(spec, "clearance", "0.1 mm");
     GudSimulationCreateFrom(spec, NULL, &sim);
     GudSimulationAdvance(sim, 0.25, GUD_STOP_AT_TIME, &stop);
     GudSimulationGetProbe(sim, "crank_moment", &moment);
     ... GudSimulationDestroy(&sim), GudSpecDestroy(&spec), GudContextDestroy(&context), GudFinalize()

   Functions that can fail return PetscErrorCode (0 = success) and are called through PetscCall(). Bad input gives
   GUD_ERR_INPUT; GudContextGetErrorText has what is wrong, with file, line and column. Names and texts that a function returns
   belong to the object and live as long as it does. All functions are collective over the communicator of the context. */
#ifndef GUDGEON_H
#define GUDGEON_H

#include <petscsys.h>

#include "base/export.h"

#ifdef __cplusplus
extern "C" {
#endif

#define GUDGEON_VERSION_MAJOR 0
#define GUDGEON_VERSION_MINOR 1
#define GUDGEON_VERSION_PATCH 0
/* 1 if this header is of version a.b.c or later */
#define GUDGEON_VERSION_AT_LEAST(a, b, c) \
  (GUDGEON_VERSION_MAJOR > (a) ||         \
   (GUDGEON_VERSION_MAJOR == (a) &&       \
    (GUDGEON_VERSION_MINOR > (b) || (GUDGEON_VERSION_MINOR == (b) && GUDGEON_VERSION_PATCH >= (c)))))

#define GUD_ERR_INPUT PETSC_ERR_USER_INPUT /* a model, name or value that cannot be used */

typedef struct GudContext_    *GudContext;
typedef struct GudSpec_       *GudSpec;
typedef struct GudSimulation_ *GudSimulation;
typedef struct GudSnapshot_   *GudSnapshot;

typedef enum {
  GUD_RUNNING     = -1, /* GudSimulationStep: there is more to do */
  GUD_DONE        = 0,
  GUD_BAD_INPUT   = 2,
  GUD_FAILED      = 3,  /* a step cannot be made however small; the results so far are readable */
  GUD_INTERRUPTED = 130 /* Ctrl-C: the step was finished and a checkpoint written */
} GudOutcome;

/* ---- library ---- */

/* Version of the library that is linked, "0.1.0", and its git id. */
GUD_EXPORT const char *GudVersion(void);
GUD_EXPORT const char *GudGitId(void);

/* PETSc and MPI are started if they are not running yet; then GudFinalize ends them. */
GUD_EXPORT PetscErrorCode GudInitialize(int *argc, char ***argv);
GUD_EXPORT PetscErrorCode GudFinalize(void);

/* ---- context ---- */

typedef enum { GUD_MESSAGE_ERROR, GUD_MESSAGE_WARNING, GUD_MESSAGE_NOTE } GudMessageKind;
/* One message, one line or more, without a newline at its end. Called on the first process of the communicator. */
typedef void (*GudMessageHandler)(void *user, GudMessageKind kind, const char *text);

/* comm: the processes that compute together. Messages go to stderr until a handler is set. */
GUD_EXPORT PetscErrorCode GudContextCreate(MPI_Comm comm, GudContext *context);
/* The same by the number that Fortran and mpi4py (comm.py2f()) have for a communicator; negative: PETSC_COMM_WORLD. */
GUD_EXPORT PetscErrorCode GudContextCreateFortran(int comm, GudContext *context);
/* handler NULL: messages are kept (GudContextGetErrorText) and not shown. */
GUD_EXPORT PetscErrorCode GudContextSetMessageHandler(GudContext context, GudMessageHandler handler,
                                                      void *user);
/* The errors of the last function of this context that failed, one per line; "": none failed. On every process. */
GUD_EXPORT PetscErrorCode GudContextGetErrorText(GudContext context, const char **text);
/* Specs and simulations of the context may outlive it: it is counted. */
GUD_EXPORT PetscErrorCode GudContextDestroy(GudContext *context);

/* ---- the description of a model ----

   Nothing is checked but the syntax before GudSimulationCreateFrom; a spec can be changed and used any number of times. */

/* An empty description, to be filled by GudSpecAdd and GudSpecSet. */
GUD_EXPORT PetscErrorCode GudSpecCreate(GudContext context, GudSpec *spec);
GUD_EXPORT PetscErrorCode GudSpecCreateFromFile(GudContext context, const char *path, GudSpec *spec);
/* A model file as a text. name: of the model, in messages; files that it names are sought relative to the folder of `name`. */
GUD_EXPORT PetscErrorCode GudSpecCreateFromText(GudContext context, const char *text, const char *name,
                                                GudSpec *spec);
GUD_EXPORT PetscErrorCode GudSpecDestroy(GudSpec *spec);

/* The new entry `name` of a section (bodies, joints, drivers, forces, probes, limits, parameters): what is to the right of
   `name:` in a model file, for example "{type: rigid_body, mass: 2 kg, inertia: 1 kg m^2}". */
GUD_EXPORT PetscErrorCode GudSpecAdd(GudSpec spec, const char *section, const char *name, const char *yaml);
/* The value at a place, such as "gravity", "analysis.end" or "bodies.rod.mass", which may be there already. */
GUD_EXPORT PetscErrorCode GudSpecSet(GudSpec spec, const char *place, const char *yaml);
GUD_EXPORT PetscErrorCode GudSpecSetReal(GudSpec spec, const char *place, double value); /* SI units */
GUD_EXPORT PetscErrorCode GudSpecSetInt(GudSpec spec, const char *place, int value);
GUD_EXPORT PetscErrorCode GudSpecSetVector(GudSpec spec, const char *place, int num, const double *value);
/* A parameter of the model, as by --set: "0.1 mm". */
GUD_EXPORT PetscErrorCode GudSpecSetParameter(GudSpec spec, const char *name, const char *value);

/* ---- simulation: creation, run ---- */

/* folder: of the results; NULL: nothing is written. The simulation does not refer to the spec afterwards. */
GUD_EXPORT PetscErrorCode GudSimulationCreateFrom(GudSpec spec, const char *folder, GudSimulation *sim);
/* Continue a run from the checkpoint in its folder; the spec must be as it was. */
GUD_EXPORT PetscErrorCode GudSimulationResumeFrom(GudSpec spec, const char *folder, GudSimulation *sim);
GUD_EXPORT PetscErrorCode GudSimulationDestroy(GudSimulation *sim);

/* In one call, on PETSC_COMM_WORLD, messages to stderr. sets: "name=value" texts as of --set. After bad input *sim is NULL and
   the code 0. */
GUD_EXPORT PetscErrorCode GudSimulationCreate(const char *model, const char *const *sets, int num_sets,
                                              const char *folder, GudSimulation *sim);
/* A run of the command, or one made by the function above. */
GUD_EXPORT PetscErrorCode GudSimulationResume(const char *folder, GudSimulation *sim);
/* The same to a later end (s); NAN: that of the model. */
GUD_EXPORT PetscErrorCode GudSimulationResumeTo(const char *folder, double end, GudSimulation *sim);

/* One accepted step, or all that are left. progress != 0: a bar on a terminal, one line per 10 % in a pipe. */
GUD_EXPORT PetscErrorCode GudSimulationStep(GudSimulation sim, GudOutcome *outcome);
GUD_EXPORT PetscErrorCode GudSimulationRun(GudSimulation sim, int progress, GudOutcome *outcome);

/* To time t exactly, or to the first located event before it. */
typedef enum { GUD_STOP_AT_TIME, GUD_STOP_AT_EVENTS } GudStopAt;
typedef enum {
  GUD_STOPPED_AT_TIME,
  GUD_STOPPED_AT_EVENT,   /* GudSimulationGetEvent says which */
  GUD_STOPPED_BY_FAILURE, /* GudSimulationGetFailure says why; the state is the last good one */
} GudStop;
GUD_EXPORT PetscErrorCode GudSimulationAdvance(GudSimulation sim, double t, GudStopAt at, GudStop *stop);
/* The last located event: its time, the joint or force that it belongs to, and its number there (closing, opening, stick,
   slip: the order of the type). *name is NULL if there was none. */
GUD_EXPORT PetscErrorCode GudSimulationGetEvent(GudSimulation sim, double *t, const char **name, int *number);
/* Why a step could not be made; "": it could. */
GUD_EXPORT PetscErrorCode GudSimulationGetFailure(GudSimulation sim, const char **why);

/* ---- simulation: values ---- */

GUD_EXPORT PetscErrorCode GudSimulationGetTime(GudSimulation sim, double *t);
/* `end` of the analysis, s */
GUD_EXPORT PetscErrorCode GudSimulationGetEnd(GudSimulation sim, double *t);
GUD_EXPORT PetscErrorCode GudSimulationGetNumProbes(GudSimulation sim, int *num);
/* Name, and unit as in csv files ("m", "N m"; "-" of a number) of probe i. */
GUD_EXPORT PetscErrorCode GudSimulationGetProbeInfo(GudSimulation sim, int i, const char **name,
                                                    const char **unit);
/* Value at the present time; error if there is no such probe. */
GUD_EXPORT PetscErrorCode GudSimulationGetProbe(GudSimulation sim, const char *name, double *value);
/* All of them, in their order. */
GUD_EXPORT PetscErrorCode GudSimulationGetProbes(GudSimulation sim, double *values);

/* Between steps: sets the input `name` ({type: input, name: ..., start: ...} as the value of a force), in SI units, from now
   on. Forces may jump: accelerations and reactions are found anew, as after an event, and error control begins with them. The
   value is part of the state: a checkpoint keeps it. Error if there is no such input or the value is not finite. */
GUD_EXPORT PetscErrorCode GudSimulationSetInput(GudSimulation sim, const char *name, double value);
GUD_EXPORT PetscErrorCode GudSimulationGetInput(GudSimulation sim, const char *name, double *value);
GUD_EXPORT PetscErrorCode GudSimulationGetNumInputs(GudSimulation sim, int *num);
GUD_EXPORT PetscErrorCode GudSimulationGetInputInfo(GudSimulation sim, int i, const char **name,
                                                    const char **unit);

/* Steps made, factorisations and Newton iterations so far. */
GUD_EXPORT PetscErrorCode GudSimulationGetStatistics(GudSimulation sim, long *steps, long *factorisations,
                                                     long *iterations);

/* ---- simulation: state ---- */

/* Bodies of the model, without the ground, in their order. */
GUD_EXPORT PetscErrorCode GudSimulationGetNumBodies(GudSimulation sim, int *num);
GUD_EXPORT PetscErrorCode GudSimulationGetBodyName(GudSimulation sim, int i, const char **name);
/* Body axes: r(X) = r + R X for a rigid body; R row-major. Of a flexible body: at its origin. v, w: velocity of the origin, spin. */
GUD_EXPORT PetscErrorCode GudSimulationGetPose(GudSimulation sim, const char *body, double r[3], double R[9]);
GUD_EXPORT PetscErrorCode GudSimulationGetVelocity(GudSimulation sim, const char *body, double v[3],
                                                   double w[3]);
/* Moves a body as it is (deformed) to a pose; its velocities turn with it. */
GUD_EXPORT PetscErrorCode GudSimulationSetPose(GudSimulation sim, const char *body, const double r[3],
                                               const double R[9]);
/* Gives it the velocities of a rigid motion. */
GUD_EXPORT PetscErrorCode GudSimulationSetVelocity(GudSimulation sim, const char *body, const double v[3],
                                                   const double w[3]);

/* Coordinates and velocities as a whole. num_q: coordinates; num_rows: constraints; mobility: degrees of freedom. */
GUD_EXPORT PetscErrorCode GudSimulationGetSizes(GudSimulation sim, int *num_q, int *num_rows, int *mobility);
GUD_EXPORT PetscErrorCode GudSimulationGetCoordinates(GudSimulation sim, double *q, double *v);
GUD_EXPORT PetscErrorCode GudSimulationSetCoordinates(GudSimulation sim, const double *q, const double *v);

/* After the functions that set: joints are closed by the smallest change of positions, velocities made to fit them,
   accelerations and reactions found. *moved (may be NULL): largest change of a position, m. Error, with the state as it was
   before, if joints cannot be closed. Done before the next step or value if it is not called. */
GUD_EXPORT PetscErrorCode GudSimulationAssemble(GudSimulation sim, double *moved);

/* A copy of everything that the continuation depends on: it is the same, bit by bit, on one process. A snapshot fits every
   simulation of the same model. Restoring and resetting need a simulation without a folder. */
GUD_EXPORT PetscErrorCode GudSimulationSave(GudSimulation sim, GudSnapshot *snapshot);
GUD_EXPORT PetscErrorCode GudSimulationRestore(GudSimulation sim, GudSnapshot snapshot);
GUD_EXPORT PetscErrorCode GudSnapshotDestroy(GudSnapshot *snapshot);
/* Back to the start: t = 0, inputs at their start values. */
GUD_EXPORT PetscErrorCode GudSimulationReset(GudSimulation sim);

#ifdef __cplusplus
}
#endif

#endif
