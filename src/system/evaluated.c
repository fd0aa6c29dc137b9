/* The evaluated point: evaluated.h. */
#include "system/evaluated.h"

#include "base/vec3.h"
#include "system/functions.h"

#include <stdlib.h>
#include <string.h>

/* ---- the point ---- */

enum { ALIGNED = 64 }; /* work of every force begins on a cache line */

static size_t work_size(const GudModelForce *f)
{
  size_t size = f->type->size ? f->type->size(f->type, f->params) : 0;
  return (size + ALIGNED - 1) / ALIGNED * ALIGNED;
}

static void live_components(const GudModel *m, const GudModelForce *f, char *live)
{
  for (int k = 0; k < f->num_vectors; k++)
    for (int c = 0; c < m->dim && m->vectors[f->vector[k]].num; c++) live[3 * k + c] = 1;
}

/* Rows of the tangent of the largest force */
static size_t most_rows(const GudModel *m)
{
  size_t rows = 1;
  for (int i = 0; i < m->num_forces; i++) {
    size_t own = 3 * (size_t)m->forces[i].num_vectors + (size_t)m->forces[i].num_internals;
    rows       = own > rows ? own : rows;
  }
  return rows;
}

GudEvaluated *gud_evaluated_create(GudSystem *sys)
{
  const GudModel *m = sys->model;
  GudEvaluated   *e = gud_alloc(sizeof *e);
  size_t          n = (size_t)m->num_forces + 1, vectors = 0, bytes = 0, loads = 0, rows = most_rows(m);
  for (int i = 0; i < m->num_forces; i++)
    vectors += (size_t)m->forces[i].num_vectors, bytes += work_size(&m->forces[i]),
      loads += (size_t)m->forces[i].num_rows;
  e->sys        = sys;
  e->fn         = gud_alloc(sizeof *e->fn * (size_t)(m->num_functions + 1));
  e->slope      = gud_alloc(sizeof *e->slope * (size_t)(m->num_functions + 1));
  e->used       = gud_alloc(sizeof *e->used * n);
  e->args       = gud_alloc(sizeof *e->args * n);
  e->status     = gud_alloc(sizeof *e->status * n);
  e->loaded     = gud_alloc(sizeof *e->loaded * n);
  e->outputs    = gud_alloc(sizeof *e->outputs * n);
  e->x          = gud_alloc(sizeof *e->x * 2 * (vectors + 1));
  e->z          = gud_alloc(sizeof *e->z * 2 * (size_t)(m->num_internals + 1));
  e->lam        = gud_alloc(sizeof *e->lam * (loads + 1));
  e->work       = gud_alloc(bytes + ALIGNED);
  e->live       = gud_alloc(3 * vectors + 1);
  e->f          = gud_alloc(sizeof *e->f * rows);
  e->K          = gud_alloc(sizeof *e->K * rows * rows);
  e->K_v        = gud_alloc(sizeof *e->K_v * rows * rows);
  char *live    = e->live;
  char *work    = (char *)e->work + (ALIGNED - (size_t)e->work % ALIGNED) % ALIGNED;
  double(*x)[3] = e->x, *lam = e->lam;
  for (int i = 0; i < m->num_forces; i++) {
    const GudModelForce *f = &m->forces[i];
    e->args[i]             = (GudForceArgs){.self     = f->type,
                                            .params   = f->params,
                                            .fn       = e->fn,
                                            .x        = x,
                                            .v        = x + f->num_vectors,
                                            .z        = e->z + 2 * f->internal,
                                            .zt       = e->z + 2 * f->internal + f->num_internals,
                                            .rows     = f->rows,
                                            .lam      = lam,
                                            .num_rows = f->num_rows,
                                            .work     = work,
                                            .live     = live,
                                            .wanted   = ~0ull};
    live_components(m, f, live);
    x += 2 * f->num_vectors, lam += f->num_rows, work += work_size(f), live += 3 * f->num_vectors;
  }
  return e;
}

