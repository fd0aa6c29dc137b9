/* Observation of accepted steps: values at the method's nodes and between them, and when rows and frames are due; the sinks
   of sinks.def write them. Reads the solver and changes nothing in it.

   Between step ends kinematic probes are evaluated on the interpolant of the method. Everything else is interpolated:
   (O1) forces, stresses, accelerations, energies: the polynomial through the last four nodes (solver.h) since the last
        event: of generalized-alpha four step ends, of Radau the start and the three stages of the step. Contacts are smooth
        between events, too, but change within a few steps: they take the polynomial of Radau's stages, and straight lines
        between step ends of the others. What is a magnitude at all nodes (a contact does not pull) is cut at zero between them
        Places of film extremes jump from one end of a bearing to the other: straight lines between two nodes. States of
        contacts are kept where both nodes agree; angles of forces are taken on one branch
   (O2) works: the cubic through works and powers at both ends of the step */
#include "output/sink.h"

#include "base/clock.h"
#include "base/interrupt.h"
#include "output/folder.h"
#include "output/frames.h"
#include "output/joint_values.h"
#include "output/probe_value.h"
#include "solve/analysis.h"

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
  {"drawing",    GUD_CHOICE, GUD_NUMBER, GUD_ANY,       "machine",  AT(shapes),     "machine|plain", "frames: plates in layers, bars from joint to joint, pins, springs, ground; or the shapes alone, in the plane flat"},
  {"joints",     GUD_CHOICE, GUD_NUMBER, GUD_ANY,       "yes",      AT(no_joints),  "yes|no", "joints.csv: gap, force and all outputs of every joint with clearance, for the report"},
  {"checkpoint", GUD_REAL, GUD_TIME,   GUD_NONNEGATIVE, "60 s",     AT(checkpoint), NULL, "wall time between checkpoints (0: after every step)"},
  {"values",     GUD_CHOICE, GUD_NUMBER, GUD_ANY,       "consistent", AT(raw),      "consistent|raw", "raw: velocities, accelerations and multipliers of the integration method itself, to study it"},
  {"envelope",   GUD_LIST, GUD_NUMBER, GUD_ANY,         GUD_ABSENT, AT(envelope),   NULL, "flexible bodies: the largest and smallest value of every field at every node over the run, in envelope_BODY.csv and .vtu"},
  {"polar",      GUD_LIST, GUD_NUMBER, GUD_ANY,         GUD_ABSENT, AT(polar),      NULL, "journal bearings with a gap and films on edges: load, pressure, least film and severity p v over the angle around them (along a face), as means and extremes over the run, in polar_NAME.csv"},
  {"header",     GUD_CHOICE, GUD_NUMBER, GUD_ANY,       "units",    AT(plain),      "units|columns|plain", "names of csv columns and VTK fields: with units, as in film_min [m]; columns: without units in probes.csv, energy.csv and poincare.csv; plain: without units everywhere"},
  {"precision",  GUD_INT,  GUD_NUMBER, GUD_POSITIVE,    "15",       AT(precision),  NULL, "significant digits in csv files"},
};
/* clang-format on */
const GudTypeInfo gud_output_info = {
  "output",          "what is written, and how often", NULL, GUD_2D | GUD_3D, params,
  GUD_COUNT(params), sizeof(GudOutputOptions)};

/* Columns of energy.csv behind the time, all in J. */
#define COLUMN(id, name) name,
const char *const gud_energy_names[GUD_NUM_ENERGIES] = {
  "kinetic", "potential", "strain", "work_drivers", GUD_LEDGER_COLUMNS(COLUMN) "work_elements", "numerical"};
#undef COLUMN

/* A node: values that are interpolated by (O1). */
enum { ORDER = GUD_BLEND_NODES }; /* nodes of (O1) */
typedef struct {
  double    t;
  double   *probe;   /* values of all probes */
  double   *a, *lam; /* where frames are drawn */
  GudEnergy e;
} Sample;

