/* Probes. The constraint force on a marker vector m of a row is -lambda dphi/dm (contract/row.h R2); forces on the
   position of a frame add up to the joint force, forces on its vectors e_k to the moment sum e_k x f_k. */
#include "output/probe_value.h"

#include "base/frame.h"
#include "model/deflection.h"
#include "output/corners.h"
#include "system/functions.h"
#include "system/turns.h"

#include <string.h>

int gud_probe_is_dynamic(const GudProbe *probe)
{
  return probe->type->dynamic;
}

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

/* What an ideal joint transmits by friction belongs to its force and moment. */
static void add_friction(GudEvaluated *at, const GudProbe *pr, double F[3], double M[3])
{
  const GudModel *m = at->sys->model;
  double          f[3], c[3];
  for (int k = 0; k < m->num_forces && pr->joint >= 0; k++) {
    if (!m->forces[k].num_rows || m->forces[k].first_row != m->joints[pr->joint].first_row) continue;
    gud_force_reaction(at, k, pr->params.side, f, c);
    for (int i = 0; i < 3; i++) F[i] += f[i], M[i] += c[i];
  }
}

static double output_value(GudEvaluated *at, int force, int output)
{
  if (at->outputs[force]) return at->outputs[force][output];
  GudForceArgs a                    = *gud_evaluated_force(at, force, GUD_LEVEL_FORCE);
  double       out[GUD_MAX_OUTPUTS] = {0};
  a.wanted                          = 1ull << output;
  at->sys->model->forces[force].type->output(&a, out);
  return out[output];
}

double gud_force_output(GudEvaluated *at, int force, GudOutputRole role)
{
  const GudForceType *t = at->sys->model->forces[force].type;
  int                 k = gud_output_of_role(t->outputs, t->num_outputs, role);
  return k < 0 ? NAN : output_value(at, force, k);
}

/* What is looked at, seen from; with rate (v) or second rate (a) as `x` */
static void seen(const GudModel *m, const GudProbe *pr, const double *x, int rate, double out[3])
{
  double from[3] = {0};
  if (rate) gud_vector_rate(m, pr->vector[0], x, out);
  else gud_vector_value(m, pr->vector[0], x, out);
  if (pr->vector[1] < 0) return;
  if (rate) gud_vector_rate(m, pr->vector[1], x, from);
  else gud_vector_value(m, pr->vector[1], x, from);
  for (int i = 0; i < 3; i++) out[i] -= from[i];
}

/* Along an axis of space, of the joint, of a body, or the length */
static double component(GudSystem *sys, const GudProbe *pr, const GudPoint *p, const double x[3])
{
  int    c = pr->params.component;
  double e[3];
  if (c <= GUD_COMPONENT_Z) return x[c];
  if (c == GUD_COMPONENT_MAGNITUDE) return gud_norm_real(x);
  const int *vector = pr->joint >= 0   ? sys->model->joints[pr->joint].vector + 1
                      : pr->force >= 0 ? sys->model->forces[pr->force].vector + 1
                                       : pr->axes;
  gud_vector_value(sys->model, vector[c - GUD_COMPONENT_1], p->q, e);
  return gud_dot_real(x, e) / gud_norm_real(e);
}

/* A unit vector: axis of space, or of the frame of slot a */
static void direction(const GudForceArgs *a, int component, double e[3])
{
  for (int i = 0; i < 3; i++)
    e[i] = component <= GUD_COMPONENT_Z ? i == component : a->x[1 + component - GUD_COMPONENT_1][i];
  double l = gud_norm_real(e);
  for (int i = 0; i < 3; i++) e[i] /= l;
}

/* -dF/dx or -dF/dv on the point of b by its own displacement: a translation of b moves this marker vector only. */
static double coefficient(GudEvaluated *at, const GudProbe *pr)
{
  const GudModelForce *f = &at->sys->model->forces[pr->force];
  GudForceArgs         a = *gud_evaluated_force(at, pr->force, GUD_LEVEL_TANGENT);
  double              *K = at->K, e[3], d[3], sum = 0;
  double c[4] = {pr->type->kind == GUD_PROBE_STIFFNESS, pr->type->kind == GUD_PROBE_DAMPING, 0, 0};
  int    n = 3 * f->num_vectors + f->num_internals, b = 3 * (int)f->type->slots[0].kind;
  memset(K, 0, sizeof(double) * (size_t)(n * n));
  a.live = NULL;
  f->type->tangent(&a, c, K);
  direction(&a, pr->params.component, e);
  direction(&a, pr->params.along, d);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) sum -= e[i] * K[(b + i) * n + b + k] * d[k];
  return sum;
}

