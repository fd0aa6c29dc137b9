/* Statics along a path: equilibria one after the other, each of them an output point.

   f_int(q) - f l(q) + Phi_q^T lambda = 0, Phi = 0 with the load factor f: l holds gravity, the forces of a rotating frame and all loads,
   path: load        f = k/load_steps
   path: time        f = 1, drivers and loads are functions of time: prescribed displacements
   path: arc_length  f is an unknown, too (Riks 1979; Crisfield 1981; as one Newton method: Schweizerhof & Wriggers 1986)
   (S1) g = |q - q_0|^2 + b^2 (f - f_0)^2 - s^2 = 0     distance from the last point; |.|: rms with the scales of the coordinates
   (S2) K dq_r = -r,  K dq_f = l,  df = -(g + 2 (q - q_0).dq_r)/(2 (q - q_0).dq_f + 2 b^2 (f - f_0)),  dq = dq_r + df dq_f
   (S3) predictor: along (dq_f, 1), the sense in which the last increment went: the path is followed through limit points, where f turns
        back, without asking for the sign of a determinant
   (S4) b = |dq_f| at the first point: there both parts weigh the same; s is at first the length for df = 1/load_steps, upwards. It is
        halved where Newton fails and grows again, to its first value at most.
   K is regular at points of the path but at limit points themselves, which a step does not hit. l = -dr/df: the residual is linear in f.
   (S5) work of the loads: trapezoidal rule for f l . dq. The ledger has the potential energy under the whole load: V changes by -l_g . dq,
        of which the part (1 - f) was not there; the column work_loads accounts for it: d work = f l . dq + dV
   verified by: tests/studies/path.py */
#include "solve/analysis.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ITERATIONS = 15, MOST_CUTS = 14 };
static const double converged = 1e-11; /* as in statics: of the model's size */

/* ---- work ---- */

