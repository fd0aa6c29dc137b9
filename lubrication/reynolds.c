/* Full two-dimensional Reynolds equation for a journal bearing: finite length, misaligned, axial groove.

   (Y1) d/(R^2 dtheta)(h^3/(12 mu) dp/dtheta) + d/dzeta(h^3/(12 mu) dp/dzeta) = (w/2) dh/dtheta + dh/dt
        h of film.h (L1), w = journal spin minus bearing spin, all seen from the bearing; p = 0 at the ends
        zeta = +-B/2 (ambient pressure is 0), periodic in theta, p = supply in the groove.
   (Y2) F = -int p (cos, sin) R dtheta dzeta, M = int p R zeta (sin, -cos) dtheta dzeta on the journal.
   (Y3) T = -int (mu w R^3/h) dtheta dzeta + int (R/2) p dh/dtheta dtheta dzeta: Couette shear, and the
        pressure term -R h/2 dp/dtheta integrated by parts. Shear assumes that the gap is filled with oil,
        cavitated or not; under JFO the share 1 - eta of it is.

   Finite volumes, unknowns are cell averages, dimensionless as in reynolds.h:
   (Y4) flow out of a cell through its faces + s dz dH/dt = 0
        around:         k (z_L - z_R) + (w/2) H dz,   k = H^3 dz/dx
        along:          k (z_L - z_R),                k = H^3 dx/dz
        through an end: k (7 z_1 - z_2)/2, the flow of the parabola that is 0 there and has the averages
                        z_1, z_2 in the two cells next to it (6 k z_1 if ny = 1)
        So the loads of aligned short bearings are exact in ny, even with ny = 1. Wedge and squeeze are
        integrated exactly over the cell (s = 2 sin(dx/2)), and so are cos and sin in (Y2), (Y3): the power
        taken from the bodies is exactly the one that flows dissipate, -(F.v + M.omega + T w) = loss > 0
        (FULL and REYNOLDS, no groove, no Barus). Second order.
   Cavitation:
   (Y5) FULL: z free. GUEMBEL: the same, z < 0 counts as 0 in all results. REYNOLDS (Swift-Stieber): z >= 0,
        residual of (Y4) >= 0, one of them 0.
   (Y6) JFO (mass-conserving; eta = 1 - fill, complementary to z): the Couette flow is (w/2) H (1 - eta) dz
        with eta from upstream, the storage s dz (dH/dt - eta max(dH/dt, 0)). Quasi-steady: the fill follows
        the state at once, H d eta/dt is left out, because film.h knows no time. dH/dt > 0 draws void and
        not oil, dH/dt < 0 displaces oil as in a full gap. Without rotation this is REYNOLDS. Without squeeze
        mass is conserved: groove feed = side flow. So a groove is necessary: without one a steady
        mass-conserving bearing runs dry, and the film is refused. First order in the grid where there is
        void. For every set of void cells the matrix is an M-matrix (y^T K >= 0 with y = 1, smaller in the
        end rows), so the solution is unique, and factors need no pivoting.
   The dry set (Y5) is found by block principal pivoting with Murty's rule as a safeguard (finite for such
   matrices), the void set (Y6) by Newton steps, damped ones and pseudo-time if need be, both from what is in
   `memory` or from a full film.
   (Y7) Barus, mu exp(alpha p): z is the reduced pressure q = (1 - exp(-alpha p))/alpha, for which (Y1) keeps
        mu; results use p = -ln(1 - alpha q)/alpha. alpha q >= 1 has no solution: GUD_RETRY.
   (Y8) df/du = f_u - f_z K^-1 R_u by five adjoint solutions on the factors of the last system: exact
        derivative of the discrete force with the sets frozen. Where sets change, forces are continuous and
        derivatives jump.
   (Y9) A groove holds the cells whose centre is in it, at least the nearest column and the middle rows; the
        flow between it and a cell beside it has the real distance from the edge of the groove to the middle
        of that cell. Positive width asks for a groove; width 0 is none. A groove up to the ends is open
        there. "p = 0 at the widest gap" (tables of Butenschoen) is a groove of width 1e-9 there, as long as
        the bearing, with supply 0; the default, no such line, is the periodic problem.
   limits: laminar, isothermal, rigid surfaces. Side flow is what leaves; what ends draw in is not subtracted.
   verified by: t403 (tables, limits, order, energy, mass), t404 (PETSc's inequality), t405 (tangent) */
#include "reynolds.h"

#include <stdlib.h>
#include <string.h>

static const double turn = 6.283185307179586476925286766559;

enum { MAX_ITERATIONS = 300, PATIENCE = 10 };

/* ---- grid ---- */

static int grid_nx(const GudFilm *film)
{
  return film->nx ? film->nx : GUD_REYNOLDS_NX;
}

static int grid_ny(const GudFilm *film)
{
  return film->ny ? film->ny : GUD_REYNOLDS_NY;
}

