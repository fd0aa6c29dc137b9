/* Statistics, main effects and Sobol indices of chosen results of a sweep.

     results.csv      one row per point: parameters and results
     statistics.csv   one row per result: points, mean, sd, standard error of the mean, min, quantiles, max
     effects.csv      mean of the result for each value of a parameter; of a distribution, for parts of equal probability
     indices.csv      Sobol indices with their confidence (95 %), see sensitivity.h */
#ifndef GUD_EFFECTS_H
#define GUD_EFFECTS_H

#include "output/label.h"
#include "study/design.h"
#include "study/points.h"
#include "study/results.h"
#include "study/sensitivity.h"

enum { GUD_MAX_RESULTS = 40, GUD_MAX_PARTS = 10 };

/* The points of one value or part of a parameter. */
typedef struct {
  char      value[GUD_VALUE_SIZE]; /* of a part: that in its middle */
  GudSpread y;
} GudEffectPart;

typedef struct {
  GudResult      what;
  char           label[GUD_LABEL_SIZE];
  double        *y; /* of all points; NaN: none */
  GudSpread      stat;
  GudEffectPart *part[GUD_MAX_OVER];
  GudSobol       index[GUD_MAX_OVER];
  int            indexed, terms; /* indexed: there are indices; terms: of the expansion */
  double         unexplained;    /* by the expansion */
} GudEffect;

typedef struct {
  GudEffect effect[GUD_MAX_RESULTS];
  int       num;
  int       num_parts[GUD_MAX_OVER];
  int      *base, num_base; /* points that statistics count: not those that only indices need */
} GudEffects;

/* "x.max,force.rms" with the probes of a model; 0 after an error (said). plain: labels without units. */
int gud_effects_read(GudEffects *ef, const GudStudy *study, const char *list, const GudModel *m, int plain);
/* Reads the results of the points, computes, writes the files; 0 after an error (printed). labels: of the parameters. */
int gud_effects_write(GudEffects *ef, const GudDesign *ds, const GudPoints *points,
                      char (*labels)[GUD_LABEL_SIZE]);
/* How the indices were found: "grid", "blocks", "expansion". */
const char *gud_effects_method(const GudDesign *ds);
void        gud_effects_free(GudEffects *ef);

#endif
