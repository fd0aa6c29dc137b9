#include "system/turns.h"

#include "base/vec3.h"
#include "system/functions.h"

#include <string.h>

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

void gud_turns_quaternion(const GudModel *m, const GudProbe *pr, const double *q, const double near[4],
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

void gud_turns_accept(const GudModel *m, const double *q, double *history)
{
  for (int i = 0; i < m->num_probes; i++) {
    const GudProbe *pr = &m->probes[i];
    GudMeasure      angle;
    double          quat[4];
    if (pr->type->kind == GUD_PROBE_QUATERNION) {
      gud_turns_quaternion(m, pr, q, history + pr->history, quat);
      memcpy(history + pr->history, quat, sizeof quat);
    }
    if (pr->type->kind != GUD_PROBE_ANGLE) continue;
    gud_measure_probe(m, pr, q, NULL, history, &angle);
    history[pr->history] = angle.value - pr->params.offset;
  }
}
