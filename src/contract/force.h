/* The contract of a force: load, spring, damper, bushing, contact, film, sensor.

   A force sees marker vectors and returns generalised forces on them; src/system applies S and S^T. At one point
   (t, x, v, z, z', history) `evaluate` computes once, into `work`, what everything else then reads: residual, tangent,
   energy, power, guards, accept, outputs and films (system/evaluated.h keeps such points). It may own internal unknowns,
   events and history:
     internals  algebraic (a friction force, a multiplier) or differential (a bristle), solved together with q, lambda;
     events     zero crossings g_i(state) located in time; within a step everything in `history` is frozen. Those of a
                type with `guards` are conditions g_i >= 0 under which the present mode is valid (gap open, friction
                within its bound): an event is a fall below zero, and they are checked again after every restart;
     history    doubles that change only in `accept`, after an accepted step or a located event; modes live here. */
#ifndef GUD_FORCE_CONTRACT_H
#define GUD_FORCE_CONTRACT_H

#include "base/scalar.h"
#include "base/status.h"
#include "contract/edge.h"
#include "contract/history.h"
#include "contract/output.h"
#include "contract/row.h"
#include "contract/symbol.h"
#include "contract/type_info.h"

#include <stddef.h>

/* Column of the energy ledger that the non-conservative power of a force goes to, and its name in energy.csv and run.json. */
/* clang-format off */
#define GUD_LEDGER_COLUMNS(COLUMN) \
  COLUMN(LOAD, "work_loads")         \
  COLUMN(DAMPING, "work_damping")    \
  COLUMN(CONTACT, "work_contact")    \
  COLUMN(FRICTION, "work_friction")  \
  COLUMN(FILM, "work_films")
/* clang-format on */
typedef enum {
#define COLUMN(id, name) GUD_LEDGER_##id,
  GUD_LEDGER_COLUMNS(COLUMN)
#undef COLUMN
    GUD_NUM_LEDGER
} GudLedger;

/* live[3k + c]: component c of marker vector k can move. Vectors of the ground cannot, nor third components in the plane. */
static inline int gud_is_live(const char *live, int column)
{
  return !live || live[column];
}

/* How far a force has been evaluated at a point; a level holds those before it.
     POSITION  what guards need: frames, gaps, laws of contact
     FORCE     forces and residuals of internals, with films solved
     TANGENT   what the derivatives need beyond that */
typedef enum { GUD_LEVEL_NONE, GUD_LEVEL_POSITION, GUD_LEVEL_FORCE, GUD_LEVEL_TANGENT } GudLevel;

typedef struct GudForceType GudForceType;
typedef struct {
  const GudForceType *self; /* the entry whose function is called */
  double              t;
  const void         *params;
  const GudScalar
    *fn; /* values of all functions (of t, of probes); a GUD_FUNCTION parameter is an index into it */
  GudScalar (*x)[3];     /* marker vectors, in slot order */
  GudScalar (*v)[3];     /* their rates */
  const GudScalar *z;    /* internals */
  const GudScalar *zt;   /* rates of the differential internals (0 for algebraic ones) */
  const GudRow    *rows; /* of a force that is attached to a joint (`loads`): the rows of the joint, */
  const GudScalar
               *lam; /* their multipliers: forces -lam_k dphi_k/dm act on the marker vectors m of the joint */
  int           num_rows;
  const double *history;
  void         *work;        /* size() bytes, aligned for GudScalar; belongs to the caller */
  GudLevel      level;       /* what `work` holds */
  const char   *live;        /* tangent(): the columns that are asked for; NULL: all */
  unsigned long long wanted; /* output(): bit i set: output i is asked for; costly ones may be skipped else */
} GudForceArgs;

/* When `modes` is asked: at the state that a step begins from, at every trial of its end, at the end that was found. */
typedef enum { GUD_STEP_BEGINS, GUD_STEP_TRIED, GUD_STEP_FOUND } GudStepMoment;

/* A rigid contact (contact/normal.h, N5): internals `normal` and `tangent`, `tangent` + 1, ... are its forces, on which the forces on
   the markers depend linearly; a mode of it. */
typedef struct {
  int    normal, tangent, num_tangents;
  double restitution, slow; /* below this closing speed there is none */
  double kinetic, stick;    /* coefficients of friction */
} GudRigid;
typedef enum { GUD_RIGID_OPEN, GUD_RIGID_STICK, GUD_RIGID_SLIP } GudRigidMode;

