/* From a frozen model to its equations: flattened rows, mass by coordinate vectors, scales, matrices. */
#include "system/put.h"

#include "base/vec3.h"
#include "model/motion.h"

#include <stdlib.h>
#include <string.h>

/* ---- set-up ---- */

static void add_terms(GudSystem *sys, int vector, double sign, GudMap *map)
{
  const GudModel *m = sys->model;
  const GudMap   *u = &m->vectors[vector];
  for (int c = 0; c < 3; c++) map->s0[c] += sign * u->s0[c];
  for (int k = 0; k < u->num; k++) {
    GudTerm t = m->terms[u->first + k];
    t.a *= sign, t.b *= sign;
    *GUD_GROW(sys->terms, sys->num_terms) = t;
  }
  map->num += u->num;
}

static void flatten_row(GudSystem *sys, const GudModelRow *r, GudFlatRow *f)
{
  GudMap *part = f->part;
  f->kind = r->kind, f->axis = r->axis, f->motion = r->motion, f->g = r->g, f->factor = r->factor;
  part[GUD_ROW_U].first = sys->num_terms;
  add_terms(sys, r->u0, 1, &part[GUD_ROW_U]);
  if (r->u1 >= 0 && r->kind != GUD_ROW_PAIR) add_terms(sys, r->u1, -1, &part[GUD_ROW_U]);
  part[GUD_ROW_V].first = sys->num_terms;
  if (r->kind == GUD_ROW_POINT) {
    part[GUD_ROW_V].s0[r->axis] = 1;
  } else {
    add_terms(sys, r->v0, 1, &part[GUD_ROW_V]);
    if (r->kind == GUD_ROW_DOT && r->v1 >= 0) add_terms(sys, r->v1, -1, &part[GUD_ROW_V]);
  }
  part[GUD_ROW_W].first = sys->num_terms;
  if (r->kind == GUD_ROW_TURN || r->kind == GUD_ROW_ROLL || r->kind == GUD_ROW_PAIR)
    add_terms(sys, r->v1, 1, &part[GUD_ROW_W]);
  part[GUD_ROW_X].first = sys->num_terms;
  if (r->kind == GUD_ROW_PAIR) add_terms(sys, r->u1, 1, &part[GUD_ROW_X]);
  if (r->kind == GUD_ROW_ROLL || r->kind == GUD_ROW_SLIDE) add_terms(sys, r->x, 1, &part[GUD_ROW_X]);
}

/* Room for the entries of a row that elements add to: as if none of them met. */
static void count_mass(GudSystem *sys, const int *elements, int num)
{
  const GudModel *m = sys->model;
  for (int n = 0; n < num; n++) {
    const GudElement *e = &m->elements[elements ? elements[n] : n];
    for (int i = 0; i < e->type->num_vec; i++) sys->mrow[e->vec[i] + 1] += e->type->num_vec;
  }
  for (int i = 0; i < m->num_vec; i++) sys->mrow[i + 1] += sys->mrow[i];
  sys->mcol = gud_alloc(sizeof(int) * (size_t)(sys->mrow[m->num_vec] + 1));
  sys->mval = gud_alloc(sizeof(double) * (size_t)(sys->mrow[m->num_vec] + 1));
}

/* Entries of a row, which begin at `first`, in order. */
static void sort_row(GudSystem *sys, int first, int num)
{
  int    *col = sys->mcol + first;
  double *val = sys->mval + first;
  for (int i = 1; i < num; i++) {
    int    c = col[i], k = i;
    double v = val[i];
    for (; k && col[k - 1] > c; k--) col[k] = col[k - 1], val[k] = val[k - 1];
    col[k] = c, val[k] = v;
  }
}

/* Rows lose the room that was not needed. end: of each row */
static void close_rows(GudSystem *sys, const int *end)
{
  int nv = sys->model->num_vec, to = 0;
  for (int i = 0; i < nv; i++) {
    int first = sys->mrow[i], n = end[i] - first;
    sort_row(sys, first, n);
    memmove(sys->mcol + to, sys->mcol + first, sizeof(int) * (size_t)n);
    memmove(sys->mval + to, sys->mval + first, sizeof(double) * (size_t)n);
    sys->mrow[i] = to, to += n;
  }
  sys->mrow[nv] = to;
  sys->mcol     = gud_resize(sys->mcol, sizeof(int) * (size_t)(to + 1));
  sys->mval     = gud_resize(sys->mval, sizeof(double) * (size_t)(to + 1));
}

