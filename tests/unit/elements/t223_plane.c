/* Quadrilaterals: the enhanced quad4 against the energy of pure bending, and the neo-Hookean law. Real numbers: the kernels that
   the program runs are those with constant sizes, the battery's are the general ones. */
#include "one_element.h"

#include "elements/plane.h"

static const GudPlaneParams steel = {.E = 2, .nu = 0.3, .density = 1, .thickness = 0.3};

/* One cell: a distorted square, or (rectangle) 2a x 2b about the origin. */
static void cell(OneElement *o, const char *name, const GudPlaneParams *p, double a, double b)
{
  static const double place[9][2] = {{-1, -1}, {1, -1}, {1, 1},  {-1, 1}, {0, -1},
                                     {1, 0},   {0, 1},  {-1, 0}, {0, 0}};
  char                why[200]    = "";
  memset(o, 0, sizeof *o);
  for (int i = 0; gud_elements[i]; i++)
    if (!strcmp(gud_elements[i]->info.name, name)) o->type = gud_elements[i];
  assert_non_null(o->type);
  o->dim = 2, o->nv = o->type->num_vec, o->n = 2 * o->nv;
  for (int i = 0; i < o->nv; i++) {
    double x = place[i][0], y = place[i][1];
    o->Q0[i][0] = a > 0 ? a * x : x + 0.15 * x * y + 0.1 * y;
    o->Q0[i][1] = a > 0 ? b * y : 0.8 * y - 0.1 * x * y + 0.2 * x;
  }
  GudPlacement spot = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .Q0 = (const double(*)[3])o->Q0};
  o->data           = test_calloc((size_t)o->type->data_size(o->type, p) + 1, sizeof(double));
  if (o->type->setup(o->type, p, &spot, o->data, why) != GUD_OK) fail_msg("%s", why);
}

static void move(const OneElement *o, double size, double (*Q)[3], double (*Qt)[3])
{
  uint64_t seed = 7;
  for (int i = 0; i < o->nv; i++)
    for (int c = 0; c < 3; c++) {
      Q[i][c]  = c < 2 ? o->Q0[i][c] + size * one_noise(&seed) : 0;
      Qt[i][c] = c < 2 ? one_noise(&seed) : 0;
    }
}

static const struct {
  const char *name;
  int         strain, material, enhanced;
} variants[] = {
  {"quad4", GUD_STRAIN_LARGE, GUD_LAW_SVK, 0},         {"quad4", GUD_STRAIN_LARGE, GUD_LAW_SVK, 1},
  {"quad4", GUD_STRAIN_LINEAR, GUD_LAW_SVK, 1},        {"quad4", GUD_STRAIN_LARGE, GUD_LAW_NEO_HOOKEAN, 0},
  {"quad8", GUD_STRAIN_LARGE, GUD_LAW_NEO_HOOKEAN, 0}, {"quad9", GUD_STRAIN_LARGE, GUD_LAW_NEO_HOOKEAN, 0}};

static GudPlaneParams variant(int k, int state)
{
  GudPlaneParams p = steel;
  p.strain = variants[k].strain, p.material = variants[k].material, p.enhanced = variants[k].enhanced,
  p.state = state;
  return p;
}

/* Tangent and force against 4-point differences of force and energy. Step 1e-3: with the cell's size 1 the fourth
   power of the step is 1e-12, round-off 1e-16/1e-3; a law's fifth derivatives are up to some hundred times its first. */
static void test_derivatives(void **unused)
{
  (void)unused;
  for (int k = 0; k < GUD_COUNT(variants); k++)
    for (int state = 0; state < 2; state++) {
      GudPlaneParams p = variant(k, state);
      OneElement     o;
      double         Q[GUD_MAX_ELEMENT_VECTORS][3], Qt[GUD_MAX_ELEMENT_VECTORS][3], error[2];
      p.beta = 0.2, p.alpha = 0.4;
      cell(&o, variants[k].name, &p, 0, 0);
      move(&o, 0.1, Q, Qt);
      one_derivatives(&o, Q, Qt, 1e-3, error);
      assert_near(error[0], 0, 1e-9, variants[k].name);
      assert_near(error[1], 0, 1e-9, variants[k].name);
      one_free(&o);
    }
}

