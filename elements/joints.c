/* Ideal joints and drivers: rows in a table (contract/row.h has the formulas R1-R5).

   Marker vectors of a joint: 0..3 = position, e1, e2, e3 on body a; 4..7 the same on body b.
   In space the joint axis is e3; in the plane e3 = z and a sliding axis is e1.
   On a beam the directions are axes of its section (model/section_frame.c): moments act on the section, r_x stays free.
   Both frames coincide in the start configuration, so every right-hand side is zero except a distance and the
   displacement as drawn, from which a displacement driver counts.
   Freedoms left (space / plane): fixed 0/0, revolute 1/1, spherical 3, cylindrical 2, prismatic 1/1, universal 2,
   planar 3, point_on_line 4/2, distance 5/2; a driver takes one more away.
   verified by: t300 (rows against closed forms), t310 (mobility), battery, studies */
#include "contract/joint.h"

/* clang-format off */
enum { A, A1, A2, A3, B, B1, B2, B3, NONE = -1 };
#define COINCIDE(k)     {GUD_ROW_POINT, B,  A,    NONE, NONE, k, GUD_RHS_ZERO}
#define NORMAL(u, v)    {GUD_ROW_DOT,   u,  NONE, v,    NONE, 0, GUD_RHS_ZERO}
#define ON_PLANE(v)     {GUD_ROW_DOT,   B,  A,    v,    NONE, 0, GUD_RHS_ZERO}

#define AT(field) offsetof(GudJointParams, field)
#define AXIS      {"axis",      GUD_VECTOR, GUD_NUMBER, GUD_NONZERO, "[0,0,1]", AT(axis), NULL, "joint axis in space at the start"}
#define AXIS2     {"axis",      GUD_VECTOR, GUD_NUMBER, GUD_NONZERO, GUD_ABSENT, AT(axis), NULL, "sliding axis in space at the start (default: z in space, x in the plane)"}
#define AXIS_B    {"axis_b",    GUD_VECTOR, GUD_NUMBER, GUD_ANY,     GUD_ABSENT, AT(axis_b), NULL, "axis on body b, where it differs from axis (misalignment)"}
#define REFERENCE {"reference", GUD_VECTOR, GUD_NUMBER, GUD_ANY,     GUD_ABSENT, AT(reference), NULL, "direction that fixes the joint's first axis e1 (default: any)"}

static const GudParam revolute_params[] = {AXIS, AXIS_B, REFERENCE};
static const GudParam sliding_params[]  = {AXIS2, AXIS_B, REFERENCE};
static const GudParam plain_params[]    = {REFERENCE};
static const GudParam universal_params[] = {
  AXIS, {"reference", GUD_VECTOR, GUD_NUMBER, GUD_NONZERO, "[1,0,0]", AT(reference), NULL, "axis of the cross on body a; that on body b is normal to it and to axis"}};
static const GudParam distance_params[] = {
  {"distance", GUD_REAL, GUD_LENGTH, GUD_POSITIVE, GUD_ABSENT, AT(distance), NULL, "distance of the two points (default: as drawn)"}};
#define MOTION(noun, d0, d1, d2) \
  {"position",     GUD_FUNCTION, d0, GUD_ANY, GUD_ABSENT, AT(motion[0]), NULL, noun " of b seen from a as a function of time, counted from the start position"}, \
  {"speed",        GUD_FUNCTION, d1, GUD_ANY, GUD_ABSENT, AT(motion[1]), NULL, "or its speed"}, \
  {"acceleration", GUD_FUNCTION, d2, GUD_ANY, GUD_ABSENT, AT(motion[2]), NULL, "or its acceleration"}, \
  {"start",        GUD_REAL,     d0, GUD_ANY, "0", AT(start), NULL, noun " at t = 0 when driven by speed or acceleration"}, \
  {"start_speed",  GUD_REAL,     d1, GUD_ANY, "0", AT(start_speed), NULL, "speed at t = 0 when driven by acceleration"}
static const GudParam angle_params[]        = {AXIS, REFERENCE, MOTION("angle", GUD_ANGLE, GUD_ANG_VELOCITY, GUD_ANG_ACCEL)};
static const GudParam displacement_params[] = {AXIS2, REFERENCE, MOTION("displacement", GUD_LENGTH, GUD_VELOCITY, GUD_ACCELERATION)};

