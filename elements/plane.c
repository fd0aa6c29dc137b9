/* See plane.h for the equations (Q1)-(Q3). verified by: battery, tests/studies/plane.py (patch test, Cook's membrane, curved beam) */
#include "plane.h"

#include "section.h"

#include <stdio.h>
#include <string.h>

/* clang-format off */
const GudStrainTerm gud_plane_green[3]  = {{0, 0, 0, .5}, {1, 1, 1, .5}, {2, 0, 1, 1}};
const GudStrainTerm gud_plane_linear[4] = {{0, 0, 2, 1}, {1, 1, 3, 1}, {2, 0, 3, 1}, {2, 1, 2, 1}}; /* fields 2, 3: axes of space */
const double        gud_plane_axes[4][3] = {{0}, {0}, {1, 0, 0}, {0, 1, 0}};
enum { D_KIND, D_ALPHA, D_NU_ACROSS, D_THICKNESS, D_MASS }; /* D_NU_ACROSS: nu in plane strain, 0 in plane stress */
const char *const gud_plane_fields[GUD_PLANE_FIELDS] = {
  "strain_xx", "strain_yy", "strain_xy", "pk2_xx", "pk2_yy", "pk2_xy", "stress_xx", "stress_yy", "stress_xy", "von_mises", "energy_density"};
/* clang-format on */

static const GudStrainTable *table_of(const GudPlane *q, const double *data)
{
  return data[D_KIND] == GUD_STRAIN_LINEAR ? &q->linear : &q->large;
}

static const double *strain_of(const GudPlane *q, const double *data)
{
  return data + D_MASS + q->nodes * q->nodes;
}

int plane_data_size(const GudPlane *q, const GudPlaneParams *p)
{
  return D_MASS + q->nodes * q->nodes +
         gud_strain_data_size(p->strain == GUD_STRAIN_LINEAR ? &q->linear : &q->large);
}

/* N, gradients in the reference configuration and the Jacobian's determinant at one point */
static double gradients(const GudPlane *q, const double (*Q0)[3], double xi, double eta, double *N,
                        double (*g)[2])
{
  double dN[GUD_PLANE_MAX_NODES][2], J[4] = {0}, det;
  q->shape(xi, eta, N, dN);
  for (int i = 0; i < q->nodes; i++)
    for (int c = 0; c < 2; c++)
      for (int d = 0; d < 2; d++) J[2 * c + d] += Q0[i][c] * dN[i][d];
  det = J[0] * J[3] - J[1] * J[2];
  for (int i = 0; i < q->nodes; i++) {
    g[i][0] = (dN[i][0] * J[3] - dN[i][1] * J[2]) / det;
    g[i][1] = (dN[i][1] * J[0] - dN[i][0] * J[1]) / det;
  }
  return det;
}

static void fill_mass(const GudPlane *q, const GudPlaneParams *p, const double (*Q0)[3], double *m)
{
  double x[5], w[5], N[GUD_PLANE_MAX_NODES], g[GUD_PLANE_MAX_NODES][2], total = 0, diagonal = 0;
  int    n = q->nodes, ng = q->gauss + 1 > 5 ? 5 : q->gauss + (n > 4 ? 1 : 0);
  memset(m, 0, sizeof(double) * (size_t)(n * n));
  gud_gauss(ng, x, w);
  for (int a = 0; a < ng; a++)
    for (int b = 0; b < ng; b++) {
      double s = 4 * w[a] * w[b] * p->density * p->thickness *
                 gradients(q, Q0, 2 * x[a] - 1, 2 * x[b] - 1, N, g);
      for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) m[n * i + j] += s * N[i] * N[j];
      total += s;
    }
  if (!p->lumped) return;
  for (int i = 0; i < n; i++) diagonal += m[(n + 1) * i];
  for (int i = 0; i < n; i++) {
    double row = 0;
    for (int j = 0; j < n; j++) row += m[n * i + j];
    double d = n == 4 ? row : m[(n + 1) * i] * total / diagonal;
    for (int j = 0; j < n; j++) m[n * i + j] = 0;
    m[(n + 1) * i] = d;
  }
}

GudStatus plane_setup(const GudPlane *q, const GudPlaneParams *p, const double (*Q0)[3], double *data,
                      char *why)
{
  const GudStrainTable *t  = p->strain == GUD_STRAIN_LINEAR ? &q->linear : &q->large;
  double               *sd = data + D_MASS + q->nodes * q->nodes, x[5], w[5], nu = p->nu;
  if (!(nu > -1 && nu < 0.5)) {
    snprintf(why, 200, "nu = %g: Poisson's ratio lies above -1 and below 0.5", nu);
    return GUD_FATAL;
  }
  data[D_KIND] = p->strain, data[D_ALPHA] = p->alpha, data[D_THICKNESS] = p->thickness;
  data[D_NU_ACROSS] = p->state == GUD_PLANE_STRAIN ? nu : 0;
  fill_mass(q, p, Q0, data + D_MASS);
  strain_begin(t, p->beta, sd);
  double *D = strain_add_group(t, sd), mu = 0.5 * p->E / (1 + nu);
  double  lam = p->state == GUD_PLANE_STRESS ? p->E * nu / (1 - nu * nu)
                                             : p->E * nu / ((1 + nu) * (1 - 2 * nu)); /* (Q2) */
  D[0] = D[4] = lam + 2 * mu, D[1] = D[3] = lam, D[8] = mu;
  gud_gauss(q->gauss, x, w);
  for (int a = 0; a < q->gauss; a++)
    for (int b = 0; b < q->gauss; b++) {
      double N[GUD_PLANE_MAX_NODES], g[GUD_PLANE_MAX_NODES][2],
        det = gradients(q, Q0, 2 * x[a] - 1, 2 * x[b] - 1, N, g);
      if (!(det > 0)) {
        snprintf(why, 200, "a cell at (%g, %g) is inverted or degenerate", Q0[0][0], Q0[0][1]);
        return GUD_FATAL;
      }
      double *G = strain_add_point(t, sd, 4 * w[a] * w[b] * det * p->thickness, 0);
      for (int f = 0; f < 2; f++)
        for (int i = 0; i < q->nodes; i++) G[f * q->nodes + i] = g[i][f];
    }
  strain_finish(t, sd, Q0);
  return GUD_OK;
}

