/* DIR/run.json: what ran, with which parameters, what came out, with units; for programs (plot, report, scripts). Numbers that
   are not finite are null. Written beside and renamed, so that a reader never sees half of it. */
#include "simulation.h"

#include "base/clock.h"
#include "model/probe.h"
#include "output/joint_values.h"
#include "output/sink.h"
#include "output/symbols.h"
#include "text/units.h"

#include <errno.h>
#include <string.h>

/* A text as JSON; control characters become blanks. */
static void text(FILE *f, const char *s)
{
  fputc('"', f);
  for (; *s; s++) {
    if (*s == '"' || *s == '\\') fputc('\\', f);
    fputc((unsigned char)*s < 0x20 || *s == 0x7f ? ' ' : *s, f);
  }
  fputc('"', f);
}

static void key(FILE *f, const char *name, int first)
{
  fputs(first ? "" : ",\n ", f);
  text(f, name);
  fputs(": ", f);
}

static void number(FILE *f, double x)
{
  if (isfinite(x)) fprintf(f, "%.15g", x);
  else fputs("null", f);
}

static void pair_text(FILE *f, const char *name, const char *value)
{
  key(f, name, 0);
  text(f, value);
}

static void pair_number(FILE *f, const char *name, double value)
{
  key(f, name, 0);
  number(f, value);
}

/* {"name": {"value": 0.2, "unit": "m"}, ...} */
static void parameters(FILE *f, const GudEnv *env)
{
  int num = 0;
  key(f, "parameters", 0);
  fputc('{', f);
  for (int i = 0; i < gud_env_num(env); i++) {
    GudParameter p;
    char         unit[GUD_DIM_SIZE];
    if (!gud_env_get(env, i, &p)) continue;
    key(f, p.name, !num++);
    fputs("{\"value\": ", f);
    if (p.word) text(f, p.word);
    else number(f, p.number);
    if (!p.word) fputs(", \"unit\": ", f), text(f, gud_dim_unit(p.dim, unit));
    fprintf(f, ", \"set\": %s", p.is_set ? "true" : "false");
    if (p.doc) fputs(", \"doc\": ", f), text(f, p.doc);
    fputc('}', f);
  }
  fputc('}', f);
}

static void probes(FILE *f, const GudSimulation sim, int done)
{
  const GudModel   *m = sim->input.model;
  const GudExtreme *x = sim->observer ? gud_observer_extremes(sim->observer) : NULL;
  key(f, "probes", 0);
  fputc('{', f);
  for (int i = 0; i < m->num_probes; i++) {
    key(f, m->probes[i].name, !i);
    fputs("{\"unit\": ", f);
    text(f, gud_probe_unit(m, &m->probes[i]));
    if (done && x) {
      fputs(", \"min\": ", f), number(f, x[i].min), fputs(", \"t_min\": ", f), number(f, x[i].t_min);
      fputs(", \"max\": ", f), number(f, x[i].max), fputs(", \"t_max\": ", f), number(f, x[i].t_max);
      fputs(", \"mean\": ", f), number(f, gud_observer_mean(sim->observer, i));
      fputs(", \"rms\": ", f), number(f, gud_observer_rms(sim->observer, i));
      fputs(", \"last\": ", f), number(f, x[i].last);
    }
    fputc('}', f);
  }
  fputc('}', f);
}

/* Bodies; a drawing refers to them by number, 0 is the ground. */
static void bodies(FILE *f, const GudModel *m)
{
  static const char *const shapes[] = {[GUD_DRAW_NONE]     = "none",
                                       [GUD_DRAW_BOX]      = "box",
                                       [GUD_DRAW_CYLINDER] = "cylinder",
                                       [GUD_DRAW_SPHERE]   = "sphere",
                                       [GUD_DRAW_ROD]      = "rod"};
  key(f, "bodies", 0);
  fputc('[', f);
  for (int i = 0; i < m->num_bodies; i++) {
    const GudBody *b = &m->bodies[i];
    fputs(i ? ",\n  {\"name\": " : "{\"name\": ", f), text(f, i ? b->name : "ground");
    if (i) fputs(", \"type\": ", f), text(f, b->type->info.name);
    if (i) fprintf(f, ", \"mesh\": %s, \"shape\": \"%s\"", b->mesh ? "true" : "false", shapes[b->draw.kind]);
    if (i && b->mesh && b->mesh->axes) fputs(", \"beam\": true", f);
    fputc('}', f);
  }
  fputc(']', f);
}

/* Kinds of symbols in frames: the word of number k is entry k. */
static void symbols(FILE *f)
{
#define KIND(id, word) word,
  static const char *const words[] = {GUD_DRAWN_KINDS(KIND)};
#undef KIND
  key(f, "symbols", 0);
  for (int i = 0; i < GUD_COUNT(words); i++) fputs(i ? ", " : "[", f), text(f, words[i]);
  fputc(']', f);
}

