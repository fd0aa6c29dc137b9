/* Kernels with known faults: the battery must see each of them. A force with an internal and history, and an element
   with forces, both right when `fault` is NONE. */
#ifndef GUD_BATTERY_SELF_H
#define GUD_BATTERY_SELF_H

#include "battery_element.h"

typedef enum {
  NONE,
  TANGENT_X, /* force */
  TANGENT_V,
  TANGENT_Z,
  SIGN,
  REACTION,
  SPACE_AXIS,
  DAMPER_SIGN,
  OVERWRITES,
  HISTORY_OVERRUN,
  WORK_OVERRUN,
  WORK_UNSET,
  WORK_WRITTEN,
  STALE,
  DEAD_COLUMN,
  BY_FUNCTION,
  ANCHORED, /* element */
  SKEW,
  WRONG_ENERGY,
  LEVER,
  TANGENT_Q,
  MASS,
  GAIN
} Fault;
static Fault fault;

typedef struct {
  double k, c;
  int    load;
} SelfParams;

/* Linear spring between points and a bristle: f_b = -(k + c d.d' + z) d, rz = z' + z + |d|^2 - history - load. */
typedef struct {
  GudScalar d[3], w[3], dw, n;
} SelfWork;

static size_t self_size(const GudForceType *self, const void *params)
{
  (void)self;
  (void)params;
  return sizeof(SelfWork) - (fault == WORK_OVERRUN ? 1 : 0);
}

static GudStatus self_evaluate(const GudForceArgs *s, GudLevel level)
{
  SelfWork *o = s->work;
  if (s->level < GUD_LEVEL_POSITION) {
    gud_sub(s->x[1], s->x[0], o->d);
    gud_sub(s->v[1], s->v[0], o->w);
    if (fault != WORK_UNSET) o->n = 0;
  }
  if (s->level < GUD_LEVEL_FORCE && level >= GUD_LEVEL_FORCE) {
    o->dw = gud_dot(o->d, o->w);
    for (int i = 0; i < 3; i++) o->n += o->d[i] * o->d[i];
  }
  return GUD_OK;
}

static void self_residual(const GudForceArgs *s, GudScalar (*f)[3], GudScalar *rz)
{
  const SelfParams *p = s->params;
  const SelfWork   *o = s->work;
  for (int i = 0; i < 3; i++) {
    double    ki = p->k * (fault == SPACE_AXIS && i == 0 ? 2 : 1) * (fault == SIGN ? -1 : 1);
    double    c  = fault == DAMPER_SIGN ? -p->c : p->c;
    GudScalar F  = (ki + c * o->dw + s->z[0]) * o->d[i];
    f[0][i]      = (fault == OVERWRITES ? 0 : f[0][i]) + F, f[1][i] -= fault == REACTION ? 1.01 * F : F;
  }
  rz[0] += s->zt[0] + s->z[0] + o->n - s->history[0] - s->fn[p->load];
}

static void self_by_function(const GudForceArgs *s, int function, GudScalar (*df)[3], GudScalar *drz)
{
  (void)s, (void)function, (void)df;
  drz[0] -= fault == BY_FUNCTION ? 1 + 1e-9 : 1;
}

static void self_tangent(const GudForceArgs *s, const double c[4], GudScalar *K)
{
  const SelfParams *p  = s->params;
  double            cd = fault == DAMPER_SIGN ? -p->c : p->c, r = fault == REACTION ? 1.01 : 1;
  const GudScalar  *d = ((const SelfWork *)s->work)->d, *w = ((const SelfWork *)s->work)->w;
  if (fault == DEAD_COLUMN && !gud_is_live(s->live, 0))
    return; /* as if everything were dead with the first component */
  for (int i = 0; i < 3; i++) {
    double ki = p->k * (fault == SPACE_AXIS && i == 0 ? 2 : 1) * (fault == SIGN ? -1 : 1);
    for (int j = 0; j < 3; j++) {
      GudScalar k = c[0] * cd * d[i] * w[j] + (fault == TANGENT_V ? 0 : c[1] * cd * d[i] * d[j]);
      if (i == j) k += c[0] * (ki + cd * gud_dot(d, w) + s->z[0] + (fault == TANGENT_X ? 1e-9 : 0));
      K[7 * i + j] -= k, K[7 * i + 3 + j] += k, K[7 * (3 + i) + j] += r * k, K[7 * (3 + i) + 3 + j] -= r * k;
    }
    K[7 * i + 6] += c[2] * d[i], K[7 * (3 + i) + 6] -= r * c[2] * d[i];
    K[7 * 6 + i] -= c[0] * 2 * d[i], K[7 * 6 + 3 + i] += c[0] * 2 * d[i];
  }
  K[48] += c[2] + (fault == TANGENT_Z ? c[2] : c[3]);
}

static GudScalar self_force_energy(const GudForceArgs *s)
{
  const SelfParams *p = s->params;
  SelfWork         *o = s->work;
  GudScalar         V = 0.5 * p->k * gud_dot(o->d, o->d);
  if (fault == WORK_WRITTEN) o->n += 1;
  return V;
}

static int self_accept(const GudForceArgs *s, int event, double *history)
{
  (void)event;
  history[0] = creal(s->x[0][0]);
  if (fault == HISTORY_OVERRUN) history[1] = 1;
  return fault != STALE; /* rz changes with it */
}

