/* The kinds of probes, for the reader and for help. */
#include "model/probe.h"

#include "contract/type_info.h"

/* clang-format off */
#define AT(field) offsetof(GudProbeParams, field)
#define COMPONENT {"component", GUD_CHOICE, GUD_NUMBER, GUD_ANY, "magnitude", AT(component), "x|y|z|1|2|3|magnitude", "axis of space (x, y, z), of the joint (1, 2, 3), or the magnitude"}
#define PLANE \
  {"axis",      GUD_VECTOR, GUD_NUMBER, GUD_NONZERO, "[0,0,1]", AT(axis), NULL, "the angle is counted about this axis of space"}, \
  {"reference", GUD_VECTOR, GUD_NUMBER, GUD_NONZERO, "[1,0,0]", AT(reference), NULL, "direction of angle zero"}
static const GudParam point_params[] = {COMPONENT};
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
static const GudParam energy_params[] = {
  {"which", GUD_CHOICE, GUD_NUMBER, GUD_ANY, "total", AT(which), "total|kinetic|potential|strain|numerical", "total: kinetic + potential + strain"}};

static const GudParam field_params[] = {
  {"body",  GUD_STRING, GUD_NUMBER, GUD_ANY, NULL, AT(body), NULL, "flexible body"},
  {"field", GUD_STRING, GUD_NUMBER, GUD_ANY, NULL, AT(field), NULL, "name of a field of its elements: see gudgeon help ELEMENT"},
  {"which", GUD_CHOICE, GUD_NUMBER, GUD_ANY, "max", AT(which), "max|min|absolute", "largest, smallest, or largest absolute value over the nodes (beams: over the section's corners too)"}};

static const GudMarkerSlot point_slots[] = {{"of", GUD_POINT, 0, "the point"}, {"from", GUD_POINT, 1, "seen from this point (default: the origin of space)"}};
static const GudMarkerSlot angle_slots[] = {{"of", GUD_POINT, 0, "a body: its first axis, if flexible at this place (on a cable its tangent r_x); or with `from` a point"}, {"from", GUD_POINT, 1, "direction from this point to `of`"}};

#define ROW(kind, word, text, table, dyn, slots, num) \
  {{word, text, NULL, GUD_2D | GUD_3D, table, GUD_COUNT(table), sizeof(GudProbeParams)}, kind, dyn, slots, num}
const GudProbeType gud_probe_types[] = {
  ROW(GUD_PROBE_POSITION,             "position",             "position of a point", point_params, 0, point_slots, 2),
  ROW(GUD_PROBE_VELOCITY,             "velocity",             "velocity of a point", point_params, 0, point_slots, 2),
  ROW(GUD_PROBE_ACCELERATION,         "acceleration",         "acceleration of a point", point_params, 1, point_slots, 2),
  ROW(GUD_PROBE_ANGLE,                "angle",                "angle of a body or of the line between two points; counts turns", angle_params, 0, angle_slots, 2),
  ROW(GUD_PROBE_ANGULAR_VELOCITY,     "angular_velocity",     "rate of such an angle", rate_params, 0, angle_slots, 2),
  ROW(GUD_PROBE_ANGULAR_ACCELERATION, "angular_acceleration", "second rate of such an angle", rate_params, 1, angle_slots, 2),
  ROW(GUD_PROBE_JOINT_FORCE,          "joint_force",          "force in a joint", joint_params, 1, NULL, 0),
  ROW(GUD_PROBE_JOINT_MOMENT,         "joint_moment",         "moment in a joint, about its point on that body", joint_params, 1, NULL, 0),
  ROW(GUD_PROBE_DRIVER,               "driver",               "moment (or force) of a driver on body b about (along) its axis", driver_params, 1, NULL, 0),
  ROW(GUD_PROBE_OUTPUT,               "output",               "output of a force; of a guide the sum over its points (NAME.number: one of them)", output_params, 1, NULL, 0),
  ROW(GUD_PROBE_EACH,                 "each",                 "output of every point of a guide, one column each: the probe's name with _ and the point's number", output_params, 1, NULL, 0),
  ROW(GUD_PROBE_ENERGY,               "energy",               "energy of the whole model", energy_params, 1, NULL, 0),
  ROW(GUD_PROBE_FIELD,                "field",                "extreme of a field (stress, section force) over a flexible body", field_params, 1, NULL, 0),
};
const int gud_num_probe_types = GUD_COUNT(gud_probe_types);
/* clang-format on */
