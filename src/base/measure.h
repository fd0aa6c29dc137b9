/* Scalars measured on the difference w of two marker vectors and on its rate w', with their gradients: what functions of the
   state depend on, and what probes show. Pure, in GudScalar: the battery proves the gradients by complex step.

   (M1) along a unit vector c:   p = c . w                        dp/dw = c
   (M2) length:                  p = |w|                          dp/dw = w/|w|        (0 at w = 0, where there is none)
   (M3) angle from e1 to e2:     p = atan2(y, x), x = w.e1, y = w.e2, D = x^2 + y^2
                                                                  dp/dw = (x e2 - y e1)/D
   (M4) its rate:                p = (x y' - y x')/D              dp/dw' = (x e2 - y e1)/D
                                 dp/dw = ((y' - 2 x p) e1 - (x' + 2 y p) e2)/D */
#ifndef GUD_MEASURE_H
#define GUD_MEASURE_H

#include "base/vec3.h"

/* (M2) */
static inline GudScalar gud_measure_length(const GudScalar w[3], GudScalar g[3])
{
  GudScalar l = gud_sqrt(gud_dot(w, w));
  for (int i = 0; i < 3; i++) g[i] = gud_re(l) > 0 ? w[i] / l : 0;
  return l;
}

/* (M3), within half a turn of `near` */
static inline GudScalar gud_measure_angle(const GudScalar w[3], const double e1[3], const double e2[3],
                                          double near, GudScalar g[3])
{
  const double half_pi = 1.57079632679489661923;
  GudScalar    x = 0, y = 0, D, p;
  for (int i = 0; i < 3; i++) x += w[i] * e1[i], y += w[i] * e2[i];
  D = x * x + y * y;
  for (int i = 0; i < 3; i++) g[i] = (x * e2[i] - y * e1[i]) / D;
  /* atan2 by branches of the analytic atan */
  if (fabs(gud_re(x)) >= fabs(gud_re(y)))
    p = gud_atan(y / x) + (gud_re(x) < 0 ? (gud_re(y) < 0 ? -2 * half_pi : 2 * half_pi) : 0);
  else p = (gud_re(y) < 0 ? -half_pi : half_pi) - gud_atan(x / y);
  return p + 4 * half_pi * round((near - gud_re(p)) / (4 * half_pi));
}

/* (M4); g by w, gt by w' */
static inline GudScalar gud_measure_angle_rate(const GudScalar w[3], const GudScalar wt[3],
                                               const double e1[3], const double e2[3], GudScalar g[3],
                                               GudScalar gt[3])
{
  GudScalar x = 0, y = 0, xt = 0, yt = 0, D, p;
  for (int i = 0; i < 3; i++) x += w[i] * e1[i], y += w[i] * e2[i], xt += wt[i] * e1[i], yt += wt[i] * e2[i];
  D = x * x + y * y;
  p = (x * yt - y * xt) / D;
  for (int i = 0; i < 3; i++) {
    gt[i] = (x * e2[i] - y * e1[i]) / D;
    g[i]  = ((yt - 2 * x * p) * e1[i] - (xt + 2 * y * p) * e2[i]) / D;
  }
  return p;
}

#endif
