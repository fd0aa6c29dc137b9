/* GudScalar: the number type of every kernel.

   The kernels in elements/, contact/ and lubrication/ are compiled twice: with double for the program and with
   double _Complex (-DGUD_COMPLEX) for the test battery, which proves every analytic tangent by complex step.
   Rules that make this work: branch on gud_re(x) only; no fabs, fmax, atan2, conj or cabs on unknowns, only
   the wrappers below, which are analytic continuations. */
#ifndef GUD_SCALAR_H
#define GUD_SCALAR_H

#include <math.h>

#ifdef GUD_COMPLEX
#include <complex.h>
#undef I
typedef double _Complex GudScalar;
#define gud_re(x)     creal(x)
#define gud_sqrt(x)   csqrt(x)
#define gud_sin(x)    csin(x)
#define gud_cos(x)    ccos(x)
#define gud_exp(x)    cexp(x)
#define gud_log(x)    clog(x)
#define gud_pow(x, n) cpow(x, n)
#define gud_atan(x)   catan(x)
#define gud_tanh(x)   ctanh(x)

/* log(1 + z), exp(z) - 1: no loss of digits near zero */
static inline GudScalar gud_log1p(GudScalar z)
{
  double x = creal(z), y = cimag(z);
  return 0.5 * log1p(x * (2 + x) + y * y) + atan2(y, 1 + x) * _Complex_I;
}

static inline GudScalar gud_expm1(GudScalar z)
{
  double x = creal(z), y = cimag(z), s = sin(0.5 * y);
  return expm1(x) * cos(y) - 2 * s * s + exp(x) * sin(y) * _Complex_I;
}
#else
typedef double GudScalar;
#define gud_re(x)     (x)
#define gud_sqrt(x)   sqrt(x)
#define gud_sin(x)    sin(x)
#define gud_cos(x)    cos(x)
#define gud_exp(x)    exp(x)
#define gud_log(x)    log(x)
#define gud_pow(x, n) pow(x, n)
#define gud_atan(x)   atan(x)
#define gud_tanh(x)   tanh(x)
#define gud_log1p(x)  log1p(x)
#define gud_expm1(x)  expm1(x)
#endif

/* |x| continued analytically from either side of zero */
static inline GudScalar gud_abs(GudScalar x)
{
  return gud_re(x) < 0 ? -x : x;
}

/* max(x, 0) continued analytically from either side of zero */
static inline GudScalar gud_pos(GudScalar x)
{
  return gud_re(x) > 0 ? x : 0;
}

#endif
