/* Time integration: `analysis: {type: dynamic}`. The steps are those of step.c, by the method in force. */
#include "solve/analysis.h"

static int ready(const GudAnalysis *self, GudSolver *so)
{
  (void)self;
  if (so->opt.rho == 1 && so->opt.stabilisation == GUD_STABILISE_NONE) {
    snprintf(so->why, sizeof so->why,
             "rho = 1 without stabilisation: the multipliers of the index-3 equations are then not damped at "
             "all and grow without bound; "
             "use stabilisation: index_2 or projection, or rho below 1");
    return 0;
  }
  return so->opt.method != GUD_TRIAL_AND_ERROR || gud_explicit_ready(so);
}

static int done(const GudAnalysis *self, const GudSolver *so)
{
  (void)self;
  return so->s->t >= so->opt.end * (1 - 1e-14);
}

static PetscErrorCode advance(const GudAnalysis *self, GudSolver *so, double t, GudAdvance *out)
{
  PetscFunctionBeginUser;
  (void)self;
  PetscCall(GudSolverStep(so, t, &out->ok, &out->event));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudAnalysis gud_analysis_dynamic = {
  .name    = "dynamic",
  .traits  = GUD_ANALYSIS_IN_TIME | GUD_ANALYSIS_INTEGRATES,
  .ready   = ready,
  .done    = done,
  .advance = advance,
};
