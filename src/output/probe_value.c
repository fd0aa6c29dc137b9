/* Probes. The constraint force on a marker vector m of a row is -lambda dphi/dm (contract/row.h R2); forces on the
   position of a frame add up to the joint force, forces on its vectors e_k to the moment sum e_k x f_k. */
#include "output/probe_value.h"

#include "base/vec3.h"
#include "system/turns.h"

#include <string.h>

int gud_probe_is_dynamic(const GudProbe *probe)
{
  return gud_probe_types[probe->kind].dynamic;
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
    if (r->kind == GUD_ROW_TURN) c[2] = -sin(sys->motion[r->motion].f), c[3] = cos(sys->motion[r->motion].f);
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

/* Sum over the nodes of a clamp, moment about the joint's point on that side. Rows: node by node, of each its coordinate
   vectors, of each its components (gud_model_add_joint). */
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
    const GudModelRow *r        = &m->rows[i];
    int                position = el->node_vec[(i - j->first_row) / m->dim % el->per_node] == 0;
    double             f[3]     = {0};
    f[r->axis]                  = side ? -p->lam[i] : p->lam[i];
    gud_vector_value(m, side ? r->u0 : r->u1, p->q, x);
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
  const GudModelForce *fo                         = &at->sys->model->forces[force];
  const GudForceArgs  *a                          = gud_evaluated_force(at, force, GUD_LEVEL_FORCE);
  double               f[GUD_MAX_SLOT_VECTORS][3] = {{0}}, rz[GUD_MAX_INTERNALS] = {0}, c[3];
  fo->type->residual(a, f, rz);
  int first = side ? (int)fo->type->slots[0].kind : 0, num = (int)fo->type->slots[side].kind;
  memcpy(F, f[first], 3 * sizeof(double));
  memset(M, 0, 3 * sizeof(double));
  for (int k = 1; k < num; k++) {
    gud_cross_real(a->x[first + k], f[first + k], c);
    for (int i = 0; i < 3; i++) M[i] += c[i];
  }
}

static double output_value(GudEvaluated *at, int force, int output)
{
  GudForceArgs a                    = *gud_evaluated_force(at, force, GUD_LEVEL_FORCE);
  double       out[GUD_MAX_OUTPUTS] = {0};
  a.wanted                          = 1u << output;
  at->sys->model->forces[force].type->output(&a, out);
  return out[output];
}