void gud_evaluated_destroy(GudEvaluated *e)
{
  if (!e) return;
  free(e->slope), free(e->used), free(e->lam);
  free(e->fn), free(e->args), free(e->status), free(e->loaded), free(e->outputs), free(e->x), free(e->z),
    free(e->work), free(e->live), free(e->f), free(e->K), free(e->K_v), free(e);
}

void gud_evaluated_at(GudEvaluated *e, const GudPoint *p)
{
  e->p = *p;
  e->number++;
  e->bad_element = -1;
  gud_functions_evaluate(e);
}

void gud_evaluated_renew(GudEvaluated *e, int force)
{
  e->args[force].level = GUD_LEVEL_NONE;
}

void gud_evaluated_renew_all(GudEvaluated *e)
{
  for (int n = 0; n < e->sys->model->num_forces; n++) gud_evaluated_renew(e, n);
}

/* Copies x to kept; 1 if any number was different. */
static inline int differs(int n, const double *x, double *kept)
{
  int any = 0;
  for (int i = 0; i < n; i++) any |= x[i] != kept[i], kept[i] = x[i];
  return any;
}

/* Marker vectors of a force at the present point, its rows of x = S q + s0 and x' = S v, and its internals. */
static void load_force(GudEvaluated *e, int n)
{
  const GudModel      *m       = e->sys->model;
  const GudModelForce *f       = &m->forces[n];
  GudForceArgs        *a       = &e->args[n];
  const double        *history = e->p.history + f->history;
  int                  moved   = a->t != e->p.t || a->history != history;
  for (int k = 0; k < f->num_vectors; k++) {
    const GudMap *map = &m->vectors[f->vector[k]];
    double        x[3], v[3];
    if (!map->num && e->loaded[n]) continue; /* ground */
    gud_map_motion(m->dim, map, m->terms, e->p.q, e->p.v, x, v);
    moved |= differs(3, x, a->x[k]) | differs(3, v, a->v[k]);
  }
  if (f->num_internals)
    moved |= differs(f->num_internals, e->p.z + f->internal, e->z + 2 * f->internal) |
             differs(f->num_internals, e->p.zt + f->internal, e->z + 2 * f->internal + f->num_internals);
  for (int k = 0; k < f->num_functions; k++) moved |= differs(1, &e->fn[f->function[k]], &e->used[n][k]);
  if (f->num_rows)
    moved |= differs(f->num_rows, e->p.lam + f->first_row, e->lam + (a->lam - e->lam)); /* its part of lam */
  e->loaded[n] = e->number;
  a->t = e->p.t, a->history = history;
  if (moved) a->level = GUD_LEVEL_NONE;
}

/* Raises what is evaluated at the arguments as they are. */
static void raise_force(GudEvaluated *e, int n, GudLevel level)
{
  const GudForceType *type = e->sys->model->forces[n].type;
  GudForceArgs       *a    = &e->args[n];
  if (a->level >= level) return;
  if (a->level == GUD_LEVEL_NONE) e->sys->count.evaluated[n]++;
  if (a->level < GUD_LEVEL_FORCE && level >= GUD_LEVEL_FORCE) e->sys->count.solved[n]++;
  if (a->level == GUD_LEVEL_NONE) e->status[n] = GUD_OK;
  GudStatus            status = type->evaluate ? type->evaluate(a, level) : GUD_OK;
  const GudModelForce *f      = &e->sys->model->forces[n];
  for (int k = 0; k < f->num_functions; k++)
    if (!isfinite(e->fn[f->function[k]]) && status == GUD_OK)
      status = GUD_RETRY; /* sqrt(x) of a probe x < 0 */
  if (status != GUD_OK && e->status[n] != GUD_FATAL) e->status[n] = status;
  a->level = level;
}

const GudForceArgs *gud_evaluated_force(GudEvaluated *e, int n, GudLevel level)
{
  if (e->loaded[n] != e->number) load_force(e, n);
  raise_force(e, n, level);
  return &e->args[n];
}

/* The same for what the run depends on: an impossible state makes the step be tried again. */
static const GudForceArgs *force_or_retry(GudEvaluated *e, int n, GudLevel level)
{
  const GudForceArgs *a = gud_evaluated_force(e, n, level);
  if (e->status[n] != GUD_OK) e->sys->retry = 1;
  return a;
}

