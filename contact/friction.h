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
   (T9) creep vc > 0  sticking of (T7), (T8) creeps a little: v_t + vc F_t/(mu_s N) = 0 (F_t on the body, N of the step before),
                      so that it lets go at vc. Points of one rigid body that stick together have nearly the same row
                      v_t = 0; with (T9) they share the load in proportion to N, without it it is undetermined.
   verified by: t351_friction, the battery of the joints, block on a belt (tests/studies) */
#ifndef GUD_FRICTION_H
#define GUD_FRICTION_H

#include "base/scalar.h"

#include <stddef.h>

/* What a law has unknowns for:
     EXPLICIT    none: F_t is a function of v_t
     BRISTLE     one differential unknown for each tangent (T6)
     SET_VALUED  one algebraic unknown for each tangent, the friction force itself (T7) */
typedef enum { GUD_FRICTION_EXPLICIT, GUD_FRICTION_BRISTLE, GUD_FRICTION_SET_VALUED } GudFrictionForm;

#define GUD_SHARED_CREEP 1e-6 /* m/s: default of vc where several points support one rigid body */

/* Parameters of `friction:`, the same struct for all laws. */
typedef struct {
  int    law;                               /* index in gud_friction_laws */
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

/* The contract of a law: one file in contact/friction/, one line in contact/friction_laws.def. */
typedef struct GudFrictionLaw GudFrictionLaw;
struct GudFrictionLaw {
  const char     *name, *summary, *cite;
  GudFrictionForm form;
  int             band; /* SET_VALUED: 1: sticking begins at a slip of v0, which is kept (T8) */
  /* NULL, or why these parameters do not go together. Optional. */
  const char *(*fault)(const GudFrictionLaw *self, const GudFriction *p);
  /* EXPLICIT: m and dm/dv at v >= 0. */
  void (*coefficient)(const GudFrictionLaw *self, const GudFriction *p, GudScalar v, GudScalar *m,
                      GudScalar *m_v);
  /* BRISTLE: g and dg/dv of steady sliding. */
  void (*steady)(const GudFrictionLaw *self, const GudFriction *p, GudScalar v, GudScalar *g, GudScalar *g_v);
};
extern const GudFrictionLaw *const gud_friction_laws[];      /* NULL-terminated; model/registry.c */
extern const char                  gud_friction_law_names[]; /* "|name|name": choices of the parameter */
#define GUD_FRICTION_LAWS (gud_friction_law_names + 1)

static inline const GudFrictionLaw *gud_friction_law(const GudFriction *p)
{
  return gud_friction_laws[p->law];
}

/* Does the law have unknowns of its own? */
static inline int gud_friction_internal(const GudFriction *p)
{
  return gud_friction_on(p) && gud_friction_law(p)->form != GUD_FRICTION_EXPLICIT;
}

static inline int gud_friction_is_bristle(const GudFriction *p)
{
  return gud_friction_law(p)->form == GUD_FRICTION_BRISTLE;
}

static inline int gud_friction_set_valued(const GudFriction *p)
{
  return gud_friction_on(p) && gud_friction_law(p)->form == GUD_FRICTION_SET_VALUED;
}

/* v0 of (T8); 0: the law has no band. */
static inline double gud_friction_band(const GudFriction *p)
{
  return gud_friction_law(p)->band ? p->v0 : 0;
}

/* m(v)/v of the explicit laws, finite at v = 0, and its derivative by v. */
void gud_friction_ratio(const GudFriction *p, GudScalar v, GudScalar *ratio, GudScalar *slope);
#endif
