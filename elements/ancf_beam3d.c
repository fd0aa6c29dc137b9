/* ANCF beam in space, two nodes, fully parametrised: r, r_x, r_y, r_z at each node, 24 coordinates (Shabana & Yakoub 2001).

   (A1) r(x, y, z) = sum s_i Q_i,  xi = x/l:  s = 1-3xi^2+2xi^3, l(xi-2xi^2+xi^3), y(1-xi), z(1-xi), 3xi^2-2xi^3, l(xi^3-xi^2), y xi, z xi
   (A2) M = rho int s s^T dV (x) 1, constant; exact by section moments and 4 Gauss points in x
   formulation: continuum     (A3) Green strain E = 1/2 (F^T F - 1), S = lam tr(E) 1 + 2 mu E over the volume, 5 x 3 x 3 Gauss (exact).
                                   Locks for nu != 0 (Poisson thickness locking) and is too stiff in torsion for flat sections.
   formulation: locking_free  (A4) strains on the axis (R2), (R3) of rod.h, measured from the section: stretch, shear, twist, bending;
                                   section 1/2(r_y.r_y - 1), 1/2(r_z.r_z - 1), r_y.r_z
                              (A5) k G A, G J, E I with section factors; the normal strains are coupled by lam on the axis only, so
                                   bending has E and not lam + 2 mu: no Poisson locking. Section strains, their coupling, bending and torsion
                                   at 2 Gauss points: r_y turns linearly between the nodes, so its length can be one at two points only (at
                                   three, curved beams would lock). Stretch and shear at the 3 Lobatto points: there r_x, which is quadratic,
                                   can equal the section's normal at each; with two points it would have a mode without energy.
   Sections after Gerstmayr, Matikainen & Mikkola (2008), Nachbagauer, Gruber & Gerstmayr (2013). Order h^2 in displacement: r_y is
   linear, so curvature and twist are constant in an element (tip load: deflection low by 1/(4 n^2)).
   limits: section constant along the element, reference axis straight or mildly curved.
   verified by: battery, t220 (force oracle, mass), t225, tests/studies/thick_beams.py, studies/tian2010 */
#include "ancf.h"
#include "section.h"

#include <stdio.h>
#include <string.h>

#include "rod.h"

#define GUD_STRAIN_VECTORS 8
#define GUD_STRAIN_MEASURE rod_measure
#include "strain_kernel.h"

#include "pack.h"

#include "meshes/cells/cells.h"

enum { NV = GUD_STRAIN_VECTORS };

/* clang-format off */
static const GudParam params[] = {
  GUD_BEAM_PARAMS,
  {"shear_factor",   GUD_REAL,   GUD_NUMBER, GUD_POSITIVE, GUD_ABSENT,     GUD_BEAM_AT(shear_factor),   NULL, "locking_free: shear factor (default: Cowper's, from the section)"},
  {"torsion_factor", GUD_REAL,   GUD_NUMBER, GUD_POSITIVE, GUD_ABSENT,     GUD_BEAM_AT(torsion_factor), NULL, "locking_free: torsion constant divided by Iy + Iz (default: Saint-Venant's)"},
  {"formulation",    GUD_CHOICE, GUD_NUMBER, GUD_ANY,      "locking_free", GUD_BEAM_AT(formulation),    GUD_FORMULATION_WORDS, "elastic forces: structural strains on the axis, or the volume integral of the paper (it locks for nu != 0)"},
  GUD_AXIAL_PARAM,
};
/* continuum: fields are the columns of F */
static const GudStrainTerm  green[]           = {{0,0,0,.5}, {1,1,1,.5}, {2,2,2,.5}, {3,1,2,1}, {4,0,2,1}, {5,0,1,1}};
static const GudStrainGroup volume[]          = {{0, 7, {7, 7, 7, 010, 020, 040}, NULL, 0}};
static const unsigned       all[]             = {0xFF, 0xFF, 0xFF};
enum { STATIONS = 5 };
static const GudStrainTable continuum         = GUD_STRAIN_TABLE(3, NV, 3, 6, green, GUD_COUNT(green), STATIONS * GUD_SECTION_MAX_POINTS, 1, volume, all, NULL);
/* locking_free: (A4), (A5); vectors r, r_x, r_y, r_z of both nodes */
static const GudStrainTerm  axis[]            = {ROD_TERMS};
enum { XX = 1 << ROD_XX };
static const unsigned       touch[]           = {0x33, 0x44, 0x88, 0x44, 0x88}, from[] = {0x02, 0x04, 0x08, 0, 0}, to[] = {0x20, 0x40, 0x80, 0, 0};
#define LOBATTO(touch) {1, 7, {[ROD_YY] = ROD_YY_AXIS, [ROD_ZZ] = ROD_ZZ_AXIS, ROD_COUPLE_AXIS}, touch, ROD_AXIS}
static const GudStrainGroup two_and_three[]   = {
  {2, 0x1F, {[ROD_YY] = ROD_YY_TURN | XX, [ROD_ZZ] = ROD_ZZ_TURN | XX, ROD_COUPLE_TURN, [ROD_XX] = XX | ROD_L}, NULL, ROD_TURN | ROD_SECTION},
  LOBATTO(from), LOBATTO(NULL), LOBATTO(to)};
