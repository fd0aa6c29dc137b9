/* Cost of a factorisation and of a solve of real models, KLU and blocks: the Newton matrix of a step, and the matrix of
   consistent values. CPU time, the best of five; a table for docs/performance.md. "Again": values change, the order of pivots
   is kept; complex: the values times 1 + i/2. */
#include "bench/bench.h"

#include "linear/choose.h"
#include "simulation.h"
#include "system/put.h"

enum { REPEATS = 5 };

static const char cantilever[] =
  "space: 3d\ngravity: [0, 0, -9.81 m/s^2]\nparameters: {n: 10, type: {default: ancf_beam3d, choices: "
  "[ancf_beam3d, "
  "ancf_cable3d]}}\n"
  "bodies:\n  beam: {type: $type, mesh: {type: line, from: [0, 0, 0], to: [1 m, 0, 0], elements: n}, E: 2e11 "
  "Pa, "
  "density: 7800 kg/m^3, section: square, width: 10 mm}\n"
  "joints:\n  wall: {type: clamp, a: ground, b: beam.from}\nanalysis: {end: 1 s, step: 1e-3 s}\n";

typedef struct {
  const char *name, *path, *sets[2];
  double      h;
} Model;

static const Model models[] = {
  {"slider-crank (Flores 2007)", "studies/flores2007/slider_crank.yaml", {0}, 1e-5},
  {"spatial four-bar (Flores 2009)", "studies/flores2009/spatial_four_bar.yaml", {0}, 1e-5},
  {"connecting rod (demo)", "studies/connecting_rod.yaml", {0}, 1e-5},
  {"machine", "studies/machine.yaml", {0}, 1e-4},
  {"double pendulum, 4 beams", "studies/tian2010/double_pendulum.yaml", {"elements=2"}, 1e-4},
  {"double pendulum, 16 beams", "studies/tian2010/double_pendulum.yaml", {"elements=8"}, 1e-4},
  {"cantilever, 10 beams", NULL, {"n=10"}, 1e-3},
  {"cantilever, 100 beams", NULL, {"n=100"}, 1e-3},
  {"cantilever, 1000 beams", NULL, {"n=1000"}, 1e-3},
  {"cantilever, 10000 beams", NULL, {"n=10000"}, 1e-3},
  {"cantilever, 10 cables", NULL, {"n=10", "type=ancf_cable3d"}, 1e-3},
  {"cantilever, 100 cables", NULL, {"n=100", "type=ancf_cable3d"}, 1e-3},
  {"cantilever, 1000 cables", NULL, {"n=1000", "type=ancf_cable3d"}, 1e-3},
};

typedef struct {
  double first, again, solve, first_complex, again_complex, solve_complex; /* s */
} Times;

