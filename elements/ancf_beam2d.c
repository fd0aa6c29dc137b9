/* ANCF beam in the plane, two nodes, shear-deformable: r, r_x, r_y at each node, 12 coordinates (Omar & Shabana 2001 layout).

   (A1) r(x, y) = sum s_i Q_i, the shape functions of ancf_beam3d without z
   (A2) M = rho int s s^T dV (x) 1, constant
   (A4) strains on the axis (R2), (R3) of rod.h, measured from the section: stretch, shear, bending; section 1/2(r_y.r_y - 1)
   (A5) E A, k G A, E I; section strain coupled with 1/2(r_x.r_x - 1) by nu. Integration as in ancf_beam3d: coupling, section
        and bending at 2 Gauss points, stretch and shear at the 3 Lobatto points, where r_x can equal the section's normal
        exactly: no locking. Pure bending: kappa is the angle between r_y at the nodes over l, up to (kappa l)^4/180.
   The section's y axis lies in the plane; width is across it (along y), height out of the plane. Order h^2.
   verified by: battery, t225, tests/studies/thick_beams.py */
#include "ancf.h"
#include "section.h"

#include <string.h>

#include "rod.h"

#define GUD_STRAIN_VECTORS 6
#define GUD_STRAIN_MEASURE flat_measure
#include "strain_kernel.h"

#include "pack.h"

#include "meshes/cells/cells.h"

enum { NV = GUD_STRAIN_VECTORS };
enum { D_LENGTH, D_ALPHA, D_A, D_IZ, D_W, D_MASS, D_STRAIN = D_MASS + NV * NV };

/* clang-format off */
static const GudParam params[] = {
  GUD_BEAM_PARAMS,
  {"shear_factor", GUD_REAL, GUD_NUMBER, GUD_POSITIVE, GUD_ABSENT, GUD_BEAM_AT(shear_factor), NULL, "shear factor (default: Cowper's, from the section)"},
  GUD_AXIAL_PARAM,
};
static const GudStrainTerm terms[] = {FLAT_TERMS};
enum { YY = 1 << FLAT_YY, B = 1 << FLAT_B, V = 1 << FLAT_V, A = 1 << FLAT_A, XX = 1 << FLAT_XX };
static const unsigned touch[] = {0x1B, 0x24, 0x24}, from[] = {0x02, 0x04, 0}, to[] = {0x10, 0x20, 0};
#define LOBATTO(t) {1, 3, {[FLAT_YY] = YY | V | A, [FLAT_V] = YY | V, [FLAT_A] = YY | A}, t, ROD_AXIS}
static const GudStrainGroup groups[] = { /* (A5) */
  {2, 7, {[FLAT_YY] = YY | B | XX, [FLAT_B] = YY | B, [FLAT_XX] = YY | XX}, NULL, ROD_TURN | ROD_SECTION},
  LOBATTO(from), LOBATTO(NULL), LOBATTO(to)};
static const GudStrainTable table = GUD_STRAIN_TABLE(2, NV, FLAT_FIELDS, FLAT_STRAINS, terms, GUD_COUNT(terms), 5, 4, groups, touch, NULL);
/* clang-format on */

#ifdef GUD_PACK
GUD_ALWAYS GudStatus sums(const double *data, GudScalar (*Q)[3], GudScalar (*r)[3], GudScalar *ledger)
{
  return pack_strains(&table, data + D_STRAIN, Q, r, ledger);
}
GUD_PACK_DEFINE(ancf_beam2d, sums, data[D_ALPHA] != 0 || data[D_STRAIN + GUD_STRAIN_BETA] != 0)
#else
static void shape(const GudElementType *self, const double *data, const double xi[3], double *s,
                  double (*ds)[3])
{
  (void)self;
  double l = data[D_LENGTH], a[4], ax[4], b[2], bx[2];
  ancf_axis_shape(l, xi[0], a, ax, b, bx);
  memset(ds, 0, sizeof(double) * 3 * NV);
  for (int n = 0; n < 2; n++) {
    s[3 * n] = a[2 * n], s[3 * n + 1] = a[2 * n + 1], s[3 * n + 2] = xi[1] * b[n];
    ds[3 * n][0] = l * ax[2 * n], ds[3 * n + 1][0] = l * ax[2 * n + 1], ds[3 * n + 2][0] = l * xi[1] * bx[n];
    ds[3 * n + 2][1] = b[n];
  }
}

static int data_size(const GudElementType *self, const void *params_)
{
  (void)self, (void)params_;
  return D_STRAIN + gud_strain_data_size(&table);
}

