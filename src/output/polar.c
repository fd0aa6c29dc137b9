/* What bearings have borne, over the angle around them: output.polar, a list of joints with a gap and of films on edges. At the end of a run
   polar_NAME.csv (of a group NAME_1, NAME_2 ...) has 120 rows, one for each angle from the bearing's first axis; of the face of a slider for each place along it:

     load_share, load_mean           share of the time in which the journal presses into this sector; the force meanwhile, its mean over the whole time (sum over
                                     all sectors: the mean force). Not of films on edges
     pressure_mean, pressure_max     of oil, asperities and dry walls: mean over time and along the axis; largest
     film_min                        least thickness
     contact_pressure_mean           the part of pressure_mean that solids carry: asperities, walls on a foundation
     severity_mean                   of that pressure times the sliding speed, p v: times Archard's coefficient it is the rate of wear

   Over the accepted steps from `settle` on, means by the trapezoidal rule. It reads states and changes none; a checkpoint keeps what it has seen. */
#include "base/vec3.h"
#include "output/folder.h"
#include "output/label.h"
#include "output/polar.h"
#include "output/reactions.h"
#include "output/sink.h"
#include "solve/solver.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { AROUND = 120, ALONG = 9, PLACES = AROUND * ALONG };
enum { LOAD_SHARE, LOAD, PRESSURE, SOLID, SEVERITY, MEANS, PRESSURE_MAX = MEANS, FILM_MIN, VALUES };
static const double turn = 6.28318530717958647692;

/* One surface: integrals over time of what becomes means (divided when written), extremes, values at the last step */
typedef struct {
  int    force, flat, film; /* film: it has pressure */
  double length;            /* flat: of the face */
  double value[AROUND][VALUES], last[AROUND][MEANS];
} Surface;

typedef struct {
  Surface *surface;
  int      num, seen;
  double   t, time; /* of the last look, and in all */
} Polar;

static int wanted(const GudSink *self, const GudSinkView *v)
{
  (void)self;
  return v->opt->polar.n > 0;
}

static void create(const GudSink *self, void *own, const GudSinkView *v)
{
  Polar          *p = own;
  const GudModel *m = v->so->sys->model;
  (void)self;
  for (int i = 0; i < v->opt->polar.n; i++) {
    int first = gud_model_find_force(m, v->opt->polar.s[i]);
    for (int k = 0; k < gud_model_group_size(m, first); k++) {
      Surface *s = GUD_GROW(p->surface, p->num);
      *s         = (Surface){.force = first + k};
      for (int a = 0; a < AROUND; a++) s->value[a][FILM_MIN] = INFINITY;
    }
  }
}

/* Into which sector the journal presses; -F: F acts on the journal, body b */
static void look_at_load(Surface *s, GudEvaluated *at, const GudFilmSurface *f)
{
  double F[3], M[3];
  if (!at->sys->model->forces[s->force].type->joint) return;
  gud_force_reaction(at, s->force, 1, F, M);
  double x = -gud_dot_real(F, f->axes[0]), y = -gud_dot_real(F, f->axes[1]), size = hypot(x, y);
  int    k = ((int)lround(atan2(y, x) / turn * AROUND) + AROUND) % AROUND;
  if (size > 0) s->last[k][LOAD_SHARE] = 1, s->last[k][LOAD] = size;
}

