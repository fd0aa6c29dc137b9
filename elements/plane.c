/* See plane.h for the equations (Q1)-(Q7).
   verified by: battery, t223, tests/studies/plane.py (patch test, locking, Cook's membrane, curved beam, stretches) */
#include "plane.h"

#include <stdio.h>
#include <string.h>

/* clang-format off */
const GudOutput gud_plane_fields[GUD_PLANE_FIELDS] = {
  {"strain_xx",      "-",     "strain of Green (small strain: linear) in axes of the body at the start"},
  {"strain_yy",      "-",     "strain of Green (small strain: linear) in axes of the body at the start"},
  {"strain_xy",      "-",     "half of the shear angle, likewise"},
  {"pk2_xx",         "Pa",    "second Piola-Kirchhoff stress", GUD_OUTPUT_STRESS},
  {"pk2_yy",         "Pa",    "second Piola-Kirchhoff stress", GUD_OUTPUT_STRESS},
  {"pk2_xy",         "Pa",    "second Piola-Kirchhoff stress", GUD_OUTPUT_STRESS},
  {"stress_xx",      "Pa",    "Cauchy stress in axes of space", GUD_OUTPUT_STRESS},
  {"stress_yy",      "Pa",    "Cauchy stress in axes of space", GUD_OUTPUT_STRESS},
  {"stress_xy",      "Pa",    "Cauchy stress in axes of space", GUD_OUTPUT_STRESS},
  {"von_mises",      "Pa",    "equivalent stress, of the Cauchy stress", GUD_OUTPUT_STRESS_EQUIVALENT},
  {"energy_density", "J/m^3", "strain energy for each volume"},
};
/* clang-format on */

int gud_plane_data_size(const GudPlane *q, const GudPlaneParams *p)
{
  const GudStrainTable *t = p->strain == GUD_STRAIN_LINEAR ? &q->linear : &q->large;
  return GUD_PLANE_MASS + q->nodes * q->nodes + gud_strain_data_size(t) +
         (p->enhanced ? gud_strain_modes_size(t, GUD_PLANE_MODES) : 0);
}

/* N, gradients in the reference configuration and the Jacobian's determinant at one point */
static double gradients(const GudPlane *q, const double (*Q0)[3], const double xi[2], double *N,
                        double (*g)[2])
{
  double dN[GUD_CELL_MAX_NODES][2], J[4] = {0}, det;
  q->cell->shape(xi, N, dN);
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
  double xi[GUD_CELL_MAX_POINTS][2], w[GUD_CELL_MAX_POINTS], N[GUD_CELL_MAX_NODES], g[GUD_CELL_MAX_NODES][2],
    total = 0, diagonal = 0;
  int n = q->nodes, num = q->cell->points(q->mass, xi, w);
  memset(m, 0, sizeof(double) * (size_t)(n * n));
  for (int k = 0; k < num; k++) {
    double s = w[k] * p->density * p->thickness * gradients(q, Q0, xi[k], N, g);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) m[n * i + j] += s * N[i] * N[j];
    total += s;
  }
  if (!p->lumped) return;
  for (int i = 0; i < n; i++) diagonal += m[(n + 1) * i];
  for (int i = 0; i < n; i++) {
    double row = 0;
    for (int j = 0; j < n; j++) row += m[n * i + j];
    double d = q->cell->order == 1 ? row : m[(n + 1) * i] * total / diagonal;
    for (int j = 0; j < n; j++) m[n * i + j] = 0;
    m[(n + 1) * i] = d;
  }
}

/* (Q4) at one point; J: in the centre, as X_xi, X_eta, Y_xi, Y_eta; ratio = j0/j */
static void strain_modes(const double J[4], double ratio, double xi, double eta, double M[GUD_PLANE_MODES][3])
{
  const double natural[GUD_PLANE_MODES][3] = {{xi, 0, 0}, {0, eta, 0}, {0, 0, xi}, {0, 0, eta}};
  double       det                         = J[0] * J[3] - J[1] * J[2];
  double       I[2][2] = {{J[3] / det, -J[1] / det}, {-J[2] / det, J[0] / det}}; /* d(xi, eta)/dX */
  for (int m = 0; m < GUD_PLANE_MODES; m++) {
    const double *n = natural[m];
    for (int k = 0; k < 3; k++) {
      int    a = k == 1, b = k > 0; /* 11, 22, 12 */
      double s = I[0][a] * n[0] * I[0][b] + I[1][a] * n[1] * I[1][b] +
                 0.5 * n[2] * (I[0][a] * I[1][b] + I[1][a] * I[0][b]);
      M[m][k] = ratio * (k == 2 ? 2 : 1) * s;
    }
  }
}

