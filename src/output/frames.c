/* Frames for ParaView, through the shapes of the bodies and the VTK writer.

   exaggerate: bodies are drawn shifted by (exaggerate - 1) times the gap of a compliant joint (a force that is
   a joint: bushing, clearance), seen from the joint's first body. Ideal joints stay closed: bodies that they
   connect are shifted together, and those that they connect to the ground are not shifted; there only the journal is drawn
   displaced in an enlarged bore (output/symbols.c). The field `displacement` keeps the true displacement from the start.

   drawing: machine: bodies in the plane are plates in layers, rigid bars are drawn from joint to joint, joints and forces
   have symbols. drawing: plain: meshes and shapes as they are, in the plane flat.

   Beams as Bezier cells: along the axis a beam is a cubic at most, so that four control points give it exactly. A cell
   is one side of an element's swept section, of degree 1 around and 3 along. Points are placed, and fields taken, at
   xi = 0, 1/3, 2/3, 1 like all others, and turned into control values at last, from the cubic through them:
   (Z1) c_0 = f_0,  c_1 = (-5 f_0 + 18 f_1 - 9 f_2 + 2 f_3)/6,  c_2 = (2 f_0 - 9 f_1 + 18 f_2 - 5 f_3)/6,  c_3 = f_3

   A model in parts (model/part.h): every process writes the cells of its own elements, the first one also all bodies without a mesh and what is
   no body: vtk/bodies_NNNNNN_PROCESS.vtu, put together by bodies_NNNNNN.pvtu. A node on the border of two parts is drawn by both; means of fields are over
   all cells around it, since a process has the elements next to its own.
   verified by: cases/bezier, cases/parted_frames */
#include "output/frames.h"

#include "base/vec3.h"
#include "output/films.h"
#include "output/floating.h"
#include "output/folder.h"
#include "output/label.h"
#include "output/outline.h"
#include "output/reactions.h"
#include "output/pvd.h"
#include "output/shapes.h"
#include "output/symbols.h"
#include "output/vtk.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A drawn point: s0 + sum of terms, like a marker vector. */
typedef struct {
  double s0[3];
  int    first, num;
} DrawnPoint;

/* Where an element's fields are taken for a point; a point with several places (a node of a plane mesh) gets their mean. */
typedef struct {
  int    element, point;
  double xi[3];
} Place;

enum { MAX_FIELDS = 40, CHUNK = 16 };

struct GudFrames {
  GudSystem  *sys;
  char       *own;    /* model in parts: elements that this process draws; else NULL */
  char       *counts; /* the same of points: those that no process before draws, too (floating.h) */
  char        folder[GUD_MAX_FOLDER + 1];
  double      exaggerate;
  int         plain;   /* names of fields without units */
  int         bezier;  /* beams as Bezier cells */
  int        *cubic;   /* rails of these, num_cubic: first of four points along the axis */
  double     *degrees; /* 3 per cell: around, along, 1; zero for others. NULL: there are none */
  int         num_cubic;
  GudShapes   shapes; /* cells, and the points' bodies */
  DrawnPoint *points;
  GudTerm    *terms;
  Place      *places; /* those of an element follow each other */
  int         num_points, num_terms, num_places;
  int        *share; /* places of each point */
  GudVtk     *vtk;
  GudPvd     *pvd;
  int         films;
  GudDrawing  drawing;                           /* thickness 0: flat */
  GudSymbols *symbols;                           /* NULL: none */
  double (*shift)[3];                            /* of every body: exaggerate */
  int    *closed;                                /* of every force: 1 while its contact is closed */
  int     num, synced;                           /* frames written; those that are on disk for certain */
  double *start, *xyz, *disp, *vel, *acc, *bent; /* 3 per point of the shapes; start: where it began */
  const GudOutput *field_of[MAX_FIELDS];         /* fields of all element types in the model */
  int              num_fields;
  double          *field[MAX_FIELDS]; /* 1 per point; NaN where a body has no such field */
};

static int draws(const GudFrames *f, int element)
{
  return !f->own || f->own[element];
}

/* A point at natural coordinates xi of an element (body of one element: body coordinates). */
static void add_point(GudFrames *f, int element, const double xi[3])
{
  const GudModel *m = f->sys->model;
  const GudBody  *b = &m->bodies[m->elements[element].body];
  GudTerm         t[GUD_MAX_ELEMENT_VECTORS];
  DrawnPoint     *p = GUD_GROW(f->points, f->num_points);
  int             n = gud_element_point_terms(m, element, xi, t);
  *p                = (DrawnPoint){.first = f->num_terms, .num = n};
  if (b->type->fixed_frame) gud_rotate(b->place.R, xi, p->s0);
  if (f->drawing.layer) p->s0[2] = f->drawing.layer[m->elements[element].body] + xi[2];
  for (int k = 0; k < n; k++) *GUD_GROW(f->terms, f->num_terms) = t[k];
}

static void add_place(GudFrames *f, int element, int point, const double xi[3])
{
  if (f->sys->model->elements[element].type->field)
    *GUD_GROW(f->places, f->num_places) = (Place){element, point, {xi[0], xi[1], xi[2]}};
}

/* From values at the stations to control values (Z1); n components. */
static void to_control(const GudFrames *f, double *x, int n)
{
  for (int c = 0; c < f->num_cubic; c++) {
    double *at = x + n * f->cubic[c];
    for (int i = 0; i < n; i++) {
      double f0 = at[i], f1 = at[n + i], f2 = at[2 * n + i], f3 = at[3 * n + i];
      at[n + i]     = (-5 * f0 + 18 * f1 - 9 * f2 + 2 * f3) / 6;
      at[2 * n + i] = (2 * f0 - 9 * f1 + 18 * f2 - 5 * f3) / 6;
    }
  }
}

