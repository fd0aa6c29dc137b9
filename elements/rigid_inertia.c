/* Mass and second moments of rigid bodies, from numbers or from a shape with a mass or a density.

   (I1) S_ab = int a b dm about the centre of mass;   inertia tensor I = tr(S) 1 - S,   S = 1/2 tr(I) 1 - I
   (I2) box a x b x c:          S = m/12 diag(a^2, b^2, c^2)
   (I3) sphere:                 S = m r^2/5 1
   (I4) cylinder, axis u:       S = m r^2/4 (1 - u u^T) + m l^2/12 u u^T
   (I5) slender rod, axis u:    S = m l^2/12 u u^T
   A real body has S >= 0 (the triangle inequality of the principal moments): refused otherwise.
   limits: uniform density.   verified by: t200 */
#include "rigid_body.h"

#include <stdio.h>
#include <string.h>

enum { WHY = 200 };

static double shape_volume(const GudRigidParams *p, int planar)
{
  double r = p->radius, pi = 3.14159265358979323846;
  switch (p->shape) {
  case GUD_SHAPE_BOX: return p->size[0] * p->size[1] * (planar && p->size[2] == 0 ? 1 : p->size[2]);
  case GUD_SHAPE_SPHERE: return 4.0 / 3.0 * pi * r * r * r;
  case GUD_SHAPE_CYLINDER:
  case GUD_SHAPE_ROD: return pi * r * r * p->length;
  default: return 0;
  }
}

/* Axis of a cylinder or rod: as given, else x; a disc in the plane has its axis along z. */
static void shape_axis(const GudRigidParams *p, int planar, double u[3])
{
  double n = sqrt(p->along[0] * p->along[0] + p->along[1] * p->along[1] + p->along[2] * p->along[2]);
  int    z = planar && p->shape == GUD_SHAPE_CYLINDER;
  for (int i = 0; i < 3; i++) u[i] = n > 0 ? p->along[i] / n : i == (z ? 2 : 0);
}

static void shape_moments(const GudRigidParams *p, int planar, double m, double S[9])
{
  double u[3];
  double r2 = p->shape == GUD_SHAPE_ROD ? 0 : p->radius * p->radius, l2 = p->length * p->length;
  shape_axis(p, planar, u);
  memset(S, 0, 9 * sizeof(double));
  if (p->shape == GUD_SHAPE_BOX)
    for (int i = 0; i < 3; i++) S[4 * i] = m / 12 * p->size[i] * p->size[i]; /* (I2) */
  if (p->shape == GUD_SHAPE_SPHERE)
    for (int i = 0; i < 3; i++) S[4 * i] = m * r2 / 5; /* (I3) */
  if (p->shape == GUD_SHAPE_CYLINDER || p->shape == GUD_SHAPE_ROD)
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) /* (I4), (I5) */
        S[3 * i + j] = m * r2 / 4 * (i == j) + m * (l2 / 12 - r2 / 4) * u[i] * u[j];
}

/* What a shape needs to be complete; returns the missing key or NULL. */
static const char *shape_lacks(const GudRigidParams *p, int planar)
{
  int round        = p->shape == GUD_SHAPE_CYLINDER || p->shape == GUD_SHAPE_SPHERE;
  int needs_length = p->shape == GUD_SHAPE_CYLINDER || p->shape == GUD_SHAPE_ROD;
  if (round && !(p->radius > 0)) return "radius";
  if (needs_length && !(p->length > 0)) return "length";
  if (p->shape == GUD_SHAPE_ROD && !isnan(p->density) && !(p->radius > 0)) return "radius";
  if (p->shape == GUD_SHAPE_BOX)
    for (int i = 0; i < (planar ? 2 : 3); i++)
      if (!(p->size[i] > 0)) return "size";
  return NULL;
}

/* Smallest eigenvalue of S is >= 0 up to round-off: principal minors of S + tol 1. */
static int is_possible(const double S[9])
{
  double tr = S[0] + S[4] + S[8], e = 1e-9 * tr, a = S[0] + e, b = S[4] + e, c = S[8] + e;
  double d = S[1], f = S[2], g = S[5];
  return tr >= 0 && a >= 0 && b >= 0 && c >= 0 && a * b - d * d >= 0 && a * c - f * f >= 0 &&
         b * c - g * g >= 0 && a * (b * c - g * g) - d * (d * c - g * f) + f * (d * g - b * f) >= 0;
}

GudStatus gud_rigid_second_moments(const GudRigidParams *p, int planar, double *mass, double S[9], char *why)
{
  const char *lacks    = shape_lacks(p, planar);
  double      trace    = p->inertia[0] + p->inertia[4] + p->inertia[8];
  int         has_I    = planar ? !isnan(p->inertia_z) : trace != 0;
  int         has_mass = !isnan(p->mass), has_rho = !isnan(p->density);
  if (lacks) {
    snprintf(why, WHY, "the shape needs '%s'", lacks);
    return GUD_FATAL;
  }
  if (has_mass == has_rho) {
    snprintf(why, WHY,
             has_mass ? "both mass and density are given: give one"
                      : "no mass: give 'mass', or 'shape' and 'density'");
    return GUD_FATAL;
  }
  if (has_rho && p->shape == GUD_SHAPE_NONE) {
    snprintf(why, WHY, "a density needs a shape");
    return GUD_FATAL;
  }
  if (!has_I && p->shape == GUD_SHAPE_NONE) {
    snprintf(why, WHY, "no inertia: give 'inertia' or a 'shape'");
    return GUD_FATAL;
  }
  *mass = has_mass ? p->mass : p->density * shape_volume(p, planar);
  if (!has_I) {
    shape_moments(p, planar, *mass, S);
  } else if (planar) {
    memset(S, 0, 9 * sizeof(double));
    S[0] = S[4] = 0.5 * p->inertia_z;
  } else {
    for (int i = 0; i < 9; i++) S[i] = 0.5 * trace * (i % 4 == 0) - p->inertia[i]; /* (I1) */
  }
  if (!is_possible(S)) {
    snprintf(why, WHY,
             "inertia is impossible for a real body: a principal moment exceeds the sum of the other two");
    return GUD_FATAL;
  }
  return GUD_OK;
}

void gud_rigid_draw(const GudRigidParams *p, int planar, GudDraw *d)
{
  memset(d, 0, sizeof *d);
  for (int i = 0; i < 3; i++) d->size[i] = p->size[i];
  switch (p->shape) {
  case GUD_SHAPE_BOX: d->kind = GUD_DRAW_BOX; break;
  case GUD_SHAPE_SPHERE: d->kind = GUD_DRAW_SPHERE; break;
  case GUD_SHAPE_CYLINDER: d->kind = GUD_DRAW_CYLINDER; break;
  case GUD_SHAPE_ROD: d->kind = GUD_DRAW_ROD; break;
  default: d->kind = GUD_DRAW_NONE; break;
  }
  if (p->shape != GUD_SHAPE_BOX) {
    d->size[0] = p->radius > 0 ? p->radius
                               : 0.03 * p->length; /* a slender rod is drawn with a visible thickness */
    d->size[2] = p->length;
  }
  shape_axis(p, planar, d->axis);
  d->length = p->length;
}
