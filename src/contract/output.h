/* A number that leaves the program: output of a force, field of an element, value of a probe. Declared once, with its unit;
   headers of csv files, VTK names, axes of plots, the report and `gudgeon help` follow. */
#ifndef GUD_OUTPUT_H
#define GUD_OUTPUT_H

#include <string.h>

typedef struct {
  const char *name;
  const char *unit; /* SI, as one would write it in a model file; "-" for a pure number, a count or a state */
  const char *doc;  /* one line */
} GudOutput;

/* Row of that name; -1: there is none. */
static inline int gud_output_find(const GudOutput *table, int num, const char *name)
{
  for (int i = 0; i < num; i++)
    if (!strcmp(table[i].name, name)) return i;
  return -1;
}

#endif
