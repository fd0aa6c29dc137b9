/* Normal law foundation: the wall yields at every place by itself (contact/bed.h, D1-D3). It is no law of one point. */
#include "contact/normal.h"

const GudNormalLaw gud_normal_law_foundation = {
  .name     = "foundation",
  .summary  = "elastic foundation (Winkler) around the journal of a joint, for conforming and worn surfaces",
  .exponent = 1,
  .distributed = 1};
