/* `start: quasi_static`: flexible bodies begin in the deformed state that the motion of the ideal machine holds them in.

   (Z1) v0, a0: velocities and accelerations of the ideal machine (ideal.c): joints with a gap closed, flexible bodies rigid
   (Z2) f_int(q) + M a0 + Phi_q^T lambda + G^T mu + M W eta = f_ext(q0, v0),   Phi(q) = 0,   G (q - q0) = 0,   W^T M (q - q0) = 0
        G: the rows of gaps in (I3); W: velocities that drivers and joints leave free. mu are the forces that the gaps have to
        transmit; eta corrects the accelerations of what is free (inertia relief)
   (Z3) a joint whose force depends on the rate of its gap (a film): the rate along which it transmits mu, the gap as it is drawn
   (Z4) any other joint with a gap (dry contact): the gap is closed along mu until the contact transmits it at rest
   (Z5) velocities: of the ideal machine in the deformed shape, with the rates of (Z3)
   Newton on (Z2) with exact residuals; its matrix has M times a small number, so that it is regular without G and W, which are added
   by the Schur complement. Loads in parts where the whole fails.
   Left out: rates of deformation, the change of inertia forces by the deformation, friction and forces with internal unknowns, the
   contact of guides (their points stay where they are drawn). Limit: no acceleration and no load, q = q0.
   limits: one process; at most GUD_IDEAL_UNKNOWNS unknowns of the ideal machine.
   verified by: cases/quasi_static_start */
#include "base/vec3.h"
#include "solve/ideal.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_FREEDOMS = 24, MAX_NEWTON = 30 };
/* of acceleration over length: far below the square of a natural frequency of a body; of the largest stiffness over mass */
static const double shift_part = 1e-2, least_shift = 1e-11;

typedef struct {
  GudSolver *so;
  GudIdeal  *id;
  GudLinear *lu;
  int        num;     /* borders: rows of gaps, then freedoms */
  double    *border;  /* num x nq */
  double    *size;    /* num: norms of the borders */
  double    *force;   /* num: mu, eta */
  double    *solved;  /* num x n: matrix^-1 border^T */
  double    *S;       /* num x num */
  double    *q0, *a0; /* nq */
  double    *load;    /* nq: - f_ext of forces at q0, v0 */
  double    *lam;     /* nr */
  double    *r;       /* n */
  double     part;    /* of the loads */
} Quasi;

