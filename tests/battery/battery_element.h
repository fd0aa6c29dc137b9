/* What every element must satisfy; same convention as battery_force.h. */
#ifndef GUD_BATTERY_ELEMENT_H
#define GUD_BATTERY_ELEMENT_H

#include "battery_force.h"

#include "contract/element.h"

enum { MAX_DATA = 60000, MAX_VEC = GUD_MAX_ELEMENT_VECTORS, MAX_COLUMNS = 3 * MAX_VEC };

typedef struct {
  const GudElementType *type;
  int                   n, dim;
  GudPlacement          place;
  double                Q0[MAX_VEC][3], Qt0[MAX_VEC][3]; /* at the start */
  GudScalar             Q[MAX_VEC][3], Qt[MAX_VEC][3];   /* somewhere else */
  double                m[MAX_VEC * MAX_VEC];
  double                data[MAX_DATA];
  _Alignas(16) unsigned char params[MAX_PARAMS];
} Element;

static void rigid_rate(const GudPlacement *p, const double x[3], int position, double v[3])
{
  double d[3];
  for (int i = 0; i < 3; i++) d[i] = x[i] - (position ? p->origin[i] : 0);
  gud_cross_real(p->spin, d, v);
  for (int i = 0; i < 3 && position; i++) v[i] += p->velocity[i];
}

/* One cell of a mesh, in the body's axes: a line of length 0.5 to 1 with the section's axes, or a distorted square or triangle. */
static void random_cell(Element *c)
{
  const GudElementType *t    = c->type;
  int                   line = t->cell->dim == 1, per = t->per_node;
  double                L = uniform(0.5, 1),
         bend[4]          = {uniform(-0.1, 0.1), uniform(-0.1, 0.1), uniform(-0.1, 0.1), uniform(-0.1, 0.1)};
  for (int n = 0; n < c->n / per; n++)
    for (int k = 0; k < per; k++) {
      double X[3] = {0}, *Q = c->Q0[per * n + k];
      double at[2]; /* of a cell about two wide */
      for (int i = 0; i < 2; i++)
        at[i] = (t->cell->node[n][i] - t->cell->centre[i]) * (t->cell->num_corners == 3 ? 2 : 1);
      if (t->node_vec[k]) X[t->node_vec[k] - 1] = 1;
      else if (line) X[0] = L * (n == 0 ? 0 : n == 1 ? 1 : 0.5);
      else
        X[0] = 0.5 * at[0] + bend[0] * at[0] * at[1],
        X[1] = 0.4 * at[1] + bend[1] * at[0] * at[1] + bend[2] * at[0];
      gud_rotate(c->place.R, X, Q);
      for (int i = 0; i < 3 && t->translation[per * n + k]; i++) Q[i] += c->place.origin[i];
      rigid_rate(&c->place, Q, t->translation[per * n + k], c->Qt0[per * n + k]);
    }
}

static int random_element(const GudElementType *t, Element *c)
{
  char why[200];
  memset(c, 0, sizeof *c);
  c->type = t, c->n = t->num_vec, c->dim = t->info.space & GUD_3D ? 3 : 2;
  random_params(&t->info, c->dim == 2, c->params);
  random_vector(2, c->place.origin);
  random_vector(2, c->place.velocity);
  random_vector(2, c->place.spin);
  if (c->dim == 2) c->place.origin[2] = c->place.velocity[2] = c->place.spin[0] = c->place.spin[1] = 0;
  random_rotation(c->dim == 2, c->place.R);
  if (t->cell) {
    random_cell(c);
    c->place.Q0 = (const double(*)[3])c->Q0;
    if (t->data_size && t->data_size(t, c->params) > MAX_DATA) return 0;
  }
  if (t->setup(t, c->params, &c->place, c->data, why) != GUD_OK) return 0;
  if (t->start) t->start(t, c->data, &c->place, c->Q0, c->Qt0);
  t->mass(t, c->data, c->m);
  for (int k = 0; k < c->n; k++)
    for (int i = 0; i < c->dim; i++) {
      c->Q[k][i]  = c->Q0[k][i] + uniform(-0.15, 0.15);
      c->Qt[k][i] = uniform(-1, 1);
    }
  GudScalar f[MAX_VEC][3]; /* a state that the element refuses (turned inside out) would prove nothing */
  memset(f, 0, sizeof f);
  return !t->residual || t->residual(t, c->data, c->Q, c->Qt, f, NULL) == GUD_OK;
}

