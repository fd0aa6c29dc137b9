/* From a frozen model to its equations: flattened rows, mass by coordinate vectors, scales, matrices. */
#include "system/put.h"

#include "base/vec3.h"
#include "model/motion.h"

#include <stdlib.h>
#include <string.h>

/* ---- set-up ---- */

static int add_terms(GudSystem *sys, int vector, double sign, double s0[3])
{
  const GudModel  *m = sys->model;
  const GudVector *u = &m->vectors[vector];
  for (int c = 0; c < 3; c++) s0[c] += sign * u->s0[c];
  for (int k = 0; k < u->num; k++) {
    GudTerm t = m->terms[u->first + k];
    t.a *= sign, t.b *= sign;
    *GUD_GROW(sys->terms, sys->num_terms) = t;
  }
  return u->num;
}

static void flatten_row(GudSystem *sys, const GudModelRow *r, GudFlatRow *f)
{
  f->kind = r->kind, f->axis = r->axis, f->motion = r->motion, f->g = r->g;
  f->u  = sys->num_terms;
  f->nu = add_terms(sys, r->u0, 1, f->U0);
  if (r->u1 >= 0 && r->kind != GUD_ROW_PAIR) f->nu += add_terms(sys, r->u1, -1, f->U0);
  f->v = sys->num_terms;
  if (r->kind == GUD_ROW_POINT) {
    f->V0[r->axis] = 1;
  } else {
    f->nv = add_terms(sys, r->v0, 1, f->V0);
    if (r->kind == GUD_ROW_DOT && r->v1 >= 0) f->nv += add_terms(sys, r->v1, -1, f->V0);
  }
  f->w = sys->num_terms;
  if (r->kind == GUD_ROW_TURN || r->kind == GUD_ROW_PAIR) f->nw = add_terms(sys, r->v1, 1, f->W0);
  f->x = sys->num_terms;
  if (r->kind == GUD_ROW_PAIR) f->nx = add_terms(sys, r->u1, 1, f->X0);
}

typedef struct {
  int    i, j;
  double m;
} MassEntry;

/* Mass in compressed rows over coordinate vectors, and the generalised gravity force M c g (c: unit translation). */
static void build_mass(GudSystem *sys)
{
  const GudModel *m    = sys->model;
  MassEntry      *list = NULL;
  int             num = 0, nv = m->num_vec, d = sys->dim;
  double          block[GUD_MAX_ELEMENT_VECTORS * GUD_MAX_ELEMENT_VECTORS];
  for (int e = 0; e < m->num_elements; e++) {
    const GudElement *el = &m->elements[e];
    int               n  = el->type->num_vec;
    el->type->mass(el->data, block);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        if (block[n * i + j] == 0 && i != j) continue;
        *GUD_GROW(list, num) = (MassEntry){el->vec[i], el->vec[j], block[n * i + j]};
        if (!el->type->translation[j]) continue;
        for (int c = 0; c < d; c++) sys->gravity[d * el->vec[i] + c] += block[n * i + j] * m->gravity[c];
      }
  }
  if (num) qsort(list, (size_t)num, sizeof *list, gud_by_place);
  sys->mrow = gud_alloc(sizeof(int) * (size_t)(nv + 1));
  sys->mcol = gud_alloc(sizeof(int) * (size_t)(num + 1));
  sys->mval = gud_alloc(sizeof(double) * (size_t)(num + 1));
  int k     = 0;
  for (int i = 0; i < num; i++) {
    if (i && list[i].i == list[i - 1].i && list[i].j == list[i - 1].j) {
      sys->mval[k - 1] += list[i].m;
      continue;
    }
    sys->mcol[k] = list[i].j, sys->mval[k++] = list[i].m;
    sys->mrow[list[i].i + 1] = k;
  }
  for (int i = 0; i < nv; i++)
    if (sys->mrow[i + 1] == 0) sys->mrow[i + 1] = sys->mrow[i];
  free(list);
}

