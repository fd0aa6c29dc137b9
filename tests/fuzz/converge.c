/* What `gudgeon converge`, `compare` and `sweep` read of finished runs: probes.csv, modes.csv, run.json, summary.csv. */
#include "study/converge.c"
#include "cli/commands.h"
#include "fuzz.h"

extern const GudCommand gud_command_compare;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  char            why[GUD_REASON_SIZE + 300], *line;
  double          t, u;
  GudConvergeArgs w = {.at = NAN};
  fuzz_silence();
  const char *path = fuzz_file("probes.csv", data, size);
  for (int i = 0; i < 3; i++) {
    w.max = i == 1, w.at = i == 2 ? 0.5 : NAN;
    read_column(path, i ? "a" : "t", &w, &t, &u, why);
  }
  fuzz_file("modes.csv", data, size);
  read_mode(fuzz_folder(), 1, &u);
  gud_job_reason(fuzz_file("run.log", data, size), why);
  fuzz_file("run.json", data, size);
  read_steps(fuzz_folder());
  fuzz_file("summary.csv", data, size);
  for (int i = 0; i < 3; i++) line = gud_csv_line(fuzz_folder(), "summary.csv", i), free(line);
  char *folders[2] = {(char *)fuzz_folder(), (char *)fuzz_folder()};
  int   code;
  GudCommandCall(&gud_command_compare, 2, folders, &code);
  return 0;
}
