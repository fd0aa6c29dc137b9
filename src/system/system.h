/* The equations of a model, and the only place that touches Mat and Vec.

     M a + f_int(q, v) + Phi_q(q, t)^T lambda = f_ext(t, q, v),    Phi(q, t) = 0,    M constant

   Unknowns in natural order: q (nq), lambda (nr), internals z (nz). The residual is scaled where it is used:
   dynamic rows by `sd`, so that with sd = h^2/m the unknown multiplier is mu = sd lambda and the Newton matrix
   [sd (b' M + K)  Phi_q^T; Phi_q  0] is conditioned independently of h. */
#ifndef GUD_SYSTEM_H
#define GUD_SYSTEM_H

#include "model/model.h"
#include "system/compat.h"
#include "system/state.h"

/* A row flattened to coordinate vectors: maps U, V, W, X over System.terms; V = coef_v V + coef_w W for a TURN or ROLL row; X has
   psi of ROLL and SLIDE as its first component. */
enum { GUD_ROW_U, GUD_ROW_V, GUD_ROW_W, GUD_ROW_X, GUD_ROW_PARTS };
typedef struct {
  GudRowKind kind;
  int        axis, motion;
  double     g;
  double     factor; /* ROLL, SLIDE: k */
  GudMap     part[GUD_ROW_PARTS];
} GudFlatRow;

/* Instants at which functions of time are kept: those of Radau's stages and the start of a step. */
enum { GUD_NUM_PAST = 4 };

/* Coefficients of the linear combination d(residual): statics (1,0,0), eigenproblem, generalized-alpha: any. */
typedef struct {
  double q, v, a, z, zt;
} GudCoef;

/* A point in the state space at which residual and tangent are taken. */
typedef struct {
  double        t;
  const double *q, *v, *a, *lam, *z, *zt, *history;
  int           no_rows; /* 1: the residual leaves constraint rows and their forces to the caller */
} GudPoint;

/* How often forces were computed (system/evaluated.h). */
typedef struct {
  long *evaluated, *solved; /* of each force: at all, and to forces, films solved */
  long  residuals;
} GudCounts;

typedef struct GudSystem {
  const GudModel *model;
  MPI_Comm        comm;
  int             rank, size;
  /* coordinates that this process knows (all, unless the model is parted), rows, internals, their sum; of the whole model: */
  int dim, nq, nr, nz, n;
  int num_q, num_unknowns, num_elements;
  int
    num_plane_cells; /* elements of plane meshes: their matrices fill when factorised, those of others do not */
  double  cost_share;   /* of this process, in the estimated cost of elements and forces */
  int     parted;       /* 1: the model is a part (model/part.h): sums over coordinates need messages */
  double  mass_scale;   /* m: typical entry of M, makes multipliers and constraint rows comparable */
  double  length_scale; /* L: typical distance, scales increments of positions */
  double  round_off;    /* scaled increment below which Newton meets the digits of the constraints */
  double *weight;       /* nq: 1/L for positions, 1 for directions */
  char   *differential; /* nz: 1 for differential internals */
  char   *index_2;      /* nz: 1 where an own internal was index_2 in the last tangent (contract/force.h) */
  char   *guard;        /* one per event: 1 if it is a condition g >= 0 */

  /* mass, by coordinate vectors */
  int    *mrow, *mcol;
  double *mval;
  double *gravity; /* nq: generalised gravity force, constant */
  char   *moves;   /* per coordinate vector: 1 if it is a position, which a translation moves */

  GudFlatRow *rows;
  GudTerm    *terms;
  int         num_terms;

  /* functions of time at time_now, and motions with these anchors (model/motion.c) */
  double  time_now;
  GudJet *fn, *motion;
  double (*turn)[2]; /* sine and cosine of each motion: TURN rows */
  double (*anchor)[GUD_ANCHOR];
  double past[GUD_NUM_PAST]; /* instants whose values are in `kept`, one behind the other: fn, motion, turn */
  int    next_past;
  double *kept;

  /* rows at the q of gud_system_linearise: their derivatives by U, V1, V2 and X */
  double (*lin)[12];

  /* what this process computes */
  int *my_elements, *my_forces, *my_rows, *my_vecs;
  int  num_my_elements, num_my_forces, num_my_rows, num_my_vecs;
  int *mass_vecs, num_mass_vecs;   /* vectors whose masses, parted: parts of them, are here */
  int *ghost_vecs, num_ghost_vecs; /* those of them that others own */
  int *natural,
    *natural_elements; /* parted: numbers of vectors and elements in the whole model, ascending; else NULL */
  int    *pos;         /* unknown -> position in the distributed ordering; NULL on one process */
  int    *counts, *displs; /* of the distributed ordering, per process */
  int    *own;             /* unknown at each own position */
  PetscSF share;           /* own positions to unknowns here */

  /* lists of entries: their number in both patterns, and room for values, NULL until it is asked for */
  PetscCount   num_coo[2];
  PetscScalar *coo;
  double       load_factor; /* gravity and loads are multiplied by it (statics in parts); else 1 */
  double       regularise;  /* -regularise on the diagonal of the constraint rows */
  int
    no_loads; /* 1: internals are not coupled to multipliers (GudForceType.loads): where these are no forces */
  int num_loads; /* forces that are attached to joints and see their multipliers */

  GudCounts count;
  double   *work;  /* n */
  int       retry; /* a kernel met an impossible state in the last evaluation */
} GudSystem;

