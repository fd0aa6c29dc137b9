/* Strains of beams: those of the geometrically exact rod (Reissner 1972, Simo 1985), read from slopes that may strain.

   The slopes r_y, r_z of an ANCF beam are a section that can also stretch and skew. A bending strain r_x . r_y' does work
   against stretch and shear, r_y x r_z . r_y' against the stretch of the section: a beam bent far (h kappa = 0.3) is too soft
   by per cents, and loses its equilibrium when refined. So bending, twist, stretch and shear are measured from the section's
   own axes d_i, which are orthonormal whatever the section does. The section follows in the mean, as in the joints
   ((S2) of src/model/section_frame.c). Units: r in m, slopes 1, strains 1, curvatures 1/m.

   The sums (E2) of the fields r_x, r_y, r_z, r_y', r_z' (' = d/dx; n = r_y x r_z):
     e_yy = 1/2 r_y.r_y, e_zz = 1/2 r_z.r_z, e_yz = r_y.r_z, e_xx = 1/2 r_x.r_x, t = 1/2 (r_z'.r_y - r_y'.r_z),
     b_y = n.r_y', b_z = n.r_z', v = n.r_x, a_y = r_x.r_y, a_z = r_x.r_z
   With s_y = 1/|r_y|, s_z = 1/|r_z| they are turned into those of the unit vectors along the slopes (^), whose skew is chi:
   (R1) v^ = v s_y s_z, a^_y = a_y s_y, a^_z = a_z s_z, t^ = t s_y s_z, b^_y = b_y s_y^2 s_z, b^_z = b_z s_y s_z^2, chi = e_yz s_y s_z
        Half of the skew is taken off each: d_2 = r_y s_y - chi/2 r_z s_z, d_3 = r_z s_z - chi/2 r_y s_y, d_1 = s_y s_z n:
        orthonormal up to chi^2. The stretch of the section drops out exactly, its skew to first order, so bending, twist
        and stretch do no work on the section; chi itself is then of second order, the error of fourth.
   (R2) stretch eps = v^ - 1,  shear gamma_y = a^_y,  gamma_z = a^_z               = r_x . d_i - (1, 0, 0); in shear the skew is
        left out: chi = O(gamma_y gamma_z) then, and shear in both directions at once is softer by a part gamma^2 only
   (R3) twist tau = t^,  bending kappa_y = b^_y - chi/2 b^_z,  kappa_z = b^_z - chi/2 b^_y          = d_1 . d_2', d_1 . d_3'
   (R4) V = int 1/2 m^T D m dx,  m: (R2), (R3) less their reference values, with E A, k G A, G J, E I; section strains e_ij
        less theirs, coupled with e_xx by lam: zero for e_yy = e_zz = -nu e_xx.
   Limits: Reissner's rod of any thickness, also where the section contracts by nu eps; small strains: Timoshenko's beam.
   In the plane r_z is the unit normal: s_z = 1, chi = 0.
   (R5) sigma = dV/de: with phi = dV/d^ and ^ = e s_y^p s_z^q:  dV/de = phi s_y^p s_z^q,  dV/de_yy = -s_y^2 sum p phi ^,
        dV/de_zz = -s_z^2 sum q phi ^; second derivatives likewise from M = d^2V/d^ d^.
   (R6) axial: green: 1/2((1 + eps)^2 - 1) in the place of eps, Green's strain of the axis as in the papers on ANCF; with
        g = 0 or 1: m(v^) = (1 - g) v^ + 1/2 g v^^2
   (R7) Between the nodes r_y is a polynomial, so a section that turns by the angle D over an element does not turn evenly:
        at the integration points the rate is x = D/l (1 - a (D/l)^4). Its inverse to the same order, x (1 + a x^4), is the
        strain: the angle between the nodes, which is exact. Two nodes, Gauss points: x l = 3 sin D/(2 + cos D), a = l^4/180;
        three nodes, h = D/2: x l/2 = sin h (4 - cos h)/3 / ((2 + cos h)^2/9 + sin^2 h/3), a = -(l/2)^4/45.
        In space x^4 is (kappa_y^2 + kappa_z^2)^2. Vanishes with l^4: the limit is not changed.
   Kelvin-Voigt damping acts on the rates of the sums: beta D e', equal to beta D m' up to strains.
   verified by: battery (complex step), t225, tests/studies/thick_beams.py */
#ifndef GUD_ROD_H
#define GUD_ROD_H

