/* From the groups `contact:` and `friction:` of a model file to the laws. */
#include "contact/params.h"

#include <stdio.h>
#include <string.h>

enum { WHY = 200 };

double gud_contact_modulus(const GudContactParams *p)
{
  double nu = isnan(p->nu_a) ? p->nu : p->nu_a, E = isnan(p->E_a) ? p->E : p->E_a;
  return 1 / ((1 - nu * nu) / E + (1 - p->nu * p->nu) / p->E);
}

GudNormal gud_contact_normal(const GudContactParams *p, double Ri, double Rj, double length)
{
  double    E[2] = {isnan(p->E_a) ? p->E : p->E_a, p->E}, nu[2] = {isnan(p->nu_a) ? p->nu : p->nu_a, p->nu};
  int       internal = p->curvature == 0;
  GudNormal n        = {.law         = p->law,
                        .stiffness   = p->stiffness,
                        .exponent    = isnan(p->exponent) ? gud_normal_laws[p->law]->exponent : p->exponent,
                        .restitution = p->restitution,
                        .damping     = p->damping,
                        .full_depth  = p->full_depth,
                        .length      = length,
                        .radius      = internal ? Ri - Rj : gud_relative_radius(Ri, Rj, 0),
                        .slow        = p->slow,
                        .no_adhesion = p->no_adhesion};
  n.modulus          = gud_contact_modulus(p);
  if (isnan(p->stiffness)) n.stiffness = gud_hertz_stiffness(Ri, Rj, E, nu, internal);
  return n;
}

GudStatus gud_contact_check(const GudContactParams *p, const GudFriction *f, char *why)
{
  const GudNormalLaw *law = gud_normal_laws[p->law];
  if (law->distributed) {
    snprintf(why, WHY, "law %s is one of journals in dry bearings only", law->name);
    return GUD_FATAL;
  }
  if (law->loss && p->restitution <= 0.01) {
    snprintf(why, WHY, "contact.restitution %g: law %s needs more than 0.01", p->restitution, law->name);
    return GUD_FATAL;
  }
  if (law->rigid && gud_friction_on(f) && (!gud_friction_set_valued(f) || gud_friction_law(f)->band)) {
    snprintf(why, WHY, "law %s needs friction.law coulomb, or no friction", law->name);
    return GUD_FATAL;
  }
  if (law->needs_stiffness && isnan(p->stiffness)) {
    snprintf(why, WHY, "law %s needs contact.stiffness", law->name);
    return GUD_FATAL;
  }
  if (p->nu >= 1 || (!isnan(p->nu_a) && p->nu_a >= 1)) {
    snprintf(why, WHY, "contact.nu must be below 1");
    return GUD_FATAL;
  }
  return gud_friction_check(f, why);
}

GudStatus gud_friction_check(const GudFriction *f, char *why)
{
  if (!isnan(f->stick) && f->stick < f->kinetic) {
    snprintf(why, WHY,
             "friction.static %g is below friction.kinetic %g: sticking would be weaker than sliding",
             f->stick, f->kinetic);
    return GUD_FATAL;
  }
  const GudFrictionLaw *law = gud_friction_law(f);
  const char           *bad = law->fault ? law->fault(law, f) : NULL;
  if (bad) snprintf(why, WHY, "%s", bad);
  return bad ? GUD_FATAL : GUD_OK;
}

GudStatus gud_contact_check_compliant(const GudContactParams *p, const GudFriction *f, char *why)
{
  if (!gud_normal_laws[p->law]->rigid) return gud_contact_check(p, f, why);
  snprintf(why, WHY, "law rigid is one of the force 'contact' only");
  return GUD_FATAL;
}

int gud_contact_warn(const GudContactParams *p, char *why)
{
  double real = gud_normal_restitution(p->law, p->restitution);
  if (gud_normal_loss(p->law, p->restitution) <= 0 || fabs(real - p->restitution) <= 0.1 * p->restitution)
    return 0;
  snprintf(why, WHY, "contact.restitution %g: this law really gives %.4g (gudgeon help restitution)",
           p->restitution, real);
  return 1;
}
