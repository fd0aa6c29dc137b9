/* gudgeon plot FOLDER... --probes a,b: several probes (one picture above the other) of several runs (colours), over time or
   over another probe, folded into cycles, or as spectra. Numbers are prepared here, gnuplot draws them.

   (P1) spectrum: mean removed, Hann's window w_k = (1 - cos(2 pi k/n))/2 over n equal steps (linear between samples), amplitude
        2 |X_m|/sum(w) at f_m = m/(n dt): a sine of amplitude a within the window shows a
        --spectrum --over ANGLE: the same over orders: x is the number of turns, over the whole turns at the end of the run
   (P2) --cycle C: x modulo C; a line ends where x jumps back */
#include "cli/commands.h"
#include "cli/gnuplot.h"

#include "base/hint.h"
#include "study/spectrum.h"
#include "study/run_record.h"
#include "text/units.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_FOLDERS = 12, MAX_PROBES = 12, NAME = 120, MAX_SPECTRUM = 4096 };
static const double pi = 3.14159265358979323846;

typedef struct {
  const char *folder[MAX_FOLDERS], *over, *unit;
  char        probe[MAX_PROBES][NAME];
  int         num_folders, num_probes, spectrum, log, logx, last;
  double      from, to, cycle;
} Args;

typedef struct {
  double *t, *x, *y;
  int     num;
  char    unit[NAME], x_unit[NAME];
} Curve;

static int complain(const char *what, const char *about)
{
  fprintf(stderr, "error: %s%s%s\n", what, about ? " " : "", about ? about : "");
  return 0;
}

/* The arguments as they are used here: lists apart, what is not given at its default. */
static int read_args(const GudCurves *g, Args *w)
{
  *w = (Args){.over     = g->over,
              .unit     = g->unit,
              .spectrum = g->spectrum,
              .log      = g->log,
              .logx     = g->logx,
              .last     = g->last,
              .from     = isnan(g->from) ? -INFINITY : g->from,
              .to       = isnan(g->to) ? INFINITY : g->to,
              .cycle    = isnan(g->cycle) ? 0 : g->cycle};
  if (g->folders.num > MAX_FOLDERS) return complain("too many folders", NULL);
  for (int i = 0; i < g->folders.num; i++) w->folder[w->num_folders++] = g->folders.text[i];
  for (const char *s = g->probes; s; s = strchr(s, ',') ? strchr(s, ',') + 1 : NULL) {
    if (w->num_probes == MAX_PROBES) return complain("too many probes", NULL);
    snprintf(w->probe[w->num_probes++], NAME, "%.*s", (int)strcspn(s, ","), s);
  }
  if (w->cycle < 0 || (w->cycle > 0 && !w->over))
    return complain("--cycle takes an angle above 0 and needs --over", NULL);
  if (w->spectrum && w->cycle > 0) return complain("--spectrum and --cycle exclude each other", NULL);
  return 1;
}

/* Without --probes: the columns of the first run, the one on the axis left out. */
static int take_all(Args *w)
{
  char *names = gud_csv_names(w->folder[0], "probes.csv");
  for (char *s = names ? strtok(names, ",") : NULL; s && w->num_probes < MAX_PROBES; s = strtok(NULL, ","))
    if (strcmp(s, "t") && !(w->over && !strcmp(s, w->over)))
      snprintf(w->probe[w->num_probes++], NAME, "%s", s);
  free(names);
  if (w->num_probes) return 1;
  fprintf(stderr, "error: %s/probes.csv: there are no curves to draw\n", w->folder[0]);
  return 0;
}

/* Column of a name in a header, its unit; -1: there is none. */
static int column_of(const GudRunRecord *record, const char *header, const char *name, char unit[NAME])
{
  int k = 0;
  for (const char *s = header; s; s = strchr(s, ',') ? strchr(s, ',') + 1 : NULL, k++) {
    char label[2 * NAME];
    snprintf(label, sizeof label, "%.*s", (int)strcspn(s, ","), s);
    const char *found = gud_cut_unit(label);
    if (strcmp(label, name)) continue;
    snprintf(unit, NAME, "%s", found);
    if (!*unit) gud_probe_unit_of(record, name, unit, NAME);
    if (!strcmp(unit, "-")) unit[0] = '\0';
    return k;
  }
  return -1;
}