#include "section.h"

/* fields */
enum { ROD_X, ROD_Y, ROD_Z, ROD_DY, ROD_DZ, ROD_FIELDS };
/* sums in space; the section's come first */
enum { ROD_YY, ROD_ZZ, ROD_YZ, ROD_T, ROD_BY, ROD_BZ, ROD_V, ROD_AY, ROD_AZ, ROD_XX, ROD_STRAINS };
/* in the plane: fields r_x, r_y, r_y' */
enum { FLAT_X, FLAT_Y, FLAT_DY, FLAT_FIELDS };
enum { FLAT_YY, FLAT_B, FLAT_V, FLAT_A, FLAT_XX, FLAT_STRAINS };
/* what a group of points measures: (R2), (R3), section strains */
enum { ROD_AXIS = 1, ROD_TURN = 2, ROD_SECTION = 4 };

/* Constants: g of (R6), a of (R7). */
enum { ROD_GREEN, ROD_ARC };
enum { GUD_AXIAL_STRETCH, GUD_AXIAL_GREEN };
#define GUD_AXIAL_WORDS "stretch|green"
#define GUD_AXIAL_PARAM                                                                             \
  {                                                                                                 \
    "axial", GUD_CHOICE, GUD_NUMBER, GUD_ANY, "stretch", GUD_BEAM_AT(axial), GUD_AXIAL_WORDS,       \
      "axial strain: stretch of the geometrically exact rod, or Green's (as in the papers on ANCF)" \
  }

/* clang-format off */
#define ROD_TERMS \
  {ROD_YY, ROD_Y, ROD_Y, .5}, {ROD_ZZ, ROD_Z, ROD_Z, .5}, {ROD_YZ, ROD_Y, ROD_Z, 1}, \
  {ROD_T, ROD_DZ, ROD_Y, .5}, {ROD_T, ROD_DY, ROD_Z, -.5}, \
  {ROD_BY, ROD_DY, GUD_CROSS(ROD_Y, ROD_Z), 1}, {ROD_BZ, ROD_DZ, GUD_CROSS(ROD_Y, ROD_Z), 1}, \
  {ROD_V, ROD_X, GUD_CROSS(ROD_Y, ROD_Z), 1}, {ROD_AY, ROD_X, ROD_Y, 1}, {ROD_AZ, ROD_X, ROD_Z, 1}, \
  {ROD_XX, ROD_X, ROD_X, .5}
#define FLAT_TERMS \
  {FLAT_YY, FLAT_Y, FLAT_Y, .5}, {FLAT_B, FLAT_DY, GUD_CROSS(FLAT_Y, GUD_NORMAL), 1}, \
  {FLAT_V, FLAT_X, GUD_CROSS(FLAT_Y, GUD_NORMAL), 1}, {FLAT_A, FLAT_X, FLAT_Y, 1}, {FLAT_XX, FLAT_X, FLAT_X, .5}
/* couplings of the sums in (R2), (R3) */
enum { ROD_L = 1 << ROD_YY | 1 << ROD_ZZ, ROD_C = ROD_L | 1 << ROD_YZ, ROD_B = 1 << ROD_BY | 1 << ROD_BZ };
#define ROD_COUPLE_TURN [ROD_YZ] = ROD_C | ROD_B, [ROD_T] = ROD_L | 1 << ROD_T, [ROD_BY] = ROD_C | ROD_B, [ROD_BZ] = ROD_C | ROD_B
#define ROD_COUPLE_AXIS [ROD_V] = ROD_L | 1 << ROD_V, [ROD_AY] = 1 << ROD_YY | 1 << ROD_AY, [ROD_AZ] = 1 << ROD_ZZ | 1 << ROD_AZ
enum { ROD_YY_TURN = ROD_C | 1 << ROD_T | ROD_B, ROD_ZZ_TURN = ROD_YY_TURN };
enum { ROD_YY_AXIS = ROD_L | 1 << ROD_V | 1 << ROD_AY, ROD_ZZ_AXIS = ROD_L | 1 << ROD_V | 1 << ROD_AZ };
/* clang-format on */

/* Into the strain data, where other elements have those of their law. */
static inline void rod_constants(double *sd, int axial, double a)
{
  sd[GUD_STRAIN_CONSTANTS + ROD_GREEN] = axial == GUD_AXIAL_GREEN, sd[GUD_STRAIN_CONSTANTS + ROD_ARC] = a;
}

