#include "study/effects.h"

#include "base/diag.h"
#include "output/label.h"
#include "study/files.h"
#include "text/units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int gud_effects_read(GudEffects *ef, const GudStudy *study, const char *list, const GudModel *m, int plain)
{
  char why[GUD_RESULT_WHY];
  for (const char *s = list; s;) {
    const char *unit;
    while (*s == ' ') s++;
    if (ef->num == GUD_MAX_RESULTS)
      return gud_study_say(study, "error: more than %d results", GUD_MAX_RESULTS);
    GudEffect *e = &ef->effect[ef->num++];
    if (!gud_result_parse(&s, m, &e->what, &unit, why))
      return gud_study_say(study, "error: --result: %s", why);
    gud_label(e->label, e->what.name, unit, plain);
    while (*s == ' ') s++;
    if (*s && *s != ',') return gud_study_say(study, "error: --result: a comma is missing before '%s'", s);
    s = *s ? s + 1 : NULL;
  }
  return 1;
}

/* ---- values ---- */

static double *read_values(const GudResult *r, const GudPoints *points, int num, int *missing)
{
  double *y = gud_alloc(sizeof(double) * (size_t)num);
  char    folder[GUD_PATH_SIZE], why[GUD_RESULT_WHY];
  for (int i = 0; i < num; i++) {
    gud_point_folder(points, i, folder);
    y[i] = points->state[i].done ? gud_result_read(r, folder, why) : NAN;
    if (points->state[i].done && isnan(y[i]) && !(*missing)++)
      gud_study_say(points->study, "warning: %s of point %d: %s", r->name, i + 1, why);
  }
  return y;
}

/* Points that count once in means: of blocks a and b, of which the others are mixtures. */
static void choose_base(GudEffects *ef, const GudDesign *ds)
{
  ef->base = gud_alloc(sizeof(int) * (size_t)ds->num);
  for (int i = 0; i < ds->num; i++)
    if (ds->sampling != GUD_SAMPLE_SALTELLI || i % (ds->num_over + 2) < 2) ef->base[ef->num_base++] = i;
}

/* Parts of parameter j: its values, or of a distribution parts of equal probability with some 20 points each. */
static int count_parts(const GudDesign *ds, int j, int points)
{
  const GudOver *o = &ds->over[j];
  if (o->kind == GUD_OVER_LIST) return o->num;
  return points < 40 ? 2 : points > 20 * GUD_MAX_PARTS ? GUD_MAX_PARTS : points / 20;
}

static int part_of(const GudDesign *ds, int point, int j, int parts)
{
  if (ds->over[j].kind == GUD_OVER_LIST) return gud_design_level(ds, point, j);
  int k = (int)(ds->u[(long)point * ds->num_over + j] * parts);
  return k < parts ? k : parts - 1;
}

static void part_value(const GudDesign *ds, int j, int part, int parts, char out[GUD_VALUE_SIZE])
{
  const GudOver *o = &ds->over[j];
  double         u[GUD_MAX_OVER];
  GudDesign      one = *ds;
  if (o->kind == GUD_OVER_LIST) {
    snprintf(out, GUD_VALUE_SIZE, "%.300s", o->value[part]);
    return;
  }
  u[j]  = (part + 0.5) / parts;
  one.u = u;
  gud_design_value(&one, 0, j, out);
}

static void compute_effect(GudEffects *ef, GudEffect *e, const GudDesign *ds, int j)
{
  int        parts = ef->num_parts[j], n = ef->num_base;
  int       *group = gud_alloc(sizeof(int) * (size_t)n);
  double    *y     = gud_alloc(sizeof(double) * (size_t)n);
  GudSpread *s     = gud_alloc(sizeof *s * (size_t)parts);
  for (int i = 0; i < n; i++) group[i] = part_of(ds, ef->base[i], j, parts), y[i] = e->y[ef->base[i]];
  gud_main_effect(n, group, parts, y, s);
  e->part[j] = gud_alloc(sizeof *e->part[j] * (size_t)parts);
  for (int k = 0; k < parts; k++) {
    e->part[j][k].y = s[k];
    part_value(ds, j, k, parts, e->part[j][k].value);
  }
  free(group), free(y), free(s);
}

static void compute_indices(GudEffect *e, const GudDesign *ds)
{
  int d = ds->num_over, gaussian[GUD_MAX_OVER], levels[GUD_MAX_OVER];
  for (int j = 0; j < d; j++) {
    levels[j]   = ds->over[j].num;
    gaussian[j] = ds->over[j].kind == GUD_OVER_NORMAL || ds->over[j].kind == GUD_OVER_LOGNORMAL;
  }
  if (ds->sampling == GUD_GRID) e->indexed = gud_sobol_grid(d, levels, e->y, e->index);
  else if (ds->sampling == GUD_SAMPLE_SALTELLI)
    e->indexed = gud_sobol_saltelli(ds->count, d, e->y, 1, e->index);
  else {
    double *u = gud_alloc(sizeof(double) * (size_t)ds->num * (size_t)d);
    for (int i = 0; i < ds->num; i++)
      for (int j = 0; j < d; j++)
        u[(long)i * d + j] = ds->over[j].kind == GUD_OVER_LIST
                               ? (gud_design_level(ds, i, j) + 0.5) / levels[j]
                               : ds->u[(long)i * d + j];
    e->indexed = gud_sobol_expansion(ds->num, d, u, gaussian, e->y, e->index, &e->unexplained, &e->terms);
    free(u);
  }
}

/* ---- files ---- */

