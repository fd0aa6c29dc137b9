/* Ideal joints and drivers: rows in a table (contract/row.h has the formulas R1-R5).

   Marker vectors of a joint: 0..3 = position, e1, e2, e3 on body a; 4..7 the same on body b.
   In space the joint axis is e3; in the plane e3 = z and a sliding axis is e1.
   On a beam the directions are axes of its section (model/section_frame.c): moments act on the section, r_x stays free.
   Both frames coincide in the start configuration, so every right-hand side is zero except a distance and the
   displacement as drawn, from which a displacement driver counts.
   Freedoms left (space / plane): fixed 0/0, revolute 1/1, spherical 3, cylindrical 2, prismatic 1/1, universal 2,
   planar 3, point_on_line 4/2, distance 5/2; a driver takes one more away.
   Couplers (gear, belt, rack, screw) relate the motions of two joints: angle f_1 of the first, angle or displacement x_2 of the second,
   (K1) x_2 = k f_1, both counted from the start over any number of turns. f_1 is no function of directors beyond a turn, and
        n_1 f_1 + n_2 f_2 = 0 is no polynomial of them unless the ratio is an integer. So a coupler owns one massless unknown psi and two rows,
        f_1 = psi and x_2 = k psi, each as a driver's (ROLL, SLIDE of contract/row.h) with psi in place of a function of time: exact, smooth
        at every angle, and psi counts the turns by itself because it is a coordinate like any other (checkpoints, error control).
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

#define JOINT(key, text)  {#key, GUD_STRING, GUD_NUMBER, GUD_ANY, NULL, AT(key), NULL, text}
static const GudParam roller_params[] = {
  {"normal", GUD_VECTOR, GUD_NUMBER, GUD_NONZERO, NULL, AT(axis), NULL, "direction in space at the start in which b cannot move; it turns with body a"}};
static const GudParam gear_params[] = {
  JOINT(first, "joint about whose axis the first wheel turns"), JOINT(second, "joint about whose axis the second wheel turns"),
  {"ratio", GUD_REAL, GUD_NUMBER, GUD_NONZERO, NULL, AT(ratio), NULL, "angle of the second joint per angle of the first: -z1/z2 for outer teeth, z1/z2 for inner ones, both axes alike"}};
static const GudParam belt_params[] = {
  JOINT(first, "joint about whose axis the first pulley turns"), JOINT(second, "joint about whose axis the second pulley turns"),
  {"radius_1", GUD_REAL, GUD_LENGTH, GUD_POSITIVE, NULL, AT(radius[0]), NULL, "radius of the first pulley"},
  {"radius_2", GUD_REAL, GUD_LENGTH, GUD_POSITIVE, NULL, AT(radius[1]), NULL, "radius of the second pulley"},
  {"crossed",  GUD_BOOL, GUD_NUMBER, GUD_ANY, "no", AT(crossed), NULL, "the belt is crossed: the pulleys turn against each other"}};
static const GudParam rack_params[] = {
  JOINT(first, "joint about whose axis the pinion turns"), JOINT(second, "joint along whose axis the rack slides"),
  {"radius", GUD_REAL, GUD_LENGTH, GUD_NONZERO, NULL, AT(radius[0]), NULL, "displacement of the rack per angle of the pinion, in m per rad; negative: against its axis"}};
static const GudParam screw_params[] = {
  JOINT(first, "joint that turns about and slides along its axis (cylindrical)"),
  {"lead", GUD_REAL, GUD_LENGTH, GUD_NONZERO, NULL, AT(lead), NULL, "displacement of b along the axis per turn; negative: a left-hand thread"}};

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
static const GudRow roll1[]        = {{GUD_ROW_ROLL, B1, NONE, A1, A2, 0, GUD_RHS_ZERO}};
static const GudRow slide3[]       = {{GUD_ROW_SLIDE, B, A, A3, NONE, 0, GUD_RHS_START}};
static const GudRow slide2[]       = {{GUD_ROW_SLIDE, B, A, A1, NONE, 0, GUD_RHS_START}};
static const GudRow roller3[]      = {{GUD_ROW_DOT, B, A, A3, NONE, 0, GUD_RHS_START}};
static const GudRow roller2[]      = {{GUD_ROW_DOT, B, A, A1, NONE, 0, GUD_RHS_START}};

#define INFO(word, text, where, table) {word, text, NULL, where, table, GUD_COUNT(table), sizeof(GudJointParams)}
#define BOTH(r2, r3) .rows2d = r2, .num_rows2d = GUD_COUNT(r2), .rows3d = r3, .num_rows3d = GUD_COUNT(r3)
#define ONLY3(r3)    .rows3d = r3, .num_rows3d = GUD_COUNT(r3)

const GudJointType gud_joint_fixed = {
  .info = INFO("fixed", "no relative motion", GUD_2D | GUD_3D, plain_params), BOTH(fixed2, fixed3)};
const GudJointType gud_joint_revolute = {
  .info = INFO("revolute", "hinge: turns about axis", GUD_2D | GUD_3D, revolute_params), BOTH(coincide2, revolute3), .uses_axis = 1, .symbol = GUD_SYMBOL_PIN};
const GudJointType gud_joint_spherical = {
  .info = INFO("spherical", "ball and socket: two points coincide", GUD_3D, plain_params), ONLY3(coincide3), .symbol = GUD_SYMBOL_BALL};
const GudJointType gud_joint_cylindrical = {
  .info = INFO("cylindrical", "turns about and slides along axis", GUD_3D, revolute_params), ONLY3(cylindrical3), .uses_axis = 1, .symbol = GUD_SYMBOL_PIN};
const GudJointType gud_joint_prismatic = {
  .info = INFO("prismatic", "slides along axis without turning", GUD_2D | GUD_3D, sliding_params), BOTH(prismatic2, prismatic3), .uses_axis = 1, .symbol = GUD_SYMBOL_SLIDE};
const GudJointType gud_joint_universal = {
  .info = INFO("universal", "Cardan joint: two crossed axes, normal to the shaft direction axis", GUD_3D, universal_params), ONLY3(universal3), .uses_axis = 1, .symbol = GUD_SYMBOL_BALL};
const GudJointType gud_joint_planar = {
  .info = INFO("planar", "moves in the plane normal to axis", GUD_3D, revolute_params), ONLY3(planar3), .uses_axis = 1};
const GudJointType gud_joint_point_on_line = {
  .info = INFO("point_on_line", "a point of b stays on the line through a along axis", GUD_2D | GUD_3D, sliding_params), BOTH(line2, line3), .uses_axis = 1, .symbol = GUD_SYMBOL_SLIDE};
const GudJointType gud_joint_distance = {
  .info = INFO("distance", "two points keep their distance (massless rod)", GUD_2D | GUD_3D, distance_params), BOTH(distance1, distance1), .symbol = GUD_SYMBOL_ROD};
const GudJointType gud_joint_clamp = {
  .info = {"clamp", "every node of a set (b) keeps its place seen from body a; nodes of beams keep their slopes too", NULL, GUD_2D | GUD_3D, NULL, 0, sizeof(GudJointParams)},
  BOTH(coincide2, coincide3), .each_node = GUD_EACH_CLAMP};
const GudJointType gud_joint_roller = {
  .info = INFO("roller", "a point of b, or every node of a set, cannot move along normal seen from body a", GUD_2D | GUD_3D, roller_params),
  BOTH(roller2, roller3), .uses_axis = 1, .each_node = GUD_EACH_ROLLER};
const GudJointType gud_joint_symmetry = {
  .info = INFO("symmetry", "every node of a set (b) stays in its plane of symmetry: no motion along normal, slopes of beams as in a mirror", GUD_2D | GUD_3D, roller_params),
  BOTH(roller2, roller3), .uses_axis = 1, .each_node = GUD_EACH_MIRROR};

/* what moves in a coupled joint */
static const GudJointType angle_part = {
  .info = INFO("coupled angle", "angle of a coupled joint", GUD_2D | GUD_3D, plain_params), BOTH(roll1, roll1), .uses_axis = 1};
