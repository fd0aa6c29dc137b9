/* Path of a bent guide: contact/path.h. */
#include "contact/path.h"

#include <stdio.h>

enum { WHY = 200 };

static int num_pieces(const GudPath *p)
{
  return p->closed ? p->points->n : p->points->n - 1;
}

typedef struct {
  double P[2], u[2], length;
} Piece;

static Piece piece_of(const GudPath *p, int k)
{
  int    n = p->points->n, i = (k + n) % n, j = (k + 1 + n) % n;
  Piece  o    = {.P = {p->points->x[i], p->points->y[i]}};
  double d[2] = {p->points->x[j] - o.P[0], p->points->y[j] - o.P[1]};
  o.length    = sqrt(d[0] * d[0] + d[1] * d[1]);
  for (int c = 0; c < 2; c++) o.u[c] = d[c] / o.length;
  return o;
}

/* (L1): T of the corner between two pieces */
static double bend(const Piece *a, const Piece *b)
{
  return (a->u[0] * b->u[1] - a->u[1] * b->u[0]) / (1 + a->u[0] * b->u[0] + a->u[1] * b->u[1]);
}

static int has_corner(const GudPath *p, int k) /* at the end of piece k */
{
  return p->closed || (k >= 0 && k + 1 < num_pieces(p));
}

GudStatus gud_path_check(const GudPath *p, const double offset[2], char *why)
{
  static const char *const surface[2] = {"lower", "upper"};
  int                      n          = p->points->n;
  if (n < (p->closed ? 3 : 2) || n > GUD_PATH_MAX) {
    snprintf(why, WHY, "'points': expected %d to %d points, found %d", p->closed ? 3 : 2, GUD_PATH_MAX, n);
    return GUD_FATAL;
  }
  for (int k = 0; k < num_pieces(p); k++) {
    int to = (k + 1) % n;
    if (p->points->x[k] == p->points->x[to] && p->points->y[k] == p->points->y[to]) {
      snprintf(why, WHY, "'points': %d and %d are the same", k + 1, to + 1);
      return GUD_FATAL;
    }
  }
  double before = 0; /* |T| at the start of the piece */
  if (p->closed) {
    Piece a = piece_of(p, n - 1), b = piece_of(p, 0);
    before = fabs(bend(&a, &b));
  }
  for (int k = 0; k < num_pieces(p); k++) {
    Piece  a = piece_of(p, k), b = piece_of(p, k + 1);
    int    to = (k + 1) % n;
    double T  = has_corner(p, k) ? bend(&a, &b) : 0;
    if (!(fabs(T) < 1e3)) {
      snprintf(why, WHY, "'points': the path turns back at point %d", to + 1);
      return GUD_FATAL;
    }
    if (T != 0 && !(p->radius > 0)) {
      snprintf(why, WHY, "the corner at point %d needs 'fillet', the radius that rounds it", to + 1);
      return GUD_FATAL;
    }
    /* may be used up by its two arcs: round-off must not refuse that */
    if (before + fabs(T) > 0 && p->radius * (before + fabs(T)) > a.length * (1 + 1e-9)) {
      snprintf(why, WHY, "'fillet' %g m does not fit between points %d and %d: at most %g m there", p->radius,
               k + 1, to + 1, a.length / (before + fabs(T)));
      return GUD_FATAL;
    }
    for (int i = 0; i < 2; i++)
      if (!isnan(offset[i]) && T != 0 && !(p->radius - (T > 0 ? 1 : -1) * offset[i] > 0)) {
        snprintf(why, WHY, "'%s' %g m lies beyond the centre of the fillet of %g m at point %d", surface[i],
                 offset[i], p->radius, to + 1);
        return GUD_FATAL;
      }
    before = fabs(T);
  }
  return GUD_OK;
}

/* The straight piece k, used up by cut[] at its ends: distance squared of r */
static double beside_piece(const GudPath *p, int k, const Piece *a, const double cut[2], const GudScalar r[2],
                           GudPathAt *o)
{
  GudScalar d[2] = {r[0] - a->P[0], r[1] - a->P[1]};
  double    x    = gud_re(d[0]) * a->u[0] + gud_re(d[1]) * a->u[1];
  double    off  = fmax(fmax(cut[0] - x, x - (a->length - cut[1])), 0);
  o->n[0] = -a->u[1], o->n[1] = a->u[0];
  o->s    = d[0] * o->n[0] + d[1] * o->n[1]; /* (L2) */
  o->turn = 0, o->rho = 0, o->piece = k, o->beyond = -a->length;
  if (!p->closed && k == 0) o->beyond = fmax(o->beyond, -x); /* (L4) */
  if (!p->closed && k + 1 == num_pieces(p)) o->beyond = fmax(o->beyond, x - a->length);
  return gud_re(o->s) * gud_re(o->s) + off * off;
}

