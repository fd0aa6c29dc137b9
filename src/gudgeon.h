/* Gudgeon: flexible multibody dynamics with real joints. The only public header.

     M a + f_int(q, v) + Phi_q(q, t)^T lambda = f_ext(t, q, v),      Phi(q, t) = 0,      M constant

   q: absolute coordinates (positions, slopes and directors), SI units. Phi_q^T lambda stands on the left: the constraint
   force on a body is -Phi_q^T lambda. Angles are radians and count turns; moments are those on the driven body.

   A simulation is made from a model file, advanced step by step or to its end, and asked for probes by name:

     GudInitialize(&argc, &argv);
     GudSimulation sim;
     GudSimulationCreate("slider_crank.yaml", NULL, 0, NULL, &sim);
     GudSimulationRun(sim, 0, &outcome);                         or  GudSimulationStep(sim, &outcome) in a loop
     GudSimulationGetProbe(sim, "crank_moment", &moment);
     GudSimulationDestroy(&sim);
     GudFinalize();

   Functions that can fail return PetscErrorCode (0 = success) and are called through PetscCall(). Bad input is no
   error in this sense: GudSimulationCreate prints what is wrong with file, line and column and leaves sim NULL. */
#ifndef GUDGEON_H
#define GUDGEON_H

#include <petscsys.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct GudSimulation_ *GudSimulation;

typedef enum {
  GUD_RUNNING     = -1, /* GudSimulationStep: there is more to do */
  GUD_DONE        = 0,
  GUD_BAD_INPUT   = 2,
  GUD_FAILED      = 3,  /* a step cannot be made however small; the results so far are readable */
  GUD_INTERRUPTED = 130 /* Ctrl-C: the step was finished and a checkpoint written */
} GudOutcome;

/* "0.1.0" and the git id. */
const char *GudVersion(void);
const char *GudGitId(void);

/* PETSc and MPI are started if they are not running yet; then GudFinalize ends them. */
PetscErrorCode GudInitialize(int *argc, char ***argv);
PetscErrorCode GudFinalize(void);

/* sets: "name=value" texts as of --set. folder NULL: nothing is written. *sim = NULL after bad input (messages on stderr). */
PetscErrorCode GudSimulationCreate(const char *model, const char *const *sets, int num_sets,
                                   const char *folder, GudSimulation *sim);
/* Continue a run from the checkpoint in its folder. *sim = NULL with a message when that is impossible. */
PetscErrorCode GudSimulationResume(const char *folder, GudSimulation *sim);
/* The same to a later end (s); NAN: that of the model. */
PetscErrorCode GudSimulationResumeTo(const char *folder, double end, GudSimulation *sim);
PetscErrorCode GudSimulationDestroy(GudSimulation *sim);

/* One accepted step, or all that are left. progress != 0: a bar on a terminal, one line per 10 % in a pipe. */
PetscErrorCode GudSimulationStep(GudSimulation sim, GudOutcome *outcome);
PetscErrorCode GudSimulationRun(GudSimulation sim, int progress, GudOutcome *outcome);

PetscErrorCode GudSimulationGetTime(GudSimulation sim, double *t);
/* Value at the present time; error if there is no such probe. */
PetscErrorCode GudSimulationGetProbe(GudSimulation sim, const char *name, double *value);
/* Between steps: sets the input `name` ({type: input, name: ..., start: ...} as the value of a force), in SI units, from now
   on. Forces may jump: accelerations and reactions are found anew, as after an event, and error control begins with them. The
   value is part of the state: a checkpoint keeps it. Error if there is no such input or the value is not finite. All
   processes must call it. */
PetscErrorCode GudSimulationSetInput(GudSimulation sim, const char *name, double value);
/* Steps made, factorisations and Newton iterations so far. */
PetscErrorCode GudSimulationGetStatistics(GudSimulation sim, long *steps, long *factorisations,
                                          long *iterations);

#ifdef __cplusplus
}
#endif

#endif
