/* Structured meshes. Cells of order 2 get their extra nodes from a grid twice as fine; the same loop serves every plane cell, which
   says itself how it fills a square of the grid. */
#include "meshes/mesh.h"

#include "base/vec3.h"
#include "base/diag.h"

#include <stdlib.h>
#include <string.h>

void gud_mesh_free(GudMesh *m)
{
  for (int i = 0; i < m->num_sets; i++) free((char *)m->sets[i].name), free(m->sets[i].node);
  free(m->x), free(m->axes), free(m->cells), free(m->sets);
  memset(m, 0, sizeof *m);
}

GudNodeSet *gud_mesh_add_set(GudMesh *m, const char *name)
{
  int n = m->num_sets;
  if ((n & (n - 1)) == 0) m->sets = gud_resize(m->sets, sizeof *m->sets * (size_t)(n ? 2 * n : 1));
  char *copy           = gud_alloc(strlen(name) + 1);
  m->sets[m->num_sets] = (GudNodeSet){strcpy(copy, name), NULL, 0};
  return &m->sets[m->num_sets++];
}

void gud_set_add(GudNodeSet *s, int node)
{
  if ((s->num & (s->num - 1)) == 0)
    s->node = gud_resize(s->node, sizeof(int) * (size_t)(s->num ? 2 * s->num : 1));
  s->node[s->num++] = node;
}

static void single(GudMesh *m, const char *name, int node)
{
  gud_set_add(gud_mesh_add_set(m, name), node);
}

static void rename_set(GudNodeSet *s, const char *name)
{
  free((char *)s->name);
  char *copy = gud_alloc(strlen(name) + 1);
  s->name    = strcpy(copy, name);
}

/* Nodes and cells of a chain of n lines; positions and axes are filled by the caller. */
static int chain(GudMesh *m, const GudCell *cell, int n)
{
  int per = cell->order, num = per * n + 1;
  m->cell = cell, m->num_nodes = num, m->num_cells = n;
  m->x     = gud_alloc(sizeof *m->x * (size_t)num);
  m->axes  = gud_alloc(sizeof *m->axes * (size_t)num);
  m->cells = gud_alloc(sizeof(int) * (size_t)(n * (per + 1)));
  for (int i = 0; i < n; i++) {
    int *c = m->cells + i * (per + 1);
    c[0] = per * i, c[1] = per * (i + 1);
    if (per == 2) c[2] = per * i + 1; /* VTK: ends first */
  }
  single(m, "from", 0);
  single(m, "to", num - 1);
  return num;
}

/* Axes from a tangent and a hint for y; in the plane of the drawing y = z x tangent when there is no hint. */
static void node_axes(const double t[3], const double y_hint[3], double axes[9])
{
  double n = gud_norm_real(t), y[3] = {y_hint[0], y_hint[1], y_hint[2]}, z[3] = {0, 0, 1}, s;
  for (int i = 0; i < 3; i++) axes[i] = t[i] / n;
  if (gud_norm_real(y) == 0) {
    if (fabs(axes[2]) > 0.9) z[0] = -1, z[2] = 0; /* a vertical beam: z of the section along -x */
    gud_cross_real(z, axes, y);
  }
  s = gud_dot_real(y, axes);
  for (int i = 0; i < 3; i++) y[i] -= s * axes[i];
  n = gud_norm_real(y);
  for (int i = 0; i < 3; i++) axes[3 + i] = y[i] / n;
  gud_cross_real(axes, axes + 3, axes + 6);
}

void gud_mesh_line(GudMesh *m, const GudCell *cell, const double from[3], const double to[3],
                   const double y_hint[3], int n)
{
  double t[3];
  int    num = chain(m, cell, n);
  for (int i = 0; i < 3; i++) t[i] = to[i] - from[i];
  for (int k = 0; k < num; k++) {
    double s = (double)k / (num - 1);
    for (int i = 0; i < 3; i++) m->x[k][i] = (1 - s) * from[i] + s * to[i];
    node_axes(t, y_hint, m->axes[k]);
  }
}

