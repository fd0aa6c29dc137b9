/* Poincare sections on the interpolated solution, and repetition of the state there.

   Sections, with s a probe on the interpolant of a step (q, v by cubic Hermite, error h^4: above the method's order):
   (P1) angle:   s = offset + k every, any integer k        passes are counted with a dead band of 1e-9 every, so that
                                                             an angle that rests on a multiple does not pass it again
   (P2) zero:    s = offset                                  looked for between four points of each step
   (P3) period:  t = phase + k period
   The start itself is no crossing of (P1) and (P2). Instants are found by bisection to round-off of the step.

   Repetition: x_n = (q, v) of the whole model at crossing n.
   (R1) d(i, j) = max over coordinates of  w |q_i - q_j|  and  w |v_i - v_j| / V
        w: 1/L for positions, 1 for directions; V: largest w |v| seen in the run
   (R2) x_n repeats with period p when d(n-k, n-k-p) <= tolerance for k = 0 ... p, and d0 = d(n, n-p) is not the
        beginning of a long way: with r = d0/d(n-p, n-2p) < 1, what is still to come, d0 r/(1-r), is below the tolerance,
        too. (r >= 1: it does not converge any more but is lost in the errors of the steps.) The smallest such p <= 8.
   (R3) the motion is periodic when x_n repeats, or at least half of the last eight did, with the same p.

   verified by: tests/cases/poincare.py, tests/studies/driven_pendulum.py */
#include "output/poincare.h"

#include "output/label.h"

#include "base/interrupt.h"
#include "model/probe.h"
#include "output/checkpoint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
#define AT(field) offsetof(GudPoincareOptions, field)
static const GudParam params[] = {
  {"angle",     GUD_STRING, GUD_NUMBER, GUD_ANY,      GUD_ABSENT, AT(angle),     NULL, "section: this angle probe passes offset + k every (a crank angle)"},
  {"every",     GUD_REAL,   GUD_ANGLE,  GUD_POSITIVE, "360 deg",  AT(every),     NULL, "with `angle`: distance of the sections"},
  {"zero",      GUD_STRING, GUD_NUMBER, GUD_ANY,      GUD_ABSENT, AT(zero),      NULL, "section: this probe passes zero (or `offset`)"},
  {"offset",    GUD_REAL,   GUD_NUMBER, GUD_ANY,      "0",        AT(offset),    NULL, "with `angle` or `zero`: value at the section (in SI units)"},
  {"period",    GUD_REAL,   GUD_TIME,   GUD_POSITIVE, GUD_ABSENT, AT(period),    NULL, "section: every so many seconds (period of the excitation)"},
  {"phase",     GUD_REAL,   GUD_TIME,   GUD_NONNEGATIVE, "0 s",   AT(phase),     NULL, "with `period`: time of one of the sections"},
  {"direction", GUD_CHOICE, GUD_NUMBER, GUD_ANY,      "up",       AT(direction), "up|down|both", "count passes in this direction"},
  {"record",    GUD_LIST,   GUD_NUMBER, GUD_ANY,      "[]",       AT(record),    NULL, "probes to record (default: all)"},
};
/* clang-format on */
const GudTypeInfo gud_poincare_info = {"poincare",
                                       "poincare.csv: probes where the motion passes a section",
                                       NULL,
                                       GUD_2D | GUD_3D,
                                       params,
                                       GUD_COUNT(params),
                                       sizeof(GudPoincareOptions)};

enum { RING = 2 * GUD_MAX_PERIOD + 1, VOTES = 8 };

struct GudPoincare {
  GudSolver         *so;
  GudPoincareOptions opt;
  int                probe;                  /* of the section */
  int               *record, num;            /* probes that are written */
  long               next;                   /* (P3) number of the next section */
  double             below, above;           /* (P1) the next sections, in units of `every` */
  double             dead_below, dead_above; /* their dead bands: of the one passed last */
  double             side;                   /* (P2) where the probe was: s - offset at the last step end */
  double             speed;                  /* V of (R1) */
  double            *states[RING];           /* q, v at the last crossings */
  double             first;                  /* time of the first crossing */
  int                vote[VOTES];            /* periods found at the last crossings */
  GudRepetition      rep;
};

/* ---- the section of the model file ---- */

int gud_poincare_wanted(const GudPoincareOptions *o)
{
  return o->angle || o->zero || !isnan(o->period);
}

static int counts_turns(const GudProbeType *t)
{
  return t->num_history == 1 && t->history[0].kind == GUD_HISTORY_ANGLE;
}

