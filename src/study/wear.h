/* Wear over many cycles by cycle jumps: a cycle is resolved, its wear multiplied, the surfaces updated, and again. The formulas are in
   wear.c. */
#ifndef GUD_WEAR_H
#define GUD_WEAR_H

#include "output/folder.h"
#include "simulation.h"

typedef struct {
  const char        *model, *out; /* out NULL: results/NAME_wear */
  const char *const *sets;        /* "name=value" */
  int                num_sets;
  double             cycles;    /* how many */
  double             cycle;     /* s; NaN: the recorded time of the model, from settle to end */
  double             jump;      /* cycles at once; NaN: by (X3) */
  double             tolerance; /* of (X3): NaN: 0.02 */
  int                euler;     /* 1: (X1), else (X2) */
  int                progress;  /* on the terminal */
} GudWearArgs;

/* A force that wears: depths of a and b at its nodes. */
typedef struct {
  int            force; /* of the model */
  const char    *name;
  GudSurfaceSums map;
  int            n;
  double        *depth[2], *start[2], *rate[2],
    *first[2]; /* rates: wear of a cycle, at the end and the beginning of a jump (X2) */
  double *load, *sliding, *severity[2]; /* of the last cycle */
} GudWorn;

typedef struct {
  const GudWearArgs *w;
  char               out[GUD_MAX_FOLDER + 1];
  unsigned long long sum; /* of the model and what it reads */
  GudWorn           *worn;
  int                num;
  double             cycle, done; /* s; cycles */
  long               jumps, runs;
  double             jump,
    bound; /* last jump; K (k_a + k_b) times the way of a cycle: 1/bound cycles are monotone, 2/bound stable */
  char why[600];
} GudWear;

/* *code: exit code; after 0 all cycles are done. PETSc must have been started; one process only. A study that was killed
   goes on. */
PetscErrorCode GudWearRun(GudWear *st, const GudWearArgs *args, int *code);
void           gud_wear_free(GudWear *st);
/* Largest depth and volume of side 0 (a), 1 (b) of one force, beyond what it began with */
void gud_wear_figures(const GudWorn *x, int side, double *depth, double *volume);

#endif
