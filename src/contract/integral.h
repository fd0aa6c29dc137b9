/* The force `integral` (elements/integral.c) and its parameters: model/bind.c makes one for every controller. */
#ifndef GUD_INTEGRAL_H
#define GUD_INTEGRAL_H

#include "contract/force.h"

typedef struct {
  int    value; /* function that is integrated */
  double start;
} GudIntegralParams;

extern const GudForceType gud_force_integral;

#endif
