/* The model reader: YAML, parameters, units, functions, meshes, places, all sections. */
#include "fuzz.h"

#include "simulation.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  GudOptions         analysis;
  GudOutputOptions   output;
  GudPoincareOptions poincare;
  GudSection         sections[GUD_NUM_SECTIONS];
  GudInput           in;
  static FILE       *nowhere;
  if (!nowhere) nowhere = fopen("/dev/null", "w");
  gud_sections(&analysis, &output, &poincare, sections);
  gud_input_load(fuzz_file("model.yaml", data, size), NULL, 0, sections, &in);
  gud_sections_check(&in, &analysis, &output, &poincare);
  gud_diag_print(in.diag, nowhere);
  gud_input_free(&in);
  return 0;
}
