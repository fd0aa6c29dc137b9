/* Oil film on an edge, extrapolated from two grids: (X1) of strip_film.h.
   verified by: t410 (references of shaped bores and sliders, order), battery (derivatives by complex step) */
#include "strip_film.h"

#include <string.h>

/* 1: there is a coarse grid, of this film */
static int coarse_of(const GudStrip *film, GudStrip *coarse)
{
  *coarse = *film;
  coarse->nx /= 2, coarse->ds *= 2;
  if (film->ny % 2 == 0) coarse->ny /= 2;
  return film->nx % 2 == 0 && coarse->nx >= GUD_STRIP_MIN_NX;
}

size_t gud_strip_size(const GudStrip *film)
{
  GudStrip coarse;
  if (film->exact) return gud_wide_size(film);
  size_t size = gud_strip_grid_size(film) + (size_t)film->nx;
  if (coarse_of(film, &coarse)) size += gud_strip_grid_size(&coarse);
  return size;
}

int gud_strip_memory(const GudStrip *film)
{
  GudStrip coarse;
  int      both = coarse_of(film, &coarse);
  if (film->exact) return 1;
  return gud_strip_grid_memory(film) + (both ? gud_strip_grid_memory(&coarse) : 0);
}

void gud_strip_begin(GudStripAt *g, const GudStrip *film, GudScalar *work)
{
  g->film = film, g->nx = film->nx, g->faces = gud_strip_faces(film), g->iterations = 0;
  if (film->exact) {
    g->rows = 2 * g->nx, g->extrapolated = 0;
    gud_wide_begin(&g->wide, film, work);
    for (int k = 0; k < GUD_STRIP_INPUTS; k++) g->in[k] = g->wide.in[k], g->J[k] = g->wide.J[k];
    g->P = g->wide.P;
    return;
  }
  g->rows = g->nx, g->extrapolated = coarse_of(film, &g->coarse_film);
  g->P = work;
  work += g->nx;
  gud_strip_grid_begin(&g->fine, film, work);
  if (g->extrapolated) gud_strip_grid_begin(&g->coarse, &g->coarse_film, work + gud_strip_grid_size(film));
  for (int k = 0; k < GUD_STRIP_INPUTS; k++) g->in[k] = g->fine.in[k], g->J[k] = g->fine.J[k];
}

static void fill_coarse(GudStripAt *g)
{
  GudScalar *const *in = g->in, **out = g->coarse.in;
  for (int f = 0; f < g->coarse.faces; f++) {
    out[GUD_STRIP_HF][f] = in[GUD_STRIP_HF][2 * f], out[GUD_STRIP_QF][f] = in[GUD_STRIP_QF][2 * f];
    if (f == g->coarse.nx) continue;
    out[GUD_STRIP_HC][f] = in[GUD_STRIP_HF][2 * f + 1];
    out[GUD_STRIP_VT][f] = in[GUD_STRIP_VT][2 * f] + in[GUD_STRIP_VT][2 * f + 1];
  }
}

GudStatus gud_strip_solve(GudStripAt *g, const double *memory)
{
  if (g->film->exact) return gud_wide_solve(&g->wide);
  GudStatus status = gud_strip_grid_solve(&g->fine, memory);
  g->iterations    = g->fine.iterations;
  memcpy(g->P, g->fine.P, sizeof *g->P * (size_t)g->nx);
  if (status != GUD_OK || !g->extrapolated) return status;
  fill_coarse(g);
  status = gud_strip_grid_solve(&g->coarse, memory ? memory + gud_strip_grid_memory(g->film) : NULL);
  for (int m = 0; m < g->coarse.nx && status == GUD_OK; m++) { /* (X1) */
    GudScalar more = ((g->P[2 * m] + g->P[2 * m + 1]) / 2 - g->coarse.P[m]) / 3;
    g->P[2 * m] += more, g->P[2 * m + 1] += more;
  }
  return status;
}

