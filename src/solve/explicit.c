/* Explicit steps with friction by trial and error (Zheng and Wang), to compare with the implicit method on the same model.

   (X1) M a + Phi_q^T lambda = -f(q_n, v_n) + friction,   Phi_q a = gamma                                   at t_n
   (X2) v* = v_n + h a,   q_{n+1} = q_n + h v*                                                    symplectic Euler
   (X3) q_{n+1} -= M^-1 Phi_q(q_n)^T mu until Phi(q_{n+1}, t_{n+1}) = 0; the same over h is taken from v*
   (X4) v_{n+1} = v* - M^-1 Phi_q^T nu with Phi_q v_{n+1} = -Phi_t                                   at q_{n+1}
   (X5) a point of a guide with |v_t| > eps slips; else the force that would hold it is tried and cut to the static bound
        (GudForceType.trial). Everything else is in f. Its own acceleration then vanishes only if its mass is its own
        (lumped) and no row constrains it.
   (X3) and (X4) make it the symplectic Euler method of constrained systems (positions by SHAKE, velocities projected): no
   drift beyond round-off, energies that do not drift, and no constants to choose, as Baumgarte's method has.
   M is constant and inverted by small blocks, rows are condensed (system/schur.h), affine elements are one matrix
   (system/frozen.h); a step allocates nothing and calls nothing of PETSc.
   Gaps open and close at step ends, nothing is located. h must resolve the fastest mode: with viscous damping c of a mass
   m, h < 2 m/c (oscillator of the paper with 5 x 5 cells: 2e-6 s); a motion that grows without bound ends the run. A node
   whose velocity changes by more than eps in a step may jump over the window of (X5) and stick late (docs/results.md).
   Many steps are reported as one: output, energies and extremes see every 200th. Accelerations are those of (X1).
   verified by: t740, tests/studies/zheng_trial_and_error */
#include "solve/solver.h"

#include "system/frozen.h"
#include "system/schur.h"

#include <stdlib.h>
#include <string.h>

enum { REPORT = 200, MAX_CORRECTIONS = 8 };

struct GudExplicit {
  GudSchur  *schur;
  GudFrozen *frozen;
  int       *trial, num_trial;
  double    *y; /* nr */
  double     round_off;
};

void gud_explicit_destroy(GudExplicit *ex)
{
  if (!ex) return;
  gud_schur_destroy(ex->schur);
  gud_frozen_destroy(ex->frozen);
  free(ex->trial), free(ex->y), free(ex);
}

/* The coordinate vector of the point that force f rubs on. */
static int rubbed(const GudModel *m, const GudModelForce *f)
{
  return m->terms[m->vectors[f->vector[f->num_vectors - 1]].first].vec;
}

static int in_rows(const GudSchur *s, int vec)
{
  for (int g = 0; g < s->num_g; g++)
    if (s->gvec[g] == vec) return 1;
  return 0;
}

static const char *refuses_force(const GudExplicit *ex, const GudModel *m, const GudModelForce *f)
{
  const GudMap *u = &m->vectors[f->vector[f->num_vectors - 1]];
  if (f->type->num_events && !f->type->guards) return "trial_and_error locates no events: no sensors";
  if (!f->num_internals) return NULL;
  if (!f->type->contact || !f->type->contact->trial || u->num != 1 || f->differential[0])
    return "trial_and_error supports the Coulomb friction of guides on nodes only";
  for (int k = 0; k < f->num_vectors - 1; k++)
    if (m->vectors[f->vector[k]].num) return "trial_and_error supports guides on the ground only";
  int vec = rubbed(m, f);
  if (ex->schur->irow[vec + 1] != ex->schur->irow[vec] + 1)
    return "trial_and_error needs lumped masses (mass: lumped) where a guide has friction";
  if (in_rows(ex->schur, vec))
    return "trial_and_error: friction on a node constrained by a joint is not supported";
  return NULL;
}

/* NULL: nothing stands against the method, so->explicit is complete. */
static const char *prepare(GudSolver *so)
{
  GudSystem      *sys = so->sys;
  const GudModel *m   = sys->model;
  GudExplicit    *ex;
  const char     *why = NULL;
  if (!(so->opt.step > 0)) return "trial_and_error needs a fixed 'step'";
  if (sys->size > 1) return "trial_and_error runs on one process";
  if (so->num_redundant) return "trial_and_error needs constraint rows that are independent";
  ex = so->explicit = gud_alloc(sizeof *ex);
  ex->schur         = gud_schur_create(sys, GUD_METRIC_MASS, &why);
  for (int n = 0; n < m->num_forces && !why; n++) {
    why = refuses_force(ex, m, &m->forces[n]);
    if (m->forces[n].num_internals) *GUD_GROW(ex->trial, ex->num_trial) = n;
  }
  if (why) return why;
  ex->frozen    = gud_frozen_create(sys);
  ex->y         = gud_alloc(sizeof(double) * (size_t)(sys->nr + 1));
  ex->round_off = 1e-15 * fmax(1, sys->length_scale);
  return NULL;
}

