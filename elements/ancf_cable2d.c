/* ANCF cable (thin beam) in the plane: r and r_x at two nodes, 8 coordinates; axial stiffness and bending,
   kappa = K_z signed, so that a curved reference keeps its sense (cable.h, C1-C6). The axes of its section are r_x, and r_x
   turned by a right angle.
   The section's y axis lies in the plane: bending by Iz = int y^2 dA.
   verified by: battery, t221 */
#include "cable.h"

static const GudParam params[] = {GUD_CABLE_PARAMS};

GUD_CABLE_KERNELS(2)

const GudElementType gud_element_ancf_cable2d = {
  .info = {"ancf_cable2d", "thin beam or cable in the plane: axial stiffness and bending, no shear",
           "gerstmayr2006", GUD_2D, params, GUD_COUNT(params), sizeof(GudBeamParams)},
  GUD_CABLE_TYPE,
  .thickness = gud_section_thickness};
