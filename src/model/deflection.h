/* The elastic deflection of a flexible body: what is left of its motion when that of a floating frame is taken away.

   (C1) frame of a chord: origin A (`from`), e1 = (B - A)/|B - A| towards B (`to`); in the plane e2 = J e1; in space e2 is the
        axis of the material at A that was most nearly across the chord at the start, made normal to e1; e3 = e1 x e2
   (C2) deflection of a point P:  u_k = e_k . (P - A) - [the same as drawn]
   u_2 and u_3 are across the chord; u_1 is along it, with the change of its length at B.
   Of a rigid body all are zero.   verified by: tests/studies/deflection.py */
#ifndef GUD_DEFLECTION_H
#define GUD_DEFLECTION_H

#include "model/model.h"

typedef struct GudDeflection {
  int  chord[3];  /* marker vectors: A, B, in space the direction for e2 (else -1) */
  int  num;       /* points: one, or all nodes and middles of elements */
  int *vector;    /* their marker vectors */
  double (*X)[3]; /* e_k . (P - A) as drawn */
} GudDeflection;

/* at NULL: everywhere on the body. NULL with a reason in why[200]. In the model's arena. */
GudDeflection *gud_deflection_create(GudModel *m, const GudPlace *at, const GudPlace *from,
                                     const GudPlace *to, char *why);
/* The deflection at point n (C2), axes of the chord */
void gud_deflection_at(const GudModel *m, const GudDeflection *d, const double *q, int n, double u[3]);
/* The component c (0, 1, 2) of largest absolute value over the points, with its sign; c = -1: the largest |u|. */
double gud_deflection_extreme(const GudModel *m, const GudDeflection *d, const double *q, int c);

#endif
