/* Generalized-alpha (Chung-Hulbert, Arnold-Bruls) on SNES, in the stabilised index-2 form or as plain index 3.

   With r = rho_inf:  am = (2r - 1)/(r + 1), af = r/(r + 1), gamma = 1/2 + af - am, beta = (gamma + 1/2)^2/4
   (G1) M q''_1 + f(q_1, v_1, t_1) + Phi_q^T lambda_1 = 0,   Phi(q_1, t_1) = 0           at t_1 = t_0 + h
   (G2) (1 - am) a_1 + am a_0 = (1 - af) q''_1 + af q''_0                              auxiliary acceleration
   (G3) q_1 = q_0 + h v_0 + h^2 ((1/2 - beta) a_0 + beta a_1) - h B eta,   v_1 = v_0 + h ((1 - gamma) a_0 + gamma a_1)
   (G4) a_0 <- q''_0 + (h_new/h_old)(a_0 - q''_0) when h changes, else the order drops to one: a_n is q'' at
        t_n + (am - af) h.
        At a restart only q''_0 is known, and a_0 = q''_0 would leave an error of first order in lambda for some 20 steps. With
        a_0 = q''_0 + (am - af)(q''_1 - q''_0) and a_1 = q''_1 + (am - af)(q''_1 - q''_0), which fulfils (G2), the first step of
        the stabilised form is Newmark's with gamma = 1/2 and beta + (am - af)/2; (G6) likewise. (G5) stays as it is.
   (G5) local error in q: (beta - (af - am)/2 - 1/6) h^2 (q''_1 - q''_0)
   Stabilised index 2 (Gear-Gupta-Leimkuhler; Arnold, Cardona, Bruls 2015), the default: the velocities meet their
   constraints as well,  Phi_q v_1 + Phi_t = 0,  and eta, which vanishes with h, takes the drift out of the positions. Then v, q''
   and lambda of the step are of second order as they are, at variable steps too; in index 3 (eta = 0) every change of h
   leaves noise of first order in them. B = N^-1 Phi_q^T with the scales N of the coordinates (system/schur.h).
   Unknown is the correction y that velocities see:
   (G8) q'' = q''_p + b' y,  v = v_p + g' y,  q = q_p + y - d,  d = h B eta,   b' = (1 - am)/(h^2 beta (1 - af)), g' = gamma/(h beta)
        Taking y and not q keeps the digits of q'' at small h.
   (G9) eta is eliminated. Of Phi_q (y - d) = -Phi and Phi_q y = -(Phi_q v + Phi_t)/g' follows
        (Phi_q B) h d eta = Phi - (Phi_q v + Phi_t)/g',   solved before the forces are evaluated;
        what remains is the matrix of index 3, [b' M + g' C + K, Phi_q^T; Phi_q, 0], with the rates of the rows over g' in place of
        Phi. Left out are d(Phi_q v)/dq y/g', of relative size h omega, and changes of B and Phi_q: they cost contraction,
        not accuracy. B is taken at q_0, the factors of Phi_q B are those of the last Newton matrix. (B must follow the
        motion: an old one has a part along the motion, and a spinning wheel then gains or loses speed.)
   (G10) predicted are v_1 and lambda_1, by (X2) and (X3) of predict.h; a_1 and q_1 follow by (G3). Extrapolating q'', as index 3 does,
        would multiply its noise: with stiff films Newton then fails.
   (G11) motions that drivers prescribe wholly are not integrated: prescribed.c.
   Differential internals, the same idea for first-order equations (Jansen-Whiting-Hulbert, Bruls-Golinval), second order:
   (G6) (1 - dm) w_1 + dm w_0 = (1 - df) z'_1 + df z'_0,   z_1 = z_0 + h ((1 - gz) w_0 + gz w_1)
        dm = (3r - 1)/(2r + 2), df = r/(r + 1), gz = 1/2 + df - dm;   w_0 after a change of h as in (G4)
   With restart: damped the first two steps after a restart are
   (G7) v_1 = v_0 + h q''_1,  q_1 = q_0 + h v_1 - d      (backward Euler; the first with q'' = 0 predicted)
        whose local error is h^2 q''_1/2. Accelerations that jumped at the event (an overdamped node: q'' = F/m for some
        1e-6 s) would stay in the history of (G2) as a wrong force m q''; here they are gone after one step.
   verified by: t700-t745, studies */
