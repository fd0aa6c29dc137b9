/* The state of a simulation, read and set by a program: poses, coordinates, snapshots (gudgeon.h).

   A body is moved from its pose (r, R) to (r', R') with its deformation: with A = R' R^T
     positions   x -> r' + A (x - r)       their rates  x' -> A x'
     directions  d -> A d                               d' -> A d'
   Velocities of a rigid motion (u, w): x' = u + w x (x - r), d' = w x d. Coordinates that follow from others by linear rows
   (averages, axes of sections) are left to the assembly. */
#include "simulation.h"

#include "base/frame.h"
#include "base/vec3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct GudSnapshot_ {
  char  *data;
  size_t size;
};

/* ---- bodies ---- */

PetscErrorCode GudSimulationGetNumBodies(GudSimulation sim, int *num)
{
  PetscFunctionBeginUser;
  *num = sim->input.model->num_bodies - 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationGetBodyName(GudSimulation sim, int i, const char **name)
{
  const GudModel *m = sim->input.model;
  PetscFunctionBeginUser;
  if (i < 0 || i >= m->num_bodies - 1) GUD_FAIL(sim->ctx, "there is no body number %d", i);
  *name = m->bodies[i + 1].name;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A moving body by its name. */
static PetscErrorCode find_body(GudSimulation sim, const char *name, const GudBody **body)
{
  const GudModel *m = sim->input.model;
  PetscFunctionBeginUser;
  int i = gud_model_find_body(m, name);
  if (i <= 0) {
    const char **names = gud_alloc(sizeof *names * (size_t)m->num_bodies);
    char         hint[GUD_HINT_SIZE];
    for (int k = 1; k < m->num_bodies; k++) names[k - 1] = m->bodies[k].name;
    gud_hint(hint, name, names, m->num_bodies - 1);
    free(names);
    GUD_FAIL(sim->ctx, "there is no body '%.100s'%s", name, hint);
  }
  *body = &m->bodies[i];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Origin and axes of a body, and their rates. 0: it has no axes (a cable in space). */
static int body_axes(GudSimulation sim, const GudBody *b, double r[3], double u[3], double d[3][3],
                     double dt[3][3])
{
  const GudModel *m = sim->input.model;
  const GudState *s = sim->solver->s;
  gud_vector_value(m, b->frame[0], s->q, r);
  gud_vector_rate(m, b->frame[0], s->v, u);
  for (int k = 0; k < 3; k++) {
    gud_vector_value(m, b->frame[1 + k], s->q, d[k]);
    gud_vector_rate(m, b->frame[1 + k], s->v, dt[k]);
  }
  if (m->dim == 2) {
    const double z[3] = {0, 0, 1}, zero[3] = {0};
    memcpy(d[2], z, sizeof z), memcpy(dt[2], zero, sizeof zero);
    r[2] = u[2] = 0;
  }
  double n[3];
  gud_cross_real(d[0], d[1], n);
  return gud_norm_real(n) > 1e-6 && gud_norm_real(d[2]) > 1e-6;
}

/* R with e1 along the first axis and e3 across the first two: orthonormal on a deformed body, too. */
static void orthonormal(double d[3][3], double R[9])
{
  double e[3][3], l = gud_norm_real(d[0]);
  for (int i = 0; i < 3; i++) e[0][i] = d[0][i] / l;
  gud_cross_real(d[0], d[1], e[2]);
  l = gud_norm_real(e[2]);
  for (int i = 0; i < 3; i++) e[2][i] /= l;
  gud_cross_real(e[2], e[0], e[1]);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) R[3 * i + k] = e[k][i];
}

PetscErrorCode GudSimulationGetPose(GudSimulation sim, const char *name, double r[3], double R[9])
{
  const GudBody *b = NULL;
  double         u[3], d[3][3], dt[3][3];
  PetscFunctionBeginUser;
  PetscCall(find_body(sim, name, &b));
  if (!body_axes(sim, b, r, u, d, dt)) GUD_FAIL(sim->ctx, "body '%s' has no axes", name);
  orthonormal(d, R);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationGetVelocity(GudSimulation sim, const char *name, double v[3], double w[3])
{
  const GudBody *b = NULL;
  double         r[3], d[3][3], dt[3][3], Ji[9];
  PetscFunctionBeginUser;
  PetscCall(find_body(sim, name, &b));
  if (!body_axes(sim, b, r, v, d, dt)) GUD_FAIL(sim->ctx, "body '%s' has no axes", name);
  gud_frame_inverse(d, Ji);
  gud_frame_spin(Ji, d, dt, w);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* One coordinate vector; in the plane its third component is 0. */
static void load(int dim, const double *x, int vec, double y[3])
{
  y[2] = 0;
  for (int c = 0; c < dim; c++) y[c] = x[dim * vec + c];
}

static void store(int dim, const double y[3], int vec, double *x)
{
  for (int c = 0; c < dim; c++) x[dim * vec + c] = y[c];
}

/* Coordinates of a model in parts are on many processes (docs/parallel.md). */
static PetscErrorCode needs_whole(GudSimulation sim)
{
  PetscFunctionBeginUser;
  if (sim->sys->parted)
    GUD_FAIL(
      sim->ctx,
      "the model is in parts on %d processes, no process has all coordinates: run with the option -whole",
      sim->sys->size);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The coordinate vectors of a body, each once (nodes belong to several elements); the caller frees the list. */
static int *body_vectors(const GudModel *m, const GudBody *b, int *num)
{
  char *seen = gud_alloc((size_t)m->num_vec + 1);
  int  *list = gud_alloc(sizeof(int) * ((size_t)m->num_vec + 1));
  *num       = 0;
  for (int e = b->element; e < b->element + b->num_elements; e++)
    for (int k = 0; k < m->elements[e].type->num_vec; k++) {
      int vec = m->elements[e].vec[k];
      if (!seen[vec]) list[(*num)++] = vec;
      seen[vec] = 1;
    }
  free(seen);
  return list;
}

PetscErrorCode GudSimulationSetPose(GudSimulation sim, const char *name, const double r[3], const double R[9])
{
  const GudModel *m = sim->input.model;
  GudState       *s = sim->solver->s;
  const GudBody  *b = NULL;
  double          now[9], A[9], from[3], u[3], d[3][3], dt[3][3], x[3], y[3];
  int             num, *vec, bad = 0;
  PetscFunctionBeginUser;
  PetscCall(needs_whole(sim));
  PetscCall(find_body(sim, name, &b));
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      double dot = R[3 * i] * R[3 * j] + R[3 * i + 1] * R[3 * j + 1] + R[3 * i + 2] * R[3 * j + 2];
      bad |= !(fabs(dot - (i == j)) < 1e-6);
    }
  gud_cross_real(R, R + 3, x);
  bad |= !(gud_dot_real(x, R + 6) > 0) || !isfinite(r[0] + r[1] + r[2]);
  if (bad) GUD_FAIL(sim->ctx, "body '%s': R is no rotation matrix, or r not finite", name);
  if (m->dim == 2 && (fabs(R[8] - 1) > 1e-6 || r[2] != 0))
    GUD_FAIL(sim->ctx, "body '%s': in the plane a body turns about z and stays at z = 0", name);
  if (!body_axes(sim, b, from, u, d, dt)) GUD_FAIL(sim->ctx, "body '%s' has no axes", name);
  orthonormal(d, now);
  for (int i = 0; i < 3; i++) /* A = R' R^T */
    for (int j = 0; j < 3; j++)
      A[3 * i + j] = R[3 * i] * now[3 * j] + R[3 * i + 1] * now[3 * j + 1] + R[3 * i + 2] * now[3 * j + 2];
  vec = body_vectors(m, b, &num);
  for (int k = 0; k < num; k++) {
    load(m->dim, s->q, vec[k], x);
    if (sim->sys->moves[vec[k]]) gud_sub(x, from, x);
    gud_rotate(A, x, y);
    if (sim->sys->moves[vec[k]]) gud_axpy(1, r, y);
    store(m->dim, y, vec[k], s->q);
    load(m->dim, s->v, vec[k], x);
    gud_rotate(A, x, y);
    store(m->dim, y, vec[k], s->v);
  }
  free(vec);
  sim->changed = 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationSetVelocity(GudSimulation sim, const char *name, const double v[3],
                                        const double w[3])
{
  const GudModel *m = sim->input.model;
  GudState       *s = sim->solver->s;
  const GudBody  *b = NULL;
  double          r[3], u[3], d[3][3], dt[3][3], x[3], y[3];
  int             num, *vec;
  PetscFunctionBeginUser;
  PetscCall(needs_whole(sim));
  PetscCall(find_body(sim, name, &b));
  if (!isfinite(v[0] + v[1] + v[2] + w[0] + w[1] + w[2]))
    GUD_FAIL(sim->ctx, "body '%s': velocities must be finite", name);
  (void)body_axes(sim, b, r, u, d, dt);
  vec = body_vectors(m, b, &num);
  for (int k = 0; k < num; k++) {
    load(m->dim, s->q, vec[k], x);
    if (sim->sys->moves[vec[k]]) gud_sub(x, r, x);
    gud_cross_real(w, x, y);
    if (sim->sys->moves[vec[k]]) gud_axpy(1, v, y);
    store(m->dim, y, vec[k], s->v);
  }
  free(vec);
  sim->changed = 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- coordinates ---- */

PetscErrorCode GudSimulationGetSizes(GudSimulation sim, int *num_q, int *num_rows, int *mobility)
{
  PetscFunctionBeginUser;
  *num_q = sim->sys->num_q, *num_rows = sim->sys->nr, *mobility = sim->solver->mobility;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationGetCoordinates(GudSimulation sim, double *q, double *v)
{
  const GudState *s = sim->solver->s;
  PetscFunctionBeginUser;
  PetscCall(needs_whole(sim));
  memcpy(q, s->q, sizeof(double) * (size_t)s->nq);
  memcpy(v, s->v, sizeof(double) * (size_t)s->nq);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationSetCoordinates(GudSimulation sim, const double *q, const double *v)
{
  GudState *s = sim->solver->s;
  PetscFunctionBeginUser;
  PetscCall(needs_whole(sim));
  for (int i = 0; i < s->nq; i++)
    if (!isfinite(q[i] + v[i])) GUD_FAIL(sim->ctx, "coordinate or velocity %d is not finite", i);
  memcpy(s->q, q, sizeof(double) * (size_t)s->nq);
  memcpy(s->v, v, sizeof(double) * (size_t)s->nq);
  sim->changed = 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The work of the program that set the state is not that of the model: the ledger's start is shifted by it. */
static PetscErrorCode begin_again(GudSimulation sim)
{
  GudSolver *so   = sim->solver;
  double     left = gud_ledger_numerical(so);
  PetscFunctionBeginUser;
  so->kkt_valid = 0;
  if (so->newton) so->newton->fresh_wanted = 1;
  PetscCall(GudSolverRestartValid(so));
  gud_solver_accept_forces(so);
  PetscCall(GudLedgerBegin(so));
  so->s->energy_start += gud_ledger_numerical(so) - left;
  gud_state_copy(so->before, so->s);
  if (sim->observer) PetscCall(GudObserverStep(sim->observer));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationAssemble(GudSimulation sim, double *moved)
{
  GudSolver *so     = sim->solver;
  double     change = 0;
  int        ok     = 1;
  PetscFunctionBeginUser;
  if (moved) *moved = 0;
  if (!sim->changed) PetscFunctionReturn(PETSC_SUCCESS);
  sim->changed = 0;
  gud_solver_renew(so);
  so->now_valid = so->kkt_valid = 0;
  gud_system_time(sim->sys, so->s->t, so->s->history);
  PetscCall(GudSolverAssemble(so, &ok, &change));
  if (!ok) {
    gud_solver_explain_violation(so, so->s->t, so->s->q);
    gud_state_copy(so->s, so->before);
    gud_solver_renew(so);
    PetscCall(begin_again(sim));
    GUD_FAIL(sim->ctx, "joints cannot be closed near the positions that were set: %s", so->why);
  }
  if (moved) *moved = change;
  PetscCall(begin_again(sim));
  ok = gud_evaluated_fault(so->accepted, so->why, sizeof so->why) == GUD_OK;
  if (!ok) GUD_FAIL(sim->ctx, "the state that was set is impossible: %s", so->why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- snapshots ---- */

PetscErrorCode GudSimulationSave(GudSimulation sim, GudSnapshot *out)
{
  GudSnapshot shot = gud_alloc(sizeof *shot);
  PetscFunctionBeginUser;
  *out = NULL;
  if (sim->changed) PetscCall(GudSimulationAssemble(sim, NULL));
  FILE *f = open_memstream(&shot->data, &shot->size);
  PetscCheck(f, PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  PetscErrorCode e = GudCheckpointSave(sim->solver, sim->observer, f);
  fclose(f);
  if (e) GudSnapshotDestroy(&shot);
  PetscCall(e);
  *out = shot;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode needs_no_folder(GudSimulation sim, const char *what)
{
  PetscFunctionBeginUser;
  if (sim->folder) GUD_FAIL(sim->ctx, "%s: results of this simulation are written to %s", what, sim->folder);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationRestore(GudSimulation sim, GudSnapshot shot)
{
  char why[200] = "";
  int  ok       = 0;
  PetscFunctionBeginUser;
  PetscCall(needs_no_folder(sim, "GudSimulationRestore"));
  FILE *f = fmemopen(shot->data, shot->size, "rb");
  PetscCheck(f, PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  PetscErrorCode e = GudCheckpointRestore(sim->solver, sim->observer, f, &ok, why);
  fclose(f);
  PetscCall(e);
  if (!ok) GUD_FAIL(sim->ctx, "the snapshot does not fit the model: %s", why);
  sim->changed = 0, sim->event = -1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSnapshotDestroy(GudSnapshot *ps)
{
  GudSnapshot shot = *ps;
  PetscFunctionBeginUser;
  *ps = NULL;
  if (shot) free(shot->data);
  free(shot);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationReset(GudSimulation sim)
{
  int ok;
  PetscFunctionBeginUser;
  PetscCall(needs_no_folder(sim, "GudSimulationReset"));
  PetscCall(GudObserverDestroy(&sim->observer));
  PetscCall(GudSolverDestroy(&sim->solver));
  sim->sys->load_factor = 1;
  sim->changed = 0, sim->event = -1;
  PetscCall(GudSolverCreate(sim->sys, &sim->options, &sim->solver));
  PetscCall(GudSimulationBegin(sim, NULL, &ok));
  if (!ok) GUD_FAIL(sim->ctx, "the start failed: %s", sim->solver->why);
  PetscFunctionReturn(PETSC_SUCCESS);
}
