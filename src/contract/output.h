/* A number that leaves the program: output of a force, field of an element, value of a probe. Declared once, with its unit;
   headers of csv files, VTK names, axes of plots, the report and `gudgeon help` follow. */
#ifndef GUD_OUTPUT_H
#define GUD_OUTPUT_H

#include <string.h>

/* What an output or field is for those who do not know its name: frames, pictures, the report. */
typedef enum {
  GUD_OUTPUT_VALUE = 0,  /* nothing but a number with a unit */
  GUD_OUTPUT_CONTACT,    /* state: above 0 while the surfaces touch */
  GUD_OUTPUT_STICK,      /* state: 1 while the contact sticks */
  GUD_OUTPUT_NORMAL,     /* normal force of one point of contact, N */
  GUD_OUTPUT_FRICTION,   /* friction force of one point of contact, N */
  GUD_OUTPUT_THIN,       /* least thickness of an oil film, m */
  GUD_OUTPUT_THIN_ANGLE, /* of an oil film, places on the surface of GudFilmGroup: where it is thinnest, rad */
  GUD_OUTPUT_THIN_AT,    /* the same along the axis, m */
  GUD_OUTPUT_PEAK,       /* its largest pressure, Pa */
  GUD_OUTPUT_PEAK_ANGLE, /* where that is */
  GUD_OUTPUT_PEAK_AT,
  GUD_OUTPUT_STRESS, /* field: a stress, Pa: its error by the mesh is estimated */
  GUD_NUM_OUTPUT_ROLES
} GudOutputRole;

/* How the forces that one entry was spread over are read as one. LEAST, LARGEST: 0 is not known to this one of them. */
typedef enum { GUD_GROUP_SUM = 0, GUD_GROUP_LEAST, GUD_GROUP_LARGEST } GudOutputGroup;

typedef struct {
  const char *name;
  const char *unit; /* SI, as one would write it in a model file; "-" for a pure number, a count or a state */
  const char *doc;  /* one line */
  GudOutputRole  role; /* each of them once in a table, but for VALUE and STRESS */
  GudOutputGroup group;
} GudOutput;

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
