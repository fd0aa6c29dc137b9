/* Reading `joints:` and `drivers:`. A joint whose model has a gap in it is a force (input_force.c). */
#include "model/input_internal.h"

#include "model/registry.h"

#include <math.h>
#include <string.h>

enum { WHY = 200 };

static const GudMarkerSlot joint_slots[] = {{"a", GUD_FRAME, 0, "place on the first body"},
                                            {"b", GUD_FRAME, 0, "place on the second body"}};

/* A motion must have the derivatives that are needed at the start: its speed and acceleration. */
static void check_motion(Builder *b, const GudNode *entry, const GudJointParams *p)
{
  static const char *const keys[] = {"position", "speed", "acceleration"};
  for (int by = 0; by < 3; by++) {
    GudJet j;
    if (p->motion[by] < 0) continue;
    if (gud_function_num_args(b->in->reader.functions[p->motion[by]])) {
      gud_diag_error(
        b->in->diag, gud_node_get(entry, keys[by])->mark,
        "%s, '%s': a driver follows a function of time alone; what depends on a probe would be a "
        "constraint on the state itself: use a force or a moment (with {type: pi} as its value)",
        b->what, keys[by]);
      continue;
    }
    gud_function_eval(b->in->reader.functions[p->motion[by]], 0, &j);
    if ((by < 2 && !isfinite(j.f1)) || (by < 1 && !isfinite(j.f2)))
      gud_diag_error(b->in->diag, gud_node_get(entry, keys[by])->mark,
                     "%s, '%s': the %s that follows from it is infinite at t = 0", b->what, keys[by],
                     by || isfinite(j.f1) ? "acceleration" : "speed");
  }
}

/* The joint of that name with a gap in it; NULL: there is none. */
static const GudForceType *clearance_of(const Builder *b, const GudJointType *type)
{
  for (int i = 0; gud_clearances[i]; i++)
    if (!strcmp(gud_clearances[i]->info.name, type->info.name) &&
        gud_clearances[i]->info.space & (b->m->dim == 2 ? GUD_2D : GUD_3D))
      return gud_clearances[i];
  return NULL;
}

/* The key of role JOINT_MODEL of a joint with clearance and what the file says there; NULL: nothing. */
static const GudNode *model_of(const GudNode *entry, const GudForceType *gap, const GudParam **row)
{
  int i = gap ? gud_param_of_role(gap->info.params, gap->info.num_params, GUD_ROLE_JOINT_MODEL) : -1;
  if (i < 0) return NULL;
  *row = &gap->info.params[i];
  return gud_node_get(entry, (*row)->name);
}

int gud_input_is_force(Builder *b, const GudNode *entry, const GudForceType *gap)
{
  const GudParam *row;
  const GudNode  *node  = model_of(entry, gap, &row);
  int             model = 0;
  if (!node) return 0;
  b->in->reader.key = row->name;
  return gud_read_choice(&b->in->reader, node, row->choices, &model) && gap->compliant(gap, model);
}

/* Friction in an ideal joint. With `model:` the group may belong to the gap that the joint has in another model: it is friction
   of the ideal joint if it names one of the sizes that only this one has. NULL: there is none. */
static const GudForceType *friction_of(Builder *b, const GudNode *entry, const GudJointType *type)
{
  const GudForceType *f     = gud_joint_friction_of(type, b->m->dim);
  const GudNode      *group = gud_node_get(entry, "friction");
  const GudParam     *row;
  if (!f || !group) return NULL;
  if (!model_of(entry, clearance_of(b, type), &row)) return f;
  for (int i = 0; i < f->info.num_params; i++) { /* friction.NAME */
    const char *key = strchr(f->info.params[i].name, '.');
    if (f->info.params[i].role == GUD_ROLE_JOINT_SIZE && key && gud_node_get(group, key + 1)) return f;
  }
  return NULL;
}

