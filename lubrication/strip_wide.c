/* Infinitely wide film on an edge: strip_wide.h.

   x = 0 ... 1 in a cell. p' per cell = ds w (D - K). Of a cell count (all, or what is positive of it, u ... v):
   (W3) mean = (v - u) p_0 + integral of (v - m) p' dx,   m = x limited to u ... v
        lean = c [(v^2 - u^2)/2 - (v - u)/2] p_0 + c integral of [(v^2 - m^2)/2 - (v - m)/2] p' dx,  c = 2 sqrt(3)
   (W4) REYNOLDS: each film obeys int (D - K) w = 0, and D = K at those of its ends that are not ends of the edge. The derivative of that
        integral by K is -W, as p' = 0 at free ends: Newton, and dK = (change of the integral at fixed K)/W.
   (W5) FULL, GUEMBEL: one film over all of the edge; GUEMBEL counts what is positive, whose limits u, v need no derivative: p = 0 there.
   verified by: t412 (closed forms, complex step), battery (guide_film), tests/studies: guide_film */
#include "strip_wide.h"

#include <string.h>

enum { SUB = 4, POINTS = 5, LOCALS = 8 };
/* What a cell depends on, and what it gives */
enum { BY_HL, BY_HR, BY_QL, BY_QR, BY_VT, BY_VS, BY_D, BY_K };
enum { RISE, MEAN, LEAN, RESULTS };
static const double root3 = 1.7320508075688772935;

#ifdef GUD_COMPLEX
enum { LATE = 2 };
#else
enum { LATE = 0 };
#endif

/* Places and weights on [0, 1] */
static const double gauss_x[POINTS] = {0.046910077030668004, 0.23076534494715845, 0.5, 0.76923465505284155,
                                       0.953089922969332};
static const double gauss_w[POINTS] = {0.11846344252809454, 0.23931433524968324, 0.28444444444444444,
                                       0.23931433524968324, 0.11846344252809454};

static size_t doubles(size_t n)
{
  return n * sizeof(double) / sizeof(GudScalar) + 1;
}

size_t gud_wide_size(const GudStrip *film)
{
  size_t nx = (size_t)film->nx, faces = nx + 1;
  return GUD_STRIP_INPUTS * (faces + 2 * nx * faces) + 2 * nx + 4 * nx + (RESULTS * LOCALS + 3) * nx +
         2 * nx * (sizeof(GudWideFilm) / sizeof(GudScalar) + 1) + 2 * doubles(SUB * nx + 1) +
         doubles((SUB * nx + 1) / 2 + 1);
}

void gud_wide_begin(GudWide *g, const GudStrip *film, GudScalar *work)
{
  ptrdiff_t  nx = film->nx, faces = nx + 1, points = SUB * nx + 1;
  GudScalar *w = work;
  g->film = film, g->nx = film->nx, g->faces = film->nx + 1, g->num = 0;
  for (int k = 0; k < GUD_STRIP_INPUTS; k++) g->in[k] = w, w += faces;
  for (int k = 0; k < GUD_STRIP_INPUTS; k++) g->J[k] = w, w += 2 * nx * faces;
  g->P  = w, w += 2 * nx;
  g->D0 = w, g->start = w + nx, g->u = w + 2 * nx, g->v = w + 3 * nx, w += 4 * nx;
  g->by     = w, w += RESULTS * LOCALS * nx;
  g->column = w, w += 3 * nx;
  g->films = (GudWideFilm *)(void *)w, w += 2 * nx * (ptrdiff_t)(sizeof(GudWideFilm) / sizeof(GudScalar) + 1);
  g->xi    = (double *)(void *)w, w += doubles((size_t)points);
  g->G     = (double *)(void *)w, w += doubles((size_t)points);
  g->hull  = (int *)(void *)w;
}

/* ---- within a cell ---- */

