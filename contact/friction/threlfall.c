/* Friction law threlfall: contact/friction.h.

   (T3) m = mu_k (1 - exp(-3 v/v0)) up to v0, then constant */
#include "contact/friction.h"

static void coefficient(const GudFrictionLaw *self, const GudFriction *p, GudScalar v, GudScalar *m,
                        GudScalar *m_v)
{
  double    mu = p->kinetic, x = gud_re(v);
  GudScalar e = gud_exp(-3 * (x < p->v0 ? v / p->v0 : 1));
  (void)self;
  *m = mu * (1 - e), *m_v = x < p->v0 ? 3 * mu * e / p->v0 : 0;
}

const GudFrictionLaw gud_friction_law_threlfall = {.name        = "threlfall",
                                                   .summary     = "exponential up to v0, then constant",
                                                   .form        = GUD_FRICTION_EXPLICIT,
                                                   .coefficient = coefficient};
