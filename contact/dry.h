/* Dry contact in a joint with clearance: one or two points (contact/point.h) between two frames (contact/clearance.h),
   gathered as a wrench: F on the journal at x_j with moment Mj; -F on the bearing at x_b with moment Mb. */
#ifndef GUD_DRY_H
#define GUD_DRY_H

#include "contact/clearance.h"

enum { GUD_DRY_POINTS = 2, GUD_DRY_EVENTS = GUD_DRY_POINTS * GUD_POINT_EVENTS };

typedef struct {
  GudContact contact;
  int        num, ball, on, surface; /* points; ball or journal; 0: no dry contact; see (C4) */
  double     zeta[GUD_DRY_POINTS], radius, clearance;
} GudDry;

typedef struct {
  GudScalar F[3], Mj[3], Mb[3];
} GudWrench;

typedef struct {
  GudGap          gap[GUD_DRY_POINTS];
  GudContactForce force[GUD_DRY_POINTS];
} GudDryAt;

/* F acting at x_j + rj = x_b + rb */
void gud_wrench_add(GudWrench *w, const GudScalar F[3], const GudScalar rj[3], const GudScalar rb[3]);
void gud_wrench_add_diff(GudWrench *dw, const GudScalar F[3], const GudScalar rj[3], const GudScalar rb[3],
                         const GudScalar dF[3], const GudScalar drj[3], const GudScalar drb[3]);
/* Onto the eight marker vectors, and the change of that. */
void gud_wrench_apply(const GudForceArgs *s, const GudPair *p, const GudWrench *w, GudScalar (*f)[3]);
void gud_wrench_apply_diff(const GudForceArgs *s, const GudPair *p, const GudWrench *w, const GudWrench *dw,
                           GudScalar (*dx)[3], GudScalar (*df)[3]);

int       gud_dry_internals(const GudDry *d, int *differential);
void      gud_dry_start(const GudForceArgs *s, const GudDry *d, double *history);
void      gud_dry_at(const GudForceArgs *s, const GudDry *d, const GudPair *p, GudDryAt *at, GudScalar *rz);
void      gud_dry_force(const GudDry *d, const GudDryAt *at, GudWrench *w);
void      gud_dry_diff(const GudForceArgs *s, const GudDry *d, const GudPair *p, const GudPairDiff *pd,
                       const GudDryAt *at, GudScalar (*dx)[3], GudScalar (*dv)[3], const GudScalar *dz,
                       const GudScalar *dzt, GudWrench *dw, GudScalar *drz);
GudScalar gud_dry_energy(const GudForceArgs *s, const GudDry *d, const GudDryAt *at);
void      gud_dry_power(const GudForceArgs *s, const GudDry *d, const GudPair *p, const GudDryAt *at,
                        GudScalar *P);
void      gud_dry_events(const GudForceArgs *s, const GudDry *d, const GudDryAt *at, double *g);
int gud_dry_accept(const GudForceArgs *s, const GudDry *d, const GudPair *p, const GudDryAt *at, int event,
                   double *history);
int gud_dry_index_2(const GudForceArgs *s, const GudDry *d, int internal);

#endif
