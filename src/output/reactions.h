/* Forces and moments in joints, and outputs of forces, at an evaluated point. */
#ifndef GUD_REACTIONS_H
#define GUD_REACTIONS_H

#include "contract/output.h"
#include "system/evaluated.h"

/* Force and moment of a joint on its body `side` (0 a, 1 b), in space axes, the moment about the joint's point there. */
void gud_joint_reaction(GudSystem *sys, int joint, int side, const GudPoint *p, double F[3], double M[3]);
/* The same for a joint with a gap, which is a force. */
void gud_force_reaction(GudEvaluated *at, int force, int side, double F[3], double M[3]);

/* Output number `output` of a force. */
double gud_force_output(GudEvaluated *at, int force, int output);
/* Output of a force by its role; NaN if it has none. */
double gud_force_output_of_role(GudEvaluated *at, int force, GudOutputRole role);

#endif
