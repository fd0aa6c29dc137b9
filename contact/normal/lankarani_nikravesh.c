/* Normal law lankarani_nikravesh: contact/normal.h.

   (N1) F = K delta^n (1 + a v/v0),  a = 3/4 (1 - e^2) */
#include "contact/normal.h"

static double loss(const GudNormalLaw *self, double e)
{
  (void)self;
  return 0.75 * (1 - e * e);
}

const GudNormalLaw gud_normal_law_lankarani_nikravesh = {
  .name      = "lankarani_nikravesh",
  .summary   = "Hertz with hysteresis, for restitution near 1",
  .exponent  = 1.5,
  .loss      = loss,
  .loss_text = "3/4 (1 - e^2)"};