int gud_explicit_ready(GudSolver *so)
{
  const char *why = so->explicit ? NULL : prepare(so);
  if (!why) return 1;
  gud_explicit_destroy(so->explicit);
  so->explicit = NULL;
  snprintf(so->why, sizeof so->why, "%s", why);
  return 0;
}

/* ---- forces ---- */

/* Gaps that have closed or opened, forces that would pull: the conditions of the present mode. Those of friction that is
   found by trial are left out. */
static void follow_modes(GudSolver *so, int force)
{
  const GudModelForce *f = &so->sys->model->forces[force];
  double               g[GUD_MAX_EVENTS];
  if (!f->type->guards) return;
  f->type->events(gud_evaluated_force(so->accepted, force, GUD_LEVEL_POSITION), g);
  for (int k = 0; k < f->type->num_events; k++)
    if (g[k] < 0 && !(f->num_internals && f->type->event_kinds[k] == GUD_EVENT_FRICTION)) {
      gud_solver_accept_force(so, force, k);
      break;
    }
}

/* f of (X1) without friction into r, then friction (X5): z, sticking, and its force. */
static void forces(GudSolver *so, double *r)
{
  GudSystem      *sys = so->sys;
  GudExplicit    *ex  = so->explicit;
  GudState       *s   = so->s;
  const GudModel *m   = sys->model;
  GudPoint        p   = gud_state_point(s);
  memset(s->z, 0, sizeof(double) * (size_t)s->nz);
  for (int i = 0; i < sys->nq; i++) r[i] = -sys->gravity[i];
  gud_rotation_forces(sys, &p, r);
  gud_frozen_forces(ex->frozen, s->q, s->v, r);
  gud_evaluated_at(so->accepted, &p);
  so->accepted->bad_element = gud_system_element_forces(sys, &p, ex->frozen->others, ex->frozen->num_others,
                                                        r);
  for (int n = 0; n < m->num_forces; n++) {
    follow_modes(so, n);
    gud_evaluated_add_force(so->accepted, n, r);
  }
  for (int k = 0; k < ex->num_trial; k++) {
    const GudModelForce *f       = &m->forces[ex->trial[k]];
    double               free[3] = {0}, F[3];
    int                  first   = sys->dim * rubbed(m, f);
    for (int c = 0; c < sys->dim; c++) free[c] = -r[first + c];
    f->type->contact->trial(gud_evaluated_force(so->accepted, ex->trial[k], GUD_LEVEL_POSITION), free,
                            so->opt.eps, s->z + f->internal, F, s->history + f->history);
    for (int c = 0; c < sys->dim; c++) r[first + c] -= F[c];
  }
}

/* (X1): accelerations and multipliers of the state, whose rows are factorised. */
static void accelerate(GudSolver *so)
{
  GudSystem *sys = so->sys;
  GudSchur  *sc  = so->explicit->schur;
  GudState  *s   = so->s;
  double    *y   = so->explicit->y;
  forces(so, so->r);
  for (int i = 0; i < sys->nq; i++) so->r[i] = -so->r[i];
  gud_schur_inverse_metric(sc, so->r, s->acc);
  if (!sys->nr) return;
  gud_system_gamma(sys, s->q, s->v, y);
  gud_schur_rows(sc, s->acc, s->lam);
  for (int i = 0; i < sys->nr; i++) s->lam[i] -= y[i];
  gud_schur_solve(sc, s->lam);
  gud_schur_back(sc, -1, s->lam, s->acc);
}

/* ---- constraints ---- */

static double largest(int n, const double *x)
{
  double most = 0;
  for (int i = 0; i < n; i++)
    if (!(fabs(x[i]) <= most)) most = fabs(x[i]);
  return most;
}

