/* Values of joints with clearance: output/joint_values.h. */
#include "output/joint_values.h"

#include "base/vec3.h"
#include "output/label.h"
#include "output/probe_value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A joint that has a known bore. */
static int has_bore(const GudModelForce *fo)
{
  GudSymbol s = {0};
  if (!fo->type->joint || !fo->type->symbol) return 0;
  fo->type->symbol(fo->params, &s);
  return s.journal > 0;
}

int gud_joint_values_num(const GudModel *m)
{
  int num = 0;
  for (int i = 0; i < m->num_forces; i++)
    if (has_bore(&m->forces[i])) num += 3 * m->dim + m->forces[i].type->num_outputs;
  return num;
}

void gud_joint_values(GudEvaluated *at, double *out)
{
  const GudModel *m = at->sys->model;
  for (int i = 0; i < m->num_forces; i++) {
    const GudModelForce *fo = &m->forces[i];
    double               a[3], b[3], e[3], F[3], M[3];
    if (!has_bore(fo)) continue;
    gud_vector_value(m, fo->vector[0], at->p.q, a);
    gud_vector_value(m, fo->vector[4], at->p.q, b);
    for (int k = 0; k < 3; k++) b[k] -= a[k];
    gud_force_reaction(at, i, 1, F, M);
    for (int k = 0; k < m->dim; k++) {
      gud_vector_value(m, fo->vector[1 + k], at->p.q, e);
      double n            = gud_norm_real(e);
      out[k]              = gud_dot_real(b, e) / n;
      out[m->dim + k]     = F[k];
      out[2 * m->dim + k] = gud_dot_real(F, e) / n;
    }
    out += 3 * m->dim;
    GudForceArgs args = *gud_evaluated_force(at, i, GUD_LEVEL_FORCE);
    args.wanted       = ~0ull;
    fo->type->output(&args, out);
    out += fo->type->num_outputs;
  }
}

static size_t append(char *line, size_t len, size_t max, const char *joint, const GudOutput *o, int plain)
{
  char name[GUD_LABEL_SIZE], label[GUD_LABEL_SIZE];
  snprintf(name, sizeof name, "%.120s.%s", joint, o->name);
  return len + (size_t)snprintf(line + len, max - len, ",%s", gud_label(label, name, o->unit, plain));
}

char *gud_joint_values_header(const GudModel *m, int plain)
{
  static const GudOutput own[3][3] = {{{"gap_1", "m", ""}, {"gap_2", "m", ""}, {"gap_3", "m", ""}},
                                      {{"load_x", "N", ""}, {"load_y", "N", ""}, {"load_z", "N", ""}},
                                      {{"load_1", "N", ""}, {"load_2", "N", ""}, {"load_3", "N", ""}}};
  size_t                 max       = 64 + (size_t)gud_joint_values_num(m) * GUD_LABEL_SIZE, len;
  char                  *line      = gud_alloc(max), label[GUD_LABEL_SIZE];
  len                              = (size_t)snprintf(line, max, "%s", gud_label(label, "t", "s", plain));
  for (int i = 0; i < m->num_forces; i++) {
    const GudModelForce *fo = &m->forces[i];
    if (!has_bore(fo)) continue;
    for (int g = 0; g < 3; g++)
      for (int k = 0; k < m->dim; k++) len = append(line, len, max, fo->name, &own[g][k], plain);
    for (int k = 0; k < fo->type->num_outputs; k++)
      len = append(line, len, max, fo->name, &fo->type->outputs[k], plain);
  }
  return line;
}