const char *gud_reynolds_fault(const GudFilm *film)
{
  int nx = grid_nx(film), ny = grid_ny(film);
  if (nx < GUD_REYNOLDS_MIN_NX || nx > GUD_REYNOLDS_MAX_NX) return "nx must be 8 ... 480";
  if (ny < 1 || ny > GUD_REYNOLDS_MAX_NY) return "ny must be 1 ... 160";
  if (nx * ny > GUD_REYNOLDS_CELLS) return "nx times ny must be at most 20000";
  if (film->supply < 0) return "the supply pressure must not be negative";
  if (film->cavitation == GUD_CAVITATION_JFO && !(film->groove_width > 0))
    return "a mass-conserving film needs a groove that feeds it";
  return NULL;
}

size_t gud_reynolds_size(const GudFilm *film)
{
  int    nx = grid_nx(film), ny = grid_ny(film);
  size_t n = (size_t)nx * (size_t)ny;
  return sizeof(GudScalar) * (9 * n + (size_t)nx + gud_ring_size(nx, ny)) +
         sizeof(GudScalar) * (4 * (size_t)nx + n / sizeof(GudScalar) + 1);
}

int gud_reynolds_memory(const GudFilm *film)
{
  return GUD_REYNOLDS_HEAD + grid_nx(film) * grid_ny(film);
}

/* Share of end 2 at face j of 0 ... ny, and at the centre of row j. */
static double along_face(const GudReynolds *g, int j)
{
  return (double)j / g->ny;
}

static double along(const GudReynolds *g, int j)
{
  return (j + 0.5) / g->ny;
}

/* (L1) by c, or with at = GUD_FILM_RATES its rate without the 1 */
static GudScalar sum_ends(const GudScalar *x, double t, double c, double s)
{
  return -((1 - t) * x[0] + t * x[2]) * c - ((1 - t) * x[1] + t * x[3]) * s;
}

static GudScalar thickness(const GudReynolds *g, double t, double c, double s)
{
  return 1 + sum_ends(g->u, t, c, s);
}

static GudScalar thickness_rate(const GudReynolds *g, int i, int j)
{
  return sum_ends(g->u + GUD_FILM_RATES, along(g, j), g->cos_c[i], g->sin_c[i]);
}

/* H(i + 1/2) - H(i - 1/2) */
static GudScalar thickness_step(const GudReynolds *g, int i, int j)
{
  return g->s * sum_ends(g->u, along(g, j), -g->sin_c[i], g->cos_c[i]);
}

static double distance(double a, double b) /* of two angles */
{
  return fabs(remainder(a - b, turn));
}

static int wrap(int i, int n)
{
  return (i % n + n) % n;
}

/* How far the centre of column i, of row j is outside of the groove, in cells; < 0 inside. */
static double columns_to_groove(const GudReynolds *g, int i)
{
  return (distance(i * g->dx, g->film->groove_angle) - 0.5 * g->film->groove_width) / g->dx;
}

static double rows_to_groove(const GudReynolds *g, double j)
{
  return fabs(j + 0.5 - 0.5 * g->ny) - 0.5 * g->film->groove_length / g->film->length * g->ny;
}

static int in_groove(const GudReynolds *g, int i, int j)
{
  if (!(g->film->groove_width > 0)) return 0;
  int nearest = wrap((int)lround(g->film->groove_angle / g->dx), g->nx), middle = abs(2 * j + 1 - g->ny) <= 1;
  return (i == nearest || columns_to_groove(g, i) <= 1e-12) && (middle || rows_to_groove(g, j) <= 1e-12);
}

/* Least thickness by c, over the whole film: at one of the ends. */
static double least(const GudScalar *u)
{
  double a = hypot(gud_re(u[0]), gud_re(u[1])), b = hypot(gud_re(u[2]), gud_re(u[3]));
  return 1 - fmax(a, b);
}

static void lay_out(GudReynolds *g, GudScalar *work)
{
  size_t n = (size_t)g->n;
  g->z = work, g->hx = g->z + n, g->hz = g->hx + n;
  g->rest      = g->hz + n + g->nx;
  g->aux       = g->rest + n;
  g->before    = g->aux + 4 * n;
  g->ring_work = g->aux + 5 * n;
  double *d    = (double *)(g->ring_work + gud_ring_size(g->nx, g->ny));
  g->cos_c = d, g->sin_c = d + g->nx, g->cos_f = d + 2 * (ptrdiff_t)g->nx,
  g->sin_f = d + 3 * (ptrdiff_t)g->nx;
  g->kind  = (unsigned char *)(d + 4 * (ptrdiff_t)g->nx);
}

static void set_geometry(GudReynolds *g)
{
  double x = gud_re(g->u[0]) + gud_re(g->u[2]), y = gud_re(g->u[1]) + gud_re(g->u[3]);
  for (int i = 0; i < g->nx; i++) {
    g->cos_c[i] = cos(i * g->dx), g->sin_c[i] = sin(i * g->dx);
    g->cos_f[i] = cos((i + 0.5) * g->dx), g->sin_f[i] = sin((i + 0.5) * g->dx);
  }
  for (int i = 0; i < g->nx; i++) {
    for (int j = 0; j < g->ny; j++)
      g->hx[i * g->ny + j] = thickness(g, along(g, j), g->cos_f[i], g->sin_f[i]);
    for (int j = 0; j <= g->ny; j++)
      g->hz[i * (g->ny + 1) + j] = thickness(g, along_face(g, j), g->cos_c[i], g->sin_c[i]);
  }
  g->seam = wrap((int)lround(atan2(-y, -x) / g->dx), g->nx);
}

