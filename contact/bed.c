/* Elastic foundation between a journal and its bearing: contact/bed.h. */
#include "contact/bed.h"

#include <string.h>

enum { MIN_NX = 8, MAX_NX = 1440, MAX_NY = 64, MAX_NODES = 20000 };
static const double turn = 6.28318530717958647692;

const char *gud_bed_fault(const GudBed *b)
{
  if (b->nx < MIN_NX || b->nx > MAX_NX) return "foundation.nx must be 8 ... 1440";
  if (b->ny < 1 || b->ny > MAX_NY) return "foundation.ny must be 1 ... 64";
  if (b->nx * b->ny > MAX_NODES) return "foundation.nx times foundation.ny must be at most 20000";
  for (int side = 0; side < 2; side++) {
    const GudTable *t = &b->profile[side];
    if (t->n && t->x[t->n - 1] - t->x[0] > turn * (1 + 1e-9))
      return side ? "foundation.profile_b: the angles span more than a turn"
                  : "foundation.profile_a: the angles span more than a turn";
    for (int k = 0; k < t->n; k++)
      if (!(t->y[k] > -b->clearance))
        return side ? "foundation.profile_b takes away all of the clearance"
                    : "foundation.profile_a takes away all of the clearance";
  }
  if (gud_friction_internal(&b->friction))
    return "contact.law foundation: friction acts in every place by itself, so friction.law must be an "
           "explicit "
           "one (ambrosio, tanh, threlfall, bengisu_akay, step)";
  return NULL;
}

static int nodes(const GudBed *b)
{
  return b->nx * b->ny;
}

int gud_bed_memory(const GudBed *b)
{
  return b->on ? 1 + GUD_BED_ARRAYS * nodes(b) : 0;
}

static const double *array(const GudBed *b, const double *memory, int which)
{
  return memory + 1 + which * nodes(b);
}

/* Work: at each node delta, its rate, d_b' and d_b'' by the angle; cos and sin. */
enum { W_DELTA, W_RATE, W_SLOPE, W_CURVE, W_NODE };

size_t gud_bed_size(const GudBed *b)
{
  return b->on ? sizeof(GudScalar) * (size_t)(W_NODE * nodes(b) + 2 * b->nx) : 0;
}

static double profile_at(const GudTable *t, double at)
{
  if (t->n < 1) return 0;
  at = t->x[0] + fmod(fmod(at - t->x[0], turn) + turn, turn);
  for (int k = 1; k < t->n; k++)
    if (at <= t->x[k]) {
      double x = (at - t->x[k - 1]) / (t->x[k] - t->x[k - 1]);
      return (1 - x) * t->y[k - 1] + x * t->y[k];
    }
  double left = t->x[0] + turn - t->x[t->n - 1], x = left > 0 ? (at - t->x[t->n - 1]) / left : 0;
  return (1 - x) * t->y[t->n - 1] + x * t->y[0];
}

void gud_bed_start(const GudBed *b, double t, double *memory)
{
  memset(memory, 0, sizeof(double) * (size_t)gud_bed_memory(b));
  memory[0] = t;
  for (int side = 0; side < 2; side++)
    for (int k = 0; k < nodes(b); k++)
      memory[1 + side * nodes(b) + k] = b->worn[side]
                                          ? b->worn[side][k]
                                          : profile_at(&b->profile[side], k % b->nx * turn / b->nx);
}

/* ---- geometry ---- */

/* (D4): weights of the nodes first, first + 1, first + 2 of the journal at node 0 of the bearing, and their derivatives by the angle */
typedef struct {
  int       first;
  GudScalar w[3], w1[3], w2[3];
} Spline;

static void spline_at(const GudBed *b, GudScalar psi, Spline *s)
{
  double    cells = b->nx / turn, near = floor(-gud_re(psi) * cells + 0.5);
  GudScalar t = -psi * cells - near, lo = 0.5 - t, hi = 0.5 + t;
  s->first = (int)fmod(near, b->nx) - 1;
  s->w[0] = 0.5 * lo * lo, s->w[1] = 0.75 - t * t, s->w[2] = 0.5 * hi * hi;
  s->w1[0] = -cells * lo, s->w1[1] = -2 * cells * t, s->w1[2] = cells * hi;
  s->w2[0] = cells * cells, s->w2[1] = -2 * cells * cells, s->w2[2] = cells * cells;
}

