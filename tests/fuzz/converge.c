/* What `gudgeon converge`, `compare` and `sweep` read of finished runs: probes.csv, modes.csv, run.json, summary.csv. */
#include "study/converge.c"
#include "cli/commands.h"
#include "fuzz.h"

extern const GudCommand gud_command_compare;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  char      why[GUD_RESULT_WHY], *line;
  double    t;
  GudResult what = {.kind = GUD_RESULT_MODE, .key = "frequency", .mode = 1};
  fuzz_silence();
  fuzz_file("probes.csv", data, size);
  for (int i = 0; i < 3; i++) gud_result_sample(fuzz_folder(), i ? "a" : "t", i == 2 ? 0.5 : NAN, &t, why);
  fuzz_file("modes.csv", data, size);
  gud_result_read(&what, fuzz_folder(), why);
  gud_job_reason(fuzz_file("run.log", data, size), why);
  fuzz_file("run.json", data, size);
  read_steps(fuzz_folder());
  fuzz_file("summary.csv", data, size);
  what = (GudResult){.kind = GUD_RESULT_COLUMN, .key = "a.max"};
  gud_result_read(&what, fuzz_folder(), why);
  for (int i = 0; i < 3; i++) line = gud_csv_line(fuzz_folder(), "summary.csv", i), free(line);
  char *folders[2] = {(char *)fuzz_folder(), (char *)fuzz_folder()};
  int   code;
  GudCommandCall(&gud_command_compare, 2, folders, &code);
  return 0;
}
