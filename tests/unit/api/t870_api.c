/* The library API: a model made from C is the model of the file; errors are kept as text and given to the handler; states are
   set, assembled, saved, restored and reset; a run stops at an event and says which. */
#include "model_text.h"

#include "gudgeon.h"
#include "gudgeon_register.h"

enum { MAX_MESSAGES = 10 };
typedef struct {
  int  num, errors;
  char text[MAX_MESSAGES][400];
} Messages;

static void collect(void *user, GudMessageKind kind, const char *text)
{
  Messages *m = user;
  m->errors += kind == GUD_MESSAGE_ERROR;
  if (m->num < MAX_MESSAGES) snprintf(m->text[m->num], sizeof m->text[0], "%s", text);
  m->num++;
}

static GudContext context(Messages *m)
{
  GudContext ctx;
  TEST_CALL(GudContextCreate(PETSC_COMM_SELF, &ctx));
  memset(m, 0, sizeof *m);
  TEST_CALL(GudContextSetMessageHandler(ctx, collect, m));
  return ctx;
}

/* Calls that are to fail, without PETSc's report. */
#define FAILS(ctx, call, part)                                                             \
  do {                                                                                     \
    const char *text_;                                                                     \
    PetscCallAbort(PETSC_COMM_SELF, PetscPushErrorHandler(PetscIgnoreErrorHandler, NULL)); \
    assert_int_equal((int)(call), GUD_ERR_INPUT);                                          \
    PetscCallAbort(PETSC_COMM_SELF, PetscPopErrorHandler());                               \
    TEST_CALL(GudContextGetErrorText(ctx, &text_));                                        \
    if (!strstr(text_, part)) fail_msg("expected '%s' in '%s'", part, text_);              \
  } while (0)

static double probe(GudSimulation sim, const char *name)
{
  double x = NAN;
  TEST_CALL(GudSimulationGetProbe(sim, name, &x));
  return x;
}

static void near(double got, double expected, double tolerance, const char *what)
{
  if (!(fabs(got - expected) <= tolerance))
    fail_msg("%s: expected %.15g, got %.15g, tolerance %.3g", what, expected, got, tolerance);
}

/* A double pendulum in the plane; the two rods are bodies of 1 m, their origins at the upper ends. */
static const char pendulum[] =
  "space: 2d\n"
  "gravity: [0, -9.81]\n"
  "parameters: {weight: 1 kg}\n"
  "bodies:\n"
  "  one: {type: rigid_body, mass: weight, inertia: 0.1, centre: [0.5, 0]}\n"
  "  two: {type: rigid_body, mass: weight, inertia: 0.1, centre: [0.5, 0], at: [1, 0]}\n"
  "joints:\n"
  "  top: {type: revolute, a: ground, b: one}\n"
  "  knee: {type: revolute, a: one.end, b: two}\n"
  "probes:\n"
  "  angle: {type: angle, of: two}\n"
  "  load: {type: joint_force, name: knee}\n"
  "  energy: {type: energy, which: total}\n"
  "  left: {type: energy, which: numerical}\n"
  "analysis: {end: 1, tolerance: 1e-8, method: radau}\n";

static GudSimulation simulation(GudContext ctx, const char *mass)
{
  GudSpec       spec;
  GudSimulation sim;
  TEST_CALL(GudSpecCreateFromText(ctx, pendulum, "pendulum", &spec));
  TEST_CALL(GudSpecSet(spec, "bodies.one.points", "{end: [1, 0]}"));
  if (mass) TEST_CALL(GudSpecSetParameter(spec, "weight", mass));
  TEST_CALL(GudSimulationCreateFrom(spec, NULL, &sim));
  TEST_CALL(GudSpecDestroy(&spec));
  return sim;
}

static void test_version(void **state)
{
  char text[40];
  (void)state;
  snprintf(text, sizeof text, "%d.%d.%d", GUDGEON_VERSION_MAJOR, GUDGEON_VERSION_MINOR,
           GUDGEON_VERSION_PATCH);
  assert_string_equal(text, GudVersion());
  assert_true(GUDGEON_VERSION_AT_LEAST(0, 1, 0) && !GUDGEON_VERSION_AT_LEAST(99, 0, 0));
}