/* Starting set: groove; then the one remembered, else a full film. */
static void set_kinds(GudReynolds *g, const double *memory)
{
  const GudFilm *film = g->film;
  int            mode = film->cavitation;
  int            warm = memory && memory[0] == g->nx && memory[1] == g->ny && mode >= GUD_CAVITATION_REYNOLDS;
  g->empty            = mode == GUD_CAVITATION_JFO ? GUD_CELL_VOID : GUD_CELL_DRY;
  double feed = film->barus > 0 ? -expm1(-film->barus * film->supply) / film->barus : film->supply; /* (Y7) */
  for (int i = 0, k = 0; i < g->nx; i++)
    for (int j = 0; j < g->ny; j++, k++) {
      int    groove = in_groove(g, i, j);
      double z      = warm ? memory[GUD_REYNOLDS_HEAD + k] : 0;
      g->kind[k]    = (unsigned char)(groove ? GUD_CELL_GROOVE : z < 0 ? g->empty : GUD_CELL_OIL);
      g->z[k]       = groove ? feed / g->p0 : g->kind[k] == GUD_CELL_DRY ? 0 : z;
    }
}

/* ---- flows (Y4), (Y6) ---- */

/* Flow through a face from cell[0] to cell[1] (-1: an end): wedge + sum slope z. cell[2] has a say only. */
typedef struct {
  int       cell[3];
  GudScalar slope[3], wedge, wedge_w; /* wedge_w = d wedge/dw */
  GudScalar H, dH[4];                 /* thickness there and its derivative by the positions of the ends */
  GudScalar diffusion, fill;          /* flow() = diffusion + wedge fill, set by it */
} Face;

static int pressurised(const GudReynolds *g, int cell)
{
  return g->kind[cell] != GUD_CELL_VOID;
}

static void set_slopes_of_h(Face *face, double t, double c, double s)
{
  face->dH[0] = -(1 - t) * c, face->dH[1] = -(1 - t) * s;
  face->dH[2] = -t * c, face->dH[3] = -t * s;
}

/* Pressure counts where there is oil only. */
static void add_pressure(const GudReynolds *g, Face *f, int e, int cell, GudScalar slope)
{
  f->cell[e] = cell;
  if (cell >= 0 && pressurised(g, cell)) f->slope[e] = slope;
}

static int is_groove(const GudReynolds *g, int cell)
{
  return g->kind[cell] == GUD_CELL_GROOVE;
}

/* (Y9): 1/distance, limited to ten times the flow between two middles */
static double closer(double cells)
{
  return 1 / fmax(cells, 0.1);
}

/* between columns i and i + 1 in row j; void is carried downstream */
static Face face_around(const GudReynolds *g, int i, int j)
{
  Face      f = {.cell = {0, 0, -1}, .H = g->hx[i * g->ny + j]};
  GudScalar k = f.H * f.H * f.H * (g->dz / g->dx), w = g->u[GUD_FILM_W];
  int       a = i * g->ny + j, next = i + 1 == g->nx ? 0 : i + 1, b = next * g->ny + j;
  if (is_groove(g, a) != is_groove(g, b)) k *= closer(columns_to_groove(g, is_groove(g, a) ? next : i));
  f.wedge_w = f.H * g->dz / 2;
  f.wedge   = w * f.wedge_w;
  add_pressure(g, &f, 0, a, k);
  add_pressure(g, &f, 1, b, -k);
  int up = gud_re(w) > 0 ? 0 : 1;
  if (gud_re(w) != 0 && !pressurised(g, f.cell[up])) f.slope[up] = f.wedge;
  set_slopes_of_h(&f, along(g, j), g->cos_f[i], g->sin_f[i]);
  return f;
}

/* between rows j - 1 and j of column i; j = 0 and ny are the ends */
static Face face_along(const GudReynolds *g, int i, int j)
{
  int       ny = g->ny, first = i * ny, end = j == 0 || j == ny, alone = ny == 1;
  Face      f    = {.cell = {-1, -1, -1}, .H = g->hz[i * (ny + 1) + j]};
  GudScalar k    = f.H * f.H * f.H * (g->dx / g->dz);
  double    near = end ? alone ? 6 : 3.5 : 1, next = end && !alone ? 0.5 : 0;
  if (end && is_groove(g, first + (j ? ny - 1 : 0))) near = closer(rows_to_groove(g, -0.5)), next = 0;
  if (!end && is_groove(g, first + j - 1) != is_groove(g, first + j))
    near = closer(rows_to_groove(g, is_groove(g, first + j) ? j - 1 : j));
  if (j > 0) add_pressure(g, &f, 0, first + j - 1, near * k);
  if (j < ny) add_pressure(g, &f, 1, first + j, -near * k);
  if (next > 0) add_pressure(g, &f, 2, first + (j == 0 ? 1 : ny - 2), (j == 0 ? next : -next) * k);
  set_slopes_of_h(&f, along_face(g, j), g->cos_c[i], g->sin_c[i]);
  return f;
}

