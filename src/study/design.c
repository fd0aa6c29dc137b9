#include "study/design.h"

#include "base/diag.h"
#include "study/sample.h"
#include "text/units.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What every function of the reader needs. */
typedef struct {
  const GudStudy *study;
  const char     *option, *text; /* "--over" and its argument, for messages */
  GudArena       *arena;
} Reader;

static int wrong(const Reader *rd, const char *what)
{
  return gud_study_say(rd->study, "error: %s, found %s %s", what, rd->option, rd->text);
}

static int add_value(const Reader *rd, GudOver *o, const char *text, size_t length)
{
  if (o->num == GUD_MAX_DESIGN) return wrong(rd, "too many values");
  o->value           = gud_resize(o->value, sizeof(char *) * (size_t)(o->num + 1));
  o->value[o->num++] = gud_arena_trimmed(rd->arena, text, length);
  if (strlen(o->value[o->num - 1]) > 280) return wrong(rd, "a value is too long");
  return *o->value[o->num - 1] ? 1 : wrong(rd, "an empty value");
}

/* A number and its unit, of which the first number of a row decides how values are written. */
static int read_number(const Reader *rd, GudOver *o, const char *text, size_t length, double *x, GudDim *dim)
{
  char   *copy  = gud_arena_trimmed(rd->arena, text, length), *unit, one[120], why[GUD_UNIT_WHY];
  GudUnit u     = {.factor = 1};
  double  given = strtod(copy, &unit);
  *x            = gud_number_of(copy);
  if (!isfinite(*x) || strlen(unit) > 80) return 0;
  while (*unit == ' ') unit++;
  if (*unit && !gud_unit_parse(unit, &u, why)) return 0;
  *dim = u.dim;
  if (o->unit[0] || o->factor != 0) return 1;
  unit = copy + (strlen(copy) - strlen(unit));
  if (unit > copy && unit[-1] == ' ') unit--; /* "20 um": values are written with the blank, too */
  snprintf(o->unit, sizeof o->unit, "%s", unit);
  snprintf(one, sizeof one, "1%s", o->unit);
  o->factor = given != 0 ? *x / given : gud_number_of(one);
  return 1;
}

/* from:to[:count] */
static int read_range(const Reader *rd, GudOver *o, const char *range, int log)
{
  const char *second = strchr(range, ':') + 1, *third = strchr(second, ':');
  size_t      length = third ? (size_t)(third - second) : strlen(second);
  GudDim      dim[2];
  char       *end, text[GUD_VALUE_SIZE];
  if (!read_number(rd, o, range, (size_t)(second - 1 - range), &o->a, &dim[0]) ||
      !read_number(rd, o, second, length, &o->b, &dim[1]))
    return wrong(rd, "from and to must be numbers");
  if (log && !(o->a > 0 && o->b > 0)) return wrong(rd, "--log needs positive values");
  o->kind = log ? GUD_OVER_LOG : GUD_OVER_UNIFORM;
  if (!third) return 1;
  long num = strtol(third + 1, &end, 10);
  if (end == third + 1 || *end || num < 2) return wrong(rd, "count must be an integer of at least 2");
  if (num > GUD_MAX_DESIGN) return wrong(rd, "count is above 100000");
  o->kind = GUD_OVER_LIST;
  for (long i = 0; i < num; i++) {
    double f = (double)i / (double)(num - 1), v = log ? o->a * pow(o->b / o->a, f) : o->a + f * (o->b - o->a);
    if (i == num - 1) v = o->b;
    gud_over_text(o, v, text, sizeof text);
    if (!add_value(rd, o, text, strlen(text))) return 0;
  }
  return 1;
}

