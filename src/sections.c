/* The sections of a model file that are no part of the model: how they are read, and where their values do not go together. */
#include "periodic.h"

#include "output/envelope.h"
#include "output/polar.h"

#include <string.h>

/* How often something is written until the end. Above `most` it is refused: a loop without end, a full disk; above
   `many` the user is warned of the size. */
static void check_interval(const GudInput *in, const char *section, const char *key, double times,
                           double many, double most, double bytes)
{
  const GudNode *node = gud_node_get(gud_node_get(in->doc->root, section), key);
  if (!(times > many)) return;
  GudMark mark = node ? node->mark : in->doc->root->mark;
  if (times > most)
    gud_diag_error(in->diag, mark, "%s, '%s': that is %.2g times until the end; more than %.0e are refused",
                   section, key, times, most);
  else
    gud_diag_warn(in->diag, mark, "%s, '%s': that is %.2g times until the end: about %.3g GB", section, key,
                  times, 1e-9 * times * bytes);
}

/* csv rows: the probes, the energies (12 columns) and the time twice; a number has its digits, sign, point, exponent and
   comma. A frame has at least a few kB. */
static void check_intervals(const GudInput *in, const GudOptions *opt, const GudOutputOptions *output,
                            const GudPoincareOptions *poincare)
{
  double time = opt->end - opt->settle, columns = in->model ? in->model->num_probes + 14 : 14;
  double row   = columns * (output->precision + 6),
         frame = 3e3 + (in->model ? 300.0 * in->model->num_elements : 0);
  if (!gud_analysis_is(opt, GUD_ANALYSIS_IN_TIME)) return;
  check_interval(in, "output", "sample", time / output->sample, 1e7, 1e9, row);
  if (output->vtk > 0) check_interval(in, "output", "vtk", time / output->vtk, 1e5, 1e7, frame);
  if (poincare->period > 0) check_interval(in, "poincare", "period", time / poincare->period, 1e7, 1e9, row);
  const GudNode *offset = gud_node_get(gud_node_get(in->doc->root, "poincare"), "offset");
  if (poincare->angle && offset && !(fabs(poincare->offset) < 1e9 * poincare->every))
    gud_diag_error(in->diag, offset->mark,
                   "poincare, 'offset': more than 1e9 times 'every': sections there are equal to round-off");
}

/* A run that begins on its periodic motion needs its period, and a method whose derivative is known. */
static void check_orbit(const GudInput *in, const GudOptions *opt, const GudPoincareOptions *poincare)
{
  const GudNode *section = gud_node_get(in->doc->root, "analysis"),
                *node    = gud_node_get(section, "accelerate");
  GudPeriodicOptions o;
  char               why[300];
  if (node && opt->accelerate && opt->until != GUD_UNTIL_PERIODIC)
    gud_diag_error(in->diag, node->mark, "analysis, 'accelerate': is for until: periodic");
  if (!section || !gud_on_orbit(opt)) return;
  if (!gud_periodic_options(opt, poincare, &o, why))
    gud_diag_error(in->diag, section->mark, "analysis: %s", why);
  node = gud_node_get(section, "method");
  if (node && gud_analysis_is(opt, GUD_ANALYSIS_ON_ORBIT) && opt->method != GUD_METHOD_AUTO &&
      opt->method != GUD_RADAU)
    gud_diag_error(in->diag, node->mark,
                   "analysis, 'method': a periodic motion is found by radau; leave it out");
}

/* Statics along a path: equilibria, each of which is a Newton solve and a row. */
static void check_points(const GudInput *in, const GudOptions *opt)
{
  int            in_time = opt->path == GUD_PATH_TIME;
  const char    *key     = in_time ? "step" : "load_steps";
  double         num     = in_time && opt->step > 0 ? opt->end / opt->step : opt->load_steps;
  const GudNode *node    = gud_node_get(gud_node_get(in->doc->root, "analysis"), key);
  if (!node || !gud_analysis_is(opt, GUD_ANALYSIS_EQUILIBRIUM) || !(num > 1e6)) return;
  if (num > 1e9)
    gud_diag_error(in->diag, node->mark, "analysis, '%s': %.2g equilibria; more than 1e+09 are refused", key,
                   num);
  else gud_diag_warn(in->diag, node->mark, "analysis, '%s': %.2g equilibria", key, num);
}

