/* Values of probes at a point in the state space. */
#ifndef GUD_PROBE_VALUE_H
#define GUD_PROBE_VALUE_H

#include "model/probe.h"
#include "system/evaluated.h"

/* a and lam of the point must be consistent for dynamic probes. Angles are continued from its history. */
double gud_probe_value(GudEvaluated *at, const GudProbe *probe, const GudEnergy *energy, double numerical);
int    gud_probe_is_dynamic(const GudProbe *probe);

/* Force and moment of a joint on its body `side` (0 a, 1 b), in space axes, the moment about the joint's point there. */
void gud_joint_reaction(GudSystem *sys, int joint, int side, const GudPoint *p, double F[3], double M[3]);
/* The same for a joint with a gap, which is a force. */
void gud_force_reaction(GudEvaluated *at, int force, int side, double F[3], double M[3]);

/* Output of a force by its role; NaN if it has none. */
double gud_force_output(GudEvaluated *at, int force, GudOutputRole role);

#endif
