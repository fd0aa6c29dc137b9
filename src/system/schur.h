/* The constraint rows condensed with the inverse of a metric N: of the mass, for methods that solve for accelerations at every
   step; or of the scales of the coordinates, for corrections of positions (generalized_alpha.c).

   (C1) N = blocks (x) 1: coordinate vectors that masses couple form a block; each is inverted once. Or N = 1/L^2 for
        positions and 1 for directions (GudSystem.weight), which does not depend on the units of length
   (C2) G = Phi_q, W = N^-1 G^T, S = G W;   S = L L^T in a skyline, rows ordered by the distance from a first one
   N a + G^T lambda = f, G a = gamma   <=>   S lambda = G N^-1 f - gamma,   a = N^-1 f - W lambda
   (C3) dependent rows: S + soften diag(S), which leaves corrections of least norm
   For mechanisms S has some 10 rows and costs less than a microsecond. Nothing is allocated after creation.
   verified by: t740, t745 */
#ifndef GUD_SCHUR_H
#define GUD_SCHUR_H

#include "system/system.h"

typedef struct {
  int    w, g;
  double m;
} GudMix; /* W[w] += m G[g] */

typedef struct {
  int at, g, w;
} GudPair; /* L[at] += G[g].W[w] */

typedef struct GudSchur {
  GudSystem *sys;
  double     soften; /* of (C3); 0: dependent rows are refused */
  double     least;  /* least pivot of the last factors, relative to the diagonal entry it began as */
  /* inverse metric, by coordinate vectors */
  int    *irow, *icol;
  double *ival;
  /* entries of rows: those of row i are gfirst[i] ... gfirst[i + 1] - 1, on coordinate vectors gvec; W likewise */
  int *gfirst, *gvec, *wfirst, *wvec;
  double (*G)[3], (*W)[3];
  int     *slot; /* of every term of sys->terms: its entry of G */
  GudMix  *mix;
  GudPair *pair;
  int      num_g, num_w, num_mix, num_pair;
  /* skyline: row order[k] is at place k, its entries from column first[k] on begin at L[start[k]] */
  int    *order, *first, *start;
  double *L, *y;
} GudSchur;

typedef enum { GUD_METRIC_MASS, GUD_METRIC_SCALES } GudMetric;
/* NULL, and the reason in *why, if masses couple too many coordinate vectors or some coordinate has none. */
GudSchur *gud_schur_create(GudSystem *sys, GudMetric metric, const char **why);
void      gud_schur_destroy(GudSchur *s);

void gud_schur_inverse_metric(const GudSchur *s, const double *f, double *a); /* a = N^-1 f */
/* Rows at q, at the present time of the system. 0: they are dependent there. */
int  gud_schur_factor(GudSchur *s, const double *q);
void gud_schur_rows(const GudSchur *s, const double *x, double *y);           /* y = G x */
void gud_schur_solve(GudSchur *s, double *b);                                 /* b <- S^-1 b */
void gud_schur_back(const GudSchur *s, double c, const double *l, double *x); /* x += c W l */

#endif
