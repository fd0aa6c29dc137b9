/* gudgeon plot FOLDER: pictures through gnuplot, png and svg.

   Without options everything that is there: each probe and the energies against time, the bearing diagrams of joints with clearance, the surfaces of bearings and what they bore, the Poincare map of the first two
   recorded probes, the bifurcation diagram of each recorded probe of a sweep. With options only what they ask for. Names
   and units of the probes are in run.json (of a sweep: in that of its first point). */
#include "cli/commands.h"
#include "cli/gnuplot.h"
#include "text/units.h"
#include "study/run_record.h"

#include "base/clean.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_PLOTS = 40, NAME = 80 };

enum { ORBIT, PHASE, LOOP, MAP, BIFURCATION, SWEEP, NUM_KINDS };

typedef struct {
  GudCurves   curves; /* the folders, and the arguments that go with --probes */
  GudTexts    kind[NUM_KINDS];
  const char *circle, *behind;
  int         wrap;
  const char *waterfall;
  int         campbell;
} Args;

static const GudArg args[] = {
  {"FOLDER", NULL, "results of a run", GUD_ARG_TEXTS, offsetof(Args, curves.folders), "which results?"},
  {"--orbit", "x,y", "orbit of two probes, equal scales; with --circle R", GUD_ARG_TEXTS,
   offsetof(Args, kind[ORBIT]), NULL},
  {"--phase", "x,v", "phase portrait", GUD_ARG_TEXTS, offsetof(Args, kind[PHASE]), NULL},
  {"--loop", "x,y", "any probe against any other, as for hysteresis", GUD_ARG_TEXTS,
   offsetof(Args, kind[LOOP]), NULL},
  {"--map", "x,y", "Poincare map: points of poincare.csv", GUD_ARG_TEXTS, offsetof(Args, kind[MAP]), NULL},
  {"--bifurcation", "y", "points of a sweep against its parameter", GUD_ARG_TEXTS,
   offsetof(Args, kind[BIFURCATION]), NULL},
  {"--sweep", "y", "a column of sweep.csv against its parameter", GUD_ARG_TEXTS, offsetof(Args, kind[SWEEP]),
   NULL},
  {"--campbell", NULL, "eigenvalues of a sweep of mode analyses over its parameter", GUD_ARG_FLAG,
   offsetof(Args, campbell), NULL},
  {"--waterfall", "PROBE", "spectra of a probe over the parameter of a sweep", GUD_ARG_TEXT,
   offsetof(Args, waterfall), NULL},
  {"--circle", "R", "circle of clearance: a number or a parameter of the model", GUD_ARG_TEXT,
   offsetof(Args, circle), NULL},
  {"--with-sweep", "DIR", "with a branch of periodic motions: the points of this sweep, too", GUD_ARG_TEXT,
   offsetof(Args, behind), NULL},
  {"--wrap", NULL, "angles within one turn", GUD_ARG_FLAG, offsetof(Args, wrap), NULL},
  {"--from", "T", "begin at this time", GUD_ARG_NUMBER, offsetof(Args, curves.from), NULL, GUD_TIME, 0},
  {"--to", "T", "end at this time", GUD_ARG_NUMBER, offsetof(Args, curves.to), NULL, GUD_TIME, 0},
  {"--probes", "a,b", "these probes, one picture above the other; one colour for each FOLDER", GUD_ARG_TEXT,
   offsetof(Args, curves.probes), NULL},
  {"--over", "PROBE", "with --probes: against this probe instead of time", GUD_ARG_TEXT,
   offsetof(Args, curves.over), NULL},
  {"--cycle", "DEG", "with --over: folded into cycles of this angle", GUD_ARG_NUMBER,
   offsetof(Args, curves.cycle), NULL, GUD_ANGLE, 3.14159265358979323846 / 180},
  {"--last", NULL, "with --cycle: the last cycle only", GUD_ARG_FLAG, offsetof(Args, curves.last), NULL},
  {"--unit", "UNIT", "with --probes: unit of the values", GUD_ARG_TEXT, offsetof(Args, curves.unit), NULL},
  {"--spectrum", NULL, "with --probes: spectra; with --over of an angle: over orders", GUD_ARG_FLAG,
   offsetof(Args, curves.spectrum), NULL},
  {"--log", NULL, "with --probes: logarithmic values", GUD_ARG_FLAG, offsetof(Args, curves.log), NULL},
  {"--logx", NULL, "with --probes: logarithmic abscissa", GUD_ARG_FLAG, offsetof(Args, curves.logx), NULL},
};

