/* Oil film on an edge: strip_film.h.

   Finite volumes, unknowns are averages z over cells ds x dz of half of the width, the other half being the same:
   (S2) flow out of a cell through its faces + f = 0,  f = dz (qf_i+1 - qf_i + Vt_i): what the walls draw out of it
        along s:         k (z_L - z_R),  k = hf^3 dz/(12 mu ds)
        across:          k (z_L - z_R),  k = hc^3 ds/(12 mu dz);  0 through the middle
        through a rim:   k (16 z_1 - 5 z_2 + z_3)/3: k (dp + d3p/12) in cells, of the cubic that is 0 at the rim. Differences of averages
                         have the same error d3p/12 everywhere else, so that all of it is an even series in the size of cells, and
                         strip_film.c can extrapolate. 3 k z_1 if half of the width is one cell: a narrow film is exact.
   (S3) FULL: z free. GUEMBEL: the same, only what is positive counts (clip.h). REYNOLDS: z >= 0, residual >= 0, one of them 0,
        the edge of the oil resolved within its cell by front.h, whose a is |f_i+1 - f_i-1|/2. Separate films are found as they
        come: the dry set is the outcome of Newton's method on a monotone problem with one solution, not of a search along s.
   (S4) P_i = 2 dz sum_j z_ij. Sum over cells of P_i times (qf_i+1 - qf_i + Vt_i) is minus the power that flow dissipates (FULL, REYNOLDS): a
        force that gives P_i dV_i/dq and a drag of (P_i-1 - P_i) h/2 at each face takes just that from the bodies (contact/edge_film.c).
   (S5) dP/dy = -c K^-T R_y, one adjoint solution for each cell along s, on the factors at the solution, sets frozen: the exact
        derivative of the discrete problem. Work: nx solutions of nx ny (4 ny + 1) products.
   (S6) an end of an open film: k (dp + d3p/12) likewise, of the cubic that is 0 at the end, has the averages of the two cells next
        to it, and obeys (S1) there, where d2p/dz2 = 0: d2p = f_0/k - kappa dp, kappa = 3 dh/h per cell. kappa is limited to +-3.
        REYNOLDS, where walls draw oil in at the end: k (7 z_1 - z_2)/2, as the edge of the oil may be there.
   For a round bore and a journal without tilt (S2) is (Y4) of reynolds.c but for the rims.
   limits: laminar, isothermal, constant viscosity, no groove, quasi-steady cavitation that does not conserve mass.
   verified by: t410 (references of shaped bores and sliders, order, reynolds.c), battery (tangent) */
#include "strip_grid.h"

#include "clip.h"
#include "front.h"

#include <string.h>

enum { ITERATIONS = 300, HEAD = 1, RIM = 3 };
/* Newton's steps with fresh factors after the real parts have converged: derivatives by complex step follow behind them. */
#ifdef GUD_COMPLEX
enum { LATE = 2 };
#else
enum { LATE = 0 };
#endif

/* Factors are kept while no edge moves by more than this share of its rho and steps become that much shorter. */
static const double CHORD = 0.03, SHORTER = 0.2;

const char *gud_strip_fault(const GudStrip *film)
{
  if (film->nx < GUD_STRIP_MIN_NX || film->nx > GUD_STRIP_MAX_NX) return "nx must be 4 ... 720";
  if (film->ny < 1 || film->ny > GUD_STRIP_MAX_NY) return "ny must be 1 ... 240";
  if (film->cavitation > GUD_CAVITATION_REYNOLDS)
    return "a film on an edge has cavitation: guembel, full or reynolds";
  if (film->wide && film->closed) return "a bearing has a finite length";
  return NULL;
}

size_t gud_strip_grid_size(const GudStrip *film)
{
  size_t nx = (size_t)film->nx, n = nx * (size_t)film->ny, faces = (size_t)gud_strip_faces(film);
  return GUD_STRIP_INPUTS * (faces + nx * faces) + 5 * faces + nx + 7 * n + n / sizeof(GudScalar) + 1 +
         gud_ring_size(film->nx, film->ny);
}

int gud_strip_grid_memory(const GudStrip *film)
{
  return HEAD + film->nx * film->ny;
}

