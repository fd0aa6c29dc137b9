/* Anderson's method on the map of a period: the state that a simulation would reach after many periods, in few of them, for models with any
   number of coordinates and any method of integration.

   (PE7) x_k: states at the section, g_k = P(x_k) one simulated period later, f_k = g_k - x_k. With the differences dF_i = f_i+1 - f_i and dG_i of
         the last iterates:  gamma = argmin |f_k - dF gamma|_W,  x_k+1 = g_k - dG gamma         (Anderson 1965; Walker, Ni 2011)
   In the linear part of the motion this is GMRES on (M - 1), from the simulated periods alone: as many of them as there are slow
   multipliers, and not as many as the slowest one takes to decay. W: the scales of (PE4). x_k+1 is put on the constraints by the
   least correction, which is of second order. All coordinates count, as in the repetition that `until: periodic` looks for.
   (PE8) While it is far away, the steps need not be more accurate than that: their tolerance is 1/300 of the last closure, at most 1e3 times that
         of the model and 1e-4. Map noise is some 30 tolerances, so it stays a tenth of the closure. A closure that has stopped falling near the end is
         that noise: below the tolerance of the repetition it is accepted.
   Where the closure grows tenfold, or x_k+1 is no possible state, the iteration begins anew from the best g.
   verified by: tests/studies/on_orbit.py */
#include "periodic.h"

#include <petscblaslapack.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOW = 40, MOST = 150, MOST_RENEWED = 6 };

typedef struct {
  int     nx, num;       /* num differences so far; the oldest one is overwritten */
  double *F, *G;         /* nx each, WINDOW of them, one behind the other: the last num */
  double *f, *g, *w;     /* of the last iterate; scales */
  double *A, *b;         /* least squares */
  double *best, closure; /* the best g */
} Anderson;

static double *reals(size_t n)
{
  return gud_alloc(sizeof(double) * (n + 1));
}

/* The differences to the last iterate join the others. */
static void join(Anderson *an, const double *f, const double *g)
{
  size_t n = (size_t)an->nx, at = n * (size_t)(an->num % WINDOW);
  for (size_t i = 0; i < n; i++) an->F[at + i] = f[i] - an->f[i], an->G[at + i] = g[i] - an->g[i];
  an->num++;
}

