/* Branches of periodic motions (branch.csv of `gudgeon periodic --over`): each probe at the section over the parameter, stable parts solid,
   unstable ones dashed, with the special points, and the points of a sweep's bifurcation.csv. */
#include "cli/commands.h"

#include "cli/gnuplot.h"
#include "study/files.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_PROBE = 11, UNSTABLE = 5, NAME_SIZE = 100 };

/* Column (from 1) of a name in a header without units; 0: none */
static int column_of(const char *header, const char *name)
{
  int k = 1;
  for (const char *s = header; s; s = strchr(s, ','), s = s ? s + 1 : NULL, k++)
    if (strcspn(s, ",") == strlen(name) && !strncmp(s, name, strlen(name))) return k;
  return 0;
}

/* Column k of a header into name; 0: there is none */
static int name_of(const char *header, int k, char name[NAME_SIZE])
{
  const char *s = header;
  for (int i = 1; i < k && s; i++) s = strchr(s, ','), s = s ? s + 1 : NULL;
  if (s) snprintf(name, NAME_SIZE, "%.*s", (int)strcspn(s, ","), s);
  return s != NULL;
}

static void source(FILE *g, const char *folder, const char *file)
{
  gud_gnuplot_path(g, folder, file);
  fputs(" skip 1 using ", g);
}

static void picture(FILE *g, const char *folder, const char *behind, int k, const char *parameter,
                    const char *name, int points)
{
  static const char *const marks[][3] = {{"fold", "7", "#b23a3c"},
                                         {"flip", "9", "#d9822b"},
                                         {"torus", "5", "#8a63a6"},
                                         {"grazing", "13", "#3a9ca0"}};
  fputs("set title 'branch of periodic motions' noenhanced\nset xlabel ", g), gud_gnuplot_text(g, parameter);
  fputs(" noenhanced\nset ylabel ", g), gud_gnuplot_text(g, name);
  fputs(" noenhanced\nset key outside\nplot ", g);
  source(g, folder, "branch.csv");
  fprintf(g, "1:%d with lines lw 1.5 dt 2 lc rgb '#5b6875' title 'unstable', ", k);
  source(g, folder, "branch.csv");
  fprintf(g, "1:($%d==0?$%d:NaN) with linespoints lw 2.5 pt 7 ps 0.4 lc rgb '#1f5fa8' title 'stable'",
          UNSTABLE, k);
  for (int i = 0; i < GUD_COUNT(marks); i++) {
    fputs(", ", g), source(g, folder, "branch.csv");
    fprintf(g, "1:(strcol(2) eq '%s'?$%d:NaN) with points pt %s ps 1.6 lc rgb '%s' title '%s'", marks[i][0],
            k, marks[i][1], marks[i][2], marks[i][0]);
  }
  if (points) {
    fputs(", ", g), source(g, behind, "bifurcation.csv");
    fprintf(g, "1:%d with points pt 6 ps 0.9 lc rgb '#2f2f2f' title 'sweep'", points);
  }
  fputs("\nset key default\nset xlabel\n", g);
}

int gud_plot_branch(FILE *g, const char *folder, const char *behind)
{
  char *header = gud_csv_names(folder, "branch.csv"), name[NAME_SIZE], parameter[NAME_SIZE],
       file[2 * NAME_SIZE];
  char *sweep = header && behind ? gud_csv_names(behind, "bifurcation.csv") : NULL;
  int   num   = 0;
  if (header && name_of(header, 1, parameter))
    for (int k = FIRST_PROBE; name_of(header, k, name); k++, num++)
      for (int format = 0; format < 2; format++) {
        char path[300];
        snprintf(path, sizeof path, "plots/branch_%s.%s", gud_file_name_of(name, file, sizeof file),
                 format ? "svg" : "png");
        fputs(format ? "set terminal svg background rgb 'white' size 1000,600\nset output "
                     : "set terminal pngcairo size 1000,600\nset output ",
              g);
        gud_gnuplot_path(g, folder, path), fputc('\n', g);
        picture(g, folder, behind, k, parameter, name, sweep ? column_of(sweep, name) : 0);
      }
  free(header), free(sweep);
  return num;
}
