/* Rough surfaces in an oil film: pressure of asperities (Greenwood and Tripp), flow between them (Patir and Cheng).

   h is the distance of the mean planes, sigma the combined rms roughness, u = h/sigma; h may be negative. Gaussian heights:
   (A1) F_n(u) = 1/sqrt(2 pi) int_u^inf (s - u)^n exp(-s^2/2) ds,   F_n' = -n F_n-1,   F_n+1 = n F_n-1 - u F_n
        so that y = F_5/2 obeys y'' = 5/2 y - u y', which gives its Taylor series about any place from y and y' there
   (A2) asperity pressure p_a = K' E* F_5/2(u),   K' = (16 sqrt(2) pi/15) (eta beta sigma)^2 sqrt(sigma/beta)
        eta asperities per area, beta their radius; 1/E* = (1 - nu_1^2)/E_1 + (1 - nu_2^2)/E_2
   (A3) mean gap h_T = sigma F_1(-u) = h Phi(u) + sigma phi(u),   h_T' = Phi(u),   h_T'' = phi(u)/sigma.   h_T -> h for u > 3
   (A4) pressure flow: h^3 -> phi h^3,   around phi = 1 - C exp(-r H) (gamma <= 1), 1 + C H^-r (gamma > 1), H = u; along the axis the same
        with 1/gamma. Below its range phi keeps the value at the limit; h in h^3 goes on as sigma/2 exp(2 u - 1) below u = 1/2, so
        that it stays positive where asperities carry (our choice: value and slope are continuous)
   (A5) shear flow: U/2 h_T -> U/2 (h_T + sigma phi_s), U the velocity of the journal's surface seen from the bearing,
        phi_s = (share of the journal - share of the bearing in sigma^2) Phi_s(H),  Phi_s = A1 H^a1 exp(-a2 H + a3 H^2), A2 exp(-H/4) beyond 5.
        Equal surfaces: 0. A rough journal carries oil in its valleys: more flow; a rough bearing keeps it back. Below u = 0: 0.
   (A6) boundary friction mu_b p_a against the sliding speed v, as mu_b p_a v/sqrt(v^2 + v_0^2)
   Constants: patterns.def. Limits: sigma -> 0 or h >> sigma: smooth film; verified by t407. */
#ifndef GUD_ASPERITY_H
#define GUD_ASPERITY_H

#include "base/scalar.h"

/* Range of u in which F_5/2 is known; beyond the upper end it counts as 0 (7.5e-26), below the lower one there is no film. */
enum { GUD_ASPERITY_LEAST = -8, GUD_ASPERITY_MOST = 10 };

typedef struct {
  double sigma;    /* 0: smooth */
  int    pattern;  /* row of patterns.def */
  double share;    /* of the journal in sigma^2 */
  double pressure; /* K' E*, Pa */
  double friction; /* mu_b */
  double slip;     /* v_0, m/s */
} GudRough;

/* A value and its derivatives by the thickness. */
typedef struct {
  GudScalar v, d1, d2, d3;
} GudByGap;

/* Row of patterns.def that has no direction. */
int gud_rough_isotropic(void);
/* K' of (A2) from eta beta sigma and sigma/beta. */
double gud_asperity_factor(double number, double slope);
/* F_5/2(u) and its derivative, GUD_ASPERITY_LEAST <= u. */
GudScalar gud_asperity_load(GudScalar u, GudScalar *slope);
/* p_a at a thickness, for diagnostics: no bound below. */
static inline double gud_rough_press(const GudRough *rough, double h)
{
  GudScalar slope;
  return rough->pressure * gud_re(gud_asperity_load(fmax(h / rough->sigma, GUD_ASPERITY_LEAST), &slope));
}

/* (A3), all derivatives. sigma = 0: h itself. */
GudByGap gud_rough_mean(double sigma, GudScalar h);
/* phi h^3 of (A4), around or along the axis, with v and d1. */
GudByGap gud_rough_conductance(const GudRough *rough, double sigma, int along, GudScalar h);
/* h_T + sigma phi_s of (A5), with v and d1. */
GudByGap gud_rough_carried(const GudRough *rough, double sigma, GudScalar h);
/* (A4), (A5) themselves: phi(H) of pattern row i, Phi_s(H), with v and d1 by H. */
GudByGap gud_flow_factor(int pattern, GudScalar H);
GudByGap gud_shear_factor(int pattern, GudScalar H);

#endif
