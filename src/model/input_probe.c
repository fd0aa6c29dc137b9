/* Reading `probes:`. */
#include "model/input_internal.h"

#include "base/hint.h"
#include "base/vec3.h"
#include "model/deflection.h"
#include "model/probe.h"
#include "model/registry.h"

#include <stdio.h>
#include <string.h>

/* The joint (or only a driver) that a probe names; -1 after an error. */
static int find_joint(Builder *b, const GudNode *entry, const char *name, int driver)
{
  GudMark        mark    = gud_node_get(entry, "name")->mark;
  const GudNode *drivers = gud_node_get(b->in->doc->root, "drivers");
  int            i       = gud_model_find_joint(b->m, name);
  if (i >= 0 && driver && !b->m->joints[i].type->driver) {
    gud_diag_error(b->in->diag, mark, "%s: '%.60s' is a joint, not a driver", b->what, name);
    return -1;
  }
  if (i >= 0) return i;
  if (driver || gud_node_get(drivers, name)) gud_input_not_found(b, mark, "drivers", "driver", name);
  else gud_input_not_found(b, mark, "joints", "joint", name);
  return -1;
}

/* An ideal joint that could have a gap: its outputs are all 0. NULL: none of that name. */
static const GudForceType *ideal_gap(const GudModel *m, const char *name)
{
  int j = gud_model_find_joint(m, name);
  for (int i = 0; j >= 0 && gud_clearances[i]; i++)
    if (!strcmp(gud_clearances[i]->info.name, m->joints[j].type->info.name) &&
        gud_clearances[i]->info.space & (m->dim == 2 ? GUD_2D : GUD_3D))
      return gud_clearances[i];
  return NULL;
}

/* The nearest name of a table, or, if none is near, all of them. */
static const char *offered(char hint[GUD_OFFER_SIZE], const char *word, const GudOutput *table, int num)
{
  const char *names[GUD_MAX_ELEMENT_FIELDS] = {0};
  if (num > GUD_COUNT(names)) num = GUD_COUNT(names);
  for (int i = 0; i < num; i++) names[i] = table[i].name;
  return gud_offer(hint, word, names, num);
}

/* One probe for each force of a group: NAME_number. */
static void add_each(Builder *b, const GudProbe *p)
{
  GudModel *m = b->m;
  for (int i = p->force; i < p->force + p->num_forces; i++) {
    GudProbe one = *p;
    char     text[160];
    snprintf(text, sizeof text, "%.120s_%d", p->name, m->forces[i].number);
    one.name = gud_arena_text(&m->arena, text), one.force = i, one.num_forces = 1;
    *GUD_GROW(m->probes, m->num_probes) = one;
  }
}

/* Room for what the probe remembers from step to step. */
static void add_history(GudModel *m, GudProbe *p)
{
  for (int i = 0; i < p->type->num_history; i++) {
    int entry = gud_model_add_history(m, 1, p->type->history[i].kind);
    if (i == 0) p->history = entry;
  }
}

/* The body or place of a field, and its number there. */
static int read_field(Builder *b, const GudNode *entry, const GudPlace *at, GudProbe *p)
{
  GudModel      *m    = b->m;
  const GudNode *node = gud_node_get(entry, "body");
  if ((at->body >= 0) == (node != NULL)) {
    gud_input_fail(b, entry->mark, "give either 'of', a place, or 'body', for the extreme over all of it");
    return 0;
  }
  p->body = node ? gud_input_find_body(b, node, p->params.body) : at->body;
  if (p->body < 0) return 0;
  const GudElementType *et = m->bodies[p->body].type;
  p->field                 = et ? gud_output_find(et->fields, et->num_fields, p->params.field) : -1;
  if (p->field < 0) {
    char hint[GUD_OFFER_SIZE];
    gud_diag_error(b->in->diag, gud_node_get(entry, "field")->mark, "%s: body '%s' has no field '%.60s'%s",
                   b->what, m->bodies[p->body].name, p->params.field,
                   offered(hint, p->params.field, et ? et->fields : NULL, et ? et->num_fields : 0));
    return 0;
  }
  if (node) return 1;
  if (at->set) {
    gud_input_fail(b, gud_node_get(entry, "of")->mark, "a field is read at a point, not over a set of nodes");
    return 0;
  }
  p->at      = gud_arena_alloc(&m->arena, sizeof *p->at);
  p->at->num = gud_body_locate_all(m, at->body, at->X, GUD_MAX_FIELD_ELEMENTS, p->at->element, p->at->xi);
  return 1;
}