/* Fields of the bodies, each name once, with unit and role: for readers of frames and envelopes. */
static void fields(FILE *f, const GudModel *m)
{
  int num = 0;
  key(f, "fields", 0);
  fputc('{', f);
  for (int i = 1; i < m->num_bodies; i++) {
    const GudElementType *type  = m->bodies[i].type;
    int                   first = 1; /* body of this type */
    while (m->bodies[first].type != type) first++;
    for (int k = 0; first == i && k < type->num_fields; k++) {
      const GudOutput *o    = &type->fields[k];
      int              seen = 0;
      for (int b = 1; b < i && !seen; b++)
        seen = gud_output_find(m->bodies[b].type->fields, m->bodies[b].type->num_fields, o->name) >= 0;
      if (seen) continue;
      key(f, o->name, !num++);
      fputs("{\"unit\": ", f), text(f, o->unit);
      fputs(", \"role\": ", f), text(f, gud_output_role_word(o->role)), fputc('}', f);
    }
  }
  fputc('}', f);
}

/* Columns of joints.csv that belong to a force, by their roles: {"force": ["force"], "gap": ["gap_1", "gap_2"], ...}. */
static void columns_of(FILE *f, const GudModel *m, int force)
{
  const GudOutput *column[GUD_MAX_JOINT_COLUMNS];
  int              num = gud_joint_columns(m, force, column), roles = 0;
  for (int role = 0; role < GUD_NUM_OUTPUT_ROLES && num; role++) {
    int found = 0;
    for (int k = 0; k < num; k++) {
      if (column[k]->role != (GudOutputRole)role || role == GUD_OUTPUT_VALUE) continue;
      if (!found++)
        fputs(roles++ ? ", " : ", \"columns\": {", f), text(f, gud_output_role_word(role)), fputs(": [", f);
      else fputs(", ", f);
      text(f, column[k]->name);
    }
    if (found) fputc(']', f);
  }
  if (roles) fputc('}', f);
}

/* What a force has counted since `settle`. */
static void statistics_of(FILE *f, GudSimulation sim, const GudModelForce *fo)
{
  int num = 0;
  for (int k = 0; k < fo->type->num_history; k++) {
    const GudHistory *row = &fo->type->history[k];
    if (!row->reported) continue;
    if (!num) fputs(", \"statistics\": {", f);
    key(f, row->name, !num++);
    fputs("{\"value\": ", f), number(f, gud_ledger_statistic(sim->solver, fo, k));
    fputs(", \"unit\": ", f), text(f, row->unit), fputc('}', f);
  }
  if (num) fputc('}', f);
}

/* Joints, then forces, in the order of the number `joint` in vtk/joints_*.vtu. */
static void joints(FILE *f, GudSimulation sim, int done)
{
  const GudModel *m = sim->input.model;
  key(f, "joints", 0);
  fputc('[', f);
  for (int i = 0; i < m->num_joints + m->num_forces; i++) {
    const GudJoint      *j  = i < m->num_joints ? &m->joints[i] : NULL;
    const GudModelForce *fo = j ? NULL : &m->forces[i - m->num_joints];
    fputs(i ? ",\n  {\"name\": " : "\n  {\"name\": ", f);
    text(f, j ? j->name : fo->name);
    fputs(", \"type\": ", f), text(f, j ? j->type->info.name : fo->type->info.name);
    fputs(", \"a\": ", f), text(f, m->bodies[j ? j->body[0] : fo->body[0]].name);
    int two = j || fo->type->num_slots > 1;
    if (two) fputs(", \"b\": ", f), text(f, m->bodies[j ? j->body[1] : fo->body[1]].name);
    if (fo && fo->group) fputs(", \"group\": ", f), text(f, fo->group);
    GudSymbol y = {0};
    if (fo && fo->type->symbol) fo->type->symbol(fo->type, fo->params, &y);
    if (y.journal > 0)
      fprintf(f, ", \"journal_radius\": %.15g, \"bearing_radius\": %.15g, \"clearance\": %.15g", y.journal,
              y.bearing, y.bearing - y.journal);
    if (fo) columns_of(f, m, i - m->num_joints);
    if (fo && done && sim->observer) statistics_of(f, sim, fo);
    fputc('}', f);
  }
  fputc(']', f);
}

