/* Velocities and accelerations of the ideal machine, for `initial: kinematic` and `start: quasi_static`: joints with a gap do not
   give, flexible bodies move rigidly.

   (I1) body k moves rigidly: a point at x has v = V_k + w_k x (x - c_k), a direction d has d' = w_k x d; unknown: V_k, w_k (in the
        plane V_k and one spin), and the massless coordinates that belong to no body (averages of bores, section axes), each by
        itself
   (I2) ideal joints and drivers:  Phi_q v = -Phi_t
   (I3) joints with a gap: both places have the same velocity; a pin leaves the bodies no relative spin across its axis; a point
        between the two surfaces of a straight guide does not move across it
   (I4) what is left free follows the velocities of the model, where a body has some, and is else as slow as possible
   (I5) accelerations: those of (I1) are linear in V_k', w_k', plus w_k x (w_k x (x - c_k)); (I2) and (I3) are differentiated once more
   Solved in the least-squares sense by PETSc's dense QR, rows with the largest weights first, (I2) and (I3) with weight 1, given
   velocities with 1e-4, zero with 1e-10: the constraints then hold to 1e-8 or better, and the start makes them exact (K2). Spins
   are unknown as w L, L the size of the model, so that all columns have one size.
   limits: dense, for at most GUD_IDEAL_UNKNOWNS; a larger model keeps what the drivers alone give.
   verified by: cases/ideal_start, cases/quasi_static_start */
#include "solve/ideal.h"

#include "base/vec3.h"

#include <stdlib.h>
#include <string.h>

static const double given_weight = 1e-4, free_weight = 1e-10;

/* Velocity of body `b` at place x (point) or of direction x for unknown k of it. */
static void unit_motion(const GudIdeal *id, const GudBody *b, int k, int point, const double x[3],
                        double v[3])
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
static void body_column(const GudIdeal *id, int n, int k, double *v)
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
static void find_loose(GudIdeal *id)
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
static void column(const GudIdeal *id, int k, double *v)
{
  int bodies = id->per_body * (id->sys->model->num_bodies - 1);
  if (k < bodies) {
    body_column(id, 1 + k / id->per_body, k % id->per_body, v);
    return;
  }
  memset(v, 0, sizeof(double) * (size_t)id->sys->nq);
  v[id->loose[k - bodies]] = 1;
}

/* A straight guide with two surfaces, across which nothing can move; n: its normal in the first two axes of slot 0. */
static int is_channel(const GudIdeal *id, const GudModelForce *fo, double n[2])
{
  double    xy[GUD_MAX_CURVE][2], reach = id->sys->length_scale;
  GudSymbol s = {0};
  if (fo->type->joint || !fo->type->symbol || !fo->type->curve) return 0;
  fo->type->symbol(fo->type, fo->params, &s);
  if (s.kind != GUD_SYMBOL_GUIDE || fo->type->curve(fo->type, fo->params, 1, reach, xy) != 2 ||
      fo->type->curve(fo->type, fo->params, 0, reach, xy) != 2)
    return 0;
  double u[2] = {xy[1][0] - xy[0][0], xy[1][1] - xy[0][1]}, l = hypot(u[0], u[1]);
  n[0] = -u[1] / l, n[1] = u[0] / l;
  return l > 0;
}

/* Does a joint with a gap keep the spins of its bodies across its axis equal? (a pin in space) */
static int is_pin(const GudIdeal *id, const GudModelForce *fo)
{
  GudSymbol s = {0};
  if (fo->type->symbol) fo->type->symbol(fo->type, fo->params, &s);
  return id->sys->dim == 3 && s.kind != GUD_SYMBOL_BALL && fo->type->slots[0].kind >= 4 &&
         fo->type->slots[1].kind >= 4;
}