#include "solve/solver.h"

#include "base/vec3.h"
#include "solve/analysis.h"
#include "solve/predict.h"
#include "system/schur.h"

#include <stdlib.h>
#include <string.h>

/* ---- the nonlinear system of one step ---- */

GudPoint gud_trial_point(const GudSolver *so)
{
  return (GudPoint){so->t1,          so->q1, so->v1,  so->a1,
                    so->lam1,        so->z1, so->zt1, so->num_within ? so->history1 : so->s->history,
                    so->gram != NULL};
}

/* (G8) */
static void trial_from(GudSolver *so, const double *x)
{
  GudSystem *sys = so->sys;
  for (int i = 0; i < sys->nq; i++) {
    so->q1[i] = so->qg[i] + x[i] - so->drift1[i];
    so->v1[i] = so->vg[i] + so->gp * x[i];
    so->a1[i] = so->ag[i] + so->bp * x[i];
  }
  for (int i = 0; i < sys->nr; i++) so->lam1[i] = x[sys->nq + i] / so->sd;
  for (int i = 0; i < sys->nz; i++) {
    so->z1[i]  = x[sys->nq + sys->nr + i];
    so->zt1[i] = sys->differential[i] ? so->zg[i] + so->zp * so->z1[i] : 0;
  }
}

/* (G9): the drift d and with it q1. Every process does the same. The rates of the rows stay in so->rate, their gradients in
   lin_1; both belong to q1 before the correction, which vanishes as the iteration converges. */
static void correct_drift(GudSolver *so)
{
  GudSystem *sys = so->sys;
  double    *s = so->phi, *rate = so->rate;
  gud_system_row_motion(sys, so->q1, so->v1, s, rate, so->lin_1);
  for (int i = 0; i < sys->nr; i++) s[i] -= rate[i] / so->gp;
  gud_schur_solve(so->gram, s);
  for (int i = 0; i < sys->nr; i++) so->eta1[i] += s[i];
  so->drift_change = gud_drift_add(so, s, so->drift1, so->q1);
}

