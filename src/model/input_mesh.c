/* `mesh:` of a body: generators and files. */
#include "model/input.h"

#include "base/vec3.h"
#include "meshes/gmsh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double two_pi    = 6.283185307179586;
static const double max_cells = 2e7; /* node numbers and the like are int */
/* Memory of an element, bytes per square of its number of coordinates, until the model is assembled: 72 ... 122 were
   measured (quad4 ... ancf_cable2d); steps need up to twice as much. */
static const double bytes_per_entry = 70;

/* clang-format off */
typedef struct {
  double from[3], to[3], y_axis[3], centre[3], axis[3], corner[3], size[3], angle, angle0, inner, outer, radius, unit, taper;
  int    elements, nx, ny, radial, around, coincident;
  const char *file, *group;
} MeshParams;
#define MESH(field) offsetof(MeshParams, field)
static const GudParam line_params[] = {
  {"from",     GUD_VECTOR, GUD_LENGTH, GUD_ANY,      NULL,      MESH(from),     NULL, "one end, body coordinates"},
  {"to",       GUD_VECTOR, GUD_LENGTH, GUD_ANY,      NULL,      MESH(to),       NULL, "the other end"},
  {"elements", GUD_INT,    GUD_NUMBER, GUD_POSITIVE, NULL,      MESH(elements), NULL, "number of elements"},
  {"y_axis",   GUD_VECTOR, GUD_NUMBER, GUD_ANY,      GUD_ABSENT, MESH(y_axis),  NULL, "direction of the section's y axis (default: horizontal, normal to the line)"},
  {"twist",    GUD_REAL,   GUD_ANGLE,  GUD_ANY,      "0",       MESH(angle),    NULL, "pretwist: angle by which the section at 'to' is turned against that at 'from', about the line (in space)"},
  {"taper",    GUD_REAL,   GUD_NUMBER, GUD_POSITIVE, GUD_ABSENT, MESH(taper),   NULL, "sizes of the section at 'to' relative to those at 'from', linear between; each element has the section at its middle (error of order 2). Drawn with the section at 'from'"},
};
static const GudParam arc_params[] = {
  {"from",     GUD_VECTOR, GUD_LENGTH, GUD_ANY,      NULL,      MESH(from),     NULL, "start of the arc, body coordinates"},
  {"centre",   GUD_VECTOR, GUD_LENGTH, GUD_ANY,      NULL,      MESH(centre),   NULL, "centre of the circle"},
  {"axis",     GUD_VECTOR, GUD_NUMBER, GUD_NONZERO,  "[0,0,1]", MESH(axis),     NULL, "normal of its plane"},
  {"angle",    GUD_REAL,   GUD_ANGLE,  GUD_ANY,      NULL,      MESH(angle),    NULL, "angle of the arc about axis"},
  {"elements", GUD_INT,    GUD_NUMBER, GUD_POSITIVE, NULL,      MESH(elements), NULL, "number of elements"},
};
static const GudParam rectangle_params[] = {
  {"corner", GUD_VECTOR, GUD_LENGTH, GUD_ANY,      "[0,0]", MESH(corner), NULL, "lower left corner, body coordinates"},
  {"size",   GUD_VECTOR, GUD_LENGTH, GUD_NONZERO,  NULL,    MESH(size),   NULL, "edges"},
  {"nx",     GUD_INT,    GUD_NUMBER, GUD_POSITIVE, NULL,    MESH(nx),     NULL, "cells along x"},
  {"ny",     GUD_INT,    GUD_NUMBER, GUD_POSITIVE, NULL,    MESH(ny),     NULL, "cells along y"},
};
static const GudParam annulus_params[] = {
  {"inner",  GUD_REAL, GUD_LENGTH, GUD_POSITIVE, NULL,   MESH(inner),  NULL, "inner radius"},
  {"outer",  GUD_REAL, GUD_LENGTH, GUD_POSITIVE, NULL,   MESH(outer),  NULL, "outer radius"},
  {"start",  GUD_REAL, GUD_ANGLE,  GUD_ANY,      "0",    MESH(angle0), NULL, "angle at which the ring starts"},
  {"angle",  GUD_REAL, GUD_ANGLE,  GUD_POSITIVE, "2*pi", MESH(angle),  NULL, "angle of the sector; 2 pi: closed"},
  {"radial", GUD_INT,  GUD_NUMBER, GUD_POSITIVE, NULL,   MESH(radial), NULL, "cells across"},
  {"around", GUD_INT,  GUD_NUMBER, GUD_POSITIVE, NULL,   MESH(around), NULL, "cells around"},
};
static const GudParam hole_params[] = {
  {"corner", GUD_VECTOR, GUD_LENGTH, GUD_ANY,      "[0,0]",    MESH(corner), NULL, "lower left corner, body coordinates"},
  {"size",   GUD_VECTOR, GUD_LENGTH, GUD_NONZERO,  NULL,       MESH(size),   NULL, "edges"},
  {"centre", GUD_VECTOR, GUD_LENGTH, GUD_ANY,      GUD_ABSENT, MESH(centre), NULL, "centre of the bore (default: middle of the rectangle)"},
  {"radius", GUD_REAL,   GUD_LENGTH, GUD_POSITIVE, NULL,       MESH(radius), NULL, "radius of the bore"},
  {"nx",     GUD_INT,    GUD_NUMBER, GUD_POSITIVE, NULL,       MESH(nx),     NULL, "cells along the lower and the upper edge"},
  {"ny",     GUD_INT,    GUD_NUMBER, GUD_POSITIVE, NULL,       MESH(ny),     NULL, "cells along the left and the right edge; around the bore: 2 (nx + ny)"},
  {"radial", GUD_INT,    GUD_NUMBER, GUD_POSITIVE, NULL,       MESH(radial), NULL, "cells from the bore to the edges"},
};
static const GudParam file_params[] = {
  {"file",       GUD_STRING, GUD_NUMBER, GUD_ANY,      NULL,       MESH(file),       NULL,          "Gmsh file (.msh, ASCII, format 2.2 or 4.1); relative to the model file"},
  {"group",      GUD_STRING, GUD_NUMBER, GUD_ANY,      GUD_ABSENT, MESH(group),      NULL,          "physical surface that is the body, name or number (default: all quadrilaterals of the file)"},
  {"unit",       GUD_REAL,   GUD_LENGTH, GUD_POSITIVE, "1 m",      MESH(unit),       NULL,          "length of one unit of the file"},
  {"coincident", GUD_CHOICE, GUD_NUMBER, GUD_ANY,      "error",    MESH(coincident), "error|allow", "two nodes at one place: an unjoined mesh (error), or a slit (allow)"},
};
#define INFO(word, text, where, table) {word, text, NULL, where, table, GUD_COUNT(table), sizeof(MeshParams)}
const GudTypeInfo gud_mesh_types[] = {
  INFO("line", "straight line of beam elements; points: from, to", GUD_2D | GUD_3D, line_params),
  INFO("arc", "arc of a circle of beam elements; points: from, to", GUD_2D | GUD_3D, arc_params),
  INFO("rectangle", "nx x ny quadrilaterals; sets: left, right, bottom, top, corners; points: bottom_left ...", GUD_2D, rectangle_params),
  INFO("annulus", "ring or sector about the origin; sets: inner, outer, start, end", GUD_2D, annulus_params),
  INFO("rectangle_with_hole", "rectangle with a circular bore, rings of cells around it; sets: left, right, bottom, top, bore; points: bottom_left ...", GUD_2D, hole_params),
  INFO("file", "mesh of Gmsh; its physical curves and points become sets and points", GUD_2D, file_params),
};
const int gud_num_mesh_types = GUD_COUNT(gud_mesh_types);
enum { MESH_LINE, MESH_ARC, MESH_RECTANGLE, MESH_ANNULUS, MESH_HOLE, MESH_FILE };
/* clang-format on */

