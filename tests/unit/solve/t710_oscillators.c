/* Linear oscillators against their closed solutions, and static equilibrium. */
#include "model_text.h"

typedef void (*Solution)(double t, double *x, double *v);

static void run(const char *text, double h, double t_end, double *x, double *v)
{
  char full[2000];
  snprintf(full, sizeof full, "%sanalysis: {end: %.17g, step: %.17g}\n", text, t_end, h);
  GudSimulation sim = begin(full);
  advance_to(sim, t_end);
  *x = sim->solver->s->q[0], *v = sim->solver->s->v[0];
  end(sim);
}

/* Second order, and small at the finer step. */
static void check(const char *text, Solution exact, double t_end, double bound)
{
  double e[2], x, v, xe, ve;
  exact(t_end, &xe, &ve);
  for (int k = 0; k < 2; k++) {
    run(text, k ? 0.001 : 0.004, t_end, &x, &v);
    e[k] = fmax(fabs(x - xe), fabs(v - ve));
  }
  double order = log(e[0] / e[1]) / log(4);
  if (!(order > 1.9 && order < 2.1 && e[1] < bound))
    fail_msg("errors %.3g, %.3g: order %.2f", e[0], e[1], order);
}

static void undamped(double t, double *x, double *v)
{
  *x = 1 + 0.2 * cos(5 * t), *v = -sin(5 * t);
}

/* m = 2, k = 50: 5 rad/s; drawn 0.2 m longer than the spring */
static void test_mass_on_spring(void **state)
{
  (void)state;
  check("bodies: {m: {type: point_mass, mass: 2, at: [1.2, 0, 0]}}\n"
        "forces: {s: {type: spring, a: ground, b: m, stiffness: 50, length: 1}}\n",
        undamped, 2, 1e-4);
}

static void damped(double t, double *x, double *v)
{
  double d = 1.5, w = sqrt(25 - d * d), A = 0.2, B = d * 0.2 / w; /* c = 6 = 2 m d */
  double e = exp(-d * t), c = cos(w * t), s = sin(w * t);
  *x = 1 + e * (A * c + B * s);
  *v = e * ((-d * A + w * B) * c + (-d * B - w * A) * s);
}

static void test_damped_mass_on_spring(void **state)
{
  (void)state;
  check("bodies: {m: {type: point_mass, mass: 2, at: [1.2, 0, 0]}}\n"
        "forces: {s: {type: spring, a: ground, b: m, stiffness: 50, damping: 6, length: 1}}\n",
        damped, 2, 1e-5);
}

static void forced(double t, double *x, double *v) /* m x'' = 8 cos 3t at rest at x = 0 */
{
  *x = 8 / 2.0 / 9 * (1 - cos(3 * t)), *v = 8 / 2.0 / 3 * sin(3 * t);
}

static void test_forced_mass(void **state)
{
  (void)state;
  check("bodies: {m: {type: point_mass, mass: 2}}\n"
        "forces: {f: {type: force, a: m, direction: [1, 0, 0], value: 8*cos(3*t)}}\n",
        forced, 2, 1e-5);
}

static double torsion_angle(GudSimulation sim)
{
  GudEvaluated *at = sim->solver->accepted;
  GudPoint      p  = gud_state_point(sim->solver->s);
  double        out[GUD_MAX_OUTPUTS];
  gud_evaluated_at(at, &p);
  sim->input.model->forces[0].type->output(gud_evaluated_force(at, 0, GUD_LEVEL_FORCE), out);
  return out[1];
}

