/* csv tables of functions of time. */
#include "fuzz.h"

#include "simulation.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const char model[] =
    "bodies:\n  p: {type: point_mass, mass: 1}\nforces:\n"
    "  f: {type: force, a: p, direction: [1, 0, 0], value: {type: table, file: table.csv}}\n"
    "drivers:\n  d: {type: displacement_driver, a: ground, b: p, speed: {type: table, file: table.csv}}\n";
  GudInput in;
  fuzz_file("table.csv", data, size);
  gud_input_load(fuzz_file("with_table.yaml", model, sizeof model - 1), NULL, 0, NULL, &in);
  for (int i = 0; in.model && i < in.model->num_functions; i++)
    for (int k = -2; k < 5; k++) {
      GudJet jet;
      gud_function_eval(in.model->functions[i], 0.7 * k, &jet);
    }
  gud_input_free(&in);
  return 0;
}
