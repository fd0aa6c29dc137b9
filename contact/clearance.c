/* Geometry of the clearance joints: contact/clearance.h. Marker vectors: 0 x_b, 1-3 its frame, 4 x_j, 5-7 its frame. */
#include "contact/clearance.h"

#include <string.h>

enum { XB = 0, XJ = 4 };

void gud_pair(const GudForceArgs *s, GudPair *p)
{
  gud_frame_inverse(s->x + XB + 1, p->Jb);
  gud_frame_inverse(s->x + XJ + 1, p->Jj);
  gud_frame_spin(p->Jb, s->x + XB + 1, s->v + XB + 1, p->wb);
  gud_frame_spin(p->Jj, s->x + XJ + 1, s->v + XJ + 1, p->wj);
  p->lb = gud_unit(s->x[XB + 3], p->b);
  p->lc = gud_unit(s->x[XJ + 3], p->c);
}

void gud_pair_diff(const GudForceArgs *s, const GudPair *p, GudScalar (*dx)[3], GudScalar (*dv)[3],
                   GudPairDiff *d)
{
  gud_frame_spin_diff(p->Jb, s->x + XB + 1, s->v + XB + 1, p->wb, dx + XB + 1, dv + XB + 1, d->wb);
  gud_frame_spin_diff(p->Jj, s->x + XJ + 1, s->v + XJ + 1, p->wj, dx + XJ + 1, dv + XJ + 1, d->wj);
  gud_unit_diff(p->b, p->lb, dx[XB + 3], d->b);
  gud_unit_diff(p->c, p->lc, dx[XJ + 3], d->c);
}

const double gud_tangent_axis[3] = {0, 0, 1};

void gud_tangents(const GudForceArgs *s, const double ref[3], GudContactAt *at, GudTangents *g)
{
  GudScalar m[3] = {0}, u[3];
  for (int k = 0; k < 3; k++) g->ref[k] = ref[k], gud_axpy(ref[k], s->x[XB + 1 + k], m);
  g->la = gud_unit(m, g->a);
  gud_cross(g->a, at->n, u);
  if (!(gud_re(gud_dot(u, u)) > 0)) /* an open gap, whose n may point anywhere: its tangents are not used */
    for (int i = 0; i < 3; i++) u[i] = s->x[XB + 1][i] + 0.5 * s->x[XB + 2][i];
  g->lu = gud_unit(u, at->t[0]);
  gud_cross(at->n, at->t[0], at->t[1]);
}

void gud_tangents_diff(const GudTangents *g, const GudContactAt *at, GudScalar (*dx)[3], GudContactAt *d)
{
  GudScalar m[3] = {0}, da[3], du[3], c[3];
  for (int k = 0; k < 3; k++) gud_axpy(g->ref[k], dx[XB + 1 + k], m);
  gud_unit_diff(g->a, g->la, m, da);
  gud_cross(da, at->n, du);
  gud_cross(g->a, d->n, c), gud_axpy(1, c, du);
  gud_unit_diff(at->t[0], g->lu, du, d->t[0]);
  gud_cross(d->n, at->t[0], d->t[1]);
  gud_cross(at->n, d->t[0], c), gud_axpy(1, c, d->t[1]);
}

void gud_tangents_begin(const GudForceArgs *s, const GudScalar n[3], double ref[3])
{
  double least = 2;
  int    best  = 2;
  for (int k = 0; k < 3; k++) {
    const GudScalar *e = s->x[XB + 1 + k];
    double           x = fabs(gud_re(gud_dot(e, n))) / sqrt(gud_re(gud_dot(e, e)));
    if (x < least) least = x, best = k;
  }
  for (int k = 0; k < 3; k++) ref[k] = k == best;
}

/* Components of t_2 in the frame's vectors, which need not be at right angles (flexible bodies) */
void gud_tangents_carry(const GudForceArgs *s, const GudContactAt *at, double ref[3])
{
  GudScalar(*e)[3] = s->x + XB + 1;
  for (int k = 0; k < 3; k++) {
    GudScalar c[3];
    gud_cross(e[(k + 1) % 3], e[(k + 2) % 3], c);
    ref[k] = gud_re(gud_dot(c, at->t[1]) / gud_dot(c, e[k]));
  }
}

void gud_gap(const GudForceArgs *s, const GudPair *p, double zeta, double radius, double clearance, int ball,
             const double ref[3], int surface, GudGap *g)
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
  gud_tangents(s, ref, &g->at, &g->tangents);
}

void gud_gap_diff(const GudPair *p, const GudPairDiff *pd, double zeta, double radius, int ball, int surface,
                  const GudGap *g, GudScalar (*dx)[3], GudScalar (*dv)[3], GudGap *o)
{
  GudScalar c[3], dd[3], ds;
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
  gud_tangents_diff(&g->tangents, &g->at, dx, &o->at);
}

GudScalar gud_gap_rate(const GudForceArgs *s, const GudPair *p, double zeta, int ball, const GudGap *g)
{
  GudScalar bt[3], ct[3], r[3];
  gud_unit_diff(p->b, p->lb, s->v[XB + 3], bt);
  gud_unit_diff(p->c, p->lc, s->v[XJ + 3], ct);
  for (int i = 0; i < 3; i++) r[i] = s->v[XJ][i] + zeta * ct[i] - s->v[XB][i] - (ball ? 0 : g->s * bt[i]);
  return gud_dot(g->at.n, r);
}
