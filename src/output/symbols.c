/* Symbols: output/symbols.h. A symbol is a mesh in axes of its own that is attached to a hold; in a frame each of its points goes to
   (H1) r = o + X1 c1 + X2 c2 + X3 c3
   where o, c are those of the hold: a frame of a joint on one of its bodies (unit axes); a span between two points
   (c3 = b - a, c1 and c2 unit and normal to it, so that a coil stretches); an arrow (c3 along the force, of fixed length: it
   shows the direction); a place of the ground.
   exaggerate: a journal is drawn at o_a + exaggerate (o_b - o_a) in a bore of radius R_j + exaggerate c. */
#include "output/symbols.h"

#include "base/vec3.h"
#include "output/reactions.h"
#include "output/shapes.h"
#include "output/walls.h"

#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* ---- sizes and layers ---- */

/* Position of one side of a joint or of a joint with a gap, in space at the start. */
static void start_of(const GudModel *m, int vector, double r[3])
{
  gud_vector_value(m, vector, m->start_q, r);
}

static int force_vector(const GudModelForce *fo, int side)
{
  return fo->vector[side ? fo->type->slots[0].kind : 0];
}

static GudSymbol symbol_of(const GudModelForce *fo)
{
  GudSymbol s = {0};
  if (fo->type->symbol) fo->type->symbol(fo->type, fo->params, &s);
  return s;
}

static void stretch(double box[2][3], const double r[3])
{
  for (int k = 0; k < 3; k++) box[0][k] = fmin(box[0][k], r[k]), box[1][k] = fmax(box[1][k], r[k]);
}

/* 1 if two bodies share a joint: they must not lie in one layer. */
static int neighbours(const GudModel *m, int a, int b)
{
  for (int i = 0; i < m->num_joints; i++) {
    const int *p = m->joints[i].body;
    if ((p[0] == a && p[1] == b) || (p[0] == b && p[1] == a)) return 1;
  }
  for (int i = 0; i < m->num_forces; i++) {
    const int *p = m->forces[i].body;
    if (m->forces[i].type->joint && ((p[0] == a && p[1] == b) || (p[0] == b && p[1] == a))) return 1;
  }
  return 0;
}

void gud_drawing_create(const GudSystem *sys, GudDrawing *d)
{
  const GudModel *m         = sys->model;
  double          box[2][3] = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}}, r[3];
  memset(d, 0, sizeof *d);
  for (int i = 0; i < m->num_joints; i++) start_of(m, m->joints[i].vector[4], r), stretch(box, r);
  for (int i = 0; i < m->num_forces; i++) start_of(m, force_vector(&m->forces[i], 0), r), stretch(box, r);
  for (int i = 1; i < m->num_bodies; i++) {
    const GudBody *b = &m->bodies[i];
    for (int e = b->element; b->mesh && e < b->element + b->num_elements; e++) {
      double q[3] = {0};
      for (int k = 0; k < m->dim; k++) q[k] = m->start_q[m->dim * m->elements[e].vec[0] + k];
      stretch(box, q);
    }
    if (b->mesh || !b->type) continue;
    double half = b->draw.kind == GUD_DRAW_NONE
                    ? 0
                    : 0.5 * fmax(fmax(b->draw.size[0], b->draw.size[1]), b->draw.length);
    for (int s = -1; s < 2; s += 2) {
      for (int k = 0; k < 3; k++) r[k] = b->place.origin[k] + s * half * (k < m->dim);
      stretch(box, r);
    }
  }
  for (int k = 0; k < 3; k++)
    box[0][k] = -gud_system_largest(sys, -box[0][k]), box[1][k] = gud_system_largest(sys, box[1][k]);
  for (int k = 0; k < 3; k++) d->size += box[1][k] > box[0][k] ? pow(box[1][k] - box[0][k], 2) : 0;
  d->size = d->size > 0 ? sqrt(d->size) : 1;
  d->pin  = 0.016 * d->size;
  if (m->dim == 3) return;
  d->thickness = 0.035 * d->size;
  d->layer     = gud_alloc(sizeof(double) * (size_t)m->num_bodies);
  int *number  = gud_alloc(sizeof(int) * (size_t)m->num_bodies);
  for (int i = 1; i < m->num_bodies; i++)
    for (int again = 1; again;) {
      again = 0;
      for (int k = 1; k < i; k++)
        if (number[k] == number[i] && neighbours(m, i, k)) number[i]++, again = 1;
    }
  for (int i = 1; i < m->num_bodies; i++) d->layer[i] = 1.06 * d->thickness * number[i];
  d->layer[0] = -1.06 * d->thickness;
  free(number);
}

void gud_drawing_free(GudDrawing *d)
{
  free(d->layer);
  memset(d, 0, sizeof *d);
}

static int add_place(const GudModel *m, int body, int vector, int num, int max, double (*X)[3])
{
  const GudBody *b = &m->bodies[body];
  double         r[3], size = 0;
  start_of(m, vector, r);
  for (int k = 0; k < 3; k++) r[k] -= b->place.origin[k];
  double x[3] = {0};
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++) x[k] += b->place.R[3 * i + k] * r[i];
  for (int n = 0; n < num; n++) {
    double d[3] = {x[0] - X[n][0], x[1] - X[n][1], x[2] - X[n][2]};
    size        = gud_norm_real(X[n]) + gud_norm_real(x);
    if (gud_norm_real(d) <= 1e-6 * size) return num;
  }
  if (num < max) memcpy(X[num++], x, sizeof x);
  return num;
}

