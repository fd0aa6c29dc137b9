/* Probes: numbers that are read from a state. A probe is one file in output/probes/ and one line in model/probes.def.

   Kinematic probes (position, velocity, angle ...) are evaluated on interpolated coordinates; dynamic ones (acceleration,
   joint force, outputs of forces, energy) are interpolated between the consistent values at step ends. */
#ifndef GUD_PROBE_H
#define GUD_PROBE_H

#include "contract/history.h"
#include "contract/output.h"
#include "contract/type_info.h"
#include "base/diag.h"

/* What the reader looks up for a probe (input_probe.c), and which entries of GudProbe it fills in. */
typedef enum {
  GUD_READS_OWN = 0,    /* the points of its slots: vector; its parameters are a struct of its own: own */
  GUD_READS_MODEL,      /* the whole model */
  GUD_READS_POINTS,     /* `of`, and `from`, which it is seen from: vector; with component 1, 2, 3 axes */
  GUD_READS_DIRECTION,  /* a direction and the plane in which its angle is measured: vector, e1, e2 */
  GUD_READS_AXES,       /* the axes of the body `of`: axes */
  GUD_READS_JOINT,      /* `name`, an ideal joint: joint; a joint with a gap: force */
  GUD_READS_DRIVER,     /* `name`: joint */
  GUD_READS_FORCE,      /* `name`, a force between two bodies with axes: force */
  GUD_READS_OUTPUT,     /* `output` of the force `name`: force, num_forces, output, row */
  GUD_READS_FIELD,      /* `field` of a body, or at a place: body, field, at */
  GUD_READS_DEFLECTION, /* a body and its chord: body, deflection */
  GUD_READS_EXPRESSION  /* `value`, an expression in probes: params.value, unit */
} GudProbeReads;

enum {
  GUD_COMPONENT_X,
  GUD_COMPONENT_Y,
  GUD_COMPONENT_Z,
  GUD_COMPONENT_1,
  GUD_COMPONENT_2,
  GUD_COMPONENT_3,
  GUD_COMPONENT_MAGNITUDE
};

/* Parameters of all probes but those of GUD_READS_OWN; each uses a few of them. */
typedef struct {
  int         component;
  double      axis[3], reference[3];
  double      offset;
  const char *name;   /* joint or force */
  const char *output; /* name of the force's output */
  int         along;  /* stiffness, damping: component of the displacement */
  int         side;   /* joint force on: 0 a, 1 b */
  int         which;  /* energy, field: which of its choices */
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
typedef struct GudProbe GudProbe;

struct GudProbe {
  const char                *name;
  GudMark                    mark;
  const struct GudProbeType *type;
  GudProbeParams             params;
  void                      *own; /* GUD_READS_OWN: parameters of its type, in the arena of the model */
  int              vector[2];     /* marker vectors: what is measured, seen from (-1: the origin of space) */
  double           e1[3], e2[3];  /* angles: plane of measurement */
  int              joint, force, output;
  const GudOutput *row;         /* output: its row, also of an ideal joint, which has no force */
  int              num_forces;  /* output: sum over so many, from `force` on */
  int              body, field; /* field probe */
  GudFieldPlace   *at;          /* field at a place; NULL: over the whole body. In the arena */
  int axes[3]; /* marker vectors of a body's axes: spin, quaternion; position ... with component 1, 2, 3 */
  int history; /* index of its entries in history, -1: none */
  struct GudDeflection *deflection; /* deflection probe (model/deflection.h) */
  const char           *unit;       /* expression: that of its value */
};

/* Energies for a probe of energy: parts as in system/evaluated.h; NULL where only kinematic probes are asked for. */
struct GudEnergy;
typedef struct {
  const struct GudEnergy *parts;
  double                  numerical;
} GudProbeEnergy;

/* The contract of a probe: one line in model/probes.def. */
struct GudEvaluated;
struct GudMeasure;
struct GudModel;
struct GudSolver;
typedef struct GudProbeType GudProbeType;
struct GudProbeType {
  GudTypeInfo
    info; /* parameters: in GudProbeParams; of GUD_READS_OWN: in a struct of its own, GudProbe.own */
  GudProbeReads        reads;
  int                  dynamic; /* needs consistent accelerations or multipliers */
  int                  each;    /* GUD_READS_OUTPUT: one probe for each force of a group, NAME_number */
  const char          *unit;    /* as in GudOutput; NULL: unit_of says it */
  const GudMarkerSlot *slots;   /* points */
  int                  num_slots;
  const GudHistory    *history; /* what it remembers from step to step; advanced by accept */
  int                  num_history;
  /* Value at an evaluated point. */
  double (*value)(const GudProbeType *self, struct GudEvaluated *at, const GudProbe *probe,
                  const GudProbeEnergy *energy);
  /* Optional. Checks parameters: 0 and why[200] where they are wrong. */
  int (*check)(const GudProbeType *self, const struct GudModel *m, GudProbe *probe, char *why);
  /* Unit of what it reads, where that decides. */
  const char *(*unit_of)(const GudProbeType *self, const struct GudModel *m, const GudProbe *probe);
  /* Value with its gradients (system/functions.h): then functions may depend on it. Positions and velocities only. */
  void (*measure)(const GudProbeType *self, const struct GudModel *m, const GudProbe *probe, const double *q,
                  const double *v, const double *history, struct GudMeasure *out);
  /* After an accepted step: writes its entries of history, history[probe->history] and on. */
  void (*accept)(const GudProbeType *self, const struct GudModel *m, const GudProbe *probe, const double *q,
                 double *history);
  /* How a dynamic value goes from node to node (output/course.h); NULL: smoothly. */
  int (*course)(const GudProbeType *self, struct GudSolver *so, const GudProbe *probe);
};

/* component 1, 2 or 3 */
int gud_probe_in_body_axes(const GudProbeParams *p);

extern const GudProbeType *const gud_probe_types[]; /* NULL-terminated; model/registry.c */

#endif
