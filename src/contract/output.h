/* A number that leaves the program: output of a force, field of an element, value of a probe. Declared once, with its unit;
   headers of csv files, VTK names, axes of plots, the report and `gudgeon help` follow. */
#ifndef GUD_OUTPUT_H
#define GUD_OUTPUT_H

#include <string.h>

/* What an output or field is for those who do not know its name: frames, pictures, plots, the report. VALUE says that nobody but
   the user asks for it. The words are those of run.json. */
/* clang-format off */
#define GUD_OUTPUT_ROLES(ROLE)                                                                             \
  ROLE(VALUE, "value")               /* a number with a unit */                                            \
  ROLE(STATE, "state")               /* a state or a count: it jumps */                                    \
  ROLE(ANGLE, "angle")               /* an angle between -pi and pi, rad: it may jump by a turn */         \
  /* of a joint or a contact; each once in a table */                                                      \
  ROLE(CONTACT, "contact")           /* state: above 0 while the surfaces touch */                         \
  ROLE(STICK, "stick")               /* state: 1 while the contact sticks */                               \
  ROLE(NORMAL, "normal_force")       /* of one point of contact, N */                                      \
  ROLE(FRICTION, "friction_force")   /* of one point of contact, N */                                      \
  ROLE(SLIP, "sliding_speed")        /* m/s */                                                             \
  ROLE(DEPTH, "penetration")         /* m */                                                               \
  ROLE(FORCE, "force")               /* size of all that a joint transmits, N */                           \
  ROLE(TILT, "tilt")                 /* of the axes of a joint, rad */                                     \
  ROLE(OTHER_END, "other_end")       /* says nothing new while nothing tilts */                            \
  /* of an oil film; each once in a table */                                                               \
  ROLE(FILM_FORCE, "film_force")     /* size, N */                                                         \
  ROLE(FILM_TORQUE, "film_torque")   /* N m */                                                             \
  ROLE(FILM_LOSS, "film_loss")       /* power that it dissipates, W */                                     \
  ROLE(FILM_FLOW, "film_flow")       /* oil that leaves, m^3/s */                                          \
  ROLE(THIN, "thinnest")             /* its least thickness, m */                                          \
  ROLE(THIN_ANGLE, "thinnest_angle") /* where that is on the surface of GudFilmGroup, rad */               \
  ROLE(THIN_AT, "thinnest_at")       /* the same along the axis, m */                                      \
  ROLE(PEAK, "peak")                 /* its largest pressure, Pa */                                        \
  ROLE(PEAK_ANGLE, "peak_angle")     /* where that is */                                                   \
  ROLE(PEAK_AT, "peak_at")                                                                                 \
  /* components of a vector, in the order of the axes: columns of joints.csv */                            \
  ROLE(GAP, "gap")                   /* of the journal in the bearing, axes of the bearing, m */           \
  ROLE(LOAD, "load")                 /* force on the journal, axes of space, N */                          \
  ROLE(LOAD_BEARING, "load_bearing") /* the same in axes of the bearing */                                 \
  ROLE(LOAD_JOURNAL, "load_journal") /* the same in axes of the journal */                                 \
  ROLE(THIN_PLACE, "thinnest_place") /* place on the wall, axes of the bearing, m */                       \
  ROLE(PEAK_PLACE, "peak_place")                                                                           \
  /* of elements: stresses, Pa, whose error by the mesh is estimated */                                    \
  ROLE(STRESS, "stress")             /* a component */                                                     \
  ROLE(STRESS_EQUIVALENT, "stress_equivalent") /* von Mises, >= 0: what pictures show first */             \
  ROLE(STRESS_BENDING, "stress_bending")       /* largest of bending over a section, >= 0 */
/* clang-format on */
typedef enum {
#define ROLE(name, word) GUD_OUTPUT_##name,
  GUD_OUTPUT_ROLES(ROLE)
#undef ROLE
    GUD_NUM_OUTPUT_ROLES
} GudOutputRole;

/* How the forces that one entry was spread over are read as one. LEAST, LARGEST: 0 is not known to this one of them. */
typedef enum { GUD_GROUP_SUM = 0, GUD_GROUP_LEAST, GUD_GROUP_LARGEST } GudOutputGroup;

typedef struct {
  const char *name;
  const char *unit; /* SI, as one would write it in a model file; "-" for a pure number, a count or a state */
  const char *doc;  /* one line */
  GudOutputRole  role;
  GudOutputGroup group;
} GudOutput;

/* May a table have this role in several rows? */
static inline int gud_output_role_repeats(GudOutputRole role)
{
  return role <= GUD_OUTPUT_ANGLE || role >= GUD_OUTPUT_GAP;
}

static inline int gud_output_is_stress(GudOutputRole role)
{
  return role >= GUD_OUTPUT_STRESS;
}

/* The word of a role in run.json. */
static inline const char *gud_output_role_word(GudOutputRole role)
{
#define ROLE(name, word) word,
  static const char *const words[] = {GUD_OUTPUT_ROLES(ROLE)};
#undef ROLE
  return words[role];
}

/* Row of that name; -1: there is none. */
static inline int gud_output_find(const GudOutput *table, int num, const char *name)
{
  for (int i = 0; i < num; i++)
    if (!strcmp(table[i].name, name)) return i;
  return -1;
}

/* Row of that role; -1: there is none. */
static inline int gud_output_of_role(const GudOutput *table, int num, GudOutputRole role)
{
  for (int i = 0; i < num; i++)
    if (table[i].role == role) return i;
  return -1;
}

#endif