int gud_drawing_places(const GudModel *m, int body, int max, double (*X)[3])
{
  int num = 0;
  for (int i = 0; i < m->num_joints; i++)
    for (int side = 0; side < 2; side++)
      if (m->joints[i].body[side] == body && !m->joints[i].type->driver && !m->joints[i].type->each_node)
        num = add_place(m, body, m->joints[i].vector[4 * side], num, max, X);
  for (int i = 0; i < m->num_forces; i++)
    for (int side = 0; side < 2; side++)
      if (m->forces[i].type->joint && m->forces[i].body[side] == body)
        num = add_place(m, body, force_vector(&m->forces[i], side), num, max, X);
  return num;
}

/* ---- holds ---- */

typedef enum { ON_FRAME, ON_GAP, ON_SPAN, ON_FORCE, ON_MOMENT, ON_CONTACT, ON_GROUND } HoldKind;
typedef struct {
  HoldKind kind;
  int      body, drawn; /* whose it is; GUD_DRAWN_x */
  int      vector
    [8]; /* frame: position and axes (-1: those of space); gap: also those of the other side; span: two points */
  int force; /* arrow */
  int driver,
    along; /* arrow of a driver: 1 + its motion, which gives the sense; along: it points along the third axis */
  double wall;          /* contact: radius of the bore on which it lies; 0: at the point itself */
  double z;             /* layer, in the plane */
  double o[3], c[3][3]; /* ground: fixed */
} Hold;

struct GudSymbols {
  const GudModel   *m;
  const GudDrawing *d;
  double            exaggerate;
  GudShapes         shapes; /* the `body` of a point is its hold */
  Hold             *holds;
  int               num_holds;
  double           *xyz;
  int              *body, *drawn; /* per cell */
};

static int add_hold(GudSymbols *s, Hold h)
{
  *GUD_GROW(s->holds, s->num_holds) = h;
  return s->num_holds - 1;
}

/* ---- meshes ---- */

/* Points around an axis: `num` rings of AROUND points at (radius, along); quads between them, and caps (closed: last and first
   ring are joined instead). */
enum { AROUND = 28, MAX_RINGS = 8 };
static void add_turned(GudSymbols *s, int hold, int num, const double (*ring)[2], int closed)
{
  double  X[AROUND * MAX_RINGS][3];
  int64_t first = s->shapes.num_points, cap[AROUND];
  for (int k = 0; k < num; k++)
    for (int i = 0; i < AROUND; i++) {
      double a = 2 * pi * i / AROUND, *x = X[k * AROUND + i];
      x[0] = ring[k][0] * cos(a), x[1] = ring[k][0] * sin(a), x[2] = ring[k][1];
    }
  gud_shapes_add_points(&s->shapes, hold, num * AROUND, (const double(*)[3])X);
  for (int k = 0; k < num - !closed; k++)
    for (int i = 0; i < AROUND; i++) {
      int     n = (k + 1) % num, j = (i + 1) % AROUND;
      int64_t quad[4] = {first + k * AROUND + i, first + k * AROUND + j, first + n * AROUND + j,
                         first + n * AROUND + i};
      gud_shapes_add_cell(&s->shapes, GUD_CELL_QUAD, 4, quad);
    }
  for (int end = 0; end < 2 && !closed; end++) {
    for (int i = 0; i < AROUND; i++) cap[i] = first + (end ? (num - 1) * AROUND + i : AROUND - 1 - i);
    gud_shapes_add_cell(&s->shapes, GUD_CELL_POLYGON, AROUND, cap);
  }
}

static void add_cylinder(GudSymbols *s, int hold, double radius, double from, double to)
{
  const double ring[2][2] = {{radius, from}, {radius, to}};
  add_turned(s, hold, 2, ring, 0);
}

static void add_ring(GudSymbols *s, int hold, const double radius[2], double from, double to)
{
  const double ring[4][2] = {{radius[1], from}, {radius[1], to}, {radius[0], to}, {radius[0], from}};
  add_turned(s, hold, 4, ring, 1);
}

static void add_prism(GudSymbols *s, int hold, int n, const double (*xy)[2], const double z[2])
{
  gud_prism_add(&s->shapes, hold, n, xy, z);
}

/* A box in the first two axes. */
static void add_plate(GudSymbols *s, int hold, const double x[2], const double y[2], const double z[2])
{
  const double xy[4][2] = {{x[0], y[0]}, {x[1], y[0]}, {x[1], y[1]}, {x[0], y[1]}};
  add_prism(s, hold, 4, xy, z);
}