static int wrap(int i, int n)
{
  return (i % n + n) % n;
}

static double ring_at(const GudBed *b, int j) /* -1/2 ... 1/2 along the axis */
{
  return (j + 0.5) / b->ny - 0.5;
}

static const GudScalar *node_values(const GudBed *b, const void *work, int which)
{
  return (const GudScalar *)work + which * nodes(b);
}

static void geometry(const GudBed *b, const double *memory, const GudScalar *u, GudScalar *work)
{
  const double *da = array(b, memory, GUD_BED_DEPTH_A), *db = array(b, memory, GUD_BED_DEPTH_B);
  int           n  = nodes(b);
  GudScalar    *ct = work + W_NODE * n, *st = ct + b->nx;
  Spline        s;
  spline_at(b, u[GUD_BED_PSI], &s);
  for (int i = 0; i < b->nx; i++) ct[i] = cos(i * turn / b->nx), st[i] = sin(i * turn / b->nx);
  for (int j = 0; j < b->ny; j++) {
    double    x   = 0.5 + ring_at(b, j);
    GudScalar xi  = (1 - x) * u[GUD_FILM_XI1] + x * u[GUD_FILM_XI2];
    GudScalar eta = (1 - x) * u[GUD_FILM_ETA1] + x * u[GUD_FILM_ETA2];
    GudScalar xit = (1 - x) * u[GUD_FILM_RATES] + x * u[GUD_FILM_RATES + 2];
    GudScalar ett = (1 - x) * u[GUD_FILM_RATES + 1] + x * u[GUD_FILM_RATES + 3];
    for (int i = 0; i < b->nx; i++) {
      int       k = j * b->nx + i;
      GudScalar d = 0, d1 = 0, d2 = 0;
      for (int m = 0; m < 3; m++) {
        double depth = db[j * b->nx + wrap(i + s.first + m, b->nx)];
        d += s.w[m] * depth, d1 += s.w1[m] * depth, d2 += s.w2[m] * depth;
      }
      work[W_DELTA * n + k] = xi * ct[i] + eta * st[i] - (b->clearance + da[k]) - d; /* (D1) */
      work[W_RATE * n + k]  = xit * ct[i] + ett * st[i] + d1 * u[GUD_BED_PSI_RATE];
      work[W_SLOPE * n + k] = d1, work[W_CURVE * n + k] = d2;
    }
  }
}

/* ---- forces ---- */

/* Energy of a piece from a to b by K R dtheta dz (D3): v, its first and second derivatives */
typedef struct {
  GudScalar v, a, b, aa, ab, bb;
} Piece;

static Piece piece(GudScalar a, GudScalar b)
{
  int left = gud_re(a) > 0, right = gud_re(b) > 0;
  if (left && right)
    return (Piece){(a * a + a * b + b * b) / 6, (2 * a + b) / 6, (a + 2 * b) / 6, 1.0 / 3, 1.0 / 6, 1.0 / 3};
  if (!left && !right) return (Piece){0};
  GudScalar hi = left ? a : b, lo = left ? b : a, D = hi - lo, x = hi / D;
  GudScalar f = hi * x / 2 - hi * x * x / 6, g = hi * x * x / 6, ff = x - x * x + x * x * x / 3;
  GudScalar fg = x * x / 2 - x * x * x / 3, gg = x * x * x / 3;
  return left ? (Piece){hi * hi * x / 6, f, g, ff, fg, gg} : (Piece){hi * hi * x / 6, g, f, gg, fg, ff};
}

/* One node: load N = k g (1 + chi delta')+ and friction T along (-sin, cos), with the derivatives of N by delta at i-1, i, i+1 and by the
   rate, of T by N and v */
typedef struct {
  GudScalar g, N, N_d[3], N_rate, T, T_N, T_v, v;
} Node;