/* Marker vectors of the body's axes at a place, which is written under `key` */
static int read_frame(Builder *b, const GudNode *entry, const char *key, const GudPlace *at, GudProbe *p)
{
  GudModel     *m = b->m;
  const double *R = m->bodies[at->body].place.R;
  char          why[200];
  if (at->set == GUD_CENTRE_OF_MASS || !gud_place_offers(m, at, NULL, 7, why)) {
    gud_input_fail(b, gud_node_get(entry, key)->mark,
                   "this place has no axes: a cable in space has its tangent only");
    return 0;
  }
  for (int k = 0; k < 3; k++) {
    double dir[3] = {R[k], R[3 + k], R[6 + k]};
    p->axes[k]    = gud_place_direction(m, at, dir, 1);
  }
  return 1;
}

/* at: of, from, to, as far as they are given */
static int read_deflection(Builder *b, const GudNode *entry, GudPlace *at, GudProbe *p)
{
  static const char *const key[] = {"of", "from", "to"};
  GudModel                *m     = b->m;
  char                     why[200];
  p->body = gud_input_find_body(b, gud_node_get(entry, "body"), p->params.body);
  if (p->body < 0) return 0;
  if (!m->bodies[p->body].mesh) {
    gud_input_fail(b, gud_node_get(entry, "body")->mark, "a rigid body has no elastic deflection");
    return 0;
  }
  for (int k = 0; k < 3; k++) {
    if (k > 0 && at[k].body < 0 && !gud_input_named_place(b, p->body, key[k], &at[k])) {
      gud_diag_error(b->in->diag, entry->mark, "%s: '%s' is missing: body '%s' has no point of that name",
                     b->what, key[k], p->params.body);
      return 0;
    }
    if (at[k].body >= 0 && at[k].body != p->body) {
      gud_diag_error(b->in->diag, gud_node_get(entry, key[k])->mark,
                     "%s, '%s': this is no point of body '%s'", b->what, key[k], p->params.body);
      return 0;
    }
  }
  if (gud_probe_in_body_axes(&p->params)) {
    gud_input_fail(b, gud_node_get(entry, "component")->mark,
                   "a deflection is measured along the chord (x), across it (y, z), or as magnitude");
    return 0;
  }
  p->deflection = gud_deflection_create(m, at[0].body < 0 ? NULL : &at[0], &at[1], &at[2], why);
  if (!p->deflection) gud_input_fail(b, entry->mark, why);
  return p->deflection != NULL;
}

static int parallel(const double a[3], const double b[3])
{
  double c[3];
  gud_cross_real(a, b, c);
  return gud_norm_real(c) < 1e-6 * gud_norm_real(a) * gud_norm_real(b);
}

/* What an angle is measured of: the direction between two points, or an axis of a body, the first or, where that is along the axis of
   measurement and would stay there, the second. */
