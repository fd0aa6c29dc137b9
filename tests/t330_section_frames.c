/* Joints on beams: rows that keep a section rigid come once, and not where a clamp holds it; the normal stays a unit vector. */
#include "t300_model.h"

/* A beam of two elements (3 nodes of 12 coordinates) and what else is given. */
static GudSimulation with(const char *bodies, const char *joints)
{
  char text[3000];
  snprintf(text, sizeof text,
           "gravity: [0, 0, -9.81]\n"
           "bodies:\n"
           "  beam: {type: ancf_beam3d, mesh: {type: line, from: [0, 0, 0], to: [1, 0, 0], elements: 2}, E: "
           "1e7, nu: "
           "0.3, density: 1000, section: rectangle, width: 0.1, height: 0.2, spin: [0.1, 0.2, 0.3]}\n"
           "%s"
           "joints:\n%s"
           "analysis: {end: 1, step: 1e-3}\n",
           bodies, joints);
  return begin(text);
}

static const char *const disc = "  disc: {type: rigid_body, mass: 1, inertia: [1, 1.5, 2]}\n";
static const char *const pair = "  disc: {type: rigid_body, mass: 1, inertia: [1, 1.5, 2]}\n"
                                "  other: {type: rigid_body, mass: 1, inertia: [1, 1.5, 2]}\n";

/* Freedoms left: 36 - rows of the joint - 3 for the rigid section, of which the normal changes nothing. */
static void test_mobility(void **state)
{
  static const struct {
    const char *bodies, *joints;
    int         mobility, sections;
  } cases[] = {
    {"", "  j: {type: spherical, a: ground, b: beam.from}\n", 33, 0},
    {"", "  j: {type: fixed, a: ground, b: beam.from}\n", 27, 1},
    {"", "  j: {type: fixed, a: beam.from, b: ground}\n", 27, 1},
    {"", "  j: {type: revolute, a: ground, b: beam.from, axis: [0, 1, 0]}\n", 28, 1},
    {"", "  j: {type: revolute, a: beam.from, b: ground, axis: [1, 1, 0]}\n", 28, 1},
    /* inside an element, and beside the axis of the same section */
    {"",
     "  j: {type: fixed, a: {body: ground, at: [0.3, 0, 0]}, b: {body: beam, at: [0.3, 0, 0]}}\n"
     "  k: {type: distance, a: {body: ground, at: [0.3, 1, 0]}, b: {body: beam, at: [1, 0, 0]}}\n",
     26, 1},
    /* two hinges on one section, one off the axis: one rigid section */
    {pair,
     "  j: {type: revolute, a: disc, b: beam.from, axis: [0, 1, 0]}\n"
     "  k: {type: revolute, a: {body: beam, at: [0, 0.05, 0]}, b: {body: other, at: [0, 0.05, 0]}, axis: [0, "
     "0, 1]}\n",
     36 + 12 - 3 - 10, 1},
    /* the shared node of two elements */
    {pair,
     "  j: {type: revolute, a: {body: disc, at: [0.5, 0, 0]}, b: {body: beam, at: [0.5, 0, 0]}, axis: [0, 1, "
     "0]}\n"
     "  k: {type: fixed, a: {body: beam, at: [0.5, 0, 0]}, b: {body: other, at: [0.5, 0, 0]}}\n",
     36 + 12 - 3 - 11, 1},
    /* a clamp holds the section already, before and after the hinge */
    {disc,
     "  c: {type: clamp, a: ground, b: beam.from}\n"
     "  j: {type: revolute, a: beam.from, b: disc, axis: [0, 1, 0]}\n",
     36 - 12 + 1, 1},
    {disc,
     "  j: {type: revolute, a: beam.from, b: disc, axis: [0, 1, 0]}\n"
     "  c: {type: clamp, a: ground, b: beam.from}\n",
     36 - 12 + 1, 1},
    {pair,
     "  e: {type: fixed, a: {body: beam, at: [1, 0, 0]}, b: {body: other, at: [1, 0, 0]}}\n"
     "  j: {type: revolute, a: beam.from, b: disc, axis: [0, 1, 0]}\n"
     "  c: {type: clamp, a: ground, b: beam.from}\n",
     36 - 12 + 1 - 3, 2},
  };
  (void)state;
  for (int k = 0; k < GUD_COUNT(cases); k++) {
    GudSimulation sim = with(cases[k].bodies, cases[k].joints);
    if (sim->solver->mobility != cases[k].mobility || sim->solver->num_redundant ||
        sim->input.model->num_sections != cases[k].sections)
      fail_msg("case %d: mobility %d, expected %d; redundant rows %d; sections %d, expected %d", k,
               sim->solver->mobility, cases[k].mobility, sim->solver->num_redundant,
               sim->input.model->num_sections, cases[k].sections);
    end(sim);
  }
}

