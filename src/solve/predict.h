/* Where a step will end, from the step ends that are known; t_0 the last of them, H the last step, x = (t - t_0)/H.

   (X1) positions, of motions that are exact at step ends: p(x) + (H v_b - p'(x_b)) w(x)/w'(x_b), with the cubic p through positions and
        velocities of the last two step ends, w = x^2 (x + 1)^2, and the velocity v_b of the step end before them
   (X2) velocities of a method: p'(x), or the parabola through the last three. Step ends of a method of second order meet q' = v up to
        h^2 only, of which p' makes an error of h^3 in positions; the parabola does not mix the two
   (X3) multipliers: the straight line through the last two values, or the parabola through the last three
   Of (X2) and (X3) the parabola is closer where the motion is smooth, the other one where it carries noise or vibrations that
   the step does not resolve; a method asks which of them would have served the last step better. */
#ifndef GUD_PREDICT_H
#define GUD_PREDICT_H

#include "system/state.h"

typedef struct {
  double H, x;       /* H = 0: right after a restart, nothing can be said */
  int    longer;     /* 1: there are three step ends */
  double back;       /* x of the oldest one */
  double w;          /* w(x)/w'(back) */
  double last, bend; /* parabolas: H over the step before it; factor of the change of slope */
} GudPrediction;

/* At h after the state s, whose step before began at b */
static inline GudPrediction gud_prediction(const GudState *s, const GudState *b, double h)
{
  GudPrediction p = {.H = s->h_last};
  if (!(p.H > 0)) return p;
  p.x      = h / p.H;
  p.longer = b->h_last > 0 && !b->damped;
  if (!p.longer) return p;
  p.last = p.H / b->h_last, p.back = -1 - b->h_last / p.H;
  double now = p.x * (p.x + 1), then = p.back * (p.back + 1);
  p.w    = now * now / (2 * then * (2 * p.back + 1));
  p.bend = now / (1 + 1 / p.last);
  return p;
}

/* What a parabola adds to the straight line, of a number that was `now`, `before` and `oldest` at the last three step ends */
static inline double gud_predict_bend(const GudPrediction *p, double now, double before, double oldest)
{
  return p->bend * (now - before - p->last * (before - oldest));
}

/* (X1) of coordinate i: displacement from q(t_0) */
static inline double gud_predict_position(const GudPrediction *p, const GudState *s, const GudState *b, int i)
{
  double v = p->H * s->v[i], step = s->q[i] - b->q[i], x = p->x, y = p->back;
  double c3 = v + p->H * b->v[i] - 2 * step, c2 = c3 + v - step;
  double miss = p->longer ? p->H * b->v_last[i] - v - y * (2 * c2 + 3 * c3 * y) : 0;
  return x * (v + x * (c2 + x * c3)) + p->w * miss;
}

/* (X2) of coordinate i: the change of v by p', and what the parabola would add to it */
static inline double gud_predict_velocity(const GudPrediction *p, const GudState *s, const GudState *b, int i,
                                          double *more)
{
  double v = p->H * s->v[i], step = s->q[i] - b->q[i], x = p->x;
  double c3 = v + p->H * b->v[i] - 2 * step, c2 = c3 + v - step;
  double change = x * (2 * c2 + 3 * c3 * x) / p->H;
  *more = p->longer ? x * (s->v[i] - b->v[i]) + gud_predict_bend(p, s->v[i], b->v[i], b->v_last[i]) - change
                    : 0;
  return change;
}

#endif