/* One kind of picture: y against x. */
typedef struct {
  const char *option, *file;
  int         names;  /* probes in its option: 2, or 1 against the first column (the value of a sweep) */
  int         x;      /* with 1: that column */
  int         time;   /* column of t */
  int         points; /* dots instead of lines */
  int         equal;  /* equal scales, square */
  int         circle; /* a circle of clearance may be drawn */
  const char *title;
} Kind;

/* clang-format off */
static const Kind kinds[NUM_KINDS] = {
  {"orbit",       "probes.csv",      2, 0, 1, 0, 1, 1, "orbit"},
  {"phase",       "probes.csv",      2, 0, 1, 0, 0, 0, "phase portrait"},
  {"loop",        "probes.csv",      2, 0, 1, 0, 0, 0, "loop"},
  {"map",         "poincare.csv",    2, 0, 2, 1, 0, 0, "Poincare map"},
  {"bifurcation", "bifurcation.csv", 1, 1, 3, 1, 0, 0, "bifurcation diagram"},
  {"sweep",       "sweep.csv",       1, 2, 0, 1, 0, 0, "sweep"},
};
/* clang-format on */

typedef struct {
  const Kind *kind;
  char        name[2][NAME]; /* x, y */
} Plot;

typedef struct {
  const char  *folder;
  GudRunRecord record; /* run.json there */
  const char  *circle, *behind;
  double       from, to;
  int          wrap;
  Plot         plots[MAX_PLOTS];
  int          num; /* asked for */
  FILE        *g;
  int          drawn;
  char        *header; /* of the file in hand */
} Work;

/* ---- arguments ---- */

static int complain(const char *text, const char *word)
{
  fprintf(stderr, "error: %s%s%s\n", text, word ? " " : "", word ? word : "");
  return 0;
}

static int add_plot(Work *w, const Kind *kind, const char *x, size_t length, const char *y)
{
  if (w->num == MAX_PLOTS) return complain("too many plots", NULL);
  Plot *p = &w->plots[w->num++];
  p->kind = kind;
  snprintf(p->name[0], NAME, "%.*s", (int)length, x);
  snprintf(p->name[1], NAME, "%s", y);
  return 1;
}

static int read_plot(Work *w, const Kind *kind, const char *value)
{
  const char *comma = strchr(value, ',');
  if (kind->names == 1 && !comma && *value) return add_plot(w, kind, "", 0, value);
  if (kind->names == 2 && comma && comma > value && comma[1] && !strchr(comma + 1, ','))
    return add_plot(w, kind, value, (size_t)(comma - value), comma + 1);
  char text[100];
  snprintf(text, sizeof text, "--%s takes %s, found", kind->option,
           kind->names == 1 ? "a probe" : "two probes: x,y");
  return complain(text, value);
}

static int read_args(const Args *given, Work *w)
{
  const GudCurves *c = &given->curves;
  if (c->unit) return complain("--unit needs --probes: which of them shall have it?", NULL);
  w->folder = c->folders.text[0], w->behind = given->behind, w->circle = given->circle, w->wrap = given->wrap;
  w->from = isnan(c->from) ? -INFINITY : c->from, w->to = isnan(c->to) ? INFINITY : c->to;
  for (int k = 0; k < NUM_KINDS; k++)
    for (int i = 0; i < given->kind[k].num; i++)
      if (!read_plot(w, &kinds[k], given->kind[k].text[i])) return 0;
  return 1;
}

/* ---- files ---- */

/* The header of a csv into w->header, its number of columns; 0 if it is not there. */
static int read_header(Work *w, const char *name)
{
  free(w->header);
  w->header = gud_csv_line(w->folder, name, 0);
  int n     = w->header ? 1 : 0;
  for (const char *s = w->header; s && *s; s++) n += *s == ',';
  return n;
}

