/* The periodic motion that a run began on, for people: FOLDER/periodic.csv (what it is, and the probes at the section) and
   FOLDER/multipliers.csv. */
#ifndef GUD_ORBIT_OUT_H
#define GUD_ORBIT_OUT_H

#include "solve/orbit.h"

#include <stdio.h>

/* Its stability, period and largest multipliers in words and numbers. */
void gud_orbit_print(const GudOrbit *orbit, FILE *f);

#endif
