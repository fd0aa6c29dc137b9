/* ANCF beam in space, three nodes, quadratic along the axis: r, r_y, r_z at each node, 27 coordinates
   (layout and elastic forces after Nachbagauer, Gruber & Gerstmayr 2013, doi 10.1115/1.4006787).

   (T1) r(x, y, z) = sum_n N_n(xi) (r + y r_y + z r_z)_n,  N = (1-xi)(1-2xi), xi(2xi-1), 4xi(1-xi), nodes:
        ends, middle
   (T2) M = rho int s s^T dV (x) 1, constant
   (T3) at 2 Gauss points: stretch, shear, twist and bending (R2), (R3) of rod.h, measured from the section, with E A,
        k G A, G J, E I. ' = d/dx, dx = |dX/dxi| dxi.
   (T4) at the 3 nodes (Lobatto): section 1/2(r_y.r_y - 1), 1/2(r_z.r_z - 1), r_y.r_z, coupled with the axial
        strain by lam: A [lam tr^2/2 + G (e_xx^2 + e_yy^2 + e_zz^2) + G/2 e_yz^2] - E A e_xx^2/2, zero for
        e_yy = e_zz = -nu e_xx.
   (T5) The axial strain in (T4) is the linear function through its values at the two Gauss points. r_x is
        linear, so 1/2(r_x.r_x - 1) itself is of order (kappa l)^2/12 at the nodes of a bent beam: the coupling
        would lock.
   Why these points: r_x is linear and shear would ask more of it at 3 points (shear locking); 12 strains at two
   points and 9 at the nodes are the 21 deformations of 27 - 6 coordinates: no mode without energy (t222).
   Lengths of r_y, r_z are demanded at the nodes only, where they are coordinates: no conflict in a curved beam.
   Order h^4 at the nodes: the turning rate of r_y errs by (kappa l/2)^4/36 (elastica F L^2 = 10 E I, 8 elements, nu = 0.3:
   tip to 3.1e-4 L at any thickness; without (T5) 9e-2 L for a thickness of L/1000).
   limits: section constant along the element, middle node near the middle.
   verified by: battery, t222, t225, tests/studies/princeton.py, elastica.py, thick_beams.py */
#include "ancf.h"

#include <stdio.h>
#include <string.h>

#include "rod.h"

#define GUD_STRAIN_VECTORS 9
#define GUD_STRAIN_MEASURE rod_measure
#include "strain_kernel.h"

#include "pack.h"

#include "meshes/cells/cells.h"

enum { NN = 3, NP = 3, NV = GUD_STRAIN_VECTORS }; /* nodes, vectors of each */

/* clang-format off */
static const GudParam params[] = {
  GUD_BEAM_PARAMS,
  {"shear_factor",   GUD_REAL, GUD_NUMBER, GUD_POSITIVE, GUD_ABSENT, GUD_BEAM_AT(shear_factor),   NULL, "shear factor (default: Cowper's, from the section)"},
  {"torsion_factor", GUD_REAL, GUD_NUMBER, GUD_POSITIVE, GUD_ABSENT, GUD_BEAM_AT(torsion_factor), NULL, "torsion constant divided by Iy + Iz (default: Saint-Venant's)"},
  GUD_AXIAL_PARAM,
};
/* (T3) */
static const GudStrainTerm line_terms[] = {ROD_TERMS};
enum { ALL_R = 0x49, ALL_RY = 0x92, ALL_RZ = 0x124 }; /* bits of r, r_y, r_z of all nodes */
static const GudStrainGroup gauss[] = {{2, 0x1F, {[ROD_YY] = ROD_YY_AXIS | ROD_YY_TURN, [ROD_ZZ] = ROD_ZZ_AXIS | ROD_ZZ_TURN, ROD_COUPLE_AXIS, ROD_COUPLE_TURN}, NULL, ROD_AXIS | ROD_TURN}};
static const unsigned line_touch[] = {ALL_R, ALL_RY, ALL_RZ, ALL_RY, ALL_RZ};
static const GudStrainTable line = GUD_STRAIN_TABLE(3, NV, ROD_FIELDS, ROD_STRAINS, line_terms, GUD_COUNT(line_terms), 2, 1, gauss, line_touch, NULL);
/* (T4) fields f, g, h, r_y, r_z; axial strain 1/2(f.g + h.h - 1); at the ends there is no h */
static const GudStrainTerm node_terms[] = {{0,0,1,.5}, {0,2,2,.5}, {1,3,3,.5}, {2,4,4,.5}, {3,3,4,1}};
#define NODE(n) {1, 0x1F, {7, 7, 7, 8}, node_touch[n], 0}
static const unsigned node_touch[NN][5] = {{ALL_R, ALL_R, 0, 0x02, 0x04}, {ALL_R, ALL_R, 0, 0x10, 0x20}, {ALL_R, ALL_R, ALL_R, 0x80, 0x100}};
static const GudStrainGroup nodes[] = {NODE(0), NODE(1), NODE(2)};
static const GudStrainTable node = GUD_STRAIN_TABLE(3, NV, 5, 4, node_terms, GUD_COUNT(node_terms), NN, NN, nodes, line_touch, NULL);
/* clang-format on */

