/* Natural modes by SLEPc.

   (V1) K phi + Phi_q^T mu = omega^2 M phi,   Phi_q phi = 0,    K = d(f_int - f_ext + Phi_q^T lambda)/dq at rest
   as the pencil A x = omega^2 B x of the system's own tangents, x = (phi, mu):
   (V2) A = T(1,0,0),    B = T(0,0,1) - T(0,0,0),    which is [K Phi_q^T; Phi_q 0] and [M 0; 0 0]
   (V3) Krylov-Schur on (A - sigma B)^-1 B in the semi-inner product of B. Infinite eigenvalues (constraints, massless
        coordinates) become zeros that the operator maps away (Nour-Omid, Parlett, Ericsson & Jensen 1987), and a small
        negative sigma keeps A - sigma B regular when there are rigid-body modes.
   sigma should have the size of the smallest omega^2 that is not zero. That is what we look for, so it is found from a
   first guess by repetition; each but the last is a rough one.
   (V4) lambda: [M Phi_q^T; Phi_q 0] (a, lambda) = (-f, 0) with everything at rest; a = 0 in equilibrium. Drivers are held.
   (V5) omega^2 is zero when it is below its own round-off  c eps (|phi|^T |K| |phi| / phi^T M phi + |sigma|), where |K| is
        summed from the absolute values of all contributions.
   Without symmetry (follower forces) the pencil is solved in the plain inner product, and omega may be complex: flutter.
   limits: nothing that depends on velocities (that is in complex_modes.c); differential internals rest.
   verified by: studies/modes */
#include "solve/modes.h"

#include "solve/analysis.h"

#include <stdlib.h>
#include <string.h>

void gud_modes_free(GudModes *m)
{
  for (int i = 0; i < m->num; i++) free(m->mode[i].phi);
  free(m->mode);
  memset(m, 0, sizeof *m);
}