#define ROD_AT(k, l) ((k)*ROD_STRAINS + (l))

/* The sums that (R1) normalises: which, and the powers of s_y and s_z; bits of ROD_AXIS, ROD_TURN that need them. */
enum { HAT_YZ, HAT_V, HAT_AY, HAT_AZ, HAT_T, HAT_BY, HAT_BZ, NUM_HAT };
static const struct {
  int k, p, q, parts;
} rod_hat[NUM_HAT] = {{ROD_YZ, 1, 1, ROD_TURN}, {ROD_V, 1, 1, ROD_AXIS}, {ROD_AY, 1, 0, ROD_AXIS},
                      {ROD_AZ, 0, 1, ROD_AXIS}, {ROD_T, 1, 1, ROD_TURN}, {ROD_BY, 2, 1, ROD_TURN},
                      {ROD_BZ, 1, 2, ROD_TURN}};

/* (R7) by the rates k: strains m less ref, forces f = D m, p = dV/dk, and for the tangent P = d^2V/dk dk (yy, yz, zz) */
typedef struct {
  GudScalar m[2], f[2], p[2], P[3];
} RodBend;

GUD_ALWAYS void rod_bend(double a, const double D[2], const double *ref, const GudScalar k[2], int tangent,
                         RodBend *o)
{
  GudScalar k2 = k[0] * k[0] + k[1] * k[1], F = 1 + a * k2 * k2, h = 4 * a * k2, s, *f = o->f;
  GUD_UNROLL
  for (int i = 0; i < 2; i++) o->m[i] = F * k[i] - ref[i], f[i] = D[i] * o->m[i];
  s = f[0] * k[0] + f[1] * k[1];
  GUD_UNROLL
  for (int i = 0; i < 2; i++) o->p[i] = F * f[i] + h * s * k[i];
  if (!tangent) return;
  GudScalar J[3] = {F + h * k[0] * k[0], h * k[0] * k[1], F + h * k[1] * k[1]}; /* dm/dk */
  GudScalar c = h * s, d = 8 * a * s;
  o->P[0] = D[0] * J[0] * J[0] + D[1] * J[1] * J[1] + c + 2 * h * f[0] * k[0] + d * k[0] * k[0];
  o->P[1] = D[0] * J[0] * J[1] + D[1] * J[1] * J[2] + h * (f[0] * k[1] + f[1] * k[0]) + d * k[0] * k[1];
  o->P[2] = D[0] * J[1] * J[1] + D[1] * J[2] * J[2] + c + 2 * h * f[1] * k[1] + d * k[1] * k[1];
}

/* M of (R5) for bending with P, p of rod_bend: k_y = y - chi/2 z, k_z = z - chi/2 y */
GUD_ALWAYS void rod_pair(const GudScalar P[3], const GudScalar p[2], const GudScalar *x,
                         GudScalar M[NUM_HAT][NUM_HAT])
{
  enum { y = HAT_BY, z = HAT_BZ };
  GudScalar c = 0.5 * x[HAT_YZ], hy = 0.5 * x[y], hz = 0.5 * x[z];
  GudScalar yc = -hz * P[0] - hy * P[1], zc = -hz * P[1] - hy * P[2]; /* P dk/dchi */
  M[y][y] = P[0] - 2 * c * P[1] + c * c * P[2], M[z][z] = P[2] - 2 * c * P[1] + c * c * P[0];
  M[y][z] = M[z][y] = (1 + c * c) * P[1] - c * (P[0] + P[2]);
  M[y][HAT_YZ] = M[HAT_YZ][y] = yc - c * zc - 0.5 * p[1];
  M[z][HAT_YZ] = M[HAT_YZ][z] = zc - c * yc - 0.5 * p[0];
  M[HAT_YZ][HAT_YZ]           = -hz * yc - hy * zc;
}

