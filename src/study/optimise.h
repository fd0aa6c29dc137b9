/* The values of parameters for which an expression of results is least, without derivatives: BOBYQA (Powell 2009), with constraints
   or one parameter COBYLA (Powell 1994), both of NLopt.

     OUT/optimise.txt   what is sought: a second start with other arguments is refused
     OUT/points/0001    each run (points.h). A search that is killed goes on: the methods are deterministic, so it passes the same
                        points again, of which those that are done are read
     OUT/history.csv    one row per run: values, objective, constraints (negative: met), the best so far */
#ifndef GUD_OPTIMISE_H
#define GUD_OPTIMISE_H

#include "output/label.h"
#include "study/design.h"
#include "study/points.h"
#include "study/results.h"
#include "text/expr.h"

typedef struct {
  GudStudy    study;
  GudTexts    vary;      /* "name=from:to": the search stays between */
  const char *minimise;  /* expression of results and of the parameters */
  GudTexts    subject;   /* "expression <= expression", or >= */
  int         max_runs;  /* 0: 200 */
  double      tolerance; /* of the parameters, relative to their ranges; NaN: 1e-4 */
  int         log;       /* search in the logarithms */
} GudOptimiseArgs;

/* An expression whose arguments are results of a run and the parameters. */
typedef struct {
  const char      *text;
  GudEnv          *env;
  GudExpr         *expr;
  GudResult        result[GUD_MAX_ARGUMENTS];
  int              num;
  GudArgumentName *names; /* of the results, then of the parameters */
} GudObjective;

enum { GUD_MAX_SUBJECT = 10 };
typedef struct {
  double x[GUD_MAX_OVER];    /* in the unit cube */
  double f;                  /* NaN: the run failed */
  double g[GUD_MAX_SUBJECT]; /* left minus right side: met where not above 0 */
  int    best;               /* number of the best run so far, this one included; -1: none is allowed */
} GudTrial;

typedef struct GudOptimise {
  const GudOptimiseArgs *w;
  GudOver                over[GUD_MAX_OVER];
  int                    num_over, num_subject, log;
  char                   label[GUD_MAX_OVER][GUD_LABEL_SIZE];
  double                 start[GUD_MAX_OVER], step; /* in the unit cube */
  GudDim                 dim[GUD_MAX_OVER];
  GudObjective           objective, left[GUD_MAX_SUBJECT], right[GUD_MAX_SUBJECT];
  double      scale[1 + GUD_MAX_SUBJECT]; /* of objective and constraints: their size at the first run */
  GudPoints   points;
  GudTrial   *trial;
  int         num, now; /* runs; how many of them are computed now */
  int         converged;
  const char *method;
  GudArena    arena;
  GudDiag    *diag;
  unsigned long long sum;
} GudOptimise;

/* Reads the arguments and the model, makes the folder; 0 after an error (said). */
int gud_optimise_prepare(GudOptimise *op, const GudOptimiseArgs *args);
/* Searches and writes history.csv; returns an exit code. done (may be NULL) is called after each run. */
int gud_optimise_run(GudOptimise *op, void (*done)(const GudOptimise *op, int trial));
/* A parameter of a trial as it is written for --set. */
const char *gud_optimise_value(const GudOptimise *op, int trial, int over, char out[GUD_VALUE_SIZE]);
void        gud_optimise_free(GudOptimise *op);

#endif
