/* Loads at markers: force fixed in space, force that follows a body, moment.

   (L1) force:           f = f n,                n unit vector fixed in space
   (L2) follower_force:  f = f m/|m|,            m = sum n_k e_k turns (and stretches) with the body
   (L3) moment:          Q_k = (J^-1 M) x e_k    (frame.h F3), M = f n, or f m/|m| with follow: yes
   f is a function of time or of probes; all loads are linear in it, so that the derivative by f is the load of f = 1.
   Power is f . v: work of loads in the ledger.   verified by: battery, t320 */
#include "contract/columns.h"

#include "base/frame.h"

#include <stdio.h>

typedef struct {
  int    value;
  double direction[3];
  int    follow;
} LoadParams;

/* clang-format off */
#define AT(field) offsetof(LoadParams, field)
static const GudParam force_params[] = {
  {"value",     GUD_FUNCTION, GUD_FORCE,  GUD_ANY,     NULL, AT(value),     NULL, "magnitude: a function of time or of probes"},
  {"direction", GUD_VECTOR,   GUD_NUMBER, GUD_NONZERO, NULL, AT(direction), NULL, "direction in space at the start"}};
static const GudParam moment_params[] = {
  {"value",     GUD_FUNCTION, GUD_MOMENT, GUD_ANY,     NULL,      AT(value),     NULL, "magnitude: a function of time or of probes"},
  {"direction", GUD_VECTOR,   GUD_NUMBER, GUD_NONZERO, "[0,0,1]", AT(direction), NULL, "axis in space at the start"},
  {"follow",    GUD_BOOL,     GUD_NUMBER, GUD_ANY,     "no",      AT(follow),    NULL, "turns with the body"}};
static const GudMarkerSlot point_slot[] = {{"a", GUD_POINT, 0, "point of attack"}};
static const GudMarkerSlot frame_slot[] = {{"a", GUD_FRAME, 0, "point of attack"}};
static const GudOutput magnitude[] = {{"force", "N", "value of the force"}};
static const GudOutput moment_name[] = {{"moment", "N m", "value of the moment"}};
/* clang-format on */

static void unit(const double n[3], double u[3])
{
  double l = gud_norm_real(n);
  for (int i = 0; i < 3; i++) u[i] = n[i] / l;
}

static GudStatus setup(const GudForceType *self, void *params, char *why)
{
  (void)self;
  const LoadParams *p = params;
  if (gud_norm_real(p->direction) > 0) return GUD_OK;
  snprintf(why, 200, "direction has zero length");
  return GUD_FATAL;
}

static void output(const GudForceArgs *s, double *out)
{
  const LoadParams *p = s->params;
  out[0]              = gud_re(s->fn[p->value]);
}

static void force_residual(const GudForceArgs *s, GudScalar (*f)[3], GudScalar *rz)
{
  const LoadParams *p = s->params;
  double            u[3];
  (void)rz;
  unit(p->direction, u);
  for (int i = 0; i < 3; i++) f[0][i] += s->fn[p->value] * u[i]; /* (L1) */
}

static void force_by_function(const GudForceArgs *s, int function, GudScalar (*df)[3], GudScalar *drz)
{
  const LoadParams *p = s->params;
  double            u[3];
  (void)function, (void)drz;
  unit(p->direction, u);
  for (int i = 0; i < 3; i++) df[0][i] += u[i];
}

static void force_tangent(const GudForceArgs *s, const double c[4], GudScalar *K)
{
  (void)s, (void)c, (void)K; /* does not depend on the state */
}

/* Direction u and force or moment F = f u; m = sum n_k e_k, its length l; inverse of frame.h (F1) for moments */
typedef struct {
  GudScalar u[3], F[3], m[3], l, Ji[9];
} Load;

static size_t size(const GudForceType *self, const void *params)
{
  (void)self, (void)params;
  return sizeof(Load);
}

static void body_direction(const LoadParams *p, GudScalar (*e)[3], GudScalar m[3])
{
  for (int i = 0; i < 3; i++)
    m[i] = p->direction[0] * e[0][i] + p->direction[1] * e[1][i] + p->direction[2] * e[2][i];
}

static void load_vector(const GudForceArgs *s, int follow, Load *o)
{
  const LoadParams *p = s->params;
  GudScalar         f = s->fn[p->value];
  double            u[3];
  if (follow) {
    body_direction(p, s->x + 1, o->m);
    o->l = gud_sqrt(gud_dot(o->m, o->m));
    for (int i = 0; i < 3; i++) o->u[i] = o->m[i] / o->l;
  } else {
    unit(p->direction, u);
    for (int i = 0; i < 3; i++) o->u[i] = u[i];
  }
  for (int i = 0; i < 3; i++) o->F[i] = f * o->u[i];
}

/* Change of F for a change de of the frame vectors */
static void load_vector_diff(const GudForceArgs *s, int follow, const Load *o, GudScalar (*de)[3],
                             GudScalar dF[3])
{
  const LoadParams *p = s->params;
  GudScalar         f = s->fn[p->value];
  GudScalar         dm[3];
  dF[0] = dF[1] = dF[2] = 0;
  if (!follow) return;
  body_direction(p, de, dm);
  for (int i = 0; i < 3; i++) dF[i] = f * (dm[i] - o->m[i] * gud_dot(o->m, dm) / (o->l * o->l)) / o->l;
}

