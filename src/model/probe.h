/* What a probe looks at. The value is computed in output/probe_value.c; here is only the description.

   Kinematic probes (position, velocity, angle ...) are evaluated on interpolated coordinates; dynamic ones (acceleration,
   joint force, outputs of forces, energy) are interpolated linearly between the consistent values at step ends. */
#ifndef GUD_PROBE_H
#define GUD_PROBE_H

#include "contract/output.h"
#include "contract/type_info.h"
#include "base/diag.h"

typedef enum {
  GUD_PROBE_POSITION,
  GUD_PROBE_VELOCITY,
  GUD_PROBE_ACCELERATION,
  GUD_PROBE_ANGLE,
  GUD_PROBE_ANGULAR_VELOCITY,
  GUD_PROBE_ANGULAR_ACCELERATION,
  GUD_PROBE_JOINT_FORCE,
  GUD_PROBE_JOINT_MOMENT,
  GUD_PROBE_DRIVER,
  GUD_PROBE_OUTPUT,
  GUD_PROBE_EACH,      /* read as many of kind OUTPUT */
  GUD_PROBE_STIFFNESS, /* coefficients of a force between two bodies: -dF/dx, -dF/dv */
  GUD_PROBE_DAMPING,
  GUD_PROBE_ENERGY,
  GUD_PROBE_FIELD,
  GUD_PROBE_SPIN,
  GUD_PROBE_QUATERNION,
  GUD_PROBE_DEFLECTION,
  GUD_PROBE_EXPRESSION
} GudProbeKind;

enum {
  GUD_COMPONENT_X,
  GUD_COMPONENT_Y,
  GUD_COMPONENT_Z,
  GUD_COMPONENT_1,
  GUD_COMPONENT_2,
  GUD_COMPONENT_3,
  GUD_COMPONENT_MAGNITUDE
};
enum { GUD_EXTREME_MAX, GUD_EXTREME_MIN, GUD_EXTREME_ABSOLUTE };
enum { GUD_ENERGY_TOTAL, GUD_ENERGY_KINETIC, GUD_ENERGY_POTENTIAL, GUD_ENERGY_STRAIN, GUD_ENERGY_NUMERICAL };

typedef struct {
  int         component;
  double      axis[3], reference[3];
  double      offset;
  const char *name;   /* joint or force */
  const char *output; /* name of the force's output */
  int         along;  /* stiffness, damping: component of the displacement */
  int         side;   /* joint force on: 0 a, 1 b */
  int         which;  /* energy; field: GUD_EXTREME_x */
  const char *body, *field;
  int         part;  /* quaternion: w, x, y, z */
  int         value; /* expression: number of the function */
} GudProbeParams;

/* Where a field is read: elements that meet at the place, and its natural coordinates in each. */
enum { GUD_MAX_FIELD_ELEMENTS = 16 };
typedef struct {
  int    num, element[GUD_MAX_FIELD_ELEMENTS];
  double xi[GUD_MAX_FIELD_ELEMENTS][3];
} GudFieldPlace;

struct GudDeflection;

struct GudProbe {
  const char      *name;
  GudMark          mark;
  GudProbeKind     kind;
  GudProbeParams   params;
  int              vector[2];    /* marker vectors: what is looked at, seen from (-1: the origin of space) */
  double           e1[3], e2[3]; /* angles: plane of measurement */
  int              joint, force, output;
  const GudOutput *of;          /* output: its row, also of an ideal joint, which has no force */
  int              num_forces;  /* output: sum over so many, from `force` on */
  int              body, field; /* field probe */
  GudFieldPlace   *at;          /* field at a place; NULL: over the whole body. In the arena */
  int axes[3]; /* marker vectors of a body's axes: spin, quaternion; position ... with component 1, 2, 3 */
  int history; /* index in history, -1: none. Angle: [unwrapped angle], quaternion: [w, x, y, z] */
  struct GudDeflection *deflection; /* deflection probe (model/deflection.h) */
  const char           *unit;       /* expression: that of its value */
};

/* One row per kind: name, slots, parameters. */
typedef struct {
  GudTypeInfo          info;
  GudProbeKind         kind;
  int                  dynamic; /* needs consistent accelerations or multipliers */
  const char          *unit;    /* as in GudOutput; NULL: that of what it looks at */
  const GudMarkerSlot *slots;
  int                  num_slots;
} GudProbeType;

/* component 1, 2 or 3 */
int gud_probe_in_body_axes(const GudProbeParams *p);

/* Can functions depend on probes of this kind? Those of positions and velocities can. */
int gud_probe_argument(GudProbeKind kind);

extern const GudProbeType gud_probe_types[];
extern const int          gud_num_probe_types;

#endif