void gud_strip_grid_begin(GudStripGrid *g, const GudStrip *film, GudScalar *work)
{
  g->film = film, g->nx = film->nx, g->ny = film->ny, g->n = g->nx * g->ny, g->faces = gud_strip_faces(film);
  g->dz = film->width / (2 * g->ny), g->iterations = 0, g->factored = 0, g->seam = g->nx - 1;
  ptrdiff_t  nx = g->nx, n = g->n, faces = g->faces;
  GudScalar *w = work;
  for (int k = 0; k < GUD_STRIP_INPUTS; k++) g->in[k] = w, w += faces;
  for (int k = 0; k < GUD_STRIP_INPUTS; k++) g->J[k] = w, w += nx * faces;
  g->kx = w, g->kz = w + faces, g->k_cell = w + 2 * faces, g->demand = w + 3 * faces,
  g->spread = w + 4 * faces;
  w += 5 * faces;
  g->P = w, w += nx;
  g->z = w, g->rest = w + n, g->rho = w + 2 * n, g->aux = w + 3 * n, g->by_f = w + 4 * n, g->by_a = w + 5 * n,
  g->by_k      = w + 6 * n, w += 7 * n;
  g->ring_work = w, w += gud_ring_size(g->nx, g->ny);
  g->kind      = (unsigned char *)w;
}

/* ---- coefficients (S2) ---- */

/* Cell after and before cell i; -1: an end of an open film */
static int next_of(const GudStripGrid *g, int i)
{
  return i + 1 < g->nx ? i + 1 : g->film->closed ? 0 : -1;
}

static int before_of(const GudStripGrid *g, int i)
{
  return i > 0 ? i - 1 : g->film->closed ? g->nx - 1 : -1;
}

static int face_after(const GudStripGrid *g, int i)
{
  return i + 1 < g->faces ? i + 1 : 0;
}

/* Flow through a rim is kz sum_m w[m] z of the m-th cell from it. */
static const double *rim(const GudStripGrid *g)
{
  static const double w[3][RIM] = {{3, 0, 0}, {16 / 3., -4 / 3., 0}, {16 / 3., -5 / 3., 1 / 3.}};
  return w[g->ny < RIM ? g->ny - 1 : RIM - 1];
}

static int rim_cells(const GudStripGrid *g)
{
  return g->ny < RIM ? g->ny : RIM;
}

/* Sum of the weights times z of the column that begins at zc */
static GudScalar rim_sum(const GudStripGrid *g, const GudScalar *zc)
{
  GudScalar sum = 0;
  for (int m = 0; m < rim_cells(g); m++) sum += rim(g)[m] * zc[g->ny - 1 - m];
  return sum;
}

/* spread_i = |f of .[1] - f of .[0]| weight; at the ends of an open film one-sided */
static double spread_of(const GudStripGrid *g, int i, int of[2])
{
  of[0] = before_of(g, i), of[1] = next_of(g, i);
  double weight = of[0] < 0 || of[1] < 0 ? 1 : 0.5;
  if (of[0] < 0) of[0] = i;
  if (of[1] < 0) of[1] = i;
  return gud_re(g->demand[of[1]]) < gud_re(g->demand[of[0]]) ? -weight : weight;
}

static GudStatus coefficients(GudStripGrid *g)
{
  double ds = g->film->ds, m = 1 / (12 * g->film->viscosity), most = 0, widest = 0;
  for (int i = 0; i < g->faces; i++) {
    GudScalar h = g->in[GUD_STRIP_HF][i];
    if (!(gud_re(h) > 0)) return GUD_RETRY;
    g->kx[i] = h * h * h * (m * g->dz / ds);
  }
  for (int i = 0; i < g->nx; i++) {
    GudScalar h = g->in[GUD_STRIP_HC][i], h3 = h * h * h, *q = g->in[GUD_STRIP_QF];
    if (!(gud_re(h) > 0)) return GUD_RETRY;
    g->kz[i] = g->film->wide ? 0 : h3 * (m * ds / g->dz), g->k_cell[i] = h3 * (m * g->dz / ds);
    g->demand[i] = g->dz * (q[face_after(g, i)] - q[i] + g->in[GUD_STRIP_VT][i]);
    most         = fmax(most, fabs(gud_re(g->demand[i])));
    widest       = fmax(widest, gud_re(g->k_cell[i] + g->kz[i]));
  }
  for (int i = 0, of[2]; i < g->nx; i++) {
    double weight = spread_of(g, i, of);
    g->spread[i]  = weight * (g->demand[of[1]] - g->demand[of[0]]);
  }
  g->pace = most / widest;
  return GUD_OK;
}

/* ---- edges of the oil within cells (front.h) ---- */

static int column(const GudStripGrid *g, int k)
{
  return k / g->ny;
}

static GudFront edge_at(const GudStripGrid *g, int k, GudScalar rho)
{
  return gud_front(g->demand[column(g, k)], g->spread[column(g, k)], rho);
}

static GudScalar reaction(const GudStripGrid *g, int k, const GudFront *e)
{
  return g->demand[column(g, k)] * e->r_f + g->spread[column(g, k)] * e->r_a;
}

