/* Modes of contacts resolved within the step: contact/point.h, (P2)-(P4).

   With few contacts every change of a mode is a located event, which ends a step. Hundreds of nodes that stick and let go
   one after another would end every step at once; here they change while the step is solved: a semismooth Newton method,
   whose matrix is taken anew with every change of the modes. A contact that chatters changes over to this while the run goes on
   (watch.c). The state is the same on every process, and so are the modes.
   What this costs is accuracy: a transition is known to the length of the step it lies in. The error estimate sees it: the
   accelerations jump, and penetration accumulated before detection counts as position error. */
#include "solve/solver.h"

#include <string.h>

/* Contacts beyond which `auto` resolves them within the step: 82 located ones took 79 s where 48 s do, 800
   crawl (oscillator of Zheng, 20 s). */
enum { MANY = 100 };

void gud_transitions_apply(GudSolver *so)
{
  const GudModel *m = so->sys->model;
  so->num_within = so->num_located = 0;
  for (int n = 0; n < m->num_forces; n++) {
    const GudModelForce *f = &m->forces[n];
    so->num_within += so->by_step[n] != 0;
    memset(so->within + f->event, so->by_step[n], (size_t)f->type->num_events);
    if (!so->by_step[n]) so->num_located += f->type->num_events;
  }
}

int gud_transitions_can(const GudSolver *so, int force)
{
  const GudContactGroup *contact = so->sys->model->forces[force].type->contact;
  return contact && contact->modes && !gud_solver_is_rigid(so, force);
}

void gud_transitions_create(GudSolver *so)
{
  const GudModel *m   = so->sys->model;
  int             num = 0, choice = so->opt.transitions;
  so->history1 = gud_alloc(sizeof(double) * (size_t)(m->num_history + 1));
  so->within   = gud_alloc((size_t)(m->num_events + 1));
  so->by_step  = gud_alloc((size_t)(m->num_forces + 1));
  for (int n = 0; n < m->num_forces; n++) num += gud_transitions_can(so, n);
  if (choice == GUD_TRANSITIONS_WITHIN || (choice == GUD_TRANSITIONS_AUTO && num > MANY))
    for (int n = 0; n < m->num_forces; n++) so->by_step[n] = (char)gud_transitions_can(so, n);
  gud_transitions_apply(so);
}

void gud_transitions_begin(GudSolver *so)
{
  GudPoint p = gud_state_point(so->s);
  if (!so->num_within) return;
  memcpy(so->history1, so->s->history, sizeof(double) * (size_t)so->s->nh);
  gud_evaluated_at(so->accepted, &p);
  gud_transitions_choose(so, GUD_STEP_BEGINS, so->accepted);
  gud_evaluated_renew_all(so->trial);
}

int gud_transitions_choose(GudSolver *so, GudStepMoment when, GudEvaluated *e)
{
  GudSystem *sys     = so->sys;
  double     sum     = 0;
  int        changed = 0;
  for (int n = 0; n < sys->model->num_forces; n++) {
    const GudModelForce *f          = &sys->model->forces[n];
    double               undetected = 0;
    if (!so->by_step[n]) continue;
    if (f->type->contact->modes(gud_evaluated_force(e, n, GUD_LEVEL_POSITION), when,
                                so->history1 + f->history, &undetected))
      gud_evaluated_renew(e, n), changed = 1;
    sum += undetected * undetected;
  }
  so->undetected = sys->num_q ? sqrt(sum / sys->num_q) / sys->length_scale : 0;
  return changed;
}

int gud_transitions_differ(const GudSolver *so, const double *history)
{
  const GudModel *m = so->sys->model;
  for (int n = 0; n < m->num_forces; n++) {
    const GudModelForce *f = &m->forces[n];
    if (so->by_step[n] && f->type->contact->mode(f->type, so->history1 + f->history) !=
                            f->type->contact->mode(f->type, history + f->history))
      return 1;
  }
  return 0;
}

int gud_transitions_fit(const GudSolver *so)
{
  return !gud_transitions_differ(so, so->lin_J.at->history);
}
