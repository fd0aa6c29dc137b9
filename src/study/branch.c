/* Branches of periodic motions over a parameter p, by pseudo-arclength continuation (Keller 1977).

   F(x, p) = T+ (P(x, p) - x) = 0 of periodic.c; |(dx, dp)|^2 = sum (w dq)^2 + (w dv/V)^2 + (dp/L)^2, L = |to - from|.
   (BR1) predicted: (x, p) + ds t with the chord t through the last two points;
         corrected: (M - 1) xi + F_p dp = -F,  t.(T xi, dp) = 0
         period T unknown: dT is unknown, too; f1 dT is added on the left, and f.(T xi) = 0 (f, f1: rates of the state at both ends)
   (BR2) F_p is a secant (Broyden 1965) from iterates that are made anyway: F_1 - F_0 - (M - 1) dx over dp; where dp is small, at a fold, the
         old one stays. It decides how fast Newton converges, not where: no derivative of the map is replaced by differences.
   (BR3) tests along the branch, with the multipliers m but the trivial one: product of (m - 1) at a fold, of (m + 1) at a flip, of (|m|^2 - 1)
         of complex pairs at a torus point. Between two points of opposite sign ds is found by the Illinois method, every trial a point that is
         converged; p at a fold is then right to the square of what ds is off by.
   (BR4) grazing: the number of events in a period differs across it. The step is halved until it is below 1e-10 (of the arclength, in which L is 1): the last point is
         the grazing motion. The derivative of the map has a square root there: the branch ends.
   (BR5) doubled motions: at a flip, (M - 1) of twice the period has the null vector v, M v = -v. The new branch begins there along the chord
         (T v, 0), with F_p by one more evaluation at a parameter nearby; its first points are not tested for a fold.
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
                                                           [GUD_BRANCH_CLOSURE]    = "closure",
                                                           [GUD_BRANCH_NUMBER]     = "branch",
                                                           [GUD_BRANCH_SECTION]    = "section"};
const char *const gud_point_words[]                     = {
                      [GUD_POINT_REGULAR] = "point", [GUD_POINT_FOLD] = "fold",       [GUD_POINT_FLIP] = "flip",
                      [GUD_POINT_TORUS] = "torus",   [GUD_POINT_GRAZING] = "grazing", [GUD_POINT_END] = "end"};

enum { FOLD, FLIP, TORUS, NUM_TESTS };

/* A point: state and parameter, its tests */
typedef struct {
  double *y, p, period, test[NUM_TESTS];
  int     events, pairs;
} Point;

/* A flip: where a branch of twice the period begins */
typedef struct {
  Point     at;
  double   *v;     /* nx: T v of (BR5) */
  GudState *modes; /* of contacts there */
  int       times; /* periods of the motion that doubles there */
} Flip;

typedef struct {
  const GudBranch *b;
  int              times; /* periods of the present branch */
  Flip            *flips; /* met so far */
  int              num_flips;
  GudSimulation    sim;
  GudPeriodic     *pe;
  double           p; /* of pe */
  int              nx;
  double           L;
  double          *F_p; /* nx: derivative of F by p, along the tangents T */
  int              have_F_p;
  double          *t, t_p; /* chord */
  GudState        *modes; /* of contacts, where the last problem that could be set up began; NULL: none yet */
  char            *why;
} Walk;

static double *reals(int n)
{
  return gud_alloc(sizeof(double) * (size_t)(n + 1));
}

static void keep_modes(Walk *w, const GudState *from)
{
  if (!w->modes) w->modes = gud_state_create(from->nq, from->nr, from->nz, from->nh);
  gud_state_copy(w->modes, from);
}