static GudScalar edge_end(const GudStripGrid *g, int k)
{
  return gud_front_end(g->demand[column(g, k)], g->spread[column(g, k)]);
}

static double edge_start(const GudStripGrid *g, int k)
{
  return gud_front_start(gud_re(g->demand[column(g, k)]), gud_re(g->spread[column(g, k)]));
}

static void set_edge(GudStripGrid *g, int k, GudScalar rho)
{
  int      i = column(g, k);
  GudFront e = edge_at(g, k, rho);
  g->kind[k] = GUD_STRIP_EDGE, g->rho[k] = rho;
  g->z[k] = (g->demand[i] * e.p_f + g->spread[i] * e.p_a) / g->k_cell[i];
}

/* Near the solution the pressure leads: from rho it follows by differences (F2) whose terms may be much larger than it. */
static void follow_pressure(GudStripGrid *g, int k, GudScalar z)
{
  int i   = column(g, k);
  g->z[k] = z;
  for (int n = 0; n < 2; n++) {
    GudFront e = edge_at(g, k, g->rho[k]);
    g->rho[k] -= (g->demand[i] * e.p_f + g->spread[i] * e.p_a - z * g->k_cell[i]) / e.p_rho;
  }
}

/* A cell of oil that has come to the pressure z is full, has an edge in it or is dry. Returns whether it is still full. */
static int settle(GudStripGrid *g, int k)
{
  int       i = column(g, k), edge = gud_re(edge_end(g, k)) > 0;
  GudScalar p = g->z[k] * g->k_cell[i];
  if (edge ? gud_re(p - edge_end(g, k)) >= 0 : gud_re(g->z[k]) >= -1e-13 * g->pace) return 1;
  if (edge && gud_re(p) > 0) set_edge(g, k, gud_front_find(g->demand[i], g->spread[i], p));
  else g->kind[k] = GUD_STRIP_DRY, g->z[k] = 0;
  return 0;
}

/* ---- the system for a given set ---- */

/* Number of a cell in the ring: the seam comes last. */
static int ring_row(const GudStripGrid *g, int k)
{
  int n = column(g, k) - g->seam - 1;
  return (n < 0 ? n + g->nx : n) * g->ny + k % g->ny;
}

static int unknown(const GudStripGrid *g, int k)
{
  return g->kind[k] != GUD_STRIP_DRY;
}

/* (S6) at an end of an open film: flow out = kx (A z_1 + B z_2) + G f_0, f_0 = (3 f_1 - f_2)/2 */
typedef struct {
  GudScalar A, B, G, by_curl[3]; /* and their derivatives by kappa */
  GudScalar kappa;
  int face, inner, cell, next; /* the end's face, the other one of its cell, that cell and the one after it */
  int clamped;
} End;

/* (S6) needs oil at the end: with complementarity it serves where walls press oil out, which is known before the solution. */
static int has_cubic(const GudStripGrid *g, const End *e)
{
  return g->film->cavitation != GUD_CAVITATION_REYNOLDS ||
         (gud_re(g->demand[e->cell]) < 0 && 3 * gud_re(g->demand[e->cell]) < gud_re(g->demand[e->next]));
}

static End end_of(const GudStripGrid *g, int last)
{
  static const double most = 3;
  End              e  = last ? (End){.face = g->nx, .inner = g->nx - 1, .cell = g->nx - 1, .next = g->nx - 2}
                             : (End){.face = 0, .inner = 1, .cell = 0, .next = 1};
  const GudScalar *hf = g->in[GUD_STRIP_HF], *hc = g->in[GUD_STRIP_HC];
  if (!has_cubic(g, &e)) {
    e.A = 3.5, e.B = -0.5; /* the parabola */
    return e;
  }
  e.kappa   = 3 * ((4 * hc[e.cell] - hf[e.inner]) / hf[e.face] - 3);
  e.clamped = fabs(gud_re(e.kappa)) > most;
  if (e.clamped) e.kappa = gud_re(e.kappa) > 0 ? most : -most;
  GudScalar d = 6 - 4 * e.kappa / 3, c = e.kappa / (3 * d), c_kappa = e.clamped ? 0 : 2 / (d * d);
  e.A = 2 + 15 * c, e.B = -c, e.G = -(1 + 4 * c) / 3;
  e.by_curl[0] = 15 * c_kappa, e.by_curl[1] = -c_kappa, e.by_curl[2] = -4 * c_kappa / 3;
  return e;
}

static GudScalar end_demand(const GudStripGrid *g, const End *e)
{
  return 1.5 * g->demand[e->cell] - 0.5 * g->demand[e->next];
}

