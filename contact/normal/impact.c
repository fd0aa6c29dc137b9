/* Normal law impact: contact/normal.h.

   (N3) F = max(K delta^n + STEP(delta; 0, 0, d, D) v, 0), ADAMS; STEP is the cubic from 0 to D at the depth d */
#include "contact/normal.h"

static GudScalar step_up(GudScalar x, GudScalar *slope)
{
  *slope = 0;
  if (gud_re(x) >= 1) return 1;
  *slope = 6 * x * (1 - x);
  return x * x * (3 - 2 * x);
}

static void damp(const GudNormalLaw *self, const GudNormal *p, GudScalar delta, GudScalar v, GudScalar f,
                 GudScalar f_d, GudNormalForce *out)
{
  GudScalar slope, D = p->damping * step_up(delta / p->full_depth, &slope);
  (void)self;
  out->F = f + D * v, out->F_d = f_d + p->damping * slope / p->full_depth * v, out->F_v = D;
}

const GudNormalLaw gud_normal_law_impact = {.name        = "impact",
                                            .summary     = "Hertz and damping that grows with the depth",
                                            .exponent    = 1.5,
                                            .never_pulls = 1,
                                            .damp        = damp};
