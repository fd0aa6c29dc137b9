/* Steady rotation: bodies of revolution that spin about axes of their own at constant speed; everything else rests.

   Directors d_1, d_2 of a body or section that spins about d_3 go round; combinations of them that turn back at the same rate,
   D_1 = cos(Wt) d_1 - sin(Wt) d_2 ..., rest. So with a constant matrix W, which combines the directors of one node with each other,
   (Y1) q = P(t) Q,   P = exp(W t),   q' = P (Q' + W Q),   q'' = P (Q'' + 2 W Q' + W^2 Q)
   and Q is constant in the steady motion. For bodies of revolution P leaves M as it is, which is M W + W^T M = 0, and forces on
   their axes do not change with P. In the coordinates Q the linearised equations are constant, gyroscopic terms included:
   (Y2) M x'' + (C + 2 M W) x' + (K + C W + M W^2) x + Phi_q^T mu = 0,   Phi_q x = 0
        with K, C, M the derivatives of the residual by q, q', q'' at (q, W q, W^2 q, lambda).
   (Y3) W from velocities: directors d_k of a node have d_k' = sum_j W_kj d_j; positions rest. In the plane the one director u of a
        body has u' = w J u, and W = w J.
   Limit: no spin, W = 0, and (Y2) are damped vibrations about a state at rest. A disc with S = diag(0, s, s), I_t = s, I_p = 2 s, on an
   axis turning with w: (Y2) gives I_t th'' - w I_p J th' = 0 for its tilt, Euler's equation in axes that do not spin.
   verified by: tests/studies/complex_modes.py */
#include "solve/steady.h"

#include "base/vec3.h"

#include <stdlib.h>
#include <string.h>

static const double small = 1e-8; /* velocities and inertias below this part of their size count as zero */

void gud_spin_free(GudSpin *spin)
{
  free(spin->row), free(spin->col), free(spin->value);
  memset(spin, 0, sizeof *spin);
}

void gud_spin_times(const GudSpin *spin, int nq, const double *x, double *y)
{
  memset(y, 0, sizeof(double) * (size_t)nq);
  for (int e = 0; e < spin->num; e++) y[spin->row[e]] += spin->value[e] * x[spin->col[e]];
}

static void add(GudSpin *spin, int row, int col, double value)
{
  spin->row[spin->num] = row, spin->col[spin->num] = col, spin->value[spin->num] = value;
  spin->num++;
  spin->speed = fmax(spin->speed, fabs(value));
}

/* (Y3): W of num directors (coordinate vectors vec) of one node. 0: their velocities are no combination of them. */
static int directors(const GudSystem *sys, const int *vec, int num, const double *q, const double *v,
                     GudSpin *spin)
{
  int    d = sys->dim;
  double G[9], b[9], x[9], rate = 0, left = 0, most = 0; /* G = D^T D, b = D^T D' */
  for (int k = 0; k < num; k++)
    for (int c = 0; c < d; c++) rate = fmax(rate, fabs(v[d * vec[k] + c]));
  if (rate == 0) return 1;
  if (d == 2) {
    const double *u = q + 2 * vec[0], *ut = v + 2 * vec[0], uu = u[0] * u[0] + u[1] * u[1];
    if (num != 1 || fabs(u[0] * ut[0] + u[1] * ut[1]) > small * rate) return 0;
    double w = (u[0] * ut[1] - u[1] * ut[0]) / uu;
    add(spin, 2 * vec[0], 2 * vec[0] + 1, -w), add(spin, 2 * vec[0] + 1, 2 * vec[0], w);
    return 1;
  }
  for (int i = 0; i < 9; i++) G[i] = i % 4 == 0, b[i] = 0;
  for (int i = 0; i < num; i++)
    for (int j = 0; j < num; j++) {
      G[3 * i + j] = gud_dot_real(q + 3 * vec[i], q + 3 * vec[j]);
      b[3 * i + j] = gud_dot_real(q + 3 * vec[i], v + 3 * vec[j]);
    }
  /* x = G^-1 b by cofactors: directors are independent */
  double C[9], det;
  gud_cross_real(G + 3, G + 6, C), gud_cross_real(G + 6, G, C + 3), gud_cross_real(G, G + 3, C + 6);
  det = gud_dot_real(G, C);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      x[3 * i + j] = 0;
      for (int k = 0; k < 3; k++) x[3 * i + j] += C[3 * k + i] * b[3 * k + j] / det;
    }
  for (int k = 0; k < num; k++)
    for (int c = 0; c < 3; c++) {
      double r = v[3 * vec[k] + c];
      for (int j = 0; j < num; j++) r -= x[3 * j + k] * q[3 * vec[j] + c];
      left = fmax(left, fabs(r));
    }
  if (left > small * rate) return 0;
  for (int i = 0; i < 9; i++) most = fmax(most, fabs(x[i]));
  for (int k = 0; k < num; k++)
    for (int j = 0; j < num; j++)
      for (int c = 0; c < 3 && fabs(x[3 * j + k]) > 1e-12 * most; c++)
        add(spin, 3 * vec[k] + c, 3 * vec[j] + c, x[3 * j + k]);
  return 1;
}