/* (S2) in every cell, reactions of edges included. */
static void residual(GudStripGrid *g)
{
  int        ny = g->ny;
  GudScalar *r = g->rest, *z = g->z;
  for (int k = 0; k < g->n; k++) r[k] = g->demand[column(g, k)];
  for (int i = 0; i < g->nx; i++) {
    int k = i * ny, next = next_of(g, i);
    for (int j = 0; j < ny && next >= 0; j++) {
      GudScalar q = g->kx[face_after(g, i)] * (z[k + j] - z[next * ny + j]);
      r[k + j] += q, r[next * ny + j] -= q;
    }
    for (int j = 0; j + 1 < ny; j++) {
      GudScalar q = g->kz[i] * (z[k + j] - z[k + j + 1]);
      r[k + j] += q, r[k + j + 1] -= q;
    }
    r[k + ny - 1] += g->kz[i] * rim_sum(g, z + k);
  }
  for (int last = 0; last < 2 && !g->film->closed; last++) {
    End e = end_of(g, last);
    for (int j = 0; j < ny; j++)
      r[e.cell * ny + j] += g->kx[e.face] * (e.A * z[e.cell * ny + j] + e.B * z[e.next * ny + j]) +
                            e.G * end_demand(g, &e);
  }
  for (int k = 0; k < g->n; k++) {
    if (g->kind[k] != GUD_STRIP_EDGE) continue;
    GudFront e = edge_at(g, k, g->rho[k]);
    r[k] -= reaction(g, k, &e);
  }
}

/* Row r loses what the pressure of cell k drives into it. */
static void couple(GudStripGrid *g, int r, int k, GudScalar conductance)
{
  if (unknown(g, k)) *gud_ring_at(&g->ring, r, ring_row(g, k)) -= conductance;
}

static void assemble_cell(GudStripGrid *g, int i, int j)
{
  int       ny = g->ny, k = i * ny + j, r = ring_row(g, k), before = before_of(g, i), next = next_of(g, i);
  GudScalar left = g->kx[i], right = g->kx[face_after(g, i)], kz = g->kz[i], sum = 0;
  if (before >= 0) sum += left, couple(g, r, before * ny + j, left);
  else {
    End e = end_of(g, 0);
    sum += e.A * left, couple(g, r, k + ny, -e.B * left);
  }
  if (next >= 0) sum += right, couple(g, r, next * ny + j, right);
  else {
    End e = end_of(g, 1);
    sum += e.A * right, couple(g, r, k - ny, -e.B * right);
  }
  if (j > 0) sum += kz, couple(g, r, k - 1, kz);
  if (j + 1 < ny) sum += kz, couple(g, r, k + 1, kz);
  else sum += kz * rim(g)[0];
  for (int m = 1; m < rim_cells(g) && j + 1 == ny; m++) couple(g, r, k - m, -kz * rim(g)[m]);
  if (g->kind[k] == GUD_STRIP_EDGE) sum += edge_at(g, k, g->rho[k]).steep * g->k_cell[i];
  *gud_ring_at(&g->ring, r, r) += sum;
}

/* Factors for the present set; rows of dry cells are those of the identity. */
static GudStatus factor(GudStripGrid *g)
{
  gud_ring_clear(&g->ring, g->nx, g->ny, g->ring_work);
  for (int i = 0, k = 0; i < g->nx; i++)
    for (int j = 0; j < g->ny; j++, k++) {
      if (unknown(g, k)) assemble_cell(g, i, j);
      else *gud_ring_at(&g->ring, ring_row(g, k), ring_row(g, k)) = 1;
    }
  g->factored = 1, g->iterations++;
  return gud_ring_factor(&g->ring);
}

/* The last block of the ring: the column with the fewest unknowns, where factors cost least. */
static void set_seam(GudStripGrid *g)
{
  int fewest = g->ny + 1;
  for (int i = g->nx - 1; i >= 0 && g->film->closed; i--) {
    int num = 0;
    for (int j = 0; j < g->ny; j++) num += unknown(g, i * g->ny + j);
    if (num < fewest) fewest = num, g->seam = i;
  }
}

/* Newton's step of every cell, into aux, by ring_row. */
static void step_of_set(GudStripGrid *g)
{
  for (int k = 0; k < g->n; k++) g->aux[ring_row(g, k)] = unknown(g, k) ? -g->rest[k] : 0;
  gud_ring_solve(&g->ring, g->aux);
}

/* ---- complementarity (S3) ---- */