static const GudRow fixed3[]       = {COINCIDE(0), COINCIDE(1), COINCIDE(2), NORMAL(B2, A1), NORMAL(B3, A1), NORMAL(B3, A2)};
static const GudRow fixed2[]       = {COINCIDE(0), COINCIDE(1), NORMAL(B2, A1)};
static const GudRow revolute3[]    = {COINCIDE(0), COINCIDE(1), COINCIDE(2), NORMAL(B3, A1), NORMAL(B3, A2)};
static const GudRow coincide3[]    = {COINCIDE(0), COINCIDE(1), COINCIDE(2)};
static const GudRow coincide2[]    = {COINCIDE(0), COINCIDE(1)};
static const GudRow cylindrical3[] = {NORMAL(B3, A1), NORMAL(B3, A2), ON_PLANE(A1), ON_PLANE(A2)};
static const GudRow prismatic3[]   = {NORMAL(B3, A1), NORMAL(B3, A2), NORMAL(B1, A2), ON_PLANE(A1), ON_PLANE(A2)};
static const GudRow prismatic2[]   = {NORMAL(B1, A2), ON_PLANE(A2)};
static const GudRow universal3[]   = {COINCIDE(0), COINCIDE(1), COINCIDE(2), NORMAL(B2, A1)};
static const GudRow planar3[]      = {ON_PLANE(A3), NORMAL(B3, A1), NORMAL(B3, A2)};
static const GudRow line3[]        = {ON_PLANE(A1), ON_PLANE(A2)};
static const GudRow line2[]        = {ON_PLANE(A2)};
static const GudRow distance1[]    = {{GUD_ROW_DOT, B, A, B, A, 0, GUD_RHS_DISTANCE2}};
static const GudRow turn1[]        = {{GUD_ROW_TURN, B1, NONE, A1, A2, 0, GUD_RHS_ZERO}};
static const GudRow shift3[]       = {{GUD_ROW_SHIFT, B, A, A3, NONE, 0, GUD_RHS_START}};
static const GudRow shift2[]       = {{GUD_ROW_SHIFT, B, A, A1, NONE, 0, GUD_RHS_START}};

#define INFO(word, text, where, table) {word, text, NULL, where, table, GUD_COUNT(table), sizeof(GudJointParams)}
#define BOTH(r2, r3) .rows2d = r2, .num_rows2d = GUD_COUNT(r2), .rows3d = r3, .num_rows3d = GUD_COUNT(r3)
#define ONLY3(r3)    .rows3d = r3, .num_rows3d = GUD_COUNT(r3)

const GudJointType gud_joint_fixed = {
  .info = INFO("fixed", "no relative motion", GUD_2D | GUD_3D, plain_params), BOTH(fixed2, fixed3)};
const GudJointType gud_joint_revolute = {
  .info = INFO("revolute", "hinge: turns about axis", GUD_2D | GUD_3D, revolute_params), BOTH(coincide2, revolute3), .uses_axis = 1};
const GudJointType gud_joint_spherical = {
  .info = INFO("spherical", "ball and socket: two points coincide", GUD_3D, plain_params), ONLY3(coincide3)};
const GudJointType gud_joint_cylindrical = {
  .info = INFO("cylindrical", "turns about and slides along axis", GUD_3D, revolute_params), ONLY3(cylindrical3), .uses_axis = 1};
const GudJointType gud_joint_prismatic = {
  .info = INFO("prismatic", "slides along axis without turning", GUD_2D | GUD_3D, sliding_params), BOTH(prismatic2, prismatic3), .uses_axis = 1};
const GudJointType gud_joint_universal = {
  .info = INFO("universal", "Cardan joint: two crossed axes, normal to the shaft direction axis", GUD_3D, universal_params), ONLY3(universal3), .uses_axis = 1};
const GudJointType gud_joint_planar = {
  .info = INFO("planar", "moves in the plane normal to axis", GUD_3D, revolute_params), ONLY3(planar3), .uses_axis = 1};
const GudJointType gud_joint_point_on_line = {
  .info = INFO("point_on_line", "a point of b stays on the line through a along axis", GUD_2D | GUD_3D, sliding_params), BOTH(line2, line3), .uses_axis = 1};
const GudJointType gud_joint_distance = {
  .info = INFO("distance", "two points keep their distance (massless rod)", GUD_2D | GUD_3D, distance_params), BOTH(distance1, distance1)};
const GudJointType gud_joint_clamp = {
  .info = {"clamp", "every node of a set (b) keeps its place seen from body a; nodes of beams keep their slopes too", NULL, GUD_2D | GUD_3D, NULL, 0, sizeof(GudJointParams)},
  BOTH(coincide2, coincide3), .each_node = 1};
const GudJointType gud_joint_angle_driver = {
  .info = INFO("angle_driver", "prescribes the angle of b seen from a about axis", GUD_2D | GUD_3D, angle_params), BOTH(turn1, turn1), .driver = 1, .uses_axis = 1};
const GudJointType gud_joint_displacement_driver = {
  .info = INFO("displacement_driver", "prescribes the displacement of b seen from a along axis", GUD_2D | GUD_3D, displacement_params), BOTH(shift2, shift3), .driver = 2, .uses_axis = 1};
/* clang-format on */
