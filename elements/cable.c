/* See cable.h for the equations (C1)-(C6). verified by: battery, t221 */
#include "cable.h"

#include "ancf.h"
#include "strain.h"

#include <stdio.h>
#include <string.h>

enum { NV = GUD_CABLE_VEC, GAUSS = 2, LOBATTO = 3 };

static const GudStrainTerm  stretch[] = {{0, 0, 0, .5}}; /* field r_x */
static const GudStrainTable axial[2]  = {GUD_STRAIN_TABLE(2, NV, 1, 1, stretch, 1, LOBATTO, 1, NULL),
                                         GUD_STRAIN_TABLE(3, NV, 1, 1, stretch, 1, LOBATTO, 1, NULL)};
static const double lobatto[LOBATTO] = {0, 0.5, 1}, lobatto_weight[LOBATTO] = {1. / 6, 4. / 6, 1. / 6};

/* data of a Gauss point: weight, reference curvature (2-D: signed), d of (C4), functions of r_x and r_xx */
enum { P_WEIGHT, P_K0, P_D, P_NX, P_NXX = P_NX + NV, P_SIZE = P_NXX + NV };
/* data: mass matrix, Gauss points, then the strain data of the axial part */
enum {
  D_LENGTH,
  D_ALPHA,
  D_BETA,
  D_EI,
  D_SKIN,
  D_A,
  D_MASS,
  D_BEND  = D_MASS + NV * NV,
  D_AXIAL = D_BEND + GAUSS * P_SIZE
};

static const GudStrainTable *table(int dim)
{
  return &axial[dim - 2];
}

int cable_data_size(void)
{
  return D_AXIAL + gud_strain_data_size(&axial[1]);
}

void cable_shape(const double *data, const double xi[3], double *s, double (*ds)[3])
{
  double l = data[D_LENGTH], ax[4], b[2], bx[2];
  ancf_axis_shape(l, xi[0], s, ax, b, bx);
  for (int i = 0; i < NV; i++) ds[i][0] = l * ax[i], ds[i][1] = ds[i][2] = 0;
}

/* K and what its derivatives need at one point (C6); z = (r_x, r_xx). In the plane only K[2] is used. */
typedef struct {
  GudScalar K[3], N[3], p, u[3];
  GudScalar dN[3][6], B[3][6];
} Bend;

static void gather(const double *pt, GudScalar (*Q)[3], GudScalar z[6])
{
  for (int c = 0; c < 6; c++) z[c] = 0;
  for (int i = 0; i < NV; i++)
    for (int c = 0; c < 3; c++) z[c] += pt[P_NX + i] * Q[i][c], z[3 + c] += pt[P_NXX + i] * Q[i][c];
}

static GudStatus bend(const GudScalar z[6], Bend *b)
{
  const GudScalar *u = z, *w = z + 3;
  b->p = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
  if (!(gud_re(b->p) > 1e-6)) return GUD_RETRY; /* a kink: the tangent has vanished */
  memset(b->dN, 0, sizeof b->dN);
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    b->u[i]     = u[i];
    b->N[i]     = u[j] * w[k] - u[k] * w[j];
    b->K[i]     = b->N[i] / b->p;
    b->dN[i][j] = w[k], b->dN[i][k] = -w[j], b->dN[i][3 + k] = u[j], b->dN[i][3 + j] = -u[k];
  }
  for (int i = 0; i < 3; i++)
    for (int c = 0; c < 6; c++) b->B[i][c] = (b->dN[i][c] - (c < 3 ? 2 * b->K[i] * u[c] : 0)) / b->p;
  return GUD_OK;
}

/* H += sum_i m_i d2 K_i/dz2 (C6) */
static void second(const Bend *b, const GudScalar m[3], GudScalar H[6][6])
{
  GudScalar a[6] = {0}, n = 0, q = 1 / b->p;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    n += m[i] * b->N[i];
    for (int c = 0; c < 6; c++) a[c] += m[i] * b->dN[i][c];
    H[j][3 + k] += q * m[i], H[3 + k][j] += q * m[i];
    H[k][3 + j] -= q * m[i], H[3 + j][k] -= q * m[i];
  }
  for (int c = 0; c < 3; c++) { /* dp = (2 u, 0), d2p = 2 */
    H[c][c] -= 2 * n * q * q;
    for (int e = 0; e < 6; e++) H[c][e] -= 2 * q * q * b->u[c] * a[e], H[e][c] -= 2 * q * q * b->u[c] * a[e];
    for (int e = 0; e < 3; e++) H[c][e] += 8 * n * q * q * q * b->u[c] * b->u[e];
  }
}

