/* Complex eigenvalues: small vibrations x exp(s t) about a state at rest or in steady rotation, with everything that depends on
   velocities: dampers, films, Coriolis and gyroscopic forces.

   (V6) (s^2 M + s (C + 2 M W) + K + C W + M W^2) x + Phi_q^T mu = 0,  Phi_q x = 0                      (Y2) of steady.c
        with C = T(0,1,0) - T(0,0,0) of the system's own tangents at (q, W q, W^2 q, lambda), and z' of differential internals in C
   (V7) a quadratic eigenvalue problem over x, mu, z, by TOAR (Lu, Su & Bai 2016; SLEPc) on (s - sigma)^-1; infinite eigenvalues
        (constraints, massless coordinates) become zeros. sigma > 0 is half the smallest |s| that is not zero, found by repetition:
        no stable system has an eigenvalue there.
   (V8) s = growth + i omega. Damping ratio -growth/|s|. Of a complex pair the one with omega > 0 is kept. A rigid-body motion has
        s = 0 twice with one vector: |s|^2 below its round-off (V5) counts as zero.
        Several equal eigenvalues have a space of vectors, of which a Krylov method finds the one that its start vector tends to; others only by
        round-off. So the problem is solved from other start vectors until that adds nothing: a vector counts if it is not in
        the span of those with the same eigenvalue.
   (V9) x^H (V6) has no constraint forces: |s|^2 x^H M x <= |x|^T |K| |x| + |s| |x|^T |C| |x|. Vectors of infinite eigenvalues, which leave
        the constraints, break this.
   limits: one process. Rotation as in steady.c.
   verified by: tests/studies/complex_modes.py */
#include "solve/modes.h"
#include "solve/steady.h"

#include <stdlib.h>
#include <string.h>

#ifdef GUD_HAVE_SLEPC

#include <slepcpep.h>

static const double round_off = 100 * 2.2e-16; /* (V5) of modes.c */
static const double steady    = 1e-6;          /* accelerations that count as those of a steady motion */

typedef struct {
  GudSolver *so;
  GudSpin    spin;
  Mat        K, C, M;    /* (V6), dynamic rows times scale */
  Mat        abs, abs_C; /* absolute contributions to K, entries of C */
  double     scale, sigma;
  Vec        re, im, u, w;
  double    *work;
  PEP        pep;
  double **base; /* 2 nq for each mode found: weighted re and im, orthonormal among those of one eigenvalue */
} Problem;