static const char *body_of(const GudModel *m, int vec)
{
  for (int e = 0; e < m->num_elements; e++)
    for (int k = 0; k < m->elements[e].type->num_vec; k++)
      if (m->elements[e].vec[k] == vec && m->elements[e].body >= 0)
        return m->bodies[m->elements[e].body].name;
  return "(inner)";
}

/* M W + W^T M = 0, by coordinate vectors: the row of M W against the row of W^T M. -1, or a coordinate where it is not. */
static int not_round(const GudSystem *sys, const GudSpin *spin)
{
  int     bad = -1, d = sys->dim, *first = gud_alloc(sizeof(int) * (size_t)(sys->nq + 2));
  double *sum = gud_alloc(sizeof(double) * (size_t)(sys->nq + 1)), most = 0;
  /* entries of W are in order of their rows within a node only: next entry of the same row by search */
  for (int e = 0; e < spin->num; e++) first[spin->row[e]] = 1;
  for (int i = 0; i < sys->nq && bad < 0; i++) {
    if (!first[i]) continue;
    memset(sum, 0, sizeof(double) * (size_t)sys->nq);
    int c = i % d;
    for (int e = 0; e < spin->num; e++) {
      int r = spin->row[e], l = spin->col[e];
      for (int k = sys->mrow[i / d]; k < sys->mrow[i / d + 1]; k++)
        if (d * sys->mcol[k] + c == r) sum[l] += sys->mval[k] * spin->value[e]; /* (M W)_il */
      if (l != i) continue;
      for (int k = sys->mrow[r / d]; k < sys->mrow[r / d + 1]; k++) { /* (W^T M)_i. */
        sum[d * sys->mcol[k] + r % d] += sys->mval[k] * spin->value[e];
        most = fmax(most, fabs(sys->mval[k] * spin->value[e]));
      }
    }
    for (int j = 0; j < sys->nq; j++)
      if (fabs(sum[j]) > small * most) bad = i;
  }
  free(first), free(sum);
  return bad;
}