/* Degrees of the cells, for the files. */
static void fill_degrees(GudFrames *f)
{
  if (!f->num_cubic) return;
  f->degrees = gud_alloc(sizeof(double) * 3 * (size_t)f->shapes.num_cells);
  for (int64_t c = 0; c < f->shapes.num_cells; c++)
    if (f->shapes.types[c] == GUD_CELL_BEZIER_QUAD)
      f->degrees[3 * c] = f->degrees[3 * c + 2] = 1, f->degrees[3 * c + 1] = 3;
}

static void write_degrees(GudFrames *f)
{
  static const char name[] = "HigherOrderDegrees";
  if (!f->degrees) return;
  gud_vtk_cell_field(f->vtk, name, GUD_VTK_FLOAT64, 3, f->degrees, NULL);
  gud_vtk_cell_role(f->vtk, name, name);
}

/* Names of the bodies, the ground first; the cell field `body` counts in them. */
static void write_names(GudFrames *f)
{
  const GudModel *m     = f->sys->model;
  const char    **names = gud_alloc(sizeof *names * (size_t)m->num_bodies);
  for (int i = 0; i < m->num_bodies; i++) names[i] = i ? m->bodies[i].name : "ground";
  gud_vtk_field_texts(f->vtk, "body_names", m->num_bodies, names);
  free(names);
}

/* At an end of an element (0 or 1) the neighbour there has its say, too: fields at nodes are the mean of both. */
static void share_end(GudFrames *f, const GudBody *b, int el, int end, const double x[3])
{
  int n = b->mesh->cell->num_nodes, other = el + (end ? 1 : -1), there = !end;
  if (end < 0 || other < b->element || other >= b->element + b->num_elements) return;
  const GudElement *e   = f->sys->model->elements;
  const int        *own = b->mesh->cells + n * e[el].cell, *next = b->mesh->cells + n * e[other].cell;
  if (own[end] == next[there]) add_place(f, other, f->num_points, (const double[]){there, x[1], x[2]});
}

/* A beam: the outline of its section swept along the axis, closed by caps. The stations of an element follow its cubic. An
   element has points of its own, n rails of `num` stations each. */
static int add_beam(GudFrames *f, int body)
{
  enum { STATIONS = 4, CUBIC = 3 };
  const GudBody *b = &f->sys->model->bodies[body];
  int flat = f->sys->dim == 2 && !f->drawing.layer, pieces = f->bezier ? CUBIC : STATIONS, num = pieces + 1,
      e = 0;
  double  outline[GUD_MAX_ROUND][2], xi[GUD_MAX_ROUND * (STATIONS + 1)][3];
  int     n     = gud_outline_of_section(b->draw, flat, f->drawing.thickness, outline);
  int64_t begin = f->num_points, cap[GUD_MAX_ROUND];
  int     last = -1, cell_of_first = 0;
  for (int el = b->element; el < b->element + b->num_elements; el++) {
    int64_t first = f->num_points;
    if (!draws(f, el)) continue;
    if (last < 0) cell_of_first = f->sys->model->elements[el].cell;
    last = el;
    for (int i = 0; i < n; i++) {
      if (f->bezier) *GUD_GROW(f->cubic, f->num_cubic) = f->num_points;
      for (int s = 0; s < num; s++) {
        double *x = xi[num * i + s];
        x[0] = (double)s / pieces, x[1] = outline[i][0], x[2] = outline[i][1];
        add_place(f, el, f->num_points, x);
        share_end(f, b, el, s == 0 ? 0 : s == pieces ? 1 : -1, x);
        add_point(f, el, x);
      }
    }
    e |= gud_shapes_add_points(&f->shapes, body, n * num, (const double(*)[3])xi);
    for (int i = 0; i < (flat ? 1 : n); i++) {
      int64_t p = first + num * i, r = first + num * ((i + 1) % n); /* the two rails */
      /* VTK's order in a cell of degree (1, 3): corners, then the inner points of the edges along the axis */
      int64_t bezier[8] = {p, r, r + 3, p + 3, r + 1, r + 2, p + 1, p + 2};
      if (f->bezier) e |= gud_shapes_add_cell(&f->shapes, GUD_CELL_BEZIER_QUAD, 8, bezier);
      for (int s = 0; s < pieces && !f->bezier; s++) {
        int64_t quad[4] = {p + s, r + s, r + s + 1, p + s + 1};
        e |= gud_shapes_add_cell(&f->shapes, GUD_CELL_QUAD, 4, quad);
      }
    }
  }
  for (int end = 0; end < 2 && !flat; end++) {
    int cell = end && last >= 0 ? f->sys->model->elements[last].cell : cell_of_first;
    if (last < 0 || cell != (end ? b->mesh->num_cells - 1 : 0))
      continue; /* the end is drawn by another process */
    for (int i = 0; i < n; i++) cap[i] = end ? f->num_points - n * num + num * i + pieces : begin + num * i;
    e |= gud_shapes_add_cell(&f->shapes, GUD_CELL_POLYGON, n, cap);
  }
  return e;
}