void gud_mesh_arc(GudMesh *m, const GudCell *cell, const double centre[3], const double axis[3],
                  const double from[3], double angle, int n)
{
  double u[3], r[3], w[3], l = gud_norm_real(axis), s; /* from = centre + s u + r; u: axis, w = u x r */
  int    num = chain(m, cell, n);
  for (int i = 0; i < 3; i++) u[i] = axis[i] / l, r[i] = from[i] - centre[i];
  s = gud_dot_real(r, u);
  for (int i = 0; i < 3; i++) r[i] -= s * u[i];
  gud_cross_real(u, r, w);
  for (int k = 0; k < num; k++) {
    double a = angle * k / (num - 1), t[3], in[3];
    for (int i = 0; i < 3; i++) {
      m->x[k][i] = centre[i] + s * u[i] + cos(a) * r[i] + sin(a) * w[i];
      t[i]       = (angle < 0 ? -1 : 1) * (-sin(a) * r[i] + cos(a) * w[i]);
      in[i]      = -(cos(a) * r[i] + sin(a) * w[i]);
    }
    node_axes(t, in, m->axes[k]); /* y axis towards the centre */
  }
}

/* A grid of nx x ny cells over parameters (a, b) in [0,1]^2, mapped by `map`; closed: the ends of a are the same nodes. */
typedef void (*GridMap)(void *ctx, double a, double b, double x[3]);

static void grid(GudMesh *m, const GudCell *cell, int nx, int ny, int closed, GridMap map, void *ctx)
{
  int  per = cell->order, gx = per * nx + (closed ? 0 : 1), gy = per * ny + 1;
  int  k = cell->num_nodes, pieces = cell->pieces;
  int *id     = gud_alloc(sizeof(int) * (size_t)(gx * gy));
  int  middle = per == 1; /* is there a node in the middle of a square? */
  for (int n = 0; n < k * pieces; n++) middle |= cell->grid[n][0] == 1 && cell->grid[n][1] == 1;
  m->cell = cell, m->num_cells = nx * ny * pieces;
  m->x     = gud_alloc(sizeof *m->x * (size_t)(gx * gy));
  m->cells = gud_alloc(sizeof(int) * (size_t)(m->num_cells * k));
  for (int j = 0; j < gy; j++)
    for (int i = 0; i < gx; i++) {
      int none       = !middle && i % 2 == 1 && j % 2 == 1;
      id[j * gx + i] = none ? -1 : m->num_nodes;
      if (!none) map(ctx, (double)i / (per * nx), (double)j / (per * ny), m->x[m->num_nodes++]);
    }
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      for (int n = 0; n < k * pieces; n++) {
        const signed char *o                    = cell->grid[n];
        m->cells[(j * nx + i) * k * pieces + n] = id[(per * j + o[1]) * gx + (per * i + o[0]) % gx];
      }
  static const char *const names[4] = {"left", "right", "bottom", "top"};
  for (int s = 0; s < 4; s++) {
    if (closed && s < 2) continue;
    GudNodeSet *set = gud_mesh_add_set(m, names[s]);
    for (int n = 0; n < (s < 2 ? gy : gx); n++) {
      int at = s == 0 ? n * gx : s == 1 ? n * gx + gx - 1 : s == 2 ? n : (gy - 1) * gx + n;
      gud_set_add(set, id[at]);
    }
  }
  if (!closed) {
    single(m, "bottom_left", id[0]), single(m, "bottom_right", id[gx - 1]);
    single(m, "top_left", id[(gy - 1) * gx]), single(m, "top_right", id[gy * gx - 1]);
    GudNodeSet *set = gud_mesh_add_set(m, "corners");
    gud_set_add(set, id[0]), gud_set_add(set, id[gx - 1]), gud_set_add(set, id[(gy - 1) * gx]);
    gud_set_add(set, id[gy * gx - 1]);
  }
  free(id);
}

typedef struct {
  double corner[2], size[2];
} Box;

static void box_map(void *ctx, double a, double b, double x[3])
{
  const Box *p = ctx;
  x[0] = p->corner[0] + a * p->size[0], x[1] = p->corner[1] + b * p->size[1], x[2] = 0;
}

