/* The solver: advances a state through time, or finds equilibrium, or follows a drive. It owns PETSc's solvers and all
   work arrays; everything is allocated once. */
#ifndef GUD_SOLVER_H
#define GUD_SOLVER_H

#include "linear/choose.h"
#include "solve/newton.h"
#include "system/evaluated.h"

enum { GUD_PATH_ONCE, GUD_PATH_LOAD, GUD_PATH_ARC_LENGTH, GUD_PATH_TIME };
enum { GUD_STABILISE_INDEX2, GUD_STABILISE_NONE, GUD_STABILISE_PROJECTION };
enum { GUD_REDUNDANT_LEAST_SQUARES, GUD_REDUNDANT_ERROR };
enum { GUD_UNTIL_END, GUD_UNTIL_PERIODIC };
enum { GUD_INITIAL_ASSEMBLE, GUD_INITIAL_KINEMATIC };
enum { GUD_RESTART_CONSISTENT, GUD_RESTART_DAMPED };
enum { GUD_METHOD_AUTO, GUD_GENERALIZED_ALPHA, GUD_RADAU, GUD_TRIAL_AND_ERROR };
enum { GUD_TRANSITIONS_AUTO, GUD_TRANSITIONS_LOCATED, GUD_TRANSITIONS_WITHIN };

enum { GUD_START_AS_GIVEN, GUD_START_STATIC, GUD_START_STEADY, GUD_START_QUASI_STATIC };
enum { GUD_EIGENVALUES_UNDAMPED, GUD_EIGENVALUES_COMPLEX };

/* `analysis:` of the model file; the table is in solve/options.c. */
typedef struct {
  int    type;       /* number in gud_analyses */
  double end;        /* s */
  double step;       /* fixed step; 0: adaptive */
  double vary_step;  /* fixed step times 1 +- this, pseudo-random */
  double first_step; /* NaN: chosen */
  double min_step, max_step;
  double tolerance; /* local error per step, relative to the model's length (and to 1 for directions) */
  double rho;       /* spectral radius at infinity */
  int    stabilisation;
  double newton; /* Newton tolerance, relative to the displacement h^2 a of a step; NaN: chosen */
  int    max_iterations;
  double assembly; /* tolerance of the assembly, relative to the model's length */
  int    redundant;
  int    initial;
  int    load_steps;  /* statics */
  int    path;        /* statics: GUD_PATH_x */
  double max_load;    /* arc length: load factor at which the path ends, */
  int    max_points;  /* and so many points at most */
  double settle;      /* s before recording starts */
  int    start;       /* GUD_START_x */
  int    num_modes;   /* modes: how many */
  int    eigenvalues; /* GUD_EIGENVALUES_x */
  int    linear_solver;
  int    until;
  double period_tolerance; /* a state repeats within this (output/poincare.c, R1) */
  int    max_periods;      /* until: periodic; crossings at most, 0: until the end */
  int    restart;          /* GUD_RESTART_x */
  int    method;           /* GUD_GENERALIZED_ALPHA ... */
  double eps;              /* trial and error: slip below this sticks */
  int    transitions;      /* GUD_TRANSITIONS_x */
} GudOptions;

extern const GudTypeInfo gud_analysis_info;

/* Where a kept factorisation was taken: a resumed run refactors there and is then bit-identical. */
typedef struct {
  int       valid;
  double    t, h;
  GudCoef   c;
  double    sd;
  GudState *at; /* q, v, acc, lam, z, zt, history */
} GudLinearisation;

/* Consistent values at a step end: velocities on the constraints, accelerations and multipliers of the exact equations. */
typedef struct {
  double  t;
  double *v, *a, *lam;
  double *z, *zt; /* internals: solved for are z of algebraic, z' of differential ones */
} GudConsistent;

