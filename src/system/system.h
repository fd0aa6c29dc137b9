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

/* A row flattened to coordinate vectors: U = U0 + sum S_k Q_k, V likewise, V = coef_v V + coef_w W for a TURN row. */
typedef struct {
  GudRowKind kind;
  int        axis, motion;
  double     g;
  double     U0[3], V0[3], W0[3], X0[3];
  int        u, nu, v, nv, w, nw, x, nx; /* ranges in System.terms */
} GudFlatRow;

/* Coefficients of the linear combination d(residual): statics (1,0,0), eigenproblem, generalized-alpha: any. */
typedef struct {
  double q, v, a, z, zt;
} GudCoef;

/* A point in the state space at which residual and tangent are taken. */
typedef struct {
  double        t;
  const double *q, *v, *a, *lam, *z, *zt, *history;
  double        rate; /* > 0: the residual of a row is its time derivative over this, in place of Phi (1/s) */
} GudPoint;

typedef struct GudSystem {
  const GudModel *model;
  MPI_Comm        comm;
  int             rank, size;
  int             dim, nq, nr, nz, n;
  double          mass_scale;   /* m: typical entry of M, makes multipliers and constraint rows comparable */
  double          length_scale; /* L: typical distance, scales increments of positions */
  double          round_off;    /* scaled increment below which Newton meets the digits of the constraints */
  double         *weight;       /* nq: 1/L for positions, 1 for directions */
  char           *differential; /* nz: 1 for differential internals */
  char           *hidden; /* nz: 1 where an own internal was hidden in the last tangent (contract/force.h) */
  char           *guard;  /* one per event: 1 if it is a condition g >= 0 */

  /* mass, by coordinate vectors */
  int    *mrow, *mcol;
  double *mval;
  double *gravity; /* nq: generalised gravity force, constant */

  GudFlatRow *rows;
  GudTerm    *terms;
  int         num_terms;

  /* functions of time at time_now */
  double  time_now;
  GudJet *fn, *motion;
  double (*turn)[2]; /* sine and cosine of each motion: TURN rows */

  /* rows at the q of gud_system_linearise: their derivatives by U, V1, V2 and X */
  double (*lin)[12];

  /* what this process computes */
  int *my_elements, *my_forces, *my_rows, *my_vecs;
  int  num_my_elements, num_my_forces, num_my_rows, num_my_vecs;
  int *pos;             /* natural unknown -> position in the distributed ordering; NULL on one process */
  int *counts, *displs; /* of the distributed ordering, per process */

  /* matrices in COO order: number of entries of both patterns, and room for values */
  PetscCount   num_coo[2];
  PetscScalar *coo;
  double       load_factor; /* gravity and loads are multiplied by it (statics in parts); else 1 */
  double       regularise;  /* -regularise on the diagonal of the constraint rows */

  double *work;  /* n */
  int     retry; /* a kernel met an impossible state in the last evaluation */
} GudSystem;

PetscErrorCode GudSystemCreate(MPI_Comm comm, const GudModel *model, GudSystem **sys);
PetscErrorCode GudSystemDestroy(GudSystem **sys);

/* FULL: everything. MASS: mass, constraint rows, internals: what is left without stiffness and damping, much sparser. */
typedef enum { GUD_PATTERN_FULL, GUD_PATTERN_MASS } GudPattern;
/* A matrix with the sparsity of the system, and vectors that fit it. */
PetscErrorCode GudSystemCreateMat(GudSystem *sys, GudPattern pattern, Mat *A);
PetscErrorCode GudSystemCreateVec(GudSystem *sys, Vec *x);
/* Local part of x -> all of it in natural order on every process, and back (only the own part is stored). */
PetscErrorCode GudSystemGather(GudSystem *sys, Vec x, double *full);
PetscErrorCode GudSystemStore(GudSystem *sys, const double *full, Vec x);
/* Contributions of all processes, natural order, summed into x. */
PetscErrorCode GudSystemReduce(GudSystem *sys, const double *contributions, Vec x);

/* Functions of time and prescribed motions at t; anchors are read from history. Call before anything below. */
void gud_system_time(GudSystem *sys, double t, const double *history);
/* Move the anchors of integrated motions to t (after an accepted step). */
void gud_system_move_anchors(GudSystem *sys, double t, double *history);