/* The analysis: one call of advance finds the modes of the state, into so->modes. */
static PetscErrorCode advance(const GudAnalysis *self, GudSolver *so, double t, GudAdvance *out)
{
  PetscFunctionBeginUser;
  (void)self, (void)t;
  out->reached = GUD_REACHED_NOTHING;
  if (so->modes) gud_modes_free(so->modes);
  else so->modes = gud_alloc(sizeof *so->modes);
  PetscCall(GudSolverModes(so, so->modes, &out->ok));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void headline(const GudAnalysis *self, const GudSolver *so, double seconds, FILE *f)
{
  (void)self, (void)so;
  fprintf(f, "natural modes in %.3g s wall\n", seconds);
}

const GudAnalysis gud_analysis_modes = {
  .name = "modes", .traits = GUD_ANALYSIS_EIGENVALUES, .advance = advance, .headline = headline};

#ifndef GUD_HAVE_SLEPC

PetscErrorCode GudSolverModes(GudSolver *so, GudModes *modes, int *ok)
{
  PetscFunctionBeginUser;
  memset(modes, 0, sizeof *modes);
  *ok = 0;
  snprintf(
    so->why, sizeof so->why,
    "natural modes need SLEPc, and this gudgeon was built without it (install slepc-dev, build again)");
  PetscFunctionReturn(PETSC_SUCCESS);
}

#else

#include <slepceps.h>

static const double round_off = 100 * 2.2e-16; /* (V5): c eps; sums over some hundred entries */

typedef struct {
  GudSolver *so;
  GudPoint   p;                       /* the state at rest */
  double    *zero, *lam, *acc, *work; /* n zeros; (V4): nr, nq; n */
  double     scale;                   /* of the dynamic rows: entries of A are of order one */
  double     sigma;
  Mat        A, B, abs; /* (V2); absolute contributions of A */
  Vec        re, im, u, w;
  EPS        eps;
} Problem;

static PetscErrorCode rest(Problem *pb) /* (V4) */
{
  GudSolver *so = pb->so;
  PetscFunctionBeginUser;
  PetscCall(GudSolverRest(so, pb->lam, pb->acc));
  pb->p   = gud_state_point(so->s);
  pb->p.v = pb->p.a = pb->p.zt = pb->zero, pb->p.lam = pb->lam;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (V2) and |K|; *stiffest: largest K_ii / M_ii, a first idea of the spectrum */
static PetscErrorCode matrices(Problem *pb, double *stiffest)
{
  GudSystem *sys = pb->so->sys;
  GudCoef    K   = {.q = 1, .z = 1};
  Mat        Z;
  double    *diagonal = pb->work, k = 0;
  PetscFunctionBeginUser;
  PetscCall(GudSystemCreateMat(sys, GUD_PATTERN_FULL, &pb->A));
  PetscCall(GudSystemCreateMat(sys, GUD_PATTERN_FULL, &pb->B));
  PetscCall(GudSystemCreateMat(sys, GUD_PATTERN_FULL, &pb->abs));
  PetscCall(GudSystemCreateMat(sys, GUD_PATTERN_FULL, &Z));
  PetscCall(MatCreateVecs(pb->A, &pb->re, &pb->im));
  PetscCall(MatCreateVecs(pb->A, &pb->u, &pb->w));
  GudEvaluated *at = pb->so->trial;
  gud_evaluated_at(at, &pb->p);
  PetscCall(GudEvaluatedTangent(at, K, 1, GUD_PATTERN_FULL, pb->A));
  PetscCall(MatGetDiagonal(pb->A, pb->u));
  PetscCall(GudSystemGather(sys, pb->u, diagonal));
  *stiffest = 0;
  for (int v = 0; v < sys->model->num_vec; v++) {
    double m = 0;
    for (int e = sys->mrow[v]; e < sys->mrow[v + 1]; e++)
      if (sys->mcol[e] == v) m = sys->mval[e];
    for (int i = sys->dim * v; i < sys->dim * (v + 1); i++) {
      k = fmax(k, fabs(diagonal[i]));
      if (m > 0) *stiffest = fmax(*stiffest, fabs(diagonal[i]) / m);
    }
  }
  pb->scale = 1 / (k > 0 ? k : sys->mass_scale);
  PetscCall(GudEvaluatedTangent(at, (GudCoef){.a = 1}, pb->scale, GUD_PATTERN_FULL, pb->B));
  PetscCall(GudEvaluatedTangent(at, (GudCoef){0}, pb->scale, GUD_PATTERN_FULL, Z));
  PetscCall(MatAXPY(pb->B, -1, Z, SAME_NONZERO_PATTERN));
  PetscCall(MatDestroy(&Z));
  PetscCall(GudEvaluatedTangent(at, K, pb->scale, GUD_PATTERN_FULL, pb->A));
  PetscCall(GudEvaluatedTangentSizes(at, K, pb->scale, pb->abs));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode is_symmetric(Mat A, int *yes)
{
  Mat       T;
  PetscReal size, skew;
  PetscFunctionBeginUser;
  PetscCall(MatNorm(A, NORM_FROBENIUS, &size));
  PetscCall(MatTranspose(A, MAT_INITIAL_MATRIX, &T));
  PetscCall(MatAXPY(T, -1, A, DIFFERENT_NONZERO_PATTERN));
  PetscCall(MatNorm(T, NORM_FROBENIUS, &skew));
  PetscCall(MatDestroy(&T));
  *yes = skew <= 1e-13 * size;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (V3). num modes nearest to sigma; tol is that of a vector: omega^2 has twice its digits. */
static PetscErrorCode solve(Problem *pb, int num, int symmetric, double sigma, double tol, int *found)
{
  GudSolver *so = pb->so;
  ST         st;
  KSP        ksp;
  PetscInt   n = so->sys->n, ncv = PetscMin(n, PetscMax(2 * num, num + 20)), conv;
  PetscFunctionBeginUser;
  pb->sigma = sigma;
  if (pb->eps) PetscCall(EPSDestroy(&pb->eps));
  PetscCall(EPSCreate(so->sys->comm, &pb->eps));
  PetscCall(EPSSetOptionsPrefix(pb->eps, "modes_"));
  PetscCall(EPSSetOperators(pb->eps, pb->A, pb->B));
  PetscCall(EPSSetProblemType(pb->eps, symmetric ? EPS_GHEP : EPS_GNHEP));
  PetscCall(EPSSetWhichEigenpairs(pb->eps, EPS_TARGET_MAGNITUDE));
  PetscCall(EPSSetTarget(pb->eps, sigma));
  PetscCall(EPSSetDimensions(pb->eps, num, ncv, PETSC_DEFAULT));
  PetscCall(EPSSetTolerances(pb->eps, tol, 300));
  PetscCall(EPSGetST(pb->eps, &st));
  PetscCall(STSetType(st, STSINVERT));
  PetscCall(STSetMatStructure(st, SAME_NONZERO_PATTERN));
  PetscCall(STGetKSP(st, &ksp));
  PetscCall(GudKspSet(so->sys, GUD_LINEAR_DIRECT, GUD_PATTERN_FULL, ksp));
  PetscCall(EPSSetFromOptions(pb->eps));
  PetscCall(EPSSolve(pb->eps));
  PetscCall(EPSGetConverged(pb->eps, &conv));
  *found = (int)PetscMin(conv, num);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Its sign is that of the largest entry. */
double gud_mode_size(const GudSystem *sys, const double *phi)
{
  const GudModel *m        = sys->model;
  double          position = 0, direction = 0;
  int             d = sys->dim;
  for (int e = 0; e < m->num_elements; e++) {
    const GudElement *el = &m->elements[e];
    for (int k = 0; k < el->type->num_vec; k++) {
      double s = 0;
      for (int c = 0; c < d; c++) s += phi[d * el->vec[k] + c] * phi[d * el->vec[k] + c];
      if (el->type->translation[k]) position = fmax(position, sqrt(s));
      else direction = fmax(direction, sqrt(s));
    }
  }
  double size = position > 1e-6 * direction * sys->length_scale ? position : direction;
  int    most = 0;
  for (int k = 0; k < sys->nq; k++)
    if (fabs(phi[k]) > (1 + 1e-6) * fabs(phi[most])) most = k;
  return sys->nq && phi[most] < 0 ? -size : size;
}

/* Eigenpair i of the last solve. `phi` may be NULL: only the numbers that choose the shift. */
static PetscErrorCode take(Problem *pb, int i, GudMode *m, double *phi)
{
  GudSystem  *sys = pb->so->sys;
  PetscScalar kr, ki;
  double      mass, sum, size, part;
  PetscFunctionBeginUser;
  PetscCall(EPSGetEigenpair(pb->eps, i, &kr, &ki, pb->re, pb->im));
  m->omega2 = kr, m->imaginary = ki;
  /* residual; for a complex pair the real part of A x - omega^2 B x */
  PetscCall(MatMult(pb->A, pb->re, pb->u));
  PetscCall(MatMult(pb->B, pb->re, pb->w));
  PetscCall(VecAXPY(pb->u, -kr, pb->w));
  if (ki != 0) {
    PetscCall(MatMult(pb->B, pb->im, pb->w));
    PetscCall(VecAXPY(pb->u, ki, pb->w));
  }
  PetscCall(VecNorm(pb->u, NORM_2, &m->residual));
  PetscCall(GudSystemGather(sys, pb->re, pb->work));
  if (phi) memcpy(phi, pb->work, sizeof(double) * (size_t)sys->nq);
  PetscCall(VecAbs(pb->re));
  PetscCall(MatMult(pb->abs, pb->re, pb->u));
  PetscCall(MatMult(pb->B, pb->re, pb->w));
  PetscCall(VecAXPY(pb->u, fabs(kr) + fabs(pb->sigma), pb->w));
  PetscCall(VecNorm(pb->u, NORM_2, &part));
  m->residual /= part > 0 ? part : 1;
  /* (V5), with the multipliers left out */
  for (int k = sys->nq; k < sys->n; k++) pb->work[k] = 0;
  gud_system_mass_times(sys, pb->work, pb->so->r);
  mass = 0;
  for (int n = 0; n < sys->num_my_vecs; n++)
    for (int k = sys->dim * sys->my_vecs[n]; k < sys->dim * (sys->my_vecs[n] + 1); k++)
      mass += pb->so->r[k] * pb->work[k];
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &mass, 1, MPI_DOUBLE, MPI_SUM, sys->comm));
  for (int k = 0; k < sys->nq; k++) pb->work[k] = fabs(pb->work[k]);
  PetscCall(GudSystemStore(sys, pb->work, pb->re));
  PetscCall(MatMult(pb->abs, pb->re, pb->u));
  PetscCall(VecDot(pb->u, pb->re, &sum));
  m->floor = mass > 0 ? round_off * (sum / pb->scale / mass + fabs(pb->sigma)) : 0;
  m->rigid = fabs(kr) <= m->floor && fabs(ki) <= m->floor;
  m->mass  = mass;
  if (!phi) PetscFunctionReturn(PETSC_SUCCESS);
  size = gud_mode_size(sys, phi);
  for (int k = 0; k < sys->nq && size != 0; k++) phi[k] /= size;
  m->mass = size != 0 ? mass / (size * size) : 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The shift: minus a quarter of the smallest omega^2 that is not zero. */
static PetscErrorCode choose_shift(Problem *pb, int num, int symmetric, double first, double *shift)
{
  double sigma = first;
  int    found;
  PetscFunctionBeginUser;
  for (int it = 0; it < 6; it++) {
    double smallest = INFINITY;
    PetscCall(solve(pb, num, symmetric, sigma, 1e-3, &found));
    for (int i = 0; i < found; i++) {
      GudMode m;
      PetscCall(take(pb, i, &m, NULL));
      double x = hypot(m.omega2, m.imaginary);
      if (!m.rigid && x > 10 * m.floor) smallest = fmin(smallest, x);
    }
    if (!(smallest < INFINITY)) break;
    double better = -0.25 * smallest;
    int    near   = sigma / better < 30 && better / sigma < 30;
    sigma         = better;
    if (near) break;
  }
  *shift = sigma;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (A - sigma B)^-1 B a is the Newton step of statics but for the shift, which a stable state hardly notices. */
static PetscErrorCode off_balance(Problem *pb, double *off)
{
  GudSystem *sys = pb->so->sys;
  ST         st;
  PetscFunctionBeginUser;
  memcpy(pb->work, pb->acc, sizeof(double) * (size_t)sys->nq);
  for (int k = sys->nq; k < sys->n; k++) pb->work[k] = 0;
  PetscCall(GudSystemStore(sys, pb->work, pb->re));
  PetscCall(EPSGetST(pb->eps, &st));
  PetscCall(STApply(st, pb->re, pb->im));
  PetscCall(GudSystemGather(sys, pb->im, pb->work));
  *off = gud_weighted_norm(sys, pb->work);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int by_omega2(const void *a, const void *b)
{
  const GudMode *x = a, *y = b;
  return (x->omega2 > y->omega2) - (x->omega2 < y->omega2);
}

/* omega + i growth = sqrt(omega^2); rigid modes are exactly zero */
static void finish(GudModes *ms)
{
  qsort(ms->mode, (size_t)ms->num, sizeof *ms->mode, by_omega2);
  for (int i = 0; i < ms->num; i++) {
    GudMode *m = &ms->mode[i];
    double   x = hypot(m->omega2, m->imaginary);
    if (!m->rigid) {
      m->omega  = sqrt(fmax(0, 0.5 * (x + m->omega2)));
      m->growth = sqrt(fmax(0, 0.5 * (x - m->omega2)));
      if (m->imaginary == 0 && m->omega2 >= 0) m->growth = 0;
    }
    ms->num_rigid += m->rigid;
    ms->num_unstable += m->growth > 0;
  }
}

static PetscErrorCode start_slepc(void)
{
  PetscBool running;
  PetscFunctionBeginUser;
  PetscCall(SlepcInitialized(&running));
  if (running) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SlepcInitializeNoArguments());
  PetscCall(PetscRegisterFinalize(SlepcFinalize));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSolverModes(GudSolver *so, GudModes *modes, int *ok)
{
  GudSystem *sys  = so->sys;
  Problem    pb   = {.so = so};
  int        want = PetscMin(so->opt.num_modes, so->mobility), found = 0;
  size_t     bytes    = sizeof(double) * (size_t)(sys->n + 1);
  double     stiffest = 0, sigma = 0;
  PetscFunctionBeginUser;
  memset(modes, 0, sizeof *modes);
  *ok = 0;
  if (want < 1) {
    snprintf(so->why, sizeof so->why, "nothing can vibrate: the joints and drivers leave no freedom");
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(start_slepc());
  if (so->opt.eigenvalues == GUD_EIGENVALUES_COMPLEX) {
    PetscCall(GudSolverComplexModes(so, modes, ok));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  pb.zero = gud_alloc(bytes), pb.lam = gud_alloc(bytes), pb.acc = gud_alloc(bytes),
  pb.work = gud_alloc(bytes);
  PetscCall(rest(&pb));
  PetscCall(matrices(&pb, &stiffest));
  int sound = gud_evaluated_fault(so->trial, so->why, sizeof so->why) == GUD_OK;
  if (sound) {
    PetscCall(is_symmetric(pb.A, &modes->symmetric));
    PetscCall(choose_shift(&pb, want, modes->symmetric, -1e-6 * (stiffest > 0 ? stiffest : 1), &sigma));
    PetscCall(solve(&pb, want, modes->symmetric, sigma, 1e-10, &found));
  }
  modes->mode = gud_alloc(sizeof *modes->mode * (size_t)(found + 1));
  for (int i = 0; i < found; i++) {
    GudMode *m = &modes->mode[i];
    m->phi     = gud_alloc(sizeof(double) * (size_t)(sys->nq + 1));
    modes->num = i + 1;
    PetscCall(take(&pb, i, m, m->phi));
  }
  finish(modes);
  PetscCall(off_balance(&pb, &modes->off_balance));
  modes->complete = found == so->mobility;
  *ok             = found > 0;
  if (!found && sound) snprintf(so->why, sizeof so->why, "the eigenvalue solver found no mode");
  PetscCall(EPSDestroy(&pb.eps));
  PetscCall(MatDestroy(&pb.A));
  PetscCall(MatDestroy(&pb.B));
  PetscCall(MatDestroy(&pb.abs));
  PetscCall(VecDestroy(&pb.re));
  PetscCall(VecDestroy(&pb.im));
  PetscCall(VecDestroy(&pb.u));
  PetscCall(VecDestroy(&pb.w));
  free(pb.zero), free(pb.lam), free(pb.acc), free(pb.work);
  PetscFunctionReturn(PETSC_SUCCESS);
}

#endif
