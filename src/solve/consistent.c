/* Consistent values at one instant: assembly of positions, projection of velocities, accelerations and multipliers.

   All three are solved by simplified Newton with the matrix  A = [s0 M  Phi_q^T; Phi_q  -eps] :
   (K1) positions:      M dq + Phi_q^T mu = 0,             Phi(q + dq, t) = 0       least correction in the mass norm
   (K2) velocities:     M (v - v*) + Phi_q^T mu = 0,       Phi_q v = -Phi_t        and v_t = 0 where a contact sticks
   (K3) accelerations:  M a + Phi_q^T lambda + f(q,v,z) = 0,   Phi_q a = gamma,   internals' own equations
   The residuals are exact; A may be old. It is factorised anew when the iteration contracts slowly, or when iterations
   beyond two have added up to the cost of a factorisation. Increments shrink by theta each time: what is left after one of
   size d is d theta/(1 - theta), and the iteration ends when that is below the tolerance: 1e-12 of velocities for
   output, round-off of those that the integration restarts from. The small -eps makes A regular for redundant rows and at
   singular positions; because the residuals do not contain it, it costs iterations, not accuracy, and leaves the
   multipliers of least norm.
   (K4) where (K1) fails at the start: dq minimises s0 |dq|^2 in the mass norm + |Phi + Phi_q dq|^2/eps (Levenberg 1944, Marquardt
        1963), which is A with a large eps. eps falls to a quarter when |Phi| falls and grows eightfold when it does not. It ends near
        Phi = 0, from where (K1) goes on, or where |Phi| is least nearby: what is open there cannot be closed */
#include "solve/solver.h"

#include <stdlib.h>
#include <string.h>

GudPoint gud_state_point(const GudState *s)
{
  return (GudPoint){s->t, s->q, s->v, s->acc, s->lam, s->z, s->zt, s->history, 0};
}

void gud_linearisation_keep(GudLinearisation *l, const GudPoint *p, double h, GudCoef c, double sd)
{
  GudState *s = l->at;
  l->valid = 1, l->t = p->t, l->h = h, l->c = c, l->sd = sd;
  s->t = p->t;
  memcpy(s->q, p->q, sizeof(double) * (size_t)s->nq);
  memcpy(s->v, p->v, sizeof(double) * (size_t)s->nq);
  memcpy(s->acc, p->a, sizeof(double) * (size_t)s->nq);
  memcpy(s->lam, p->lam, sizeof(double) * (size_t)s->nr);
  memcpy(s->z, p->z, sizeof(double) * (size_t)s->nz);
  memcpy(s->zt, p->zt, sizeof(double) * (size_t)s->nz);
  memcpy(s->history, p->history, sizeof(double) * (size_t)s->nh);
}

double gud_weighted_norm(const GudSystem *sys, const double *x)
{
  return sys->num_q ? sqrt(gud_system_squares(sys, x) / sys->num_q) : 0;
}

