/* Periodic motions by shooting, and their Floquet multipliers.

   x = (q, v, z) at the section, z the differential internals. Positions and velocities have constraints; at a point of them
   (PE1) Phi_q N = 0,  N^T M N = 1;     tangents T = [N 0 0; D N 0; 0 0 1],  Phi_q D = -G N,  N^T M D = 0,  G = d(Phi_q v + Phi_t)/dq
   (PE2) coordinates of a change dx: xi = T+ dx = (N^T M dq, N^T M (dv - D N^T M dq), dz).  What drivers prescribe has none: a
         rotor that has turned meanwhile is where it was.
   (PE3) with the map P of a period and its monodromy matrix M = T+ dP/dx T:  (M - 1) xi = -T+ (P(x) - x);  x + T xi is then put on
         the constraints by the least correction in the metric of the mass, which is of second order: Newton's method
   (PE4) closure: the largest entry of w dq and w dv/V of T T+ (P(x) - x), with the scales w of the coordinates and the largest w|v|
         of the orbit, V; dz relative to 1 + |z|. Converged below the tolerance; or when it has stopped falling below 1e4
         tolerances of the steps, whose changes of length are the noise of the map.
   (PE5) unknown period: (M - 1) xi + T+ f(P(x)) dT = -T+ (P(x) - x),  (T+ f(x)).xi = 0   with the rates f = (v, a, z'); M f = f then, the
         trivial multiplier 1. M f(x) - f(P(x)) says whether the equations depend on time after all.
   (PE6) multipliers: eigenvalues of M. Stable: all inside the unit circle. Outside, real above 1: beyond a fold; real below
         -1: beyond a flip (period doubling); a complex pair: beyond a torus (Neimark-Sacker) point.
   Part of the state: q, v, differential internals. Not part of it: turn counters, times, largest values, anchors of
   motions, which are those of the start at every iteration; modes of contacts, impact velocities and memories of films are those that the
   last simulated period has left.
   verified by: tests/studies/periodic.py */
#include "study/periodic.h"

#include <petscblaslapack.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double *reals(size_t n)
{
  return gud_alloc(sizeof(double) * (n + 1));
}

static void copy(double *to, const double *from, int n)
{
  memcpy(to, from, sizeof(double) * (size_t)n);
}

/* ---- states ---- */

static void read_state(const GudPeriodic *pe, double *y)
{
  const GudState *s = pe->so->s;
  copy(y, s->q, s->nq), copy(y + s->nq, s->v, s->nq), copy(y + 2 * s->nq, s->z, s->nz);
}

static void read_flow(const GudPeriodic *pe, double *f)
{
  const GudState *s = pe->so->s;
  copy(f, s->v, s->nq), copy(f + s->nq, s->acc, s->nq);
  for (int k = 0; k < s->nz; k++) f[2 * s->nq + k] = pe->so->sys->differential[k] ? s->zt[k] : 0;
}