/* Flow with its two parts: driven by pressure, which goes with H^3, and dragged along, with w H. */
static GudScalar flow(const GudReynolds *g, Face *f)
{
  f->diffusion = 0, f->fill = 1;
  for (int e = 0; e < 3; e++) {
    if (f->cell[e] < 0 || f->slope[e] == 0) continue;
    if (pressurised(g, f->cell[e])) f->diffusion += f->slope[e] * g->z[f->cell[e]];
    else f->fill += g->z[f->cell[e]];
  }
  return f->diffusion + f->wedge * f->fill;
}

/* Storage of a cell: s dz (dH/dt + z max(dH/dt, 0)) with z = -eta in void cells, plus drag (z - z_before).
   The drag of a solution is 1e-12 of the flow, lest a void cell that neither rotation nor squeeze reaches
   leave the system singular. */
static GudScalar storage(const GudReynolds *g, int i, int j, GudScalar *slope)
{
  int       k    = i * g->ny + j;
  GudScalar rate = thickness_rate(g, i, j) * (g->s * g->dz);
  *slope         = 0;
  if (g->kind[k] != GUD_CELL_VOID) return rate;
  *slope = gud_pos(rate) + g->drag;
  return rate - g->drag * g->before[k];
}

/* Every face of the film, one after the other. */
static int next_face(const GudReynolds *g, int *at, Face *f)
{
  int around = g->n, i, k = (*at)++;
  if (k < around) {
    *f = face_around(g, k / g->ny, k % g->ny);
    return 1;
  }
  k -= around, i = k / (g->ny + 1);
  if (i >= g->nx) return 0;
  *f = face_along(g, i, k % (g->ny + 1));
  return 1;
}

static void residual(GudReynolds *g)
{
  Face      f;
  GudScalar slope;
  for (int i = 0, k = 0; i < g->nx; i++)
    for (int j = 0; j < g->ny; j++, k++) {
      g->rest[k] = storage(g, i, j, &slope);
      g->rest[k] += slope * g->z[k];
    }
  for (int at = 0; next_face(g, &at, &f);) {
    GudScalar q = flow(g, &f);
    if (f.cell[0] >= 0) g->rest[f.cell[0]] += q;
    if (f.cell[1] >= 0) g->rest[f.cell[1]] -= q;
  }
}

/* ---- the system for a given set ---- */

static int unknown(const GudReynolds *g, int cell)
{
  return g->kind[cell] == GUD_CELL_OIL || g->kind[cell] == GUD_CELL_VOID;
}

/* Number of a cell in the ring: the seam comes last. */
static int ring_row(const GudReynolds *g, int cell)
{
  int i = cell / g->ny - g->seam - 1;
  return (i < 0 ? i + g->nx : i) * g->ny + cell % g->ny;
}

/* Row `row` gets sign * (flow of the face). */
static void add_row(GudReynolds *g, const Face *f, int row, double sign, GudScalar *rhs)
{
  if (row < 0 || !unknown(g, row)) return;
  int r = ring_row(g, row);
  rhs[r] -= sign * f->wedge;
  for (int e = 0; e < 3; e++) {
    int col = f->cell[e];
    if (col < 0 || f->slope[e] == 0) continue;
    if (unknown(g, col)) *gud_ring_at(&g->ring, r, ring_row(g, col)) += sign * f->slope[e];
    else rhs[r] -= sign * f->slope[e] * g->z[col];
  }
}

/* Solves for the unknown cells; z of the others stays. */
static GudStatus solve_set(GudReynolds *g)
{
  GudScalar *rhs = g->aux, slope = 0;
  Face       f;
  gud_ring_clear(&g->ring, g->nx, g->ny, g->ring_work);
  for (int i = 0, k = 0; i < g->nx; i++)
    for (int j = 0; j < g->ny; j++, k++) {
      int r                        = ring_row(g, k);
      rhs[r]                       = unknown(g, k) ? -storage(g, i, j, &slope) : 0;
      *gud_ring_at(&g->ring, r, r) = unknown(g, k) ? slope : 1;
    }
  for (int at = 0; next_face(g, &at, &f);) {
    add_row(g, &f, f.cell[0], 1, rhs);
    add_row(g, &f, f.cell[1], -1, rhs);
  }
  if (gud_ring_factor(&g->ring) != GUD_OK) return GUD_RETRY;
  gud_ring_solve(&g->ring, rhs);
  for (int k = 0; k < g->n; k++)
    if (unknown(g, k)) g->z[k] = rhs[ring_row(g, k)];
  return GUD_OK;
}

