/* Reading `forces:`, and joints that are forces. */
#include "model/input_internal.h"

#include "base/vec3.h"
#include "model/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHY = 200 };

/* clang-format off */
const GudParam gud_frame_params[2] = {
  {"axis",      GUD_VECTOR, GUD_NUMBER, GUD_NONZERO, "[0,0,1]",  0, NULL, "axis 3 of the frames of both places, in space at the start (in the plane, where axis 3 is z: axis 1)"},
  {"reference", GUD_VECTOR, GUD_NUMBER, GUD_ANY,     GUD_ABSENT, 0, NULL, "its part normal to `axis` is axis 1, in space at the start (default: x, or y where the axis is along x)"},
};
/* clang-format on */

void gud_input_read_force_of(Builder *b, const char *name, GudMark mark, const GudNode *entry,
                             const GudForceType *type)
{
  static const GudDim number                  = GUD_NUMBER;
  GudReader          *rd                      = &b->in->reader;
  const char         *also[GUD_MAX_SLOTS + 5] = {"type", "when"};
  int                 num = 2, frames = 0, errors = gud_diag_num_errors(b->in->diag);
  GudPlace            at[GUD_MAX_SLOTS];
  double              axis[3] = {0, 0, 1}, reference[3] = {0}, axes[9];
  char                why[WHY] = "";
  if (!type) return;
  int num_named = type->pieces ? 1 : type->num_slots; /* slots that are written */
  for (int s = 0; s < num_named; s++)
    also[num++] = type->slots[s].name, frames |= type->slots[s].kind == GUD_FRAME;
  frames &= type->num_slots > 1; /* the frame of a load is that of space: its own `direction` says all */
  if (frames) also[num++] = gud_frame_params[0].name, also[num++] = gud_frame_params[1].name;
  also[num]    = NULL;
  void *params = gud_arena_alloc(&b->m->arena, type->info.params_size + 1);
  gud_read_params(rd, entry, type->info.params, type->info.num_params, also, params, NULL);
  int num_slots = type->spread ? type->spread : num_named;
  int ok        = gud_input_read_slots(b, entry, type->slots, num_slots, at);
  for (int s = 0; s < num_slots && ok; s++)
    if (at[s].body < 0) { /* optional and absent: ground, at the same place */
      double r[3];
      gud_body_to_space(b->m, at[0].body, at[0].X, r);
      at[s].body = 0, memcpy(at[s].X, r, sizeof r);
    }
  const GudNode *node;
  rd->key = "axis";
  if (frames && (node = gud_node_get(entry, "axis"))) ok &= gud_read_vector(rd, node, number, axis);
  rd->key = "reference";
  if (frames && (node = gud_node_get(entry, "reference"))) ok &= gud_read_vector(rd, node, number, reference);
  node = gud_node_get(entry, "axis");
  if (ok && node && !(gud_norm_real(axis) > 0)) {
    gud_diag_error(b->in->diag, node->mark, "%s, 'axis': must not be 0", b->what);
    return;
  }
  if (!ok || gud_diag_num_errors(b->in->diag) > errors) return;
  if (b->m->dim == 2 && hypot(axis[0], axis[1]) > 0) /* in the plane e3 is z: a direction there is e1 */
    memcpy(reference, axis, sizeof axis), axis[0] = axis[1] = 0, axis[2] = 1;
  gud_axes_from(axis, reference, axes);
  if (type->spread && type->slots[type->spread].kind == GUD_EDGE) {
    gud_input_add_edges(b, name, mark, entry, type, params, at, axes);
    return;
  }
  if (type->spread) {
    GudPlaceList list = {0};
    rd->key           = type->slots[type->spread].name;
    node              = gud_node_get(entry, rd->key);
    if (!node) gud_input_fail(b, entry->mark, "'b' is missing: what is guided");
    else if (gud_input_read_places(b, node, &list))
      gud_input_add_spread(b, name, mark, type, params, at, &list, axes);
    free(list.at), free(list.number), free(list.share);
    return;
  }
  if (type->pieces && !gud_input_whole_body(b, gud_node_get(entry, type->slots[0].name), at)) return;
  int f = type->pieces ? gud_model_add_pieces(b->m, name, type, params, at, why)
                       : gud_model_add_force(b->m, name, type, params, at, frames ? axes : NULL, why);
  if (f < 0)
    gud_input_fail(b, type->pieces ? gud_node_get(entry, type->slots[0].name)->mark : entry->mark, why);
  for (int i = f; f >= 0 && i < b->m->num_forces; i++) b->m->forces[i].mark = mark;
  if (f >= 0 && type->warn && type->warn(type, params, why))
    gud_diag_warn(b->in->diag, mark, "%s: %s", b->what, why);
}

/* The film that takes the place of a force when its `model` says so; else the force itself. */
static const GudForceType *oiled(Builder *b, const GudNode *entry, const GudForceType *type)
{
  for (int i = 0; type && gud_oiled[i]; i++)
    if (!strcmp(gud_oiled[i]->info.name, type->info.name) && gud_input_is_force(b, entry, gud_oiled[i]))
      return gud_oiled[i];
  return type;
}

void gud_input_read_force(Builder *b, const char *name, GudMark mark, const GudNode *entry)
{
  if (gud_model_find_force(b->m, name) >= 0)
    gud_input_fail(b, mark, "a joint or force has this name already");
  else gud_input_read_force_of(b, name, mark, entry, oiled(b, entry, gud_input_force_type(b, entry)));
}
