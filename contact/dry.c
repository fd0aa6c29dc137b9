/* Dry contact in a joint with clearance: contact/dry.h. */
#include "contact/dry.h"

#include <string.h>

enum { XB = 0, XJ = 4 };

/* ---- wrenches ---- */

void gud_wrench_add(GudWrench *w, const GudScalar F[3], const GudScalar rj[3], const GudScalar rb[3])
{
  GudScalar c[3];
  gud_axpy(1, F, w->F);
  gud_cross(rj, F, c), gud_axpy(1, c, w->Mj);
  gud_cross(rb, F, c), gud_axpy(-1, c, w->Mb);
}

void gud_wrench_add_diff(GudWrench *dw, const GudScalar F[3], const GudScalar rj[3], const GudScalar rb[3],
                         const GudScalar dF[3], const GudScalar drj[3], const GudScalar drb[3])
{
  GudScalar c[3];
  gud_axpy(1, dF, dw->F);
  gud_cross(drj, F, c), gud_axpy(1, c, dw->Mj);
  gud_cross(rj, dF, c), gud_axpy(1, c, dw->Mj);
  gud_cross(drb, F, c), gud_axpy(-1, c, dw->Mb);
  gud_cross(rb, dF, c), gud_axpy(-1, c, dw->Mb);
}

void gud_wrench_apply(const GudForceArgs *s, const GudPair *p, const GudWrench *w, GudScalar (*f)[3])
{
  gud_axpy(-1, w->F, f[XB]);
  gud_axpy(1, w->F, f[XJ]);
  gud_frame_moment(p->Jb, s->x + XB + 1, w->Mb, f + XB + 1);
  gud_frame_moment(p->Jj, s->x + XJ + 1, w->Mj, f + XJ + 1);
}

void gud_wrench_apply_diff(const GudForceArgs *s, const GudPair *p, const GudWrench *w, const GudWrench *dw,
                           GudScalar (*dx)[3], GudScalar (*df)[3])
{
  gud_axpy(-1, dw->F, df[XB]);
  gud_axpy(1, dw->F, df[XJ]);
  gud_frame_moment_diff(p->Jb, s->x + XB + 1, w->Mb, dx + XB + 1, dw->Mb, df + XB + 1);
  gud_frame_moment_diff(p->Jj, s->x + XJ + 1, w->Mj, dx + XJ + 1, dw->Mj, df + XJ + 1);
}

/* ---- the points ---- */

static const double *history_of(const GudForceArgs *s, int k)
{
  return s->history + k * GUD_POINT_HISTORY;
}

/* Internals of point k, if the friction law has any */
static int first_internal(const GudDry *d, int k)
{
  return gud_friction_internal(&d->contact.friction) ? k * d->contact.num_tangents : 0;
}

static void gap_of(const GudForceArgs *s, const GudDry *d, const GudPair *p, int k, const double *h,
                   GudGap *g)
{
  gud_gap(s, p, d->zeta[k], d->radius, d->clearance, d->ball, d->ball ? h + GUD_H_REF : gud_tangent_axis,
          d->surface, g);
}

int gud_dry_internals(const GudDry *d, int *differential)
{
  int num = d->on && gud_friction_internal(&d->contact.friction) ? d->num * d->contact.num_tangents : 0;
  for (int i = 0; i < num; i++) differential[i] = gud_friction_is_bristle(&d->contact.friction);
  return num;
}

void gud_dry_at(const GudForceArgs *s, const GudDry *d, const GudPair *p, GudDryAt *at, GudScalar *rz)
{
  for (int k = 0; k < d->num; k++) {
    int i = first_internal(d, k);
    gap_of(s, d, p, k, history_of(s, k), &at->gap[k]);
    gud_contact_force(&d->contact, &at->gap[k].at, history_of(s, k), s->z + i, s->zt + i, &at->force[k],
                      rz + i);
  }
}

void gud_dry_force(const GudDry *d, const GudDryAt *at, GudWrench *w)
{
  for (int k = 0; k < d->num; k++) gud_wrench_add(w, at->force[k].F, at->gap[k].rj, at->gap[k].rb);
}