static void limits(FILE *f, const GudSimulation sim)
{
  const GudModel   *m   = sim->input.model;
  const GudExtreme *x   = sim->observer ? gud_observer_extremes(sim->observer) : NULL;
  int               num = 0;
  key(f, "limits", 0);
  fputc('[', f);
  for (int i = 0; x && i < m->num_limits; i++)
    for (int k = 0; k < 2; k++) {
      const GudLimit *l = &m->limits[i];
      double v = k ? x[l->probe].max : x[l->probe].min, margin = k ? l->bound[1] - v : v - l->bound[0];
      if (isinf(l->bound[k])) continue;
      fprintf(f, "%s{\"name\": ", num++ ? ",\n  " : "");
      text(f, l->name), fputs(", \"probe\": ", f), text(f, m->probes[l->probe].name);
      fputs(", \"unit\": ", f), text(f, gud_probe_unit(m, &m->probes[l->probe]));
      fprintf(f, ", \"kind\": \"%s\", \"value\": ", k ? "at_most" : "at_least");
      number(f, v), fputs(", \"limit\": ", f), number(f, l->bound[k]), fputs(", \"margin\": ", f),
        number(f, margin);
      fprintf(f, ", \"passed\": %s}", margin >= 0 ? "true" : "false");
    }
  fputc(']', f);
}

static void statistics(FILE *f, GudSimulation sim)
{
  const GudSolver     *so = sim->solver;
  const GudStatistics *st = &so->stat;
  key(f, "statistics", 0);
  fprintf(
    f,
    "{\"steps\": %ld, \"rejected_error\": %ld, \"rejected_newton\": %ld, \"events\": %ld, \"iterations\": "
    "%ld, \"factorisations\": %ld, \"coordinates\": %d, \"rows\": %d, \"mobility\": %d, \"wall\": ",
    st->steps, st->rejected_error, st->rejected_newton, st->events,
    so->newton ? so->newton->num_iterations : 0, so->newton ? so->newton->num_factorisations : 0,
    sim->sys->num_q, sim->sys->nr, so->mobility);
  number(f, gud_wall() - sim->wall_start);
  fprintf(f, ", \"processes\": %d}", sim->sys->size);
#define COLUMN(id, name) name,
  static const char *const columns[GUD_NUM_LEDGER] = {GUD_LEDGER_COLUMNS(COLUMN)};
#undef COLUMN
  key(f, "energy", 0);
  fputs("{\"unit\": \"J\"", f);
  pair_number(f, "exchanged", so->s->exchanged);
  pair_number(f, "residue", so->s->residue);
  pair_number(f, "work_drivers", so->s->work_drivers);
  pair_number(f, "work_elements", so->s->work_elements);
  for (int k = 0; k < GUD_NUM_LEDGER; k++) pair_number(f, columns[k], so->s->work[k]);
  fputc('}', f);
}

static void warnings(FILE *f, const GudSimulation sim)
{
  key(f, "warnings", 0);
  fputc('[', f);
  for (int i = 0; i < sim->num_warnings; i++) fputs(i ? ",\n  " : "", f), text(f, sim->warnings[i]);
  fputc(']', f);
}

PetscErrorCode GudSimulationRecord(GudSimulation sim, GudOutcome outcome)
{
  char            path[GUD_MAX_FOLDER + 100], tmp[GUD_MAX_FOLDER + 100];
  const GudModel *m    = sim->input.model;
  int             done = outcome != GUD_RUNNING;
  PetscFunctionBeginUser;
  if (!sim->folder || sim->sys->rank) PetscFunctionReturn(PETSC_SUCCESS);
  snprintf(path, sizeof path, "%s/run.json", sim->folder);
  snprintf(tmp, sizeof tmp, "%s/run.json.tmp", sim->folder);
  FILE *f = fopen(tmp, "w");
  PetscCheck(f, PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "cannot write %s: %s", tmp, strerror(errno));
  fputs("{\"program\": \"gudgeon\"", f);
  pair_text(f, "version", GudVersion());
  pair_text(f, "git", GudGitId());
  pair_text(f, "outcome",
            outcome == GUD_RUNNING       ? "running"
            : outcome == GUD_DONE        ? "done"
            : outcome == GUD_INTERRUPTED ? "interrupted"
                                         : "failed");
  if (outcome == GUD_FAILED) pair_text(f, "why", sim->solver->why);
  pair_text(f, "model", sim->origin.model);
  pair_text(f, "title", m->title);
  key(f, "dimensions", 0), fprintf(f, "%d", m->dim);
  pair_number(f, "t", sim->solver->s->t);
  pair_number(f, "settle", sim->solver->opt.settle);
  pair_text(f, "method", sim->solver->chosen);
  parameters(f, sim->input.env);
  bodies(f, m);
  fields(f, m);
  symbols(f);
  joints(f, sim, done);
  probes(f, sim, done);
  if (done) statistics(f, sim);
  if (done) limits(f, sim);
  warnings(f, sim);
  fputs("}\n", f);
  int bad = ferror(f);
  bad |= fclose(f);
  PetscCheck(!bad && !rename(tmp, path), PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "cannot write %s: %s", path,
             strerror(errno));
  PetscFunctionReturn(PETSC_SUCCESS);
}