/* Name of column k (from 1) of the header; empty if there are fewer. */
static void column_name(const Work *w, int k, char name[NAME])
{
  const char *s = w->header;
  for (int i = 1; i < k && s; i++) s = strchr(s, ','), s = s ? s + 1 : NULL;
  snprintf(name, NAME, "%.*s", s ? (int)strcspn(s, ",") : 0, s ? s : "");
  gud_cut_unit(name);
}

/* The unit behind a name in the header; empty: there is none. */
static void unit_of(const Work *w, const char *name, char unit[NAME])
{
  char column[NAME];
  unit[0] = '\0';
  for (const char *s = w->header; s; s = strchr(s, ','), s = s ? s + 1 : NULL) {
    snprintf(column, NAME, "%.*s", (int)strcspn(s, ","), s);
    const char *found = gud_cut_unit(column);
    if (!strcmp(column, name)) snprintf(unit, NAME, "%s", found);
  }
  if (!*unit && strcmp(name, "t")) gud_probe_unit_of(&w->record, name, unit, NAME);
}

/* Its number, 0 if there is none. */
static int find_column(const Work *w, int num, const char *name)
{
  char found[NAME];
  for (int k = 1; k <= num; k++) {
    column_name(w, k, found);
    if (!strcmp(found, name)) return k;
  }
  return 0;
}

/* A text of run.json, of a sweep of its first point; 0 if it is not there. */
static int look_up(const Work *w, const char *const *keys, char out[NAME])
{
  static const char *const where[] = {"", "/points/0001"};
  int                      found   = 0;
  for (int i = 0; i < GUD_COUNT(where) && !found; i++) {
    char path[GUD_PATH_SIZE];
    snprintf(path, sizeof path, "%s%s", w->folder, where[i]);
    GudRunRecord r = gud_run_record_open(path);
    found          = gud_run_record_text(&r, keys, out, NAME);
    gud_run_record_close(&r);
  }
  return found;
}

/* ---- drawing: every picture is written twice, as png and as svg ---- */

static const char *const style =
  "set datafile separator ','\nset grid lt 1 lw 1 lc rgb '#dddddd'\nset border lc rgb "
  "'#666666'\nset format '%.6g'\nset key noenhanced\nset samples 361\n"
  "set title noenhanced font ',14'\nset style line 1 lc rgb '#1f5fa8' lw 2\n"
  "set style line 2 lc rgb '#1f5fa8' lw 1.2\n"
  "set style line 3 lc rgb '#1f5fa8' pt 7 ps 0.25\n"
  "set style line 4 lc rgb '#c0504d' lw 1.5 dt 2\n";

enum { FORMATS = 2 };

static void open_picture(Work *w, int format, const char *name, int square)
{
  static const char *const terminal[FORMATS] = {"pngcairo", "svg background rgb 'white'"};
  char                     base[3 * NAME], file[3 * NAME + 20];
  snprintf(file, sizeof file, "plots/%s.%s", gud_file_name_of(name, base, sizeof base),
           format ? "svg" : "png");
  fprintf(w->g, "set terminal %s size %s\nset output ", terminal[format], square ? "800,800" : "1000,600");
  gud_gnuplot_path(w->g, w->folder, file);
  fputc('\n', w->g);
  if (!format) w->drawn++;
}

/* set xlabel 'crank_angle (rad)' */
static void put(Work *w, const char *what, const char *text, const char *end)
{
  fprintf(w->g, "set %s ", what);
  gud_gnuplot_text(w->g, text);
  fputs(end, w->g);
}

/* "crank_angle (rad)" */
static void label(const Work *w, const char *name, char out[2 * NAME])
{
  char unit[NAME];
  unit_of(w, name, unit);
  if (*unit && strcmp(unit, "-")) snprintf(out, 2 * NAME, "%.79s (%.70s)", name, unit);
  else snprintf(out, 2 * NAME, "%s", name);
}

