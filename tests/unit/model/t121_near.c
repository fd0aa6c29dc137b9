/* Places in meshes of many elements (src/model/near.h): the element that is found has the point, and few are looked at on the way. */
#include "model_text.h"

#include "model/near.h"

#define BODY(word, key, value, type, mesh)                                              \
  "space: " #key "\nbodies:\n  b: {type: " type ", E: 1 GPa, density: 1000, at: " value \
  ", angle: 0.7, " word ", mesh: " mesh "}\n"
/* beams: way along; plane: natural coordinates of the whole */
static const struct {
  const char *text;
  int         num, line;
  double      most; /* elements looked at for one place, in the mean */
} cases[] = {
  {BODY("width: 1 cm", 2d, "[3, -2]", "ancf_cable2d",
        "{type: line, from: [1, 2], to: [4, 6], elements: 3000}"),
   3000, 1, 8},
  {BODY("width: 1 cm", 3d, "[3, -2, 1]", "ancf_beam3d3",
        "{type: line, from: [1, 2, 0], to: [3, 4, 7], elements: 1500}"),
   1500, 1, 8},
  /* an arc goes twice over each place of its chord */
  {BODY("width: 1 cm", 2d, "[0, 1]", "ancf_beam2d",
        "{type: arc, from: [2, 0], centre: [0, 0], angle: 3, elements: 900}"),
   900, 1, 60},
  {BODY("thickness: 1 cm", 2d, "[5, 5]", "quad4", "{type: rectangle, size: [2, 1], nx: 80, ny: 40}"), 3200, 0,
   500},
  {BODY("thickness: 1 cm", 2d, "[5, 5]", "quad8",
        "{type: annulus, inner: 1, outer: 2, angle: 2, radial: 12, around: 60}"),
   720, 0, 200},
};

/* A point of element e at natural coordinates xi, in body coordinates */
static void place_at(const GudModel *m, int e, const double xi[3], double X[3])
{
  GudTerm t[GUD_MAX_ELEMENT_VECTORS];
  double  r[3] = {0};
  int     num  = gud_element_point_terms(m, e, xi, t);
  for (int k = 0; k < num; k++)
    for (int c = 0; c < m->dim; c++) {
      const double *q = m->start_q + m->dim * t[k].vec;
      r[c] += t[k].a * q[c];
      if (m->dim == 2) r[c] += t[k].b * (c ? q[0] : -q[1]);
    }
  gud_body_to_local(m, 1, r, X);
}

static void places(void **state)
{
  (void)state;
  for (int k = 0; k < GUD_COUNT(cases); k++) {
    GudSimulation   sim = load(cases[k].text);
    const GudModel *m   = sim->input.model;
    const GudBody  *b   = &m->bodies[1];
    assert_int_equal(b->num_elements, cases[k].num);
    rng_state = 121;
    enum { NUM = 400 };
    long before = b->near ? b->near->looked : 0;
    for (int i = 0; i < NUM; i++) {
      double x[3], X[3], got[3], xi[3];
      int    e = b->element + (int)(0.5 * (1 + uniform(-1, 1)) * 0.999 * cases[k].num);
      for (int c = 0; c < 3; c++) x[c] = 0.5 + 0.49 * uniform(-1, 1);
      if (cases[k].line)
        x[1] = 1e-4 * uniform(-1, 1), x[2] = m->dim == 3 ? 1e-4 * uniform(-1, 1) : 0; /* beside the axis, m */
      else x[2] = 0;
      place_at(m, e, x, X);
      int found = gud_body_locate(m, 1, X, xi);
      assert_int_equal(found, e);
      place_at(m, found, xi, got);
      for (int c = 0; c < m->dim; c++)
        if (!(fabs(got[c] - X[c]) < 1e-12)) fail_msg("case %d: %.15g for %.15g", k, got[c], X[c]);
    }
    double looked = (double)(b->near->looked - before) / NUM;
    if (!(looked <= cases[k].most)) fail_msg("case %d: %g elements of %d looked at", k, looked, cases[k].num);
    end(sim);
  }
}

/* Outside: the nearest element, as far away as it may be. */
static void outside(void **state)
{
  (void)state;
  GudSimulation   sim = load(cases[0].text);
  const GudModel *m   = sim->input.model;
  double          s = 1500.5 / 3000, xi[3], X[3] = {1 - 3 * 0.6, 2 - 4 * 0.6, 0};
  double          Y[3] = {1 + 3 * s - 40, 2 + 4 * s + 30, 0}, Z[3] = {NAN, 0, 0};
  assert_int_equal(gud_body_locate(m, 1, X, xi), m->bodies[1].element); /* before its beginning */
  assert_int_equal(gud_body_locate(m, 1, Y, xi) - m->bodies[1].element,
                   1500); /* 50 m beside the middle of that one */
  if (!(fabs(fabs(xi[1]) - 50) < 1e-9)) fail_msg("%g m beside, not 50", xi[1]);
  gud_body_locate(m, 1, Z, xi); /* comes back */
  end(sim);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(places), cmocka_unit_test(outside)};
  return cmocka_run_group_tests(tests, start_petsc, stop_petsc);
}
