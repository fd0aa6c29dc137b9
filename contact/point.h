/* One point of contact: normal law, friction law, modes and their events. The joints supply the geometry.

   n is the unit normal from the gap into the wall, seen by the body (journal, ball, node), delta the penetration along it,
   v the velocity of the body's material point relative to the other one's, t_i unit tangents.
   (P1) F = -N n + sum lambda_i t_i on the body, -F on the other; delta' = n.v, v_i = t_i.v
   Modes (frozen within a step; every change is a located event):
     open     F = 0                                   until delta > 0; the rate there is v0 of the laws
     pressed  N by the normal law                     until delta < 0, or N < 0 for a law that must not pull
     slack    delta > 0, but N would be negative: 0   until N > 0 or delta < 0
   and of a set-valued friction law: stick (lambda_i unknown, v_i = 0) until |lambda| > mu_s N; slip until v_t turns round.
   A contact is an impact until it has been pressed and relieved once; if it is pressed again without parting, the bodies
   follow each other from then on.
   Resolved within the step (many contacts), the modes are those of its end, found together with it:
   (P2) gap        as at the step's beginning; what is closed meanwhile is undetected and counts as an error of the step
   (P3) pull       N = max(law, 0), and 0 beyond delta = 0; slack is also a pressed contact with delta < 0 until the next step
   (P4) friction   |lambda| <= mu N and v = 0, or lambda = -mu N v/|v| (by the guards, not by a projection), mu = mu_s for a contact that stuck at the step's beginning, else
                   mu_k; one that leaves its bound mu_s N slips with mu_k, and the end is found anew
   (P5) hysteresis of the gap: within |delta| < s = 1e-12 m a contact keeps its mode unless it closes or parts faster than
        u = 1e-9 m/s. Bodies at rest that just touch are a state of either mode, whose force there, K s^n, is
        nothing; nor is it asked there whether it pulls. Two changes in opposite directions lie at least min(2 s/u, 2 u/|delta''|) apart: either the gap passes from
        one side of the band to the other below u, or the rate turns from u to -u. s is some 1e3 units of round-off of
        positions of a metre; u s^-1 is far below every frequency of a contact, and a contact that closes more slowly than u is
        noticed when it is s deep.
   (P6) rigid contact (N5): N is the last internal, with the row delta' + k delta = 0 while pressed (k delta takes back what round-off
        and the errors of steps leave of a gap; k = 100/s, far below every rate that steps resolve), N = 0 while open. Pressed until
        N < 0; open until the gap, counted from where it opened, is closed.
   v0 is at least `slow`: a contact that begins with hardly any speed is damped as one that begins with `slow`. One that is closed
   at the start of a run, and not closing, has had no impact: until it parts, laws with v0 do not damp it. */
#ifndef GUD_POINT_H
#define GUD_POINT_H

#include "base/status.h"
#include "contact/friction.h"
#include "contact/normal.h"
#include "contract/force.h"

enum { GUD_OPEN, GUD_PRESSED, GUD_SLACK };
enum { GUD_FLIGHT, GUD_IMPACTING, GUD_FOLLOWING };
enum { GUD_POINT_EVENTS = 3, GUD_POINT_TANGENTS = 2 };
/* history of one point */
enum {
  GUD_H_MODE,
  GUD_H_STICK, /* 1: sticks; 0: slips; -1: slips, but not yet faster than v0 (karnopp) */
  GUD_H_MU,    /* coefficient: bound of a stick, value of a slip (set-valued laws) */
  GUD_H_V0,    /* rate at which this contact began */
  GUD_H_DIR,   /* direction of slip, 2 components */
  GUD_H_HOLD = GUD_H_DIR +
               2, /* karnopp: slip that is held; coulomb: slip from which its guard counts; 2 components */
  GUD_H_BOUND = GUD_H_HOLD + 2, /* mu_s N after the last step (creep) */
  GUD_H_PHASE,                  /* 0 first pressing, 1 relieved, 2 pressed again: following */
  GUD_H_REF,                    /* vector of the frame that gives the tangents (C5), 3 components */
  GUD_H_SINCE = GUD_H_REF + 3,  /* time up to which the sums below are complete */
  GUD_H_IMPACTS,
  GUD_H_FREE, /* s in flight, in impacts, following */
  GUD_H_IMPACT_TIME,
  GUD_H_FOLLOW_TIME,
  GUD_H_FORCE, /* largest N and delta so far */
  GUD_H_DEPTH,
  GUD_H_LAST, /* instant and rate of the last impact */
  GUD_H_LAST_SPEED,
  GUD_H_STUCK, /* instants at which it last began to stick and to slip */
  GUD_H_SLIPPED,
  GUD_H_SHIFT, /* rigid: penetration that was left where it opened; the gap counts from there */
  GUD_POINT_HISTORY
};

/* Rows of GudForceType.history for the point whose history begins at `at`; `which` follows the names that are reported; `shown`:
   1 if the summary of a run reports it. */
