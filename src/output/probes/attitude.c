/* Probes `spin`, `quaternion`: angular velocity and orientation of a body's axes. A quaternion remembers its value, so that
   its sign does not jump. */
#include "base/frame.h"
#include "output/probe_value.h"

#include <string.h>

/* clang-format off */
static const GudParam spin_params[] = {
  {"component", GUD_CHOICE, GUD_NUMBER, GUD_ANY, "magnitude", offsetof(GudProbeParams, component), "x|y|z|1|2|3|magnitude", "axis of space (x, y, z), of the body (1, 2, 3), or the magnitude"}};
static const GudParam quaternion_params[] = {
  {"component", GUD_CHOICE, GUD_NUMBER, GUD_ANY, NULL, offsetof(GudProbeParams, part), "w|x|y|z", "w: scalar part; x, y, z: vector part in axes of space"}};
static const GudMarkerSlot slots[] = {{"of", GUD_FRAME, 0, "a body, if flexible at this place"}};
/* clang-format on */
static const GudHistory parts[] = {{.name = "w", .kind = GUD_HISTORY_MEMORY, .unit = "-"},
                                   {.name = "x", .kind = GUD_HISTORY_MEMORY, .unit = "-"},
                                   {.name = "y", .kind = GUD_HISTORY_MEMORY, .unit = "-"},
                                   {.name = "z", .kind = GUD_HISTORY_MEMORY, .unit = "-"}};

/* (F2) of base/frame.h; components 1, 2, 3 along the body's own axes */
static double spin_of(const GudModel *m, const GudProbe *pr, const GudPoint *p)
{
  double e[3][3], et[3][3], Ji[9], w[3];
  int    c = pr->params.component;
  for (int k = 0; k < 3; k++)
    gud_vector_value(m, pr->axes[k], p->q, e[k]), gud_vector_rate(m, pr->axes[k], p->v, et[k]);
  gud_frame_inverse(e, Ji);
  gud_frame_spin(Ji, e, et, w);
  if (c <= GUD_COMPONENT_Z) return w[c];
  if (c == GUD_COMPONENT_MAGNITUDE) return gud_norm_real(w);
  return gud_dot_real(w, e[c - GUD_COMPONENT_1]) / gud_norm_real(e[c - GUD_COMPONENT_1]);
}

/* The rotation nearest to axes that may be stretched and sheared: R <- (R + R^-T)/2 (Higham 1986), columns e_k. Cofactors are det R R^-T. */
static void nearest_rotation(double (*e)[3])
{
  for (int it = 0; it < 50; it++) {
    double c[3][3], change = 0;
    for (int k = 0; k < 3; k++) gud_cross_real(e[(k + 1) % 3], e[(k + 2) % 3], c[k]);
    double det = gud_dot_real(e[0], c[0]);
    for (int k = 0; k < 3; k++)
      for (int i = 0; i < 3; i++) {
        double x = 0.5 * (e[k][i] + c[k][i] / det);
        change = fmax(change, fabs(x - e[k][i])), e[k][i] = x;
      }
    if (!(change > 1e-15)) break;
  }
}

/* Unit quaternion (w, x, y, z) of the axes at q; of the two signs the one nearer to `near`. */
static void quaternion_at(const GudModel *m, const GudProbe *pr, const double *q, const double near[4],
                          double out[4])
{
  double e[3][3], big = -1, s = 0;
  int    most = 0;
  for (int k = 0; k < 3; k++) gud_vector_value(m, pr->axes[k], q, e[k]);
  nearest_rotation(e);
  /* R_ik = e[k][i]. 4 p_a^2 of the four parts; divided by the largest (Shepperd 1978) */
  double xx = e[0][0], yy = e[1][1], zz = e[2][2];
  double four[4] = {1 + xx + yy + zz, 1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz};
  for (int a = 0; a < 4; a++)
    if (four[a] > big) big = four[a], most = a;
  double       wx = e[1][2] - e[2][1], wy = e[2][0] - e[0][2], wz = e[0][1] - e[1][0];
  double       xy = e[0][1] + e[1][0], xz = e[0][2] + e[2][0], yz = e[1][2] + e[2][1];
  const double product[4][4] = {
    {big, wx, wy, wz}, {wx, big, xy, xz}, {wy, xy, big, yz}, {wz, xz, yz, big}}; /* 4 p_a p_b */
  for (int a = 0; a < 4; a++) out[a] = product[most][a] / (2 * sqrt(big)), s += out[a] * near[a];
  for (int a = 0; a < 4 && s < 0; a++) out[a] = -out[a];
}

static double spin(const GudProbeType *self, GudEvaluated *at, const GudProbe *pr,
                   const GudProbeEnergy *energy)
{
  (void)self, (void)energy;
  return spin_of(at->sys->model, pr, &at->p);
}

static double quaternion(const GudProbeType *self, GudEvaluated *at, const GudProbe *pr,
                         const GudProbeEnergy *energy)
{
  double quat[4];
  (void)self, (void)energy;
  quaternion_at(at->sys->model, pr, at->p.q, at->p.history + pr->history, quat);
  return quat[pr->params.part];
}

static void accept(const GudProbeType *self, const GudModel *m, const GudProbe *pr, const double *q,
                   double *history)
{
  double quat[4];
  (void)self;
  quaternion_at(m, pr, q, history + pr->history, quat);
  memcpy(history + pr->history, quat, sizeof quat);
}

const GudProbeType gud_probe_spin = {
  .info      = GUD_PROBE_INFO("spin", "angular velocity vector of a body", spin_params),
  .reads     = GUD_READS_AXES,
  .unit      = "rad/s",
  .slots     = slots,
  .num_slots = GUD_COUNT(slots),
  .value     = spin,
};

const GudProbeType gud_probe_quaternion = {
  .info = GUD_PROBE_INFO(
    "quaternion", "orientation of a body's axes in space as a unit quaternion, whose sign does not jump",
    quaternion_params),
  .reads       = GUD_READS_AXES,
  .unit        = "-",
  .slots       = slots,
  .num_slots   = GUD_COUNT(slots),
  .history     = parts,
  .num_history = GUD_COUNT(parts),
  .value       = quaternion,
  .accept      = accept,
};
