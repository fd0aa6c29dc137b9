/* What a probe looks at. The value is computed in output/probe_value.c; here is only the description.

   Kinematic probes (position, velocity, angle ...) are evaluated on interpolated coordinates; dynamic ones (acceleration,
   joint force, outputs of forces, energy) are interpolated linearly between the consistent values at step ends. */
#ifndef GUD_PROBE_H
#define GUD_PROBE_H

#include "contract/type_info.h"
#include "model/diag.h"

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
  GUD_PROBE_EACH, /* read as many of kind OUTPUT */
  GUD_PROBE_ENERGY,
  GUD_PROBE_FIELD
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
  int         side;   /* joint force on: 0 a, 1 b */
  int         which;  /* energy; field: GUD_EXTREME_x */
  const char *body, *field;
} GudProbeParams;

struct GudProbe {
  const char    *name;
  GudMark        mark;
  GudProbeKind   kind;
  GudProbeParams params;
  int            vector[2];    /* marker vectors: what is looked at, seen from (-1: the origin of space) */
  double         e1[3], e2[3]; /* angles: plane of measurement */
  int            joint, force, output;
  int            num_forces;  /* output: sum over so many, from `force` on */
  int            body, field; /* field probe */
  int            history;     /* angles: index in history of [unwrapped angle] */
};

/* One row per kind: name, slots, parameters. */
typedef struct {
  GudTypeInfo          info;
  GudProbeKind         kind;
  int                  dynamic; /* needs consistent accelerations or multipliers */
  const GudMarkerSlot *slots;
  int                  num_slots;
} GudProbeType;

extern const GudProbeType gud_probe_types[];
extern const int          gud_num_probe_types;

#endif
