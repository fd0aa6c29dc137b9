/* Files of results that several commands read and write. */
#include "study/files.h"

#include "base/clean.h"
#include "study/run_record.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void gud_default_folder(const char *model, char *out, size_t size)
{
  const char *base = strrchr(model, '/'), *dot;
  base             = base ? base + 1 : model;
  dot              = strrchr(base, '.');
  snprintf(out, size, "results/%.*s", dot ? (int)(dot - base) : (int)strlen(base), base);
}

int gud_holds_results(const char *folder)
{
  static const char *const files[] = {"run.log", "probes.csv", "checkpoint.bin", NULL};
  char                     path[GUD_PATH_SIZE];
  for (int i = 0; files[i]; i++) {
    snprintf(path, sizeof path, "%.*s/%s", GUD_MAX_FOLDER, folder, files[i]);
    if (!access(path, F_OK)) return 1;
  }
  return 0;
}

int gud_study_folder(const char *model, const char *suffix, const char *given, char out[GUD_MAX_FOLDER + 1])
{
  char        standard[400];
  const char *path = given ? given : standard;
  int         lock, e;
  gud_default_folder(model, standard, sizeof standard - strlen(suffix) - 1);
  strcat(standard, suffix);
  e = gud_make_folder(path);
  if (!e) snprintf(out, GUD_MAX_FOLDER + 1, "%s", path);
  if (e) fprintf(stderr, "error: cannot make the folder %s: %s\n", path, strerror(e));
  else if ((e = gud_lock_folder(path, "study.lock", &lock)) == EAGAIN)
    fprintf(stderr, "error: another sweep is running in %s, or another study\n", path);
  else if (e) fprintf(stderr, "error: cannot lock the folder %s: %s\n", path, strerror(e));
  return !e;
}

FILE *gud_open_beside(const char *folder, const char *name, char tmp[GUD_PATH_SIZE])
{
  snprintf(tmp, GUD_PATH_SIZE, "%s/%s.tmp", folder, name);
  FILE *f = fopen(tmp, "w");
  if (!f) fprintf(stderr, "error: cannot write %s: %s\n", tmp, strerror(errno));
  return f;
}

int gud_close_beside(const char *folder, const char *name, const char *tmp, FILE *f)
{
  char path[GUD_PATH_SIZE];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  int bad = ferror(f) | fflush(f) | (fsync(fileno(f)) && errno != EINVAL);
  bad |= fclose(f);
  if (!bad) bad = rename(tmp, path);
  if (bad) fprintf(stderr, "error: cannot write %s: %s\n", path, strerror(errno));
  return !bad;
}

char *gud_csv_line(const char *folder, const char *name, int number)
{
  char   path[GUD_PATH_SIZE], *line = NULL;
  size_t cap = 0;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *f = fopen(path, "r");
  if (!f) return NULL;
  ssize_t n = -1;
  for (int i = 0; i <= number; i++) n = getline(&line, &cap, f);
  fclose(f);
  if (n < 0) {
    free(line);
    return NULL;
  }
  line[strcspn(line, "\r\n")] = '\0';
  return gud_clean(line);
}

const char *gud_cut_unit(char *name)
{
  size_t n     = strlen(name);
  char  *begin = strstr(name, " [");
  if (!begin || name[n - 1] != ']') return "";
  *begin = name[n - 1] = '\0';
  return begin + 2;
}

int gud_csv_column(const char *header, const char *name)
{
  size_t n = strlen(name);
  int    k = 0;
  for (const char *s = header; s; s = gud_csv_cell(s, 1), k++)
    if (!strncmp(s, name, n) && (strchr(",\r\n", s[n]) || !strncmp(s + n, " [", 2))) return k;
  return -1;
}

const char *gud_csv_cell(const char *line, int column)
{
  for (; column > 0 && line; column--) {
    line = strchr(line, ',');
    if (line) line++;
  }
  return column < 0 ? NULL : line;
}

double gud_csv_number(const char *line, int column)
{
  const char *cell = gud_csv_cell(line, column);
  char       *end;
  double      x = cell ? strtod(cell, &end) : NAN;
  return cell && end == cell ? NAN : x;
}

void gud_probe_unit_of(const GudRunRecord *record, const char *name, char *unit, size_t size)
{
  const char *const keys[] = {"probes", name, "unit", NULL};
  gud_run_record_text(record, keys, unit, size);
}

char *gud_csv_names(const char *folder, const char *name)
{
  char *line = gud_csv_line(folder, name, 0), *to = line;
  for (const char *s = line; s && *s;) {
    const char *unit = strncmp(s, " [", 2) ? NULL : strpbrk(s, "],");
    if (unit && *unit == ']' && (!unit[1] || unit[1] == ',')) s = unit + 1;
    else *to++ = *s++;
  }
  if (to) *to = '\0';
  return line;
}

void gud_csv_text(FILE *f, const char *text)
{
  if (!strpbrk(text, ",\" ")) {
    fputs(text, f);
    return;
  }
  fputc('"', f);
  for (; *text; text++) {
    if (*text == '"') fputc('"', f);
    fputc(*text, f);
  }
  fputc('"', f);
}