/* ---- complementarity ---- */

/* The kind that a cell must change to, or its own. The bounds are round-off of the largest value. */
static int better_kind(const GudReynolds *g, int k, double z_off, double rest_off)
{
  double z = gud_re(g->z[k]);
  switch (g->kind[k]) {
  case GUD_CELL_OIL: return z < -z_off ? g->empty : GUD_CELL_OIL;
  case GUD_CELL_VOID: return z > 1e-12 ? GUD_CELL_OIL : GUD_CELL_VOID;
  case GUD_CELL_DRY: return gud_re(g->rest[k]) < -rest_off ? GUD_CELL_OIL : GUD_CELL_DRY;
  default: return g->kind[k];
  }
}

/* Counts the wrong cells. change: 0 none of them, 1 the last one, 2 all are changed. */
static int exchange(GudReynolds *g, int change)
{
  double z_max = g->pace, flow_max = 0;
  int    wrong = 0, last = -1, last_kind = 0;
  for (int k = 0; k < g->n; k++) {
    if (pressurised(g, k)) z_max = fmax(z_max, fabs(gud_re(g->z[k])));
    flow_max = fmax(flow_max, fabs(gud_re(g->rest[k])));
  }
  for (int k = 0; k < g->n; k++) {
    int kind = better_kind(g, k, 1e-13 * z_max, 1e-13 * flow_max);
    if (kind == g->kind[k]) continue;
    wrong++, last = k, last_kind = kind;
    if (change == 2) g->kind[k] = (unsigned char)kind, g->z[k] = 0;
  }
  if (change == 1 && wrong) g->kind[last] = (unsigned char)last_kind, g->z[last] = 0;
  return wrong;
}

/* (Y5) by block principal pivoting (all wrong cells at once; the last one only while that does not help). */
static GudStatus solve_dry(GudReynolds *g)
{
  int best = g->n + 1, patience = PATIENCE;
  for (g->iterations = 1; g->iterations <= MAX_ITERATIONS; g->iterations++) {
    if (solve_set(g) != GUD_OK) return GUD_RETRY;
    residual(g);
    int wrong = exchange(g, 0);
    if (!wrong) return GUD_OK;
    if (wrong < best) best = wrong, patience = PATIENCE;
    else patience--;
    exchange(g, patience > 0 ? 2 : 1);
  }
  return GUD_RETRY;
}

/* z = from + t (to - from), kinds by its sign; returns the sum of the absolute residuals. */
static double try_step(GudReynolds *g, double t, const GudScalar *from, const GudScalar *to)
{
  double sum = 0;
  for (int k = 0; k < g->n; k++) {
    if (g->kind[k] == GUD_CELL_GROOVE) continue;
    g->z[k]    = from[k] + t * (to[k] - from[k]);
    g->kind[k] = gud_re(g->z[k]) < 0 ? GUD_CELL_VOID : GUD_CELL_OIL;
  }
  residual(g);
  for (int k = 0; k < g->n; k++)
    if (unknown(g, k)) sum += fabs(gud_re(g->rest[k]));
  return sum;
}

/* (Y6) is piecewise linear in z: Newton's method; late steps are halved until the residual falls. */
static GudStatus newton(GudReynolds *g, int max_iterations)
{
  GudScalar *from = g->aux + g->n, *to = from + g->n;
  size_t     size = (size_t)g->n * sizeof *from;
  memcpy(from, g->z, size);
  double norm = try_step(g, 0, from, from);
  for (int i = 0; i < max_iterations; i++) {
    g->iterations++;
    if (solve_set(g) != GUD_OK) return GUD_RETRY;
    residual(g);
    if (!exchange(g, 0)) return GUD_OK;
    double t = 1, new_norm;
    memcpy(to, g->z, size);
    while ((new_norm = try_step(g, t, from, to)) > (1 - 0.01 * t) * norm && i > PATIENCE && t > 0.01) t /= 2;
    memcpy(from, g->z, size);
    norm = new_norm;
  }
  return GUD_RETRY;
}

/* Nearly starved films resist: there the void grows in implicit steps of pseudo-time, longer and longer. */
static GudStatus solve_void(GudReynolds *g)
{
  const double least_drag = g->drag;
  memset(g->before, 0, (size_t)g->n * sizeof *g->before);
  if (newton(g, 2 * PATIENCE) == GUD_OK) return GUD_OK;
  for (int k = 0; k < g->n; k++)
    if (g->kind[k] != GUD_CELL_GROOVE) g->z[k] = 0;
  for (double drag = 1e11 * least_drag; drag > least_drag; drag /= drag > 1e7 * least_drag ? 3 : 100) {
    g->drag = drag;
    if (newton(g, 4 * PATIENCE) != GUD_OK) return GUD_RETRY;
    for (int k = 0; k < g->n; k++) g->before[k] = g->kind[k] == GUD_CELL_VOID ? g->z[k] : 0;
  }
  g->drag = least_drag;
  return newton(g, 4 * PATIENCE);
}

