/* Film on the edge of a body (edge_film.c): its parameters, and the gap along the edge (edge_gap.c). Numbered equations are those of
   edge_film.c. */
#ifndef GUD_EDGE_FILM_H
#define GUD_EDGE_FILM_H

#include "contract/force.h"
#include "lubrication/strip_film.h"

enum { XA = 0, E1 = 1, XB = 4 }; /* marker vectors: frame a, its first axis, points of the edge */

typedef struct {
  double   clearance, lower, upper, length, viscosity, speed;
  GudTable profile;
  int      cavitation, shear, wide, nx, ny;
  double   sigma, share, number, slope, modulus, boundary, slip; /* lubrication/asperity.h */
  /* by attach: the edge, its circle or chord (origin, direction, length) */
  const GudEdge *edge;
  double         centre[2], radius, chord[2], extent;
  double         wear[2]; /* of a and of b */
  const double  *worn[2]; /* nx depths each in the middles of cells, or NULL */
  GudStrip       film;    /* by setup */
  GudRough       rough;
} EdgeFilm;

/* clang-format off */
#define GUD_EDGE_FILM_ROWS(at, viscosity_default, around, along) \
  {"film.viscosity",  GUD_REAL,   GUD_VISCOSITY, GUD_POSITIVE, viscosity_default, at + offsetof(EdgeFilm, viscosity),  NULL, "dynamic viscosity of the oil"}, \
  {"film.cavitation", GUD_CHOICE, GUD_NUMBER,    GUD_ANY,      "reynolds", at + offsetof(EdgeFilm, cavitation), "guembel|full|reynolds", "where the oil cavitates: pressures below 0 left out, kept, complementarity"}, \
  {"film.shear",      GUD_BOOL,   GUD_NUMBER,    GUD_ANY,      "no",       at + offsetof(EdgeFilm, shear),      NULL, "the sheared oil drags both surfaces"}, \
  {"film.nx",         GUD_INT,    GUD_NUMBER,    GUD_POSITIVE, around,     at + offsetof(EdgeFilm, nx),         NULL, "cells of the film along the edge, whatever the mesh"}, \
  {"film.ny",         GUD_INT,    GUD_NUMBER,    GUD_POSITIVE, along,      at + offsetof(EdgeFilm, ny),         NULL, "cells of the film across it; it is symmetric, so an odd number counts as the next even one"}
#define GUD_EDGE_ROUGH_ROWS(at, share_of, body) \
  {"film.sigma",            GUD_REAL, GUD_LENGTH,   GUD_POSITIVE,      GUD_ABSENT, at + offsetof(EdgeFilm, sigma),    NULL, "combined rms roughness: asperities carry beside the oil, flow between them by Patir and Cheng (isotropic). Absent: smooth"}, \
  {share_of,                GUD_REAL, GUD_NUMBER,   GUD_UNIT_INTERVAL, "0.5",      at + offsetof(EdgeFilm, share),    NULL, "film.sigma: share of the " body " in sigma^2"}, \
  {"film.asperity_number",  GUD_REAL, GUD_NUMBER,   GUD_POSITIVE,      "0.05",     at + offsetof(EdgeFilm, number),   NULL, "film.sigma: asperities per area times their radius times sigma (0.03 ... 0.05)"}, \
  {"film.asperity_slope",   GUD_REAL, GUD_NUMBER,   GUD_POSITIVE,      "0.01",     at + offsetof(EdgeFilm, slope),    NULL, "film.sigma: sigma by the radius of the asperities (1e-4 ... 1e-2)"}, \
  {"film.asperity_modulus", GUD_REAL, GUD_PRESSURE, GUD_POSITIVE,      GUD_ABSENT, at + offsetof(EdgeFilm, modulus),  NULL, "film.sigma: E* of both surfaces, 1/E* = (1 - nu_1^2)/E_1 + (1 - nu_2^2)/E_2"}, \
  {"film.boundary_friction", GUD_REAL, GUD_NUMBER,  GUD_NONNEGATIVE,   "0",        at + offsetof(EdgeFilm, boundary), NULL, "film.sigma: coefficient of friction of the asperities; acts as traction along both surfaces"}, \
  {"film.boundary_slip",    GUD_REAL, GUD_VELOCITY, GUD_POSITIVE,      "1 mm/s",   at + offsetof(EdgeFilm, slip),     NULL, "film.sigma: sliding speed at which 0.7 of that friction is reached"}