/* Extreme of a field over a body (output/corners.h) */
static double field_extreme(const GudModel *m, const GudProbe *pr, const double *q)
{
  const GudBody *b    = &m->bodies[pr->body];
  double         best = pr->params.which == GUD_EXTREME_MIN   ? INFINITY
                        : pr->params.which == GUD_EXTREME_MAX ? -INFINITY
                                                              : 0;
  GudCorners     at;
  gud_corners(m, pr->body, &at);
  for (int n = b->element; n < b->element + b->num_elements; n++) {
    double out[GUD_MAX_CORNERS * GUD_MAX_ELEMENT_FIELDS];
    gud_corner_fields(m, n, q, &at, out);
    for (int k = 0; k < at.num; k++) {
      double v = out[k * b->type->num_fields + pr->field];
      if (pr->params.which == GUD_EXTREME_MAX) best = fmax(best, v);
      else if (pr->params.which == GUD_EXTREME_MIN) best = fmin(best, v);
      else if (fabs(v) > fabs(best)) best = v;
    }
  }
  return pr->params.which == GUD_EXTREME_ABSOLUTE ? fabs(best) : best;
}

/* Mean over the elements that meet at the place */
static double field_at(const GudModel *m, const GudProbe *pr, const double *q)
{
  double sum = 0;
  for (int n = 0; n < pr->at->num; n++) {
    const GudElement *e = &m->elements[pr->at->element[n]];
    double            Q[GUD_MAX_ELEMENT_VECTORS][3], out[GUD_MAX_ELEMENT_FIELDS];
    for (int i = 0; i < e->type->num_vec; i++)
      for (int c = 0; c < 3; c++) Q[i][c] = c < m->dim ? q[m->dim * e->vec[i] + c] : 0;
    e->type->field(e->type, e->data, Q, 1, (const double(*)[3])pr->at->xi[n], out);
    sum += out[pr->field];
  }
  return sum / pr->at->num;
}

/* (F2) of base/frame.h; components 1, 2, 3 along the body's own axes */
static double spin_of(const GudModel *m, const GudProbe *pr, const GudPoint *p)
{
  double e[3][3], et[3][3], Ji[9], w[3];
  int    c = pr->params.component;
  for (int k = 0; k < 3; k++)
    gud_vector_value(m, pr->axes[k], p->q, e[k]), gud_vector_rate(m, pr->axes[k], p->v, et[k]);
  gud_frame_inverse(e, Ji);
  gud_frame_spin(Ji, e, et, w);
  if (c <= GUD_COMPONENT_Z) return w[c];
  if (c == GUD_COMPONENT_MAGNITUDE) return gud_norm_real(w);
  return gud_dot_real(w, e[c - GUD_COMPONENT_1]) / gud_norm_real(e[c - GUD_COMPONENT_1]);
}