/* D = c[0] + c[1] x + c[2] x^2 */
static void demand_of(const GudWide *g, int i, GudScalar c[3])
{
  GudScalar *const *in = g->in;
  GudScalar         q = in[GUD_STRIP_QF][i], vs = root3 * in[GUD_WIDE_VS][i];
  c[0] = g->D0[i] + q, c[1] = in[GUD_STRIP_QF][i + 1] - q + in[GUD_STRIP_VT][i] - vs, c[2] = vs;
}

static GudScalar conductor(const GudWide *g, int i, GudScalar x, GudScalar *h)
{
  *h = g->in[GUD_STRIP_HF][i] + x * (g->in[GUD_STRIP_HF][i + 1] - g->in[GUD_STRIP_HF][i]);
  return 12 * g->film->viscosity * g->film->ds / (*h * *h * *h);
}

/* Pieces within which h grows by so little that Gauss points are exact to the last digits */
static int pieces_of(const GudWide *g, int i, const GudScalar ab[2])
{
  static const double growth = 0.08;
  enum { MOST = 64 };
  GudScalar a, b;
  conductor(g, i, ab[0], &a), conductor(g, i, ab[1], &b);
  double r = gud_re(a) < gud_re(b) ? gud_re(b) / gud_re(a) : gud_re(a) / gud_re(b),
         n = ceil((r - 1) / growth);
  return n < 1 ? 1 : n < MOST ? (int)n : MOST;
}

/* Adds the integrals from a to b, where weights are smooth: rise of p, mean, lean (W3), and what they change by. */
static void add_piece(const GudWide *g, int i, GudScalar K, const GudScalar ab[2], GudScalar *sum,
                      GudScalar (*by)[LOCALS])
{
  GudScalar c[3], u = g->u[i], v = g->v[i];
  int       pieces = pieces_of(g, i, ab);
  GudScalar length = (ab[1] - ab[0]) / pieces;
  demand_of(g, i, c);
  for (int k = 0; k < POINTS * pieces; k++) {
    GudScalar x = ab[0] + length * (k / POINTS + gauss_x[k % POINTS]), h;
    GudScalar w = conductor(g, i, x, &h) * length * gauss_w[k % POINTS];
    GudScalar p = w * (c[0] + x * (c[1] + x * c[2]) - K), m = gud_re(x) < gud_re(u) ? u : x;
    if (gud_re(m) > gud_re(v)) m = v;
    GudScalar weight[RESULTS] = {1, v - m, root3 * ((v * v - m * m) - (v - m))};
    for (int r = 0; r < RESULTS; r++) sum[r] += weight[r] * p;
    if (!by) continue;
    GudScalar d[LOCALS] = {
      -3 * p * (1 - x) / h, -3 * p * x / h, w * (1 - x), w * x, w * x, w * root3 * (x * x - x), w, -w};
    for (int r = 0; r < RESULTS; r++)
      for (int e = 0; e < LOCALS; e++) by[r][e] += weight[r] * d[e];
  }
}

/* The same from r0 to r1 */
static void add_cell(const GudWide *g, int i, GudScalar K, const GudScalar r[2], GudScalar *sum,
                     GudScalar (*by)[LOCALS])
{
  GudScalar at[4] = {r[0]};
  int       n     = 1;
  if (gud_re(g->u[i]) > gud_re(r[0]) && gud_re(g->u[i]) < gud_re(r[1])) at[n++] = g->u[i];
  if (gud_re(g->v[i]) > gud_re(at[n - 1]) && gud_re(g->v[i]) < gud_re(r[1])) at[n++] = g->v[i];
  at[n] = r[1];
  for (int k = 0; k < n; k++) add_piece(g, i, K, at + k, sum, by);
}

/* From where to where film f goes in cell i */
static void span(const GudWideFilm *f, int i, GudScalar r[2])
{
  r[0] = i == f->c0 ? f->r0 : 0, r[1] = i == f->c1 ? f->r1 : 1;
}

