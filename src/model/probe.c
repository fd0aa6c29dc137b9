/* The kinds of probes, for the reader and for help. */
#include "model/probe.h"

#include "model/model.h"

/* clang-format off */
#define AT(field) offsetof(GudProbeParams, field)
#define COMPONENT {"component", GUD_CHOICE, GUD_NUMBER, GUD_ANY, "magnitude", AT(component), "x|y|z|1|2|3|magnitude", "axis of space (x, y, z), axis of the joint (1, 2, 3: they turn with its body a), or the magnitude"}
#define PLANE \
  {"axis",      GUD_VECTOR, GUD_NUMBER, GUD_NONZERO, "[0,0,1]", AT(axis), NULL, "the angle is counted about this axis of space"}, \
  {"reference", GUD_VECTOR, GUD_NUMBER, GUD_NONZERO, "[1,0,0]", AT(reference), NULL, "direction of angle zero"}
static const GudParam point_params[] = {
  {"component", GUD_CHOICE, GUD_NUMBER, GUD_ANY, "magnitude", AT(component), "x|y|z|1|2|3|magnitude", "axis of space (x, y, z), present axis of the body of `from` (1, 2, 3), or the magnitude; velocities and accelerations are differences of those in space, resolved along these axes"}};
static const GudParam angle_params[] = {
  PLANE, {"offset", GUD_REAL, GUD_ANGLE, GUD_ANY, "0", AT(offset), NULL, "added to the angle"}};
static const GudParam rate_params[] = {PLANE};
static const GudParam joint_params[] = {
  {"name", GUD_STRING, GUD_NUMBER, GUD_ANY, NULL, AT(name), NULL, "joint or driver"}, COMPONENT,
  {"on",   GUD_CHOICE, GUD_NUMBER, GUD_ANY, "b", AT(side), "a|b", "on which of its bodies the force acts"}};
static const GudParam driver_params[] = {
  {"name", GUD_STRING, GUD_NUMBER, GUD_ANY, NULL, AT(name), NULL, "driver"}};
static const GudParam output_params[] = {
  {"name",   GUD_STRING, GUD_NUMBER, GUD_ANY, NULL, AT(name), NULL, "force"},
  {"output", GUD_STRING, GUD_NUMBER, GUD_ANY, NULL, AT(output), NULL, "name of its output: see gudgeon help FORCE"}};
static const GudParam coefficient_params[] = {
  {"name",      GUD_STRING, GUD_NUMBER, GUD_ANY, NULL, AT(name), NULL, "joint with clearance, or force between two bodies"},
  {"component", GUD_CHOICE, GUD_NUMBER, GUD_ANY, NULL, AT(component), "x|y|z|1|2|3", "of the force on b: axis of space (x, y, z), or of the frame on a (1, 2, 3)"},
  {"along",     GUD_CHOICE, GUD_NUMBER, GUD_ANY, NULL, AT(along), "x|y|z|1|2|3", "direction in which b is displaced, or moves"}};
static const GudParam energy_params[] = {
  {"which", GUD_CHOICE, GUD_NUMBER, GUD_ANY, "total", AT(which), "total|kinetic|potential|strain|numerical", "total: kinetic + potential + strain"}};

static const GudParam spin_params[] = {
  {"component", GUD_CHOICE, GUD_NUMBER, GUD_ANY, "magnitude", AT(component), "x|y|z|1|2|3|magnitude", "axis of space (x, y, z), of the body (1, 2, 3), or the magnitude"}};
static const GudParam quaternion_params[] = {
  {"component", GUD_CHOICE, GUD_NUMBER, GUD_ANY, NULL, AT(part), "w|x|y|z", "w: scalar part; x, y, z: vector part in axes of space"}};
static const GudParam field_params[] = {
  {"body",  GUD_STRING, GUD_NUMBER, GUD_ANY, GUD_ABSENT, AT(body), NULL, "flexible body, for the extreme over all of it (or `of`)"},
  {"field", GUD_STRING, GUD_NUMBER, GUD_ANY, NULL, AT(field), NULL, "name of a field of its elements: see gudgeon help ELEMENT"},
  {"which", GUD_CHOICE, GUD_NUMBER, GUD_ANY, "max", AT(which), "max|min|absolute", "with `body`: largest, smallest, or largest absolute value over the nodes (beams: over the section's corners too)"}};

static const GudParam deflection_params[] = {
  {"body", GUD_STRING, GUD_NUMBER, GUD_ANY, NULL, AT(body), NULL, "flexible body"},
  {"component", GUD_CHOICE, GUD_NUMBER, GUD_ANY, "magnitude", AT(component), "x|y|z|1|2|3|magnitude", "along the chord (x), across it (y, z), or the magnitude; 1, 2, 3 are refused"}};

static const GudParam expression_params[] = {
  {"value", GUD_FUNCTION, GUD_DIM_OF_VALUE, GUD_ANY, NULL, AT(value), NULL, "expression in t and in probes of any kind that are defined before this one"}};

static const GudMarkerSlot deflection_slots[] = {
  {"of",   GUD_POINT, 1, "point of the body (default: the largest over its nodes and the middles of its elements, with its sign)"},
  {"from", GUD_POINT, 1, "beginning of the chord (default: BODY.from)"},
  {"to",   GUD_POINT, 1, "end of the chord (default: BODY.to)"}};