static void *read_friction(Builder *b, const GudNode *entry, const GudForceType *type)
{
  const char *also[20];
  int         num    = 0;
  void       *params = gud_arena_alloc(&b->m->arena, type->info.params_size + 1);
  for (int i = 0; i < entry->num && num < GUD_COUNT(also) - 1; i++)
    also[num++] = entry->key[i]; /* checked already */
  also[num] = NULL;
  gud_read_params(&b->in->reader, entry, type->info.params, type->info.num_params, also, params, NULL);
  return params;
}

void gud_input_read_joint(Builder *b, const char *name, GudMark mark, const GudNode *entry, int driver)
{
  static const char *const also[]        = {"type", "when", "a", "b", NULL};
  static const char *const also_driver[] = {"type", "when", "a", "b", "joint", NULL};
  GudReader               *rd            = &b->in->reader;
  const GudJointType      *type          = gud_input_joint_type(b, entry);
  GudJointParams           p             = {.distance = NAN, .motion = {-1, -1, -1}};
  GudPlace                 at[2];
  char                     why[WHY] = "";
  int                      errors   = gud_diag_num_errors(b->in->diag), joint;
  if (!type) return;
  if (driver != (type->driver != 0)) {
    gud_input_fail(b, entry->mark,
                   driver ? "this is a joint: write it under 'joints'"
                          : "this is a driver: write it under 'drivers'");
    return;
  }
  if (gud_model_find_joint(b->m, name) >= 0 || gud_model_find_force(b->m, name) >= 0) {
    gud_input_fail(b, mark, "a joint has this name already");
    return;
  }
  if (type->part[0]) {
    gud_input_read_coupler(b, name, mark, entry, type);
    return;
  }
  const GudForceType *gap = driver ? NULL : clearance_of(b, type);
  if (gud_input_is_force(b, entry, gap)) {
    gud_input_read_force_of(b, name, mark, entry, gap);
    return;
  }
  const char *allowed[100];
  int         num = 0;
  for (const char *const *k = driver ? also_driver : also; *k; k++) allowed[num++] = *k;
  allowed[num] = NULL;
  if (gap) gud_input_names_of(b, gap->info.params, gap->info.num_params, allowed, &num, GUD_COUNT(allowed));
  const GudForceType *rubs = driver ? NULL : friction_of(b, entry, type);
  if (rubs) allowed[num++] = "friction", allowed[num] = NULL;
  gud_read_params(rd, entry, type->info.params, type->info.num_params, allowed, &p, NULL);
  void          *friction = rubs ? read_friction(b, entry, rubs) : NULL;
  const GudNode *of       = gud_node_get(entry, "joint");
  if (driver) check_motion(b, entry, &p);
  if (driver && of) { /* the driver of a joint: same places, same axes */
    static const char *const own[] = {"a", "b", "axis", "reference"};
    for (int i = 0; i < GUD_COUNT(own); i++) {
      int k = gud_node_find(entry, own[i]);
      if (k >= 0)
        gud_diag_error(b->in->diag, entry->key_mark[k], "%s: with 'joint', '%s' is that of the joint",
                       b->what, own[i]);
    }
    int j = gud_input_named_joint(b, of, "driver");
    if (j < 0) return;
    if (gud_diag_num_errors(b->in->diag) > errors) return;
    memcpy(p.axis, b->m->joints[j].params.axis, sizeof p.axis);
    memcpy(p.reference, b->m->joints[j].params.reference, sizeof p.reference);
    int motion = gud_model_add_driver_of(b->m, name, type, &p, j, why);
    if (motion < 0) gud_input_fail(b, entry->mark, why);
    else b->m->joints[motion].mark = mark;
    return;
  }
  if (!gud_input_read_slots(b, entry, joint_slots, 2, at) || gud_diag_num_errors(b->in->diag) > errors)
    return;
  joint = gud_model_add_joint(b->m, name, type, &p, at, why);
  if (joint < 0) {
    gud_input_fail(b, entry->mark, why);
    return;
  }
  b->m->joints[joint].mark = mark;
  if (rubs && gud_model_add_force_of(b->m, rubs, friction, joint, why) < 0)
    gud_input_fail(b, gud_node_get(entry, "friction")->mark, why);
}