static void test_description(void **state)
{
  Messages      m;
  GudContext    ctx = context(&m);
  GudSpec       spec;
  GudSimulation sim, other;
  GudStop       stop;
  const double  gravity[2] = {0, -9.81};
  int           num;
  const char   *name, *unit;
  (void)state;
  /* the same model piece by piece gives the same numbers, bit by bit */
  TEST_CALL(GudSpecCreate(ctx, &spec));
  TEST_CALL(GudSpecSet(spec, "space", "2d"));
  TEST_CALL(GudSpecSetVector(spec, "gravity", 2, gravity));
  TEST_CALL(GudSpecAdd(spec, "parameters", "weight", "1 kg"));
  TEST_CALL(GudSpecAdd(spec, "bodies", "one", "{type: rigid_body, mass: 7, inertia: 0.1, centre: [0.5, 0]}"));
  TEST_CALL(GudSpecSet(spec, "bodies.one.mass", "weight"));
  TEST_CALL(GudSpecSet(spec, "bodies.one.points", "{end: [1, 0]}"));
  TEST_CALL(GudSpecAdd(spec, "bodies", "two",
                       "{type: rigid_body, mass: weight, inertia: 0.1, centre: [0.5, 0], at: [1, 0]}"));
  TEST_CALL(GudSpecAdd(spec, "joints", "top", "{type: revolute, a: ground, b: one}"));
  TEST_CALL(GudSpecAdd(spec, "joints", "knee", "{type: revolute, a: one.end, b: two}"));
  TEST_CALL(GudSpecAdd(spec, "probes", "angle", "{type: angle, of: two}"));
  TEST_CALL(GudSpecSet(spec, "analysis", "{tolerance: 1e-8, method: radau}"));
  TEST_CALL(GudSpecSetReal(spec, "analysis.end", 1));
  TEST_CALL(GudSpecSetParameter(spec, "weight", "3 kg"));
  TEST_CALL(GudSpecSetParameter(spec, "weight", "2 kg"));
  TEST_CALL(GudSimulationCreateFrom(spec, NULL, &sim));
  other = simulation(ctx, "2 kg");
  TEST_CALL(GudSimulationAdvance(sim, 0.7, GUD_STOP_AT_TIME, &stop));
  TEST_CALL(GudSimulationAdvance(other, 0.7, GUD_STOP_AT_TIME, &stop));
  assert_int_equal(stop, GUD_STOPPED_AT_TIME);
  near(probe(sim, "angle"), probe(other, "angle"), 0, "angle");
  TEST_CALL(GudSimulationGetNumProbes(other, &num));
  assert_int_equal(num, 4);
  TEST_CALL(GudSimulationGetProbeInfo(other, 1, &name, &unit));
  assert_string_equal(name, "load");
  assert_string_equal(unit, "N");
  assert_int_equal(m.num, 0);
  TEST_CALL(GudSimulationDestroy(&sim));
  TEST_CALL(GudSimulationDestroy(&other));
  TEST_CALL(GudSpecDestroy(&spec));
  TEST_CALL(GudContextDestroy(&ctx));
}

static void test_errors(void **state)
{
  Messages      m, m2;
  GudContext    ctx = context(&m), quiet = context(&m2);
  GudSpec       spec;
  GudSimulation sim;
  double        x, r[3], R[9];
  (void)state;
  TEST_CALL(GudSpecCreateFromText(ctx, pendulum, "pendulum", &spec));
  FAILS(ctx, GudSpecAdd(spec, "bodies", "x", "{type: rigid_body, mass: [}"), "GudSpecAdd(bodies.x):1:");
  FAILS(ctx, GudSpecSetReal(spec, "analysis.end", NAN), "analysis.end: not a finite number");
  FAILS(ctx, GudSimulationCreateFrom(spec, NULL, &sim), "end"); /* one.end is nowhere */
  assert_null(sim);
  TEST_CALL(GudSpecSet(spec, "bodies.one.points", "{end: [1, 0]}"));
  TEST_CALL(GudSimulationCreateFrom(spec, NULL, &sim)); /* mended */
  FAILS(ctx, GudSimulationGetProbe(sim, "angel", &x), "there is no probe 'angel'");
  FAILS(ctx, GudSimulationGetPose(sim, "onee", r, R), "did you mean 'one'");
  TEST_CALL(GudSimulationDestroy(&sim));
  TEST_CALL(GudSpecAdd(spec, "bodies", "one", "{type: rigid_body}"));
  FAILS(ctx, GudSimulationCreateFrom(spec, NULL, &sim),
        "GudSpecAdd(bodies.one):1:1: error: 'one' is defined already");
  TEST_CALL(GudSpecDestroy(&spec));
  assert_true(m.num >= 3 && m.errors == m.num);
  assert_int_equal(m2.num, 0); /* the other context heard nothing */
  TEST_CALL(GudContextDestroy(&ctx));
  TEST_CALL(GudContextDestroy(&quiet));
}