/* What a force does to its marker vectors, in e->f, and the residuals of its internals. */
static double (*forces_on_vectors(GudEvaluated *e, int n, const GudForceArgs *a, double *rz))[3]
{
  const GudModelForce *fo = &e->sys->model->forces[n];
  memset(e->f, 0, sizeof *e->f * (size_t)fo->num_vectors);
  fo->type->residual(a, e->f, rz);
  return e->f;
}

/* ---- residual ---- */

void gud_evaluated_add_force(GudEvaluated *e, int n, double *r)
{
  GudSystem           *sys                   = e->sys;
  const GudModel      *m                     = sys->model;
  const GudModelForce *fo                    = &m->forces[n];
  const GudForceArgs  *a                     = force_or_retry(e, n, GUD_LEVEL_FORCE);
  double               rz[GUD_MAX_INTERNALS] = {0}, (*f)[3] = forces_on_vectors(e, n, a, rz);
  for (int k = 0; k < fo->num_vectors; k++) {
    if (!m->vectors[fo->vector[k]].num) continue; /* ground */
    double w        = fo->type->load ? sys->load_factor : 1;
    double minus[3] = {-w * f[k][0], -w * f[k][1], -w * f[k][2]}; /* f_ext is on the right-hand side */
    gud_vector_load(m, fo->vector[k], minus, r);
  }
  for (int k = 0; k < fo->num_internals; k++) r[sys->nq + sys->nr + fo->internal + k] += rz[k];
}

void gud_evaluated_forces(GudEvaluated *e, GudForcesOf which, double *r)
{
  GudSystem *sys    = e->sys;
  int        d      = sys->dim;
  int        bodies = which != GUD_FORCES_INTERNAL;
  sys->retry        = 0;
  for (int n = 0; n < sys->num_mass_vecs && bodies; n++)
    for (int i = d * sys->mass_vecs[n]; i < d * sys->mass_vecs[n] + d; i++)
      r[i] -= sys->load_factor * sys->gravity[i];
  if (bodies) gud_rotation_forces(sys, &e->p, r);
  if (bodies)
    e->bad_element = gud_system_element_forces(sys, &e->p, sys->my_elements, sys->num_my_elements, r);
  for (int n = 0; n < sys->num_my_forces && which != GUD_FORCES_BODIES; n++) {
    const GudModelForce *fo = &sys->model->forces[sys->my_forces[n]];
    if (which != GUD_FORCES_ALL && (which == GUD_FORCES_INTERNAL) != (fo->num_internals > 0)) continue;
    gud_evaluated_add_force(e, sys->my_forces[n], r);
  }
}

void gud_evaluated_residual(GudEvaluated *e, double *r)
{
  GudSystem *sys = e->sys;
  memset(r, 0, sizeof(double) * (size_t)sys->n);
  gud_system_mass_times(sys, e->p.a, r);
  gud_evaluated_forces(e, GUD_FORCES_ALL, r);
  if (!e->p.no_rows) gud_rows_residual(sys, &e->p, r);
  sys->count.residuals++;
}

/* ---- tangent ---- */