static const GudStrainTable structural        = GUD_STRAIN_TABLE(3, NV, ROD_FIELDS, ROD_STRAINS, axis, GUD_COUNT(axis), 5, 4, two_and_three, touch, NULL);
/* clang-format on */

/* data: length, alpha, formulation, section A, Iy, Iz, sizes along y and z, mass matrix, then the strain data */
enum { D_LENGTH, D_ALPHA, D_FORM, D_A, D_IY, D_IZ, D_W, D_H, D_MASS, D_STRAIN = D_MASS + NV * NV };

#ifdef GUD_PACK
GUD_ALWAYS GudStatus sums(const double *data, GudScalar (*Q)[3], GudScalar (*r)[3], GudScalar *ledger)
{
  return pack_strains(&structural, data + D_STRAIN, Q, r, ledger);
}
GUD_PACK_DEFINE(ancf_beam3d, sums,
                data[D_ALPHA] != 0 || data[D_STRAIN + GUD_STRAIN_BETA] != 0 ||
                  data[D_FORM] == GUD_FORMULATION_CONTINUUM)
#else
static void shape_functions(double l, const double xi[3], double *s, double (*ds)[3])
{
  double a[4], ax[4], b[2], bx[2];
  ancf_axis_shape(l, xi[0], a, ax, b, bx);
  memset(ds, 0, sizeof(double) * 3 * NV);
  for (int n = 0; n < 2; n++) { /* d/dxi = l d/dx */
    s[4 * n] = a[2 * n], s[4 * n + 1] = a[2 * n + 1], s[4 * n + 2] = xi[1] * b[n],
          s[4 * n + 3] = xi[2] * b[n];
    ds[4 * n][0] = l * ax[2 * n], ds[4 * n + 1][0] = l * ax[2 * n + 1];
    ds[4 * n + 2][0] = l * xi[1] * bx[n], ds[4 * n + 3][0] = l * xi[2] * bx[n];
    ds[4 * n + 2][1] = b[n], ds[4 * n + 3][2] = b[n];
  }
}

static void shape(const GudElementType *self, const double *data, const double xi[3], double *s,
                  double (*ds)[3])
{
  (void)self;
  shape_functions(data[D_LENGTH], xi, s, ds);
}

static void fill_mass(const GudBeamParams *p, const GudSection *s, double *data) /* (A2) */
{
  double x[5], w[5], a[4], ax[4], b[2], bx[2], l = data[D_LENGTH], *m = data + D_MASS;
  memset(m, 0, sizeof(double) * NV * NV);
  gud_gauss(4, x, w);
  for (int g = 0; g < 4; g++) {
    ancf_axis_shape(l, x[g], a, ax, b, bx);
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 4; j++)
        m[NV * (4 * (i / 2) + i % 2) + 4 * (j / 2) + j % 2] += p->density * s->A * l * w[g] * a[i] * a[j];
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++) {
        m[NV * (4 * i + 2) + 4 * j + 2] += p->density * s->mz * l * w[g] * b[i] * b[j];
        m[NV * (4 * i + 3) + 4 * j + 3] += p->density * s->my * l * w[g] * b[i] * b[j];
      }
  }
}