/* Solves S y = b, n x n by rows, with pivots; rows that depend on others get zero. S and b are destroyed, y in b. */
static void solve_dense(int n, double *S, double *b)
{
  int *order = gud_alloc(sizeof(int) * (size_t)(n + 1)), rank = 0;
  for (int i = 0; i < n; i++) order[i] = i;
  for (; rank < n; rank++) { /* symmetric pivoting on the diagonal: S is positive or negative semidefinite */
    int best = rank;
    for (int k = rank; k < n; k++)
      if (fabs(S[order[k] * n + order[k]]) > fabs(S[order[best] * n + order[best]])) best = k;
    int p = order[best], swap = order[rank];
    order[rank] = p, order[best] = swap;
    if (!(fabs(S[p * n + p]) > 1e-11)) break;
    for (int k = rank + 1; k < n; k++) {
      int    i = order[k];
      double f = S[i * n + p] / S[p * n + p];
      for (int l = rank + 1; l < n; l++) S[i * n + order[l]] -= f * S[p * n + order[l]];
      b[i] -= f * b[p];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    int i = order[k];
    if (k >= rank) {
      b[i] = 0;
      continue;
    }
    for (int l = k + 1; l < rank; l++) b[i] -= S[i * n + order[l]] * b[order[l]];
    b[i] /= S[i * n + i];
  }
  free(order);
}

static double dot(int n, const double *a, const double *b)
{
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

/* ---- (Z2) ---- */

/* Rows of gaps that are not zero, and M W. */
static PetscErrorCode find_borders(Quasi *z)
{
  GudSystem *sys = z->so->sys;
  size_t     nq = (size_t)sys->nq, rows = (size_t)(GUD_GAP_ROWS * z->id->num_gaps);
  int        freedoms;
  PetscFunctionBeginUser;
  double *W = gud_alloc(sizeof(double) * (MAX_FREEDOMS + 1) * (nq + 1));
  PetscCall(GudIdealFreedoms(z->id, MAX_FREEDOMS, W, &freedoms));
  z->num    = (int)rows + freedoms;
  z->border = gud_alloc(sizeof(double) * (rows + (size_t)freedoms + 1) * (nq + 1));
  z->size   = gud_alloc(sizeof(double) * (size_t)(z->num + 1));
  z->force  = gud_alloc(sizeof(double) * (size_t)(z->num + 1));
  z->S      = gud_alloc(sizeof(double) * (size_t)(z->num + 1) * (size_t)(z->num + 1));
  z->solved = gud_alloc(sizeof(double) * (size_t)(z->num + 1) * (size_t)(sys->n + 1));
  memcpy(z->border, z->id->rows, sizeof(double) * rows * nq);
  for (int k = 0; k < freedoms; k++)
    gud_system_mass_times(sys, W + (size_t)k * nq, z->border + (rows + (size_t)k) * nq);
  for (int k = 0; k < z->num; k++) {
    const double *b = z->border + (size_t)k * nq;
    z->size[k]      = sqrt(dot(sys->nq, b, b));
  }
  free(W);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Residual of (Z2) without the rows of the borders, unscaled: n numbers. 0: an element has no forces there. */
static int residual(Quasi *z, const GudPoint *p)
{
  GudSystem *sys  = z->so->sys;
  int        nq   = sys->nq;
  double     part = z->part;
  memset(z->r, 0, sizeof(double) * (size_t)sys->n);
  gud_evaluated_at(z->so->trial, p);
  sys->load_factor = part;
  gud_evaluated_forces(z->so->trial, GUD_FORCES_BODIES, z->r);
  sys->load_factor = 1;
  gud_system_mass_times(sys, z->a0, z->so->qg);
  for (int i = 0; i < nq; i++) z->r[i] += part * (z->so->qg[i] + z->load[i]);
  for (int k = 0; k < z->num; k++)
    for (int i = 0; i < nq; i++) z->r[i] += z->force[k] * z->border[(size_t)k * (size_t)nq + (size_t)i];
  gud_system_linearise(sys, p->q);
  gud_system_phi_q_transpose(sys, sys->lin, z->lam, z->r);
  gud_system_phi(sys, p->q, z->r + nq);
  return !sys->retry;
}

/* One Newton step from q: increments into z->r, forces of the borders and multipliers are taken. */
static PetscErrorCode newton_step(Quasi *z, const double *q, double shift, int *ok)
{
  GudSolver  *so  = z->so;
  GudSystem  *sys = so->sys;
  GudState   *s   = so->s;
  int         nq = sys->nq, n = sys->n, num = z->num;
  double      worst = 0, *rhs = gud_alloc(sizeof(double) * (size_t)(num + 1));
  GudFactored how;
  PetscFunctionBeginUser;
  memset(so->v1, 0, sizeof(double) * (size_t)nq), memset(so->zt1, 0, sizeof(double) * (size_t)(sys->nz + 1));
  GudPoint p = {s->t, q, so->v1, z->a0, z->lam, s->z, so->zt1, s->history, 0};
  *ok        = residual(z, &p);
  GudCoef c  = {.q = 1, .a = shift, .zt = 1};
  gud_evaluated_tangent_entries(so->trial, c, 1, GUD_PATTERN_FULL);
  for (PetscCount k = 0; k < sys->num_coo[GUD_PATTERN_FULL]; k++)
    worst = fmax(worst, fabs(PetscRealPart(sys->coo[k])));
  /* but not lost in the digits of the stiffness */
  double sd = 1 / worst;
  c.a       = fmax(shift, least_shift * worst / sys->mass_scale);
  gud_evaluated_tangent_entries(so->trial, c, sd, GUD_PATTERN_FULL);
  PetscCall(GudLinearFactor(z->lu, sys->coo, &how));
  *ok = *ok && how != GUD_FACTOR_SINGULAR && isfinite(worst);
  if (!*ok) {
    free(rhs);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  for (int i = 0; i < nq; i++) z->r[i] *= sd;
  PetscCall(GudLinearSolve(z->lu, z->r, z->r));
  for (int k = 0; k < num; k++) {
    const double *b = z->border + (size_t)k * (size_t)nq;
    double       *x = z->solved + (size_t)k * (size_t)n, size = z->size[k] > 0 ? z->size[k] : 1;
    memset(x, 0, sizeof(double) * (size_t)n);
    for (int i = 0; i < nq; i++) x[i] = b[i] / size;
    PetscCall(GudLinearSolve(z->lu, x, x));
    rhs[k] = 0;
    for (int i = 0; i < nq; i++) rhs[k] += b[i] / size * (q[i] - z->q0[i] - z->r[i]);
    for (int j = 0; j < num; j++)
      z->S[j * num + k] = dot(nq, z->border + (size_t)j * (size_t)nq, x) / (z->size[j] > 0 ? z->size[j] : 1);
  }
  /* rows and columns scaled to a diagonal of one */
  double *d = gud_alloc(sizeof(double) * (size_t)(num + 1));
  for (int k = 0; k < num; k++) d[k] = z->S[k * num + k] != 0 ? 1 / sqrt(fabs(z->S[k * num + k])) : 0;
  for (int j = 0; j < num; j++) {
    rhs[j] *= d[j];
    for (int k = 0; k < num; k++) z->S[j * num + k] *= d[j] * d[k];
  }
  solve_dense(num, z->S, rhs);
  for (int k = 0; k < num; k++) {
    double y = d[k] * rhs[k], size = z->size[k] > 0 ? z->size[k] : 1;
    for (int i = 0; i < n; i++) z->r[i] += y * z->solved[(size_t)k * (size_t)n + (size_t)i];
    z->force[k] += y / (size * sd);
  }
  for (int i = 0; i < sys->nr; i++) z->lam[i] -= z->r[nq + i] / sd;
  free(d), free(rhs);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Newton from the state to the part z->part of the loads. */
static PetscErrorCode newton(Quasi *z, double shift, int *ok)
{
  GudSystem *sys = z->so->sys;
  double    *q = z->so->q1, before = INFINITY;
  PetscFunctionBeginUser;
  memcpy(q, z->so->s->q, sizeof(double) * (size_t)sys->nq);
  for (int it = 0; it < MAX_NEWTON; it++) {
    PetscCall(newton_step(z, q, shift, ok));
    if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
    double size = gud_weighted_norm(sys, z->r);
    *ok         = size < 0.3; /* what bends by so much does not move like the ideal machine */
    if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
    for (int i = 0; i < sys->nq; i++) q[i] -= z->r[i];
    if (size < 1e-12 || (size < 1e-8 && size > 0.5 * before)) { /* digits are used up */
      memcpy(z->so->s->q, q, sizeof(double) * (size_t)sys->nq);
      PetscFunctionReturn(PETSC_SUCCESS);
    }
    before = size;
  }
  *ok = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (Z2), from s->q. */
static PetscErrorCode deform(Quasi *z, int *ok)
{
  static const int parts[] = {1, 8, 64};
  GudSystem       *sys     = z->so->sys;
  double           most = 0, weight = gud_norm_real(sys->model->gravity);
  PetscFunctionBeginUser;
  for (int i = 0; i < sys->nq; i++)
    if (sys->moves[i / sys->dim]) most = fmax(most, fabs(z->a0[i]));
  double shift = shift_part * fmax(fmax(most, weight), 1e-3 * sys->length_scale) / sys->length_scale;
  PetscCall(GudLinearCreateFor(sys, z->so->num_redundant ? GUD_LINEAR_PIVOTED : GUD_LINEAR_DIRECT,
                               GUD_PATTERN_FULL, NULL, &z->lu));
  *ok = 0;
  for (size_t n = 0; n < sizeof parts / sizeof *parts && !*ok; n++) {
    memcpy(z->so->s->q, z->q0, sizeof(double) * (size_t)sys->nq);
    memset(z->lam, 0, sizeof(double) * (size_t)sys->nr), memset(z->force, 0, sizeof(double) * (size_t)z->num);
    for (int k = 1; k <= parts[n]; k++) {
      z->part = (double)k / parts[n];
      PetscCall(newton(z, shift, ok));
      if (!*ok) break;
    }
  }
  PetscCall(GudLinearDestroy(&z->lu));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- (Z3), (Z4) ---- */

/* What force `force` does against the velocity dv, at q + s dv, v or at q, v + s dv: the power of its resistance per unit of dv. */
static double resistance(Quasi *z, int force, const double *dv, double s, int closes)
{
  GudSolver           *so  = z->so;
  GudSystem           *sys = so->sys;
  const GudModelForce *fo  = &sys->model->forces[force];
  for (int i = 0; i < sys->nq; i++) {
    so->q1[i] = so->s->q[i] + (closes ? s * dv[i] : 0);
    so->v1[i] = so->s->v[i] + (closes ? 0 : s * dv[i]);
  }
  GudPoint p = {so->s->t, so->q1, so->v1, z->a0, z->lam, so->s->z, so->zt1, so->s->history, 0};
  memset(so->zt1, 0, sizeof(double) * (size_t)(sys->nz + 1));
  gud_evaluated_at(so->trial, &p);
  if (closes && fo->type->start) { /* open or closed as it is there */
    fo->type->start(gud_evaluated_force(so->trial, force, GUD_LEVEL_NONE), so->s->history + fo->history,
                    so->s->z + fo->internal);
    gud_evaluated_renew(so->trial, force);
  }
  memset(z->r, 0, sizeof(double) * (size_t)sys->n);
  sys->retry = 0;
  gud_evaluated_add_force(so->trial, force, z->r);
  return sys->retry ? NAN : dot(sys->nq, z->r, dv);
}

/* s with resistance = wanted > what it is at 0: doubled from `first` to `last`, then the Illinois method. NaN: there is none. */
static double balance(Quasi *z, int force, const double *dv, double wanted, const double range[2], int closes)
{
  double low = 0, high = range[0], at_low = resistance(z, force, dv, 0, closes) - wanted, at_high;
  int    side = 0;
  if (!(at_low < 0)) return at_low == 0 ? 0 : NAN;
  for (;; high *= 2) {
    if (!(high < range[1])) return NAN;
    at_high = resistance(z, force, dv, high, closes) - wanted;
    if (isnan(at_high)) return NAN;
    if (at_high >= 0) break;
    low = high, at_low = at_high;
  }
  for (int k = 0; k < 100 && high - low > 1e-14 * high; k++) {
    double s = (low * at_high - high * at_low) / (at_high - at_low);
    double f = resistance(z, force, dv, s, closes) - wanted;
    if (fabs(f) <= 1e-10 * wanted) return s;
    if (f < 0) {
      low = s, at_low = f;
      if (side == -1) at_high /= 2;
      side = -1;
    } else {
      high = s, at_high = f;
      if (side == 1) at_low /= 2;
      side = 1;
    }
  }
  return 0.5 * (low + high);
}

static double largest_force(const Quasi *z)
{
  double most = 0;
  for (int g = 0; g < z->id->num_gaps; g++) most = fmax(most, gud_norm_real(z->force + GUD_GAP_ROWS * g));
  return most;
}

/* One joint: what it has to add to the velocities (Z3), added to `rate`; or to the positions (Z4), done. */
static PetscErrorCode settle_gap(Quasi *z, int gap, double *rate)
{
  GudSystem    *sys = z->so->sys;
  const double *mu  = z->force + GUD_GAP_ROWS * gap;
  double        F = gud_norm_real(mu), L = sys->length_scale, s = NAN, direction[3];
  int           force = z->id->gap[gap], ok;
  PetscFunctionBeginUser;
  if (!sys->model->forces[force].type->joint || !(F > 0)) PetscFunctionReturn(PETSC_SUCCESS);
  for (int c = 0; c < 3; c++) direction[c] = mu[c] / F;
  double *dv = gud_alloc(sizeof(double) * (size_t)(sys->nq + 1));
  PetscCall(GudIdealOpen(z->id, gap, direction, dv, &ok));
  if (ok) {
    /* the rest of the force is held where the machine cannot open the gap (along a pin, by its neighbours) */
    F                   = dot(3, mu, direction);
    double speed        = 1e-6 * sqrt(L * fmax(gud_norm_real(sys->model->gravity), 1)),
           rest         = resistance(z, force, dv, 0, 0);
    int     closes      = !(fabs(resistance(z, force, dv, speed, 0) - rest) > 0);
    double  range[2][2] = {{speed, 1e9 * speed}, {1e-9 * L, 0.1 * L}};
    double *to          = closes ? z->so->s->q : rate;
    s                   = balance(z, force, dv, F, range[closes], closes);
    if (isfinite(s))
      for (int i = 0; i < sys->nq; i++) to[i] += s * dv[i];
    if (closes) resistance(z, force, dv, 0, 1); /* its history at the place that was chosen */
  }
  free(dv);
  if (!isfinite(s) && !z->so->unsettled[0] && F > 1e-3 * largest_force(z))
    snprintf(z->so->unsettled, sizeof z->so->unsettled,
             "start: quasi_static: joint '%s' begins with its gap as it is drawn, since no rate and no place "
             "of it was found "
             "with which it transmits the %.4g N of the ideal machine: flexible bodies will ring",
             sys->model->forces[force].name, F);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSolverQuasiStatic(GudSolver *so, int *ok)
{
  GudSystem *sys = so->sys;
  GudState  *s   = so->s;
  size_t     nq  = (size_t)sys->nq + 1;
  Quasi      z   = {.so = so};
  PetscFunctionBeginUser;
  *ok = sys->size == 1;
  if (!*ok) snprintf(so->why, sizeof so->why, "start: quasi_static is for one process");
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  z.q0 = gud_alloc(sizeof(double) * nq), z.a0 = gud_alloc(sizeof(double) * nq);
  z.load       = gud_alloc(sizeof(double) * (size_t)(sys->n + 1)),
  z.lam        = gud_alloc(sizeof(double) * (size_t)(sys->nr + 1));
  z.r          = gud_alloc(sizeof(double) * (size_t)(sys->n + 1));
  double *rate = gud_alloc(sizeof(double) * nq);
  memcpy(z.q0, s->q, sizeof(double) * (size_t)sys->nq);
  gud_system_time(sys, s->t, s->history);
  gud_system_linearise(sys, s->q);
  PetscCall(GudIdealCreate(sys, z.q0, &z.id));
  *ok = z.id != NULL;
  if (!*ok) snprintf(so->why, sizeof so->why, "start: quasi_static: the model has too many bodies for it");
  if (*ok) {
    PetscCall(GudIdealVelocities(z.id, s->v)); /* (Z1) */
    double *x = gud_alloc(sizeof(double) * (size_t)z.id->num);
    memcpy(x, z.id->x, sizeof(double) * (size_t)z.id->num);
    PetscCall(GudIdealAccelerations(z.id, x, s->v, z.a0));
    free(x);
    PetscCall(find_borders(&z));
    GudPoint p = gud_state_point(s);
    gud_evaluated_at(so->trial, &p);
    for (int i = 0; i < sys->model->num_forces; i++) {
      int gap = 0;
      for (int g = 0; g < z.id->num_gaps; g++) gap = gap || z.id->gap[g] == i;
      if (!gap && sys->model->forces[i].num_internals == 0) gud_evaluated_add_force(so->trial, i, z.load);
    }
    PetscCall(deform(&z, ok));
    if (!*ok)
      snprintf(so->why, sizeof so->why,
               "start: quasi_static: no equilibrium of the flexible bodies under the inertia forces of the "
               "ideal machine nearby; take initial: kinematic without it");
  }
  if (*ok) {
    for (int g = 0; g < z.id->num_gaps; g++) PetscCall(settle_gap(&z, g, rate));
    PetscCall(GudSolverAssemble(so, ok, NULL));
    if (!*ok) gud_solver_explain_violation(so, s->t, s->q);
  }
  if (*ok) {
    PetscCall(GudSolverIdealVelocities(so)); /* (Z5) */
    for (int i = 0; i < sys->nq; i++) s->v[i] += rate[i];
    memcpy(s->lam, z.lam, sizeof(double) * (size_t)sys->nr);
    gud_evaluated_renew_all(so->accepted);
  }
  PetscCall(GudIdealDestroy(&z.id));
  so->kkt_valid = 0, so->now_valid = 0;
  free(z.q0), free(z.a0), free(z.load), free(z.lam), free(z.r), free(rate);
  free(z.border), free(z.size), free(z.force), free(z.S), free(z.solved);
  PetscFunctionReturn(PETSC_SUCCESS);
}
