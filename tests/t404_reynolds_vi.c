/* Full Reynolds film against PETSc: the same discrete problem, z >= 0, A z - b >= 0, one of them 0, given
   to SNES as a variational inequality (vinewtonrsls, reduced space). A and b are written out once more
   here. */
#include "t403_film.h"

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

static PetscErrorCode inequality(const GudFilm *film, const double *u, double *z)
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
  int dry = 0;
  (void)state;
  for (int n = 0; n < 12; n++) {
    Solved  s;
    GudFilm film = random_film(GUD_CAVITATION_REYNOLDS);
    double  u[9], z[600], z_max = 0;
    random_motion(&film, u);
    film.nx = 60, film.ny = 10;
    solve(&s, &film, u, NULL);
    assert_int_equal(inequality(&film, u, z), 0);
    for (int k = 0; k < s.g.n; k++) z_max = fmax(z_max, z[k]);
    assert_true(z_max > 0);
    for (int k = 0; k < s.g.n; k++) {
      expect_near("pressure", s.g.z[k], z[k], 1e-9 * z_max);
      dry += s.g.kind[k] == GUD_CELL_DRY;
    }
    release(&s);
  }
  assert_true(dry > 1000);
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(against_snesvi)};
  if (PetscInitialize(&argc, &argv, NULL, NULL) != 0) return 1;
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  return PetscFinalize() != 0 || failed;
}
