/* Cells and faces of the full Reynolds film, shared by its solution (reynolds.c) and by what is read of it (reynolds_force.c).
   Numbered equations are those of reynolds.c and front.h. */
#ifndef GUD_REYNOLDS_CELLS_H
#define GUD_REYNOLDS_CELLS_H

#include "front.h"
#include "reynolds.h"

static const double turn = 6.283185307179586476925286766559;

/* ---- thickness ---- */

/* Share of end 2 at face j of 0 ... ny, and at the centre of row j. */
static inline double along_face(const GudReynolds *g, int j)
{
  return (double)j / g->ny;
}

static inline double along(const GudReynolds *g, int j)
{
  return (j + 0.5) / g->ny;
}

/* (L1) by c, or with at = GUD_FILM_RATES its rate without the 1 */
static inline GudScalar sum_ends(const GudScalar *x, double t, double c, double s)
{
  return -((1 - t) * x[0] + t * x[2]) * c - ((1 - t) * x[1] + t * x[3]) * s;
}

static inline GudScalar thickness(const GudReynolds *g, double t, double c, double s)
{
  return 1 + g->film->swell + sum_ends(g->u, t, c, s);
}

static inline GudScalar thickness_rate(const GudReynolds *g, int i, int j)
{
  return g->film->swell_rate + sum_ends(g->u + GUD_FILM_RATES, along(g, j), g->cos_c[i], g->sin_c[i]);
}

/* In the middle of a cell */
static inline GudScalar thickness_at(const GudReynolds *g, int i, int j)
{
  return thickness(g, along(g, j), g->cos_c[i], g->sin_c[i]) + (g->shaped ? g->d_c[i * g->ny + j] : 0);
}

/* d before and after a cell, in its middle: first and second difference, by dx */
static inline double shape_slope(const GudReynolds *g, int i, int j)
{
  return g->shaped ? (g->d_x[i * g->ny + j] - g->d_x[(i ? i - 1 : g->nx - 1) * g->ny + j]) / g->dx : 0;
}

static inline double shape_bend(const GudReynolds *g, int i, int j)
{
  int k = i * g->ny + j, before = (i ? i - 1 : g->nx - 1) * g->ny + j;
  return g->shaped ? 4 * (g->d_x[k] - 2 * g->d_c[k] + g->d_x[before]) / (g->dx * g->dx) : 0;
}

/* H(i + 1/2) - H(i - 1/2) */
static inline GudScalar thickness_step(const GudReynolds *g, int i, int j)
{
  return g->s * sum_ends(g->u, along(g, j), -g->sin_c[i], g->cos_c[i]) + g->dx * shape_slope(g, i, j);
}

/* Around, H' and H'' in the middle of a cell */
static inline GudScalar thickness_slope(const GudReynolds *g, int i, int j)
{
  return sum_ends(g->u, along(g, j), -g->sin_c[i], g->cos_c[i]) + shape_slope(g, i, j);
}

static inline GudScalar thickness_bend(const GudReynolds *g, int i, int j)
{
  return shape_bend(g, i, j) - sum_ends(g->u, along(g, j), g->cos_c[i], g->sin_c[i]);
}

static inline int wrap(int i, int n)
{
  return (i % n + n) % n;
}

/* ---- rough surfaces: asperity.h with thickness by c ---- */

static inline GudByGap mean_gap(const GudReynolds *g, GudScalar H)
{
  return gud_rough_mean(g->sigma, H);
}

static inline GudByGap carried_gap(const GudReynolds *g, GudScalar H)
{
  return gud_rough_carried(&g->film->rough, g->sigma, H);
}

static inline GudByGap conductance(const GudReynolds *g, int along, GudScalar H)
{
  return gud_rough_conductance(&g->film->rough, g->sigma, along, H);
}

/* Mean gap in the middle of a cell. */
static inline GudByGap mean_at(const GudReynolds *g, int i, int j)
{
  return mean_gap(g, thickness_at(g, i, j));
}

/* Least thickness by c, over the whole film: at one of the ends; of the faces, if the bearing is not round. */
static inline double least(const GudReynolds *g)
{
  const GudScalar *u = g->u;
  double           a = hypot(gud_re(u[0]), gud_re(u[1])), b = hypot(gud_re(u[2]), gud_re(u[3])), h = INFINITY;
  if (!g->shaped) return 1 - fmax(a, b);
  for (int k = 0; k < g->n; k++) h = fmin(h, gud_re(g->hx[k]));
  for (int k = 0; k < g->n + g->nx; k++) h = fmin(h, gud_re(g->hz[k]));
  return h;
}

/* ---- kinds ---- */

/* Void cells have a fill of their own. */
static inline int with_void(const GudReynolds *g)
{
  return g->film->cavitation >= GUD_CAVITATION_JFO;
}

static inline int transported(const GudReynolds *g)
{
  return g->film->cavitation == GUD_CAVITATION_TRANSPORTED;
}

/* Pressure at the ends, reduced (Y7). */
static inline double end_pressure(const GudReynolds *g)
{
  double p = g->film->ends, a = g->film->barus;
  return (a > 0 ? -expm1(-a * p) / a : p) / g->p0;
}

static inline int pressurised(const GudReynolds *g, int cell)
{
  return g->kind[cell] != GUD_CELL_VOID;
}

static inline int is_fed(const GudReynolds *g, int cell)
{
  return g->kind[cell] == GUD_CELL_FED;
}

static inline int unknown(const GudReynolds *g, int cell)
{
  return g->kind[cell] == GUD_CELL_OIL || g->kind[cell] == GUD_CELL_EDGE || g->kind[cell] == GUD_CELL_VOID;
}

/* Number of a cell in the ring: the seam comes last. */
static inline int ring_column(const GudReynolds *g, int i)
{
  int n = i - g->seam - 1;
  return (n < 0 ? n + g->nx : n) * g->ny;
}

static inline int ring_row(const GudReynolds *g, int cell)
{
  return ring_column(g, cell / g->ny) + cell % g->ny;
}

/* The say of the second cell from an end in the flow through it, by that of the first (Y4). */
static inline double end_share(const GudReynolds *g, int first)
{
  return g->ny == 1 || is_fed(g, first) ? 0 : 1 / 7.0;
}

/* ---- edges within cells (Y10) ---- */

static inline GudFront edge_at(const GudReynolds *g, int k, GudScalar rho)
{
  return gud_front(g->demand[k], g->spread[k], rho);
}

static inline GudScalar reaction(const GudReynolds *g, int k, const GudFront *e)
{
  return g->demand[k] * e->r_f + g->spread[k] * e->r_a;
}

#endif
