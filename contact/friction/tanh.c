/* Friction law tanh: contact/friction.h.

   (T2) m = mu_k tanh(v/v0) */
#include "contact/friction.h"

static void coefficient(const GudFrictionLaw *self, const GudFriction *p, GudScalar v, GudScalar *m,
                        GudScalar *m_v)
{
  GudScalar e = gud_tanh(v / p->v0);
  (void)self;
  *m = p->kinetic * e, *m_v = p->kinetic * (1 - e * e) / p->v0;
}

const GudFrictionLaw gud_friction_law_tanh = {
  .name = "tanh", .summary = "hyperbolic tangent", .form = GUD_FRICTION_EXPLICIT, .coefficient = coefficient};
