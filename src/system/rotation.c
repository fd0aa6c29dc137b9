/* A frame that turns with constant spin w about an axis through c: what is seen from it.

   Positions are affine in the coordinates, so that with the mass matrix m_ij (x) 1 of section 1 and t_j = 1 for coordinate vectors
   that are positions, 0 for directions,
   (W1) V = -1/2 sum_ij m_ij u_i . W u_j,   u_j = Q_j - t_j c,   W = |w|^2 1 - w w^T        (-1/2 int rho w^2 r_perp^2 dV)
   (W2) centrifugal force on Q_i:  sum_j m_ij W u_j                  stiffness -m_ij W: it softens
   (W3) Coriolis force on Q_i:    -2 w x sum_j m_ij Q_j'             skew, no power
   exact for every body, rigid or flexible, since r = sum s_j Q_j holds in any frame. Statics in parts scales (W2) as it does gravity.
   verified by: t340, tests/studies/loads.py */
#include "system/put.h"

#include "base/vec3.h"

static int turns(const GudSystem *sys)
{
  return gud_dot_real(sys->model->spin, sys->model->spin) > 0;
}

/* W u */
static void away(const double w[3], const double u[3], double out[3])
{
  double ww = gud_dot_real(w, w), wu = gud_dot_real(w, u);
  for (int c = 0; c < 3; c++) out[c] = ww * u[c] - wu * w[c];
}

/* sum_j m_ij (Q_j - shift t_j c) of coordinate vector i */
static void moment(const GudSystem *sys, int i, const double *x, double shift, double out[3])
{
  int d  = sys->dim;
  out[0] = out[1] = out[2] = 0;
  for (int k = sys->mrow[i]; k < sys->mrow[i + 1]; k++) {
    int j = sys->mcol[k];
    for (int c = 0; c < d; c++)
      out[c] += sys->mval[k] * (x[d * j + c] - (sys->moves[j] ? shift * sys->model->spin_centre[c] : 0));
  }
}

void gud_rotation_forces(const GudSystem *sys, const GudPoint *p, double *r)
{
  const double *w = sys->model->spin;
  if (!turns(sys)) return;
  for (int n = 0; n < sys->num_mass_vecs; n++) {
    int    i = sys->mass_vecs[n], d = sys->dim;
    double mu[3], mv[3], f[3], g[3];
    moment(sys, i, p->q, 1, mu), moment(sys, i, p->v, 0, mv);
    away(w, mu, f);
    gud_cross_real(w, mv, g);
    for (int c = 0; c < d; c++) r[d * i + c] -= sys->load_factor * f[c] - 2 * g[c]; /* (W2), (W3) */
  }
}

void gud_rotation_tangent(GudSystem *sys, GudCoef co, double sd, GudPut *put)
{
  const double *w = sys->model->spin, ww = gud_dot_real(w, w);
  const double  cross[9] = {0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0};
  if (!turns(sys)) return;
  for (int n = 0; n < sys->num_mass_vecs; n++) {
    int i = sys->mass_vecs[n], d = sys->dim;
    for (int k = sys->mrow[i]; k < sys->mrow[i + 1]; k++)
      for (int a = 0; a < d; a++)
        for (int b = 0; b < d; b++)
          gud_put(put, d * i + a, d * sys->mcol[k] + b,
                  sd * sys->mval[k] *
                    (2 * co.v * cross[3 * a + b] - co.q * sys->load_factor * (ww * (a == b) - w[a] * w[b])));
  }
}

double gud_rotation_energy(const GudSystem *sys, const double *q)
{
  double V = 0;
  if (!turns(sys)) return 0;
  for (int n = 0; n < sys->num_mass_vecs; n++) {
    int    i = sys->mass_vecs[n], d = sys->dim;
    double mu[3], f[3];
    moment(sys, i, q, 1, mu);
    away(sys->model->spin, mu, f);
    for (int c = 0; c < d; c++) /* (W1) */
      V -= 0.5 * f[c] * (q[d * i + c] - (sys->moves[i] ? sys->model->spin_centre[c] : 0));
  }
  return V;
}
