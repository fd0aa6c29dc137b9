/* Values of probes at a point in the state space, and what their files (output/probes) share. */
#ifndef GUD_PROBE_VALUE_H
#define GUD_PROBE_VALUE_H

#include "model/probe.h"
#include "solve/solver.h"

/* a and lam of the point must be consistent for dynamic probes. Angles are continued from its history. energy: see there; of
   kinematic probes NULL. */
double gud_probe_value(GudEvaluated *at, const GudProbe *probe, const GudProbeEnergy *energy);
int    gud_probe_is_dynamic(const GudProbe *probe);
/* How its value goes from node to node (output/course.h). */
int gud_probe_course(GudSolver *so, const GudProbe *probe);
/* The same for forces of contacts, which change within a few steps: only a method with nodes within its steps has polynomials
   for them. */
int gud_contact_course(const GudSolver *so);

/* ---- for probes ---- */

/* The entry `info` of a type whose parameters are in GudProbeParams. */
#define GUD_PROBE_INFO(name, text, params)                                               \
  {                                                                                      \
    name, text, NULL, GUD_2D | GUD_3D, params, GUD_COUNT(params), sizeof(GudProbeParams) \
  }

/* The parameter `name` of a probe that reads a joint or force. */
#define GUD_PROBE_NAME(text)                                                                  \
  {                                                                                           \
    "name", GUD_STRING, GUD_NUMBER, GUD_ANY, NULL, offsetof(GudProbeParams, name), NULL, text \
  }

/* The component of x that is asked for: along an axis of space, of the joint, of a body, or the length. */
double gud_probe_component(const GudModel *m, const GudProbe *probe, const GudPoint *p, const double x[3]);

#endif
