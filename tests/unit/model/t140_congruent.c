/* Elements of a mesh that differ by a translation share their data (src/model/mesh_body.c): of every registered element, the
   data that it got are those that it would have made for itself, and there are fewer sets of data than elements; a mesh
   whose cells all differ shares nothing. */
#include "model_text.h"

#include "model/registry.h"

static void own_data(const GudModel *m, const GudElement *e, double *data)
{
  double       Q0[GUD_MAX_ELEMENT_VECTORS][3] = {{0}};
  char         why[200];
  GudPlacement at = m->bodies[e->body].place;
  for (int k = 0; k < e->type->num_vec; k++)
    for (int c = 0; c < m->dim; c++) Q0[k][c] = m->start_q[m->dim * e->vec[k] + c];
  at.Q0 = (const double(*)[3])Q0;
  assert_int_equal(e->type->setup(e->type, m->bodies[e->body].params, &at, data, why), GUD_OK);
}

static int num_kinds(const GudModel *m)
{
  int num = 0;
  for (int i = 0; i < m->num_elements; i++) {
    int seen = 0;
    for (int k = 0; k < i && !seen; k++) seen = m->elements[k].data == m->elements[i].data;
    num += !seen;
  }
  return num;
}

static void every_element(void **state)
{
  int tried = 0;
  (void)state;
  for (int n = 0; gud_elements[n]; n++) {
    const GudElementType *t = gud_elements[n];
    char                  text[700];
    if (!t->cell) continue;
    int plane = t->cell->dim == 2;
    snprintf(text, sizeof text, "space: %s\nbodies:\n  b: {type: %s, E: 3, density: 2, %s}\n",
             t->info.space & GUD_2D ? "2d" : "3d", t->info.name,
             plane ? "nu: 0.3, thickness: 0.5, at: [3, 7], angle: 0.3, mesh: {type: rectangle, size: [2.1, "
                     "1.3], nx: 7, ny: 6}"
                   : "section: square, width: 0.1, mesh: {type: line, from: [1, 2, 0], to: [3.2, 4.9, 0], "
                     "elements: 13}");
    char *z = strstr(text, "[1, 2, 0]");
    if (z && t->info.space & GUD_2D)
      snprintf(z, sizeof text - (size_t)(z - text), "[1, 2], to: [3.2, 4.9], elements: 13}}\n");
    GudSimulation   sim  = load(text);
    const GudModel *m    = sim->input.model;
    int             size = t->data_size ? t->data_size(t, m->bodies[1].params) : t->num_data;
    double         *own  = gud_alloc(sizeof(double) * (size_t)(size + 1));
    for (int i = 0; i < m->num_elements; i++) {
      own_data(m, &m->elements[i], own);
      for (int k = 0; k < size; k++)
        if (!(fabs(own[k] - m->elements[i].data[k]) <= 1e-12 * (1 + fabs(own[k]))))
          fail_msg("%s, element %d, datum %d: %.17g is not %.17g", t->info.name, i, k, m->elements[i].data[k],
                   own[k]);
    }
    if (num_kinds(m) > m->num_elements / 3)
      fail_msg("%s: %d sets of data for %d elements", t->info.name, num_kinds(m), m->num_elements);
    free(own), tried++;
    TEST_CALL(GudSimulationDestroy(&sim));
  }
  assert_true(tried > 8);
}

static void all_differ(void **state)
{
  (void)state;
  GudSimulation sim = load(
    "space: 2d\nbodies:\n  b: {type: quad4, E: 3, density: 2, thickness: 1, mesh: {type: annulus, "
    "inner: 1, outer: 1.5, radial: 3, around: 17}}\n");
  assert_int_equal(num_kinds(sim->input.model), sim->input.model->num_elements);
  TEST_CALL(GudSimulationDestroy(&sim));
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_element), cmocka_unit_test(all_differ)};
  return cmocka_run_group_tests(tests, start_petsc, stop_petsc);
}