static double area_of(const GudBed *b) /* of the piece around a node */
{
  return b->radius * turn / b->nx * b->length / b->ny;
}

static GudScalar slip_at(const GudBed *b, const GudScalar *u, int i, int j, const GudScalar *work)
{
  const GudScalar *ct = work + W_NODE * nodes(b), *st = ct + b->nx;
  double           x   = 0.5 + ring_at(b, j);
  GudScalar        xit = (1 - x) * u[GUD_FILM_RATES] + x * u[GUD_FILM_RATES + 2];
  GudScalar        ett = (1 - x) * u[GUD_FILM_RATES + 1] + x * u[GUD_FILM_RATES + 3];
  return b->radius * u[GUD_FILM_W] - xit * st[i] + ett * ct[i]; /* (D5) */
}

double gud_bed_slip(const GudBed *b, const GudBedAt *at, double theta, double zeta)
{
  const GudScalar *u   = at->u;
  double           x   = 0.5 + zeta / b->length;
  GudScalar        xit = (1 - x) * u[GUD_FILM_RATES] + x * u[GUD_FILM_RATES + 2];
  GudScalar        ett = (1 - x) * u[GUD_FILM_RATES + 1] + x * u[GUD_FILM_RATES + 3];
  return fabs(gud_re(b->radius * u[GUD_FILM_W] - xit * sin(theta) + ett * cos(theta)));
}

/* 0: nothing acts there */
static int node_at(const GudBed *b, const GudScalar *u, int i, int j, const GudScalar *work, Node *o)
{
  const GudScalar *delta = node_values(b, work, W_DELTA) + j * b->nx;
  GudScalar        lo = delta[wrap(i - 1, b->nx)], d = delta[i], hi = delta[wrap(i + 1, b->nx)];
  if (!(gud_re(lo) > 0 || gud_re(d) > 0 || gud_re(hi) > 0)) return 0;
  Piece     before = piece(lo, d), after = piece(d, hi);
  double    k   = area_of(b) * b->stiffness;
  GudScalar m   = 1 + b->loss * node_values(b, work, W_RATE)[j * b->nx + i];
  int       off = !(gud_re(m) > 0);
  memset(o, 0, sizeof *o);
  o->g = k * (before.b + after.a);
  if (off) return 1;
  o->N      = o->g * m;
  o->N_d[0] = k * m * before.ab, o->N_d[1] = k * m * (before.bb + after.aa), o->N_d[2] = k * m * after.ab;
  o->N_rate = o->g * b->loss;
  o->v      = slip_at(b, u, i, j, work);
  if (!gud_friction_on(&b->friction)) return 1;
  GudScalar speed = gud_abs(o->v), q, slope;
  gud_friction_ratio(&b->friction, speed, &q, &slope);
  o->T_N = -q * o->v, o->T = o->N * o->T_N;
  o->T_v = -o->N * (slope * speed + q);
  return 1;
}

/* Of one ring, by (xi, eta, xi', eta', w, psi, psi'): forces along xi and eta, torque, force of psi */
enum { R_XI, R_ETA, R_XIT, R_ETT, R_W, R_PSI, R_PSIT, R_INPUTS, R_FORCES = 4 };

