/* What every force must satisfy. Each check looks at one random case and answers by how much the law is violated,
   relative to the size of what is compared: round-off for a right kernel, order one for a wrong one. */
#ifndef GUD_BATTERY_FORCE_H
#define GUD_BATTERY_FORCE_H

#include "battery_random.h"

#include "contract/force.h"
#include "model/registry.h"

#include <stdlib.h>

enum {
  MAX_WORK    = 1 << 22, /* bytes: films of random grids are small */
  MAX_HISTORY = 4096,
  MAX_EDGE    = 12,
  MAX_VECTORS = GUD_MAX_SLOT_VECTORS + MAX_EDGE,
  MAX_ROWS    = 3 * MAX_VECTORS + GUD_MAX_INTERNALS,
};
static const double step = 1e-30; /* complex step: no cancellation, so it may be as small as it likes */

typedef struct {
  const GudForceType *type;
  int                 num_vec, nz, differential[GUD_MAX_INTERNALS];
  int                 is_point[MAX_VECTORS];
  GudScalar           x[MAX_VECTORS][3], v[MAX_VECTORS][3];
  GudEdge             edge; /* num 0: the force has none */
  GudScalar           z[GUD_MAX_INTERNALS], zt[GUD_MAX_INTERNALS];
  const GudRow       *rows; /* of the joint that it is attached to */
  int                 num_rows;
  GudScalar           lam[GUD_MAX_LOADS];
  double              history[MAX_HISTORY];
  GudScalar           fn[NUM_FN];
  _Alignas(16) unsigned char params[MAX_PARAMS];
} Force;

typedef struct {
  GudScalar f[MAX_VECTORS][3], rz[GUD_MAX_INTERNALS];
} Forces;

static _Alignas(64) unsigned char battery_work[2][MAX_WORK];

/* Arguments without work, for what does without it. */
static GudForceArgs force_args(Force *c)
{
  return (GudForceArgs){.self     = c->type,
                        .t        = 0.7,
                        .params   = c->params,
                        .fn       = c->fn,
                        .x        = c->x,
                        .v        = c->v,
                        .z        = c->z,
                        .zt       = c->zt,
                        .rows     = c->rows,
                        .num_rows = c->num_rows,
                        .lam      = c->lam,
                        .history  = c->history,
                        .live     = NULL,
                        .wanted   = ~0u};
}

static size_t size_of(const Force *c)
{
  return c->type->size ? c->type->size(c->type, c->params) : 0;
}

static GudStatus raise_to(const Force *c, GudForceArgs *a, GudLevel level)
{
  GudStatus status = c->type->evaluate ? c->type->evaluate(a, level) : GUD_OK;
  a->level         = level;
  return status;
}

/* The present state, evaluated from nothing. */
static GudStatus evaluate_force(Force *c, GudLevel level, GudForceArgs *a)
{
  *a      = force_args(c);
  a->work = battery_work[0];
  if (size_of(c) > MAX_WORK) return GUD_FATAL;
  return raise_to(c, a, level);
}

static GudForceArgs evaluated(Force *c, GudLevel level)
{
  GudForceArgs a;
  evaluate_force(c, level, &a);
  return a;
}

static int history_of(const Force *c)
{
  return c->type->history_size ? c->type->history_size(c->type, c->params) : c->type->num_history;
}

static GudStatus forces_of(Force *c, Forces *o)
{
  GudForceArgs a;
  GudStatus    status = evaluate_force(c, GUD_LEVEL_FORCE, &a);
  memset(o, 0, sizeof *o);
  if (status == GUD_OK) c->type->residual(&a, o->f, o->rz);
  return status;
}