double gud_probe_value(GudEvaluated *at, const GudProbe *pr, const GudEnergy *en, double numerical)
{
  GudSystem      *sys = at->sys;
  const GudModel *m   = sys->model;
  const GudPoint *p   = &at->p;
  double          w[3], w1[3], w2[3], F[3], M[3], x, y, x1, y1, x2, y2, D, rate;
  GudMeasure      measure;
  switch (pr->type->kind) {
  case GUD_PROBE_OWN: return pr->type->value(pr->type, at, pr);
  case GUD_PROBE_POSITION:
  case GUD_PROBE_VELOCITY:
    if (gud_probe_in_body_axes(&pr->params)) {
      seen(m, pr, pr->type->kind == GUD_PROBE_POSITION ? p->q : p->v, pr->type->kind == GUD_PROBE_VELOCITY,
           w);
      return component(sys, pr, p, w);
    }
    gud_measure_probe(m, pr, p->q, p->v, p->history, &measure);
    return measure.value;
  case GUD_PROBE_ANGLE:
  case GUD_PROBE_ANGULAR_VELOCITY:
    gud_measure_probe(m, pr, p->q, p->v, p->history, &measure);
    return measure.value;
  case GUD_PROBE_ACCELERATION: seen(m, pr, p->a, 1, w); return component(sys, pr, p, w);
  case GUD_PROBE_ANGULAR_ACCELERATION: /* theta = atan2(y, x): theta' = (x y' - y x')/D, D = x^2 + y^2 */
    seen(m, pr, p->q, 0, w);
    seen(m, pr, p->v, 1, w1);
    x = gud_dot_real(w, pr->e1), y = gud_dot_real(w, pr->e2), x1 = gud_dot_real(w1, pr->e1),
    y1   = gud_dot_real(w1, pr->e2);
    D    = x * x + y * y;
    rate = (x * y1 - y * x1) / D;
    seen(m, pr, p->a, 1, w2);
    x2 = gud_dot_real(w2, pr->e1), y2 = gud_dot_real(w2, pr->e2);
    return (x * y2 - y * x2 - 2 * rate * (x * x1 + y * y1)) / D;
  case GUD_PROBE_JOINT_FORCE:
  case GUD_PROBE_JOINT_MOMENT:
    if (pr->joint >= 0) gud_joint_reaction(sys, pr->joint, pr->params.side, p, F, M);
    else gud_force_reaction(at, pr->force, pr->params.side, F, M);
    add_friction(at, pr, F, M);
    return component(sys, pr, p, pr->type->kind == GUD_PROBE_JOINT_FORCE ? F : M);
  case GUD_PROBE_DRIVER: {
    const GudJoint *j = &m->joints[pr->joint];
    gud_joint_reaction(sys, pr->joint, 1, p, F, M);
    int k = j->type->driver == 1 || sys->dim == 3 ? 3 : 1; /* angle: e3; displacement: e3, in the plane e1 */
    gud_vector_value(m, j->vector[k], p->q, w);
    return gud_dot_real(j->type->driver == 1 ? M : F, w) / gud_norm_real(w);
  }
  case GUD_PROBE_STIFFNESS:
  case GUD_PROBE_DAMPING: return coefficient(at, pr);
  case GUD_PROBE_EACH:
  case GUD_PROBE_OUTPUT: {
    GudOutputGroup group = pr->of->group;
    double         sum = 0, best = 0;
    if (pr->force < 0) return 0; /* of an ideal joint */
    for (int i = pr->force; i < pr->force + pr->num_forces; i++) {
      double one    = output_value(at, i, pr->output);
      int    better = best == 0 || (group == GUD_GROUP_LEAST ? one < best : one > best);
      sum += one;
      if (one != 0 && better) best = one;
    }
    return group == GUD_GROUP_SUM ? sum : best;
  }
  case GUD_PROBE_FIELD: return pr->at ? field_at(m, pr, p->q) : field_extreme(m, pr, p->q);
  case GUD_PROBE_SPIN: return spin_of(m, pr, p);
  case GUD_PROBE_QUATERNION: {
    double quat[4];
    gud_turns_quaternion(m, pr, p->q, p->history + pr->history, quat);
    return quat[pr->params.part];
  }
  case GUD_PROBE_EXPRESSION: { /* its arguments stand before it: this ends */
    GudFunction *f = m->functions[pr->params.value];
    double       arg[GUD_MAX_ARGUMENTS], slope[GUD_MAX_ARGUMENTS];
    for (int k = 0; k < gud_function_num_args(f); k++)
      arg[k] = gud_probe_value(at, &m->probes[gud_function_arg(f, k)->index], en, numerical);
    return gud_function_of(f, p->t, arg, slope);
  }
  case GUD_PROBE_DEFLECTION:
    return gud_deflection_extreme(
      m, pr->deflection, p->q, pr->params.component == GUD_COMPONENT_MAGNITUDE ? -1 : pr->params.component);
  case GUD_PROBE_ENERGY:
    switch (pr->params.which) {
    case GUD_ENERGY_KINETIC: return en->kinetic;
    case GUD_ENERGY_POTENTIAL: return en->potential;
    case GUD_ENERGY_STRAIN: return en->strain;
    case GUD_ENERGY_NUMERICAL: return numerical;
    default: return en->kinetic + en->potential + en->strain;
    }
  }
  return NAN;
}
