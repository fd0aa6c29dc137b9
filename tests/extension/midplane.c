/* A joint that exists only in the test tree: body b keeps to a plane of body a.

   In space e3 is the plane's normal; in the plane, where a "plane" is a line, its normal is e1 (the `axis`).
   (M1) (B - A) . n = 0        the point of b stays in the plane
   (M2) b1 . n = 0             in space: the first axis of b stays parallel to it
   verified by: tests/cases/extension.py (inclined plane) */
#include "contract/joint.h"

enum { A, A1, A2, A3, B, B1, NONE = -1 };

static const GudParam params[] = {
  {"axis", GUD_VECTOR, GUD_NUMBER, GUD_NONZERO, "[0,0,1]", offsetof(GudJointParams, axis), NULL,
   "normal of the plane in space at the start"},
};

static const GudRow rows2d[] = {{GUD_ROW_DOT, B, A, A1, NONE, 0, GUD_RHS_ZERO}};
static const GudRow rows3d[] = {{GUD_ROW_DOT, B, A, A3, NONE, 0, GUD_RHS_ZERO},
                                {GUD_ROW_DOT, B1, NONE, A3, NONE, 0, GUD_RHS_ZERO}};

const GudJointType gud_joint_midplane = {
  .info = {"midplane", "a point of b and its first axis stay in a plane of a", NULL, GUD_2D | GUD_3D, params,
           GUD_COUNT(params), sizeof(GudJointParams)},
  .rows2d     = rows2d,
  .rows3d     = rows3d,
  .num_rows2d = GUD_COUNT(rows2d),
  .num_rows3d = GUD_COUNT(rows3d),
  .uses_axis  = 1,
};