/* Moment m(K, K') of a point, its derivatives, energy and dissipated power (per length). Kt NULL: no rates. */
typedef struct {
  GudScalar m[3], mK[3][3], mKt[3][3], V, P;
} Law;

static void law(int dim, const double *data, const double *pt, const GudScalar K[3], const GudScalar *Kt,
                Law *o)
{
  double    EI = data[D_EI], damp = Kt ? data[D_BETA] * EI : 0, d = pt[P_D];
  GudScalar KK = K[0] * K[0] + K[1] * K[1] + K[2] * K[2], KKt = 0, c;
  memset(o, 0, sizeof *o);
  if (dim == 2) {
    GudScalar e = K[2] - pt[P_K0];
    o->V = 0.5 * EI * e * e, o->m[2] = EI * e, o->mK[2][2] = EI, o->mKt[2][2] = damp;
    if (damp != 0) o->m[2] += damp * Kt[2], o->P = damp * Kt[2] * Kt[2];
    return;
  }
  if (d == 0) { /* straight reference */
    o->V = 0.5 * EI * KK;
    for (int i = 0; i < 3; i++) o->m[i] = EI * K[i], o->mK[i][i] = EI;
  } else { /* (C4) */
    GudScalar k  = gud_sqrt(KK + d * d);
    double    k0 = sqrt(pt[P_K0] * pt[P_K0] + d * d);
    o->V         = 0.5 * EI * (k - k0) * (k - k0);
    for (int i = 0; i < 3; i++) {
      o->m[i] = EI * (1 - k0 / k) * K[i], o->mK[i][i] = EI * (1 - k0 / k);
      for (int j = 0; j < 3; j++) o->mK[i][j] += EI * k0 / (k * k * k) * K[i] * K[j];
    }
  }
  if (damp == 0) return;
  double limit = 1e-9 / data[D_LENGTH];
  if (d == 0 && gud_re(KK) < limit * limit) { /* straight: (C5), last sentence */
    for (int i = 0; i < 3; i++) o->m[i] += damp * Kt[i], o->mKt[i][i] = damp, o->P += damp * Kt[i] * Kt[i];
    return;
  }
  for (int i = 0; i < 3; i++) KKt += K[i] * Kt[i];
  KK += d * d;
  c    = KKt / KK;
  o->P = damp * KKt * c;
  for (int i = 0; i < 3; i++) {
    o->m[i] += damp * c * K[i], o->mK[i][i] += damp * c;
    for (int j = 0; j < 3; j++)
      o->mK[i][j] += damp * K[i] * (Kt[j] - 2 * c * K[j]) / KK, o->mKt[i][j] = damp * K[i] * K[j] / KK;
  }
}

GudStatus cable_setup(int dim, const GudBeamParams *p, const double (*Q0)[3], double *data, char *why)
{
  GudSection s;
  double     x[5], w[5], a[4], ax[4], b[2], bx[2], l, *m = data + D_MASS, *sd = data + D_AXIAL;
  GudScalar  Q[NV][3], z[6];
  Bend       o;
  if (section_properties(p, &s, why) != GUD_OK) return GUD_FATAL;
  if (dim == 3 && fabs(s.Iy - s.Iz) > 1e-9 * s.Iy) {
    snprintf(why, 200,
             "a cable in space bends alike in all directions: its section is square, circle or tube");
    return GUD_FATAL;
  }
  l = data[D_LENGTH] = ancf_axis_length(Q0, 2);
  data[D_ALPHA] = p->alpha, data[D_BETA] = p->beta, data[D_EI] = p->E * s.Iz, data[D_SKIN] = 0.5 * s.w / s.Iz,
  data[D_A] = s.A;
  memset(m, 0, sizeof(double) * NV * NV);
  gud_gauss(4, x, w);
  for (int g = 0; g < 4; g++) { /* (C1) */
    ancf_axis_shape(l, x[g], a, ax, b, bx);
    for (int i = 0; i < NV; i++)
      for (int j = 0; j < NV; j++) m[NV * i + j] += p->density * s.A * l * w[g] * a[i] * a[j];
  }
  strain_begin(table(dim), p->beta, sd);
  *strain_add_group(table(dim), sd) = p->E * s.A;
  for (int g = 0; g < LOBATTO; g++) {
    double *N = strain_add_point(table(dim), sd, l * lobatto_weight[g], 0);
    ancf_axis_shape(l, lobatto[g], a, N, b, bx);
  }
  strain_finish(table(dim), sd, Q0);
  for (int i = 0; i < NV; i++)
    for (int c = 0; c < 3; c++) Q[i][c] = c < dim ? Q0[i][c] : 0;
  gud_gauss(GAUSS, x, w);
  for (int g = 0; g < GAUSS; g++) {
    double *pt   = data + D_BEND + g * P_SIZE;
    pt[P_WEIGHT] = l * w[g], pt[P_D] = 0;
    ancf_axis_shape(l, x[g], a, pt + P_NX, b, bx);
    ancf_axis_curvature(l, x[g], pt + P_NXX);
    gather(pt, Q, z);
    if (bend(z, &o) != GUD_OK) {
      snprintf(why, 200, "the reference axis of the cable has a kink");
      return GUD_FATAL;
    }
    pt[P_K0] = gud_re(o.K[2]);
    if (dim == 2) continue;
    pt[P_K0] = sqrt(gud_re(o.K[0] * o.K[0] + o.K[1] * o.K[1] + o.K[2] * o.K[2]));
    if (pt[P_K0] * l > 1e-9) pt[P_D] = 1e-3 * pt[P_K0]; /* else: straight up to round-off */
  }
  return GUD_OK;
}

