/* Points in the unit cube (sample.h).

   Sobol's sequence: a primitive polynomial x^s + a_1 x^(s-1) + ... + a_(s-1) x + 1 over {0, 1} and odd numbers m_1 ... m_s < 2^k
   give direction numbers
   (Q1) m_k = 2 a_1 m_(k-1) ^ 4 a_2 m_(k-2) ^ ... ^ 2^(s-1) a_(s-1) m_(k-s+1) ^ 2^s m_(k-s) ^ m_(k-s),  V_k = m_k 2^(32-k)
   (Q2) x_(n+1) = x_n ^ V_c, c: place of the lowest zero bit of n          (Antonov and Saleev 1979)
   (Q3) u = ((x ^ shift) + 1/2)/2^32
   verified by: tests/unit/study/t880_sample.c */
#include "study/sample.h"

#include "base/diag.h"

#include <math.h>
#include <stdlib.h>

enum { BITS = 32 };

/* degree, a_1 ... a_(s-1) as bits, m_1 ... m_s; dimension 1 is van der Corput's sequence (all m = 1) */
static const struct {
  int degree, a, m[7];
} directions[GUD_MAX_SOBOL - 1] = {
  {1, 0, {1}},
  {2, 1, {1, 3}},
  {3, 1, {1, 3, 1}},
  {3, 2, {1, 1, 1}},
  {4, 1, {1, 1, 3, 3}},
  {4, 4, {1, 3, 5, 13}},
  {5, 2, {1, 1, 5, 5, 17}},
  {5, 4, {1, 1, 5, 5, 5}},
  {5, 7, {1, 1, 7, 11, 19}},
  {5, 11, {1, 1, 5, 1, 1}},
  {5, 13, {1, 1, 1, 3, 11}},
  {5, 14, {1, 3, 5, 5, 31}},
  {6, 1, {1, 3, 3, 9, 7, 49}},
  {6, 13, {1, 1, 1, 15, 21, 21}},
  {6, 16, {1, 3, 1, 13, 27, 49}},
  {6, 19, {1, 1, 1, 15, 7, 5}},
  {6, 22, {1, 3, 1, 15, 13, 25}},
  {6, 25, {1, 1, 5, 5, 19, 61}},
  {7, 1, {1, 3, 7, 11, 23, 15, 103}},
  {7, 4, {1, 3, 7, 13, 13, 15, 69}},
};

uint64_t gud_random_bits(GudRandom *r)
{
  uint64_t z = r->state += 0x9e3779b97f4a7c15u;
  z          = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z          = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

double gud_random_unit(GudRandom *r)
{
  return ((double)(gud_random_bits(r) >> 12) + 0.5) / 4503599627370496.0;
}

int gud_random_below(GudRandom *r, int n)
{
  return (int)((gud_random_bits(r) >> 32) * (uint64_t)n >> 32);
}

void gud_sample_random(int n, int d, uint64_t seed, double *u)
{
  GudRandom r = {seed};
  for (long i = 0; i < (long)n * d; i++) u[i] = gud_random_unit(&r);
}

void gud_sample_lhs(int n, int d, uint64_t seed, double *u)
{
  GudRandom r     = {seed};
  int      *order = gud_alloc(sizeof(int) * (size_t)n);
  for (int j = 0; j < d; j++) {
    for (int i = 0; i < n; i++) order[i] = i;
    for (int i = n - 1; i > 0; i--) {
      int k = gud_random_below(&r, i + 1), t = order[i];
      order[i] = order[k], order[k] = t;
    }
    for (int i = 0; i < n; i++) u[(long)i * d + j] = (order[i] + gud_random_unit(&r)) / n;
  }
  free(order);
}

int gud_sobol_polynomial(int dimension, int *coefficients)
{
  *coefficients = dimension ? directions[dimension - 1].a : 0;
  return dimension ? directions[dimension - 1].degree : 0;
}

/* (Q1) of one dimension, from 0 */
static void direction_numbers(int dimension, uint32_t V[BITS])
{
  int      s = dimension ? directions[dimension - 1].degree : 0;
  uint32_t m[BITS];
  for (int k = 0; k < BITS; k++) {
    if (!s || k < s) {
      m[k] = s ? (uint32_t)directions[dimension - 1].m[k] : 1;
    } else {
      m[k] = m[k - s] ^ m[k - s] << s;
      for (int i = 1; i < s; i++)
        if (directions[dimension - 1].a >> (s - 1 - i) & 1) m[k] ^= m[k - i] << i;
    }
    V[k] = m[k] << (BITS - 1 - k);
  }
}

void gud_sample_sobol(int n, int d, uint64_t seed, double *u)
{
  GudRandom r = {seed};
  for (int j = 0; j < d; j++) {
    uint32_t V[BITS], x = 0, shift = (uint32_t)(gud_random_bits(&r) >> 32);
    direction_numbers(j, V);
    for (int i = 0; i < n; i++) {
      u[(long)i * d + j] = ((double)(x ^ shift) + 0.5) / 4294967296.0; /* (Q3) */
      int c              = 0;
      while (i >> c & 1) c++;
      x ^= V[c]; /* (Q2) */
    }
  }
}

void gud_sample_saltelli(int n, int d, uint64_t seed, double *u)
{
  double *base = gud_alloc(sizeof(double) * (size_t)n * 2 * (size_t)d);
  gud_sample_sobol(n, 2 * d, seed, base);
  for (int k = 0; k < n; k++)
    for (int i = 0; i < d + 2; i++)
      for (int j = 0; j < d; j++) {
        const double *a = base + (long)k * 2 * d, *b = a + d;
        u[((long)k * (d + 2) + i) * d + j] = i == 1 || i == j + 2 ? b[j] : a[j];
      }
  free(base);
}

/* Acklam's rational approximation (relative error 1.2e-9) and one step of Halley's method on erfc. */
double gud_normal_quantile(double p)
{
  static const double a[] = {-3.969683028665376e+01, 2.209460984245205e+02,  -2.759285104469687e+02,
                             1.383577518672690e+02,  -3.066479806614716e+01, 2.506628277459239e+00},
                      b[] = {-5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02,
                             6.680131188771972e+01, -1.328068155288572e+01},
                      c[] = {-7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00,
                             -2.549732539343734e+00, 4.374664141464968e+00,  2.938163982698783e+00},
                      d[] = {7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00,
                             3.754408661907416e+00};
  double q                = fmin(p, 1 - p), x;
  if (!(p > 0 && p < 1)) return p == 0 ? -INFINITY : p == 1 ? INFINITY : NAN;
  if (q < 0.02425) {
    double t = sqrt(-2 * log(q));
    x        = (((((c[0] * t + c[1]) * t + c[2]) * t + c[3]) * t + c[4]) * t + c[5]) /
        ((((d[0] * t + d[1]) * t + d[2]) * t + d[3]) * t + 1);
  } else {
    double t = q - 0.5, s = t * t;
    x = (((((a[0] * s + a[1]) * s + a[2]) * s + a[3]) * s + a[4]) * s + a[5]) * t /
        (((((b[0] * s + b[1]) * s + b[2]) * s + b[3]) * s + b[4]) * s + 1);
  }
  double e = 0.5 * erfc(-x / sqrt(2)) - q, f = e * sqrt(2 * 3.14159265358979323846) * exp(x * x / 2);
  x -= f / (1 + x * f / 2);
  return p < 0.5 ? x : -x;
}
