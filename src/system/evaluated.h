/* The evaluated point: at one (t, q, v, z, z', history) everything that a force depends on is computed once and kept, the
   positions and rates of its marker vectors and what its kernel has evaluated (contract/force.h), to the level that was
   asked for so far. Residual, tangent, energy, power, guards, accept, probes and frames read the same point.

   gud_evaluated_at moves a point; a force whose marker vectors, internals, functions of the state, multipliers and time are the
   same numbers as before keeps what it has. Of the history only the address is compared: `accept` without an event leaves forces what they are; whoever changes a mode says so by
   gud_evaluated_renew. */
#ifndef GUD_EVALUATED_H
#define GUD_EVALUATED_H

#include "text/expr.h"
#include "system/system.h"

typedef struct GudEvaluated {
  GudSystem *sys;
  GudPoint   p;
  double    *fn;                      /* values of all functions */
  double (*slope)[GUD_MAX_ARGUMENTS]; /* of functions of the state: their derivatives by the arguments */
  /* of each force: */
  GudForceArgs *args;
  GudStatus    *status;                    /* of what has been evaluated, the worst of all levels */
  long         *loaded;                    /* number of the point whose marker vectors are in args */
  double (*used)[GUD_MAX_FORCE_FUNCTIONS]; /* values of its functions of the state in args */
  const double **outputs;     /* all outputs at this point, while somebody keeps them; else NULL */
  long           number;      /* of the present point */
  int            bad_element; /* first element without forces at the present point, -1: none */
  /* behind args: marker vectors, their rates; internals, theirs; multipliers of joints; work */
  double (*x)[3], *z, *lam;
  void *work;
  char *live;
  /* room for what one force returns: forces on its marker vectors, tangents */
  double (*f)[3], *K, *K_v;
} GudEvaluated;

GudEvaluated *gud_evaluated_create(GudSystem *sys);
void          gud_evaluated_destroy(GudEvaluated *e);
/* Moves to p; gud_system_time must have been called for p->t. */
void gud_evaluated_at(GudEvaluated *e, const GudPoint *p);
/* The history of a force, of all forces has changed: they are evaluated anew. */
void gud_evaluated_renew(GudEvaluated *e, int force);
void gud_evaluated_renew_all(GudEvaluated *e);
/* Arguments of a force, evaluated to `level` at least. Where it fails, e->status[force] is not GUD_OK. */
const GudForceArgs *gud_evaluated_force(GudEvaluated *e, int force, GudLevel level);

/* Worst status of all that has been evaluated at the point (system/fault.c): anything but GUD_OK comes with the object and the reason
   in `why`. All processes must call it. */
GudStatus gud_evaluated_fault(const GudEvaluated *e, char *why, size_t size);

/* Forces only: r += f_int - f_ext (no mass, no constraints), this process's contributions: of all, of all but the forces with
   internals, of these alone, of bodies alone (elements, gravity, rotation). Sets sys->retry. */
typedef enum { GUD_FORCES_ALL, GUD_FORCES_PLAIN, GUD_FORCES_INTERNAL, GUD_FORCES_BODIES } GudForcesOf;
void gud_evaluated_forces(GudEvaluated *e, GudForcesOf which, double *r);
/* One force of them. */
void gud_evaluated_add_force(GudEvaluated *e, int force, double *r);
/* r (n) = this process's contributions: dynamics, constraints, internals; unscaled. Sets sys->retry. */
void gud_evaluated_residual(GudEvaluated *e, double *r);
/* Values of A: c.q dr/dq + c.v dr/dv + c.a M in the dynamic rows (times sd), Phi_q, Phi_q^T, internals. As a list in sys->coo, in the
   order of the places; or in a matrix of GudSystemCreateMat. Sizes: sums of the absolute values of all contributions. */
void           gud_evaluated_tangent_entries(GudEvaluated *e, GudCoef c, double sd, GudPattern pattern);
PetscErrorCode GudEvaluatedTangent(GudEvaluated *e, GudCoef c, double sd, GudPattern pattern, Mat A);
PetscErrorCode GudEvaluatedTangentSizes(GudEvaluated *e, GudCoef c, double sd, Mat A);
/* Overwrites the residuals of index-2 internals (of index 2: contract/force.h) by their time derivatives at accelerations a. */
void gud_evaluated_index_2_residual(GudEvaluated *e, const double *a, double *r);
/* Number of index-2 internals of the whole model in the present modes. */
int gud_evaluated_num_index_2(GudEvaluated *e);
/* For a velocity v that meets the index-2 rows, too: impulses z of the index-2 internals and what their rows leave at that
   velocity, added to r; all other internals get none. This process's contributions. */
void gud_evaluated_impulses(GudEvaluated *e, double *r);
void gud_evaluated_events(GudEvaluated *e, double *g); /* num_events */

/* Energies and powers of the whole model, on every process; all processes must call it. */
typedef struct GudEnergy {
  double kinetic, potential, strain;
  double power_drivers, power[GUD_NUM_LEDGER], power_elements;
} GudEnergy;
void gud_evaluated_energy(GudEvaluated *e, GudEnergy *out);

#endif