/* A tube along a curve given by its points and two unit vectors across it. */
enum { TUBE = 8 };
static void add_tube(GudSymbols *s, int hold, int n, const double (*at)[3], const double (*across)[2][3],
                     double radius)
{
  int64_t first = s->shapes.num_points;
  for (int k = 0; k < n; k++) {
    double X[TUBE][3];
    for (int i = 0; i < TUBE; i++)
      for (int c = 0; c < 3; c++)
        X[i][c] = at[k][c] + radius * (cos(2 * pi * i / TUBE) * across[k][0][c] +
                                       sin(2 * pi * i / TUBE) * across[k][1][c]);
    gud_shapes_add_points(&s->shapes, hold, TUBE, (const double(*)[3])X);
    for (int i = 0; i < TUBE && k; i++) {
      int64_t a = first + (k - 1) * TUBE, b = a + TUBE, j = (i + 1) % TUBE,
              quad[4] = {a + i, a + j, b + j, b + i};
      gud_shapes_add_cell(&s->shapes, GUD_CELL_QUAD, 4, quad);
    }
  }
}

/* A coil in the axes of a span: along it from 0 to 1, straight at both ends. length: of the span at the start. */
static void add_coil(GudSymbols *s, int hold, double radius, double length)
{
  enum { TURNS = 8, EACH = 14, NUM = TURNS * EACH + 3 };
  double at[NUM][3], across[NUM][2][3], l = length > 0 ? length : 1;
  for (int k = 0; k < NUM; k++) {
    double x = (double)(k - 1) / (NUM - 3), a = 2 * pi * TURNS * x;
    int    end  = k == 0 || k == NUM - 1;
    double r[3] = {end ? 0 : radius * cos(a), end ? 0 : radius * sin(a),
                   k == 0 ? 0
                   : end  ? 1
                          : 0.12 + 0.76 * x};
    double u[2][3] = {{cos(a), sin(a), 0}, {0, 0, 1 / l}};
    memcpy(at[k], r, sizeof r), memcpy(across[k], u, sizeof u);
  }
  add_tube(s, hold, NUM, (const double(*)[3])at, (const double(*)[2][3])across, 0.14 * radius);
}

static void add_damper(GudSymbols *s, int hold, double radius)
{
  add_cylinder(s, hold, radius, 0.28, 0.62);
  add_cylinder(s, hold, 0.35 * radius, 0, 0.28);
  add_cylinder(s, hold, 0.35 * radius, 0.62, 1);
}

/* ---- symbols ---- */

static double layer(const GudSymbols *s, int body)
{
  return s->d->layer ? s->d->layer[body] : 0;
}

/* 1 if a body is a bar or beam: it gets eyes around its pins. */
static int is_link(const GudModel *m, int body)
{
  const GudBody *b = &m->bodies[body];
  if (!body || b->type->fixed_frame) return 0;
  if (b->mesh) return b->mesh->axes != NULL;
  return b->draw.kind == GUD_DRAW_NONE || b->draw.kind == GUD_DRAW_ROD;
}

/* A pedestal on the ground under the point r, for a pin along `axis`. */
static void add_pedestal(GudSymbols *s, const double r[3], const double axis[3], double pin)
{
  const GudModel *m = s->m;
  double up[3], g = gud_norm_real(m->gravity), n, w = m->dim == 2 ? 0.5 * s->d->thickness : 1.2 * pin;
  Hold   h = {.kind = ON_GROUND, .drawn = GUD_DRAWN_GROUND, .z = layer(s, 0)};
  for (int k = 0; k < 3; k++) up[k] = g > 0 ? -m->gravity[k] / g : k == m->dim - 1;
  memcpy(h.o, r, sizeof h.o);
  memcpy(h.c[2], axis, sizeof h.c[2]);
  double along = gud_dot_real(up, axis);
  for (int k = 0; k < 3; k++) h.c[1][k] = up[k] - along * axis[k];
  if ((n = gud_norm_real(h.c[1])) < 0.2) { /* a vertical pin */
    double e[3] = {fabs(axis[0]) < 0.7, fabs(axis[0]) >= 0.7, 0};
    along       = gud_dot_real(e, axis);
    for (int k = 0; k < 3; k++) h.c[1][k] = e[k] - along * axis[k];
    n = gud_norm_real(h.c[1]);
  }
  for (int k = 0; k < 3; k++) h.c[1][k] /= n;
  gud_cross_real(h.c[1], h.c[2], h.c[0]);
  int          hold       = add_hold(s, h);
  const double foot[8][2] = {{-2.6 * pin, -3.6 * pin}, {2.6 * pin, -3.6 * pin}, {1.5 * pin, 0.3 * pin},
                             {0.9 * pin, 1.2 * pin},   {0, 1.5 * pin},          {-0.9 * pin, 1.2 * pin},
                             {-1.5 * pin, 0.3 * pin},  {-1.6 * pin, 0}};
  const double z[2] = {-w, w}, x[2] = {-4.2 * pin, 4.2 * pin}, y[2] = {-4.1 * pin, -3.6 * pin};
  add_prism(s, hold, 7, foot, z);
  add_plate(s, hold, x, y, z);
  for (int i = 0; i < 7; i++) { /* hatching */
    double       a = -4.2 * pin + 1.3 * pin * i, t = 0.16 * pin;
    const double q[4][2] = {{a - 0.5 * pin, -5 * pin},
                            {a - 0.5 * pin + 2 * t, -5 * pin},
                            {a + 0.4 * pin + 2 * t, -4.1 * pin},
                            {a + 0.4 * pin, -4.1 * pin}};
    add_prism(s, hold, 4, q, z);
  }
}

