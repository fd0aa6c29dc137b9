/* Velocities of the ideal machine, for `initial: kinematic`: joints with a gap do not give, flexible bodies move rigidly.

   (I1) body k moves rigidly: a point at x has v = V_k + w_k x (x - c_k), a direction d has d' = w_k x d; unknown: V_k, w_k (in the plane V_k and one
        spin), and the massless coordinates that belong to no body (averages of bores, section axes), each by itself
   (I2) ideal joints and drivers:  Phi_q v = -Phi_t
   (I3) joints with a gap: both places have the same velocity; a pin leaves the bodies no relative spin across its axis; a point
        between the two surfaces of a straight guide does not move across it
   (I4) what is left free follows the velocities of the model, where a body has some, and is else as slow as possible
   Solved in the least-squares sense by PETSc's dense QR, rows with the largest weights first, (I2) and (I3) with weight 1, given velocities with 1e-4, zero with 1e-10: the constraints then hold to 1e-8 or better, and
   the start makes them exact (K2). Spins are unknown as w L, L the size of the model, so that all columns have one size.
   limits: dense, for at most MAX_UNKNOWNS; a larger model keeps what the drivers alone give.
   verified by: cases/ideal_start */
#include "base/vec3.h"
#include "solve/solver.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_UNKNOWNS = 600, GAP_ROWS = 5 };
static const double given_weight = 1e-4, free_weight = 1e-10;

typedef struct {
  GudSystem *sys;
  double    *q;
  int        per_body, num; /* unknowns: of a body; in all */
  int       *loose;         /* coordinates that are unknown by themselves */
  int        num_loose;
} Ideal;

/* Velocity of body `b` at place x (point) or of direction x for unknown k of it. */
static void unit_motion(const Ideal *id, const GudBody *b, int k, int point, const double x[3], double v[3])
{
  int    dim = id->sys->dim, turn = k - dim;
  double w[3] = {0}, r[3];
  memset(v, 0, 3 * sizeof(double));
  if (turn < 0) {
    if (point) v[k] = 1;
    return;
  }
  if (b->type->fixed_frame && !point) return;
  w[dim == 2 ? 2 : turn] = 1 / id->sys->length_scale;
  for (int i = 0; i < 3; i++) r[i] = x[i] - (point ? b->place.origin[i] : 0);
  gud_cross_real(w, r, v);
}

/* Column of T in (I1): v of all coordinates for unknown k of body n. */
static void body_column(const Ideal *id, int n, int k, double *v)
{
  const GudModel *m = id->sys->model;
  const GudBody  *b = &m->bodies[n];
  memset(v, 0, sizeof(double) * (size_t)id->sys->nq);
  for (int e = b->element; e < b->element + b->num_elements; e++) {
    const GudElement *el = &m->elements[e];
    for (int i = 0; i < el->type->num_vec; i++) {
      double x[3] = {0}, u[3];
      for (int c = 0; c < m->dim; c++) x[c] = id->q[m->dim * el->vec[i] + c];
      unit_motion(id, b, k, el->type->translation[i], x, u);
      for (int c = 0; c < m->dim; c++) v[m->dim * el->vec[i] + c] = u[c];
    }
  }
}

/* Coordinates that no element of a body owns. */
static void find_loose(Ideal *id)
{
  const GudModel *m     = id->sys->model;
  char           *owned = gud_alloc((size_t)id->sys->nq + 1);
  for (int n = 1; n < m->num_bodies; n++)
    for (int e = m->bodies[n].element; e < m->bodies[n].element + m->bodies[n].num_elements; e++)
      for (int i = 0; i < m->elements[e].type->num_vec; i++)
        for (int c = 0; c < m->dim; c++) owned[m->dim * m->elements[e].vec[i] + c] = 1;
  id->loose = gud_alloc(sizeof(int) * (size_t)(id->sys->nq + 1));
  for (int i = 0; i < id->sys->nq; i++)
    if (!owned[i]) id->loose[id->num_loose++] = i;
  free(owned);
}

/* The whole velocity of one unknown. */
static void column(const Ideal *id, int k, double *v)
{
  int bodies = id->per_body * (id->sys->model->num_bodies - 1);
  if (k < bodies) {
    body_column(id, 1 + k / id->per_body, k % id->per_body, v);
    return;
  }
  memset(v, 0, sizeof(double) * (size_t)id->sys->nq);
  v[id->loose[k - bodies]] = 1;
}

