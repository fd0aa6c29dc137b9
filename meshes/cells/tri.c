/* Rules of degree 1, 2 and 4 with 1, 3 and 6 points (Strang & Fix 1973; Dunavant 1985). The six points form two orbits
   (a, a, 1 - 2a) with weights w of the area: w1 + w2 = 1/3, and the moments of degree 2, 3, 4 determine the rest,
     a = (8 - sqrt(10) +- sqrt(38 - 44 sqrt(2/5)))/18,   w = (620 +- sqrt(213125 - 53320 sqrt(10)))/3720. */
#include "tri.h"

#include <math.h>

const double gud_tri_node[6][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.5, 0, 0}, {0.5, 0.5, 0}, {0, 0.5, 0}};

double gud_tri_outside(const double xi[2])
{
  return fmax(fmax(fmax(-xi[0], -xi[1]), xi[0] + xi[1] - 1), 0);
}

static void orbit(double a, double weight, double (*xi)[2], double *w)
{
  const double at[3][2] = {{a, a}, {1 - 2 * a, a}, {a, 1 - 2 * a}};
  for (int i = 0; i < 3; i++) xi[i][0] = at[i][0], xi[i][1] = at[i][1], w[i] = 0.5 * weight;
}

int gud_tri_points(int n, double (*xi)[2], double *w)
{
  double b = sqrt(38 - 44 * sqrt(0.4)), c = sqrt(213125 - 53320 * sqrt(10));
  switch (n) {
  case 1: xi[0][0] = xi[0][1] = 1. / 3, w[0] = 0.5; return 1;
  case 2: orbit(1. / 6, 1. / 3, xi, w); return 3;
  default:
    orbit((8 - sqrt(10) + b) / 18, (620 + c) / 3720, xi, w);
    orbit((8 - sqrt(10) - b) / 18, (620 - c) / 3720, xi + 3, w + 3);
    return 6;
  }
}

void gud_tri_interpolate(int n, const double xi[2], double *c)
{
  const double L[3] = {1 - xi[0] - xi[1], xi[0], xi[1]};
  c[0]              = 1;
  for (int i = 0; i < 3 && n > 1; i++) c[i] = 2 * L[i] - 1. / 3; /* 1 at L_i = 2/3, 0 at 1/6 */
}
