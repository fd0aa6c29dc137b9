/* Moments and spins on frames whose vectors d_1, d_2, d_3 need not be orthonormal (ANCF slopes, bore averages).

   (F1) J = sum_k (|d_k|^2 1 - d_k d_k^T)                       (= 2 x unit matrix if orthonormal)
   (F2) spin of the frame          w   = J^-1 sum_k d_k x d_k'
   (F3) generalised forces of M    Q_k = (J^-1 M) x d_k         (= 1/2 M x d_k if orthonormal)
   Then M . w = sum_k Q_k . d_k' exactly, for any d_k: (J^-1 M) . sum d_k x d_k' = sum ((J^-1 M) x d_k) . d_k'. */
#ifndef GUD_FRAME_H
#define GUD_FRAME_H

#include "base/vec3.h"

/* Inverse of J (F1), symmetric. */
static inline void gud_frame_inverse(GudScalar (*d)[3], GudScalar Ji[9])
{
  GudScalar J[9] = {0};
  for (int k = 0; k < 3; k++) {
    GudScalar dd = gud_dot(d[k], d[k]);
    for (int i = 0; i < 3; i++) {
      J[4 * i] += dd;
      for (int j = 0; j < 3; j++) J[3 * i + j] -= d[k][i] * d[k][j];
    }
  }
  GudScalar c0 = J[4] * J[8] - J[5] * J[7], c1 = J[5] * J[6] - J[3] * J[8], c2 = J[3] * J[7] - J[4] * J[6];
  GudScalar s = 1 / (J[0] * c0 + J[1] * c1 + J[2] * c2);
  Ji[0] = s * c0, Ji[1] = s * (J[2] * J[7] - J[1] * J[8]), Ji[2] = s * (J[1] * J[5] - J[2] * J[4]);
  Ji[3] = s * c1, Ji[4] = s * (J[0] * J[8] - J[2] * J[6]), Ji[5] = s * (J[2] * J[3] - J[0] * J[5]);
  Ji[6] = s * c2, Ji[7] = s * (J[1] * J[6] - J[0] * J[7]), Ji[8] = s * (J[0] * J[4] - J[1] * J[3]);
}

static inline void gud_matvec(const GudScalar A[9], const GudScalar x[3], GudScalar y[3])
{
  for (int i = 0; i < 3; i++) y[i] = A[3 * i] * x[0] + A[3 * i + 1] * x[1] + A[3 * i + 2] * x[2];
}

/* (F2); Ji from gud_frame_inverse(d), here and below */
static inline void gud_frame_spin(const GudScalar Ji[9], GudScalar (*d)[3], GudScalar (*dt)[3],
                                  GudScalar       w[3])
{
  GudScalar L[3] = {0}, c[3];
  for (int k = 0; k < 3; k++) {
    gud_cross(d[k], dt[k], c);
    gud_axpy(1, c, L);
  }
  gud_matvec(Ji, L, w);
}

/* Directional derivative of (F2) for changes dd of the vectors and ddt of their rates:
   dw = J^-1 (sum (dd x d' + d x dd') - dJ w),  dJ w = sum 2 (d.dd) w - dd (d.w) - d (dd.w) */
static inline void gud_frame_spin_diff(const GudScalar Ji[9], GudScalar (*d)[3], GudScalar (*dt)[3],
                                       const GudScalar w[3], GudScalar (*dd)[3], GudScalar (*ddt)[3],
                                       GudScalar       dw[3])
{
  GudScalar r[3] = {0}, c[3];
  for (int k = 0; k < 3; k++) {
    gud_cross(dd[k], dt[k], c);
    gud_axpy(1, c, r);
    gud_cross(d[k], ddt[k], c);
    gud_axpy(1, c, r);
    gud_axpy(-2 * gud_dot(d[k], dd[k]), w, r);
    gud_axpy(gud_dot(d[k], w), dd[k], r);
    gud_axpy(gud_dot(dd[k], w), d[k], r);
  }
  gud_matvec(Ji, r, dw);
}

/* (F3): adds Q_k to f[k] */
static inline void gud_frame_moment(const GudScalar Ji[9], GudScalar (*d)[3], const GudScalar M[3],
                                    GudScalar (*f)[3])
{
  GudScalar y[3], c[3];
  gud_matvec(Ji, M, y);
  for (int k = 0; k < 3; k++) {
    gud_cross(y, d[k], c);
    gud_axpy(1, c, f[k]);
  }
}

/* Directional derivative of (F3) for a change dd of the vectors and dM of the moment: adds to df[k].
   dQ_k = (J^-1 (dM - dJ y)) x d_k + y x dd_k,  y = J^-1 M,  dJ y = sum 2 (d.dd) y - dd (d.y) - d (dd.y) */
static inline void gud_frame_moment_diff(const GudScalar Ji[9], GudScalar (*d)[3], const GudScalar M[3],
                                         GudScalar (*dd)[3], const GudScalar dM[3], GudScalar (*df)[3])
{
  GudScalar y[3], r[3] = {dM[0], dM[1], dM[2]}, dy[3], c[3];
  gud_matvec(Ji, M, y);
  for (int k = 0; k < 3; k++) {
    gud_axpy(-2 * gud_dot(d[k], dd[k]), y, r);
    gud_axpy(gud_dot(d[k], y), dd[k], r);
    gud_axpy(gud_dot(dd[k], y), d[k], r);
  }
  gud_matvec(Ji, r, dy);
  for (int k = 0; k < 3; k++) {
    gud_cross(dy, d[k], c);
    gud_axpy(1, c, df[k]);
    gud_cross(y, dd[k], c);
    gud_axpy(1, c, df[k]);
  }
}

#endif