static PetscErrorCode form_function(SNES snes, Vec X, Vec F, void *ctx)
{
  GudSolver *so  = ctx;
  GudSystem *sys = so->sys;
  PetscFunctionBeginUser;
  /* the trial q1, v1, a1, lam1, z1 from the unknowns */
  if (sys->size == 1) {
    const PetscScalar *x;
    PetscCall(VecGetArrayRead(X, &x));
    trial_from(so, x);
    PetscCall(VecRestoreArrayRead(X, &x));
  } else {
    PetscCall(GudSystemGather(sys, X, so->x));
    trial_from(so, so->x);
  }
  /* stabilised form: drift, rows and their gradients at q1 */
  if (so->gram) {
    if (!so->gram_valid) gud_drift_factorise(so, so->q1);
    if (!so->gram_valid) gud_system_row_motion(sys, so->q1, so->v1, so->phi, so->rate, so->lin_1);
    else correct_drift(so);
  }
  /* forces there, in modes that fit the trial where contacts change within the step */
  GudPoint   p  = gud_trial_point(so);
  GudNewton *nw = so->newton;
  gud_evaluated_at(so->trial, &p);
  if (so->num_within) {
    gud_transitions_choose(so, GUD_STEP_TRIED, so->trial);
    if (nw && !gud_transitions_fit(so)) nw->fresh_wanted = 1;
  }
  /* balance and rows, scaled by the step (sd) */
  gud_evaluated_residual(so->trial, so->r);
  if (so->gram) { /* velocity constraints take the place of those of position */
    gud_system_row_forces(sys, so->lin_1, so->lam1, so->r);
    for (int k = 0; k < sys->num_my_rows; k++)
      so->r[sys->nq + sys->my_rows[k]] = so->rate[sys->my_rows[k]] / so->gp;
  }
  for (int i = 0; i < sys->nq; i++) so->r[i] *= so->sd;
  for (int k = 0; so->compliance > 0 && k < sys->num_my_rows; k++) /* (Q1) */
    so->r[sys->nq + sys->my_rows[k]] -= so->compliance * so->sd * so->lam1[sys->my_rows[k]];
  /* over all processes; an impossible state (GUD_RETRY) cuts the step */
  PetscCall(GudSystemReduce(sys, so->r, F));
  int retry = sys->retry;
  if (sys->size > 1) PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &retry, 1, MPI_INT, MPI_MAX, sys->comm));
  if (nw) nw->retry = retry;
  else if (retry) PetscCall(SNESSetFunctionDomainError(snes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The Newton matrix at the trial point, where the function has just been evaluated */
static PetscErrorCode factorise(void *ctx, GudFactored *how)
{
  GudSolver *so = ctx;
  GudPoint   p  = gud_trial_point(so);
  GudCoef    c  = {1, so->gp, so->bp, 1, so->zp};
  PetscFunctionBeginUser;
  PetscCall(GudLinearFactorAt(so->lu, so->trial, c, so->sd, GUD_PATTERN_FULL, how));
  gud_linearisation_keep(&so->lin_J, &p, so->h, c, so->sd);
  if (*how == GUD_FACTOR_NEW_PIVOTS) gud_linearisation_keep(&so->piv_J, &p, so->h, c, so->sd);
  gud_drift_factorise(so, p.q);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The same for other types of SNES */
static PetscErrorCode form_jacobian(SNES snes, Vec X, Mat J, Mat P, void *ctx)
{
  GudSolver *so = ctx;
  GudPoint   p  = gud_trial_point(so); /* SNES has just evaluated the function at X */
  GudCoef    c  = {1, so->gp, so->bp, 1, so->zp};
  PetscFunctionBeginUser;
  (void)snes, (void)X, (void)J;
  PetscCall(GudEvaluatedTangent(so->trial, c, so->sd, GUD_PATTERN_FULL, P));
  gud_linearisation_keep(&so->lin_J, &p, so->h, c, so->sd);
  gud_drift_factorise(so, p.q);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Increment in units of its tolerance: positions and directions by their scales, internals as tolerance.c says. Own coordinates stand
   first on every process, in the order of my_vecs, then own rows; internals are few and are gathered. The multipliers
   get a norm of their own: they follow the positions, and their contraction says nothing about the matrix. */
static PetscErrorCode increment_norm(void *ctx, Vec dx, double *norm, double *norm_forces)
{
  GudSolver    *so  = ctx;
  GudSystem    *sys = so->sys;
  const double *y;
  double        sum = 0, most = 0;
  int           d = sys->dim, first = d * sys->num_my_vecs;
  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(dx, &y));
  for (int k = 0; k < sys->num_my_vecs; k++)
    for (int c = 0; c < d; c++) {
      double e = sys->weight[d * sys->my_vecs[k] + c] * y[d * k + c];
      sum += e * e;
    }
  if (so->gram) most = gud_multiplier_norm(so, y + first, sys->my_rows, sys->num_my_rows);
  PetscCall(VecRestoreArrayRead(dx, &y));
  if (sys->size > 1) PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, sys->comm));
  if (sys->size > 1) PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_DOUBLE, MPI_MAX, sys->comm));
  *norm = sys->num_q ? sqrt(sum / sys->num_q) / so->tol : 0;
  if (so->gram) *norm = gud_larger(*norm, so->drift_change / so->tol);
  *norm_forces = most;
  if (!sys->nz) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(GudSystemGather(sys, dx, so->x));
  *norm = gud_larger(*norm, gud_internals_norm(so, so->x + sys->nq + sys->nr, so->z1));
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
    PetscCall(GudNewtonSolve(so->snes, so->newton, so->X, &why));
    *converged = why > 0 && it < MOST;
    if (!*converged) {
      snprintf(so->why, sizeof so->why, "Newton did not converge at t = %.9g s with step %.3g s (%s)", so->t1,
               so->h, why > 0 ? "modes of contacts" : SNESConvergedReasons[why]);
      PetscFunctionReturn(PETSC_SUCCESS);
    }
    PetscCall(GudSystemGather(so->sys, so->X, so->x));
    trial_from(so, so->x);
    gud_drift_close(so, so->q1, so->drift1, so->eta1);
    if (!so->num_within) break;
    GudPoint p = gud_trial_point(so);
    gud_evaluated_at(so->trial, &p);
    if (!gud_transitions_choose(so, GUD_STEP_TRIED, so->trial) &&
        !gud_transitions_choose(so, GUD_STEP_FOUND, so->trial))
      break;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Which predictions would have been closer to the step that was taken? */
