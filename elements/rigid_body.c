/* Rigid body in space, natural coordinates: centre of mass P and three directors d1, d2, d3 along the body axes.

   (N1) r(X) = P + (X1 - G1) d1 + (X2 - G2) d2 + (X3 - G3) d3          X body coordinates, G centre of mass
   (N2) M = diag(m, S) (x) 1,  S_ab = int a b dm about the centre of mass          constant
   (N3) d_i . d_j = delta_ij                                             6 internal constraints
   12 coordinates, 6 freedoms. A slender rod has S of rank one: its spin about its own axis carries no inertia, so
   that a joint has to hold it (the start reports a singular mass matrix otherwise).
   verified by: t200 (inertia), battery, t700 (free body), studies/flores2009 */
#include "rigid_body.h"

#include "base/vec3.h"

#include <string.h>

enum { D_MASS, D_G, D_S = D_G + 3, NUM_DATA = D_S + 9 };

/* clang-format off */
#define AT(field) offsetof(GudRigidParams, field)
static const GudParam params[] = {
  {"mass",    GUD_REAL,   GUD_MASS,    GUD_POSITIVE,    GUD_ABSENT, AT(mass),    NULL, "mass; or give shape and density"},
  {"centre",  GUD_VECTOR, GUD_LENGTH,  GUD_ANY,         "[0,0,0]",  AT(centre),  NULL, "centre of mass in body axes"},
  {"inertia", GUD_MATRIX, GUD_INERTIA, GUD_NONNEGATIVE, GUD_ABSENT, AT(inertia), NULL, "inertia about the centre of mass in body axes; or give a shape"},
  {"shape",   GUD_CHOICE, GUD_NUMBER,  GUD_ANY,         "none",     AT(shape),   GUD_SHAPE_WORDS, "shape: for drawing, and for what is not given of mass and inertia"},
  {"size",    GUD_VECTOR, GUD_LENGTH,  GUD_ANY,         "[0,0,0]",  AT(size),    NULL, "edges of a box"},
  {"radius",  GUD_REAL,   GUD_LENGTH,  GUD_POSITIVE,    GUD_ABSENT, AT(radius),  NULL, "radius of cylinder, sphere or drawn rod"},
  {"length",  GUD_REAL,   GUD_LENGTH,  GUD_POSITIVE,    GUD_ABSENT, AT(length),  NULL, "length of cylinder or rod", GUD_ROLE_SPAN},
  {"along",   GUD_VECTOR, GUD_NUMBER,  GUD_NONZERO,     "[1,0,0]",  AT(along),   NULL, "axis of cylinder or rod in body axes"},
  {"density", GUD_REAL,   GUD_DENSITY, GUD_POSITIVE,    GUD_ABSENT, AT(density), NULL, "density, with a shape"},
};
static const GudRow rows[] = { /* (N3) */
  {GUD_ROW_DOT, 1, -1, 1, -1, 0, GUD_RHS_UNIT}, {GUD_ROW_DOT, 2, -1, 2, -1, 0, GUD_RHS_UNIT},
  {GUD_ROW_DOT, 3, -1, 3, -1, 0, GUD_RHS_UNIT}, {GUD_ROW_DOT, 2, -1, 3, -1, 0, GUD_RHS_ZERO},
  {GUD_ROW_DOT, 3, -1, 1, -1, 0, GUD_RHS_ZERO}, {GUD_ROW_DOT, 1, -1, 2, -1, 0, GUD_RHS_ZERO},
};
static const int translation[] = {1, 0, 0, 0};
/* clang-format on */

static GudStatus setup(const GudElementType *self, const void *vp, const GudPlacement *place, double *data,
                       char *why)
{
  const GudRigidParams *p = vp;
  (void)self, (void)place;
  for (int i = 0; i < 3; i++) data[D_G + i] = p->centre[i];
  return gud_rigid_second_moments(p, 0, &data[D_MASS], &data[D_S], why);
}

static void start(const GudElementType *self, const double *data, const GudPlacement *pl, double (*Q)[3],
                  double (*Qt)[3])
{
  (void)self;
  double arm[3];
  gud_rotate(pl->R, &data[D_G], arm);
  gud_cross_real(pl->spin, arm, Qt[0]);
  for (int i = 0; i < 3; i++) Q[0][i] = pl->origin[i] + arm[i], Qt[0][i] += pl->velocity[i];
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 3; i++) Q[1 + k][i] = pl->R[3 * i + k];
    gud_cross_real(pl->spin, Q[1 + k], Qt[1 + k]);
  }
}

static void mass(const GudElementType *self, const double *data, double *m) /* (N2) */
{
  (void)self;
  memset(m, 0, 16 * sizeof(double));
  m[0] = data[D_MASS];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) m[4 * (1 + i) + 1 + j] = data[D_S + 3 * i + j];
}

static void point(const GudElementType *self, const double *data, const double X[3], GudWeight *w) /* (N1) */
{
  (void)self;
  w[0] = (GudWeight){1, 0};
  for (int k = 0; k < 3; k++) w[1 + k] = (GudWeight){X[k] - data[D_G + k], 0};
}

static void direction(const GudElementType *self, const double *data, const double X[3], const double dir[3],
                      GudWeight *w)
{
  (void)self, (void)data, (void)X;
  w[0] = (GudWeight){0, 0};
  for (int k = 0; k < 3; k++) w[1 + k] = (GudWeight){dir[k], 0};
}

static void draw(const GudElementType *self, const void *params_, const double *data, GudDraw *d)
{
  (void)self;
  gud_rigid_draw(params_, 0, d);
  for (int i = 0; i < 3; i++) d->centre[i] = data[D_G + i];
}

const GudElementType gud_element_rigid_body = {
  .info     = {"rigid_body", "rigid body in space: centre of mass and three directors", "garcia_de_jalon1994",
               GUD_3D, params, GUD_COUNT(params), sizeof(GudRigidParams)},
  .claims   = GUD_CLAIM_ROTATION | GUD_CLAIM_MOMENTUM | GUD_CLAIM_SYMMETRIC | GUD_CLAIM_ENERGY,
  .num_vec  = 4,
  .num_data = NUM_DATA,
  .translation = translation,
  .rows        = rows,
  .num_rows    = GUD_COUNT(rows),
  .setup       = setup,
  .start       = start,
  .mass        = mass,
  .point       = point,
  .direction   = direction,
  .draw        = draw,
};
