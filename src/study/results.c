#include "study/results.h"

#include "base/diag.h"
#include "model/probe.h"
#include "output/summary.h"
#include "study/files.h"
#include "text/units.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t name_length(const char *s)
{
  size_t n = 0;
  while (isalnum((unsigned char)s[n]) || s[n] == '_' || s[n] == '-' ||
         (s[n] == '.' && isalnum((unsigned char)s[n + 1])))
    n++;
  return n;
}

static const GudProbe *find_probe(const GudModel *m, const char *name, size_t length)
{
  for (int i = 0; i < m->num_probes; i++)
    if (strlen(m->probes[i].name) == length && !strncmp(m->probes[i].name, name, length))
      return &m->probes[i];
  return NULL;
}

static int unknown(const GudModel *m, const char *name, char why[GUD_RESULT_WHY])
{
  const char *known[200];
  char        hint[GUD_HINT_SIZE], probe[160];
  int         num = 0;
  for (int i = 0; i < m->num_probes && num < GUD_COUNT(known); i++) known[num++] = m->probes[i].name;
  snprintf(probe, sizeof probe, "%s", name);
  char *dot = strrchr(probe, '.');
  if (dot && find_probe(m, probe, (size_t)(dot - probe)))
    snprintf(why, GUD_RESULT_WHY, "'%s': a probe has max, min, mean, rms, last and at(TIME)", name);
  else if (find_probe(m, name, strlen(name)))
    snprintf(why, GUD_RESULT_WHY, "'%s' is a probe: say which of its values, as %s.max", name, name);
  else {
    if (dot) *dot = '\0';
    snprintf(why, GUD_RESULT_WHY, "the model has no probe '%s'%s", probe, gud_hint(hint, probe, known, num));
  }
  return 0;
}

/* "(0.5 s)" behind PROBE.at */
static int read_at(const char **text, GudResult *r, char why[GUD_RESULT_WHY])
{
  const char *close = strchr(*text, ')');
  char        inner[60];
  snprintf(inner, sizeof inner, "%.*s", **text == '(' && close ? (int)(close - *text - 1) : 0, *text + 1);
  int bare;
  if (!gud_quantity_of(inner, (GudDim)GUD_TIME, &r->at, &bare)) {
    snprintf(why, GUD_RESULT_WHY, "at is written with an instant, as PROBE.at(0.5 s)");
    return 0;
  }
  *text = close + 1;
  return 1;
}

/* Columns of summary.csv that belong to no probe. */
static int is_statistic(const GudModel *m, const char *name)
{
  if (gud_output_find(gud_sum_columns, GUD_NUM_SUMS, name) >= 0 ||
      gud_output_find(gud_orbit_columns, GUD_NUM_ORBIT_COLUMNS, name) >= 0)
    return 1;
  for (int i = 0; i < m->num_forces; i++) {
    size_t n = strlen(m->forces[i].name);
    if (!strncmp(name, m->forces[i].name, n) && name[n] == '.') return 1;
  }
  return 0;
}

/* A mode's frequency, or the value named behind its name (at `end`). */
static int mode_result(GudResult *r, int end, const char **unit, char why[GUD_RESULT_WHY])
{
  static const int others[] = {GUD_MODE_GROWTH, GUD_MODE_DAMPING};
  int              column   = r->name[end] ? -1 : GUD_MODE_FREQUENCY;
  for (int k = 0; k < GUD_COUNT(others) && r->name[end]; k++)
    if (!strcmp(r->name + end + 1, gud_mode_columns[others[k]].name)) column = others[k];
  if (column < 0) {
    snprintf(why, GUD_RESULT_WHY, "'%s': a mode has %s and %s; its name alone is the frequency", r->name,
             gud_mode_columns[others[0]].name, gud_mode_columns[others[1]].name);
    return 0;
  }
  r->kind = GUD_RESULT_MODE, *unit = gud_mode_columns[column].unit;
  snprintf(r->key, sizeof r->key, "%s", gud_mode_columns[column].name);
  return 1;
}

