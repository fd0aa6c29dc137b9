/* Cost of a step, measured in CPU time of this process with output included; a table for docs/performance.md.

   1. planar slider-crank of Flores 2007, h = 1e-5 s, 100 samples per revolution, no frames
   2. double pendulum of two flexible links, h = 1e-4 s, 2 s, against a converged solution
   3. chain of N rigid links in the plane, hinged in a row and let go: the cost per step must grow linearly in N
   Each row is the best of three runs: the least disturbed one. Times are printed, not judged; peers are measured beside this
   program in one run or not at all. */
#include "bench/bench.h"

enum { REPEATS = 3 };

/* ---- slider-crank ---- */

static PetscErrorCode slider_crank(void)
{
  static const int revolutions[] = {10, 100};
  char             path[4200];
  PetscFunctionBeginUser;
  const char *source = getenv("GUD_SOURCE");
  snprintf(path, sizeof path, "%s/studies/flores2007/slider_crank.yaml", source ? source : "../..");
  printf("| planar slider-crank, h = 1e-5 s | steps | us per step (CPU) | iterations per step | "
         "factorisations per step |\n|---|---|---|---|---|\n");
  for (int k = 0; k < 2; k++) {
    char              text[40];
    const char *const sets[] = {"step=1e-5 s", "sample=period/100", "joint=ideal", "vtk=0", text};
    Cost              c      = {0};
    snprintf(text, sizeof text, "revolutions=%d", revolutions[k]);
    PetscCall(measure(path, sets, 5, REPEATS, 0, &c));
    printf("| %d revolutions | %.0f | %.2f | %.2f | %.4f |\n", revolutions[k], c.steps, c.us, c.iterations,
           c.factorisations);
    fflush(stdout);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- flexible double pendulum ---- */

/* Two 0.5 m links hinged directly, nu = 0 */
static const struct {
  double E;
  int    per_link;
  double tip; /* m: converged z of the tip at 2 s */
  double uncertainty;
} pendulums[] = {{6.9e8, 8, -0.41934, 1.4e-4}, {6.9e9, 6, -0.40563, 2e-5}, {6.9e11, 2, -0.40378, 2e-6}};

static PetscErrorCode pendulum(void)
{
  const char *source = getenv("GUD_SOURCE");
  char        path[4200];
  PetscFunctionBeginUser;
  snprintf(path, sizeof path, "%s/studies/tian2010/double_pendulum.yaml", source ? source : "../..");
  printf(
    "\n| double pendulum, h = 1e-4 s, 20000 steps | us per step (CPU) | iterations per step | factorisations "
    "per step | tip error at 2 s (m) |\n|---|---|---|---|---|\n");
  for (int k = 0; k < (int)(sizeof pendulums / sizeof pendulums[0]); k++) {
    char              E[40], n[40];
    const char *const sets[] = {"journals=no", "step=1e-4 s", E, n};
    Cost              c      = {0};
    double            z      = NAN;
    snprintf(E, sizeof E, "E=%g", pendulums[k].E);
    snprintf(n, sizeof n, "elements=%d", pendulums[k].per_link);
    PetscCall(run_once(path, sets, 4, 0, "tip_z", &z, &c));
    double error = fabs(z - pendulums[k].tip);
    printf("| %d elements, E = %g Pa | %.0f | %.2f | %.3f | %.1e (known to %.0e) |\n",
           2 * pendulums[k].per_link, pendulums[k].E, c.us, c.iterations, c.factorisations, error,
           pendulums[k].uncertainty);
    fflush(stdout);
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

static PetscErrorCode chain(void)
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
    Cost   c        = {0};
    double growth   = NAN;
    char   text[40] = "";
    snprintf(path, sizeof path, "%s/chain.yaml", scratch());
    write_chain(path, links[k], steps[k]);
    PetscCall(measure(path, NULL, 0, REPEATS, 0, &c));
    if (k) growth = log(c.us / last) / log((double)links[k] / links[k - 1]);
    if (k) snprintf(text, sizeof text, "%.2f", growth);
    printf("| N = %d | %.0f | %.1f | %.3f | %.2f | %.4f | %s | %.3f |\n", links[k], c.steps, c.us,
           c.us / links[k], c.iterations, c.factorisations, text, c.load);
    fflush(stdout);
    last = c.us;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char **argv)
{
  PetscCall(GudInitialize(&argc, &argv));
  PetscCall(slider_crank());
  PetscCall(pendulum());
  PetscCall(chain());
  PetscCall(GudFinalize());
  return 0;
}
