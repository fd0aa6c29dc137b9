/* Pictures of a sweep with chosen results, one for each: its histogram, its Sobol indices, and over every parameter the points with
   the mean of each value or part. */
#include "cli/commands.h"
#include "cli/gnuplot.h"
#include "study/sweep.h"

#include "text/units.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_BARS = 24 };

/* A value of a parameter as an abscissa: its number, of a word its place in the list. */
static double abscissa(const char *value, int level)
{
  double x = gud_number_of(value);
  return isfinite(x) ? x : level;
}

static int is_word(const GudSweep *sw, int j)
{
  const GudOver *o = &sw->design.over[j];
  return o->kind == GUD_OVER_LIST && !isfinite(gud_number_of(o->value[0]));
}

static void put_data(FILE *g, const GudSweep *sw, const GudEffect *e)
{
  const GudEffects *ef = sw->effects;
  char              value[GUD_VALUE_SIZE];
  for (int j = 0; j < sw->design.num_over; j++) {
    fprintf(g, "$points%d << GUD_END\n", j);
    for (int k = 0; k < ef->num_base; k++) {
      int i = ef->base[k];
      gud_design_value(&sw->design, i, j, value);
      int level = is_word(sw, j) ? gud_design_level(&sw->design, i, j) : 0;
      if (isfinite(e->y[i])) fprintf(g, "%.9g %.9g\n", abscissa(value, level), e->y[i]);
    }
    fprintf(g, "GUD_END\n$means%d << GUD_END\n", j);
    for (int p = 0; p < ef->num_parts[j]; p++) {
      const GudEffectPart *part = &e->part[j][p];
      if (part->y.num)
        fprintf(g, "%.9g %.9g %.9g\n", abscissa(part->value, p), part->y.mean,
                isfinite(part->y.error) ? 2 * part->y.error : 0);
    }
    fputs("GUD_END\n", g);
  }
  fputs("$indices << GUD_END\n", g);
  for (int j = 0; j < sw->design.num_over && e->indexed; j++) {
    const GudSobol *s = &e->index[j];
    fprintf(g, "%d %.6g %.6g %.6g %.6g %.6g %.6g\n", j, s->first, s->first_low, s->first_high, s->total,
            s->total_low, s->total_high);
  }
  fputs("GUD_END\n", g);
}

static void put_histogram(FILE *g, const GudSweep *sw, const GudEffect *e)
{
  int    bar[MAX_BARS] = {0}, bars = (int)sqrt(e->stat.num) + 1;
  double lo = e->stat.min, width;
  bars      = bars > MAX_BARS ? MAX_BARS : bars;
  width     = (e->stat.max - lo) / bars;
  for (int k = 0; k < sw->effects->num_base; k++) {
    double y = e->y[sw->effects->base[k]];
    if (!isfinite(y)) continue;
    int b = width > 0 ? (int)((y - lo) / width) : 0;
    bar[b < bars ? b : bars - 1]++;
  }
  fputs("$histogram << GUD_END\n", g);
  for (int b = 0; b < bars; b++) fprintf(g, "%.9g %d\n", lo + (b + 0.5) * width, bar[b]);
  fprintf(g, "GUD_END\nwidth = %.9g\n", width > 0 ? width : 1);
}

static void put_text(FILE *g, const char *what, const char *text)
{
  fprintf(g, "set %s ", what);
  gud_gnuplot_text(g, text);
  fputs(" noenhanced\n", g);
}

static void put_indices(FILE *g, const GudSweep *sw)
{
  fputs("set title 'Sobol indices, 95 % confidence'\nset ylabel 'share of the variance'\nset xlabel ''\nset "
        "yrange "
        "[0:1.25]\nset xtics (",
        g);
  for (int j = 0; j < sw->design.num_over; j++) {
    if (j) fputs(", ", g);
    gud_gnuplot_text(g, sw->design.over[j].name);
    fprintf(g, " %d", j);
  }
  fprintf(g, ") noenhanced\nset xrange [-0.6:%g]\nset key top right horizontal\n", sw->design.num_over - 0.4);
  fputs(
    "plot $indices using ($1-0.18):2:(0.32) with boxes fs solid 0.85 lc rgb '#1f5fa8' title 'first order', "
    "$indices using ($1-0.18):2:3:4 with yerrorbars pt -1 lw 1.5 lc rgb '#222222' notitle, "
    "$indices using ($1+0.18):5:(0.32) with boxes fs solid 0.85 lc rgb '#d9822b' title 'total', "
    "$indices using ($1+0.18):5:6:7 with yerrorbars pt -1 lw 1.5 lc rgb '#222222' notitle\n"
    "set yrange [*:*]\nset xrange [*:*]\nset xtics auto\n",
    g);
}