/* data: alpha, section A, Iy, Iz, sizes along y and z, mass matrix, the strain data of (T3), those of (T4) */
enum { D_ALPHA, D_A, D_IY, D_IZ, D_W, D_H, D_MASS, D_LINE = D_MASS + NV * NV };

static const double *node_data(const double *data)
{
  return data + D_LINE + gud_strain_data_size(&line);
}

#ifdef GUD_PACK
GUD_ALWAYS GudStatus sums(const double *data, GudScalar (*Q)[3], GudScalar (*r)[3], GudScalar *ledger)
{
  if (pack_strains(&line, data + D_LINE, Q, r, ledger) != GUD_OK) return GUD_RETRY;
  return pack_strains(&node, node_data(data), Q, r, ledger);
}
GUD_PACK_DEFINE(ancf_beam3d3, sums, data[D_ALPHA] != 0 || data[D_LINE + GUD_STRAIN_BETA] != 0)
#else
static void shape(const GudElementType *self, const double *data, const double xi[3], double *s,
                  double (*ds)[3])
{
  double N[NN], dN[NN];
  (void)self, (void)data;
  ancf_lagrange(xi[0], N, dN);
  memset(ds, 0, sizeof(double) * 3 * NV);
  for (int n = 0; n < NN; n++) {
    s[3 * n] = N[n], s[3 * n + 1] = xi[1] * N[n], s[3 * n + 2] = xi[2] * N[n];
    for (int k = 0; k < 3; k++) ds[3 * n + k][0] = (k ? xi[k] : 1) * dN[n];
    ds[3 * n + 1][1] = ds[3 * n + 2][2] = N[n];
  }
}

static void fill_mass(const GudBeamParams *p, const GudSection *s, const double (*Q0)[3],
                      double *m) /* (T2) */
{
  double x[5], w[5], N[NN], dN[NN], moment[3] = {s->A, s->mz, s->my};
  memset(m, 0, sizeof(double) * NV * NV);
  gud_gauss(4, x, w);
  for (int g = 0; g < 4; g++) {
    ancf_lagrange(x[g], N, dN);
    double f = p->density * w[g] * ancf_stretch(Q0, NP, dN);
    for (int i = 0; i < NN; i++)
      for (int j = 0; j < NN; j++)
        for (int k = 0; k < 3; k++) m[NV * (3 * i + k) + 3 * j + k] += f * moment[k] * N[i] * N[j];
  }
}

