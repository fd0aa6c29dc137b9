/* Point mass: position P only; its frame is fixed in space (the affine case of a marker).

   (N1) r = P, directions constant     (N2) M = m 1
   Joints that would need to turn it are refused by the reader: a frame without coordinates takes no moment.
   verified by: battery, t700 (projectile), studies/tian2010 (slider) */
#include "rigid_body.h"

#include <string.h>

/* clang-format off */
#define AT(field) offsetof(GudRigidParams, field)
static const GudParam params[] = {
  {"mass",   GUD_REAL,   GUD_MASS,   GUD_POSITIVE, NULL,       AT(mass),   NULL, "mass"},
  {"shape",  GUD_CHOICE, GUD_NUMBER, GUD_ANY,      "none",     AT(shape),  GUD_SHAPE_WORDS, "shape, for drawing only"},
  {"size",   GUD_VECTOR, GUD_LENGTH, GUD_ANY,      "[0,0,0]",  AT(size),   NULL, "edges of a box"},
  {"radius", GUD_REAL,   GUD_LENGTH, GUD_POSITIVE, GUD_ABSENT, AT(radius), NULL, "radius of cylinder, sphere or rod"},
  {"length", GUD_REAL,   GUD_LENGTH, GUD_POSITIVE, GUD_ABSENT, AT(length), NULL, "length of cylinder or rod", GUD_ROLE_SPAN},
  {"along",  GUD_VECTOR, GUD_NUMBER, GUD_NONZERO,  "[1,0,0]",  AT(along),  NULL, "axis of cylinder or rod"},
};
static const int translation[] = {1};
/* clang-format on */

static GudStatus setup(const GudElementType *self, const void *vp, const GudPlacement *place, double *data,
                       char *why)
{
  const GudRigidParams *p = vp;
  (void)self, (void)place, (void)why;
  data[0] = p->mass;
  return GUD_OK;
}

static void start(const GudElementType *self, const double *data, const GudPlacement *pl, double (*Q)[3],
                  double (*Qt)[3])
{
  (void)self, (void)data;
  for (int i = 0; i < 3; i++) Q[0][i] = pl->origin[i], Qt[0][i] = pl->velocity[i];
}

static void mass(const GudElementType *self, const double *data, double *m)
{
  (void)self;
  m[0] = data[0];
}

static void point(const GudElementType *self, const double *data, const double X[3], GudWeight *w)
{
  (void)self, (void)data, (void)X; /* the offset X is constant in space: the builder adds it to s0 */
  w[0] = (GudWeight){1, 0};
}

static void direction(const GudElementType *self, const double *data, const double X[3], const double dir[3],
                      GudWeight *w)
{
  (void)self, (void)data, (void)X, (void)dir;
  w[0] = (GudWeight){0, 0};
}

static void draw(const GudElementType *self, const void *params_, const double *data, GudDraw *d)
{
  (void)self, (void)data;
  gud_rigid_draw(params_, 0, d);
}

const GudElementType gud_element_point_mass = {
  .info        = {"point_mass", "point mass; carries a frame fixed in space", NULL, GUD_2D | GUD_3D, params,
                  GUD_COUNT(params), sizeof(GudRigidParams)},
  .claims      = GUD_CLAIM_ROTATION | GUD_CLAIM_MOMENTUM | GUD_CLAIM_SYMMETRIC | GUD_CLAIM_ENERGY,
  .num_vec     = 1,
  .num_data    = 1,
  .fixed_frame = 1,
  .translation = translation,
  .setup       = setup,
  .start       = start,
  .mass        = mass,
  .point       = point,
  .direction   = direction,
  .draw        = draw,
};
