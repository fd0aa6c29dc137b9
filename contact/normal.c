/* Normal contact laws: contact/normal.h. */
#include "contact/normal.h"

#include <string.h>

double gud_normal_loss(int law, double e)
{
  switch (law) {
  case GUD_LANKARANI_NIKRAVESH:
  case GUD_JOHNSON: return 0.75 * (1 - e * e);
  case GUD_HUNT_CROSSLEY: return 1.5 * (1 - e);
  case GUD_FLORES: return 1.6 * (1 - e) / e;
  case GUD_GONTHIER: return (1 - e * e) / e;
  default: return 0;
  }
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

/* (N4) solved for F by Newton; with c = pi E L, A = 4 c R:  c delta = F (ln(A/F) - 1), rising up to F = A/e^2.
   Energy = F delta - int delta dF = F delta - F^2/(2 c) (ln(A/F) - 1/2). */
static void johnson(const GudNormal *p, GudScalar delta, GudScalar *f, GudScalar *f_d, GudScalar *V)
{
  double    c = 3.14159265358979323846 * p->modulus * p->length, A = 4 * c * p->radius;
  double    most = A * 0.135335283236612691894; /* A/e^2 */
  GudScalar d    = c * delta, F;
  if (gud_re(d) >= 0.99 * most) { /* beyond the law's range: go on with the last slope */
    double F1 = 0.9 * most, d1 = F1 * (log(A / F1) - 1), slope = 1 / (log(A / F1) - 2);
    *f = F1 + (d - d1) * slope, *f_d = c * slope;
    *V = (F1 * d1 - 0.5 * F1 * F1 * (log(A / F1) - 0.5)) / c + F1 * (d - d1) / c +
         0.5 * (d - d1) * (d - d1) * slope / c;
    return;
  }
  F = gud_re(d) / (log(A / (gud_re(d) / 20 + 1e-300)) - 1);
  for (int i = 0, left = 60; i < left; i++) { /* concave function: Newton converges from one side */
    GudScalar l = gud_log(A / F), step = (F * (l - 1) - d) / (l - 2);
    F -= step;
    if (left == 60 && fabs(gud_re(step)) <= 1e-15 * gud_re(F)) left = i + 3; /* and for the imaginary part */
  }
  GudScalar l = gud_log(A / F);
  *f = F, *f_d = c / (l - 2), *V = F * delta - F * F * (l - 0.5) / (2 * c);
}

static GudScalar step_up(GudScalar x, GudScalar *slope)
{
  *slope = 0;
  if (gud_re(x) >= 1) return 1;
  *slope = 6 * x * (1 - x);
  return x * x * (3 - 2 * x);
}

void gud_normal_force(const GudNormal *p, GudScalar delta, GudScalar v, double v0, GudNormalForce *out)
{
  GudScalar f, f_d, slope;
  memset(out, 0, sizeof *out);
  int straight = p->law == GUD_KELVIN_VOIGT && p->exponent == 1;
  if (!(gud_re(delta) > 0) && !straight) return;
  if (p->law == GUD_JOHNSON) johnson(p, delta, &f, &f_d, &out->energy);
  else power_law(p, delta, &f, &f_d, &out->energy);
  out->elastic = f;
  if (p->law == GUD_KELVIN_VOIGT) { /* (N2) */
    out->F = f + p->damping * v, out->F_d = f_d, out->F_v = p->damping;
  } else if (p->law == GUD_IMPACT) { /* (N3) */
    GudScalar D = p->damping * step_up(delta / p->full_depth, &slope);
    out->F = f + D * v, out->F_d = f_d + p->damping * slope / p->full_depth * v, out->F_v = D;
  } else { /* (N1) */
    double    a = gud_normal_loss(p->law, p->restitution) / (v0 > p->slow ? v0 : p->slow);
    GudScalar m = 1 + a * v;
    out->F = f * m, out->F_d = f_d * m, out->F_v = f * a;
  }
}
