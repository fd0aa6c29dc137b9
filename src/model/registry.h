/* The lists of everything that can stand in a model file, filled from the .def lists at compile time. */
#ifndef GUD_REGISTRY_H
#define GUD_REGISTRY_H

#include "contract/element.h"
#include "contract/force.h"
#include "contract/joint.h"

extern const GudElementType *const gud_elements[]; /* NULL-terminated */
extern const GudJointType *const   gud_joints[];
extern const GudForceType *const   gud_forces[];
extern const GudForceType *const   gud_clearances[];      /* joints whose `model` is not ideal */
extern const GudForceType *const   gud_joint_frictions[]; /* ideal joints with `friction:` */
/* Friction of an ideal joint; NULL: it has none. */
const GudForceType *gud_joint_friction_of(const GudJointType *type, int dim);

#endif
