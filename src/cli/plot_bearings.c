/* gudgeon plot FOLDER, bearings: one picture for each joint with clearance, from joints.csv: the orbit of the journal inside its
   clearance circle and the polar load diagram (both in the axes of the bearing, equal scales), beside them force, least film
   thickness, highest film pressure and loss over time, each where it is not zero throughout. What a column is and the radius of the circle are in run.json. */
#include "cli/commands.h"
#include "cli/gnuplot.h"

#include "base/clean.h"
#include "contract/output.h"
#include "text/units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 120, MAX_PANELS = 5 };

/* A curve beside the orbit. */
typedef struct {
  GudOutputRole role;
  const char   *title, *unit; /* in SI */
} Panel;

static const Panel panels[MAX_PANELS] = {{GUD_OUTPUT_FORCE, "force", "N"},
                                         {GUD_OUTPUT_THIN, "least film", "m"},
                                         {GUD_OUTPUT_PEAK, "pressure", "Pa"},
                                         {GUD_OUTPUT_FILM_LOSS, "film loss", "W"},
                                         {GUD_OUTPUT_DEPTH, "penetration", "m"}};

/* A joint of run.json that has columns in joints.csv. */
typedef struct {
  const char    *folder, *header; /* of joints.csv */
  const GudNode *node, *columns;  /* its entry; names by role */
  char           name[NAME];
} Joint;

/* Column of joints.csv (from 1) with component `axis` (from 0) of that role; 0: there is none. */
static int column_of(const Joint *j, GudOutputRole role, int axis)
{
  const GudNode *list = gud_node_get(j->columns, gud_output_role_word(role));
  char           wanted[2 * NAME];
  if (!list || list->kind != GUD_NODE_SEQUENCE || axis >= list->num) return 0;
  if (list->item[axis]->kind != GUD_NODE_SCALAR) return 0;
  snprintf(wanted, sizeof wanted, "%s.%s", j->name, list->item[axis]->text);
  return gud_csv_column(j->header, wanted) + 1;
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

static void put_panels(FILE *g, const Joint *j)
{
  int    chosen[MAX_PANELS], num = 0;
  double end = 0, most[MAX_PANELS], factor;
  for (int k = 0; k < MAX_PANELS; k++) {
    int c = column_of(j, panels[k].role, 0);
    if (c && (most[num] = largest(j->folder, c, &end)) > 0) chosen[num++] = k;
  }
  double time = end < 1 ? 1000 : 1;
  for (int i = 0; i < num; i++) {
    const Panel *p = &panels[chosen[i]];
    fprintf(g, "set lmargin 11\nset origin 0.46,%.10g\nset size 0.54,%.10g\nunset title\n",
            0.94 * (num - 1 - i) / num, 0.94 / num);
    put_label(g, "ylabel", p->title, gud_plot_unit(p->unit, most[i], &factor));
    put_label(g, "xlabel", "t", time > 1 ? "ms" : "s");
    fputs("plot ", g);
    gud_gnuplot_path(g, j->folder, "joints.csv");
    fprintf(g, " skip 1 using (%.10g*$1):(%.10g*$%d) with lines lw 1.3 lc rgb '#1f5fa8' notitle\n", time,
            factor, column_of(j, p->role, 0));
  }
}

static void put_joint(FILE *g, const Joint *j, const int gap[2], const int load[2])
{
  const GudNode *clearance = gud_node_get(j->node, "clearance");
  double         r = clearance && clearance->kind == GUD_NODE_SCALAR ? gud_number_of(clearance->text) : NAN;
  char           base[NAME], name[NAME + 40], file[2 * NAME], title[NAME + 40];
  snprintf(name, sizeof name, "bearing_%s", j->name);
  gud_file_name_of(name, base, sizeof base);
  for (int format = 0; format < 2; format++) {
    snprintf(file, sizeof file, "plots/%s.%s", base, format ? "svg" : "png");
    fprintf(g, "set terminal %s size 1200,900\nset output ",
            format ? "svg background rgb 'white'" : "pngcairo");
    gud_gnuplot_path(g, j->folder, file);
    snprintf(title, sizeof title, "joint %s", j->name);
    fputs("\nset multiplot title ", g);
    gud_gnuplot_text(g, title);
    fputs(" noenhanced\n", g);
    put_round(g, j->folder, "orbit of the journal, axes of the bearing", "m", gap, r, 0.47);
    put_round(g, j->folder, "load on the journal, axes of the bearing", "N", load, NAN, 0);
    put_panels(g, j);
    fputs("unset multiplot\nset lmargin -1\nset origin 0,0\nset size 1,1\n", g);
  }
}

int gud_plot_bearings(FILE *g, const char *folder)
{
  char          *header = gud_csv_line(folder, "joints.csv", 0);
  GudRunRecord   record = gud_run_record_open(folder);
  const GudNode *joints = record.doc ? gud_node_get(record.doc->root, "joints") : NULL;
  int            num    = 0;
  for (int i = 0; header && joints && joints->kind == GUD_NODE_SEQUENCE && i < joints->num; i++) {
    const GudNode *node = joints->item[i], *name = gud_node_get(node, "name");
    Joint j = {.folder = folder, .header = header, .node = node, .columns = gud_node_get(node, "columns")};
    if (!name || name->kind != GUD_NODE_SCALAR || !j.columns) continue;
    snprintf(j.name, sizeof j.name, "%s", name->text);
    gud_clean(j.name);
    int gap[2], load[2];
    for (int k = 0; k < 2; k++)
      gap[k] = column_of(&j, GUD_OUTPUT_GAP, k), load[k] = column_of(&j, GUD_OUTPUT_LOAD_BEARING, k);
    if (!gap[0] || !gap[1] || !load[0] || !load[1]) continue; /* not of this joints.csv */
    put_joint(g, &j, gap, load);
    num++;
  }
  gud_run_record_close(&record);
  free(header);
  return num;
}
