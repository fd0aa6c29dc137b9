/* Drawings as meshes.

   A cylinder is a ring of points at either end; caps and mantle share them, so the surface is closed and an
   edge belongs to exactly two cells (a viewer's feature-angle normals split the rim and keep the mantle
   smooth). A cap is one polygon, not a fan: fewer cells, no slivers in the middle. Surfaces rather than
   wedges, because every interior face would have to be found again by the viewer in each frame.

   Space for a whole shape is reserved first, so that pushing cannot fail half way.
   verified by: t801 (closed, oriented, volume and area against closed form) */
#include "output/shapes.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "output/vtk.h"

enum { ROUND = 32, LONGITUDES = 24, LATITUDES = 12 };

static const double two_pi = 6.283185307179586476925;

const char *gud_shapes_error(const GudShapes *shapes)
{
  return shapes->message;
}

static int fail(GudShapes *s, int code, const char *format, ...)
{
  va_list args;

  va_start(args, format);
  vsnprintf(s->message, sizeof s->message, format, args);
  va_end(args);
  return code;
}

void gud_shapes_free(GudShapes *s)
{
  static const GudShapes empty;

  free(s->X);
  free(s->body);
  free(s->conn);
  free(s->offsets);
  free(s->types);
  free(s->cell_body);
  *s = empty;
}

/* ---- buffer ---- */

static int64_t grown(int64_t capacity, int64_t need)
{
  if (capacity < 64) capacity = 64;
  while (capacity < need) capacity *= 2;
  return capacity;
}

/* Replaces the block by a bigger one; unchanged on failure. A macro, because no int** is a void**. */
#define GROW(block, count) \
  ((grown_block = realloc((block), (size_t)(count) * sizeof *(block))) ? ((block) = grown_block, 0) : ENOMEM)

static int reserve(GudShapes *s, int64_t points, int64_t cells, int64_t conn)
{
  int64_t cap_p = grown(s->cap_points, s->num_points + points);
  int64_t cap_c = grown(s->cap_cells, s->num_cells + cells);
  int64_t cap_n = grown(s->cap_conn, s->num_conn + conn);
  void   *grown_block;

  s->message[0] = 0;
  if (cap_p > s->cap_points) {
    if (GROW(s->X, 3 * cap_p) || GROW(s->body, cap_p)) return fail(s, ENOMEM, "drawing: out of memory");
    s->cap_points = cap_p;
  }
  if (cap_c > s->cap_cells) {
    if (GROW(s->offsets, cap_c) || GROW(s->types, cap_c) || GROW(s->cell_body, cap_c))
      return fail(s, ENOMEM, "drawing: out of memory");
    s->cap_cells = cap_c;
  }
  if (cap_n > s->cap_conn) {
    if (GROW(s->conn, cap_n)) return fail(s, ENOMEM, "drawing: out of memory");
    s->cap_conn = cap_n;
  }
  return 0;
}

static void push_point(GudShapes *s, int body, double x, double y, double z)
{
  double *X = s->X + 3 * s->num_points;

  X[0]                     = x;
  X[1]                     = y;
  X[2]                     = z;
  s->body[s->num_points++] = body;
}

/* The cell is complete when its points are in conn. */
static void push_conn(GudShapes *s, int64_t point)
{
  s->conn[s->num_conn++] = point;
}

static void push_cell(GudShapes *s, int type)
{
  int64_t start = s->num_cells ? s->offsets[s->num_cells - 1] : 0;

  s->types[s->num_cells]     = (uint8_t)type;
  s->cell_body[s->num_cells] = s->body[s->conn[start]];
  s->offsets[s->num_cells++] = s->num_conn;
}

static void push_quad(GudShapes *s, int64_t a, int64_t b, int64_t c, int64_t d)
{
  push_conn(s, a);
  push_conn(s, b);
  push_conn(s, c);
  push_conn(s, d);
  push_cell(s, GUD_CELL_QUAD);
}

static void push_triangle(GudShapes *s, int64_t a, int64_t b, int64_t c)
{
  push_conn(s, a);
  push_conn(s, b);
  push_conn(s, c);
  push_cell(s, GUD_CELL_TRIANGLE);
}

/* ---- shapes ---- */

static int add_box(GudShapes *s, const GudDraw *d, int body, int dim)
{
  static const int corner[8][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                   {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}}; /* VTK's order */
  int              num          = dim == 2 ? 4 : 8;
  int              status       = reserve(s, num, 1, num);

  if (status) return status;
  for (int i = 0; i < num; i++) {
    push_conn(s, s->num_points);
    push_point(s, body, d->centre[0] + 0.5 * corner[i][0] * d->size[0],
               d->centre[1] + 0.5 * corner[i][1] * d->size[1],
               dim == 2 ? 0 : d->centre[2] + 0.5 * corner[i][2] * d->size[2]);
  }
  push_cell(s, dim == 2 ? GUD_CELL_QUAD : GUD_CELL_HEXAHEDRON);
  return 0;
}

