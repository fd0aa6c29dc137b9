/* The group `film:` of a joint with clearance: contact/joint_film.h. */
#include "contact/joint_film.h"

#include <stdio.h>
#include <string.h>

enum { WHY = 200 };

static const double turn = 6.283185307179586476925286766559;

/* clang-format off */
#define GUD_OIL(name, a, b, c) "|" #name
const char gud_film_oils[] = "none"
#include "lubrication/oils.def"
  ;
#undef GUD_OIL
/* clang-format on */

#define GUD_PATTERN(word, C, r, least, A1, a1, a2, a3, A2) "|" word
const char gud_film_patterns[] = ""
#include "lubrication/patterns.def"
  ;
#undef GUD_PATTERN

/* The model of the film; auto: by the slenderness L/D of the bearing. */
static const GudFilmModel *film_choice(const GudFilmParams *f, const GudFilmGap *gap)
{
  double slender = gap->length / (2 * gap->radius);
  if (f->model > 0) return gud_films[f->model - 1];
  for (int i = 0; gud_films[i]; i++)
    if (slender >= gud_films[i]->auto_from && slender <= gud_films[i]->auto_to) return gud_films[i];
  return gud_films[0];
}

/* Viscosity at the given temperature; NaN: not given. */
static double viscosity(const GudFilmParams *f)
{
#define GUD_OIL(name, a, b, c) {a, b, c},
  static const double oils[][3] = {
    {0},
#include "lubrication/oils.def"
  };
#undef GUD_OIL
  if (!isnan(f->viscosity)) return f->viscosity;
  if (f->oil) return oils[f->oil][0] * exp(oils[f->oil][1] / (f->temperature + oils[f->oil][2]));
  if (f->vogel[0] > 0) return f->vogel[0] * exp(f->vogel[1] / (f->temperature + f->vogel[2]));
  if (f->table.n > 1) {
    int k = 1;
    while (k < f->table.n - 1 && f->table.x[k] < f->temperature) k++;
    double x = (f->temperature - f->table.x[k - 1]) / (f->table.x[k] - f->table.x[k - 1]);
    x        = fmax(0, fmin(1, x));
    return exp((1 - x) * log(f->table.y[k - 1]) + x * log(f->table.y[k])); /* straight in the logarithm */
  }
  return NAN;
}

int gud_film_rough(const GudFilmParams *f, const GudFilmGap *gap)
{
  return gap->mixed && f->sigma > 0;
}

static GudRough make_rough(const GudFilmParams *f, const GudFilmGap *gap)
{
  double E = isnan(f->modulus) ? gap->modulus : f->modulus;
  return (GudRough){.sigma    = f->sigma,
                    .pattern  = f->pattern,
                    .share    = f->share,
                    .pressure = gud_asperity_factor(f->number, f->slope) * E,
                    .friction = f->boundary,
                    .slip     = f->slip};
}

/* Is it in a body that it need not say? */
static int all_round(const GudOpeningParams *o)
{
  return o->width > turn - 1e-9;
}

/* The film's axes are those of the journal if an opening of its is in them. */
static void add_openings(const GudFilmParams *f, GudWet *w)
{
  GudFilm *film = &w->film;
  for (int k = 0; k < GUD_FILM_OPENINGS && f->opening[k].on; k++) {
    const GudOpeningParams *o = &f->opening[k];
    int                     n = film->num_openings++;
    w->supply[n]              = o->supply;
    film->opening[n]          = (GudOpening){.angle    = o->angle,
                                             .at       = o->at,
                                             .width    = o->width > 0 ? o->width : 0,
                                             .length   = o->length > 0 ? o->length : 0,
                                             .diameter = o->diameter > 0 ? o->diameter : 0};
    if (o->on == GUD_OPENING_JOURNAL && !all_round(o)) film->inner = 1;
  }
  if (film->inner) film->rough.share = 1 - film->rough.share;
}

/* NULL, or what is wrong with the list. *which: item. */
static const char *openings_fault(const GudFilmParams *f, const GudFilmGap *gap, int *which)
{
  const GudOpeningParams *first = NULL;
  int                     ended = 0;
  for (int k = 0; k < GUD_FILM_OPENINGS; k++) {
    const GudOpeningParams *o    = &f->opening[k];
    int                     hole = o->diameter > 0, groove = o->width > 0 || o->length > 0;
    double                  size = hole ? o->diameter : o->length;
    *which                       = k + 1;
    if (!o->on) {
      ended = 1;
      continue;
    }
    if (ended) return "an opening that is in none stands before one that is";
    if (hole == groove) return "give width and length of a groove, or the diameter of a hole";
    if (groove && (!(o->width > 0) || !(o->length > 0))) return "a groove needs width and length";
    if (groove && o->width > turn + 1e-9) return "a groove covers at most 360 deg";
    if (hole && !(o->diameter < 2 * gap->radius)) return "the hole is wider than the journal";
    if (fabs(o->at) + 0.5 * size > (0.5 + 1e-9) * gap->length)
      return "it reaches beyond the ends of the bearing";
    if (groove && all_round(o)) continue;
    if (first && first->on != o->on)
      return "openings in the bearing and in the journal at once are not supported, except grooves all round";
    if (!first) first = o;
  }
  return NULL;
}

