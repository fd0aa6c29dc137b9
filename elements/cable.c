/* See cable.h for the equations (C1)-(C6). verified by: battery, t221 */
#include "cable.h"

#include "ancf.h"

#include <stdio.h>
#include <string.h>

#define GUD_STRAIN_VECTORS 4
#include "strain_kernel.h"

enum { NV = GUD_CABLE_VEC, GAUSS = 2, LOBATTO = 3 };

static const GudStrainTerm  stretch[]     = {{0, 0, 0, .5}}; /* 0.5 r_x.r_x, less its reference value */
static const GudStrainGroup all_lobatto[] = {{LOBATTO, 1, {1}, NULL, 0}};
static const unsigned       touch[]       = {0xF};
static const GudStrainTable flat_axis     = GUD_STRAIN_TABLE(2, NV, 1, 1, stretch, 1, LOBATTO, 1, all_lobatto,
                                                             touch, NULL);
static const GudStrainTable axis = GUD_STRAIN_TABLE(3, NV, 1, 1, stretch, 1, LOBATTO, 1, all_lobatto, touch,
                                                    NULL);
static const double lobatto[LOBATTO] = {0, 0.5, 1}, lobatto_weight[LOBATTO] = {1. / 6, 4. / 6, 1. / 6};

/* data of a Gauss point: weight, reference curvature (2-D: signed), d of (C4), functions of r_x and r_xx */
enum { P_WEIGHT, P_K0, P_D, P_NX, P_NXX = P_NX + NV, P_SIZE = P_NXX + NV };
/* data: constants, mass matrix, Gauss points, then the strain data of the axial part */
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

GUD_ALWAYS const GudStrainTable *table(int dim)
{
  return dim == 2 ? &flat_axis : &axis;
}

int gud_cable_data_size(void)
{
  return D_AXIAL + gud_strain_data_size(&axis);
}

void gud_cable_shape(const GudElementType *self, const double *data, const double xi[3], double *s,
                     double (*ds)[3])
{
  (void)self;
  double l = data[D_LENGTH], ax[4], b[2], bx[2];
  ancf_axis_shape(l, xi[0], s, ax, b, bx);
  for (int i = 0; i < NV; i++) ds[i][0] = l * ax[i], ds[i][1] = ds[i][2] = 0;
}

/* r_x, r_xx and K at one point (C6), and their rates. In the plane K has one component, K[2]. */
typedef struct {
  GudScalar u[3], w[3], p, K[3], ut[3], wt[3], Kt[3];
} Bend;

/* first component of K */
#define FIRST(dim) ((dim) == 2 ? 2 : 0)

GUD_ALWAYS void cross(int dim, const GudScalar a[3], const GudScalar b[3], GudScalar c[3])
{
  c[2] = a[0] * b[1] - a[1] * b[0];
  if (dim == 3) c[0] = a[1] * b[2] - a[2] * b[1], c[1] = a[2] * b[0] - a[0] * b[2];
}

GUD_ALWAYS GudScalar dot(int first, int last, const GudScalar *a, const GudScalar *b)
{
  GudScalar s = 0;
  for (int i = first; i < last; i++) s += a[i] * b[i];
  return s;
}

GUD_ALWAYS void gather(int dim, const double *N, GudScalar (*Q)[3], GudScalar x[3])
{
  for (int c = 0; c < dim; c++) x[c] = N[0] * Q[0][c] + N[1] * Q[1][c] + N[2] * Q[2][c] + N[3] * Q[3][c];
}

GUD_ALWAYS GudStatus bend(int dim, const double *pt, GudScalar (*Q)[3], Bend *b)
{
  gather(dim, pt + P_NX, Q, b->u);
  gather(dim, pt + P_NXX, Q, b->w);
  b->p = dot(0, dim, b->u, b->u);
  if (!(gud_re(b->p) > 1e-6)) return GUD_RETRY; /* a kink: the tangent has vanished */
  cross(dim, b->u, b->w, b->K);
  for (int i = FIRST(dim); i < 3; i++) b->K[i] /= b->p;
  return GUD_OK;
}

