/* Where the film on an edge is, and how thick: set-up of circle and chord, stations, gaps and their changes. Numbered equations
   are those of edge_film.c. */
#include "contact/edge_film.h"

#include <stdio.h>
#include <string.h>

enum { WHY = 200 };
static const double turn = 6.283185307179586476925286766559;
/* as far as a bore may be from a circle, by its radius: coordinates of mesh files have nine digits or more */
static const double on_circle = 1e-6;

/* ---- set-up ---- */

/* Circle of least squares in (x - c)^2 = R^2, which is linear in c: exact when all points lie on it. 0: they do not. */
static int fit_circle(const GudEdge *e, double c[2], double *R)
{
  double m[2] = {0}, uu = 0, uv = 0, vv = 0, a = 0, b = 0;
  for (int i = 0; i < e->num; i++)
    for (int k = 0; k < 2; k++) m[k] += e->X[i][k] / e->num;
  for (int i = 0; i < e->num; i++) {
    double u = e->X[i][0] - m[0], v = e->X[i][1] - m[1], w = (u * u + v * v) / 2;
    uu += u * u, uv += u * v, vv += v * v, a += u * w, b += v * w;
  }
  double det = uu * vv - uv * uv;
  if (!(det > 0)) return 0;
  c[0] = m[0] + (vv * a - uv * b) / det, c[1] = m[1] + (uu * b - uv * a) / det, *R = 0;
  for (int i = 0; i < e->num; i++) *R += hypot(e->X[i][0] - c[0], e->X[i][1] - c[1]) / e->num;
  for (int i = 0; i < e->num; i++)
    if (!(fabs(hypot(e->X[i][0] - c[0], e->X[i][1] - c[1]) - *R) <= on_circle * *R)) return 0;
  return 1;
}

/* Pieces of less than a quarter turn: the film finds its places on them by direction. */
static int turns_gently(const GudEdge *e, const double c[2])
{
  for (int i = 0; i < gud_edge_pieces(e); i++) {
    const double *a = e->X[gud_edge_point(e, i, 0)], *b = e->X[gud_edge_point(e, i, e->order)];
    if (!((a[0] - c[0]) * (b[0] - c[0]) + (a[1] - c[1]) * (b[1] - c[1]) > 0)) return 0;
  }
  return 1;
}

GudStatus gud_edge_attach_bore(const GudForceType *self, void *params, const GudEdge *edge, char *why)
{
  (void)self;
  EdgeFilm *p = params;
  p->edge     = edge;
  if (!edge->closed) snprintf(why, WHY, "the edge of a bore goes all round it; this one has ends");
  else if (!fit_circle(edge, p->centre, &p->radius))
    snprintf(why, WHY,
             "the nodes of the bore are not on a circle: draw it round, and give what is not by 'profile'");
  else if (!turns_gently(edge, p->centre))
    snprintf(why, WHY, "a bore needs more nodes: two next to each other are a quarter of it apart");
  else return GUD_OK;
  return GUD_FATAL;
}

GudStatus gud_edge_attach_face(const GudForceType *self, void *params, const GudEdge *edge, char *why)
{
  (void)self;
  EdgeFilm     *p = params;
  const double *a = edge->X[0], *b = edge->X[edge->num - 1];
  p->edge = edge, p->extent = hypot(b[0] - a[0], b[1] - a[1]);
  if (edge->closed) snprintf(why, WHY, "the edge of a slider has two ends; this one is closed");
  else if (!(p->extent > 0)) snprintf(why, WHY, "the ends of the edge are at one place");
  else {
    for (int c = 0; c < 2; c++) p->chord[c] = (b[c] - a[c]) / p->extent;
    for (int i = 1; i < edge->num; i++) {
      const double *X = edge->X[i - 1], *Y = edge->X[i];
      if ((Y[0] - X[0]) * p->chord[0] + (Y[1] - X[1]) * p->chord[1] > 0) continue;
      snprintf(why, WHY,
               "the edge turns back: its points must follow each other along the line between its ends");
      return GUD_FATAL;
    }
    return GUD_OK;
  }
  return GUD_FATAL;
}

/* Of a table over one turn; outside of it, it goes on as it began. */
double gud_edge_profile(const EdgeFilm *p, double at)
{
  const GudTable *t = &p->profile;
  if (t->n < 1) return 0;
  double period = is_bearing(p) ? turn : 0;
  if (period > 0) at = t->x[0] + fmod(fmod(at - t->x[0], period) + period, period);
  if (at <= t->x[0]) return t->y[0];
  for (int k = 1; k < t->n; k++)
    if (at <= t->x[k]) {
      double x = (at - t->x[k - 1]) / (t->x[k] - t->x[k - 1]);
      return (1 - x) * t->y[k - 1] + x * t->y[k];
    }
  if (!(period > 0) || !(t->x[0] + period > t->x[t->n - 1])) return t->y[t->n - 1];
  double x = (at - t->x[t->n - 1]) / (t->x[0] + period - t->x[t->n - 1]);
  return (1 - x) * t->y[t->n - 1] + x * t->y[0];
}