/* Mass in compressed rows over coordinate vectors, and the generalised gravity force M c g (c: unit translation). Of a model in parts:
   what own elements add. */
static void build_mass(GudSystem *sys)
{
  const GudModel *m        = sys->model;
  const int      *elements = sys->parted ? sys->my_elements : NULL;
  int             num = sys->parted ? sys->num_my_elements : m->num_elements, nv = m->num_vec, d = sys->dim;
  double          block[GUD_MAX_ELEMENT_VECTORS * GUD_MAX_ELEMENT_VECTORS];
  sys->mrow = gud_alloc(sizeof(int) * (size_t)(nv + 2));
  count_mass(sys, elements, num);
  int *end = gud_alloc(sizeof(int) * (size_t)(nv + 1));
  memcpy(end, sys->mrow, sizeof(int) * (size_t)nv);
  for (int e = 0; e < num; e++) {
    const GudElement *el = &m->elements[elements ? elements[e] : e];
    int               n  = el->type->num_vec;
    el->type->mass(el->type, el->data, block);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        int row = el->vec[i], k = sys->mrow[row];
        if (block[n * i + j] == 0 && i != j) continue;
        while (k < end[row] && sys->mcol[k] != el->vec[j]) k++;
        if (k == end[row]) sys->mcol[end[row]++] = el->vec[j];
        sys->mval[k] += block[n * i + j];
        if (!el->type->translation[j]) continue;
        for (int c = 0; c < d; c++) sys->gravity[d * row + c] += block[n * i + j] * m->gravity[c];
      }
  }
  close_rows(sys, end);
  free(end);
  sys->mass_vecs     = sys->my_vecs;
  sys->num_mass_vecs = sys->num_my_vecs;
  if (!sys->parted) return;
  sys->mass_vecs     = gud_alloc(sizeof(int) * (size_t)(nv + 1));
  sys->num_mass_vecs = 0;
  sys->ghost_vecs    = gud_alloc(sizeof(int) * (size_t)(nv + 1));
  for (int i = 0, own = 0; i < nv; i++) {
    int mine = own < sys->num_my_vecs && sys->my_vecs[own] == i;
    own += mine;
    if (sys->mrow[i + 1] == sys->mrow[i] && !mine) continue;
    sys->mass_vecs[sys->num_mass_vecs++] = i;
    if (!mine) sys->ghost_vecs[sys->num_ghost_vecs++] = i;
  }
}

/* Typical mass and length: they only set the relative scaling of the unknowns, so the order of magnitude is enough. Of the whole model,
   before it may be cut. */
