/* Natural frequencies and modes about a state at rest: small vibrations q + phi sin(omega t) of the constrained system.
   Prestress and the multipliers of the state are part of the stiffness; forces that depend on velocities are not, unless complex
   eigenvalues are asked for (complex_modes.c). */
#ifndef GUD_MODES_H
#define GUD_MODES_H

#include "solve/solver.h"

typedef struct {
  double omega2,
    imaginary; /* eigenvalue (complex modes: |s|^2); imaginary part only with forces that have no potential */
  double omega,
    growth;      /* rad/s, and the rate of exp(growth t): 0 for a stable mode, negative for a damped one */
  double  floor; /* round-off of omega2: below it a mode counts as rigid */
  int     rigid;
  double  mass;     /* phi^T M phi with the scale below */
  double  residual; /* |K phi - omega^2 M phi + Phi_q^T mu| relative to the sum of the absolute terms */
  double *phi; /* nq; largest displacement of a node or centre of mass is 1 (of a director, if those rest) */
} GudMode;

typedef struct GudModes {
  int num, num_rigid, num_unstable;
  int complete;  /* these are all modes of the system */
  int symmetric; /* the stiffness has a potential */
  double
           off_balance; /* estimated distance from equilibrium, relative to the size of the model; complex modes: accelerations beside
                           those of the steady rotation, relative to its speed squared */
  int      with_velocities; /* complex modes */
  double   speed;           /* largest speed of rotation, rad/s: complex modes */
  GudMode *mode;            /* by rising omega2 */
} GudModes;

/* The opt.num_modes modes of smallest |omega|. *ok = 0 and so->why when there are none. */
PetscErrorCode GudSolverModes(GudSolver *so, GudModes *modes, int *ok);
/* The same for `eigenvalues: complex`. */
PetscErrorCode GudSolverComplexModes(GudSolver *so, GudModes *modes, int *ok);
/* Largest displacement of a node or centre of mass; if those rest, largest change of a director. */
double gud_mode_size(const GudSystem *sys, const double *phi);
void   gud_modes_free(GudModes *modes);

#endif
