/* Parameters shared by the rigid bodies, and the inertia of simple shapes. */
#ifndef GUD_RIGID_BODY_H
#define GUD_RIGID_BODY_H

#include "contract/element.h"

enum { GUD_SHAPE_NONE, GUD_SHAPE_CYLINDER, GUD_SHAPE_BOX, GUD_SHAPE_SPHERE, GUD_SHAPE_ROD };
#define GUD_SHAPE_WORDS "none|cylinder|box|sphere|rod"

typedef struct {
  double mass;       /* NaN = from shape and density */
  double centre[3];  /* centre of mass in body axes */
  double inertia[9]; /* about the centre of mass, body axes; all zero = from the shape */
  double inertia_z;  /* 2-D: about the centre of mass; NaN = from the shape */
  int    shape;      /* GUD_SHAPE_x */
  double size[3];    /* box edges */
  double radius;     /* cylinder, sphere, rod (drawn); NaN = not given */
  double length;     /* cylinder, rod: along `along` */
  double along[3];   /* axis of cylinder or rod in body axes */
  double density;    /* NaN = mass is given */
} GudRigidParams;

/* Mass and second moments S_ab = int a b dm about the centre of mass, in body axes (row-major).
   Ixx = Syy + Szz, so S = 1/2 tr(I) 1 - I. GUD_FATAL and a reason in why[200] when the data are impossible. */
GudStatus gud_rigid_second_moments(const GudRigidParams *p, int planar, double *mass, double S[9], char *why);

/* The drawing common to both. */
void gud_rigid_draw(const GudRigidParams *p, int planar, GudDraw *draw);

#endif
