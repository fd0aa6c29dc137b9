/* Variations across a located event: (VA5) of variation.c.

   Impact of one rigid contact without friction (N5), penetration delta(q) with gradient d = delta_q, at delta = 0, d.v- > 0:
   (SA1) M (v+ - v-) + Phi_q^T mu + F_z P = 0,   Phi_q v+ = -Phi_t,   d.v+ = -e d.v-        F_z: forces of a unit of N, on the left
   (SA2) dt = -(d.dq)/(d.v-),   dq' = dq + v- dt,   dv' = dv + a- dt                       at the varied instant, before
   (SA3) M dv'' + Phi_q^T dmu + F_z dP = M dv' - H dq' - Phi_qt^T mu dt                     H = d(Phi_q^T mu + F_z P)/dq
         Phi_q dv'' = -G dq' - (Phi_qt v+ + Phi_tt) dt                                       G = d(Phi_q v+ + Phi_t)/dq
         d.dv'' = -(d.v+)_q dq' - e (d.dv' + (d.v-)_q dq')
   (SA4) dq+ = dq' - v+ dt,   dv+ = dv'' - a+ dt,   dz+ = dz + (z'- - z'+) dt
   The row of N is delta' + k delta (P6), whose tangents give d (by v) and (d.v)_q (by q, less that at v = 0).
   A contact begins to stick or to slip (set-valued friction law; v is continuous, a jumps):
   (SA5) at that instant the row R of its friction force in the new mode, with the old coefficient, is met by the old motion: v_t = 0 where
         it begins to stick, lambda_t + mu_s N e = 0 where it lets go. So
         dt = -dR/R',   dR = R_q dq + R_v dv + R_lam dlam + R_z dz at the same time,   R' likewise along the motion
         dv+ = dv + (a- - a+) dt,   dz+ = dz + (z'- - z'+) dt
         lam', z' of R' are the slopes of the cubics of the step (D7), the error of which is of third order in its length.
         Several contacts at once: only where all of them say the same dt (nodes of one rigid body).
   All others: where v and a are continuous nothing jumps and dx+ = dx: compliant contacts that meet or part, rigid ones that
   let go. Other events in which a jumps (a latch) are refused with the reason.
   verified by: tests/studies/periodic.py (impact oscillator), tests/studies/stick_slip.py */
#include "solve/saltation.h"

#include "solve/radau_coefficients.h"
#include "system/put.h"

#include <stdlib.h>
#include <string.h>

struct GudSaltation {
  GudSolver    *so;
  GudEvaluated *at;
  GudLinear    *lu;
  PetscInt     *ci, *cj;
  PetscCount    num;
  double       *K[3], *C; /* tangents by q: as they are, at rest, with the impulses; by v */
  double       *value, *history;
  double       *d;          /* nq */
  double       *K_before;   /* tangent by q at v- */
  double       *a, *impact; /* nq: a-; n: v+, mu, P of (SA1) */
  double       *r, *w, *w2; /* n */
  double       *zero;
  double (*lin)[12];
  int    force, normal; /* the contact, and its unknown N */
  double e, speed;      /* -d.v+/d.v-, d.v- */
};