static GudStatus solve_film(GudReynolds *g)
{
  if (g->film->cavitation == GUD_CAVITATION_REYNOLDS) return solve_dry(g);
  if (g->film->cavitation == GUD_CAVITATION_JFO) return solve_void(g);
  g->iterations    = 1;
  GudStatus status = solve_set(g);
  if (status == GUD_OK) residual(g);
  return status;
}

/* Grid, thickness and the set to start from. */
static GudStatus prepare(GudReynolds *g, const GudFilm *film, const GudScalar *u, const double *memory,
                         void *work)
{
  double stretch = film->radius / film->clearance;
  if (gud_reynolds_fault(film)) return GUD_FATAL;
  g->film = film, g->nx = grid_nx(film), g->ny = grid_ny(film), g->n = g->nx * g->ny;
  g->dx = turn / g->nx, g->dz = film->length / film->radius / g->ny, g->s = 2 * sin(g->dx / 2);
  g->p0 = 12 * film->viscosity * stretch * stretch;
  for (int k = 0; k < GUD_FILM_INPUTS; k++) g->u[k] = k == GUD_FILM_W ? u[k] : u[k] / film->clearance;
  if (!(least(g->u) > 0)) return GUD_RETRY;
  g->iterations = 0, g->pace = 0;
  for (int k = GUD_FILM_RATES; k < GUD_FILM_INPUTS; k++) g->pace += fabs(gud_re(g->u[k]));
  g->drag = 1e-12 * g->s * g->dz * g->pace;
  lay_out(g, work);
  set_geometry(g);
  set_kinds(g, memory);
  return GUD_OK;
}

GudStatus gud_reynolds_solve(GudReynolds *g, const GudFilm *film, const GudScalar *u, const double *memory,
                             void *work)
{
  g->status = prepare(g, film, u, memory, work);
  if (g->status == GUD_OK) g->status = solve_film(g);
  return g->status;
}

/* ---- force and derivative (Y2), (Y3), (Y7), (Y8) ---- */

/* Pressure in Pa and viscosity by mu as they act, and the derivative of p by z. */
typedef struct {
  GudScalar p, p_z, mu, mu_z;
} Oil;

static GudStatus oil_of(const GudReynolds *g, int k, Oil *o)
{
  double alpha = g->film->barus;
  *o           = (Oil){.mu = 1};
  if (!pressurised(g, k)) return GUD_OK;
  if (g->film->cavitation == GUD_CAVITATION_GUEMBEL && gud_re(g->z[k]) < 0) return GUD_OK;
  o->p = g->p0 * g->z[k], o->p_z = g->p0;
  if (!(alpha > 0)) return GUD_OK;
  GudScalar a = 1 - alpha * o->p; /* (Y7) */
  if (!(gud_re(a) > 0)) return GUD_RETRY;
  o->p = -gud_log(a) / alpha, o->p_z = g->p0 / a;
  o->mu = 1 / a, o->mu_z = alpha * g->p0 / (a * a);
  return GUD_OK;
}

/* What the pressure of a cell, 1 Pa, gives to forces and moments. */
static void weights(const GudReynolds *g, int i, int j, double wt[4])
{
  double R = g->film->radius, area = R * R * g->s * g->dz, zeta = (along(g, j) - 0.5) * g->film->length;
  wt[GUD_FILM_FXI] = -area * g->cos_c[i], wt[GUD_FILM_FETA] = -area * g->sin_c[i];
  wt[GUD_FILM_MXI] = area * zeta * g->sin_c[i], wt[GUD_FILM_META] = -area * zeta * g->cos_c[i];
}

static double couette_torque(const GudReynolds *g)
{
  double R2 = g->film->radius * g->film->radius;
  return g->film->viscosity * R2 * R2 / g->film->clearance * g->dx * g->dz;
}

/* (Y3): torque of one cell, its derivative by z and (added) by the nine dimensionless inputs. */
static GudScalar cell_torque(const GudReynolds *g, int i, int j, const Oil *o, GudScalar *T_z, GudScalar *T_u)
{
  int       k = i * g->ny + j, isvoid = g->kind[k] == GUD_CELL_VOID;
  double    t = along(g, j), lever = g->film->radius * g->film->radius * g->film->clearance / 2 * g->dz;
  GudScalar H = thickness(g, t, g->cos_c[i], g->sin_c[i]), w = g->u[GUD_FILM_W];
  GudScalar cw = couette_torque(g) / H, fill = isvoid ? 1 + g->z[k] : 1;
  Face      here, step; /* only for the derivatives of H and of its step */
  *T_z = lever * thickness_step(g, i, j) * o->p_z - cw * w * (isvoid ? 1 : o->mu_z);
  if (T_u) {
    set_slopes_of_h(&here, t, g->cos_c[i], g->sin_c[i]);
    set_slopes_of_h(&step, t, -g->sin_c[i], g->cos_c[i]);
    for (int n = 0; n < 4; n++)
      T_u[n] += lever * g->s * o->p * step.dH[n] + cw * w * fill * o->mu / H * here.dH[n];
    T_u[GUD_FILM_W] -= cw * fill * o->mu;
  }
  return lever * thickness_step(g, i, j) * o->p - cw * w * fill * o->mu;
}