static void look_at_film(Surface *s, const GudForceArgs *args, const GudFilmGroup *film,
                         const GudFilmSurface *f)
{
  double theta[PLACES], zeta[PLACES], p[PLACES], h[PLACES], fill[PLACES], touch[PLACES] = {0},
                                                                          v[PLACES] = {0};
  for (int k = 0; k < PLACES; k++)
    theta[k] = k / ALONG * turn / AROUND, zeta[k] = ((k % ALONG + 0.5) / ALONG - 0.5) * f->length;
  for (int k = 0; k < PLACES && f->flat; k++) theta[k] = (k / ALONG + 0.5) * turn / AROUND;
  film->pressure(args, PLACES, theta, zeta, p, h);
  if (film->inside) film->inside(args, PLACES, theta, zeta, h, fill, touch);
  int dry = film->sliding && film->sliding(args, PLACES, theta, zeta, v);
  for (int k = 0; k < PLACES; k++) {
    double *last = s->last[k / ALONG], *value = s->value[k / ALONG];
    double  solid = dry ? p[k] : touch[k], all = dry ? p[k] : p[k] + touch[k];
    last[PRESSURE] += all / ALONG, last[SOLID] += solid / ALONG, last[SEVERITY] += solid * v[k] / ALONG;
    value[PRESSURE_MAX] = fmax(value[PRESSURE_MAX], all), value[FILM_MIN] = fmin(value[FILM_MIN], h[k]);
  }
}

static void look_at(Surface *s, GudEvaluated *at)
{
  const GudForceType *type = at->sys->model->forces[s->force].type;
  const GudForceArgs *args = gud_evaluated_force(at, s->force, GUD_LEVEL_FORCE);
  GudFilmSurface      f    = {0};
  memset(s->last, 0, sizeof s->last);
  if (type->film && type->film->surface(args, &f)) {
    s->film = 1, s->flat = f.flat, s->length = f.flat ? turn * f.radius : f.length;
    look_at_film(s, args, type->film, &f);
    if (!f.flat) look_at_load(s, at, &f);
    return;
  }
  for (int k = 0; k < 3; k++) { /* dry: the axes of the bearing */
    gud_vector_value(at->sys->model, at->sys->model->forces[s->force].vector[1 + k], at->p.q, f.axes[k]);
    double size = gud_norm_real(f.axes[k]);
    for (int c = 0; c < 3 && size > 0; c++) f.axes[k][c] /= size;
  }
  look_at_load(s, at, &f);
}

static void look(const GudSink *self, void *own, GudObserver *ob)
{
  Polar        *p  = own;
  GudEvaluated *at = gud_observer_view(ob).so->accepted;
  double        dt = p->seen ? at->p.t - p->t : 0;
  (void)self;
  for (int half = 0; half < 2; half++) {
    for (int i = 0; i < p->num; i++) {
      Surface *s = &p->surface[i];
      if (half) look_at(s, at);
      for (int a = 0; a < AROUND; a++)
        for (int k = 0; k < MEANS; k++) s->value[a][k] += 0.5 * dt * s->last[a][k];
    }
  }
  p->t = at->p.t, p->time += dt, p->seen = 1;
}

static void archive(const GudSink *self, void *own, GudArchive *ar)
{
  Polar *p = own;
  (void)self;
  gud_archive_int(ar, &p->seen, 0, 1, "a flag");
  gud_archive(ar, &p->t, sizeof p->t), gud_archive(ar, &p->time, sizeof p->time);
  for (int i = 0; i < p->num; i++) {
    Surface *s = &p->surface[i];
    gud_archive_int(ar, &s->flat, 0, 1, "a flag"), gud_archive_int(ar, &s->film, 0, 1, "a flag");
    gud_archive(ar, &s->length, sizeof s->length);
    gud_archive(ar, s->value, sizeof s->value),
      gud_archive(ar, s->last, sizeof s->last); /* infinite at first */
  }
}

/* ---- the file ---- */

static const struct {
  const char *name, *unit;
  int         value, of_film, of_edge;
} columns[] = {{"load_share", "-", LOAD_SHARE, 0, 0},     {"load_mean", "N", LOAD, 0, 0},
               {"pressure_mean", "Pa", PRESSURE, 1, 1},   {"pressure_max", "Pa", PRESSURE_MAX, 1, 1},
               {"film_min", "m", FILM_MIN, 1, 1},         {"contact_pressure_mean", "Pa", SOLID, 1, 1},
               {"severity_mean", "W/m^2", SEVERITY, 1, 1}};

