/* Cost of a factorisation and of a solve, KLU and blocks: chains of nodes held at one end, as flexible links have them.
   CPU time, the best of five; a table for docs/performance.md. */
#include "bench/bench.h"

#include "linear/linear.h"
#include "model/diag.h"

enum { REPEATS = 5 };

/* num nodes of `size` coordinates in a row, each link a dense block listed element by element; the first node is held. */
static GudPlaces chain(int num, int size, double **values)
{
  int     held = size / 2, block = 2 * size;
  long    most = (long)(num - 1) * block * block + 3 * held, n = 0;
  int    *i = gud_alloc(sizeof(int) * (size_t)most), *j = gud_alloc(sizeof(int) * (size_t)most);
  double *v = gud_alloc(sizeof(double) * (size_t)most);
  for (int e = 0; e + 1 < num; e++)
    for (int a = 0; a < block; a++)
      for (int b = 0; b < block; b++, n++)
        i[n] = e * size + a, j[n] = e * size + b, v[n] = a == b ? block : 1.0 / (1 + a + 2 * b);
  for (int r = 0; r < held; r++) {
    int row = num * size + r;
    i[n] = row, j[n] = r, v[n++] = 1;
    i[n] = r, j[n] = row, v[n++] = 1;
    i[n] = row, j[n] = row, v[n++] = 0;
  }
  *values = v;
  return (GudPlaces){num * size + held, num * size, n, i, j};
}

typedef struct {
  double first, again, solve, first_complex, again_complex, solve_complex; /* s */
} Times;

static PetscErrorCode times_of(const GudPlaces *p, const double *v, GudLu method, char text[80], Times *best)
{
  double          *b = gud_alloc(sizeof(double) * (size_t)p->n);
  double _Complex *c = gud_alloc(sizeof(double _Complex) * (size_t)p->num),
                  *z = gud_alloc(sizeof(double _Complex) * (size_t)p->n);
  int loops          = 1 + 4000 / p->n;
  PetscFunctionBeginUser;
  for (long e = 0; e < p->num; e++) c[e] = v[e] * (1 + 0.5 * I);
  *best = (Times){1e9, 1e9, 1e9, 1e9, 1e9, 1e9};
  for (int k = 0; k < REPEATS; k++) {
    GudLinear  *A;
    GudFactored how;
    Times       t = {0};
    PetscCall(GudLinearCreate(p, method, &A));
    for (int l = 0; l < loops; l++) {
      double t0 = cpu();
      PetscCall(GudLinearFactor(A, v, &how));
      double t1 = cpu();
      PetscCall(GudLinearFactor(A, v, &how));
      double t2 = cpu();
      for (int s = 0; s < 10; s++) {
        for (int i = 0; i < p->n; i++) b[i] = 1;
        PetscCall(GudLinearSolve(A, b, b));
      }
      double t3 = cpu();
      PetscCall(GudLinearFactorComplex(A, c, &how));
      double t4 = cpu();
      PetscCall(GudLinearFactorComplex(A, c, &how));
      double t5 = cpu();
      for (int s = 0; s < 10; s++) {
        for (int i = 0; i < p->n; i++) z[i] = 1;
        PetscCall(GudLinearSolveComplex(A, z, z));
      }
      double t6 = cpu();
      t.first += t1 - t0, t.again += t2 - t1, t.solve += (t3 - t2) / 10;
      t.first_complex += t4 - t3, t.again_complex += t5 - t4, t.solve_complex += (t6 - t5) / 10;
      PetscCall(GudLinearForget(A));
    }
    PetscCall(GudLinearDescribe(A, text, 80));
    PetscCall(GudLinearDestroy(&A));
    double *x = (double *)&t, *y = (double *)best;
    for (int i = 0; i < 6; i++) y[i] = fmin(y[i], x[i] / loops);
  }
  free(b), free(c), free(z);
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char **argv)
{
  static const int sizes[] = {12, 6, 4}, nums[] = {2, 5, 17, 101, 1001, 10001};
  PetscCall(GudInitialize(&argc, &argv));
  printf(
    "| chain | method | factor, us | again, us | solve, us | complex: factor, us | again, us | solve, us |\n"
    "|---|---|---|---|---|---|---|---|\n");
  for (int s = 0; s < 3; s++)
    for (int k = 0; k < 6; k++) {
      double   *v;
      GudPlaces p = chain(nums[k], sizes[s], &v);
      for (int method = 0; method < 3; method++) {
        Times t;
        char  text[80];
        PetscCall(times_of(&p, v, (GudLu)method, text, &t));
        printf("| %d x %d | %s%s | %.3g | %.3g | %.3g | %.3g | %.3g | %.3g |\n", nums[k], sizes[s],
               method ? "" : "chosen: ", text, 1e6 * t.first, 1e6 * t.again, 1e6 * t.solve,
               1e6 * t.first_complex, 1e6 * t.again_complex, 1e6 * t.solve_complex);
      }
      free((void *)p.i), free((void *)p.j), free(v);
    }
  PetscCall(GudFinalize());
  return 0;
}
