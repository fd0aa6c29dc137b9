/* Checkpoints: the state, the solver's memory and the observer's sums, in one file that is written beside and renamed.
   One function per struct serves both directions, so that writing and reading cannot disagree. */
#ifndef GUD_CHECKPOINT_H
#define GUD_CHECKPOINT_H

#include "output/observe.h"

typedef struct GudArchive {
  FILE              *f;
  int                write;
  int                failed;
  int                in_memory; /* a snapshot of a running program: its time may be beyond the end */
  unsigned long long sum;       /* of what was written */
  char               why[100];  /* reading: what cannot be */
} GudArchive;

/* Writes or reads `size` bytes. */
void gud_archive(GudArchive *ar, void *data, size_t size);
/* The same with a check on reading: a file that is whole but no checkpoint of a run must not steer one. */
void gud_archive_reals(GudArchive *ar, double *x, int num, const char *name); /* finite */
void gud_archive_coordinates(GudArchive *ar, const GudSystem *sys, double *x,
                             const char *name); /* finite; collective */
void gud_archive_int(GudArchive *ar, int *x, int low, int high, const char *name);
void gud_archive_long(GudArchive *ar, long *x, const char *name); /* not negative */
void gud_archive_refuse(GudArchive *ar, const char *why);

/* What the run was started with; texts are allocated on reading. */
typedef struct {
  char              *model; /* path of the model file */
  char             **sets;  /* --set texts */
  int                num_sets;
  unsigned long long sum, sum_all; /* of the model file; of all that was read for it */
  unsigned long long id;           /* of the run: in run.log, too */
} GudOrigin;

PetscErrorCode GudCheckpointWrite(GudSolver *so, GudObserver *ob, const GudOrigin *origin,
                                  const char *folder);
/* First what the run was (found: 1, 0 no checkpoint, -1 a damaged one), then (with solver and observer made from it)
   the state. */
PetscErrorCode GudCheckpointReadOrigin(const char *folder, GudOrigin *origin, int *found);
PetscErrorCode GudCheckpointRead(GudSolver *so, GudObserver *ob, const char *folder, int *ok, char why[200]);
/* Solver and observer alone, in an open stream of this process. */
PetscErrorCode GudCheckpointSave(GudSolver *so, GudObserver *ob, FILE *f);
PetscErrorCode GudCheckpointRestore(GudSolver *so, GudObserver *ob, FILE *f, int *ok, char why[200]);
/* After it, on all processes: is the state one that a run can be in? Joints are closed, energies are those of the state. */
void gud_checkpoint_check(GudSolver *so, int *ok, char why[200]);
void gud_origin_free(GudOrigin *origin);

#endif