/* NULL, or what is wrong with the shape of the bearing. */
static const char *shape_fault(const GudFilmParams *f, const GudFilmGap *gap)
{
  const GudTable *t = &f->profile, *b = &f->barrel;
  double          least = 0, lowest = 0;
  if (!t->n && !b->n) return NULL;
  if (gap->mixed && !gud_film_rough(f, gap))
    return "film.profile, film.barrel: model lubricated, or mixed with film.sigma (dry contact knows round "
           "bearings only)";
  if (t->n && t->x[t->n - 1] - t->x[0] > turn * (1 + 1e-9))
    return "film.profile: the angles span more than a turn";
  for (int k = 0; k < t->n; k++) least = k ? fmin(least, t->y[k]) : t->y[k];
  for (int k = 0; k < b->n; k++) lowest = k ? fmin(lowest, b->y[k]) : b->y[k];
  return gap->clearance + least + lowest > 0 ? NULL
                                             : "film.profile and film.barrel take away all of the clearance";
}

GudWet gud_film_make(const GudFilmParams *f, const GudFilmGap *gap)
{
  double mu = viscosity(f), half = 0.5 * gap->length, R = gap->radius, c = gap->clearance;
  GudWet w = {.on = gap->on, .ball = gap->ball, .meet = c};
  if (!w.on) return w;
  w.roughness = gap->mixed && !gud_film_rough(f, gap) ? f->roughness : 0;
  w.squeeze   = (GudSqueeze){R, c + w.roughness, mu, f->cavitation, f->wedge};
  if (gap->ball) return w;
  w.model = film_choice(f, gap);
  w.film  = (GudFilm){.radius     = R,
                      .clearance  = c + w.roughness,
                      .length     = gap->length,
                      .viscosity  = mu,
                      .cavitation = f->cavitation,
                      .shear      = f->shear,
                      .barus      = f->barus,
                      .nx         = f->nx,
                      .ny         = f->ny,
                      .ends       = f->ends,
                      .fill       = f->fill};
  if (gud_film_rough(f, gap)) w.film.rough = make_rough(f, gap);
  add_openings(f, &w);
  w.film.shape.around = (GudShapeCurve){f->profile.n, f->profile.x, f->profile.y};
  w.film.shape.wears  = gap->wears && gud_film_rough(f, gap);
  w.film.shape.along  = (GudShapeCurve){f->barrel.n, f->barrel.x, f->barrel.y};
  if (gap->space) w.zeta[0] = -half, w.zeta[1] = half;
  return w;
}

GudStatus gud_film_check(const GudFilmParams *f, const GudFilmGap *gap, char *why)
{
  if (!gap->on) return GUD_OK;
  int ways = !isnan(f->viscosity) + (f->vogel[0] > 0) + (f->table.n > 1);
  if (f->oil && ways) {
    snprintf(why, WHY, "film.oil gives the viscosity: leave out film.viscosity, film.vogel and film.table");
    return GUD_FATAL;
  }
  if (!(viscosity(f) > 0)) {
    snprintf(why, WHY, "a film needs film.viscosity, film.oil, film.vogel or film.table");
    return GUD_FATAL;
  }
  if (gap->ball) return GUD_OK;
  if (!(gap->length > 0)) {
    snprintf(why, WHY, "a film in a journal bearing needs 'length'");
    return GUD_FATAL;
  }
  if (!gap->mixed && f->sigma > 0) {
    snprintf(why, WHY, "film.sigma: asperities carry in model mixed only, not in model lubricated");
    return GUD_FATAL;
  }
  if (gap->mixed && !gud_film_rough(f, gap) && (f->boundary > 0 || !isnan(f->modulus))) {
    snprintf(why, WHY,
             "film.boundary_friction and film.asperity_modulus belong to film.sigma, which is not given");
    return GUD_FATAL;
  }
  int         which;
  const char *lies = openings_fault(f, gap, &which);
  if (lies) {
    snprintf(why, WHY, "film.openings, item %d: %s", which, lies);
    return GUD_FATAL;
  }
  GudWet      w   = gud_film_make(f, gap);
  const char *bad = shape_fault(f, gap);
  if (!bad && w.model->fault) bad = w.model->fault(w.model, &w.film);
  if (bad) {
    snprintf(why, WHY, "%s", bad);
    return GUD_FATAL;
  }
  return GUD_OK;
}

/* What a closed film carries too much, in percent: interpolated in logarithms and continued with the last slope. */
static double excess(const GudFilmModel *model, double slender)
{
  const double(*x)[2] = model->excess;
  int k               = 1;
  while (k < GUD_FILM_EXCESS - 1 && x[k][0] < slender) k++;
  return x[k][1] * pow(slender / x[k][0], log(x[k][1] / x[k - 1][1]) / log(x[k][0] / x[k - 1][0]));
}

int gud_film_warn(const GudFilmParams *f, const GudFilmGap *gap, char *why, size_t size)
{
  double slender = gap->length / (2 * gap->radius);
  if (!gap->on || !(gap->length > 0)) return 0; /* no film, or a ball */
  const GudFilmModel *model     = film_choice(f, gap);
  int                 automatic = f->model == 0;
  const char         *what      = automatic ? "film model auto takes" : "film model";
  if (!model->excess) { /* the full equation */
    if (automatic) snprintf(why, size, "%s %s for L/D = %.3g", what, model->name, slender);
    return automatic;
  }
  if (!automatic && slender >= model->trusted_from && slender <= model->trusted_to) return 0;
  double more = excess(model, slender);
  snprintf(why, size, "%s %s at L/D = %.3g: it carries about %.*f %% too much (at eccentricity 1/2)", what,
           model->name, slender, more < 10, more);
  return 1;
}
