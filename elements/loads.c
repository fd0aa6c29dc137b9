/* Loads at markers: force fixed in space, force that follows a body, moment.

   (L1) force:           f = f(t) n,             n unit vector fixed in space
   (L2) follower_force:  f = f(t) m/|m|,         m = sum n_k e_k turns (and stretches) with the body
   (L3) moment:          Q_k = (J^-1 M) x e_k    (frame.h F3), M = f(t) n, or f(t) m/|m| with follow: yes
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
  {"value",     GUD_FUNCTION, GUD_FORCE,  GUD_ANY,     NULL, AT(value),     NULL, "magnitude as a function of time"},
  {"direction", GUD_VECTOR,   GUD_NUMBER, GUD_NONZERO, NULL, AT(direction), NULL, "direction in space at the start"}};
static const GudParam moment_params[] = {
  {"value",     GUD_FUNCTION, GUD_MOMENT, GUD_ANY,     NULL,      AT(value),     NULL, "magnitude as a function of time"},
  {"direction", GUD_VECTOR,   GUD_NUMBER, GUD_NONZERO, "[0,0,1]", AT(direction), NULL, "axis in space at the start"},
  {"follow",    GUD_BOOL,     GUD_NUMBER, GUD_ANY,     "no",      AT(follow),    NULL, "turns with the body"}};
static const GudMarkerSlot point_slot[] = {{"a", GUD_POINT, 0, "point of attack"}};
static const GudMarkerSlot frame_slot[] = {{"a", GUD_FRAME, 0, "point of attack"}};
static const char *const   magnitude[]  = {"force"};
static const char *const   moment_name[] = {"moment"};
/* clang-format on */

static void unit(const double n[3], double u[3])
{
  double l = gud_norm_real(n);
  for (int i = 0; i < 3; i++) u[i] = n[i] / l;
}

static GudStatus setup(void *params, char *why)
{
  const LoadParams *p = params;
  if (gud_norm_real(p->direction) > 0) return GUD_OK;
  snprintf(why, 200, "direction has zero length");
  return GUD_FATAL;
}

static void output(const GudForceArgs *s, double *out)
{
  const LoadParams *p = s->params;
  out[0]              = s->fn[p->value].f;
}

static GudStatus force_residual(const GudForceArgs *s, GudScalar (*f)[3], GudScalar *rz)
{
  const LoadParams *p = s->params;
  double            u[3];
  (void)rz;
  unit(p->direction, u);
  for (int i = 0; i < 3; i++) f[0][i] += s->fn[p->value].f * u[i]; /* (L1) */
  return GUD_OK;
}

static GudStatus force_tangent(const GudForceArgs *s, const double c[4], GudScalar *K)
{
  (void)s, (void)c, (void)K; /* does not depend on the state */
  return GUD_OK;
}

/* m = sum n_k e_k and its length */
static GudScalar body_direction(const GudForceArgs *s, GudScalar (*e)[3], GudScalar m[3])
{
  const LoadParams *p = s->params;
  for (int i = 0; i < 3; i++)
    m[i] = p->direction[0] * e[0][i] + p->direction[1] * e[1][i] + p->direction[2] * e[2][i];
  return gud_sqrt(gud_dot(m, m));
}

/* The load vector F, and its derivative dF for a change de of the frame vectors (de may be NULL). */
static void load_vector(const GudForceArgs *s, int follow, GudScalar (*de)[3], GudScalar F[3],
                        GudScalar dF[3])
{
  const LoadParams *p = s->params;
  double            f = s->fn[p->value].f, u[3];
  GudScalar         m[3], dm[3], l;
  unit(p->direction, u);
  for (int i = 0; i < 3; i++) F[i] = f * u[i], dF[i] = 0;
  if (!follow) return;
  l = body_direction(s, s->x + 1, m);
  for (int i = 0; i < 3; i++) F[i] = f * m[i] / l;
  if (!de) return;
  body_direction(s, de, dm);
  for (int i = 0; i < 3; i++) dF[i] = f * (dm[i] - m[i] * gud_dot(m, dm) / (l * l)) / l;
}

static GudStatus follower_residual(const GudForceArgs *s, GudScalar (*f)[3], GudScalar *rz)
{
  GudScalar F[3], dF[3];
  (void)rz;
  load_vector(s, 1, NULL, F, dF);
  gud_axpy(1, F, f[0]); /* (L2) */
  return GUD_OK;
}

static void follower_diff(const GudForceArgs *s, const void *at, GudChange *d, GudScalar (*df)[3],
                          GudScalar *drz)
{
  GudScalar F[3], dF[3];
  (void)at, (void)drz;
  load_vector(s, 1, d->x + 1, F, dF);
  gud_axpy(1, dF, df[0]);
}

static GudStatus follower_tangent(const GudForceArgs *s, const double c[4], GudScalar *K)
{
  gud_tangent_by_columns(s, c, 0, 4, 0, NULL, follower_diff, NULL, K);
  return GUD_OK;
}

static GudStatus moment_residual(const GudForceArgs *s, GudScalar (*f)[3], GudScalar *rz)
{
  const LoadParams *p = s->params;
  GudScalar         M[3], dM[3];
  (void)rz;
  load_vector(s, p->follow, NULL, M, dM);
  gud_frame_moment(s->x + 1, M, f + 1); /* (L3) */
  return GUD_OK;
}

static void moment_diff(const GudForceArgs *s, const void *at, GudChange *d, GudScalar (*df)[3],
                        GudScalar *drz)
{
  const LoadParams *p = s->params;
  GudScalar         M[3], dM[3];
  (void)at, (void)drz;
  load_vector(s, p->follow, d->x + 1, M, dM);
  gud_frame_moment_diff(s->x + 1, M, d->x + 1, dM, df + 1);
}

static GudStatus moment_tangent(const GudForceArgs *s, const double c[4], GudScalar *K)
{
  gud_tangent_by_columns(s, c, 0, 4, 0, NULL, moment_diff, NULL, K);
  return GUD_OK;
}

const GudForceType gud_force_force = {
  .info        = {"force", "force at a point, direction fixed in space", NULL, GUD_2D | GUD_3D, force_params,
                  GUD_COUNT(force_params), sizeof(LoadParams)},
  .slots       = point_slot,
  .num_slots   = 1,
  .ledger      = GUD_LEDGER_LOAD,
  .num_outputs = 1,
  .outputs     = magnitude,
  .setup       = setup,
  .residual    = force_residual,
  .tangent     = force_tangent,
  .output      = output,
};

const GudForceType gud_force_follower_force = {
  .info = {"follower_force", "force at a point that turns with the body", NULL, GUD_2D | GUD_3D, force_params,
           GUD_COUNT(force_params), sizeof(LoadParams)},
  .slots       = frame_slot,
  .num_slots   = 1,
  .ledger      = GUD_LEDGER_LOAD,
  .num_outputs = 1,
  .outputs     = magnitude,
  .setup       = setup,
  .residual    = follower_residual,
  .tangent     = follower_tangent,
  .output      = output,
};

const GudForceType gud_force_moment = {
  .info      = {"moment", "moment on a body", NULL, GUD_2D | GUD_3D, moment_params, GUD_COUNT(moment_params),
                sizeof(LoadParams)},
  .slots     = frame_slot,
  .num_slots = 1,
  .ledger    = GUD_LEDGER_LOAD,
  .num_outputs = 1,
  .outputs     = moment_name,
  .setup       = setup,
  .residual    = moment_residual,
  .tangent     = moment_tangent,
  .output      = output,
};
