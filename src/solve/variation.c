/* The variational equation of a step of Radau IIA: the derivative of the discrete step by its start, by the method's own
   equations with the analytic tangents of its stages; no differences are taken.

   Of (D1), (D2) of radau.c, for variations dq, dv, dz of the start (index 0), with e the multipliers of the drift:
   (VA1) dq_i - h sum_j A_ij dv_j + N^-1 Phi_q,0^T de_i = dq_0           times N, the scales of the coordinates
   (VA2) M dv'_i + K_i dq_i + C_i dv_i + Phi_q,i^T dlambda_i + (internals) = 0,     dv'_i = 1/h sum_j (A^-1)_ij (dv_j - dv_0)
   (VA3) Phi_q,i dq_i = 0,     Phi_q,i dv_i + G_i dq_i = 0,     G = d(Phi_q v + Phi_t)/dq = d Phi_q/dt along the motion
   (VA4) residuals of internals likewise; differential ones with dz'_i = 1/h sum_j (A^-1)_ij (dz_j - dz_0)
   Left out is the change of B = N^-1 Phi_q,0^T, which is multiplied by the drift e, an error of the step. All stages form one
   sparse matrix, factorised once per step; each variation costs one solve. Unknowns are dq, h dv, sd dlambda, de, dz.

   At a located event (g = 0 at t_e) that changes the equations, with x' on both sides of it and the jump x+ = J(x-):
   (VA5) dt = -(g_x dx)/(g_x x'- + g_t),   dx+ = J_x (dx + x'- dt) - x'+ dt            (saltation; Aizerman, Gantmakher 1958)
   Where forces are continuous (a compliant contact that meets or parts) nothing jumps: dx+ = dx. saltation.c has the rest.
   verified by: tests/studies/periodic.py */
#include "solve/variation.h"

#include "solve/radau_coefficients.h"
#include "solve/saltation.h"
#include "system/put.h"

#include <stdlib.h>
#include <string.h>

enum { S = GUD_RADAU_STAGES };
#define A   gud_radau_A
#define A_1 gud_radau_A_1

struct GudVariation {
  GudSolver    *so;
  GudEvaluated *at;
  GudLinear    *lu;
  GudSaltation *sa;      /* NULL before the first event */
  int           m;       /* unknowns of a stage */
  PetscInt     *ci, *cj; /* places of the system's own matrix */
  double       *K, *C;   /* its entries: by q, lambda, z; by v, z' */
  PetscInt     *gi, *gj; /* places (row, coordinate) of Phi_q, */
  double       *gv;      /* entries of its rate, or of itself at the start */
  PetscCount    num, num_g;
  double (*lin)[12];
  double *value; /* entries of the large matrix */
  double *rhs, *mv;
  double
     *algebraic; /* of every variation at the end of the step: see saltation.h; NULL before the first event */
  int num_algebraic;
  double *zt[S]; /* per stage: entries of z' by place, for the right-hand side */
};

/* Offsets of unknowns and of equations in a stage */
static int col_v(const GudSystem *s)
{
  return s->nq;
}
static int col_lam(const GudSystem *s)
{
  return 2 * s->nq;
}
static int col_e(const GudSystem *s)
{
  return 2 * s->nq + s->nr;
}
static int col_z(const GudSystem *s)
{
  return 2 * s->nq + 2 * s->nr;
}

static int is_row(const GudSystem *s, int k)
{
  return k >= s->nq && k < s->nq + s->nr;
}

/* The large matrix, in one order for its places and its values: the same traversal writes both. */
typedef struct {
  int    *i, *j;
  double *v;
  long    n;
} Big;

static inline void put(Big *b, int i, int j, double v)
{
  if (b->v) b->v[b->n] = v;
  if (b->i) b->i[b->n] = i, b->j[b->n] = j;
  b->n++;
}