static int read_direction(Builder *b, const GudNode *entry, const GudPlace *at, GudProbe *p)
{
  GudModel     *m = b->m;
  const double *R = m->bodies[at[0].body].place.R, *about = p->params.axis;
  double        axes[9] = {R[0], R[3], R[6]}, second[3] = {R[1], R[4], R[7]}, x[2][3], w[3];
  char          why[200];
  if (at[1].body >= 0) {
    for (int k = 0; k < 2; k++) gud_body_to_space(m, at[k].body, at[k].X, x[k]);
    for (int i = 0; i < 3; i++) w[i] = x[0][i] - x[1][i];
    if (!at[0].set && !at[1].set && gud_norm_real(w) > 0 && parallel(w, about)) {
      gud_input_fail(
        b, gud_node_get(entry, "of")->mark,
        "the direction from 'from' to 'of' is along 'axis' at the start: its angle about that axis is "
        "not defined. Take points whose connection is across the axis");
      return 0;
    }
    p->vector[0] = gud_place_point(m, &at[0], 1), p->vector[1] = gud_place_point(m, &at[1], 1);
    return 1;
  }
  if (parallel(axes, about)) memcpy(axes, second, sizeof second);
  if (!gud_place_offers(m, &at[0], axes, 1, why)) {
    gud_diag_error(
      b->in->diag, gud_node_get(entry, "of")->mark,
      "%s: a cable in space has no axes but its tangent, and '%s' does not start along its own first "
      "axis: give 'from', a second point",
      b->what, m->bodies[at[0].body].name);
    return 0;
  }
  p->vector[0] = gud_place_direction(m, &at[0], axes,
                                     1); /* of a flexible body: of its material at this place */
  return 1;
}

/* The joint whose reaction or motion is read: a joint with a gap is a force. 0 after an error. */
static int read_joint(Builder *b, const GudNode *entry, GudProbe *p)
{
  GudModel *m      = b->m;
  int       driver = p->type->reads == GUD_READS_DRIVER;
  p->force         = driver ? -1 : gud_model_find_force(m, p->params.name);
  if (p->force >= 0 && m->forces[p->force].type->joint) return 1;
  p->force = -1;
  p->joint = find_joint(b, entry, p->params.name, driver);
  return p->joint >= 0;
}

/* The force whose coefficients are read. 0 after an error. */
static int read_force(Builder *b, const GudNode *entry, GudProbe *p)
{
  GudModel *m = b->m;
  GudMark   at;
  p->force = gud_model_find_force(m, p->params.name);
  if (p->force >= 0 && m->forces[p->force].type->num_slots >= 2 &&
      m->forces[p->force].type->slots[0].kind == GUD_FRAME)
    return 1;
  at = gud_node_get(entry, "name")->mark;
  if (p->force >= 0) gud_input_fail(b, at, "this force does not act between two bodies with axes");
  else if (gud_model_find_joint(m, p->params.name) >= 0)
    gud_input_fail(b, at, "an ideal joint has no coefficients: it is rigid");
  else gud_input_not_found(b, at, "forces", "force", p->params.name);
  return 0;
}

/* The output of a force, of all forces of a group, or of a joint that could have a gap but is ideal here. With `each` the probes of
   a group are added here: *added. 0 after an error. */
static int read_output(Builder *b, const GudNode *entry, GudProbe *p, int *added)
{
  GudModel           *m = b->m;
  const GudForceType *of;
  p->force = gud_model_find_force(m, p->params.name);
  of       = p->force >= 0 ? m->forces[p->force].type : ideal_gap(m, p->params.name);
  if (!of) {
    gud_input_not_found(b, gud_node_get(entry, "name")->mark, "forces", "force", p->params.name);
    return 0;
  }
  p->output = gud_output_find(of->outputs, of->num_outputs, p->params.output);
  if (p->output < 0) {
    char hint[GUD_OFFER_SIZE];
    gud_diag_error(b->in->diag, gud_node_get(entry, "output")->mark, "%s: a %s has no output '%.60s'%s",
                   b->what, of->info.name, p->params.output,
                   offered(hint, p->params.output, of->outputs, of->num_outputs));
    return 0;
  }
  p->row        = &of->outputs[p->output];
  p->num_forces = 1;
  if (p->force >= 0 && strcmp(m->forces[p->force].name, p->params.name)) /* it is the name of a group */
    p->num_forces = gud_model_group_size(m, p->force);
  *added = p->type->each;
  if (!p->type->each) return 1;
  if (p->force >= 0 && m->forces[p->force].group) add_each(b, p);
  else gud_input_fail(b, gud_node_get(entry, "name")->mark, "'each' needs a force with many points: a guide");
  return 1;
}

