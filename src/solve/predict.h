/* Where a step will end, from the step ends that are known; t_0 the last of them, H the last step, x = (t - t_0)/H.

   (X1) q: the cubic p(x) through positions and velocities of the last two step ends, or the quartic
        p(x) + (q_b - p(x_b)) w(x)/w(x_b),   w = x^2 (x + 1)^2,   through the position q_b of the step end before them
   (X2) lambda: the straight line through the last two values, or the parabola through the last three
   The longer one is closer where the motion is smooth, the shorter one where it carries noise or vibrations that the step does not
   resolve; a method may ask which of them would have served the last step better. */
#ifndef GUD_PREDICT_H
#define GUD_PREDICT_H

#include "system/state.h"

typedef struct {
  double H, x;       /* H = 0: right after a restart, nothing can be said */
  int    longer;     /* 1: there are three step ends */
  double back;       /* x of the oldest one */
  double w, dw;      /* w(x)/w(back), w'(x)/w(back) */
  double last, bend; /* (X2): H over the step before it; factor of the change of slope */
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
  p.w    = now * now / (then * then);
  p.dw   = 2 * now * (2 * p.x + 1) / (then * then);
  p.bend = now / (1 + 1 / p.last);
  return p;
}

/* A displacement from q(t_0), and a velocity times H: by the cubic, and what the quartic adds */
typedef struct {
  double q, v, more_q, more_v;
} GudPredicted;

/* (X1) of coordinate i */
static inline GudPredicted gud_predict(const GudPrediction *p, const GudState *s, const GudState *b, int i)
{
  double v = p->H * s->v[i], step = s->q[i] - b->q[i];
  double c3 = v + p->H * b->v[i] - 2 * step, c2 = c3 + v - step, x = p->x, y = p->back;
  double miss = p->longer ? b->q_last[i] - s->q[i] - y * (v + y * (c2 + y * c3)) : 0;
  return (GudPredicted){x * (v + x * (c2 + x * c3)), v + x * (2 * c2 + 3 * c3 * x), p->w * miss,
                        p->dw * miss};
}

/* What the parabola of (X2) adds to the line, of multiplier i */
static inline double gud_predict_bend(const GudPrediction *p, const GudState *s, const GudState *b, int i)
{
  return p->bend * (s->lam[i] - b->lam[i] - p->last * (b->lam[i] - b->lam_last[i]));
}

#endif