typedef struct {
  long   steps, rejected_error, rejected_newton, events;
  long   factorisations, iterations, kkt_factorisations, kkt_iterations;
  long   event_samples; /* points at which event functions were evaluated within a step */
  double h_min, h_max;
  double drift, drift_rate; /* explicit steps: largest |Phi| and |Phi_q v + Phi_t| at a report */
  int    singular_warnings, mode_cycles;
  int    tamed; /* impacts whose restitution was reduced (impact.c, RI4) */
  int    taken; /* contacts that the watch has resolved within the step (watch.c) */
} GudStatistics;

/* The watch over progress (watch.c): a window of trials, and what every force has done lately. */
typedef struct {
  long    trials, num_steps, num_events; /* in the window */
  double  t;                             /* where it began */
  int     hinted;
  double *count, *since; /* per force: changes of its modes since then, */
  double *events;        /* and in the window */
} GudWatch;

/* What the last assembly or static solution has tried, for messages */
typedef struct {
  int iterations; /* of Newton; */
  int cut;        /* of them cut to half of the model's size */
  int damped;     /* of (K4) in consistent.c */
  int parts;      /* statics: parts of the load that were tried, */
  int halved;     /* how many of them failed and were halved */
} GudTried;

typedef struct GudSolver GudSolver;

/* A method of integration: one file of its own; the list is in solver.c. */
enum { GUD_MAX_STEP_NODES = 3 };
typedef struct {
  const char *name;
  double      power;          /* the local error falls with h^power */
  double      least, most;    /* factors by which a step may differ from the one before */
  int         damped_restart; /* 1: `restart: damped` is for it */
  /* Nodes: points of an accepted step at which the method gives positions, velocities and forces at its order, as
     fractions of the step; the last one is its end. Weights integrate over the step: one for its start, then one per node. */
  int    num_nodes;
  double node[GUD_MAX_STEP_NODES], weight[GUD_MAX_STEP_NODES + 1];
  PetscErrorCode (*create)(GudSolver *so);
  PetscErrorCode (*destroy)(GudSolver *so);
  /* The factorisations of a resumed run, at the places where the interrupted one took them. */
  PetscErrorCode (*refactor)(GudSolver *so);
  /* A trial of length h from the state, which is not touched; its end is in q1, v1, a1, lam1, z1, zt1. */
  PetscErrorCode (*try_step)(GudSolver *so, double h, int *converged);
  /* Local error of the trial in units of the tolerance. */
  PetscErrorCode (*local_error)(GudSolver *so, double *err);
  /* The trial becomes the state (all of it but what step.c does for every method). */
  void (*commit)(GudSolver *so);
  /* q, v, lambda, z, z' of the trial at fraction x of it, for event functions. */
  void (*between)(const GudSolver *so, double x, double *q, double *v, double *lam, double *z, double *zt);
  /* q, v of the last accepted step at fraction x of it, for output. */
  void (*sample)(const GudSolver *so, double x, double *q, double *v);
  /* What the method remembers of the last step besides the state, for checkpoints. NULL: nothing. */
  void (*memory)(GudSolver *so, double **block, int *num);
  /* Node k of the last accepted step; the end is gud_solver_point. NULL: the end is the only node. */
  GudPoint (*at_node)(GudSolver *so, int k);
} GudMethod;

typedef struct GudExplicit GudExplicit; /* solve/explicit.c */

struct GudModes;
typedef struct GudAnalysis GudAnalysis; /* solve/analysis.h */

struct GudSolver {
  const GudAnalysis *analysis;
  const GudMethod   *method;
  GudSystem         *sys;
  GudState          *s;
  GudOptions         opt;
  /* evaluated points: of trials (and of all that is solved outside a step), of the accepted state, of the end of a trial (which
     becomes the state), of samples of events and of output between step ends, of the inner nodes of the last accepted step */
  GudEvaluated *trial, *accepted, *end, *sample, *inner[GUD_MAX_STEP_NODES];

  double am, af, beta, gamma, error_constant;
  double s0; /* scale of the dynamic rows: makes the mass block of every matrix s0 M */