enum { GUD_MAX_INTERNALS = 8, GUD_MAX_EVENTS = 8, GUD_MAX_OUTPUTS = 56, GUD_MAX_LOADS = 6 };

/* What an event function is about. */
typedef enum {
  GUD_EVENT_GAP = 1,  /* surfaces meet or part; of an open contact the distance, m */
  GUD_EVENT_PULL,     /* a force that would pull */
  GUD_EVENT_FRICTION, /* a contact begins to stick or to slip */
  GUD_EVENT_STATE     /* anything else: a crossing of a section, a latch */
} GudEventKind;

/* Surface of a bearing: a cylinder of the given length about axes[2], or a ball; theta from axes[0] to axes[1], zeta along
   axes[2] (of a ball: the latitude in rad). Flat: the face of a slider from origin along axes[0], radius theta the way along it. */
typedef struct {
  double origin[3], axes[3][3], radius, length;
  int    ball, flat;
} GudFilmSurface;

/* A load that one entry spreads over the edges of a plane mesh (BODY.SET) or over the axis of a beam or cable (BODY), or over a part
   of that axis: one force for each edge of a cell, or element (model/pieces.c). All its slots are on that edge; only the first one is written in the file.
     LENGTH  slots at three Gauss points; weight[k] = reference length that belongs to point k
     AREA    the same, times the thickness of the body
     CURVE   slots at s = 0, 1/3, 2/3, 1 of the edge, through which a cubic is the edge itself; weight[0] = thickness, positive
             where the load pushes to the left as s runs
   They all use GudPieceParams; a type's table says which of them it reads. */
typedef enum { GUD_PIECES_NONE, GUD_PIECES_LENGTH, GUD_PIECES_AREA, GUD_PIECES_CURVE } GudPieces;
enum { GUD_PIECE_SPACE, GUD_PIECE_SECTION };
typedef struct {
  int    value;        /* function of time */
  double direction[3]; /* in space at the start; with axes: section in (tangent, y, z) of the section */
  int    axes;         /* GUD_PIECE_x */
  double width;        /* thickness; NaN: that of the body */
  double from, to;     /* part of a beam: way along its undeformed axis, m; NaN: its beginning, its end */
  double weight[GUD_MAX_SLOTS]; /* filled in for each piece */
} GudPieceParams;

/* Optional group of a force with contacts: modes without located events. */
typedef struct {
  /* Modes resolved within the step, in place of located events (analysis: transitions): `history`, the same array as in s,
     gets the modes that this state asks for; 1 if any has changed. A step is found when none changes. *undetected: penetration (m)
     accumulated before the contact was detected. Only for types with guards [POSITION]. Optional: events are located. */
  int (*modes)(const GudForceArgs *s, GudStepMoment when, double *history, double *undetected);
  /* With `modes`: a number for the mode in history; where it differs, tangents differ. */
  int (*mode)(const GudForceType *self, const double *history);
  /* Rigid contact: 1, and what it is, if these parameters say so; 2: it is closed, 1: open but touching, 0: open; a mode, with
     the direction of slip, into history [POSITION]. Its impacts and its modes after events are found by solve/impact.c. All
     three, or none of them. */
  int (*rigid)(const GudForceType *self, const void *params, GudRigid *out);
  int (*rigid_closed)(const GudForceArgs *s);
  void (*rigid_set)(const GudForceArgs *s, GudRigidMode mode, const double slip[2], double *history);
  /* Explicit integration (solve/explicit.c): friction by trial and error. `free` is the force of everything else on the
     point of the last slot; z, the friction force F on it and what history keeps of sticking are set [POSITION]. Optional. */
  void (*trial)(const GudForceArgs *s, const double free[3], double eps, double *z, double F[3],
                double *history);
} GudContactGroup;

/* Optional group of a force with an oil film: where its surface is (0: there is none), and pressure and thickness at n places
   of it [FORCE]. */
