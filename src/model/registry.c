/* Each .def list is included twice: to declare and to fill. A second program (tests/extension) compiles this file with
   further lists of its own, which is all that it takes to add an element, a joint or a force. */
#include "model/registry.h"

#include <stddef.h>
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
const GudElementType *const gud_elements[] = {
#include "elements/elements.def"
#ifdef GUD_EXTRA_ELEMENTS
#include GUD_EXTRA_ELEMENTS
#endif
  NULL};

#define GUD_JOINT(name) &gud_joint_##name,
const GudJointType *const gud_joints[] = {
#include "elements/joints.def"
#ifdef GUD_EXTRA_JOINTS
#include GUD_EXTRA_JOINTS
#endif
  NULL};

#define GUD_FORCE_TYPE(name) &gud_force_##name,
const GudForceType *const gud_forces[] = {
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
const GudForceType *const gud_clearances[] = {
#include "contact/clearances.def"
  NULL};

#define GUD_JOINT_FRICTION(name) &gud_joint_friction_##name,
const GudForceType *const gud_joint_frictions[] = {
#include "contact/joint_frictions.def"
  NULL};

const GudForceType *gud_joint_friction_of(const GudJointType *type, int dim)
{
  for (int i = 0; gud_joint_frictions[i]; i++)
    if (!strcmp(gud_joint_frictions[i]->info.name, type->info.name) &&
        gud_joint_frictions[i]->info.space & (dim == 2 ? GUD_2D : GUD_3D))
      return gud_joint_frictions[i];
  return NULL;
}
