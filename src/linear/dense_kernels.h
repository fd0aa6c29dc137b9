/* The kernels of dense.h; dense.c includes this file once per kind of processor, with
   KERNEL(name) the name there, TARGET its attribute, MOST_VECTORS the vectors of rows in a tile of `multiply`. */

/* A tile of C: v vectors of rows by n columns, kept in registers over all k. v and n are constants where it is called. */
TARGET static inline __attribute__((always_inline)) void KERNEL(tile)(int v, int n, int k, double s,
                                                                      const double *A, int lda,
                                                                      const double *B, int ldb, double *C,
                                                                      int ldc)
{
  Vector c[4][3];
  for (int j = 0; j < n; j++)
    for (int i = 0; i < v; i++) c[j][i] = (Vector){0};
  for (int l = 0; l < k; l++)
    for (int j = 0; j < n; j++) {
      double b = B[l + j * ldb];
      for (int i = 0; i < v; i++) c[j][i] += *(const Vector *)(A + l * lda + GUD_LANES * i) * b;
    }
  for (int j = 0; j < n; j++)
    for (int i = 0; i < v; i++) *(Vector *)(C + j * ldc + GUD_LANES * i) += s * c[j][i];
}

TARGET static inline __attribute__((always_inline)) void KERNEL(strip)(int v, int n, int k, double s,
                                                                       const double *A, int lda,
                                                                       const double *B, int ldb, double *C,
                                                                       int ldc)
{
  int j = 0;
  for (; j + 4 <= n; j += 4) KERNEL(tile)(v, 4, k, s, A, lda, B + j * ldb, ldb, C + j * ldc, ldc);
  for (; j < n; j++) KERNEL(tile)(v, 1, k, s, A, lda, B + j * ldb, ldb, C + j * ldc, ldc);
}

TARGET static void KERNEL(multiply)(int m, int n, int k, double s, const double *A, int lda, const double *B,
                                    int ldb, double *C, int ldc)
{
  int i = 0;
#if MOST_VECTORS == 3
  for (; i + 3 * GUD_LANES <= m; i += 3 * GUD_LANES)
    KERNEL(strip)(3, n, k, s, A + i, lda, B, ldb, C + i, ldc);
  for (; i + 2 * GUD_LANES <= m; i += 2 * GUD_LANES)
    KERNEL(strip)(2, n, k, s, A + i, lda, B, ldb, C + i, ldc);
#endif
  for (; i < m; i += GUD_LANES) KERNEL(strip)(1, n, k, s, A + i, lda, B, ldb, C + i, ldc);
}

/* v vectors of rows of A -= c t^T; ci NULL: real numbers. What is multiplied stays in registers. */
TARGET static inline __attribute__((always_inline)) void
KERNEL(outer)(int v, int n, const double *const c[2], const double *const t[2], double *const A[2], int lda)
{
  Vector re[3], im[3];
  for (int i = 0; i < v; i++) {
    re[i] = *(const Vector *)(c[0] + GUD_LANES * i);
    if (c[1]) im[i] = *(const Vector *)(c[1] + GUD_LANES * i);
  }
  for (int j = 0; j < n; j++)
    for (int i = 0; i < v; i++) {
      Vector *x = (Vector *)(A[0] + j * lda + GUD_LANES * i);
      if (!c[1]) {
        *x -= re[i] * t[0][j];
        continue;
      }
      Vector *y = (Vector *)(A[1] + j * lda + GUD_LANES * i);
      *x        = *x - re[i] * t[0][j] + im[i] * t[1][j];
      *y        = *y - re[i] * t[1][j] - im[i] * t[0][j];
    }
}

TARGET static void KERNEL(rank_one)(int m, int n, const double *const c[2], const double *const t[2],
                                    double *const A[2], int lda)
{
  int i = 0, complex = c[1] != NULL;
#define GUD_STRIP(v)                                                      \
  for (; i + v * GUD_LANES <= m; i += v * GUD_LANES) {                    \
    const double *const strip[2] = {c[0] + i, complex ? c[1] + i : NULL}; \
    double *const       to[2]    = {A[0] + i, complex ? A[1] + i : NULL}; \
    KERNEL(outer)(v, n, strip, t, to, lda);                               \
  }
#if MOST_VECTORS == 3
  GUD_STRIP(3)
  GUD_STRIP(2)
#endif
  GUD_STRIP(1)
#undef GUD_STRIP
}

/* v vectors of rows of a matrix times a vector; two sums each, so that one need not wait for the other */
TARGET static inline __attribute__((always_inline)) void KERNEL(rows)(int v, int k, double s, const double *A,
                                                                      int lda, const double *x, double *y)
{
  Vector a[4], b[4];
  int    l = 0;
  for (int i = 0; i < v; i++) a[i] = b[i] = (Vector){0};
  for (; l + 2 <= k; l += 2)
    for (int i = 0; i < v; i++) {
      a[i] += *(const Vector *)(A + l * lda + GUD_LANES * i) * x[l];
      b[i] += *(const Vector *)(A + (l + 1) * lda + GUD_LANES * i) * x[l + 1];
    }
  for (; l < k; l++)
    for (int i = 0; i < v; i++) a[i] += *(const Vector *)(A + l * lda + GUD_LANES * i) * x[l];
  for (int i = 0; i < v; i++) *(Loose *)(y + GUD_LANES * i) += s * (a[i] + b[i]);
}

/* Rows in strips; a triangle has columns from the strip's first row on, or up to its last one. */
TARGET static inline __attribute__((always_inline)) void KERNEL(strips)(int upper, int lower, int m, int k,
                                                                        double s, const double *A, int lda,
                                                                        const double *x, double *y)
{
  int i = 0;
#define GUD_STRIP(v)                                                                       \
  for (; i + v * GUD_LANES <= m; i += v * GUD_LANES) {                                     \
    int from = upper ? i : 0, to = lower && i + v * GUD_LANES < k ? i + v * GUD_LANES : k; \
    KERNEL(rows)(v, to - from, s, A + i + from * lda, lda, x + from, y + i);               \
  }
#if MOST_VECTORS == 3
  GUD_STRIP(3)
  GUD_STRIP(2)
#endif
  GUD_STRIP(1)
#undef GUD_STRIP
}

TARGET static void KERNEL(apply)(int m, int k, double s, const double *A, int lda, const double *x, double *y)
{
  KERNEL(strips)(0, 0, m, k, s, A, lda, x, y);
}

TARGET static void KERNEL(apply_upper)(int m, int k, double s, const double *A, int lda, const double *x,
                                       double *y)
{
  KERNEL(strips)(1, 0, m, k, s, A, lda, x, y);
}

TARGET static void KERNEL(apply_lower)(int m, int k, double s, const double *A, int lda, const double *x,
                                       double *y)
{
  KERNEL(strips)(0, 1, m, k, s, A, lda, x, y);
}
