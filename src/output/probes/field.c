/* Probe `field`: stress, section force ... of a flexible body, at a place or its extreme over the body. */
#include "output/corners.h"
#include "output/probe_value.h"

enum { MAX, MIN, ABSOLUTE };

/* clang-format off */
static const GudParam params[] = {
  {"body",  GUD_STRING, GUD_NUMBER, GUD_ANY, GUD_ABSENT, offsetof(GudProbeParams, body), NULL, "flexible body, for the extreme over all of it (or `of`)"},
  {"field", GUD_STRING, GUD_NUMBER, GUD_ANY, NULL, offsetof(GudProbeParams, field), NULL, "name of a field of its elements: see gudgeon help ELEMENT"},
  {"which", GUD_CHOICE, GUD_NUMBER, GUD_ANY, "max", offsetof(GudProbeParams, which), "max|min|absolute", "with `body`: largest, smallest, or largest absolute value over the nodes (beams: over the section's corners too)"}};
static const GudMarkerSlot slots[] = {{"of", GUD_POINT, 1, "a place on a flexible body, where the field is read (mean of the elements that meet there); on a beam beside its axis for stresses of the skin"}};
/* clang-format on */

/* Extreme of a field over a body (output/corners.h); of a model in parts over all processes, which all ask for it */
static double field_extreme(const GudSystem *sys, const GudProbe *pr, const double *q)
{
  const GudModel *m    = sys->model;
  const GudBody  *b    = &m->bodies[pr->body];
  double          best = pr->params.which == MIN ? INFINITY : pr->params.which == MAX ? -INFINITY : 0;
  GudCorners      at;
  gud_corners(m, pr->body, &at);
  for (int n = b->element; n < b->element + b->num_elements; n++) {
    double out[GUD_MAX_CORNERS * GUD_MAX_ELEMENT_FIELDS];
    gud_corner_fields(m, n, q, &at, out);
    for (int k = 0; k < at.num; k++) {
      double v = out[k * b->type->num_fields + pr->field];
      if (pr->params.which == MAX) best = fmax(best, v);
      else if (pr->params.which == MIN) best = fmin(best, v);
      else if (fabs(v) > fabs(best)) best = v;
    }
  }
  if (pr->params.which == MIN) return -gud_system_largest(sys, -best);
  return gud_system_largest(sys, pr->params.which == ABSOLUTE ? fabs(best) : best);
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

static double value(const GudProbeType *self, GudEvaluated *at, const GudProbe *pr,
                    const GudProbeEnergy *energy)
{
  const GudModel *m = at->sys->model;
  (void)self, (void)energy;
  return pr->at ? field_at(m, pr, at->p.q) : field_extreme(at->sys, pr, at->p.q);
}

static const char *unit_of(const GudProbeType *self, const GudModel *m, const GudProbe *pr)
{
  (void)self;
  return m->bodies[pr->body].type->fields[pr->field].unit;
}

const GudProbeType gud_probe_field = {
  .info = GUD_PROBE_INFO(
    "field", "field of a flexible body (stress, section force): at a place, or its extreme over the body",
    params),
  .reads     = GUD_READS_FIELD,
  .dynamic   = 1,
  .slots     = slots,
  .num_slots = GUD_COUNT(slots),
  .value     = value,
  .unit_of   = unit_of,
};