static PetscErrorCode write_surface(const Polar *p, const Surface *s, const GudSinkView *v)
{
  const GudModelForce *f     = &v->so->sys->model->forces[s->force];
  int                  plain = v->opt->plain == GUD_HEADER_PLAIN, digits = v->opt->precision;
  char                 path[GUD_MAX_FOLDER + 200], number[20]            = "", label[GUD_LABEL_SIZE];
  PetscFunctionBeginUser;
  int loads = f->type->joint && !s->flat; /* the force of a film on an edge has no sector of its own */
  if (f->group) snprintf(number, sizeof number, "_%d", f->number);
  snprintf(path, sizeof path, "%s/polar_%.100s%s.csv", v->folder, f->group ? f->group : f->name, number);
  FILE *out = fopen(path, "w");
  PetscCheck(out, PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "cannot write %s: %s", path, strerror(errno));
  fprintf(out, "%s",
          s->flat ? gud_label(label, "place", "m", plain) : gud_label(label, "angle", "rad", plain));
  for (int c = 0; c < GUD_COUNT(columns); c++)
    if ((s->film || !columns[c].of_film) && (loads || columns[c].of_edge))
      fprintf(out, ",%s", gud_label(label, columns[c].name, columns[c].unit, plain));
  for (int a = 0; a < AROUND; a++) {
    fprintf(out, "\n%.*g", digits, s->flat ? (a + 0.5) * s->length / AROUND : a * turn / AROUND);
    for (int c = 0; c < GUD_COUNT(columns); c++) {
      int mean = columns[c].value < MEANS;
      if ((s->film || !columns[c].of_film) && (loads || columns[c].of_edge))
        fprintf(out, ",%.*g", digits, s->value[a][columns[c].value] / (mean && p->time > 0 ? p->time : 1));
    }
  }
  fprintf(out, "\n");
  PetscCheck(!fclose(out), PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "cannot write %s: %s", path,
             strerror(errno));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode finish(const GudSink *self, void *own, GudObserver *ob, int open)
{
  GudSinkView v = gud_observer_view(ob);
  Polar      *p = own;
  PetscFunctionBeginUser;
  (void)self;
  for (int i = 0; i < p->num && open && p->seen; i++) PetscCall(write_surface(p, &p->surface[i], &v));
  free(p->surface);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudSink gud_sink_polar = {.name    = "polar",
                                .size    = sizeof(Polar),
                                .files   = {"polar_*.csv"},
                                .wanted  = wanted,
                                .create  = create,
                                .look    = look,
                                .archive = archive,
                                .close   = finish};

/* ---- names ---- */

static int has_surface(const GudModelForce *f)
{
  GudSymbol s = {0};
  if (f->type->joint && f->type->symbol) f->type->symbol(f->type, f->params, &s);
  return f->type->joint ? s.kind == GUD_SYMBOL_PIN && s.journal > 0 : f->type->film != NULL;
}

void gud_polar_check(const GudModel *m, const GudStringList *names, const GudNode *node, GudDiag *diag)
{
  const char *known[200];
  int         num = 0;
  for (int i = 0; i < m->num_forces && num < GUD_COUNT(known); i++)
    if (has_surface(&m->forces[i]) && !(m->forces[i].group && m->forces[i].number > 1))
      known[num++] = m->forces[i].group ? m->forces[i].group : m->forces[i].name;
  for (int i = 0; i < names->n; i++) {
    const GudNode *at    = node->kind == GUD_NODE_SEQUENCE && i < node->num ? node->item[i] : node;
    int            force = gud_model_find_force(m, names->s[i]);
    char           hint[GUD_HINT_SIZE];
    if (force >= 0 && has_surface(&m->forces[force])) continue;
    gud_diag_error(diag, at->mark,
                   "output, 'polar': '%.60s' is no journal bearing with a gap and no film on an edge%s",
                   names->s[i], gud_hint(hint, names->s[i], known, num));
  }
}