/* ---- stations ---- */

/* Where a station is, in cells from the first face: face f at f, the middle of cell i at i + 1/2. */
double gud_edge_cells(const EdgeFilm *p, int station)
{
  static const double root = 0.57735026918962576451; /* 1/sqrt(3) */
  if (station >= face_station(p, 0)) return station - face_station(p, 0);
  if (!is_gauss_point(p, station)) return station - middle_station(p, 0) + 0.5;
  return station / 2 + 0.5 * (1 + (station % 2 ? root : -root));
}

/* Material angle of a bore in rad: the middle of cell 0 is at 0. */
double gud_edge_angle(const EdgeFilm *p, double cells)
{
  return (cells - 0.5) * turn / p->film.nx;
}

/* How far point k of the edge is beyond the place `cells`, along the edge */
typedef struct {
  double u[2], origin[2], at; /* bore: cross(u, X - centre); else dot(u, X - origin) - at */
  int    closed;
} Target;

static Target target_of(const EdgeFilm *p, double cells)
{
  Target t = {.closed = p->edge->closed};
  if (t.closed) {
    t.u[0] = cos(gud_edge_angle(p, cells)), t.u[1] = sin(gud_edge_angle(p, cells));
    memcpy(t.origin, p->centre, sizeof t.origin);
  } else {
    memcpy(t.u, p->chord, sizeof t.u), memcpy(t.origin, p->edge->X[0], sizeof t.origin);
    t.at = cells * p->film.ds;
  }
  return t;
}

static double beyond(const Target *t, const double X[2])
{
  double x = X[0] - t->origin[0], y = X[1] - t->origin[1];
  return t->closed ? t->u[0] * y - t->u[1] * x : t->u[0] * x + t->u[1] * y - t->at;
}

static int opposite(const Target *t, const double X[2])
{
  return t->closed && t->u[0] * (X[0] - t->origin[0]) + t->u[1] * (X[1] - t->origin[1]) < 0;
}

/* Finds the piece from `piece` on, and its natural coordinate: beyond(xi) = 0, a polynomial of the order of the edge. */
int gud_edge_place(const EdgeFilm *p, double cells, int piece, Station *st)
{
  const GudEdge *e   = p->edge;
  int            num = gud_edge_pieces(e);
  Target         t   = target_of(p, cells);
  for (int tries = 0; tries < num; tries++, piece = (piece + 1) % num) {
    const double *X0 = e->X[gud_edge_point(e, piece, 0)], *X1 = e->X[gud_edge_point(e, piece, e->order)];
    if (opposite(&t, X0) || opposite(&t, X1)) continue;
    if (beyond(&t, X0) <= 0 && beyond(&t, X1) > 0) break;
    if (!e->closed && piece == num - 1 && beyond(&t, X1) >= -1e-9 * p->extent) break; /* its very end */
  }
  double c[3] = {0}, xi = 0;
  for (int k = 0; k <= e->order; k++) c[k] = beyond(&t, e->X[gud_edge_point(e, piece, k)]);
  if (e->order == 1) {
    xi = (c[0] + c[1]) / (c[0] - c[1]);
  } else {
    double b = (c[2] - c[0]) / 2, a = (c[0] - 2 * c[1] + c[2]) / 2;
    xi = -c[1] / b;
    for (int i = 0; i < 8; i++) xi -= (c[1] + xi * (b + xi * a)) / (b + 2 * a * xi);
  }
  gud_edge_shape(e, xi, st->N);
  double X[2] = {0};
  for (int k = 0; k < 3; k++) {
    st->node[k] = gud_edge_point(e, piece, k <= e->order ? k : e->order);
    for (int d = 0; d < 2; d++) X[d] += st->N[k] * e->X[st->node[k]][d];
  }
  if (is_bearing(p))
    st->rest = p->clearance - hypot(X[0] - p->centre[0], X[1] - p->centre[1]) +
               gud_edge_profile(p, gud_edge_angle(p, cells)); /* (B1) */
  else st->rest = gud_edge_profile(p, cells * p->film.ds) + (isnan(p->lower) ? p->upper : -p->lower);
  return piece;
}

void gud_edge_counter(const GudForceArgs *s, const EdgeFilm *p, Counter *a)
{
  const GudScalar *e = s->x[E1], *et = s->v[E1];
  a->l = gud_sqrt(dot2(e, e));
  for (int i = 0; i < 2; i++) a->T[i] = e[i] / a->l;
  turned(a->T, a->N);
  a->w           = cross2(e, et) / (a->l * a->l);
  a->side        = isnan(p->lower) ? -1 : 1;
  GudScalar d[2] = {s->x[XB + p->edge->num - 1][0] - s->x[XB][0],
                    s->x[XB + p->edge->num - 1][1] - s->x[XB][1]};
  a->dir         = gud_re(dot2(d, a->T)) < 0 ? -1 : 1;
}

