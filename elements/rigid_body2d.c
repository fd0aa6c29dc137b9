/* Rigid body in the plane, natural coordinates: centre of mass P and one unit vector u.

   (N1) r(X) = P + (X1 - G1) u + (X2 - G2) J u,   J = quarter turn         weights a 1 + b J on u
   (N2) M = diag(m, Jz) (x) 1,  Jz = int (x^2 + y^2) dm about the centre of mass      constant
   (N3) u . u = 1                                                     1 internal constraint
   4 coordinates, 3 freedoms.   verified by: t200, battery, studies/flores2007 */
#include "rigid_body.h"

#include "base/vec3.h"

#include <string.h>

enum { D_MASS, D_G, D_J = D_G + 3, NUM_DATA };

/* clang-format off */
#define AT(field) offsetof(GudRigidParams, field)
static const GudParam params[] = {
  {"mass",    GUD_REAL,   GUD_MASS,    GUD_POSITIVE,    GUD_ABSENT, AT(mass),    NULL, "mass; or give shape and density"},
  {"centre",  GUD_VECTOR, GUD_LENGTH,  GUD_ANY,         "[0,0]",    AT(centre),  NULL, "centre of mass in body axes"},
  {"inertia", GUD_REAL,   GUD_INERTIA, GUD_POSITIVE,    GUD_ABSENT, AT(inertia_z), NULL, "inertia about the centre of mass; or give a shape"},
  {"shape",   GUD_CHOICE, GUD_NUMBER,  GUD_ANY,         "none",     AT(shape),   GUD_SHAPE_WORDS, "shape: for drawing, and for what is not given of mass and inertia"},
  {"size",    GUD_VECTOR, GUD_LENGTH,  GUD_ANY,         "[0,0]",    AT(size),    NULL, "edges of a box (with density: thickness 1 m unless a third number is given)"},
  {"radius",  GUD_REAL,   GUD_LENGTH,  GUD_POSITIVE,    GUD_ABSENT, AT(radius),  NULL, "radius of cylinder, sphere or drawn rod"},
  {"length",  GUD_REAL,   GUD_LENGTH,  GUD_POSITIVE,    GUD_ABSENT, AT(length),  NULL, "length of cylinder or rod", GUD_ROLE_SPAN},
  {"along",   GUD_VECTOR, GUD_NUMBER,  GUD_NONZERO,     GUD_ABSENT, AT(along),   NULL, "axis of cylinder (default z) or rod (default x) in body axes"},
  {"density", GUD_REAL,   GUD_DENSITY, GUD_POSITIVE,    GUD_ABSENT, AT(density), NULL, "density, with a shape"},
};
static const GudRow rows[] = {{GUD_ROW_DOT, 1, -1, 1, -1, 0, GUD_RHS_UNIT}}; /* (N3) */
static const int translation[] = {1, 0};
/* clang-format on */

static GudStatus setup(const GudElementType *self, const void *vp, const GudPlacement *place, double *data,
                       char *why)
{
  const GudRigidParams *p = vp;
  double                S[9];
  (void)self, (void)place;
  for (int i = 0; i < 3; i++) data[D_G + i] = p->centre[i];
  GudStatus s = gud_rigid_second_moments(p, 1, &data[D_MASS], S, why);
  data[D_J]   = S[0] + S[4];
  return s;
}

static void start(const GudElementType *self, const double *data, const GudPlacement *pl, double (*Q)[3],
                  double (*Qt)[3])
{
  (void)self;
  double arm[3];
  gud_rotate(pl->R, &data[D_G], arm);
  gud_cross_real(pl->spin, arm, Qt[0]);
  for (int i = 0; i < 3; i++) Q[0][i] = pl->origin[i] + arm[i], Qt[0][i] += pl->velocity[i];
  for (int i = 0; i < 3; i++) Q[1][i] = pl->R[3 * i];
  gud_cross_real(pl->spin, Q[1], Qt[1]);
}

static void mass(const GudElementType *self, const double *data, double *m) /* (N2) */
{
  (void)self;
  m[0] = data[D_MASS], m[1] = m[2] = 0, m[3] = data[D_J];
}

static void point(const GudElementType *self, const double *data, const double X[3], GudWeight *w) /* (N1) */
{
  (void)self;
  w[0] = (GudWeight){1, 0};
  w[1] = (GudWeight){X[0] - data[D_G], X[1] - data[D_G + 1]};
}

static void direction(const GudElementType *self, const double *data, const double X[3], const double dir[3],
                      GudWeight *w)
{
  (void)self, (void)data, (void)X;
  w[0] = (GudWeight){0, 0};
  w[1] = (GudWeight){dir[0], dir[1]};
}

static void draw(const GudElementType *self, const void *params_, const double *data, GudDraw *d)
{
  (void)self;
  gud_rigid_draw(params_, 1, d);
  for (int i = 0; i < 3; i++) d->centre[i] = data[D_G + i];
}

const GudElementType gud_element_rigid_body2d = {
  .info        = {"rigid_body2d", "rigid body in the plane: centre of mass and one unit vector",
                  "garcia_de_jalon1994", GUD_2D, params, GUD_COUNT(params), sizeof(GudRigidParams)},
  .claims      = GUD_CLAIM_ROTATION | GUD_CLAIM_MOMENTUM | GUD_CLAIM_SYMMETRIC | GUD_CLAIM_ENERGY,
  .num_vec     = 2,
  .num_data    = NUM_DATA,
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
