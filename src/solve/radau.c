/* Radau IIA with three stages, order 5, stiffly accurate (Hairer and Wanner II, IV.8 and VII), in the stabilised index-2 form.

   Stages i = 1, 2, 3 at t_0 + c_i h; the third is the end of the step. A: coefficients of the method, A^-1 = T L T^-1 with
   L = diag(g, [al -be; be al]).
   (D1) q_i = q_0 + Y_i - d_i,   v_i = 1/h sum_j (A^-1)_ij Y_j,   q''_i = 1/h sum_j (A^-1)_ij (v_j - v_0)
   (D2) M q''_i + f(q_i, v_i, t_i) + Phi_q^T lambda_i = 0,   Phi(q_i, t_i) = 0,   Phi_q v_i + Phi_t = 0
        d_i = B e_i takes the drift out of the positions; it is q' = v - B eta with e = h A eta. B as in generalized_alpha.c.
   (D3) e is eliminated like (G9) there:  (Phi_q B) de_i = Phi_i - h sum_j A_ij (Phi_q v + Phi_t)_j,   then one Newton iteration with
        [mu^2 M + mu C + K, Phi_q^T; Phi_q, 0] (dY^, dlambda^) = -(r^, h A (Phi_q v + Phi_t)^)
        for the transformed stages x^ = T^-1 x: a real system with mu = g/h, a complex one with mu = (al + i be)/h
   Rows are scaled by sd = h^2/m, which makes the part of the mass independent of h: matrices serve neighbouring step sizes.
   (D4) the matrix is K' + mu C' + mu^2 M' in its entries; two traversals give K' and K' + (g/h) C', M' is constant
   (D5) predicted stages: the cubic through q at the start and the stages of the last step, continued; multipliers: the straight line
        through its ends (polynomials of higher degree multiply the noise of stiff parts, and save no iterations)
   (D6) local error e_q: (g1^2 M + g1 C + K) e_q + Phi_q^T e_lambda = M r_v + (g1 M + C) r_q,  Phi_q e_q = 0,   g1 = g/h
        r_q = v_0 + 1/h sum k_j (q_j - q_0),  r_v = q''_0 + 1/h sum k_j (v_j - v_0),  e_v = g1 e_q - r_q
        k = (-13 - 7 sqrt 6, -13 + 7 sqrt 6, -1)/3;   of size h^4, measured by max(|e_q|, h |e_v|)
   (D7) between: the cubics through the start and the stages, in q, v, q'', lambda and internals
   (D8) q''_i of (D1) are slopes of a cubic, of order 3, and so are lambda_i; a wheel that turns steadily would ask for a moment. Where
        masses allow it (schur.h), accelerations of an accepted step are put on their constraints, Phi_q q''_i = gamma_i, the balance kept:
        (Phi_q M^-1 Phi_q^T) dlambda = Phi_q q''_i - gamma_i,  lambda_i += dlambda,  q''_i -= M^-1 Phi_q^T dlambda
   Internals: algebraic ones are solved for at every stage; differential ones are collocated like v. Orders: q, v 5;
   forces at least 3 (stiff films), 5 where nothing is stiff.
   verified by: t746, studies/orders */
#include "solve/radau_coefficients.h"
#include "solve/solver.h"
#include "system/put.h"
#include "system/schur.h"

#include <complex.h>
#include <stdlib.h>
#include <string.h>

enum { S = GUD_RADAU_STAGES };

/* c, A, A_1 of radau_coefficients.h */
#define c   gud_radau_c
#define A   gud_radau_A
#define A_1 gud_radau_A_1
static const double T[S][S] = {{9.1232394870892942792e-2, -0.14125529502095420843, -3.0029194105147424492e-2},
                               {0.24171793270710701896, 0.20412935229379993199, 0.38294211275726193779},
                               {0.96604818261509293619, 1, 0}};
static const double T_1[S][S] = {{4.3255798900631553510, 0.33919925181580986954, 0.54177053993587487119},
                                 {-4.1787185915519047273, -0.32768282076106238708, 0.47662355450055045196},
                                 {-0.50287263494578687595, 2.5719269498556054292, -0.59603920482822492497}};
