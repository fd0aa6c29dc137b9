/* Normal law hunt_crossley: contact/normal.h.

   (N1) F = K delta^n (1 + a v/v0),  a = 3/2 (1 - e) */
#include "contact/normal.h"

static double loss(const GudNormalLaw *self, double e)
{
  (void)self;
  return 1.5 * (1 - e);
}

const GudNormalLaw gud_normal_law_hunt_crossley = {.name      = "hunt_crossley",
                                                   .summary   = "Hertz with hysteresis, of order 1 in 1 - e",
                                                   .exponent  = 1.5,
                                                   .loss      = loss,
                                                   .loss_text = "3/2 (1 - e)"};