/* Snapshots: the continuation is the same bit by bit, also in another simulation; a reset is the start. */
static void test_snapshots(void **state)
{
  Messages      m;
  GudContext    ctx = context(&m);
  GudSimulation sim = simulation(ctx, NULL), other = simulation(ctx, NULL);
  GudSnapshot   shot;
  GudOutcome    outcome;
  GudStop       stop;
  double        first, start = probe(sim, "load");
  (void)state;
  for (int i = 0; i < 7; i++) TEST_CALL(GudSimulationStep(sim, &outcome));
  TEST_CALL(GudSimulationSave(sim, &shot));
  TEST_CALL(GudSimulationAdvance(sim, 1.5, GUD_STOP_AT_TIME, &stop)); /* beyond the end, too */
  first = probe(sim, "load");
  TEST_CALL(GudSimulationRestore(sim, shot));
  TEST_CALL(GudSimulationRestore(other, shot));
  TEST_CALL(GudSimulationAdvance(sim, 1.5, GUD_STOP_AT_TIME, &stop));
  TEST_CALL(GudSimulationAdvance(other, 1.5, GUD_STOP_AT_TIME, &stop));
  near(probe(sim, "load"), first, 0, "after a restore");
  near(probe(other, "load"), first, 0, "in another simulation");
  TEST_CALL(GudSnapshotDestroy(&shot));
  TEST_CALL(GudSimulationSave(sim, &shot)); /* one beyond the end */
  TEST_CALL(GudSimulationRestore(sim, shot));
  TEST_CALL(GudSimulationReset(sim));
  near(probe(sim, "load"), start, 0, "after a reset");
  for (int i = 0; i < 7; i++) TEST_CALL(GudSimulationStep(sim, &outcome));
  TEST_CALL(GudSimulationAdvance(sim, 1.5, GUD_STOP_AT_TIME, &stop));
  near(probe(sim, "load"), first, 0, "the whole run once more");
  TEST_CALL(GudSnapshotDestroy(&shot));
  TEST_CALL(GudSimulationDestroy(&sim));
  TEST_CALL(GudSimulationDestroy(&other));
  TEST_CALL(GudContextDestroy(&ctx));
}

static void test_poses(void **state)
{
  Messages      m;
  GudContext    ctx = context(&m);
  GudSimulation sim = simulation(ctx, NULL);
  const double  c = cos(0.3), s = sin(0.3), turned[9] = {c, -s, 0, s, c, 0, 0, 0, 1}, r0[3] = {0},
               w[3] = {0, 0, 2};
  double  r[3], R[9], v[3], spin[3], moved, q[12], qt[12], q2[12], qt2[12];
  int     nq, nr, mobility;
  GudStop stop;
  (void)state;
  TEST_CALL(GudSimulationAdvance(sim, 0.2, GUD_STOP_AT_TIME, &stop));
  /* the upper rod alone: the knee is closed by the assembly, its velocity by the rate of the joint */
  TEST_CALL(GudSimulationSetPose(sim, "one", r0, turned));
  TEST_CALL(GudSimulationSetVelocity(sim, "one", r0, w));
  const double knee[3] = {c, s, 0}, u[3] = {-2 * s, 2 * c, 0};
  TEST_CALL(GudSimulationSetPose(sim, "two", knee, turned));
  TEST_CALL(GudSimulationSetVelocity(sim, "two", u, r0));
  TEST_CALL(GudSimulationAssemble(sim, &moved));
  near(moved, 0, 1e-12, "nothing to close");
  TEST_CALL(GudSimulationGetPose(sim, "two", r, R));
  TEST_CALL(GudSimulationGetVelocity(sim, "two", v, spin));
  for (int i = 0; i < 3; i++) near(r[i], knee[i], 1e-12, "r"), near(v[i], u[i], 1e-12, "v");
  for (int i = 0; i < 9; i++) near(R[i], turned[i], 1e-12, "R");
  near(spin[2], 0, 1e-12, "spin");
  TEST_CALL(GudSimulationGetVelocity(sim, "one", v, spin));
  near(spin[2], 2, 1e-12, "spin of the first");
  /* potential m g y, kinetic: rod one turns about the pivot (0.1 + 0.25), rod two moves with its end: a closed form */
  double energy = 9.81 * (0.5 * s) + 9.81 * (1.5 * s) + 0.5 * 0.35 * 4 + 0.5 * 1 * 4;
  near(probe(sim, "energy"), energy, 1e-10, "energy of the state that was set");
  near(probe(sim, "left"), 0, 1e-7, "the ledger does not count what the program did");
  /* open by 0.1 m: closed with a message about nothing, since it can be */
  r[0] = knee[0] + 0.1, r[1] = knee[1], r[2] = 0;
  TEST_CALL(GudSimulationSetPose(sim, "two", r, turned));
  TEST_CALL(GudSimulationAssemble(sim, &moved));
  assert_true(moved > 0.01 && moved < 0.2);
  TEST_CALL(GudSimulationGetSizes(sim, &nq, &nr, &mobility));
  assert_true(nq <= 12);
  assert_int_equal(mobility, 2);
  TEST_CALL(GudSimulationGetCoordinates(sim, q, qt));
  TEST_CALL(GudSimulationSetCoordinates(sim, q, qt));
  TEST_CALL(GudSimulationAssemble(sim, &moved));
  TEST_CALL(GudSimulationGetCoordinates(sim, q2, qt2));
  for (int i = 0; i < nq; i++) near(q2[i], q[i], 1e-13, "q"), near(qt2[i], qt[i], 1e-12, "v");
  R[0] = 2;
  FAILS(ctx, GudSimulationSetPose(sim, "two", r, R), "rotation");
  TEST_CALL(GudSimulationAdvance(sim, 0.4, GUD_STOP_AT_TIME, &stop));
  assert_int_equal(stop, GUD_STOPPED_AT_TIME);
  TEST_CALL(GudSimulationDestroy(&sim));
  TEST_CALL(GudContextDestroy(&ctx));
}

