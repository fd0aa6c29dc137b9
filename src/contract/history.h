/* What a force remembers from step to step: one row per number in its history, declared once. Settling, the summary of a run,
   checkpoints and the shadow of `gudgeon classify` follow from the kind; it is never guessed from the value. */
#ifndef GUD_HISTORY_H
#define GUD_HISTORY_H

#include <math.h>

typedef enum {
  GUD_HISTORY_MODE = 1,  /* whole number that selects the equations: open, pressed, sticks */
  GUD_HISTORY_NUMBER,    /* count of something */
  GUD_HISTORY_TIME,      /* sum of durations, s: grows evenly within a step */
  GUD_HISTORY_ANGLE,     /* angle that counts turns, rad */
  GUD_HISTORY_DIRECTION, /* component of a unit vector */
  GUD_HISTORY_LARGEST, /* largest value so far; it begins again from 0 at `settle`, so nothing else may use it */
  GUD_HISTORY_DEEPEST, /* the same: how deep a contact was pressed, m. The summary judges it (src/summary.c) */
  GUD_HISTORY_MEMORY,  /* a real number that the equations of the next step use */
  GUD_HISTORY_INSTANT /* a simulated time, s, at which something happened: goes along where the clock is set back */
} GudHistoryKind;

typedef struct {
  const char    *name;
  GudHistoryKind kind;
  const char    *unit; /* as in GudOutput */
  int reported;        /* 1: in the summary of the run, counted from `settle` on; a time also as a fraction */
} GudHistory;

/* Is the entry the largest value so far? */
static inline int gud_history_is_largest(GudHistoryKind kind)
{
  return kind == GUD_HISTORY_LARGEST || kind == GUD_HISTORY_DEEPEST;
}

/* Do two values of one entry belong to different modes, so that nothing lies between them? */
static inline int gud_history_differs(GudHistoryKind kind, double a, double b)
{
  switch (kind) {
  case GUD_HISTORY_MODE:
  case GUD_HISTORY_NUMBER: return a != b;
  case GUD_HISTORY_DIRECTION: return fabs(a - b) > 0.5;
  default: return 0;
  }
}

#endif