/* Gradients of the shape functions in the reference configuration: dX/dxi inverted at each point (A3). */
static GudStatus fill_continuum(const GudBeamParams *p, const GudSection *s, const double (*Q0)[3],
                                double *data, char *why)
{
  double *sd = data + D_STRAIN, lam = p->E * p->nu / ((1 + p->nu) * (1 - 2 * p->nu)),
         mu = 0.5 * p->E / (1 + p->nu);
  double x[5], w[5], yz[GUD_SECTION_MAX_POINTS][2], wa[GUD_SECTION_MAX_POINTS];
  int    num = gud_section_points(p, s, 3, yz, wa);
  if (!num) {
    snprintf(why, 200, "formulation continuum needs the shape of the section, not its numbers");
    return GUD_FATAL;
  }
  gud_strain_begin(&continuum, p->beta, sd);
  double *D = gud_strain_add_group(&continuum, sd);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) D[6 * i + j] = lam + (i == j ? 2 * mu : 0);
  for (int i = 3; i < 6; i++) D[7 * i] = mu; /* conjugate to 2 E_ij */
  gud_gauss(5, x, w);
  for (int g = 0; g < 5; g++)
    for (int k = 0; k < num; k++) {
      double xi[3] = {x[g], yz[k][0], yz[k][1]}, sh[NV], ds[NV][3], X[3][3] = {{0}}, inv[3][3], det;
      shape_functions(data[D_LENGTH], xi, sh, ds);
      for (int i = 0; i < NV; i++)
        for (int c = 0; c < 3; c++)
          for (int e = 0; e < 3; e++) X[c][e] += Q0[i][c] * ds[i][e];
      det = X[0][0] * (X[1][1] * X[2][2] - X[1][2] * X[2][1]) -
            X[0][1] * (X[1][0] * X[2][2] - X[1][2] * X[2][0]) +
            X[0][2] * (X[1][0] * X[2][1] - X[1][1] * X[2][0]);
      if (!(det > 0)) {
        snprintf(why, 200,
                 "the beam is curved more sharply than its section allows (the reference element is folded)");
        return GUD_FATAL;
      }
      for (int c = 0; c < 3; c++)
        for (int e = 0; e < 3; e++) {
          int c1 = (c + 1) % 3, c2 = (c + 2) % 3, e1 = (e + 1) % 3, e2 = (e + 2) % 3;
          inv[e][c] = (X[c1][e1] * X[c2][e2] - X[c1][e2] * X[c2][e1]) / det;
        }
      double *N = gud_strain_add_point(&continuum, sd, w[g] * wa[k] * det, 0);
      for (int f = 0; f < 3; f++)
        for (int i = 0; i < NV; i++)
          N[f * NV + i] = ds[i][0] * inv[0][f] + ds[i][1] * inv[1][f] + ds[i][2] * inv[2][f];
    }
  return gud_strain_finish(&continuum, sd, Q0);
}

