/* Checkpoints whose sum fits: the input replaces bytes of a real one (triples: place, place, value), the sum is repaired,
   and the run goes on for a few steps. */
#include "fuzz.h"

#include "base/sum.h"
#include "simulation.h"

static unsigned char whole[1 << 16];
static size_t        length;

static void start(void)
{
  static const char model[] =
    "space: 2d\ngravity: [0, -9.81]\nbodies:\n"
    "  rod: {type: rigid_body, from: [0, 0], to: [0.5, 0], centre: [0.25, 0], mass: 0.2 kg, shape: rod}\n"
    "joints: {hinge: {type: revolute, a: ground, b: rod.from}}\n"
    "probes: {angle: {type: angle, of: rod}}\nanalysis: {end: 1 s, step: 1e-3 s}\n"
    "output: {vtk: 0, sample: 0.1 s}\npoincare: {zero: angle, offset: -1}\n";
  static char   name[] = "fuzz", *list[] = {name, NULL}, **argv = list, path[900];
  int           argc = 1;
  GudSimulation sim;
  GudOutcome    outcome = GUD_RUNNING;
  if (GudInitialize(&argc, &argv)) abort();
  if (GudSimulationCreate(fuzz_file("model.yaml", model, sizeof model - 1), NULL, 0, fuzz_folder(), &sim) ||
      !sim)
    abort();
  for (int i = 0; i < 500; i++)
    if (GudSimulationStep(sim, &outcome)) abort();
  if (GudSimulationCheckpoint(sim) || GudSimulationDestroy(&sim)) abort();
  snprintf(path, sizeof path, "%s/checkpoint.bin", fuzz_folder());
  FILE *f = fopen(path, "rb");
  if (!f) abort();
  length = fread(whole, 1, sizeof whole, f) - 8;
  fclose(f);
  fuzz_silence();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static unsigned char bad[1 << 16];
  GudSimulation        sim;
  GudOutcome           outcome = GUD_RUNNING;
  if (!length) start();
  memcpy(bad, whole, length);
  for (size_t i = 0; i + 2 < size; i += 3) bad[((size_t)data[i] << 8 | data[i + 1]) % length] = data[i + 2];
  unsigned long long sum = gud_sum_add(GUD_SUM_START, bad, length);
  memcpy(bad + length, &sum, sizeof sum);
  fuzz_file("checkpoint.bin", bad, length + sizeof sum);
  if (GudSimulationResume(fuzz_folder(), &sim)) return 0;
  for (int i = 0; sim && i < 5 && outcome == GUD_RUNNING; i++)
    if (GudSimulationStep(sim, &outcome)) break;
  GudSimulationDestroy(&sim);
  return 0;
}