static void fail(GudReader *rd, GudMark mark, const char *text)
{
  gud_diag_error(rd->diag, mark, "%s: %s", rd->what, text);
}

/* What is wrong with the numbers of a generator, or NULL; *num: its cells. */
static const char *nonsense(int kind, const MeshParams *p, int plane, int has_centre, double *num)
{
  double d[3], cells = 1;
  int    closed = p->angle > two_pi - 1e-9;
  switch (kind) {
  case MESH_LINE:
    for (int i = 0; i < 3; i++) d[i] = p->to[i] - p->from[i];
    if (!(gud_norm_real(d) > 0)) return "'from' and 'to' are the same point";
    if (p->angle != 0 && plane) return "'twist' needs space: 3d";
    cells = p->elements;
    break;
  case MESH_ARC:
    for (int i = 0; i < 3; i++) d[i] = p->from[i] - p->centre[i];
    if (!(gud_norm_real(d) > 0)) return "'from' and 'centre' are the same point";
    if (p->angle == 0 || fabs(p->angle) > two_pi) return "'angle' must not be zero nor more than a full turn";
    cells = p->elements;
    break;
  case MESH_HOLE:
    if (p->size[0] > 0 && p->size[1] > 0)
      for (int i = 0; i < 2; i++) {
        double c = has_centre ? p->centre[i] : p->corner[i] + p->size[i] / 2;
        if (!(c - p->radius > p->corner[i] && c + p->radius < p->corner[i] + p->size[i]))
          return "the bore does not lie inside the rectangle";
      }
    cells = 2 * ((double)p->nx + p->ny) * p->radial;
    if (!(p->size[0] > 0 && p->size[1] > 0)) return "'size' must be positive";
    break;
  case MESH_RECTANGLE:
    if (!(p->size[0] > 0 && p->size[1] > 0)) return "'size' must be positive";
    cells = (double)p->nx * p->ny;
    break;
  case MESH_ANNULUS:
    if (!(p->outer > p->inner)) return "'outer' must be above 'inner'";
    if (p->angle > two_pi + 1e-9) return "'angle' is more than a full turn";
    if (closed && p->around < 3) return "a closed ring needs at least 3 cells around";
    cells = (double)p->radial * p->around;
    break;
  }
  *num = cells;
  return cells > max_cells ? "the mesh would have more than 20 million cells" : NULL;
}

