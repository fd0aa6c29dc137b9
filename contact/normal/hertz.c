/* Normal law hertz: contact/normal.h.

   (N1) with a = 0: F = K delta^n, elastic */
#include "contact/normal.h"

const GudNormalLaw gud_normal_law_hertz = {.name = "hertz", .summary = "elastic", .exponent = 1.5};