void gud_dry_diff(const GudForceArgs *s, const GudDry *d, const GudPair *p, const GudPairDiff *pd,
                  const GudDryAt *at, GudScalar (*dx)[3], GudScalar (*dv)[3], const GudScalar *dz,
                  const GudScalar *dzt, GudWrench *dw, GudScalar *drz)
{
  for (int k = 0; k < d->num; k++) {
    GudGap        dg;
    GudScalar     dF[3];
    const GudGap *g = &at->gap[k];
    int           i = first_internal(d, k);
    gud_gap_diff(p, pd, d->zeta[k], d->radius, d->ball, d->surface, g, dx, dv, &dg);
    gud_contact_diff(&d->contact, &g->at, history_of(s, k), s->z + i, s->zt + i, &at->force[k], &dg.at,
                     dz + i, dzt + i, dF, drz + i);
    gud_wrench_add_diff(dw, at->force[k].F, g->rj, g->rb, dF, dg.rj, dg.rb);
  }
}

GudScalar gud_dry_energy(const GudForceArgs *s, const GudDry *d, const GudDryAt *at)
{
  GudScalar V = 0;
  for (int k = 0; k < d->num; k++)
    if (history_of(s, k)[GUD_H_MODE] != GUD_OPEN) V += at->force[k].N.energy;
  return V;
}

/* f.v = -N delta' + lambda.v_t (C3) and V' = elastic * rate of delta */
void gud_dry_power(const GudForceArgs *s, const GudDry *d, const GudPair *p, const GudDryAt *at, GudScalar *P)
{
  for (int k = 0; k < d->num; k++) {
    const GudContactForce *f = &at->force[k];
    if (history_of(s, k)[GUD_H_MODE] == GUD_OPEN) continue;
    P[GUD_LEDGER_CONTACT] += f->N.elastic * gud_gap_rate(s, p, d->zeta[k], d->ball, &at->gap[k]) -
                             f->N.F * f->rate;
    for (int i = 0; i < d->contact.num_tangents; i++) P[GUD_LEDGER_FRICTION] += f->lambda[i] * f->v[i];
  }
}

void gud_dry_start(const GudForceArgs *s, const GudDry *d, double *history)
{
  GudPair p;
  GudGap  g;
  gud_pair(s, &p);
  for (int k = 0; k < d->num; k++) {
    double *h = history + k * GUD_POINT_HISTORY, ref[3];
    gud_gap(s, &p, d->zeta[k], d->radius, d->clearance, d->ball, gud_tangent_axis, d->surface, &g);
    gud_tangents_begin(s, g.at.n, ref);
    if (d->ball) gud_tangents(s, ref, &g.at, &g.tangents);
    gud_contact_start(&d->contact, &g.at, s->t, h);
    memcpy(h + GUD_H_REF, ref, sizeof ref);
  }
}

void gud_dry_events(const GudForceArgs *s, const GudDry *d, const GudDryAt *at, double *g)
{
  for (int i = 0; i < GUD_DRY_EVENTS; i++) g[i] = 1;
  for (int k = 0; k < d->num && d->on; k++)
    gud_contact_events(&d->contact, &at->gap[k].at, &at->force[k], history_of(s, k),
                       g + k * GUD_POINT_EVENTS);
}

int gud_dry_accept(const GudForceArgs *s, const GudDry *d, const GudPair *p, const GudDryAt *at, int event,
                   double *history)
{
  int changed = 0;
  for (int k = 0; k < d->num && d->on; k++) {
    double *h   = history + k * GUD_POINT_HISTORY;
    int     own = event / GUD_POINT_EVENTS == k && event >= 0;
    if (event >= 0 && !own) continue;
    GudGap gap = at->gap[k];
    if (d->ball && h[GUD_H_MODE] == GUD_OPEN) { /* tangents of a contact that may begin here */
      gud_tangents_begin(s, gap.at.n, h + GUD_H_REF);
      gap_of(s, d, p, k, h, &gap);
    }
    changed |= gud_contact_accept(&d->contact, &gap.at, &at->force[k], s->t,
                                  own ? event % GUD_POINT_EVENTS : -1, h);
    if (d->ball && h[GUD_H_MODE] != GUD_OPEN) gud_tangents_carry(s, &gap.at, h + GUD_H_REF);
  }
  return changed;
}

int gud_dry_index_2(const GudForceArgs *s, const GudDry *d, int internal)
{
  return d->on && gud_contact_index_2(&d->contact, history_of(s, internal / d->contact.num_tangents));
}
