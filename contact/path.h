/* A path of straight pieces with rounded corners in the plane: the middle line of a bent guide.

   Points P_0 ... P_m; u_k = (P_k+1 - P_k)/l_k the direction of piece k, n_k = u_k turned left by a right angle. An open path
   (polyline) has m pieces and corners at P_1 ... P_m-1, a closed one (polygon) m + 1 of both.
   (L1) corner at P_k: T = tan(phi/2) = (u x u')/(1 + u.u'), phi the turn to the left; rounded by an arc of radius R that
        begins c = R |T| before P_k and ends c behind it; its centre is C = P_k - c u + sgn(T) R n
   (L2) s, the signed distance of a point r from the path, positive on its left:
        beside a straight piece  s = (r - P_k).n_k,          normal n = n_k
        beside an arc            s = sgn(T) (R - |r - C|),   n = -sgn(T) (r - C)/|r - C|
        always from the piece that is nearest. n = grad s; the tangent t is n turned right.
   s and n are continuous: the direction of the path is, the distance has a kink only where two pieces that are no neighbours
   are equally near, or at the centre of an arc. So a contact goes from piece to piece without an event, and has one normal
   everywhere, also in a valley, where a point at a sharp corner would touch two walls at once.
   (L3) ds = n.dr;  beside an arc dn = -sgn(T) (dr - (n.dr) n)/|r - C|, else 0
   (L4) an open path ends at P_0 and P_m: `beyond` is how far the foot of r lies behind them (below 0: before). */
#ifndef GUD_PATH_H
#define GUD_PATH_H

#include "base/scalar.h"
#include "base/status.h"
#include "contract/param.h"

/* Most points: every evaluation searches all pieces. */
enum { GUD_PATH_MAX = 64 };

typedef struct {
  const GudTable *points; /* no order in x */
  int             closed;
  double          radius;
} GudPath;

typedef struct {
  GudScalar s, n[2];
  double    turn, beyond; /* sgn(T) beside an arc, else 0; (L4) */
  GudScalar rho;          /* |r - C| */
  int       piece;        /* straight piece k, or the corner at its end */
} GudPathAt;

/* GUD_FATAL and why[200] where there is no such path, or where it has no surface at a distance `offset` (NaN: not asked). */
GudStatus gud_path_check(const GudPath *path, const double offset[2], char *why);
void      gud_path_at(const GudPath *path, const GudScalar r[2], GudPathAt *at);
/* (L3) */
void gud_path_diff(const GudPathAt *at, const GudScalar dr[2], GudScalar *ds, GudScalar dn[2]);
/* Length of the path from its first point to the foot of r; on a closed one from the end of its first corner. */
double gud_path_along(const GudPath *path, const double r[2], const GudPathAt *at);

#endif