void plane_mass(const GudPlane *q, const double *data, double *m)
{
  memcpy(m, data + D_MASS, sizeof(double) * (size_t)(q->nodes * q->nodes));
}

void plane_shape(const GudPlane *q, const double xi[3], double *s, double (*ds)[3])
{
  double dN[GUD_PLANE_MAX_NODES][2];
  q->shape(xi[0], xi[1], s, dN);
  for (int i = 0; i < q->nodes; i++) ds[i][0] = dN[i][0], ds[i][1] = dN[i][1], ds[i][2] = 0;
}

GudScalar plane_energy(const GudPlane *q, const double *data, GudScalar (*Q)[3])
{
  return strain_energy(table_of(q, data), strain_of(q, data), Q);
}

GudScalar plane_dissipation(const GudPlane *q, const double *data, GudScalar (*Q)[3], GudScalar (*Qt)[3])
{
  return strain_dissipation(table_of(q, data), strain_of(q, data), Q, Qt) +
         strain_drag_power(q->nodes, 2, data[D_ALPHA], data + D_MASS, Qt);
}

GudStatus plane_residual(const GudPlane *q, const double *data, GudScalar (*Q)[3], GudScalar (*Qt)[3],
                         GudScalar (*r)[3])
{
  strain_residual(table_of(q, data), strain_of(q, data), Q, Qt, r);
  strain_drag(q->nodes, 2, data[D_ALPHA], data + D_MASS, Qt, r);
  return GUD_OK;
}

GudStatus plane_tangent(const GudPlane *q, const double *data, GudScalar (*Q)[3], GudScalar (*Qt)[3],
                        double cq, double cv, GudScalar *K)
{
  strain_tangent(table_of(q, data), strain_of(q, data), Q, Qt, cq, cv, K);
  strain_drag_tangent(q->nodes, 2, cv * data[D_ALPHA], data + D_MASS, K);
  return GUD_OK;
}

void plane_field(const GudPlane *q, const double *data, const double xi[3], GudScalar (*Q)[3], double *out)
{
  const GudStrainTable *t = table_of(q, data);
  double                x[5], w[5], lx[5], ly[5];
  memset(out, 0, sizeof(double) * GUD_PLANE_FIELDS);
  gud_gauss(q->gauss, x, w);
  for (int i = 0; i < q->gauss; i++) x[i] = 2 * x[i] - 1;
  strain_lagrange(q->gauss, x, xi[0], lx);
  strain_lagrange(q->gauss, x, xi[1], ly);
  for (int a = 0; a < q->gauss; a++)
    for (int b = 0; b < q->gauss; b++) {
      GudScalar e[GUD_MAX_STRAINS], s[GUD_MAX_STRAINS], u[3][GUD_MAX_FIELDS];
      double    weight = lx[a] * ly[b], v[GUD_PLANE_FIELDS], F[4], P[4], c[3], across, det;
      strain_at(t, strain_of(q, data), Q, a * q->gauss + b, e, s, u);
      for (int k = 0; k < 3; k++) v[k] = gud_re(e[k]) * (k == 2 ? 0.5 : 1), v[3 + k] = gud_re(s[k]);
      F[0] = gud_re(u[0][0]), F[1] = gud_re(u[0][1]), F[2] = gud_re(u[1][0]), F[3] = gud_re(u[1][1]);
      if (data[D_KIND] == GUD_STRAIN_LINEAR) F[0] = F[3] = 1, F[1] = F[2] = 0;
      det = F[0] * F[3] - F[1] * F[2];
      /* Cauchy = F S F^T/det F; the thickness change of plane stress is of the order of the strain and left out */
      P[0] = F[0] * v[3] + F[1] * v[5], P[1] = F[0] * v[5] + F[1] * v[4], P[2] = F[2] * v[3] + F[3] * v[5],
      P[3] = F[2] * v[5] + F[3] * v[4];
      c[0] = (P[0] * F[0] + P[1] * F[1]) / det, c[1] = (P[2] * F[2] + P[3] * F[3]) / det,
      c[2]   = (P[0] * F[2] + P[1] * F[3]) / det;
      across = data[D_NU_ACROSS] * (c[0] + c[1]);
      for (int k = 0; k < 3; k++) v[6 + k] = c[k];
      v[9]  = sqrt(0.5 * ((c[0] - c[1]) * (c[0] - c[1]) + (c[1] - across) * (c[1] - across) +
                         (across - c[0]) * (across - c[0])) +
                   3 * c[2] * c[2]);
      v[10] = 0.5 * gud_re(e[0] * s[0] + e[1] * s[1] + e[2] * s[2]);
      for (int k = 0; k < GUD_PLANE_FIELDS; k++) out[k] += weight * v[k];
    }
}

unsigned plane_lost(const void *params)
{
  const GudPlaneParams *p    = params;
  unsigned              lost = 0;
  if (p->alpha != 0) lost |= GUD_CLAIM_MOMENTUM;
  if (p->strain == GUD_STRAIN_LINEAR)
    lost |= GUD_CLAIM_ROTATION | GUD_CLAIM_MOMENTUM; /* moments balance for small rotations only */
  return lost;
}