static GudStatus fill_line(const GudBeamParams *p, const GudSection *s, const double (*Q0)[3],
                           double *sd) /* (T3) */
{
  double  G  = 0.5 * p->E / (1 + p->nu), x[2], w[2], N[NN], dN[NN];
  double  ky = isnan(p->shear_factor) ? s->ky : p->shear_factor;
  double  kz = isnan(p->shear_factor) ? s->kz : p->shear_factor;
  double  J  = isnan(p->torsion_factor) ? s->J : p->torsion_factor * (s->Iy + s->Iz);
  double *D;
  gud_strain_begin(&line, p->beta, sd);
  D                       = gud_strain_add_group(&line, sd);
  D[ROD_AT(ROD_V, ROD_V)] = p->E * s->A, D[ROD_AT(ROD_AY, ROD_AY)] = ky * G * s->A;
  D[ROD_AT(ROD_AZ, ROD_AZ)] = kz * G * s->A, D[ROD_AT(ROD_T, ROD_T)] = G * J;
  D[ROD_AT(ROD_BY, ROD_BY)] = p->E * s->Iz, D[ROD_AT(ROD_BZ, ROD_BZ)] = p->E * s->Iy;
  rod_constants(sd, p->axial, ancf_arc3(Q0, NP));
  gud_gauss(2, x, w);
  for (int g = 0; g < 2; g++) {
    ancf_lagrange(x[g], N, dN);
    double  l = ancf_stretch(Q0, NP, dN);
    double *F = gud_strain_add_point(&line, sd, w[g] * l, 0);
    for (int n = 0; n < NN; n++) {
      F[3 * n]          = dN[n] / l;
      F[NV + 3 * n + 1] = F[2 * NV + 3 * n + 2] = N[n];
      F[3 * NV + 3 * n + 1] = F[4 * NV + 3 * n + 2] = dN[n] / l;
    }
  }
  if (gud_strain_finish(&line, sd, Q0) != GUD_OK) return GUD_FATAL;
  return strain_reference(&line, sd);
}

static GudStatus fill_node(const GudBeamParams *p, const GudSection *s, const double (*Q0)[3],
                           double *sd) /* (T4) */
{
  static const double at[NN] = {0, 1, 0.5}, weight[NN] = {1. / 6, 1. / 6, 4. / 6};
  double              lam = p->E * p->nu / ((1 + p->nu) * (1 - 2 * p->nu)), G = 0.5 * p->E / (1 + p->nu);
  double              N[NN], dN[NN], *D;
  gud_strain_begin(&node, p->beta, sd);
  for (int k = 0; k < NN; k++) {
    D = gud_strain_add_group(&node, sd);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) D[4 * i + j] = s->A * (lam + (i == j ? 2 * G : 0));
    D[0] -= p->E * s->A;
    D[15] = G * s->A;
  }
  for (int k = 0; k < NN; k++) {
    ancf_lagrange(at[k], N, dN);
    double *F = gud_strain_add_point(&node, sd, weight[k] * ancf_stretch(Q0, NP, dN), k);
    ancf_axial_fields(Q0, NP, NV, k, F); /* fields 0 to 2 */
    /* fields 3 and 4: r_y and r_z of node k, its second and third vector */
    F[3 * NV + 3 * k + 1] = F[4 * NV + 3 * k + 2] = 1;
  }
  return gud_strain_finish(&node, sd, Q0);
}

static int data_size(const GudElementType *self, const void *vp)
{
  (void)self, (void)vp;
  return D_LINE + gud_strain_data_size(&line) + gud_strain_data_size(&node);
}

static GudStatus setup(const GudElementType *self, const void *vp, const GudPlacement *place, double *data,
                       char *why)
{
  (void)self;
  const GudBeamParams *p = vp;
  GudSection           s;
  double               N[NN], dN[NN], l[2];
  if (gud_section_properties(p, &s, why) != GUD_OK || gud_section_in_space(&s, why) != GUD_OK)
    return GUD_FATAL;
  for (int e = 0; e < 2; e++) {
    ancf_lagrange(e, N, dN);
    l[e] = ancf_stretch(place->Q0, NP, dN);
  }
  if (!(l[0] < 2 * l[1] && l[1] < 2 * l[0])) {
    snprintf(why, 200, "the middle node of a three-node beam lies too far from the middle");
    return GUD_FATAL;
  }
  data[D_ALPHA] = p->alpha, data[D_A] = s.A, data[D_IY] = s.Iy, data[D_IZ] = s.Iz, data[D_W] = s.w,
  data[D_H] = s.h;
  fill_mass(p, &s, place->Q0, data + D_MASS);
  if (fill_line(p, &s, place->Q0, data + D_LINE) != GUD_OK) return GUD_FATAL;
  return fill_node(p, &s, place->Q0, (double *)node_data(data));
}

