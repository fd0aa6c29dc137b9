/* Branches of periodic motions over a parameter p, by pseudo-arclength continuation (Keller 1977).

   F(x, p) = T+ (P(x, p) - x) = 0 of periodic.c; |(dx, dp)|^2 = sum (w dq)^2 + (w dv/V)^2 + (dp/L)^2, L = |to - from|.
   (BR1) predicted: (x, p) + ds t with the chord t through the last two points;
         corrected: (M - 1) xi + F_p dp = -F,  t.(T xi, dp) = 0
   (BR2) F_p is a secant (Broyden 1965) from iterates that are made anyway: F_1 - F_0 - (M - 1) dx over dp; where dp is small, at a fold, the
         old one stays. It decides how fast Newton converges, not where: no derivative of the map is replaced by differences.
   (BR3) tests along the branch, with the multipliers m but the trivial one: product of (m - 1) at a fold, of (m + 1) at a flip, of (|m|^2 - 1)
         of complex pairs at a torus point. Between two points of opposite sign ds is found by the Illinois method, every trial a point that is
         converged; p at a fold is then right to the square of what ds is off by.
   (BR4) grazing: the number of events in a period differs across it. The step is halved until it is below 1e-10 of L: the last point is
         the grazing motion. The derivative of the map has a square root there: the branch ends.
   An equilibrium is a motion of any period T: its multipliers are exp(T s), a torus point of it is a Hopf point with the frequency
   arg(m)/T, where |T Im s| < pi.
   verified by: tests/studies/branches.py */
#include "study/branch.h"

#include <petscblaslapack.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const gud_branch_columns[GUD_BRANCH_PROBES] = {[GUD_BRANCH_PARAMETER]  = NULL,
                                                           [GUD_BRANCH_POINT]      = "point",
                                                           [GUD_BRANCH_PERIOD]     = "period [s]",
                                                           [GUD_BRANCH_STABLE]     = "stable",
                                                           [GUD_BRANCH_UNSTABLE]   = "unstable_multipliers",
                                                           [GUD_BRANCH_MULTIPLIER] = "multiplier_max",
                                                           [GUD_BRANCH_ANGLE]      = "angle [rad]",
                                                           [GUD_BRANCH_CLOSURE]    = "closure"};
const char *const gud_point_words[]                     = {
                      [GUD_POINT_REGULAR] = "point", [GUD_POINT_FOLD] = "fold",       [GUD_POINT_FLIP] = "flip",
                      [GUD_POINT_TORUS] = "torus",   [GUD_POINT_GRAZING] = "grazing", [GUD_POINT_END] = "end"};

enum { FOLD, FLIP, TORUS, NUM_TESTS };

/* A point: state and parameter, its tests */
typedef struct {
  double *y, p, period, test[NUM_TESTS];
  int     events, pairs;
} Point;

typedef struct {
  const GudBranch *b;
  GudSimulation    sim;
  GudPeriodic     *pe;
  double           p; /* of pe */
  int              nx;
  double           L;
  double          *F_p; /* nx + 1: T F_p; the last: of nothing */
  int              have_F_p;
  double          *t, t_p; /* chord */
  char            *why;
} Walk;

static double *reals(int n)
{
  return gud_alloc(sizeof(double) * (size_t)(n + 1));
}

