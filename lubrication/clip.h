/* What is positive of a pressure that is known by averages of cells (Guembel's condition).

   (Y11) In a cell counts the integral over the positive part of the parabola that has the averages of the cell and of its two
   neighbours, with the first moment of that part: third order at the cut. */
#ifndef GUD_CLIP_H
#define GUD_CLIP_H

#include "base/scalar.h"

/* The oil in a cell as it acts: means over the cell of the pressure where it counts, of x times it (x = -1/2 ... 1/2 across
   the cell), and their derivatives by z of the cell before, of this one and of the next one. */
typedef struct {
  GudScalar mean, first, mean_z[3], first_z[3];
} GudClip;

/* Adds the part of the parabola between x = l and r. */
static inline void gud_clip_add(GudClip *a, GudScalar l, GudScalar r)
{
  GudScalar l2 = l * l, r2 = r * r, i0 = r - l, i1 = (r2 - l2) / 2;
  GudScalar i2 = (r2 * r - l2 * l) / 3 - i0 / 12, i3 = (r2 * r2 - l2 * l2) / 4 - i1 / 12;
  GudScalar x2 = i2 + i0 / 12; /* means of x^2 - 1/12, of x^3 - x/12 and of x^2 */
  a->mean_z[0] += (i2 - i1) / 2, a->mean_z[1] += i0 - i2, a->mean_z[2] += (i2 + i1) / 2;
  a->first_z[0] += (i3 - x2) / 2, a->first_z[1] += i1 - i3, a->first_z[2] += (i3 + x2) / 2;
}

/* What is positive of the parabola that has the averages z of three cells. */
static inline GudClip gud_clip(const GudScalar z[3])
{
  GudClip   a = {0};
  GudScalar b = (z[2] - z[0]) / 2, q = (z[2] - 2 * z[1] + z[0]) / 2, c = z[1] - q / 12, root[4] = {-0.5};
  double    reach = fabs(gud_re(b)) / 2 + fabs(gud_re(q)) / 6, square = gud_re(b * b - 4 * q * c);
  int       num = 1;
  if (fabs(gud_re(z[1])) < reach && square > 0) { /* the roots in the cell, in order */
    GudScalar d = gud_sqrt(b * b - 4 * q * c), s = -(b + (gud_re(b) < 0 ? -d : d)) / 2;
    GudScalar x[2] = {c / s, gud_re(q) != 0 ? s / q : 1};
    int       swap = gud_re(x[0]) > gud_re(x[1]);
    for (int e = 0; e < 2; e++) {
      GudScalar at = x[e ^ swap];
      if (fabs(gud_re(at)) < 0.5) root[num++] = at;
    }
  }
  root[num] = 0.5;
  for (int e = 0; e < num; e++) {
    double x = gud_re(root[e] + root[e + 1]) / 2;
    if (gud_re(c) + x * (gud_re(b) + x * gud_re(q)) > 0) gud_clip_add(&a, root[e], root[e + 1]);
  }
  for (int e = 0; e < 3; e++) a.mean += a.mean_z[e] * z[e], a.first += a.first_z[e] * z[e];
  return a;
}

#endif