/* lam[m] . dR/du for all five adjoints, subtracted from J (dimensionless columns). */
static void subtract_adjoint(const GudReynolds *g, GudScalar *J)
{
  Face             f;
  const GudScalar *lam = g->aux;
  for (int at = 0; next_face(g, &at, &f);) {
    flow(g, &f);
    GudScalar q_h = (3 * f.diffusion + f.wedge * f.fill) / f.H, q_w = f.wedge_w * f.fill;
    int a = f.cell[0] >= 0 ? ring_row(g, f.cell[0]) : -1, b = f.cell[1] >= 0 ? ring_row(g, f.cell[1]) : -1;
    for (int m = 0; m < GUD_FILM_FORCES; m++) {
      const GudScalar *l = lam + (ptrdiff_t)m * g->n;
      GudScalar d = (a >= 0 ? l[a] : 0) - (b >= 0 ? l[b] : 0), *row = J + (ptrdiff_t)m * GUD_FILM_INPUTS;
      if (d == 0) continue;
      for (int n = 0; n < 4; n++) row[n] -= d * q_h * f.dH[n];
      row[GUD_FILM_W] -= d * q_w;
    }
  }
  for (int i = 0, k = 0; i < g->nx; i++)
    for (int j = 0; j < g->ny; j++, k++) {
      double    open = gud_re(thickness_rate(g, i, j)) > 0;
      GudScalar full = g->kind[k] == GUD_CELL_VOID ? 1 + open * g->z[k] : 1;
      set_slopes_of_h(&f, along(g, j), g->cos_c[i], g->sin_c[i]);
      for (int m = 0; m < GUD_FILM_FORCES; m++) {
        GudScalar d = lam[(ptrdiff_t)m * g->n + ring_row(g, k)] * full * (g->s * g->dz);
        for (int n = 0; n < 4; n++) J[m * GUD_FILM_INPUTS + GUD_FILM_RATES + n] -= d * f.dH[n];
      }
    }
}

GudStatus gud_reynolds_force(GudReynolds *g, GudScalar *f, GudScalar *J)
{
  GudScalar *lam = g->aux, T_z = 0;
  for (int m = 0; m < GUD_FILM_FORCES; m++) f[m] = 0;
  if (J) memset(J, 0, GUD_FILM_FORCES * GUD_FILM_INPUTS * sizeof *J);
  for (int i = 0, k = 0; i < g->nx; i++)
    for (int j = 0; j < g->ny; j++, k++) {
      Oil    o;
      double wt[4];
      int    r = ring_row(g, k);
      if (oil_of(g, k, &o) != GUD_OK) return GUD_RETRY;
      weights(g, i, j, wt);
      for (int m = 0; m < 4; m++) f[m] += wt[m] * o.p;
      if (g->film->shear)
        f[GUD_FILM_TORQUE] += cell_torque(g, i, j, &o, &T_z,
                                          J ? J + GUD_FILM_TORQUE * GUD_FILM_INPUTS : NULL);
      if (!J) continue;
      for (int m = 0; m < 4; m++) lam[m * g->n + r] = unknown(g, k) ? wt[m] * o.p_z : 0;
      lam[GUD_FILM_TORQUE * g->n + r] = unknown(g, k) ? T_z : 0;
    }
  if (!J) return GUD_OK;
  for (int m = 0; m < (g->film->shear ? 5 : 4); m++)
    gud_ring_solve_transposed(&g->ring, lam + (ptrdiff_t)m * g->n);
  subtract_adjoint(g, J); /* (Y8) */
  for (int m = 0; m < GUD_FILM_FORCES; m++)
    for (int n = 0; n < GUD_FILM_W; n++) J[m * GUD_FILM_INPUTS + n] /= g->film->clearance;
  return GUD_OK;
}

/* ---- diagnostics ---- */

double gud_reynolds_pressure(const GudReynolds *g, int cell)
{
  Oil o;
  return oil_of(g, cell, &o) == GUD_OK ? gud_re(o.p) : NAN;
}