/* Works up to a step end, drivers, elements, then the ledger's columns; and their rates there. */
enum { NUM_WORKS = GUD_NUM_LEDGER + 2 };
typedef struct {
  double t, work[NUM_WORKS], power[NUM_WORKS];
} Works;

/* A sink of this run, and what it keeps. */
typedef struct {
  const GudSink *type;
  void          *own;
  int            open;
} Sink;

struct GudObserver {
  GudSolver       *so;
  GudOutputOptions opt;
  char             folder[GUD_MAX_FOLDER + 1];
  int              writer; /* this process writes */
  int              resume;
  Sink            *sinks;
  int              num_sinks;
  GudCsv           passes;      /* poincare.csv */
  GudPoincare     *section;     /* NULL: none */
  GudFrames       *frames;      /* of the sink that draws them; NULL: none */
  Sample           ring[ORDER]; /* the latest nodes, the newest first; */
  int              num_ring;    /* so many of them belong to the smooth piece of now */
  int              num_values;  /* probes, then what joints.csv shows */
  char            *course;      /* per value: GUD_COURSE_x, how it goes from node to node */
  double          *probe0;      /* probes at the start of the step, in the modes of the step */
  Works            last, now;
  long             next_sample, next_frame; /* counters: time of sample k is settle + k * interval */
  double          *q, *v, *a, *lam;         /* interpolated */
  GudExtreme      *extreme;
  double           on_disk; /* wall time of the last yes of gud_observer_due_on_disk */
  double           watched; /* s that the extremes' integrals cover */
  int              gave_up; /* output within a step was left, because of gud_interrupted */
};

static PetscErrorCode before_event(void *ctx);
static void           resume_without_frames(GudObserver *ob);

/* ---- creation ---- */

GudSinkView gud_observer_view(const GudObserver *ob)
{
  return (GudSinkView){ob->so,        &ob->opt, ob->folder, ob->resume, ob->so->sys->model->num_probes,
                       ob->num_values};
}

void gud_observer_set_frames(GudObserver *ob, GudFrames *frames)
{
  ob->frames = frames;
}

static void create_sinks(GudObserver *ob)
{
  GudSinkView v = gud_observer_view(ob);
  for (int i = 0; gud_sinks[i]; i++) {
    const GudSink *t = gud_sinks[i];
    if (t->wanted && !t->wanted(t, &v)) continue;
    Sink *k = GUD_GROW(ob->sinks, ob->num_sinks);
    *k      = (Sink){.type = t, .own = gud_alloc(t->size + 1)};
    if (t->create) t->create(t, k->own, &v);
  }
}

