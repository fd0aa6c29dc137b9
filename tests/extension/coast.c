/* An analysis: bodies without joints go on as they move, whatever acts on them, in steps of `step` (default: 1/100 of the end).
   (C1) x(t) = x(0) + v(0) t */
#include "solve/analysis.h"

#include <stdlib.h>
#include <string.h>

static int ready(const GudAnalysis *self, GudSolver *so)
{
  (void)self;
  if (so->sys->nr) snprintf(so->why, sizeof so->why, "coast: bodies that joints hold do not coast");
  return !so->sys->nr;
}

static int done(const GudAnalysis *self, const GudSolver *so)
{
  (void)self;
  return so->s->t >= so->opt.end;
}

static PetscErrorCode advance(const GudAnalysis *self, GudSolver *so, double t, GudAdvance *out)
{
  GudState *s = so->s;
  double    h = so->opt.step > 0 ? so->opt.step : so->opt.end / 100, next = (double)(s->step + 1) * h;
  PetscFunctionBeginUser;
  (void)self, (void)out;
  next = next > t - 1e-9 * h ? t : next;
  gud_state_copy(so->before, s);
  for (int i = 0; i < so->sys->nq; i++) s->q[i] += (next - s->t) * s->v[i]; /* (C1) */
  s->t = next, s->step++, so->stat.steps++;
  gud_consistent_swap(so);
  double *v = gud_alloc(sizeof(double) * (size_t)(so->sys->nq + 1)); /* a restart may project them */
  memcpy(v, s->v, sizeof(double) * (size_t)so->sys->nq);
  PetscCall(GudSolverRestartValid(so));
  memcpy(s->v, v, sizeof(double) * (size_t)so->sys->nq);
  free(v);
  PetscCall(GudLedgerStep(so));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudAnalysis gud_analysis_coast = {
  .name = "coast", .traits = GUD_ANALYSIS_IN_TIME, .ready = ready, .done = done, .advance = advance};