/* A ball falls from 1 m on a wall: the first event is the contact, at t = sqrt(2 h / g). */
static const char ball[] = "space: 2d\n"
                           "gravity: [-9.81, 0]\n"
                           "bodies: {ball: {type: point_mass, mass: 1, at: [1, 0]}}\n"
                           "forces:\n"
                           "  wall: {type: contact, a: ground, b: ball, normal: [1, 0], contact: {stiffness: "
                           "1e6, exponent: 1, restitution: 0.8}}\n"
                           "probes: {x: {type: position, of: ball, component: x}}\n"
                           "analysis: {end: 1, tolerance: 1e-8, method: radau}\n";

static void test_events(void **state)
{
  Messages      m;
  GudContext    ctx = context(&m);
  GudSpec       spec;
  GudSimulation sim;
  GudStop       stop;
  double        t, at, expected = sqrt(2 / 9.81);
  const char   *name;
  int           number, num = 0;
  (void)state;
  TEST_CALL(GudSpecCreateFromText(ctx, ball, "ball", &spec));
  TEST_CALL(GudSimulationCreateFrom(spec, NULL, &sim));
  TEST_CALL(GudSimulationGetEvent(sim, &t, &name, &number));
  assert_null(name);
  TEST_CALL(GudSimulationAdvance(sim, 0.9, GUD_STOP_AT_EVENTS, &stop));
  assert_int_equal(stop, GUD_STOPPED_AT_EVENT);
  TEST_CALL(GudSimulationGetEvent(sim, &at, &name, &number));
  assert_string_equal(name, "wall");
  TEST_CALL(GudSimulationGetTime(sim, &t));
  near(t, at, 0, "time of the event");
  near(t, expected, 1e-6, "impact");
  while (stop == GUD_STOPPED_AT_EVENT && num++ < 20)
    TEST_CALL(GudSimulationAdvance(sim, 0.9, GUD_STOP_AT_EVENTS, &stop));
  assert_int_equal(stop, GUD_STOPPED_AT_TIME);
  TEST_CALL(GudSimulationGetTime(sim, &t));
  near(t, 0.9, 0, "end");
  FAILS(ctx, GudSimulationAdvance(sim, 0.5, GUD_STOP_AT_TIME, &stop), "cannot advance");
  TEST_CALL(GudSimulationDestroy(&sim));
  TEST_CALL(GudSpecDestroy(&spec));
  TEST_CALL(GudContextDestroy(&ctx));
}