static double number_at(const char *line, int column)
{
  for (; column > 0 && line; column--) line = strchr(line, ','), line = line ? line + 1 : NULL;
  return line ? strtod(line, NULL) : NAN;
}

/* The message about a column that is not there: the nearest one, or all. */
static void say_columns(const char *folder, const char *path, const char *name)
{
  char       *names = gud_csv_names(folder, "probes.csv"), hint[GUD_OFFER_SIZE];
  const char *list[300];
  int         num = 0;
  for (char *s = names ? strtok(names, ",") : NULL; s && num < GUD_COUNT(list); s = strtok(NULL, ","))
    list[num++] = s;
  fprintf(stderr, "error: %s has no column '%s'%s\n", path, name, gud_offer(hint, name, list, num));
  free(names);
}

/* A probe of a run, and what it is drawn over. 0 after an error (message printed). */
static int read_curve(const Args *w, const char *folder, const char *name, Curve *c)
{
  char   path[GUD_PATH_SIZE], *header = gud_csv_line(folder, "probes.csv", 0), *line = NULL;
  size_t cap = 0;

  GudRunRecord record = gud_run_record_open(folder);
  int          y = column_of(&record, header, name, c->unit), n = 0;
  int          x = w->over ? column_of(&record, header, w->over, c->x_unit) : 0;
  gud_run_record_close(&record);
  free(header);
  snprintf(path, sizeof path, "%s/probes.csv", folder);
  FILE *f = fopen(path, "r");
  if (!f || y < 0 || x < 0) {
    if (!f) fprintf(stderr, "error: %s: cannot be read\n", path);
    else say_columns(folder, path, y < 0 ? name : w->over);
    if (f) fclose(f);
    return 0;
  }
  int max = 1024;
  c->t = gud_alloc(sizeof(double) * 1024), c->x = gud_alloc(sizeof(double) * 1024),
  c->y = gud_alloc(sizeof(double) * 1024);
  while (getline(&line, &cap, f) > 0) {
    double t = strtod(line, NULL);
    if (n++ == 0 || t < w->from || t > w->to || !strchr(line, '\n')) continue;
    if (c->num == max) {
      size_t  bytes   = sizeof(double) * (size_t)(max *= 2);
      double *more[3] = {realloc(c->t, bytes), realloc(c->x, bytes), realloc(c->y, bytes)};
      if (!more[0] || !more[1] || !more[2]) abort();
      c->t = more[0], c->x = more[1], c->y = more[2];
    }
    c->t[c->num] = t, c->x[c->num] = number_at(line, x), c->y[c->num++] = number_at(line, y);
  }
  free(line);
  fclose(f);
  if (!strcmp(c->x_unit, "rad"))
    for (int i = 0; i < c->num; i++) c->x[i] *= 180 / pi;
  if (!strcmp(c->x_unit, "rad")) strcpy(c->x_unit, "deg");
  return 1;
}

static void free_curve(Curve *c)
{
  free(c->t), free(c->x), free(c->y);
}

/* The values in another unit of the same kind: `unit`; NULL: in the one that suits them. */
static int convert(const char *unit, const char *name, Curve *c)
{
  GudUnit own = {1, GUD_NUMBER}, asked;
  char    why[GUD_UNIT_WHY];
  if (!unit) {
    double most = 0, factor;
    for (int i = 0; i < c->num; i++)
      if (isfinite(c->y[i])) most = fmax(most, fabs(c->y[i]));
    const char *better = gud_plot_unit(c->unit, most, &factor);
    for (int i = 0; i < c->num; i++) c->y[i] *= factor;
    if (better != c->unit) snprintf(c->unit, NAME, "%s", better);
    return 1;
  }
  if (!strcmp(unit, c->unit)) return 1;
  if (!gud_unit_parse(unit, &asked, why)) return complain("--unit:", why);
  if (c->unit[0] && !gud_unit_parse(c->unit, &own, why)) return complain("the unit of the file:", why);
  if (!gud_dim_equal(own.dim, asked.dim)) {
    fprintf(stderr, "error: --unit %s does not fit '%s' in %s\n", unit, name,
            c->unit[0] ? c->unit : "a number");
    return 0;
  }
  for (int i = 0; i < c->num; i++) c->y[i] *= own.factor / asked.factor;
  snprintf(c->unit, NAME, "%s", unit);
  return 1;
}