/* An edge at the start: round (a bore) or nearly straight (a slider), of straight pieces or of parabolas. */
static void random_edge(GudEdge *e)
{
  static double X[MAX_EDGE][2];
  double        size = exp(uniform(1.5, 3)), angle = uniform(0, 6), at = 0;
  *e     = (GudEdge){.closed = pick(2), .order = 1 + pick(2), .X = X};
  e->num = e->order * (5 + pick(2)) + (e->closed ? 0 : 1 - 2 * e->order);
  for (int i = 0; i < e->num; i++) {
    double gap = e->order == 2 && i % 2 ? at : uniform(0.9, 1.1); /* the middle of a piece is in its middle */
    if (e->closed) X[i][0] = 3 + size * cos(angle), X[i][1] = size * sin(angle) - 2;
    else X[i][0] = 0.1 * size * angle, X[i][1] = uniform(-0.05, 0.05);
    at = gap, angle += gap * 6.2831853 / e->num / 1.02;
  }
}

/* The edge moved as a rigid one and deformed a little; the frame that faces it near its middle. All in the plane. */
static void random_edge_state(Force *c)
{
  int    first = c->num_vec - c->edge.num;
  double R[9], mean[2] = {0}, shift[2] = {uniform(-1, 1), uniform(-1, 1)};
  random_rotation(1, R);
  for (int k = 0; k < c->num_vec; k++) c->v[k][2] = 0;
  for (int k = 0; k < c->edge.num; k++) {
    const double *X = c->edge.X[k];
    for (int i = 0; i < 2; i++) {
      double x = R[3 * i] * X[0] + R[3 * i + 1] * X[1] + shift[i] + uniform(-0.03, 0.03);
      mean[i] += x / c->edge.num;
      c->x[first + k][i] = x, c->v[first + k][i] = uniform(-2, 2);
    }
    c->x[first + k][2] = 0, c->is_point[first + k] = 1;
  }
  for (int k = 0; k < first; k++)
    for (int i = 0; i < 3; i++) {
      GudScalar axis = (i == 2) == (k % 4 == 3) ? c->x[k][i] : 0; /* e1, e2 in the plane, e3 normal to it */
      if (k % 4 == 3) axis = i == 2, c->v[k][i] = 0;
      c->x[k][i] = c->is_point[k] ? (i < 2 ? mean[i] + uniform(-0.1, 0.1) : 0) : axis;
    }
}

/* Points within the unit cube; frames turned at random, every second one stretched and sheared as an ANCF node. */
static void random_force_state(Force *c)
{
  for (int s = 0, k = 0; s < c->type->num_slots; s++) {
    double R[9], stretch = pick(2) ? 0.2 : 0;
    random_rotation(0, R);
    for (int m = 0; m < (int)c->type->slots[s].kind; m++, k++) {
      c->is_point[k] = m == 0;
      for (int i = 0; i < 3; i++) {
        c->x[k][i] = m == 0 ? uniform(-1, 1) : R[3 * i + m - 1] + uniform(-stretch, stretch);
        c->v[k][i] = uniform(-2, 2);
      }
    }
  }
  if (c->edge.num) random_edge_state(c);
  for (int i = 0; i < c->nz; i++) {
    c->z[i] = uniform(-1, 1), c->zt[i] = c->differential[i] ? uniform(-1, 1) : 0;
  }
  for (int i = 0; i < c->num_rows; i++) c->lam[i] = uniform(-2, 2);
}

/* A force that sees multipliers gets those of the joint that has its name. */
static void attach_to_joint(Force *c)
{
  int planar = c->type->info.space == GUD_2D || (c->type->info.space & GUD_2D && pick(2));
  for (int i = 0; gud_joints[i]; i++) {
    if (strcmp(gud_joints[i]->info.name, c->type->info.name)) continue;
    c->rows     = planar ? gud_joints[i]->rows2d : gud_joints[i]->rows3d;
    c->num_rows = planar ? gud_joints[i]->num_rows2d : gud_joints[i]->num_rows3d;
  }
}

/* Parameters that a case must have: random ones seldom give all that a variant of a force needs. "given", "absent": of an optional one. */
typedef struct {
  const char *name, *value;
} Setting;
static const Setting *settings;

static int choice_of(const char *choices, const char *word)
{
  size_t n = strlen(word);
  for (int i = 0; choices; i++) {
    if (!strncmp(choices, word, n) && (choices[n] == '|' || !choices[n])) return i;
    choices = strchr(choices, '|');
    if (choices) choices++;
  }
  return -1;
}

