/* Values between nodes: output/course.h. */
#include "output/course.h"

#include <math.h>

static const double turn = 6.283185307179586;

int gud_course_of_force(const GudForceType *type, const void *params)
{
  return type->kinked && type->kinked(type, params) ? GUD_COURSE_STRAIGHT : 0;
}

int gud_course_of_output(const GudForceType *type, const void *params, int output, int contact)
{
  int course = gud_course_of_force(type, params);
  switch (type->outputs[output].role) {
  case GUD_OUTPUT_STATE:
  case GUD_OUTPUT_CONTACT:
  case GUD_OUTPUT_STICK: return GUD_COURSE_HELD;
  case GUD_OUTPUT_THIN_ANGLE:
  case GUD_OUTPUT_PEAK_ANGLE: return GUD_COURSE_STRAIGHT | GUD_COURSE_TURN;
  case GUD_OUTPUT_THIN_AT:
  case GUD_OUTPUT_PEAK_AT: return GUD_COURSE_STRAIGHT | (contact ? GUD_COURSE_SIDE : 0);
  case GUD_OUTPUT_ANGLE: return course | GUD_COURSE_TURN;
  default: return course | (contact ? GUD_COURSE_SIDE : 0);
  }
}

GudBlend gud_blend(int num, const double *t, double at)
{
  GudBlend b = {.num = num};
  while (b.first + 2 < num && t[b.first + 1] > at) b.first++;
  for (int i = 0; i < num; i++) {
    b.all[i] = 1;
    for (int j = 0; j < num; j++)
      if (j != i) b.all[i] *= (at - t[j]) / (t[i] - t[j]);
  }
  if (num < 2) {
    b.line[0] = 1;
    return b;
  }
  double x        = (at - t[b.first + 1]) / (t[b.first] - t[b.first + 1]);
  b.line[b.first] = x, b.line[b.first + 1] = 1 - x;
  return b;
}

double gud_course(int course, const GudBlend *b, const double *f)
{
  const double *c = course & (GUD_COURSE_STRAIGHT | GUD_COURSE_HELD) ? b->line : b->all;
  double        g[GUD_BLEND_NODES], sum = 0, least = INFINITY, most = -INFINITY;
  int           turned = 0, same = 1;
  while (same < b->num && f[same] == f[0]) same++;
  if (same == b->num) return f[0]; /* a count stays a whole number */
  if (course & GUD_COURSE_HELD && b->num > 1 && f[b->first] == f[b->first + 1]) return f[b->first];
  for (int k = 0; k < b->num; k++) {
    double turns = course & GUD_COURSE_TURN ? round((f[k] - f[b->first]) / turn) : 0;
    g[k]         = f[k] - turn * turns;
    turned |= turns != 0;
    least = fmin(least, f[k]), most = fmax(most, f[k]);
    if (isnan(f[k])) c = b->line;
  }
  for (int k = 0; k < b->num; k++)
    if (c[k] != 0) sum += c[k] * g[k];
  if (turned) sum -= turn * round(sum / turn);
  if (course & GUD_COURSE_SIDE && ((least >= 0 && sum < 0) || (most <= 0 && sum > 0))) sum = 0;
  return sum;
}