/* Pin or ball between two sides; vectors: those of the two frames (point slots: only the position). */
typedef struct {
  int body[2], vector[2][4];
  int ball, bush, gap,
    force; /* bush: an elastic ring around the pin; gap: journal of side 1 in the bore of side 0, of this force */
  double journal, bearing, length; /* 0: not known */
} Pair;

static Hold frame_hold(const Pair *p, int side, int drawn, double z)
{
  Hold h = {.kind = ON_FRAME, .body = p->body[side], .drawn = drawn, .z = z};
  memcpy(h.vector, p->vector[side], sizeof p->vector[side]);
  return h;
}

/* Half the width of a bar or beam; 0 for other bodies. */
static double half_width(const GudSymbols *s, int body)
{
  const GudDraw *d = &s->m->bodies[body].draw;
  if (!is_link(s->m, body)) return 0;
  if (d->kind == GUD_DRAW_NONE || !(d->size[0] > 0)) return s->d->pin;
  return d->kind == GUD_DRAW_BOX ? 0.5 * d->size[0] : d->size[0];
}

/* Eyes of bars and beams around a pin: in the plane each in its layer; in space b's in the middle, a's as a fork around it.
   A bore of a block is drawn, too. Returns half the length that the pin needs. */
static double add_eyes(GudSymbols *s, const Pair *p, double rj, double rb, double length)
{
  double inner = fmax(half_width(s, p->body[1]), 0.6 * rj), half = 0, out[2] = {rb, rb};
  for (int side = 1; side >= 0; side--) {
    const GudMesh *mesh = s->m->bodies[p->body[side]].mesh;
    int            bore = p->gap && side == 0 && !(mesh && !mesh->axes), link = is_link(s->m, p->body[side]);
    double         w = half_width(s, p->body[side]);
    if (!bore && (!link || (p->gap && side))) continue;
    out[1] = fmax(rb + fmax(0.3 * rj, 0.35 * s->d->pin), 1.2 * w);
    int h  = add_hold(s, frame_hold(p, side, GUD_DRAWN_EYE, layer(s, p->body[side])));
    if (s->m->dim == 2) add_ring(s, h, out, -0.54 * s->d->thickness, 0.54 * s->d->thickness);
    else if (p->gap || p->ball) add_ring(s, h, out, -0.5 * length, 0.5 * length);
    else if (side) add_ring(s, h, out, -1.02 * inner, 1.02 * inner);
    else
      add_ring(s, h, out, -1.08 * inner - 0.6 * rj, -1.08 * inner),
        add_ring(s, h, out, 1.08 * inner, 1.08 * inner + 0.6 * rj);
  }
  half = p->gap ? 0.68 * length : 1.08 * inner + 0.85 * rj;
  return half;
}

static void add_sphere(GudSymbols *s, int hold, double radius)
{
  double ring[8][2];
  for (int k = 0; k < 8; k++)
    ring[k][0] = radius * sin(pi * (k + 0.25) / 7.5), ring[k][1] = -radius * cos(pi * (k + 0.25) / 7.5);
  add_turned(s, hold, 8, (const double(*)[2])ring, 0);
}

static void add_pair(GudSymbols *s, const Pair *p)
{
  const GudModel *m     = s->m;
  int             known = p->journal > 0;
  double          w = fmax(half_width(s, p->body[0]), half_width(s, p->body[1])), axis[3] = {0, 0, 1}, r[3];
  double          rj = known ? p->journal : fmax(s->d->pin, 0.6 * w), thick = s->d->thickness;
  double          rb = known ? rj + s->exaggerate * (p->bearing - p->journal) : rj;
  double          a = layer(s, p->body[0]), b = layer(s, p->body[1]), lo = fmin(a, b), hi = fmax(a, b);
  if (p->bush) {
    const double ring[2] = {rj, 1.45 * rj};
    double       t       = m->dim == 2 ? 0.6 * thick : 1.3 * rj;
    add_ring(s, add_hold(s, frame_hold(p, 0, GUD_DRAWN_BUSH, layer(s, p->body[0]))), ring, -t, t);
    rb = 1.45 * rj;
  }
  double half = add_eyes(s, p, rj, rb, p->length > 0 ? p->length : p->ball ? rj : 2.4 * rj);
  Hold   pin  = frame_hold(p, 1, p->ball ? GUD_DRAWN_BALL : GUD_DRAWN_PIN, 0);
  if (p->gap)
    pin.kind = ON_GAP, pin.force = p->force, memcpy(pin.vector + 4, p->vector[0], sizeof p->vector[0]);
  int h = add_hold(s, pin);
  if (p->ball) add_sphere(s, h, rj);
  else if (m->dim == 2) add_cylinder(s, h, rj, lo - 0.68 * thick, hi + 0.68 * thick);
  else add_cylinder(s, h, rj, -half, half);
  int on_ground = p->body[0] == 0 ? 0 : p->body[1] == 0 ? 1 : -1;
  if (on_ground < 0) return;
  start_of(m, p->vector[on_ground][0], r);
  if (p->vector[on_ground][3] >= 0) start_of(m, p->vector[on_ground][3], axis);
  double n = gud_norm_real(axis);
  for (int k = 0; k < 3; k++) axis[k] /= n > 0 ? n : 1;
  add_pedestal(s, r, axis, fmin(rj, 1.6 * s->d->pin));
}

