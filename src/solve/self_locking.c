/* Self-locking: does friction in ideal joints leave one solution, and is it the one that the motion follows?

   Slipping friction forces z and the loads N(lambda) that bound them determine each other. With G = d lambda/dz of the mechanism, whose
   rows and sticking joints hold, and L = d(residual of z)/d lambda (contact/joint_friction.c, FJ5):
   (SL1) d(residual)/dz = J = 1 + L G.       Without friction J = 1, and det J > 0 as long as friction grows from nothing without
        passing a singular J: then the solution is the one that belongs to little friction
   (SL2) det(1 + s L G) <= 0 for some s in (0, 1]: there is a second solution, or the one at hand belongs to it (Painleve). Joints
        that only lock when their load acts the other way are found with the sign of L of that joint turned round: as soon as
        the load changes its sign there is no solution then, and the mechanism jams
   Example: block pushed through its guide by a rod at the angle beta: J = 1 -+ mu tan(beta), it locks beyond mu tan(beta) = 1.
   Checked at every restart, at every EVERY-th step and where a step fails; s is taken in steps of 1/16. A mechanism that
   does so gets a warning, once; steps that fail say so as their reason.
   verified by: tests/studies/joint_friction.py */
#include "solve/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 24, EVERY = 16, PARTS = 16 };
static const double close = 1e-2; /* a step that fails has come so near */

typedef struct {
  int    n, unknown[MOST], force[MOST]; /* slipping internals */
  double LG[MOST * MOST];
} Coupling;

/* Slipping internals and L, as rows over all multipliers, into rows of `L` (n x nr) */
static void collect(GudSolver *so, GudEvaluated *e, Coupling *c, double *L)
{
  GudSystem *sys = so->sys;
  c->n           = 0;
  for (int k = 0; k < sys->model->num_forces; k++) {
    const GudModelForce *f                                      = &sys->model->forces[k];
    double               own[GUD_MAX_INTERNALS * GUD_MAX_LOADS] = {0};
    if (!f->num_rows) continue;
    const GudForceArgs *a = gud_evaluated_force(e, k, GUD_LEVEL_TANGENT);
    f->type->loads(a, own);
    for (int i = 0; i < f->num_internals && c->n < MOST; i++) {
      double any = 0;
      for (int r = 0; r < f->num_rows; r++) any = fmax(any, fabs(own[i * f->num_rows + r]));
      if (any == 0) continue;
      memset(L + c->n * sys->nr, 0, sizeof(double) * (size_t)sys->nr);
      for (int r = 0; r < f->num_rows; r++) L[c->n * sys->nr + f->first_row + r] = own[i * f->num_rows + r];
      c->unknown[c->n] = sys->nq + sys->nr + f->internal + i, c->force[c->n++] = k;
    }
  }
}

/* Determinant of 1 + s LG, rows of force `turned` with the other sign */
static double determinant(const Coupling *c, double s, int turned)
{
  double A[MOST * MOST], det = 1;
  int    n = c->n;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) A[i * n + j] = (i == j) + (c->force[i] == turned ? -s : s) * c->LG[i * n + j];
  for (int k = 0; k < n; k++) {
    int p = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(A[i * n + k]) > fabs(A[p * n + k])) p = i;
    if (A[p * n + k] == 0) return 0;
    for (int j = 0; j < n && p != k; j++) {
      double t     = A[k * n + j];
      A[k * n + j] = A[p * n + j], A[p * n + j] = t;
    }
    det *= p == k ? A[k * n + k] : -A[k * n + k];
    for (int i = k + 1; i < n; i++) {
      double f = A[i * n + k] / A[k * n + k];
      for (int j = k; j < n; j++) A[i * n + j] -= f * A[k * n + j];
    }
  }
  return det;
}

static int locks(const Coupling *c, int turned, double margin) /* (SL2) */
{
  for (int k = 1; k <= PARTS; k++)
    if (determinant(c, (double)k / PARTS, turned) <= margin) return 1;
  return 0;
}

/* The joint that locks at the accepted state, -1: none; here: in the solution at hand, else with its load the other way round */
static PetscErrorCode find(GudSolver *so, double margin, int *force, int *here)
{
  GudSystem  *sys = so->sys;
  Coupling    c;
  GudFactored how;
  PetscFunctionBeginUser;
  *force = -1, *here = 0;
  if (!sys->num_loads || !sys->nr) PetscFunctionReturn(PETSC_SUCCESS);
  double  *L = gud_alloc(sizeof(double) * (size_t)(MOST * sys->nr));
  GudPoint p = gud_state_point(so->s);
  gud_system_time(sys, so->s->t, so->s->history);
  gud_evaluated_at(so->trial, &p);
  collect(so, so->trial, &c, L);
  if (c.n) {
    PetscCall(GudSolverNeedKkt(so));
    PetscCall(GudLinearForget(so->kkt));
    sys->no_loads = 1;
    PetscCall(
      GudLinearFactorAt(so->kkt, so->trial, (GudCoef){.a = 1, .zt = 1}, so->s0, GUD_PATTERN_MASS, &how));
    sys->no_loads = 0;
    for (int j = 0; j < c.n && how != GUD_FACTOR_SINGULAR; j++) { /* unit friction force: G */
      memset(so->r, 0, sizeof(double) * (size_t)sys->n);
      if (sys->rank == 0) so->r[c.unknown[j]] = 1;
      PetscCall(GudSolverKktSolve(so));
      for (int i = 0; i < c.n; i++) {
        double sum = 0;
        for (int k = 0; k < sys->nr; k++) sum += L[i * sys->nr + k] * so->r[sys->nq + k] / so->s0;
        c.LG[i * c.n + j] = sum; /* (SL1) */
      }
    }
    PetscCall(GudLinearForget(so->kkt)); /* this matrix is not kept */
    so->kkt_valid = 0;
    if (how == GUD_FACTOR_SINGULAR) c.n = 0;
  }
  free(L);
  if (!c.n) PetscFunctionReturn(PETSC_SUCCESS);
  *here = locks(&c, -1, margin);
  for (int i = 0; i < c.n && *force < 0; i++)
    if (*here || locks(&c, c.force[i], margin)) *force = c.force[i];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSelfLockingWatch(GudSolver *so, int event)
{
  int force, here;
  PetscFunctionBeginUser;
  if (!so->sys->num_loads || so->locks || (event < 0 && so->s->step % EVERY))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(find(so, 0, &force, &here));
  if (force < 0) PetscFunctionReturn(PETSC_SUCCESS);
  so->locks = 1;
  snprintf(
    so->said, sizeof so->said,
    here ? "friction of joint '%s' has passed self-locking at t = %.9g s: its load and its friction "
           "raise each other, and the equations have none or several solutions (Painleve)"
         : "joint '%s' is self-locking at t = %.9g s: with the load the other way round the equations have "
           "none or several solutions (Painleve)",
    so->sys->model->forces[force].name, so->s->t);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSelfLockingExplain(GudSolver *so)
{
  int    force, here;
  size_t len = strlen(so->why);
  PetscFunctionBeginUser;
  PetscCall(find(so, close, &force, &here));
  if (force >= 0)
    snprintf(
      so->why + len, sizeof so->why - len,
      "%sjoint '%s' is self-locking here: its load and its friction raise each other, and the equations have "
      "none or several solutions (Painleve); is friction.kinetic right?",
      len ? "; " : "", so->sys->model->forces[force].name);
  PetscFunctionReturn(PETSC_SUCCESS);
}