/* Where the edge of a dry cell would be if all its neighbours stayed as they are: by bisection. */
static double edge_alone(const GudStripGrid *g, int k, double start)
{
  int    i   = column(g, k);
  double low = start, high = 2, faces = 2 * (1 + gud_re(g->kz[i]) / gud_re(g->k_cell[i]));
  for (int n = 0; n < 12; n++) {
    double    rho = 0.5 * (low + high);
    GudFront  e   = edge_at(g, k, rho);
    GudScalar p   = g->demand[i] * e.p_f + g->spread[i] * e.p_a;
    if (gud_re(g->rest[k] + faces * p - reaction(g, k, &e)) < 0) low = rho;
    else high = rho;
  }
  return 0.5 * (low + high);
}

/* Dry cells that pressure around them opens, at most `most` of them. */
static int open_dry(GudStripGrid *g, int most)
{
  double flow_max = 0;
  int    opened   = 0;
  for (int i = 0; i < g->nx; i++) flow_max = fmax(flow_max, fabs(gud_re(g->demand[i])));
  for (int k = 0; k < g->n && opened < most; k++) {
    if (g->kind[k] != GUD_STRIP_DRY) continue;
    double   start = gud_re(edge_end(g, k)) > 0 ? edge_start(g, k) : 2;
    GudFront e     = edge_at(g, k, start);
    if (gud_re(g->rest[k]) >= (start < 2 ? gud_re(reaction(g, k, &e)) : 0) - 1e-13 * flow_max) continue;
    opened++;
    if (start < 2) set_edge(g, k, edge_alone(g, k, start));
    else g->kind[k] = GUD_STRIP_OIL;
  }
  return opened;
}

/* Cell k moves by dz, an edge by not more than half a cell. Returns by which share of rho; 1 if its kind changes. */
static double move(GudStripGrid *g, int k, GudScalar dz)
{
  if (g->kind[k] == GUD_STRIP_OIL) {
    g->z[k] += dz;
    return settle(g, k) ? 0 : 1;
  }
  GudFront  e    = edge_at(g, k, g->rho[k]);
  GudScalar step = dz * g->k_cell[column(g, k)] / e.p_rho, rho = g->rho[k];
  if (fabs(gud_re(step)) > 0.5) step = gud_re(step) > 0 ? 0.5 : -0.5;
  rho += step;
  if (gud_re(rho) > edge_start(g, k) && gud_re(rho) < 2) {
    GudScalar z = g->z[k] + dz;
    set_edge(g, k, rho);
    if (fabs(gud_re(step / rho)) < CHORD && gud_re(z) > 0) follow_pressure(g, k, z);
    return fabs(gud_re(step / rho));
  }
  if (gud_re(rho) >= 2) g->kind[k] = GUD_STRIP_OIL, g->z[k] = edge_end(g, k) / g->k_cell[column(g, k)];
  else g->kind[k] = GUD_STRIP_DRY, g->z[k] = 0;
  return 1;
}

static GudStatus solve_dry(GudStripGrid *g)
{
  double moved = 1, last_step = 0;
  int    more = LATE,
      most = ITERATIONS + 2 * g->nx; /* an edge moves by half a cell at a time, from a full film at worst */
  for (int n = 0; n < most; n++) {
    double step_max = 0, z_max = g->pace;
    residual(g);
    int opened = open_dry(g, n < most / 2 ? g->n : 1);
    if (opened) residual(g);
    if ((opened || moved > CHORD || last_step < 0) && factor(g) != GUD_OK) return GUD_RETRY;
    step_of_set(g);
    moved = opened ? 1 : 0;
    for (int k = 0; k < g->n; k++) {
      if (!unknown(g, k)) continue;
      GudScalar dz = g->aux[ring_row(g, k)];
      step_max     = fmax(step_max, fabs(gud_re(dz)));
      moved        = fmax(moved, move(g, k, dz));
      z_max        = fmax(z_max, gud_re(g->z[k]));
    }
    last_step = step_max > SHORTER * fabs(last_step) ? -step_max : step_max; /* < 0: too slow, factor anew */
    if (moved < CHORD && step_max <= 1e-13 * z_max) {
      g->factored = 0; /* its factors are those of a set before */
      if (more-- == 0) return GUD_OK;
      last_step = -1;
    }
  }
  return GUD_RETRY;
}

static GudStatus solve_linear(GudStripGrid *g)
{
  if (factor(g) != GUD_OK) return GUD_RETRY;
  residual(g);
  step_of_set(g);
  for (int k = 0; k < g->n; k++) g->z[k] += g->aux[ring_row(g, k)];
  return GUD_OK;
}

/* ---- what acts (S4) ---- */

/* Pressures of the three cells around (i, j) along s, as weights of at most three unknowns each: z = sum w z[of]. Beyond an end of an
   open film: the average there of the parabola that is 0 at the end. */