static void add_node(const GudBed *b, const GudScalar *work, int i, int j, const Node *o, GudScalar psi_rate,
                     GudScalar F[R_FORCES], GudScalar *J)
{
  int              n = nodes(b), row = j * b->nx;
  const GudScalar *ct = work + W_NODE * n, *st = ct + b->nx, *slope = node_values(b, work, W_SLOPE) + row;
  GudScalar        c = ct[i], s = st[i], curve = node_values(b, work, W_CURVE)[row + i], dN[R_INPUTS] = {0};
  F[0] -= o->N * c + o->T * s, F[1] += o->T * c - o->N * s, F[2] += b->radius * o->T, F[3] -= o->N * slope[i];
  if (!J) return;
  for (int m = 0; m < 3; m++) { /* delta of the neighbours */
    int k = wrap(i + m - 1, b->nx);
    dN[R_XI] += o->N_d[m] * ct[k], dN[R_ETA] += o->N_d[m] * st[k], dN[R_PSI] += o->N_d[m] * slope[k];
  }
  dN[R_XIT] += o->N_rate * c, dN[R_ETT] += o->N_rate * s, dN[R_PSIT] += o->N_rate * slope[i];
  dN[R_PSI] -= o->N_rate * curve * psi_rate; /* d_b'(theta - psi) */
  GudScalar dv[R_INPUTS] = {[R_XIT] = -s, [R_ETT] = c, [R_W] = b->radius};
  for (int k = 0; k < R_INPUTS; k++) {
    GudScalar dT = o->T_N * dN[k] + o->T_v * dv[k];
    J[k] -= dN[k] * c + dT * s, J[R_INPUTS + k] += dT * c - dN[k] * s;
    J[2 * R_INPUTS + k] += b->radius * dT, J[3 * R_INPUTS + k] -= dN[k] * slope[i];
  }
  J[3 * R_INPUTS + R_PSI] += o->N * curve;
}

/* A ring at x along the axis (0 end 1, 1 end 2) counts in the forces of all */
static void add_ring(const GudBed *b, int j, const GudScalar F[R_FORCES], const GudScalar *J, GudBedAt *at)
{
  double    x = 0.5 + ring_at(b, j), z = ring_at(b, j) * b->length;
  const int rows[GUD_BED_FORCES]   = {0, 1, 1, 0, 2, 3};
  double    weight[GUD_BED_FORCES] = {1, 1, -z, z, 1, 1};
  for (int m = 0; m < GUD_BED_FORCES; m++) {
    at->f[m] += weight[m] * F[rows[m]];
    if (!J) continue;
    const GudScalar *r = J + rows[m] * R_INPUTS;
    GudScalar       *o = at->J + m * GUD_BED_INPUTS;
    for (int k = 0; k < 2; k++) {
      o[GUD_FILM_XI1 + k] += weight[m] * (1 - x) * r[R_XI + k];
      o[GUD_FILM_XI2 + k] += weight[m] * x * r[R_XI + k];
      o[GUD_FILM_RATES + k] += weight[m] * (1 - x) * r[R_XIT + k];
      o[GUD_FILM_RATES + 2 + k] += weight[m] * x * r[R_XIT + k];
    }
    o[GUD_FILM_W] += weight[m] * r[R_W], o[GUD_BED_PSI] += weight[m] * r[R_PSI];
    o[GUD_BED_PSI_RATE] += weight[m] * r[R_PSIT];
  }
}

void gud_bed_solve(const GudBed *b, const double *memory, GudScalar *work, GudBedAt *at, int tangent)
{
  if (memory) geometry(b, memory, at->u, work); /* NULL: it is there */
  memset(at->f, 0, sizeof at->f), memset(at->J, 0, sizeof at->J);
  at->energy = at->friction = 0;
  for (int j = 0; j < b->ny; j++) {
    const GudScalar *delta       = node_values(b, work, W_DELTA) + j * b->nx;
    GudScalar        F[R_FORCES] = {0}, J[R_FORCES * R_INPUTS] = {0};
    for (int i = 0; i < b->nx; i++) {
      Node o;
      if (!node_at(b, at->u, i, j, work, &o)) continue;
      at->energy += area_of(b) * b->stiffness * piece(delta[i], delta[wrap(i + 1, b->nx)]).v;
      at->friction += o.T;
      add_node(b, work, i, j, &o, at->u[GUD_BED_PSI_RATE], F, tangent ? J : NULL);
    }
    add_ring(b, j, F, tangent ? J : NULL, at);
  }
}

