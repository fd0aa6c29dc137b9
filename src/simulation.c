/* One run from model file to results: the public functions of gudgeon.h. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "simulation.h"

#include "output/films.h"

#include "base/clean.h"
#include "base/clock.h"
#include "gud_version.h"
#include "model/probe.h"
#include "output/log.h"
#include "output/modes_out.h"
#include "output/progress.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

volatile sig_atomic_t gud_interrupted = 0, gud_interrupt_polled = 0;

const char *GudVersion(void)
{
  return GUD_VERSION;
}

const char *GudGitId(void)
{
  return GUD_GIT;
}

/* ---- creation ---- */

static char *duplicate(const char *s)
{
  char *t = gud_alloc(strlen(s) + 1);
  return strcpy(t, s);
}

/* A resumed run may start in another folder: the model's path must not depend on where we are. */
static char *absolute(const char *path)
{
  char *full = realpath(path, NULL);
  return full ? full : duplicate(path);
}

/* All processes have read the same, or none goes on. Process 0 reports; where it has no message, the first that has one. */
static PetscErrorCode agree(GudSimulation sim)
{
  GudDiag           *diag = sim->input.diag;
  unsigned long long sum = sim->origin.sum_all, both[2] = {sum, ~sum};
  int                rank, size, none = INT_MAX, wrong, first, errors = gud_diag_num_errors(diag);
  PetscFunctionBeginUser;
  rank = sim->ctx->rank, size = sim->ctx->size;
  if (size == 1) PetscFunctionReturn(PETSC_SUCCESS);
  wrong = errors ? rank : none;
  PetscCallMPI(MPI_Allreduce(&wrong, &first, 1, MPI_INT, MPI_MIN, sim->ctx->comm));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, both, 2, MPI_UNSIGNED_LONG_LONG, MPI_MAX, sim->ctx->comm));
  if (first != none && first != 0 && first == rank) {
    fprintf(stderr, "process %d of %d cannot read the model as process 0 does:\n", rank, size);
    gud_diag_print(diag, stderr);
    fflush(stderr);
  }
  if (first == none && both[0] != ~both[1])
    gud_diag_error(diag, (GudMark){0},
                   "the processes have read different files: %s must be the same for all of them",
                   sim->origin.model);
  else if (first != none && !errors) gud_diag_follow(diag);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* May this run keep a part of the model on each process? What is not known to work on parts keeps it whole: analyses without
   integration, starts that solve statics, sections and envelopes, impacts of rigid bodies. -whole: never;
   -parted: small models as well. */
static GudShare shares(GudSimulation sim)
{
  enum { LEAST = 20000 }; /* coordinates; below, a process factorises the whole matrix */
  const GudModel   *m     = sim->input.model;
  const GudOptions *opt   = &sim->options;
  PetscBool         whole = PETSC_FALSE, parted = PETSC_FALSE;
  if (PetscOptionsHasName(NULL, NULL, "-whole", &whole) ||
      PetscOptionsHasName(NULL, NULL, "-parted", &parted))
    return GUD_WHOLE;
  if (whole || (!parted && m->dim * m->num_vec < LEAST)) return GUD_WHOLE;
  if (!gud_analysis_is(opt, GUD_ANALYSIS_INTEGRATES) || opt->method == GUD_TRIAL_AND_ERROR || opt->start ||
      opt->initial != GUD_INITIAL_ASSEMBLE || sim->output.envelope.n || gud_poincare_wanted(&sim->poincare))
    return GUD_WHOLE;
  return sim->output.vtk == 0 ? GUD_PARTS : GUD_PARTS_DRAWN;
}