static const double g = 3.6378342527444957322, al = 2.6810828736277521339, be = 3.0504301992474105694;
static const double k_error[S] = {(-13 - 7 * SQRT6) / 3, (-13 + 7 * SQRT6) / 3, -1.0 / 3};

struct GudRadau {
  SNES    snes;
  Vec     X, F; /* S n: Y, sd lambda, z of the stages */
  double *time; /* [0] start, [1] length of the step that the stages belong to; length 0: none */
  double *
    stage; /* one block behind the arrays of stages below, kept over the step for interpolation and prediction */
  int     num_stage;
  double *q[S + 1], *v[S + 1], *a[S + 1], *lam[S + 1], *z[S + 1], *zt[S + 1]; /* [0]: the start */
  double *e[S], *d[S]; /* (D1): multipliers of the drift, and the drift itself; d has no memory */
  double *phi,
    *rate; /* S nr: of the stages before the drift is corrected, which vanishes as Newton converges, */
  double (*lin[S])[12]; /* and the gradients of the rows there */
  double          *r;   /* S n: residual, increments */
  double _Complex *w;   /* n */
  double          *Kc;  /* entries of K' of (D4), */
  double          *Cc;  /* and of (g/h) C' */
  double _Complex *coo;
  PetscInt        *ci, *cj; /* their places; */
  PetscCount *damped; /* numbers of the entries of C' that are not 0, of rows of coordinates and internals */
  PetscCount  num_damped;
  double     *damp_x; /* n: what C' is multiplied by, in local_error */
  GudNewton  *newton;
};
typedef struct GudRadau Radau;

/* ---- the stages ---- */

/* (D1) from X; internals and multipliers */
static void stages_from(GudSolver *so, const double *x)
{
  const GudSystem *sys = so->sys;
  Radau           *ra  = so->radau;
  int              n = sys->n, nq = sys->nq;
  double           h = so->h;
  for (int i = 1; i <= S; i++) {
    const double *A1 = A_1[i - 1], *X = x + n * (i - 1);
    for (int k = 0; k < nq; k++) {
      ra->q[i][k] = ra->q[0][k] + X[k] - ra->d[i - 1][k];
      ra->v[i][k] = (A1[0] * x[k] + A1[1] * x[n + k] + A1[2] * x[2 * n + k]) / h;
    }
    for (int k = 0; k < sys->nr; k++) ra->lam[i][k] = X[nq + k] / so->sd;
    for (int k = 0, m = nq + sys->nr; k < sys->nz; k++) {
      double z0    = ra->z[0][k];
      ra->z[i][k]  = X[m + k];
      ra->zt[i][k] = 0;
      for (int j = 0; j < S && sys->differential[k]; j++) ra->zt[i][k] += A1[j] * (x[n * j + m + k] - z0) / h;
    }
  }
  for (int i = 1; i <= S; i++)
    for (int k = 0; k < nq; k++) {
      double sum = 0;
      for (int j = 1; j <= S; j++) sum += A_1[i - 1][j - 1] * (ra->v[j][k] - ra->v[0][k]);
      ra->a[i][k] = sum / h;
    }
}

static GudPoint stage_point(const GudSolver *so, int i)
{
  const Radau *ra = so->radau;
  return (GudPoint){ra->time[0] + c[i - 1] * ra->time[1],
                    ra->q[i],
                    ra->v[i],
                    ra->a[i],
                    ra->lam[i],
                    ra->z[i],
                    ra->zt[i],
                    so->s->history,
                    1};
}

/* Every stage has an evaluated point of its own (films begin their iterations from the last solution there). */
static GudEvaluated *stage_of(GudSolver *so, int i)
{
  return i + 1 < S ? so->inner[i] : so->trial;
}