/* One or two points; with component 1, 2, 3 in the axes of the second one's body. 0 after an error. */
static int read_points(Builder *b, const GudNode *entry, const GudPlace *at, GudProbe *p)
{
  if (gud_probe_in_body_axes(&p->params)) {
    if (at[1].body < 0) {
      gud_input_fail(
        b, gud_node_get(entry, "component")->mark,
        "component 1, 2, 3 are the axes of the body of 'from': give 'from', or use x, y, z, magnitude");
      return 0;
    }
    if (!read_frame(b, entry, "from", &at[1], p)) return 0;
  }
  p->vector[0] = gud_place_point(b->m, &at[0], 1);
  if (at[1].body >= 0) p->vector[1] = gud_place_point(b->m, &at[1], 1);
  return 1;
}

/* What a probe reads, by its type. 0 after an error; *added: the probes are in the model already. */
static int read_source(Builder *b, const GudNode *entry, GudPlace *at, GudProbe *p, int *added)
{
  double axes[9];
  switch (p->type->reads) {
  case GUD_READS_OWN:
    for (int i = 0; i < 2; i++)
      if (at[i].body >= 0) p->vector[i] = gud_place_point(b->m, &at[i], 1);
    return 1;
  case GUD_READS_JOINT:
  case GUD_READS_DRIVER: return read_joint(b, entry, p);
  case GUD_READS_FORCE: return read_force(b, entry, p);
  case GUD_READS_OUTPUT: return read_output(b, entry, p, added);
  case GUD_READS_DIRECTION:
    if (!read_direction(b, entry, at, p)) return 0;
    gud_axes_from(p->params.axis, p->params.reference, axes);
    memcpy(p->e1, axes, sizeof p->e1), memcpy(p->e2, axes + 3, sizeof p->e2);
    return 1;
  case GUD_READS_MODEL: return 1;
  case GUD_READS_EXPRESSION: return gud_input_bind_probe(b, p);
  case GUD_READS_DEFLECTION: return read_deflection(b, entry, at, p);
  case GUD_READS_FIELD: return read_field(b, entry, &at[0], p);
  case GUD_READS_AXES: return read_frame(b, entry, "of", &at[0], p);
  case GUD_READS_POINTS: return read_points(b, entry, at, p);
  }
  return 0;
}

static void read_probe(Builder *b, const char *name, GudMark mark, const GudNode *entry)
{
  const GudProbeType *type    = gud_input_probe_type(b, entry);
  const char         *also[8] = {"type", "when"};
  int                 num = 2, errors = gud_diag_num_errors(b->in->diag), added = 0;
  GudPlace            at[3] = {{.body = -1}, {.body = -1}, {.body = -1}};
  GudProbe  p = {.type = type, .mark = mark, .joint = -1, .force = -1, .vector = {-1, -1}, .history = -1};
  GudModel *m = b->m;
  char      why[200] = "";
  if (!type) return;
  for (int s = 0; s < type->num_slots; s++) also[num++] = type->slots[s].name;
  if (type->reads == GUD_READS_OWN) p.own = gud_arena_alloc(&m->arena, type->info.params_size + 1);
  gud_read_params(&b->in->reader, entry, type->info.params, type->info.num_params, also,
                  p.own ? p.own : &p.params, NULL);
  if (type->num_slots && !gud_input_read_slots(b, entry, type->slots, type->num_slots, at)) return;
  if (gud_diag_num_errors(b->in->diag) > errors) return;
  p.name = gud_arena_text(&m->arena, name);
  if (!read_source(b, entry, at, &p, &added) || added) return;
  if (type->check && !type->check(type, m, &p, why)) {
    gud_input_fail(b, entry->mark, why);
    return;
  }
  add_history(m, &p);
  *GUD_GROW(m->probes, m->num_probes) = p;
  gud_input_argument_read(b, &m->probes[m->num_probes - 1]);
}

void gud_input_read_probe(Builder *b, const char *name, GudMark mark, const GudNode *entry)
{
  b->looking = 1;
  read_probe(b, name, mark, entry);
  b->looking = 0;
}