PetscErrorCode GudObserverCreate(GudSolver *so, const GudOutputOptions *opt,
                                 const GudPoincareOptions *section, const char *folder, int resume,
                                 GudObserver **out)
{
  GudObserver    *ob     = gud_alloc(sizeof *ob);
  const GudModel *m      = so->sys->model;
  int             values = m->num_probes + (opt->no_joints || !folder ? 0 : gud_joint_values_num(m));
  size_t          q = sizeof(double) * (size_t)(so->sys->nq + 1), n = sizeof(double) * (size_t)(values + 1),
         r = sizeof(double) * (size_t)(so->sys->nr + 1);
  PetscFunctionBeginUser;
  ob->num_values = values;
  ob->so = so, ob->opt = *opt, ob->writer = so->sys->rank == 0, ob->resume = resume;
  so->before_event = before_event, so->event_ctx = ob;
  if (folder) snprintf(ob->folder, sizeof ob->folder, "%s", folder);
  else ob->opt.vtk = 0;
  if (isnan(ob->opt.sample)) ob->opt.sample = so->opt.end > 0 ? so->opt.end / 1000 : 1;
  if (isnan(ob->opt.vtk)) ob->opt.vtk = so->opt.end > 0 ? so->opt.end / 100 : 1;
  for (int i = 0; i < ORDER; i++) {
    ob->ring[i].probe = gud_alloc(n);
    if (ob->opt.vtk > 0 || resume) ob->ring[i].a = gud_alloc(q), ob->ring[i].lam = gud_alloc(r);
  }
  ob->probe0 = gud_alloc(n);
  ob->course = gud_alloc((size_t)(values + 1));
  for (int i = 0; i < m->num_probes; i++) ob->course[i] = (char)gud_probe_course(so, &m->probes[i]);
  if (values > m->num_probes) gud_joint_values_course(m, ob->course + m->num_probes);
  for (int i = m->num_probes; i < values; i++) ob->course[i] |= (char)gud_contact_course(so);
  ob->extreme = gud_alloc(sizeof(GudExtreme) * (size_t)(m->num_probes + 1));
  for (int i = 0; i < m->num_probes; i++) ob->extreme[i] = (GudExtreme){.min = INFINITY, .max = -INFINITY};
  ob->q = gud_alloc(q), ob->v = gud_alloc(q), ob->a = gud_alloc(q);
  ob->lam = gud_alloc(sizeof(double) * (size_t)(so->sys->nr + 1));
  if (gud_poincare_wanted(section)) ob->section = gud_poincare_create(so, section);
  *out = ob;
  if (resume) resume_without_frames(ob);
  create_sinks(ob);
  if (!folder) PetscFunctionReturn(PETSC_SUCCESS);
  for (int i = 0; i < ob->num_sinks; i++) {
    Sink *k = &ob->sinks[i];
    if (!ob->writer && !(so->sys->parted && k->type->in_parts)) continue;
    k->open = 1;
    if (k->type->open) PetscCall(k->type->open(k->type, k->own, ob));
  }
  if (ob->section && ob->writer) {
    GudSinkView v   = gud_observer_view(ob);
    size_t      max = 64;
    for (int i = 0; i < m->num_probes; i++) max += strlen(m->probes[i].name) + 24;
    char *header = gud_alloc(max);
    gud_poincare_header(ob->section, opt->plain, header, max);
    PetscErrorCode e = GudCsvOpen(&ob->passes, &v, "poincare.csv", header);
    free(header);
    PetscCall(e);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A run that was started without frames is continued without. */
static void resume_without_frames(GudObserver *ob)
{
  char path[GUD_MAX_FOLDER + 100];
  snprintf(path, sizeof path, "%s/run.pvd", ob->folder);
  if (access(path, F_OK)) ob->opt.vtk = 0;
}

PetscErrorCode GudObserverDestroy(GudObserver **po)
{
  GudObserver *ob = *po;
  PetscFunctionBeginUser;
  if (!ob) PetscFunctionReturn(PETSC_SUCCESS);
  PetscErrorCode bad = GudCsvClose(&ob->passes);
  for (int i = 0; i < ob->num_sinks; i++) {
    Sink          *k = &ob->sinks[i];
    PetscErrorCode e = k->type->close ? k->type->close(k->type, k->own, ob, k->open) : PETSC_SUCCESS;
    if (!bad) bad = e;
    free(k->own);
  }
  free(ob->sinks);
  gud_poincare_destroy(ob->section);
  for (int i = 0; i < ORDER; i++) free(ob->ring[i].probe), free(ob->ring[i].a), free(ob->ring[i].lam);
  free(ob->probe0), free(ob->course), free(ob->extreme), free(ob->q), free(ob->v), free(ob->a), free(ob->lam),
    free(ob);
  *po = NULL;
  PetscCall(bad);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- values at nodes ---- */

/* The state as probes see it: `values: raw` shows the method's own velocities, accelerations and multipliers also where
   consistent ones were made. */
static GudEvaluated *end_point(GudObserver *ob)
{
  GudSolver *so = ob->so;
  GudPoint   p  = ob->opt.raw ? gud_state_point(so->s) : gud_solver_point(so);
  gud_system_time(so->sys, p.t, so->s->history);
  gud_evaluated_at(so->accepted, &p);
  return so->accepted;
}

/* A new node in front of the ring; its probes and energies are taken. */
static void take(GudObserver *ob, GudEvaluated *at, const GudEnergy *e)
{
  const GudModel *m      = ob->so->sys->model;
  Sample          oldest = ob->ring[ORDER - 1];
  for (int i = ORDER - 1; i > 0; i--) ob->ring[i] = ob->ring[i - 1];
  if (ob->num_ring < ORDER) ob->num_ring++;
  oldest.t = at->p.t, oldest.e = *e;
  GudProbeEnergy energy = {e, gud_ledger_numerical(ob->so)};
  if (ob->num_values > m->num_probes) gud_joint_values(at, oldest.probe + m->num_probes);
  for (int i = 0; i < m->num_probes; i++) oldest.probe[i] = gud_probe_value(at, &m->probes[i], &energy);
  if (ob->num_values > m->num_probes) gud_joint_values_forget(at);
  if (oldest.a) {
    memcpy(oldest.a, at->p.a, sizeof(double) * (size_t)at->sys->nq);
    memcpy(oldest.lam, at->p.lam, sizeof(double) * (size_t)at->sys->nr);
  }
  ob->ring[0] = oldest;
}

/* Works so far, and powers in the present modes. */
static Works works_now(const GudSolver *so)
{
  const GudState  *s = so->s;
  const GudEnergy *e = &so->energy;
  Works            w = {
               .t = s->t, .work = {s->work_drivers, s->work_elements}, .power = {e->power_drivers, e->power_elements}};
  for (int k = 0; k < GUD_NUM_LEDGER; k++) w.work[2 + k] = s->work[k], w.power[2 + k] = e->power[k];
  return w;
}

/* The present instant as a first node: at the start, and behind an event. */
static void take_first(GudObserver *ob)
{
  ob->num_ring = 0;
  take(ob, end_point(ob), &ob->so->energy);
  ob->now = works_now(ob->so);
}

/* Extremes, mean and rms: node `k` of a step of length h (h = 0: the first node of all). Of a step that begins before
   `settle` only the rest counts, with straight lines between its ends. */
static void watch(GudObserver *ob, int k, double h)
{
  const GudMethod *method = ob->so->method;
  const Sample    *sm     = &ob->ring[0];
  double           settle = ob->so->opt.settle, start = ob->now.t - h;
  int              end = !(h > 0) || k == method->num_nodes - 1, whole = h > 0 && start >= settle;
  if (sm->t < settle && settle > 0) return; /* a load factor may be negative */
  for (int i = 0; i < ob->num_sinks && end; i++)
    if (ob->sinks[i].type->look) ob->sinks[i].type->look(ob->sinks[i].type, ob->sinks[i].own, ob);
  if (end) ob->watched += whole ? h : fmin(h, ob->now.t - settle);
  for (int i = 0; i < ob->so->sys->model->num_probes; i++) {
    GudExtreme *x = &ob->extreme[i];
    double      f = sm->probe[i], f0 = ob->probe0[i];
    if (f < x->min) x->min = f, x->t_min = sm->t;
    if (f > x->max) x->max = f, x->t_max = sm->t;
    x->last = f;
    if (whole) {
      double w = h * method->weight[k + 1], w0 = k == 0 ? h * method->weight[0] : 0;
      x->integral += w * f + w0 * f0;
      x->square += w * f * f + w0 * f0 * f0;
    } else if (h > 0 && end) {
      double rest = ob->now.t - settle, a = f + (f0 - f) * rest / h;
      x->integral += 0.5 * rest * (a + f);
      x->square += 0.5 * rest * (a * a + f * f);
    }
  }
}

/* ---- writing ---- */

/* (O1) at fraction x of the step. */
static GudBlend blend(const GudObserver *ob, double x)
{
  double t[ORDER];
  for (int k = 0; k < ob->num_ring; k++) t[k] = ob->ring[k].t;
  return gud_blend(ob->num_ring, t, ob->last.t + x * (ob->now.t - ob->last.t));
}

/* (O1) for accelerations and multipliers, which frames show */
static void mix_forces(GudObserver *ob, double x)
{
  if (!ob->ring[0].a) return;
  GudBlend b = blend(ob, x);
  memset(ob->a, 0, sizeof(double) * (size_t)ob->so->sys->nq);
  memset(ob->lam, 0, sizeof(double) * (size_t)ob->so->sys->nr);
  for (int k = 0; k < ob->num_ring; k++) {
    for (int i = 0; i < ob->so->sys->nq; i++) ob->a[i] += b.all[k] * ob->ring[k].a[i];
    for (int i = 0; i < ob->so->sys->nr; i++) ob->lam[i] += b.all[k] * ob->ring[k].lam[i];
  }
}

/* The point at fraction x of the step; its end itself for x = 1. */
static GudEvaluated *point_between(GudObserver *ob, double x)
{
  GudEvaluated *end = end_point(ob);
  if (!(x < 1)) return end;
  GudPoint p = end->p;
  ob->so->method->sample(ob->so, x, ob->q, ob->v);
  mix_forces(ob, x);
  p.t = ob->last.t + x * (ob->now.t - ob->last.t), p.q = ob->q, p.v = ob->v, p.a = ob->a, p.lam = ob->lam;
  gud_evaluated_at(ob->so->sample, &p);
  return ob->so->sample;
}

/* Value i at fraction x, where at = point_between(ob, x) and b = blend(ob, x). */
static double value_between(GudObserver *ob, int i, GudEvaluated *at, double x, const GudBlend *b)
{
  const GudModel *m = ob->so->sys->model;
  double          f[ORDER];
  if (!(x < 1)) return ob->ring[0].probe[i];
  if (i < m->num_probes && !gud_probe_is_dynamic(&m->probes[i]))
    return gud_probe_value(at, &m->probes[i], NULL);
  for (int k = 0; k < ob->num_ring; k++) f[k] = ob->ring[k].probe[i];
  return gud_course(ob->course[i], b, f);
}

/* (O2) */
static double work_between(const GudObserver *ob, int i, double x)
{
  const Works *a = &ob->last, *b = &ob->now;
  double       h = b->t - a->t, y = 1 - x;
  if (!(x < 1)) return b->work[i];
  return (1 + 2 * x) * y * y * a->work[i] + x * y * y * h * a->power[i] + x * x * (3 - 2 * x) * b->work[i] -
         x * x * y * h * b->power[i];
}

double gud_observer_value(GudObserver *ob, int value, const GudMoment *now)
{
  return value_between(ob, value, now->at, now->x, &now->blend);
}

void gud_observer_energies(const GudObserver *ob, const GudMoment *now, double *out)
{
  double e[3] = {0}, w[NUM_WORKS], numerical = -ob->so->s->energy_start, x = now->x;
  int    num = x < 1 ? ob->num_ring : 1;
  for (int k = 0; k < num; k++) {
    const GudEnergy *s = &ob->ring[k].e;
    double           c = x < 1 ? now->blend.all[k] : 1;
    e[0] += c * s->kinetic, e[1] += c * s->potential, e[2] += c * s->strain;
  }
  for (int i = 0; i < 3; i++) *out++ = e[i], numerical += e[i];
  for (int i = 0; i < NUM_WORKS; i++) w[i] = work_between(ob, i, x), numerical -= w[i];
  *out++ = w[0];
  for (int k = 0; k < GUD_NUM_LEDGER; k++) *out++ = w[2 + k];
  *out++ = w[1], *out = numerical;
}

/* The instant at fraction x of the step, for a row or frame at time t; where sinks are open. */
static PetscErrorCode write_row(GudObserver *ob, double t, double x)
{
  PetscFunctionBeginUser;
  if (!ob->writer || !ob->folder[0]) PetscFunctionReturn(PETSC_SUCCESS);
  GudMoment now = {t, x, point_between(ob, x), blend(ob, x)};
  for (int i = 0; i < ob->num_sinks; i++) {
    const Sink *k = &ob->sinks[i];
    if (k->type->row) PetscCall(k->type->row(k->type, k->own, ob, &now));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write_frame(GudObserver *ob, double t, double x)
{
  PetscFunctionBeginUser;
  if ((!ob->writer && !ob->so->sys->parted) || !ob->folder[0]) PetscFunctionReturn(PETSC_SUCCESS);
  GudMoment now = {t, x, point_between(ob, x), blend(ob, x)};
  for (int i = 0; i < ob->num_sinks; i++) {
    const Sink *k = &ob->sinks[i];
    if (k->open && k->type->frame) PetscCall(k->type->frame(k->type, k->own, ob, &now));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudObserverResult(GudObserver *ob)
{
  PetscFunctionBeginUser;
  for (int i = 0; i < ob->num_sinks; i++) {
    const Sink *k = &ob->sinks[i];
    if (k->open && k->type->result) PetscCall(k->type->result(k->type, k->own, ob));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* All output times in (t0, t1], each with its fraction of the step. An output time within 1e-9 of a step of its end
   is the end. */
static PetscErrorCode write_due(GudObserver *ob, double interval, long *next,
                                PetscErrorCode (*write)(GudObserver *, double, double))
{
  enum { FEW = 10000 }; /* so many are written in spite of Ctrl-C, which a second one ends */
  double t0 = ob->last.t, t1 = ob->now.t, h = t1 - t0, settle = ob->so->opt.settle;
  PetscFunctionBeginUser;
  for (;; (*next)++) {
    double t = settle + (double)*next * interval;
    if (t > t1 + 1e-9 * h) break;
    if (gud_interrupted && t1 - t > FEW * interval &&
        !ob->so->sys->parted) { /* in parts all write, or none */
      ob->gave_up = 1;
      break;
    }
    double x = h > 0 ? (t - t0) / h : 1;
    PetscCall(write(ob, t, x >= 1 - 1e-9 ? 1 : x));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudObserverEnd(GudObserver *ob)
{
  double h = ob->opt.sample, last = ob->so->opt.settle + (double)(ob->next_sample - 1) * h;
  PetscFunctionBeginUser;
  if (gud_solver_is(ob->so, GUD_ANALYSIS_IN_TIME) && ob->now.t >= ob->so->opt.settle &&
      ob->now.t > last + 1e-9 * h)
    PetscCall(write_row(ob, ob->now.t, 1));
  PetscCall(GudObserverFlush(ob));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- Poincare section ---- */

static double section_probe(void *ctx, int probe, double x)
{
  GudObserver *ob      = ctx;
  int          dynamic = gud_probe_is_dynamic(&ob->so->sys->model->probes[probe]);
  GudBlend     b       = blend(ob, x);
  return value_between(ob, probe, x < 1 && !dynamic ? point_between(ob, x) : NULL, x, &b);
}

static void section_state(void *ctx, double x, const double **q, const double **v)
{
  const GudEvaluated *at = point_between(ctx, x);
  *q = at->p.q, *v = at->p.v;
}

/* Every process follows the section, since a run may end there; the first one writes. */
static PetscErrorCode look_at_section(GudObserver *ob, int start)
{
  GudBetween b = {ob->last.t, ob->now.t, section_probe, section_state, ob};
  PetscFunctionBeginUser;
  if (!ob->section) PetscFunctionReturn(PETSC_SUCCESS);
  gud_poincare_speed(ob->section, end_point(ob)->p.v);
  if (start) gud_poincare_start(ob->section, &b);
  else {
    int passed = gud_poincare_step(ob->section, &b, ob->passes.f, ob->opt.precision);
    PetscCheck(passed >= 0, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
               "poincare: more sections than can be counted in the step to t = %.9g s", ob->now.t);
    if (!passed) ob->gave_up = 1;
  }
  PetscCheck(!ob->passes.f || !ferror(ob->passes.f), PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE,
             "cannot write the results in %s: %s", ob->folder, strerror(errno));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* First column of the csv files: time, or the load factor of statics along a path. ParaView wants times that grow: points of an arc
   are numbered. */
static double row_time(const GudObserver *ob)
{
  return gud_path_by_load(ob->so) ? ob->so->s->path.load : ob->so->s->t;
}

static double frame_time(const GudObserver *ob)
{
  return gud_path_by_load(ob->so) && ob->so->opt.path == GUD_PATH_ARC_LENGTH ? (double)ob->so->s->step
                                                                             : row_time(ob);
}

double gud_observer_last_frame(const GudObserver *ob)
{
  return !gud_solver_is(ob->so, GUD_ANALYSIS_IN_TIME)
           ? frame_time(ob)
           : ob->so->opt.settle + (double)(ob->next_frame - 1) * ob->opt.vtk;
}

PetscErrorCode GudObserverStart(GudObserver *ob)
{
  double settle = ob->so->opt.settle;
  PetscFunctionBeginUser;
  if (ob->resume) { /* nodes and counters came with the checkpoint */
    GudSinkView v = gud_observer_view(ob);
    for (int i = 0; i < ob->num_sinks; i++) {
      const Sink *k = &ob->sinks[i];
      if (k->open && k->type->resume) PetscCall(k->type->resume(k->type, k->own, ob));
    }
    if (ob->passes.f) PetscCall(GudCsvCut(&ob->passes, &v));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  take_first(ob);
  ob->last = ob->now, ob->ring[0].t = row_time(ob);
  watch(ob, 0, 0);
  PetscCall(look_at_section(ob, 1));
  if (settle <= 0) {
    PetscCall(write_row(ob, row_time(ob), 1));
    PetscCall(write_frame(ob, frame_time(ob), 1));
    ob->next_sample = ob->next_frame = 1;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The nodes of the step that has just been made. */
static void take_nodes(GudObserver *ob)
{
  GudSolver       *so = ob->so;
  const GudMethod *m  = so->method;
  double           h  = so->s->t - ob->now.t;
  ob->last            = ob->now;
  ob->now             = works_now(so);
  memcpy(ob->probe0, ob->ring[0].probe, sizeof(double) * (size_t)ob->num_values);
  if (so->rough) ob->num_ring = 1;
  for (int k = 0; k < m->num_nodes; k++) {
    take(ob, k + 1 < m->num_nodes ? gud_solver_node(so, k) : end_point(ob), &so->energy_at[k]);
    watch(ob, k, h);
  }
}

PetscErrorCode GudObserverStep(GudObserver *ob)
{
  PetscFunctionBeginUser;
  if (ob->so->s->t > ob->now.t) take_nodes(ob);
  else
    ob->last = ob->now, take_first(ob),
    watch(ob, 0, 0); /* behind an event: the same instant in the new modes */
  PetscCall(write_due(ob, ob->opt.sample, &ob->next_sample, write_row));
  if (ob->opt.vtk > 0) PetscCall(write_due(ob, ob->opt.vtk, &ob->next_frame, write_frame));
  PetscCall(look_at_section(ob, 0));
  if (ob->so->rough) ob->num_ring = 1; /* the next polynomial begins behind the kink */
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudObserverPoint(GudObserver *ob)
{
  PetscFunctionBeginUser;
  take_first(ob);
  ob->last = ob->now, ob->ring[0].t = row_time(ob);
  watch(ob, 0, 0);
  PetscCall(write_row(ob, row_time(ob), 1));
  if (ob->opt.vtk > 0) PetscCall(write_frame(ob, frame_time(ob), 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The end of a step as it was reached; GudObserverStep is then called again at that instant. */
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
  PetscCall(GudCsvFlush(&ob->passes));
  for (int i = 0; i < ob->num_sinks; i++) {
    const Sink *k = &ob->sinks[i];
    if (k->open && k->type->flush) PetscCall(k->type->flush(k->type, k->own));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

int gud_observer_due_on_disk(GudObserver *ob)
{
  double now = gud_wall();
  if (now - ob->on_disk < 1) return 0;
  ob->on_disk = now;
  return 1;
}

int gud_observer_sync(GudObserver *ob, const char *folder)
{
  int e = gud_csv_sync(&ob->passes);
  for (int i = 0; i < ob->num_sinks && !e; i++) {
    const Sink *k = &ob->sinks[i];
    if (k->open && k->type->sync) e = k->type->sync(k->type, k->own);
  }
  return e ? e : gud_sync(folder);
}

int gud_observer_gave_up(const GudObserver *ob)
{
  return ob->gave_up;
}

/* The next output must be due after the state's time, and not by more than one interval. */
static void check_counter(const GudObserver *ob, GudArchive *ar, long next, double interval)
{
  double settle = ob->so->opt.settle, t = settle + (double)next * interval;
  if (ar->write || ar->failed || !(interval > 0) || !gud_solver_is(ob->so, GUD_ANALYSIS_IN_TIME)) return;
  if (t < ob->now.t - 1e-6 * interval || t > fmax(ob->now.t, settle) + (1 + 1e-6) * interval)
    gud_archive_refuse(ar, "a counter of its output does not fit its time");
}

void gud_observer_give(GudObserver *ob, GudArchive *ar)
{
  for (int i = 0; i < ORDER; i++)
    if (ob->ring[i].a) gud_archive_coordinates(ar, ob->so->sys, ob->ring[i].a, "an acceleration");
}

void gud_observer_archive(GudObserver *ob, GudArchive *ar)
{
  int num = ob->so->sys->model->num_probes;
  gud_archive(ar, ob->extreme, sizeof(GudExtreme) * (size_t)num);
  for (int i = 0; i < ORDER; i++) {
    gud_archive_reals(ar, &ob->ring[i].t, 1, "a time");
    gud_archive(ar, &ob->ring[i].e, sizeof ob->ring[i].e);
    gud_archive(ar, ob->ring[i].probe, sizeof(double) * (size_t)ob->num_values);
    int drawn = ob->ring[i].a != NULL;
    gud_archive_int(ar, &drawn, 0, 1, "a flag");
    if (drawn && !ob->ring[i].a) gud_archive_refuse(ar, "it has frames");
    if (ar->failed) return;
    if (drawn) gud_archive_coordinates(ar, ob->so->sys, ob->ring[i].a, "an acceleration");
    if (drawn) gud_archive_reals(ar, ob->ring[i].lam, ob->so->sys->nr, "a multiplier");
  }
  gud_archive_int(ar, &ob->num_ring, 0, ORDER, "a number of nodes");
  gud_archive_reals(ar, &ob->last.t, 1, "a time"), gud_archive_reals(ar, &ob->now.t, 1, "a time");
  gud_archive(ar, ob->last.work, sizeof(Works) - offsetof(Works, work)); /* a run may have failed by them */
  gud_archive(ar, ob->now.work, sizeof(Works) - offsetof(Works, work));
  gud_archive_long(ar, &ob->next_sample, "a counter"), gud_archive_long(ar, &ob->next_frame, "a counter");
  check_counter(ob, ar, ob->next_sample, ob->opt.sample);
  check_counter(ob, ar, ob->next_frame, ob->opt.vtk);
  gud_archive_reals(ar, &ob->watched, 1, "a time");
  if (ob->section) gud_poincare_archive(ob->section, ar);
  if (ob->section) gud_csv_archive(&ob->passes, ar);
  for (int i = 0; i < ob->num_sinks; i++)
    if (ob->sinks[i].type->archive) ob->sinks[i].type->archive(ob->sinks[i].type, ob->sinks[i].own, ar);
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

int gud_observer_num_frames(const GudObserver *ob)
{
  return ob->frames ? gud_frames_num(ob->frames) : 0;
}

struct GudFrames *gud_observer_frames(const GudObserver *ob)
{
  return ob->frames;
}
