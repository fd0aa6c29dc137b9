/* The contract of a force: load, spring, damper, bushing, contact, film, sensor.

   A force sees marker vectors and returns generalised forces on them; src/system applies S and S^T. At one point
   (t, x, v, z, z', history) `evaluate` computes once, into `work`, what everything else then reads: residual, tangent,
   energy, power, guards, accept, outputs and films (system/evaluated.h keeps such points). It may own internal unknowns,
   events and history:
     internals  algebraic (a friction force, a multiplier) or differential (a bristle), solved together with q, lambda;
     events     zero crossings g_i(state) located in time; within a step everything in `history` is frozen. Those of a
                type with `guards` are conditions g_i >= 0 under which the present mode is valid (gap open, friction
                within its bound): an event is a fall below zero, and they are looked at again after every restart;
     history    doubles that change only in `accept`, after an accepted step or a located event; modes live here. */
#ifndef GUD_FORCE_CONTRACT_H
#define GUD_FORCE_CONTRACT_H

#include "base/scalar.h"
#include "base/status.h"
#include "contract/type_info.h"

#include <stddef.h>

/* Column of the energy ledger that the non-conservative power of a force goes to. */
typedef enum {
  GUD_LEDGER_LOAD,
  GUD_LEDGER_DAMPING,
  GUD_LEDGER_CONTACT,
  GUD_LEDGER_FRICTION,
  GUD_LEDGER_FILM
} GudLedger;
enum { GUD_NUM_LEDGER = 5 };

/* Bit 3k + c: component c of marker vector k can move. Vectors of the ground cannot, nor third components in the plane. */
typedef unsigned long long GudLiveMask;
#define GUD_ALL_LIVE (~0ull)

/* How far a force has been evaluated at a point; a level holds those before it.
     POSITION  what guards need: frames, gaps, laws of contact
     FORCE     forces and residuals of internals, with films solved
     TANGENT   what the derivatives need beyond that */
typedef enum { GUD_LEVEL_NONE, GUD_LEVEL_POSITION, GUD_LEVEL_FORCE, GUD_LEVEL_TANGENT } GudLevel;

typedef struct {
  double        t;
  const void   *params;
  const GudJet *fn;   /* values of all functions of time at t; a GUD_FUNCTION parameter is an index into it */
  GudScalar (*x)[3];  /* marker vectors, in slot order */
  GudScalar (*v)[3];  /* their rates */
  const GudScalar *z; /* internals */
  const GudScalar *zt; /* rates of the differential internals (0 for algebraic ones) */
  const double    *history;
  void            *work;   /* size() bytes, aligned for GudScalar; belongs to the caller */
  GudLevel         level;  /* what `work` holds */
  GudLiveMask      live;   /* tangent(): the columns that are asked for */
  unsigned         wanted; /* output(): bit i set: output i is asked for; costly ones may be skipped else */
} GudForceArgs;

/* When `modes` is asked: at the state that a step begins from, at every trial of its end, at the end that was found. */
typedef enum { GUD_STEP_BEGINS, GUD_STEP_TRIED, GUD_STEP_FOUND } GudStepMoment;

enum { GUD_MAX_INTERNALS = 8, GUD_MAX_EVENTS = 8, GUD_MAX_OUTPUTS = 24 };

/* Something that a force counts in its history, for the summary of a run, which leaves out what was before `settle`: a number, a
   time (also shown as a fraction), a largest value (which begins again from 0 at `settle`, so nothing else may use it). */
typedef enum { GUD_NOTE_NUMBER, GUD_NOTE_TIME, GUD_NOTE_LARGEST } GudNoteKind;
typedef struct {
  const char *name;
  int         index; /* in history */
  GudNoteKind kind;
} GudForceNote;

/* Surface of a bearing: a cylinder of the given length about axes[2], or a ball; theta from axes[0] to axes[1], zeta along
   axes[2] (of a ball: the latitude in rad). */
typedef struct {
  double origin[3], axes[3][3], radius, length;
  int    ball;
} GudFilmSurface;