static double total_mass(const Element *c)
{
  double sum = 0;
  for (int i = 0; i < c->n; i++)
    for (int j = 0; j < c->n; j++)
      sum += c->m[c->n * i + j] * c->type->translation[i] * c->type->translation[j];
  return sum;
}

/* Value of a parameter that means the same in every table, or NULL. */
static const double *named(const Element *c, const char *name, GudKind kind)
{
  for (int k = 0; k < c->type->info.num_params; k++) {
    const GudParam *p = &c->type->info.params[k];
    if (!strcmp(p->name, name) && p->kind == kind)
      return (const double *)(const void *)(c->params + p->offset);
  }
  return NULL;
}

/* ---- inertia ---- */

static double element_mass(Element *c)
{
  int           n = c->n, done[MAX_VEC]     = {0};
  double        m[MAX_VEC * MAX_VEC], worst = 0, size = 0;
  const double *given = named(c, "mass", GUD_REAL);
  memcpy(m, c->m, sizeof m);
  for (int i = 0; i < n; i++) size = fmax(size, m[n * i + i]);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) worst = fmax(worst, fabs(m[n * i + j] - m[n * j + i]));
  for (int step_ = 0; step_ < n; step_++) { /* positive semidefinite: elimination meets no negative pivot */
    int p = -1;
    for (int i = 0; i < n; i++)
      if (!done[i] && (p < 0 || m[n * i + i] > m[n * p + p])) p = i;
    done[p] = 1;
    worst   = fmax(worst, -m[n * p + p]);
    if (m[n * p + p] < 1e-12 * size) continue;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n && !done[i]; j++)
        if (!done[j]) m[n * i + j] -= m[n * i + p] * m[n * p + j] / m[n * p + p];
  }
  if (given && !isnan(*given)) worst = fmax(worst, fabs(total_mass(c) - *given));
  if (!(total_mass(c) > 0)) worst = INFINITY;
  return relative(worst, size);
}

/* Linear and angular momentum and energy of the rigid start motion, against m v_G, I w, m v^2/2 + w I w/2. */
static double element_rigid_motion(Element *c)
{
  double        p[3] = {0}, L[3] = {0}, G[3] = {0}, vG[3], T = 0, M = total_mass(c), x[3], Iw[3], worst = 0;
  const double *centre = named(c, "centre", GUD_VECTOR), *I = named(c, "inertia", GUD_MATRIX),
               *Iz = named(c, "inertia", GUD_REAL), *w = c->place.spin;
  for (int i = 0; i < c->n; i++)
    for (int j = 0; j < c->n; j++) {
      double m = c->m[c->n * i + j];
      T += 0.5 * m * gud_dot_real(c->Qt0[i], c->Qt0[j]);
      gud_cross_real(c->Q0[i], c->Qt0[j], x);
      for (int k = 0; k < 3; k++) {
        p[k] += c->type->translation[i] * m * c->Qt0[j][k];
        G[k] += c->type->translation[i] * m * c->Q0[j][k] / M;
        L[k] += m * x[k];
      }
    }
  if (centre) {
    double r[3];
    gud_rotate(c->place.R, centre, r);
    for (int k = 0; k < 3; k++) worst = fmax(worst, fabs(G[k] - c->place.origin[k] - r[k]) * M);
  }
  rigid_rate(&c->place, G, 1, vG);
  for (int k = 0; k < 3; k++) worst = fmax(worst, fabs(p[k] - M * vG[k]));
  gud_cross_real(G, p, x);
  for (int k = 0; k < 3; k++) Iw[k] = L[k] - x[k];
  worst = fmax(worst, fabs(T - 0.5 * M * gud_dot_real(vG, vG) - 0.5 * gud_dot_real(w, Iw)));
  if (I && I[0] + I[4] + I[8] > 0) {
    double local[3], y[3], back[3];
    gud_rotate_back(c->place.R, w, local);
    gud_rotate(I, local, y);
    gud_rotate(c->place.R, y, back);
    for (int k = 0; k < 3; k++) worst = fmax(worst, fabs(Iw[k] - back[k]));
  }
  if (Iz && !isnan(*Iz)) worst = fmax(worst, fabs(Iw[2] - *Iz * w[2]));
  return relative(worst, M * (1 + gud_dot_real(vG, vG)) + fabs(T));
}