static PetscErrorCode times_of(const GudPlaces *p, const double *v, GudLu method, char text[80], Times *best)
{
  double          *b = gud_alloc(sizeof(double) * (size_t)p->n);
  double _Complex *c = gud_alloc(sizeof(double _Complex) * (size_t)p->num),
                  *z = gud_alloc(sizeof(double _Complex) * (size_t)p->n);
  int loops          = 1 + 4000 / p->n;
  PetscFunctionBeginUser;
  for (long e = 0; e < p->num; e++) c[e] = v[e] * (1 + 0.5 * I);
  *best = (Times){1e9, 1e9, 1e9, 1e9, 1e9, 1e9};
  for (int k = 0; k < REPEATS; k++) {
    GudLinear  *A;
    GudFactored how;
    Times       t = {0};
    PetscCall(GudLinearCreate(p, method, &A));
    for (int l = 0; l < loops; l++) {
      double t0 = cpu();
      PetscCall(GudLinearFactor(A, v, &how));
      PetscCheck(how != GUD_FACTOR_SINGULAR, PETSC_COMM_SELF, PETSC_ERR_USER, "singular");
      double t1 = cpu();
      PetscCall(GudLinearFactor(A, v, &how));
      double t2 = cpu();
      for (int s = 0; s < 10; s++) {
        for (int i = 0; i < p->n; i++) b[i] = 1;
        PetscCall(GudLinearSolve(A, b, b));
      }
      double t3 = cpu();
      PetscCall(GudLinearFactorComplex(A, c, &how));
      double t4 = cpu();
      PetscCall(GudLinearFactorComplex(A, c, &how));
      double t5 = cpu();
      for (int s = 0; s < 10; s++) {
        for (int i = 0; i < p->n; i++) z[i] = 1;
        PetscCall(GudLinearSolveComplex(A, z, z));
      }
      double t6 = cpu();
      t.first += t1 - t0, t.again += t2 - t1, t.solve += (t3 - t2) / 10;
      t.first_complex += t4 - t3, t.again_complex += t5 - t4, t.solve_complex += (t6 - t5) / 10;
      PetscCall(GudLinearForget(A));
    }
    PetscCall(GudLinearDescribe(A, text, 80));
    PetscCall(GudLinearDestroy(&A));
    double *x = (double *)&t, *y = (double *)best;
    for (int i = 0; i < 6; i++) y[i] = fmin(y[i], x[i] / loops);
  }
  free(b), free(c), free(z);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode table(GudSimulation sim, const Model *model, GudPattern pattern)
{
  static const char *const names[] = {"chosen", "klu", "blocks"};
  GudSystem               *sys     = sim->sys;
  GudSolver               *so      = sim->solver;
  long                     num     = (long)sys->num_coo[pattern];
  PetscInt                *place   = gud_alloc(sizeof *place * (size_t)(2 * num));
  int                     *ij      = gud_alloc(sizeof *ij * (size_t)(2 * num));
  GudPut                   put     = {.i = place, .j = place + num};
  double                   h       = model->h;
  GudPoint                 p       = gud_state_point(so->s);
  PetscFunctionBeginUser;
  gud_system_places(sys, pattern, &put);
  for (long e = 0; e < 2 * num; e++) ij[e] = (int)place[e];
  char     *late   = gud_linear_late(sys);
  GudPlaces places = {sys->n, num, ij, ij + num, late};
  GudCoef   c[2]   = {{1, 2 / h, 4 / (h * h), 1, 2 / h}, {.a = 1, .zt = 1}};
  gud_system_time(sys, so->s->t, so->s->history);
  gud_evaluated_at(so->trial, &p);
  gud_evaluated_tangent_entries(so->trial, c[pattern], pattern ? so->s0 : h * h / sys->mass_scale, pattern);
  for (int method = 0; method < 3; method++) {
    Times t;
    char  text[80];
    PetscCall(times_of(&places, sys->coo, (GudLu)method, text, &t));
    printf("| %s, %s, n = %d | %s%s%s | %.3g | %.3g | %.3g | %.3g | %.3g | %.3g |\n", model->name,
           pattern ? "consistent values" : "step", sys->n, names[method], method ? "" : ": ",
           method ? "" : text, 1e6 * t.first, 1e6 * t.again, 1e6 * t.solve, 1e6 * t.first_complex,
           1e6 * t.again_complex, 1e6 * t.solve_complex);
  }
  fflush(stdout);
  free(place), free(ij), free(late);
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char **argv)
{
  PetscCall(GudInitialize(&argc, &argv));
  printf(
    "| matrix | method | factor, us | again, us | solve, us | complex: factor, us | again, us | solve, us |\n"
    "|---|---|---|---|---|---|---|---|\n");
  for (int k = 0; k < GUD_COUNT(models); k++) {
    char          path[4200];
    const char   *source = getenv("GUD_SOURCE");
    GudSimulation sim;
    int           ok, num_sets = (models[k].sets[0] != NULL) + (models[k].sets[1] != NULL);
    if (models[k].path) {
      snprintf(path, sizeof path, "%s/%s", source ? source : "../..", models[k].path);
    } else {
      snprintf(path, sizeof path, "%s/cantilever.yaml", scratch());
      FILE *f = open_or_die(path, "w");
      fputs(cantilever, f);
      fclose(f);
    }
    PetscCall(GudSimulationLoad(path, models[k].sets, num_sets, &sim));
    PetscCheck(sim->input.model, PETSC_COMM_SELF, PETSC_ERR_USER, "%s cannot be loaded", path);
    PetscCall(GudSolverStart(sim->solver, &ok, &sim->moved));
    for (int pattern = 0; pattern < 2; pattern++) PetscCall(table(sim, &models[k], (GudPattern)pattern));
    PetscCall(GudSimulationDestroy(&sim));
  }
  PetscCall(GudFinalize());
  return 0;
}