/* Arc of 270 degrees with a head, about the third axis. */
static void add_round_arrow(GudSymbols *s, int hold, double radius, double wire, double z)
{
  enum { NUM = 28 };
  double at[NUM][3], across[NUM][2][3];
  for (int k = 0; k < NUM; k++) {
    double a = 1.5 * pi * k / (NUM - 1), w[3] = {radius * cos(a), radius * sin(a), z};
    double u[2][3] = {{cos(a), sin(a), 0}, {0, 0, 1}};
    memcpy(at[k], w, sizeof w), memcpy(across[k], u, sizeof u);
  }
  add_tube(s, hold, NUM, (const double(*)[3])at, (const double(*)[2][3])across, wire);
  double  tip[5][3] = {{4.5 * wire, -radius, z},
                       {0, -radius - 2.6 * wire, z},
                       {0, -radius, z + 2.6 * wire},
                       {0, -radius + 2.6 * wire, z},
                       {0, -radius, z - 2.6 * wire}};
  int64_t first     = s->shapes.num_points;
  gud_shapes_add_points(&s->shapes, hold, 5, (const double(*)[3])tip);
  for (int i = 0; i < 4; i++) {
    int64_t face[3] = {first, first + 1 + i, first + 1 + (i + 1) % 4};
    gud_shapes_add_cell(&s->shapes, GUD_CELL_TRIANGLE, 3, face);
  }
}

/* Position of the other side of a sliding joint at the start, along the axis of this one. */
static double slid(const GudModel *m, const GudJoint *j, int side)
{
  double a[3], b[3], e[3];
  start_of(m, j->vector[4 * side], a), start_of(m, j->vector[4 * !side], b);
  start_of(m, j->vector[4 * side + (m->dim == 2 ? 1 : 3)], e);
  for (int k = 0; k < 3; k++) b[k] -= a[k];
  return gud_dot_real(b, e) / gud_norm_real(e);
}

/* An arrow along the third axis, its tip in the origin, of length 1. */
static void add_arrow(GudSymbols *s, int hold)
{
  const double w          = 0.28 * s->d->pin,
               ring[5][2] = {{w, -1}, {w, -0.3}, {2.6 * w, -0.3}, {0.05 * w, 0}, {0.04 * w, 0}};
  add_turned(s, hold, 5, ring, 0);
}

/* Walls on both sides of a block that slides between them, at the start, in the frame of side `side` of the joint. 0: it is no block
   along the axis. */
static int add_walls(GudSymbols *s, int hold, const GudJoint *j, int side, const double x[2])
{
  const GudBody *b = &s->m->bodies[j->body[!side]];
  double         o[3], e[3], y[2] = {INFINITY, -INFINITY}, t = fmax(0.6 * s->d->pin, 0.008 * (x[1] - x[0]));
  if (s->m->dim == 3 || b->mesh || b->draw.kind != GUD_DRAW_BOX) return 0;
  start_of(s->m, j->vector[4 * side], o), start_of(s->m, j->vector[4 * side + 1], e);
  for (int c = 0; c < 4; c++) {
    double X[3] = {b->draw.centre[0] + (c & 1 ? 0.5 : -0.5) * b->draw.size[0],
                   b->draw.centre[1] + (c & 2 ? 0.5 : -0.5) * b->draw.size[1], 0},
           r[3];
    gud_rotate(b->place.R, X, r);
    double across = e[0] * (r[1] + b->place.origin[1] - o[1]) - e[1] * (r[0] + b->place.origin[0] - o[0]);
    y[0] = fmin(y[0], across), y[1] = fmax(y[1], across);
  }
  double lean = fabs(y[1] - y[0] - b->draw.size[0]), other = fabs(y[1] - y[0] - b->draw.size[1]);
  if (fmin(lean, other) > 1e-3 * s->d->size) return 0;
  for (int k = 0; k < 2; k++) {
    const double xy[2][2] = {{x[0], y[k]}, {x[1], y[k]}};
    gud_wall_add(&s->shapes, hold, s->d->thickness, 2, xy, k ? t : -t, 1);
  }
  return 1;
}

