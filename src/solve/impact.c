/* Rigid contacts (contact/normal.h, N5): the jump of velocities in an impact, and which contacts stay closed after it.

   c runs over the closed rigid contacts, columns i over their directions: normal (parting) and tangents; g_i are the generalised
   forces of unit forces there, so that g_i.v = gamma_i is the speed in that direction.
   (RI1) M d_i + Phi_q^T mu = g_i, Phi_q d_i = 0;   W_ij = g_i.d_j               joints included, in the metric of the mass
   (RI2) gamma+ = gamma- + W P                                                  v+ = v- + sum P_i d_i
   (RI3) Newton:  gamma_N+ + e gamma_N- >= 0, P_N >= 0, one of them zero; e = 0 below the speed `slow`: bounces come to an end
        Coulomb: |P_T| <= mu P_N, and gamma_T+ = 0 where it is less, else P_T against gamma_T+ (no restitution along the surface)
        of all contacts at once, by projected Gauss-Seidel (Moreau 1988; Glocker 2001). A contact that is closed at rest takes
        part with gamma- = 0; so do open ones without a gap (1e-12 m): what an impact beside them sets in motion would close them
        at once, and a body that rocks on two corners would hit with one after the other for ever.
   (RI4) the impulses do the work sum (gamma+ + gamma-) P/2, which is never positive for e = 0, nor without friction for one e; friction
        with e > 0 may make it positive (Kane and Levinson 1985). Then e of all contacts is reduced by one factor, the largest at which
        it is not.
   (RI5) afterwards, with the accelerations gamma' = b + W lambda of contacts at gamma_N = 0: lambda_N >= 0, gamma_N' >= 0, one of
        them zero; friction sticks where gamma_T = 0 and |lambda_T| < mu_s lambda_N, else slides. What would part, opens; what
        would neither part nor press (bodies that touch at rest) stays closed: an impact elsewhere passes through it.
   A force with unknowns of its own that sticks under a compliant law keeps sticking in an impact, as at every restart (K2).
   verified by: tests/studies/rigid_impacts.py, tests/cases/rigid.py */
#include "solve/solver.h"

#include <stdlib.h>
#include <string.h>

enum { NORMAL, FIRST_TANGENT, MOST_COLUMNS = 3 };
static const double rest = 1e-9; /* m/s: slower is at rest, (P5) */

typedef struct {
  int      force, column, num; /* first of its columns, how many */
  GudRigid is;
  double   mu, e;
  int      stays, sticks; /* after the impact: at gamma_N = 0; may stick */
  double   slip[2];       /* direction */
  int      closed;        /* before: not only touching; */
  double   parting;       /* and gamma_N- */
} Contact;

typedef struct {
  GudSolver *so;
  Contact   *contact;
  int        num, n;   /* contacts, columns */
  double    *g, *d;    /* n x nq */
  double    *W;        /* n x n */
  double    *before;   /* gamma- */
  double    *b, *P;    /* n: of the problem at hand */
  double    *v;        /* nq */
  double     friction; /* 0: without */
  double    *kept;     /* history as it was; */
  char      *stuck;    /* who stuck then */
} Impact;

int gud_solver_is_rigid(const GudSolver *so, int force)
{
  const GudModelForce *f = &so->sys->model->forces[force];
  GudRigid             is;
  return f->type->contact && f->type->contact->rigid && f->type->contact->rigid(f->type, f->params, &is);
}

/* Contacts that are closed, or also those that touch; without a list: how many. */
static int closed_contacts(const GudSolver *so, int touching, Contact *list)
{
  const GudModel *m   = so->sys->model;
  int             num = 0, column = 0;
  for (int n = 0; n < m->num_forces; n++) {
    const GudModelForce *f = &m->forces[n];
    GudRigid             is;
    if (!gud_solver_is_rigid(so, n)) continue;
    f->type->contact->rigid(f->type, f->params, &is);
    int closed = f->type->contact->rigid_closed(gud_evaluated_force(so->accepted, n, GUD_LEVEL_POSITION));
    if (closed + touching < 2) continue;
    if (list)
      list[num] = (Contact){
        .force = n, .column = column, .num = 1 + is.num_tangents, .is = is, .closed = closed == 2};
    num++, column += 1 + is.num_tangents;
  }
  return num;
}

static void set_mode(GudSolver *so, const Contact *c, GudRigidMode mode)
{
  const GudModelForce *f = &so->sys->model->forces[c->force];
  f->type->contact->rigid_set(gud_evaluated_force(so->accepted, c->force, GUD_LEVEL_POSITION), mode, c->slip,
                              so->s->history + f->history);
  gud_solver_renew_force(so, c->force);
}