/* word(a, b) */
static int read_distribution(const Reader *rd, GudOver *o, const char *text)
{
  static const struct {
    const char *word;
    GudOverKind kind;
  } kinds[] = {{"uniform", GUD_OVER_UNIFORM}, {"normal", GUD_OVER_NORMAL}, {"lognormal", GUD_OVER_LOGNORMAL}};
  const char *open = strchr(text, '('), *comma = strchr(text, ','), *close = strrchr(text, ')');
  size_t      length = (size_t)(open - text);
  GudDim      dim[2];
  int         k = 0;
  while (k < 3 && (strlen(kinds[k].word) != length || strncmp(text, kinds[k].word, length))) k++;
  if (k == 3)
    return wrong(rd, "a distribution is uniform(from, to), normal(mean, deviation) or lognormal(median, "
                     "deviation of the logarithm)");
  if (!comma || comma < open || !close || close[1] || close < comma ||
      !read_number(rd, o, open + 1, (size_t)(comma - open - 1), &o->a, &dim[0]) ||
      !read_number(rd, o, comma + 1, (size_t)(close - comma - 1), &o->b, &dim[1]))
    return wrong(rd, "a distribution has two numbers in brackets");
  o->kind = kinds[k].kind;
  if (o->kind == GUD_OVER_LOGNORMAL ? !gud_dim_none(dim[1]) : !gud_dim_equal(dim[0], dim[1]))
    return wrong(rd, o->kind == GUD_OVER_LOGNORMAL
                       ? "the deviation of a logarithm has no unit"
                       : "the two numbers of a distribution have different units");
  if (o->kind != GUD_OVER_UNIFORM && !(o->b > 0)) return wrong(rd, "a deviation must be above 0");
  if (o->kind == GUD_OVER_LOGNORMAL && !(o->a > 0)) return wrong(rd, "a median must be above 0");
  return 1;
}

int gud_over_read(GudOver *o, const GudStudy *study, const char *option, const char *text, int log,
                  GudArena *arena)
{
  Reader      rd    = {study, option, text, arena};
  const char *equal = strchr(text, '=');
  if (!equal || equal == text || equal - text >= (long)sizeof o->name || !equal[1])
    return wrong(&rd, "parameters are written as name=from:to:count, name=v1,v2,... or name=distribution");
  snprintf(o->name, sizeof o->name, "%.*s", (int)(equal - text), text);
  if (strchr(equal, '(')) return read_distribution(&rd, o, equal + 1);
  if (strchr(equal, ':')) return read_range(&rd, o, equal + 1, log);
  for (const char *s = equal + 1;; s++) {
    size_t n = strcspn(s, ",");
    if (!add_value(&rd, o, s, n)) return 0;
    s += n;
    if (!*s) return 1;
  }
}

void gud_over_text(const GudOver *o, double x, char *out, unsigned size)
{
  snprintf(out, size, "%.15g%.80s", x / o->factor, o->unit);
}

/* ---- the design ---- */

static int read_sample(GudDesign *ds, const GudStudy *study, const char *text)
{
  static const char *const words[] = {[GUD_GRID]            = "",
                                      [GUD_SAMPLE_LHS]      = "lhs",
                                      [GUD_SAMPLE_SOBOL]    = "sobol",
                                      [GUD_SAMPLE_SALTELLI] = "saltelli",
                                      [GUD_SAMPLE_RANDOM]   = "random"};
  const char              *colon   = strchr(text, ':');
  char                    *end;
  int                      k = 1;
  long                     n = colon ? strtol(colon + 1, &end, 10) : 0;
  while (k < 5 && colon &&
         (strlen(words[k]) != (size_t)(colon - text) || strncmp(text, words[k], strlen(words[k]))))
    k++;
  if (!colon || k == 5 || end == colon + 1 || *end || n < 2)
    return gud_study_say(
      study,
      "error: --sample is written as lhs:N, sobol:N, saltelli:N or random:N with N of at least "
      "2, found %s",
      text);
  ds->sampling = (GudSampling)k, ds->count = (int)(n < GUD_MAX_DESIGN ? n : GUD_MAX_DESIGN + 1);
  n        = k == GUD_SAMPLE_SALTELLI ? n * (ds->num_over + 2) : n;
  ds->num  = (int)(n < GUD_MAX_DESIGN ? n : GUD_MAX_DESIGN + 1);
  int most = k == GUD_SAMPLE_SALTELLI ? GUD_MAX_SOBOL / 2
             : k == GUD_SAMPLE_SOBOL  ? GUD_MAX_SOBOL
                                      : GUD_MAX_OVER;
  if (ds->num_over > most)
    return gud_study_say(study, "error: --sample %s takes at most %d parameters", words[k], most);
  return 1;
}