/* The problem at p, from the state y (NULL: the model's start) */
static PetscErrorCode make(Walk *w, double p, const Point *from, int *ok)
{
  const GudBranch   *b = w->b;
  char               text[300];
  const char       **sets = gud_alloc(sizeof *sets * (size_t)(b->num_sets + 1));
  GudPeriodicOptions o    = b->periodic;
  PetscFunctionBeginUser;
  for (int k = 0; k < b->num_sets; k++) sets[k] = b->sets[k];
  snprintf(text, sizeof text, "%.200s=%.17g", b->name, p);
  sets[b->num_sets] = text;
  GudState *start   = NULL;
  if (w->pe && from) {
    start = gud_state_create(w->pe->start->nq, w->pe->start->nr, w->pe->start->nz, w->pe->start->nh);
    gud_state_copy(start, w->pe->start);
  }
  if (w->pe) PetscCall(GudPeriodicDestroy(&w->pe));
  PetscCall(GudSimulationDestroy(&w->sim));
  PetscCall(GudSimulationLoad(b->model, sets, b->num_sets + 1, &w->sim));
  free(sets);
  *ok = w->sim->input.model != NULL;
  if (!*ok) {
    gud_context_report(w->sim->ctx, w->sim->input.diag);
    snprintf(w->why, 900, "the model cannot be built with %s", text);
  }
  if (*ok) {
    if (!isnan(b->periods)) o.period = b->periods * w->sim->poincare.period;
    if (from && o.free) o.period = from->period;
    PetscCall(GudPeriodicCreate(w->sim, &o, &w->pe, ok));
    if (!*ok) snprintf(w->why, 900, "%s", w->pe->why);
  }
  w->p = p;
  if (*ok && from) {
    memcpy(w->pe->y, from->y, sizeof(double) * (size_t)w->nx);
    gud_periodic_modes(w->pe, start);
  }
  if (start) gud_state_destroy(start);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static double weight_of(const Walk *w, int k)
{
  const GudSystem *sys = w->sim->sys;
  if (k >= 2 * sys->nq) return 1;
  return k < sys->nq ? sys->weight[k] : sys->weight[k - sys->nq] / w->pe->speed;
}

/* Squared distance with weights of the present problem */
static double product(const Walk *w, const double *a, const double *b, double a_p, double b_p)
{
  double sum = a_p * b_p / (w->L * w->L);
  for (int k = 0; k < w->nx; k++) sum += weight_of(w, k) * weight_of(w, k) * a[k] * b[k];
  return sum;
}

/* (BR1): one correction from F in r (n), M of the present problem */
static PetscErrorCode correct(Walk *w, const double *r, double *dx, double *dp, double *dT, int *ok)
{
  GudPeriodic *pe = w->pe;
  int          n = pe->n, free_T = pe->opt.free != 0, all = n + 1 + free_T;
  double *A = reals(all * all), *x = reals(all), *f = reals(w->nx), *f1 = reals(w->nx), *g = reals(w->nx);
  PetscBLASInt *pivot = gud_alloc(sizeof *pivot * (size_t)(all + 1)), b = all, one = 1, info = 0;
  PetscFunctionBeginUser;
  gud_periodic_coordinates(pe, w->F_p, g);
  gud_periodic_coordinates(pe, pe->flow, f), gud_periodic_coordinates(pe, pe->flow1, f1);
  for (int k = 0; k < n; k++) {
    const double *T   = pe->T + (size_t)w->nx * (size_t)k;
    double        sum = 0;
    for (int i = 0; i < n; i++) A[k * all + i] = pe->M[k * n + i] - (i == k);
    for (int i = 0; i < w->nx; i++) sum += weight_of(w, i) * weight_of(w, i) * w->t[i] * T[i];
    A[k * all + n] = sum, x[k] = -r[k], A[n * all + k] = g[k] * w->L;
    if (free_T) A[k * all + n + 1] = f[k], A[(n + 1) * all + k] = f1[k];
  }
  A[n * all + n] = w->t_p / w->L;
  PetscCallBLAS("LAPACKgesv", LAPACKgesv_(&b, &one, A, &b, pivot, x, &b, &info));
  *ok = !info;
  for (int k = 0; k < all; k++) *ok &= isfinite(x[k]) != 0;
  gud_periodic_along(pe, x, dx);
  *dp = x[n] * w->L, *dT = free_T ? x[n + 1] : 0;
  free(A), free(x), free(f), free(f1), free(g), free(pivot);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (BR2) from the last iterate (y0, p0) with F0 in the whole space to the present one: full at the first step, then by Broyden's update,
   which a step along x alone leaves as it is */
static void secant(Walk *w, const double *y0, double p0, double T0, const double *F0, const double *r)
{
  GudPeriodic *pe = w->pe;
  double       dp = w->p - p0;
  if (fabs(dp) < 1e-12 * w->L) return;
  double *dx = reals(w->nx), *xi = reals(w->nx), *m = reals(w->nx), *F1 = reals(w->nx), *f1 = reals(w->nx);
  for (int k = 0; k < w->nx; k++) dx[k] = pe->y[k] - y0[k];
  gud_periodic_coordinates(pe, dx, xi), gud_periodic_coordinates(pe, pe->flow1, f1);
  for (int i = 0; i < pe->n; i++) {
    m[i] = r[i] + xi[i] - f1[i] * (pe->opt.free ? pe->period - T0 : 0);
    for (int k = 0; k < pe->n; k++) m[i] -= pe->M[k * pe->n + i] * xi[k];
  }
  gud_periodic_along(pe, m, F1);
  double part = w->have_F_p ? dp * dp / (w->L * w->L) / product(w, dx, dx, dp, dp) : 1;
  for (int k = 0; k < w->nx; k++) w->F_p[k] += part * ((F1[k] - F0[k]) / dp - w->F_p[k]);
  w->have_F_p = 1;
  free(dx), free(xi), free(m), free(F1), free(f1);
}

static void tests(const GudPeriodic *pe, Point *at)
{
  double torus   = 1;
  at->test[FOLD] = at->test[FLIP] = 1, at->pairs = 0;
  for (int k = 0; k < pe->n; k++) {
    double re = pe->re[k], im = pe->im[k];
    if (k == pe->trivial) continue;
    if (im > 0) {
      at->test[FOLD] *= (re - 1) * (re - 1) + im * im, at->test[FLIP] *= (re + 1) * (re + 1) + im * im;
      torus *= re * re + im * im - 1, at->pairs++;
    } else if (im == 0) {
      at->test[FOLD] *= re - 1, at->test[FLIP] *= re + 1;
    }
  }
  at->test[TORUS] = torus;
}

static void keep(const Walk *w, Point *at)
{
  memcpy(at->y, w->pe->y, sizeof(double) * (size_t)w->nx);
  at->p = w->p, at->period = w->pe->period, at->events = w->pe->num_events;
  tests(w->pe, at);
}

/* Newton from the point `from` by ds along the chord; `at` gets the point. *ok = 0: not found. */
static PetscErrorCode point_at(Walk *w, const Point *from, double ds, Point *at, int *ok)
{
  enum { MOST = 12 };
  Point   x = {.y = reals(w->nx), .period = from->period};
  double *r = reals(w->nx), *dx = reals(w->nx), *F0 = reals(w->nx), *y0 = reals(w->nx), dp = 0, dT = 0,
         before = INFINITY, p0 = from->p, T0 = from->period;
  PetscFunctionBeginUser;
  memcpy(y0, from->y, sizeof(double) * (size_t)w->nx);
  for (int k = 0; k < w->nx; k++) x.y[k] = from->y[k] + ds * w->t[k];
  x.p = from->p + ds * w->t_p;
  for (int it = 0;; it++) {
    PetscCall(make(w, x.p, &x, ok));
    if (*ok) PetscCall(GudPeriodicShoot(w->pe, r, ok));
    if (!*ok) {
      snprintf(w->why, 900, "%s", w->pe ? w->pe->why : "no model");
      break;
    }
    secant(w, y0, p0, T0, F0, r);
    if (w->pe->closure <= w->b->periodic.tolerance ||
        (it > 4 && w->pe->closure > 0.9 * before && gud_periodic_converged(w->pe, before))) {
      PetscCall(GudPeriodicMultipliers(w->pe));
      keep(w, at);
      break;
    }
    *ok = it < MOST && w->pe->closure < 10 * before && !gud_interrupted;
    if (*ok) PetscCall(correct(w, r, dx, &dp, &dT, ok));
    if (!*ok) {
      snprintf(w->why, 900, "Newton's method does not converge at %s = %.9g", w->b->name, x.p);
      break;
    }
    before = w->pe->closure, p0 = w->p, T0 = w->pe->period;
    memcpy(y0, w->pe->y, sizeof(double) * (size_t)w->nx);
    gud_periodic_along(w->pe, r, F0);
    for (int k = 0; k < w->nx; k++) x.y[k] = w->pe->y[k] + dx[k];
    x.p = w->p + dp, x.period = w->pe->period + dT;
  }
  free(x.y), free(r), free(dx), free(F0), free(y0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (BR3): where test k changes its sign between `a` and the point ds further; pe is there afterwards. */
static PetscErrorCode locate(Walk *w, const Point *a, const Point *c, double ds, int test, Point *at, int *ok)
{
  double lo = 0, hi = ds, g_lo = a->test[test], g_hi = c->test[test];
  int    side = 0;
  PetscFunctionBeginUser;
  for (int it = 0; it < 40; it++) {
    double s = (lo * g_hi - hi * g_lo) / (g_hi - g_lo);
    if (!(s > lo && s < hi)) s = 0.5 * (lo + hi);
    PetscCall(point_at(w, a, s, at, ok));
    if (!*ok) break;
    double g = at->test[test];
    if ((g > 0) == (g_hi > 0)) {
      hi = s, g_hi = g;
      if (side == 1) g_lo *= 0.5;
      side = 1;
    } else {
      lo = s, g_lo = g;
      if (side == -1) g_hi *= 0.5;
      side = -1;
    }
    if (fabs(g) < 1e-11 || hi - lo < 1e-10 * ds) break;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void chord(Walk *w, const Point *a, const Point *b)
{
  for (int k = 0; k < w->nx; k++) w->t[k] = b->y[k] - a->y[k];
  w->t_p      = b->p - a->p;
  double size = sqrt(product(w, w->t, w->t, w->t_p, w->t_p));
  for (int k = 0; k < w->nx; k++) w->t[k] /= size;
  w->t_p /= size;
}

static int changes(const Point *a, const Point *c, int test)
{
  if (test == TORUS && (!a->pairs || a->pairs != c->pairs)) return 0;
  return (a->test[test] > 0) != (c->test[test] > 0);
}

/* The branch ends at the point `last`. */
static PetscErrorCode end_at(Walk *w, const Point *last, GudPointKind kind)
{
  double *r = reals(w->nx);
  int     ok;
  PetscFunctionBeginUser;
  PetscCall(make(w, last->p, last, &ok));
  if (ok) PetscCall(GudPeriodicShoot(w->pe, r, &ok));
  if (ok) PetscCall(GudPeriodicMultipliers(w->pe));
  if (ok) w->b->point(w->b->ctx, w->pe, w->p, kind);
  free(r);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Special points between two points; *any: pe is no longer at the second one. *ok = 0: stop. */
static PetscErrorCode specials(Walk *w, const Point *last, const Point *next, double ds, Point *special,
                               int *any, int *ok)
{
  static const GudPointKind kinds[] = {GUD_POINT_FOLD, GUD_POINT_FLIP, GUD_POINT_TORUS};
  int                       found;
  PetscFunctionBeginUser;
  *any = 0, *ok = 1;
  for (int k = 0; k < NUM_TESTS && *ok; k++) {
    if (!changes(last, next, k)) continue;
    PetscCall(locate(w, last, next, ds, k, special, &found));
    if (found) *ok = w->b->point(w->b->ctx, w->pe, w->p, kinds[k]);
    else if (w->sim)
      gud_context_say(w->sim->ctx, GUD_MESSAGE_WARNING,
                      "warning: a %s lies between %s = %.9g and %.9g, but was not located: %s",
                      gud_point_words[kinds[k]], w->b->name, last->p, next->p, w->why);
    *any = 1;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode go(Walk *w, Point *last, Point *next, Point *special)
{
  const GudBranch *b    = w->b;
  const double     near = 1e-10; /* (BR4) */
  double           ds = b->first, way = b->to > b->from ? 1 : -1,
         bad = INFINITY; /* distance at which no point was found */
  int ok, any, num = 1, grazes = 0;
  PetscFunctionBeginUser;
  memset(w->t, 0, sizeof(double) * (size_t)w->nx), w->t_p = way * w->L;
  while (num < b->max_points && !gud_interrupted) {
    PetscCall(point_at(w, last, ds, next, &ok));
    if (!ok || next->events != last->events) {
      grazes = w->pe && w->pe->num_events != last->events;
      bad    = ds, ds *= 0.5;
      if (ds > near) continue;
      PetscCall(end_at(w, last, grazes ? GUD_POINT_GRAZING : GUD_POINT_END));
      break;
    }
    PetscCall(specials(w, last, next, ds, special, &any, &ok));
    if (ok && any) {
      PetscCall(make(w, next->p, next, &ok)); /* pe is the point again */
      double *r = reals(w->nx);
      if (ok) PetscCall(GudPeriodicShoot(w->pe, r, &ok));
      if (ok) PetscCall(GudPeriodicMultipliers(w->pe));
      free(r);
    }
    if (!ok || !b->point(b->ctx, w->pe, w->p, GUD_POINT_REGULAR)) break;
    num++;
    if (way * (next->p - b->to) >= 0 || way * (next->p - b->from) < -1e-9 * w->L) break;
    chord(w, last, next);
    Point swap = *last;
    *last = *next, *next = swap;
    bad -= ds;
    if (bad < near) {
      PetscCall(end_at(w, last, grazes ? GUD_POINT_GRAZING : GUD_POINT_END));
      break;
    }
    ds = fmin(fmin(1.5 * ds, b->most), 0.5 * bad);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudBranchFollow(const GudBranch *b, int *ok, char why[900])
{
  Walk  w = {.b = b, .L = fabs(b->to - b->from), .why = why};
  Point at[3];
  PetscFunctionBeginUser;
  PetscCall(make(&w, b->from, NULL, ok));
  if (*ok) PetscCall(GudPeriodicSolve(w.pe, ok));
  if (!*ok && w.pe) snprintf(why, 900, "%s", w.pe->why);
  if (*ok) {
    w.nx  = w.pe->nx;
    w.F_p = reals(w.nx), w.t = reals(w.nx);
    for (int k = 0; k < 3; k++) at[k].y = reals(w.nx);
    keep(&w, &at[0]);
    if (b->point(b->ctx, w.pe, w.p, GUD_POINT_REGULAR)) PetscCall(go(&w, &at[0], &at[1], &at[2]));
    for (int k = 0; k < 3; k++) free(at[k].y);
    free(w.F_p), free(w.t);
  }
  if (w.pe) PetscCall(GudPeriodicDestroy(&w.pe));
  PetscCall(GudSimulationDestroy(&w.sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}