/* ---- maps ---- */

static void weigh(const Element *c, const GudWeight *w, double (*Q)[3], double x[3])
{
  x[0] = x[1] = x[2] = 0;
  for (int k = 0; k < c->n; k++) {
    for (int i = 0; i < c->dim; i++) x[i] += w[k].a * Q[k][i];
    if (c->dim == 2) x[0] -= w[k].b * Q[k][1], x[1] += w[k].b * Q[k][0];
  }
}

/* Points and directions of the drawing are where the placement puts them, and move with the body. A translation moves
   what it should. */
static double element_maps(Element *c)
{
  const GudElementType *t     = c->type;
  double                worst = 0, X[3], r[3], x[3], v[3], vr[3], Q[MAX_VEC][3], Qt[MAX_VEC][3];
  GudPlacement          moved = c->place;
  random_vector(1, X);
  if (c->dim == 2) X[2] = 0;
  if (t->point) {
    GudWeight w[MAX_VEC] = {{0}};
    double    fixed      = t->fixed_frame ? 0 : 1; /* then the builder adds R X to the constant part */
    t->point(t, c->data, X, w);
    weigh(c, w, c->Q0, x);
    weigh(c, w, c->Qt0, v);
    gud_rotate(c->place.R, X, r);
    for (int i = 0; i < 3; i++) r[i] = c->place.origin[i] + fixed * r[i];
    rigid_rate(&c->place, r, 1, vr);
    for (int i = 0; i < 3; i++) worst = fmax(worst, fmax(fabs(x[i] - r[i]), fabs(v[i] - vr[i])));
    memset(w, 0, sizeof w);
    t->direction(t, c->data, X, X, w);
    weigh(c, w, c->Q0, x);
    weigh(c, w, c->Qt0, v);
    gud_rotate(c->place.R, X, r);
    for (int i = 0; i < 3; i++) r[i] *= fixed;
    rigid_rate(&c->place, r, 0, vr);
    for (int i = 0; i < 3; i++) worst = fmax(worst, fmax(fabs(x[i] - r[i]), fabs(v[i] - vr[i])));
  }
  if (t->shape) {
    double s[MAX_VEC], ds[MAX_VEC][3], sum = 0, dsum[3] = {0};
    X[0] = 0.5 + 0.4 * X[0];
    t->shape(t, c->data, X, s, ds);
    for (int k = 0; k < c->n; k++) {
      sum += t->translation[k] * s[k];
      for (int i = 0; i < 3; i++) dsum[i] += t->translation[k] * ds[k][i];
    }
    worst = fmax(worst, fabs(sum - 1)); /* a translation moves every point by as much */
    for (int i = 0; i < 3; i++) worst = fmax(worst, fabs(dsum[i]));
  }
  if (t->start) {
    for (int i = 0; i < c->dim; i++) moved.origin[i] += X[i], moved.velocity[i] += X[i];
    t->start(t, c->data, &moved, Q, Qt);
    for (int k = 0; k < c->n; k++)
      for (int i = 0; i < 3; i++) {
        double d = t->translation[k] * (i < c->dim) * X[i];
        worst    = fmax(worst, fmax(fabs(Q[k][i] - c->Q0[k][i] - d), fabs(Qt[k][i] - c->Qt0[k][i] - d)));
      }
  }
  return worst / 4; /* coordinates are of size 4 */
}