/* 1: the parameters are as they must be */
static int apply_settings(const GudTypeInfo *info, unsigned char *params)
{
  for (const Setting *s = settings; s && s->name; s++)
    for (int k = 0; k < info->num_params; k++) {
      const GudParam *p  = &info->params[k];
      void           *at = params + p->offset;
      if (strcmp(p->name, s->name)) continue;
      if (p->kind == GUD_TABLE) {
        if (!((GudTable *)at)->n) return 0;
      } else if (p->kind == GUD_CHOICE) {
        *(int *)at = choice_of(p->choices, s->value);
        if (*(int *)at < 0) return 0;
      } else if (p->kind == GUD_INT) {
        *(int *)at = atoi(s->value);
      } else if (p->kind == GUD_REAL) {
        *(double *)at = strcmp(s->value, "absent") ? atof(s->value) : NAN;
      } else if (p->kind == GUD_FUNCTION) {
        *(int *)at = pick(NUM_FN);
      }
    }
  return 1;
}

/* 1: a valid case; history comes from start() and accept() in other states than the one that is looked at. */
static int random_force(const GudForceType *t, Force *c)
{
  char   why[200];
  double z[GUD_MAX_INTERNALS] = {0};
  Forces o;
  memset(c, 0, sizeof *c);
  c->type = t;
  for (int s = 0; s < t->num_slots; s++) c->num_vec += (int)t->slots[s].kind;
  for (int i = 0; i < NUM_FN; i++) c->fn[i] = uniform(-3, 3);
  random_params(&t->info, 0, c->params);
  if (!apply_settings(&t->info, c->params)) return 0;
  if (t->pieces) /* filled in piece by piece, not by the file */
    for (int k = 0; k < GUD_MAX_SLOTS; k++) ((GudPieceParams *)(void *)c->params)->weight[k] = uniform(-2, 2);
  if (t->attach) {
    random_edge(&c->edge);
    c->num_vec += c->edge.num;
    if (t->attach(t, c->params, &c->edge, why) != GUD_OK) return 0;
  }
  if (t->setup && t->setup(t, c->params, why) != GUD_OK) return 0;
  c->nz = t->num_internals;
  for (int i = 0; i < c->nz; i++) c->differential[i] = t->differential && t->differential[i];
  if (t->layout) c->nz = t->layout(c->params, t->info.space == GUD_2D ? 2 : 3, c->differential);
  if (t->loads) attach_to_joint(c);
  GudForceArgs a = force_args(c);
  random_force_state(c);
  if (t->start) t->start(&a, c->history, z);
  random_force_state(c);
  if (t->accept && pick(2)) {
    a = evaluated(c, GUD_LEVEL_FORCE);
    t->accept(&a, t->num_events ? pick(t->num_events + 1) - 1 : -1, c->history);
  }
  random_force_state(c);
  return forces_of(c, &o) == GUD_OK;
}

static double largest(const GudScalar *a, int n)
{
  double m = 0;
  for (int i = 0; i < n; i++) {
    double x = fabs(creal(a[i]));
    if (!(x <= m)) m = x;
  }
  return m;
}

static double relative(double difference, double scale)
{
  if (difference == 0) return 0;
  return scale > 0 ? difference / scale : INFINITY;
}

static double force_scale(const Force *c, const Forces *o)
{
  return largest(&o->f[0][0], 3 * c->num_vec);
}

/* Conditioning: round-off of positions and velocities changes forces by the derivatives times as much. */
static double force_condition(Force *c, const Forces *o)
{
  const double co[4] = {1, 1, 1, 1};
  GudScalar    K[MAX_ROWS * MAX_ROWS];
  int          n = 3 * c->num_vec + c->nz;
  GudForceArgs a = evaluated(c, GUD_LEVEL_TANGENT);
  memset(K, 0, sizeof K);
  c->type->tangent(&a, co, K);
  return fmax(fmax(force_scale(c, o), largest(o->rz, c->nz)), largest(K, n * n));
}