static int write_results(const GudEffects *ef, const GudDesign *ds, const GudPoints *points,
                         char (*labels)[GUD_LABEL_SIZE])
{
  char  tmp[GUD_PATH_SIZE], value[GUD_VALUE_SIZE];
  FILE *f = gud_open_beside(points->out, "results.csv", tmp);
  if (!f) return 0;
  fputs("point", f);
  for (int j = 0; j < ds->num_over; j++) fprintf(f, ",%s", labels[j]);
  for (int k = 0; k < ef->num; k++) fprintf(f, ",%s", ef->effect[k].label);
  fputc('\n', f);
  for (int i = 0; i < ds->num; i++) {
    fprintf(f, "%d", i + 1);
    for (int j = 0; j < ds->num_over; j++) fputc(',', f), gud_csv_value(f, gud_design_value(ds, i, j, value));
    for (int k = 0; k < ef->num; k++) {
      if (isfinite(ef->effect[k].y[i])) fprintf(f, ",%.15g", ef->effect[k].y[i]);
      else fputc(',', f);
    }
    fputc('\n', f);
  }
  return gud_close_beside(points->out, "results.csv", tmp, f);
}

static int write_statistics(const GudEffects *ef, const GudPoints *points)
{
  char  tmp[GUD_PATH_SIZE];
  FILE *f = gud_open_beside(points->out, "statistics.csv", tmp);
  if (!f) return 0;
  fputs("result,points,mean,sd,error,min", f);
  for (int q = 0; q < GUD_NUM_QUANTILES; q++) fprintf(f, ",q%02.0f", 100 * gud_quantiles[q]);
  fputs(",max\n", f);
  for (int k = 0; k < ef->num; k++) {
    const GudSpread *s = &ef->effect[k].stat;
    gud_csv_text(f, ef->effect[k].label);
    fprintf(f, ",%d,%.15g,%.15g,%.9g,%.15g", s->num, s->mean, s->sd, s->error, s->min);
    for (int q = 0; q < GUD_NUM_QUANTILES; q++) fprintf(f, ",%.15g", s->quantile[q]);
    fprintf(f, ",%.15g\n", s->max);
  }
  return gud_close_beside(points->out, "statistics.csv", tmp, f);
}

static int write_effects(const GudEffects *ef, const GudDesign *ds, const GudPoints *points)
{
  char  tmp[GUD_PATH_SIZE];
  FILE *f = gud_open_beside(points->out, "effects.csv", tmp);
  if (!f) return 0;
  fputs("result,parameter,value,points,mean,error\n", f);
  for (int k = 0; k < ef->num; k++)
    for (int j = 0; j < ds->num_over; j++)
      for (int p = 0; p < ef->num_parts[j]; p++) {
        const GudEffectPart *part = &ef->effect[k].part[j][p];
        gud_csv_text(f, ef->effect[k].label);
        fprintf(f, ",%s,", ds->over[j].name);
        gud_csv_value(f, part->value);
        fprintf(f, ",%d,%.15g,%.9g\n", part->y.num, part->y.mean, part->y.error);
      }
  return gud_close_beside(points->out, "effects.csv", tmp, f);
}

const char *gud_effects_method(const GudDesign *ds)
{
  return ds->sampling == GUD_GRID ? "grid" : ds->sampling == GUD_SAMPLE_SALTELLI ? "blocks" : "expansion";
}

static int write_indices(const GudEffects *ef, const GudDesign *ds, const GudPoints *points)
{
  char  tmp[GUD_PATH_SIZE];
  FILE *f = gud_open_beside(points->out, "indices.csv", tmp);
  if (!f) return 0;
  fputs("result,parameter,first,first_low,first_high,total,total_low,total_high,method,unexplained\n", f);
  for (int k = 0; k < ef->num; k++)
    for (int j = 0; j < ds->num_over && ef->effect[k].indexed; j++) {
      const GudSobol *s = &ef->effect[k].index[j];
      gud_csv_text(f, ef->effect[k].label);
      fprintf(f, ",%s,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%s,%.3g\n", ds->over[j].name, s->first, s->first_low,
              s->first_high, s->total, s->total_low, s->total_high, gud_effects_method(ds),
              ef->effect[k].unexplained);
    }
  return gud_close_beside(points->out, "indices.csv", tmp, f);
}

int gud_effects_write(GudEffects *ef, const GudDesign *ds, const GudPoints *points,
                      char (*labels)[GUD_LABEL_SIZE])
{
  choose_base(ef, ds);
  for (int j = 0; j < ds->num_over; j++) ef->num_parts[j] = count_parts(ds, j, ef->num_base);
  for (int k = 0; k < ef->num; k++) {
    GudEffect *e       = &ef->effect[k];
    int        missing = 0;
    e->y               = read_values(&e->what, points, ds->num, &missing);
    double *some       = gud_alloc(sizeof(double) * (size_t)ef->num_base);
    for (int i = 0; i < ef->num_base; i++) some[i] = e->y[ef->base[i]];
    e->stat = gud_spread(ef->num_base, some);
    free(some);
    for (int j = 0; j < ds->num_over; j++) compute_effect(ef, e, ds, j);
    compute_indices(e, ds);
  }
  return write_results(ef, ds, points, labels) && write_statistics(ef, points) &&
         write_effects(ef, ds, points) && write_indices(ef, ds, points);
}

void gud_effects_free(GudEffects *ef)
{
  for (int k = 0; k < GUD_MAX_RESULTS; k++) {
    free(ef->effect[k].y);
    for (int j = 0; j < GUD_MAX_OVER; j++) free(ef->effect[k].part[j]);
  }
  free(ef->base);
}