static int make_grid(GudDesign *ds, const GudStudy *study)
{
  ds->num = 1;
  for (int i = 0; i < ds->num_over; i++) {
    const GudOver *o = &ds->over[i];
    if (o->kind != GUD_OVER_LIST)
      return gud_study_say(
        study, "error: '%s' has no count of values and no list: a range or a distribution needs --sample",
        o->name);
    ds->num = ds->num <= GUD_MAX_DESIGN / o->num ? ds->num * o->num : GUD_MAX_DESIGN + 1;
  }
  return 1;
}

static void make_sample(GudDesign *ds, uint64_t seed)
{
  static void (*const make[])(int n, int d, uint64_t seed, double *u) = {
    NULL, gud_sample_lhs, gud_sample_sobol, gud_sample_saltelli, gud_sample_random};
  ds->u = gud_alloc(sizeof(double) * (size_t)ds->num * (size_t)ds->num_over);
  make[ds->sampling](ds->count, ds->num_over, seed, ds->u);
}

int gud_design_read(GudDesign *ds, const GudStudy *study, const GudDesignArgs *args)
{
  double seed = isnan(args->seed) ? 1 : args->seed;
  if (args->over.num > GUD_MAX_OVER)
    return gud_study_say(study, "error: more than %d parameters in --over", GUD_MAX_OVER);
  for (int i = 0, log = 0; i < args->over.num; i++) {
    const char *text = args->over.text[i];
    if (!gud_over_read(&ds->over[i], study, "--over", text, args->log, &ds->arena)) return 0;
    ds->num_over++;
    log |= strchr(text, ':') != NULL;
    if (args->log && i == args->over.num - 1 && !log)
      return gud_study_say(study, "error: --log needs name=from:to:count, found %s", text);
    for (int j = 0; j < i; j++)
      if (!strcmp(ds->over[i].name, ds->over[j].name))
        return gud_study_say(study, "error: '%s' is given in two --over", ds->over[i].name);
  }
  if (!(seed >= 0 && seed < 9e15 && seed == floor(seed)))
    return gud_study_say(study, "error: --seed takes a whole number, found %g", seed);
  if (!args->sample && !isnan(args->seed)) return gud_study_say(study, "error: --seed needs --sample");
  if (!(args->sample ? read_sample(ds, study, args->sample) : make_grid(ds, study))) return 0;
  if (ds->num > GUD_MAX_DESIGN)
    return gud_study_say(study, "error: too many points: at most %d are possible", GUD_MAX_DESIGN);
  if (args->sample) make_sample(ds, (uint64_t)seed);
  return 1;
}

int gud_design_level(const GudDesign *ds, int point, int over)
{
  const GudOver *o = &ds->over[over];
  if (ds->u) {
    int k = (int)(ds->u[(long)point * ds->num_over + over] * o->num);
    return k < o->num ? k : o->num - 1;
  }
  for (int i = ds->num_over - 1; i > over; i--) point /= ds->over[i].num;
  return point % o->num;
}

const char *gud_design_value(const GudDesign *ds, int point, int over, char out[GUD_VALUE_SIZE])
{
  const GudOver *o = &ds->over[over];
  if (o->kind == GUD_OVER_LIST) {
    snprintf(out, GUD_VALUE_SIZE, "%.300s", o->value[gud_design_level(ds, point, over)]);
    return out;
  }
  double u = ds->u[(long)point * ds->num_over + over], x = NAN;
  switch (o->kind) {
  case GUD_OVER_UNIFORM: x = o->a + u * (o->b - o->a); break;
  case GUD_OVER_LOG: x = o->a * pow(o->b / o->a, u); break;
  case GUD_OVER_NORMAL: x = o->a + o->b * gud_normal_quantile(u); break;
  case GUD_OVER_LOGNORMAL: x = o->a * exp(o->b * gud_normal_quantile(u)); break;
  default: break;
  }
  gud_over_text(o, x, out, GUD_VALUE_SIZE);
  return out;
}

void gud_design_free(GudDesign *ds)
{
  for (int i = 0; i < GUD_MAX_OVER; i++) free(ds->over[i].value);
  free(ds->u);
  gud_arena_free(&ds->arena);
}
