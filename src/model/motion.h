/* Prescribed motions of drivers (motion.c has the formulas). */
#ifndef GUD_MOTION_H
#define GUD_MOTION_H

#include "model/model.h"

void gud_motion_eval(const GudModel *m, const GudMotion *mo, double t, const double *history, GudJet *out);
/* Anchors at t = 0. */
void gud_motion_start(const GudModel *m, double *history);

#endif