typedef struct {
  GudTypeInfo          info;
  const GudMarkerSlot *slots;
  int                  num_slots;
  GudLedger            ledger;
  int                  joint; /* 1: stands for a joint of slots 0 and 1: output.exaggerate enlarges its gap */
  int
    spread; /* slot (the last one, > 0) that may be a list of places or a node set: one force for each of them; 0: none */

  int        num_internals; /* at most */
  const int *differential;  /* num_internals flags; NULL = all algebraic */
  /* Internals that these parameters need (<= num_internals) and which of them are differential. Optional: all. */
  int (*layout)(const void *params, int dim, int *differential);
  int num_events;
  int guards; /* 1: the events are conditions g >= 0 */
  int num_history;
  int (*history_size)(
    const void *params); /* doubles of history for these parameters. Optional: num_history */
  int                num_outputs;
  const char *const *outputs; /* names of the scalar outputs, for probes */

  /* Once, before anything else: checks parameters against each other (GUD_FATAL and why[200] on nonsense), and fills in what
     the kernels need of them (laws from radii and materials), in fields of their own. Optional. */
  GudStatus (*setup)(void *params, char *why);
  /* 1 if these parameters knowingly put moments out of balance (a law as a paper prints it). Optional: never. */
  int (*unbalanced)(const void *params);
  /* Something that the user should know although it is no error: 1 and why[200]. Optional. */
  int (*warn)(const void *params, char *why);
  /* Start values of history and internals, from the start configuration. Without work. Optional (zeros). */
  void (*start)(const GudForceArgs *s, double *history, double *z);
  /* May a run begin in this configuration? GUD_FATAL and why[200] if not (a film without thickness). Without work.
     Optional: it may. */
  GudStatus (*ready)(const GudForceArgs *s, char *why);

  /* Bytes of work for these parameters. Optional, with `evaluate`: a force that costs nothing computes where it is read. */
  size_t (*size)(const void *params);
  /* Raises `work` from s->level (NONE: it holds nothing) to `level`. GUD_RETRY where the state is impossible: work is then
     as if what could not be computed were zero, and may still be read. Everything below reads; it needs the level in
     brackets. Work belongs to the point that it was evaluated at, history included. */
  GudStatus (*evaluate)(const GudForceArgs *s, GudLevel level);

  /* Potential energy of the conservative part [FORCE]. Optional. */
  GudScalar (*energy)(const GudForceArgs *s);
  /* f_k += force ON marker vector k;  rz_i += residual of internal i [FORCE]. */
  void (*residual)(const GudForceArgs *s, GudScalar (*f)[3], GudScalar *rz);
  /* Adds derivatives: rows and columns are (3 x number of marker vectors) then internals, row-major, n square:
     K[(3k+c)*n + col] += cq df/dx + cv df/dv; columns of algebraic internals: d/dz; of differential ones:
     cz d/dz + czt d/dz'. Columns of marker vectors that are not live may be left out [TANGENT]. */
  void (*tangent)(const GudForceArgs *s, const double c[4] /* cq cv cz czt */, GudScalar *K);
  /* 1 where the residual of internal i holds neither z nor z' in the present mode (a sticking contact: v_t = 0), or so little
     of z that it would be stiff (creep). Consistent values then come from its time derivative [NONE]. Optional: nowhere. */
  int (*hidden)(const GudForceArgs *s, int i);
  /* Power of the non-conservative part [FORCE]: work done ON the bodies per second (negative = dissipated), added to the columns
     of the ledger. Optional: if absent, f.v goes to `ledger` when there is no energy function, and 0 when there is one. */
  void (*power)(const GudForceArgs *s, GudScalar P[GUD_NUM_LEDGER]);

  void (*events)(const GudForceArgs *s, double *g); /* [POSITION] */
  /* event: index of the located event that ended the step, or -1. Called once for each event of that instant [FORCE].
     `history` is what s holds. 1: work is out of date then, the force has to be evaluated anew to be read; 0: it would
     come out the same, bit by bit (a resumed run evaluates it). */
  int (*accept)(const GudForceArgs *s, int event, double *history);
  /* Modes resolved within the step, in place of located events (analysis: transitions): `history`, which is what s holds,
     gets the modes that this state asks for; 1 if any has changed. A step is found when none changes. *late: length (m) by
     which a contact was noticed too late. Only for types with guards [POSITION]. Optional: events are located. */
  int (*modes)(const GudForceArgs *s, GudStepMoment when, double *history, double *late);
  /* With `modes`: a number for the mode in history; where it differs, tangents differ. */
  int (*mode)(const double *history);
  void (*output)(const GudForceArgs *s, double *out); /* [FORCE] */
  /* Explicit integration (solve/explicit.c): friction by trial and error. `free` is the force of everything else on the
     point of the last slot; z, the friction force F on it and what history keeps of sticking are set [POSITION]. Optional. */
  void (*trial)(const GudForceArgs *s, const double free[3], double eps, double *z, double F[3],
                double *history);

  /* An oil film: where its surface is (0: there is none), and pressure and thickness at n places of it [FORCE]. Optional. */
  int (*surface)(const GudForceArgs *s, GudFilmSurface *out);
  void (*surface_at)(const GudForceArgs *s, int n, const double *theta, const double *zeta, double *pressure,
                     double *thickness);

  /* Entries of history that the summary of a run prints. Optional. */
  const GudForceNote *notes;
  int                 num_notes;
} GudForceType;

#endif
