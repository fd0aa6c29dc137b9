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
  /* by attach: the edge, its circle or chord (origin, direction, length) */
  const GudEdge *edge;
  double         centre[2], radius, chord[2], extent;
  GudStrip       film; /* by setup */
} EdgeFilm;

typedef struct {
  int       node[3]; /* of the edge */
  double    N[3], rest, weight;
  GudScalar r[2], u[2], n[2], t[2], l, h, ht, U; /* (B1), (B2); l = |r| */
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

static inline size_t size(const void *params)
{
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
GudStatus gud_edge_attach_bore(void *params, const GudEdge *edge, char *why);
GudStatus gud_edge_attach_face(void *params, const GudEdge *edge, char *why);
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

#endif
