/* gudgeon plot FOLDER, surfaces: one picture for each surface_JOINT.csv (of gudgeon wear): a polar diagram of depths and mean pressure, beside
   it the same over the angle, in the middle ring. */
#include "cli/commands.h"
#include "cli/gnuplot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 8, PANELS = 3, CURVES = 2 };
enum { DEPTH_A = 2, DEPTH_B, PRESSURE, SEVERITY_A, SEVERITY_B };

/* What is drawn over the angle: up to two curves in one panel */
typedef struct {
  const char *title;
  double      factor;
  int         column[CURVES];
  const char *name[CURVES];
} Panel;
static const Panel panels[PANELS] = {
  {"depth (um)", 1e6, {DEPTH_A, DEPTH_B}, {"body a", "body b"}},
  {"mean pressure (MPa)", 1e-6, {PRESSURE, 0}, {"on body a", NULL}},
  {"mean p v (kW/m^2)", 1e-3, {SEVERITY_A, SEVERITY_B}, {"body a", "body b"}},
};
static const char *const colours[] = {"#1f5fa8", "#b23a3c"};

/* Rows of the ring in the middle, from `first` on, and the largest magnitude in each column. */
typedef struct {
  int    first, num, flat; /* flat: the face of a slider, places along it in place of angles */
  double most[COLUMNS];
} Ring;

static int read_ring(const char *folder, const char *name, Ring *r)
{
  char   path[GUD_PATH_SIZE], *line = NULL;
  size_t cap  = 0;
  double z0   = NAN;
  int    rows = 0;
  *r          = (Ring){0};
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *f = fopen(path, "r");
  for (int k = 0; f && getline(&line, &cap, f) > 0; k++) {
    char *s = line;
    if (!k) r->flat = !strncmp(line, "place", 5);
    for (int c = 0; c < COLUMNS && k; c++) {
      double x = strtod(s, &s);
      if (*s == ',') s++;
      if (c == 1 && k == 1) z0 = x;
      if (c == 1 && x == z0) r->num++;
      if (isfinite(x)) r->most[c] = fmax(r->most[c], fabs(x));
    }
    rows += k > 0;
  }
  free(line);
  if (f) fclose(f);
  if (r->num) r->first = rows / r->num / 2 * r->num;
  return r->num > 2;
}

static void put_rows(FILE *g, const char *folder, const char *name, const Ring *r)
{
  gud_gnuplot_path(g, folder, name);
  fprintf(g, " skip 1 every ::%d::%d", r->first, r->first + r->num - 1);
}

/* Outwards from a circle, each scaled by its largest value */
static void put_polar(FILE *g, const char *folder, const char *name, const Ring *r)
{
  static const int   column[] = {DEPTH_A, DEPTH_B, PRESSURE};
  static const char *title[]  = {"depth of body a", "depth of body b", "mean pressure"};
  static const char *colour[] = {"#1f5fa8", "#b23a3c", "#888888"};
  double             depth    = fmax(r->most[DEPTH_A], r->most[DEPTH_B]);
  fputs("set origin 0,0.05\nset size 0.5,0.88\nset size ratio -1\nset key bottom center horizontal "
        "outside\nunset border\n"
        "unset xtics\nunset ytics\nset xrange [-1.7:1.7]\nset yrange [-1.7:1.7]\n"
        "set label 1 'axis 1' at 1.04,0.05\nset label 2 'axis 2' at 0.04,1.06\n"
        "set samples 361\nplot '+' using (cos(2*pi*$0/360)):(sin(2*pi*$0/360)) with lines lw 1 lc rgb "
        "'black' title 'surface as drawn'",
        g);
  for (int i = 0; i < 3; i++) {
    double most = i < 2 ? depth : r->most[PRESSURE];
    if (!(r->most[column[i]] > 0)) continue;
    fputs(", ", g);
    put_rows(g, folder, name, r);
    fprintf(
      g,
      " using ((1+0.5*$%d/%.10g)*cos($1)):((1+0.5*$%d/%.10g)*sin($1)) with lines lw 2 lc rgb '%s' title '%s'",
      column[i] + 1, most, column[i] + 1, most, colour[i], title[i]);
  }
  fputs("\nset size noratio\nset border\nunset label 1\nunset label 2\nset autoscale\nset xtics "
        "autofreq\nset ytics autofreq\n",
        g);
}

static int drawn(const Panel *p, const Ring *r)
{
  return r->most[p->column[0]] > 0 || (p->column[1] && r->most[p->column[1]] > 0);
}

static void put_panels(FILE *g, const char *folder, const char *name, const Ring *r)
{
  int num = 0, at = 0;
  for (int i = 0; i < PANELS; i++) num += drawn(&panels[i], r);
  double left = r->flat ? 0 : 0.5;
  fputs("set key top right inside\nset offsets 0,0,graph 0.3,0\n", g);
  if (!r->flat) fputs("set xrange [0:360]\nset xtics 45\n", g);
  for (int i = 0; i < PANELS; i++) {
    const Panel *p = &panels[i];
    if (!drawn(p, r)) continue;
    fprintf(g, "set lmargin 11\nset origin %.3g,%.10g\nset size %.3g,%.10g\nset ylabel ", left,
            0.94 * (num - 1 - at) / num, 1 - left, 0.94 / num);
    gud_gnuplot_text(g, p->title);
    fprintf(g, " noenhanced\nset xlabel '%s'\nplot ",
            ++at < num ? ""
            : r->flat  ? "way along the face (mm)"
                       : "angle from the first axis (deg)");
    for (int c = 0, any = 0; c < CURVES; c++) {
      if (!p->column[c] || !(r->most[p->column[c]] > 0)) continue;
      if (any++) fputs(", ", g);
      put_rows(g, folder, name, r);
      fprintf(g, " using ($1*%s):(%.10g*$%d) with lines lw 1.5 lc rgb '%s' title '%s'",
              r->flat ? "1000" : "180/pi", p->factor, p->column[c] + 1, colours[c], p->name[c]);
    }
    fputs("\n", g);
  }
  fputs("set lmargin -1\nset offsets 0,0,0,0\nset autoscale x\nset xtics autofreq\n", g);
}

static int put_surface(FILE *g, const char *folder, const char *file)
{
  Ring r;
  char title[260];
  if (!read_ring(folder, file, &r)) return 0;
  snprintf(title, sizeof title, "joint %.*s, middle of the bearing",
           (int)(strlen(file) - strlen("surface_.csv")), file + strlen("surface_"));
  for (int format = 0; format < GUD_PLOT_FORMATS; format++) {
    gud_plot_page_begin(g, folder, file, format, 700, title);
    if (!r.flat) put_polar(g, folder, file, &r);
    put_panels(g, folder, file, &r);
    gud_plot_page_end(g);
  }
  return 1;
}

int gud_plot_surfaces(FILE *g, const char *folder)
{
  return gud_plot_each(g, folder, "surface_", put_surface);
}
