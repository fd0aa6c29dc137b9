/* Prescribed motions: position, speed or acceleration as a function of time.

   (D1) by position:      f, f', f'' are those of the function
   (D2) by speed w:       f = f_a + int_ta^t w,             f' = w
   (D3) by acceleration:  f' = f'_a + int_ta^t al,          f = f_a + f'_a (t - ta) + int_ta^t (t - s) al(s) ds
   with the anchor (ta, f_a, f'_a) in history, moved at every accepted step, so that an integral spans one step only.
   Constants are taken from t = 0 in closed form: after many thousand turns the angle is still right to round-off. */
#include "model/model.h"

#include "model/motion.h"

/* 8-point Gauss rule on [-1, 1] (symmetric half) */
static const double gauss_x[4] = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267,
                                  0.9602898564975363};
static const double gauss_w[4] = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745,
                                  0.1012285362903763};

/* int_ta^t (t - s) f(s) ds over one step */
static double second_integral(const GudFunction *f, double ta, double t)
{
  double mid = 0.5 * (ta + t), half = 0.5 * (t - ta), sum = 0;
  for (int i = 0; i < 4; i++)
    for (int sign = -1; sign <= 1; sign += 2) {
      GudJet j;
      double s = mid + sign * half * gauss_x[i];
      gud_function_eval(f, s, &j);
      sum += gauss_w[i] * (t - s) * j.f;
    }
  return half * sum;
}

void gud_motion_eval(const GudModel *m, const GudMotion *mo, double t, const double *history, GudJet *out)
{
  const GudFunction *f = m->functions[mo->function];
  const double      *a = history + mo->history; /* anchor: t, f, f' */
  GudJet             j;
  gud_function_eval(f, t, &j);
  switch (mo->by) {
  case 0: *out = j; return;
  case 1:
    out->f  = gud_function_is_constant(f) ? mo->start + j.f * t : a[1] + gud_function_integral(f, a[0], t);
    out->f1 = j.f, out->f2 = j.f1;
    return;
  default:
    out->f2 = j.f;
    if (gud_function_is_constant(f)) {
      out->f1 = mo->start_speed + j.f * t;
      out->f  = mo->start + (mo->start_speed + 0.5 * j.f * t) * t;
    } else {
      out->f1 = a[2] + gud_function_integral(f, a[0], t);
      out->f  = a[1] + a[2] * (t - a[0]) + second_integral(f, a[0], t);
    }
  }
}

void gud_motion_start(const GudModel *m, double *history)
{
  for (int i = 0; i < m->num_inputs; i++) history[m->inputs[i].history] = m->inputs[i].start;
  for (int i = 0; i < m->num_motions; i++) {
    double *a = history + m->motions[i].history;
    a[0] = 0, a[1] = m->motions[i].start, a[2] = m->motions[i].start_speed;
  }
}
