/* The contract of an element (a rigid body is an element of its own).

   An element has num_vec coordinate vectors Q_k (3 components in 3-D, 2 in 2-D), a constant mass matrix m (x) 1 and
   optionally internal forces and internal constraints between its own vectors. Kernels are pure: no PETSc, malloc,
   I/O, globals. `data` are num_data doubles, computed once by `setup` and constant from then on. */
#ifndef GUD_ELEMENT_H
#define GUD_ELEMENT_H

#include "base/scalar.h"
#include "base/status.h"
#include "contract/cell.h"
#include "contract/output.h"
#include "contract/pack.h"
#include "contract/row.h"
#include "contract/type_info.h"

/* What an element claims; the battery tests each claim, and that an unclaimed one really fails. */
enum {
  GUD_CLAIM_ROTATION  = 1, /* rigid motion costs no energy and gives no force */
  GUD_CLAIM_MOMENTUM  = 2, /* internal forces sum to zero (force and moment) */
  GUD_CLAIM_SYMMETRIC = 4, /* tangent by position is symmetric */
  GUD_CLAIM_ENERGY    = 8  /* forces derive from the energy of the ledger */
};

enum { GUD_MAX_ELEMENT_VECTORS = 32, GUD_MAX_ELEMENT_FIELDS = 32 };

/* Position of a body at the start: r(X) = origin + R X, velocity of the origin and spin in space axes. */
typedef struct {
  double origin[3];
  double R[9]; /* row-major, columns are the body axes in space */
  double velocity[3];
  double spin[3];
  const double (*Q0)[3]; /* elements of a mesh: reference coordinates (num_vec x 3), in space; else NULL */
} GudPlacement;

/* One marker weight: S = a 1 + b J (b only in 2-D). */
typedef struct {
  double a, b;
} GudWeight;

/* The drawing of a body: what the VTK output makes of it. Sizes in body axes. */
typedef enum { GUD_DRAW_NONE, GUD_DRAW_BOX, GUD_DRAW_CYLINDER, GUD_DRAW_SPHERE, GUD_DRAW_ROD } GudDrawKind;
typedef struct {
  GudDrawKind kind;
  double      size[3];   /* box: edges; cylinder: radius, -, length (axis z); sphere: radius; rod: radius */
  double      centre[3]; /* in body axes, seen from the element's reference point */
  double      axis[3];   /* cylinder, rod: unit axis in body axes */
  double      length;    /* rod */
} GudDraw;

typedef struct GudElementType GudElementType;
struct GudElementType {
  GudTypeInfo info;
  unsigned    claims;
  unsigned (*lost)(
    const GudElementType *self,
    const void           *params);   /* claims that these parameters take away (drag: momentum). Optional */
  int            num_vec;  /* coordinate vectors */
  const GudCell *cell;     /* mesh cell that becomes this element; NULL: the body is one element */
  int            per_node; /* meshes: coordinate vectors of a node; num_vec = nodes of the cell x per_node */
  const int
     *node_vec;    /* per_node entries: 0 position, 1 tangent, 2 and 3 axes of the section: with these (in the
                             plane with 2), joints and forces act on the section (model/section_frame.c) */
  int num_data;    /* doubles of constant data */
  int fixed_frame; /* 1: directions do not follow the body but stay fixed in space (point mass) */
  int
             axis_only; /* 1: no section vectors (cables): in space points and r_x only, in the plane e2 = r_x turned by 90 deg */
  const int *translation; /* num_vec flags: 1 for vectors that a unit translation moves (positions), else 0 */

  /* internal constraints, between the element's own vectors (indices 0..num_vec-1 in GudRow); optional */
  const GudRow *rows;
  int           num_rows;

  /* Doubles of constant data where that depends on the parameters; NULL: num_data. */
  int (*data_size)(const GudElementType *self, const void *params);
  /* From parameters and placement to constant data. On bad input returns GUD_FATAL and writes into why[200]. */
  GudStatus (*setup)(const GudElementType *self, const void *params, const GudPlacement *place, double *data,
                     char *why);
  /* Start values: Q (num_vec x 3) and Q' . */
  void (*start)(const GudElementType *self, const double *data, const GudPlacement *place, double (*Q)[3],
                double (*Qt)[3]);
  /* Mass: m (num_vec x num_vec), row-major; the mass matrix is m (x) 1. */
  void (*mass)(const GudElementType *self, const double *data, double *m);
  /* Map a material point X, or a material direction at X, to weights on the coordinate vectors. */
  void (*point)(const GudElementType *self, const double *data, const double X[3], GudWeight *w);
  void (*direction)(const GudElementType *self, const double *data, const double X[3], const double dir[3],
                    GudWeight *w);

  /* Elements of a mesh, instead of point and direction: shape functions at natural coordinates xi and their
     derivatives by xi. Beams: xi = (axis 0..1, y, z in metres); plane: xi = (those of the cell, 0). */
  void (*shape)(const GudElementType *self, const double *data, const double xi[3], double *s,
                double (*ds)[3]);

  /* Internal force; both optional (a rigid body has none). They add. dim: gud_element_dim().
     residual: r_k += f_int on Q_k (num_vec x 3), ledger[0] += strain energy, ledger[1] += power lost inside the element
     (>= 0), all of one evaluation; r or ledger may be NULL.
     tangent: K += cq dr/dQ + cv dr/dQ' (dim num_vec square, row-major). */
  GudStatus (*residual)(const GudElementType *self, const double *data, GudScalar (*Q)[3], GudScalar (*Qt)[3],
                        GudScalar (*r)[3], GudScalar             *ledger);
  GudStatus (*tangent)(const GudElementType *self, const double *data, GudScalar (*Q)[3], GudScalar (*Qt)[3],
                       double cq, double cv, GudScalar *K);
  GudElementPack pack; /* forces and energies of several elements at once (contract/pack.h). Optional */
  /* 1: with these data the residual is affine in Q and Q', so that the tangent is constant. Optional: it is not. */
  int (*linear)(const GudElementType *self, const double *data);

  /* Named scalar fields (stress, strain, section forces) at num natural coordinates, for output: out num x num_fields.
     Optional. Values at nodes are recovered: extrapolated from the integration points, which are evaluated once for all
     places, and averaged over elements in the output. */
  int              num_fields;
  const GudOutput *fields;
  void (*field)(const GudElementType *self, const double *data, GudScalar (*Q)[3], int num,
                const double (*xi)[3], double *out);

  /* Elements of the plane: size across the plane, which a pressure acts on; NaN: not known. Optional. */
  double (*thickness)(const GudElementType *self, const void *params);

  void (*draw)(const GudElementType *self, const void *params, const double *data,
               GudDraw *draw); /* optional; meshes: size of the section */
};

/* Components of an element's tangent: 2 if it exists in the plane only. */
static inline int gud_element_dim(const GudElementType *t)
{
  return t->info.space == GUD_2D ? 2 : 3;
}

#endif
