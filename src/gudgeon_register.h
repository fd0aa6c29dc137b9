/* Types that a program adds at run time: from then on they behave like those of the .def lists, in every context of the process.
   The structs must live until the end of the process. Types are registered before the models that use them are built, and again
   before a run of such a model is resumed. An error (GUD_ERR_INPUT) if the name is taken. Pure functions of the contract, no PETSc. */
#ifndef GUD_REGISTER_H
#define GUD_REGISTER_H

#include "contract/element.h"
#include "contract/force.h"
#include "contract/joint.h"
#include "gudgeon.h"

#ifdef __cplusplus
extern "C" {
#endif

GUD_EXPORT PetscErrorCode GudRegisterElement(const GudElementType *type);
GUD_EXPORT PetscErrorCode GudRegisterJoint(const GudJointType *type);
GUD_EXPORT PetscErrorCode GudRegisterForce(const GudForceType *type);
/* A joint with a gap: joints with `model:` of its name. */
GUD_EXPORT PetscErrorCode GudRegisterClearance(const GudForceType *type);

#ifdef __cplusplus
}
#endif

#endif