/* Reads and checks the model of a spec. */
static PetscErrorCode load(GudSpec spec, GudSimulation *out)
{
  GudSimulation sim = gud_alloc(sizeof *sim);
  GudSection    sections[GUD_NUM_SECTIONS];
  PetscFunctionBeginUser;
  gud_sections(&sim->options, &sim->output, &sim->poincare, sections);
  *out       = sim;
  sim->ctx   = gud_context_keep(spec->ctx);
  sim->lock  = -1;
  sim->event = -1;
  /* a model that a program has made or changed cannot be read again without it */
  sim->origin.model    = spec->text || spec->num_edits ? duplicate("") : absolute(spec->path);
  sim->origin.num_sets = spec->num_sets;
  sim->origin.sets     = gud_alloc(sizeof(char *) * (size_t)(spec->num_sets + 1));
  for (int i = 0; i < spec->num_sets; i++) sim->origin.sets[i] = duplicate(spec->sets[i]);
  sim->wall_start = gud_wall();
  sim->input.diag = gud_diag_create();
  gud_spec_read(spec, &sim->input);
  gud_input_build(&sim->input, (const char *const *)spec->sets, spec->num_sets, sections);
  sim->origin.sum     = gud_diag_sum_first(sim->input.diag);
  sim->origin.sum_all = gud_diag_sum_all(sim->input.diag);
  /* what sweep and converge change in every model: no frames; finer in time */
  PetscCall(PetscOptionsGetReal(NULL, NULL, "-output_vtk", &sim->output.vtk, NULL));
  PetscCall(PetscOptionsGetReal(NULL, NULL, "-analysis_step", &sim->options.step, NULL));
  PetscCall(PetscOptionsGetReal(NULL, NULL, "-analysis_tolerance", &sim->options.tolerance, NULL));
  gud_sections_check(&sim->input, &sim->options, &sim->output, &sim->poincare);
  PetscCall(agree(sim));
  if (gud_diag_num_errors(sim->input.diag)) {
    gud_model_destroy(sim->input.model);
    sim->input.model = NULL;
  }
  if (!sim->input.model) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(GudSystemCreate(sim->ctx->comm, sim->input.model, shares(sim), &sim->sys));
  PetscCall(GudSolverCreate(sim->sys, &sim->options, &sim->solver));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A spec of a model file with parameters, in a context of its own on all processes. */
static PetscErrorCode file_spec(const char *model, const char *const *sets, int num_sets, GudSpec *spec)
{
  GudContext ctx;
  PetscFunctionBeginUser;
  PetscCall(GudContextCreate(PETSC_COMM_WORLD, &ctx));
  PetscCall(GudSpecCreateFromFile(ctx, model, spec));
  PetscCall(GudContextDestroy(&ctx));
  for (int i = 0; i < num_sets; i++) *GUD_GROW((*spec)->sets, (*spec)->num_sets) = duplicate(sets[i]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationLoad(const char *model, const char *const *sets, int num_sets, GudSimulation *out)
{
  GudSpec spec;
  PetscFunctionBeginUser;
  PetscCall(file_spec(model, sets, num_sets, &spec));
  PetscErrorCode e = load(spec, out);
  PetscCall(GudSpecDestroy(&spec));
  PetscCall(e);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationDestroy(GudSimulation *ps)
{
  GudSimulation sim = *ps;
  PetscFunctionBeginUser;
  if (!sim) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(GudObserverDestroy(&sim->observer));
  PetscCall(GudSolverDestroy(&sim->solver));
  PetscCall(GudSystemDestroy(&sim->sys));
  gud_input_free(&sim->input);
  gud_origin_free(&sim->origin);
  if (sim->log) fclose(sim->log);
  gud_unlock_folder(&sim->lock);
  for (int i = 0; i < sim->num_warnings; i++) free(sim->warnings[i]);
  free(sim->warnings);
  free(sim->folder);
  PetscCall(GudContextDestroy(&sim->ctx));
  free(sim);
  *ps = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A warning to a file, kept for run.json (once). */
void gud_simulation_warn(GudSimulation sim, FILE *f, const char *format, ...)
{
  char    text[600];
  int     known = 0;
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  if (f) fprintf(f, "warning: %s\n", text);
  for (int i = 0; i < sim->num_warnings; i++) known |= !strcmp(sim->warnings[i], text);
  if (!known) *GUD_GROW(sim->warnings, sim->num_warnings) = duplicate(text);
}

static PetscErrorCode log_is_written(GudSimulation sim)
{
  PetscFunctionBeginUser;
  PetscCheck(!fflush(sim->log) && !ferror(sim->log), PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE,
             "cannot write %s/run.log: %s", sim->folder, strerror(errno));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The model in messages: its file as the user wrote it, or the name that a program has given it. */
static const char *model_name(const GudSimulation sim)
{
  if (sim->input.doc) return sim->input.doc->path;
  return sim->origin.model[0] ? sim->origin.model : "model";
}

/* run.log: what ran, with which options, on how many processes. */
static PetscErrorCode open_log(GudSimulation sim, int resume)
{
  char            path[GUD_MAX_FOLDER + 100], date[64];
  const GudModel *m   = sim->input.model;
  GudSystem      *sys = sim->sys;
  time_t          now = time(NULL);
  int mine[4] = {sys->num_my_elements, sys->num_my_rows, sys->num_my_forces, sys->nq}, *all = NULL;
  PetscFunctionBeginUser;
  double *share = NULL;
  if (sys->rank == 0)
    all = gud_alloc(sizeof mine * (size_t)sys->size), share = gud_alloc(sizeof *share * (size_t)sys->size);
  PetscCallMPI(MPI_Gather(mine, 4, MPI_INT, all, 4, MPI_INT, 0, sys->comm));
  PetscCallMPI(MPI_Gather(&sys->cost_share, 1, MPI_DOUBLE, share, 1, MPI_DOUBLE, 0, sys->comm));
  if (sys->rank) PetscFunctionReturn(PETSC_SUCCESS);
  snprintf(path, sizeof path, "%s/run.log", sim->folder);
  sim->log = fopen(path, resume ? "a" : "w");
  PetscCheck(sim->log, PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "cannot write %s: %s", path, strerror(errno));
  FILE *f = sim->log;
  strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S", localtime(&now));
  fprintf(f, "%s gudgeon %s (%s), %s\nid %016llx\n", resume ? "resumed:" : "run:", GudVersion(), GudGitId(),
          date, sim->origin.id);
  gud_log_text(f, "model ", sim->origin.model[0] ? sim->origin.model : model_name(sim));
  if (m->title[0]) gud_log_text(f, "title ", m->title);
  for (int i = 0; i < sim->origin.num_sets; i++) gud_log_text(f, "set ", sim->origin.sets[i]);
  for (int i = 0; i < gud_env_num(sim->input.env); i++) {
    GudParameter p;
    if (!gud_env_get(sim->input.env, i, &p)) continue;
    if (p.word) {
      fprintf(f, "parameter %s = ", p.name);
      gud_log_text(f, "", p.word);
    } else fprintf(f, "parameter %s = %.15g\n", p.name, p.number);
  }
  for (int i = 0; i < m->num_probes; i++)
    fprintf(f, "probe %s, unit %s\n", m->probes[i].name, gud_probe_unit(m, &m->probes[i]));
  fprintf(f, "bodies %d, coordinates %d, constraint rows %d, internals %d, mobility %d, redundant rows %d\n",
          m->num_bodies - 1, sys->num_q, sys->nr, sys->nz, sim->solver->mobility, sim->solver->num_redundant);
  fprintf(f, "assembly moved a coordinate by at most %.3g and changed a given velocity by at most %.3g\n",
          sim->moved, sim->solver->velocity_change);
  for (int r = 0; r < sys->size; r++) {
    fprintf(f, "process %d: %d elements, %d constraint rows, %d forces, %d unknowns, ", r, all[4 * r],
            all[4 * r + 1], all[4 * r + 2], sys->counts[r]);
    fprintf(f, "%d of %d coordinates known, %.1f %% of the cost\n", all[4 * r + 3], sys->num_q,
            100 * share[r]);
  }
  free(all), free(share);
  char     step[100], consistent[100];
  SNESType type;
  PetscCall(SNESGetType(sim->solver->snes, &type));
  snprintf(step, sizeof step, "of SNES %s", type);
  if (sim->solver->lu) PetscCall(GudLinearDescribe(sim->solver->lu, step, sizeof step));
  PetscCall(GudLinearDescribe(sim->solver->kkt, consistent, sizeof consistent));
  fprintf(f, "method: %s\n", sim->solver->chosen);
  if (gud_solver_is(sim->solver, GUD_ANALYSIS_EQUILIBRIUM) && sim->options.path != GUD_PATH_ONCE)
    fprintf(f, "first column t of the csv files: %s\n",
            sim->options.path == GUD_PATH_TIME ? "time" : "load factor");
  const char *why = sim->solver->why_solver;
  fprintf(f, "linear solver: steps %s, consistent values %s%s%s\n", step, consistent,
          why[0] ? "; auto: " : "", why);
  char *options;
  PetscCall(PetscOptionsGetAll(NULL, &options));
  gud_log_text(f, "petsc options: ", options);
  PetscCall(PetscFree(options));
  if (sim->origin.model[0]) gud_log_model(f, sim->origin.model);
  PetscCall(GudSimulationReportRank(sim, f));
  if (sim->solver->moved[0]) gud_simulation_warn(sim, f, "%s", sim->solver->moved);
  PetscCall(log_is_written(sim)); /* without the id nothing can be resumed */
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The folder of a run becomes ours: made, locked, and for a new run cleared of an older one. 0 after an error (message
   printed by process 0). */
static PetscErrorCode claim_folder(GudSimulation sim, const char *folder, int resume, int *ok)
{
  int         e[2]   = {0, 0};
  const char *what[] = {"make", "lock", "clear"};
  PetscFunctionBeginUser;
  if (sim->ctx->rank == 0) {
    e[0] = resume ? 0 : gud_make_folder(folder);
    if (!e[0]) e[1] = 1, e[0] = gud_lock_folder(folder, "run.lock", &sim->lock);
    if (!e[0] && !resume) e[1] = 2, e[0] = gud_clear_folder(folder);
  }
  PetscCallMPI(MPI_Bcast(e, 2, MPI_INT, 0, sim->ctx->comm));
  if (e[0] == EAGAIN)
    gud_context_say(sim->ctx, GUD_MESSAGE_ERROR, "error: another run is writing into the folder %s", folder);
  else if (e[0])
    gud_context_say(sim->ctx, GUD_MESSAGE_ERROR, "error: cannot %s the folder %s: %s", what[e[1]], folder,
                    strerror(e[0]));
  *ok         = !e[0];
  sim->folder = duplicate(folder);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The warnings about dependent rows as one message. */
static PetscErrorCode report_rank(GudSimulation sim)
{
  char  *text = NULL;
  size_t size = 0;
  FILE  *f    = open_memstream(&text, &size);
  PetscFunctionBeginUser;
  PetscCheck(f, PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  PetscErrorCode e = GudSimulationReportRank(sim, f);
  fclose(f);
  if (size && text[size - 1] == '\n') text[size - 1] = '\0';
  if (size) gud_context_say(sim->ctx, GUD_MESSAGE_WARNING, "%s", text);
  free(text);
  PetscCall(e);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A simulation that is begun but not to be had, since *ok is 0 or an error has come back, is taken apart; else it is *out. */
static PetscErrorCode hand_over(PetscErrorCode error, int ok, GudSimulation sim, GudSimulation *out)
{
  PetscErrorCode second = PETSC_SUCCESS;
  PetscFunctionBeginUser;
  if (error || !ok) second = GudSimulationDestroy(&sim);
  *out = sim;
  PetscCall(error);
  PetscCall(second);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationBegin(GudSimulation sim, const char *folder, int *ok)
{
  GudContext ctx = sim->ctx;
  PetscFunctionBeginUser;
  PetscCall(GudSolverStart(sim->solver, ok, &sim->moved));
  if (*ok && sim->place) PetscCall(sim->place(sim->place_ctx, sim, ok));
  if (!*ok) gud_context_say(ctx, GUD_MESSAGE_ERROR, "%s: error: %s", model_name(sim), sim->solver->why);
  if (sim->solver->num_redundant && ctx->rank == 0) PetscCall(report_rank(sim));
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  if (sim->solver->moved[0])
    gud_context_say(ctx, GUD_MESSAGE_WARNING, "%s: warning: %s", model_name(sim), sim->solver->moved);
  if (sim->solver->unsettled[0]) {
    gud_simulation_warn(sim, NULL, "%s", sim->solver->unsettled);
    gud_context_say(ctx, GUD_MESSAGE_WARNING, "%s: warning: %s", model_name(sim), sim->solver->unsettled);
  }
  if (sim->solver->opt.start == GUD_START_STATIC && gud_films_any(sim->sys)) {
    static const char at_rest[] =
      "start: static: an oil film carries nothing at rest, so the equilibrium is found without the films; "
      "start: steady finds a rotor at its place in the film, and settle leaves out the time until a "
      "motion has built up";
    gud_simulation_warn(sim, NULL, "%s", at_rest);
    gud_context_say(ctx, GUD_MESSAGE_WARNING, "warning: %s", at_rest);
  }
  if (sim->sys->num_loads && (sim->solver->opt.start == GUD_START_STATIC ||
                              gud_analysis_is(&sim->solver->opt, GUD_ANALYSIS_EQUILIBRIUM))) {
    static const char without[] =
      "equilibrium is found without the friction of joints: a joint that sticks could stay anywhere between "
      "its bounds, which depends on its past (a slow dynamic run computes it)";
    gud_simulation_warn(sim, NULL, "%s", without);
    gud_context_say(ctx, GUD_MESSAGE_WARNING, "warning: %s", without);
  }
  if (folder) {
    PetscCall(claim_folder(sim, folder, 0, ok));
    if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
    sim->origin.id = gud_run_id();
    PetscCall(open_log(sim, 0));
    PetscCall(GudSimulationRecord(sim, GUD_RUNNING));
  }
  PetscCall(GudObserverCreate(sim->solver, &sim->output, &sim->poincare, folder, 0, &sim->observer));
  PetscCall(GudObserverStart(sim->observer));
  sim->last_checkpoint = gud_wall();
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A simulation of a spec; *out = NULL after messages about bad input. */
static PetscErrorCode create(GudSpec spec, const char *folder, GudSimulation *out)
{
  GudSimulation sim = NULL;
  int           ok  = 0;
  PetscFunctionBeginUser;
  *out = NULL;
  gud_context_clear(spec->ctx);
  PetscErrorCode e = load(spec, &sim);
  if (!e) gud_context_report(spec->ctx, sim->input.diag);
  if (!e && sim->input.model) e = GudSimulationBegin(sim, folder, &ok);
  PetscCall(hand_over(e, ok, sim, out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationCreateFrom(GudSpec spec, const char *folder, GudSimulation *out)
{
  PetscFunctionBeginUser;
  PetscCall(create(spec, folder, out));
  if (!*out) SETERRQ(spec->ctx->comm, GUD_ERR_INPUT, "%s", spec->ctx->errors);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationCreate(const char *model, const char *const *sets, int num_sets,
                                   const char *folder, GudSimulation *out)
{
  GudSpec spec;
  PetscFunctionBeginUser;
  PetscCall(file_spec(model, sets, num_sets, &spec));
  PetscErrorCode e = create(spec, folder, out);
  PetscCall(GudSpecDestroy(&spec));
  PetscCall(e);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The smallest of all processes. */
static PetscErrorCode least(GudContext ctx, int *x)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, x, 1, MPI_INT, MPI_MIN, ctx->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* What the checkpoint says about its run: 1 if it can be continued, else 0 after a message. */
static PetscErrorCode read_origin(GudContext ctx, const char *folder, GudOrigin *origin, int *ok)
{
  PetscFunctionBeginUser;
  memset(origin, 0, sizeof *origin);
  *ok = 0;
  if (strlen(folder) <= GUD_MAX_FOLDER) PetscCall(GudCheckpointReadOrigin(folder, origin, ok));
  PetscCall(least(ctx, ok));
  if (*ok == 0) gud_context_say(ctx, GUD_MESSAGE_ERROR, "error: there is no checkpoint in %s", folder);
  else if (*ok != 1)
    gud_context_say(ctx, GUD_MESSAGE_ERROR, "error: the checkpoint in %s is damaged", folder);
  int same = *ok != 1 || origin->id == gud_logged_id(folder);
  PetscCall(least(ctx, &same));
  if (!same)
    gud_context_say(ctx, GUD_MESSAGE_ERROR,
                    "error: the checkpoint in %s belongs to another run than its run.log", folder);
  *ok = *ok == 1 && same;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The model as it was: 0 after a message. */
static PetscErrorCode load_again(const char *folder, const GudOrigin *origin, GudSimulation sim, int *ok)
{
  PetscFunctionBeginUser;
  *ok = origin->sum_all == sim->origin.sum_all;
  PetscCall(least(sim->ctx, ok));
  if (!*ok)
    gud_context_say(sim->ctx, GUD_MESSAGE_ERROR,
                    "error: %s%s is gone or has changed since the checkpoint in %s was written",
                    origin->sum == sim->origin.sum ? "a file that is read by " : "", model_name(sim), folder);
  sim->origin.id = origin->id;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The state; where it does not fit, or is no state of a run, 0 after a message. */
static PetscErrorCode continue_from(const char *folder, GudSimulation sim, int *ok)
{
  char why[200] = "";
  PetscFunctionBeginUser;
  *ok = sim->input.model != NULL;
  if (*ok) PetscCall(GudCheckpointRead(sim->solver, NULL, folder, ok, why));
  PetscCall(least(sim->ctx, ok));
  if (*ok) gud_checkpoint_check(sim->solver, ok, why);
  if (*ok) {
    PetscCall(open_log(sim, 1));
    PetscCall(GudObserverCreate(sim->solver, &sim->output, &sim->poincare, folder, 1, &sim->observer));
    PetscCall(GudCheckpointRead(sim->solver, sim->observer, folder, ok, why));
    PetscCall(least(sim->ctx, ok));
  }
  if (*ok) PetscFunctionReturn(PETSC_SUCCESS);
  gud_context_report(sim->ctx, sim->input.diag);
  gud_context_say(sim->ctx, GUD_MESSAGE_ERROR, "error: the checkpoint in %s does not fit the model%s%s",
                  folder, *why ? ": " : "", why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A later end. What follows from `end` by default stays as it was. */
static void extend(GudSimulation sim, double end)
{
  GudOptions *opt = &sim->solver->opt;
  if (isnan(opt->max_step)) opt->max_step = opt->end / 50;
  if (isnan(opt->first_step)) opt->first_step = 1e-4 * opt->end;
  if (isnan(sim->output.sample)) sim->output.sample = opt->end / 1000;
  if (isnan(sim->output.vtk)) sim->output.vtk = opt->end / 100;
  opt->end = end;
}

/* The run of the checkpoint: *ok = 0 after a message. spec NULL: of the model file that it names. end NAN: as it was. */
static PetscErrorCode resume(GudSpec spec, const char *folder, const GudOrigin *origin, double end,
                             GudSimulation *sim, int *ok)
{
  PetscFunctionBeginUser;
  if (spec) PetscCall(load(spec, sim));
  else PetscCall(GudSimulationLoad(origin->model, (const char *const *)origin->sets, origin->num_sets, sim));
  PetscCall(load_again(folder, origin, *sim, ok));
  if (*ok && !isnan(end) && (*sim)->solver) extend(*sim, end);
  if (*ok) PetscCall(claim_folder(*sim, folder, 1, ok));
  if (*ok) PetscCall(continue_from(folder, *sim, ok));
  if (*ok) PetscCall(GudObserverStart((*sim)->observer));
  (*sim)->last_checkpoint = gud_wall();
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode resume_in(GudContext ctx, GudSpec spec, const char *folder, double end,
                                GudSimulation *out)
{
  GudOrigin     origin;
  GudSimulation sim = NULL;
  int           ok;
  PetscFunctionBeginUser;
  *out = NULL;
  PetscCall(read_origin(ctx, folder, &origin, &ok));
  if (ok && !spec && !origin.model[0]) {
    ok = 0;
    gud_context_say(ctx, GUD_MESSAGE_ERROR,
                    "error: the model of the run in %s was made by a program, which has to resume it",
                    folder);
  }
  PetscErrorCode e = ok ? resume(spec, folder, &origin, end, &sim, &ok) : PETSC_SUCCESS;
  gud_origin_free(&origin);
  PetscCall(hand_over(e, ok, sim, out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationResumeFrom(GudSpec spec, const char *folder, GudSimulation *out)
{
  PetscFunctionBeginUser;
  gud_context_clear(spec->ctx);
  PetscCall(resume_in(spec->ctx, spec, folder, NAN, out));
  if (!*out) SETERRQ(spec->ctx->comm, GUD_ERR_INPUT, "%s", spec->ctx->errors);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationResumeTo(const char *folder, double end, GudSimulation *out)
{
  GudContext ctx;
  PetscFunctionBeginUser;
  PetscCall(GudContextCreate(PETSC_COMM_WORLD, &ctx));
  PetscErrorCode e = resume_in(ctx, NULL, folder, end, out);
  PetscCall(GudContextDestroy(&ctx));
  PetscCall(e);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationResume(const char *folder, GudSimulation *out)
{
  PetscFunctionBeginUser;
  PetscCall(GudSimulationResumeTo(folder, NAN, out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- running ---- */

PetscErrorCode GudSimulationCheckpoint(GudSimulation sim)
{
  PetscFunctionBeginUser;
  sim->last_checkpoint = gud_wall();
  if (sim->folder) PetscCall(GudCheckpointWrite(sim->solver, sim->observer, &sim->origin, sim->folder));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* until: periodic: has the state repeated, or the section been passed often enough? Process 0 decides. */
static PetscErrorCode seen_enough(GudSimulation sim, int *enough)
{
  const GudRepetition *rep = sim->observer ? gud_observer_repetition(sim->observer) : NULL;
  const GudOptions    *opt = &sim->solver->opt;
  PetscFunctionBeginUser;
  *enough = 0;
  if (!rep || opt->until != GUD_UNTIL_PERIODIC) PetscFunctionReturn(PETSC_SUCCESS);
  *enough = rep->period > 0 || (opt->max_periods > 0 && rep->crossings >= opt->max_periods);
  if (sim->sys->size > 1) PetscCallMPI(MPI_Bcast(enough, 1, MPI_INT, 0, sim->sys->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void gud_simulation_say(GudSimulation sim)
{
  char *said = sim->solver->said;
  if (said[0])
    gud_simulation_warn(sim, NULL, "%s", said),
      gud_context_say(sim->ctx, GUD_MESSAGE_WARNING, "warning: %s", said);
  if (said[0] && sim->log) fprintf(sim->log, "warning: %s\n", said), fflush(sim->log);
  said[0] = '\0';
}

PetscErrorCode GudSimulationNext(GudSimulation sim, double t, GudAdvance *out)
{
  GudSolver *so = sim->solver;
  PetscFunctionBeginUser;
  *out = (GudAdvance){1, -1, GUD_REACHED_STEP};
  PetscCall(so->analysis->advance(so->analysis, so, t, out));
  if (out->ok && out->event >= 0) sim->event = out->event, sim->event_time = so->s->t;
  gud_simulation_say(sim);
  if (!out->ok || !sim->observer) PetscFunctionReturn(PETSC_SUCCESS);
  if (out->reached == GUD_REACHED_STEP) PetscCall(GudObserverStep(sim->observer));
  if (out->reached == GUD_REACHED_POINT) PetscCall(GudObserverPoint(sim->observer));
  if (out->reached == GUD_REACHED_NOTHING) PetscCall(GudObserverResult(sim->observer));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationStep(GudSimulation sim, GudOutcome *outcome)
{
  GudSolver         *so = sim->solver;
  const GudAnalysis *an = so->analysis;
  GudAdvance         a;
  int                enough;
  PetscFunctionBeginUser;
  *outcome = GUD_DONE;
  if (sim->changed) PetscCall(GudSimulationAssemble(sim, NULL));
  PetscCall(seen_enough(sim, &enough));
  if (enough || (an->done && an->done(an, so))) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(GudSimulationNext(sim, so->opt.end, &a));
  if (a.ok) PetscCall(seen_enough(sim, &enough));
  if (!a.ok) *outcome = GUD_FAILED;
  else if (!enough && an->done && !an->done(an, so)) *outcome = GUD_RUNNING;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* run.log: the most memory that each process has used. */
static PetscErrorCode log_memory(GudSimulation sim)
{
  GudSystem    *sys = sim->sys;
  struct rusage used;
  PetscFunctionBeginUser;
  getrusage(RUSAGE_SELF, &used);
  double mine = (double)used.ru_maxrss / 1024,
         *all = sys->rank ? NULL : gud_alloc(sizeof *all * (size_t)sys->size);
  PetscCallMPI(MPI_Gather(&mine, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, sys->comm));
  for (int p = 0; p < sys->size && all && sim->log; p++)
    fprintf(sim->log, "process %d: peak memory %.0f MB\n", p, all[p]);
  free(all);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudSimulationRun(GudSimulation sim, int progress, GudOutcome *outcome)
{
  GudSolver  *so  = sim->solver;
  GudProgress bar = gud_progress_start(progress && sim->sys->rank == 0, so->s->t, so->opt.end);
  PetscFunctionBeginUser;
  int gave_up          = 0;
  gud_interrupt_polled = so->analysis->done && !so->analysis->done(so->analysis, so);
  *outcome             = GUD_RUNNING;
  while (*outcome == GUD_RUNNING) {
    PetscCall(GudSimulationStep(sim, outcome));
    int stop = gud_interrupted + 2 * (sim->observer && gud_observer_gave_up(sim->observer));
    if (sim->sys->size > 1)
      PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &stop, 1, MPI_INT, MPI_MAX, sim->sys->comm));
    gave_up = stop > 1;
    if (gave_up || (stop && *outcome == GUD_RUNNING)) *outcome = GUD_INTERRUPTED;
    if ((so->s->step & 15) == 0 || *outcome != GUD_RUNNING) {
      gud_progress_show(&bar, so, *outcome != GUD_RUNNING);
      int due = gud_wall() - sim->last_checkpoint >= sim->output.checkpoint; /* by the clock of process 0 */
      if (sim->sys->size > 1) PetscCallMPI(MPI_Bcast(&due, 1, MPI_INT, 0, sim->sys->comm));
      if (sim->folder && *outcome == GUD_RUNNING && due) PetscCall(GudSimulationCheckpoint(sim));
    }
  }
  if (sim->folder && !gave_up) PetscCall(GudSimulationCheckpoint(sim));
  PetscCall(log_memory(sim));
  if (sim->log) {
    if (*outcome == GUD_FAILED) fprintf(sim->log, "FAILED: %s\n", so->why);
    if (*outcome == GUD_INTERRUPTED) fprintf(sim->log, "interrupted at t = %.9g s\n", so->s->t);
    int before = sim->num_warnings;
    PetscCall(GudSimulationSummary(sim, sim->log));
    PetscCall(log_is_written(sim));
    /* a caller that wants progress gets the whole summary; others get its warnings */
    for (int i = before; i < sim->num_warnings && !progress && *outcome == GUD_DONE; i++)
      gud_context_say(sim->ctx, GUD_MESSAGE_WARNING, "warning: %s", sim->warnings[i]);
  }
  if (sim->folder && *outcome == GUD_DONE) {
    PetscCall(GudObserverEnd(sim->observer));
    PetscCall(GudSimulationWriteSummary(sim));
  }
  PetscCall(GudSimulationRecord(sim, *outcome));
  gud_interrupt_polled = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}
