/* Normal contact laws. delta > 0 is the penetration, v = delta' its rate, v0 the rate at which this contact began.

   (N1) power laws       F = K delta^n (1 + a v/v0)        hertz: a = 0
          lankarani_nikravesh  a = 3/4 (1 - e^2)           hunt_crossley  a = 3/2 (1 - e)
          flores               a = 8/5 (1 - e)/e           gonthier       a = (1 - e^2)/e
   (N2) kelvin_voigt     F = max(K delta + D v, 0)         no adhesion: it never pulls
   (N3) impact           F = max(K delta^n + STEP(delta; 0, 0, d, D) v, 0)    ADAMS; STEP is the cubic from 0 to D at d
   (N4) johnson          line contact of cylinders, length L, R = difference (internal) of the radii:
          delta = F/(pi E L) (ln(4 pi E L R/F) - 1),  1/E = sigma_i + sigma_j, sigma = (1 - nu^2)/E_Y;
          damped as Lankarani-Nikravesh
   (N5) rigid            no penetration: N >= 0 is an unknown, zero or such that delta' = 0; a closing speed v jumps to -e v
          (Newton), all closed contacts and joints at once (solve/impact.c)
   The post/pre speed ratio e' of every law (N1) solves a (1 + e') = ln((1 + a)/(1 - a e')), whatever K, n, mass; it is not
   the nominal e: gud_normal_restitution() gives it.
   verified by: t350_contact (real restitution, largest penetration, loop integral), battery of the joints */
#ifndef GUD_NORMAL_H
#define GUD_NORMAL_H

#include "base/scalar.h"

/* clang-format off */
#define GUD_NORMAL_LAWS "lankarani_nikravesh|hertz|hunt_crossley|flores|gonthier|kelvin_voigt|impact|johnson|rigid"
/* clang-format on */
typedef enum {
  GUD_LANKARANI_NIKRAVESH,
  GUD_HERTZ,
  GUD_HUNT_CROSSLEY,
  GUD_FLORES,
  GUD_GONTHIER,
  GUD_KELVIN_VOIGT,
  GUD_IMPACT,
  GUD_JOHNSON,
  GUD_RIGID,
  GUD_NUM_NORMAL_LAWS
} GudNormalLaw;

typedef struct {
  int    law;
  double stiffness, exponent, restitution; /* K, n, e */
  double damping, full_depth;              /* D and d of (N2), (N3) */
  double modulus, radius, length;          /* E, R, L of (N4) */
  double slow;                             /* v0 is at least this */
  int    no_adhesion;                      /* 1: F >= 0 for the power laws, too */
} GudNormal;

typedef struct {
  GudScalar F, F_d, F_v; /* force and its derivatives by penetration and rate */
  GudScalar elastic;     /* the part that is the derivative of the energy */
  GudScalar energy;
} GudNormalForce;

/* Coefficient a of (N1); 0 for laws of another form. */
double gud_normal_loss(int law, double e);
/* Real post/pre speed ratio of a law (N1); 1 for a = 0. */
double gud_normal_restitution(int law, double e);
/* Ri Rj/(Ri + Rj), external contact (Ri infinite: a plane); internal: Ri Rj/(Ri - Rj) */
double gud_relative_radius(double Ri, double Rj, int internal);
/* Stiffness (N/m^1.5) of two spheres by Hertz: 4/(3 (sigma_i + sigma_j)) sqrt(R_i R_j/(R_i + R_j)), external contact;
   internal (a ball in a socket): R_i - R_j. */
double gud_hertz_stiffness(double Ri, double Rj, const double E[2], const double nu[2], int internal);

/* 1 if the law must never pull: (N2), (N3), or no_adhesion. */
static inline int gud_normal_clamped(const GudNormal *p)
{
  return p->no_adhesion || p->law == GUD_KELVIN_VOIGT || p->law == GUD_IMPACT;
}

/* Force for delta > 0; nothing for delta <= 0. F may come out negative: the caller knows whether it may pull.
   (N2) with n = 1, whose force jumps by D v at delta = 0, goes on as a straight line below: within a step, where the mode
   is frozen, the equations stay smooth, and the end of the contact is a located event. */
void gud_normal_force(const GudNormal *p, GudScalar delta, GudScalar v, double v0, GudNormalForce *out);

#endif
