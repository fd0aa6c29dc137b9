/* Packs of elements (contract/pack.h): forces and energies of four elements at once are those of each alone, to the last bit where products and
   sums are not contracted (x86-64), to round-off elsewhere; damped elements and impossible states are refused. */
#include "one_element.h"

#if defined(__x86_64__)
static const double round_off = 0;
#else
static const double round_off = 1e-13;
#endif

static const GudBeamParams beam = {.E              = 2e6,
                                   .nu             = 0.3,
                                   .density        = 10,
                                   .section        = GUD_SECTION_RECTANGLE,
                                   .width          = 0.2,
                                   .height         = 0.05,
                                   .shear_factor   = NAN,
                                   .torsion_factor = NAN};
enum { W = GUD_PACK_WIDTH, N = GUD_PACK_VECTORS };

typedef struct {
  _Alignas(GUD_PACK_ALIGNMENT) double Q[N * 3 * W], r[N * 3 * W], energy[W];
  double one[W][GUD_MAX_ELEMENT_VECTORS][3];
} Pack;

static void move(const OneElement *o, Pack *p)
{
  uint64_t seed = 11;
  memset(p, 0, sizeof *p);
  for (int l = 0; l < W; l++)
    for (int v = 0; v < o->nv; v++)
      for (int c = 0; c < o->dim; c++)
        p->Q[(3 * v + c) * W + l] = p->one[l][v][c] = o->Q0[v][c] + 0.2 * one_noise(&seed);
}

static void same_as_alone(void **state)
{
  int num = 0;
  (void)state;
  for (int i = 0; gud_elements[i]; i++) {
    if (!gud_elements[i]->pack) continue;
    for (int k = 0; k < 2; k++) { /* straight and curved */
      OneElement o;
      Pack       p;
      double     most = 0, zero[GUD_MAX_ELEMENT_VECTORS][3] = {{0}};
      one_setup(&o, gud_elements[i]->info.name, &beam, 0.5 * k);
      move(&o, &p);
      assert_int_equal(o.type->pack(o.data, p.Q, p.r, NULL), GUD_OK);
      assert_int_equal(o.type->pack(o.data, p.Q, NULL, p.energy), GUD_OK);
      for (int l = 0; l < W; l++) {
        double r[GUD_MAX_ELEMENT_VECTORS][3] = {{0}}, ledger[2] = {0};
        assert_int_equal(o.type->residual(o.type, o.data, p.one[l], zero, r, ledger), GUD_OK);
        assert_true(ledger[0] > 0 && ledger[1] == 0);
        assert_near(p.energy[l], ledger[0], round_off * ledger[0], o.type->info.name);
        for (int v = 0; v < o.nv; v++)
          for (int c = 0; c < o.dim; c++) {
            most = fmax(most, fabs(r[v][c]));
            assert_near(p.r[(3 * v + c) * W + l], r[v][c], round_off * most, o.type->info.name);
          }
      }
      assert_true(most > 1);
      one_free(&o), num++;
    }
  }
#ifdef GUD_HAVE_PACKS
  assert_true(num > 0);
#endif
}

static void refused(void **state)
{
  (void)state;
  for (int i = 0; gud_elements[i]; i++) {
    if (!gud_elements[i]->pack) continue;
    for (int k = 0; k < 3; k++) {
      OneElement    o;
      Pack          p;
      GudBeamParams damped = beam;
      if (k == 0) damped.alpha = 0.1;
      if (k == 1) damped.beta = 0.1;
      one_setup(&o, gud_elements[i]->info.name, &damped, 0);
      move(&o, &p);
      for (int n = 0; n < 3 * o.nv && k == 2; n++) p.Q[n * W + 2] = 0; /* the third: slopes without length */
      assert_int_equal(o.type->pack(o.data, p.Q, p.r, NULL), GUD_RETRY);
      assert_int_equal(o.type->pack(o.data, p.Q, NULL, p.energy), GUD_RETRY);
      one_free(&o);
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(same_as_alone), cmocka_unit_test(refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