/* ---- tangent = derivative of the residual ---- */

static double force_tangent_gap(Force *c, const double co[4])
{
  GudScalar K[MAX_ROWS * MAX_ROWS];
  Forces    o;
  int       nv = 3 * c->num_vec, n = nv + c->nz;
  double    worst = 0;
  memset(K, 0, sizeof K);
  GudForceArgs a;
  if (evaluate_force(c, GUD_LEVEL_TANGENT, &a) != GUD_OK) return INFINITY;
  c->type->tangent(&a, co, K);
  if (forces_of(c, &o) != GUD_OK) return INFINITY;
  /* entries of K are differences of terms as large as itself or as the force: that is the conditioning */
  double scale = fmax(largest(K, n * n), fmax(force_scale(c, &o), largest(o.rz, c->nz)));
  for (int j = 0; j < n; j++) {
    GudScalar *x     = j < nv ? &c->x[j / 3][j % 3] : &c->z[j - nv],
              *y     = j < nv ? &c->v[j / 3][j % 3] : &c->zt[j - nv];
    GudScalar keep_x = *x, keep_y = *y;
    int       algebraic = j >= nv && !c->differential[j - nv];
    *x += (algebraic ? 1 : co[j < nv ? 0 : 2]) * step * _Complex_I;
    if (!algebraic) *y += co[j < nv ? 1 : 3] * step * _Complex_I;
    if (forces_of(c, &o) != GUD_OK) return INFINITY;
    *x = keep_x, *y = keep_y;
    for (int i = 0; i < n; i++) {
      double d = fabs(creal(K[i * n + j]) - cimag(i < nv ? o.f[i / 3][i % 3] : o.rz[i - nv]) / step);
      if (!(d <= worst)) worst = d;
    }
  }
  return relative(worst, scale);
}

/* The same for the columns of multipliers */
static double force_loads_gap(Force *c)
{
  GudScalar    L[GUD_MAX_INTERNALS * GUD_MAX_LOADS] = {0};
  Forces       o;
  double       worst = 0;
  GudForceArgs a     = evaluated(c, GUD_LEVEL_TANGENT);
  if (!c->type->loads) return 0;
  if (!c->num_rows || c->num_rows > GUD_MAX_LOADS) return INFINITY;
  c->type->loads(&a, L);
  double scale = largest(L, c->nz * c->num_rows);
  for (int j = 0; j < c->num_rows; j++) {
    GudScalar keep = c->lam[j];
    c->lam[j] += step * _Complex_I;
    if (forces_of(c, &o) != GUD_OK) return INFINITY;
    c->lam[j] = keep;
    for (int i = 0; i < c->nz; i++)
      worst = fmax(worst, fabs(creal(L[i * c->num_rows + j]) - cimag(o.rz[i]) / step));
    for (int i = 0; i < 3 * c->num_vec; i++) worst = fmax(worst, fabs(cimag(o.f[i / 3][i % 3])) / step);
  }
  return relative(worst, fmax(scale, 1));
}

static double force_tangent(Force *c)
{
  static const double co[][4] = {{1, 0, 1, 0}, {0, 1, 0, 1}, {0.3, 0.7, 0.3, 0.7}, {2, -5, 1, 4}};
  double              worst   = force_loads_gap(c);
  for (int k = 0; k < GUD_COUNT(co); k++) worst = fmax(worst, force_tangent_gap(c, co[k]));
  return worst;
}