/* The problem at p, from the state of `from` (NULL: the model's start) */
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
  if (w->pe && w->pe->start)
    keep_modes(w, w->pe->start); /* the last one may have failed before it had a start */
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
    if (!isnan(b->periods) && !o.free)
      o.period = b->periods *
                 (isnan(w->sim->options.period) ? w->sim->poincare.period : w->sim->options.period);
    o.period *= w->times;
    if (from && o.free) o.period = from->period;
    PetscCall(GudPeriodicCreate(w->sim, &o, &w->pe, ok));
    if (!*ok) snprintf(w->why, 900, "%s", w->pe->why);
  }
  w->p = p;
  if (*ok && from) {
    memcpy(w->pe->y, from->y, sizeof(double) * (size_t)w->nx);
    if (w->modes) gud_periodic_modes(w->pe, w->modes);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static double weight_of(const Walk *w, int k)
{
  const GudSystem *sys = w->sim->sys;
  if (k >= 2 * sys->nq) return 1;
  return k < sys->nq ? sys->weight[k] : sys->weight[k - sys->nq] / w->pe->speed;
}

/* Inner product of (BR1) with the weights of the present problem */
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
    m[i] = r[i] + xi[i] - f1[i] * (pe->opt.free ? pe->orbit->period - T0 : 0);
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
    double re = pe->orbit->re[k], im = pe->orbit->im[k];
    if (k == pe->orbit->trivial) continue;
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
  at->p = w->p, at->period = w->pe->orbit->period, at->events = w->pe->orbit->num_events;
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
    if (w->pe->orbit->closure <= w->b->periodic.tolerance ||
        (it > 4 && w->pe->orbit->closure > 0.9 * before && gud_periodic_converged(w->pe, before))) {
      PetscCall(GudPeriodicMultipliers(w->pe));
      keep(w, at);
      break;
    }
    *ok = it < MOST && w->pe->orbit->closure < 10 * before && !gud_interrupted;
    if (*ok) PetscCall(correct(w, r, dx, &dp, &dT, ok));
    if (!*ok) {
      snprintf(w->why, 900, "Newton's method does not converge at %s = %.9g", w->b->name, x.p);
      break;
    }
    before = w->pe->orbit->closure, p0 = w->p, T0 = w->pe->orbit->period;
    memcpy(y0, w->pe->y, sizeof(double) * (size_t)w->nx);
    gud_periodic_along(w->pe, r, F0);
    for (int k = 0; k < w->nx; k++) x.y[k] = w->pe->y[k] + dx[k];
    x.p = w->p + dp, x.period = w->pe->orbit->period + dT;
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

/* (BR5): T v of the present problem, whose multiplier nearest to -1 is taken */
static PetscErrorCode doubling_vector(const Walk *w, double *dx)
{
  const GudPeriodic *pe = w->pe;
  int                n  = pe->n;
  PetscBLASInt       b = n, one = 1, info = 0, num = 20 * n + 40;
  double *A = reals(n * n), *V = reals(n * n), *re = reals(n), *im = reals(n), *work = reals(num), none = 0;
  PetscFunctionBeginUser;
  memcpy(A, pe->M, sizeof(double) * (size_t)(n * n));
  PetscCallBLAS("LAPACKgeev",
                LAPACKgeev_("N", "V", &b, A, &b, re, im, &none, &one, V, &b, work, &num, &info));
  PetscCheck(!info, PETSC_COMM_SELF, PETSC_ERR_LIB, "no eigenvectors of the monodromy matrix");
  int k = 0;
  for (int i = 1; i < n; i++)
    if (hypot(re[i] + 1, im[i]) < hypot(re[k] + 1, im[k])) k = i;
  gud_periodic_along(pe, V + (size_t)n * (size_t)k, dx);
  free(A), free(V), free(re), free(im), free(work);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The present problem is a flip: it is kept, for the branch that begins there. */
static PetscErrorCode keep_flip(Walk *w)
{
  const GudState *s = w->pe->start;
  PetscFunctionBeginUser;
  if (w->times >= 1 << w->b->doublings) PetscFunctionReturn(PETSC_SUCCESS);
  Flip *f = GUD_GROW(w->flips, w->num_flips);
  *f      = (Flip){.at = {.y = reals(w->nx)}, .v = reals(w->nx), .times = w->times};
  keep(w, &f->at);
  f->modes = gud_state_create(s->nq, s->nr, s->nz, s->nh);
  gud_state_copy(f->modes, s);
  PetscCall(doubling_vector(w, f->v));
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
    if (found && k == FLIP) PetscCall(keep_flip(w));
    if (!found && w->sim)
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
  while (num < b->max_points && !gud_interrupted) {
    PetscCall(point_at(w, last, ds, next, &ok));
    if (!ok || next->events != last->events) {
      grazes = w->pe && w->pe->orbit->num_events != last->events;
      bad    = ds, ds *= 0.5;
      if (ds > near) continue;
      PetscCall(end_at(w, last, grazes ? GUD_POINT_GRAZING : GUD_POINT_END));
      break;
    }
    any = 0;
    if (num > 1 || w->times == 1) PetscCall(specials(w, last, next, ds, special, &any, &ok));
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

static PetscErrorCode first_branch(Walk *w, Point at[3], int *ok)
{
  const GudBranch *b = w->b;
  PetscFunctionBeginUser;
  PetscCall(make(w, b->from, NULL, ok));
  if (*ok) PetscCall(GudPeriodicGuess(w->pe, ok));
  if (*ok) PetscCall(GudPeriodicSolve(w->pe, ok));
  if (!*ok && w->pe) snprintf(w->why, 900, "%s", w->pe->why);
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  w->nx  = w->pe->nx;
  w->F_p = reals(w->nx), w->t = reals(w->nx);
  for (int k = 0; k < 3; k++) at[k].y = reals(w->nx);
  keep(w, &at[0]);
  w->t_p = (b->to > b->from ? 1 : -1) * w->L;
  if ((!b->begin || b->begin(b->ctx, 1, 1, b->from)) && b->point(b->ctx, w->pe, w->p, GUD_POINT_REGULAR))
    PetscCall(go(w, &at[0], &at[1], &at[2]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* F_p of the doubled map at the flip, for the first correction; *ok = 0: the motion does not close there. */
static PetscErrorCode first_F_p(Walk *w, Point *at, int *ok)
{
  double *r = reals(w->nx), *F0 = reals(w->nx), dp = 1e-5 * w->L, p = at->p;
  PetscFunctionBeginUser;
  PetscCall(make(w, p, at, ok));
  if (*ok) PetscCall(GudPeriodicShoot(w->pe, r, ok));
  if (*ok) gud_periodic_along(w->pe, r, F0), at->events = w->pe->orbit->num_events;
  if (*ok) PetscCall(make(w, p + dp, at, ok));
  if (*ok) PetscCall(GudPeriodicShoot(w->pe, r, ok));
  if (*ok) {
    gud_periodic_along(w->pe, r, w->F_p);
    for (int k = 0; k < w->nx; k++) w->F_p[k] = (w->F_p[k] - F0[k]) / dp;
  }
  w->have_F_p = *ok;
  free(r), free(F0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (BR5): the branch that begins at a flip */
static PetscErrorCode doubled_branch(Walk *w, int number, Point at[3], int *ok)
{
  const GudBranch *b = w->b;
  const Flip      *f = &w->flips[number];
  PetscFunctionBeginUser;
  w->times = 2 * f->times;
  memcpy(at[0].y, f->at.y, sizeof(double) * (size_t)w->nx);
  at[0].p = f->at.p, at[0].period = 2 * f->at.period;
  if (w->pe && w->pe->start) gud_periodic_modes(w->pe, f->modes);
  keep_modes(w, f->modes);
  PetscCall(first_F_p(w, &at[0], ok));
  if (!*ok) snprintf(w->why, 900, "%s", w->pe ? w->pe->why : "no model");
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  memcpy(w->t, f->v, sizeof(double) * (size_t)w->nx), w->t_p = 0;
  double size = sqrt(product(w, w->t, w->t, 0, 0));
  for (int k = 0; k < w->nx; k++) w->t[k] /= size;
  if (b->begin && !b->begin(b->ctx, number + 2, w->times, at[0].p)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(go(w, &at[0], &at[1], &at[2]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudBranchFollow(const GudBranch *b, int *ok, char why[900])
{
  Walk  w     = {.b = b, .L = fabs(b->to - b->from), .why = why, .times = 1};
  Point at[3] = {{0}};
  PetscFunctionBeginUser;
  PetscCall(first_branch(&w, at, ok));
  for (int k = 0; k < w.num_flips && *ok && !gud_interrupted; k++) {
    int found;
    PetscCall(doubled_branch(&w, k, at, &found));
    if (!found && w.sim)
      gud_context_say(w.sim->ctx, GUD_MESSAGE_WARNING,
                      "warning: the doubled motion that begins at %s = %.9g was not followed: %s", b->name,
                      w.flips[k].at.p, why);
  }
  for (int k = 0; k < w.num_flips; k++)
    free(w.flips[k].at.y), free(w.flips[k].v), gud_state_destroy(w.flips[k].modes);
  for (int k = 0; k < 3; k++) free(at[k].y);
  free(w.flips), free(w.F_p), free(w.t);
  if (w.modes) gud_state_destroy(w.modes);
  if (w.pe) PetscCall(GudPeriodicDestroy(&w.pe));
  PetscCall(GudSimulationDestroy(&w.sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}