enum { GUD_FILM_KNOWS_FILL = 1, GUD_FILM_KNOWS_ASPERITIES = 2 };
typedef struct {
  int (*surface)(const GudForceArgs *s, GudFilmSurface *out);
  void (*pressure)(const GudForceArgs *s, int n, const double *theta, const double *zeta, double *pressure,
                   double *thickness);
  /* What else is known there, of a thickness that `pressure` gave: share of the gap that is filled, pressure of asperities (Pa); what is
     not known is left as it is. Returns GUD_FILM_KNOWS_ flags, the same in every state; n = 0: only them. Optional: nothing. */
  int (*inside)(const GudForceArgs *s, int n, const double *theta, const double *zeta,
                const double *thickness, double *fill, double *asperity);
  /* Thickness (m) below which the surfaces touch although this film takes no notice of it, being computed for smooth ones; 0: it does.
     The summary warns where GUD_OUTPUT_THIN has fallen below it. Optional: 0. */
  double (*roughness)(const GudForceType *self, const void *params);
  /* Sliding speed of the surfaces at n places, m/s; returns 1 if `pressure` is that of solids, not of oil. Optional: not known. */
  int (*sliding)(const GudForceArgs *s, int n, const double *theta, const double *zeta, double *speed);
} GudFilmGroup;

/* What a surface of a bearing has seen so far, in the history of its force: arrays of nx ny numbers, ring by ring. Node i is at angle
   2 pi i/nx from the first axis of body a (of body b for what is b's), ring j at ((j + 1/2)/ny - 1/2) length along the axis. */
typedef struct {
  int    nx, ny;
  int    flat; /* 1: the face of a slider: place 2 pi radius (i + 1/2)/nx along it in place of the angle */
  double radius, length, clearance; /* clearance: scale of depths that change the contact */
  double wear[2];                   /* coefficients of Archard's law of a and b, 1/Pa; 0: does not wear */
  double stiffness;                 /* dp/d depth, Pa/m */
  int
    steepest; /* where the largest one so far is in the history, where it depends on the state; -1: stiffness */
  int depth[2];    /* of the worn surfaces, m: where they begin in the history; -1 here and below: not kept */
  int load;        /* int p dt, Pa s */
  int severity[2]; /* int p |v| dt, Pa m */
  int sliding;     /* int |v| dt while p > 0, m */
} GudSurfaceSums;

/* Optional group of a force that keeps them (src/study/wear.c). */
typedef struct {
  int (*sums)(const GudForceType *self, const void *params,
              GudSurfaceSums *out); /* 0: not with these parameters */
  /* Before a run: it begins with these depths (nx ny numbers each, kept by the caller) in place of those drawn. Optional. */
  void (*worn)(const GudForceType *self, void *params, const double *const depth[2]);
} GudSurfaceGroup;

struct GudForceType {
  GudTypeInfo          info;
  const GudMarkerSlot *slots;
  int                  num_slots;
  GudLedger            ledger;
  int load;  /* 1: statics scales it by the load factor of the path (analysis: load_steps, path) */
  int joint; /* 1: is a joint between slots 0 and 1: output.exaggerate enlarges its gap */
  int
    spread; /* slot (the last one, > 0) that may be a list of places or a node set: one force for each of them; 0: none */

  /* With `spread` over a slot of kind GUD_EDGE: one force for each edge, on the one of two surfaces that is nearer. Takes the surface that
     is nearer to this place across slot 0 (its second axis) and returns its number 0, 1; faces: their names. */
  int (*face)(const GudForceType *self, void *params, double across);
  const char *const *faces;

  GudPieces pieces; /* a load along edges or axes */

  int        num_internals; /* at most; none with an edge */
  const int *differential;  /* num_internals flags; NULL = all algebraic */
  /* Internals that these parameters need (<= num_internals) and which of them are differential. Optional: all. */
  int (*layout)(const void *params, int dim, int *differential);
  int                 num_events;
  const GudEventKind *event_kinds; /* num_events of them */
  int                 guards;      /* 1: the events are conditions g >= 0 */
  int                 num_history;
  const GudHistory   *history; /* num_history rows */
  /* Doubles of history for these parameters; those beyond the table are GUD_HISTORY_MEMORY. Optional: num_history */
  int (*history_size)(const GudForceType *self, const void *params);
  int              num_outputs;
  const GudOutput *outputs; /* scalars for probes */