/* Turns instead of times, that grow; and whole ones from *begin on. 0: it does not turn once. */
static int to_turns(Curve *c, double *begin)
{
  double turned = c->num ? (c->x[c->num - 1] - c->x[0]) / 360 : 0, sign = turned < 0 ? -1 : 1;
  for (int i = 0; i < c->num; i++) c->t[i] = sign * c->x[i] / 360;
  *begin = c->num ? c->t[c->num - 1] - floor(fabs(turned) + 1e-9) : 0;
  return fabs(turned) >= 1 - 1e-9;
}

/* (P1): x and y become frequencies (Hz) or orders, and amplitudes. */
static void to_spectrum(Curve *c, int orders)
{
  double begin = c->num ? c->t[0] : 0;
  int    turns = !orders || c->num < 4 || to_turns(c, &begin);
  c->num       = turns ? gud_spectrum(c->num, c->t, c->y, begin, MAX_SPECTRUM, c->x, c->y) : 0;
}

/* (P2), as lines of a gnuplot data block; --last: the last cycle only. */
static void put_data(FILE *g, const Args *w, const Curve *c)
{
  double sign = c->num && c->x[c->num - 1] < c->x[0] ? -1 : 1, last = -INFINITY;
  for (int i = 0; i < c->num; i++)
    last = fmax(last, w->cycle > 0 ? floor(sign * c->x[i] / w->cycle - 1e-9) : 0);
  double before = NAN;
  for (int i = 0; i < c->num; i++) {
    double x = c->x[i], n = 0;
    if (w->cycle > 0) n = floor(sign * x / w->cycle + 1e-9), x = sign * x - w->cycle * n;
    if (w->last && w->cycle > 0 && n < last) continue;
    if (w->cycle > 0 && i && n != before) fputc('\n', g);
    before = n;
    if (isfinite(x) && isfinite(c->y[i])) fprintf(g, "%.10g %.10g\n", x, c->y[i]);
  }
}

static void labelled(const char *name, const char *unit, char out[2 * NAME + 10])
{
  snprintf(out, 2 * NAME + 10, unit[0] ? "%s (%s)" : "%s", name, unit);
}

static void put_text(FILE *g, const char *what, const char *text)
{
  fprintf(g, "set %s ", what);
  gud_gnuplot_text(g, text);
  fputs(" noenhanced\n", g);
}

/* The commands of one picture, for both formats. */
static void put_picture(FILE *g, const Args *w, const Curve *first, const char *file, int format)
{
  static const char *const colours[] = {"#1f5fa8", "#d9822b", "#3f8f4f", "#b23a3c", "#3a9ca0", "#8a63a6",
                                        "#8a6d3b", "#c25b83", "#5b6875", "#a8a83a", "#2f2f2f", "#e06fae"};
  char                     x[2 * NAME + 10], y[2 * NAME + 10];
  fprintf(g, "set terminal %s size 1000,%d\nset output ", format ? "svg background rgb 'white'" : "pngcairo",
          120 + 300 * w->num_probes);
  char path[2 * NAME];
  snprintf(path, sizeof path, "plots/%s.%s", file, format ? "svg" : "png");
  gud_gnuplot_path(g, w->folder[0], path);
  fprintf(g, "\nset multiplot layout %d,1\n", w->num_probes);
  if (w->spectrum && w->over) snprintf(x, sizeof x, "order, per turn of %s, Hann window", w->over);
  else if (w->spectrum) snprintf(x, sizeof x, "frequency (Hz), Hann window");
  else labelled(w->over ? w->over : "t", w->over ? first[0].x_unit : "s", x);
  for (int k = 0; k < w->num_probes; k++) {
    labelled(w->probe[k], first[k].unit, y);
    put_text(g, "ylabel", y);
    put_text(g, "xlabel", x);
    if (w->cycle > 0) fprintf(g, "set xrange [0:%.10g]\nset xtics %.10g\n", w->cycle, w->cycle / 8);
    fputs("plot ", g);
    for (int f = 0; f < w->num_folders; f++) {
      fprintf(g, "%s$d%d_%d with lines lw 1.6 lc rgb '%s' ", f ? ", " : "", k, f,
              colours[f % GUD_COUNT(colours)]);
      if (w->num_folders == 1) fputs("notitle", g);
      else fputs("title ", g), gud_gnuplot_text(g, w->folder[f]);
    }
    fputc('\n', g);
  }
  fputs("unset multiplot\n", g);
}

