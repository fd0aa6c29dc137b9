/* ANCF cable in space: r and r_x at two nodes, 12 coordinates; axial stiffness and bending, kappa = |K|
   (cable.h, C1-C6). It offers points and its tangent, no frame: a joint may use points, or the tangent as its
   axis (a revolute joint with axis along the cable clamps its direction).
   limits: section alike in all directions; a curved reference keeps its curvature, but not the plane of it.
   verified by: battery, t221 */
#include "cable.h"

static const GudParam params[] = {GUD_CABLE_PARAMS};

GUD_CABLE_KERNELS(3)

const GudElementType gud_element_ancf_cable3d = {
  .info = {"ancf_cable3d", "cable in space: axial stiffness and bending, no torsion, no shear",
           "gerstmayr2006", GUD_3D, params, GUD_COUNT(params), sizeof(GudBeamParams)},
  GUD_CABLE_TYPE};
