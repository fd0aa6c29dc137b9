/* Reading `probes:`. */
#include "model/input_internal.h"

#include "model/probe.h"
#include "model/registry.h"

#include <stdio.h>
#include <string.h>

static const GudProbeType *probe_type(Builder *b, const GudNode *entry)
{
  const GudNode *node = gud_node_get(entry, "type");
  const char    *word, *names[50];
  int            num = 0;
  if (!node) {
    input_fail(b, entry->mark, "'type' is missing");
    return NULL;
  }
  b->in->reader.key = "type";
  if (!gud_read_word(&b->in->reader, node, &word)) return NULL;
  for (int i = 0; i < gud_num_probe_types; i++) {
    if (!strcmp(gud_probe_types[i].info.name, word)) return &gud_probe_types[i];
    names[num++] = gud_probe_types[i].info.name;
  }
  input_unknown_type(b, node, word, names, num);
  return NULL;
}

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
  if (driver || gud_node_get(drivers, name)) input_not_found(b, mark, "drivers", "driver", name);
  else input_not_found(b, mark, "joints", "joint", name);
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

/* One probe for each point of a guide: NAME_number. */
static void add_each(Builder *b, const GudProbe *p)
{
  GudModel *m = b->m;
  for (int i = p->force; i < p->force + p->num_forces; i++) {
    GudProbe one = *p;
    char     text[160];
    snprintf(text, sizeof text, "%.120s_%d", p->name, m->forces[i].number);
    one.name = gud_arena_text(&m->arena, text), one.kind = GUD_PROBE_OUTPUT, one.force = i,
    one.num_forces                      = 1;
    *GUD_GROW(m->probes, m->num_probes) = one;
  }
}

static void read_probe(Builder *b, const char *name, GudMark mark, const GudNode *entry);

void input_read_probe(Builder *b, const char *name, GudMark mark, const GudNode *entry)
{
  b->looking = 1;
  read_probe(b, name, mark, entry);
  b->looking = 0;
}

static void read_probe(Builder *b, const char *name, GudMark mark, const GudNode *entry)
{
  GudReader          *rd      = &b->in->reader;
  const GudProbeType *type    = probe_type(b, entry);
  const char         *also[8] = {"type", "when"};
  int                 num = 2, errors = gud_diag_num_errors(b->in->diag);
  GudPlace            at[2] = {{.body = -1}, {.body = -1}};
  GudProbe            p     = {.joint = -1, .force = -1, .vector = {-1, -1}, .history = -1};
  GudModel           *m     = b->m;
  const GudForceType *of;
  if (!type) return;
  for (int s = 0; s < type->num_slots; s++) also[num++] = type->slots[s].name;
  gud_read_params(rd, entry, type->info.params, type->info.num_params, also, &p.params, NULL);
  if (type->num_slots && !input_read_slots(b, entry, type->slots, type->num_slots, at)) return;
  if (gud_diag_num_errors(b->in->diag) > errors) return;
  p.name = gud_arena_text(&m->arena, name), p.mark = mark, p.kind = type->kind;
  switch (type->kind) {
  case GUD_PROBE_JOINT_FORCE:
  case GUD_PROBE_JOINT_MOMENT:
  case GUD_PROBE_DRIVER:
    p.force = type->kind == GUD_PROBE_DRIVER ? -1 : gud_model_find_force(m, p.params.name);
    if (p.force >= 0 && m->forces[p.force].type->joint) break; /* a joint with a gap */
    p.force = -1;
    p.joint = find_joint(b, entry, p.params.name, type->kind == GUD_PROBE_DRIVER);
    if (p.joint < 0) return;
    break;
  case GUD_PROBE_EACH:
  case GUD_PROBE_OUTPUT:
    p.force = gud_model_find_force(m, p.params.name);
    of      = p.force >= 0 ? m->forces[p.force].type : ideal_gap(m, p.params.name);
    if (!of) {
      input_not_found(b, gud_node_get(entry, "name")->mark, "forces", "force", p.params.name);
      return;
    }
    p.output = -1;
    for (int i = 0; i < of->num_outputs; i++)
      if (!strcmp(of->outputs[i], p.params.output)) p.output = i;
    if (p.output < 0) {
      char hint[GUD_HINT_SIZE];
      gud_diag_error(b->in->diag, gud_node_get(entry, "output")->mark, "%s: a %s has no output '%.60s'%s",
                     b->what, of->info.name, p.params.output,
                     gud_hint(hint, p.params.output, of->outputs, of->num_outputs));
      return;
    }
    p.num_forces = 1; /* the name of a group stands for all of its forces */
    if (p.force >= 0 && strcmp(m->forces[p.force].name, p.params.name))
      p.num_forces = gud_model_group_size(m, p.force);
    if (type->kind == GUD_PROBE_EACH) {
      if (p.force >= 0 && m->forces[p.force].group) add_each(b, &p);
      else input_fail(b, gud_node_get(entry, "name")->mark, "'each' needs a force with many points: a guide");
      return;
    }
    break;
  case GUD_PROBE_ANGLE:
  case GUD_PROBE_ANGULAR_VELOCITY:
  case GUD_PROBE_ANGULAR_ACCELERATION: {
    double axes[9];
    if (at[1].body >= 0) {
      p.vector[0] = gud_place_point(m, &at[0], 1), p.vector[1] = gud_place_point(m, &at[1], 1);
    } else if (at[0].set) { /* the turn of a bore */
      const double *R = m->bodies[at[0].body].place.R, x_axis[3] = {R[0], R[3], R[6]};
      p.vector[0] = gud_place_direction(m, &at[0], x_axis, 1);
    } else {
      p.vector[0] = m->bodies[at[0].body].frame[1];
    }
    gud_axes_from(p.params.axis, p.params.reference, axes);
    memcpy(p.e1, axes, sizeof p.e1), memcpy(p.e2, axes + 3, sizeof p.e2);
    if (type->kind == GUD_PROBE_ANGLE) p.history = m->num_history++;
    break;
  }
  case GUD_PROBE_ENERGY: break;
  case GUD_PROBE_FIELD: {
    const GudNode *node = gud_node_get(entry, "body");
    p.body              = input_find_body(b, node, p.params.body);
    if (p.body < 0) return;
    const GudElementType *et = m->bodies[p.body].type;
    p.field                  = -1;
    for (int i = 0; et && i < et->num_fields; i++)
      if (!strcmp(et->fields[i], p.params.field)) p.field = i;
    if (p.field < 0) {
      char hint[GUD_HINT_SIZE];
      node = gud_node_get(entry, "field");
      gud_diag_error(b->in->diag, node->mark, "%s: body '%s' has no field '%.60s'%s", b->what, p.params.body,
                     p.params.field,
                     gud_hint(hint, p.params.field, et ? et->fields : NULL, et ? et->num_fields : 0));
      return;
    }
    break;
  }
  default:
    if (p.params.component >= GUD_COMPONENT_1 && p.params.component <= GUD_COMPONENT_3) {
      input_fail(b, gud_node_get(entry, "component")->mark,
                 "component 1, 2, 3 are axes of a joint: use x, y, z or magnitude");
      return;
    }
    p.vector[0] = gud_place_point(m, &at[0], 1);
    if (at[1].body >= 0) p.vector[1] = gud_place_point(m, &at[1], 1);
  }
  *GUD_GROW(m->probes, m->num_probes) = p;
}
