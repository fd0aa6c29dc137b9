/* Normal contact laws: contact/normal.h. */
#include "contact/normal.h"

#include <string.h>

double gud_normal_loss(int law, double e)
{
  const GudNormalLaw *l = gud_normal_laws[law];
  return l->loss ? l->loss(l, e) : 0;
}

/* Root of ln((1 + a)/(1 - a x)) - a (1 + x), which falls from x = -1 ... to the first zero beyond 0: bisection on (0, 1]
   keeps clear of the trivial root x = -1. */
double gud_normal_restitution(int law, double e)
{
  double a = gud_normal_loss(law, e), lo = 0, hi = a >= 1 ? 1 / a : 1;
  if (a <= 0) return 1;
  for (int i = 0; i < 200; i++) {
    double x = 0.5 * (lo + hi), left = 1 - a * x;
    if (left > 0 && log((1 + a) / left) < a * (1 + x)) lo = x;
    else hi = x;
  }
  return 0.5 * (lo + hi);
}

double gud_relative_radius(double Ri, double Rj, int internal)
{
  return Rj / (internal ? 1 - Rj / Ri : 1 + Rj / Ri);
}

double gud_hertz_stiffness(double Ri, double Rj, const double E[2], const double nu[2], int internal)
{
  double sigma = (1 - nu[0] * nu[0]) / E[0] + (1 - nu[1] * nu[1]) / E[1];
  return 4 / (3 * sigma) * sqrt(gud_relative_radius(Ri, Rj, internal));
}

/* delta^n, its derivative and integral */
static void power_law(const GudNormal *p, GudScalar delta, GudScalar *f, GudScalar *f_d, GudScalar *V)
{
  GudScalar root = p->exponent == 1.5 ? gud_sqrt(delta)
                   : p->exponent == 1 ? 1
                                      : gud_pow(delta, p->exponent - 1);
  *f             = p->stiffness * root * delta;
  *f_d           = p->stiffness * p->exponent * root;
  *V             = *f * delta / (p->exponent + 1);
}

void gud_normal_force(const GudNormal *p, GudScalar delta, GudScalar v, double v0, GudNormalForce *out)
{
  GudScalar f, f_d;
  memset(out, 0, sizeof *out);
  const GudNormalLaw *law = gud_normal_law(p);
  if (!(gud_re(delta) > 0) && !(law->jumps && p->exponent == 1)) return;
  if (law->elastic) law->elastic(law, p, delta, &f, &f_d, &out->energy);
  else power_law(p, delta, &f, &f_d, &out->energy);
  out->elastic = f;
  if (law->damp) {
    law->damp(law, p, delta, v, f, f_d, out);
    return;
  }
  double    a = law->loss ? law->loss(law, p->restitution) / (v0 > p->slow ? v0 : p->slow) : 0; /* (N1) */
  GudScalar m = 1 + a * v;
  out->F = f * m, out->F_d = f_d * m, out->F_v = f * a;
}
