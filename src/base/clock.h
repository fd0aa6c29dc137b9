/* Wall clock for progress, checkpoints and cost: monotonic, in seconds. */
#ifndef GUD_CLOCK_H
#define GUD_CLOCK_H

#include <time.h>

static inline double gud_wall(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif
