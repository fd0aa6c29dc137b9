/* Reading `limits:`: what a probe must not pass. */
#include "model/input_internal.h"

#include "model/probe.h"
#include "text/units.h"

#include <math.h>

/* clang-format off */
#define AT(field) offsetof(GudLimitParams, field)
typedef struct {
  const char *probe;
  double      bound[2];
} GudLimitParams;
/* The dimension of the bounds is that of the probe: they are read apart. */
static const GudParam params[] = {
  {"probe",    GUD_STRING, GUD_NUMBER, GUD_ANY, NULL,       AT(probe),    NULL, "the probe that is watched, over every accepted step from `settle` on"},
  {"at_least", GUD_REAL,   GUD_NUMBER, GUD_ANY, GUD_ABSENT, AT(bound[0]), NULL, "its least value, in the unit of the probe"},
  {"at_most",  GUD_REAL,   GUD_NUMBER, GUD_ANY, GUD_ABSENT, AT(bound[1]), NULL, "its largest value"}};
/* clang-format on */
const GudTypeInfo gud_limit_info = {
  "limits",
  "NAME: {probe: film_min, at_least: 2 um}: value, limit and margin in the summary; "
  "`gudgeon run --check-limits` ends with exit code 4 where one is not met",
  NULL,
  GUD_2D | GUD_3D,
  params,
  GUD_COUNT(params),
  sizeof(GudLimitParams)};

void gud_input_read_limit(Builder *b, const char *name, GudMark mark, const GudNode *entry)
{
  static const char *const bounds[2] = {"at_least", "at_most"};
  static const char *const also[]    = {"when", "at_least", "at_most", NULL};
  GudReader               *rd        = &b->in->reader;
  GudLimitParams           p         = {0};
  GudLimit                 limit     = {.mark = mark, .bound = {-INFINITY, INFINITY}};
  GudUnit                  unit      = {1, GUD_NUMBER};
  char                     why[GUD_UNIT_WHY];
  int                      errors = gud_diag_num_errors(b->in->diag), given = 0;
  gud_read_params(rd, entry, params, 1, also, &p, NULL);
  if (gud_diag_num_errors(b->in->diag) > errors) return;
  limit.probe = gud_model_find_probe(b->m, p.probe);
  if (limit.probe < 0) {
    gud_input_not_found(b, gud_node_get(entry, "probe")->mark, "probes", "probe", p.probe);
    return;
  }
  const char *text = gud_probe_unit(b->m, &b->m->probes[limit.probe]);
  if (!(text[0] == '-' && !text[1])) gud_unit_parse(text, &unit, why);
  for (int k = 0; k < 2; k++) {
    const GudNode *node = gud_node_get(entry, bounds[k]);
    if (!node) continue;
    rd->key = bounds[k], given++;
    if (!gud_read_real(rd, node, unit.dim, &limit.bound[k])) return;
  }
  if (!given) gud_input_fail(b, mark, "give 'at_least' or 'at_most'");
  else if (limit.bound[0] > limit.bound[1]) gud_input_fail(b, mark, "'at_least' is more than 'at_most'");
  else {
    limit.name                                = gud_arena_text(&b->m->arena, name);
    *GUD_GROW(b->m->limits, b->m->num_limits) = limit;
  }
}
