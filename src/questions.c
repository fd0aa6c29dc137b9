/* Between steps: what a C program asks a simulation, and the inputs that it sets. */
#include "simulation.h"

#include "text/units.h"
#include "output/probe_value.h"

#include <math.h>
#include <string.h>

PetscErrorCode GudSimulationGetTime(GudSimulation sim, double *t)
{
  PetscFunctionBeginUser;
  *t = sim->solver->s->t;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationGetEnd(GudSimulation sim, double *t)
{
  PetscFunctionBeginUser;
  *t = sim->solver->opt.end;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationGetNumProbes(GudSimulation sim, int *num)
{
  PetscFunctionBeginUser;
  *num = sim->input.model->num_probes;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationGetProbeInfo(GudSimulation sim, int i, const char **name, const char **unit)
{
  const GudModel *m = sim->input.model;
  PetscFunctionBeginUser;
  if (i < 0 || i >= m->num_probes) GUD_FAIL(sim->ctx, "there is no probe number %d", i);
  *name = m->probes[i].name, *unit = gud_probe_unit(m, &m->probes[i]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The present state, evaluated with consistent values. */
static PetscErrorCode evaluate(GudSimulation sim)
{
  GudSolver *so = sim->solver;
  PetscFunctionBeginUser;
  if (sim->changed) PetscCall(GudSimulationAssemble(sim, NULL));
  PetscCall(GudSolverConsistent(so, GUD_FOR_OUTPUT));
  GudPoint p = gud_solver_point(so);
  gud_system_time(sim->sys, so->s->t, so->s->history);
  gud_evaluated_at(so->accepted, &p);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static double value_of(GudSimulation sim, int i)
{
  GudSolver     *so     = sim->solver;
  GudProbeEnergy energy = {&so->energy, gud_ledger_numerical(so)};
  return gud_probe_value(so->accepted, &sim->input.model->probes[i], &energy);
}

PetscErrorCode GudSimulationGetProbe(GudSimulation sim, const char *name, double *value)
{
  const GudModel *m = sim->input.model;
  int             i = gud_model_find_probe(m, name);
  PetscFunctionBeginUser;
  if (i < 0) GUD_FAIL(sim->ctx, "there is no probe '%.100s'", name);
  PetscCall(evaluate(sim));
  *value = value_of(sim, i);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationGetProbes(GudSimulation sim, double *values)
{
  PetscFunctionBeginUser;
  PetscCall(evaluate(sim));
  for (int i = 0; i < sim->input.model->num_probes; i++) values[i] = value_of(sim, i);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationGetEvent(GudSimulation sim, double *t, const char **name, int *number)
{
  const GudModel *m = sim->input.model;
  PetscFunctionBeginUser;
  *name = NULL, *number = -1, *t = sim->event_time;
  for (int i = 0; i < m->num_forces && sim->event >= 0; i++) {
    const GudModelForce *f = &m->forces[i];
    if (sim->event < f->event || sim->event >= f->event + f->type->num_events) continue;
    *name = f->name, *number = sim->event - f->event;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationGetFailure(GudSimulation sim, const char **why)
{
  PetscFunctionBeginUser;
  *why = sim->solver->why;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- inputs ---- */

static PetscErrorCode find_input(GudSimulation sim, const char *name, const GudInputValue **input)
{
  const GudModel *m = sim->input.model;
  int             i = 0;
  PetscFunctionBeginUser;
  while (i < m->num_inputs && strcmp(m->inputs[i].name, name)) i++;
  if (i == m->num_inputs) GUD_FAIL(sim->ctx, "there is no input '%.100s'", name);
  *input = &m->inputs[i];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationGetNumInputs(GudSimulation sim, int *num)
{
  PetscFunctionBeginUser;
  *num = sim->input.model->num_inputs;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationGetInputInfo(GudSimulation sim, int i, const char **name, const char **unit)
{
  GudModel *m = sim->input.model;
  char      text[GUD_DIM_SIZE];
  PetscFunctionBeginUser;
  if (i < 0 || i >= m->num_inputs) GUD_FAIL(sim->ctx, "there is no input number %d", i);
  *name = m->inputs[i].name;
  *unit = gud_arena_text(&m->arena, gud_dim_unit(m->inputs[i].dim, text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationGetInput(GudSimulation sim, const char *name, double *value)
{
  const GudInputValue *input = NULL;
  PetscFunctionBeginUser;
  PetscCall(find_input(sim, name, &input));
  *value = sim->solver->s->history[input->history];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationSetInput(GudSimulation sim, const char *name, double value)
{
  const GudInputValue *input = NULL;
  GudSolver           *so    = sim->solver;
  PetscFunctionBeginUser;
  PetscCall(find_input(sim, name, &input));
  if (!isfinite(value)) GUD_FAIL(sim->ctx, "input '%s' must be a finite number", name);
  if (so->s->history[input->history] == value) PetscFunctionReturn(PETSC_SUCCESS);
  so->s->history[input->history] = value;
  if (!gud_solver_is(so, GUD_ANALYSIS_INTEGRATES)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(GudSolverRestartValid(so));
  PetscCall(GudLedgerBegin(so));
  if (sim->observer) PetscCall(GudObserverStep(sim->observer)); /* the same instant with the new forces */
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationGetStatistics(GudSimulation sim, long *steps, long *factorisations,
                                          long *iterations)
{
  const GudNewton *nw = sim->solver->newton;
  PetscFunctionBeginUser;
  *steps          = sim->solver->stat.steps;
  *factorisations = nw ? nw->num_factorisations : 0;
  *iterations     = nw ? nw->num_iterations : 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- to a time ---- */

PetscErrorCode GudSimulationAdvance(GudSimulation sim, double t, GudStopAt at, GudStop *stop)
{
  GudSolver *so = sim->solver;
  GudAdvance a;
  PetscFunctionBeginUser;
  *stop = GUD_STOPPED_AT_TIME;
  if (!gud_solver_is(so, GUD_ANALYSIS_IN_TIME))
    GUD_FAIL(sim->ctx, "only a dynamic or kinematic analysis can be advanced to a time");
  if (!(isfinite(t) && t >= so->s->t))
    GUD_FAIL(sim->ctx, "cannot advance from t = %.9g s to %.9g s", so->s->t, t);
  if (sim->folder && t > so->opt.end)
    GUD_FAIL(sim->ctx, "%.9g s is after the end of the analysis, %.9g s, and results are written", t,
             so->opt.end);
  if (sim->changed) PetscCall(GudSimulationAssemble(sim, NULL));
  so->why[0] = '\0';
  while (so->s->t < t) {
    PetscCall(GudSimulationNext(sim, t, &a));
    if (!a.ok) {
      *stop = GUD_STOPPED_BY_FAILURE;
      PetscFunctionReturn(PETSC_SUCCESS);
    }
    if (a.event < 0 || at != GUD_STOP_AT_EVENTS) continue;
    *stop = GUD_STOPPED_AT_EVENT;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
