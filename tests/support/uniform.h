/* Random numbers for tests, the same on every machine: splitmix64. A test that wants another sequence sets rng_state, or
   FIRST_STATE before it includes this. */
#ifndef GUD_UNIFORM_H
#define GUD_UNIFORM_H

#include <stdint.h>

#ifndef FIRST_STATE
#define FIRST_STATE 0
#endif

static uint64_t rng_state = FIRST_STATE;

static inline double uniform(double lo, double hi)
{
  uint64_t z = (rng_state += 0x9e3779b97f4a7c15u);
  z          = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z          = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return lo + (hi - lo) * ((double)(z >> 11) / 9007199254740992.0);
}

#endif