/* Dense block K over marker vectors and internals of one force -> entries. Force on the right-hand side: minus. */
static void put_force(GudSystem *sys, const GudModelForce *f, const double *K, int n, double sd, GudPut *put)
{
  const GudModel *m = sys->model;
  int d = sys->dim, z0 = sys->nq + sys->nr + f->internal, nz = f->num_internals, m3 = 3 * f->num_vectors;
  for (int i = 0; i < f->num_vectors; i++) {
    const GudMap *u = &m->vectors[f->vector[i]];
    for (int a = 0; a < u->num; a++) {
      const GudTerm *s = &m->terms[u->first + a];
      for (int j = 0; j < f->num_vectors; j++) {
        const GudMap *w = &m->vectors[f->vector[j]];
        for (int b = 0; b < w->num; b++) {
          const GudTerm *t = &m->terms[w->first + b];
          for (int c = 0; c < d; c++)
            for (int e = 0; e < d; e++) { /* (S^T K T)_ce */
              double k = s->a * t->a * K[(3 * i + c) * n + 3 * j + e];
              if (d == 2) {
                int    oc = 1 - c, oe = 1 - e;
                double bs = c == 0 ? s->b : -s->b, bt = e == 0 ? t->b : -t->b;
                k += bs * t->a * K[(3 * i + oc) * n + 3 * j + e] +
                     s->a * bt * K[(3 * i + c) * n + 3 * j + oe] + bs * bt * K[(3 * i + oc) * n + 3 * j + oe];
              }
              gud_put(put, d * s->vec + c, d * t->vec + e, -sd * k);
            }
        }
      }
      for (int l = 0; l < nz; l++)
        for (int c = 0; c < d; c++) {
          double col = s->a * K[(3 * i + c) * n + m3 + l], row = s->a * K[(m3 + l) * n + 3 * i + c];
          if (d == 2) {
            double bs = c == 0 ? s->b : -s->b;
            col += bs * K[(3 * i + 1 - c) * n + m3 + l], row += bs * K[(m3 + l) * n + 3 * i + 1 - c];
          }
          gud_put(put, d * s->vec + c, z0 + l, -sd * col);
          gud_put(put, z0 + l, d * s->vec + c, row);
        }
    }
  }
  for (int k = 0; k < nz; k++)
    for (int l = 0; l < nz; l++) gud_put(put, z0 + k, z0 + l, K[(m3 + k) * n + m3 + l]);
}

/* Columns of the multipliers of its joint in the rows of its internals; unknowns are sd lambda. a: NULL: places only */
static void put_loads(GudSystem *sys, const GudModelForce *f, const GudForceArgs *a, double sd, GudPut *put)
{
  double L[GUD_MAX_INTERNALS * GUD_MAX_LOADS] = {0};
  if (!f->num_rows) return;
  if (a && !sys->no_loads) f->type->loads(a, L);
  for (int k = 0; k < f->num_internals; k++)
    for (int l = 0; l < f->num_rows; l++)
      gud_put(put, sys->nq + sys->nr + f->internal + k, sys->nq + f->first_row + l,
              L[k * f->num_rows + l] / sd);
}

enum { MAX_ELEMENT_ROWS = 3 * GUD_MAX_ELEMENT_VECTORS };

/* Rows of index-2 internals (contract/force.h) are differentiated once: d/dt r = dr/dx v + dr/dv a. Their coefficients of
   the accelerations are dr/dv. A row that yields a little (it holds dr/dz z beside the velocity) is taken as
   d/dt r + index_2_rate dr/dz z with z' = 0: what its velocity is off by, it loses within 1/index_2_rate. */
static const double index_2_rate = 100; /* 1/s */

static void index_2_rows(const GudModelForce *f, const GudForceArgs *args, int n, double *V, double *K)
{
  static const double by_v[4] = {0, 1, 0, 0};
  int                 m3 = n - f->num_internals, any = 0;
  for (int i = 0; f->type->index_2 && i < f->num_internals; i++) {
    if (!f->type->index_2(args, i)) continue;
    if (!any++) memset(V, 0, sizeof(double) * (size_t)(n * n)), f->type->tangent(args, by_v, V);
    memcpy(K + (m3 + i) * n, V + (m3 + i) * n, sizeof(double) * (size_t)n);
    K[(m3 + i) * n + m3 + i] *= index_2_rate;
  }
}

/* Rows of index 2 may depend on each other (both ends of a journal stick along its axis), or be empty (at rest). A small
   diagonal, 1e-11 of the compliance `soft` of the model, keeps the matrix regular unless the row yields by itself. As the
   -eps of constraint rows it is in no residual: it costs iterations, not accuracy, and shares what is undetermined by least
   norm. */
static void soften_index_2(GudSystem *sys, const GudModelForce *f, const GudForceArgs *args, int n,
                           double soft, double *K)
{
  for (int i = 0; i < f->num_internals; i++) {
    int k = n - f->num_internals + i, index_2 = f->type->index_2 && f->type->index_2(args, i);
    if (index_2 && K[k * n + k] == 0) K[k * n + k] = 1e-11 * soft;
    sys->index_2[f->internal + i] = (char)index_2;
  }
}