/* by_function() is the derivative by the value of each function among the parameters */
static double force_functions(Force *c)
{
  double worst = 0, scale = 1;
  for (int k = 0; k < c->type->info.num_params; k++) {
    const GudParam *p = &c->type->info.params[k];
    Forces          d = {0}, o;
    int             n;
    if (p->kind != GUD_FUNCTION) continue;
    memcpy(&n, c->params + p->offset, sizeof n);
    if (n < 0) continue;
    if (!c->type->by_function) return INFINITY;
    GudForceArgs a = evaluated(c, GUD_LEVEL_TANGENT);
    c->type->by_function(&a, n, d.f, d.rz);
    GudScalar keep = c->fn[n];
    c->fn[n] += step * _Complex_I;
    if (forces_of(c, &o) != GUD_OK) return INFINITY;
    c->fn[n] = keep;
    for (int i = 0; i < 3 * c->num_vec + c->nz; i++) {
      int       f = i < 3 * c->num_vec, r = i - 3 * c->num_vec;
      GudScalar x = f ? o.f[i / 3][i % 3] : o.rz[r], y = f ? d.f[i / 3][i % 3] : d.rz[r];
      scale = fmax(scale, fabs(creal(y)));
      worst = fmax(worst, fabs(cimag(x) / step - creal(y)));
    }
  }
  return relative(worst, scale);
}

/* residual() and tangent() add to what is there */
static double force_adds(Force *c)
{
  const double co[4] = {0.3, 0.7, 0.2, 0.5};
  GudScalar    K[2][MAX_ROWS * MAX_ROWS];
  Forces       o[2];
  int          n     = 3 * c->num_vec + c->nz;
  double       worst = 0, scale = 1;
  GudForceArgs a = evaluated(c, GUD_LEVEL_TANGENT);
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < n * n; i++) K[k][i] = k;
    for (int i = 0; i < c->num_vec; i++)
      for (int m = 0; m < 3; m++) o[k].f[i][m] = k;
    for (int i = 0; i < c->nz; i++) o[k].rz[i] = k;
    c->type->tangent(&a, co, K[k]), c->type->residual(&a, o[k].f, o[k].rz);
  }
  scale += largest(K[0], n * n) + force_scale(c, &o[0]);
  for (int i = 0; i < n * n; i++) worst = fmax(worst, fabs(creal(K[1][i] - K[0][i]) - 1));
  for (int i = 0; i < 3 * c->num_vec; i++)
    worst = fmax(worst, fabs(creal(o[1].f[i / 3][i % 3] - o[0].f[i / 3][i % 3]) - 1));
  for (int i = 0; i < c->nz; i++) worst = fmax(worst, fabs(creal(o[1].rz[i] - o[0].rz[i]) - 1));
  return relative(worst, scale);
}

/* ---- energy and power ---- */

/* Guards are the conditions of the present mode. */
static int mode_is_valid(Force *c)
{
  double g[GUD_MAX_EVENTS] = {0};
  if (!c->type->guards) return 1;
  GudForceArgs a = evaluated(c, GUD_LEVEL_POSITION);
  c->type->events(&a, g);
  for (int i = 0; i < c->type->num_events; i++)
    if (g[i] < 0) return 0;
  return 1;
}

/* The moment of a contact is spread over a frame that may be stretched: then only rigid motions of a frame tell. */
static GudScalar energy_of(Force *c)
{
  GudForceArgs a = evaluated(c, GUD_LEVEL_FORCE);
  return c->type->energy(&a);
}

static double force_energy_rigid(Force *c, const Forces *o, double scale)
{
  double worst = 0;
  for (int s = 0, k = 0; s < c->type->num_slots; k += (int)c->type->slots[s++].kind)
    for (int i = 0; i < 6; i++) {
      Force     keep = *c;
      GudScalar w[3] = {i == 3, i == 4, i == 5}, u[3] = {i == 0, i == 1, i == 2}, work = 0;
      for (int m = 0; m < (int)c->type->slots[s].kind; m++) {
        GudScalar d[3] = {u[0], u[1], u[2]};
        if (m) gud_cross(w, c->x[k + m], d);
        work += gud_dot(d, o->f[k + m]);
        gud_axpy(step * _Complex_I, d, c->x[k + m]);
      }
      double g = cimag(energy_of(c)) / step;
      *c       = keep;
      worst    = fmax(worst, fabs(g + creal(work)));
      scale    = fmax(scale, fabs(g));
    }
  return relative(worst, scale);
}

