/* Angles that count turns: every angle probe remembers its angle at the last accepted step end in history. */
#ifndef GUD_TURNS_H
#define GUD_TURNS_H

#include "model/probe.h"
#include "system/system.h"

/* Angle of a probe at q, continued from `near`. */
double gud_turns_angle(const GudModel *m, const GudProbe *probe, const double *q, double near);
/* After an accepted step: remember the angles at q. */
void gud_turns_accept(const GudModel *m, const double *q, double *history);

#endif
