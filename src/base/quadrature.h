/* Integration points on an interval, and Lagrange's polynomials through points. */
#ifndef GUD_QUADRATURE_H
#define GUD_QUADRATURE_H

#include "base/export.h"

/* Gauss points on [0, 1] and weights (sum 1); n = 1 ... 5, exact for polynomials of degree 2 n - 1. */
GUD_EXPORT void gud_gauss(int n, double *x, double *w);
/* Both ends and the middle of [0, 1]: exact for degree 3. */
GUD_EXPORT void gud_lobatto3(double *x, double *w);
/* l_i(y): 1 at x_i, 0 at the n - 1 other points. */
GUD_EXPORT void gud_lagrange(int n, const double *x, double y, double *l);

#endif
