/* Elastic foundation between a journal and its bearing, with walls that are not round: worn ones. contact.law: foundation.

   The wall yields by itself at every place, p = K delta (Winkler), so that pressure follows the shape of both surfaces: conforming and
   worn ones, where laws of a point (contact/normal.h) know one radius. theta, zeta and u as in lubrication/film.h.
   (D1) delta(theta, zeta) = xi(zeta) cos theta + eta(zeta) sin theta - c - d_a(theta, zeta) - d_b(theta - psi, zeta)
        d_a, d_b: depth of the bearing's and of the journal's surface below the cylinder that was drawn, psi the angle of the journal's
        frame in the bearing's about its axis. Unknown to film.h: psi and psi', and what is conjugate to them
   (D2) p = K max(delta, 0) max(1 + chi delta', 0)
   (D3) nx angles around and ny rings along (middles). Between two angles delta is a straight line, and its energy is
        V = R dtheta dz K sum int_0^1 max(delta, 0)^2/2 ds, integrated exactly, the edge of the contact included. Forces are -dV/d(u, psi)
        times (D2)'s factor: conservative to round-off, twice differentiable where contact begins and ends, second order in dtheta.
        Over one piece from a to b: both positive (a^2 + a b + b^2)/6; a < 0 < b: b^3/(6 (b - a))
   (D4) d_b between its nodes: quadratic B-spline, which is smooth when the journal turns and never leaves the values of the nodes
   (D5) friction at each node -N m(|v|) v/|v|, v = R w - xi' sin theta + eta' cos theta, with an explicit law of contact/friction.h
   (D6) Archard: depth rates k_a p |v| and k_b p |v|. `memory` keeps depths, and over the accepted steps (trapezoidal rule) at the nodes of
        the bearing int p dt, int p |v| dt, and the time integral of |v| where p > 0; at those of the journal int p |v| dt, shared among them by the
        weights of (D4). Depths change between runs only (src/study/wear.c).
   limits: one of the walls yields, without coupling from place to place; friction along the axis is left out.
   verified by: battery, tests/studies/wear.py (closed form of the rigid limit, Winkler table) */
#ifndef GUD_BED_H
#define GUD_BED_H

#include "contact/friction.h"
#include "contact/wet.h"
#include "contract/param.h"

enum { GUD_BED_PSI = GUD_FILM_INPUTS, GUD_BED_PSI_RATE, GUD_BED_INPUTS };
enum { GUD_BED_TURN = GUD_FILM_FORCES, GUD_BED_FORCES }; /* generalised force of psi */

/* Arrays of nx ny numbers in memory, ring by ring, after the time up to which they are complete. */
enum {
  GUD_BED_DEPTH_A,
  GUD_BED_DEPTH_B,
  GUD_BED_LOAD,       /* int p dt, Pa s */
  GUD_BED_SEVERITY,   /* int p |v| dt, Pa m: of the bearing */
  GUD_BED_SEVERITY_B, /* of the journal */
  GUD_BED_SLIDING,    /* int |v| dt where p > 0, m */
  GUD_BED_LAST,       /* the four integrands at the last step */
  GUD_BED_ARRAYS = GUD_BED_LAST + 4
};

typedef struct {
  int           on, nx, ny;
  double        radius, clearance, length, stiffness, loss; /* R, c, B, K, chi */
  double        wear[2];                                    /* k_a, k_b */
  GudFriction   friction;
  GudTable      profile[2]; /* d_a, d_b at the start over the angle, */
  const double *worn[2];    /* or node by node, if not NULL */
  GudWet        frame;      /* how u follows from two frames (contact/wet.h); it holds no film */
} GudBed;

typedef struct {
  GudWetAt  motion; /* u of film.h, axes; force and moment */
  GudScalar u[GUD_BED_INPUTS], f[GUD_BED_FORCES], J[GUD_BED_FORCES * GUD_BED_INPUTS];
  GudScalar c1[3], x, y, rr, a[3],
    w[3];                     /* journal's first axis, its components, dpsi = a . (relative turn) */
  GudScalar energy, friction; /* friction: sum of the forces around */
} GudBedAt;

typedef struct {
  double pressure, angle, at, depth, gap,
    friction; /* largest pressure and its place, penetration, least gap, force of friction */
} GudBedFigures;

/* NULL, or why this foundation cannot be */
const char *gud_bed_fault(const GudBed *b);
int         gud_bed_memory(const GudBed *b);
size_t      gud_bed_size(const GudBed *b);
void        gud_bed_start(const GudBed *b, double t, double *memory);
/* Forces at u: f[GUD_BED_FORCES], J (may be NULL), energy and the force of friction around; work of gud_bed_size. */
void gud_bed_solve(const GudBed *b, const double *memory, GudScalar *work, GudBedAt *at, int tangent);
void gud_bed_keep(const GudBed *b, const GudBedAt *at, const void *work, double t, double *memory);
void gud_bed_figures(const GudBed *b, const GudBedAt *at, const void *work, GudBedFigures *out);
/* Pressure and gap at n places */
void gud_bed_surface_at(const GudBed *b, const GudBedAt *at, const void *work, int n, const double *theta,
                        const double *zeta, double *pressure, double *gap);
/* (D5): sliding speed at a place */
double gud_bed_slip(const GudBed *b, const GudBedAt *at, double theta, double zeta);
/* Rate of the energy when u and psi change by du, and the power of friction */
void gud_bed_rates(const GudBed *b, const GudBedAt *at, const void *work, const GudScalar du[GUD_BED_INPUTS],
                   GudScalar *energy, GudScalar *friction);

/* Between two frames (bed_joint.c): state and forces; the change of the wrench along d; the powers. */
void gud_bed_at(const GudForceArgs *s, const GudBed *b, const GudPair *p, const double *memory, void *work,
                GudBedAt *at);
void gud_bed_diff(const GudForceArgs *s, const GudBed *b, const GudPair *p, const GudPairDiff *pd,
                  const GudBedAt *at, const GudWetMove *d, GudWrench *dw);
void gud_bed_power(const GudForceArgs *s, const GudBed *b, const GudPair *p, const GudBedAt *at,
                   const void *work, GudScalar *P);
#endif
