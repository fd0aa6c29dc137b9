/* A pendulum made from a text, with a torque that the program sets every millisecond.

     I w' = T - m g l cos(angle),      I = J + m l^2

   The program cancels the weight, T = m g l cos(angle), so that the rod turns with constant speed: angle = w0 t. The torque is
   held for dt, so it is wrong by at most m g l w0 dt, and the angle after t by at most m g l w0 dt t^2 / (2 I).

     run: ./pendulum                  prints the angle and how far it is from w0 t; exit code 0 if it is within that bound */
#include <gudgeon.h>
#include <math.h>
#include <stdio.h>

static const char model[] =
  "space: 2d\n"
  "gravity: [0, -9.81 m/s^2]\n"
  "bodies:\n"
  "  rod: {type: rigid_body, mass: 2 kg, inertia: 0.1 kg m^2, centre: [0.5 m, 0], spin: 1 rad/s}\n"
  "joints:\n"
  "  pivot: {type: revolute, a: ground, b: rod}\n"
  "forces:\n"
  "  motor: {type: moment, a: rod, value: {type: input, name: torque}}\n"
  "probes:\n"
  "  angle: {type: angle, of: rod}\n"
  "analysis: {end: 2 s, tolerance: 1e-8}\n";

int main(int argc, char **argv)
{
  const double  mass = 2, g = 9.81, length = 0.5, inertia = 0.6, speed = 1, dt = 1e-3, end = 2;
  GudContext    context;
  GudSpec       spec;
  GudSimulation sim;
  GudStop       stop;
  double        t = 0, angle = 0;

  PetscCall(GudInitialize(&argc, &argv));
  PetscCall(GudContextCreate(PETSC_COMM_WORLD, &context));
  PetscCall(GudSpecCreateFromText(context, model, "pendulum", &spec));
  PetscCall(GudSimulationCreateFrom(spec, NULL, &sim));
  for (int i = 0; t < end; i++) {
    PetscCall(GudSimulationSetInput(sim, "torque", mass * g * length * cos(angle)));
    PetscCall(GudSimulationAdvance(sim, (i + 1) * dt, GUD_STOP_AT_TIME, &stop));
    if (stop == GUD_STOPPED_BY_FAILURE) break;
    PetscCall(GudSimulationGetTime(sim, &t));
    PetscCall(GudSimulationGetProbe(sim, "angle", &angle));
  }
  double bound = mass * g * length * speed * dt * end * end / (2 * inertia);
  printf("angle after %g s: %.9f rad, expected %g within %.2g\n", t, angle, speed * end, bound);
  PetscCall(GudSimulationDestroy(&sim));
  PetscCall(GudSpecDestroy(&spec));
  PetscCall(GudContextDestroy(&context));
  PetscCall(GudFinalize());
  return fabs(angle - speed * end) < bound ? 0 : 1;
}