/* (I3): rates of one joint with a gap for the velocity v: point, then the two axes across a pin. 3 + 2 numbers. */
static void gap_rates(const Ideal *id, const GudModelForce *fo, const double *v, double out[5])
{
  const GudModel *m = id->sys->model;
  double          a[3], b[3], e[4][3], d[4][3];
  GudSymbol       s     = {0};
  int             other = fo->type->slots[0].kind;
  gud_vector_rate(m, fo->vector[0], v, a);
  gud_vector_rate(m, fo->vector[other], v, b);
  for (int c = 0; c < 3; c++) out[c] = b[c] - a[c];
  out[3] = out[4] = 0;
  if (fo->type->symbol) fo->type->symbol(fo->type, fo->params, &s);
  if (m->dim == 2 || s.kind == GUD_SYMBOL_BALL || other < 4 || fo->type->slots[1].kind < 4) return;
  for (int k = 0; k < 3; k++) {
    gud_vector_value(m, fo->vector[1 + k], id->q, e[k]);
    gud_vector_rate(m, fo->vector[1 + k], v, d[k]);
  }
  gud_vector_value(m, fo->vector[other + 3], id->q, e[3]);
  gud_vector_rate(m, fo->vector[other + 3], v, d[3]);
  for (int k = 0; k < 2; k++) /* d/dt (a_k . b_3) */
    out[3 + k] = id->sys->length_scale * (gud_dot_real(d[k], e[3]) + gud_dot_real(e[k], d[3]));
}

/* A straight guide with two surfaces, across which nothing can move; n: its normal in the first two axes of slot 0. */
static int is_channel(const Ideal *id, const GudModelForce *fo, double n[2])
{
  double    xy[GUD_MAX_CURVE][2], reach = id->sys->length_scale;
  GudSymbol s = {0};
  if (!fo->type->symbol || !fo->type->curve) return 0;
  fo->type->symbol(fo->type, fo->params, &s);
  if (s.kind != GUD_SYMBOL_GUIDE || fo->type->curve(fo->type, fo->params, 1, reach, xy) != 2 ||
      fo->type->curve(fo->type, fo->params, 0, reach, xy) != 2)
    return 0;
  double u[2] = {xy[1][0] - xy[0][0], xy[1][1] - xy[0][1]}, l = hypot(u[0], u[1]);
  n[0] = -u[1] / l, n[1] = u[0] / l;
  return l > 0;
}

/* (I3) of a point in a channel: d/dt n . (r_b - r_a). */
static void channel_rate(const Ideal *id, const GudModelForce *fo, const double n[2], const double *v,
                         double out[5])
{
  const GudModel *m = id->sys->model;
  double          r[2][3], u[2][3], e[3], d[3];
  memset(out, 0, GAP_ROWS * sizeof(double));
  for (int k = 0; k < 2; k++) {
    gud_vector_value(m, fo->vector[k ? fo->type->slots[0].kind : 0], id->q, r[k]);
    gud_vector_rate(m, fo->vector[k ? fo->type->slots[0].kind : 0], v, u[k]);
  }
  for (int k = 0; k < 2; k++) {
    gud_vector_value(m, fo->vector[1 + k], id->q, e);
    gud_vector_rate(m, fo->vector[1 + k], v, d);
    for (int c = 0; c < 3; c++) out[0] += n[k] * (e[c] * (u[1][c] - u[0][c]) + d[c] * (r[1][c] - r[0][c]));
  }
}

/* Rates of every joint with a gap and of every point in a channel, GAP_ROWS each; their number. out NULL: only counted. */
static int all_gaps(const Ideal *id, const double *v, double *out)
{
  const GudModel *m   = id->sys->model;
  int             num = 0;
  for (int i = 0; i < m->num_forces; i++) {
    const GudModelForce *fo = &m->forces[i];
    double               n[2];
    int                  channel = !fo->type->joint && is_channel(id, fo, n);
    if (!fo->type->joint && !channel) continue;
    if (out && channel) channel_rate(id, fo, n, v, out + GAP_ROWS * num);
    else if (out) gap_rates(id, fo, v, out + GAP_ROWS * num);
    num++;
  }
  return num;
}

