/* Each .def list is included twice: to declare and to fill. A second program (tests/door) compiles this file with
   further lists of its own, which is all that it takes to add an element, a joint or a force. */
#include "model/registry.h"

#include <stddef.h>

#define GUD_ELEMENT(name)    extern const GudElementType gud_element_##name;
#define GUD_JOINT(name)      extern const GudJointType gud_joint_##name;
#define GUD_FORCE_TYPE(name) extern const GudForceType gud_force_##name;
#define GUD_CLEARANCE(name)  extern const GudForceType gud_clearance_##name;
#include "contact/clearances.def"
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
#undef GUD_ELEMENT
#undef GUD_JOINT
#undef GUD_FORCE_TYPE
#undef GUD_CLEARANCE

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

#define GUD_CLEARANCE(name) &gud_clearance_##name,
const GudForceType *const gud_clearances[] = {
#include "contact/clearances.def"
  NULL};