/* Forces with internals, some of which may have index 2 */
static int may_have_index_2(const GudModelForce *f)
{
  return f->type->index_2 && f->num_internals;
}

void gud_evaluated_index_2_residual(GudEvaluated *e, const double *a, double *r)
{
  static const double by_x[4] = {1, 0, 0, 0}, by_v[4] = {0, 1, 0, 0};
  GudSystem          *sys = e->sys;
  for (int n = 0; n < sys->num_my_forces; n++) {
    const GudModelForce *f  = &sys->model->forces[sys->my_forces[n]];
    int                  m3 = 3 * f->num_vectors, nk = m3 + f->num_internals, any = 0;
    double              *X = e->K, *V = e->K_v;
    const GudForceArgs  *args;
    if (!may_have_index_2(f)) continue;
    for (int i = 0; i < f->num_internals; i++) {
      double sum = 0;
      args       = gud_evaluated_force(e, sys->my_forces[n], any ? GUD_LEVEL_TANGENT : GUD_LEVEL_NONE);
      if (!f->type->index_2(args, i)) continue;
      if (!any++) {
        args = gud_evaluated_force(e, sys->my_forces[n], GUD_LEVEL_TANGENT);
        memset(X, 0, sizeof(double) * (size_t)(nk * nk)), memset(V, 0, sizeof(double) * (size_t)(nk * nk));
        f->type->tangent(args, by_x, X), f->type->tangent(args, by_v, V);
      }
      for (int k = 0; k < f->num_vectors; k++) {
        double acc[3];
        gud_vector_rate(sys->model, f->vector[k], a, acc);
        for (int c = 0; c < 3; c++)
          sum += X[(m3 + i) * nk + 3 * k + c] * args->v[k][c] + V[(m3 + i) * nk + 3 * k + c] * acc[c];
      }
      r[sys->nq + sys->nr + f->internal + i] = sum + index_2_rate * V[(m3 + i) * nk + m3 + i] * args->z[i];
    }
  }
}

int gud_evaluated_num_index_2(GudEvaluated *e)
{
  int num = 0;
  for (int n = 0; n < e->sys->model->num_forces; n++) {
    const GudModelForce *f = &e->sys->model->forces[n];
    if (!may_have_index_2(f)) continue;
    const GudForceArgs *a = gud_evaluated_force(e, n, GUD_LEVEL_NONE);
    for (int i = 0; i < f->num_internals; i++) num += f->type->index_2(a, i) != 0;
  }
  return num;
}

void gud_evaluated_impulses(GudEvaluated *e, double *r)
{
  GudSystem *sys = e->sys;
  for (int n = 0; n < sys->num_my_forces; n++) {
    int                  own                           = sys->my_forces[n];
    const GudModelForce *fo                            = &sys->model->forces[own];
    double               f[2][GUD_MAX_SLOT_VECTORS][3] = {{{0}}}, rz[2][GUD_MAX_INTERNALS] = {{0}},
           none[GUD_MAX_INTERNALS] = {0}, *r_z = r + sys->nq + sys->nr + fo->internal;
    if (!fo->num_internals) continue;
    fo->type->residual(gud_evaluated_force(e, own, GUD_LEVEL_FORCE), f[1], rz[1]);
    const GudScalar *z = e->args[own].z;
    /* once more without impulses, which is another point */
    e->args[own].z = none, e->args[own].level = GUD_LEVEL_NONE;
    raise_force(e, own, GUD_LEVEL_FORCE);
    fo->type->residual(&e->args[own], f[0], rz[0]);
    e->args[own].z = z, e->args[own].level = GUD_LEVEL_NONE;
    for (int k = 0; k < fo->num_vectors; k++) { /* forces are linear in algebraic internals */
      double minus[3];
      for (int c = 0; c < 3; c++) minus[c] = f[0][k][c] - f[1][k][c];
      gud_vector_load(sys->model, fo->vector[k], minus, r);
    }
    for (int i = 0; i < fo->num_internals; i++) /* compliant rows are the same as in the matrix */
      r_z[i] += fo->type->index_2 && fo->type->index_2(&e->args[own], i)
                  ? rz[0][i] + index_2_rate * (rz[1][i] - rz[0][i])
                  : z[i];
  }
}

