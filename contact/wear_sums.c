/* Sums for Archard's law: contact/wear_sums.h. */
#include "contact/wear_sums.h"

#include <math.h>
#include <string.h>

enum {
  TIME,
  STEEP,
  HEAD
}; /* time up to which sums are complete, steepest dp_a/dh so far, then arrays of n */
enum { DEPTH, SUM = DEPTH + 2, LAST = SUM + GUD_SUMS_KINDS, ARRAYS = LAST + GUD_SUMS_KINDS };

int gud_sums_size(int n)
{
  return HEAD + ARRAYS * n;
}

void gud_sums_start(int n, double t, const double *const worn[2], double *sums)
{
  memset(sums, 0, sizeof(double) * (size_t)gud_sums_size(n));
  sums[TIME] = t;
  for (int side = 0; side < 2; side++)
    if (worn[side]) memcpy(sums + HEAD + (DEPTH + side) * n, worn[side], sizeof(double) * (size_t)n);
}

static void add_half(int n, double dt, double *sums)
{
  for (int k = 0; k < GUD_SUMS_KINDS * n; k++)
    sums[HEAD + SUM * n + k] += 0.5 * dt * sums[HEAD + LAST * n + k];
}

double *gud_sums_open(int n, double t, double *sums)
{
  double *now = sums + HEAD + LAST * n;
  add_half(n, t - sums[TIME], sums);
  memset(now, 0, sizeof(double) * GUD_SUMS_KINDS * (size_t)n);
  return now;
}

void gud_sums_close(int n, double t, double *sums)
{
  add_half(n, t - sums[TIME], sums);
  sums[TIME] = t;
}

void gud_sums_steep(double *sums, double slope)
{
  sums[STEEP] = fmax(sums[STEEP], slope);
}

void gud_sums_map(int n, int from, GudSurfaceSums *out)
{
  int at = from + HEAD, sum = at + SUM * n;
  out->steepest = from + STEEP;
  out->depth[0] = at + DEPTH * n, out->depth[1] = at + (DEPTH + 1) * n;
  out->load = sum + GUD_SUMS_LOAD * n, out->sliding = sum + GUD_SUMS_SLIDING * n;
  out->severity[0] = sum + GUD_SUMS_SEVERITY_A * n, out->severity[1] = sum + GUD_SUMS_SEVERITY_B * n;
}

void gud_sums_worn(int n, const double *sums, double *a, double *b)
{
  const double *depth = sums + HEAD + DEPTH * n;
  *a = depth[0], *b = depth[n];
  for (int k = 1; k < n; k++) *a = fmax(*a, depth[k]), *b = fmax(*b, depth[n + k]);
}