static void centre(const GudPlane *q, const double (*Q0)[3], double J[4])
{
  double N[GUD_CELL_MAX_NODES], dN[GUD_CELL_MAX_NODES][2];
  q->cell->shape(q->cell->centre, N, dN);
  memset(J, 0, sizeof(double) * 4);
  for (int i = 0; i < q->nodes; i++)
    for (int k = 0; k < 4; k++) J[k] += Q0[i][k / 2] * dN[i][k % 2];
}

static const char *refused(const GudPlaneParams *p)
{
  if (p->material == GUD_LAW_NEO_HOOKEAN && p->strain == GUD_STRAIN_LINEAR)
    return "'material: neo_hookean' is for large strain: it does not go with 'strain: linear'";
  if (p->material == GUD_LAW_NEO_HOOKEAN && p->enhanced)
    return "'formulation: enhanced' exists for 'material: svk' only";
  return NULL;
}

GudStatus gud_plane_setup(const GudPlane *q, const GudPlaneParams *p, const double (*Q0)[3], double *data,
                          char *why)
{
  const GudStrainTable *t  = p->strain == GUD_STRAIN_LINEAR ? &q->linear : &q->large;
  double               *sd = data + GUD_PLANE_MASS + q->nodes * q->nodes, xi[GUD_CELL_MAX_POINTS][2],
         w[GUD_CELL_MAX_POINTS], nu = p->nu, J[4], M[GUD_MAX_MODE_POINTS][GUD_PLANE_MODES][3];
  if (!(nu > -1 && nu < 0.5)) {
    snprintf(why, 200, "nu = %g: Poisson's ratio lies above -1 and below 0.5", nu);
    return GUD_FATAL;
  }
  if (refused(p)) {
    snprintf(why, 200, "%s", refused(p));
    return GUD_FATAL;
  }
  data[GUD_PLANE_KIND] = p->strain, data[GUD_PLANE_ALPHA] = p->alpha;
  fill_mass(q, p, Q0, data + GUD_PLANE_MASS);
  gud_strain_begin(t, p->beta, sd);
  double *D = gud_strain_add_group(t, sd), mu = 0.5 * p->E / (1 + nu), lam = 2 * mu * nu / (1 - 2 * nu);
  double  across = p->state == GUD_PLANE_STRESS ? 2 * mu * nu / (1 - nu) : lam; /* (Q2) */
  D[0] = D[4] = across + 2 * mu, D[1] = D[3] = across, D[8] = mu;
  gud_strain_set_law(sd, p->material, (const double[]){mu, lam, p->state == GUD_PLANE_STRAIN});
  int num = q->cell->points(p->reduced ? 2 : q->stiffness, xi, w); /* (Q7) */
  centre(q, Q0, J);
  for (int k = 0; k < num; k++) {
    double N[GUD_CELL_MAX_NODES], g[GUD_CELL_MAX_NODES][2], det = gradients(q, Q0, xi[k], N, g);
    if (!(det > 0)) {
      snprintf(why, 200, "a cell at (%g, %g) is inverted or degenerate", Q0[0][0], Q0[0][1]);
      return GUD_FATAL;
    }
    if (p->enhanced) strain_modes(J, (J[0] * J[3] - J[1] * J[2]) / det, xi[k][0], xi[k][1], M[k]);
    double *G = gud_strain_add_point(t, sd, w[k] * det * p->thickness, 0);
    for (int f = 0; f < 2; f++)
      for (int i = 0; i < q->nodes; i++) G[f * q->nodes + i] = g[i][f];
  }
  if (p->enhanced) gud_strain_set_modes(t, sd, GUD_PLANE_MODES, &M[0][0][0]);
  return gud_strain_finish(t, sd, Q0);
}

void gud_plane_mass(const GudPlane *q, const double *data, double *m)
{
  memcpy(m, data + GUD_PLANE_MASS, sizeof(double) * (size_t)(q->nodes * q->nodes));
}

void gud_plane_shape(const GudPlane *q, const double xi[3], double *s, double (*ds)[3])
{
  double dN[GUD_CELL_MAX_NODES][2];
  q->cell->shape(xi, s, dN);
  for (int i = 0; i < q->nodes; i++) ds[i][0] = dN[i][0], ds[i][1] = dN[i][1], ds[i][2] = 0;
}