/* Typical mass and length: only ratios of unknowns hang on them, so the order of magnitude is enough. */
static void build_scales(GudSystem *sys)
{
  const GudModel *m = sys->model;
  double lo[3] = {INFINITY, INFINITY, INFINITY}, hi[3] = {-INFINITY, -INFINITY, -INFINITY}, L = 0, sum = 0;
  int    num = 0, d = sys->dim;
  for (int i = 0; i < sys->nq; i++) sys->weight[i] = 1;
  for (int e = 0; e < m->num_elements; e++) {
    const GudElement *el = &m->elements[e];
    for (int k = 0; k < el->type->num_vec; k++) {
      if (!el->type->translation[k]) continue;
      for (int c = 0; c < d; c++) {
        double x = m->start_q[d * el->vec[k] + c];
        lo[c] = fmin(lo[c], x), hi[c] = fmax(hi[c], x);
        sys->weight[d * el->vec[k] + c] = 0; /* mark: a position */
      }
    }
  }
  for (int c = 0; c < d && m->num_elements; c++) L = fmax(L, hi[c] - lo[c]);
  for (int j = 0; j < m->num_joints;
       j++) { /* lever arms count too: a single pendulum has no extent otherwise */
    for (int s = 0; s < 2; s++) {
      double x[3], y[3];
      gud_vector_value(m, m->joints[j].vector[4 * s], m->start_q, x);
      gud_vector_value(m, m->bodies[m->joints[j].body[1 - s]].frame[0], m->start_q, y);
      for (int c = 0; c < d; c++) L = fmax(L, fabs(x[c] - y[c]));
    }
  }
  sys->length_scale = L > 0 ? L : 1;
  for (int i = 0; i < sys->nq; i++)
    if (sys->weight[i] == 0) sys->weight[i] = 1 / sys->length_scale;
  for (int i = 0; i < m->num_vec; i++)
    for (int k = sys->mrow[i]; k < sys->mrow[i + 1]; k++)
      if (sys->mcol[k] == i && sys->mval[k] > 0) sum += log(sys->mval[k]), num++;
  sys->mass_scale = num ? exp(sum / num) : 1;

  /* Positions of size L are known to 1e-16 L; over the arm of a body, sqrt(inertia/mass), that is 1e-16 L/arm in its
     directions: in a long chain of short links far more than 1e-16. */
  double arm = 0, block[GUD_MAX_ELEMENT_VECTORS * GUD_MAX_ELEMENT_VECTORS];
  num        = 0;
  for (int e = 0; e < m->num_elements; e++) {
    const GudElement *el  = &m->elements[e];
    double            pos = 0, dir = 0;
    int               n = el->type->num_vec;
    el->type->mass(el->data, block);
    for (int k = 0; k < n; k++) {
      double *most = el->type->translation[k] ? &pos : &dir;
      *most        = fmax(*most, block[(n + 1) * k]);
    }
    if (pos > 0 && dir > 0) arm += 0.5 * log(dir / pos), num++;
  }
  sys->round_off = fmax(4e-15, num ? 1.1e-16 * sys->length_scale / exp(arm / num) : 0);
}

static void traverse(GudSystem *sys, const GudPoint *p, GudCoef c, double sd, GudPattern pattern,
                     GudPut *put);

/* The places of the matrix entries in the order of `traverse`, or only their number. */
void gud_system_places(GudSystem *sys, GudPattern pattern, GudPut *put)
{
  const GudModel *m    = sys->model;
  double         *zero = gud_alloc(sizeof(double) * (size_t)(sys->n + m->num_history + 1));
  GudPoint        p    = {0, m->start_q, m->start_v, zero, zero, zero, zero, zero, 0};
  put->pos             = sys->pos;
  traverse(sys, &p, (GudCoef){0}, 0, pattern, put);
  free(zero);
}