/* row += s e . (rate of vector `vector`) */
static void add_to_row(const GudModel *m, const GudModelForce *fo, int vector, double s, const double e[3],
                       double *row)
{
  double f[3] = {s * e[0], s * e[1], s * e[2]};
  if (m->vectors[fo->vector[vector]].num) gud_vector_load(m, fo->vector[vector], f, row);
}

/* (I3) of a joint with a gap: three rows of its points, two of the axes across a pin, d/dt (a_k . b_3) L. */
static void joint_rows(const GudIdeal *id, const GudModelForce *fo, double *row)
{
  const GudModel *m     = id->sys->model;
  int             other = fo->type->slots[0].kind;
  double          L     = id->sys->length_scale, e[3], third[3];
  for (int c = 0; c < m->dim; c++, row += id->sys->nq) {
    double unit[3] = {c == 0, c == 1, c == 2};
    add_to_row(m, fo, other, 1, unit, row);
    add_to_row(m, fo, 0, -1, unit, row);
  }
  if (!is_pin(id, fo)) return;
  gud_vector_value(m, fo->vector[other + 3], id->q, third);
  for (int k = 0; k < 2; k++, row += id->sys->nq) {
    gud_vector_value(m, fo->vector[1 + k], id->q, e);
    add_to_row(m, fo, 1 + k, L, third, row);
    add_to_row(m, fo, other + 3, L, e, row);
  }
}

/* (I3) of a point in a channel: d/dt n . (r_b - r_a), n with the axes of a. One row. */
static void channel_row(const GudIdeal *id, const GudModelForce *fo, const double n[2], double *row)
{
  const GudModel *m     = id->sys->model;
  int             other = fo->type->slots[0].kind;
  double          e[3], r[2][3];
  gud_vector_value(m, fo->vector[0], id->q, r[0]);
  gud_vector_value(m, fo->vector[other], id->q, r[1]);
  for (int c = 0; c < 3; c++) r[1][c] -= r[0][c];
  for (int k = 0; k < 2; k++) {
    gud_vector_value(m, fo->vector[1 + k], id->q, e);
    add_to_row(m, fo, other, n[k], e, row);
    add_to_row(m, fo, 0, -n[k], e, row);
    add_to_row(m, fo, 1 + k, n[k], r[1], row);
  }
}

/* What (I3) differentiated once more adds to rows times acceleration: products of rates. GUD_GAP_ROWS numbers. */
static void products(const GudIdeal *id, int gap, const double *v, double out[GUD_GAP_ROWS])
{
  const GudModel      *m     = id->sys->model;
  const GudModelForce *fo    = &m->forces[id->gap[gap]];
  int                  other = fo->type->slots[0].kind;
  double               n[2], d[3], third[3], u[2][3];
  memset(out, 0, GUD_GAP_ROWS * sizeof(double));
  if (is_channel(id, fo, n)) {
    gud_vector_rate(m, fo->vector[0], v, u[0]);
    gud_vector_rate(m, fo->vector[other], v, u[1]);
    for (int k = 0; k < 2; k++) {
      gud_vector_rate(m, fo->vector[1 + k], v, d);
      for (int c = 0; c < 3; c++) out[0] += 2 * n[k] * d[c] * (u[1][c] - u[0][c]);
    }
  } else if (is_pin(id, fo)) {
    gud_vector_rate(m, fo->vector[other + 3], v, third);
    for (int k = 0; k < 2; k++) {
      gud_vector_rate(m, fo->vector[1 + k], v, d);
      out[3 + k] = 2 * id->sys->length_scale * gud_dot_real(d, third);
    }
  }
}