/* Largest magnitude in column k (from 1) of a csv. */
static double largest(const Work *w, const char *name, int k)
{
  char   path[GUD_PATH_SIZE], *line = NULL;
  size_t cap  = 0;
  double most = 0;
  snprintf(path, sizeof path, "%s/%s", w->folder, name);
  FILE *f = fopen(path, "r");
  for (int row = 0; f && getline(&line, &cap, f) > 0; row++) {
    const char *s = row ? line : NULL;
    for (int i = 1; i < k && s; i++) s = strchr(s, ','), s = s ? s + 1 : NULL;
    double v = s ? fabs(strtod(s, NULL)) : 0;
    if (isfinite(v)) most = fmax(most, v);
  }
  free(line);
  if (f) fclose(f);
  return most;
}

/* Label and expression of a column in the unit that suits values up to `most`; angles stay as they are, for --wrap. */
static double in_unit(const Work *w, const char *name, int k, double most, char text[2 * NAME], char out[240])
{
  char   unit[NAME];
  double factor = 1;
  unit_of(w, name, unit);
  const char *shown = strcmp(unit, "rad") ? gud_plot_unit(unit, most, &factor) : unit;
  if (factor == 1) return 1;
  snprintf(text, 2 * NAME, "%.79s (%.70s)", name, shown);
  snprintf(out, 240, "(%.10g*$%d)", factor, k);
  return factor;
}

/* A column as gnuplot sees it; with --wrap angles between -pi and pi, a line interrupted where it leaves one end. */
static void column(const Work *w, int k, int points, char out[240])
{
  char name[NAME], unit[NAME];
  column_name(w, k, name);
  unit_of(w, name, unit);
  if (!w->wrap || strcmp(unit, "rad")) snprintf(out, 240, "($%d)", k);
  else if (points) snprintf(out, 240, "($%d-2*pi*floor(($%d+pi)/(2*pi)))", k, k);
  else
    snprintf(out, 240, "(c%d=$%d-2*pi*floor(($%d+pi)/(2*pi)), j%d=abs(c%d-o%d)>pi, o%d=c%d, j%d?NaN:c%d)", k,
             k, k, k, k, k, k, k, k, k);
}

/* The times that were asked for. */
static void window(const Work *w, int time, char out[120])
{
  out[0] = '\0';
  if (time && (isfinite(w->from) || isfinite(w->to)))
    snprintf(out, 120, "$%d<%.15g||$%d>%.15g?NaN:", time, isfinite(w->from) ? w->from : -1e300, time,
             isfinite(w->to) ? w->to : 1e300);
}

static void against_time(Work *w, int num)
{
  char name[NAME], text[2 * NAME], keep[120], unit[NAME];
  window(w, 1, keep);
  for (int k = 2; k <= num; k++) {
    double factor;
    column_name(w, k, name);
    unit_of(w, name, unit);
    const char *shown = gud_plot_unit(unit, largest(w, "probes.csv", k), &factor);
    snprintf(text, sizeof text, *shown && strcmp(shown, "-") ? "%.79s (%.70s)" : "%.79s", name, shown);
    for (int format = 0; format < FORMATS; format++) {
      open_picture(w, format, name, 0);
      put(w, "title", name, "\nset xlabel 't (s)'\n");
      put(w, "ylabel", text, " noenhanced\nplot ");
      gud_gnuplot_path(w->g, w->folder, "probes.csv");
      fprintf(w->g, " skip 1 using 1:(%s%.10g*$%d) with lines ls 1 notitle\n", keep, factor, k);
    }
  }
}

/* Columns of a csv with a value that counts: above 1e-9 of the largest one. Bit k: column k (from 1). */
static unsigned columns_that_count(const Work *w, const char *name)
{
  char   path[GUD_PATH_SIZE], *line = NULL;
  size_t cap      = 0;
  double most[32] = {0}, all = 0;
  snprintf(path, sizeof path, "%s/%s", w->folder, name);
  FILE    *f    = fopen(path, "r");
  unsigned bits = 0;
  for (int row = 0; f && getline(&line, &cap, f) > 0; row++) {
    int k = 1;
    for (const char *s = line; s && row && k < 32; s = strchr(s, ','), s = s ? s + 1 : NULL, k++)
      most[k] = fmax(most[k], fabs(strtod(s, NULL)));
  }
  for (int k = 2; k < 32; k++) all = fmax(all, most[k]);
  for (int k = 2; k < 32; k++)
    if (most[k] > 1e-9 * all) bits |= 1u << k;
  free(line);
  if (f) fclose(f);
  return bits;
}