/* (D3), the drift */
static void correct_drift(GudSolver *so)
{
  GudSystem *sys = so->sys;
  Radau     *ra  = so->radau;
  int        nr  = sys->nr;
  for (int i = 0; i < S; i++) {
    gud_system_time(sys, ra->time[0] + c[i] * so->h, so->s->history);
    gud_system_row_motion(sys, ra->q[i + 1], ra->v[i + 1], ra->phi + nr * i, ra->rate + nr * i, ra->lin[i]);
  }
  so->drift_change = 0;
  for (int i = 0; i < S && so->gram_valid; i++) {
    double *s = ra->phi + nr * i;
    for (int k = 0; k < nr; k++)
      for (int j = 0; j < S; j++) s[k] -= so->h * A[i][j] * ra->rate[nr * j + k];
    gud_schur_solve(so->gram, s);
    for (int k = 0; k < nr; k++) ra->e[i][k] += s[k];
    so->drift_change = gud_larger(so->drift_change, gud_drift_add(so, s, ra->d[i], ra->q[i + 1]));
  }
}

static PetscErrorCode form_function(SNES snes, Vec X, Vec F, void *ctx)
{
  GudSolver         *so  = ctx;
  GudSystem         *sys = so->sys;
  Radau             *ra  = so->radau;
  int                n = sys->n, nq = sys->nq, nr = sys->nr;
  const PetscScalar *x;
  PetscScalar       *f;
  PetscFunctionBeginUser;
  (void)snes;
  PetscCall(VecGetArrayRead(X, &x));
  stages_from(so, x);
  PetscCall(VecRestoreArrayRead(X, &x));
  if (so->gram && !so->gram_valid) gud_drift_factorise(so, ra->q[0]);
  if (so->gram) correct_drift(so);
  PetscCall(VecGetArrayWrite(F, &f));
  ra->newton->retry = 0, ra->newton->evaluated = 0;
  for (int i = 0; i < S; i++) {
    GudPoint p = stage_point(so, i + 1);
    double  *r = f + n * i;
    gud_system_time(sys, p.t, so->s->history);
    gud_evaluated_at(stage_of(so, i), &p);
    gud_evaluated_residual(stage_of(so, i), r);
    ra->newton->retry |= sys->retry;
    ra->newton->evaluated = gud_larger(ra->newton->evaluated,
                                       gud_gap_forces_change(so, stage_of(so, i), so->gap_forces[i]));
    if (nr) gud_system_row_forces(sys, ra->lin[i], ra->lam[i + 1], r);
    for (int k = 0; k < nq; k++) r[k] *= so->sd;
  }
  for (int i = 0; i < S; i++) /* rows: h A (Phi_q v + Phi_t) */
    for (int k = 0; k < nr; k++) {
      double sum = 0;
      for (int j = 0; j < S; j++) sum += A[i][j] * ra->rate[nr * j + k];
      f[n * i + nq + k] = so->h * sum;
    }
  PetscCall(VecRestoreArrayWrite(F, &f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- linear algebra ---- */

/* (D4) at a point: entries into Kc and Cc, both matrices factorised */
static PetscErrorCode factorise_at(GudSolver *so, const GudPoint *p, double h, double sd, GudFactored *how)
{
  GudSystem  *sys   = so->sys;
  Radau      *ra    = so->radau;
  double      g1    = g / h;
  GudCoef     stiff = {1, 0, 0, 1, 0}, both = {1, g1, 0, 1, g1};
  PetscCount  num = sys->num_coo[GUD_PATTERN_FULL], mass = 0;
  GudFactored complex_how;
  PetscFunctionBeginUser;
  gud_evaluated_at(so->trial, p);
  gud_evaluated_tangent_entries(so->trial, stiff, sd, GUD_PATTERN_FULL);
  memcpy(ra->Kc, sys->coo, sizeof(double) * (size_t)num);
  gud_evaluated_tangent_entries(so->trial, both, sd, GUD_PATTERN_FULL);
  ra->num_damped = 0;
  for (PetscCount k = 0; k < num; k++) {
    ra->Cc[k] = sys->coo[k] - ra->Kc[k];
    if (ra->Cc[k] != 0) ra->damped[ra->num_damped++] = k;
  }
  double _Complex mu = (al + be * I) / h, ratio = (al + be * I) / g;
  for (PetscCount k = 0; k < num; k++) ra->coo[k] = ra->Kc[k] + ratio * ra->Cc[k];
  for (int i = 0; i < sys->model->num_vec; i++) /* the mass comes first in the traversal */
    for (int k = sys->mrow[i]; k < sys->mrow[i + 1]; k++)
      for (int e = 0; e < sys->dim; e++, mass++) {
        sys->coo[mass] += sd * g1 * g1 * sys->mval[k];
        ra->coo[mass] += sd * mu * mu * sys->mval[k];
      }
  PetscCall(GudLinearFactor(so->lu, sys->coo, how));
  if (*how == GUD_FACTOR_SINGULAR) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(GudLinearFactorComplex(so->lu, ra->coo, &complex_how));
  if (complex_how == GUD_FACTOR_SINGULAR) *how = complex_how;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* At the last stage, which was evaluated last */
static PetscErrorCode factorise(void *ctx, GudFactored *how)
{
  GudSolver *so = ctx;
  GudPoint   p  = stage_point(so, S);
  PetscFunctionBeginUser;
  PetscCall(GudLinearForget(
    so->lu)); /* the pivot order depends on the present values only: a resumed run repeats it */
  PetscCall(factorise_at(so, &p, so->h, so->sd, how));
  gud_linearisation_keep(&so->lin_J, &p, so->h, (GudCoef){0}, so->sd);
  gud_drift_factorise(so, p.q);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* x = M^-1 b for the stages together: (D3) */
static PetscErrorCode solve(void *ctx, const double *b, double *x)
{
  GudSolver *so = ctx;
  Radau     *ra = so->radau;
  int        n  = so->sys->n;
  double    *r  = ra->r;
  PetscFunctionBeginUser;
  for (int k = 0; k < n; k++) {
    double b0 = b[k], b1 = b[n + k], b2 = b[2 * n + k];
    r[k]     = T_1[0][0] * b0 + T_1[0][1] * b1 + T_1[0][2] * b2;
    ra->w[k] = T_1[1][0] * b0 + T_1[1][1] * b1 + T_1[1][2] * b2 +
               I * (T_1[2][0] * b0 + T_1[2][1] * b1 + T_1[2][2] * b2);
  }
  PetscCall(GudLinearSolve(so->lu, r, r));
  PetscCall(GudLinearSolveComplex(so->lu, ra->w, ra->w));
  for (int k = 0; k < n; k++) {
    double y0 = r[k], y1 = creal(ra->w[k]), y2 = cimag(ra->w[k]);
    for (int i = 0; i < S; i++) x[n * i + k] = T[i][0] * y0 + T[i][1] * y1 + T[i][2] * y2;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Increments of the stages in units of their tolerances */
static PetscErrorCode increment_norm(void *ctx, Vec dx, double *norm, double *forces)
{
  GudSolver    *so  = ctx;
  GudSystem    *sys = so->sys;
  const double *y;
  PetscFunctionBeginUser;
  *norm   = so->gram ? so->drift_change / so->tol : 0;
  *forces = 0;
  PetscCall(VecGetArrayRead(dx, &y));
  for (int i = 0; i < S; i++) {
    const double *x = y + sys->n * i, *dz = x + sys->nq + sys->nr;
    *norm   = gud_larger(*norm, gud_weighted_norm(sys, x) / so->tol);
    *norm   = gud_larger(*norm, gud_internals_norm(so, dz, so->radau->z[i + 1]));
    *forces = gud_larger(*forces, gud_multiplier_norm(so, x + sys->nq, NULL, sys->nr));
  }
  PetscCall(VecRestoreArrayRead(dx, &y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- one trial step ---- */

/* Values of the cubics through the start and the stages at fraction x of the step: coefficients of the four. */
static void cubic(double x, double w[S + 1])
{
  const double node[S + 1] = {0, c[0], c[1], c[2]};
  for (int i = 0; i <= S; i++) {
    w[i] = 1;
    for (int j = 0; j <= S; j++)
      if (j != i) w[i] *= (x - node[j]) / (node[i] - node[j]);
  }
}

static void mix(int n, const double w[S + 1], double *const y[S + 1], double *out)
{
  for (int k = 0; k < n; k++) out[k] = w[0] * y[0][k] + w[1] * y[1][k] + w[2] * y[2][k] + w[3] * y[3][k];
}

/* (D5), or the parabola of a restart; into x, by stages */
static void predict(GudSolver *so, double *x)
{
  GudSystem *sys = so->sys;
  GudState  *s   = so->s;
  Radau     *ra  = so->radau;
  int        n = sys->n, nq = sys->nq, m = nq + sys->nr;
  double     h  = so->h;
  double     t0 = ra->time[0], H = ra->time[1];
  int go_on = H > 0 && (s->h_last > 0 || t0 == s->t); /* the last step, or a longer trial of this one */
  for (int i = 0; i < S; i++) {
    double *X = x + n * i, w[S + 1], t = c[i] * h;
    if (go_on) {
      cubic((s->t - t0 + t) / H, w);
      mix(nq, w, ra->q, X);
      for (int k = 0; k < nq; k++) X[k] -= s->q[k];
    } else {
      for (int k = 0; k < nq; k++) X[k] = t * (s->v[k] + 0.5 * t * s->acc[k]);
    }
    double ahead = go_on ? (s->t - t0 + t) / H - 1 : 0; /* beyond the end of that step, in units of it */
    for (int k = 0; k < sys->nr; k++) { /* redundant rows: self-stress in the guess would stay */
      double lam = s->lam[k] + (ahead > 0 ? ahead * (ra->lam[S][k] - ra->lam[0][k]) : 0);
      X[nq + k]  = so->num_redundant ? 0 : so->sd * lam;
    }
    for (int k = 0; k < sys->nz; k++) X[m + k] = s->z[k] + (sys->differential[k] ? t * s->zt[k] : 0);
  }
}

static PetscErrorCode try_step(GudSolver *so, double h, int *converged)
{
  GudSystem          *sys = so->sys;
  GudState           *s   = so->s;
  Radau              *ra  = so->radau;
  SNESConvergedReason why;
  PetscScalar        *x;
  PetscFunctionBeginUser;
  so->h = h, so->t1 = s->t + h, so->sd = h * h / sys->mass_scale, so->bp = g * g / (h * h), so->gp = g / h;
  so->undetected = 0;
  if (so->gram) {
    gud_system_time(sys, s->t, s->history);
    gud_system_linearise(sys, s->q);
    memcpy(so->lin_0, sys->lin, sizeof *so->lin_0 * (size_t)sys->nr);
    for (int i = 0; i < S; i++) memcpy(ra->lin[i], sys->lin, sizeof *so->lin_0 * (size_t)sys->nr);
  }
  PetscCall(VecGetArrayWrite(ra->X, &x));
  predict(so, x);
  PetscCall(VecRestoreArrayWrite(ra->X, &x));
  for (int i = 0; i < S; i++) {
    memset(ra->e[i], 0, sizeof(double) * (size_t)sys->nr);
    memset(ra->d[i], 0, sizeof(double) * (size_t)sys->nq);
  }
  ra->time[0] = s->t, ra->time[1] = h;
  memcpy(ra->q[0], s->q, sizeof(double) * (size_t)sys->nq),
    memcpy(ra->v[0], s->v, sizeof(double) * (size_t)sys->nq);
  memcpy(ra->a[0], s->acc, sizeof(double) * (size_t)sys->nq);
  memcpy(ra->lam[0], s->lam, sizeof(double) * (size_t)sys->nr);
  memcpy(ra->z[0], s->z, sizeof(double) * (size_t)sys->nz),
    memcpy(ra->zt[0], s->zt, sizeof(double) * (size_t)sys->nz);
  gud_newton_scales(so, s->acc);
  ra->newton->round_off = so->coarse * sys->round_off / so->tol,
  ra->newton->own_pace  = so->num_redundant || sys->nz;
  if (ra->newton->have_factor && (h > 3 * so->lin_J.h || h < so->lin_J.h / 3)) ra->newton->fresh_wanted = 1;
  PetscCall(GudNewtonSolve(ra->snes, ra->newton, ra->X, &why));
  *converged = why > 0;
  if (!*converged) {
    ra->time[1] = 0; /* the stages of the last step are gone */
    snprintf(so->why, sizeof so->why, "Newton did not converge at t = %.9g s with step %.3g s (%s)", so->t1,
             h, SNESConvergedReasons[why]);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  const PetscScalar *y;
  PetscCall(VecGetArrayRead(ra->X, &y));
  stages_from(so, y);
  PetscCall(VecRestoreArrayRead(ra->X, &y));
  gud_system_time(sys, so->t1, s->history);
  gud_drift_close(so, ra->q[S], ra->d[S - 1], ra->e[S - 1]);
  memcpy(so->q1, ra->q[S], sizeof(double) * (size_t)sys->nq),
    memcpy(so->v1, ra->v[S], sizeof(double) * (size_t)sys->nq);
  memcpy(so->a1, ra->a[S], sizeof(double) * (size_t)sys->nq);
  memcpy(so->lam1, ra->lam[S], sizeof(double) * (size_t)sys->nr);
  memcpy(so->z1, ra->z[S], sizeof(double) * (size_t)sys->nz),
    memcpy(so->zt1, ra->zt[S], sizeof(double) * (size_t)sys->nz);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* y += M' x and C' x of the kept entries (D4), C' with its factor g/h; both scaled by the sd of the matrix */
static void add_products(const GudSolver *so, const double *xm, const double *xc, double *y)
{
  const GudSystem *sys = so->sys;
  const Radau     *ra  = so->radau;
  double           m   = so->lin_J.sd;
  for (PetscCount n = 0; n < ra->num_damped; n++) {
    PetscCount k = ra->damped[n];
    y[ra->ci[k]] += ra->Cc[k] * xc[ra->cj[k]];
  }
  for (int i = 0; i < sys->model->num_vec; i++)
    for (int k = sys->mrow[i]; k < sys->mrow[i + 1]; k++)
      for (int e = 0; e < sys->dim; e++)
        y[sys->dim * i + e] += m * sys->mval[k] * xm[sys->dim * sys->mcol[k] + e];
}

/* (D6) */
static PetscErrorCode local_error(GudSolver *so, double *err)
{
  GudSystem *sys = so->sys;
  Radau     *ra  = so->radau;
  int        n = sys->n, nq = sys->nq, m = nq + sys->nr;
  double     h = so->h, g1 = g / h, *rq = ra->r, *rm = rq + n, *b = rm + n;
  PetscFunctionBeginUser;
  memset(rq, 0, sizeof(double) * (size_t)(3 * n));
  for (int k = 0; k < nq; k++) {
    double dq = ra->v[0][k], dv = ra->a[0][k];
    for (int j = 0; j < S; j++)
      dq += k_error[j] * (ra->q[j + 1][k] - ra->q[0][k]) / h,
        dv += k_error[j] * (ra->v[j + 1][k] - ra->v[0][k]) / h;
    rq[k] = dq, rm[k] = dv + g1 * dq;
  }
  for (int k = 0; k < sys->nz; k++)
    if (sys->differential[k]) {
      rq[m + k] = ra->zt[0][k];
      for (int j = 0; j < S; j++) rq[m + k] += k_error[j] * (ra->z[j + 1][k] - ra->z[0][k]) / h;
    }
  /* the matrix was made with its own h: its C' is (g/h) C, its rows are scaled by its sd */
  for (int k = 0; k < n; k++) ra->damp_x[k] = rq[k] * (so->lin_J.h / g);
  add_products(so, rm, ra->damp_x, b);
  PetscCall(GudLinearSolve(so->lu, b, b));
  double eq = gud_weighted_norm(sys, b), ev;
  for (int k = 0; k < nq; k++) so->error[k] = g1 * b[k] - rq[k];
  ev   = h * gud_weighted_norm(sys, so->error);
  *err = fmax(eq, ev) / so->opt.tolerance;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (D8); where rows are dependent the values of the step stay. Internals may be multipliers, too: not with them. */
static void improve_multipliers(GudSolver *so)
{
  GudSystem *sys = so->sys;
  Radau     *ra  = so->radau;
  GudSchur  *M   = sys->nr && !sys->nz ? gud_solver_rows_of_mass(so) : NULL;
  double    *rho = ra->phi, *gamma = ra->rate;
  if (!M || so->h != ra->time[1]) return; /* an event right at the start ended the step (events.c) */
  for (int i = 1; i <= S; i++) {
    gud_system_time(sys, ra->time[0] + c[i - 1] * ra->time[1], so->s->history);
    if (!gud_schur_factor(M, ra->q[i])) continue;
    gud_schur_rows(M, ra->a[i], rho);
    gud_system_gamma(sys, ra->q[i], ra->v[i], gamma);
    for (int k = 0; k < sys->nr; k++) rho[k] -= gamma[k];
    gud_schur_solve(M, rho);
    for (int k = 0; k < sys->nr; k++) ra->lam[i][k] += rho[k];
    gud_schur_back(M, -1, rho, ra->a[i]);
  }
  memcpy(so->a1, ra->a[S], sizeof(double) * (size_t)sys->nq);
  memcpy(so->lam1, ra->lam[S], sizeof(double) * (size_t)sys->nr);
}

static void commit(GudSolver *so)
{
  so->linear = 0;
  improve_multipliers(so);
}

/* ---- between the ends ---- */

static void between(const GudSolver *so, double x, double *q, double *v, double *lam, double *z, double *zt)
{
  const Radau *ra = so->radau;
  double       w[S + 1];
  cubic(x, w);
  mix(so->sys->nq, w, ra->q, q), mix(so->sys->nq, w, ra->v, v), mix(so->sys->nr, w, ra->lam, lam);
  mix(so->sys->nz, w, ra->z, z), mix(so->sys->nz, w, ra->zt, zt);
}

static void sample(const GudSolver *so, double x, double *q, double *v)
{
  const Radau *ra = so->radau;
  double       w[S + 1];
  cubic(x, w);
  mix(so->sys->nq, w, ra->q, q), mix(so->sys->nq, w, ra->v, v);
}

static GudPoint at_node(GudSolver *so, int k)
{
  return stage_point(so, k + 1);
}

static void memory(GudSolver *so, double **block, int *num)
{
  *block = so->radau->stage, *num = so->radau->num_stage;
}

/* ---- creation ---- */

static PetscErrorCode create(GudSolver *so)
{
  GudSystem *sys = so->sys;
  Radau     *ra  = gud_alloc(sizeof *ra);
  int        nq = sys->nq, nr = sys->nr, nz = sys->nz;
  PetscCount num = sys->num_coo[GUD_PATTERN_FULL];
  PetscFunctionBeginUser;
  so->radau     = ra;
  ra->num_stage = (S + 1) * (3 * nq + nr + 2 * nz) + 2;
  ra->stage     = gud_alloc(sizeof(double) * (size_t)ra->num_stage);
  double *p     = ra->stage + 2;
  ra->time      = ra->stage;
  for (int i = 0; i <= S; i++) {
    ra->q[i] = p, p += nq, ra->v[i] = p, p += nq, ra->a[i] = p, p += nq;
    ra->lam[i] = p, p += nr, ra->z[i] = p, p += nz, ra->zt[i] = p, p += nz;
  }
  for (int i = 0; i < S; i++) {
    ra->lin[i] = gud_alloc(sizeof *ra->lin[i] * (size_t)(nr + 1));
    ra->e[i]   = gud_alloc(sizeof(double) * (size_t)(nr + 1));
    ra->d[i]   = gud_alloc(sizeof(double) * (size_t)(nq + 1));
  }
  ra->phi    = gud_alloc(sizeof(double) * (size_t)(S * nr + 1)),
  ra->rate   = gud_alloc(sizeof(double) * (size_t)(S * nr + 1));
  ra->r      = gud_alloc(sizeof(double) * (size_t)(S * sys->n + 1));
  ra->w      = gud_alloc(sizeof(double _Complex) * (size_t)(sys->n + 1));
  ra->Kc     = gud_alloc(sizeof(double) * (size_t)(num + 1)),
  ra->Cc     = gud_alloc(sizeof(double) * (size_t)(num + 1));
  ra->coo    = gud_alloc(sizeof(double _Complex) * (size_t)(num + 1));
  ra->ci     = gud_alloc(sizeof(PetscInt) * (size_t)(num + 1)),
  ra->cj     = gud_alloc(sizeof(PetscInt) * (size_t)(num + 1));
  ra->damped = gud_alloc(sizeof(PetscCount) * (size_t)(num + 1));
  ra->damp_x = gud_alloc(sizeof(double) * (size_t)(sys->n + 1));
  GudPut put = {.i = ra->ci, .j = ra->cj};
  gud_system_places(sys, GUD_PATTERN_FULL, &put);
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, S * sys->n, &ra->X));
  PetscCall(VecDuplicate(ra->X, &ra->F));
  PetscCall(SNESCreate(PETSC_COMM_SELF, &ra->snes));
  PetscCall(SNESSetOptionsPrefix(ra->snes, "radau_"));
  PetscCall(SNESSetType(ra->snes, SNESSHELL));
  PetscCall(SNESSetFunction(ra->snes, ra->F, form_function, so));
  PetscCall(SNESSetTolerances(ra->snes, 1e-14, 1e-10, 1e-13, so->opt.max_iterations, PETSC_DEFAULT));
  PetscCall(SNESSetFromOptions(ra->snes));
  PetscCall(GudNewtonCreate(ra->snes, &ra->newton));
  ra->newton->norm = increment_norm, ra->newton->factorise = factorise, ra->newton->solve = solve;
  ra->newton->ctx = so;
  so->newton      = ra->newton;
  PetscCall(SNESSetUp(ra->snes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode destroy(GudSolver *so)
{
  Radau *ra = so->radau;
  PetscFunctionBeginUser;
  PetscCall(SNESDestroy(&ra->snes));
  PetscCall(GudNewtonDestroy(&ra->newton));
  PetscCall(VecDestroy(&ra->X));
  PetscCall(VecDestroy(&ra->F));
  for (int i = 0; i < S; i++) free(ra->e[i]), free(ra->d[i]), free(ra->lin[i]);
  free(ra->stage), free(ra->phi), free(ra->rate), free(ra->r), free(ra->w), free(ra->Kc), free(ra->Cc);
  free(ra->coo), free(ra->ci), free(ra->cj), free(ra->damped), free(ra->damp_x), free(ra);
  so->radau = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode refactor(GudSolver *so)
{
  GudLinearisation *l = &so->lin_J;
  GudFactored       how;
  PetscFunctionBeginUser;
  so->radau->newton->have_factor = l->valid;
  if (!l->valid) PetscFunctionReturn(PETSC_SUCCESS);
  GudPoint p = gud_state_point(l->at);
  gud_system_time(so->sys, l->t, l->at->history);
  PetscCall(GudLinearForget(so->lu));
  PetscCall(factorise_at(so, &p, l->h, l->sd, &how));
  gud_drift_factorise(so, l->at->q);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudMethod gud_radau = {
  .name        = "radau",
  .power       = 4,
  .least       = 0.2,
  .most        = 5,
  .num_nodes   = S,
  .node        = {(4 - SQRT6) / 10, (4 + SQRT6) / 10, 1},
  .weight      = {0, (16 - SQRT6) / 36, (16 + SQRT6) / 36, 1.0 / 9},
  .create      = create,
  .destroy     = destroy,
  .refactor    = refactor,
  .try_step    = try_step,
  .local_error = local_error,
  .commit      = commit,
  .between     = between,
  .sample      = sample,
  .at_node     = at_node,
  .memory      = memory,
};
