/* The kernels of a plane element, for its file: GUD_STRAIN_VECTORS (its nodes) and the constant GudPlane make loops of fixed
   length of the strain integrator. Equations: plane.h, strain.h. */
#ifndef GUD_PLANE_KERNEL_H
#define GUD_PLANE_KERNEL_H

#include "plane.h"
#include "strain_kernel.h"

/* clang-format off */
static const GudStrainTerm  gud_plane_green[]   = {{0, 0, 0, .5}, {1, 1, 1, .5}, {2, 0, 1, 1}};
static const GudStrainTerm  gud_plane_linear[]  = {{0, 0, 2, 1}, {1, 1, 3, 1}, {2, 0, 3, 1}, {2, 1, 2, 1}}; /* fields 2, 3: axes of space */
static const double         gud_plane_axes[][3] = {{0}, {0}, {1, 0, 0}, {0, 1, 0}};
static const GudStrainGroup gud_plane_hooke[] = {{0, 3, {3, 3, 4}, NULL, 0}}, gud_plane_hooke_linear[] = {{0, 15, {3, 3, 4}, NULL, 0}}, gud_plane_law[] = {{0, 3, {7, 7, 7}, NULL, 0}};
static const unsigned       gud_plane_touch[] = {~0u, ~0u, 0, 0};
/* clang-format on */

/* The strain tables of an element with n nodes and g integration points. */
#define GUD_PLANE_POINTS(g) GUD_AT_MOST(g, GUD_PLANE_MAX_POINTS), 1
#define GUD_PLANE_TABLES(n, g)                                                                             \
  .large  = GUD_STRAIN_TABLE(2, n, 2, 3, gud_plane_green, 3, GUD_PLANE_POINTS(g), gud_plane_hooke,         \
                             gud_plane_touch, NULL),                                                       \
  .linear = GUD_STRAIN_TABLE(2, n, 4, 3, gud_plane_linear, 4, GUD_PLANE_POINTS(g), gud_plane_hooke_linear, \
                             gud_plane_touch, gud_plane_axes),                                             \
  .law    = GUD_STRAIN_TABLE(2, n, 2, 3, gud_plane_green, 3, GUD_PLANE_POINTS(g), gud_plane_law,           \
                             gud_plane_touch, NULL)

/* One of the strain kernels with table, modes and law as constants. */
#define GUD_PLANE_CALL(q, data, kernel, ...)                                                                \
  do {                                                                                                      \
    const double *sd     = gud_plane_strain(q, data);                                                       \
    int           linear = data[GUD_PLANE_KIND] == GUD_STRAIN_LINEAR, enhanced = sd[GUD_STRAIN_MODES] != 0; \
    if (sd[GUD_STRAIN_LAW] != 0) return kernel(&(q)->law, 0, 1, sd, __VA_ARGS__);                           \
    if ((q)->modes && enhanced && linear) return kernel(&(q)->linear, GUD_PLANE_MODES, 0, sd, __VA_ARGS__); \
    if ((q)->modes && enhanced) return kernel(&(q)->large, GUD_PLANE_MODES, 0, sd, __VA_ARGS__);            \
    if (linear) return kernel(&(q)->linear, 0, 0, sd, __VA_ARGS__);                                         \
    return kernel(&(q)->large, 0, 0, sd, __VA_ARGS__);                                                      \
  } while (0)

GUD_ALWAYS GudStatus plane_residual(const GudPlane *q, const double *data, GudScalar (*Q)[3],
                                    GudScalar (*Qt)[3], GudScalar (*r)[3], GudScalar *ledger)
{
  gud_strain_drag(q->nodes, 2, data[GUD_PLANE_ALPHA], data + GUD_PLANE_MASS, Qt, r, ledger);
  GUD_PLANE_CALL(q, data, strain_forces, Q, Qt, r, ledger);
}

GUD_ALWAYS GudStatus plane_tangent(const GudPlane *q, const double *data, GudScalar (*Q)[3],
                                   GudScalar (*Qt)[3], const double co[2], GudScalar *K)
{
  gud_strain_drag_tangent(q->nodes, 2, co[1] * data[GUD_PLANE_ALPHA], data + GUD_PLANE_MASS, K);
  GUD_PLANE_CALL(q, data, strain_tangent, Q, Qt, co, K);
}

