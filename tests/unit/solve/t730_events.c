/* Events: located in time whatever the steps are, in the right order, each once. */
#include "model_text.h"

/* y = 6 t - 5 t^2: apex 1.8 m at 0.6 s */
static const char *const projectile = "space: 2d\n"
                                      "gravity: [0, -10]\n"
                                      "bodies: {p: {type: point_mass, mass: 1, velocity: [1, 6]}}\n";

static const char *const steppings[] = {"step: 0.1",
                                        "step: 0.07",
                                        "step: 0.01",
                                        "step: 0.003",
                                        "tolerance: 1e-4",
                                        "tolerance: 1e-9",
                                        "step: 0.1, rho: 0",
                                        "step: 0.05, vary_step: 0.4",
                                        "step: 0.1, stabilisation: projection, rho: 1"};

enum { COUNT, TIME, SPEED };

static double sensor(GudSimulation sim, const char *name, int what)
{
  const GudModel *m = sim->input.model;
  return sim->solver->s->history[m->forces[gud_model_find_force(m, name)].history + what];
}

static GudSimulation with_plane(double y, const char *analysis)
{
  char text[1000];
  snprintf(text, sizeof text,
           "%sforces: {s: {type: plane_sensor, a: p, point: [0, %.17g], normal: [0, 2]}}\n"
           "analysis: {end: 1.15, %s}\n",
           projectile, y, analysis);
  return begin(text);
}

/* Up and down through the plane: instants to 1e-10 s, speed there, twice and no more. */
static void check_crossings(double y, const char *analysis)
{
  GudSimulation sim  = with_plane(y, analysis);
  double        root = sqrt(36 - 20 * y), t[2] = {(6 - root) / 10, (6 + root) / 10}, last = 0;
  int           n = 0;
  while (sim->solver->s->t < 1.15) {
    int event = advance(sim, 1.15);
    if (!(sim->solver->s->t > last)) fail_msg("time does not advance at %.17g", last);
    last = sim->solver->s->t;
    if (event < 0) continue;
    if (n == 2) fail_msg("a third event at %.17g s (plane %g, %s)", last, y, analysis);
    char what[200];
    snprintf(what, sizeof what, "crossing %d of plane %g with %s", n, y, analysis);
    expect_near(what, sensor(sim, "s", TIME), t[n], 1e-10);
    expect_near(what, last, t[n], 1e-10);
    expect_near("speed", sensor(sim, "s", SPEED), n ? -root : root, 1e-8);
    expect_near("place", sim->solver->s->q[1], y, 1e-9);
    n++;
  }
  if (n != 2) fail_msg("%d events instead of 2 (plane %g, %s)", n, y, analysis);
  expect_near("count", sensor(sim, "s", COUNT), 2, 0);
  expect_near("events", (double)sim->solver->stat.events, 2, 0);
  expect_near("end of the flight", sim->solver->s->q[1], 6 * 1.15 - 5 * 1.15 * 1.15, 1e-8);
  end(sim);
}

static void test_crossings(void **state)
{
  static const double y[] = {0.5, 1, 1.37,
                             1.6}; /* 1 m is crossed at 0.2 and 1 s: ends of steps of 0.1 and 0.01 */
  (void)state;
  for (int k = 0; k < GUD_COUNT(steppings); k++)
    for (int i = 0; i < GUD_COUNT(y); i++) check_crossings(y[i], steppings[k]);
}

/* Through the plane and back within one step: dips of 1e-2 to 1e-5 m, lasting down to 3 ms in a step of 100 ms. */
static void test_excursion_within_a_step(void **state)
{
  static const double dip[] = {1e-2, 1e-3, 1e-4, 1e-5};
  (void)state;
  for (int k = 0; k < GUD_COUNT(steppings); k++)
    for (int i = 0; i < GUD_COUNT(dip); i++) check_crossings(1.8 - dip[i], steppings[k]);
}

/* Near the plane without touching it: nothing. */
static void test_near_miss(void **state)
{
  (void)state;
  for (int k = 0; k < GUD_COUNT(steppings); k++) {
    GudSimulation sim = with_plane(1.8 + 1e-6, steppings[k]);
    while (sim->solver->s->t < 1.15)
      if (advance(sim, 1.15) >= 0) fail_msg("an event at %g s (%s)", sim->solver->s->t, steppings[k]);
    end(sim);
  }
}

/* Starting on the plane and leaving it is no crossing; coming back is one. */
static void test_start_on_the_plane(void **state)
{
  (void)state;
  for (int k = 0; k < GUD_COUNT(steppings); k++) {
    char          text[1000];
    GudSimulation sim;
    snprintf(text, sizeof text,
             "%sforces: {s: {type: plane_sensor, a: p, normal: [0, 1]}}\nanalysis: {end: 1.3, %s}\n",
             projectile, steppings[k]);
    sim = begin(text);
    advance_to(sim, 1.3);
    expect_near("count", sensor(sim, "s", COUNT), 1, 0);
    expect_near("time", sensor(sim, "s", TIME), 1.2, 1e-10);
    end(sim);
  }
}

