/* Friction law ambrosio: contact/friction.h.

   (T1) m = 0 up to v0, a straight line from there to mu_k at v1 */
#include "contact/friction.h"

static void coefficient(const GudFrictionLaw *self, const GudFriction *p, GudScalar v, GudScalar *m,
                        GudScalar *m_v)
{
  double mu = p->kinetic, x = gud_re(v);
  (void)self;
  *m = mu, *m_v = 0;
  if (x <= p->v0) *m = 0;
  else if (x < p->v1) *m = mu * (v - p->v0) / (p->v1 - p->v0), *m_v = mu / (p->v1 - p->v0);
}

static const char *fault(const GudFrictionLaw *self, const GudFriction *p)
{
  (void)self;
  return p->v1 <= p->v0 ? "friction.v1 must be above friction.v0" : NULL;
}

const GudFrictionLaw gud_friction_law_ambrosio = {
  .name        = "ambrosio",
  .summary     = "nothing up to v0, a straight line to v1, then mu_k",
  .form        = GUD_FRICTION_EXPLICIT,
  .fault       = fault,
  .coefficient = coefficient};