static void set_modes(Impact *im, GudRigidMode mode)
{
  for (int k = 0; k < im->num; k++) set_mode(im->so, &im->contact[k], mode);
}

static void put_back(Impact *im)
{
  memcpy(im->so->s->history, im->kept, sizeof(double) * (size_t)im->so->s->nh);
  for (int k = 0; k < im->num; k++) gud_solver_renew_force(im->so, im->contact[k].force);
}

static int internal_of(const Impact *im, const Contact *c, int k)
{
  int own = k == NORMAL ? c->is.normal : c->is.tangent + k - FIRST_TANGENT;
  return im->so->sys->model->forces[c->force].internal + own;
}

static double dot(int n, const double *a, const double *b)
{
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

/* g_i: what a unit of the internal adds to the forces; contacts are closed and stick meanwhile */
static PetscErrorCode directions(Impact *im)
{
  GudSolver *so  = im->so;
  GudSystem *sys = so->sys;
  double    *z = gud_alloc(sizeof(double) * (size_t)(sys->nz + 1)), *r = so->r;
  PetscFunctionBeginUser;
  for (int c = 0; c < im->num; c++)
    for (int k = 0; k < im->contact[c].num; k++) {
      GudPoint p  = gud_state_point(so->s);
      double  *g  = im->g + (size_t)(im->contact[c].column + k) * (size_t)sys->nq;
      int      at = internal_of(im, &im->contact[c], k);
      z[at] = 1, p.z = z;
      memset(r, 0, sizeof(double) * (size_t)sys->n);
      gud_evaluated_at(so->trial, &p);
      gud_evaluated_impulses(so->trial, r);
      for (int i = 0; i < sys->nq; i++) g[i] = -r[i];
      z[at] = 0;
    }
  if (sys->size > 1)
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, im->g, im->n * sys->nq, MPI_DOUBLE, MPI_SUM, sys->comm));
  free(z);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (RI1), and the velocities before, on the joints; contacts are open meanwhile */
