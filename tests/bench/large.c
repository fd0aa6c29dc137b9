/* Growth of cost and memory with the size of the model.

   1. cantilever of N beam elements let go under its weight, h = 1e-3 s: direct solver (KLU) at every size; and of cables,
      which a peer has too. 1 m long; 10 m with 100 000 elements, so that none is shorter than 0.1 mm (section 10 mm):
      below, the first step is so nonlinear that it must be cut
   2. square plate of N quadrilaterals, clamped at one side, h = 1e-4 s: direct (KLU, MUMPS), Krylov beyond
   A step costs what it costs with probes and ledger, that is with consistent values. The first step, which factorises, is
   counted apart. Ends with code 1 when the cost per step grows faster than N^1.3 from the smallest to the largest. */
#define _GNU_SOURCE
#include "bench/bench.h"

#include <malloc.h>

static const double limit_growth = 1.3;

typedef struct {
  int    size; /* elements */
  int    steps;
  double peers[3]; /* ms per step; 0: none */
} Row;

/* Peers' work on a cantilever at the same h: EXUDYN's cable (no shear), modified Newton; EXUDYN's beam, full Newton; Chrono's
   24-coordinate beam. The peers' data are not ours, so that iteration counts may differ. */
static const Row beams[]  = {{10, 400, {0.087, 5.6, 0.41}},
                             {100, 400, {0.76, 55, 4.1}},
                             {1000, 100, {10, 750, 53}},
                             {10000, 20, {0, 8300, 695}},
                             {100000, 4, {0, 0, 0}}};
static const Row cables[] = {
  {10, 400, {0.087, 5.6, 0.41}}, {100, 400, {0.76, 55, 4.1}}, {1000, 100, {10, 750, 53}}};
static const Row plates[] = {{1000, 100, {0}}, {10000, 40, {0}}, {100000, 6, {0}}, {1000000, 2, {0}}};

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

static const char *ratio(double ms, double peer, char text[20])
{
  snprintf(text, 20, peer > 0 ? "%.2f" : "-", ms / peer);
  return text;
}

static PetscErrorCode grow(const char *title, const char *text, const Row *rows, int num, int plate, int *bad)
{
  char   path[4200], a[20], b[20], c3[20];
  double first = 0, last = 0;
  int    from = 0;
  PetscFunctionBeginUser;
  snprintf(path, sizeof path, "%s/large.yaml", scratch());
  FILE *f = open_or_die(path, "w");
  fputs(text, f);
  fclose(f);
  printf("| %s | elements | steps | s per step (CPU) | us per element and step | iterations per step | "
         "factorisations "
         "per step | exponent | load (s) | first step (s) | memory per element (kB) |%s\n|---|",
         title, plate ? "" : " of EXUDYN, cable | of EXUDYN, beam | of Chrono |");
  for (int k = 0; k < (plate ? 10 : 13); k++) printf("---:|");
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
    if (!plate)
      printf(" %s | %s | %s |", ratio(1e-3 * c.us, r->peers[0], a), ratio(1e-3 * c.us, r->peers[1], b),
             ratio(1e-3 * c.us, r->peers[2], c3));
    printf("\n");
    fflush(stdout);
    if (!k) first = c.us;
    last = c.us, from = n;
  }
  double whole = log(last / first) / log((double)rows[num - 1].size / rows[0].size);
  printf("> %s: cost per step grows like N^%.2f from %d to %d elements; the limit is %g.\n", title, whole,
         rows[0].size, rows[num - 1].size, limit_growth);
  if (!(whole < limit_growth)) *bad = 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char **argv)
{
  int bad = 0, few = getenv("GUD_FEW") != NULL; /* leave the largest sizes out */
  PetscCall(GudInitialize(&argc, &argv));
  PetscCall(grow("cantilever", beam_text, beams, few ? 4 : 5, 0, &bad));
  PetscCall(grow("cantilever of cables", beam_text, cables, 3, 0, &bad));
  PetscCall(grow("plate", plate_text, plates, few ? 3 : 4, 1, &bad));
  PetscCall(GudFinalize());
  return bad;
}
