/* Poincare sections: the probes at the instants at which a motion passes a surface, and whether it repeats there. */
#ifndef GUD_POINCARE_H
#define GUD_POINCARE_H

#include "model/input.h"
#include "solve/solver.h"

#include <stdio.h>

/* `poincare:` of the model file; the table is in output/poincare.c. */
typedef struct {
  const char   *angle, *zero; /* probe whose multiples, or whose zero, are the section; NULL: not given */
  double        period;       /* s: section at t = phase + k period; NaN: not given */
  double        every, offset, phase;
  int           direction; /* GUD_SECTION_x */
  GudStringList record;    /* probes; empty: all */
} GudPoincareOptions;

enum { GUD_SECTION_UP, GUD_SECTION_DOWN, GUD_SECTION_BOTH };
enum { GUD_MAX_PERIOD = 8 }; /* longest repetition that is looked for, in crossings */

extern const GudTypeInfo gud_poincare_info;

/* Does the file ask for a section? */
int gud_poincare_wanted(const GudPoincareOptions *o);
/* What the table cannot say: one kind of section, probes that exist. Errors go to diag with their places. */
void gud_poincare_check(const GudPoincareOptions *o, const GudModel *m, const GudNode *root, GudDiag *diag);

/* Statistics of the last crossings. */
typedef struct {
  long   crossings; /* recorded so far */
  int    period;    /* crossings after which the state repeats; 0: none up to GUD_MAX_PERIOD */
  int    nearest;   /* repetition with the smallest distance; 0: too few crossings */
  double distance;  /* of that, in units of (R1) */
  double t;         /* of the last crossing */
  double time;      /* mean time between crossings */
} GudRepetition;

/* The step that is examined: values between its ends, x = 0 ... 1. */
typedef struct {
  double t0, t1;
  double (*probe)(void *ctx, int probe, double x);
  void (*state)(void *ctx, double x, const double **q, const double **v);
  void *ctx;
} GudBetween;

typedef struct GudPoincare GudPoincare;

GudPoincare *gud_poincare_create(GudSolver *so, const GudPoincareOptions *o);
void         gud_poincare_header(const GudPoincare *pc, int plain, char *line, size_t size);
void         gud_poincare_start(GudPoincare *pc, const GudBetween *b);
/* file NULL: nothing is written (processes other than the first). 0: given up because of gud_interrupted; -1: more than a
   million passes in one step, or sections so far from the start that their times are equal to round-off. */
int gud_poincare_step(GudPoincare *pc, const GudBetween *b, FILE *file, int digits);
/* Speeds seen so far scale differences of velocities. */
void                 gud_poincare_speed(GudPoincare *pc, const double *v);
double               gud_poincare_largest_speed(const GudPoincare *pc);
const GudRepetition *gud_poincare_repetition(const GudPoincare *pc);
/* The smallest p for which the last p + 1 distances over p crossings are within the tolerance, their largest in *d; 0:
   none. For motions that are known to converge. */
int gud_poincare_period(const GudPoincare *pc, double tolerance, double *d);
struct GudArchive;
void gud_poincare_archive(GudPoincare *pc, struct GudArchive *ar);
void gud_poincare_destroy(GudPoincare *pc);

#endif
