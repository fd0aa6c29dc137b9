/* Normal law of tests/extension: a spring that stiffens (contact/normal.h). It dissipates nothing.
   (S1) F = K delta (1 + (delta/d)^2),  V = K delta^2 (1/2 + (delta/d)^2/4),  d: contact.full_depth */
#include "contact/normal.h"

static void elastic(const GudNormalLaw *self, const GudNormal *p, GudScalar delta, GudScalar *f,
                    GudScalar *f_d, GudScalar *V)
{
  GudScalar s = delta * delta / (p->full_depth * p->full_depth);
  (void)self;
  *f = p->stiffness * delta * (1 + s), *f_d = p->stiffness * (1 + 3 * s);
  *V = p->stiffness * delta * delta * (0.5 + 0.25 * s);
}

const GudNormalLaw gud_normal_law_stiffening = {.name            = "stiffening",
                                                .summary         = "spring that stiffens with the depth",
                                                .exponent        = 1,
                                                .never_pulls     = 1,
                                                .needs_stiffness = 1,
                                                .elastic         = elastic};