void gud_mesh_rectangle(GudMesh *m, const GudCell *cell, const double corner[2], const double size[2], int nx,
                        int ny)
{
  Box box = {{corner[0], corner[1]}, {size[0], size[1]}};
  grid(m, cell, nx, ny, 0, box_map, &box);
}

typedef struct {
  double r0, r1, angle0, angle;
} Ring;

static void ring_map(void *ctx, double a, double b, double x[3])
{
  const Ring *p = ctx;
  double      r = p->r1 + b * (p->r0 - p->r1),
         t      = p->angle0 + a * p->angle; /* outside first: cells are counter-clockwise */
  x[0] = r * cos(t), x[1] = r * sin(t), x[2] = 0;
}

void gud_mesh_annulus(GudMesh *m, const GudCell *cell, double r0, double r1, double angle0, double angle,
                      int nr, int nt)
{
  static const char *const names[4] = {"start", "end", "outer", "inner"}, *const old[4] = {"left", "right",
                                                                                           "bottom", "top"};
  Ring ring = {r0, r1, angle0, angle};
  grid(m, cell, nt, nr, fabs(angle) > 6.283185307179586 - 1e-9, ring_map, &ring);
  for (int i = 0; i < m->num_sets; i++)
    for (int k = 0; k < 4; k++)
      if (!strcmp(m->sets[i].name, old[k])) {
        rename_set(&m->sets[i], names[k]);
        break;
      }
}

/* ---- rectangle with a circular hole ---- */

typedef struct {
  Box    box;
  double centre[2], radius;
  int    nx, ny;
} Holed;

/* a: once round the rectangle, counter-clockwise from the lower left corner; b: from the rectangle to the bore, on
   straight rays to the centre. Every cell is then convex, wherever the bore is. */
static void holed_map(void *ctx, double a, double b, double x[3])
{
  const Holed *p  = ctx;
  double       nx = p->nx, ny = p->ny, t = round(4 * a * (nx + ny)) / 2; /* half steps occur: middle nodes */
  double       u = t <= nx ? t / nx : t <= nx + ny ? 1 : t <= 2 * nx + ny ? (2 * nx + ny - t) / nx : 0;
  double v = t <= nx ? 0 : t <= nx + ny ? (t - nx) / ny : t <= 2 * nx + ny ? 1 : (2 * (nx + ny) - t) / ny;
  double d[2], r;
  box_map((void *)&p->box, u, v, x);
  for (int i = 0; i < 2; i++) d[i] = x[i] - p->centre[i];
  r = hypot(d[0], d[1]);
  for (int i = 0; i < 2; i++) x[i] = (1 - b) * x[i] + b * (p->centre[i] + p->radius * d[i] / r);
}

static void edge(GudMesh *m, const char *name, int from, int step, int num, int around)
{
  GudNodeSet *set = gud_mesh_add_set(m, name);
  for (int k = 0; k <= num; k++) gud_set_add(set, (from + step * k + around) % around);
}

void gud_mesh_rectangle_with_hole(GudMesh *m, const GudCell *cell, const GudHoledRectangle *h)
{
  Holed p   = {{{h->corner[0], h->corner[1]}, {h->size[0], h->size[1]}},
               {h->centre[0], h->centre[1]},
               h->radius,
               h->nx,
               h->ny};
  int   per = cell->order, nx = per * h->nx, ny = per * h->ny, around = 2 * (nx + ny);
  grid(m, cell, 2 * (h->nx + h->ny), h->radial, 1, holed_map, &p);
  /* the grid knows its two rims: the outer one (nodes 0, 1, ...) is cut into edges, the inner one is the bore */
  free((char *)m->sets[0].name), free(m->sets[0].node);
  m->sets[0] = m->sets[1], m->num_sets = 1;
  rename_set(&m->sets[0], "bore");
  edge(m, "left", around, -1, ny, around);
  edge(m, "right", nx, 1, ny, around);
  edge(m, "bottom", 0, 1, nx, around);
  edge(m, "top", 2 * nx + ny, -1, nx, around);
  single(m, "bottom_left", 0), single(m, "bottom_right", nx);
  single(m, "top_left", 2 * nx + ny), single(m, "top_right", nx + ny);
}