/* ---- ends of a film ---- */

/* In cell i D - K is, at most */
static double extreme(const GudScalar c[3], double K, int most)
{
  double a = gud_re(c[0]) - K, b = gud_re(c[1]), q = gud_re(c[2]), x = q != 0 ? -b / (2 * q) : 0;
  double best = most ? fmax(a, a + b + q) : fmin(a, a + b + q);
  if (x > 0 && x < 1) best = most ? fmax(best, a - b * b / (4 * q)) : fmin(best, a - b * b / (4 * q));
  return best;
}

/* Where D - K goes from below to above 0 */
static GudScalar rising(const GudScalar c[3], GudScalar K)
{
  GudScalar a = c[0] - K, d = gud_sqrt(c[1] * c[1] - 4 * a * c[2]);
  return gud_re(c[1]) > 0 ? -2 * a / (c[1] + d) : (-c[1] + d) / (2 * c[2]);
}

/* The end of film f: first (last = 0) left of D > K, or last, right of D < K. From the cell where it was. */
static void find_end(const GudWide *g, GudWideFilm *f, int last)
{
  int       cell = last ? f->c1 : f->c0, limit = last ? g->nx - 1 : 0, out = last ? 1 : -1;
  GudScalar place = last, c[3];
  for (int tries = 0; tries < 2 * g->nx; tries++) {
    demand_of(g, cell, c);
    double K = gud_re(f->K), outer = gud_re(c[0] + (last ? c[1] + c[2] : 0)) - K;
    int    beyond = last ? outer < 0 : outer > 0; /* the film goes on through the outer face of the cell */
    if (beyond && cell == limit) break;
    if (beyond) cell += out;
    else if (last ? extreme(c, K, 0) < 0 : extreme(c, K, 1) > 0) {
      place = rising(c, f->K);
      break;
    } else if (cell == (last ? 0 : g->nx - 1)) break;
    else cell -= out;
  }
  if (last) f->c1 = cell, f->r1 = place;
  else f->c0 = cell, f->r0 = place;
}

/* Rise of p over the film, and W */
static GudScalar rise(const GudWide *g, GudWideFilm *f)
{
  GudScalar sum = 0;
  f->W          = 0;
  for (int i = f->c0; i <= f->c1; i++) {
    GudScalar r[2], at[RESULTS] = {0}, by[RESULTS][LOCALS] = {{0}};
    span(f, i, r);
    add_cell(g, i, f->K, r, at, by);
    sum += at[RISE], f->W += by[RISE][BY_D];
  }
  return sum;
}

static int is_nothing(const GudWideFilm *f)
{
  return f->c0 > f->c1 || (f->c0 == f->c1 && !(gud_re(f->r1 - f->r0) > 0));
}

/* (W4); a film that vanishes has c0 > c1. */
static GudStatus solve_film(const GudWide *g, GudWideFilm *f, int free)
{
  int more = LATE + 1;
  for (int n = 0; n < 100; n++) {
    for (int last = 0; last < 2 && free; last++) find_end(g, f, last);
    if (is_nothing(f)) {
      f->c0 = f->c1 + 1;
      return GUD_OK;
    }
    GudScalar step = rise(g, f) / f->W;
    f->K += step;
    if (fabs(gud_re(step)) <= 1e-13 * (g->range + fabs(gud_re(f->K))) && more-- == 0) {
      for (int last = 0; last < 2 && free; last++) find_end(g, f, last);
      return GUD_OK;
    }
  }
  return GUD_RETRY;
}

/* ---- films ---- */

