/* Time integration: `analysis: {type: dynamic}`. The steps are those of step.c, by the method in force. And `type: periodic`: the same
   over one period of the motion that src/on_orbit.c has put the state on, which sets `end`. */
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

static int ready_for_orbit(const GudAnalysis *self, GudSolver *so)
{
  (void)self;
  if (so->opt.method == GUD_RADAU) return 1;
  snprintf(so->why, sizeof so->why, "a periodic motion is found by method: radau; leave analysis.method out");
  return 0;
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

const GudAnalysis gud_analysis_periodic = {
  .name    = "periodic",
  .traits  = GUD_ANALYSIS_IN_TIME | GUD_ANALYSIS_INTEGRATES | GUD_ANALYSIS_ON_ORBIT,
  .ready   = ready_for_orbit,
  .done    = done,
  .advance = advance,
};
