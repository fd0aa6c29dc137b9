/* Between steps: what a C program asks a simulation, and the inputs that it sets. */
#include "simulation.h"

#include "output/probe_value.h"

#include <math.h>
#include <string.h>

PetscErrorCode GudSimulationGetTime(GudSimulation sim, double *t)
{
  PetscFunctionBeginUser;
  *t = sim->solver->s->t;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationGetProbe(GudSimulation sim, const char *name, double *value)
{
  GudSolver *so = sim->solver;
  int        i  = gud_model_find_probe(sim->input.model, name);
  PetscFunctionBeginUser;
  PetscCheck(i >= 0, sim->sys->comm, PETSC_ERR_ARG_OUTOFRANGE, "there is no probe '%s'", name);
  PetscCall(GudSolverConsistent(so, GUD_FOR_OUTPUT));
  GudPoint p = gud_solver_point(so);
  gud_system_time(sim->sys, so->s->t, so->s->history);
  gud_evaluated_at(so->accepted, &p);
  *value = gud_probe_value(so->accepted, &sim->input.model->probes[i], &so->energy, gud_ledger_numerical(so));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationSetInput(GudSimulation sim, const char *name, double value)
{
  const GudModel *m  = sim->input.model;
  GudSolver      *so = sim->solver;
  int             i  = 0;
  PetscFunctionBeginUser;
  while (i < m->num_inputs && strcmp(m->inputs[i].name, name)) i++;
  PetscCheck(i < m->num_inputs, sim->sys->comm, PETSC_ERR_ARG_OUTOFRANGE, "there is no input '%s'", name);
  PetscCheck(isfinite(value), sim->sys->comm, PETSC_ERR_ARG_OUTOFRANGE, "input '%s' must be a finite number",
             name);
  if (so->s->history[m->inputs[i].history] == value) PetscFunctionReturn(PETSC_SUCCESS);
  so->s->history[m->inputs[i].history] = value;
  if (so->opt.type != GUD_ANALYSIS_DYNAMIC) PetscFunctionReturn(PETSC_SUCCESS);
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