/* At rest, with internals at zero (a friction force, a bristle) and functions at zero (actuators), the force is minus the gradient of the energy. */
static double force_energy(Force *c)
{
  Forces o;
  double worst = 0, scale;
  if (!c->type->energy) return 0;
  memset(c->v, 0, sizeof c->v);
  memset(c->z, 0, sizeof c->z);
  memset(c->zt, 0, sizeof c->zt);
  memset(c->fn, 0, sizeof c->fn);
  if (forces_of(c, &o) != GUD_OK || !mode_is_valid(c)) return 0;
  scale = force_condition(c, &o);
  if (c->type->guards) return force_energy_rigid(c, &o, scale);
  for (int i = 0; i < 3 * c->num_vec; i++) {
    GudScalar *x = &c->x[i / 3][i % 3], keep = *x;
    *x += step * _Complex_I;
    double g = cimag(energy_of(c)) / step;
    *x       = keep;
    worst    = fmax(worst, fabs(g + creal(o.f[i / 3][i % 3])));
    scale    = fmax(scale, fabs(g));
  }
  return relative(worst, scale);
}

/* Sum over the columns of the ledger from `first` on */
static double power_of(Force *c, int first)
{
  GudScalar    P[GUD_NUM_LEDGER] = {0};
  double       sum               = 0;
  GudForceArgs a                 = evaluated(c, GUD_LEVEL_FORCE);
  c->type->power(&a, P);
  for (int k = first; k < GUD_NUM_LEDGER; k++) sum += creal(P[k]);
  return sum;
}

/* f . v = -V' + power: what the bodies get is what the energy loses and what the ledger calls power. */
static double force_power(Force *c)
{
  Forces o;
  double fv = 0, V_t = 0, P = 0, scale = 0;
  if (forces_of(c, &o) != GUD_OK || (!c->type->power && !c->type->energy)) return 0;
  for (int i = 0; i < 3 * c->num_vec; i++) {
    double w = creal(o.f[i / 3][i % 3]) * creal(c->v[i / 3][i % 3]);
    fv += w, scale += fabs(w);
  }
  if (c->type->power) P = power_of(c, 0);
  if (c->type->energy) {
    Force d = *c;
    for (int i = 0; i < 3 * c->num_vec; i++) d.x[i / 3][i % 3] += step * _Complex_I * c->v[i / 3][i % 3];
    for (int i = 0; i < c->nz; i++) d.z[i] += step * _Complex_I * c->zt[i];
    V_t = cimag(energy_of(&d)) / step;
  }
  return relative(fabs(fv + V_t - P), scale + fabs(V_t) + fabs(P));
}

/* A force that is no load never gives energy away, on frames that move as rigid ones: their spin is then that of the
   body. (With internals the state drawn here is no solution of their equations.) */
static double force_dissipates(Force *c)
{
  if (!c->type->power || c->type->load) return 0;
  if (c->nz) return 0;
  for (int s = 0, k = 0; s < c->type->num_slots; k += (int)c->type->slots[s++].kind) {
    double    R[9];
    GudScalar w[3] = {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)};
    random_rotation(0, R);
    for (int m = 1; m < (int)c->type->slots[s].kind; m++) {
      for (int i = 0; i < 3; i++) c->x[k + m][i] = R[3 * i + m - 1];
      gud_cross(w, c->x[k + m], c->v[k + m]);
    }
  }
  if (!mode_is_valid(c)) return 0;
  double P = power_of(c, GUD_LEDGER_LOAD + 1);
  return P <= 0 ? 0 : P;
}

/* ---- between bodies ---- */

/* Action = reaction: forces on the points sum to zero, and so do the moments of all marker vectors. */
static double force_balance(Force *c)
{
  Forces    o;
  GudScalar F[3] = {0}, M[3] = {0}, m[3];
  if (c->type->num_slots < 2 || forces_of(c, &o) != GUD_OK) return 0;
  if (c->type->unbalanced && c->type->unbalanced(c->type, c->params)) return 0;
  for (int k = 0; k < c->num_vec; k++) {
    if (c->is_point[k]) gud_axpy(1, o.f[k], F);
    gud_cross(c->x[k], o.f[k], m);
    gud_axpy(1, m, M);
  }
  return relative(fmax(largest(F, 3), largest(M, 3)), force_condition(c, &o));
}

