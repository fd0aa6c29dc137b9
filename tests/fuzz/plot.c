/* What `gudgeon plot` reads: csv headers and run.json. The first byte chooses the file, the others are in it. */
#define gud_gnuplot_run no_gnuplot_run
#include "cli/gnuplot.c"
#undef gud_gnuplot_run
int gud_gnuplot_run(const char *folder, const char *script);
#include "cli/plot.c"
#include "fuzz.h"

int gud_gnuplot_run(const char *folder, const char *script)
{
  return (void)folder, (void)script, 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const char *const files[] = {"probes.csv",      "energy.csv", "poincare.csv",
                                      "bifurcation.csv", "sweep.csv",  "run.json"};
  static const char        plain[] = "t,a\n0,1\n1,2\n";
  char *words[3][4] = {{NULL, NULL}, {NULL, "--sweep", "a", NULL}, {NULL, "--orbit", "t,a", NULL}};
  int   code, which = size ? data[0] % GUD_COUNT(files) : 0;
  fuzz_silence();
  for (int i = 0; i < GUD_COUNT(files); i++) {
    if (i == which && size) fuzz_file(files[i], data + 1, size - 1);
    else if (i == 0 || (i == 5 && which < 2)) fuzz_file(files[i], plain, sizeof plain - 1);
    else remove(fuzz_file(files[i], plain, 0));
  }
  for (int i = 0; i < 3; i++) {
    words[i][0] = (char *)fuzz_folder();
    GudCommandCall(&gud_command_plot, i ? 3 : 1, words[i], &code);
  }
  return 0;
}
