/* Motion of a journal along the axis of its bearing: contact/axial.h. */
#include "contact/axial.h"

static const GudScalar zero3[3] = {0};

void gud_axial_at(const GudForceArgs *a, const GudAxial *j, const GudPair *p, GudAxialAt *x)
{
  GudScalar c[3], v[3];
  *x = (GudAxialAt){0};
  if (j->kind == GUD_AXIAL_FREE) return;
  gud_sub(a->x[4], a->x[0], x->r);
  gud_sub(a->v[4], a->v[0], v);
  gud_cross(p->wb, x->r, c), gud_axpy(-1, c, v);
  x->s = gud_dot(x->r, p->b), x->rate = gud_dot(v, p->b);
  GudScalar beyond = x->s - (gud_re(x->s) > 0 ? j->gap : -j->gap);
  if (fabs(gud_re(x->s)) <= j->gap && j->gap > 0) return;
  x->T = j->stiffness * beyond + j->damping * x->rate, x->T_s = j->stiffness, x->T_v = j->damping;
  x->V = 0.5 * j->stiffness * beyond * beyond, x->elastic = j->stiffness * beyond;
  if (j->kind == GUD_AXIAL_STOP && gud_re(x->T) * gud_re(beyond) < 0)
    x->T = x->T_s = x->T_v = 0; /* a stop does not pull */
}

void gud_axial_force(const GudAxial *j, const GudPair *p, const GudAxialAt *x, GudWrench *w)
{
  GudScalar F[3] = {-x->T * p->b[0], -x->T * p->b[1], -x->T * p->b[2]};
  if (j->kind != GUD_AXIAL_FREE) gud_wrench_add(w, F, zero3, x->r);
}

void gud_axial_diff(const GudForceArgs *a, const GudAxial *j, const GudPair *p, const GudPairDiff *pd,
                    const GudAxialAt *x, const GudWetMove *d, GudWrench *dw)
{
  GudScalar F[3], dF[3], dr[3], v[3], dvr[3], c[3], ds, drate, dT;
  if (j->kind == GUD_AXIAL_FREE) return;
  gud_sub(d->x[4], d->x[0], dr);
  gud_sub(d->v[4], d->v[0], dvr);
  gud_sub(a->v[4], a->v[0], v);
  gud_cross(p->wb, x->r, c), gud_axpy(-1, c, v);
  gud_cross(pd->wb, x->r, c), gud_axpy(-1, c, dvr);
  gud_cross(p->wb, dr, c), gud_axpy(-1, c, dvr);
  ds = gud_dot(dr, p->b) + gud_dot(x->r, pd->b), drate = gud_dot(dvr, p->b) + gud_dot(v, pd->b);
  dT = x->T_s * ds + x->T_v * drate;
  for (int i = 0; i < 3; i++) F[i] = -x->T * p->b[i], dF[i] = -dT * p->b[i] - x->T * pd->b[i];
  gud_wrench_add_diff(dw, F, zero3, x->r, dF, zero3, dr);
}

/* Rate of s as it follows from all marker vectors */
static GudScalar rate_of(const GudForceArgs *a, const GudPair *p, const GudAxialAt *x)
{
  GudScalar v[3], along = gud_dot(p->b, a->v[3]), s = 0;
  gud_sub(a->v[4], a->v[0], v);
  for (int i = 0; i < 3; i++) s += x->r[i] * (a->v[3][i] - along * p->b[i]) / p->lb;
  return s + gud_dot(v, p->b);
}

GudScalar gud_axial_power(const GudForceArgs *s, const GudAxial *j, const GudPair *p, const GudAxialAt *x)
{
  return j->kind == GUD_AXIAL_FREE ? 0 : x->elastic * rate_of(s, p, x) - x->T * x->rate;
}