PetscErrorCode GudFactorAgain(GudSolver *so, GudLinear *A, GudPattern pattern, const GudLinearisation *l,
                              const GudLinearisation *pivots, GudFactored *how)
{
  PetscFunctionBeginUser;
  PetscCall(GudLinearForget(A));
  for (int k = 0; k < 2; k++) {
    const GudLinearisation *at = k ? l : pivots;
    if (!at->valid) continue;
    gud_system_time(so->sys, at->t, at->at->history);
    GudPoint p = gud_state_point(at->at);
    gud_evaluated_at(so->trial, &p);
    PetscCall(GudLinearFactorAt(A, so->trial, at->c, at->sd, pattern, how));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSolverCreateKkt(GudSolver *so)
{
  PetscFunctionBeginUser;
  PetscCall(GudSystemCreateVec(so->sys, &so->kb));
  PetscCall(GudSystemCreateVec(so->sys, &so->kx));
  PetscCall(GudLinearCreateFor(so->sys, so->opt.linear_solver, GUD_PATTERN_MASS, "consistent_", &so->kkt));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSolverNeedKkt(GudSolver *so)
{
  int choice = so->num_redundant ? GUD_LINEAR_PIVOTED : so->opt.linear_solver;
  PetscFunctionBeginUser;
  if (!so->kkt) PetscCall(GudLinearCreateFor(so->sys, choice, GUD_PATTERN_MASS, "consistent_", &so->kkt));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A large model without located events may not need consistent values after the start: their matrix, its copies and its
   factors (650 bytes for each plane cell) go before the first step. If they are needed, they are made again and kept. */
PetscErrorCode GudSolverReleaseKkt(GudSolver *so)
{
  enum { LARGE = 20000 };
  PetscFunctionBeginUser;
  if (so->kkt_released || !so->kkt || so->sys->num_unknowns < LARGE || !gud_linear_matrix(so->kkt) ||
      so->num_located || so->opt.stabilisation != GUD_STABILISE_INDEX2)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(GudLinearDestroy(&so->kkt));
  so->kkt_released = 1, so->kkt_valid = so->lin_K.valid = so->piv_K.valid = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSolverKktFitsRows(GudSolver *so)
{
  PetscFunctionBeginUser;
  if (!so->num_redundant) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(GudLinearDestroy(&so->kkt));
  PetscCall(GudLinearCreateFor(so->sys, GUD_LINEAR_PIVOTED, GUD_PATTERN_MASS, "consistent_", &so->kkt));
  if (so->newton && so->lu) { /* steps read their multipliers, too */
    PetscCall(GudLinearDestroy(&so->lu));
    PetscCall(GudLinearCreateFor(so->sys, GUD_LINEAR_PIVOTED, GUD_PATTERN_FULL, NULL, &so->lu));
    so->newton->lu = so->lu, so->newton->have_factor = 0;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSolverKktSolve(GudSolver *so)
{
  const PetscScalar *b;
  PetscScalar       *x;
  PetscFunctionBeginUser;
  if (so->sys->size == 1) {
    PetscCall(GudLinearSolve(so->kkt, so->r, so->r));
  } else {
    PetscCall(GudSystemReduce(so->sys, so->r, so->kb));
    PetscCall(VecGetArrayRead(so->kb, &b));
    PetscCall(VecGetArrayWrite(so->kx, &x));
    PetscCall(GudLinearSolve(so->kkt, b, x));
    PetscCall(VecRestoreArrayWrite(so->kx, &x));
    PetscCall(VecRestoreArrayRead(so->kb, &b));
    PetscCall(GudSystemGather(so->sys, so->kx, so->r));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* loads: multipliers are forces of the joints, and friction depends on them (GudForceType.loads) */
static PetscErrorCode factorise(GudSolver *so, const GudPoint *p, int loads)
{
  GudCoef     c = {.a = 1, .zt = 1};
  GudFactored how;
  PetscFunctionBeginUser;
  PetscCall(GudSolverNeedKkt(so));
  gud_evaluated_at(so->trial, p);
  so->sys->no_loads = !loads;
  PetscCall(GudLinearFactorAt(so->kkt, so->trial, c, so->s0, GUD_PATTERN_MASS, &how));
  so->sys->no_loads = 0;
  so->kkt_valid = how != GUD_FACTOR_SINGULAR, so->kkt_excess = 0;
  if (!so->kkt_valid) PetscFunctionReturn(PETSC_SUCCESS);
  gud_linearisation_keep(&so->lin_K, p, 0, c, so->s0);
  if (how == GUD_FACTOR_NEW_PIVOTS) gud_linearisation_keep(&so->piv_K, p, 0, c, so->s0);
  so->stat.kkt_factorisations++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The problem at hand: M (y - star) + f + Phi_q^T mu = 0, Phi_q y = rhs, all rows scaled by s0 and taken at one q.
   Forces with internals are evaluated anew in every iteration; f is what all others give. */
typedef struct {
  GudPoint      p;    /* t, q, v, history; z for internals */
  const double *star; /* NULL: zero */
  const double *rhs;  /* nr */
  const double *f;    /* nq: f_int - f_ext, whole; NULL: none */
  int           internals;
  int           impulses; /* y is a velocity, z are impulses of index-2 internals */
} Problem;

/* This process's part of the scaled residual, natural order. */
static void residual(GudSolver *so, const Problem *pb, const double *y, const double *mu, const double *z,
                     double *r)
{
  GudSystem *sys = so->sys;
  double    *d = so->apart, *w = so->balance;
  int        nq = sys->nq, dim = sys->dim;
  memset(r, 0, sizeof(double) * (size_t)sys->n);
  if (pb->internals) {
    GudPoint p = pb->p;
    for (int i = 0; i < sys->nz; i++) { /* unknown: z of an algebraic internal, z' of a differential one */
      so->z1[i]  = sys->differential[i] ? p.z[i] : z[i];
      so->zt1[i] = sys->differential[i] ? z[i] : 0;
    }
    for (int i = 0; i < sys->nr; i++) so->kkt_lam[i] = mu[i] / so->s0;
    p.z = so->z1, p.zt = so->zt1, p.lam = so->kkt_lam;
    gud_evaluated_at(so->accepted, &p); /* the solution is the state that output sees */
    gud_evaluated_forces(so->accepted, GUD_FORCES_INTERNAL, r);
    gud_evaluated_index_2_residual(so->accepted, y, r);
    for (int i = 0; i < nq; i++) r[i] *= so->s0;
  }
  if (pb->impulses) {
    GudPoint p = pb->p;
    p.v = y, p.z = z;
    gud_evaluated_at(so->trial, &p);
    gud_evaluated_impulses(so->trial, r);
    for (int i = 0; i < nq; i++) r[i] *= so->s0;
  }
  if (pb->star) {
    for (int i = 0; i < nq; i++) d[i] = y[i] - pb->star[i];
    gud_system_mass_times(sys, d, w);
  } else {
    gud_system_mass_times(sys, y, w);
  }
  for (int k = 0; k < sys->num_ghost_vecs; k++)
    for (int i = dim * sys->ghost_vecs[k]; i < dim * sys->ghost_vecs[k] + dim; i++) r[i] += so->s0 * w[i];
  if (pb->f)
    for (int i = 0; i < nq; i++) w[i] = so->s0 * (w[i] + pb->f[i]);
  else
    for (int i = 0; i < nq; i++) w[i] *= so->s0;
  gud_system_phi_q_transpose(sys, sys->lin, mu, w);
  gud_system_phi_q_times(sys, y, d);
  for (int k = 0; k < sys->num_my_vecs; k++)
    for (int i = dim * sys->my_vecs[k]; i < dim * sys->my_vecs[k] + dim; i++) r[i] += w[i];
  for (int k = 0; k < sys->num_my_rows; k++)
    r[nq + sys->my_rows[k]] = d[sys->my_rows[k]] - pb->rhs[sys->my_rows[k]];
}

/* Simplified Newton. y (nq), mu (nr), z (nz, ACCELERATIONS only) hold the guess and get the solution.
   Converged when the error left is below tol times (the size of y + floor); where digits are used up, `enough` will do. */
static PetscErrorCode iterate(GudSolver *so, Problem *pb, double *y, double *mu, double *z, double tol,
                              double enough, double floor, int *ok)
{
  enum { MAX = 60, EXCESS = 10 };
  GudSystem *sys    = so->sys;
  double     before = 0, first = 0;
  int        fresh = 0, taken = 0;
  PetscFunctionBeginUser;
  *ok = 0;
  if (!so->kkt_valid) {
    PetscCall(factorise(so, &pb->p, pb->internals));
    if (!so->kkt_valid) PetscFunctionReturn(PETSC_SUCCESS);
    fresh = 1;
  }
  for (int k = 0; k < MAX; k++) {
    double now, size;
    if (sys->num_loads && pb->internals && k > taken + 2)
      fresh = 0; /* loads are not linear in the multipliers */
    residual(so, pb, y, mu, z, so->r);
    PetscCall(GudSolverKktSolve(so));
    so->stat.kkt_iterations++;
    now  = gud_weighted_norm(sys, so->r);
    size = gud_weighted_norm(sys, y) + floor;
    for (int i = 0; z && !pb->impulses && i < sys->nz; i++) { /* internals relative to themselves */
      double dz = fabs(so->r[sys->nq + sys->nr + i]) * size / (fabs(z[i]) + 1e-3);
      if (!(dz < now)) now = dz;
    }
    if (so->num_redundant &&
        !pb->star) { /* the large -eps for redundant rows acts on the multipliers: watch them, too */
      double dm = 0, m = sys->length_scale * size;
      for (int i = 0; i < sys->nr; i++) {
        dm = fmax(dm, fabs(so->r[sys->nq + i]));
        m  = fmax(m, fabs(mu[i]));
      }
      if (!(dm * size / m < now)) now = dm * size / m;
    }
    if (!(now < 1e300)) {
      if (fresh) PetscFunctionReturn(PETSC_SUCCESS);
    } else {
      for (int i = 0; i < sys->nq; i++) y[i] -= so->r[i];
      for (int i = 0; i < sys->nr; i++) mu[i] -= so->r[sys->nq + i];
      if (z)
        for (int i = 0; i < sys->nz; i++) z[i] -= so->r[sys->nq + sys->nr + i];
      double theta = k ? now / before : 0;
      if (k == 0) first = now;
      /* digits are used up (large forces cancel in a long chain): more iterations would not help */
      int stalled = k > 0 && theta > 0.5 && now < 1e-3 * first && now <= (fresh ? 100 : 1) * enough * size;
      int soon    = k > 0 && theta < 0.3 && theta / (1 - theta) * now <= tol * size;
      if (stalled || soon || (now <= tol * size && (k == 0 || theta < 0.9 || now <= 1e-15 * size))) {
        *ok = 1;
        so->kkt_excess += k > 1 ? k - 1 : 0;
        if (so->kkt_excess > EXCESS) so->kkt_valid = so->kkt_excess = 0;
        PetscFunctionReturn(PETSC_SUCCESS);
      }
      int slow = !fresh && (k >= 10 || (k > 0 && theta > 0.3 && now > 1e-14 * size));
      if (!slow) {
        if (k > 20 && theta > 0.9) { /* round-off level reached */
          *ok = now < 100 * enough * size;
          PetscFunctionReturn(PETSC_SUCCESS);
        }
        before = now;
        continue;
      }
    }
    /* slow: take a fresh factorisation at the present place */
    GudPoint p = pb->p;
    for (int i = 0; i < sys->nr; i++) so->kkt_lam[i] = mu[i] / so->s0;
    if (pb->internals) p.lam = so->kkt_lam;
    PetscCall(factorise(so, &p, pb->internals));
    if (!so->kkt_valid) PetscFunctionReturn(PETSC_SUCCESS);
    fresh = 1, before = now, taken = k;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSolverAssemble(GudSolver *so, int *ok, double *moved)
{
  GudSystem *sys = so->sys;
  GudState  *s   = so->s;
  double    *y = so->assembled, L = sys->length_scale, worst = 0, before = INFINITY;
  PetscFunctionBeginUser;
  gud_system_time(sys, s->t, s->history);
  memcpy(y, s->q, sizeof(double) * (size_t)sys->nq);
  *ok       = 0;
  so->tried = (GudTried){0};
  for (int k = 0; k < 50; k++) { /* (K1) Newton with a fresh matrix: done rarely, and may start far away */
    GudPoint p   = gud_state_point(s);
    double   res = 0, now;
    p.q          = y;
    gud_system_phi(sys, y, so->phi);
    for (int i = 0; i < sys->nr; i++) res = fmax(res, fabs(so->phi[i]));
    if (res <= so->opt.assembly * fmax(1, L) || (res < 1e-10 * L && res >= 0.5 * before)) {
      *ok = 1;
      break;
    }
    before = res;
    PetscCall(factorise(so, &p, 0));
    if (!so->kkt_valid) break;
    memset(so->r, 0, sizeof(double) * (size_t)sys->n);
    for (int i = 0; i < sys->num_my_rows; i++) so->r[sys->nq + sys->my_rows[i]] = so->phi[sys->my_rows[i]];
    PetscCall(GudSolverKktSolve(so));
    now = gud_weighted_norm(sys, so->r);
    so->tried.iterations++, so->tried.cut += now > 0.5;
    if (!(now < 1e6)) break;
    double damp = now > 0.5 ? 0.5 / now
                            : 1; /* a model drawn far from assembly: do not jump by more than half its size */
    for (int i = 0; i < sys->nq; i++) y[i] -= damp * so->r[i];
  }
  so->kkt_valid = 0;
  for (int i = 0; i < sys->nq; i++) worst = fmax(worst, fabs(y[i] - s->q[i]));
  if (moved) *moved = gud_system_largest(sys, worst);
  memcpy(s->q, y, sizeof(double) * (size_t)sys->nq);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Phi at q into x; its sum of squares */
static double square_of_phi(GudSolver *so, const double *q)
{
  double sum = 0;
  gud_system_phi(so->sys, q, so->phi);
  for (int i = 0; i < so->sys->nr; i++) sum += so->phi[i] * so->phi[i];
  return sum;
}

PetscErrorCode GudSolverAssembleAgain(GudSolver *so, int *ok, double *moved)
{
  GudSystem *sys = so->sys;
  GudState  *s   = so->s;
  GudTried   first;
  double    *y = so->assembled, usual = sys->regularise, eps = 1, now, next;
  int        damped = 0, idle = 0;
  PetscFunctionBeginUser;
  memcpy(s->q, sys->model->start_q, sizeof(double) * (size_t)sys->nq);
  now = square_of_phi(so, s->q);
  while (damped < 500 && idle < 5 && eps < 1e12 && now > 1e-12 * sys->length_scale * sys->length_scale) {
    GudPoint p      = gud_state_point(s);
    sys->regularise = eps; /* (K4) */
    PetscCall(factorise(so, &p, 0));
    if (!so->kkt_valid) break;
    memset(so->r, 0, sizeof(double) * (size_t)sys->n);
    square_of_phi(so, s->q);
    for (int i = 0; i < sys->num_my_rows; i++) so->r[sys->nq + sys->my_rows[i]] = so->phi[sys->my_rows[i]];
    PetscCall(GudSolverKktSolve(so));
    damped++;
    for (int i = 0; i < sys->nq; i++) y[i] = s->q[i] - so->r[i];
    next = square_of_phi(so, y);
    if (next < now) {
      idle = next > (1 - 1e-6) * now ? idle + 1 : 0;
      eps = fmax(eps / 4, usual), now = next;
      memcpy(s->q, y, sizeof(double) * (size_t)sys->nq);
    } else {
      eps *= 8;
    }
  }
  sys->regularise = usual, so->kkt_valid = 0;
  first = so->tried;
  memcpy(so->q1, s->q, sizeof(double) * (size_t)sys->nq);
  PetscCall(GudSolverAssemble(so, ok, NULL));
  so->tried = first, so->tried.damped = damped;
  if (!*ok) memcpy(s->q, so->q1, sizeof(double) * (size_t)sys->nq);
  for (int i = 0; i < sys->nq; i++) *moved = fmax(*moved, fabs(s->q[i] - sys->model->start_q[i]));
  *moved = gud_system_largest(sys, *moved);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSolverWholeForces(GudSolver *so, GudEvaluated *e, const GudPoint *p, double *f, int *ok)
{
  GudSystem *sys = so->sys;
  PetscFunctionBeginUser;
  memset(f, 0, sizeof(double) * (size_t)sys->n);
  gud_evaluated_at(e, p);
  sys->retry = 0;
  gud_evaluated_forces(e, sys->nz > 0 ? GUD_FORCES_PLAIN : GUD_FORCES_ALL, f);
  int retry = sys->retry;
  if (sys->size > 1) {
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &retry, 1, MPI_INT, MPI_MAX, sys->comm));
    PetscCall(GudSystemReduce(sys, f, so->kb));
    PetscCall(GudSystemGather(sys, so->kb, f));
  }
  *ok = !retry;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSolverJump(GudSolver *so, const double *star, const double *impulse, const double *rhs,
                             double *y, int *ok)
{
  GudSystem *sys = so->sys;
  double    *mu = so->jump_mu, *z = so->now.z, *minus = so->x;
  Problem    pb = {.p = gud_state_point(so->s), .star = star, .rhs = rhs, .f = minus};
  PetscFunctionBeginUser;
  gud_evaluated_at(so->accepted, &pb.p);
  pb.impulses = sys->nz && gud_evaluated_num_index_2(so->accepted) > 0;
  for (int i = 0; i < sys->nq; i++) minus[i] = -impulse[i];
  memset(mu, 0, sizeof(double) * (size_t)(sys->nr + 1));
  memset(z, 0, sizeof(double) * (size_t)sys->nz);
  PetscCall(iterate(so, &pb, y, mu, pb.impulses ? z : NULL, 1e-15, 1e-11, 1e-9, ok));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSolverConsistent(GudSolver *so, GudUse use)
{
  GudSystem     *sys = so->sys;
  GudState      *s   = so->s;
  GudConsistent *c   = &so->now;
  double        *mu = so->mu, *rhs = so->rhs, *f = so->whole, *z = c->zt;
  int            ok;
  PetscFunctionBeginUser;
  if (so->now_valid >= (use == GUD_FOR_RESTART ? 2 : 1) && c->t == s->t) PetscFunctionReturn(PETSC_SUCCESS);
  if (use == GUD_FOR_OUTPUT && so->opt.stabilisation == GUD_STABILISE_INDEX2 &&
      s->h_last > 0) { /* those of the step */
    size_t q = sizeof(double) * (size_t)s->nq, n = sizeof(double) * (size_t)s->nz;
    memcpy(c->v, s->v, q), memcpy(c->a, s->acc, q), memcpy(c->z, s->z, n), memcpy(c->zt, s->zt, n);
    memcpy(c->lam, s->lam, sizeof(double) * (size_t)s->nr);
    c->t = s->t, so->now_valid = 1;
    if (!gud_prescribed(so) || (so->exact && !so->num_redundant)) PetscFunctionReturn(PETSC_SUCCESS);
    PetscCall(GudPrescribedValues(so, &ok));
    if (ok) PetscFunctionReturn(PETSC_SUCCESS);
  }
  gud_system_time(sys, s->t, s->history);
  gud_system_linearise(sys, s->q);
  if (sys->num_loads) { /* (K2) and (K3) have different matrices then, and no order of pivots is kept */
    so->kkt_valid = 0;
    if (so->kkt) PetscCall(GudLinearForget(so->kkt));
  }

  Problem pb = {.p = gud_state_point(s), .star = s->v, .rhs = rhs};
  memcpy(c->v, s->v, sizeof(double) * (size_t)sys->nq);
  memset(mu, 0, sizeof(double) * (size_t)(sys->nr + 1));
  gud_system_phi_t(sys, s->q, rhs);
  for (int i = 0; i < sys->nr; i++) rhs[i] = -rhs[i];
  gud_evaluated_at(so->accepted, &pb.p);
  pb.impulses = sys->nz && gud_evaluated_num_index_2(so->accepted) > 0;
  memset(c->z, 0, sizeof(double) * (size_t)sys->nz);
  PetscCall(iterate(so, &pb, c->v, mu, pb.impulses ? c->z : NULL, use == GUD_FOR_RESTART ? 1e-15 : 1e-12,
                    so->opt.stabilisation == GUD_STABILISE_PROJECTION ? 1e-14 : 1e-11, 1e-9, &ok)); /* (K2) */
  if (!ok) so->stat.singular_warnings++;

  if (sys->num_loads) so->kkt_valid = 0;
  pb     = (Problem){.p = gud_state_point(s), .rhs = rhs, .internals = sys->nz > 0};
  pb.p.v = c->v;
  gud_system_gamma(sys, s->q, c->v, rhs);
  PetscCall(GudSolverWholeForces(so, so->accepted, &pb.p, f, &ok));
  pb.f = f;
  /* in equilibrium the accelerations vanish and are found to round-off of what the forces alone would give */
  double from_forces = 1e-2 * so->s0 * gud_weighted_norm(sys, f);
  memcpy(c->a, s->acc, sizeof(double) * (size_t)sys->nq);
  for (int i = 0; i < sys->nz; i++) z[i] = sys->differential[i] ? s->zt[i] : s->z[i];
  /* redundant rows: self-stress in the guess would stay; from zero comes the solution of least norm */
  for (int i = 0; i < sys->nr; i++) mu[i] = so->num_redundant ? 0 : s->lam[i] * so->s0;
  PetscCall(iterate(so, &pb, c->a, mu, sys->nz ? z : NULL, 1e-12, 1e-10, 1e-9 + from_forces, &ok)); /* (K3) */
  if (!ok) so->stat.singular_warnings++;
  for (int i = 0; i < sys->nr; i++) c->lam[i] = mu[i] / so->s0;
  for (int i = 0; i < sys->nz; i++) {
    c->z[i]  = sys->differential[i] ? s->z[i] : z[i];
    c->zt[i] = sys->differential[i] ? z[i] : 0;
  }
  c->t          = s->t;
  so->now_valid = use == GUD_FOR_RESTART ? 2 : 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}