  /* one step */
  SNES       snes;
  GudLinear *lu; /* of the Newton matrix; NULL with other types of SNES, which have a KSP for */
  Mat        J;
  Vec        X, F;
  double     h, t1, bp, gp, sd, zp; /* step, end, factors of q'' and q' by q, row scale, factor of z' by z */
  double     tol;                   /* size of an increment that counts as converged */
  double
         newton_floor; /* adaptive: but never less than this part of the error tolerance; 1e-4. Sticking is v_t = 0 and knows
                                    more digits than positions: 1e-7 where forces own unknowns */
  double part;        /* fixed step: what Newton may leave, relative to h^2 q'' and to multipliers */
  double force_scale; /* typical weight and inertia force */
  int    linear;      /* the last accepted step was one by backward Euler: interpolate linearly */
  int    exact;       /* the last trial was made by prescribed.c */
  int    rough;       /* modes changed within the last accepted step: forces have a kink there */
  /* values at X = 0, and the end of the trial. Outside a step the same memory has other names, of what it holds then: consistent
     values (y - star, and then rates of the rows; balance of the coordinates), an assembly (its coordinates), a jump
     of velocities (multipliers) and a steady rotation (velocities, accelerations) */
  union {
    double *qg, *apart;
  };
  union {
    double *vg, *balance;
  };
  double *ag;
  union {
    double *zg, *jump_mu;
  };
  double *q1;
  union {
    double *v1, *steady_v;
  };
  union {
    double *a1, *steady_a, *assembled;
  };
  double *lam1, *z1, *zt1;
  double *x,
    *r; /* n, in natural order: unknowns, or the solution of a linear system; residual or right-hand side */
  double *error;      /* n: local error of the trial */
  double *whole;      /* n: forces of the whole model */
  double *phi, *rate; /* nr: Phi and its rate; before that phi holds right-hand sides of the rows */
  double *row_unit;   /* nr: increment of sd lambda that counts as converged (tolerance.c) */
  double *mu, *rhs;   /* nr + 1: multipliers and right-hand sides of consistent values */
  /* what Newton may leave of forces of joints with a gap, relative to themselves or to the least; those of the last residual, by nodes
     of the step: gud_gap_forces_change */
  double  gap_part, gap_least, *gap_forces[GUD_MAX_STEP_NODES];
  double *q_at, *v_at, *lam_at, *z_at, *zt_at; /* a point on the interpolant of the trial: event functions */
  double *q_longer, *lam_longer, *lam_guess;   /* predictions of the last trial: predict.h */
  int     compared;                            /* 1: both of them were made */
  /* stabilised index 2, (G8) and (G9) of generalized_alpha.c; gram is NULL in index 3 */
  struct GudSchur *gram; /* factors of Phi_q B */
  double (*lin_0)[12];   /* gradients of the rows at the start of the step: B; */
  double (*lin_1)[12];   /* at the trial */
  int              gram_valid;
  double          *eta1;         /* h eta, nr; the drift d = B h eta lies in the range of the present B: */
  double          *drift1;       /* what is left of an old one would be a mode that nothing damps. nq */
  double           drift_change; /* size of its last change */
  double          *drift_step;   /* nq: that change itself */
  GudLinearisation lin_J, lin_K; /* of the Newton matrix and of the matrix of consistent values; */
  GudLinearisation piv_J, piv_K; /* where the orders of pivots that they use were chosen */

  struct GudModes *modes; /* what the last analysis of modes has found; NULL: there was none */

  /* consistent values */
  GudLinear       *kkt;
  Vec              kb, kx; /* on several processes */
  int              kkt_valid, kkt_released;
  int              kkt_excess;   /* iterations beyond two since the last factorisation */
  int              locks;        /* self-locking was reported (self_locking.c) */
  double          *kkt_lam;      /* multipliers of an iterate, which loads of joints depend on */
  struct GudSchur *rows_of_mass; /* of prescribed.c; NULL before it is needed, or where it cannot be made: */
  int              no_rows_of_mass;
  GudConsistent    now, last; /* at the ends of the last accepted step; now.t == s->t when valid */
  int              now_valid;