static PetscErrorCode responses(Impact *im, int *ok)
{
  GudSolver *so  = im->so;
  GudSystem *sys = so->sys;
  int        nq  = sys->nq;
  double    *rhs = gud_alloc(sizeof(double) * (size_t)(sys->nr + 1)),
         *none   = gud_alloc(sizeof(double) * (size_t)(nq + 1));
  PetscFunctionBeginUser;
  *ok           = 1;
  so->kkt_valid = 0;
  for (int i = 0; i < im->n && *ok; i++)
    PetscCall(
      GudSolverJump(so, NULL, im->g + (size_t)i * (size_t)nq, rhs, im->d + (size_t)i * (size_t)nq, ok));
  gud_system_phi_t(sys, so->s->q, rhs);
  for (int i = 0; i < sys->nr; i++) rhs[i] = -rhs[i];
  memcpy(im->v, so->s->v, sizeof(double) * (size_t)nq);
  if (*ok) PetscCall(GudSolverJump(so, so->s->v, none, rhs, im->v, ok));
  for (int i = 0; i < im->n; i++) {
    im->before[i] = dot(nq, im->g + (size_t)i * (size_t)nq, im->v);
    for (int j = 0; j < im->n; j++)
      im->W[i * im->n + j] = dot(nq, im->g + (size_t)i * (size_t)nq, im->d + (size_t)j * (size_t)nq);
  }
  free(rhs), free(none);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static double at_of(const Impact *im, int i)
{
  return im->b[i] + dot(im->n, im->W + i * im->n, im->P);
}

/* A contact whose slip has a direction: friction is mu N against it, with N the one unknown. */
static void slide(Impact *im, const Contact *c)
{
  int    i = c->column;
  double w = im->W[i * im->n + i], full = w, mu = im->friction * c->mu;
  for (int k = 0; k + 1 < c->num; k++) full -= mu * c->slip[k] * im->W[i * im->n + i + 1 + k];
  im->P[i] = fmax(0, im->P[i] - at_of(im, i) / (full > 0.01 * w ? full : w));
  for (int k = 0; k + 1 < c->num; k++) im->P[i + 1 + k] = -mu * im->P[i] * c->slip[k];
}

/* One that may stick: projection on the cone, first the normal, then the tangents together */
static void project(Impact *im, const Contact *c)
{
  int    i = c->column, n = im->n;
  double w = 0, size = 0, u[2] = {0};
  im->P[i] = fmax(0, im->P[i] - at_of(im, i) / im->W[i * n + i]);
  for (int k = 0; k + 1 < c->num; k++) w = fmax(w, im->W[(i + 1 + k) * n + i + 1 + k]);
  for (int k = 0; k + 1 < c->num; k++) u[k] = at_of(im, i + 1 + k);
  for (int k = 0; k + 1 < c->num; k++) {
    double *p = &im->P[i + 1 + k];
    if (w > 0) *p -= u[k] / w;
    size += *p * *p;
  }
  size        = sqrt(size);
  double most = im->friction * c->mu * im->P[i];
  if (size > most)
    for (int k = 0; k + 1 < c->num; k++) im->P[i + 1 + k] *= most / size;
}

/* Sweeps over the contacts that stay, until nothing changes but for round-off; or hardly anything, after many: points of one body whose
   tangents are nearly the same share friction in a way that a slip of 1e-8 of the speeds decides. 0: it does not settle. */
static int sweeps(Impact *im, double scale)
{
  enum { MANY = 2000, MOST = 20000 };
  for (int it = 0; it < MOST; it++) {
    double change = 0;
    for (int k = 0; k < im->num; k++) {
      const Contact *c = &im->contact[k];
      double         old[MOST_COLUMNS];
      if (!c->stays) continue;
      memcpy(old, im->P + c->column, sizeof(double) * (size_t)c->num);
      if (c->sticks) project(im, c);
      else slide(im, c);
      for (int j = 0; j < c->num; j++) {
        int    i = c->column + j;
        double w = im->W[i * im->n + i];
        change = fmax(change, fabs(im->P[i] - old[j]) * w), scale = fmax(scale, fabs(im->P[i]) * w);
      }
    }
    if (!(change > (it < MANY ? 4e-15 : 1e-8) * scale)) return isfinite(change);
  }
  return 0;
}

/* P >= 0 with b + W P >= 0. First without friction: points of one body that stick together could hold it in a vice of friction
   forces that balance each other; from normal forces in balance they are found without. */
static int gauss_seidel(Impact *im)
{
  double scale = 0;
  for (int i = 0; i < im->n; i++) scale = fmax(scale, fabs(im->b[i]));
  memset(im->P, 0, sizeof(double) * (size_t)im->n);
  im->friction = 0;
  int ok       = sweeps(im, scale);
  im->friction = 1;
  return sweeps(im, scale) && ok;
}

/* Work of the impulses (RI4), into normal and tangential */
static double work_of(const Impact *im, double *normal, double *tangential)
{
  *normal = *tangential = 0;
  for (int k = 0; k < im->num; k++)
    for (int j = 0; j < im->contact[k].num; j++) {
      int    i     = im->contact[k].column + j;
      double after = im->before[i] + dot(im->n, im->W + i * im->n, im->P);
      *(j == NORMAL ? normal : tangential) += 0.5 * (im->before[i] + after) * im->P[i];
    }
  return *normal + *tangential;
}

/* (RI3) with all e times `factor` */
static int impulses(Impact *im, double factor)
{
  memcpy(im->b, im->before, sizeof(double) * (size_t)im->n);
  for (int k = 0; k < im->num; k++) {
    Contact *c     = &im->contact[k];
    double   speed = im->before[c->column];
    c->e           = -speed > c->is.slow ? factor * c->is.restitution : 0;
    c->mu = c->is.kinetic, c->stays = c->sticks = 1;
    im->b[c->column] += c->e * fmin(speed, 0);
  }
  return gauss_seidel(im);
}

static PetscErrorCode kinetic(const GudSystem *sys, const double *v, double *work, double *energy)
{
  int d = sys->dim;
  PetscFunctionBeginUser;
  *energy = 0;
  gud_system_mass_times(sys, v, work);
  for (int n = 0; n < sys->num_my_vecs; n++)
    *energy += 0.5 * dot(d, v + d * sys->my_vecs[n], work + d * sys->my_vecs[n]);
  if (sys->size > 1) PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, energy, 1, MPI_DOUBLE, MPI_SUM, sys->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode jump(Impact *im)
{
  GudSolver *so  = im->so;
  GudSystem *sys = so->sys;
  GudState  *s   = so->s;
  double     normal, tangential, scale = 0, before, gained;
  PetscFunctionBeginUser;
  PetscCall(kinetic(sys, im->v, so->x, &before));
  int ok = impulses(im, 1);
  for (int i = 0; i < im->n; i++) scale += fabs(im->before[i] * im->P[i]);
  if (ok && work_of(im, &normal, &tangential) > 1e-12 * scale) { /* (RI4) */
    double low = 0, high = 1;
    for (int it = 0; it < 50; it++) {
      double middle = 0.5 * (low + high);
      ok            = impulses(im, middle);
      if (ok && work_of(im, &normal, &tangential) <= 0) low = middle;
      else high = middle;
    }
    ok = impulses(im, low);
    if (!so->stat.tamed++)
      snprintf(so->said, sizeof so->said,
               "at t = %.9g s restitution and friction together would create energy in an impact: its "
               "restitution is reduced by the factor %.4g (this warning comes once)",
               s->t, low);
  }
  if (!ok) so->stat.mode_cycles++;
  work_of(im, &normal, &tangential);
  for (int i = 0; i < im->n; i++)
    for (int k = 0; k < sys->nq; k++) im->v[k] += im->P[i] * im->d[(size_t)i * (size_t)sys->nq + (size_t)k];
  for (int i = 0; i < im->n; i++)
    im->before[i] += dot(im->n, im->W + i * im->n, im->P); /* from here on: gamma+ */
  if (s->step == 0) PetscFunctionReturn(PETSC_SUCCESS);    /* the ledger begins after the start */
  PetscCall(kinetic(sys, im->v, so->x, &gained));
  gained -= before;
  s->work[GUD_LEDGER_CONTACT] += normal, s->work[GUD_LEDGER_FRICTION] += tangential;
  if (sys->model->num_motions) s->work_drivers += gained - normal - tangential;
  s->exchanged += scale;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Who is at rest along the normal, who has a direction of slip. How many of the first. */
static int sort(Impact *im)
{
  int num = 0;
  for (int k = 0; k < im->num; k++) {
    Contact *c     = &im->contact[k];
    double   speed = 0, *u = im->before + c->column;
    for (int j = 1; j < c->num; j++) speed += u[j] * u[j];
    speed = sqrt(speed);
    /* a closed one may part very slowly (P6): it opens if an impact makes it faster */
    c->stays  = u[NORMAL] <= (c->closed ? rest + 1.5 * fmin(fmax(c->parting, 0), c->is.slow) : rest);
    c->sticks = c->num > 1 && (im->stuck[k] || speed <= rest);
    for (int j = 0; j < 2; j++) c->slip[j] = j + 1 < c->num && speed > 0 ? u[1 + j] / speed : j == 0;
    num += c->stays;
  }
  return num;
}

/* b of (RI5): accelerations of the gaps with all rigid contacts open */
static PetscErrorCode free_accelerations(Impact *im)
{
  GudSolver *so  = im->so;
  GudSystem *sys = so->sys;
  double    *z = gud_alloc(sizeof(double) * (size_t)(sys->nz + 1)), *r = so->r;
  PetscFunctionBeginUser;
  so->now_valid = 0;
  PetscCall(GudSolverConsistent(so, GUD_FOR_RESTART));
  GudPoint p = gud_state_point(so->s);
  p.v = so->now.v, p.z = z;
  set_modes(im, GUD_RIGID_STICK);
  gud_evaluated_at(so->trial, &p);
  memset(r, 0, sizeof(double) * (size_t)sys->n);
  gud_evaluated_index_2_residual(so->trial, so->now.a, r);
  if (sys->size > 1) PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, r, sys->n, MPI_DOUBLE, MPI_SUM, sys->comm));
  for (int k = 0; k < im->num; k++)
    for (int j = 0; j < im->contact[k].num; j++) { /* rows of normals hold the penetration */
      double a                         = r[sys->nq + sys->nr + internal_of(im, &im->contact[k], j)];
      im->b[im->contact[k].column + j] = j == NORMAL ? -a : a;
    }
  free(z);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* (RI5) */
static void choose(Impact *im)
{
  double scale = 1;
  for (int i = 0; i < im->n; i++) scale = fmax(scale, fabs(im->b[i]));
  for (int k = 0; k < im->num; k++) {
    Contact *c = &im->contact[k];
    c->mu      = c->sticks ? c->is.stick : c->is.kinetic;
  }
  if (!gauss_seidel(im)) im->so->stat.mode_cycles++;
  for (int k = 0; k < im->num; k++) {
    Contact      *c    = &im->contact[k];
    const double *P    = im->P + c->column;
    double        size = 0, slides = 0;
    if (!c->stays) continue;
    c->stays = P[NORMAL] > 0 || at_of(im, c->column) <= 1e-9 * scale;
    if (!c->sticks) continue;
    for (int j = 1; j < c->num; j++) {
      size += P[j] * P[j];
      slides = fmax(slides, fabs(at_of(im, c->column + j)));
    }
    size = sqrt(size);
    if (size < c->mu * P[NORMAL] * (1 - 1e-12) || size == 0 || slides <= 1e-9 * scale) continue;
    c->sticks = 0;
    for (int j = 1; j < c->num; j++) c->slip[j - 1] = -P[j] / size;
  }
}

/* Contacts and their directions; the modes are as before. */
static PetscErrorCode gather(Impact *im, int touching)
{
  GudSolver *so = im->so;
  size_t     nq = (size_t)so->sys->nq, nh = sizeof(double) * (size_t)so->s->nh;
  PetscFunctionBeginUser;
  im->num = closed_contacts(so, touching, NULL);
  if (!im->num) PetscFunctionReturn(PETSC_SUCCESS);
  im->contact = gud_alloc(sizeof(Contact) * (size_t)im->num);
  closed_contacts(so, touching, im->contact);
  im->n      = im->contact[im->num - 1].column + im->contact[im->num - 1].num;
  size_t n   = (size_t)im->n;
  im->g      = gud_alloc(sizeof(double) * n * nq);
  im->d      = gud_alloc(sizeof(double) * n * nq);
  im->W      = gud_alloc(sizeof(double) * n * n);
  im->before = gud_alloc(sizeof(double) * n);
  im->b      = gud_alloc(sizeof(double) * n);
  im->P      = gud_alloc(sizeof(double) * n);
  im->v      = gud_alloc(sizeof(double) * nq);
  im->kept   = gud_alloc(nh + sizeof(double));
  im->stuck  = gud_alloc((size_t)im->num);
  memcpy(im->kept, so->s->history, nh);
  for (int k = 0; k < im->num; k++) {
    const Contact      *c = &im->contact[k];
    const GudForceArgs *s = gud_evaluated_force(so->accepted, c->force, GUD_LEVEL_NONE);
    im->stuck[k]          = c->num > 1 && so->sys->model->forces[c->force].type->index_2(s, c->is.tangent);
  }
  set_modes(im, GUD_RIGID_STICK);
  PetscCall(directions(im));
  put_back(im);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void release(Impact *im)
{
  free(im->contact), free(im->g), free(im->d), free(im->W), free(im->before), free(im->b), free(im->P);
  free(im->v), free(im->kept), free(im->stuck);
  *im = (Impact){.so = im->so};
}

static int is_hit(const Impact *im, const double *v)
{
  int hit = 0;
  for (int k = 0; k < im->num; k++)
    hit |= dot(im->so->sys->nq, im->g + (size_t)im->contact[k].column * (size_t)im->so->sys->nq, v) < -rest;
  return hit;
}

static PetscErrorCode resolve(Impact *im)
{
  GudSolver *so = im->so;
  GudState  *s  = so->s;
  int        ok;
  PetscFunctionBeginUser;
  PetscCall(gather(im, 0));
  if (!im->num) PetscFunctionReturn(PETSC_SUCCESS);
  int hit = is_hit(im, s->v);
  if (hit && closed_contacts(so, 1, NULL) > im->num) {
    release(im);
    PetscCall(gather(im, 1));
  }
  set_modes(im, GUD_RIGID_OPEN);
  PetscCall(responses(im, &ok));
  if (!ok) so->stat.singular_warnings++;
  for (int k = 0; k < im->num; k++) im->contact[k].parting = im->before[im->contact[k].column];
  if (hit) {
    PetscCall(jump(im));
    memset(im->stuck, 0, (size_t)im->num); /* slip is another one now */
  }
  memcpy(s->v, im->v, sizeof(double) * (size_t)s->nq);
  so->now_valid = 0;
  if (sort(im)) {
    PetscCall(free_accelerations(im));
    choose(im);
  }
  put_back(im);
  for (int k = 0; k < im->num; k++) {
    Contact *c = &im->contact[k];
    set_mode(so, c, !c->stays ? GUD_RIGID_OPEN : c->sticks ? GUD_RIGID_STICK : GUD_RIGID_SLIP);
  }
  so->now_valid = so->kkt_valid = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSolverImpact(GudSolver *so)
{
  GudSystem *sys = so->sys;
  Impact     im  = {.so = so};
  int        any = 0;
  PetscFunctionBeginUser;
  for (int n = 0; n < sys->model->num_forces && !any; n++) any = gud_solver_is_rigid(so, n);
  if (!any) PetscFunctionReturn(PETSC_SUCCESS);
  GudPoint p = gud_state_point(so->s);
  gud_system_time(sys, so->s->t, so->s->history);
  gud_system_linearise(sys, so->s->q);
  gud_evaluated_at(so->accepted, &p);
  PetscErrorCode e = resolve(&im);
  release(&im);
  PetscCall(e);
  PetscFunctionReturn(PETSC_SUCCESS);
}