int gud_spin_find(GudSolver *so, const double *q, const double *v, GudSpin *spin)
{
  GudSystem      *sys  = so->sys;
  const GudModel *m    = sys->model;
  int             d    = sys->dim;
  char           *done = gud_alloc((size_t)m->num_vec + 1);
  double          fast = 0, slow = 0;
  int             mover = -1, room = 3 * sys->nq + 1, good = 1;
  gud_spin_free(spin);
  spin->row = gud_alloc(sizeof(int) * (size_t)room), spin->col = gud_alloc(sizeof(int) * (size_t)room);
  spin->value = gud_alloc(sizeof(double) * (size_t)room);
  for (int e = 0; e < m->num_elements && good; e++) {
    const GudElement *el = &m->elements[e];
    for (int k = 0; k < el->type->num_vec && good;) {
      int vec[3], num = 0;
      /* a position: it must be at rest; the fastest is kept for the message */
      if (el->type->translation[k]) {
        for (int c = 0; c < d; c++)
          if (fabs(v[d * el->vec[k] + c]) > slow) slow = fabs(v[d * el->vec[k] + c]), mover = el->vec[k];
        k++;
        continue;
      }
      /* up to three directors that follow each other: they must turn about one axis (nodes belong to several elements: once) */
      int begun = done[el->vec[k]];
      for (; k < el->type->num_vec && !el->type->translation[k] && num < 3; k++) vec[num++] = el->vec[k];
      if (begun) continue;
      for (int i = 0; i < num; i++) done[vec[i]] = 1;
      for (int i = 0; i < num; i++)
        for (int c = 0; c < d; c++) fast = fmax(fast, fabs(v[d * vec[i] + c]));
      good = directors(sys, vec, num, q, v, spin);
      if (!good)
        snprintf(
          so->why, sizeof so->why,
          "body '%s' does not spin about an axis of its own: a steady rotation is one of rigid bodies and of "
          "round beams in space about their axes",
          body_of(m, vec[0]));
    }
  }
  free(done);
  /* the speed of positions beside that of directors, which is a rate: times the size of the model */
  if (good && slow > small * fast * sys->length_scale) {
    good = 0;
    snprintf(so->why, sizeof so->why,
             "body '%s' moves with %.3g m/s: in a steady rotation bodies spin about axes through their own "
             "centres, and "
             "nothing else moves",
             body_of(m, mover), slow);
  }
  int bad = good ? not_round(sys, spin) : -1;
  if (bad >= 0) {
    good = 0;
    snprintf(so->why, sizeof so->why,
             "body '%s' is not a body of revolution about the axis of its spin (its moments of inertia "
             "across the axis "
             "differ): seen from rest its equations change with its angle",
             body_of(m, bad / d));
  }
  return good;
}

double gud_spin_unsteady(const GudSystem *sys, const GudSpin *spin, const double *q, const double *a)
{
  if (!(spin->speed > 0)) return 0;
  double *w = gud_alloc(2 * sizeof(double) * (size_t)(sys->nq + 1)), *ww = w + sys->nq;
  gud_spin_times(spin, sys->nq, q, w);
  gud_spin_times(spin, sys->nq, w, ww);
  for (int i = 0; i < sys->nq; i++) ww[i] -= a[i];
  double size = gud_weighted_norm(sys, ww) / (spin->speed * spin->speed);
  free(w);
  return size;
}

/* y = exp(W t) q by the series, in parts of W t below one half */
static void turn(const GudSpin *spin, int nq, double t, const double *q, double *y)
{
  int     parts = 1 + (int)(2 * spin->speed * t);
  double *term = gud_alloc(2 * sizeof(double) * (size_t)(nq + 1)), *next = term + nq;
  memcpy(y, q, sizeof(double) * (size_t)nq);
  for (int p = 0; p < parts; p++) {
    memcpy(term, y, sizeof(double) * (size_t)nq);
    for (int k = 1; k < 20; k++) {
      gud_spin_times(spin, nq, term, next);
      for (int i = 0; i < nq; i++) term[i] = next[i] * t / parts / k, y[i] += term[i];
    }
  }
  free(term);
}

