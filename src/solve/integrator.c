/* Generalized-alpha for the index-3 equations (Chung-Hulbert, Arnold-Bruls), on SNES.

   With r = rho_inf:  am = (2r - 1)/(r + 1), af = r/(r + 1), gamma = 1/2 + af - am, beta = (gamma + 1/2)^2/4
   (G1) M q''_1 + f(q_1, q'_1, t_1) + Phi_q^T lambda_1 = 0,   Phi(q_1, t_1) = 0           at t_1 = t_0 + h
   (G2) (1 - am) a_1 + am a_0 = (1 - af) q''_1 + af q''_0                              auxiliary acceleration
   (G3) q_1 = q_0 + h q'_0 + h^2 ((1/2 - beta) a_0 + beta a_1),   q'_1 = q'_0 + h ((1 - gamma) a_0 + gamma a_1)
   Unknown is the correction u of the predicted q_1: q'' = q''_p + b' u, q' = q'_p + g' u with
   b' = (1 - am)/(h^2 beta (1 - af)), g' = gamma/(h beta). Taking u and not q keeps the digits of q'' at small h.
   (G4) a_0 <- q''_0 + (h_new/h_old)(a_0 - q''_0) when h changes, else the order drops to one: a_n is q'' at
        t_n + (am - af) h.
   (G5) local error in q: (beta - (af - am)/2 - 1/6) h^2 (q''_1 - q''_0)
   Differential internals, the same idea for first-order equations (Jansen-Whiting-Hulbert, Bruls-Golinval), second order:
   (G6) (1 - dm) w_1 + dm w_0 = (1 - df) z'_1 + df z'_0,   z_1 = z_0 + h ((1 - gz) w_0 + gz w_1)
        dm = (3r - 1)/(2r + 2), df = r/(r + 1), gz = 1/2 + df - dm;   w_0 after a change of h as in (G4)
   With restart: damped the first two steps after a restart are
   (G7) q'_1 = q'_0 + h q''_1,  q_1 = q_0 + h q'_1      (backward Euler; the first with q'' = 0 predicted)
        whose local error is h^2 q''_1/2. Accelerations that jumped at the event (an overdamped node: q'' = F/m for some
        1e-6 s) would stay in the history of (G2) as a wrong force m q''; here they are gone after one step.
   verified by: t700-t730, studies */
#include "solve/solver.h"

#include "base/vec3.h"

#include <stdlib.h>
#include <string.h>

/* ---- the nonlinear system of one step ---- */

static GudPoint trial_point(GudSolver *so)
{
  return (GudPoint){so->t1,   so->q1, so->v1,  so->a1,
                    so->lam1, so->z1, so->zt1, so->num_within ? so->history1 : so->s->history};
}

static void trial_from(GudSolver *so, const double *x)
{
  GudSystem *sys = so->sys;
  for (int i = 0; i < sys->nq; i++) {
    so->q1[i] = so->qg[i] + x[i];
    so->v1[i] = so->vg[i] + so->gp * x[i];
    so->a1[i] = so->ag[i] + so->bp * x[i];
  }
  for (int i = 0; i < sys->nr; i++) so->lam1[i] = x[sys->nq + i] / so->sd;
  for (int i = 0; i < sys->nz; i++) {
    so->z1[i]  = x[sys->nq + sys->nr + i];
    so->zt1[i] = sys->differential[i] ? so->zg[i] + so->zp * so->z1[i] : 0;
  }
}

