/* Is a motion periodic, quasi-periodic or chaotic?

   The run of `gudgeon run`, and from `settle` on a shadow: a second solver whose state begins a small distance d0 away
   and takes the steps of the first (follow). d: distance of the two states; at every pass of the Poincare section
   (L1) S_k = growth of ln d since the pass before. Whenever d is outside d0/30 ... 30 d0 all of the shadow's state is
        drawn back, y <- x + (d0/d) (y - x), and the logarithms are summed: a motion with many impacts in one pass would
        carry the shadow too far for a linear law
   (L2) exponent per pass = mean of S_k, without the first tenth in which the shadow turns into the direction of fastest
        growth; its standard error from the means of ten batches
   (L3) d^2 = sum_i w_i^2 ((q_i - q'_i)^2 + (v_i - v'_i)^2/V^2) / n,  w and V as in output/poincare.c: no length of the
        model decides
   History: where a mode, a count or a direction in it (contract/history.h) differs, all of it becomes that of the first
   state; else (speed at which a contact began) it is drawn back with the rest. Where the shadow would then be outside
   its modes (a guard below zero: one has hit, the other has not) it is left alone until the next step. A step that the
   shadow cannot make, right at an event, carries it along without growth; such steps are counted and reported.
   d0 = 1e-7 of the model's size and speed, or -shadow_distance: small against gaps and penetrations, large against what
   Newton leaves.

   Criterion, with s = max(2 standard errors, 0.01):
     periodic        a period of 1 ... 8 passes is found and the exponent is below s. The period is that of (R3) of
                     output/poincare.c; if the exponent is below -s, so that the motion converges for certain, the
                     smallest that repeats within 100 times the tolerance (10 times, if (R3) finds one): the errors of
                     adaptive steps differ from period to period
     chaotic         no period, exponent > s
     quasi-periodic  no period, |exponent| <= s
     undecided       no period, exponent < -s: still settling, or a longer period; a period with exponent > s: unstable
   verified by: tests/studies/driven_pendulum.py, tests/studies/flores_maps.py */
#include "study/classify.h"

#include "output/progress.h"
#include "study/files.h"
#include "study/jobs.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BATCHES = 10 };

/* ---- the shadow ---- */

static double apart(const GudClassification *st) /* (L3) */
{
  const GudSystem *sys = st->sim->sys;
  const GudState  *x = st->sim->solver->s, *y = st->shadow->solver->s;
  double           sum = 0;
  for (int i = 0; i < sys->nq; i++) {
    double q = sys->weight[i] * (y->q[i] - x->q[i]), v = sys->weight[i] * (y->v[i] - x->v[i]) / st->V;
    sum += q * q + v * v;
  }
  return sqrt(sum / sys->nq);
}

/* Is a mode or a count of the histories different? */
static int modes_differ(const GudModel *m, const GudState *x, const GudState *y)
{
  for (int i = 0; i < x->nh; i++)
    if (gud_history_differs(m->history_kinds[i], x->history[i], y->history[i])) return 1;
  return 0;
}

/* Are all conditions of the modes met? */
static int modes_hold(const GudClassification *st, const GudState *y)
{
  GudSolver *so  = st->shadow->solver;
  GudSystem *sys = so->sys;
  double    *g   = so->g1;
  GudPoint   p   = gud_state_point(y);
  gud_system_time(sys, y->t, y->history);
  gud_solver_renew(so);
  gud_evaluated_at(so->sample, &p);
  gud_evaluated_events(so->sample, g);
  for (int e = 0; e < sys->model->num_events; e++)
    if (sys->guard[e] && g[e] < 0) return 0;
  return 1;
}

/* y <- x + f (y - x), with the auxiliary accelerations of the method, which belong to the last step's length */
static void scale(const GudModel *m, const GudState *x, GudState *y, double f)
{
  int same = !modes_differ(m, x, y), n = x->num_block - (same ? 0 : x->nh);
  for (int i = 0; i < n; i++) y->block[i] = x->block[i] + f * (y->block[i] - x->block[i]);
  if (!same) memcpy(y->history, x->history, sizeof(double) * (size_t)x->nh);
  y->h_last = x->h_last;
}

