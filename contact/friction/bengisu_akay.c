/* Friction law bengisu_akay: contact/friction.h.

   (T4) m = mu_s (1 - (v - v0)^2/v0^2) up to v0, then mu_k + (mu_s - mu_k) exp(-(v - v0)/v1) */
#include "contact/friction.h"

static void coefficient(const GudFrictionLaw *self, const GudFriction *p, GudScalar v, GudScalar *m,
                        GudScalar *m_v)
{
  double    mu = p->kinetic, ms = gud_friction_static(p), v0 = p->v0;
  GudScalar e;
  (void)self;
  if (gud_re(v) < v0) *m = ms * v * (2 * v0 - v) / (v0 * v0), *m_v = 2 * ms * (v0 - v) / (v0 * v0);
  else e = gud_exp(-(v - v0) / p->v1), *m = mu + (ms - mu) * e, *m_v = -(ms - mu) * e / p->v1;
}

const GudFrictionLaw gud_friction_law_bengisu_akay = {
  .name        = "bengisu_akay",
  .summary     = "parabola to mu_s at v0, then an exponential to mu_k",
  .form        = GUD_FRICTION_EXPLICIT,
  .coefficient = coefficient};
