/* Angles that count turns, and quaternions whose sign does not jump: their probes remember the value at the last accepted step end in
   history. */
#ifndef GUD_TURNS_H
#define GUD_TURNS_H

#include "model/probe.h"
#include "system/system.h"

/* Unit quaternion (w, x, y, z) of a probe's axes at q; of the two signs the one nearer to `near`. */
void gud_turns_quaternion(const GudModel *m, const GudProbe *probe, const double *q, const double near[4],
                          double out[4]);
/* After an accepted step: remember the angles at q. */
void gud_turns_accept(const GudModel *m, const double *q, double *history);

#endif