static void judge_predictions(GudSolver *so)
{
  const GudSystem *sys  = so->sys;
  GudState        *s    = so->s;
  double           used = 0, other = 0;
  if (!so->compared) return;
  used  = gud_system_squares_of(sys, so->a1, so->ag, 1 / so->bp, NULL, 0);
  other = gud_system_squares_of(sys, so->a1, so->ag, 1 / so->bp, so->q_longer, s->long_q ? 1 : -1);
  if (other < used) s->long_q = !s->long_q;
  used = other = 0;
  for (int i = 0; i < sys->nr; i++) {
    double y = so->lam1[i] - so->lam_guess[i],
           d = s->long_lam ? y + so->lam_longer[i] : y - so->lam_longer[i];
    double w = 1 / (s->peak[i] * s->peak[i] + so->force_scale * so->force_scale);
    used += w * y * y, other += w * d * d;
  }
  if (other < used) s->long_lam = !s->long_lam;
}

/* The first step after a restart, as (G4) says; plain index 3 stays what it was, to compare. */
static int begins(const GudSolver *so)
{
  return so->opt.stabilisation == GUD_STABILISE_INDEX2 && !so->away && !(so->s->h_last > 0) && !so->s->damped;
}

/* q1 by (X1), after a restart by a parabola; v1 near enough */
static void guess(GudSolver *so)
{
  const GudState *s = so->s, *b = so->before;
  double          h = so->h;
  GudPrediction   p = gud_prediction(s, b, h);
  gud_system_time(so->sys, so->t1, s->history);
  for (int i = 0; i < so->sys->nq; i++) {
    so->q1[i] = s->q[i] + (p.H > 0 ? gud_predict_position(&p, s, b, i) : h * (s->v[i] + 0.5 * h * s->acc[i]));
    so->v1[i] = s->v[i] + h * s->acc[i];
  }
}