static void check_probe(const char *name, int angle, const GudModel *m, GudMark mark, GudDiag *diag)
{
  int  i = gud_model_find_probe(m, name);
  char hint[GUD_HINT_SIZE];
  if (i < 0) {
    const char **names = gud_alloc(sizeof *names * (size_t)(m->num_probes + 1));
    for (int k = 0; k < m->num_probes; k++) names[k] = m->probes[k].name;
    gud_diag_error(diag, mark, "poincare: there is no probe '%.60s'%s", name,
                   gud_hint(hint, name, names, m->num_probes));
    free(names);
  } else if (angle && !counts_turns(m->probes[i].type)) {
    gud_diag_error(diag, mark, "poincare, 'angle': probe '%.60s' is no angle; use 'zero'", name);
  }
}

void gud_poincare_check(const GudPoincareOptions *o, const GudModel *m, const GudNode *root, GudDiag *diag)
{
  const GudNode *node = gud_node_get(root, "poincare"), *list = gud_node_get(node, "record");
  int            num = (o->angle != NULL) + (o->zero != NULL) + !isnan(o->period);
  if (!node) return;
  if (num != 1)
    gud_diag_error(diag, node->mark, "poincare: give one of 'angle', 'zero', 'period'%s",
                   num ? ", not several" : "");
  if (o->angle) check_probe(o->angle, 1, m, gud_node_get(node, "angle")->mark, diag);
  if (o->zero) check_probe(o->zero, 0, m, gud_node_get(node, "zero")->mark, diag);
  for (int i = 0; i < o->record.n; i++) {
    GudMark mark  = list->kind == GUD_NODE_SEQUENCE && i < list->num ? list->item[i]->mark : list->mark;
    int     twice = 0;
    for (int k = 0; k < i; k++) twice |= !strcmp(o->record.s[i], o->record.s[k]);
    if (twice) gud_diag_error(diag, mark, "poincare, 'record': '%.60s' is listed twice", o->record.s[i]);
    else check_probe(o->record.s[i], 0, m, mark, diag);
  }
}

GudPoincare *gud_poincare_create(GudSolver *so, const GudPoincareOptions *o)
{
  GudPoincare    *pc   = gud_alloc(sizeof *pc);
  const GudModel *m    = so->sys->model;
  size_t          size = sizeof(double) * 2 * (size_t)(so->sys->nq + 1);
  pc->so = so, pc->opt = *o;
  pc->probe  = o->angle || o->zero ? gud_model_find_probe(m, o->angle ? o->angle : o->zero) : -1;
  pc->num    = o->record.n ? o->record.n : m->num_probes;
  pc->record = gud_alloc(sizeof(int) * (size_t)(pc->num + 1));
  for (int i = 0; i < pc->num; i++) pc->record[i] = o->record.n ? gud_model_find_probe(m, o->record.s[i]) : i;
  for (int i = 0; i < RING; i++) pc->states[i] = gud_alloc(size);
  pc->rep.distance = NAN, pc->rep.time = NAN;
  return pc;
}

void gud_poincare_destroy(GudPoincare *pc)
{
  if (!pc) return;
  for (int i = 0; i < RING; i++) free(pc->states[i]);
  free(pc->record);
  free(pc);
}

void gud_poincare_header(const GudPoincare *pc, int plain, char *line, size_t size)
{
  const GudModel *m = pc->so->sys->model;
  char            label[GUD_LABEL_SIZE];
  size_t          len = (size_t)snprintf(line, size, "crossing,%s", gud_label(label, "t", "s", plain));
  for (int i = 0; i < pc->num && len < size; i++) {
    const GudProbe *pr = &m->probes[pc->record[i]];
    len += (size_t)snprintf(line + len, size - len, ",%s",
                            gud_label(label, pr->name, gud_probe_unit(m, pr), plain));
  }
}

/* ---- repetition ---- */

void gud_poincare_speed(GudPoincare *pc, const double *v)
{
  const GudSystem *sys = pc->so->sys;
  for (int i = 0; i < sys->nq; i++) pc->speed = fmax(pc->speed, sys->weight[i] * fabs(v[i]));
}

/* (R1) between the crossings n - i and n - j, counted back from the last one */
static double distance(const GudPoincare *pc, int i, int j)
{
  const GudSystem *sys = pc->so->sys;
  long             n   = pc->rep.crossings - 1;
  const double    *a = pc->states[(n - i) % RING], *b = pc->states[(n - j) % RING];
  double           d = 0, V = pc->speed > 0 ? pc->speed : 1;
  for (int k = 0; k < sys->nq; k++)
    d = fmax(d, sys->weight[k] * fmax(fabs(a[k] - b[k]), fabs(a[sys->nq + k] - b[sys->nq + k]) / V));
  return d;
}