/* A run of a text in a folder is resumed with its spec, and refused without it or with another one. */
static void test_resume(void **state)
{
  const char   *scratch = getenv("GUD_OUT");
  char          folder[2000];
  Messages      m;
  GudContext    ctx = context(&m);
  GudSpec       spec;
  GudSimulation sim;
  GudOutcome    outcome;
  double        load;
  (void)state;
  snprintf(folder, sizeof folder, "%s/resumed", scratch ? scratch : ".");
  TEST_CALL(GudSpecCreateFromText(ctx, pendulum, "pendulum", &spec));
  TEST_CALL(GudSpecSet(spec, "bodies.one.points", "{end: [1, 0]}"));
  TEST_CALL(GudSpecSet(spec, "output.vtk", "0"));
  TEST_CALL(GudSimulationCreateFrom(spec, folder, &sim));
  TEST_CALL(GudSimulationRun(sim, 0, &outcome));
  assert_int_equal(outcome, GUD_DONE);
  load = probe(sim, "load");
  FAILS(ctx, GudSimulationReset(sim), "results of this simulation are written to");
  TEST_CALL(GudSimulationDestroy(&sim));
  TEST_CALL(GudSimulationResumeFrom(spec, folder, &sim));
  near(probe(sim, "load"), load, 0, "resumed");
  TEST_CALL(GudSimulationDestroy(&sim));
  TEST_CALL(GudSpecSet(spec, "bodies.one.inertia", "0.2"));
  FAILS(ctx, GudSimulationResumeFrom(spec, folder, &sim), "has changed");
  TEST_CALL(GudSpecDestroy(&spec));
  TEST_CALL(GudContextDestroy(&ctx));
}

/* Two types with the same functions and different data of their own: each entry's functions get that entry. f = (user) along x,
   refused by setup where user holds no number. */
static const GudMarkerSlot push_slots[] = {{"a", GUD_POINT, 0, "the point"}};
static double              strengths[]  = {3, -0.5, NAN};

static GudStatus push_setup(const GudForceType *self, void *params, char *why)
{
  (void)params;
  if (!isnan(*(const double *)self->info.user)) return GUD_OK;
  snprintf(why, 200, "%s has no strength", self->info.name);
  return GUD_FATAL;
}

static void push_residual(const GudForceArgs *s, GudScalar (*f)[3], GudScalar *rz)
{
  (void)rz;
  f[0][0] += *(const double *)s->self->info.user;
}

static void push_tangent(const GudForceArgs *s, const double c[4], GudScalar *K)
{
  (void)s, (void)c, (void)K;
}

static void test_data_of_a_type(void **state)
{
  static const char *const names[] = {"push_right", "push_left", "push_nowhere"};
  static GudForceType      type[3];
  static const char        text[] = "space: 2d\n"
                                    "bodies:\n"
                                    "  p: {type: point_mass, mass: 2}\n"
                                    "  q: {type: point_mass, mass: 2}\n"
                                    "forces:\n"
                                    "  r: {type: push_right, a: p}\n"
                                    "  l: {type: push_left, a: q}\n"
                                    "probes:\n"
                                    "  p: {type: acceleration, of: p, component: x}\n"
                                    "  q: {type: acceleration, of: q, component: x}\n"
                                    "analysis: {end: 1}\n";
  Messages                 m;
  GudContext               ctx = context(&m);
  GudSpec                  spec;
  GudSimulation            sim;
  (void)state;
  for (int k = 0; k < 3; k++) {
    type[k] = (GudForceType){.info  = {names[k], "a constant push", NULL, GUD_2D, NULL, 0, 1, &strengths[k]},
                             .slots = push_slots,
                             .num_slots = 1,
                             .setup     = push_setup,
                             .residual  = push_residual,
                             .tangent   = push_tangent};
    TEST_CALL(GudRegisterForce(&type[k]));
  }
  TEST_CALL(GudSpecCreateFromText(ctx, text, "pushed", &spec));
  TEST_CALL(GudSimulationCreateFrom(spec, NULL, &sim));
  near(probe(sim, "p"), 1.5, 1e-12, "pushed to the right");
  near(probe(sim, "q"), -0.25, 1e-12, "pushed to the left");
  TEST_CALL(GudSimulationDestroy(&sim));
  TEST_CALL(GudSpecSet(spec, "forces.l.type", "push_nowhere"));
  FAILS(ctx, GudSimulationCreateFrom(spec, NULL, &sim), "push_nowhere has no strength");
  TEST_CALL(GudSpecDestroy(&spec));
  TEST_CALL(GudContextDestroy(&ctx));
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_version), cmocka_unit_test(test_description),
                                     cmocka_unit_test(test_errors),  cmocka_unit_test(test_snapshots),
                                     cmocka_unit_test(test_poses),   cmocka_unit_test(test_events),
                                     cmocka_unit_test(test_resume),  cmocka_unit_test(test_data_of_a_type)};
  return cmocka_run_group_tests(tests, start_petsc, stop_petsc);
}
