/* Normal law flores: contact/normal.h.

   (N1) F = K delta^n (1 + a v/v0),  a = 8/5 (1 - e)/e */
#include "contact/normal.h"

static double loss(const GudNormalLaw *self, double e)
{
  (void)self;
  return 1.6 * (1 - e) / e;
}

const GudNormalLaw gud_normal_law_flores = {.name      = "flores",
                                            .summary   = "Hertz with hysteresis, for small restitution too",
                                            .exponent  = 1.5,
                                            .loss      = loss,
                                            .loss_text = "8/5 (1 - e)/e"};