static void build_scales(GudSystem *sys)
{
  const GudModel *m = sys->model;
  double lo[3] = {INFINITY, INFINITY, INFINITY}, hi[3] = {-INFINITY, -INFINITY, -INFINITY}, L = 0, sum = 0;
  double arm = 0, block[GUD_MAX_ELEMENT_VECTORS * GUD_MAX_ELEMENT_VECTORS], *mass;
  int    num = 0, num_arm = 0, d = sys->dim;
  mass = gud_alloc(sizeof(double) * (size_t)(m->num_vec + 1));
  for (int e = 0; e < m->num_elements; e++) {
    const GudElement *el  = &m->elements[e];
    int               n   = el->type->num_vec;
    double            pos = 0, dir = 0;
    el->type->mass(el->type, el->data, block);
    for (int k = 0; k < n; k++) {
      double *most = el->type->translation[k] ? &pos : &dir;
      *most        = fmax(*most, block[(n + 1) * k]);
      mass[el->vec[k]] += block[(n + 1) * k];
      if (!el->type->translation[k]) continue;
      for (int c = 0; c < d; c++) {
        double x = m->start_q[d * el->vec[k] + c];
        lo[c] = fmin(lo[c], x), hi[c] = fmax(hi[c], x);
      }
      sys->moves[el->vec[k]] = 1;
    }
    if (pos > 0 && dir > 0) arm += 0.5 * log(dir / pos), num_arm++;
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
  for (int i = 0; i < m->num_vec; i++)
    if (mass[i] > 0) sum += log(mass[i]), num++;
  sys->mass_scale = num ? exp(sum / num) : 1;
  free(mass);
  /* Positions of size L are known to 1e-16 L; over the arm of a body, sqrt(inertia/mass), that is 1e-16 L/arm in its
     directions: in a long chain of short links far more than 1e-16. */
  sys->round_off = fmax(4e-15, num_arm ? 1.1e-16 * sys->length_scale / exp(arm / num_arm) : 0);
}

static void build_weights(GudSystem *sys)
{
  for (int i = 0; i < sys->nq; i++) sys->weight[i] = sys->moves[i / sys->dim] ? 1 / sys->length_scale : 1;
}

/* The places of the matrix entries in the order of `traverse`, or only their number. */
void gud_system_places(GudSystem *sys, GudPattern pattern, GudPut *put)
{
  const GudModel *m    = sys->model;
  double         *zero = gud_alloc(sizeof(double) * (size_t)(sys->n + m->num_history + 1));
  GudPoint        p    = {0, m->start_q, m->start_v, zero, zero, zero, zero, zero, 0};
  put->pos             = sys->pos;
  gud_system_traverse(sys, NULL, &p, (GudCoef){0}, 0, pattern, put);
  free(zero);
}

/* Numbers of functions and motions at one instant */
static size_t num_kept(const GudModel *m)
{
  return sizeof(GudJet) / sizeof(double) * (size_t)(m->num_functions + m->num_motions) +
         2 * (size_t)m->num_motions;
}

PetscErrorCode GudSystemCreate(MPI_Comm comm, GudModel *model, GudShare share, GudSystem **out)
{
  GudSystem  *sys = gud_alloc(sizeof *sys);
  PetscMPIInt rank, size;
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &size));
  sys->model = model, sys->comm = comm, sys->rank = rank, sys->size = size;
  sys->dim         = model->dim;
  sys->load_factor = 1, sys->time_now = NAN;
  for (int i = 0; i < GUD_NUM_PAST; i++) sys->past[i] = NAN;
  sys->moves = gud_alloc((size_t)(model->num_vec + 1));
  build_scales(sys);
  PetscCall(GudSystemPartition(sys, model, share));
  sys->gravity = gud_alloc(sizeof(double) * (size_t)(sys->nq + 1));
  sys->weight  = gud_alloc(sizeof(double) * (size_t)(sys->nq + 1));
  sys->work    = gud_alloc(sizeof(double) * (size_t)(sys->n + 1));
  sys->fn      = gud_alloc(sizeof(GudJet) * (size_t)(model->num_functions + 1));
  sys->motion  = gud_alloc(sizeof(GudJet) * (size_t)(model->num_motions + 1));
  sys->turn    = gud_alloc(sizeof *sys->turn * (size_t)(model->num_motions + 1));
  sys->kept    = gud_alloc(sizeof(double) * (GUD_NUM_PAST * num_kept(model) + 1));
  sys->anchor  = gud_alloc(sizeof *sys->anchor * (size_t)(model->num_motions + 1));
  sys->lin     = gud_alloc(sizeof *sys->lin * (size_t)(sys->nr + 1));
  sys->rows    = gud_alloc(sizeof(GudFlatRow) * (size_t)(sys->nr + 1));
  for (int i = 0; i < sys->nr; i++) flatten_row(sys, &model->rows[i], &sys->rows[i]);
  sys->count.evaluated = gud_alloc(sizeof(long) * (size_t)(model->num_forces + 1));
  sys->count.solved    = gud_alloc(sizeof(long) * (size_t)(model->num_forces + 1));
  sys->differential    = gud_alloc((size_t)(sys->nz + 1));
  sys->index_2         = gud_alloc((size_t)(sys->nz + 1));
  for (int i = 0; i < model->num_forces; i++)
    for (int k = 0; k < model->forces[i].num_internals; k++)
      sys->differential[model->forces[i].internal + k] = (char)model->forces[i].differential[k];
  sys->guard = gud_alloc((size_t)(model->num_events + 1));
  for (int i = 0; i < model->num_forces; i++)
    for (int k = 0; k < model->forces[i].type->num_events; k++)
      sys->guard[model->forces[i].event + k] = (char)model->forces[i].type->guards;
  for (int i = 0; i < model->num_forces; i++) sys->num_loads += model->forces[i].num_rows > 0;
  build_mass(sys);
  build_weights(sys);
  for (int k = 0; k < 2; k++) {
    GudPut put = {0};
    gud_system_places(sys, (GudPattern)k, &put);
    sys->num_coo[k] = put.n;
  }
  *out = sys;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSystemDestroy(GudSystem **ps)
{
  GudSystem *s = *ps;
  PetscFunctionBeginUser;
  if (!s) PetscFunctionReturn(PETSC_SUCCESS);
  free(s->weight), free(s->moves), free(s->differential), free(s->index_2), free(s->guard), free(s->mrow),
    free(s->mcol), free(s->mval), free(s->gravity), free(s->rows), free(s->terms);
  free(s->fn), free(s->motion), free(s->turn), free(s->kept), free(s->anchor), free(s->lin),
    free(s->my_elements), free(s->my_forces), free(s->my_rows);
  if (s->mass_vecs != s->my_vecs) free(s->mass_vecs);
  free(s->my_vecs), free(s->own), free(s->natural), free(s->natural_elements), free(s->ghost_vecs);
  PetscCall(PetscSFDestroy(&s->share));
  free(s->work), free(s->pos), free(s->counts), free(s->displs), free(s->coo), free(s->count.evaluated),
    free(s->count.solved);
  free(s);
  *ps = NULL;
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
    PetscCall(PetscSFBcastBegin(sys->share, MPIU_SCALAR, a, full, MPI_REPLACE));
    PetscCall(PetscSFBcastEnd(sys->share, MPIU_SCALAR, a, full, MPI_REPLACE));
  }
  PetscCall(VecRestoreArrayRead(x, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSystemStore(GudSystem *sys, const double *full, Vec x)
{
  PetscScalar *a;
  int          num = sys->counts[sys->rank];
  PetscFunctionBeginUser;
  PetscCall(VecGetArrayWrite(x, &a));
  for (int i = 0; i < num; i++) a[i] = full[sys->own ? sys->own[i] : i];
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
    memset(a, 0, sizeof(double) * (size_t)sys->counts[sys->rank]);
    PetscCall(PetscSFReduceBegin(sys->share, MPIU_SCALAR, part, a, MPIU_SUM));
    PetscCall(PetscSFReduceEnd(sys->share, MPIU_SCALAR, part, a, MPIU_SUM));
  }
  PetscCall(VecRestoreArrayWrite(x, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- over all processes ---- */

double gud_system_sum(const GudSystem *sys, double part)
{
  if (sys->parted) MPI_Allreduce(MPI_IN_PLACE, &part, 1, MPI_DOUBLE, MPI_SUM, sys->comm);
  return part;
}

double gud_system_largest(const GudSystem *sys, double part)
{
  if (sys->parted) MPI_Allreduce(MPI_IN_PLACE, &part, 1, MPI_DOUBLE, MPI_MAX, sys->comm);
  return part;
}

/* of (a - b) c + e k, b and e may be NULL */
static inline double square(const GudSystem *sys, int i, const double *a, const double *b, double c,
                            const double *e, double k)
{
  double x = sys->weight[i] * ((b ? a[i] - b[i] : a[i]) * c + (e ? k * e[i] : 0));
  return x * x;
}

double gud_system_squares_of(const GudSystem *sys, const double *a, const double *b, double c,
                             const double *e, double k)
{
  double sum = 0;
  int    d   = sys->dim;
  if (!sys->parted) {
    for (int i = 0; i < sys->nq; i++) sum += square(sys, i, a, b, c, e, k);
    return sum;
  }
  for (int n = 0; n < sys->num_my_vecs; n++)
    for (int i = d * sys->my_vecs[n]; i < d * sys->my_vecs[n] + d; i++) sum += square(sys, i, a, b, c, e, k);
  return gud_system_sum(sys, sum);
}

double gud_system_squares(const GudSystem *sys, const double *x)
{
  return gud_system_squares_of(sys, x, NULL, 1, NULL, 0);
}

/* ---- time ---- */

/* Values of the anchors of the motions: with the same ones and the same t nothing changes. */
static int moved_anchors(GudSystem *sys, const double *history)
{
  const GudModel *m   = sys->model;
  int             any = 0;
  for (int i = 0; i < m->num_motions; i++)
    for (int k = 0; k < GUD_ANCHOR; k++) {
      double a = history[m->motions[i].history + k];
      any |= a != sys->anchor[i][k], sys->anchor[i][k] = a;
    }
  return any;
}

/* Between the place of an instant and what is in use: away, or back */
static void keep_time(GudSystem *sys, int place, int back)
{
  const GudModel *m      = sys->model;
  double         *at     = sys->kept + (size_t)place * num_kept(m);
  void           *from[] = {sys->fn, sys->motion, sys->turn};
  size_t size[] = {sizeof(GudJet) * (size_t)m->num_functions, sizeof(GudJet) * (size_t)m->num_motions,
                   sizeof *sys->turn * (size_t)m->num_motions};
  for (int i = 0; i < GUD_COUNT(from); i++, at += size[i - 1] / sizeof(double)) {
    if (back) memcpy(from[i], at, size[i]);
    else memcpy(at, from[i], size[i]);
  }
}

void gud_system_time(GudSystem *sys, double t, const double *history)
{
  const GudModel *m     = sys->model;
  int             moved = moved_anchors(sys, history);
  if (!moved && t == sys->time_now) return;
  sys->time_now = t;
  for (int i = 0; i < GUD_NUM_PAST; i++) {
    if (moved) sys->past[i] = NAN;
    if (t != sys->past[i]) continue;
    keep_time(sys, i, 1);
    return;
  }
  for (int i = 0; i < m->num_functions; i++)
    if (!gud_function_num_args(m->functions[i])) gud_function_eval(m->functions[i], t, &sys->fn[i]);
  for (int i = 0; i < m->num_motions; i++) {
    gud_motion_eval(m, &m->motions[i], t, history, &sys->motion[i]);
    sys->turn[i][0] = sin(sys->motion[i].f), sys->turn[i][1] = cos(sys->motion[i].f);
  }
  sys->past[sys->next_past] = t;
  keep_time(sys, sys->next_past, 0);
  sys->next_past = (sys->next_past + 1) % GUD_NUM_PAST;
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

/* Sizes that are constants let the compiler unroll. */
static inline void mass_in(const GudSystem *sys, const int d, const double *x, double *y)
{
  for (int n = 0; n < sys->num_mass_vecs; n++) {
    int    i    = sys->mass_vecs[n];
    double s[3] = {0};
    for (int k = sys->mrow[i]; k < sys->mrow[i + 1]; k++) {
      const double *X = x + d * sys->mcol[k], m = sys->mval[k];
      for (int c = 0; c < d; c++) s[c] += m * X[c];
    }
    for (int c = 0; c < d; c++) y[d * i + c] = s[c];
  }
}

void gud_system_mass_times(const GudSystem *sys, const double *x, double *y)
{
  if (sys->dim == 2) mass_in(sys, 2, x, y);
  else mass_in(sys, 3, x, y);
}

void gud_system_load_element(const GudSystem *sys, const GudElement *e, const double *x, double (*Q)[3])
{
  int num = e->type->num_vec;
  if (sys->dim == 3)
    for (int k = 0; k < num; k++)
      for (int c = 0; c < 3; c++) Q[k][c] = x[3 * e->vec[k] + c];
  else
    for (int k = 0; k < num; k++) Q[k][0] = x[2 * e->vec[k]], Q[k][1] = x[2 * e->vec[k] + 1], Q[k][2] = 0;
}

static void add_forces(int dim, const GudElement *e, double (*f)[3], double *r)
{
  for (int k = 0; k < e->type->num_vec; k++) {
    double *R = r + dim * e->vec[k];
    R[0] += f[k][0], R[1] += f[k][1];
    if (dim == 3) R[2] += f[k][2];
  }
}

/* Do GUD_PACK_WIDTH elements from the beginning of the list share type and data? */
static int is_pack(const GudModel *m, const int *elements, int num)
{
  const GudElement *e    = &m->elements[elements[0]];
  int               same = e->type->pack && num >= GUD_PACK_WIDTH;
  for (int k = 1; k < GUD_PACK_WIDTH && same; k++) {
    const GudElement *o = &m->elements[elements[k]];
    same                = o->type == e->type && o->data == e->data;
  }
  return same;
}

/* Coordinates of such a pack, lane by lane */
static void load_pack(const GudSystem *sys, const double *q, const int *elements, double *Q)
{
  int nv = sys->model->elements[elements[0]].type->num_vec, d = sys->dim;
  for (int l = 0; l < GUD_PACK_WIDTH; l++) {
    const int *vec = sys->model->elements[elements[l]].vec;
    for (int k = 0; k < nv; k++)
      for (int c = 0; c < 3; c++) Q[(3 * k + c) * GUD_PACK_WIDTH + l] = c < d ? q[d * vec[k] + c] : 0;
  }
}

/* Forces of a pack, added to r. 0: its elements have to be computed one by one. */
static int pack_forces(const GudSystem *sys, const double *q, const int *elements, double *r)
{
  enum { W = GUD_PACK_WIDTH, N = GUD_PACK_VECTORS };
  _Alignas(GUD_PACK_ALIGNMENT) double Q[N * 3 * W], f[N * 3 * W];
  const GudElement                   *first = &sys->model->elements[elements[0]];
  int                                 nv    = first->type->num_vec;
  double                              one[N][3];
  load_pack(sys, q, elements, Q);
  memset(f, 0, sizeof(double) * (size_t)(3 * W * nv));
  if (first->type->pack(first->data, Q, f, NULL) != GUD_OK) return 0;
  for (int l = 0; l < W; l++) {
    for (int k = 0; k < nv; k++)
      for (int c = 0; c < 3; c++) one[k][c] = f[(3 * k + c) * W + l];
    add_forces(sys->dim, &sys->model->elements[elements[l]], one, r);
  }
  return 1;
}

/* Strain energies of a pack, added to *sum one after the other. 0: as above. */
static int pack_energies(const GudSystem *sys, const double *q, const int *elements, double *sum)
{
  _Alignas(GUD_PACK_ALIGNMENT) double Q[GUD_PACK_VECTORS * 3 * GUD_PACK_WIDTH], e[GUD_PACK_WIDTH] = {0};
  const GudElement                   *first = &sys->model->elements[elements[0]];
  load_pack(sys, q, elements, Q);
  if (first->type->pack(first->data, Q, NULL, e) != GUD_OK) return 0;
  for (int l = 0; l < GUD_PACK_WIDTH; l++) *sum += e[l];
  return 1;
}

int gud_system_element_energies(const GudSystem *sys, const GudPoint *p, const int *elements, int num,
                                double sum[2])
{
  int bad = -1;
  for (int n = 0; n < num; n++) {
    const GudElement *e = &sys->model->elements[elements[n]];
    double            Q[GUD_MAX_ELEMENT_VECTORS][3], Qt[GUD_MAX_ELEMENT_VECTORS][3], ledger[2] = {0};
    if (!e->type->residual) continue;
    if (is_pack(sys->model, elements + n, num - n) && pack_energies(sys, p->q, elements + n, &sum[0])) {
      n += GUD_PACK_WIDTH - 1;
      continue;
    }
    gud_system_load_element(sys, e, p->q, Q);
    gud_system_load_element(sys, e, p->v, Qt);
    if (e->type->residual(e->type, e->data, Q, Qt, NULL, ledger) != GUD_OK)
      ledger[0] = NAN, bad = elements[n];
    sum[0] += ledger[0], sum[1] += ledger[1];
  }
  return bad;
}

int gud_system_element_forces(GudSystem *sys, const GudPoint *p, const int *elements, int num, double *r)
{
  int bad = -1;
  for (int n = 0; n < num; n++) {
    const GudElement *e = &sys->model->elements[elements[n]];
    double Q[GUD_MAX_ELEMENT_VECTORS][3], Qt[GUD_MAX_ELEMENT_VECTORS][3], f[GUD_MAX_ELEMENT_VECTORS][3];
    if (!e->type->residual) continue;
    if (is_pack(sys->model, elements + n, num - n) && pack_forces(sys, p->q, elements + n, r)) {
      n += GUD_PACK_WIDTH - 1;
      continue;
    }
    memset(f, 0, sizeof *f * (size_t)e->type->num_vec);
    gud_system_load_element(sys, e, p->q, Q);
    gud_system_load_element(sys, e, p->v, Qt);
    if (e->type->residual(e->type, e->data, Q, Qt, f, NULL) != GUD_OK) {
      sys->retry = 1;
      if (bad < 0) bad = elements[n];
    }
    add_forces(sys->dim, e, f, r);
  }
  return bad;
}
