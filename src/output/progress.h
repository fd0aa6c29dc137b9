/* Progress for people: a bar with ETA on a terminal, one line per 10 % in a pipe. Writes to stderr. */
#ifndef GUD_PROGRESS_H
#define GUD_PROGRESS_H

#include "solve/solver.h"

typedef struct {
  int    on, terminal;
  double t0, t_end, wall0, wall_last;
  int    tenth; /* last 10 % line printed */
} GudProgress;

GudProgress gud_progress_start(int on, double t0, double t_end);
void        gud_progress_show(GudProgress *bar, const GudSolver *so, int last);

#endif