static void add_joint(GudSymbols *s, const GudJoint *j)
{
  double z = s->m->dim == 2 ? fmax(layer(s, j->body[0]), layer(s, j->body[1])) + 0.9 * s->d->thickness
                            : 2.2 * s->d->pin;
  Pair   p = {.body = {j->body[0], j->body[1]}, .ball = j->type->symbol == GUD_SYMBOL_BALL};
  memcpy(p.vector[0], j->vector, sizeof p.vector[0]), memcpy(p.vector[1], j->vector + 4, sizeof p.vector[1]);
  switch (j->type->symbol) {
  case GUD_SYMBOL_PIN:
  case GUD_SYMBOL_BALL: add_pair(s, &p); break;
  case GUD_SYMBOL_TURN: {
    Hold turn   = frame_hold(&p, 0, GUD_DRAWN_ARROW, 0);
    turn.driver = j->motion + 1;
    int h       = add_hold(s, turn);
    add_round_arrow(s, h, 3.4 * s->d->pin, 0.22 * s->d->pin, z);
    break;
  }
  case GUD_SYMBOL_PUSH: { /* beside b, along the axis of a: in the plane e1, in space e3 */
    Hold         push = frame_hold(&p, 0, GUD_DRAWN_ARROW, z);
    const double w = 0.28 * s->d->pin, l = 0.13 * s->d->size,
                 ring[5][2] = {{w, 0}, {w, 0.7 * l}, {2.6 * w, 0.7 * l}, {0.05 * w, l}, {0.04 * w, l}};
    push.driver = j->motion + 1, push.along = 1, push.vector[0] = p.vector[1][0];
    if (s->m->dim == 2) push.vector[1] = p.vector[0][3], push.vector[3] = p.vector[0][1];
    else push.z = 0;
    add_turned(s, add_hold(s, push), 5, ring, 0);
    break;
  }
  case GUD_SYMBOL_SLIDE: { /* in the plane the axis is e1, in space e3 */
    double       reach = 0.4 * s->d->size, w = 0.5 * s->d->pin, mid = slid(s->m, j, j->body[1] == 0);
    int          side = j->body[1] == 0, h = add_hold(s, frame_hold(&p, side, GUD_DRAWN_RAIL, layer(s, 0)));
    const double x[2] = {mid - reach, mid + reach}, y[2] = {-w, w},
                 t[2] = {-0.3 * s->d->thickness, 0.3 * s->d->thickness};
    if (j->body[0] && j->body[1]) return;
    if (add_walls(s, h, j, side, x)) return;
    if (s->m->dim == 2) add_plate(s, h, x, y, t);
    else add_cylinder(s, h, w, mid - reach, mid + reach);
    break;
  }
  case GUD_SYMBOL_ROD: {
    Hold h = {.kind   = ON_SPAN,
              .body   = j->body[0],
              .drawn  = GUD_DRAWN_ROD,
              .vector = {j->vector[0], j->vector[4]},
              .z      = layer(s, j->body[0])};
    add_cylinder(s, add_hold(s, h), 0.5 * s->d->pin, 0, 1);
    break;
  }
  default: break;
  }
}

static void add_guide(GudSymbols *s, int n)
{
  const GudModelForce *fo = &s->m->forces[n];
  double               xy[GUD_MAX_CURVE][2], longest = 0;
  Hold                 h = {.kind = ON_FRAME, .body = fo->body[0], .drawn = GUD_DRAWN_GUIDE, .z = 0};
  memcpy(h.vector, fo->vector, 4 * sizeof(int));
  int hold = add_hold(s, h);
  for (int k = 0; k < 2; k++) {
    int    num = fo->type->curve ? fo->type->curve(fo->type, fo->params, k, 0.6 * s->d->size, xy) : 0;
    double t; /* what is long is drawn thick enough to be seen */
    for (int i = 0; i < num; i++) longest = fmax(longest, hypot(xy[i][0] - xy[0][0], xy[i][1] - xy[0][1]));
    t = fmax(0.6 * s->d->pin, 0.016 * longest);
    if (num > 1) /* the material lies behind: below the lower, above the upper surface */
      gud_wall_add(&s->shapes, hold, s->d->thickness, num, (const double(*)[2])xy, k ? t : -t,
                   fo->body[0] == 0);
  }
}

static void add_force(GudSymbols *s, int n)
{
  const GudModelForce *fo = &s->m->forces[n];
  GudSymbol            y  = symbol_of(fo);
  double               a[3], b[3], length;
  Hold                 h = {.kind = ON_SPAN, .body = fo->body[0], .force = n, .z = layer(s, fo->body[0])};
  switch (y.kind) {
  case GUD_SYMBOL_PIN:
  case GUD_SYMBOL_BUSH:
  case GUD_SYMBOL_BALL: {
    Pair p = {.body    = {fo->body[0], fo->body[1]},
              .ball    = y.kind == GUD_SYMBOL_BALL,
              .bush    = y.kind == GUD_SYMBOL_BUSH,
              .gap     = y.journal > 0,
              .force   = n,
              .journal = y.journal,
              .bearing = y.bearing,
              .length  = isnan(y.length) ? 0 : y.length};
    memcpy(p.vector[0], fo->vector, sizeof p.vector[0]),
      memcpy(p.vector[1], fo->vector + 4, sizeof p.vector[1]);
    add_pair(s, &p);
    break;
  }
  case GUD_SYMBOL_SPRING:
  case GUD_SYMBOL_DAMPER:
  case GUD_SYMBOL_STRUT:
    h.vector[0] = force_vector(fo, 0), h.vector[1] = force_vector(fo, 1);
    start_of(s->m, h.vector[0], a), start_of(s->m, h.vector[1], b);
    for (int k = 0; k < 3; k++) b[k] -= a[k];
    length   = gud_norm_real(b);
    h.drawn  = GUD_DRAWN_SPRING;
    double r = length > 0 ? fmin(1.6 * s->d->pin, 0.2 * length) : 1.6 * s->d->pin;
    if (y.kind != GUD_SYMBOL_DAMPER) add_coil(s, add_hold(s, h), r, length);
    h.drawn = GUD_DRAWN_DAMPER;
    if (y.kind != GUD_SYMBOL_SPRING)
      add_damper(s, add_hold(s, h), y.kind == GUD_SYMBOL_STRUT ? 0.55 * r : 0.8 * r);
    break;
  case GUD_SYMBOL_ARROW:
    h.kind = ON_FORCE, h.drawn = GUD_DRAWN_ARROW, h.vector[0] = fo->vector[0];
    h.z += s->m->dim == 2 ? 0.9 * s->d->thickness : 0; /* in front of its body */
    add_arrow(s, add_hold(s, h));
    break;
  case GUD_SYMBOL_TWIST:
    h.kind = ON_MOMENT, h.drawn = GUD_DRAWN_ARROW, h.vector[0] = fo->vector[0];
    h.z += s->m->dim == 2 ? 0.9 * s->d->thickness : 0;
    add_round_arrow(s, add_hold(s, h), 3 * s->d->pin, 0.22 * s->d->pin, 0);
    break;
  case GUD_SYMBOL_GUIDE:
    if (!n || !fo->group || s->m->forces[n - 1].group != fo->group) add_guide(s, n);
    break;
  default: break;
  }
}

