/* What every registered thing declares about itself. */
#ifndef GUD_TYPE_INFO_H
#define GUD_TYPE_INFO_H

#include "contract/marker.h"
#include "contract/param.h"

enum { GUD_2D = 1, GUD_3D = 2 };

typedef struct {
  const char     *name;    /* the word in the model file */
  const char     *summary; /* one line */
  const char     *cite;    /* bibliography key in docs/bibliography.md, or NULL */
  unsigned        space;   /* GUD_2D | GUD_3D */
  const GudParam *params;
  int             num_params;
  size_t          params_size; /* sizeof the parameter struct */
  const void *
    user; /* whatever the functions of a type that was registered at run time need: they get `self`, the entry
                           itself. The program does not read it */
} GudTypeInfo;

#endif