/* The gaps of the model and their rows. */
static void find_gaps(GudIdeal *id)
{
  const GudModel *m = id->sys->model;
  double          n[2];
  id->gap = gud_alloc(sizeof(int) * (size_t)(m->num_forces + 1));
  for (int i = 0; i < m->num_forces; i++)
    if (m->forces[i].type->joint || is_channel(id, &m->forces[i], n)) id->gap[id->num_gaps++] = i;
  id->rows = gud_alloc(sizeof(double) * (size_t)(GUD_GAP_ROWS * id->num_gaps + 1) *
                       (size_t)(id->sys->nq + 1));
  for (int g = 0; g < id->num_gaps; g++) {
    const GudModelForce *fo  = &m->forces[id->gap[g]];
    double              *row = id->rows + (size_t)(GUD_GAP_ROWS * g) * (size_t)id->sys->nq;
    if (is_channel(id, fo, n)) channel_row(id, fo, n, row);
    else joint_rows(id, fo, row);
  }
}

/* Rows (I2) and (I3) of a velocity v, one below the other. */
static PetscErrorCode rates_of(const GudIdeal *id, const double *v, double *out)
{
  GudSystem *sys = id->sys;
  double    *y   = gud_alloc(sizeof(double) * (size_t)(sys->nr + 1));
  PetscFunctionBeginUser;
  gud_system_phi_q_times(sys, v, y);
  memset(out, 0, sizeof(double) * (size_t)id->hard);
  for (int i = 0; i < sys->num_my_rows; i++) out[sys->my_rows[i]] = y[sys->my_rows[i]];
  if (sys->size > 1 && sys->nr)
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, out, sys->nr, MPI_DOUBLE, MPI_SUM, sys->comm));
  for (int k = 0; k < GUD_GAP_ROWS * id->num_gaps; k++)
    for (int i = 0; i < sys->nq; i++)
      out[sys->nr + k] += id->rows[(size_t)k * (size_t)sys->nq + (size_t)i] * v[i];
  free(y);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (I4): weight and wanted value of unknown k. */
static double wish(const GudIdeal *id, int k, double *value)
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

void gud_ideal_motion(const GudIdeal *id, const double *x, double *v)
{
  double *u = gud_alloc(sizeof(double) * (size_t)(id->sys->nq + 1));
  memset(v, 0, sizeof(double) * (size_t)id->sys->nq);
  for (int k = 0; k < id->num; k++) {
    if (x[k] == 0) continue;
    column(id, k, u);
    for (int i = 0; i < id->sys->nq; i++) v[i] += x[k] * u[i];
  }
  free(u);
}