  /* Before setup, with a slot of kind GUD_EDGE: the edge, which the parameters keep (it lives as long as they do). GUD_FATAL
     and why[200]: this one will not do. */
  GudStatus (*attach)(const GudForceType *self, void *params, const GudEdge *edge, char *why);
  /* Once, before anything else: checks parameters against each other (GUD_FATAL and why[200] on nonsense), and fills in what
     the kernels need of them (laws from radii and materials), in fields of their own. Optional. */
  GudStatus (*setup)(const GudForceType *self, void *params, char *why);
  /* A joint with clearance, or a force of gud_oiled: 1 if it is this force with that choice of the parameter of role
     GUD_ROLE_JOINT_MODEL, 0 if it is the ideal joint, or the dry force, of the same name. */
  int (*compliant)(const GudForceType *self, int choice);
  /* 1 if these parameters knowingly put moments out of balance (a law as a paper prints it). Optional: never. */
  int (*unbalanced)(const GudForceType *self, const void *params);
  /* 1 if with these parameters the force has kinks or jumps that are no events. Optional: never. */
  int (*kinked)(const GudForceType *self, const void *params);
  /* Returns 1 and a warning in why[200] for legal but questionable parameters. Optional. */
  int (*warn)(const GudForceType *self, const void *params, char *why);
  /* Start values of history and internals, from the start configuration. Without work. Optional (zeros). */
  void (*start)(const GudForceArgs *s, double *history, double *z);
  /* May a run begin in this configuration? GUD_FATAL and why[200] if not (a film without thickness). Without work.
     Optional: it may. */
  GudStatus (*ready)(const GudForceArgs *s, char *why);

  /* Bytes of work for these parameters. Optional, with `evaluate`: a force that costs nothing computes where it is read. */
  size_t (*size)(const GudForceType *self, const void *params);
  /* Raises `work` from s->level (NONE: it is empty) to `level`. GUD_RETRY where the state is impossible: work is then
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
  /* df_k += derivative of the force on marker vector k by fn[function], drz_i += that of residual i; `function` is one of the
     indices in the parameters. Its value may be one of markers that are not in the slots (a table over the crank angle):
     src/system/functions.c multiplies by the derivatives of the function and of the probe [TANGENT]. Required of types with
     a GUD_FUNCTION parameter. */
  void (*by_function)(const GudForceArgs *s, int function, GudScalar (*df)[3], GudScalar *drz);
  /* Derivatives by the multipliers of the joint that the force is attached to: L[i * num_rows + k] += d rz_i/d lam_k. They may
     enter residuals of internals only: a force that depends on them (friction) is an internal. Slots are the two frames of the
     joint [TANGENT]. Optional: the force belongs to no joint. */
  void (*loads)(const GudForceArgs *s, GudScalar *L);
  /* 1 where internal i is of index 2: its residual contains neither z nor z' in the present mode (a sticking contact: v_t = 0), or so little
     of z that it would be stiff (creep). Consistent values then come from its time derivative [NONE]. Optional: nowhere. */
  int (*index_2)(const GudForceArgs *s, int i);
  /* Power of the non-conservative part [FORCE]: work done ON the bodies per second (negative = dissipated), added to the columns
     of the ledger. Optional: if absent, f.v goes to `ledger` when there is no energy function, and 0 when there is one. */
  void (*power)(const GudForceArgs *s, GudScalar P[GUD_NUM_LEDGER]);

  void (*events)(const GudForceArgs *s, double *g); /* [POSITION] */
  /* event: index of the located event that ended the step, or -1. Called once for each event of that instant [FORCE].
     `history` is the array of s. 1: work is out of date then, the force has to be evaluated anew to be read; 0: it would
     come out the same, bit by bit (a resumed run evaluates it). */
  int (*accept)(const GudForceArgs *s, int event, double *history);
  void (*output)(const GudForceArgs *s, double *out); /* [FORCE] */

  const GudContactGroup *contact; /* optional */
  const GudFilmGroup    *film;    /* optional */
  const GudSurfaceGroup *surface; /* optional */

  /* How it is drawn. Optional: not at all. GUD_SYMBOL_GUIDE: surface k = 0, 1 as at most GUD_MAX_CURVE points, along and
     across in the axes e1, e3 x e1 of slot 0; an endless one from -reach to reach. Returns their number (0: there is none). */
  void (*symbol)(const GudForceType *self, const void *params, GudSymbol *out);
  int (*curve)(const GudForceType *self, const void *params, int k, double reach, double (*xy)[2]);
};

#endif
