/* Elastic foundation between two frames: contact/bed.h, with the motion of contact/wet.h (W1-W3).

   (D7) c_1 = first axis of the journal, x = c_1.E1, y = c_1.E2; psi is the angle of (x, y), and turns with
        dpsi = a.(relative turn),  a = (x c_1 x E2 - y c_1 x E1)/(x^2 + y^2)   (= b if aligned)
        so that the generalised force Q of psi is the moment Q a on the journal, and -Q a on the bearing. psi' = a.(w_j - w_b) */
#include "contact/bed.h"

#include <string.h>

enum { XB = 0, XJ = 4 };

static void journal_angle(const GudForceArgs *s, const GudPair *p, GudBedAt *at)
{
  const GudWetAt *m = &at->motion;
  GudScalar       e1[3], e2[3];
  gud_unit(s->x[XJ + 1], at->c1);
  at->x = gud_dot(at->c1, m->E1), at->y = gud_dot(at->c1, m->E2), at->rr = at->x * at->x + at->y * at->y;
  gud_cross(at->c1, m->E1, e1), gud_cross(at->c1, m->E2, e2);
  for (int i = 0; i < 3; i++)
    at->a[i] = (at->x * e2[i] - at->y * e1[i]) / at->rr, at->w[i] = p->wj[i] - p->wb[i];
  double near = atan2(gud_re(at->y), gud_re(at->x)), c = cos(near), t = sin(near);
  at->u[GUD_BED_PSI]      = near + gud_atan((at->y * c - at->x * t) / (at->x * c + at->y * t));
  at->u[GUD_BED_PSI_RATE] = gud_dot(at->a, at->w);
}

void gud_bed_at(const GudForceArgs *s, const GudBed *b, const GudPair *p, const double *memory, void *work,
                GudBedAt *at)
{
  GudWetAt *m = &at->motion;
  memset(at, 0, sizeof *at);
  gud_sub(s->x[XJ], s->x[XB], m->r);
  gud_wet_motion(s, &b->frame, p, m);
  memcpy(at->u, m->u, sizeof m->u);
  journal_angle(s, p, at);
  gud_bed_solve(b, memory, work, at, 0);
  memcpy(m->f, at->f, sizeof m->f);
  gud_wet_gather(p, m);
  gud_axpy(at->f[GUD_BED_TURN], at->a, m->M); /* (D7) */
}

/* Changes of all inputs; da: of a */
static void change(const GudForceArgs *s, const GudBed *b, const GudPair *p, const GudPairDiff *pd,
                   const GudBedAt *at, const GudWetMove *d, GudWetChange *o, GudScalar du[GUD_BED_INPUTS],
                   GudScalar da[3])
{
  const GudWetAt *m = &at->motion;
  GudScalar       dc[3], e[4][3], dw[3], drr;
  gud_wet_motion_diff(s, &b->frame, p, pd, m, d, o);
  memcpy(du, o->u, sizeof o->u);
  gud_unit_diff(at->c1, gud_sqrt(gud_dot(s->x[XJ + 1], s->x[XJ + 1])), d->x[XJ + 1], dc);
  GudScalar dx = gud_dot(dc, m->E1) + gud_dot(at->c1, o->E1),
            dy = gud_dot(dc, m->E2) + gud_dot(at->c1, o->E2);
  drr          = 2 * (at->x * dx + at->y * dy);
  gud_cross(at->c1, m->E1, e[0]), gud_cross(at->c1, m->E2, e[1]);
  for (int k = 0; k < 2; k++) {
    GudScalar f[3];
    gud_cross(dc, k ? m->E2 : m->E1, e[2 + k]);
    gud_cross(at->c1, k ? o->E2 : o->E1, f), gud_axpy(1, f, e[2 + k]);
  }
  for (int i = 0; i < 3; i++) {
    da[i] = (dx * e[1][i] + at->x * e[3][i] - dy * e[0][i] - at->y * e[2][i] - at->a[i] * drr) / at->rr;
    dw[i] = pd->wj[i] - pd->wb[i];
  }
  du[GUD_BED_PSI]      = (at->x * dy - at->y * dx) / at->rr;
  du[GUD_BED_PSI_RATE] = gud_dot(da, at->w) + gud_dot(at->a, dw);
}

void gud_bed_diff(const GudForceArgs *s, const GudBed *b, const GudPair *p, const GudPairDiff *pd,
                  const GudBedAt *at, const GudWetMove *d, GudWrench *dw)
{
  static const GudScalar zero[3] = {0};
  GudScalar              du[GUD_BED_INPUTS], df[GUD_BED_FORCES] = {0}, da[3], dF[3], dM[3], dr[3];
  GudWetChange           o;
  change(s, b, p, pd, at, d, &o, du, da);
  for (int i = 0; i < GUD_BED_FORCES; i++)
    for (int k = 0; k < GUD_BED_INPUTS; k++) df[i] += at->J[GUD_BED_INPUTS * i + k] * du[k];
  gud_wet_gather_diff(p, pd, &at->motion, &o, df, dF, dM);
  gud_axpy(df[GUD_BED_TURN], at->a, dM), gud_axpy(at->f[GUD_BED_TURN], da, dM);
  gud_sub(d->x[XJ], d->x[XB], dr);
  gud_wrench_add_diff(dw, at->motion.F, zero, at->motion.r, dF, zero, dr);
  gud_axpy(1, dM, dw->Mj);
  gud_axpy(-1, dM, dw->Mb);
}

/* f.v + V' is lost; what of it rubs goes to friction. V' follows all marker vectors, frames that deform included. */
void gud_bed_power(const GudForceArgs *s, const GudBed *b, const GudPair *p, const GudBedAt *at,
                   const void *work, GudScalar *P)
{
  GudScalar    still[GUD_MAX_SLOT_VECTORS][3] = {{0}}, du[GUD_BED_INPUTS], da[3], V, rubbed;
  GudPairDiff  pd;
  GudWetChange o;
  gud_pair_diff(s, p, s->v, still, &pd);
  change(s, b, p, &pd, at, &(GudWetMove){s->v, still}, &o, du, da);
  gud_bed_rates(b, at, work, du, &V, &rubbed);
  P[GUD_LEDGER_FRICTION] += rubbed;
  P[GUD_LEDGER_CONTACT] += gud_wet_power(s, p, &at->motion) + V - rubbed;
}
