/* modes.csv: the columns below. Rigid-body modes have frequency 0; their omega^2 is the round-off found.
   The shapes are drawn with a largest displacement of a tenth of the model's length. */
#include "output/modes_out.h"

#include "output/folder.h"
#include "output/frames.h"
#include "output/pvd.h"
#include "output/sink.h"
#include "output/summary.h"

#include <errno.h>
#include <math.h>
#include <string.h>

const GudOutput gud_mode_columns[GUD_NUM_MODE_COLUMNS] = {
  [GUD_MODE_NUMBER]    = {"number", "-", "number of the mode, from 1", GUD_OUTPUT_STATE},
  [GUD_MODE_FREQUENCY] = {"frequency", "Hz", "frequency"},
  [GUD_MODE_OMEGA]     = {"omega", "rad/s", "angular frequency"},
  [GUD_MODE_OMEGA2]    = {"omega2", "rad^2/s^2", "its square; of complex eigenvalues |s|^2"},
  [GUD_MODE_GROWTH]    = {"growth", "1/s", "real part of the eigenvalue s; above 0: unstable"},
  [GUD_MODE_MASS]      = {"modal_mass", "kg", "modal mass of a shape whose largest displacement is 1 m"},
  [GUD_MODE_RESIDUAL]  = {"residual", "-", "residual of the eigenvalue problem"},
  [GUD_MODE_DAMPING]   = {"damping_ratio", "-", "of complex eigenvalues: -growth/|s|; else 0"}};

static const double two_pi = 6.283185307179586;

static double damping(const GudMode *m)
{
  return m->rigid || !(m->omega2 > 0) ? 0 : -m->growth / sqrt(m->omega2);
}

void gud_modes_print(const GudModes *ms, FILE *f)
{
  double worst = 0;
  if (!ms->num) return;
  fprintf(f, "%5s %16s %16s %14s %10s%s\n", "mode", "frequency (Hz)", "omega (rad/s)", "modal mass",
          "residual", ms->with_velocities ? "  damping ratio   growth (1/s)" : "");
  for (int i = 0; i < ms->num; i++) {
    const GudMode *m = &ms->mode[i];
    fprintf(f, "%5d %16.9g %16.9g %14.6g %10.1e", i + 1, m->omega / two_pi, m->omega, m->mass, m->residual);
    if (ms->with_velocities) fprintf(f, " %14.6g %14.6g", damping(m), m->growth);
    if (m->growth > 1e-9 * sqrt(fabs(m->omega2))) fprintf(f, "  UNSTABLE: grows as exp(%.6g t)", m->growth);
    if (m->rigid) fprintf(f, "  rigid-body");
    else worst = fmax(worst, 0.5 * m->floor / hypot(m->omega2, m->imaginary));
    fputc('\n', f);
  }
  fprintf(f,
          "%d rigid-body mode%s, %d unstable%s; frequencies hold to about %.0e of their value (round-off)\n",
          ms->num_rigid, ms->num_rigid == 1 ? "" : "s", ms->num_unstable,
          ms->complete ? "; the system has no other modes" : "", worst);
  if (ms->with_velocities) {
    if (ms->speed > 0)
      fprintf(f, "note: about a steady rotation of up to %.9g rad/s, in axes that do not spin\n", ms->speed);
    if (ms->off_balance > 1e-6)
      fprintf(f,
              "warning: this state is not a steady motion: it is accelerated by %.2g of the speed squared "
              "(start: steady begins in one)\n",
              ms->off_balance);
    return;
  }
  if (!ms->symmetric)
    fprintf(f, "note: there are forces without a potential (the stiffness is not symmetric)\n");
  fprintf(
    f, "note: at rest, with drivers held; damping and other forces that depend on velocities are left out\n");
  if (ms->off_balance > 1e-8)
    fprintf(f,
            "warning: this state is not an equilibrium; that lies about %.2g of the model's size away "
            "(start: static begins there)\n",
            ms->off_balance);
}

static PetscErrorCode write_csv(const GudModes *ms, const char *folder)
{
  char  path[GUD_MAX_FOLDER + 100];
  FILE *f;
  PetscFunctionBeginUser;
  snprintf(path, sizeof path, "%s/modes.csv", folder);
  f = fopen(path, "w");
  PetscCheck(f, PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "cannot write %s: %s", path, strerror(errno));
  fputs(gud_mode_columns[GUD_MODE_NUMBER].name, f);
  for (int k = 1; k < GUD_NUM_MODE_COLUMNS; k++)
    fprintf(f, ",%s [%s]", gud_mode_columns[k].name, gud_mode_columns[k].unit);
  fputc('\n', f);
  for (int i = 0; i < ms->num; i++) {
    const GudMode *m                           = &ms->mode[i];
    const double   value[GUD_NUM_MODE_COLUMNS] = {
        [GUD_MODE_NUMBER] = i + 1,         [GUD_MODE_FREQUENCY] = m->omega / two_pi,
        [GUD_MODE_OMEGA] = m->omega,       [GUD_MODE_OMEGA2] = m->omega2,
        [GUD_MODE_GROWTH] = m->growth,     [GUD_MODE_MASS] = m->mass,
        [GUD_MODE_RESIDUAL] = m->residual, [GUD_MODE_DAMPING] = ms->with_velocities ? damping(m) : 0};
    for (int k = 0; k < GUD_NUM_MODE_COLUMNS; k++)
      fprintf(f, "%s%.*g", k ? "," : "", k == GUD_MODE_RESIDUAL ? 3 : 15, value[k]);
    fputc('\n', f);
  }
  int bad = ferror(f);
  bad |= fclose(f);
  PetscCheck(!bad, PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "cannot write %s: %s", path, strerror(errno));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write_shapes(GudSolver *so, const GudModes *ms, GudFrames *frames, const char *folder)
{
  char     path[GUD_MAX_FOLDER + 100], name[64];
  GudPoint p = gud_state_point(so->s);
  GudPvd  *pvd;
  int      e;
  PetscFunctionBeginUser;
  snprintf(path, sizeof path, "%s/modes.pvd", folder);
  PetscCheck(!gud_pvd_create(&pvd), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  e = gud_pvd_open(pvd, path);
  for (int i = 0; i < ms->num && !e; i++) {
    snprintf(name, sizeof name, "vtk/mode_%04d.vtu", i + 1);
    PetscCall(GudFramesWriteShape(frames, &p, ms->mode[i].phi, 0.1 * so->sys->length_scale, i + 1, name));
    e = gud_pvd_add(pvd, i + 1, 0, name);
  }
  if (!e) e = gud_pvd_close(pvd);
  PetscCheck(!e, PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "%s", gud_pvd_error(pvd));
  gud_pvd_destroy(&pvd);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write_modes(const GudSink *self, void *own, GudObserver *ob)
{
  GudSinkView v = gud_observer_view(ob);
  PetscFunctionBeginUser;
  (void)self, (void)own;
  if (!v.so->modes) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(write_csv(v.so->modes, v.folder));
  if (gud_observer_frames(ob)) PetscCall(write_shapes(v.so, v.so->modes, gud_observer_frames(ob), v.folder));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GudSink gud_sink_modes = {
  .name = "modes", .files = {"modes.csv", "modes.pvd", "modes.pvd.tmp"}, .result = write_modes};