void gud_bed_rates(const GudBed *b, const GudBedAt *at, const void *work, const GudScalar du[GUD_BED_INPUTS],
                   GudScalar *energy, GudScalar *friction)
{
  const GudScalar *ct = (const GudScalar *)work + W_NODE * nodes(b), *st = ct + b->nx;
  *energy = *friction = 0;
  for (int k = 0; k < nodes(b); k++) {
    int    i = k % b->nx, j = k / b->nx;
    double x = 0.5 + ring_at(b, j);
    Node   o;
    if (!node_at(b, at->u, i, j, work, &o)) continue;
    GudScalar dxi  = (1 - x) * du[GUD_FILM_XI1] + x * du[GUD_FILM_XI2];
    GudScalar deta = (1 - x) * du[GUD_FILM_ETA1] + x * du[GUD_FILM_ETA2];
    *energy += o.g * (dxi * ct[i] + deta * st[i] + node_values(b, work, W_SLOPE)[k] * du[GUD_BED_PSI]);
    *friction += o.T * o.v;
  }
}

/* ---- wear and figures ---- */

static double pressure_of(const GudBed *b, double delta, double rate)
{
  return b->stiffness * fmax(delta, 0) * fmax(1 + b->loss * rate, 0); /* (D2) */
}

/* (D6) */
void gud_bed_keep(const GudBed *b, const GudBedAt *at, const void *work, double t, double *memory)
{
  int     n  = nodes(b);
  double  dt = t - memory[0], *sum = memory + 1 + GUD_BED_LOAD * n, *last = memory + 1 + GUD_BED_LAST * n;
  Spline  s;
  double *journal = last + 2 * n;
  spline_at(b, at->u[GUD_BED_PSI], &s);
  for (int k = 0; k < 4 * n; k++) sum[k] += 0.5 * dt * last[k];
  memset(last, 0, sizeof(double) * 4 * (size_t)n);
  for (int k = 0; k < n; k++) {
    int    i = k % b->nx, j = k / b->nx;
    double p = pressure_of(b, gud_re(node_values(b, work, W_DELTA)[k]),
                           gud_re(node_values(b, work, W_RATE)[k]));
    if (!(p > 0)) continue;
    double v = fabs(gud_re(slip_at(b, at->u, i, j, work)));
    last[k] = p, last[n + k] = p * v, last[3 * n + k] = v;
    for (int m = 0; m < 3; m++) journal[j * b->nx + wrap(i + s.first + m, b->nx)] += gud_re(s.w[m]) * p * v;
  }
  for (int k = 0; k < 4 * n; k++) sum[k] += 0.5 * dt * last[k];
  memory[0] = t;
}

void gud_bed_figures(const GudBed *b, const GudBedAt *at, const void *work, GudBedFigures *out)
{
  *out = (GudBedFigures){.gap = INFINITY, .friction = fabs(gud_re(at->friction))};
  for (int k = 0; k < nodes(b); k++) {
    double delta = gud_re(node_values(b, work, W_DELTA)[k]);
    double p     = pressure_of(b, delta, gud_re(node_values(b, work, W_RATE)[k]));
    out->gap = fmin(out->gap, -delta), out->depth = fmax(out->depth, delta);
    if (!(p > out->pressure)) continue;
    out->pressure = p, out->angle = remainder(k % b->nx * turn / b->nx, turn);
    out->at = ring_at(b, k / b->nx) * b->length;
  }
}

void gud_bed_surface_at(const GudBed *b, const GudBedAt *at, const void *work, int n, const double *theta,
                        const double *zeta, double *pressure, double *gap)
{
  const GudScalar *delta = node_values(b, work, W_DELTA), *rate = node_values(b, work, W_RATE);
  (void)at;
  for (int k = 0; k < n; k++) {
    double x = theta[k] / turn * b->nx, y = (zeta[k] / b->length + 0.5) * b->ny - 0.5;
    y        = fmax(0, fmin(b->ny - 1, y));
    int    i = (int)floor(x), j = (int)fmin(floor(y), fmax(b->ny - 2, 0));
    double fx = x - i, fy = y - j, d = 0, r = 0;
    for (int c = 0; c < 4; c++) {
      int    m = wrap(i + c % 2, b->nx) + (j + c / 2 < b->ny ? j + c / 2 : j) * b->nx;
      double w = (c % 2 ? fx : 1 - fx) * (c / 2 ? fy : 1 - fy);
      d += w * gud_re(delta[m]), r += w * gud_re(rate[m]);
    }
    pressure[k] = pressure_of(b, d, r), gap[k] = -d;
  }
}