/* Derivatives of sigma (R5); x: hats, phi: their forces, s: powers s_y^p s_z^q, sy2 = s_y^2, sz2 = s_z^2 */
GUD_ALWAYS void rod_second(int parts, const GudScalar *x, const GudScalar *phi, const GudScalar *s,
                           const GudScalar s2[2], GudScalar M[NUM_HAT][NUM_HAT], GudScalar *C)
{
  GudScalar cyy = GUD_ZERO, czz = GUD_ZERO, cyz = GUD_ZERO;
  GUD_UNROLL
  for (int i = 0; i < NUM_HAT; i++) {
    const int k = rod_hat[i].k, p = rod_hat[i].p, q = rod_hat[i].q;
    GudScalar my = GUD_ZERO, mz = GUD_ZERO;
    if (!(rod_hat[i].parts & parts)) continue;
    GUD_UNROLL
    for (int j = 0; j < NUM_HAT; j++) {
      const int pair = (i == HAT_YZ || i >= HAT_BY) && (j == HAT_YZ || j >= HAT_BY); /* (R3) */
      if (!(rod_hat[j].parts & parts) || (i != j && !pair)) continue;
      GudScalar h = x[j] * M[i][j];
      if (rod_hat[j].p) my += rod_hat[j].p * h;
      if (rod_hat[j].q) mz += rod_hat[j].q * h;
      C[ROD_AT(k, rod_hat[j].k)] = s[i] * s[j] * M[i][j];
    }
    C[ROD_AT(ROD_YY, k)] = C[ROD_AT(k, ROD_YY)] = -s2[0] * s[i] * (my + p * phi[i]);
    C[ROD_AT(ROD_ZZ, k)] = C[ROD_AT(k, ROD_ZZ)] = -s2[1] * s[i] * (mz + q * phi[i]);
    if (p) cyy += p * x[i] * (my + (p + 2) * phi[i]);
    if (q) czz += q * x[i] * (mz + (q + 2) * phi[i]);
    if (p) cyz += p * x[i] * (mz + q * phi[i]);
  }
  C[ROD_AT(ROD_YY, ROD_YY)] = s2[0] * s2[0] * cyy, C[ROD_AT(ROD_ZZ, ROD_ZZ)] = s2[1] * s2[1] * czz;
  C[ROD_AT(ROD_YY, ROD_ZZ)] = C[ROD_AT(ROD_ZZ, ROD_YY)] = s2[0] * s2[1] * cyz;
}

/* (R2)-(R5) from the sums e. m: strains, f: their forces D m; sigma: forces of the sums; C: their derivatives, if asked for.
   GUD_RETRY: a slope without length. */
