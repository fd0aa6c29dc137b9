/* gudgeon plot SWEEP --campbell, --waterfall PROBE: what the points of a sweep have in common over its first parameter.

   --campbell: eigenvalues of a mode analysis (modes.csv of every point): SWEEP/campbell.csv and a picture of frequencies, with
   lines of order k/2 times the parameter where that is a speed (rad/s), and of growth; where growth passes zero (the threshold of
   stability, linear between two points) it is printed.
   --waterfall: spectrum of a probe (study/spectrum.h) at every point: SWEEP/waterfall_PROBE.csv and a map. */
#include "cli/commands.h"
#include "cli/gnuplot.h"
#include "output/summary.h"
#include "study/points.h"
#include "study/spectrum.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { NAME = 160, MOST = 2048 };

typedef struct {
  const char *folder;
  char        label[NAME]; /* of the parameter, with its unit */
  double     *x;
  int        *point, num;
} Points;

static const char *const terminal[2] = {"pngcairo", "svg background rgb 'white'"};

/* Points that are done, in the order of the parameter. 0 after an error (message printed). */
static int read_points(Points *p)
{
  char  *line = NULL, path[GUD_PATH_SIZE];
  size_t cap  = 0;
  snprintf(path, sizeof path, "%s/sweep.csv", p->folder);
  FILE *f = fopen(path, "r");
  if (!f) {
    fprintf(stderr, "error: %s cannot be read: --campbell and --waterfall need a sweep\n", path);
    return 0;
  }
  const char *const done   = gud_point_status[GUD_POINT_DONE];
  int               status = -1;
  for (int row = 0; getline(&line, &cap, f) > 0; row++) {
    const char *first = gud_csv_cell(line, 1), *state;
    if (!first) continue;
    if (!row) {
      snprintf(p->label, NAME, "%.*s", (int)strcspn(first, ",\n"), first);
      status = gud_csv_column(line, GUD_POINT_STATUS);
      continue;
    }
    double x = gud_csv_number(line, 1);
    state    = gud_csv_cell(line, status);
    if (isnan(x) || !state || strcspn(state, ",") != strlen(done) || strncmp(state, done, strlen(done)))
      continue; /* a word has no number */
    p->x             = gud_resize(p->x, sizeof(double) * (size_t)(p->num + 1));
    p->point         = gud_resize(p->point, sizeof(int) * (size_t)(p->num + 1));
    p->point[p->num] = atoi(line);
    p->x[p->num++]   = x;
  }
  free(line);
  fclose(f);
  for (int i = 1; i < p->num; i++) /* few, and mostly in order */
    for (int k = i; k > 0 && p->x[k] < p->x[k - 1]; k--) {
      double x = p->x[k];
      int    n = p->point[k];
      p->x[k] = p->x[k - 1], p->point[k] = p->point[k - 1], p->x[k - 1] = x, p->point[k - 1] = n;
    }
  if (p->num < 2)
    fprintf(stderr, "error: %s: at least two points with a number as parameter are needed\n", path);
  return p->num >= 2;
}

/* Opens plots/NAME.gp in the folder; NULL after an error (message printed). */
static FILE *open_script(const char *folder, const char *name)
{
  char path[GUD_PATH_SIZE];
  snprintf(path, sizeof path, "%s/plots", folder);
  if (mkdir(path, 0777) && errno != EEXIST) return NULL;
  snprintf(path, sizeof path, "%s/plots/%s.gp", folder, name);
  FILE *f = fopen(path, "w");
  if (!f) fprintf(stderr, "error: cannot write %s: %s\n", path, strerror(errno));
  else
    fputs("set grid lc rgb '#dddddd'\nset border lc rgb '#666666'\nset format '%.5g'\nset key noenhanced\n",
          f);
  return f;
}

static int draw(FILE *g, const char *folder, const char *name)
{
  char script[NAME + 20];
  int  bad = ferror(g);
  bad |= fclose(g);
  snprintf(script, sizeof script, "plots/%s.gp", name);
  if (bad || gud_gnuplot_run(folder, script)) {
    fprintf(stderr, "error: gnuplot failed on %s/%s (is it installed?)\n", folder, script);
    return 0;
  }
  printf("%s/plots/%s.png, .svg\n", folder, name);
  return 1;
}

static void put_text(FILE *g, const char *what, const char *text)
{
  fprintf(g, "set %s ", what);
  gud_gnuplot_text(g, text);
  fputs(" noenhanced\n", g);
}

