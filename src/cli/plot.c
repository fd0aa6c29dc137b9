/* gudgeon plot FOLDER: one png and svg per column of probes.csv, and one for the energies, through gnuplot. */
#include "cli/commands.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file name may stand in a gnuplot string if it has no quote or backslash. */
static int safe(const char *s)
{
  return !strpbrk(s, "'\"\\\n");
}

static int read_header(const char *path, char *line, size_t size)
{
  FILE *f  = fopen(path, "r");
  int   ok = f && fgets(line, (int)size, f);
  if (f) fclose(f);
  if (ok) line[strcspn(line, "\r\n")] = '\0';
  return ok;
}

static const char *const style = "set datafile separator ','\nset grid lc rgb '#dddddd'\nset border lc rgb "
                                 "'#666666'\nset xlabel 't (s)'\nset key noenhanced\n"
                                 "set title noenhanced font ',14'\nset style line 1 lc rgb '#1f5fa8' lw 2\n";

static void both(FILE *g, const char *folder, const char *name, const char *command)
{
  fprintf(g, "set terminal pngcairo size 1000,600\nset output '%s/plots/%s.png'\n%s\n", folder, name,
          command);
  fprintf(g, "set terminal svg size 1000,600 background rgb 'white'\nset output '%s/plots/%s.svg'\n%s\n",
          folder, name, command);
}

PetscErrorCode GudCommandPlot(int argc, char **argv, int *code)
{
  GudWords    w;
  char        probes[1200], energy[1200], path[1200], command[4096];
  static char header[1 << 16];
  PetscFunctionBeginUser;
  *code = GUD_BAD_INPUT;
  if (!gud_words_read(argc, argv, "", &w)) PetscFunctionReturn(PETSC_SUCCESS);
  if (!w.model) {
    fprintf(stderr, "error: which results? gudgeon plot FOLDER\n");
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  const char *folder = w.model;
  snprintf(probes, sizeof probes, "%s/probes.csv", folder);
  snprintf(energy, sizeof energy, "%s/energy.csv", folder);
  if (!safe(folder) || !read_header(probes, header, sizeof header)) {
    fprintf(stderr, "error: %s: %s\n", probes,
            safe(folder) ? "cannot be read" : "a folder name with quotes cannot be plotted");
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  snprintf(path, sizeof path, "%s/plots", folder);
  if (mkdir(path, 0777) && errno != EEXIST) {
    fprintf(stderr, "error: cannot make the folder %s: %s\n", path, strerror(errno));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  snprintf(path, sizeof path, "%s/plots/plot.gp", folder);
  FILE *g = fopen(path, "w");
  if (!g) {
    fprintf(stderr, "error: cannot write %s: %s\n", path, strerror(errno));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  fputs(style, g);
  int num = 0, column = 1;
  for (char *name = strtok(header, ","); name; name = strtok(NULL, ","), column++) {
    if (column == 1) continue;
    snprintf(
      command, sizeof command,
      "set title '%s'\nset ylabel '%s' noenhanced\nplot '%s' skip 1 using 1:%d with lines ls 1 notitle", name,
      name, probes, column);
    both(g, folder, name, command);
    num++;
  }
  if (read_header(energy, header, sizeof header)) {
    size_t len = (size_t)snprintf(command, sizeof command,
                                  "set title 'energy'\nset ylabel 'J'\nset key outside\nplot ");
    column     = 1;
    for (char *name = strtok(header, ","); name && len < sizeof command - 200;
         name       = strtok(NULL, ","), column++)
      if (column > 1)
        len += (size_t)snprintf(command + len, sizeof command - len,
                                      "%s'%s' skip 1 using 1:%d with lines lw 2 title '%s'", column > 2 ? ", " : "",
                                column > 2 ? "" : energy, column, name);
    both(g, folder, "energy", command);
  }
  int bad = fclose(g);
  snprintf(command, sizeof command, "gnuplot '%s'", path);
  fflush(stdout);
  if (!bad) bad = system(command);
  if (bad) {
    fprintf(stderr, "error: gnuplot failed on %s (is it installed?)\n", path);
    *code = GUD_FAILED;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  printf("%d plots in %s/plots\n", num + 1, folder);
  *code = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}