double gud_force_output(GudEvaluated *at, int force, const char *name)
{
  const GudForceType *t = at->sys->model->forces[force].type;
  for (int k = 0; k < t->num_outputs; k++)
    if (!strcmp(t->outputs[k], name)) return output_value(at, force, k);
  return NAN;
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

static double component(GudSystem *sys, const GudProbe *pr, const GudPoint *p, const double x[3])
{
  int    c = pr->params.component;
  double e[3];
  if (c <= GUD_COMPONENT_Z) return x[c];
  if (c == GUD_COMPONENT_MAGNITUDE) return gud_norm_real(x);
  const int *vector = pr->joint >= 0 ? sys->model->joints[pr->joint].vector
                                     : sys->model->forces[pr->force].vector;
  gud_vector_value(sys->model, vector[1 + c - GUD_COMPONENT_1], p->q, e);
  return gud_dot_real(x, e) / gud_norm_real(e);
}

/* Extreme of a field over a body: at the nodes of its cells, and for beams at the corners of the section there. */
static double field_extreme(const GudModel *m, const GudProbe *pr, const double *q)
{
  static const double corner[9][2] = {{-1, -1}, {1, -1}, {1, 1},  {-1, 1}, {0, -1},
                                      {1, 0},   {0, 1},  {-1, 0}, {0, 0}};
  const GudBody      *b            = &m->bodies[pr->body];
  double              best         = pr->params.which == GUD_EXTREME_MIN   ? INFINITY
                                     : pr->params.which == GUD_EXTREME_MAX ? -INFINITY
                                                                           : 0;
  int                 beam = b->mesh && b->mesh->axes, num = beam ? 8 : gud_cell_nodes(b->type->cell);
  double              part = b->draw.kind == GUD_DRAW_BOX ? 0.5 : 1, half_y = part * b->draw.size[0],
         half_z = part * b->draw.size[b->draw.kind == GUD_DRAW_BOX], xi[9][3] = {{0}};
  for (int k = 0; k < num; k++) {
    xi[k][0] = corner[k][0], xi[k][1] = corner[k][1];
    if (!beam) continue;
    xi[k][0] = k / 4, xi[k][1] = half_y * corner[k % 4][0];
    if (m->dim == 3) xi[k][2] = half_z * corner[k % 4][1];
  }
  for (int n = b->element; n < b->element + b->num_elements; n++) {
    const GudElement *e = &m->elements[n];
    double            Q[GUD_MAX_ELEMENT_VECTORS][3], out[9 * GUD_MAX_ELEMENT_FIELDS];
    for (int i = 0; i < e->type->num_vec; i++)
      for (int c = 0; c < 3; c++) Q[i][c] = c < m->dim ? q[m->dim * e->vec[i] + c] : 0;
    e->type->field(e->data, Q, num, (const double(*)[3])xi, out);
    for (int k = 0; k < num; k++) {
      double v = out[k * e->type->num_fields + pr->field];
      if (pr->params.which == GUD_EXTREME_MAX) best = fmax(best, v);
      else if (pr->params.which == GUD_EXTREME_MIN) best = fmin(best, v);
      else if (fabs(v) > fabs(best)) best = v;
    }
  }
  return pr->params.which == GUD_EXTREME_ABSOLUTE ? fabs(best) : best;
}

double gud_probe_value(GudEvaluated *at, const GudProbe *pr, const GudEnergy *en, double numerical)
{
  GudSystem      *sys = at->sys;
  const GudModel *m   = sys->model;
  const GudPoint *p   = &at->p;
  double          w[3], w1[3], w2[3], F[3], M[3], x, y, x1, y1, x2, y2, D, rate;
  switch (pr->kind) {
  case GUD_PROBE_POSITION: seen(m, pr, p->q, 0, w); return component(sys, pr, p, w);
  case GUD_PROBE_VELOCITY: seen(m, pr, p->v, 1, w); return component(sys, pr, p, w);
  case GUD_PROBE_ACCELERATION: seen(m, pr, p->a, 1, w); return component(sys, pr, p, w);
  case GUD_PROBE_ANGLE: return gud_turns_angle(m, pr, p->q, p->history[pr->history]) + pr->params.offset;
  case GUD_PROBE_ANGULAR_VELOCITY:
  case GUD_PROBE_ANGULAR_ACCELERATION: /* theta = atan2(y, x): theta' = (x y' - y x')/D, D = x^2 + y^2 */
    seen(m, pr, p->q, 0, w);
    seen(m, pr, p->v, 1, w1);
    x = gud_dot_real(w, pr->e1), y = gud_dot_real(w, pr->e2), x1 = gud_dot_real(w1, pr->e1),
    y1   = gud_dot_real(w1, pr->e2);
    D    = x * x + y * y;
    rate = (x * y1 - y * x1) / D;
    if (pr->kind == GUD_PROBE_ANGULAR_VELOCITY) return rate;
    seen(m, pr, p->a, 1, w2);
    x2 = gud_dot_real(w2, pr->e1), y2 = gud_dot_real(w2, pr->e2);
    return (x * y2 - y * x2 - 2 * rate * (x * x1 + y * y1)) / D;
  case GUD_PROBE_JOINT_FORCE:
  case GUD_PROBE_JOINT_MOMENT:
    if (pr->joint >= 0) gud_joint_reaction(sys, pr->joint, pr->params.side, p, F, M);
    else gud_force_reaction(at, pr->force, pr->params.side, F, M);
    return component(sys, pr, p, pr->kind == GUD_PROBE_JOINT_FORCE ? F : M);
  case GUD_PROBE_DRIVER: {
    const GudJoint *j = &m->joints[pr->joint];
    gud_joint_reaction(sys, pr->joint, 1, p, F, M);
    int k = j->type->driver == 1 || sys->dim == 3 ? 3 : 1; /* angle: e3; displacement: e3, in the plane e1 */
    gud_vector_value(m, j->vector[k], p->q, w);
    return gud_dot_real(j->type->driver == 1 ? M : F, w) / gud_norm_real(w);
  }
  case GUD_PROBE_EACH:
  case GUD_PROBE_OUTPUT: {
    double sum = 0;
    if (pr->force < 0) return 0; /* of an ideal joint */
    for (int i = pr->force; i < pr->force + pr->num_forces; i++) sum += output_value(at, i, pr->output);
    return sum;
  }
  case GUD_PROBE_FIELD: return field_extreme(m, pr, p->q);
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

/* By a part of the name; the first that fits. */
static const char *unit_by_name(const char *name)
{
  static const char *const units[][2] = {
    {"stress", "Pa"},     {"pressure", "Pa"},   {"moment", "N m"},   {"torque", "N m"},   {"force", "N"},
    {"tension", "N"},     {"power", "W"},       {"speed", "m/s"},    {"velocity", "m/s"}, {"angle", "rad"},
    {"attitude", "rad"},  {"length", "m"},      {"elongation", "m"}, {"distance", "m"},   {"ecc", "m"},
    {"penetration", "m"}, {"indentation", "m"}, {"depth", "m"},      {"gap", "m"},        {"film", "m"},
    {"time", "s"}};
  for (int i = 0; i < GUD_COUNT(units); i++)
    if (strstr(name, units[i][0])) return units[i][1];
  return "";
}

const char *gud_probe_unit(const GudModel *m, const GudProbe *pr)
{
  switch (pr->kind) {
  case GUD_PROBE_POSITION: return "m";
  case GUD_PROBE_VELOCITY: return "m/s";
  case GUD_PROBE_ACCELERATION: return "m/s^2";
  case GUD_PROBE_ANGLE: return "rad";
  case GUD_PROBE_ANGULAR_VELOCITY: return "rad/s";
  case GUD_PROBE_ANGULAR_ACCELERATION: return "rad/s^2";
  case GUD_PROBE_JOINT_FORCE: return "N";
  case GUD_PROBE_JOINT_MOMENT: return "N m";
  case GUD_PROBE_DRIVER: return m->joints[pr->joint].type->driver == 1 ? "N m" : "N";
  case GUD_PROBE_EACH:
  case GUD_PROBE_OUTPUT: return unit_by_name(pr->params.output);
  case GUD_PROBE_FIELD: return unit_by_name(pr->params.field);
  case GUD_PROBE_ENERGY: return "J";
  }
  return "";
}