/* A plane mesh: its nodes and cells; as a plate two faces and the walls of its outline. */
static int add_plane(GudFrames *f, int body)
{
  const GudModel *m     = f->sys->model;
  const GudBody  *b     = &m->bodies[body];
  const GudCell  *shape = b->mesh->cell;
  const int      *node  = b->mesh->cells;
  int             n = shape->num_nodes, corners = shape->num_corners, e = 0, num = 0;
  int64_t        *point = gud_alloc(sizeof *point * (size_t)b->mesh->num_nodes); /* of a node, + 1 */
  int64_t         first = f->num_points, cell[GUD_CELL_MAX_NODES];
  GudDrawnEdge   *edge  = gud_alloc(sizeof *edge * (size_t)(corners * b->num_elements));
  int             faces = f->drawing.layer ? 2 : 1;
  for (int face = 0; face < faces; face++) {
    memset(point, 0, sizeof *point * (size_t)b->mesh->num_nodes);
    for (int el = b->element; el < b->element + b->num_elements; el++) {
      for (int i = 0; i < n && draws(f, el); i++) {
        const double *at    = shape->node[i];
        int64_t      *k     = &point[node[n * m->elements[el].cell + i]];
        double        xi[3] = {at[0], at[1], f->drawing.thickness * (face - 0.5) * (faces - 1)};
        if (!*k) {
          add_point(f, el, xi);
          e |= gud_shapes_add_points(&f->shapes, body, 1, (const double(*)[3]) & xi);
          *k = f->num_points;
        }
        cell[i] = *k - 1;
      }
      if (draws(f, el)) e |= gud_shapes_add_cell(&f->shapes, shape->vtk, n, cell);
    }
    for (int el = b->element; el < b->element + b->num_elements;
         el++) { /* neighbours of what is drawn as well */
      for (int i = 0; i < n; i++) {
        cell[i] = point[node[n * m->elements[el].cell + i]] - 1;
        if (cell[i] >= 0) add_place(f, el, (int)cell[i], shape->node[i]);
      }
      for (int i = 0; i < corners && !face; i++)
        if (cell[i] >= 0 && cell[(i + 1) % corners] >= 0)
          edge[num++] = (GudDrawnEdge){cell[i], cell[(i + 1) % corners],
                                       shape->order > 1 ? cell[corners + i] : -1, draws(f, el)};
    }
  }
  if (faces == 2) e |= gud_outline_walls(&f->shapes, edge, num, (f->num_points - first) / 2);
  free(point), free(edge);
  return e;
}

/* The shape of a rigid body in the plane as a plate: a disc for cylinder and sphere. */
static GudDraw plate_of(GudDraw d, double thickness)
{
  static const double z[3] = {0, 0, 1};
  switch (d.kind) {
  case GUD_DRAW_BOX: d.size[2] = thickness; break;
  case GUD_DRAW_CYLINDER:
  case GUD_DRAW_SPHERE: d.kind = GUD_DRAW_CYLINDER, d.size[2] = thickness, memcpy(d.axis, z, sizeof z); break;
  default: break;
  }
  return d;
}

/* A bar from x to y of radius or half width w; in the plane with the plate's thickness. */
static int add_bar(GudFrames *f, int body, double w, const double x[3], const double y[3])
{
  double t    = 0.42 * f->drawing.thickness;
  double u[3] = {y[0] - x[0], y[1] - x[1], y[2] - x[2]}, l = gud_norm_real(u);
  if (!(l > 1e-6 * f->drawing.size)) return 0;
  for (int k = 0; k < 3; k++) u[k] /= l;
  if (f->sys->dim == 3) {
    GudDraw d = {.kind = GUD_DRAW_ROD, .size = {w}, .axis = {u[0], u[1], u[2]}, .length = l};
    for (int k = 0; k < 3; k++) d.centre[k] = 0.5 * (x[k] + y[k]);
    return gud_shapes_add(&f->shapes, &d, body, 3);
  }
  int64_t cell[8];
  double  X[8][3];
  for (int i = 0; i < 8; i++) { /* a hexahedron */
    const double *end  = i % 4 == 1 || i % 4 == 2 ? y : x;
    double        side = i % 4 > 1 ? w : -w;
    X[i][0] = end[0] - side * u[1], X[i][1] = end[1] + side * u[0], X[i][2] = i < 4 ? -t : t;
    cell[i] = f->shapes.num_points + i;
  }
  int e = gud_shapes_add_points(&f->shapes, body, 8, (const double(*)[3])X);
  return e ? e : gud_shapes_add_cell(&f->shapes, GUD_CELL_HEXAHEDRON, 8, cell);
}

/* A rigid bar goes from joint to joint: between two, else from their middle to each (one joint: to the body's origin). */
enum { MAX_JOINTS = 12 };
static int add_link(GudFrames *f, int body)
{
  const GudDraw *d = &f->sys->model->bodies[body].draw;
  double         X[MAX_JOINTS][3], mid[3] = {0};
  double         w   = d->kind == GUD_DRAW_ROD && d->size[0] > 0 ? d->size[0] : f->drawing.pin;
  int            num = gud_drawing_places(f->sys->model, body, MAX_JOINTS, X), e = 0;
  if (num == 2) return add_bar(f, body, w, X[0], X[1]);
  for (int i = 0; i < num && num > 2; i++)
    for (int k = 0; k < 3; k++) mid[k] += X[i][k] / num;
  for (int i = 0; i < num; i++) e |= add_bar(f, body, w, mid, X[i]);
  return e;
}