/* Places the shadow, at a distance d, at d0 (L1), unless it would be outside its modes there. */
static void draw_back(GudClassification *st, double d)
{
  GudState *y = st->shadow->solver->s;
  gud_state_copy(st->from, y);
  scale(st->sim->sys->model, st->sim->solver->s, y, st->d0 / d);
  if (!modes_hold(st, y)) {
    gud_state_copy(y, st->from);
    gud_solver_renew(st->shadow->solver);
    return;
  }
  st->growth += log(d / st->from_d), st->from_d = apart(st);
  st->shadow->solver->now_valid = 0;
}

/* The start: velocities disturbed at random and put on the constraints. */
static PetscErrorCode create_shadow(GudClassification *st, const GudClassifyArgs *w, int *ok)
{
  const GudState *x;
  GudState       *y;
  unsigned        r = 12345;
  double          moved;
  PetscFunctionBeginUser;
  PetscCall(GudSimulationLoad(w->model, w->sets, w->num_sets, &st->shadow));
  GudSolver *so = st->shadow->solver;
  PetscCall(GudSolverStart(so, ok, &moved));
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  x = st->sim->solver->s, y = so->s;
  gud_state_copy(y, x);
  gud_solver_renew(so);
  so->kkt_valid = 0;
  for (int i = 0; i < y->nq; i++) {
    r = r * 1664525u + 1013904223u;
    y->v[i] += ((double)r / 2147483648.0 - 1) * st->d0 * st->V / st->sim->sys->weight[i];
  }
  PetscCall(GudSolverRestart(so));
  so->opt.step = 1, so->opt.vary_step = 0; /* steps are given (follow), not chosen by their error */
  for (int k = 0; k < 2; k++) { /* the distance of two solutions must not be what Newton leaves of them */
    GudOptions *opt = &(k ? so : st->sim->solver)->opt;
    if (isnan(opt->newton)) opt->newton = 1e-10;
  }
  double d = apart(st);
  *ok      = d > 0;
  st->from = gud_state_create(y->nq, y->nr, y->nz, y->nh);
  if (!*ok) snprintf(st->sim->solver->why, sizeof st->sim->solver->why, "the model has no freedom to move");
  else st->from_d = d, draw_back(st, d), st->growth = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* One step of the shadow after one of the first solver. Errors of the method must be the same functions of both states,
   so a step of the first that an event ended is one of the shadow to its own event, a little sooner or later; the next
   step brings both to the same time again. Where the shadow has an event alone it goes on to the time of the first. */
static PetscErrorCode follow(GudClassification *st, long *events)
{
  GudSolver      *so = st->shadow->solver, *first = st->sim->solver;
  const GudState *x0 = first->before, *x = first->s;
  GudState       *y  = so->s;
  int             ok = 1, event = -1, hit = first->stat.events > *events;
  PetscFunctionBeginUser;
  *events = first->stat.events;
  gud_state_copy(st->from, y);
  if (hit && y->t < x->t) {
    y->h = 1.5 * (x->t - y->t);
    PetscCall(GudSolverStep(so, y->t + y->h, &ok, &event));
    if (ok && event >= 0) PetscFunctionReturn(PETSC_SUCCESS);
    gud_state_copy(y, st->from); /* the first has it alone */
    gud_solver_renew(so);
    so->now_valid = 0, ok = 1;
  }
  while (ok && y->t < x->t) {
    y->h = x->t - y->t;
    PetscCall(GudSolverStep(so, x->t, &ok, &event));
  }
  if (ok) PetscFunctionReturn(PETSC_SUCCESS);
  gud_state_copy(y, x);
  for (int i = 0; i < y->num_block - y->nh; i++) y->block[i] += st->from->block[i] - x0->block[i];
  gud_solver_renew(so);
  so->now_valid = 0;
  st->carried++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the run ---- */

static void keep_growth(GudClassification *st, double S, long passes)
{
  /* several passes in one step: the growth is shared by them */
  st->S = gud_resize(st->S, sizeof(double) * (size_t)(st->num + passes));
  for (long i = 0; i < passes; i++) st->S[st->num++] = S / (double)passes;
}

static void take_growth(GudClassification *st, long passes) /* (L1) */
{
  double d = fmax(apart(st), 1e-300);
  if (d > 30 * st->d0 || d < st->d0 / 30) draw_back(st, d), d = fmax(apart(st), 1e-300);
  if (passes == st->passes) return;
  keep_growth(st, st->growth + log(d / st->from_d), passes - st->passes);
  st->growth = -log(d / st->from_d), st->passes = passes;
}

static PetscErrorCode advance(GudClassification *st, const GudClassifyArgs *w, GudOutcome *outcome)
{
  GudSimulation sim    = st->sim;
  GudProgress   bar    = gud_progress_start(w->progress && sim->sys->rank == 0, 0, sim->solver->opt.end);
  int           ok     = 1;
  long          events = 0;
  PetscFunctionBeginUser;
  gud_interrupt_polled = 1;
  *outcome             = GUD_RUNNING;
  while (*outcome == GUD_RUNNING) {
    PetscCall(GudSimulationStep(sim, outcome));
    if (*outcome == GUD_FAILED) break;
    const GudRepetition *rep = gud_observer_repetition(sim->observer);
    if (st->shadow) {
      PetscCall(follow(st, &events));
      if (st->shadow->solver->s->t == sim->solver->s->t) take_growth(st, rep->crossings);
    } else if (rep->crossings > 0) { /* the section is passed for the first time after `settle` */
      st->V = fmax(gud_observer_speed(sim->observer), 1e-300);
      PetscCall(create_shadow(st, w, &ok));
      st->passes = rep->crossings, events = sim->solver->stat.events;
    }
    if (!ok) *outcome = GUD_FAILED;
    int stop = gud_interrupted;
    if (sim->sys->size > 1)
      PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &stop, 1, MPI_INT, MPI_MAX, sim->sys->comm));
    if (stop && *outcome == GUD_RUNNING) *outcome = GUD_INTERRUPTED;
    if ((sim->solver->s->step & 15) == 0) gud_progress_show(&bar, sim->solver, 0);
  }
  gud_progress_show(&bar, sim->solver, 1);
  if (*outcome == GUD_DONE) PetscCall(GudSimulationWriteSummary(sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the verdict ---- */

static double mean(const double *x, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++) sum += x[i];
  return n ? sum / n : NAN;
}

static GudVerdict judge(const GudClassification *st)
{
  const GudRepetition *rep   = gud_observer_repetition(st->sim->observer);
  GudVerdict           v     = {.period = rep->period, .distance = rep->distance};
  int                  first = st->num / 10, n = st->num - first, size = n / BATCHES;
  const double        *S = st->S + first;
  double               batch[BATCHES], spread = 0;
  v.exponent = mean(S, n); /* (L2) */
  for (int i = 0; i < BATCHES; i++) batch[i] = size ? mean(S + n - (BATCHES - i) * size, size) : NAN;
  for (int i = 0; i < BATCHES; i++)
    spread += (batch[i] - mean(batch, BATCHES)) * (batch[i] - mean(batch, BATCHES));
  v.error = sqrt(spread / (BATCHES * (BATCHES - 1)));
  v.limit = fmax(2 * v.error, 0.01);
  if (v.exponent < -v.limit)
    v.period = gud_observer_period(st->sim->observer,
                                   (v.period ? 10 : 100) * st->sim->options.period_tolerance, &v.distance);
  if (v.period) v.class = v.exponent < v.limit ? "periodic" : "undecided";
  else if (v.exponent > v.limit) v.class = "chaotic";
  else v.class = v.exponent >= -v.limit ? "quasi-periodic" : "undecided";
  return v;
}

void gud_verdict_print(const GudClassification *st, FILE *f)
{
  const GudRepetition *rep = gud_observer_repetition(st->sim->observer);
  const GudVerdict    *v   = &st->verdict;
  fprintf(f, "class: %s\n", v->class);
  if (v->period)
    fprintf(f, "period: %d (passes of the section), %.6g s; repeats within %.2g\n", v->period,
            v->period * rep->time, v->distance);
  else
    fprintf(f, "period: none up to %d passes within %.2g; nearest is %d, within %.2g\n", GUD_MAX_PERIOD,
            st->sim->options.period_tolerance, rep->nearest, rep->distance);
  fprintf(f, "largest Lyapunov exponent: %.5g per pass, standard error %.2g; %.5g per second\n", v->exponent,
          v->error, v->exponent / rep->time);
  fprintf(f, "over %d passes, shadow %.1g apart (relative to the model's size and speed)\n", st->num, st->d0);
  if (st->carried)
    fprintf(f, "%ld steps that the shadow could not make, at events, count as without growth\n", st->carried);
  fprintf(f,
          "criterion: periodic when a period of 1 ... %d passes is found and the exponent is below %.2g; "
          "without a\n"
          "period, chaotic above %.2g, quasi-periodic between -%.2g and %.2g, undecided below: still "
          "settling, or a\n"
          "longer period (the bound is the larger of 0.01 and two standard errors)\n",
          GUD_MAX_PERIOD, v->limit, v->limit, v->limit, v->limit);
}

/* classification.txt for people, then classification.csv, beside and renamed: it says that all is done. */
static int write_verdict(const GudClassification *st)
{
  const GudVerdict *v = &st->verdict;
  char              path[GUD_MAX_FOLDER + 100], tmp[GUD_MAX_FOLDER + 100];
  snprintf(path, sizeof path, "%s/classification.txt", st->sim->folder);
  FILE *f = fopen(path, "w");
  if (!f) return 0;
  gud_verdict_print(st, f);
  int bad = ferror(f) | fclose(f);
  snprintf(tmp, sizeof tmp, "%s/classification.tmp", st->sim->folder);
  snprintf(path, sizeof path, "%s/classification.csv", st->sim->folder);
  f = fopen(tmp, "w");
  if (!f || bad) return 0;
  fprintf(f, "period_found,exponent,exponent_error,class\n%d,%.9g,%.3g,%s\n", v->period, v->exponent,
          v->error, v->class);
  bad = ferror(f) | fclose(f);
  return !bad && !rename(tmp, path);
}

/* ---- the study ---- */

static PetscErrorCode report(GudClassification *st, GudOutcome outcome, int *code)
{
  PetscMPIInt rank;
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
  *code = (int)outcome;
  if (outcome == GUD_DONE && st->num < 5 * BATCHES) {
    snprintf(st->sim->solver->why, sizeof st->sim->solver->why,
             "the section was passed %d times after 'settle': %d are needed to classify", st->num,
             5 * BATCHES);
    *code = GUD_FAILED;
  }
  if (rank) PetscFunctionReturn(PETSC_SUCCESS);
  if (*code == GUD_FAILED) {
    fprintf(stderr, GUD_SAID_FAILED "%s\n", st->sim->solver->why);
    if (st->sim->log) fprintf(st->sim->log, "FAILED: %s\n", st->sim->solver->why);
  }
  if (*code == GUD_INTERRUPTED) fprintf(stderr, "interrupted at t = %.9g s\n", st->sim->solver->s->t);
  if (*code) PetscFunctionReturn(PETSC_SUCCESS);
  st->verdict = judge(st);
  if (!write_verdict(st)) {
    fprintf(stderr, "error: cannot write %s/classification.csv: %s\n", st->sim->folder, strerror(errno));
    *code = GUD_FAILED;
  }
  if (st->sim->log) {
    PetscCall(GudSimulationSummary(st->sim, st->sim->log));
    gud_verdict_print(st, st->sim->log);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudClassify(GudClassification *st, const GudClassifyArgs *w, int *code)
{
  GudOutcome outcome;
  char       standard[300];
  PetscFunctionBeginUser;
  *st   = (GudClassification){.d0 = 1e-7};
  *code = GUD_BAD_INPUT;
  gud_default_folder(w->model, standard, sizeof standard);
  PetscCall(PetscOptionsGetReal(NULL, NULL, "-shadow_distance", &st->d0, NULL));
  PetscCall(GudSimulationCreate(w->model, w->sets, w->num_sets, w->out ? w->out : standard, &st->sim));
  if (!st->sim) PetscFunctionReturn(PETSC_SUCCESS);
  if (!gud_observer_repetition(st->sim->observer) ||
      !gud_analysis_is(&st->sim->options, GUD_ANALYSIS_INTEGRATES)) {
    PetscCall(PetscFPrintf(PETSC_COMM_WORLD, stderr,
                           "%s: error: classify needs a section 'poincare' and a dynamic analysis\n",
                           w->model));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  st->sim->solver->opt.until    = GUD_UNTIL_END; /* the exponent needs the whole run */
  st->sim->solver->newton_floor = 0; /* what Newton leaves must stay far below the distance of the shadow */
  PetscCall(advance(st, w, &outcome));
  PetscCall(report(st, outcome, code));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudClassificationDestroy(GudClassification *st)
{
  PetscFunctionBeginUser;
  free(st->S);
  gud_state_destroy(st->from);
  PetscCall(GudSimulationDestroy(&st->shadow));
  PetscCall(GudSimulationDestroy(&st->sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}