int gud_result_parse(const char **text, const GudModel *m, GudResult *r, const char **unit,
                     char why[GUD_RESULT_WHY])
{
  const char *begin = *text, *none = "-";
  size_t      n = name_length(begin);
  if (!unit) unit = &none;
  *r    = (GudResult){.at = NAN};
  *unit = "-";
  snprintf(why, GUD_RESULT_WHY, "a result is written as PROBE.max, found '%.60s'", begin);
  if (!n || n >= sizeof r->name - 40) return 0;
  snprintf(r->name, sizeof r->name, "%.*s", (int)n, begin);
  *text += n;
  char *dot = strrchr(r->name, '.');
  int   end = 0;
  r->mode   = gud_mode_of_name(r->name, &end);
  if (r->mode && (!r->name[end] || r->name[end] == '.')) return mode_result(r, end, unit, why);
  const GudProbe *pr = dot ? find_probe(m, r->name, (size_t)(dot - r->name)) : NULL;
  if (pr) *unit = gud_probe_unit(m, pr);
  if (pr && !strcmp(dot, ".at")) {
    r->kind = GUD_RESULT_AT;
    snprintf(r->key, sizeof r->key, "%.*s", (int)(dot - r->name), r->name);
    int good = read_at(text, r, why);
    snprintf(r->name, sizeof r->name, "%.*s", (int)(*text - begin), begin);
    return good;
  }
  snprintf(r->key, sizeof r->key, "%s", r->name);
  for (int k = 0; pr && k < GUD_NUM_VALUES; k++)
    if (!strcmp(dot + 1, gud_value_words[k])) return 1;
  return is_statistic(m, r->name) ? 1 : unknown(m, r->name, why);
}

/* The row of a csv whose first number is nearest to x (NaN: the last row), and that number. */
static double row_near(const char *path, const char *name, double x, double *first, char why[GUD_RESULT_WHY])
{
  FILE  *f       = fopen(path, "r");
  char  *line    = NULL;
  size_t cap     = 0;
  int    column  = -1;
  double nearest = INFINITY, value = NAN;
  *first = NAN;
  snprintf(why, GUD_RESULT_WHY, "cannot read %.300s", path);
  if (!f) return NAN;
  for (int row = 0; getline(&line, &cap, f) > 0; row++) {
    line[strcspn(line, "\r\n")] = '\0';
    if (!row && (column = gud_csv_column(line, name)) < 0) break;
    double at = strtod(line, NULL);
    if (!row || !(isnan(x) || fabs(at - x) < nearest)) continue;
    nearest = fabs(at - x), *first = at, value = gud_csv_number(line, column);
  }
  free(line);
  fclose(f);
  if (column < 0) snprintf(why, GUD_RESULT_WHY, "no column '%.100s' in %.200s", name, path);
  else if (!isfinite(value)) snprintf(why, GUD_RESULT_WHY, "no value of '%.100s' in %.200s", name, path);
  return isfinite(value) ? value : NAN;
}

double gud_result_sample(const char *folder, const char *probe, double at, double *t,
                         char why[GUD_RESULT_WHY])
{
  char path[GUD_PATH_SIZE];
  snprintf(path, sizeof path, "%s/probes.csv", folder);
  double x = row_near(path, probe, at, t, why);
  if (isnan(x) || isnan(at) || fabs(*t - at) <= 1e-9 * fmax(1e-3, fabs(at))) return x;
  snprintf(why, GUD_RESULT_WHY,
           "there is no sample at t = %.9g s, the nearest is at %.9g s (see output: sample)", at, *t);
  return NAN;
}

double gud_result_read(const GudResult *r, const char *folder, char why[GUD_RESULT_WHY])
{
  char   path[GUD_PATH_SIZE];
  double first;
  if (r->kind == GUD_RESULT_AT) return gud_result_sample(folder, r->key, r->at, &first, why);
  snprintf(path, sizeof path, "%s/%s", folder, r->kind == GUD_RESULT_MODE ? "modes.csv" : "summary.csv");
  double x = row_near(path, r->key, r->kind == GUD_RESULT_MODE ? (double)r->mode : (double)NAN, &first, why);
  if (r->kind != GUD_RESULT_MODE || isnan(x) || first == r->mode) return x;
  snprintf(why, GUD_RESULT_WHY, "there is no mode %d in %.300s", r->mode, path);
  return NAN;
}
