/* A branch of periodic motions over one parameter: pseudo-arclength continuation, with folds, flips, torus (Hopf) points and
   grazing located. Equations in branch.c. */
#ifndef GUD_BRANCH_H
#define GUD_BRANCH_H

#include "study/periodic.h"

typedef enum {
  GUD_POINT_REGULAR,
  GUD_POINT_FOLD,
  GUD_POINT_FLIP,
  GUD_POINT_TORUS,
  GUD_POINT_GRAZING,
  GUD_POINT_END
} GudPointKind;
extern const char *const gud_point_words[]; /* "point", "fold", ... */

/* Columns of branch.csv (src/cli/periodic.c writes it, src/cli/plot_branch.c reads it). */
enum {
  GUD_BRANCH_PARAMETER, /* its name is that of the parameter */
  GUD_BRANCH_POINT,     /* a word */
  GUD_BRANCH_PERIOD,
  GUD_BRANCH_STABLE,
  GUD_BRANCH_UNSTABLE, /* number of multipliers outside the unit circle */
  GUD_BRANCH_MULTIPLIER,
  GUD_BRANCH_ANGLE,
  GUD_BRANCH_CLOSURE,
  GUD_BRANCH_PROBES /* from here on: all probes at the section */
};
extern const char *const gud_branch_columns[GUD_BRANCH_PROBES];

typedef struct {
  const char        *model, *name; /* of the model file, of the parameter */
  const char *const *sets;
  int                num_sets;
  double             from, to, first; /* SI; first step as part of to - from */
  double             most;            /* longest step, likewise */
  int                max_points;
  GudPeriodicOptions periodic;
  double
    periods; /* NaN: `periodic.period` for all; else the period is this many times that of poincare: in the model */
  /* Every point in its order along the branch: pe holds the motion there. 0: stop. */
  int (*point)(void *ctx, const GudPeriodic *pe, double p, GudPointKind kind);
  void *ctx;
} GudBranch;

/* *ok = 0 and why: there is no first point. */
PetscErrorCode GudBranchFollow(const GudBranch *b, int *ok, char why[900]);

#endif