/* (R2) for one p; the distance d(n, n - p) in *d */
static int repeats(const GudPoincare *pc, int p, double *d)
{
  double tol = pc->so->opt.period_tolerance, d0 = *d = distance(pc, 0, p), r;
  if (pc->rep.crossings < 2 * p + 1) return 0;
  for (int k = 0; k <= p; k++)
    if (!(distance(pc, k, k + p) <= tol)) return 0;
  if (d0 == 0) return 1;
  r = d0 / distance(pc, p, 2 * p);
  return r >= 1 || d0 * r / (1 - r) <= tol;
}

int gud_poincare_period(const GudPoincare *pc, double tolerance, double *d)
{
  for (int p = 1; p <= GUD_MAX_PERIOD && 2 * p < pc->rep.crossings; p++) {
    *d = 0;
    for (int k = 0; k <= p; k++) *d = fmax(*d, distance(pc, k, k + p));
    if (*d <= tolerance) return p;
  }
  return 0;
}

/* (R3), with the period of the last crossing */
static int voted(GudPoincare *pc, int period)
{
  pc->vote[pc->rep.crossings % VOTES] = period;
  for (int p = 1; p <= GUD_MAX_PERIOD && !period; p++) {
    int votes = 0;
    for (int i = 0; i < VOTES; i++) votes += pc->vote[i] == p;
    if (2 * votes >= VOTES) period = p;
  }
  return period;
}

static void look_for_period(GudPoincare *pc)
{
  GudRepetition *rep = &pc->rep;
  double         d;
  int            found = 0;
  rep->nearest = 0, rep->distance = INFINITY;
  for (int p = 1; p <= GUD_MAX_PERIOD && p < rep->crossings && !found; p++) {
    if (repeats(pc, p, &d)) found = p;
    if (found || d < rep->distance) rep->nearest = p, rep->distance = d;
  }
  if (!rep->nearest) rep->distance = NAN;
  rep->period = voted(pc, found);
}

/* ---- crossings ---- */

static void crossing(GudPoincare *pc, const GudBetween *b, double x, double t, FILE *file, int digits)
{
  GudRepetition *rep = &pc->rep;
  const double  *q, *v;
  int            nq = pc->so->sys->nq;
  if (t < pc->so->opt.settle) return;
  b->state(b->ctx, x, &q, &v);
  double *at = pc->states[rep->crossings % RING];
  memcpy(at, q, sizeof(double) * (size_t)nq);
  memcpy(at + nq, v, sizeof(double) * (size_t)nq);
  if (rep->crossings++ == 0) pc->first = t;
  rep->t    = t;
  rep->time = rep->crossings > 1 ? (t - pc->first) / (double)(rep->crossings - 1) : NAN;
  look_for_period(pc);
  if (!file) return;
  fprintf(file, "%ld,%.*g", rep->crossings, digits, t);
  for (int i = 0; i < pc->num; i++) fprintf(file, ",%.*g", digits, b->probe(b->ctx, pc->record[i], x));
  fputc('\n', file);
}

/* Fraction in (a, c] at which the probe passes `level`. A step of no length (an event) has its end only. */
static double locate(const GudPoincare *pc, const GudBetween *b, double level, int up, double a, double c)
{
  if (!(b->t1 > b->t0)) return 1;
  for (int it = 0; it < 60 && c - a > 1e-15; it++) {
    double m = 0.5 * (a + c), g = b->probe(b->ctx, pc->probe, m) - level;
    if (up ? g >= 0 : g <= 0) c = m;
    else a = m;
  }
  return c;
}

static int counts(const GudPoincare *pc, int up)
{
  return pc->opt.direction == GUD_SECTION_BOTH || (pc->opt.direction == GUD_SECTION_UP) == up;
}

static double time_at(const GudBetween *b, double x)
{
  return b->t0 + x * (b->t1 - b->t0);
}

/* Before the n-th pass within one step: 1 to go on, else what gud_poincare_step returns. */
static int may_pass(long n)
{
  return n > 1000000 ? -1 : gud_interrupted && n > 1000 ? 0 : 1;
}