static void set_hull(GudWide *g, int *num)
{
  int n = 0, points = SUB * g->nx + 1;
  g->xi[0] = g->G[0] = 0;
  for (int k = 0; k + 1 < points; k++) {
    double    dxi = 0, dG = 0;
    GudScalar c[3], h;
    demand_of(g, k / SUB, c);
    for (int e = 0; e < POINTS; e++) {
      double x = (k % SUB + gauss_x[e]) / SUB, w = gud_re(conductor(g, k / SUB, x, &h)) * gauss_w[e] / SUB;
      dxi += w, dG += w * gud_re(c[0] + x * (c[1] + x * c[2]));
    }
    g->xi[k + 1] = g->xi[k] + dxi, g->G[k + 1] = g->G[k] + dG;
  }
  for (int k = 0; k < points; k++) { /* each new point takes away those that are not below the line to it */
    while (n > 1) {
      int    a = g->hull[n - 2], b = g->hull[n - 1];
      double left  = (g->G[b] - g->G[a]) * (g->xi[k] - g->xi[a]);
      double right = (g->G[k] - g->G[a]) * (g->xi[b] - g->xi[a]);
      if (left < right) break;
      n--;
    }
    g->hull[n++] = k;
  }
  *num = n;
}

/* Largest distance of G from the hull's line from l to r */
static double depth(const GudWide *g, int l, int r)
{
  double most = 0, slope = (g->G[r] - g->G[l]) / (g->xi[r] - g->xi[l]);
  for (int k = l + 1; k < r; k++) most = fmax(most, g->G[k] - g->G[l] - slope * (g->xi[k] - g->xi[l]));
  return most;
}

/* The films as they are seen by the points of the hull, then exactly. Two that meet become one. */
static GudStatus solve_films(GudWide *g)
{
  int    n, points = SUB * g->nx;
  double least;
  set_hull(g, &n);
  least  = 1e-13 * g->range * g->xi[points];
  g->num = 0;
  for (int k = 0; k + 1 < n; k++) {
    int l = g->hull[k], r = g->hull[k + 1];
    if (r - l < 2 || !(depth(g, l, r) > least)) continue;
    GudWideFilm f = {
      .c0 = l / SUB, .c1 = (r - 1) / SUB, .r1 = 1, .K = (g->G[r] - g->G[l]) / (g->xi[r] - g->xi[l])};
    if (solve_film(g, &f, 1) != GUD_OK) return GUD_RETRY;
    if (f.c0 > f.c1) continue;
    while (g->num > 0) {
      GudWideFilm *b = &g->films[g->num - 1];
      if (f.c0 + gud_re(f.r0) >= b->c1 + gud_re(b->r1)) break;
      f.c0 = b->c0, f.r0 = b->r0, f.K = (f.K * f.W + b->K * b->W) / (f.W + b->W);
      if (solve_film(g, &f, 1) != GUD_OK) return GUD_RETRY;
      g->num--;
    }
    g->films[g->num++] = f;
  }
  return GUD_OK;
}

/* Pressure at x of a cell of film f */
static GudScalar pressure_in(const GudWide *g, const GudWideFilm *f, int i, GudScalar x)
{
  GudScalar r[2], sum[RESULTS] = {0};
  span(f, i, r);
  if (gud_re(x) <= gud_re(r[0])) return g->start[i];
  if (gud_re(x) < gud_re(r[1])) r[1] = x;
  add_piece(g, i, f->K, r, sum, NULL);
  return g->start[i] + sum[RISE];
}

/* The root of p between a and b, where its sign changes */
static GudScalar zero_between(const GudWide *g, int i, double a, double b)
{
  const GudWideFilm *f    = g->films;
  int                rise = gud_re(pressure_in(g, f, i, b)) > gud_re(pressure_in(g, f, i, a));
  GudScalar          x    = 0.5 * (a + b), c[3], h;
  demand_of(g, i, c);
  for (int n = 0; n < 100; n++) {
    GudScalar p     = pressure_in(g, f, i, x),
              slope = conductor(g, i, x, &h) * (c[0] + x * (c[1] + x * c[2]) - f->K);
    if ((gud_re(p) > 0) == rise) b = gud_re(x);
    else a = gud_re(x);
    GudScalar next  = x - p / slope;
    double    moved = fabs(gud_re(next - x));
    x               = moved < 1e-14 || (gud_re(next) > a && gud_re(next) < b) ? next : 0.5 * (a + b);
    if (moved < 1e-14) break;
  }
  for (int n = 0; n < LATE; n++)
    x -= pressure_in(g, f, i, x) / (conductor(g, i, x, &h) * (c[0] + x * (c[1] + x * c[2]) - f->K));
  return x;
}

