/* Units of measure: from text to a factor and a dimension, and from a dimension to words.

   Everything inside the program is SI; units are factors applied when a file is read. The grammar lives here only:

     unit   = factor { ('*' | '/' | nothing) factor }       left to right: "kg*m^2/s", "Pa s", "N m / rad"
     factor = name [ ('^' | '**') integer ]

   "N/m s" is refused: some read N/(m s), others (N/m) s. An angle has no dimension (rad = 1). */
#ifndef GUD_UNITS_H
#define GUD_UNITS_H

#include <stddef.h>

#include "contract/param.h"
#include "base/diag.h"

enum { GUD_DIM_SIZE = 80, GUD_UNIT_WHY = 160 };

typedef struct {
  double factor; /* SI value of one such unit */
  GudDim dim;
} GudUnit;

/* One unit name of the given length. 1 if known. */
int gud_unit_find(const char *name, size_t length, GudUnit *unit);

/* All unit names, for nearest-name hints and help. */
const char *const *gud_unit_names(int *num);

/* Length of a unit name at p, known or not; it may begin with a micro sign. */
size_t gud_unit_name_length(const char *p);
/* Length of the first of two units that are written as one ("Nm"); 0: the name is none such. */
size_t gud_unit_split(const char *name);
/* "; did you mean 'N m'?" for Nm, else the nearest name, else "". Returns hint. */
const char *gud_unit_hint(const char *name, char hint[GUD_HINT_SIZE]);

/* Read a unit at *text as far as it goes and move *text behind it. A name after * or / belongs to the unit
   only if it is a unit and is_parameter() does not claim it (NULL: nobody does); *claimed is set to a name so
   lost. Returns 1; 0 with the reason in why[] and *text at the offending place. */
typedef int (*GudIsName)(void *context, const char *name, size_t length);
int gud_unit_scan(const char **text, GudIsName is_parameter, void *context, GudUnit *unit,
                  const char **claimed, char why[GUD_UNIT_WHY]);

/* The whole text is a unit. */
int gud_unit_parse(const char *text, GudUnit *unit, char why[GUD_UNIT_WHY]);

/* A number with its unit: "0.5 ms" -> 5e-4; NaN for a word. */
double gud_number_of(const char *text);
/* The same with the unit; *bare: there is none. 0: a word */
int gud_quantity_read(const char *text, double *x, GudUnit *unit, int *bare);
/* The same where a quantity of that dimension is wanted: bare numbers are SI, other units are refused. */
int gud_quantity_of(const char *text, GudDim dim, double *x, int *bare);

int gud_dim_none(GudDim d);
int gud_dim_equal(GudDim a, GudDim b);
/* *out = a b^power; 0 if an exponent leaves [-100, 100] */
int gud_dim_times(GudDim a, GudDim b, int power, GudDim *out);

/* "a length (m)", "a stiffness (N/m)", "a number without unit", else "kg m^2 s^-1"; returns buf */
const char *gud_dim_words(GudDim d, char buf[GUD_DIM_SIZE]);
/* "m", "N/m", "-" for a number, else "kg m^2 s^-1" */
const char *gud_dim_unit(GudDim d, char buf[GUD_DIM_SIZE]);

#endif