void cable_mass(const double *data, double *m)
{
  memcpy(m, data + D_MASS, sizeof(double) * NV * NV);
}

/* Everything at Gauss point g. Qt may be NULL. */
static GudStatus evaluate(int dim, const double *data, int g, GudScalar (*Q)[3], GudScalar (*Qt)[3],
                          GudScalar zt[6], Bend *b, Law *o)
{
  const double *pt = data + D_BEND + g * P_SIZE;
  GudScalar     z[6], Kt[3] = {0};
  int           rates = Qt && data[D_BETA] != 0;
  gather(pt, Q, z);
  if (dim == 2) z[2] = z[5] = 0;
  if (bend(z, b) != GUD_OK) return GUD_RETRY;
  if (rates) {
    gather(pt, Qt, zt);
    if (dim == 2) zt[2] = zt[5] = 0;
    for (int i = 0; i < 3; i++)
      for (int c = 0; c < 6; c++) Kt[i] += b->B[i][c] * zt[c];
  }
  law(dim, data, pt, b->K, rates ? Kt : NULL, o);
  return GUD_OK;
}

GudScalar cable_energy(int dim, const double *data, GudScalar (*Q)[3])
{
  GudScalar V = strain_energy(table(dim), data + D_AXIAL, Q), zt[6];
  Bend      b;
  Law       o;
  for (int g = 0; g < GAUSS; g++)
    if (evaluate(dim, data, g, Q, NULL, zt, &b, &o) == GUD_OK)
      V += data[D_BEND + g * P_SIZE + P_WEIGHT] * o.V; /* (C2) */
  return V;
}

GudScalar cable_dissipation(int dim, const double *data, GudScalar (*Q)[3], GudScalar (*Qt)[3])
{
  GudScalar P = strain_dissipation(table(dim), data + D_AXIAL, Q, Qt) +
                strain_drag_power(NV, dim, data[D_ALPHA], data + D_MASS, Qt);
  GudScalar zt[6];
  Bend      b;
  Law       o;
  for (int g = 0; g < GAUSS; g++)
    if (evaluate(dim, data, g, Q, Qt, zt, &b, &o) == GUD_OK) P += data[D_BEND + g * P_SIZE + P_WEIGHT] * o.P;
  return P;
}

GudStatus cable_residual(int dim, const double *data, GudScalar (*Q)[3], GudScalar (*Qt)[3],
                         GudScalar (*r)[3])
{
  strain_residual(table(dim), data + D_AXIAL, Q, Qt, r);
  strain_drag(NV, dim, data[D_ALPHA], data + D_MASS, Qt, r);
  for (int g = 0; g < GAUSS; g++) {
    const double *pt = data + D_BEND + g * P_SIZE;
    GudScalar     zt[6], f[6] = {0};
    Bend          b;
    Law           o;
    if (evaluate(dim, data, g, Q, Qt, zt, &b, &o) != GUD_OK) return GUD_RETRY;
    for (int i = dim == 2 ? 2 : 0; i < 3; i++)
      for (int c = 0; c < 6; c++) f[c] += pt[P_WEIGHT] * o.m[i] * b.B[i][c]; /* (C6) */
    for (int i = 0; i < NV; i++)
      for (int c = 0; c < dim; c++) r[i][c] += pt[P_NX + i] * f[c] + pt[P_NXX + i] * f[3 + c];
  }
  return GUD_OK;
}

