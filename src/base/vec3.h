/* Small vectors of GudScalar and of double. Everything is inline: these sit in the innermost loops. */
#ifndef GUD_VEC3_H
#define GUD_VEC3_H

#include "base/scalar.h"

static inline GudScalar gud_dot(const GudScalar a[3], const GudScalar b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* c = a x b; c may not be a or b */
static inline void gud_cross(const GudScalar a[3], const GudScalar b[3], GudScalar c[3])
{
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

static inline void gud_sub(const GudScalar a[3], const GudScalar b[3], GudScalar c[3])
{
  for (int i = 0; i < 3; i++) c[i] = a[i] - b[i];
}

/* y += s x */
static inline void gud_axpy(GudScalar s, const GudScalar x[3], GudScalar y[3])
{
  for (int i = 0; i < 3; i++) y[i] += s * x[i];
}

/* e = x/|x|; the length is returned */
static inline GudScalar gud_unit(const GudScalar x[3], GudScalar e[3])
{
  GudScalar l = gud_sqrt(gud_dot(x, x));
  for (int i = 0; i < 3; i++) e[i] = x[i] / l;
  return l;
}

/* Change of e = x/|x|, l = |x| */
static inline void gud_unit_diff(const GudScalar e[3], GudScalar l, const GudScalar dx[3], GudScalar de[3])
{
  GudScalar along = gud_dot(e, dx);
  for (int i = 0; i < 3; i++) de[i] = (dx[i] - along * e[i]) / l;
}

/* The same for plain doubles: placement and set-up code. */
static inline double gud_dot_real(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void gud_cross_real(const double a[3], const double b[3], double c[3])
{
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

static inline double gud_norm_real(const double a[3])
{
  return sqrt(gud_dot_real(a, a));
}

/* y = R x, R row-major 3x3 */
static inline void gud_rotate(const double R[9], const double x[3], double y[3])
{
  for (int i = 0; i < 3; i++) y[i] = R[3 * i] * x[0] + R[3 * i + 1] * x[1] + R[3 * i + 2] * x[2];
}

/* y = R^T x */
static inline void gud_rotate_back(const double R[9], const double x[3], double y[3])
{
  for (int i = 0; i < 3; i++) y[i] = R[i] * x[0] + R[3 + i] * x[1] + R[6 + i] * x[2];
}

#endif