static void neighbours(const GudStripGrid *g, int i, int j, GudScalar z[3])
{
  int ny = g->ny, k = i * ny + j, before = before_of(g, i), next = next_of(g, i);
  z[0] = before >= 0 ? g->z[before * ny + j] : -2.5 * g->z[k] + 0.5 * g->z[k + ny];
  z[1] = g->z[k];
  z[2] = next >= 0 ? g->z[next * ny + j] : -2.5 * g->z[k] + 0.5 * g->z[k - ny];
}

/* Mean pressure of a cell as it acts; by[3]: derivatives by the cell before, itself and the next one. */
static GudScalar acting(const GudStripGrid *g, int i, int j, GudScalar by[3])
{
  int k = i * g->ny + j;
  by[0] = by[2] = 0, by[1] = 1;
  if (g->film->cavitation != GUD_CAVITATION_GUEMBEL) return g->z[k];
  GudScalar z[3];
  neighbours(g, i, j, z);
  GudClip c = gud_clip(z);
  for (int e = 0; e < 3; e++) by[e] = c.mean_z[e];
  if (before_of(g, i) < 0) by[1] -= 2.5 * by[0], by[2] += 0.5 * by[0], by[0] = 0;
  if (next_of(g, i) < 0) {
    GudScalar out = c.mean_z[2];
    by[1] -= 2.5 * out, by[0] += 0.5 * out, by[2] -= out;
  }
  return c.mean;
}

static void start_set(GudStripGrid *g, const double *memory)
{
  int warm = memory && memory[0] != 0 && g->film->cavitation == GUD_CAVITATION_REYNOLDS;
  for (int k = 0; k < g->n; k++) {
    double z   = warm ? memory[HEAD + k] : 0;
    g->kind[k] = z < 0 ? GUD_STRIP_DRY : GUD_STRIP_OIL;
    g->z[k]    = z < 0 ? 0 : z;
    g->rho[k]  = 0;
    if (warm && z >= 0) settle(g, k);
  }
}

GudStatus gud_strip_grid_solve(GudStripGrid *g, const double *memory)
{
  GudScalar by[3];
  double    acts = 0, largest = 0;
  memset(g->P, 0, sizeof *g->P * (size_t)g->nx);
  if (coefficients(g) != GUD_OK) return GUD_RETRY;
  start_set(g, memory);
  set_seam(g);
  GudStatus status = g->film->cavitation == GUD_CAVITATION_REYNOLDS ? solve_dry(g) : solve_linear(g);
  if (status != GUD_OK) return status;
  for (int i = 0; i < g->nx; i++)
    for (int j = 0; j < g->ny; j++) {
      GudScalar p = acting(g, i, j, by);
      g->P[i] += 2 * g->dz * p;
      acts = fmax(acts, fabs(gud_re(p))), largest = fmax(largest, fabs(gud_re(g->z[i * g->ny + j])));
    }
  /* walls that part everywhere: what is left of pressure is round-off */
  g->empty = !(acts > 1e-15 * fmax(largest, g->pace));
  if (g->empty) memset(g->P, 0, sizeof *g->P * (size_t)g->nx);
  return GUD_OK;
}

void gud_strip_grid_keep(const GudStripGrid *g, double *memory)
{
  memory[0] = 1;
  for (int k = 0; k < g->n; k++) memory[HEAD + k] = unknown(g, k) ? fmax(gud_re(g->z[k]), 0) : -1;
}

/* ---- derivatives (S5) ---- */

/* Derivatives of the residual of each cell by its demand, spread and k_cell: dr = r_f df + r_a da - steep (k dz + z dk - p_f df - p_a da) */
static void reactions(GudStripGrid *g)
{
  for (int k = 0; k < g->n; k++) {
    g->by_f[k] = 1, g->by_a[k] = g->by_k[k] = 0;
    if (g->kind[k] != GUD_STRIP_EDGE) continue;
    GudFront e = edge_at(g, k, g->rho[k]);
    g->by_f[k] = 1 - e.r_f - e.steep * e.p_f, g->by_a[k] = -e.r_a - e.steep * e.p_a;
    g->by_k[k] = e.steep * g->z[k];
  }
}

