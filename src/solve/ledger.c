/* What the solver keeps account of after every accepted step, whether anybody reads it or not: work and dissipation, turns of
   angle probes, statistics of forces.

   (L1) E(t) - E(0) = W_drivers + W_loads + W_damping + ... + numerical
   (L2) work of a step: h sum_k w_k P(node k), with the weights of the method: as accurate as the motion itself
   Modes may change at a step end: the powers at the start of a step are taken in the modes of that step. */
#include "solve/solver.h"
#include "system/functions.h"

GudPoint gud_solver_point(const GudSolver *so)
{
  GudPoint p = gud_state_point(so->s);
  p.v = so->now.v, p.a = so->now.a, p.lam = so->now.lam, p.z = so->now.z, p.zt = so->now.zt;
  return p;
}

GudEvaluated *gud_solver_node(GudSolver *so, int k)
{
  int           end = k + 1 == so->method->num_nodes;
  GudPoint      p   = end ? gud_solver_point(so) : so->method->at_node(so, k);
  GudEvaluated *at  = end ? so->accepted : so->inner[k];
  gud_system_time(so->sys, p.t, so->s->history);
  gud_evaluated_at(at, &p);
  return at;
}

double gud_ledger_numerical(const GudSolver *so)
{
  const GudState *s   = so->s;
  double          sum = so->energy.kinetic + so->energy.potential + so->energy.strain - s->energy_start;
  for (int k = 0; k < GUD_NUM_LEDGER; k++) sum -= s->work[k];
  return sum - s->work_drivers - s->work_elements;
}

static void keep_largest(GudSolver *so)
{
  GudState *s     = so->s;
  s->most_kinetic = fmax(s->most_kinetic, so->energy.kinetic);
  s->most_stored  = fmax(s->most_stored, fabs(so->energy.strain) + fabs(so->energy.potential));
}

PetscErrorCode GudLedgerBegin(GudSolver *so)
{
  GudState *s = so->s;
  PetscFunctionBeginUser;
  PetscCall(GudSolverConsistent(so, GUD_FOR_OUTPUT));
  gud_system_time(so->sys, s->t, s->history);
  GudPoint p = gud_solver_point(so);
  gud_probes_accept(so->sys->model, p.q, s->history);
  gud_evaluated_at(so->accepted, &p);
  gud_evaluated_energy(so->accepted, &so->energy);
  keep_largest(so);
  if (s->step == 0) s->energy_start = so->energy.kinetic + so->energy.potential + so->energy.strain;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void add(GudState *s, double w, const GudEnergy *e)
{
  s->work_drivers += w * e->power_drivers;
  s->work_elements += w * e->power_elements;
  for (int k = 0; k < GUD_NUM_LEDGER; k++) s->work[k] += w * e->power[k];
}

/* Statistics leave out what was before `settle`. Maxima are kept at 0 until then. Counts change at step ends; a time
   grows evenly over a step, since modes do not change within it, so that its part before `settle` is exact. */
void gud_ledger_settle(GudSolver *so)
{
  const GudModel *m      = so->sys->model;
  const GudState *b      = so->before;
  GudState       *s      = so->s;
  double          settle = so->opt.settle;
  if (b->t >= settle) return;
  int    passed = s->t >= settle;
  double x      = passed ? (settle - b->t) / (s->t - b->t) : 0;
  for (int i = 0; i < m->num_forces; i++) {
    const GudModelForce *f = &m->forces[i];
    for (int k = 0; k < f->type->num_history; k++) {
      const GudHistory *row = &f->type->history[k];
      int               h   = f->history + k;
      if (!row->reported) continue;
      if (gud_history_is_largest(row->kind) && !passed) s->history[h] = 0;
      if (!gud_history_is_largest(row->kind) && passed)
        so->settled[h] = b->history[h] +
                         (row->kind == GUD_HISTORY_TIME ? x * (s->history[h] - b->history[h]) : 0);
    }
  }
}

double gud_ledger_statistic(const GudSolver *so, const GudModelForce *f, int k)
{
  int h = f->history + k, largest = gud_history_is_largest(f->type->history[k].kind);
  return so->s->t < so->opt.settle ? 0 : so->s->history[h] - (largest ? 0 : so->settled[h]);
}

PetscErrorCode GudLedgerStep(GudSolver *so)
{
  const GudMethod *m = so->method;
  GudState        *s = so->s;
  double           h = s->t - so->before->t, kinetic = so->energy.kinetic;
  double           driven = s->work_drivers;
  PetscFunctionBeginUser;
  PetscCall(GudSolverConsistent(so, GUD_FOR_OUTPUT));
  add(s, h * m->weight[0], &so->energy);
  for (int k = 0; k < m->num_nodes; k++) {
    gud_evaluated_energy(gud_solver_node(so, k), &so->energy_at[k]);
    add(s, h * m->weight[k + 1], &so->energy_at[k]);
  }
  so->energy = so->energy_at[m->num_nodes - 1];
  gud_probes_accept(so->sys->model, s->q, s->history);
  s->exchanged += fabs(so->energy.kinetic - kinetic) + fabs(s->work_drivers - driven);
  s->residue = fmax(s->residue, fabs(gud_ledger_numerical(so)));
  keep_largest(so);
  PetscFunctionReturn(PETSC_SUCCESS);
}