/* Three rigid motions and no other cost no energy; turned far and spinning there is no force. */
static void test_rigid(void **unused)
{
  (void)unused;
  for (int k = 0; k < GUD_COUNT(variants); k++)
    for (int state = 0; state < 2; state++) {
      GudPlaneParams p = variant(k, state);
      OneElement     o;
      p.beta = 0.2;
      cell(&o, variants[k].name, &p, 0, 0);
      assert_int_equal(one_zero_modes(&o), 3);
      if (p.strain == GUD_STRAIN_LARGE) assert_near(one_rigid_force(&o), 0, 1e-15, "force of a rigid motion");
      one_free(&o);
    }
}

/* A rectangle 2a x 2b, u = (c x y, 0): with the modes the energy is that of pure bending, E' t c^2/2 int y^2 dA
   (E' = E or E/(1 - nu^2)): no shear, and sigma_yy = 0. Without: that, and the parasitic shear and the like. */
static void test_bending(void **unused)
{
  const double a = 1.7, b = 0.3, c = 0.1; /* linear strain: no need to be small */
  (void)unused;
  for (int state = 0; state < 2; state++)
    for (int n = 0; n < 3; n++) {
      GudPlaneParams p = variant(2, state);
      OneElement     o;
      double         Q[GUD_MAX_ELEMENT_VECTORS][3], plain, want;
      p.nu = (const double[]){-0.2, 0.3, 0.49}[n];
      cell(&o, "quad4", &p, a, b);
      memcpy(Q, o.Q0, sizeof Q);
      for (int i = 0; i < 4; i++) Q[i][0] += c * o.Q0[i][0] * o.Q0[i][1];
      want = 0.5 * p.E / (state == GUD_PLANE_STRAIN ? 1 - p.nu * p.nu : 1) * p.thickness * c * c * 4 * a * b *
             b * b / 3;
      assert_near(one_energy(&o, Q) / want, 1, 1e-12, "bending energy, enhanced");
      one_free(&o);
      p.enhanced = 0;
      cell(&o, "quad4", &p, a, b);
      plain = one_energy(&o, Q) / want;
      if (!(plain > 5)) fail_msg("plain quad4: bending energy %g of the true one", plain);
      one_free(&o);
    }
}

/* The same state turned by 1 rad: sigma_xx = E' c y along the turned axis and nothing else; strain_yy = -nu c y (plane
   stress). Large strain, so c is small: c times the size of the cell is what linear theory leaves out. */
static void test_bending_fields(void **unused)
{
  const double   a = 1.7, b = 0.3, c = 1e-7, C = cos(1), s = sin(1), xi[1][3] = {{0.4, 0.7, 0}};
  GudPlaneParams p = variant(1, GUD_PLANE_STRESS);
  OneElement     o;
  double         Q[GUD_MAX_ELEMENT_VECTORS][3] = {{0}}, out[GUD_PLANE_FIELDS], e = c * b * xi[0][1];
  (void)unused;
  cell(&o, "quad4", &p, a, b);
  for (int i = 0; i < 4; i++) {
    double x = o.Q0[i][0], y = o.Q0[i][1];
    x += c * x * y;
    Q[i][0] = C * x - s * y, Q[i][1] = s * x + C * y;
  }
  o.type->field(o.type, o.data, Q, 1, xi, out);
  const double S = p.E * e, want[9] = {e, -p.nu * e, 0, S, 0, 0, S * C * C, S * s * s, S * C * s};
  for (int k = 0; k < 9; k++)
    assert_near(out[k] / (k < 3 ? e : p.E * e), want[k] / (k < 3 ? e : p.E * e), 1e-6,
                gud_plane_fields[k].name);
  one_free(&o);
}

