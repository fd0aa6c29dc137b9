/* Singular positions: the mechanism passes where its rows depend on each other (all bars of a parallelogram in one line).

   With s the way to such a position along the motion and y the coordinate of the other branch that meets it there, the dependent
   combination of rows is  c s y + b y^2 = 0:  its gradient c s vanishes there, and its multiplier lambda = f_y/(c s) has a pole,
   although the force c s lambda that it exerts is smooth. The motion goes on with y = 0. The stabilised form cannot be solved
   within some steps of it: (G9) leaves out d(Phi_q v)/dq y/g', of relative size h omega, which must be small beside c s; and a step
   that is cut only comes nearer to the pole. Plain index 3 has no such term: Phi(q_1) = 0 gives y = 0 at once, and lambda follows
   linearly. So the steps of a pass are made in index 3, by generalized-alpha (which is of second order there, too):
   (Q1) if Newton fails still, the rows yield:  Phi(q_1) = eps sd lambda_1,  eps = (0, 1e-6, 1e-4, 1e-2) r^2,  r = h |v|: the part of its size
        by which the mechanism moves in a step. Then (sd b' m + (c s)^2/eps) y = sd f_y: at s = 0 the step moves freely in y, by
        h^2 f_y/m, one step further, where c s = r, by at most 1e-2 of that. It is the penalty of Bayo and Avello (1994), whose leading
        matrix M + Phi_q^T Phi_q/eps is regular everywhere
   (Q2) a pass begins where the least pivot of Phi_q N^-1 Phi_q^T (schur.h), relative to its diagonal, is below (100 r)^2, or below 1e-2
        where Newton has failed, and in both cases has fallen below half of what it was at the start (Radau:
        a tenth). The least pivot of a long chain is small everywhere, and where it has fallen to a tenth multipliers of the stabilised form
        of generalized-alpha have lost their digits; it ends AFTER steps later at the
        earliest, with a restart from consistent values. Radau hands over to generalized-alpha for the pass
   (Q3) digits: positions are known to 1e-16 and y to 1e-16/(c s), c s = r one step away. Newton's round-off is larger by 10/r, and local
        errors are measured by 1e-15/r (beyond 100 rows: more in proportion) if that is more than the tolerance: an error control that asks for more would shrink the step for ever. Before and after
        a pass of Radau, where the pivot is below a tenth of what it was at the start, the measure is ten times what Newton leaves (the estimate weights increments of stages by that).
        Elsewhere near a pass an estimate (above 0.1) below that measure that steps shorter by 8 do not halve is round-off: 1.5 times
        its floor are left out, the largest of such estimates and afterwards the smallest one since
   (Q4) compliant rows are open by eps sd lambda: with lambda = f_y/(c s), c s = r and h^2 f_y/m = r^2 by 1e-2 r^3 of the model's size. A
        trial that leaves more than 0.1 r^2 has not passed a singular position, but is pulled where the mechanism cannot go
   verified by: studies/singular_positions, singular_positions_long, cases/interrupt */
#include "solve/solver.h"

#include "system/schur.h"

#include <string.h>

enum { AFTER = 10 };
static const double suspect = 1e-2; /* where Newton fails, a pivot below this is the reason */

static double moves(const GudSolver *so, double h)
{
  return h * gud_weighted_norm(so->sys, so->s->v);
}

static double bound_of(const GudSolver *so, double h)
{
  double r = 100 * moves(so, h);
  return fmin(1e-2, fmax(1e-6, r * r));
}

/* (Q2) at the beginning of the step, or where its trial has come to */
static int is_near(GudSolver *so, double h, double bound)
{
  GudSystem  *sys = so->sys;
  const char *why;
  int         radau = so->home || so->method != &gud_generalized_alpha;
  if (so->usual > 0) bound = fmin(bound, (radau ? 0.1 : 0.5) * so->usual);
  if (!sys->nr || so->num_redundant) return 0;
  if (!so->pivots) so->pivots = gud_schur_create(sys, GUD_METRIC_SCALES, &why);
  if (!so->pivots) return 0;
  gud_system_time(sys, so->s->t, so->s->history);
  if (!gud_schur_factor(so->pivots, so->s->q) || so->pivots->least < bound) return 1;
  for (int i = 0; i < sys->nq; i++) so->q_at[i] = so->s->q[i] + h * so->s->v[i];
  gud_system_time(sys, so->s->t + h, so->s->history);
  return !gud_schur_factor(so->pivots, so->q_at) || so->pivots->least < bound;
}

