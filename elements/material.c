/* See material.h for the equations (M1)-(M5). Strains are 11, 22, 2*12; fields u[.][0], u[.][1] are the columns of F. */
#include "material.h"

#include <stddef.h>

typedef struct {
  GudScalar x, det, d, log_d; /* d = det C = 1 + x, det = det E */
  GudScalar y, g, log_J, k;   /* (M3), (M5); g = C33 - 1 = e^y - 1 */
  GudScalar p; /* lam ln J; plane stress: -mu g, the same without loss of digits for large lam */
} Volume;

/* (M3) y, g for plane stress */
static GudStatus thickness(const double *c, Volume *v)
{
  double mu = c[GUD_LAW_MU], half = 0.5 * c[GUD_LAW_LAM];
  int    arrived = 0; /* the real part has: one more step carries derivatives along */
  v->y           = -half / (mu + half) * v->log_d; /* the step from y = 0; mu + half > 0 for every nu > -1 */
  for (int n = 0; n < 60; n++) {
    v->g            = gud_expm1(v->y);
    GudScalar slope = mu * (1 + v->g) + half, step = (mu * v->g + half * (v->y + v->log_d)) / slope;
    if (arrived == 2) return GUD_OK;
    if (!(gud_re(slope) > 0)) return GUD_RETRY;
    v->y -= step;
    if (arrived || fabs(gud_re(step)) <= 1e-8 * fabs(gud_re(v->y))) arrived++; /* quadratic: 1e-16 is left */
  }
  return GUD_RETRY;
}

static GudStatus volume(const double *c, const GudScalar *e, Volume *v)
{
  v->det = e[0] * e[1] - 0.25 * e[2] * e[2];
  v->x   = 2 * (e[0] + e[1]) + 4 * v->det;
  v->d   = 1 + v->x;
  v->y = v->g = 0, v->k = 1;
  if (!(gud_re(v->d) > 0)) return GUD_RETRY;
  v->log_d = gud_log1p(v->x);
  if (c[GUD_LAW_PLANE_STRAIN] != 0) {
    v->log_J = 0.5 * v->log_d, v->p = c[GUD_LAW_LAM] * v->log_J;
    return GUD_OK;
  }
  if (thickness(c, v) != GUD_OK) return GUD_RETRY;
  GudScalar a = 2 * c[GUD_LAW_MU] * (1 + v->g);
  v->k = a / (a + c[GUD_LAW_LAM]), v->log_J = 0.5 * (v->log_d + v->y), v->p = -c[GUD_LAW_MU] * v->g;
  return GUD_OK;
}

static GudStatus neo_hookean(const double *c, GudScalar (*u)[GUD_MAX_FIELDS], const GudScalar *e,
                             GudScalar *V, GudScalar *s, GudScalar *C)
{
  double    mu = c[GUD_LAW_MU], lam = c[GUD_LAW_LAM];
  GudScalar p, a, b, i[3]; /* i: C^-1 as 11, 22, 12 */
  Volume    v;
  if (!(gud_re(u[0][0] * u[1][1] - u[0][1] * u[1][0]) > 0)) return GUD_RETRY;
  if (volume(c, e, &v) != GUD_OK) return GUD_RETRY;
  p    = v.p;
  *V   = mu * (0.5 * (v.x - v.log_d) - 2 * v.det + 0.5 * (v.g - v.y)) + 0.5 * p * v.log_J; /* (M1) */
  s[0] = (2 * mu * (e[0] + 2 * v.det) + p * (1 + 2 * e[1])) / v.d;                         /* (M4) */
  s[1] = (2 * mu * (e[1] + 2 * v.det) + p * (1 + 2 * e[0])) / v.d;
  s[2] = (mu - p) * e[2] / v.d;
  i[0] = (1 + 2 * e[1]) / v.d, i[1] = (1 + 2 * e[0]) / v.d, i[2] = -e[2] / v.d;
  a = lam * v.k, b = 2 * (mu - p); /* (M5) */
  C[0] = (a + b) * i[0] * i[0];
  C[4] = (a + b) * i[1] * i[1];
  C[8] = a * i[2] * i[2] + 0.5 * b * (i[0] * i[1] + i[2] * i[2]);
  C[1] = C[3] = a * i[0] * i[1] + b * i[2] * i[2];
  C[2] = C[6] = (a + b) * i[0] * i[2];
  C[5] = C[7] = (a + b) * i[1] * i[2];
  return GUD_OK;
}

const GudLaw gud_laws[] = {[GUD_LAW_SVK] = NULL, [GUD_LAW_NEO_HOOKEAN] = neo_hookean};

void gud_law_across(int law, const double *c, const double e[3], double *stretch, double *s33)
{
  double mu = c[GUD_LAW_MU], lam = c[GUD_LAW_LAM], across = c[GUD_LAW_PLANE_STRAIN];
  *s33 = 0, *stretch = 1;
  if (law == GUD_LAW_SVK) {
    if (across != 0) *s33 = lam * (e[0] + e[1]);
    else *stretch = sqrt(1 - 2 * lam / (lam + 2 * mu) * (e[0] + e[1]));
    return;
  }
  Volume    v;
  GudScalar E[3] = {e[0], e[1], e[2]};
  if (volume(c, E, &v) != GUD_OK) *s33 = *stretch = NAN;
  else *stretch = exp(0.5 * gud_re(v.y)), *s33 = across != 0 ? gud_re(v.p) : 0;
}
