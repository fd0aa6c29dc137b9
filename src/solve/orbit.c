/* What is known of a periodic motion: words for it. */
#include "solve/orbit.h"

#include "base/diag.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

GudOrbit *gud_orbit_create(int n)
{
  GudOrbit *o = gud_alloc(sizeof *o);
  o->re       = gud_alloc(sizeof(double) * (size_t)(n + 1));
  o->im       = gud_alloc(sizeof(double) * (size_t)(n + 1));
  o->trivial  = -1;
  return o;
}

GudOrbit *gud_orbit_copy(const GudOrbit *from)
{
  GudOrbit *o  = gud_orbit_create(from->n);
  double   *re = o->re, *im = o->im;
  memcpy(re, from->re, sizeof(double) * (size_t)from->n);
  memcpy(im, from->im, sizeof(double) * (size_t)from->n);
  *o    = *from;
  o->re = re, o->im = im;
  return o;
}

void gud_orbit_free(GudOrbit *orbit)
{
  if (!orbit) return;
  free(orbit->re), free(orbit->im), free(orbit);
}

void gud_orbit_judge(GudOrbit *o, int n, int free_period)
{
  o->n = n, o->trivial = -1, o->num_unstable = 0, o->kind = GUD_ORBIT_STABLE;
  for (int k = 0; k < n && free_period; k++)
    if (o->trivial < 0 || hypot(o->re[k] - 1, o->im[k]) < hypot(o->re[o->trivial] - 1, o->im[o->trivial]))
      o->trivial = k;
  for (int k = 0; k < n; k++) {
    if (k == o->trivial || !(hypot(o->re[k], o->im[k]) > 1 + 1e-9)) continue;
    if (!o->num_unstable++)
      o->kind = o->im[k] != 0 ? GUD_ORBIT_TORUS : o->re[k] > 0 ? GUD_ORBIT_FOLD : GUD_ORBIT_FLIP;
  }
}

double gud_orbit_largest(const GudOrbit *o, int *which)
{
  double most = 0;
  int    k0   = -1;
  for (int k = 0; k < o->n; k++)
    if (k != o->trivial && (k0 < 0 || hypot(o->re[k], o->im[k]) > most))
      most = hypot(o->re[k], o->im[k]), k0 = k;
  if (which) *which = k0;
  return most;
}

const char *gud_multiplier_words(const GudOrbit *o, int k)
{
  double re = o->re[k], im = o->im[k], size = hypot(re, im);
  if (k == o->trivial) return "trivial: the motion along the orbit";
  if (!(size > 1 + 1e-9))
    return re < 0 && im == 0 ? "decays and alternates" : im != 0 ? "decays and turns" : "decays";
  return im != 0  ? "grows and turns: beyond a torus point"
         : re > 0 ? "grows: beyond a fold"
                  : "grows and alternates: beyond a flip";
}

const char *gud_orbit_words(const GudOrbit *o)
{
  static const char *const words[] = {
    [GUD_ORBIT_STABLE] = "stable",
    [GUD_ORBIT_FOLD]   = "unstable: a real multiplier above 1 (beyond a fold)",
    [GUD_ORBIT_FLIP]   = "unstable: a real multiplier below -1 (beyond a flip: period doubling)",
    [GUD_ORBIT_TORUS]  = "unstable: a complex pair outside the unit circle (beyond a torus point)",
  };
  return words[o->kind];
}
