/* Random numbers with a fixed seed, random valid parameters from any parameter table, random rotations. */
#ifndef GUD_BATTERY_RANDOM_H
#define GUD_BATTERY_RANDOM_H

#include "uniform.h"

#include "base/vec3.h"
#include "contract/type_info.h"

#include <stdint.h>
#include <string.h>

enum { NUM_FN = 6, MAX_PARAMS = 4096, MAX_TABLE = 6 };

static int pick(int n)
{
  int i = (int)uniform(0, n);
  return i < n ? i : n - 1;
}

static void random_vector(double r, double x[3])
{
  for (int i = 0; i < 3; i++) x[i] = uniform(-r, r);
}

/* Rotation by a random angle about a random axis (z if planar); row-major. */
static void random_rotation(int planar, double R[9])
{
  double u[3] = {0, 0, 1}, a = uniform(-3, 3), c = cos(a), s = sin(a), n;
  if (!planar) random_vector(1, u);
  n = gud_norm_real(u);
  for (int i = 0; i < 3; i++) u[i] /= n;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) R[3 * i + j] = (i == j) * c + (1 - c) * u[i] * u[j];
  R[1] -= s * u[2], R[2] += s * u[1], R[3] += s * u[2], R[5] -= s * u[0], R[6] -= s * u[1], R[7] += s * u[0];
}

static double random_real(GudBound bound)
{
  switch (bound) {
  case GUD_POSITIVE: return exp(uniform(-1.5, 1.5));
  case GUD_NONNEGATIVE: return pick(4) ? exp(uniform(-1.5, 1.5)) : 0;
  case GUD_NONZERO: return (pick(2) ? 1 : -1) * exp(uniform(-1, 1));
  case GUD_UNIT_INTERVAL: return uniform(0, 1);
  default: return uniform(-1, 1);
  }
}

static int count_words(const char *choices)
{
  int n = 1;
  for (; *choices; choices++) n += *choices == '|';
  return n;
}

/* Symmetric, positive, and possible as an inertia: tr(S) 1 - S with S = A A^T + 0.1. */
static void random_matrix(double M[9])
{
  double A[9], S[9], tr = 0;
  for (int i = 0; i < 9; i++) A[i] = uniform(-1, 1);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) S[3 * i + j] = gud_dot_real(A + 3 * i, A + 3 * j) + 0.1 * (i == j);
  for (int i = 0; i < 3; i++) tr += S[4 * i];
  for (int i = 0; i < 9; i++) M[i] = tr * (i % 4 == 0) - S[i];
}

static int num_optional(const GudTypeInfo *info)
{
  int n = 0;
  for (int k = 0; k < info->num_params; k++)
    n += info->params[k].fallback && info->params[k].fallback[0] == '\0' &&
         !gud_param_item(info->params[k].name);
  return n;
}

/* Fills the struct of a table as the reader would: every value inside its bounds, half of the optional ones absent; of a long
   list of optional ones (sizes of sections, each with its own), where half would never fit together, nine of ten.
   Tables live in static memory and are overwritten by the next call with the same slot. */
static void random_params(const GudTypeInfo *info, int planar, void *out)
{
  static double pool[16][2][MAX_TABLE];
  int           tables = 0, most = num_optional(info) > 10 ? 10 : 2, items = 0, in = 0;
  memset(out, 0, info->params_size);
  for (int k = 0; k < info->num_params; k++) {
    const GudParam *p      = &info->params[k];
    void           *at     = (char *)out + p->offset;
    int             absent = p->fallback && p->fallback[0] == '\0' && pick(most);
    double         *x      = at;
    int             item   = gud_param_item(p->name); /* three of four lists are empty */
    if (item != in) in = item, items += item == items + 1 && !pick(4);
    if (item > items) {
      if (p->kind == GUD_REAL) *x = NAN;
      if (p->kind == GUD_FUNCTION) *(int *)at = -1;
      continue;
    }
    switch (p->kind) {
    case GUD_REAL: *x = absent ? NAN : random_real(p->bound); break;
    case GUD_INT: *(int *)at = (int)ceil(fabs(random_real(p->bound))); break;
    case GUD_BOOL: *(int *)at = pick(2); break;
    case GUD_VECTOR:
      for (int i = 0; i < (planar ? 2 : 3) && !absent; i++)
        x[i] = random_real(p->bound == GUD_NONZERO ? GUD_ANY : p->bound);
      break;
    case GUD_MATRIX:
      if (!absent) random_matrix(x);
      break;
    case GUD_CHOICE: *(int *)at = pick(count_words(p->choices)); break;
    case GUD_FUNCTION: *(int *)at = absent ? -1 : pick(NUM_FN); break;
    case GUD_STRING: *(const char **)at = absent ? NULL : "word"; break;
    case GUD_LIST: break;
    case GUD_TABLE: {
      GudTable *t = at;
      if (absent) break;
      t->n = 2 + pick(MAX_TABLE - 1), t->x = pool[tables][0], t->y = pool[tables][1];
      t->x[0] = uniform(-2, 0), t->y[0] = uniform(-2, 2);
      for (int i = 1; i < t->n; i++) t->x[i] = t->x[i - 1] + uniform(0.1, 1), t->y[i] = uniform(-2, 2);
      tables = (tables + 1) % 16;
      break;
    }
    case GUD_POINTS: { /* a chain that bends gently, or a polygon; one of its corners is near the origin */
      GudTable *t = at;
      if (absent) break;
      t->n = 2 + pick(MAX_TABLE - 1), t->x = pool[tables][0], t->y = pool[tables][1];
      double a = uniform(-3, 3), c[2] = {0}, bend = pick(2) ? 6.28 / t->n : 0;
      for (int i = 0; i < t->n; i++) {
        double l = bend > 0 ? 2 : uniform(1.5, 3);
        t->x[i] = c[0], t->y[i] = c[1];
        a += bend + uniform(-0.4, 0.4);
        c[0] += l * cos(a), c[1] += l * sin(a);
      }
      int near = pick(t->n);
      c[0] = t->x[near] + uniform(-0.5, 0.5), c[1] = t->y[near] + uniform(-0.5, 0.5);
      for (int i = 0; i < t->n; i++) t->x[i] -= c[0], t->y[i] -= c[1];
      tables = (tables + 1) % 16;
      break;
    }
    }
  }
}

#endif