static int pass_angle(GudPoincare *pc, const GudBetween *b, FILE *file, int digits)
{
  const double dead = 1e-9;
  double       s = (b->probe(b->ctx, pc->probe, 1) - pc->opt.offset) / pc->opt.every, a = 0;
  for (long n = 0;; n++) {
    int go = may_pass(n), up = s >= pc->above + pc->dead_above, down = s <= pc->below - pc->dead_below;
    if (!up && !down) return 1;
    double level = up ? pc->above : pc->below;
    if (go < 1 || level + 1 == level) return go < 1 ? go : -1;
    a = locate(pc, b, pc->opt.offset + pc->opt.every * level, up, a, 1);
    if (counts(pc, up)) crossing(pc, b, a, time_at(b, a), file, digits);
    pc->above = up ? level + 1 : level, pc->below = up ? level : level - 1;
    pc->dead_above = up ? 0 : dead, pc->dead_below = up ? dead : 0;
  }
}

static int pass_zero(GudPoincare *pc, const GudBetween *b, FILE *file, int digits)
{
  enum { PARTS = 4 };
  for (int k = b->t1 > b->t0 ? 1 : PARTS; k <= PARTS; k++) {
    double c = (double)k / PARTS, g = b->probe(b->ctx, pc->probe, c) - pc->opt.offset;
    int    up = pc->side < 0 && g >= 0, down = pc->side > 0 && g <= 0;
    if ((up && counts(pc, 1)) || (down && counts(pc, 0))) {
      double x = locate(pc, b, pc->opt.offset, up, (double)(k - 1) / PARTS, c);
      crossing(pc, b, x, time_at(b, x), file, digits);
    }
    if (g != 0) pc->side = g;
    else if (up || down) pc->side = up ? 1 : -1; /* it arrived on the section: on the far side of it */
  }
  return 1;
}

/* Section times in (t0, t1]; one within 1e-9 of a step of its end is the end, as for samples. */
static int pass_time(GudPoincare *pc, const GudBetween *b, FILE *file, int digits)
{
  double h = b->t1 - b->t0;
  for (long n = 0;; n++, pc->next++) {
    int    go = may_pass(n);
    double t  = pc->opt.phase + (double)pc->next * pc->opt.period;
    if (t > b->t1 + 1e-9 * h) return 1;
    if (go < 1) return go;
    double x = h > 0 ? (t - b->t0) / h : 1;
    crossing(pc, b, x >= 1 - 1e-9 ? 1 : x, t, file, digits);
  }
}

void gud_poincare_start(GudPoincare *pc, const GudBetween *b)
{
  if (!isnan(pc->opt.period)) {
    pc->next = pc->opt.phase > b->t1 ? 0 : 1 + (long)floor((b->t1 - pc->opt.phase) / pc->opt.period);
    return;
  }
  double s = b->probe(b->ctx, pc->probe, 1) - pc->opt.offset;
  double k = s / pc->opt.every, near = round(k);
  int    on = fabs(k - near) < 1e-9; /* it is on a section */
  pc->below = on ? near - 1 : floor(k), pc->above = on ? near + 1 : floor(k) + 1;
  pc->side = s;
}

int gud_poincare_step(GudPoincare *pc, const GudBetween *b, FILE *file, int digits)
{
  return (pc->opt.angle ? pass_angle : pc->opt.zero ? pass_zero : pass_time)(pc, b, file, digits);
}

double gud_poincare_largest_speed(const GudPoincare *pc)
{
  return pc->speed;
}

const GudRepetition *gud_poincare_repetition(const GudPoincare *pc)
{
  return &pc->rep;
}

void gud_poincare_archive(GudPoincare *pc, GudArchive *ar)
{
  GudRepetition *rep = &pc->rep;
  gud_archive_long(ar, &pc->next, "a counter");
  gud_archive_reals(ar, &pc->below, 1, "a section"), gud_archive_reals(ar, &pc->above, 1, "a section");
  gud_archive_reals(ar, &pc->dead_below, 1, "a section"),
    gud_archive_reals(ar, &pc->dead_above, 1, "a section");
  gud_archive_reals(ar, &pc->side, 1, "a section"), gud_archive_reals(ar, &pc->speed, 1, "a speed");
  gud_archive_reals(ar, &pc->first, 1, "a time");
  gud_archive_long(ar, &rep->crossings, "a counter");
  gud_archive_int(ar, &rep->period, 0, GUD_MAX_PERIOD, "a period");
  gud_archive_int(ar, &rep->nearest, 0, GUD_MAX_PERIOD, "a period");
  gud_archive(ar, &rep->distance, sizeof(double)),
    gud_archive(ar, &rep->time, sizeof(double)); /* NaN: none yet */
  gud_archive_reals(ar, &rep->t, 1, "a time");
  for (int i = 0; i < VOTES; i++) gud_archive_int(ar, &pc->vote[i], 0, GUD_MAX_PERIOD, "a period");
  for (int i = 0; i < RING; i++) gud_archive_reals(ar, pc->states[i], 2 * pc->so->sys->nq, "a crossing");
}
