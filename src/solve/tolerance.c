/* How exactly the equations of a step are solved: units of increments, converged below 1.

   Positions and directions are solved for to a part of the local error, or, with a fixed step, of the displacement h^2 q'';
   multipliers, which people read as forces, to a small part of the global error that the local one makes of them. */
#include "solve/solver.h"

#include "base/vec3.h"

#include <string.h>

/* What is asked for of forces, relative to their peaks. The global error of a second-order method at local errors of `tolerance` is
   tolerance^(2/3); 0.03 of that. */
static double part_of_forces(const GudSolver *so)
{
  return so->opt.step > 0 ? so->part : 0.03 * cbrt(so->opt.tolerance * so->opt.tolerance);
}

/* Of a fixed step, relative to h^2 q'' and to multipliers: 1e-5 of the local error that the step will make, estimated from how much
   q'' changes, and between 1e-10 and 1e-7: what Newton leaves adds up over a long run as local errors do, and must fall with them when
   the step is halved. Where nothing is known yet, in index 3, which meets Phi only so well, and of redundant rows, whose
   shares converge slowly, 1e-10. Motions that drivers prescribe are put on their rows after every
   step, and need no more than a good guess. */
static double part_of_step(const GudSolver *so, const double *acc, double size)
{
  const GudSystem *sys = so->sys;
  double           sum;
  if (!isnan(so->opt.newton)) return so->opt.newton;
  if (gud_prescribed(so)) return 1e-8;
  if (!so->gram || !(so->s->h_last > 0) || !(size > 0) || so->num_redundant) return 1e-10;
  sum = gud_system_squares_of(sys, acc, so->s->acc, 1, NULL, 0);
  return fmax(1e-10, fmin(1e-7, 1e-5 * fabs(so->error_constant) * sqrt(sum / sys->num_q) / size));
}

/* Every multiplier relative to its own largest value so far: a driver's moment beside large joint forces must have its digits,
   too. Rows that carry nothing are measured by 1e-3 of the largest. */
static void multiplier_units(GudSolver *so)
{
  double part   = part_of_forces(so);
  double digits = 1e-15 * so->sys->length_scale * so->bp * so->h *
                  so->h; /* round-off of positions in forces */
  double peak = 0;
  for (int i = 0; i < so->sys->nr; i++) peak = fmax(peak, so->s->peak[i]);
  double floor = fmax(so->force_scale, 1e-3 * peak);
  so->gap_part = part, so->gap_least = fmax(so->force_scale, 0.1 * peak);
  for (int i = 0; i < so->sys->nr; i++)
    so->row_unit[i] = part * so->sd * fmax(so->s->peak[i], floor) + digits;
}

void gud_newton_scales(GudSolver *so, const double *acc)
{
  const GudSystem *sys  = so->sys;
  double           size = gud_weighted_norm(sys, acc), h = so->h;
  so->part        = part_of_step(so, acc, size);
  so->tol         = fmax(1e-18, so->part * h * h * size);
  so->force_scale = fmax(1e-3,
                         sys->mass_scale * (gud_norm_real(sys->model->gravity) + sys->length_scale * size));
  if (!(so->opt.step > 0)) so->tol = fmax(so->tol, so->newton_floor * so->opt.tolerance);
  multiplier_units(so);
}

/* Increments dlam of sd lambda. rows: numbers of the num rows, NULL: all. */
double gud_multiplier_norm(const GudSolver *so, const double *dlam, const int *rows, int num)
{
  double most = 0;
  for (int k = 0; k < num; k++) {
    double x = fabs(dlam[k]) / so->row_unit[rows ? rows[k] : k];
    if (!(x < most)) most = x;
  }
  return most;
}

/* Joints with a gap push with forces that are evaluated, not solved for: how far they have moved since `last` (6 numbers per force: on
   both bodies), which gets the present ones. Asked for by Radau's method; of generalized-alpha what Newton leaves of them is far below
   the error of the method (studies/driven_film: the same errors with and without). Relative to themselves, but those that hardly push to
   a tenth of the largest multiplier. */
double gud_gap_forces_change(const GudSolver *so, GudEvaluated *e, double *last)
{
  GudSystem *sys  = so->sys;
  double     most = 0;
  for (int n = 0; n < sys->num_my_forces; n++) {
    const GudModelForce *fo = &sys->model->forces[sys->my_forces[n]];
    double f[GUD_MAX_SLOT_VECTORS][3], rz[GUD_MAX_INTERNALS] = {0}, *was = last + 6 * sys->my_forces[n],
                                       moved = 0;
    if (!fo->type->joint) continue;
    memset(f, 0, sizeof *f * (size_t)fo->num_vectors);
    fo->type->residual(gud_evaluated_force(e, sys->my_forces[n], GUD_LEVEL_FORCE), f, rz);
    const double *F[2] = {f[0], f[fo->type->slots[0].kind]};
    for (int k = 0; k < 6; k++) moved = fmax(moved, fabs(F[k / 3][k % 3] - was[k])), was[k] = F[k / 3][k % 3];
    most = fmax(most,
                moved / (so->gap_part * fmax(so->gap_least, fmax(gud_norm_real(F[0]), gud_norm_real(F[1])))));
  }
  return most;
}

/* Internals relative to themselves; algebraic ones are forces, and are not asked for more digits than the accelerations that
   they cause have. Velocities are displacements over h: below some 1e-6 s their round-off shows in forces that depend on
   them. */
double gud_internals_norm(const GudSolver *so, const double *dz, const double *z)
{
  const GudSystem *sys   = so->sys;
  double           force = so->tol * sys->length_scale * sys->mass_scale / (so->h * so->h), most = 0;
  double           rel = 1e-8 * fmin(fmax(1, 1e-6 / so->h), 1e5);
  for (int i = 0; i < sys->nz; i++) {
    double floor = sys->differential[i] ? 1e-3 : so->force_scale;
    double unit  = rel * (fabs(z[i]) + floor) + (sys->differential[i] ? 0 : force);
    double x     = fabs(dz[i]) / unit;
    if (!(x < most)) most = x;
  }
  return most;
}