/* (W5): what is positive of cell i, one piece at most; an interior dip counts with the rest. */
static void clip_cell(const GudWide *g, int i)
{
  GudScalar c[3];
  double    at[4] = {0}, p[4];
  int       n     = 1;
  demand_of(g, i, c);
  double a = gud_re(c[0] - g->films->K), b = gud_re(c[1]), q = gud_re(c[2]), d = b * b - 4 * a * q;
  if (d > 0) { /* extremes of p within the cell */
    double s = -(b + (b < 0 ? -sqrt(d) : sqrt(d))) / 2, x[2] = {s != 0 ? a / s : -1, q != 0 ? s / q : -1};
    if (x[0] > x[1]) s = x[0], x[0] = x[1], x[1] = s;
    for (int e = 0; e < 2; e++)
      if (x[e] > 0 && x[e] < 1) at[n++] = x[e];
  }
  at[n] = 1;
  for (int k = 0; k <= n; k++) p[k] = gud_re(pressure_in(g, g->films, i, at[k]));
  g->u[i] = p[0] > 0 || (i == 0 && p[1] > 0) ? 0 : 1, g->v[i] = 1; /* at the ends of the edge p is 0 */
  int up = 0, down = 0;
  for (int k = 0; k < n; k++) {
    int first = i == 0 && k == 0, last = i == g->nx - 1 && k + 1 == n;
    if (!first && !last && p[k] <= 0 && p[k + 1] > 0 && !up++) g->u[i] = zero_between(g, i, at[k], at[k + 1]);
    if (!first && !last && p[k] > 0 && p[k + 1] <= 0 && !down++)
      g->v[i] = zero_between(g, i, at[k], at[k + 1]);
  }
  if (up && down && gud_re(g->u[i]) > gud_re(g->v[i])) g->u[i] = 0, g->v[i] = 1;
}

/* p where cells begin, then means and leans of what counts */
static void set_pressures(GudWide *g)
{
  int clipped = g->film->cavitation == GUD_CAVITATION_GUEMBEL;
  memset(g->P, 0, sizeof *g->P * (size_t)(2 * g->nx));
  for (int n = 0; n < g->num; n++) {
    const GudWideFilm *f = &g->films[n];
    GudScalar          p = 0;
    for (int i = f->c0; i <= f->c1; i++) {
      GudScalar r[2], sum[RESULTS] = {0};
      span(f, i, r);
      g->start[i] = p;
      if (clipped) clip_cell(g, i);
      add_cell(g, i, f->K, r, sum, NULL);
      GudScalar u = g->u[i], v = g->v[i];
      g->P[i] += g->film->width * ((v - u) * p + sum[MEAN]);
      g->P[g->nx + i] += g->film->width * (root3 * ((v * v - u * u) - (v - u)) * p + sum[LEAN]);
      p += sum[RISE];
    }
  }
}

/* D = 0 where the film is thinnest: there w is large, and D - K the small difference. K takes the constant. */
static void set_origin(GudWide *g)
{
  const GudScalar *q = g->in[GUD_STRIP_QF], *vt = g->in[GUD_STRIP_VT];
  GudScalar        D0 = -gud_re(q[g->tight]);
  for (int i = g->tight; i < g->nx; i++) g->D0[i] = D0, D0 += vt[i];
  D0 = -gud_re(q[g->tight]);
  for (int i = g->tight - 1; i >= 0; i--) D0 -= vt[i], g->D0[i] = D0;
}