/* Turns the sections about the line, by 0 ... angle from its first node to its last: (W1) y <- y cos a + z sin a,
   z <- z cos a - y sin a. */
static void twist(GudMesh *mesh, double angle)
{
  for (int n = 0; n < mesh->num_nodes && angle != 0; n++) {
    double a = angle * n / (mesh->num_nodes - 1), *y = mesh->axes[n] + 3, *z = mesh->axes[n] + 6;
    for (int i = 0; i < 3; i++) {
      double v = y[i];
      y[i]     = cos(a) * v + sin(a) * z[i];
      z[i]     = cos(a) * z[i] - sin(a) * v;
    }
  }
}

/* A mesh that cannot be computed here is refused before it fills the memory. */
static int fits(GudReader *rd, const GudNode *node, const GudElementType *type, double cells)
{
  double n = rd->space * type->num_vec, all = gud_memory();
  rd->bytes += cells * n * n * bytes_per_entry;
  if (!(all > 0) || rd->bytes <= all) return 1;
  gud_read_error(rd, node->mark,
                 "%.3g cells: the model then needs at least %.3g GB of memory, and there are %.3g GB", cells,
                 1e-9 * rd->bytes, 1e-9 * all);
  return 0;
}

static void read_file(GudReader *rd, const GudNode *node, const MeshParams *p, const GudCell *cell,
                      GudMesh *mesh)
{
  const GudNode *file = gud_node_get(node, "file"), *group = gud_node_get(node, "group");
  GudGmsh        what = {.cell = cell, .unit = p->unit, .allow_coincident = p->coincident, .group = p->group};
  /* relative to the file that names it, which may be an included one */
  const char *dir = strchr(file->mark.file ? file->mark.file : "", '/')
                      ? gud_path_dir(rd->arena, file->mark.file)
                    : rd->base_dir ? rd->base_dir
                                   : ".";
  what.path = gud_path_join(rd->arena, dir, p->file), what.mark = file->mark;
  if (group) what.group_mark = group->mark;
  gud_mesh_gmsh(mesh, &what, rd->diag);
}