/* y = g - dG gamma, by singular values of the scaled columns */
static PetscErrorCode extrapolate(Anderson *an, const double *f, const double *g, double *y)
{
  int          num = an->num < WINDOW ? an->num : WINDOW;
  PetscBLASInt m = an->nx, n = num, one = 1, rank, info = 0, size = 10 * (m + n) + 100;
  double      *sv = reals((size_t)num), *work = reals((size_t)size), *unit = reals((size_t)num), cut = 1e-8;
  PetscFunctionBeginUser;
  memcpy(y, g, sizeof(double) * (size_t)m);
  for (int k = 0; k < num; k++) {
    double *a = an->A + (size_t)m * (size_t)k, sum = 0;
    for (int i = 0; i < m; i++)
      a[i] = an->w[i] * an->F[(size_t)m * (size_t)k + (size_t)i], sum += a[i] * a[i];
    unit[k] = sum > 0 ? 1 / sqrt(sum) : 0;
    for (int i = 0; i < m; i++) a[i] *= unit[k];
  }
  for (int i = 0; i < m; i++) an->b[i] = an->w[i] * f[i];
  PetscBLASInt rows = m > n ? m : n;
  if (num)
    PetscCallBLAS("LAPACKgelss",
                  LAPACKgelss_(&m, &n, &one, an->A, &m, an->b, &rows, sv, &cut, &rank, work, &size, &info));
  for (int k = 0; k < num && !info; k++)
    for (int i = 0; i < m; i++) y[i] -= an->G[(size_t)m * (size_t)k + (size_t)i] * an->b[k] * unit[k];
  free(sv), free(work), free(unit);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* What comes after x with its g and closure, into pe->y. */
static PetscErrorCode follow(GudPeriodic *pe, Anderson *an, const double *f)
{
  PetscFunctionBeginUser;
  if (pe->orbit->closure < an->closure) {
    an->closure = pe->orbit->closure;
    memcpy(an->best, pe->end, sizeof(double) * (size_t)an->nx);
  }
  if (an->num >= 0) join(an, f, pe->end);
  else an->num = 0;
  memcpy(an->f, f, sizeof(double) * (size_t)an->nx), memcpy(an->g, pe->end, sizeof(double) * (size_t)an->nx);
  PetscCall(extrapolate(an, f, pe->end, pe->y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void scales(const GudPeriodic *pe, double *w)
{
  const GudSystem *sys = pe->sim->sys;
  for (int k = 0; k < sys->nq; k++) w[k] = sys->weight[k], w[sys->nq + k] = sys->weight[k] / pe->speed;
  for (int k = 2 * sys->nq; k < pe->nx; k++) w[k] = 1 / (1 + fabs(pe->y[k]));
}

static PetscErrorCode iterate(GudPeriodic *pe, Anderson *an, double *f, int *ok)
{
  double *tolerance = &pe->so->opt.tolerance, full = *tolerance, most = fmin(1e3 * full, fmax(full, 1e-4)),
         least = INFINITY; /* closure since `stalled` */
  int renewed = 0, stalled = 0;
  PetscFunctionBeginUser;
  pe->orbit->closure = INFINITY;
  for (int k = 0; k < MOST; k++) {
    *tolerance           = pe->so->opt.step > 0 ? full : fmin(fmax(full, pe->orbit->closure / 300), most);
    int            exact = *tolerance <= full;
    PetscErrorCode e     = GudPeriodicMap(pe, 0, NULL, ok);
    *tolerance           = full;
    PetscCall(e);
    if (gud_interrupted) break;
    if (*ok) {
      pe->orbit->simulated++;
      gud_periodic_modes(pe, pe->so->s);
      for (int i = 0; i < pe->nx; i++) f[i] = pe->end[i] - pe->y[i];
      pe->orbit->closure = gud_periodic_size(pe, f);
    }
    if (!*ok || pe->orbit->closure > 10 * an->closure) {
      int loose = !*ok && !exact;
      if (loose) most = full;
      if ((!isfinite(an->closure) && !loose) || renewed++ == MOST_RENEWED) break;
      memcpy(pe->y, an->best, sizeof(double) * (size_t)pe->nx);
      an->num = -1;
      continue;
    }
    stalled = pe->orbit->closure < 0.7 * least ? 0 : stalled + 1, least = fmin(least, pe->orbit->closure);
    if (exact && (pe->orbit->closure <= 0.3 * pe->opt.tolerance ||
                  (stalled >= 3 && pe->orbit->closure <= pe->opt.tolerance))) {
      memcpy(pe->y, pe->end, sizeof(double) * (size_t)pe->nx);
      PetscFunctionReturn(PETSC_SUCCESS);
    }
    scales(pe, an->w);
    if (k < pe->opt.cycles) memcpy(pe->y, pe->end, sizeof(double) * (size_t)pe->nx);
    else PetscCall(follow(pe, an, f));
  }
  if (*ok)
    snprintf(pe->why, sizeof pe->why, "after %d periods the state repeats within %.2g only",
             pe->orbit->simulated, an->closure);
  if (isfinite(an->closure)) memcpy(pe->y, an->best, sizeof(double) * (size_t)pe->nx);
  *ok = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudPeriodicSettle(GudPeriodic *pe, int *ok)
{
  size_t   n = (size_t)pe->nx, all = n * WINDOW;
  size_t   rows = n > WINDOW ? n : WINDOW;
  Anderson an   = {.nx      = pe->nx,
                   .num     = -1,
                   .F       = reals(all),
                   .G       = reals(all),
                   .f       = reals(n),
                   .g       = reals(n),
                   .w       = reals(n),
                   .A       = reals(all),
                   .b       = reals(rows),
                   .best    = reals(n),
                   .closure = INFINITY};
  double  *f    = reals(n);
  PetscFunctionBeginUser;
  pe->orbit->by_map = 1;
  memcpy(an.best, pe->y, sizeof(double) * n);
  long           before = pe->so->stat.steps;
  PetscErrorCode e      = iterate(pe, &an, f, ok);
  pe->orbit->steps      = pe->so->stat.steps - before;
  free(an.F), free(an.G), free(an.f), free(an.g), free(an.w), free(an.A), free(an.b), free(an.best), free(f);
  PetscCall(e);
  PetscFunctionReturn(PETSC_SUCCESS);
}
