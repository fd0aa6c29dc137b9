/* Normal law kelvin_voigt: contact/normal.h.

   (N2) F = max(K delta^n + D v, 0), n = 1 by default; the caller sees to it that it never pulls */
#include "contact/normal.h"

static void damp(const GudNormalLaw *self, const GudNormal *p, GudScalar delta, GudScalar v, GudScalar f,
                 GudScalar f_d, GudNormalForce *out)
{
  (void)self, (void)delta;
  out->F = f + p->damping * v, out->F_d = f_d, out->F_v = p->damping;
}

const GudNormalLaw gud_normal_law_kelvin_voigt = {.name            = "kelvin_voigt",
                                                  .summary         = "spring and damper",
                                                  .exponent        = 1,
                                                  .never_pulls     = 1,
                                                  .jumps           = 1,
                                                  .needs_stiffness = 1,
                                                  .damp            = damp};