/* (VA1) and the mass of (VA2) of stage i */
static void put_step(GudVariation *va, Big *b, int i, double h, double sd)
{
  const GudSystem *sys = va->so->sys;
  int              m = va->m, r = m * i;
  for (int k = 0; k < sys->nq; k++) {
    double w = sys->weight[k] * sys->weight[k];
    put(b, r + k, r + k, w);
    for (int j = 0; j < S; j++) put(b, r + k, m * j + col_v(sys) + k, -A[i][j] * w);
  }
  for (int n = 0; n < sys->model->num_vec; n++)
    for (int k = sys->mrow[n]; k < sys->mrow[n + 1]; k++)
      for (int e = 0; e < sys->dim; e++)
        for (int j = 0; j < S; j++)
          put(b, r + sys->nq + sys->dim * n + e, m * j + col_v(sys) + sys->dim * sys->mcol[k] + e,
              sd * A_1[i][j] / (h * h) * sys->mval[k]);
}

/* Phi_q^T de of (VA1), from the entries of Phi_q at the start in gv */
static void put_drift(GudVariation *va, Big *b, int i)
{
  for (PetscCount k = 0; k < va->num_g; k++)
    put(b, va->m * i + (int)va->gj[k], va->m * i + col_e(va->so->sys) + (int)va->gi[k], va->gv[k]);
}

/* K, C, Phi_q and G of stage i, from K, C and gv */
static void put_stage(GudVariation *va, Big *b, int i, double h)
{
  const GudSystem *sys = va->so->sys;
  int              m = va->m, r = m * i, nq = sys->nq, nr = sys->nr;
  for (PetscCount k = 0; k < va->num; k++) {
    int row = (int)va->ci[k], col = (int)va->cj[k], both = is_row(sys, row) && is_row(sys, col);
    int R  = r + (row < nq           ? nq + row
                  : is_row(sys, row) ? 2 * nq + row - nq
                                     : 2 * nq + 2 * nr + row - nq - nr);
    int to = col < nq           ? col
             : both             ? col_e(sys) + col - nq
             : is_row(sys, col) ? col_lam(sys) + col - nq
                                : col_z(sys) + col - nq - nr;
    put(b, R, r + to, va->K[k]);
    if (both) continue;
    if (is_row(sys, row)) {
      if (col < nq) put(b, R + nr, r + col_v(sys) + col, va->K[k]); /* (VA3): Phi_q h dv */
    } else if (col < nq) {
      put(b, R, r + col_v(sys) + col, va->C[k] / h);
    } else if (!is_row(sys, col) && sys->differential[col - nq - nr]) {
      for (int j = 0; j < S; j++) put(b, R, m * j + to, va->C[k] * A_1[i][j] / h);
    }
  }
  for (PetscCount k = 0; k < va->num_g; k++)
    put(b, r + 2 * nq + nr + (int)va->gi[k], r + (int)va->gj[k], h * va->gv[k]);
}

