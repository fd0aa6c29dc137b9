/* Reactions. The constraint force on a marker vector m of a row is -lambda dphi/dm (contract/row.h R2); forces on the
   position of a frame add up to the joint force, forces on its vectors e_k to the moment sum e_k x f_k. */
#include "output/reactions.h"

#include "base/vec3.h"

#include <string.h>

/* f on the marker vectors of the joint (8), summed over its rows */
static void row_forces(GudSystem *sys, const GudJoint *j, const GudPoint *p, double f[8][3])
{
  const GudModel *m = sys->model;
  for (int i = j->first_row; i < j->first_row + j->num_rows; i++) {
    const GudModelRow *r     = &m->rows[i];
    int                id[4] = {r->u0, r->u1, r->v0, r->v1};
    double             c[4] = {1, -1, 1, -1}, x[4][3] = {{0}}, U[3] = {0}, V[3] = {0}, lam = p->lam[i];
    if (r->kind == GUD_ROW_POINT) V[r->axis] = 1;
    if (r->kind == GUD_ROW_TURN || r->kind == GUD_ROW_ROLL) {
      double angle = r->kind == GUD_ROW_TURN ? sys->motion[r->motion].f : 0, psi[3];
      if (r->kind == GUD_ROW_ROLL) gud_vector_value(m, r->x, p->q, psi), angle = r->factor * psi[0];
      c[2] = -sin(angle), c[3] = cos(angle);
    }
    for (int k = 0; k < 4; k++) {
      if (id[k] < 0) continue;
      gud_vector_value(m, id[k], p->q, x[k]);
      for (int e = 0; e < 3; e++) *(k < 2 ? &U[e] : &V[e]) += c[k] * x[k][e];
    }
    for (int k = 0; k < 4; k++) {
      if (id[k] < 0) continue;
      for (int slot = 0; slot < 8; slot++)
        if (j->vector[slot] == id[k])
          for (int e = 0; e < 3; e++) f[slot][e] -= lam * c[k] * (k < 2 ? V[e] : U[e]);
    }
  }
}

/* Sum over the nodes of a clamp, roller or mirror, moment about the joint's point on that side. Rows of a clamp: node by node, of each
   its coordinate vectors, of each its components; of the others a position is seen from a point (u1), a slope is not
   (gud_model_add_joint). */
static void clamp_reaction(GudSystem *sys, const GudJoint *j, int side, const GudPoint *p, double F[3],
                           double M[3])
{
  const GudModel       *m  = sys->model;
  const GudElementType *el = m->bodies[j->body[1]].type;
  double                at[3], x[3], c[3];
  memset(F, 0, 3 * sizeof(double));
  memset(M, 0, 3 * sizeof(double));
  gud_vector_value(m, j->vector[4 * side], p->q, at);
  for (int i = j->first_row; i < j->first_row + j->num_rows; i++) {
    const GudModelRow *r = &m->rows[i];
    int    position = r->kind == GUD_ROW_POINT ? el->node_vec[(i - j->first_row) / m->dim % el->per_node] == 0
                                               : r->u1 >= 0;
    double f[3] = {0}, lam = side ? -p->lam[i] : p->lam[i];
    if (r->kind == GUD_ROW_POINT) f[r->axis] = lam;
    else gud_vector_value(m, r->v0, p->q, f), f[0] *= lam, f[1] *= lam, f[2] *= lam;
    gud_vector_value(m, r->kind == GUD_ROW_POINT && !side ? r->u1 : r->u0, p->q, x);
    for (int k = 0; k < 3 && position; k++) x[k] -= at[k], F[k] += f[k];
    gud_cross_real(x, f, c);
    for (int k = 0; k < 3; k++) M[k] += c[k];
  }
}

void gud_joint_reaction(GudSystem *sys, int joint, int side, const GudPoint *p, double F[3], double M[3])
{
  const GudJoint *j       = &sys->model->joints[joint];
  double          f[8][3] = {{0}}, e[3], c[3];
  if (j->type->each_node) {
    clamp_reaction(sys, j, side, p, F, M);
    return;
  }
  row_forces(sys, j, p, f);
  memcpy(F, f[4 * side], 3 * sizeof(double));
  memset(M, 0, 3 * sizeof(double));
  for (int k = 1; k < 4; k++) {
    gud_vector_value(sys->model, j->vector[4 * side + k], p->q, e);
    gud_cross_real(e, f[4 * side + k], c);
    for (int i = 0; i < 3; i++) M[i] += c[i];
  }
}

/* Of a joint with a gap: what its force does to the frame at one side. */
void gud_force_reaction(GudEvaluated *at, int force, int side, double F[3], double M[3])
{
  const GudModelForce *fo                    = &at->sys->model->forces[force];
  const GudForceArgs  *a                     = gud_evaluated_force(at, force, GUD_LEVEL_FORCE);
  double               rz[GUD_MAX_INTERNALS] = {0}, c[3], (*f)[3] = at->f;
  memset(f, 0, sizeof *f * (size_t)fo->num_vectors);
  fo->type->residual(a, f, rz);
  int first = side ? (int)fo->type->slots[0].kind : 0, num = (int)fo->type->slots[side].kind;
  memcpy(F, f[first], 3 * sizeof(double));
  memset(M, 0, 3 * sizeof(double));
  for (int k = 1; k < num; k++) {
    gud_cross_real(a->x[first + k], f[first + k], c);
    for (int i = 0; i < 3; i++) M[i] += c[i];
  }
}

double gud_force_output(GudEvaluated *at, int force, int output)
{
  if (at->outputs[force]) return at->outputs[force][output];
  GudForceArgs a                    = *gud_evaluated_force(at, force, GUD_LEVEL_FORCE);
  double       out[GUD_MAX_OUTPUTS] = {0};
  a.wanted                          = 1ull << output;
  at->sys->model->forces[force].type->output(&a, out);
  return out[output];
}

double gud_force_output_of_role(GudEvaluated *at, int force, GudOutputRole role)
{
  const GudForceType *t = at->sys->model->forces[force].type;
  int                 k = gud_output_of_role(t->outputs, t->num_outputs, role);
  return k < 0 ? NAN : gud_force_output(at, force, k);
}