/* Rows (I2) and (I3) of a velocity v, one below the other. */
static PetscErrorCode rates_of(const Ideal *id, const double *v, double *out)
{
  GudSystem *sys = id->sys;
  double    *y   = gud_alloc(sizeof(double) * (size_t)(sys->nr + 1));
  PetscFunctionBeginUser;
  gud_system_phi_q_times(sys, v, y);
  memset(out, 0, sizeof(double) * (size_t)sys->nr);
  for (int i = 0; i < sys->num_my_rows; i++) out[sys->my_rows[i]] = y[sys->my_rows[i]];
  if (sys->size > 1 && sys->nr)
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, out, sys->nr, MPI_DOUBLE, MPI_SUM, sys->comm));
  all_gaps(id, v, out + sys->nr);
  free(y);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (I4): weight and wanted value of unknown k. */
static double wish(const Ideal *id, int k, double *value)
{
  const GudModel *m = id->sys->model;
  *value            = 0;
  if (k >= id->per_body * (m->num_bodies - 1)) return free_weight;
  const GudPlacement *p = &m->bodies[1 + k / id->per_body].place;
  int                 i = k % id->per_body - m->dim;
  double              L = id->sys->length_scale;
  *value                = i < 0 ? p->velocity[k % id->per_body] : L * p->spin[m->dim == 2 ? 2 : i];
  return gud_norm_real(p->velocity) + L * gud_norm_real(p->spin) > 0 ? given_weight : free_weight;
}

/* The least-squares problem, column by column (Fortran's order); x: the unknowns. */
static PetscErrorCode solve(const Ideal *id, double *v, double *A, double *b, double *x)
{
  GudSystem *sys  = id->sys;
  int        hard = sys->nr + GAP_ROWS * all_gaps(id, NULL, NULL), rows = hard + id->num;
  double    *phi_t = gud_alloc(sizeof(double) * (size_t)(sys->nr + 1));
  Mat        mat;
  Vec        B, X;
  PetscFunctionBeginUser;
  for (int k = 0; k < id->num; k++) {
    double *at = A + (size_t)k * (size_t)rows, weight = wish(id, k, &b[hard + k]);
    column(id, k, v);
    PetscCall(rates_of(id, v, at));
    at[hard + k] = weight, b[hard + k] *= weight;
  }
  gud_system_phi_t(sys, id->q, phi_t);
  for (int i = 0; i < sys->num_my_rows; i++) b[sys->my_rows[i]] = -phi_t[sys->my_rows[i]];
  if (sys->size > 1 && sys->nr)
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, b, sys->nr, MPI_DOUBLE, MPI_SUM, sys->comm));
  PetscCall(MatCreateSeqDense(PETSC_COMM_SELF, rows, id->num, A, &mat));
  PetscCall(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, rows, b, &B));
  PetscCall(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, id->num, x, &X));
  PetscCall(MatQRFactor(mat, NULL, NULL));
  PetscCall(MatSolve(mat, B, X));
  PetscCall(VecDestroy(&B));
  PetscCall(VecDestroy(&X));
  PetscCall(MatDestroy(&mat));
  free(phi_t);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSolverIdealVelocities(GudSolver *so)
{
  GudSystem *sys = so->sys;
  GudState  *s   = so->s;
  Ideal      id  = {.sys = sys, .q = s->q, .per_body = sys->dim == 2 ? 3 : 6};
  PetscFunctionBeginUser;
  memset(s->v, 0, sizeof(double) * (size_t)sys->nq);
  find_loose(&id);
  id.num = id.per_body * (sys->model->num_bodies - 1) + id.num_loose;
  if (id.num > 0 && id.num <= MAX_UNKNOWNS) {
    size_t  rows = (size_t)(sys->nr + GAP_ROWS * all_gaps(&id, NULL, NULL) + id.num);
    double *A = gud_alloc(sizeof(double) * rows * (size_t)id.num), *b = gud_alloc(sizeof(double) * rows),
           *v = gud_alloc(sizeof(double) * (size_t)(sys->nq + 1)),
           *x = gud_alloc(sizeof(double) * (size_t)id.num);
    gud_system_time(sys, s->t, s->history);
    gud_system_linearise(sys, s->q);
    PetscCall(solve(&id, v, A, b, x));
    for (int k = 0; k < id.num; k++) {
      column(&id, k, v);
      for (int i = 0; i < sys->nq; i++) s->v[i] += x[k] * v[i];
    }
    free(A), free(b), free(v), free(x);
  }
  free(id.loose);
  PetscFunctionReturn(PETSC_SUCCESS);
}