static PetscErrorCode create_places(GudVariation *va)
{
  GudSystem *sys   = va->so->sys;
  Big        count = {0};
  PetscFunctionBeginUser;
  for (int i = 0; i < S; i++)
    put_step(va, &count, i, 1, 1), put_drift(va, &count, i), put_stage(va, &count, i, 1);
  Big b = {.i = gud_alloc(sizeof(int) * (size_t)count.n), .j = gud_alloc(sizeof(int) * (size_t)count.n)};
  for (int i = 0; i < S; i++) put_step(va, &b, i, 1, 1), put_drift(va, &b, i), put_stage(va, &b, i, 1);
  va->value        = gud_alloc(sizeof(double) * (size_t)(count.n + 1));
  GudPlaces places = {.n = S * va->m, .num = b.n, .i = b.i, .j = b.j};
  PetscCall(GudLinearCreate(&places, GUD_LU_KLU, &va->lu));
  free(b.i), free(b.j);
  (void)sys;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudVariationCreate(GudSolver *so, GudVariation **out, int *ok)
{
  GudSystem *sys = so->sys;
  PetscFunctionBeginUser;
  *out = NULL, *ok = 0;
  const char *why = NULL;
  if (sys->size > 1) why = "variations are computed on one process";
  else if (!so->radau) why = "variations are those of method: radau";
  else if (sys->nr && !so->gram) why = "variations are those of stabilisation: index_2";
  else if (so->num_within) why = "variations need located events (transitions: located)";
  if (why) {
    snprintf(so->why, sizeof so->why, "%s", why);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  GudVariation *va = gud_alloc(sizeof *va);
  va->so = so, va->at = gud_evaluated_create(sys);
  va->m      = 2 * sys->nq + 2 * sys->nr + sys->nz;
  va->num    = sys->num_coo[GUD_PATTERN_FULL];
  va->ci     = gud_alloc(sizeof(PetscInt) * (size_t)(va->num + 1)),
  va->cj     = gud_alloc(sizeof(PetscInt) * (size_t)(va->num + 1));
  va->K      = gud_alloc(sizeof(double) * (size_t)(va->num + 1)),
  va->C      = gud_alloc(sizeof(double) * (size_t)(va->num + 1));
  va->lin    = gud_alloc(sizeof *va->lin * (size_t)(sys->nr + 1));
  GudPut own = {.i = va->ci, .j = va->cj}, rows = {0};
  gud_system_places(sys, GUD_PATTERN_FULL, &own);
  gud_rows_gradients(sys, va->lin, &rows);
  va->num_g = rows.n;
  va->gi    = gud_alloc(sizeof(PetscInt) * (size_t)(va->num_g + 1)),
  va->gj    = gud_alloc(sizeof(PetscInt) * (size_t)(va->num_g + 1));
  va->gv    = gud_alloc(sizeof(double) * (size_t)(va->num_g + 1));
  rows      = (GudPut){.i = va->gi, .j = va->gj};
  gud_rows_gradients(sys, va->lin, &rows);
  va->rhs = gud_alloc(sizeof(double) * (size_t)(S * va->m + 1)),
  va->mv  = gud_alloc(sizeof(double) * (size_t)(sys->n + 1));
  for (int i = 0; i < S; i++) va->zt[i] = gud_alloc(sizeof(double) * (size_t)(sys->nz ? va->num + 1 : 1));
  PetscCall(create_places(va));
  *out = va, *ok = 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudVariationDestroy(GudVariation **pv)
{
  GudVariation *va = *pv;
  PetscFunctionBeginUser;
  *pv = NULL;
  if (!va) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(GudLinearDestroy(&va->lu));
  PetscCall(GudSaltationDestroy(&va->sa));
  gud_evaluated_destroy(va->at);
  for (int i = 0; i < S; i++) free(va->zt[i]);
  free(va->ci), free(va->cj), free(va->K), free(va->C), free(va->gi), free(va->gj), free(va->gv),
    free(va->lin);
  free(va->algebraic);
  free(va->value), free(va->rhs), free(va->mv), free(va);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void gud_variation_rate_times(GudSystem *sys, const double *q, const double *v, const double *x, double *y)
{
  double(*lin)[12] = gud_alloc(sizeof *lin * (size_t)(sys->nr + 1));
  double(*own)[12] = sys->lin;
  gud_system_gradient_rates(sys, q, v, lin);
  sys->lin = lin;
  gud_system_phi_q_times(sys, x, y);
  sys->lin = own;
  free(lin);
}

/* K and C at a point, as in (D4) of radau.c */
static void tangents(GudVariation *va, const GudPoint *p, double sd)
{
  GudSystem *sys   = va->so->sys;
  GudCoef    stiff = {1, 0, 0, 1, 0}, both = {1, 1, 0, 1, 1};
  gud_evaluated_renew_all(va->at);
  gud_system_time(sys, p->t, p->history);
  gud_evaluated_at(va->at, p);
  gud_evaluated_tangent_entries(va->at, stiff, sd, GUD_PATTERN_FULL);
  memcpy(va->K, sys->coo, sizeof(double) * (size_t)va->num);
  gud_evaluated_tangent_entries(va->at, both, sd, GUD_PATTERN_FULL);
  for (PetscCount k = 0; k < va->num; k++) va->C[k] = sys->coo[k] - va->K[k];
}

static PetscErrorCode factorise(GudVariation *va, double h, double sd, int *ok)
{
  GudSolver  *so  = va->so;
  GudSystem  *sys = so->sys;
  Big         b   = {.v = va->value};
  GudFactored how;
  PetscFunctionBeginUser;
  gud_system_time(sys, so->before->t, so->before->history);
  gud_system_linearise(sys, so->before->q);
  double *phi_q = gud_alloc(sizeof(double) * (size_t)(va->num_g + 1));
  GudPut  start = {.v = phi_q};
  gud_rows_gradients(sys, sys->lin, &start);
  for (int i = 0; i < S; i++) {
    GudPoint p = so->method->at_node(so, i);
    p.history  = so->before->history;
    tangents(va, &p, sd);
    if (sys->nz) memcpy(va->zt[i], va->C, sizeof(double) * (size_t)va->num);
    put_step(va, &b, i, h, sd);
    memcpy(va->gv, phi_q, sizeof(double) * (size_t)va->num_g);
    put_drift(va, &b, i);
    gud_system_gradient_rates(sys, p.q, p.v, va->lin);
    GudPut rate = {.v = va->gv};
    gud_rows_gradients(sys, va->lin, &rate);
    put_stage(va, &b, i, h);
  }
  free(phi_q);
  PetscCall(GudLinearFactor(va->lu, va->value, &how));
  *ok = how != GUD_FACTOR_SINGULAR;
  if (!*ok) snprintf(so->why, sizeof so->why, "the variational equation is singular at t = %.9g s", so->s->t);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode advance(GudVariation *va, double h, double sd, double *x, double *algebraic)
{
  GudSystem *sys = va->so->sys;
  int        nq = sys->nq, nr = sys->nr, m = va->m;
  double    *q = x, *v = x + nq, *z = v + nq, *b = va->rhs;
  PetscFunctionBeginUser;
  memset(b, 0, sizeof(double) * (size_t)(S * m));
  gud_system_mass_times(sys, v, va->mv);
  for (int i = 0; i < S; i++) {
    double *r = b + m * i, s = A_1[i][0] + A_1[i][1] + A_1[i][2];
    for (int k = 0; k < nq; k++)
      r[k] = sys->weight[k] * sys->weight[k] * q[k], r[nq + k] = sd * s / h * va->mv[k];
    for (PetscCount k = 0; k < va->num && sys->nz; k++) {
      int row = (int)va->ci[k], col = (int)va->cj[k] - nq - nr;
      if (col < 0 || is_row(sys, row) || !sys->differential[col]) continue;
      r[row < nq ? nq + row : 2 * nq + 2 * nr + row - nq - nr] += va->zt[i][k] * s / h * z[col];
    }
  }
  PetscCall(GudLinearSolve(va->lu, b, b));
  double *end = b + m * (S - 1);
  memcpy(q, end, sizeof(double) * (size_t)nq);
  for (int k = 0; k < nq; k++) v[k] = end[col_v(sys) + k] / h;
  for (int k = 0; k < sys->nz; k++) z[k] = sys->differential[k] ? end[col_z(sys) + k] : 0;
  for (int k = 0; k < nr && algebraic; k++) algebraic[k] = end[col_lam(sys) + k] / (h * h);
  if (algebraic) memcpy(algebraic + nr, end + col_z(sys), sizeof(double) * (size_t)sys->nz);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudVariationStep(GudVariation *va, int event, int num, double *X, int *ok)
{
  GudSolver *so = va->so;
  double     h = so->method->at_node(so, S - 1).t - so->before->t, sd = h * h / so->sys->mass_scale;
  PetscFunctionBeginUser;
  *ok = 1;
  if (so->exact || so->compliance > 0) {
    *ok = 0;
    snprintf(so->why, sizeof so->why,
             so->exact
               ? "the drivers prescribe the whole motion: it has no variations"
               : "the motion passes a singular position at t = %.9g s: variations are not defined there",
             so->s->t);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(factorise(va, h, sd, ok));
  int n = gud_variation_size(so->sys), na = so->sys->nr + so->sys->nz;
  if (event >= 0 && num > va->num_algebraic) {
    free(va->algebraic);
    va->algebraic     = gud_alloc(sizeof(double) * (size_t)(num * na + 1));
    va->num_algebraic = num;
  }
  for (int k = 0; k < num && *ok; k++)
    PetscCall(advance(va, h, sd, X + (size_t)n * (size_t)k,
                      event >= 0 ? va->algebraic + (size_t)na * (size_t)k : NULL));
  if (event >= 0 && *ok && num) {
    GudPoint end = so->method->at_node(so, S - 1);
    if (!va->sa) PetscCall(GudSaltationCreate(so, &va->sa));
    PetscCall(GudSaltationApply(va->sa, event, &end, num, X, va->algebraic, ok));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