GUD_ALWAYS GudStatus plane_points(const GudPlane *q, const double *data, GudScalar (*Q)[3],
                                  GudStrainPoint *pt)
{
  GUD_PLANE_CALL(q, data, strain_points, Q, pt);
}

/* The functions of the contract for one element with the table params[]. */
#define GUD_PLANE_ELEMENT(plane, word, text, list)                                                           \
  static int data_size(const GudElementType *self, const void *p)                                            \
  {                                                                                                          \
    (void)self;                                                                                              \
    return gud_plane_data_size(&plane, p);                                                                   \
  }                                                                                                          \
  static GudStatus setup(const GudElementType *self, const void *p, const GudPlacement *place, double *data, \
                         char *why)                                                                          \
  {                                                                                                          \
    (void)self;                                                                                              \
    return gud_plane_setup(&plane, p, place->Q0, data, why);                                                 \
  }                                                                                                          \
  static void mass(const GudElementType *self, const double *data, double *m)                                \
  {                                                                                                          \
    (void)self;                                                                                              \
    gud_plane_mass(&plane, data, m);                                                                         \
  }                                                                                                          \
  static void shape(const GudElementType *self, const double *data, const double xi[3], double *s,           \
                    double(*ds)[3])                                                                          \
  {                                                                                                          \
    (void)self;                                                                                              \
    (void)data;                                                                                              \
    gud_plane_shape(&plane, xi, s, ds);                                                                      \
  }                                                                                                          \
  static GudStatus residual(const GudElementType *self, const double *data, GudScalar(*Q)[3],                \
                            GudScalar(*Qt)[3], GudScalar(*r)[3], GudScalar *ledger)                          \
  {                                                                                                          \
    (void)self;                                                                                              \
    return plane_residual(&plane, data, Q, Qt, r, ledger);                                                   \
  }                                                                                                          \
  static GudStatus tangent(const GudElementType *self, const double *data, GudScalar(*Q)[3],                 \
                           GudScalar(*Qt)[3], double cq, double cv, GudScalar *K)                            \
  {                                                                                                          \
    (void)self;                                                                                              \
    const double co[2] = {cq, cv};                                                                           \
    return plane_tangent(&plane, data, Q, Qt, co, K);                                                        \
  }                                                                                                          \
  static void field(const GudElementType *self, const double *data, GudScalar(*Q)[3], int num,               \
                    const double(*xi)[3], double *out)                                                       \
  {                                                                                                          \
    (void)self;                                                                                              \
    GudStrainPoint pt[GUD_PLANE_MAX_POINTS];                                                                 \
    plane_points(&plane, data, Q, pt);                                                                       \
    gud_plane_field(&plane, data, pt, num, xi, out);                                                         \
  }                                                                                                          \
  static const int     translation[] = {1, 1, 1, 1, 1, 1, 1, 1, 1}, node_vec[] = {0};                        \
  const GudElementType list = {                                                                              \
    .info        = {word, text, "bathe1996", GUD_2D, params, GUD_COUNT(params), sizeof(GudPlaneParams)},     \
    .claims      = GUD_CLAIM_ROTATION | GUD_CLAIM_MOMENTUM | GUD_CLAIM_SYMMETRIC | GUD_CLAIM_ENERGY,         \
    .lost        = gud_plane_lost,                                                                           \
    .num_vec     = plane_nodes,                                                                              \
    .cell        = PLANE_CELL,                                                                               \
    .per_node    = 1,                                                                                        \
    .node_vec    = node_vec,                                                                                 \
    .data_size   = data_size,                                                                                \
    .translation = translation,                                                                              \
    .setup       = setup,                                                                                    \
    .mass        = mass,                                                                                     \
    .shape       = shape,                                                                                    \
    .residual    = residual,                                                                                 \
    .tangent     = tangent,                                                                                  \
    .linear      = gud_plane_is_linear,                                                                      \
    .num_fields  = GUD_PLANE_FIELDS,                                                                         \
    .fields      = gud_plane_fields,                                                                         \
    .field       = field,                                                                                    \
    .thickness   = gud_plane_thickness}

#endif
