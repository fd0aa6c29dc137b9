/* Cost of one element: residual, and residual with tangent, each element type that has a stiffness; gathering of
   coordinates and scattering of forces included, matrices not assembled (the entries are written, PETSc sums them up).
   A mesh of 400 elements, which stays in the cache, deformed a little; the best of many passes.
   usage: bench_elements [PASSES [ROW]]      few passes and one row: to count instructions under callgrind */
#include "bench/bench.h"

#include "model/registry.h"
#include "simulation.h"

enum { ELEMENTS = 400 };
static int passes = 40;

static const struct {
  const char *type, *extra;
} rows[] = {{"ancf_beam3d", ""},
            {"ancf_beam3d", ", formulation: continuum"},
            {"ancf_beam3d3", ""},
            {"ancf_beam2d", ""},
            {"ancf_beam2d3", ""},
            {"ancf_cable3d", ""},
            {"ancf_cable2d", ""},
            {"quad4", ""},
            {"quad4", ", strain: linear"},
            {"quad8", ""},
            {"quad9", ""}};

static int has(const GudElementType *t, const char *param)
{
  for (int i = 0; i < t->info.num_params; i++)
    if (!strcmp(t->info.params[i].name, param)) return 1;
  return 0;
}

static void write_model(const char *path, const GudElementType *t, const char *extra)
{
  int         plane = t->info.space == GUD_2D, quad = t->cell && t->cell->dim == 2;
  FILE       *f = open_or_die(path, "w");
  const char *o = plane ? "[0, 0]" : "[0, 0, 0]", *e = plane ? "[4 m, 0]" : "[4 m, 0, 0]";
  fprintf(f, "space: %s\nbodies:\n  part: {type: %s, E: 2e11 Pa%s, density: 7800 kg/m^3%s, ",
          plane ? "2d" : "3d", t->info.name, has(t, "nu") ? ", nu: 0.3" : "", extra);
  if (quad)
    fprintf(f, "thickness: 10 mm, mesh: {type: rectangle, size: [1 m, 1 m], nx: 20, ny: %d}}\n",
            ELEMENTS / 20);
  else
    fprintf(f, "section: square, width: 10 mm, mesh: {type: line, from: %s, to: %s, elements: %d}}\n", o, e,
            ELEMENTS);
  fclose(f);
}

static PetscErrorCode element(const char *type, const char *extra, int *bad)
{
  char                  path[4200];
  const GudElementType *t = NULL;
  GudSimulation         sim;
  double                best[2] = {INFINITY, INFINITY};
  PetscFunctionBeginUser;
  for (int i = 0; gud_elements[i]; i++)
    if (!strcmp(gud_elements[i]->info.name, type)) t = gud_elements[i];
  PetscCheck(t, PETSC_COMM_SELF, PETSC_ERR_USER, "there is no element %s", type);
  snprintf(path, sizeof path, "%s/element.yaml", scratch());
  write_model(path, t, extra);
  PetscCall(GudSimulationLoad(path, NULL, 0, &sim));
  if (!sim->input.model) gud_diag_print(sim->input.diag, stderr);
  PetscCheck(sim->input.model, PETSC_COMM_SELF, PETSC_ERR_USER, "%s cannot be loaded", path);
  GudSystem *sys = sim->sys;
  GudState  *s   = sim->solver->s;
  double    *r   = gud_alloc(sizeof(double) * (size_t)(sys->n + 1));
  for (int i = 0; i < sys->nq; i++) s->q[i] = sim->input.model->start_q[i] + 1e-6 * sin(i);
  GudPoint p = gud_state_point(s);
  gud_evaluated_at(sim->solver->trial, &p);
  for (int pass = 0; pass < passes; pass++) {
    double t0 = cpu();
    gud_evaluated_residual(sim->solver->trial, r);
    double t1 = cpu();
    gud_evaluated_tangent_entries(sim->solver->trial, (GudCoef){1, 1, 1, 1, 1}, 1, GUD_PATTERN_FULL);
    double t2 = cpu();
    best[0] = fmin(best[0], t1 - t0), best[1] = fmin(best[1], t2 - t0);
  }
  printf("| %s%s | %d | %.2f | %.2f |\n", type, extra, (sys->dim * t->num_vec), 1e6 * best[0] / ELEMENTS,
         1e6 * best[1] / ELEMENTS);
  if (sys->retry || !(best[1] > 0)) *bad = 1;
  free(r);
  PetscCall(GudSimulationDestroy(&sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char **argv)
{
  int bad = 0;
  PetscCall(GudInitialize(&argc, &argv));
  printf("| element | coordinates | residual (us) | residual and tangent (us) |\n|---|---:|---:|---:|\n");
  if (argc > 1) passes = atoi(argv[1]);
  for (int i = 0; i < GUD_COUNT(rows); i++)
    if (argc < 3 || i == atoi(argv[2])) PetscCall(element(rows[i].type, rows[i].extra, &bad));
  PetscCall(GudFinalize());
  return bad;
}