/* l of (S5), whole on every process */
static PetscErrorCode loads(GudSolver *so, double *l)
{
  GudSystem *sys    = so->sys;
  double     factor = sys->load_factor, *without = gud_alloc(sizeof(double) * (size_t)(sys->n + 1));
  GudPoint   p = gud_state_point(so->s);
  int        ok;
  PetscFunctionBeginUser;
  gud_system_time(sys, so->s->t, so->s->history);
  sys->load_factor = 0;
  PetscCall(GudSolverWholeForces(so, so->trial, &p, without, &ok));
  sys->load_factor = 1;
  PetscCall(GudSolverWholeForces(so, so->trial, &p, l, &ok));
  sys->load_factor = factor;
  for (int i = 0; i < sys->nq; i++) l[i] = without[i] - l[i];
  free(without);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- one point ---- */

/* The state is in equilibrium at its load factor: all that depends on it, and the work since the point before (l0: its f l). */
static PetscErrorCode arrive(GudSolver *so, const double *l0, int *ok)
{
  GudSystem *sys = so->sys;
  GudState  *s = so->s, *b = so->before;
  double *l = gud_alloc(sizeof(double) * (size_t)(sys->n + 1)), work = 0, drivers = so->energy.power_drivers,
         potential = so->energy.potential;
  PetscFunctionBeginUser;
  memset(s->v, 0, sizeof(double) * (size_t)sys->nq);
  gud_consistent_swap(so);
  PetscCall(GudSolverRestart(so));
  *ok = gud_evaluated_fault(so->accepted, so->why, sizeof so->why) == GUD_OK;
  gud_solver_accept_forces(so);
  gud_system_move_anchors(sys, s->t, s->history);
  s->step++, so->stat.steps++;
  PetscCall(GudLedgerBegin(so));
  if (*ok)
    *ok = gud_evaluated_fault(so->accepted, so->why, sizeof so->why) ==
          GUD_OK; /* of forces that were renewed */
  PetscCall(loads(so, l));
  for (int i = 0; i < sys->nq; i++) work += 0.5 * (l0[i] + sys->load_factor * l[i]) * (s->q[i] - b->q[i]);
  s->work[GUD_LEDGER_LOAD] += work + so->energy.potential - potential; /* (S5) */
  s->work_drivers += 0.5 * (s->t - b->t) * (drivers + so->energy.power_drivers);
  s->residue = fmax(s->residue, fabs(gud_ledger_numerical(so)));
  for (int i = 0; i < sys->nq; i++) s->v_last[i] = s->q[i] - b->q[i];
  free(l);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- arc length ---- */

typedef struct {
  GudSolver *so;
  Mat        J;
  KSP        ksp;
  Vec        R, dr, df;
  double     scale, trace, b;
  double    *x0, *x, *l, *by_r, *by_f; /* n: q, scaled multipliers, internals */
} Arc;

static double inner(const GudSystem *sys, const double *x, const double *y)
{
  double sum = 0;
  for (int i = 0; i < sys->nq; i++) sum += sys->weight[i] * sys->weight[i] * x[i] * y[i];
  return sum / (sys->nq ? sys->nq : 1);
}

/* Residual at x and load factor f into out (n, contributions of this process); 0: impossible state somewhere */
static PetscErrorCode residual(Arc *a, double f, double *out, int *ok)
{
  GudSolver *so  = a->so;
  GudSystem *sys = so->sys;
  int        bad;
  PetscFunctionBeginUser;
  memset(so->v1, 0, sizeof(double) * (size_t)sys->nq);
  memset(so->a1, 0, sizeof(double) * (size_t)sys->nq);
  memset(so->zt1, 0, sizeof(double) * (size_t)(sys->nz + 1));
  memcpy(so->q1, a->x, sizeof(double) * (size_t)sys->nq);
  for (int i = 0; i < sys->nr; i++) so->lam1[i] = a->x[sys->nq + i] / a->scale;
  for (int i = 0; i < sys->nz; i++) so->z1[i] = a->x[sys->nq + sys->nr + i];
  GudPoint p       = {so->s->t, so->q1, so->v1, so->a1, so->lam1, so->z1, so->zt1, so->s->history, 0};
  sys->load_factor = f;
  gud_evaluated_at(so->trial, &p);
  gud_evaluated_residual(so->trial, out);
  for (int i = 0; i < sys->nq; i++) out[i] *= a->scale;
  bad = sys->retry;
  if (sys->size > 1) PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &bad, 1, MPI_INT, MPI_MAX, sys->comm));
  *ok = !bad;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* K at x, f; by_f = K^-1 l, and by_r = -K^-1 r */
static PetscErrorCode solve(Arc *a, double f, int *ok)
{
  GudSystem *sys = a->so->sys;
  GudCoef    c   = {1, 0, a->trace, 1, 0};
  PetscFunctionBeginUser;
  PetscCall(residual(a, f + 1, a->l, ok)); /* linear in f */
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(residual(a, f, a->so->r, ok));
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  for (int i = 0; i < sys->n; i++) a->l[i] = a->so->r[i] - a->l[i], a->so->r[i] = -a->so->r[i];
  PetscCall(GudSystemReduce(sys, a->so->r, a->R));
  PetscCall(GudEvaluatedTangent(a->so->trial, c, a->scale, GUD_PATTERN_FULL, a->J));
  PetscCall(KSPSetOperators(a->ksp, a->J, a->J));
  PetscCall(PetscPushErrorHandler(PetscReturnErrorHandler, NULL));
  PetscErrorCode e = KSPSolve(a->ksp, a->R, a->dr);
  if (!e) {
    GudSystemReduce(sys, a->l, a->R);
    e = KSPSolve(a->ksp, a->R, a->df);
  }
  PetscCall(PetscPopErrorHandler());
  if (e == PETSC_ERR_LIB || e == PETSC_ERR_MAT_LU_ZRPVT) *ok = 0; /* singular, as in GudSolverStatic */
  else PetscCall(e);
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(GudSystemGather(sys, a->dr, a->by_r));
  PetscCall(GudSystemGather(sys, a->df, a->by_f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* One step of length s from x0, f0. *f: load factor found; x: the point; *its: iterations */
static PetscErrorCode follow(Arc *a, double s, double f0, double *f, int *its, int *ok)
{
  GudSolver *so  = a->so;
  GudSystem *sys = so->sys;
  double     bb = a->b * a->b, *d = so->x;
  PetscFunctionBeginUser;
  memcpy(a->x, a->x0, sizeof(double) * (size_t)sys->n);
  PetscCall(solve(a, f0, ok));
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  double ahead = inner(sys, a->by_f, so->s->v_last) + bb * so->s->path.rise; /* (S3) */
  double df    = (ahead < 0 ? -s : s) / sqrt(inner(sys, a->by_f, a->by_f) + bb);
  for (int i = 0; i < sys->n; i++) a->x[i] += df * a->by_f[i];
  *f = f0 + df;
  for (*its = 1; *its <= MOST_ITERATIONS; (*its)++) {
    PetscCall(solve(a, *f, ok));
    if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
    for (int i = 0; i < sys->nq; i++) d[i] = a->x[i] - a->x0[i];
    double g = inner(sys, d, d) + bb * (*f - f0) * (*f - f0) - s * s;
    df = -(g + 2 * inner(sys, d, a->by_r)) / (2 * inner(sys, d, a->by_f) + 2 * bb * (*f - f0)); /* (S2) */
    for (int i = 0; i < sys->n; i++) d[i] = a->by_r[i] + df * a->by_f[i], a->x[i] += d[i];
    *f += df;
    double size = sqrt(inner(sys, d, d)) + a->b * fabs(df);
    if (size < converged) PetscFunctionReturn(PETSC_SUCCESS);
    if (!(size < 1e2)) break;
  }
  *ok = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode arc_create(GudSolver *so, Arc *a)
{
  GudSystem *sys   = so->sys;
  size_t     bytes = sizeof(double) * (size_t)(sys->n + 1);
  double     size  = 0;
  PetscFunctionBeginUser;
  *a    = (Arc){.so = so, .b = so->s->path.weight};
  a->x0 = gud_alloc(bytes), a->x = gud_alloc(bytes), a->l = gud_alloc(bytes), a->by_r = gud_alloc(bytes),
  a->by_f = gud_alloc(bytes);
  PetscCall(loads(so, a->l));
  for (int i = 0; i < sys->nq; i++) size = fmax(size, fabs(a->l[i]));
  a->scale = 1 / (size > 0 ? size : 1);
  a->trace = 1e-8 / (a->scale * sys->mass_scale * sys->length_scale);
  memcpy(a->x0, so->s->q, sizeof(double) * (size_t)sys->nq);
  for (int i = 0; i < sys->nr; i++) a->x0[sys->nq + i] = a->scale * so->s->lam[i];
  for (int i = 0; i < sys->nz; i++) a->x0[sys->nq + sys->nr + i] = so->s->z[i];
  PetscCall(GudSystemCreateMat(sys, GUD_PATTERN_FULL, &a->J));
  PetscCall(VecDuplicate(so->X, &a->R));
  PetscCall(VecDuplicate(so->X, &a->dr));
  PetscCall(VecDuplicate(so->X, &a->df));
  PetscCall(KSPCreate(sys->comm, &a->ksp));
  PetscCall(KSPSetOptionsPrefix(a->ksp, "path_"));
  PetscCall(GudKspSet(sys, so->opt.linear_solver, GUD_PATTERN_FULL, a->ksp));
  PetscCall(KSPSetFromOptions(a->ksp));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode arc_destroy(Arc *a)
{
  PetscFunctionBeginUser;
  PetscCall(MatDestroy(&a->J));
  PetscCall(KSPDestroy(&a->ksp));
  PetscCall(VecDestroy(&a->R));
  PetscCall(VecDestroy(&a->dr));
  PetscCall(VecDestroy(&a->df));
  free(a->x0), free(a->x), free(a->l), free(a->by_r), free(a->by_f);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (S4) */
static PetscErrorCode arc_begin(Arc *a, int *ok)
{
  GudSolver *so = a->so;
  GudState  *s  = so->s;
  PetscFunctionBeginUser;
  memcpy(a->x, a->x0, sizeof(double) * (size_t)so->sys->n);
  PetscCall(solve(a, s->path.load, ok));
  if (*ok) a->b = sqrt(inner(so->sys, a->by_f, a->by_f));
  *ok = *ok && a->b > 0 && isfinite(a->b);
  if (!*ok)
    snprintf(so->why, sizeof so->why,
             "path: arc_length: the first point is singular, or no load moves anything");
  s->path.weight = a->b, s->path.arc = sqrt(2.) * a->b / so->opt.load_steps, s->path.rise = 1;
  memset(s->v_last, 0, sizeof(double) * (size_t)so->sys->nq);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode arc_step(GudSolver *so, int *ok)
{
  GudSystem *sys = so->sys;
  GudState  *s   = so->s;
  double     f0 = s->path.load, f = f0;
  int        its = 0;
  Arc        a;
  PetscFunctionBeginUser;
  PetscCall(arc_create(so, &a));
  if (!(s->path.weight > 0)) { /* the first step */
    PetscCall(arc_begin(&a, ok));
    if (!*ok) {
      PetscCall(arc_destroy(&a));
      PetscFunctionReturn(PETSC_SUCCESS);
    }
  }
  double first = sqrt(2.) * a.b / so->opt.load_steps; /* (S4) */
  *ok          = 0;
  for (int cut = 0; cut < MOST_CUTS && !*ok; cut++) {
    PetscCall(follow(&a, s->path.arc, f0, &f, &its, ok));
    if (!*ok) s->path.arc *= 0.5;
  }
  if (*ok) {
    memcpy(s->q, a.x, sizeof(double) * (size_t)sys->nq);
    for (int i = 0; i < sys->nr; i++) s->lam[i] = a.x[sys->nq + i] / a.scale;
    for (int i = 0; i < sys->nz; i++) s->z[i] = a.x[sys->nq + sys->nr + i];
    s->path.load = f, s->path.rise = f - f0;
    s->path.arc = fmin(first, s->path.arc * fmin(1.5, fmax(0.5, sqrt(6. / its))));
  } else {
    snprintf(so->why, sizeof so->why,
             "no next equilibrium on the path beyond load factor %.6g: the arc length was halved %d times; "
             "try more 'load_steps'",
             f0, MOST_CUTS);
  }
  sys->load_factor = s->path.load;
  PetscCall(arc_destroy(&a));
  if (*ok && s->path.load >= so->opt.max_load) { /* the end: back to the load itself */
    PetscCall(GudSolverStaticTo(so, s->path.load, so->opt.max_load, ok));
    s->path.load = so->opt.max_load, s->path.rise = s->path.load - f0;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the path ---- */

PetscErrorCode GudPathStart(GudSolver *so, int *ok)
{
  GudState *s   = so->s;
  int       all = so->opt.load_steps;
  double    f   = so->opt.path == GUD_PATH_TIME ? 1 : 1. / all;
  PetscFunctionBeginUser;
  if (so->opt.path != GUD_PATH_TIME) so->opt.load_steps = 1; /* the first part at once */
  PetscCall(GudSolverStaticTo(so, 0, f, ok));
  so->opt.load_steps = all;
  s->path.load       = f;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudPathStep(GudSolver *so, int *ok)
{
  GudSystem        *sys = so->sys;
  GudState         *s   = so->s;
  const GudOptions *opt = &so->opt;
  double           *l = gud_alloc(sizeof(double) * (size_t)(sys->n + 1)), next = 0;
  PetscFunctionBeginUser;
  sys->load_factor = s->path.load; /* a resumed run does not know it */
  PetscCall(loads(so, l));
  for (int i = 0; i < sys->nq; i++) l[i] *= sys->load_factor;
  gud_state_copy(so->before, s);
  *ok = 1;
  if (opt->path == GUD_PATH_ARC_LENGTH) {
    PetscCall(arc_step(so, ok));
  } else if (opt->path == GUD_PATH_LOAD) {
    next = (double)(s->step + 2) / opt->load_steps;
    next = s->step + 2 >= opt->load_steps ? 1 : next;
    PetscCall(GudSolverStaticTo(so, s->path.load, next, ok));
    if (*ok) s->path.load = next;
  } else {
    double h = opt->step > 0 ? opt->step : opt->end / 100, part;
    next     = fmin(opt->end, (double)(s->step + 1) * h);
    if (next > opt->end - 1e-9 * h) next = opt->end;
    part = next - s->t;
    while (s->t < next && part > 1e-4 * h) { /* a jump that Newton does not follow is made in parts */
      double t = s->t;
      s->t     = t + part > next - 1e-9 * h ? next : t + part;
      PetscCall(GudSolverStaticTo(so, 1, 1, ok)); /* leaves q where it was if it fails */
      if (!*ok) s->t = t, part *= 0.5;
    }
    *ok = s->t >= next;
  }
  if (*ok) PetscCall(arrive(so, l, ok));
  else gud_state_copy(s, so->before);
  free(l);
  PetscFunctionReturn(PETSC_SUCCESS);
}

int gud_path_by_load(const GudSolver *so)
{
  return gud_solver_is(so, GUD_ANALYSIS_EQUILIBRIUM) &&
         (so->opt.path == GUD_PATH_LOAD || so->opt.path == GUD_PATH_ARC_LENGTH);
}

int gud_path_done(const GudSolver *so)
{
  const GudState   *s   = so->s;
  const GudOptions *opt = &so->opt;
  if (opt->path == GUD_PATH_TIME) return s->t >= opt->end;
  if (opt->path == GUD_PATH_LOAD) return s->path.load >= 1;
  return s->path.load >= opt->max_load || s->step + 1 >= opt->max_points;
}
