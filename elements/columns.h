/* Tangent of a force by columns: a kernel writes its analytic directional derivative once,
     diff(s, dx, dv, df): df_k += (df/dx) dx + (df/dv) dv,
   and this loop feeds it the unit vectors: with dx = cq e and dv = cv e each column costs one call. */
#ifndef GUD_COLUMNS_H
#define GUD_COLUMNS_H

#include "contract/force.h"

#include <string.h>

typedef void (*GudDiff)(const GudForceArgs *s, GudScalar (*dx)[3], GudScalar (*dv)[3], GudScalar (*df)[3]);

static inline void gud_tangent_by_columns(const GudForceArgs *s, const double c[4], int num_vec, int n,
                                          GudScalar *K, GudDiff diff)
{
  GudScalar dx[GUD_MAX_SLOT_VECTORS][3], dv[GUD_MAX_SLOT_VECTORS][3], df[GUD_MAX_SLOT_VECTORS][3];
  memset(dx, 0, sizeof dx);
  memset(dv, 0, sizeof dv);
  for (int j = 0; j < 3 * num_vec; j++) {
    memset(df, 0, sizeof df);
    dx[j / 3][j % 3] = c[0], dv[j / 3][j % 3] = c[1];
    diff(s, dx, dv, df);
    dx[j / 3][j % 3] = dv[j / 3][j % 3] = 0;
    for (int i = 0; i < 3 * num_vec; i++) K[i * n + j] += df[i / 3][i % 3];
  }
}

#endif