/* (B7) */
static void set_rough(const EdgeFilm *p, Station *st)
{
  double    sigma = p->rough.sigma;
  GudScalar h     = st->h;
  st->through = st->mean = st->carried = (GudByGap){.v = h, .d1 = 1};
  st->touch                            = (GudByGap){0};
  if (!is_rough(p) || !(gud_re(h) > gud_edge_least(p))) return;
  st->mean       = gud_rough_mean(sigma, h);
  st->carried    = gud_rough_carried(&p->rough, sigma, h);
  GudByGap k     = gud_rough_conductance(&p->rough, sigma, 0, h);
  st->through    = (GudByGap){.v = gud_pow(k.v, 1 / 3.)};
  st->through.d1 = k.d1 / (3 * st->through.v * st->through.v);
  st->touch.v    = p->rough.pressure * gud_asperity_load(h / sigma, &st->touch.d1);
  st->touch.d1 *= p->rough.pressure / sigma;
}

static void set_gap(const GudForceArgs *s, const EdgeFilm *p, const Counter *a, Station *st);

void gud_edge_gap(const GudForceArgs *s, const EdgeFilm *p, const Counter *a, Station *st)
{
  set_gap(s, p, a, st);
  set_rough(p, st);
}

/* (B1), (B2) */
static void set_gap(const GudForceArgs *s, const EdgeFilm *p, const Counter *a, Station *st)
{
  for (int i = 0; i < 2; i++) {
    GudScalar x = 0, v = 0;
    for (int k = 0; k < 3; k++)
      x += st->N[k] * s->x[XB + st->node[k]][i], v += st->N[k] * s->v[XB + st->node[k]][i];
    st->r[i] = x - s->x[XA][i], st->u[i] = v - s->v[XA][i];
  }
  st->l = gud_sqrt(dot2(st->r, st->r));
  if (is_bearing(p)) {
    for (int i = 0; i < 2; i++) st->n[i] = st->r[i] / st->l;
    turned(st->n, st->t);
    st->h = st->l + st->rest, st->ht = dot2(st->n, st->u);
    st->U = (a->w + p->speed) * st->l - dot2(st->t, st->u);
    return;
  }
  for (int i = 0; i < 2; i++) st->n[i] = a->side * a->N[i], st->t[i] = a->dir * a->T[i];
  st->h  = dot2(st->n, st->r) + st->rest;
  st->ht = dot2(st->n, st->u) - a->side * a->w * dot2(a->T, st->r);
  st->U  = a->dir * (p->speed - dot2(a->T, st->u) - a->w * dot2(a->N, st->r));
}

void gud_edge_frame_change(const GudForceArgs *s, const Counter *a, Change *d)
{
  const GudScalar *e = s->x[E1], *et = s->v[E1];
  d->phi = dot2(a->N, d->e) / a->l, d->l = dot2(a->T, d->e);
  d->w = (cross2(d->e, et) + cross2(e, d->et)) / (a->l * a->l) - 2 * a->w * d->l / a->l;
}

void gud_edge_gap_change(const EdgeFilm *p, const Counter *a, const Station *st, const Change *d,
                         StationChange *c)
{
  GudScalar u[2], part = 0;
  for (int k = 0; k < 3; k++) part += st->node[k] == d->node ? st->N[k] : 0;
  for (int i = 0; i < 2; i++) c->r[i] = part * d->x[i] - d->xa[i], u[i] = part * d->v[i] - d->va[i];
  if (is_bearing(p)) {
    GudScalar angle = dot2(st->t, c->r) / st->l, dl = dot2(st->n, c->r);
    for (int i = 0; i < 2; i++) c->n[i] = st->t[i] * angle, c->t[i] = -st->n[i] * angle;
    c->h  = dl;
    c->ht = dot2(st->n, u) + dot2(c->n, st->u);
    c->U  = d->w * st->l + (a->w + p->speed) * dl - dot2(c->t, st->u) - dot2(st->t, u);
    return;
  }
  GudScalar T[2], N[2];
  for (int i = 0; i < 2; i++) {
    T[i] = a->N[i] * d->phi, N[i] = -a->T[i] * d->phi;
    c->n[i] = a->side * N[i], c->t[i] = a->dir * T[i];
  }
  c->h  = dot2(st->n, c->r) + dot2(c->n, st->r);
  c->ht = dot2(st->n, u) + dot2(c->n, st->u) -
          a->side * (d->w * dot2(a->T, st->r) + a->w * (dot2(T, st->r) + dot2(a->T, c->r)));
  c->U = -a->dir * (dot2(a->T, u) + dot2(T, st->u) + d->w * dot2(a->N, st->r) +
                    a->w * (dot2(N, st->r) + dot2(a->N, c->r)));
}