GudMesh *gud_read_mesh(GudReader *rd, const GudNode *entry, const GudElementType *type)
{
  static const char *const also[] = {"type", NULL};
  const GudNode           *node   = gud_node_get(entry, "mesh");
  MeshParams               p;
  int                      errors = gud_diag_num_errors(rd->diag);
  if (!node || node->kind != GUD_NODE_MAPPING) {
    fail(rd, node ? node->mark : entry->mark,
         "'mesh' is written as {type: line, from: [...], to: [...], elements: N} or another type of mesh");
    return NULL;
  }
  rd->key             = "mesh";
  const GudNode *word = gud_node_get(node, "type");
  if (!word) {
    fail(rd, node->mark, "the mesh has no 'type'");
    return NULL;
  }
  int kind = gud_read_type(rd, word, gud_mesh_types, gud_num_mesh_types, "mesh");
  if (kind < 0) return NULL;
  gud_read_params(rd, node, gud_mesh_types[kind].params, gud_mesh_types[kind].num_params, also, &p, NULL);
  if (gud_diag_num_errors(rd->diag) > errors) return NULL;
  int line = type->cell->dim == 1, has_centre = gud_node_get(node, "centre") != NULL;
  if (line != (kind == MESH_LINE || kind == MESH_ARC)) {
    fail(rd, node->mark,
         line ? "a beam needs a mesh of type line or arc"
              : "a plane element needs a mesh of type rectangle, rectangle_with_hole, annulus or file");
    return NULL;
  }
  double      cells = 0;
  const char *why   = nonsense(kind, &p, rd->space == 2, has_centre, &cells);
  if (why) {
    fail(rd, node->mark, why);
    return NULL;
  }
  if (!line) cells *= type->cell->pieces;
  if (kind != MESH_FILE && !fits(rd, node, type, cells)) return NULL;
  GudMesh *mesh = gud_alloc(sizeof *mesh);
  switch (kind) {
  case MESH_LINE:
    gud_mesh_line(mesh, type->cell, p.from, p.to, p.y_axis, p.elements);
    twist(mesh, p.angle);
    mesh->taper = isnan(p.taper) ? 0 : p.taper;
    break;
  case MESH_ARC: gud_mesh_arc(mesh, type->cell, p.centre, p.axis, p.from, p.angle, p.elements); break;
  case MESH_RECTANGLE: gud_mesh_rectangle(mesh, type->cell, p.corner, p.size, p.nx, p.ny); break;
  case MESH_ANNULUS:
    gud_mesh_annulus(mesh, type->cell, p.inner, p.outer, p.angle0, p.angle, p.radial, p.around);
    break;
  case MESH_FILE: read_file(rd, node, &p, type->cell, mesh); break;
  case MESH_HOLE: {
    GudHoledRectangle h = {.radius = p.radius, .nx = p.nx, .ny = p.ny, .radial = p.radial};
    for (int i = 0; i < 2; i++) {
      h.corner[i] = p.corner[i], h.size[i] = p.size[i];
      h.centre[i] = has_centre ? p.centre[i] : p.corner[i] + p.size[i] / 2;
    }
    gud_mesh_rectangle_with_hole(mesh, type->cell, &h);
  }
  }
  if (gud_diag_num_errors(rd->diag) == errors && (kind != MESH_FILE || fits(rd, node, type, mesh->num_cells)))
    return mesh;
  gud_mesh_free(mesh);
  free(mesh);
  return NULL;
}