static void draw_energy(Work *w)
{
  static const char *const colours[] = {"#1f5fa8", "#d9822b", "#3f8f4f", "#b23a3c", "#3a9ca0", "#8a63a6",
                                        "#8a6d3b", "#c25b83", "#5b6875", "#a8a83a", "#2f2f2f"};
  char                     name[NAME];
  int                      num  = read_header(w, "energy.csv"), drawn;
  unsigned                 bits = num >= 2 ? columns_that_count(w, "energy.csv") : 0;
  if (num >= 2 && !bits) bits = 1u << 2;
  for (int format = 0; format < FORMATS && num >= 2; format++) {
    open_picture(w, format, "energy", 0);
    fputs("set title 'energy'\nset xlabel 't (s)'\nset ylabel 'energy, work (J)'\nset key outside\nplot ",
          w->g);
    drawn = 0;
    for (int k = 2; k <= num && k < 32; k++) {
      if (!(bits >> k & 1)) continue;
      column_name(w, k, name);
      if (drawn) fputs(", ", w->g);
      gud_gnuplot_path(w->g, w->folder, "energy.csv");
      fprintf(w->g, " skip 1 using 1:%d with lines lw 2 lc rgb '%s' title ", k,
              colours[drawn++ % GUD_COUNT(colours)]);
      gud_gnuplot_text(w->g, name);
    }
    fputc('\n', w->g);
  }
}

/* Radius of the circle: a number, or a parameter of the model; by default its parameter `clearance`. NaN: none. */
static double radius(const Work *w)
{
  char   text[NAME];
  double r = w->circle ? gud_number_of(w->circle) : NAN;
  if (isfinite(r)) return r;
  const char *const keys[] = {"parameters", w->circle ? w->circle : "clearance", "value", NULL};
  return look_up(w, keys, text) ? gud_number_of(text) : NAN;
}

/* 1 if a table has so few rows that its points must be drawn large to be seen. */
static int few(const Work *w, const char *name)
{
  char path[GUD_PATH_SIZE];
  int  rows = 0, c;
  snprintf(path, sizeof path, "%s/%s", w->folder, name);
  FILE *f = fopen(path, "r");
  while (f && rows < 300 && (c = getc(f)) != EOF) rows += c == '\n';
  if (f) fclose(f);
  return rows < 300;
}