static GudStatus setup(const GudElementType *self, const void *vp, const GudPlacement *place, double *data,
                       char *why)
{
  (void)self;
  const GudBeamParams *p = vp;
  GudSection           s;
  double               x[5], w[5], a[4], ax[4], b[2], bx[2], *m = data + D_MASS, *sd = data + D_STRAIN;
  if (gud_section_properties(p, &s, why) != GUD_OK) return GUD_FATAL;
  double l = ancf_axis_length(place->Q0, 3), G = 0.5 * p->E / (1 + p->nu),
         C       = p->E * s.A / (1 - p->nu * p->nu);
  data[D_LENGTH] = l, data[D_ALPHA] = p->alpha, data[D_A] = s.A, data[D_IZ] = s.Iz, data[D_W] = s.w;
  memset(m, 0, sizeof(double) * NV * NV);
  gud_gauss(4, x, w);
  for (int g = 0; g < 4; g++) { /* (A2) */
    ancf_axis_shape(l, x[g], a, ax, b, bx);
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 4; j++)
        m[NV * (3 * (i / 2) + i % 2) + 3 * (j / 2) + j % 2] += p->density * s.A * l * w[g] * a[i] * a[j];
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++)
        m[NV * (3 * i + 2) + 3 * j + 2] += p->density * s.mz * l * w[g] * b[i] * b[j];
  }
  gud_strain_begin(&table, p->beta, sd);
  double *D                    = gud_strain_add_group(&table, sd); /* 2 points: coupling, section, bending */
  D[FLAT_AT(FLAT_XX, FLAT_XX)] = C - p->E * s.A, D[FLAT_AT(FLAT_YY, FLAT_YY)] = C;
  D[FLAT_AT(FLAT_XX, FLAT_YY)] = D[FLAT_AT(FLAT_YY, FLAT_XX)] = p->nu * C;
  D[FLAT_AT(FLAT_B, FLAT_B)]                                  = p->E * s.Iz;
  rod_constants(sd, p->axial, pow(l, 4) / 180);
  for (int g = 0; g < 3; g++) { /* 3 points: stretch, shear */
    D                          = gud_strain_add_group(&table, sd);
    D[FLAT_AT(FLAT_V, FLAT_V)] = p->E * s.A;
    D[FLAT_AT(FLAT_A, FLAT_A)] = (isnan(p->shear_factor) ? s.ky : p->shear_factor) * G * s.A;
  }
  for (int rule = 0; rule < 2; rule++) {
    if (rule) gud_lobatto3(x, w);
    else gud_gauss(2, x, w);
    for (int g = 0; g < 2 + rule; g++) {
      double *N = gud_strain_add_point(&table, sd, l * w[g], rule ? 1 + g : 0);
      ancf_axis_shape(l, x[g], a, ax, b, bx);
      for (int n = 0; n < 2; n++) {
        N[NV * FLAT_X + 3 * n] = ax[2 * n], N[NV * FLAT_X + 3 * n + 1] = ax[2 * n + 1];
        N[NV * FLAT_Y + 3 * n + 2] = b[n], N[NV * FLAT_DY + 3 * n + 2] = bx[n];
      }
    }
  }
  if (gud_strain_finish(&table, sd, place->Q0) != GUD_OK) return GUD_FATAL;
  return strain_reference(&table, sd);
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
  return strain_forces(&table, 0, 0, data + D_STRAIN, Q, Qt, r, ledger);
}

static GudStatus tangent(const GudElementType *self, const double *data, GudScalar (*Q)[3],
                         GudScalar (*Qt)[3], double cq, double cv, GudScalar *K)
{
  (void)self;
  const double co[2] = {cq, cv};
  gud_strain_drag_tangent(NV, 2, cv * data[D_ALPHA], data + D_MASS, K);
  return strain_tangent(&table, 0, 0, data + D_STRAIN, Q, Qt, co, K);
}

static void field(const GudElementType *self, const double *data, GudScalar (*Q)[3], int num,
                  const double (*xi)[3], double *out)
{
  (void)self;
  GudStrainPoint pt[5], *o = pt;
  GudStations    at[2] = {{.n = 2}, {.n = 3}};
  double         w[5];
  strain_points(&table, 0, 0, data + D_STRAIN, Q, pt);
  gud_gauss(2, at[0].x, w);
  gud_lobatto3(at[1].x, w);
  for (int group = 0; group < 2; group++)
    for (int g = 0; g < at[group].n; g++, o++) flat_forces(o, at[group].v[g]);
  gud_flat_field_values(data + D_A, at, num, xi, out);
}

static void draw(const GudElementType *self, const void *vp, const double *data, GudDraw *d)
{
  (void)self, (void)data;
  gud_section_draw(vp, d);
}

static const int translation[NV] = {1, 0, 0, 1, 0, 0}, node_vec[] = {0, 1, 2};

#ifdef GUD_HAVE_PACKS
GudStatus        gud_pack_ancf_beam2d(const double *data, const double *Q, double *r, double *energy);
#endif

const GudElementType gud_element_ancf_beam2d = {
  .info   = {"ancf_beam2d", "ANCF beam in the plane, two nodes, 12 coordinates, shear-deformable", "omar2001",
             GUD_2D, params, GUD_COUNT(params), sizeof(GudBeamParams)},
  .claims = GUD_CLAIM_ROTATION | GUD_CLAIM_MOMENTUM | GUD_CLAIM_SYMMETRIC | GUD_CLAIM_ENERGY,
  .lost   = gud_beam_lost,
  .num_vec     = NV,
  .cell        = &gud_cell_line2,
  .per_node    = 3,
  .node_vec    = node_vec,
  .data_size   = data_size,
  .translation = translation,
  .setup       = setup,
  .mass        = mass,
  .shape       = shape,
  .residual    = residual,
  .tangent     = tangent,
  .pack        = GUD_PACK_OF(ancf_beam2d),
  .num_fields  = GUD_FLAT_FIELDS,
  .fields      = gud_flat_fields,
  .field       = field,
  .thickness   = gud_section_thickness,
  .draw        = draw,
};
#endif
