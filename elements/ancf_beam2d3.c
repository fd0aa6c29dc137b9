/* ANCF beam in the plane, three nodes, shear-deformable, quadratic along the axis: r, r_y at each node, 12 coordinates
   (Nachbagauer et al. 2011): ancf_beam3d3 without z.

   (T1) r(x, y) = sum_n N_n(xi) (r + y r_y)_n,  N of ancf.h, nodes: ends, middle          (T2) M = rho int s s^T dV (x) 1
   (T3) at 2 Gauss points: stretch, shear, bending (R2), (R3) of rod.h with E A, k G A, E I
   (T4) at the 3 nodes: section 1/2(r_y.r_y - 1), coupled with the axial strain by nu; zero energy for e_yy = -nu e_xx
   (T5) the axial strain in (T4) is the linear function through its values at the Gauss points
   6 strains at two points and 3 at the nodes are the 9 deformations of 12 - 3 coordinates: no mode without energy.
   The section's y axis lies in the plane; width is across it (along y), height out of the plane. Order h^4 at the nodes.
   limits: section constant along the element, middle node near the middle.
   verified by: battery, t222, tests/studies/thick_beams.py, elastica.py */
#include "ancf.h"
#include "rod.h"

#include <stdio.h>
#include <string.h>

#define GUD_STRAIN_VECTORS 6
#define GUD_STRAIN_MEASURE flat_measure
#include "strain_kernel.h"

#include "pack.h"

#include "meshes/cells/cells.h"

enum { NN = 3, NP = 2, NV = GUD_STRAIN_VECTORS }; /* nodes, vectors of each */
enum { D_ALPHA, D_A, D_IZ, D_W, D_MASS, D_LINE = D_MASS + NV * NV };

/* clang-format off */
static const GudParam params[] = {
  GUD_BEAM_PARAMS,
  {"shear_factor", GUD_REAL, GUD_NUMBER, GUD_POSITIVE, GUD_ABSENT, GUD_BEAM_AT(shear_factor), NULL, "shear factor (default: Cowper's, from the section)"},
  GUD_AXIAL_PARAM,
};
/* (T3) */
static const GudStrainTerm line_terms[] = {FLAT_TERMS};
enum { YY = 1 << FLAT_YY, B = 1 << FLAT_B, V = 1 << FLAT_V, A = 1 << FLAT_A, ALL_R = 0x15, ALL_RY = 0x2A };
static const GudStrainGroup gauss[] = {{2, 7, {[FLAT_YY] = YY | B | V | A, [FLAT_B] = YY | B, [FLAT_V] = YY | V, [FLAT_A] = YY | A}, NULL, ROD_AXIS | ROD_TURN}};
static const unsigned line_touch[] = {ALL_R, ALL_RY, ALL_RY};
static const GudStrainTable line = GUD_STRAIN_TABLE(2, NV, FLAT_FIELDS, FLAT_STRAINS, line_terms, GUD_COUNT(line_terms), 2, 1, gauss, line_touch, NULL);
/* (T4) fields f, g, h, r_y; axial strain 1/2(f.g + h.h - 1); at the ends there is no h */
static const GudStrainTerm node_terms[] = {{0,0,1,.5}, {0,2,2,.5}, {1,3,3,.5}};
#define NODE(n) {1, 0xF, {3, 3}, node_touch[n], 0}
static const unsigned node_touch[NN][4] = {{ALL_R, ALL_R, 0, 0x02}, {ALL_R, ALL_R, 0, 0x08}, {ALL_R, ALL_R, ALL_R, 0x20}};
static const GudStrainGroup nodes[] = {NODE(0), NODE(1), NODE(2)};
static const GudStrainTable node = GUD_STRAIN_TABLE(2, NV, 4, 2, node_terms, GUD_COUNT(node_terms), NN, NN, nodes, node_touch[2], NULL);
/* clang-format on */

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
GUD_PACK_DEFINE(ancf_beam2d3, sums, data[D_ALPHA] != 0 || data[D_LINE + GUD_STRAIN_BETA] != 0)
#else
static void shape(const GudElementType *self, const double *data, const double xi[3], double *s,
                  double (*ds)[3])
{
  double N[NN], dN[NN];
  (void)self, (void)data;
  ancf_lagrange(xi[0], N, dN);
  memset(ds, 0, sizeof(double) * 3 * NV);
  for (int n = 0; n < NN; n++) {
    s[NP * n] = N[n], s[NP * n + 1] = xi[1] * N[n];
    ds[NP * n][0] = dN[n], ds[NP * n + 1][0] = xi[1] * dN[n], ds[NP * n + 1][1] = N[n];
  }
}

