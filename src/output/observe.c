/* Observation of accepted steps: ledger, probes, energies, frames.

   Ledger: E(t) - E(0) = W_drivers + W_loads + W_damping + ... + numerical, with powers integrated by the trapezoidal
   rule over the steps from consistent values, so `numerical` falls with h^2 like the method itself. */
#include "output/observe.h"

#include "output/checkpoint.h"
#include "output/frames.h"
#include "output/probe_value.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* clang-format off */
#define AT(field) offsetof(GudOutputOptions, field)
static const GudParam params[] = {
  {"sample",     GUD_REAL, GUD_TIME,   GUD_POSITIVE,    GUD_ABSENT, AT(sample),     NULL, "interval of probes.csv and energy.csv (default: 1/1000 of the end)"},
  {"vtk",        GUD_REAL, GUD_TIME,   GUD_NONNEGATIVE, GUD_ABSENT, AT(vtk),        NULL, "interval of ParaView frames (default: 1/100 of the end; 0: none)"},
  {"exaggerate", GUD_REAL, GUD_NUMBER, GUD_POSITIVE,    "1",        AT(exaggerate), NULL, "draw the relative motion inside joints enlarged by this factor (drawing only)"},
  {"curves",     GUD_CHOICE, GUD_NUMBER, GUD_ANY,       "straight", AT(bezier),     "straight|bezier", "beams in frames: straight pieces, or cubic Bezier cells that are exact along the axis (ParaView 5.10 and later; raise its nonlinear subdivision level)"},
  {"checkpoint", GUD_REAL, GUD_TIME,   GUD_NONNEGATIVE, "60 s",     AT(checkpoint), NULL, "wall time between checkpoints (0: after every step)"},
  {"values",     GUD_CHOICE, GUD_NUMBER, GUD_ANY,       "consistent", AT(raw),      "consistent|raw", "raw: velocities, accelerations and multipliers of the integration method itself, to study it"},
  {"precision",  GUD_INT,  GUD_NUMBER, GUD_POSITIVE,    "15",       AT(precision),  NULL, "significant digits in csv files"},
};
/* clang-format on */
const GudTypeInfo gud_output_info = {
  "output",          "what is written, and how often", NULL, GUD_2D | GUD_3D, params,
  GUD_COUNT(params), sizeof(GudOutputOptions)};

static const char *const ledger_names[GUD_NUM_LEDGER] = {"work_loads", "work_damping", "work_contact",
                                                         "work_friction", "work_films"};

/* Everything that is interpolated linearly, at one step end. */
typedef struct {
  double    t;
  double   *probe; /* values of all probes */
  GudEnergy e;
  double    work_drivers, work[GUD_NUM_LEDGER], work_elements, numerical;
} Sample;

enum { PROBES, ENERGY, POINCARE, NUM_FILES };

struct GudObserver {
  GudSolver       *so;
  GudOutputOptions opt;
  char             folder[1024];
  int              writer; /* this process writes */
  int              resume;
  long             bytes[NUM_FILES]; /* lengths of the csv files at the checkpoint */
  FILE            *csv[NUM_FILES];
  GudPoincare     *section; /* NULL: none */
  GudFrames       *frames;
  Sample           last, now;
  long             next_sample, next_frame; /* counters: time of sample k is settle + k * interval */
  double          *q, *v, *a, *lam;         /* interpolated */
  GudExtreme      *extreme;
  double           watched; /* s that the extremes' integrals cover */
  double          *settled; /* history at `settle`, where notes of forces are sums */
  double           turnover, worst;
};

static PetscErrorCode open_csv(GudObserver *ob, const char *name, const char *header, FILE **out);
static PetscErrorCode before_event(void *ctx);
static void           resume_without_frames(GudObserver *ob);

/* ---- creation ---- */

