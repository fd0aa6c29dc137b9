/* Is a motion periodic, quasi-periodic or chaotic? The criterion is in classify.c. */
#ifndef GUD_CLASSIFY_H
#define GUD_CLASSIFY_H

#include "simulation.h"

typedef struct {
  const char        *model, *out; /* out NULL: results/NAME */
  const char *const *sets;
  int                num_sets;
  int                progress; /* on the terminal */
} GudClassifyArgs;

typedef struct {
  int    period;
  double exponent, error, limit;
  double distance; /* of the repetition */
  const char *class;
} GudVerdict;

typedef struct {
  GudSimulation sim, shadow;   /* shadow: no observer, no folder */
  GudState     *from;          /* the shadow at the start of a step */
  double        d0, V, from_d; /* from_d: distance after it was last drawn back */
  double        growth; /* (L1) since the last pass, without what has come since it was last drawn back */
  long          passes, carried; /* passes of the section seen; steps without growth */
  double       *S;               /* (L1) */
  int           num;
  GudVerdict    verdict;
} GudClassification;

/* Runs a model and its shadow; writes classification.txt and classification.csv. *code: exit code; the verdict is there when
   it is 0. PETSc must have been started. */
PetscErrorCode GudClassify(GudClassification *st, const GudClassifyArgs *args, int *code);
/* The verdict in words. */
void           gud_verdict_print(const GudClassification *st, FILE *f);
PetscErrorCode GudClassificationDestroy(GudClassification *st);

#endif
