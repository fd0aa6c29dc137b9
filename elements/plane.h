/* What quadrilaterals and triangles share: parameters, integration, mass. Shape functions and points are those of the cell.

   (Q1) F = sum Q_i (x) grad N_i;  large: Green strain E11, E22, 2 E12 = 1/2 (F^T F - 1), total Lagrangian;
        linear: symmetric part of F - 1 (no rotation: for parts that stay nearly parallel to their start)
   (Q2) material svk, St. Venant-Kirchhoff: plane stress D = E/(1-nu^2) [1 nu; nu 1; (1-nu)/2], plane strain: lam, mu; times
        thickness. neo_hookean: material.h, with the same mu and lam, Green strain only
   (Q3) mass: consistent rho t int N_i N_j, or lumped: diagonal scaled to the total (row sums in order 1, HRZ else)
   (Q4) quad4, enhanced (Simo & Rifai 1990; on the Green strain: Klinkel & Wagner 1997): strain E + M a, (E7), four modes
        M = (j0/j) J0^-T [xi 0; 0 0] J0^-1, [0 0; 0 eta], 1/2 [0 xi; xi 0], 1/2 [0 eta; eta 0] in its place;
        J = dX/d(xi, eta), j = det J, 0: in the centre. A constant stress does no work on M, so that patches of any shape are
        exact. a depends on E alone: a rigid motion gives no force.
   (Q7) quad8, reduced: 2 x 2 Gauss points for everything. Equivalent to a mixed element with a bilinear pressure in each cell (Malkus & Hughes 1978), so that
        nearly incompressible bodies neither lock nor have oscillating pressures, for every law. One cell alone has a deformation without strain at these points
        (hourglass); two cells with a common edge have not
   (Q5) output: Cauchy stress F S F^T/det F, thickness included; F = R U with R of (Q1) and U^2 = 1 + 2 (E + M a)
   (Q6) output of quad8, quad9: strains and stresses at the 2 x 2 Gauss points, where the gradients of a quadratic element are a whole order better
        (Barlow 1976) and its dilatation is not that of the locked modes (nu near 0.5), from the gradients at the 3 x 3 points by biquadratic
        polynomials; from there bilinear, like those of quad4. Von Mises stress from the recovered components, the one across included: never negative */
#ifndef GUD_PLANE_H
#define GUD_PLANE_H

#include "material.h"

#include "contract/element.h"
#include "meshes/cells/cells.h"

enum { GUD_PLANE_STRESS, GUD_PLANE_STRAIN };
enum { GUD_STRAIN_LARGE, GUD_STRAIN_LINEAR };

typedef struct {
  double E, nu, density, thickness, alpha, beta;
  int    state, strain, lumped, material, enhanced, reduced;
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

enum { GUD_PLANE_MAX_POINTS = 9, GUD_PLANE_MODES = 4 };

typedef struct {
  int            nodes;
  int            modes; /* 1: (Q4) is offered */
  const GudCell *cell;
  int            stiffness,
    mass; /* strength of the integration points, at most GUD_PLANE_MAX_POINTS of them for the stiffness */
  GudStrainTable large, linear, law; /* strain: large, linear; material other than svk */
} GudPlane;

/* Data: kind of strain, alpha, mass matrix, strain data. */
enum { GUD_PLANE_KIND, GUD_PLANE_ALPHA, GUD_PLANE_MASS };
static inline const double *gud_plane_strain(const GudPlane *q, const double *data)
{
  return data + GUD_PLANE_MASS + q->nodes * q->nodes;
}

int       gud_plane_data_size(const GudPlane *q, const GudPlaneParams *p);
GudStatus gud_plane_setup(const GudPlane *q, const GudPlaneParams *p, const double (*Q0)[3], double *data,
                          char *why);
void      gud_plane_mass(const GudPlane *q, const double *data, double *m);
void      gud_plane_shape(const GudPlane *q, const double xi[3], double *s, double (*ds)[3]);
/* Green strain, second Piola-Kirchhoff and Cauchy stress, von Mises stress (plane strain: with the stress across), energy
   per reference volume: recovered from the points of strength cell->recovery (2 x 2 Gauss points of a quadrilateral). (Q5), (Q6) */
enum { GUD_PLANE_FIELDS = 11 };
extern const GudOutput gud_plane_fields[GUD_PLANE_FIELDS];
void gud_plane_field(const GudPlane *q, const double *data, const GudStrainPoint *pt, int num,
                     const double (*xi)[3], double *out);

/* Small strain: forces are affine in the coordinates. */
int    gud_plane_is_linear(const GudElementType *self, const double *data);
double gud_plane_thickness(const GudElementType *self, const void *params);
/* Claims that parameters take away: linear strain is not invariant, a drag is no internal force. */
unsigned gud_plane_lost(const GudElementType *self, const void *params);

#endif