static int add_body(GudFrames *f, int body)
{
  const GudBody *b = &f->sys->model->bodies[body];
  if (b->mesh) return b->mesh->axes ? add_beam(f, body) : add_plane(f, body);
  if (f->own && f->sys->rank) return 0; /* drawn by the first process */
  int64_t first = f->shapes.num_points;
  GudDraw draw  = f->drawing.layer ? plate_of(b->draw, f->drawing.thickness) : b->draw;
  int     bar = draw.kind == GUD_DRAW_NONE || draw.kind == GUD_DRAW_ROD, e = 0;
  if (f->drawing.size > 0 && bar && !b->type->fixed_frame) e = add_link(f, body);
  if (f->shapes.num_points == first)
    e |= gud_shapes_add(&f->shapes, &draw, body,
                        f->drawing.layer && draw.kind != GUD_DRAW_ROD ? 3 : f->sys->dim);
  for (int64_t k = first; k < f->shapes.num_points && !e; k++) add_point(f, b->element, f->shapes.X + 3 * k);
  return e;
}

/* Index of a field by name; added when new (and there is room). */
static int field_index(GudFrames *f, const GudOutput *field)
{
  for (int i = 0; i < f->num_fields; i++)
    if (!strcmp(f->field_of[i]->name, field->name)) return i;
  if (f->num_fields == MAX_FIELDS) return -1;
  f->field_of[f->num_fields] = field;
  f->field[f->num_fields]    = gud_alloc(sizeof(double) * (size_t)(f->num_points + 1));
  return f->num_fields++;
}

/* Value of a drawn point on coordinates (or, rate: on velocities or accelerations). */
static void place(const GudFrames *f, int64_t k, const double *x, int rate, double r[3])
{
  const DrawnPoint *p = &f->points[k];
  for (int i = 0; i < 3; i++) r[i] = rate ? 0 : p->s0[i];
  for (int n = 0; n < p->num; n++) gud_term_apply(f->sys->dim, &f->terms[p->first + n], x, r);
}

/* What this process draws of a model in parts. */
static void find_own(GudFrames *f)
{
  const GudSystem *sys = f->sys;
  f->own               = gud_alloc((size_t)sys->model->num_elements + 1);
  for (int n = 0; n < sys->num_my_elements; n++) f->own[sys->my_elements[n]] = 1;
}

/* Points of plane meshes count where the coordinates of their node belong; those of beams are drawn once. */
static void count_points(GudFrames *f)
{
  const GudSystem *sys = f->sys;
  char            *own = gud_alloc((size_t)sys->model->num_vec + 1);
  f->counts            = gud_alloc((size_t)f->shapes.num_points + 1);
  for (int n = 0; n < sys->num_my_vecs; n++) own[sys->my_vecs[n]] = 1;
  for (int64_t k = 0; k < f->shapes.num_points; k++) {
    const GudBody *b    = &sys->model->bodies[f->shapes.body[k]];
    int            node = 0; /* the vector of its node: the only weight that is not zero */
    for (int i = 0; b->mesh && !b->mesh->axes && i < f->points[k].num; i++)
      if (fabs(f->terms[f->points[k].first + i].a) > 0.5) node = 1 + f->terms[f->points[k].first + i].vec;
    f->counts[k] = !node || own[node - 1];
  }
  free(own);
}

static void sum_over_processes(void *ctx, double *x, int num)
{
  const GudSystem *sys = ctx;
  MPI_Allreduce(MPI_IN_PLACE, x, num, MPI_DOUBLE, MPI_SUM, sys->comm);
}

