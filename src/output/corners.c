/* Corners of the elements of a body: corners.h. */
#include "output/corners.h"

#include <string.h>

void gud_corners(const GudModel *m, int body, GudCorners *out)
{
  static const double corner[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}; /* of a beam's section */
  const GudBody      *b            = &m->bodies[body];
  int                 beam = b->mesh && b->mesh->axes, nodes = b->type->cell->num_nodes;
  double              part = b->draw.kind == GUD_DRAW_BOX ? 0.5 : 1, half_y = part * b->draw.size[0],
         half_z = part * b->draw.size[b->draw.kind == GUD_DRAW_BOX];
  memset(out, 0, sizeof *out);
  for (int i = 0; i < nodes; i++)
    for (int k = 0; k < (beam ? 4 : 1); k++, out->num++) {
      double *xi          = out->xi[out->num];
      out->node[out->num] = i;
      memcpy(xi, b->type->cell->node[i], sizeof out->xi[0]);
      if (beam) xi[1] = half_y * corner[k][0];
      if (beam && m->dim == 3) xi[2] = half_z * corner[k][1];
    }
}

void gud_corner_fields(const GudModel *m, int element, const double *q, const GudCorners *at, double *out)
{
  const GudElement *e = &m->elements[element];
  double            Q[GUD_MAX_ELEMENT_VECTORS][3];
  for (int i = 0; i < e->type->num_vec; i++)
    for (int c = 0; c < 3; c++) Q[i][c] = c < m->dim ? q[m->dim * e->vec[i] + c] : 0;
  e->type->field(e->type, e->data, Q, at->num, at->xi, out);
}
