/* A result of a finished run, by its name:

     PROBE.max, .min, .mean, .rms, .last     over all steps from `settle` on (summary.csv)
     PROBE.at(0.5 s)                         at an instant at which there is a sample (probes.csv)
     mode_2, mode_2.growth                   frequency in Hz, growth in 1/s (modes.csv); also .damping_ratio
     any other column of summary.csv         steps, period, JOINT.impacts ... */
#ifndef GUD_RESULTS_H
#define GUD_RESULTS_H

#include "model/model.h"

typedef enum { GUD_RESULT_COLUMN, GUD_RESULT_AT, GUD_RESULT_MODE } GudResultKind;

typedef struct {
  char          name[160]; /* as it was written */
  char          key[160];  /* column of the file */
  GudResultKind kind;
  double        at;   /* s */
  int           mode; /* from 1 */
} GudResult;

/* Reads the name that begins at *text and stops behind it; 0 with a reason. m: its probes must be there; unit (NULL: not
   wanted): of the result, as in headers. */
enum { GUD_RESULT_WHY = 400 };
int gud_result_parse(const char **text, const GudModel *m, GudResult *r, const char **unit,
                     char why[GUD_RESULT_WHY]);
/* The value from a folder; NaN with a reason. */
double gud_result_read(const GudResult *r, const char *folder, char why[GUD_RESULT_WHY]);
/* The value of a probe at its sample at time `at` (NaN: the last one); *t: the time of that sample. NaN with a reason. */
double gud_result_sample(const char *folder, const char *probe, double at, double *t,
                         char why[GUD_RESULT_WHY]);

#endif
