/* A run that begins on its periodic motion: `analysis: {type: periodic}`, and `until: periodic` with `accelerate: yes`. The motion is
   that of periodic.c and settle.c; here is what the model file says about it, and what happens where none is found: `type: periodic` fails,
   `accelerate` goes on as an ordinary simulation, with a warning.

   Of a section by an angle or a zero the period is unknown. A simulation passes it twice (the angle: from the start through
   `every`), and the time between the two passes is the guess that (PE5) begins with.
   verified by: tests/studies/on_orbit.py */
#include "output/poincare.h"
#include "periodic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int gud_on_orbit(const GudOptions *a)
{
  return gud_analysis_is(a, GUD_ANALYSIS_ON_ORBIT) || (a->until == GUD_UNTIL_PERIODIC && a->accelerate);
}

void gud_on_orbit_options(GudOptions *a)
{
  if (!gud_analysis_is(a, GUD_ANALYSIS_ON_ORBIT)) return;
  if (a->method == GUD_METHOD_AUTO) a->method = GUD_RADAU;
  if (a->transitions == GUD_TRANSITIONS_AUTO) a->transitions = GUD_TRANSITIONS_LOCATED;
  a->settle = 0;
}

int gud_periodic_options(const GudOptions *a, const GudPoincareOptions *s, GudPeriodicOptions *o,
                         char why[300])
{
  int quick = !gud_analysis_is(a, GUD_ANALYSIS_ON_ORBIT) && gud_on_orbit(a);
  memset(o, 0, sizeof *o);
  o->cycles = a->cycles, o->fallback = a->fallback, o->max_iterations = 15, o->tolerance = a->closure;
  o->free       = !isnan(a->guess);
  o->period     = o->free ? a->guess : !isnan(a->period) ? a->period : s->period;
  o->by_section = isnan(o->period) && (s->angle || s->zero);
  if (o->by_section) o->free = 1;
  if (!o->free) o->period *= a->times;
  int both = !isnan(a->guess) && !isnan(a->period);
  if (both) snprintf(why, 300, "'period' is known or, with 'guess', unknown, not both");
  else if (isnan(o->period) && !o->by_section)
    snprintf(why, 300,
             "which period? 'period' or 'guess', or a section poincare: with 'period', 'angle' or 'zero'");
  else if (quick && o->free)
    snprintf(why, 300, "'accelerate' needs 'period', or a section poincare: with 'period'");
  return !both && (!isnan(o->period) || o->by_section) && !(quick && o->free);
}

/* From the start to the second pass of the section (of an angle: to the first, `every` further), not beyond `end`. */
static PetscErrorCode time_between_passes(GudSimulation sim, GudPeriodic *pe, int *ok)
{
  const GudPoincareOptions *s     = &sim->poincare;
  GudSolver                *so    = sim->solver;
  const char               *name  = s->angle ? s->angle : s->zero;
  double                    limit = so->opt.end, first = NAN, last = NAN, x, t = so->s->t, x0;
  int                       event;
  PetscFunctionBeginUser;
  PetscCall(GudSimulationGetProbe(sim, name, &x));
  x0  = s->angle ? x : s->offset;
  *ok = 1;
  while (*ok && isnan(last) && so->s->t < limit * (1 - 1e-14) && !gud_interrupted) {
    double before = x, t_before = so->s->t;
    PetscCall(GudSolverStep(so, limit, ok, &event));
    gud_simulation_say(sim);
    if (!*ok) break;
    PetscCall(GudSimulationGetProbe(sim, name, &x));
    double level = s->angle ? x0 + copysign(s->every, x - x0) : x0, g0 = before - level, g1 = x - level;
    int    up     = s->angle || s->direction != GUD_SECTION_DOWN;
    int    passed = s->angle ? fabs(x - x0) >= s->every : up ? g0 < 0 && g1 >= 0 : g0 > 0 && g1 <= 0;
    if (!passed) continue;
    double at = t_before + (so->s->t - t_before) * (g0 == g1 ? 1 : g0 / (g0 - g1));
    if (s->angle) last = at - t;
    else if (isnan(first)) first = at;
    else last = at - first;
  }
  if (!*ok) snprintf(pe->why, sizeof pe->why, "%s", so->why);
  else if (isnan(last)) {
    *ok = 0;
    snprintf(pe->why, sizeof pe->why,
             "the section '%s' is not passed %s before end = %.6g s, so there is no guess of the period",
             name, s->angle ? "once" : "twice", limit);
  }
  pe->orbit->period = last * sim->options.times;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudPeriodicGuess(GudPeriodic *pe, int *ok)
{
  PetscFunctionBeginUser;
  *ok = 1;
  if (pe->opt.by_section) PetscCall(time_between_passes(pe->sim, pe, ok));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The counts of the search are not those of the run. */
static void forget_search(GudSolver *so)
{
  so->stat = (GudStatistics){.h_min = INFINITY};
  if (so->newton) so->newton->num_factorisations = so->newton->num_iterations = so->newton->num_solves = 0;
}

PetscErrorCode GudSimulationOnOrbit(GudSimulation sim, int *ok)
{
  GudSolver         *so    = sim->solver;
  int                must  = gud_solver_is(so, GUD_ANALYSIS_ON_ORBIT);
  int                quick = !must && gud_on_orbit(&so->opt);
  GudPeriodicOptions o;
  GudPeriodic       *pe  = NULL;
  double             end = so->opt.end;
  char               why[900];
  int                placed = 0;
  PetscFunctionBeginUser;
  if (!must && !quick) PetscFunctionReturn(PETSC_SUCCESS);
  *ok       = gud_periodic_options(&sim->options, &sim->poincare, &o, why);
  o.started = 1, o.by_map = quick;
  if (quick) o.tolerance = so->opt.period_tolerance;
  if (*ok) {
    PetscCall(GudPeriodicCreate(sim, &o, &pe, ok));
    if (*ok) PetscCall(GudPeriodicGuess(pe, ok));
    if (*ok && must) PetscCall(GudPeriodicSolve(pe, ok));
    if (*ok && quick) PetscCall(GudPeriodicSettle(pe, ok));
    if (!*ok) snprintf(why, sizeof why, "%s", pe->why);
    else so->orbit = gud_orbit_copy(pe->orbit);
    if (pe->start && (*ok || quick)) PetscCall(GudPeriodicPlace(pe, &placed));
  }
  so->opt.end = must && *ok ? pe->orbit->period : end;
  forget_search(so);
  if (!*ok && quick && (placed || !pe || !pe->start)) {
    gud_simulation_warn(sim, NULL, "accelerate: %s; simulated as without it", why);
    gud_context_say(sim->ctx, GUD_MESSAGE_WARNING, "warning: accelerate: %s; simulated as without it", why);
    *ok = 1;
  } else if (!*ok) snprintf(so->why, sizeof so->why, "no periodic motion: %.700s", why);
  if (pe) PetscCall(GudPeriodicDestroy(&pe));
  PetscFunctionReturn(PETSC_SUCCESS);
}
