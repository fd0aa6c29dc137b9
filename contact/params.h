/* Rows of parameter tables that every contact shares: `contact:` and `friction:` groups of a model file. */
#ifndef GUD_CONTACT_PARAMS_H
#define GUD_CONTACT_PARAMS_H

#include "contact/point.h"
#include "contract/param.h"

typedef struct {
  int    law, curvature, no_adhesion;
  double stiffness, exponent, restitution, E, nu, E_a, nu_a, damping, full_depth, slow;
} GudContactParams;

/* Distributed contact (contact/bed.h), and wear of both surfaces: Archard's depth per pressure and way. */
typedef struct {
  double   stiffness, loss;
  int      nx, ny;
  GudTable profile_a, profile_b;
} GudFoundationParams;
typedef struct {
  double a, b;
} GudWearParams;

/* clang-format off */
#define GUD_FOUNDATION_ROWS(at) \
  {"foundation.stiffness", GUD_REAL, {-2, 1, -2}, GUD_POSITIVE,    GUD_ABSENT, at + offsetof(GudFoundationParams, stiffness), NULL, "law foundation: pressure per depth, K; of a lining of thickness t about E (1 - nu)/((1 + nu) (1 - 2 nu) t)"}, \
  {"foundation.loss",      GUD_REAL, {-1, 0, 1},  GUD_NONNEGATIVE, "0",        at + offsetof(GudFoundationParams, loss),      NULL, "law foundation: pressure is K depth (1 + loss times the rate of the depth), at least 0"}, \
  {"foundation.nx",        GUD_INT,  GUD_NUMBER,  GUD_POSITIVE,    "360",      at + offsetof(GudFoundationParams, nx),        NULL, "law foundation: places around, 8 ... 1440"}, \
  {"foundation.ny",        GUD_INT,  GUD_NUMBER,  GUD_POSITIVE,    "1",        at + offsetof(GudFoundationParams, ny),        NULL, "law foundation: rings along the axis (more than one where the journal may tilt)"}, \
  {"foundation.profile_a", GUD_TABLE, GUD_LENGTH, GUD_ANY,         GUD_ABSENT, at + offsetof(GudFoundationParams, profile_a), "rad", "law foundation: the bearing is not round: [[angle from its first axis, what its radius is larger by], ...], straight between, over one turn"}, \
  {"foundation.profile_b", GUD_TABLE, GUD_LENGTH, GUD_ANY,         GUD_ABSENT, at + offsetof(GudFoundationParams, profile_b), "rad", "the same of the journal, from its own first axis: what its radius is smaller by"}
#define GUD_WEAR_ROWS(at) \
  {"wear.a", GUD_REAL, {1, -1, 2}, GUD_NONNEGATIVE, "0", at + offsetof(GudWearParams, a), NULL, "wear of body a (bearing) for `gudgeon wear`: depth by pressure and sliding distance (Archard: k/H), 1/Pa; with contact.law foundation, or model mixed with film.sigma"}, \
  {"wear.b", GUD_REAL, {1, -1, 2}, GUD_NONNEGATIVE, "0", at + offsetof(GudWearParams, b), NULL, "the same of body b (journal)"}
#define GUD_CONTACT_ROWS(at)                                                                                                                                                    \
  {"contact.law",         GUD_CHOICE, GUD_NUMBER,   GUD_ANY,           "lankarani_nikravesh", at + offsetof(GudContactParams, law), GUD_NORMAL_LAWS, "normal force law"},         \
  {"contact.stiffness",   GUD_REAL,   GUD_NUMBER,   GUD_POSITIVE,      GUD_ABSENT,  at + offsetof(GudContactParams, stiffness),   NULL, "K in N/m^exponent (default: Hertz, from radii and materials)"}, \
  {"contact.exponent",    GUD_REAL,   GUD_NUMBER,   GUD_POSITIVE,      GUD_ABSENT,  at + offsetof(GudContactParams, exponent),    NULL, "of the penetration (default 1.5; kelvin_voigt: 1)"}, \
  {"contact.restitution", GUD_REAL,   GUD_NUMBER,   GUD_UNIT_INTERVAL, "0.9",       at + offsetof(GudContactParams, restitution), NULL, "nominal coefficient of restitution, above 0.01 for the laws that it damps; what they really give: gudgeon help restitution"}, \
  {"contact.E",           GUD_REAL,   GUD_PRESSURE, GUD_POSITIVE,      "207 GPa",   at + offsetof(GudContactParams, E),           NULL, "Young's modulus of both"},              \
  {"contact.nu",          GUD_REAL,   GUD_NUMBER,   GUD_NONNEGATIVE,   "0.3",       at + offsetof(GudContactParams, nu),          NULL, "Poisson's ratio of both"},              \
  {"contact.E_a",         GUD_REAL,   GUD_PRESSURE, GUD_POSITIVE,      GUD_ABSENT,  at + offsetof(GudContactParams, E_a),         NULL, "Young's modulus of body a, if another"}, \
  {"contact.nu_a",        GUD_REAL,   GUD_NUMBER,   GUD_NONNEGATIVE,   GUD_ABSENT,  at + offsetof(GudContactParams, nu_a),        NULL, "Poisson's ratio of body a, if another"}, \
  {"contact.curvature",   GUD_CHOICE, GUD_NUMBER,   GUD_ANY,           "internal",  at + offsetof(GudContactParams, curvature),   "internal|external|printed", "sign in sqrt(Ri Rj/(Ri -+ Rj)): minus for a journal in a bearing; external and printed (as some papers print it): plus"}, \
  {"contact.damping",     GUD_REAL,   GUD_DAMPING,  GUD_NONNEGATIVE,   "0",         at + offsetof(GudContactParams, damping),     NULL, "kelvin_voigt: damping; impact: its maximum"}, \
  {"contact.full_depth",  GUD_REAL,   GUD_LENGTH,   GUD_POSITIVE,      "0.01 mm",   at + offsetof(GudContactParams, full_depth),  NULL, "impact: penetration of full damping"},  \
  {"contact.slow",        GUD_REAL,   GUD_VELOCITY, GUD_POSITIVE,      "1e-6 m/s",  at + offsetof(GudContactParams, slow),        NULL, "an impact slower than this is damped as one of this speed"}, \
  {"contact.no_adhesion", GUD_BOOL,   GUD_NUMBER,   GUD_ANY,           "no",        at + offsetof(GudContactParams, no_adhesion), NULL, "the force never pulls, also at the end of a contact whose first speed was small"}