void gud_sections_check(const GudInput *in, const GudOptions *opt, const GudOutputOptions *output,
                        const GudPoincareOptions *poincare)
{
  static const char *const rho1 =
    "analysis, 'rho': 1 without stabilisation: the multipliers of the index-3 "
    "equations are then not damped at "
    "all and grow without bound; use stabilisation: index_2 or projection, or rho below 1";
  const GudNode *root = in->doc ? in->doc->root : NULL, *node;
  if (!root) return;
  node = gud_node_get(gud_node_get(root, "analysis"), "rho");
  if (node && opt->rho == 1 && opt->stabilisation == GUD_STABILISE_NONE &&
      gud_analysis_is(opt, GUD_ANALYSIS_INTEGRATES))
    gud_diag_error(in->diag, node->mark, "%s", rho1);
  node = gud_node_get(gud_node_get(root, "analysis"), "settle");
  if (node && opt->settle > 0 && opt->settle >= opt->end)
    gud_diag_error(in->diag, node->mark,
                   "analysis, 'settle': nothing would be recorded, since %.6g s is not before 'end', %.6g s",
                   opt->settle, opt->end);
  node = gud_node_get(gud_node_get(root, "output"), "precision");
  if (node && output->precision > 17)
    gud_diag_error(in->diag, node->mark, "output, 'precision': a number has at most 17 digits, found %d",
                   output->precision);
  node = gud_node_get(gud_node_get(root, "output"), "envelope");
  if (node && in->model) gud_envelope_check(in->model, &output->envelope, node, in->diag);
  node = gud_node_get(gud_node_get(root, "output"), "polar");
  if (node && in->model) gud_polar_check(in->model, &output->polar, node, in->diag);
  if (in->model) gud_poincare_check(poincare, in->model, root, in->diag);
  node = gud_node_get(gud_node_get(root, "analysis"), "until");
  if (node && opt->until == GUD_UNTIL_PERIODIC && !gud_poincare_wanted(poincare))
    gud_diag_error(in->diag, node->mark, "analysis, 'until': periodic needs a section 'poincare'");
  check_orbit(in, opt, poincare);
  node = gud_node_get(gud_node_get(root, "analysis"), "path");
  check_points(in, opt);
  if (node && opt->path != GUD_PATH_ONCE && !gud_analysis_is(opt, GUD_ANALYSIS_EQUILIBRIUM))
    gud_diag_error(in->diag, node->mark, "analysis, 'path': is for type: static");
  if (node && gud_analysis_is(opt, GUD_ANALYSIS_EQUILIBRIUM) && opt->path == GUD_PATH_TIME && !(opt->end > 0))
    gud_diag_error(in->diag, node->mark, "analysis, 'path': time needs an 'end' after 0");
  node = gud_node_get(gud_node_get(root, "analysis"), "eigenvalues");
  if (node && opt->eigenvalues == GUD_EIGENVALUES_COMPLEX && !gud_analysis_is(opt, GUD_ANALYSIS_EIGENVALUES))
    gud_diag_error(in->diag, node->mark, "analysis, 'eigenvalues': is for type: modes");
  const GudNode *rotation = gud_node_get(root, "rotation");
  if (rotation && gud_analysis_is(opt, GUD_ANALYSIS_EIGENVALUES) &&
      opt->eigenvalues != GUD_EIGENVALUES_COMPLEX)
    gud_diag_warn(in->diag, rotation->mark,
                  "rotation: modes leave out Coriolis forces, as they do all that depends on velocities "
                  "(eigenvalues: complex has them)");
  node = gud_node_get(gud_node_get(root, "analysis"), "step");
  if (node && opt->step > opt->end && opt->end > 0)
    gud_diag_warn(in->diag, node->mark,
                  "analysis, 'step': %.6g s is more than 'end', %.6g s: one step is made", opt->step,
                  opt->end);
  if (!gud_diag_num_errors(in->diag)) check_intervals(in, opt, output, poincare);
}

void gud_sections(GudOptions *analysis, GudOutputOptions *output, GudPoincareOptions *poincare,
                  GudSection sections[GUD_NUM_SECTIONS])
{
  const GudSection all[GUD_NUM_SECTIONS] = {{"analysis", &gud_analysis_info, analysis},
                                            {"output", &gud_output_info, output},
                                            {"poincare", &gud_poincare_info, poincare},
                                            {0}};
  memcpy(sections, all, sizeof all);
  /* a section that is no map is not read: the checks behind meet these */
  *analysis = (GudOptions){0}, *output = (GudOutputOptions){0}, *poincare = (GudPoincareOptions){0};
}
