/* LU factors of a banded ring (R1), see ring_lu.h.
   verified by: t403 (a random system, solved and multiplied back; all films), t405 (complex numbers) */
#include "ring_lu.h"

#include <string.h>

static int imin(int a, int b)
{
  return a < b ? a : b;
}

static int imax(int a, int b)
{
  return a > b ? a : b;
}

static int inner(const GudRing *ring)
{
  return (ring->nb - 1) * ring->b;
}

size_t gud_ring_size(int nb, int b)
{
  size_t m = (size_t)b, n = (size_t)(nb - 1) * m;
  return n * (4 * m + 1) + m * m;
}

void gud_ring_clear(GudRing *ring, int nb, int b, GudScalar *work)
{
  size_t m = (size_t)b, n = (size_t)(nb - 1) * m;
  ring->nb = nb, ring->b = b;
  ring->band   = work;
  ring->right  = ring->band + n * (2 * m + 1);
  ring->below  = ring->right + n * m;
  ring->corner = ring->below + n * m;
  memset(work, 0, gud_ring_size(nb, b) * sizeof *work);
}

/* Row r of the band such that entry (r, c) is row[c]. */
static GudScalar *band_row(const GudRing *ring, int r)
{
  return ring->band + (ptrdiff_t)r * (2 * ring->b + 1) + ring->b - r;
}

GudScalar *gud_ring_at(const GudRing *ring, int row, int col)
{
  int n = inner(ring), b = ring->b;
  if (row < n && col < n) return band_row(ring, row) + col;
  if (row < n) return ring->right + (ptrdiff_t)row * b + col - n;
  if (col < n) return ring->below + (ptrdiff_t)col * b + row - n;
  return ring->corner + (ptrdiff_t)(row - n) * b + col - n;
}

/* y -= a x */
static void subtract(GudScalar *restrict y, GudScalar a, const GudScalar *restrict x, int n)
{
  for (int i = 0; i < n; i++) y[i] -= a * x[i];
}

static GudScalar dot(const GudScalar *restrict x, const GudScalar *restrict y, int n)
{
  GudScalar s = 0;
  for (int i = 0; i < n; i++) s += x[i] * y[i];
  return s;
}

static int all_zero(const GudScalar *x, int n)
{
  for (int i = 0; i < n; i++)
    if (x[i] != 0) return 0;
  return 1;
}

/* Takes pivot k out of the rows of the border. */
static void eliminate_border(GudRing *ring, int k, GudScalar pivot, int last)
{
  int        b   = ring->b;
  GudScalar *row = band_row(ring, k), *l = ring->below + (ptrdiff_t)k * b;
  GudScalar *right = ring->right + (ptrdiff_t)k * b;
  if (all_zero(l, b)) return;
  for (int m = 0; m < b; m++) l[m] /= pivot;
  for (int c = k + 1; c <= last; c++)
    if (row[c] != 0) subtract(ring->below + (ptrdiff_t)c * b, row[c], l, b);
  if (all_zero(right, b)) return;
  for (int m = 0; m < b; m++)
    if (l[m] != 0) subtract(ring->corner + (ptrdiff_t)m * b, l[m], right, b);
}

static GudStatus factor_corner(GudRing *ring)
{
  int b = ring->b;
  for (int k = 0; k < b; k++) {
    GudScalar *row = ring->corner + (ptrdiff_t)k * b;
    if (gud_re(row[k]) == 0) return GUD_RETRY;
    for (int r = k + 1; r < b; r++) {
      GudScalar *below = ring->corner + (ptrdiff_t)r * b;
      if (below[k] == 0) continue;
      below[k] /= row[k];
      subtract(below + k + 1, below[k], row + k + 1, b - k - 1);
    }
  }
  return GUD_OK;
}

GudStatus gud_ring_factor(GudRing *ring)
{
  int n = inner(ring), b = ring->b;
  for (int k = 0; k < n; k++) { /* (R1) */
    GudScalar *row = band_row(ring, k), *right = ring->right + (ptrdiff_t)k * b, pivot = row[k];
    int        last = imin(k + b, n - 1), border = !all_zero(right, b);
    if (gud_re(pivot) == 0) return GUD_RETRY;
    for (int r = k + 1; r <= last; r++) {
      GudScalar *below = band_row(ring, r);
      if (below[k] == 0) continue;
      below[k] /= pivot;
      subtract(below + k + 1, below[k], row + k + 1, last - k);
      if (border) subtract(ring->right + (ptrdiff_t)r * b, below[k], right, b);
    }
    eliminate_border(ring, k, pivot, last);
  }
  return factor_corner(ring);
}

void gud_ring_solve(const GudRing *ring, GudScalar *x)
{
  int        n = inner(ring), b = ring->b;
  GudScalar *y = x + n;
  for (int r = 0; r < n; r++) {
    int first = imax(r - b, 0);
    x[r] -= dot(band_row(ring, r) + first, x + first, r - first);
    if (x[r] != 0) subtract(y, x[r], ring->below + (ptrdiff_t)r * b, b);
  }
  for (int r = 0; r < b; r++) y[r] -= dot(ring->corner + (ptrdiff_t)r * b, y, r);
  for (int r = b - 1; r >= 0; r--) {
    const GudScalar *row = ring->corner + (ptrdiff_t)r * b;
    y[r]                 = (y[r] - dot(row + r + 1, y + r + 1, b - r - 1)) / row[r];
  }
  for (int r = n - 1; r >= 0; r--) {
    const GudScalar *row  = band_row(ring, r);
    int              last = imin(r + b, n - 1);
    x[r] -= dot(row + r + 1, x + r + 1, last - r) + dot(ring->right + (ptrdiff_t)r * b, y, b);
    x[r] /= row[r];
  }
}

void gud_ring_solve_transposed(const GudRing *ring, GudScalar *x)
{
  int        n = inner(ring), b = ring->b;
  GudScalar *y = x + n;
  for (int r = 0; r < n; r++) { /* U^T */
    const GudScalar *row = band_row(ring, r);
    if (x[r] == 0) continue;
    x[r] /= row[r];
    subtract(x + r + 1, x[r], row + r + 1, imin(r + b, n - 1) - r);
    subtract(y, x[r], ring->right + (ptrdiff_t)r * b, b);
  }
  for (int r = 0; r < b; r++) {
    const GudScalar *row = ring->corner + (ptrdiff_t)r * b;
    y[r] /= row[r];
    subtract(y + r + 1, y[r], row + r + 1, b - r - 1);
  }
  for (int r = b - 1; r >= 0; r--) subtract(y, y[r], ring->corner + (ptrdiff_t)r * b, r);
  for (int r = n - 1; r >= 0; r--) { /* L^T */
    int first = imax(r - b, 0);
    x[r] -= dot(ring->below + (ptrdiff_t)r * b, y, b);
    if (x[r] != 0) subtract(x + first, x[r], band_row(ring, r) + first, r - first);
  }
}