#define GUD_EDGE_WEAR_B(at) \
  {"wear.b", GUD_REAL, {1, -1, 2}, GUD_NONNEGATIVE, "0", at + offsetof(EdgeFilm, wear[1]), NULL, "film.sigma, for `gudgeon wear`: wear of the edge: depth by pressure of the asperities and sliding distance (Archard: k/H), 1/Pa"}
/* clang-format on */

typedef struct {
  int       node[3]; /* of the edge */
  double    N[3], rest, weight;
  GudScalar r[2], u[2], n[2], t[2], l, h, ht, U; /* (B1), (B2); l = |r| */
  GudByGap  through, mean, carried, touch;       /* (B7), with derivatives by h */
  GudScalar alpha, beta;                         /* F = alpha n + beta t on the edge */
} Station;

/* Of the frame a: unit vector along e1, |e1|, spin; direction of t along T */
typedef struct {
  GudScalar T[2], N[2], l, w;
  double    dir, side;
} Counter;

typedef struct {
  GudStripAt film;
  GudStatus  status;
  Counter    a;
  GudScalar  F[2], M; /* of all forces on the edge, and the moment on a */
} Head;

/* A change of one coordinate: of the frame a, or of point `node` of the edge (-1: none) */
typedef struct {
  GudScalar xa[2], va[2], e[2], et[2], x[2], v[2];
  int       node;
  GudScalar phi, l, w; /* what follows for the frame: turn of T, |e1|, spin */
} Change;

typedef struct {
  GudScalar h, ht, U, n[2], t[2], r[2];
} StationChange;

static inline int is_rough(const EdgeFilm *p)
{
  return p->rough.sigma > 0;
}

/* Least h that a film may have. Smooth: thinner than 1e-9 of the radius the digits of positions do not tell a film from none. Rough: (A2)
   of asperity.h is known above it. */
static inline double gud_edge_least(const EdgeFilm *p)
{
  if (is_rough(p)) return GUD_ASPERITY_LEAST * p->rough.sigma;
  return 1e-12 * (p->edge->closed ? p->radius : p->extent);
}

static inline int is_bearing(const EdgeFilm *p)
{
  return p->edge->closed;
}

enum { HEAD_SIZE = (sizeof(Head) + sizeof(GudScalar) - 1) / sizeof(GudScalar) * sizeof(GudScalar) };

static inline int num_stations(const EdgeFilm *p)
{
  return 3 * p->film.nx + gud_strip_faces(&p->film);
}

static inline size_t stations_size(const EdgeFilm *p)
{
  size_t size = sizeof(Station) * (size_t)num_stations(p);
  return (size + sizeof(GudScalar) - 1) / sizeof(GudScalar) * sizeof(GudScalar);
}

static inline size_t gud_edge_size(const GudForceType *self, const void *params)
{
  (void)self;
  const EdgeFilm *p = params;
  return HEAD_SIZE + stations_size(p) + sizeof(GudScalar) * gud_strip_size(&p->film);
}

static inline Station *stations_of(const GudForceArgs *s)
{
  return (Station *)(void *)((char *)s->work + HEAD_SIZE);
}

/* Stations: two Gauss points of each cell, then the middles of cells, then faces. */
static inline int is_gauss_point(const EdgeFilm *p, int station)
{
  return station < 2 * p->film.nx;
}

static inline int middle_station(const EdgeFilm *p, int i)
{
  return 2 * p->film.nx + i;
}

static inline int face_station(const EdgeFilm *p, int f)
{
  return 3 * p->film.nx + f;
}

static inline GudScalar dot2(const GudScalar a[2], const GudScalar b[2])
{
  return a[0] * b[0] + a[1] * b[1];
}

static inline GudScalar cross2(const GudScalar a[2], const GudScalar b[2])
{
  return a[0] * b[1] - a[1] * b[0];
}

