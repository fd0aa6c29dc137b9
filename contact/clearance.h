/* Geometry of the clearance joints. Bearing (a): frame at x_b with axis b = its e3; journal or ball (b): frame at x_j.

   (C1) point k of the journal's axis: S = x_j + zeta_k c - x_b (c = e3 of the journal), d = S - (S.b) b for a journal,
        d = S for a ball; n = d/|d|, delta = |d| - clearance
   (C2) the surfaces meet at x_j + r_j with r_j = zeta_k c + R_j n, which is x_b + r_b with r_b = S + R_j n
   (C3) slip of the material points v = x_j' + w_j x r_j - x_b' - w_b x r_b; then n.v = delta' (rigid frames)
   (C4) F on the journal at that place, -F on the bearing at the same place: f = F, moment r_j x F; f = -F, moment
        -r_b x F. Momentum and angular momentum are kept. With `surface` each force acts on the surface of its own body,
        as the papers write it: r_b = S + (R_j - delta) n; the couple delta n x F_t is then out of balance.
   (C5) tangents t_1 = a x n/|a x n|, t_2 = n x t_1 with a = b for a journal (t_2 is then the axis). For a ball a is fixed in the
        socket's frame during a step: where a contact begins the axis farthest from n, after every step the t_2 of its end.
        So t_1, t_2 go on without a jump, and a stays normal to n however far the contact travels
   Differentiating r + R n with a turning n instead of (C3) gives practically no slip: wrong. */
#ifndef GUD_CLEARANCE_H
#define GUD_CLEARANCE_H

#include "base/frame.h"
#include "contact/point.h"

/* What the joints see of the two frames: positions, axes, spins. */
typedef struct {
  GudScalar Jb[9], Jj[9];                     /* inverses of (F1) in base/frame.h */
  GudScalar wb[3], wj[3], b[3], c[3], lb, lc; /* spins, unit axes, lengths of the axis vectors */
} GudPair;

/* Changes of a GudPair along one direction. */
typedef struct {
  GudScalar wb[3], wj[3], b[3], c[3];
} GudPairDiff;

/* What (C5) needs for its derivatives: a as components of the first frame, as a unit vector, lengths of it and of a x n */
typedef struct {
  double    ref[3];
  GudScalar a[3], la, lu;
} GudTangents;

typedef struct {
  GudContactAt at;
  GudScalar    S[3], s, size, rj[3], rb[3]; /* see (C1)-(C4) */
  GudTangents  tangents;
} GudGap;

void gud_pair(const GudForceArgs *s, GudPair *p);
void gud_pair_diff(const GudForceArgs *s, const GudPair *p, GudScalar (*dx)[3], GudScalar (*dv)[3],
                   GudPairDiff *d);

/* (C5): at->t from at->n and its change. */
void gud_tangents(const GudForceArgs *s, const double ref[3], GudContactAt *at, GudTangents *g);
void gud_tangents_diff(const GudTangents *g, const GudContactAt *at, GudScalar (*dx)[3], GudContactAt *d);
extern const double gud_tangent_axis[3]; /* ref of journals and in the plane: e3 */
/* ref where a contact begins, and after a step whose tangents are at->t */
void gud_tangents_begin(const GudForceArgs *s, const GudScalar n[3], double ref[3]);
void gud_tangents_carry(const GudForceArgs *s, const GudContactAt *at, double ref[3]);

/* Geometry at zeta. ball: no axis is taken out. */
void gud_gap(const GudForceArgs *s, const GudPair *p, double zeta, double radius, double clearance, int ball,
             const double ref[3], int surface, GudGap *g);
/* Its change; d->at, d->rj, d->rb are set. */
void gud_gap_diff(const GudPair *p, const GudPairDiff *pd, double zeta, double radius, int ball, int surface,
                  const GudGap *g, GudScalar (*dx)[3], GudScalar (*dv)[3], GudGap *d);
/* Rate of delta as it follows from the rates of all marker vectors, frames that deform included: for the energy. */
GudScalar gud_gap_rate(const GudForceArgs *s, const GudPair *p, double zeta, int ball, const GudGap *g);

#endif
