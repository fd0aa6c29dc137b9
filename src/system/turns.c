#include "system/turns.h"

#include "base/vec3.h"

double gud_turns_angle(const GudModel *m, const GudProbe *pr, const double *q, double near)
{
  static const double two_pi = 6.28318530717958647692;
  double              w[3], from[3] = {0};
  gud_vector_value(m, pr->vector[0], q, w);
  if (pr->vector[1] >= 0) gud_vector_value(m, pr->vector[1], q, from);
  for (int i = 0; i < 3; i++) w[i] -= from[i];
  double angle = atan2(gud_dot_real(w, pr->e2), gud_dot_real(w, pr->e1));
  return angle + two_pi * round((near - angle) / two_pi);
}

void gud_turns_accept(const GudModel *m, const double *q, double *history)
{
  for (int i = 0; i < m->num_probes; i++) {
    int h = m->probes[i].history;
    if (h >= 0) history[h] = gud_turns_angle(m, &m->probes[i], q, history[h]);
  }
}