void gud_reynolds_figures(const GudReynolds *g, double out[GUD_FILM_FIGURES])
{
  double unit = g->film->clearance * g->film->radius * g->film->radius, w = gud_re(g->u[GUD_FILM_W]);
  int    clip = g->film->cavitation == GUD_CAVITATION_GUEMBEL;
  Face   f;
  out[GUD_FILM_MIN]      = least(g->u) * g->film->clearance;
  out[GUD_FILM_PRESSURE] = out[GUD_FILM_FLOW] = out[GUD_FILM_LOSS] = 0;
  for (int at = 0; next_face(g, &at, &f);) { /* flow driven by pressure, and what it dissipates */
    double q = 0, p[3] = {0, 0, 0};
    for (int e = 0; e < 3; e++) {
      if (f.cell[e] < 0 || !pressurised(g, f.cell[e])) continue;
      double z = gud_re(g->z[f.cell[e]]);
      q += gud_re(f.slope[e]) * (clip ? fmax(z, 0) : z) * unit;
      p[e] = gud_reynolds_pressure(g, f.cell[e]);
    }
    out[GUD_FILM_LOSS] += q * (p[0] - p[1]);
    if (f.cell[0] < 0 || f.cell[1] < 0) out[GUD_FILM_FLOW] += fmax(f.cell[0] < 0 ? -q : q, 0);
  }
  for (int i = 0, k = 0; i < g->nx; i++)
    for (int j = 0; j < g->ny; j++, k++) {
      Oil    o;
      double H    = gud_re(thickness(g, along(g, j), g->cos_c[i], g->sin_c[i]));
      double fill = g->kind[k] == GUD_CELL_VOID ? 1 + gud_re(g->z[k]) : 1;
      if (oil_of(g, k, &o) != GUD_OK) o.p = o.mu = NAN;
      out[GUD_FILM_PRESSURE] = k ? fmax(out[GUD_FILM_PRESSURE], gud_re(o.p)) : gud_re(o.p);
      out[GUD_FILM_LOSS] += couette_torque(g) * w * w * fill * gud_re(o.mu) / H;
    }
}

void gud_reynolds_keep(const GudReynolds *g, double *memory)
{
  memory[0] = g->nx, memory[1] = g->ny;
  for (int k = 0; k < g->n; k++)
    memory[GUD_REYNOLDS_HEAD + k] = g->kind[k] == GUD_CELL_DRY ? -1 : gud_re(g->z[k]);
}

/* ---- the contract: work is a GudReynolds and what it points to ---- */

static size_t head_size(void)
{
  return (sizeof(GudReynolds) + sizeof(GudScalar) - 1) / sizeof(GudScalar) * sizeof(GudScalar);
}

static size_t size(const GudFilm *film)
{
  return head_size() + gud_reynolds_size(film);
}

static GudStatus force(const GudFilm *film, const GudScalar *u, const double *memory, void *work,
                       GudScalar *f, GudScalar *J)
{
  GudReynolds *g = work;
  if (gud_reynolds_solve(g, film, u, memory, (char *)work + head_size()) == GUD_OK)
    g->status = gud_reynolds_force(g, f, J);
  return g->status;
}

static GudStatus jacobian(const GudFilm *film, const GudScalar *u, void *work, GudScalar *J)
{
  GudReynolds *g = work;
  GudScalar    f[GUD_FILM_FORCES];
  (void)film, (void)u;
  return g->status == GUD_OK ? gud_reynolds_force(g, f, J) : g->status;
}

static void remember(const GudFilm *film, const void *work, double *memory)
{
  const GudReynolds *g = work;
  (void)film;
  if (g->status == GUD_OK) gud_reynolds_keep(g, memory);
}

/* Linear between the middles of the cells, down to 0 at the ends. */
static double interpolate(const GudReynolds *g, double theta, double zeta)
{
  double x = theta / g->dx, y = (zeta / g->film->length + 0.5) * g->ny - 0.5, p = 0;
  int    i = (int)floor(x), j = (int)floor(y);
  if (y < -0.5 || y > g->ny - 0.5) return 0;
  for (int a = 0; a < 2; a++)
    for (int b = 0; b < 2; b++) {
      double wx = a ? x - i : 1 - (x - i), wy = b ? y - j : 1 - (y - j);
      int    row = j + b;
      if (row < 0 || row >= g->ny) continue;
      if (row == 0 && j < 0) wy = 2 * y + 1; /* between the end and the first middle, half a cell apart */
      if (row == g->ny - 1 && j == row) wy = 2 * (row - y) + 1;
      p += wx * wy * gud_reynolds_pressure(g, wrap(i + a, g->nx) * g->ny + row);
    }
  return p;
}

static void pressures(const GudFilm *film, const GudScalar *u, const void *work, int n, const double *theta,
                      const double *zeta, double *p)
{
  const GudReynolds *g = work;
  (void)film, (void)u;
  for (int k = 0; k < n; k++) p[k] = g->status == GUD_OK ? interpolate(g, theta[k], zeta[k]) : NAN;
}

static void figures(const GudFilm *film, const GudScalar *u, const void *work, double *out)
{
  const GudReynolds *g = work;
  (void)film, (void)u;
  if (g->status == GUD_OK) gud_reynolds_figures(g, out);
  else
    for (int k = 0; k < GUD_FILM_FIGURES; k++) out[k] = NAN;
}

const GudFilmModel gud_film_reynolds = {
  .name = "reynolds",
  .summary =
    "full two-dimensional Reynolds equation: finite length, misaligned, groove, four kinds of cavitation",
  .cite        = "butenschoen1976, giacopini2010, judice1994",
  .fault       = gud_reynolds_fault,
  .size        = size,
  .memory_size = gud_reynolds_memory,
  .force       = force,
  .jacobian    = jacobian,
  .remember    = remember,
  .pressures   = pressures,
  .figures     = figures};
