/* What a run says at its end: summary.csv, the summary in words, and the warnings that go with it. */
#include "simulation.h"

#include "base/clean.h"
#include "base/clock.h"
#include "model/probe.h"
#include "output/envelope.h"
#include "output/label.h"
#include "output/log.h"
#include "output/modes_out.h"
#include "output/orbit_out.h"
#include "output/summary.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Columns of what the joints counted: their names, or the values. */
static void write_statistics(GudSimulation sim, FILE *f, int names)
{
  const GudModel *m = sim->input.model;
  for (int i = 0; i < m->num_forces; i++) {
    const GudModelForce *fo = &m->forces[i];
    for (int k = 0; k < fo->type->num_history; k++) {
      const GudHistory *row = &fo->type->history[k];
      if (!row->reported) continue;
      if (!names) {
        fprintf(f, ",%.*g", sim->output.precision, gud_ledger_statistic(sim->solver, fo, k));
        continue;
      }
      char name[GUD_LABEL_SIZE], label[GUD_LABEL_SIZE];
      snprintf(name, sizeof name, "%.100s.%s", fo->name, row->name);
      for (char *c = name; *c; c++) *c = *c == ' ' ? '_' : *c;
      fprintf(f, ",%s", gud_label(label, name, row->unit, sim->output.plain));
    }
  }
}