static int draw(Work *w, const Plot *p)
{
  const Kind *k = p->kind;
  char        name[2][NAME], text[2][2 * NAME], using[2][240], keep[120], file[3 * NAME], title[NAME] = "",
                                                                                   heading[2 * NAME];
  int num = read_header(w, k->file), col[2] = {k->x, 0};
  if (!num) {
    fprintf(stderr, "error: %s/%s cannot be read: it is needed for --%s\n", w->folder, k->file, k->option);
    return 0;
  }
  for (int i = 2 - k->names; i < 2; i++) {
    col[i] = find_column(w, num, p->name[i]);
    if (col[i]) continue;
    fprintf(stderr, "error: %s/%s has no column '%s'\n", w->folder, k->file, p->name[i]);
    return 0;
  }
  if (col[0] > num) {
    fprintf(stderr, "error: %s/%s has no column %d\n", w->folder, k->file, col[0]);
    return 0;
  }
  for (int i = 0; i < 2; i++) {
    column_name(w, col[i], name[i]);
    label(w, name[i], text[i]);
    column(w, col[i], k->points, using[i]);
    fprintf(w->g, "o%d=0\n", col[i]);
  }
  static const char *const title_key[] = {"title", NULL};
  look_up(w, title_key, title);
  if (strlen(title) > 60) { /* cut behind a word */
    title[60]   = '\0';
    char *blank = strrchr(title, ' ');
    strcpy(blank ? blank : title + 57, "...");
  }
  snprintf(heading, sizeof heading, "%s%s%s", title, *title ? ": " : "", k->title);
  window(w, k->time, keep);
  double r = k->circle ? radius(w) : NAN, most[2], factor = 1;
  if (k->circle && w->circle && !isfinite(r)) {
    fprintf(stderr, "error: --circle: '%s' is neither a number nor a parameter in run.json\n", w->circle);
    return 0;
  }
  for (int i = 0; i < 2; i++) most[i] = largest(w, k->file, col[i]);
  if (k->equal) most[0] = most[1] = fmax(fmax(most[0], most[1]), isfinite(r) ? r : 0);
  for (int i = 0; i < 2; i++) factor = in_unit(w, name[i], col[i], most[i], text[i], using[i]);
  r *= factor; /* equal scales: both columns have this factor */
  if (k->names == 1) snprintf(file, sizeof file, "%s_%s", k->option, name[1]);
  else snprintf(file, sizeof file, "%s_%s_%s", k->option, name[0], name[1]);
  for (int format = 0; format < FORMATS; format++) {
    open_picture(w, format, file, k->equal);
    put(w, "title", heading, "\n");
    put(w, "xlabel", text[0], " noenhanced\n");
    put(w, "ylabel", text[1], " noenhanced\n");
    fprintf(w->g,
            "set key top right\nset offsets graph 0.03, graph 0.03, graph 0.03, graph 0.03\nset size ratio "
            "%d\nplot ",
            k->equal ? -1 : 0);
    gud_gnuplot_path(w->g, w->folder, k->file);
    fprintf(w->g, " skip 1 using %s:(%s%s) with %s notitle", using[0], keep, using[1],
            !k->points        ? "lines ls 2"
            : few(w, k->file) ? "points ls 3 ps 0.7"
                              : "points ls 3");
    if (isfinite(r))
      fprintf(
        w->g,
        ", '+' using (%.15g*cos(2*pi*$0/360)):(%.15g*sin(2*pi*$0/360)) with lines ls 4 title 'radius %.6g'",
        r, r, r);
    fputs("\nset size noratio\n", w->g);
  }
  return 1;
}

static void say_nothing_is_there(const char *folder)
{
  fprintf(stderr, "error: there are no results of gudgeon in %s: no probes.csv, sweep.csv, branch.csv ...\n",
          folder);
}

/* Nothing to draw by itself: a sweep without sections is drawn column by column, a convergence study has its pictures. */
static void say_what_is_there(Work *w)
{
  char path[GUD_PATH_SIZE], name[NAME];
  int  num = read_header(w, "sweep.csv");
  snprintf(path, sizeof path, "%s/converge.csv", w->folder);
  if (num > 0) {
    fprintf(stderr,
            "error: %s holds a sweep without sections: draw a column of its table by --sweep NAME. Columns:",
            w->folder);
    for (int i = 3; i <= num; i++) {
      column_name(w, i, name);
      fprintf(stderr, "%s %s", i > 3 ? "," : "", name);
    }
    fprintf(stderr, "\n");
  } else if (!access(path, F_OK)) {
    fprintf(stderr, "error: %s holds a convergence study: its pictures are there already, converge_*.png\n",
            w->folder);
  } else {
    say_nothing_is_there(w->folder);
  }
}

/* Everything that is there. */
static int draw_all(Work *w)
{
  char name[2][NAME];
  int  num = read_header(w, "probes.csv"), good = 1;
  if (num) against_time(w, num), draw_energy(w);
  w->drawn += gud_plot_bearings(w->g, w->folder);
  w->drawn += gud_plot_surfaces(w->g, w->folder);
  w->drawn += gud_plot_polar(w->g, w->folder);
  w->drawn += gud_plot_branch(w->g, w->folder, w->behind);
  num = read_header(w, "poincare.csv");
  if (num >= 4) {
    column_name(w, 3, name[0]), column_name(w, 4, name[1]);
    add_plot(w, &kinds[MAP], name[0], strlen(name[0]), name[1]);
  }
  num = read_header(w, "bifurcation.csv");
  for (int k = 4; k <= num && w->num < MAX_PLOTS; k++) {
    column_name(w, k, name[1]);
    add_plot(w, &kinds[BIFURCATION], "", 0, name[1]);
  }
  for (int i = 0; i < w->num && good; i++) good = draw(w, &w->plots[i]);
  if (good && !w->drawn) {
    say_what_is_there(w);
    good = 0;
  }
  return good;
}