static int add_disc(GudShapes *s, const GudDraw *d, int body)
{
  int status = reserve(s, ROUND, 1, ROUND);

  if (status) return status;
  for (int i = 0; i < ROUND; i++) {
    double phi = two_pi * i / ROUND;

    push_conn(s, s->num_points);
    push_point(s, body, d->centre[0] + d->size[0] * cos(phi), d->centre[1] + d->size[0] * sin(phi), 0);
  }
  push_cell(s, GUD_CELL_POLYGON);
  return 0;
}

/* Unit vectors u, v so that (u, v, w) is right-handed; u leans to the body axis that w is least along. */
static void complete_axes(const double w[3], double u[3], double v[3])
{
  int    k = 0;
  double length;

  for (int i = 1; i < 3; i++)
    if (fabs(w[i]) < fabs(w[k])) k = i;
  for (int i = 0; i < 3; i++) u[i] = (i == k) - w[k] * w[i];
  length = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  for (int i = 0; i < 3; i++) u[i] /= length;
  v[0] = w[1] * u[2] - w[2] * u[1];
  v[1] = w[2] * u[0] - w[0] * u[2];
  v[2] = w[0] * u[1] - w[1] * u[0];
}

static int add_cylinder(GudShapes *s, const GudDraw *d, const double axis[3], double length, int body)
{
  double  u[3], v[3];
  int64_t low = s->num_points, high = low + ROUND; /* first points of the two rings */
  int     status = reserve(s, 2 * ROUND, ROUND + 2, 6 * ROUND);

  if (status) return status;
  complete_axes(axis, u, v);
  for (int end = -1; end <= 1; end += 2)
    for (int i = 0; i < ROUND; i++) {
      double a = d->size[0] * cos(two_pi * i / ROUND), b = d->size[0] * sin(two_pi * i / ROUND);
      double h = 0.5 * end * length;

      push_point(s, body, d->centre[0] + a * u[0] + b * v[0] + h * axis[0],
                 d->centre[1] + a * u[1] + b * v[1] + h * axis[1],
                 d->centre[2] + a * u[2] + b * v[2] + h * axis[2]);
    }
  for (int i = 0; i < ROUND; i++) {
    int next = (i + 1) % ROUND;

    push_quad(s, low + i, low + next, high + next, high + i);
  }
  for (int i = 0; i < ROUND; i++)
    push_conn(s, low + ROUND - 1 - i); /* outwards is -axis: turn the other way */
  push_cell(s, GUD_CELL_POLYGON);
  for (int i = 0; i < ROUND; i++) push_conn(s, high + i);
  push_cell(s, GUD_CELL_POLYGON);
  return 0;
}

static int add_sphere(GudShapes *s, const GudDraw *d, int body)
{
  enum { RINGS = LATITUDES - 1 };
  int64_t south = s->num_points, ring = south + 1, north = ring + RINGS * LONGITUDES;
  int     status = reserve(s, RINGS * LONGITUDES + 2, LATITUDES * LONGITUDES, 4 * LATITUDES * LONGITUDES);
  double  radius = d->size[0];

  if (status) return status;
  push_point(s, body, d->centre[0], d->centre[1], d->centre[2] - radius);
  for (int j = 1; j <= RINGS; j++)
    for (int i = 0; i < LONGITUDES; i++) {
      double theta = 0.5 * two_pi * j / LATITUDES,
             phi   = two_pi * i / LONGITUDES; /* theta: from the south pole */

      push_point(s, body, d->centre[0] + radius * sin(theta) * cos(phi),
                 d->centre[1] + radius * sin(theta) * sin(phi), d->centre[2] - radius * cos(theta));
    }
  push_point(s, body, d->centre[0], d->centre[1], d->centre[2] + radius);

  for (int i = 0; i < LONGITUDES; i++) {
    int     next = (i + 1) % LONGITUDES;
    int64_t top  = north - LONGITUDES; /* the last ring */

    push_triangle(s, south, ring + next, ring + i);
    for (int64_t r = ring; r < top; r += LONGITUDES)
      push_quad(s, r + i, r + next, r + LONGITUDES + next, r + LONGITUDES + i);
    push_triangle(s, top + i, top + next, north);
  }
  return 0;
}