/* Rows of a joint stay its own when a clamp makes others superfluous. */
static void test_rows_keep_their_owner(void **state)
{
  GudSimulation sim = with(
    pair, "  e: {type: fixed, a: {body: beam, at: [1, 0, 0]}, b: {body: other, at: [1, 0, 0]}}\n"
          "  j: {type: revolute, a: beam.from, b: disc, axis: [0, 1, 0]}\n"
          "  k: {type: fixed, a: {body: ground, at: [0.5, 0, 0]}, b: {body: beam, at: [0.5, 0, 0]}}\n"
          "  c: {type: clamp, a: ground, b: beam.from}\n");
  const GudModel *m = sim->input.model;
  (void)state;
  assert_int_equal(m->num_joints, 4);
  int owned = 0;
  for (int j = 0; j < m->num_joints; j++)
    for (int i = 0; i < m->joints[j].num_rows; i++, owned++)
      assert_int_equal(m->rows[m->joints[j].first_row + i].joint, j);
  assert_int_equal(owned, 6 + 5 + 6 + 12);
  for (int s = 0; s < m->num_sections; s++)
    for (int i = 0; i < m->sections[s].num_rows; i++) {
      const GudModelRow *r = &m->rows[m->sections[s].first_row + i];
      assert_int_equal(r->joint, -1);
      assert_true(r->u0 == m->sections[s].y || r->u0 == m->sections[s].z);
    }
  end(sim);
}

/* After a while of free swinging the section is still one, with a normal that is a unit vector. */
static void test_frame_stays_orthonormal(void **state)
{
  GudSimulation sim = with(disc, "  g: {type: revolute, a: ground, b: disc, axis: [0, 1, 0]}\n"
                                 "  j: {type: revolute, a: beam.from, b: disc, axis: [0.2, 0, 1]}\n");
  (void)state;
  advance_to(sim, 0.05);
  const GudModel        *m = sim->input.model;
  const GudSectionFrame *f = &m->sections[0];
  double                 n[3], y[3], z[3], x[3], moved = 0;
  assert_int_equal(m->num_sections, 1);
  assert_true(f->normal >= 0);
  gud_vector_value(m, f->normal, sim->solver->s->q, n);
  gud_vector_value(m, f->y, sim->solver->s->q, y);
  gud_vector_value(m, f->z, sim->solver->s->q, z);
  gud_cross_real(y, z, x);
  for (int i = 0; i < 3; i++) expect_near("normal", n[i], x[i], 1e-9), moved += fabs(n[i] - (i == 0));
  expect_near("r_y.r_y", gud_dot_real(y, y), 1, 1e-9);
  expect_near("r_z.r_z", gud_dot_real(z, z), 1, 1e-9);
  expect_near("r_y.r_z", gud_dot_real(y, z), 0, 1e-9);
  assert_true(moved > 1e-3); /* it has turned: not the start values again */
  end(sim);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_mobility),
    cmocka_unit_test(test_rows_keep_their_owner),
    cmocka_unit_test(test_frame_stays_orthonormal),
  };
  return cmocka_run_group_tests(tests, start_petsc, stop_petsc);
}
