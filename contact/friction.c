/* Friction laws: contact/friction.h. */
#include "contact/friction.h"

void gud_friction_ratio(const GudFriction *p, GudScalar v, GudScalar *ratio, GudScalar *slope)
{
  const GudFrictionLaw *law = gud_friction_law(p);
  GudScalar             m, m_v;
  if (!(gud_re(v) > 1e-12 * p->v0)) { /* the limit: dm/dv at 0 */
    law->coefficient(law, p, 0, &m, &m_v);
    *ratio = m_v, *slope = 0;
    return;
  }
  law->coefficient(law, p, v, &m, &m_v);
  *ratio = m / v, *slope = (m_v - m / v) / v;
}
