/* Cost of a step, measured in CPU time of this process with output included; a table for docs/performance.md.

   1. planar slider-crank of Flores 2007, h = 1e-5 s, 100 samples per revolution, no frames
   2. chain of N rigid links in the plane, hinged in a row and let go: the cost per step must grow linearly in N
   Each row is the best of three runs: the least disturbed one. Ends with code 1 when a limit is missed. */
#include "system/compat.h"

#include <gudgeon.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double exudyn_us = 22,
                    chrono_us = 80; /* per step of the slider-crank, on this kind of machine */
static const double limit_us  = 20; /* slider-crank */
static const double limit_growth =
  1.15; /* exponent of N: 1 is linear; caches and the end of the tree cost a little */

enum { REPEATS = 3 };

typedef struct {
  double us, steps, iterations, factorisations; /* CPU microseconds per step, and counts per step */
  double load;                                  /* CPU seconds before the first step */
} Cost;

static const char *scratch(void)
{
  const char *dir = getenv("GUD_OUT");
  return dir ? dir : ".";
}

static double cpu(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static FILE *open_or_die(const char *path, const char *mode)
{
  FILE *f = fopen(path, mode);
  if (f) return f;
  fprintf(stderr, "bench: %s: %s\n", path, strerror(errno));
  exit(1);
}

static PetscErrorCode measure(const char *model, const char *const *sets, int num_sets, Cost *best)
{
  char folder[4200];
  PetscFunctionBeginUser;
  snprintf(folder, sizeof folder, "%s/results", scratch());
  best->us = INFINITY;
  for (int k = 0; k < REPEATS; k++) {
    GudSimulation sim;
    GudOutcome    outcome;
    long          steps, factorisations, iterations;
    double        start = cpu(), loaded;
    PetscCall(GudSimulationCreate(model, sets, num_sets, folder, &sim));
    PetscCheck(sim, PETSC_COMM_SELF, PETSC_ERR_USER, "%s cannot be loaded", model);
    loaded = cpu();
    PetscCall(GudSimulationRun(sim, 0, &outcome));
    double us = 1e6 * (cpu() - loaded);
    PetscCheck(outcome == GUD_DONE, PETSC_COMM_SELF, PETSC_ERR_USER, "%s failed", model);
    PetscCall(GudSimulationGetStatistics(sim, &steps, &factorisations, &iterations));
    PetscCall(GudSimulationDestroy(&sim));
    us /= (double)steps;
    if (us >= best->us) continue;
    *best = (Cost){us, (double)steps, (double)iterations / (double)steps,
                   (double)factorisations / (double)steps, loaded - start};
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- slider-crank ---- */

/* The study with ideal joints, without frames. */
static void write_slider_crank(const char *path)
{
  const char *source = getenv("GUD_SOURCE"), *frames = "vtk: period/60", *dry = "joint: {default: dry";
  char        from[4200], text[16384];
  snprintf(from, sizeof from, "%s/studies/flores2007/slider_crank.yaml", source ? source : "../..");
  FILE  *f       = open_or_die(from, "r");
  size_t n       = fread(text, 1, sizeof text - 1, f);
  text[n]        = '\0';
  const char *at = strstr(text, frames), *joint = strstr(text, dry);
  fclose(f);
  if (!at || !joint || at < joint) {
    fprintf(stderr, "bench: '%s' or '%s' is not in %s\n", frames, dry, from);
    exit(1);
  }
  f = open_or_die(path, "w");
  fprintf(f, "%.*sjoint: {default: ideal%.*svtk: 0%s", (int)(joint - text), text,
          (int)(at - joint - (long)strlen(dry)), joint + strlen(dry), at + strlen(frames));
  fclose(f);
}

static PetscErrorCode slider_crank(int *bad)
{
  static const int revolutions[] = {10, 100};
  char             path[4200];
  PetscFunctionBeginUser;
  snprintf(path, sizeof path, "%s/slider_crank.yaml", scratch());
  write_slider_crank(path);
  printf("| planar slider-crank, h = 1e-5 s | steps | us per step (CPU) | iterations per step | "
         "factorisations per "
         "step | of EXUDYN (%g us) | of Chrono (%g us) |\n|---|---|---|---|---|---|---|\n",
         exudyn_us, chrono_us);
  for (int k = 0; k < 2; k++) {
    char              text[40];
    const char *const sets[] = {"step=1e-5 s", "sample=period/100", text};
    Cost              c;
    snprintf(text, sizeof text, "revolutions=%d", revolutions[k]);
    PetscCall(measure(path, sets, 3, &c));
    printf("| %d revolutions | %.0f | %.2f | %.2f | %.4f | %.2f | %.2f |\n", revolutions[k], c.steps, c.us,
           c.iterations, c.factorisations, c.us / exudyn_us, c.us / chrono_us);
    fflush(stdout);
    if (!(c.us < limit_us)) {
      printf("FAILED: %.1f us per step, the limit is %g\n", c.us, limit_us);
      *bad = 1;
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- chain ---- */

static void write_chain(const char *path, int links, int steps)
{
  const double x = 0.06, y = -0.08, h = 1e-3; /* links of 0.1 m along a slanting line */
  FILE        *f = open_or_die(path, "w");
  fprintf(f, "space: 2d\ngravity: [0, -9.81 m/s^2]\nbodies:\n  ground: {points: {O: [0, 0]}}\n");
  for (int i = 0; i < links; i++)
    fprintf(
      f,
      "  b%d: {type: rigid_body, from: [%.17g, %.17g], to: [%.17g, %.17g], centre: [0.05, 0], mass: 0.1 kg, "
      "inertia: 1e-4 kg m^2}\n",
      i, i * x, i * y, (i + 1) * x, (i + 1) * y);
  fprintf(f, "joints:\n  j0: {type: revolute, a: ground.O, b: b0.from}\n");
  for (int i = 1; i < links; i++)
    fprintf(f, "  j%d: {type: revolute, a: b%d.to, b: b%d.from}\n", i, i - 1, i);
  fprintf(
    f,
    "probes:\n  tip_x: {type: position, of: b%d.to, component: x}\n  pull: {type: joint_force, name: j0}\n",
    links - 1);
  fprintf(f, "analysis: {end: %.17g, step: %g}\noutput: {sample: %.17g, vtk: 0}\n", h * steps, h,
          h * steps / 10);
  fclose(f);
}

static PetscErrorCode chain(int *bad)
{
  static const int links[] = {10, 100, 1000}, steps[] = {4000, 1000, 300};
  double           last = 0;
  char             path[4200];
  PetscFunctionBeginUser;
  printf(
    "\n| chain of N links, h = 1e-3 s | steps | us per step (CPU) | us per step and link | iterations per "
    "step | "
    "factorisations per step | growth: exponent of N | load (CPU s) |\n|---|---|---|---|---|---|---|---|\n");
  for (int k = 0; k < 3; k++) {
    Cost   c;
    double growth   = NAN;
    char   text[40] = "";
    snprintf(path, sizeof path, "%s/chain.yaml", scratch());
    write_chain(path, links[k], steps[k]);
    PetscCall(measure(path, NULL, 0, &c));
    if (k) growth = log(c.us / last) / log((double)links[k] / links[k - 1]);
    if (k) snprintf(text, sizeof text, "%.2f", growth);
    printf("| N = %d | %.0f | %.1f | %.3f | %.2f | %.4f | %s | %.3f |\n", links[k], c.steps, c.us,
           c.us / links[k], c.iterations, c.factorisations, text, c.load);
    fflush(stdout);
    if (k && !(growth < limit_growth)) {
      printf("FAILED: the cost grows with N^%.2f, the limit is %g\n", growth, limit_growth);
      *bad = 1;
    }
    last = c.us;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char **argv)
{
  int bad = 0;
  PetscCall(GudInitialize(&argc, &argv));
  PetscCall(slider_crank(&bad));
  PetscCall(chain(&bad));
  PetscCall(GudFinalize());
  return bad;
}