PetscErrorCode GudSpinTurned(GudSolver *so, const GudSpin *spin, double *unsteady)
{
  GudState *s  = so->s;
  int       nq = so->sys->nq;
  double   *q = gud_alloc(sizeof(double) * 2 * (size_t)(nq + 1)), *v = q + nq, t = s->t;
  PetscFunctionBeginUser;
  *unsteady = 0;
  if (spin->speed > 0) {
    memcpy(q, s->q, sizeof(double) * (size_t)nq), memcpy(v, s->v, sizeof(double) * (size_t)nq);
    turn(spin, nq, 1 / spin->speed, q, s->q);
    gud_spin_times(spin, nq, s->q, s->v);
    s->t += 1 / spin->speed;
    so->kkt_valid = 0, so->now_valid = 0;
    PetscCall(GudSolverConsistent(so, GUD_FOR_RESTART));
    *unsteady = gud_spin_unsteady(so->sys, spin, s->q, so->now.a);
    memcpy(s->q, q, sizeof(double) * (size_t)nq), memcpy(s->v, v, sizeof(double) * (size_t)nq);
    s->t          = t;
    so->kkt_valid = 0, so->now_valid = 0;
    PetscCall(GudSolverConsistent(so, GUD_FOR_RESTART));
  }
  free(q);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void gud_spin_without_turn(const GudSystem *sys, const GudSpin *spin, const double *q, double *x)
{
  const GudModel *m = sys->model;
  int             d = sys->dim, *owner = gud_alloc(sizeof(int) * (size_t)(m->num_vec + 1));
  double         *u = gud_alloc(sizeof(double) * (size_t)(sys->nq + 1));
  double *xu = gud_alloc(2 * sizeof(double) * (size_t)(m->num_bodies + 1)), *uu = xu + m->num_bodies + 1;
  for (int e = 0; e < m->num_elements; e++)
    for (int k = 0; k < m->elements[e].type->num_vec; k++)
      owner[m->elements[e].vec[k]] = m->elements[e].body + 1;
  gud_spin_times(spin, sys->nq, q, u);
  for (int i = 0; i < sys->nq; i++) xu[owner[i / d]] += x[i] * u[i], uu[owner[i / d]] += u[i] * u[i];
  for (int i = 0; i < sys->nq; i++)
    if (uu[owner[i / d]] > 0) x[i] -= xu[owner[i / d]] / uu[owner[i / d]] * u[i];
  free(owner), free(u), free(xu);
}

PetscErrorCode GudSpinMat(GudSystem *sys, const GudSpin *spin, Mat *W)
{
  PetscInt first, last;
  PetscFunctionBeginUser;
  PetscCall(GudSystemCreateMat(sys, GUD_PATTERN_FULL, W));
  PetscInt rows, cols;
  PetscCall(MatGetLocalSize(*W, &rows, &cols));
  PetscCall(MatDestroy(W));
  PetscCall(MatCreateAIJ(sys->comm, rows, cols, sys->n, sys->n, 3, NULL, 3, NULL, W));
  PetscCall(MatGetOwnershipRange(*W, &first, &last));
  for (int e = 0; e < spin->num; e++) {
    PetscInt i = sys->pos ? sys->pos[spin->row[e]] : spin->row[e];
    PetscInt j = sys->pos ? sys->pos[spin->col[e]] : spin->col[e];
    if (i >= first && i < last) PetscCall(MatSetValue(*W, i, j, spin->value[e], ADD_VALUES));
  }
  PetscCall(MatAssemblyBegin(*W, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(*W, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSpinAddInertia(GudSolver *so, const GudSpin *spin, double scale, Mat J)
{
  GudSystem *sys = so->sys;
  int        d   = sys->dim;
  PetscInt   first, last;
  PetscFunctionBeginUser;
  PetscCall(MatSetOption(J, MAT_NEW_NONZERO_LOCATIONS, PETSC_FALSE));
  PetscCall(MatGetOwnershipRange(J, &first, &last));
  for (int e = 0; e < spin->num; e++) /* M W^2 = W^T M^T W^T ... = -W^T M W since M W is skew */
    for (int f = 0; f < spin->num; f++) {
      int r = spin->row[e], l = spin->row[f]; /* -sum W_ri M_rl W_lj at (i, j) */
      if (r % d != l % d) continue;
      for (int k = sys->mrow[r / d]; k < sys->mrow[r / d + 1]; k++) {
        if (sys->mcol[k] != l / d) continue;
        PetscInt i = sys->pos ? sys->pos[spin->col[e]] : spin->col[e];
        PetscInt j = sys->pos ? sys->pos[spin->col[f]] : spin->col[f];
        if (i >= first && i < last)
          PetscCall(
            MatSetValue(J, i, j, -scale * spin->value[e] * sys->mval[k] * spin->value[f], ADD_VALUES));
      }
    }
  PetscCall(MatAssemblyBegin(J, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(J, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSolverFindSpin(GudSolver *so, int *ok)
{
  PetscFunctionBeginUser;
  so->now_valid = 0;
  PetscCall(GudSolverConsistent(so, GUD_FOR_RESTART));
  if (!so->spin) so->spin = gud_alloc(sizeof *so->spin);
  *ok = gud_spin_find(so, so->s->q, so->now.v, so->spin);
  PetscFunctionReturn(PETSC_SUCCESS);
}
