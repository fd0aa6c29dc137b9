/* Friction law karnopp: contact/friction.h.

   (T8) as coulomb, but sticking begins at |v_t| = v0 and keeps the slip that it has there. */
#include "contact/friction.h"

const GudFrictionLaw gud_friction_law_karnopp = {.name    = "karnopp",
                                                 .summary = "set-valued, with a band of speeds that sticks",
                                                 .form    = GUD_FRICTION_SET_VALUED,
                                                 .band    = 1};
