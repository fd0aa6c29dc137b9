/* Friction law lugre: contact/friction.h.

   (T6) bristle u: u' = v_t - s0 |v_t| u/g(v), g = mu_k + (mu_s - mu_k) exp(-(v/v1)^2);  F_t = -N (s0 u + s1 u' + s2 v_t).
        In steady sliding s0 |u| = g. */
#include "contact/friction.h"

static void steady(const GudFrictionLaw *self, const GudFriction *p, GudScalar v, GudScalar *g,
                   GudScalar *g_v)
{
  double    more = gud_friction_static(p) - p->kinetic;
  GudScalar e    = gud_exp(-(v / p->v1) * (v / p->v1));
  (void)self;
  *g = p->kinetic + more * e, *g_v = -2 * v / (p->v1 * p->v1) * more * e;
}

static const char *fault(const GudFrictionLaw *self, const GudFriction *p)
{
  (void)self;
  return p->kinetic > 0 || !gud_friction_on(p) ? NULL : "law lugre needs friction.kinetic above 0";
}

const GudFrictionLaw gud_friction_law_lugre = {.name    = "lugre",
                                               .summary = "bristles that bend and slip",
                                               .form    = GUD_FRICTION_BRISTLE,
                                               .fault   = fault,
                                               .steady  = steady};
