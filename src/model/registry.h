/* The lists of everything that can be used in a model file: filled from the .def lists at compile time, with room for what a
   program adds at run time (gudgeon_register.h). Readers see no difference. */
#ifndef GUD_REGISTRY_H
#define GUD_REGISTRY_H

#include "contract/element.h"
#include "contract/force.h"
#include "contract/joint.h"

enum { GUD_MAX_TYPES = 256 };

extern const GudElementType *gud_elements[GUD_MAX_TYPES]; /* NULL-terminated */
extern const GudJointType   *gud_joints[GUD_MAX_TYPES];
extern const GudForceType   *gud_forces[GUD_MAX_TYPES];
extern const GudForceType   *gud_oiled[GUD_MAX_TYPES]; /* forces of the same name whose `model` selects oil */
extern const GudForceType   *gud_clearances[GUD_MAX_TYPES];      /* joints whose `model` is not ideal */
extern const GudForceType   *gud_joint_frictions[GUD_MAX_TYPES]; /* ideal joints with `friction:` */
/* Friction of an ideal joint; NULL: it has none. */
const GudForceType *gud_joint_friction_of(const GudJointType *type, int dim);

/* Adds a type to its list, unless it is there. 0 with the reason in why[200]. */
int gud_registry_add_element(const GudElementType *type, char *why);
int gud_registry_add_joint(const GudJointType *type, char *why);
int gud_registry_add_force(const GudForceType *type, char *why);
int gud_registry_add_clearance(const GudForceType *type, char *why);

#endif