/* Is there a table that is drawn, or whose pictures are elsewhere? Nothing is made in a folder of something else. */
static int holds_tables(const char *folder)
{
  static const char *const tables[] = {"probes", "sweep", "branch",   "poincare", "bifurcation",
                                       "joints", "modes", "converge", "wear"};
  char                     path[GUD_PATH_SIZE];
  for (int i = 0; i < GUD_COUNT(tables); i++) {
    snprintf(path, sizeof path, "%s/%s.csv", folder, tables[i]);
    if (!access(path, F_OK)) return 1;
  }
  say_nothing_is_there(folder);
  return 0;
}

/* A folder whose name may be written into a gnuplot script. */
static int usable(const char *folder)
{
  if (strlen(folder) > GUD_MAX_FOLDER) return complain("the name of the folder is too long", NULL);
  struct stat info;
  if (stat(folder, &info)) fprintf(stderr, "error: %s: no such folder\n", folder);
  else if (S_ISDIR(info.st_mode)) return holds_tables(folder);
  else fprintf(stderr, "error: %s is a file: plot takes the folder of a run, as results/NAME\n", folder);
  return 0;
}

/* Is one of the pictures asked for that --probes does not go with? */
static int other_pictures(const Args *w)
{
  int num = w->wrap || w->circle;
  for (int k = 0; k < NUM_KINDS; k++) num += w->kind[k].num;
  return num > 0;
}

/* Curves of probes in one picture: those that are named, or all. */
static int wants_curves(const GudCurves *c)
{
  return c->probes || c->folders.num > 1 || c->over || c->spectrum || c->log || c->logx || c->last ||
         !isnan(c->cycle);
}

static PetscErrorCode run(const void *given_, int *code)
{
  const Args *given = given_;
  char        path[GUD_PATH_SIZE];
  PetscFunctionBeginUser;
  if (given->campbell || given->waterfall) {
    if (given->curves.folders.num > 1)
      *code = GUD_BAD_INPUT, complain("--campbell and --waterfall take one sweep", NULL);
    else *code = gud_plot_campbell(&given->curves, given->campbell, given->waterfall);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (wants_curves(&given->curves)) {
    if (other_pictures(given))
      *code = GUD_BAD_INPUT,
      complain("curves (--probes, --over, --spectrum, several folders ...) go with no other kind of picture",
               NULL);
    else PetscCall(GudPlotCurves(&given->curves, code));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  Work *w    = gud_alloc(sizeof *w);
  int   good = read_args(given, w) && usable(w->folder);
  *code      = GUD_BAD_INPUT;
  if (good) {
    snprintf(path, sizeof path, "%s/plots", w->folder);
    good = !mkdir(path, 0777) || errno == EEXIST;
    snprintf(path, sizeof path, "%s/plots/plot.gp", w->folder);
    w->g = good ? fopen(path, "w") : NULL;
    if (!w->g) fprintf(stderr, "error: cannot write %s: %s\n", path, strerror(errno)), *code = GUD_FAILED;
  }
  if (w->g) {
    fputs(style, w->g);
    w->record = gud_run_record_open(w->folder);
    if (!w->num) good = draw_all(w);
    else
      for (int i = 0; i < w->num && good; i++) good = draw(w, &w->plots[i]);
    gud_run_record_close(&w->record);
    int bad = ferror(w->g) | fclose(w->g);
    if (good && (bad || gud_gnuplot_run(w->folder, "plots/plot.gp")))
      fprintf(stderr, "error: gnuplot failed on %s (is it installed?)\n", path), *code = GUD_FAILED;
    else if (good) printf("%d plots in %s/plots\n", w->drawn, w->folder), *code = 0;
  }
  free(w->header), free(w);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudCommand gud_command_plot = {
  .name     = "plot",
  .usage    = "plot FOLDER... [--probes a,b [--over P]] [--orbit x,y] [--map x,y]",
  .summary  = "png and svg of probes, orbits, Poincare maps, bifurcation diagrams (gnuplot)",
  .args     = args,
  .num_args = GUD_COUNT(args),
  .size     = sizeof(Args),
  .plain    = 1,
  .run      = run,
};