  GudEnergy energy;                        /* at s->t, in the present modes; the sums are in the state */
  GudEnergy energy_at[GUD_MAX_STEP_NODES]; /* at the nodes of the last accepted step, in its modes */
  double   *settled;                       /* history at `settle`, where statistics of forces are sums */

  double *g0, *g1; /* event functions at the ends of a step */
  /* modes resolved within the step (transitions.c): */
  int     num_within;  /* forces that do so */
  int     num_located; /* events of all others */
  char   *by_step;     /* per force: 1 if it does so */
  char   *within;      /* per event: 1 if it belongs to one of them */
  double *history1;    /* history with the modes of the trial */
  double
    undetected; /* rms of undetected penetration (GudContactGroup.modes), in units of the model's length */
  /* Called when a located event ends a step, before modes change: forces may jump there, and who reads the step
     (ledger, interpolation) must see its end as it was reached. Optional. */
  PetscErrorCode (*before_event)(void *ctx);
  void     *event_ctx;
  GudState *before; /* state at the start of the last accepted step, for interpolation */

  GudNewton       *newton; /* of the method; NULL: the user chose another type of SNES */
  struct GudRadau *radau;  /* radau.c; NULL: another method */

  GudExplicit *explicit; /* NULL before the first explicit step */

  struct GudSpin *spin;        /* steady.c: statics are those of this rotation; NULL: at rest */
  double          static_size; /* statics along a path: largest force so far, scale of its equations */
  int             num_redundant, mobility; /* found at the start */
  double          velocity_change;         /* largest correction of a given start velocity */

  /* singular positions (singular.c) */
  struct GudSchur *pivots; /* to recognise them; NULL before it is needed */
  double           usual;  /* the least pivot at the start; 0: not known */
  double           noise
    [3]; /* (Q3): local error that no shorter step makes smaller; step, local error to compare with; 0: none is known */
  double           compliance; /* eps of (Q1); 0: rows are met */
  double           coarse;     /* round-off of increments is larger by this, 1 elsewhere */
  int              away;       /* steps until all is as before; */
  const GudMethod *home;       /* the method then; NULL: the present one */

  GudWatch      watch;
  char          said[400];                  /* what the watch has to say; whoever reports it empties it */
  char          chosen[160];                /* why this method */
  char          why_solver[GUD_WHY_SOLVER]; /* why auto takes this linear solver; empty: nothing to say */
  GudStatistics stat;
  GudTried      tried;
  char          why[768];   /* reason of the last failure */
  char          moved[512]; /* warning about the assembly; "": none */
  char unsettled[256];      /* warning: a joint that does not transmit its force at a quasi-static start */
};

PetscErrorCode GudSolverCreate(GudSystem *sys, const GudOptions *opt, GudSolver **solver);
PetscErrorCode GudSolverDestroy(GudSolver **solver);
/* The method of integration: chosen for the model, with the reason in so->chosen (choice.c); or as it was. */
PetscErrorCode GudSolverChoose(GudSolver *so, int *ok);
/* Is this force a joint or contact that will close, open, stick or let go often? Films keep their surfaces apart. */
int            gud_solver_eventful(GudSolver *so, int force);
PetscErrorCode GudSolverSetMethod(GudSolver *so, const GudMethod *method);

/* The start: assembled positions, consistent velocities, accelerations, multipliers. *ok = 0 and solver->why when the
   constraints cannot be met; largest correction of a position in *moved (m). */
PetscErrorCode GudSolverStart(GudSolver *so, int *ok, double *moved);

/* One accepted step, not beyond t_end. *ok = 0 when the step cannot be made however small (solver->why).
   *event: number of the event that ended the step, or -1. */
PetscErrorCode GudSolverStep(GudSolver *so, double t_end, int *ok, int *event);

/* Kinematic or inverse-dynamic analysis: state at time t from the constraints alone. */
/* Multipliers (nr) and accelerations (nq) of the present positions at rest: no velocities, drivers held. lam and a hold
   a guess. In equilibrium a = 0. */