/* Neo-Hookean: the stiffness of the start is Hooke's; forces differ from St. Venant-Kirchhoff's by second order. */
static void test_small_strain(void **unused)
{
  static const char *const name[] = {"quad4", "quad8", "quad9"};
  (void)unused;
  for (int k = 0; k < 3; k++)
    for (int state = 0; state < 2; state++) {
      static double  K[2][ONE_MAX * ONE_MAX];
      GudPlaneParams p = steel;
      OneElement     o[2];
      double Q[GUD_MAX_ELEMENT_VECTORS][3], Qt[GUD_MAX_ELEMENT_VECTORS][3], differ[2], top = 0, worst = 0;
      p.state = state;
      for (int m = 0; m < 2; m++) {
        p.material = m;
        cell(&o[m], name[k], &p, 0, 0);
        one_stiffness(&o[m], K[m]);
      }
      for (int i = 0; i < 4 * o[0].nv * o[0].nv; i++)
        top = fmax(top, fabs(K[0][i])), worst = fmax(worst, fabs(K[1][i] - K[0][i]));
      assert_near(worst / top, 0, 1e-14, "stiffness at the start");
      for (int n = 0; n < 2; n++) {
        double r[2][GUD_MAX_ELEMENT_VECTORS][3] = {{{0}}}, size = 0;
        move(&o[0], n ? 1e-5 : 1e-4, Q, Qt);
        for (int m = 0; m < 2; m++)
          assert_int_equal(o[m].type->residual(o[m].type, o[m].data, Q, Qt, r[m], NULL), GUD_OK);
        differ[n] = 0;
        for (int i = 0; i < o[0].nv; i++)
          for (int c = 0; c < 2; c++)
            size = fmax(size, fabs(r[0][i][c])), differ[n] = fmax(differ[n], fabs(r[1][i][c] - r[0][i][c]));
        differ[n] /= size;
      }
      assert_true(differ[0] < 1e-2 && differ[0] > 0);
      assert_near(differ[0] / differ[1], 10, 0.1,
                  "difference from St. Venant-Kirchhoff, strain ten times smaller");
      for (int m = 0; m < 2; m++) one_free(&o[m]);
    }
}

/* A cell turned inside out asks for a smaller step, and leaves force and tangent alone. */
static void test_inverted(void **unused)
{
  (void)unused;
  for (int k = 3; k < GUD_COUNT(variants); k++)
    for (int state = 0; state < 2; state++) {
      static double  K[ONE_MAX * ONE_MAX];
      GudPlaneParams p = variant(k, state);
      OneElement     o;
      double         Q[GUD_MAX_ELEMENT_VECTORS][3], Qt[GUD_MAX_ELEMENT_VECTORS][3],
        r[GUD_MAX_ELEMENT_VECTORS][3] = {{0}};
      cell(&o, variants[k].name, &p, 0, 0);
      move(&o, 0, Q, Qt);
      for (int i = 0; i < o.nv; i++) Q[i][0] = -Q[i][0]; /* C = 1, det F = -1: no strain would tell */
      memset(K, 0, sizeof K);
      assert_int_equal(o.type->residual(o.type, o.data, Q, Qt, r, NULL), GUD_RETRY);
      assert_int_equal(o.type->tangent(o.type, o.data, Q, Qt, 1, 0, K), GUD_RETRY);
      for (int i = 0; i < 3 * o.nv; i++) assert_true(r[i / 3][i % 3] == 0);
      for (int i = 0; i < o.n * o.n; i++) assert_true(K[i] == 0);
      assert_true(isnan(one_energy(&o, Q)));
      for (int i = 0; i < o.nv; i++) Q[i][0] = 0; /* flat: det F = 0 */
      assert_int_equal(o.type->residual(o.type, o.data, Q, Qt, r, NULL), GUD_RETRY);
      one_free(&o);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_derivatives),  cmocka_unit_test(test_rigid),
    cmocka_unit_test(test_bending),      cmocka_unit_test(test_bending_fields),
    cmocka_unit_test(test_small_strain), cmocka_unit_test(test_inverted)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