static int data_size(const GudElementType *self, const void *params_)
{
  (void)self, (void)params_;
  return D_LINE + gud_strain_data_size(&line) + gud_strain_data_size(&node);
}

static GudStatus fill_line(const GudBeamParams *p, const GudSection *s, const double (*Q0)[3],
                           double *sd) /* (T3) */
{
  double x[2], w[2], N[NN], dN[NN];
  gud_strain_begin(&line, p->beta, sd);
  double *D                  = gud_strain_add_group(&line, sd);
  D[FLAT_AT(FLAT_V, FLAT_V)] = p->E * s->A, D[FLAT_AT(FLAT_B, FLAT_B)] = p->E * s->Iz;
  D[FLAT_AT(FLAT_A, FLAT_A)] = (isnan(p->shear_factor) ? s->ky : p->shear_factor) * 0.5 * p->E / (1 + p->nu) *
                               s->A;
  rod_constants(sd, p->axial, ancf_arc3(Q0, NP));
  gud_gauss(2, x, w);
  for (int g = 0; g < 2; g++) {
    ancf_lagrange(x[g], N, dN);
    double  l = ancf_stretch(Q0, NP, dN);
    double *F = gud_strain_add_point(&line, sd, w[g] * l, 0);
    for (int n = 0; n < NN; n++) {
      F[NV * FLAT_X + NP * n] = F[NV * FLAT_DY + NP * n + 1] = dN[n] / l;
      F[NV * FLAT_Y + NP * n + 1]                            = N[n];
    }
  }
  if (gud_strain_finish(&line, sd, Q0) != GUD_OK) return GUD_FATAL;
  return strain_reference(&line, sd);
}

static GudStatus fill_node(const GudBeamParams *p, const GudSection *s, const double (*Q0)[3],
                           double *sd) /* (T4) */
{
  static const double at[NN] = {0, 1, 0.5}, weight[NN] = {1. / 6, 1. / 6, 4. / 6};
  double              C = p->E * s->A / (1 - p->nu * p->nu), N[NN], dN[NN];
  gud_strain_begin(&node, p->beta, sd);
  for (int k = 0; k < NN; k++) {
    double *D = gud_strain_add_group(&node, sd);
    D[0] = C - p->E * s->A, D[1] = D[2] = p->nu * C, D[3] = C;
  }
  for (int k = 0; k < NN; k++) {
    ancf_lagrange(at[k], N, dN);
    double *F = gud_strain_add_point(&node, sd, weight[k] * ancf_stretch(Q0, NP, dN), k);
    ancf_axial_fields(Q0, NP, NV, k, F);
    F[3 * NV + NP * k + 1] = 1;
  }
  return gud_strain_finish(&node, sd, Q0);
}

