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

/* Columns of a joint beside its outputs, in the order in which gud_joint_values fills them; of a vector as many as the model has
   dimensions. */
static const GudOutput vectors[4][3] = {
  {{"gap_1", "m", "journal seen from the bearing, axis 1 of the bearing", GUD_OUTPUT_GAP},
   {"gap_2", "m", "axis 2", GUD_OUTPUT_GAP},
   {"gap_3", "m", "axis 3", GUD_OUTPUT_GAP}},
  {{"load_x", "N", "force on the journal's body along x of space", GUD_OUTPUT_LOAD},
   {"load_y", "N", "along y", GUD_OUTPUT_LOAD},
   {"load_z", "N", "along z", GUD_OUTPUT_LOAD}},
  {{"load_1", "N", "the same along axis 1 of the bearing", GUD_OUTPUT_LOAD_BEARING},
   {"load_2", "N", "axis 2", GUD_OUTPUT_LOAD_BEARING},
   {"load_3", "N", "axis 3", GUD_OUTPUT_LOAD_BEARING}},
  {{"journal_load_1", "N", "the same along axis 1 of the journal's body", GUD_OUTPUT_LOAD_JOURNAL},
   {"journal_load_2", "N", "axis 2", GUD_OUTPUT_LOAD_JOURNAL},
   {"journal_load_3", "N", "axis 3", GUD_OUTPUT_LOAD_JOURNAL}}};
static const GudOutput places[4] = {
  {"film_min_at_1", "m", "where the film is thinnest: place on the wall, axis 1", GUD_OUTPUT_THIN_PLACE},
  {"film_min_at_2", "m", "axis 2", GUD_OUTPUT_THIN_PLACE},
  {"film_pressure_at_1", "m", "where its pressure is largest, axis 1", GUD_OUTPUT_PEAK_PLACE},
  {"film_pressure_at_2", "m", "axis 2", GUD_OUTPUT_PEAK_PLACE}};

static int own_columns(const GudModel *m)
{
  return GUD_COUNT(vectors) * m->dim + GUD_COUNT(places);
}

int gud_joint_columns(const GudModel *m, int force, const GudOutput **out)
{
  const GudForceType *type = m->forces[force].type;
  int                 num  = 0;
  if (!has_bore(&m->forces[force])) return 0;
  for (int g = 0; g < GUD_COUNT(vectors); g++)
    for (int k = 0; k < m->dim; k++) out[num++] = &vectors[g][k];
  for (int k = 0; k < GUD_COUNT(places); k++) out[num++] = &places[k];
  for (int k = 0; k < type->num_outputs; k++) out[num++] = &type->outputs[k];
  return num;
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
  size_t           max  = 64 + (size_t)gud_joint_values_num(m) * GUD_LABEL_SIZE, len;
  char            *line = gud_alloc(max), label[GUD_LABEL_SIZE];
  const GudOutput *column[GUD_MAX_JOINT_COLUMNS];
  len = (size_t)snprintf(line, max, "%s", gud_label(label, "t", "s", plain));
  for (int i = 0; i < m->num_forces; i++) {
    int num = gud_joint_columns(m, i, column);
    for (int k = 0; k < num; k++) len = append(line, len, max, m->forces[i].name, column[k], plain);
  }
  return line;
}
