/* gudgeon compare: amplification of the probes of one run against another one, as of a joint with clearance against an ideal one.

   (A1) AP = max |x| / max |x_reference| - 1, both over all steps from `settle` on: min and max of summary.csv
   DIR/amplification.csv: one row for each probe that both runs have. AP is left empty where the reference is 0. */
#include "cli/commands.h"
#include "output/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  char *names, *values; /* the two lines of summary.csv */
} Summary;

static int read_summary(const char *folder, Summary *s)
{
  s->names  = gud_csv_names(folder, "summary.csv");
  s->values = gud_csv_line(folder, "summary.csv", 1);
  if (!s->values)
    fprintf(stderr, "error: %s/summary.csv: cannot be read; it is written at the end of a run\n", folder);
  return s->values != NULL;
}

/* Does a name of this length end in one of gud_value_words, behind a point? Where the point is; 0: no. */
static size_t point_of(const char *name, size_t length, int value)
{
  size_t n = strlen(gud_value_words[value]);
  if (length < n + 2 || name[length - n - 1] != '.') return 0;
  return strncmp(name + length - n, gud_value_words[value], n) ? 0 : length - n - 1;
}

/* A value of the probe with this name; NaN: there is none. */
static double value_of(const Summary *s, const char *probe, size_t length, int which)
{
  const char *name = s->names, *value = s->values;
  for (;; name++, value++) {
    size_t n = strcspn(name, ",");
    if (point_of(name, n, which) == length && !strncmp(name, probe, length)) return strtod(value, NULL);
    name += n, value += strcspn(value, ",");
    if (!*name || !*value) return NAN;
  }
}

static double largest(const Summary *s, const char *probe, size_t length)
{
  double min = value_of(s, probe, length, GUD_VALUE_MIN), max = value_of(s, probe, length, GUD_VALUE_MAX);
  return isnan(min) || isnan(max) ? NAN : fmax(fabs(min), fabs(max));
}

/* All probes that both have, to the file and to the terminal; how many. */
static int put_rows(const Summary *run, const Summary *reference, FILE *f)
{
  int num = 0;
  for (const char *name = run->names; *name; name += strcspn(name, ","), name += *name == ',') {
    size_t n = point_of(name, strcspn(name, ","), GUD_VALUE_MIN);
    if (!n) continue;
    double a = largest(run, name, n), b = largest(reference, name, n), ap = 100 * (a / b - 1);
    if (isnan(a) || isnan(b)) continue;
    if (!num++) {
      fprintf(f, "probe,largest,reference,ap_percent\n");
      printf("%-28s %16s %16s %12s\n", "probe", "largest |value|", "reference", "AP (%)");
    }
    fprintf(f, "%.*s,%.15g,%.15g,", (int)n, name, a, b);
    printf("%-28.*s %16.9g %16.9g ", (int)n, name, a, b);
    if (b > 0) fprintf(f, "%.15g", ap), printf("%12.6g", ap);
    else printf("%12s", "-");
    fputc('\n', f), putchar('\n');
  }
  return num;
}

static int compare(const char *folder, const char *reference)
{
  Summary a = {0}, b = {0};
  char    tmp[GUD_PATH_SIZE];
  int     code = GUD_BAD_INPUT;
  if (read_summary(folder, &a) && read_summary(reference, &b)) {
    FILE *f   = gud_open_beside(folder, "amplification.csv", tmp);
    int   num = f ? put_rows(&a, &b, f) : 0;
    if (!f) {
      code = GUD_FAILED;
    } else if (!num) {
      fprintf(stderr, "error: %s and %s have no probe in common\n", folder, reference);
      fclose(f), remove(tmp);
    } else {
      code = gud_close_beside(folder, "amplification.csv", tmp, f) ? 0 : GUD_FAILED;
      if (!code) printf("table: %s/amplification.csv\n", folder);
    }
  }
  free(a.names), free(a.values), free(b.names), free(b.values);
  return code;
}

typedef struct {
  const char *folder, *reference;
} Args;

static const GudArg args[] = {
  {"FOLDER", NULL, "results of a run", GUD_ARG_TEXT, offsetof(Args, folder), "which results?"},
  {"REFERENCE_FOLDER", NULL, "those of the other run", GUD_ARG_TEXT, offsetof(Args, reference),
   "which results?"},
};

static PetscErrorCode run(const void *given, int *code)
{
  const Args *w = given;
  PetscFunctionBeginUser;
  *code = compare(w->folder, w->reference);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudCommand gud_command_compare = {
  .name     = "compare",
  .usage    = "compare FOLDER REFERENCE_FOLDER",
  .summary  = "amplification of each probe: largest value over that of another run, less 1",
  .args     = args,
  .num_args = GUD_COUNT(args),
  .size     = sizeof(Args),
  .plain    = 1,
  .run      = run,
};
