/* The watch over progress: a run that no longer gets on changes its strategy by itself, or ends with a reason.

   Trials are counted, never seconds: the same model takes the same decisions on every machine and after a resume.
   (W1) chatter of one contact: CHATTER located changes of its modes within the time of one step that the error control allows. To
        locate them gives nothing: a step over all of them, with the modes of its end, has an error that the control
        accepts, since it estimates it with them (transitions.c). The contact is resolved within the step from then on.
   (W2) storm of many contacts: over a window of WINDOW trials, either more than half of the steps end with an event and at this pace
        the rest of the run would take more than LONG trials; or a step takes more than COSTLY trials, which is not to
        find its events (where they can be located it takes 1.1 to 1.5). All contacts that can are resolved within the step; with
        `transitions: located` only when (W3) would end the run.
   (W3) no progress: more than half of the steps end with an event, and a trial advances the time by less than 10 min_step on average. If no contact can be resolved within
        the step any more, restarts are damped; if they are already, the run ends and names the contacts. Single events
        may follow each other within min_step, and are then one (events.c); a whole window may not.
   (W4) a hint, once: at this pace the run takes more than HINT trials. It ends there if a function of time of a driver or force
        has a pole, or no value, between now and the end: steps may shrink towards it for ever.
   Steps that Newton or the error control want smaller than min_step end the run at once (step.c).
   verified by: tests/cases/stuck.py */
#include "solve/solver.h"

#include <stdlib.h>
#include <string.h>

enum { WINDOW = 1000, CHATTER = 20, COSTLY = 4 };
static const double long_run = 1e6, hint = 1e8; /* LONG, HINT */

void gud_watch_create(GudSolver *so)
{
  size_t n         = (size_t)so->sys->model->num_forces + 1;
  so->watch.count  = gud_alloc(sizeof(double) * n);
  so->watch.since  = gud_alloc(sizeof(double) * n);
  so->watch.events = gud_alloc(sizeof(double) * n);
}

void gud_watch_destroy(GudSolver *so)
{
  free(so->watch.count), free(so->watch.since), free(so->watch.events);
}

/* The window begins anew. */
static void begin(GudSolver *so)
{
  GudWatch *w = &so->watch;
  w->trials = w->num_steps = w->num_events = 0, w->t = so->s->t;
  memset(w->events, 0, sizeof(double) * (size_t)so->sys->model->num_forces);
}

void gud_watch_renew(GudSolver *so)
{
  size_t n = sizeof(double) * (size_t)so->sys->model->num_forces;
  memset(so->watch.count, 0, n), memset(so->watch.since, 0, n);
  begin(so);
}

static int force_of(const GudModel *m, int event)
{
  for (int n = 0; n < m->num_forces; n++)
    if (event >= m->forces[n].event && event < m->forces[n].event + m->forces[n].type->num_events) return n;
  return -1;
}

/* "'a' (12 events), 'b' (3), ...": the forces with most events in the window */
static void name_contacts(const GudSolver *so, char *text, size_t size)
{
  const GudModel *m     = so->sys->model;
  double          last  = INFINITY;
  size_t          len   = 0;
  int             named = 0, from = 0;
  text[0] = '\0';
  while (named < 4) { /* by falling number, then in their order */
    int best = -1;
    for (int n = 0; n < m->num_forces; n++) {
      double e = so->watch.events[n];
      if (e > 0 && (e < last || (e == last && n >= from)) && (best < 0 || e > so->watch.events[best]))
        best = n;
    }
    if (best < 0) return;
    int put = snprintf(text + len, size - len, "%s'%s' (%.0f event%s)", named ? ", " : "",
                       m->forces[best].name, so->watch.events[best], so->watch.events[best] > 1 ? "s" : "");
    if (put < 0 || (size_t)put >= size - len) return;
    len += (size_t)put, named++, last = so->watch.events[best], from = best + 1;
  }
}