/* Sensors in any order of writing: crossings come in the order of time, also when several lie in one step. */
static void test_order(void **state)
{
  (void)state;
  for (int k = 0; k < GUD_COUNT(steppings); k++) {
    char text[1000];
    snprintf(text, sizeof text,
             "%sforces:\n"
             "  high: {type: plane_sensor, a: p, point: [0, 1.001], normal: [0, 1]}\n"
             "  low: {type: plane_sensor, a: p, point: [0, 1], normal: [0, -1]}\n"
             "  side: {type: plane_sensor, a: p, point: [0.20001, 0], normal: [1, 0]}\n"
             "analysis: {end: 1.15, %s}\n",
             projectile, steppings[k]);
    GudSimulation sim   = begin(text);
    double        r     = sqrt(36 - 20.02);
    const double  t[5]  = {0.2, 0.20001, (6 - r) / 10, (6 + r) / 10, 1};
    const char   *who[] = {"low", "side", "high", "high", "low"};
    for (int n = 0; sim->solver->s->t < 1.15;) {
      int event = advance(sim, 1.15);
      if (event < 0) continue;
      if (n == 5) fail_msg("more than 5 events (%s)", steppings[k]);
      const char *name = sim->input.model->forces[event].name;
      if (strcmp(name, who[n]))
        fail_msg("event %d is that of '%s', not of '%s' (%s)", n, name, who[n], steppings[k]);
      expect_near(who[n], sensor(sim, who[n], TIME), t[n], 1e-10);
      n++;
    }
    expect_near("high", sensor(sim, "high", COUNT), 2, 0);
    expect_near("low", sensor(sim, "low", COUNT), 2, 0);
    expect_near("side", sensor(sim, "side", COUNT), 1, 0);
    end(sim);
  }
}

/* Events at one and the same instant: none is lost. Two masses thrown alike, and two sensors on one of them. */
static void test_simultaneous(void **state)
{
  (void)state;
  for (int k = 0; k < GUD_COUNT(steppings); k++) {
    char text[1000];
    snprintf(text, sizeof text,
             "space: 2d\n"
             "gravity: [0, -10]\n"
             "bodies: {p: {type: point_mass, mass: 1, velocity: [1, 6]}, q: {type: point_mass, mass: 2, at: "
             "[1, 0], velocity: [-1, 6]}}\n"
             "forces:\n"
             "  a: {type: plane_sensor, a: p, point: [0, 0.7], normal: [0, 1]}\n"
             "  b: {type: plane_sensor, a: q, point: [0, 0.7], normal: [0, 1]}\n"
             "  c: {type: plane_sensor, a: p, point: [0, 0.7], normal: [0, -3]}\n"
             "analysis: {end: 1.15, %s}\n",
             steppings[k]);
    GudSimulation sim = begin(text);
    double        r   = sqrt(36 - 14);
    advance_to(sim, 1.15);
    for (int i = 0; i < 3; i++) {
      const char *name = sim->input.model->forces[i].name;
      if (sensor(sim, name, COUNT) != 2)
        fail_msg("'%s' saw %g crossings instead of 2 (%s)", name, sensor(sim, name, COUNT), steppings[k]);
      expect_near(name, sensor(sim, name, TIME), (6 + r) / 10, 1e-9);
    }
    end(sim);
  }
}

/* A motion that is no polynomial: x = 1 + 0.2 cos 5t crosses a plane twice a period. The located instant is that of
   the numerical solution (its own error is of second order), so the place is what must be right. */
static void test_oscillator(void **state)
{
  static const char *const how[] = {"step: 0.05",
                                    "step: 0.02",
                                    "step: 0.003",
                                    "tolerance: 1e-5",
                                    "tolerance: 1e-8",
                                    "step: 0.01, rho: 0",
                                    "step: 0.05, stabilisation: projection"};
  static const double      at[]  = {0.85, 0.97, 1, 1.1, 1.17};
  (void)state;
  for (int k = 0; k < GUD_COUNT(how) * GUD_COUNT(at); k++) {
    char        text[1000];
    const char *analysis = how[k / GUD_COUNT(at)];
    double      x        = at[k % GUD_COUNT(at)];
    snprintf(text, sizeof text,
             "bodies: {m: {type: point_mass, mass: 2, at: [1.2, 0, 0]}}\n"
             "forces:\n"
             "  s: {type: spring, a: ground, b: m, stiffness: 50, length: 1}\n"
             "  g: {type: plane_sensor, a: m, point: [%.17g, 0, 0], normal: [1, 0, 0]}\n"
             "analysis: {end: 4.4, %s}\n", /* 3.5 periods: 7 crossings, and none near the end */
             x, analysis);
    GudSimulation sim  = begin(text);
    double        last = 0;
    int           sign = -1;
    while (sim->solver->s->t < 4.4) {
      if (advance(sim, 4.4) < 0) continue;
      double v = sim->solver->s->v[0];
      expect_near("distance from the plane", sim->solver->s->q[0], x, 1e-9);
      if ((v > 0 ? 1 : -1) != sign) fail_msg("wrong direction at %g s (%s)", sim->solver->s->t, analysis);
      if (sim->solver->s->t - last < 0.1) fail_msg("twice at %g s (%s)", sim->solver->s->t, analysis);
      last = sim->solver->s->t, sign = -sign;
    }
    expect_near(analysis, sensor(sim, "g", COUNT), 7, 0);
    end(sim);
  }
}