GudStatus gud_wide_solve(GudWide *g)
{
  GudScalar *const *in = g->in, *q = in[GUD_STRIP_QF];
  double            low = 0, high = 0;
  g->tight = 0;
  for (int f = 0; f < g->faces; f++) {
    if (!(gud_re(in[GUD_STRIP_HF][f]) > 0)) return GUD_RETRY;
    if (gud_re(in[GUD_STRIP_HF][f]) < gud_re(in[GUD_STRIP_HF][g->tight])) g->tight = f;
  }
  set_origin(g);
  for (int i = 0; i < g->nx; i++) {
    double D = gud_re(g->D0[i] + q[i]), after = gud_re(g->D0[i] + q[i + 1] + in[GUD_STRIP_VT][i]);
    low = fmin(low, fmin(D, after)), high = fmax(high, fmax(D, after));
    g->u[i] = 0, g->v[i] = 1;
  }
  g->range         = high - low;
  GudStatus status = GUD_OK;
  if (g->film->cavitation == GUD_CAVITATION_REYNOLDS) {
    status = solve_films(g);
  } else {
    g->num = 1, g->films[0] = (GudWideFilm){.c1 = g->nx - 1, .r1 = 1};
    status = solve_film(g, g->films, 0);
  }
  if (status == GUD_OK) set_pressures(g);
  return status;
}

/* ---- derivatives ---- */

static GudScalar *cell_by(const GudWide *g, int i, int result)
{
  return g->by + ((ptrdiff_t)i * RESULTS + result) * LOCALS;
}

/* Column k of J[kind] for changes of the results of cells at fixed K, which are in g->column. */
static void add_column(GudWide *g, const GudWideFilm *f, int kind, int k)
{
  GudScalar sum = 0, p = 0, width = g->film->width;
  for (int i = f->c0; i <= f->c1; i++) sum += g->column[3 * i + RISE];
  GudScalar dK = sum / f->W;
  for (int i = f->c0; i <= f->c1; i++) {
    GudScalar d[RESULTS], u = g->u[i], v = g->v[i];
    for (int r = 0; r < RESULTS; r++) d[r] = g->column[3 * i + r] + cell_by(g, i, r)[BY_K] * dK;
    g->J[kind][(ptrdiff_t)i * g->faces + k] += width * ((v - u) * p + d[MEAN]);
    g->J[kind][(ptrdiff_t)(g->nx + i) * g->faces + k] += width *
                                                         (root3 * ((v * v - u * u) - (v - u)) * p + d[LEAN]);
    p += d[RISE];
  }
}

static void local_column(GudWide *g, const GudWideFilm *f, int cell, int by, int sign)
{
  for (int r = 0; r < RESULTS && cell >= f->c0 && cell <= f->c1; r++)
    g->column[3 * cell + r] += sign * cell_by(g, cell, r)[by];
}

static void clear_column(GudWide *g)
{
  memset(g->column, 0, sizeof *g->column * (size_t)(3 * g->nx));
}

void gud_wide_derivatives(GudWide *g)
{
  memset(g->J[0], 0, sizeof *g->J[0] * (size_t)(GUD_STRIP_INPUTS * 2 * g->nx * g->faces));
  for (int n = 0; n < g->num; n++) {
    const GudWideFilm *f = &g->films[n];
    for (int i = f->c0; i <= f->c1; i++) {
      GudScalar r[2], sum[RESULTS];
      span(f, i, r);
      memset(cell_by(g, i, 0), 0, sizeof(GudScalar) * RESULTS * LOCALS);
      add_cell(g, i, f->K, r, sum, (GudScalar(*)[LOCALS])cell_by(g, i, 0));
    }
    for (int k = f->c0; k <= f->c1 + 1; k++) {
      for (int kind = 0; kind < 2; kind++) { /* h and U h/2 at faces */
        clear_column(g);
        local_column(g, f, k - 1, kind ? BY_QR : BY_HR, 1), local_column(g, f, k, kind ? BY_QL : BY_HL, 1);
        add_column(g, f, kind ? GUD_STRIP_QF : GUD_STRIP_HF, k);
      }
      if (k > f->c1) break;
      clear_column(g), local_column(g, f, k, BY_VS, 1), add_column(g, f, GUD_WIDE_VS, k);
      clear_column(g), local_column(g, f, k, BY_VT, 1); /* all cells beyond see it too, from where D begins */
      for (int i = k + 1; i <= f->c1 && k >= g->tight; i++) local_column(g, f, i, BY_D, 1);
      for (int i = k; i >= f->c0 && k < g->tight; i--) local_column(g, f, i, BY_D, -1);
      add_column(g, f, GUD_STRIP_VT, k);
    }
  }
}