GUD_ALWAYS GudStatus rod_measure(int parts, const double *D, const double *c, const double *ref,
                                 const GudScalar *e, int tangent, GudMeasure *o)
{
  static const int section[4] = {ROD_XX, ROD_YY, ROD_ZZ, ROD_YZ};
  GudScalar        x[NUM_HAT] = {0}, phi[NUM_HAT] = {0}, s[NUM_HAT], s2[2], M[NUM_HAT][NUM_HAT], *m = o->m,
            *f = o->f, sum[2] = {0};
  if (!(gud_positive(e[ROD_YY]) && gud_positive(e[ROD_ZZ]))) return GUD_RETRY;
  s2[0] = 0.5 / e[ROD_YY], s2[1] = 0.5 / e[ROD_ZZ];
  s[HAT_AY] = gud_sqrt(s2[0]), s[HAT_AZ] = gud_sqrt(s2[1]);
  s[HAT_YZ] = s[HAT_V] = s[HAT_T] = s[HAT_AY] * s[HAT_AZ];
  s[HAT_BY] = s[HAT_T] * s[HAT_AY], s[HAT_BZ] = s[HAT_T] * s[HAT_AZ];
  GUD_UNROLL
  for (int i = 0; i < NUM_HAT; i++) /* (R1) */
    if (rod_hat[i].parts & parts) x[i] = s[i] * e[rod_hat[i].k];
  GUD_UNROLL
  for (int i = 0; i < 3; i++) m[i] = f[i] = GUD_ZERO;
  if (parts & ROD_AXIS) { /* (R2), (R6) */
    GudScalar g = gud_constant(c[ROD_GREEN]), v = x[HAT_V], dv = 1 - g + g * v;
    m[ROD_V]  = v * (1 + 0.5 * g * (v - 2)) - ref[ROD_V];
    m[ROD_AY] = x[HAT_AY] - ref[ROD_AY], m[ROD_AZ] = x[HAT_AZ] - ref[ROD_AZ];
    GUD_UNROLL
    for (int n = 0; n < 3; n++) {
      const int    k = ROD_V + n;
      const double d = D[ROD_AT(k, k)];
      phi[HAT_V + n] = f[k] = d * m[k];
      if (tangent) M[HAT_V + n][HAT_V + n] = gud_constant(d);
    }
    if (tangent) M[HAT_V][HAT_V] = D[ROD_AT(ROD_V, ROD_V)] * dv * dv + g * f[ROD_V];
    phi[HAT_V] *= dv;
  }
  if (parts & ROD_TURN) { /* (R3), (R7) */
    const double d[2] = {D[ROD_AT(ROD_BY, ROD_BY)], D[ROD_AT(ROD_BZ, ROD_BZ)]}, dt = D[ROD_AT(ROD_T, ROD_T)];
    GudScalar    h = 0.5 * x[HAT_YZ], k[2] = {x[HAT_BY] - h * x[HAT_BZ], x[HAT_BZ] - h * x[HAT_BY]}, *p;
    RodBend      bend;
    rod_bend(c[ROD_ARC], d, ref + ROD_BY, k, tangent, &bend);
    m[ROD_BY] = bend.m[0], m[ROD_BZ] = bend.m[1], f[ROD_BY] = bend.f[0], f[ROD_BZ] = bend.f[1], p = bend.p;
    m[ROD_T] = x[HAT_T] - ref[ROD_T], phi[HAT_T] = f[ROD_T] = dt * m[ROD_T];
    phi[HAT_BY] = p[0] - h * p[1], phi[HAT_BZ] = p[1] - h * p[0];
    phi[HAT_YZ] = -0.5 * (p[0] * x[HAT_BZ] + p[1] * x[HAT_BY]);
    if (tangent) M[HAT_T][HAT_T] = gud_constant(dt), rod_pair(bend.P, p, x, M);
  }
  GUD_UNROLL
  for (int i = 0; i < NUM_HAT; i++) { /* (R5) */
    if (!(rod_hat[i].parts & parts)) continue;
    GudScalar h            = x[i] * phi[i];
    o->sigma[rod_hat[i].k] = s[i] * phi[i];
    if (rod_hat[i].p) sum[0] += rod_hat[i].p * h;
    if (rod_hat[i].q) sum[1] += rod_hat[i].q * h;
  }
  o->sigma[ROD_YY] = -s2[0] * sum[0], o->sigma[ROD_ZZ] = -s2[1] * sum[1];
  if (tangent) rod_second(parts, x, phi, s, s2, M, o->C);
  if (!(parts & ROD_SECTION)) return GUD_OK;
  o->sigma[ROD_XX] = GUD_ZERO;
  GUD_UNROLL
  for (int i = 0; i < 3 && tangent; i++)
    o->C[ROD_AT(ROD_XX, section[i])] = o->C[ROD_AT(section[i], ROD_XX)] = GUD_ZERO;
  GUD_UNROLL
  for (int i = 0; i < 4; i++) m[section[i]] = e[section[i]] - ref[section[i]];
  GUD_UNROLL
  for (int i = 0; i < 4; i++) {
    const int k = section[i];
    f[k]        = GUD_ZERO;
    GUD_UNROLL
    for (int j = 0; j < 4; j++) {
      const int l = section[j];
      if (i != j && (i == 3 || j == 3)) continue;
      f[k] += D[ROD_AT(k, l)] * m[l];
      if (tangent) o->C[ROD_AT(k, l)] += D[ROD_AT(k, l)];
    }
    o->sigma[k] += f[k];
  }
  return GUD_OK;
}

/* Section forces of gud_beam_fields at a point: axial force, shear, torque, moments, and at 8 the energy per length. Groups
   that do not measure a strain have zeros there. Both carry a part of the axial force. */
GUD_ALWAYS void rod_forces(const GudStrainPoint *o, double *v)
{
  static const int from[6] = {ROD_V, ROD_AY, ROD_AZ, ROD_T, ROD_BZ, ROD_BY}; /* b_z is bending about y */
  for (int k = 0; k < 6; k++) v[k] = gud_re(o->sigma[from[k]]);
  v[0] += gud_re(o->sigma[ROD_XX]), v[5] = -v[5];
  for (int k = 0; k < ROD_STRAINS; k++) v[8] += 0.5 * gud_re(o->e[k] * o->sigma[k]);
}

#define FLAT_AT(k, l) ((k)*FLAT_STRAINS + (l))

/* The same in the plane. q = e_yy: hats x = s e with s = (2 q)^-1/2 (stretch, gamma) or 1/(2 q) (turning rate), ds/dq = -p s/(2 q),
   p = 1, 2; m(x) by (R6), (R7). */