void gud_system_traverse(GudSystem *sys, GudEvaluated *at, const GudPoint *p, GudCoef c, double sd,
                         GudPattern pattern, GudPut *put)
{
  const GudModel *m = sys->model;
  int             d = sys->dim;
  for (int n = 0; n < sys->num_mass_vecs; n++) {
    int i = sys->mass_vecs[n];
    for (int k = sys->mrow[i]; k < sys->mrow[i + 1]; k++)
      for (int e = 0; e < d; e++) gud_put(put, d * i + e, d * sys->mcol[k] + e, sd * c.a * sys->mval[k]);
  }
  if (pattern == GUD_PATTERN_FULL) gud_rotation_tangent(sys, c, sd, put);
  for (int n = 0; n < sys->num_my_elements; n++) {
    const GudElement *e = &m->elements[sys->my_elements[n]];
    double            Q[GUD_MAX_ELEMENT_VECTORS][3], Qt[GUD_MAX_ELEMENT_VECTORS][3],
      K[MAX_ELEMENT_ROWS * MAX_ELEMENT_ROWS];
    int nv = e->type->num_vec, kd = gud_element_dim(e->type);
    if (!e->type->tangent || pattern == GUD_PATTERN_MASS) continue;
    if (gud_put_values(put)) {
      gud_system_load_element(sys, e, p->q, Q);
      gud_system_load_element(sys, e, p->v, Qt);
      memset(K, 0, sizeof(double) * (size_t)(kd * kd * nv * nv));
      if (e->type->tangent(e->type, e->data, Q, Qt, c.q, c.v, K) != GUD_OK)
        sys->retry = 1, at->bad_element = sys->my_elements[n];
    }
    for (int i = 0; i < nv; i++)
      for (int ci = 0; ci < d; ci++)
        for (int j = 0; j < nv; j++)
          for (int cj = 0; cj < d; cj++)
            gud_put(put, d * e->vec[i] + ci, d * e->vec[j] + cj,
                    gud_put_values(put) ? sd * K[(kd * i + ci) * kd * nv + kd * j + cj] : 0);
  }
  /* entries are only counted: zeros, as many as the largest force has */
  double *nothing = at ? NULL : gud_alloc(sizeof(double) * most_rows(m) * most_rows(m));
  for (int n = 0; n < sys->num_my_forces; n++) {
    const GudModelForce *f  = &m->forces[sys->my_forces[n]];
    int                  nk = 3 * f->num_vectors + f->num_internals;
    double              *K  = at ? at->K : nothing;
    const GudForceArgs  *a  = NULL;
    if (pattern == GUD_PATTERN_MASS && !f->num_internals) continue;
    if (gud_put_values(put)) {
      memset(K, 0, sizeof(double) * (size_t)(nk * nk));
      double cf[4] = {c.q, c.v, c.z, c.zt};
      a            = force_or_retry(at, sys->my_forces[n], GUD_LEVEL_TANGENT);
      f->type->tangent(a, cf, K);
      if (pattern == GUD_PATTERN_MASS) index_2_rows(f, a, nk, at->K_v, K);
      soften_index_2(sys, f, a, nk, (c.v > 0 && c.a > 0 ? c.v / c.a : 1) / sys->mass_scale, K);
    }
    double weight = f->type->load ? sd * sys->load_factor : sd;
    put_force(sys, f, K, nk, weight, put);
    if (pattern == GUD_PATTERN_FULL && f->num_functions)
      gud_functions_put(sys, gud_put_values(put) ? at : NULL, sys->my_forces[n], c, weight, put);
    put_loads(sys, f, a, sd, put);
  }
  free(nothing);
  gud_rows_tangent(sys, p->q, p->lam, c.q * sd, pattern, put);
}