PetscErrorCode GudIdealCreate(GudSystem *sys, const double *q, GudIdeal **ideal)
{
  GudIdeal *id = gud_alloc(sizeof *id);
  double    unused, *v = gud_alloc(sizeof(double) * (size_t)(sys->nq + 1));
  PetscFunctionBeginUser;
  *ideal  = id;
  id->sys = sys, id->q = q, id->per_body = sys->dim == 2 ? 3 : 6;
  find_loose(id);
  find_gaps(id);
  id->num  = id->per_body * (sys->model->num_bodies - 1) + id->num_loose;
  id->hard = sys->nr + GUD_GAP_ROWS * id->num_gaps;
  if (id->num == 0 || id->num > GUD_IDEAL_UNKNOWNS) {
    free(v);
    PetscCall(GudIdealDestroy(ideal));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  int rows = id->hard + id->num;
  id->A    = gud_alloc(sizeof(double) * (size_t)rows * (size_t)id->num);
  id->b    = gud_alloc(sizeof(double) * (size_t)rows);
  id->x    = gud_alloc(sizeof(double) * (size_t)id->num);
  for (int k = 0; k < id->num; k++) {
    double *at = id->A + (size_t)k * (size_t)rows;
    column(id, k, v);
    PetscCall(rates_of(id, v, at));
    at[id->hard + k] = wish(id, k, &unused);
  }
  PetscCall(MatCreateSeqDense(PETSC_COMM_SELF, rows, id->num, id->A, &id->qr));
  PetscCall(MatQRFactor(id->qr, NULL, NULL));
  free(v);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudIdealDestroy(GudIdeal **ideal)
{
  GudIdeal *id = *ideal;
  PetscFunctionBeginUser;
  if (!id) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatDestroy(&id->qr));
  free(id->loose), free(id->gap), free(id->rows), free(id->A), free(id->b), free(id->x);
  free(id);
  *ideal = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudIdealSolve(GudIdeal *id, double *v)
{
  Vec    B, X;
  double unused;
  PetscFunctionBeginUser;
  for (int k = 0; k < id->num; k++) id->b[id->hard + k] *= wish(id, k, &unused);
  PetscCall(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, id->hard + id->num, id->b, &B));
  PetscCall(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, id->num, id->x, &X));
  PetscCall(MatSolve(id->qr, B, X));
  PetscCall(VecDestroy(&B));
  PetscCall(VecDestroy(&X));
  gud_ideal_motion(id, id->x, v);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudIdealVelocities(GudIdeal *id, double *v)
{
  GudSystem *sys   = id->sys;
  double    *phi_t = gud_alloc(sizeof(double) * (size_t)(sys->nr + 1));
  PetscFunctionBeginUser;
  gud_system_phi_t(sys, id->q, phi_t);
  memset(id->b, 0, sizeof(double) * (size_t)id->hard);
  for (int i = 0; i < sys->num_my_rows; i++) id->b[sys->my_rows[i]] = -phi_t[sys->my_rows[i]];
  if (sys->size > 1 && sys->nr)
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, id->b, sys->nr, MPI_DOUBLE, MPI_SUM, sys->comm));
  for (int k = 0; k < id->num; k++) wish(id, k, &id->b[id->hard + k]);
  free(phi_t);
  PetscCall(GudIdealSolve(id, v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* w x (w x (x - c)) of (I5) in all coordinates: w crossed with the velocity that the spin alone gives */
static void centripetal(const GudIdeal *id, const double *x, const double *v, double *a)
{
  const GudModel *m = id->sys->model;
  int             d = m->dim;
  memset(a, 0, sizeof(double) * (size_t)id->sys->nq);
  for (int n = 1; n < m->num_bodies; n++) {
    const GudBody *b    = &m->bodies[n];
    const double  *V    = x + id->per_body * (n - 1);
    double         w[3] = {0}, u[3] = {0}, cross[3];
    for (int k = d; k < id->per_body; k++) w[d == 2 ? 2 : k - d] = V[k] / id->sys->length_scale;
    for (int e = b->element; e < b->element + b->num_elements; e++) {
      const GudElement *el = &m->elements[e];
      for (int i = 0; i < el->type->num_vec; i++) {
        int point = el->type->translation[i];
        if (b->type->fixed_frame && !point) continue;
        for (int c = 0; c < d; c++) u[c] = v[d * el->vec[i] + c] - (point ? V[c] : 0);
        gud_cross_real(w, u, cross);
        for (int c = 0; c < d; c++) a[d * el->vec[i] + c] = cross[c];
      }
    }
  }
}

PetscErrorCode GudIdealAccelerations(GudIdeal *id, const double *x, const double *v, double *a)
{
  GudSystem *sys = id->sys;
  double    *c   = gud_alloc(sizeof(double) * (size_t)(sys->nq + 1)),
         *gamma  = gud_alloc(sizeof(double) * (size_t)(sys->nr + 1)),
         *rate   = gud_alloc(sizeof(double) * (size_t)(id->hard + 1)), product[GUD_GAP_ROWS];
  PetscFunctionBeginUser;
  centripetal(id, x, v, c);
  PetscCall(rates_of(id, c, rate));
  gud_system_gamma(sys, id->q, v, gamma);
  memset(id->b, 0, sizeof(double) * (size_t)(id->hard + id->num));
  for (int i = 0; i < sys->nr; i++) id->b[i] = gamma[i] - rate[i];
  for (int g = 0; g < id->num_gaps; g++) {
    int first = sys->nr + GUD_GAP_ROWS * g;
    products(id, g, v, product);
    for (int k = 0; k < GUD_GAP_ROWS; k++) id->b[first + k] = -product[k] - rate[first + k];
  }
  PetscCall(GudIdealSolve(id, a));
  for (int i = 0; i < sys->nq; i++) a[i] += c[i];
  free(c), free(gamma), free(rate);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudIdealOpen(GudIdeal *id, int gap, double direction[3], double *v, int *ok)
{
  enum { MAX_PASSES = 200 };
  int     first = id->sys->nr + GUD_GAP_ROWS * gap, dim = id->sys->dim;
  double *rate = gud_alloc(sizeof(double) * (size_t)(id->hard + 1)), change = INFINITY, worst = 0, size;
  PetscFunctionBeginUser;
  /* what least squares give of an opening is a symmetric contraction of it: it tends to the part that is possible */
  for (int pass = 0; pass < MAX_PASSES && change > 1e-10; pass++) {
    memset(id->b, 0, sizeof(double) * (size_t)(id->hard + id->num));
    memcpy(id->b + first, direction, sizeof(double) * (size_t)dim);
    PetscCall(GudIdealSolve(id, v));
    PetscCall(rates_of(id, v, rate));
    change = 0;
    for (int c = 0; c < dim; c++) change = fmax(change, fabs(rate[first + c] - direction[c]));
    memcpy(direction, rate + first, sizeof(double) * (size_t)dim);
  }
  for (int i = 0; i < id->hard; i++)
    if (i < first || i >= first + dim) worst = fmax(worst, fabs(rate[i]));
  size = gud_norm_real(direction);
  *ok  = worst < 1e-6 && size > 0.5; /* 1e-6: digits that the small weights leave (3e-7 in the demo) */
  for (int c = 0; c < 3 && *ok; c++) direction[c] /= size;
  for (int i = 0; i < id->sys->nq && *ok; i++) v[i] /= size;
  free(rate);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudIdealFreedoms(GudIdeal *id, int most, double *v, int *num)
{
  int     n     = id->num;
  double *z     = gud_alloc(sizeof(double) * (size_t)n * (size_t)(most + 1)),
         *scrap = gud_alloc(sizeof(double) * (size_t)(id->sys->nq + 1));
  PetscFunctionBeginUser;
  *num = 0;
  for (int k = 0; k < n && *num < most; k++) { /* each unknown alone, as near as the machine allows */
    double *now = z + (size_t)*num * (size_t)n, length = 0;
    memset(id->b, 0, sizeof(double) * (size_t)(id->hard + n));
    id->b[id->hard + k] = 1;
    PetscCall(GudIdealSolve(id, scrap));
    memcpy(now, id->x, sizeof(double) * (size_t)n);
    for (int j = 0; j < *num; j++) {
      double part = 0;
      for (int i = 0; i < n; i++) part += now[i] * z[(size_t)j * (size_t)n + (size_t)i];
      for (int i = 0; i < n; i++) now[i] -= part * z[(size_t)j * (size_t)n + (size_t)i];
    }
    for (int i = 0; i < n; i++) length += now[i] * now[i];
    if (!(length > 1e-4)) continue;
    for (int i = 0; i < n; i++) now[i] /= sqrt(length);
    gud_ideal_motion(id, now, v + (size_t)*num * (size_t)id->sys->nq);
    ++*num;
  }
  free(z), free(scrap);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSolverIdealVelocities(GudSolver *so)
{
  GudSystem *sys = so->sys;
  GudState  *s   = so->s;
  GudIdeal  *id;
  PetscFunctionBeginUser;
  memset(s->v, 0, sizeof(double) * (size_t)sys->nq);
  gud_system_time(sys, s->t, s->history);
  gud_system_linearise(sys, s->q);
  PetscCall(GudIdealCreate(sys, s->q, &id));
  if (id) PetscCall(GudIdealVelocities(id, s->v));
  PetscCall(GudIdealDestroy(&id));
  PetscFunctionReturn(PETSC_SUCCESS);
}