/* Points of contact: of a journal on the wall of its bore, of a node on a guide. Hundreds would hide the body. */
static void add_contacts(GudSymbols *s)
{
  enum { MOST = 200 };
  int num = 0;
  for (int i = 0; i < s->m->num_forces; i++) num += s->m->forces[i].type->guards != 0;
  for (int i = 0; i < s->m->num_forces && num <= MOST; i++) {
    const GudModelForce *fo = &s->m->forces[i];
    GudSymbol            y  = symbol_of(fo);
    Hold                 h  = {
                       .kind = ON_CONTACT, .body = fo->body[1], .drawn = GUD_DRAWN_CONTACT, .force = i, .wall = y.journal};
    if (!fo->type->guards || fo->type->num_slots < 2) continue;
    h.vector[0] = force_vector(fo, 1), h.vector[4] = force_vector(fo, 0);
    h.z = s->m->dim == 2 ? fmax(layer(s, fo->body[0]), layer(s, fo->body[1])) + 0.5 * s->d->thickness : 0;
    add_sphere(s, add_hold(s, h), 0.45 * s->d->pin);
  }
}

GudSymbols *gud_symbols_create(const GudModel *m, const GudDrawing *d, double exaggerate)
{
  GudSymbols *s = gud_alloc(sizeof *s);
  s->m = m, s->d = d, s->exaggerate = exaggerate;
  for (int i = 0; i < m->num_joints; i++)
    if (!m->joints[i].type->each_node) add_joint(s, &m->joints[i]);
  for (int i = 0; i < m->num_forces; i++) add_force(s, i);
  add_contacts(s);
  size_t points = (size_t)s->shapes.num_points + 1, cells = (size_t)s->shapes.num_cells + 1;
  s->xyz = gud_alloc(sizeof(double) * 3 * points), s->body = gud_alloc(sizeof(int) * cells),
  s->drawn = gud_alloc(sizeof(int) * cells);
  for (int64_t i = 0; i < s->shapes.num_cells; i++) {
    const Hold *h = &s->holds[s->shapes.cell_body[i]];
    s->body[i] = h->body, s->drawn[i] = h->drawn;
  }
  return s;
}

void gud_symbols_destroy(GudSymbols **ps)
{
  GudSymbols *s = *ps;
  if (!s) return;
  gud_shapes_free(&s->shapes);
  free(s->holds), free(s->xyz), free(s->body), free(s->drawn), free(s);
  *ps = NULL;
}

int gud_symbols_any(const GudSymbols *s)
{
  return s->shapes.num_cells > 0;
}

/* ---- a frame ---- */

/* Two unit vectors normal to w. */
static void across(const double w[3], double u[3], double v[3])
{
  double n = gud_norm_real(w), e[3] = {0}, a;
  int    k = fabs(w[2]) < 0.9 * n ? 2 : 0;
  e[k]     = 1;
  gud_cross_real(e, w, u);
  a = gud_norm_real(u);
  for (int i = 0; i < 3; i++) u[i] = a > 0 ? u[i] / a : i == 0;
  gud_cross_real(w, u, v);
  a = gud_norm_real(v);
  for (int i = 0; i < 3; i++) v[i] = a > 0 ? v[i] / a : i == 1;
}

/* Unit axes of a frame that need not be orthonormal: the third is kept. */
static void axes_of(const GudModel *m, const int vector[4], const double *q, double c[3][3])
{
  double x[3];
  gud_vector_value(m, vector[3], q, c[2]);
  gud_vector_value(m, vector[1], q, x);
  double n = gud_norm_real(c[2]);
  for (int k = 0; k < 3; k++) c[2][k] /= n;
  double along = gud_dot_real(x, c[2]);
  for (int k = 0; k < 3; k++) c[0][k] = x[k] - along * c[2][k];
  n = gud_norm_real(c[0]);
  for (int k = 0; k < 3; k++) c[0][k] /= n;
  gud_cross_real(c[2], c[0], c[1]);
}