/* K' (C6) */
GUD_ALWAYS void bend_rate(int dim, Bend *b)
{
  GudScalar x[3], y[3], s = 2 * dot(0, dim, b->u, b->ut);
  cross(dim, b->ut, b->w, x);
  cross(dim, b->u, b->wt, y);
  for (int i = FIRST(dim); i < 3; i++) b->Kt[i] = (x[i] + y[i] - s * b->K[i]) / b->p;
}

/* Row i of d(u x w)/dz: (e_c x w)_i and (u x e_c)_i */
GUD_ALWAYS void cross_row(int dim, int i, const GudScalar u[3], const GudScalar w[3], GudScalar row[6])
{
  int j = (i + 1) % 3, k = (i + 2) % 3;
  row[i] = row[3 + i] = 0;
  row[j] = w[k], row[3 + k] = u[j];
  row[k] = -w[j], row[3 + j] = -u[k];
  if (dim == 2) row[2] = row[5] = 0;
}

/* Moment m(K, K') of a point, energy and dissipated power (per length); its derivatives if asked for. */
typedef struct {
  GudScalar m[3], mK[3][3], mKt[3][3], V, P;
} Law;

GUD_ALWAYS void law(int dim, int slopes, const double *data, const double *pt, const GudScalar K[3],
                    const GudScalar *Kt, Law *o)
{
  double    EI = data[D_EI], damp = Kt ? data[D_BETA] * EI : 0, d = pt[P_D];
  GudScalar KK, KKt, c;
  o->P = 0;
  if (dim == 2) {
    GudScalar e = K[2] - pt[P_K0];
    o->V = 0.5 * EI * e * e, o->m[2] = EI * e;
    if (slopes) o->mK[2][2] = EI, o->mKt[2][2] = damp;
    if (damp != 0) o->m[2] += damp * Kt[2], o->P = damp * Kt[2] * Kt[2];
    return;
  }
  KK = dot(0, 3, K, K);
  if (slopes) memset(o->mK, 0, sizeof o->mK), memset(o->mKt, 0, sizeof o->mKt);
  if (d == 0) { /* straight reference */
    o->V = 0.5 * EI * KK;
    for (int i = 0; i < 3; i++) o->m[i] = EI * K[i];
    for (int i = 0; i < 3 && slopes; i++) o->mK[i][i] = EI;
  } else { /* (C4) */
    GudScalar k  = gud_sqrt(KK + d * d);
    double    k0 = sqrt(pt[P_K0] * pt[P_K0] + d * d);
    o->V         = 0.5 * EI * (k - k0) * (k - k0);
    for (int i = 0; i < 3; i++) o->m[i] = EI * (1 - k0 / k) * K[i];
    for (int i = 0; i < 3 && slopes; i++) {
      o->mK[i][i] = EI * (1 - k0 / k);
      for (int j = 0; j < 3; j++) o->mK[i][j] += EI * k0 / (k * k * k) * K[i] * K[j];
    }
  }
  if (damp == 0) return;
  double limit = 1e-9 / data[D_LENGTH];
  if (d == 0 && gud_re(KK) < limit * limit) { /* straight: (C5), last sentence */
    for (int i = 0; i < 3; i++) o->m[i] += damp * Kt[i], o->P += damp * Kt[i] * Kt[i];
    for (int i = 0; i < 3 && slopes; i++) o->mKt[i][i] = damp;
    return;
  }
  KKt = dot(0, 3, K, Kt);
  KK += d * d;
  c    = KKt / KK;
  o->P = damp * KKt * c;
  for (int i = 0; i < 3; i++) o->m[i] += damp * c * K[i];
  for (int i = 0; i < 3 && slopes; i++) {
    o->mK[i][i] += damp * c;
    for (int j = 0; j < 3; j++)
      o->mK[i][j] += damp * K[i] * (Kt[j] - 2 * c * K[j]) / KK, o->mKt[i][j] = damp * K[i] * K[j] / KK;
  }
}