GUD_ALWAYS GudStatus flat_measure(int parts, const double *D, const double *c, const double *ref,
                                  const GudScalar *e, int tangent, GudMeasure *o)
{
  static const int k3[3] = {FLAT_B, FLAT_V, FLAT_A};
  GudScalar        ic, s1, *C = o->C;
  if (!gud_positive(e[FLAT_YY])) return GUD_RETRY;
  ic = 0.5 / e[FLAT_YY], s1 = gud_sqrt(ic);
  o->sigma[FLAT_YY] = o->m[FLAT_YY] = o->f[FLAT_YY] = GUD_ZERO;
  if (tangent)
    for (int i = 0; i < FLAT_STRAINS * FLAT_STRAINS; i++) C[i] = GUD_ZERO;
  if (parts & ROD_SECTION) {
    GudScalar mx = e[FLAT_XX] - ref[FLAT_XX], my = e[FLAT_YY] - ref[FLAT_YY];
    GudScalar fx  = D[FLAT_AT(FLAT_XX, FLAT_XX)] * mx + D[FLAT_AT(FLAT_XX, FLAT_YY)] * my;
    GudScalar fy  = D[FLAT_AT(FLAT_XX, FLAT_YY)] * mx + D[FLAT_AT(FLAT_YY, FLAT_YY)] * my;
    o->m[FLAT_XX] = mx, o->m[FLAT_YY] = my, o->f[FLAT_XX] = o->sigma[FLAT_XX] = fx;
    o->f[FLAT_YY] = o->sigma[FLAT_YY] = fy;
    if (tangent) {
      C[FLAT_AT(FLAT_XX, FLAT_XX)] = gud_constant(D[FLAT_AT(FLAT_XX, FLAT_XX)]);
      C[FLAT_AT(FLAT_XX, FLAT_YY)] = C[FLAT_AT(FLAT_YY, FLAT_XX)] = gud_constant(
        D[FLAT_AT(FLAT_XX, FLAT_YY)]);
      C[FLAT_AT(FLAT_YY, FLAT_YY)] = gud_constant(D[FLAT_AT(FLAT_YY, FLAT_YY)]);
    }
  }
  for (int n = 0; n < 3; n++) {
    const int k = k3[n], power = n ? 1 : 2;
    GudScalar s = n ? s1 : ic, x = s * e[k], x_q = -power * x * ic, m, m1 = gud_constant(1), m2 = GUD_ZERO, f,
              P;
    if (!(parts & (n ? ROD_AXIS : ROD_TURN))) continue;
    if (k == FLAT_B) { /* (R7) */
      GudScalar a = c[ROD_ARC] * x * x;
      m = x * (1 + a * x * x), m1 = 1 + 5 * a * x * x, m2 = 20 * a * x;
    } else if (k == FLAT_V) { /* (R6) */
      double g = c[ROD_GREEN];
      m = x * (1 + 0.5 * g * (x - 2)), m1 = 1 - g + g * x, m2 = gud_constant(g);
    } else {
      m = x;
    }
    m -= ref[k], f = D[FLAT_AT(k, k)] * m;
    o->m[k] = m, o->f[k] = f;
    f *= m1; /* dV/dx */
    o->sigma[k] = f * s, o->sigma[FLAT_YY] += f * x_q;
    if (!tangent) continue;
    P                      = D[FLAT_AT(k, k)] * m1 * m1 + o->f[k] * m2;
    C[FLAT_AT(k, k)]       = P * s * s;
    C[FLAT_AT(k, FLAT_YY)] = C[FLAT_AT(FLAT_YY, k)] = P * s * x_q - f * power * s * ic;
    C[FLAT_AT(FLAT_YY, FLAT_YY)] += P * x_q * x_q - (power + 2) * f * x_q * ic;
  }
  return GUD_OK;
}

/* Section forces of gud_flat_fields at a point. */
GUD_ALWAYS void flat_forces(const GudStrainPoint *o, double *v)
{
  v[0] = gud_re(o->sigma[FLAT_V] + o->sigma[FLAT_XX]); /* each is zero in the other group */
  v[1] = gud_re(o->sigma[FLAT_A]), v[2] = -gud_re(o->sigma[FLAT_B]);
  for (int k = 0; k < FLAT_STRAINS; k++) v[5] += 0.5 * gud_re(o->e[k] * o->sigma[k]);
}

#endif
