/* The edge of the oil within a cell (Reynolds' condition: p = 0 and dp/dn = 0 there).

   Across the edge, s the distance from it into the oil in cells, the walls draw f0 - a s out of each unit of length
   (a >= 0: there is oil where they draw less) and k p'' = f0 - a s, p(0) = p'(0) = 0:
   (F1) k p = f0 s^2/2 - a s^3/6,   Q(s) = integral of that = f0 s^3/6 - a s^4/24,   both 0 for s < 0
   A cell that the edge is in, or is one cell before, knows its own mean demand f and the variation a across it. With the edge
   rho cells from its face on the oil's side, f0 = f + a (rho - 1/2), the averages over it and its neighbours are
   (F2) k P = Q(rho) - Q(rho - 1),    k P_wet = Q(rho + 1) - Q(rho),    k P_dry = Q(rho - 1) - Q(rho - 2)
   and what central differences of them miss is the reaction of that cell:
   (F3) r = f - k (P_wet - 2 P + P_dry) = -q(rho - 2) + 3 q(rho - 1),   q(s) = Q(s) continued to s < 0, 0 for s > 0
        rho = 0: 5/6 f (a = 0), rho >= 2: 0. So (F2), (F3) with rho as parameter give r as a function of P: convex, falling, and with it
        finite volumes are exact for the straight edge (F1), wherever it is in the cell.
   (F4) dr/dP = -k ((2 - rho)^2 - 3 (1 - rho)+^2)/(rho^2 - (rho - 1)+^2),   whatever f and a
   P = 0 at the start rho_0 (0 if f >= a/2; there is no such edge at all if 7 f/6 + 9 a/8 <= 0). A dry cell has r >= r(rho_0). */
#ifndef GUD_FRONT_H
#define GUD_FRONT_H

#include "base/scalar.h"

/* k P = f p_f + a p_a, r = f r_f + a r_a; p_rho = d(k P)/d rho; steep = -dr/d(k P) */
typedef struct {
  GudScalar p_f, p_a, r_f, r_a, p_rho, steep;
} GudFront;

static inline GudFront gud_front(GudScalar f, GudScalar a, GudScalar rho)
{
  GudScalar x = rho - 0.5, y = gud_pos(rho - 1), u = 2 - rho, v = gud_pos(1 - rho);
  GudScalar c2 = rho * rho - y * y, c3 = rho * rho * rho - y * y * y;
  GudScalar c4 = rho * rho * rho * rho - y * y * y * y;
  GudScalar t3 = u * u * u - 3 * v * v * v, t4 = u * u * u * u - 3 * v * v * v * v;
  return (GudFront){.p_f   = c3 / 6,
                    .p_a   = x * c3 / 6 - c4 / 24, /* (F2) */
                    .r_f   = t3 / 6,
                    .r_a   = x * t3 / 6 + t4 / 24, /* (F3) */
                    .p_rho = (f + a * x) * c2 / 2,
                    .steep = (u * u - 3 * v * v) / c2}; /* (F4) */
}

/* k P at rho = 2, beyond which the cell and its neighbours are full. */
static inline GudScalar gud_front_end(GudScalar f, GudScalar a)
{
  return f * 7 / 6 + a * 9 / 8;
}

/* rho_0; for rho > 1: k P = f (x^2/2 + 1/24) + a x^3/3, x = rho - 1/2. Of real parts: it only decides. */
static inline double gud_front_start(double f, double a)
{
  if (f >= 0.5 * a) return 0;
  double rho = (0.5 * a - f) * 4 / (3 * a), x = fmax(rho, 1) - 0.5;
  if (rho <= 1) return rho;
  x = fmax(x, -1.5 * f / a);
  for (int i = 0; i < 6; i++) x -= (f * (x * x / 2 + 1 / 24.) + a * x * x * x / 3) / (x * (f + a * x));
  return x + 0.5;
}

/* rho at which k P = p, 0 < p < gud_front_end: Newton from above, k P is convex in rho. */
static inline GudScalar gud_front_find(GudScalar f, GudScalar a, GudScalar p)
{
  GudScalar rho = 2;
  for (int i = 0; i < 100; i++) {
    GudFront  e    = gud_front(f, a, rho);
    GudScalar step = (f * e.p_f + a * e.p_a - p) / e.p_rho;
    rho -= step;
    if (!(gud_re(step) > 1e-15)) break;
  }
  return rho;
}

#endif