static const GudParam self_params[] = {
  {"k", GUD_REAL, GUD_STIFFNESS, GUD_POSITIVE, NULL, offsetof(SelfParams, k), NULL, "stiffness"},
  {"c", GUD_REAL, GUD_DAMPING, GUD_POSITIVE, NULL, offsetof(SelfParams, c), NULL, "damping"},
  {"load", GUD_FUNCTION, GUD_AREA, GUD_ANY, NULL, offsetof(SelfParams, load), NULL, "load"},
};
static const GudMarkerSlot self_slots[]        = {{"a", GUD_POINT, 0, "a"}, {"b", GUD_POINT, 0, "b"}};
static const int           self_differential[] = {1};
static const GudHistory    self_history[]      = {{"memory", GUD_HISTORY_MEMORY, "-", 0}};
static const GudForceType  self_force          = {
            .info          = {"self", "test of the battery", NULL, GUD_3D, self_params, 3, sizeof(SelfParams)},
            .slots         = self_slots,
            .num_slots     = 2,
            .num_internals = 1,
            .differential  = self_differential,
            .num_history   = 1,
            .history       = self_history,
            .size          = self_size,
            .evaluate      = self_evaluate,
            .energy        = self_force_energy,
            .residual      = self_residual,
            .tangent       = self_tangent,
            .by_function   = self_by_function,
            .accept        = self_accept,
};

/* Bar of two nodes with a damper: V = k/4 (d.d - l^2)^2, f = (k (d.d - l^2) + c d.d') d. */
static GudStatus self_setup(const GudElementType *self, const void *params, const GudPlacement *place,
                            double *data, char *why)
{
  (void)self;
  const SelfParams *p = params;
  (void)place, (void)why;
  data[0] = p->k, data[1] = p->c;
  return GUD_OK;
}

static void self_start(const GudElementType *self, const double *data, const GudPlacement *p, double (*Q)[3],
                       double (*Qt)[3])
{
  (void)self;
  (void)data;
  for (int i = 0; i < 3; i++) Q[0][i] = p->origin[i], Q[1][i] = p->origin[i] + p->R[3 * i];
  for (int k = 0; k < 2; k++) rigid_rate(p, Q[k], 1, Qt[k]);
}

static void self_mass(const GudElementType *self, const double *data, double *m)
{
  (void)self;
  (void)data;
  m[0] = m[3] = 2, m[1] = m[2] = fault == MASS ? 2.1 : 1;
}

static GudStatus self_forces(const GudElementType *self, const double *data, GudScalar (*Q)[3],
                             GudScalar (*Qt)[3], GudScalar (*r)[3], GudScalar *ledger)
{
  (void)self;
  GudScalar d[3], w[3], F, s;
  double    sign = fault == GAIN ? -1 : 1;
  gud_sub(Q[1], Q[0], d);
  gud_sub(Qt[1], Qt[0], w);
  s = gud_dot(d, d) - 1;
  if (ledger) {
    ledger[0] += (fault == WRONG_ENERGY ? 0.26 : 0.25) * data[0] * s * s;
    ledger[1] += sign * data[1] * gud_dot(d, w) * gud_dot(d, w);
  }
  for (int i = 0; i < 3 && r; i++) {
    F = (data[0] * s + sign * data[1] * gud_dot(d, w)) * d[i];
    if (fault == LEVER && i == 0) F += 0.1 * (Q[1][1] - Q[0][1]); /* a couple */
    r[1][i] += F, r[0][i] -= F;
    if (fault == ANCHORED) r[0][i] += 0.1 * Q[0][i];
  }
  if (fault == SKEW && r) r[0][0] += 0.1 * Q[0][1];
  return GUD_OK;
}

static GudStatus self_element_tangent(const GudElementType *self, const double *data, GudScalar (*Q)[3],
                                      GudScalar (*Qt)[3], double cq, double cv, GudScalar *K)
{
  (void)self;
  GudScalar d[3], w[3];
  double    c = (fault == GAIN ? -1 : 1) * data[1];
  gud_sub(Q[1], Q[0], d);
  gud_sub(Qt[1], Qt[0], w);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      GudScalar k = d[i] * (cq * (2 * data[0] * d[j] + c * w[j]) + cv * c * d[j]);
      if (i == j) k += cq * (data[0] * (gud_dot(d, d) - 1) + c * gud_dot(d, w));
      if (fault == TANGENT_Q && i == 0 && j == 1) k += 1e-8 * cq;
      if (fault == LEVER && i == 0 && j == 1) k += 0.1 * cq;
      K[6 * i + j] += k, K[6 * (3 + i) + 3 + j] += k, K[6 * i + 3 + j] -= k, K[6 * (3 + i) + j] -= k;
      if (fault == ANCHORED && i == j) K[6 * i + j] += 0.1 * cq;
    }
  if (fault == SKEW) K[1] += 0.1 * cq;
  return GUD_OK;
}

/* It is not. */
static int self_linear(const GudElementType *self, const double *data)
{
  (void)self;
  (void)data;
  return 1;
}

static const int            self_translation[] = {1, 1};
static const GudElementType self_element       = {
        .info        = {"self", "test of the battery", NULL, GUD_3D, self_params, 2, sizeof(SelfParams)},
        .claims      = GUD_CLAIM_ROTATION | GUD_CLAIM_MOMENTUM | GUD_CLAIM_SYMMETRIC | GUD_CLAIM_ENERGY,
        .num_vec     = 2,
        .num_data    = 2,
        .translation = self_translation,
        .setup       = self_setup,
        .start       = self_start,
        .mass        = self_mass,
        .residual    = self_forces,
        .tangent     = self_element_tangent,
};

#endif