/* T(c) - T(0) */
static PetscErrorCode part(Problem *pb, GudEvaluated *at, GudCoef c, Mat Z, Mat *A)
{
  PetscFunctionBeginUser;
  PetscCall(GudSystemCreateMat(pb->so->sys, GUD_PATTERN_FULL, A));
  PetscCall(GudEvaluatedTangent(at, c, pb->scale, GUD_PATTERN_FULL, *A));
  PetscCall(MatAXPY(*A, -1, Z, SAME_NONZERO_PATTERN));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode make_absolute(Mat A)
{
  Mat          piece[2] = {A, NULL};
  PetscBool    parallel;
  PetscScalar *x;
  MatInfo      info;
  PetscFunctionBeginUser;
  PetscCall(PetscObjectTypeCompare((PetscObject)A, MATMPIAIJ, &parallel));
  if (parallel) PetscCall(MatMPIAIJGetSeqAIJ(A, &piece[0], &piece[1], NULL));
  for (int k = 0; k < 2 && piece[k]; k++) {
    PetscCall(MatGetInfo(piece[k], MAT_LOCAL, &info));
    PetscCall(MatSeqAIJGetArray(piece[k], &x));
    for (PetscInt i = 0; i < (PetscInt)info.nz_used; i++) x[i] = fabs(x[i]);
    PetscCall(MatSeqAIJRestoreArray(piece[k], &x));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *A += factor B W, and |factor B W| to *sum unless that is NULL. The tangents need not have entries where products with W do: new
   matrices take their places. */
static PetscErrorCode add_product(Mat *A, double factor, Mat B, Mat W, Mat *sum)
{
  Mat P, Q;
  PetscFunctionBeginUser;
  PetscCall(MatMatMult(B, W, MAT_INITIAL_MATRIX, PETSC_DEFAULT, &P));
  PetscCall(MatScale(P, factor));
  if (sum) {
    PetscCall(MatDuplicate(P, MAT_COPY_VALUES, &Q));
    PetscCall(make_absolute(Q));
    PetscCall(MatAXPY(Q, 1, *sum, DIFFERENT_NONZERO_PATTERN));
    PetscCall(MatDestroy(sum));
    *sum = Q;
  }
  PetscCall(MatAXPY(P, 1, *A, DIFFERENT_NONZERO_PATTERN));
  PetscCall(MatDestroy(A));
  *A = P;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode matrices(Problem *pb) /* (V6) */
{
  GudSolver    *so  = pb->so;
  GudSystem    *sys = so->sys;
  GudEvaluated *at  = so->trial;
  Mat           Z, Cv, W;
  double       *vel = so->steady_v, *acc = so->steady_a, k = 0;
  PetscFunctionBeginUser;
  gud_spin_times(&pb->spin, sys->nq, so->s->q, vel);
  gud_spin_times(&pb->spin, sys->nq, vel, acc);
  memset(so->zt1, 0, sizeof(double) * (size_t)(sys->nz + 1));
  gud_system_time(sys, so->s->t, so->s->history);
  GudPoint p = {so->s->t, so->s->q, vel, acc, so->now.lam, so->now.z, so->zt1, so->s->history, 0};
  gud_evaluated_at(at, &p);
  PetscCall(GudSystemCreateMat(sys, GUD_PATTERN_FULL, &Z));
  PetscCall(GudEvaluatedTangent(at, (GudCoef){.q = 1, .z = 1}, 1, GUD_PATTERN_FULL, Z));
  PetscCall(MatCreateVecs(Z, &pb->re, &pb->im));
  PetscCall(MatCreateVecs(Z, &pb->u, &pb->w));
  PetscCall(MatGetDiagonal(Z, pb->u));
  PetscCall(GudSystemGather(sys, pb->u, pb->work));
  for (int i = 0; i < sys->nq; i++) k = fmax(k, fabs(pb->work[i]));
  pb->scale = 1 / (k > 0 ? k : sys->mass_scale);
  PetscCall(GudEvaluatedTangent(at, (GudCoef){0}, pb->scale, GUD_PATTERN_FULL, Z));
  PetscCall(GudSystemCreateMat(sys, GUD_PATTERN_FULL, &pb->K));
  PetscCall(GudEvaluatedTangent(at, (GudCoef){.q = 1, .z = 1}, pb->scale, GUD_PATTERN_FULL, pb->K));
  PetscCall(GudSystemCreateMat(sys, GUD_PATTERN_FULL, &pb->abs));
  PetscCall(GudEvaluatedTangentSizes(at, (GudCoef){.q = 1, .z = 1}, pb->scale, pb->abs));
  PetscCall(part(pb, at, (GudCoef){.v = 1, .zt = 1}, Z, &pb->C));
  PetscCall(part(pb, at, (GudCoef){.a = 1}, Z, &pb->M));
  if (pb->spin.num) {
    Mat MW;
    PetscCall(part(pb, at, (GudCoef){.v = 1}, Z, &Cv));
    PetscCall(GudSpinMat(sys, &pb->spin, &W));
    PetscCall(MatMatMult(pb->M, W, MAT_INITIAL_MATRIX, PETSC_DEFAULT, &MW));
    PetscCall(add_product(&pb->K, 1, Cv, W, &pb->abs));
    PetscCall(add_product(&pb->K, 1, MW, W, &pb->abs));
    PetscCall(add_product(&pb->C, 2, pb->M, W, NULL));
    PetscCall(MatDestroy(&MW));
    PetscCall(MatDestroy(&Cv));
    PetscCall(MatDestroy(&W));
  }
  PetscCall(MatDuplicate(pb->C, MAT_COPY_VALUES, &pb->abs_C));
  PetscCall(make_absolute(pb->abs_C));
  PetscCall(MatDestroy(&Z));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (V7); start: number of the start vector, 0: SLEPc's own */
static PetscErrorCode solve(Problem *pb, int num, double sigma, double tol, int start, int *found)
{
  GudSystem *sys  = pb->so->sys;
  Mat        A[3] = {pb->K, pb->C, pb->M};
  ST         st;
  KSP        ksp;
  PetscInt   ncv = PetscMin(2 * sys->n, PetscMax(2 * num, num + 20)), conv;
  PetscFunctionBeginUser;
  pb->sigma = sigma;
  if (pb->pep) PetscCall(PEPDestroy(&pb->pep));
  PetscCall(PEPCreate(sys->comm, &pb->pep));
  PetscCall(PEPSetOptionsPrefix(pb->pep, "modes_"));
  PetscCall(PEPSetOperators(pb->pep, 3, A));
  PetscCall(PEPSetProblemType(pb->pep, PEP_GENERAL));
  PetscCall(PEPSetType(pb->pep, PEPTOAR));
  PetscCall(PEPSetWhichEigenpairs(pb->pep, PEP_TARGET_MAGNITUDE));
  PetscCall(PEPSetTarget(pb->pep, sigma));
  PetscCall(PEPSetDimensions(pb->pep, num, ncv, PETSC_DEFAULT));
  PetscCall(PEPSetTolerances(pb->pep, tol, 300));
  PetscCall(PEPSetScale(pb->pep, PEP_SCALE_SCALAR, PETSC_DECIDE, NULL, NULL, PETSC_DECIDE, sigma));
  PetscCall(PEPGetST(pb->pep, &st));
  PetscCall(STSetType(st, STSINVERT));
  PetscCall(STSetTransform(st, PETSC_TRUE));
  PetscCall(STSetMatStructure(st, DIFFERENT_NONZERO_PATTERN));
  PetscCall(STGetKSP(st, &ksp));
  PetscCall(GudKspSet(sys, GUD_LINEAR_DIRECT, GUD_PATTERN_FULL, ksp));
  PetscCall(PEPSetFromOptions(pb->pep));
  if (start) {
    PetscRandom random;
    PetscCall(PetscRandomCreate(sys->comm, &random));
    PetscCall(PetscRandomSetSeed(random, (unsigned long)start));
    PetscCall(PetscRandomSeed(random));
    PetscCall(VecSetRandom(pb->u, random));
    PetscCall(PetscRandomDestroy(&random));
    PetscCall(PEPSetInitialSpace(pb->pep, 1, &pb->u));
  }
  PetscCall(PEPSolve(pb->pep));
  PetscCall(PEPGetConverged(pb->pep, &conv));
  *found = (int)conv;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* x^T A x of the real vector in pb->re */
static PetscErrorCode form(Problem *pb, Mat A, Vec x, double *value)
{
  PetscFunctionBeginUser;
  PetscCall(MatMult(A, x, pb->u));
  PetscCall(VecDot(pb->u, x, value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Re((s^2 M + s C + K) x) for s = a + i b, x = re + i im, relative to the parts that it is the sum of. */
static PetscErrorCode residual(Problem *pb, double a, double b, double *res)
{
  Mat    A[3]       = {pb->K, pb->C, pb->M};
  double part[3][2] = {{1, 0}, {a, b}, {a * a - b * b, 2 * a * b}}, size = 0, norm;
  Vec    sum;
  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(pb->u, &sum));
  PetscCall(VecZeroEntries(sum));
  for (int k = 0; k < 3; k++)
    for (int c = 0; c < 2; c++) {
      if (part[k][c] == 0) continue;
      PetscCall(MatMult(A[k], c ? pb->im : pb->re, pb->u));
      PetscCall(VecNorm(pb->u, NORM_2, &norm));
      size += fabs(part[k][c]) * norm;
      PetscCall(VecAXPY(sum, c ? -part[k][c] : part[k][c], pb->u));
    }
  PetscCall(VecCopy(pb->re, pb->w));
  PetscCall(VecAbs(pb->w));
  PetscCall(
    MatMult(pb->abs, pb->w, pb->u)); /* of a rigid-body motion all sums are zero but for their round-off */
  PetscCall(VecNorm(pb->u, NORM_2, res));
  size += *res;
  PetscCall(VecNorm(sum, NORM_2, &norm));
  *res = size > 0 ? norm / size : 0;
  PetscCall(VecDestroy(&sum));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Eigenpair i of the last solve; (V8). phi may be NULL. *finite = 0: an infinite eigenvalue that round-off has made finite, (V9). */
static PetscErrorCode take(Problem *pb, int i, GudMode *m, double *phi, int *finite)
{
  GudSystem  *sys = pb->so->sys;
  PetscScalar a, b;
  double      stiff, damp, mass[2] = {0};
  PetscFunctionBeginUser;
  PetscCall(PEPGetEigenpair(pb->pep, i, &a, &b, pb->re, pb->im));
  m->growth = a, m->omega = b;
  m->omega2 = a * a + b * b, m->imaginary = 0;
  PetscCall(residual(pb, a, b, &m->residual));
  if (phi) {
    PetscCall(GudSystemGather(sys, pb->re, pb->work));
    memcpy(phi, pb->work, sizeof(double) * (size_t)sys->nq);
  }
  double *size = gud_alloc(sizeof(double) *
                           (size_t)(sys->n + 1)); /* |x|, without multipliers and internals */
  for (int c = 0; c < 2; c++) {
    PetscCall(GudSystemGather(sys, c ? pb->im : pb->re, pb->work));
    for (int k = sys->nq; k < sys->n; k++) pb->work[k] = 0;
    for (int k = 0; k < sys->nq; k++) size[k] = hypot(size[k], pb->work[k]);
    PetscCall(GudSystemStore(sys, pb->work, pb->w));
    PetscCall(form(pb, pb->M, pb->w, &mass[c]));
  }
  PetscCall(GudSystemStore(sys, size, pb->w));
  PetscCall(form(pb, pb->abs, pb->w, &stiff));
  PetscCall(form(pb, pb->abs_C, pb->w, &damp));
  free(size);
  double all = mass[0] + mass[1];
  m->floor   = all > 0 ? round_off * (stiff / all + pb->sigma * pb->sigma) : 0; /* (V5) */
  m->rigid   = m->omega2 <= m->floor;
  *finite    = m->omega2 * all <= 1.01 * (stiff + sqrt(m->omega2) * damp) || m->rigid;
  m->mass    = all / pb->scale;
  if (phi) {
    double largest = gud_mode_size(sys, phi);
    for (int k = 0; k < sys->nq && largest != 0; k++) phi[k] /= largest;
    m->mass = largest != 0 ? m->mass / (largest * largest) : 0;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Half of the smallest |s| that is not zero. */
static PetscErrorCode choose_shift(Problem *pb, int num, double first, double *shift)
{
  double sigma = first;
  int    found;
  PetscFunctionBeginUser;
  for (int it = 0; it < 6; it++) {
    double smallest = INFINITY;
    PetscCall(solve(pb, num, sigma, 1e-4, 0, &found));
    for (int i = 0; i < found; i++) {
      GudMode m;
      int     finite = 0;
      PetscCall(take(pb, i, &m, NULL, &finite));
      if (finite && !m.rigid && m.omega2 > 100 * m.floor) smallest = fmin(smallest, sqrt(m.omega2));
    }
    if (!(smallest < INFINITY)) break;
    double better = 0.5 * smallest;
    int    near   = sigma / better < 6 && better / sigma < 6;
    sigma         = better;
    if (near) break;
  }
  *shift = sigma;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int by_size(const void *a, const void *b)
{
  const GudMode *x = a, *y = b;
  double         p = x->rigid ? 0 : x->omega2, q = y->rigid ? 0 : y->omega2;
  return (p > q) - (p < q);
}

/* (V8): the part of the eigenvector in pb->re, pb->im that is not in the span of those with the same eigenvalue, of length one. *is_new = 0:
   there is none. */
static PetscErrorCode remainder_of(Problem *pb, const GudModes *modes, const GudMode *m, double *e,
                                   int *is_new)
{
  GudSystem *sys = pb->so->sys;
  int        nq  = sys->nq;
  double     all = 0, rest = 0;
  PetscFunctionBeginUser;
  for (int c = 0; c < 2; c++) {
    PetscCall(GudSystemGather(sys, c ? pb->im : pb->re, pb->work));
    for (int i = 0; i < nq; i++) e[c * nq + i] = sys->weight[i] * pb->work[i];
  }
  for (int i = 0; i < 2 * nq; i++) all += e[i] * e[i];
  for (int k = 0; k < modes->num; k++) {
    const GudMode *o  = &modes->mode[k];
    const double  *b  = pb->base[k];
    double         re = 0, im = 0;
    int            same = m->rigid ? o->rigid
                                   : hypot(m->growth - o->growth, m->omega - o->omega) < 1e-6 * sqrt(m->omega2);
    if (!same) continue;
    for (int i = 0; i < nq; i++) { /* b^H e */
      re += b[i] * e[i] + b[nq + i] * e[nq + i];
      im += b[i] * e[nq + i] - b[nq + i] * e[i];
    }
    for (int i = 0; i < nq; i++) {
      e[i] -= re * b[i] - im * b[nq + i];
      e[nq + i] -= re * b[nq + i] + im * b[i];
    }
  }
  for (int i = 0; i < 2 * nq; i++) rest += e[i] * e[i];
  *is_new = rest > 1e-3 * all;
  for (int i = 0; i < 2 * nq && *is_new; i++) e[i] /= sqrt(rest);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (V8): those of the eigenpairs found that are modes and new are added; *added: their number */
static PetscErrorCode collect(Problem *pb, int found, GudModes *modes, int *added)
{
  GudSystem *sys = pb->so->sys;
  PetscFunctionBeginUser;
  *added      = 0;
  modes->mode = gud_resize(modes->mode, sizeof *modes->mode * (size_t)(modes->num + found + 1));
  pb->base    = gud_resize(pb->base, sizeof *pb->base * (size_t)(modes->num + found + 1));
  for (int i = 0; i < found; i++) {
    GudMode *m      = &modes->mode[modes->num];
    double  *e      = gud_alloc(sizeof(double) * (size_t)(2 * sys->nq + 1));
    int      finite = 0, is_mode;
    memset(m, 0, sizeof *m);
    m->phi = gud_alloc(sizeof(double) * (size_t)(sys->nq + 1));
    PetscCall(take(pb, i, m, m->phi, &finite));
    is_mode = finite && m->residual < 1e-6 && (m->rigid || m->omega >= 0);
    if (is_mode) {
      PetscCall(PEPGetEigenpair(pb->pep, i, NULL, NULL, pb->re, pb->im));
      PetscCall(remainder_of(pb, modes, m, e, &is_mode));
    }
    if (is_mode) pb->base[modes->num++] = e, ++*added;
    else free(m->phi), free(e);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Eigenvalues that a list of modes stands for. */
static int eigenvalues_of(const GudModes *modes)
{
  int num = 0;
  for (int i = 0; i < modes->num; i++) num += 1 + (modes->mode[i].omega != 0 || modes->mode[i].rigid);
  return num;
}

/* Modes by rising |s|, as many as are asked for; `most`: eigenvalues of the model. */
static PetscErrorCode find_modes(Problem *pb, int want, int most, GudModes *modes)
{
  enum { MAX_STARTS = 8 };
  int found, added = 1;
  PetscFunctionBeginUser;
  for (int start = 0; start < MAX_STARTS && added && eigenvalues_of(modes) < most; start++) {
    PetscCall(solve(pb, want, pb->sigma, 1e-11, start, &found));
    PetscCall(collect(pb, found, modes, &added));
  }
  for (int i = 0; i < modes->num; i++) free(pb->base[i]);
  free(pb->base), pb->base = NULL;
  modes->complete = eigenvalues_of(modes) >= most;
  qsort(modes->mode, (size_t)modes->num, sizeof *modes->mode, by_size);
  for (; modes->num > pb->so->opt.num_modes; modes->num--) free(modes->mode[modes->num - 1].phi);
  for (int i = 0; i < modes->num; i++) {
    GudMode *m = &modes->mode[i];
    if (m->rigid) m->omega = m->growth = 0;
    modes->num_rigid += m->rigid;
    modes->num_unstable += m->growth > 1e-9 * sqrt(m->omega2);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSolverComplexModes(GudSolver *so, GudModes *modes, int *ok)
{
  GudSystem *sys    = so->sys;
  Problem    pb     = {.so = so};
  int        most   = 2 * so->mobility, want;
  double     turned = 0, sigma = 0;
  PetscFunctionBeginUser;
  if (sys->size > 1) {
    snprintf(so->why, sizeof so->why, "complex eigenvalues are computed on one process (without mpiexec)");
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  /* eigenvalues that there are: two for each degree of freedom, one for each differential internal */
  for (int i = 0; i < sys->nz; i++) most += sys->differential[i];
  want    = PetscMin(2 * so->opt.num_modes, most);
  pb.work = gud_alloc(sizeof(double) * (size_t)(sys->n + 1));
  /* the state: a rotation that lasts, or rest */
  *ok = gud_spin_find(so, so->s->q, so->s->v, &pb.spin);
  if (*ok) {
    so->now_valid = 0;
    PetscCall(GudSolverConsistent(so, GUD_FOR_RESTART));
    modes->off_balance = gud_spin_unsteady(sys, &pb.spin, so->s->q, so->now.a);
    if (modes->off_balance < steady) PetscCall(GudSpinTurned(so, &pb.spin, &turned));
    *ok = turned < steady;
    if (!*ok)
      snprintf(
        so->why, sizeof so->why,
        "the steady rotation does not last: a radian later something is accelerated by %.2g of the speed "
        "squared; eigenvalues exist where forces on what spins act on its axis and do not change with time",
        turned);
  }
  if (*ok) {
    PetscCall(matrices(&pb));
    *ok = gud_evaluated_fault(so->trial, so->why, sizeof so->why) == GUD_OK;
  }
  /* eigenvalues nearest to a shift that is of the size of the slowest ones */
  if (*ok) {
    double mass_norm, stiff_norm;
    PetscCall(MatNorm(pb.M, NORM_FROBENIUS, &mass_norm));
    PetscCall(MatNorm(pb.K, NORM_FROBENIUS, &stiff_norm));
    PetscCall(choose_shift(&pb, want, 1e-2 * sqrt(stiff_norm / mass_norm), &sigma));
    pb.sigma = sigma;
    PetscCall(find_modes(&pb, want, most, modes));
    *ok = modes->num > 0;
    if (!*ok) snprintf(so->why, sizeof so->why, "the eigenvalue solver found no mode");
  }
  modes->with_velocities = 1, modes->speed = pb.spin.speed;
  PetscCall(PEPDestroy(&pb.pep));
  PetscCall(MatDestroy(&pb.K));
  PetscCall(MatDestroy(&pb.C));
  PetscCall(MatDestroy(&pb.M));
  PetscCall(MatDestroy(&pb.abs));
  PetscCall(MatDestroy(&pb.abs_C));
  PetscCall(VecDestroy(&pb.re));
  PetscCall(VecDestroy(&pb.im));
  PetscCall(VecDestroy(&pb.u));
  PetscCall(VecDestroy(&pb.w));
  gud_spin_free(&pb.spin);
  free(pb.work);
  PetscFunctionReturn(PETSC_SUCCESS);
}

#endif
