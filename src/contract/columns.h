/* Tangent of a force by columns: a kernel writes its analytic directional derivative once,
     diff(s, at, d, df, drz): df_k and drz_i += what changes when the state changes by d,
   and this loop feeds it the unit vectors: x = cq e, v = cv e for the live components of marker vectors; z = 1 for algebraic
   internals, z = cz and z' = czt for differential ones. `at` is what the kernel has worked out beforehand. */
#ifndef GUD_COLUMNS_H
#define GUD_COLUMNS_H

#include "contract/force.h"

#include <string.h>

typedef struct {
  GudScalar x[GUD_MAX_SLOT_VECTORS][3], v[GUD_MAX_SLOT_VECTORS][3], z[GUD_MAX_INTERNALS],
    zt[GUD_MAX_INTERNALS];
} GudChange;

typedef void (*GudDiff)(const GudForceArgs *s, const void *at, GudChange *d, GudScalar (*df)[3],
                        GudScalar *drz);

/* Columns from `first` on; num_vec marker vectors, nz internals. */
static inline void gud_tangent_by_columns(const GudForceArgs *s, const double c[4], int first, int num_vec,
                                          int nz, const int *differential, GudDiff diff, const void *at,
                                          GudScalar *K)
{
  GudChange d;
  GudScalar df[GUD_MAX_SLOT_VECTORS][3], drz[GUD_MAX_INTERNALS];
  int       nx = 3 * num_vec, n = nx + nz;
  memset(&d, 0, sizeof d);
  if (c[0] == 0 && c[1] == 0) first = nx; /* nothing moves but the internals */
  for (int j = first; j < n; j++) {
    int i = j - nx;
    if (i < 0 && !gud_is_live(s->live, j)) continue;
    memset(df, 0, sizeof df[0] * (size_t)num_vec);
    memset(drz, 0, sizeof drz);
    if (i < 0) d.x[j / 3][j % 3] = c[0], d.v[j / 3][j % 3] = c[1];
    else d.z[i] = differential[i] ? c[2] : 1, d.zt[i] = differential[i] ? c[3] : 0;
    diff(s, at, &d, df, drz);
    if (i < 0) d.x[j / 3][j % 3] = d.v[j / 3][j % 3] = 0;
    else d.z[i] = d.zt[i] = 0;
    for (int k = 0; k < nx; k++) K[k * n + j] += df[k / 3][k % 3];
    for (int k = 0; k < nz; k++) K[(nx + k) * n + j] += drz[k];
  }
}

#endif