/* x = 10 t +- 6 t^5, up to 0.72 s where it does not yet turn back: the shortened step comes out ahead of the
   interpolant of the long one, or behind it. Either way it must end on the plane, and beyond it. */
static void test_shortened_step_differs(void **state)
{
  static const char *const how[] = {"step: 0.2", "step: 0.1", "step: 0.1, rho: 0",
                                    "tolerance: 1e-3, first_step: 0.2, max_step: 0.2",
                                    "step: 0.1, rho: 1, stabilisation: projection"};
  (void)state;
  for (int k = 0; k < 2 * GUD_COUNT(how); k++)
    for (double x = 3.1; x < 5.9; x += 0.2) {
      char text[1000];
      snprintf(text, sizeof text,
               "bodies: {m: {type: point_mass, mass: 1, velocity: [10, 0, 0]}}\n"
               "forces:\n"
               "  f: {type: force, a: m, direction: [%d, 0, 0], value: 120*t^3}\n"
               "  g: {type: plane_sensor, a: m, point: [%.17g, 0, 0], normal: [1, 0, 0]}\n"
               "analysis: {end: 0.72, %s}\n",
               k % 2 ? -1 : 1, x, how[k / 2]);
      GudSimulation sim = begin(text);
      while (sim->solver->s->t < 0.72) {
        if (advance(sim, 0.72) < 0) continue;
        double beyond = sim->solver->s->q[0] - x;
        if (!(beyond >= 0 && beyond < 1e-8))
          fail_msg("ends %.3g m beyond the plane (%s)", beyond, how[k / 2]);
      }
      expect_near("count", sensor(sim, "g", COUNT), 1, 0);
      end(sim);
    }
}

/* A constrained motion: a pendulum passes its lowest point; also after events the constraints hold. */
static void test_pendulum(void **state)
{
  static const char *const how[] = {"step: 0.05", "step: 0.01", "tolerance: 1e-5",
                                    "step: 0.03, rho: 1, stabilisation: projection"};
  (void)state;
  for (int k = 0; k < GUD_COUNT(how); k++) {
    char text[1000];
    snprintf(text, sizeof text,
             "space: 2d\n"
             "gravity: [0, -9.81]\n"
             "bodies: {b: {type: rigid_body, mass: 1, inertia: 0.1, centre: [0.5, 0]}}\n"
             "joints: {pivot: {type: revolute, a: ground, b: b}}\n"
             "forces: {g: {type: plane_sensor, a: {body: b, local: [1, 0]}, normal: [1, 0]}}\n"
             "analysis: {end: 4, %s}\n",
             how[k]);
    GudSimulation sim = begin(text);
    double        tip[3], X[3] = {1, 0, 0};
    int           n = 0;
    for (double last = 0; sim->solver->s->t < 4;) {
      if (advance(sim, 4) < 0) continue;
      point_of(sim, "b", X, sim->solver->s->q, tip);
      expect_near("tip, x", tip[0], 0, 1e-9);
      expect_near("tip, y", tip[1], -1, 1e-9);
      if (n && sim->solver->s->t - last < 0.4) fail_msg("twice at %g s (%s)", last, how[k]);
      last = sim->solver->s->t, n++;
    }
    if (n != 4 && n != 5) fail_msg("%d crossings (%s)", n, how[k]);
    expect_near("count", sensor(sim, "g", COUNT), n, 0);
    end(sim);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_crossings),  cmocka_unit_test(test_excursion_within_a_step),
    cmocka_unit_test(test_near_miss),  cmocka_unit_test(test_start_on_the_plane),
    cmocka_unit_test(test_order),      cmocka_unit_test(test_simultaneous),
    cmocka_unit_test(test_oscillator), cmocka_unit_test(test_shortened_step_differs),
    cmocka_unit_test(test_pendulum),
  };
  return cmocka_run_group_tests(tests, start_petsc, stop_petsc);
}