PetscErrorCode GudSimulationWriteSummary(GudSimulation sim)
{
  char                 path[GUD_MAX_FOLDER + 100], tmp[GUD_MAX_FOLDER + 100];
  const GudModel      *m   = sim->input.model;
  const GudExtreme    *x   = gud_observer_extremes(sim->observer);
  const GudRepetition *rep = gud_observer_repetition(sim->observer);
  const GudOrbit      *o   = sim->solver->orbit && !sim->solver->orbit->by_map ? sim->solver->orbit : NULL;
  int                  d   = sim->output.precision;
  PetscFunctionBeginUser;
  if (sim->sys->rank) PetscFunctionReturn(PETSC_SUCCESS);
  snprintf(path, sizeof path, "%s/summary.csv", sim->folder);
  snprintf(tmp, sizeof tmp, "%s/summary.tmp", sim->folder);
  FILE *f = fopen(tmp, "w");
  PetscCheck(f, PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "cannot write %s: %s", tmp, strerror(errno));
  char name[GUD_LABEL_SIZE], label[GUD_LABEL_SIZE];
  for (int k = 0; k < (rep ? GUD_NUM_SUMS : GUD_SUM_CROSSINGS); k++)
    fprintf(f, "%s%s", k ? "," : "",
            k == GUD_SUM_TIME
              ? gud_label(label, gud_sum_columns[k].name, gud_sum_columns[k].unit, sim->output.plain)
              : gud_sum_columns[k].name);
  for (int k = 0; o && k < GUD_NUM_ORBIT_COLUMNS; k++)
    fprintf(f, ",%s",
            gud_label(label, gud_orbit_columns[k].name, gud_orbit_columns[k].unit, sim->output.plain));
  for (int i = 0; i < m->num_probes; i++)
    for (int k = 0; k < GUD_NUM_VALUES; k++) {
      snprintf(name, sizeof name, "%.150s.%s", m->probes[i].name, gud_value_words[k]);
      fprintf(f, ",%s", gud_label(label, name, gud_probe_unit(m, &m->probes[i]), sim->output.plain));
    }
  write_statistics(sim, f, 1);
  fprintf(f, "\n%.*g,%ld,%ld", d, sim->solver->s->t, sim->solver->stat.steps, sim->solver->stat.events);
  if (rep) fprintf(f, ",%ld,%d", rep->crossings, rep->period);
  if (o) {
    const double value[GUD_NUM_ORBIT_COLUMNS] = {[GUD_ORBIT_PERIOD]    = o->period,
                                                 [GUD_ORBIT_CLOSURE]   = o->closure,
                                                 [GUD_ORBIT_LARGEST]   = gud_orbit_largest(o, NULL),
                                                 [GUD_ORBIT_IS_STABLE] = o->kind == GUD_ORBIT_STABLE};
    for (int k = 0; k < GUD_NUM_ORBIT_COLUMNS; k++) fprintf(f, ",%.*g", d, value[k]);
  }
  for (int i = 0; i < m->num_probes; i++) {
    const double value[GUD_NUM_VALUES] = {[GUD_VALUE_MIN]  = x[i].min,
                                          [GUD_VALUE_MAX]  = x[i].max,
                                          [GUD_VALUE_MEAN] = gud_observer_mean(sim->observer, i),
                                          [GUD_VALUE_RMS]  = gud_observer_rms(sim->observer, i),
                                          [GUD_VALUE_LAST] = x[i].last};
    for (int k = 0; k < GUD_NUM_VALUES; k++) fprintf(f, ",%.*g", d, value[k]);
  }
  write_statistics(sim, f, 0);
  fputc('\n', f);
  int bad = ferror(f) | fflush(f) | (fsync(fileno(f)) && errno != EINVAL);
  bad |= fclose(f);
  PetscCheck(!bad && !rename(tmp, path), PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "cannot write %s: %s", path,
             strerror(errno));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* "periodic: ..." */
static void say_repetition(const GudSimulation sim, const GudRepetition *rep, FILE *f)
{
  fprintf(f, "section passed %ld times", rep->crossings);
  if (isfinite(rep->time)) fprintf(f, ", every %.6g s", rep->time);
  if (rep->period)
    fprintf(f, "; periodic: the state repeats after %d pass%s (%.6g s) within %.2g, at t = %.6g s",
            rep->period, rep->period > 1 ? "es" : "", rep->period * rep->time, rep->distance, rep->t);
  else if (rep->nearest)
    fprintf(f, "; not periodic up to period %d within %.2g: nearest is period %d, within %.2g",
            GUD_MAX_PERIOD, sim->options.period_tolerance, rep->nearest, rep->distance);
  fputc('\n', f);
}

/* What a joint counted: times also as fractions of the time after `settle`. */
static void print_statistics(GudSimulation sim, const GudModelForce *fo, FILE *f)
{
  double time = sim->solver->s->t - sim->solver->opt.settle, any = 0;
  int    num = 0;
  for (int k = 0; k < fo->type->num_history; k++)
    if (fo->type->history[k].reported) any += gud_ledger_statistic(sim->solver, fo, k);
  if (any == 0) return;
  fprintf(f, "%s:", fo->name);
  for (int k = 0; k < fo->type->num_history; k++) {
    const GudHistory *row = &fo->type->history[k];
    if (!row->reported) continue;
    double x = gud_ledger_statistic(sim->solver, fo, k);
    fprintf(f, "%s %s %.6g", num++ ? "," : "", row->name, x);
    if (strcmp(row->unit, "-")) fprintf(f, " %s", row->unit);
    if (row->kind == GUD_HISTORY_TIME) fprintf(f, " (%.4f)", time > 0 ? x / time : 0);
  }
  fputc('\n', f);
}

/* The unaccounted energy must be small compared with the exchanged energy (sum of changes of kinetic energy plus driver work) or
   the largest kinetic energy, whichever is more: above 5 % the motion itself cannot be trusted. Round-off of a model at rest
   is resolved to 1e-9 of the largest strain and potential energy. It must also be small compared with the dissipated energy: above 5 % figures of
   dissipation cannot be trusted; no warning where joints dissipate below 1e-5 of the exchanged energy: there the ratio says
   nothing. */
static void print_energy(GudSimulation sim, FILE *f)
{
  const GudSolver *so   = sim->solver;
  const double    *work = so->s->work;
  double           turn = so->s->exchanged, worst = so->s->residue;
  double           lost = -work[GUD_LEDGER_CONTACT] - work[GUD_LEDGER_FRICTION] - work[GUD_LEDGER_FILM];
  fprintf(f, "energy: exchanged %.6g J, largest numerical residue %.3g J (%.2g of it)\n", turn, worst,
          turn > 0 ? worst / turn : 0);
  double scale = fmax(turn, so->s->most_kinetic);
  /* what moves by less than 1e-9 of the model's length per second is at rest */
  double rest = 1e-18 * so->sys->mass_scale * so->sys->length_scale * so->sys->length_scale;
  if (worst > 0.05 * scale && worst > 1e-9 * so->s->most_stored && worst > rest)
    gud_simulation_warn(
      sim, f,
      "the numerical residue of the energy is %.2g of the energy exchanged or moving (%.3g J): the motion "
      "cannot be trusted; take a smaller %s%s",
      scale > 0 ? worst / scale : INFINITY, scale, so->opt.step > 0 ? "step" : "tolerance",
      so->opt.step > 0 && so->opt.rho < 1 ? ", or rho: 1" : "");
  else if (lost > 1e-5 * turn && worst > 0.05 * lost && worst > 1e-9 * so->s->most_stored && worst > rest)
    gud_simulation_warn(
      sim, f,
      "the numerical residue of the energy is %.2g of the %.3g J that contact, friction and films "
      "dissipate: take a smaller %s",
      worst / lost, lost, so->opt.step > 0 ? "step" : "tolerance");
}

/* Only for bodies whose stresses are probed */
static void warn_of_coarse_meshes(GudSimulation sim, FILE *f)
{
  const GudModel *m = sim->input.model;
  for (int i = 0; i < m->num_probes; i++) {
    const GudProbe *pr = &m->probes[i];
    int             field, before = 0;
    for (int k = 0; k < i; k++)
      before |= m->probes[k].type->reads == GUD_READS_FIELD && m->probes[k].body == pr->body;
    if (pr->type->reads != GUD_READS_FIELD || before) continue;
    double error = gud_stress_error(m, pr->body, sim->solver->s->q, &field);
    if (field >= 0 && isnan(error))
      gud_simulation_warn(
        sim, f,
        "body '%s' has %d element%s: too few to estimate the error of its stresses; see gudgeon converge",
        m->bodies[pr->body].name, m->bodies[pr->body].num_elements,
        m->bodies[pr->body].num_elements == 1 ? "" : "s");
    else if (error > 0.05)
      gud_simulation_warn(
        sim, f,
        "body '%s': its mesh is too coarse for stresses: at the end of the run %s is estimated to be "
        "wrong by %.2g of its "
        "largest value; take more elements, and see gudgeon converge",
        m->bodies[pr->body].name, m->bodies[pr->body].type->fields[field].name, error);
  }
}

/* A film that is thinner than the surfaces are rough is none: where the least thickness is probed it is compared with `film.roughness`. In a mixed
   joint asperities carry there. */
static void warn_of_thin_films(GudSimulation sim, FILE *f)
{
  const GudModel   *m = sim->input.model;
  const GudExtreme *x = gud_observer_extremes(sim->observer);
  for (int i = 0; i < m->num_probes; i++) {
    const GudProbe *pr = &m->probes[i];
    if (!pr->row || pr->force < 0 || pr->row->role != GUD_OUTPUT_THIN) continue;
    const GudModelForce *force = &m->forces[pr->force];
    const GudFilmGroup  *film  = force->type->film;
    double               rough = film && film->roughness ? film->roughness(force->type, force->params) : 0;
    if (x[i].min < rough)
      gud_simulation_warn(
        sim, f,
        "joint '%s': its least film thickness, %.3g m, is below the roughness of the surfaces, %.3g m "
        "(film.roughness): they touch "
        "there; see model: mixed",
        force->name, x[i].min, rough);
  }
}

/* Beyond a tenth of the journal's radius no contact law is valid, and a unit is probably missing (E in Pa, not in MPa). */
static void warn_of_deep_contacts(GudSimulation sim, FILE *f)
{
  const GudModel *m = sim->input.model;
  for (int i = 0; i < m->num_forces; i++) {
    const GudModelForce *fo = &m->forces[i];
    GudSymbol            y  = {0};
    if (fo->type->joint && fo->type->symbol) fo->type->symbol(fo->type, fo->params, &y);
    for (int k = 0; k < fo->type->num_history && y.journal > 0; k++) {
      const GudHistory *row   = &fo->type->history[k];
      double            depth = row->kind == GUD_HISTORY_DEEPEST && row->reported
                                  ? gud_ledger_statistic(sim->solver, fo, k)
                                  : 0;
      if (depth < 0.1 * y.journal) continue;
      gud_simulation_warn(
        sim, f,
        "joint '%s': the journal was pressed %.3g m into its bearing, its radius is %.3g m: no contact law "
        "is valid there; is a unit of the contact's stiffness missing (E: 207 GPa)?",
        fo->name, depth, y.journal);
      break;
    }
  }
}

PetscErrorCode GudSimulationSummary(GudSimulation sim, FILE *f)
{
  GudSolver           *so      = sim->solver;
  const GudModel      *m       = sim->input.model;
  const GudStatistics *st      = &so->stat;
  const GudNewton     *nw      = so->newton;
  double               seconds = gud_wall() - sim->wall_start, steps = st->steps ? (double)st->steps : 1;
  PetscFunctionBeginUser;
  if (so->analysis->headline) so->analysis->headline(so->analysis, so, seconds, f);
  else
    fprintf(f, "simulated %.6g s in %ld steps, %.3g s wall, %.2f us per step\n", so->s->t, st->steps, seconds,
            1e6 * seconds / steps);
  if (st->steps && gud_solver_is(so, GUD_ANALYSIS_INTEGRATES))
    fprintf(f, "step %.3g ... %.3g s, rejected for error %ld, for Newton %ld, events %ld\n", st->h_min,
            st->h_max, st->rejected_error, st->rejected_newton, st->events);
  if (so->explicit)
    fprintf(f, "explicit: rows hold within %.2g, their rates within %.2g\n", st->drift, st->drift_rate);
  else if (nw && st->steps)
    fprintf(f, "Newton iterations %ld (%.2f per step), factorisations %ld (%.4f per step)\n",
            nw->num_iterations, (double)nw->num_iterations / steps, nw->num_factorisations,
            (double)nw->num_factorisations / steps);
  if (st->steps && !so->explicit)
    fprintf(f, "consistent values: iterations %ld (%.2f per step), factorisations %ld\n", st->kkt_iterations,
            (double)st->kkt_iterations / steps, st->kkt_factorisations);
  if (st->singular_warnings)
    gud_simulation_warn(sim, f,
                        "%d times the mechanism was in or near a singular position (regularised solve)",
                        st->singular_warnings);
  if (so->modes) gud_modes_print(so->modes, f);
  if (so->orbit) gud_orbit_print(so->orbit, f);
  if (st->taken)
    gud_simulation_warn(
      sim, f,
      "%d contacts changed their modes too often to locate each change; they were resolved within the step",
      st->taken);
  if (st->mode_cycles)
    gud_simulation_warn(sim, f, "%d times no mode of the contacts fitted; the last one was taken",
                        st->mode_cycles);
  if (sim->observer) {
    for (int i = 0; i < m->num_forces; i++) print_statistics(sim, &m->forces[i], f);
    if (gud_solver_is(so, GUD_ANALYSIS_INTEGRATES)) print_energy(sim, f);
    warn_of_coarse_meshes(sim, f);
    warn_of_thin_films(sim, f);
    warn_of_deep_contacts(sim, f);
    const GudRepetition *rep = gud_observer_repetition(sim->observer);
    if (rep) say_repetition(sim, rep, f);
    const GudExtreme *x = gud_observer_extremes(sim->observer);
    if (m->num_probes)
      fprintf(f, "%-28s %-7s %16s %12s %16s %12s   (over all steps)\n", "probe", "unit", "min", "at t / s",
              "max", "at t / s");
    for (int i = 0; i < m->num_probes; i++)
      fprintf(f, "%-28s %-7s %16.9g %12.6g %16.9g %12.6g\n", m->probes[i].name,
              gud_probe_unit(m, &m->probes[i]), x[i].min, x[i].t_min, x[i].max, x[i].t_max);
    gud_simulation_limits(sim, f);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