/* ---- diagnostics ---- */

static const GudWideFilm *film_of(const GudWide *g, int i)
{
  for (int n = 0; n < g->num; n++)
    if (i >= g->films[n].c0 && i <= g->films[n].c1) return &g->films[n];
  return NULL;
}

/* Two films may have ends in one cell: what is found is the sum. */
double gud_wide_pressure(const GudWide *g, double s)
{
  int    i = (int)floor(s);
  double p = 0;
  i        = i < 0 ? 0 : i >= g->nx ? g->nx - 1 : i;
  for (int n = 0; n < g->num; n++)
    if (i >= g->films[n].c0 && i <= g->films[n].c1) p += gud_re(pressure_in(g, &g->films[n], i, s - i));
  return g->film->cavitation == GUD_CAVITATION_FULL ? p : fmax(p, 0);
}

double gud_wide_largest(const GudWide *g, double *s)
{
  double most = 0;
  *s          = 0.5;
  for (int i = 0; i < g->nx; i++) {
    const GudWideFilm *f = film_of(g, i);
    GudScalar          c[3];
    if (!f) continue;
    demand_of(g, i, c);
    double a = gud_re(c[0] - f->K), b = gud_re(c[1]), q = gud_re(c[2]), d = b * b - 4 * a * q;
    double at[2] = {1, 1};
    if (d > 0) { /* where D - K falls through 0: (-b - sqrt(d))/(2 q) */
      double t = b < 0 ? -b + sqrt(d) : 0;
      at[0]    = b < 0 ? 2 * a / t : q != 0 ? (-b - sqrt(d)) / (2 * q) : 1;
    }
    for (int e = 0; e < 2; e++) {
      if (!(at[e] >= 0 && at[e] <= 1)) continue;
      double p = gud_wide_pressure(g, i + at[e]);
      if (p > most) most = p, *s = i + at[e];
    }
  }
  return most;
}

void gud_wide_flows(const GudWide *g, double ends[2])
{
  double D[2] = {gud_re(g->D0[0] + g->in[GUD_STRIP_QF][0]),
                 gud_re(g->D0[g->nx - 1] + g->in[GUD_STRIP_QF][g->nx] + g->in[GUD_STRIP_VT][g->nx - 1])};
  for (int last = 0; last < 2; last++) {
    const GudWideFilm *f = film_of(g, last ? g->nx - 1 : 0);
    int    oil  = f && (last ? gud_re(f->r1) == 1 && f->c1 == g->nx - 1 : gud_re(f->r0) == 0 && f->c0 == 0);
    double flow = gud_re(g->in[GUD_STRIP_QF][last ? g->nx : 0]); /* along s */
    if (oil && g->film->cavitation == GUD_CAVITATION_GUEMBEL)
      oil = last ? gud_re(g->v[g->nx - 1]) == 1 && gud_re(g->u[g->nx - 1]) < 1 : gud_re(g->u[0]) == 0;
    if (oil) flow -= D[last] - gud_re(f->K);
    ends[last] = g->film->width * (last ? flow : -flow);
  }
}
