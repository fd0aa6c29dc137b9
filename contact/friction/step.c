/* Friction law step: contact/friction.h.

   (T5) m = STEP(0 -> mu_s) up to v0, STEP(mu_s -> mu_k) from v0 to v1, then mu_k (ADAMS) */
#include "contact/friction.h"

static void coefficient(const GudFrictionLaw *self, const GudFriction *p, GudScalar v, GudScalar *m,
                        GudScalar *m_v)
{
  double    mu = p->kinetic, ms = gud_friction_static(p), v0 = p->v0, v1 = p->v1, x = gud_re(v);
  GudScalar e;
  (void)self;
  *m = mu, *m_v = 0;
  if (x < v0) {
    e  = v / v0;
    *m = ms * e * e * (3 - 2 * e), *m_v = 6 * ms * e * (1 - e) / v0;
  } else if (x < v1) {
    e  = (v - v0) / (v1 - v0);
    *m = ms + (mu - ms) * e * e * (3 - 2 * e), *m_v = 6 * (mu - ms) * e * (1 - e) / (v1 - v0);
  }
}

static const char *fault(const GudFrictionLaw *self, const GudFriction *p)
{
  (void)self;
  return p->v1 <= p->v0 ? "friction.v1 must be above friction.v0" : NULL;
}

const GudFrictionLaw gud_friction_law_step = {.name        = "step",
                                              .summary     = "cubic steps to mu_s at v0 and to mu_k at v1",
                                              .form        = GUD_FRICTION_EXPLICIT,
                                              .fault       = fault,
                                              .coefficient = coefficient};