/* The arc at the end of piece a, which begins `cut` before it; beyond its ends the neighbours are nearer */
static double beside_arc(const GudPath *p, int k, const Piece *a, const Piece *b, double T,
                         const GudScalar r[2], GudPathAt *o)
{
  double sign = T > 0 ? 1 : -1, R = p->radius, cut = R * fabs(T);
  double C[2] = {b->P[0] - cut * a->u[0] - sign * R * a->u[1], b->P[1] - cut * a->u[1] + sign * R * a->u[0]};
  GudScalar d[2]    = {r[0] - C[0], r[1] - C[1]};
  double    along_a = gud_re(d[0]) * a->u[0] + gud_re(d[1]) * a->u[1],
         along_b    = gud_re(d[0]) * b->u[0] + gud_re(d[1]) * b->u[1];
  if (along_a < 0 || along_b > 0) return INFINITY; /* the turn is below half a revolution */
  o->rho = gud_sqrt(d[0] * d[0] + d[1] * d[1]);
  if (!(gud_re(o->rho) > 0)) return INFINITY;
  o->turn = sign, o->piece = k, o->beyond = -R;
  o->s = sign * (R - o->rho);
  for (int c = 0; c < 2; c++) o->n[c] = -sign * d[c] / o->rho;
  return (R - gud_re(o->rho)) * (R - gud_re(o->rho));
}

void gud_path_at(const GudPath *p, const GudScalar r[2], GudPathAt *at)
{
  int    num  = num_pieces(p);
  double best = INFINITY, T_before = 0, far;
  Piece  a = piece_of(p, 0);
  if (has_corner(p, -1)) {
    Piece last = piece_of(p, -1);
    T_before   = bend(&last, &a);
  }
  for (int k = 0; k < num; k++) {
    Piece     b      = piece_of(p, k + 1);
    double    T      = has_corner(p, k) ? bend(&a, &b) : 0;
    double    cut[2] = {T_before == 0 ? 0 : p->radius * fabs(T_before), T == 0 ? 0 : p->radius * fabs(T)};
    GudPathAt o;
    far = beside_piece(p, k, &a, cut, r, &o);
    if (far < best || k == 0) best = far, *at = o;
    if (T != 0) {
      far = beside_arc(p, k, &a, &b, T, r, &o);
      if (far < best) best = far, *at = o;
    }
    a = b, T_before = T;
  }
}

void gud_path_diff(const GudPathAt *at, const GudScalar dr[2], GudScalar *ds, GudScalar dn[2])
{
  *ds = at->n[0] * dr[0] + at->n[1] * dr[1];
  for (int c = 0; c < 2; c++) dn[c] = at->turn != 0 ? -at->turn * (dr[c] - *ds * at->n[c]) / at->rho : 0;
}

double gud_path_along(const GudPath *p, const double r[2], const GudPathAt *at)
{
  double sum = 0, cut = 0;
  for (int k = 0; k <= at->piece; k++) {
    Piece  a = piece_of(p, k), b = piece_of(p, k + 1), before = piece_of(p, k - 1);
    double T = has_corner(p, k) ? bend(&a, &b) : 0, T0 = has_corner(p, k - 1) ? bend(&before, &a) : 0;
    cut = T0 == 0 ? 0 : p->radius * fabs(T0);
    if (k == at->piece && at->turn == 0)
      return sum + (r[0] - a.P[0]) * a.u[0] + (r[1] - a.P[1]) * a.u[1] - cut;
    sum += a.length - cut - (T == 0 ? 0 : p->radius * fabs(T));
    if (k == at->piece) { /* the angle from the normal of piece k to n */
      double n[2] = {gud_re(at->n[0]), gud_re(at->n[1])};
      return sum + p->radius * fabs(atan2(-a.u[1] * n[1] - a.u[0] * n[0], -a.u[1] * n[0] + a.u[0] * n[1]));
    }
    if (T != 0) sum += p->radius * 2 * atan(fabs(T));
  }
  return sum;
}
