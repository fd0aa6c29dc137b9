/* Joints that name other joints: gear, belt, rack, screw. */
#include "model/input_internal.h"

#include <stdio.h>

enum { WHY = 200 };

/* A joint that a driver or coupler names; -1 after an error. */
int gud_input_named_joint(Builder *b, const GudNode *node, const char *whose)
{
  const char *word;
  if (!gud_read_word(&b->in->reader, node, &word)) return -1;
  int j = gud_model_find_joint(b->m, word);
  if (j >= 0) return j;
  if (gud_model_find_force(b->m, word) >= 0)
    gud_diag_error(b->in->diag, node->mark, "%s: joint '%s' has a gap; a %s needs an ideal joint", b->what,
                   word, whose);
  else gud_input_not_found(b, node->mark, "joints", "joint", word);
  return -1;
}

/* A coupler: between joints that are written before it. */
void gud_input_read_coupler(Builder *b, const char *name, GudMark mark, const GudNode *entry,
                            const GudJointType *type)
{
  static const char *const also[] = {"type", "when", NULL}, *const keys[] = {"first", "second"};
  GudJointParams p        = {.distance = NAN, .motion = {-1, -1, -1}};
  int            joint[2] = {-1, -1}, errors = gud_diag_num_errors(b->in->diag);
  char           why[WHY] = "";
  gud_read_params(&b->in->reader, entry, type->info.params, type->info.num_params, also, &p, NULL);
  if (gud_diag_num_errors(b->in->diag) > errors) return;
  for (int k = 0; k < 2; k++) {
    if (k && type->one_joint) joint[k] = joint[0];
    else joint[k] = gud_input_named_joint(b, gud_node_get(entry, keys[k]), "coupler");
    if (joint[k] < 0) return;
  }
  if (joint[0] == joint[1] && !type->one_joint) {
    gud_input_fail(b, gud_node_get(entry, "second")->mark, "'first' and 'second' are the same joint");
    return;
  }
  int j = gud_model_add_coupler(b->m, name, type, &p, joint, why);
  if (j < 0) gud_input_fail(b, entry->mark, why);
  for (int k = j; j >= 0 && k < b->m->num_joints; k++) b->m->joints[k].mark = mark;
}
