/* Friction laws: contact/friction.h. */
#include "contact/friction.h"

/* m and dm/dv at v > 0 */
static void coefficient(const GudFriction *p, GudScalar v, GudScalar *m, GudScalar *m_v)
{
  double    mu = p->kinetic, ms = gud_friction_static(p), v0 = p->v0, v1 = p->v1, x = gud_re(v);
  GudScalar e;
  *m = mu, *m_v = 0;
  switch (p->law) {
  case GUD_AMBROSIO: /* (T1) */
    if (x <= v0) *m = 0;
    else if (x < v1) *m = mu * (v - v0) / (v1 - v0), *m_v = mu / (v1 - v0);
    break;
  case GUD_TANH: /* (T2) */
    e  = gud_tanh(v / v0);
    *m = mu * e, *m_v = mu * (1 - e * e) / v0;
    break;
  case GUD_THRELFALL: /* (T3) */
    e  = gud_exp(-3 * (x < v0 ? v / v0 : 1));
    *m = mu * (1 - e), *m_v = x < v0 ? 3 * mu * e / v0 : 0;
    break;
  case GUD_BENGISU_AKAY: /* (T4) */
    if (x < v0) *m = ms * v * (2 * v0 - v) / (v0 * v0), *m_v = 2 * ms * (v0 - v) / (v0 * v0);
    else e = gud_exp(-(v - v0) / v1), *m = mu + (ms - mu) * e, *m_v = -(ms - mu) * e / v1;
    break;
  case GUD_STEP: /* (T5) */
    if (x < v0) {
      e  = v / v0;
      *m = ms * e * e * (3 - 2 * e), *m_v = 6 * ms * e * (1 - e) / v0;
    } else if (x < v1) {
      e  = (v - v0) / (v1 - v0);
      *m = ms + (mu - ms) * e * e * (3 - 2 * e), *m_v = 6 * (mu - ms) * e * (1 - e) / (v1 - v0);
    }
    break;
  default: break;
  }
}

void gud_friction_ratio(const GudFriction *p, GudScalar v, GudScalar *ratio, GudScalar *slope)
{
  GudScalar m, m_v;
  if (!(gud_re(v) > 1e-12 * p->v0)) { /* the limit: dm/dv at 0 */
    coefficient(p, 0, &m, &m_v);
    *ratio = p->law == GUD_AMBROSIO ? 0 : m_v, *slope = 0;
    return;
  }
  coefficient(p, v, &m, &m_v);
  *ratio = m / v, *slope = (m_v - m / v) / v;
}

void gud_friction_stribeck(const GudFriction *p, GudScalar v, GudScalar *g, GudScalar *slope)
{
  double    more = gud_friction_static(p) - p->kinetic;
  GudScalar e    = gud_exp(-(v / p->v1) * (v / p->v1));
  *g = p->kinetic + more * e, *slope = -2 * v / (p->v1 * p->v1) * more * e;
}