static void turn(const double R[9], GudScalar x[3])
{
  GudScalar y[3];
  for (int i = 0; i < 3; i++) y[i] = R[3 * i] * x[0] + R[3 * i + 1] * x[1] + R[3 * i + 2] * x[2];
  memcpy(x, y, sizeof y);
}

/* Multipliers of rows along axes of space are components of a force, and turn with it; those of two axes in the plane only. */
static int turn_loads(const double R[9], Force *c)
{
  GudScalar F[3] = {0};
  int       num  = 0;
  for (int k = 0; k < c->num_rows; k++)
    if (c->rows[k].kind == GUD_ROW_POINT) F[c->rows[k].axis] = c->lam[k], num++;
  if (!num) return 1;
  turn(R, F);
  for (int k = 0; k < c->num_rows; k++)
    if (c->rows[k].kind == GUD_ROW_POINT) c->lam[k] = F[c->rows[k].axis];
  return num == 3;
}

/* A rigid motion of everything together turns the forces and changes nothing else: neither a displacement, nor a
   common velocity and spin. Internals are numbers and stay. */
static double force_objective(Force *c)
{
  Forces o, p;
  double R[9], shift[3], u[3], w[3], worst = 0;
  if (c->type->num_slots < 2 || forces_of(c, &o) != GUD_OK) return 0;
  if (c->type->unbalanced && c->type->unbalanced(c->type, c->params)) return 0;
  Force d = *c;
  random_rotation(c->edge.num > 0, R);
  random_vector(2, shift);
  random_vector(2, u);
  random_vector(2, w);
  if (c->edge.num) shift[2] = u[2] = w[0] = w[1] = 0; /* edges stay in the plane */
  for (int k = 0; k < c->num_vec; k++) {
    GudScalar wx[3], wc[3] = {w[0], w[1], w[2]};
    turn(R, d.x[k]);
    turn(R, d.v[k]);
    for (int i = 0; i < 3 && c->is_point[k]; i++) d.x[k][i] += shift[i], d.v[k][i] += u[i];
    gud_cross(wc, d.x[k], wx);
    gud_axpy(1, wx, d.v[k]);
  }
  if (!turn_loads(R, &d)) return 0;
  if (forces_of(&d, &p) != GUD_OK) return 0;
  for (int k = 0; k < c->num_vec; k++) {
    turn(R, o.f[k]);
    for (int i = 0; i < 3; i++) worst = fmax(worst, fabs(creal(o.f[k][i] - p.f[k][i])));
  }
  for (int i = 0; i < c->nz; i++) worst = fmax(worst, fabs(creal(o.rz[i] - p.rz[i])));
  return relative(worst, force_condition(c, &o));
}

/* ---- events, history, outputs: in their bounds ---- */

static double force_bounds(Force *c)
{
  const GudForceType *t                     = c->type;
  GudForceArgs        a                     = evaluated(c, GUD_LEVEL_FORCE);
  double              g[GUD_MAX_EVENTS + 1] = {0}, out[GUD_MAX_OUTPUTS + 1] = {0}, h[MAX_HISTORY + 1];
  const double        canary = 12345.678;
  int                 bad    = 0;
  if (t->num_events > GUD_MAX_EVENTS || t->num_outputs > GUD_MAX_OUTPUTS || t->num_history > MAX_HISTORY ||
      history_of(c) > MAX_HISTORY || c->nz > GUD_MAX_INTERNALS ||
      c->num_vec - c->edge.num > GUD_MAX_SLOT_VECTORS || (c->edge.num && c->nz))
    return INFINITY;
  if (!!t->events != !!t->num_events || !!t->output != !!t->num_outputs || (t->num_outputs && !t->outputs))
    return INFINITY;
  if (t->num_events && !t->accept) return INFINITY; /* nobody would notice the event */
  g[t->num_events] = out[t->num_outputs] = canary;
  if (t->events) t->events(&a, g);
  if (t->output) t->output(&a, out);
  bad |= g[t->num_events] != canary || out[t->num_outputs] != canary;
  for (int i = 0; i < t->num_events; i++) bad |= !isfinite(g[i]);
  for (int i = 0; i < t->num_outputs; i++) bad |= !isfinite(out[i]) || !t->outputs[i].name;
  for (int e = -1; e < t->num_events && t->accept; e++) {
    memcpy(h, c->history, sizeof c->history);
    h[history_of(c)] = canary;
    t->accept(&a, e, h);
    bad |= h[history_of(c)] != canary;
    for (int i = 0; i < history_of(c); i++) bad |= !isfinite(h[i]);
  }
  return bad ? INFINITY : 0;
}