static int is_linear(const double *data)
{
  return data[GUD_PLANE_KIND] == GUD_STRAIN_LINEAR;
}

int gud_plane_is_linear(const GudElementType *self, const double *data)
{
  (void)self;
  return is_linear(data);
}

/* F = R U with the rotation of the displacements and the stretch of the strains e: the same F if there are no modes. */
static void deformation(const double u[4], const double e[3], double F[4])
{
  double c[3] = {1 + 2 * e[0], 1 + 2 * e[1], e[2]}, J = sqrt(c[0] * c[1] - c[2] * c[2]);
  double trace = sqrt(c[0] + c[1] + 2 * J), U[3] = {(c[0] + J) / trace, (c[1] + J) / trace, c[2] / trace};
  double angle = atan2(u[2] - u[1], u[0] + u[3]), C = cos(angle), s = sin(angle);
  F[0] = C * U[0] - s * U[2], F[1] = C * U[2] - s * U[1];
  F[2] = s * U[0] + C * U[2], F[3] = s * U[2] + C * U[1];
}

/* (Q5) c: Cauchy stress 11, 22, 12, 33 */
static void cauchy(const double F[4], const double s[3], double stretch, double s33, double c[4])
{
  double J    = (F[0] * F[3] - F[1] * F[2]) * stretch;
  double P[4] = {F[0] * s[0] + F[1] * s[2], F[0] * s[2] + F[1] * s[1], F[2] * s[0] + F[3] * s[2],
                 F[2] * s[2] + F[3] * s[1]};
  c[0] = (P[0] * F[0] + P[1] * F[1]) / J, c[1] = (P[2] * F[2] + P[3] * F[3]) / J;
  c[2] = (P[0] * F[2] + P[1] * F[3]) / J, c[3] = s33 * stretch * stretch / J;
}

/* What is recovered: strains, second Piola-Kirchhoff and Cauchy stress (11, 22, 12), Cauchy stress 33, energy. */
enum { RECOVERED_33 = 9, RECOVERED_ENERGY, RECOVERED };

static double von_mises(const double c[3], double c33)
{
  double a = c[0] - c[1], b = c[1] - c33, d = c33 - c[0];
  return sqrt(0.5 * (a * a + b * b + d * d) + 3 * c[2] * c[2]);
}

/* At a point with the strains and stresses of the integrator. */
static void at_point(const GudPlane *q, const double *data, const GudStrainPoint *pt, double v[RECOVERED])
{
  const double *sd = gud_plane_strain(q, data), *k = sd + GUD_STRAIN_CONSTANTS;
  int           law = (int)sd[GUD_STRAIN_LAW];
  GudScalar     u[3][GUD_MAX_FIELDS];
  double        e[3], s[3], F[4] = {1, 0, 0, 1}, c[4], stretch, s33, energy;
  memcpy(u, pt->u, sizeof u);
  for (int i = 0; i < 3; i++) e[i] = gud_re(pt->e[i]), s[i] = gud_re(pt->sigma[i]);
  if (sd[GUD_STRAIN_MODES] != 0) { /* the strains of the stresses: E + M a */
    double mu = k[GUD_LAW_MU], lam = k[GUD_LAW_LAM];
    if (k[GUD_LAW_PLANE_STRAIN] == 0) lam = 2 * mu * lam / (lam + 2 * mu);
    e[0] = ((lam + 2 * mu) * s[0] - lam * s[1]) / (4 * mu * (lam + mu));
    e[1] = ((lam + 2 * mu) * s[1] - lam * s[0]) / (4 * mu * (lam + mu));
    e[2] = s[2] / mu;
  }
  energy = 0.5 * (e[0] * s[0] + e[1] * s[1] + e[2] * s[2]);
  if (law != GUD_LAW_SVK) {
    GudScalar V = NAN, S[GUD_MAX_STRAINS], C[GUD_MAX_STRAINS * GUD_MAX_STRAINS];
    energy      = gud_laws[law](k, u, pt->e, &V, S, C) == GUD_OK ? gud_re(V) : NAN;
  }
  gud_law_across(law, k, e, &stretch, &s33);
  if (is_linear(data)) stretch = 1; /* stresses of small strain are all the same */
  else
    deformation((const double[]){gud_re(u[0][0]), gud_re(u[0][1]), gud_re(u[1][0]), gud_re(u[1][1])}, e, F);
  cauchy(F, s, stretch, s33, c);
  for (int i = 0; i < 3; i++) v[i] = e[i] * (i == 2 ? 0.5 : 1), v[3 + i] = s[i], v[6 + i] = c[i];
  v[RECOVERED_33] = c[3], v[RECOVERED_ENERGY] = energy;
}

