/* Geometry of the clearance joints: contact/clearance.h. Marker vectors: 0 x_b, 1-3 its frame, 4 x_j, 5-7 its frame. */
#include "contact/clearance.h"

#include <string.h>

enum { XB = 0, XJ = 4 };

void gud_pair(const GudForceArgs *s, GudPair *p)
{
  gud_frame_spin(s->x + XB + 1, s->v + XB + 1, p->wb);
  gud_frame_spin(s->x + XJ + 1, s->v + XJ + 1, p->wj);
  p->lb = gud_unit(s->x[XB + 3], p->b);
  p->lc = gud_unit(s->x[XJ + 3], p->c);
}

void gud_pair_diff(const GudForceArgs *s, const GudPair *p, GudScalar (*dx)[3], GudScalar (*dv)[3],
                   GudPairDiff *d)
{
  gud_frame_spin_diff(s->x + XB + 1, s->v + XB + 1, p->wb, dx + XB + 1, dv + XB + 1, d->wb);
  gud_frame_spin_diff(s->x + XJ + 1, s->v + XJ + 1, p->wj, dx + XJ + 1, dv + XJ + 1, d->wj);
  gud_unit_diff(p->b, p->lb, dx[XB + 3], d->b);
  gud_unit_diff(p->c, p->lc, dx[XJ + 3], d->c);
}

void gud_gap(const GudForceArgs *s, const GudPair *p, double zeta, double radius, double clearance, int ball,
             int axis, int surface, GudGap *g)
{
  GudScalar c[3], d[3];
  for (int i = 0; i < 3; i++) g->S[i] = s->x[XJ][i] + zeta * p->c[i] - s->x[XB][i];
  g->s = ball ? 0 : gud_dot(g->S, p->b);
  for (int i = 0; i < 3; i++) d[i] = g->S[i] - g->s * p->b[i];
  g->size = gud_sqrt(gud_dot(d, d));
  if (!(gud_re(g->size) > 0)) { /* centred: the direction is undefined and not used, the gap is open */
    GudScalar e = gud_dot(s->x[XB + 1], p->b);
    for (int i = 0; i < 3; i++) d[i] = s->x[XB + 1][i] - (ball ? 0 : e * p->b[i]);
    gud_unit(d, g->at.n);
  } else {
    for (int i = 0; i < 3; i++) g->at.n[i] = d[i] / g->size;
  }
  g->at.delta = g->size - clearance;
  for (int i = 0; i < 3; i++) {
    g->rj[i]   = zeta * p->c[i] + radius * g->at.n[i];
    g->rb[i]   = g->S[i] + (surface ? radius - g->at.delta : radius) * g->at.n[i];
    g->at.v[i] = s->v[XJ][i] - s->v[XB][i];
  }
  gud_cross(p->wj, g->rj, c), gud_axpy(1, c, g->at.v);
  gud_cross(p->wb, g->rb, c), gud_axpy(-1, c, g->at.v);
  g->axis = ball ? axis : 3;
  g->la   = gud_unit(s->x[XB + g->axis], g->a);
  gud_cross(g->a, g->at.n, g->u);
  g->lu = gud_unit(g->u, g->at.t[0]);
  gud_cross(g->at.n, g->at.t[0], g->at.t[1]);
}

void gud_gap_diff(const GudPair *p, const GudPairDiff *pd, double zeta, double radius, int ball, int surface,
                  const GudGap *g, GudScalar (*dx)[3], GudScalar (*dv)[3], GudGap *o)
{
  GudScalar c[3], dd[3], ds, da[3], du[3];
  for (int i = 0; i < 3; i++) o->S[i] = dx[XJ][i] + zeta * pd->c[i] - dx[XB][i];
  ds = ball ? 0 : gud_dot(o->S, p->b) + gud_dot(g->S, pd->b);
  for (int i = 0; i < 3; i++) dd[i] = o->S[i] - ds * p->b[i] - g->s * pd->b[i];
  o->at.delta = gud_dot(g->at.n, dd);
  memset(o->at.n, 0, sizeof o->at.n);
  if (gud_re(g->size) > 0) gud_unit_diff(g->at.n, g->size, dd, o->at.n);
  for (int i = 0; i < 3; i++) {
    o->rj[i] = zeta * pd->c[i] + radius * o->at.n[i];
    o->rb[i] = o->S[i] + radius * o->at.n[i];
    if (surface) o->rb[i] -= g->at.delta * o->at.n[i] + o->at.delta * g->at.n[i];
    o->at.v[i] = dv[XJ][i] - dv[XB][i];
  }
  gud_cross(pd->wj, g->rj, c), gud_axpy(1, c, o->at.v);
  gud_cross(p->wj, o->rj, c), gud_axpy(1, c, o->at.v);
  gud_cross(pd->wb, g->rb, c), gud_axpy(-1, c, o->at.v);
  gud_cross(p->wb, o->rb, c), gud_axpy(-1, c, o->at.v);
  gud_unit_diff(g->a, g->la, dx[XB + g->axis], da);
  gud_cross(da, g->at.n, du);
  gud_cross(g->a, o->at.n, c), gud_axpy(1, c, du);
  gud_unit_diff(g->at.t[0], g->lu, du, o->at.t[0]);
  gud_cross(o->at.n, g->at.t[0], o->at.t[1]);
  gud_cross(g->at.n, o->at.t[0], c), gud_axpy(1, c, o->at.t[1]);
}

GudScalar gud_gap_rate(const GudForceArgs *s, const GudPair *p, double zeta, int ball, const GudGap *g)
{
  GudScalar bt[3], ct[3], r[3];
  gud_unit_diff(p->b, p->lb, s->v[XB + 3], bt);
  gud_unit_diff(p->c, p->lc, s->v[XJ + 3], ct);
  for (int i = 0; i < 3; i++) r[i] = s->v[XJ][i] + zeta * ct[i] - s->v[XB][i] - (ball ? 0 : g->s * bt[i]);
  return gud_dot(g->at.n, r);
}
