/* The discrete problems of the full Reynolds film, A and b written out once more here.
   Whole cells (JFO where nothing is carried or the line at the widest gap is flooded): z >= 0, A z - b >= 0, one of them 0, against
   SNES with this variational inequality (vinewtonrsls, reduced space).
   Edges within cells (Reynolds): A z - b = r(z) where z > 0, A z - b >= r(0) where z = 0. That has one solution (A is an M-matrix, r falls),
   so it is enough that the film's fulfils it, r by bisection from (F1), (F2), (F3) of front.h. */
#include "random_films.h"

#include <petscsnes.h>

typedef struct {
  Mat A;
  Vec b;
} Problem;

static PetscErrorCode function(SNES snes, Vec x, Vec f, void *context)
{
  Problem *p = context;
  (void)snes;
  PetscFunctionBegin;
  PetscCall(MatMult(p->A, x, f));
  PetscCall(VecAXPY(f, -1, p->b));
  PetscFunctionReturn(0);
}

static PetscErrorCode jacobian(SNES snes, Vec x, Mat J, Mat P, void *context)
{
  (void)snes, (void)x, (void)J, (void)P, (void)context; /* constant */
  PetscFunctionBegin;
  PetscFunctionReturn(0);
}

static double thickness_at(const GudFilm *film, const double *u, double t, double th)
{
  double x = (1 - t) * u[0] + t * u[2], y = (1 - t) * u[1] + t * u[3];
  return 1 - (x * cos(th) + y * sin(th)) / film->clearance;
}

/* Flow a to b: sum of coefficients times pressures. */
static PetscErrorCode add_face(Mat A, int a, int b, int num, const PetscInt *cols, const double *values)
{
  PetscFunctionBegin;
  for (int k = 0; k < num; k++) {
    if (a >= 0) PetscCall(MatSetValue(A, a, cols[k], values[k], ADD_VALUES));
    if (b >= 0) PetscCall(MatSetValue(A, b, cols[k], -values[k], ADD_VALUES));
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode set_up(const GudFilm *film, const double *u, Problem *p)
{
  int    nx = film->nx, ny = film->ny, n = nx * ny;
  double dx = 2 * pi / nx, dz = film->length / film->radius / ny, c = film->clearance;
  PetscFunctionBegin;
  PetscCall(MatCreateSeqAIJ(PETSC_COMM_SELF, n, n, 6, NULL, &p->A));
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, n, &p->b));
  for (int i = 0; i < nx; i++)
    for (int j = 0; j < ny; j++) {
      int    k = i * ny + j, right = (i + 1) % nx * ny + j;
      double t = (j + 0.5) / ny, th = i * dx, h = thickness_at(film, u, t, th + dx / 2),
             kx          = h * h * h * dz / dx;
      PetscInt around[2] = {k, right};
      PetscCall(add_face(p->A, k, right, 2, around, (double[]){kx, -kx}));
      double wedge = u[8] / 2 * (h - thickness_at(film, u, t, th - dx / 2));
      double x_t = ((1 - t) * u[4] + t * u[6]) / c, y_t = ((1 - t) * u[5] + t * u[7]) / c;
      double squeeze = -(x_t * cos(th) + y_t * sin(th)) * 2 * sin(dx / 2);
      PetscCall(VecSetValue(p->b, k, -(wedge + squeeze) * dz, INSERT_VALUES));
      h         = thickness_at(film, u, (j + 1.0) / ny, th);
      double kz = h * h * h * dx / dz, h0 = thickness_at(film, u, 0, th), k0 = h0 * h0 * h0 * dx / dz;
      if (j + 1 < ny) PetscCall(add_face(p->A, k, k + 1, 2, (PetscInt[]){k, k + 1}, (double[]){kz, -kz}));
      else PetscCall(add_face(p->A, k, -1, 2, (PetscInt[]){k, k - 1}, (double[]){3.5 * kz, -0.5 * kz}));
      if (j == 0)
        PetscCall(add_face(p->A, k, -1, 2, (PetscInt[]){k, k + 1}, (double[]){3.5 * k0, -0.5 * k0}));
    }
  PetscCall(MatAssemblyBegin(p->A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(p->A, MAT_FINAL_ASSEMBLY));
  PetscCall(VecAssemblyBegin(p->b));
  PetscCall(VecAssemblyEnd(p->b));
  PetscFunctionReturn(0);
}

/* line: column with z = 0, or -1 */
static PetscErrorCode inequality(const GudFilm *film, const double *u, int line, double *z)
{
  Problem             p;
  SNES                snes;
  KSP                 ksp;
  PC                  pc;
  Vec                 x, f, low, high;
  SNESConvergedReason reason;
  const PetscScalar  *a;
  PetscInt            n;
  PetscFunctionBegin;
  PetscCall(set_up(film, u, &p));
  PetscCall(VecDuplicate(p.b, &x));
  PetscCall(VecDuplicate(p.b, &f));
  PetscCall(VecDuplicate(p.b, &low));
  PetscCall(VecDuplicate(p.b, &high));
  PetscCall(VecSet(low, 0));
  PetscCall(VecSet(high, PETSC_INFINITY));
  for (int j = 0; j < film->ny && line >= 0; j++)
    PetscCall(VecSetValue(high, line * film->ny + j, 0, INSERT_VALUES));
  PetscCall(VecAssemblyBegin(high));
  PetscCall(VecAssemblyEnd(high));
  PetscCall(SNESCreate(PETSC_COMM_SELF, &snes));
  PetscCall(SNESSetFunction(snes, f, function, &p));
  PetscCall(SNESSetJacobian(snes, p.A, p.A, jacobian, &p));
  PetscCall(SNESSetType(snes, SNESVINEWTONRSLS));
  PetscCall(SNESVISetVariableBounds(snes, low, high));
  PetscCall(SNESSetTolerances(snes, 1e-14, 1e-13, 0, 200, 10000));
  PetscCall(SNESGetKSP(snes, &ksp));
  PetscCall(KSPSetType(ksp, KSPPREONLY));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetType(pc, PCLU));
  PetscCall(SNESSolve(snes, NULL, x));
  PetscCall(SNESGetConvergedReason(snes, &reason));
  PetscCheck(reason > 0, PETSC_COMM_SELF, PETSC_ERR_CONV_FAILED, "SNES: %s", SNESConvergedReasons[reason]);
  PetscCall(VecGetLocalSize(x, &n));
  PetscCall(VecGetArrayRead(x, &a));
  for (PetscInt k = 0; k < n; k++) z[k] = a[k];
  PetscCall(VecRestoreArrayRead(x, &a));
  PetscCall(SNESDestroy(&snes));
  PetscCall(MatDestroy(&p.A));
  PetscCall(VecDestroy(&p.b));
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&f));
  PetscCall(VecDestroy(&low));
  PetscCall(VecDestroy(&high));
  PetscFunctionReturn(0);
}