static const GudJointType slide_part = {
  .info = INFO("coupled displacement", "displacement of a coupled joint", GUD_2D | GUD_3D, plain_params), BOTH(slide2, slide3), .uses_axis = 1};
static double gear_factor(const GudJointType *self, const GudJointParams *p) { (void)self; return p->ratio; }
static double belt_factor(const GudJointType *self, const GudJointParams *p) { (void)self; return (p->crossed ? -1 : 1) * p->radius[0] / p->radius[1]; }
static double rack_factor(const GudJointType *self, const GudJointParams *p) { (void)self; return p->radius[0]; }
static double screw_factor(const GudJointType *self, const GudJointParams *p) { (void)self; return p->lead / 6.28318530717958647692; }
#define COUPLES(one, two, how) BOTH(roll1, roll1), .uses_axis = 1, .part = {&one, &two}, .factor = how
const GudJointType gud_joint_gear = {
  .info = INFO("gear", "the angles of two joints keep a ratio", GUD_2D | GUD_3D, gear_params), COUPLES(angle_part, angle_part, gear_factor)};
const GudJointType gud_joint_belt = {
  .info = INFO("belt", "belt or chain without slip or stretch between two pulleys", GUD_2D | GUD_3D, belt_params), COUPLES(angle_part, angle_part, belt_factor)};
const GudJointType gud_joint_rack = {
  .info = INFO("rack", "rack and pinion: the angle of one joint moves another along its axis", GUD_2D | GUD_3D, rack_params), COUPLES(angle_part, slide_part, rack_factor)};
const GudJointType gud_joint_screw = {
  .info = INFO("screw", "thread: a cylindrical joint advances by its lead with every turn", GUD_3D, screw_params),
  ONLY3(roll1), .uses_axis = 1, .part = {&angle_part, &slide_part}, .factor = screw_factor, .one_joint = 1};
const GudJointType gud_joint_angle_driver = {
  .info = INFO("angle_driver", "prescribes the angle of b seen from a about axis", GUD_2D | GUD_3D, angle_params), BOTH(turn1, turn1), .driver = 1, .uses_axis = 1, .symbol = GUD_SYMBOL_TURN};
const GudJointType gud_joint_displacement_driver = {
  .info = INFO("displacement_driver", "prescribes the displacement of b seen from a along axis", GUD_2D | GUD_3D, displacement_params), BOTH(shift2, shift3), .driver = 2, .uses_axis = 1, .symbol = GUD_SYMBOL_PUSH};
/* clang-format on */
