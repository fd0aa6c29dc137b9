/* Friction law of tests/extension: m = mu_k v/sqrt(v^2 + v0^2), explicit (contact/friction.h). dm/dv = mu_k v0^2/(v^2 + v0^2)^(3/2). */
#include "contact/friction.h"

static void coefficient(const GudFrictionLaw *self, const GudFriction *p, GudScalar v, GudScalar *m,
                        GudScalar *m_v)
{
  GudScalar s = v * v + p->v0 * p->v0, root = gud_sqrt(s);
  (void)self;
  *m = p->kinetic * v / root, *m_v = p->kinetic * p->v0 * p->v0 / (s * root);
}

const GudFrictionLaw gud_friction_law_rational = {.name        = "rational",
                                                  .summary     = "v over the root of v^2 + v0^2",
                                                  .form        = GUD_FRICTION_EXPLICIT,
                                                  .coefficient = coefficient};