static void against_snesvi(void **state)
{
  int empty = 0;
  (void)state;
  for (int n = 0; n < 12; n++) {
    Solved  s;
    GudFilm film = random_film(GUD_CAVITATION_JFO);
    double  u[9], z[600], z_max = 0;
    int     line = n & 1 ? 30 : 5 * n;
    random_motion(&film, u);
    film.nx = 60, film.ny = 10;
    add_line(&film, 2 * pi * line / film.nx, 0);
    if (n & 1) { /* steady, the line at the widest gap */
      memset(u, 0, 8 * sizeof *u);
      u[0] = u[2] = 0.08 * n * film.clearance;
    } else {
      u[8] = 0;
    }
    solve(&s, &film, u, NULL);
    assert_int_equal(inequality(&film, u, line, z), 0);
    for (int k = 0; k < s.g.n; k++) z_max = fmax(z_max, z[k]);
    assert_true(z_max > 0);
    for (int k = 0; k < s.g.n; k++) {
      int isvoid = s.g.kind[k] == GUD_CELL_VOID;
      expect_near("pressure", isvoid ? 0 : s.g.z[k], z[k], 1e-9 * z_max);
      empty += isvoid;
    }
    release(&s);
  }
  assert_true(empty > 1000);
}

/* (F1): integral over s > 0 */
static double Q(double f0, double a, double s)
{
  return s > 0 ? f0 * s * s * s / 6 - a * s * s * s * s / 24 : 0;
}