PetscErrorCode GudObserverCreate(GudSolver *so, const GudOutputOptions *opt,
                                 const GudPoincareOptions *section, const char *folder, int resume,
                                 GudObserver **out)
{
  GudObserver    *ob = gud_alloc(sizeof *ob);
  const GudModel *m  = so->sys->model;
  size_t q = sizeof(double) * (size_t)(so->sys->nq + 1), n = sizeof(double) * (size_t)(m->num_probes + 1);
  PetscFunctionBeginUser;
  ob->so = so, ob->opt = *opt, ob->writer = so->sys->rank == 0, ob->resume = resume;
  so->before_event = before_event, so->event_ctx = ob;
  snprintf(ob->folder, sizeof ob->folder, "%s", folder);
  if (isnan(ob->opt.sample)) ob->opt.sample = so->opt.end > 0 ? so->opt.end / 1000 : 1;
  if (isnan(ob->opt.vtk)) ob->opt.vtk = so->opt.end > 0 ? so->opt.end / 100 : 1;
  ob->last.probe = gud_alloc(n), ob->now.probe = gud_alloc(n);
  ob->extreme = gud_alloc(sizeof(GudExtreme) * (size_t)(m->num_probes + 1));
  ob->settled = gud_alloc(sizeof(double) * (size_t)(m->num_history + 1));
  for (int i = 0; i < m->num_probes; i++) ob->extreme[i] = (GudExtreme){.min = INFINITY, .max = -INFINITY};
  ob->q = gud_alloc(q), ob->v = gud_alloc(q), ob->a = gud_alloc(q);
  ob->lam = gud_alloc(sizeof(double) * (size_t)(so->sys->nr + 1));
  if (gud_poincare_wanted(section)) ob->section = gud_poincare_create(so, section);
  *out = ob;
  if (resume) resume_without_frames(ob);
  if (!ob->writer) PetscFunctionReturn(PETSC_SUCCESS);
  size_t len = 3, max = 64;
  for (int i = 0; i < m->num_probes; i++) max += strlen(m->probes[i].name) + 1;
  char *header = gud_alloc(max);
  strcpy(header, "t");
  for (int i = 0; i < m->num_probes; i++)
    len = strlen(header), snprintf(header + len, max - len, ",%s", m->probes[i].name);
  PetscCall(open_csv(ob, "probes.csv", header, &ob->csv[PROBES]));
  if (ob->section) {
    gud_poincare_header(ob->section, header, max);
    PetscCall(open_csv(ob, "poincare.csv", header, &ob->csv[POINCARE]));
  }
  free(header);
  char line[400];
  snprintf(line, sizeof line,
           "t,kinetic,potential,strain,work_drivers,%s,%s,%s,%s,%s,work_elements,numerical", ledger_names[0],
           ledger_names[1], ledger_names[2], ledger_names[3], ledger_names[4]);
  PetscCall(open_csv(ob, "energy.csv", line, &ob->csv[ENERGY]));
  if (ob->opt.vtk > 0 && !resume)
    PetscCall(GudFramesCreate(so->sys, folder, ob->opt.exaggerate, ob->opt.bezier, 0, 0, &ob->frames));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Opens a csv for writing, or an existing one to be continued. */
static PetscErrorCode open_csv(GudObserver *ob, const char *name, const char *header, FILE **out)
{
  char path[1200];
  PetscFunctionBeginUser;
  snprintf(path, sizeof path, "%s/%s", ob->folder, name);
  *out = fopen(path, ob->resume ? "r+" : "w");
  PetscCheck(*out, PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "cannot write %s: %s", path, strerror(errno));
  if (!ob->resume) fprintf(*out, "%s\n", header);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A run that was started without frames is continued without. */
static void resume_without_frames(GudObserver *ob)
{
  char path[1200];
  snprintf(path, sizeof path, "%s/run.pvd", ob->folder);
  if (access(path, F_OK)) ob->opt.vtk = 0;
}

/* A continued file keeps what it had at the checkpoint: the bytes are counted, since times in it are rounded. */
static PetscErrorCode cut_csv(GudObserver *ob, FILE *f, long bytes)
{
  PetscFunctionBeginUser;
  PetscCheck(fseek(f, 0, SEEK_END) == 0 && ftell(f) >= bytes, PETSC_COMM_SELF, PETSC_ERR_FILE_UNEXPECTED,
             "the csv files in %s are shorter than at the checkpoint", ob->folder);
  PetscCheck(ftruncate(fileno(f), bytes) == 0 && fseek(f, bytes, SEEK_SET) == 0, PETSC_COMM_SELF,
             PETSC_ERR_FILE_WRITE, "cannot truncate the csv files in %s: %s", ob->folder, strerror(errno));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudObserverDestroy(GudObserver **po)
{
  GudObserver *ob = *po;
  PetscFunctionBeginUser;
  if (!ob) PetscFunctionReturn(PETSC_SUCCESS);
  if (ob->frames) PetscCall(GudFramesDestroy(&ob->frames));
  int bad = 0;
  for (int i = 0; i < NUM_FILES; i++) bad |= ob->csv[i] && fclose(ob->csv[i]);
  gud_poincare_destroy(ob->section);
  free(ob->last.probe), free(ob->now.probe), free(ob->extreme), free(ob->settled), free(ob->q), free(ob->v),
    free(ob->a), free(ob->lam), free(ob);
  *po = NULL;
  PetscCheck(!bad, PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "cannot write the results: %s", strerror(errno));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- values at a step end ---- */

/* Velocities, accelerations and forces at a step end: consistent ones, or those of the method as they are. */
static PetscErrorCode take_values(GudObserver *ob)
{
  GudSolver     *so = ob->so;
  GudState      *s  = so->s;
  GudConsistent *c  = &so->now;
  size_t         q = sizeof(double) * (size_t)s->nq, z = sizeof(double) * (size_t)s->nz;
  PetscFunctionBeginUser;
  if (!ob->opt.raw) {
    PetscCall(GudSolverConsistent(so, GUD_LOOK));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  memcpy(c->v, s->v, q), memcpy(c->a, s->acc, q), memcpy(c->z, s->z, z), memcpy(c->zt, s->zt, z);
  memcpy(c->lam, s->lam, sizeof(double) * (size_t)s->nr);
  c->t = s->t, so->now_valid = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static GudPoint consistent_point(GudObserver *ob)
{
  GudSolver *so = ob->so;
  GudPoint   p  = gud_state_point(so->s);
  if (!ob->opt.raw) p.v = so->now.v, p.a = so->now.a, p.lam = so->now.lam, p.z = so->now.z, p.zt = so->now.zt;
  return p;
}

/* Trapezoidal rule over the last step. */
static void add_work(GudObserver *ob, double h, const GudEnergy *e0, const GudEnergy *e1)
{
  GudState *s = ob->so->s;
  s->work_drivers += 0.5 * h * (e0->power_drivers + e1->power_drivers);
  s->work_elements += 0.5 * h * (e0->power_elements + e1->power_elements);
  for (int k = 0; k < GUD_NUM_LEDGER; k++) s->work[k] += 0.5 * h * (e0->power[k] + e1->power[k]);
  ob->turnover += fabs(e1->kinetic - e0->kinetic) + 0.5 * h * fabs(e0->power_drivers + e1->power_drivers);
}

/* Energies and probes at the present step end; the work of the step that began at `before` (NULL: none) is added. */
static void take(GudObserver *ob, Sample *sm, const Sample *before)
{
  GudSolver      *so = ob->so;
  GudState       *s  = so->s;
  const GudModel *m  = so->sys->model;
  GudPoint        p  = consistent_point(ob);
  double          total;
  gud_system_time(so->sys, s->t, s->history);
  gud_probes_accept(so->sys, &p, s->history);
  gud_system_energy(so->sys, &p, &sm->e);
  if (before) add_work(ob, s->t - before->t, &before->e, &sm->e);
  sm->t            = s->t;
  sm->work_drivers = s->work_drivers, sm->work_elements = s->work_elements;
  memcpy(sm->work, s->work, sizeof sm->work);
  total = sm->e.kinetic + sm->e.potential + sm->e.strain;
  if (s->step == 0) s->energy_start = total;
  sm->numerical = total - s->energy_start - s->work_drivers - s->work_elements;
  for (int k = 0; k < GUD_NUM_LEDGER; k++) sm->numerical -= s->work[k];
  for (int i = 0; i < m->num_probes; i++)
    sm->probe[i] = gud_probe_value(so->sys, &m->probes[i], &p, &sm->e, sm->numerical);
}

/* started: there is a step behind, from ob->last to ob->now; of one that begins before `settle` only the rest counts,
   with straight lines between its ends. */
static void watch(GudObserver *ob, int started)
{
  const Sample *sm = &ob->now, *before = &ob->last;
  double        settle = ob->so->opt.settle, length = started ? sm->t - before->t : 0;
  if (sm->t < settle) return;
  double cut = length > 0 && before->t < settle ? (settle - before->t) / length : 0, h = (1 - cut) * length;
  ob->watched += h;
  for (int i = 0; i < ob->so->sys->model->num_probes; i++) {
    GudExtreme *x = &ob->extreme[i];
    if (sm->probe[i] < x->min) x->min = sm->probe[i], x->t_min = sm->t;
    if (sm->probe[i] > x->max) x->max = sm->probe[i], x->t_max = sm->t;
    x->last = sm->probe[i];
    if (!(h > 0)) continue;
    double a = (1 - cut) * before->probe[i] + cut * sm->probe[i], b = sm->probe[i];
    x->integral += 0.5 * h * (a + b);
    x->square += 0.5 * h * (a * a + b * b);
  }
}

/* Notes of forces leave out what was before `settle`. Maxima are kept at 0 until then. Counts change at step ends; a time
   grows evenly over a step, since modes do not change within it, so that its part before `settle` is exact. */
static void settle_notes(GudObserver *ob)
{
  const GudModel *m      = ob->so->sys->model;
  const GudState *b      = ob->so->before;
  GudState       *s      = ob->so->s;
  double          settle = ob->so->opt.settle;
  if (b->t >= settle) return;
  int    passed = s->t >= settle;
  double x      = passed ? (settle - b->t) / (s->t - b->t) : 0;
  for (int i = 0; i < m->num_forces; i++) {
    const GudModelForce *f = &m->forces[i];
    for (int k = 0; k < f->type->num_notes; k++) {
      const GudForceNote *n = &f->type->notes[k];
      int                 h = f->history + n->index;
      if (n->kind == GUD_NOTE_LARGEST && !passed) s->history[h] = 0;
      if (n->kind != GUD_NOTE_LARGEST && passed)
        ob->settled[h] = b->history[h] + (n->kind == GUD_NOTE_TIME ? x * (s->history[h] - b->history[h]) : 0);
    }
  }
}

double gud_observer_note(const GudObserver *ob, const GudModelForce *f, const GudForceNote *n)
{
  const GudState *s = ob->so->s;
  int             h = f->history + n->index;
  return s->t < ob->so->opt.settle ? 0 : s->history[h] - (n->kind == GUD_NOTE_LARGEST ? 0 : ob->settled[h]);
}

/* ---- writing ---- */

static void put(FILE *f, int digits, double x)
{
  fprintf(f, ",%.*g", digits, x);
}

/* Row at time t, x = fraction of the step [last, now]; kinematic values are evaluated on the Hermite interpolant. */
static void interpolate(GudObserver *ob, double x)
{
  GudSolver      *so = ob->so;
  const GudState *s0 = so->before, *s1 = so->s;
  double          h = s1->t - s0->t;
  double h00 = (1 + 2 * x) * (1 - x) * (1 - x), h10 = x * (1 - x) * (1 - x), h01 = x * x * (3 - 2 * x),
         h11 = x * x * (x - 1);
  for (int i = 0; i < so->sys->nq; i++) {
    double v0 = so->last.v[i], v1 = so->now.v[i], a0 = so->last.a[i], a1 = so->now.a[i];
    ob->q[i] = h00 * s0->q[i] + h10 * h * v0 + h01 * s1->q[i] + h11 * h * v1;
    ob->v[i] = h00 * v0 + h10 * h * a0 + h01 * v1 + h11 * h * a1;
    ob->a[i] = (1 - x) * a0 + x * a1;
    if (so->linear) ob->q[i] = (1 - x) * s0->q[i] + x * s1->q[i], ob->v[i] = (1 - x) * v0 + x * v1;
  }
  for (int i = 0; i < so->sys->nr; i++) ob->lam[i] = (1 - x) * so->last.lam[i] + x * so->now.lam[i];
}

/* The same, unless it is the end of the step: the point there. */
static GudPoint point_between(GudObserver *ob, double x)
{
  GudPoint p = consistent_point(ob);
  if (x < 1) interpolate(ob, x), p.q = ob->q, p.v = ob->v, p.a = ob->a, p.lam = ob->lam;
  return p;
}

/* Probe i at fraction x, where p = point_between(ob, x). */
static double probe_between(GudObserver *ob, int i, const GudPoint *p, double x)
{
  const GudProbe *pr = &ob->so->sys->model->probes[i];
  if (!(x < 1)) return ob->now.probe[i];
  if (gud_probe_is_dynamic(pr)) return (1 - x) * ob->last.probe[i] + x * ob->now.probe[i];
  return gud_probe_value(ob->so->sys, pr, p, NULL, 0);
}

static PetscErrorCode write_row(GudObserver *ob, double t, double x)
{
  const Sample *a = &ob->last, *b = &ob->now;
  int           d = ob->opt.precision;
  PetscFunctionBeginUser;
  if (!ob->writer) PetscFunctionReturn(PETSC_SUCCESS);
  GudPoint p = point_between(ob, x);
  fprintf(ob->csv[PROBES], "%.*g", d, t);
  for (int i = 0; i < ob->so->sys->model->num_probes; i++)
    put(ob->csv[PROBES], d, probe_between(ob, i, &p, x));
  fputc('\n', ob->csv[PROBES]);
#define MIX(field) put(ob->csv[ENERGY], d, x < 1 ? (1 - x) * a->field + x * b->field : b->field)
  fprintf(ob->csv[ENERGY], "%.*g", d, t);
  MIX(e.kinetic), MIX(e.potential), MIX(e.strain), MIX(work_drivers);
  for (int k = 0; k < GUD_NUM_LEDGER; k++) MIX(work[k]);
  MIX(work_elements), MIX(numerical);
#undef MIX
  fputc('\n', ob->csv[ENERGY]);
  PetscCheck(!ferror(ob->csv[PROBES]) && !ferror(ob->csv[ENERGY]), PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE,
             "cannot write the results in %s: %s", ob->folder, strerror(errno));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write_frame(GudObserver *ob, double t, double x)
{
  PetscFunctionBeginUser;
  if (!ob->frames) PetscFunctionReturn(PETSC_SUCCESS);
  GudPoint p = point_between(ob, x);
  p.t        = t;
  PetscCall(GudFramesWrite(ob->frames, &p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* All output times in (t0, t1], each with its fraction of the step. An output time within 1e-9 of a step of its end
   is the end. */
static PetscErrorCode write_due(GudObserver *ob, double interval, long *next,
                                PetscErrorCode (*write)(GudObserver *, double, double))
{
  double t0 = ob->last.t, t1 = ob->now.t, h = t1 - t0, settle = ob->so->opt.settle;
  PetscFunctionBeginUser;
  for (;; (*next)++) {
    double t = settle + (double)*next * interval;
    if (t > t1 + 1e-9 * h) break;
    double x = h > 0 ? (t - t0) / h : 1;
    PetscCall(write(ob, t, x >= 1 - 1e-9 ? 1 : x));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- Poincare section ---- */

static double section_probe(void *ctx, int probe, double x)
{
  GudObserver *ob = ctx;
  if (!(x < 1) || gud_probe_is_dynamic(&ob->so->sys->model->probes[probe]))
    return probe_between(ob, probe, NULL, x);
  GudPoint p = point_between(ob, x);
  return probe_between(ob, probe, &p, x);
}

static void section_state(void *ctx, double x, const double **q, const double **v)
{
  GudPoint p = point_between(ctx, x);
  *q = p.q, *v = p.v;
}

/* Every process follows the section, since a run may end there; the first one writes. */
static PetscErrorCode look_at_section(GudObserver *ob, int start)
{
  GudBetween b = {ob->last.t, ob->now.t, section_probe, section_state, ob};
  PetscFunctionBeginUser;
  if (!ob->section) PetscFunctionReturn(PETSC_SUCCESS);
  gud_poincare_speed(ob->section, consistent_point(ob).v);
  if (start) gud_poincare_start(ob->section, &b);
  else gud_poincare_step(ob->section, &b, ob->csv[POINCARE], ob->opt.precision);
  PetscCheck(!ob->writer || !ferror(ob->csv[POINCARE]), PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE,
             "cannot write the results in %s: %s", ob->folder, strerror(errno));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudObserverStart(GudObserver *ob)
{
  GudState *s      = ob->so->s;
  double    settle = ob->so->opt.settle;
  PetscFunctionBeginUser;
  PetscCall(take_values(ob));
  take(ob, &ob->now, NULL);
  if (ob->resume) { /* counters came with the checkpoint */
    if (!ob->writer) PetscFunctionReturn(PETSC_SUCCESS);
    for (int i = 0; i < NUM_FILES; i++)
      if (ob->csv[i]) PetscCall(cut_csv(ob, ob->csv[i], ob->bytes[i]));
    if (ob->opt.vtk > 0)
      PetscCall(GudFramesCreate(ob->so->sys, ob->folder, ob->opt.exaggerate, ob->opt.bezier, 1,
                                settle + (double)(ob->next_frame - 1) * ob->opt.vtk, &ob->frames));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  watch(ob, 0);
  PetscCall(look_at_section(ob, 1));
  if (settle <= 0) {
    PetscCall(write_row(ob, s->t, 1));
    PetscCall(write_frame(ob, s->t, 1));
    ob->next_sample = ob->next_frame = 1;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudObserverStep(GudObserver *ob)
{
  Sample swap = ob->last;
  PetscFunctionBeginUser;
  PetscCall(take_values(ob));
  ob->last = ob->now, ob->now = swap;
  take(ob, &ob->now, &ob->last);
  watch(ob, 1);
  settle_notes(ob);
  ob->worst = fmax(ob->worst, fabs(ob->now.numerical));
  PetscCall(write_due(ob, ob->opt.sample, &ob->next_sample, write_row));
  if (ob->opt.vtk > 0) PetscCall(write_due(ob, ob->opt.vtk, &ob->next_frame, write_frame));
  PetscCall(look_at_section(ob, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The end of a step as it was reached; GudObserverStep then sees the same instant under the new modes. */
static PetscErrorCode before_event(void *ctx)
{
  PetscFunctionBeginUser;
  PetscCall(GudObserverStep(ctx));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudObserverFlush(GudObserver *ob)
{
  PetscFunctionBeginUser;
  if (!ob->writer) PetscFunctionReturn(PETSC_SUCCESS);
  for (int i = 0; i < NUM_FILES; i++)
    PetscCheck(!ob->csv[i] || !fflush(ob->csv[i]), PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE,
               "cannot write the results in %s: %s", ob->folder, strerror(errno));
  if (ob->frames) PetscCall(GudFramesFlush(ob->frames));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void gud_observer_archive(GudObserver *ob, GudArchive *ar)
{
  gud_archive(ar, ob->extreme, sizeof(GudExtreme) * (size_t)ob->so->sys->model->num_probes);
  gud_archive(ar, &ob->turnover, sizeof ob->turnover);
  gud_archive(ar, &ob->worst, sizeof ob->worst);
  gud_archive(ar, &ob->next_sample, sizeof(long)), gud_archive(ar, &ob->next_frame, sizeof(long));
  gud_archive(ar, &ob->watched, sizeof ob->watched);
  gud_archive(ar, ob->settled, sizeof(double) * (size_t)ob->so->sys->model->num_history);
  if (ob->section) gud_poincare_archive(ob->section, ar);
  for (int i = 0; i < NUM_FILES && ar->write; i++) ob->bytes[i] = ob->csv[i] ? ftell(ob->csv[i]) : 0;
  gud_archive(ar, ob->bytes, sizeof ob->bytes);
}

const GudExtreme *gud_observer_extremes(const GudObserver *ob)
{
  return ob->extreme;
}

double gud_observer_mean(const GudObserver *ob, int probe)
{
  return ob->watched > 0 ? ob->extreme[probe].integral / ob->watched : ob->extreme[probe].last;
}

double gud_observer_rms(const GudObserver *ob, int probe)
{
  return ob->watched > 0 ? sqrt(ob->extreme[probe].square / ob->watched) : fabs(ob->extreme[probe].last);
}

const GudRepetition *gud_observer_repetition(const GudObserver *ob)
{
  return ob->section ? gud_poincare_repetition(ob->section) : NULL;
}

int gud_observer_period(const GudObserver *ob, double tolerance, double *d)
{
  return ob->section ? gud_poincare_period(ob->section, tolerance, d) : 0;
}

double gud_observer_speed(const GudObserver *ob)
{
  return ob->section ? gud_poincare_largest_speed(ob->section) : 0;
}

double gud_observer_turnover(const GudObserver *ob)
{
  return ob->turnover;
}

double gud_observer_numerical(const GudObserver *ob)
{
  return ob->now.numerical;
}

double gud_observer_worst_numerical(const GudObserver *ob)
{
  return ob->worst;
}

int gud_observer_num_frames(const GudObserver *ob)
{
  return ob->frames ? gud_frames_num(ob->frames) : 0;
}

struct GudFrames *gud_observer_frames(const GudObserver *ob)
{
  return ob->frames;
}
