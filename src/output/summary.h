/* Names of values of a whole run: columns of summary.csv and modes.csv, for those who write these files (src/summary.c,
   output/modes_out.c) and those who read them (study/results.c, converge, compare, plot). */
#ifndef GUD_SUMMARY_H
#define GUD_SUMMARY_H

#include "contract/output.h"

#include <stdio.h>

/* Over all steps from `settle` on: PROBE.min, PROBE.max, ... */
enum { GUD_VALUE_MIN, GUD_VALUE_MAX, GUD_VALUE_MEAN, GUD_VALUE_RMS, GUD_VALUE_LAST, GUD_NUM_VALUES };
static const char *const gud_value_words[GUD_NUM_VALUES] = {[GUD_VALUE_MIN]  = "min",
                                                            [GUD_VALUE_MAX]  = "max",
                                                            [GUD_VALUE_MEAN] = "mean",
                                                            [GUD_VALUE_RMS]  = "rms",
                                                            [GUD_VALUE_LAST] = "last"};

/* Columns of summary.csv before those of the probes; the last two where there is a section (poincare). */
enum { GUD_SUM_TIME, GUD_SUM_STEPS, GUD_SUM_EVENTS, GUD_SUM_CROSSINGS, GUD_SUM_PERIOD, GUD_NUM_SUMS };
static const GudOutput gud_sum_columns[GUD_NUM_SUMS] = {
  [GUD_SUM_TIME]      = {"t", "s", "simulated time", GUD_OUTPUT_VALUE, GUD_GROUP_SUM},
  [GUD_SUM_STEPS]     = {"steps", "-", "steps", GUD_OUTPUT_STATE, GUD_GROUP_SUM},
  [GUD_SUM_EVENTS]    = {"events", "-", "located events", GUD_OUTPUT_STATE, GUD_GROUP_SUM},
  [GUD_SUM_CROSSINGS] = {"crossings", "-", "passes through the section", GUD_OUTPUT_STATE, GUD_GROUP_SUM},
  [GUD_SUM_PERIOD]    = {"period", "-", "passes after which the state repeats", GUD_OUTPUT_STATE,
                         GUD_GROUP_SUM}};

/* Columns of summary.csv behind them, of a run that begins on its periodic motion. */
enum { GUD_ORBIT_PERIOD, GUD_ORBIT_CLOSURE, GUD_ORBIT_LARGEST, GUD_ORBIT_IS_STABLE, GUD_NUM_ORBIT_COLUMNS };
static const GudOutput gud_orbit_columns[GUD_NUM_ORBIT_COLUMNS] = {
  [GUD_ORBIT_PERIOD]    = {"orbit.period", "s", "period of the motion", GUD_OUTPUT_VALUE, GUD_GROUP_SUM},
  [GUD_ORBIT_CLOSURE]   = {"orbit.closure", "-", "distance of the states a period apart, relative",
                           GUD_OUTPUT_VALUE, GUD_GROUP_SUM},
  [GUD_ORBIT_LARGEST]   = {"orbit.multiplier_max", "-", "largest modulus of the Floquet multipliers",
                           GUD_OUTPUT_VALUE, GUD_GROUP_SUM},
  [GUD_ORBIT_IS_STABLE] = {"orbit.stable", "-", "1: stable", GUD_OUTPUT_STATE, GUD_GROUP_SUM}};

/* Columns of modes.csv. */
enum {
  GUD_MODE_NUMBER,
  GUD_MODE_FREQUENCY,
  GUD_MODE_OMEGA,
  GUD_MODE_OMEGA2,
  GUD_MODE_GROWTH,
  GUD_MODE_MASS,
  GUD_MODE_RESIDUAL,
  GUD_MODE_DAMPING,
  GUD_NUM_MODE_COLUMNS
};
extern const GudOutput gud_mode_columns[GUD_NUM_MODE_COLUMNS];

/* Frequencies are called mode_1, mode_2, ... The number of a mode, and where its name ends; 0: it is no name of a mode. */
#define GUD_MODE_NAME "mode_%d"
static inline int gud_mode_of_name(const char *name, int *end)
{
  int mode = 0;
  return sscanf(name, GUD_MODE_NAME "%n", &mode, end) == 1 && mode > 0 ? mode : 0;
}

#endif