static GudStatus fill_structural(const GudBeamParams *p, const GudSection *s, const double (*Q0)[3],
                                 double *data) /* (A4), (A5) */
{
  double *sd = data + D_STRAIN, l = data[D_LENGTH], lam = p->E * p->nu / ((1 + p->nu) * (1 - 2 * p->nu)),
         G           = 0.5 * p->E / (1 + p->nu);
  double ky          = isnan(p->shear_factor) ? s->ky : p->shear_factor,
         kz          = isnan(p->shear_factor) ? s->kz : p->shear_factor;
  double           J = isnan(p->torsion_factor) ? s->J : p->torsion_factor * (s->Iy + s->Iz), x[5], w[5];
  static const int normal[3] = {ROD_XX, ROD_YY, ROD_ZZ};
  gud_strain_begin(&structural, p->beta, sd);
  double *D = gud_strain_add_group(&structural, sd); /* 2 points */
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) D[ROD_AT(normal[i], normal[j])] = s->A * (lam + (i == j ? 2 * G : 0));
  D[ROD_AT(ROD_XX, ROD_XX)] -= p->E * s->A; /* what is left is positive semidefinite: E is the axial modulus
                                               with free section strains */
  D[ROD_AT(ROD_T, ROD_T)] = G * J, D[ROD_AT(ROD_YZ, ROD_YZ)] = G * s->A;
  D[ROD_AT(ROD_BY, ROD_BY)] = p->E * s->Iz, D[ROD_AT(ROD_BZ, ROD_BZ)] = p->E * s->Iy;
  rod_constants(sd, p->axial, pow(l, 4) / 180);
  for (int g = 0; g < 3; g++) { /* 3 points */
    D                       = gud_strain_add_group(&structural, sd);
    D[ROD_AT(ROD_V, ROD_V)] = p->E * s->A, D[ROD_AT(ROD_AY, ROD_AY)] = ky * G * s->A,
                    D[ROD_AT(ROD_AZ, ROD_AZ)] = kz * G * s->A;
  }
  for (int rule = 0; rule < 2; rule++) {
    if (rule) gud_lobatto3(x, w);
    else gud_gauss(2, x, w);
    for (int g = 0; g < 2 + rule; g++) {
      double  a[4], ax[4], b[2], bx[2];
      double *N = gud_strain_add_point(&structural, sd, l * w[g], rule ? 1 + g : 0);
      ancf_axis_shape(l, x[g], a, ax, b, bx);
      for (int n = 0; n < 2; n++) {
        N[4 * n] = ax[2 * n], N[4 * n + 1] = ax[2 * n + 1];           /* r_x */
        N[NV + 4 * n + 2] = b[n], N[2 * NV + 4 * n + 3] = b[n];       /* r_y, r_z */
        N[3 * NV + 4 * n + 2] = bx[n], N[4 * NV + 4 * n + 3] = bx[n]; /* r_y', r_z' */
      }
    }
  }
  if (gud_strain_finish(&structural, sd, Q0) != GUD_OK) return GUD_FATAL;
  return strain_reference(&structural, sd);
}

static int data_size(const GudElementType *self, const void *vp)
{
  (void)self;
  const GudBeamParams *p = vp;
  return D_STRAIN +
         gud_strain_data_size(p->formulation == GUD_FORMULATION_CONTINUUM ? &continuum : &structural);
}

static GudStatus setup(const GudElementType *self, const void *vp, const GudPlacement *place, double *data,
                       char *why)
{
  (void)self;
  const GudBeamParams *p = vp;
  GudSection           s;
  if (gud_section_properties(p, &s, why) != GUD_OK || gud_section_in_space(&s, why) != GUD_OK)
    return GUD_FATAL;
  data[D_LENGTH] = ancf_axis_length(place->Q0, 4), data[D_ALPHA] = p->alpha, data[D_FORM] = p->formulation;
  data[D_A] = s.A, data[D_IY] = s.Iy, data[D_IZ] = s.Iz, data[D_W] = s.w, data[D_H] = s.h;
  fill_mass(p, &s, data);
  if (p->formulation == GUD_FORMULATION_CONTINUUM) return fill_continuum(p, &s, place->Q0, data, why);
  return fill_structural(p, &s, place->Q0, data);
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
  const double *sd = data + D_STRAIN;
  gud_strain_drag(NV, 3, data[D_ALPHA], data + D_MASS, Qt, r, ledger);
  if (data[D_FORM] == GUD_FORMULATION_CONTINUUM) return strain_forces(&continuum, 0, 0, sd, Q, Qt, r, ledger);
  return strain_forces(&structural, 0, 0, sd, Q, Qt, r, ledger);
}

static GudStatus tangent(const GudElementType *self, const double *data, GudScalar (*Q)[3],
                         GudScalar (*Qt)[3], double cq, double cv, GudScalar *K)
{
  (void)self;
  const double *sd = data + D_STRAIN, co[2] = {cq, cv};
  gud_strain_drag_tangent(NV, 3, cv * data[D_ALPHA], data + D_MASS, K);
  if (data[D_FORM] == GUD_FORMULATION_CONTINUUM) return strain_tangent(&continuum, 0, 0, sd, Q, Qt, co, K);
  return strain_tangent(&structural, 0, 0, sd, Q, Qt, co, K);
}

