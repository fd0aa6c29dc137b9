/* Static equilibrium, and the analysis `static`: one equilibrium, or a path of them (path.c). */
#include "solve/analysis.h"
#include "solve/steady.h"

#include <string.h>

/* By iterative refinement with exact residuals: the regularisation of the constraint block leaves no trace. */
PetscErrorCode GudSolverRest(GudSolver *so, double *lam, double *a)
{
  GudSystem  *sys = so->sys;
  int         nq  = sys->nq;
  GudFactored how;
  PetscFunctionBeginUser;
  gud_system_time(sys, so->s->t, so->s->history);
  gud_system_linearise(sys, so->s->q);
  memset(so->v1, 0, sizeof(double) * (size_t)nq);
  memset(so->zt1, 0, sizeof(double) * (size_t)(sys->nz + 1));
  GudPoint p = {so->s->t, so->s->q, so->v1, a, lam, so->s->z, so->zt1, so->s->history, 0};
  gud_evaluated_at(so->trial, &p);
  PetscCall(GudSolverNeedKkt(so));
  sys->no_loads = 1; /* internals stay as they are */
  PetscCall(
    GudLinearFactorAt(so->kkt, so->trial, (GudCoef){.a = 1, .zt = 1}, so->s0, GUD_PATTERN_MASS, &how));
  sys->no_loads = 0;
  so->kkt_valid = 0, so->now_valid = 0;
  if (how == GUD_FACTOR_SINGULAR) PetscFunctionReturn(PETSC_SUCCESS);
  for (int it = 0; it < 8; it++) {
    gud_evaluated_residual(so->trial, so->r);
    gud_system_phi_q_times(sys, a, so->lam1);
    for (int i = 0; i < nq; i++) so->r[i] *= so->s0;
    memset(so->r + nq, 0, sizeof(double) * (size_t)(sys->n - nq));
    for (int i = 0; i < sys->num_my_rows; i++) so->r[nq + sys->my_rows[i]] = so->lam1[sys->my_rows[i]];
    PetscCall(GudSolverKktSolve(so));
    for (int i = 0; i < nq; i++) a[i] -= so->r[i];
    for (int i = 0; i < sys->nr; i++) lam[i] -= so->r[nq + i] / so->s0;
  }
  PetscCall(GudLinearForget(so->kkt)); /* this point is not kept */
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- statics ----
   Newton on f_int(q) - f_ext(q) + Phi_q^T lambda = 0, Phi = 0 by full steps, loads in parts that
   are halved when one fails. The dynamic rows are scaled by the size of the loads. It begins with the multipliers at
   rest: what holds a hanging chain of rigid bodies in place is their stiffness alone. The matrix has a trace of mass:
   what nothing holds then moves by 1e8 lengths, which is a clean failure, and what is held converges as before.
   In a steady rotation (steady.c) it is the same with velocities W q and accelerations W^2 q. Its matrix has M W^2, which keeps
   the balance of the multipliers of what spins, but not C W, which vanishes where a body turns as a whole. */

typedef struct {
  GudSolver *so;
  double     scale, trace;
  int        most; /* coordinate that the last Newton step moved most; -1: there was none */
  Mat        J;
} Static;

/* Velocities and accelerations of a state at rest, or in steady rotation */
static void rates(const GudSolver *so, const double *q, double *v, double *a)
{
  static const GudSpin none;
  const GudSpin       *spin = so->spin ? so->spin : &none;
  gud_spin_times(spin, so->sys->nq, q, v);
  gud_spin_times(spin, so->sys->nq, v, a);
}

static PetscErrorCode static_function(SNES snes, Vec X, Vec F, void *ctx)
{
  Static    *st  = ctx;
  GudSolver *so  = st->so;
  GudSystem *sys = so->sys;
  PetscFunctionBeginUser;
  PetscCall(GudSystemGather(sys, X, so->x));
  memset(so->zt1, 0, sizeof(double) * (size_t)(sys->nz + 1));
  for (int i = 0; i < sys->nq; i++) so->q1[i] = so->x[i];
  rates(so, so->q1, so->v1, so->a1);
  for (int i = 0; i < sys->nr; i++) so->lam1[i] = so->x[sys->nq + i] / st->scale;
  for (int i = 0; i < sys->nz; i++) so->z1[i] = so->x[sys->nq + sys->nr + i];
  GudPoint p = {so->s->t, so->q1, so->v1, so->a1, so->lam1, so->z1, so->zt1, so->s->history, 0};
  gud_evaluated_at(so->trial, &p);
  gud_evaluated_residual(so->trial, so->r);
  for (int i = 0; i < sys->nq; i++) so->r[i] *= st->scale;
  PetscCall(GudSystemReduce(sys, so->r, F));
  int retry = sys->retry;
  if (sys->size > 1) PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &retry, 1, MPI_INT, MPI_MAX, sys->comm));
  if (retry) PetscCall(SNESSetFunctionDomainError(snes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode static_jacobian(SNES snes, Vec X, Mat J, Mat P, void *ctx)
{
  Static    *st = ctx;
  GudSolver *so = st->so;
  GudCoef    c  = {1, 0, st->trace, 1, 0};
  PetscFunctionBeginUser;
  (void)J;
  PetscCall(static_function(snes, X, so->F, ctx)); /* another point may have been left in the arrays */
  PetscCall(GudEvaluatedTangent(so->trial, c, st->scale, GUD_PATTERN_FULL, P));
  if (so->spin) PetscCall(GudSpinAddInertia(so, so->spin, st->scale, P));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The position decides, not the residual: that of a stiff structure jumps by orders of magnitude when a Newton step turns
   it, and cannot fall below the round-off of its internal forces. Converged when a step is below 1e-11 of the model's size. */
static PetscErrorCode static_converged(SNES snes, PetscInt it, PetscReal x, PetscReal step, PetscReal f,
                                       SNESConvergedReason *why, void *ctx)
{
  GudSolver *so = ((Static *)ctx)->so;
  Vec        Y;
  PetscFunctionBeginUser;
  (void)x, (void)step;
  *why = SNES_CONVERGED_ITERATING;
  if (PetscIsInfOrNanReal(f)) *why = SNES_DIVERGED_FNORM_NAN;
  if (it == 0 || *why) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SNESGetSolutionUpdate(snes, &Y));
  PetscCall(GudSystemGather(so->sys, Y, so->x));
  if (so->spin)
    gud_spin_without_turn(so->sys, so->spin, so->q1, so->x); /* nothing holds the angle of what spins */
  double size = gud_weighted_norm(so->sys, so->x), worst = -1;
  so->tried.iterations++;
  for (int i = 0; i < so->sys->nq; i++) {
    double d = so->sys->weight[i] * fabs(so->x[i]);
    if (d > worst) worst = d, ((Static *)ctx)->most = i;
  }
  if (size < 1e-11) *why = SNES_CONVERGED_SNORM_RELATIVE;
  else if (!(size < 1e2)) *why = SNES_DIVERGED_DTOL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Modes of contacts are frozen: an equilibrium outside of them (held by a pull, beyond a wall) is none. g0 has the guards at
   the start. The force whose mode is left, or NULL. */
static const GudModelForce *left_mode(GudSolver *so)
{
  GudSystem *sys = so->sys;
  GudPoint   p   = gud_state_point(so->s);
  gud_system_time(sys, so->s->t, so->s->history);
  gud_evaluated_at(so->accepted, &p);
  gud_evaluated_events(so->accepted, so->g1);
  for (int n = 0; n < sys->model->num_forces; n++) {
    const GudModelForce *f = &sys->model->forces[n];
    for (int k = f->event; f->type->guards && k < f->event + f->type->num_events; k++)
      if (so->g1[k] < fmin(so->g0[k], 0)) return f;
  }
  return NULL;
}

PetscErrorCode GudSolverStatic(GudSolver *so, int *ok)
{
  PetscFunctionBeginUser;
  PetscCall(GudSolverStaticTo(so, 0, 1, ok));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSolverStaticTo(GudSolver *so, double from, double to, int *ok)
{
  GudSystem          *sys = so->sys;
  GudState           *s   = so->s;
  Static              st  = {.so = so, .most = -1};
  SNES                snes;
  KSP                 ksp;
  Vec                 F, last;
  SNESConvergedReason why;
  double              size = 0;
  PetscFunctionBeginUser;
  /* size of the loads, without constraint forces */
  rates(so, s->q, s->v, so->a1);
  if (from == 0) memset(s->lam, 0, sizeof(double) * (size_t)sys->nr);
  sys->load_factor = 1;
  gud_system_time(sys, s->t, s->history);
  /* the first guess of the multipliers is that of the body released from rest: a hanging mechanism has no stiffness but
     that of its constraint forces, so zero would make the first tangent singular */
  int warnings  = so->stat.singular_warnings;
  so->now_valid = 0;
  if (from == 0) PetscCall(GudSolverConsistent(so, GUD_FOR_RESTART));
  so->stat.singular_warnings = warnings;
  GudPoint p                 = gud_state_point(s);
  memset(so->r, 0, sizeof(double) * (size_t)sys->n);
  gud_evaluated_at(so->trial, &p);
  gud_evaluated_forces(so->trial, GUD_FORCES_ALL, so->r);
  for (int i = 0; i < sys->nq; i++) size = fmax(size, fabs(so->r[i]));
  if (sys->size > 1) PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &size, 1, MPI_DOUBLE, MPI_MAX, sys->comm));
  if (from > 0) size = fmax(size, so->static_size); /* on a path loads may pass through zero */
  so->static_size = size;
  st.scale        = 1 / (size > 0 ? size : 1);
  st.trace        = 1e-8 / (st.scale * sys->mass_scale * sys->length_scale);
  PetscCall(VecDuplicate(so->X, &F));
  PetscCall(VecDuplicate(so->X, &last));
  PetscCall(GudSystemCreateMat(sys, GUD_PATTERN_FULL, &st.J));
  PetscCall(SNESCreate(sys->comm, &snes));
  PetscCall(SNESSetOptionsPrefix(snes, "static_"));
  PetscCall(SNESSetType(snes, SNESNEWTONLS));
  PetscCall(SNESSetFunction(snes, F, static_function, &st));
  PetscCall(SNESSetJacobian(snes, st.J, st.J, static_jacobian, &st));
  PetscCall(SNESSetTolerances(snes, 1e-13, 1e-12, 1e-14, 40, PETSC_DEFAULT));
  PetscCall(SNESSetConvergenceTest(snes, static_converged, &st, NULL));
  SNESLineSearch search;
  PetscCall(SNESGetLineSearch(snes, &search));
  PetscCall(SNESLineSearchSetType(search, SNESLINESEARCHBASIC));
  PetscCall(SNESGetKSP(snes, &ksp));
  PetscCall(GudKspSet(sys, so->opt.linear_solver, GUD_PATTERN_FULL, ksp));
  PetscCall(SNESSetFromOptions(snes));
  memcpy(so->x, s->q, sizeof(double) * (size_t)sys->nq);
  int parts = from == 0 ? so->opt.load_steps : 1;
  for (int i = 0; i < sys->nr; i++)
    so->x[sys->nq + i] = st.scale * (from == 0 ? so->now.lam[i] * fmin(1, to) / parts : s->lam[i]);
  for (int i = 0; i < sys->nz; i++) so->x[sys->nq + sys->nr + i] = from == 0 ? 0 : s->z[i];
  PetscCall(GudSystemStore(sys, so->x, so->X));
  /* loads in parts; a part that fails is halved, a success lets it grow again */
  double   whole = (to - from) / parts, part = whole, done = from;
  GudPoint at_start = gud_state_point(s);
  gud_system_time(sys, s->t, s->history);
  gud_evaluated_at(so->accepted, &at_start);
  gud_evaluated_events(so->accepted, so->g0);
  *ok       = 1;
  so->tried = (GudTried){0};
  do {
    double now       = part > 0 ? fmin(to, done + part) : to;
    sys->load_factor = fabs(now - to) <= 1e-12 * fabs(to) ? to : now;
    so->tried.parts++;
    PetscCall(VecCopy(so->X, last));
    PetscCall(PetscPushErrorHandler(PetscReturnErrorHandler, NULL));
    PetscErrorCode e = SNESSolve(snes, NULL, so->X);
    PetscCall(PetscPopErrorHandler());
    int singular = e == PETSC_ERR_LIB || e == PETSC_ERR_MAT_LU_ZRPVT; /* as in GudFactorise */
    if (!singular) PetscCall(e);
    PetscCall(SNESGetConvergedReason(snes, &why));
    if (!singular && why > 0) {
      done = sys->load_factor;
      part = fmin(whole, 1.5 * part);
      continue;
    }
    PetscCall(VecCopy(last, so->X));
    part *= 0.5, so->tried.halved++;
    *ok = !singular && part > 1e-4 * (to - from) && to > from;
    if (*ok) continue;
    /* nothing holds: the first step already runs away */
    int runs_away = singular || (done == from && from == 0 && why == SNES_DIVERGED_DTOL);
    if (!runs_away && why == SNES_DIVERGED_FUNCTION_DOMAIN)
      gud_evaluated_fault(so->trial, so->why, sizeof so->why);
    else gud_solver_explain_static(so, done, 2 * part, singular ? -1 : st.most, runs_away);
  } while (*ok && done != to);
  sys->load_factor = to;
  PetscCall(GudSystemGather(sys, so->X, so->x));
  memcpy(s->q, so->x, sizeof(double) * (size_t)sys->nq);
  rates(so, s->q, s->v, so->a1);
  for (int i = 0; i < sys->nr; i++) s->lam[i] = so->x[sys->nq + i] / st.scale;
  for (int i = 0; i < sys->nz; i++) s->z[i] = so->x[sys->nq + sys->nr + i];
  so->kkt_valid = 0, so->now_valid = 0;
  const GudModelForce *left = *ok ? left_mode(so) : NULL;
  if (left) {
    *ok = 0;
    snprintf(
      so->why, sizeof so->why,
      "no static equilibrium with '%s' open or closed as it is at the start: place the bodies nearer to it",
      left->name);
  }
  PetscCall(VecDestroy(&F));
  PetscCall(VecDestroy(&last));
  PetscCall(MatDestroy(&st.J));
  PetscCall(SNESDestroy(&snes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the analysis ---- */

static PetscErrorCode start(const GudAnalysis *self, GudSolver *so, int *ok)
{
  PetscFunctionBeginUser;
  (void)self;
  PetscCall(so->opt.path != GUD_PATH_ONCE ? GudPathStart(so, ok) : GudSolverStatic(so, ok));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int done(const GudAnalysis *self, const GudSolver *so)
{
  (void)self;
  return so->opt.path == GUD_PATH_ONCE || gud_path_done(so);
}

static PetscErrorCode advance(const GudAnalysis *self, GudSolver *so, double t, GudAdvance *out)
{
  PetscFunctionBeginUser;
  (void)self, (void)t;
  out->reached = GUD_REACHED_POINT;
  PetscCall(GudPathStep(so, &out->ok));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void headline(const GudAnalysis *self, const GudSolver *so, double seconds, FILE *f)
{
  int load = gud_path_by_load(so);
  (void)self;
  if (so->opt.path == GUD_PATH_ONCE) fprintf(f, "static equilibrium in %.3g s wall\n", seconds);
  else
    fprintf(f, "statics along a path: %ld points, the last one at t = %.9g%s, %.3g s wall\n", so->s->step + 1,
            load ? so->s->path.load : so->s->t, load ? " (load factor)" : " s", seconds);
}

const GudAnalysis gud_analysis_static = {
  .name     = "static",
  .traits   = GUD_ANALYSIS_EQUILIBRIUM,
  .start    = start,
  .done     = done,
  .advance  = advance,
  .headline = headline,
};