/* Internal constraints hold at the start and are kept by rigid velocities. */
static double element_rows(Element *c)
{
  double worst = 0;
  for (int k = 0; k < c->type->num_rows; k++) {
    const GudRow *r       = &c->type->rows[k];
    double        U[2][3] = {{0}}, V[2][3] = {{0}};
    if (r->u0 >= c->n || r->u1 >= c->n || r->v0 >= c->n || r->v1 >= c->n || r->u0 < 0) return INFINITY;
    if (r->kind != GUD_ROW_DOT && r->kind != GUD_ROW_POINT) return INFINITY; /* an element has no driver */
    for (int d = 0; d < 2; d++) {
      double(*Q)[3] = d ? c->Qt0 : c->Q0;
      for (int i = 0; i < 3; i++) {
        U[d][i] = Q[r->u0][i] - (r->u1 >= 0 ? Q[r->u1][i] : 0);
        if (r->kind == GUD_ROW_DOT) V[d][i] = Q[r->v0][i] - (r->v1 >= 0 ? Q[r->v1][i] : 0);
      }
    }
    if (r->kind == GUD_ROW_POINT) V[0][r->axis] = 1;
    double phi = gud_dot_real(U[0], V[0]) - (r->rhs == GUD_RHS_UNIT), rate = gud_dot_real(U[1], V[0]);
    if (r->kind == GUD_ROW_DOT) rate += gud_dot_real(U[0], V[1]);
    if (r->rhs != GUD_RHS_START && r->rhs != GUD_RHS_DISTANCE2) worst = fmax(worst, fabs(phi));
    worst = fmax(worst, fabs(rate));
  }
  return worst;
}

/* ---- internal forces ---- */

static GudStatus element_forces(Element *c, GudScalar (*f)[3])
{
  memset(f, 0, sizeof(GudScalar) * 3 * MAX_VEC);
  return c->type->residual(c->type, c->data, c->Q, c->Qt, f, NULL);
}

/* Strain energy and dissipated power; 1: the element says so. */
static int element_ledger(Element *c, GudScalar ledger[2])
{
  ledger[0] = ledger[1] = 0;
  return c->type->residual && c->type->residual(c->type, c->data, c->Q, c->Qt, NULL, ledger) == GUD_OK;
}

static double element_tangent(Element *c)
{
  static const double co[][2] = {{1, 0}, {0, 1}, {0.3, 0.7}};
  static GudScalar    K[MAX_COLUMNS * MAX_COLUMNS];
  GudScalar           f[MAX_VEC][3];
  int                 d = c->dim, n = d * c->n;
  double              all = 0;
  if (!c->type->residual) return 0;
  if (element_forces(c, f) != GUD_OK) return 0;
  for (int k = 0; k < GUD_COUNT(co); k++) {
    double worst = 0, scale;
    memset(K, 0, sizeof K);
    if (c->type->tangent(c->type, c->data, c->Q, c->Qt, co[k][0], co[k][1], K) != GUD_OK) return INFINITY;
    scale = largest(K, n * n);
    for (int j = 0; j < n; j++) {
      GudScalar *q = &c->Q[j / d][j % d], *v = &c->Qt[j / d][j % d], keep_q = *q, keep_v = *v;
      *q += co[k][0] * step * _Complex_I, *v += co[k][1] * step * _Complex_I;
      if (element_forces(c, f) != GUD_OK) return INFINITY;
      *q = keep_q, *v = keep_v;
      for (int i = 0; i < n; i++) {
        double gap = fabs(creal(K[i * n + j]) - cimag(f[i / d][i % d]) / step);
        if (!(gap <= worst)) worst = gap;
      }
    }
    all = fmax(all, relative(worst, scale));
  }
  return all;
}

/* Sizes within the contract; fields at several places in one call are those of single places. */
static double element_fields(Element *c)
{
  enum { NUM = 4 };
  double xi[NUM][3], all[NUM * GUD_MAX_ELEMENT_FIELDS], one[GUD_MAX_ELEMENT_FIELDS], worst = 0;
  int    n = c->type->num_fields;
  if (c->type->num_vec > GUD_MAX_ELEMENT_VECTORS || n > GUD_MAX_ELEMENT_FIELDS) return INFINITY;
  if (!c->type->field) return 0;
  for (int k = 0; k < NUM; k++) random_vector(1, xi[k]);
  xi[1][0] = xi[0][0]; /* same station, another place of the section */
  c->type->field(c->type, c->data, c->Q, NUM, (const double(*)[3])xi, all);
  for (int k = 0; k < NUM; k++) {
    c->type->field(c->type, c->data, c->Q, 1, (const double(*)[3])xi + k, one);
    for (int i = 0; i < n; i++)
      worst = fmax(worst, isnan(one[i]) ? !isnan(all[n * k + i])
                                        : relative(fabs(all[n * k + i] - one[i]), fabs(one[i])));
  }
  return worst;
}