GudStatus cable_tangent(int dim, const double *data, GudScalar (*Q)[3], GudScalar (*Qt)[3],
                        const double cc[2], GudScalar *K)
{
  double cq = cc[0], cv = cc[1];
  strain_tangent(table(dim), data + D_AXIAL, Q, Qt, cq, cv, K);
  strain_drag_tangent(NV, dim, cv * data[D_ALPHA], data + D_MASS, K);
  for (int g = 0; g < GAUSS; g++) {
    const double *pt = data + D_BEND + g * P_SIZE, *N[2] = {pt + P_NX, pt + P_NXX};
    GudScalar     zt[6] = {0}, H[6][6] = {{0}}, T[3][6] = {{0}}, G[3][6] = {{0}};
    int           rates = Qt && data[D_BETA] != 0, first = dim == 2 ? 2 : 0;
    Bend          b;
    Law           o;
    if (evaluate(dim, data, g, Q, Qt, zt, &b, &o) != GUD_OK) return GUD_RETRY;
    for (int i = first; i < 3 && rates; i++) { /* T = dK'/dz */
      GudScalar unit[3] = {i == 0, i == 1, i == 2}, Hi[6][6] = {{0}};
      second(&b, unit, Hi);
      for (int c = 0; c < 6; c++)
        for (int e = 0; e < 6; e++) T[i][c] += Hi[c][e] * zt[e];
    }
    for (int i = first; i < 3; i++) /* G = cq (dm/dK B + dm/dK' T) + cv dm/dK' B */
      for (int j = first; j < 3; j++)
        for (int c = 0; c < 6; c++)
          G[i][c] += (cq * o.mK[i][j] + cv * o.mKt[i][j]) * b.B[j][c] + cq * o.mKt[i][j] * T[j][c];
    second(&b, o.m, H);
    for (int c = 0; c < 6; c++)
      for (int e = 0; e < 6; e++) {
        H[c][e] *= cq;
        for (int i = first; i < 3; i++) H[c][e] += b.B[i][c] * G[i][e];
        H[c][e] *= pt[P_WEIGHT];
      }
    for (int i = 0; i < NV; i++)
      for (int j = 0; j < NV; j++)
        for (int c = 0; c < dim; c++)
          for (int e = 0; e < dim; e++)
            for (int f = 0; f < 4; f++)
              K[(3 * i + c) * 3 * NV + 3 * j + e] += N[f / 2][i] * H[3 * (f / 2) + c][3 * (f % 2) + e] *
                                                     N[f % 2][j];
  }
  return GUD_OK;
}

const char *const gud_cable_fields[GUD_CABLE_FIELDS] = {"axial_force", "moment", "energy_per_length",
                                                        "bending_stress"};

void cable_field(int dim, const double *data, GudScalar (*Q)[3], int num, const double (*xi)[3], double *out)
{
  GudStations    ends = {.n = LOBATTO, .x = {lobatto[0], lobatto[1], lobatto[2]}}, inner = {.n = GAUSS};
  GudStrainPoint pt[LOBATTO];
  GudScalar      zt[6];
  double         w[GAUSS];
  strain_points(table(dim), data + D_AXIAL, Q, 0, LOBATTO, pt);
  for (int g = 0; g < LOBATTO; g++)
    ends.v[g][0] = gud_re(pt[g].sigma[0]), ends.v[g][2] = 0.5 * gud_re(pt[g].e[0] * pt[g].sigma[0]);
  gud_gauss(GAUSS, inner.x, w);
  for (int g = 0; g < GAUSS; g++) {
    Bend b;
    Law  o;
    if (evaluate(dim, data, g, Q, NULL, zt, &b, &o) != GUD_OK) continue;
    inner.v[g][1] = gud_re(o.m[2]), inner.v[g][2] = gud_re(o.V);
    if (dim == 3) inner.v[g][1] = sqrt(gud_re(o.m[0] * o.m[0] + o.m[1] * o.m[1] + o.m[2] * o.m[2]));
  }
  memset(out, 0, sizeof(double) * GUD_CABLE_FIELDS * (size_t)num);
  for (int m = 0; m < num; m++, out += GUD_CABLE_FIELDS) {
    strain_interpolate(&ends, xi[m][0], 3, out);
    strain_interpolate(&inner, xi[m][0], 3, out);
    out[3] = fabs(out[1]) * data[D_SKIN];
  }
}

void cable_draw(const void *params, const double *data, GudDraw *draw)
{
  (void)data;
  section_draw(params, draw);
}
