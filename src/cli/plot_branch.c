/* Branches of periodic motions (branch.csv of `gudgeon periodic --over`): each probe at the section over the parameter, stable parts solid,
   unstable ones dashed, with the special points, and the points of a sweep's bifurcation.csv. */
#include "cli/commands.h"

#include "cli/gnuplot.h"
#include "study/branch.h"
#include "study/files.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 100 };

/* Column k of a header into name; 0: there is none */
static int name_of(const char *header, int k, char name[NAME_SIZE])
{
  const char *s = gud_csv_cell(header, k);
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
  static const struct {
    GudPointKind kind;
    int          sign; /* of gnuplot */
    const char  *colour;
  } marks[] = {{GUD_POINT_FOLD, 7, "#b23a3c"},
               {GUD_POINT_FLIP, 9, "#d9822b"},
               {GUD_POINT_TORUS, 5, "#8a63a6"},
               {GUD_POINT_GRAZING, 13, "#3a9ca0"}};
  fputs("set title 'branch of periodic motions' noenhanced\nset xlabel ", g), gud_gnuplot_text(g, parameter);
  fputs(" noenhanced\nset ylabel ", g), gud_gnuplot_text(g, name);
  fputs(" noenhanced\nset key outside\nplot ", g);
  source(g, folder, "branch.csv");
  fprintf(g, "1:%d with lines lw 1.5 dt 2 lc rgb '#5b6875' title 'unstable', ", k);
  source(g, folder, "branch.csv");
  fprintf(g, "1:($%d==0?$%d:NaN) with linespoints lw 2.5 pt 7 ps 0.4 lc rgb '#1f5fa8' title 'stable'",
          GUD_BRANCH_UNSTABLE + 1, k);
  for (int i = 0; i < GUD_COUNT(marks); i++) {
    fputs(", ", g), source(g, folder, "branch.csv");
    const char *word = gud_point_words[marks[i].kind];
    fprintf(g, "1:(strcol(%d) eq '%s'?$%d:NaN) with points pt %d ps 1.6 lc rgb '%s' title '%s'",
            GUD_BRANCH_POINT + 1, word, k, marks[i].sign, marks[i].colour, word);
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
  if (header && name_of(header, GUD_BRANCH_PARAMETER, parameter))
    for (int k = GUD_BRANCH_PROBES; name_of(header, k, name); k++, num++)
      for (int format = 0; format < 2; format++) {
        char path[300];
        snprintf(path, sizeof path, "plots/branch_%s.%s", gud_file_name_of(name, file, sizeof file),
                 format ? "svg" : "png");
        fputs(format ? "set terminal svg background rgb 'white' size 1000,600\nset output "
                     : "set terminal pngcairo size 1000,600\nset output ",
              g);
        gud_gnuplot_path(g, folder, path), fputc('\n', g);
        picture(g, folder, behind, k + 1, parameter, name, sweep ? gud_csv_column(sweep, name) + 1 : 0);
      }
  free(header), free(sweep);
  return num;
}