/* An element that calls itself linear: r(Q, Q') = r(0, 0) + tangent (Q, Q'). */
static double element_linear(Element *c)
{
  static GudScalar K[MAX_COLUMNS * MAX_COLUMNS];
  GudScalar        f[MAX_VEC][3], g[MAX_VEC][3];
  int              d = c->dim, n = d * c->n;
  double           worst = 0, scale = 0;
  Element          zero = *c;
  if (!c->type->linear || !c->type->linear(c->type, c->data)) return 0;
  memset(zero.Q, 0, sizeof zero.Q);
  memset(zero.Qt, 0, sizeof zero.Qt);
  if (element_forces(c, f) != GUD_OK || element_forces(&zero, g) != GUD_OK) return INFINITY;
  for (int m = 0; m < 2; m++) {
    memset(K, 0, sizeof K);
    if (c->type->tangent(c->type, c->data, zero.Q, zero.Qt, m == 0, m == 1, K) != GUD_OK) return INFINITY;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        GudScalar x = K[i * n + j] * (m ? c->Qt : c->Q)[j / d][j % d];
        g[i / d][i % d] += x, scale = fmax(scale, fabs(creal(x)));
      }
  }
  for (int i = 0; i < n; i++) worst = fmax(worst, fabs(creal(f[i / d][i % d] - g[i / d][i % d])));
  return relative(worst, scale);
}

/* r . Q' = V' + dissipation, dissipation >= 0; forces and ledger of one call are those of two */
static double element_power(Element *c)
{
  GudScalar f[MAX_VEC][3], g[MAX_VEC][3], both[2] = {0}, alone[2], moved[2];
  double    fv = 0, V_t, D, scale = 0, worst = 0;
  if (!c->type->residual || element_forces(c, f) != GUD_OK) return 0;
  memset(g, 0, sizeof g);
  if (!element_ledger(c, alone) || c->type->residual(c->type, c->data, c->Q, c->Qt, g, both) != GUD_OK)
    return INFINITY;
  for (int i = 0; i < 3 * c->n; i++) {
    double w = creal(f[i / 3][i % 3] * c->Qt[i / 3][i % 3]);
    fv += w, scale += fabs(w);
    worst = fmax(worst, cabs(f[i / 3][i % 3] - g[i / 3][i % 3]));
  }
  worst = relative(worst, largest(&f[0][0], 3 * c->n));
  for (int k = 0; k < 2; k++) worst = fmax(worst, relative(cabs(both[k] - alone[k]), cabs(alone[k])));
  D = creal(alone[1]);
  if (!(D >= 0)) return INFINITY;
  Element d = *c;
  for (int i = 0; i < 3 * c->n; i++) d.Q[i / 3][i % 3] += step * _Complex_I * c->Qt[i / 3][i % 3];
  if (!element_ledger(&d, moved)) return INFINITY;
  V_t = cimag(moved[0]) / step;
  return fmax(worst, relative(fabs(fv - V_t - D), scale + fabs(V_t) + D));
}

/* Conditioning: round-off of the coordinates (of size 4) changes forces by |dr/dQ| times as much. */
static double element_scale(Element *c, GudScalar (*f)[3])
{
  static GudScalar K[MAX_COLUMNS * MAX_COLUMNS];
  int              n = c->dim * c->n;
  memset(K, 0, sizeof K);
  if (c->type->tangent) c->type->tangent(c->type, c->data, c->Q, c->Qt, 1, 0, K);
  return fmax(largest(&f[0][0], 3 * c->n), largest(K, n * n));
}

/* ---- claims: the same function proves a claim, and that an unclaimed one fails ---- */

/* Forces follow a rigid motion of a deformed state; an undeformed one (no energy at the start: no prestress), moved
   rigidly, has none. */
