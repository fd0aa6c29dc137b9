/* Motions that drivers prescribe wholly: as many independent rows as coordinates, and no internals. Nothing is left to
   integrate, and no error of time: positions, velocities, accelerations and multipliers of an instant follow from the
   rows, masses and forces of that instant alone.

   With S = Phi_q M^-1 Phi_q^T and W = M^-1 Phi_q^T (system/schur.h):
   (P1) Phi(q_1, t_1) = 0 by Newton, dq = -W S^-1 Phi, from the quartic through the last step ends (X1)
   (P2) v_1 <- v - W S^-1 (Phi_q v + Phi_t)
   (P3) S lambda = -(Phi_q M^-1 f + gamma),   a = -M^-1 (f + Phi_q^T lambda),   f = f_int - f_ext at q_1, v_1
   The rows of S are square here, so that the metric does not matter; M is taken since (P3) needs it. S is that of the
   predicted q_1: its error is of no account at small steps; where the prediction is off by more than 1e-12 L, S is
   taken anew. At a dead centre, where rows are dependent, and where masses couple too many coordinates for (C1), the step is one
   of generalized-alpha; its accelerations are made exact by (P3) afterwards.
   verified by: studies small_driven, driven_film, orders */
#include "solve/solver.h"

#include "system/schur.h"

#include <string.h>

int gud_prescribed(const GudSolver *so)
{
  return so->gram && so->mobility == 0 && !so->sys->nz;
}

/* Dependent rows: S is softened (C3), and what that leaves is taken out by repetition, of residuals that are exact */
static int repetitions(const GudSolver *so)
{
  return so->num_redundant ? 4 : 1;
}

/* v <- (P2), S as it is */
static void rates(GudSolver *so, GudSchur *S, const double *q, double *v, double *work)
{
  GudSystem *sys = so->sys;
  for (int k = 0; k < repetitions(so); k++) {
    gud_system_row_motion(sys, q, v, so->phi, work, so->lin_1);
    gud_schur_solve(S, work);
    gud_schur_back(S, -1, work, v);
  }
}

/* (P3) at q, v of p; S as it is. *ok = 0: a force met an impossible state. */
static PetscErrorCode accelerations(GudSolver *so, GudSchur *S, GudEvaluated *e, const GudPoint *p, double *a,
                                    double *lam, int *ok)
{
  GudSystem *sys   = so->sys;
  double    *gamma = so->rhs, *more = so->phi;
  PetscFunctionBeginUser;
  PetscCall(GudSolverWholeForces(so, e, p, so->whole, ok));
  gud_schur_inverse_metric(S, so->whole, a);
  for (int i = 0; i < sys->nq; i++) a[i] = -a[i];
  gud_system_gamma(sys, p->q, p->v, gamma);
  memset(lam, 0, sizeof(double) * (size_t)sys->nr);
  for (int k = 0; k < repetitions(so); k++) {
    gud_schur_rows(S, a, more);
    for (int i = 0; i < sys->nr; i++) more[i] -= gamma[i];
    gud_schur_solve(S, more);
    for (int i = 0; i < sys->nr; i++) lam[i] += more[i];
    gud_schur_back(S, -1, more, a);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (P1) from q, which gets the solution. 0: rows are dependent, or Newton does not converge. */
static int positions(GudSolver *so, GudSchur *S, double *q)
{
  enum { MAX = 10 };
  GudSystem *sys = so->sys;
  double    *s = so->phi, *d = so->drift_step, L = sys->length_scale, moved = INFINITY;
  int        taken = 0; /* times that S was */
  for (int it = 0; it < MAX; it++) {
    double most = gud_drift_left(so, q, s);
    if (taken && most <= 1e-13 * L) return moved <= 1e-12 * L || gud_schur_factor(S, q);
    if (!taken || moved > 1e-6 * L) {
      if (!gud_schur_factor(S, q)) return 0;
      taken = 1, moved = 0;
      if (most <= 1e-13 * L) return 1;
    }
    gud_schur_solve(S, s);
    memset(d, 0, sizeof(double) * (size_t)sys->nq);
    gud_schur_back(S, -1, s, d);
    for (int i = 0; i < sys->nq; i++) q[i] += d[i];
    moved += L * gud_weighted_norm(sys, d);
    if (!(moved < 1e3 * L)) return 0;
  }
  return 0;
}

PetscErrorCode GudPrescribedStep(GudSolver *so, int *ok)
{
  GudSystem *sys = so->sys;
  GudSchur  *S   = gud_solver_rows_of_mass(so);
  PetscFunctionBeginUser;
  *ok = S && positions(so, S, so->q1);
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  rates(so, S, so->q1, so->v1, so->lam1);
  GudPoint p = gud_trial_point(so);
  PetscCall(accelerations(so, S, so->end, &p, so->a1, so->lam1, ok));
  memset(so->eta1, 0, sizeof(double) * (size_t)sys->nr);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudPrescribedValues(GudSolver *so, int *ok)
{
  GudState      *s = so->s;
  GudConsistent *c = &so->now;
  GudSchur      *S = gud_solver_rows_of_mass(so);
  PetscFunctionBeginUser;
  gud_system_time(so->sys, s->t, s->history);
  *ok = S && !so->num_redundant && gud_schur_factor(S, s->q);
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  GudPoint p = gud_state_point(s);
  rates(so, S, s->q, c->v, c->lam);
  p.v = c->v;
  PetscCall(accelerations(so, S, so->accepted, &p, c->a, c->lam, ok));
  PetscFunctionReturn(PETSC_SUCCESS);
}

GudSchur *gud_solver_rows_of_mass(GudSolver *so)
{
  if (so->sys->parted) return NULL; /* masses of meshes couple too much */
  const char *why;
  if (!so->rows_of_mass && !so->no_rows_of_mass) {
    so->rows_of_mass    = gud_schur_create(so->sys, GUD_METRIC_MASS, &why);
    so->no_rows_of_mass = !so->rows_of_mass;
  }
  if (so->rows_of_mass) so->rows_of_mass->soften = so->num_redundant ? so->sys->regularise : 0;
  return so->rows_of_mass;
}
