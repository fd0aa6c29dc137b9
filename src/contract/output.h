/* A number that leaves the program: output of a force, field of an element, value of a probe. Declared once, with its unit;
   headers of csv files, VTK names, axes of plots, the report and `gudgeon help` follow. */
#ifndef GUD_OUTPUT_H
#define GUD_OUTPUT_H

#include <string.h>

/* What an output or field is for those who do not know its name: frames, pictures, the report. */
typedef enum {
  GUD_OUTPUT_VALUE = 0, /* nothing but a number with a unit */
  GUD_OUTPUT_CONTACT,   /* state: above 0 while the surfaces touch */
  GUD_OUTPUT_STICK,     /* state: 1 while the contact sticks */
  GUD_OUTPUT_NORMAL,    /* normal force of one point of contact, N */
  GUD_OUTPUT_FRICTION,  /* friction force of one point of contact, N */
  GUD_NUM_OUTPUT_ROLES
} GudOutputRole;

typedef struct {
  const char *name;
  const char *unit; /* SI, as one would write it in a model file; "-" for a pure number, a count or a state */
  const char *doc;  /* one line */
  GudOutputRole role; /* each of them once in a table, but for VALUE */
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
