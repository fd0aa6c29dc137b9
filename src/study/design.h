/* Which values the parameters of a sweep take: a grid of given values, or a sample of distributions.

     name=v1,v2,...                     values                    name=from:to                   uniform; with log: in ln(name)
     name=from:to:count                 evenly; with log: in      name=uniform(from, to)         the same
                                        geometric steps           name=normal(mean, deviation)
                                                                  name=lognormal(median, deviation of ln(name))
   Without a sample every combination of the values is a point, the last parameter running fastest. With a sample a list of values
   is one from which each is taken equally often. */
#ifndef GUD_DESIGN_H
#define GUD_DESIGN_H

#include "study/study.h"
#include "text/doc.h"

enum { GUD_MAX_OVER = 20, GUD_MAX_DESIGN = 100000 };

typedef enum {
  GUD_OVER_LIST,
  GUD_OVER_UNIFORM,
  GUD_OVER_LOG,
  GUD_OVER_NORMAL,
  GUD_OVER_LOGNORMAL
} GudOverKind;

typedef struct {
  char        name[80];
  GudOverKind kind;
  char      **value; /* of a list, as for --set */
  int         num;
  double      a, b;     /* bounds, or mean and deviation, or median and deviation of the logarithm; SI */
  char        unit[90]; /* of the values as they are written */
  double      factor;   /* of that unit */
} GudOver;

typedef enum {
  GUD_GRID,
  GUD_SAMPLE_LHS,
  GUD_SAMPLE_SOBOL,
  GUD_SAMPLE_SALTELLI,
  GUD_SAMPLE_RANDOM
} GudSampling;

typedef struct {
  GudTexts    over;
  const char *sample; /* "lhs:N", "sobol:N", "saltelli:N", "random:N"; NULL: a grid */
  double      seed;   /* a whole number; NaN: 1 */
  int         log;
} GudDesignArgs;

typedef struct {
  GudOver     over[GUD_MAX_OVER];
  int         num_over;
  GudSampling sampling;
  int         count, num; /* N of the sample; points in all */
  double     *u;          /* of a sample: [num][num_over] in the unit cube */
  GudArena    arena;
} GudDesign;

/* 0 after an error (said). */
int gud_design_read(GudDesign *ds, const GudStudy *study, const GudDesignArgs *args);
/* The value of a parameter at a point, as for --set. */
enum { GUD_VALUE_SIZE = 320 };
const char *gud_design_value(const GudDesign *ds, int point, int over, char out[GUD_VALUE_SIZE]);
/* Its number among the values of a list. */
int  gud_design_level(const GudDesign *ds, int point, int over);
void gud_design_free(GudDesign *ds);

/* "name=from:to" or "name=v1,v2" into a row; text stays with the caller. 0 after an error (said, with the name of the option). */
int gud_over_read(GudOver *o, const GudStudy *study, const char *option, const char *text, int log,
                  GudArena *arena);
/* A number as it is written for --set: in the unit of the row. */
void gud_over_text(const GudOver *o, double x, char *out, unsigned size);

#endif