PetscErrorCode GudSolverRest(GudSolver *so, double *lam, double *a);
/* Static equilibrium at the current time. */
PetscErrorCode GudSolverStatic(GudSolver *so, int *ok);
/* The same from the state, which carries the part `from` of the loads, to the part `to`. */
PetscErrorCode GudSolverStaticTo(GudSolver *so, double from, double to, int *ok);
/* Statics along a path (path.c): the first point, from GudSolverStart; the next point; the state is then the last one. */
PetscErrorCode GudPathStart(GudSolver *so, int *ok);
PetscErrorCode GudPathStep(GudSolver *so, int *ok);
int            gud_path_done(const GudSolver *so);
/* Does the analysis have this trait (GUD_ANALYSIS_x of solve/analysis.h)? */
int gud_solver_is(const GudSolver *so, unsigned trait);
/* Does a run go along a path whose points are identified by their load factors? */
int gud_path_by_load(const GudSolver *so);

/* A trial of the method, counted; at a singular position, where its Newton method fails, in a form that passes it (singular.c). After
   every accepted step: back to the method before, when it is behind. */
PetscErrorCode GudSolverTry(GudSolver *so, double h, int *converged);
PetscErrorCode GudSolverBehind(GudSolver *so);
/* (Q3): the local error beyond what round-off makes of it near singular positions */
double gud_solver_digits(GudSolver *so, double err);

/* Words for solver->why (solve/explain.c): the constraint that q violates most; a step that failed however small, where longest
   is the longest trial of it. */
void gud_solver_explain_violation(GudSolver *so, double t, const double *q);
void gud_solver_explain_step(GudSolver *so, double longest);
/* Does a function of time of a driver or force have a pole, or no value, between now and the end? */
int gud_solver_explain_ahead(GudSolver *so);

/* Consistent values of the present state (velocity projected on a copy) into so->now: for output, or to restart from (then to
   round-off). In index 2 the output values after a step are those of the step. */
typedef enum { GUD_FOR_OUTPUT, GUD_FOR_RESTART } GudUse;
PetscErrorCode GudSolverConsistent(GudSolver *so, GudUse use);
/* Velocity y (a guess on entry) with M (y - star) + Phi_q^T mu = impulse, Phi_q y = rhs: (K2) with impulses. After gud_system_time and
   gud_system_linearise. */
PetscErrorCode GudSolverJump(GudSolver *so, const double *star, const double *impulse, const double *rhs,
                             double *y, int *ok);
/* impact.c: velocities after an impact of rigid contacts, and the modes in which they go on. */
PetscErrorCode GudSolverImpact(GudSolver *so);
int            gud_solver_is_rigid(const GudSolver *so, int force);
/* A step was made, or taken back: the values of its two ends change places, those of the present one are to be found. */
static inline void gud_consistent_swap(GudSolver *so)
{
  GudConsistent swap = so->last;
  so->last = so->now, so->now = swap, so->now_valid = 0;
}
/* f_int - f_ext (nq) of the whole model on every process, but for the forces with internals, evaluated in e at p. *ok = 0: one of
   them met an impossible state. */
PetscErrorCode GudSolverWholeForces(GudSolver *so, GudEvaluated *e, const GudPoint *p, double *f, int *ok);
/* prescribed.c: do drivers prescribe the whole motion? The end of the trial from the guess in q1, v1, without integration; values of
   the accepted state into so->now. *ok = 0: not by this way. */