/* (X3): simplified Newton with the rows of the step's start; it stops at round-off, or where it gains nothing more. */
static int correct_positions(GudSolver *so, double h)
{
  GudSystem *sys = so->sys;
  GudSchur  *sc  = so->explicit->schur;
  GudState  *s   = so->s;
  double    *y = so->explicit->y, before = INFINITY;
  for (int k = 0; k < MAX_CORRECTIONS; k++) {
    gud_system_phi(sys, s->q, y);
    double now = largest(sys->nr, y);
    if (now <= so->explicit->round_off || (now >= 0.5 * before && now <= 10 * so->explicit->round_off))
      return 1;
    before = now;
    gud_schur_solve(sc, y);
    gud_schur_back(sc, -1, y, s->q);
    gud_schur_back(sc, -1 / h, y, s->v);
  }
  return before <= 1e-9 * fmax(1, sys->length_scale); /* a step too large */
}

/* (X4) */
static void project_velocities(GudSolver *so)
{
  GudSystem *sys = so->sys;
  GudSchur  *sc  = so->explicit->schur;
  double    *y = so->explicit->y, *lam = so->s->lam;
  gud_system_phi_t(sys, so->s->q, y);
  gud_schur_rows(sc, so->s->v, lam);
  for (int i = 0; i < sys->nr; i++) y[i] += lam[i];
  gud_schur_solve(sc, y);
  gud_schur_back(sc, -1, y, so->s->v);
}

/* One step; 0: the constraints cannot be met. */
static int step(GudSolver *so, double h, double t1)
{
  GudSystem *sys = so->sys;
  GudState  *s   = so->s;
  for (int i = 0; i < s->nq; i++) s->v[i] += h * s->acc[i], s->q[i] += h * s->v[i]; /* (X2) */
  s->t = t1;
  gud_system_time(sys, t1, s->history);
  if (sys->nr) {
    if (!correct_positions(so, h) || !gud_schur_factor(so->explicit->schur, s->q)) return 0;
    project_velocities(so);
  }
  accelerate(so);
  return 1;
}

/* ---- the contract of solver.h ---- */

/* What must be remembered at a report: history of forces, anchors of motions; the values are consistent as they are. */
static void report(GudSolver *so)
{
  GudSystem     *sys = so->sys;
  GudState      *s   = so->s;
  GudConsistent *c   = &so->now;
  double        *y   = so->explicit->y;
  gud_solver_accept_forces(so);
  gud_system_move_anchors(sys, s->t, s->history);
  memcpy(c->v, s->v, sizeof(double) * (size_t)s->nq), memcpy(c->a, s->acc, sizeof(double) * (size_t)s->nq);
  memcpy(c->lam, s->lam, sizeof(double) * (size_t)s->nr), memcpy(c->z, s->z, sizeof(double) * (size_t)s->nz);
  c->t = s->t, so->now_valid = 1;
  if (!sys->nr) return;
  gud_system_phi(sys, s->q, y);
  so->stat.drift = fmax(so->stat.drift, largest(sys->nr, y));
  gud_system_phi_t(sys, s->q, y);
  gud_schur_rows(so->explicit->schur, s->v, so->rate);
  for (int i = 0; i < sys->nr; i++) y[i] += so->rate[i];
  so->stat.drift_rate = fmax(so->stat.drift_rate, largest(sys->nr, y));
}

PetscErrorCode GudSolverExplicitStep(GudSolver *so, double t_end, int *ok)
{
  GudState *s  = so->s;
  double    t0 = s->t, h = so->opt.step;
  PetscFunctionBeginUser;
  *ok = 0;
  if (!gud_explicit_ready(so)) PetscFunctionReturn(PETSC_SUCCESS); /* a resumed run comes here first */
  gud_state_copy(so->before, s);
  gud_consistent_swap(so);
  so->linear = 1;
  /* the rows of (X3), once more: a resumed run has none */
  gud_system_time(so->sys, s->t, s->history);
  int good = gud_schur_factor(so->explicit->schur, s->q);
  if (good && s->step == 0) accelerate(so);
  for (int k = 0; k < REPORT && s->t < t_end && good; k++) {
    double left = t_end - s->t; /* no splinter at the end: (X3) divides by the step */
    int    last = left < 1.001 * h;
    good        = step(so, last ? left : h, last ? t_end : t0 + (k + 1) * h);
    s->step++, so->stat.steps++;
  }
  if (!good || !(gud_weighted_norm(so->sys, s->q) < 1e6)) {
    snprintf(so->why, sizeof so->why,
             good ? "the explicit motion grew without bound up to t = %.6g s: take a smaller step than %.3g s"
                  : "the explicit method cannot meet the constraints at t = %.6g s with the step %.3g s",
             s->t, h);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  report(so);
  PetscCall(GudLedgerStep(so));
  gud_ledger_settle(so);
  so->stat.h_min = fmin(so->stat.h_min, h), so->stat.h_max = fmax(so->stat.h_max, h);
  so->h = s->t - t0;
  *ok   = 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}
