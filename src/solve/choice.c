/* Which method of integration for which model (docs/theory.md, section 4).

   Radau needs 5 to 50 times fewer steps for smooth motions, a step costs 4 to 5 times as much (with films up to 15). It pays
   wherever forces are wanted to more than two or three digits. It restarts without history, but an event still costs a
   whole step, and a trial redone for it another one: with contacts that close and open hundreds of times per second
   generalized-alpha is faster, unless the tolerance is tight. In the dry slider-crank of Flores (rigid bodies, 20 impacts per
   revolution, docs/performance.md) Radau at 3e-10 is closer than generalized-alpha at 1e-10 in every column, with a fifth of the
   steps. So it takes rigid bodies whose events are those of joints with explicit friction at such tolerances. */
#include "solve/analysis.h"

#include <string.h>

enum {
  LARGE = 5000
}; /* unknowns: the complex factors of a plane mesh take four times the memory of the real ones */

/* below the second its estimate of the error is round-off (bounce at 2e-15: restitution off by 1.4e-6, generalized-alpha below 1e-6) */
static const double tight = 1e-9, tightest = 1e-12;

/* Why radau cannot be used; NULL: it can. */
static const char *hindrance(const GudSolver *so)
{
  if (so->sys->size > 1) return "it runs on one process";
  if (so->opt.stabilisation != GUD_STABILISE_INDEX2) return "it needs stabilisation: index_2";
  if (so->num_within) return "contacts change their modes within the step";
  if (!so->lu || !gud_linear_has_complex(so->lu)) return "it needs a direct linear solver of this program";
  return NULL;
}

int gud_solver_eventful(GudSolver *so, int force)
{
  const GudForceType *t = so->sys->model->forces[force].type;
  GudFilmSurface      film;
  if (!t->guards) return 0;
  return !t->film || !t->film->surface(gud_evaluated_force(so->accepted, force, GUD_LEVEL_FORCE), &film);
}

static const GudModelForce *eventful(GudSolver *so)
{
  const GudModel *m = so->sys->model;
  for (int n = 0; n < m->num_forces; n++)
    if (gud_solver_eventful(so, n)) return &m->forces[n];
  return NULL;
}

/* Rigid bodies, joints whose contacts own no unknowns, and a tolerance at which the order pays. */
static int pays_in_spite_of_events(GudSolver *so)
{
  const GudModel *m = so->sys->model;
  for (int n = 0; n < m->num_forces; n++)
    if (gud_solver_eventful(so, n) && (!m->forces[n].type->joint || m->forces[n].num_internals)) return 0;
  for (int n = 0; n < m->num_elements; n++)
    if (m->elements[n].type->tangent) return 0;
  return so->opt.tolerance <= tight && so->opt.tolerance >= tightest;
}

PetscErrorCode GudSolverChoose(GudSolver *so, int *ok)
{
  const char          *no = hindrance(so), *why = NULL;
  const GudModelForce *f;
  PetscFunctionBeginUser;
  *ok = 1;
  if (!gud_solver_is(so, GUD_ANALYSIS_INTEGRATES) || so->opt.method == GUD_TRIAL_AND_ERROR)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (so->opt.method == GUD_RADAU) {
    if (no) {
      *ok = 0;
      snprintf(so->why, sizeof so->why, "method: radau cannot be used here: %s", no);
      PetscFunctionReturn(PETSC_SUCCESS);
    }
    snprintf(so->chosen, sizeof so->chosen, "radau, as asked");
    PetscCall(GudSolverSetMethod(so, &gud_radau));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  f = eventful(so);
  if (so->opt.method == GUD_GENERALIZED_ALPHA) why = "as asked";
  else if (no) why = no;
  else if (so->opt.step > 0) why = "the step is fixed";
  else if (so->opt.restart == GUD_RESTART_DAMPED) why = "restart: damped";
  else if (so->mobility == 0) why = "drivers prescribe the whole motion";
  else if (so->sys->n > LARGE) why = "the model is large";
  if (why) {
    snprintf(so->chosen, sizeof so->chosen, "generalized_alpha: %s", why);
  } else if (f && pays_in_spite_of_events(so)) {
    snprintf(so->chosen, sizeof so->chosen, "radau: the tolerance is tight, in spite of events of '%s'",
             f->name);
    PetscCall(GudSolverSetMethod(so, &gud_radau));
  } else if (f) {
    snprintf(so->chosen, sizeof so->chosen, "generalized_alpha: '%s' will have frequent events", f->name);
  } else {
    snprintf(so->chosen, sizeof so->chosen, "radau: the motion is smooth");
    PetscCall(GudSolverSetMethod(so, &gud_radau));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