/* r of a cell with the mean demand f, its variation a, k z = p; p = 0: the least r of a dry one. */
static double reaction_at(double f, double a, double p)
{
  double low = 0, high = 2, P = 0, f0;
  if (7 * f / 6 + 9 * a / 8 <= p) return 0;
  for (int n = 0; n < 100; n++) {
    double rho = 0.5 * (low + high);
    f0 = f + a * (rho - 0.5), P = Q(f0, a, rho) - Q(f0, a, rho - 1);
    if (f0 < 0 || P < p) low = rho;
    else high = rho;
  }
  double rho = high;
  f0         = f + a * (rho - 0.5);
  double wet = Q(f0, a, rho + 1) - Q(f0, a, rho), dry = Q(f0, a, rho - 1) - Q(f0, a, rho - 2);
  return f - (wet - 2 * (Q(f0, a, rho) - Q(f0, a, rho - 1)) + dry);
}

static PetscErrorCode edge_residual(const GudFilm *film, const double *u, Solved *s, int count[3])
{
  Problem            p;
  Vec                z, f;
  const PetscScalar *rest, *b;
  double             c = film->clearance, dx = 2 * pi / film->nx, dz = film->length / film->radius / film->ny;
  PetscFunctionBegin;
  PetscCall(set_up(film, u, &p));
  PetscCall(VecDuplicate(p.b, &z));
  PetscCall(VecDuplicate(p.b, &f));
  for (int k = 0; k < s->g.n; k++) PetscCall(VecSetValue(z, k, s->g.z[k], INSERT_VALUES));
  PetscCall(VecAssemblyBegin(z));
  PetscCall(VecAssemblyEnd(z));
  PetscCall(MatMult(p.A, z, f));
  PetscCall(VecAXPY(f, -1, p.b));
  PetscCall(VecGetArrayRead(f, &rest));
  PetscCall(VecGetArrayRead(p.b, &b));
  double scale = 0;
  for (int k = 0; k < s->g.n; k++) scale = fmax(scale, fabs(b[k]));
  for (int k = 0; k < s->g.n; k++) {
    double t = (k % film->ny + 0.5) / film->ny, th = k / film->ny * dx, H = thickness_at(film, u, t, th);
    double x = ((1 - t) * u[0] + t * u[2]) / c, y = ((1 - t) * u[1] + t * u[3]) / c;
    double x_t = ((1 - t) * u[4] + t * u[6]) / c, y_t = ((1 - t) * u[5] + t * u[7]) / c;
    double slope = u[8] / 2 * (x * cos(th) + y * sin(th)) + x_t * sin(th) - y_t * cos(th);
    double a     = fabs(slope) * 2 * sin(dx / 2) * dz * dx,
           r     = reaction_at(-b[k], a, s->g.z[k] * H * H * H * dz / dx);
    assert_true(s->g.z[k] >= 0);
    count[s->g.z[k] <= 0 ? 0 : r > 0 ? 1 : 2]++;
    if (s->g.z[k] > 0) expect_near("flow out of a cell", rest[k], r, 1e-9 * scale);
    else assert_true(rest[k] >= r - 1e-9 * scale);
  }
  PetscCall(VecRestoreArrayRead(f, &rest));
  PetscCall(VecRestoreArrayRead(p.b, &b));
  PetscCall(VecDestroy(&z));
  PetscCall(VecDestroy(&f));
  PetscCall(VecDestroy(&p.b));
  PetscCall(MatDestroy(&p.A));
  PetscFunctionReturn(0);
}

static void edges_in_cells(void **state)
{
  int count[3] = {0};
  (void)state;
  for (int n = 0; n < 12; n++) {
    Solved  s;
    GudFilm film = random_film(GUD_CAVITATION_REYNOLDS);
    double  u[9];
    random_motion(&film, u);
    film.nx = 60, film.ny = 10;
    solve(&s, &film, u, NULL);
    assert_int_equal(edge_residual(&film, u, &s, count), 0);
    release(&s);
  }
  assert_true(count[0] > 1000 && count[1] > 300 && count[2] > 1000); /* dry, with an edge, full */
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(against_snesvi), cmocka_unit_test(edges_in_cells)};
  if (PetscInitialize(&argc, &argv, NULL, NULL) != 0) return 1;
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  return PetscFinalize() != 0 || failed;
}