/* Files: on one process, or on the first of several, which keeps the list. */
static PetscErrorCode open_files(GudFrames *f, int resume, double t)
{
  char path[GUD_MAX_FOLDER + 100];
  int  e;
  PetscFunctionBeginUser;
  PetscCheck(!gud_vtk_create(&f->vtk), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  if (f->sys->rank == 0) {
    snprintf(path, sizeof path, "%s/vtk", f->folder);
    PetscCheck(mkdir(path, 0777) == 0 || errno == EEXIST, PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN,
               "cannot make the folder %s: %s", path, strerror(errno));
    snprintf(path, sizeof path, "%s/run.pvd", f->folder);
    PetscCheck(!gud_pvd_create(&f->pvd), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
    e = resume ? gud_pvd_resume(f->pvd, path, t) : gud_pvd_open(f->pvd, path);
    PetscCheck(!e, PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "%s", gud_pvd_error(f->pvd));
    f->films  = gud_films_any(f->sys);
    int files = 2 + (f->films != 0) + (f->symbols != NULL); /* of a frame: bodies, joints, films, symbols */
    f->num    = gud_pvd_num_entries(f->pvd) / files;
  }
  if (f->own) PetscCallMPI(MPI_Bcast(&f->num, 1, MPI_INT, 0, f->sys->comm));
  f->synced = f->num;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudFramesCreate(GudSystem *sys, const char *folder, const GudFrameOptions *opt, int resume,
                               double t, GudFrames **out)
{
  GudFrames      *f = gud_alloc(sizeof *f);
  const GudModel *m = sys->model;
  PetscFunctionBeginUser;
  f->sys = sys, f->exaggerate = opt->exaggerate, f->bezier = opt->bezier, f->plain = opt->plain_names;
  f->shift  = gud_alloc(sizeof *f->shift * (size_t)m->num_bodies);
  f->closed = gud_alloc(sizeof *f->closed * (size_t)(m->num_forces + 1));
  if (sys->parted) find_own(f);
  if (opt->machine) gud_drawing_create(sys, &f->drawing);
  if (opt->machine) f->symbols = gud_symbols_create(m, &f->drawing, f->exaggerate);
  if (f->symbols && !gud_symbols_any(f->symbols)) gud_symbols_destroy(&f->symbols);
  snprintf(f->folder, sizeof f->folder, "%s", folder);
  for (int i = 1; i < m->num_bodies; i++) {
    int e = add_body(f, i);
    PetscCheck(!e, PETSC_COMM_SELF, PETSC_ERR_LIB, "body '%s' cannot be drawn: %s", m->bodies[i].name,
               gud_shapes_error(&f->shapes));
  }
  for (int i = 1; i < m->num_bodies; i++) /* the same on every process */
    for (int k = 0; m->bodies[i].type && k < m->bodies[i].type->num_fields; k++)
      field_index(f, &m->bodies[i].type->fields[k]);
  fill_degrees(f);
  size_t n = sizeof(double) * 3 * (size_t)(f->shapes.num_points + 1);
  f->start = gud_alloc(n), f->xyz = gud_alloc(n), f->disp = gud_alloc(n), f->vel = gud_alloc(n),
  f->acc = gud_alloc(n), f->bent = gud_alloc(n);
  for (int64_t k = 0; k < f->shapes.num_points; k++) place(f, k, m->start_q, 0, f->start + 3 * k);
  f->share = gud_alloc(sizeof(int) * (size_t)(f->num_points + 1));
  for (int i = 0; i < f->num_places; i++) f->share[f->places[i].point]++;
  if (f->own) count_points(f);
  *out = f;
  PetscCall(open_files(f, resume, t));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudFramesDestroy(GudFrames **pf)
{
  GudFrames *f = *pf;
  int        e;
  PetscFunctionBeginUser;
  if (!f) PetscFunctionReturn(PETSC_SUCCESS);
  e = f->pvd ? gud_pvd_close(f->pvd) : 0;
  PetscCheck(!e, PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "%s", gud_pvd_error(f->pvd));
  gud_vtk_destroy(&f->vtk);
  gud_pvd_destroy(&f->pvd);
  gud_shapes_free(&f->shapes);
  for (int i = 0; i < f->num_fields; i++) free(f->field[i]);
  gud_symbols_destroy(&f->symbols);
  gud_drawing_free(&f->drawing);
  free(f->own), free(f->counts), free(f->shift), free(f->closed);
  free(f->cubic), free(f->degrees), free(f->points), free(f->terms), free(f->places), free(f->share),
    free(f->start), free(f->xyz), free(f->disp), free(f->vel), free(f->acc), free(f->bent), free(f);
  *pf = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudFramesFlush(GudFrames *f)
{
  PetscFunctionBeginUser;
  PetscCheck(!gud_pvd_flush(f->pvd, 1), PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "%s", gud_pvd_error(f->pvd));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int gud_frames_sync(GudFrames *f)
{
  static const char *const kinds[] = {"bodies", "joints", "films", "symbols"};
  char                     path[GUD_MAX_FOLDER + 100];
  int                      e = 0;
  for (; f->synced < f->num && !e; f->synced++)
    for (int k = 0; k < 4 && !e; k++) {
      if ((k == 2 && !f->films) || (k == 3 && !f->symbols)) continue;
      snprintf(path, sizeof path, "%s/vtk/%s_%06d.%s", f->folder, kinds[k], f->synced,
               f->own && k == 0 ? "pvtu" : "vtu");
      e = gud_sync(path);
      for (int i = 0; i < f->sys->size && f->own && k == 0 && !e; i++) {
        snprintf(path, sizeof path, "%s/vtk/bodies_%06d_%d.vtu", f->folder, f->synced, i);
        e = gud_sync(path);
      }
    }
  snprintf(path, sizeof path, "%s/vtk", f->folder);
  if (!e) e = gud_sync(path);
  snprintf(path, sizeof path, "%s/run.pvd", f->folder);
  return e ? e : gud_sync(path);
}

int gud_frames_num(const GudFrames *f)
{
  return f->num;
}

/* The first body of the group that ideal joints connect with this one; the ground's is 0. */
static int group_of(const int *leader, int body)
{
  while (leader[body] != body) body = leader[body];
  return body;
}

/* Enlarged gaps: the shift of every body. Gaps are taken in file order; the first that moves a group counts. */
static void shifts(const GudFrames *f, const GudPoint *p, double (*shift)[3])
{
  const GudModel *m = f->sys->model;
  size_t          n = sizeof(int) * (size_t)m->num_bodies;
  memset(shift, 0, sizeof *shift * (size_t)m->num_bodies);
  if (f->exaggerate == 1) return;
  int *leader = gud_alloc(n), *moved = gud_alloc(n);
  for (int i = 0; i < m->num_bodies; i++) leader[i] = i;
  for (int j = 0; j < m->num_joints; j++) {
    int a = group_of(leader, m->joints[j].body[0]), b = group_of(leader, m->joints[j].body[1]);
    leader[a > b ? a : b] = a > b ? b : a;
  }
  for (int j = 0; j < m->num_forces; j++) {
    const GudModelForce *fo = &m->forces[j];
    double               a[3], b[3];
    if (!fo->type->joint) continue;
    int ga = group_of(leader, fo->body[0]), gb = group_of(leader, fo->body[1]);
    if (ga == gb || !gb || moved[gb]) continue;
    gud_vector_value(m, fo->vector[0], p->q, a);
    gud_vector_value(m, fo->vector[fo->type->slots[0].kind], p->q, b);
    for (int i = 0; i < 3; i++) shift[gb][i] = shift[ga][i] + (f->exaggerate - 1) * (b[i] - a[i]);
    moved[gb] = 1;
  }
  for (int i = 0; i < m->num_bodies; i++) memmove(shift[i], shift[group_of(leader, i)], sizeof *shift);
  free(leader), free(moved);
}

/* Index of each field of an element type. */
static void field_indices(GudFrames *f, const GudElementType *t, int *index)
{
  for (int i = 0; i < t->num_fields; i++) index[i] = field_index(f, &t->fields[i]);
}

/* Fields at all drawn points, one call for the places of an element; in plane meshes the mean over the cells that share a
   node (recovery). */
static void fill_fields(GudFrames *f, const GudPoint *p)
{
  const GudModel       *m    = f->sys->model;
  const GudElementType *type = NULL;
  int                   index[GUD_MAX_ELEMENT_FIELDS];
  for (int i = 0; i < f->num_fields; i++)
    for (int k = 0; k < f->num_points; k++) f->field[i][k] = NAN;
  for (int pass = 0; pass < 2; pass++) /* zeros, then sums */
    for (int first = 0, num; first < f->num_places; first += num) {
      const Place      *a = &f->places[first];
      const GudElement *e = &m->elements[a->element];
      double Q[GUD_MAX_ELEMENT_VECTORS][3], xi[CHUNK][3], out[CHUNK * GUD_MAX_ELEMENT_FIELDS] = {0}, *v = out;
      for (num = 0; num < CHUNK && first + num < f->num_places && a[num].element == a->element; num++)
        memcpy(xi[num], a[num].xi, sizeof xi[num]);
      for (int i = 0; i < e->type->num_vec; i++)
        for (int c = 0; c < 3; c++) Q[i][c] = c < m->dim ? p->q[m->dim * e->vec[i] + c] : 0;
      if (pass) e->type->field(e->type, e->data, Q, num, (const double(*)[3])xi, out);
      if (e->type != type) field_indices(f, e->type, index);
      type = e->type;
      for (int n = 0; n < num; n++)
        for (int i = 0; i < type->num_fields; i++, v++) {
          if (index[i] < 0) continue;
          double *to = &f->field[index[i]][a[n].point];
          *to        = pass ? *to + *v / f->share[a[n].point] : 0;
        }
    }
  for (int i = 0; i < f->num_fields; i++) to_control(f, f->field[i], 1);
}

/* Deflection of the flexible bodies against their floating frames; the points of a body follow each other. */
static int fill_bent(GudFrames *f, const GudPoint *p)
{
  const GudShapes *s     = &f->shapes;
  const GudModel  *m     = f->sys->model;
  int              any   = 0;
  int64_t          first = 0, end = 0;
  memset(f->bent, 0, sizeof(double) * 3 * (size_t)s->num_points);
  for (int body = 1; body < m->num_bodies; body++, first = end) { /* the same on every process */
    while (end < s->num_points && s->body[end] == body) end++;
    if (!m->bodies[body].mesh) continue;
    for (int64_t k = first; k < end; k++) place(f, k, p->q, 0, f->xyz + 3 * k);
    GudFloatingParts parts = {f->counts + first, sum_over_processes, f->sys};
    gud_floating_deflection_in_parts(f->sys->dim, end - first, f->start + 3 * first, f->xyz + 3 * first,
                                     f->own ? &parts : NULL, f->bent + 3 * first);
    any = 1;
  }
  to_control(f, f->bent, 3);
  return any;
}

/* The list of the files of all processes, of a model in parts; the file of this one is still open. */
static PetscErrorCode write_list_of_pieces(GudFrames *f)
{
  int size = f->sys->size, room = 40, e;
  PetscFunctionBeginUser;
  if (!f->own || f->sys->rank) PetscFunctionReturn(PETSC_SUCCESS);
  char        *text  = gud_alloc((size_t)(room * size)), path[GUD_MAX_FOLDER + 100];
  const char **names = gud_alloc(sizeof *names * (size_t)size);
  for (int i = 0; i < size; i++) {
    snprintf(text + room * i, (size_t)room, "bodies_%06d_%d.vtu", f->num, i);
    names[i] = text + room * i;
  }
  snprintf(path, sizeof path, "%s/vtk/bodies_%06d.pvtu", f->folder, f->num);
  e = gud_vtk_write_pieces(f->vtk, path, size, names);
  free(text), free(names);
  PetscCheck(!e, PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "%s", gud_vtk_error(f->vtk));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write_bodies(GudFrames *f, const GudPoint *p, const char *path)
{
  const GudShapes *s = &f->shapes;
  char             label[GUD_LABEL_SIZE];
  PetscFunctionBeginUser;
  int bends = fill_bent(f, p);
  shifts(f, p, f->shift);
  for (int64_t k = 0; k < s->num_points; k++) {
    double *at = f->shift[s->body[k]], *r0 = f->start + 3 * k;
    place(f, k, p->q, 0, f->xyz + 3 * k);
    place(f, k, p->v, 1, f->vel + 3 * k);
    place(f, k, p->a, 1, f->acc + 3 * k);
    for (int i = 0; i < 3; i++) f->disp[3 * k + i] = f->xyz[3 * k + i] - r0[i], f->xyz[3 * k + i] += at[i];
  }
  to_control(f, f->xyz, 3), to_control(f, f->disp, 3), to_control(f, f->vel, 3), to_control(f, f->acc, 3);
  gud_vtk_open(f->vtk, path, s->num_points, s->num_cells, p->t);
  gud_vtk_points(f->vtk, GUD_VTK_FLOAT64, f->xyz);
  gud_vtk_cells(f->vtk, s->num_conn, s->conn, s->offsets, s->types);
  gud_vtk_point_field(f->vtk, gud_label(label, "displacement", "m", f->plain), GUD_VTK_FLOAT64, 3, f->disp,
                      NULL);
  gud_vtk_point_field(f->vtk, gud_label(label, "velocity", "m/s", f->plain), GUD_VTK_FLOAT64, 3, f->vel,
                      NULL);
  gud_vtk_point_field(f->vtk, gud_label(label, "acceleration", "m/s^2", f->plain), GUD_VTK_FLOAT64, 3, f->acc,
                      NULL);
  if (bends)
    gud_vtk_point_field(f->vtk, gud_label(label, "deflection", "m", f->plain), GUD_VTK_FLOAT64, 3, f->bent,
                        NULL);
  fill_fields(f, p);
  for (int i = 0; i < f->num_fields; i++)
    gud_vtk_point_field(f->vtk, gud_label(label, f->field_of[i]->name, f->field_of[i]->unit, f->plain),
                        GUD_VTK_FLOAT64, 1, f->field[i], NULL);
  gud_vtk_cell_field(f->vtk, "body", GUD_VTK_INT32, 1, s->cell_body, NULL);
  write_names(f);
  write_degrees(f);
  PetscCall(write_list_of_pieces(f));
  PetscCheck(!gud_vtk_close(f->vtk), PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "%s", gud_vtk_error(f->vtk));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* 0 open, 1 pressed and slipping (or without friction), 2 sticking; -1: this force does not say. N and T: its normal and
   friction force, NaN where they are not those of one point. */
static int contact_state(GudEvaluated *at, int force, double *N, double *T)
{
  double pressed = gud_force_output_of_role(at, force, GUD_OUTPUT_CONTACT);
  double stick   = gud_force_output_of_role(at, force, GUD_OUTPUT_STICK);
  *N             = gud_force_output_of_role(at, force, GUD_OUTPUT_NORMAL),
  *T             = gud_force_output_of_role(at, force, GUD_OUTPUT_FRICTION);
  if (isnan(pressed)) return -1;
  return stick > 0.5 ? 2 : pressed > 0.5;
}

/* One vertex per joint and point of contact (a node on a guide) at its place on body b, with force and moment on b. */
static PetscErrorCode write_joints(GudFrames *f, GudEvaluated *at, const char *path)
{
  const GudPoint *p   = &at->p;
  const GudModel *m   = f->sys->model;
  int             num = 0;
  size_t          n   = (size_t)(m->num_joints + m->num_forces + 1);
  double         *x = gud_alloc(n * 24), *F = gud_alloc(n * 24), *M = gud_alloc(n * 24);
  double         *normal = gud_alloc(n * 8), *friction = gud_alloc(n * 8);
  int64_t        *conn = gud_alloc(n * 8), *offsets = gud_alloc(n * 8);
  uint8_t        *types = gud_alloc(n);
  char            label[GUD_LABEL_SIZE];
  int            *id = gud_alloc(n * sizeof(int)), *state = gud_alloc(n * sizeof(int));
  PetscFunctionBeginUser;
  for (int j = 0; j < m->num_joints; j++) {
    if (m->joints[j].type->driver) continue;
    gud_vector_value(m, m->joints[j].vector[4], p->q, x + 3 * num);
    gud_joint_reaction(f->sys, j, 1, p, F + 3 * num, M + 3 * num);
    state[num] = -1, normal[num] = friction[num] = NAN;
    id[num++] = j;
  }
  for (int j = 0; j < m->num_forces; j++) { /* joints with a gap, points of contact */
    if (!m->forces[j].type->joint && !m->forces[j].type->guards) continue;
    gud_vector_value(m, m->forces[j].vector[m->forces[j].type->slots[0].kind], p->q, x + 3 * num);
    gud_force_reaction(at, j, 1, F + 3 * num, M + 3 * num);
    state[num]   = contact_state(at, j, &normal[num], &friction[num]);
    f->closed[j] = state[num] > 0;
    id[num++]    = m->num_joints + j;
  }
  for (int i = 0; i < num; i++) conn[i] = i, offsets[i] = i + 1, types[i] = GUD_CELL_VERTEX;
  gud_vtk_open(f->vtk, path, num, num, p->t);
  gud_vtk_points(f->vtk, GUD_VTK_FLOAT64, x);
  gud_vtk_cells(f->vtk, num, conn, offsets, types);
  gud_vtk_point_field(f->vtk, gud_label(label, "reaction_force", "N", f->plain), GUD_VTK_FLOAT64, 3, F, NULL);
  gud_vtk_point_field(f->vtk, gud_label(label, "reaction_moment", "N m", f->plain), GUD_VTK_FLOAT64, 3, M,
                      NULL);
  gud_vtk_point_field(f->vtk, "contact_state", GUD_VTK_INT32, 1, state, NULL);
  gud_vtk_point_field(f->vtk, gud_label(label, "contact_normal", "N", f->plain), GUD_VTK_FLOAT64, 1, normal,
                      NULL);
  gud_vtk_point_field(f->vtk, gud_label(label, "contact_friction", "N", f->plain), GUD_VTK_FLOAT64, 1,
                      friction, NULL);
  gud_vtk_point_field(f->vtk, "joint", GUD_VTK_INT32, 1, id, NULL);
  int e = gud_vtk_close(f->vtk);
  free(x), free(F), free(M), free(normal), free(friction), free(state), free(conn), free(offsets),
    free(types), free(id);
  PetscCheck(!e, PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "%s", gud_vtk_error(f->vtk));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudFramesWrite(GudFrames *f, GudEvaluated *at)
{
  const GudPoint *p = &at->p;
  char            name[64], path[GUD_MAX_FOLDER + 100];
  int             e = 0;
  PetscFunctionBeginUser;
  snprintf(name, sizeof name, "vtk/bodies_%06d.vtu", f->num);
  if (f->own) snprintf(name, sizeof name, "vtk/bodies_%06d_%d.vtu", f->num, f->sys->rank);
  snprintf(path, sizeof path, "%s/%s", f->folder, name);
  PetscCall(write_bodies(f, p, path));
  if (f->own) { /* the list of frames names files that are there */
    snprintf(name, sizeof name, "vtk/bodies_%06d.pvtu", f->num);
    PetscCallMPI(MPI_Barrier(f->sys->comm));
  }
  if (!f->pvd) {
    f->num++;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  e |= gud_pvd_add(f->pvd, p->t, 0, name);
  snprintf(name, sizeof name, "vtk/joints_%06d.vtu", f->num);
  snprintf(path, sizeof path, "%s/%s", f->folder, name);
  PetscCall(write_joints(f, at, path));
  e |= gud_pvd_add(f->pvd, p->t, 1, name);
  if (f->films) {
    snprintf(name, sizeof name, "vtk/films_%06d.vtu", f->num);
    snprintf(path, sizeof path, "%s/%s", f->folder, name);
    PetscCheck(!gud_films_write(at, f->plain, f->vtk, path), PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "%s",
               gud_vtk_error(f->vtk));
    e |= gud_pvd_add(f->pvd, p->t, 2, name);
  }
  if (f->symbols) {
    snprintf(name, sizeof name, "vtk/symbols_%06d.vtu", f->num);
    snprintf(path, sizeof path, "%s/%s", f->folder, name);
    PetscCheck(!gud_symbols_write(f->symbols, at, f->shift, f->closed, f->vtk, path), PETSC_COMM_SELF,
               PETSC_ERR_FILE_WRITE, "%s", gud_vtk_error(f->vtk));
    e |= gud_pvd_add(f->pvd, p->t, 3, name);
  }
  e |= gud_pvd_flush(f->pvd, f->num == 0);
  PetscCheck(!e, PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "%s", gud_pvd_error(f->pvd));
  f->num++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Fields of a mode: those of the state q + e phi, less those of q, times scale/e, with an amplitude e of 1e-5 of the drawn one,
   where the mode is linear. Exact for forces, moments and components of the stress; for the equivalent stress if the state
   itself is free of stress. */
static PetscErrorCode shape_fields(GudFrames *f, const GudPoint *p, const double *phi, double scale)
{
  int      nq = f->sys->nq;
  double   e = 1e-5 * scale, *q = gud_alloc(sizeof(double) * (size_t)(nq + 1)), *own[MAX_FIELDS];
  GudPoint moved = *p;
  PetscFunctionBeginUser;
  for (int i = 0; i < nq; i++) q[i] = p->q[i] + e * phi[i];
  moved.q = q;
  fill_fields(f, p);
  for (int i = 0; i < f->num_fields; i++) {
    own[i] = gud_alloc(sizeof(double) * (size_t)(f->num_points + 1));
    memcpy(own[i], f->field[i], sizeof(double) * (size_t)f->num_points);
  }
  fill_fields(f, &moved);
  for (int i = 0; i < f->num_fields; i++) {
    for (int k = 0; k < f->num_points; k++)
      f->field[i][k] = e > 0 ? (f->field[i][k] - own[i][k]) * scale / e : 0 * own[i][k];
    free(own[i]);
  }
  free(q);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GudFramesWriteShape(GudFrames *f, const GudPoint *p, const double *phi, double size,
                                   double time, const char *name)
{
  const GudShapes *s    = &f->shapes;
  double           most = 0;
  char             label[GUD_LABEL_SIZE], path[GUD_MAX_FOLDER + 100];
  PetscFunctionBeginUser;
  for (int64_t k = 0; k < s->num_points; k++) {
    place(f, k, p->q, 0, f->xyz + 3 * k);
    place(f, k, phi, 1, f->disp + 3 * k);
    most = fmax(most, gud_norm_real(f->disp + 3 * k));
  }
  for (int64_t i = 0; i < 3 * s->num_points; i++) {
    f->disp[i] *= most > 0 ? size / most : 0;
    f->xyz[i] += f->disp[i];
  }
  to_control(f, f->xyz, 3), to_control(f, f->disp, 3);
  PetscCall(shape_fields(f, p, phi, most > 0 ? size / most : 0));
  snprintf(path, sizeof path, "%s/%s", f->folder, name);
  gud_vtk_open(f->vtk, path, s->num_points, s->num_cells, time);
  gud_vtk_points(f->vtk, GUD_VTK_FLOAT64, f->xyz);
  gud_vtk_cells(f->vtk, s->num_conn, s->conn, s->offsets, s->types);
  gud_vtk_point_field(f->vtk, gud_label(label, "displacement", "m", f->plain), GUD_VTK_FLOAT64, 3, f->disp,
                      NULL);
  for (int i = 0; i < f->num_fields; i++)
    gud_vtk_point_field(f->vtk, gud_label(label, f->field_of[i]->name, f->field_of[i]->unit, f->plain),
                        GUD_VTK_FLOAT64, 1, f->field[i], NULL);
  gud_vtk_cell_field(f->vtk, "body", GUD_VTK_INT32, 1, s->cell_body, NULL);
  write_names(f);
  write_degrees(f);
  PetscCheck(!gud_vtk_close(f->vtk), PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "%s", gud_vtk_error(f->vtk));
  PetscFunctionReturn(PETSC_SUCCESS);
}
