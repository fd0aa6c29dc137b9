/* Friction laws, one interface for one and two tangents. v is the slip velocity |v_t|, N the normal force.

   Explicit laws: F_t = -N m(v) v_t/v
   (T1) ambrosio      m = mu_k, with 0 up to v0 and a straight line to v1       (Ambrosio 2002; modified Coulomb)
   (T2) tanh          m = mu_k tanh(v/v0)
   (T3) threlfall     m = mu_k (1 - exp(-3 v/v0)) up to v0, then constant        (0.95 mu_k)
   (T4) bengisu_akay  m = mu_s (1 - (v - v0)^2/v0^2) up to v0, then mu_k + (mu_s - mu_k) exp(-(v - v0)/v1)
   (T5) step          m = STEP(0 -> mu_s) up to v0, STEP(mu_s -> mu_k) from v0 to v1, then mu_k     (ADAMS)
   These creep: a load below the limit moves the contact at some v > 0.
   Laws with unknowns of their own, solved with the system:
   (T6) lugre         bristle u: u' = v_t - s0 |v_t| u/g(v), g = mu_k + (mu_s - mu_k) exp(-(v/v1)^2);
                      F_t = -N (s0 u + s1 u' + s2 v_t)
   (T7) coulomb       the set-valued law: stick  v_t = 0, |F_t| <= mu_s N;  slip  F_t = -mu_k N v_t/|v_t|
   (T8) karnopp       as (T7), but a slip below v0 is held as it is: sticking begins at |v_t| = v0
   (T9) creep vc > 0  sticking of (T7), (T8) yields a little: v_t + vc F_t/(mu_s N) = 0 (F_t on the body, N of the step before),
                      so that it lets go at vc. Points of one rigid body that stick together have nearly the same row
                      v_t = 0; with (T9) they share the load in proportion to N, without it it is undetermined.
   verified by: t351_friction, the battery of the joints, block on a belt (tests/studies) */
#ifndef GUD_FRICTION_H
#define GUD_FRICTION_H

#include "base/scalar.h"

#define GUD_FRICTION_LAWS "ambrosio|tanh|threlfall|bengisu_akay|step|lugre|coulomb|karnopp"
typedef enum {
  GUD_AMBROSIO,
  GUD_TANH,
  GUD_THRELFALL,
  GUD_BENGISU_AKAY,
  GUD_STEP,
  GUD_LUGRE,
  GUD_COULOMB,
  GUD_KARNOPP
} GudFrictionLaw;

#define GUD_SHARED_CREEP 1e-6 /* m/s: default of vc where several points hold one rigid body */

typedef struct {
  int    law;
  double kinetic, stick;                    /* mu_k, mu_s; stick NaN: mu_k */
  double v0, v1;                            /* m/s */
  double bristle, bristle_damping, viscous; /* s0 1/m, s1 s/m, s2 s/m */
  double creep;                             /* vc, m/s; NaN: not given, 0 */
} GudFriction;

static inline double gud_friction_static(const GudFriction *p)
{
  return isnan(p->stick) ? p->kinetic : p->stick;
}

/* Any friction at all? */
static inline int gud_friction_on(const GudFriction *p)
{
  return p->kinetic > 0 || gud_friction_static(p) > 0;
}

/* Does the law have unknowns of its own, and are they differential? */
static inline int gud_friction_internal(const GudFriction *p)
{
  return gud_friction_on(p) && p->law >= GUD_LUGRE;
}

static inline int gud_friction_set_valued(const GudFriction *p)
{
  return gud_friction_on(p) && p->law >= GUD_COULOMB;
}

/* m(v)/v of the explicit laws, finite at v = 0, and its derivative by v. */
void gud_friction_ratio(const GudFriction *p, GudScalar v, GudScalar *ratio, GudScalar *slope);
/* g(v) of (T6) and its derivative */
void gud_friction_stribeck(const GudFriction *p, GudScalar v, GudScalar *g, GudScalar *slope);

#endif
