/* Normal law rigid: contact/normal.h.

   (N5) no penetration: N >= 0 is an unknown; impacts by Newton's restitution, solve/impact.c */
#include "contact/normal.h"

const GudNormalLaw gud_normal_law_rigid = {
  .name = "rigid", .summary = "no penetration, Newton's restitution", .exponent = 1.5, .rigid = 1};