/* Section forces along the axis and the stress at (y, z): locking_free from the conjugates of the strains, continuum by
   summing the second Piola-Kirchhoff stress over the section at the five stations. */

static void structural_forces(const double *data, GudScalar (*Q)[3], GudStations at[2])
{
  GudStrainPoint pt[5], *o = pt;
  double         w[5];
  strain_points(&structural, 0, 0, data + D_STRAIN, Q, pt);
  at[0].n = 2, at[1].n = 3;
  gud_gauss(2, at[0].x, w);
  gud_lobatto3(at[1].x, w);
  for (int group = 0; group < 2; group++)
    for (int g = 0; g < at[group].n; g++, o++) {
      double *v = at[group].v[g];
      rod_forces(o, v);
    }
}

static void continuum_forces(const double *data, GudScalar (*Q)[3], GudStations *at)
{
  const double  *sd  = data + D_STRAIN;
  int            num = (int)sd[GUD_STRAIN_POINTS] / STATIONS;
  double         w[5], len                                 = data[D_LENGTH];
  GudStrainPoint pt[STATIONS * GUD_SECTION_MAX_POINTS], *o = pt;
  at->n = STATIONS;
  gud_gauss(STATIONS, at->x, w);
  strain_points(&continuum, 0, 0, sd, Q, pt);
  for (int g = 0; g < STATIONS; g++) {
    double *f = at->v[g];
    for (int k = 0; k < num; k++, o++) {
      const double *p = gud_strain_point(&continuum, sd, g * num + k), *N = p + 2 + 6;
      double        s[6], da = p[0] / (w[g] * len);   /* area of the point, from its volume */
      double        y = -N[2] * len, z = -N[3] * len; /* N_x of y(1 - xi) is -y/l */
      for (int n = 0; n < 6; n++) s[n] = gud_re(o->sigma[n]), f[8] += 0.5 * da * gud_re(o->e[n]) * s[n];
      f[0] += da * s[0], f[1] += da * s[5], f[2] += da * s[4];
      f[3] += da * (y * s[4] - z * s[5]), f[4] += da * z * s[0], f[5] -= da * y * s[0];
    }
  }
}

static void field(const GudElementType *self, const double *data, GudScalar (*Q)[3], int num,
                  const double (*xi)[3], double *out)
{
  (void)self;
  GudStations at[2] = {{0}, {0}};
  if (data[D_FORM] == GUD_FORMULATION_CONTINUUM) continuum_forces(data, Q, at);
  else structural_forces(data, Q, at);
  gud_beam_field_values(data + D_A, at, num, xi, out);
}

static void draw(const GudElementType *self, const void *vp, const double *data, GudDraw *d)
{
  (void)self, (void)data;
  gud_section_draw(vp, d);
}

static const int translation[NV] = {1, 0, 0, 0, 1, 0, 0, 0}, node_vec[] = {0, 1, 2, 3};

#ifdef GUD_HAVE_PACKS
GudStatus        gud_pack_ancf_beam3d(const double *data, const double *Q, double *r, double *energy);
#endif

const GudElementType gud_element_ancf_beam3d = {
  .info      = {"ancf_beam3d", "ANCF beam in space, two nodes, 24 coordinates", "shabana2001", GUD_3D, params,
                GUD_COUNT(params), sizeof(GudBeamParams)},
  .claims    = GUD_CLAIM_ROTATION | GUD_CLAIM_MOMENTUM | GUD_CLAIM_SYMMETRIC | GUD_CLAIM_ENERGY,
  .lost      = gud_beam_lost,
  .num_vec   = NV,
  .cell      = &gud_cell_line2,
  .per_node  = 4,
  .node_vec  = node_vec,
  .data_size = data_size,
  .translation = translation,
  .setup       = setup,
  .mass        = mass,
  .shape       = shape,
  .residual    = residual,
  .tangent     = tangent,
  .pack        = GUD_PACK_OF(ancf_beam3d),
  .num_fields  = GUD_BEAM_FIELDS,
  .fields      = gud_beam_fields,
  .field       = field,
  .draw        = draw,
};
#endif