static PetscErrorCode put_state(GudPeriodic *pe, GudSimulation sim, int *ok)
{
  GudSolver *so = sim->solver;
  GudState  *s  = so->s;
  PetscFunctionBeginUser;
  gud_state_copy(s, pe->start);
  copy(s->q, pe->y, s->nq), copy(s->v, pe->y + s->nq, s->nq), copy(s->z, pe->y + 2 * s->nq, s->nz);
  *ok = 1;
  for (int k = 0; k < pe->nx; k++) *ok &= isfinite(pe->y[k]) != 0;
  if (!*ok) snprintf(pe->why, sizeof pe->why, "the state is not finite");
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  gud_state_copy(so->before, s);
  gud_solver_renew(so);
  so->now_valid = so->kkt_valid = 0;
  gud_system_time(sim->sys, s->t, s->history);
  PetscCall(GudSolverAssemble(so, ok, NULL));
  if (!*ok) {
    gud_solver_explain_violation(so, s->t, s->q);
    snprintf(pe->why, sizeof pe->why, "the joints cannot be closed at the section: %s", so->why);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (so->newton) so->newton->fresh_wanted = 1;
  PetscCall(GudSolverRestartValid(so));
  gud_solver_accept_forces(so);
  PetscCall(GudLedgerBegin(so));
  gud_state_copy(so->before, s);
  *ok = gud_evaluated_fault(so->accepted, so->why, sizeof so->why) == GUD_OK;
  if (!*ok) snprintf(pe->why, sizeof pe->why, "the state at the section is impossible: %s", so->why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Modes, directions and memories of forces are kept from the end of a simulated period, instants by the clock of the new one; counts,
   sums and largest values are not. */
void gud_periodic_modes(GudPeriodic *pe, const GudState *from)
{
  const GudModel *m = pe->sim->input.model;
  for (int n = 0; n < m->num_forces; n++) {
    const GudModelForce *f = &m->forces[n];
    int num = f->type->history_size ? f->type->history_size(f->type, f->params) : f->type->num_history;
    for (int k = 0; k < num; k++) {
      GudHistoryKind kind  = k < f->type->num_history ? f->type->history[k].kind : GUD_HISTORY_MEMORY;
      double         value = from->history[f->history + k];
      if (kind == GUD_HISTORY_INSTANT) value += pe->start->t - from->t;
      if (kind == GUD_HISTORY_MODE || kind == GUD_HISTORY_DIRECTION || kind == GUD_HISTORY_MEMORY ||
          kind == GUD_HISTORY_INSTANT)
        pe->start->history[f->history + k] = value;
    }
  }
}

void gud_periodic_take(GudPeriodic *pe)
{
  read_state(pe, pe->y);
  gud_periodic_modes(pe, pe->so->s);
}

static PetscErrorCode period(GudPeriodic *pe, int num, double *X, int keep, int *ok)
{
  GudSolver *so = pe->so;
  double     T  = pe->period;
  PetscFunctionBeginUser;
  so->opt.end = T;
  PetscCall(put_state(pe, pe->sim, ok));
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  read_state(pe, pe->y), read_flow(pe, pe->flow);
  pe->speed = 1e-300, pe->num_events = 0;
  while (*ok && so->s->t < T * (1 - 1e-14)) {
    int event;
    PetscCall(GudSolverStep(so, T, ok, &event));
    gud_simulation_say(pe->sim);
    pe->num_events += event >= 0;
    for (int k = 0; k < so->s->nq; k++)
      pe->speed = fmax(pe->speed, pe->sim->sys->weight[k] * fabs(so->s->v[k]));
    if (*ok && num) PetscCall(GudVariationStep(pe->va, event, num, X, ok));
    if (gud_interrupted) *ok = 0, snprintf(so->why, sizeof so->why, "interrupted");
  }
  if (!*ok) snprintf(pe->why, sizeof pe->why, "%s", so->why);
  read_state(pe, pe->end), read_flow(pe, pe->flow1);
  if (*ok && keep) gud_periodic_modes(pe, pe->so->s);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudPeriodicMap(GudPeriodic *pe, int num, double *X, int *ok)
{
  PetscFunctionBeginUser;
  PetscCall(period(pe, num, X, 0, ok));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudPeriodicSimulate(GudPeriodic *pe, int num, int *ok)
{
  PetscFunctionBeginUser;
  *ok = 1;
  for (int k = 0; k < num && *ok; k++) {
    PetscCall(period(pe, 0, NULL, 1, ok));
    if (*ok) copy(pe->y, pe->end, pe->nx), pe->simulated++;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- tangents (PE1) ---- */

/* y (num_q) = N^T M x */
static void project(const GudPeriodic *pe, const double *x, double *mx, double *y)
{
  int nq = pe->sim->sys->nq;
  gud_system_mass_times(pe->sim->sys, x, mx);
  for (int k = 0; k < pe->num_q; k++) {
    const double *N = pe->T + (size_t)pe->nx * (size_t)k;
    y[k]            = 0;
    for (int i = 0; i < nq; i++) y[k] += N[i] * mx[i];
  }
}

/* N by the singular values of Phi_q, made orthonormal in the mass; then D, by the right inverse of Phi_q */
static PetscErrorCode tangents(GudPeriodic *pe, int *ok)
{
  GudSystem *sys = pe->sim->sys;
  GudState  *s   = pe->so->s;
  int        nq = sys->nq, nr = sys->nr, nx = pe->nx, low = nr < nq ? nr : nq;
  double    *a = reals((size_t)(nr * nq)), *u = reals((size_t)(nr * nr)), *vt = reals((size_t)(nq * nq)),
         *sv = reals((size_t)low), *unit = reals((size_t)nq), *col = reals((size_t)(nr + nq)),
         *mx = reals((size_t)sys->n), *c = reals((size_t)nq);
  PetscBLASInt br = nr, bq = nq, info = 0, num_work = 10 * (nq + nr) + 64;
  double      *work = reals((size_t)num_work);
  int          rank = 0;
  PetscFunctionBeginUser;
  /* a = Phi_q = u sv vt: the last nq - rank rows of vt are the directions in which the joints let the model move */
  gud_system_time(sys, 0, s->history);
  gud_system_linearise(sys, pe->y);
  for (int k = 0; k < nq; k++) {
    unit[k] = 1;
    gud_system_phi_q_times(sys, unit, a + (size_t)nr * (size_t)k);
    unit[k] = 0;
  }
  if (nr) {
    PetscCallBLAS("LAPACKgesvd",
                  LAPACKgesvd_("A", "A", &br, &bq, a, &br, sv, u, &br, vt, &bq, work, &num_work, &info));
    while (rank < low && sv[rank] > 1e-10 * sv[0]) rank++;
  } else {
    for (int k = 0; k < nq; k++) vt[k * nq + k] = 1;
  }
  pe->num_q = 0, *ok = !info;
  /* displacements N of the basis: these directions, orthonormal in the mass norm (Gram-Schmidt, twice) */
  for (int k = rank; k < nq; k++) {
    double *N = pe->T + (size_t)nx * (size_t)pe->num_q, size = 0, mass = 0;
    memset(N, 0, sizeof(double) * (size_t)nx);
    for (int i = 0; i < nq; i++) N[i] = vt[i * nq + k];
    for (int twice = 0; twice < 2; twice++) {
      project(pe, N, mx, c);
      for (int j = 0; j < pe->num_q; j++)
        for (int i = 0; i < nq; i++) N[i] -= c[j] * pe->T[(size_t)nx * (size_t)j + (size_t)i];
    }
    gud_system_mass_times(sys, N, mx);
    for (int i = 0; i < nq; i++) mass += N[i] * mx[i], size += N[i] * N[i];
    if (!(mass > 1e-14 * size * sys->mass_scale)) {
      *ok = 0;
      snprintf(pe->why, sizeof pe->why, "a motion of the model has no mass: its state is no initial value");
      break;
    }
    for (int i = 0; i < nq; i++) N[i] /= sqrt(mass);
    pe->num_q++;
  }
  /* for each N the column (N, D), where the velocity D keeps the rates of the rows, and the column (0, N) */
  int num_z = 0;
  for (int k = 0; k < sys->nz; k++) num_z += sys->differential[k];
  pe->n = 2 * pe->num_q + num_z;
  for (int k = 0; k < pe->num_q && *ok; k++) {
    double *N = pe->T + (size_t)nx * (size_t)k, *D = N + nq,
           *N2 = pe->T + (size_t)nx * (size_t)(pe->num_q + k);
    memset(N2, 0, sizeof(double) * (size_t)nx);
    copy(N2 + nq, N, nq);
    gud_variation_rate_times(sys, pe->y, pe->y + nq, N, col);
    for (int j = 0; j < rank; j++) { /* D = -Phi_q^+ G N */
      double sum = 0;
      for (int i = 0; i < nr; i++) sum += u[j * nr + i] * col[i];
      for (int i = 0; i < nq; i++) D[i] -= sum / sv[j] * vt[i * nq + j];
    }
    project(pe, D, mx, c);
    for (int j = 0; j < pe->num_q; j++)
      for (int i = 0; i < nq; i++) D[i] -= c[j] * pe->T[(size_t)nx * (size_t)j + (size_t)i];
  }
  /* and one column for each differential internal */
  for (int k = 0, at = 2 * pe->num_q; k < sys->nz; k++)
    if (sys->differential[k]) {
      double *Z = pe->T + (size_t)nx * (size_t)at++;
      memset(Z, 0, sizeof(double) * (size_t)nx);
      Z[2 * nq + k] = 1;
    }
  free(a), free(u), free(vt), free(sv), free(unit), free(col), free(mx), free(c), free(work);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (PE2): xi = T+ dx */
void gud_periodic_coordinates(const GudPeriodic *pe, const double *dx, double *xi)
{
  const GudSystem *sys = pe->sim->sys;
  int              nq = sys->nq, at = 2 * pe->num_q;
  double          *mx = reals((size_t)sys->n);
  project(pe, dx, mx, xi), project(pe, dx + nq, mx, xi + pe->num_q); /* N^T M D = 0 */
  for (int k = 0; k < sys->nz; k++)
    if (sys->differential[k]) xi[at++] = dx[2 * nq + k];
  free(mx);
}

/* dx = T xi */
void gud_periodic_along(const GudPeriodic *pe, const double *xi, double *dx)
{
  memset(dx, 0, sizeof(double) * (size_t)pe->nx);
  for (int k = 0; k < pe->n; k++)
    for (int i = 0; i < pe->nx; i++) dx[i] += xi[k] * pe->T[(size_t)pe->nx * (size_t)k + (size_t)i];
}

/* (PE4) of a change dx along the constraints */
static double size_of(const GudPeriodic *pe, const double *dx)
{
  const GudSystem *sys = pe->sim->sys;
  double           d   = 0;
  for (int k = 0; k < sys->nq; k++)
    d = gud_larger(d, sys->weight[k] * fmax(fabs(dx[k]), fabs(dx[sys->nq + k]) / pe->speed));
  for (int k = 2 * sys->nq; k < pe->nx; k++) d = gud_larger(d, fabs(dx[k]) / (1 + fabs(pe->y[k])));
  return d;
}

/* ---- the monodromy matrix and Newton's method ---- */

/* One period with all variations: M, the difference r = T+ (P(x) - x) */
PetscErrorCode GudPeriodicShoot(GudPeriodic *pe, double *r, int *ok)
{
  int nx = pe->nx;
  PetscFunctionBeginUser;
  PetscCall(put_state(pe, pe->sim, ok));
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  read_state(pe, pe->y);
  PetscCall(tangents(pe, ok));
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  double *X = reals((size_t)nx * (size_t)(pe->n + 1)), *dx = reals((size_t)nx);
  memcpy(X, pe->T, sizeof(double) * (size_t)nx * (size_t)pe->n);
  PetscCall(period(pe, pe->n, X, 0, ok));
  for (int k = 0; k < pe->n && *ok; k++)
    gud_periodic_coordinates(pe, X + (size_t)nx * (size_t)k, pe->M + (size_t)pe->n * (size_t)k);
  for (int i = 0; i < nx; i++) dx[i] = pe->end[i] - pe->y[i];
  gud_periodic_coordinates(pe, dx, r);
  gud_periodic_along(pe, r, dx);
  pe->closure = size_of(pe, dx);
  free(X), free(dx);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (PE3), (PE5): the correction xi of x and dT of the period */
static PetscErrorCode correction(GudPeriodic *pe, const double *r, double *xi, double *dT, int *ok)
{
  int           n = pe->n, all = n + (pe->opt.free != 0);
  double       *A = reals((size_t)(all * all)), *f = reals((size_t)n), *f1 = reals((size_t)n);
  PetscBLASInt *pivot = gud_alloc(sizeof *pivot * (size_t)(all + 1)), b = all, one = 1, info = 0;
  PetscFunctionBeginUser;
  double *x = reals((size_t)all);
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < n; i++) A[k * all + i] = pe->M[k * n + i] - (i == k);
    x[k] = -r[k];
  }
  gud_periodic_coordinates(pe, pe->flow, f), gud_periodic_coordinates(pe, pe->flow1, f1);
  double size = 0, size1 = 0, off = 0;
  for (int k = 0; k < n; k++) {
    double mf = 0;
    for (int i = 0; i < n; i++) mf += pe->M[i * n + k] * f[i];
    size += f[k] * f[k], size1 += f1[k] * f1[k], off += (mf - f1[k]) * (mf - f1[k]);
  }
  pe->autonomy = size1 > 0 ? sqrt(off / size1) : 0;
  if (pe->opt.free)
    for (int k = 0; k < n; k++) A[n * all + k] = f1[k] / sqrt(size1), A[k * all + n] = f[k] / sqrt(size);
  if (all) PetscCallBLAS("LAPACKgesv", LAPACKgesv_(&b, &one, A, &b, pivot, x, &b, &info));
  *ok = !info;
  copy(xi, x, n);
  *dT = pe->opt.free ? x[n] / sqrt(size1) : 0;
  for (int k = 0; k < all; k++) *ok &= isfinite(x[k]) != 0;
  if (!*ok)
    snprintf(pe->why, sizeof pe->why,
             "the monodromy matrix has the eigenvalue 1: no isolated periodic motion");
  free(A), free(f), free(f1), free(pivot), free(x);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (PE4): done? Noise of the steps ends the iteration, too. */
int gud_periodic_converged(const GudPeriodic *pe, double before)
{
  double tolerance = pe->opt.tolerance, noise = 1e4 * pe->so->opt.tolerance;
  if (pe->so->opt.step > 0) noise = 1e3 * tolerance;
  return pe->closure <= tolerance || (pe->closure <= noise && pe->closure > 0.3 * before);
}

/* The state of the iteration: the last good point, the correction there, the part of it that is tried. */
typedef struct {
  double *y, *dx, *r, *xi, period, dT, part, closure;
  int     halved;
} Walk;

static void walk_try(GudPeriodic *pe, const Walk *w)
{
  for (int i = 0; i < pe->nx; i++) pe->y[i] = w->y[i] + w->part * w->dx[i];
  pe->period = w->period + w->part * w->dT;
}

/* A correction at the present point; large ones are cut. */
static PetscErrorCode walk_step(GudPeriodic *pe, Walk *w, int *ok)
{
  PetscFunctionBeginUser;
  PetscCall(correction(pe, w->r, w->xi, &w->dT, ok));
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  copy(w->y, pe->y, pe->nx), gud_periodic_along(pe, w->xi, w->dx);
  double size = size_of(pe, w->dx);
  w->period = pe->period, w->closure = pe->closure, w->halved = 0;
  w->part = fmin(size > 0.5 ? 0.5 / size : 1,
                 fabs(w->dT) > 0.2 * pe->period ? 0.2 * pe->period / fabs(w->dT) : 1);
  walk_try(pe, w);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode newton(GudPeriodic *pe, int *ok)
{
  enum { MOST_HALVED = 8 };
  size_t nx = (size_t)pe->nx;
  Walk w = {.y = reals(nx), .dx = reals(nx), .r = reals(nx), .xi = reals(nx), .closure = INFINITY, .part = 1};
  double first = pe->period;
  PetscFunctionBeginUser;
  for (int k = 0;; k++) {
    PetscCall(GudPeriodicShoot(pe, w.r, ok));
    pe->iterations++;
    if (gud_interrupted) break;
    if (*ok && gud_periodic_converged(pe, w.part < 1 ? INFINITY : w.closure)) break;
    int far = k > 0 && (!*ok || pe->closure > 2 * w.closure);
    if (far && w.halved < MOST_HALVED) {
      w.part *= 0.5, w.halved++;
      walk_try(pe, &w);
      continue;
    }
    if (!*ok) break;
    *ok = k < pe->opt.max_iterations && !far;
    if (!*ok)
      snprintf(
        pe->why, sizeof pe->why,
        "Newton's method on the map of a period does not converge: after %d iterations the closure is %.3g",
        k, pe->closure);
    if (*ok) PetscCall(walk_step(pe, &w, ok));
    if (*ok && pe->opt.free && !(pe->period > 0.05 * first && pe->period < 20 * first)) {
      *ok = 0;
      snprintf(pe->why, sizeof pe->why, "the period runs away: %.6g s", pe->period);
    }
    if (!*ok) break;
  }
  free(w.y), free(w.dx), free(w.r), free(w.xi);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- multipliers (PE6) ---- */

PetscErrorCode GudPeriodicMultipliers(GudPeriodic *pe)
{
  int          n = pe->n;
  PetscBLASInt b = n, one = 1, info = 0, num = 20 * n + 40;
  double      *A = reals((size_t)(n * n)), *work = reals((size_t)num), none = 0;
  PetscFunctionBeginUser;
  copy(A, pe->M, n * n);
  if (n)
    PetscCallBLAS("LAPACKgeev", LAPACKgeev_("N", "N", &b, A, &b, pe->re, pe->im, &none, &one, &none, &one,
                                            work, &num, &info));
  PetscCheck(!info, PETSC_COMM_SELF, PETSC_ERR_LIB, "no eigenvalues of the monodromy matrix");
  for (int i = 1; i < n; i++) /* by falling size; of a pair the one above the axis first */
    for (int k = i; k > 0; k--) {
      double a = hypot(pe->re[k - 1], pe->im[k - 1]), c = hypot(pe->re[k], pe->im[k]);
      if (a * (1 + 1e-12) >= c) break;
      double re = pe->re[k], im = pe->im[k];
      pe->re[k] = pe->re[k - 1], pe->im[k] = pe->im[k - 1], pe->re[k - 1] = re, pe->im[k - 1] = im;
    }
  pe->trivial = -1;
  for (int k = 0; k < n && pe->opt.free; k++) {
    double d = hypot(pe->re[k] - 1, pe->im[k]);
    if (pe->trivial < 0 || d < hypot(pe->re[pe->trivial] - 1, pe->im[pe->trivial])) pe->trivial = k;
  }
  pe->num_unstable = 0, pe->kind = GUD_ORBIT_STABLE;
  for (int k = 0; k < n; k++) {
    if (k == pe->trivial || !(hypot(pe->re[k], pe->im[k]) > 1 + 1e-9)) continue;
    if (!pe->num_unstable++)
      pe->kind = pe->im[k] != 0 ? GUD_ORBIT_TORUS : pe->re[k] > 0 ? GUD_ORBIT_FOLD : GUD_ORBIT_FLIP;
  }
  free(A), free(work);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const char *gud_multiplier_words(const GudPeriodic *pe, int k)
{
  double re = pe->re[k], im = pe->im[k], size = hypot(re, im);
  if (k == pe->trivial) return "trivial: the motion along the orbit";
  if (!(size > 1 + 1e-9))
    return re < 0 && im == 0 ? "decays, alternating" : im != 0 ? "decays, turning" : "decays";
  return im != 0  ? "grows, turning: beyond a torus point"
         : re > 0 ? "grows: beyond a fold"
                  : "grows, alternating: beyond a flip";
}

void gud_periodic_words(const GudPeriodic *pe, char *out, size_t size)
{
  static const char *const words[] = {
    [GUD_ORBIT_STABLE] = "stable",
    [GUD_ORBIT_FOLD]   = "unstable: a real multiplier above 1 (beyond a fold)",
    [GUD_ORBIT_FLIP]   = "unstable: a real multiplier below -1 (beyond a flip: period doubling)",
    [GUD_ORBIT_TORUS]  = "unstable: a complex pair outside the unit circle (beyond a torus point)",
  };
  snprintf(out, size, "%s", words[pe->kind]);
}

/* ---- the whole ---- */

PetscErrorCode GudPeriodicSolve(GudPeriodic *pe, int *ok)
{
  PetscFunctionBeginUser;
  double *best = reals((size_t)pe->nx), T = pe->period;
  copy(best, pe->y, pe->nx);
  if (pe->opt.cycles > 0) {
    PetscCall(GudPeriodicSimulate(pe, pe->opt.cycles, ok));
    if (*ok) copy(best, pe->y, pe->nx);
  } else *ok = 1;
  if (*ok) PetscCall(newton(pe, ok));
  if (!*ok && pe->opt.fallback > 0 && !gud_interrupted) {
    char why[400];
    snprintf(why, sizeof why, "%.399s", pe->why);
    gud_context_say(pe->sim->ctx, GUD_MESSAGE_WARNING,
                    "warning: %s; %d periods are simulated, then it is tried again", why, pe->opt.fallback);
    copy(pe->y, best, pe->nx), pe->period = T;
    PetscCall(GudPeriodicSimulate(pe, pe->opt.fallback, ok));
    if (*ok) PetscCall(newton(pe, ok));
  }
  free(best);
  if (*ok && pe->opt.free && pe->n && pe->autonomy > 1e-3) {
    *ok = 0;
    snprintf(pe->why, sizeof pe->why,
             "the equations depend on time (the flow and its image differ by %.2g): an unknown period needs "
             "equations that do not; give the "
             "period of the drive",
             pe->autonomy);
  }
  if (*ok) PetscCall(GudPeriodicMultipliers(pe));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudPeriodicProbes(const GudPeriodic *pe, double *values)
{
  GudPeriodic there = *pe;
  int         ok;
  PetscFunctionBeginUser;
  PetscCall(put_state(&there, pe->sim, &ok));
  PetscCheck(ok, PETSC_COMM_SELF, PETSC_ERR_PLIB, "the section is not a state");
  PetscCall(GudSimulationGetProbes(pe->sim, values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Radau IIA and located events, where the model leaves the choice */
static int set_up(GudSimulation sim, GudPeriodic *pe)
{
  GudOptions *o   = &sim->solver->opt;
  const char *why = NULL;
  if (o->method == GUD_METHOD_AUTO) o->method = GUD_RADAU;
  if (o->transitions == GUD_TRANSITIONS_AUTO) o->transitions = GUD_TRANSITIONS_LOCATED;
  if (!gud_analysis_is(o, GUD_ANALYSIS_INTEGRATES))
    why = "a periodic motion is one of analysis type: dynamic";
  else if (o->method != GUD_RADAU) why = "variations are those of method: radau; leave analysis.method out";
  if (why) snprintf(pe->why, sizeof pe->why, "%s", why);
  return !why;
}

PetscErrorCode GudPeriodicCreate(GudSimulation sim, const GudPeriodicOptions *opt, GudPeriodic **out, int *ok)
{
  GudPeriodic *pe = gud_alloc(sizeof *pe);
  PetscFunctionBeginUser;
  *out = pe, pe->sim = sim, pe->opt = *opt, pe->so = sim->solver, pe->period = opt->period, pe->trivial = -1;
  *ok = set_up(sim, pe);
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(GudSolverStart(pe->so, ok, &sim->moved));
  if (*ok) PetscCall(GudVariationCreate(pe->so, &pe->va, ok));
  if (!*ok) snprintf(pe->why, sizeof pe->why, "%s", pe->so->why);
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  const GudState *s = pe->so->s;
  pe->nx            = gud_variation_size(sim->sys);
  pe->start         = gud_state_create(s->nq, s->nr, s->nz, s->nh);
  gud_state_copy(pe->start, s);
  size_t nx = (size_t)pe->nx;
  pe->y = reals(nx), pe->end = reals(nx), pe->flow = reals(nx), pe->flow1 = reals(nx);
  pe->T = reals(nx * nx), pe->M = reals(nx * nx), pe->re = reals(nx), pe->im = reals(nx);
  read_state(pe, pe->y);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudPeriodicDestroy(GudPeriodic **pp)
{
  GudPeriodic *pe = *pp;
  PetscFunctionBeginUser;
  *pp = NULL;
  if (!pe) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(GudVariationDestroy(&pe->va));
  if (pe->start) gud_state_destroy(pe->start);
  free(pe->y), free(pe->end), free(pe->flow), free(pe->flow1), free(pe->T), free(pe->M), free(pe->re),
    free(pe->im);
  free(pe);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode place(void *ctx, GudSimulation sim, int *ok)
{
  GudPeriodic *pe = ctx;
  PetscFunctionBeginUser;
  PetscCall(put_state(pe, sim, ok));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudPeriodicBeginRun(const GudPeriodic *pe, GudSimulation sim, const char *folder, int *ok)
{
  GudPeriodic copy_of = *pe;
  PetscFunctionBeginUser;
  sim->solver->opt = pe->so->opt, sim->solver->opt.end = pe->period, sim->solver->opt.settle = 0;
  sim->place = place, sim->place_ctx = &copy_of;
  PetscCall(GudSimulationBegin(sim, folder, ok));
  sim->place = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}