static int write_script(const Args *w, const char *path, const char *file)
{
  Curve first[MAX_PROBES] = {{0}};
  int   good              = 1;
  FILE *g                 = fopen(path, "w");
  if (!g) {
    fprintf(stderr, "error: cannot write %s: %s\n", path, strerror(errno));
    return 0;
  }
  fprintf(g,
          "set grid lt 1 lw 1 lc rgb '#dddddd'\nset border lc rgb '#666666'\nset format '%%.5g'\nset key "
          "noenhanced\n%s%s",
          w->log ? "set logscale y\n" : "", w->logx ? "set logscale x\n" : "");
  for (int k = 0; k < w->num_probes && good; k++)
    for (int f = 0; f < w->num_folders && good; f++) {
      Curve c = {0};
      good    = read_curve(w, w->folder[f], w->probe[k], &c) && convert(w->unit                 ? w->unit
                                                                        : f && first[k].unit[0] ? first[k].unit
                                                                                                : NULL,
                                                                     w->probe[k], &c);
      if (good && w->spectrum) to_spectrum(&c, w->over != NULL);
      if (good && !c.num) {
        fprintf(stderr, "error: %s: nothing to draw for '%s'%s\n", w->folder[f], w->probe[k],
                w->spectrum && w->over ? ": an order spectrum needs an angle that makes a whole turn" : "");
        good = 0;
      }
      if (good) fprintf(g, "$d%d_%d << GUD_END\n", k, f), put_data(g, w, &c), fputs("GUD_END\n", g);
      if (good && !f) memcpy(first[k].unit, c.unit, NAME), memcpy(first[k].x_unit, c.x_unit, NAME);
      free_curve(&c);
    }
  for (int format = 0; format < 2 && good; format++) put_picture(g, w, first, file, format);
  int bad = ferror(g);
  bad |= fclose(g);
  return good && !bad;
}

PetscErrorCode GudPlotCurves(const GudCurves *given, int *code)
{
  Args w;
  char path[GUD_PATH_SIZE], name[NAME] = "", file[NAME];
  PetscFunctionBeginUser;
  *code = GUD_BAD_INPUT;
  if (!read_args(given, &w) || (!w.num_probes && !take_all(&w))) PetscFunctionReturn(PETSC_SUCCESS);
  snprintf(name, sizeof name, "%s_%.40s_%.40s", w.spectrum ? "spectrum" : "curves",
           given->probes ? w.probe[0] : "all", w.over ? w.over : "");
  name[strlen(name) - !w.over] = '\0';
  gud_file_name_of(name, file, sizeof file);
  snprintf(path, sizeof path, "%s/plots", w.folder[0]);
  if (mkdir(path, 0777) && errno != EEXIST) {
    fprintf(stderr, "error: cannot make %s: %s\n", path, strerror(errno));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  snprintf(path, sizeof path, "%s/plots/plot.gp", w.folder[0]);
  if (!write_script(&w, path, file)) PetscFunctionReturn(PETSC_SUCCESS);
  if (gud_gnuplot_run(w.folder[0], "plots/plot.gp"))
    fprintf(stderr, "error: gnuplot failed on %s (is it installed?)\n", path), *code = GUD_FAILED;
  else printf("%s/plots/%s.png\n", w.folder[0], file), *code = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}
