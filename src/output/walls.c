/* Prisms, and walls of guides with the hatching of the ground. */
#include "output/walls.h"

#include "contract/force.h"
#include "output/vtk.h"

#include <math.h>

enum { MAX_CORNERS = 2 * GUD_MAX_CURVE };
void gud_prism_add(GudShapes *s, int hold, int n, const double (*xy)[2], const double z[2])
{
  double  X[2 * MAX_CORNERS][3];
  int64_t first = s->num_points, face[MAX_CORNERS];
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < n; i++)
      X[k * n + i][0] = xy[i][0], X[k * n + i][1] = xy[i][1], X[k * n + i][2] = z[k];
  gud_shapes_add_points(s, hold, 2 * n, (const double(*)[3])X);
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < n; i++) face[i] = first + (k ? n + i : n - 1 - i);
    gud_shapes_add_cell(s, GUD_CELL_POLYGON, n, face);
  }
  for (int i = 0; i < n; i++) {
    int     j       = (i + 1) % n;
    int64_t quad[4] = {first + i, first + j, first + n + j, first + n + i};
    gud_shapes_add_cell(s, GUD_CELL_QUAD, 4, quad);
  }
}

/* Bars of the hatching behind a wall of points xy, whose thickness is `out` to the side of its material, at equal distances
   along all of it. */
static void add_hatching(GudShapes *s, int hold, double thickness, int num, const double (*xy)[2], double out)
{
  const double t = 0.6 * fabs(out), z[2] = {-0.3 * thickness, 0.3 * thickness};
  double       whole = 0, done = 0, at, l;
  for (int i = 0; i + 1 < num; i++) whole += hypot(xy[i + 1][0] - xy[i][0], xy[i + 1][1] - xy[i][1]);
  int bars = (int)(whole / (3 * t) + 0.5), b = 0;
  for (int i = 0; i + 1 < num; i++, done += l) {
    double u[2] = {xy[i + 1][0] - xy[i][0], xy[i + 1][1] - xy[i][1]}, q[4][2];
    l           = hypot(u[0], u[1]);
    for (; l > 0 && b < bars && (at = (b + 0.5) * whole / bars - done) <= l; b++) {
      for (int c = 0; c < 4; c++) { /* from the back of the wall to 1.5 t behind it, as far to the rear */
        double x = at + (c == 1 || c == 2 ? 0.25 : -0.25) * t - (c > 1 ? 1.5 * t : 0),
               y = out + (c > 1 ? copysign(1.5 * t, out) : 0);
        q[c][0] = xy[i][0] + (x * u[0] - y * u[1]) / l, q[c][1] = xy[i][1] + (x * u[1] + y * u[0]) / l;
      }
      gud_prism_add(s, hold, 4, (const double(*)[2])q, z);
    }
  }
}

void gud_wall_add(GudShapes *s, int hold, double thickness, int num, const double (*xy)[2], double out,
                  int ground)
{
  double  X[4 * GUD_MAX_CURVE][3], z = 0.5 * thickness;
  int64_t first = s->num_points;
  for (int i = 0; i < num; i++) {
    const double *a = xy[i > 0 ? i - 1 : 0], *b = xy[i + 1 < num ? i + 1 : i], *o = xy[i];
    double        n[2] = {-(b[1] - a[1]), b[0] - a[0]}, l = fmax(hypot(n[0], n[1]), 1e-300);
    for (int c = 0; c < 4; c++) { /* front and back of both faces */
      double *p = X[4 * i + c];
      p[0] = o[0] + (c & 1) * out * n[0] / l, p[1] = o[1] + (c & 1) * out * n[1] / l, p[2] = c & 2 ? z : -z;
    }
  }
  gud_shapes_add_points(s, hold, 4 * num, (const double(*)[3])X);
  static const int side[4][2] = {{0, 1}, {1, 3}, {3, 2}, {2, 0}};
  for (int i = 0; i < num; i++) {
    int64_t p = first + 4 * i, q = p + 4, cap[4] = {p, p + 1, p + 3, p + 2};
    if (!i || i + 1 == num) gud_shapes_add_cell(s, GUD_CELL_QUAD, 4, cap);
    for (int c = 0; c < 4 && i + 1 < num; c++) {
      int64_t quad[4] = {p + side[c][0], q + side[c][0], q + side[c][1], p + side[c][1]};
      gud_shapes_add_cell(s, GUD_CELL_QUAD, 4, quad);
    }
  }
  if (ground) add_hatching(s, hold, thickness, num, xy, out);
}
