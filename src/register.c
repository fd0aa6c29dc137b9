/* Types added at run time (gudgeon_register.h). */
#include "gudgeon_register.h"

#include "model/registry.h"
#include "system/compat.h"

PetscErrorCode GudRegisterElement(const GudElementType *type)
{
  char why[200] = "";
  PetscFunctionBeginUser;
  PetscCheck(gud_registry_add_element(type, why), PETSC_COMM_SELF, GUD_ERR_INPUT, "%s", why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudRegisterJoint(const GudJointType *type)
{
  char why[200] = "";
  PetscFunctionBeginUser;
  PetscCheck(gud_registry_add_joint(type, why), PETSC_COMM_SELF, GUD_ERR_INPUT, "%s", why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudRegisterForce(const GudForceType *type)
{
  char why[200] = "";
  PetscFunctionBeginUser;
  PetscCheck(gud_registry_add_force(type, why), PETSC_COMM_SELF, GUD_ERR_INPUT, "%s", why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudRegisterClearance(const GudForceType *type)
{
  char why[200] = "";
  PetscFunctionBeginUser;
  PetscCheck(gud_registry_add_clearance(type, why), PETSC_COMM_SELF, GUD_ERR_INPUT, "%s", why);
  PetscFunctionReturn(PETSC_SUCCESS);
}
