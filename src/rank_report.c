/* Redundant rows in words: which joint they belong to, what they follow from, and whose friction has no unique load then. */
#include "simulation.h"

/* Friction of joints whose load redundant rows share */
static void report_loads(const GudModel *m, const GudRankReport *r, FILE *out)
{
  for (int k = 0; k < m->num_forces && out; k++) {
    const GudModelForce *f   = &m->forces[k];
    int                  any = 0, last = f->first_row + f->num_rows;
    for (int i = 0; i < r->num_dependent; i++) {
      any |= r->dependent[i] >= f->first_row && r->dependent[i] < last;
      for (int j = r->first[i]; j < r->first[i + 1]; j++)
        any |= r->row[j] >= f->first_row && r->row[j] < last;
    }
    if (any)
      fprintf(out,
              "warning: friction of joint '%s': redundant rows share its load, which is not unique (least "
              "squares), "
              "and neither is the friction\n",
              f->name);
  }
}

PetscErrorCode GudSimulationReportRank(GudSimulation sim, FILE *out)
{
  GudRankReport   r;
  const GudModel *m = sim->input.model;
  PetscFunctionBeginUser;
  PetscCall(GudSystemRank(sim->sys, sim->solver->s->q, &r));
  for (int i = 0; i < r.num_dependent && out; i++) {
    const GudModelRow *row = &m->rows[r.dependent[i]];
    const char        *own = row->joint >= 0 ? m->joints[row->joint].name : m->bodies[row->body].name;
    fprintf(out, "warning: a row of %s '%s' is redundant; it follows from",
            row->joint < 0                       ? "body"
            : m->joints[row->joint].type->driver ? "driver"
                                                 : "joint",
            own);
    int num = 0;
    for (int k = r.first[i]; k < r.first[i + 1]; k++) {
      int joint = m->rows[r.row[k]].joint, seen = joint < 0 || joint == row->joint;
      for (int l = r.first[i]; l < k && !seen; l++) seen = m->rows[r.row[l]].joint == joint;
      if (seen) continue;
      fprintf(out, "%s '%s'", num++ ? "," : "", m->joints[joint].name);
    }
    fprintf(out, "%s\n", num ? "" : " itself: it connects nothing that can move");
  }
  report_loads(m, &r, out);
  gud_rank_report_free(&r);
  PetscFunctionReturn(PETSC_SUCCESS);
}
