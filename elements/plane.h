/* What the quadrilaterals share: parameters, integration, mass. Each element brings its shape functions.

   (Q1) F = sum Q_i (x) grad N_i;  large: Green strain E11, E22, 2 E12 = 1/2 (F^T F - 1), total Lagrangian;
        linear: symmetric part of F - 1 (no rotation: for parts that stay nearly parallel to their start)
   (Q2) material svk, St. Venant-Kirchhoff: plane stress D = E/(1-nu^2) [1 nu; nu 1; (1-nu)/2], plane strain: lam, mu; times
        thickness. neo_hookean: material.h, with the same mu and lam, Green strain only
   (Q3) mass: consistent rho t int N_i N_j, or lumped: diagonal scaled to the total (row sums for four nodes, HRZ else)
   (Q4) quad4, enhanced (Simo & Rifai 1990; on the Green strain: Klinkel & Wagner 1997): strain E + M a, (E7), four modes
        M = (j0/j) J0^-T [xi 0; 0 0] J0^-1, [0 0; 0 eta], 1/2 [0 xi; xi 0], 1/2 [0 eta; eta 0] in its place;
        J = dX/d(xi, eta), j = det J, 0: in the centre. A constant stress does no work on M, so that patches of any shape are
        exact. a depends on E alone: a rigid motion gives no force.
   (Q5) output: Cauchy stress F S F^T/det F, thickness included; F = R U with R of (Q1) and U^2 = 1 + 2 (E + M a) */
#ifndef GUD_PLANE_H
#define GUD_PLANE_H

#include "material.h"

#include "contract/element.h"

enum { GUD_PLANE_STRESS, GUD_PLANE_STRAIN };
enum { GUD_STRAIN_LARGE, GUD_STRAIN_LINEAR };

typedef struct {
  double E, nu, density, thickness, alpha, beta;
  int    state, strain, lumped, material, enhanced;
} GudPlaneParams;

/* clang-format off */
#define GUD_PLANE_AT(field) offsetof(GudPlaneParams, field)
#define GUD_PLANE_PARAMS \
  {"E",         GUD_REAL,   GUD_PRESSURE,  GUD_POSITIVE,    NULL,         GUD_PLANE_AT(E),         NULL, "Young's modulus"}, \
  {"nu",        GUD_REAL,   GUD_NUMBER,    GUD_ANY,         "0.3",        GUD_PLANE_AT(nu),        NULL, "Poisson's ratio, above -1 and below 0.5"}, \
  {"density",   GUD_REAL,   GUD_DENSITY,   GUD_POSITIVE,    NULL,         GUD_PLANE_AT(density),   NULL, "density"}, \
  {"thickness", GUD_REAL,   GUD_LENGTH,    GUD_POSITIVE,    "1 m",        GUD_PLANE_AT(thickness), NULL, "thickness"}, \
  {"state",     GUD_CHOICE, GUD_NUMBER,    GUD_ANY,         "plane_stress", GUD_PLANE_AT(state),   "plane_stress|plane_strain", "what happens across the thickness"}, \
  {"strain",    GUD_CHOICE, GUD_NUMBER,    GUD_ANY,         "large",      GUD_PLANE_AT(strain),    "large|linear", "large: Green strain, any rotation; linear: small strain and rotation"}, \
  {"material",  GUD_CHOICE, GUD_NUMBER,    GUD_ANY,         "svk",        GUD_PLANE_AT(material),  GUD_LAW_WORDS, "svk: St. Venant-Kirchhoff, small strain; neo_hookean: any strain, compressible"}, \
  {"mass",      GUD_CHOICE, GUD_NUMBER,    GUD_ANY,         "consistent", GUD_PLANE_AT(lumped),    "consistent|lumped", "mass matrix"}, \
  {"beta",      GUD_REAL,   GUD_TIME,      GUD_NONNEGATIVE, "0",          GUD_PLANE_AT(beta),      NULL, "stiffness-proportional damping (Kelvin-Voigt, survives rotation)"}, \
  {"alpha",     GUD_REAL,   GUD_FREQUENCY, GUD_NONNEGATIVE, "0",          GUD_PLANE_AT(alpha),     NULL, "mass-proportional damping (drags the rigid motion too)"}
/* clang-format on */

enum { GUD_PLANE_MAX_NODES = 9, GUD_PLANE_MAX_POINTS = 9, GUD_PLANE_MODES = 4 };

/* Shape functions of a quadrilateral at (xi, eta) in [-1, 1]^2 and their derivatives. */
typedef void (*GudPlaneShape)(double xi, double eta, double *N, double (*dN)[2]);

typedef struct {
  int            nodes, gauss; /* gauss: points per direction, gauss^2 <= GUD_PLANE_MAX_POINTS */
  GudPlaneShape  shape;
  GudStrainTable large, linear;
} GudPlane;

int       plane_data_size(const GudPlane *q, const GudPlaneParams *p);
GudStatus plane_setup(const GudPlane *q, const GudPlaneParams *p, const double (*Q0)[3], double *data,
                      char *why);
void      plane_mass(const GudPlane *q, const double *data, double *m);
void      plane_shape(const GudPlane *q, const double xi[3], double *s, double (*ds)[3]);
GudScalar plane_energy(const GudPlane *q, const double *data, GudScalar (*Q)[3]);
GudScalar plane_dissipation(const GudPlane *q, const double *data, GudScalar (*Q)[3], GudScalar (*Qt)[3]);
GudStatus plane_residual(const GudPlane *q, const double *data, GudScalar (*Q)[3], GudScalar (*Qt)[3],
                         GudScalar (*r)[3]);
