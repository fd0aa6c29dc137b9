#include "study/spectrum.h"

#include "base/diag.h"

#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

/* Removes the mean and lays the window over; its sum. */
static double window(int n, double *v, double mean)
{
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double h = 0.5 * (1 - cos(2 * pi * i / n));
    v[i]     = h * (v[i] - mean), sum += h;
  }
  return sum;
}

int gud_spectrum(int num, const double *t, const double *y, double begin, int most, double *frequency,
                 double *amplitude)
{
  int n = num < most ? num : most, k = 0;
  if (n < 4 || !(t[num - 1] > begin)) return 0;
  double *v = gud_alloc(sizeof(double) * (size_t)n), dt = (t[num - 1] - begin) / n, mean = 0;
  for (int i = 0; i < n; i++) {
    double at = begin + dt * i;
    while (k + 2 < num && t[k + 1] <= at) k++;
    double span = t[k + 1] - t[k];
    v[i]        = y[k] + (span > 0 ? (at - t[k]) / span : 0) * (y[k + 1] - y[k]);
    mean += v[i] / n;
  }
  double sum = window(n, v, mean);
  for (int m = 0; m < n / 2; m++) {
    double re = 0, im = 0, s = sin(2 * pi * m / n), q = cos(2 * pi * m / n), a = 1, b = 0;
    for (int i = 0; i < n; i++) {
      re += v[i] * a, im -= v[i] * b;
      double next = a * q - b * s;
      b = a * s + b * q, a = next;
    }
    frequency[m] = m / (n * dt), amplitude[m] = 2 * hypot(re, im) / sum;
  }
  free(v);
  return n / 2;
}