/* What an end (S6) adds to a row of J; J by Vt is still by demand. */
static void adjoint_end(const GudStripGrid *g, const GudScalar *lam, End e, GudScalar *const J[])
{
  int              ny = g->ny;
  const GudScalar *l = lam + ring_row(g, e.cell * ny), *z1 = g->z + e.cell * ny, *z2 = g->z + e.next * ny;
  GudScalar        by_k = 0, by_kappa = 0, sum = 0, k = g->kx[e.face], f = end_demand(g, &e);
  for (int j = 0; j < ny; j++) {
    by_k += l[j] * (e.A * z1[j] + e.B * z2[j]), sum += l[j];
    by_kappa += l[j] * (k * (e.by_curl[0] * z1[j] + e.by_curl[1] * z2[j]) + e.by_curl[2] * f);
  }
  const GudScalar *hf = g->in[GUD_STRIP_HF], h = hf[e.face],
                  spread = 4 * g->in[GUD_STRIP_HC][e.cell] - hf[e.inner];
  J[GUD_STRIP_HF][e.face] -= 3 * by_k * k / h - 3 * by_kappa * spread / (h * h);
  J[GUD_STRIP_HC][e.cell] -= by_kappa * 12 / h;
  J[GUD_STRIP_HF][e.inner] += by_kappa * 3 / h;
  J[GUD_STRIP_VT][e.cell] -= 1.5 * e.G * sum, J[GUD_STRIP_VT][e.next] += 0.5 * e.G * sum;
}

/* Row i of J from the adjoint solution lam (by ring_row). */
static void adjoint_row(GudStripGrid *g, int i, const GudScalar *lam)
{
  int              ny = g->ny, faces = g->faces;
  const GudScalar *z = g->z;
  GudScalar       *J[GUD_STRIP_INPUTS], *by_demand;
  for (int k = 0; k < GUD_STRIP_INPUTS; k++) J[k] = g->J[k] + (ptrdiff_t)i * faces;
  by_demand = J[GUD_STRIP_VT];
  for (int k = 0; k < GUD_STRIP_INPUTS; k++) memset(J[k], 0, sizeof *J[k] * (size_t)faces);
  for (int c = 0; c < g->nx; c++) {
    int              next = next_of(g, c), of[2];
    const GudScalar *l = lam + ring_row(g, c * ny), *zc = z + c * ny, *zn = next >= 0 ? z + next * ny : NULL;
    const GudScalar *ln = next >= 0 ? lam + ring_row(g, next * ny) : NULL;
    GudScalar        x = 0, across = 0, by_k = 0, by_a = 0;
    for (int j = 0; j < ny; j++) {
      int k = c * ny + j;
      if (zn) x += (l[j] - ln[j]) * (zc[j] - zn[j]);
      if (j + 1 < ny) across += (l[j] - l[j + 1]) * (zc[j] - zc[j + 1]);
      by_k += l[j] * g->by_k[k], by_a += l[j] * g->by_a[k];
      by_demand[c] -= l[j] * g->by_f[k];
    }
    across += l[ny - 1] * rim_sum(g, zc);
    if (zn) J[GUD_STRIP_HF][face_after(g, c)] -= x;
    J[GUD_STRIP_HC][c] -= 3 * (across * g->kz[c] + by_k * g->k_cell[c]) / g->in[GUD_STRIP_HC][c];
    double weight = spread_of(g, c, of);
    by_demand[of[1]] -= weight * by_a, by_demand[of[0]] += weight * by_a;
  }
  for (int f = 0; f < faces; f++) J[GUD_STRIP_HF][f] *= 3 * g->kx[f] / g->in[GUD_STRIP_HF][f];
  for (int last = 0; last < 2 && !g->film->closed; last++) adjoint_end(g, lam, end_of(g, last), J);
  for (int c = 0; c < g->nx; c++) {
    by_demand[c] *= g->dz; /* by Vt */
    J[GUD_STRIP_QF][face_after(g, c)] += by_demand[c], J[GUD_STRIP_QF][c] -= by_demand[c];
  }
}

GudStatus gud_strip_grid_derivatives(GudStripGrid *g)
{
  if (g->empty) memset(g->J[0], 0, sizeof *g->J[0] * (size_t)(GUD_STRIP_INPUTS * g->nx * g->faces));
  if (g->empty) return GUD_OK;
  if (!g->factored && factor(g) != GUD_OK) return GUD_RETRY;
  reactions(g);
  for (int i = 0; i < g->nx; i++) {
    memset(g->aux, 0, sizeof *g->aux * (size_t)g->n);
    for (int j = 0; j < g->ny; j++) {
      GudScalar by[3];
      int       of[3] = {before_of(g, i), i, next_of(g, i)};
      acting(g, i, j, by);
      for (int e = 0; e < 3; e++) {
        int k = of[e] * g->ny + j;
        if (of[e] >= 0 && unknown(g, k)) g->aux[ring_row(g, k)] += 2 * g->dz * by[e];
      }
    }
    gud_ring_solve_transposed(&g->ring, g->aux);
    adjoint_row(g, i, g->aux);
  }
  return GUD_OK;
}