/* ---- evaluated once ---- */

/* Work filled in three raises is that of one, whatever it held before; it stays within its size, and nobody who reads changes
   it. Derivatives: those of live components are the same with and without the others. */
static double force_work(Force *c)
{
  const GudForceType *t      = c->type;
  const double        co[4]  = {0.3, 0.7, 0.2, 0.5};
  const unsigned char canary = 0xa5;
  size_t              size   = size_of(c);
  int                 nv = 3 * c->num_vec, n = nv + c->nz, bad = 0;
  GudScalar           K[2][MAX_ROWS * MAX_ROWS], P[GUD_NUM_LEDGER] = {0};
  double              g[GUD_MAX_EVENTS], out[GUD_MAX_OUTPUTS], h[MAX_HISTORY];
  Forces              o[2];
  GudForceArgs        a[2] = {force_args(c), force_args(c)};
  if (!!t->size != !!t->evaluate || size + 1 > MAX_WORK) return INFINITY;
  memset(o, 0, sizeof o), memset(K, 0, sizeof K);
  for (int k = 0; k < 2; k++) {
    a[k].work = battery_work[k];
    memset(a[k].work, k ? 0xff : 0, size), battery_work[k][size] = canary;
  }
  raise_to(c, &a[0], GUD_LEVEL_TANGENT);
  for (int level = GUD_LEVEL_POSITION; level <= GUD_LEVEL_TANGENT; level++)
    raise_to(c, &a[1], (GudLevel)level);
  char live[MAX_ROWS];
  a[1].live = live;
  for (int k = 0; k < nv; k++) live[k] = (char)pick(2);
  for (int k = 0; k < 2; k++) t->residual(&a[k], o[k].f, o[k].rz), t->tangent(&a[k], co, K[k]);
  bad |= memcmp(&o[0], &o[1], sizeof o[0]) != 0;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n && (j >= nv || live[j]); i++) bad |= K[0][i * n + j] != K[1][i * n + j];
  memcpy(battery_work[1], battery_work[0], size);
  memcpy(h, c->history, sizeof h);
  if (t->energy) t->energy(&a[0]);
  if (t->power) t->power(&a[0], P);
  if (t->events) t->events(&a[0], g);
  if (t->output) t->output(&a[0], out);
  if (t->accept) t->accept(&a[0], -1, h);
  bad |= memcmp(battery_work[1], battery_work[0], size) != 0;
  for (int k = 0; k < 2; k++) bad |= battery_work[k][size] != canary;
  return bad ? INFINITY : 0;
}

/* accept() that says 0 leaves a force that comes out the same. */
static double force_accepts(Force *c)
{
  const GudForceType *t = c->type;
  Forces              o, p;
  if (!t->accept || forces_of(c, &o) != GUD_OK || !mode_is_valid(c)) return 0;
  GudForceArgs a = evaluated(c, GUD_LEVEL_FORCE);
  if (t->accept(&a, -1, c->history) || forces_of(c, &p) != GUD_OK) return 0;
  return memcmp(&o, &p, sizeof o) ? INFINITY : 0;
}

#endif