/* r (n) = this process's contributions: dynamics, constraints, internals; unscaled. Sets sys->retry. */
/* Overwrites the residuals of hidden internals (contract/force.h) by their time derivatives at accelerations a. */
void gud_system_hidden_residual(GudSystem *sys, const GudPoint *p, const double *a, double *r);
/* Hidden internals of the whole model in the present modes. */
int gud_system_num_hidden(const GudSystem *sys, const GudPoint *p);
/* For a velocity p->v that meets the hidden rows, too: impulses p->z of the hidden internals and what their rows leave at
   that velocity, added to r; all other internals get none. This process's contributions. */
void gud_system_impulses(const GudSystem *sys, const GudPoint *p, double *r);
void gud_system_residual(GudSystem *sys, const GudPoint *p, double *r);
/* Values of A: c.q dr/dq + c.v dr/dv + c.a M in the dynamic rows (times sd), Phi_q, Phi_q^T, internals. */
PetscErrorCode GudSystemTangent(GudSystem *sys, const GudPoint *p, GudCoef c, double sd, GudPattern pattern,
                                Mat A);
/* The entries of A alone, in sys->coo. */
void gud_system_tangent_entries(GudSystem *sys, const GudPoint *p, GudCoef c, double sd, GudPattern pattern);

/* Forces only: r = f_int - f_ext (no mass, no constraints), this process's contributions: of all, of all but the forces
   with internals, of these alone. */
typedef enum { GUD_FORCES_ALL, GUD_FORCES_PLAIN, GUD_FORCES_INTERNAL } GudForcesOf;
void gud_system_forces(GudSystem *sys, const GudPoint *p, GudForcesOf which, double *r);
/* Whole, on every process. */
void gud_system_phi(const GudSystem *sys, const double *q, double *phi);
void gud_system_phi_and_rate(const GudSystem *sys, const double *q, const double *v, double *phi,
                             double *rate);
void gud_system_phi_t(const GudSystem *sys, const double *q, double *phi_t);                  /* (R4) */
void gud_system_gamma(const GudSystem *sys, const double *q, const double *v, double *gamma); /* -(R5) */
/* Phi_q at q is kept, for any number of products with it. */
void gud_system_linearise(GudSystem *sys, const double *q);
void gud_system_phi_q_times(const GudSystem *sys, const double *x, double *y); /* y = Phi_q x */
/* r += Phi_q^T lam, with sys->lin or a copy of it */
void gud_system_phi_q_transpose(const GudSystem *sys, double (*lin)[12], const double *lam, double *r);
void gud_system_mass_times(const GudSystem *sys, const double *x,
                           double *y); /* y = M x, own coordinates only */

/* Energies and powers of the whole model, on every process; all processes must call it. */
typedef struct {
  double kinetic, potential, strain;
  double power_drivers, power[GUD_NUM_LEDGER], power_elements;
} GudEnergy;
void gud_system_energy(GudSystem *sys, const GudPoint *p, GudEnergy *e);

/* Arguments of force f at a point; the caller owns the buffers. */
typedef struct {
  GudScalar    x[GUD_MAX_SLOT_VECTORS][3], v[GUD_MAX_SLOT_VECTORS][3];
  GudForceArgs args;
} GudForceBuffer;
void gud_system_force_args(const GudSystem *sys, const GudModelForce *f, const GudPoint *p,
                           GudForceBuffer *b);
void gud_system_events(GudSystem *sys, const GudPoint *p, double *g); /* num_events */
/* Parts of gud_system_forces: of a list of elements, of one force. */
void gud_system_element_forces(GudSystem *sys, const GudPoint *p, const int *elements, int num, double *r);
void gud_system_add_force(GudSystem *sys, const GudModelForce *f, const GudForceArgs *args, double *r);

/* Dependent constraint rows at q (system/rank.c). */
typedef struct {
  int  rank;
  int  num_dependent;
  int *dependent;   /* row numbers */
  int *first, *row; /* for each: rows it depends on (ranges in row[], first has num_dependent + 1 entries) */
} GudRankReport;
PetscErrorCode GudSystemRank(GudSystem *sys, const double *q, GudRankReport *report);
void           gud_rank_report_free(GudRankReport *report);

/* Distribution over processes (system/partition.c). */
PetscErrorCode GudSystemPartition(GudSystem *sys);

#endif