static const GudMarkerSlot point_slots[] = {{"of", GUD_POINT, 0, "the point"}, {"from", GUD_POINT, 1, "seen from this point (default: the origin of space)"}};
static const GudMarkerSlot field_slots[] = {{"of", GUD_POINT, 1, "a place on a flexible body, where the field is read (mean of the elements that meet there); on a beam beside its axis for stresses of the skin"}};
static const GudMarkerSlot frame_slots[] = {{"of", GUD_FRAME, 0, "a body, if flexible at this place"}};
static const GudMarkerSlot angle_slots[] = {{"of", GUD_POINT, 0, "a body: its first axis, or its second where the first is along `axis` at the start; if flexible at this place (on a cable its tangent r_x); or with `from` a point"}, {"from", GUD_POINT, 1, "direction from this point to `of`"}};

#define PROBE(name, kind_, unit_, text, table, dynamic_, argument_, slots_, num)                                                   \
  const GudProbeType gud_probe_##name = {.info = {#name, text, NULL, GUD_2D | GUD_3D, table, GUD_COUNT(table), sizeof(GudProbeParams)}, \
    .kind = kind_, .dynamic = dynamic_, .argument = argument_, .unit = unit_, .slots = slots_, .num_slots = num};
PROBE(position, GUD_PROBE_POSITION, "m", "position of a point", point_params, 0, 1, point_slots, 2)
PROBE(velocity, GUD_PROBE_VELOCITY, "m/s", "velocity of a point", point_params, 0, 1, point_slots, 2)
PROBE(acceleration, GUD_PROBE_ACCELERATION, "m/s^2", "acceleration of a point", point_params, 1, 0, point_slots, 2)
PROBE(angle, GUD_PROBE_ANGLE, "rad", "angle of a body or of the line between two points; counts turns", angle_params, 0, 1, angle_slots, 2)
PROBE(angular_velocity, GUD_PROBE_ANGULAR_VELOCITY, "rad/s", "rate of such an angle", rate_params, 0, 1, angle_slots, 2)
PROBE(angular_acceleration, GUD_PROBE_ANGULAR_ACCELERATION, "rad/s^2", "second rate of such an angle", rate_params, 1, 0, angle_slots, 2)
PROBE(joint_force, GUD_PROBE_JOINT_FORCE, "N", "force in a joint", joint_params, 1, 0, NULL, 0)
PROBE(joint_moment, GUD_PROBE_JOINT_MOMENT, "N m", "moment in a joint, about its point on that body", joint_params, 1, 0, NULL, 0)
PROBE(driver, GUD_PROBE_DRIVER, NULL, "moment (or force) of a driver on body b about (along) its axis", driver_params, 1, 0, NULL, 0)
PROBE(output, GUD_PROBE_OUTPUT, NULL, "output of a force; of a guide the sum over its points (NAME.number: one of them)", output_params, 1, 0, NULL, 0)
PROBE(each, GUD_PROBE_EACH, NULL, "output of every point of a guide, one column each: the probe's name with _ and the point's number", output_params, 1, 0, NULL, 0)
PROBE(stiffness, GUD_PROBE_STIFFNESS, "N/m", "dynamic coefficient of a film or another force at its present state: -dF/dx by a displacement of b, internals (friction forces) held", coefficient_params, 1, 0, NULL, 0)
PROBE(damping, GUD_PROBE_DAMPING, "N s/m", "the same for the velocity of b: -dF/dv", coefficient_params, 1, 0, NULL, 0)
PROBE(energy, GUD_PROBE_ENERGY, "J", "energy of the whole model", energy_params, 1, 0, NULL, 0)
PROBE(field, GUD_PROBE_FIELD, NULL, "field of a flexible body (stress, section force): at a place, or its extreme over the body", field_params, 1, 0, field_slots, 1)
PROBE(spin, GUD_PROBE_SPIN, "rad/s", "angular velocity vector of a body", spin_params, 0, 0, frame_slots, 1)
PROBE(quaternion, GUD_PROBE_QUATERNION, "-", "orientation of a body's axes in space as a unit quaternion, whose sign does not jump", quaternion_params, 0, 0, frame_slots, 1)
PROBE(deflection, GUD_PROBE_DEFLECTION, "m", "elastic deflection of a flexible body, seen from its chord", deflection_params, 0, 0, deflection_slots, 3)
PROBE(expression, GUD_PROBE_EXPRESSION, NULL, "computed from other probes", expression_params, 1, 0, NULL, 0)
/* clang-format on */

int gud_probe_in_body_axes(const GudProbeParams *p)
{
  return p->component >= GUD_COMPONENT_1 && p->component <= GUD_COMPONENT_3;
}

const char *gud_probe_unit(const GudModel *m, const GudProbe *pr)
{
  switch (pr->type->kind) {
  case GUD_PROBE_DRIVER: return m->joints[pr->joint].type->driver == 1 ? "N m" : "N";
  case GUD_PROBE_EACH:
  case GUD_PROBE_OUTPUT: return pr->of->unit;
  case GUD_PROBE_FIELD: return m->bodies[pr->body].type->fields[pr->field].unit;
  case GUD_PROBE_EXPRESSION: return pr->unit;
  default: return pr->type->unit;
  }
}