/* A journal touches the wall of its bore in the direction of its gap; a node touches where it is. Nothing while it is open. */
static void place_contact(const GudSymbols *s, const double *q, const Hold *h, int closed, double o[3],
                          double c[3][3])
{
  double x[3], e[3];
  gud_vector_value(s->m, h->vector[0], q, o);
  if (h->wall > 0) {
    gud_vector_value(s->m, h->vector[4], q, x);
    for (int k = 0; k < 3; k++) e[k] = o[k] - x[k];
    double n = gud_norm_real(e);
    for (int k = 0; k < 3; k++) o[k] = x[k] + (n > 0 ? h->wall / n + s->exaggerate : 0) * e[k];
  }
  memset(c, 0, 9 * sizeof(double));
  for (int k = 0; k < 3 && closed; k++) c[k][k] = 1;
}

static void place_hold(GudSymbols *s, GudEvaluated *at, double (*shift)[3], const int *closed, const Hold *h,
                       double o[3], double c[3][3])
{
  const double *q = at->p.q;
  double        x[3], F[3], M[3], n;
  switch (h->kind) {
  case ON_GROUND: memcpy(o, h->o, sizeof h->o), memcpy(c, h->c, sizeof h->c); break;
  case ON_FRAME:
  case ON_GAP:
    gud_vector_value(s->m, h->vector[0], q, o);
    axes_of(s->m, h->vector, q, c);
    for (int k = 0; k < 3; k++) o[k] += shift[h->body][k];
    if (h->driver && at->sys->motion[h->driver - 1].f1 < 0)
      for (int k = 0; k < 3; k++) c[h->along ? 2 : 0][k] *= -1;
    if (h->kind == ON_FRAME) break;
    gud_vector_value(s->m, h->vector[0], q, o);
    gud_vector_value(s->m, h->vector[4], q, x);
    for (int k = 0; k < 3; k++)
      o[k] = x[k] + s->exaggerate * (o[k] - x[k]) + shift[s->m->forces[h->force].body[0]][k];
    break;
  case ON_SPAN:
    gud_vector_value(s->m, h->vector[0], q, o);
    gud_vector_value(s->m, h->vector[1], q, x);
    for (int k = 0; k < 3; k++) c[2][k] = x[k] - o[k], o[k] += shift[h->body][k];
    across(c[2], c[0], c[1]);
    break;
  case ON_FORCE:
    gud_vector_value(s->m, h->vector[0], q, o);
    gud_force_reaction(at, h->force, 0, F, M);
    n = gud_norm_real(F);
    for (int k = 0; k < 3; k++) c[2][k] = n > 0 ? 0.13 * s->d->size * F[k] / n : 0, o[k] += shift[h->body][k];
    across(c[2], c[0], c[1]);
    for (int k = 0; k < 3 && !(n > 0); k++) c[0][k] = c[1][k] = 0;
    break;
  case ON_MOMENT:
    gud_vector_value(s->m, h->vector[0], q, o);
    gud_force_reaction(at, h->force, 0, F, M);
    n = gud_norm_real(M);
    for (int k = 0; k < 3; k++) c[2][k] = n > 0 ? M[k] / n : 0, o[k] += shift[h->body][k];
    across(c[2], c[0], c[1]);
    for (int k = 0; k < 3 && !(n > 0); k++) c[0][k] = c[1][k] = 0;
    break;
  case ON_CONTACT:
    place_contact(s, q, h, closed[h->force], o, c);
    for (int k = 0; k < 3; k++) o[k] += shift[s->m->forces[h->force].body[h->wall > 0 ? 0 : 1]][k];
    break;
  }
  o[2] += h->z;
}

int gud_symbols_write(GudSymbols *s, GudEvaluated *at, double (*shift)[3], const int *closed, GudVtk *vtk,
                      const char *path)
{
  const GudShapes *sh   = &s->shapes;
  double           o[3] = {0}, c[3][3] = {{0}};
  for (int64_t k = 0, last = -1; k < sh->num_points; k++) {
    const double *X = sh->X + 3 * k;
    if (sh->body[k] != last) place_hold(s, at, shift, closed, &s->holds[sh->body[k]], o, c);
    last = sh->body[k];
    for (int i = 0; i < 3; i++)
      s->xyz[3 * k + i] = o[i] + X[0] * c[0][i] + X[1] * c[1][i] + X[2] * c[2][i]; /* (H1) */
  }
  gud_vtk_open(vtk, path, sh->num_points, sh->num_cells, at->p.t);
  gud_vtk_points(vtk, GUD_VTK_FLOAT64, s->xyz);
  gud_vtk_cells(vtk, sh->num_conn, sh->conn, sh->offsets, sh->types);
  gud_vtk_cell_field(vtk, "body", GUD_VTK_INT32, 1, s->body, NULL);
  gud_vtk_cell_field(vtk, "symbol", GUD_VTK_INT32, 1, s->drawn, NULL);
  return gud_vtk_close(vtk);
}