/* A large model on several processes may be cut, so that this process keeps its part; for frames with what is around it. */
typedef enum { GUD_WHOLE, GUD_PARTS, GUD_PARTS_DRAWN } GudShare;
PetscErrorCode GudSystemCreate(MPI_Comm comm, GudModel *model, GudShare share, GudSystem **sys);
PetscErrorCode GudSystemDestroy(GudSystem **sys);

/* FULL: everything. MASS: mass, constraint rows, internals: what is left without stiffness and damping, much sparser. */
typedef enum { GUD_PATTERN_FULL, GUD_PATTERN_MASS } GudPattern;
/* A matrix with the sparsity of the system, and vectors that fit it. */
PetscErrorCode GudSystemCreateMat(GudSystem *sys, GudPattern pattern, Mat *A);
PetscErrorCode GudSystemCreateVec(GudSystem *sys, Vec *x);
/* Local part of x -> all unknowns that this process knows, and back (only the own part is stored). */
PetscErrorCode GudSystemGather(GudSystem *sys, Vec x, double *full);
PetscErrorCode GudSystemStore(GudSystem *sys, const double *full, Vec x);
/* Contributions of all processes to the unknowns they know, summed into x. */
PetscErrorCode GudSystemReduce(GudSystem *sys, const double *contributions, Vec x);

/* Functions of time and prescribed motions at t; anchors are read from history. Call before anything below. */
void gud_system_time(GudSystem *sys, double t, const double *history);
/* Move the anchors of integrated motions to t (after an accepted step). */
void gud_system_move_anchors(GudSystem *sys, double t, double *history);

/* Whole, on every process. */
void gud_system_phi(const GudSystem *sys, const double *q, double *phi);
/* Phi, its rate Phi_q v + Phi_t, and the gradients (lin must hold those of some q already: constant ones are left as they are) */
void gud_system_row_motion(const GudSystem *sys, const double *q, const double *v, double *phi, double *rate,
                           double (*lin)[12]);
/* r += Phi_q^T lam of this process's rows, with such gradients */
void gud_system_row_forces(const GudSystem *sys, double (*lin)[12], const double *lam, double *r);
void gud_system_phi_t(const GudSystem *sys, const double *q, double *phi_t);                  /* (R4) */
void gud_system_gamma(const GudSystem *sys, const double *q, const double *v, double *gamma); /* -(R5) */
/* Phi_q at q is kept, for any number of products with it. */
void gud_system_linearise(GudSystem *sys, const double *q);
void gud_system_phi_q_times(const GudSystem *sys, const double *x, double *y); /* y = Phi_q x */
/* Rates of the gradients along the motion, d(Phi_q v + Phi_t)/dq, in the form of sys->lin */
void gud_system_gradient_rates(const GudSystem *sys, const double *q, const double *v, double (*lin_t)[12]);
/* r += Phi_q^T lam, with sys->lin or a copy of it */
void gud_system_phi_q_transpose(const GudSystem *sys, double (*lin)[12], const double *lam, double *r);
void gud_system_mass_times(const GudSystem *sys, const double *x,
                           double *y); /* y = M x at mass_vecs: own coordinates; parted: contributions */

/* Coordinates of an element, from a list of all. */
void gud_system_load_element(const GudSystem *sys, const GudElement *e, const double *x, double (*Q)[3]);
/* Forces of a list of elements, added to r. The first one that has none, -1: all have. Sets sys->retry. */
int gud_system_element_forces(GudSystem *sys, const GudPoint *p, const int *elements, int num, double *r);
/* Their strain energy and the power lost in them, added to sum[2]. An element without a possible state: NaN, and its number; -1: none. */
int gud_system_element_energies(const GudSystem *sys, const GudPoint *p, const int *elements, int num,
                                double sum[2]);

/* Forces of a rotating frame of reference (system/rotation.c), added to r, and their potential energy. Of this process. */
void   gud_rotation_forces(const GudSystem *sys, const GudPoint *p, double *r);
double gud_rotation_energy(const GudSystem *sys, const double *q);

/* Dependent constraint rows at q (system/rank.c). */
typedef struct {
  int  rank;
  int  num_dependent;
  int *dependent;   /* row numbers */
  int *first, *row; /* for each: rows it depends on (ranges in row[], first has num_dependent + 1 entries) */
  long fill;        /* entries of the row echelon form and of what made it: the cost */
} GudRankReport;
PetscErrorCode GudSystemRank(GudSystem *sys, const double *q, GudRankReport *report);
void           gud_rank_report_free(GudRankReport *report);

/* Distribution over processes (system/partition.c). */
PetscErrorCode GudSystemPartition(GudSystem *sys, GudModel *whole, GudShare share);
/* Over all processes where each has found its part; what all have found in full comes back as it is. */
double gud_system_sum(const GudSystem *sys, double part);
double gud_system_largest(const GudSystem *sys, double part);
/* Sum of squares over all coordinates, with their scales. */
double gud_system_squares(const GudSystem *sys, const double *x);
/* The same of (a - b) c + e k; b and e may be NULL. */
double gud_system_squares_of(const GudSystem *sys, const double *a, const double *b, double c,
                             const double *e, double k);

#endif