static void mass(const GudElementType *self, const double *data, double *m)
{
  (void)self;
  memcpy(m, data + D_MASS, sizeof(double) * NV * NV);
}

static GudStatus residual(const GudElementType *self, const double *data, GudScalar (*Q)[3],
                          GudScalar (*Qt)[3], GudScalar (*r)[3], GudScalar *ledger)
{
  (void)self;
  gud_strain_drag(NV, 3, data[D_ALPHA], data + D_MASS, Qt, r, ledger);
  if (strain_forces(&line, 0, 0, data + D_LINE, Q, Qt, r, ledger) != GUD_OK) return GUD_RETRY;
  return strain_forces(&node, 0, 0, node_data(data), Q, Qt, r, ledger);
}

static GudStatus tangent(const GudElementType *self, const double *data, GudScalar (*Q)[3],
                         GudScalar (*Qt)[3], double cq, double cv, GudScalar *K)
{
  (void)self;
  const double co[2] = {cq, cv};
  gud_strain_drag_tangent(NV, 3, cv * data[D_ALPHA], data + D_MASS, K);
  if (strain_tangent(&line, 0, 0, data + D_LINE, Q, Qt, co, K) != GUD_OK) return GUD_RETRY;
  return strain_tangent(&node, 0, 0, node_data(data), Q, Qt, co, K);
}

/* Section forces (linear through the Gauss points; axial force with the part of (T4)) and the stress at (y,
z). */
static void field(const GudElementType *self, const double *data, GudScalar (*Q)[3], int num,
                  const double (*xi)[3], double *out)
{
  (void)self;
  GudStations    at[2] = {{.n = 2}, {.n = NN, .x = {0, 1, 0.5}}};
  GudStrainPoint pt[NN];
  double         w[2];
  gud_gauss(2, at[0].x, w);
  strain_points(&line, 0, 0, data + D_LINE, Q, pt);
  for (int g = 0; g < 2; g++) rod_forces(&pt[g], at[0].v[g]);
  strain_points(&node, 0, 0, node_data(data), Q, pt);
  for (int n = 0; n < NN; n++) {
    at[1].v[n][0] = gud_re(pt[n].sigma[0]);
    for (int k = 0; k < 4; k++) at[1].v[n][8] += 0.5 * gud_re(pt[n].e[k] * pt[n].sigma[k]);
  }
  gud_beam_field_values(data + D_A, at, num, xi, out);
}

static void draw(const GudElementType *self, const void *vp, const double *data, GudDraw *d)
{
  (void)self, (void)data;
  gud_section_draw(vp, d);
}

static const int translation[NV] = {1, 0, 0, 1, 0, 0, 1, 0, 0}, node_vec[] = {0, 2, 3};

#ifdef GUD_HAVE_PACKS
GudStatus        gud_pack_ancf_beam3d3(const double *data, const double *Q, double *r, double *energy);
#endif

const GudElementType gud_element_ancf_beam3d3 = {
  .info        = {"ancf_beam3d3", "ANCF beam in space, three nodes, 27 coordinates, quadratic along the axis",
                  "nachbagauer2013", GUD_3D, params, GUD_COUNT(params), sizeof(GudBeamParams)},
  .claims      = GUD_CLAIM_ROTATION | GUD_CLAIM_MOMENTUM | GUD_CLAIM_SYMMETRIC | GUD_CLAIM_ENERGY,
  .lost        = gud_beam_lost,
  .num_vec     = NV,
  .cell        = &gud_cell_line3,
  .per_node    = 3,
  .node_vec    = node_vec,
  .data_size   = data_size,
  .translation = translation,
  .setup       = setup,
  .mass        = mass,
  .shape       = shape,
  .residual    = residual,
  .tangent     = tangent,
  .pack        = GUD_PACK_OF(ancf_beam3d3),
  .num_fields  = GUD_BEAM_FIELDS,
  .fields      = gud_beam_fields,
  .field       = field,
  .draw        = draw,
};
#endif