static void put_effect(FILE *g, const GudSweep *sw, const GudEffect *e, int j)
{
  const GudOver *o = &sw->design.over[j];
  put_text(g, "xlabel", sw->label[j]);
  put_text(g, "ylabel", e->label);
  fputs("set title 'points, and means with twice their error'\nset offsets graph 0.04, graph 0.04, graph "
        "0.04, graph 0.04\n",
        g);
  if (is_word(sw, j)) {
    fputs("set xtics (", g);
    for (int k = 0; k < o->num; k++) {
      if (k) fputs(", ", g);
      gud_gnuplot_text(g, o->value[k]);
      fprintf(g, " %d", k);
    }
    fputs(") noenhanced\n", g);
  }
  fprintf(
    g,
    "plot $points%d using 1:2 with points pt 7 ps 0.5 lc rgb '#8fb4dc' notitle, $means%d using 1:2:3 with "
    "yerrorbars pt 7 ps 0.9 lw 1.6 lc rgb '#c0504d' notitle, $means%d using 1:2 with lines lw 1.6 lc rgb "
    "'#c0504d' notitle\nset offsets\nset xtics auto\n",
    j, j, j);
}

static void put_picture(FILE *g, const GudSweep *sw, const GudEffect *e, int format)
{
  static const char *const terminal[2] = {"pngcairo", "svg background rgb 'white'"};
  int                      d = sw->design.num_over, panels = 1 + (e->indexed != 0) + d,
      columns = panels < 3    ? panels
                : panels == 4 ? 2
                              : 3;
  int  rows   = (panels + columns - 1) / columns;
  char name[200], file[240], path[300];
  snprintf(name, sizeof name, "effects_%.150s", e->what.name);
  gud_file_name_of(name, file, sizeof file);
  snprintf(path, sizeof path, "plots/%s.%s", file, format ? "svg" : "png");
  fprintf(g, "set terminal %s size %d,%d\nset output ", terminal[format], 480 * columns, 60 + 380 * rows);
  gud_gnuplot_path(g, sw->points.out, path);
  fprintf(g, "\nset multiplot layout %d,%d title ", rows, columns);
  gud_gnuplot_text(g, e->label);
  fputs(" noenhanced font ',14'\nset key off\n", g);
  fputs("set title 'distribution over the points'\nset ylabel 'points'\nset yrange [0:*]\n", g);
  put_text(g, "xlabel", e->label);
  fputs("plot $histogram using 1:2:(width) with boxes fs solid 0.7 lc rgb '#1f5fa8'\nset yrange [*:*]\n", g);
  if (e->indexed) put_indices(g, sw);
  fputs("set key off\n", g);
  for (int j = 0; j < d; j++) put_effect(g, sw, e, j);
  fputs("unset multiplot\n", g);
}

int gud_plot_effects(const GudSweep *sw)
{
  char path[GUD_PATH_SIZE];
  int  plots = 0;
  snprintf(path, sizeof path, "%s/plots", sw->points.out);
  int bad = mkdir(path, 0777) && errno != EEXIST;
  strcat(path, "/effects.gp");
  FILE *g = bad ? NULL : fopen(path, "w");
  if (!g) {
    fprintf(stderr, "warning: no pictures: %s cannot be written\n", path);
    return 0;
  }
  fputs("set grid lt 1 lw 1 lc rgb '#dddddd'\nset border lc rgb '#666666'\nset format '%.4g'\nset xtics "
        "rotate by -30 "
        "noenhanced\n",
        g);
  for (int k = 0; k < sw->effects->num; k++) {
    const GudEffect *e = &sw->effects->effect[k];
    if (!(e->stat.max > e->stat.min)) continue; /* always the same: no picture */
    put_data(g, sw, e);
    put_histogram(g, sw, e);
    for (int format = 0; format < 2; format++) put_picture(g, sw, e, format);
    plots++;
  }
  bad = ferror(g);
  bad |= fclose(g);
  if (plots && (bad || gud_gnuplot_run(sw->points.out, "plots/effects.gp"))) {
    fprintf(stderr, "warning: gnuplot failed on %s (is it installed?)\n", path);
    return 0;
  }
  return plots;
}
