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

typedef struct {
  int    law;                              /* index in gud_normal_laws */
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

/* The contract of a law: one file in contact/normal/, one line in contact/normal_laws.def. */
typedef struct GudNormalLaw GudNormalLaw;
struct GudNormalLaw {
  const char *name, *summary, *cite;
  double      exponent;    /* default of contact.exponent */
  int         never_pulls; /* 1: F >= 0 whatever `no_adhesion` says */
  int         jumps; /* 1: with exponent 1 the force jumps by D v at delta = 0, and goes on as a line below */
  int         line_contact;    /* 1: needs the length of the contact */
  int         needs_stiffness; /* 1: `stiffness` has no default */
  int         rigid;           /* 1: no penetration; N is an unknown (N5) */
  int         distributed; /* 1: pressure over the surface of a journal (contact/bed.h), no law of a point */
  /* Coefficient a of (N1) for a nominal restitution e, and how it is written in help. Optional: 0. */
  double (*loss)(const GudNormalLaw *self, double e);
  const char *loss_text;
  /* Elastic force, its derivative and its energy. Optional: K delta^n. */
  void (*elastic)(const GudNormalLaw *self, const GudNormal *p, GudScalar delta, GudScalar *f, GudScalar *f_d,
                  GudScalar *V);
  /* F, F_d, F_v of `out` from the elastic force f, its derivative f_d and the rate v. Optional: (N1). */
  void (*damp)(const GudNormalLaw *self, const GudNormal *p, GudScalar delta, GudScalar v, GudScalar f,
               GudScalar f_d, GudNormalForce *out);
};
extern const GudNormalLaw *const gud_normal_laws[];      /* NULL-terminated; model/registry.c */
extern const char                gud_normal_law_names[]; /* "|name|name": choices of the parameter */
#define GUD_NORMAL_LAWS (gud_normal_law_names + 1)

static inline const GudNormalLaw *gud_normal_law(const GudNormal *p)
{
  return gud_normal_laws[p->law];
}

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
  return p->no_adhesion || gud_normal_law(p)->never_pulls;
}

/* Force for delta > 0; nothing for delta <= 0. F may come out negative: the caller knows whether it may pull.
   (N2) with n = 1, whose force jumps by D v at delta = 0, goes on as a straight line below: within a step, where the mode
   is frozen, the equations stay smooth, and the end of the contact is a located event. */
void gud_normal_force(const GudNormal *p, GudScalar delta, GudScalar v, double v0, GudNormalForce *out);

#endif