/* Solves (G1)-(G3) for the step h; the result is in q1, v1, a1 (= q''_1), lam1, z1, zt1. The state is not touched. */
static PetscErrorCode try_step(GudSolver *so, double h, int *converged)
{
  GudSystem *sys = so->sys;
  GudState  *s   = so->s;
  double     am = so->am, af = so->af, be = so->beta, ga = so->gamma;
  double     rho = so->opt.rho, dm = (3 * rho - 1) / (2 * rho + 2), df = rho / (rho + 1), gz = 0.5 + df - dm;
  double     stretch = s->h_last > 0 ? h / s->h_last : 1, ratio = s->h_last > 0 ? h / s->h_last : 0;
  GudNewton *nw = so->newton;
  PetscFunctionBeginUser;
  int damped = s->damped > 0, jump = s->damped > 1;
  if (begins(so)) be += 0.5 * (am - af), ga = gz = 0.5, am = af = dm = df = 0;
  so->h = h, so->t1 = s->t + h;
  so->bp = (1 - am) / (h * h * be * (1 - af)), so->gp = ga / (h * be),
  so->zp = (1 - dm) / ((1 - df) * gz * h);
  if (damped) so->bp = 1 / (h * h), so->gp = so->zp = 1 / h;
  so->sd = h * h / sys->mass_scale;
  gud_transitions_begin(so);
  so->exact = so->compared = 0;
  if (gud_prescribed(so) && !so->num_within) { /* (G11) */
    guess(so);
    PetscCall(GudPrescribedStep(so, &so->exact));
    *converged = so->exact;
    if (so->exact) PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (so->gram) { /* B of this step, at its beginning */
    gud_system_time(sys, s->t, s->history);
    gud_system_linearise(sys, s->q);
    memcpy(so->lin_0, sys->lin, sizeof *so->lin_0 * (size_t)sys->nr);
    memcpy(so->lin_1, sys->lin, sizeof *so->lin_1 * (size_t)sys->nr);
    memset(so->drift1, 0, sizeof(double) * (size_t)sys->nq);
    for (int i = 0; i < sys->nr; i++) so->eta1[i] = ratio * ratio * ratio * s->eta[i]; /* h eta is like h^3 */
    gud_drift_add(so, so->eta1, so->drift1, so->qg);                                   /* q_p is set below */
  }
  gud_system_time(sys, so->t1, s->history);
  const GudState *b     = so->before;
  GudPrediction   pr    = gud_prediction(s, b, h);
  int             cubic = so->gram && pr.H > 0 && !damped;
  so->compared          = cubic && pr.longer;
  for (int i = 0; i < sys->nq; i++) {
    double a0  = s->acc[i] + stretch * (s->a[i] - s->acc[i]);                   /* (G4) */
    double acc = s->acc[i] + (b->damped ? 0 : ratio * (s->acc[i] - b->acc[i])); /* predicted q''_1: linear */
    if (cubic) {                                                                /* (G10) */
      double more, dv = gud_predict_velocity(&pr, s, b, i, &more);
      so->q_longer[i] = more * be * h / ga;
      double a1       = (dv + (s->long_q ? more : 0) - h * (1 - ga) * a0) / (h * ga);
      acc             = ((1 - am) * a1 + am * a0 - af * s->acc[i]) / (1 - af);
    }
    double a1 = ((1 - af) * acc + af * s->acc[i] - am * a0) / (1 - am); /* (G2) */
    so->qg[i] = s->q[i] + h * s->v[i] + h * h * ((0.5 - be) * a0 + be * a1);
    so->vg[i] = s->v[i] + h * ((1 - ga) * a0 + ga * a1);
    if (damped) { /* (G7) */
      acc       = jump ? 0 : s->acc[i];
      so->vg[i] = s->v[i] + h * acc;
      so->qg[i] = s->q[i] + h * so->vg[i];
    }
    so->ag[i] = acc;
  }
  gud_newton_scales(so, so->ag);
  memset(so->x, 0, sizeof(double) * (size_t)sys->nq);
  for (int i = 0; i < sys->nr; i++) {
    double guess = s->lam[i] + (so->gram && !damped ? ratio * (s->lam[i] - b->lam[i]) : 0);
    if (so->compared) { /* (X3) */
      double bend       = pr.bend * (s->lam[i] - b->lam[i] - pr.last * (b->lam[i] - b->lam_last[i]));
      so->lam_longer[i] = bend, so->lam_guess[i] = guess += s->long_lam ? bend : 0;
    }
    /* redundant rows: self-stress in the guess would stay; from zero comes the solution of least norm */
    so->x[sys->nq + i] = so->gram && so->num_redundant ? 0 : so->sd * guess;
  }
  for (int i = 0; i < sys->nz; i++) {
    double w0 = s->zt[i] + stretch * (s->zaux[i] - s->zt[i]); /* (G6): z' = zp z + zg */
    so->zg[i] = -so->zp * (s->z[i] + h * (1 - gz) * w0) + (dm * w0 - df * s->zt[i]) / (1 - df);
    if (damped) so->zg[i] = -so->zp * s->z[i];
    so->x[sys->nq + sys->nr + i] = s->z[i] + (sys->differential[i] ? h * s->zt[i] : 0);
  }
  PetscCall(GudSystemStore(sys, so->x, so->X));

  /* results of fixed steps are extrapolated: what Newton leaves must stay far below the error of the method */
  if (nw)
    nw->round_off = so->coarse * sys->round_off / so->tol,
    nw->own_pace  = so->num_redundant || sys->nz || so->opt.step > 0;
  /* the matrix depends on h only through h^2 K and h C: a moderate change is left to the contraction test */
  if (nw && nw->have_factor && (h > 3 * so->lin_J.h || h < so->lin_J.h / 3)) nw->fresh_wanted = 1;
  PetscCall(solve_step(so, converged));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Local error of (G7) times the inverse of the Newton matrix times its mass part (Hosea and Shampine): what dies within
   the step, a jump of an overdamped node, is no error. The result is in so->error. */
static PetscErrorCode filtered_error(GudSolver *so)
{
  GudSystem *sys = so->sys;
  int        dim = sys->dim;
  PetscFunctionBeginUser;
  for (int i = 0; i < sys->nq; i++) so->error[i] = 0.5 * so->h * so->h * so->a1[i];
  gud_system_mass_times(sys, so->error, so->r);
  memset(so->x, 0, sizeof(double) * (size_t)sys->n);
  for (int k = 0; k < sys->num_mass_vecs; k++)
    for (int i = dim * sys->mass_vecs[k]; i < dim * sys->mass_vecs[k] + dim; i++)
      so->x[i] = so->sd * so->bp * so->r[i];
  PetscCall(GudSystemReduce(sys, so->x, so->F));
  if (so->lu) {
    const PetscScalar *b;
    PetscScalar       *x;
    PetscCall(VecGetArrayRead(so->F, &b));
    PetscCall(VecGetArrayWrite(so->X, &x));
    PetscCall(GudLinearSolve(so->lu, b, x));
    PetscCall(VecRestoreArrayWrite(so->X, &x));
    PetscCall(VecRestoreArrayRead(so->F, &b));
  } else {
    KSP ksp;
    PC  pc;
    PetscCall(SNESGetKSP(so->snes, &ksp));
    PetscCall(KSPGetPC(ksp, &pc));
    PetscCall(PCApply(pc, so->F, so->X));
  }
  PetscCall(GudSystemGather(sys, so->X, so->error));
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
    for (int i = 0; i < sys->nq; i++) so->error[i] = c * (so->a1[i] - so->s->acc[i]);
  *err = hypot(gud_weighted_norm(sys, so->error), so->undetected) / so->opt.tolerance;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void commit(GudSolver *so)
{
  GudSystem *sys = so->sys;
  GudState  *s   = so->s;
  double     am = so->am, af = so->af, stretch = s->h_last > 0 ? so->h / s->h_last : 1;
  double     rho = so->opt.rho, dm = (3 * rho - 1) / (2 * rho + 2), df = rho / (rho + 1);
  so->linear = s->damped > 0;
  int begin  = begins(so);
  judge_predictions(so);
  for (int i = 0; i < sys->nq; i++) {
    double a0 = s->acc[i] + stretch * (s->a[i] - s->acc[i]);
    s->a[i]   = ((1 - af) * so->a1[i] + af * s->acc[i] - am * a0) / (1 - am);
    if (begin) s->a[i] = so->a1[i] + (am - af) * (so->a1[i] - s->acc[i]); /* (G4) */
    if (so->linear) s->a[i] = so->a1[i];
  }
  memcpy(s->eta, so->eta1, sizeof(double) * (size_t)sys->nr);
  for (int i = 0; i < sys->nz; i++) { /* (G6) */
    double w0  = s->zt[i] + stretch * (s->zaux[i] - s->zt[i]);
    s->zaux[i] = so->linear ? so->zt1[i] : ((1 - df) * so->zt1[i] + df * s->zt[i] - dm * w0) / (1 - dm);
    if (begin) s->zaux[i] = so->zt1[i] + (dm - df) * (so->zt1[i] - s->zt[i]);
  }
  if (s->damped) s->damped--;
}

/* ---- between the ends ---- */

/* Values and slopes of cubic Hermite polynomials at x. */
typedef struct {
  double h00, h10, h01, h11, d00, d10, d11;
} Hermite;

static Hermite hermite_at(double x)
{
  return (Hermite){(1 + 2 * x) * (1 - x) * (1 - x),
                   x * (1 - x) * (1 - x),
                   x * x * (3 - 2 * x),
                   x * x * (x - 1),
                   6 * x * (x - 1),
                   (1 - x) * (1 - 3 * x),
                   x * (3 * x - 2)};
}

/* Cubic Hermite in q, v its derivative. In the first step after a restart, when a slip begins with v = 0, the sign of its
   velocity is that of the acceleration: there the interpolant is a quartic that begins with the consistent q''. */
static void between(const GudSolver *so, double x, double *q, double *v, double *lam, double *z, double *zt)
{
  const GudSystem *sys       = so->sys;
  const GudState  *s         = so->s;
  double           h         = so->h;
  Hermite          p         = hermite_at(x);
  int              restarted = !(s->h_last > 0) && !s->damped;
  for (int i = 0; i < sys->nq; i++) {
    q[i] = p.h00 * s->q[i] + p.h10 * h * s->v[i] + p.h01 * so->q1[i] + p.h11 * h * so->v1[i];
    v[i] = p.d00 * (s->q[i] - so->q1[i]) / h + p.d10 * s->v[i] + p.d11 * so->v1[i];
    if (restarted) {
      double c = 0.5 * h * h * s->acc[i] - 3 * (so->q1[i] - s->q[i]) + h * (2 * s->v[i] + so->v1[i]);
      q[i] += c * x * x * (1 - x) * (1 - x), v[i] += c * 2 * x * (1 - x) * (1 - 2 * x) / h;
    }
    if (s->damped) q[i] = (1 - x) * s->q[i] + x * so->q1[i], v[i] = (1 - x) * s->v[i] + x * so->v1[i];
  }
  for (int i = 0; i < sys->nr; i++) lam[i] = (1 - x) * s->lam[i] + x * so->lam1[i];
  /* internals: Hermite; algebraic ones linear. But friction of a contact that has just begun grows from 0 with a normal force
     like t^1.5 or t^2: along a straight line it would leave its bound at once, and nowhere else. "Just begun": a restart, and
     hardly any of the force there yet (1e-3; consistent values leave round-off, not 0). The cube stays below every normal
     law up to exponent 3 */
  for (int i = 0; i < sys->nz; i++) {
    double y = s->h_last > 0 || fabs(s->z[i]) > 1e-3 * fabs(so->z1[i]) ? x : x * x * x;
    z[i]     = (1 - y) * s->z[i] + y * so->z1[i];
    zt[i]    = (1 - x) * s->zt[i] + x * so->zt1[i];
    if (sys->differential[i] && !s->damped)
      z[i] = p.h00 * s->z[i] + p.h10 * h * s->zt[i] + p.h01 * so->z1[i] + p.h11 * h * so->zt1[i];
  }
}

/* Cubic Hermite in q and in v */
static void sample(const GudSolver *so, double x, double *q, double *v)
{
  const GudState *s0 = so->before, *s1 = so->s;
  double          h = s1->t - s0->t;
  Hermite         p = hermite_at(x);
  for (int i = 0; i < so->sys->nq; i++) {
    double v0 = so->last.v[i], v1 = so->now.v[i], a0 = so->last.a[i], a1 = so->now.a[i];
    q[i] = p.h00 * s0->q[i] + p.h10 * h * v0 + p.h01 * s1->q[i] + p.h11 * h * v1;
    v[i] = p.h00 * v0 + p.h10 * h * a0 + p.h01 * v1 + p.h11 * h * a1;
    if (so->linear) q[i] = (1 - x) * s0->q[i] + x * s1->q[i], v[i] = (1 - x) * v0 + x * v1;
  }
}

/* ---- creation ---- */

static PetscErrorCode create(GudSolver *so)
{
  GudSystem *sys = so->sys;
  double     r   = so->opt.rho;
  PetscBool  ours;
  GudNewton *nw;
  PetscFunctionBeginUser;
  so->am = (2 * r - 1) / (r + 1), so->af = r / (r + 1);
  so->gamma = 0.5 + so->af - so->am, so->beta = 0.25 * (so->gamma + 0.5) * (so->gamma + 0.5);
  so->error_constant = so->beta - 0.5 * (so->af - so->am) - 1.0 / 6.0; /* (G5) */
  so->s0             = (1 - so->am) / (so->beta * (1 - so->af)) / sys->mass_scale;
  if (so->opt.stabilisation == GUD_STABILISE_INDEX2 && sys->nr) {
    const char *why;
    so->gram = gud_schur_create(sys, GUD_METRIC_SCALES, &why);
  }
  PetscCall(GudSystemCreateVec(sys, &so->X));
  PetscCall(GudSystemCreateVec(sys, &so->F));
  PetscCall(SNESCreate(sys->comm, &so->snes));
  PetscCall(SNESSetType(so->snes, SNESSHELL));
  PetscCall(SNESSetFunction(so->snes, so->F, form_function, so));
  PetscCall(SNESSetTolerances(so->snes, 1e-14, 1e-10, 1e-13, so->opt.max_iterations, PETSC_DEFAULT));
  PetscCall(SNESSetFromOptions(so->snes));
  PetscCall(PetscObjectTypeCompare((PetscObject)so->snes, SNESSHELL, &ours));
  double steps  = so->opt.step > 0 && gud_solver_is(so, GUD_ANALYSIS_INTEGRATES) ? so->opt.end / so->opt.step
                                                                                 : NAN;
  int    choice = gud_linear_choose(sys, so->opt.linear_solver, steps, gud_memory(), so->why_solver);
  if (ours) {
    PetscCall(GudLinearCreateFor(sys, choice, GUD_PATTERN_FULL, NULL, &so->lu));
    PetscCall(GudNewtonCreate(so->snes, &nw));
    nw->excess_allowed = gud_linear_cost_of_matrix(sys, choice);
    nw->norm = increment_norm, nw->factorise = factorise, nw->ctx = so, nw->lu = so->lu;
  } else {
    KSP ksp;
    PetscCall(GudSystemCreateMat(sys, GUD_PATTERN_FULL, &so->J));
    PetscCall(SNESSetJacobian(so->snes, so->J, so->J, form_jacobian, so));
    PetscCall(SNESGetKSP(so->snes, &ksp));
    PetscCall(GudKspSet(sys, choice, GUD_PATTERN_FULL, ksp));
    PetscCall(KSPSetFromOptions(ksp));
  }
  PetscCall(SNESSetUp(so->snes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode refactor(GudSolver *so)
{
  GudLinearisation *l = &so->lin_J;
  GudNewton        *nw;
  PetscFunctionBeginUser;
  PetscCall(GudNewtonGet(so->snes, &nw));
  if (nw) nw->have_factor = 0;
  if (!l->valid) PetscFunctionReturn(PETSC_SUCCESS);
  if (nw) {
    GudFactored how;
    PetscCall(GudFactorAgain(so, so->lu, GUD_PATTERN_FULL, l, &so->piv_J, &how));
    nw->have_factor = how != GUD_FACTOR_SINGULAR;
  } else {
    KSP ksp;
    PetscCall(SNESGetKSP(so->snes, &ksp));
    gud_system_time(so->sys, l->t, l->at->history);
    GudPoint p = gud_state_point(l->at);
    gud_evaluated_at(so->trial, &p);
    PetscCall(GudEvaluatedTangent(so->trial, l->c, l->sd, GUD_PATTERN_FULL, so->J));
    PetscCall(KSPSetOperators(ksp, so->J, so->J));
    PetscCall(KSPSetUp(ksp));
  }
  gud_drift_factorise(so, l->at->q);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode destroy(GudSolver *so)
{
  GudNewton *nw;
  PetscFunctionBeginUser;
  PetscCall(GudNewtonGet(so->snes, &nw));
  PetscCall(SNESDestroy(&so->snes));
  PetscCall(GudNewtonDestroy(&nw));
  PetscCall(GudLinearDestroy(&so->lu));
  PetscCall(MatDestroy(&so->J));
  PetscCall(VecDestroy(&so->X));
  PetscCall(VecDestroy(&so->F));
  gud_schur_destroy(so->gram);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudMethod gud_generalized_alpha = {
  .name           = "generalized_alpha",
  .power          = 3,
  .least          = 0.5, /* because of (G4) */
  .most           = 1.5,
  .damped_restart = 1,
  .num_nodes      = 1,
  .node           = {1},
  .weight         = {0.5, 0.5},
  .create         = create,
  .destroy        = destroy,
  .refactor       = refactor,
  .try_step       = try_step,
  .local_error    = local_error,
  .commit         = commit,
  .between        = between,
  .sample         = sample,
};