static inline void turned(const GudScalar a[2], GudScalar b[2]) /* J a */
{
  b[0] = -a[1], b[1] = a[0];
}

/* ---- edge_gap.c ---- */

/* attach of the contract, for a bore and for a face */
GudStatus gud_edge_attach_bore(const GudForceType *self, void *params, const GudEdge *edge, char *why);
GudStatus gud_edge_attach_face(const GudForceType *self, void *params, const GudEdge *edge, char *why);
/* Profile at an angle (bore) or a way along the edge */
double gud_edge_profile(const EdgeFilm *p, double at);
/* Where a station is, in cells from the first face; the material angle of a bore in rad there: the middle of cell 0 is at 0 */
double gud_edge_cells(const EdgeFilm *p, int station);
double gud_edge_angle(const EdgeFilm *p, double cells);
/* Puts a station at a place of the edge, searching from `piece` on; returns the piece it is in */
int  gud_edge_place(const EdgeFilm *p, double cells, int piece, Station *st);
void gud_edge_counter(const GudForceArgs *s, const EdgeFilm *p, Counter *a);
/* (B1), (B2) at a station, and their change */
void gud_edge_gap(const GudForceArgs *s, const EdgeFilm *p, const Counter *a, Station *st);
void gud_edge_frame_change(const GudForceArgs *s, const Counter *a, Change *d);
void gud_edge_gap_change(const EdgeFilm *p, const Counter *a, const Station *st, const Change *d,
                         StationChange *c);

/* ---- edge_film.c: the contract of forces, for the tables of edge_types.c and guide_oil.c ---- */

GudStatus gud_edge_setup_bore(const GudForceType *self, void *params, char *why);
GudStatus gud_edge_setup_face(const GudForceType *self, void *params, char *why);
GudStatus gud_edge_evaluate(const GudForceArgs *s, GudLevel level);
void      gud_edge_residual(const GudForceArgs *s, GudScalar (*f)[3], GudScalar *rz);
void      gud_edge_tangent(const GudForceArgs *s, const double c[4], GudScalar *K);
int       gud_edge_history_size(const GudForceType *self, const void *params);
void      gud_edge_start(const GudForceArgs *s, double *history, double *z);
int       gud_edge_accept(const GudForceArgs *s, int event, double *history);
GudStatus gud_edge_ready(const GudForceArgs *s, char *why);
/* P before a face minus P after it */
GudScalar gud_edge_drop(const GudStripAt *g, int f);
/* (A6) of asperity.h: sliding speed by its regularised size, and its derivative */
GudScalar gud_edge_slip(const EdgeFilm *p, GudScalar U, GudScalar *by_U);
/* Rough: least thickness by sigma; what history keeps of it */
enum {
  GUD_EDGE_MIXED_LAST,
  GUD_EDGE_MIXED_LAMBDA,
  GUD_EDGE_MIXED_TIME,
  GUD_EDGE_MIXED_BELOW_1,
  GUD_EDGE_MIXED_BELOW_3,
  GUD_EDGE_MIXED_SIZE
};
/* Figures of a film on a face (edge_types.c), in the order of the outputs of guide_film; ROUGH: six of rough surfaces */
enum {
  GUD_FACE_NORMAL,
  GUD_FACE_FRICTION,
  GUD_FACE_MIN,
  GUD_FACE_MIN_AT,
  GUD_FACE_PRESSURE,
  GUD_FACE_PRESSURE_AT,
  GUD_FACE_FLOW,
  GUD_FACE_LOSS,
  GUD_FACE_MOMENT,
  GUD_FACE_ROUGH,
  GUD_FACE_FIGURES = GUD_FACE_ROUGH + 6
};
void                      gud_edge_face_figures(const GudForceArgs *s, double *out);
extern const GudFilmGroup gud_edge_face_film;

/* (B8) */
void                         gud_edge_worn(const GudForceArgs *s, double *a, double *b);
extern const GudSurfaceGroup gud_edge_surface_group;
double                       gud_edge_lambda(const GudForceArgs *s);
const double                *gud_edge_mixed(const GudForceArgs *s);

#endif