static PetscErrorCode form_function(SNES snes, Vec X, Vec F, void *ctx)
{
  GudSolver *so  = ctx;
  GudSystem *sys = so->sys;
  PetscFunctionBeginUser;
  if (sys->size == 1) {
    const PetscScalar *x;
    PetscCall(VecGetArrayRead(X, &x));
    trial_from(so, x);
    PetscCall(VecRestoreArrayRead(X, &x));
  } else {
    PetscCall(GudSystemGather(sys, X, so->x));
    trial_from(so, so->x);
  }
  GudPoint p = trial_point(so);
  if (so->num_within) {
    GudNewton *nw;
    PetscCall(GudNewtonGet(snes, &nw));
    gud_transitions_choose(so, GUD_STEP_TRIED, &p);
    if (nw && !gud_transitions_fit(so)) nw->fresh_wanted = 1;
  }
  gud_system_residual(sys, &p, so->r);
  for (int i = 0; i < sys->nq; i++) so->r[i] *= so->sd;
  PetscCall(GudSystemReduce(sys, so->r, F));
  int retry = sys->retry;
  if (sys->size > 1) PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &retry, 1, MPI_INT, MPI_MAX, sys->comm));
  if (retry) PetscCall(SNESSetFunctionDomainError(snes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode form_jacobian(SNES snes, Vec X, Mat J, Mat P, void *ctx)
{
  GudSolver *so = ctx;
  GudPoint   p  = trial_point(so); /* SNES has just evaluated the function at X */
  GudCoef    c  = {1, so->gp, so->bp, 1, so->zp};
  PetscFunctionBeginUser;
  (void)snes, (void)X, (void)J;
  PetscCall(GudSystemTangent(so->sys, &p, c, so->sd, GUD_PATTERN_FULL, P));
  gud_linearisation_keep(&so->lin_J, &p, so->h, c, so->sd);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Increment in units of its tolerance: positions and directions by their scales, internals relative to themselves; algebraic
   ones are forces, and are not asked for more digits than the accelerations that they cause have. Own coordinates stand
   first on every process, in the order of my_vecs; internals are few and are gathered. */
static PetscErrorCode increment_norm(void *ctx, Vec dx, double *norm)
{
  GudSolver    *so  = ctx;
  GudSystem    *sys = so->sys;
  const double *y;
  double        sum = 0;
  int           d   = sys->dim;
  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(dx, &y));
  for (int k = 0; k < sys->num_my_vecs; k++)
    for (int c = 0; c < d; c++) {
      double e = sys->weight[d * sys->my_vecs[k] + c] * y[d * k + c];
      sum += e * e;
    }
  PetscCall(VecRestoreArrayRead(dx, &y));
  if (sys->size > 1) PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, sys->comm));
  *norm = sys->nq ? sqrt(sum / sys->nq) / so->tol : 0;
  if (sys->nz) PetscCall(GudSystemGather(sys, dx, so->x));
  double force = so->tol * sys->length_scale * sys->mass_scale / (so->h * so->h);
  /* velocities are displacements over h: below some 1e-6 s their round-off shows in forces that depend on them */
  double rel = 1e-8 * fmin(fmax(1, 1e-6 / so->h), 1e5);
  for (int i = 0; i < sys->nz; i++) {
    double floor = sys->differential[i] ? 1e-3 : so->force_scale;
    double unit  = rel * (fabs(so->z1[i]) + floor) + (sys->differential[i] ? 0 : force);
    double dz    = fabs(so->x[sys->nq + sys->nr + i]) / unit;
    if (!(dz < *norm)) *norm = dz;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- creation ---- */

PetscErrorCode GudSolverCreate(GudSystem *sys, const GudOptions *opt, GudSolver **out)
{
  GudSolver *so = gud_alloc(sizeof *so);
  size_t     q = sizeof(double) * (size_t)(sys->nq + 1), n = sizeof(double) * (size_t)(sys->n + 1);
  double     r = opt->rho;
  KSP        ksp;
  GudNewton *nw;
  PetscFunctionBeginUser;
  so->sys = sys, so->opt = *opt, so->newton_floor = 1e-4;
  so->am = (2 * r - 1) / (r + 1), so->af = r / (r + 1);
  so->gamma = 0.5 + so->af - so->am, so->beta = 0.25 * (so->gamma + 0.5) * (so->gamma + 0.5);
  so->error_constant = so->beta - 0.5 * (so->af - so->am) - 1.0 / 6.0; /* (G5) */
  so->s0             = (1 - so->am) / (so->beta * (1 - so->af)) / sys->mass_scale;
  so->s              = gud_state_create(sys->nq, sys->nr, sys->nz, sys->model->num_history);
  so->before         = gud_state_create(sys->nq, sys->nr, sys->nz, sys->model->num_history);
  so->lin_J.at       = gud_state_create(sys->nq, sys->nr, sys->nz, sys->model->num_history);
  so->lin_K.at       = gud_state_create(sys->nq, sys->nr, sys->nz, sys->model->num_history);
  double **arrays[]  = {&so->vg,    &so->ag,    &so->q1,     &so->v1,    &so->a1,
                        &so->now.v, &so->now.a, &so->last.v, &so->last.a};
  for (int i = 0; i < GUD_COUNT(arrays); i++) *arrays[i] = gud_alloc(q);
  double **longer[] = {&so->qg,      &so->zg,    &so->lam1,     &so->z1,     &so->zt1,    &so->x,      &so->r,
                       &so->now.lam, &so->now.z, &so->last.lam, &so->last.z, &so->now.zt, &so->last.zt};
  for (int i = 0; i < GUD_COUNT(longer); i++) *longer[i] = gud_alloc(n);
  so->g0 = gud_alloc(sizeof(double) * (size_t)(sys->model->num_events + 1));
  so->g1 = gud_alloc(sizeof(double) * (size_t)(8 * (sys->model->num_events + 1)));

  gud_transitions_create(so);

  PetscCall(GudNewtonRegister());
  PetscCall(GudSystemCreateMat(sys, GUD_PATTERN_FULL, &so->J));
  PetscCall(GudSystemCreateVec(sys, &so->X));
  PetscCall(GudSystemCreateVec(sys, &so->F));
  PetscCall(SNESCreate(sys->comm, &so->snes));
  PetscCall(SNESSetType(so->snes, SNESGUDGEON));
  PetscCall(SNESSetFunction(so->snes, so->F, form_function, so));
  PetscCall(SNESSetJacobian(so->snes, so->J, so->J, form_jacobian, so));
  PetscCall(SNESSetTolerances(so->snes, 1e-14, 1e-10, 1e-13, opt->max_iterations, PETSC_DEFAULT));
  PetscCall(SNESGetKSP(so->snes, &ksp));
  PetscCall(GudSolverSetLinear(sys, opt->linear_solver, GUD_PATTERN_FULL, ksp));
  PetscCall(SNESSetFromOptions(so->snes));
  PetscCall(SNESSetUp(so->snes));
  PetscCall(GudNewtonGet(so->snes, &nw));
  if (nw) nw->norm = increment_norm, nw->ctx = so;
  PetscCall(GudSolverCreateKkt(so));
  so->stat.h_min = INFINITY;
  *out           = so;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSolverRefactor(GudSolver *so)
{
  GudLinearisation *l[2] = {&so->lin_J, &so->lin_K};
  GudNewton        *nw;
  KSP               ksp[2] = {NULL, so->kkt};
  Mat               A[2]   = {so->J, so->K};
  PetscFunctionBeginUser;
  PetscCall(GudSolverKktFitsRows(so));
  PetscCall(SNESGetKSP(so->snes, &ksp[0]));
  PetscCall(GudNewtonGet(so->snes, &nw));
  for (int k = 0; k < 2; k++) {
    if (!l[k]->valid) continue;
    gud_system_time(so->sys, l[k]->t, l[k]->at->history);
    GudPoint p = gud_state_point(l[k]->at);
    PetscCall(
      GudSystemTangent(so->sys, &p, l[k]->c, l[k]->sd, k ? GUD_PATTERN_MASS : GUD_PATTERN_FULL, A[k]));
    PetscCall(KSPSetOperators(ksp[k], A[k], A[k]));
    PetscCall(KSPSetUp(ksp[k]));
  }
  if (nw) nw->have_factor = l[0]->valid;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSolverDestroy(GudSolver **ps)
{
  GudSolver *so = *ps;
  PetscFunctionBeginUser;
  if (!so) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SNESDestroy(&so->snes));
  PetscCall(MatDestroy(&so->J));
  PetscCall(VecDestroy(&so->X));
  PetscCall(VecDestroy(&so->F));
  PetscCall(MatDestroy(&so->K));
  PetscCall(KSPDestroy(&so->kkt));
  PetscCall(VecDestroy(&so->kb));
  PetscCall(VecDestroy(&so->kx));
  free(so->qg), free(so->vg), free(so->ag), free(so->zg), free(so->q1), free(so->v1), free(so->a1),
    free(so->lam1);
  free(so->z1), free(so->zt1), free(so->x), free(so->r), free(so->g0), free(so->g1);
  free(so->within), free(so->history1);
  free(so->now.v), free(so->now.a), free(so->now.lam), free(so->now.z);
  free(so->last.v), free(so->last.a), free(so->last.lam), free(so->last.z);
  free(so->now.zt), free(so->last.zt);
  gud_state_destroy(so->s);
  gud_state_destroy(so->before);
  gud_state_destroy(so->lin_J.at);
  gud_state_destroy(so->lin_K.at);
  gud_explicit_destroy(so->explicit);
  free(so);
  *ps = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- one trial step ---- */

/* Newton from so->X; with modes resolved within the step, until these are the ones of the solution. */
static PetscErrorCode solve_step(GudSolver *so, int *converged)
{
  enum { MOST = 30 };
  SNESConvergedReason why;
  PetscFunctionBeginUser;
  for (int it = 0;; it++) {
    PetscCall(SNESSolve(so->snes, NULL, so->X));
    PetscCall(SNESGetConvergedReason(so->snes, &why));
    *converged = why > 0 && it < MOST;
    if (!*converged) {
      snprintf(so->why, sizeof so->why, "Newton did not converge at t = %.9g s with step %.3g s (%s)", so->t1,
               so->h, why > 0 ? "modes of contacts" : SNESConvergedReasons[why]);
      PetscFunctionReturn(PETSC_SUCCESS);
    }
    PetscCall(GudSystemGather(so->sys, so->X, so->x));
    trial_from(so, so->x);
    GudPoint p = trial_point(so);
    if (!so->num_within ||
        !(gud_transitions_choose(so, GUD_STEP_TRIED, &p) || gud_transitions_choose(so, GUD_STEP_FOUND, &p)))
      break;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves (G1)-(G3) for the step h; the result is in q1, v1, a1 (= q''_1), lam1, z1, zt1. The state is not touched. */
static PetscErrorCode try_step(GudSolver *so, double h, int *converged)
{
  GudSystem *sys = so->sys;
  GudState  *s   = so->s;
  double     am = so->am, af = so->af, be = so->beta, ga = so->gamma, size = 0;
  double     rho = so->opt.rho, dm = (3 * rho - 1) / (2 * rho + 2), df = rho / (rho + 1), gz = 0.5 + df - dm;
  double     stretch = s->h_last > 0 ? h / s->h_last : 1, ratio = s->h_last > 0 ? h / s->h_last : 0;
  GudNewton *nw;
  PetscFunctionBeginUser;
  int damped = s->damped > 0, jump = s->damped > 1;
  so->h = h, so->t1 = s->t + h;
  so->bp = (1 - am) / (h * h * be * (1 - af)), so->gp = ga / (h * be),
  so->zp = (1 - dm) / ((1 - df) * gz * h);
  if (damped) so->bp = 1 / (h * h), so->gp = so->zp = 1 / h;
  so->sd = h * h / sys->mass_scale;
  gud_transitions_begin(so);
  gud_system_time(sys, so->t1, s->history);
  for (int i = 0; i < sys->nq; i++) {
    double a0  = s->acc[i] + stretch * (s->a[i] - s->acc[i]);            /* (G4) */
    double acc = s->acc[i] + ratio * (s->acc[i] - s->acc_last[i]);       /* predicted q''_1: linear */
    double a1  = ((1 - af) * acc + af * s->acc[i] - am * a0) / (1 - am); /* (G2) */
    so->qg[i]  = s->q[i] + h * s->v[i] + h * h * ((0.5 - be) * a0 + be * a1);
    so->vg[i]  = s->v[i] + h * ((1 - ga) * a0 + ga * a1);
    if (damped) { /* (G7) */
      acc       = jump ? 0 : s->acc[i];
      so->vg[i] = s->v[i] + h * acc;
      so->qg[i] = s->q[i] + h * so->vg[i];
    }
    so->ag[i] = acc;
    size += (sys->weight[i] * acc) * (sys->weight[i] * acc);
  }
  size            = sys->nq ? sqrt(size / sys->nq) : 0;
  so->tol         = fmax(1e-18, so->opt.newton * h * h * size);
  so->force_scale = fmax(1e-3,
                         sys->mass_scale * (gud_norm_real(sys->model->gravity) + sys->length_scale * size));
  if (!(so->opt.step > 0)) so->tol = fmax(so->tol, so->newton_floor * so->opt.tolerance);
  memset(so->x, 0, sizeof(double) * (size_t)sys->nq);
  for (int i = 0; i < sys->nr; i++) so->x[sys->nq + i] = so->sd * s->lam[i];
  for (int i = 0; i < sys->nz; i++) {
    double w0 = s->zt[i] + stretch * (s->zaux[i] - s->zt[i]); /* (G6): z' = zp z + zg */
    so->zg[i] = -so->zp * (s->z[i] + h * (1 - gz) * w0) + (dm * w0 - df * s->zt[i]) / (1 - df);
    if (damped) so->zg[i] = -so->zp * s->z[i];
    so->x[sys->nq + sys->nr + i] = s->z[i] + (sys->differential[i] ? h * s->zt[i] : 0);
  }
  PetscCall(GudSystemStore(sys, so->x, so->X));

  PetscCall(GudNewtonGet(so->snes, &nw));
  if (nw) nw->round_off = sys->round_off / so->tol;
  /* the matrix depends on h only through h^2 K and h C: a moderate change is left to the contraction test */
  if (nw && nw->have_factor && (h > 3 * so->lin_J.h || h < so->lin_J.h / 3)) nw->fresh_wanted = 1;
  PetscCall(solve_step(so, converged));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Local error of (G7) times the inverse of the Newton matrix times its mass part (Hosea and Shampine): what dies within
   the step, a jump of an overdamped node, is no error. The result is in so->x. */
static PetscErrorCode filtered_error(GudSolver *so)
{
  GudSystem *sys = so->sys;
  int        dim = sys->dim;
  KSP        ksp;
  PC         pc;
  PetscFunctionBeginUser;
  for (int i = 0; i < sys->nq; i++) so->x[i] = 0.5 * so->h * so->h * so->a1[i];
  gud_system_mass_times(sys, so->x, so->r);
  memset(so->x, 0, sizeof(double) * (size_t)sys->n);
  for (int k = 0; k < sys->num_my_vecs; k++)
    for (int i = dim * sys->my_vecs[k]; i < dim * sys->my_vecs[k] + dim; i++)
      so->x[i] = so->sd * so->bp * so->r[i];
  PetscCall(GudSystemReduce(sys, so->x, so->F));
  PetscCall(SNESGetKSP(so->snes, &ksp));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCApply(pc, so->F, so->X));
  PetscCall(GudSystemGather(sys, so->X, so->x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (G5), or that of (G7), in units of the tolerance */
static PetscErrorCode local_error(GudSolver *so, double *err)
{
  GudSystem *sys = so->sys;
  double     c   = so->error_constant * so->h * so->h;
  PetscFunctionBeginUser;
  if (so->s->damped) PetscCall(filtered_error(so));
  else
    for (int i = 0; i < sys->nq; i++) so->x[i] = c * (so->a1[i] - so->s->acc[i]);
  *err = hypot(gud_weighted_norm(sys, so->x), so->late) / so->opt.tolerance;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The trial becomes the state; `before` keeps the start of the step for interpolation. */
static void commit(GudSolver *so)
{
  GudSystem *sys = so->sys;
  GudState  *s   = so->s;
  double     am = so->am, af = so->af, stretch = s->h_last > 0 ? so->h / s->h_last : 1;
  double     rho = so->opt.rho, dm = (3 * rho - 1) / (2 * rho + 2), df = rho / (rho + 1);
  gud_state_copy(so->before, s);
  so->linear = s->damped > 0;
  for (int i = 0; i < sys->nq; i++) {
    double a0      = s->acc[i] + stretch * (s->a[i] - s->acc[i]);
    s->a[i]        = ((1 - af) * so->a1[i] + af * s->acc[i] - am * a0) / (1 - am);
    s->acc_last[i] = s->acc[i];
    s->acc[i] = so->a1[i], s->v[i] = so->v1[i], s->q[i] = so->q1[i];
    if (so->linear) s->a[i] = s->acc_last[i] = s->acc[i];
  }
  memcpy(s->lam, so->lam1, sizeof(double) * (size_t)sys->nr);
  for (int i = 0; i < sys->nz; i++) { /* (G6) */
    double w0  = s->zt[i] + stretch * (s->zaux[i] - s->zt[i]);
    s->zaux[i] = so->linear ? so->zt1[i] : ((1 - df) * so->zt1[i] + df * s->zt[i] - dm * w0) / (1 - dm);
  }
  if (s->damped) s->damped--;
  if (so->num_within) memcpy(s->history, so->history1, sizeof(double) * (size_t)s->nh);
  memcpy(s->z, so->z1, sizeof(double) * (size_t)sys->nz);
  memcpy(s->zt, so->zt1, sizeof(double) * (size_t)sys->nz);
  s->t = so->t1, s->h_last = so->h, s->step++;
  GudConsistent swap = so->last;
  so->last = so->now, so->now = swap, so->now_valid = 0;
}

/* Has event e happened between values g0 and g1? A guard that starts a little below zero, by round-off, has not. */
static int changed(const GudSolver *so, int e, double g0, double g1)
{
  return so->sys->guard[e] ? g1 < fmin(g0, 0) : (g0 >= 0) != (g1 >= 0);
}

/* What must be remembered after the step: anchors of motions, history of forces. Every event whose sign has changed
   with the located one happens with it (symmetric mechanisms touch on both sides at once). */
static void accept_history(GudSolver *so, int event)
{
  GudSystem *sys = so->sys;
  GudPoint   p   = gud_state_point(so->s);
  gud_system_time(sys, so->s->t, so->s->history);
  if (event >= 0) gud_system_events(sys, &p, so->g1);
  for (int n = 0; n < sys->model->num_forces; n++) {
    const GudModelForce *f = &sys->model->forces[n];
    GudForceBuffer       b;
    int                  any = 0;
    if (!f->type->accept) continue;
    gud_system_force_args(sys, f, &p, &b);
    for (int k = 0; k < f->type->num_events && event >= 0; k++) {
      int i = f->event + k;
      if (so->within[i]) continue;
      if (i != event && !changed(so, i, so->g0[i], so->g1[i])) continue;
      f->type->accept(&b.args, k, so->s->history + f->history);
      any = 1;
    }
    if (!any) f->type->accept(&b.args, -1, so->s->history + f->history);
  }
  gud_system_move_anchors(sys, so->s->t, so->s->history);
}

static PetscErrorCode project(GudSolver *so)
{
  GudState *s = so->s;
  PetscFunctionBeginUser;
  PetscCall(GudSolverConsistent(so, GUD_GO_ON));
  for (int i = 0; i < so->sys->nq; i++) {
    s->a[i] += so->now.a[i] - s->acc[i]; /* keeps a - q'', the shift of a by (am - af) h */
    s->v[i] = so->now.v[i], s->acc[i] = so->now.a[i];
  }
  memcpy(s->lam, so->now.lam, sizeof(double) * (size_t)so->sys->nr);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSolverRestart(GudSolver *so)
{
  GudState  *s = so->s;
  GudNewton *nw;
  PetscFunctionBeginUser;
  PetscCall(GudNewtonGet(so->snes, &nw));
  so->now_valid = 0;
  if (so->sys->nz) { /* with the modes the rows of internals change */
    so->kkt_valid = 0;
    if (nw) nw->fresh_wanted = 1;
  }
  PetscCall(GudSolverConsistent(so, GUD_GO_ON));
  memcpy(s->v, so->now.v, sizeof(double) * (size_t)s->nq);
  memcpy(s->acc, so->now.a, sizeof(double) * (size_t)s->nq);
  memcpy(s->a, so->now.a, sizeof(double) * (size_t)s->nq);
  memcpy(s->lam, so->now.lam, sizeof(double) * (size_t)s->nr);
  memcpy(s->z, so->now.z, sizeof(double) * (size_t)s->nz);
  memcpy(s->zt, so->now.zt, sizeof(double) * (size_t)s->nz);
  memcpy(s->zaux, so->now.zt, sizeof(double) * (size_t)s->nz);
  s->h_last = 0;
  s->damped = so->opt.restart == GUD_RESTART_DAMPED ? 2 : 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- events ---- */

/* Event functions on the cubic Hermite interpolant of the trial step, at fraction x of it. In the first step after a restart,
   when a slip begins with v = 0, the sign of its velocity is that of the acceleration: there the interpolant is a quartic
   that begins with the consistent q''. */
static void events_between(GudSolver *so, double x, double *g)
{
  GudSystem *sys = so->sys;
  GudState  *s   = so->s;
  double     h = so->h, *q = so->x, *v = so->r;
  double     h00 = (1 + 2 * x) * (1 - x) * (1 - x), h10 = x * (1 - x) * (1 - x), h01 = x * x * (3 - 2 * x),
         h11 = x * x * (x - 1);
  double d00 = 6 * x * (x - 1), d10 = (1 - x) * (1 - 3 * x), d11 = x * (3 * x - 2);
  int    restarted = !(s->h_last > 0) && !s->damped;
  for (int i = 0; i < sys->nq; i++) {
    q[i] = h00 * s->q[i] + h10 * h * s->v[i] + h01 * so->q1[i] + h11 * h * so->v1[i];
    v[i] = d00 * (s->q[i] - so->q1[i]) / h + d10 * s->v[i] + d11 * so->v1[i];
    if (restarted) {
      double c = 0.5 * h * h * s->acc[i] - 3 * (so->q1[i] - s->q[i]) + h * (2 * s->v[i] + so->v1[i]);
      q[i] += c * x * x * (1 - x) * (1 - x), v[i] += c * 2 * x * (1 - x) * (1 - 2 * x) / h;
    }
    if (s->damped) q[i] = (1 - x) * s->q[i] + x * so->q1[i], v[i] = (1 - x) * s->v[i] + x * so->v1[i];
  }
  double *z  = q + sys->nq + sys->nr,
         *zt = v + sys->nq + sys->nr; /* internals: Hermite; algebraic ones linear */
  /* but friction of a contact that has just begun grows from 0 with a normal force like t^1.5 or t^2: along a straight line it
     would leave its bound at once, and nowhere else. "Just begun": a restart, and hardly any of the force there yet (1e-3; consistent
     values leave round-off, not 0). The cube stays below every normal law up to exponent 3 */
  for (int i = 0; i < sys->nz; i++) {
    double y = s->h_last > 0 || fabs(s->z[i]) > 1e-3 * fabs(so->z1[i]) ? x : x * x * x;
    z[i]     = (1 - y) * s->z[i] + y * so->z1[i];
    zt[i]    = (1 - x) * s->zt[i] + x * so->zt1[i];
    if (sys->differential[i] && !s->damped)
      z[i] = h00 * s->z[i] + h10 * h * s->zt[i] + h01 * so->z1[i] + h11 * h * so->zt1[i];
  }
  GudPoint p = trial_point(so);
  p.t = s->t + x * h, p.q = q, p.v = v, p.z = z, p.zt = zt;
  gud_system_time(sys, p.t, s->history);
  gud_system_events(sys, &p, g);
}

/* Fractions of a step at which event functions are sampled; the outer ones tell the slopes at the ends. */
enum { NUM_SAMPLES = 7 };
static const double samples[NUM_SAMPLES] = {0, 1e-3, 0.25, 0.5, 0.75, 1 - 1e-3, 1};

static double side_of(const GudSolver *so, int e)
{
  return so->g0[e] >= 0 || so->sys->guard[e] ? 1 : -1;
}

/* Where event function e, which dips towards zero between a and b, has changed its sign: golden section; 2 if nowhere. */
static double dip(GudSolver *so, int e, double a, double b)
{
  const double gold = 0.61803398874989485;
  double       side = side_of(so, e), x[2] = {b - gold * (b - a), a + gold * (b - a)}, g[2];
  for (int k = 0; k < 2; k++) events_between(so, x[k], so->g1), g[k] = side * so->g1[e];
  while (b - a > 1e-9) {
    for (int k = 0; k < 2; k++)
      if (changed(so, e, so->g0[e], side * g[k])) return x[k];
    int k = g[0] < g[1] ? 0 : 1; /* the interval loses its end beyond the higher point */
    if (k == 0) b = x[1], x[1] = x[0], g[1] = g[0], x[0] = b - gold * (b - a);
    else a = x[0], x[0] = x[1], g[0] = g[1], x[1] = a + gold * (b - a);
    events_between(so, x[k], so->g1), g[k] = side * so->g1[e];
  }
  return 2;
}

/* Fraction of the step at which event function e first changes its sign on the interpolant, an excursion to the other
   side and back included; 2 if it does not. The samples are in g. */
static double crossing_of(GudSolver *so, int e, const double *g)
{
  int    num = so->sys->model->num_events;
  double g0 = so->g0[e], side = side_of(so, e), a = 0, b = 2;
  for (int k = 1; k < NUM_SAMPLES && b > 1; k++) {
    double here = side * g[num * k + e];
    a           = samples[k - 1];
    if (changed(so, e, g0, g[num * k + e])) b = samples[k];
    else if (k + 1 < NUM_SAMPLES && here < side * g[num * (k - 1) + e] && here < side * g[num * (k + 1) + e])
      b = dip(so, e, a, samples[k + 1]);
  }
  if (b > 1) return b;
  for (int it = 0; it < 60 && b - a > 1e-15; it++) {
    double m = 0.5 * (a + b);
    events_between(so, m, so->g1);
    if (changed(so, e, g0, so->g1[e])) b = m;
    else a = m;
  }
  return b;
}

/* Values and slopes at both ends say that event function e keeps its side: the cubic through them lies in the hull of its
   control points. Only the outer samples are in g. */
static int keeps_side(const GudSolver *so, int e, const double *g)
{
  int    num = so->sys->model->num_events, last = NUM_SAMPLES - 1;
  double side = side_of(so, e), g0 = so->g0[e], g1 = g[num * last + e];
  double rise0 = (g[num + e] - g0) / samples[1],
         rise1 = (g1 - g[num * (last - 1) + e]) / (1 - samples[last - 1]);
  return side * g0 > 0 && side * g1 > 0 && side * (g0 + rise0 / 3) > 0 && side * (g1 - rise1 / 3) > 0;
}

/* First fraction in (0, 1] at which some event function has changed its sign on the interpolant; 2: none. */
static double first_crossing(GudSolver *so, int *event)
{
  int    num  = so->sys->model->num_events;
  double best = 2, *g = so->g1 + num;
  *event = -1;
  memcpy(g, so->g0, sizeof(double) * (size_t)num);
  static const int order[NUM_SAMPLES - 1] = {1, NUM_SAMPLES - 2, NUM_SAMPLES - 1, 2, 3, 4};
  for (int k = 0; k < 3; k++) events_between(so, samples[order[k]], g + num * order[k]);
  int quiet = 0;
  while (quiet < num && (so->within[quiet] || keeps_side(so, quiet, g))) quiet++;
  if (quiet == num) return best;
  for (int k = 3; k < NUM_SAMPLES - 1; k++) events_between(so, samples[order[k]], g + num * order[k]);
  for (int e = 0; e < num; e++) {
    double x = so->within[e] ? 2 : crossing_of(so, e, g);
    if (x < best) best = x, *event = e;
  }
  return best;
}

/* Time from the end of the trial until event function e vanishes, going on with its last slope. */
static double time_to_go(const GudSolver *so, int e)
{
  int           num  = so->sys->model->num_events;
  const double *last = so->g1 + num * NUM_SAMPLES, *before = last - num;
  double slope = (last[e] - before[e]) / ((1 - samples[NUM_SAMPLES - 2]) * so->h), dt = -last[e] / slope;
  return dt > 0 ? dt : INFINITY;
}

/* An event right at the start of the trial: the step ends there, on the interpolant of the trial. A step so short would be
   nothing but round-off: velocities are displacements over h. */
static void end_at_once(GudSolver *so, double x)
{
  GudSystem *sys = so->sys;
  size_t     q = sizeof(double) * (size_t)sys->nq, z = sizeof(double) * (size_t)sys->nz;
  events_between(so, x, so->g1);
  memcpy(so->q1, so->x, q), memcpy(so->v1, so->r, q), memcpy(so->a1, so->s->acc, q);
  memcpy(so->z1, so->x + sys->nq + sys->nr, z), memcpy(so->zt1, so->r + sys->nq + sys->nr, z);
  memcpy(so->lam1, so->s->lam, sizeof(double) * (size_t)sys->nr);
  so->h *= x, so->t1 = so->s->t + so->h;
}

/* After a converged trial: if an event lies inside the step, redo the step so that it ends just behind it. The trial
   solution of the shortened step has its own zero, so the length is corrected until zero and step end agree; lengths
   that were too short and too long bracket it. */
static PetscErrorCode locate_event(GudSolver *so, int *event, int *converged)
{
  PetscFunctionBeginUser;
  *event = -1;
  if (!so->num_located) PetscFunctionReturn(PETSC_SUCCESS);
  GudPoint p0 = gud_state_point(so->s);
  gud_system_time(so->sys, so->s->t, so->s->history);
  gud_system_events(so->sys, &p0, so->g0);
  double shorter = 0, longer = INFINITY, at_once = fmax(1e-10, 1e-6 * so->h);
  for (int it = 0; it < 100; it++) {
    int    e;
    double x = first_crossing(so, &e), h = so->h, slack = fmax(1e-10 * h, 2e-14 * fabs(so->s->t)), next;
    if (e < 0) {
      if (*event < 0) PetscFunctionReturn(PETSC_SUCCESS); /* nothing happens in this step */
      if (h >= longer) {                                  /* a touch that the shorter steps do not see */
        *event = -1;
        PetscFunctionReturn(PETSC_SUCCESS);
      }
      shorter = h, next = h + time_to_go(so, *event) + slack;
    } else {
      *event = e, longer = h, next = x * h + slack;
      if (next < at_once && next < 0.1 * h) {
        end_at_once(so, next / h);
        PetscFunctionReturn(PETSC_SUCCESS);
      }
      if ((1 - x) * h <= 2 * slack || h <= so->opt.min_step) PetscFunctionReturn(PETSC_SUCCESS);
    }
    if (!(next > shorter && next < longer)) next = 0.5 * (shorter + longer);
    if (longer - shorter <= 2 * slack) next = longer;
    next = fmin(fmax(next, so->opt.min_step), longer);
    PetscCall(try_step(so, next, converged));
    if (!*converged) PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Restart at the start or after an event; where the new mode turns out to be no mode at all (a contact that cannot stick), the next. */
PetscErrorCode GudSolverRestartValid(GudSolver *so)
{
  enum { MOST = 8 };
  GudSystem *sys = so->sys;
  PetscFunctionBeginUser;
  PetscCall(GudSolverRestart(so));
  for (int it = 0, any = 1; any && it < MOST; it++) {
    GudPoint p = gud_state_point(so->s);
    any        = 0;
    gud_system_time(sys, so->s->t, so->s->history);
    gud_system_events(sys, &p, so->g1);
    for (int n = 0; n < sys->model->num_forces; n++) {
      const GudModelForce *f = &sys->model->forces[n];
      GudForceBuffer       b;
      if (!f->type->guards) continue;
      gud_system_force_args(sys, f, &p, &b);
      for (int k = 0; k < f->type->num_events; k++)
        if (so->g1[f->event + k] < 0 && !so->within[f->event + k])
          f->type->accept(&b.args, k, so->s->history + f->history), any = 1;
    }
    if (any) PetscCall(GudSolverRestart(so));
    if (any && it == MOST - 1) so->stat.mode_cycles++;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the accepted step ---- */

/* Pseudo-random number in [-1, 1] that depends on the step number only, so that a resumed run repeats it. */
static double jitter(long step)
{
  unsigned long long x = (unsigned long long)step * 6364136223846793005ull + 1442695040888963407ull;
  x ^= x >> 33, x *= 0xff51afd7ed558ccdull, x ^= x >> 33;
  return (double)(x >> 11) / 4503599627370496.0 - 1;
}

static double first_step(const GudSolver *so)
{
  const GudOptions *o = &so->opt;
  if (o->step > 0) return o->step;
  return !isnan(o->first_step) ? o->first_step : 1e-4 * o->end;
}

/* Factor for the next step: a PI controller (exponents of Gustafsson for order 3), within [0.5, 1.5] because of (G4).
   Changes by less than 20 % are not made: every change disturbs the accelerations of the index-3 method a little, and
   the kept factorisation. */
static double step_factor(const GudState *s, double err)
{
  double last = s->err_last > 0 && s->h_last > 0 ? s->err_last : err;
  double f    = 0.85 * pow(err, -0.7 / 3) * pow(last, 0.4 / 3);
  if (f > 0.85 && f < 1.2) f = 1;
  return fmax(0.5, fmin(1.5, f));
}

PetscErrorCode GudSolverStep(GudSolver *so, double t_end, int *ok, int *event)
{
  GudState *s     = so->s;
  int       fixed = so->opt.step > 0, converged;
  double    h_max = isnan(so->opt.max_step) ? so->opt.end / 50 : so->opt.max_step;
  PetscFunctionBeginUser;
  GudNewton *nw;
  PetscCall(GudNewtonGet(so->snes, &nw));
  *ok = 0, *event = -1;
  if (so->opt.algorithm == GUD_TRIAL_AND_ERROR) {
    PetscCall(GudSolverExplicitStep(so, t_end, ok));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (s->h <= 0) s->h = first_step(so);
  double h = fixed ? s->h * (1 + so->opt.vary_step * jitter(s->step)) : fmin(s->h, h_max), cut = h;
  for (;;) {
    double left = t_end - s->t, try = cut;
    int    last = 0;
    if (try >= left * (1 - 1e-6)) try = left, last = 1; /* land exactly; no splinter step afterwards */
    else if (!fixed && try > 0.5 * left) try = 0.5 * left;
    PetscCall(try_step(so, try, &converged));
    if (converged) PetscCall(locate_event(so, event, &converged));
    if (!converged) {
      so->stat.rejected_newton++;
      cut = 0.5 * try;
      if (cut < so->opt.min_step || cut < 1e-15 * fabs(s->t)) {
        gud_solver_explain_step(so);
        PetscFunctionReturn(PETSC_SUCCESS);
      }
      continue;
    }
    int    damped = s->damped;
    double err    = 0;
    if (!fixed) PetscCall(local_error(so, &err));
    err           = fixed ? 0 : fmax(err, 1e-6);
    double factor = damped > 1 ? 1 : step_factor(s, err);
    if (err > 1 && so->h > 2 * so->opt.min_step) {
      so->stat.rejected_error++;
      cut    = so->h * fmax(damped ? 0.1 : 0.5, fmin(0.9, 0.85 / (damped ? sqrt(err) : cbrt(err))));
      *event = -1;
      continue;
    }
    double done = so->h, first = sqrt(2 * so->opt.tolerance / (gud_weighted_norm(so->sys, so->a1) + 1e-30));
    commit(so);
    if (nw) so->stat.iterations = nw->num_iterations, so->stat.factorisations = nw->num_factorisations;
    if (last && *event < 0) s->t = t_end;
    so->stat.steps++;
    so->stat.h_min = fmin(so->stat.h_min, done), so->stat.h_max = fmax(so->stat.h_max, done);
    if (*event >= 0) {
      so->stat.events++;
      if (so->before_event) PetscCall(so->before_event(so->event_ctx));
    }
    accept_history(so, *event);
    if (fixed) { /* back to the fixed step after an event at once, after a cut within the allowed ratio */
      s->h = *event >= 0 || done >= 0.999 * h ? so->opt.step : fmin(so->opt.step, 1.5 * done);
    } else { /* a step shortened by an event or by the end says nothing about the error at full length */
      double next = done * factor;
      s->err_last = err;
      s->h        = done < cut ? fmax(next, cut) : next;
      if (*event >= 0 && so->opt.restart == GUD_RESTART_DAMPED) s->h = fmin(s->h, first);
    }
    if (*event >= 0) PetscCall(GudSolverRestartValid(so));
    else if (so->opt.stabilisation == GUD_STABILISE_PROJECTION) PetscCall(project(so));
    *ok = 1;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
}