PetscErrorCode GudSystemCreate(MPI_Comm comm, const GudModel *model, GudSystem **out)
{
  GudSystem  *sys = gud_alloc(sizeof *sys);
  PetscMPIInt rank, size;
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &size));
  sys->model = model, sys->comm = comm, sys->rank = rank, sys->size = size;
  sys->dim = model->dim, sys->nq = model->dim * model->num_vec, sys->nr = model->num_rows;
  sys->load_factor = 1;
  sys->nz = model->num_internals, sys->n = sys->nq + sys->nr + sys->nz;
  sys->gravity = gud_alloc(sizeof(double) * (size_t)(sys->nq + 1));
  sys->weight  = gud_alloc(sizeof(double) * (size_t)(sys->nq + 1));
  sys->work    = gud_alloc(sizeof(double) * (size_t)(sys->n + 1));
  sys->fn      = gud_alloc(sizeof(GudJet) * (size_t)(model->num_functions + 1));
  sys->motion  = gud_alloc(sizeof(GudJet) * (size_t)(model->num_motions + 1));
  sys->turn    = gud_alloc(sizeof *sys->turn * (size_t)(model->num_motions + 1));
  sys->lin     = gud_alloc(sizeof *sys->lin * (size_t)(sys->nr + 1));
  sys->rows    = gud_alloc(sizeof(GudFlatRow) * (size_t)(sys->nr + 1));
  for (int i = 0; i < sys->nr; i++) flatten_row(sys, &model->rows[i], &sys->rows[i]);
  sys->differential = gud_alloc((size_t)(sys->nz + 1));
  sys->hidden       = gud_alloc((size_t)(sys->nz + 1));
  for (int i = 0; i < model->num_forces; i++)
    for (int k = 0; k < model->forces[i].num_internals; k++)
      sys->differential[model->forces[i].internal + k] = (char)model->forces[i].differential[k];
  sys->guard = gud_alloc((size_t)(model->num_events + 1));
  for (int i = 0; i < model->num_forces; i++)
    for (int k = 0; k < model->forces[i].type->num_events; k++)
      sys->guard[model->forces[i].event + k] = (char)model->forces[i].type->guards;
  build_mass(sys);
  build_scales(sys);
  PetscCall(GudSystemPartition(sys));

  PetscCount most = 0;
  for (int k = 0; k < 2; k++) {
    GudPut put = {0};
    gud_system_places(sys, (GudPattern)k, &put);
    sys->num_coo[k] = put.n;
    most            = PetscMax(most, put.n);
  }
  sys->coo = gud_alloc(sizeof(PetscScalar) * (size_t)(most + 1));
  *out     = sys;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSystemDestroy(GudSystem **ps)
{
  GudSystem *s = *ps;
  PetscFunctionBeginUser;
  if (!s) PetscFunctionReturn(PETSC_SUCCESS);
  free(s->weight), free(s->differential), free(s->hidden), free(s->guard), free(s->mrow), free(s->mcol),
    free(s->mval), free(s->gravity), free(s->rows), free(s->terms);
  free(s->fn), free(s->motion), free(s->turn), free(s->lin), free(s->my_elements), free(s->my_forces),
    free(s->my_rows), free(s->my_vecs);
  free(s->pos), free(s->counts), free(s->displs), free(s->coo);
  free(s->work), free(s);
  *ps = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSystemCreateMat(GudSystem *sys, GudPattern pattern, Mat *A)
{
  PetscCount num   = sys->num_coo[pattern];
  PetscInt   local = sys->counts[sys->rank];
  PetscFunctionBeginUser;
  PetscCall(MatCreate(sys->comm, A));
  PetscCall(MatSetSizes(*A, local, local, sys->n, sys->n));
  PetscCall(MatSetType(*A, MATAIJ));
  PetscInt *i, *j;
  PetscCall(PetscMalloc2(num, &i, num, &j));
  GudPut put = {.i = i, .j = j};
  gud_system_places(sys, pattern, &put);
  PetscCall(MatSetPreallocationCOO(*A, num, i, j)); /* may overwrite them */
  PetscCall(PetscFree2(i, j));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSystemCreateVec(GudSystem *sys, Vec *x)
{
  PetscFunctionBeginUser;
  PetscCall(VecCreate(sys->comm, x));
  PetscCall(VecSetSizes(*x, sys->counts[sys->rank], sys->n));
  PetscCall(VecSetType(*x, VECSTANDARD));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- between distributed and natural order ---- */

PetscErrorCode GudSystemGather(GudSystem *sys, Vec x, double *full)
{
  const PetscScalar *a;
  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(x, &a));
  if (sys->size == 1) {
    memcpy(full, a, sizeof(double) * (size_t)sys->n);
  } else {
    PetscCallMPI(MPI_Allgatherv(a, sys->counts[sys->rank], MPI_DOUBLE, sys->work, sys->counts, sys->displs,
                                MPI_DOUBLE, sys->comm));
    for (int i = 0; i < sys->n; i++) full[i] = sys->work[sys->pos[i]];
  }
  PetscCall(VecRestoreArrayRead(x, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSystemStore(GudSystem *sys, const double *full, Vec x)
{
  PetscScalar *a;
  PetscFunctionBeginUser;
  PetscCall(VecGetArrayWrite(x, &a));
  if (sys->size == 1) {
    memcpy(a, full, sizeof(double) * (size_t)sys->n);
  } else {
    int first = sys->displs[sys->rank], num = sys->counts[sys->rank];
    for (int i = 0; i < sys->n; i++)
      if (sys->pos[i] >= first && sys->pos[i] < first + num) a[sys->pos[i] - first] = full[i];
  }
  PetscCall(VecRestoreArrayWrite(x, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSystemReduce(GudSystem *sys, const double *part, Vec x)
{
  PetscScalar *a;
  PetscFunctionBeginUser;
  PetscCall(VecGetArrayWrite(x, &a));
  if (sys->size == 1) {
    memcpy(a, part, sizeof(double) * (size_t)sys->n);
  } else {
    for (int i = 0; i < sys->n; i++) sys->work[sys->pos[i]] = part[i];
    PetscCallMPI(MPI_Reduce_scatter(sys->work, a, sys->counts, MPI_DOUBLE, MPI_SUM, sys->comm));
  }
  PetscCall(VecRestoreArrayWrite(x, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- time ---- */

void gud_system_time(GudSystem *sys, double t, const double *history)
{
  const GudModel *m = sys->model;
  sys->time_now     = t;
  for (int i = 0; i < m->num_functions; i++) gud_function_eval(m->functions[i], t, &sys->fn[i]);
  for (int i = 0; i < m->num_motions; i++) {
    gud_motion_eval(m, &m->motions[i], t, history, &sys->motion[i]);
    sys->turn[i][0] = sin(sys->motion[i].f), sys->turn[i][1] = cos(sys->motion[i].f);
  }
}

void gud_system_move_anchors(GudSystem *sys, double t, double *history)
{
  const GudModel *m = sys->model;
  for (int i = 0; i < m->num_motions; i++) {
    GudJet  jet;
    double *anchor = history + m->motions[i].history;
    gud_motion_eval(m, &m->motions[i], t, history, &jet);
    anchor[0] = t, anchor[1] = jet.f, anchor[2] = jet.f1;
  }
}

/* ---- residual ---- */

void gud_system_mass_times(const GudSystem *sys, const double *x, double *y)
{
  int d = sys->dim;
  for (int n = 0; n < sys->num_my_vecs; n++) {
    int    i    = sys->my_vecs[n];
    double s[3] = {0};
    for (int k = sys->mrow[i]; k < sys->mrow[i + 1]; k++)
      for (int c = 0; c < d; c++) s[c] += sys->mval[k] * x[d * sys->mcol[k] + c];
    for (int c = 0; c < d; c++) y[d * i + c] = s[c];
  }
}

static void load_element(const GudSystem *sys, const GudElement *e, const double *x, double (*Q)[3])
{
  int d = sys->dim;
  for (int k = 0; k < e->type->num_vec; k++)
    for (int c = 0; c < 3; c++) Q[k][c] = c < d ? x[d * e->vec[k] + c] : 0;
}

void gud_system_force_args(const GudSystem *sys, const GudModelForce *f, const GudPoint *p, GudForceBuffer *b)
{
  for (int k = 0; k < f->num_vectors; k++) {
    gud_vector_value(sys->model, f->vector[k], p->q, b->x[k]);
    gud_vector_rate(sys->model, f->vector[k], p->v, b->v[k]);
  }
  b->args = (GudForceArgs){
    sys->time_now,           f->params, sys->fn, b->x, b->v, p->z + f->internal, p->zt + f->internal,
    p->history + f->history, ~0u};
}

void gud_system_element_forces(GudSystem *sys, const GudPoint *p, const int *elements, int num, double *r)
{
  int d = sys->dim;
  for (int n = 0; n < num; n++) {
    const GudElement *e = &sys->model->elements[elements[n]];
    double            Q[GUD_MAX_ELEMENT_VECTORS][3], Qt[GUD_MAX_ELEMENT_VECTORS][3],
      f[GUD_MAX_ELEMENT_VECTORS][3] = {{0}};
    if (!e->type->residual) continue;
    load_element(sys, e, p->q, Q);
    load_element(sys, e, p->v, Qt);
    if (e->type->residual(e->data, Q, Qt, f) != GUD_OK) sys->retry = 1;
    for (int k = 0; k < e->type->num_vec; k++)
      for (int c = 0; c < d; c++) r[d * e->vec[k] + c] += f[k][c];
  }
}

void gud_system_add_force(GudSystem *sys, const GudModelForce *fo, const GudForceArgs *args, double *r)
{
  const GudModel *m = sys->model;
  double          f[GUD_MAX_SLOT_VECTORS][3], rz[GUD_MAX_INTERNALS] = {0};
  memset(f, 0, sizeof f[0] * (size_t)fo->num_vectors);
  if (fo->type->residual(args, f, rz) != GUD_OK) sys->retry = 1;
  for (int k = 0; k < fo->num_vectors; k++) {
    if (!m->vectors[fo->vector[k]].num) continue; /* ground */
    double w        = fo->type->ledger == GUD_LEDGER_LOAD ? sys->load_factor : 1;
    double minus[3] = {-w * f[k][0], -w * f[k][1], -w * f[k][2]}; /* f_ext stands on the right-hand side */
    gud_vector_load(m, fo->vector[k], minus, r);
  }
  for (int k = 0; k < fo->num_internals; k++) r[sys->nq + sys->nr + fo->internal + k] += rz[k];
}

void gud_system_forces(GudSystem *sys, const GudPoint *p, GudForcesOf which, double *r)
{
  const GudModel *m      = sys->model;
  int             d      = sys->dim;
  int             bodies = which != GUD_FORCES_INTERNAL;
  sys->retry             = 0;
  for (int n = 0; n < sys->num_my_vecs && bodies; n++)
    for (int i = d * sys->my_vecs[n]; i < d * sys->my_vecs[n] + d; i++)
      r[i] -= sys->load_factor * sys->gravity[i];
  if (bodies) gud_system_element_forces(sys, p, sys->my_elements, sys->num_my_elements, r);
  for (int n = 0; n < sys->num_my_forces; n++) {
    const GudModelForce *fo = &m->forces[sys->my_forces[n]];
    GudForceBuffer       b;
    if (which != GUD_FORCES_ALL && (which == GUD_FORCES_INTERNAL) != (fo->num_internals > 0)) continue;
    gud_system_force_args(sys, fo, p, &b);
    gud_system_add_force(sys, fo, &b.args, r);
  }
}

void gud_system_residual(GudSystem *sys, const GudPoint *p, double *r)
{
  int d = sys->dim;
  memset(r, 0, sizeof(double) * (size_t)sys->n);
  for (int n = 0; n < sys->num_my_vecs; n++) {
    int i = sys->my_vecs[n];
    for (int k = sys->mrow[i]; k < sys->mrow[i + 1]; k++)
      for (int c = 0; c < d; c++) r[d * i + c] += sys->mval[k] * p->a[d * sys->mcol[k] + c];
  }
  gud_system_forces(sys, p, GUD_FORCES_ALL, r);
  gud_rows_residual(sys, p, r);
}

/* ---- tangent ---- */

/* Dense block K over marker vectors and internals of one force -> entries. Force on the right-hand side: minus. */
static void put_force(GudSystem *sys, const GudModelForce *f, const double *K, int n, double sd, GudPut *put)
{
  const GudModel *m = sys->model;
  int d = sys->dim, z0 = sys->nq + sys->nr + f->internal, nz = f->num_internals, m3 = 3 * f->num_vectors;
  for (int i = 0; i < f->num_vectors; i++) {
    const GudVector *u = &m->vectors[f->vector[i]];
    for (int a = 0; a < u->num; a++) {
      const GudTerm *s = &m->terms[u->first + a];
      for (int j = 0; j < f->num_vectors; j++) {
        const GudVector *w = &m->vectors[f->vector[j]];
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

enum {
  MAX_FORCE_ROWS   = 3 * GUD_MAX_SLOT_VECTORS + GUD_MAX_INTERNALS,
  MAX_ELEMENT_ROWS = 3 * GUD_MAX_ELEMENT_VECTORS
};

/* Rows of hidden internals (contract/force.h) are differentiated once: d/dt r = dr/dx v + dr/dv a. Their coefficients of
   the accelerations are dr/dv. A row that yields a little (it holds dr/dz z beside the velocity) is taken as
   d/dt r + hidden_rate dr/dz z with z' = 0: what its velocity is off by, it loses within 1/hidden_rate. */
static const double hidden_rate = 100; /* 1/s */

static void hidden_rows(const GudModelForce *f, const GudForceArgs *args, int n, double *K)
{
  static const double by_v[4] = {0, 1, 0, 0};
  double              V[MAX_FORCE_ROWS * MAX_FORCE_ROWS];
  int                 m3 = n - f->num_internals, any = 0;
  for (int i = 0; f->type->hidden && i < f->num_internals; i++) {
    if (!f->type->hidden(args, i)) continue;
    if (!any++) memset(V, 0, sizeof(double) * (size_t)(n * n)), f->type->tangent(args, by_v, V);
    memcpy(K + (m3 + i) * n, V + (m3 + i) * n, sizeof(double) * (size_t)n);
    K[(m3 + i) * n + m3 + i] *= hidden_rate;
  }
}

/* Hidden rows may depend on each other (both ends of a journal stick along its axis), or be empty (at rest). A small
   diagonal, 1e-11 of the compliance `soft` of the model, keeps the matrix regular unless the row yields by itself. As the
   -eps of constraint rows it is in no residual: it costs iterations, not accuracy, and shares what is undetermined by least
   norm. */
static void soften_hidden(GudSystem *sys, const GudModelForce *f, const GudForceArgs *args, int n,
                          double soft, double *K)
{
  for (int i = 0; i < f->num_internals; i++) {
    int k = n - f->num_internals + i, hidden = f->type->hidden && f->type->hidden(args, i);
    if (hidden && K[k * n + k] == 0) K[k * n + k] = 1e-11 * soft;
    sys->hidden[f->internal + i] = (char)hidden;
  }
}

void gud_system_hidden_residual(GudSystem *sys, const GudPoint *p, const double *a, double *r)
{
  static const double by_x[4] = {1, 0, 0, 0}, by_v[4] = {0, 1, 0, 0};
  for (int n = 0; n < sys->num_my_forces; n++) {
    const GudModelForce *f  = &sys->model->forces[sys->my_forces[n]];
    int                  m3 = 3 * f->num_vectors, nk = m3 + f->num_internals, any = 0;
    double               X[MAX_FORCE_ROWS * MAX_FORCE_ROWS], V[MAX_FORCE_ROWS * MAX_FORCE_ROWS];
    GudForceBuffer       b;
    if (!f->type->hidden || !f->num_internals) continue;
    gud_system_force_args(sys, f, p, &b);
    for (int i = 0; i < f->num_internals; i++) {
      double sum = 0;
      if (!f->type->hidden(&b.args, i)) continue;
      if (!any++) {
        memset(X, 0, sizeof(double) * (size_t)(nk * nk)), memset(V, 0, sizeof(double) * (size_t)(nk * nk));
        f->type->tangent(&b.args, by_x, X), f->type->tangent(&b.args, by_v, V);
      }
      for (int k = 0; k < f->num_vectors; k++) {
        double acc[3];
        gud_vector_rate(sys->model, f->vector[k], a, acc);
        for (int c = 0; c < 3; c++)
          sum += X[(m3 + i) * nk + 3 * k + c] * b.v[k][c] + V[(m3 + i) * nk + 3 * k + c] * acc[c];
      }
      r[sys->nq + sys->nr + f->internal + i] = sum + hidden_rate * V[(m3 + i) * nk + m3 + i] * b.args.z[i];
    }
  }
}

int gud_system_num_hidden(const GudSystem *sys, const GudPoint *p)
{
  int num = 0;
  for (int n = 0; n < sys->model->num_forces; n++) {
    const GudModelForce *f = &sys->model->forces[n];
    GudForceBuffer       b;
    if (!f->type->hidden || !f->num_internals) continue;
    gud_system_force_args(sys, f, p, &b);
    for (int i = 0; i < f->num_internals; i++) num += f->type->hidden(&b.args, i) != 0;
  }
  return num;
}

void gud_system_impulses(const GudSystem *sys, const GudPoint *p, double *r)
{
  for (int n = 0; n < sys->num_my_forces; n++) {
    const GudModelForce *fo = &sys->model->forces[sys->my_forces[n]];
    GudForceBuffer       b;
    double               f[2][GUD_MAX_SLOT_VECTORS][3] = {{{0}}}, rz[2][GUD_MAX_INTERNALS] = {{0}},
           none[GUD_MAX_INTERNALS] = {0}, *r_z = r + sys->nq + sys->nr + fo->internal;
    if (!fo->num_internals) continue;
    gud_system_force_args(sys, fo, p, &b);
    const double *z = b.args.z;
    fo->type->residual(&b.args, f[1], rz[1]);
    b.args.z = none;
    fo->type->residual(&b.args, f[0], rz[0]);
    for (int k = 0; k < fo->num_vectors; k++) { /* forces are linear in algebraic internals */
      double minus[3];
      for (int c = 0; c < 3; c++) minus[c] = f[0][k][c] - f[1][k][c];
      gud_vector_load(sys->model, fo->vector[k], minus, r);
    }
    for (int i = 0; i < fo->num_internals; i++) /* what yields does so as in the matrix */
      r_z[i] += fo->type->hidden && fo->type->hidden(&b.args, i)
                  ? rz[0][i] + hidden_rate * (rz[1][i] - rz[0][i])
                  : z[i];
  }
}

static void traverse(GudSystem *sys, const GudPoint *p, GudCoef c, double sd, GudPattern pattern, GudPut *put)
{
  const GudModel *m = sys->model;
  int             d = sys->dim;
  for (int n = 0; n < sys->num_my_vecs; n++) {
    int i = sys->my_vecs[n];
    for (int k = sys->mrow[i]; k < sys->mrow[i + 1]; k++)
      for (int e = 0; e < d; e++) gud_put(put, d * i + e, d * sys->mcol[k] + e, sd * c.a * sys->mval[k]);
  }
  for (int n = 0; n < sys->num_my_elements; n++) {
    const GudElement *e = &m->elements[sys->my_elements[n]];
    double            Q[GUD_MAX_ELEMENT_VECTORS][3], Qt[GUD_MAX_ELEMENT_VECTORS][3],
      K[MAX_ELEMENT_ROWS * MAX_ELEMENT_ROWS];
    int nv = e->type->num_vec;
    if (!e->type->tangent || pattern == GUD_PATTERN_MASS) continue;
    if (put->v) {
      load_element(sys, e, p->q, Q);
      load_element(sys, e, p->v, Qt);
      memset(K, 0, sizeof(double) * (size_t)(9 * nv * nv));
      if (e->type->tangent(e->data, Q, Qt, c.q, c.v, K) != GUD_OK) sys->retry = 1;
    }
    for (int i = 0; i < nv; i++)
      for (int ci = 0; ci < d; ci++)
        for (int j = 0; j < nv; j++)
          for (int cj = 0; cj < d; cj++)
            gud_put(put, d * e->vec[i] + ci, d * e->vec[j] + cj,
                    put->v ? sd * K[(3 * i + ci) * 3 * nv + 3 * j + cj] : 0);
  }
  for (int n = 0; n < sys->num_my_forces; n++) {
    const GudModelForce *f  = &m->forces[sys->my_forces[n]];
    int                  nk = 3 * f->num_vectors + f->num_internals;
    double               K[MAX_FORCE_ROWS * MAX_FORCE_ROWS];
    if (pattern == GUD_PATTERN_MASS && !f->num_internals) continue;
    memset(K, 0, sizeof(double) * (size_t)(nk * nk));
    if (put->v) {
      GudForceBuffer b;
      double         cf[4] = {c.q, c.v, c.z, c.zt};
      gud_system_force_args(sys, f, p, &b);
      if (f->type->tangent(&b.args, cf, K) != GUD_OK) sys->retry = 1;
      if (pattern == GUD_PATTERN_MASS) hidden_rows(f, &b.args, nk, K);
      soften_hidden(sys, f, &b.args, nk, (c.v > 0 && c.a > 0 ? c.v / c.a : 1) / sys->mass_scale, K);
    }
    put_force(sys, f, K, nk, f->type->ledger == GUD_LEDGER_LOAD ? sd * sys->load_factor : sd, put);
  }
  gud_rows_tangent(sys, p->q, p->lam, c.q * sd, pattern, put);
}

void gud_system_tangent_entries(GudSystem *sys, const GudPoint *p, GudCoef c, double sd, GudPattern pattern)
{
  GudPut put = {.v = sys->coo};
  traverse(sys, p, c, sd, pattern, &put);
}

PetscErrorCode GudSystemTangent(GudSystem *sys, const GudPoint *p, GudCoef c, double sd, GudPattern pattern,
                                Mat A)
{
  PetscFunctionBeginUser;
  gud_system_tangent_entries(sys, p, c, sd, pattern);
  PetscCall(MatSetValuesCOO(A, sys->coo, INSERT_VALUES));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- energies, events ---- */

void gud_system_energy(GudSystem *sys, const GudPoint *p, GudEnergy *out)
{
  const GudModel *m = sys->model;
  double         *y = sys->work;
  int             d = sys->dim;
  memset(out, 0, sizeof *out);
  gud_system_mass_times(sys, p->v, y);
  for (int n = 0; n < sys->num_my_vecs; n++)
    for (int i = d * sys->my_vecs[n]; i < d * sys->my_vecs[n] + d; i++) {
      out->kinetic += 0.5 * y[i] * p->v[i];
      out->potential -= sys->gravity[i] * p->q[i];
    }
  for (int n = 0; n < sys->num_my_elements; n++) {
    const GudElement *e = &m->elements[sys->my_elements[n]];
    double            Q[GUD_MAX_ELEMENT_VECTORS][3], Qt[GUD_MAX_ELEMENT_VECTORS][3];
    if (!e->type->energy && !e->type->dissipation) continue;
    load_element(sys, e, p->q, Q);
    load_element(sys, e, p->v, Qt);
    if (e->type->energy) out->strain += e->type->energy(e->data, Q);
    if (e->type->dissipation) out->power_elements -= e->type->dissipation(e->data, Q, Qt);
  }
  for (int n = 0; n < sys->num_my_forces; n++) {
    const GudModelForce *fo = &m->forces[sys->my_forces[n]];
    GudForceBuffer       b;
    gud_system_force_args(sys, fo, p, &b);
    if (fo->type->energy) out->strain += fo->type->energy(&b.args);
    if (fo->type->power) {
      fo->type->power(&b.args, out->power);
    } else if (!fo->type->energy) {
      double f[GUD_MAX_SLOT_VECTORS][3] = {{0}}, rz[GUD_MAX_INTERNALS] = {0}, P = 0;
      if (fo->type->residual(&b.args, f, rz) != GUD_OK) sys->retry = 1;
      for (int k = 0; k < fo->num_vectors; k++) P += gud_dot_real(f[k], b.v[k]);
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

void gud_system_events(GudSystem *sys, const GudPoint *p, double *g)
{
  for (int n = 0; n < sys->model->num_forces; n++) {
    const GudModelForce *f = &sys->model->forces[n];
    GudForceBuffer       b;
    if (!f->type->num_events) continue;
    gud_system_force_args(sys, f, p, &b);
    f->type->events(&b.args, g + f->event);
  }
}