/* A trial in the index-3 form; eps of (Q1) */
static PetscErrorCode try_plain(GudSolver *so, double h, double eps, int *converged)
{
  GudSystem       *sys     = so->sys;
  struct GudSchur *gram    = so->gram;
  double           regular = sys->regularise;
  PetscFunctionBeginUser;
  so->gram       = NULL;
  so->compliance = eps, so->coarse = 10 / fmax(moves(so, h), 1e-8);
  sys->regularise = fmax(eps, regular);
  if (so->newton) so->newton->have_factor = 0, so->newton->fresh_wanted = 1;
  PetscCall(so->method->try_step(so, h, converged));
  so->watch.trials++;
  so->gram = gram, so->gram_valid = 0, so->compliance = 0, so->coarse = 1, sys->regularise = regular;
  if (so->newton) so->newton->have_factor = 0, so->newton->fresh_wanted = 1;
  memset(so->eta1, 0, sizeof(double) * (size_t)sys->nr);
  memset(so->drift1, 0, sizeof(double) * (size_t)sys->nq);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (Q4) */
static int has_passed(GudSolver *so, double r)
{
  return gud_drift_left(so, so->q1, so->phi) <= 0.1 * r * r * so->sys->length_scale;
}

PetscErrorCode GudSolverTry(GudSolver *so, double h, int *converged)
{
  static const double part[] = {0, 1e-6, 1e-4, 1e-2};
  PetscFunctionBeginUser;
  *converged = 0;
  if (!so->away) {
    if (!(so->usual > 0) && so->gram && so->gram_valid) so->usual = so->gram->least;
    int soon = so->gram && so->gram_valid && so->gram->least < bound_of(so, h) &&
               is_near(so, h, bound_of(so, h));
    if (!soon) {
      /* (Q3) before and after a pass; steps of generalized-alpha do not need it, and lose digits by it */
      int radau  = so->method != &gud_generalized_alpha && so->gram_valid;
      so->coarse = radau ? fmax(1, 0.01 / so->gram->least) : 1;
      so->watch.trials++;
      PetscCall(so->method->try_step(so, h, converged));
      if (*converged || !is_near(so, h, suspect)) PetscFunctionReturn(PETSC_SUCCESS);
    }
    if (so->method != &gud_generalized_alpha) {
      so->home = so->method;
      PetscCall(GudSolverSetMethod(so, &gud_generalized_alpha));
      so->s->h_last = 0;
      memcpy(so->s->a, so->s->acc, sizeof(double) * (size_t)so->s->nq);
      memcpy(so->s->zaux, so->s->zt, sizeof(double) * (size_t)so->s->nz);
    }
    so->away = AFTER;
  }
  double r = moves(so, h);
  for (int k = 0; k < GUD_COUNT(part) && !*converged; k++) {
    PetscCall(try_plain(so, h, fmin(part[k] * r * r, 1e-2), converged));
    if (*converged && k && !has_passed(so, r)) *converged = 0;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

double gud_solver_digits(GudSolver *so, double err)
{
  double digits = 1e-15 * fmax(1, so->sys->nr / 100.0), *floor = so->noise, *of = so->noise + 1;
  int    fallen = so->gram && so->gram_valid && so->gram->least < 0.1 * so->usual;
  if (so->away || !(so->coarse > 1)) memset(so->noise, 0, sizeof so->noise);
  if (so->away) return err * fmin(1, so->opt.tolerance * fmax(moves(so, so->h), 1e-8) / digits);
  if (!(so->coarse > 1)) return err;
  double newton = 10 * so->coarse * so->sys->round_off / so->opt.tolerance;
  if (fallen) return err * fmin(1, 1 / newton);
  if (err < 0.1) of[0] = 0;
  else if (so->h > of[0]) of[0] = so->h, of[1] = err;
  int same = so->h < of[0] / 8 && err > 0.5 * of[1] && err < newton;
  *floor   = same ? fmax(*floor, err) : fmin(*floor, err);
  return fmax(0, err - 1.5 * *floor);
}

PetscErrorCode GudSolverBehind(GudSolver *so)
{
  PetscFunctionBeginUser;
  if (!so->away || --so->away) PetscFunctionReturn(PETSC_SUCCESS);
  if (is_near(so, so->s->h_last, fmax(1e-4, bound_of(so, so->s->h_last)))) so->away = 1;
  if (so->away) PetscFunctionReturn(PETSC_SUCCESS);
  so->stat.singular_warnings++;
  if (so->home) PetscCall(GudSolverSetMethod(so, so->home));
  so->home = NULL;
  PetscCall(GudSolverRestart(so));
  PetscFunctionReturn(PETSC_SUCCESS);
}
