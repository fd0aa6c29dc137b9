/* Small dense kernels for blocks.c. All matrices are stored by columns; the distance of columns (ld) and the number of rows
   m are multiples of GUD_LANES, the rows beyond the matrix hold zeros, and columns begin at multiples of 32 bytes. */
#ifndef GUD_DENSE_H
#define GUD_DENSE_H

enum { GUD_LANES = 4 };

typedef struct {
  /* C (m x n) += s A (m x k) B (k x n) */
  void (*multiply)(int m, int n, int k, double s, const double *A, int lda, const double *B, int ldb,
                   double *C, int ldc);
  /* y (m) += s A (m x k) x (k) */
  void (*apply)(int m, int k, double s, const double *A, int lda, const double *x, double *y);
  /* the same for a square A (k x k, m = k padded) that is zero below, or above, its diagonal */
  void (*apply_upper)(int m, int k, double s, const double *A, int lda, const double *x, double *y);
  void (*apply_lower)(int m, int k, double s, const double *A, int lda, const double *x, double *y);
  /* A (m x n) -= c (m) t^T (n), real and imaginary parts; c[1] NULL: real numbers */
  void (*rank_one)(int m, int n, const double *const c[2], const double *const t[2], double *const A[2],
                   int lda);
} GudDense;

/* The kernels for this processor: AVX2 with FMA where there is one, else what every one has. */
const GudDense *gud_dense(void);

#endif