int            gud_prescribed(const GudSolver *so);
PetscErrorCode GudPrescribedStep(GudSolver *so, int *ok);
PetscErrorCode GudPrescribedValues(GudSolver *so, int *ok);
/* Phi_q M^-1 Phi_q^T, made when first asked for; NULL where masses couple too many coordinates. */
struct GudSchur *gud_solver_rows_of_mass(GudSolver *so);
/* Restart the method at the present state with consistent values (after events). */
PetscErrorCode GudSolverRestart(GudSolver *so);
/* The same, and modes of contacts that do not hold there are changed until all of them do. */
PetscErrorCode GudSolverRestartValid(GudSolver *so);
/* Explicit steps by trial and error (explicit.c): as GudSolverStep. */
PetscErrorCode GudSolverExplicitStep(GudSolver *so, double t_end, int *ok);
/* What the method needs of the model is made, once. 0: it does not fit, the reason is in so->why. */
int  gud_explicit_ready(GudSolver *so);
void gud_explicit_destroy(GudExplicit *ex);
/* Correct q onto Phi(q, t) = 0. */
PetscErrorCode GudSolverAssemble(GudSolver *so, int *ok, double *moved);
/* Velocities of the ideal machine at the assembled positions (ideal.c). */
PetscErrorCode GudSolverIdealVelocities(GudSolver *so);
/* Positions and velocities of the ideal machine's motion with flexible bodies deformed by it (quasi_static.c). */
PetscErrorCode GudSolverQuasiStatic(GudSolver *so, int *ok);
/* After it failed at the start: from the drawing again, with small steps. *ok = 0: q is where the constraints are met best nearby. */
PetscErrorCode GudSolverAssembleAgain(GudSolver *so, int *ok, double *moved);
/* After it: a warning in so->moved if it moved a body by more than 1e-3 of the model's size. */
void gud_solver_explain_assembly(GudSolver *so);
/* Do the velocities meet the constraints? If not (drivers that contradict each other), so->why names the worst row. */
int gud_solver_explain_velocity(GudSolver *so);
/* No consistent values at the start: the body that moves without inertia, or the row that velocities or accelerations violate. */
PetscErrorCode GudSolverExplainInitial(GudSolver *so);
/* No static equilibrium: what was tried, and the body that coordinate `most` belongs to (-1: none known). done: part of the load that is
   carried; runs_away: something moves without resistance. */
void gud_solver_explain_static(GudSolver *so, double done, double part, int most, int runs_away);
/* Are forces at the state beyond all numbers (1e100, or none at all)? Then so->why names the body. */
int gud_solver_explain_forces(GudSolver *so);

/* Ledger (ledger.c). Begin: at the start, after a resume, and after events, in the new modes; Step: after an accepted
   step, before modes change. Both leave so->now and so->energy at the state, for everybody who reads it. */
PetscErrorCode GudLedgerBegin(GudSolver *so);
PetscErrorCode GudLedgerStep(GudSolver *so);
void           gud_ledger_settle(GudSolver *so); /* statistics of forces begin at `settle`; after accept */
double         gud_ledger_numerical(const GudSolver *so); /* energy that the ledger does not account for */
/* Row k of the history of a force, counted since `settle`; of a maximum: over all accepted steps that end then or later. */
double gud_ledger_statistic(const GudSolver *so, const GudModelForce *f, int k);

/* internal, shared by the files of solve/ */
extern const GudMethod        gud_generalized_alpha, gud_radau;
extern const GudMethod *const gud_methods[]; /* all of them; a checkpoint holds the number of one */
extern const int              gud_num_methods;
/* drift.c: factors of Phi_q B at q; d += B s, q -= B s (unless q is NULL), returns the size of that; Phi(q) = 0 at the present time. */
void   gud_drift_factorise(GudSolver *so, const double *q);
double gud_drift_add(GudSolver *so, const double *s, double *d, double *q);
void   gud_drift_close(GudSolver *so, double *q, double *d, double *eta);
/* Phi at q and the present time into phi (nr); its largest component. */
double gud_drift_left(const GudSolver *so, const double *q, double *phi);
/* tolerance.c: tol, force_scale and row_unit of a step, from typical accelerations; norms of increments of
   multipliers and of internals, whose values are z. */