/* (Q6) Fields, strains and stresses at xi from the gradients of the displacements there, those by Lagrange polynomials. */
static void reduce(const GudPlane *q, const double *data, const GudStrainPoint *pt, const double xi[2],
                   GudStrainPoint *out)
{
  const double *sd = gud_plane_strain(q, data), *k = sd + GUD_STRAIN_CONSTANTS;
  int           num = (int)sd[GUD_STRAIN_POINTS], law = (int)sd[GUD_STRAIN_LAW];
  double        l[GUD_CELL_MAX_POINTS], F[2][2]       = {{0}}, e[3];
  q->cell->interpolate(q->stiffness, xi, l);
  for (int p = 0; p < num; p++)
    for (int a = 0; a < 2; a++)
      for (int b = 0; b < 2; b++) F[a][b] += l[p] * gud_re(pt[p].u[a][b]);
  for (int a = 0; a < 3; a++) {
    int i = a == 1, j = a > 0; /* 11, 22, 12 */
    e[a] = is_linear(data) ? 0.5 * (F[i][j] + F[j][i]) : 0.5 * (F[0][i] * F[0][j] + F[1][i] * F[1][j]);
    e[a] = i == j ? e[a] - 0.5 * (is_linear(data) ? 2 : 1) : 2 * e[a];
  }
  *out = pt[0];
  for (int a = 0; a < 2; a++)
    for (int b = 0; b < 2; b++) out->u[a][b] = F[a][b];
  for (int a = 0; a < 3; a++) out->e[a] = e[a];
  if (law != GUD_LAW_SVK) {
    GudScalar V, C[GUD_MAX_STRAINS * GUD_MAX_STRAINS];
    if (gud_laws[law](k, out->u, out->e, &V, out->sigma, C) == GUD_OK) return;
    for (int a = 0; a < 3; a++) out->sigma[a] = NAN;
    return;
  }
  double mu = k[GUD_LAW_MU], lam = k[GUD_LAW_LAM];
  if (k[GUD_LAW_PLANE_STRAIN] == 0) lam = 2 * mu * lam / (lam + 2 * mu);
  for (int a = 0; a < 3; a++) out->sigma[a] = a < 2 ? lam * (e[0] + e[1]) + 2 * mu * e[a] : mu * e[2];
}

void gud_plane_field(const GudPlane *q, const double *data, const GudStrainPoint *pt, int num,
                     const double (*xi)[3], double *out)
{
  double at[GUD_CELL_MAX_POINTS][2], w[GUD_CELL_MAX_POINTS], v[GUD_PLANE_MAX_POINTS][RECOVERED];
  int    points = q->cell->points(q->cell->recovery, at, w);
  for (int p = 0; p < points; p++) {
    GudStrainPoint here = pt[p];
    if (gud_plane_strain(q, data)[GUD_STRAIN_POINTS] > points) reduce(q, data, pt, at[p], &here); /* (Q6) */
    at_point(q, data, &here, v[p]);
  }
  for (int m = 0; m < num; m++, out += GUD_PLANE_FIELDS) {
    double r[RECOVERED] = {0};
    q->cell->interpolate(q->cell->recovery, xi[m], w);
    for (int p = 0; p < points; p++)
      for (int k = 0; k < RECOVERED; k++) r[k] += w[p] * v[p][k];
    memcpy(out, r, 9 * sizeof *r);
    out[9] = von_mises(r + 6, r[RECOVERED_33]), out[10] = r[RECOVERED_ENERGY];
  }
}

double gud_plane_thickness(const GudElementType *self, const void *params)
{
  (void)self;
  return ((const GudPlaneParams *)params)->thickness;
}

unsigned gud_plane_lost(const GudElementType *self, const void *params)
{
  (void)self;
  const GudPlaneParams *p    = params;
  unsigned              lost = 0;
  if (p->alpha != 0) lost |= GUD_CLAIM_MOMENTUM;
  if (p->strain == GUD_STRAIN_LINEAR)
    lost |= GUD_CLAIM_ROTATION | GUD_CLAIM_MOMENTUM; /* moments balance for small rotations only */
  return lost;
}
