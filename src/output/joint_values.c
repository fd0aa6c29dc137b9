/* Values of joints with clearance: output/joint_values.h. */
#include "output/joint_values.h"

#include "base/vec3.h"
#include "output/course.h"
#include "output/label.h"
#include "output/reactions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A joint that has a known bore. */
static int has_bore(const GudModelForce *fo)
{
  GudSymbol s = {0};
  if (!fo->type->joint || !fo->type->symbol) return 0;
  fo->type->symbol(fo->type, fo->params, &s);
  return s.journal > 0;
}

/* Columns of a joint beside its outputs: gap, load in three systems of axes, places of the film's extremes. */
static int own_columns(const GudModel *m)
{
  return 4 * m->dim + 4;
}

int gud_joint_values_num(const GudModel *m)
{
  int num = 0;
  for (int i = 0; i < m->num_forces; i++)
    if (has_bore(&m->forces[i])) num += own_columns(m) + m->forces[i].type->num_outputs;
  return num;
}

/* Where the film is thinnest and where its pressure is highest: places on the wall along the first two axes of the bearing, from
   the joint's outputs. NaN: there is no film, or no pressure. */
static void film_places(const GudForceArgs *args, const GudForceType *type, const double e[2][3],
                        const double *value, double out[4])
{
  static const GudOutputRole angle[] = {GUD_OUTPUT_THIN_ANGLE, GUD_OUTPUT_PEAK_ANGLE};
  static const GudOutputRole along[] = {GUD_OUTPUT_THIN_AT, GUD_OUTPUT_PEAK_AT};
  int                        peak    = gud_output_of_role(type->outputs, type->num_outputs, GUD_OUTPUT_PEAK);
  GudFilmSurface             s;
  for (int k = 0; k < 4; k++) out[k] = NAN;
  if (!type->film || !type->film->surface || !type->film->surface(args, &s)) return;
  for (int k = 0; k < 2; k++) {
    int at[2] = {gud_output_of_role(type->outputs, type->num_outputs, angle[k]),
                 gud_output_of_role(type->outputs, type->num_outputs, along[k])};
    if (at[0] < 0 || at[1] < 0 || (k == 1 && (peak < 0 || !(value[peak] > 0)))) continue;
    double a = value[at[0]], z = value[at[1]], R = s.radius;
    double r = s.ball ? sqrt(fmax(R * R - z * z, 0)) : R, x[3];
    for (int i = 0; i < 3; i++) x[i] = r * (cos(a) * s.axes[0][i] + sin(a) * s.axes[1][i]);
    for (int i = 0; i < 2; i++) out[2 * k + i] = gud_dot_real(x, e[i]) / gud_norm_real(e[i]);
  }
}

void gud_joint_values(GudEvaluated *at, double *out)
{
  const GudModel *m = at->sys->model;
  for (int i = 0; i < m->num_forces; i++) {
    const GudModelForce *fo = &m->forces[i];
    double               a[3], b[3], e[3][3], j[3], F[3], M[3];
    if (!has_bore(fo)) continue;
    gud_vector_value(m, fo->vector[0], at->p.q, a);
    gud_vector_value(m, fo->vector[4], at->p.q, b);
    for (int k = 0; k < 3; k++) b[k] -= a[k];
    gud_force_reaction(at, i, 1, F, M);
    for (int k = 0; k < m->dim; k++) {
      gud_vector_value(m, fo->vector[1 + k], at->p.q, e[k]);
      gud_vector_value(m, fo->vector[5 + k], at->p.q, j);
      double n            = gud_norm_real(e[k]);
      out[k]              = gud_dot_real(b, e[k]) / n;
      out[m->dim + k]     = F[k];
      out[2 * m->dim + k] = gud_dot_real(F, e[k]) / n;
      out[3 * m->dim + k] = gud_dot_real(F, j) / gud_norm_real(j);
    }
    GudForceArgs args = *gud_evaluated_force(at, i, GUD_LEVEL_FORCE);
    args.wanted       = ~0ull;
    fo->type->output(&args, out + own_columns(m));
    at->outputs[i] = out + own_columns(m);
    film_places(&args, fo->type, (const double(*)[3])e, out + own_columns(m), out + 4 * m->dim);
    out += own_columns(m) + fo->type->num_outputs;
  }
}

void gud_joint_values_forget(GudEvaluated *at)
{
  memset(at->outputs, 0, sizeof *at->outputs * (size_t)at->sys->model->num_forces);
}

void gud_joint_values_course(const GudModel *m, char *course)
{
  for (int i = 0; i < m->num_forces; i++) {
    const GudForceType *type = m->forces[i].type;
    if (!has_bore(&m->forces[i])) continue;
    memset(course, gud_course_of_force(type, m->forces[i].params), (size_t)(4 * m->dim));
    memset(course + 4 * m->dim, GUD_COURSE_STRAIGHT, 4); /* places on the wall */
    course += own_columns(m);
    for (int k = 0; k < type->num_outputs; k++)
      *course++ = (char)gud_course_of_output(type, m->forces[i].params, k, 1);
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
  static const GudOutput film[]    = {{"film_min_at_1", "m", ""},
                                      {"film_min_at_2", "m", ""},
                                      {"film_pressure_at_1", "m", ""},
                                      {"film_pressure_at_2", "m", ""}};
  static const GudOutput own[4][3] = {
    {{"gap_1", "m", ""}, {"gap_2", "m", ""}, {"gap_3", "m", ""}},
    {{"load_x", "N", ""}, {"load_y", "N", ""}, {"load_z", "N", ""}},
    {{"load_1", "N", ""}, {"load_2", "N", ""}, {"load_3", "N", ""}},
    {{"journal_load_1", "N", ""}, {"journal_load_2", "N", ""}, {"journal_load_3", "N", ""}}};
  size_t max  = 64 + (size_t)gud_joint_values_num(m) * GUD_LABEL_SIZE, len;
  char  *line = gud_alloc(max), label[GUD_LABEL_SIZE];
  len         = (size_t)snprintf(line, max, "%s", gud_label(label, "t", "s", plain));
  for (int i = 0; i < m->num_forces; i++) {
    const GudModelForce *fo = &m->forces[i];
    if (!has_bore(fo)) continue;
    for (int g = 0; g < 4; g++)
      for (int k = 0; k < m->dim; k++) len = append(line, len, max, fo->name, &own[g][k], plain);
    for (int k = 0; k < GUD_COUNT(film); k++) len = append(line, len, max, fo->name, &film[k], plain);
    for (int k = 0; k < fo->type->num_outputs; k++)
      len = append(line, len, max, fo->name, &fo->type->outputs[k], plain);
  }
  return line;
}