/* Modes of a contact, or of all of them (-1), are resolved within the step from now on; how many that are. */
static PetscErrorCode take(GudSolver *so, int force, int *num)
{
  PetscFunctionBeginUser;
  *num = 0;
  for (int n = 0; n < so->sys->model->num_forces; n++) {
    if ((force >= 0 && n != force) || so->by_step[n] || !gud_transitions_can(so, n)) continue;
    so->by_step[n] = 1, (*num)++;
  }
  if (!*num) PetscFunctionReturn(PETSC_SUCCESS);
  so->stat.taken += *num;
  gud_transitions_apply(so);
  PetscCall(GudSolverSetMethod(so, &gud_generalized_alpha)); /* the only one that does so */
  if (so->newton) so->newton->fresh_wanted = 1;
  PetscCall(GudSolverRestart(so));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode chatter(GudSolver *so, int event)
{
  GudWatch *w = &so->watch;
  int       n = force_of(so->sys->model, event), num;
  double    t = so->s->t;
  PetscFunctionBeginUser;
  if (n < 0) PetscFunctionReturn(PETSC_SUCCESS);
  w->events[n]++;
  if (!(t - w->since[n] <= so->s->h)) w->since[n] = t, w->count[n] = 0;
  if (++w->count[n] < CHATTER) PetscFunctionReturn(PETSC_SUCCESS);
  w->count[n] = 0;
  PetscCall(take(so, n, &num)); /* (W1) */
  if (num && so->stat.taken == num)
    snprintf(so->said, sizeof so->said,
             "contact '%s' changed its mode %d times within %.2g s (at t = %.9g s): its modes are resolved "
             "within the step from here on",
             so->sys->model->forces[n].name, CHATTER, t - w->since[n], t);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudWatchStep(GudSolver *so, int event, int *ok)
{
  GudWatch *w = &so->watch;
  char      names[160];
  int       num;
  PetscFunctionBeginUser;
  *ok = 1;
  w->num_steps++;
  if (event >= 0) {
    w->num_events++;
    PetscCall(chatter(so, event));
  }
  if (w->trials < WINDOW) PetscFunctionReturn(PETSC_SUCCESS);
  double done = so->s->t - w->t, rest = (so->opt.end - so->s->t) / done * (double)w->trials;
  double least  = 10 * (double)w->trials * gud_least_step(so);
  int    events = 2 * w->num_events > w->num_steps, stalled = events && done < least;
  int    storm = (events && rest > long_run) || (w->num_events && w->trials > COSTLY * w->num_steps);
  if (stalled || (storm && so->opt.transitions == GUD_TRANSITIONS_AUTO)) {
    name_contacts(so, names, sizeof names);
    PetscCall(take(so, -1, &num)); /* (W2) */
    if (num) {
      snprintf(so->said, sizeof so->said,
               "events are so frequent that time hardly advances (%.3g s in %ld trials, at t = %.9g s; %s): "
               "modes of %d "
               "contacts are resolved within the step from here on",
               done, w->trials, so->s->t, names, num);
    } else if (stalled && so->opt.restart != GUD_RESTART_DAMPED) { /* (W3) */
      so->opt.restart = GUD_RESTART_DAMPED;
      PetscCall(GudSolverSetMethod(so, &gud_generalized_alpha));
      PetscCall(GudSolverRestart(so));
      snprintf(so->said, sizeof so->said,
               "events are so frequent that time hardly advances (%.3g s in %ld trials, at t = %.9g s; %s): "
               "damped restarts "
               "from here on",
               done, w->trials, so->s->t, names);
    } else if (stalled) {
      snprintf(so->why, sizeof so->why, "no progress at t = %.9g s: %ld trials advanced by %.3g s; %s",
               so->s->t, w->trials, done, names);
      *ok = 0;
    }
  } else if (rest > hint && !w->hinted) { /* (W4) */
    w->hinted = 1;
    *ok       = !gud_solver_explain_ahead(so);
    if (*ok)
      snprintf(so->said, sizeof so->said,
               "at the present pace (%.3g s in %ld trials, at t = %.9g s) the run to %.9g s takes %.1g more: "
               "is 'end' "
               "right, is a stiffness, mass or speed out of proportion?",
               done, w->trials, so->s->t, so->opt.end, rest);
  }
  begin(so);
  PetscFunctionReturn(PETSC_SUCCESS);
}
