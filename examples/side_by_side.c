/* Two simulations side by side in one program, each with a communicator, a description and messages of its own.

   Two masses on springs of 100 N/m and 400 N/m; x = x0 cos(w t), w = sqrt(k/m). On several processes the communicator is split and
   each half computes one of them; on one process both belong to it, and their steps are interleaved.

     run: ./side_by_side   or   mpiexec -n 2 ./side_by_side        exit code 0 if both agree with the closed form to 1e-6 */
#include <gudgeon.h>
#include <math.h>
#include <stdio.h>

typedef struct {
  GudContext    context;
  GudSpec       spec;
  GudSimulation sim;
  double        stiffness, x;
} Oscillator;

static PetscErrorCode create(MPI_Comm comm, double stiffness, Oscillator *o)
{
  PetscFunctionBeginUser;
  o->stiffness = stiffness;
  PetscCall(GudContextCreate(comm, &o->context));
  PetscCall(GudSpecCreate(o->context, &o->spec));
  PetscCall(GudSpecSet(o->spec, "space", "2d"));
  PetscCall(GudSpecAdd(o->spec, "bodies", "mass", "{type: point_mass, mass: 1 kg, at: [1.01 m, 0]}"));
  PetscCall(
    GudSpecAdd(o->spec, "forces", "spring", "{type: spring, a: ground, b: mass, length: 1 m, stiffness: 0}"));
  PetscCall(GudSpecSetReal(o->spec, "forces.spring.stiffness", stiffness));
  PetscCall(GudSpecAdd(o->spec, "probes", "x", "{type: position, of: mass, component: x}"));
  PetscCall(GudSpecSet(o->spec, "analysis", "{end: 1 s, tolerance: 1e-9, method: radau}"));
  PetscCall(GudSimulationCreateFrom(o->spec, NULL, &o->sim));
  PetscFunctionReturn(0);
}

static PetscErrorCode destroy(Oscillator *o)
{
  PetscFunctionBeginUser;
  PetscCall(GudSimulationDestroy(&o->sim));
  PetscCall(GudSpecDestroy(&o->spec));
  PetscCall(GudContextDestroy(&o->context));
  PetscFunctionReturn(0);
}

int main(int argc, char **argv)
{
  const double stiffness[] = {100, 400};
  Oscillator   o[2];
  MPI_Comm     half;
  GudStop      stop;
  int          rank, size, num, bad = 0;

  PetscCall(GudInitialize(&argc, &argv));
  MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
  MPI_Comm_size(PETSC_COMM_WORLD, &size);
  int color = 2 * rank / size;
  MPI_Comm_split(PETSC_COMM_WORLD, color, rank, &half);
  num = size > 1 ? 1 : 2;
  for (int k = 0; k < num; k++) PetscCall(create(half, stiffness[num == 1 ? color : k], &o[k]));
  for (int i = 1; i <= 10; i++) /* turn by turn */
    for (int k = 0; k < num; k++) PetscCall(GudSimulationAdvance(o[k].sim, 0.1 * i, GUD_STOP_AT_TIME, &stop));
  for (int k = 0; k < num; k++) {
    double expected = 1 + 0.01 * cos(sqrt(o[k].stiffness));
    PetscCall(GudSimulationGetProbe(o[k].sim, "x", &o[k].x));
    printf("stiffness %g N/m: x = %.9f m, expected %.9f\n", o[k].stiffness, o[k].x, expected);
    bad |= !(fabs(o[k].x - expected) < 1e-6);
    PetscCall(destroy(&o[k]));
  }
  MPI_Comm_free(&half);
  PetscCall(GudFinalize());
  return bad;
}