PetscErrorCode GudSaltationCreate(GudSolver *so, GudSaltation **out)
{
  GudSystem    *sys = so->sys;
  GudSaltation *sa  = gud_alloc(sizeof *sa);
  size_t        n = (size_t)sys->n + 1, num = (size_t)sys->num_coo[GUD_PATTERN_FULL] + 1;
  long          mass = 0, k = 0;
  PetscFunctionBeginUser;
  *out = sa, sa->so = so, sa->at = gud_evaluated_create(sys), sa->num = (PetscCount)num - 1;
  sa->ci = gud_alloc(sizeof(PetscInt) * num), sa->cj = gud_alloc(sizeof(PetscInt) * num);
  GudPut own = {.i = sa->ci, .j = sa->cj};
  gud_system_places(sys, GUD_PATTERN_FULL, &own);
  for (int i = 0; i < 3; i++) sa->K[i] = gud_alloc(sizeof(double) * num);
  sa->C = gud_alloc(sizeof(double) * num), sa->K_before = gud_alloc(sizeof(double) * num);
  sa->history    = gud_alloc(sizeof(double) * (size_t)(so->s->nh + 1));
  double **all[] = {&sa->d, &sa->a, &sa->impact, &sa->r, &sa->w, &sa->w2, &sa->zero};
  for (int i = 0; i < GUD_COUNT(all); i++) *all[i] = gud_alloc(sizeof(double) * n);
  sa->lin = gud_alloc(sizeof *sa->lin * (size_t)(sys->nr + 1));
  for (int i = 0; i < sys->model->num_vec; i++) mass += sys->dim * (sys->mrow[i + 1] - sys->mrow[i]);
  GudPlaces places = {.n = sys->n, .num = (long)sa->num + mass + sys->nz};
  int      *pi     = gud_alloc(sizeof(int) * (size_t)(places.num + 1)),
      *pj          = gud_alloc(sizeof(int) * (size_t)(places.num + 1));
  for (PetscCount i = 0; i < sa->num; i++, k++) pi[k] = (int)sa->ci[i], pj[k] = (int)sa->cj[i];
  for (int i = 0; i < sys->model->num_vec; i++)
    for (int j = sys->mrow[i]; j < sys->mrow[i + 1]; j++)
      for (int e = 0; e < sys->dim; e++, k++) pi[k] = sys->dim * i + e, pj[k] = sys->dim * sys->mcol[j] + e;
  for (int i = 0; i < sys->nz; i++, k++) pi[k] = pj[k] = sys->nq + sys->nr + i;
  places.i = pi, places.j = pj;
  sa->value = gud_alloc(sizeof(double) * (size_t)(places.num + 1));
  PetscCall(GudLinearCreate(&places, GUD_LU_KLU, &sa->lu));
  free(pi), free(pj);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSaltationDestroy(GudSaltation **ps)
{
  GudSaltation *sa = *ps;
  PetscFunctionBeginUser;
  *ps = NULL;
  if (!sa) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(GudLinearDestroy(&sa->lu));
  gud_evaluated_destroy(sa->at);
  for (int i = 0; i < 3; i++) free(sa->K[i]);
  free(sa->ci), free(sa->cj), free(sa->C), free(sa->value), free(sa->history), free(sa->d);
  free(sa->K_before), free(sa->a), free(sa->impact), free(sa->r), free(sa->w), free(sa->w2), free(sa->zero),
    free(sa->lin), free(sa);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static double dot(int n, const double *a, const double *b)
{
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

/* Tangents by q (and, C not NULL, by v) at a point, with the contact closed if `closed`; dynamic rows over the mass scale */
static void tangents(GudSaltation *sa, const GudPoint *end, const double *v, const double *z,
                     const double *lam, double *K, double *C)
{
  GudSystem *sys = sa->so->sys;
  GudPoint   p   = *end;
  double     sd  = 1 / sys->mass_scale;
  p.v = v, p.z = z, p.lam = lam, p.zt = sa->zero, p.history = sa->history;
  gud_evaluated_renew_all(sa->at);
  gud_evaluated_at(sa->at, &p);
  gud_evaluated_tangent_entries(sa->at, (GudCoef){1, 0, 0, 1, 0}, sd, GUD_PATTERN_FULL);
  memcpy(K, sys->coo, sizeof(double) * (size_t)sa->num);
  if (!C) return;
  gud_evaluated_tangent_entries(sa->at, (GudCoef){1, 1, 0, 1, 0}, sd, GUD_PATTERN_FULL);
  for (PetscCount k = 0; k < sa->num; k++) C[k] = sys->coo[k] - K[k];
}

/* The matrix of (SA1); with = 0: of the motion without the contact, for accelerations */
static PetscErrorCode factorise(GudSaltation *sa, int with, int *ok)
{
  GudSystem  *sys = sa->so->sys;
  int         nq = sys->nq, z0 = nq + sys->nr;
  long        k  = 0;
  double      sd = 1 / sys->mass_scale;
  GudFactored how;
  PetscFunctionBeginUser;
  for (PetscCount i = 0; i < sa->num; i++, k++) {
    int row = (int)sa->ci[i], col = (int)sa->cj[i], its = with && (row == sa->normal || col == sa->normal);
    sa->value[k] = 0;
    if (row < z0 && col < z0 && (row >= nq || col >= nq)) sa->value[k] = sa->K[0][i];
    if (its && row < nq) sa->value[k] = sa->K[0][i];
    if (its && col < nq) sa->value[k] = sa->C[i];
  }
  for (int i = 0; i < sys->model->num_vec; i++)
    for (int j = sys->mrow[i]; j < sys->mrow[i + 1]; j++)
      for (int e = 0; e < sys->dim; e++, k++) sa->value[k] = sd * sys->mval[j];
  for (int i = 0; i < sys->nz; i++, k++) sa->value[k] = !with || z0 + i != sa->normal;
  PetscCall(GudLinearFactor(sa->lu, sa->value, &how));
  *ok = how != GUD_FACTOR_SINGULAR;
  if (!*ok)
    snprintf(sa->so->why, sizeof sa->so->why, "the impact at t = %.9g s has no unique solution",
             sa->so->s->t);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* a- of the open contact: forces at the end of the step, exact equations */
static PetscErrorCode accelerations_before(GudSaltation *sa, const GudPoint *end, int *ok)
{
  GudSystem *sys = sa->so->sys;
  GudPoint   p   = *end;
  PetscFunctionBeginUser;
  p.history = sa->so->before->history;
  gud_evaluated_renew_all(sa->at);
  gud_evaluated_at(sa->at, &p);
  memset(sa->r, 0, sizeof(double) * (size_t)sys->n);
  gud_evaluated_forces(sa->at, GUD_FORCES_ALL, sa->r);
  for (int k = 0; k < sys->nq; k++) sa->r[k] *= -1 / sys->mass_scale;
  gud_system_gamma(sys, end->q, end->v, sa->r + sys->nq);
  memset(sa->r + sys->nq + sys->nr, 0, sizeof(double) * (size_t)sys->nz);
  PetscCall(factorise(sa, 0, ok));
  if (*ok) PetscCall(GudLinearSolve(sa->lu, sa->r, sa->r));
  memcpy(sa->a, sa->r, sizeof(double) * (size_t)sys->nq);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* y = (row of N of a tangent) . x over coordinates */
static double row_times(const GudSaltation *sa, const double *K, const double *x)
{
  double sum = 0;
  for (PetscCount i = 0; i < sa->num; i++)
    if (sa->ci[i] == sa->normal && sa->cj[i] < sa->so->sys->nq) sum += K[i] * x[sa->cj[i]];
  return sum;
}

/* (d.v)_q x at velocity v: the tangent there less that at rest */
static double turning(GudSaltation *sa, const double *K, const double *x)
{
  return row_times(sa, K, x) - row_times(sa, sa->K[1], x);
}

/* (SA1), with d, the tangents and the matrix */
static PetscErrorCode prepare(GudSaltation *sa, const GudPoint *end, int *ok)
{
  GudSolver           *so  = sa->so;
  GudSystem           *sys = so->sys;
  const GudModelForce *f   = &sys->model->forces[sa->force];
  GudRigid             is;
  int                  nq      = sys->nq;
  static const double  none[2] = {0};
  PetscFunctionBeginUser;
  f->type->contact->rigid(f->type, f->params, &is);
  memcpy(sa->history, so->before->history, sizeof(double) * (size_t)so->s->nh);
  GudPoint p = *end;
  p.history  = sa->history;
  gud_system_time(sys, end->t, so->before->history);
  gud_system_linearise(sys, end->q);
  gud_evaluated_renew_all(sa->at);
  gud_evaluated_at(sa->at, &p);
  f->type->contact->rigid_set(gud_evaluated_force(sa->at, sa->force, GUD_LEVEL_POSITION), GUD_RIGID_SLIP,
                              none, sa->history + f->history);
  sa->normal = nq + sys->nr + f->internal + is.normal;
  tangents(sa, end, sa->zero, sa->zero, sa->zero, sa->K[1], NULL);
  tangents(sa, end, so->s->v, sa->zero, sa->zero, sa->K[0], sa->C);
  memset(sa->d, 0, sizeof(double) * (size_t)nq);
  for (PetscCount i = 0; i < sa->num; i++)
    if (sa->ci[i] == sa->normal && sa->cj[i] < nq) sa->d[sa->cj[i]] += sa->C[i];
  sa->speed = dot(nq, sa->d, end->v), sa->e = -dot(nq, sa->d, so->s->v) / sa->speed;
  PetscCall(accelerations_before(sa, end, ok));
  if (*ok) PetscCall(factorise(sa, 1, ok));
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  double *b = sa->impact;
  memset(b, 0, sizeof(double) * (size_t)sys->n);
  gud_system_mass_times(sys, end->v, b);
  for (int k = 0; k < nq; k++) b[k] /= sys->mass_scale;
  gud_system_phi_t(sys, end->q, b + nq);
  for (int k = 0; k < sys->nr; k++) b[nq + k] = -b[nq + k];
  b[sa->normal] = -sa->e * sa->speed;
  PetscCall(GudLinearSolve(sa->lu, b, b));
  double off = 0, size = 0;
  for (int k = 0; k < nq; k++) off = fmax(off, fabs(b[k] - so->s->v[k])), size = fmax(size, fabs(end->v[k]));
  *ok = off <= 1e-6 * size;
  if (!*ok)
    snprintf(
      so->why, sizeof so->why,
      "the impact at t = %.9g s is one of several contacts or of friction: its derivative is not served",
      so->s->t);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* K[2]: with impulses P and mu, so that K[2] - K[0] is H in the dynamic rows; mu of unknowns scaled like sd lambda */
static void hessian(GudSaltation *sa, const GudPoint *end)
{
  GudSystem *sys = sa->so->sys;
  int        z0  = sys->nq + sys->nr;
  double    *z = sa->w, *lam = sa->w2;
  memset(z, 0, sizeof(double) * (size_t)(sys->nz + 1));
  z[sa->normal - z0] = sa->impact[sa->normal];
  for (int k = 0; k < sys->nr; k++) lam[k] = sa->impact[sys->nq + k] * sys->mass_scale;
  tangents(sa, end, sa->so->s->v, z, lam, sa->K[2], NULL);
}

static PetscErrorCode across(GudSaltation *sa, const GudPoint *end, double *x)
{
  GudSolver *so  = sa->so;
  GudSystem *sys = so->sys;
  int        nq = sys->nq, nr = sys->nr;
  double    *dq = x, *dv = x + nq, *b = sa->r, *g = sa->w, dt = -dot(nq, sa->d, dq) / sa->speed;
  PetscFunctionBeginUser;
  for (int k = 0; k < nq; k++) dq[k] += end->v[k] * dt, dv[k] += sa->a[k] * dt; /* (SA2) */
  memset(b, 0, sizeof(double) * (size_t)sys->n);
  gud_system_mass_times(sys, dv, b);
  for (int k = 0; k < nq; k++) b[k] /= sys->mass_scale;
  for (PetscCount i = 0; i < sa->num; i++)
    if (sa->ci[i] < nq && sa->cj[i] < nq) b[sa->ci[i]] -= (sa->K[2][i] - sa->K[0][i]) * dq[sa->cj[i]];
  if (nr) {
    gud_system_gradient_rates(sys, end->q, sa->zero, sa->lin); /* what depends on time by itself */
    for (int k = 0; k < nr; k++) g[k] = -sa->impact[nq + k] * dt;
    gud_system_phi_q_transpose(sys, sa->lin, g, b);
    gud_system_gradient_rates(sys, end->q, so->s->v, sa->lin);
    double(*own)[12] = sys->lin;
    sys->lin         = sa->lin;
    gud_system_phi_q_times(sys, dq, b + nq), gud_system_phi_q_times(sys, so->s->v, g);
    sys->lin = own;
    for (int k = 0; k < nr; k++) b[nq + k] = -b[nq + k] + g[k] * dt;
    gud_system_gamma(sys, end->q, so->s->v, g);
    for (int k = 0; k < nr; k++) b[nq + k] += g[k] * dt;
  }
  b[sa->normal] = -turning(sa, sa->K[0], dq);
  double before = dot(nq, sa->d, dv) + turning(sa, sa->K_before, dq);
  b[sa->normal] -= sa->e * before;
  PetscCall(GudLinearSolve(sa->lu, b, b));
  for (int k = 0; k < nq; k++) dq[k] -= so->s->v[k] * dt, dv[k] = b[k] - so->s->acc[k] * dt; /* (SA4) */
  for (int k = 0; k < sys->nz; k++)
    if (sys->differential[k]) x[2 * nq + k] += (end->zt[k] - so->s->zt[k]) * dt;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- friction (SA5) ---- */

/* The end of the step with the modes and directions after the event (after = 1) of force n, and the memories before it */
static void mix_history(GudSaltation *sa, int n, int after)
{
  const GudSolver     *so = sa->so;
  const GudModelForce *f  = &so->sys->model->forces[n];
  memcpy(sa->history, so->before->history, sizeof(double) * (size_t)so->s->nh);
  for (int k = 0; k < f->type->num_history && after; k++) {
    GudHistoryKind kind = f->type->history[k].kind;
    if (kind == GUD_HISTORY_MODE || kind == GUD_HISTORY_DIRECTION)
      sa->history[f->history + k] = so->s->history[f->history + k];
  }
}

/* The only row of an internal of force n that has changed from K[1], K_before (by q and by v) to K[0], C; -1: none, or several */
static int changed_row(const GudSaltation *sa, int n)
{
  const GudSystem     *sys = sa->so->sys;
  const GudModelForce *f   = &sys->model->forces[n];
  int                  row = -1, first = sys->nq + sys->nr + f->internal;
  for (int r = first; r < first + f->num_internals; r++) {
    double off = 0, size = 0;
    for (PetscCount i = 0; i < sa->num; i++) {
      if (sa->ci[i] != r) continue;
      off  = fmax(off, fmax(fabs(sa->K[0][i] - sa->K[1][i]), fabs(sa->C[i] - sa->K_before[i])));
      size = fmax(size, fmax(fabs(sa->K[0][i]), fabs(sa->C[i])));
    }
    if (!(off > 1e-9 * size)) continue;
    if (row >= 0) return -1;
    row = r;
  }
  return row;
}

/* R of a change (dq, dv, algebraic) of the row */
static double change_of_row(const GudSaltation *sa, int row, const double *dq, const double *dv,
                            const double *algebraic)
{
  int    nq  = sa->so->sys->nq;
  double sum = 0;
  for (PetscCount i = 0; i < sa->num; i++) {
    int col = (int)sa->cj[i];
    if (sa->ci[i] != row) continue;
    sum += sa->K[0][i] * (col < nq ? dq[col] : algebraic[col - nq]);
    if (col < nq) sum += sa->C[i] * dv[col];
  }
  return sum;
}

/* lambda'/mass scale and z' at the end of the step: slopes of the cubics through its start and stages */
static void algebraic_rates(const GudSaltation *sa, double *rate)
{
  GudSolver *so                  = sa->so;
  GudSystem *sys                 = so->sys;
  double c[GUD_RADAU_STAGES + 1] = {0}, h = so->method->at_node(so, GUD_RADAU_STAGES - 1).t - so->before->t;
  memset(rate, 0, sizeof(double) * (size_t)(sys->nr + sys->nz));
  for (int j = 0; j < GUD_RADAU_STAGES; j++) c[j + 1] = gud_radau_c[j];
  for (int j = 0; j <= GUD_RADAU_STAGES; j++) {
    double slope = 0; /* of the Lagrange polynomial of node j at 1 */
    for (int k = 0; k <= GUD_RADAU_STAGES; k++) {
      double part = 1;
      for (int m = 0; m <= GUD_RADAU_STAGES; m++)
        if (m != j && k != j) part *= m == k ? 1 / (c[j] - c[k]) : (1 - c[m]) / (c[j] - c[m]);
      if (k != j) slope += part;
    }
    GudPoint p = j ? so->method->at_node(so, j - 1) : gud_state_point(so->before);
    for (int k = 0; k < sys->nr; k++) rate[k] += slope / h * p.lam[k] / sys->mass_scale;
    for (int k = 0; k < sys->nz; k++) rate[sys->nr + k] += slope / h * p.z[k];
  }
}

/* dt of every variation, from the contact of force n */
static PetscErrorCode instants(GudSaltation *sa, int n, const GudPoint *end, int num, const double *X,
                               const double *algebraic, double *dt, int *ok)
{
  GudSolver *so  = sa->so;
  GudSystem *sys = so->sys;
  int        nq = sys->nq, na = sys->nr + sys->nz, size = 2 * nq + sys->nz;
  double    *rate = gud_alloc(sizeof(double) * (size_t)(na + 1));
  PetscFunctionBeginUser;
  gud_system_time(sys, end->t, so->before->history);
  gud_system_linearise(sys, end->q);
  mix_history(sa, n, 0);
  tangents(sa, end, end->v, end->z, end->lam, sa->K[1], sa->K_before);
  mix_history(sa, n, 1);
  tangents(sa, end, end->v, end->z, end->lam, sa->K[0], sa->C);
  int row = changed_row(sa, n);
  *ok     = row >= 0;
  if (*ok) PetscCall(accelerations_before(sa, end, ok));
  if (*ok) {
    algebraic_rates(sa, rate);
    double along = change_of_row(sa, row, end->v, sa->a, rate);
    for (int k = 0; k < num; k++) {
      const double *x = X + (size_t)size * (size_t)k;
      dt[k]           = -change_of_row(sa, row, x, x + nq, algebraic + (size_t)na * (size_t)k) / along;
      *ok &= isfinite(dt[k]) != 0;
    }
  }
  free(rate);
  if (!*ok)
    snprintf(so->why, sizeof so->why,
             "at t = %.9g s the friction of '%s' changes its mode in a way whose derivative is not served",
             so->s->t, sys->model->forces[n].name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Has force n changed its modes in the event? */
static int has_changed(const GudSolver *so, int n)
{
  const GudModelForce *f = &so->sys->model->forces[n];
  for (int k = 0; k < f->type->num_history; k++)
    if (f->type->history[k].kind == GUD_HISTORY_MODE &&
        so->before->history[f->history + k] != so->s->history[f->history + k])
      return 1;
  return 0;
}

static PetscErrorCode friction(GudSaltation *sa, const GudPoint *end, int num, double *X,
                               const double *algebraic, int *ok)
{
  GudSolver *so  = sa->so;
  GudSystem *sys = so->sys;
  int        nq = sys->nq, size = 2 * nq + sys->nz, any = 0;
  double    *dt = gud_alloc(sizeof(double) * (size_t)(num + 1)),
         *other = gud_alloc(sizeof(double) * (size_t)(num + 1));
  PetscFunctionBeginUser;
  *ok = 1;
  for (int n = 0; n < sys->model->num_forces && *ok; n++) {
    if (!has_changed(so, n)) continue;
    PetscCall(instants(sa, n, end, num, X, algebraic, any ? other : dt, ok));
    double most = 0, off = 0;
    for (int k = 0; k < num && any && *ok; k++)
      most = fmax(most, fabs(dt[k])), off = fmax(off, fabs(dt[k] - other[k]));
    if (off > 1e-6 * most) {
      *ok = 0;
      snprintf(
        so->why, sizeof so->why,
        "at t = %.9g s several contacts begin to stick or to slip at once, in an order that depends on the "
        "motion: it has no derivative",
        so->s->t);
    }
    any = 1;
  }
  for (int k = 0; k < num && *ok; k++) {
    double *dv = X + (size_t)size * (size_t)k + nq, *dz = dv + nq;
    for (int i = 0; i < nq; i++) dv[i] += (sa->a[i] - so->s->acc[i]) * dt[k];
    for (int i = 0; i < sys->nz; i++)
      if (sys->differential[i]) dz[i] += (end->zt[i] - so->s->zt[i]) * dt[k];
  }
  free(dt), free(other);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Number of forces whose modes the event has changed; the first of them */
static int changed(const GudSolver *so, int *force)
{
  const GudModel *m   = so->sys->model;
  int             num = 0;
  for (int n = 0; n < m->num_forces; n++)
    if (has_changed(so, n) && !num++) *force = n;
  return num;
}

static int is_friction(const GudModel *m, int event)
{
  for (int n = 0; n < m->num_forces; n++) {
    const GudModelForce *f = &m->forces[n];
    if (event >= f->event && event < f->event + f->type->num_events)
      return f->type->event_kinds[event - f->event] == GUD_EVENT_FRICTION;
  }
  return 0;
}

PetscErrorCode GudSaltationApply(GudSaltation *sa, int event, const GudPoint *end, int num, double *X,
                                 const double *algebraic, int *ok)
{
  GudSolver *so = sa->so;
  int        nq = so->sys->nq, size = 2 * nq + so->sys->nz, force = -1;
  double     jump_v = 0, jump_a = 0, v = 0, a = 0;
  PetscFunctionBeginUser;
  for (int k = 0; k < nq; k++) {
    double w = so->sys->weight[k];
    jump_v = fmax(jump_v, w * fabs(so->s->v[k] - end->v[k])), v = fmax(v, w * fabs(end->v[k]));
    jump_a = fmax(jump_a, w * fabs(so->s->acc[k] - end->a[k])),
    a      = fmax(a, w * fmax(fabs(end->a[k]), fabs(so->s->acc[k])));
  }
  /* an event is located a little late: what accelerations make of that is no jump of velocities */
  double late = 1e-9 * (end->t - so->before->t) + 10 * gud_least_step(so), smooth = 1e-8 * v + late * a;
  int    several = changed(so, &force) > 1;
  *ok            = 1;
  if (jump_v <= smooth && force >= 0 && is_friction(so->sys->model, event)) {
    PetscCall(friction(sa, end, num, X, algebraic, ok));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (jump_v <= smooth && jump_a <= 1e-2 * a) PetscFunctionReturn(PETSC_SUCCESS); /* nothing jumps */
  for (int n = 0; n < so->sys->model->num_forces && force < 0;
       n++) /* an impact after which the contact is open again */
    if (gud_solver_is_rigid(so, n)) force = n;
  const char *name = force < 0 ? "?" : so->sys->model->forces[force].name;
  if (several || force < 0 || !gud_solver_is_rigid(so, force) || jump_v <= smooth) {
    *ok = 0;
    snprintf(so->why, sizeof so->why,
             "at t = %.9g s %s jump in an event of '%s': the derivative of such events is not served",
             so->s->t, jump_v > smooth ? "velocities" : "accelerations", name);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  sa->force = force;
  PetscCall(prepare(sa, end, ok));
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  hessian(sa, end);
  tangents(sa, end, end->v, sa->zero, sa->zero, sa->K_before, NULL);
  for (int k = 0; k < num; k++) PetscCall(across(sa, end, X + (size_t)size * (size_t)k));
  PetscFunctionReturn(PETSC_SUCCESS);
}