/* ---- diagnostics ---- */

static double seen(const GudStripGrid *g, int k)
{
  double z = gud_re(g->z[k]);
  return g->film->cavitation == GUD_CAVITATION_GUEMBEL ? fmax(z, 0) : z;
}

/* Pressure in the middle of the width, from averages of cells: of the even parabola of the two inner ones. */
static double middle(const GudStripGrid *g, int i)
{
  int k = i * g->ny;
  if (g->film->wide) return seen(g, k);
  return g->ny == 1 ? 1.5 * seen(g, k) : seen(g, k) - (seen(g, k + 1) - seen(g, k)) / 6;
}

double gud_strip_grid_largest(const GudStripGrid *g, double *s)
{
  int best = 0;
  for (int i = 1; i < g->nx; i++)
    if (middle(g, i) > middle(g, best)) best = i;
  int    before = before_of(g, best), next = next_of(g, best);
  double z = middle(g, best), l = before >= 0 ? middle(g, before) : 0, r = next >= 0 ? middle(g, next) : 0;
  *s = best + 0.5;
  if (before < 0 || next < 0 || !(z > 0)) return z;
  double b = (r - l) / 2, q = (r - 2 * z + l) / 2, c = z - q / 12; /* the parabola with these averages */
  if (!(q < 0)) return z;
  *s -= b / (2 * q);
  return c - b * b / (4 * q);
}

double gud_strip_grid_pressure(const GudStripGrid *g, double s, double z)
{
  double x = s - 0.5, y = fabs(z) * g->ny - 0.5, p = 0;
  int    i = (int)floor(x), j = (int)floor(y);
  for (int a = 0; a < 2; a++)
    for (int b = 0; b < 2; b++) {
      int c = i + a, r = j + b;
      if (g->film->closed) c = (c % g->nx + g->nx) % g->nx;
      if (r < 0) r = 0; /* the other half is the same */
      double w = (a ? x - i : 1 - x + i) * (b ? y - j : 1 - y + j);
      if (g->film->wide) r = 0;
      if (c < 0 || c >= g->nx) { /* beyond an end, where p = 0: odd */
        c = c < 0 ? 0 : g->nx - 1, w = -w;
      }
      if (r >= g->ny) r = g->ny - 1, w = -w;
      p += w * seen(g, c * g->ny + r);
    }
  return g->film->cavitation == GUD_CAVITATION_FULL ? p : fmax(p, 0);
}

void gud_strip_grid_flows(const GudStripGrid *g, double *sides, double ends[2], double *loss)
{
  int ny = g->ny;
  *sides = *loss = ends[0] = ends[1] = 0;
  for (int i = 0; i < g->nx; i++) {
    int k = i * ny, next = next_of(g, i);
    for (int j = 0; j < ny; j++) {
      double d = next >= 0 ? seen(g, k + j) - seen(g, next * ny + j) : 0;
      *loss += 2 * gud_re(g->kx[face_after(g, i)]) * d * d;
      d = j + 1 < ny ? seen(g, k + j) - seen(g, k + j + 1) : 0;
      *loss += 2 * gud_re(g->kz[i]) * d * d;
      if (g->kind[k + j] != GUD_STRIP_EDGE)
        continue; /* differences of averages dissipate more than front.h */
      GudFront e = edge_at(g, k + j, g->rho[k + j]);
      *loss -= 2 * gud_re(reaction(g, k + j, &e)) * seen(g, k + j);
    }
    double out = 0;
    for (int m = 0; m < rim_cells(g); m++) out += rim(g)[m] * seen(g, k + ny - 1 - m);
    out *= 2 * gud_re(g->kz[i]);
    *sides += fmax(out, 0), *loss += out * seen(g, k + ny - 1);
  }
  for (int last = 0; last < 2 && !g->film->closed; last++) {
    End e = end_of(g, last);
    for (int j = 0; j < ny; j++) {
      double z = seen(g, e.cell * ny + j), inner = seen(g, e.next * ny + j);
      double out = z > 0 || g->film->cavitation == GUD_CAVITATION_FULL
                     ? 2 * gud_re(g->kx[e.face] * (e.A * z + e.B * inner) + e.G * end_demand(g, &e))
                     : 0;
      ends[last] += out, *loss += out * z;
    }
  }
  if (g->film->closed) return;
  ends[0] -= 2 * ny * g->dz * gud_re(g->in[GUD_STRIP_QF][0]);
  ends[1] += 2 * ny * g->dz * gud_re(g->in[GUD_STRIP_QF][g->nx]);
}
