/* Growth of cost and memory with the size of the model.

   1. cantilever of N beam elements let go under its weight, h = 1e-3 s: direct solver at every size; and of cables. 1 m long; 10 m with 100 000 elements, so that none is shorter than 0.1 mm (section 10 mm):
      below, the first step is so nonlinear that it must be cut
   2. square plate of N quadrilaterals, clamped at one side, h = 1e-4 s: direct (KLU, MUMPS), Krylov beyond
   A step costs what it costs with probes and ledger. The first step, which factorises, is counted apart. Printed, not judged. */
#define _GNU_SOURCE
#include "bench/bench.h"

#include <malloc.h>

typedef struct {
  int size; /* elements */
  int steps;
} Row;

static const Row beams[]  = {{10, 400}, {100, 400}, {1000, 100}, {10000, 20}, {100000, 4}};
static const Row cables[] = {{10, 400}, {100, 400}, {1000, 100}};
static const Row plates[] = {{1000, 100}, {10000, 40}, {100000, 6}, {1000000, 2}};

static const char beam_text[] =
  "space: 3d\ngravity: [0, 0, -9.81 m/s^2]\nparameters: {n: 10, length: 'max(1 m, n*0.1 mm)', steps: 10, "
  "step: "
  "1e-3 s, type: {default: "
  "ancf_beam3d, choices: [ancf_beam3d, ancf_cable3d]}}\n"
  "bodies:\n  beam: {type: $type, mesh: {type: line, from: [0, 0, 0], to: [length, 0, 0], elements: n}, "
  "E: 2e11 Pa, "
  "density: 7800 kg/m^3, section: square, width: 10 mm}\njoints:\n  wall: {type: clamp, a: ground, b: "
  "beam.from}\n"
  "probes:\n  tip: {type: position, of: beam.to, component: z}\n"
  "analysis: {end: steps*step, step: step}\noutput: {sample: step, vtk: 0}\n";
static const char plate_text[] =
  "space: 2d\ngravity: [0, -9.81 m/s^2]\nparameters: {nx: 10, ny: 10, steps: 10, step: 1e-4 s}\n"
  "bodies:\n  plate: {type: quad4, mesh: {type: rectangle, size: [1 m, 1 m], nx: nx, ny: ny}, E: 2e11 Pa, "
  "nu: 0.3, "
  "density: 7800 kg/m^3, thickness: 10 mm}\njoints:\n  wall: {type: clamp, a: ground, b: plate.left}\n"
  "probes:\n  tip: {type: position, of: plate.top_right, component: y}\n"
  "analysis: {end: steps*step, step: step}\noutput: {sample: step, vtk: 0}\n";

static PetscErrorCode grow(const char *title, const char *text, const Row *rows, int num, int plate)
{
  char   path[4200];
  double first = 0, last = 0;
  int    from = 0;
  PetscFunctionBeginUser;
  snprintf(path, sizeof path, "%s/large.yaml", scratch());
  FILE *f = open_or_die(path, "w");
  fputs(text, f);
  fclose(f);
  printf("| %s | elements | steps | s per step (CPU) | us per element and step | iterations per step | "
         "factorisations "
         "per step | exponent | load (s) | first step (s) | memory per element (kB) |\n|---|",
         title);
  for (int k = 0; k < 10; k++) printf("---:|");
  printf("\n");
  for (int k = 0; k < num; k++) {
    const Row *r = &rows[k];
    char       nx[40], ny[40], steps[40], growth[20] = "", kb[20] = "-";
    int        side = (int)lround(sqrt(r->size)), n = plate ? side * side : r->size;
    snprintf(nx, sizeof nx, plate ? "nx=%d" : "n=%d", plate ? side : n);
    snprintf(steps, sizeof steps, "steps=%d", r->steps);
    snprintf(ny, sizeof ny, "ny=%d", side);
    const char *const sets[] = {nx, steps,
                                plate                         ? ny
                                : strcmp(title, "cantilever") ? "type=ancf_cable3d"
                                                              : "type=ancf_beam3d"};
    Cost              c      = {0};
    malloc_trim(0);
    PetscCall(measure(path, sets, 3, n < 5000 ? 3 : 1, 1, &c));
    if (n >= 1000)
      snprintf(kb, sizeof kb, "%.1f", c.memory / 1024 / n); /* below, the libraries are most of it */
    if (k) snprintf(growth, sizeof growth, "%.2f", log(c.us / last) / log((double)n / from));
    printf("| %s | %d | %.0f | %.3g | %.2f | %.2f | %.3f | %s | %.3g | %.3g | %s |", title, n, c.steps,
           1e-6 * c.us, c.us / n, c.iterations, c.factorisations, growth, c.load, c.first, kb);
    printf("\n");
    fflush(stdout);
    if (!k) first = c.us;
    last = c.us, from = n;
  }
  double whole = log(last / first) / log((double)rows[num - 1].size / rows[0].size);
  printf("> %s: cost per step grows like N^%.2f from %d to %d elements.\n", title, whole, rows[0].size,
         rows[num - 1].size);
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char **argv)
{
  int few = getenv("GUD_FEW") != NULL; /* leave the largest sizes out */
  PetscCall(GudInitialize(&argc, &argv));
  PetscCall(grow("cantilever", beam_text, beams, few ? 4 : 5, 0));
  PetscCall(grow("cantilever of cables", beam_text, cables, 3, 0));
  PetscCall(grow("plate", plate_text, plates, few ? 3 : 4, 1));
  PetscCall(GudFinalize());
  return 0;
}
