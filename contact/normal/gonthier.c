/* Normal law gonthier: contact/normal.h.

   (N1) F = K delta^n (1 + a v/v0),  a = (1 - e^2)/e */
#include "contact/normal.h"

static double loss(const GudNormalLaw *self, double e)
{
  (void)self;
  return (1 - e * e) / e;
}

const GudNormalLaw gud_normal_law_gonthier = {.name      = "gonthier",
                                              .summary   = "Hertz with hysteresis, near the exact relation",
                                              .exponent  = 1.5,
                                              .loss      = loss,
                                              .loss_text = "(1 - e^2)/e"};