/* Eigenvalues of point i to csv and script; *highest: of their growths, *most: largest frequency. How many. */
static int put_modes(const Points *p, int i, FILE *csv, FILE *g, double *highest, double *most)
{
  static const int wanted[] = {GUD_MODE_NUMBER, GUD_MODE_FREQUENCY, GUD_MODE_GROWTH, GUD_MODE_DAMPING};
  char             path[GUD_PATH_SIZE], line[400];
  int              num = 0, column[GUD_COUNT(wanted)];
  snprintf(path, sizeof path, "%s/points/%04d/modes.csv", p->folder, p->point[i]);
  FILE *in = fopen(path, "r");
  *highest = -INFINITY;
  for (int row = 0; in && fgets(line, sizeof line, in); row++) {
    double value[GUD_COUNT(wanted)];
    for (int k = 0; k < GUD_COUNT(wanted); k++) {
      if (!row) column[k] = gud_csv_column(line, gud_mode_columns[wanted[k]].name);
      value[k] = gud_csv_number(line, column[k]);
    }
    double f = value[1], growth = value[2];
    if (!row || isnan(value[0])) continue;
    fprintf(csv, "%.15g,%.0f,%.15g,%.15g,%.15g\n", p->x[i], value[0], f, growth, value[3]);
    fprintf(g, "%.15g %.15g %.15g\n", p->x[i], f, growth);
    *highest = fmax(*highest, growth), *most = fmax(*most, f), num++;
  }
  if (in) fclose(in);
  return num;
}

static void put_campbell(FILE *g, const Points *p, double most)
{
  char label[NAME];
  snprintf(label, sizeof label, "%s", p->label);
  const char *unit  = gud_cut_unit(label);
  int         speed = !strcmp(unit, "rad/s") || !strcmp(unit, "1/s");
  for (int format = 0; format < 2; format++) {
    fprintf(g, "set terminal %s size 1000,900\nset output ", terminal[format]);
    gud_gnuplot_path(g, p->folder, format ? "plots/campbell.svg" : "plots/campbell.png");
    fputs("\nset multiplot layout 2,1\nset key top left\n", g);
    put_text(g, "xlabel", p->label);
    fprintf(g, "set ylabel 'frequency (Hz)'\nset xrange [%.9g:%.9g]\nset yrange [0:%.9g]\nplot ", p->x[0],
            p->x[p->num - 1], 1.1 * most);
    fputs("$modes using 1:($3>1e-6*(1+$2)?NaN:$2) with points pt 7 ps 0.6 lc rgb '#1f5fa8' title 'stable', "
          "$modes "
          "using 1:($3>1e-6*(1+$2)?$2:NaN) with points pt 7 ps 0.6 lc rgb '#c0504d' title 'unstable (growth "
          "above 0)'",
          g);
    for (int k = 1; k <= 4 && speed; k++)
      fprintf(g, ", %.3g*x/(2*pi) with lines dt 2 lc rgb '#888888' title '%.3gx'", 0.5 * k, 0.5 * k);
    fputs("\nset yrange [*:*]\nset ylabel 'growth (1/s)'\nplot $modes using 1:3 with points pt 7 ps 0.6 lc "
          "rgb '#1f5fa8' "
          "notitle, 0 with lines lw 1.5 lc rgb '#c0504d' notitle\nunset multiplot\n",
          g);
  }
}

static int campbell(const Points *p)
{
  char   tmp[GUD_PATH_SIZE];
  double before = NAN, highest, most = 0;
  int    num = 0;
  FILE  *csv = gud_open_beside(p->folder, "campbell.csv", tmp),
       *g    = csv ? open_script(p->folder, "campbell") : NULL;
  if (!g) {
    if (csv) fclose(csv);
    return GUD_FAILED;
  }
  fprintf(csv, "%s,mode,frequency [Hz],growth [1/s],damping_ratio [-]\n", p->label);
  fputs("$modes << GUD_END\n", g);
  for (int i = 0; i < p->num; i++, before = highest) {
    num += put_modes(p, i, csv, g, &highest, &most);
    if (i && isfinite(before) && isfinite(highest) && before * highest < 0)
      printf("%s of stability at %s = %.6g: growth passes zero\n", before < 0 ? "end" : "begin", p->label,
             p->x[i - 1] - before * (p->x[i] - p->x[i - 1]) / (highest - before));
  }
  fputs("GUD_END\n", g);
  if (!num) {
    fprintf(stderr, "error: no point of %s has modes.csv: --campbell needs a sweep of a mode analysis\n",
            p->folder);
    fclose(csv), fclose(g), remove(tmp);
    return GUD_BAD_INPUT;
  }
  put_campbell(g, p, most > 0 ? most : 1);
  if (!gud_close_beside(p->folder, "campbell.csv", tmp, csv)) {
    fclose(g);
    return GUD_FAILED;
  }
  printf("table: %s/campbell.csv\n", p->folder);
  return draw(g, p->folder, "campbell") ? 0 : GUD_FAILED;
}