void gud_newton_scales(GudSolver *so, const double *acc);
/* The larger one; what is no number stays: a trial that diverged must not pass for converged. */
static inline double gud_larger(double a, double b)
{
  return isnan(a) || a >= b ? a : b;
}
double   gud_multiplier_norm(const GudSolver *so, const double *dlam, const int *rows, int num);
double   gud_gap_forces_change(const GudSolver *so, GudEvaluated *e, double *last);
double   gud_internals_norm(const GudSolver *so, const double *dz, const double *z);
GudPoint gud_trial_point(const GudSolver *so);
/* The accepted state, with consistent values in index 3. */
GudPoint gud_solver_point(const GudSolver *so);
/* Node k of the last accepted step, evaluated; the last one is the accepted state. */
GudEvaluated *gud_solver_node(GudSolver *so, int k);
/* events.c: redo the trial so that it ends at the first event; history after an accepted step. */
PetscErrorCode GudSolverLocate(GudSolver *so, int *event, int *converged);
void           gud_solver_accept_history(GudSolver *so, int event);
void           gud_solver_accept_force(GudSolver *so, int force, int event); /* of one force */
void           gud_solver_renew_force(GudSolver *so, int force);             /* its mode has changed */
/* The state that the last step began from, which is sound, is the state again. */
void gud_solver_step_back(GudSolver *so);
/* watch.c: after an accepted step; *ok = 0 and so->why when the run no longer gets on. */
void           gud_watch_create(GudSolver *so);
void           gud_watch_destroy(GudSolver *so);
PetscErrorCode GudWatchStep(GudSolver *so, int event, int *ok);
/* min_step, but no less than what the digits of t allow. */
static inline double gud_least_step(const GudSolver *so)
{
  return fmax(so->opt.min_step, 4e-15 * fabs(so->s->t));
}
/* self_locking.c. After an accepted step: friction that locks is reported in so->said. Where a step failed: added to so->why. */
PetscErrorCode GudSelfLockingWatch(GudSolver *so, int event);
PetscErrorCode GudSelfLockingExplain(GudSolver *so);
/* Which forces resolve their modes within the step, and which could; after by_step has changed; modes at the beginning, at a
   trial, at the end (1: some changed). */
void gud_transitions_create(GudSolver *so);
int  gud_transitions_can(const GudSolver *so, int force);
void gud_transitions_apply(GudSolver *so);
void gud_transitions_begin(GudSolver *so);
int  gud_transitions_choose(GudSolver *so, GudStepMoment when, GudEvaluated *e);
/* Do the modes of the trial differ from those of a history? Was the Newton matrix taken in the modes of the trial? */
int            gud_transitions_differ(const GudSolver *so, const double *history);
int            gud_transitions_fit(const GudSolver *so);
void           gud_solver_accept_forces(GudSolver *so); /* history that follows the state without an event */
PetscErrorCode GudSolverCreateKkt(GudSolver *so);
/* Its matrix is there; goes where it is large and hardly needed. */
PetscErrorCode GudSolverNeedKkt(GudSolver *so);
PetscErrorCode GudSolverReleaseKkt(GudSolver *so);
/* Once num_redundant is known: how redundant rows share their load is decided by -eps in an exact solve, so directly. */
PetscErrorCode GudSolverKktFitsRows(GudSolver *so);
/* so->r, contributions of this process, is replaced by the solution. */
PetscErrorCode GudSolverKktSolve(GudSolver *so);
/* The factorisation of a resumed run: first where the order of pivots was chosen, then at l. */
PetscErrorCode GudFactorAgain(GudSolver *so, GudLinear *A, GudPattern pattern, const GudLinearisation *l,
                              const GudLinearisation *pivots, GudFactored *how);
double         gud_weighted_norm(const GudSystem *sys, const double *x); /* rms over q with the scales */
GudPoint       gud_state_point(const GudState *s);
void gud_solver_renew(GudSolver *so); /* the state was written from outside: nothing evaluated holds */
void gud_linearisation_keep(GudLinearisation *l, const GudPoint *p, double h, GudCoef c, double sd);
/* Factorise again at the kept points. */
PetscErrorCode GudSolverRefactor(GudSolver *so);

#endif
