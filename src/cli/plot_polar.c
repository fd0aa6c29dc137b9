/* gudgeon plot FOLDER, polar_NAME.csv (output.polar): what a bearing has borne, around it and beside that over the angle; of the face of a slider
   over the way along it. */
#include "cli/commands.h"
#include "cli/gnuplot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_COLUMNS = 12, PANELS = 4, CURVES = 2 };

typedef struct {
  int    num, rows, flat;
  char   name[MAX_COLUMNS][40]; /* without units */
  double most[MAX_COLUMNS];
} Table;

static const struct {
  const char *title;
  double      factor;
  const char *column[CURVES], *curve[CURVES];
} panels[PANELS]                   = {{"load (N)", 1, {"load_mean", NULL}, {"share of the mean force", NULL}},
                                      {"pressure (MPa)", 1e-6, {"pressure_max", "pressure_mean"}, {"largest", "mean"}},
                                      {"least gap (um)", 1e6, {"film_min", NULL}, {"least of all", NULL}},
                                      {"p v (kW/m^2)", 1e-3, {"severity_mean", NULL}, {"of solids, mean", NULL}}};
static const char *const colours[] = {"#1f5fa8", "#b23a3c", "#888888"};

/* Names of the columns, up to a blank, and the largest magnitude in each. */
static int read_table(const char *folder, const char *file, Table *t)
{
  char   path[GUD_PATH_SIZE], *line = NULL;
  size_t cap  = 0;
  int    rows = 0;
  *t          = (Table){0};
  snprintf(path, sizeof path, "%s/%s", folder, file);
  FILE *f = fopen(path, "r");
  for (; f && getline(&line, &cap, f) > 0; rows++) {
    char *s = line;
    for (int c = 0; c < MAX_COLUMNS && *s; c++) {
      size_t len = strcspn(s, ",\n"), word = strcspn(s, " ,\n");
      if (!rows)
        t->num = c + 1, snprintf(t->name[c], sizeof t->name[c], "%.*s", (int)(word < 39 ? word : 39), s);
      else if (isfinite(strtod(s, NULL))) t->most[c] = fmax(t->most[c], fabs(strtod(s, NULL)));
      s += len + (s[len] == ',' || s[len] == '\n');
    }
  }
  free(line);
  if (f) fclose(f);
  t->flat = !strcmp(t->name[0], "place"), t->rows = rows - 1;
  return rows > 3 && (t->flat || !strcmp(t->name[0], "angle"));
}

/* Column of that name that is not 0 everywhere; 0: none */
static int column(const Table *t, const char *name)
{
  for (int c = 1; c < t->num && name; c++)
    if (!strcmp(t->name[c], name) && t->most[c] > 0) return c;
  return 0;
}

static void put_around(FILE *g, const char *folder, const char *file, const Table *t)
{
  static const char *const name[]  = {"pressure_mean", "load_mean", "severity_mean"};
  static const char *const title[] = {"mean pressure", "load", "p v"};
  fputs("set origin 0,0.05\nset size 0.5,0.88\nset size ratio -1\nset key bottom center horizontal "
        "outside\nunset "
        "border\nunset xtics\nunset ytics\nset xrange [-1.7:1.7]\nset yrange [-1.7:1.7]\n"
        "unset xlabel\nunset ylabel\nset label 1 'axis 1' at 1.04,0.05\nset label 2 'axis 2' at "
        "0.04,1.06\nset samples 361\n"
        "plot '+' using (cos(2*pi*$0/360)):(sin(2*pi*$0/360)) with lines lw 1 lc rgb 'black' title 'bearing'",
        g);
  for (int i = 0; i < 3; i++) {
    int c = column(t, name[i]);
    if (!c) continue;
    for (int closing = 0; closing < 2; closing++) { /* at the end, from the last row to the first one */
      fputs(", ", g);
      gud_gnuplot_path(g, folder, file);
      fprintf(
        g, " skip 1 every %d using ((1+0.5*$%d/%.10g)*cos($1)):((1+0.5*$%d/%.10g)*sin($1)) with lines lw 2 ",
        closing ? t->rows - 1 : 1, c + 1, t->most[c], c + 1, t->most[c]);
      fprintf(g, "lc rgb '%s' title '%s'", colours[i], closing ? "" : title[i]);
    }
  }
  fputs("\nset size noratio\nset border\nunset label 1\nunset label 2\nset autoscale\nset xtics "
        "autofreq\nset ytics "
        "autofreq\n",
        g);
}

static void put_panels(FILE *g, const char *folder, const char *file, const Table *t)
{
  int num = 0, at = 0;
  for (int i = 0; i < PANELS; i++) num += column(t, panels[i].column[0]) > 0;
  fputs("set key top right inside\nset ytics font ',8'\nset offsets 0,0,graph 0.3,0\n", g);
  if (!t->flat) fputs("set xrange [0:360]\nset xtics 45\n", g);
  for (int i = 0; i < PANELS; i++) {
    if (!column(t, panels[i].column[0])) continue;
    double left = t->flat ? 0 : 0.5;
    fprintf(g, "set lmargin 11\nset origin %.3g,%.10g\nset size %.3g,%.10g\nset ylabel ", left,
            0.94 * (num - 1 - at) / num, 1 - left, 0.94 / num);
    gud_gnuplot_text(g, panels[i].title);
    fprintf(g, " noenhanced\nset xlabel '%s'\nplot ",
            ++at < num ? ""
            : t->flat  ? "way along the face (mm)"
                       : "angle from the first axis (deg)");
    for (int k = 0, any = 0; k < CURVES; k++) {
      int c = column(t, panels[i].column[k]);
      if (!c) continue;
      if (any++) fputs(", ", g);
      gud_gnuplot_path(g, folder, file);
      fprintf(g, " skip 1 using ($1*%s):(%.10g*$%d) with lines lw 1.5 lc rgb '%s' title '%s'",
              t->flat ? "1000" : "180/pi", panels[i].factor, c + 1, colours[k], panels[i].curve[k]);
    }
    fputs("\n", g);
  }
  fputs("set ytics font ''\nset lmargin -1\nset offsets 0,0,0,0\nset autoscale x\nset xtics autofreq\n", g);
}

static int put_bearing(FILE *g, const char *folder, const char *file)
{
  Table t;
  char  title[260];
  if (!read_table(folder, file, &t)) return 0;
  snprintf(title, sizeof title, "%.*s", (int)(strlen(file) - strlen("polar_.csv")), file + strlen("polar_"));
  for (int format = 0; format < GUD_PLOT_FORMATS; format++) {
    gud_plot_page_begin(g, folder, file, format, 800, title);
    if (!t.flat) put_around(g, folder, file, &t);
    put_panels(g, folder, file, &t);
    gud_plot_page_end(g);
  }
  return 1;
}

int gud_plot_polar(FILE *g, const char *folder)
{
  return gud_plot_each(g, folder, "polar_", put_bearing);
}