static GudStatus setup(const GudElementType *self, const void *vp, const GudPlacement *place, double *data,
                       char *why)
{
  (void)self;
  const GudBeamParams *p = vp;
  GudSection           s;
  double               x[5], w[5], N[NN], dN[NN], l[2], *m = data + D_MASS;
  if (gud_section_properties(p, &s, why) != GUD_OK) return GUD_FATAL;
  for (int e = 0; e < 2; e++) {
    ancf_lagrange(e, N, dN);
    l[e] = ancf_stretch(place->Q0, NP, dN);
  }
  if (!(l[0] < 2 * l[1] && l[1] < 2 * l[0])) {
    snprintf(why, 200, "the middle node of a three-node beam lies too far from the middle");
    return GUD_FATAL;
  }
  data[D_ALPHA] = p->alpha, data[D_A] = s.A, data[D_IZ] = s.Iz, data[D_W] = s.w;
  memset(m, 0, sizeof(double) * NV * NV);
  gud_gauss(4, x, w);
  for (int g = 0; g < 4; g++) { /* (T2) */
    ancf_lagrange(x[g], N, dN);
    double f = p->density * w[g] * ancf_stretch(place->Q0, NP, dN);
    for (int i = 0; i < NN; i++)
      for (int j = 0; j < NN; j++) {
        m[NV * NP * i + NP * j] += f * s.A * N[i] * N[j];
        m[NV * (NP * i + 1) + NP * j + 1] += f * s.mz * N[i] * N[j];
      }
  }
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
  gud_strain_drag(NV, 2, data[D_ALPHA], data + D_MASS, Qt, r, ledger);
  if (strain_forces(&line, 0, 0, data + D_LINE, Q, Qt, r, ledger) != GUD_OK) return GUD_RETRY;
  return strain_forces(&node, 0, 0, node_data(data), Q, Qt, r, ledger);
}

static GudStatus tangent(const GudElementType *self, const double *data, GudScalar (*Q)[3],
                         GudScalar (*Qt)[3], double cq, double cv, GudScalar *K)
{
  (void)self;
  const double co[2] = {cq, cv};
  gud_strain_drag_tangent(NV, 2, cv * data[D_ALPHA], data + D_MASS, K);
  if (strain_tangent(&line, 0, 0, data + D_LINE, Q, Qt, co, K) != GUD_OK) return GUD_RETRY;
  return strain_tangent(&node, 0, 0, node_data(data), Q, Qt, co, K);
}

static void field(const GudElementType *self, const double *data, GudScalar (*Q)[3], int num,
                  const double (*xi)[3], double *out)
{
  (void)self;
  GudStations    at[2] = {{.n = 2}, {.n = NN, .x = {0, 1, 0.5}}};
  GudStrainPoint pt[NN];
  double         w[2];
  gud_gauss(2, at[0].x, w);
  strain_points(&line, 0, 0, data + D_LINE, Q, pt);
  for (int g = 0; g < 2; g++) flat_forces(&pt[g], at[0].v[g]);
  strain_points(&node, 0, 0, node_data(data), Q, pt);
  for (int n = 0; n < NN; n++) {
    at[1].v[n][0] = gud_re(pt[n].sigma[0]);
    for (int k = 0; k < 2; k++) at[1].v[n][5] += 0.5 * gud_re(pt[n].e[k] * pt[n].sigma[k]);
  }
  gud_flat_field_values(data + D_A, at, num, xi, out);
}

static void draw(const GudElementType *self, const void *vp, const double *data, GudDraw *d)
{
  (void)self, (void)data;
  gud_section_draw(vp, d);
}

static const int translation[NV] = {1, 0, 1, 0, 1, 0}, node_vec[] = {0, 2};

#ifdef GUD_HAVE_PACKS
GudStatus        gud_pack_ancf_beam2d3(const double *data, const double *Q, double *r, double *energy);
#endif

const GudElementType gud_element_ancf_beam2d3 = {
  .info    = {"ancf_beam2d3", "ANCF beam in the plane, three nodes, 12 coordinates, quadratic along the axis",
              "nachbagauer2011", GUD_2D, params, GUD_COUNT(params), sizeof(GudBeamParams)},
  .claims  = GUD_CLAIM_ROTATION | GUD_CLAIM_MOMENTUM | GUD_CLAIM_SYMMETRIC | GUD_CLAIM_ENERGY,
  .lost    = gud_beam_lost,
  .num_vec = NV,
  .cell    = &gud_cell_line3,
  .per_node    = NP,
  .node_vec    = node_vec,
  .data_size   = data_size,
  .translation = translation,
  .setup       = setup,
  .mass        = mass,
  .shape       = shape,
  .residual    = residual,
  .tangent     = tangent,
  .pack        = GUD_PACK_OF(ancf_beam2d3),
  .num_fields  = GUD_FLAT_FIELDS,
  .fields      = gud_flat_fields,
  .field       = field,
  .draw        = draw,
};
#endif
