/* What the two cables share (gradient-deficient ANCF: r and r_x at two nodes; Gerstmayr & Shabana 2006):
   axial stiffness and bending of the axis, nothing else: no shear, no torsion, no rotary inertia, no section
   that could deform.

   (C1) r = sum s_i Q_i, cubic Hermite in x;  M = rho A int s s^T dx (x) 1, constant
   (C2) V = int 1/2 E A (eps - eps0)^2 + 1/2 E I (kappa - kappa0)^2 dx,   eps = 1/2 (r_x.r_x - 1)
   (C3) K = r_x x r_xx/(r_x.r_x) = t x t',  kappa = K_z in the plane (signed), |K| in space
        This is the material measure: angle per *reference* length. Gerstmayr & Shabana's r_x x r_xx/|r_x|^3
        is the angle per deformed length; the two agree without stretch. With (C3) the moment E I K is
        conjugate to the angle whatever the stretch, and a pure moment bends without stretching; the other
        form then gives an axial force -E I kappa^2 per unit of stretch that no cross-section has (Gerstmayr &
        Irschik 2008).
   (C4) In space and for kappa0 = 0:  V = 1/2 E I K.K, smooth. Else kappa = sqrt(K.K + d^2), d = kappa0/1000,
        smooth where the cable is bent straight. There is no memory of the plane of bending: without a frame
        nobody knows it.
   (C5) Kelvin-Voigt: moment m = E I (... + beta kappa'). In space kappa' K/|K| = K (K.K')/(K.K): only a
        change of |K| is damped. A turning of the plane of bending is not: it cannot be distinguished from a rigid
        rotation about the tangent. A straight cable (|K| l < 1e-9) has no such plane: there the damping is
        beta E I K' in all directions, the linear limit.
   (C6) With z = (u, w) = (r_x, r_xx), p = u.u:  dK = (du x w + u x dw - 2 K u.du)/p = B dz
        force on z: f = B^T m, that is f_u = (w x m - 2 (m.K) u)/p, f_w = (m x u)/p
        m . d2K = [m.(du x dw) twice - (f dp + dp f) - 2 (m.K) du.du]/p,  dp = 2 u.du
        tangent: B^T (dm/dK B + dm/dK' T) + m . d2K,  T = dK'/dz = d2K z'
   Integration: eps at 3 Lobatto points (both nodes and the middle), K at 2 Gauss points. r_x is quadratic: its
   length can be one at 3 points. At Gauss points that takes 3 of the 4 freedoms that an element adds in the
   plane, at Lobatto points 2, because the nodes are shared: no membrane locking (elastica, 8 elements: error
   ten times smaller), and no mode without energy (8 - 3 = 3 + 2; 12 - 5 = 3 + 4). Order h^4; small loads: nodes
   exact. limits: with a curved reference in space see (C4). */
#ifndef GUD_CABLE_H
#define GUD_CABLE_H

#include "contract/element.h"
#include "section.h"

#include "meshes/cells/cells.h"

enum { GUD_CABLE_VEC = 4 };

/* dim: 2 or 3 */
int       gud_cable_data_size(void);
GudStatus gud_cable_setup(int dim, const GudBeamParams *p, const double (*Q0)[3], double *data, char *why);
void      gud_cable_mass(const GudElementType *self, const double *data, double *m);
void      gud_cable_shape(const GudElementType *self, const double *data, const double xi[3], double *s,
                          double (*ds)[3]);
void      gud_cable_draw(const GudElementType *self, const void *params, const double *data, GudDraw *draw);
GudStatus gud_cable_residual(int dim, const double        *data, GudScalar (*Q)[3], GudScalar (*Qt)[3],
                             GudScalar (*r)[3], GudScalar *ledger);
GudStatus gud_cable_tangent(int dim, const double *data, GudScalar (*Q)[3], GudScalar (*Qt)[3],
                            const double c[2], GudScalar *K); /* c: cq, cv */
/* axial force, bending moment, energy per length and the largest axial stress of the section, at xi */
enum { GUD_CABLE_FIELDS = 4 };
extern const GudOutput gud_cable_fields[GUD_CABLE_FIELDS];
void gud_cable_field(int dim, const double *data, GudScalar (*Q)[3], int num, const double (*xi)[3],
                     double *out);

/* The element type, but for its name, from functions named energy, residual ... in the file that uses it. */
#define GUD_CABLE_KERNELS(dimension)                                                                         \
  static int data_size(const GudElementType *self, const void *p)                                            \
  {                                                                                                          \
    (void)self;                                                                                              \
    (void)p;                                                                                                 \
    return gud_cable_data_size();                                                                            \
  }                                                                                                          \
  static GudStatus setup(const GudElementType *self, const void *p, const GudPlacement *place, double *data, \
                         char *why)                                                                          \
  {                                                                                                          \
    (void)self;                                                                                              \
    return gud_cable_setup(dimension, p, place->Q0, data, why);                                              \
  }                                                                                                          \
  static GudStatus residual(const GudElementType *self, const double *data, GudScalar(*Q)[3],                \
                            GudScalar(*Qt)[3], GudScalar(*r)[3], GudScalar *ledger)                          \
  {                                                                                                          \
    (void)self;                                                                                              \
    return gud_cable_residual(dimension, data, Q, Qt, r, ledger);                                            \
  }                                                                                                          \
  static GudStatus tangent(const GudElementType *self, const double *data, GudScalar(*Q)[3],                 \
                           GudScalar(*Qt)[3], double cq, double cv, GudScalar *K)                            \
  {                                                                                                          \
    (void)self;                                                                                              \
    const double c[2] = {cq, cv};                                                                            \
    return gud_cable_tangent(dimension, data, Q, Qt, c, K);                                                  \
  }                                                                                                          \
  static void field(const GudElementType *self, const double *data, GudScalar(*Q)[3], int num,               \
                    const double(*xi)[3], double *out)                                                       \
  {                                                                                                          \
    (void)self;                                                                                              \
    gud_cable_field(dimension, data, Q, num, xi, out);                                                       \
  }                                                                                                          \
  static const int translation[GUD_CABLE_VEC] = {1, 0, 1, 0}, node_vec[] = {0, 1};

#define GUD_CABLE_TYPE                                                                                      \
  .claims = GUD_CLAIM_ROTATION | GUD_CLAIM_MOMENTUM | GUD_CLAIM_SYMMETRIC | GUD_CLAIM_ENERGY,               \
  .lost = gud_beam_lost, .num_vec = GUD_CABLE_VEC, .cell = &gud_cell_line2, .per_node = 2,                  \
  .node_vec = node_vec, .axis_only = 1, .data_size = data_size, .translation = translation, .setup = setup, \
  .mass = gud_cable_mass, .shape = gud_cable_shape, .residual = residual, .tangent = tangent,               \
  .num_fields = GUD_CABLE_FIELDS, .fields = gud_cable_fields, .field = field, .draw = gud_cable_draw

#endif
