/* GudScalar: the number type of every kernel.

   The kernels in elements/, contact/ and lubrication/ are compiled twice: with double for the program and with
   double _Complex (-DGUD_COMPLEX) for the test battery, which proves every analytic tangent by complex step.
   Rules that make this work: branch on gud_re(x) only; no fabs, fmax, atan2, conj or cabs on unknowns, only
   the wrappers below, which are analytic continuations.
   Files of elements that have packs (contract/pack.h) are compiled once more (-DGUD_PACK) with four numbers in the
   place of one, those of as many elements: there numbers are not converted (GUD_ZERO, gud_constant), and branches are on
   gud_positive(x), true of all lanes. */
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
#define gud_constant(x) (x)
#define gud_positive(x) (creal(x) > 0)
#elif defined(GUD_PACK)
#pragma GCC diagnostic ignored "-Wmissing-braces"
#pragma GCC diagnostic ignored "-Wpsabi" /* packs are arguments of inlined functions only */
typedef double                                         GudScalar __attribute__((vector_size(32)));
#define gud_re(x)       ((x)[0])         /* output only, which packs do not compute */
#define gud_constant(x) (GUD_ZERO + (x))
#define gud_positive(x) ((x)[0] > 0 && (x)[1] > 0 && (x)[2] > 0 && (x)[3] > 0)
static inline __attribute__((always_inline)) GudScalar gud_sqrt(GudScalar x)
{
  return (GudScalar){sqrt(x[0]), sqrt(x[1]), sqrt(x[2]), sqrt(x[3])};
}
#else
typedef double GudScalar;
#define gud_constant(x) (x)
#define gud_positive(x) ((x) > 0)
#define gud_re(x)       (x)
#define gud_sqrt(x)     sqrt(x)
#define gud_sin(x)      sin(x)
#define gud_cos(x)      cos(x)
#define gud_exp(x)      exp(x)
#define gud_log(x)      log(x)
#define gud_pow(x, n)   pow(x, n)
#define gud_atan(x)     atan(x)
#define gud_tanh(x)     tanh(x)
#define gud_log1p(x)    log1p(x)
#define gud_expm1(x)    expm1(x)
#endif

#define GUD_ZERO ((GudScalar){0})

#ifndef GUD_PACK
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

#endif