/* clang-format off */
#define GUD_POINT_HISTORY_ROWS(which, at, shown)                                                                                           \
  [(at) + GUD_H_MODE] = {"mode", GUD_HISTORY_MODE, "-", 0},                                                                             \
  [(at) + GUD_H_STICK] = {"stick", GUD_HISTORY_MODE, "-", 0},                                                                           \
  [(at) + GUD_H_MU] = {"friction coefficient", GUD_HISTORY_MEMORY, "-", 0},                                                             \
  [(at) + GUD_H_V0] = {"impact velocity", GUD_HISTORY_MEMORY, "m/s", 0},                                                                \
  [(at) + GUD_H_DIR] = {"slip direction 1", GUD_HISTORY_DIRECTION, "-", 0}, {"slip direction 2", GUD_HISTORY_DIRECTION, "-", 0},        \
  [(at) + GUD_H_HOLD] = {"slip held 1", GUD_HISTORY_MEMORY, "m/s", 0}, {"slip held 2", GUD_HISTORY_MEMORY, "m/s", 0},                   \
  [(at) + GUD_H_BOUND] = {"friction bound", GUD_HISTORY_MEMORY, "N", 0},                                                                \
  [(at) + GUD_H_PHASE] = {"phase", GUD_HISTORY_MODE, "-", 0},                                                                           \
  [(at) + GUD_H_REF] = {"tangent reference 1", GUD_HISTORY_DIRECTION, "-", 0},                                                          \
  {"tangent reference 2", GUD_HISTORY_DIRECTION, "-", 0}, {"tangent reference 3", GUD_HISTORY_DIRECTION, "-", 0},                \
  [(at) + GUD_H_SINCE] = {"counted until", GUD_HISTORY_INSTANT, "s", 0},                                                                 \
  [(at) + GUD_H_IMPACTS] = {"impacts" which, GUD_HISTORY_NUMBER, "-", shown},                                                               \
  [(at) + GUD_H_FREE] = {"free flight" which, GUD_HISTORY_TIME, "s", shown},                                                                      \
  [(at) + GUD_H_IMPACT_TIME] = {"impact" which, GUD_HISTORY_TIME, "s", shown},                                                                    \
  [(at) + GUD_H_FOLLOW_TIME] = {"following" which, GUD_HISTORY_TIME, "s", shown},                                                                 \
  [(at) + GUD_H_FORCE] = {"largest normal force" which, GUD_HISTORY_LARGEST, "N", shown},                                                         \
  [(at) + GUD_H_DEPTH] = {"largest penetration" which, GUD_HISTORY_DEEPEST, "m", shown},                                                          \
  [(at) + GUD_H_LAST] = {"last impact", GUD_HISTORY_INSTANT, "s", 0},                                                                   \
  [(at) + GUD_H_LAST_SPEED] = {"last impact velocity", GUD_HISTORY_MEMORY, "m/s", 0},                                                        \
  [(at) + GUD_H_STUCK] = {"stuck since", GUD_HISTORY_INSTANT, "s", 0},                                                                   \
  [(at) + GUD_H_SLIPPED] = {"slips since", GUD_HISTORY_INSTANT, "s", 0},                                                                 \
  [(at) + GUD_H_SHIFT] = {"gap offset", GUD_HISTORY_MEMORY, "m", 0}
#define GUD_POINT_EVENT_KINDS GUD_EVENT_GAP, GUD_EVENT_PULL, GUD_EVENT_FRICTION
/* clang-format on */

typedef struct {
  GudNormal   normal;
  GudFriction friction;
  int         num_tangents;
} GudContact;

typedef struct {
  GudScalar delta, n[3], t[GUD_POINT_TANGENTS][3], v[3];
} GudContactAt;

typedef struct {
  GudNormalForce N;
  GudScalar      v[GUD_POINT_TANGENTS], lambda[GUD_POINT_TANGENTS], speed;
  GudScalar      F[3], rate;
} GudContactForce;

static inline int gud_contact_rigid(const GudContact *c)
{
  return gud_normal_law(&c->normal)->rigid;
}

/* Internals of a point: of friction, then N of a rigid contact. */
static inline int gud_contact_internals(const GudContact *c)
{
  int friction = gud_friction_internal(&c->friction) ? c->num_tangents : 0;
  return friction + gud_contact_rigid(c);
}

/* z, zt: the internals of this point. rz gets their residuals (added). */
void gud_contact_force(const GudContact *c, const GudContactAt *at, const double *history, const GudScalar *z,
                       const GudScalar *zt, GudContactForce *out, GudScalar *rz);
/* Directional derivative: d holds the changes of `at`; dz, dzt those of the internals. dF, drz are set. */
void gud_contact_diff(const GudContact *c, const GudContactAt *at, const double *history, const GudScalar *z,
                      const GudScalar *zt, const GudContactForce *f, const GudContactAt *d,
                      const GudScalar *dz, const GudScalar *dzt, GudScalar dF[3], GudScalar *drz);
void gud_contact_start(const GudContact *c, const GudContactAt *at, double t, double *history);
void gud_contact_events(const GudContact *c, const GudContactAt *at, const GudContactForce *f,
                        const double *history, double *g);
/* event: of this point (0 gap, 1 pull, 2 friction), or -1. As GudForceType.accept */
int gud_contact_accept(const GudContact *c, const GudContactAt *at, const GudContactForce *f, double t,
                       int event, double *history);
/* Modes within the step: GudForceType.modes. */
int gud_contact_modes(const GudContact *c, const GudContactAt *at, const GudContactForce *f, double t,
                      GudStepMoment when, double *history, double *undetected);
int gud_contact_index_2(const GudContact *c, const double *history);        /* of friction */
int gud_contact_index_2_normal(const GudContact *c, const double *history); /* of N */
/* Rigid contact: GudForceType.rigid_set */
int  gud_contact_touches(const GudContactAt *at,
                         const double       *history); /* open, but with no gap to speak of */
void gud_contact_set(const GudContact *c, const GudContactAt *at, GudRigidMode mode, const double slip[2],
                     double t, double *history);
int  gud_contact_mode(const GudForceType *self, const double *history); /* GudForceType.mode */
/* Output `slip`: along one tangent with its sign, of two the speed */
double gud_contact_slip(const GudContact *c, const GudContactForce *f);
/* 0 flight, 1 impact, 2 following */
int gud_contact_phase(const double *history);

#endif
