/* Normal law johnson: contact/normal.h.

   (N4) line contact of cylinders: delta = F/(pi E L) (ln(4 pi E L R/F) - 1), damped as Lankarani-Nikravesh */
#include "contact/normal.h"

/* (N4) solved for F by Newton; with c = pi E L, A = 4 c R:  c delta = F (ln(A/F) - 1), rising up to F = A/e^2.
   Energy = F delta - int delta dF = F delta - F^2/(2 c) (ln(A/F) - 1/2). */
static void elastic(const GudNormalLaw *self, const GudNormal *p, GudScalar delta, GudScalar *f,
                    GudScalar *f_d, GudScalar *V)
{
  (void)self;
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

static double loss(const GudNormalLaw *self, double e)
{
  (void)self;
  return 0.75 * (1 - e * e);
}

const GudNormalLaw gud_normal_law_johnson = {.name         = "johnson",
                                             .summary      = "line contact of cylinders",
                                             .exponent     = 1.5,
                                             .line_contact = 1,
                                             .loss         = loss,
                                             .elastic      = elastic};
