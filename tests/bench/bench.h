/* What the benchmarks share: CPU time and memory of this process, scratch files, one run of a model.

   CPU time and not wall time: the machine may have other work. Caches and memory are shared with it all the same, so
   figures of different runs of a benchmark differ by some 20 %, more for large models. */
#ifndef GUD_BENCH_H
#define GUD_BENCH_H

#include "system/compat.h"

#include <gudgeon.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static inline const char *scratch(void)
{
  const char *dir = getenv("GUD_OUT");
  return dir ? dir : ".";
}

static inline double cpu(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline FILE *open_or_die(const char *path, const char *mode)
{
  FILE *f = fopen(path, mode);
  if (f) return f;
  fprintf(stderr, "bench: %s: %s\n", path, strerror(errno));
  exit(1);
}

/* A line of /proc/self/status in bytes: VmRSS now, VmHWM the most so far. 0 where there is no such file. */
static inline double memory(const char *name)
{
  char   line[200];
  double kb = 0;
  FILE  *f  = fopen("/proc/self/status", "r");
  while (f && fgets(line, sizeof line, f))
    if (!strncmp(line, name, strlen(name)) && sscanf(line + strlen(name), ": %lf", &kb) == 1) break;
  if (f) fclose(f);
  return 1024 * kb;
}

/* VmHWM starts again from VmRSS. */
static inline void forget_peak(void)
{
  FILE *f = fopen("/proc/self/clear_refs", "w");
  if (f) fputs("5", f), fclose(f);
}

typedef struct {
  double us, steps, iterations, factorisations; /* CPU microseconds per step, and counts per step */
  double load;                                  /* CPU seconds before the first step */
  double first;                                 /* CPU seconds of the first step */
  double memory;                                /* bytes at the peak, more than before */
} Cost;

/* One run. `apart`: the first step, which factorises, is not in `us`. probe: its value at the end, or NULL. */
static inline PetscErrorCode run_once(const char *model, const char *const *sets, int num_sets, int apart,
                                      const char *probe, double *value, Cost *c)
{
  char          folder[4200];
  GudSimulation sim;
  GudOutcome    outcome = GUD_RUNNING;
  long          steps, factorisations, iterations, before = 0;
  PetscFunctionBeginUser;
  snprintf(folder, sizeof folder, "%s/results", scratch());
  forget_peak();
  double start = cpu(), size = memory("VmRSS"), loaded;
  PetscCall(GudSimulationCreate(model, sets, num_sets, folder, &sim));
  PetscCheck(sim, PETSC_COMM_SELF, PETSC_ERR_USER, "%s cannot be loaded", model);
  double begin = loaded = cpu();
  if (apart) {
    PetscCall(GudSimulationStep(sim, &outcome));
    begin = cpu();
    PetscCall(GudSimulationGetStatistics(sim, &before, &factorisations, &iterations));
  }
  PetscCall(GudSimulationRun(sim, 0, &outcome));
  double us = 1e6 * (cpu() - begin);
  PetscCheck(outcome == GUD_DONE, PETSC_COMM_SELF, PETSC_ERR_USER, "%s failed", model);
  PetscCall(GudSimulationGetStatistics(sim, &steps, &factorisations, &iterations));
  if (probe) PetscCall(GudSimulationGetProbe(sim, probe, value));
  *c = (Cost){us / (double)(steps - before),
              (double)steps,
              (double)iterations / (double)steps,
              (double)factorisations / (double)steps,
              loaded - start,
              begin - loaded,
              memory("VmHWM") - size};
  PetscCall(GudSimulationDestroy(&sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The cheapest of `repeats` runs: the least disturbed one. */
static inline PetscErrorCode measure(const char *model, const char *const *sets, int num_sets, int repeats,
                                     int apart, Cost *best)
{
  PetscFunctionBeginUser;
  *best = (Cost){.us = INFINITY};
  for (int k = 0; k < repeats; k++) {
    Cost c = {0};
    PetscCall(run_once(model, sets, num_sets, apart, NULL, NULL, &c));
    double most = fmax(c.memory,
                       best->memory); /* what one run frees the next one finds: the first has it all */
    if (c.us < best->us) *best = c;
    best->memory = most;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

#endif