/* t and a probe of one point between two times; how many rows. */
static int read_probe(const char *folder, const char *probe, const GudCurves *c, double **t, double **y)
{
  char  *line   = NULL, path[GUD_PATH_SIZE + 20];
  size_t cap    = 0;
  int    column = -1, num = 0;
  snprintf(path, sizeof path, "%s/probes.csv", folder);
  FILE *f = fopen(path, "r");
  *t = *y = NULL;
  for (int row = 0; f && getline(&line, &cap, f) > 0; row++) {
    if (!row) {
      column = gud_csv_column(line, probe);
      if (column < 0) break;
      continue;
    }
    double      at = strtod(line, NULL);
    const char *s  = gud_csv_cell(line, column);
    if (!s || at < c->from || at > c->to) continue; /* not given: NaN */
    *t        = gud_resize(*t, sizeof(double) * (size_t)(num + 1)),
    *y        = gud_resize(*y, sizeof(double) * (size_t)(num + 1));
    (*t)[num] = at, (*y)[num++] = strtod(s, NULL);
  }
  free(line);
  if (f) fclose(f);
  return num;
}

static void put_waterfall(FILE *g, const Points *p, const char *probe, const char *file, const GudCurves *c)
{
  char path[2 * NAME];
  for (int format = 0; format < 2; format++) {
    fprintf(g, "set terminal %s size 1000,700\nset output ", terminal[format]);
    snprintf(path, sizeof path, "plots/%s.%s", file, format ? "svg" : "png");
    gud_gnuplot_path(g, p->folder, path);
    fputs("\nset palette defined (0 '#ffffff', 0.3 '#8fb4dc', 0.6 '#1f5fa8', 1 '#c0504d')\nset xlabel "
          "'frequency (Hz); "
          "Hann window'\nset pm3d map corners2color c1\n",
          g);
    put_text(g, "ylabel", p->label);
    put_text(g, "title", probe);
    fprintf(g,
            "set cblabel 'amplitude'\n%sset xrange [*:*] noextend\nset yrange [*:*] noextend\nsplot $spectra "
            "using 1:2:3 "
            "notitle\n",
            c->log ? "set logscale cb\n" : "");
  }
}

static int waterfall(const Points *p, const char *probe, const GudCurves *c)
{
  char   tmp[GUD_PATH_SIZE], folder[GUD_PATH_SIZE], name[NAME], file[NAME], csv_name[NAME + 10];
  double f[MOST], a[MOST];
  int    num = 0;
  snprintf(name, sizeof name, "waterfall_%.100s", probe);
  gud_file_name_of(name, file, sizeof file);
  snprintf(csv_name, sizeof csv_name, "%s.csv", file);
  FILE *csv = gud_open_beside(p->folder, csv_name, tmp), *g = csv ? open_script(p->folder, file) : NULL;
  if (!g) {
    if (csv) fclose(csv);
    return GUD_FAILED;
  }
  fprintf(csv, "%s,frequency [Hz],amplitude\n", p->label);
  fputs("$spectra << GUD_END\n", g);
  for (int i = 0; i < p->num; i++) {
    double *t, *y;
    snprintf(folder, sizeof folder, "%s/points/%04d", p->folder, p->point[i]);
    int n = read_probe(folder, probe, c, &t, &y), lines = n ? gud_spectrum(n, t, y, t[0], MOST, f, a) : 0;
    for (int m = 0; m < lines; m++) {
      fprintf(csv, "%.15g,%.9g,%.9g\n", p->x[i], f[m], a[m]);
      fprintf(g, "%.9g %.9g %.9g\n", f[m], p->x[i], a[m]);
    }
    if (lines) fputc('\n', g), num++;
    free(t), free(y);
  }
  fputs("GUD_END\n", g);
  if (num < 2) {
    fprintf(stderr, "error: the points of %s have no samples of '%s' to make spectra of\n", p->folder, probe);
    fclose(csv), fclose(g), remove(tmp);
    return GUD_BAD_INPUT;
  }
  put_waterfall(g, p, probe, file, c);
  if (!gud_close_beside(p->folder, csv_name, tmp, csv)) {
    fclose(g);
    return GUD_FAILED;
  }
  printf("table: %s/%s\n", p->folder, csv_name);
  return draw(g, p->folder, file) ? 0 : GUD_FAILED;
}

int gud_plot_campbell(const GudCurves *c, int eigenvalues, const char *probe)
{
  Points p    = {.folder = c->folders.text[0]};
  int    code = GUD_BAD_INPUT;
  if (read_points(&p)) {
    code = eigenvalues ? campbell(&p) : 0;
    if (!code && probe) code = waterfall(&p, probe, c);
  }
  free(p.x), free(p.point);
  return code;
}
