/* Each .def list is included twice: to declare and to fill. A second program (tests/extension) compiles this file with
   further lists of its own, which is all that it takes to add an element, a joint or a force. */
#include "model/registry.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define GUD_ELEMENT(name)        extern const GudElementType gud_element_##name;
#define GUD_JOINT(name)          extern const GudJointType gud_joint_##name;
#define GUD_FORCE_TYPE(name)     extern const GudForceType gud_force_##name;
#define GUD_CLEARANCE(name)      extern const GudForceType gud_clearance_##name;
#define GUD_CELL(name)           extern const GudCell gud_cell_##name;
#define GUD_JOINT_FRICTION(name) extern const GudForceType gud_joint_friction_##name;
#include "contact/clearances.def"
#include "contact/joint_frictions.def"
#include "elements/elements.def"
#include "elements/forces.def"
#include "elements/joints.def"
#ifdef GUD_EXTRA_ELEMENTS
#include GUD_EXTRA_ELEMENTS
#endif
#ifdef GUD_EXTRA_JOINTS
#include GUD_EXTRA_JOINTS
#endif
#ifdef GUD_EXTRA_FORCES
#include GUD_EXTRA_FORCES
#endif
#include "meshes/cells/cells.def"
#ifdef GUD_EXTRA_CELLS
#include GUD_EXTRA_CELLS
#endif
#undef GUD_ELEMENT
#undef GUD_JOINT
#undef GUD_FORCE_TYPE
#undef GUD_CLEARANCE
#undef GUD_JOINT_FRICTION
#undef GUD_CELL

#define GUD_ELEMENT(name) &gud_element_##name,
const GudElementType *gud_elements[GUD_MAX_TYPES] = {
#include "elements/elements.def"
#ifdef GUD_EXTRA_ELEMENTS
#include GUD_EXTRA_ELEMENTS
#endif
  NULL};

#define GUD_JOINT(name) &gud_joint_##name,
const GudJointType *gud_joints[GUD_MAX_TYPES] = {
#include "elements/joints.def"
#ifdef GUD_EXTRA_JOINTS
#include GUD_EXTRA_JOINTS
#endif
  NULL};

#define GUD_FORCE_TYPE(name) &gud_force_##name,
const GudForceType *gud_forces[GUD_MAX_TYPES] = {
#include "elements/forces.def"
#ifdef GUD_EXTRA_FORCES
#include GUD_EXTRA_FORCES
#endif
  NULL};

#define GUD_CELL(name) &gud_cell_##name,
const GudCell *const gud_cells[] = {
#include "meshes/cells/cells.def"
#ifdef GUD_EXTRA_CELLS
#include GUD_EXTRA_CELLS
#endif
  NULL};

#define GUD_CLEARANCE(name) &gud_clearance_##name,
const GudForceType *gud_clearances[GUD_MAX_TYPES] = {
#include "contact/clearances.def"
  NULL};

#define GUD_JOINT_FRICTION(name) &gud_joint_friction_##name,
const GudForceType *gud_joint_frictions[GUD_MAX_TYPES] = {
#include "contact/joint_frictions.def"
  NULL};

/* ---- at run time ---- */

/* Room in a list of `num` entries for one more, and no entry of that name in the same space? 0 with the reason in why[200]. */
static int may_add(const GudTypeInfo *info, const GudTypeInfo *const *have, int num, const char *noun,
                   char *why)
{
  if (num >= GUD_MAX_TYPES - 1) snprintf(why, 200, "more than %d types", GUD_MAX_TYPES - 1);
  else if (!info->name || !info->name[0] || !info->summary)
    snprintf(why, 200, "a type needs a name and a summary");
  else if (!(info->space & (GUD_2D | GUD_3D))) snprintf(why, 200, "%s: space is 2d or 3d", info->name);
  else if (info->num_params < 0 || info->num_params > 64 || (info->num_params && !info->params))
    snprintf(why, 200, "%s: 0 to 64 parameters", info->name);
  else {
    for (int i = 0; i < num; i++)
      if (!strcmp(have[i]->name, info->name) && have[i]->space & info->space) {
        snprintf(why, 200, "there is a %s '%s' already", noun, info->name);
        return 0;
      }
    return 1;
  }
  return 0;
}

#define ADD(list, noun)                                        \
  do {                                                         \
    const GudTypeInfo *have[GUD_MAX_TYPES];                    \
    int                num = 0;                                \
    for (; list[num]; num++) {                                 \
      have[num] = &list[num]->info;                            \
      if (list[num] == type) return 1;                         \
    }                                                          \
    if (!may_add(&type->info, have, num, noun, why)) return 0; \
    list[num] = type;                                          \
    return 1;                                                  \
  } while (0)

int gud_registry_add_element(const GudElementType *type, char *why)
{
  if (!type->setup || !type->mass || type->num_vec < 1 || type->num_vec > GUD_MAX_ELEMENT_VECTORS) {
    snprintf(why, 200, "an element needs setup, mass and 1 to %d coordinate vectors",
             GUD_MAX_ELEMENT_VECTORS);
    return 0;
  }
  ADD(gud_elements, "element");
}

int gud_registry_add_joint(const GudJointType *type, char *why)
{
  ADD(gud_joints, "joint");
}

int gud_registry_add_force(const GudForceType *type, char *why)
{
  if (!type->residual || !type->tangent) {
    snprintf(why, 200, "a force needs residual and tangent");
    return 0;
  }
  ADD(gud_forces, "force");
}

int gud_registry_add_clearance(const GudForceType *type, char *why)
{
  if (!type->residual || !type->tangent) {
    snprintf(why, 200, "a clearance joint needs residual and tangent");
    return 0;
  }
  ADD(gud_clearances, "clearance joint");
}

const GudForceType *gud_joint_friction_of(const GudJointType *type, int dim)
{
  for (int i = 0; gud_joint_frictions[i]; i++)
    if (!strcmp(gud_joint_frictions[i]->info.name, type->info.name) &&
        gud_joint_frictions[i]->info.space & (dim == 2 ? GUD_2D : GUD_3D))
      return gud_joint_frictions[i];
  return NULL;
}