void gud_evaluated_tangent_entries(GudEvaluated *e, GudCoef c, double sd, GudPattern pattern)
{
  GudSystem *sys = e->sys;
  if (!sys->coo)
    sys->coo = gud_alloc(
      sizeof(PetscScalar) *
      (size_t)(PetscMax(sys->num_coo[GUD_PATTERN_FULL], sys->num_coo[GUD_PATTERN_MASS]) + 1));
  GudPut put = {.v = sys->coo};
  gud_system_traverse(sys, e, &e->p, c, sd, pattern, &put);
}

PetscErrorCode GudEvaluatedTangent(GudEvaluated *e, GudCoef c, double sd, GudPattern pattern, Mat A)
{
  GudPut put = {0};
  PetscFunctionBeginUser;
  PetscCall(GudAssemblyBegin(A, &put.to));
  gud_system_traverse(e->sys, e, &e->p, c, sd, pattern, &put);
  PetscCall(GudAssemblyEnd(A, put.to));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudEvaluatedTangentSizes(GudEvaluated *e, GudCoef c, double sd, Mat A)
{
  GudPut put = {0};
  PetscFunctionBeginUser;
  PetscCall(GudAssemblyBegin(A, &put.to));
  put.to->absolute = 1;
  gud_system_traverse(e->sys, e, &e->p, c, sd, GUD_PATTERN_FULL, &put);
  PetscCall(GudAssemblyEnd(A, put.to));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- energies, events ---- */

void gud_evaluated_energy(GudEvaluated *at, GudEnergy *out)
{
  GudSystem      *sys = at->sys;
  const GudModel *m   = sys->model;
  const GudPoint *p   = &at->p;
  double         *y   = sys->work;
  int             d   = sys->dim;
  memset(out, 0, sizeof *out);
  gud_system_mass_times(sys, p->v, y);
  for (int n = 0; n < sys->num_mass_vecs; n++)
    for (int i = d * sys->mass_vecs[n]; i < d * sys->mass_vecs[n] + d; i++) {
      out->kinetic += 0.5 * y[i] * p->v[i];
      out->potential -= sys->gravity[i] * p->q[i];
    }
  out->potential += gud_rotation_energy(sys, p->q);
  double elements[2] = {0};
  int    bad         = gud_system_element_energies(sys, p, sys->my_elements, sys->num_my_elements, elements);
  if (bad >= 0) at->bad_element = bad; /* no such state */
  out->strain += elements[0], out->power_elements -= elements[1];
  for (int n = 0; n < sys->num_my_forces; n++) {
    const GudModelForce *fo = &m->forces[sys->my_forces[n]];
    const GudForceArgs  *a  = force_or_retry(at, sys->my_forces[n], GUD_LEVEL_FORCE);
    if (fo->type->energy) out->strain += fo->type->energy(a);
    if (fo->type->power) {
      fo->type->power(a, out->power);
    } else if (!fo->type->energy) {
      double rz[GUD_MAX_INTERNALS] = {0}, P = 0, (*f)[3] = forces_on_vectors(at, sys->my_forces[n], a, rz);
      for (int k = 0; k < fo->num_vectors; k++) P += gud_dot_real(f[k], a->v[k]);
      out->power[fo->type->ledger] += P;
    }
  }
  if (sys->size > 1) { /* the struct is doubles only */
    int num = (int)(sizeof *out / sizeof(double));
    MPI_Allreduce(MPI_IN_PLACE, out, num, MPI_DOUBLE, MPI_SUM, sys->comm);
  }
  if (m->num_motions) { /* constraint force -Phi_q^T lambda does the work -lambda.(Phi_q v) = lambda.Phi_t */
    gud_system_phi_t(sys, p->q, y);
    for (int i = 0; i < sys->nr; i++) out->power_drivers += p->lam[i] * y[i];
  }
}

void gud_evaluated_events(GudEvaluated *e, double *g)
{
  for (int n = 0; n < e->sys->model->num_forces; n++) {
    const GudModelForce *f = &e->sys->model->forces[n];
    if (f->type->num_events) f->type->events(gud_evaluated_force(e, n, GUD_LEVEL_POSITION), g + f->event);
  }
}
