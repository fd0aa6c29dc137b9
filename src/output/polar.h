/* Accumulations over the bearing angle (polar.c): the check of output.polar. */
#ifndef GUD_POLAR_H
#define GUD_POLAR_H

#include "model/model.h"

/* Errors for names that have no surface. node: the list in the file */
void gud_polar_check(const GudModel *m, const GudStringList *names, const GudNode *node, GudDiag *diag);

#endif
