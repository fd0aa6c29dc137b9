#include "output/outline.h"

#include "output/vtk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int gud_outline_of_section(GudDraw d, int flat, double thickness, double (*x)[2])
{
  static const double corner[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  if (thickness > 0) /* a plate */
    d.size[0] *= d.kind == GUD_DRAW_BOX ? 1 : 2, d.size[1] = thickness, d.kind = GUD_DRAW_BOX;
  if (d.size[2] > 0 && !flat &&
      !(thickness > 0)) { /* an I: flanges size[2] thick along y, web `length` thick along z */
    double       b = 0.5 * d.size[0], h = 0.5 * d.size[1], t = h - d.size[2], w = 0.5 * d.length;
    const double i_beam[12][2] = {{-b, -h}, {b, -h}, {b, -t}, {w, -t}, {w, t},   {b, t},
                                  {b, h},   {-b, h}, {-b, t}, {-w, t}, {-w, -t}, {-b, -t}};
    memcpy(x, i_beam, sizeof i_beam);
    return 12;
  }
  int box = d.kind == GUD_DRAW_BOX, n = flat ? 2 : box ? 4 : GUD_MAX_ROUND;
  for (int i = 0; i < n; i++) {
    double a = 2 * 3.14159265358979323846 * i / n;
    x[i][0]  = flat  ? (box ? 0.5 : 1) * d.size[0] * (2 * i - 1)
               : box ? 0.5 * d.size[0] * corner[i][0]
                     : d.size[0] * cos(a);
    x[i][1]  = flat ? 0 : box ? 0.5 * d.size[1] * corner[i][1] : d.size[0] * sin(a);
  }
  return n;
}

static int edge_order(const void *x, const void *y)
{
  const GudDrawnEdge *p = x, *q = y;
  int64_t             a[2] = {p->a < p->b ? p->a : p->b, p->a < p->b ? p->b : p->a};
  int64_t             b[2] = {q->a < q->b ? q->a : q->b, q->a < q->b ? q->b : q->a};
  return a[0] != b[0] ? (a[0] < b[0] ? -1 : 1) : a[1] != b[1] ? (a[1] < b[1] ? -1 : 1) : 0;
}

int gud_outline_walls(GudShapes *s, GudDrawnEdge *edge, int num, int64_t up)
{
  int e = 0;
  qsort(edge, (size_t)num, sizeof *edge, edge_order);
  for (int i = 0, same; i < num; i += same) {
    for (same = 1; i + same < num && !edge_order(&edge[i], &edge[i + same]);) same++;
    if (same > 1 || !edge[i].drawn) continue;
    int64_t line[3] = {edge[i].a, edge[i].mid < 0 ? edge[i].b : edge[i].mid, edge[i].b};
    for (int k = 0; k < (edge[i].mid < 0 ? 1 : 2); k++) {
      int64_t quad[4] = {line[k], line[k + 1], line[k + 1] + up, line[k] + up};
      e |= gud_shapes_add_cell(s, GUD_CELL_QUAD, 4, quad);
    }
  }
  return e;
}
