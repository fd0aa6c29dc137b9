/* Joints on beams: the axes of a section come once and take no freedom away; they stay orthonormal and follow the section. */
#include "model_text.h"

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

/* Freedoms left: 36 - rows of the joint; the axes of a section bring as many rows as coordinates. */
static void test_mobility(void **state)
{
  static const struct {
    const char *bodies, *joints;
    int         mobility, sections;
  } cases[] = {
    {"", "  j: {type: spherical, a: ground, b: beam.from}\n", 33, 0},
    {"", "  j: {type: fixed, a: ground, b: beam.from}\n", 30, 1},
    {"", "  j: {type: fixed, a: beam.from, b: ground}\n", 30, 1},
    {"", "  j: {type: revolute, a: ground, b: beam.from, axis: [0, 1, 0]}\n", 31, 1},
    {"", "  j: {type: revolute, a: beam.from, b: ground, axis: [1, 1, 0]}\n", 31, 1},
    /* inside an element, and beside the axis of the same section */
    {"",
     "  j: {type: fixed, a: {body: ground, at: [0.3, 0, 0]}, b: {body: beam, at: [0.3, 0, 0]}}\n"
     "  k: {type: distance, a: {body: ground, at: [0.3, 1, 0]}, b: {body: beam, at: [1, 0, 0]}}\n",
     29, 1},
    /* two hinges on one section, one off the axis: one section */
    {pair,
     "  j: {type: revolute, a: disc, b: beam.from, axis: [0, 1, 0]}\n"
     "  k: {type: revolute, a: {body: beam, at: [0, 0.05, 0]}, b: {body: other, at: [0, 0.05, 0]}, axis: [0, "
     "0, 1]}\n",
     36 + 12 - 10, 1},
    /* the shared node of two elements */
    {pair,
     "  j: {type: revolute, a: {body: disc, at: [0.5, 0, 0]}, b: {body: beam, at: [0.5, 0, 0]}, axis: [0, 1, "
     "0]}\n"
     "  k: {type: fixed, a: {body: beam, at: [0.5, 0, 0]}, b: {body: other, at: [0.5, 0, 0]}}\n",
     36 + 12 - 11, 1},
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
     36 - 12 + 1, 2},
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

/* After a while of swinging the axes are orthonormal and fit the section (S1, S2 of section_frame.c). */
static void test_axes_follow_the_section(void **state)
{
  GudSimulation sim = with(disc, "  g: {type: revolute, a: ground, b: disc, axis: [0, 1, 0]}\n"
                                 "  j: {type: revolute, a: beam.from, b: disc, axis: [0.2, 0, 1]}\n");
  (void)state;
  const GudModel *m = sim->input.model;
  assert_int_equal(m->num_sections, 1);
  advance_to(sim, 0.05);
  const double *q = sim->solver->s->q, *d[3];
  double        y[3], z[3], moved = 0;
  for (int k = 0; k < 3; k++) d[k] = q + 3 * (m->sections[0].vec + k);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      expect_near("d_i.d_k", gud_dot_real(d[i], d[k]), i == k, 1e-9), moved += fabs(d[i][k] - (i == k));
  gud_vector_value(m, m->sections[0].y, q, y);
  gud_vector_value(m, m->sections[0].z, q, z);
  expect_near("d_1.r_y", gud_dot_real(d[0], y), 0, 1e-9);
  expect_near("d_1.r_z", gud_dot_real(d[0], z), 0, 1e-9);
  expect_near("d_2.r_z - d_3.r_y", gud_dot_real(d[1], z) - gud_dot_real(d[2], y), 0, 1e-9);
  assert_true(gud_dot_real(d[1], y) > 0.9 && gud_dot_real(d[2], z) > 0.9); /* not half a turn away */
  assert_true(moved > 1e-2);                                               /* not the start values again */
  end(sim);
}

/* Axes and their rates satisfy the rows from the start, so that assembly has nothing to move. */
static void test_start_values(void **state)
{
  GudSimulation sim = load(
    "bodies:\n"
    "  beam: {type: ancf_beam3d, mesh: {type: line, from: [0, 0, 0], to: [1, 2, 0], elements: 2}, E: "
    "1e7, density: 1000, section: square, width: 0.1, spin: [0.1, 0.2, 0.3]}\n"
    "joints:\n"
    "  j: {type: fixed, a: {body: ground, at: [0.3, 0.6, 0]}, b: {body: beam, at: [0.3, 0.6, 0]}}\n");
  const GudModel *m   = sim->input.model;
  double         *phi = zeros(sim->sys->nr), *rate = zeros(sim->sys->nr);
  (void)state;
  gud_system_phi(sim->sys, m->start_q, phi);
  gud_system_linearise(sim->sys, m->start_q);
  gud_system_phi_q_times(sim->sys, m->start_v, rate);
  for (int i = 0; i < sim->sys->nr; i++)
    if (m->rows[i].joint < 0) {
      expect_near("row", phi[i], 0, 1e-14);
      expect_near("rate of a row", rate[i], 0, 1e-14);
    }
  free(phi), free(rate);
  end(sim);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_mobility),
    cmocka_unit_test(test_axes_follow_the_section),
    cmocka_unit_test(test_start_values),
  };
  return cmocka_run_group_tests(tests, start_petsc, stop_petsc);
}