/* theta = 20 (1 - cos 2t): 6.4 turns forth and back; k = 2, I = 0.5, the angle at rest is 20 rad away */
static void check_torsion_pendulum(int dim)
{
  double e[2];
  for (int k = 0; k < 2; k++) {
    char text[1000];
    snprintf(text, sizeof text,
             "space: %dd\n"
             "bodies: {b: {type: rigid_body, mass: 1, inertia: %s}}\n"
             "joints: {pivot: {type: revolute, a: ground, b: b}}\n"
             "forces: {s: {type: torsion_spring, a: ground, b: b, stiffness: 2, angle: 20}}\n"
             "analysis: {end: 3, step: %s}\n",
             dim, dim == 2 ? "0.5" : "[0.5, 0.5, 0.5]", k ? "0.0005" : "0.001");
    GudSimulation sim = begin(text);
    e[k]              = 0;
    for (int n = 1; n <= 30; n++) {
      advance_to(sim, 0.1 * n);
      e[k] = fmax(e[k], fabs(torsion_angle(sim) - 20 * (1 - cos(0.2 * n))));
    }
    end(sim);
  }
  double order = log2(e[0] / e[1]);
  if (!(order > 1.9 && order < 2.1 && e[1] < 1e-2))
    fail_msg("%dd: errors %.3g, %.3g: order %.2f", dim, e[0], e[1], order);
}

static void test_torsion_pendulum_over_several_turns(void **state)
{
  (void)state;
  check_torsion_pendulum(2);
  check_torsion_pendulum(3);
}

/* Static: a mass of 2 kg hung from k = 100 N/m sinks by m g/k; the wall of a guide takes the rest of the load. */
static void test_static_equilibrium(void **state)
{
  GudSimulation sim = begin("gravity: [3, 0, -10]\n"
                            "bodies: {m: {type: point_mass, mass: 2, at: [0, 0, -1]}}\n"
                            "joints: {guide: {type: point_on_line, a: ground, b: m, axis: [0, 0, 1]}}\n"
                            "forces: {s: {type: spring, a: ground, b: m, stiffness: 100}}\n"
                            "analysis: {type: static, load_steps: 3}\n");
  GudSystem    *sys = sim->sys;
  GudState     *s   = sim->solver->s;
  double       *r   = zeros(sys->n);
  (void)state;
  expect_near("z", s->q[2], -1 - 0.2, 1e-10);
  expect_near("x", s->q[0], 0, 1e-12);
  GudPoint p = gud_state_point(s);
  memset(s->acc, 0, sizeof(double) * (size_t)sys->nq);
  gud_evaluated_at(sim->solver->trial, &p);
  gud_evaluated_residual(sim->solver->trial, r);
  for (int i = 0; i < sys->nq; i++) expect_near("balance", r[i], 0, 1e-9);
  double side = 0;
  gud_system_linearise(sys, s->q);
  memset(r, 0, sizeof(double) * (size_t)sys->n);
  gud_system_phi_q_transpose(sys, sys->lin, s->lam, r);
  side = -r[0];
  expect_near("force of the guide", side, -6, 1e-9);
  free(r);
  end(sim);
}

/* start: static begins where nothing moves */
static void test_start_static_stays(void **state)
{
  GudSimulation sim = begin("space: 2d\n"
                            "gravity: [0, -9.81]\n"
                            "bodies: {b: {type: rigid_body, mass: 2, inertia: 0.1, centre: [0.5, 0]}}\n"
                            "joints: {pivot: {type: revolute, a: ground, b: b}}\n"
                            "forces: {s: {type: torsion_spring, a: ground, b: b, stiffness: 30}}\n"
                            "analysis: {start: static, end: 1, step: 0.01}\n");
  double        q[4];
  (void)state;
  memcpy(q, sim->solver->s->q, sizeof q);
  double angle = atan2(q[3], q[2]);
  expect_near("balance", 30 * angle + 2 * 9.81 * 0.5 * cos(angle), 0, 1e-9);
  advance_to(sim, 1);
  for (int i = 0; i < 4; i++) expect_near("stays", sim->solver->s->q[i], q[i], 1e-9);
  end(sim);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_mass_on_spring),     cmocka_unit_test(test_damped_mass_on_spring),
    cmocka_unit_test(test_forced_mass),        cmocka_unit_test(test_torsion_pendulum_over_several_turns),
    cmocka_unit_test(test_static_equilibrium), cmocka_unit_test(test_start_static_stays),
  };
  return cmocka_run_group_tests(tests, start_petsc, stop_petsc);
}
