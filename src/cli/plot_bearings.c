/* gudgeon plot FOLDER, bearings: one picture for each joint with clearance, from joints.csv: the orbit of the journal inside its
   clearance circle and the polar load diagram (both in the axes of the bearing, equal scales), beside them force, least film
   thickness, highest film pressure and loss over time, each where it is not zero throughout. The radius of the circle is in run.json. */
#include "cli/commands.h"
#include "cli/gnuplot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 120, MAX_PANELS = 5 };

/* A curve beside the orbit. */
typedef struct {
  const char *output, *title, *unit; /* in SI */
} Panel;

static const Panel panels[MAX_PANELS] = {{"force", "force", "N"},
                                         {"film_min", "least film", "m"},
                                         {"film_pressure_max", "pressure", "Pa"},
                                         {"film_loss", "film loss", "W"},
                                         {"penetration", "penetration", "m"}};

/* Column of joints.csv (from 1) named JOINT.OUTPUT; 0: there is none. */
static int column_of(const char *header, const char *joint, const char *output)
{
  char wanted[2 * NAME], label[2 * NAME];
  int  k = 1;
  snprintf(wanted, sizeof wanted, "%s.%s", joint, output);
  for (const char *s = header; s; s = strchr(s, ',') ? strchr(s, ',') + 1 : NULL, k++) {
    snprintf(label, sizeof label, "%.*s", (int)strcspn(s, ","), s);
    gud_cut_unit(label);
    if (!strcmp(label, wanted)) return k;
  }
  return 0;
}

/* Largest magnitude in a column, and the last time. */
static double largest(const char *folder, int column, double *end)
{
  char   path[GUD_PATH_SIZE], *line = NULL;
  size_t cap  = 0;
  double most = 0;
  snprintf(path, sizeof path, "%s/joints.csv", folder);
  FILE *f = fopen(path, "r");
  for (int row = 0; f && getline(&line, &cap, f) > 0; row++) {
    const char *s = line;
    if (!row) continue;
    *end = strtod(line, NULL);
    for (int k = 1; k < column && s; k++) s = strchr(s, ','), s = s ? s + 1 : NULL;
    double v = s ? fabs(strtod(s, NULL)) : 0;
    if (isfinite(v)) most = fmax(most, v);
  }
  free(line);
  if (f) fclose(f);
  return most;
}

/* Radial clearance of a joint, from its line in run.json; NaN: it is not there. */
static double clearance_of(const char *folder, const char *joint)
{
  static const char word[] = "\"clearance\": ";
  char              path[GUD_PATH_SIZE], key[NAME + 40], *line = NULL;
  size_t            cap = 0;
  double            c   = NAN;
  snprintf(path, sizeof path, "%s/run.json", folder);
  snprintf(key, sizeof key, "{\"name\": \"%s\", \"type\": ", joint);
  FILE *f = fopen(path, "r");
  while (f && getline(&line, &cap, f) > 0) {
    const char *at = strstr(line, key), *value = at ? strstr(at, word) : NULL;
    if (value) c = strtod(value + strlen(word), NULL);
  }
  free(line);
  if (f) fclose(f);
  return c;
}

static void put_label(FILE *g, const char *what, const char *name, const char *unit)
{
  char text[2 * NAME];
  snprintf(text, sizeof text, "%s (%s)", name, unit);
  fprintf(g, "set %s ", what);
  gud_gnuplot_text(g, text);
  fputs(" noenhanced\n", g);
}

/* Step of the ticks that leaves room for their labels: 1, 2 or 5 times a power of ten, about a quarter of `most`, rounded up. */
static double tick(double most)
{
  double power = pow(10, floor(log10(0.25 * most))), part = 0.25 * most / power;
  return power * (part < 2 ? 2 : part < 5 ? 5 : 10);
}