static GudStatus follower_evaluate(const GudForceArgs *s, GudLevel level)
{
  (void)level;
  if (s->level == GUD_LEVEL_NONE) load_vector(s, 1, s->work);
  return GUD_OK;
}

static void follower_residual(const GudForceArgs *s, GudScalar (*f)[3], GudScalar *rz)
{
  const Load *o = s->work;
  (void)rz;
  gud_axpy(1, o->F, f[0]); /* (L2) */
}

static void follower_diff(const GudForceArgs *s, const void *at, GudChange *d, GudScalar (*df)[3],
                          GudScalar *drz)
{
  GudScalar dF[3];
  (void)drz;
  load_vector_diff(s, 1, at, d->x + 1, dF);
  gud_axpy(1, dF, df[0]);
}

static void follower_tangent(const GudForceArgs *s, const double c[4], GudScalar *K)
{
  gud_tangent_by_columns(s, c, 0, 4, 0, NULL, follower_diff, s->work, K);
}

static void follower_by_function(const GudForceArgs *s, int function, GudScalar (*df)[3], GudScalar *drz)
{
  const Load *o = s->work;
  (void)function, (void)drz;
  gud_axpy(1, o->u, df[0]);
}

static GudStatus moment_evaluate(const GudForceArgs *s, GudLevel level)
{
  const LoadParams *p = s->params;
  Load             *o = s->work;
  (void)level;
  if (s->level != GUD_LEVEL_NONE) return GUD_OK;
  load_vector(s, p->follow, o);
  gud_frame_inverse(s->x + 1, o->Ji);
  return GUD_OK;
}

static void moment_residual(const GudForceArgs *s, GudScalar (*f)[3], GudScalar *rz)
{
  const Load *o = s->work;
  (void)rz;
  gud_frame_moment(o->Ji, s->x + 1, o->F, f + 1); /* (L3) */
}

static void moment_diff(const GudForceArgs *s, const void *at, GudChange *d, GudScalar (*df)[3],
                        GudScalar *drz)
{
  const LoadParams *p = s->params;
  const Load       *o = at;
  GudScalar         dM[3];
  (void)drz;
  load_vector_diff(s, p->follow, o, d->x + 1, dM);
  gud_frame_moment_diff(o->Ji, s->x + 1, o->F, d->x + 1, dM, df + 1);
}

static void moment_tangent(const GudForceArgs *s, const double c[4], GudScalar *K)
{
  gud_tangent_by_columns(s, c, 0, 4, 0, NULL, moment_diff, s->work, K);
}

static void moment_by_function(const GudForceArgs *s, int function, GudScalar (*df)[3], GudScalar *drz)
{
  const Load *o = s->work;
  (void)function, (void)drz;
  gud_frame_moment(o->Ji, s->x + 1, o->u, df + 1);
}

static void symbol(const GudForceType *self, const void *params_, GudSymbol *out)
{
  (void)self, (void)params_;
  out->kind = GUD_SYMBOL_ARROW;
}

static void twist(const GudForceType *self, const void *params_, GudSymbol *out)
{
  (void)self, (void)params_;
  out->kind = GUD_SYMBOL_TWIST;
}

const GudForceType gud_force_force = {
  .info        = {"force", "force at a point, direction fixed in space", NULL, GUD_2D | GUD_3D, force_params,
                  GUD_COUNT(force_params), sizeof(LoadParams)},
  .slots       = point_slot,
  .num_slots   = 1,
  .ledger      = GUD_LEDGER_LOAD,
  .load        = 1,
  .num_outputs = 1,
  .outputs     = magnitude,
  .symbol      = symbol,
  .setup       = setup,
  .residual    = force_residual,
  .tangent     = force_tangent,
  .by_function = force_by_function,
  .output      = output,
};

const GudForceType gud_force_follower_force = {
  .info = {"follower_force", "force at a point that turns with the body", NULL, GUD_2D | GUD_3D, force_params,
           GUD_COUNT(force_params), sizeof(LoadParams)},
  .slots       = frame_slot,
  .num_slots   = 1,
  .ledger      = GUD_LEDGER_LOAD,
  .load        = 1,
  .num_outputs = 1,
  .outputs     = magnitude,
  .symbol      = symbol,
  .setup       = setup,
  .size        = size,
  .evaluate    = follower_evaluate,
  .residual    = follower_residual,
  .tangent     = follower_tangent,
  .by_function = follower_by_function,
  .output      = output,
};

const GudForceType gud_force_moment = {
  .info      = {"moment", "moment on a body", NULL, GUD_2D | GUD_3D, moment_params, GUD_COUNT(moment_params),
                sizeof(LoadParams)},
  .slots     = frame_slot,
  .num_slots = 1,
  .ledger    = GUD_LEDGER_LOAD,
  .load      = 1,
  .num_outputs = 1,
  .outputs     = moment_name,
  .symbol      = twist,
  .setup       = setup,
  .size        = size,
  .evaluate    = moment_evaluate,
  .residual    = moment_residual,
  .tangent     = moment_tangent,
  .by_function = moment_by_function,
  .output      = output,
};
