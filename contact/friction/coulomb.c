/* Friction law coulomb: contact/friction.h.

   (T7) stick  v_t = 0, |F_t| <= mu_s N;  slip  F_t = -mu_k N v_t/|v_t|. Modes and rows: contact/point.c. */
#include "contact/friction.h"

const GudFrictionLaw gud_friction_law_coulomb = {
  .name = "coulomb", .summary = "set-valued: sticks without creep", .form = GUD_FRICTION_SET_VALUED};
