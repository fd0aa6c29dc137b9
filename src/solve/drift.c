/* The drift of the stabilised form, shared by the methods: positions are corrected along B = N^-1 Phi_q^T, with the scales N of
   the coordinates and Phi_q at the beginning of the step ((G8), (G9) of generalized_alpha.c). The factors of Phi_q B are those
   of the last Newton matrix. */
#include "solve/solver.h"

#include "system/schur.h"

#include <string.h>

void gud_drift_factorise(GudSolver *so, const double *q)
{
  if (!so->gram) return;
  so->gram->soften = so->sys->regularise;
  so->gram_valid   = gud_schur_factor(so->gram, q);
}

double gud_drift_add(GudSolver *so, const double *s, double *d, double *q)
{
  GudSystem *sys = so->sys;
  double    *c   = so->drift_step;
  memset(c, 0, sizeof(double) * (size_t)sys->nq);
  gud_system_phi_q_transpose(sys, so->lin_0, s, c);
  for (int i = 0; i < sys->nq; i++) {
    c[i] /= sys->weight[i] * sys->weight[i];
    d[i] += c[i];
    if (q) q[i] -= c[i];
  }
  return gud_weighted_norm(sys, c);
}

double gud_drift_left(const GudSolver *so, const double *q, double *phi)
{
  double most = 0;
  gud_system_phi(so->sys, q, phi);
  for (int i = 0; i < so->sys->nr; i++) most = gud_larger(most, fabs(phi[i]));
  return most;
}

/* Rows are cheap, forces are not: what Newton has left of Phi is taken out afterwards. */
void gud_drift_close(GudSolver *so, double *q, double *d, double *eta)
{
  GudSystem *sys = so->sys;
  double    *s = so->phi, limit = 1e-13 * sys->length_scale;
  for (int it = 0; it < 3 && so->gram && so->gram_valid; it++) {
    if (!(gud_drift_left(so, q, s) > limit)) return;
    gud_schur_solve(so->gram, s);
    for (int i = 0; i < sys->nr; i++) eta[i] += s[i];
    gud_drift_add(so, s, d, q);
  }
}