/* Two rows of the fine grid, a[.] by one kind of input, with the rows of the coarse cell by the inputs of faces, middles and cells */
static void combine(GudScalar *a[2], const GudScalar *even, const GudScalar *odd, int faces)
{
  for (int k = 0; k < faces; k++) {
    const GudScalar *of   = k % 2 ? odd : even;
    GudScalar        more = ((a[0][k] + a[1][k]) / 2 - (of ? of[k / 2] : 0)) / 3;
    a[0][k] += more, a[1][k] += more;
  }
}

GudStatus gud_strip_derivatives(GudStripAt *g)
{
  if (g->film->exact) {
    gud_wide_derivatives(&g->wide);
    return GUD_OK;
  }
  GudStatus status = gud_strip_grid_derivatives(&g->fine);
  if (status != GUD_OK || !g->extrapolated) return status;
  status = gud_strip_grid_derivatives(&g->coarse);
  for (int m = 0; m < g->coarse.nx && status == GUD_OK; m++) {
    const GudScalar *c[GUD_STRIP_INPUTS];
    for (int k = 0; k < GUD_STRIP_INPUTS; k++) c[k] = g->coarse.J[k] + (ptrdiff_t)m * g->coarse.faces;
    for (int k = 0; k < GUD_STRIP_INPUTS; k++) {
      GudScalar *a[2] = {g->J[k] + (ptrdiff_t)(2 * m) * g->faces,
                         g->J[k] + (ptrdiff_t)(2 * m + 1) * g->faces};
      combine(a, k == GUD_STRIP_HC ? NULL : c[k],
              k == GUD_STRIP_HF   ? c[GUD_STRIP_HC]
              : k == GUD_STRIP_VT ? c[GUD_STRIP_VT]
                                  : NULL,
              g->faces);
    }
  }
  return status;
}

GudScalar gud_strip_lean(const GudStripAt *g, const GudScalar *P, int i)
{
  static const double root48 = 6.9282032302755091741; /* 4 sqrt(3) */
  int                 nx = g->nx, closed = g->film->closed;
  if (g->film->exact) return P[nx + i];
  GudScalar before = i > 0 ? P[i - 1] : closed ? P[nx - 1] : -2.5 * P[0] + 0.5 * P[1];
  GudScalar after  = i + 1 < nx ? P[i + 1] : closed ? P[0] : -2.5 * P[nx - 1] + 0.5 * P[nx - 2];
  return (after - before) / root48;
}

void gud_strip_keep(const GudStripAt *g, double *memory)
{
  memory[0] = 1;
  if (g->film->exact) return;
  gud_strip_grid_keep(&g->fine, memory);
  if (g->extrapolated) gud_strip_grid_keep(&g->coarse, memory + gud_strip_grid_memory(g->film));
}

double gud_strip_pressure(const GudStripAt *g, double s, double z)
{
  if (g->film->exact) return gud_wide_pressure(&g->wide, s);
  return gud_strip_grid_pressure(&g->fine, s, z);
}

double gud_strip_largest(const GudStripAt *g, double *s)
{
  if (g->film->exact) return gud_wide_largest(&g->wide, s);
  double coarse_s, p = gud_strip_grid_largest(&g->fine, s), coarse;
  if (!g->extrapolated) return p;
  coarse = gud_strip_grid_largest(&g->coarse, &coarse_s);
  /* two peaks of about the same height, or no pressure at all */
  if (!(fabs(2 * coarse_s - *s) < 2) || !(p + (p - coarse) / 3 > 0)) return p;
  *s += (*s - 2 * coarse_s) / 3;
  return p + (p - coarse) / 3;
}

void gud_strip_flows(const GudStripAt *g, double *sides, double ends[2], double *loss)
{
  *sides = 0;
  if (g->film->exact) gud_wide_flows(&g->wide, ends);
  else gud_strip_grid_flows(&g->fine, sides, ends, loss);
  *loss = 0;
  for (int i = 0; i < g->nx; i++) {
    int after = i + 1 < g->faces ? i + 1 : 0;
    *loss -= gud_re(g->P[i]) *
             gud_re(g->in[GUD_STRIP_QF][after] - g->in[GUD_STRIP_QF][i] + g->in[GUD_STRIP_VT][i]);
  }
}