/* One of the two round diagrams: columns x and y, whose unit is `unit` in SI, a circle of radius r (NaN: none). */
static void put_round(FILE *g, const char *folder, const char *title, const char *unit, const int column[2],
                      double r, double bottom)
{
  double end = 0, most = isfinite(r) ? r : 0, factor;
  for (int k = 0; k < 2; k++) most = fmax(most, largest(folder, column[k], &end));
  unit = gud_plot_unit(unit, most, &factor);
  fprintf(g, "set origin 0,%.10g\nset size 0.45,0.47\nset size ratio -1\nset title ", bottom);
  gud_gnuplot_text(g, title);
  fputs(" noenhanced\nunset key\n", g);
  put_label(g, "xlabel", "axis 1", unit);
  put_label(g, "ylabel", "axis 2", unit);
  if (most > 0) fprintf(g, "set xtics %.10g\nset ytics %.10g\n", tick(factor * most), tick(factor * most));
  fputs("set offsets graph 0.05, graph 0.05, graph 0.05, graph 0.05\nset zeroaxis lt 1 "
        "lc rgb '#aaaaaa'\nplot ",
        g);
  gud_gnuplot_path(g, folder, "joints.csv");
  fprintf(g, " skip 1 using (%.10g*$%d):(%.10g*$%d) with lines lw 1.3 lc rgb '#1f5fa8'", factor, column[0],
          factor, column[1]);
  if (isfinite(r))
    fprintf(
      g,
      ", '+' using (%.10g*cos(2*pi*$0/360)):(%.10g*sin(2*pi*$0/360)) with lines lw 1.5 dt 2 lc rgb '#b23a3c'",
      factor * r, factor * r);
  fputs(
    "\nset size noratio\nunset zeroaxis\nset offsets 0, 0, 0, 0\nset xtics autofreq\nset ytics autofreq\n",
    g);
}

static void put_panels(FILE *g, const char *folder, const char *header, const char *joint)
{
  int    chosen[MAX_PANELS], num = 0;
  double end = 0, most[MAX_PANELS], factor;
  for (int k = 0; k < MAX_PANELS; k++) {
    int c = column_of(header, joint, panels[k].output);
    if (c && (most[num] = largest(folder, c, &end)) > 0) chosen[num++] = k;
  }
  double time = end < 1 ? 1000 : 1;
  for (int i = 0; i < num; i++) {
    const Panel *p = &panels[chosen[i]];
    fprintf(g, "set lmargin 11\nset origin 0.46,%.10g\nset size 0.54,%.10g\nunset title\n",
            0.94 * (num - 1 - i) / num, 0.94 / num);
    put_label(g, "ylabel", p->title, gud_plot_unit(p->unit, most[i], &factor));
    put_label(g, "xlabel", "t", time > 1 ? "ms" : "s");
    fputs("plot ", g);
    gud_gnuplot_path(g, folder, "joints.csv");
    fprintf(g, " skip 1 using (%.10g*$1):(%.10g*$%d) with lines lw 1.3 lc rgb '#1f5fa8' notitle\n", time,
            factor, column_of(header, joint, p->output));
  }
}

static void put_joint(FILE *g, const char *folder, const char *header, const char *joint)
{
  int    gap[2]  = {column_of(header, joint, "gap_1"), column_of(header, joint, "gap_2")};
  int    load[2] = {column_of(header, joint, "load_1"), column_of(header, joint, "load_2")};
  double r       = clearance_of(folder, joint);
  char   base[NAME], name[NAME + 40], file[2 * NAME], title[NAME + 40];
  snprintf(name, sizeof name, "bearing_%s", joint);
  gud_file_name_of(name, base, sizeof base);
  for (int format = 0; format < 2; format++) {
    snprintf(file, sizeof file, "plots/%s.%s", base, format ? "svg" : "png");
    fprintf(g, "set terminal %s size 1200,900\nset output ",
            format ? "svg background rgb 'white'" : "pngcairo");
    gud_gnuplot_path(g, folder, file);
    snprintf(title, sizeof title, "joint %s", joint);
    fputs("\nset multiplot title ", g);
    gud_gnuplot_text(g, title);
    fputs(" noenhanced\n", g);
    put_round(g, folder, "orbit of the journal, axes of the bearing", "m", gap, r, 0.47);
    put_round(g, folder, "load on the journal, axes of the bearing", "N", load, NAN, 0);
    put_panels(g, folder, header, joint);
    fputs("unset multiplot\nset lmargin -1\nset origin 0,0\nset size 1,1\n", g);
  }
}

int gud_plot_bearings(FILE *g, const char *folder)
{
  static const char first[] = ".gap_1";
  char             *header  = gud_csv_line(folder, "joints.csv", 0), joint[NAME];
  int               num     = 0;
  for (const char *s = header; s; s = strchr(s, ',') ? strchr(s, ',') + 1 : NULL) {
    snprintf(joint, sizeof joint, "%.*s", (int)strcspn(s, ","), s);
    gud_cut_unit(joint);
    size_t n = strlen(joint), m = strlen(first);
    if (n <= m || strcmp(joint + n - m, first)) continue;
    joint[n - m] = '\0';
    put_joint(g, folder, header, joint);
    num++;
  }
  free(header);
  return num;
}