GudStatus gud_cable_setup(int dim, const GudBeamParams *p, const double (*Q0)[3], double *data, char *why)
{
  GudSection s;
  double     x[5], w[5], a[4], ax[4], b[2], bx[2], l, *m = data + D_MASS, *sd = data + D_AXIAL;
  GudScalar  Q[NV][3];
  Bend       o;
  if (gud_section_properties(p, &s, why) != GUD_OK) return GUD_FATAL;
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
  gud_strain_begin(table(dim), p->beta, sd);
  *gud_strain_add_group(table(dim), sd) = p->E * s.A;
  for (int g = 0; g < LOBATTO; g++) {
    double *N = gud_strain_add_point(table(dim), sd, l * lobatto_weight[g], 0);
    ancf_axis_shape(l, lobatto[g], a, N, b, bx);
  }
  if (gud_strain_finish(table(dim), sd, Q0) != GUD_OK) return GUD_FATAL;
  for (int i = 0; i < NV; i++)
    for (int c = 0; c < 3; c++) Q[i][c] = c < dim ? Q0[i][c] : 0;
  gud_gauss(GAUSS, x, w);
  for (int g = 0; g < GAUSS; g++) {
    double *pt   = data + D_BEND + g * P_SIZE;
    pt[P_WEIGHT] = l * w[g], pt[P_D] = 0;
    ancf_axis_shape(l, x[g], a, pt + P_NX, b, bx);
    ancf_axis_curvature(l, x[g], pt + P_NXX);
    if (bend(dim, pt, Q, &o) != GUD_OK) {
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

void gud_cable_mass(const GudElementType *self, const double *data, double *m)
{
  (void)self;
  memcpy(m, data + D_MASS, sizeof(double) * NV * NV);
}

/* What is wanted, constants in each call: derivatives of the moment, rates. */
typedef struct {
  int dim, slopes, rates;
} Kind;

/* Everything at a Gauss point. */
GUD_ALWAYS GudStatus evaluate(const Kind z, const double *data, const double *pt, GudScalar (*Q)[3],
                              GudScalar (*Qt)[3], Bend *b, Law *o)
{
  if (bend(z.dim, pt, Q, b) != GUD_OK) return GUD_RETRY;
  if (z.rates) {
    gather(z.dim, pt + P_NX, Qt, b->ut);
    gather(z.dim, pt + P_NXX, Qt, b->wt);
    bend_rate(z.dim, b);
  }
  law(z.dim, z.slopes, data, pt, b->K, z.rates ? b->Kt : NULL, o);
  return GUD_OK;
}

/* f = B^T m (C6), times s */
GUD_ALWAYS void forces(int dim, const Bend *b, const GudScalar m[3], GudScalar s, GudScalar f[6])
{
  GudScalar mK = 2 * dot(FIRST(dim), 3, m, b->K), q = s / b->p;
  if (dim == 2) {
    f[0] = q * (b->w[1] * m[2] - mK * b->u[0]), f[1] = -q * (b->w[0] * m[2] + mK * b->u[1]);
    f[3] = -q * m[2] * b->u[1], f[4] = q * m[2] * b->u[0];
    return;
  }
  cross(3, b->w, m, f);
  cross(3, m, b->u, f + 3);
  for (int c = 0; c < 3; c++) f[c] = q * (f[c] - mK * b->u[c]), f[3 + c] *= q;
}

GUD_ALWAYS GudStatus residual(int dim, int rates, const double *data, GudScalar (*Q)[3], GudScalar (*Qt)[3],
                              GudScalar (*r)[3], GudScalar *ledger)
{
  for (int g = 0; g < GAUSS; g++) {
    const double *pt = data + D_BEND + g * P_SIZE;
    GudScalar     f[6];
    Bend          b;
    Law           o;
    if (evaluate((Kind){dim, 0, rates}, data, pt, Q, Qt, &b, &o) != GUD_OK) return GUD_RETRY;
    if (ledger) ledger[0] += pt[P_WEIGHT] * o.V, ledger[1] += pt[P_WEIGHT] * o.P; /* (C2) */
    if (!r) continue;
    forces(dim, &b, o.m, pt[P_WEIGHT], f);
    for (int i = 0; i < NV; i++)
      for (int c = 0; c < dim; c++) r[i][c] += pt[P_NX + i] * f[c] + pt[P_NXX + i] * f[3 + c];
  }
  gud_strain_drag(NV, dim, data[D_ALPHA], data + D_MASS, Qt, r, ledger);
  return strain_forces(table(dim), 0, 0, data + D_AXIAL, Q, Qt, r, ledger);
}

GudStatus gud_cable_residual(int dim, const double        *data, GudScalar (*Q)[3], GudScalar (*Qt)[3],
                             GudScalar (*r)[3], GudScalar *ledger)
{
  if (data[D_BETA] == 0)
    return dim == 2 ? residual(2, 0, data, Q, Qt, r, ledger) : residual(3, 0, data, Q, Qt, r, ledger);
  return dim == 2 ? residual(2, 1, data, Q, Qt, r, ledger) : residual(3, 1, data, Q, Qt, r, ledger);
}

GUD_ALWAYS GudStatus tangent(int dim, int rates, const double *data, GudScalar (*Q)[3], GudScalar (*Qt)[3],
                             const double co[2], GudScalar *K)
{
  const double cq = co[0], cv = co[1];
  const int    first = FIRST(dim);
  gud_strain_drag_tangent(NV, dim, cv * data[D_ALPHA], data + D_MASS, K);
  for (int g = 0; g < GAUSS; g++) {
    const double *pt = data + D_BEND + g * P_SIZE, *N[2] = {pt + P_NX, pt + P_NXX};
    GudScalar     H[6][6], B[3][6], T[3][6], G[3][6], f[6], mK;
    Bend          b;
    Law           o;
    if (evaluate((Kind){dim, 1, rates}, data, pt, Q, Qt, &b, &o) != GUD_OK) return GUD_RETRY;
    const GudScalar q = 1 / b.p, s = rates ? 2 * dot(0, dim, b.u, b.ut) : 0;
    for (int i = first; i < 3; i++) { /* B and T of (C6) */
      cross_row(dim, i, b.u, b.w, B[i]);
      for (int c = 0; c < dim; c++) B[i][c] = q * (B[i][c] - 2 * b.K[i] * b.u[c]), B[i][3 + c] *= q;
      if (!rates) continue;
      cross_row(dim, i, b.ut, b.wt, T[i]);
      for (int c = 0; c < dim; c++) {
        T[i][c]     = q * (T[i][c] - s * B[i][c] - 2 * (b.u[c] * b.Kt[i] + b.K[i] * b.ut[c]));
        T[i][3 + c] = q * (T[i][3 + c] - s * B[i][3 + c]);
      }
    }
    for (int i = first; i < 3; i++) /* G = cq (dm/dK B + dm/dK' T) + cv dm/dK' B */
      for (int c = 0; c < 6; c++) {
        if (c % 3 >= dim) continue;
        G[i][c] = 0;
        for (int j = first; j < 3; j++) {
          G[i][c] += (cq * o.mK[i][j] + cv * o.mKt[i][j]) * B[j][c];
          if (rates) G[i][c] += cq * o.mKt[i][j] * T[j][c];
        }
      }
    forces(dim, &b, o.m, 1, f);
    mK = 2 * dot(first, 3, o.m, b.K);
    for (int c = 0; c < 6; c++)
      for (int e = 0; e < 6; e++) {
        if (c % 3 >= dim || e % 3 >= dim) continue;
        H[c][e] = 0;
        for (int i = first; i < 3; i++) H[c][e] += B[i][c] * G[i][e];
        /* m . d2K: the dp parts; below the rest */
        if (e < 3) H[c][e] -= 2 * cq * q * f[c] * b.u[e];
        if (c < 3) H[c][e] -= 2 * cq * q * f[e] * b.u[c];
      }
    for (int c = 0; c < dim; c++) H[c][c] -= cq * q * mK;
    for (int i = first; i < 3; i++) {
      int j = (i + 1) % 3, k = (i + 2) % 3;
      H[j][3 + k] += cq * q * o.m[i], H[3 + k][j] += cq * q * o.m[i];
      H[k][3 + j] -= cq * q * o.m[i], H[3 + j][k] -= cq * q * o.m[i];
    }
    for (int c = 0; c < dim; c++)
      for (int e = 0; e < dim; e++) {
        GudScalar W[2][NV];
        for (int j = 0; j < NV; j++)
          for (int n = 0; n < 2; n++)
            W[n][j] = pt[P_WEIGHT] * (H[3 * n + c][e] * N[0][j] + H[3 * n + c][3 + e] * N[1][j]);
        for (int i = 0; i < NV; i++)
          for (int j = 0; j < NV; j++)
            K[(dim * i + c) * dim * NV + dim * j + e] += N[0][i] * W[0][j] + N[1][i] * W[1][j];
      }
  }
  return strain_tangent(table(dim), 0, 0, data + D_AXIAL, Q, Qt, co, K);
}

GudStatus gud_cable_tangent(int dim, const double *data, GudScalar (*Q)[3], GudScalar (*Qt)[3],
                            const double co[2], GudScalar *K)
{
  if (data[D_BETA] == 0)
    return dim == 2 ? tangent(2, 0, data, Q, Qt, co, K) : tangent(3, 0, data, Q, Qt, co, K);
  return dim == 2 ? tangent(2, 1, data, Q, Qt, co, K) : tangent(3, 1, data, Q, Qt, co, K);
}

const GudOutput gud_cable_fields[GUD_CABLE_FIELDS] = {
  {"axial_force", "N", "force along the axis, tension positive"},
  {"moment", "N m", "bending moment; in space its magnitude"},
  {"energy_per_length", "J/m", "strain energy for each metre"},
  {"bending_stress", "Pa", "largest stress of bending over the section", GUD_OUTPUT_STRESS_BENDING},
};

GUD_ALWAYS void stations(int dim, const double *data, GudScalar (*Q)[3], GudStations *at, GudStations *inner)
{
  GudStrainPoint pt[LOBATTO];
  strain_points(table(dim), 0, 0, data + D_AXIAL, Q, pt);
  for (int g = 0; g < LOBATTO; g++)
    at->v[g][0] = gud_re(pt[g].sigma[0]), at->v[g][2] = 0.5 * gud_re(pt[g].e[0] * pt[g].sigma[0]);
  for (int g = 0; g < GAUSS; g++) {
    Bend b;
    Law  o;
    if (evaluate((Kind){dim, 0, 0}, data, data + D_BEND + g * P_SIZE, Q, NULL, &b, &o) != GUD_OK) continue;
    inner->v[g][1] = dim == 2 ? gud_re(o.m[2]) : sqrt(gud_re(dot(0, 3, o.m, o.m)));
    inner->v[g][2] = gud_re(o.V);
  }
}

void gud_cable_field(int dim, const double *data, GudScalar (*Q)[3], int num, const double (*xi)[3],
                     double *out)
{
  GudStations at = {.n = LOBATTO, .x = {lobatto[0], lobatto[1], lobatto[2]}}, inner = {.n = GAUSS};
  double      w[GAUSS];
  gud_gauss(GAUSS, inner.x, w);
  if (dim == 2) stations(2, data, Q, &at, &inner);
  else stations(3, data, Q, &at, &inner);
  memset(out, 0, sizeof(double) * GUD_CABLE_FIELDS * (size_t)num);
  for (int m = 0; m < num; m++, out += GUD_CABLE_FIELDS) {
    gud_strain_interpolate(&at, xi[m][0], 3, out);
    gud_strain_interpolate(&inner, xi[m][0], 3, out);
    out[3] = fabs(out[1]) * data[D_SKIN];
  }
}

void gud_cable_draw(const GudElementType *self, const void *params, const double *data, GudDraw *draw)
{
  (void)self;
  (void)data;
  gud_section_draw(params, draw);
}