static int add_flat_rod(GudShapes *s, const GudDraw *d, const double axis[3], int body)
{
  static const int corner[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  int              status       = reserve(s, 4, 1, 4);

  if (status) return status;
  for (int i = 0; i < 4; i++) {
    double a = 0.5 * corner[i][0] * d->length, b = corner[i][1] * d->size[0]; /* along, across */

    push_conn(s, s->num_points);
    push_point(s, body, d->centre[0] + a * axis[0] - b * axis[1], d->centre[1] + a * axis[1] + b * axis[0],
               0);
  }
  push_cell(s, GUD_CELL_QUAD);
  return 0;
}

/* draw->axis with unit length; in 2-D its part in the plane. 0 if it is zero. */
static int unit_axis(const GudDraw *d, int dim, double axis[3])
{
  double length;

  for (int i = 0; i < 3; i++) axis[i] = i < dim ? d->axis[i] : 0;
  length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  if (!(length > 0)) return 0;
  for (int i = 0; i < 3; i++) axis[i] /= length;
  return 1;
}

static int check_size(GudShapes *s, const char *shape, const char *what, double value)
{
  return value > 0 && isfinite(value) ? 0 : fail(s, EINVAL, "drawing of a %s: %s is %g", shape, what, value);
}

static int check_draw(GudShapes *s, const GudDraw *d, int dim)
{
  static const char *const edge[3] = {"x edge", "y edge", "z edge"};
  int                      status  = 0;

  if (dim != 2 && dim != 3) return fail(s, EINVAL, "drawing in %d dimensions", dim);
  for (int i = 0; i < dim; i++)
    if (!isfinite(d->centre[i])) return fail(s, EINVAL, "drawing: the centre is not finite");
  switch (d->kind) {
  case GUD_DRAW_NONE: break;
  case GUD_DRAW_BOX:
    for (int i = 0; i < dim && !status; i++) status = check_size(s, "box", edge[i], d->size[i]);
    break;
  case GUD_DRAW_CYLINDER:
    status = check_size(s, "cylinder", "radius", d->size[0]);
    if (!status && dim == 3) status = check_size(s, "cylinder", "length", d->size[2]);
    break;
  case GUD_DRAW_SPHERE: status = check_size(s, "sphere", "radius", d->size[0]); break;
  case GUD_DRAW_ROD:
    status = check_size(s, "rod", "radius", d->size[0]);
    if (!status) status = check_size(s, "rod", "length", d->length);
    break;
  default: status = fail(s, EINVAL, "drawing of unknown kind %d", (int)d->kind);
  }
  return status;
}

int gud_shapes_add(GudShapes *s, const GudDraw *draw, int body, int dim)
{
  static const double z_axis[3] = {0, 0, 1};
  double              axis[3];
  int                 has_axis, status = check_draw(s, draw, dim);

  if (status) return status;
  has_axis = unit_axis(draw, dim, axis);
  switch (draw->kind) {
  case GUD_DRAW_BOX: return add_box(s, draw, body, dim);
  case GUD_DRAW_CYLINDER:
    return dim == 2 ? add_disc(s, draw, body)
                    : add_cylinder(s, draw, has_axis ? axis : z_axis, draw->size[2], body);
  case GUD_DRAW_SPHERE: return dim == 2 ? add_disc(s, draw, body) : add_sphere(s, draw, body);
  case GUD_DRAW_ROD:
    if (!has_axis) return fail(s, EINVAL, "drawing of a rod: the axis has zero length");
    return dim == 2 ? add_flat_rod(s, draw, axis, body) : add_cylinder(s, draw, axis, draw->length, body);
  default: {
    double X[3] = {draw->centre[0], draw->centre[1], dim == 2 ? 0 : draw->centre[2]};

    return gud_shapes_add_point(s, body, X);
  }
  }
}

int gud_shapes_add_points(GudShapes *s, int body, int num_points, const double (*X)[3])
{
  int status = reserve(s, num_points, 0, 0);

  for (int i = 0; i < num_points && !status; i++) push_point(s, body, X[i][0], X[i][1], X[i][2]);
  return status;
}

int gud_shapes_add_cell(GudShapes *s, int vtk_type, int num_points, const int64_t *point)
{
  int status;

  if (num_points < 1 || vtk_type < 1 || vtk_type > UCHAR_MAX)
    return fail(s, EINVAL, "drawing: cell of type %d with %d points", vtk_type, num_points);
  for (int i = 0; i < num_points; i++)
    if (point[i] < 0 || point[i] >= s->num_points)
      return fail(s, EINVAL, "drawing: cell with point %" PRId64 " of %" PRId64, point[i], s->num_points);
  status = reserve(s, 0, 1, num_points);
  if (status) return status;
  for (int i = 0; i < num_points; i++) push_conn(s, point[i]);
  push_cell(s, vtk_type);
  return 0;
}

/* One cell with points of its own; X: one per point, body too. */
static int add_alone(GudShapes *s, int vtk_type, int num_points, const int *body, const double *const *X)
{
  int status = reserve(s, num_points, 1, num_points);

  if (status) return status;
  for (int i = 0; i < num_points; i++) {
    push_conn(s, s->num_points);
    push_point(s, body[i], X[i][0], X[i][1], X[i][2]);
  }
  push_cell(s, vtk_type);
  return 0;
}

int gud_shapes_add_point(GudShapes *s, int body, const double X[3])
{
  return add_alone(s, GUD_CELL_VERTEX, 1, &body, &X);
}

int gud_shapes_add_line(GudShapes *s, int body_a, const double Xa[3], int body_b, const double Xb[3])
{
  const double *const X[2]    = {Xa, Xb};
  const int           body[2] = {body_a, body_b};

  return add_alone(s, GUD_CELL_LINE, 2, body, X);
}