/* The laws and their coefficients; `law`: the default */
#define GUD_FRICTION_LAW_ROWS(at, law_)                                                                                                                                                 \
  {"friction.law",     GUD_CHOICE, GUD_NUMBER,     GUD_ANY,         law_,        at + offsetof(GudFriction, law),             GUD_FRICTION_LAWS, "friction law"},                 \
  {"friction.kinetic", GUD_REAL,   GUD_NUMBER,     GUD_NONNEGATIVE, "0",         at + offsetof(GudFriction, kinetic),         NULL, "coefficient of sliding friction; 0, and no static one: none"},  \
  {"friction.static",  GUD_REAL,   GUD_NUMBER,     GUD_NONNEGATIVE, GUD_ABSENT,  at + offsetof(GudFriction, stick),           NULL, "coefficient of static friction (default: as kinetic)"}, \
  {"friction.v0",      GUD_REAL,   GUD_VELOCITY,   GUD_POSITIVE,    "1 mm/s",    at + offsetof(GudFriction, v0),              NULL, "ambrosio: slip where friction begins; tanh: scale; threlfall, bengisu_akay, step: slip of full friction; karnopp: slip below which it sticks"}, \
  {"friction.v1",      GUD_REAL,   GUD_VELOCITY,   GUD_POSITIVE,    "10 mm/s",   at + offsetof(GudFriction, v1),              NULL, "ambrosio: slip of full friction; bengisu_akay, step: where static has fallen to kinetic; lugre: scale of Stribeck's curve"}, \
  {"friction.bristle", GUD_REAL,   {-1, 0, 0},     GUD_POSITIVE,    "1e5",       at + offsetof(GudFriction, bristle),         NULL, "lugre: stiffness of the bristles per normal force"}, \
  {"friction.bristle_damping", GUD_REAL, {-1, 0, 1}, GUD_NONNEGATIVE, "10",      at + offsetof(GudFriction, bristle_damping), NULL, "lugre: damping of the bristles per normal force"}, \
  {"friction.viscous", GUD_REAL,   {-1, 0, 1},     GUD_NONNEGATIVE, "0",         at + offsetof(GudFriction, viscous),         NULL, "lugre: viscous part per normal force"}

#define GUD_FRICTION_ROWS(at) GUD_FRICTION_LAW_ROWS(at, "ambrosio"), \
  {"friction.creep",   GUD_REAL,   GUD_VELOCITY,   GUD_NONNEGATIVE, GUD_ABSENT,  at + offsetof(GudFriction, creep),           NULL, "coulomb, karnopp: slip of a sticking contact at its bound, so that points that stick together share the load (default: 1e-6 m/s for guides with several points on one rigid body and for journals in space, which touch at both ends, and for contact.law rigid; else 0)", GUD_ROLE_SHARED_CREEP}
/* clang-format on */

/* The law as the kernels want it. Ri, Rj: radii of the bearing and of what is in it; length for line contact. */
GudNormal gud_contact_normal(const GudContactParams *p, double Ri, double Rj, double length);
/* E* of both surfaces: 1/E* = sum (1 - nu^2)/E. */
double gud_contact_modulus(const GudContactParams *p);
/* GUD_FATAL and why[200] where the parameters do not go together. */
GudStatus gud_contact_check(const GudContactParams *p, const GudFriction *f, char *why);
/* The same for joints that know compliant laws only. */
GudStatus gud_contact_check_compliant(const GudContactParams *p, const GudFriction *f, char *why);
GudStatus gud_friction_check(const GudFriction *f, char *why); /* friction alone */
/* 1 and why[200] if the nominal restitution is more than 10 % from what the law gives. */
int gud_contact_warn(const GudContactParams *p, char *why);

#endif