static double claim_rotation(Element *c)
{
  GudScalar f[MAX_VEC][3], g[MAX_VEC][3], ledger[2];
  double    R[9], shift[3], worst = 0, scale, V = 0, V0 = 0;
  Element   d = *c;
  random_rotation(c->dim == 2, R);
  random_vector(2, shift);
  memset(c->Qt, 0, sizeof c->Qt);
  memset(d.Qt, 0, sizeof d.Qt);
  if (element_forces(c, f) != GUD_OK) return 0;
  scale = element_scale(c, f);
  for (int k = 0; k < c->n; k++) {
    turn(R, d.Q[k]);
    for (int i = 0; i < c->dim; i++) d.Q[k][i] += c->type->translation[k] * shift[i];
    turn(R, f[k]);
  }
  if (element_forces(&d, g) != GUD_OK) return INFINITY;
  for (int i = 0; i < 3 * c->n; i++) worst = fmax(worst, fabs(creal(f[i / 3][i % 3] - g[i / 3][i % 3])));
  if (element_ledger(c, ledger)) V = creal(ledger[0]);
  for (int k = 0; k < c->n; k++) {
    for (int i = 0; i < 3; i++) d.Q[k][i] = c->Q0[k][i];
    turn(R, d.Q[k]);
    for (int i = 0; i < c->dim; i++) d.Q[k][i] += c->type->translation[k] * shift[i];
  }
  if (element_ledger(&d, ledger)) V0 = creal(ledger[0]);
  if (element_forces(&d, g) != GUD_OK) return INFINITY;
  if (V0 <= 1e-12 * V) worst = fmax(worst, largest(&g[0][0], 3 * c->n));
  return relative(worst, scale);
}

static double claim_momentum(Element *c)
{
  GudScalar f[MAX_VEC][3], F[3] = {0}, M[3] = {0}, m[3];
  if (element_forces(c, f) != GUD_OK) return 0;
  for (int k = 0; k < c->n; k++) {
    gud_axpy(c->type->translation[k], f[k], F);
    gud_cross(c->Q[k], f[k], m);
    gud_axpy(1, m, M);
  }
  if (c->dim == 2) M[0] = M[1] = 0;
  return relative(fmax(largest(F, 3), largest(M, 3)), element_scale(c, f));
}

static double claim_symmetric(Element *c)
{
  static GudScalar K[MAX_COLUMNS * MAX_COLUMNS];
  int              n     = c->dim * c->n;
  double           worst = 0;
  memset(K, 0, sizeof K);
  memset(c->Qt, 0, sizeof c->Qt); /* damping has no part in the claim */
  if (c->type->tangent(c->type, c->data, c->Q, c->Qt, 1, 0, K) != GUD_OK) return 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) worst = fmax(worst, fabs(creal(K[i * n + j] - K[j * n + i])));
  return relative(worst, largest(K, n * n));
}

static double claim_energy(Element *c)
{
  GudScalar f[MAX_VEC][3], ledger[2];
  double    worst = 0, scale;
  if (!c->type->residual) return INFINITY;
  memset(c->Qt, 0, sizeof c->Qt);
  if (element_forces(c, f) != GUD_OK) return 0;
  scale = largest(&f[0][0], 3 * c->n);
  for (int i = 0; i < 3 * c->n; i++) {
    if (i % 3 >= c->dim) continue;
    GudScalar *q = &c->Q[i / 3][i % 3], keep = *q;
    *q += step * _Complex_I;
    if (!element_ledger(c, ledger)) return INFINITY;
    worst = fmax(worst, fabs(cimag(ledger[0]) / step - creal(f[i / 3][i % 3])));
    *q    = keep;
  }
  return relative(worst, scale);
}

typedef struct {
  const char *name;
  unsigned    claim;
  double (*check)(Element *);
} Claim;
static const Claim claims[] = {{"rotation", GUD_CLAIM_ROTATION, claim_rotation},
                               {"momentum", GUD_CLAIM_MOMENTUM, claim_momentum},
                               {"symmetric", GUD_CLAIM_SYMMETRIC, claim_symmetric},
                               {"energy", GUD_CLAIM_ENERGY, claim_energy}};

#endif