GudStatus plane_tangent(const GudPlane *q, const double *data, GudScalar (*Q)[3], GudScalar (*Qt)[3],
                        double cq, double cv, GudScalar *K);

/* Green strain, second Piola-Kirchhoff and Cauchy stress, von Mises stress (plane strain: with the stress across), energy
   per reference volume: recovered from the integration points by Lagrange polynomials. (Q5) */
enum { GUD_PLANE_FIELDS = 11 };
extern const char *const gud_plane_fields[GUD_PLANE_FIELDS];
void plane_field(const GudPlane *q, const double *data, GudScalar (*Q)[3], int num, const double (*xi)[3],
                 double *out);

/* Small strain: forces are affine in the coordinates. */
int plane_linear(const double *data);
/* Claims that parameters take away: linear strain is not invariant, a drag is no internal force. */
unsigned plane_lost(const void *params);

/* The strain tables of an element with n nodes and g x g points. */
extern const GudStrainTerm gud_plane_green[3], gud_plane_linear[4];
extern const double        gud_plane_axes[4][3];
#define GUD_PLANE_TABLES(n, g)                                                                                \
  .large  = GUD_STRAIN_TABLE(2, n, 2, 3, gud_plane_green, 3, GUD_AT_MOST((g) * (g), GUD_PLANE_MAX_POINTS), 1, \
                             NULL),                                                                           \
  .linear = GUD_STRAIN_TABLE(2, n, 4, 3, gud_plane_linear, 4, (g) * (g), 1, gud_plane_axes)

/* The functions of the contract for one element with the table params[]: thin calls of the above with its own GudPlane. */
#define GUD_PLANE_ELEMENT(plane, word, text, kind, list)                                                  \
  static int data_size(const void *p)                                                                     \
  {                                                                                                       \
    return plane_data_size(&plane, p);                                                                    \
  }                                                                                                       \
  static GudStatus setup(const void *p, const GudPlacement *place, double *data, char *why)               \
  {                                                                                                       \
    return plane_setup(&plane, p, place->Q0, data, why);                                                  \
  }                                                                                                       \
  static void mass(const double *data, double *m)                                                         \
  {                                                                                                       \
    plane_mass(&plane, data, m);                                                                          \
  }                                                                                                       \
  static void shape(const double *data, const double xi[3], double *s, double(*ds)[3])                    \
  {                                                                                                       \
    (void)data;                                                                                           \
    plane_shape(&plane, xi, s, ds);                                                                       \
  }                                                                                                       \
  static GudScalar energy(const double *data, GudScalar(*Q)[3])                                           \
  {                                                                                                       \
    return plane_energy(&plane, data, Q);                                                                 \
  }                                                                                                       \
  static GudScalar dissipation(const double *data, GudScalar(*Q)[3], GudScalar(*Qt)[3])                   \
  {                                                                                                       \
    return plane_dissipation(&plane, data, Q, Qt);                                                        \
  }                                                                                                       \
  static GudStatus residual(const double *data, GudScalar(*Q)[3], GudScalar(*Qt)[3], GudScalar(*r)[3])    \
  {                                                                                                       \
    return plane_residual(&plane, data, Q, Qt, r);                                                        \
  }                                                                                                       \
  static GudStatus tangent(const double *data, GudScalar(*Q)[3], GudScalar(*Qt)[3], double cq, double cv, \
                           GudScalar *K)                                                                  \
  {                                                                                                       \
    return plane_tangent(&plane, data, Q, Qt, cq, cv, K);                                                 \
  }                                                                                                       \
  static void field(const double *data, GudScalar(*Q)[3], int num, const double(*xi)[3], double *out)     \
  {                                                                                                       \
    plane_field(&plane, data, Q, num, xi, out);                                                           \
  }                                                                                                       \
  static const int     translation[] = {1, 1, 1, 1, 1, 1, 1, 1, 1}, node_vec[] = {0};                     \
  const GudElementType list = {                                                                           \
    .info        = {word, text, "bathe1996", GUD_2D, params, GUD_COUNT(params), sizeof(GudPlaneParams)},  \
    .claims      = GUD_CLAIM_ROTATION | GUD_CLAIM_MOMENTUM | GUD_CLAIM_SYMMETRIC | GUD_CLAIM_ENERGY,      \
    .lost        = plane_lost,                                                                            \
    .num_vec     = plane_nodes,                                                                           \
    .cell        = kind,                                                                                  \
    .per_node    = 1,                                                                                     \
    .node_vec    = node_vec,                                                                              \
    .data_size   = data_size,                                                                             \
    .translation = translation,                                                                           \
    .setup       = setup,                                                                                 \
    .mass        = mass,                                                                                  \
    .shape       = shape,                                                                                 \
    .energy      = energy,                                                                                \
    .residual    = residual,                                                                              \
    .tangent     = tangent,                                                                               \
    .linear      = plane_linear,                                                                          \
    .dissipation = dissipation,                                                                           \
    .num_fields  = GUD_PLANE_FIELDS,                                                                      \
    .fields      = gud_plane_fields,                                                                      \
    .field       = field}

#endif
