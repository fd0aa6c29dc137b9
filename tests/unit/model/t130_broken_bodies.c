/* Every kind of error in a body combined with every kind of entry that names this body: only the body's own errors are
   reported, and nothing of the body that is not there is used. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/input.h"

#define LINE  "mesh: {type: line, from: [0, 0], to: [1, 0], elements: 40}"
#define PLATE "mesh: {type: rectangle, size: [1, 0.2], nx: 12, ny: 10}"
#define STEEL "E: 1 GPa, density: 1000 kg/m^3"

/* Bodies of the plane with one error each. */
static const char *const plane[] = {
  "type: ancf_beam2d, " LINE ", " STEEL, /* no width */
  "type: ancf_beam2d, " LINE ", " STEEL ", width: 0.1, nu: 0.5",
  "type: ancf_beam2d, " LINE ", " STEEL ", width: 0.1, nu: -1",
  "type: ancf_beam2d, " LINE ", " STEEL ", width: 0.1, height: 0.1", /* a square has no height */
  "type: ancf_beam2d, " LINE ", " STEEL ", width: 1 kg",
  "type: ancf_beam2d, " LINE ", E: 1 GPa, density: -1, width: 0.1",
  "type: ancf_beam2d, " LINE ", " STEEL ", width: 0.1, wdith: 0.1",
  "type: ancf_beam2d, " LINE ", " STEEL ", width: 0.1, x_axis: [0, 0]",
  "type: ancf_beam2d, " STEEL ", width: 0.1", /* no mesh */
  "type: ancf_beam2d, " PLATE ", " STEEL ", width: 0.1",
  "type: ancf_beam2d, mesh: {type: line, from: [0, 0], to: [1, 0], elements: 0}, " STEEL ", width: 0.1",
  "type: ancf_beam2d, mesh: {type: line, from: [0, 0], to: [0, 0], elements: 4}, " STEEL ", width: 0.1",
  "type: ancf_beam3d, " LINE ", " STEEL ", width: 0.1", /* of space */
  "type: ancf_baem2d, " LINE ", " STEEL ", width: 0.1",
  "type: ancf_cable2d, " LINE ", " STEEL,
  "type: quad4, " PLATE ", " STEEL ", nu: 0.5",
  "type: quad8, " PLATE ", " STEEL ", nu: -1",
  "type: quad9, " PLATE ", " STEEL ", nu: 0.5",
  "type: quad4, " PLATE ", " STEEL ", formulation: enhanced, material: neo_hookean",
  "type: quad4, mesh: {type: file, file: nowhere.msh}, " STEEL,
  "type: quad4, mesh: {type: rectangle, size: [1, -1], nx: 2, ny: 2}, " STEEL,
  "type: rigid_body, inertia: 1",
  "type: rigid_body, mass: 1 kg, shape: disc",
  "type: rigid_body, mass: 1 kg, inertia: -1",
  "type: point_mass",
};
static const char *const space[] = {
  "type: ancf_beam3d, mesh: {type: line, from: [0, 0, 0], to: [1, 0, 0], elements: 40}, " STEEL,
  "type: ancf_beam3d, mesh: {type: line, from: [0, 0, 0], to: [1, 0, 0], elements: 40}, " STEEL
  ", width: 0.1, nu: 0.5",
  "type: ancf_beam3d3, mesh: {type: line, from: [0, 0, 0], to: [1, 0, 0], elements: 40}, " STEEL
  ", radius: 0.1",
  "type: ancf_cable3d, mesh: {type: line, from: [0, 0, 0], to: [1, 0, 0], elements: 40}, " STEEL,
  "type: rigid_body, mass: 1 kg",
};

/* Entries that name it. */
static const char *const references[] = {
  "joints: {j: {type: revolute, a: ground, b: beam.to}}",
  "joints: {j: {type: revolute, a: beam, b: ground}}",
  "joints: {j: {type: clamp, a: ground, b: beam.left}}",
  "joints: {j: {type: revolute, a: ground, b: beam.to}}\n"
  "drivers: {d: {type: angle_driver, joint: j, speed: 1}}\n"
  "probes: {p: {type: joint_force, name: j}, m: {type: joint_moment, name: j}, q: {type: driver, name: d}}",
  "drivers: {d: {type: displacement_driver, a: ground, b: beam.to, position: t}}",
  "forces: {f: {type: moment, a: beam, value: 1 N m}}",
  "forces: {f: {type: spring, a: ground, b: beam.to, stiffness: 1, length: 1}}",
  "probes: {p: {type: position, of: beam.to}}",
  "probes: {p: {type: velocity, of: beam.centre_of_mass}}",
  "probes: {p: {type: angle, of: beam}}",
  "probes: {p: {type: angle, of: good, from: beam.to}}",
  "probes: {p: {type: field, body: beam, field: von_mises}}",
};
/* The same in the plane only. */
static const char *const references_plane[] = {
  "joints: {j: {type: revolute, a: ground, b: beam.to, model: dry, clearance: 1 mm, journal_radius: 1 cm}}",
  "joints: {j: {type: fixed, a: ground, b: {body: beam, at: [1, 0]}}}",
  "joints: {j: {type: prismatic, a: ground, b: {body: beam, local: [1, 0]}, axis: [1, 0]}}",
  "joints: {j: {type: distance, a: good, b: beam.right}}",
  "forces: {f: {type: force, a: beam.to, direction: [0, 1], value: 1 N}}\n"
  "probes: {p: {type: output, name: f, output: force}}",
  "forces: {f: {type: bushing, a: beam.to, b: good, stiffness: [1, 1]}}",
  "forces: {f: {type: guide, a: ground, b: beam.bottom, lower: 0}}\n"
  "probes: {p: {type: each, name: f, output: normal}}",
  "forces: {f: {type: guide, a: beam, b: good, lower: 0}}",
  "probes: {p: {type: acceleration, of: {body: beam, at: [0.5, 0]}}}",
};

static void one(int dim, const char *body, const char *reference)
{
  char        path[4096], *said = NULL, *line;
  const char *dir = getenv("GUD_OUT");
  size_t      size;
  GudInput    in;
  int         num = 0;
  snprintf(path, sizeof path, "%s/broken_%ld.yaml", dir ? dir : ".", (long)getpid());
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fprintf(f, "space: %dd\nbodies:\n  good: {type: rigid_body, mass: 1 kg, inertia: %s}\n  beam: {%s}\n%s\n",
          dim, dim == 2 ? "1" : "[1, 1, 1]", body, reference);
  fclose(f);
  gud_input_load(path, NULL, 0, NULL, &in);
  remove(path);
  f = open_memstream(&said, &size);
  gud_diag_print(in.diag, f);
  fclose(f);
  assert_null(in.model);
  for (line = strtok(said, "\n"); line; line = strtok(NULL, "\n"), num++)
    if (!strstr(line, "body 'beam'") && !strstr(line, "nowhere.msh"))
      fail_msg("body: %s\nreference: %s\nsays: %s", body, reference, line);
  if (!num) fail_msg("body: %s\nreference: %s\nno error is reported", body, reference);
  free(said);
  gud_input_free(&in);
}

static void combinations(void **state)
{
  (void)state;
  for (int i = 0; i < GUD_COUNT(plane); i++) {
    for (int k = 0; k < GUD_COUNT(references); k++) one(2, plane[i], references[k]);
    for (int k = 0; k < GUD_COUNT(references_plane); k++) one(2, plane[i], references_plane[k]);
  }
  for (int i = 0; i < GUD_COUNT(space); i++)
    for (int k = 0; k < GUD_COUNT(references); k++) one(3, space[i], references[k]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(combinations)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
